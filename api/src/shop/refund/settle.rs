//! Paying back: asks the processor for each refunded payment, until it has succeeded or failed.
//!
//! Any number of workers may do this at the same time. A process that asks takes the payment by compare-and-set; if it
//! stops before it has stored the answer, another process looks the refund up, and asks again with the same key if the
//! processor does not know it. The key makes a second call harmless.

use chrono::Duration;
use futures_util::StreamExt;

use super::books;
use super::entity::payment::{Model as PaymentRow, State};
use super::store::{self, Answer};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::fault;
use crate::shop::payment::processor::{Outcome, Processor, Refund, RefundState};
use midway_kernel::time::Instant;

/// The maximum number of payments per round.
const BATCH: u64 = 50;

/// How many calls to processors may run at the same time. Refunds of a whole performance must not use up the calls that
/// a processor allows to its shops; Stripe allows 25 a second to accounts in test mode.
const MAX_CONCURRENT: usize = 4;

/// A call without a stored answer for this long was interrupted.
const TIME_BEFORE_REPEAT: Duration = Duration::seconds(60);

/// How often a processor is asked about a refund that it decides later. Its notice usually comes earlier.
const TIME_BETWEEN_LOOKS: Duration = Duration::hours(1);

/// Asks for the refunded payments that are due. Returns how many of them have ended.
pub async fn settle(app: &App) -> Result<u64> {
    let due = store::due(app.db.read(), app.clock.now(), BATCH).await?;
    settle_rows(app, due).await
}

/// Asks for the open payments of a refund now. Returns those that are not paid back then, in words.
pub async fn settle_all_of(app: &App, refund_id: &str) -> Result<Vec<String>> {
    let ids = [refund_id.to_owned()];
    let open = store::payments_of(app.db.write(), &ids).await?.into_iter().filter(|row| row.state.is_open());
    settle_rows(app, open.collect()).await?;
    let payments = store::payments_of(app.db.write(), &ids).await?.into_iter();
    let in_words = |row: PaymentRow| {
        let reason = row.message.map(|message| format!(": {message}")).unwrap_or_default();
        let state = match row.state {
            State::Failed => "has failed",
            State::Pending => "is decided later by the processor",
            _ => "is not confirmed yet and will be asked for again",
        };
        format!("the refund of {} {state}{reason}", row.amount)
    };
    let is_left = |row: &PaymentRow| row.state.is_open() || row.state == State::Failed;
    Ok(payments.filter(is_left).map(in_words).collect())
}

async fn settle_rows(app: &App, rows: Vec<PaymentRow>) -> Result<u64> {
    let ended = futures_util::stream::iter(rows)
        .map(async |row| {
            match settle_one(app, row.clone()).await {
                Ok(state) => u64::from(!state.is_open()),
                // A payment that cannot be paid back must not block the others.
                Err(error) => {
                    tracing::error!(refund = row.id, %error, "a refund could not be completed; it will be tried again");
                    let later = app.clock.now() + TIME_BEFORE_REPEAT;
                    if let Err(error) = store::postpone(app.db.write(), &row, later).await {
                        tracing::error!(refund = row.id, %error, "a refund could not be postponed");
                    }
                    0
                }
            }
        })
        .buffer_unordered(MAX_CONCURRENT)
        .collect::<Vec<u64>>()
        .await;
    Ok(ended.into_iter().sum())
}

/// Takes a payment one step on, and returns its state.
async fn settle_one(app: &App, row: PaymentRow) -> Result<State> {
    let Some(processor) = app.processors.get(&row.processor) else {
        return Err(Error::Internal(format!("refund {} names the unknown processor {}", row.id, row.processor)));
    };
    match row.state {
        State::Requested => ask(app, processor, row).await,
        State::Sent | State::Unknown => match look_up(processor, &row).await {
            Some(Some(found)) => conclude(app, &row, &found).await,
            Some(None) => ask(app, processor, row).await,
            None => later(app, row, TIME_BEFORE_REPEAT).await,
        },
        State::Pending => match look_up(processor, &row).await {
            Some(Some(found)) if found.state != RefundState::Pending => conclude(app, &row, &found).await,
            _ => later(app, row, TIME_BETWEEN_LOOKS).await,
        },
        ended => Ok(ended),
    }
}

