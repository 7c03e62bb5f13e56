//! Reads bundles and their availability. Each call makes one query for all stocks.

use chrono::NaiveDate;

use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::shop::bundle::{self, Day, UNAVAILABLE};
use crate::shop::performance::Availability;
use midway_catalog::Catalog;
use midway_catalog::files::Bundle;
use midway_kernel::id::BundleId;
use midway_kernel::time::Instant;

/// Finds a bundle.
///
/// # Errors
/// [`Error::NotFound`] when there is no bundle with this id.
pub fn find<'c>(catalog: &'c Catalog, id: &BundleId) -> Result<&'c Bundle> {
    catalog.bundle(id).ok_or(Error::NotFound)
}

/// The days on which every required step of a bundle is available.
pub async fn dates(app: &App, catalog: &Catalog, bundle: &Bundle, now: Instant) -> Result<Vec<NaiveDate>> {
    let days: Vec<Day<'_>> =
        bundle::days_of(catalog, bundle, now).map(|date| bundle::day(catalog, bundle, date, now)).collect();
    let availability = Availability::of(app.db.read(), days.iter().flat_map(|day| day.keys(catalog)).collect()).await?;
    let can_be_built = days.into_iter().filter(|day| day.can_be_built(catalog, &availability));
    Ok(can_be_built.map(|day| day.date).collect())
}

/// What a bundle offers on a day, and its availability.
///
/// # Errors
/// A refusal when it cannot be built for that day.
pub async fn day<'c>(
    app: &App,
    catalog: &'c Catalog,
    bundle: &'c Bundle,
    date: NaiveDate,
    now: Instant,
) -> Result<(Day<'c>, Availability)> {
    let day = bundle::day(catalog, bundle, date, now);
    let availability = Availability::of(app.db.read(), day.keys(catalog)).await?;
    if !bundle::is_offered_on(catalog, bundle, date, now) || !day.can_be_built(catalog, &availability) {
        return Err(Refusal::new(UNAVAILABLE).into());
    }
    Ok((day, availability))
}
