//! Claiming, releasing and selling stock. Every function runs in its caller's transaction, so that an owner's lines and
//! claims change together. An owner is a cart or a reservation; a reservation is also its own single line. Stocks are
//! always locked in key order, so that two transactions cannot deadlock.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, PostgresQueryBuilder, SelectStatement, UpdateStatement, Values};
use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, DbBackend, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait,
    Statement,
};

use super::entity::{claim, stock};
use super::rules::{Draw, Level, StockKey};
use crate::error::Result;
use midway_kernel::time::Instant;

/// The claims that a line must have after a change. The line has no claims when `draws` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineClaim {
    pub line_id: String,
    pub draws: Vec<Draw>,
}

/// A stock has too little available for a line. Claims made earlier in the same transaction do not count, because they
/// are rolled back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    pub line_id: String,
    pub key: StockKey,
    /// How many units the line could have, including the units that it already holds.
    pub left: u32,
}

/// The unsold claims of an owner: live ones, and expired ones that are not freed yet.
#[derive(Clone, Debug)]
pub struct HeldClaims {
    owner_id: String,
    rows: Vec<claim::Model>,
}

impl HeldClaims {
    /// The holding of a new owner.
    pub fn nothing(owner_id: &str) -> Self {
        HeldClaims { owner_id: owner_id.to_owned(), rows: Vec::new() }
    }

    /// The holding that an owner's lines imply, without a query, for a change that only adds claims. Each claim that
    /// grows is compared with this assumption and, when it no longer exists, claimed completely. This saves a query in
    /// the busiest call.
    pub fn derived(owner_id: &str, lines: &[LineClaim], until: Instant) -> Self {
        let rows = lines.iter().flat_map(|line| {
            sums(&line.draws).into_values().map(|draw| claim::Model {
                owner_id: owner_id.to_owned(),
                line_id: line.line_id.to_owned(),
                stock_key: draw.key,
                quantity: i64::from(draw.quantity),
                held_until: until,
                pinned: false,
                sold: false,
            })
        });
        HeldClaims { owner_id: owner_id.to_owned(), rows: rows.collect() }
    }

    /// The holding of this owner after the claims of the owner `other` are handed over to it.
    pub fn with(mut self, other: HeldClaims) -> Self {
        let owner_id = self.owner_id.clone();
        self.rows.extend(other.rows.into_iter().map(|row| claim::Model { owner_id: owner_id.clone(), ..row }));
        self
    }

    /// Only the claims of one line.
    pub fn of_line(mut self, line_id: &str) -> Self {
        self.rows.retain(|row| row.line_id == line_id);
        self
    }

    /// Whether a line has a live claim.
    pub fn is_alive(&self, line_id: &str, now: Instant) -> bool {
        self.rows.iter().any(|row| row.line_id == line_id && is_alive(row, now))
    }

    /// The claims of a line, live or expired.
    pub fn claimed_by(&self, line_id: &str) -> impl Iterator<Item = (&StockKey, u32)> {
        let rows = self.rows.iter().filter(move |row| row.line_id == line_id);
        rows.map(|row| (&row.stock_key, u32::try_from(row.quantity).unwrap_or(u32::MAX)))
    }

    /// The number of units that a line has claimed, over all stocks.
    pub fn units_of(&self, line_id: &str) -> i64 {
        self.rows.iter().filter(|row| row.line_id == line_id).map(|row| row.quantity).sum()
    }

    /// Whether the live claims of a line cover all these draws.
    pub fn covers(&self, line_id: &str, draws: &[Draw], now: Instant) -> bool {
        let held = |key: &StockKey| {
            let row =
                self.rows.iter().find(|row| row.line_id == line_id && row.stock_key == *key && is_alive(row, now));
            row.map_or(0, |row| row.quantity)
        };
        sums(draws).values().all(|draw| held(&draw.key) >= i64::from(draw.quantity))
    }

