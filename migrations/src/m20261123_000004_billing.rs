//! What is due later of orders that are paid over time, and the card that pays it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, date, integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let token = Table::alter().table("payment_attempt").add_column(text_null("card_token")).to_owned();
        manager.alter_table(token).await?;
        let agreement = Table::create()
            .table("billing_agreement")
            .col(text("id").primary_key())
            .col(text_null("account_id"))
            .col(text("processor"))
            .col(text_null("card_token"))
            .col(text("masked_card_number"))
            .col(timestamp_with_time_zone("made_at"))
            .foreign_key(ForeignKey::create().from("billing_agreement", "id").to("order", "id"))
            .to_owned();
        manager.create_table(agreement).await?;
        let payment = Table::create()
            .table("billing_payment")
            .col(text("id").primary_key())
            .col(text("agreement_id"))
            .col(integer("number"))
            .col(date("due_on"))
            .col(big_integer("amount"))
            .col(text("state"))
            .col(integer("tries"))
            .col(timestamp_with_time_zone_null("try_at"))
            .col(text_null("payment_key"))
            .col(text_null("message"))
            .col(timestamp_with_time_zone_null("paid_at"))
            .col(timestamp_with_time_zone("changed_at"))
            .foreign_key(ForeignKey::create().from("billing_payment", "agreement_id").to("billing_agreement", "id"))
            .to_owned();
        manager.create_table(payment).await?;
        let by_state = Index::create()
            .name("billing_payment_state_try_at")
            .table("billing_payment")
            .col("state")
            .col("try_at")
            .to_owned();
        manager.create_index(by_state).await?;
        let by_agreement = Index::create()
            .name("billing_payment_agreement_number")
            .table("billing_payment")
            .col("agreement_id")
            .col("number")
            .unique()
            .to_owned();
        manager.create_index(by_agreement).await
    }
}
