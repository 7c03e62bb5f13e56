//! How the lines of a cart could cost less: with a sale that is open to everyone, or with one more ticket. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{CartLine, ChosenPerformance, LineKind};
use super::prices::{hosts, is_offered, item_fees, item_total, offered};
use midway_catalog::files::{Offer, Product, Variant};
use midway_catalog::pricing::{CandidateLine, LineOffer, UnitPrice, offers, unit_price};
use midway_catalog::{Catalog, CheaperSale, PublicPrice, Terms, Visit};
use midway_kernel::id::PromotionId;
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::Instant;

/// In larger carts, no ticket is looked for that would bring an offer.
const MAX_LINES_WITH_NEAR_OFFERS: usize = 20;

/// The cheaper sales of each line of a cart, by line id.
type Sales<'l, 'c> = BTreeMap<&'l str, Vec<CheaperSale<'c>>>;

/// For each line that could be bought for less, by its id, the sale with which it is cheapest: a sale that is open to
/// everyone, or that the other lines allow. It may take the place of another such sale, of a code or of offers. Lines
/// that share an offer have a sale only together, if it sells all of them for less than they cost with the offer. A line
/// that was bought under a right of the shopper has none. A sale is left out if the cart may not use it for all units.
pub fn cheaper_sales<'c>(lines: &[CartLine], catalog: &'c Catalog, now: Instant) -> BTreeMap<String, CheaperSale<'c>> {
    let sales: Sales<'_, 'c> =
        lines.iter().map(|line| (line.id.as_str(), sales_of(line, lines, catalog, now))).collect();
    let of_line = |line: &CartLine| Some((line.id.clone(), cheapest(line, lines, &sales)?));
    lines.iter().filter_map(of_line).collect()
}

fn cheapest<'c>(line: &CartLine, lines: &[CartLine], sales: &Sales<'_, 'c>) -> Option<CheaperSale<'c>> {
    let together = sharing_offers(line, lines);
    let present: Money = together.iter().map(|line| displayed_total(line)).sum();
    let units: u32 = together.iter().map(|line| line.quantity).sum();
    let is_within_uses = |sale: &CheaperSale<'_>| {
        let is_its = |line: &&CartLine| line.promotion.as_ref().is_some_and(|used| used.id == sale.promotion.id);
        let used: u32 = lines.iter().filter(is_its).map(|line| line.quantity).sum();
        sale.promotion.uses_per_cart.is_none_or(|most| used + units <= most)
    };
    let total = |sale: &CheaperSale<'_>| -> Option<Money> {
        let of_line = |line: &&CartLine| {
            let same = sales.get(line.id.as_str())?.iter().find(|other| is_same(other, sale))?;
            Some(same.display_price.times(line.quantity))
        };
        together.iter().map(of_line).sum()
    };
    let of_line = sales.get(line.id.as_str())?.iter();
    let usable = of_line.filter(|&sale| is_within_uses(sale)).filter_map(|sale| Some((total(sale)?, sale)));
    let (_, sale) = usable.filter(|(total, _)| *total < present).min_by_key(|(total, _)| *total)?;
    Some(sale.clone())
}

/// Whether two sales are bought in the same sale context.
fn is_same(one: &CheaperSale<'_>, other: &CheaperSale<'_>) -> bool {
    (&one.promotion.id, one.tag, one.code) == (&other.promotion.id, other.tag, other.code)
}

fn displayed_total(line: &CartLine) -> Money {
    item_total(line) + item_fees(line)
}

/// The lines that are used for the offers of a line, or for other offers of these lines; the line alone without offers.
fn sharing_offers<'l>(line: &'l CartLine, lines: &'l [CartLine]) -> Vec<&'l CartLine> {
    let ids = |line: &'l CartLine| line.offers.0.iter().map(|offer| &offer.promotion_id);
    let mut known: BTreeSet<&PromotionId> = ids(line).collect();
    if known.is_empty() {
        return vec![line];
    }
    loop {
        let found: Vec<&CartLine> = lines.iter().filter(|&other| ids(other).any(|id| known.contains(id))).collect();
        let all: BTreeSet<&PromotionId> = found.iter().flat_map(|&line| ids(line)).collect();
        if all.len() == known.len() {
            return found;
        }
        known = all;
    }
}

/// The sales that are open to everyone, or that the other lines allow, and sell a line for less than before offers.
fn sales_of<'c>(line: &CartLine, lines: &[CartLine], catalog: &'c Catalog, now: Instant) -> Vec<CheaperSale<'c>> {
    let is_new = line.pass_details().is_none_or(|details| details.follows.is_none());
    let is_ticket_or_pass = matches!(line.kind, LineKind::Ticket | LineKind::Pass(_));
    let is_open = line.sold_by.is_none() || line.sale_flow.is_open_sale();
    let Some((product, variant)) = catalog.variant(&line.variant_id).filter(|_| is_ticket_or_pass && is_new && is_open)
    else {
        return Vec::new();
    };
    let prices = PublicPrice {
        regular: line.regular_price.unwrap_or(line.unit_price),
        price: line.unit_price,
        takes_codes: catalog.takes_codes(product, variant, &visits_of(line), now),
    };
    let beside = catalog.cheaper_cross_sells(product, variant, prices, &hosts(lines), now);
    let mut sales = [catalog.cheaper_sales(product, variant, prices, now), beside].concat();
    sales.sort_by_key(|sale| sale.price);
    sales
}

