//! Tickets whose performance was moved, for the entries in their holders' calendars.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The time for which the ticket was sold, and how often its performance was moved since.
        let column = ColumnDef::new("moves").text().to_owned();
        manager.alter_table(Table::alter().table("ticket").add_column(column).to_owned()).await
    }
}
