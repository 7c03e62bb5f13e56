//! What the worker does for payments that a stopped process, or a shopper who left, did not finish.

use super::actions::{drive, release_stopped};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment;

/// How many attempts one round looks at.
const BATCH: u64 = 50;

/// Finishes what may have taken money and gives up what nobody will submit. One attempt that fails does not keep the others.
pub async fn recover(app: &App) -> Result<u64> {
    let unfinished = payment::unfinished(app, BATCH).await?;
    let mut touched = release_stopped(app, BATCH).await?;
    for attempt in unfinished.running {
        let id = attempt.id.clone();
        touched += 1;
        match drive(app, attempt).await {
            Ok(_) | Err(Error::Refused(_)) => {}
            Err(error) => {
                tracing::error!(payment = id, %error, "a payment could not be finished; the worker tries again")
            }
        }
    }
    for attempt in unfinished.abandoned {
        touched += 1;
        payment::give_up(app, attempt).await?;
    }
    Ok(touched)
}
