//! Canceling a performance, and refunding or moving those who have bought it.

use std::collections::BTreeMap;

use chrono::Duration;

use super::entity::{LeftOver, Model};
use super::moving::move_order;
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::jobs::Nothing;
use crate::shop::order::{self, OrderLineRow};
use crate::shop::performance;
use crate::shop::refund::{self, Asked, By, Chosen, RefundedUnits, What};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use midway_kernel::id::PerformanceId;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::Instant;

const IN_CATALOGUE: Text = Text {
    id: "performance-cancellation.in-catalogue",
    default: "{{performance}} is in the catalogue. Take it out, and import that with --withdraw first.",
};

pub const PAST: Text =
    Text { id: "performance-cancellation.past", default: "The time until when buyers choose is over already." };

pub const CHOOSING: Text = Text {
    id: "performance-cancellation.choosing",
    default: "The buyers were told until when they choose. That can't be changed.",
};

/// An order with units for the performance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affected {
    pub order_id: String,
    pub order_number: String,
    pub units: RefundedUnits,
}

/// How far a cancellation is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub refunded: usize,
    pub moved: usize,
    /// The orders whose buyers were asked to choose.
    pub asked: usize,
    /// The orders that could not be refunded or moved, by their numbers, each with the reason.
    pub left_over: BTreeMap<String, String>,
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

/// Refuses a performance that is in the catalogue.
///
/// # Errors
/// The refusal.
pub fn check(app: &App, id: &PerformanceId) -> Result<()> {
    match performance::find(&app.catalog.current(), id) {
        Some(_) => Err(Refusal::new(IN_CATALOGUE).with("performance", id.to_string()).into()),
        None => Ok(()),
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
    check(app, id)?;
    if choice_until.is_some_and(|until| until <= now) {
        return Err(Refusal::new(PAST).into());
    }
    // Afterwards there is nothing to exchange.
    let start = order::bought_performance(app.db.write(), id).await?.map(|chosen| chosen.starts_at);
    let choice_until = choice_until.map(|until| start.map_or(until, |start| until.min(start)));
    let choice_until = choice_until.filter(|until| now < *until);
    // A choice because of a move is that of the orders which were moved.
    let earlier = store::find(app.db.write(), id).await?.filter(|row| row.moved_to.is_none());
    let earlier = earlier.and_then(|row| row.choice_until);
    if earlier.is_some_and(|until| now < until) && earlier != choice_until {
        return Err(Refusal::new(CHOOSING).into());
    }
    let tx = app.db.begin().await?;
    let deed = Deed { actor: by.actor, action: "cancel-performance", subject: id.as_str(), reason: by.reason };
    audit::record(&tx, deed, &Nothing {}, now).await?;
    store::insert(&tx, Model { choice_until, ..Model::new(id, by, now) }).await?;
    tx.commit().await?;
    Ok(choice_until)
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
        // A performance that is in the catalogue again is sold again.
        if check(app, &row.performance_id).is_err() {
            order::end_choice(app.db.write(), &row.performance_id).await?;
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
        return ask_to_choose(app, id, until, tell).await;
    }
    let (mut progress, mut failed) = (Progress::default(), None);
    for Affected { order_id, order_number, units } in affected(app, id).await? {
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
    store::end(app.db.write(), id, LeftOver(progress.left_over.clone()), app.clock.now()).await?;
    Ok(progress)
}

/// Moves the orders with places at a performance to its new date, until none is left that can be moved.
async fn move_orders(app: &App, row: &Model, to: &PerformanceId, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let (mut progress, mut failed) = (Progress::default(), None);
    for Affected { order_id, order_number, .. } in affected(app, &row.performance_id).await? {
        match move_order(app, row, to, &order_id).await {
            Ok(()) => progress.moved += 1,
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
    store::end(app.db.write(), &row.performance_id, left_over, app.clock.now()).await?;
    Ok(progress)
}

/// Asks the buyers with places at a performance what they want instead, until none is left who was not asked.
async fn ask_to_choose(
    app: &App,
    id: &PerformanceId,
    until: Instant,
    tell: impl Fn(&Progress) + Send,
) -> Result<Progress> {
    let (mut progress, mut failed) = (Progress::default(), None);
    for Affected { order_id, order_number, units } in affected(app, id).await? {
        let lines: Vec<String> = units.0.into_keys().collect();
        match order::offer_choice(app, &order_id, &lines, until).await {
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
    store::wait(app.db.write(), id, until).await?;
    Ok(progress)
}

/// Whether any of these units is not refunded.
async fn is_left(app: &App, order_id: &str, units: &RefundedUnits) -> Result<bool> {
    for (line_id, units) in &units.0 {
        let gone = refund::units_of_line(app, order_id, line_id).await?;
        if units.iter().any(|unit| !gone.contains(unit)) {
            return Ok(true);
        }
    }
    Ok(false)
}
