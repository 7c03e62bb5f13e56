//! All SQL of tickets.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder};

use super::entity::{Column, Entity, Model};
use crate::error::Result;

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

/// A ticket by the code on it: whoever holds the code holds the ticket.
pub async fn by_media_code(db: &impl ConnectionTrait, media_code: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::MediaCode.eq(media_code)).one(db).await?)
}

/// Compares the tickets of each order with how many it should have.
pub async fn doctor(db: &impl ConnectionTrait, expected: &HashMap<String, usize>) -> Result<Vec<String>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for ticket in Entity::find().all(db).await? {
        *counts.entry(ticket.order_id).or_default() += 1;
    }
    let mut findings: Vec<String> = expected
        .iter()
        .filter(|(order, expected)| counts.get(*order).copied().unwrap_or(0) != **expected)
        .map(|(order, expected)| format!("order {order} should have {expected} tickets"))
        .collect();
    findings.sort();
    Ok(findings)
}
