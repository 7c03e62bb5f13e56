//! The party: tickets and passes, children, additional people, and the benefits of the tickets.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;

use super::claims::{hold, release};
use super::entity::{Model, Party, PartyTicket, UsedBenefit};
use super::in_progress::{self, lock_in_progress, save_and_postpone_expiry};
use super::limits::BARCODES;
use super::lookup;
use super::refusals::{
    BENEFIT_GONE, NEEDS_NO_RESERVATION, NO_COMMON_DAY, OTHER_DAY, THERE_ALREADY, TICKET_OVER, TOGETHER,
    TOO_MANY_GUESTS, UNKNOWN_TICKET,
};
use super::rules::{self, AvailableBenefit};
use super::wire::TicketFinalizeRequest;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::inventory::{self, StockKey};
use crate::shop::pass;
use crate::shop::ticket::{self, TicketRow, media_code};
use midway_catalog::Catalog;
use midway_catalog::files::{Property, ReservationBenefit};
use midway_kernel::coded::{BenefitSelection, TicketType};
use midway_kernel::id::{BenefitId, SiteId};
use midway_kernel::secret::random_id;
use midway_kernel::time::{Instant, day_in_words, last_of};

/// Adds a ticket by its code, or a pass by its number and a proof that its holder knows; a pass linked to the account
/// needs only its number. If the operator requires the tickets of an order to stay together, the matching tickets of
/// the same order are added too.
///
/// # Errors
/// A refusal when there is no such ticket, when it is in the party already, when it is no longer valid, when no park of
/// the site admits it, when it is not valid on the day of the chosen visit, when no day or no park suits it and all
/// other tickets, or when the party becomes too large;
/// [`Error::TooMany`] after too many attempts; the errors of [`lock_in_progress`].
pub async fn add(app: &App, visitor: &Visitor, code: &str, kind: TicketType, proof: &str) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    // Check this first: without a reservation, a caller must not learn whether a code exists.
    in_progress::find(app, visitor).await?;
    let found = match kind {
        TicketType::Pass => pass_of(app, visitor, code, proof).await?,
        TicketType::Ticket => ticket_of(app, visitor, code).await?,
    };
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    let known = tickets_of_party(&tx, &row.party).await?;
    if known.iter().any(|ticket| ticket.id == found.id) {
        return Err(Refusal::new(THERE_ALREADY).into());
    }
    let typed = found.id.clone();
    let found = match found.order_id.clone().filter(|_| found.pass.is_none()) {
        Some(order_id) if !catalog.settings().allow_partial_ticketing_reservations => {
            let of_order = ticket::of_order(&tx, &order_id).await?.into_iter();
            of_order.filter(|it| belongs_with(it, &found) && known.iter().all(|other| other.id != it.id)).collect()
        }
        _ => vec![found],
    };
    let together: Vec<TicketRow> = known.iter().chain(&found).cloned().collect();
    fits(&catalog, &row, &found, &together, now)?;
    row.party.tickets.extend(found.into_iter().map(|ticket| PartyTicket {
        id: random_id(),
        reservation_code: rules::reservation_code(&ticket),
        added_with_order: ticket.id != typed,
        code: ticket.media_code.clone(),
        ticket_id: ticket.id,
    }));
    row.party.is_complete = false;
    save_and_postpone_expiry(app, tx, row, now).await
}

/// Whether ticket `one` is reserved together with ticket `other` of the same order: it is the same ticket, or it is for
/// the same product and day and is neither a pass nor revoked.
fn belongs_with(one: &TicketRow, other: &TicketRow) -> bool {
    one.id == other.id
        || (one.pass.is_none()
            && !one.is_revoked()
            && (&one.product_id, one.valid_on) == (&other.product_id, other.valid_on))
}

