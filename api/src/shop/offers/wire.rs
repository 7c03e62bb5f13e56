//! The wire types of additions to the cart and of price quotes, and the fields that select a sale context.

use chrono::NaiveDate;
use poem_openapi::Object;

use super::addition::AddLines;
use super::request::SaleContextRequest;
use crate::error::Refusal;
use crate::http::reply::{AnalyticsData, AnalyticsEvent, AnalyticsItem};
use crate::shop::cart::{
    CartLine, NOT_FOR_SALE, OfferView, PassDetails, PerformanceFields, WantedBundle, WantedLine, item_fees, item_total,
    offer_views, wanted_performances,
};
use crate::shop::entitlement::Redemption;
use crate::shop::ticket::Passholder;
use midway_catalog::Catalog;
use midway_kernel::coded::{PromotionType, SaleFlow};
use midway_kernel::id::{BundleId, EntitlementId, ProductId, PromotionId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// The fields of a call that select its sale context.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SaleContextFields {
    pub sale_flow_id: Option<SaleFlow>,
    pub specific_promotion_type_id: Option<PromotionType>,
    pub promotion_sale_flow_id: Option<SaleFlow>,
    pub promotion_code: Option<Line>,
    /// One of the promotions that the other fields select. If present, only this promotion is shown and sold.
    pub ext_promotion_id: Option<PromotionId>,
    #[oai(validator(max_items = 20))]
    pub tags: Option<Vec<Line>>,
}

impl SaleContextFields {
    pub fn sale_context_request(&self) -> SaleContextRequest {
        SaleContextRequest {
            sale_flow: self.sale_flow_id,
            promotion_type: self.specific_promotion_type_id,
            promotion_sale_flow: self.promotion_sale_flow_id,
            tags: SaleContextRequest::tags_of(self.tags.clone()),
            promotion_code: self.promotion_code.as_ref().map(|line| line.0.clone()),
            promotion_id: self.ext_promotion_id.clone(),
            line_ids: Vec::new(),
        }
    }
}

/// A line to add.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartAddLine {
    pub product_variant_id: VariantId,
    pub product_id: ProductId,
    #[oai(validator(max_items = 4))]
    pub performances: Option<Vec<PerformanceFields>>,
    /// With sale flow 2 or 15: the entitlement to redeem.
    pub entitlement_id: Option<EntitlementId>,
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub quantity: u32,
    /// The variant's `unitPrice` that the shopper was shown. If it has risen since, the shopper must confirm before the
    /// line is added.
    pub unit_price: Option<Money>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartAddRequest {
    #[oai(validator(max_items = 50))]
    pub items: Vec<CartAddLine>,
    /// The ids of lines of the cart that the items replace: they are removed in the same step, so that the items can have
    /// their places. A bundle that replaces one line keeps its id. The ids of lines that a revision has removed are
    /// accepted too.
    #[oai(validator(max_items = 50))]
    pub replaces: Option<Vec<Line>>,
    pub re_submit_context: Option<Line>,
    #[oai(flatten)]
    pub sale_context: SaleContextFields,
    /// For sale flow 9 with promotion type 19: the bundle that the items form, and its day.
    pub bundle_id: Option<BundleId>,
    pub bundle_date: Option<NaiveDate>,
    /// The bundle's display price that the shopper was shown. If it has risen since, the shopper must confirm before
    /// the bundle is added.
    pub bundle_price: Option<Money>,
}

impl From<CartAddRequest> for AddLines {
    fn from(request: CartAddRequest) -> AddLines {
        let sale_context = request_with_explicit_flow(&request.sale_context);
        let is_bundle = sale_context.promotion_type == Some(PromotionType::BundleBuilder);
        let bundle = request.bundle_id.zip(request.bundle_date).filter(|_| is_bundle);
        let seen_price = request.bundle_price;
        AddLines {
            lines: wanted_lines(request.items),
            sale_context,
            bundle: bundle.map(|(id, date)| WantedBundle { id, date, seen_price }),
            replaces: request.replaces.into_iter().flatten().map(|id| id.0).collect(),
            context: request.re_submit_context.map(|context| context.0),
        }
    }
}

fn wanted_lines(items: Vec<CartAddLine>) -> Vec<WantedLine> {
    let wanted = |item: CartAddLine| WantedLine {
        product_id: item.product_id,
        variant_id: item.product_variant_id,
        quantity: item.quantity,
        performances: wanted_performances(item.performances.unwrap_or_default()),
        seen_price: item.unit_price,
        redemption: item.entitlement_id.map(Redemption::requested),
        pass_details: None,
        part_seats: Vec::new(),
    };
    items.into_iter().filter(|item| item.quantity > 0).map(wanted).collect()
}

