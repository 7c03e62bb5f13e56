//! Promotions: their kinds, what they reduce, which variants they name, and when they run. The functions are pure.
//!
//! Which promotion applies to a shopper is decided by [`crate::SaleContext`], and the price of a unit is computed in
//! `unit_prices.rs`.

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use crate::Catalog;
use crate::files::{Folder, Offer, OfferGroup, Product, Promotion, SalePrice, Variant};
use midway_kernel::coded::{PassKind, PromotionType, SaleFlow};
use midway_kernel::id::{ProductId, PromotionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::{Instant, instant_at};

/// The maximum length of a promotion code, in characters.
pub const MAX_CODE_LENGTH: usize = 40;

/// How a promotion changes a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    PercentOff(u32),
    AmountOff(Money),
    Price(Money),
}

impl Reduction {
    /// The reduction that is written in the file; `None` unless exactly one form is written.
    pub fn written(percent: Option<u32>, amount: Option<Money>, price: Option<Money>) -> Option<Reduction> {
        match (percent, amount, price) {
            (Some(percent), None, None) => Some(Reduction::PercentOff(percent)),
            (None, Some(amount), None) => Some(Reduction::AmountOff(amount)),
            (None, None, Some(price)) => Some(Reduction::Price(price)),
            _ => None,
        }
    }

    /// The reduced price: never below zero and never above the original price.
    pub fn of(self, price: Money) -> Money {
        let reduced = match self {
            Reduction::PercentOff(percent) => price - percent_of(percent, price),
            Reduction::AmountOff(amount) => price - amount,
            Reduction::Price(instead) => instead,
        };
        reduced.max(Money::ZERO).min(price)
    }
}

fn percent_of(percent: u32, price: Money) -> Money {
    BasisPoints(i32::try_from(percent.min(100)).unwrap_or(100) * 100).of(price)
}

impl SalePrice {
    pub fn reduction(&self) -> Option<Reduction> {
        Reduction::written(self.percent_off, self.amount_off, self.price)
    }
}

/// The kind of a promotion. Each kind has its own TOML table in the catalogue's files, such as `[[tag_sale]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionKind {
    Code,
    TagSale,
    NewPassSale,
    AddOnSale,
    VerifiedOffer,
    CrossSell,
    AdvanceSale,
    Renewal,
    Upgrade,
    TicketEntitlement,
    AccountEntitlement,
}

impl PromotionKind {
    pub const ALL: [PromotionKind; 11] = [
        PromotionKind::Code,
        PromotionKind::TagSale,
        PromotionKind::NewPassSale,
        PromotionKind::AddOnSale,
        PromotionKind::VerifiedOffer,
        PromotionKind::CrossSell,
        PromotionKind::AdvanceSale,
        PromotionKind::Renewal,
        PromotionKind::Upgrade,
        PromotionKind::TicketEntitlement,
        PromotionKind::AccountEntitlement,
    ];

    /// The sale flow in which the promotion sells.
    pub fn flow(self) -> SaleFlow {
        match self {
            PromotionKind::Code => SaleFlow::PromotionCode,
            PromotionKind::TagSale | PromotionKind::NewPassSale => SaleFlow::TagSalePromotion,
            PromotionKind::AddOnSale => SaleFlow::AddOnTagSalePromotion,
            PromotionKind::VerifiedOffer => SaleFlow::VerifiedOfferPromotion,
            PromotionKind::CrossSell => SaleFlow::CrossSellPromotion,
            PromotionKind::AdvanceSale => SaleFlow::AdvancedSale,
            PromotionKind::Renewal | PromotionKind::Upgrade => SaleFlow::Public,
            PromotionKind::TicketEntitlement => SaleFlow::TicketingEntitlementRedemption,
            PromotionKind::AccountEntitlement => SaleFlow::AccountEntitlement,
        }
    }

    pub fn promotion_type(self) -> PromotionType {
        match self {
            PromotionKind::Code | PromotionKind::AdvanceSale => PromotionType::PromotionCode,
            PromotionKind::TagSale => PromotionType::TagSale,
            PromotionKind::NewPassSale => PromotionType::NewPassTag,
            PromotionKind::AddOnSale => PromotionType::AddOnTagSale,
            PromotionKind::VerifiedOffer => PromotionType::VerifiedOfferTagSale,
            PromotionKind::CrossSell => PromotionType::ProductCrossSell,
            PromotionKind::Renewal => PromotionType::PassRenewal,
            PromotionKind::Upgrade => PromotionType::TicketUpgrade,
            PromotionKind::TicketEntitlement | PromotionKind::AccountEntitlement => {
                PromotionType::ReservationTicketEntitlement
            }
        }
    }

