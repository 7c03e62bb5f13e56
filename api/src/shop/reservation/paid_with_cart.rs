//! Reservations that are paid together with a cart: the cart owns their claims, and its order confirms them.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;

use super::actions;
use super::add_ons::{has_add_ons, is_offered};
use super::claims;
use super::entity::Model;
use super::refusals::NOT_CONFIRMED;
use super::{emails, lookup, store};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::{self, Cart, CartState, Hold};
use crate::shop::inventory::{Draw, LineClaim};
use crate::shop::ticket;
use midway_catalog::Catalog;
use midway_kernel::time::{Instant, day_in_words};

/// The locked reservation of a cart that is about to be paid.
pub struct PaidVisit {
    row: Model,
    /// The stock that the reservation needs; `None` when the cart no longer pays for it.
    draws: Option<Vec<Draw>>,
}

impl PaidVisit {
    pub fn claim(&self) -> Option<LineClaim> {
        self.draws.as_ref().map(|draws| LineClaim { line_id: self.row.id.clone(), draws: draws.clone() })
    }
}

/// The cart that an open reservation is paid with, if any. Its hold is the hold of the reservation's places.
pub async fn find_paying_cart(db: &impl ConnectionTrait, row: &Model) -> Result<Option<Cart>> {
    match row.cart_id.as_ref().filter(|_| row.is_open()) {
        Some(cart_id) => cart::find_cart(db, cart_id).await,
        None => Ok(None),
    }
}

/// An order confirms a reservation whose party is complete and for which the cart contains an add-on.
pub fn is_confirmed_by(catalog: &Catalog, row: &Model, cart: &Cart) -> bool {
    row.party.is_complete && has_add_ons(catalog, row, cart)
}

/// The reservation to which the visitor's cart belongs, and whether the cart's order will confirm it. It is the
/// reservation that the cart pays for. Otherwise it is the reservation of the session, if the cart contains a product
/// that the reservation's park offers on any day. Reservations without a visit and expired reservations are ignored.
pub async fn of_visitors_cart(app: &App, visitor: &Visitor) -> Result<Option<(Model, bool)>> {
    let Some(cart) = cart::visitors_cart(app, visitor).await? else { return Ok(None) };
    let catalog = app.catalog.current();
    let now = app.clock.now();
    let has_visit = |row: &Model| row.is_open() && row.visit.is_some() && now < row.expires_at;
    if let Some(row) = store::find_of_cart(app.db.read(), &cart.id).await?.filter(has_visit) {
        let is_confirmed = is_confirmed_by(&catalog, &row, &cart);
        return Ok(Some((row, is_confirmed)));
    }
    let of_session = lookup::current(app, visitor).await?.filter(has_visit);
    let is_bought_from = |row: &Model| cart.lines.iter().any(|line| is_offered(&catalog, row, line));
    Ok(of_session.filter(is_bought_from).map(|row| (row, false)))
}

/// The stock that the reservation of a cart needs before the cart is paid. If the cart contains no add-ons of the
/// reservation, nothing is needed, and [`save_paid_visit`] detaches the reservation. The tickets of the reservation and
/// of the cart are locked in the same order everywhere.
///
/// # Errors
/// A refusal when the visit can no longer be reserved, or when the cart contains add-ons but the reservation has
/// expired or is no longer complete. Nothing must be charged then. Unless the reason is a running upgrade
/// (`BEING_UPGRADED`), the caller must call [`detach_lost_visit`] next, so that the shopper sees the message only once.
pub async fn paid_visit(tx: &Transaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<Option<PaidVisit>> {
    let Some(row) = store::of_cart(tx, &cart.id).await? else { return Ok(None) };
    if !has_add_ons(catalog, &row, cart) {
        return Ok(Some(PaidVisit { row, draws: None }));
    }
    if let Some(visit) = row.visit.as_ref().filter(|_| !row.party.is_complete || row.expires_at <= now) {
        let refusal =
            Refusal::new(NOT_CONFIRMED).with("park", &visit.property_name).with("day", day_in_words(visit.date));
        return Err(refusal.into());
    }
    let tickets: BTreeSet<String> = row.party.ticket_ids().cloned().chain(cart::tickets_of(cart)).collect();
    ticket::lock(tx, &tickets.into_iter().collect::<Vec<String>>()).await?;
    let draws = claims::needed_draws(tx, catalog, &row, now).await?;
    Ok(Some(PaidVisit { row, draws: Some(draws) }))
}

/// Writes the reservation of a cart after its claims were made. `visit` is the result of [`paid_visit`]. If the cart no
/// longer pays for the reservation, the reservation is detached from the cart.
pub async fn save_paid_visit(tx: &Transaction, visit: PaidVisit, hold: Hold) -> Result<()> {
    let PaidVisit { mut row, draws } = visit;
    match draws {
        Some(_) => row.hold_until(hold),
        None => claims::detach(tx, &mut row).await?,
    }
    store::save(tx, row).await
}

/// Detaches the reservation of a cart after [`paid_visit`] has refused it, so that the shopper sees the message only
/// once.
pub async fn detach_lost_visit(app: &App, cart_id: &str) -> Result<()> {
    let tx = app.db.begin().await?;
    cart::lock_cart(&tx, cart_id).await?;
    if let Some(mut row) = store::of_cart(&tx, cart_id).await? {
        claims::detach(&tx, &mut row).await?;
        store::save(&tx, row).await?;
    }
    tx.commit().await.map_err(Error::from)
}

/// Confirms the reservation of a cart. Call it after the cart's order is written and its claims are sold.
pub async fn confirm(
    tx: &Transaction,
    catalog: &Catalog,
    cart_id: &str,
    (order_id, account_id): (&str, Option<&String>),
    now: Instant,
) -> Result<()> {
    let Some(row) = store::of_cart(tx, cart_id).await? else { return Ok(()) };
    let row = row.confirmed(account_id.cloned(), Some(order_id.to_owned()), now);
    emails::queue_email(tx, catalog, &row, emails::About::Confirmed, now).await?;
    store::save(tx, row).await
}

/// Makes the account's cart pay for the reservation that the guest's cart was going to pay for. Call it after the
/// guest's cart was merged into the account's cart, with both locked. If the account's cart is not open or contains no
/// add-ons of the reservation, no cart pays for the reservation afterwards. Does nothing when the guest's cart itself
/// became the account's cart.
pub async fn follow_cart(
    tx: &Transaction,
    catalog: &Catalog,
    from: &str,
    to: Option<&String>,
    now: Instant,
) -> Result<()> {
    if cart::find_cart(tx, from).await?.is_none_or(|cart| cart.account_id.is_some()) {
        return Ok(());
    }
    let Some(mut row) = store::of_cart(tx, from).await? else { return Ok(()) };
    claims::detach(tx, &mut row).await?;
    store::save(tx, row.clone()).await?;
    let cart = match to {
        Some(to) => cart::lock_cart(tx, to).await?.filter(|cart| cart.state == CartState::Open),
        None => None,
    };
    match cart.filter(|cart| has_add_ons(catalog, &row, cart)) {
        Some(cart) => {
            actions::pay_with(tx, catalog, &mut row, cart, now).await?;
            store::save(tx, row).await
        }
        None => Ok(()),
    }
}

/// The reservation that an order confirmed.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<Model>> {
    store::of_order(db, order_id).await
}
