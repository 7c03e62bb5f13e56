//! What a revision has taken out of a cart stays with it until its shopper has seen it: the lines as they were, and what they cost.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::json_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("cart").add_column(json_null("revision")).to_owned()).await
    }
}