fn visits_of(line: &CartLine) -> Vec<Visit> {
    let visit = |chosen: &ChosenPerformance| Visit { date: chosen.date, time: chosen.time, percent_left: None };
    line.performances.0.iter().map(visit).collect()
}

/// An offer that applies as soon as the cart has one more ticket.
#[derive(Clone, Debug)]
pub struct NearOffer<'c> {
    pub offer: &'c Offer,
    /// The ticket, which is of the same product and for the same visit as the line.
    pub variant: &'c Variant,
}

/// The offers that one more ticket would bring, each with the id of a line that it would be used with. An offer is left
/// out if the tickets would cost no more in a sale than with it, if it applies already, and if it would not lower a price.
pub fn near_offers<'c>(lines: &[CartLine], catalog: &'c Catalog, now: Instant) -> BTreeMap<String, NearOffer<'c>> {
    let mut found: BTreeMap<String, NearOffer<'c>> = BTreeMap::new();
    if catalog.folder().offer.is_empty() || lines.len() > MAX_LINES_WITH_NEAR_OFFERS {
        return found;
    }
    let used: BTreeSet<PromotionId> =
        lines.iter().flat_map(|line| &line.offers.0).map(|offer| offer.promotion_id.clone()).collect();
    for line in lines.iter().filter(|line| is_offered(line) && matches!(line.kind, LineKind::Ticket)) {
        let Some((product, _)) = catalog.variant(&line.variant_id) else { continue };
        for offer in catalog.offers_of(product, now).filter(|offer| !used.contains(&offer.id)) {
            if found.values().any(|near| near.offer.id == offer.id) {
                continue;
            }
            let mut wanted =
                product.variants.iter().filter(|it| offer.groups.iter().any(|group| group.takes(product, &it.id)));
            let near = wanted.find(|&variant| {
                let more = More { line, product, variant };
                more.brings(offer, lines, &used, catalog, now)
            });
            if let Some(variant) = near {
                found.entry(line.id.clone()).or_insert(NearOffer { offer, variant });
            }
        }
    }
    found
}

/// One more ticket of a variant, for the visit of a line of the same product.
struct More<'l, 'c> {
    line: &'l CartLine,
    product: &'c Product,
    variant: &'c Variant,
}

impl More<'_, '_> {
    fn brings(
        &self,
        offer: &Offer,
        lines: &[CartLine],
        used: &BTreeSet<PromotionId>,
        catalog: &Catalog,
        now: Instant,
    ) -> bool {
        let Some((unit, cheapest)) = self.prices(lines, catalog, now) else { return false };
        let mut candidates = offered(catalog, lines);
        let ids: Vec<String> = candidates.iter().map(|line| line.id.to_owned()).collect();
        candidates.push(CandidateLine {
            id: "",
            variant: &self.variant.id,
            date: self.line.performances.0.first().map(|chosen| chosen.date),
            unit,
            tax_rate: BasisPoints::default(),
            quantity: 1,
        });
        let after = offers(catalog, &candidates, used, now);
        let shares = |at: usize| after[at].0.iter().any(|it| it.promotion_id == offer.id);
        if !shares(ids.len()) {
            return false;
        }
        let mut with_offer = unit.price + unit.fees + reduction(&after[ids.len()].0);
        let mut in_sale = cheapest;
        for (at, id) in ids.iter().enumerate().filter(|(at, _)| shares(*at)) {
            let Some(line) = lines.iter().find(|line| line.id == *id) else { continue };
            let full = (line.unit_price + line.unit_fees).times(line.quantity);
            let sale = sales_of(line, lines, catalog, now).first().map(|sale| sale.display_price.times(line.quantity));
            with_offer = with_offer + full + reduction(&after[at].0);
            in_sale = in_sale + sale.map_or(full, |sale| sale.min(full));
        }
        with_offer < in_sale
    }

    /// The public price of the ticket, and the displayed price in its cheapest sale; `None` if it is not sold, or at a
    /// price that takes no offers.
    fn prices(&self, lines: &[CartLine], catalog: &Catalog, now: Instant) -> Option<(UnitPrice, Money)> {
        if !Terms::public().sell(catalog, self.product, self.variant, now) {
            return None;
        }
        let quote = catalog.unit_quote(self.product, self.variant, Terms::public(), &visits_of(self.line), now);
        if quote.promotion.is_some() || !quote.parts.is_empty() {
            return None;
        }
        // A ticket that the cart has for the same visit says what one more costs.
        let is_same = |line: &&CartLine| {
            line.variant_id == self.variant.id && is_offered(line) && line.performances == self.line.performances
        };
        let there = lines.iter().find(is_same);
        let unit = there.map_or_else(
            || unit_price(catalog, &quote),
            |line| UnitPrice { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax },
        );
        let sales = catalog.cheaper_sales(self.product, self.variant, quote.public_price(), now);
        let full = unit.price + unit.fees;
        Some((unit, sales.first().map_or(full, |sale| sale.display_price.min(full))))
    }
}

/// What offers change in the displayed price of a line.
fn reduction(offers: &[LineOffer]) -> Money {
    offers.iter().map(|offer| offer.adjustment_total() + offer.fees_adjustment_total()).sum()
}
