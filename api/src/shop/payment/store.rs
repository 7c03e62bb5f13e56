//! All SQL of payments.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::{AttemptState, Column, Entity, LostCall, Model};
use super::rules::is_allowed;
use crate::error::{Error, Result};
use crate::platform::db::ROW_LOCK;
use crate::shop::cart;
use midway_kernel::time::Instant;

/// An attempt of a cart that the caller owns.
pub async fn for_cart(db: &impl ConnectionTrait, cart_id: &str, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).filter(Column::CartId.eq(cart_id)).one(db).await?)
}

/// An attempt by its key, without checking its owner. The key must not be from a request.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The attempt at a processor whose session key begins with this text.
pub async fn of_session(db: &impl ConnectionTrait, processor: &str, prefix: &str) -> Result<Option<Model>> {
    let found = Entity::find().filter(Column::Processor.eq(processor)).filter(Column::SessionKey.starts_with(prefix));
    Ok(found.one(db).await?)
}

/// An attempt by its key, locked until the transaction ends. Like [`find`], it does not check the owner.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).lock(ROW_LOCK).one(tx).await?)
}

/// The unfinished attempts of a cart, newest first.
pub async fn unfinished_of_cart(db: &impl ConnectionTrait, cart_id: &str) -> Result<Vec<Model>> {
    use AttemptState::{Authorised, Captured, Capturing, Opened, Unknown};
    Ok(Entity::find()
        .filter(Column::CartId.eq(cart_id))
        .filter(Column::State.is_in([Opened, Authorised, Capturing, Captured, Unknown]))
        .order_by_desc(Column::OpenedAt)
        .all(db)
        .await?)
}

/// How many attempts of a cart were opened since the given time.
pub async fn opened_since(db: &impl ConnectionTrait, cart_id: &str, since: Instant) -> Result<u64> {
    let of_cart = Entity::find().filter(Column::CartId.eq(cart_id)).filter(Column::OpenedAt.gte(since));
    Ok(of_cart.count(db).await?)
}

/// Attempts in one of these states that have not changed since `before`, oldest first.
pub async fn unchanged_since(
    db: &impl ConnectionTrait,
    states: &[AttemptState],
    before: Instant,
    limit: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::State.is_in(states.iter().copied()))
        .filter(Column::ChangedAt.lt(before))
        .order_by_asc(Column::ChangedAt)
        .limit(limit)
        .all(db)
        .await?)
}

pub async fn insert(db: &impl ConnectionTrait, row: Model) -> Result<()> {
    Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// The data about a payment that a transition stores.
#[derive(Clone, Debug, Default)]
pub struct PaymentUpdate {
    pub lost_call: Option<LostCall>,
    pub reference: Option<String>,
    pub masked_card_number: Option<String>,
    pub card_brand: Option<String>,
    pub card_valid_through: Option<String>,
    pub card_token: Option<String>,
    pub message: Option<String>,
    pub submitted: Option<StoredDetails>,
}

/// What is stored of the details of a submit. The first submit stores them.
#[derive(Clone, Debug)]
pub struct StoredDetails {
    pub cardholder_name: Option<String>,
    /// Only for a card that will be saved.
    pub cardholder_address: Option<String>,
    /// The account for which the card will be saved.
    pub saved_for: Option<String>,
    /// The fingerprint of all details.
    pub submitted_with: String,
}

/// Moves an attempt along a transition if it is still in state `from`. Returns the attempt after it; `None` if another
/// process was faster.
pub async fn advance(
    db: &impl ConnectionTrait,
    id: &str,
    from: AttemptState,
    to: AttemptState,
    payment_update: PaymentUpdate,
    now: Instant,
) -> Result<Option<Model>> {
    if !is_allowed(from, to) {
        return Err(Error::Internal(format!("payment {id} may not go from {from:?} to {to:?}")));
    }
    let mut update = Entity::update_many()
        .col_expr(Column::State, Expr::value(to))
        .col_expr(Column::ChangedAt, Expr::value(now))
        .col_expr(Column::LostCall, Expr::value(payment_update.lost_call));
    // The card token stays stored unless the payment failed: the later payments of an installment plan use it.
    let has_failed = matches!(to, AttemptState::Declined | AttemptState::Failed | AttemptState::Voided);
    if has_failed || payment_update.card_token.is_some() {
        let token = payment_update.card_token.filter(|_| !has_failed);
        update = update.col_expr(Column::CardToken, Expr::value(token));
    }
    for (column, value) in [
        (Column::Reference, payment_update.reference),
        (Column::MaskedCardNumber, payment_update.masked_card_number),
        (Column::CardBrand, payment_update.card_brand),
        (Column::CardValidThrough, payment_update.card_valid_through),
        (Column::Message, payment_update.message),
    ] {
        if value.is_some() {
            update = update.col_expr(column, Expr::value(value));
        }
    }
    if let Some(submitted) = payment_update.submitted {
        update = update
            .col_expr(Column::CardholderName, Expr::value(submitted.cardholder_name))
            .col_expr(Column::CardholderAddress, Expr::value(submitted.cardholder_address))
            .col_expr(Column::SavedFor, Expr::value(submitted.saved_for))
            .col_expr(Column::SubmittedWith, Expr::value(submitted.submitted_with));
    }
    let moved = update.filter(Column::Id.eq(id)).filter(Column::State.eq(from)).exec_with_returning(db).await?;
    Ok(moved.into_iter().next())
}

/// Cancels the saving of cards for payments of an account.
pub async fn save_none_for(tx: &impl ConnectionTrait, account_id: &str) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::SavedFor, Expr::value(None::<String>))
        .col_expr(Column::CardholderAddress, Expr::value(None::<String>))
        .filter(Column::CartId.in_subquery(cart::ids_of_account(account_id)))
        .filter(Column::SavedFor.eq(account_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Counts a submit of a lender's virtual card. Returns false when all attempts of the cart together already have `most`
/// submits. The caller must hold the cart's lock.
pub async fn count_submit(tx: &impl ConnectionTrait, cart_id: &str, id: &str, most: i32) -> Result<bool> {
    let counts = Entity::find().select_only().column(Column::Submits).filter(Column::CartId.eq(cart_id));
    let counts: Vec<i32> = counts.into_tuple().all(tx).await?;
    if counts.iter().sum::<i32>() >= most {
        return Ok(false);
    }
    Entity::update_many()
        .col_expr(Column::Submits, Expr::col(Column::Submits).add(1))
        .filter(Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(true)
}

/// Deletes the card token of an attempt: the card will not be charged again.
pub async fn forget_card(db: &impl ConnectionTrait, id: &str) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::CardToken, Expr::value(None::<String>))
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Records that the worker has handled the attempt, so that the worker handles it again later, not immediately.
pub async fn record_try(db: &impl ConnectionTrait, id: &str, now: Instant) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
        .col_expr(Column::ChangedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// The attempts that were captured from `from` until before `to`, and those of that time whose capture is not settled.
pub async fn captured_between(db: &impl ConnectionTrait, from: Instant, to: Instant) -> Result<Vec<Model>> {
    use AttemptState::{Captured, Capturing, Completed, Unknown};
    let captured = Entity::find().filter(Column::State.is_in([Capturing, Captured, Completed, Unknown]));
    let captured = captured.filter(Column::ChangedAt.gte(from)).filter(Column::ChangedAt.lt(to));
    Ok(captured.order_by_asc(Column::ChangedAt).all(db).await?)
}

pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find().order_by_asc(Column::OpenedAt).all(db).await?)
}
