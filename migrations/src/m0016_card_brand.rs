//! Keeps the brand of the card with orders and with payment plans. Rows from before have no brand.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["order", "billing_agreement"] {
            let brand = ColumnDef::new("card_brand").text().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(brand).to_owned()).await?;
        }
        Ok(())
    }
}
