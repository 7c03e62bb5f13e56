//! The orders, tickets and passes of an account. Every function is limited to the account of the signed-in visitor.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::entity::{line, order};
use super::purchase::{Purchase, purchase};
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::SignedIn;
use crate::shop::ticket::{self, Passholder, TicketRow, VisitDays};
use crate::shop::{pass, reservation, upgrade};
use midway_kernel::id::SiteId;

/// An order with its lines, and its tickets that were sent to somebody else.
pub type OrderWithSent = (order::Model, Vec<line::Model>, Vec<TicketRow>);

/// The orders of an account, newest first.
pub async fn orders(app: &App, signed_in: &SignedIn) -> Result<Vec<OrderWithSent>> {
    let db = app.db.read();
    let orders = store::of_account(db, &signed_in.account_id).await?;
    let ids: Vec<String> = orders.iter().map(|order| order.id.clone()).collect();
    let mut lines = store::lines_of_all(db, &ids).await?;
    let sent = ticket::sent_of_orders(db, &ids).await?;
    let with_lines = |order: order::Model| {
        let own = lines.remove(&order.id).unwrap_or_default();
        let sent = sent.iter().filter(|ticket| ticket.order_id.as_ref() == Some(&order.id)).cloned().collect();
        (order, own, sent)
    };
    Ok(orders.into_iter().map(with_lines).collect())
}

/// The account's latest order placed with its own cart. Other orders may contain another person's data: orders that
/// were assigned to the account by their e-mail address, and orders from before that address was verified.
pub async fn last_order(app: &App, signed_in: &SignedIn) -> Result<Option<order::Model>> {
    store::latest_of_own_cart(app.db.read(), &signed_in.account_id).await
}

/// One of the account's orders.
///
/// # Errors
/// [`Error::NotFound`] for an order of a different account.
pub async fn order(app: &App, signed_in: &SignedIn, id: &str) -> Result<Purchase> {
    let found = store::of_account_by_id(app.db.read(), &signed_in.account_id, id).await?;
    purchase(app, found.ok_or(Error::NotFound)?).await
}

/// Selects tickets of an account by kind.
#[derive(Clone, Copy, Debug)]
pub struct Which {
    pub linked_passes: bool,
    pub purchased_passes: bool,
    pub purchased_tickets: bool,
    /// Whether to include tickets that redeemed an entitlement.
    pub purchased_entitlements: bool,
    /// Whether to return only tickets that can be added to a reservation.
    pub for_reservation: bool,
}

/// A ticket of an account, with its passholder if there is one.
#[derive(Clone, Debug)]
pub struct OwnTicket {
    pub ticket: TicketRow,
    pub passholder: Option<Passholder>,
    /// Whether the ticket's last valid day has passed.
    pub over: bool,
    /// The day of the visit to which the ticket belongs, unless it has passed.
    pub visit_day: Option<NaiveDate>,
    /// Whether `pass::photo_of_purchased` has a photo of the passholder for this account.
    pub has_photo: bool,
    /// The site for which the ticket was sold; `None` if the current catalogue has no such site.
    pub site: Option<SiteId>,
    /// If only tickets for a reservation were requested: the sites at which the ticket can be reserved.
    pub reservation_sites: BTreeSet<SiteId>,
}

/// The tickets of an account that `which` selects and that are not revoked: its linked passes, then the tickets of its
/// orders, newest order first and then by visit. Tickets whose last valid day has passed are included.
pub async fn tickets(app: &App, signed_in: &SignedIn, which: Which) -> Result<Vec<OwnTicket>> {
    let db = app.db.read();
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let own_ticket = |ticket: TicketRow, passholder, has_photo| OwnTicket {
        over: ticket.is_over(&catalog, now),
        visit_day: None,
        site: ticket::site_named(&catalog, &ticket.site_name).map(|site| site.id.clone()),
        ticket,
        passholder,
        has_photo,
        reservation_sites: BTreeSet::new(),
    };
    let mut held = Vec::new();
    if which.linked_passes || which.purchased_passes {
        let passes = pass::linked(app, signed_in).await?.into_iter();
        let is_asked = |it: &pass::LinkedPass| if it.purchased { which.purchased_passes } else { which.linked_passes };
        let own_pass = |it: pass::LinkedPass| {
            let has_photo = it.photo().is_some();
            own_ticket(it.ticket, Some(it.passholder), has_photo)
        };
        held.extend(passes.filter(is_asked).map(own_pass));
    }
    if which.purchased_tickets || which.purchased_entitlements {
        let orders: Vec<String> =
            store::of_account(db, &signed_in.account_id).await?.into_iter().map(|order| order.id).collect();
        let mut tickets = ticket::of_orders(db, &orders).await?;
        let redeemed = store::redeemed_lines(db, &orders).await?;
        let is_asked = |ticket: &TicketRow| match ticket.order_line_id.as_ref().is_some_and(|id| redeemed.contains(id))
        {
            true => which.purchased_entitlements,
            false => which.purchased_tickets,
        };
        tickets.retain(|ticket| ticket.pass.is_none() && !ticket.is_revoked() && is_asked(ticket));
        let place = |ticket: &TicketRow| orders.iter().position(|id| ticket.order_id.as_ref() == Some(id));
        tickets.sort_by_key(place);
        let days = VisitDays::of(&tickets);
        held.extend(tickets.into_iter().map(|ticket| {
            let visit_day = days.day_of(&ticket).filter(|day| *day >= ticket.today(&catalog, now));
            OwnTicket { visit_day, ..own_ticket(ticket, None, false) }
        }));
    }
    if which.for_reservation {
        let tickets: Vec<TicketRow> = held.iter().map(|held| held.ticket.clone()).collect();
        let mut reservable = reservation::reservable(app, &signed_in.visitor, &tickets).await?;
        held.retain_mut(|held| match reservable.remove(&held.ticket.id) {
            Some(sites) => {
                held.reservation_sites = sites;
                true
            }
            None => false,
        });
    }
    Ok(held)
}

/// The tickets of an account that can be upgraded to a pass.
pub async fn upgradable(app: &App, signed_in: &SignedIn) -> Result<Vec<OwnTicket>> {
    let all = Which {
        linked_passes: true,
        purchased_passes: true,
        purchased_tickets: true,
        purchased_entitlements: true,
        for_reservation: false,
    };
    let mut held = tickets(app, signed_in, all).await?;
    let rows = held.iter().map(|held| held.ticket.clone()).collect();
    let upgradable = upgrade::upgradable(app, &signed_in.visitor, rows).await?;
    held.retain(|held| upgradable.contains(&held.ticket.id));
    Ok(held)
}

/// The ticket with this id, if it is in an order of the account or is a pass linked to the account. Revoked tickets are
/// included, so that the holder learns about the revocation.
///
/// # Errors
/// [`Error::NotFound`] for any other ticket.
pub async fn ticket(app: &App, signed_in: &SignedIn, id: &str) -> Result<(TicketRow, Option<String>)> {
    let db = app.db.read();
    let found = ticket::by_ids(db, &[id.to_owned()]).await?.pop().ok_or(Error::NotFound)?;
    let order = match &found.order_id {
        Some(order_id) => store::of_account_by_id(db, &signed_in.account_id, order_id).await?,
        None => None,
    };
    match order {
        Some(order) => Ok((ticket::with_recipient(db, found).await?, Some(order.number))),
        None if pass::is_linked(app, signed_in, id).await? => Ok((found, None)),
        None => Err(Error::NotFound),
    }
}
