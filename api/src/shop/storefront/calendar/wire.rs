//! The request and response types of the calls for choosing dates, times, sections and seats.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};

use super::actions::{Detail, DynamicDay, Offered, OpenDay, SectionDetail, SectionState, default_price};
use crate::shop::cart::{contact, statement};
use crate::shop::catalog::PictureView;
use crate::shop::offers::{SaleContextFields, SaleContextRequest};
use crate::shop::performance::{
    Performance, SeatFeatureView, SeatKindView, is_sold_for, is_sold_in, latest_start_before,
};
use crate::shop::storefront::product::{ProductView, VariantView};
use midway_catalog::files::{AccessiblePlaces, AccessibleSale, Hall, Product, Section, Variant};
use midway_catalog::{Catalog, Place, SaleContext, Visit};
use midway_kernel::coded::{CapacityLevel, ShowType};
use midway_kernel::id::{PerformanceId, ProductId, SeatId, SectionId, ShowId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, with_offset};

const AVAILABLE: Text = Text { id: "capacity.available", default: "Available" };
const LIMITED: Text = Text { id: "capacity.limited", default: "Low Capacity" };
const ALMOST_FULL: Text = Text { id: "capacity.almost-full", default: "Almost Full" };
const FULL: Text = Text { id: "capacity.full", default: "Full" };
const UNAVAILABLE: Text = Text { id: "capacity.unavailable", default: "Unavailable" };
const CLOSED: Text = Text { id: "capacity.closed", default: "Closed" };

/// The text for a level: the operator's text, or the default text.
pub fn capacity_description(catalog: &Catalog, level: CapacityLevel) -> String {
    let text = match level {
        CapacityLevel::Available => AVAILABLE,
        CapacityLevel::Limited => LIMITED,
        CapacityLevel::AlmostFull => ALMOST_FULL,
        CapacityLevel::Full => FULL,
        CapacityLevel::Unavailable => UNAVAILABLE,
    };
    catalog.text(text.id).unwrap_or(text.default).to_owned()
}

/// The reason why a product cannot be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum SaleState {
    SoldOut,
    /// The last day of the product's performances has passed.
    Ended,
    /// The sale has not begun.
    Upcoming,
}

/// A product that cannot be bought now.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProductSaleState {
    pub product_id: ProductId,
    pub state: SaleState,
}

/// The sale context of a request for dates or times, or the cart lines for which they are requested.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PickerSaleContext {
    #[oai(flatten)]
    pub fields: SaleContextFields,
    /// Lines of the visitor's cart to move. The response then contains the performances for the lines' variants, in the
    /// sale contexts in which the lines were bought. Other fields are ignored.
    #[oai(validator(max_items = 50))]
    pub line_ids: Option<Vec<Line>>,
}

impl PickerSaleContext {
    /// Whether this is the public sale, which is the same for all visitors.
    pub fn is_public(&self) -> bool {
        self.sale_context_request().is_public()
    }