fn fits(
    catalog: &Catalog,
    row: &Model,
    new: &[TicketRow],
    together: &[TicketRow],
    now: Instant,
) -> Result<(), Refusal> {
    let admits = |ticket: &TicketRow| catalog.properties_of(&row.site_id).any(|park| rules::admits(park, ticket));
    if new.iter().any(|ticket| ticket.is_revoked() || ticket.is_over(catalog, now)) {
        return Err(Refusal::new(TICKET_OVER));
    }
    if !new.iter().all(admits) {
        return Err(Refusal::new(NEEDS_NO_RESERVATION));
    }
    if !catalog.properties_of(&row.site_id).any(|park| together.iter().all(|ticket| rules::admits(park, ticket))) {
        return Err(Refusal::new(TOGETHER));
    }
    if let Some(visit) = row.visit.as_ref().filter(|visit| !new.iter().all(|it| rules::is_good_on(it, visit.date))) {
        return Err(Refusal::new(OTHER_DAY).with("day", day_in_words(visit.date)));
    }
    if !rules::share_a_day(together) {
        return Err(Refusal::new(NO_COMMON_DAY));
    }
    let most = catalog.settings().reservation_max_order_quantity;
    match u32::try_from(together.len()).is_ok_and(|count| count <= most) {
        true => Ok(()),
        false => Err(Refusal::new(TOO_MANY_GUESTS).with("count", most)),
    }
}

/// The tickets that the visitor could add to a reservation, each with the sites whose parks admit it: the visitor's site
/// or, if none is chosen, all sites. The tickets are valid, and those that are not passes have not used their single
/// visit. A ticket for one day is only listed while the park has an entry time on that day.
pub async fn reservable(
    app: &App,
    visitor: &Visitor,
    tickets: &[TicketRow],
) -> Result<HashMap<String, BTreeSet<SiteId>>> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let site = match lookup::current(app, visitor).await?.filter(Model::is_open) {
        Some(row) => Some(row.site_id),
        None => rules::site_of(&catalog, visitor.session().await?.site_id.as_ref()),
    };
    let parks = catalog.folder().property.iter().filter(|park| site.as_ref().is_none_or(|site| park.site == *site));
    let parks: Vec<_> = parks.collect();
    let once = tickets.iter().filter(|ticket| ticket.pass.is_none()).map(|ticket| StockKey::only_visit(&ticket.id));
    let visited = inventory::levels(app.db.read(), once).await?;
    let is_used = |ticket: &TicketRow| {
        ticket.pass.is_none() && visited.get(&StockKey::only_visit(&ticket.id)).is_some_and(|level| level.left() == 0)
    };
    let is_good = |ticket: &&TicketRow| !ticket.is_revoked() && !ticket.is_over(&catalog, now) && !is_used(ticket);
    let with_sites = |ticket: &TicketRow| {
        let day = ticket.first_day().filter(|day| ticket.last_day() == Some(*day));
        let is_open = |park: &Property| day.is_none_or(|day| !rules::open_times(&catalog, park, day, now).is_empty());
        let admitting = parks.iter().filter(|park| rules::admits(park, ticket) && is_open(park));
        (ticket.id.clone(), admitting.map(|park| park.site.clone()).collect::<BTreeSet<SiteId>>())
    };
    let found = tickets.iter().filter(is_good).map(with_sites);
    Ok(found.filter(|(_, sites)| !sites.is_empty()).collect())
}

async fn pass_of(app: &App, visitor: &Visitor, number: &str, proof: &str) -> Result<TicketRow> {
    if let (Some(account_id), Some(code)) = (visitor.session().await?.account_id, media_code(number)) {
        let own = ticket::passes_of(app.db.read(), &account_id).await?.into_iter();
        if let Some(pass) = own.map(|pass| pass.ticket).find(|ticket| ticket.media_code == code) {
            return Ok(pass);
        }
    }
    pass::proven(app, visitor, number, proof).await
}

/// Finds a ticket by its code. The code alone is sufficient proof.
async fn ticket_of(app: &App, visitor: &Visitor, code: &str) -> Result<TicketRow> {
    let found = ticket::typed(app, visitor, BARCODES, code, |ticket| ticket.pass.is_none()).await?;
    found.ok_or_else(|| Refusal::new(UNKNOWN_TICKET).into())
}

/// Removes a ticket and its used benefits. If the operator requires the tickets of an order to stay together, the
/// tickets with the same reservation code are removed too.
///
/// # Errors
/// [`Error::NotFound`] for a ticket that is not in the party.
pub async fn remove(app: &App, visitor: &Visitor, id: &str) -> Result<()> {
    let now = app.clock.now();
    let together = !app.catalog.current().settings().allow_partial_ticketing_reservations;
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    let gone = row.party.tickets.iter().find(|ticket| ticket.id == id).cloned().ok_or(Error::NotFound)?;
    let is_gone = |ticket: &PartyTicket| {
        ticket.id == gone.id
            || (together && gone.reservation_code.is_some() && ticket.reservation_code == gone.reservation_code)
    };
    let (gone, kept): (Vec<PartyTicket>, Vec<PartyTicket>) = row.party.tickets.into_iter().partition(is_gone);
    row.party.tickets = kept;
    row.party.benefits.retain(|used| gone.iter().all(|ticket| ticket.ticket_id != used.ticket_id));
    row.party.is_complete = false;
    save_and_postpone_expiry(app, tx, row, now).await
}

