//! Extends the hold at the shopper's request.

use super::{claim, current_id, live_hold_of, lock_open, with_hold};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::rules::{HOLD_OVER, Hold, renewed, together};
use crate::shop::cart::store;
use crate::shop::inventory;
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// Extends the hold on a cart's places, within the maximum hold. The lines and the version stay the same.
///
/// # Errors
/// A refusal when the hold has expired; a conflict while the cart is being paid for.
pub async fn extend(app: &App, visitor: &Visitor) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(cart) = lock_open(&tx, cart_id).await? else { return Err(Refusal::new(HOLD_OVER).into()) };
    let Some(held) = live_hold_of(&cart, now) else { return Err(Refusal::new(HOLD_OVER).into()) };
    let hold = renewed(Some(held), catalog.settings(), now);
    let holding = inventory::holding(&tx, &cart.id).await?;
    let cart = store::lines_update(with_hold(cart, hold, true));
    claim(&tx, Some(cart), holding, &[], &[], hold, now).await?;
    tx.commit().await.map_err(Error::from)
}

/// Gives all claims of an open cart, locked in this transaction, one common deadline, after claims with the given
/// `hold` were moved to it. Returns the combined hold.
pub async fn share_hold(tx: &Transaction, catalog: &Catalog, cart: Cart, hold: Hold, now: Instant) -> Result<Hold> {
    let hold = live_hold_of(&cart, now).map_or(hold, |own| together(own, hold, catalog.settings()));
    let holding = inventory::holding(tx, &cart.id).await?;
    let cart = store::lines_update(with_hold(cart, hold, true));
    claim(tx, Some(cart), holding, &[], &[], hold, now).await?;
    Ok(hold)
}
