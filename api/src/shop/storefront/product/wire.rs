//! The request and response types of products.

use chrono::SecondsFormat;
use poem_openapi::Object;

use super::rules::{is_listed, is_listed_bundle};
use crate::shop::cart::{limits_in_words, only_with_in_words};
use crate::shop::catalog::{CheaperSaleView, PictureView, cancellation_in_words};
use crate::shop::offers::SaleContextRequest;
use midway_catalog::files::{Bundle, Fee, Offer, Product, Site, Variant};
use midway_catalog::{Catalog, Closed, SaleContext, Terms, UnitsLeft, Visit};
use midway_catalog::{PromotionKind, TAG_KINDS};
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::coded::{DisplayCategory, PassKind, PromotionType, SaleFlow};
use midway_kernel::id::{BundleId, PlanId, ProductId, PromotionId, SiteId, TaxClassId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::Instant;

/// The fields that select the sale context of a page, in addition to a flow and a promotion type.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PageSaleContextFields {
    pub promotion_sale_flow_id: Option<SaleFlow>,
    /// The tags of the page, separated by commas.
    pub tags_csv: Option<Line>,
    pub promotion_code: Option<Line>,
    pub ext_promotion_id: Option<PromotionId>,
}

impl PageSaleContextFields {
    fn sale_context_request(
        &self,
        sale_flow: Option<SaleFlow>,
        promotion_type: Option<PromotionType>,
    ) -> SaleContextRequest {
        SaleContextRequest {
            sale_flow,
            promotion_type,
            promotion_sale_flow: self.promotion_sale_flow_id,
            tags: SaleContextRequest::tags_in(self.tags_csv.as_ref()),
            promotion_code: self.promotion_code.as_ref().map(|line| line.0.clone()),
            promotion_id: self.ext_promotion_id.clone(),
            line_ids: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductRequest {
    pub ext_product_id: ProductId,
    /// If present, only this variant of the product is returned.
    pub ext_product_variant_id: Option<VariantId>,
    pub sale_flow_id: Option<SaleFlow>,
    pub promotion_type_id: Option<PromotionType>,
    #[oai(flatten)]
    pub sale_context: PageSaleContextFields,
}

impl ProductRequest {
    pub fn sale_context_request(&self) -> SaleContextRequest {
        self.sale_context.sale_context_request(self.sale_flow_id, self.promotion_type_id)
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MultiProductRequest {
    /// The sale flow. 2: entitlements of passes. 3: the page of a tag. 4: add-ons. 5: a promotion code. 6: cross-sells.
    /// 7: a verified offer. 14: an advance sale. 15: entitlements of the account.
    pub sale_flow_id: SaleFlow,
    pub specific_promotion_type_id: Option<PromotionType>,
    /// For the page of add-ons: the list of cross-sells to return. If absent, the add-ons are returned.
    pub promotion_cross_sell_type_id: Option<DisplayCategory>,
    #[oai(flatten)]
    pub sale_context: PageSaleContextFields,
}

impl MultiProductRequest {
    pub fn sale_context_request(&self) -> SaleContextRequest {
        self.sale_context.sale_context_request(Some(self.sale_flow_id), self.specific_promotion_type_id)
    }
}

/// A list of cross-sells for a cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CrossSells {
    /// 1: primary. 2: promotional. 3: secondary.
    pub display_category: DisplayCategory,
    pub products: Vec<ProductView>,
}

/// The products of a sale context.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MultiProduct {
    /// The products and variants that this visitor can buy now in the sale context. Other variants are left out.
    pub products: Vec<ProductView>,
    /// The heading, if the sale context has a page.
    pub page_title: Option<String>,
    /// Sanitised HTML.
    pub page_description: Option<String>,
    /// Whether signing in, possibly with a different account, could open the sale context to this visitor.
    pub requires_login_challenge: bool,
    /// For a signed-in visitor who is not entitled to the sale context: a verified e-mail address at one of these
    /// domains would open it.
    pub email_domains: Vec<String>,
    /// For a signed-in visitor who is not entitled to the sale context: a pass of one of these levels would open it.
    pub pass_levels: Vec<String>,
}

impl MultiProduct {
    /// The page of a sale context. It contains the products with at least one variant that `is_listed` accepts.
    pub fn new(
        catalog: &Catalog,
        sale_context: &SaleContext<'_>,
        is_listed: impl Fn(&Product, &Variant) -> bool,
        now: Instant,
    ) -> Self {
        let first = sale_context.promotions.first();
        let products = catalog.folder().product.iter().filter(|product| sale_context.sells(catalog, product, now));
        let products = products.filter_map(|product| {
            let mut view = ProductView::new(catalog, product, sale_context, now);
            view.variants.retain(|it| product.variants.iter().any(|of| of.id == it.id && is_listed(product, of)));
            (!view.variants.is_empty()).then_some(view)
        });
        let (email_domains, pass_levels) = match &sale_context.closed {
            Some(Closed::NotEntitled { email_domains, pass_levels }) => (email_domains.clone(), pass_levels.clone()),
            _ => (Vec::new(), Vec::new()),
        };
        MultiProduct {
            products: products.collect(),
            page_title: first
                .map(|it| it.title.clone().unwrap_or_else(|| it.name.clone()))
                .or(sale_context.tag().map(in_words)),
            page_description: first.map(|it| it.description.clone()).filter(|text| !text.is_empty()),
            requires_login_challenge: sale_context.closed.as_ref().is_some_and(Closed::is_challenge),
            email_domains,
            pass_levels,
        }
    }
}

/// A tag as a heading: `winter-weekends` becomes "Winter weekends".
fn in_words(tag: &str) -> String {
    let words = tag.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VariantView {
    pub id: VariantId,
    pub ext_product_variant_id: VariantId,
    pub is_pass: bool,
    /// The kind of the pass; absent if the variant is not a pass.
    pub pass_kind_id: Option<PassKind>,
    pub display_name: String,
    /// The net price plus the per-ticket fees, without tax. Pages show this price. If prices differ by day and time and
    /// no performance is chosen, this is the lowest price of the upcoming days.
    pub display_price: Money,
    /// Whether the variant costs more on other days or at other times.
    pub display_price_is_from: bool,
    /// The highest display price of the upcoming days; absent unless it is higher than `displayPrice`.
    pub highest_display_price: Option<Money>,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
    /// How many units are left at this price; absent if their number is not limited, or if it is limited for each day or
    /// time and none is chosen.
    pub units_at_price: Option<u32>,
    /// The display price without the promotion that lowers it. For a package, the sum of the prices of its parts.
    /// Absent if it is not higher than `displayPrice`.
    pub regular_display_price: Option<Money>,
    /// The name of the promotion that lowers the price.
    pub promotion_name: Option<String>,
    /// The sales that are open to everyone and sell the variant for less, cheapest first.
    pub cheaper_sales: Vec<CheaperSaleView>,
    pub pass_level_name: Option<String>,
    pub effective_pass_level_name: Option<String>,
    pub age_restriction_text: Option<String>,
    /// The operator's text about quantities, and what the variant is sold together with: `Up to 4 for each Adult`.
    pub quantity_restriction_text: Option<String>,
    /// Whether the variant is only for some shoppers: those of certain ages, those who buy several at once, or those
    /// who want a package of exactly its parts.
    pub is_restricted: bool,
    /// Whether the price counts for the lowest price that lists and pages show.
    pub in_from_price: bool,
    /// For a pass with a payment plan: a description of the plan.
    pub installment_billing_plan_description: Option<String>,
    /// The disclaimer of the plan, as HTML.
    pub installment_billing_plan_disclaimer: Option<String>,
    pub installment_billing_plan_id: Option<PlanId>,
    /// The fee of the payment plan, before tax.
    pub installment_billing_plan_fee: Option<Money>,
    /// Today's payment if the pass is paid with the payment plan, with all fees and without tax; absent for a lender
    /// plan.
    pub installment_billing_plan_today: Option<Money>,
    pub min_quantity: u32,
    pub max_quantity: u32,
    /// For a pass: the earliest and the latest allowed birth date of the passholder, `YYYY-MM-DD`.
    pub min_birth_date: Option<String>,
    pub max_birth_date: Option<String>,
    /// The number of the selection at which the variant is chosen. It is always 1, the first selection.
    pub selection_index: u32,
}

impl VariantView {
    /// The view of a variant that is sold now on these terms, for the performances chosen for its selections.
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        terms: Terms<'_>,
        visits: &[Visit],
        now: Instant,
    ) -> Self {
        let quote = catalog.unit_quote(product, variant, terms, visits, now);
        let plan = catalog.plan_at(variant, quote.price);
        let (min_quantity, max_quantity) = terms.line_range(variant);
        let cheaper_sales = catalog.cheaper_sales(product, variant, quote.public_price(), now).into_iter();
        let cheaper_sales = cheaper_sales.filter(|_| terms.promotion.is_none());
        VariantView {
            id: variant.id.clone(),
            ext_product_variant_id: variant.id.clone(),
            is_pass: variant.pass.is_some(),
            pass_kind_id: variant.pass,
            display_name: variant.name.clone(),
            display_price: quote.display_price(catalog),
            display_price_is_from: quote.highest.is_some(),
            highest_display_price: quote.highest.as_ref().map(|highest| highest.display_price(catalog)),
            unit_price: quote.price,
            units_at_price: quote.left,
            regular_display_price: quote.regular_display_price(catalog),
            promotion_name: quote.promotion.map(|promotion| promotion.name),
            cheaper_sales: cheaper_sales.map(CheaperSaleView::from).collect(),
            pass_level_name: variant.pass_level.clone(),
            effective_pass_level_name: variant.pass_level.clone(),
            age_restriction_text: variant.age_restriction_text.clone(),
            quantity_restriction_text: quantity_restriction(catalog, product, variant),
            is_restricted: variant.is_restricted(),
            in_from_price: variant.is_in_from_price(),
            installment_billing_plan_description: plan.map(|plan| catalog.plan_description(plan, product, quote.price)),
            installment_billing_plan_disclaimer: plan.and_then(|plan| plan.disclaimer.clone()),
            installment_billing_plan_id: plan.map(|plan| plan.id.clone()),
            installment_billing_plan_fee: plan.map(|plan| plan.fee),
            installment_billing_plan_today: plan
                .filter(|plan| !plan.is_of_lender())
                .map(|plan| catalog.plan_today(plan, product, quote.price)),
            min_quantity,
            max_quantity,
            min_birth_date: variant.min_birth_date.map(|day| day.to_string()),
            max_birth_date: variant.max_birth_date.map(|day| day.to_string()),
            selection_index: 1,
        }
    }
}

/// The operator's text about quantities of a variant, followed by what the variant is sold together with.
fn quantity_restriction(catalog: &Catalog, product: &Product, variant: &Variant) -> Option<String> {
    let texts = [variant.quantity_restriction_text.clone(), only_with_in_words(catalog, product, variant)];
    texts.into_iter().flatten().reduce(|own, only_with| format!("{own} · {only_with}"))
}

/// The site of a product.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductSite {
    pub id: SiteId,
    pub name: String,
    /// An IANA time zone, for example `America/New_York`.
    pub time_zone: String,
    pub css_key: Option<String>,
    /// A schema.org type, for example `Museum`.
    pub schema_type: Option<String>,
    pub street: String,
    pub city: String,
    pub state: Option<String>,
    pub zip: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
}

impl ProductSite {
    fn new(site: &Site) -> Self {
        ProductSite {
            id: site.id.clone(),
            name: site.name.clone(),
            time_zone: site.time_zone.name().to_owned(),
            css_key: site.css_key.clone(),
            schema_type: site.schema_type.clone(),
            street: site.address.street.clone(),
            city: site.address.city.clone(),
            state: site.address.state.clone(),
            zip: site.address.zip.clone(),
            country: site.address.country.clone(),
        }
    }
}

/// A fee charged once per order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OrderFee {
    pub name: String,
    pub amount: Money,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductView {
    pub id: ProductId,
    pub product_display_name: String,
    /// Sanitised HTML.
    pub product_long_description: String,
    pub product_short_description: String,
    pub product_disclaimer: String,
    pub product_images: Vec<PictureView>,
    pub category: Option<String>,
    pub has_performances: bool,
    /// The number of performances that are chosen one after the other: 0 to 4.
    pub selection_count: u32,
    /// The headings above the times of the selections, for selections with a heading from the operator.
    pub selection_prompts: Vec<SelectionPrompt>,
    pub hide_variants_in_multi_product_view: bool,
    pub requires_login_challenge: bool,
    /// Whether the sale context sells a variant of the product now.
    pub is_on_sale: bool,
    /// The start of the sale, if the product is not sold yet; RFC 3339 with the site's offset.
    pub on_sale_from: Option<String>,
    /// Whether the product is not on sale yet but a promotion code allows buying it.
    pub has_advance_code: bool,
    /// The first and the last day that can be bought, `YYYY-MM-DD` in the site's time zone.
    pub first_date: String,
    pub last_date: String,
    /// Whether the prices differ by day and time.
    pub is_priced_by_date: bool,
    /// Whether the product's page shows weeks, at `/product/single/dynamic/`, instead of months.
    pub week_calendar: bool,
    /// Whether the shopper chooses a section or a seat.
    pub has_places: bool,
    /// The limits of all variants together in one order, and for one day of a visit in it, in words: `Up to 10 per order`.
    pub limits: Vec<String>,
    pub variants: Vec<VariantView>,
    /// What shoppers get back who cancel, in words; absent for a donation.
    pub cancellation_policy: Option<String>,
    /// The offers for which units of the product may qualify. If there are any, `cart/quote` returns the price of several
    /// units.
    pub offers: Vec<ProductOffer>,
    pub is_package: bool,
    /// Shown with a package, for example "Save 12 % on two visits".
    pub package_discount_description: Option<String>,
    /// The discount in percent: 12 means 12 %. Absent unless the operator chose to show it.
    pub package_discount_percentage: Option<u32>,
    /// Fees charged once per order that contains this product, in addition to the display prices.
    pub order_fees: Vec<OrderFee>,
    /// Whether the cart may add taxes to the display prices.
    pub is_taxed: bool,
    /// What the product offers to people with disabilities, in addition to its site.
    pub accessibility: Vec<AccessibilityFeature>,
    pub site: Option<ProductSite>,
}

/// An offer for items that are bought together. The cart applies it without a code.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductOffer {
    pub display_name: String,
    /// The conditions that the name does not say.
    pub description: Option<String>,
}

impl From<&Offer> for ProductOffer {
    fn from(offer: &Offer) -> Self {
        ProductOffer { display_name: offer.name.clone(), description: offer.description.clone() }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SelectionPrompt {
    pub selection_index: u32,
    pub ui_prompt: String,
}

impl ProductView {
    /// The view of a product now in a sale context, with the variants that the sale context sells.
    pub fn new(catalog: &Catalog, product: &Product, sale_context: &SaleContext<'_>, now: Instant) -> Self {
        let (first_date, last_date) = catalog.window_of(product, now);
        let view = |variant: &Variant| {
            let terms = sale_context.terms_for(catalog, product, variant, &[], now)?;
            Some(VariantView::new(catalog, product, variant, terms, &[], now))
        };
        let variants: Vec<VariantView> = product.variants.iter().filter_map(view).collect();
        let is_on_sale = sale_context.sells(catalog, product, now);
        let is_paid = variants.iter().any(|variant| !variant.unit_price.is_zero());
        let package = product.package.as_ref();
        let pictures = product.pictures.iter().filter_map(|picture| PictureView::of(catalog, picture));
        let prompts = product.selections.iter().zip(1u32..).filter_map(|(selection, selection_index)| {
            selection.prompt.clone().map(|ui_prompt| SelectionPrompt { selection_index, ui_prompt })
        });
        ProductView {
            id: product.id.clone(),
            product_display_name: product.name.clone(),
            product_long_description: product.long_description.clone(),
            product_short_description: product.short_description.clone(),
            product_disclaimer: product.disclaimer.clone(),
            product_images: pictures.collect(),
            category: product.category.clone(),
            has_performances: !product.selections.is_empty(),
            selection_count: u32::try_from(product.selections.len()).unwrap_or(0),
            selection_prompts: prompts.collect(),
            hide_variants_in_multi_product_view: product.hide_variants_in_multi_product_view,
            requires_login_challenge: catalog.asks_to_sign_in(product)
                || sale_context.closed.as_ref().is_some_and(Closed::is_challenge),
            is_on_sale,
            has_advance_code: !is_on_sale && catalog.has_advance_code(product, now),
            on_sale_from: catalog.sale_start(product).filter(|_| !is_on_sale && !catalog.is_on_sale(product, now)),
            first_date: first_date.to_string(),
            last_date: last_date.to_string(),
            is_priced_by_date: catalog.differs_by_date(product, now),
            week_calendar: catalog.shows_weeks(product),
            has_places: has_places(catalog, product),
            limits: limits_in_words(catalog, product),
            variants,
            cancellation_policy: product.donation.is_none().then(|| {
                let promotions = sale_context.promotions_of(product).map(|promotion| &promotion.id);
                let rules = catalog.cancellation_of(&product.id, promotions);
                cancellation_in_words(catalog, rules, !product.selections.is_empty())
            }),
            offers: catalog.offers_of(product, now).map(ProductOffer::from).collect(),
            is_package: package.is_some(),
            package_discount_description: package.and_then(|package| package.discount_description.clone()),
            package_discount_percentage: package
                .filter(|package| package.display_item_pricing_details)
                .map(|package| package.discount_percentage),
            order_fees: catalog
                .order_fees()
                .filter(|fee| is_paid && sold_with(catalog, product).any(|id| midway_catalog::charged_for(fee, id)))
                .map(|fee| OrderFee { name: fee.name.clone(), amount: fee.amount })
                .collect(),
            is_taxed: is_taxed(catalog, product),
            accessibility: product.accessibility.clone(),
            site: catalog.site(&product.site).map(ProductSite::new),
        }
    }
}

/// Whether a product, a part of it or a fee is taxed.
fn is_taxed(catalog: &Catalog, product: &Product) -> bool {
    let has_rate = |class: Option<&TaxClassId>| catalog.tax_rate(class) != BasisPoints(0);
    let products = sold_with(catalog, product).filter_map(|id| catalog.product(id));
    products.into_iter().any(|product| has_rate(product.tax_class.as_ref()))
        || catalog.folder().fee.iter().any(|fee| has_rate(fee.tax_class.as_ref()))
}

/// Whether a product has numbered seats or sections to choose.
pub fn has_places(catalog: &Catalog, product: &Product) -> bool {
    let shows = product.selections.iter().flat_map(|selection| &selection.shows);
    shows.filter_map(|show| catalog.show(show)).any(|show| show.hall.is_some())
}

/// A product and, if it is a package, the products of its parts.
fn sold_with<'c>(catalog: &'c Catalog, product: &'c Product) -> impl Iterator<Item = &'c ProductId> {
    let parts = product.variants.iter().flat_map(|variant| &variant.parts);
    let of_parts = parts.filter_map(|part| catalog.variant(&part.variant)).map(|(product, _)| &product.id);
    std::iter::once(&product.id).chain(of_parts)
}

/// A bundle, as shown in lists and on its page.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BundleView {
    pub id: BundleId,
    pub display_name: String,
    pub short_description: String,
    pub images: Vec<PictureView>,
    /// The price of the cheapest bundle: the net price plus the per-ticket fees, without tax.
    pub from_price: Money,
    /// What a shopper chooses for this price, such as `2 × Youth`. Absent if there is nothing to choose.
    pub from_price_for: Option<String>,
    /// How much less the cheapest bundle costs than its parts outside the bundle.
    pub saving: Money,
    /// Whether the price of a part differs by day or time.
    pub is_priced_by_date: bool,
    /// What shoppers get back who cancel, in words.
    pub cancellation_policy: String,
    /// Fees charged once per order that contains this bundle, in addition to the display prices.
    pub order_fees: Vec<OrderFee>,
    pub site: Option<ProductSite>,
    /// The heading of its section.
    pub category: Option<String>,
}

impl BundleView {
    pub fn new(catalog: &Catalog, bundle: &Bundle, now: Instant) -> Self {
        let is_charged = |fee: &&Fee| catalog.sold_in_bundle(bundle).any(|id| midway_catalog::charged_for(fee, &id));
        let fees = catalog.order_fees().filter(is_charged);
        let cheapest = catalog.cheapest_bundle(bundle, now);
        let parts = move || bundle.steps.iter().flat_map(move |step| catalog.offered_in(step));
        let is_for_visit = parts().any(|part| !part.product.selections.is_empty());
        BundleView {
            id: bundle.id.clone(),
            display_name: bundle.name.clone(),
            short_description: bundle.short_description.clone(),
            images: bundle.pictures.iter().filter_map(|picture| PictureView::of(catalog, picture)).collect(),
            from_price: cheapest.price,
            from_price_for: cheapest.price_for,
            saving: cheapest.saving,
            is_priced_by_date: parts().any(|part| catalog.differs_by_date(part.product, now)),
            cancellation_policy: cancellation_in_words(catalog, bundle.cancellation.as_ref(), is_for_visit),
            order_fees: fees.map(|fee| OrderFee { name: fee.name.clone(), amount: fee.amount }).collect(),
            site: catalog.site(&bundle.site).map(ProductSite::new),
            category: bundle.category.clone(),
        }
    }
}

/// The products and bundles under one heading.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SaleSection {
    pub title: String,
    pub products: Vec<ProductView>,
    pub bundles: Vec<BundleView>,
}

/// The page of a tag. All visitors get a link to it, because a running promotion with this tag has a title.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TagPage {
    pub tag: String,
    pub title: String,
    /// Sanitised HTML.
    pub description: String,
    /// Whether the promotion is a verified offer, which requires a verified e-mail address or a pass.
    pub is_verified: bool,
    /// Whether the page sells only passes, at `/product/multi/pass/tag/`, where the shopper enters a passholder for
    /// each pass.
    pub sells_passes: bool,
    /// A tag whose passes the page shows on request, in addition to the passes with its own tag.
    pub secondary_tag: Option<String>,
}

