//! Stock and claims. The check `stock_within_capacity` makes overselling impossible, even if the code has an error.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, text, timestamp_with_time_zone};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        // Queries read ranges of keys that cover ranges of days. This needs byte order, which is the default of SQLite
        // and the collation "C" of PostgreSQL.
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
            // The key, such as `performance:tours.20261121.1200`. The kinds of keys are defined in `shop/inventory`.
            .col(key("key").primary_key())
            // The quantity that may be taken. It equals `offered`, except while a new catalogue revision offers less
            // than is already taken. In that case it is larger.
            .col(big_integer("capacity"))
            .col(big_integer("claimed"))
            .col(big_integer("sold"))
            // The capacity in the catalogue.
            .col(big_integer("offered").default(0))
            .check(Check::named("stock_claimed_not_negative", Expr::col("claimed").gte(0)))
            .check(Check::named("stock_sold_not_negative", Expr::col("sold").gte(0)))
            .check(Check::named("stock_within_capacity", taken().lte(Expr::col("capacity"))))
            .to_owned();
        manager.create_table(stock).await?;

        let claim = Table::create()
            .table("claim")
            // The id of a cart or a reservation. There is no foreign key, because the owner is in one of two tables.
            .col(text("owner_id"))
            .col(text("line_id"))
            .col(key("stock_key"))
            .col(big_integer("quantity"))
            .col(timestamp_with_time_zone("held_until"))
            // True while a payment is being captured. A pinned claim does not expire.
            .col(boolean("pinned"))
            .col(boolean("sold"))
            // Each line has at most one claim on a stock. A second claim is an error.
            .primary_key(Index::create().name("claim_once").col("owner_id").col("line_id").col("stock_key"))
            .check(Check::named("claim_of_some", Expr::col("quantity").gt(0)))
            .foreign_key(ForeignKey::create().name("claim_stock").from("claim", "stock_key").to("stock", "key"))
            .to_owned();
        manager.create_table(claim).await?;
        // The index of the open claims of a stock. No index contains `quantity` or `held_until`, so that a change of a
        // quantity or a hold updates no index. The search for expired claims therefore reads all open claims. They are
        // few compared with these updates.
        let by_stock = Index::create()
            .name("claim_by_stock")
            .table("claim")
            .col("stock_key")
            .cond_where(Expr::col("sold").eq(false))
            .to_owned();
        manager.create_index(by_stock).await?;
        if is_postgres {
            // Leaves space on each page for the next version of a row (heap-only tuples), so that an update writes no
            // index entry.
            manager.get_connection().execute_unprepared("ALTER TABLE claim SET (fillfactor = 70)").await?;
        }
        Ok(())
    }
}
