//! The picker's calls.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions::{self, DatesAsked};
use super::rules;
use super::wire::{
    PerformanceDetail, PerformanceDetailRequest, PickerPerformance, ProductDate, ProductDatePerformanceRequest,
    ProductDateRequest, capacity_description,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;
use crate::shop::catalog::{VariantView, redeemed};

pub struct PerformanceApi(pub Arc<App>);

#[OpenApi(prefix_path = "/performance")]
impl PerformanceApi {
    /// The days on which a product can be visited.
    #[oai(path = "/product-date", method = "post", operation_id = "getProductDates")]
    async fn product_date(&self, request: Json<ProductDateRequest>) -> poem::Result<Json<Vec<ProductDate>>> {
        let request = request.0;
        let asked = DatesAsked {
            products: request.product_ids,
            variants: request.required_product_variant_ids.unwrap_or_default(),
            show: request.ext_show_id,
            from: request.start_date,
            until: request.end_date,
        };
        let dates = actions::dates(&self.0, asked).await?;
        let catalog = self.0.catalog.current();
        let date = |(date, level)| ProductDate {
            date,
            capacity_level_id: level,
            capacity_description: capacity_description(&catalog, level),
        };
        Ok(Json(dates.into_iter().map(date).collect()))
    }

    /// The performances of a day, for every selection of the products.
    #[oai(path = "/product-date-performance", method = "post", operation_id = "getProductDatePerformances")]
    async fn product_date_performance(
        &self,
        request: Json<ProductDatePerformanceRequest>,
    ) -> poem::Result<Json<Envelope<Vec<PickerPerformance>>>> {
        let request = request.0;
        let products: Vec<_> = request.product_id.into_iter().chain(request.product_ids.unwrap_or_default()).collect();
        if products.is_empty() {
            return Err(Error::Malformed("productId or productIds is needed".to_owned()).into());
        }
        let catalog = self.0.catalog.current();
        let offered = actions::on_date(&self.0, &catalog, &products, request.date).await?;
        Ok(reply(offered.iter().map(|offered| PickerPerformance::new(&catalog, offered)).collect()))
    }

    /// What can be bought at the chosen performances.
    #[oai(path = "/performance-detail", method = "post", operation_id = "getPerformanceDetail")]
    async fn performance_detail(
        &self,
        visitor: Visitor,
        request: Json<PerformanceDetailRequest>,
    ) -> poem::Result<Json<Envelope<PerformanceDetail>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let product = catalog.product(&request.product_id).ok_or(Error::NotFound)?;
        let typed = request.promotion_code.as_ref().map(|line| line.0.as_str());
        let code = redeemed(&self.0, &catalog, &visitor, typed, now).await?;
        let performances = actions::detail(&catalog, product, &request.performance_ids, now)?;
        let first = performances.first().ok_or(Error::NotFound)?;
        let level = actions::level_now(&self.0, &catalog, first).await?;
        let sold = product
            .variants
            .iter()
            .filter(|variant| performances.iter().all(|performance| rules::is_sold_for(variant, performance.show)));
        Ok(reply(PerformanceDetail {
            show_type_id: first.show.show_type,
            capacity_level_id: level,
            capacity_description: capacity_description(&catalog, level),
            product_variants: sold.map(|variant| VariantView::new(&catalog, product, variant, code, now)).collect(),
        }))
    }
}
