//! Making claims. Every function runs in its caller's transaction, so that an owner's lines and claims change together.
//! Stocks are locked in key order, so that two transactions cannot deadlock.

use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, LockBehavior, OnConflict, Query, UpdateStatement};
use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, DbBackend, IntoActiveModel, QuerySelect, QueryTrait, Statement,
};

use super::entity::{claim, stock};
use super::held_claims::{HeldClaims, LineClaim, Shortage, is_alive, sums};
use super::levels::levels;
use super::release::{release, release_expired_of, return_units};
use super::rules::{Draw, StockKey};
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use midway_kernel::time::Instant;

/// Replaces the claims of each of these lines by exactly the claims that it needs, and sets the deadline of the owner's
/// other live claims to `until`. `holding` must be read in the same transaction, or be derived
/// ([`HeldClaims::derived`]).
///
/// # Errors
/// The inner error is a [`Shortage`]. The caller must then roll back its transaction, so that all lines are claimed or
/// none.
pub async fn claim(
    tx: &impl ConnectionTrait,
    holding: HeldClaims,
    lines: &[LineClaim],
    until: Instant,
    now: Instant,
) -> Result<Result<(), Shortage>> {
    let HeldClaims { owner_id, rows } = holding;
    let (changing, mut staying): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| lines.iter().any(|line| line.line_id == row.line_id));
    for (key, step) in steps(&owner_id, changing, lines, until, now) {
        staying.extend(step.keep);
        for row in &step.release {
            release(tx, row).await?;
        }
        // Units that earlier lines of this call took from the stock. A shortage treats them as available, because they
        // are rolled back too.
        let mut taken_before = 0;
        for mut taking in step.take {
            let wanted = taking.claim.quantity;
            if !take_with_retry(tx, &mut taking, now).await? {
                let available = levels(tx, [key.clone()]).await?.get(&key).map_or(0, |level| level.left());
                let available = available.saturating_add(u32::try_from(taken_before + taking.held()).unwrap_or(0));
                return Ok(Err(Shortage { line_id: taking.claim.line_id, key, left: available }));
            }
            taken_before += wanted;
        }
    }
    // Extend claims only after all stocks are locked. Otherwise a transaction that holds a claim's row and waits for a
    // stock could deadlock with a transaction that holds the stock and waits for the claim.
    if staying.iter().any(|row| is_alive(row, now) && row.held_until != until) {
        extend(tx, &owner_id, until, now).await?;
    }
    Ok(Ok(()))
}

/// The changes to make on one stock.
#[derive(Default)]
pub struct Step {
    pub keep: Vec<claim::Model>,
    pub release: Vec<claim::Model>,
    pub take: Vec<ClaimRow>,
}

/// A claim to write, on a stock of this capacity: a new row, or a row that grows from `before`.
pub struct ClaimRow {
    pub claim: claim::Model,
    capacity: u32,
    pub before: Option<claim::Model>,
}

impl ClaimRow {
    fn held(&self) -> i64 {
        self.before.as_ref().map_or(0, |row| row.quantity)
    }

    /// The number of units to take from the stock.
    pub fn missing(&self) -> i64 {
        self.claim.quantity - self.held()
    }
}

/// All changes, grouped by stock and in key order. They cover all lines together, because the lines of two owners may
/// need the same two stocks in opposite order. A live claim that does not shrink stays in place, so that an increase
/// needs a single update of the stock.
pub fn steps(
    owner_id: &str,
    held: Vec<claim::Model>,
    lines: &[LineClaim],
    until: Instant,
    now: Instant,
) -> BTreeMap<StockKey, Step> {
    let mut steps: BTreeMap<StockKey, Step> = BTreeMap::new();
    let mut held: HashMap<(String, StockKey), claim::Model> =
        held.into_iter().map(|row| ((row.line_id.clone(), row.stock_key.clone()), row)).collect();
    for line in lines {
        for (key, draw) in sums(&line.draws) {
            let step = steps.entry(key.clone()).or_default();
            let claim = claim::Model {
                owner_id: owner_id.to_owned(),
                line_id: line.line_id.to_owned(),
                stock_key: key.clone(),
                quantity: i64::from(draw.quantity),
                held_until: until,
                pinned: false,
                sold: false,
            };
            let before = match held.remove(&(line.line_id.to_owned(), key.clone())) {
                Some(row) if is_alive(&row, now) && row.quantity == claim.quantity => {
                    step.keep.push(row);
                    continue;
                }
                Some(row) if is_alive(&row, now) && row.quantity < claim.quantity => Some(row),
                Some(row) => {
                    step.release.push(row);
                    None
                }
                None => None,
            };
            step.take.push(ClaimRow { claim, capacity: draw.capacity, before });
        }
    }
    for ((_, key), row) in held {
        steps.entry(key).or_default().release.push(row);
    }
    for step in steps.values_mut() {
        step.release.sort_by(|one, other| one.line_id.cmp(&other.line_id));
    }
    steps
}

