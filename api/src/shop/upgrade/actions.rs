//! Finds tickets by their codes, and adds passes that upgrade them to the cart.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::ConnectionTrait;

use super::rules::{
    self, MAX_TICKETS, NONE_SELECTED, ReservedVisits, Standing, TOO_MANY, UNKNOWN, UPGRADED, WRONG_BARCODES,
};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, BlankPass, CartCommand, CartPass, EarlierTicket, PassDetails};
use crate::shop::inventory::{self, StockKey};
use crate::shop::performance::{self, Performance};
use crate::shop::ticket::{self, Passholder, RevokedBecause, TicketRow};
use midway_catalog::{Catalog, Exchanged};
use midway_kernel::time::{Instant, day_at};

/// A ticket whose code was entered.
#[derive(Clone, Debug)]
pub struct LinkedTicket {
    pub ticket: TicketRow,
    /// The passholder; empty unless the ticket is a pass that is linked to the visitor's account.
    pub passholder: Passholder,
    /// The day of its visit, or its last valid day.
    pub last_day: Option<NaiveDate>,
    /// Why the ticket cannot be upgraded; `None` when it can.
    pub not_eligible: Option<Refusal>,
}

/// Stores the tickets with these codes in the session. Found tickets are stored even when other codes are unknown or a
/// limit stops the search.
///
/// # Errors
/// A refusal that names the unknown codes, or the codes of tickets that are upgraded already; a refusal that stores
/// nothing when no code was entered, when a code is too long, or when more than [`MAX_TICKETS`] would be linked;
/// [`Error::TooMany`] after too many attempts.
pub async fn link(app: &App, visitor: &Visitor, typed: Vec<&str>) -> Result<()> {
    let codes = rules::codes(typed)?;
    let (mut found, mut unknown, mut upgraded, mut refused) = (Vec::new(), Vec::new(), Vec::new(), None);
    for code in codes {
        match ticket::typed(app, visitor, WRONG_BARCODES, &code, |_| true).await {
            Ok(Some(ticket)) if is_upgraded(&ticket) => upgraded.push(code),
            Ok(Some(ticket)) => found.push(ticket.media_code),
            Ok(None) => unknown.push(code),
            Err(error) => {
                refused = Some(error);
                break;
            }
        }
    }
    let known = visitor.session().await?.linked_tickets;
    found.retain(|code| !known.contains(code));
    if known.len() + found.len() > MAX_TICKETS {
        return Err(Refusal::new(TOO_MANY).with("max", MAX_TICKETS).into());
    }
    if !found.is_empty() {
        visitor
            .change(|session| {
                session.linked_tickets.retain(|code| !found.contains(code));
                session.linked_tickets.extend(found.iter().cloned());
                session.linked_tickets.truncate(MAX_TICKETS);
            })
            .await?;
    }
    if let Some(error) = refused {
        return Err(error);
    }
    match [(unknown, UNKNOWN), (upgraded, UPGRADED)].into_iter().find(|(codes, _)| !codes.is_empty()) {
        Some((codes, text)) => Err(Refusal::new(text).with("codes", codes.join(", ")).into()),
        None => Ok(()),
    }
}

/// Whether a ticket was upgraded. An upgraded ticket has no further use, so it is not listed.
fn is_upgraded(ticket: &TicketRow) -> bool {
    ticket.revoked_because == Some(RevokedBecause::Upgraded)
}

/// Removes a ticket from the session. Also removes from the cart the passes without a product that upgrade the ticket.
///
/// # Errors
/// [`Error::NotFound`] for a ticket that this visitor has not linked; a conflict while a cart with such a pass is being
/// paid for.
pub async fn unlink(app: &App, visitor: &Visitor, id: &str) -> Result<()> {
    let known = visitor.session().await?.linked_tickets;
    let ticket = ticket::by_media_codes(app.db.read(), &known).await?.into_iter().find(|ticket| ticket.id == id);
    let code = ticket.ok_or(Error::NotFound)?.media_code;
    for pass in of_cart(app, visitor).await?.into_iter().filter(|pass| upgrades_ticket(pass, id) && pass.line.is_none())
    {
        cart::execute_without_question(app, visitor, CartCommand::RemovePass { id: pass.id }).await?;
    }
    visitor.change(|session| session.linked_tickets.retain(|known| *known != code)).await
}

fn upgrades_ticket(pass: &CartPass, ticket_id: &str) -> bool {
    pass.details.upgrades().is_some_and(|held| held.ticket_id == ticket_id)
}

async fn of_cart(app: &App, visitor: &Visitor) -> Result<Vec<CartPass>> {
    let cart = cart::visitors_cart(app, visitor).await?;
    Ok(cart.map(|cart| cart::passes(&cart)).unwrap_or_default())
}

/// The tickets that this visitor has linked, in the order of linking, without tickets that were upgraded later.
pub async fn linked(app: &App, visitor: &Visitor) -> Result<Vec<LinkedTicket>> {
    let codes = visitor.session().await?.linked_tickets;
    let mut tickets = ticket::by_media_codes(app.db.read(), &codes).await?;
    tickets.retain(|ticket| !is_upgraded(ticket));
    tickets.sort_by_key(|ticket| codes.iter().position(|code| *code == ticket.media_code));
    with_reasons(app, visitor, tickets).await
}

