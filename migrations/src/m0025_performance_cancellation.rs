//! Performances that do not take place, and the refunds because of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let performance = text_null("canceled_performance").to_owned();
        manager.alter_table(Table::alter().table("refund").add_column(performance).to_owned()).await?;
        let table = Table::create()
            .table("performance_cancellation")
            .col(text("performance_id").primary_key())
            .col(text("actor"))
            .col(text_null("reason"))
            .col(timestamp_with_time_zone("decided_at"))
            // When every order was refunded or left over.
            .col(timestamp_with_time_zone_null("ended_at"))
            // The orders that could not be refunded, each with the reason.
            .col(text("left_over"))
            .to_owned();
        manager.create_table(table).await
    }
}
