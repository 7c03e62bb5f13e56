//! The database schema of Midway, step by step, the same for SQLite and PostgreSQL.

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::prelude::*;

mod m20261120_000001_catalog;

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m20261120_000001_catalog::Migration)]
    }
}
