//! Jobs: work that must follow from a change, and only from a change that was committed.
//!
//! [`enqueue`] writes a job in the transaction of what it follows, so that both happen or neither. Workers look for due jobs
//! without writing, and take one by a compare-and-set: of several, one gets it. A worker that dies lets go of its job when
//! the lease ends, and another one does it again; so every job must be fit to be done twice. A job that fails is tried again
//! after a growing pause, and given up after [`MOST_TRIES`], where the doctor finds it. What a job does is not known here.

use std::collections::HashSet;

use chrono::Duration;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ConnectionTrait, ExprTrait, IntoActiveModel, QueryOrder, QuerySelect};
use serde::Serialize;

use crate::error::{Error, Result};
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// For how long a worker has a job: longer than any job may take ([`LONGEST_RUN`]), so that two never run the same at once.
pub const LEASE: Duration = Duration::minutes(2);

/// How long one try may take.
pub const LONGEST_RUN: std::time::Duration = std::time::Duration::from_secs(60);

/// With the pauses between them, the last try is about a day after the first.
pub const MOST_TRIES: i32 = 16;

/// The pause after the first try; each further one is four times as long as the one before, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::seconds(30);
const LONGEST_PAUSE: Duration = Duration::hours(2);

/// Jobs that were done are kept for whoever looks into yesterday.
pub const KEEP_DONE: Duration = Duration::days(7);
/// Jobs that were given up are kept until somebody has seen to them, and not for ever.
const KEEP_FAILED: Duration = Duration::days(30);

/// A failure's words are cut to this length: enough to see the cause.
const LONGEST_ERROR: usize = 500;

pub use entity::Model as Job;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Waiting,
    Done,
    Failed,
}

/// Why a try came to nothing.
#[derive(Debug)]
pub enum Failure {
    /// It may work later.
    Again(String),
    /// It never will.
    Never(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Again(error.to_string())
    }
}

/// Asks for work, in the caller's transaction. Work that was asked for already, by kind and subject, is not asked for again.
pub async fn enqueue(
    tx: &impl ConnectionTrait,
    kind: &'static str,
    subject: &str,
    document: &impl Serialize,
    now: Instant,
) -> Result<()> {
    let row = entity::Model {
        id: random_id(),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        document: serde_json::to_string(document).map_err(Error::internal)?,
        created_at: now,
        due_at: Some(now),
        tries: 0,
        taken_until: None,
        done_at: None,
        last_error: None,
    };
    let once = OnConflict::columns([entity::Column::Kind, entity::Column::Subject]).do_nothing().to_owned();
    entity::Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    Ok(())
}

/// What may be done now, the longest waiting first. Only reads.
pub async fn due(db: &impl ConnectionTrait, now: Instant, limit: u64) -> Result<Vec<Job>> {
    Ok(entity::Entity::find()
        .filter(entity::Column::DueAt.lte(now))
        .filter(is_free(now))
        .order_by_asc(entity::Column::DueAt)
        .limit(limit)
        .all(db)
        .await?)
}

/// Takes a due job, unless another worker was quicker.
pub async fn take(db: &impl ConnectionTrait, job: &Job, now: Instant) -> Result<Option<Job>> {
    let until = now + LEASE;
    let updated = entity::Entity::update_many()
        .col_expr(entity::Column::TakenUntil, Expr::value(until))
        .col_expr(entity::Column::Tries, Expr::value(job.tries + 1))
        .filter(entity::Column::Id.eq(job.id.as_str()))
        // The count of tries tells two holders of one job apart.
        .filter(entity::Column::Tries.eq(job.tries))
        .filter(entity::Column::DueAt.lte(now))
        .filter(is_free(now))
        .exec(db)
        .await?;
    let taken = Job { tries: job.tries + 1, taken_until: Some(until), ..job.clone() };
    Ok((updated.rows_affected == 1).then_some(taken))
}

