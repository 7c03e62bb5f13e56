//! Rules for price calendars and listed prices.

use std::collections::{BTreeMap, HashMap};

use super::{Check, seasons, selling};
use crate::days::SeasonDay;
use crate::files::{Lead, PriceCalendar, PriceRule, Product, Variant, WallTime};
use midway_kernel::id::VariantId;

/// The maximum number of rules of a calendar: enough for years of seasons, weekdays and evenings. It is limited because
/// the rules are searched for the price of each visit.
const MAX_RULES: usize = 500;
const MAX_STEPS: usize = 10;
/// The maximum number of days before a performance at which a rule begins or ends: the longest `look_ahead_days`.
const MAX_LEAD_DAYS: u32 = 730;
/// The maximum number of listed prices: enough for fifty variants on each day of five years. Every replica keeps all of
/// them in memory.
const MAX_PRICES: usize = 500_000;
/// The maximum rise of a step, in percent. A step that multiplies a price by more than eleven is a mistake.
const LARGEST_RISE: u32 = 1_000;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    let mut products = HashMap::new();
    for (position, calendar) in folder.price_calendar.iter().enumerate() {
        let product = folder.product.iter().find(|product| product.id == calendar.product);
        let id = calendar.product.as_str();
        check.refers(product.is_some(), "price_calendar", position, "product", "product", id);
        check.first_use(&mut products, "price_calendar", position, "product", calendar.product.clone());
        if let Some(product) = product {
            is_dated(check, "price_calendar", position, "product", product);
            weeks(check, position, calendar, product);
        }
        check.say_unless(calendar.rules.len() <= MAX_RULES, "price_calendar", position, "rule", || {
            format!("a price calendar has at most {MAX_RULES} rules; long lists of days go into price.csv")
        });
        for (nth, it) in calendar.rules.iter().enumerate() {
            rule(check, position, &format!("rule.{nth}"), product, it);
            let is_covered = calendar.rules[..nth].iter().any(|earlier| covers(earlier, it));
            check.say_unless(!is_covered, "price_calendar", position, &format!("rule.{nth}"), || {
                "this rule never applies: a rule before it is for the same days and times and applies whenever this one \
                 does. Write the rule that applies for a shorter time first"
                    .to_owned()
            });
        }
        steps(check, position, calendar);
    }
    listed(check);
}

/// Checks that a product with prices by day is not a package and has a selection, because the shopper must choose a
/// day.
fn is_dated(check: &mut Check, table: &str, position: usize, path: &str, product: &Product) {
    check.say_unless(!product.selections.is_empty(), table, position, path, || {
        format!("\"{}\" has no [[product.selection]], so it has no days to price", product.id)
    });
    check.say_unless(product.package.is_none(), table, position, path, || {
        format!("\"{}\" is a package, whose price comes from its parts", product.id)
    });
}

/// Checks that a week calendar is used only for shows without a hall: a week calendar offers times, but no sections or
/// seats.
fn weeks(check: &mut Check, position: usize, calendar: &PriceCalendar, product: &Product) {
    let folder = check.folder;
    let shows = product.selections.iter().flat_map(|selection| &selection.shows);
    let hall = shows.filter_map(|id| folder.show.iter().find(|show| show.id == *id)).find(|show| show.hall.is_some());
    if let Some(show) = hall.filter(|_| calendar.week_calendar) {
        let what = format!("the show \"{}\" sells sections or seats, which a week calendar does not ask for", show.id);
        check.say("price_calendar", position, "week_calendar", what);
    }
}

fn rule(check: &mut Check, position: usize, path: &str, product: Option<&Product>, rule: &PriceRule) {
    let table = "price_calendar";
    let at = |key: &str| format!("{path}.{key}");
    check.say_unless(!rule.prices.is_empty(), table, position, &at("prices"), || {
        "a rule prices at least one variant".to_owned()
    });
    for (variant, price) in &rule.prices {
        let path = at(&format!("prices.{variant}"));
        selling::price(check, table, position, &path, *price);
        if let Some(product) = product {
            check.say_unless(product.variants.iter().any(|it| it.id == *variant), table, position, &path, || {
                format!("the product \"{}\" has no variant \"{variant}\"", product.id)
            });
        }
    }
    seasons::days(check, table, position, &at("dates"), &rule.dates);
    let mut weekdays = HashMap::new();
    for (nth, day) in rule.weekdays.iter().enumerate() {
        check.first_use(&mut weekdays, table, position, &at(&format!("weekdays.{nth}")), *day);
    }
    let has_others = rule.from.is_some() || rule.until.is_some() || !rule.weekdays.is_empty();
    check.say_unless(rule.dates.is_empty() || !has_others, table, position, &at("dates"), || {
        "`dates` cannot be combined with `from`, `until` and `weekdays`".to_owned()
    });
    season(check, position, path, rule);
    leads(check, position, path, rule);
    times(check, table, position, &format!("{path}."), rule.from_time, rule.until_time);
}

