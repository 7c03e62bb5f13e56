//! Revisions of the catalogue. Each import that changes something is stored as one compressed document.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let revision = Table::create()
            .table("catalog_revision")
            // The import sets this number to the last number plus one. If two imports run at the same time, both choose
            // the same number, and one of them fails.
            .col(integer("revision").primary_key())
            .col(timestamp_with_time_zone("created_at"))
            // A digest of the imported content. It prevents a new revision when the same catalogue is imported again.
            .col(text("digest"))
            .col(blob("document"))
            .to_owned();
        manager.create_table(revision).await
    }
}
