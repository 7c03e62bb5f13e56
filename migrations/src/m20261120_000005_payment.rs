//! Payment attempts. `payment_attempt_one_capture` lets one attempt of a cart at most take money, whatever the code does.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, text, text_null, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("payment_attempt")
                    // The payment key: what the processor knows the attempt by.
                    .col(text("id").primary_key())
                    .col(text("cart_id"))
                    .col(big_integer("cart_version"))
                    .col(big_integer("amount"))
                    .col(text("processor"))
                    .col(text("session_key"))
                    .col(text("form_url"))
                    .col(text("state"))
                    // In state `unknown`: the call whose answer was lost.
                    .col(text_null("lost_call"))
                    .col(text_null("reference"))
                    .col(text_null("masked_card_number"))
                    .col(text_null("card_brand"))
                    .col(text_null("cardholder_name"))
                    .col(text_null("message"))
                    .col(integer("tries"))
                    .col(timestamp_with_time_zone("opened_at"))
                    .col(timestamp_with_time_zone("changed_at"))
                    .check(Check::named("payment_attempt_of_something", Expr::col("amount").gt(0)))
                    .foreign_key(
                        ForeignKey::create()
                            .name("payment_attempt_of_cart")
                            .from("payment_attempt", "cart_id")
                            .to("cart", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("payment_attempt_by_state").table("payment_attempt").col("state").to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("payment_attempt_by_cart").table("payment_attempt").col("cart_id").to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("payment_attempt_one_capture")
                    .table("payment_attempt")
                    .col("cart_id")
                    .unique()
                    .cond_where(Expr::col("state").is_in(["capturing", "captured", "completed"]))
                    .to_owned(),
            )
            .await
    }
}
