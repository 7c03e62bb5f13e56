//! Some states require that a shopper acknowledges where the tickets are for. The cart keeps the tick as it keeps that of the terms,
//! so that no order is placed without it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The default is for the carts that are there; the code writes every other one itself.
        let tick = boolean("acknowledge_location").default(false).to_owned();
        manager.alter_table(Table::alter().table("cart").add_column(tick).to_owned()).await
    }
}
