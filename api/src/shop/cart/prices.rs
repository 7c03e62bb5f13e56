//! The prices and sale terms of lines, and the offers over all of them. Pure, except for the random ids of new lines.

use std::collections::BTreeSet;
use std::{iter, slice};

use super::hold::Hold;
use super::line::{
    CartLine, ChosenPerformance, ChosenPerformances, LineKind, LinePackage, LinePart, LinePass, PartSeat, RedeemedItem,
};
use super::line_views::DisplayedLine;
use super::part_places;
use super::pass_rules;
use super::sellable::SellableLine;
use super::stock::first_units;
use crate::shop::entitlement::Redemption;
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{self, Availability};
use midway_catalog::files::{Product, Promotion, SalePrice, Variant};
use midway_catalog::pricing::{CandidateLine, KeptOffers, LineOffer, LineOffers, UnitPrice, offers, unit_price};
use midway_catalog::{Catalog, InCart, QuotedPart, Terms, Visit};
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::{PerformanceId, PromotionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// The stocks whose availability determines the price of a variant at these performances: none when the price does not
/// rise as places are sold, and no sale price holds only for the first units.
pub fn price_keys(catalog: &Catalog, variant: &VariantId, chosen: &[ChosenPerformance], now: Instant) -> Vec<StockKey> {
    let Some((product, variant)) = catalog.variant(variant) else { return Vec::new() };
    let ids = || chosen.iter().map(|chosen| &chosen.performance_id);
    let places = catalog.price_has_steps(product, variant).then(|| price_draws(catalog, ids()));
    let first_units = first_units_of(catalog, product, ids(), now);
    places.into_iter().flatten().chain(first_units).map(|draw| draw.key).collect()
}

/// The stocks of the first units of a product's sale prices that hold for only so many, without a visit or for visits to
/// these performances.
pub fn first_units_of<'p>(
    catalog: &Catalog,
    product: &Product,
    performances: impl IntoIterator<Item = &'p PerformanceId>,
    now: Instant,
) -> Vec<Draw> {
    let mut sales = catalog.limited_prices_of(product, now).peekable();
    if sales.peek().is_none() {
        return Vec::new();
    }
    let found = performances.into_iter().filter_map(|id| performance::find(catalog, id));
    let visits: Vec<_> = iter::once(None).chain(found.map(|found| Some((found.date, found.time)))).collect();
    let draw = |sale: &SalePrice, visit| {
        let key = StockKey::first_units(&sale.id, sale.first_units(visit)?);
        Some(Draw { key, capacity: sale.first?, quantity: 0 })
    };
    sales.flat_map(|sale| visits.iter().filter_map(|visit| draw(sale, *visit)).collect::<Vec<_>>()).collect()
}

/// The stocks whose availability determines the price of a line. For a package or a bundle, they are the stocks of its
/// parts.
pub fn price_keys_of(catalog: &Catalog, line: &CartLine, now: Instant) -> Vec<StockKey> {
    match line.package() {
        Some(_) => {
            let keys = |part: &LinePart| price_keys(catalog, &part.variant_id, &part.performances.0, now);
            line.parts().flat_map(keys).collect()
        }
        None => price_keys(catalog, &line.variant_id, &line.performances.0, now),
    }
}

/// The stocks of these performances. Their availability can determine a price.
pub fn price_draws<'p>(
    catalog: &Catalog,
    performances: impl IntoIterator<Item = &'p PerformanceId>,
) -> impl Iterator<Item = Draw> {
    let found = performances.into_iter().filter_map(|id| performance::find(catalog, id));
    found.flat_map(|performance| performance.draws(catalog, 1))
}

/// Whether the price of a line, or of one of its parts, depends on what is sold.
pub fn depends_on_sales(catalog: &Catalog, line: &CartLine, now: Instant) -> bool {
    let parts = line.parts().map(|part| &part.variant_id);
    let mut variants = parts.chain([&line.variant_id]).filter_map(|id| catalog.variant(id));
    variants.any(|(product, variant)| price_depends_on_sales(catalog, product, variant, now))
}

/// Whether the price of a variant rises as places are sold, or is lower for the first units.
pub fn price_depends_on_sales(catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
    catalog.price_has_steps(product, variant) || catalog.limited_prices_of(product, now).next().is_some()
}

