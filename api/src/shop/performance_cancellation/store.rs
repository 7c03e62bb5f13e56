//! All SQL of canceled performances.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QuerySelect};

use super::entity::{Column, Entity, LeftOver, Model};
use crate::error::Result;
use crate::platform::db::{ROW_LOCK, Transaction};
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Writes a decision down if nothing was decided about its performance. Otherwise returns what was decided. Either way its row
/// is locked until the transaction ends, so that of two calls at once the second one sees what the first one has decided.
pub async fn insert_or_lock(tx: &impl ConnectionTrait, row: &Model) -> Result<Option<Model>> {
    let nothing = OnConflict::column(Column::PerformanceId).do_nothing().to_owned();
    loop {
        let insert = Entity::insert(row.clone().into_active_model()).on_conflict(nothing.clone());
        if insert.exec_without_returning(tx).await? == 1 {
            return Ok(None);
        }
        let earlier = Entity::find_by_id(row.performance_id.clone()).lock(ROW_LOCK).one(tx).await?;
        // It may have been removed in the meantime.
        if earlier.is_some() {
            return Ok(earlier);
        }
    }
}

/// Replaces what was decided before. A cancellation that has ended begins again.
pub async fn replace(tx: &impl ConnectionTrait, row: Model) -> Result<()> {
    let again = OnConflict::column(Column::PerformanceId)
        .update_columns([
            Column::Actor,
            Column::Reason,
            Column::DecidedAt,
            Column::ChoiceUntil,
            Column::MovedTo,
            Column::GoesOnAt,
            Column::DueAt,
            Column::EndedAt,
            Column::LeftOver,
        ])
        .to_owned();
    Entity::insert(row.into_active_model()).on_conflict(again).exec_without_returning(tx).await?;
    Ok(())
}

pub async fn find(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id.clone()).one(db).await?)
}

/// The cancellations that have not ended and do not wait for buyers.
pub async fn open(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<Model>> {
    let is_due = Condition::any().add(Column::GoesOnAt.is_null()).add(Column::GoesOnAt.lte(now));
    Ok(Entity::find().filter(Column::EndedAt.is_null()).filter(is_due).all(db).await?)
}

/// Whether nothing else was decided about the performance of a row since then. It stays so until the transaction ends, because
/// the row is locked. With a shared lock, several workers could keep a new decision waiting for as long as they have orders.
pub async fn is_current(tx: &Transaction, row: &Model) -> Result<bool> {
    let lasting = Entity::find_by_id(row.performance_id.clone()).lock(ROW_LOCK).one(tx).await?;
    let decision = |it: &Model| (it.decided_at, it.moved_to.clone(), it.choice_until);
    Ok(lasting.is_some_and(|other| decision(&other) == decision(row)))
}

/// A row, if nothing else was decided about its performance since then.
fn unchanged(row: &Model) -> Condition {
    let decided = Condition::all().add(Column::DecidedAt.eq(row.decided_at));
    let decided = decided.add(match row.moved_to.clone() {
        Some(to) => Column::MovedTo.eq(to),
        None => Column::MovedTo.is_null(),
    });
    let decided = decided.add(match row.choice_until {
        Some(until) => Column::ChoiceUntil.eq(until),
        None => Column::ChoiceUntil.is_null(),
    });
    decided.add(Column::PerformanceId.eq(row.performance_id.clone()))
}

/// Removes what was decided about a performance that is sold again. Returns false if something else was decided since then.
pub async fn remove(tx: &impl ConnectionTrait, row: &Model) -> Result<bool> {
    Ok(Entity::delete_many().filter(unchanged(row)).exec(tx).await?.rows_affected > 0)
}

/// Lets a cancellation wait for buyers who choose until then, with the orders that are left over now. Returns false if something
/// else was decided since then.
pub async fn wait(db: &impl ConnectionTrait, row: &Model, left_over: LeftOver, until: Instant) -> Result<bool> {
    let waiting = Entity::update_many()
        .col_expr(Column::GoesOnAt, Expr::value(until))
        .col_expr(Column::DueAt, Expr::value(until))
        .col_expr(Column::EndedAt, Expr::value(None::<Instant>))
        .col_expr(Column::LeftOver, Expr::value(left_over))
        .filter(unchanged(row))
        .exec(db)
        .await?;
    Ok(waiting.rows_affected > 0)
}

/// Lets a worker go on with a cancellation or a move then, unless something else was decided since then.
pub async fn try_again(db: &impl ConnectionTrait, row: &Model, at: Instant) -> Result<()> {
    let again = Entity::update_many().col_expr(Column::GoesOnAt, Expr::value(at));
    again.filter(unchanged(row)).exec(db).await?;
    Ok(())
}

/// The cancellations that were decided since then, or whose buyers could choose since then.
pub async fn decided_since(db: &impl ConnectionTrait, since: Instant) -> Result<Vec<Model>> {
    let is_recent = Condition::any().add(Column::DecidedAt.gte(since)).add(Column::ChoiceUntil.gte(since));
    Ok(Entity::find().filter(is_recent).all(db).await?)
}

pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find().all(db).await?)
}

/// Ends a cancellation, with the orders that are left over now. Returns false if something else was decided since then.
pub async fn end(db: &impl ConnectionTrait, row: &Model, left_over: LeftOver, now: Instant) -> Result<bool> {
    let ended = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(now))
        .col_expr(Column::LeftOver, Expr::value(left_over))
        .filter(unchanged(row))
        .exec(db)
        .await?;
    Ok(ended.rows_affected > 0)
}
