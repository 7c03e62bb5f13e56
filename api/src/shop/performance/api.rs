//! The calls of date and time pickers.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions::{self, DatesAsked, Offered, OpenDay};
use super::availability::Availability;
use super::rules::{self, Performance};
use super::states;
use super::wire::{
    DynamicDate, DynamicPricing, DynamicPricingRequest, PerformanceDetail, PerformanceDetailRequest, PickerPerformance,
    PlaceDetail, ProductDate, ProductDatePerformanceRequest, ProductDateRequest, ProductSaleState, SeatAvailability,
    SeatAvailabilityRequest, SeatDetailRequest, SeatState, SeatingChart, ShowCategory, ShowCategoryDetailRequest,
    VariantPrice, capacity_description,
};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;
use crate::shop::catalog::{ProductView, SaleContext, SaleContextRequest, SaleContexts, VariantView};
use crate::shop::inventory::StockKey;
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, Place, Seating, Visit};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{PerformanceId, ProductId, SectionId};

pub struct PerformanceApi(pub Arc<App>, pub SaleContexts);

#[OpenApi(prefix_path = "/performance")]
impl PerformanceApi {
    /// The days on which a product can be visited.
    #[oai(path = "/product-date", method = "post", operation_id = "getProductDates")]
    async fn product_date(
        &self,
        visitor: Visitor,
        request: Json<ProductDateRequest>,
    ) -> poem::Result<Json<Vec<ProductDate>>> {
        let request = request.0;
        let catalog = self.0.catalog.current();
        // A calendar shows no messages: when the sale context is not open to the visitor, the days are empty.
        let sale_context = match self.1.of(&catalog, &visitor, &request.sale_context.asked(), self.0.clock.now()).await
        {
            Err(Error::Refused(_)) => return Ok(Json(Vec::new())),
            sale_context => sale_context?,
        };
        let asked = DatesAsked {
            products: request.product_ids,
            variants: request.required_product_variant_ids.unwrap_or_default(),
            show: request.ext_show_id,
            from: request.start_date,
            until: request.end_date,
        };
        let dates = actions::dates(&self.0, &catalog, &sale_context, asked).await?;
        let date = |(date, day): (_, OpenDay)| ProductDate {
            date,
            capacity_level_id: day.level,
            capacity_description: capacity_description(&catalog, day.level),
            from_price: day.from_price,
        };
        Ok(Json(dates.into_iter().map(date).collect()))
    }

    /// The listed products that cannot be bought now although they are on sale.
    #[oai(path = "/sale-state", method = "get", operation_id = "getSaleStates")]
    async fn sale_states(&self) -> poem::Result<Json<Vec<ProductSaleState>>> {
        let catalog = self.0.catalog.current();
        let states = states::states(&self.0, &catalog, self.0.clock.now()).await?;
        let view = |(product_id, state)| ProductSaleState { product_id, state };
        Ok(Json(states.into_iter().map(view).collect()))
    }

    /// The performances of a day, for every selection of the products.
    #[oai(path = "/product-date-performance", method = "post", operation_id = "getProductDatePerformances")]
    async fn product_date_performance(
        &self,
        visitor: Visitor,
        request: Json<ProductDatePerformanceRequest>,
    ) -> poem::Result<Json<Envelope<Vec<PickerPerformance>>>> {
        let request = request.0;
        let asked = request.sale_context.asked();
        let products: Vec<_> = request.product_id.into_iter().chain(request.product_ids.unwrap_or_default()).collect();
        if products.is_empty() {
            return Err(Error::Malformed("productId or productIds is needed".to_owned()).into());
        }
        let catalog = self.0.catalog.current();
        let sale_context = self.sale_context(&catalog, &visitor, &asked).await?;
        let now = self.0.clock.now();
        let offered = actions::on_date(&self.0, &catalog, &sale_context, &products, request.date, now).await?;
        let view = |(product, offered, visit): &(&Product, Offered<'_>, Visit)| {
            PickerPerformance::priced(&catalog, product, offered, *visit, &sale_context, now)
        };
        Ok(reply(offered.iter().map(view).collect()))
    }

