//! The address to which a ticket was sent: its recipient is told when the ticket is canceled.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let address = ColumnDef::new("recipient_email").text().to_owned();
        manager.alter_table(Table::alter().table("transfer").add_column(address).to_owned()).await
    }
}
