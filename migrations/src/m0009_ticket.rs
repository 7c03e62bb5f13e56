//! Tickets and passes that were issued or imported, their passholders, and the passes that accounts have linked. A pass is a ticket
//! with a passholder and a period of validity.

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

/// The same person keeps one row from one pass to the next.
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
        // 16 letters and digits, printed on the ticket.
        .col(text("media_code"))
        // What the QR code holds: signed, so that a gate can check it offline.
        .col(text("token"))
        .col(text("product_name"))
        .col(text("variant_name"))
        .col(text_null("pass_level"))
        .col(text("site_name"))
        .col(text_null("show_name"))
        .col(date_null("valid_on"))
        // `HH:mm` in the site's time zone.
        .col(text_null("entry_time"))
        .col(timestamp_with_time_zone_null("starts_at"))
        // For calendar entries; null where the show has no duration.
        .col(timestamp_with_time_zone_null("ends_at"))
        // Section, row and seat, such as `Stalls, row A, seat 12`.
        .col(text_null("place"))
        .col(timestamp_with_time_zone("issued_at"))
        // Null while the ticket is valid.
        .col(timestamp_with_time_zone_null("revoked_at"))
        // A revoked ticket has a reason, and only a revoked one.
        .col(text_null("revoked_because").check(Check::named(
            "ticket_revoked_because_of_something",
            Expr::cust("(revoked_at IS NULL) = (revoked_because IS NULL)"),
        )))
        .col(text_null("product_id"))
        .col(text_null("variant_id"))
        // The kind of pass; null for a ticket that is no pass.
        .col(integer_null("pass"))
        // First and last day of a pass, by the site's calendar.
        .col(date_null("valid_from"))
        .col(date_null("valid_until"))
        // What was paid for it, without tax and fees, after offers: an upgrade credits it.
        .col(big_integer_null("paid"))
        // Of a pass with an installment plan: whether payments are still open, and the last day for which everything due is paid.
        .col(boolean("owed").default(false))
        .col(date_null("paid_until"))
        // After an upgrade: the id of the first ticket, whose entitlements this one goes on using. Null otherwise.
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
    // Gates ask for the few revoked tickets among all that were ever sold.
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
        // True if the account bought the pass; false if it linked it with the pass's number and a proof.
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
