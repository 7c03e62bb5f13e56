//! The price of a unit at a moment: the regular price, a sale price, a promotion's price, or the sum of a package's
//! parts. Pure.
//!
//! A unit has the price of at most one promotion, the best one for the shopper; promotions never add up. Offers on
//! tickets that are bought together are not computed here, because they depend on the whole cart; see
//! [`crate::pricing`].

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use crate::files::{Fee, Folder, Offer, OfferGroup, Part, Product, Promotion, SalePrice, Variant};
use crate::{Catalog, Terms, Visit};
use midway_kernel::coded::{PassKind, PromotionType, SaleFlow};
use midway_kernel::id::{ProductId, PromotionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::{Instant, days, instant_at};

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

/// The kind of a promotion: the table in which it is written.
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
    /// Whether the promotion is running for a product at a moment.
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

fn is_within(
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

/// The price of one unit, without tax and fees. If prices differ by day and time and no performance is chosen, it is
/// the lowest price of the upcoming days.
#[derive(Clone, Debug)]
pub struct UnitQuote<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    /// The price without promotions. For a package, the sum of today's prices of its parts.
    pub regular: Money,
    pub price: Money,
    pub promotion: Option<PricePromotion>,
    /// The parts of a package; empty for other products.
    pub parts: Vec<QuotedPart<'c>>,
    /// The highest price of the upcoming days, if it is higher than the price and no performance is chosen.
    pub highest: Option<Box<UnitQuote<'c>>>,
}

/// A part of a package, with the price of one unit within the package.
#[derive(Clone, Debug)]
pub struct QuotedPart<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub part: &'c Part,
    pub price: Money,
}

impl<'c> UnitQuote<'c> {
    /// The items on which fees and taxes are charged: the unit, or each part of a package. Each has its price and the
    /// quantity per unit.
    pub fn charged(&self) -> Vec<(&'c Product, Money, u32)> {
        if self.parts.is_empty() {
            return vec![(self.product, self.price, 1)];
        }
        self.parts.iter().map(|part| (part.product, part.price, part.part.quantity)).collect()
    }

    /// The price that pages show: with the per-ticket fees, without tax.
    pub fn display_price(&self, catalog: &Catalog) -> Money {
        self.price + fees_on(catalog, &self.charged())
    }

    /// The displayed price without the promotion, if the promotion lowers it.
    pub fn regular_display_price(&self, catalog: &Catalog) -> Option<Money> {
        if self.regular <= self.price {
            return None;
        }
        let regularly = match self.parts.is_empty() {
            true => vec![(self.product, self.regular, 1)],
            false => self.charged(),
        };
        Some(self.regular + fees_on(catalog, &regularly))
    }
}

fn fees_on(catalog: &Catalog, charged: &[(&Product, Money, u32)]) -> Money {
    let fees = |product, price| catalog.unit_fees(product, price).map(|fee: &Fee| fee.amount).sum::<Money>();
    charged.iter().map(|(product, price, quantity)| fees(product, *price).times(*quantity)).sum()
}

/// The time for which a unit is priced.
#[derive(Clone, Copy, Debug)]
enum When<'v> {
    /// The visits of the unit's selections, in order.
    Visits(&'v [Visit]),
    /// The lowest and the highest price of the upcoming days, or of one day.
    Lowest(Option<NaiveDate>),
    Highest(Option<NaiveDate>),
}

/// The visits of a part's selections, taken from the visits of the package.
fn visits_of(part: &Part, chosen: &[Visit]) -> Vec<Visit> {
    let given = |number: &u32| chosen.get((*number as usize).checked_sub(1)?).or(chosen.first()).copied();
    part.selections.iter().filter_map(given).collect()
}

