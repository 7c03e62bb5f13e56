//! What the calls of a waiting room answer.

use poem_openapi::{Enum, Object};

use super::actions::{Came, View};

/// Where a shopper stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum WaitingState {
    /// The shopper may open the page.
    Inside,
    /// The sale has not started.
    BeforeStart,
    InLine,
    /// Too many people on the same network wait.
    Full,
}

/// The place of a shopper in front of a waiting room.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WaitingPlaceView {
    pub state: WaitingState,
    /// Where the shopper stands, in words.
    pub message: String,
    /// How many are ahead.
    pub ahead: Option<u64>,
    /// In about how many minutes the shopper enters.
    pub minutes: Option<u64>,
    /// After how many seconds to ask again.
    pub ask_again_after: u64,
}

impl WaitingPlaceView {
    pub fn new(came: Came, message: String) -> Self {
        let (state, ahead, minutes) = match came {
            Came::In => (WaitingState::Inside, None, None),
            Came::Full => (WaitingState::Full, None, None),
            Came::Waits(View::BeforeStart { .. }) => (WaitingState::BeforeStart, None, None),
            Came::Waits(View::InLine { ahead, minutes }) => (WaitingState::InLine, Some(ahead), Some(minutes)),
        };
        WaitingPlaceView { state, message, ahead, minutes, ask_again_after: ask_again_after(came) }
    }
}

/// After how many seconds a shopper's browser asks again: sooner near the front, and soon after the start for all.
pub fn ask_again_after(came: Came) -> u64 {
    match came {
        Came::In => 0,
        Came::Full => 30,
        Came::Waits(View::BeforeStart { seconds, .. }) => seconds.clamp(3, 30),
        Came::Waits(View::InLine { ahead, .. }) => (ahead / 50).clamp(3, 20),
    }
}
