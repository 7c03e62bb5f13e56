//! Sales: claims whose units are sold. They remain stored as the record of the sale.

use std::collections::{BTreeMap, HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, SelectStatement};
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::claims::{left, make_stock};
use super::entity::{claim, stock};
use super::held_claims::{HeldClaims, Shortage, sums};
use super::levels::levels;
use super::release::{release_expired_of, return_units};
use super::rules::{Draw, StockKey};
use crate::error::Result;
use midway_kernel::time::Instant;

/// Turns all claims of an owner into sales. `holding` must be read in the same transaction, while the owner is locked.
pub async fn sell(tx: &impl ConnectionTrait, holding: HeldClaims) -> Result<()> {
    let HeldClaims { owner_id, rows } = holding;
    let mut quantities: BTreeMap<StockKey, i64> = BTreeMap::new();
    for row in rows {
        *quantities.entry(row.stock_key).or_default() += row.quantity;
    }
    for (key, quantity) in quantities {
        stock::Entity::update_many()
            .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).sub(quantity))
            .col_expr(stock::Column::Sold, Expr::col(stock::Column::Sold).add(quantity))
            .filter(stock::Column::Key.eq(key))
            .exec(tx)
            .await?;
    }
    claim::Entity::update_many()
        .col_expr(claim::Column::Sold, Expr::value(true))
        .col_expr(claim::Column::Pinned, Expr::value(false))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Replaces the sold units of a line by exactly these draws, in one step. Units that are in both the old and the new
/// draws stay untouched, so that a line can move within a full stock. Without draws, all units are returned.
///
/// # Errors
/// The inner error is a [`Shortage`]. The caller must then roll back its transaction, and the line keeps its old units.
pub async fn exchange(
    tx: &impl ConnectionTrait,
    owner_id: &str,
    line_id: &str,
    draws: &[Draw],
    now: Instant,
) -> Result<Result<(), Shortage>> {
    let mut steps: BTreeMap<StockKey, (i64, Option<Draw>)> = BTreeMap::new();
    for row in sold_rows(tx, line_id).await? {
        steps.entry(row.stock_key).or_default().0 = row.quantity;
    }
    for (key, draw) in sums(draws) {
        steps.entry(key.clone()).or_default().1 = Some(draw);
    }
    for (key, (before, wanted)) in steps {
        let quantity = wanted.as_ref().map_or(0, |draw| i64::from(draw.quantity));
        if let Some(draw) = wanted.filter(|_| quantity > before)
            && !sell_more(tx, &draw, quantity - before, now).await?
        {
            let available = levels(tx, [key.clone()]).await?.get(&key).map_or(0, |level| level.left());
            let available = available.saturating_add(u32::try_from(before).unwrap_or(0));
            return Ok(Err(Shortage { line_id: line_id.to_owned(), key, left: available }));
        }
        if quantity < before {
            return_units(tx, stock::Column::Sold, &key, before - quantity).await?;
        }
        rewrite(tx, owner_id, line_id, key, (before, quantity), now).await?;
    }
    Ok(Ok(()))
}

/// Sells more units of a stock; false when too little is available.
async fn sell_more(tx: &impl ConnectionTrait, draw: &Draw, more: i64, now: Instant) -> Result<bool> {
    let sell = || {
        stock::Entity::update_many()
            .col_expr(stock::Column::Sold, Expr::col(stock::Column::Sold).add(more))
            .filter(stock::Column::Key.eq(draw.key.clone()))
            .filter(left("stock").gte(more))
            .exec(tx)
    };
    if sell().await?.rows_affected == 1 {
        return Ok(true);
    }
    if !make_stock(tx, &draw.key, draw.capacity).await? {
        release_expired_of(tx, &draw.key, now).await?;
    }
    Ok(sell().await?.rows_affected == 1)
}