/// Lines to price as if they were added to the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartQuoteRequest {
    #[oai(validator(max_items = 50))]
    pub items: Vec<CartAddLine>,
    /// The ids of lines of the cart that the items replace. If present, the quote is of the whole cart after the
    /// change, because offers of other lines may depend on these lines.
    #[oai(validator(max_items = 50))]
    pub replaces: Option<Vec<Line>>,
    #[oai(flatten)]
    pub sale_context: SaleContextFields,
}

impl From<CartQuoteRequest> for AddLines {
    fn from(request: CartQuoteRequest) -> AddLines {
        AddLines {
            lines: wanted_lines(request.items),
            sale_context: request_with_explicit_flow(&request.sale_context),
            bundle: None,
            replaces: request.replaces.into_iter().flatten().map(|id| id.0).collect(),
            context: None,
        }
    }
}

/// The price of lines, or of the whole cart if the lines replace some of it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CartQuote {
    /// The net prices plus the per-ticket fees, after offers and without tax.
    pub display_total: Money,
    /// The offers that reduce the total, added up over all lines.
    pub offers: Vec<OfferView>,
}

impl CartQuote {
    pub fn new(lines: &[CartLine]) -> Self {
        let mut offers: Vec<OfferView> = Vec::new();
        for offer in lines.iter().flat_map(|line| offer_views(&line.offers)) {
            let same = |it: &&mut OfferView| {
                it.display_name == offer.display_name && it.unit_price_adjustment == offer.unit_price_adjustment
            };
            match offers.iter_mut().find(same) {
                Some(there) => {
                    there.quantity += offer.quantity;
                    there.adjustment_total = there.adjustment_total + offer.adjustment_total;
                    there.display_adjustment_total = there.display_adjustment_total + offer.display_adjustment_total;
                }
                None => offers.push(offer),
            }
        }
        CartQuote { display_total: lines.iter().map(|line| item_total(line) + item_fees(line)).sum(), offers }
    }
}

/// The sale context of a call that adds or quotes items. Without a `saleFlowId` the flow is public: a promotion code
/// alone does not select its flow.
fn request_with_explicit_flow(sale_context: &SaleContextFields) -> SaleContextRequest {
    let sale_context = sale_context.sale_context_request();
    SaleContextRequest { sale_flow: Some(sale_context.sale_flow.unwrap_or(SaleFlow::Public)), ..sale_context }
}

/// A new pass, with its passholder.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct NewPass {
    pub ext_product_variant_id: VariantId,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<Line>,
    pub first_name: Line,
    pub last_name: Line,
    /// The variant's `unitPrice` that the shopper was shown. If it has risen since, the shopper must confirm before the
    /// pass is added.
    pub unit_price: Option<Money>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct NewPassesRequest {
    #[oai(validator(max_items = 50))]
    pub new_passes: Vec<NewPass>,
    pub re_submit_context: Option<Line>,
    #[oai(flatten)]
    pub sale_context: SaleContextFields,
}

impl NewPassesRequest {
    /// The lines to add: one per pass.
    ///
    /// # Errors
    /// A refusal when a variant does not exist.
    pub fn lines(self, catalog: &Catalog) -> Result<AddLines, Refusal> {
        let line = |pass: NewPass| {
            let (product, _) =
                catalog.variant(&pass.ext_product_variant_id).ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
            let passholder = Passholder {
                first_name: pass.first_name.0,
                last_name: pass.last_name.0,
                birth_date: pass.birth_date.and_then(|line| line.as_str().parse().ok()),
                ..Passholder::default()
            };
            Ok(WantedLine {
                product_id: product.id.clone(),
                variant_id: pass.ext_product_variant_id,
                quantity: 1,
                performances: Vec::new(),
                seen_price: pass.unit_price,
                redemption: None,
                pass_details: Some(Box::new(PassDetails { follows: None, passholder })),
                part_seats: Vec::new(),
            })
        };
        Ok(AddLines {
            lines: self.new_passes.into_iter().map(line).collect::<Result<_, _>>()?,
            sale_context: request_with_explicit_flow(&self.sale_context),
            bundle: None,
            replaces: Vec::new(),
            context: self.re_submit_context.map(|context| context.0),
        })
    }
}

/// The analytics event of added lines.
pub fn added_event(catalog: &Catalog, request: &AddLines) -> AnalyticsEvent {
    let item = |line: &WantedLine| {
        let (product, variant) = catalog.variant(&line.variant_id)?;
        Some(AnalyticsItem {
            product_id: product.id.clone(),
            product_variant_id: variant.id.clone(),
            product_name: product.name.clone(),
            variant_name: variant.name.clone(),
            quantity: line.quantity,
            unit_price: None,
        })
    };
    let items = request.lines.iter().filter_map(item).collect();
    AnalyticsEvent { category: "addToCart".to_owned(), event_data: AnalyticsData::of(items) }
}