/// The data of a party apart from its tickets.
#[derive(Clone, Debug)]
pub struct Finalized {
    pub children: u32,
    pub guests: u32,
    /// For each use of a benefit: the ticket of the party, the benefit, and the number of the use.
    pub of_tickets: Vec<(String, BenefitId, u32)>,
    pub of_reservation: Vec<(BenefitId, u32)>,
}

impl From<TicketFinalizeRequest> for Finalized {
    fn from(request: TicketFinalizeRequest) -> Self {
        let of_ticket =
            |it: super::wire::ChosenEntitlement| (it.reservation_ticket_id.0, it.entitlement_id, it.sequence);
        Finalized {
            children: request.under_age_ticket_count,
            guests: request.additional_guests,
            of_tickets: request.entitlements.into_iter().map(of_ticket).collect(),
            of_reservation: request
                .reservation_entitlements
                .into_iter()
                .map(|it| (it.entitlement_id, it.quantity))
                .collect(),
        }
    }
}

/// Completes the party. An entry time already chosen remains if everything that the party needs can be claimed for it;
/// otherwise it is released.
///
/// # Errors
/// The refusals of [`rules::within_limits`]; a refusal for a benefit that a ticket does not give; [`Error::NotFound`]
/// for a ticket that is not in the party, or for a use that a benefit does not have.
pub async fn finalize(app: &App, visitor: &Visitor, chosen: Finalized) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let account_id = visitor.session().await?.account_id;
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    let tickets = tickets_of_party(&tx, &row.party).await?;
    let at = (&*catalog, now);
    let benefit_tickets = tickets_with_benefits(&tx, at, &tickets, account_id.as_deref()).await?;
    row.party.children = chosen.children;
    row.party.guests = chosen.guests;
    row.party.benefits = chosen_per_ticket(at, &row.party, &tickets, &chosen.of_tickets)?;
    let available = remaining_benefits(&tx, at, &row, &benefit_tickets).await?;
    row.party.benefits.extend(chosen_by_quantity(at, &row, &tickets, &available, &chosen.of_reservation));
    rules::within_limits(&row.party, rules::max_additional(&catalog, &tickets, now), catalog.settings())?;
    row.party.is_complete = true;
    let Some(visit) = row.visit.clone() else { return save_and_postpone_expiry(app, tx, row, now).await };
    let mut kept = row.clone();
    if let Some(property) = catalog.property(&visit.property_id) {
        redistribute_benefits(&tx, at, &mut kept, (property, visit.date), account_id.as_deref()).await?;
    }
    match hold(&tx, &catalog, &mut kept, now).await {
        Ok(()) => return save_and_postpone_expiry(app, tx, kept, now).await,
        Err(Error::Refused(_)) => tx.rollback().await?,
        Err(other) => return Err(other),
    }
    // The party does not fit the chosen time: keep the party and release the time, so that the shopper chooses another
    // time.
    let (tx, before) = lock_in_progress(app, visitor).await?;
    let mut row = Model { party: row.party, ..before };
    release(&tx, &mut row, now).await?;
    save_and_postpone_expiry(app, tx, row, now).await
}

/// The tickets whose benefits the reservation may use: the tickets of the party, and the passes linked to the signed-in
/// account that have not expired.
pub async fn tickets_with_benefits(
    db: &impl sea_orm::ConnectionTrait,
    (catalog, now): (&Catalog, Instant),
    tickets: &[TicketRow],
    account_id: Option<&str>,
) -> Result<Vec<TicketRow>> {
    let mut benefit_tickets = tickets.to_vec();
    if let Some(account_id) = account_id {
        let own = ticket::passes_of(db, account_id).await?.into_iter().map(|pass| pass.ticket);
        let is_new =
            |it: &TicketRow| !it.is_over(catalog, now) && benefit_tickets.iter().all(|other| other.id != it.id);
        let new: Vec<TicketRow> = own.filter(is_new).collect();
        benefit_tickets.extend(new);
    }
    Ok(benefit_tickets)
}

