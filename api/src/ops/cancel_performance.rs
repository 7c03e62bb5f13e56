//! `midway cancel-performance`: refunds everybody who has bought a place at a performance that does not take place.

use std::collections::BTreeMap;
use std::fmt;

use crate::app::App;
use crate::error::Result;
use crate::shop::performance_cancellation::{Affected, Progress, affected, begin, check, go_on_with};
use crate::shop::refund::{self, By};
use midway_kernel::id::PerformanceId;

/// After how many orders the command says how far it is.
const ROUND: usize = 50;

/// What the command did.
#[derive(Debug)]
pub struct Done {
    pub refunded: usize,
    pub left_over: BTreeMap<String, String>,
}

/// The orders with places at a performance.
///
/// # Errors
/// As [`begin`].
pub async fn listed(app: &App, id: &PerformanceId) -> Result<String> {
    check(app, id)?;
    let orders = affected(app, id).await?;
    let line = |order: &Affected| {
        let units: usize = order.units.0.values().map(Vec::len).sum();
        format!("order {}: {units}\n", order.order_number)
    };
    let lines: String = orders.iter().map(line).collect();
    Ok(format!("{lines}{} orders would be refunded; nothing was changed", orders.len()))
}

/// Cancels a performance, refunds its orders, and asks the processor to pay back.
///
/// # Errors
/// As [`begin`].
pub async fn cancel(app: &App, id: &PerformanceId, by: By<'_>) -> Result<Done> {
    begin(app, id, by).await?;
    let all = affected(app, id).await?.len();
    let tell = |progress: &Progress| {
        let done = progress.refunded + progress.left_over.len();
        if done > 0 && done.is_multiple_of(ROUND) {
            eprintln!("{done} of {all} orders");
        }
    };
    let Progress { refunded, left_over } = go_on_with(app, id, tell).await?;
    while refund::settle(app).await? > 0 {}
    Ok(Done { refunded, left_over })
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (order, reason) in &self.left_over {
            writeln!(f, "order {order} was not refunded: {reason}")?;
        }
        write!(f, "{} orders were refunded, {} were not", self.refunded, self.left_over.len())
    }
}
