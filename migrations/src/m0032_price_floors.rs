//! Units that came by an exchange for something of another kind that did not cost less.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // What each of these units must cost at least when it is exchanged again.
        let column = ColumnDef::new("price_floors").text().to_owned();
        manager.alter_table(Table::alter().table("order_line").add_column(column).to_owned()).await
    }
}
