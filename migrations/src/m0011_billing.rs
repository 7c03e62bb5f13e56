//! Installment plans of orders: the agreement, with the card that is charged, and its due payments.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, date, integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let agreement = Table::create()
            .table("billing_agreement")
            // The id of the order.
            .col(text("id").primary_key())
            .col(text("processor"))
            // The processor's token of the card. Null after everything is paid.
            .col(text_null("card_token"))
            .col(text("masked_card_number"))
            // The payment key and the session of the processor's form for a new card.
            .col(text_null("card_form_key"))
            .col(text_null("card_form_session"))
            .col(timestamp_with_time_zone("made_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("billing_agreement_of_order")
                    .from("billing_agreement", "id")
                    .to("order", "id"),
            )
            .to_owned();
        manager.create_table(agreement).await?;

        let payment = Table::create()
            .table("billing_payment")
            // The id has the form `{order id}-{number}`.
            .col(text("id").primary_key())
            .col(text("agreement_id"))
            // The number of the payment. 1 is the first payment after the payment on the day of the order.
            .col(integer("number"))
            .col(date("due_on"))
            .col(big_integer("amount"))
            .col(text("state"))
            // The number of attempts to charge the payment, and the number of these attempts that the schedule started.
            // The shopper started the others.
            .col(integer("tries"))
            .col(integer("scheduled_tries").default(0))
            // The time of the next attempt. Null after too many declines.
            .col(timestamp_with_time_zone_null("try_at"))
            // The idempotency key of the latest attempt, and the card with which that attempt began.
            .col(text_null("payment_key"))
            .col(text_null("card_token"))
            // The reason for the last decline.
            .col(text_null("message"))
            .col(timestamp_with_time_zone_null("paid_at"))
            .col(timestamp_with_time_zone("changed_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("billing_payment_of_agreement")
                    .from("billing_payment", "agreement_id")
                    .to("billing_agreement", "id"),
            )
            .to_owned();
        manager.create_table(payment).await?;
        // This index serves the search of the worker for due payments.
        let by_state = Index::create()
            .name("billing_payment_state_try_at")
            .table("billing_payment")
            .col("state")
            .col("try_at")
            .to_owned();
        manager.create_index(by_state).await?;
        let by_agreement = Index::create()
            .name("billing_payment_agreement_number")
            .table("billing_payment")
            .col("agreement_id")
            .col("number")
            .unique()
            .to_owned();
        manager.create_index(by_agreement).await
    }
}
