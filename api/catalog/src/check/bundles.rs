//! Rules for bundles.

use std::collections::{HashMap, HashSet};

use super::promotions::{reduction, refers_to_variant, variant_of};
use super::{Check, part_places, times};
use crate::PromotionKind;
use crate::files::{Bundle, BundleStep, BundleVariant, Product, Variant};
use midway_kernel::id::{ShowId, SiteId};

const MAX_STEPS: usize = 12;
const MAX_VARIANTS: usize = 20;
/// The maximum quantity of one step.
const MAX_TOGETHER: u32 = 100;
const MAX_PICTURES: usize = 20;
/// The maximum delay between steps, in minutes: a day, because a bundle is for one day.
const MAX_DELAY: u32 = 1_440;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids("bundle", folder.bundle.iter().map(|bundle| bundle.id.0.clone()));
    let others: HashSet<&str> = folder
        .product
        .iter()
        .flat_map(|it| std::iter::once(it.id.as_str()).chain(it.variants.iter().map(|variant| variant.id.as_str())))
        .chain(folder.sale_price.iter().map(|it| it.id.as_str()))
        .chain(PromotionKind::ALL.iter().flat_map(|kind| folder.promotions_of(*kind)).map(|it| it.id.as_str()))
        .chain(folder.offer.iter().map(|it| it.id.as_str()))
        .collect();
    for (position, bundle) in folder.bundle.iter().enumerate() {
        // Carts and orders store a bundle under its id in the same place as the ids of products, variants and
        // promotions, so all these ids must differ.
        check.say_unless(!others.contains(bundle.id.as_str()), "bundle", position, "id", || {
            format!("\"{}\" is the id of a product, a variant or a promotion already", bundle.id)
        });
        texts(check, position, bundle);
        times::season(check, "bundle", position, bundle.from, bundle.until, &bundle.weekdays);
        steps(check, position, bundle);
    }
}

fn texts(check: &mut Check, position: usize, bundle: &Bundle) {
    let site = check.folder.site.iter().any(|site| site.id == bundle.site);
    check.refers(site, "bundle", position, "site", "site", bundle.site.as_str());
    check.line("bundle", position, "name", &bundle.name);
    check.optional_line("bundle", position, "category", bundle.category.as_deref());
    check.long_text("bundle", position, "short_description", &bundle.short_description);
    check.long_text("bundle", position, "long_description", &bundle.long_description);
    check.search_words("bundle", position, &bundle.search_words);
    check.say_unless(bundle.pictures.len() <= MAX_PICTURES, "bundle", position, "picture", || {
        format!("a bundle has at most {MAX_PICTURES} pictures")
    });
    for (nth, picture) in bundle.pictures.iter().enumerate() {
        check.picture_name("bundle", position, &format!("picture.{nth}.file"), &picture.file);
        check.line("bundle", position, &format!("picture.{nth}.alt"), &picture.alt);
    }
}

fn steps(check: &mut Check, position: usize, bundle: &Bundle) {
    check.say_unless((1..=MAX_STEPS).contains(&bundle.steps.len()), "bundle", position, "step", || {
        format!("a bundle has 1 to {MAX_STEPS} steps")
    });
    let is_required = bundle.steps.iter().any(|step| step.min_quantity > 0);
    check.say_unless(is_required || bundle.steps.is_empty(), "bundle", position, "step", || {
        "no step is required: at least one needs a `min_quantity` of 1 or more".to_owned()
    });
    let (mut ids, mut variants) = (HashMap::new(), HashMap::new());
    for (nth, step) in bundle.steps.iter().enumerate() {
        let path = format!("step.{nth}");
        check.slug("bundle", position, &format!("{path}.id"), step.id.as_str());
        check.first_use(&mut ids, "bundle", position, &format!("{path}.id"), step.id.clone());
        check.line("bundle", position, &format!("{path}.label"), &step.label);
        check.long_text("bundle", position, &format!("{path}.description"), &step.description);
        for (nth, it) in step.variants.iter().enumerate() {
            let path = format!("{path}.variant.{nth}");
            // A variant may occur in only one step, because carts and orders do not store the step.
            check.first_use(&mut variants, "bundle", position, &format!("{path}.variant"), it.variant.clone());
            variant(check, position, &path, bundle, it);
        }
        quantities(check, position, &path, step);
        delay(check, position, &path, &bundle.steps[..nth], step);
    }
}

