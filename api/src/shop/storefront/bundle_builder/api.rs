//! The API calls for the bundle builder.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{BundleBuilder, BundleStepView, BundleStepsRequest};
use crate::app::App;
use midway_kernel::id::BundleId;

pub struct BundleBuilderApi(pub Arc<App>);

#[OpenApi(prefix_path = "/bundle")]
impl BundleBuilderApi {
    /// Returns a bundle, and the days for which it can be built.
    #[oai(path = "/builder/:id", method = "get", operation_id = "getBundle")]
    async fn builder(&self, id: Path<BundleId>) -> poem::Result<Json<BundleBuilder>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let bundle = actions::find(&catalog, &id)?;
        let dates = actions::dates(&self.0, &catalog, bundle, now).await?;
        Ok(Json(BundleBuilder::new(&catalog, bundle, dates, now)))
    }

    /// Returns the steps of a bundle on a day, with the products that each step offers on that day.
    #[oai(path = "/steps/:id", method = "post", operation_id = "getBundleSteps")]
    async fn steps(
        &self,
        id: Path<BundleId>,
        request: Json<BundleStepsRequest>,
    ) -> poem::Result<Json<Vec<BundleStepView>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let bundle = actions::find(&catalog, &id)?;
        let (day, availability) = actions::day(&self.0, &catalog, bundle, request.date, now).await?;
        Ok(Json(day.steps.iter().map(|step| BundleStepView::new(&catalog, step, &availability, now)).collect()))
    }
}
