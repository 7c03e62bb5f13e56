//! Why a sale context is closed to its visitor, as a refusal.

use crate::error::Refusal;
use crate::shop::cart::WRONG_FLOW;
use midway_catalog::{Closed, SaleContext};
use midway_kernel::text::Text;

pub const SIGN_IN: Text = Text { id: "promotion.sign-in", default: "Please sign in for this offer." };
const NOT_VERIFIED: Text = Text {
    id: "promotion.not-verified",
    default: "This offer is for accounts with a confirmed email address at {{domains}}.",
};
const NO_PASS: Text =
    Text { id: "promotion.for-passholders", default: "This offer is for holders of these passes: {{levels}}." };
const NEITHER: Text = Text {
    id: "promotion.for-passholders-or-verified",
    default: "This offer is for holders of these passes: {{levels}}. It is also for accounts with a confirmed email address at {{domains}}.",
};
const ENDED: Text = Text { id: "promotion.ended", default: "This offer has ended." };
const NOT_YET: Text = Text { id: "promotion.not-yet", default: "This offer has not started yet." };

/// The refusal with the reason why a sale context is closed.
pub fn closed_refusal(closed: &Closed) -> Refusal {
    match closed {
        Closed::Unknown => Refusal::new(WRONG_FLOW),
        Closed::SignIn => Refusal::new(SIGN_IN),
        Closed::NotEntitled { email_domains, pass_levels } => {
            let text = match (email_domains.is_empty(), pass_levels.is_empty()) {
                (_, true) => NOT_VERIFIED,
                (true, false) => NO_PASS,
                (false, false) => NEITHER,
            };
            Refusal::new(text).with("domains", email_domains.join(", ")).with("levels", pass_levels.join(", "))
        }
        Closed::NotYet => Refusal::new(NOT_YET),
        Closed::Ended => Refusal::new(ENDED),
    }
}

/// Returns the sale context if it is open.
///
/// # Errors
/// A refusal with the reason why it is closed.
pub fn require_open(sale_context: SaleContext<'_>) -> Result<SaleContext<'_>, Refusal> {
    match &sale_context.closed {
        Some(closed) => Err(closed_refusal(closed)),
        None => Ok(sale_context),
    }
}
