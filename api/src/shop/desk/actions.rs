//! What the desk does with orders and performances.

use super::rules::check_by;
use super::wire::{DeskCancellation, DeskCancellationRequest, DeskRefund, DeskRefundRequest, DeskVoidRequest};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::shop::performance_cancellation::{affected, begin, choice_ends, plan, zone_of_shop};
use crate::shop::refund::{self, Asked, By, CHOOSE_ONE, Choice, Done, What};
use midway_kernel::id::PerformanceId;
use midway_kernel::input::Line;
use midway_kernel::time::with_offset;

/// Who does something and why.
///
/// # Errors
/// A refusal if one of them is missing or too long.
pub fn by<'r>(actor: &'r Line, reason: &'r Line) -> Result<By<'r>> {
    check_by(actor.as_str(), reason.as_str())?;
    Ok(By { actor: actor.as_str(), reason: Some(reason.as_str()) })
}

/// Refunds what is chosen of an order, once for each idempotency key.
///
/// # Errors
/// [`crate::error::Error::NotFound`] for an order that does not exist; a refusal for what cannot be refunded.
pub async fn refund(app: &App, number: &str, key: &str, request: DeskRefundRequest) -> Result<DeskRefund> {
    let by = by(&request.actor, &request.reason)?;
    let choice = Choice {
        lines: request.lines.iter().map(|it| (it.line as usize, it.quantity)).collect(),
        tickets: request.tickets.iter().map(|code| code.as_str().to_owned()).collect(),
        amount: request.amount,
        everything: request.everything,
        with_donations: request.with_donations,
    };
    let what = choice.what()?.ok_or_else(|| Refusal::new(CHOOSE_ONE))?;
    let asked = asked(app, number, (what, request.keep_places), by).await?;
    make(app, &asked, request.dry_run, key).await
}

/// Ends an order without giving money back.
///
/// # Errors
/// [`crate::error::Error::NotFound`] for an order that does not exist; a refusal if nothing of it is left.
pub async fn void(app: &App, number: &str, key: &str, request: DeskVoidRequest) -> Result<DeskRefund> {
    let by = by(&request.actor, &request.reason)?;
    let asked = asked(app, number, (What::Void, request.keep_places), by).await?;
    make(app, &asked, request.dry_run, key).await
}

async fn asked(app: &App, number: &str, (what, keep_places): (What, bool), by: By<'_>) -> Result<Asked> {
    Ok(Asked {
        order_id: refund::order_id(app, number).await?,
        what,
        keep_places,
        canceled_performance: None,
        actor: by.actor.to_owned(),
        reason: by.reason.map(str::to_owned),
    })
}

async fn make(app: &App, asked: &Asked, dry_run: bool, key: &str) -> Result<DeskRefund> {
    Ok(match refund::refund(app, asked, dry_run, Some(key)).await? {
        Done::Planned(plan) => DeskRefund::new(plan, None),
        Done::Refunded(plan, open) => DeskRefund::new(plan, Some(open)),
    })
}

/// Cancels a performance. A worker refunds its orders, or asks their buyers to choose.
///
/// # Errors
/// A refusal for a performance that is in the catalogue, and for a day that is over.
pub async fn cancel_performance(
    app: &App,
    id: &PerformanceId,
    request: DeskCancellationRequest,
) -> Result<DeskCancellation> {
    let by = by(&request.actor, &request.reason)?;
    let until = request.choose_until.map(|day| choice_ends(app, day)).transpose()?;
    let until = match request.dry_run {
        true => plan(app, id, until).await?,
        false => begin(app, id, until, by).await?.choice_until,
    };
    let orders = u32::try_from(affected(app, id).await?.len()).unwrap_or(u32::MAX);
    Ok(DeskCancellation {
        is_made: !request.dry_run,
        orders,
        choice_until: until.map(|until| with_offset(until, zone_of_shop(app))),
    })
}
