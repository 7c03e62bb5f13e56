//! What a processor's notice about a payment attempt leads to: the payment is continued.

use super::actions::advance_payment;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment::{self, AttemptRow, AttemptState};

/// Looks at a payment attempt and continues it. Doing so twice changes nothing.
pub async fn look_at(app: &App, attempt: AttemptRow) -> Result<()> {
    if payment::may_be_captured(&attempt) {
        return match advance_payment(app, attempt, None).await {
            // A refusal is a normal result: nothing was charged.
            Ok(_) | Err(Error::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        };
    }
    match attempt.state {
        AttemptState::Opened => payment::look_up_opened(app, attempt).await.map(drop),
        AttemptState::Unknown => payment::look_up(app, attempt).await.map(drop),
        _ => Ok(()),
    }
}
