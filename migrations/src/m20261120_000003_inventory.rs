//! Stock and claims. `stock_within_capacity` is the last word on overselling: no code, however wrong, gets past it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, text, timestamp_with_time_zone};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Ranges of keys are ranges of days: bytes are compared, whatever language the server speaks. SQLite always does.
        let compares_bytes = manager.get_database_backend() == DbBackend::Postgres;
        let key = |name: &'static str| {
            let mut column = text(name);
            if compares_bytes {
                column.extra("COLLATE \"C\"");
            }
            column
        };
        let taken = || Expr::col("claimed").add(Expr::col("sold"));
        manager
            .create_table(
                Table::create()
                    .table("stock")
                    .col(key("key").primary_key())
                    .col(big_integer("capacity"))
                    .col(big_integer("claimed"))
                    .col(big_integer("sold"))
                    .check(Check::named("stock_claimed_not_negative", Expr::col("claimed").gte(0)))
                    .check(Check::named("stock_sold_not_negative", Expr::col("sold").gte(0)))
                    .check(Check::named("stock_within_capacity", taken().lte(Expr::col("capacity"))))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("claim")
                    .col(text("line_id"))
                    .col(key("stock_key"))
                    .col(text("cart_id"))
                    .col(big_integer("quantity"))
                    .col(timestamp_with_time_zone("held_until"))
                    .col(boolean("pinned"))
                    .col(boolean("sold"))
                    // One claim of a line on a stock: claiming twice is a fault, never a second helping.
                    .primary_key(Index::create().name("claim_once_per_line").col("line_id").col("stock_key"))
                    .check(Check::named("claim_of_something", Expr::col("quantity").gt(0)))
                    .foreign_key(
                        ForeignKey::create().name("claim_of_stock").from("claim", "stock_key").to("stock", "key"),
                    )
                    .to_owned(),
            )
            .await?;
        for (name, column) in [("claim_by_cart", "cart_id"), ("claim_by_stock", "stock_key")] {
            manager.create_index(Index::create().name(name).table("claim").col(column).to_owned()).await?;
        }
        // What the worker looks for: claims that may run out. Sold ones, soon the most of all, are not in it.
        manager
            .create_index(
                Index::create()
                    .name("claim_by_deadline")
                    .table("claim")
                    .col("held_until")
                    .cond_where(Expr::col("sold").eq(false))
                    .to_owned(),
            )
            .await
    }
}
