//! A bundle that a shopper has built. It is one cart line whose parts are the shopper's choices and the items that are
//! always included; it is added, held and removed as a whole. Pure, except for the random id of a new line.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use chrono_tz::Tz;

use super::line::{CartLine, ChosenPerformance, ChosenPerformances, LineKind, LinePackage, LinePart};
use super::prices::visits;
use super::refusals::WRONG_FLOW;
use super::sellable::{self, NO_PERFORMANCE, SellableLine, WantedLine, WantedPerformance, WantedPlace};
use crate::error::Refusal;
use crate::shop::bundle::{self, BundlePart, UNAVAILABLE};
use crate::shop::performance::{self, Availability};
use midway_catalog::files::{Bundle, Variant};
use midway_catalog::pricing::{LineOffers, UnitPrice, unit_price};
use midway_catalog::{Catalog, Terms};
use midway_kernel::coded::{SaleFlow, ShowType};
use midway_kernel::id::{BundleId, PerformanceId, ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{Instant, day_in_words};

const LINE: Text = Text { id: "bundle.line", default: "Bundle for {{day}}" };

/// A requested bundle and its day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedBundle {
    pub id: BundleId,
    pub date: NaiveDate,
    /// The display price that the shopper was shown.
    pub seen_price: Option<Money>,
}

/// A bundle that may be sold, before its places are claimed.
#[derive(Clone, Debug)]
pub struct SellableBundle<'c> {
    bundle: &'c Bundle,
    date: NaiveDate,
    pub seen_price: Option<Money>,
    /// Each part with its lines: one, or one for each seat.
    parts: Vec<(BundlePart<'c>, Vec<SellableLine<'c>>)>,
}

impl<'c> SellableBundle<'c> {
    /// The ids of the bundle and of the products of its parts.
    pub fn products(&self) -> impl Iterator<Item = ProductId> {
        let of_parts = self.parts.iter().flat_map(|(_, lines)| lines).map(|line| line.product.id.clone());
        std::iter::once(ProductId(self.bundle.id.to_string())).chain(of_parts)
    }

    pub fn asks_to_sign_in(&self, catalog: &Catalog) -> bool {
        catalog.bundle_asks_to_sign_in(self.bundle)
    }

    /// The lines of the parts, in the order of the parts.
    pub fn lines(&self) -> Vec<SellableLine<'c>> {
        self.parts.iter().flat_map(|(_, lines)| lines).cloned().collect()
    }
}

/// Checks that a bundle of these parts may be sold now: it is offered on its day, its steps are satisfied, and each
/// part is on sale, with performances only on that day.
pub fn sellable<'c>(
    catalog: &'c Catalog,
    wanted: &WantedBundle,
    lines: &[WantedLine],
    now: Instant,
) -> Result<SellableBundle<'c>, Refusal> {
    let bundle = catalog.bundle(&wanted.id).ok_or_else(|| Refusal::new(WRONG_FLOW))?;
    if !bundle::is_offered_on(catalog, bundle, wanted.date, now) {
        return Err(Refusal::new(UNAVAILABLE));
    }
    let sellable_part = |part: BundlePart<'c>| {
        let included = || WantedLine {
            product_id: part.offered.product.id.clone(),
            variant_id: part.offered.variant.id.clone(),
            quantity: part.quantity,
            performances: Vec::new(),
            seen_price: None,
            redemption: None,
            pass_details: None,
            part_seats: Vec::new(),
        };
        let asked: Vec<&WantedLine> = lines.iter().filter(|line| line.variant_id == part.offered.variant.id).collect();
        let of_part = match asked.is_empty() {
            true => vec![included()],
            false => asked.into_iter().map(|line| with_places(catalog, line.clone(), part.offered.variant)).collect(),
        };
        let at = |line: &WantedLine| line.performances.iter().map(|it| it.performance_id.clone()).collect::<Vec<_>>();
        if of_part.iter().any(|line| at(line) != at(&of_part[0])) {
            return Err(Refusal::new(NO_PERFORMANCE));
        }
        let sold = |line: &WantedLine| {
            let line = sellable::sellable(catalog, line, Terms::public(), now)?;
            let is_of_day = line.performances.iter().all(|chosen| chosen.date == wanted.date);
            is_of_day.then_some(line).ok_or_else(|| Refusal::new(NO_PERFORMANCE))
        };
        Ok((part, of_part.iter().map(sold).collect::<Result<_, Refusal>>()?))
    };
    let parts = bundle::chosen_parts(catalog, bundle, &chosen(lines))?.into_iter().map(sellable_part);
    let parts: Vec<(BundlePart<'c>, Vec<SellableLine<'c>>)> = parts.collect::<Result<_, Refusal>>()?;
    let starts = parts.iter().flat_map(|(part, lines)| {
        let chosen = lines.iter().flat_map(|line| &line.performances);
        chosen.map(|chosen| (part.step, chosen.starts_at))
    });
    let zone = catalog.site(&bundle.site).map_or(Tz::UTC, |site| site.time_zone);
    bundle::keeps_delays(bundle, starts, zone)?;
    Ok(SellableBundle { bundle, date: wanted.date, seen_price: wanted.seen_price, parts })
}

/// What was chosen, with the quantities of the lines. Lines of a variant that have a seat each count together.
fn chosen(lines: &[WantedLine]) -> Vec<(&VariantId, u32)> {
    let has_seat = |line: &WantedLine| line.performances.iter().any(|it| matches!(it.place, WantedPlace::Seat(_)));
    let mut chosen: Vec<(&VariantId, u32)> = Vec::new();
    for line in lines {
        match chosen.iter_mut().find(|(id, _)| **id == line.variant_id && has_seat(line)) {
            Some((_, quantity)) => *quantity = quantity.saturating_add(line.quantity),
            None => chosen.push((&line.variant_id, line.quantity)),
        }
    }
    chosen
}

