//! What an owner holds: its unsold claims. An owner is a cart or a reservation; the only line of a reservation has the
//! reservation's id.

use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::entity::claim;
use super::rules::{Draw, StockKey};
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

/// The unsold claims of an owner: live claims, and expired claims that are not released yet.
#[derive(Clone, Debug)]
pub struct HeldClaims {
    pub(super) owner_id: String,
    pub(super) rows: Vec<claim::Model>,
}

impl HeldClaims {
    /// No claims, for a new owner.
    pub fn nothing(owner_id: &str) -> Self {
        HeldClaims { owner_id: owner_id.to_owned(), rows: Vec::new() }
    }

    /// The claims that an owner's lines need. They are assumed to exist and are not read, which saves a query in the
    /// busiest call. Use this only for a change that adds claims: if a claim that grows no longer exists, all its units
    /// are claimed.
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

    /// The claims of this owner after the claims of the owner `other` are handed over to it.
    pub fn with(mut self, other: HeldClaims) -> Self {
        let owner_id = self.owner_id.clone();
        self.rows.extend(other.rows.into_iter().map(|row| claim::Model { owner_id: owner_id.clone(), ..row }));
        self
    }

    /// Returns only the claims of one line.
    pub fn of_line(mut self, line_id: &str) -> Self {
        self.rows.retain(|row| row.line_id == line_id);
        self
    }

    /// Whether a live claim may expire before `time`.
    pub fn expires_before(&self, time: Instant, now: Instant) -> bool {
        self.rows.iter().any(|row| !row.pinned && now < row.held_until && row.held_until < time)
    }

    /// Whether a line has a live claim.
    pub fn is_alive(&self, line_id: &str, now: Instant) -> bool {
        self.rows.iter().any(|row| row.line_id == line_id && is_alive(row, now))
    }

    /// All claims, live or expired.
    pub fn claimed(&self) -> impl Iterator<Item = (&StockKey, u32)> {
        self.rows.iter().map(units)
    }

    /// The claims of a line, live or expired.
    pub fn claimed_by(&self, line_id: &str) -> impl Iterator<Item = (&StockKey, u32)> {
        self.rows.iter().filter(move |row| row.line_id == line_id).map(units)
    }

    /// The units of a stock that a line holds.
    pub fn units_held(&self, line_id: &str, key: &StockKey, now: Instant) -> u32 {
        let rows = self.rows.iter().filter(|row| row.line_id == line_id && row.stock_key == *key && is_alive(row, now));
        rows.map(|row| units(row).1).sum()
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

fn units(row: &claim::Model) -> (&StockKey, u32) {
    (&row.stock_key, u32::try_from(row.quantity).unwrap_or(u32::MAX))
}

pub fn is_alive(row: &claim::Model, now: Instant) -> bool {
    row.pinned || now < row.held_until
}

/// The draws of one line, added up per stock.
pub fn sums(draws: &[Draw]) -> BTreeMap<&StockKey, Draw> {
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

/// How much of each of these stocks the given owners together hold now.
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

/// The units that a line has of each stock: claimed (live or expired) or sold.
pub async fn units_by_stock(
    db: &impl ConnectionTrait,
    owner_id: &str,
    line_id: &str,
) -> Result<HashMap<StockKey, u32>> {
    let of_line =
        claim::Entity::find().filter(claim::Column::OwnerId.eq(owner_id)).filter(claim::Column::LineId.eq(line_id));
    let rows = of_line.all(db).await?;
    let quantity_by_key = |row: claim::Model| (row.stock_key, u32::try_from(row.quantity).unwrap_or(u32::MAX));
    Ok(rows.into_iter().map(quantity_by_key).collect())
}

/// The owner id and the line id of each line with unsold claims.
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

/// The owner id and the line id of each claim on these stocks that is pinned because its payment is running.
pub async fn pinned_lines(db: &impl ConnectionTrait, keys: Vec<StockKey>) -> Result<Vec<(String, String)>> {
    let of_stocks = claim::Entity::find().filter(claim::Column::StockKey.is_in(keys));
    let pinned = of_stocks.filter(claim::Column::Pinned.eq(true)).filter(claim::Column::Sold.eq(false));
    let lines = pinned.select_only().columns([claim::Column::OwnerId, claim::Column::LineId]);
    Ok(lines.into_tuple().all(db).await?)
}

/// The owner of each claim with a key of this prefix that is sold or has not expired, and whether it is sold.
pub async fn owners_of(
    db: &impl ConnectionTrait,
    prefix: &str,
    now: Instant,
) -> Result<HashMap<StockKey, (String, bool)>> {
    let claims = claim::Entity::find().filter(claim::Column::StockKey.starts_with(prefix)).all(db).await?;
    let in_use = claims.into_iter().filter(|row| row.sold || is_alive(row, now));
    Ok(in_use.map(|row| (row.stock_key, (row.owner_id, row.sold))).collect())
}

/// The owners of pinned claims.
pub async fn pinned_owners(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let pinned = claim::Entity::find().filter(claim::Column::Pinned.eq(true)).filter(claim::Column::Sold.eq(false));
    Ok(pinned.select_only().column(claim::Column::OwnerId).distinct().into_tuple().all(db).await?)
}
