//! The claims of a reservation: its entry time, the visits of its tickets and the benefits that it uses. Either all of
//! them are claimed, or none.

use std::collections::{BTreeSet, HashSet};

use sea_orm::ConnectionTrait;

use super::entity::{Model, ReservationState, Visit};
use super::refusals::{
    ALREADY_BOOKED, BEING_UPGRADED, BENEFIT_GONE, NO_VISIT, OVER, TIME_CLOSED, TIME_GONE, TOO_MANY_FRIENDS,
    TOO_MANY_UPCOMING_VISITS,
};
use super::rules::{self, Visitors};
use crate::error::{Refusal, Result};
use crate::platform::db::Transaction;
use crate::shop::cart::{self, CartState, Hold};
use crate::shop::inventory::{self, Draw, LineClaim, Shortage, StockKey};
use crate::shop::performance::{self, Performance};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use midway_catalog::Catalog;
use midway_catalog::files::{OpeningHours, Property};
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Moves the reservation's claims back from the cart that was going to pay for it.
pub async fn detach(tx: &Transaction, row: &mut Model) -> Result<()> {
    match row.cart_id.take() {
        Some(_) => inventory::hand_over_line(tx, &row.id, &row.id).await,
        None => Ok(()),
    }
}

/// Releases all claims of the reservation and clears its visit.
pub async fn release(tx: &Transaction, row: &mut Model, now: Instant) -> Result<()> {
    row.visit = None;
    row.first_claimed_at = None;
    row.held_until = None;
    let holding = inventory::holding(tx, row.owner()).await?;
    let nothing = [LineClaim { line_id: row.id.clone(), draws: Vec::new() }];
    // Nothing is claimed, so no shortage is possible. Only the reservation's own claims change, so that the cart's
    // lines keep their deadlines.
    let _ = inventory::claim(tx, holding.of_line(&row.id), &nothing, now, now).await?;
    Ok(())
}

/// A visit to a park at one of its entry times.
///
/// # Errors
/// A refusal when the time is closed or is not an entry time of this park, or when the party brings too many friends.
pub fn visit_of(
    catalog: &Catalog,
    property: &Property,
    id: &PerformanceId,
    friends: u32,
    now: Instant,
) -> Result<Visit> {
    let performance = entry_time(catalog, property, id, now)?;
    let most = property.friends_on(performance.date);
    if friends > most {
        return Err(Refusal::new(TOO_MANY_FRIENDS).with("count", most).into());
    }
    let site_name = catalog.site(&property.site).map(|site| site.name.clone()).unwrap_or_default();
    Ok(Visit {
        performance_id: performance.id.clone(),
        property_id: property.id.clone(),
        property_name: property.name.clone(),
        site_name,
        name: performance.label.unwrap_or(&performance.show.name).to_owned(),
        date: performance.date,
        time: performance.time,
        valid_all_day: performance.show.valid_all_day,
        starts_at: performance.starts_at,
        hours: property.hours_on(performance.date).map(OpeningHours::in_words),
        friends,
        add_ons_for: None,
    })
}

pub fn entry_time<'c>(
    catalog: &'c Catalog,
    property: &Property,
    id: &PerformanceId,
    now: Instant,
) -> Result<Performance<'c>, Refusal> {
    let found = performance::find(catalog, id).filter(|it| it.show.id == property.show && it.is_open(catalog, now));
    found.ok_or_else(|| Refusal::new(TIME_CLOSED))
}

