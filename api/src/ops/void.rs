//! `midway void-ticket CODE`: revokes a ticket permanently.

use std::fmt;

use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use crate::shop::transfer;
use midway_kernel::time::Instant;

/// The result of voiding a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voided {
    pub ticket: TicketRow,
    /// Whether this call revoked the ticket; false if it was already revoked.
    pub is_new: bool,
}

/// Voids the ticket with this media code. A ticket that is already revoked is not changed.
///
/// # Errors
/// [`Error::NotFound`] when no ticket has this code.
pub async fn void(app: &App, code: &str) -> Result<Voided> {
    let now: Instant = app.clock.now();
    let code = ticket::media_code(code).ok_or(Error::NotFound)?;
    let tx = app.db.begin().await?;
    let found = ticket::by_media_code(&tx, &code).await?.ok_or(Error::NotFound)?;
    let ids = [found.id];
    let is_new = ticket::revoke(&tx, &ids, RevokedBecause::Voided, now).await? == 1;
    let ticket = ticket::by_ids(&tx, &ids).await?.pop().ok_or(Error::NotFound)?;
    tx.commit().await?;
    if is_new {
        transfer::tell_recipients_of(app, std::slice::from_ref(&ticket)).await?;
    }
    Ok(Voided { ticket, is_new })
}

impl fmt::Display for Voided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TicketRow { media_code, product_name, variant_name, revoked_at, revoked_because, .. } = &self.ticket;
        let at = revoked_at.map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default();
        write!(f, "ticket {media_code} ({product_name}, {variant_name}) ")?;
        match (self.is_new, revoked_because) {
            (true, _) => write!(f, "is void"),
            (false, Some(RevokedBecause::Upgraded)) => write!(f, "was already revoked: upgraded at {at}"),
            (false, Some(RevokedBecause::Exchanged)) => write!(f, "was already revoked: exchanged at {at}"),
            (false, Some(RevokedBecause::Refunded)) => write!(f, "was already revoked: refunded at {at}"),
            (false, _) => write!(f, "was already void, since {at}"),
        }
    }
}
