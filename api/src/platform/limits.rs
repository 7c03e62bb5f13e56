//! Rate limits, for example against guessing: a number of attempts per window, and a delay that grows with each attempt
//! until one succeeds. Attempts are counted in the process or, for several replicas, in Redis. The callers choose
//! the numbers, for example in `shop/account/limits.rs`.

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

/// How many attempts one asker (an account, an address) has within a window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub attempts: u32,
    pub window: Duration,
}

/// How long a caller must wait after attempts without success, such as wrong guesses. Attempts are counted per secret
/// or per address.
#[derive(Clone, Copy, Debug)]
pub struct Delay {
    pub name: &'static str,
    /// The number of attempts without a delay, because people mistype.
    pub free: u32,
    /// The wait after the last free attempt. It doubles with each further attempt.
    pub first: Duration,
    /// The maximum wait. It is bounded so that other people's guesses cannot lock out the owner of the secret for long.
    pub longest: Duration,
    /// All attempts are forgotten after this time without an attempt.
    pub forgotten_after: Duration,
    /// Attempts within this time after a counted attempt belong to it: they are neither counted nor delayed.
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

/// The number of counted attempts and the time of the latest, in milliseconds since the epoch.
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

/// The expiry of counters: a window begins with its first attempt, and later attempts do not extend it.
struct ExpiryByWindow;

impl<V> Expiry<String, V> for ExpiryByWindow {
    fn expire_after_create(&self, key: &String, _: &V, _: std::time::Instant) -> Option<Duration> {
        key.split(':').next().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs)
    }
}

impl Limits {
    pub fn in_process() -> Self {
        Limits::Process {
            counts: Cache::builder().max_capacity(100_000).expire_after(ExpiryByWindow).build(),
            found: Cache::builder().max_capacity(100_000).expire_after(ExpiryByWindow).build(),
            tries: Cache::new(100_000),
        }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit. If Redis does not answer, the attempt is allowed, because the counts in Redis
    /// are not durable anyway.
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
                    tracing::warn!(%error, "attempts are not counted: Redis does not answer");
                    0
                }
            },
        };
        if attempts > limit.attempts { Err(Error::TooMany { retry_after_seconds: seconds }) } else { Ok(()) }
    }

    /// Like [`Limits::attempt`], but in windows of the shop's clock. Each window begins at a multiple of its length.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit, with the remaining time of the window.
    pub async fn attempt_by_clock(&self, limit: Limit, asker: &str, now: Instant) -> Result<()> {
        let (asker, seconds_left) = in_window(limit, asker, now);
        self.attempt(limit, &asker).await.map_err(|error| match error {
            Error::TooMany { .. } => Error::TooMany { retry_after_seconds: seconds_left },
            other => other,
        })
    }

    /// Counts the distinct items that an asker finds per window of the shop's clock. An unsuccessful search is not
    /// counted, but after the limit is reached it is refused like a search that finds a new item. The response
    /// therefore does not reveal whether the item exists.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit, with the remaining time of the window. Items that were already counted in
    /// this window are never refused.
    pub async fn find_by_clock(&self, limit: Limit, asker: &str, found: Option<&str>, now: Instant) -> Result<()> {
        let seconds = limit.window.as_secs();
        let (asker, seconds_left) = in_window(limit, asker, now);
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
                unless_failed(call.invoke_async::<bool>(&mut connection.clone()).await).unwrap_or(true)
            }
        };
        if is_allowed { Ok(()) } else { Err(Error::TooMany { retry_after_seconds: seconds_left }) }
    }

    /// Undoes the count of one attempt that did not fail.
    pub async fn undo_attempt(&self, limit: Limit, asker: &str) {
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
                    Script::new(UNDO_ATTEMPT).key(key).invoke_async(&mut connection.clone()).await;
                unless_failed(given);
            }
        }
    }

    /// Like [`Limits::undo_attempt`], for an attempt that [`Limits::attempt_by_clock`] counted in the window of `now`.
    pub async fn undo_attempt_by_clock(&self, limit: Limit, asker: &str, now: Instant) {
        self.undo_attempt(limit, &in_window(limit, asker, now).0).await;
    }

    /// Begins an attempt at a secret. It counts as failed until [`Limits::succeeded`] or [`Limits::undo_begin`] is
    /// called, so that simultaneous attempts are counted too. Attempts during the wait do not extend it.
    ///
    /// # Errors
    /// [`Error::TooMany`] with the remaining wait.
    pub async fn begin(&self, delay: Delay, secret: &str, now: Instant) -> Result<()> {
        self.refuse_during_wait(delay, secret, now, true).await
    }

    /// Checks whether [`Limits::begin`] would be refused now. It counts nothing.
    ///
    /// # Errors
    /// [`Error::TooMany`] with the remaining wait.
    pub async fn check(&self, delay: Delay, secret: &str, now: Instant) -> Result<()> {
        self.refuse_during_wait(delay, secret, now, false).await
    }

    async fn refuse_during_wait(&self, delay: Delay, secret: &str, now: Instant, is_counted: bool) -> Result<()> {
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
                // The waits are computed here and passed to the script, so that the rule exists only once.
                let steps: Vec<i64> = (0..=delay.free + 16).map(|attempts| millis(delay.after(attempts))).collect();
                let script = Script::new(BEGIN);
                let mut call = script.key(format!("midway:tries:{key}"));
                call.arg(now).arg(millis(delay.forgotten_after)).arg(millis(delay.together)).arg(u8::from(is_counted));
                for step in steps {
                    call.arg(step);
                }
                unless_failed(call.invoke_async::<i64>(&mut connection.clone()).await).unwrap_or(0)
            }
        };
        if wait > 0 {
            let seconds = u64::try_from(wait).unwrap_or(0).div_ceil(1000);
            return Err(Error::TooMany { retry_after_seconds: seconds });
        }
        Ok(())
    }

    /// Undoes the count of one attempt that did not fail. Other attempts of the same asker stay counted, because a
    /// caller who knows one secret may be guessing a different secret.
    pub async fn undo_begin(&self, delay: Delay, asker: &str) {
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
                let answer: redis::RedisResult<()> =
                    Script::new(UNDO_BEGIN).key(key).invoke_async(&mut connection.clone()).await;
                unless_failed(answer);
            }
        }
    }

    /// Records that the secret was right: its attempts are forgotten.
    pub async fn succeeded(&self, delay: Delay, secret: &str) {
        let key = format!("{}:{secret}", delay.name);
        match self {
            Limits::Process { tries, .. } => tries.invalidate(&key),
            Limits::Redis(connection) => {
                unless_failed(connection.clone().del::<_, ()>(format!("midway:tries:{key}")).await);
            }
        }
    }
}

