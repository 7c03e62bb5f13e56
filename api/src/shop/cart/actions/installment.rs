//! Stores the choice between a payment plan and paying in full.

use super::{current_id, lock_open, with_other_payments};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::Cart;
use crate::shop::cart::installments::{NO_PLAN, installments};
use crate::shop::cart::store;

/// Stores how a cart is to be paid. The amount due today changes, so a new choice makes a new version.
///
/// # Errors
/// A refusal when no plan is available; a conflict while the cart is being paid for.
pub async fn pay_by_plan(app: &App, visitor: &Visitor, by_plan: bool) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let cart = lock_open(&tx, cart_id).await?;
    let standing = cart.as_ref().and_then(|cart| installments(&catalog, cart, now));
    if by_plan && standing.is_none_or(|standing| standing.terms.is_none()) {
        return Err(Refusal::new(NO_PLAN).into());
    }
    let Some(cart) = cart.filter(|cart| cart.pays_by_plan != Some(by_plan)) else { return Ok(()) };
    store::save(&tx, with_other_payments(Cart { pays_by_plan: Some(by_plan), ..cart }, now)).await?;
    Ok(tx.commit().await?)
}
