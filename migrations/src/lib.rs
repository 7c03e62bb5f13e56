//! The database schema of Midway, step by step, the same for SQLite and PostgreSQL.
//!
//! Money is whole cents in `bigint`; instants are written by the code, in UTC, to the microsecond; no column has a default that
//! the database would compute. Constraints are named `<table>_<meaning>`.

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::prelude::*;

mod m20261120_000001_catalog;
mod m20261120_000002_session;
mod m20261120_000003_inventory;
mod m20261120_000004_cart;
mod m20261120_000005_payment;
mod m20261120_000006_order;
mod m20261121_000001_account;
mod m20261121_000001_payment_submission;
mod m20261121_000003_cart_document;
mod m20261121_000002_job;
mod m20261121_000003_confirmation;
mod m20261121_000004_location;
mod m20261121_000005_promotion;
mod m20261121_000006_revision;
mod m20261121_000007_place;
mod m20261121_000008_claim_by_stock;
mod m20261121_000008_verified_email;
mod m20261121_000009_document_text;
mod m20261122_000001_pass;
mod m20261122_000001_account_session_epoch;
mod m20261122_000002_account_address;
mod m20261122_000003_account_password_reset;
mod m20261122_000004_account_identity;
mod m20261122_000005_account_order_by_email;
mod m20261123_000001_ticket_revocation;
mod m20261123_000002_redemption;
mod m20261123_000003_installment;
mod m20261123_000004_billing;
mod m20261123_000005_billing_by_its_shopper;
mod m20261123_000006_saved_payment;
mod m20261123_000007_owed;
mod m20261123_000006_lender;
mod m20261124_000001_reservation;
mod m20261125_000001_cart_holder;
mod m20261126_000001_order_line_units;
mod m20261128_000001_stock_offered;
mod m20261128_000002_cardholder_address;
mod m20261201_000001_reservation_changes;
mod m20261202_000001_order_fees;
mod m20261203_000001_reservation_visit_at;
mod m20261204_000001_cart_by_account;
mod m20261210_000001_ticket_paid_until;

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261120_000001_catalog::Migration),
            Box::new(m20261120_000002_session::Migration),
            Box::new(m20261120_000003_inventory::Migration),
            Box::new(m20261120_000004_cart::Migration),
            Box::new(m20261120_000005_payment::Migration),
            Box::new(m20261120_000006_order::Migration),
            Box::new(m20261121_000001_payment_submission::Migration),
            Box::new(m20261121_000003_cart_document::Migration),
            Box::new(m20261121_000004_location::Migration),
            Box::new(m20261121_000001_account::Migration),
            Box::new(m20261121_000002_job::Migration),
            Box::new(m20261121_000003_confirmation::Migration),
            Box::new(m20261121_000005_promotion::Migration),
            Box::new(m20261121_000006_revision::Migration),
            Box::new(m20261121_000007_place::Migration),
            Box::new(m20261121_000008_claim_by_stock::Migration),
            Box::new(m20261121_000008_verified_email::Migration),
            Box::new(m20261121_000009_document_text::Migration),
            Box::new(m20261122_000001_pass::Migration),
            Box::new(m20261122_000001_account_session_epoch::Migration),
            Box::new(m20261122_000002_account_address::Migration),
            Box::new(m20261122_000003_account_password_reset::Migration),
            Box::new(m20261122_000004_account_identity::Migration),
            Box::new(m20261122_000005_account_order_by_email::Migration),
            Box::new(m20261123_000001_ticket_revocation::Migration),
            Box::new(m20261123_000002_redemption::Migration),
            Box::new(m20261123_000003_installment::Migration),
            Box::new(m20261123_000004_billing::Migration),
            Box::new(m20261123_000005_billing_by_its_shopper::Migration),
            Box::new(m20261123_000006_saved_payment::Migration),
            Box::new(m20261123_000006_lender::Migration),
            Box::new(m20261123_000007_owed::Migration),
            Box::new(m20261124_000001_reservation::Migration),
            Box::new(m20261125_000001_cart_holder::Migration),
            Box::new(m20261126_000001_order_line_units::Migration),
            Box::new(m20261128_000001_stock_offered::Migration),
            Box::new(m20261128_000002_cardholder_address::Migration),
            Box::new(m20261201_000001_reservation_changes::Migration),
            Box::new(m20261202_000001_order_fees::Migration),
            Box::new(m20261203_000001_reservation_visit_at::Migration),
            Box::new(m20261204_000001_cart_by_account::Migration),
            Box::new(m20261210_000001_ticket_paid_until::Migration),
        ]
    }
}