/// The ids of the given tickets that can be upgraded to a pass.
pub async fn upgradable(app: &App, visitor: &Visitor, tickets: Vec<TicketRow>) -> Result<HashSet<String>> {
    let with_reasons = with_reasons(app, visitor, tickets).await?.into_iter();
    Ok(with_reasons.filter(|it| it.not_eligible.is_none()).map(|it| it.ticket.id).collect())
}

/// The given tickets, each with the reason why it cannot be upgraded, if there is one.
async fn with_reasons(app: &App, visitor: &Visitor, tickets: Vec<TicketRow>) -> Result<Vec<LinkedTicket>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let db = app.db.read();
    let passes = match visitor.session().await?.account_id {
        Some(account_id) => ticket::passes_of(db, &account_id).await?,
        None => Vec::new(),
    };
    let levels = inventory::levels(db, tickets.iter().map(|ticket| StockKey::ticket(&ticket.id))).await?;
    let mut visits = HashMap::new();
    for ticket in &tickets {
        visits.insert(ticket.id.clone(), reserved_visits(db, &catalog, &ticket.id, now).await?);
    }
    let linked = |ticket: TicketRow| {
        let own = passes.iter().find(|pass| pass.ticket.id == ticket.id);
        let visits = visits.get(&ticket.id).copied().unwrap_or_default();
        let last_day = rules::last_day(&ticket, visits);
        let (variant, today) = (ticket.variant_id.as_ref(), ticket.today(&catalog, now));
        let paid = ticket.paid.unwrap_or_default();
        let options = |variant| catalog.upgrades(Exchanged { variant, paid, last_day, today }, now);
        let closes_on = last_day.map(|last| variant.map_or(last, |it| catalog.upgrades_close_on(it, last, now)));
        let standing = Standing {
            is_linked: own.is_some(),
            is_followed: levels.get(&StockKey::ticket(&ticket.id)).is_some_and(|level| level.left() == 0),
            is_visit_to_come: visits.is_to_come,
            last_day,
            closes_on,
            has_options: variant.is_some_and(|variant| !options(variant).is_empty()),
            today,
        };
        let not_eligible = rules::not_eligible(&ticket, standing);
        let passholder = own.map(|pass| pass.passholder.clone()).unwrap_or_default();
        LinkedTicket { passholder, ticket, last_day, not_eligible }
    };
    Ok(tickets.into_iter().map(linked).collect())
}

/// The visits that are reserved with a ticket.
pub async fn reserved_visits(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    ticket_id: &str,
    now: Instant,
) -> Result<ReservedVisits> {
    let visits = inventory::taken(db, &[StockKey::visits(ticket_id)], now).await?;
    let visits = visits.iter().filter_map(StockKey::visited).map(|id| performance::find(catalog, &id));
    let visits: Vec<Option<Performance<'_>>> = visits.collect();
    let is_to_come = visits.iter().flatten().any(|visit| now < visit.starts_at);
    let today = |visit: &Performance<'_>| day_at(now, catalog.zone_of_show(visit.show));
    let over = visits.iter().filter_map(|visit| match visit {
        // A visit that is no longer in the catalogue has passed, nobody knows when.
        None => Some(NaiveDate::MIN),
        Some(visit) => Some(visit.date).filter(|date| *date < today(visit)),
    });
    Ok(ReservedVisits { is_any: !visits.is_empty(), is_to_come, last_over: over.max() })
}

/// Adds a pass to the cart for each of these tickets, without a product yet. Removes the passes without a product that
/// upgrade other tickets: they were selected earlier, and nothing was chosen for them.
///
/// # Errors
/// A refusal when none of them can be upgraded, when one is being renewed in the cart, or when the cart is full; a
/// conflict while the cart is being paid for.
pub async fn select(app: &App, visitor: &Visitor, ids: &[String]) -> Result<()> {
    let chosen = linked(app, visitor).await?.into_iter();
    let chosen = chosen.filter(|it| it.not_eligible.is_none() && ids.contains(&it.ticket.id));
    let upgrades: Vec<BlankPass> = chosen.filter_map(upgrade).map(BlankPass::new).collect();
    if upgrades.is_empty() {
        return Err(Refusal::new(NONE_SELECTED).into());
    }
    let is_selected = |pass: &CartPass| ids.iter().any(|id| upgrades_ticket(pass, id));
    for pass in of_cart(app, visitor).await?.into_iter().filter(|it| it.is_unchosen_upgrade() && !is_selected(it)) {
        cart::execute_without_question(app, visitor, CartCommand::RemovePass { id: pass.id }).await?;
    }
    cart::execute_without_question(app, visitor, CartCommand::AddBlankPasses(upgrades)).await
}

fn upgrade(LinkedTicket { ticket, passholder, last_day, .. }: LinkedTicket) -> Option<PassDetails> {
    let held = EarlierTicket {
        ticket_id: ticket.id,
        media_code: ticket.media_code,
        passholder_id: ticket.passholder_id,
        variant_id: ticket.variant_id?,
        valid_on: if ticket.pass.is_some() { None } else { last_day },
        valid_until: ticket.valid_until,
        passholder: passholder.clone(),
        paid: Some(ticket.paid.unwrap_or_default()),
        entitled_as: ticket.entitled_as,
    };
    Some(PassDetails { follows: Some(held), passholder })
}

/// A pass of the cart that upgrades a ticket.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart or does not upgrade a ticket.
pub async fn one_of_cart(app: &App, visitor: &Visitor, id: &str) -> Result<CartPass> {
    let passes = of_cart(app, visitor).await?;
    passes.into_iter().find(|pass| pass.id == id && pass.is_upgrade()).ok_or(Error::NotFound)
}
