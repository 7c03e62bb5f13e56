//! Limits on guessing: so many attempts a window, counted in the process or, for several replicas, in Redis.

use std::time::Duration;

use moka::Expiry;
use moka::sync::Cache;
use redis::AsyncCommands;
use redis::aio::ConnectionManager;

use crate::error::{Error, Result};

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

    /// Whether an asker may go on: for what is counted only when it turns out wrong.
    ///
    /// # Errors
    /// [`Error::TooMany`] once the limit is used up.
    pub async fn check(&self, limit: Limit, asker: &str) -> Result<()> {
        let seconds = limit.window.as_secs();
        let key = key_of(limit, asker);
        let attempts = match self {
            Limits::Process(counts) => counts.get(&key).unwrap_or(0),
            Limits::Redis(connection) => match counted_in_redis(connection.clone(), &key).await {
                Ok(attempts) => attempts,
                Err(error) => not_counted(&error),
            },
        };
        if attempts >= limit.attempts { Err(Error::TooMany { retry_after_seconds: seconds }) } else { Ok(()) }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit. A Redis that does not answer lets the attempt pass: it may be emptied at any time too.
    pub async fn attempt(&self, limit: Limit, asker: &str) -> Result<()> {
        let seconds = limit.window.as_secs();
        let key = key_of(limit, asker);
        let attempts = match self {
            Limits::Process(counts) => {
                counts.entry(key).and_upsert_with(|entry| entry.map_or(1, |entry| entry.into_value() + 1)).into_value()
            }
            Limits::Redis(connection) => match count_in_redis(connection.clone(), &key, seconds).await {
                Ok(attempts) => attempts,
                Err(error) => not_counted(&error),
            },
        };
        if attempts > limit.attempts { Err(Error::TooMany { retry_after_seconds: seconds }) } else { Ok(()) }
    }
}

/// The window's length comes first: a count in the process ends with it.
fn key_of(limit: Limit, asker: &str) -> String {
    format!("{}:{}:{asker}", limit.window.as_secs(), limit.name)
}

fn not_counted(error: &redis::RedisError) -> u32 {
    tracing::warn!(%error, "guess limits are not counted: Redis does not answer");
    0
}

async fn counted_in_redis(mut redis: ConnectionManager, key: &str) -> redis::RedisResult<u32> {
    let attempts: Option<u32> = redis.get(format!("midway:limit:{key}")).await?;
    Ok(attempts.unwrap_or(0))
}

async fn count_in_redis(mut redis: ConnectionManager, key: &str, seconds: u64) -> redis::RedisResult<u32> {
    let key = format!("midway:limit:{key}");
    let attempts: u32 = redis.incr(&key, 1).await?;
    if attempts == 1 {
        let _: bool = redis.expire(&key, i64::try_from(seconds).unwrap_or(i64::MAX)).await?;
    }
    Ok(attempts)
}
