//! The lines of all waiting rooms: who waits, who is inside, and who enters next.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::line::{Asking, Figures, Rules, Standing};
use super::line_in_process::Line;
use super::line_in_redis;
use crate::error::Result;
use crate::platform::redis::Redis;

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
    pub async fn finish(&self, room: &str, place: &str, now: i64) -> Result<()> {
        match self {
            Lines::Process(lines) => {
                Self::of(lines, room, |line| line.finish(place, now));
                Ok(())
            }
            Lines::Redis(redis) => line_in_redis::finish(redis, room, place, now).await,
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
