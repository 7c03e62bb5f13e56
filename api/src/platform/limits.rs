//! Limits on guessing: so many attempts a window, and a delay that grows with each attempt in vain. Counted in the process or,
//! for several replicas, in Redis.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use moka::Expiry;
use moka::ops::compute::Op;
use moka::sync::Cache;
use redis::{AsyncCommands, Script};

use crate::error::{Error, Result};
use crate::platform::redis::Redis;
use midway_kernel::time::Instant;

/// How often something may be tried by one asker within a window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub attempts: u32,
    pub window: Duration,
}

/// How long a guesser has to wait, the more often he was wrong: at one secret, or from one address.
#[derive(Clone, Copy, Debug)]
pub struct Delay {
    pub name: &'static str,
    /// So many attempts cost nothing: people mistype.
    pub free: u32,
    /// The wait after the last free attempt; it doubles with each that follows.
    pub first: Duration,
    /// It never grows beyond this: the right secret's owner must not be kept out for long by somebody else.
    pub longest: Duration,
    /// Without an attempt for so long, all is forgotten.
    pub forgotten_after: Duration,
    /// What follows within so long of an attempt that was counted belongs to it: it is not counted and does not wait.
    pub together: Duration,
}

impl Delay {
    fn after(&self, attempts: u32) -> Duration {
        match attempts.checked_sub(self.free) {
            None => Duration::ZERO,
            Some(beyond) => self.first.saturating_mul(1 << beyond.min(16)).min(self.longest),
        }
    }
}

/// Attempts in vain and the time of the latest, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Tries {
    attempts: u32,
    at: i64,
}

#[derive(Clone)]
pub enum Limits {
    Process { counts: Cache<String, u32>, found: Cache<String, Arc<HashSet<String>>>, tries: Cache<String, Tries> },
    Redis(Redis),
}

/// An attempt's window starts at the first one and is not stretched by those that follow.
struct WindowOfName;

impl<V> Expiry<String, V> for WindowOfName {
    fn expire_after_create(&self, key: &String, _: &V, _: std::time::Instant) -> Option<Duration> {
        key.split(':').next().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs)
    }
}

