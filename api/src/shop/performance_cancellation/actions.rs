//! Canceling a performance, and refunding or moving those who have bought it.

use std::collections::BTreeMap;

use chrono::Duration;

use super::affected::{Affected, affected};
use super::canceling::{ask_to_choose, refund_order};
use super::entity::{LeftOver, Model};
use super::known::known;
use super::moving::move_order;
use super::outcome::Outcome;
use super::refusals::{check, check_told, check_until};
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::jobs::Nothing;
use crate::shop::order;
use crate::shop::refund::By;
use crate::shop::transfer;
use midway_kernel::id::PerformanceId;
use midway_kernel::text::Messages;
use midway_kernel::time::Instant;

/// How far a cancellation is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub refunded: usize,
    pub moved: usize,
    /// The orders whose buyers were asked to choose.
    pub asked: usize,
    /// The orders whose buyers were asked before and still choose.
    pub choosing: usize,
    /// When the first choice of all these buyers ends.
    pub chosen_at: Option<Instant>,
    /// The orders that could not be refunded or moved, by their numbers, each with the reason.
    pub left_over: BTreeMap<String, String>,
    /// Whether the decision no longer stands, because there is another one, or because the performance is sold again. Nothing
    /// more is done for it.
    pub is_replaced: bool,
}

impl Progress {
    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.left_over.is_empty() && !self.is_replaced
    }

    /// For how many orders something was done, or could not be.
    pub fn done(&self) -> usize {
        self.refunded + self.moved + self.asked + self.left_over.len()
    }

    fn note(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Refunded => self.refunded += 1,
            Outcome::Moved => self.moved += 1,
            Outcome::Asked(until) => {
                self.asked += 1;
                self.chosen_at = self.chosen_at.into_iter().chain([until]).min();
            }
            Outcome::Chooses(until) => {
                self.choosing += 1;
                self.chosen_at = self.chosen_at.into_iter().chain([until]).min();
            }
            Outcome::Nothing => {}
            Outcome::Replaced => self.is_replaced = true,
        }
    }
}

/// Writes down that a performance does not take place, also if nobody has bought it: somebody may be paying for it. The
/// refunds follow with [`go_on_with`] or by a worker; with `choice_until`, buyers choose until then what they get instead,
/// but at the latest until the performance would begin, and only those who have not chosen are refunded. Returns the decision.
/// Doing it again tries the orders again that were left over.
///
/// # Errors
/// As [`check`]; a refusal for a time that is over, and for another time than the buyers were told.
pub async fn begin(app: &App, id: &PerformanceId, choice_until: Option<Instant>, by: By<'_>) -> Result<Model> {
    let now = app.clock.now();
    let choice_until = choice_end(app, id, choice_until, now).await?;
    let row = Model { choice_until, ..Model::new(id, by, now) };
    let tx = app.db.begin().await?;
    if let Some(earlier) = store::insert_or_lock(&tx, &row).await? {
        check_told(&earlier, choice_until, now)?;
        store::replace(&tx, row.clone()).await?;
    }
    let deed = Deed { actor: by.actor, action: "cancel-performance", subject: id.as_str(), reason: by.reason };
    audit::record(&tx, deed, &Nothing {}, now).await?;
    tx.commit().await?;
    Ok(row)
}

/// What [`begin`] would do. Nothing changes. Returns until when the buyers would choose.
///
/// # Errors
/// As [`begin`].
pub async fn plan(app: &App, id: &PerformanceId, choice_until: Option<Instant>) -> Result<Option<Instant>> {
    let now = app.clock.now();
    let choice_until = choice_end(app, id, choice_until, now).await?;
    if let Some(earlier) = store::find(app.db.write(), id).await? {
        check_told(&earlier, choice_until, now)?;
    }
    Ok(choice_until)
}

/// Until when buyers choose if they are told this time: afterwards there is nothing to exchange.
async fn choice_end(
    app: &App,
    id: &PerformanceId,
    choice_until: Option<Instant>,
    now: Instant,
) -> Result<Option<Instant>> {
    check(app, id)?;
    check_until(choice_until, now)?;
    let Some(until) = choice_until else { return Ok(None) };
    let start = known(app, id).await?.map(|known| known.starts_at);
    Ok(Some(start.map_or(until, |start| until.min(start))).filter(|until| now < *until))
}

/// For how long orders are looked for that were completed after a cancellation, and left-over orders are tried again.
const LOOKED_AFTER: Duration = Duration::days(30);

/// When an order that failed is tried again.
const AGAIN_AFTER: Duration = Duration::minutes(1);

