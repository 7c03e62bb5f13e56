//! The API calls for the bundle builder.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;

use super::actions::{self, Freed};
use super::wire::{BundleBuilder, BundleStepView, BundleStepsRequest};
use crate::app::App;
use crate::http::visitor::Visitor;
use midway_kernel::id::BundleId;
use midway_kernel::input::Line;

pub struct BundleBuilderApi(pub Arc<App>);

#[OpenApi(prefix_path = "/bundle")]
impl BundleBuilderApi {
    /// Returns a bundle, and the days for which it can be built. With `lineId`, the places that this bundle of the
    /// visitor's cart holds count as available, because a bundle that replaces it can have them.
    #[oai(path = "/builder/:id", method = "get", operation_id = "getBundle")]
    async fn builder(
        &self,
        visitor: Visitor,
        id: Path<BundleId>,
        #[oai(name = "lineId")] line_id: Query<Option<String>>,
    ) -> poem::Result<Json<BundleBuilder>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let bundle = actions::find(&catalog, &id)?;
        let freed = Freed::of(&self.0, &visitor, bundle, line_id.as_deref()).await?;
        let dates = actions::dates(&self.0, &catalog, bundle, &freed, now).await?;
        Ok(Json(BundleBuilder::new(&catalog, bundle, dates, now)))
    }

    /// Returns the steps of a bundle on a day, with the products that each step offers on that day.
    #[oai(path = "/steps/:id", method = "post", operation_id = "getBundleSteps")]
    async fn steps(
        &self,
        visitor: Visitor,
        id: Path<BundleId>,
        request: Json<BundleStepsRequest>,
    ) -> poem::Result<Json<Vec<BundleStepView>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let bundle = actions::find(&catalog, &id)?;
        let freed = Freed::of(&self.0, &visitor, bundle, request.line_id.as_ref().map(Line::as_str)).await?;
        let (day, availability) = actions::day(&self.0, &catalog, bundle, request.date, &freed, now).await?;
        Ok(Json(day.steps.iter().map(|step| BundleStepView::new(&catalog, step, &availability, now)).collect()))
    }
}
