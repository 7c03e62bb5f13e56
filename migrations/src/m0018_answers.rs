//! Keeps the answers to the questions at the checkout: with the cart, with the order, and on the tickets that print them.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["cart", "order", "ticket"] {
            let answers = ColumnDef::new("answers").text().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(answers).to_owned()).await?;
        }
        Ok(())
    }
}
