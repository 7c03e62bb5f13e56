//! What the line of a waiting room is asked and says, and its times. All moments are in milliseconds since the epoch.

use std::sync::Arc;
use std::time::Duration;

/// Whoever has not asked for so long is not called when the turn comes, and enters as soon as the browser asks again.
pub const AWAY: Duration = Duration::from_secs(90);

/// How long a shopper who was called has for the first page.
pub const CALLED: Duration = Duration::from_secs(3 * 60);

/// How long it is remembered that a place was used, so that it is not used again.
pub const USED: Duration = Duration::from_secs(24 * 60 * 60);

/// The maximum number of shoppers who wait in one room.
pub const MAX_WAITING: u64 = 200_000;

/// How many of those who are away are passed over at a time.
pub const MAX_PASSED_OVER: usize = 500;

/// Entries are counted for the estimate in parts of a minute.
pub const COUNTED: Duration = Duration::from_secs(10);

/// By which rules the line of a room moves.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Before this moment, only those with a negative rank enter.
    pub starts_at: i64,
    pub max_inside: u32,
    pub per_minute: f64,
    /// After so long without a sign, a shopper is no longer inside.
    pub idle: Duration,
    pub max_per_address: u32,
}

impl Rules {
    /// How many may enter at once after a time in which nobody did: those of five seconds.
    pub fn burst(&self) -> f64 {
        (self.per_minute / 12.0).max(1.0)
    }
}

/// A shopper who asks to enter.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The id of the place.
    pub place: &'a str,
    /// Lower ranks enter first.
    pub rank: i64,
    /// The network address, if it is limited.
    pub address: Option<&'a str>,
    /// Whether the place's cookie says that the shopper is inside. It is believed if the line was lost.
    pub was_inside: bool,
    /// Whether a shopper without a place in the line gets one.
    pub may_join: bool,
}

/// What the line says to a shopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Inside until this moment, if no further sign comes.
    Inside { until: i64 },
    /// So many are ahead, and so many entered in the last minute.
    Waiting { ahead: u64, entered: u64 },
    /// Too many of the same network address wait, or too many altogether.
    Full,
    /// The place was used before. A shopper who wants to enter again needs a new one.
    Used,
    /// Not in the line.
    Absent,
}

/// How many shoppers a room has and had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub waiting: u64,
    pub inside: u64,
    /// Those who ever got a place, entered, finished with an order, and were refused a place.
    pub joined: u64,
    pub entered: u64,
    pub finished: u64,
    pub refused: u64,
}

/// Milliseconds of a duration.
pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// The text of an id that the parts of a line share.
pub type Id = Arc<str>;
