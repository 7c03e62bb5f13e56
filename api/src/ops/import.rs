//! `midway import FOLDER`: publishes a folder as the current revision and adjusts the capacities of stocks that are
//! already on sale.

use std::collections::BTreeSet;
use std::path::Path;

use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::shop::catalog::{CatalogError, prepare, publish};
use crate::shop::inventory::StockKey;
use crate::shop::{cart, inventory, order, performance, reservation};
use midway_catalog::{Catalog, ImportReport, Revision, withdrawn_products};
use midway_kernel::time::Instant;

/// Imports a folder. Running replicas load it within seconds.
///
/// # Errors
/// In the inner result: [`CatalogError::Wrong`] with every problem of the folder, or [`CatalogError::Withdraws`] with
/// the sold, held or reserved items that the import would withdraw. In both cases the current revision and the
/// capacities stay the same.
pub async fn import(app: &App, folder: &Path) -> Result<Result<ImportReport, CatalogError>> {
    publish_folder(app, folder, Withdrawal::Refused).await
}

/// Like [`import`], but withdraws items even if they are sold, held or reserved.
pub async fn import_and_withdraw(app: &App, folder: &Path) -> Result<Result<ImportReport, CatalogError>> {
    publish_folder(app, folder, Withdrawal::Allowed).await
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Withdrawal {
    Refused,
    Allowed,
}

async fn publish_folder(
    app: &App,
    folder: &Path,
    withdrawal: Withdrawal,
) -> Result<Result<ImportReport, CatalogError>> {
    let document = match prepare(folder, &app.pictures).await {
        Ok(document) => document,
        Err(wrong @ CatalogError::Wrong(_)) => return Ok(Err(wrong)),
        Err(other) => return Err(other.into()),
    };
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let report = publish(&tx, &document, now).await?;
    if report.is_new {
        let catalog = Catalog::new(Revision { number: report.revision, imported_at: now, document });
        if withdrawal == Withdrawal::Refused {
            let gone = withdrawn(&tx, &app.catalog.current(), &catalog, now).await?;
            if !gone.is_empty() {
                return Ok(Err(CatalogError::Withdraws(gone)));
            }
        }
        inventory::change_capacities(&tx, |key| performance::capacity_of(&catalog, key)).await?;
    }
    tx.commit().await.map_err(Error::from)?;
    app.catalog.refresh(app.db.write()).await?;
    Ok(Ok(report))
}

/// Describes the items that are missing in the new catalogue although they are held, reserved, or sold for a visit in
/// the future.
async fn withdrawn(tx: &Transaction, before: &Catalog, after: &Catalog, now: Instant) -> Result<Vec<String>> {
    let mut sold_or_held = order::sold_to_come(tx, now).await?;
    sold_or_held.extend(cart::held(tx, now).await?);
    sold_or_held.performances.extend(reservation::performances(tx, now).await?);
    let places: BTreeSet<StockKey> =
        inventory::taken(tx, &StockKey::PLACES.map(str::to_owned), now).await?.into_iter().collect();
    let mut gone = performance::withdrawn(before, after, sold_or_held.performances, now);
    gone.extend(performance::withdrawn_places(before, after, places, now));
    gone.extend(withdrawn_products(before, after, &sold_or_held.products, &sold_or_held.variants));
    Ok(gone)
}
