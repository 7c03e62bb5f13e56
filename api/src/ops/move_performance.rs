//! `midway move-performance`: everybody who has bought a place at a performance gets the same place on another date.

use std::fmt;

use chrono::NaiveDate;

use super::cancel_performance::{REPLACED, told_each_round};
use crate::app::App;
use crate::error::Result;
use crate::shop::catalog::moment_in_words;
use crate::shop::performance_cancellation::{
    Need, Progress, affected, begin_move, choice_ends, go_on_with, need, zone_of_shop,
};
use crate::shop::refund::By;
use midway_kernel::id::PerformanceId;

/// What the command did.
#[derive(Debug)]
pub struct Done {
    /// Until when the buyers may choose something else, in words.
    pub choice_until: Option<String>,
    pub progress: Progress,
}

/// The orders that would be moved and those that cannot be, and how many places are needed and left.
///
/// # Errors
/// As [`begin_move`].
pub async fn listed(
    app: &App,
    (from, to): (&PerformanceId, &PerformanceId),
    choice_until: Option<NaiveDate>,
) -> Result<String> {
    let until = choice_until.map(|day| choice_ends(app, day)).transpose()?;
    let Need { moved, left_over, places, seats_taken } = need(app, (from, to), until).await?;
    let mut lines: Vec<String> = moved.iter().map(|(order, units)| format!("order {order}: {units}")).collect();
    lines.extend(left_over.iter().map(|(order, reason)| format!("order {order} cannot be moved: {reason}")));
    lines.push(match places {
        None => format!("{to} has room for all"),
        Some((1, left)) => format!("1 place is needed, and {to} has {left}"),
        Some((needed, left)) => format!("{needed} places are needed, and {to} has {left}"),
    });
    if seats_taken > 0 {
        let are = if seats_taken == 1 { "is" } else { "are" };
        lines.push(format!("{seats_taken} of the seats {are} taken there"));
    }
    let orders = if moved.len() == 1 { "order" } else { "orders" };
    lines.push(format!("{} {orders} would be moved; nothing was changed", moved.len()));
    Ok(lines.join("\n"))
}

/// Moves the orders of a performance to another one.
///
/// # Errors
/// As [`begin_move`].
pub async fn move_to(
    app: &App,
    (from, to): (&PerformanceId, &PerformanceId),
    choice_until: Option<NaiveDate>,
    by: By<'_>,
) -> Result<Done> {
    let until = choice_until.map(|day| choice_ends(app, day)).transpose()?;
    let decision = begin_move(app, (from, to), until, by).await?;
    let all = affected(app, from).await?.len();
    let progress = go_on_with(app, &decision, told_each_round(all)).await?;
    Ok(Done { choice_until: decision.choice_until.map(|until| moment_in_words(until, zone_of_shop(app))), progress })
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { moved, left_over, is_replaced, .. } = &self.progress;
        if *is_replaced {
            writeln!(f, "{REPLACED}")?;
        }
        for (order, reason) in left_over {
            writeln!(f, "order {order} was not moved: {reason}")?;
        }
        let orders = if *moved == 1 { "order was" } else { "orders were" };
        let were = if left_over.len() == 1 { "was" } else { "were" };
        write!(f, "{moved} {orders} moved, {} {were} not", left_over.len())?;
        if let Some(until) = self.choice_until.as_ref().filter(|_| *moved > 0) {
            write!(f, "; until {until} the buyers may choose something else")?;
        }
        Ok(())
    }
}
