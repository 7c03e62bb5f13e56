//! What becomes of an order with places at a performance that does not take place: its buyer gets the money back, or is asked
//! what to get instead. Each transaction holds the row of the decision, so that nothing is done any more for one that was
//! replaced.

use super::affected::is_left;
use super::entity::Model;
use super::outcome::Outcome;
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::order;
use crate::shop::refund::{self, Asked, Chosen, RefundedUnits, What};
use crate::shop::transfer;
use midway_kernel::time::Instant;

/// Asks the buyer of an order what to get instead of a performance that was canceled, and tells those to whom tickets for it
/// were sent. `until` is until when the decision lets buyers choose. Whoever was promised a choice because of another performance
/// keeps it. Returns the units without a choice, which are to be refunded.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn ask_to_choose(
    app: &App,
    row: &Model,
    until: Option<Instant>,
    (order_id, units): (&str, &RefundedUnits),
) -> Result<(Outcome, RefundedUnits)> {
    let mut others = units.clone();
    let lines: Vec<String> = units.0.keys().cloned().collect();
    let tx = app.db.begin().await?;
    if !store::is_current(&tx, row).await? {
        others.0.clear();
        return Ok((Outcome::Replaced, others));
    }
    let asked = order::ask_buyer(app, &tx, order_id, (&row.performance_id, &lines), until).await?;
    transfer::tell_of_cancellation(&tx, &asked.tickets, app.clock.now()).await?;
    tx.commit().await?;
    others.0.retain(|line, _| asked.without_choice.contains(line));
    let outcome = match asked.until {
        None => Outcome::Nothing,
        Some(until) if asked.is_new => Outcome::Asked(until),
        Some(until) => Outcome::Chooses(until),
    };
    Ok((outcome, others))
}

/// Refunds units of an order for a performance that was canceled.
///
/// # Errors
/// A refusal for an order that cannot be refunded now.
pub async fn refund_order(app: &App, row: &Model, (order_id, units): (&str, &RefundedUnits)) -> Result<Outcome> {
    match try_refund(app, row, (order_id, units)).await {
        // Another process has refunded it in the meantime.
        Err(Error::Refused(_)) if !is_left(app, order_id, units).await? => Ok(Outcome::Refunded),
        other => other,
    }
}

async fn try_refund(app: &App, row: &Model, (order_id, units): (&str, &RefundedUnits)) -> Result<Outcome> {
    let tx = app.db.begin().await?;
    if !store::is_current(&tx, row).await? {
        return Ok(Outcome::Replaced);
    }
    let mut units = units.clone();
    // A choice may have been promised in the meantime, because of another performance.
    let promised = order::promised_choices(&tx, order_id, app.clock.now()).await?;
    units.0.retain(|line, _| !promised.contains_key(line));
    if units.0.is_empty() {
        return Ok(promised.into_values().min().map_or(Outcome::Nothing, Outcome::Chooses));
    }
    let asked = Asked {
        order_id: order_id.to_owned(),
        what: What::Units(Chosen::Units(units)),
        keep_places: false,
        canceled_performance: Some(row.performance_id.clone()),
        actor: row.actor.clone(),
        reason: row.reason.clone(),
    };
    let plan = refund::make_in(app, &tx, &asked).await?;
    tx.commit().await?;
    let (order, performance) = (&plan.order_number, row.performance_id.as_str());
    tracing::info!(order, performance, amount = %plan.amount, "an order of a canceled performance was refunded");
    Ok(Outcome::Refunded)
}
