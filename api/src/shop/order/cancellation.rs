//! The rules by which the buyer may cancel a line, as they were when it was bought.

use super::entity::{line, order};
use crate::shop::cart::{first_visit, zone_of_bought};
use crate::shop::catalog::cancellation_of_bought;
use midway_catalog::files::CancellationStep;
use midway_catalog::{Catalog, Purchased};
use midway_kernel::time::Instant;

/// What was bought with a line, as its rules see it.
pub fn purchased(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Purchased {
    let visit = first_visit(&line.performances, line.package.as_ref());
    let zone = zone_of_bought(catalog, &line.product_id).unwrap_or_else(|| order.zone());
    Purchased { at: order.placed_at, visit, zone }
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

/// What the buyer gets back who cancels the line, in words as at the purchase; `None` if it has no rules.
pub fn policy_in_words(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Option<String> {
    let rules = line.cancellation.as_ref()?;
    Some(cancellation_of_bought(catalog, rules, &purchased(catalog, order, line), order.placed_at))
}
