//! Limits on finding imported tickets by code, because the codes of another system may be consecutive numbers.

use std::time::Duration;

use super::{TicketRow, is_linked};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Counts the result of an entered code towards the limits of the visitor's network address. An imported ticket counts
/// only once per hour and once per day, regardless of how often its code is entered. Tickets sold by this shop, whose
/// codes are random, and tickets that the visitor already has do not count. Over a limit, an unknown code gets the same
/// refusal as the code of an imported ticket.
///
/// # Errors
/// [`crate::error::Error::TooMany`] over a limit.
pub async fn count_found(app: &App, visitor: &Visitor, found: Option<&TicketRow>) -> Result<()> {
    if let Some(ticket) = found
        && (ticket.order_id.is_some() || has(app, visitor, ticket).await?)
    {
        return Ok(());
    }
    let found = found.map(|ticket| ticket.id.as_str());
    let catalog = app.catalog.current();
    let settings = catalog.settings();
    let hourly = Limit { name: "imported-codes-an-hour", attempts: settings.max_imported_codes_per_hour, window: HOUR };
    let daily = Limit { name: "imported-codes-a-day", attempts: settings.max_imported_codes_per_day, window: DAY };
    // An attempt that the hourly limit refuses does not count towards the daily limit.
    visitor.find(hourly, found).await?;
    visitor.find(daily, found).await
}

/// Whether a visitor already has a ticket, linked in the session or to the account.
async fn has(app: &App, visitor: &Visitor, ticket: &TicketRow) -> Result<bool> {
    let session = visitor.session().await?;
    if session.linked_tickets.contains(&ticket.media_code) {
        return Ok(true);
    }
    match &session.account_id {
        Some(account_id) => is_linked(app.db.read(), account_id, &ticket.id).await,
        None => Ok(false),
    }
}
