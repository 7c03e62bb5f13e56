//! Finding tickets by the codes that visitors enter.

use super::imported::count_found;
use super::{TicketRow, by_media_code, media_code};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

/// The ticket with this code, if there is one and `wanted` accepts it. Wrong codes count against `guesses`; valid codes
/// of imported tickets have separate limits.
///
/// # Errors
/// [`crate::error::Error::TooMany`] over a limit.
pub async fn typed(
    app: &App,
    visitor: &Visitor,
    guesses: Limit,
    code: &str,
    wanted: impl Fn(&TicketRow) -> bool,
) -> Result<Option<TicketRow>> {
    let (address, now) = (visitor.address(), app.clock.now());
    app.limits.attempt_by_clock(guesses, address, now).await?;
    let found = match media_code(code) {
        Some(code) => by_media_code(app.db.read(), &code).await?.filter(wanted),
        None => None,
    };
    count_found(app, visitor, found.as_ref()).await?;
    if found.is_some() {
        app.limits.undo_attempt_by_clock(guesses, address, now).await;
    }
    Ok(found)
}
