//! Claiming, releasing and selling. Every function works inside its caller's transaction, so that a cart's lines and its claims
//! change together; keys are always taken in sorted order, so that two claimants never wait for each other in a circle.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{ActiveValue::Set, Condition, ConnectionTrait, QueryOrder, QuerySelect};

use super::entity::{claim, stock};
use super::rules::{Draw, Level, StockKey};
use crate::error::Result;
use crate::kernel::time::Instant;

/// What a cart's line is to hold after a change: nothing, when there are no draws.
#[derive(Clone, Debug)]
pub struct LineClaim<'a> {
    pub line_id: &'a str,
    pub draws: Vec<Draw>,
}

/// A stock has too little left for a line; nothing that was claimed before it in the same transaction counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    pub line_id: String,
    pub key: StockKey,
    pub left: u32,
}

/// Lets each of these lines hold exactly its draws, in place of whatever it held.
///
/// # Errors
/// The inner error is a [`Shortage`]: the caller rolls its transaction back, so all lines are claimed or none.
pub async fn claim(
    tx: &impl ConnectionTrait,
    cart_id: &str,
    lines: &[LineClaim<'_>],
    until: Instant,
    now: Instant,
) -> Result<Result<(), Shortage>> {
    let held = claim::Entity::find()
        .filter(claim::Column::LineId.is_in(lines.iter().map(|line| line.line_id)))
        .filter(claim::Column::Sold.eq(false))
        .all(tx)
        .await?;
    for (key, step) in steps(held, lines) {
        for row in &step.free {
            free(tx, row).await?;
        }
        for (line_id, draw) in step.take {
            if !take(tx, &draw).await? {
                // A worker that stopped must not keep places from buyers: free what has expired here, then try once more.
                free_expired(tx, &key, now).await?;
                if !take(tx, &draw).await? {
                    let left = levels(tx, [key.clone()]).await?.get(&key).map_or(0, |level| level.left());
                    return Ok(Err(Shortage { line_id: line_id.to_owned(), key, left }));
                }
            }
            claim::Entity::insert(claim::ActiveModel {
                line_id: Set(line_id.to_owned()),
                stock_key: Set(draw.key),
                cart_id: Set(cart_id.to_owned()),
                quantity: Set(i64::from(draw.quantity)),
                held_until: Set(until),
                pinned: Set(false),
                sold: Set(false),
            })
            .exec_without_returning(tx)
            .await?;
        }
    }
    Ok(Ok(()))
}

/// What is to be done on one stock.
#[derive(Default)]
struct Step<'a> {
    free: Vec<claim::Model>,
    take: BTreeMap<&'a str, Draw>,
}

/// All that is to be done, by stock, in the order of the keys: over all lines, because two carts may hold the same two stocks
/// in lines of opposite order.
fn steps<'a>(held: Vec<claim::Model>, lines: &'a [LineClaim<'_>]) -> BTreeMap<StockKey, Step<'a>> {
    let mut steps: BTreeMap<StockKey, Step<'a>> = BTreeMap::new();
    for row in held {
        steps.entry(row.stock_key.clone()).or_default().free.push(row);
    }
    for line in lines {
        for draw in &line.draws {
            let take = &mut steps.entry(draw.key.clone()).or_default().take;
            take.entry(line.line_id)
                .and_modify(|sum| sum.quantity = sum.quantity.saturating_add(draw.quantity))
                .or_insert_with(|| draw.clone());
        }
    }
    steps
}

/// Takes from a stock if enough is left. The row is made by the first claim, with the catalogue's capacity.
async fn take(tx: &impl ConnectionTrait, draw: &Draw) -> Result<bool> {
    let quantity = i64::from(draw.quantity);
    let update = || {
        stock::Entity::update_many()
            .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).add(quantity))
            .filter(stock::Column::Key.eq(draw.key.clone()))
            .filter(
                Expr::col(stock::Column::Capacity)
                    .sub(Expr::col(stock::Column::Claimed))
                    .sub(Expr::col(stock::Column::Sold))
                    .gte(quantity),
            )
    };
    if update().exec(tx).await?.rows_affected == 1 {
        return Ok(true);
    }
    let row = stock::ActiveModel {
        key: Set(draw.key.clone()),
        capacity: Set(i64::from(draw.capacity)),
        claimed: Set(0),
        sold: Set(0),
    };
    let made = stock::Entity::insert(row)
        .on_conflict(OnConflict::column(stock::Column::Key).do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    Ok(made == 1 && update().exec(tx).await?.rows_affected == 1)
}

/// Frees the expired claims on one stock. Their lines' other claims stay until somebody needs them or the worker comes by:
/// touching other keys here would break the sorted order.
async fn free_expired(tx: &impl ConnectionTrait, key: &StockKey, now: Instant) -> Result<()> {
    let expired =
        claim::Entity::find().filter(claim::Column::StockKey.eq(key.clone())).filter(is_expired(now)).all(tx).await?;
    for row in expired {
        free(tx, &row).await?;
    }
    Ok(())
}