    /// Whether the owner holds any limited stock after these lines get their new claims.
    pub fn is_limited_with(&self, lines: &[LineClaim], now: Instant) -> bool {
        let is_other = |row: &claim::Model| lines.iter().all(|line| line.line_id != row.line_id);
        lines.iter().any(|line| !line.draws.is_empty())
            || self.rows.iter().any(|row| is_other(row) && is_alive(row, now))
    }
}

fn is_alive(row: &claim::Model, now: Instant) -> bool {
    row.pinned || now < row.held_until
}

/// The draws of one line, added up per stock.
fn sums(draws: &[Draw]) -> BTreeMap<&StockKey, Draw> {
    let mut sums: BTreeMap<&StockKey, Draw> = BTreeMap::new();
    for draw in draws {
        sums.entry(&draw.key)
            .and_modify(|sum| sum.quantity = sum.quantity.saturating_add(draw.quantity))
            .or_insert_with(|| draw.clone());
    }
    sums
}

/// Reads the unsold claims of an owner.
pub async fn holding(db: &impl ConnectionTrait, owner_id: &str) -> Result<HeldClaims> {
    let rows = claim::Entity::find()
        .filter(claim::Column::OwnerId.eq(owner_id))
        .filter(claim::Column::Sold.eq(false))
        .all(db)
        .await?;
    Ok(HeldClaims { owner_id: owner_id.to_owned(), rows })
}

/// Replaces the claims of each of these lines by exactly the claims that it needs, and sets the deadline of the owner's
/// other live claims to `until`. `holding` must be read in the same transaction. `cart` is the statement that writes
/// the cart's row; PostgreSQL runs it together with the first claim, which saves a round trip in the busiest call.
///
/// # Errors
/// The inner error is a [`Shortage`]. The caller must then roll back its transaction, so that all lines are claimed or
/// none.
pub async fn claim(
    tx: &impl ConnectionTrait,
    mut cart: Option<UpdateStatement>,
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
        for row in &step.free {
            free(tx, row).await?;
        }
        // Units that earlier lines of this call took from the stock. They are treated as available, because they are
        // rolled back too.
        let mut taken_before = 0;
        for mut taking in step.take {
            let wanted = taking.claim.quantity;
            if !take_with_retry(tx, &mut cart, &mut taking, now).await? {
                let available = levels(tx, [key.clone()]).await?.get(&key).map_or(0, |level| level.left());
                let available = available.saturating_add(u32::try_from(taken_before + taking.held()).unwrap_or(0));
                return Ok(Err(Shortage { line_id: taking.claim.line_id, key, left: available }));
            }
            taken_before += wanted;
        }
    }
    write(tx, &mut cart).await?;
    // Extend claims only after all stocks are locked. Otherwise a transaction that holds a claim's row and waits for a
    // stock could deadlock with a transaction that holds the stock and waits for the claim.
    if staying.iter().any(|row| is_alive(row, now) && row.held_until != until) {
        extend(tx, &owner_id, until, now).await?;
    }
    Ok(Ok(()))
}

/// How much of each of these stocks the given owners hold now, together.
pub async fn held_by(
    db: &impl ConnectionTrait,
    owners: &[String],
    keys: &[&StockKey],
    now: Instant,
) -> Result<HashMap<StockKey, u32>> {
    let rows = claim::Entity::find()
        .filter(claim::Column::OwnerId.is_in(owners.iter().map(String::as_str)))
        .filter(claim::Column::StockKey.is_in(keys.iter().map(|key| key.as_str())))
        .filter(claim::Column::Sold.eq(false))
        .all(db)
        .await?;
    let mut held: HashMap<StockKey, u32> = HashMap::new();
    for row in rows.into_iter().filter(|row| is_alive(row, now)) {
        let of_key = held.entry(row.stock_key).or_default();
        *of_key = of_key.saturating_add(u32::try_from(row.quantity).unwrap_or(u32::MAX));
    }
    Ok(held)
}

