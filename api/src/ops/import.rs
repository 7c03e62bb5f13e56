//! `midway import FOLDER`: makes a folder the current revision, with the capacities of what is already being sold.

use std::path::Path;

use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::catalog::{Catalog, CatalogError, ImportReport, prepare, publish};
use crate::shop::{inventory, performance};

/// Imports a folder. Running replicas take it up within seconds.
///
/// # Errors
/// [`CatalogError::Wrong`] in the inner result, with every problem of the folder; nothing is changed then.
pub async fn import(app: &App, folder: &Path) -> Result<Result<ImportReport, CatalogError>> {
    let document = match prepare(folder, &app.pictures).await {
        Ok(document) => document,
        Err(wrong @ CatalogError::Wrong(_)) => return Ok(Err(wrong)),
        Err(other) => return Err(other.into()),
    };
    let tx = app.db.begin().await?;
    let report = publish(&tx, &document, app.clock.now()).await?;
    if report.is_new {
        let catalog = Catalog::new(report.revision, document);
        inventory::change_capacities(&tx, |key| performance::capacity_of(&catalog, key)).await?;
    }
    tx.commit().await.map_err(Error::from)?;
    app.catalog.refresh(app.db.write()).await?;
    Ok(Ok(report))
}
