//! Revoked tickets: the message for their holders, and the list for gates.
//!
//! The list is signed like a ticket, `MWR1.{key id}.{list}.{signature}`. The list is a JSON object with `i`, the time
//! of writing in seconds, and `c`, the media codes of all revoked tickets, except those whose last valid day is more
//! than two days ago. The codes that tickets had before they got fresh ones are in `c` as well, and in `r`, so that a gate
//! can say why.

use chrono::Duration;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use super::entity::{Model, RevokedBecause};
use super::signed::Signed;
use super::signer::TicketSigner;
use super::store;
use crate::error::Result;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The text shown in place of a revoked ticket's code.
pub const REVOKED: Text = Text { id: "ticket.revoked", default: "No longer valid" };
const UPGRADED: Text = Text {
    id: "ticket.upgraded",
    default: "This ticket or pass is no longer valid because it was upgraded. Please use the new one.",
};
const VOIDED: Text =
    Text { id: "ticket.voided", default: "This ticket or pass is no longer valid because it was canceled." };
const REFUNDED: Text =
    Text { id: "ticket.refunded", default: "This ticket or pass is no longer valid because it was refunded." };

const EXCHANGED: Text = Text {
    id: "ticket.exchanged",
    default: "This ticket is no longer valid because it was exchanged for another one.",
};

/// How long tickets stay on the list after their last day in UTC: other time zones may be a day behind, and a night
/// visit ends on the next day.
const STILL_LISTED: Duration = Duration::days(2);

/// The message for the holder of a revoked ticket; `None` for a valid ticket.
pub fn why_revoked(ticket: &Model) -> Option<Text> {
    ticket.revoked_because.map(|because| match because {
        RevokedBecause::Upgraded => UPGRADED,
        RevokedBecause::Voided => VOIDED,
        RevokedBecause::Refunded => REFUNDED,
        RevokedBecause::Exchanged => EXCHANGED,
    })
}

/// The revoked tickets that a gate must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revocations {
    #[serde(rename = "i")]
    pub issued_at: i64,
    /// The media codes of the revoked tickets, sorted.
    #[serde(rename = "c")]
    pub media_codes: Vec<String>,
    /// Those of them whose tickets have a fresh code, sorted. Absent if there are none.
    #[serde(rename = "r", default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
}

impl Signed for Revocations {
    const NAME: &'static str = "MWR1";
}

impl Revocations {
    pub fn revoke(&self, media_code: &str) -> bool {
        holds(&self.media_codes, media_code)
    }

    /// Whether the ticket has a fresh code instead of this one.
    pub fn replace(&self, media_code: &str) -> bool {
        holds(&self.replaced, media_code)
    }
}

fn holds(sorted: &[String], media_code: &str) -> bool {
    sorted.binary_search_by(|code| code.as_str().cmp(media_code)).is_ok()
}

/// The current list, signed.
pub async fn signed_list(db: &impl ConnectionTrait, signer: &TicketSigner, now: Instant) -> Result<String> {
    let since = (now - STILL_LISTED).date_naive();
    let mut replaced = store::retired_codes(db, since).await?;
    let mut media_codes = store::revoked_codes(db, since).await?;
    media_codes.extend(replaced.iter().cloned());
    // Sort here, because the database may sort letters and digits differently.
    media_codes.sort_unstable();
    replaced.sort_unstable();
    Ok(signer.sign(&Revocations { issued_at: now.timestamp(), media_codes, replaced }))
}
