//! Confirmations of orders that were sent, or are to be: each has a link of its own to its order.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, text, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("order_confirmation")
                    .col(text("id").primary_key())
                    .col(text("order_id"))
                    // 0 is the one that was made with the order; each resend counts on.
                    .col(integer("position"))
                    // Of the token in its link: the token itself is in the e-mail alone.
                    .col(text("token_fingerprint"))
                    .col(text("email_address"))
                    .col(text("message_id"))
                    .col(timestamp_with_time_zone("made_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("order_confirmation_of_order")
                            .from("order_confirmation", "order_id")
                            .to("order", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("order_confirmation_in_turn")
                    .table("order_confirmation")
                    .col("order_id")
                    .col("position")
                    .unique()
                    .to_owned(),
            )
            .await?;
        // When a visit ends, for calendars; none where the show does not say how long it takes.
        manager
            .alter_table(Table::alter().table("ticket").add_column(timestamp_with_time_zone_null("ends_at")).to_owned())
            .await
    }
}