/// Checks how long before a performance a rule applies.
fn leads(check: &mut Check, position: usize, path: &str, rule: &PriceRule) {
    let table = "price_calendar";
    for (key, lead) in [("until_before", rule.until_before), ("from_before", rule.from_before)] {
        let Some(lead) = lead else { continue };
        self::lead(check, table, position, (&format!("{path}.{key}"), key), lead);
    }
    let never = match (rule.from_before, rule.until_before) {
        (Some(from), Some(until)) => match ((from.days, from.hours), (until.days, until.hours)) {
            ((Some(from), _), (Some(until), _)) => from < until,
            ((_, Some(from)), (_, Some(until))) => from <= until,
            // A day begins at most 24 hours before a performance on it, and ends after its start.
            ((Some(from), _), (_, Some(until))) => from.saturating_add(1).saturating_mul(24) <= until,
            ((_, Some(from)), (Some(until), _)) => from <= until.saturating_sub(1).saturating_mul(24),
            _ => false,
        },
        _ => false,
    };
    check.say_unless(!never, table, position, &format!("{path}.from_before"), || {
        "`from_before` is not longer than `until_before`, so the rule never applies".to_owned()
    });
}

/// Checks a time before a performance.
pub(crate) fn lead(check: &mut Check, table: &str, position: usize, (path, key): (&str, &str), lead: Lead) {
    check.say_unless(lead.days.is_some() != lead.hours.is_some(), table, position, path, || {
        format!("`{key}` is a number of days, `{{ days = 14 }}`, or of hours, `{{ hours = 3 }}`")
    });
    if let Some(days) = lead.days {
        check.say_unless(days <= MAX_LEAD_DAYS, table, position, path, || {
            format!("`days` is from 0 to {MAX_LEAD_DAYS}, not {days}")
        });
    }
    if let Some(hours) = lead.hours {
        check.say_unless((1..=MAX_LEAD_DAYS * 24).contains(&hours), table, position, path, || {
            format!("`hours` is from 1 to {}, not {hours}", MAX_LEAD_DAYS * 24)
        });
    }
}

/// Whether a rule with a lead always applies instead of a later one: both are for the same days and times.
fn covers(earlier: &PriceRule, later: &PriceRule) -> bool {
    let visits = |rule: &PriceRule| (rule.from, rule.until, rule.from_time, rule.until_time);
    let is_for_same = earlier.dates == later.dates
        && earlier.weekdays == later.weekdays
        && visits(earlier) == visits(later)
        && later.prices.keys().all(|variant| earlier.prices.contains_key(variant));
    // Whether the first lead is at least as long as the second one; `None` if they are in different units.
    let is_as_long = |lead: Lead, other: Lead| match (lead.days.zip(other.days), lead.hours.zip(other.hours)) {
        (Some((days, other)), _) | (_, Some((days, other))) => days >= other,
        _ => false,
    };
    let begins_first = earlier.from_before.is_none_or(|from| later.from_before.is_some_and(|it| is_as_long(from, it)));
    let ends_last = earlier.until_before.is_none_or(|until| later.until_before.is_some_and(|it| is_as_long(it, until)));
    is_for_same && earlier.has_lead() && later.has_lead() && begins_first && ends_last
}

fn season(check: &mut Check, position: usize, path: &str, rule: &PriceRule) {
    use SeasonDay::{EveryYear, Once};
    let until = format!("{path}.until");
    match (rule.from, rule.until) {
        (Some(Once(from)), Some(Once(last))) => {
            check.say_unless(from <= last, "price_calendar", position, &until, || {
                format!("`until` {last} is before `from` {from}")
            });
        }
        // A yearly season may span New Year, for example from December to January.
        (Some(EveryYear { .. }), Some(EveryYear { .. })) | (None, None) => {}
        (Some(EveryYear { .. }), _) | (_, Some(EveryYear { .. })) => {
            let path = if rule.from.is_some() { format!("{path}.from") } else { until };
            let what = "a season of every year has both `from` and `until`, and neither has a year";
            check.say("price_calendar", position, &path, what);
        }
        _ => {}
    }
}

