//! Follow-up work (`platform/jobs.rs`): a job is written in the transaction that makes it necessary, and done later by a worker.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let job = Table::create()
            .table("job")
            .col(text("id").primary_key())
            .col(text("kind"))
            // What the job is about, such as an order's confirmation. Unique per kind, see `job_once`.
            .col(text("subject"))
            .col(text("document"))
            .col(timestamp_with_time_zone("created_at"))
            // When the job may be tried next. Null once it is done or given up, so that `job_by_due` finds open jobs only.
            .col(timestamp_with_time_zone_null("due_at"))
            .col(integer("tries"))
            // The lease of the worker that has taken the job. If the worker dies, another one takes the job after this instant.
            .col(timestamp_with_time_zone_null("taken_until"))
            .col(timestamp_with_time_zone_null("done_at"))
            .col(text_null("last_error"))
            .check(Check::named("job_ends_once", Expr::cust("done_at IS NULL OR due_at IS NULL")))
            .to_owned();
        manager.create_table(job).await?;
        // The same change never asks for the same work twice.
        let once = Index::create().name("job_once").table("job").col("kind").col("subject").unique().to_owned();
        manager.create_index(once).await?;
        let by_due = Index::create().name("job_by_due").table("job").col("due_at").to_owned();
        manager.create_index(by_due).await
    }
}