impl Limits {
    pub fn in_process() -> Self {
        Limits::Process {
            counts: Cache::builder().max_capacity(100_000).expire_after(WindowOfName).build(),
            found: Cache::builder().max_capacity(100_000).expire_after(WindowOfName).build(),
            tries: Cache::new(100_000),
        }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit. A Redis that does not answer lets the attempt pass: it may be emptied at any time too.
    pub async fn attempt(&self, limit: Limit, asker: &str) -> Result<()> {
        let seconds = limit.window.as_secs();
        let key = format!("{seconds}:{}:{asker}", limit.name);
        let attempts = match self {
            Limits::Process { counts, .. } => {
                counts.entry(key).and_upsert_with(|entry| entry.map_or(1, |entry| entry.into_value() + 1)).into_value()
            }
            Limits::Redis(connection) => match count_in_redis(connection.clone(), &key, seconds).await {
                Ok(attempts) => attempts,
                Err(error) => {
                    tracing::warn!(%error, "guess limits are not counted: Redis does not answer");
                    0
                }
            },
        };
        if attempts > limit.attempts { Err(Error::TooMany { retry_after_seconds: seconds }) } else { Ok(()) }
    }

    /// As [`Limits::attempt`], in windows of the shop's own clock that begin at whole multiples of their length.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit, with the time that is left of the window.
    pub async fn attempt_by_clock(&self, limit: Limit, asker: &str, now: Instant) -> Result<()> {
        let (asker, left) = in_window(limit, asker, now);
        self.attempt(limit, &asker).await.map_err(|error| match error {
            Error::TooMany { .. } => Error::TooMany { retry_after_seconds: left },
            other => other,
        })
    }

    /// Counts each thing that an asker finds once a window, in windows of the shop's own clock. An asker who finds nothing is counted
    /// nowhere, and refused where finding something new is refused: the answer does not tell whether there is something to find.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit, with the time that is left of the window; not for what was counted in this window already.
    pub async fn find_by_clock(&self, limit: Limit, asker: &str, found: Option<&str>, now: Instant) -> Result<()> {
        let seconds = limit.window.as_secs();
        let (asker, left) = in_window(limit, asker, now);
        let key = format!("{seconds}:{}:{asker}", limit.name);
        let is_full = |count: usize| count >= usize::try_from(limit.attempts).unwrap_or(usize::MAX);
        let is_allowed = match self {
            Limits::Process { found: known, .. } => {
                let mut is_allowed = true;
                known.entry(key).and_compute_with(|entry| {
                    let mut things = entry.map(moka::Entry::into_value).unwrap_or_default();
                    let is_known = found.is_some_and(|found| things.contains(found));
                    is_allowed = is_known || !is_full(things.len());
                    match found.filter(|_| is_allowed && !is_known) {
                        Some(found) => {
                            Arc::make_mut(&mut things).insert(found.to_owned());
                            Op::Put(things)
                        }
                        None => Op::Nop,
                    }
                });
                is_allowed
            }
            Limits::Redis(connection) => {
                let script = Script::new(FIND);
                let mut call = script.key(format!("midway:limit:{key}"));
                call.arg(limit.attempts).arg(seconds).arg(found.unwrap_or_default());
                heard(call.invoke_async::<bool>(&mut connection.clone()).await).unwrap_or(true)
            }
        };
        if is_allowed { Ok(()) } else { Err(Error::TooMany { retry_after_seconds: left }) }
    }

    /// Takes an attempt back that turned out to be no guess.
    pub async fn give_back(&self, limit: Limit, asker: &str) {
        let key = format!("{}:{}:{asker}", limit.window.as_secs(), limit.name);
        match self {
            Limits::Process { counts, .. } => {
                counts.entry(key).and_compute_with(|entry| match entry {
                    Some(entry) => Op::Put(entry.into_value().saturating_sub(1)),
                    None => Op::Nop,
                });
            }
            Limits::Redis(connection) => {
                let key = format!("midway:limit:{key}");
                let given: redis::RedisResult<()> =
                    Script::new(GIVE_BACK).key(key).invoke_async(&mut connection.clone()).await;
                heard(given);
            }
        }
    }

    /// As [`Limits::give_back`], of an attempt that [`Limits::attempt_by_clock`] counted at the same time.
    pub async fn give_back_by_clock(&self, limit: Limit, asker: &str, now: Instant) {
        self.give_back(limit, &in_window(limit, asker, now).0).await;
    }

    /// Begins an attempt at a secret. It counts as one in vain until [`Limits::succeeded`] says otherwise, so that attempts made
    /// at the same moment count too. Those made before the wait is over do not lengthen it.
    ///
    /// # Errors
    /// [`Error::TooMany`] with what is left of the wait.
    pub async fn begin(&self, delay: Delay, secret: &str, now: Instant) -> Result<()> {
        self.wait(delay, secret, now, true).await
    }

    /// Whether [`Limits::begin`] would have to wait now. Nothing is counted.
    ///
    /// # Errors
    /// [`Error::TooMany`] with what is left of the wait.
    pub async fn look(&self, delay: Delay, secret: &str, now: Instant) -> Result<()> {
        self.wait(delay, secret, now, false).await
    }

    async fn wait(&self, delay: Delay, secret: &str, now: Instant, is_counted: bool) -> Result<()> {
        let key = format!("{}:{secret}", delay.name);
        let now = now.timestamp_millis();
        let wait = match self {
            Limits::Process { tries, .. } => {
                let mut wait = 0;
                tries.entry(key).and_compute_with(|entry| {
                    let known = entry.map(moka::Entry::into_value).filter(|tries| is_remembered(&delay, tries, now));
                    let attempts = known.map_or(0, |tries| tries.attempts);
                    if known.is_some_and(|tries| now - tries.at < millis(delay.together)) {
                        return Op::Nop;
                    }
                    wait = known.map_or(0, |tries| tries.at + millis(delay.after(attempts)) - now);
                    let counts = is_counted && wait <= 0;
                    if counts { Op::Put(Tries { attempts: attempts + 1, at: now }) } else { Op::Nop }
                });
                wait
            }
            Limits::Redis(connection) => {
                // The waits are worked out here, so that the rule is written once.
                let steps: Vec<i64> = (0..=delay.free + 16).map(|attempts| millis(delay.after(attempts))).collect();
                let script = Script::new(BEGIN);
                let mut call = script.key(format!("midway:tries:{key}"));
                call.arg(now).arg(millis(delay.forgotten_after)).arg(millis(delay.together)).arg(u8::from(is_counted));
                for step in steps {
                    call.arg(step);
                }
                heard(call.invoke_async::<i64>(&mut connection.clone()).await).unwrap_or(0)
            }
        };
        if wait > 0 {
            let seconds = u64::try_from(wait).unwrap_or(0).div_ceil(1000);
            return Err(Error::TooMany { retry_after_seconds: seconds });
        }
        Ok(())
    }

    /// Takes one attempt back that turned out to be none in vain. The others of the same asker stay counted: who knows one secret
    /// may be guessing another.
    pub async fn take_back(&self, delay: Delay, asker: &str) {
        let key = format!("{}:{asker}", delay.name);
        match self {
            Limits::Process { tries, .. } => {
                tries.entry(key).and_compute_with(|entry| match entry.map(moka::Entry::into_value) {
                    Some(tries) => Op::Put(Tries { attempts: tries.attempts.saturating_sub(1), ..tries }),
                    None => Op::Nop,
                });
            }
            Limits::Redis(connection) => {
                let key = format!("midway:tries:{key}");
                let taken: redis::RedisResult<()> =
                    Script::new(TAKE_BACK).key(key).invoke_async(&mut connection.clone()).await;
                heard(taken);
            }
        }
    }

    /// The secret was right: its attempts are forgotten.
    pub async fn succeeded(&self, delay: Delay, secret: &str) {
        let key = format!("{}:{secret}", delay.name);
        match self {
            Limits::Process { tries, .. } => tries.invalidate(&key),
            Limits::Redis(connection) => {
                heard(connection.clone().del::<_, ()>(format!("midway:tries:{key}")).await);
            }
        }
    }
}

/// Counts one attempt less, and leaves its time as it is.
const TAKE_BACK: &str = r"
local attempts, at = string.match(redis.call('GET', KEYS[1]) or '', '(%d+) (%d+)')
if tonumber(attempts or 0) > 0 then
  redis.call('SET', KEYS[1], string.format('%d %d', attempts - 1, at), 'KEEPTTL')
end";

/// Counts an attempt, if it is to be counted, unless its wait is not over; answers what is left of the wait.
const BEGIN: &str = r"
local now, forgotten, together = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local attempts, at = string.match(redis.call('GET', KEYS[1]) or '', '(%d+) (%d+)')
attempts, at = tonumber(attempts) or 0, tonumber(at) or 0
if now - at >= forgotten then attempts = 0 end
if attempts > 0 and now - at < together then return 0 end
local step = tonumber(ARGV[5 + math.min(attempts, #ARGV - 5)])
if attempts > 0 and at + step > now then return at + step - now end
if ARGV[4] == '0' then return 0 end
redis.call('SET', KEYS[1], string.format('%d %d', attempts + 1, now), 'PX', forgotten)
return 0";

/// Adds a thing to a set unless the set is full; answers whether the thing is in it, or would still fit when there is none.
const FIND: &str = r"
local most, seconds, found = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if found ~= '' and redis.call('SISMEMBER', KEYS[1], found) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= most then return 0 end
if found ~= '' and redis.call('SADD', KEYS[1], found) == 1 and redis.call('TTL', KEYS[1]) < 0 then
  redis.call('EXPIRE', KEYS[1], seconds)
end
return 1";

const GIVE_BACK: &str = r"
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end";

/// What an asker is counted by in the window of this time, and the seconds that are left of it.
fn in_window(limit: Limit, asker: &str, now: Instant) -> (String, u64) {
    let seconds = limit.window.as_secs().max(1);
    let since_epoch = u64::try_from(now.timestamp()).unwrap_or(0);
    (format!("{asker}:{}", since_epoch / seconds), seconds - since_epoch % seconds)
}

fn is_remembered(delay: &Delay, tries: &Tries, now: i64) -> bool {
    now - tries.at < millis(delay.forgotten_after)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A Redis that does not answer lets attempts pass: it may be emptied at any time too.
fn heard<T>(answer: redis::RedisResult<T>) -> Option<T> {
    answer.inspect_err(|error| tracing::warn!(%error, "guess limits are not counted: Redis does not answer")).ok()
}

async fn count_in_redis(mut redis: Redis, key: &str, seconds: u64) -> redis::RedisResult<u32> {
    let key = format!("midway:limit:{key}");
    let attempts: u32 = redis.incr(&key, 1).await?;
    if attempts == 1 {
        let _: bool = redis.expire(&key, i64::try_from(seconds).unwrap_or(i64::MAX)).await?;
    }
    Ok(attempts)
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    const DELAY: Delay = Delay {
        name: "test",
        free: 3,
        first: Duration::from_secs(30),
        longest: Duration::from_secs(100),
        forgotten_after: Duration::from_secs(3600),
        together: Duration::ZERO,
    };

    fn second(second: i64) -> Instant {
        Utc.timestamp_opt(1_800_000_000 + second, 0).unwrap()
    }

    async fn wait(limits: &Limits, at: i64) -> u64 {
        match limits.begin(DELAY, "secret", second(at)).await {
            Ok(()) => 0,
            Err(Error::TooMany { retry_after_seconds }) => retry_after_seconds,
            Err(other) => panic!("{other}"),
        }
    }

    #[tokio::test]
    async fn the_delay_doubles_up_to_its_longest_and_attempts_within_it_do_not_lengthen_it() {
        let limits = Limits::in_process();
        for (at, expected) in [
            (0, 0),
            (0, 0),
            (0, 0),
            (0, 30),
            (10, 20),
            (29, 1),
            (30, 0),
            (30, 60),
            (89, 1),
            (90, 0),
            (90, 100),
            (189, 1),
            (190, 0),
            (190, 100),
        ] {
            assert_eq!(wait(&limits, at).await, expected, "at second {at}");
        }
    }

    #[tokio::test]
    async fn attempts_that_belong_together_are_one_and_looking_counts_nothing() {
        let limits = Limits::in_process();
        let delay = Delay { free: 2, together: Duration::from_secs(20), ..DELAY };
        for (at, expected) in [(0, 0), (19, 0), (20, 0), (39, 0), (40, 10), (49, 1), (50, 0), (69, 0), (70, 40)] {
            let at = second(at);
            let looked = limits.look(delay, "secret", at).await;
            let wait = match limits.begin(delay, "secret", at).await {
                Ok(()) => 0,
                Err(Error::TooMany { retry_after_seconds }) => retry_after_seconds,
                Err(other) => panic!("{other}"),
            };
            assert_eq!((wait, looked.is_err()), (expected, expected > 0), "at {at}");
        }
    }

    #[tokio::test]
    async fn success_and_time_make_forget() {
        let limits = Limits::in_process();
        for _ in 0..3 {
            assert_eq!(wait(&limits, 0).await, 0);
        }
        assert_eq!(wait(&limits, 1).await, 29);
        limits.succeeded(DELAY, "secret").await;
        assert_eq!(wait(&limits, 1).await, 0);
        for at in [1, 1] {
            assert_eq!(wait(&limits, at).await, 0);
        }
        assert_eq!(wait(&limits, 2).await, 29);
        for _ in 0..3 {
            assert_eq!(wait(&limits, 3601).await, 0);
        }
    }

    #[tokio::test]
    async fn an_attempt_that_is_taken_back_does_not_count_and_those_before_it_do() {
        let limits = Limits::in_process();
        limits.take_back(DELAY, "secret").await;
        for _ in 0..2 {
            assert_eq!(wait(&limits, 0).await, 0);
        }
        for _ in 0..5 {
            assert_eq!(wait(&limits, 0).await, 0);
            limits.take_back(DELAY, "secret").await;
        }
        assert_eq!(wait(&limits, 0).await, 0);
        assert_eq!(wait(&limits, 0).await, 30);
    }

    #[tokio::test]
    async fn an_attempt_that_is_given_back_does_not_count() {
        const LIMIT: Limit = Limit { name: "test", attempts: 1, window: Duration::from_secs(60) };
        let limits = Limits::in_process();
        for _ in 0..3 {
            limits.attempt(LIMIT, "somebody").await.unwrap();
            limits.give_back(LIMIT, "somebody").await;
        }
        limits.attempt(LIMIT, "somebody").await.unwrap();
        assert!(limits.attempt(LIMIT, "somebody").await.is_err());
    }

    #[tokio::test]
    async fn each_thing_is_counted_once_and_nothing_is_found_past_the_limit() {
        const LIMIT: Limit = Limit { name: "test", attempts: 2, window: Duration::from_secs(60) };
        let limits = Limits::in_process();
        let find = |found, at| limits.find_by_clock(LIMIT, "somebody", found, second(at));
        for found in [None, Some("one"), Some("one"), None, Some("two"), Some("one"), Some("two")] {
            find(found, 0).await.unwrap();
        }
        for found in [None, Some("three")] {
            assert!(matches!(find(found, 20).await, Err(Error::TooMany { retry_after_seconds: 40 })), "{found:?}");
        }
        find(Some("two"), 20).await.unwrap();
        limits.find_by_clock(LIMIT, "another", Some("three"), second(20)).await.unwrap();
        for found in [None, Some("three")] {
            find(found, 60).await.unwrap();
        }
    }
}
