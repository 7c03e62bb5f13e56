//! Reservations. Each reservation is the visit of a party. Its places are claims of the reservation, or claims of the
//! cart with which the visit is paid.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let reservation = Table::create()
            .table("reservation")
            .col(text("id").primary_key())
            // The letters and digits by which the gate finds the party.
            .col(text("code").unique_key())
            // Null for a guest's reservation.
            .col(text_null("account_id"))
            .col(text("site_id"))
            .col(text("state"))
            .col(text("guest"))
            .col(text("party"))
            .col(text_null("property_id"))
            // The date, the time and the performances, as a JSON document.
            .col(text_null("visit"))
            // The start of the visit, repeated in a separate column so that both databases can sort by it.
            .col(timestamp_with_time_zone_null("visit_at"))
            // Set if the visit costs something. In that case, the cart holds the places, and the cart's order confirms
            // the visit.
            .col(text_null("cart_id"))
            .col(text_null("order_id"))
            .col(timestamp_with_time_zone_null("first_claimed_at"))
            .col(timestamp_with_time_zone_null("held_until"))
            .col(timestamp_with_time_zone("begun_at"))
            // The time when a reservation that is still open is considered abandoned.
            .col(timestamp_with_time_zone("expires_at"))
            .col(timestamp_with_time_zone_null("confirmed_at"))
            .col(timestamp_with_time_zone_null("cancelled_at"))
            // The number of times that the visit was moved or cancelled. It is the SEQUENCE of the iCalendar entry, so
            // that calendars replace the old entry.
            .col(integer("changes").default(0))
            .check(Check::named("reservation_state", Expr::col("state").is_in(["open", "confirmed", "cancelled"])))
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
        // A cart can pay for at most one open reservation.
        let one_per_cart = Index::create()
            .name("reservation_one_per_cart")
            .table("reservation")
            .col("cart_id")
            .cond_where(Expr::col("state").eq("open"))
            .unique()
            .to_owned();
        manager.create_index(one_per_cart).await?;
        // This index serves the search of the worker for abandoned reservations.
        let by_deadline = Index::create()
            .name("reservation_by_deadline")
            .table("reservation")
            .col("expires_at")
            .cond_where(Expr::col("state").eq("open"))
            .to_owned();
        manager.create_index(by_deadline).await
    }
}
