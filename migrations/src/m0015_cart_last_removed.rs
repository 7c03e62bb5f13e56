//! Keeps the lines that a shopper's last change removed from a cart, so that the removal can be undone.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let lines = ColumnDef::new("last_removed").text().to_owned();
        manager.alter_table(Table::alter().table("cart").add_column(lines).to_owned()).await
    }
}