/// The line with a place to look for at each performance in a hall for which it names none: no step of a bundle asks for
/// places.
fn with_places(catalog: &Catalog, mut line: WantedLine, variant: &Variant) -> WantedLine {
    for wanted in line.performances.iter_mut().filter(|wanted| wanted.place == WantedPlace::Anywhere) {
        let Some(performance) = performance::find(catalog, &wanted.performance_id) else { continue };
        let only = performance::only_section(&performance, variant);
        wanted.place = match (performance.show.show_type, only) {
            (ShowType::Sections, Some(section)) => WantedPlace::Section(section.id.clone()),
            (ShowType::Seats, _) => WantedPlace::BestSeats(None),
            _ => WantedPlace::Anywhere,
        };
    }
    line
}

/// A new line at today's prices; some of them depend on `availability`. The fees and the tax of the line are the sums
/// over the parts. `lines` are those of the bundle, whose seats the shop may have chosen since.
pub fn priced(
    catalog: &Catalog,
    sold: &SellableBundle<'_>,
    lines: &[SellableLine<'_>],
    availability: &Availability,
    now: Instant,
) -> CartLine {
    let SellableBundle { bundle, parts, .. } = sold;
    let date = sold.date;
    let (mut unit, mut alone) = (UnitPrice::default(), Money::ZERO);
    let mut line_parts = Vec::with_capacity(parts.len());
    for (part, _) in parts {
        let of_part: Vec<&SellableLine<'_>> =
            lines.iter().filter(|line| line.variant.id == part.offered.variant.id).collect();
        let performances = of_part.first().map_or(&[][..], |line| &line.performances);
        let quote = catalog.unit_quote_in_bundle(part.offered, &visits(catalog, performances, availability), now);
        let unit_of_part = unit_price(catalog, &quote);
        unit.price = unit.price + unit_of_part.price.times(part.quantity);
        unit.fees = unit.fees + unit_of_part.fees.times(part.quantity);
        unit.tax = unit.tax + unit_of_part.tax.times(part.quantity);
        alone = alone + quote.regular.times(part.quantity);
        line_parts.extend(of_part.into_iter().map(|line| LinePart {
            product_id: line.product.id.clone(),
            variant_id: line.variant.id.clone(),
            product_name: line.product.name.clone(),
            variant_name: line.variant.name.clone(),
            pass_level: line.variant.pass_level.clone(),
            quantity: line.quantity,
            unit_price: unit_of_part.price,
            performances: ChosenPerformances(line.performances.clone()),
        }));
    }
    let performances = visited(&line_parts);
    let package = LinePackage {
        discount_description: None,
        discount_percentage: None,
        display_item_pricing_details: true,
        bundle_date: Some(date),
        parts: line_parts,
    };
    CartLine {
        id: random_id(),
        kind: LineKind::Bundle(package),
        product_id: ProductId(bundle.id.0.clone()),
        variant_id: VariantId(bundle.id.0.clone()),
        sale_flow: SaleFlow::BundleBuilder,
        product_name: bundle.name.clone(),
        variant_name: catalog.message(LINE, &[("day", day_in_words(date))]),
        pass_level: None,
        delivery_item: lines.iter().any(|line| line.variant.delivery_item),
        quantity: 1,
        unit_price: unit.price,
        unit_fees: unit.fees,
        unit_tax: unit.tax,
        performances,
        regular_price: Some(alone).filter(|alone| *alone > unit.price),
        promotion: None,
        sold_by: None,
        tax_rate: None,
        offers: LineOffers::default(),
    }
}

/// Reprices a bundle of the cart with the same choices; `availability` must cover the stocks that `prices::price_keys`
/// names for the bundle's parts.
///
/// # Errors
/// A refusal when it cannot be sold any more.
pub fn reprice(
    catalog: &Catalog,
    line: &CartLine,
    availability: &Availability,
    now: Instant,
) -> Result<CartLine, Refusal> {
    let day = line.package().and_then(|package| package.bundle_date);
    let (Some(id), Some(date)) = (line.bundle_id(), day) else {
        return Err(Refusal::new(WRONG_FLOW));
    };
    let lines: Vec<WantedLine> = line
        .parts()
        .map(|part| WantedLine {
            product_id: part.product_id.clone(),
            variant_id: part.variant_id.clone(),
            quantity: part.quantity,
            performances: part.performances.0.iter().map(WantedPerformance::from).collect(),
            seen_price: None,
            redemption: None,
            pass_details: None,
            part_seats: Vec::new(),
        })
        .collect();
    let wanted = WantedBundle { id, date, seen_price: None };
    let bundle = sellable(catalog, &wanted, &lines, now)?;
    let repriced = priced(catalog, &bundle, &bundle.lines(), availability, now);
    Ok(CartLine { id: line.id.clone(), ..repriced })
}

/// All performances of the parts, without repetition and without places, in the order of the parts.
fn visited(parts: &[LinePart]) -> ChosenPerformances {
    let mut seen: BTreeSet<&PerformanceId> = BTreeSet::new();
    let all = parts.iter().flat_map(|part| &part.performances.0);
    let each = all.filter(|chosen| seen.insert(&chosen.performance_id)).zip(1..);
    ChosenPerformances(
        each.map(|(chosen, selection_index)| ChosenPerformance {
            selection_index,
            section: None,
            seat: None,
            ..chosen.clone()
        })
        .collect(),
    )
}
