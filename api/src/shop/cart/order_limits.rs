//! The limits of products over all lines of a cart, per order and per day of a visit, and variants that are sold only
//! together with others. Pure.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::line::CartLine;
use crate::error::Refusal;
use midway_catalog::Catalog;
use midway_catalog::files::{Companions, Product, Variant};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::day_in_words;

const MOST_PER_ORDER: Text = Text { id: "order-limit.most", default: "The limit for {{name}} is {{max}} per order." };
const MOST_PER_DAY: Text =
    Text { id: "order-limit.most-per-day", default: "The limit for {{name}} is {{max}} on {{day}}." };
const LEAST_PER_ORDER: Text = Text {
    id: "order-limit.least",
    default: "The minimum for {{name}} is {{min}} per order. Please add more or remove it.",
};
const LEAST_PER_DAY: Text = Text {
    id: "order-limit.least-per-day",
    default: "The minimum for {{name}} is {{min}} on {{day}}. Please add more or remove it.",
};
const ONLY_WITH: Text = Text { id: "order-limit.only-with", default: "{{name}} is sold only with {{companions}}." };
const ONLY_WITH_ON_DAY: Text = Text {
    id: "order-limit.only-with-on-day",
    default: "{{name}} is sold only with {{companions}} for the same day ({{day}}).",
};
const MOST_FOR_EACH: Text =
    Text { id: "order-limit.most-for-each", default: "The limit for {{name}} is {{max}} for each {{companions}}." };
const MOST_FOR_EACH_ON_DAY: Text = Text {
    id: "order-limit.most-for-each-on-day",
    default: "The limit for {{name}} is {{max}} for each {{companions}} on {{day}}.",
};
const PER_ORDER: Text = Text { id: "order-limit.per-order", default: "From {{min}} to {{max}} per order" };
const FROM_PER_ORDER: Text = Text { id: "order-limit.from-per-order", default: "At least {{min}} per order" };
const UP_TO_PER_ORDER: Text = Text { id: "order-limit.up-to-per-order", default: "Up to {{max}} per order" };
const PER_DAY: Text = Text { id: "order-limit.per-day", default: "From {{min}} to {{max}} per day" };
const FROM_PER_DAY: Text = Text { id: "order-limit.from-per-day", default: "At least {{min}} per day" };
const UP_TO_PER_DAY: Text = Text { id: "order-limit.up-to-per-day", default: "Up to {{max}} per day" };
const PER_PERSON: Text = Text { id: "order-limit.per-person", default: "Up to {{max}} per person" };
const TOGETHER_WITH: Text = Text { id: "order-limit.together-with", default: "Sold only with {{companions}}" };
const UP_TO_FOR_EACH: Text =
    Text { id: "order-limit.up-to-for-each", default: "Up to {{max}} for each {{companions}}" };
const OR: Text = Text { id: "order-limit.or", default: "{{first}} or {{second}}" };

/// Checks what grows from `before` to `after`: the greatest quantities per order and per day, and that what is sold only
/// together with others has enough of them. What does not grow is not checked, so that a cart may always shrink; before
/// payment, [`unmet_minimums`] and [`unmet_companions`] check what is required.
pub fn within_limits(catalog: &Catalog, before: &[CartLine], after: &[CartLine]) -> Result<(), Refusal> {
    within_maximums(catalog, before, after)?;
    let (earlier, counts) = (Counts::of(before), Counts::of(after));
    let lonely = counts.by_variant(catalog).find_map(|(product, variant, day, count)| {
        let grows = count > earlier.of_variant(&variant.id, day);
        counts.lacks_companions(catalog, product, variant, day, count).filter(|_| grows)
    });
    lonely.map_or(Ok(()), Err)
}

/// Checks the greatest quantities per order and per day of the products of which `after` has more units than `before`.
pub fn within_maximums(catalog: &Catalog, before: &[CartLine], after: &[CartLine]) -> Result<(), Refusal> {
    let (earlier, counts) = (Counts::of(before), Counts::of(after));
    for (product, day, count) in counts.by_product(catalog) {
        let grows = count > earlier.of_product(&product.id, day);
        let Some(max) = most(product, day).filter(|max| grows && count > *max) else { continue };
        return Err(with_day(if day.is_some() { MOST_PER_DAY } else { MOST_PER_ORDER }, day)
            .with("name", &product.name)
            .with("max", max));
    }
    Ok(())
}

