//! Where a shopper stands, in words.

use super::actions::{Came, View};
use super::rooms::zone;
use crate::shop::catalog::moment_in_words;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};

/// A start that is further away is named by its date and time.
const MAX_MINUTES: u64 = 90;

const INSIDE: Text = Text { id: "waiting-room.inside", default: "It's your turn. The page is opening." };
const FULL: Text = Text {
    id: "waiting-room.full",
    default: "Too many people on your internet connection are already in line. Please try again in a few minutes.",
};
const STARTS_IN_MINUTES: Text = Text {
    id: "waiting-room.starts-in-minutes",
    default: "The sale starts in {{minutes}} minutes. Everyone who is here by then gets a random place in line.",
};
const STARTS_SOON: Text = Text {
    id: "waiting-room.starts-soon",
    default: "The sale starts in less than a minute. Everyone who is here by then gets a random place in line.",
};
const STARTS_ON: Text = Text {
    id: "waiting-room.starts-on",
    default: "Everyone who is here when the sale starts gets a random place in line. The sale starts on {{moment}}.",
};
const NEXT: Text = Text { id: "waiting-room.next", default: "You're next in line." };
const AHEAD_ONE: Text = Text { id: "waiting-room.ahead-one", default: "One person is ahead of you." };
const AHEAD_MANY: Text = Text { id: "waiting-room.ahead-many", default: "{{count}} people are ahead of you." };
const MINUTE: Text = Text { id: "waiting-room.minute", default: "Estimated wait: about a minute" };
const MINUTES: Text = Text { id: "waiting-room.minutes", default: "Estimated wait: about {{minutes}} minutes" };

/// Where a shopper stands, in a sentence or two.
pub fn in_words(catalog: &Catalog, came: Came) -> String {
    let text = |text: Text, values: &[(&'static str, String)]| catalog.message(text, values);
    match came {
        Came::In => text(INSIDE, &[]),
        Came::Full => text(FULL, &[]),
        Came::Waits(View::BeforeStart { seconds, .. }) if seconds < 60 => text(STARTS_SOON, &[]),
        Came::Waits(View::BeforeStart { seconds, starts_at }) if seconds > MAX_MINUTES * 60 => {
            text(STARTS_ON, &[("moment", moment_in_words(starts_at, zone(catalog)))])
        }
        Came::Waits(View::BeforeStart { seconds, .. }) => {
            text(STARTS_IN_MINUTES, &[("minutes", seconds.div_ceil(60).max(2).to_string())])
        }
        Came::Waits(View::InLine { ahead, minutes }) => {
            let ahead = match ahead {
                0 => text(NEXT, &[]),
                1 => text(AHEAD_ONE, &[]),
                _ => text(AHEAD_MANY, &[("count", ahead.to_string())]),
            };
            let wait =
                if minutes <= 1 { text(MINUTE, &[]) } else { text(MINUTES, &[("minutes", minutes.to_string())]) };
            format!("{ahead} {wait}")
        }
    }
}
