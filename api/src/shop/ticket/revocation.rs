//! Tickets that admit nobody any more: how their holders are told, and the list by which gates know.
//!
//! The list is signed as tickets are, `MWR1.{key id}.{list}.{signature}`: a JSON object of `i`, the instant at which it was written, in
//! seconds, and `c`, the media codes of all revoked tickets that would be good today or later. What is over needs no revoking.

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

/// In place of a revoked ticket's code.
pub const REVOKED: Text = Text { id: "ticket.revoked", words: "No longer valid" };
const UPGRADED: Text =
    Text { id: "ticket.upgraded", words: "This ticket is no longer valid: it was replaced by another ticket." };
const VOIDED: Text = Text { id: "ticket.voided", words: "This ticket is no longer valid: it was canceled." };

/// Days before the world's that tickets stay on the list: it is yesterday elsewhere, and a night's visit ends on the day after.
const STILL_LISTED: Duration = Duration::days(2);

/// What the holder of a revoked ticket is told; nothing of one that is good.
pub fn why_revoked(ticket: &Model) -> Option<Text> {
    ticket.revoked_because.map(|because| match because {
        RevokedBecause::Upgraded => UPGRADED,
        RevokedBecause::Voided => VOIDED,
    })
}

/// The revoked tickets that a gate has to know of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revocations {
    #[serde(rename = "i")]
    pub issued_at: i64,
    /// In order.
    #[serde(rename = "c")]
    pub media_codes: Vec<String>,
}

impl Signed for Revocations {
    const NAME: &'static str = "MWR1";
}

impl Revocations {
    pub fn revoke(&self, media_code: &str) -> bool {
        self.media_codes.binary_search_by(|code| code.as_str().cmp(media_code)).is_ok()
    }
}

/// The list as it is now, signed.
pub async fn signed_list(db: &impl ConnectionTrait, signer: &TicketSigner, now: Instant) -> Result<String> {
    let mut media_codes = store::revoked_codes(db, (now - STILL_LISTED).date_naive()).await?;
    // The database's order of letters and digits is its own.
    media_codes.sort_unstable();
    Ok(signer.sign(&Revocations { issued_at: now.timestamp(), media_codes }))
}
