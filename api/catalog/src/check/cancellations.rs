//! Rules for what shoppers get back who cancel.

use std::collections::HashSet;

use super::Check;
use super::calendars::lead;
use crate::files::{Bundle, BundleStep, Cancellation, CancellationStep, Folder, Product, Variant};
use crate::problem::{Origins, Problem};
use midway_kernel::id::VariantId;

const MAX_STEPS: usize = 10;
/// The greatest number of days after a purchase: two years.
const MAX_DAYS: u32 = 730;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    for (position, product) in folder.product.iter().enumerate() {
        let Some(rules) = &product.cancellation else { continue };
        cancellation(check, "product", position, rules);
        check.say_unless(product.donation.is_none(), "product", position, "cancellation", || {
            "a donation has no `cancellation`".to_owned()
        });
        let is_exchangeable = !product.selections.is_empty() || rules.exchange.is_none();
        check.say_unless(is_exchangeable, "product", position, "cancellation.exchange", || {
            "the product has no `selection`, so there is no other date or time to exchange it for".to_owned()
        });
        for (nth, step) in rules.steps.iter().enumerate() {
            let path = format!("cancellation.steps.{nth}.until_before");
            let is_dated = !product.selections.is_empty() || step.until_before.is_none();
            check.say_unless(is_dated, "product", position, &path, || {
                "the product has no `selection`, so nothing is before its performance: use `days_after_purchase`"
                    .to_owned()
            });
        }
    }
    for (position, bundle) in folder.bundle.iter().enumerate() {
        if let Some(rules) = &bundle.cancellation {
            cancellation(check, "bundle", position, rules);
            let is_exchangeable = rules.exchange.is_none() || offers_times(check, bundle);
            check.say_unless(is_exchangeable, "bundle", position, "cancellation.exchange", || {
                "nothing in the bundle has a `selection`, so there is no other time to exchange it for".to_owned()
            });
        }
    }
}

/// Whether a step of a bundle offers something with a date and a time.
fn offers_times(check: &Check, bundle: &Bundle) -> bool {
    let mut offered = bundle.steps.iter().flat_map(|step| &step.variants);
    let timed = check.folder.product.iter().filter(|product| !product.selections.is_empty());
    let timed: HashSet<&VariantId> = timed.flat_map(|product| &product.variants).map(|variant| &variant.id).collect();
    offered.any(|offered| timed.contains(&offered.variant))
}

/// Warnings about products and bundles that may be exchanged and have goods. What has goods cannot be exchanged: they may have
/// been sent or collected, and another unit would bring them again. A bundle for which shoppers may choose goods is no
/// mistake, because those without them are exchanged.
pub(super) fn exchanges_of_goods(folder: &Folder, origins: &Origins) -> Vec<Problem> {
    let variants = folder.product.iter().flat_map(|product| &product.variants);
    let goods: HashSet<&VariantId> = variants.filter(|it| it.delivery_item).map(|it| &it.id).collect();
    let has_goods = |variant: &&Variant| {
        goods.contains(&variant.id) || variant.parts.iter().any(|part| goods.contains(&part.variant))
    };
    let is_exchangeable = |rules: &Option<Cancellation>| rules.as_ref().is_some_and(|rules| rules.exchange.is_some());
    let of_product = |product: &Product| {
        let with_goods = product.variants.iter().filter(has_goods).map(|variant| variant.id.0.as_str());
        names(with_goods).map(|names| format!("{names} cannot be exchanged, because it has goods (`delivery_item`)"))
    };
    let of_bundle = |bundle: &Bundle| {
        let is_all_goods = |step: &&BundleStep| step.variants.iter().all(|it| goods.contains(&it.variant));
        let step = bundle.steps.iter().filter(|step| step.min_quantity > 0).find(is_all_goods)?;
        let names = names(step.variants.iter().map(|it| it.variant.0.as_str()))?;
        Some(format!("no bundle can be exchanged, because each has goods (`delivery_item`): {names}"))
    };
    let mut warnings = Vec::new();
    for (position, product) in folder.product.iter().enumerate().filter(|(_, it)| is_exchangeable(&it.cancellation)) {
        let what = of_product(product);
        warnings.extend(what.map(|what| origins.problem("product", position, "cancellation.exchange", what)));
    }
    for (position, bundle) in folder.bundle.iter().enumerate().filter(|(_, it)| is_exchangeable(&it.cancellation)) {
        let what = of_bundle(bundle);
        warnings.extend(what.map(|what| origins.problem("bundle", position, "cancellation.exchange", what)));
    }
    warnings
}

