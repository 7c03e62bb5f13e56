//! The reservation in progress: beginning it, choosing its park and entry time, and confirming it.

use std::collections::BTreeSet;

use super::add_ons::has_add_ons;
use super::claims::{detach, hold, release, visit_of};
use super::entity::{Guest, Model, Party, ReservationState};
use super::in_progress::{expiry, lock_in_progress, save_and_postpone_expiry};
use super::limits;
use super::lookup::current;
use super::refusals::{CHOOSE_PARK, CHOOSE_SITE, NOT_COMPLETE, NOT_OPEN};
use super::rules::{self, CODE_LENGTH, property_of, site_of};
use super::{emails, store, tickets};
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::{self, Cart, CartState, Hold};
use crate::shop::inventory::{self};
use midway_catalog::Catalog;
use midway_kernel::id::{PerformanceId, PropertyId};
use midway_kernel::secret::{random_code, random_id};
use midway_kernel::time::Instant;

/// Begins a reservation at the site that the visitor has chosen, or at the only site with parks. A reservation in
/// progress at this site is continued; one at a different site is ended.
///
/// # Errors
/// A refusal with one entry per invalid field, or a refusal that asks for the site; [`Error::TooMany`] for a network
/// address that began too many reservations.
pub async fn begin(app: &App, visitor: &Visitor, guest: Guest) -> Result<()> {
    let guest = rules::guest(guest)?;
    let now = app.clock.now();
    let session = visitor.session().await?;
    let catalog = app.catalog.current();
    if let Some(row) = current(app, visitor).await?.filter(Model::is_open) {
        if site_of(&catalog, session.site_id.as_ref()).is_none_or(|site| site == row.site_id) {
            return keep_guest(app, visitor, guest).await;
        }
        give_up(app, visitor, now).await?;
    }
    let site_id = site_of(&catalog, session.site_id.as_ref()).ok_or_else(|| Refusal::new(CHOOSE_SITE))?;
    let row = Model {
        id: random_id(),
        code: random_code(CODE_LENGTH),
        account_id: session.account_id,
        site_id,
        state: ReservationState::Open,
        guest,
        party: Party::default(),
        property_id: None,
        visit: None,
        visit_at: None,
        cart_id: None,
        order_id: None,
        first_claimed_at: None,
        held_until: None,
        begun_at: now,
        expires_at: expiry(app, now),
        confirmed_at: None,
        cancelled_at: None,
        changes: 0,
    };
    visitor.attempt(limits::BEGUN).await?;
    let id = row.id.clone();
    store::insert(app.db.write(), row).await?;
    visitor
        .change(|session| {
            if let Some(before) = session.reservation_id.replace(id.clone()) {
                session.proves_reservation(&before);
            }
        })
        .await
}

/// Ends the reservation in progress, because the visitor begins a new reservation at a different site.
async fn give_up(app: &App, visitor: &Visitor, now: Instant) -> Result<()> {
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    detach(&tx, &mut row).await?;
    release(&tx, &mut row, now).await?;
    store::save(&tx, Model { expires_at: now, ..row }).await?;
    tx.commit().await.map_err(Error::from)
}

/// Changes the guest of the reservation in progress.
pub async fn describe(app: &App, visitor: &Visitor, guest: Guest) -> Result<()> {
    keep_guest(app, visitor, rules::guest(guest)?).await
}

async fn keep_guest(app: &App, visitor: &Visitor, guest: Guest) -> Result<()> {
    let now = app.clock.now();
    let (tx, row) = lock_in_progress(app, visitor).await?;
    save_and_postpone_expiry(app, tx, Model { guest, ..row }, now).await
}

pub async fn choose_property(app: &App, visitor: &Visitor, id: &PropertyId) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    let property = catalog.property(id).filter(|it| it.site == row.site_id).ok_or(Error::NotFound)?;
    row.property_id = Some(property.id.clone());
    if row.visit.as_ref().is_some_and(|visit| visit.property_id != property.id) {
        release(&tx, &mut row, now).await?;
    }
    save_and_postpone_expiry(app, tx, row, now).await
}

/// Chooses the entry time and holds everything that the party needs. If anything is not available, nothing changes.
///
/// # Errors
/// A refusal, for example when the time is closed or has too few places, when one of the tickets is already booked for
/// this time, or when the party brings too many friends.
pub async fn choose_visit(app: &App, visitor: &Visitor, id: &PerformanceId, friends: u32) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let account_id = visitor.session().await?.account_id;
    let (tx, mut row) = lock_in_progress(app, visitor).await?;
    if !row.party.is_complete {
        return Err(Refusal::new(NOT_COMPLETE).into());
    }
    let property = property_of(&catalog, &row).ok_or_else(|| Refusal::new(CHOOSE_PARK))?;
    let visit = visit_of(&catalog, property, id, friends, now)?;
    tickets::redistribute_benefits(&tx, (&catalog, now), &mut row, (property, visit.date), account_id.as_deref())
        .await?;
    row.visit = Some(visit);
    hold(&tx, &catalog, &mut row, now).await?;
    save_and_postpone_expiry(app, tx, row, now).await
}

