//! Taking the places of a cart again after its hold ran out.

use super::{current_id, find_cart, hold_again, lock_open, lost_lines};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::entity::cart::CartState;
use crate::shop::inventory;

/// Claims again what has run out, all of it or nothing: what is gone stays in the cart, unheld, until the shopper decides, and
/// no payment of it begins. A cart that is being paid for, or that holds all it needs, is left alone.
pub async fn revise(app: &App, visitor: &Visitor) -> Result<()> {
    let now = app.clock.now();
    let Some(cart_id) = current_id(app, visitor).await? else { return Ok(()) };
    let Some(found) = find_cart(app.db.read(), &cart_id).await? else { return Ok(()) };
    if found.state != CartState::Open {
        return Ok(());
    }
    let catalog = app.catalog.current();
    // The hold that a later change renewed does not speak for lines whose own had run out before.
    let holding = inventory::holding(app.db.read(), &cart_id).await?;
    let holds_all = lost_lines(&catalog, &found.lines, &holding, now).is_ok_and(|(lost, _)| lost.is_empty());
    if holds_all && found.held_until.is_none_or(|until| now < until) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    let Some(cart) = lock_open(&tx, Some(cart_id)).await? else { return Ok(()) };
    match hold_again(&tx, &catalog, &cart, now).await {
        Ok(()) => tx.commit().await.map_err(Error::from),
        // The transaction goes back.
        Err(Error::Refused(_)) => Ok(()),
        Err(other) => Err(other),
    }
}