/// The visits to these performances, each with the share of its places that is still available.
pub fn visits(catalog: &Catalog, chosen: &[ChosenPerformance], availability: &Availability) -> Vec<Visit> {
    let found = chosen.iter().filter_map(|chosen| performance::find(catalog, &chosen.performance_id));
    found.map(|performance| availability.visit(catalog, &performance)).collect()
}

/// New lines at today's prices on these sale terms: several if a sale price holds for fewer units than are wanted.
/// `availability` must cover the stocks that [`price_keys`] names. It loses the first units that the lines take.
pub fn price_lines(
    catalog: &Catalog,
    line: SellableLine<'_>,
    terms: Terms<'_>,
    availability: &mut Availability,
    now: Instant,
) -> Vec<CartLine> {
    // A pass that renews or upgrades another never has the price of the first units.
    let follows = line.pass_details.as_ref().is_some_and(|details| details.follows.is_some());
    let (mut lines, mut rest) = (Vec::new(), Some(line));
    while let Some(line) = rest {
        let left = availability.units_left();
        let terms = if follows { terms } else { terms.with_left(&left) };
        let (line, more) = price_units(catalog, line, terms, availability, now);
        lines.push(line);
        rest = more;
    }
    lines
}

/// Like [`price_lines`], but only the first line, and what remains to be priced. The terms must know what is left of the
/// sale prices that hold only for the first units.
pub fn price_units<'c>(
    catalog: &Catalog,
    mut line: SellableLine<'c>,
    terms: Terms<'_>,
    availability: &mut Availability,
    now: Instant,
) -> (CartLine, Option<SellableLine<'c>>) {
    let visits = visits(catalog, &line.performances, availability);
    let left = catalog.unit_quote(line.product, line.variant, terms, &visits, now).left;
    let more = left.map_or(0, |left| line.quantity.saturating_sub(left));
    let rest = (more > 0).then(|| SellableLine { quantity: more, ..line.clone() });
    line.quantity -= more;
    let priced = price_line(catalog, line, terms, availability, now);
    if let Some(draw) = first_units(catalog, &priced) {
        availability.take(&draw);
    }
    (priced, rest)
}

/// A new line at today's price on these sale terms; `availability` must cover the stocks that [`price_keys`] names. The
/// line stores the promotion of the terms in `sold_by` only when that promotion sets the price or when the variant is
/// not on public sale. If the line does not store it, the line's sale flow is public.
pub fn price_line(
    catalog: &Catalog,
    line: SellableLine<'_>,
    terms: Terms<'_>,
    availability: &Availability,
    now: Instant,
) -> CartLine {
    let visits = visits(catalog, &line.performances, availability);
    let quote = catalog.unit_quote(line.product, line.variant, terms, &visits, now);
    let unit = unit_price(catalog, &quote);
    let gives = |promotion: &&Promotion| {
        quote.promotion.as_ref().is_some_and(|given| given.id == promotion.id)
            || !Terms::public().sell(catalog, line.product, line.variant, now)
    };
    let sold_by = terms.promotion.filter(gives).map(|promotion| promotion.id.clone());
    let is_public = sold_by.is_none() && terms.promotion.is_some();
    let is_handed_over = quote.parts.iter().any(|part| part.variant.delivery_item);
    // If the line is sold without the entitlement's promotion, it does not redeem the entitlement.
    let redemption = line.redemption.filter(|_| sold_by.is_some());
    let mut seats = line.part_seats.into_iter();
    let package = line.product.package.as_ref().map(|package| LinePackage {
        discount_description: package.discount_description.clone(),
        discount_percentage: Some(package.discount_percentage),
        display_item_pricing_details: package.display_item_pricing_details,
        bundle_date: None,
        parts: quote.parts.iter().flat_map(|part| line_parts(catalog, part, &line.performances, &mut seats)).collect(),
    });
    let pass = line.variant.pass.map(|pass_kind| LinePass { pass_kind, details: line.pass_details });
    CartLine {
        id: random_id(),
        kind: kind_of(line.product, package, redemption, pass),
        product_id: line.product.id.clone(),
        variant_id: line.variant.id.clone(),
        sale_flow: if is_public { SaleFlow::Public } else { terms.flow },
        sold_by,
        product_name: line.product.name.clone(),
        variant_name: line.variant.name.clone(),
        pass_level: line.variant.pass_level.clone(),
        delivery_item: line.variant.delivery_item || is_handed_over,
        quantity: line.quantity,
        unit_price: unit.price,
        unit_fees: unit.fees,
        unit_tax: unit.tax,
        regular_price: Some(quote.regular).filter(|regular| *regular > unit.price),
        promotion: quote.promotion,
        tax_rate: Some(catalog.tax_rate(line.product.tax_class.as_ref())),
        performances: ChosenPerformances(line.performances),
        offers: LineOffers::default(),
    }
}

