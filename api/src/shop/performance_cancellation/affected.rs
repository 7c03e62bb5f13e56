//! Who has bought places at a performance.

use std::collections::BTreeMap;

use crate::app::App;
use crate::error::Result;
use crate::shop::order::{self, OrderLineRow};
use crate::shop::refund::{self, RefundedUnits};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use midway_kernel::id::PerformanceId;

/// An order with units for the performance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affected {
    pub order_id: String,
    pub order_number: String,
    pub units: RefundedUnits,
}

/// The orders with units for a performance that are not refunded, the oldest first. The units of packages and bundles with
/// the performance are among them, and those of tickets that were upgraded are not.
pub async fn affected(app: &App, id: &PerformanceId) -> Result<Vec<Affected>> {
    let mut found: Vec<Affected> = Vec::new();
    let mut lines = order::lines_at(app.db.write(), id).await?;
    lines.retain(|(_, line)| line.units_left() > 0);
    for (row, line) in lines {
        let units = units_left(app, &line).await?;
        if units.is_empty() {
            continue;
        }
        match found.iter_mut().find(|affected| affected.order_id == row.id) {
            Some(affected) => drop(affected.units.0.insert(line.id, units)),
            None => found.push(Affected {
                order_id: row.id,
                order_number: row.number,
                units: RefundedUnits(BTreeMap::from([(line.id, units)])),
            }),
        }
    }
    Ok(found)
}

async fn units_left(app: &App, line: &OrderLineRow) -> Result<Vec<i32>> {
    let mut gone = refund::units_of_line(app, &line.order_id, &line.id).await?;
    let is_upgraded = |ticket: &TicketRow| {
        ticket.order_line_id.as_ref() == Some(&line.id) && ticket.revoked_because == Some(RevokedBecause::Upgraded)
    };
    let tickets = ticket::of_order(app.db.write(), &line.order_id).await?;
    gone.extend(tickets.into_iter().filter(is_upgraded).map(|ticket| ticket.unit));
    Ok((0..i32::try_from(line.quantity).unwrap_or(i32::MAX)).filter(|unit| !gone.contains(unit)).collect())
}

/// Whether any of these units is not refunded.
pub async fn is_left(app: &App, order_id: &str, units: &RefundedUnits) -> Result<bool> {
    for (line_id, units) in &units.0 {
        let gone = refund::units_of_line(app, order_id, line_id).await?;
        if units.iter().any(|unit| !gone.contains(unit)) {
            return Ok(true);
        }
    }
    Ok(false)
}
