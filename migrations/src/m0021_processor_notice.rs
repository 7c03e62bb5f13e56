//! Notices that a card processor sent to the shop. Each is stored before it is answered, once for each id.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let notices = Table::create()
            .table("processor_notice")
            .col(text("id").primary_key())
            .col(text("processor"))
            .col(text("kind"))
            .col(text("document"))
            .col(text("state"))
            .col(timestamp_with_time_zone("received_at"))
            .col(timestamp_with_time_zone_null("handled_at"))
            .to_owned();
        manager.create_table(notices).await?;
        let by_time =
            Index::create().name("processor_notice_by_time").table("processor_notice").col("received_at").to_owned();
        manager.create_index(by_time).await
    }
}