/// How much of each of these stocks was sold to the lines selected by the second query, for owners selected by the
/// first.
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

/// The changes to make on one stock.
#[derive(Default)]
struct Step {
    keep: Vec<claim::Model>,
    free: Vec<claim::Model>,
    take: Vec<ClaimRow>,
}

/// A claim to write, on a stock of this capacity: a new row, or one that grows from `before`.
struct ClaimRow {
    claim: claim::Model,
    capacity: u32,
    before: Option<claim::Model>,
}

impl ClaimRow {
    fn held(&self) -> i64 {
        self.before.as_ref().map_or(0, |row| row.quantity)
    }

    /// The number of units to take from the stock.
    fn missing(&self) -> i64 {
        self.claim.quantity - self.held()
    }
}

/// All changes, grouped by stock and in key order. They cover all lines together, because two owners may hold the same
/// two stocks in lines of opposite order. A live claim that does not shrink stays in place, so that an increase needs a
/// single update of the stock.
fn steps(
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
                    step.free.push(row);
                    None
                }
                None => None,
            };
            step.take.push(ClaimRow { claim, capacity: draw.capacity, before });
        }
    }
    for ((_, key), row) in held {
        steps.entry(key).or_default().free.push(row);
    }
    for step in steps.values_mut() {
        step.free.sort_by(|one, other| one.line_id.cmp(&other.line_id));
    }
    steps
}

/// Takes units from a stock and writes the claim; false when too little is available. The first claim creates the
/// stock's row. When the stock is full, expired claims on it are freed here and the attempt is repeated once, so that a
/// stopped worker cannot keep places from shoppers.
async fn take_with_retry(
    tx: &impl ConnectionTrait,
    cart: &mut Option<UpdateStatement>,
    taking: &mut ClaimRow,
    now: Instant,
) -> Result<bool> {
    let key = taking.claim.stock_key.clone();
    let mut is_last = false;
    loop {
        match take(tx, cart, taking).await? {
            ClaimOutcome::All => return Ok(true),
            ClaimOutcome::Nothing if is_last => return Ok(false),
            ClaimOutcome::Nothing => {
                if !make_stock(tx, &key, taking.capacity).await? {
                    free_expired(tx, &key, now).await?;
                }
                // Retry in any case, because another transaction may have just created the missing row.
                is_last = true;
            }
            ClaimOutcome::WithoutClaim => {
                // The claim has just expired and was freed. Return the units just taken and claim the full quantity.
                give_back(tx, stock::Column::Claimed, &key, taking.missing()).await?;
                taking.before = None;
            }
        }
    }
}

enum ClaimOutcome {
    All,
    Nothing,
    /// Enough units were available, but the claim to grow has changed since it was read.
    WithoutClaim,
}

/// Writes the cart's row, unless that is done already.
async fn write(tx: &impl ConnectionTrait, cart: &mut Option<UpdateStatement>) -> Result<()> {
    if let Some(cart) = cart.take() {
        tx.execute(&cart).await?;
    }
    Ok(())
}

async fn take(
    tx: &impl ConnectionTrait,
    cart: &mut Option<UpdateStatement>,
    taking: &ClaimRow,
) -> Result<ClaimOutcome> {
    if tx.get_database_backend() == DbBackend::Postgres {
        return take_at_once(tx, cart.take(), taking).await;
    }
    write(tx, cart).await?;
    let updated = stock::Entity::update_many()
        .col_expr(stock::Column::Claimed, Expr::col(stock::Column::Claimed).add(taking.missing()))
        .filter(stock::Column::Key.eq(taking.claim.stock_key.clone()))
        .filter(
            Expr::col(stock::Column::Capacity)
                .sub(Expr::col(stock::Column::Claimed))
                .sub(Expr::col(stock::Column::Sold))
                .gte(taking.missing()),
        )
        .exec(tx)
        .await?;
    if updated.rows_affected == 0 {
        return Ok(ClaimOutcome::Nothing);
    }
    let Some(before) = &taking.before else {
        claim::Entity::insert(taking.claim.clone().into_active_model()).exec_without_returning(tx).await?;
        return Ok(ClaimOutcome::All);
    };
    let grown = claim::Entity::update_many()
        .col_expr(claim::Column::Quantity, Expr::value(taking.claim.quantity))
        .col_expr(claim::Column::HeldUntil, Expr::value(taking.claim.held_until))
        .filter(claim::Column::OwnerId.eq(before.owner_id.as_str()))
        .filter(claim::Column::LineId.eq(before.line_id.as_str()))
        .filter(claim::Column::StockKey.eq(before.stock_key.clone()))
        .filter(claim::Column::Quantity.eq(before.quantity))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    Ok(if grown.rows_affected == 1 { ClaimOutcome::All } else { ClaimOutcome::WithoutClaim })
}

