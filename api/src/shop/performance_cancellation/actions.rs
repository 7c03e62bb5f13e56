//! Canceling a performance, and refunding or moving those who have bought it.

use std::collections::BTreeMap;

use chrono::Duration;

use super::affected::{Affected, affected, is_left};
use super::entity::{LeftOver, Model};
use super::moving::move_order;
use super::refusals::{check, check_told, check_until};
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::jobs::Nothing;
use crate::shop::order;
use crate::shop::refund::{self, Asked, By, Chosen, What};
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
    /// The orders that could not be refunded or moved, by their numbers, each with the reason.
    pub left_over: BTreeMap<String, String>,
    /// Whether another decision about the performance stopped this one before the next order.
    pub is_replaced: bool,
}

impl Progress {
    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.left_over.is_empty() && !self.is_replaced
    }
}

/// Writes down that a performance does not take place, also if nobody has bought it: somebody may be paying for it. The
/// refunds follow with [`go_on_with`] or by a worker; with `choice_until`, buyers choose until then what they get instead,
/// but at the latest until the performance would begin, and only those who have not chosen are refunded. Returns until when
/// they choose. Doing it again tries the orders again that were left over.
///
/// # Errors
/// As [`check`]; a refusal for a time that is over, and for another time than the buyers were told.
pub async fn begin(
    app: &App,
    id: &PerformanceId,
    choice_until: Option<Instant>,
    by: By<'_>,
) -> Result<Option<Instant>> {
    let now = app.clock.now();
    let choice_until = choice_end(app, id, choice_until, now).await?;
    let row = Model { choice_until, ..Model::new(id, by, now) };
    let tx = app.db.begin().await?;
    if let Some(earlier) = store::insert_or_lock(&tx, &row).await? {
        check_told(&earlier, choice_until, now)?;
        store::replace(&tx, row).await?;
    }
    let deed = Deed { actor: by.actor, action: "cancel-performance", subject: id.as_str(), reason: by.reason };
    audit::record(&tx, deed, &Nothing {}, now).await?;
    tx.commit().await?;
    Ok(choice_until)
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
    let start = order::bought_performance(app.db.write(), id).await?.map(|chosen| chosen.starts_at);
    Ok(Some(start.map_or(until, |start| until.min(start))).filter(|until| now < *until))
}

/// For how long orders are looked for that were completed after a cancellation, and left-over orders are tried again.
const LOOKED_AFTER: Duration = Duration::days(30);

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
        if check(app, &row.performance_id).is_err() {
            if app.catalog.current().imported_at.is_some_and(|at| row.decided_at < at) {
                order::end_choice(app.db.write(), &row.performance_id).await?;
                store::remove(app.db.write(), &row).await?;
            }
            continue;
        }
        match go_on_with(app, &row.performance_id, |_| {}).await {
            Ok(progress) => done += progress.refunded + progress.moved,
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(done), Err)
}

/// Refunds the orders with places at a canceled performance, or moves them to its new date, until none is left; or asks their
/// buyers to choose, while they may. `tell` is called after each order with what was done so far. Several processes may do this
/// at the same time; each counts also what another one has done.
///
/// # Errors
/// [`Error::NotFound`] for a performance that was not canceled; the first order's error that is not a refusal, after all
/// orders were tried.
pub async fn go_on_with(app: &App, id: &PerformanceId, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let row = store::find(app.db.write(), id).await?.ok_or(Error::NotFound)?;
    let now = app.clock.now();
    if let Some(to) = row.moved_to.clone() {
        return move_orders(app, &row, &to, tell).await;
    }
    if let Some(until) = row.choice_until.filter(|until| now < *until) {
        return ask_to_choose(app, &row, until, tell).await;
    }
    let (mut progress, mut failed) = (Progress::default(), None);
    for Affected { order_id, order_number, units } in affected(app, id).await? {
        if !store::is_current(app.db.write(), &row).await? {
            return Ok(Progress { is_replaced: true, ..progress });
        }
        let asked = Asked {
            order_id,
            what: What::Units(Chosen::Units(units.clone())),
            keep_places: false,
            canceled_performance: Some(id.clone()),
            actor: row.actor.clone(),
            reason: row.reason.clone(),
        };
        match refund::make(app, &asked).await {
            Ok(_) => progress.refunded += 1,
            Err(Error::Refused(refusal)) if is_left(app, &asked.order_id, &units).await? => {
                let reason = app.catalog.current().message(refusal.text, &refusal.values);
                progress.left_over.insert(order_number, reason);
            }
            // Another process has refunded it in the meantime.
            Err(Error::Refused(_)) => progress.refunded += 1,
            // One order must not keep the others from their money.
            Err(error) => {
                tracing::error!(order = order_number, %error, "an order of a canceled performance was not refunded");
                failed = failed.or(Some(error));
            }
        }
        tell(&progress);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    store::end(app.db.write(), &row, LeftOver(progress.left_over.clone()), app.clock.now()).await?;
    Ok(progress)
}

/// Moves the orders with places at a performance to its new date, until none is left that can be moved.
async fn move_orders(app: &App, row: &Model, to: &PerformanceId, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let (mut progress, mut failed) = (Progress::default(), None);
    for Affected { order_id, order_number, units } in affected(app, &row.performance_id).await? {
        match move_order(app, row, to, (&order_id, &units)).await {
            Ok(true) => progress.moved += 1,
            Ok(false) => return Ok(Progress { is_replaced: true, ..progress }),
            Err(Error::Refused(refusal)) => {
                let reason = app.catalog.current().message(refusal.text, &refusal.values);
                progress.left_over.insert(order_number, reason);
            }
            Err(error) => {
                tracing::error!(order = order_number, %error, "an order of a moved performance was not moved");
                failed = failed.or(Some(error));
            }
        }
        tell(&progress);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let left_over = LeftOver(progress.left_over.clone());
    store::end(app.db.write(), row, left_over, app.clock.now()).await?;
    Ok(progress)
}

/// Asks the buyers with places at a performance what they want instead, until none is left who was not asked.
async fn ask_to_choose(app: &App, row: &Model, until: Instant, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let (mut progress, mut failed) = (Progress::default(), None);
    let id = &row.performance_id;
    for Affected { order_id, order_number, units } in affected(app, id).await? {
        if !store::is_current(app.db.write(), row).await? {
            return Ok(Progress { is_replaced: true, ..progress });
        }
        let lines: Vec<String> = units.0.into_keys().collect();
        match order::offer_choice(app, &order_id, (id, &lines), until).await {
            Ok(is_asked) => progress.asked += usize::from(is_asked),
            Err(error) => {
                tracing::error!(order = order_number, %error, "the buyer of a canceled performance was not asked");
                failed = failed.or(Some(error));
            }
        }
        tell(&progress);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    store::wait(app.db.write(), row, until).await?;
    Ok(progress)
}
