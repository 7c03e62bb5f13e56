//! Tickets by the codes that visitors type, and how many codes may be tried.

use std::time::Duration;

use super::{TicketRow, by_media_code, is_linked, media_code};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The ticket with this code, if there is one and it is `wanted`. Wrong codes count against `guesses`. The codes of imported tickets may
/// be consecutive numbers: those that the visitor does not have yet count against limits of their own, although they are right.
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
    let Some(code) = media_code(code) else { return Ok(None) };
    let found = by_media_code(app.db.read(), &code).await?.filter(wanted);
    if let Some(ticket) = &found {
        count_imported(app, visitor, ticket).await?;
        app.limits.give_back_by_clock(guesses, address, now).await;
    }
    Ok(found)
}

/// Counts an imported ticket, unless this visitor has it already: linked in the session or to the account.
async fn count_imported(app: &App, visitor: &Visitor, ticket: &TicketRow) -> Result<()> {
    if ticket.order_id.is_some() {
        return Ok(());
    }
    let session = visitor.session().await?;
    if session.linked_tickets.contains(&ticket.id) {
        return Ok(());
    }
    if let Some(account_id) = &session.account_id
        && is_linked(app.db.read(), account_id, &ticket.id).await?
    {
        return Ok(());
    }
    let catalog = app.catalog.current();
    let settings = catalog.settings();
    let daily = Limit { name: "imported-codes-a-day", attempts: settings.max_imported_codes_per_day, window: DAY };
    let hourly = Limit { name: "imported-codes-an-hour", attempts: settings.max_imported_codes_per_hour, window: HOUR };
    visitor.attempt(hourly).await?;
    visitor.attempt(daily).await
}
