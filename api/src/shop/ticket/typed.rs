//! Tickets by the codes that visitors type.

use super::imported::count_found;
use super::{TicketRow, by_media_code, media_code};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

/// The ticket with this code, if there is one and it is `wanted`. Wrong codes count against `guesses`, right ones of imported tickets
/// against limits of their own.
///
/// # Errors
/// [`crate::error::Error::TooMany`] past a limit.
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
        app.limits.give_back_by_clock(guesses, address, now).await;
    }
    Ok(found)
}
