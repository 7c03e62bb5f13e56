//! `midway import FOLDER`: publishes a folder as the current revision and adjusts the capacities of stocks that are
//! already on sale.

use std::fmt;
use std::path::Path;

use super::impact::{Impact, impact};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::in_words;
use crate::shop::catalog::{CatalogError, Prepared, prepare, publish};
use crate::shop::{inventory, order, performance};
use midway_catalog::problem::{Problem, folded};
use midway_catalog::{Catalog, ImportReport, Revision};

/// A finished import.
#[derive(Debug)]
pub struct Imported {
    pub report: ImportReport,
    pub impact: Impact,
    /// What the operator should look at, one text each.
    pub warnings: Vec<String>,
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.report, self.impact)
    }
}

/// Imports a folder. Running replicas load it within seconds.
///
/// # Errors
/// In the inner result: [`CatalogError::Wrong`] with every problem of the folder, or [`CatalogError::Withdraws`] with
/// the sold, held or reserved items that the import would withdraw. In both cases the current revision and the
/// capacities stay the same.
pub async fn import(app: &App, folder: &Path) -> Result<Result<Imported, CatalogError>> {
    publish_folder(app, folder, Withdrawal::Refused).await
}

/// Like [`import`], but withdraws items even if they are sold, held or reserved.
pub async fn import_and_withdraw(app: &App, folder: &Path) -> Result<Result<Imported, CatalogError>> {
    publish_folder(app, folder, Withdrawal::Allowed).await
}

/// Whether an import withdraws items that are sold, held or reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    Refused,
    Allowed,
    /// For a folder that is being edited, in which anything may be missing for a moment: allowed if the shop is a preview or
    /// has no order yet. Otherwise the import fails.
    AllowedInPreview,
}

/// Imports a folder as [`import`] does.
///
/// # Errors
/// Those of [`import`]; [`Error::Internal`] when a shop with orders is to follow an edited folder.
pub async fn publish_folder(
    app: &App,
    folder: &Path,
    withdrawal: Withdrawal,
) -> Result<Result<Imported, CatalogError>> {
    let now = app.clock.now();
    let Prepared { document, warnings } = match prepare(folder, &app.pictures, now).await {
        Ok(prepared) => prepared,
        Err(wrong @ CatalogError::Wrong(_)) => return Ok(Err(wrong)),
        Err(other) => return Err(other.into()),
    };
    let missing = app.processors.missing(&document.folder.payment_method);
    if !missing.is_empty() {
        return Ok(Err(CatalogError::Wrong(missing.into_iter().map(Problem::of_folder).collect())));
    }
    let mut warnings = folded(&warnings);
    let mut affected = Impact::default();
    let tx = app.db.begin().await?;
    if withdrawal == Withdrawal::AllowedInPreview && !app.config.is_preview() && order::is_any(&tx).await? {
        return Err(Error::Internal(format!(
            "{} has orders, and --withdraw with --watch would withdraw what was sold as soon as it is missing in the folder; \
             nothing was changed. See your changes in a preview: `scripts/run --catalog FOLDER --watch`, or MIDWAY_DATA set \
             to a folder whose name ends with -preview. To change this shop, use `midway import` without --watch",
            in_words(&app.config.database_url)
        )));
    }
    let report = publish(&tx, &document, now).await?;
    if report.changes.is_some() {
        let catalog = Catalog::new(Revision { number: report.revision, imported_at: now, document });
        affected = impact(&tx, &app.catalog.current(), &catalog, now).await?;
        if withdrawal == Withdrawal::Refused && !affected.withdrawn.is_empty() {
            return Ok(Err(CatalogError::Withdraws { items: affected.withdrawn, orders: affected.orders }));
        }
        inventory::change_capacities(&tx, |key| performance::capacity_of(&catalog, key)).await?;
    }
    tx.commit().await.map_err(Error::from)?;
    app.catalog.refresh(app.db.write()).await?;
    warnings.append(&mut affected.warnings);
    Ok(Ok(Imported { report, impact: affected, warnings }))
}
