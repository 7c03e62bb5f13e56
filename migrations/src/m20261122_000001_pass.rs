//! Passes: tickets that somebody holds, whom they are for, and whose account they are linked to. A ticket that was sold elsewhere
//! has no order.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer_null, boolean, date_null, integer, integer_null, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null,
};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const KEPT: &str = "id, order_id, order_line_id, position, media_code, token, product_name, variant_name, pass_level, site_name, \
                    show_name, valid_on, entry_time, starts_at, ends_at, place, issued_at, revoked";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
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
                    .col(text_null("picture"))
                    .col(timestamp_with_time_zone_null("confirmed_at"))
                    .to_owned(),
            )
            .await?;
        optional_order(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("linked_pass")
                    .col(text("id").primary_key())
                    .col(text("account_id"))
                    .col(text("ticket_id"))
                    // Bought by the account itself, or linked with the pass's number and a proof.
                    .col(boolean("purchased"))
                    .col(timestamp_with_time_zone("linked_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("linked_pass_of_account")
                            .from("linked_pass", "account_id")
                            .to("account", "id"),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("linked_pass_of_ticket")
                            .from("linked_pass", "ticket_id")
                            .to("ticket", "id"),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("linked_pass_once_per_account")
                    .table("linked_pass")
                    .col("account_id")
                    .col("ticket_id")
                    .unique()
                    .to_owned(),
            )
            .await?;
        // Passes of a cart for which no product is chosen yet.
        manager.alter_table(Table::alter().table("cart").add_column(text_null("blank_passes")).to_owned()).await?;
        for name in ["first_name", "last_name"] {
            manager.alter_table(Table::alter().table("order_line").add_column(text_null(name)).to_owned()).await?;
        }
        Ok(())
    }
}

/// The table of tickets as it is to be. SQLite cannot let a column be empty that may not: it gets a new table.
async fn optional_order(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let db = manager.get_connection();
    if manager.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared(
            "ALTER TABLE ticket ALTER order_id DROP NOT NULL, ALTER order_line_id DROP NOT NULL,
             ADD product_id text, ADD variant_id text, ADD pass integer, ADD valid_from date, ADD valid_until date,
             ADD paid bigint, ADD passholder_id text REFERENCES passholder (id), ADD holder_name text",
        )
        .await?;
    } else {
        for index in ["ticket_media_code", "ticket_by_order"] {
            manager.drop_index(Index::drop().name(index).table("ticket").to_owned()).await?;
        }
        db.execute_unprepared("ALTER TABLE ticket RENAME TO ticket_before").await?;
        manager.create_table(ticket()).await?;
        db.execute_unprepared(&format!("INSERT INTO ticket ({KEPT}) SELECT {KEPT} FROM ticket_before")).await?;
        db.execute_unprepared("DROP TABLE ticket_before").await?;
        manager
            .create_index(
                Index::create().name("ticket_media_code").table("ticket").col("media_code").unique().to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("ticket_by_order").table("ticket").col("order_id").to_owned())
            .await?;
    }
    manager
        .create_index(Index::create().name("ticket_by_passholder").table("ticket").col("passholder_id").to_owned())
        .await
}

fn ticket() -> TableCreateStatement {
    Table::create()
        .table("ticket")
        .col(text("id").primary_key())
        .col(text_null("order_id"))
        .col(text_null("order_line_id"))
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
        .col(timestamp_with_time_zone_null("ends_at"))
        .col(text_null("place"))
        .col(timestamp_with_time_zone("issued_at"))
        .col(boolean("revoked"))
        .col(text_null("product_id"))
        .col(text_null("variant_id"))
        .col(integer_null("pass"))
        .col(date_null("valid_from"))
        .col(date_null("valid_until"))
        .col(big_integer_null("paid"))
        .col(text_null("passholder_id"))
        .col(text_null("holder_name"))
        .foreign_key(ForeignKey::create().name("ticket_of_order").from("ticket", "order_id").to("order", "id"))
        .foreign_key(
            ForeignKey::create().name("ticket_of_passholder").from("ticket", "passholder_id").to("passholder", "id"),
        )
        .to_owned()
}
