//! The database schema of Midway, the same for SQLite and PostgreSQL.
//!
//! # Files
//! A migration is named `mNNNN_what`: a number that counts up by one, and the topic of the migration. Each of the first
//! migrations creates the tables of one slice (see the slice table in `docs/ARCHITECTURE.md`). The foreign keys
//! determine the order of these migrations. A later migration is named after its change: `m0012_cart_address_digest`.
//!
//! Migrations are append-only, because databases have run them. A file that is listed in `migrations/hashes.txt` is
//! never edited, renamed or removed; a change of the schema is a new file. `tests/append_only.rs` checks this. A
//! migration must keep the previous version of the shop working, because both versions run during an upgrade: add
//! first, and remove one version later.
//!
//! # Conventions
//!
//! - Money is whole cents in `bigint`, in columns such as `total` or `unit_price`.
//! - The code writes instants in UTC with microsecond precision. No column has a default that the database computes.
//! - Documents (lines, addresses, terms) are JSON in `text` columns. They are read and written as a whole; no query
//!   looks inside a document. PostgreSQL's `jsonb` would parse them at every write without any benefit.
//! - Ids are random texts that the code creates.
//! - Checks, foreign keys, unique indexes and indexes are named `<table>_<meaning>`. Code and error messages refer to
//!   these names.

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::prelude::*;

mod m0001_session;
mod m0002_job;
mod m0003_catalog;
mod m0004_account;
mod m0005_inventory;
mod m0006_cart;
mod m0007_payment;
mod m0008_order;
mod m0009_ticket;
mod m0010_reservation;
mod m0011_billing;
mod m0012_cart_address_digest;
mod m0013_cart_writes;
mod m0014_cart_by_address;
mod m0015_cart_last_removed;
mod m0016_card_brand;
mod m0017_card_valid_through;
mod m0018_answers;
mod m0019_single_use_code;
mod m0020_notify_request;
mod m0021_processor_notice;
mod m0022_refund;
mod m0023_payment_form;
mod m0024_cancellation;
mod m0025_performance_cancellation;
mod m0026_ledger;
mod m0027_transfer;
mod m0028_exchange;
mod m0029_transfer_email;
mod m0030_performance_move;
mod m0031_ticket_moves;
mod m0032_price_floors;
mod m0033_performance_changes;

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_session::Migration),
            Box::new(m0002_job::Migration),
            Box::new(m0003_catalog::Migration),
            Box::new(m0004_account::Migration),
            Box::new(m0005_inventory::Migration),
            Box::new(m0006_cart::Migration),
            Box::new(m0007_payment::Migration),
            Box::new(m0008_order::Migration),
            Box::new(m0009_ticket::Migration),
            Box::new(m0010_reservation::Migration),
            Box::new(m0011_billing::Migration),
            Box::new(m0012_cart_address_digest::Migration),
            Box::new(m0013_cart_writes::Migration),
            Box::new(m0014_cart_by_address::Migration),
            Box::new(m0015_cart_last_removed::Migration),
            Box::new(m0016_card_brand::Migration),
            Box::new(m0017_card_valid_through::Migration),
            Box::new(m0018_answers::Migration),
            Box::new(m0019_single_use_code::Migration),
            Box::new(m0020_notify_request::Migration),
            Box::new(m0021_processor_notice::Migration),
            Box::new(m0022_refund::Migration),
            Box::new(m0023_payment_form::Migration),
            Box::new(m0024_cancellation::Migration),
            Box::new(m0025_performance_cancellation::Migration),
            Box::new(m0026_ledger::Migration),
            Box::new(m0027_transfer::Migration),
            Box::new(m0028_exchange::Migration),
            Box::new(m0029_transfer_email::Migration),
            Box::new(m0030_performance_move::Migration),
            Box::new(m0031_ticket_moves::Migration),
            Box::new(m0032_price_floors::Migration),
            Box::new(m0033_performance_changes::Migration),
        ]
    }
}
