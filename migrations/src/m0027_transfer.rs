//! Tickets that their buyer has sent to somebody else, and the codes that tickets had before they got fresh ones.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{date_null, text, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let transfer = Table::create()
            .table("transfer")
            .col(text("id").primary_key())
            .col(text("ticket_id"))
            .col(text("sender_name"))
            .col(text("recipient_name"))
            .col(timestamp_with_time_zone("sent_at"))
            .col(timestamp_with_time_zone_null("taken_back_at"))
            .to_owned();
        manager.create_table(transfer).await?;
        // One person at a time has a ticket.
        manager
            .get_connection()
            .execute_unprepared("CREATE UNIQUE INDEX transfer_open ON transfer (ticket_id) WHERE taken_back_at IS NULL")
            .await?;
        let retired_code = Table::create()
            .table("retired_code")
            .col(text("media_code").primary_key())
            .col(text("ticket_id"))
            // The last day on which a gate must refuse the code; all days without it.
            .col(date_null("last_day"))
            .col(timestamp_with_time_zone("retired_at"))
            .to_owned();
        manager.create_table(retired_code).await?;
        let by_ticket = Index::create()
            .name("retired_code_of_ticket")
            .table("retired_code")
            .col("ticket_id")
            .col("retired_at")
            .to_owned();
        manager.create_index(by_ticket).await
    }
}
