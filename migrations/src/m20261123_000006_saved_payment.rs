//! Cards that accounts have saved, as their processors call them, and for whom the card of a payment is to be saved.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let saved = Table::create()
            .table("saved_payment")
            .col(text("id").primary_key())
            .col(text("account_id"))
            .col(text("processor"))
            .col(text("card_token"))
            .col(text("masked_card_number"))
            .col(text("card_brand"))
            .col(timestamp_with_time_zone("saved_at"))
            .foreign_key(ForeignKey::create().from("saved_payment", "account_id").to("account", "id"))
            .to_owned();
        manager.create_table(saved).await?;
        let once = Index::create()
            .name("saved_payment_account_card")
            .table("saved_payment")
            .col("account_id")
            .col("processor")
            .col("card_token")
            .unique()
            .to_owned();
        manager.create_index(once).await?;
        let saved_for = Table::alter().table("payment_attempt").add_column(text_null("saved_for")).to_owned();
        manager.alter_table(saved_for).await
    }
}