/// Updates the stock and inserts the claim in one statement. This saves one round trip while a stock in high demand is
/// locked.
async fn take_at_once(
    tx: &impl ConnectionTrait,
    cart: Option<UpdateStatement>,
    taking: &ClaimRow,
) -> Result<ClaimOutcome> {
    let (cart, mut values) = cart.map(|cart| cart.build(PostgresQueryBuilder)).unzip();
    let cart = cart.map(|sql: String| format!("cart AS ({sql}), ")).unwrap_or_default();
    let mut value = |value: sea_orm::Value| {
        let values = &mut values.get_or_insert_with(|| Values(Vec::new())).0;
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
        "WITH {cart}taken AS (
             UPDATE stock SET claimed = claimed + {missing}
             WHERE key = {key} AND capacity - claimed - sold >= {missing} RETURNING key
         ), written AS ({written})
         SELECT written.quantity FROM taken LEFT JOIN written ON TRUE"
    );
    let values = values.unwrap_or_else(|| Values(Vec::new()));
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values.0);
    let Some(taken) = tx.query_one_raw(statement).await? else { return Ok(ClaimOutcome::Nothing) };
    let written: Option<i64> = taken.try_get_by_index(0)?;
    Ok(if written.is_some() { ClaimOutcome::All } else { ClaimOutcome::WithoutClaim })
}

/// Locks a stock until the transaction ends, and with it every stock whose units are only taken together with units of
/// this one. Creates the stock's row if it does not exist.
pub async fn lock(tx: &impl ConnectionTrait, draw: &Draw) -> Result<()> {
    make_stock(tx, &draw.key, draw.capacity).await?;
    stock::Entity::find_by_id(draw.key.clone()).lock_exclusive().one(tx).await?;
    Ok(())
}

/// The keys with one of these prefixes whose stock is partly claimed or sold. Expired claims are treated as free.
pub async fn taken(db: &impl ConnectionTrait, prefixes: &[String], now: Instant) -> Result<HashSet<StockKey>> {
    if prefixes.is_empty() {
        return Ok(HashSet::new());
    }
    let expired = claim::Entity::find()
        .select_only()
        .column(claim::Column::StockKey)
        .filter(is_expired(now))
        .filter(begins_with(&Expr::col((claim::Entity, claim::Column::StockKey)), prefixes));
    let keys = stock::Entity::find()
        .select_only()
        .column(stock::Column::Key)
        .filter(begins_with(&Expr::col((stock::Entity, stock::Column::Key)), prefixes))
        .filter(Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold)).gt(0))
        .filter(stock::Column::Key.not_in_subquery(expired.into_query()));
    Ok(keys.into_tuple().all(db).await?.into_iter().collect())
}

/// Selects keys by prefix as a range of the index. A prefix must end with `/` or `:`; the range ends at the next ASCII
/// character.
fn begins_with(column: &Expr, prefixes: &[String]) -> Condition {
    prefixes.iter().fold(Condition::any(), |any, prefix| {
        let (before, last) = prefix.split_at(prefix.len() - 1);
        let after = format!("{before}{}", if last == "/" { '0' } else { ';' });
        any.add(column.clone().gte(prefix.as_str()).and(column.clone().lt(after)))
    })
}

