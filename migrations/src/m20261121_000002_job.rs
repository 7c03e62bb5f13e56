//! Work that follows from a change: written with it, in one transaction, and done afterwards by a worker.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("job")
                    .col(text("id").primary_key())
                    .col(text("kind"))
                    // What it is about, unique among jobs of its kind: the same change never asks for the same work twice.
                    .col(text("subject"))
                    .col(text("document"))
                    .col(timestamp_with_time_zone("created_at"))
                    // When it may be tried; none once it is done or given up, so that the index holds what is left to do.
                    .col(timestamp_with_time_zone_null("due_at"))
                    .col(integer("tries"))
                    // Until when a worker has it; one that died lets go of it then.
                    .col(timestamp_with_time_zone_null("taken_until"))
                    .col(timestamp_with_time_zone_null("done_at"))
                    .col(text_null("last_error"))
                    .check(Check::named("job_ends_once", Expr::cust("done_at IS NULL OR due_at IS NULL")))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("job_once").table("job").col("kind").col("subject").unique().to_owned())
            .await?;
        manager.create_index(Index::create().name("job_by_due").table("job").col("due_at").to_owned()).await
    }
}