/// The quantities that are below the minimum of their product.
pub fn unmet_minimums(catalog: &Catalog, lines: &[CartLine]) -> Vec<Refusal> {
    let below = |(product, day, count): (&Product, Option<NaiveDate>, u32)| {
        let min = least(product, day).filter(|min| count < *min)?;
        let text = if day.is_some() { LEAST_PER_DAY } else { LEAST_PER_ORDER };
        Some(with_day(text, day).with("name", &product.name).with("min", min))
    };
    Counts::of(lines).by_product(catalog).filter_map(below).collect()
}

/// The lines without enough of what they are sold together with.
pub fn unmet_companions(catalog: &Catalog, lines: &[CartLine]) -> Vec<Refusal> {
    let counts = Counts::of(lines);
    let lonely = counts
        .by_variant(catalog)
        .filter_map(|(product, variant, day, count)| counts.lacks_companions(catalog, product, variant, day, count));
    lonely.collect()
}

/// How many more units of a line's product the limits allow in these lines; `None` if no limit applies to it.
pub fn room(catalog: &Catalog, line: &CartLine, lines: &[CartLine]) -> Option<u32> {
    let product = catalog.product(&line.product_id).filter(|_| is_counted(line))?;
    // Most products have no limit, so their lines are not counted.
    product.max_per_order.or(product.max_per_day)?;
    let counts = Counts::of(lines);
    let left = |day| Some(most(product, day)?.saturating_sub(counts.of_product(&product.id, day)));
    [left(None), day_of(line).and_then(|day| left(Some(day)))].into_iter().flatten().min()
}

fn most(product: &Product, day: Option<NaiveDate>) -> Option<u32> {
    day.map_or(product.max_per_order, |_| product.max_per_day)
}

fn least(product: &Product, day: Option<NaiveDate>) -> Option<u32> {
    day.map_or(product.min_per_order, |_| product.min_per_day)
}

/// Whether a line counts towards the limits: redeemed units, renewals, upgrades, donations and bundles do not.
pub fn is_counted(line: &CartLine) -> bool {
    let is_bought = line.redemption().is_none() && line.follows().is_none();
    line.quantity > 0 && is_bought && !line.is_donation() && !line.is_bundle()
}

/// The day of the visit, which is that of its first performance.
fn day_of(line: &CartLine) -> Option<NaiveDate> {
    line.performances.0.first().map(|chosen| chosen.date)
}

/// How many units lines have: of each product and variant, in all (`None`) and for each day of a visit.
#[derive(Default)]
struct Counts {
    products: BTreeMap<(ProductId, Option<NaiveDate>), u32>,
    variants: BTreeMap<(VariantId, Option<NaiveDate>), u32>,
    /// The variants that have lines without a day.
    undated: BTreeSet<VariantId>,
}

impl Counts {
    fn of(lines: &[CartLine]) -> Self {
        let mut counts = Counts::default();
        for line in lines.iter().filter(|line| is_counted(line)) {
            let day = day_of(line);
            let mut add = |day: Option<NaiveDate>| {
                let product = counts.products.entry((line.product_id.clone(), day)).or_default();
                *product = product.saturating_add(line.quantity);
                let variant = counts.variants.entry((line.variant_id.clone(), day)).or_default();
                *variant = variant.saturating_add(line.quantity);
            };
            add(None);
            match day {
                Some(_) => add(day),
                None => drop(counts.undated.insert(line.variant_id.clone())),
            }
        }
        counts
    }

    fn of_product(&self, id: &ProductId, day: Option<NaiveDate>) -> u32 {
        self.products.get(&(id.clone(), day)).copied().unwrap_or(0)
    }

    fn of_variant(&self, id: &VariantId, day: Option<NaiveDate>) -> u32 {
        self.variants.get(&(id.clone(), day)).copied().unwrap_or(0)
    }

