//! The API call that compares passes.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::wire::PassSite;
use crate::app::App;

pub struct PassLevelsApi(pub Arc<App>);

#[OpenApi]
impl PassLevelsApi {
    /// Returns the levels of all passes on public sale, grouped by site, in the order of the catalogue. Sites without
    /// passes are left out.
    #[oai(path = "/product/pass-levels", method = "get", operation_id = "getPassLevels")]
    async fn pass_levels(&self) -> Json<Vec<PassSite>> {
        Json(PassSite::all(&self.0.catalog.current(), self.0.clock.now()))
    }
}
