//! `midway migrate`: migrates the database, and enters in the ledger what an earlier version of the shop has written.

use crate::error::Result;
use crate::platform::db::Db;
use crate::shop::catalog::CatalogHandle;
use crate::shop::{billing, order, refund};
use midway_migrations::{Migrator, MigratorTrait};

/// Migrates the database to this version. The caller holds the lock of migrations. Returns how many orders, later
/// payments and refunds were entered in the ledger.
pub async fn migrate(db: &Db) -> Result<u64> {
    Migrator::up(&db.schema(), None).await?;
    // A revision that this version cannot read does not prevent a migration.
    let catalog = CatalogHandle::load(db.read()).await.unwrap_or_default().current();
    let orders = order::enter_missing(db, &catalog).await?;
    Ok(orders + billing::enter_missing(db).await? + refund::enter_missing(db).await?)
}
