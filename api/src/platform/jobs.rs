//! Jobs: follow-up work for a change. A job exists only if its change was committed.
//!
//! [`enqueue`] writes a job in the transaction of the change, so that either both happen or neither does. Workers look
//! for due jobs without writing and take a job by compare-and-set, so that only one worker gets it. If a worker dies,
//! the lease of its job expires and another worker runs the job again; every job must therefore be safe to run twice. A
//! failed job is retried after a pause. After a permanent failure or [`MAX_TRIES`] attempts, the job is given up and
//! the doctor reports it. This module does not know what a job does.

use std::collections::HashSet;

use chrono::Duration;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ConnectionTrait, ExprTrait, IntoActiveModel, QueryOrder, QuerySelect};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// How long a worker holds a job. It is longer than a job may run ([`MAX_RUN`]), so that two workers do not run the
/// same job at the same time.
pub const LEASE: Duration = Duration::minutes(2);

/// The timeout of one attempt.
pub const MAX_RUN: std::time::Duration = std::time::Duration::from_secs(60);

/// The maximum number of attempts. With the pauses in between, the last attempt is about a day after the first.
pub const MAX_TRIES: i32 = 16;

/// The pause after the first attempt. Each further pause is four times as long as the one before, up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::seconds(30);
const MAX_PAUSE: Duration = Duration::hours(2);

/// How long completed jobs remain stored, so that an operator can inspect them.
pub const KEEP_DONE: Duration = Duration::days(7);
/// How long after their creation failed jobs remain stored, so that an operator can deal with them.
const KEEP_FAILED: Duration = Duration::days(30);

/// The maximum length of a stored error message, in characters.
const MAX_ERROR_LENGTH: usize = 500;

pub use entity::Model as Job;

/// The state of a stored job. A job that a worker has taken is still waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    Waiting,
    Done,
    Failed,
}

/// How an attempt failed.
#[derive(Debug)]
pub enum Failure {
    /// A later attempt may succeed.
    Retry(String),
    /// No later attempt can succeed.
    Permanent(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Retry(error.to_string())
    }
}

impl Job {
    /// The document with which the job was queued.
    ///
    /// # Errors
    /// A permanent failure when the document is not of this type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_str(&self.document)
            .map_err(|error| Failure::Permanent(format!("its document cannot be read: {error}")))
    }
}

/// An empty document: the subject says everything.
#[derive(Serialize)]
pub struct Nothing {}

/// Enqueues a job in the caller's transaction, unless a job of this kind and subject exists already.
pub async fn enqueue(
    tx: &impl ConnectionTrait,
    kind: &'static str,
    subject: &str,
    document: &impl Serialize,
    now: Instant,
) -> Result<()> {
    enqueue_for(tx, kind, subject, document, (now, now)).await
}

/// Like [`enqueue`], for a job that is due at a later time.
pub async fn enqueue_for(
    tx: &impl ConnectionTrait,
    kind: &'static str,
    subject: &str,
    document: &impl Serialize,
    (now, due_at): (Instant, Instant),
) -> Result<()> {
    let row = entity::Model {
        id: random_id(),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        document: serde_json::to_string(document).map_err(Error::internal)?,
        created_at: now,
        due_at: Some(due_at),
        tries: 0,
        taken_until: None,
        done_at: None,
        last_error: None,
    };
    let once = OnConflict::columns([entity::Column::Kind, entity::Column::Subject]).do_nothing().to_owned();
    entity::Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    Ok(())
}

/// Makes a job that is due later due now. Does nothing if there is no such job of this kind and subject.
pub async fn bring_forward(db: &impl ConnectionTrait, kind: &str, subject: &str, now: Instant) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::DueAt, Expr::value(now))
        .filter(entity::Column::Kind.eq(kind))
        .filter(entity::Column::Subject.eq(subject))
        .filter(entity::Column::DueAt.gt(now))
        .exec(db)
        .await?;
    Ok(())
}