    /// The kind of promotion that opens a flow: the kind of the given promotion type or, if no type is given, the first
    /// kind of the flow. No kind opens the public flow; renewals and upgrades, which sell in it, are found through the
    /// passes and tickets that a shopper holds.
    pub fn of_sale_context(flow: SaleFlow, said: Option<PromotionType>) -> Option<PromotionKind> {
        let opens = |kind: &PromotionKind| {
            kind.flow() == flow && flow != SaleFlow::Public && said.is_none_or(|it| it == kind.promotion_type())
        };
        PromotionKind::ALL.into_iter().find(opens)
    }
}

/// The kinds of promotions that sell on a tag's page.
pub const TAG_KINDS: [PromotionKind; 3] =
    [PromotionKind::TagSale, PromotionKind::NewPassSale, PromotionKind::VerifiedOffer];

impl Folder {
    /// The promotions of a kind, in the operator's order.
    pub fn promotions_of(&self, kind: PromotionKind) -> &[Promotion] {
        match kind {
            PromotionKind::Code => &self.promotion_code,
            PromotionKind::TagSale => &self.tag_sale,
            PromotionKind::NewPassSale => &self.new_pass_sale,
            PromotionKind::AddOnSale => &self.add_on_sale,
            PromotionKind::VerifiedOffer => &self.verified_offer,
            PromotionKind::CrossSell => &self.cross_sell,
            PromotionKind::AdvanceSale => &self.advance_sale,
            PromotionKind::Renewal => &self.renewal,
            PromotionKind::Upgrade => &self.upgrade,
            PromotionKind::TicketEntitlement => &self.ticket_entitlement,
            PromotionKind::AccountEntitlement => &self.account_entitlement,
        }
    }
}

impl Promotion {
    pub fn reduction(&self) -> Option<Reduction> {
        Reduction::written(self.percent_off, self.amount_off, self.price)
    }

    /// Whether a code by which the promotion was opened can be used for one order only: it is none of the operator's.
    pub fn is_for_one_order(&self, code: &str) -> bool {
        self.single_use && !self.codes.iter().any(|it| it.eq_ignore_ascii_case(code))
    }

    /// Whether the promotion's price applies to a variant. It never applies to a package, which has its own price.
    pub fn applies_to(&self, product: &Product, variant: &Variant) -> bool {
        let is_for_all = self.products.is_empty() && self.variants.is_empty() && self.tags.is_empty();
        product.package.is_none() && (is_for_all || self.names(product, variant))
    }

    /// Whether the promotion names the variant, its product or one of its tags.
    pub fn names(&self, product: &Product, variant: &Variant) -> bool {
        names(&self.products, &self.variants, &self.tags, product, &variant.id)
    }
}

impl Offer {
    /// Whether the offer is running for a product at the given time.
    pub fn is_running(&self, catalog: &Catalog, product: &Product, now: Instant) -> bool {
        is_within(catalog, product, self.from, self.until, now)
    }
}

impl OfferGroup {
    pub fn reduction(&self) -> Option<Reduction> {
        Reduction::written(self.percent_off, self.amount_off, self.price)
    }

    pub fn takes(&self, product: &Product, variant: &VariantId) -> bool {
        names(&self.products, &self.variants, &self.tags, product, variant)
    }
}

fn names(
    products: &[ProductId],
    variants: &[VariantId],
    tags: &[String],
    product: &Product,
    variant: &VariantId,
) -> bool {
    variants.contains(variant) || products.contains(&product.id) || tags.iter().any(|tag| product.tags.contains(tag))
}

pub(crate) fn is_within(
    catalog: &Catalog,
    product: &Product,
    from: Option<NaiveDateTime>,
    until: Option<NaiveDateTime>,
    now: Instant,
) -> bool {
    let zone = catalog.zone_of(product);
    let instant = |wall: NaiveDateTime| instant_at(wall.date(), wall.time(), zone);
    from.is_none_or(|from| instant(from) <= now) && until.is_none_or(|until| now < instant(until))
}

/// The promotion that determined the price of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricePromotion {
    pub id: PromotionId,
    pub promotion_type: PromotionType,
    pub name: String,
    /// The code that the shopper typed, in the operator's spelling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

midway_kernel::documents!(PricePromotion);

impl Catalog {
    /// The promotion of this kind that has this code, running or not, with the code in the operator's spelling. Upper
    /// and lower case and surrounding blanks do not matter.
    pub fn promotion_of_code(&self, kind: PromotionKind, typed: &str) -> Option<(&Promotion, &str)> {
        let typed = typed.trim();
        self.folder().promotions_of(kind).iter().find_map(|promotion| {
            let code = promotion.codes.iter().find(|code| code.eq_ignore_ascii_case(typed))?;
            Some((promotion, code.as_str()))
        })
    }

    /// The promotion with this id among the promotions that sell in this flow.
    pub fn promotion_of(&self, flow: SaleFlow, id: &PromotionId) -> Option<&Promotion> {
        PromotionKind::ALL.into_iter().filter(|kind| kind.flow() == flow).find_map(|kind| self.of_kind(kind, id))
    }

    /// A promotion of any kind by its id.
    pub fn promotion(&self, id: &PromotionId) -> Option<&Promotion> {
        PromotionKind::ALL.into_iter().find_map(|kind| self.of_kind(kind, id))
    }

