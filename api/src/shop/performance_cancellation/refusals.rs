//! What is refused before a performance is canceled or moved.

use super::entity::Model;
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::shop::performance;
use midway_kernel::id::PerformanceId;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const IN_CATALOGUE: Text = Text {
    id: "performance-cancellation.in-catalogue",
    default: "First, remove {{performance}} from the catalogue and import it with --withdraw.",
};

const PAST: Text =
    Text { id: "performance-cancellation.past", default: "The deadline for buyers to choose has already passed." };

const CHOOSING: Text = Text {
    id: "performance-cancellation.choosing",
    default: "Buyers have already been told their deadline, so it can't be changed.",
};

/// Refuses a time that is over for buyers to choose until then.
///
/// # Errors
/// The refusal.
pub fn check_until(choice_until: Option<Instant>, now: Instant) -> Result<()> {
    match choice_until {
        Some(until) if until <= now => Err(Refusal::new(PAST).into()),
        _ => Ok(()),
    }
}

/// Refuses to decide something else about a performance while its buyers choose what they get instead: they were told until
/// when. `until` is what they would be told now; `None` if they would not choose. A choice because of a move is that of the
/// orders which were moved.
///
/// # Errors
/// The refusal.
pub fn check_told(earlier: &Model, until: Option<Instant>, now: Instant) -> Result<()> {
    let told = earlier.choice_until.filter(|told| earlier.moved_to.is_none() && now < *told);
    match told {
        Some(told) if until != Some(told) => Err(Refusal::new(CHOOSING).into()),
        _ => Ok(()),
    }
}

/// Refuses a performance that is in the catalogue.
///
/// # Errors
/// The refusal.
pub fn check(app: &App, id: &PerformanceId) -> Result<()> {
    match performance::find(&app.catalog.current(), id) {
        Some(_) => Err(Refusal::new(IN_CATALOGUE).with("performance", id.to_string()).into()),
        None => Ok(()),
    }
}