/// Ends a job that no worker has taken yet, in the transaction that makes it wrong. Returns whether there was one: then it never
/// runs, also if a worker wants to take it at the same moment. `subject` is the subject or its beginning.
pub async fn withdraw(tx: &impl ConnectionTrait, kind: &str, subject: &str, now: Instant) -> Result<bool> {
    let withdrawn = entity::Entity::update_many()
        .col_expr(entity::Column::DoneAt, Expr::value(now))
        .col_expr(entity::Column::DueAt, Expr::value(None::<Instant>))
        .col_expr(entity::Column::Document, Expr::value("{}"))
        .filter(entity::Column::Kind.eq(kind))
        .filter(entity::Column::Subject.starts_with(subject))
        .filter(entity::Column::Tries.eq(0))
        .filter(entity::Column::DoneAt.is_null())
        .exec(tx)
        .await?;
    Ok(withdrawn.rows_affected > 0)
}

/// The jobs that may run now, ordered by due time. The function only reads.
pub async fn due(db: &impl ConnectionTrait, now: Instant, limit: u64) -> Result<Vec<Job>> {
    Ok(entity::Entity::find()
        .filter(entity::Column::DueAt.lte(now))
        .filter(is_free(now))
        .order_by_asc(entity::Column::DueAt)
        .limit(limit)
        .all(db)
        .await?)
}

/// Takes a due job; `None` if another worker has taken it.
pub async fn take(db: &impl ConnectionTrait, job: &Job, now: Instant) -> Result<Option<Job>> {
    let until = now + LEASE;
    let updated = entity::Entity::update_many()
        .col_expr(entity::Column::TakenUntil, Expr::value(until))
        .col_expr(entity::Column::Tries, Expr::value(job.tries + 1))
        .filter(entity::Column::Id.eq(job.id.as_str()))
        // The attempt count identifies the lease, so a worker cannot change a job that another worker has taken since.
        .filter(entity::Column::Tries.eq(job.tries))
        .filter(entity::Column::DueAt.lte(now))
        .filter(is_free(now))
        .exec(db)
        .await?;
    let taken = Job { tries: job.tries + 1, taken_until: Some(until), ..job.clone() };
    Ok((updated.rows_affected == 1).then_some(taken))
}

/// Stores the result of an attempt, unless another worker has taken the job in the meantime.
pub async fn conclude(
    db: &impl ConnectionTrait,
    taken: &Job,
    outcome: Result<(), Failure>,
    now: Instant,
) -> Result<JobState> {
    let mine = entity::Entity::update_many()
        .filter(entity::Column::Id.eq(taken.id.as_str()))
        .filter(entity::Column::Tries.eq(taken.tries))
        .col_expr(entity::Column::TakenUntil, Expr::value(None::<Instant>));
    let no_time = Expr::value(None::<Instant>);
    let (change, job_state) = match outcome {
        Ok(()) => {
            // The document is cleared, because it may contain data that only the job needed.
            let done = mine
                .col_expr(entity::Column::DoneAt, Expr::value(now))
                .col_expr(entity::Column::DueAt, no_time)
                .col_expr(entity::Column::Document, Expr::value("{}"))
                .col_expr(entity::Column::LastError, Expr::value(None::<String>));
            (done, JobState::Done)
        }
        Err(failure) => {
            let (cause, again) = match failure {
                Failure::Retry(cause) => (cause, taken.tries < MAX_TRIES),
                Failure::Permanent(cause) => (cause, false),
            };
            let cause: String = cause.chars().take(MAX_ERROR_LENGTH).collect();
            let due_at = again.then(|| now + pause_after(taken.tries));
            let failed = mine
                .col_expr(entity::Column::DueAt, Expr::value(due_at))
                .col_expr(entity::Column::LastError, Expr::value(cause));
            (failed, if again { JobState::Waiting } else { JobState::Failed })
        }
    };
    change.exec(db).await?;
    Ok(job_state)
}

