//! Session storage, in the database or in Redis with the same behaviour. A session is found by the fingerprint of its
//! cookie.
//!
//! A session has a sliding timeout, which each touch extends, and an absolute limit ([`ABSOLUTE_LIMIT`]). Both are
//! checked on every load against the caller's clock, so no session outlives them when the store's clock differs.
//!
//! A session may have an owner. All sessions of an owner can be ended together ([`begin_epoch`]). They do not have to
//! be found for this: each session stores the epoch that its owner had when it began, and it is invalid after the epoch
//! has changed. The current epoch is always in the database, even if the sessions are in Redis, so it can change
//! in the same transaction as, for example, the password.

use chrono::Duration;
use redis::{AsyncCommands, Script};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::platform::db::Db;
use crate::platform::redis::Redis;
use midway_kernel::time::Instant;

/// The maximum age of a session, regardless of activity.
pub const ABSOLUTE_LIMIT: Duration = Duration::hours(12);

/// A stored session: the shop's data and the times that decide when it ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored<T> {
    pub data: T,
    pub created_at: Instant,
    pub touched_at: Instant,
    /// The document as last read from or written to the store; `None` for a session that is not stored yet.
    #[serde(skip)]
    stored_document: Option<String>,
}

impl<T> Stored<T> {
    /// A session that begins now.
    pub fn new(data: T, now: Instant) -> Self {
        Stored { data, created_at: now, touched_at: now, stored_document: None }
    }

    fn is_alive(&self, now: Instant, sliding: Duration) -> bool {
        now < self.ends_at(sliding)
    }

    /// When the session ends if it is not touched again.
    pub fn ends_at(&self, sliding: Duration) -> Instant {
        (self.touched_at + sliding).min(self.created_at + ABSOLUTE_LIMIT)
    }

    fn seconds_left(&self, sliding: Duration) -> u64 {
        u64::try_from((self.ends_at(sliding) - self.touched_at).num_seconds()).unwrap_or(0).max(1)
    }
}

/// How a session was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The session ended, and no other session replaced it.
    Over,
    /// Another session replaced the session at this time.
    Replaced(Instant),
}

#[derive(Clone)]
pub enum Sessions {
    Database(Db),
    Redis(Redis),
}

impl Sessions {
    /// The session whose cookie has this fingerprint; `None` if it does not exist or has ended.
    pub async fn load<T>(&self, fingerprint: &str, now: Instant, sliding: Duration) -> Result<Option<Stored<T>>>
    where
        T: for<'de> Deserialize<'de>,
    {
        let Some(document) = self.document(fingerprint).await? else { return Ok(None) };
        // A document that cannot be parsed was written by another version; the visitor gets a new session.
        let stored = serde_json::from_str::<Stored<T>>(&document).ok().filter(|stored| stored.is_alive(now, sliding));
        Ok(stored.map(|stored| Stored { stored_document: Some(document), ..stored }))
    }

    /// Writes a new session, or replaces the document that was read. Returns false if another call has written or ended
    /// the session in the meantime. This way concurrent calls never overwrite each other's changes, and a call that
    /// began before a sign-out cannot restore the session.
    pub async fn write<T: Serialize>(
        &self,
        fingerprint: &str,
        stored: &mut Stored<T>,
        sliding: Duration,
    ) -> Result<bool> {
        let document = serde_json::to_string(stored).map_err(Error::internal)?;
        let ends_at = stored.ends_at(sliding);
        let is_written = match (self, &stored.stored_document) {
            (Sessions::Database(db), None) => {
                let row = entity::Model { fingerprint: fingerprint.to_owned(), document: document.clone(), ends_at };
                let unless_there = OnConflict::column(entity::Column::Fingerprint).do_nothing().to_owned();
                let new = entity::Entity::insert(row.into_active_model().reset_all()).on_conflict(unless_there);
                new.exec_without_returning(db.write()).await? == 1
            }
            (Sessions::Database(db), Some(stored_document)) => {
                let updated = entity::Entity::update_many()
                    .col_expr(entity::Column::Document, Expr::value(document.as_str()))
                    .col_expr(entity::Column::EndsAt, Expr::value(ends_at))
                    .filter(entity::Column::Fingerprint.eq(fingerprint))
                    .filter(entity::Column::Document.eq(stored_document.as_str()))
                    .exec(db.write())
                    .await?;
                updated.rows_affected == 1
            }
            (Sessions::Redis(redis), stored_document) => {
                let script = Script::new(WRITE);
                let mut call = script.key(redis_key(fingerprint));
                call.arg(stored_document.as_deref().unwrap_or_default())
                    .arg(&document)
                    .arg(stored.seconds_left(sliding));
                call.invoke_async(&mut redis.clone()).await.map_err(no_redis)?
            }
        };
        if is_written {
            stored.stored_document = Some(document);
        }
        Ok(is_written)
    }

