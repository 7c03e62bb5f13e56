//! What is refused before a performance is canceled or moved.

use crate::app::App;
use crate::error::{Refusal, Result};
use crate::shop::performance;
use midway_kernel::id::PerformanceId;
use midway_kernel::text::Text;

const IN_CATALOGUE: Text = Text {
    id: "performance-cancellation.in-catalogue",
    default: "{{performance}} is in the catalogue. Take it out, and import that with --withdraw first.",
};

pub const PAST: Text =
    Text { id: "performance-cancellation.past", default: "The time until when buyers choose is over already." };

pub const CHOOSING: Text = Text {
    id: "performance-cancellation.choosing",
    default: "The buyers were told until when they choose. That can't be changed.",
};

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
