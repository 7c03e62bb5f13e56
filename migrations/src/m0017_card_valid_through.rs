//! Keeps the last valid month of a card with payments and with saved cards. Rows from before have none.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["payment_attempt", "saved_payment"] {
            let month = ColumnDef::new("card_valid_through").text().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(month).to_owned()).await?;
        }
        Ok(())
    }
}
