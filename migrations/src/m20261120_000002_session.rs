//! Sessions of the embedded set-up. The key is a fingerprint: who reads the table cannot take a session over.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("session")
                    .col(text("fingerprint").primary_key())
                    .col(text("document"))
                    .col(timestamp_with_time_zone("ends_at"))
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("session_by_end").table("session").col("ends_at").to_owned()).await
    }
}
