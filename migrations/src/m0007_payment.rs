//! Payment attempts at card processors and lenders, and the cards that accounts have saved.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, text, text_null, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let attempt = Table::create()
            .table("payment_attempt")
            // The payment key. The processor uses it as the idempotency key of the attempt.
            .col(text("id").primary_key())
            .col(text("cart_id"))
            .col(big_integer("cart_version"))
            .col(big_integer("amount"))
            .col(text("processor"))
            .col(text("session_key"))
            .col(text("form_url"))
            .col(text("state"))
            // The call whose answer was lost, in the state `unknown`.
            .col(text_null("lost_call"))
            .col(text_null("reference"))
            .col(text_null("masked_card_number"))
            .col(text_null("card_brand"))
            // The processor's token of the card. It is stored while the order may need it for an installment plan or a
            // saved card.
            .col(text_null("card_token"))
            .col(text_null("cardholder_name"))
            // Set only if the card is to be saved.
            .col(text_null("cardholder_address"))
            // The account for which the card is saved when the order is completed.
            .col(text_null("saved_for"))
            // A fingerprint of the details of the first submit. A submit with the same details is a repetition. A
            // submit with different details is refused.
            .col(text_null("submitted_with"))
            // The reason for a decline, as a text for the shopper.
            .col(text_null("message"))
            // The number of submits of a lender's virtual card. It is stored here so that the limit for a cart still
            // applies after a reload and on every replica.
            .col(integer("submits").default(0))
            // The number of times that the worker has tried to settle the attempt.
            .col(integer("tries"))
            .col(timestamp_with_time_zone("opened_at"))
            .col(timestamp_with_time_zone("changed_at"))
            .check(Check::named("payment_attempt_of_something", Expr::col("amount").gt(0)))
            .foreign_key(
                ForeignKey::create()
                    .name("payment_attempt_of_cart")
                    .from("payment_attempt", "cart_id")
                    .to("cart", "id"),
            )
            .to_owned();
        manager.create_table(attempt).await?;
        for (name, column) in [("payment_attempt_by_state", "state"), ("payment_attempt_by_cart", "cart_id")] {
            manager.create_index(Index::create().name(name).table("payment_attempt").col(column).to_owned()).await?;
        }
        // At most one attempt of a cart can capture money, even if the code has an error.
        let one_capture = Index::create()
            .name("payment_attempt_one_capture")
            .table("payment_attempt")
            .col("cart_id")
            .unique()
            .cond_where(Expr::col("state").is_in(["capturing", "captured", "completed"]))
            .to_owned();
        manager.create_index(one_capture).await?;

        let saved = Table::create()
            .table("saved_payment")
            .col(text("id").primary_key())
            .col(text("account_id"))
            .col(text("processor"))
            // The processor's token of the card; the card number is never stored.
            .col(text("card_token"))
            .col(text("masked_card_number"))
            .col(text("card_brand"))
            // The address is stored, because a payment with a saved card shows no form that could ask for it.
            .col(text_null("cardholder_address"))
            .col(timestamp_with_time_zone("saved_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("saved_payment_of_account")
                    .from("saved_payment", "account_id")
                    .to("account", "id"),
            )
            .to_owned();
        manager.create_table(saved).await?;
        // Prevents a second row when the same card is saved again.
        let once = Index::create()
            .name("saved_payment_account_card")
            .table("saved_payment")
            .col("account_id")
            .col("processor")
            .col("card_token")
            .unique()
            .to_owned();
        manager.create_index(once).await
    }
}
