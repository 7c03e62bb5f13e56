//! All SQL of the cart.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QuerySelect};

use super::entity::cart;
use super::entity::line::Lines;
use crate::error::Result;
use crate::kernel::time::Instant;

/// A cart by its id, which only the session of its owner (or the owner's account) holds.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).one(db).await?)
}

/// The same, kept from changing by others until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

/// An empty cart, not yet written. Its first version is the one it is written with.
pub fn new_cart(id: String, now: Instant) -> cart::Model {
    cart::Model {
        id,
        account_id: None,
        version: 1,
        state: cart::CartState::Open,
        lines: Lines::default(),
        first_claimed_at: None,
        held_until: None,
        email_address: None,
        billing_address: None,
        shipping_address: None,
        delivery_method_id: None,
        payment_method_id: None,
        accept_terms: false,
        created_at: now,
        changed_at: now,
    }
}

pub async fn insert(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    cart::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// Writes a cart that was locked in this transaction.
pub async fn save(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    cart::Entity::update(row.into_active_model().reset_all()).exec(tx).await?;
    Ok(())
}

/// Moves a cart from one state to another; false when it was not in the first.
pub async fn change_state(
    tx: &impl ConnectionTrait,
    id: &str,
    from: cart::CartState,
    to: cart::CartState,
) -> Result<bool> {
    let moved = cart::Entity::update_many()
        .col_expr(cart::Column::State, Expr::value(to))
        .filter(cart::Column::Id.eq(id))
        .filter(cart::Column::State.eq(from))
        .exec(tx)
        .await?;
    Ok(moved.rows_affected == 1)
}
