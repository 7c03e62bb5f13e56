//! Names the column `cart.holder` after its content, `cart.address_digest`.
//!
//! Renaming a column breaks a running process of the previous version. This was allowed only because no version had
//! been released yet.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name("cart_by_holder").table("cart").to_owned()).await?;
        let rename = Table::alter().table("cart").rename_column("holder", "address_digest").to_owned();
        manager.alter_table(rename).await?;
        // Each addition counts the places that carts of the same network address hold.
        let by_address = Index::create()
            .name("cart_by_address_digest")
            .table("cart")
            .col("address_digest")
            .col("held_until")
            .cond_where(Expr::col("address_digest").is_not_null())
            .to_owned();
        manager.create_index(by_address).await
    }
}