    /// A product with the prices and the performances of each day of a range, for the week calendar.
    #[oai(path = "/dynamic", method = "post", operation_id = "getDynamicPricing")]
    async fn dynamic(
        &self,
        visitor: Visitor,
        request: Json<DynamicPricingRequest>,
    ) -> poem::Result<Json<DynamicPricing>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let product = catalog.product(&request.product_id).filter(|product| product.donation.is_none());
        let product = product.ok_or(Error::NotFound)?;
        let sale_context = self.sale_context(&catalog, &visitor, &request.sale_context.asked()).await?;
        if !product.variants.iter().any(|variant| sale_context.leads_to(&catalog, product, variant, now)) {
            return Err(Error::NotFound.into());
        }
        let range = (request.start_date, request.end_date);
        let days = actions::dynamic(&self.0, &catalog, &sale_context, product, range, now).await?;
        Ok(Json(DynamicPricing {
            success: true,
            message: None,
            product: Some(ProductView::new(&catalog, product, &sale_context, now)),
            dates: days.iter().map(|day| DynamicDate::new(&catalog, product, day, &sale_context, now)).collect(),
        }))
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
        let sale_context = self.sale_context(&catalog, &visitor, &request.sale_context.asked()).await?;
        let performances = actions::detail(&catalog, product, &request.performance_ids, now)?;
        let first = performances.first().ok_or(Error::NotFound)?;
        let draws = performances.iter().flat_map(|performance| performance.draws(&catalog, 1));
        let left = Availability::of(self.0.db.read(), draws.map(|draw| draw.key).collect()).await?;
        let level = left.level(&catalog, &first.draws(&catalog, 1));
        let visits: Vec<Visit> = performances.iter().map(|performance| left.visit(&catalog, performance)).collect();
        let sold: Vec<&Variant> = product
            .variants
            .iter()
            .filter(|variant| performances.iter().all(|performance| rules::is_sold_for(variant, performance.show)))
            .collect();
        let view = |variant: &&Variant| {
            let terms = sale_context.terms_for(&catalog, product, variant, &visits, now)?;
            Some(VariantView::new(&catalog, product, variant, terms, &visits, now))
        };
        // Places are chosen only for the first selection.
        let show_categories =
            actions::sections(&self.0, &catalog, first).await?.into_iter().map(|state| ShowCategory {
                show_category_id: state.section.id.clone(),
                name: state.section.name.clone(),
                capacity_level_id: state.level,
                capacity_description: capacity_description(&catalog, state.level),
                seating_chart_coordinates: outline(&catalog, first, &state.section.id),
                prices: sold
                    .iter()
                    .filter(|variant| rules::is_sold_in(variant, &state.section.id))
                    .filter_map(|variant| VariantPrice::new(&catalog, product, variant, &sale_context, &visits, now))
                    .collect(),
            });
        let seats = match first.seating.filter(|_| first.show.show_type == ShowType::Seats) {
            None => Vec::new(),
            Some(seating) => {
                let taken = actions::taken_seats(&self.0, first).await?;
                let is_available = |place: &Place| !taken.contains(&StockKey::seat(&first.id, &place.id));
                seating.seats.iter().map(|place| SeatState::new(place, is_available(place))).collect()
            }
        };
        let hall = first.show.hall.as_ref().and_then(|hall| catalog.hall(hall));
        Ok(reply(PerformanceDetail {
            show_type_id: first.show.show_type,
            capacity_level_id: level,
            capacity_description: capacity_description(&catalog, level),
            product_variants: sold.iter().filter_map(view).collect(),
            show_categories: show_categories.collect(),
            seats,
            seating_chart: hall.map(|(hall, _)| SeatingChart::new(&catalog, hall)),
        }))
    }

    /// The variants that can be bought for a section.
    #[oai(path = "/show-category-detail", method = "post", operation_id = "getShowCategoryDetail")]
    async fn show_category_detail(
        &self,
        visitor: Visitor,
        request: Json<ShowCategoryDetailRequest>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let request = request.0;
        let asked = (&request.product_id, &request.performance_id, &request.sale_context.asked());
        let section = |seating: &Seating| seating.section(&request.show_category_id).map(|section| section.id.clone());
        self.place(&visitor, asked, section).await
    }

    /// The variants that can be bought for a seat; empty when it is taken.
    #[oai(path = "/seat-detail", method = "post", operation_id = "getSeatDetail")]
    async fn seat_detail(
        &self,
        visitor: Visitor,
        request: Json<SeatDetailRequest>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let request = request.0;
        let asked = (&request.product_id, &request.performance_id, &request.sale_context.asked());
        let section = |seating: &Seating| seating.seat(&request.seat_id).map(|place| place.section.clone());
        let mut detail = self.place(&visitor, asked, section).await?;
        let performance = PerformanceId(request.performance_id.to_string());
        let catalog = self.0.catalog.current();
        let found = rules::find(&catalog, &performance).ok_or(Error::NotFound)?;
        let taken = actions::taken_seats(&self.0, &found).await?;
        if taken.contains(&StockKey::seat(&performance, &request.seat_id))
            && let Some(value) = &mut detail.0.value
        {
            value.product_variants.clear();
        }
        Ok(detail)
    }

    /// The seats of a performance that are taken.
    #[oai(path = "/seat-availability", method = "post", operation_id = "getSeatAvailability")]
    async fn seat_availability(&self, request: Json<SeatAvailabilityRequest>) -> poem::Result<Json<SeatAvailability>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let product = catalog.product(&request.product_id).ok_or(Error::NotFound)?;
        let performances = actions::detail(&catalog, product, std::slice::from_ref(&request.performance_id), now)?;
        let performance = performances.first().ok_or(Error::NotFound)?;
        let taken = actions::taken_seats(&self.0, performance).await?;
        let seats = performance.seating.map_or(&[][..], |seating| &seating.seats);
        let taken_seat_ids = seats
            .iter()
            .filter(|place| taken.contains(&StockKey::seat(&performance.id, &place.id)))
            .map(|place| place.id.clone())
            .collect();
        Ok(Json(SeatAvailability { taken_seat_ids }))
    }
}