/// Checks the hours of a rule. `at` is the path of the rule, ending in a dot, or empty.
pub(super) fn times(
    check: &mut Check,
    table: &str,
    position: usize,
    at: &str,
    from: Option<WallTime>,
    until: Option<WallTime>,
) {
    if let (Some(from), Some(until)) = (from, until) {
        check.say_unless(from < until, table, position, &format!("{at}until_time"), || {
            format!("`until_time` {} is not after `from_time` {}", until.wire(), from.wire())
        });
    }
}

/// Checks that all steps of a calendar are of the same kind, and that the price rises as fewer places are left.
fn steps(check: &mut Check, position: usize, calendar: &PriceCalendar) {
    let table = "price_calendar";
    check.say_unless(calendar.steps.len() <= MAX_STEPS, table, position, "step", || {
        format!("a price calendar has at most {MAX_STEPS} steps")
    });
    let mut shares = HashMap::new();
    let mut by_share = BTreeMap::new();
    for (nth, step) in calendar.steps.iter().enumerate() {
        let at = |key: &str| format!("step.{nth}.{key}");
        check.say_unless((1..=100).contains(&step.below_percent), table, position, &at("below_percent"), || {
            format!("`below_percent` is from 1 to 100, not {}", step.below_percent)
        });
        check.first_use(&mut shares, table, position, &at("below_percent"), step.below_percent);
        check.say_unless(
            step.percent_up.is_some() != step.amount_up.is_some(),
            table,
            position,
            &format!("step.{nth}"),
            || "write only one of `percent_up` and `amount_up`".to_owned(),
        );
        if let Some(percent) = step.percent_up {
            check.say_unless((1..=LARGEST_RISE).contains(&percent), table, position, &at("percent_up"), || {
                format!("`percent_up` is from 1 to {LARGEST_RISE}, not {percent}")
            });
        }
        if let Some(amount) = step.amount_up {
            selling::price(check, table, position, &at("amount_up"), amount);
        }
        by_share.insert(step.below_percent, nth);
    }
    let steps: Vec<_> = by_share.into_values().map(|nth| (nth, calendar.steps[nth])).collect();
    for pair in steps.windows(2) {
        let [(nth, fewer), (_, more)] = pair else { continue };
        let rises = fewer.percent_up.zip(more.percent_up).is_some_and(|(fewer, more)| fewer > more)
            || fewer.amount_up.zip(more.amount_up).is_some_and(|(fewer, more)| fewer > more);
        check.say_unless(rises, table, position, &format!("step.{nth}"), || {
            "all steps use the same key, and a step with fewer places left has a larger rise".to_owned()
        });
    }
}

fn listed(check: &mut Check) {
    let folder = check.folder;
    let variants =
        folder.product.iter().flat_map(|product| product.variants.iter().map(move |it| (&it.id, (product, it))));
    let variants: HashMap<&VariantId, (&Product, &Variant)> = variants.collect();
    let mut seen = HashMap::new();
    if folder.price.len() > MAX_PRICES {
        let what = format!(
            "there are at most {MAX_PRICES} listed prices; use the rules of a price calendar for seasons and weekdays"
        );
        return check.say("price", MAX_PRICES, "", what);
    }
    for (position, price) in folder.price.iter().enumerate() {
        let found = variants.get(&price.variant);
        let is_known = found.is_some() || check.origins.has_broken("product");
        check.refers(is_known, "price", position, "variant", "variant", price.variant.as_str());
        if let Some((product, _)) = found {
            is_dated(check, "price", position, "variant", product);
        }
        selling::price(check, "price", position, "price", price.price);
        times(check, "price", position, "", price.from_time, price.until_time);
        let time = |time: Option<WallTime>| time.map(WallTime::wire).unwrap_or_default();
        let band = match (price.from_time, price.until_time) {
            (None, None) => String::new(),
            (from, until) => format!(" {}-{}", time(from), time(until)),
        };
        let name = format!("{} {}{band}", price.variant, price.date);
        check.first_use(&mut seen, "price", position, "date", name);
    }
}