    /// Ends a session. A mark records how the session ended, so that it is not mistaken for a lost session
    /// ([`Sessions::end_of`]). The mark is stored for the length of the sliding timeout.
    pub async fn destroy(&self, fingerprint: &str, end: End, now: Instant, sliding: Duration) -> Result<()> {
        let mark = mark_of_end(fingerprint);
        let document = serde_json::to_string(&end).map_err(Error::internal)?;
        match self {
            Sessions::Database(db) => {
                let row = entity::Model { fingerprint: mark, document, ends_at: now + sliding };
                entity::Entity::insert(row.into_active_model().reset_all())
                    .on_conflict(OnConflict::column(entity::Column::Fingerprint).do_nothing().to_owned())
                    .exec_without_returning(db.write())
                    .await?;
                entity::Entity::delete_by_id(fingerprint).exec(db.write()).await?;
            }
            Sessions::Redis(redis) => {
                let seconds = u64::try_from(sliding.num_seconds()).unwrap_or(0).max(1);
                let mut both = redis::pipe();
                both.atomic().set_ex(redis_key(&mark), document, seconds).ignore().del(redis_key(fingerprint)).ignore();
                let _: () = both.query_async(&mut redis.clone()).await.map_err(no_redis)?;
            }
        }
        Ok(())
    }

    /// How a missing session was ended; `None` if it was lost or never existed.
    pub async fn end_of(&self, fingerprint: &str) -> Result<Option<End>> {
        let document = self.document(&mark_of_end(fingerprint)).await?;
        Ok(document.map(|document| serde_json::from_str(&document).unwrap_or(End::Over)))
    }

    async fn document(&self, name: &str) -> Result<Option<String>> {
        match self {
            Sessions::Database(db) => {
                Ok(entity::Entity::find_by_id(name).one(db.read()).await?.map(|row| row.document))
            }
            Sessions::Redis(redis) => redis.clone().get(redis_key(name)).await.map_err(no_redis),
        }
    }

    /// Whether the store answers.
    pub async fn ping(&self) -> Result<()> {
        match self {
            Sessions::Database(db) => db.ping().await.map_err(Error::from),
            Sessions::Redis(redis) => redis::cmd("PING").query_async(&mut redis.clone()).await.map_err(no_redis),
        }
    }

    /// Removes sessions that have ended. Redis removes them automatically.
    pub async fn sweep(&self, now: Instant) -> Result<u64> {
        match self {
            Sessions::Database(db) => {
                let ended =
                    entity::Entity::delete_many().filter(entity::Column::EndsAt.lt(now)).exec(db.write()).await?;
                Ok(ended.rows_affected)
            }
            Sessions::Redis(_) => Ok(0),
        }
    }
}

/// The current epoch of this owner. Sessions of other epochs are invalid.
pub async fn epoch(db: &impl ConnectionTrait, owner: &str) -> Result<i64> {
    Ok(epoch::Entity::find_by_id(owner).one(db).await?.map_or(0, |row| row.epoch))
}

/// Ends all sessions of this owner when the caller's transaction commits. Returns the epoch of later sessions.
pub async fn begin_epoch(tx: &impl ConnectionTrait, owner: &str) -> Result<i64> {
    let first = epoch::ActiveModel { owner: Set(owner.to_owned()), epoch: Set(1) };
    let next = OnConflict::column(epoch::Column::Owner)
        .value(epoch::Column::Epoch, sea_orm::ExprTrait::add(Expr::col((epoch::Entity, epoch::Column::Epoch)), 1))
        .to_owned();
    epoch::Entity::insert(first).on_conflict(next).exec_without_returning(tx).await?;
    epoch(tx, owner).await
}

/// Writes a session if its stored document is still the one that was read, or if none was read and none exists.
const WRITE: &str = r"
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1";

/// The key of the mark. It cannot collide with a session, because fingerprints contain no colon.
fn mark_of_end(fingerprint: &str) -> String {
    format!("ended:{fingerprint}")
}

fn redis_key(fingerprint: &str) -> String {
    format!("midway:session:{fingerprint}")
}

fn no_redis(error: redis::RedisError) -> Error {
    Error::Unavailable { service: "Redis", cause: error.to_string() }
}

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "session")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub fingerprint: String,
        pub document: String,
        pub ends_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod epoch {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "session_epoch")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub owner: String,
        pub epoch: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
