//! Reads bundles and their availability. Each call makes one query for all stocks.

use chrono::NaiveDate;

use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::bundle::{self, Day, UNAVAILABLE};
use crate::shop::cart::{self, CartLine};
use crate::shop::inventory::{self, HeldClaims, StockKey};
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

/// The claims of a bundle that the shopper edits. Its places are free for the bundle that replaces it.
#[derive(Default)]
pub struct Freed(Option<HeldClaims>);

impl Freed {
    /// The claims of a line of the visitor's cart. A line that a revision has removed has none.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the visitor's cart has no such line, or when the line is not of this bundle.
    pub async fn of(app: &App, visitor: &Visitor, bundle: &Bundle, line_id: Option<&str>) -> Result<Self> {
        let Some(line_id) = line_id else { return Ok(Freed::default()) };
        let cart = cart::visitors_cart(app, visitor).await?.ok_or(Error::NotFound)?;
        let is_edited = |line: &&CartLine| line.id == line_id && line.bundle_id().as_ref() == Some(&bundle.id);
        let line = cart.lines.iter().chain(cart::restorable(&cart)).find(is_edited).ok_or(Error::NotFound)?;
        Ok(Freed(Some(inventory::holding(app.db.read(), &cart.id).await?.of_line(&line.id))))
    }

    async fn availability(&self, app: &App, keys: Vec<StockKey>) -> Result<Availability> {
        let availability = Availability::of(app.db.read(), keys).await?;
        Ok(availability.without(self.0.iter().flat_map(HeldClaims::claimed)))
    }
}

/// The days on which every required step of a bundle is available.
pub async fn dates(
    app: &App,
    catalog: &Catalog,
    bundle: &Bundle,
    freed: &Freed,
    now: Instant,
) -> Result<Vec<NaiveDate>> {
    let days: Vec<Day<'_>> =
        bundle::days_of(catalog, bundle, now).map(|date| bundle::day(catalog, bundle, date, now)).collect();
    let availability = freed.availability(app, days.iter().flat_map(|day| day.keys(catalog)).collect()).await?;
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
    freed: &Freed,
    now: Instant,
) -> Result<(Day<'c>, Availability)> {
    let day = bundle::day(catalog, bundle, date, now);
    let availability = freed.availability(app, day.keys(catalog)).await?;
    if !bundle::is_offered_on(catalog, bundle, date, now) || !day.can_be_built(catalog, &availability) {
        return Err(Refusal::new(UNAVAILABLE).into());
    }
    Ok((day, availability))
}