/// The benefits chosen per ticket, without duplicates.
fn chosen_per_ticket(
    at: (&Catalog, Instant),
    party: &Party,
    tickets: &[TicketRow],
    chosen: &[(String, BenefitId, u32)],
) -> Result<Vec<UsedBenefit>> {
    let mut used: Vec<UsedBenefit> = Vec::new();
    for (id, benefit_id, sequence) in chosen {
        let of_party = party.tickets.iter().find(|ticket| ticket.id == *id).ok_or(Error::NotFound)?;
        let ticket = tickets.iter().find(|ticket| ticket.id == of_party.ticket_id).ok_or(Error::NotFound)?;
        let benefit = benefits_of_ticket(at, ticket, BenefitSelection::OnTicket).find(|it| it.id == *benefit_id);
        // The benefit was available when it was shown. Since then, a payment for the pass has probably become overdue.
        let benefit = benefit.ok_or_else(|| Refusal::new(BENEFIT_GONE))?;
        if !(1..=benefit.quantity).contains(sequence) {
            return Err(Error::NotFound);
        }
        let one = UsedBenefit {
            benefit_id: benefit.id.clone(),
            ticket_id: ticket.id.clone(),
            entitled_as: ticket.entitled_as.clone(),
            sequence: Some(*sequence),
            quantity: 1,
            places: 0,
        };
        if !used.contains(&one) {
            used.push(one);
        }
    }
    Ok(used)
}

/// The benefits of a ticket with this selection type; none while a payment for the ticket is overdue.
pub fn benefits_of_ticket<'c>(
    (catalog, now): (&'c Catalog, Instant),
    ticket: &TicketRow,
    selection: BenefitSelection,
) -> impl Iterator<Item = &'c ReservationBenefit> + use<'c> {
    let giving = ticket.variant_id.as_ref().filter(|_| !ticket.is_overdue(catalog, now));
    let of_variant = giving.map(|variant| catalog.benefits_of(variant));
    of_variant.into_iter().flatten().filter(move |benefit| benefit.selection == selection)
}

/// The benefits chosen by quantity, limited to the largest total that the tickets give in one park on one day.
fn chosen_by_quantity(
    at: (&Catalog, Instant),
    row: &Model,
    tickets: &[TicketRow],
    available: &[AvailableBenefit<'_, '_>],
    chosen: &[(BenefitId, u32)],
) -> Vec<UsedBenefit> {
    let days = days_to_compare(at, row, tickets, available).into_iter();
    let taken = days.map(|(park, date)| rules::distribute(available, chosen, park, date));
    taken
        .reduce(|best, other| if rules::count(&best) < rules::count(&other) { other } else { best })
        .unwrap_or_default()
}

/// How many units of a benefit the party can use at one visit.
pub fn most_of(
    at: (&Catalog, Instant),
    row: &Model,
    tickets: &[TicketRow],
    available: &[AvailableBenefit<'_, '_>],
    benefit: &ReservationBenefit,
) -> u32 {
    rules::count(&chosen_by_quantity(at, row, tickets, available, &[(benefit.id.clone(), u32::MAX)]))
}

/// The parks and days to compare. The days are today and each day on which a ticket or benefit becomes valid; the
/// available benefits cannot increase between these days. Passes that are not valid on a common day cannot be used
/// together.
fn days_to_compare<'c>(
    (catalog, now): (&'c Catalog, Instant),
    row: &Model,
    tickets: &[TicketRow],
    available: &[AvailableBenefit<'_, '_>],
) -> Vec<(&'c Property, NaiveDate)> {
    let today = rules::today(catalog, row, now);
    let last = last_of(today, catalog.settings().look_ahead_days);
    let of_tickets = tickets.iter().chain(available.iter().map(|it| it.ticket)).filter_map(TicketRow::first_day);
    let of_benefits = available.iter().filter_map(|it| it.benefit.from);
    let days: BTreeSet<NaiveDate> = of_tickets.chain(of_benefits).chain([today]).collect();
    let may_come = |park: &Property, date: NaiveDate| {
        tickets.iter().all(|ticket| rules::admits(park, ticket) && rules::is_good_on(ticket, date))
    };
    let parks = |date: NaiveDate| catalog.properties_of(&row.site_id).map(move |park| (park, date));
    let all = days.range(today..=last).flat_map(|date| parks(*date));
    all.filter(|(park, date)| may_come(park, *date)).collect()
}