    fn of_kind(&self, kind: PromotionKind, id: &PromotionId) -> Option<&Promotion> {
        self.folder().promotions_of(kind).iter().find(|promotion| promotion.id == *id)
    }

    fn kind_of(&self, promotion: &Promotion) -> PromotionKind {
        let is_its = |kind: &PromotionKind| self.of_kind(*kind, &promotion.id).is_some();
        PromotionKind::ALL.into_iter().find(is_its).unwrap_or(PromotionKind::Code)
    }

    /// The type of a promotion. It follows from its kind, except for renewals of passes that are not season passes,
    /// which have a separate type.
    pub(crate) fn type_of(&self, promotion: &Promotion) -> PromotionType {
        let kind = self.kind_of(promotion);
        let is_season =
            |id: &VariantId| self.variant(id).is_none_or(|(_, variant)| variant.pass == Some(PassKind::SeasonPass));
        match kind == PromotionKind::Renewal && !promotion.held.iter().any(is_season) {
            true => PromotionType::TicketRenewal,
            false => kind.promotion_type(),
        }
    }

    /// Whether a promotion is running now, by the clock of a product's site.
    pub fn is_running_for(&self, promotion: &Promotion, product: &Product, now: Instant) -> bool {
        is_within(self, product, promotion.from, promotion.until, now)
    }

    /// Whether a running advance sale with promotion codes applies to a product.
    pub fn has_advance_code(&self, product: &Product, now: Instant) -> bool {
        let is_its =
            |promotion: &Promotion| product.variants.iter().any(|variant| promotion.applies_to(product, variant));
        let mut running = self
            .folder()
            .promotions_of(PromotionKind::AdvanceSale)
            .iter()
            .filter(|promotion| !promotion.codes.is_empty() && self.is_running_for(promotion, product, now));
        running.any(is_its)
    }

    /// The running offers for tickets that are bought together, of which a group includes a variant of the product.
    pub fn offers_of(&self, product: &Product, now: Instant) -> impl Iterator<Item = &Offer> {
        let takes = move |group: &OfferGroup| product.variants.iter().any(|variant| group.takes(product, &variant.id));
        let running = self.folder().offer.iter().filter(move |offer| offer.is_running(self, product, now));
        running.filter(move |offer| offer.groups.iter().any(takes))
    }

    /// Whether a promotion is running for any product.
    pub fn is_running(&self, promotion: &Promotion, now: Instant) -> bool {
        self.folder().product.iter().any(|product| self.is_running_for(promotion, product, now))
    }

    /// Whether a promotion has ended for all products.
    pub fn is_over(&self, promotion: &Promotion, now: Instant) -> bool {
        let is_over = |product| !is_within(self, product, None, promotion.until, now);
        promotion.until.is_some() && self.folder().product.iter().all(is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_reduction_computes_a_price_in_whole_cents_between_zero_and_the_original_price() {
        for (reduction, price, reduced) in [
            (Reduction::PercentOff(10), 1_95, 1_75),
            (Reduction::PercentOff(50), 25, 12),
            (Reduction::PercentOff(100), 49_00, 0),
            (Reduction::AmountOff(Money(5_00)), 3_00, 0),
            (Reduction::AmountOff(Money(5_00)), 12_00, 7_00),
            (Reduction::Price(Money(9_99)), 12_00, 9_99),
            (Reduction::Price(Money(15_00)), 12_00, 12_00),
        ] {
            assert_eq!(reduction.of(Money(price)), Money(reduced), "{reduction:?} of {price}");
        }
    }

    #[test]
    fn renewal_of_a_non_season_pass_has_a_separate_promotion_type() {
        let catalog = super::super::testing::catalog(
            r#"
            [[product]]
            id = "season"
            site = "park"
            name = "Season"
            short_description = ""
            variant = [
                { id = "season", name = "Season", price = "90.00", pass = 1, valid = { days = 365 } },
                { id = "parking", name = "Parking", price = "40.00", pass = 2, valid = { days = 365 } },
            ]
            [[renewal]]
            id = "again"
            name = "Again"
            held = ["season", "parking"]
            variants = ["season"]
            [[renewal]]
            id = "parking-again"
            name = "Parking again"
            held = ["parking"]
            variants = ["parking"]
            "#,
        );
        for (id, expected) in [("again", PromotionType::PassRenewal), ("parking-again", PromotionType::TicketRenewal)] {
            assert_eq!(catalog.type_of(catalog.promotion(&id.into()).unwrap()), expected, "{id}");
        }
    }

    #[test]
    fn reduction_is_accepted_only_if_exactly_one_form_is_written() {
        assert_eq!(Reduction::written(Some(10), None, None), Some(Reduction::PercentOff(10)));
        assert_eq!(Reduction::written(Some(10), Some(Money(100)), None), None);
        assert_eq!(Reduction::written(None, None, None), None);
    }
}