/// Replaces the held claims by the claims that the visit needs, and extends the deadline. A cart that pays for the
/// reservation gets the same deadline.
///
/// # Errors
/// The errors of [`needed_draws`]; a refusal when a claim fails. The caller must then roll back its transaction.
pub async fn hold(tx: &Transaction, catalog: &Catalog, row: &mut Model, now: Instant) -> Result<()> {
    let draws = needed_draws(tx, catalog, row, now).await?;
    let before =
        row.first_claimed_at.zip(row.held_until).map(|(first_claimed_at, until)| Hold { first_claimed_at, until });
    let hold = cart::renewed(before, catalog.settings(), now);
    let holding = inventory::holding(tx, row.owner()).await?;
    let line = [LineClaim { line_id: row.id.clone(), draws }];
    inventory::claim(tx, holding, &line, hold.until, now).await?.map_err(|shortage| refusal_of(&shortage))?;
    let cart = match &row.cart_id {
        Some(cart_id) => cart::lock_cart(tx, cart_id).await?.filter(|cart| cart.state == CartState::Open),
        None => None,
    };
    row.hold_until(match cart {
        Some(cart) => cart::share_hold(tx, catalog, cart, hold, now).await?,
        None => hold,
    });
    Ok(())
}

/// All stock that the visit of a reservation needs.
///
/// # Errors
/// A refusal when there is no visit, or when its time is closed; the errors of [`draws`] and [`rules::still_gives`].
pub async fn needed_draws(tx: &Transaction, catalog: &Catalog, row: &Model, now: Instant) -> Result<Vec<Draw>> {
    let visit = row.visit.as_ref().ok_or_else(|| Refusal::new(NO_VISIT))?;
    let property = catalog.property(&visit.property_id).ok_or_else(|| Refusal::new(TIME_CLOSED))?;
    let performance = entry_time(catalog, property, &visit.performance_id, now)?;
    let draws = draws(tx, catalog, property, row, (&performance, visit.friends), now).await?;
    let ids: Vec<String> = row.party.ticket_ids().cloned().collect();
    rules::still_gives(catalog, &row.party, &ticket::by_ids(tx, &ids).await?, now)?;
    Ok(draws)
}