fn is_expired(now: Instant) -> Condition {
    Condition::all()
        .add(claim::Column::HeldUntil.lte(now))
        .add(claim::Column::Pinned.eq(false))
        .add(claim::Column::Sold.eq(false))
}

/// Removes a held claim and gives its quantity back. Whoever removes the row gives back, so it is given back once. The stock is
/// locked before its claim, as it is when one is made: the other way round two would wait for each other.
async fn free(tx: &impl ConnectionTrait, row: &claim::Model) -> Result<()> {
    stock::Entity::find_by_id(row.stock_key.clone()).lock_exclusive().one(tx).await?;
    let removed = claim::Entity::delete_many()
        .filter(claim::Column::LineId.eq(row.line_id.as_str()))
        .filter(claim::Column::StockKey.eq(row.stock_key.clone()))
        .filter(claim::Column::HeldUntil.eq(row.held_until))
        .filter(claim::Column::Pinned.eq(row.pinned))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    if removed.rows_affected == 1 {
        stock::Entity::update_many()
            .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).sub(row.quantity))
            .filter(stock::Column::Key.eq(row.stock_key.clone()))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Moves the deadline of the cart's claims that are still alive, and tells whether there were any. An expired claim may have
/// lost sisters and is not revived.
pub async fn extend(tx: &impl ConnectionTrait, cart_id: &str, until: Instant, now: Instant) -> Result<bool> {
    let extended = claim::Entity::update_many()
        .col_expr(claim::Column::HeldUntil, Expr::value(until))
        .filter(claim::Column::CartId.eq(cart_id))
        .filter(claim::Column::Sold.eq(false))
        .filter(claim::Column::HeldUntil.gt(now))
        .exec(tx)
        .await?;
    Ok(extended.rows_affected > 0)
}

/// The live claims of a cart: for each line, what it holds of which stock.
pub async fn claims_of_cart(
    db: &impl ConnectionTrait,
    cart_id: &str,
    now: Instant,
) -> Result<HashMap<String, HashMap<StockKey, u32>>> {
    let rows = claim::Entity::find()
        .filter(claim::Column::CartId.eq(cart_id))
        .filter(claim::Column::Sold.eq(false))
        .filter(Condition::any().add(claim::Column::HeldUntil.gt(now)).add(claim::Column::Pinned.eq(true)))
        .all(db)
        .await?;
    let mut lines: HashMap<String, HashMap<StockKey, u32>> = HashMap::new();
    for row in rows {
        let quantity = u32::try_from(row.quantity).unwrap_or(0);
        lines.entry(row.line_id).or_default().insert(row.stock_key, quantity);
    }
    Ok(lines)
}

/// Gives all that one cart holds to another: the same claims, the same lines, another cart. Not one place changes hands in between.
pub async fn hand_over(tx: &impl ConnectionTrait, from_cart: &str, to_cart: &str) -> Result<()> {
    // Locked in the order in which the worker frees them, so that neither waits for the other in a ring.
    claim::Entity::find()
        .filter(claim::Column::CartId.eq(from_cart))
        .filter(claim::Column::Sold.eq(false))
        .order_by_asc(claim::Column::StockKey)
        .order_by_asc(claim::Column::LineId)
        .lock_exclusive()
        .all(tx)
        .await?;
    claim::Entity::update_many()
        .col_expr(claim::Column::CartId, Expr::value(to_cart))
        .filter(claim::Column::CartId.eq(from_cart))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    Ok(())
}

/// Keeps a cart's claims whatever the time, while its payment runs.
pub async fn pin(tx: &impl ConnectionTrait, cart_id: &str) -> Result<()> {
    set_pinned(tx, cart_id, true).await
}

/// Gives a cart's claims their deadline back, after a payment that failed.
pub async fn unpin(tx: &impl ConnectionTrait, cart_id: &str) -> Result<()> {
    set_pinned(tx, cart_id, false).await
}

async fn set_pinned(tx: &impl ConnectionTrait, cart_id: &str, pinned: bool) -> Result<()> {
    claim::Entity::update_many()
        .col_expr(claim::Column::Pinned, Expr::value(pinned))
        .filter(claim::Column::CartId.eq(cart_id))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    Ok(())
}

