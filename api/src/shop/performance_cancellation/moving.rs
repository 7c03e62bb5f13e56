//! Moving a performance to another date, order by order.

use std::collections::BTreeMap;

use serde::Serialize;

use super::affected::{Affected, affected};
use super::entity::Model;
use super::known::known;
use super::move_rules::moved;
use super::outcome::Outcome;
use super::refusals::{check, check_told, check_until};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::shop::inventory::{self, Draw, Shortage, StockKey};
use crate::shop::order::{self, LineMove, OrderLineRow};
use crate::shop::performance::{self, Performance};
use crate::shop::refund::{self, By, RefundedUnits};
use crate::shop::{ticket, transfer};
use midway_catalog::Catalog;
use midway_kernel::id::PerformanceId;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::Instant;

const SAME: Text = Text { id: "performance-move.same", default: "{{performance}} can't be moved to itself." };
const UNKNOWN: Text = Text { id: "performance-move.unknown", default: "{{performance}} isn't in the catalogue." };
const NEVER: Text = Text {
    id: "performance-move.never",
    default: "{{performance}} was never sold and has never been in the catalogue.",
};
const BEGUN: Text = Text { id: "performance-move.begun", default: "{{performance}} has already started." };
const OTHER_SHOW: Text =
    Text { id: "performance-move.other-show", default: "{{performance}} belongs to a different show." };
const SEAT_TAKEN: Text = Text { id: "performance-move.seat-taken", default: "{{place}} is taken at the new time." };
const NO_ROOM: Text = Text {
    id: "performance-move.no-room",
    default: "There isn't enough room at the new time: {{quantity}} needed, {{left}} left.",
};

/// What a move would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The orders that would be moved if there is room, by their numbers, each with its units.
    pub moved: BTreeMap<String, usize>,
    /// The orders that cannot be moved, by their numbers, each with the reason.
    pub left_over: BTreeMap<String, String>,
    /// How many places are needed, and how many are left, where the fewest are left; `None` if nothing is limited.
    pub places: Option<(u32, u32)>,
    /// How many of the needed seats are taken.
    pub seats_taken: usize,
}

/// The performance to which another one is moved.
fn find<'c>(catalog: &'c Catalog, to: &PerformanceId, now: Instant) -> Result<Performance<'c>> {
    let refusal = |text| Refusal::new(text).with("performance", to.to_string());
    let found = performance::find(catalog, to).ok_or_else(|| refusal(UNKNOWN))?;
    if found.starts_at <= now {
        return Err(refusal(BEGUN).into());
    }
    Ok(found)
}

/// Refuses a move that cannot be made. Returns when the new performance begins.
async fn check_move(app: &App, from: &PerformanceId, to: &PerformanceId) -> Result<Instant> {
    let refusal = |text, id: &PerformanceId| Refusal::new(text).with("performance", id.to_string());
    if from == to {
        return Err(refusal(SAME, to).into());
    }
    check(app, from)?;
    let catalog = app.catalog.current();
    let found = find(&catalog, to, app.clock.now())?;
    match known(app, from).await? {
        Some(known) if known.show != found.show.id => Err(refusal(OTHER_SHOW, to).into()),
        Some(_) => Ok(found.starts_at),
        None => {
            // It was known when it was moved there first, and since then all its orders were moved.
            let earlier = store::find(app.db.write(), from).await?;
            match earlier.and_then(|earlier| earlier.moved_to) {
                Some(earlier) if earlier == *to => Ok(found.starts_at),
                _ => Err(refusal(NEVER, from).into()),
            }
        }
    }
}

