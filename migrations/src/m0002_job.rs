//! Follow-up work (`platform/jobs.rs`). A job is written in the transaction that makes it necessary, and a worker runs
//! it later.

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
            // The subject of the job, such as the id of an order confirmation. It is unique for each kind of job
            // (`job_once`).
            .col(text("subject"))
            .col(text("document"))
            .col(timestamp_with_time_zone("created_at"))
            // The next time at which the job may be tried. Null after the job is completed or given up, so that
            // `job_by_due` finds only open jobs.
            .col(timestamp_with_time_zone_null("due_at"))
            .col(integer("tries"))
            // The end of the lease of the worker that has taken the job. If the worker dies, another worker may take
            // the job after this time.
            .col(timestamp_with_time_zone_null("taken_until"))
            .col(timestamp_with_time_zone_null("done_at"))
            .col(text_null("last_error"))
            .check(Check::named("job_ends_once", Expr::cust("done_at IS NULL OR due_at IS NULL")))
            .to_owned();
        manager.create_table(job).await?;
        // Prevents a second job of the same kind for the same subject.
        let once = Index::create().name("job_once").table("job").col("kind").col("subject").unique().to_owned();
        manager.create_index(once).await?;
        let by_due = Index::create().name("job_by_due").table("job").col("due_at").to_owned();
        manager.create_index(by_due).await
    }
}
