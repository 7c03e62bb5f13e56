//! Revisions of the catalogue: each import that changed something, as one compressed document.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let revision = Table::create()
            .table("catalog_revision")
            // Set by the import, one above the last: two imports at the same time collide here, and one of them fails.
            .col(integer("revision").primary_key())
            .col(timestamp_with_time_zone("created_at"))
            // Of the files, so that importing the same catalogue again makes no revision.
            .col(text("digest"))
            .col(blob("document"))
            .to_owned();
        manager.create_table(revision).await
    }
}