/// The tickets whose benefits a visit may use: the tickets that [`tickets_with_benefits`] finds, and the tickets whose
/// benefits it already uses.
pub async fn tickets_with_benefits_of_visit(
    db: &impl sea_orm::ConnectionTrait,
    at: (&Catalog, Instant),
    row: &Model,
    account_id: Option<&str>,
) -> Result<Vec<TicketRow>> {
    let tickets = tickets_of_party(db, &row.party).await?;
    let mut benefit_tickets = tickets_with_benefits(db, at, &tickets, account_id).await?;
    let used = row.party.benefits.iter().map(|used| &used.ticket_id);
    let others: Vec<String> = used.filter(|id| benefit_tickets.iter().all(|it| it.id != **id)).cloned().collect();
    benefit_tickets.extend(ticket::by_ids(db, &others).await?);
    Ok(benefit_tickets)
}

/// Redistributes the used benefits of the reservation over the tickets that give them in a park on a day. When these
/// tickets do not give enough, nothing changes; the claim then fails with the reason.
pub async fn redistribute_benefits(
    db: &impl sea_orm::ConnectionTrait,
    at: (&Catalog, Instant),
    row: &mut Model,
    (property, date): (&Property, NaiveDate),
    account_id: Option<&str>,
) -> Result<()> {
    let wanted = row.party.benefits_by_quantity();
    if wanted.is_empty() {
        return Ok(());
    }
    let benefit_tickets = tickets_with_benefits_of_visit(db, at, row, account_id).await?;
    let available = remaining_benefits(db, at, row, &benefit_tickets).await?;
    let taken = rules::distribute(&available, &wanted, property, date);
    if rules::count(&taken) == wanted.iter().map(|(_, quantity)| *quantity).sum::<u32>() {
        row.party.benefits.retain(|used| used.sequence.is_some());
        row.party.benefits.extend(taken);
    }
    Ok(())
}

/// The remaining quantity of each benefit for whole reservations, per ticket that gives it. Each stock is listed once.
/// The units that this reservation uses are treated as available.
pub async fn remaining_benefits<'c, 't>(
    db: &impl sea_orm::ConnectionTrait,
    at: (&'c Catalog, Instant),
    row: &Model,
    benefit_tickets: &'t [TicketRow],
) -> Result<Vec<AvailableBenefit<'t, 'c>>> {
    let of_ticket = |ticket: &'t TicketRow| {
        benefits_of_ticket(at, ticket, BenefitSelection::OfReservation).map(move |benefit| (ticket, benefit))
    };
    let key =
        |ticket: &TicketRow, benefit: &ReservationBenefit| StockKey::benefit(&benefit.id, ticket.entitlement_key());
    let mut seen = HashSet::new();
    let available = benefit_tickets.iter().flat_map(of_ticket);
    let available: Vec<_> = available.filter(|(ticket, benefit)| seen.insert(key(ticket, benefit))).collect();
    if available.is_empty() {
        return Ok(Vec::new());
    }
    let levels = inventory::levels(db, seen).await?;
    let own = inventory::units_by_stock(db, row.owner(), &row.id).await?;
    let remaining = |(ticket, benefit): (&'t TicketRow, &'c ReservationBenefit)| {
        let key = key(ticket, benefit);
        let remaining = levels.get(&key).map_or(benefit.quantity, |level| level.left());
        let remaining = remaining.saturating_add(own.get(&key).copied().unwrap_or(0)).min(benefit.quantity);
        AvailableBenefit { ticket, benefit, remaining }
    };
    Ok(available.into_iter().map(remaining).collect())
}

/// The tickets of a party, in the order of the party.
pub async fn tickets_of_party(db: &impl sea_orm::ConnectionTrait, party: &Party) -> Result<Vec<TicketRow>> {
    let ids: Vec<String> = party.tickets.iter().map(|ticket| ticket.ticket_id.clone()).collect();
    let mut found: HashMap<String, TicketRow> =
        ticket::by_ids(db, &ids).await?.into_iter().map(|ticket| (ticket.id.clone(), ticket)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}