impl Catalog {
    /// The price of a variant now under these terms, for the chosen performances of its selections. A sale price and
    /// the price of the promotion in the terms do not add up: the lower one applies. At a tie the sale price applies,
    /// so that no use of the promotion is consumed.
    pub fn unit_quote<'c>(
        &'c self,
        product: &'c Product,
        variant: &'c Variant,
        terms: Terms<'_>,
        visits: &[Visit],
        now: Instant,
    ) -> UnitQuote<'c> {
        let at = |when: When<'_>| self.unit_quote_at(product, variant, terms, when, now);
        if !visits.is_empty() {
            return at(When::Visits(visits));
        }
        let dated = self.parts_priced_by_date(variant);
        let (lowest, highest) = if !dated.is_empty() {
            // All parts are visited on the same day, so the package has the price of a day on which all of them are on
            // sale.
            let (first, last) = self.window_of(product, now);
            let is_sold_on = |date: NaiveDate| {
                let has_price =
                    |(of, part): &(&Product, &Variant)| self.price_range(of, part, Some(date), now).is_some();
                self.is_open_on(product, date) && dated.iter().all(has_price)
            };
            let open: Vec<NaiveDate> = days(first, last).filter(|date| is_sold_on(*date)).collect();
            let on = |day: fn(Option<NaiveDate>) -> When<'static>| open.iter().map(move |date| at(day(Some(*date))));
            let lowest = on(When::Lowest).min_by_key(|quote| quote.price);
            let highest = on(When::Highest).max_by_key(|quote| quote.price);
            (lowest.unwrap_or_else(|| at(When::Lowest(None))), highest.unwrap_or_else(|| at(When::Highest(None))))
        } else if self.is_priced_by_date(product) {
            (at(When::Lowest(None)), at(When::Highest(None)))
        } else {
            return at(When::Lowest(None));
        };
        let is_higher = highest.price > lowest.price;
        UnitQuote { highest: is_higher.then(|| Box::new(highest)), ..lowest }
    }

    fn parts_priced_by_date(&self, variant: &Variant) -> Vec<(&Product, &Variant)> {
        let parts = variant.parts.iter().filter_map(|part| self.variant(&part.variant));
        parts.filter(|(of, _)| self.is_priced_by_date(of)).collect()
    }

    /// The lowest and the highest price of a variant with a calendar, on one day or over all upcoming days; `None` if
    /// it is not on sale then.
    fn price_range(
        &self,
        product: &Product,
        variant: &Variant,
        date: Option<NaiveDate>,
        now: Instant,
    ) -> Option<(Money, Money)> {
        self.price_window(product, now)?.range(&variant.id, date)
    }

    /// The price of a variant without promotions.
    fn regular(&self, product: &Product, variant: &Variant, when: When<'_>, now: Instant) -> Money {
        let written = variant.price.unwrap_or_default();
        let Some(calendar) = self.calendar(product) else { return written };
        let range = |date| self.price_range(product, variant, date, now);
        match when {
            When::Visits(visits) => visits.first().map_or(written, |visit| calendar.price_of(variant, *visit)),
            When::Lowest(date) => range(date).map_or(written, |(lowest, _)| lowest),
            When::Highest(date) => range(date).map_or(written, |(_, highest)| highest),
        }
    }

    fn unit_quote_at<'c>(
        &'c self,
        product: &'c Product,
        variant: &'c Variant,
        terms: Terms<'_>,
        when: When<'_>,
        now: Instant,
    ) -> UnitQuote<'c> {
        if product.package.is_some() {
            return self.package_quote(product, variant, when, now);
        }
        let regular = self.regular(product, variant, when, now);
        let sale = self.sale_price(product, variant, regular, now);
        let promoted = terms
            .promotion
            .filter(|promotion| promotion.applies_to(product, variant) && self.is_running_for(promotion, product, now))
            .and_then(|promotion| {
                let reduced = promotion.reduction().map(|reduction| reduction.of(regular));
                let Some(credit) = terms.credit else { return Some((reduced?, promotion)) };
                // The credit for the old ticket is subtracted from the lowest price; it does not depend on today's
                // price of that ticket.
                let asked =
                    [Some(regular), reduced, sale.as_ref().map(|(price, _)| *price)].into_iter().flatten().min();
                Some(((asked.unwrap_or(regular) - credit).max(Money::ZERO), promotion))
            });
        let regular_quote =
            UnitQuote { product, variant, regular, price: regular, promotion: None, parts: Vec::new(), highest: None };
        match (sale, promoted) {
            (sale, Some((price, promotion)))
                if price < regular && sale.as_ref().is_none_or(|(lowest, _)| price < *lowest) =>
            {
                let promotion = PricePromotion {
                    id: promotion.id.clone(),
                    promotion_type: self.type_of(promotion),
                    name: promotion.name.clone(),
                    code: terms.code.map(str::to_owned),
                };
                UnitQuote { price, promotion: Some(promotion), ..regular_quote }
            }
            (Some((price, promotion)), _) => UnitQuote { price, promotion: Some(promotion), ..regular_quote },
            _ => regular_quote,
        }
    }

    /// The price of a package: each part, for its own visit, at the package's discount or at its sale price, whichever
    /// is lower.
    fn package_quote<'c>(
        &'c self,
        product: &'c Product,
        variant: &'c Variant,
        when: When<'_>,
        now: Instant,
    ) -> UnitQuote<'c> {
        let percent = product.package.as_ref().map_or(0, |package| package.discount_percentage);
        let (mut regular, mut price) = (Money::ZERO, Money::ZERO);
        let mut parts = Vec::with_capacity(variant.parts.len());
        for part in &variant.parts {
            let Some((of, what)) = self.variant(&part.variant) else { continue };
            let visits: Vec<Visit>;
            let when = match when {
                When::Visits(chosen) => {
                    visits = visits_of(part, chosen);
                    When::Visits(&visits)
                }
                of_days => of_days,
            };
            let alone = self.unit_quote_at(of, what, Terms::public(), when, now);
            let reduced = Reduction::PercentOff(percent).of(self.regular(of, what, when, now)).min(alone.price);
            regular = regular + alone.price.times(part.quantity);
            price = price + reduced.times(part.quantity);
            parts.push(QuotedPart { product: of, variant: what, part, price: reduced });
        }
        UnitQuote { product, variant, regular, price, promotion: None, parts, highest: None }
    }

    /// The lowest running sale price of a variant; at a tie the first one in the catalogue.
    fn sale_price(
        &self,
        product: &Product,
        variant: &Variant,
        regular: Money,
        now: Instant,
    ) -> Option<(Money, PricePromotion)> {
        let mut lowest: Option<(Money, PricePromotion)> = None;
        for sale in &self.folder().sale_price {
            let is_of_variant = sale.variants.contains(&variant.id);
            if !is_of_variant && !sale.products.contains(&product.id)
                || !is_within(self, product, sale.from, sale.until, now)
            {
                continue;
            }
            let Some(price) = sale.reduction().map(|reduction| reduction.of(regular)) else { continue };
            if price < lowest.as_ref().map_or(regular, |(lowest, _)| *lowest) {
                let promotion_type =
                    if is_of_variant { PromotionType::VariantSale } else { PromotionType::ProductSale };
                let promotion =
                    PricePromotion { id: sale.id.clone(), promotion_type, name: sale.name.clone(), code: None };
                lowest = Some((price, promotion));
            }
        }
        lowest
    }

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
    fn type_of(&self, promotion: &Promotion) -> PromotionType {
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

    /// Whether a promotion code allows buying a product before its sale begins.
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

    /// Whether a running offer applies to units of a product.
    pub fn has_offers(&self, product: &Product, now: Instant) -> bool {
        let takes = |group: &OfferGroup| product.variants.iter().any(|variant| group.takes(product, &variant.id));
        let mut running = self.folder().offer.iter().filter(|offer| offer.is_running(self, product, now));
        running.any(|offer| offer.groups.iter().any(takes))
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

    /// The next moment after `now` at which prices may change: when a sale price, an offer, an advance sale or a tag
    /// sale begins or ends by the clock of the product's site, or when the sale of one of today's performances ends,
    /// which may have been the cheapest.
    pub fn next_price_change(&self, product: &Product, now: Instant) -> Option<Instant> {
        let zone = self.zone_of(product);
        let sales = self.folder().sale_price.iter().map(|sale| [sale.from, sale.until]);
        let offers = self.folder().offer.iter().map(|offer| [offer.from, offer.until]);
        let kinds = TAG_KINDS.into_iter().chain([PromotionKind::AdvanceSale]);
        let pages = kinds.flat_map(|kind| self.folder().promotions_of(kind));
        let edges =
            sales.chain(offers).chain(pages.map(|promotion| [promotion.from, promotion.until])).flatten().flatten();
        let edges = edges.map(|wall| instant_at(wall.date(), wall.time(), zone)).filter(|edge| now < *edge);
        let parts = product.variants.iter().flat_map(|variant| &variant.parts);
        let of_parts = parts.filter_map(|part| self.variant(&part.variant)).map(|(product, _)| product);
        let windows = of_parts.chain([product]).filter_map(|product| self.window_ends(product, now));
        edges.chain(windows).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduced_price_is_between_zero_and_the_original_price() {
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
