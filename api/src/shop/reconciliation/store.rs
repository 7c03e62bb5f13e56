//! All SQL of reconciliations.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel, Iterable, QueryOrder, QuerySelect};

use super::entity::{Column, DayResult, Entity, Model};
use crate::error::Result;
use midway_kernel::time::Instant;

/// Stores the result of a day, in place of an earlier one.
pub async fn keep(db: &impl ConnectionTrait, row: Model) -> Result<()> {
    let others = Column::iter().filter(|column| !matches!(column, Column::Day));
    let in_place = OnConflict::column(Column::Day).update_columns(others).to_owned();
    Entity::insert(row.into_active_model()).on_conflict(in_place).exec_without_returning(db).await?;
    Ok(())
}

/// Notes that a day with another result than `Unanswered` was tried now. Returns false for any other day.
pub async fn try_again_later(db: &impl ConnectionTrait, day: NaiveDate, now: Instant) -> Result<bool> {
    let noted = Entity::update_many()
        .col_expr(Column::MadeAt, Expr::value(now))
        .filter(Column::Day.eq(day))
        .filter(Column::Result.ne(DayResult::Unanswered))
        .exec(db)
        .await?;
    Ok(noted.rows_affected > 0)
}

/// The days from `since` on that have a result.
pub async fn days_since(db: &impl ConnectionTrait, since: NaiveDate) -> Result<Vec<NaiveDate>> {
    let days = Entity::find().filter(Column::Day.gte(since)).select_only().column(Column::Day);
    Ok(days.into_tuple().all(db).await?)
}

/// The latest days, the last one first.
pub async fn latest(db: &impl ConnectionTrait, count: u64) -> Result<Vec<Model>> {
    Ok(Entity::find().order_by_desc(Column::Day).limit(count).all(db).await?)
}

/// The days from `since` on that do not agree, the first one first.
pub async fn open_since(db: &impl ConnectionTrait, since: NaiveDate) -> Result<Vec<Model>> {
    let open = Entity::find().filter(Column::Day.gte(since)).filter(Column::Result.ne(DayResult::Agrees));
    Ok(open.order_by_asc(Column::Day).all(db).await?)
}
