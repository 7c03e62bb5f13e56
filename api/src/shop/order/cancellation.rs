//! The rules by which the buyer may cancel a line, as they were when it was bought.

use chrono_tz::Tz;

use super::entity::{line, order};
use crate::shop::cart::first_visit;
use crate::shop::catalog::cancellation_of_bought;
use midway_catalog::files::CancellationStep;
use midway_catalog::{Catalog, Purchased};
use midway_kernel::id::BundleId;
use midway_kernel::time::Instant;

/// What was bought with a line, as its rules see it.
pub fn purchased(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Purchased {
    let visit = first_visit(&line.performances, line.package.as_ref());
    Purchased { at: order.placed_at, visit, zone: zone(catalog, order, line) }
}

/// The step of a line's rules that applies now, with the moment when it ends; `None` if the buyer cannot cancel it.
pub fn step<'l>(
    catalog: &Catalog,
    order: &order::Model,
    line: &'l line::Model,
    now: Instant,
) -> Option<(&'l CancellationStep, Instant)> {
    line.cancellation.as_ref()?.step(&purchased(catalog, order, line), now)
}

/// The moment until when a line can be exchanged; `None` if it cannot, or no longer. Passes, redeemed units and bundles
/// never can.
pub fn exchange_ends(catalog: &Catalog, order: &order::Model, line: &line::Model, now: Instant) -> Option<Instant> {
    let is_bundle = line.package.as_ref().is_some_and(|package| package.bundle_date.is_some());
    if is_bundle || line.entitlement_id.is_some() || line.first_name.is_some() {
        return None;
    }
    line.cancellation.as_ref()?.exchange_ends(&purchased(catalog, order, line)).filter(|end| now < *end)
}

/// The time zone of a line's venue; that of the order if its product has left the catalogue.
fn zone(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Tz {
    let of_product = catalog.product(&line.product_id).map(|product| catalog.zone_of(product));
    let of_bundle = || {
        let bundle = catalog.bundle(&BundleId(line.product_id.0.clone()))?;
        Some(catalog.site(&bundle.site)?.time_zone)
    };
    of_product.or_else(of_bundle).unwrap_or_else(|| order.time_zone.parse().unwrap_or(Tz::UTC))
}

/// What the buyer gets back who cancels the line, in words as at the purchase; `None` if it has no rules.
pub fn policy_in_words(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Option<String> {
    let rules = line.cancellation.as_ref()?;
    Some(cancellation_of_bought(catalog, rules, &purchased(catalog, order, line), order.placed_at))
}