/// Goes on with all cancellations and moves that have not ended. Returns how many orders were refunded or moved.
///
/// # Errors
/// The first error, after all of them were tried.
pub async fn go_on(app: &App) -> Result<usize> {
    go_on_with_each(app, store::open(app.db.read(), app.clock.now()).await?).await
}

/// Looks again at the cancellations of the last 30 days, because a payment that had begun before may have led to an order,
/// and what was in the way of a refund may be over.
///
/// # Errors
/// As [`go_on`].
pub async fn look_again(app: &App) -> Result<usize> {
    let since = app.clock.now() - LOOKED_AFTER;
    go_on_with_each(app, store::decided_since(app.db.read(), since).await?).await
}

async fn go_on_with_each(app: &App, rows: Vec<Model>) -> Result<usize> {
    let (mut done, mut failed) = (0, None);
    for row in rows {
        // A performance that is in the catalogue again is sold again. This process may still have the catalogue of before.
        let result = if check(app, &row.performance_id).is_ok() {
            go_on_with(app, &row, |_| {}).await
        } else if app.catalog.current().imported_at.is_some_and(|at| row.decided_at < at) {
            forget(app, &row).await.map(|()| Progress::default())
        } else {
            continue;
        };
        match result {
            Ok(progress) => done += progress.refunded + progress.moved,
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(done), Err)
}

/// Removes the decision about a performance that is sold again, unless there is another one now. Its buyers have nothing to
/// choose any more because of it, and they and those to whom they sent tickets are told so.
async fn forget(app: &App, row: &Model) -> Result<()> {
    let tx = app.db.begin().await?;
    // Without the row, no other process asks one more buyer.
    if store::remove(&tx, row).await? {
        let tickets = order::end_choices(app, &tx, &row.performance_id).await?;
        transfer::tell_that_valid_again(&tx, &tickets, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Refunds the orders with places at a canceled performance, or moves them to its new date, until none is left; or asks their
/// buyers to choose, while they may. Stops when there is another decision about the performance. `tell` is called after each
/// order for which something was done, with what was done so far. Several processes may do this at the same time; each counts
/// also what another one has refunded or moved.
///
/// # Errors
/// The first order's error that is not a refusal, after all orders were tried.
pub async fn go_on_with(app: &App, row: &Model, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let now = app.clock.now();
    let choice_until = row.choice_until.filter(|until| row.moved_to.is_none() && now < *until);
    let (mut progress, mut failed) = (Progress::default(), None);
    for order in affected(app, &row.performance_id).await? {
        let done = progress.done();
        match work_on(app, row, choice_until, (&order, &mut progress)).await {
            Ok(()) => {}
            Err(Error::Refused(refusal)) => {
                let reason = app.catalog.current().message(refusal.text, &refusal.values);
                progress.left_over.insert(order.order_number, reason);
            }
            // One order must not keep the others from their money.
            Err(error) => {
                let (order, performance) = (order.order_number, row.performance_id.as_str());
                tracing::error!(order, performance, %error, "an order of a canceled or moved performance failed");
                failed = failed.or(Some(error));
            }
        }
        if progress.is_replaced {
            return Ok(progress);
        }
        if progress.done() > done {
            tell(&progress);
        }
    }
    let chosen_at = choice_until.into_iter().chain(progress.chosen_at).min();
    if let Some(error) = failed {
        let again = now + AGAIN_AFTER;
        store::try_again(app.db.write(), row, chosen_at.map_or(again, |chosen_at| again.min(chosen_at))).await?;
        return Err(error);
    }
    let left_over = LeftOver(progress.left_over.clone());
    let is_current = match chosen_at {
        Some(until) => store::wait(app.db.write(), row, left_over, until).await?,
        None => store::end(app.db.write(), row, left_over, app.clock.now()).await?,
    };
    Ok(Progress { is_replaced: !is_current, ..progress })
}

/// Moves an order; or asks its buyer what to get instead, and refunds the units without a choice.
async fn work_on(
    app: &App,
    row: &Model,
    choice_until: Option<Instant>,
    (order, progress): (&Affected, &mut Progress),
) -> Result<()> {
    let Affected { order_id, units, .. } = order;
    if let Some(to) = &row.moved_to {
        progress.note(move_order(app, row, to, (order_id, units)).await?);
        return Ok(());
    }
    let (outcome, others) = ask_to_choose(app, row, choice_until, (order_id, units)).await?;
    progress.note(outcome);
    if !others.0.is_empty() {
        progress.note(refund_order(app, row, (order_id, &others)).await?);
    }
    Ok(())
}
