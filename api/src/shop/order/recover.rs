//! What the worker does for payments that a stopped process, or a shopper who left, did not finish.

use futures_util::StreamExt;

use super::actions::{drive, release_stopped};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment::{self, AttemptRow, Unfinished};
use midway_kernel::time::Instant;

/// How many attempts one round looks at.
const BATCH: u64 = 50;

/// How many attempts are looked at side by side. Most of the time is spent waiting for their processor, so that a batch of those that hang
/// takes about as long as one payment may.
const AT_ONCE: usize = 25;

/// What an attempt needs.
enum Step {
    /// Money may have been taken: it is brought to an order, or back.
    Drive,
    Ask,
    GiveUp,
}

/// Finishes what may have taken money, asks about what was authorised perhaps, and gives up what nobody will submit. One attempt
/// that fails does not keep the others: each is noted before it is looked at, so that whatever comes of it, it stands behind those
/// that have waited longer.
pub async fn recover(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let Unfinished { running, in_question, abandoned } = payment::unfinished(app, BATCH).await?;
    let released = release_stopped(app, BATCH).await?;
    let mut steps: Vec<(Step, AttemptRow)> = running.into_iter().map(|it| (Step::Drive, it)).collect();
    steps.extend(in_question.into_iter().map(|it| (Step::Ask, it)));
    steps.extend(abandoned.into_iter().map(|it| (Step::GiveUp, it)));
    let touched = steps.len() as u64 + released;
    futures_util::stream::iter(steps)
        .for_each_concurrent(AT_ONCE, |(step, attempt)| async move {
            let payment = attempt.id.clone();
            note(&payment, take(app, step, attempt, now).await);
        })
        .await;
    Ok(touched)
}

async fn take(app: &App, step: Step, attempt: AttemptRow, now: Instant) -> Result<()> {
    payment::note_try(app.db.write(), &attempt.id, now).await?;
    match step {
        Step::Drive => drive(app, attempt).await.map(drop),
        Step::Ask => payment::ask(app, attempt).await.map(drop),
        Step::GiveUp => payment::give_up(app, attempt).await.map(drop),
    }
}

/// A refusal is an end like any other; a fault is for the log and the next round.
fn note(payment: &str, outcome: Result<()>) {
    match outcome {
        Ok(()) | Err(Error::Refused(_)) => {}
        Err(error) => tracing::error!(payment, %error, "a payment could not be finished; the worker tries again"),
    }
}
