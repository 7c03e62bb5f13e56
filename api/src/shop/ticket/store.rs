//! All SQL of tickets.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::{Column, Entity, Model, passholder};
use crate::error::Result;
use crate::kernel::time::Instant;

pub async fn insert(tx: &impl ConnectionTrait, tickets: Vec<Model>) -> Result<()> {
    // SQLite binds at most 32,766 values in a statement.
    for batch in tickets.chunks(1_000) {
        Entity::insert_many(batch.iter().cloned().map(IntoActiveModel::into_active_model))
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The tickets of an order that the caller owns.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::OrderId.eq(order_id)).order_by_asc(Column::Position).all(db).await?)
}

/// The tickets of orders that the caller owns.
pub async fn of_orders(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::OrderId.is_in(order_ids)).all(db).await?)
}

/// A ticket by the code on it: whoever holds the code holds the ticket.
pub async fn by_media_code(db: &impl ConnectionTrait, media_code: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::MediaCode.eq(media_code)).one(db).await?)
}

/// The order lines with tickets that are still to be used: for what has begun already, nothing can be withdrawn any more.
pub async fn lines_to_come(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<String>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::OrderLineId)
        .distinct()
        .filter(Column::OrderLineId.is_not_null())
        .filter(Column::StartsAt.gt(now))
        .filter(Column::Revoked.eq(false))
        .into_tuple()
        .all(db)
        .await?)
}

/// How many tickets were issued for each order line.
pub async fn counts(db: &impl ConnectionTrait) -> Result<HashMap<String, i64>> {
    let mut counts = HashMap::new();
    let of_lines = Entity::find().filter(Column::OrderLineId.is_not_null());
    let lines: Vec<String> = of_lines.select_only().column(Column::OrderLineId).into_tuple().all(db).await?;
    for line in lines {
        *counts.entry(line).or_default() += 1;
    }
    Ok(counts)
}

/// Tickets by their ids.
pub async fn by_ids(db: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.is_in(ids)).order_by_asc(Column::MediaCode).all(db).await?)
}

/// Whom passes are for, by their ids.
pub async fn holders(
    db: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = &str>,
) -> Result<HashMap<String, passholder::Model>> {
    let rows = passholder::Entity::find().filter(passholder::Column::Id.is_in(ids)).all(db).await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// Writes passholders: new ones, and those who are known with what was said of them last.
pub async fn write_holders(tx: &impl ConnectionTrait, holders: Vec<passholder::Model>) -> Result<()> {
    for row in holders {
        let known = passholder::Entity::find_by_id(row.id.as_str()).one(tx).await?.is_some();
        let row = row.into_active_model();
        if known {
            passholder::Entity::update(row.reset_all()).exec_without_returning(tx).await?;
        } else {
            passholder::Entity::insert(row).exec_without_returning(tx).await?;
        }
    }
    Ok(())
}
