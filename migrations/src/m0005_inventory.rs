//! Stock and claims. The check `stock_within_capacity` makes overselling impossible, whatever the code does.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, text, timestamp_with_time_zone};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        // Queries read ranges of keys, which are ranges of days. They need byte order: SQLite's default, and "C" in PostgreSQL.
        let key = |name: &'static str| {
            let mut column = text(name);
            if is_postgres {
                column.extra("COLLATE \"C\"");
            }
            column
        };

        let taken = || Expr::col("claimed").add(Expr::col("sold"));
        let stock = Table::create()
            .table("stock")
            // Such as `performance:tours.20261121.1200`; `shop/inventory` defines the kinds.
            .col(key("key").primary_key())
            // What may be taken: `offered`, or more while a new catalogue revision offers less than is already taken.
            .col(big_integer("capacity"))
            .col(big_integer("claimed"))
            .col(big_integer("sold"))
            // What the catalogue offers.
            .col(big_integer("offered").default(0))
            .check(Check::named("stock_claimed_not_negative", Expr::col("claimed").gte(0)))
            .check(Check::named("stock_sold_not_negative", Expr::col("sold").gte(0)))
            .check(Check::named("stock_within_capacity", taken().lte(Expr::col("capacity"))))
            .to_owned();
        manager.create_table(stock).await?;

        let claim = Table::create()
            .table("claim")
            // A cart or a reservation. No foreign key, because it is one of two tables.
            .col(text("owner_id"))
            .col(text("line_id"))
            .col(key("stock_key"))
            .col(big_integer("quantity"))
            .col(timestamp_with_time_zone("held_until"))
            // Set while a payment captures: a pinned claim does not expire.
            .col(boolean("pinned"))
            .col(boolean("sold"))
            // One claim per line and stock: claiming twice is an error.
            .primary_key(Index::create().name("claim_once").col("owner_id").col("line_id").col("stock_key"))
            .check(Check::named("claim_of_some", Expr::col("quantity").gt(0)))
            .foreign_key(ForeignKey::create().name("claim_stock").from("claim", "stock_key").to("stock", "key"))
            .to_owned();
        manager.create_table(claim).await?;
        // Open claims of a stock. No index has `quantity` or `held_until`, so that growing or extending a claim updates no index; the
        // search for expired claims reads all open ones, which are few compared with these updates.
        let by_stock = Index::create()
            .name("claim_by_stock")
            .table("claim")
            .col("stock_key")
            .cond_where(Expr::col("sold").eq(false))
            .to_owned();
        manager.create_index(by_stock).await?;
        if is_postgres {
            // Room on each page for the next version of a row (heap-only tuples), so that an update writes no index entry.
            manager.get_connection().execute_unprepared("ALTER TABLE claim SET (fillfactor = 70)").await?;
        }
        Ok(())
    }
}
