//! The rules by which the buyer may cancel a line, as they were when it was bought.

use super::entity::{PerformanceChange, line, order};
use crate::shop::cart::{ChosenPerformance, first_visit, zone_of_bought};
use crate::shop::catalog::{cancellation_of_bought, moment_in_words};
use midway_catalog::files::CancellationStep;
use midway_catalog::{Catalog, Purchased};
use midway_kernel::id::BundleId;
use midway_kernel::text::{Messages, Text};
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
    if let Some(until) = choice_until(line, now) {
        return Some((&EVERYTHING, until));
    }
    line.cancellation.as_ref()?.step(&purchased(catalog, order, line), now)
}

const EVERYTHING: CancellationStep = CancellationStep { until_before: None, days_after_purchase: None, percent: 100 };

/// Until when the buyer chooses what to get instead of performances that do not take place or were moved; `None` for a line
/// without this choice.
pub fn choice_until(line: &line::Model, now: Instant) -> Option<Instant> {
    line.choice_until.filter(|until| now < *until)
}

/// A choice that ends at this moment, and no later than the first of the visits begins: what was visited is not exchanged.
/// `None` if that is over.
pub fn choice_before_visits<'v>(
    until: Instant,
    visits: impl Iterator<Item = &'v ChosenPerformance>,
    now: Instant,
) -> Option<Instant> {
    let first = visits.map(|chosen| chosen.starts_at).min();
    Some(first.map_or(until, |first| until.min(first))).filter(|until| now < *until)
}

/// Why the buyer cannot exchange a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotExchangeable {
    Pass,
    Redeemed,
    /// It has a date and goods, which may have been handed over already. Another line would bring them again.
    Goods,
    /// The catalogue no longer has the bundle or the variant.
    NoLongerSold,
    /// Its rules say nothing about exchanges, or it has no date.
    NotInRules,
    TooLate,
}

/// Whether there is anything for which a line can be exchanged, if its rules or a choice allow it.
pub fn may_be_exchanged(catalog: &Catalog, line: &line::Model) -> bool {
    never_exchangeable(catalog, line).is_none()
}

/// Why a line cannot be exchanged whatever its rules or a choice say; `None` if they decide.
fn never_exchangeable(catalog: &Catalog, line: &line::Model) -> Option<NotExchangeable> {
    if line.first_name.is_some() {
        return Some(NotExchangeable::Pass);
    }
    if line.entitlement_id.is_some() {
        return Some(NotExchangeable::Redeemed);
    }
    if line.has_goods_and_visit() {
        return Some(NotExchangeable::Goods);
    }
    let is_sold = match line.is_bundle() {
        true => catalog.bundle(&BundleId(line.product_id.0.clone())).is_some(),
        false => catalog.variant(&line.variant_id).is_some(),
    };
    (!is_sold).then_some(NotExchangeable::NoLongerSold)
}

/// The moment until when a line can be exchanged.
///
/// # Errors
/// The reason why it cannot, or no longer.
pub fn exchange_ends(
    catalog: &Catalog,
    order: &order::Model,
    line: &line::Model,
    now: Instant,
) -> Result<Instant, NotExchangeable> {
    if let Some(reason) = never_exchangeable(catalog, line) {
        return Err(reason);
    }
    if let Some(until) = choice_until(line, now) {
        return Ok(until);
    }
    let end = line.cancellation.as_ref().and_then(|rules| rules.exchange_ends(&purchased(catalog, order, line)));
    let end = end.ok_or(NotExchangeable::NotInRules)?;
    if now < end { Ok(end) } else { Err(NotExchangeable::TooLate) }
}

/// What the buyer gets back who cancels the line, in words as at the purchase.
pub fn policy_in_words(catalog: &Catalog, order: &order::Model, line: &line::Model) -> String {
    let bought = purchased(catalog, order, line);
    cancellation_of_bought(catalog, line.cancellation.as_ref(), &bought, order.placed_at)
}

const CHOOSE: Text = Text {
    id: "performance-cancellation.choose",
    default: "Canceled: {{visit}}. You can choose other tickets or a refund until {{until}}. After that, we'll \
              refund your original payment method.",
};
const MONEY: Text = Text {
    id: "performance-cancellation.money",
    default: "Canceled: {{visit}}. We'll refund your original payment method after {{until}}, or right away if you \
              cancel your tickets here.",
};
const MOVED: Text = Text {
    id: "performance-cancellation.moved",
    default: "Moved: {{visit}}. New time: {{new}}. Your tickets are valid for the new time. If it doesn't work for \
              you, choose other tickets or a refund by {{until}}.",
};
const MOVED_MONEY: Text = Text {
    id: "performance-cancellation.moved-money",
    default: "Moved: {{visit}}. New time: {{new}}. Your tickets are valid for the new time. If it doesn't work for \
              you, you can cancel your tickets here for a refund until {{until}}.",
};

const MOVED_TOO: Text =
    Text { id: "performance-cancellation.moved-too", default: "Moved: {{visit}}. New time: {{new}}." };

/// What a buyer may choose instead of performances that do not take place or were moved, in words.
pub fn choices_in_words(catalog: &Catalog, order: &order::Model, lines: &[line::Model], now: Instant) -> Vec<String> {
    let mut choices: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| line.units_left() > 0) {
        let Some(until) = choice_until(line, now) else { continue };
        let until = moment_in_words(until, purchased(catalog, order, line).zone);
        for change in line.changes() {
            let choice = choice_in_words(catalog, line, change, &until);
            if let Some(choice) = choice.filter(|choice| !choices.contains(choice)) {
                choices.push(choice);
            }
        }
    }
    choices
}

/// What happened to a performance of a line whose buyer chooses until then, in words; `None` for a performance that was moved
/// to one that does not take place either.
fn choice_in_words(catalog: &Catalog, line: &line::Model, change: &PerformanceChange, until: &str) -> Option<String> {
    let may_be_exchanged = may_be_exchanged(catalog, line);
    let (text, visit, new) = match change {
        PerformanceChange::Canceled { performance_id, .. } => {
            let text = if may_be_exchanged { CHOOSE } else { MONEY };
            (text, named_visit(line, line.at(performance_id)), String::new())
        }
        PerformanceChange::Moved { moved, .. } if line.was_asked_about(&moved.to.performance_id) => return None,
        PerformanceChange::Moved { moved, .. } => {
            // The end of the choice because of a canceled performance decides about the whole line.
            let is_canceled = line.canceled().next().is_some();
            let text = match (is_canceled, may_be_exchanged) {
                (true, _) => MOVED_TOO,
                (false, true) => MOVED,
                (false, false) => MOVED_MONEY,
            };
            (text, moved.from.in_words(), moved.to.when_in_words())
        }
    };
    Some(catalog.message(text, &[("visit", visit), ("new", new), ("until", until.to_owned())]))
}

/// The day and time of a line's first visit, such as `Saturday, November 21, 2026, 12:00 PM`.
pub fn visit_in_words(line: &line::Model) -> Option<String> {
    line.all_performances().next().map(ChosenPerformance::when_in_words)
}

/// One of the visits of a line with its product, such as `Garden Tour, Saturday, November 21, 2026, 12:00 PM`; with its show if
/// the product has more than this visit.
pub fn named_visit(line: &line::Model, visit: Option<&ChosenPerformance>) -> String {
    let Some(visit) = visit else { return line.product_name.clone() };
    let has_others = line.all_performances().any(|other| other.performance_id != visit.performance_id);
    if has_others { visit.in_words() } else { format!("{}, {}", line.product_name, visit.when_in_words()) }
}