impl PerformanceApi {
    /// The visitor's sale context, if it is open.
    async fn sale_context<'c>(
        &self,
        catalog: &'c Catalog,
        visitor: &Visitor,
        asked: &SaleContextRequest,
    ) -> Result<SaleContext<'c>> {
        Ok(self.1.of(catalog, visitor, asked, self.0.clock.now()).await?.open()?)
    }

    /// What can be bought in the section that `section` finds.
    async fn place(
        &self,
        visitor: &Visitor,
        (product, performance, asked): (&ProductId, &PerformanceId, &SaleContextRequest),
        section: impl Fn(&Seating) -> Option<SectionId>,
    ) -> poem::Result<Json<Envelope<PlaceDetail>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let product = catalog.product(product).ok_or(Error::NotFound)?;
        let sale_context = self.sale_context(&catalog, visitor, asked).await?;
        let performances = actions::detail(&catalog, product, std::slice::from_ref(performance), now)?;
        let performance = performances.first().ok_or(Error::NotFound)?;
        let section = performance.seating.and_then(section).ok_or(Error::NotFound)?;
        let is_sold =
            |variant: &&Variant| rules::is_sold_for(variant, performance.show) && rules::is_sold_in(variant, &section);
        let draws = performance.draws(&catalog, 1);
        let left = Availability::of(self.0.db.read(), draws.into_iter().map(|draw| draw.key).collect()).await?;
        let visits = [left.visit(&catalog, performance)];
        let view = |variant: &Variant| {
            let terms = sale_context.terms_for(&catalog, product, variant, &visits, now)?;
            Some(VariantView::new(&catalog, product, variant, terms, &visits, now))
        };
        Ok(reply(PlaceDetail { product_variants: product.variants.iter().filter(is_sold).filter_map(view).collect() }))
    }
}

/// A section's outline in the coordinates of its hall, in SVG `points` notation.
fn outline(catalog: &Catalog, performance: &Performance<'_>, section: &SectionId) -> Option<String> {
    let (hall, _) = catalog.hall(performance.show.hall.as_ref()?)?;
    let polygon = &hall.sections.iter().find(|it| it.id == *section)?.polygon;
    let points: Vec<String> = polygon.iter().map(|[x, y]| format!("{x},{y}")).collect();
    (!points.is_empty()).then(|| points.join(" "))
}