/// Takes units from a stock and writes the claim; false when too little is available. The first claim creates the
/// stock's row. When the stock is full, this function releases the expired claims on it and tries once more, so that
/// shoppers get these places even if no worker is running.
async fn take_with_retry(tx: &impl ConnectionTrait, taking: &mut ClaimRow, now: Instant) -> Result<bool> {
    let key = taking.claim.stock_key.clone();
    let mut is_last = false;
    loop {
        match take(tx, taking).await? {
            ClaimOutcome::All => return Ok(true),
            ClaimOutcome::Nothing if is_last => return Ok(false),
            ClaimOutcome::Nothing => {
                if !make_stock(tx, &key, taking.capacity).await? {
                    release_expired_of(tx, &key, now).await?;
                }
                // Retry in any case, because another transaction may have just created the missing row.
                is_last = true;
            }
            ClaimOutcome::WithoutClaim => {
                // The claim was released or changed after it was read. Return the units just taken and claim the full
                // quantity.
                return_units(tx, stock::Column::Claimed, &key, taking.missing()).await?;
                taking.before = None;
            }
        }
    }
}

enum ClaimOutcome {
    All,
    Nothing,
    /// Enough units were available, but the existing claim has changed since it was read.
    WithoutClaim,
}

async fn take(tx: &impl ConnectionTrait, taking: &ClaimRow) -> Result<ClaimOutcome> {
    if tx.get_database_backend() == DbBackend::Postgres {
        return take_in_one_statement(tx, taking).await;
    }
    let updated = tx.execute(&taken(&taking.claim.stock_key, std::slice::from_ref(taking))).await?;
    if updated.rows_affected() == 0 {
        return Ok(ClaimOutcome::Nothing);
    }
    let Some(before) = &taking.before else {
        claim::Entity::insert(taking.claim.clone().into_active_model()).exec_without_returning(tx).await?;
        return Ok(ClaimOutcome::All);
    };
    let grown = claim::Entity::update_many()
        .col_expr(claim::Column::Quantity, Expr::value(taking.claim.quantity))
        .col_expr(claim::Column::HeldUntil, Expr::value(taking.claim.held_until))
        .filter(is_unchanged(before))
        .exec(tx)
        .await?;
    Ok(if grown.rows_affected == 1 { ClaimOutcome::All } else { ClaimOutcome::WithoutClaim })
}

/// Takes the units of all claims from the stock, if it has enough.
pub fn taken(key: &StockKey, claims: &[ClaimRow]) -> UpdateStatement {
    let missing = missing(claims);
    let all = stock::Entity::update_many()
        .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).add(missing))
        .filter(stock::Column::Key.eq(key.clone()));
    all.filter(left("stock").gte(missing)).into_query()
}

/// The number of units to take from a stock for all these claims.
pub fn missing(claims: &[ClaimRow]) -> i64 {
    claims.iter().map(ClaimRow::missing).sum()
}

/// The available units of a row of `stock`, which the query calls `table`.
pub fn left(table: &'static str) -> Expr {
    let of = |column| Expr::col((table, column));
    of(stock::Column::Capacity).sub(of(stock::Column::Claimed)).sub(of(stock::Column::Sold))
}

/// The claim that was read as `before`, if it has not changed since.
pub fn is_unchanged(before: &claim::Model) -> Condition {
    Condition::all()
        .add(claim::Column::OwnerId.eq(before.owner_id.as_str()))
        .add(claim::Column::LineId.eq(before.line_id.as_str()))
        .add(claim::Column::StockKey.eq(before.stock_key.clone()))
        .add(claim::Column::Quantity.eq(before.quantity))
        .add(claim::Column::Sold.eq(false))
}

/// Updates the stock and writes the claim in one statement. This saves one round trip while a stock in high demand is
/// locked.
async fn take_in_one_statement(tx: &impl ConnectionTrait, taking: &ClaimRow) -> Result<ClaimOutcome> {
    let mut values: Vec<sea_orm::Value> = Vec::new();
    let mut value = |value: sea_orm::Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let claim = &taking.claim;
    let missing = value(taking.missing().into());
    let key = value(claim.stock_key.clone().into());
    let owner_id = value(claim.owner_id.as_str().into());
    let line_id = value(claim.line_id.as_str().into());
    let quantity = value(claim.quantity.into());
    let held_until = value(claim.held_until.into());
    let written = match &taking.before {
        None => format!(
            "INSERT INTO claim (owner_id, line_id, stock_key, quantity, held_until, pinned, sold)
             SELECT {owner_id}, {line_id}, key, {quantity}, {held_until}, FALSE, FALSE FROM taken RETURNING quantity"
        ),
        Some(before) => format!(
            "UPDATE claim SET quantity = {quantity}, held_until = {held_until} FROM taken
             WHERE owner_id = {owner_id} AND line_id = {line_id} AND stock_key = key AND quantity = {} AND NOT sold
             RETURNING quantity",
            value(before.quantity.into())
        ),
    };
    let sql = format!(
        "WITH taken AS (
             UPDATE stock SET claimed = claimed + {missing}
             WHERE key = {key} AND capacity - claimed - sold >= {missing} RETURNING key
         ), written AS ({written})
         SELECT written.quantity FROM taken LEFT JOIN written ON TRUE"
    );
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    let Some(taken) = tx.query_one_raw(statement).await? else { return Ok(ClaimOutcome::Nothing) };
    let written: Option<i64> = taken.try_get_by_index(0)?;
    Ok(if written.is_some() { ClaimOutcome::All } else { ClaimOutcome::WithoutClaim })
}

