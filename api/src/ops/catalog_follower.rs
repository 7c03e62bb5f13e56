//! Keeps the catalogue that a process serves up to date, and sets the capacities of stocks to the values of that
//! catalogue.

use std::sync::{Arc, Weak};

use crate::app::App;
use crate::error::Result;
use crate::shop::{catalog, inventory, performance};
use midway_catalog::Catalog;

/// Follows the imports of catalogues for one process. It runs in every process that serves calls or works in the
/// background.
///
/// A stock's row is created by its first claim, with the capacity in the catalogue with which the call began. If the
/// call began before an import and commits after it, the row has the earlier capacity. Capacities are therefore set
/// when a new catalogue is served, and again when the last call with an earlier catalogue has ended.
#[derive(Default)]
pub struct CatalogFollower {
    /// The catalogue that is served.
    served: Weak<Catalog>,
    /// The earlier catalogues that calls in progress may still use.
    earlier: Vec<Weak<Catalog>>,
    /// Whether the capacities of stocks match the served catalogue.
    is_aligned: bool,
}

impl CatalogFollower {
    /// Loads a newer revision, if there is one, and sets the capacities of stocks where that is necessary. Returns
    /// whether the served catalogue has changed since the last call. The next call repeats a failed step.
    pub async fn follow(&mut self, app: &App) -> Result<bool> {
        app.catalog.refresh(app.db.read()).await?;
        let current = Arc::downgrade(&app.catalog.current());
        let is_new = !self.served.ptr_eq(&current);
        if is_new {
            self.earlier.push(std::mem::replace(&mut self.served, current));
            self.is_aligned = false;
        }
        let before = self.earlier.len();
        self.earlier.retain(|catalog| catalog.strong_count() > 0);
        self.is_aligned &= self.earlier.len() == before;
        if !self.is_aligned {
            align_capacities(app).await?;
            self.is_aligned = true;
        }
        Ok(is_new)
    }
}

/// Sets the capacities of stocks to the values of the catalogue.
pub async fn align_capacities(app: &App) -> Result<()> {
    let tx = app.db.begin().await?;
    // From here on no import commits, so the capacities of an older revision never overwrite those of a newer one.
    catalog::prevent_imports(&tx).await?;
    app.catalog.refresh(&tx).await?;
    let catalog = app.catalog.current();
    inventory::change_capacities(&tx, |key| performance::capacity_of(&catalog, key)).await?;
    tx.commit().await?;
    Ok(())
}
