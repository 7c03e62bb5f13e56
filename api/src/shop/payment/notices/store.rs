//! All SQL of notices.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel};

use super::entity::{Column, Entity, Model, NoticeState};
use crate::error::Result;
use midway_kernel::time::Instant;

/// Stores a notice; false if it was stored before.
pub async fn insert(tx: &impl ConnectionTrait, row: Model) -> Result<bool> {
    let once = OnConflict::column(Column::Id).do_nothing().to_owned();
    Ok(Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await? == 1)
}

pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn set_state(db: &impl ConnectionTrait, id: &str, state: NoticeState, now: Instant) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::State, Expr::value(state))
        .col_expr(Column::HandledAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

pub async fn delete_before(db: &impl ConnectionTrait, before: Instant) -> Result<()> {
    Entity::delete_many().filter(Column::ReceivedAt.lt(before)).exec(db).await?;
    Ok(())
}