/// What a move would do. Nothing changes.
///
/// # Errors
/// As [`begin_move`].
pub async fn need(
    app: &App,
    (from, to): (&PerformanceId, &PerformanceId),
    choice_until: Option<Instant>,
) -> Result<Need> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    check_move(app, from, to).await?;
    check_until(choice_until, now)?;
    if let Some(earlier) = store::find(app.db.write(), from).await? {
        check_told(&earlier, None, now)?;
    }
    let to = find(&catalog, to, now)?;
    let mut need = Need::default();
    let mut more: BTreeMap<StockKey, (i64, u32)> = BTreeMap::new();
    for Affected { order_id, order_number, units, .. } in affected(app, from).await? {
        let sold = order::sold(app.db.write(), &order_id).await?.ok_or(Error::NotFound)?;
        let mut drawn = Vec::new();
        let mut refused = None;
        for line in sold.lines.iter().filter(|line| units.0.contains_key(&line.id)) {
            let before = inventory::sold_to(app.db.write(), &line.id).await?;
            let of_units = u32::try_from(refund::units_with_places(app.db.write(), line).await?).unwrap_or(0);
            match moved(&catalog, line, (from, &to), (of_units, &before)) {
                Ok((_, after)) => drawn.push((before, after)),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        if let Some(refusal) = refused {
            need.left_over.insert(order_number, catalog.message(refusal.text, &refusal.values));
            continue;
        }
        need.moved.insert(order_number, units.0.values().map(Vec::len).sum());
        for (before, after) in drawn {
            for draw in before {
                more.entry(draw.key).or_default().0 -= i64::from(draw.quantity);
            }
            for draw in after {
                let of_key = more.entry(draw.key).or_default();
                *of_key = (of_key.0 + i64::from(draw.quantity), draw.capacity.max(of_key.1));
            }
        }
    }
    more.retain(|_, (quantity, _)| *quantity > 0);
    let levels = inventory::levels(app.db.write(), more.keys().cloned()).await?;
    for (key, (quantity, capacity)) in more {
        let left = levels.get(&key).map_or(capacity, |level| level.left());
        if key.is_seat() {
            need.seats_taken += usize::from(left == 0);
            continue;
        }
        let places = (u32::try_from(quantity).unwrap_or(u32::MAX), left);
        let spare = |(needed, left): (u32, u32)| i64::from(left) - i64::from(needed);
        need.places = Some(need.places.filter(|other| spare(*other) <= spare(places)).unwrap_or(places));
    }
    Ok(need)
}

/// Writes down that a performance takes place at another time. The orders follow with [`super::go_on_with`] or by a worker.
/// With `choice_until`, their buyers may choose until then, but at the latest until the new performance begins, to get
/// something else. Returns the decision. Doing it again tries the orders again that were left over.
///
/// # Errors
/// A refusal for an old performance that is in the catalogue, and for a new one that is not, that has begun, or is of another
/// show; for a time that is over, and while buyers choose what they get because the performance does not take place.
pub async fn begin_move(
    app: &App,
    (from, to): (&PerformanceId, &PerformanceId),
    choice_until: Option<Instant>,
    by: By<'_>,
) -> Result<Model> {
    let now = app.clock.now();
    let start = check_move(app, from, to).await?;
    check_until(choice_until, now)?;
    let choice_until = choice_until.map(|until| until.min(start));
    let row = Model { choice_until, moved_to: Some(to.clone()), ..Model::new(from, by, now) };
    let tx = app.db.begin().await?;
    if let Some(earlier) = store::insert_or_lock(&tx, &row).await? {
        check_told(&earlier, None, now)?;
        store::replace(&tx, row.clone()).await?;
    }
    let deed = Deed { actor: by.actor, action: "move-performance", subject: from.as_str(), reason: by.reason };
    audit::record(&tx, deed, &Recorded { from, to, units: BTreeMap::new() }, now).await?;
    tx.commit().await?;
    Ok(row)
}

/// The document of the audit table.
#[derive(Serialize)]
struct Recorded<'r> {
    from: &'r PerformanceId,
    to: &'r PerformanceId,
    /// How many units of each line have the new performance.
    units: BTreeMap<&'r str, u32>,
}

