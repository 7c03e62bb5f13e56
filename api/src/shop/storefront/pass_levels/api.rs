//! The API call that compares passes.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::wire::PassSite;
use crate::app::App;
use crate::shop::performance;

pub struct PassLevelsApi(pub Arc<App>);

#[OpenApi]
impl PassLevelsApi {
    /// Returns the levels of all passes on public sale, grouped by site, in the order of the catalogue. Sites without
    /// passes are left out.
    #[oai(path = "/product/pass-levels", method = "get", operation_id = "getPassLevels")]
    async fn pass_levels(&self) -> poem::Result<Json<Vec<PassSite>>> {
        let (catalog, now) = (self.0.catalog.current(), self.0.clock.now());
        let left = performance::units_left(self.0.db.read(), &catalog, now).await?;
        Ok(Json(PassSite::all(&catalog, left, now)))
    }
}
