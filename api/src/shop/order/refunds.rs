//! What refunds need of orders: the rows, locked, and noting what was refunded.

use std::collections::{BTreeSet, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::entity::{line, order};
use super::store;
use crate::error::Result;
use crate::platform::db::Transaction;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;

/// An order with its lines.
pub struct SoldOrder {
    pub order: order::Model,
    pub lines: Vec<line::Model>,
}

impl SoldOrder {
    /// What each line is, such as `Season Pass, Child`.
    pub fn name_of(line: &line::Model) -> String {
        crate::shop::ticket::full_name(&line.product_name, &line.variant_name, line.pass_level.as_deref())
    }
}

/// An order with its lines, locked until the transaction ends; `None` if there is no such order.
pub async fn lock_sold(tx: &Transaction, order_id: &str) -> Result<Option<SoldOrder>> {
    store::lock(tx, order_id).await?;
    sold(tx, order_id).await
}

/// An order with its lines.
pub async fn sold(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<SoldOrder>> {
    let Some(order) = store::find(db, order_id).await? else { return Ok(None) };
    Ok(Some(SoldOrder { lines: store::lines(db, order_id).await?, order }))
}

/// The lines with places at a performance, of their own or in a package or bundle, with their orders, the oldest first.
pub async fn lines_at(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Vec<(order::Model, line::Model)>> {
    // No query looks inside documents, so the lines that may have the performance are read and looked at.
    let like = format!("%{}%", id.as_str());
    let may_have = line::Column::Performances.like(like.as_str()).or(line::Column::Package.like(like.as_str()));
    let mut lines = line::Entity::find().filter(may_have).all(db).await?;
    lines.retain(|line| line.at(id).is_some());
    let ids: BTreeSet<String> = lines.iter().map(|line| line.order_id.clone()).collect();
    let ids: Vec<String> = ids.into_iter().collect();
    let mut orders: HashMap<String, order::Model> = HashMap::new();
    // SQLite binds at most 32,766 values per statement.
    for ids in ids.chunks(1_000) {
        let of_ids = order::Entity::find().filter(order::Column::Id.is_in(ids)).all(db).await?;
        orders.extend(of_ids.into_iter().map(|order| (order.id.clone(), order)));
    }
    let with_order = |line: line::Model| Some((orders.get(&line.order_id)?.clone(), line));
    let mut found: Vec<(order::Model, line::Model)> = lines.into_iter().filter_map(with_order).collect();
    found.sort_by(|(one, of_one), (other, of_other)| {
        (one.placed_at, &one.id, of_one.position).cmp(&(other.placed_at, &other.id, of_other.position))
    });
    Ok(found)
}

/// The id of the order with this number, as people type it.
pub async fn id_by_number(db: &impl ConnectionTrait, number: &str) -> Result<Option<String>> {
    let number: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    Ok(store::by_number(db, &number.to_ascii_uppercase()).await?.map(|order| order.id))
}

/// The id of the order that was placed with this payment.
pub async fn id_by_payment(db: &impl ConnectionTrait, attempt_id: &str) -> Result<Option<String>> {
    let found = order::Entity::find().filter(order::Column::AttemptId.eq(attempt_id)).one(db).await?;
    Ok(found.map(|order| order.id))
}

/// The ids and the numbers of the orders that were placed with these payments, by payment.
pub async fn placed_with_payments(
    db: &impl ConnectionTrait,
    attempt_ids: &[String],
) -> Result<HashMap<String, (String, String)>> {
    let mut found = HashMap::new();
    // SQLite binds at most 32,766 values per statement.
    for ids in attempt_ids.chunks(1_000) {
        let columns = [order::Column::AttemptId, order::Column::Id, order::Column::Number];
        let orders = order::Entity::find().filter(order::Column::AttemptId.is_in(ids)).select_only().columns(columns);
        let rows: Vec<(String, String, String)> = orders.into_tuple().all(db).await?;
        found.extend(rows.into_iter().map(|(attempt, id, number)| (attempt, (id, number))));
    }
    Ok(found)
}

/// How many units of each line are refunded, for the lines of which some are.
pub async fn refunded_units(db: &impl ConnectionTrait) -> Result<Vec<(String, i64)>> {
    let refunded = line::Entity::find().filter(line::Column::UnitsRefunded.gt(0));
    Ok(refunded.select_only().columns([line::Column::Id, line::Column::UnitsRefunded]).into_tuple().all(db).await?)
}

/// Notes how many units of a line are refunded, and how many units of limited stock are still sold to it.
pub async fn note_refunded(tx: &Transaction, line_id: &str, units_refunded: i64, units_sold: i64) -> Result<()> {
    line::Entity::update_many()
        .col_expr(line::Column::UnitsRefunded, Expr::value(units_refunded))
        .col_expr(line::Column::UnitsSold, Expr::value(units_sold))
        .filter(line::Column::Id.eq(line_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// How much of each order exchanged tickets have paid, by the order's id.
pub async fn exchange_credits(db: &impl ConnectionTrait) -> Result<Vec<(String, Money)>> {
    let orders = order::Entity::find().filter(order::Column::Exchange.is_not_null()).all(db).await?;
    Ok(orders.into_iter().map(|order| (order.id.clone(), order.exchange_credit())).collect())
}

/// The confirmation numbers of these orders.
pub async fn numbers(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<HashMap<String, String>> {
    let orders = order::Entity::find().filter(order::Column::Id.is_in(ids)).all(db).await?;
    Ok(orders.into_iter().map(|order| (order.id, order.number)).collect())
}
