//! Changing quantities, removing lines, emptying the cart.

use super::{claim_lines, current_id, finish_change, gone, hold_of, lock_open};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::entity::line;
use crate::shop::cart::rules;
use crate::shop::cart::store;

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
    let Some(cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let hold = rules::renewed(hold_of(&cart.row), catalog.settings(), now);
    let mut changed: Vec<line::Model> = Vec::new();
    for change in changes {
        let known = cart.lines.iter().find(|line| line.id == change.line_id);
        let line = known.ok_or(Error::NotFound)?;
        if change.quantity > 0 && change.quantity != line.count() {
            let (_, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
            rules::within_bounds(variant, change.quantity)?;
        }
        // The last word on a line counts, as it would if they came one after the other.
        changed.retain(|other| other.id != line.id);
        changed.push(line::Model { quantity: i64::from(change.quantity), ..line.clone() });
    }
    claim_lines(&tx, &catalog, &cart.row.id, &changed.iter().collect::<Vec<_>>(), hold, now).await?;
    for line in &changed {
        if line.quantity == 0 {
            store::delete_line(&tx, &line.id).await?;
        } else {
            store::update_line(&tx, line).await?;
        }
    }
    finish_change(&tx, cart.row, hold, false, now).await?;
    tx.commit().await.map_err(Error::from)
}

/// Empties the cart and gives its places back. A visitor without a cart has an empty one already.
pub async fn clear(app: &App, visitor: &Visitor) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Ok(()) };
    let emptied: Vec<line::Model> = cart.lines.iter().map(|it| line::Model { quantity: 0, ..it.clone() }).collect();
    let hold = rules::renewed(None, catalog.settings(), now);
    claim_lines(&tx, &catalog, &cart.row.id, &emptied.iter().collect::<Vec<_>>(), hold, now).await?;
    for line in &cart.lines {
        store::delete_line(&tx, &line.id).await?;
    }
    cart.row.version += 1;
    cart.row.first_claimed_at = None;
    cart.row.held_until = None;
    cart.row.changed_at = now;
    store::save(&tx, cart.row).await?;
    tx.commit().await.map_err(Error::from)
}