    pub fn sale_context_request(&self) -> SaleContextRequest {
        let line_ids = self.line_ids.iter().flatten().map(|id| id.0.clone()).collect();
        SaleContextRequest { line_ids, ..self.fields.sale_context_request() }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductDateRequest {
    #[oai(validator(min_items = 1, max_items = 20))]
    pub product_ids: Vec<ProductId>,
    /// Variants that must all be sold for the same performance of a day. Other days are left out.
    #[oai(validator(max_items = 50))]
    pub required_product_variant_ids: Option<Vec<VariantId>>,
    /// The first requested day. The default is the first day on sale. At most 100 days are returned.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub ext_show_id: Option<ShowId>,
    /// How many people want to visit together: 1 if absent. Only `hasRoom` and the prices of days depend on it.
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub group_size: Option<u32>,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

/// A day with at least one performance, or on which the venue is closed.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductDate {
    /// `YYYY-MM-DD` in the site's time zone.
    pub date: NaiveDate,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// Whether the group fits into one of the day's performances.
    pub has_room: bool,
    /// The lowest display price of the first variant at the performances of the day that have room for the group. If
    /// places are chosen: the lowest one of the first variant of each section that has room. Absent if none has room, or
    /// if prices differ by neither day, time nor section.
    pub from_price: Option<Money>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DynamicPricingRequest {
    pub product_id: ProductId,
    /// The first requested day. The default is the first day on sale. At most 100 days are returned.
    pub start_date: Option<NaiveDate>,
    /// The last requested day. The default is the last day on sale.
    pub end_date: Option<NaiveDate>,
    /// How many people want to visit together: 1 if absent. Only `hasRoom` and the prices of days depend on it.
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub group_size: Option<u32>,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

/// A product and the requested days.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DynamicPricing {
    pub success: bool,
    pub message: Option<String>,
    pub product: Option<ProductView>,
    pub dates: Vec<DynamicDate>,
}

/// One day in the calendar that shows a week at a time.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DynamicDate {
    /// `YYYY-MM-DD` in the site's time zone.
    pub date: NaiveDate,
    /// The lowest display price of the first variant at the performances of the first selection. Full performances are
    /// left out, unless all are full.
    pub min_default_price: Option<Money>,
    pub max_default_price: Option<Money>,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// Whether every selection has a performance into which the group fits.
    pub has_room: bool,
    /// Whether the product is sold for the day but a selection has no performance on it.
    pub is_closed: bool,
    pub performances: Vec<DynamicPerformance>,
}

/// A performance of the week calendar.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DynamicPerformance {
    pub performance_id: PerformanceId,
    /// `HH:mm` in the site's time zone.
    pub performance_time: String,
    /// The start of the performance: RFC 3339 with the site's offset.
    pub performance_date_time: String,
    /// A label to show next to the time.
    pub time_label: Option<String>,
    pub show_id: ShowId,
    pub show_name: String,
    /// Whether the performance admits at any time of its day. If so, the time need not be shown.
    pub valid_all_day: bool,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// Whether the group fits.
    pub has_room: bool,
    pub always_prompt_performance: bool,
    pub selection_index: u32,
    /// The selection from which the delay is measured. 2: the first selection. 3: the previous selection.
    pub delay_type_id: Option<i32>,
    /// The latest start of the performance of that selection: RFC 3339 with the site's offset.
    pub delay_date_time: Option<String>,
    #[oai(rename = "selectionUIPrompt")]
    pub selection_ui_prompt: Option<String>,
    /// The variants that are sold for the performance, with prices. Empty except for the first selection, because the
    /// prices depend on its performance.
    pub variants: Vec<DynamicVariant>,
}

/// The price of a variant at a performance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DynamicVariant {
    pub id: VariantId,
    pub ext_product_variant_id: VariantId,
    /// The net price plus the per-ticket fees, without tax.
    pub display_price: Money,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
    /// How many units are left at this price; absent if their number is not limited.
    pub units_at_price: Option<u32>,
    /// The display price without the promotion that lowers it; absent if nothing lowers it.
    pub regular_display_price: Option<Money>,
    pub promotion_name: Option<String>,
}

impl ProductDate {
    pub fn new(catalog: &Catalog, (date, day): (NaiveDate, OpenDay)) -> Self {
        ProductDate {
            date,
            capacity_level_id: day.level,
            capacity_description: capacity_description(catalog, day.level),
            has_room: day.has_room,
            from_price: day.from_price,
        }
    }

    /// A day on which the venue is closed.
    pub fn closed(catalog: &Catalog, date: NaiveDate) -> Self {
        ProductDate {
            date,
            capacity_level_id: CapacityLevel::Unavailable,
            capacity_description: catalog.text(CLOSED.id).unwrap_or(CLOSED.default).to_owned(),
            has_room: false,
            from_price: None,
        }
    }
}