/// What a line of this product sells. The catalogue allows neither an entitlement to a package nor a pass in a package.
fn kind_of(
    product: &Product,
    package: Option<LinePackage>,
    redemption: Option<Redemption>,
    pass: Option<LinePass>,
) -> LineKind {
    match (package, redemption, pass) {
        (Some(package), ..) => LineKind::Package(package),
        (None, Some(redemption), pass) => LineKind::Redemption(Box::new(RedeemedItem { redemption, pass })),
        (None, None, Some(pass)) => LineKind::Pass(pass),
        (None, None, None) if product.donation.is_some() => LineKind::Donation,
        (None, None, None) => LineKind::Ticket,
    }
}

/// A part of a package with the performances that the package's selections assign to it: several of one unit each, if
/// they have seats.
fn line_parts(
    catalog: &Catalog,
    asked: &QuotedPart<'_>,
    chosen: &[ChosenPerformance],
    seats: &mut impl Iterator<Item = PartSeat>,
) -> Vec<LinePart> {
    let given = asked.part.selections.iter().zip(1..).filter_map(|(from, selection_index)| {
        let chosen = chosen.iter().find(|chosen| chosen.selection_index == *from)?;
        Some(ChosenPerformance { selection_index, ..chosen.clone() })
    });
    let part = LinePart {
        product_id: asked.product.id.clone(),
        variant_id: asked.variant.id.clone(),
        product_name: asked.product.name.clone(),
        variant_name: asked.variant.name.clone(),
        pass_level: asked.variant.pass_level.clone(),
        quantity: asked.part.quantity,
        unit_price: asked.price,
        performances: ChosenPerformances(given.collect()),
    };
    part_places::placed(catalog, asked, part, seats)
}

/// The sale terms on which a line was bought, if the catalogue still has them and `lines` contains the host line that
/// they may require. Otherwise the public terms.
pub fn terms_of<'c>(catalog: &'c Catalog, line: &'c CartLine, lines: &[CartLine]) -> Terms<'c> {
    let code = line.promotion.as_ref().and_then(|promotion| promotion.code.as_deref());
    let with_code = || line.promotion.as_ref().filter(|_| code.is_some()).map(|it| &it.id);
    let Some(id) = line.sold_by.as_ref().or_else(with_code) else {
        return Terms { flow: line.sale_flow, ..Terms::public() };
    };
    let promotion = catalog.promotion_of(line.sale_flow, id);
    match promotion.filter(|it| it.is_hosted(catalog, line.sale_flow, &hosts(lines))) {
        Some(promotion) => {
            let paid = line.follows().and_then(|held| held.paid);
            let credit = paid.map(|paid| promotion.credited(paid));
            Terms { flow: line.sale_flow, promotion: Some(promotion), code, credit, left: None }
        }
        None => Terms::public(),
    }
}

/// The sale terms on which a line would be sold now, given the other lines; `None` for a renewal or upgrade that is no
/// longer allowed.
pub fn terms_now<'c>(catalog: &'c Catalog, line: &'c CartLine, lines: &[CartLine], now: Instant) -> Option<Terms<'c>> {
    match line.follows() {
        Some(held) => pass_rules::option_after(catalog, held, &line.variant_id, now).map(|option| option.terms),
        None => Some(terms_of(catalog, line, lines)),
    }
}

/// Whether the host line that a line depends on, if any, is among `lines`.
pub fn has_its_host(catalog: &Catalog, line: &CartLine, lines: &[CartLine]) -> bool {
    !line.sale_flow.needs_host() || terms_of(catalog, line, lines).promotion.is_some()
}

