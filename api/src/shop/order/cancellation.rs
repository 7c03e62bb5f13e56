//! The rules by which the buyer may cancel a line, as they were when it was bought.

use super::entity::{line, order};
use crate::shop::cart::{first_visit, zone_of_bought};
use crate::shop::catalog::{cancellation_of_bought, moment_in_words};
use midway_catalog::files::CancellationStep;
use midway_catalog::{Catalog, Purchased};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{Instant, day_in_words, twelve_hours};

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
    if let Some(until) = choice_until(line, now) {
        return Some((&EVERYTHING, until));
    }
    line.cancellation.as_ref()?.step(&purchased(catalog, order, line), now)
}

const EVERYTHING: CancellationStep = CancellationStep { until_before: None, days_after_purchase: None, percent: 100 };

/// Until when the buyer chooses what to get instead of a performance that does not take place; `None` for a line without
/// this choice.
pub fn choice_until(line: &line::Model, now: Instant) -> Option<Instant> {
    line.choice_until.filter(|until| now < *until)
}

/// The moment until when a line can be exchanged; `None` if it cannot, or no longer. Passes, redeemed units and bundles
/// never can.
pub fn exchange_ends(catalog: &Catalog, order: &order::Model, line: &line::Model, now: Instant) -> Option<Instant> {
    let is_bundle = line.package.as_ref().is_some_and(|package| package.bundle_date.is_some());
    if is_bundle || line.entitlement_id.is_some() || line.first_name.is_some() {
        return None;
    }
    if let Some(until) = choice_until(line, now) {
        return Some(until);
    }
    line.cancellation.as_ref()?.exchange_ends(&purchased(catalog, order, line)).filter(|end| now < *end)
}

/// What the buyer gets back who cancels the line, in words as at the purchase; `None` if it has no rules.
pub fn policy_in_words(catalog: &Catalog, order: &order::Model, line: &line::Model) -> Option<String> {
    let rules = line.cancellation.as_ref()?;
    Some(cancellation_of_bought(catalog, rules, &purchased(catalog, order, line), order.placed_at))
}

const CHOOSE: Text = Text {
    id: "performance-cancellation.choose",
    default: "{{visit}} doesn't take place. Until {{until}}, choose other tickets or get your money back. After that, \
              you get your money back.",
};

/// What a buyer is to choose instead of performances that do not take place, in words.
pub fn choices_in_words(catalog: &Catalog, order: &order::Model, lines: &[line::Model], now: Instant) -> Vec<String> {
    let mut choices: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| line.units_left() > 0) {
        let Some(until) = choice_until(line, now) else { continue };
        let until = moment_in_words(until, purchased(catalog, order, line).zone);
        let choice = catalog.message(CHOOSE, &[("visit", product_and_visit(line)), ("until", until)]);
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    choices
}

/// The day and time of a line's first visit, such as `Saturday, November 21, 2026, 12:00 PM`.
pub fn visit_in_words(line: &line::Model) -> Option<String> {
    let parts = line.package.iter().flat_map(|package| &package.parts).map(|part| &part.performances);
    let chosen = std::iter::once(&line.performances).chain(parts).flat_map(|chosen| &chosen.0).next()?;
    let time = (!chosen.valid_all_day).then(|| twelve_hours(&chosen.time.wire()));
    Some([Some(day_in_words(chosen.date)), time].into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// The product of a line with its first visit.
pub fn product_and_visit(line: &line::Model) -> String {
    [Some(line.product_name.clone()), visit_in_words(line)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
