//! Putting lines into the cart: all of them with their places, or none.

use std::collections::BTreeSet;

use sea_orm::DatabaseTransaction;

use super::{claim, claims_of, current_id, hold_of, lock_open, save_change, with_hold};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::kernel::coded::SaleFlow;
use crate::kernel::secret::random_id;
use crate::kernel::time::Instant;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::line::CartLine;
use crate::shop::cart::rules::{self, Hold, MOST_LINES, NOTHING_CHOSEN, SellableLine, TOO_MANY_LINES, WantedLine};
use crate::shop::cart::store;
use crate::shop::catalog::Catalog;
use crate::shop::inventory::{self, Holding};

/// What is to be added, and by which way the shopper came.
#[derive(Clone, Debug)]
pub struct AddLines {
    pub lines: Vec<WantedLine>,
    pub sale_flow: SaleFlow,
}

/// Adds lines. The same variant at the same performances joins the line that is there, at that line's price.
///
/// # Errors
/// A refusal when a line may not be sold or its places are gone; a conflict while the cart is being paid for.
pub async fn add(app: &App, visitor: &Visitor, request: AddLines) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if request.lines.is_empty() || request.lines.iter().any(|line| line.quantity == 0) {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    let mut sellable = Vec::with_capacity(request.lines.len());
    for wanted in &request.lines {
        sellable.push(rules::sellable(&catalog, wanted, request.sale_flow, now)?);
    }
    let cart_id = current_id(app, visitor).await?;
    let account_id = visitor.session().await?.account_id;
    let tx = app.db.begin().await?;
    let existing = lock_open(&tx, cart_id).await?;
    let is_new = existing.is_none();
    let mut cart = existing.unwrap_or_else(|| store::new_cart(random_id(), account_id, now));
    let holding = if is_new { Holding::nothing(&cart.id) } else { held(&tx, &catalog, &cart, now).await? };
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let mut touched = BTreeSet::new();
    for line in sellable {
        touched.insert(put(&mut cart, &catalog, line, request.sale_flow)?);
    }
    if cart.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    let touched: Vec<CartLine> = touched.into_iter().map(|at| cart.lines[at].clone()).collect();
    let claims = claims_of(&catalog, &touched)?;
    let is_limited = holding.is_limited_with(&claims, now);
    let cart_id = cart.id.clone();
    if is_new {
        store::insert(&tx, with_hold(cart, hold, is_limited)).await?;
    } else {
        save_change(&tx, cart, hold, is_limited, now).await?;
    }
    claim(&tx, holding, &touched, &claims, hold, now).await?;
    tx.commit().await.map_err(Error::from)?;
    if is_new {
        visitor.change(|session| session.previous_cart_id = session.cart_id.replace(cart_id)).await?;
    }
    Ok(())
}

/// What a cart holds, by its own word while its hold lives.
async fn held(tx: &DatabaseTransaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<Holding> {
    let is_alive = |hold: &Hold| now < hold.until;
    match (hold_of(cart).filter(is_alive), claims_of(catalog, cart.lines.iter())) {
        (Some(hold), Ok(claims)) => Ok(Holding::believed(&cart.id, &claims, hold.until)),
        _ => inventory::holding(tx, &cart.id).await,
    }
}

/// Joins a line to the cart's value and tells its index.
fn put(cart: &mut Cart, catalog: &Catalog, new: SellableLine<'_>, flow: SaleFlow) -> Result<usize, Refusal> {
    let same = |line: &CartLine| {
        line.variant_id == new.variant.id && line.sale_flow == flow && line.performances.0 == new.performances
    };
    if let Some(index) = cart.lines.iter().position(same) {
        let line = &mut cart.lines[index];
        line.quantity = line.quantity.saturating_add(new.quantity);
        rules::within_bounds(new.variant, line.quantity)?;
        return Ok(index);
    }
    rules::within_bounds(new.variant, new.quantity)?;
    cart.lines.push(rules::priced(catalog, new, flow));
    Ok(cart.lines.len() - 1)
}
