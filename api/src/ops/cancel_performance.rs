//! `midway cancel-performance`: refunds everybody who has bought a place at a performance that does not take place.

use crate::app::App;
use crate::error::Result;
use crate::shop::performance_cancellation::{Affected, Progress, affected, begin, check, go_on_with};
use crate::shop::refund::{self, By};
use midway_kernel::id::PerformanceId;

/// After how many orders the command says how far it is.
const ROUND: usize = 50;

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
    let count = orders.len();
    Ok(format!("{lines}{count} {} would be refunded; nothing was changed", if count == 1 { "order" } else { "orders" }))
}

/// Cancels a performance, refunds its orders, and asks the processor to pay back.
///
/// # Errors
/// As [`begin`].
pub async fn cancel(app: &App, id: &PerformanceId, by: By<'_>) -> Result<Progress> {
    begin(app, id, by).await?;
    let all = affected(app, id).await?.len();
    let tell = |progress: &Progress| {
        let done = progress.refunded + progress.left_over.len();
        if done > 0 && done.is_multiple_of(ROUND) {
            eprintln!("{done} of {all} orders");
        }
    };
    let done = go_on_with(app, id, tell).await?;
    while refund::settle(app).await? > 0 {}
    Ok(done)
}

/// What the command did, in words.
pub fn in_words(Progress { refunded, left_over }: &Progress) -> String {
    let reasons: String =
        left_over.iter().map(|(order, reason)| format!("order {order} was not refunded: {reason}\n")).collect();
    let orders = if *refunded == 1 { "order was" } else { "orders were" };
    let were = if left_over.len() == 1 { "was" } else { "were" };
    format!("{reasons}{refunded} {orders} refunded, {} {were} not", left_over.len())
}