/// All stock that a party needs for an entry time. It locks the tickets of the party and the tickets whose benefits it
/// uses, so that they are not upgraded or voided until the transaction ends.
///
/// # Errors
/// A refusal when one of the tickets is no longer valid, is being upgraded, is not valid on this day or in this park,
/// or has too many upcoming visits; a refusal when a used benefit is not valid on this day.
pub async fn draws(
    tx: &Transaction,
    catalog: &Catalog,
    property: &Property,
    row: &Model,
    (performance, friends): (&Performance<'_>, u32),
    now: Instant,
) -> Result<Vec<Draw>> {
    let of_party = row.party.tickets.iter().map(|ticket| &ticket.ticket_id);
    let ids: BTreeSet<&String> = row.party.ticket_ids().collect();
    let ids: Vec<String> = ids.into_iter().cloned().collect();
    let locked = ticket::lock(tx, &ids).await?;
    let is_of_party = |ticket: &TicketRow| of_party.clone().any(|id| *id == ticket.id);
    // When a pass is upgraded, its used benefits continue with the new pass.
    let is_gone = |ticket: &TicketRow| {
        let goes_on = !is_of_party(ticket) && ticket.revoked_because == Some(RevokedBecause::Upgraded);
        ticket.is_revoked() && !goes_on
    };
    if locked.len() < ids.len() || locked.iter().any(is_gone) {
        return Err(Refusal::new(OVER).into());
    }
    // If the running payment of an upgrade succeeds, the old ticket admits no one.
    if cart::are_being_replaced(tx, of_party.clone()).await? {
        return Err(Refusal::new(BEING_UPGRADED).into());
    }
    let is_good = |ticket: &TicketRow| rules::admits(property, ticket) && rules::is_good_on(ticket, performance.date);
    if !locked.iter().all(is_good) {
        return Err(Refusal::new(TIME_CLOSED).into());
    }
    let tickets: Vec<TicketRow> = locked.into_iter().filter(|ticket| is_of_party(ticket)).collect();
    // A confirmed reservation may move even if the operator has lowered the limit since it was confirmed.
    if row.state == ReservationState::Open {
        within_upcoming_visits(tx, catalog, row, &tickets, now).await?;
    }
    let sold = sold_with(tx, catalog, &tickets).await?;
    let visitors = Visitors::new(catalog, property, &row.party, &tickets, sold);
    match visitors.may_come_on(property, performance.date) {
        true => Ok(visitors.draws(performance, friends)),
        false => Err(Refusal::new(TIME_CLOSED).into()),
    }
}

/// Checks that each ticket of a party may have one more upcoming visit.
///
/// # Errors
/// A refusal when one of these tickets has reached the limit in other reservations.
pub async fn within_upcoming_visits(
    tx: &Transaction,
    catalog: &Catalog,
    row: &Model,
    tickets: &[TicketRow],
    now: Instant,
) -> Result<()> {
    let most = catalog.settings().reservation_max_coming_visits;
    let visits: Vec<String> = tickets.iter().map(|ticket| StockKey::visits(&ticket.id)).collect();
    let taken = inventory::taken(tx, &visits, now).await?;
    if taken.len() < most as usize {
        return Ok(());
    }
    let own = inventory::units_by_stock(tx, row.owner(), &row.id).await?;
    let is_coming = |key: &&StockKey| {
        let visited = key.visited().and_then(|id| performance::find(catalog, &id));
        !own.contains_key(*key) && visited.is_some_and(|visit| now < visit.starts_at)
    };
    let coming: Vec<&StockKey> = taken.iter().filter(is_coming).collect();
    let of_ticket = |visits: &String| coming.iter().filter(|key| key.0.starts_with(visits)).count();
    match visits.iter().any(|visits| of_ticket(visits) >= most as usize) {
        true => Err(Refusal::new(TOO_MANY_UPCOMING_VISITS).with("max", most).into()),
        false => Ok(()),
    }
}

/// For each ticket, the stocks from which a place was sold with the ticket. There are none for a ticket without a day
/// and for an imported ticket. If a line has several performances, each ticket has only the stocks of its own
/// performance, unless the catalogue no longer has the product.
pub async fn sold_with(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    tickets: &[TicketRow],
) -> Result<Vec<HashSet<StockKey>>> {
    let line_of = |ticket: &TicketRow| ticket.order_line_id.clone().filter(|_| ticket.valid_on.is_some());
    let lines: HashSet<String> = tickets.iter().filter_map(line_of).collect();
    let sold = inventory::sold_to_lines(db, lines).await?;
    let of_ticket = |ticket: &TicketRow| {
        let Some(line) = line_of(ticket) else { return HashSet::new() };
        let of_line = sold.iter().filter(|(id, _)| *id == line).map(|(_, key)| key);
        let own = drawn_by(catalog, ticket);
        of_line.filter(|key| own.as_ref().is_none_or(|own| own.contains(*key))).cloned().collect()
    };
    Ok(tickets.iter().map(of_ticket).collect())
}

/// The stocks from which a dated ticket took its place at its performance; `None` when the catalogue no longer has the
/// product.
pub fn drawn_by(catalog: &Catalog, ticket: &TicketRow) -> Option<HashSet<StockKey>> {
    let product = catalog.product(ticket.product_id.as_ref()?)?;
    let date = ticket.valid_on?;
    let shows = product.selections.iter().flat_map(|selection| &selection.shows);
    let schedules = shows.flat_map(|show| catalog.schedules_of(show));
    let performances = schedules.flat_map(|schedule| performance::on_day(catalog, schedule, date));
    let of_ticket = performances.filter(|performance| Some(performance.starts_at) == ticket.starts_at);
    Some(of_ticket.flat_map(|performance| performance.draws(catalog, 1)).map(|draw| draw.key).collect())
}

/// The message for a failed claim.
pub fn refusal_of(shortage: &Shortage) -> Refusal {
    Refusal::new(match &shortage.key {
        key if key.is_visit() => ALREADY_BOOKED,
        key if key.is_benefit() => BENEFIT_GONE,
        _ => TIME_GONE,
    })
}