fn quantities(check: &mut Check, position: usize, path: &str, step: &BundleStep) {
    let (least, most) = (step.min_quantity, step.max_quantity);
    let say = |check: &mut Check, key: &str, what: String| check.say("bundle", position, &format!("{path}{key}"), what);
    if !(1..=MAX_VARIANTS).contains(&step.variants.len()) {
        say(check, ".variant", format!("a step offers 1 to {MAX_VARIANTS} variants"));
    }
    for (key, value) in [(".min_quantity", Some(least)), (".max_quantity", most)] {
        if let Some(value) = value.filter(|value| *value > MAX_TOGETHER) {
            say(check, key, format!("`{}` is at most {MAX_TOGETHER}, not {value}", &key[1..]));
        }
    }
    if most == Some(0) {
        say(check, ".max_quantity", "`max_quantity` is at least 1".to_owned());
    }
    if let Some(most) = most.filter(|most| *most < least) {
        say(check, ".min_quantity", format!("`min_quantity` {least} is above `max_quantity` {most}"));
    }
    let found: Vec<_> = step.variants.iter().map(|it| (it, variant_of(check, &it.variant))).collect();
    // A missing variant is already reported, and without it the step's rules cannot be checked.
    if found.iter().any(|(_, found)| found.is_none()) {
        return;
    }
    let is_timed = found.iter().flat_map(|(_, found)| found).any(|(product, _)| !product.selections.is_empty());
    if !is_timed && (least, most) == (1, Some(1)) && step.variants.len() > 1 {
        let what = "exactly one of something without performances is included without a question: it is one variant";
        say(check, ".variant", what.to_owned());
    }
    let mut reachable = 0u32;
    for (nth, (it, found)) in found.into_iter().enumerate() {
        let Some((_, variant)) = found else { continue };
        let fewest = it.min_quantity.unwrap_or(variant.min_quantity);
        let bound = if is_timed { u32::MAX } else { 1 };
        let largest = it.max_quantity.unwrap_or(variant.max_quantity).min(most.unwrap_or(u32::MAX)).min(bound);
        let at = format!(".variant.{nth}.min_quantity");
        if fewest == 0 || it.max_quantity == Some(0) {
            say(
                check,
                &format!(".variant.{nth}"),
                "`min_quantity` and `max_quantity` of a variant are at least 1".into(),
            );
        } else if fewest > largest {
            say(check, &at, format!("\"{}\" is sold from {fewest} on, and the step allows {largest}", it.variant));
        }
        reachable = reachable.saturating_add(largest);
    }
    if reachable < least {
        say(check, ".min_quantity", format!("`min_quantity` is {least}, and its variants allow {reachable} together"));
    }
}

/// Checks that a delay is measured from an earlier step, and that both steps have times.
fn delay(check: &mut Check, position: usize, path: &str, earlier: &[BundleStep], step: &BundleStep) {
    let Some(delay) = &step.delay else { return };
    let path = format!("{path}.delay");
    check.say_unless((1..=MAX_DELAY).contains(&delay.minutes), "bundle", position, &path, || {
        format!("the `minutes` of a delay are from 1 to {MAX_DELAY}")
    });
    let is_timed = |step: &BundleStep| {
        let found = step.variants.iter().filter_map(|it| variant_of(check, &it.variant));
        found.map(|(product, _)| product).any(|product| !product.selections.is_empty())
    };
    let what = match earlier.iter().find(|step| step.id == delay.after) {
        None => Some(format!("no earlier step has the id \"{}\"", delay.after)),
        Some(before) if is_timed(before) && is_timed(step) => None,
        Some(_) => Some("a delay is between steps with times".to_owned()),
    };
    if let Some(what) = what {
        check.say("bundle", position, &path, what);
    }
}

fn variant(check: &mut Check, position: usize, path: &str, bundle: &Bundle, it: &BundleVariant) {
    refers_to_variant(check, "bundle", position, &format!("{path}.variant"), &it.variant);
    let amounts = (it.percent_off, it.amount_off, it.price);
    if amounts != (None, None, None) {
        reduction(check, "bundle", position, &format!("{path}."), amounts);
    }
    let Some((product, variant)) = variant_of(check, &it.variant) else { return };
    let what = refused(product, variant).map(str::to_owned).or_else(|| other_time_zone(check, bundle, product));
    let what = what.or_else(|| in_hall(check, product, variant));
    if let Some(what) = what {
        check.say("bundle", position, &format!("{path}.variant"), what);
    }
}

/// Why a variant cannot be part of a bundle; `None` if it can.
fn refused(product: &Product, variant: &Variant) -> Option<&'static str> {
    if product.package.is_some() {
        Some("a package cannot be part of a bundle: name its parts")
    } else if product.donation.is_some() {
        Some("a donation cannot be part of a bundle")
    } else if !product.sold_publicly {
        Some("a part of a bundle is sold publicly: this product is sold only by promotions")
    } else if variant.pass.is_some() {
        Some("a pass cannot be part of a bundle: its passholder must be entered")
    } else {
        None
    }
}

fn other_time_zone(check: &Check, bundle: &Bundle, product: &Product) -> Option<String> {
    let zone = |site: &SiteId| check.folder.site.iter().find(|it| it.id == *site).map(|it| it.time_zone);
    let (own, its) = (zone(&bundle.site)?, zone(&product.site)?);
    (own != its).then(|| format!("\"{}\" is in the time zone {its}, the bundle in {own}", product.id))
}

/// Why the shop cannot assign the places of a variant; `None` if it can.
fn in_hall(check: &Check, product: &Product, variant: &Variant) -> Option<String> {
    let is_played = |id: &&ShowId| variant.shows.is_empty() || variant.shows.contains(id);
    let mut shows = product.selections.iter().flat_map(|selection| &selection.shows).filter(is_played);
    shows.find_map(|show| part_places::problem(check, show, variant))
}
