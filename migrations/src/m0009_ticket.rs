//! Tickets and passes that were issued or imported, their passholders, and the passes that accounts have linked. A pass
//! is a ticket with a passholder and a period of validity.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer_null, boolean, date_null, integer, integer_null, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create_passholder(manager).await?;
        create_ticket(manager).await?;
        create_linked_pass(manager).await
    }
}

/// Creates the table of passholders. A person has one row, to which all later passes of this person refer.
async fn create_passholder(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let passholder = Table::create()
        .table("passholder")
        .col(text("id").primary_key())
        .col(text("first_name"))
        .col(text("last_name"))
        .col(text("email_address"))
        .col(date_null("birth_date"))
        .col(text("address1"))
        .col(text("address2"))
        .col(text("city"))
        .col(text("state"))
        .col(text("zip"))
        .col(text("phone_number"))
        // The random name of the pass photo's file.
        .col(text_null("picture"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .to_owned();
    manager.create_table(passholder).await
}

async fn create_ticket(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let ticket = Table::create()
        .table("ticket")
        .col(text("id").primary_key())
        // Null for a ticket that was sold elsewhere and imported.
        .col(text_null("order_id"))
        .col(text_null("order_line_id"))
        .col(integer("position"))
        // The 16 letters and digits that are printed on the ticket.
        .col(text("media_code"))
        // The content of the QR code. It is signed, so that a gate can check it offline.
        .col(text("token"))
        .col(text("product_name"))
        .col(text("variant_name"))
        .col(text_null("pass_level"))
        .col(text("site_name"))
        .col(text_null("show_name"))
        .col(date_null("valid_on"))
        // The entry time as `HH:mm` in the time zone of the site.
        .col(text_null("entry_time"))
        .col(timestamp_with_time_zone_null("starts_at"))
        // The end of the performance, for calendar entries. Null if the show has no duration.
        .col(timestamp_with_time_zone_null("ends_at"))
        // The section, the row and the seat, such as `Stalls, row A, seat 12`.
        .col(text_null("place"))
        .col(timestamp_with_time_zone("issued_at"))
        // Null while the ticket is valid.
        .col(timestamp_with_time_zone_null("revoked_at"))
        // A revoked ticket must have a reason. A valid ticket must not have a reason.
        .col(text_null("revoked_because").check(Check::named(
            "ticket_revoked_because_of_something",
            Expr::cust("(revoked_at IS NULL) = (revoked_because IS NULL)"),
        )))
        .col(text_null("product_id"))
        .col(text_null("variant_id"))
        // The kind of pass. Null for a ticket that is not a pass.
        .col(integer_null("pass"))
        // The first and the last day of a pass, in the site's time zone.
        .col(date_null("valid_from"))
        .col(date_null("valid_until"))
        // The amount that was paid for the ticket after offers, without tax and fees. An upgrade credits this amount.
        .col(big_integer_null("paid"))
        // For a pass with an installment plan: whether payments are still open, and the last day until which all due
        // payments are paid.
        .col(boolean("owed").default(false))
        .col(date_null("paid_until"))
        // For a ticket from an upgrade: the id of the first ticket, because the upgraded ticket continues to use its
        // entitlements. Null for other tickets.
        .col(text_null("entitled_as"))
        .col(text_null("passholder_id"))
        .col(text_null("holder_name"))
        .foreign_key(ForeignKey::create().name("ticket_of_order").from("ticket", "order_id").to("order", "id"))
        .foreign_key(
            ForeignKey::create().name("ticket_of_passholder").from("ticket", "passholder_id").to("passholder", "id"),
        )
        .to_owned();
    manager.create_table(ticket).await?;
    let media_code = Index::create().name("ticket_media_code").table("ticket").col("media_code").unique().to_owned();
    manager.create_index(media_code).await?;
    for (name, column) in [("ticket_by_order", "order_id"), ("ticket_by_passholder", "passholder_id")] {
        manager.create_index(Index::create().name(name).table("ticket").col(column).to_owned()).await?;
    }
    // Gates request the list of revoked tickets, which are few among all tickets.
    let by_revocation = Index::create()
        .name("ticket_by_revocation")
        .table("ticket")
        .col("revoked_at")
        .cond_where(Expr::col("revoked_at").is_not_null())
        .to_owned();
    manager.create_index(by_revocation).await
}

async fn create_linked_pass(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let linked = Table::create()
        .table("linked_pass")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("ticket_id"))
        // True if the account bought the pass. False if the account linked the pass with its number and a proof.
        .col(boolean("purchased"))
        .col(timestamp_with_time_zone("linked_at"))
        .foreign_key(
            ForeignKey::create().name("linked_pass_of_account").from("linked_pass", "account_id").to("account", "id"),
        )
        .foreign_key(
            ForeignKey::create().name("linked_pass_of_ticket").from("linked_pass", "ticket_id").to("ticket", "id"),
        )
        .to_owned();
    manager.create_table(linked).await?;
    let once = Index::create()
        .name("linked_pass_once_per_account")
        .table("linked_pass")
        .col("account_id")
        .col("ticket_id")
        .unique()
        .to_owned();
    manager.create_index(once).await
}
