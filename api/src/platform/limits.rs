//! Limits on guessing: so many attempts a window, counted in the process or, for several replicas, in Redis.

use std::time::Duration;

use moka::Expiry;
use moka::sync::Cache;
use redis::AsyncCommands;
use redis::aio::ConnectionManager;

use crate::error::{Error, Result};
use crate::kernel::time::Instant;

/// How often something may be tried by one asker within a window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub attempts: u32,
    pub window: Duration,
}

#[derive(Clone)]
pub enum Limits {
    Process(Cache<String, u32>),
    Redis(ConnectionManager),
}

/// An attempt's window starts at the first one and is not stretched by those that follow.
struct WindowOfName;

impl Expiry<String, u32> for WindowOfName {
    fn expire_after_create(&self, key: &String, _: &u32, _: std::time::Instant) -> Option<Duration> {
        key.split(':').next().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs)
    }
}

impl Limits {
    pub fn in_process() -> Self {
        Limits::Process(Cache::builder().max_capacity(100_000).expire_after(WindowOfName).build())
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit. A Redis that does not answer lets the attempt pass: it may be emptied at any time too.
    pub async fn attempt(&self, limit: Limit, asker: &str) -> Result<()> {
        let seconds = limit.window.as_secs();
        let key = format!("{seconds}:{}:{asker}", limit.name);
        let attempts = match self {
            Limits::Process(counts) => {
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
        let seconds = limit.window.as_secs().max(1);
        let since_epoch = u64::try_from(now.timestamp()).unwrap_or(0);
        let (window, passed) = (since_epoch / seconds, since_epoch % seconds);
        self.attempt(limit, &format!("{asker}:{window}")).await.map_err(|error| match error {
            Error::TooMany { .. } => Error::TooMany { retry_after_seconds: seconds - passed },
            other => other,
        })
    }
}

async fn count_in_redis(mut redis: ConnectionManager, key: &str, seconds: u64) -> redis::RedisResult<u32> {
    let key = format!("midway:limit:{key}");
    let attempts: u32 = redis.incr(&key, 1).await?;
    if attempts == 1 {
        let _: bool = redis.expire(&key, i64::try_from(seconds).unwrap_or(i64::MAX)).await?;
    }
    Ok(attempts)
}
