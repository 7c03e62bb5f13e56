//! The request and response types of the bundle calls.

use std::iter;

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::shop::bundle::{DayProduct, DayStep};
use crate::shop::performance::{Availability, Performance, is_sold_for};
use crate::shop::storefront::calendar::{GroupSize, Offered, PickerPerformance, capacity_description};
use crate::shop::storefront::product::BundleView;
use crate::shop::storefront::venue::{VenueView, venues};
use midway_catalog::files::{Bundle, Selection};
use midway_catalog::{Catalog, OfferedVariant, UnitQuote};
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::{PerformanceId, ProductId, PromotionRuleId, SiteId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The data of the bundle builder's page before a day is chosen.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleBuilder {
    pub success: bool,
    pub message: Option<String>,
    pub page_title: String,
    /// Sanitised HTML.
    pub page_description: String,
    /// The days for which the bundle can be built now, `YYYY-MM-DD` in the time zone of the bundle's site.
    pub bundle_dates: Vec<NaiveDate>,
    /// Whether only signed-in shoppers may build the bundle.
    pub requires_login_challenge: bool,
    pub bundle: BundleView,
    /// The venue of the bundle, for its visitors, then the other venues of what it offers.
    pub venues: Vec<VenueView>,
}

impl BundleBuilder {
    pub fn new(catalog: &Catalog, bundle: &Bundle, bundle_dates: Vec<NaiveDate>, now: Instant) -> Self {
        BundleBuilder {
            success: true,
            message: None,
            page_title: bundle.name.clone(),
            page_description: bundle.long_description.clone(),
            bundle_dates,
            requires_login_challenge: catalog.bundle_asks_to_sign_in(bundle),
            bundle: BundleView::new(catalog, bundle, now),
            venues: venues(catalog, sites(catalog, bundle), now),
        }
    }
}

/// The site of a bundle, then the sites of what it offers.
fn sites<'c>(catalog: &'c Catalog, bundle: &'c Bundle) -> impl Iterator<Item = &'c SiteId> {
    let offered = bundle.steps.iter().flat_map(|step| catalog.offered_in(step));
    iter::once(&bundle.site).chain(offered.map(|offered| &offered.product.site))
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleStepsRequest {
    pub date: NaiveDate,
    /// A bundle of the visitor's cart that the new one will replace: the places that it holds count as available.
    pub line_id: Option<Line>,
}

/// A step on a day. If its minimum and maximum quantity are 1 and no variant needs a performance, the step is included
/// automatically: the shopper chooses nothing.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleStepView {
    pub promotion_rule_id: PromotionRuleId,
    pub ui_label: String,
    pub ui_description: String,
    pub min_quantity: u32,
    pub max_quantity: Option<u32>,
    /// The step after whose performances those of this step start.
    pub delay: Option<StepDelayView>,
    pub products: Vec<BundleProductView>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename = "StepDelay", rename_all = "camelCase")]
