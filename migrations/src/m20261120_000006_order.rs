//! Orders and tickets, with all that they were sold with. A cart becomes one order at most, and so does a payment.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, date_null, integer, json, json_null, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("order")
                    .col(text("id").primary_key())
                    // What shopper and operator call it: the confirmation number.
                    .col(text("number"))
                    .col(text("cart_id"))
                    .col(text_null("attempt_id"))
                    .col(text_null("account_id"))
                    .col(integer("order_type"))
                    .col(timestamp_with_time_zone("placed_at"))
                    .col(text("time_zone"))
                    .col(text("email_address"))
                    .col(json("billing_address"))
                    .col(json_null("shipping_address"))
                    .col(text("delivery_method_id"))
                    .col(text("delivery_method_name"))
                    .col(text_null("payment_method_name"))
                    .col(text_null("confirmation_display_name"))
                    .col(text_null("masked_card_number"))
                    .col(big_integer("subtotal"))
                    .col(big_integer("tax_total"))
                    .col(big_integer("fee_total"))
                    .col(big_integer("delivery_total"))
                    .col(big_integer("total"))
                    .check(Check::named(
                        "order_adds_up",
                        Expr::col("total").eq(Expr::col("subtotal")
                            .add(Expr::col("tax_total"))
                            .add(Expr::col("fee_total"))
                            .add(Expr::col("delivery_total"))),
                    ))
                    .to_owned(),
            )
            .await?;
        for (name, column) in
            [("order_number", "number"), ("order_once_per_cart", "cart_id"), ("order_once_per_payment", "attempt_id")]
        {
            manager.create_index(Index::create().name(name).table("order").col(column).unique().to_owned()).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("order_line")
                    .col(text("id").primary_key())
                    .col(text("order_id"))
                    .col(integer("position"))
                    .col(text("product_id"))
                    .col(text("variant_id"))
                    .col(text("product_name"))
                    .col(text("variant_name"))
                    .col(text_null("pass_level"))
                    .col(boolean("delivery_item"))
                    .col(big_integer("quantity"))
                    .col(big_integer("unit_price"))
                    .col(big_integer("unit_fees"))
                    .col(big_integer("unit_tax"))
                    .col(big_integer("tickets"))
                    .col(json("performances"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("order_line_of_order")
                            .from("order_line", "order_id")
                            .to("order", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("order_line_by_order").table("order_line").col("order_id").to_owned())
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("order_draft")
                    .col(text("cart_id").primary_key())
                    .col(text("document"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("ticket")
                    .col(text("id").primary_key())
                    .col(text("order_id"))
                    .col(text("order_line_id"))
                    .col(integer("position"))
                    .col(text("media_code"))
                    .col(text("token"))
                    .col(text("product_name"))
                    .col(text("variant_name"))
                    .col(text_null("pass_level"))
                    .col(text("site_name"))
                    .col(text_null("show_name"))
                    .col(date_null("valid_on"))
                    .col(text_null("entry_time"))
                    .col(timestamp_with_time_zone_null("starts_at"))
                    .col(timestamp_with_time_zone("issued_at"))
                    .col(boolean("revoked"))
                    .foreign_key(
                        ForeignKey::create().name("ticket_of_order").from("ticket", "order_id").to("order", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("ticket_media_code").table("ticket").col("media_code").unique().to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("ticket_by_order").table("ticket").col("order_id").to_owned()).await
    }
}
