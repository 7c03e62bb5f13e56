//! How often a lender's virtual card was submitted for a payment: a cart has a limit, which no reload and no other replica forgets.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::integer;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let submits = integer("submits").default(0).to_owned();
        manager.alter_table(Table::alter().table("payment_attempt").add_column(submits).to_owned()).await
    }
}
