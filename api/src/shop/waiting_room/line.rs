//! The lines of waiting rooms: who waits, who is inside, and who enters next. All times are in milliseconds since the epoch.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::line_in_process::Line;
use super::line_in_redis;
use crate::error::Result;
use crate::platform::redis::Redis;

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

/// The lines of all rooms.
pub enum Lines {
    Process(Mutex<HashMap<String, Line>>),
    Redis(Redis),
}

impl Lines {
    pub fn in_process() -> Self {
        Lines::Process(Mutex::default())
    }

    /// Lets those enter whose turn it is, and says where this shopper stands. Asking is a sign of the shopper.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn ask(&self, room: &str, rules: &Rules, asking: &Asking<'_>, now: i64) -> Result<Standing> {
        match self {
            Lines::Process(lines) => Ok(Self::of(lines, room, |line| line.ask(rules, asking, now))),
            Lines::Redis(redis) => line_in_redis::ask(redis, room, rules, asking, now).await,
        }
    }

    /// Whether a shopper is inside and may take places. From the first time on, a place belongs to one holder.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn may_take(&self, room: &str, idle: Duration, (place, holder): (&str, &str), now: i64) -> Result<bool> {
        match self {
            Lines::Process(lines) => Ok(Self::of(lines, room, |line| line.may_take(idle, (place, holder), now))),
            Lines::Redis(redis) => line_in_redis::may_take(redis, room, idle, (place, holder), now).await,
        }
    }

    /// A shopper has what they came for, and the next one may enter.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn finish(&self, room: &str, place: &str) -> Result<()> {
        match self {
            Lines::Process(lines) => Ok(Self::of(lines, room, |line| line.finish(place))),
            Lines::Redis(redis) => line_in_redis::finish(redis, room, place).await,
        }
    }

    /// # Errors
    /// When Redis does not answer.
    pub async fn figures(&self, room: &str, now: i64) -> Result<Figures> {
        match self {
            Lines::Process(lines) => Ok(Self::of(lines, room, |line| line.figures(now))),
            Lines::Redis(redis) => line_in_redis::figures(redis, room, now).await,
        }
    }

    fn of<T>(lines: &Mutex<HashMap<String, Line>>, room: &str, act: impl FnOnce(&mut Line) -> T) -> T {
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        act(lines.entry(room.to_owned()).or_default())
    }
}

/// Milliseconds of a duration.
pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// The text of an id that the parts of a line share.
pub type Id = Arc<str>;
