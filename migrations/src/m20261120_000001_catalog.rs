//! The catalogue's revisions: each import that changed something, whole and compressed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("catalog_revision")
                    // Given by the import, one above the last: two imports at a time collide here, and one of them is refused.
                    .col(integer("revision").primary_key())
                    .col(timestamp_with_time_zone("created_at"))
                    .col(text("digest"))
                    .col(blob("document"))
                    .to_owned(),
            )
            .await
    }
}
