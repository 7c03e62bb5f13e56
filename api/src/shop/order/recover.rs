//! The worker's recovery of payments that a stopped process or a departed shopper left unfinished.

use futures_util::StreamExt;

use super::actions::{advance_payment, release_stopped};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment::{self, AttemptRow, Unfinished};
use midway_kernel::time::Instant;

/// The maximum number of attempts per round and kind.
const BATCH: u64 = 50;

/// The maximum number of attempts handled at the same time. Most of the time is spent waiting for a processor, so
/// handling attempts concurrently shortens a batch in which calls hang.
const MAX_CONCURRENT: usize = 25;

/// What the worker must do with an attempt.
enum Step {
    /// Money may have been captured: complete the order, or reopen the cart if nothing was captured.
    Advance,
    LookUp,
    Void,
}

/// Finishes attempts that may have captured money, queries attempts that may be authorised, and voids attempts that
/// were not submitted in time. Returns the number of attempts handled and carts reopened. A failing attempt does not
/// block the others: each attempt is marked as tried before it is handled, so the next round begins with the attempts
/// that have waited longer.
pub async fn recover(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let Unfinished { running, unknown, abandoned } = payment::unfinished(app, BATCH).await?;
    let released = release_stopped(app, BATCH).await?;
    let mut steps: Vec<(Step, AttemptRow)> = running.into_iter().map(|it| (Step::Advance, it)).collect();
    steps.extend(unknown.into_iter().map(|it| (Step::LookUp, it)));
    steps.extend(abandoned.into_iter().map(|it| (Step::Void, it)));
    let touched = steps.len() as u64 + released;
    futures_util::stream::iter(steps)
        .for_each_concurrent(MAX_CONCURRENT, |(step, attempt)| async move {
            let payment = attempt.id.clone();
            note(&payment, take(app, step, attempt, now).await);
        })
        .await;
    Ok(touched)
}

async fn take(app: &App, step: Step, attempt: AttemptRow, now: Instant) -> Result<()> {
    payment::record_try(app.db.write(), &attempt.id, now).await?;
    match step {
        Step::Advance => advance_payment(app, attempt, None).await.map(drop),
        Step::LookUp => payment::look_up(app, attempt).await.map(drop),
        Step::Void => payment::void(app, attempt).await.map(drop),
    }
}

/// Logs an error, except a refusal, which is a normal result. A later round retries the attempt.
fn note(payment: &str, outcome: Result<()>) {
    match outcome {
        Ok(()) | Err(Error::Refused(_)) => {}
        Err(error) => tracing::error!(payment, %error, "a payment could not be completed; the worker will try again"),
    }
}
