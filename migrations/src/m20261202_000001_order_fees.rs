//! What an order's fees are made of, by their names: a JSON text.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let fees = text("fees").default("[]").to_owned();
        manager.alter_table(Table::alter().table("order").add_column(fees).to_owned()).await
    }
}