/// Changes the quantity of a sold claim from `before` to `quantity`. A claim with quantity 0 has no row.
async fn rewrite(
    tx: &impl ConnectionTrait,
    owner_id: &str,
    line_id: &str,
    stock_key: StockKey,
    (before, quantity): (i64, i64),
    now: Instant,
) -> Result<()> {
    let row = || {
        Condition::all()
            .add(claim::Column::LineId.eq(line_id))
            .add(claim::Column::StockKey.eq(stock_key.clone()))
            .add(claim::Column::Sold.eq(true))
    };
    if quantity == before {
        return Ok(());
    }
    if quantity == 0 {
        claim::Entity::delete_many().filter(row()).exec(tx).await?;
    } else if before > 0 {
        let change = claim::Entity::update_many().col_expr(claim::Column::Quantity, Expr::value(quantity));
        change.filter(row()).exec(tx).await?;
    } else {
        let sold = claim::Model {
            owner_id: owner_id.to_owned(),
            line_id: line_id.to_owned(),
            stock_key,
            quantity,
            held_until: now,
            pinned: false,
            sold: true,
        };
        claim::Entity::insert(sold.into_active_model()).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// How much of each of these stocks was sold to owners that the first query selects, for lines that the second query
/// selects.
pub async fn sold_by(
    db: &impl ConnectionTrait,
    (owners, lines): (SelectStatement, SelectStatement),
    keys: &[&StockKey],
) -> Result<HashMap<StockKey, u32>> {
    let rows = claim::Entity::find()
        .filter(claim::Column::StockKey.is_in(keys.iter().map(|key| key.as_str())))
        .filter(claim::Column::OwnerId.in_subquery(owners))
        .filter(claim::Column::LineId.in_subquery(lines))
        .filter(claim::Column::Sold.eq(true))
        .all(db)
        .await?;
    let mut sold: HashMap<StockKey, u32> = HashMap::new();
    for row in rows {
        let of_key = sold.entry(row.stock_key).or_default();
        *of_key = of_key.saturating_add(u32::try_from(row.quantity).unwrap_or(u32::MAX));
    }
    Ok(sold)
}

/// The sales to a line, in key order. The `capacity` of each draw is 0, because claims do not store the capacity.
pub async fn sold_to(db: &impl ConnectionTrait, line_id: &str) -> Result<Vec<Draw>> {
    let rows = sold_rows(db, line_id).await?.into_iter();
    let draw = |row: claim::Model| Draw {
        key: row.stock_key,
        capacity: 0,
        quantity: u32::try_from(row.quantity).unwrap_or(u32::MAX),
    };
    Ok(rows.map(draw).collect())
}

async fn sold_rows(db: &impl ConnectionTrait, line_id: &str) -> Result<Vec<claim::Model>> {
    let of_line = claim::Entity::find().filter(claim::Column::LineId.eq(line_id)).filter(claim::Column::Sold.eq(true));
    Ok(of_line.order_by_asc(claim::Column::StockKey).all(db).await?)
}

/// The stocks from which units were sold to these lines. Each stock is returned with the id of its line.
pub async fn sold_to_lines(db: &impl ConnectionTrait, line_ids: HashSet<String>) -> Result<Vec<(String, StockKey)>> {
    if line_ids.is_empty() {
        return Ok(Vec::new());
    }
    let of_lines = claim::Entity::find().filter(claim::Column::LineId.is_in(line_ids));
    let sold = of_lines.filter(claim::Column::Sold.eq(true)).select_only();
    Ok(sold.columns([claim::Column::LineId, claim::Column::StockKey]).into_tuple().all(db).await?)
}

/// The number of units sold to each line, over all stocks.
pub async fn sold_units(db: &impl ConnectionTrait) -> Result<HashMap<String, i64>> {
    let mut units = HashMap::new();
    let sold = claim::Entity::find().filter(claim::Column::Sold.eq(true)).select_only();
    let rows: Vec<(String, i64)> =
        sold.column(claim::Column::LineId).column(claim::Column::Quantity).into_tuple().all(db).await?;
    for (line_id, quantity) in rows {
        *units.entry(line_id).or_default() += quantity;
    }
    Ok(units)
}