/// The result of a submit: the reservation is confirmed, or its cart must be paid first.
pub struct Submitted {
    pub confirmed: Option<Model>,
    pub proceed_to_checkout: bool,
}

/// Confirms the reservation in progress. If the cart contains add-ons for the reservation, the cart takes over its
/// claims instead, and the cart's order confirms the reservation. Submitting a confirmed reservation again changes
/// nothing.
///
/// # Errors
/// A refusal when the party is not complete, when there is no visit, when the reservation is cancelled, or when the
/// visit can no longer be reserved; a conflict while a cart of the reservation or the visitor is being paid for, or
/// when the reservation changes at the same time; [`Error::ReservationEnded`] without a reservation; [`Error::TooMany`]
/// over the limit.
pub async fn submit(app: &App, visitor: &Visitor) -> Result<Submitted> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let found = current(app, visitor).await?.ok_or(Error::ReservationEnded)?;
    match found.state {
        ReservationState::Confirmed => {
            return Ok(Submitted { confirmed: Some(found), proceed_to_checkout: false });
        }
        ReservationState::Cancelled => return Err(Refusal::new(NOT_OPEN).into()),
        ReservationState::Open => {}
    }
    visitor.attempt(limits::CHANGES).await?;
    let account_id = visitor.session().await?.account_id;
    let cart_id = cart::current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    // The cart that holds the reservation's places can differ from the visitor's current cart. Both are locked in id
    // order, as always when two carts are locked.
    let ids: BTreeSet<&String> = cart_id.iter().chain(&found.cart_id).collect();
    let mut cart = None;
    for id in ids {
        let locked = cart::lock_cart(&tx, id).await?.filter(|cart| cart.state != CartState::Ordered);
        if locked.as_ref().is_some_and(|cart| cart.state == CartState::Paying) {
            return Err(Error::Conflict(cart::BUSY));
        }
        if Some(id) == cart_id.as_ref() {
            cart = locked;
        }
    }
    let mut row = store::lock(&tx, &found.id).await?.ok_or(Error::ReservationEnded)?;
    if row.state == ReservationState::Confirmed {
        return Ok(Submitted { confirmed: Some(row), proceed_to_checkout: false });
    }
    if !row.is_open() || row.cart_id != found.cart_id {
        return Err(Error::Conflict(AGAIN));
    }
    if !row.party.is_complete {
        return Err(Refusal::new(NOT_COMPLETE).into());
    }
    hold(&tx, &catalog, &mut row, now).await?;
    if let Some(cart) = cart.filter(|cart| has_add_ons(&catalog, &row, cart)) {
        pay_with(&tx, &catalog, &mut row, cart, now).await?;
        save_and_postpone_expiry(app, tx, row, now).await?;
        return Ok(Submitted { confirmed: None, proceed_to_checkout: true });
    }
    detach(&tx, &mut row).await?;
    let holding = inventory::holding(&tx, &row.id).await?;
    inventory::sell(&tx, holding).await?;
    let confirmed = row.confirmed(account_id, None, now);
    emails::queue_email(&tx, &catalog, &confirmed, emails::About::Confirmed, now).await?;
    store::save(&tx, confirmed.clone()).await?;
    tx.commit().await?;
    Ok(Submitted { confirmed: Some(confirmed), proceed_to_checkout: false })
}

/// Moves the claims of a reservation to an open cart that the caller has locked. Both then have the same deadline. If
/// the cart was going to pay for a different reservation, that reservation gets its claims back.
pub async fn pay_with(tx: &Transaction, catalog: &Catalog, row: &mut Model, cart: Cart, now: Instant) -> Result<()> {
    if let Some(mut other) = store::of_cart(tx, &cart.id).await?.filter(|other| other.id != row.id) {
        detach(tx, &mut other).await?;
        store::save(tx, other).await?;
    }
    inventory::hand_over_line(tx, &row.id, &cart.id).await?;
    row.cart_id = Some(cart.id.clone());
    let until = row.held_until.unwrap_or(now);
    let hold = Hold { first_claimed_at: row.first_claimed_at.unwrap_or(now), until };
    row.hold_until(cart::share_hold(tx, catalog, cart, hold, now).await?);
    Ok(())
}