/// Creates a stock's row if it does not exist. Returns whether the row was created.
pub async fn make_stock(tx: &impl ConnectionTrait, key: &StockKey, capacity: u32) -> Result<bool> {
    let capacity = Set(i64::from(capacity));
    let row = stock::ActiveModel {
        key: Set(key.clone()),
        capacity: capacity.clone(),
        offered: capacity,
        claimed: Set(0),
        sold: Set(0),
    };
    let made = stock::Entity::insert(row)
        .on_conflict(OnConflict::column(stock::Column::Key).do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    Ok(made == 1)
}

/// Locks a stock until the transaction ends. Creates the stock's row if it does not exist. The lock also protects
/// stocks whose units are taken only together with units of this stock, such as the seats of a performance.
pub async fn lock(tx: &impl ConnectionTrait, draw: &Draw) -> Result<()> {
    make_stock(tx, &draw.key, draw.capacity).await?;
    stock::Entity::find_by_id(draw.key.clone()).lock(ROW_LOCK).one(tx).await?;
    Ok(())
}

/// Sets the deadline of the owner's live claims. Expired claims are not revived, because other claims of the same line
/// may have been released already. Claims that another transaction is releasing are skipped: that transaction may wait
/// for a stock that this one has locked.
async fn extend(tx: &impl ConnectionTrait, owner_id: &str, until: Instant, now: Instant) -> Result<()> {
    tx.execute(&extension(tx.get_database_backend(), owner_id, until, now, Condition::all())).await?;
    Ok(())
}

/// The statement that sets the deadline of those live claims of an owner for which `which` holds, see [`extend`].
pub fn extension(
    backend: DbBackend,
    owner_id: &str,
    until: Instant,
    now: Instant,
    which: Condition,
) -> UpdateStatement {
    let live = Condition::all()
        .add(claim::Column::OwnerId.eq(owner_id))
        .add(claim::Column::Sold.eq(false))
        .add(claim::Column::HeldUntil.gt(now))
        .add(which);
    let extended = claim::Entity::update_many().col_expr(claim::Column::HeldUntil, Expr::value(until));
    if backend != DbBackend::Postgres {
        return extended.filter(live).into_query();
    }
    let mut free = Query::select().expr(Expr::cust("ctid")).from(claim::Entity).cond_where(live).to_owned();
    free.lock_with_behavior(ROW_LOCK, LockBehavior::SkipLocked);
    extended.filter(Expr::cust("ctid").in_subquery(free)).into_query()
}

/// Pins an owner's claims: they do not expire while its payment runs.
pub async fn pin(tx: &impl ConnectionTrait, owner_id: &str) -> Result<()> {
    set_pinned(tx, owner_id, true).await
}

/// Unpins an owner's claims after a failed payment: they expire at their deadline again.
pub async fn unpin(tx: &impl ConnectionTrait, owner_id: &str) -> Result<()> {
    set_pinned(tx, owner_id, false).await
}

async fn set_pinned(tx: &impl ConnectionTrait, owner_id: &str, pinned: bool) -> Result<()> {
    claim::Entity::update_many()
        .col_expr(claim::Column::Pinned, Expr::value(pinned))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    Ok(())
}

/// Moves all unsold claims of one owner to another owner, without making the units available in between.
pub async fn hand_over(tx: &impl ConnectionTrait, from_owner: &str, to_owner: &str) -> Result<()> {
    move_claims(tx, Condition::all().add(claim::Column::OwnerId.eq(from_owner)), to_owner).await
}

/// Moves the unsold claims of one line to another owner.
pub async fn hand_over_line(tx: &impl ConnectionTrait, line_id: &str, to_owner: &str) -> Result<()> {
    move_claims(tx, Condition::all().add(claim::Column::LineId.eq(line_id)), to_owner).await
}

async fn move_claims(tx: &impl ConnectionTrait, which: Condition, to_owner: &str) -> Result<()> {
    let which = which.add(claim::Column::Sold.eq(false));
    claim::Entity::update_many().col_expr(claim::Column::OwnerId, Expr::value(to_owner)).filter(which).exec(tx).await?;
    Ok(())
}

/// Ends a stock: what is claimed may still be sold, and nothing more can be claimed.
pub async fn close(tx: &impl ConnectionTrait, key: &StockKey) -> Result<()> {
    if make_stock(tx, key, 0).await? {
        return Ok(());
    }
    let in_use = Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold));
    stock::Entity::update_many()
        .col_expr(stock::Column::Offered, Expr::value(0))
        .col_expr(stock::Column::Capacity, in_use)
        .filter(stock::Column::Key.eq(key.clone()))
        .exec(tx)
        .await?;
    Ok(())
}
