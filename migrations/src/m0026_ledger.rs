//! The ledger: double entries about money, and the days that were reconciled with the processors.
//!
//! The lines of an entry are written before the entry. The entry closes them: the database refuses it unless their debits
//! equal their credits, refuses further lines afterwards, and refuses any change.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, date, date_null, integer, text, text_null, timestamp_with_time_zone};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create_entry(manager).await?;
        create_line(manager).await?;
        create_triggers(manager).await?;
        create_reconciliation(manager).await
    }
}

async fn create_entry(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let entry = Table::create()
        .table("ledger_entry")
        // Names the cause, so that it is entered once, such as `sale-{order id}`.
        .col(text("id").primary_key())
        .col(text("order_id"))
        .col(text("cause"))
        // The id of the order, the later payment, the refund or the refunded payment that is entered.
        .col(text("subject"))
        .col(timestamp_with_time_zone("occurred_at"))
        .foreign_key(
            ForeignKey::create().name("ledger_entry_of_order").from("ledger_entry", "order_id").to("order", "id"),
        )
        .to_owned();
    manager.create_table(entry).await?;
    let indexes = [("ledger_entry_by_order", "order_id"), ("ledger_entry_by_time", "occurred_at")];
    for (name, column) in indexes {
        let index = Index::create().name(name).table("ledger_entry").col(column).to_owned();
        manager.create_index(index).await?;
    }
    Ok(())
}

async fn create_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    // The entry follows its lines, so the key is checked at the commit.
    let entry_id = ColumnDef::new("entry_id")
        .text()
        .not_null()
        .extra("CONSTRAINT ledger_line_of_entry REFERENCES ledger_entry (id) DEFERRABLE INITIALLY DEFERRED")
        .to_owned();
    let line = Table::create()
        .table("ledger_line")
        .col(entry_id)
        .col(integer("position"))
        .col(text("account"))
        .col(big_integer("debit"))
        .col(big_integer("credit"))
        // At which processor the money is, for its account.
        .col(text_null("processor"))
        // The line of the order to which an amount belongs. Null if it belongs to the order as a whole.
        .col(text_null("order_line_id"))
        // The day of that line's visit.
        .col(date_null("visit_on"))
        .primary_key(Index::create().name("ledger_line_position").col("entry_id").col("position"))
        .check(Check::named(
            "ledger_line_debit_or_credit",
            Expr::cust("(debit > 0 AND credit = 0) OR (debit = 0 AND credit > 0)"),
        ))
        .to_owned();
    manager.create_table(line).await?;
    let by_account = Index::create().name("ledger_line_by_account").table("ledger_line").col("account").to_owned();
    manager.create_index(by_account).await
}

async fn create_triggers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let statements: &[&str] = match manager.get_database_backend() {
        DbBackend::Postgres => &[
            "CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'a ledger entry cannot be changed'; END $$",
            "CREATE TRIGGER ledger_entry_is_final BEFORE UPDATE OR DELETE ON ledger_entry \
             FOR EACH ROW EXECUTE FUNCTION ledger_is_final()",
            "CREATE TRIGGER ledger_line_is_final BEFORE UPDATE OR DELETE ON ledger_line \
             FOR EACH ROW EXECUTE FUNCTION ledger_is_final()",
            "CREATE FUNCTION ledger_entry_is_balanced() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF (SELECT COALESCE(SUM(debit), 0) = 0 OR SUM(debit) <> SUM(credit) \
             FROM ledger_line WHERE entry_id = NEW.id) \
             THEN RAISE EXCEPTION 'the debits and credits of a ledger entry differ'; END IF; RETURN NEW; END $$",
            "CREATE TRIGGER ledger_entry_is_balanced BEFORE INSERT ON ledger_entry \
             FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_balanced()",
            "CREATE FUNCTION ledger_line_is_open() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF EXISTS (SELECT 1 FROM ledger_entry WHERE id = NEW.entry_id) \
             THEN RAISE EXCEPTION 'a ledger entry is closed'; END IF; RETURN NEW; END $$",
            "CREATE TRIGGER ledger_line_is_open BEFORE INSERT ON ledger_line \
             FOR EACH ROW EXECUTE FUNCTION ledger_line_is_open()",
        ],
        _ => &[
            "CREATE TRIGGER ledger_entry_no_update BEFORE UPDATE ON ledger_entry \
             BEGIN SELECT RAISE(ABORT, 'a ledger entry cannot be changed'); END",
            "CREATE TRIGGER ledger_entry_no_delete BEFORE DELETE ON ledger_entry \
             BEGIN SELECT RAISE(ABORT, 'a ledger entry cannot be deleted'); END",
            "CREATE TRIGGER ledger_line_no_update BEFORE UPDATE ON ledger_line \
             BEGIN SELECT RAISE(ABORT, 'a ledger entry cannot be changed'); END",
            "CREATE TRIGGER ledger_line_no_delete BEFORE DELETE ON ledger_line \
             BEGIN SELECT RAISE(ABORT, 'a ledger entry cannot be deleted'); END",
            "CREATE TRIGGER ledger_entry_is_balanced BEFORE INSERT ON ledger_entry \
             WHEN (SELECT COALESCE(SUM(debit), 0) = 0 OR SUM(debit) <> SUM(credit) \
             FROM ledger_line WHERE entry_id = NEW.id) \
             BEGIN SELECT RAISE(ABORT, 'the debits and credits of a ledger entry differ'); END",
            "CREATE TRIGGER ledger_line_is_open BEFORE INSERT ON ledger_line \
             WHEN EXISTS (SELECT 1 FROM ledger_entry WHERE id = NEW.entry_id) \
             BEGIN SELECT RAISE(ABORT, 'a ledger entry is closed'); END",
        ],
    };
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

async fn create_reconciliation(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let reconciliation = Table::create()
        .table("reconciliation")
        // A day in the time zone of the first site.
        .col(date("day").primary_key())
        .col(timestamp_with_time_zone("made_at"))
        .col(text("result"))
        // How many items agree, differ and are not settled yet.
        .col(integer("agreed"))
        .col(integer("differences"))
        .col(integer("pending"))
        // The differences in words, as JSON.
        .col(text("findings"))
        .to_owned();
    manager.create_table(reconciliation).await
}
