//! Who has bought places at a performance.

use std::collections::{BTreeMap, BTreeSet};

use crate::app::App;
use crate::error::Result;
use crate::shop::order::{self, OrderLineRow};
use crate::shop::refund::{self, RefundedUnits};
use crate::shop::ticket;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// An order with units for the performance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affected {
    pub order_id: String,
    pub order_number: String,
    pub units: RefundedUnits,
    /// The lines of the units.
    pub lines: Vec<OrderLineRow>,
}

impl Affected {
    /// Whether the buyer chooses what to get instead of some of the units if buyers choose until `until`, and whether others of
    /// them are refunded.
    pub fn chooses_and_is_refunded(&self, until: Option<Instant>, now: Instant) -> (bool, bool) {
        let chooses = |line: &OrderLineRow| order::choice_of_line(line, until, now).is_some();
        (self.lines.iter().any(chooses), !self.lines.iter().all(chooses))
    }
}

/// The orders with units for a performance that are not refunded, the oldest first. The units of packages and bundles with
/// the performance are among them, and those of tickets that were upgraded are not.
pub async fn affected(app: &App, id: &PerformanceId) -> Result<Vec<Affected>> {
    let mut found: Vec<Affected> = Vec::new();
    // All order lines are read, which must not keep the writer of SQLite from others.
    let db = app.db.read();
    let mut lines = order::lines_at(db, id).await?;
    lines.retain(|(_, line)| line.units_left() > 0);
    let order_ids: BTreeSet<String> = lines.iter().map(|(order, _)| order.id.clone()).collect();
    let order_ids: Vec<String> = order_ids.into_iter().collect();
    let mut gone = refund::refunded_units(db, &order_ids).await?;
    for (line_id, unit) in ticket::upgraded_units(db, &order_ids).await? {
        gone.entry(line_id).or_default().insert(unit);
    }
    for (row, line) in lines {
        let units = units_left(&line, gone.get(&line.id));
        if units.is_empty() {
            continue;
        }
        match found.iter_mut().find(|affected| affected.order_id == row.id) {
            Some(affected) => {
                affected.units.0.insert(line.id.clone(), units);
                affected.lines.push(line);
            }
            None => found.push(Affected {
                order_id: row.id,
                order_number: row.number,
                units: RefundedUnits(BTreeMap::from([(line.id.clone(), units)])),
                lines: vec![line],
            }),
        }
    }
    Ok(found)
}

fn units_left(line: &OrderLineRow, gone: Option<&BTreeSet<i32>>) -> Vec<i32> {
    let is_left = |unit: &i32| gone.is_none_or(|gone| !gone.contains(unit));
    (0..i32::try_from(line.quantity).unwrap_or(i32::MAX)).filter(is_left).collect()
}

/// Whether any of these units is not refunded.
pub async fn is_left(app: &App, order_id: &str, units: &RefundedUnits) -> Result<bool> {
    let gone = refund::refunded_units(app.db.write(), &[order_id.to_owned()]).await?;
    let is_gone = |line_id: &String, unit: &i32| gone.get(line_id).is_some_and(|gone| gone.contains(unit));
    Ok(units.0.iter().any(|(line_id, units)| units.iter().any(|unit| !is_gone(line_id, unit))))
}
