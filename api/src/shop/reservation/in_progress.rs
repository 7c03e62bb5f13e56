//! The reservation that the visitor is making: finding and locking it, and extending the time until it expires.

use super::entity::Model;
use super::lookup::current;
use super::store;
use crate::app::App;
use crate::error::{AGAIN, Error, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::{self, CartState};
use midway_kernel::time::Instant;

/// The visitor's reservation in progress.
///
/// # Errors
/// [`Error::ReservationEnded`] when there is none, or it has expired; [`Error::NotFound`] when it is confirmed or
/// cancelled.
pub async fn find(app: &App, visitor: &Visitor) -> Result<Model> {
    let found = current(app, visitor).await?.ok_or(Error::ReservationEnded)?;
    if found.is_open() { Ok(found) } else { Err(Error::NotFound) }
}

/// The visitor's reservation in progress, locked together with the cart that pays for it. The cart is locked first, as
/// when an order is placed.
///
/// # Errors
/// The errors of [`find`]; a conflict while the reservation is being paid for, or when another call moves it to or from
/// a cart at the same time.
pub async fn lock_in_progress(app: &App, visitor: &Visitor) -> Result<(Transaction, Model)> {
    let found = find(app, visitor).await?;
    let tx = app.db.begin().await?;
    if let Some(cart_id) = &found.cart_id {
        let paying = cart::lock_cart(&tx, cart_id).await?.is_some_and(|cart| cart.state == CartState::Paying);
        if paying {
            return Err(Error::Conflict(cart::BUSY));
        }
    }
    let row = store::lock(&tx, &found.id).await?.ok_or(Error::ReservationEnded)?;
    if !row.is_open() {
        return Err(Error::NotFound);
    }
    if row.cart_id != found.cart_id {
        // Another call has just moved the reservation to or from a cart, so the wrong cart is locked.
        return Err(Error::Conflict(AGAIN));
    }
    Ok((tx, row))
}

/// Writes the reservation in progress and extends the time until it expires.
pub async fn save_and_postpone_expiry(app: &App, tx: Transaction, row: Model, now: Instant) -> Result<()> {
    let expires_at = expiry(app, now);
    store::save(&tx, Model { expires_at, ..row }).await?;
    tx.commit().await.map_err(Error::from)
}

/// When a reservation expires if the visitor changes it now: after the maximum hold time.
pub fn expiry(app: &App, now: Instant) -> Instant {
    now + chrono::Duration::minutes(i64::from(app.catalog.current().settings().max_hold_minutes))
}
