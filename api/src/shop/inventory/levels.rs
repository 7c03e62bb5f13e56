//! How much of a stock is taken, and its capacity.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{Condition, ConnectionTrait, JoinType, QuerySelect, QueryTrait, Select};

use super::entity::{claim, stock};
use super::release::is_expired;
use super::rules::{Level, StockKey};
use crate::error::Result;
use midway_kernel::time::Instant;

/// How much of these stocks is taken. A stock without a row is unused and absent from the result.
pub async fn levels(
    db: &impl ConnectionTrait,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<HashMap<StockKey, Level>> {
    let keys: BTreeSet<StockKey> = keys.into_iter().collect();
    // Query one index range per series, from the first to the last requested key. A calendar month with hundreds of
    // keys then needs only a few ranges. Unused stocks have no rows, so a range contains few other rows.
    let mut ranges: BTreeMap<&str, (&StockKey, &StockKey)> = BTreeMap::new();
    for key in &keys {
        ranges.entry(key.series()).and_modify(|(_, last)| *last = key).or_insert((key, key));
    }
    let mut levels = HashMap::new();
    let ranges: Vec<_> = ranges.into_values().collect();
    // SQLite binds at most 32,766 values per statement and nests at most a thousand conditions.
    for batch in ranges.chunks(500) {
        let within = batch.iter().fold(Condition::any(), |any, (first, last)| {
            any.add(stock::Column::Key.between((*first).clone(), (*last).clone()))
        });
        for row in stock::Entity::find().filter(within).all(db).await? {
            let level = Level {
                capacity: u32::try_from(row.capacity).unwrap_or(0),
                taken: u32::try_from(row.claimed + row.sold).unwrap_or(u32::MAX),
            };
            levels.insert(row.key, level);
        }
    }
    Ok(levels)
}

/// The keys with one of these prefixes whose stock has sold units, or claimed units whose hold has not expired.
pub async fn taken(db: &impl ConnectionTrait, prefixes: &[String], now: Instant) -> Result<HashSet<StockKey>> {
    if prefixes.is_empty() {
        return Ok(HashSet::new());
    }
    Ok(in_use(prefixes, now).into_tuple().all(db).await?.into_iter().collect())
}

/// The sold units of a stock, and the claimed units whose hold has not expired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub sold: u32,
    pub held: u32,
}

/// How much is sold and held of each stock with one of these prefixes; only stocks of which anything is.
pub async fn units_taken(
    db: &impl ConnectionTrait,
    prefixes: &[String],
    now: Instant,
) -> Result<BTreeMap<StockKey, Taken>> {
    let rows: Vec<(StockKey, i64, i64)> =
        in_use(prefixes, now).column(stock::Column::Sold).column_as(held(), "held").into_tuple().all(db).await?;
    let units = |number: i64| u32::try_from(number).unwrap_or(0);
    Ok(rows.into_iter().map(|(key, sold, held)| (key, Taken { sold: units(sold), held: units(held) })).collect())
}

/// Selects the keys of stocks with sold units, or with claimed units whose hold has not expired.
fn in_use(prefixes: &[String], now: Instant) -> Select<stock::Entity> {
    let expired = claim::Entity::find()
        .select_only()
        .column(claim::Column::StockKey)
        .column_as(claim::Column::Quantity.sum(), "units")
        .filter(is_expired(now))
        .filter(begins_with(&Expr::col((claim::Entity, claim::Column::StockKey)), prefixes))
        .group_by(claim::Column::StockKey)
        .into_query();
    let mut stocks = stock::Entity::find()
        .select_only()
        .column(stock::Column::Key)
        .filter(begins_with(&Expr::col((stock::Entity, stock::Column::Key)), prefixes))
        .filter(held().add(Expr::col(stock::Column::Sold)).gt(0));
    let same_key = Expr::col(("expired", "stock_key")).equals((stock::Entity, stock::Column::Key));
    QuerySelect::query(&mut stocks).join_subquery(JoinType::LeftJoin, expired, "expired", same_key);
    stocks
}

/// The claimed units of a stock whose hold has not expired, in the query of [`in_use`].
fn held() -> Expr {
    let expired = Expr::col(("expired", "units")).if_null(0).cast_as("bigint");
    Expr::col((stock::Entity, stock::Column::Claimed)).sub(expired)
}

/// Selects keys with one of these prefixes as ranges of the index. A prefix must end with `/` or `:`. The end of a
/// range is the prefix with its last character replaced by the next ASCII character.
fn begins_with(column: &Expr, prefixes: &[String]) -> Condition {
    prefixes.iter().fold(Condition::any(), |any, prefix| {
        let (before, last) = prefix.split_at(prefix.len() - 1);
        let after = format!("{before}{}", if last == "/" { '0' } else { ';' });
        any.add(column.clone().gte(prefix.as_str()).and(column.clone().lt(after)))
    })
}

/// Which of these stocks have sales.
pub async fn with_sales(
    db: &impl ConnectionTrait,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<HashSet<StockKey>> {
    let rows =
        stock::Entity::find().filter(stock::Column::Key.is_in(keys)).filter(stock::Column::Sold.gt(0)).all(db).await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// Sets the capacities of existing stock rows to those of a new catalogue revision, but never below the quantity that
/// is claimed and sold.
pub async fn change_capacities(
    tx: &impl ConnectionTrait,
    capacity_of: impl Fn(&StockKey) -> Option<u32>,
) -> Result<u64> {
    let mut changed = 0;
    let mut rows = stock::Entity::find().all(tx).await?;
    // Claims lock stocks in this order. The order of the database may be another one, because of its collation.
    rows.sort_by(|one, other| one.key.cmp(&other.key));
    for row in rows {
        let Some(offered) = capacity_of(&row.key).map(i64::from) else { continue };
        if (offered, Ord::max(offered, row.claimed + row.sold)) == (row.offered, row.capacity) {
            continue;
        }
        // The statement itself reads the taken quantity, because the row read above may be outdated.
        let in_use = || Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold));
        let bounded = Expr::case(in_use().gt(offered), in_use()).finally(offered);
        stock::Entity::update_many()
            .col_expr(stock::Column::Offered, Expr::value(offered))
            .col_expr(stock::Column::Capacity, bounded.into())
            .filter(stock::Column::Key.eq(row.key))
            .exec(tx)
            .await?;
        changed += 1;
    }
    Ok(changed)
}
