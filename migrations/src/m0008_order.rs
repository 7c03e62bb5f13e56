//! Orders, the drafts of sales that are being paid, and the confirmations that were sent. An order contains all data
//! with which it was sold, so that later catalogue revisions do not change it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, text, text_null, timestamp_with_time_zone,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create_order(manager).await?;
        create_order_line(manager).await?;
        // The whole sale. It is stored before the capture of its payment begins, and the order is written from it.
        let draft =
            Table::create().table("order_draft").col(text("cart_id").primary_key()).col(text("document")).to_owned();
        manager.create_table(draft).await?;
        create_order_confirmation(manager).await
    }
}

async fn create_order(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let sum =
        Expr::col("subtotal").add(Expr::col("tax_total")).add(Expr::col("fee_total")).add(Expr::col("delivery_total"));
    let order = Table::create()
        .table("order")
        .col(text("id").primary_key())
        // The confirmation number that the shopper and the operator use.
        .col(text("number"))
        .col(text("cart_id"))
        // Null if nothing had to be paid.
        .col(text_null("attempt_id"))
        // Null for a guest's order.
        .col(text_null("account_id"))
        .col(integer("order_type"))
        .col(timestamp_with_time_zone("placed_at"))
        .col(text("time_zone"))
        .col(text("email_address"))
        .col(text("billing_address"))
        .col(text_null("shipping_address"))
        .col(text("delivery_method_id"))
        .col(text("delivery_method_name"))
        .col(text_null("payment_method_name"))
        .col(text_null("confirmation_display_name"))
        .col(text_null("masked_card_number"))
        .col(big_integer("subtotal"))
        .col(big_integer("tax_total"))
        .col(big_integer("fee_total"))
        // The parts of `fee_total` with the names of the fees, as a JSON document.
        .col(text("fees").default("[]"))
        .col(big_integer("delivery_total"))
        .col(big_integer("total"))
        // The terms of the installment plan, as they were disclosed to the shopper.
        .col(text_null("installment_terms"))
        .check(Check::named("order_adds_up", Expr::col("total").eq(sum)))
        .to_owned();
    manager.create_table(order).await?;
    // Each cart and each payment belongs to at most one order.
    for (name, column) in
        [("order_number", "number"), ("order_once_per_cart", "cart_id"), ("order_once_per_payment", "attempt_id")]
    {
        manager.create_index(Index::create().name(name).table("order").col(column).unique().to_owned()).await?;
    }
    let by_account = Index::create().name("order_by_account").table("order").col("account_id").to_owned();
    manager.create_index(by_account).await?;
    // The index of guest orders by e-mail address. These orders join the account that verifies the address.
    let of_guest = r#"CREATE INDEX order_of_guest ON "order" (lower(email_address)) WHERE account_id IS NULL"#;
    manager.get_connection().execute_unprepared(of_guest).await?;
    Ok(())
}

async fn create_order_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let line = Table::create()
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
        // The number of tickets that were issued for the line.
        .col(big_integer("tickets"))
        .col(text("performances"))
        // The unit's price before the promotion or the package that lowered it.
        .col(big_integer_null("regular_price"))
        .col(text_null("promotion"))
        .col(text_null("package"))
        .col(text_null("offers"))
        // The passholder's name.
        .col(text_null("first_name"))
        .col(text_null("last_name"))
        // The entitlement that was redeemed.
        .col(text_null("entitlement_id"))
        // The total number of units that were sold with the line from all stocks. `midway doctor` compares it with the
        // claims.
        .col(big_integer("units_sold").default(0))
        .foreign_key(ForeignKey::create().name("order_line_of_order").from("order_line", "order_id").to("order", "id"))
        .to_owned();
    manager.create_table(line).await?;
    let by_order = Index::create().name("order_line_by_order").table("order_line").col("order_id").to_owned();
    manager.create_index(by_order).await
}

/// Creates the table of confirmations. Each confirmation contains a different link to the order.
async fn create_order_confirmation(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let confirmation = Table::create()
        .table("order_confirmation")
        .col(text("id").primary_key())
        .col(text("order_id"))
        // 0 for the confirmation that was created with the order. Each resend has the next number.
        .col(integer("position"))
        // The SHA-256 of the link's token. The token itself is only in the e-mail.
        .col(text("token_fingerprint"))
        .col(text("email_address"))
        // The Message-ID of the e-mail. If the e-mail is sent twice, mail programs show it only once.
        .col(text("message_id"))
        .col(timestamp_with_time_zone("made_at"))
        .foreign_key(
            ForeignKey::create()
                .name("order_confirmation_of_order")
                .from("order_confirmation", "order_id")
                .to("order", "id"),
        )
        .to_owned();
    manager.create_table(confirmation).await?;
    let in_turn = Index::create()
        .name("order_confirmation_in_turn")
        .table("order_confirmation")
        .col("order_id")
        .col("position")
        .unique()
        .to_owned();
    manager.create_index(in_turn).await
}
