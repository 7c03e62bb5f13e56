//! All SQL of the cart.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect, SqlErr};

use super::entity::{cart, line};
use crate::error::{AGAIN, Error, Result};
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
pub fn new_cart(id: String, account_id: Option<String>, now: Instant) -> cart::Model {
    cart::Model {
        id,
        account_id,
        version: 1,
        state: cart::CartState::Open,
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

/// # Errors
/// [`Error::Conflict`] when the account got a cart in another browser at this moment (`cart_one_per_account`).
pub async fn insert(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    cart::Entity::insert(row.into_active_model()).exec_without_returning(tx).await.map_err(one_per_account)?;
    Ok(())
}

fn one_per_account(error: DbErr) -> Error {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => Error::Conflict(AGAIN),
        _ => error.into(),
    }
}

/// The cart of an account, unless it has become an order. There is one at most.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find()
        .filter(cart::Column::AccountId.eq(account_id))
        .filter(cart::Column::State.ne(cart::CartState::Ordered))
        .one(db)
        .await?)
}

/// Moves all lines of one cart to another, behind the `position`s that are there.
pub async fn move_lines(tx: &impl ConnectionTrait, from: &str, to: &str, behind: i32) -> Result<()> {
    line::Entity::update_many()
        .col_expr(line::Column::CartId, Expr::value(to))
        .col_expr(line::Column::Position, Expr::col(line::Column::Position).add(behind))
        .filter(line::Column::CartId.eq(from))
        .exec(tx)
        .await?;
    Ok(())
}

/// Writes a cart that was locked in this transaction.
pub async fn save(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    cart::Entity::update(row.into_active_model().reset_all()).exec(tx).await.map_err(one_per_account)?;
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

pub async fn lines(db: &impl ConnectionTrait, cart_id: &str) -> Result<Vec<line::Model>> {
    Ok(line::Entity::find()
        .filter(line::Column::CartId.eq(cart_id))
        .order_by_asc(line::Column::Position)
        .all(db)
        .await?)
}

pub async fn insert_line(tx: &impl ConnectionTrait, row: line::Model) -> Result<()> {
    line::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

pub async fn update_line(tx: &impl ConnectionTrait, row: &line::Model) -> Result<()> {
    line::Entity::update(row.clone().into_active_model().reset_all()).exec(tx).await?;
    Ok(())
}

pub async fn delete_line(tx: &impl ConnectionTrait, id: &str) -> Result<()> {
    line::Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}

/// The pieces in a cart, for the mini cart.
pub async fn item_count(db: &impl ConnectionTrait, cart_id: &str) -> Result<u64> {
    let quantities: Vec<i64> = line::Entity::find()
        .select_only()
        .column(line::Column::Quantity)
        .filter(line::Column::CartId.eq(cart_id))
        .into_tuple()
        .all(db)
        .await?;
    Ok(quantities.into_iter().filter_map(|quantity| u64::try_from(quantity).ok()).sum())
}

/// Carts that are wrong in themselves.
pub async fn doctor(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let orphans = line::Entity::find()
        .filter(line::Column::CartId.not_in_subquery(
            sea_orm::sea_query::Query::select().column(cart::Column::Id).from(cart::Entity).to_owned(),
        ))
        .all(db)
        .await?;
    Ok(orphans.into_iter().map(|row| format!("cart line {} belongs to no cart", row.id)).collect())
}
