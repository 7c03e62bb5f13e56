//! Changes of a confirmed reservation: moving it to a different time, and cancelling it.

use super::add_ons::is_add_on;
use super::claims::{draws, refusal_of, visit_of};
use super::entity::{Model, ReservationState, Visit};
use super::limits::CHANGES;
use super::refusals::{TIME_CLOSED, TOO_LATE};
use super::rules::{self};
use super::{emails, lookup, store, tickets};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::{self, CartLine};
use crate::shop::inventory;
use crate::shop::performance;
use midway_catalog::Catalog;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Moves a confirmed reservation to a different entry time of its park, or changes its number of friends, in one
/// transaction: the old places are released only if the new places are claimed. Add-ons are not changed.
///
/// # Errors
/// [`Error::NotFound`] for a reservation of a different visitor; a refusal when it is too late, or when the new visit
/// cannot be reserved; [`Error::TooMany`] over the limit.
pub async fn move_to(app: &App, visitor: &Visitor, id: &str, to: &PerformanceId, friends: u32) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let account_id = visitor.session().await?.account_id;
    let (tx, mut row) = lock_changeable(app, visitor, id, now).await?;
    let Some(before) = row.visit.clone() else { return Err(Error::NotFound) };
    let property = catalog.property(&before.property_id).ok_or_else(|| Refusal::new(TIME_CLOSED))?;
    let add_ons_for = has_dated_add_ons(&tx, &catalog, &row).await?.then(|| before.day_of_add_ons());
    let visit = Visit { add_ons_for, ..visit_of(&catalog, property, to, friends, now)? };
    if (&visit.performance_id, visit.friends) == (&before.performance_id, before.friends) {
        return Ok(());
    }
    let found = performance::find(&catalog, to).ok_or_else(|| Refusal::new(TIME_CLOSED))?;
    tickets::redistribute_benefits(&tx, (&catalog, now), &mut row, (property, visit.date), account_id.as_deref())
        .await?;
    let draws = draws(&tx, &catalog, property, &row, (&found, friends), now).await?;
    inventory::exchange(&tx, row.owner(), &row.id, &draws, now).await?.map_err(|shortage| refusal_of(&shortage))?;
    row.visit = Some(visit);
    row.changes += 1;
    emails::queue_move_email(&tx, &app.catalog.current(), &row, before, now).await?;
    store::save(&tx, row).await?;
    tx.commit().await.map_err(Error::from)
}

/// Whether add-ons for a particular day were bought with the visit.
async fn has_dated_add_ons(tx: &Transaction, catalog: &Catalog, row: &Model) -> Result<bool> {
    let (Some(_), Some(cart_id)) = (&row.order_id, &row.cart_id) else { return Ok(false) };
    let Some(cart) = cart::find_cart(tx, cart_id).await? else { return Ok(false) };
    let is_dated = |line: &CartLine| is_add_on(catalog, row, line) && line.all_performances().next().is_some();
    Ok(cart.lines.iter().any(is_dated))
}

/// Cancels a confirmed reservation: its places become free, its tickets can be used for another visit, and its used
/// benefits are restored. The order of its add-ons stays valid.
///
/// # Errors
/// [`Error::NotFound`] for a reservation of a different visitor; a refusal when it is too late; [`Error::TooMany`] over
/// the limit.
pub async fn cancel(app: &App, visitor: &Visitor, id: &str) -> Result<()> {
    let now = app.clock.now();
    let (tx, mut row) = lock_changeable(app, visitor, id, now).await?;
    // Nothing is claimed, so no shortage is possible.
    let _ = inventory::exchange(&tx, row.owner(), &row.id, &[], now).await?;
    row.state = ReservationState::Cancelled;
    row.cancelled_at = Some(now);
    row.changes += 1;
    emails::queue_email(&tx, &app.catalog.current(), &row, emails::About::Cancelled, now).await?;
    store::save(&tx, row).await?;
    tx.commit().await.map_err(Error::from)
}

async fn lock_changeable(app: &App, visitor: &Visitor, id: &str, now: Instant) -> Result<(Transaction, Model)> {
    let found = lookup::one(app, visitor, id).await?;
    visitor.attempt(CHANGES).await?;
    let tx = app.db.begin().await?;
    let row = store::lock(&tx, &found.id).await?.ok_or(Error::NotFound)?;
    match rules::is_changeable(&row, app.catalog.current().settings(), now) {
        true => Ok((tx, row)),
        false => Err(Refusal::new(TOO_LATE).into()),
    }
}
