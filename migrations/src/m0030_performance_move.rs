//! Performances that were moved to another date.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // When the performance takes place instead; the time for which a line was bought and the one to which it was moved.
        for (table, column) in [("performance_cancellation", "moved_to"), ("order_line", "moved")] {
            let column = ColumnDef::new(column).text().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