/// Creates a stock's row if it does not exist; returns whether it did.
async fn make_stock(tx: &impl ConnectionTrait, key: &StockKey, capacity: u32) -> Result<bool> {
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

/// Subtracts from the claimed or sold units (`from`). When more was taken than a lowered capacity allows, `capacity` is
/// temporarily higher than `offered`; the same statement lowers it, so that the released units are not sold again.
async fn give_back(tx: &impl ConnectionTrait, from: stock::Column, key: &StockKey, quantity: i64) -> Result<()> {
    let in_use = || Expr::col(stock::Column::Claimed).add(Expr::col(stock::Column::Sold)).sub(quantity);
    let offered = || Expr::col(stock::Column::Offered);
    stock::Entity::update_many()
        .col_expr(from, Expr::col(from).sub(quantity))
        .col_expr(stock::Column::Capacity, Expr::case(in_use().gt(offered()), in_use()).finally(offered()).into())
        .filter(stock::Column::Key.eq(key.clone()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Frees the expired claims on one stock. The other claims of their lines stay until they are needed or the worker
/// frees them: locking other keys here would break the key order.
async fn free_expired(tx: &impl ConnectionTrait, key: &StockKey, now: Instant) -> Result<()> {
    let expired =
        claim::Entity::find().filter(is_expired(now)).filter(claim::Column::StockKey.eq(key.clone())).all(tx).await?;
    for row in &expired {
        free(tx, row).await?;
    }
    Ok(())
}

fn is_expired(now: Instant) -> Condition {
    Condition::all()
        .add(claim::Column::HeldUntil.lte(now))
        .add(claim::Column::Pinned.eq(false))
        .add(claim::Column::Sold.eq(false))
}

/// Removes an unsold claim and returns its units to the stock. Only the transaction that deletes the row returns them,
/// so they are returned once. The stock is locked before the claim, in the same order as when a claim is made, to avoid
/// a deadlock.
async fn free(tx: &impl ConnectionTrait, row: &claim::Model) -> Result<()> {
    stock::Entity::find_by_id(row.stock_key.clone()).lock_exclusive().one(tx).await?;
    let removed = claim::Entity::delete_many()
        .filter(claim::Column::OwnerId.eq(row.owner_id.as_str()))
        .filter(claim::Column::LineId.eq(row.line_id.as_str()))
        .filter(claim::Column::StockKey.eq(row.stock_key.clone()))
        .filter(claim::Column::HeldUntil.eq(row.held_until))
        .filter(claim::Column::Pinned.eq(row.pinned))
        .filter(claim::Column::Sold.eq(false))
        .exec(tx)
        .await?;
    if removed.rows_affected == 1 {
        give_back(tx, stock::Column::Claimed, &row.stock_key, row.quantity).await?;
    }
    Ok(())
}

/// Sets the deadline of the owner's live claims. Expired claims are not revived, because other claims of the same line
/// may be gone already. Claims that another transaction is freeing are skipped: that transaction may wait for a stock
/// that this one has locked.
async fn extend(tx: &impl ConnectionTrait, owner_id: &str, until: Instant, now: Instant) -> Result<()> {
    if tx.get_database_backend() == DbBackend::Postgres {
        let sql = "UPDATE claim SET held_until = $1 WHERE ctid IN (
                       SELECT ctid FROM claim WHERE owner_id = $2 AND NOT sold AND held_until > $3 FOR UPDATE SKIP LOCKED)";
        let values: [sea_orm::Value; 3] = [until.into(), owner_id.into(), now.into()];
        tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, values)).await?;
        return Ok(());
    }
    claim::Entity::update_many()
        .col_expr(claim::Column::HeldUntil, Expr::value(until))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .filter(claim::Column::Sold.eq(false))
        .filter(claim::Column::HeldUntil.gt(now))
        .exec(tx)
        .await?;
    Ok(())
}

/// Moves all unsold claims of one owner to another owner. No places become free in between.
pub async fn hand_over(tx: &impl ConnectionTrait, from_owner: &str, to_owner: &str) -> Result<()> {
    give_to(tx, Condition::all().add(claim::Column::OwnerId.eq(from_owner)), to_owner).await
}

/// Moves the unsold claims of one line to another owner.
pub async fn hand_over_line(tx: &impl ConnectionTrait, line_id: &str, to_owner: &str) -> Result<()> {
    give_to(tx, Condition::all().add(claim::Column::LineId.eq(line_id)), to_owner).await
}

async fn give_to(tx: &impl ConnectionTrait, which: Condition, to_owner: &str) -> Result<()> {
    let which = which.add(claim::Column::Sold.eq(false));
    // Locked in the order in which the worker frees them, to avoid a deadlock.
    claim::Entity::find()
        .filter(which.clone())
        .order_by_asc(claim::Column::StockKey)
        .order_by_asc(claim::Column::LineId)
        .lock_exclusive()
        .all(tx)
        .await?;
    claim::Entity::update_many().col_expr(claim::Column::OwnerId, Expr::value(to_owner)).filter(which).exec(tx).await?;
    Ok(())
}

/// The owner and line of each claim on these stocks whose payment is running.
pub async fn pinned_lines(db: &impl ConnectionTrait, keys: Vec<StockKey>) -> Result<Vec<(String, String)>> {
    let of_stocks = claim::Entity::find().filter(claim::Column::StockKey.is_in(keys));
    let pinned = of_stocks.filter(claim::Column::Pinned.eq(true)).filter(claim::Column::Sold.eq(false));
    let lines = pinned.select_only().columns([claim::Column::OwnerId, claim::Column::LineId]);
    Ok(lines.into_tuple().all(db).await?)
}

/// The stocks from which these lines were sold units, each with its line id.
pub async fn sold_to_lines(db: &impl ConnectionTrait, line_ids: HashSet<String>) -> Result<Vec<(String, StockKey)>> {
    if line_ids.is_empty() {
        return Ok(Vec::new());
    }
    let of_lines = claim::Entity::find().filter(claim::Column::LineId.is_in(line_ids));
    let sold = of_lines.filter(claim::Column::Sold.eq(true)).select_only();
    Ok(sold.columns([claim::Column::LineId, claim::Column::StockKey]).into_tuple().all(db).await?)
}

/// The sales to a line, in key order. Their `capacity` is 0, because it is not stored here.
pub async fn sold_to(db: &impl ConnectionTrait, line_id: &str) -> Result<Vec<Draw>> {
    let rows = sold_rows(db, line_id).await?.into_iter();
    let draw = |row: claim::Model| Draw {
        key: row.stock_key,
        capacity: 0,
        quantity: u32::try_from(row.quantity).unwrap_or(u32::MAX),
    };
    Ok(rows.map(draw).collect())
}

/// The units that a line has of each stock: claimed (live or expired) or sold.
pub async fn had_by(db: &impl ConnectionTrait, owner_id: &str, line_id: &str) -> Result<HashMap<StockKey, u32>> {
    let of_line =
        claim::Entity::find().filter(claim::Column::OwnerId.eq(owner_id)).filter(claim::Column::LineId.eq(line_id));
    let rows = of_line.all(db).await?;
    let quantity_by_key = |row: claim::Model| (row.stock_key, u32::try_from(row.quantity).unwrap_or(u32::MAX));
    Ok(rows.into_iter().map(quantity_by_key).collect())
}

async fn sold_rows(db: &impl ConnectionTrait, line_id: &str) -> Result<Vec<claim::Model>> {
    let of_line = claim::Entity::find().filter(claim::Column::LineId.eq(line_id)).filter(claim::Column::Sold.eq(true));
    Ok(of_line.order_by_asc(claim::Column::StockKey).all(db).await?)
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
            give_back(tx, stock::Column::Sold, &key, before - quantity).await?;
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
            .filter(
                Expr::col(stock::Column::Capacity)
                    .sub(Expr::col(stock::Column::Claimed))
                    .sub(Expr::col(stock::Column::Sold))
                    .gte(more),
            )
            .exec(tx)
    };
    if sell().await?.rows_affected == 1 {
        return Ok(true);
    }
    if !make_stock(tx, &draw.key, draw.capacity).await? {
        free_expired(tx, &draw.key, now).await?;
    }
    Ok(sell().await?.rows_affected == 1)
}

