//! Makes the writes of a cart cheaper: the index by network address no longer has the deadline, which each addition
//! changes. PostgreSQL then writes the new version of a row without a new entry in any index (a heap-only tuple).

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name("cart_by_address_digest").table("cart").to_owned()).await?;
        // Each addition counts the places that carts of the same network address hold.
        let by_address = Index::create()
            .name("cart_by_address_digest")
            .table("cart")
            .col("address_digest")
            .col("state")
            .cond_where(Expr::col("address_digest").is_not_null())
            .to_owned();
        manager.create_index(by_address).await
    }
}
