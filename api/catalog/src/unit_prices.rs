//! The price of a unit at a moment: the regular price, a sale price, a promotion's price, or the sum of a package's
//! parts. The functions are pure.
//!
//! A unit has the price of at most one promotion, the best one for the shopper. Promotions do not add up; only the
//! credit of an upgrade is subtracted from the lowest of their prices. Offers on tickets that are bought together are
//! not computed here, because they depend on the whole cart; see [`crate::pricing`].

use chrono::NaiveDate;

use crate::calendar::PriceRange;
use crate::files::{Fee, Part, Product, SalePrice, Variant};
use crate::promotions::{PricePromotion, PromotionKind, Reduction, TAG_KINDS, is_within};
use crate::{Catalog, Terms, Visit};
use midway_kernel::coded::PromotionType;
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, days, instant_at};

/// The price of one unit, without tax and fees. If prices differ by day and time and no performance is chosen, it is
/// the lowest price of the upcoming days.
#[derive(Clone, Debug)]
pub struct UnitQuote<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    /// The price without promotions. For a package: the sum of the prices that its parts have outside the package,
    /// including sale prices.
    pub regular: Money,
    pub price: Money,
    pub promotion: Option<PricePromotion>,
    /// Whether promotion codes can lower the price.
    pub takes_codes: bool,
    /// How many units are left at this price; `None` if their number is not limited, or before a visit is chosen if it
    /// is limited for each day or time.
    pub left: Option<u32>,
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

    /// The price that pages show as the regular price: without the promotion or the package's discount. `None` if
    /// neither lowers the price.
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

pub(crate) fn fees_on(catalog: &Catalog, charged: &[(&Product, Money, u32)]) -> Money {
    let fees = |product, price| catalog.unit_fees(product, price).map(|fee: &Fee| fee.amount).sum::<Money>();
    charged.iter().map(|(product, price, quantity)| fees(product, *price).times(*quantity)).sum()
}

/// The time for which a unit is priced.
#[derive(Clone, Copy, Debug)]
enum When<'v> {
    /// The visits of the unit's selections, in order.
    Visits(&'v [Visit]),
    /// The time of the lowest price on this day, or on all upcoming days if no day is given.
    Lowest(Option<NaiveDate>),
    /// The time of the highest price on this day, or on all upcoming days if no day is given.
    Highest(Option<NaiveDate>),
}

/// The price of a variant without promotions: if promotion codes lower it, and if they do not. Before a visit is chosen,
/// some visits may have prices of one kind, and some of the other.
#[derive(Clone, Copy, Debug)]
struct Regular {
    with_codes: Option<Money>,
    without_codes: Option<Money>,
}

/// The lowest sale price of a variant.
struct LowestSale {
    price: Money,
    promotion: PricePromotion,
    /// How many units are left at this price, if their number is limited and known.
    left: Option<u32>,
}

/// The visits of a part's selections, taken from the visits of the package.
fn visits_of(part: &Part, chosen: &[Visit]) -> Vec<Visit> {
    let given = |number: &u32| chosen.get((*number as usize).checked_sub(1)?).or(chosen.first()).copied();
    part.selections.iter().filter_map(given).collect()
}