    fn by_product<'c>(
        &self,
        catalog: &'c Catalog,
    ) -> impl Iterator<Item = (&'c Product, Option<NaiveDate>, u32)> + use<'_, 'c> {
        self.products.iter().filter_map(|((id, day), count)| Some((catalog.product(id)?, *day, *count)))
    }

    /// The variants that are sold only together with others: for each day of their visits, or in all if they have none.
    fn by_variant<'c>(
        &self,
        catalog: &'c Catalog,
    ) -> impl Iterator<Item = (&'c Product, &'c Variant, Option<NaiveDate>, u32)> + use<'_, 'c> {
        let counted = self.variants.iter().filter(|((id, day), _)| day.is_some() || self.undated.contains(id));
        counted.filter_map(|((id, day), count)| {
            let (product, variant) = catalog.variant(id).filter(|(_, variant)| variant.only_with.is_some())?;
            Some((product, variant, *day, *count))
        })
    }

    /// Why these units cannot be sold: there are not enough of their companions. `None` if there are.
    fn lacks_companions(
        &self,
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        day: Option<NaiveDate>,
        count: u32,
    ) -> Option<Refusal> {
        let with = variant.only_with.as_ref()?;
        let present = with.variants.iter().map(|id| self.companions_on(id, day)).fold(0, u32::saturating_add);
        let most = with.each.map_or(u32::MAX, |each| each.saturating_mul(present));
        if present > 0 && count <= most {
            return None;
        }
        let name = named(product, variant);
        let companions = companions_in_words(catalog, product, with);
        let each = with.each.filter(|_| present > 0);
        let text = match (each, day) {
            (Some(_), Some(_)) => MOST_FOR_EACH_ON_DAY,
            (Some(_), None) => MOST_FOR_EACH,
            (None, Some(_)) => ONLY_WITH_ON_DAY,
            (None, None) => ONLY_WITH,
        };
        let refusal = with_day(text, day).with("name", name).with("companions", companions);
        Some(match each {
            Some(each) => refusal.with("max", each),
            None => refusal,
        })
    }

    /// The companions for a day: those for the same day, and those whose visits have no day.
    fn companions_on(&self, id: &VariantId, day: Option<NaiveDate>) -> u32 {
        let without_day = self.undated.contains(id);
        self.of_variant(id, if without_day { None } else { day })
    }
}

fn with_day(text: Text, day: Option<NaiveDate>) -> Refusal {
    let refusal = Refusal::new(text);
    match day {
        Some(day) => refusal.with("day", day_in_words(day)),
        None => refusal,
    }
}

fn named(product: &Product, variant: &Variant) -> String {
    format!("{} ({})", product.name, variant.name)
}

/// The limits of a product per order, per day and per person, one text each. A minimum of one goes without saying.
pub fn limits_in_words(catalog: &Catalog, product: &Product) -> Vec<String> {
    let in_words = |min: Option<u32>, max: Option<u32>, texts: [Text; 3]| {
        let [both, least, most] = texts;
        let value = |name, value: u32| (name, value.to_string());
        match (min.filter(|min| *min > 1), max) {
            (Some(min), Some(max)) => Some(catalog.message(both, &[value("min", min), value("max", max)])),
            (Some(min), None) => Some(catalog.message(least, &[value("min", min)])),
            (None, Some(max)) => Some(catalog.message(most, &[value("max", max)])),
            (None, None) => None,
        }
    };
    let order = [PER_ORDER, FROM_PER_ORDER, UP_TO_PER_ORDER];
    let day = [PER_DAY, FROM_PER_DAY, UP_TO_PER_DAY];
    let limits =
        [(product.min_per_order, product.max_per_order, order), (product.min_per_day, product.max_per_day, day)];
    let per_person = product.max_per_account.map(|max| catalog.message(PER_PERSON, &[("max", max.to_string())]));
    limits.into_iter().filter_map(|(min, max, texts)| in_words(min, max, texts)).chain(per_person).collect()
}

/// What a variant is sold together with, in words; `None` if it is sold alone.
pub fn only_with_in_words(catalog: &Catalog, product: &Product, variant: &Variant) -> Option<String> {
    let with = variant.only_with.as_ref()?;
    let companions = ("companions", companions_in_words(catalog, product, with));
    Some(match with.each {
        Some(each) => catalog.message(UP_TO_FOR_EACH, &[("max", each.to_string()), companions]),
        None => catalog.message(TOGETHER_WITH, &[companions]),
    })
}

/// The names of the companions, joined with "or". Variants of another product are named with it.
fn companions_in_words(catalog: &Catalog, product: &Product, with: &Companions) -> String {
    let names = with
        .variants
        .iter()
        .filter_map(|id| catalog.variant(id))
        .map(|(of, variant)| if of.id == product.id { variant.name.clone() } else { named(of, variant) });
    let joined = names.reduce(|first, second| catalog.message(OR, &[("first", first), ("second", second)]));
    joined.unwrap_or_default()
}