/// Everything on sale or announced, grouped by heading, in the catalogue's order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OnSale {
    /// The large picture at the top of the home page.
    pub lead_picture: Option<PictureView>,
    pub sections: Vec<SaleSection>,
    pub tag_pages: Vec<TagPage>,
    /// When the current revision of the catalogue was imported, RFC 3339 in UTC. The sitemap gives this time as the
    /// last change of its pages.
    pub catalog_date: Option<String>,
}

impl OnSale {
    pub fn new(catalog: &Catalog, left: UnitsLeft, now: Instant) -> Self {
        let public = SaleContext::public().with_left(left);
        let mut sections: Vec<SaleSection> = Vec::new();
        for product in &catalog.folder().product {
            let is_listed = is_listed(catalog, product, now);
            let Some(title) = product.category.as_ref().filter(|_| is_listed) else { continue };
            let view = ProductView::new(catalog, product, &public, now);
            match sections.iter_mut().find(|section| section.title == *title) {
                Some(section) => section.products.push(view),
                None => {
                    sections.push(SaleSection { title: title.clone(), products: vec![view], bundles: Vec::new() });
                }
            }
        }
        for bundle in &catalog.folder().bundle {
            let is_listed = is_listed_bundle(catalog, bundle, now);
            let Some(title) = bundle.category.as_ref().filter(|_| is_listed) else { continue };
            let view = BundleView::new(catalog, bundle, now);
            match sections.iter_mut().find(|section| section.title == *title) {
                Some(section) => section.bundles.push(view),
                None => {
                    sections.push(SaleSection { title: title.clone(), products: Vec::new(), bundles: vec![view] });
                }
            }
        }
        let tag_pages = TAG_KINDS.into_iter().flat_map(|kind| {
            let running = catalog.folder().promotions_of(kind).iter().filter(|it| catalog.is_running(it, now));
            running.filter_map(move |promotion| {
                let is_verified = kind == PromotionKind::VerifiedOffer;
                Some(TagPage {
                    tag: promotion.tags.first()?.clone(),
                    title: promotion.title.clone()?,
                    description: promotion.description.clone(),
                    is_verified,
                    sells_passes: kind == PromotionKind::NewPassSale
                        || is_verified && catalog.names_only_passes(promotion),
                    secondary_tag: promotion.secondary_tag.clone(),
                })
            })
        });
        let seconds = |at: Instant| at.to_rfc3339_opts(SecondsFormat::Secs, true);
        OnSale {
            lead_picture: catalog.settings().lead_picture.as_ref().and_then(|it| PictureView::of(catalog, it)),
            sections,
            tag_pages: tag_pages.collect(),
            catalog_date: catalog.imported_at.map(seconds),
        }
    }
}
