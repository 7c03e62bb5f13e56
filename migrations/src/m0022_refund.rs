//! Refunds: what is paid back, through which payments, and who asked for it. An order keeps the offers of its lines, so
//! that they can be applied again to the tickets that remain. The audit table can only grow.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, integer, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null,
};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        alter_tables(manager).await?;
        create_refund(manager).await?;
        create_refund_payment(manager).await?;
        create_audit_entry(manager).await
    }
}

async fn alter_tables(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = [
        // The offers of the lines, with all that is needed to apply them again.
        ("order", ColumnDef::new("kept_offers").text().to_owned()),
        // How many units of the line were refunded.
        ("order_line", ColumnDef::new("units_refunded").big_integer().not_null().default(0).to_owned()),
        // The unit of its line to which a ticket belongs, from 0.
        ("ticket", ColumnDef::new("unit").integer().not_null().default(0).to_owned()),
        // By how much refunds have reduced the later payments.
        ("billing_agreement", ColumnDef::new("reduced_by").big_integer().not_null().default(0).to_owned()),
    ];
    for (table, mut column) in columns {
        manager.alter_table(Table::alter().table(table).add_column(&mut column).to_owned()).await?;
    }
    Ok(())
}

async fn create_refund(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let refund = Table::create()
        .table("refund")
        .col(text("id").primary_key())
        .col(text("order_id"))
        // The position among the refunds of the order, from 1.
        .col(integer("position"))
        .col(text("kind"))
        // The units that were refunded, by line.
        .col(text("units"))
        // The parts of the amount by which the order was reduced.
        .col(big_integer("price"))
        .col(big_integer("fees"))
        .col(big_integer("tax"))
        .col(big_integer("delivery"))
        // What is paid back, and what is no longer charged of a payment plan.
        .col(big_integer("amount"))
        .col(big_integer("no_longer_due"))
        .col(boolean("places_kept"))
        .col(text_null("reason"))
        .col(timestamp_with_time_zone("made_at"))
        .foreign_key(ForeignKey::create().name("refund_of_order").from("refund", "order_id").to("order", "id"))
        .to_owned();
    manager.create_table(refund).await?;
    let by_order = Index::create()
        .name("refund_order_position")
        .table("refund")
        .col("order_id")
        .col("position")
        .unique()
        .to_owned();
    manager.create_index(by_order).await
}

async fn create_refund_payment(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let payment = Table::create()
        .table("refund_payment")
        // The idempotency key at the processor. It has the form `{refund id}-{position}`.
        .col(text("id").primary_key())
        .col(text("refund_id"))
        .col(integer("position"))
        // The payment that is paid back.
        .col(text("processor"))
        .col(text("payment_key"))
        .col(text_null("session_key"))
        .col(big_integer("amount"))
        .col(text("state"))
        // The processor's id of the refund or the dispute.
        .col(text_null("reference"))
        // Why it failed.
        .col(text_null("message"))
        .col(integer("tries").default(0))
        // When the worker looks at it next. Null in a final state.
        .col(timestamp_with_time_zone_null("try_at"))
        .col(timestamp_with_time_zone("changed_at"))
        .foreign_key(
            ForeignKey::create()
                .name("refund_payment_of_refund")
                .from("refund_payment", "refund_id")
                .to("refund", "id"),
        )
        .to_owned();
    manager.create_table(payment).await?;
    let indexes = [
        ("refund_payment_of_refund", vec!["refund_id"]),
        ("refund_payment_by_payment", vec!["payment_key"]),
        ("refund_payment_by_time", vec!["try_at"]),
    ];
    for (name, columns) in indexes {
        let mut index = Index::create().name(name).table("refund_payment").to_owned();
        for column in columns {
            index.col(column);
        }
        manager.create_index(index).await?;
    }
    Ok(())
}

async fn create_audit_entry(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let entry = Table::create()
        .table("audit_entry")
        .col(text("id").primary_key())
        .col(timestamp_with_time_zone("made_at"))
        // Who did it: a person at a command or at the desk, a shopper, or the processor.
        .col(text("actor"))
        .col(text("action"))
        // The id of the order or another record that it is about.
        .col(text("subject"))
        .col(text_null("reason"))
        .col(text("document"))
        .to_owned();
    manager.create_table(entry).await?;
    let by_subject =
        Index::create().name("audit_entry_by_subject").table("audit_entry").col("subject").col("made_at").to_owned();
    manager.create_index(by_subject).await?;
    let refusals: &[&str] = match manager.get_database_backend() {
        DbBackend::Postgres => &[
            "CREATE FUNCTION audit_entry_is_final() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'an audit entry cannot be changed'; END $$",
            "CREATE TRIGGER audit_entry_is_final BEFORE UPDATE OR DELETE ON audit_entry \
             FOR EACH ROW EXECUTE FUNCTION audit_entry_is_final()",
        ],
        _ => &[
            "CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry \
             BEGIN SELECT RAISE(ABORT, 'an audit entry cannot be changed'); END",
            "CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry \
             BEGIN SELECT RAISE(ABORT, 'an audit entry cannot be deleted'); END",
        ],
    };
    for refusal in refusals {
        manager.get_connection().execute_unprepared(refusal).await?;
    }
    Ok(())
}