/// These ids in words, such as `"vip" or "guide-book"`; `None` for none.
fn names<'n>(ids: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<String> = ids.map(|id| format!("\"{id}\"")).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

/// Checks the rules of a product, a bundle or a promotion.
pub(crate) fn cancellation(check: &mut Check, table: &str, position: usize, rules: &Cancellation) {
    check.say_unless(rules.steps.len() <= MAX_STEPS, table, position, "cancellation.steps", || {
        format!("`cancellation` has at most {MAX_STEPS} steps")
    });
    check.say_unless(!rules.steps.is_empty() || rules.fee.is_zero(), table, position, "cancellation.fee", || {
        "without steps nothing can be canceled, so there is no `fee`".to_owned()
    });
    if let Some(exchange) = rules.exchange {
        let path = ("cancellation.exchange.until_before", "until_before");
        lead(check, table, position, path, exchange.until_before);
    }
    for (nth, step) in rules.steps.iter().enumerate() {
        let path = format!("cancellation.steps.{nth}");
        one_end(check, table, position, &path, step);
        let percent = step.percent;
        check.say_unless((1..=100).contains(&percent), table, position, &format!("{path}.percent"), || {
            format!("`percent` is from 1 to 100, not {percent}")
        });
    }
    for (nth, pair) in rules.steps.windows(2).enumerate() {
        let [earlier, later] = pair else { continue };
        let path = format!("cancellation.steps.{}", nth + 1);
        check.say_unless(later.percent < earlier.percent, table, position, &format!("{path}.percent"), || {
            format!(
                "a later step pays back less than the one before it: {} is not below {}",
                later.percent, earlier.percent
            )
        });
        check.say_unless(!never_applies(earlier, later), table, position, &path, || {
            "the step does not end after the one before it, so it never applies".to_owned()
        });
    }
}

/// Checks that a step has exactly one end.
fn one_end(check: &mut Check, table: &str, position: usize, path: &str, step: &CancellationStep) {
    let is_one = step.until_before.is_some() != step.days_after_purchase.is_some();
    check.say_unless(is_one, table, position, path, || {
        "a step has either `until_before` or `days_after_purchase`".to_owned()
    });
    if let Some(until) = step.until_before {
        lead(check, table, position, (&format!("{path}.until_before"), "until_before"), until);
    }
    if let Some(days) = step.days_after_purchase {
        check.say_unless(
            (1..=MAX_DAYS).contains(&days),
            table,
            position,
            &format!("{path}.days_after_purchase"),
            || format!("`days_after_purchase` is from 1 to {MAX_DAYS}, not {days}"),
        );
    }
}

/// Whether a step always ends before the one before it. The end of a day is at most 24 hours after a performance on it
/// begins.
fn never_applies(earlier: &CancellationStep, later: &CancellationStep) -> bool {
    match (earlier.until_before, later.until_before, earlier.days_after_purchase, later.days_after_purchase) {
        (Some(earlier), Some(later), ..) => match ((earlier.days, earlier.hours), (later.days, later.hours)) {
            ((Some(earlier), _), (Some(later), _)) | ((_, Some(earlier)), (_, Some(later))) => later >= earlier,
            ((Some(days), _), (_, Some(hours))) => hours >= days.saturating_mul(24),
            ((_, Some(hours)), (Some(days), _)) => days.saturating_mul(24) >= hours.saturating_add(24),
            _ => false,
        },
        (None, None, Some(earlier), Some(later)) => later <= earlier,
        _ => false,
    }
}
