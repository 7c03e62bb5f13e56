//! Cancellations by shoppers: an order keeps the rules of its purchase, and a refund what the shop keeps.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let rules = ColumnDef::new("cancellation").text().to_owned();
        manager.alter_table(Table::alter().table("order_line").add_column(rules).to_owned()).await?;
        for part in ["kept_price", "kept_fees", "kept_tax", "kept_delivery"] {
            let column = ColumnDef::new(part).big_integer().not_null().default(0).to_owned();
            manager.alter_table(Table::alter().table("refund").add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
