//! The job that works on a processor's notice: it continues the payment that the notice is about.

use super::actions::advance_payment;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::jobs::{Failure, Job};
use crate::shop::payment::notices::{self, NoticeState};
use crate::shop::payment::{self, AttemptRow, AttemptState};

/// Looks at the payment of a notice. Working on a notice twice, or on an old one after a newer one, changes nothing.
pub async fn handle_notice(app: &App, job: &Job) -> Result<(), Failure> {
    let Some(notice) = notices::notice(app.db.read(), &job.subject).await? else {
        return Err(Failure::Permanent("its notice does not exist".to_owned()));
    };
    let state = match notices::attempt_of(app, &notice).await? {
        Some(attempt) => {
            look(app, attempt).await?;
            NoticeState::Handled
        }
        None => NoticeState::Kept,
    };
    Ok(notices::conclude(app, &notice.id, state).await?)
}

async fn look(app: &App, attempt: AttemptRow) -> Result<()> {
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
