//! What a payment was submitted with, so that the same payment with other details is told from a repetition.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("payment_attempt")
                    // A fingerprint; nothing for attempts that nobody has submitted.
                    .add_column(text_null("submitted_with"))
                    .to_owned(),
            )
            .await
    }
}
