//! A cart's lines move into the cart: they are read, locked and changed with it and never without it. A claim is found by its
//! cart, then its line; what has run out is found by its deadline, whatever stock it is of.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, json, text, timestamp_with_time_zone};
use sea_orm_migration::sea_orm::{DbBackend, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        move_lines(manager).await?;
        rebuild_claims(manager).await
    }
}

async fn move_lines(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let lines = json("lines").default("[]").to_owned();
    manager.alter_table(Table::alter().table("cart").add_column(lines).to_owned()).await?;
    let db = manager.get_connection();
    let backend = manager.get_database_backend();
    let ids = db.query_all_raw(Statement::from_string(backend, "SELECT DISTINCT cart_id FROM cart_line")).await?;
    for row in ids {
        let id: String = row.try_get("", "cart_id")?;
        let moved = match backend {
            DbBackend::Postgres => MOVE_POSTGRES,
            _ => MOVE_SQLITE,
        };
        db.execute_raw(Statement::from_sql_and_values(backend, moved, [id.into()])).await?;
    }
    manager.drop_table(Table::drop().table("cart_line").to_owned()).await
}

/// Amounts are whole cents in the table and decimal texts in the document.
const MOVE_SQLITE: &str = "
    UPDATE cart SET lines = (
        SELECT json_group_array(json_object(
            'id', id, 'product_id', product_id, 'variant_id', variant_id, 'sale_flow', sale_flow,
            'product_name', product_name, 'variant_name', variant_name, 'pass_level', pass_level,
            'delivery_item', json(CASE WHEN delivery_item THEN 'true' ELSE 'false' END), 'quantity', quantity,
            'unit_price', printf('%d.%02d', unit_price / 100, unit_price % 100),
            'unit_fees', printf('%d.%02d', unit_fees / 100, unit_fees % 100),
            'unit_tax', printf('%d.%02d', unit_tax / 100, unit_tax % 100),
            'performances', json(performances)))
        FROM (SELECT * FROM cart_line WHERE cart_id = cart.id ORDER BY position))
    WHERE id = ?";

const MOVE_POSTGRES: &str = "
    UPDATE cart SET lines = (
        SELECT json_agg(json_build_object(
            'id', id, 'product_id', product_id, 'variant_id', variant_id, 'sale_flow', sale_flow,
            'product_name', product_name, 'variant_name', variant_name, 'pass_level', pass_level,
            'delivery_item', delivery_item, 'quantity', quantity,
            'unit_price', (unit_price / 100)::text || '.' || lpad((unit_price % 100)::text, 2, '0'),
            'unit_fees', (unit_fees / 100)::text || '.' || lpad((unit_fees % 100)::text, 2, '0'),
            'unit_tax', (unit_tax / 100)::text || '.' || lpad((unit_tax % 100)::text, 2, '0'),
            'performances', performances) ORDER BY position)
        FROM cart_line WHERE cart_line.cart_id = cart.id)
    WHERE id = $1";

async fn rebuild_claims(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut stock_key = text("stock_key");
    if manager.get_database_backend() == DbBackend::Postgres {
        stock_key.extra("COLLATE \"C\"");
    }
    let db = manager.get_connection();
    for index in ["claim_by_cart", "claim_by_stock", "claim_by_deadline"] {
        manager.drop_index(Index::drop().name(index).table("claim").to_owned()).await?;
    }
    manager.rename_table(Table::rename().table("claim", "claim_before").to_owned()).await?;
    manager
        .create_table(
            Table::create()
                .table("claim")
                .col(text("cart_id"))
                .col(text("line_id"))
                .col(stock_key)
                .col(big_integer("quantity"))
                .col(timestamp_with_time_zone("held_until"))
                .col(boolean("pinned"))
                .col(boolean("sold"))
                // One claim of a line on a stock: claiming twice is a fault, never a second helping.
                .primary_key(Index::create().name("claim_once").col("cart_id").col("line_id").col("stock_key"))
                .check(Check::named("claim_of_some", Expr::col("quantity").gt(0)))
                .foreign_key(ForeignKey::create().name("claim_stock").from("claim", "stock_key").to("stock", "key"))
                .to_owned(),
        )
        .await?;
    db.execute_unprepared(
        "INSERT INTO claim (cart_id, line_id, stock_key, quantity, held_until, pinned, sold)
         SELECT cart_id, line_id, stock_key, quantity, held_until, pinned, sold FROM claim_before",
    )
    .await?;
    manager.drop_table(Table::drop().table("claim_before").to_owned()).await?;
    // Claims that may run out. Sold ones, soon the most of all, are not in it.
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