/// The lines of which a line needs one: it leaves the cart with the last of them. None if the line needs no host or is
/// also on public sale.
pub fn needed_hosts<'l>(
    catalog: &Catalog,
    line: &CartLine,
    lines: &'l [CartLine],
    now: Instant,
) -> impl Iterator<Item = &'l CartLine> {
    let is_for_sale = catalog
        .variant(&line.variant_id)
        .is_some_and(|(product, variant)| Terms::public().sell(catalog, product, variant, now));
    let needs_host = line.sale_flow.needs_host() && !is_for_sale;
    lines.iter().filter(move |&host| needs_host && has_its_host(catalog, line, slice::from_ref(host)))
}

/// The lines that can be hosts of add-ons and cross-sells. A donation or a line that needs a host itself cannot be a
/// host.
pub fn hosts(lines: &[CartLine]) -> Vec<InCart> {
    let hosts = lines.iter().filter(|line| line.quantity > 0 && !line.sale_flow.needs_host() && !line.is_donation());
    hosts
        .map(|line| InCart { product_id: line.product_id.clone(), pass: line.pass().map(|pass| pass.pass_kind) })
        .collect()
}

/// Recalculates the offers on all lines. A cart keeps an offer that has ended until the cart's hold ends.
pub fn write_offers(catalog: &Catalog, lines: &mut [CartLine], hold: Option<Hold>, now: Instant) {
    let is_held = hold.is_some_and(|hold| now < hold.until);
    let held = lines.iter().filter(|_| is_held).flat_map(|line| &line.offers.0);
    let kept: BTreeSet<PromotionId> = held.map(|offer| offer.promotion_id.clone()).collect();
    let mut found = offers(catalog, &offered(catalog, lines), &kept, now).into_iter();
    for line in lines.iter_mut() {
        line.offers = if is_offered(line) { found.next().unwrap_or_default() } else { LineOffers::default() };
    }
}

/// The offers of the lines with all that is needed to apply them to fewer units; `None` without offers.
pub fn kept_offers(catalog: &Catalog, lines: &[CartLine]) -> Option<KeptOffers> {
    let used: Vec<LineOffers> = lines.iter().filter(|line| is_offered(line)).map(|line| line.offers.clone()).collect();
    let is_used = used.iter().any(|offers| !offers.0.is_empty());
    is_used.then(|| KeptOffers::of(catalog, &offered(catalog, lines), &used))
}

/// Whether offers may apply to a line: it has its public price.
pub fn is_offered(line: &CartLine) -> bool {
    line.promotion.is_none() && line.package().is_none()
}

/// The lines to which offers may apply.
pub fn offered<'l>(catalog: &Catalog, lines: &'l [CartLine]) -> Vec<CandidateLine<'l>> {
    let of_line = |line: &CartLine| catalog.tax_rate(catalog.product(&line.product_id)?.tax_class.as_ref()).into();
    let rate = |line: &CartLine| line.tax_rate.or_else(|| of_line(line)).unwrap_or_default();
    let candidate = |line: &'l CartLine| CandidateLine {
        id: &line.id,
        variant: &line.variant_id,
        date: line.performances.0.first().map(|chosen| chosen.date),
        unit: UnitPrice { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax },
        tax_rate: rate(line),
        quantity: line.quantity,
    };
    lines.iter().filter(|line| is_offered(line)).map(candidate).collect()
}

/// A line's total price after offers, without tax and fees. The lines of a cart add up to its subtotal.
pub fn item_total(line: &CartLine) -> Money {
    line.unit_price.times(line.quantity) + line.offers.0.iter().map(LineOffer::adjustment_total).sum()
}

/// A line's per-ticket fees after offers.
pub fn item_fees(line: &CartLine) -> Money {
    line.unit_fees.times(line.quantity) + line.offers.0.iter().map(LineOffer::fees_adjustment_total).sum()
}

/// The displayed price of all units of a line: with per-ticket fees, and after offers.
pub fn displayed(line: &CartLine) -> DisplayedLine<'_> {
    DisplayedLine {
        promotion: line.promotion.as_ref(),
        regular: line.regular_price.map(|regular| (regular + line.unit_fees).times(line.quantity)),
        total: item_total(line) + item_fees(line),
    }
}