/// Decrements the number of attempts and does not change the time of the latest attempt.
const UNDO_BEGIN: &str = r"
local attempts, at = string.match(redis.call('GET', KEYS[1]) or '', '(%d+) (%d+)')
if tonumber(attempts or 0) > 0 then
  redis.call('SET', KEYS[1], string.format('%d %d', attempts - 1, at), 'KEEPTTL')
end";

/// Counts an attempt if that is requested and the wait is over. Returns the remaining wait in milliseconds.
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

/// Adds an item to a set unless the set is full. Returns whether the item is in the set; for an empty item, whether the
/// set has space for one more item.
const FIND: &str = r"
local most, seconds, found = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if found ~= '' and redis.call('SISMEMBER', KEYS[1], found) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= most then return 0 end
if found ~= '' and redis.call('SADD', KEYS[1], found) == 1 and redis.call('TTL', KEYS[1]) < 0 then
  redis.call('EXPIRE', KEYS[1], seconds)
end
return 1";

const UNDO_ATTEMPT: &str = r"
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end";

/// The counter key of an asker in the current window, and the seconds that remain of the window.
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

/// If Redis does not answer, attempts are allowed: the counts in Redis are not durable anyway.
fn unless_failed<T>(answer: redis::RedisResult<T>) -> Option<T> {
    answer.inspect_err(|error| tracing::warn!(%error, "attempts are not counted: Redis does not answer")).ok()
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
    async fn delay_doubles_up_to_its_maximum_and_attempts_during_the_wait_do_not_extend_it() {
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
    async fn attempts_within_the_grouping_time_count_once_and_a_check_is_not_counted() {
        let limits = Limits::in_process();
        let delay = Delay { free: 2, together: Duration::from_secs(20), ..DELAY };
        for (at, expected) in [(0, 0), (19, 0), (20, 0), (39, 0), (40, 10), (49, 1), (50, 0), (69, 0), (70, 40)] {
            let at = second(at);
            let looked = limits.check(delay, "secret", at).await;
            let wait = match limits.begin(delay, "secret", at).await {
                Ok(()) => 0,
                Err(Error::TooMany { retry_after_seconds }) => retry_after_seconds,
                Err(other) => panic!("{other}"),
            };
            assert_eq!((wait, looked.is_err()), (expected, expected > 0), "at {at}");
        }
    }

    #[tokio::test]
    async fn attempts_are_forgotten_after_a_success_or_an_hour_without_a_counted_attempt() {
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
    async fn undone_attempt_does_not_count_towards_the_delay_but_earlier_attempts_do() {
        let limits = Limits::in_process();
        limits.undo_begin(DELAY, "secret").await;
        for _ in 0..2 {
            assert_eq!(wait(&limits, 0).await, 0);
        }
        for _ in 0..5 {
            assert_eq!(wait(&limits, 0).await, 0);
            limits.undo_begin(DELAY, "secret").await;
        }
        assert_eq!(wait(&limits, 0).await, 0);
        assert_eq!(wait(&limits, 0).await, 30);
    }

    #[tokio::test]
    async fn undone_attempt_does_not_count_towards_the_limit() {
        const LIMIT: Limit = Limit { name: "test", attempts: 1, window: Duration::from_secs(60) };
        let limits = Limits::in_process();
        for _ in 0..3 {
            limits.attempt(LIMIT, "somebody").await.unwrap();
            limits.undo_attempt(LIMIT, "somebody").await;
        }
        limits.attempt(LIMIT, "somebody").await.unwrap();
        assert!(limits.attempt(LIMIT, "somebody").await.is_err());
    }

    #[tokio::test]
    async fn lookups_that_find_the_same_item_count_once_and_at_the_limit_only_items_already_found_are_allowed() {
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
