//! The address of a cardholder: of a payment whose card is to be saved, and of the saved card, which is paid with where no form asks for it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["payment_attempt", "saved_payment"] {
            let address = Table::alter().table(table).add_column(text_null("cardholder_address")).to_owned();
            manager.alter_table(address).await?;
        }
        Ok(())
    }
}
