//! Carts. A line keeps the names, price, fees and tax that it was added with: while its claim lives, they are guaranteed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, integer, json, json_null, text, text_null, timestamp_with_time_zone,
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
                    .table("cart")
                    .col(text("id").primary_key())
                    .col(text_null("account_id"))
                    // Counts up with each change of what is bought; a payment is for one version.
                    .col(big_integer("version"))
                    .col(text("state"))
                    .col(timestamp_with_time_zone_null("first_claimed_at"))
                    .col(timestamp_with_time_zone_null("held_until"))
                    .col(text_null("email_address"))
                    .col(json_null("billing_address"))
                    .col(json_null("shipping_address"))
                    .col(text_null("delivery_method_id"))
                    .col(text_null("payment_method_id"))
                    .col(boolean("accept_terms"))
                    .col(timestamp_with_time_zone("created_at"))
                    .col(timestamp_with_time_zone("changed_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("cart_line")
                    .col(text("id").primary_key())
                    .col(text("cart_id"))
                    .col(integer("position"))
                    .col(text("product_id"))
                    .col(text("variant_id"))
                    .col(integer("sale_flow"))
                    .col(text("product_name"))
                    .col(text("variant_name"))
                    .col(text_null("pass_level"))
                    .col(boolean("delivery_item"))
                    .col(big_integer("quantity"))
                    .col(big_integer("unit_price"))
                    .col(big_integer("unit_fees"))
                    .col(big_integer("unit_tax"))
                    .col(json("performances"))
                    .check(Check::named("cart_line_of_something", Expr::col("quantity").gt(0)))
                    .foreign_key(
                        ForeignKey::create().name("cart_line_of_cart").from("cart_line", "cart_id").to("cart", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("cart_line_by_cart").table("cart_line").col("cart_id").to_owned())
            .await
    }
}