/// The refund as the processor knows it: `Some(None)` if it does not know it, `None` without a usable answer.
async fn look_up(processor: &dyn Processor, row: &PaymentRow) -> Option<Option<Refund>> {
    match processor.look_up(&row.payment()).await {
        Outcome::Done(Some(payment)) => {
            Some(payment.refunds.into_iter().find(|refund| refund.key.as_ref() == Some(&row.key())))
        }
        _ => None,
    }
}

async fn ask(app: &App, processor: &dyn Processor, row: PaymentRow) -> Result<State> {
    let now = app.clock.now();
    let sent = Answer { to: State::Sent, reference: None, message: None, try_at: Some(now + TIME_BEFORE_REPEAT) };
    // Both `unknown` and `sent` may be sent again.
    let Some(row) = store::advance(app.db.write(), &row, sent, now).await? else { return Ok(row.state) };
    fault::point(&app.config, "before_refund");
    let outcome = processor.refund(&row.payment(), &row.key(), row.amount).await;
    fault::point(&app.config, "after_refund");
    let now = app.clock.now();
    let answer = match outcome {
        Outcome::Done(refund) => of(&refund, now),
        Outcome::Declined(decline) => failed(decline.message),
        Outcome::Pending => {
            Answer { to: State::Pending, reference: None, message: None, try_at: Some(now + TIME_BETWEEN_LOOKS) }
        }
        // This call did nothing, but an earlier one with the same key may have.
        Outcome::Refused { reason } => match look_up(processor, &row).await {
            Some(Some(found)) => of(&found, now),
            Some(None) => failed(reason),
            None => unknown(reason, now),
        },
        Outcome::Lost { reason } => unknown(reason, now),
        Outcome::RequiresAction => unknown("the processor wants the cardholder to act".to_owned(), now),
    };
    note(app, &row, answer, now).await
}

async fn conclude(app: &App, row: &PaymentRow, found: &Refund) -> Result<State> {
    let now = app.clock.now();
    note(app, row, of(found, now), now).await
}

/// Stores an answer.
async fn note(app: &App, row: &PaymentRow, answer: Answer, now: Instant) -> Result<State> {
    match answer.to {
        State::Failed => tracing::error!(refund = row.id, reason = answer.message, "a refund has failed"),
        to => tracing::info!(refund = row.id, state = ?to, "a refund was asked for"),
    }
    let tx = app.db.begin().await?;
    let noted = books::advance(&tx, row, answer, now).await?;
    tx.commit().await?;
    Ok(noted.map_or(row.state, |row| row.state))
}

async fn later(app: &App, row: PaymentRow, pause: Duration) -> Result<State> {
    store::postpone(app.db.write(), &row, app.clock.now() + pause).await?;
    Ok(row.state)
}

/// What a refund at the processor means for the shop's.
pub fn of(refund: &Refund, now: Instant) -> Answer {
    let (to, try_at) = match refund.state {
        RefundState::Pending => (State::Pending, Some(now + TIME_BETWEEN_LOOKS)),
        RefundState::Succeeded => (State::Succeeded, None),
        RefundState::Failed => (State::Failed, None),
    };
    Answer { to, reference: Some(refund.reference.clone()), message: refund.message.clone(), try_at }
}

fn failed(message: String) -> Answer {
    Answer { to: State::Failed, reference: None, message: Some(message), try_at: None }
}

fn unknown(reason: String, now: Instant) -> Answer {
    Answer { to: State::Unknown, reference: None, message: Some(reason), try_at: Some(now + TIME_BEFORE_REPEAT) }
}
