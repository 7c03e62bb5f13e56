//! Finds all carts of an account, those that have become orders among them: what their checkouts were told is forgotten together.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = "CREATE INDEX cart_by_account ON cart (account_id) WHERE account_id IS NOT NULL";
        manager.get_connection().execute_unprepared(index).await.map(|_| ())
    }
}