/// The state of the job of this kind and subject; `None` if there is none or it was removed.
pub async fn job_state(db: &impl ConnectionTrait, kind: &str, subject: &str) -> Result<Option<JobState>> {
    let found = entity::Entity::find()
        .filter(entity::Column::Kind.eq(kind))
        .filter(entity::Column::Subject.eq(subject))
        .one(db)
        .await?;
    Ok(found.map(|job| match (job.done_at, job.due_at) {
        (Some(_), _) => JobState::Done,
        (None, Some(_)) => JobState::Waiting,
        (None, None) => JobState::Failed,
    }))
}

/// Removes old completed and failed jobs. It writes nothing if there are none.
pub async fn sweep(db: &impl ConnectionTrait, now: Instant) -> Result<u64> {
    let old = || {
        let done = entity::Column::DoneAt.lt(now - KEEP_DONE);
        let failed = entity::Column::DoneAt
            .is_null()
            .and(entity::Column::DueAt.is_null())
            .and(entity::Column::CreatedAt.lt(now - KEEP_FAILED));
        done.or(failed)
    };
    if entity::Entity::find().filter(old()).limit(1).one(db).await?.is_none() {
        return Ok(0);
    }
    Ok(entity::Entity::delete_many().filter(old()).exec(db).await?.rows_affected)
}

/// How many jobs are due, and since when the first of them.
pub async fn backlog(db: &impl ConnectionTrait, now: Instant) -> Result<(u64, Option<Instant>)> {
    let due = || entity::Entity::find().filter(entity::Column::DueAt.lte(now));
    let first = due().order_by_asc(entity::Column::DueAt).select_only().column(entity::Column::DueAt);
    let first: Option<Option<Instant>> = first.into_tuple().one(db).await?;
    Ok((due().count(db).await?, first.flatten()))
}

/// How many jobs were given up and are still stored.
pub async fn given_up(db: &impl ConnectionTrait) -> Result<u64> {
    let given_up = entity::Column::DoneAt.is_null().and(entity::Column::DueAt.is_null());
    Ok(entity::Entity::find().filter(given_up).count(db).await?)
}

/// The subjects of all stored jobs of a kind.
pub async fn subjects(db: &impl ConnectionTrait, kind: &str) -> Result<HashSet<String>> {
    let jobs =
        entity::Entity::find().select_only().column(entity::Column::Subject).filter(entity::Column::Kind.eq(kind));
    let subjects: Vec<String> = jobs.into_tuple().all(db).await?;
    Ok(subjects.into_iter().collect())
}

/// Findings for the doctor: the jobs that were given up.
pub async fn doctor(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let failed = entity::Entity::find()
        .filter(entity::Column::DoneAt.is_null())
        .filter(entity::Column::DueAt.is_null())
        .order_by_asc(entity::Column::CreatedAt)
        .all(db)
        .await?;
    let describe = |job: &Job| {
        let cause = job.last_error.as_deref().unwrap_or("unknown cause");
        format!("job {} {} was given up after {} tries: {cause}", job.kind, job.subject, job.tries)
    };
    Ok(failed.iter().map(describe).collect())
}

fn is_free(now: Instant) -> Expr {
    entity::Column::TakenUntil.is_null().or(entity::Column::TakenUntil.lte(now))
}

fn pause_after(tries: i32) -> Duration {
    (1..tries).fold(FIRST_PAUSE, |pause, _| (pause * 4).min(MAX_PAUSE))
}

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "job")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub kind: String,
        pub subject: String,
        pub document: String,
        pub created_at: DateTimeUtc,
        pub due_at: Option<DateTimeUtc>,
        pub tries: i32,
        pub taken_until: Option<DateTimeUtc>,
        pub done_at: Option<DateTimeUtc>,
        pub last_error: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_pauses_grow_to_two_hours_and_the_last_attempt_is_about_a_day_after_the_first() {
        let pauses: Vec<i64> = (1..MAX_TRIES).map(|tries| pause_after(tries).num_seconds()).collect();
        assert_eq!(pauses[..6], [30, 120, 480, 1_920, 7_200, 7_200]);
        let hours = pauses.iter().sum::<i64>() / 3_600;
        assert!((20..=26).contains(&hours), "{hours} h");
        assert!(LEASE.to_std().is_ok_and(|lease| lease > MAX_RUN));
    }
}