/// Changes the quantity of a sold claim's row from `before` to `quantity`; a quantity of 0 deletes it.
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

/// Turns all claims of an owner into sales. `holding` must be read in the same transaction, while the owner is locked.
pub async fn sell(tx: &impl ConnectionTrait, holding: HeldClaims) -> Result<()> {
    let HeldClaims { owner_id, mut rows } = holding;
    rows.sort_by(|one, other| (&one.stock_key, &one.line_id).cmp(&(&other.stock_key, &other.line_id)));
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
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether any claim has expired. It only reads, so that an idle worker never writes.
pub async fn has_expired(db: &impl ConnectionTrait, now: Instant) -> Result<bool> {
    Ok(claim::Entity::find().filter(is_expired(now)).limit(1).one(db).await?.is_some())
}

/// Frees up to `limit` expired claims and returns how many it found. For the worker.
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

/// How much of these stocks is taken. A stock without a row is unused and absent from the result.
pub async fn levels(
    db: &impl ConnectionTrait,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<HashMap<StockKey, Level>> {
    let keys: BTreeSet<StockKey> = keys.into_iter().collect();
    // One index range per series, from the first to the last requested key. A calendar month of hundreds of keys then
    // needs only a few ranges, and unused stocks have no rows in them.
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

/// Updates the capacities of existing rows to a new catalogue revision, but never below the taken quantity.
pub async fn change_capacities(
    tx: &impl ConnectionTrait,
    capacity_of: impl Fn(&StockKey) -> Option<u32>,
) -> Result<u64> {
    let mut changed = 0;
    for row in stock::Entity::find().order_by_asc(stock::Column::Key).all(tx).await? {
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

/// The lines with unsold claims, with their owners.
pub async fn holding_lines(db: &impl ConnectionTrait) -> Result<Vec<(String, String)>> {
    Ok(claim::Entity::find()
        .select_only()
        .column(claim::Column::OwnerId)
        .column(claim::Column::LineId)
        .distinct()
        .filter(claim::Column::Sold.eq(false))
        .into_tuple()
        .all(db)
        .await?)
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

/// The owners of pinned claims.
pub async fn pinned_owners(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let pinned = claim::Entity::find().filter(claim::Column::Pinned.eq(true)).filter(claim::Column::Sold.eq(false));
    Ok(pinned.select_only().column(claim::Column::OwnerId).distinct().into_tuple().all(db).await?)
}

/// Which of these stocks have sales.
pub async fn sold_of(db: &impl ConnectionTrait, keys: impl IntoIterator<Item = StockKey>) -> Result<HashSet<StockKey>> {
    let rows =
        stock::Entity::find().filter(stock::Column::Key.is_in(keys)).filter(stock::Column::Sold.gt(0)).all(db).await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// Findings for `midway doctor`: stocks that do not match their claims, and capacities that do not match the catalogue.
/// Empty when everything matches.
pub async fn doctor(db: &impl ConnectionTrait, capacity_of: impl Fn(&StockKey) -> Option<u32>) -> Result<Vec<String>> {
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
        if let Some(capacity) = capacity_of(&row.key).map(i64::from)
            && row.capacity != Ord::max(capacity, row.claimed + row.sold)
        {
            findings
                .push(format!("stock {}: its capacity is {}, the catalogue says {capacity}", row.key, row.capacity));
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
