//! Releasing claims that a change no longer needs, and claims whose hold has expired. The worker releases expired
//! claims. When a stock is full, a new claim first releases the expired claims of that stock.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, LockBehavior};
use sea_orm::{Condition, ConnectionTrait, QueryOrder, QuerySelect};

use super::entity::{claim, stock};
use super::rules::StockKey;
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use midway_kernel::time::Instant;

/// Whether any claim has expired. It only reads, so that an idle worker never writes.
pub async fn has_expired(db: &impl ConnectionTrait, now: Instant) -> Result<bool> {
    Ok(claim::Entity::find().filter(is_expired(now)).limit(1).one(db).await?.is_some())
}

/// Releases up to `limit` expired claims and returns how many it released. Only the worker calls it. It never waits for
/// a lock: it leaves out what another transaction has locked, until its next call.
pub async fn release_expired(tx: &impl ConnectionTrait, now: Instant, limit: u64) -> Result<u64> {
    let mut rows = claim::Entity::find()
        .filter(is_expired(now))
        .order_by_asc(claim::Column::HeldUntil)
        .limit(limit)
        .all(tx)
        .await?;
    rows.sort_by(|one, other| (&one.stock_key, &one.line_id).cmp(&(&other.stock_key, &other.line_id)));
    let mut released = 0;
    for row in &rows {
        let stock = stock::Entity::find_by_id(row.stock_key.clone());
        if stock.lock_with_behavior(ROW_LOCK, LockBehavior::SkipLocked).one(tx).await?.is_some()
            && lock_if_free(tx, row).await?
        {
            remove(tx, row).await?;
            released += 1;
        }
    }
    Ok(released)
}

/// Releases the expired claims on one stock. The other claims of their lines stay until they are needed or the worker
/// releases them: locking other keys here would break the key order. A claim that another transaction has locked stays
/// too, because that transaction may wait for this stock.
pub async fn release_expired_of(tx: &impl ConnectionTrait, key: &StockKey, now: Instant) -> Result<()> {
    let expired =
        claim::Entity::find().filter(is_expired(now)).filter(claim::Column::StockKey.eq(key.clone())).all(tx).await?;
    if expired.is_empty() {
        return Ok(());
    }
    stock::Entity::find_by_id(key.clone()).lock(ROW_LOCK).one(tx).await?;
    for row in &expired {
        if lock_if_free(tx, row).await? {
            remove(tx, row).await?;
        }
    }
    Ok(())
}

/// Locks a claim. Returns false at once if another transaction has locked it.
async fn lock_if_free(tx: &impl ConnectionTrait, row: &claim::Model) -> Result<bool> {
    let key = (row.owner_id.clone(), row.line_id.clone(), row.stock_key.clone());
    let free = claim::Entity::find_by_id(key).lock_with_behavior(ROW_LOCK, LockBehavior::SkipLocked);
    Ok(free.one(tx).await?.is_some())
}

pub fn is_expired(now: Instant) -> Condition {
    Condition::all()
        .add(claim::Column::HeldUntil.lte(now))
        .add(claim::Column::Pinned.eq(false))
        .add(claim::Column::Sold.eq(false))
}

/// Removes an unsold claim and returns its units to the stock. The stock is locked before the claim, in the same order
/// as when a claim is made, to avoid a deadlock.
pub async fn release(tx: &impl ConnectionTrait, row: &claim::Model) -> Result<()> {
    stock::Entity::find_by_id(row.stock_key.clone()).lock(ROW_LOCK).one(tx).await?;
    remove(tx, row).await
}

/// Removes an unsold claim whose stock is locked, and returns its units to the stock. Only the transaction that deletes
/// the row returns them, so they are returned once.
async fn remove(tx: &impl ConnectionTrait, row: &claim::Model) -> Result<()> {
    let removed = claim::Entity::delete_many()
        .filter(claim::Column::OwnerId.eq(row.owner_id.as_str()))
        .filter(claim::Column::LineId.eq(row.line_id.as_str()))
        .filter(claim::Column::StockKey.eq(row.stock_key.clone()))
        .filter(claim::Column::HeldUntil.eq(row.held_until))
        .filter(claim::Column::Pinned.eq(row.pinned))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    if removed.rows_affected == 1 {
        return_units(tx, stock::Column::Claimed, &row.stock_key, row.quantity).await?;
    }
    Ok(())
}

/// Subtracts `quantity` from the claimed or sold units (`from`). If the operator lowered the capacity (`offered`) below
/// the number of units that were already taken, `capacity` stays higher than `offered` for a time. This statement then
/// lowers it too, so that the returned units are not sold again.
pub async fn return_units(tx: &impl ConnectionTrait, from: stock::Column, key: &StockKey, quantity: i64) -> Result<()> {
    let in_use = || Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold)).sub(quantity);
    let offered = || Expr::col(stock::Column::Offered);
    stock::Entity::update_many()
        .col_expr(from, Expr::col(from).sub(quantity))
        .col_expr(stock::Column::Capacity, Expr::case(in_use().gt(offered()), in_use()).finally(offered()).into())
        .filter(stock::Column::Key.eq(key.clone()))
        .exec(tx)
        .await?;
    Ok(())
}
