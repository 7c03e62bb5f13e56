//! What the worker does for payments that a stopped process, or a shopper who left, did not finish.

use super::actions::{drive, release_stopped};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment;

/// How many attempts one round looks at.
const BATCH: u64 = 50;

/// Finishes what may have taken money, asks about what was authorised perhaps, and gives up what nobody will submit. One attempt
/// that fails does not keep the others: each is noted before it is looked at, so that whatever comes of it, it stands behind those
/// that have waited longer.
pub async fn recover(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let unfinished = payment::unfinished(app, BATCH).await?;
    let mut touched = release_stopped(app, BATCH).await?;
    for attempt in unfinished.running {
        touched += 1;
        payment::note_try(app.db.write(), &attempt.id, now).await?;
        note(&attempt.id.clone(), drive(app, attempt).await.map(drop));
    }
    for attempt in unfinished.in_question {
        touched += 1;
        payment::note_try(app.db.write(), &attempt.id, now).await?;
        note(&attempt.id.clone(), payment::ask(app, attempt).await.map(drop));
    }
    for attempt in unfinished.abandoned {
        touched += 1;
        payment::note_try(app.db.write(), &attempt.id, now).await?;
        note(&attempt.id.clone(), payment::give_up(app, attempt).await.map(drop));
    }
    Ok(touched)
}

/// A refusal is an end like any other; a fault is for the log and the next round.
fn note(payment: &str, outcome: Result<()>) {
    match outcome {
        Ok(()) | Err(Error::Refused(_)) => {}
        Err(error) => tracing::error!(payment, %error, "a payment could not be finished; the worker tries again"),
    }
}