impl Catalog {
    /// The price of a variant now under these terms, for the chosen performances of its selections. A sale price and
    /// the price of the promotion in the terms are not combined: the lower one applies, less the credit of an upgrade.
    /// If they are equal, the sale price applies, so that no use of the promotion is consumed.
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
        } else if self.is_priced_by_date(product) || self.has_first_units_by_date(product, now) {
            (at(When::Lowest(None)), at(When::Highest(None)))
        } else {
            return at(When::Lowest(None));
        };
        let is_higher = highest.price > lowest.price;
        UnitQuote { highest: is_higher.then(|| Box::new(highest)), ..lowest }
    }

    /// Whether the prices of a product differ by day and time: its own, or those of a package's part.
    pub fn differs_by_date(&self, product: &Product, now: Instant) -> bool {
        let has_dated_part = |variant: &Variant| !self.parts_priced_by_date(variant).is_empty();
        self.is_priced_by_date(product)
            || self.has_first_units_by_date(product, now)
            || product.variants.iter().any(has_dated_part)
    }

    fn parts_priced_by_date(&self, variant: &Variant) -> Vec<(&Product, &Variant)> {
        let parts = variant.parts.iter().filter_map(|part| self.variant(&part.variant));
        parts.filter(|(of, _)| self.is_priced_by_date(of)).collect()
    }

    /// Whether promotion codes lower the price of a variant for these visits now.
    pub fn takes_codes(&self, product: &Product, variant: &Variant, visits: &[Visit], now: Instant) -> bool {
        self.regular(product, variant, When::Visits(visits), now).without_codes.is_none()
    }

    /// The lowest and the highest price of a variant with a calendar, on one day or over all upcoming days; `None` if
    /// it is not on sale then.
    fn price_range(
        &self,
        product: &Product,
        variant: &Variant,
        date: Option<NaiveDate>,
        now: Instant,
    ) -> Option<PriceRange> {
        self.price_window(product, now)?.range(&variant.id, date)
    }

    /// The price of a variant without promotions.
    fn regular(&self, product: &Product, variant: &Variant, when: When<'_>, now: Instant) -> Regular {
        let written = Regular { with_codes: Some(variant.price.unwrap_or_default()), without_codes: None };
        let Some(calendar) = self.calendar(product) else { return written };
        let range = |date| self.price_range(product, variant, date, now);
        let of_visit = |visit: &Visit| {
            let at = calendar.price_of(variant, *visit, now);
            Regular {
                with_codes: Some(at.price).filter(|_| at.takes_codes),
                without_codes: Some(at.price).filter(|_| !at.takes_codes),
            }
        };
        let end_of = |range: PriceRange, end: fn((Money, Money)) -> Money| Regular {
            with_codes: range.with_codes.map(end),
            without_codes: range.without_codes.map(end),
        };
        match when {
            When::Visits(visits) => visits.first().map_or(written, of_visit),
            When::Lowest(date) => range(date).map_or(written, |range| end_of(range, |(lowest, _)| lowest)),
            When::Highest(date) => range(date).map_or(written, |range| end_of(range, |(_, highest)| highest)),
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
        let Regular { with_codes, without_codes } = self.regular(product, variant, when, now);
        let with_codes = with_codes.map(|regular| self.quote_of((product, variant), terms, (regular, true), when, now));
        let without_codes = without_codes
            .map(|regular| self.quote_of((product, variant), terms.without_code(), (regular, false), when, now));
        let quotes = with_codes.into_iter().chain(without_codes);
        let found = match when {
            When::Highest(_) => quotes.max_by_key(|quote| (quote.price, quote.regular)),
            _ => quotes.min_by_key(|quote| (quote.price, quote.regular)),
        };
        // A variant has at least one price.
        found.unwrap_or_else(|| self.quote_of((product, variant), terms, (Money::ZERO, true), when, now))
    }

    /// The price of one unit with this price without promotions.
    fn quote_of<'c>(
        &'c self,
        (product, variant): (&'c Product, &'c Variant),
        terms: Terms<'_>,
        (regular, takes_codes): (Money, bool),
        when: When<'_>,
        now: Instant,
    ) -> UnitQuote<'c> {
        let sale = self.sale_price((product, variant), terms, regular, when, now);
        let promoted = terms
            .promotion
            .filter(|promotion| promotion.applies_to(product, variant) && self.is_running_for(promotion, product, now))
            .and_then(|promotion| {
                let reduced = promotion.reduction().map(|reduction| reduction.of(regular));
                let Some(credit) = terms.credit else { return Some((reduced?, promotion)) };
                // The credit for the old ticket is subtracted from the lowest price; it does not depend on today's
                // price of that ticket.
                let asked = [Some(regular), reduced, sale.as_ref().map(|sale| sale.price)].into_iter().flatten().min();
                Some(((asked.unwrap_or(regular) - credit).max(Money::ZERO), promotion))
            });
        let regular_quote = UnitQuote {
            product,
            variant,
            regular,
            price: regular,
            promotion: None,
            takes_codes,
            left: None,
            parts: Vec::new(),
            highest: None,
        };
        match (sale, promoted) {
            (sale, Some((price, promotion)))
                if price < regular && sale.as_ref().is_none_or(|sale| price < sale.price) =>
            {
                let promotion = PricePromotion {
                    id: promotion.id.clone(),
                    promotion_type: self.type_of(promotion),
                    name: promotion.name.clone(),
                    code: terms.code.map(str::to_owned),
                };
                UnitQuote { price, promotion: Some(promotion), ..regular_quote }
            }
            (Some(LowestSale { price, promotion, left }), _) => {
                UnitQuote { price, promotion: Some(promotion), left, ..regular_quote }
            }
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
            let reduced = Reduction::PercentOff(percent).of(alone.regular).min(alone.price);
            regular = regular + alone.price.times(part.quantity);
            price = price + reduced.times(part.quantity);
            parts.push(QuotedPart { product: of, variant: what, part, price: reduced });
        }
        UnitQuote {
            product,
            variant,
            regular,
            price,
            promotion: None,
            takes_codes: true,
            left: None,
            parts,
            highest: None,
        }
    }

    /// The lowest running sale price of a variant that still has units. If two are equal, the first one in the catalogue
    /// is returned.
    fn sale_price(
        &self,
        (product, variant): (&Product, &Variant),
        terms: Terms<'_>,
        regular: Money,
        when: When<'_>,
        now: Instant,
    ) -> Option<LowestSale> {
        let mut lowest: Option<LowestSale> = None;
        for sale in &self.folder().sale_price {
            let is_of_variant = sale.variants.contains(&variant.id);
            if !is_of_variant && !sale.products.contains(&product.id)
                || !is_within(self, product, sale.from, sale.until, now)
            {
                continue;
            }
            let Some(price) = sale.reduction().map(|reduction| reduction.of(regular)) else { continue };
            if price < lowest.as_ref().map_or(regular, |lowest| lowest.price)
                && let Some(left) = self.units_left(sale, product, terms, when, now)
            {
                let promotion_type =
                    if is_of_variant { PromotionType::VariantSale } else { PromotionType::ProductSale };
                let promotion =
                    PricePromotion { id: sale.id.clone(), promotion_type, name: sale.name.clone(), code: None };
                lowest = Some(LowestSale { price, promotion, left });
            }
        }
        lowest
    }

    /// Whether a sale price has units left, and how many if their number is limited and known; `None` if it has none. The
    /// lowest price counts if any visit has units left, and the highest one if all have.
    fn units_left(
        &self,
        sale: &SalePrice,
        product: &Product,
        terms: Terms<'_>,
        when: When<'_>,
        now: Instant,
    ) -> Option<Option<u32>> {
        if sale.first.is_none() {
            return Some(None);
        }
        let left = terms.left?;
        match (sale.first_per, when) {
            (None, _) => left.of(sale, None).filter(|left| *left > 0).map(Some),
            (Some(_), When::Visits(visits)) => left.of(sale, visits.first()).filter(|left| *left > 0).map(Some),
            (Some(_), When::Lowest(_)) => self.is_left_for_any_visit(sale, product, left, now).then_some(None),
            (Some(_), When::Highest(_)) => left.used_up(sale).next().is_none().then_some(None),
        }
    }

    /// The next moment after `now` at which prices may change: when a sale price, an offer, a code, an advance sale
    /// or a promotion on a tag's page begins or ends by the clock of the product's site. If the product or one of its parts
    /// has a price calendar, also when the day ends, when a performance, which may have been the cheapest, can no longer
    /// be bought, or when a price rule begins or ends some hours before one.
    pub fn next_price_change(&self, product: &Product, now: Instant) -> Option<Instant> {
        let zone = self.zone_of(product);
        let sales = self.folder().sale_price.iter().map(|sale| [sale.from, sale.until]);
        let offers = self.folder().offer.iter().map(|offer| [offer.from, offer.until]);
        let kinds = TAG_KINDS.into_iter().chain([PromotionKind::Code, PromotionKind::AdvanceSale]);
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
