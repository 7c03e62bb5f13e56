//! The API calls for choosing dates, times, sections and seats.

use std::slice;

use std::sync::Arc;

use bytes::Bytes;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::actions::{self, DatesAsked, DetailAsked, GroupSize, Offered};
use super::sale_states;
use super::shared::{SharedAnswers, ShopState};
use super::wire::{
    DynamicDate, DynamicPricing, DynamicPricingRequest, PerformanceDetail, PerformanceDetailRequest, PickerPerformance,
    PlaceDetail, ProductDate, ProductDatePerformanceRequest, ProductDateRequest, ProductSaleState, SeatAvailability,
    SeatAvailabilityRequest, SeatDetailRequest, ShowCategoryDetailRequest,
};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::reply::{Envelope, json, reply};
use crate::http::visitor::Visitor;
use crate::shop::offers::{SaleContextRequest, require_open, resolve};
use crate::shop::storefront::product::ProductView;
use midway_catalog::files::Product;
use midway_catalog::{Catalog, SaleContext, Seating, Visit};
use midway_kernel::id::{PerformanceId, ProductId, SectionId};
use midway_kernel::time::Instant;

pub struct CalendarApi {
    app: Arc<App>,
    shared: SharedAnswers,
}

impl CalendarApi {
    pub fn new(app: Arc<App>) -> Self {
        CalendarApi { app, shared: SharedAnswers::default() }
    }
}

#[OpenApi(prefix_path = "/performance")]
impl CalendarApi {
    /// Returns the days on which the products can be visited, and the days between `startDate` and `endDate` on which
    /// their venues are closed. The list is empty if the sale context is not open to the visitor.
    #[oai(
        path = "/product-date",
        method = "post",
        operation_id = "getProductDates",
        actual_type = "Json<Vec<ProductDate>>"
    )]
    async fn product_date(
        &self,
        visitor: Visitor,
        request: Json<ProductDateRequest>,
    ) -> poem::Result<Response<Binary<Bytes>>> {
        let request = request.0;
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let key = request.sale_context.is_public().then(|| format!("product-date {request:?}"));
        let state = ShopState::of(&self.app, &catalog, now);
        let make = async || -> Result<Bytes> {
            Ok(self.product_dates(&catalog, &visitor, request, now).await?.to_json_string().into())
        };
        Ok(json(self.shared.get(key, state, make).await?))
    }

    /// Returns the products for everyone that cannot be bought now, each with the reason.
    #[oai(path = "/sale-state", method = "get", operation_id = "getSaleStates")]
    async fn sale_states(&self) -> poem::Result<Json<Vec<ProductSaleState>>> {
        let catalog = self.app.catalog.current();
        let states = sale_states::sale_states(&self.app, &catalog, self.app.clock.now()).await?;
        let view = |(product_id, state)| ProductSaleState { product_id, state };
        Ok(Json(states.into_iter().map(view).collect()))
    }

    /// Returns the performances of a day for every selection of the products.
    #[oai(path = "/product-date-performance", method = "post", operation_id = "getProductDatePerformances")]
    async fn product_date_performance(
        &self,
        visitor: Visitor,
        request: Json<ProductDatePerformanceRequest>,
    ) -> poem::Result<Json<Envelope<Vec<PickerPerformance>>>> {
        let request = request.0;
        let asked = request.sale_context.sale_context_request();
        let products: Vec<_> = request.product_id.into_iter().chain(request.product_ids.unwrap_or_default()).collect();
        if products.is_empty() {
            return Err(Error::Malformed("productId or productIds is needed".to_owned()).into());
        }
        let catalog = self.app.catalog.current();
        let sale_context = self.sale_context(&catalog, &visitor, &asked).await?;
        let now = self.app.clock.now();
        let day = (request.date, group(request.group_size));
        let offered = actions::on_date(&self.app, &catalog, &sale_context, &products, day, now).await?;
        let view = |(product, offered, visit): &(&Product, Offered<'_>, Visit)| {
            PickerPerformance::priced(&catalog, product, offered, *visit, &sale_context, now)
        };
        Ok(reply(offered.iter().map(view).collect()))
    }

    /// Returns a product with the prices and performances of each day of a range, for the week calendar.
    #[oai(path = "/dynamic", method = "post", operation_id = "getDynamicPricing", actual_type = "Json<DynamicPricing>")]
    async fn dynamic(
        &self,
        visitor: Visitor,
        request: Json<DynamicPricingRequest>,
    ) -> poem::Result<Response<Binary<Bytes>>> {
        let request = request.0;
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let key = request.sale_context.is_public().then(|| format!("dynamic {request:?}"));
        let state = ShopState::of(&self.app, &catalog, now);
        let make = async || -> Result<Bytes> {
            Ok(self.dynamic_pricing(&catalog, &visitor, request, now).await?.to_json_string().into())
        };
        Ok(json(self.shared.get(key, state, make).await?))
    }

    /// Returns the variants that can be bought at the chosen performances, and the sections and seats with their
    /// availability.
    #[oai(path = "/performance-detail", method = "post", operation_id = "getPerformanceDetail")]
    async fn performance_detail(
        &self,
        visitor: Visitor,
        request: Json<PerformanceDetailRequest>,
    ) -> poem::Result<Json<Envelope<PerformanceDetail>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let product = catalog.product(&request.product_id).ok_or(Error::NotFound)?;
        let sale_context = self.sale_context(&catalog, &visitor, &request.sale_context.sale_context_request()).await?;
        let asked = DetailAsked {
            performances: &request.performance_ids,
            of: request.performance_id.as_ref(),
            among: request.product_variant_ids.as_deref(),
            group_size: group(request.group_size),
        };
        let detail = actions::detail(&self.app, &catalog, product, asked, now).await?;
        Ok(reply(PerformanceDetail::new(&catalog, product, &detail, &sale_context, now)))
    }

    /// Returns the variants that can be bought for a section.
    #[oai(path = "/show-category-detail", method = "post", operation_id = "getShowCategoryDetail")]
    async fn show_category_detail(
        &self,
        visitor: Visitor,
        request: Json<ShowCategoryDetailRequest>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let request = request.0;
        let of = &request.performance_id;
        let performances = request.performance_ids.as_deref().unwrap_or(slice::from_ref(of));
        let asked = (&request.product_id, (performances, of), &request.sale_context.sale_context_request());
        let section = |seating: &Seating| seating.section(&request.show_category_id).map(|section| section.id.clone());
        self.place(&visitor, asked, section).await
    }

    /// Returns the variants that can be bought for a seat. The list is empty if the seat is taken.
    #[oai(path = "/seat-detail", method = "post", operation_id = "getSeatDetail")]
    async fn seat_detail(
        &self,
        visitor: Visitor,
        request: Json<SeatDetailRequest>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let request = request.0;
        let of = &request.performance_id;
        let performances = request.performance_ids.as_deref().unwrap_or(slice::from_ref(of));
        let asked = (&request.product_id, (performances, of), &request.sale_context.sale_context_request());
        let section = |seating: &Seating| seating.seat(&request.seat_id).map(|place| place.section.clone());
        let mut detail = self.place(&visitor, asked, section).await?;
        let catalog = self.app.catalog.current();
        if actions::is_seat_taken(&self.app, &catalog, &request.performance_id, &request.seat_id).await?
            && let Some(value) = &mut detail.0.value
        {
            value.product_variants.clear();
        }
        Ok(detail)
    }

    /// Returns the taken seats of a performance.
    #[oai(path = "/seat-availability", method = "post", operation_id = "getSeatAvailability")]
    async fn seat_availability(&self, request: Json<SeatAvailabilityRequest>) -> poem::Result<Json<SeatAvailability>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let product = catalog.product(&request.product_id).ok_or(Error::NotFound)?;
        let taken_seat_ids =
            actions::taken_seat_ids(&self.app, &catalog, product, &request.performance_id, now).await?;
        Ok(Json(SeatAvailability { taken_seat_ids }))
    }
}

