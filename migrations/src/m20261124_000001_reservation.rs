//! Reservations, and claims that belong to whoever holds places: a cart, or a reservation.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let owner = Table::alter().table("claim").rename_column("cart_id", "owner_id").to_owned();
        manager.alter_table(owner).await?;
        let reservation = Table::create()
            .table("reservation")
            .col(text("id").primary_key())
            .col(text("code").unique_key())
            .col(text_null("account_id"))
            .col(text("site_id"))
            .col(text("state"))
            .col(text("guest"))
            .col(text("party"))
            .col(text_null("property_id"))
            .col(text_null("visit"))
            .col(text_null("cart_id"))
            .col(text_null("order_id"))
            .col(timestamp_with_time_zone_null("first_claimed_at"))
            .col(timestamp_with_time_zone_null("held_until"))
            .col(timestamp_with_time_zone("begun_at"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(timestamp_with_time_zone_null("confirmed_at"))
            .col(timestamp_with_time_zone_null("cancelled_at"))
            .check(Check::named("reservation_state", Expr::col("state").is_in(["open", "confirmed", "cancelled"])))
            // Nobody is expected anywhere without a visit.
            .check(Check::named(
                "reservation_confirmed_for_a_visit",
                Expr::col("state").eq("open").or(Expr::col("visit").is_not_null()),
            ))
            .to_owned();
        manager.create_table(reservation).await?;
        for (name, column) in [
            ("reservation_by_account", "account_id"),
            ("reservation_by_cart", "cart_id"),
            ("reservation_by_order", "order_id"),
        ] {
            manager.create_index(Index::create().name(name).table("reservation").col(column).to_owned()).await?;
        }
        // One is paid with a cart at most.
        let of_cart = Index::create()
            .name("reservation_one_per_cart")
            .table("reservation")
            .col("cart_id")
            .cond_where(Expr::col("state").eq("open"))
            .unique()
            .to_owned();
        manager.create_index(of_cart).await?;
        // What the worker looks for: reservations that were left.
        let expiring = Index::create()
            .name("reservation_by_deadline")
            .table("reservation")
            .col("expires_at")
            .cond_where(Expr::col("state").eq("open"))
            .to_owned();
        manager.create_index(expiring).await
    }
}