/// Writes down what came of a try. Of a job that another worker has taken meanwhile nothing is written.
pub async fn conclude(
    db: &impl ConnectionTrait,
    taken: &Job,
    outcome: Result<(), Failure>,
    now: Instant,
) -> Result<Standing> {
    let mine = entity::Entity::update_many()
        .filter(entity::Column::Id.eq(taken.id.as_str()))
        .filter(entity::Column::Tries.eq(taken.tries))
        .col_expr(entity::Column::TakenUntil, Expr::value(None::<Instant>));
    let no_time = Expr::value(None::<Instant>);
    let (change, standing) = match outcome {
        Ok(()) => {
            // Its document may hold what only its work was to know.
            let done = mine
                .col_expr(entity::Column::DoneAt, Expr::value(now))
                .col_expr(entity::Column::DueAt, no_time)
                .col_expr(entity::Column::Document, Expr::value("{}"))
                .col_expr(entity::Column::LastError, Expr::value(None::<String>));
            (done, Standing::Done)
        }
        Err(failure) => {
            let (cause, again) = match failure {
                Failure::Again(cause) => (cause, taken.tries < MOST_TRIES),
                Failure::Never(cause) => (cause, false),
            };
            let cause: String = cause.chars().take(LONGEST_ERROR).collect();
            let due_at = again.then(|| now + pause_after(taken.tries));
            let failed = mine
                .col_expr(entity::Column::DueAt, Expr::value(due_at))
                .col_expr(entity::Column::LastError, Expr::value(cause));
            (failed, if again { Standing::Waiting } else { Standing::Failed })
        }
    };
    change.exec(db).await?;
    Ok(standing)
}

/// How the job of this kind and subject stands; none if there is none, or not any more.
pub async fn standing(db: &impl ConnectionTrait, kind: &str, subject: &str) -> Result<Option<Standing>> {
    let found = entity::Entity::find()
        .filter(entity::Column::Kind.eq(kind))
        .filter(entity::Column::Subject.eq(subject))
        .one(db)
        .await?;
    Ok(found.map(|job| match (job.done_at, job.due_at) {
        (Some(_), _) => Standing::Done,
        (None, Some(_)) => Standing::Waiting,
        (None, None) => Standing::Failed,
    }))
}

/// Removes what was done or given up long ago. Writes nothing when there is nothing of that kind.
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

/// The subjects of all jobs of a kind that are kept.
pub async fn subjects(db: &impl ConnectionTrait, kind: &str) -> Result<HashSet<String>> {
    let jobs =
        entity::Entity::find().select_only().column(entity::Column::Subject).filter(entity::Column::Kind.eq(kind));
    let subjects: Vec<String> = jobs.into_tuple().all(db).await?;
    Ok(subjects.into_iter().collect())
}

/// Jobs that were given up.
pub async fn doctor(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let failed = entity::Entity::find()
        .filter(entity::Column::DoneAt.is_null())
        .filter(entity::Column::DueAt.is_null())
        .order_by_asc(entity::Column::CreatedAt)
        .all(db)
        .await?;
    let told = |job: &Job| {
        let cause = job.last_error.as_deref().unwrap_or("no cause is known");
        format!("job {} {} was given up after {} tries: {cause}", job.kind, job.subject, job.tries)
    };
    Ok(failed.iter().map(told).collect())
}

fn is_free(now: Instant) -> Expr {
    entity::Column::TakenUntil.is_null().or(entity::Column::TakenUntil.lte(now))
}

fn pause_after(tries: i32) -> Duration {
    (1..tries).fold(FIRST_PAUSE, |pause, _| (pause * 4).min(LONGEST_PAUSE))
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
    fn pauses_grow_and_the_last_try_is_about_a_day_after_the_first() {
        let pauses: Vec<i64> = (1..MOST_TRIES).map(|tries| pause_after(tries).num_seconds()).collect();
        assert_eq!(pauses[..6], [30, 120, 480, 1_920, 7_200, 7_200]);
        let hours = pauses.iter().sum::<i64>() / 3_600;
        assert!((20..=26).contains(&hours), "{hours} h");
        assert!(LEASE.to_std().is_ok_and(|lease| lease > LONGEST_RUN));
    }
}