impl CalendarApi {
    async fn product_dates(
        &self,
        catalog: &Catalog,
        visitor: &Visitor,
        request: ProductDateRequest,
        now: Instant,
    ) -> Result<Vec<ProductDate>> {
        // A calendar shows no messages. If the sale context is not open to the visitor, the list of days is empty.
        let asked = request.sale_context.sale_context_request();
        let sale_context = match resolve(&self.app, catalog, visitor, &asked, now).await {
            Err(Error::Refused(_)) => return Ok(Vec::new()),
            resolved => resolved?.sale_context,
        };
        let asked = DatesAsked {
            products: request.product_ids,
            variants: request.required_product_variant_ids.unwrap_or_default(),
            show: request.ext_show_id,
            from: request.start_date,
            until: request.end_date,
            group_size: group(request.group_size),
        };
        let mut closed = actions::closed_days(catalog, &sale_context, &asked, now);
        let open = actions::dates(&self.app, catalog, &sale_context, asked, now).await?;
        closed.retain(|date| !open.contains_key(date));
        let closed = closed.into_iter().map(|date| ProductDate::closed(catalog, date));
        let mut dates: Vec<ProductDate> =
            open.into_iter().map(|day| ProductDate::new(catalog, day)).chain(closed).collect();
        dates.sort_by_key(|day| day.date);
        Ok(dates)
    }

    async fn dynamic_pricing(
        &self,
        catalog: &Catalog,
        visitor: &Visitor,
        request: DynamicPricingRequest,
        now: Instant,
    ) -> Result<DynamicPricing> {
        let product = catalog.product(&request.product_id).filter(|product| product.donation.is_none());
        let product = product.ok_or(Error::NotFound)?;
        let sale_context = self.sale_context(catalog, visitor, &request.sale_context.sale_context_request()).await?;
        if !product.variants.iter().any(|variant| sale_context.leads_to(catalog, product, variant, now)) {
            return Err(Error::NotFound);
        }
        let range = (request.start_date, request.end_date, group(request.group_size));
        let days = actions::dynamic(&self.app, catalog, &sale_context, product, range, now).await?;
        Ok(DynamicPricing {
            success: true,
            message: None,
            product: Some(ProductView::new(catalog, product, &sale_context, now)),
            dates: days.iter().map(|day| DynamicDate::new(catalog, product, day, &sale_context, now)).collect(),
        })
    }

    /// The visitor's sale context, if it is open.
    async fn sale_context<'c>(
        &self,
        catalog: &'c Catalog,
        visitor: &Visitor,
        asked: &SaleContextRequest,
    ) -> Result<SaleContext<'c>> {
        Ok(require_open(resolve(&self.app, catalog, visitor, asked, self.app.clock.now()).await?.sale_context)?)
    }

    /// Returns the variants that can be bought in the section that `section` finds.
    async fn place(
        &self,
        visitor: &Visitor,
        (product, performances, asked): (&ProductId, (&[PerformanceId], &PerformanceId), &SaleContextRequest),
        section: impl Fn(&Seating) -> Option<SectionId>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let product = catalog.product(product).ok_or(Error::NotFound)?;
        let sale_context = self.sale_context(&catalog, visitor, asked).await?;
        let detail = actions::section_detail(&self.app, &catalog, product, performances, section, now).await?;
        Ok(reply(PlaceDetail::new(&catalog, product, &detail, &sale_context, now)))
    }
}

fn group(size: Option<u32>) -> GroupSize {
    size.map_or_else(GroupSize::default, GroupSize)
}
