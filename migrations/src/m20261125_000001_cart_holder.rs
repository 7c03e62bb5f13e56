//! From where a cart was filled: so that one address does not hold all places.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // A digest: the address itself is not kept.
        let holder = Table::alter().table("cart").add_column(text_null("holder")).to_owned();
        manager.alter_table(holder).await?;
        // Each addition counts what its address holds.
        let index = "CREATE INDEX cart_by_holder ON cart (holder, held_until) WHERE holder IS NOT NULL";
        manager.get_connection().execute_unprepared(index).await.map(|_| ())
    }
}