/// Turns all claims of a cart into sales.
pub async fn sell(tx: &impl ConnectionTrait, cart_id: &str) -> Result<()> {
    let rows = claim::Entity::find()
        .filter(claim::Column::CartId.eq(cart_id))
        .filter(claim::Column::Sold.eq(false))
        .order_by_asc(claim::Column::StockKey)
        .order_by_asc(claim::Column::LineId)
        .all(tx)
        .await?;
    for row in rows {
        stock::Entity::update_many()
            .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).sub(row.quantity))
            .col_expr(stock::Column::Sold, Expr::col(stock::Column::Sold).add(row.quantity))
            .filter(stock::Column::Key.eq(row.stock_key))
            .exec(tx)
            .await?;
    }
    claim::Entity::update_many()
        .col_expr(claim::Column::Sold, Expr::value(true))
        .col_expr(claim::Column::Pinned, Expr::value(false))
        .filter(claim::Column::CartId.eq(cart_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether anything has expired: a read, so that an idle worker never writes.
pub async fn has_expired(db: &impl ConnectionTrait, now: Instant) -> Result<bool> {
    Ok(claim::Entity::find().filter(is_expired(now)).limit(1).one(db).await?.is_some())
}

/// Frees up to `limit` expired claims; tells how many there were. For the worker.
pub async fn expire(tx: &impl ConnectionTrait, now: Instant, limit: u64) -> Result<u64> {
    let mut rows = claim::Entity::find()
        .filter(is_expired(now))
        .order_by_asc(claim::Column::HeldUntil)
        .limit(limit)
        .all(tx)
        .await?;
    rows.sort_by(|one, other| (&one.stock_key, &one.line_id).cmp(&(&other.stock_key, &other.line_id)));
    for row in &rows {
        free(tx, row).await?;
    }
    Ok(rows.len() as u64)
}

/// How much is taken of these stocks. A stock without a row is untouched and absent from the answer.
pub async fn levels(
    db: &impl ConnectionTrait,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<HashMap<StockKey, Level>> {
    let keys: BTreeSet<StockKey> = keys.into_iter().collect();
    // One range per series, the first to the last key asked for: a calendar's month of hundreds of keys is a few ranges of rows,
    // of which those that nobody has touched do not exist.
    let mut ranges: BTreeMap<&str, (&StockKey, &StockKey)> = BTreeMap::new();
    for key in &keys {
        ranges.entry(key.series()).and_modify(|(_, last)| *last = key).or_insert((key, key));
    }
    let mut levels = HashMap::new();
    let ranges: Vec<_> = ranges.into_values().collect();
    // SQLite binds at most 32,766 values in a statement, and nests a thousand conditions.
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

/// Brings the capacities of existing rows in line with a new revision, never below what is taken.
pub async fn change_capacities(
    tx: &impl ConnectionTrait,
    capacity_of: impl Fn(&StockKey) -> Option<u32>,
) -> Result<u64> {
    let mut changed = 0;
    for row in stock::Entity::find().order_by_asc(stock::Column::Key).all(tx).await? {
        let Some(capacity) = capacity_of(&row.key).map(i64::from).filter(|capacity| *capacity != row.capacity) else {
            continue;
        };
        // What was taken meanwhile is read by the statement itself, not by the row from above.
        let taken = || Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold));
        let bounded = Expr::case(taken().gt(capacity), taken()).finally(capacity);
        stock::Entity::update_many()
            .col_expr(stock::Column::Capacity, bounded.into())
            .filter(stock::Column::Key.eq(row.key))
            .exec(tx)
            .await?;
        changed += 1;
    }
    Ok(changed)
}

/// The stocks of which something is sold or held.
pub async fn taken(db: &impl ConnectionTrait) -> Result<Vec<StockKey>> {
    let something = Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold)).gt(0);
    let rows = stock::Entity::find().filter(something).order_by_asc(stock::Column::Key).all(db).await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// The lines whose claims were sold.
pub async fn sold_lines(db: &impl ConnectionTrait) -> Result<HashSet<String>> {
    let lines: Vec<String> = claim::Entity::find()
        .select_only()
        .column(claim::Column::LineId)
        .filter(claim::Column::Sold.eq(true))
        .into_tuple()
        .all(db)
        .await?;
    Ok(lines.into_iter().collect())
}

/// What is wrong between stock and claims; nothing, if all is well.
pub async fn doctor(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let mut sums: HashMap<StockKey, (i64, i64)> = HashMap::new();
    for row in claim::Entity::find().all(db).await? {
        let sum = sums.entry(row.stock_key).or_default();
        if row.sold { sum.1 += row.quantity } else { sum.0 += row.quantity }
    }
    let mut findings = Vec::new();
    for row in stock::Entity::find().order_by_asc(stock::Column::Key).all(db).await? {
        if row.claimed + row.sold > row.capacity || row.claimed < 0 || row.sold < 0 {
            findings
                .push(format!("stock {}: {} claimed and {} sold of {}", row.key, row.claimed, row.sold, row.capacity));
        }
        let (claimed, sold) = sums.remove(&row.key).unwrap_or_default();
        if (claimed, sold) != (row.claimed, row.sold) {
            findings.push(format!(
                "stock {} says {} claimed and {} sold, its claims say {claimed} and {sold}",
                row.key, row.claimed, row.sold
            ));
        }
    }
    findings.extend(sums.into_keys().map(|key| format!("claims on {key}, which has no stock")));
    Ok(findings)
}
