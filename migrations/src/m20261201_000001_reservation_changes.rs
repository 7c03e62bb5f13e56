//! How often a reservation has changed since it was confirmed, so that calendars replace its entry.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::integer;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let changes = integer("changes").default(0).to_owned();
        manager.alter_table(Table::alter().table("reservation").add_column(changes).to_owned()).await
    }
}
