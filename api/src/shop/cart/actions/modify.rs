//! Changing quantities, removing lines, emptying the cart.

use sea_orm::DatabaseTransaction;

use super::{claim, claims_of, current_id, gone, hold_of, lock_open, save_change, settle};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::Visitor;
use crate::kernel::time::Instant;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::line::CartLine;
use crate::shop::cart::rules::{self, Hold};
use crate::shop::catalog::Catalog;
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
/// [`Error::NotFound`] for a line that is not in this visitor's cart; a refusal outside the variant's bounds or when places are
/// gone; a conflict while the cart is being paid for.
pub async fn modify(app: &App, visitor: &Visitor, changes: Vec<LineChange>) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let mut changed = Vec::with_capacity(changes.len());
    for change in last_words(changes) {
        let line = cart.lines.iter_mut().find(|line| line.id == change.line_id).ok_or(Error::NotFound)?;
        if change.quantity > 0 && change.quantity != line.quantity {
            let (_, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
            rules::within_bounds(variant, change.quantity)?;
        }
        line.quantity = change.quantity;
        changed.push(line.clone());
    }
    cart.lines.retain(|line| line.quantity > 0);
    settle(&catalog, &mut cart, &used, now)?;
    change(&tx, &catalog, cart, &changed, hold, now).await?;
    tx.commit().await.map_err(Error::from)
}

/// The last word on a line counts, as it would if they came one after the other.
fn last_words(changes: Vec<LineChange>) -> Vec<LineChange> {
    let mut last: Vec<LineChange> = Vec::with_capacity(changes.len());
    for change in changes {
        last.retain(|other| other.line_id != change.line_id);
        last.push(change);
    }
    last
}

/// Writes a cart of which these lines have changed, and lets them hold what they now need.
pub(super) async fn change(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    cart: Cart,
    changed: &[CartLine],
    hold: Hold,
    now: Instant,
) -> Result<()> {
    let claims = claims_of(catalog, changed)?;
    let holding = inventory::holding(tx, &cart.id).await?;
    save_change(tx, cart, hold, holding.is_limited_with(&claims, now), now).await?;
    claim(tx, holding, changed, &claims, hold, now).await
}

/// Empties the cart and gives its places back. A visitor without a cart has an empty one already.
pub async fn clear(app: &App, visitor: &Visitor) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Ok(()) };
    let emptied: Vec<CartLine> = cart.lines.drain(..).map(|line| CartLine { quantity: 0, ..line }).collect();
    change(&tx, &catalog, cart, &emptied, rules::renewed(None, catalog.settings(), now), now).await?;
    tx.commit().await.map_err(Error::from)
}
