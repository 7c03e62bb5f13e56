//! Changing quantities, removing lines, emptying the cart.

use super::{claim_line, finish_change, hold_of, lock_open};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::rules::{self, NO_LONGER_AVAILABLE, NOT_IN_CART};
use crate::shop::cart::store;
use crate::shop::inventory;

/// One line's new quantity; 0 removes it.
#[derive(Clone, Debug)]
pub struct LineChange {
    pub line_id: String,
    pub quantity: u32,
}

/// Changes lines: all of them, or none.
///
/// # Errors
/// A refusal outside the variant's bounds or when places are gone; a conflict while the cart is being paid for.
pub async fn modify(app: &App, visitor: &Visitor, changes: Vec<LineChange>) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = visitor.session().await?.cart_id;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Refusal::new(NOT_IN_CART).into()) };
    let hold = rules::renewed(hold_of(&cart.row), catalog.settings(), now);
    for change in changes {
        let Some(line) = cart.lines.iter_mut().find(|line| line.id == change.line_id) else {
            return Err(Refusal::new(NOT_IN_CART).into());
        };
        if change.quantity == 0 {
            inventory::release_line(&tx, &line.id).await?;
            store::delete_line(&tx, &line.id).await?;
        } else if change.quantity != line.count() {
            let Some((_, variant)) = catalog.variant(&line.variant_id) else {
                return Err(Refusal::new(NO_LONGER_AVAILABLE).with("name", &line.product_name).into());
            };
            rules::within_bounds(variant, change.quantity)?;
            line.quantity = i64::from(change.quantity);
            inventory::release_line(&tx, &line.id).await?;
            claim_line(&tx, &catalog, line, hold, now).await?;
            store::update_line(&tx, line).await?;
        }
    }
    finish_change(&tx, cart.row, hold, now).await?;
    tx.commit().await.map_err(Error::from)
}

/// Empties the cart and gives its places back. A visitor without a cart has an empty one already.
pub async fn clear(app: &App, visitor: &Visitor) -> Result<()> {
    let now = app.clock.now();
    let cart_id = visitor.session().await?.cart_id;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Ok(()) };
    for line in &cart.lines {
        inventory::release_line(&tx, &line.id).await?;
        store::delete_line(&tx, &line.id).await?;
    }
    cart.row.version += 1;
    cart.row.first_claimed_at = None;
    cart.row.held_until = None;
    cart.row.changed_at = now;
    store::save(&tx, cart.row).await?;
    tx.commit().await.map_err(Error::from)
}
