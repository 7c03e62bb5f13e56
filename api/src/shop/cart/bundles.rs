//! A bundle that a shopper has built. It is one cart line whose parts are the shopper's choices and the items that are
//! always included; it is added, held and removed as a whole. Pure, except for the random id of a new line.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::line::{CartLine, ChosenPerformance, ChosenPerformances, LineKind, LinePackage, LinePart};
use super::prices::visits;
use super::refusals::WRONG_FLOW;
use super::sellable::{self, NO_PERFORMANCE, SellableLine, WantedLine, WantedPerformance};
use crate::error::Refusal;
use crate::shop::bundle::{self, BundlePart, UNAVAILABLE};
use crate::shop::performance::Availability;
use midway_catalog::files::Bundle;
use midway_catalog::pricing::{LineOffers, UnitPrice, unit_price};
use midway_catalog::{Catalog, Terms};
use midway_kernel::coded::SaleFlow;
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
    parts: Vec<(BundlePart<'c>, SellableLine<'c>)>,
}

impl<'c> SellableBundle<'c> {
    pub fn asks_to_sign_in(&self, catalog: &Catalog) -> bool {
        catalog.bundle_asks_to_sign_in(self.bundle)
    }

    /// The parts of the bundle, each as a line.
    pub fn lines(&self) -> Vec<SellableLine<'c>> {
        self.parts.iter().map(|(_, line)| line.clone()).collect()
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
    let chosen: Vec<(&VariantId, u32)> = lines.iter().map(|line| (&line.variant_id, line.quantity)).collect();
    let sellable_part = |part: BundlePart<'c>| {
        let asked = lines.iter().find(|line| line.variant_id == part.offered.variant.id);
        let included = || WantedLine {
            product_id: part.offered.product.id.clone(),
            variant_id: part.offered.variant.id.clone(),
            quantity: part.quantity,
            performances: Vec::new(),
            seen_price: None,
            redemption: None,
            pass_details: None,
        };
        let line = sellable::sellable(catalog, &asked.cloned().unwrap_or_else(included), Terms::public(), now)?;
        match line.performances.iter().all(|chosen| chosen.date == wanted.date) {
            true => Ok((part, line)),
            false => Err(Refusal::new(NO_PERFORMANCE)),
        }
    };
    let parts = bundle::chosen_parts(catalog, bundle, &chosen)?.into_iter().map(sellable_part);
    let (date, seen_price) = (wanted.date, wanted.seen_price);
    Ok(SellableBundle { bundle, date, seen_price, parts: parts.collect::<Result<_, _>>()? })
}

/// A new line at today's prices; some of them depend on `availability`. The fees and the tax of the line are the sums
/// over the parts.
pub fn priced(catalog: &Catalog, sold: &SellableBundle<'_>, availability: &Availability, now: Instant) -> CartLine {
    let SellableBundle { bundle, parts, .. } = sold;
    let date = sold.date;
    let (mut unit, mut alone) = (UnitPrice::default(), Money::ZERO);
    let mut line_parts = Vec::with_capacity(parts.len());
    for (part, line) in parts {
        let quote = catalog.unit_quote_in_bundle(part.offered, &visits(catalog, &line.performances, availability), now);
        let of_part = unit_price(catalog, &quote);
        unit.price = unit.price + of_part.price.times(part.quantity);
        unit.fees = unit.fees + of_part.fees.times(part.quantity);
        unit.tax = unit.tax + of_part.tax.times(part.quantity);
        alone = alone + quote.regular.times(part.quantity);
        line_parts.push(LinePart {
            product_id: line.product.id.clone(),
            variant_id: line.variant.id.clone(),
            product_name: line.product.name.clone(),
            variant_name: line.variant.name.clone(),
            pass_level: line.variant.pass_level.clone(),
            quantity: part.quantity,
            unit_price: of_part.price,
            performances: ChosenPerformances(line.performances.clone()),
        });
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
        delivery_item: parts.iter().any(|(_, line)| line.variant.delivery_item),
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
        })
        .collect();
    let wanted = WantedBundle { id, date, seen_price: None };
    let repriced = priced(catalog, &sellable(catalog, &wanted, &lines, now)?, availability, now);
    Ok(CartLine { id: line.id.clone(), ..repriced })
}

/// All performances of the parts, without repetition, in the order of the parts.
fn visited(parts: &[LinePart]) -> ChosenPerformances {
    let mut seen: BTreeSet<&PerformanceId> = BTreeSet::new();
    let all = parts.iter().flat_map(|part| &part.performances.0);
    let each = all.filter(|chosen| seen.insert(&chosen.performance_id)).zip(1..);
    ChosenPerformances(
        each.map(|(chosen, selection_index)| ChosenPerformance { selection_index, ..chosen.clone() }).collect(),
    )
}
