//! The API call for a venue.

use std::sync::Arc;

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::wire::{VenueDay, VenueView};
use crate::app::App;
use crate::error::Error;
use midway_kernel::id::SiteId;

pub struct VenueApi(pub Arc<App>);

#[OpenApi]
impl VenueApi {
    /// Returns what visitors of a site are told, with the opening hours of the next days.
    #[oai(path = "/venue/:id", method = "get", operation_id = "getVenue")]
    async fn venue(&self, id: Path<SiteId>) -> poem::Result<Json<VenueView>> {
        let catalog = self.0.catalog.current();
        let site = catalog.site(&id).ok_or(Error::NotFound)?;
        Ok(Json(VenueView::new(&catalog, site, self.0.clock.now())))
    }

    /// Returns the opening hours of a site on a day.
    #[oai(path = "/venue/:id/day/:date", method = "get", operation_id = "getVenueDay")]
    async fn day(&self, id: Path<SiteId>, date: Path<NaiveDate>) -> poem::Result<Json<VenueDay>> {
        let catalog = self.0.catalog.current();
        let site = catalog.site(&id).ok_or(Error::NotFound)?;
        Ok(Json(VenueDay::new(&catalog, site, date.0)))
    }
}
