//! Taking back what is refunded: its tickets, and the stock of its units.

use std::collections::BTreeMap;

use super::entity::RefundedUnits;
use super::entity::refund::{Kind, Model as RefundRow};
use super::found::Found;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, Draw};
use crate::shop::order::{self, OrderLineRow, SoldOrder};
use crate::shop::ticket::{self, RevokedBecause};
use midway_kernel::time::Instant;

/// Revokes the tickets of the refunded units, returns their stock, makes the tickets valid again that they upgraded, and
/// notes on the lines what was refunded.
pub async fn take_back(tx: &Transaction, found: &Found, because: RevokedBecause, now: Instant) -> Result<()> {
    let Found { row, sold, tickets, earlier, .. } = found;
    let ids: Vec<String> = tickets.iter().map(|ticket| ticket.id.clone()).collect();
    ticket::revoke(tx, &ids, because, now).await?;
    let cart_id = &sold.order.cart_id;
    let mut draws_by_line: BTreeMap<&str, Vec<Draw>> = BTreeMap::new();
    for line in sold.lines.iter().filter(|line| row.units.0.contains_key(&line.id)) {
        draws_by_line.insert(&line.id, inventory::sold_to(tx, &line.id).await?);
    }
    let of_cart = inventory::sold_to(tx, cart_id).await?;
    // Stocks are always locked in the order of their keys.
    let keys: BTreeMap<&str, &Draw> =
        draws_by_line.values().flatten().chain(&of_cart).map(|draw| (draw.key.as_str(), draw)).collect();
    for draw in keys.into_values() {
        inventory::lock(tx, draw).await?;
    }
    for line in &sold.lines {
        let Some(draws) = draws_by_line.get(line.id.as_str()) else { continue };
        let gone = units_of(row, line);
        let followed: Vec<&str> = draws.iter().filter_map(|draw| draw.key.followed_ticket()).collect();
        ticket::restore_upgraded(tx, &followed).await?;
        let left = Left {
            before: line.quantity - line.units_refunded,
            after: line.quantity - line.units_refunded - gone,
            kept: earlier.iter().filter(|it| it.places_kept).map(|it| units_of(it, line)).sum(),
            keeps: row.places_kept,
        };
        let draws: Vec<Draw> = draws.iter().map(|draw| left.of(draw)).filter(|draw| draw.quantity > 0).collect();
        exchange(tx, cart_id, &line.id, &draws, now).await?;
        let units_sold = draws.iter().map(|draw| i64::from(draw.quantity)).sum();
        order::note_refunded(tx, &line.id, line.units_refunded + gone, units_sold).await?;
    }
    // Exchanged units still count for their buyer, here and not in the order that they pay.
    if !of_cart.is_empty() && row.kind != Kind::Exchange && !row.units.0.is_empty() {
        let draws = draws_of_order(sold, &row.units, &draws_by_line, &of_cart);
        exchange(tx, cart_id, cart_id, &draws, now).await?;
    }
    Ok(())
}

/// How many units of a line were given back in a refund.
pub fn units_of(refund: &RefundRow, line: &OrderLineRow) -> i64 {
    refund.units.0.get(&line.id).map_or(0, |units| i64::try_from(units.len()).unwrap_or(0))
}

/// How many units of a line are left.
struct Left {
    before: i64,
    after: i64,
    /// The units that were refunded earlier and whose places stay taken.
    kept: i64,
    /// Whether the places of the units that are refunded now stay taken.
    keeps: bool,
}

impl Left {
    /// What the line still draws from a stock. Every unit draws the same.
    fn of(&self, draw: &Draw) -> Draw {
        let (before, after) = match draw.key.is_resold() {
            true if self.keeps => return draw.clone(),
            true => (self.before + self.kept, self.after + self.kept),
            false => (self.before, self.after),
        };
        let share = i64::from(draw.quantity) * after;
        let quantity = (share + before - 1) / before.max(1);
        Draw { quantity: u32::try_from(quantity).unwrap_or(0), ..draw.clone() }
    }
}

/// What the order as a whole still draws: the limits of its buyer count the units that remain, and a code for one order
/// can be used again when nothing remains.
fn draws_of_order(
    sold: &SoldOrder,
    units: &RefundedUnits,
    draws_by_line: &BTreeMap<&str, Vec<Draw>>,
    draws: &[Draw],
) -> Vec<Draw> {
    // What was redeemed, renewed or upgraded does not count towards the limit of a product.
    let is_counted = |line: &OrderLineRow| {
        let mut draws = draws_by_line.get(line.id.as_str()).into_iter().flatten();
        line.entitlement_id.is_none() && !draws.any(|draw| draw.key.is_ticket())
    };
    let gone = |line: &OrderLineRow| units.0.get(&line.id).map_or(0, Vec::len);
    let is_over = sold.lines.iter().all(|line| i64::from(line.units_left()) <= i64::try_from(gone(line)).unwrap_or(0));
    let mut limited: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for line in &sold.lines {
        if is_counted(line) {
            *limited.entry(("product", line.product_id.as_str())).or_default() += gone(line);
        }
        if let Some(promotion) = &line.promotion {
            *limited.entry(("promotion", promotion.id.as_str())).or_default() += gone(line);
        }
    }
    let remaining = |draw: &Draw| {
        let less = draw.key.limited_by_person().and_then(|of| limited.get(&of)).copied().unwrap_or(0);
        // Of a person's limit, exchanged units stay taken when nothing else is left.
        let is_released = is_over && draw.key.limited_by_person().is_none();
        let quantity =
            if is_released { 0 } else { draw.quantity.saturating_sub(u32::try_from(less).unwrap_or(u32::MAX)) };
        Draw { quantity, ..draw.clone() }
    };
    draws.iter().map(remaining).filter(|draw| draw.quantity > 0).collect()
}

async fn exchange(tx: &Transaction, owner: &str, line: &str, draws: &[Draw], now: Instant) -> Result<()> {
    let exchanged = inventory::exchange(tx, owner, line, draws, now).await?;
    exchanged.map_err(|shortage| Error::Internal(format!("a refund needs more of {}", shortage.key)))
}
