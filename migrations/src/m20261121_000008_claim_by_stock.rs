//! A claim that grows or whose deadline moves is written in place: no index holds what a shopper's every change changes.
//!
//! Open claims are found by their stock instead. Who looks for those that have run out reads all open ones, which are few beside
//! the changes of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name("claim_by_deadline").table("claim").to_owned()).await?;
        manager
            .create_index(
                Index::create()
                    .name("claim_by_stock")
                    .table("claim")
                    .col("stock_key")
                    .cond_where(Expr::col("sold").eq(false))
                    .to_owned(),
            )
            .await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            // Room on each page for the next version of a row, which then needs no entry in any index.
            for table in ["claim", "cart"] {
                let sql = format!("ALTER TABLE {table} SET (fillfactor = 70)");
                manager.get_connection().execute_unprepared(&sql).await?;
            }
        }
        Ok(())
    }
}