/// Moves all lines of an order that have the performance of a row, with their tickets and places, or none of them. Another
/// process may have done so already. Moves nothing if the row is no longer the decision about its performance.
///
/// # Errors
/// A refusal if a line cannot be moved, or there is no room for all of them.
pub async fn move_order(
    app: &App,
    row: &Model,
    to: &PerformanceId,
    (order_id, units): (&str, &RefundedUnits),
) -> Result<Outcome> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let from = &row.performance_id;
    let to = find(&catalog, to, now)?;
    let tx = app.db.begin().await?;
    if !store::is_current(&tx, row).await? {
        return Ok(Outcome::Replaced);
    }
    let sold = order::lock_sold(&tx, order_id).await?.ok_or(Error::NotFound)?;
    let tickets = ticket::of_order(&tx, order_id).await?;
    ticket::lock(&tx, &tickets.into_iter().map(|ticket| ticket.id).collect::<Vec<_>>()).await?;
    let mut planned: Vec<(&OrderLineRow, LineMove, Vec<Draw>)> = Vec::new();
    let mut locked: BTreeMap<StockKey, Draw> = BTreeMap::new();
    let is_affected =
        |line: &&OrderLineRow| units.0.contains_key(&line.id) && line.units_left() > 0 && line.at(from).is_some();
    for line in sold.lines.iter().filter(is_affected) {
        let before = inventory::sold_to(&tx, &line.id).await?;
        let units = u32::try_from(refund::units_with_places(&tx, line).await?).unwrap_or(0);
        let (changed, after) = moved(&catalog, line, (from, &to), (units, &before))?;
        // The draws after the move name the capacities of their stocks.
        locked.extend(before.into_iter().chain(after.iter().cloned()).map(|draw| (draw.key.clone(), draw)));
        planned.push((line, changed, after));
    }
    if planned.is_empty() {
        let is_moved = sold.lines.iter().any(|line| units.0.contains_key(&line.id) && line.units_left() > 0);
        // Another process has moved it in the meantime; or its buyer has canceled it.
        return Ok(if is_moved { Outcome::Moved } else { Outcome::Nothing });
    }
    // Stocks are always locked in the order of their keys.
    for draw in locked.values() {
        inventory::lock(&tx, draw).await?;
    }
    for (line, changed, draws) in &planned {
        if let Err(shortage) = inventory::exchange(&tx, &sold.order.cart_id, &line.id, draws, now).await? {
            return Err(no_room(changed, draws, &shortage).into());
        }
    }
    let units = planned.iter().map(|(line, ..)| (line.id.as_str(), line.units_left())).collect();
    let moves: Vec<LineMove> = planned.into_iter().map(|(_, changed, _)| changed).collect();
    // Who is moved late may choose as well.
    let choice_until = row.choice_until.map(|until| if now < until { until } else { to.starts_at });
    let tickets = order::move_lines(app, &tx, &sold, (&moves, choice_until)).await?;
    transfer::tell_of_move(&tx, &tickets, now).await?;
    let deed = Deed { actor: &row.actor, action: "move", subject: order_id, reason: row.reason.as_deref() };
    audit::record(&tx, deed, &Recorded { from, to: &to.id, units }, now).await?;
    tx.commit().await?;
    tracing::info!(order = sold.order.number, performance = %from, to = %to.id, "an order was moved");
    Ok(Outcome::Moved)
}

fn no_room(changed: &LineMove, draws: &[Draw], shortage: &Shortage) -> Refusal {
    if shortage.key.is_seat() {
        let place = changed.moved.to.place();
        return Refusal::new(SEAT_TAKEN).with("place", place.unwrap_or_else(|| shortage.key.in_words()));
    }
    let needed: u32 = draws.iter().filter(|draw| draw.key == shortage.key).map(|draw| draw.quantity).sum();
    Refusal::new(NO_ROOM).with("quantity", needed).with("left", shortage.left)
}
