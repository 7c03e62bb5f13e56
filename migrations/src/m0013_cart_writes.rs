//! Counts the writes of a cart's row, so that a write can be refused when the row has changed since it was read.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The default is for the rows that exist, and for new rows of the previous version during an upgrade.
        let writes = ColumnDef::new("writes").big_integer().not_null().default(0).to_owned();
        manager.alter_table(Table::alter().table("cart").add_column(writes).to_owned()).await
    }
}
