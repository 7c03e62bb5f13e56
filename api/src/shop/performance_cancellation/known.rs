//! What the shop knows of a performance that is no longer in the catalogue.

use crate::app::App;
use crate::error::Result;
use crate::shop::{catalog, order, performance};
use midway_kernel::id::{PerformanceId, ShowId};
use midway_kernel::time::Instant;

/// A performance that was in the catalogue before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub show: ShowId,
    pub starts_at: Instant,
}

/// A performance as the latest stored revision of the catalogue has it that contains it; if none does, as somebody has bought
/// it. `None` if neither is known. The orders come last, because all their lines are read for that.
///
/// # Errors
/// Those of the database.
pub async fn known(app: &App, id: &PerformanceId) -> Result<Option<Known>> {
    let mut revision = app.catalog.current().revision;
    while let Some((number, catalog)) = catalog::before(app.db.read(), revision).await? {
        if let Some(found) = catalog.as_ref().and_then(|catalog| performance::find(catalog, id)) {
            return Ok(Some(Known { show: found.show.id.clone(), starts_at: found.starts_at }));
        }
        revision = number;
    }
    let bought = order::bought_performance(app.db.read(), id).await?;
    Ok(bought.map(|chosen| Known { show: chosen.show_id, starts_at: chosen.starts_at }))
}
