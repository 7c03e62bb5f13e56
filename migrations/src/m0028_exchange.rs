//! Exchanges: a cart knows the tickets that are exchanged for its contents, its order what they paid, and the refund of
//! the tickets for which order they were exchanged. Until when the buyers of a performance that does not take place may
//! choose what they get instead.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [("cart", "exchange"), ("order", "exchange"), ("refund", "exchanged_for")] {
            let column = ColumnDef::new(column).text().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        for (table, column) in [
            ("order_line", "choice_until"),
            ("performance_cancellation", "choice_until"),
            // When a worker goes on; empty once it has begun.
            ("performance_cancellation", "goes_on_at"),
        ] {
            let column = ColumnDef::new(column).timestamp_with_time_zone().to_owned();
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        let index = Index::create().name("refund_by_exchange").table("refund").col("exchanged_for").to_owned();
        manager.create_index(index).await
    }
}