pub struct StepDelayView {
    /// The `promotionRuleId` of an earlier step.
    pub after: PromotionRuleId,
    /// The minimum number of minutes between the starts.
    pub minutes: u32,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleProductView {
    pub ext_product_id: ProductId,
    pub display_name: String,
    /// The times of all selections of the product. The shopper chooses one time of each selection, for all variants, with
    /// the delays between them. Empty if the product has no performances.
    pub performances: Vec<PickerPerformance>,
    pub variants: Vec<BundleVariantView>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleVariantView {
    pub ext_product_variant_id: VariantId,
    pub display_name: String,
    pub age_restriction_text: Option<String>,
    pub quantity_restriction_text: Option<String>,
    /// The minimum quantity, if the variant is chosen.
    pub min_quantity: u32,
    /// The maximum quantity that the variant and its step allow.
    pub max_quantity: u32,
    pub requires_performance: bool,
    /// The net price in the bundle plus the per-ticket fees, without tax. If the price depends on the time of the first
    /// selection, this is the lowest price of the day.
    pub display_price: Money,
    /// The display price outside the bundle; absent if it is not higher than `displayPrice`.
    pub regular_display_price: Option<Money>,
    /// The availability of the variant on the day.
    pub capacity_level_id: CapacityLevel,
    pub capacity_description: String,
    /// The performances for which the variant is sold, each with the variant's price if it is chosen. The price depends on
    /// the performance of the first selection: those of later selections have the lowest price of the day.
    pub performance_prices: Vec<PerformancePrice>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PerformancePrice {
    pub performance_id: PerformanceId,
    pub display_price: Money,
    pub regular_display_price: Option<Money>,
}

impl BundleStepView {
    pub fn new<'c>(catalog: &'c Catalog, day: &DayStep<'c>, availability: &Availability, now: Instant) -> Self {
        let step = day.step;
        BundleStepView {
            promotion_rule_id: step.id.clone(),
            ui_label: step.label.clone(),
            ui_description: step.description.clone(),
            min_quantity: step.min_quantity,
            max_quantity: step.max_quantity,
            delay: step.delay.as_ref().map(|it| StepDelayView { after: it.after.clone(), minutes: it.minutes }),
            products: day.products.iter().map(|it| BundleProductView::new(catalog, it, availability, now)).collect(),
        }
    }
}

impl BundleProductView {
    fn new<'c>(catalog: &'c Catalog, day: &DayProduct<'c>, availability: &Availability, now: Instant) -> Self {
        let product = day.product;
        let of_selection = |((performances, selection), index): ((&Vec<Performance<'_>>, &Selection), u32)| {
            let offered = |at: &Performance<'_>| {
                let place = (index, selection);
                let offered = Offered::new(catalog, product, availability, at.clone(), place, GroupSize::default());
                PickerPerformance::new(catalog, &offered)
            };
            performances.iter().map(offered).collect::<Vec<_>>()
        };
        BundleProductView {
            ext_product_id: product.id.clone(),
            display_name: product.name.clone(),
            performances: day.selections.iter().zip(&product.selections).zip(1..).flat_map(of_selection).collect(),
            variants: day.variants.iter().map(|it| variant(catalog, day, *it, availability, now)).collect(),
        }
    }
}

fn variant<'c, 'd>(
    catalog: &'c Catalog,
    day: &'d DayProduct<'c>,
    it: OfferedVariant<'c>,
    availability: &Availability,
    now: Instant,
) -> BundleVariantView {
    let sold = |performances: &'d [Performance<'c>]| performances.iter().filter(|at| is_sold_for(it.variant, at.show));
    let price = |at: Option<&Performance<'_>>| {
        let visit = at.map(|at| availability.visit(catalog, at));
        catalog.unit_quote_in_bundle(it, visit.as_slice(), now)
    };
    let level = |at| availability.level(catalog, &day.draws(catalog, it.variant, at));
    let first = day.selections.first().into_iter().flat_map(|performances| sold(performances));
    let of_first: Vec<(&Performance<'_>, UnitQuote<'_>)> = first.map(|at| (at, price(Some(at)))).collect();
    let lowest = of_first.iter().map(|(_, quote)| quote).min_by_key(|quote| quote.price);
    let lowest = lowest.cloned().unwrap_or_else(|| price(None));
    let later = day.selections.iter().skip(1).flat_map(|performances| sold(performances));
    let of_later: Vec<(&Performance<'_>, UnitQuote<'_>)> = later.map(|at| (at, lowest.clone())).collect();
    let emptiest = |performances: &'d Vec<Performance<'c>>| sold(performances).map(|at| level(Some(at))).min();
    let level = match day.selections.is_empty() {
        true => level(None),
        // A visit is as full as its fullest selection.
        false if day.can_be_visited(it.variant) => {
            day.selections.iter().filter_map(emptiest).max().unwrap_or(CapacityLevel::Unavailable)
        }
        false => CapacityLevel::Unavailable,
    };
    let performance_price = |(at, quote): (&Performance<'_>, UnitQuote<'_>)| PerformancePrice {
        performance_id: at.id.clone(),
        display_price: quote.display_price(catalog),
        regular_display_price: quote.regular_display_price(catalog),
    };
    BundleVariantView {
        ext_product_variant_id: it.variant.id.clone(),
        display_name: it.variant.name.clone(),
        age_restriction_text: it.variant.age_restriction_text.clone(),
        quantity_restriction_text: it.variant.quantity_restriction_text.clone(),
        min_quantity: it.min_quantity,
        max_quantity: it.max_quantity,
        requires_performance: !day.selections.is_empty(),
        display_price: lowest.display_price(catalog),
        regular_display_price: lowest.regular_display_price(catalog),
        capacity_level_id: level,
        capacity_description: capacity_description(catalog, level),
        performance_prices: of_first.into_iter().chain(of_later).map(performance_price).collect(),
    }
}
