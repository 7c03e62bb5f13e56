//! `midway cancel-performance`: refunds everybody who has bought a place at a performance that does not take place.

use std::fmt;

use chrono::NaiveDate;

use crate::app::App;
use crate::error::Result;
use crate::shop::catalog::moment_in_words;
use crate::shop::performance_cancellation::{
    Affected, Progress, affected, begin, choice_ends, go_on_with, plan, zone_of_shop,
};
use crate::shop::refund::{self, By};
use midway_kernel::id::PerformanceId;

/// After how many orders the command says how far it is.
const ROUND: usize = 50;

pub(super) const REPLACED: &str = "stopped: this decision about the performance no longer stands";

/// What the command did.
#[derive(Debug)]
pub struct Done {
    /// Until when the buyers choose, in words.
    pub choice_until: Option<String>,
    pub progress: Progress,
}

/// The orders with places at a performance, and what would become of them.
///
/// # Errors
/// As [`begin`].
pub async fn listed(app: &App, id: &PerformanceId, choice_until: Option<NaiveDate>) -> Result<String> {
    let until = choice_until.map(|day| choice_ends(app, day)).transpose()?;
    let until = plan(app, id, until).await?;
    let orders = affected(app, id).await?;
    let line = |order: &Affected| {
        let units: usize = order.units.0.values().map(Vec::len).sum();
        format!("order {}: {units}\n", order.order_number)
    };
    let lines: String = orders.iter().map(line).collect();
    let now = app.clock.now();
    let (choosing, refunded): (Vec<bool>, Vec<bool>) =
        orders.iter().map(|order| order.chooses_and_is_refunded(until, now)).unzip();
    let count = |all: Vec<bool>| all.into_iter().filter(|it| *it).count();
    let results =
        would_be(count(refunded), count(choosing), until.map(|until| moment_in_words(until, zone_of_shop(app))));
    Ok(format!("{lines}{results}; nothing was changed"))
}

/// What a decision would do: how many orders it would refund, how many buyers would choose, and until when it lets them choose.
fn would_be(refunded: usize, choosing: usize, until: Option<String>) -> String {
    let orders = if refunded == 1 { "order" } else { "orders" };
    let refunds = format!("{refunded} {orders} would be refunded");
    let buyers = if choosing == 1 { "buyer" } else { "buyers" };
    match (until, choosing) {
        (None, 0) => refunds,
        (None, _) => format!("{refunds}, and {choosing} {buyers} would still choose because of another performance"),
        (Some(until), _) if refunded == 0 => format!("{choosing} {buyers} would choose until {until}"),
        (Some(until), _) => format!("{choosing} {buyers} would choose until {until}, and {refunds}"),
    }
}

/// Cancels a performance, refunds its orders, and asks the processor to pay back.
///
/// # Errors
/// As [`begin`].
pub async fn cancel(app: &App, id: &PerformanceId, choice_until: Option<NaiveDate>, by: By<'_>) -> Result<Done> {
    let until = choice_until.map(|day| choice_ends(app, day)).transpose()?;
    let decision = begin(app, id, until, by).await?;
    let all = affected(app, id).await?.len();
    let progress = go_on_with(app, &decision, told_each_round(all)).await?;
    while refund::settle(app).await? > 0 {}
    Ok(Done { choice_until: decision.choice_until.map(|until| moment_in_words(until, zone_of_shop(app))), progress })
}

/// Says now and then how many of all orders are done.
pub fn told_each_round(all: usize) -> impl Fn(&Progress) + Send {
    move |progress| {
        let done = progress.done();
        if done > 0 && done.is_multiple_of(ROUND) {
            eprintln!("{done} of {all} orders");
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { refunded, asked, choosing, left_over, is_replaced, .. } = &self.progress;
        let of_order = |(order, reason)| format!("order {order} was not refunded: {reason}");
        let mut lines: Vec<String> = left_over.iter().map(of_order).collect();
        let buyers = if *asked == 1 { "buyer was" } else { "buyers were" };
        let stands = self.choice_until.as_ref().filter(|_| !is_replaced);
        match stands {
            Some(until) => {
                lines.push(format!("{asked} {buyers} asked to choose until {until}; then a worker refunds the others"));
            }
            None if *is_replaced && *asked > 0 => lines.push(format!("{asked} {buyers} asked to choose")),
            None if *is_replaced => {}
            None => lines.extend(still_choosing(asked + choosing)),
        }
        if stands.is_none() || *refunded > 0 || !left_over.is_empty() {
            let orders = if *refunded == 1 { "order was" } else { "orders were" };
            let were = if left_over.len() == 1 { "was" } else { "were" };
            lines.push(format!("{refunded} {orders} refunded, {} {were} not", left_over.len()));
        }
        if *is_replaced {
            lines.push(REPLACED.to_owned());
        }
        f.write_str(&lines.join("\n"))
    }
}

/// Says that buyers keep a choice which they were promised because of another performance.
fn still_choosing(buyers: usize) -> Option<String> {
    match buyers {
        0 => None,
        1 => Some("1 buyer still chooses because of another performance; then a worker refunds the order".to_owned()),
        _ => Some(format!(
            "{buyers} buyers still choose because of another performance; then a worker refunds the orders"
        )),
    }
}