impl DynamicDate {
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        day: &DynamicDay<'_>,
        sale_context: &SaleContext<'_>,
        now: Instant,
    ) -> Self {
        let of_first = || day.performances.iter().filter(|(offered, _)| offered.selection_index == 1);
        let is_full = of_first().all(|(offered, _)| offered.level == CapacityLevel::Full);
        let price = |(offered, visit): &(Offered<'_>, Visit)| {
            default_price(catalog, product, (&offered.performance, None), sale_context, *visit, now)
        };
        let prices: Vec<Money> = of_first()
            .filter(|(offered, _)| is_full || offered.level != CapacityLevel::Full)
            .filter_map(price)
            .collect();
        let performance = |(offered, visit): &(Offered<'_>, Visit)| {
            DynamicPerformance::new(catalog, product, offered, *visit, sale_context, now)
        };
        DynamicDate {
            date: day.date,
            min_default_price: prices.iter().min().copied(),
            max_default_price: prices.iter().max().copied(),
            capacity_level_id: day.level,
            capacity_description: capacity_description(catalog, day.level),
            has_room: day.has_room,
            is_closed: day.is_closed,
            performances: day.performances.iter().map(performance).collect(),
        }
    }
}

impl DynamicPerformance {
    fn new(
        catalog: &Catalog,
        product: &Product,
        offered: &Offered<'_>,
        visit: Visit,
        sale_context: &SaleContext<'_>,
        now: Instant,
    ) -> Self {
        let variant = |variant: &Variant| {
            let terms = sale_context.terms_for(catalog, product, variant, &[visit], now)?;
            let quote = catalog.unit_quote(product, variant, terms, &[visit], now);
            Some(DynamicVariant {
                id: variant.id.clone(),
                ext_product_variant_id: variant.id.clone(),
                display_price: quote.display_price(catalog),
                unit_price: quote.price,
                units_at_price: quote.left,
                regular_display_price: quote.regular_display_price(catalog),
                promotion_name: quote.promotion.map(|promotion| promotion.name),
            })
        };
        let sold = product.variants.iter().filter(|it| is_sold_for(it, offered.performance.show));
        let PickerPerformance {
            performance_id,
            performance_time,
            performance_date_time,
            time_label,
            show_id,
            show_name,
            valid_all_day,
            capacity_level_id,
            capacity_description,
            has_room,
            always_prompt_performance,
            selection_index,
            delay_type_id,
            delay_selection_date_time: delay_date_time,
            ui_prompt: selection_ui_prompt,
            ..
        } = PickerPerformance::new(catalog, offered);
        DynamicPerformance {
            performance_id,
            performance_time,
            performance_date_time,
            time_label,
            show_id,
            show_name,
            valid_all_day,
            capacity_level_id,
            capacity_description,
            has_room,
            always_prompt_performance,
            selection_index,
            delay_type_id,
            delay_date_time,
            selection_ui_prompt,
            variants: sold.filter(|_| selection_index == 1).filter_map(variant).collect(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductDatePerformanceRequest {
    /// Either `productId` or `productIds` is required.
    pub product_id: Option<ProductId>,
    #[oai(validator(max_items = 20))]
    pub product_ids: Option<Vec<ProductId>>,
    pub date: NaiveDate,
    /// How many people want to visit together: 1 if absent. Only `hasRoom` and the prices of days depend on it.
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub group_size: Option<u32>,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PickerPerformance {
    pub performance_id: PerformanceId,
    /// `HH:mm` in the site's time zone.
    pub performance_time: String,
    /// The start of the performance: RFC 3339 with the site's offset.
    pub performance_date_time: String,
    /// A label to show next to the time.
    pub time_label: Option<String>,
    pub duration_minutes: Option<u32>,
    /// Whether the performance admits at any time of its day. If so, the time need not be shown.
    pub valid_all_day: bool,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// Whether the group fits.
    pub has_room: bool,
    pub show_id: ShowId,
    pub show_name: String,
    pub show_type_id: ShowType,
    pub always_prompt_show: bool,
    pub always_prompt_performance: bool,
    pub selection_index: u32,
    /// The selection from which the delay is measured. 2: the first selection. 3: the previous selection.
    pub delay_type_id: Option<i32>,
    /// The latest start of the performance of that selection: RFC 3339 with the site's offset.
    pub delay_selection_date_time: Option<String>,
    pub seating_chart_image: Option<String>,
    pub ui_prompt: Option<String>,
    /// The prices of the variants that are sold for the performance, in the product's order. Empty except for the first
    /// selection, because the prices depend on that selection's performance.
    pub prices: Vec<VariantPrice>,
}

/// The price of a variant at a performance or in a section.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct VariantPrice {
    pub ext_product_variant_id: VariantId,
    pub display_name: String,
    /// The net price plus the per-ticket fees, without tax.
    pub display_price: Money,
}

impl PickerPerformance {
    /// A performance for the calendar of one product, with its prices.
    pub fn priced(
        catalog: &Catalog,
        product: &Product,
        offered: &Offered<'_>,
        visit: Visit,
        sale_context: &SaleContext<'_>,
        now: Instant,
    ) -> Self {
        let is_first = offered.selection_index == 1;
        let sold = product.variants.iter().filter(|it| is_first && is_sold_for(it, offered.performance.show));
        let price = |variant: &Variant| VariantPrice::new(catalog, product, variant, sale_context, &[visit], now);
        PickerPerformance { prices: sold.filter_map(price).collect(), ..PickerPerformance::new(catalog, offered) }
    }

    pub fn new(catalog: &Catalog, offered: &Offered<'_>) -> Self {
        let performance = &offered.performance;
        let show = performance.show;
        let zone = catalog.site(&show.site).map_or(chrono_tz::UTC, |site| site.time_zone);
        PickerPerformance {
            performance_id: performance.id.clone(),
            performance_time: performance.time.wire(),
            performance_date_time: with_offset(performance.starts_at, zone),
            time_label: performance.label.map(str::to_owned),
            duration_minutes: show.duration_minutes,
            valid_all_day: show.valid_all_day,
            capacity_level_id: offered.level,
            capacity_description: capacity_description(catalog, offered.level),
            has_room: offered.has_room,
            show_id: show.id.clone(),
            show_name: show.name.clone(),
            show_type_id: show.show_type,
            always_prompt_show: show.always_prompt_show,
            always_prompt_performance: show.always_prompt_performance,
            selection_index: offered.selection_index,
            delay_type_id: offered.selection.delay.map(|delay| delay.after.code()),
            delay_selection_date_time: offered
                .selection
                .delay
                .map(|delay| with_offset(latest_start_before(performance.starts_at, delay), zone)),
            seating_chart_image: show.hall.as_ref().and_then(|hall| {
                let (hall, _) = catalog.hall(hall)?;
                Some(PictureView::of(catalog, hall.chart.as_ref()?)?.url)
            }),
            ui_prompt: offered.selection.prompt.clone(),
            prices: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PerformanceDetailRequest {
    pub product_id: ProductId,
    /// The chosen performances, in the order of the product's selections.
    #[oai(validator(min_items = 1, max_items = 4))]
    pub performance_ids: Vec<PerformanceId>,
    /// The one of them whose sections and seats are requested. If absent, the first one in a hall.
    pub performance_id: Option<PerformanceId>,
    /// The variants that can still be bought with the places chosen at the other performances; if absent, all. Sections
    /// and seats for which none of them is sold are left out.
    #[oai(validator(max_items = 100))]
    pub product_variant_ids: Option<Vec<VariantId>>,
    /// How many people want to visit together: 1 if absent. Only `hasRoom` and the prices of days depend on it.
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub group_size: Option<u32>,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PerformanceDetail {
    /// The performance whose sections and seats these are. If none of the chosen ones is in a hall, the first one.
    pub performance_id: PerformanceId,
    /// Which places are chosen: 2 a section, 3 seats, otherwise none.
    pub show_type_id: ShowType,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// The requested variants that can be bought at all chosen performances, regardless of the section. The variants for a
    /// section or a seat are requested with `performance/show-category-detail` or `performance/seat-detail`.
    pub product_variants: Vec<VariantView>,
    /// The sections of a show that sells sections or seats, for which the product is sold.
    pub show_categories: Vec<ShowCategory>,
    /// All seats of these sections, if the show sells seats.
    pub seats: Vec<SeatState>,
    pub seating_chart: Option<SeatingChart>,
    /// How the accessible places of the performance are sold; absent if they are sold like all others.
    pub accessible_places: Option<AccessiblePlacesView>,
}

/// How accessible places are sold: wheelchair spaces, companion seats and accessible sections.
#[derive(Clone, Debug, Object)]
#[oai(rename = "AccessiblePlaces", rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AccessiblePlacesView {
    /// What the shopper has to declare, see `accessibilityDeclared` of `cart/add`; absent if nothing is declared.
    pub statement: Option<String>,
    /// How shoppers book the places; absent if they are sold online.
    pub contact: Option<String>,
    /// How many companion seats are sold for each wheelchair space.
    pub companions: u32,
}

impl AccessiblePlacesView {
    fn new(catalog: &Catalog, places: &AccessiblePlaces) -> Self {
        let is = |sale| places.sale == sale;
        AccessiblePlacesView {
            statement: is(AccessibleSale::Declaration).then(|| statement(catalog, places)),
            contact: is(AccessibleSale::Contact).then(|| contact(catalog)),
            companions: places.companions,
        }
    }
}

/// A section of a performance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ShowCategory {
    pub show_category_id: SectionId,
    pub name: String,
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// Whether the group fits into the section.
    pub has_room: bool,
    /// The corners of the section's outline in the coordinates of the seating chart, such as `120,80 480,80 460,200`.
    pub seating_chart_coordinates: Option<String>,
    /// What the stage looks like from the section.
    pub view: Option<PictureView>,
    /// Whether the section consists of wheelchair spaces and the seats beside them.
    pub is_accessible: bool,
    /// Whether the section has numbered seats. If not, a number of its places is bought.
    pub is_numbered: bool,
    /// The prices of the variants that are sold in the section, in the product's order.
    pub prices: Vec<VariantPrice>,
}

/// A seat of a performance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatState {
    pub seat_id: SeatId,
    /// The name of the seat, for example `A 12`.
    pub name: String,
    pub show_category_id: SectionId,
    pub row: String,
    pub seat: String,
    /// The position of the seat's centre in the coordinates of the seating chart.
    pub x: u32,
    pub y: u32,
    pub kind: SeatKindView,
    /// How many people the seat is for, if it is a box or a table that is sold as a whole.
    pub places: Option<u32>,
    /// What shoppers can look for, or should know; absent if there is nothing.
    pub features: Option<Vec<SeatFeatureView>>,
    pub is_available: bool,
}

/// The area that contains the sections and seats. The stage is at the top.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatingChart {
    pub width: u32,
    pub height: u32,
    /// A drawing of the whole area.
    pub image: Option<PictureView>,
}

impl SeatingChart {
    pub fn new(catalog: &Catalog, hall: &Hall) -> Self {
        let [width, height] = hall.size;
        let image = hall.chart.as_ref().and_then(|chart| PictureView::of(catalog, chart));
        SeatingChart { width, height, image }
    }
}

impl VariantPrice {
    /// Returns `None` for a variant that the sale context does not sell.
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        sale_context: &SaleContext<'_>,
        visits: &[Visit],
        now: Instant,
    ) -> Option<Self> {
        let terms = sale_context.terms_for(catalog, product, variant, visits, now)?;
        Some(VariantPrice {
            ext_product_variant_id: variant.id.clone(),
            display_name: variant.name.clone(),
            display_price: catalog.unit_quote(product, variant, terms, visits, now).display_price(catalog),
        })
    }
}

impl SeatState {
    pub fn new(place: &Place, is_available: bool) -> Self {
        SeatState {
            seat_id: place.id.clone(),
            name: format!("{} {}", place.row, place.seat),
            show_category_id: place.section.clone(),
            row: place.row.clone(),
            seat: place.seat.clone(),
            x: place.x,
            y: place.y,
            kind: place.kind.into(),
            places: Some(place.places).filter(|places| *places > 1),
            features: Some(place.features.iter().map(SeatFeatureView::from).collect())
                .filter(|features: &Vec<_>| !features.is_empty()),
            is_available,
        }
    }
}

/// The taken seats, for updating a displayed seating chart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SeatAvailability {
    pub taken_seat_ids: Vec<SeatId>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatAvailabilityRequest {
    pub product_id: ProductId,
    pub performance_id: PerformanceId,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatDetailRequest {
    pub product_id: ProductId,
    pub performance_id: PerformanceId,
    /// All chosen performances, in the order of the product's selections: `performanceId` is one of them. If absent, it
    /// is the only one.
    #[oai(validator(min_items = 1, max_items = 4))]
    pub performance_ids: Option<Vec<PerformanceId>>,
    pub seat_id: SeatId,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ShowCategoryDetailRequest {
    pub product_id: ProductId,
    pub performance_id: PerformanceId,
    /// All chosen performances, in the order of the product's selections: `performanceId` is one of them. If absent, it
    /// is the only one.
    #[oai(validator(min_items = 1, max_items = 4))]
    pub performance_ids: Option<Vec<PerformanceId>>,
    pub show_category_id: SectionId,
    #[oai(flatten)]
    pub sale_context: PickerSaleContext,
}

/// The variants that can be bought for one section or seat.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PlaceDetail {
    pub product_variants: Vec<VariantView>,
}

impl PerformanceDetail {
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        detail: &Detail<'_>,
        sale_context: &SaleContext<'_>,
        now: Instant,
    ) -> Self {
        let Detail { performance, show_type, level, variants, visits, sections, seats } = detail;
        let section = |state: &SectionState<'_>| {
            let described = section_of(catalog, performance, &state.section.id);
            ShowCategory {
                show_category_id: state.section.id.clone(),
                name: state.section.name.clone(),
                capacity_level_id: state.level,
                capacity_description: capacity_description(catalog, state.level),
                has_room: state.has_room,
                seating_chart_coordinates: described.and_then(outline),
                view: described.and_then(|section| PictureView::of(catalog, section.view.as_ref()?)),
                is_accessible: state.section.is_accessible,
                is_numbered: state.section.is_numbered(),
                prices: variants
                    .iter()
                    .filter(|variant| is_sold_in(variant, &state.section.id))
                    .filter_map(|variant| VariantPrice::new(catalog, product, variant, sale_context, visits, now))
                    .collect(),
            }
        };
        let hall = performance.show.hall.as_ref().filter(|_| !sections.is_empty());
        let hall = hall.and_then(|hall| catalog.hall(hall));
        PerformanceDetail {
            performance_id: performance.id.clone(),
            show_type_id: *show_type,
            capacity_level_id: *level,
            capacity_description: capacity_description(catalog, *level),
            product_variants: variant_views(catalog, product, (variants, visits), sale_context, now),
            show_categories: sections.iter().map(section).collect(),
            seats: seats.iter().map(|(place, is_available)| SeatState::new(place, *is_available)).collect(),
            seating_chart: hall.map(|(hall, _)| SeatingChart::new(catalog, hall)),
            accessible_places: hall
                .and_then(|_| performance.accessible_places(now))
                .map(|places| AccessiblePlacesView::new(catalog, places)),
        }
    }
}

impl PlaceDetail {
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        detail: &SectionDetail<'_>,
        sale_context: &SaleContext<'_>,
        now: Instant,
    ) -> Self {
        let SectionDetail { variants, visits } = detail;
        PlaceDetail { product_variants: variant_views(catalog, product, (variants, visits), sale_context, now) }
    }
}

/// The variants that a sale context sells at these visits.
fn variant_views(
    catalog: &Catalog,
    product: &Product,
    (variants, visits): (&[&Variant], &[Visit]),
    sale_context: &SaleContext<'_>,
    now: Instant,
) -> Vec<VariantView> {
    let view = |variant: &&Variant| {
        let terms = sale_context.terms_for(catalog, product, variant, visits, now)?;
        Some(VariantView::new(catalog, product, variant, terms, visits, now))
    };
    variants.iter().filter_map(view).collect()
}

/// The outline of a section in the coordinates of the hall, in SVG `points` notation.
fn outline(section: &Section) -> Option<String> {
    let points: Vec<String> = section.polygon.iter().map(|[x, y]| format!("{x},{y}")).collect();
    (!points.is_empty()).then(|| points.join(" "))
}

/// The section of a performance's hall as the catalogue describes it.
fn section_of<'c>(catalog: &'c Catalog, performance: &Performance<'_>, section: &SectionId) -> Option<&'c Section> {
    let (hall, _) = catalog.hall(performance.show.hall.as_ref()?)?;
    hall.sections.iter().find(|it| it.id == *section)
}
