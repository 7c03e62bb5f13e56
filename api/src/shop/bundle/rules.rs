//! The days of a bundle, and what satisfies its steps (spec 2 §4 and §5). Pure.

use chrono::{Datelike, Days, NaiveDate};

use crate::error::Refusal;
use crate::kernel::id::VariantId;
use crate::kernel::text::Text;
use crate::kernel::time::{Instant, day_at, days};
use crate::shop::catalog::files::{Bundle, BundleStep, Product, Variant};
use crate::shop::catalog::{Catalog, OfferedVariant, StepKind};
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{self, Left, Performance, is_sold_for};

pub const UNAVAILABLE: Text = Text {
    id: "bundle.not-available",
    words: "Bundle not available on the selected date. Please choose a different date.",
};
const NOT_OFFERED: Text =
    Text { id: "bundle.not-offered", words: "This bundle is not made of what was chosen. Please build it again." };
const STEP_MINIMUM: Text = Text { id: "bundle.step-minimum", words: "{{step}}: choose at least {{min}}." };
const STEP_MAXIMUM: Text = Text { id: "bundle.step-maximum", words: "{{step}}: choose at most {{max}}." };
const VARIANT_MINIMUM: Text =
    Text { id: "bundle.variant-minimum", words: "{{name}}: choose at least {{min}}, or none." };
const VARIANT_MAXIMUM: Text = Text { id: "bundle.variant-maximum", words: "{{name}}: choose at most {{max}}." };

/// What a bundle offers on a day, before the question of places.
#[derive(Debug)]
pub struct Day<'c> {
    pub date: NaiveDate,
    pub steps: Vec<DayStep<'c>>,
}

#[derive(Debug)]
pub struct DayStep<'c> {
    pub step: &'c BundleStep,
    pub products: Vec<DayProduct<'c>>,
}

/// What a step offers of one product, with the times that can still be bought on the day.
#[derive(Debug)]
pub struct DayProduct<'c> {
    pub product: &'c Product,
    pub variants: Vec<OfferedVariant<'c>>,
    pub performances: Vec<Performance<'c>>,
}

/// The days for which a bundle may be built by its rule and the shop's window, whatever is left of them.
pub fn days_of(catalog: &Catalog, bundle: &Bundle, now: Instant) -> impl Iterator<Item = NaiveDate> + use<> {
    let zone = catalog.site(&bundle.site).map_or(chrono_tz::UTC, |site| site.time_zone);
    let today = day_at(now, zone);
    let last = today + Days::new(u64::from(catalog.settings().look_ahead_days.saturating_sub(1)));
    let first = bundle.from.map_or(today, |from| from.max(today));
    let last = bundle.until.map_or(last, |until| until.min(last));
    let weekdays = bundle.weekdays.clone();
    days(first, last).filter(move |date| weekdays.contains(&date.weekday()))
}

/// Whether a bundle may be built for a day, whatever is left of it.
pub fn is_offered_on(catalog: &Catalog, bundle: &Bundle, date: NaiveDate, now: Instant) -> bool {
    days_of(catalog, bundle, now).any(|day| day == date)
}

/// What a bundle offers on a day: of products that are on sale, at performances that can still be bought.
pub fn day<'c>(catalog: &'c Catalog, bundle: &'c Bundle, date: NaiveDate, now: Instant) -> Day<'c> {
    let of_step = |step: &'c BundleStep| {
        let mut products: Vec<DayProduct<'c>> = Vec::new();
        for it in catalog.offered_in(step).filter(|it| catalog.is_on_sale(it.product, now)) {
            match products.iter_mut().find(|found| found.product.id == it.product.id) {
                Some(found) => found.variants.push(it),
                None => products.push(DayProduct {
                    product: it.product,
                    variants: vec![it],
                    performances: performances(catalog, it.product, date, now),
                }),
            }
        }
        for product in &mut products {
            let variants = &product.variants;
            product.performances.retain(|at| variants.iter().any(|it| is_sold_for(it.variant, at.show)));
        }
        products.retain(|found| found.product.selections.is_empty() || !found.performances.is_empty());
        DayStep { step, products }
    };
    Day { date, steps: bundle.steps.iter().map(of_step).collect() }
}

fn performances<'c>(catalog: &'c Catalog, product: &'c Product, date: NaiveDate, now: Instant) -> Vec<Performance<'c>> {
    let (first, last) = catalog.window_of(product, now);
    let selection = product.selections.first().filter(|_| first <= date && date <= last);
    selection.map(|selection| performance::for_selection(catalog, selection, date, now)).unwrap_or_default()
}

impl DayProduct<'_> {
    /// What one of a variant takes at a performance, or at none.
    pub fn draws(&self, catalog: &Catalog, variant: &Variant, at: Option<&Performance<'_>>) -> Vec<Draw> {
        let own = variant.stock.map(|capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity: 1 });
        let places = at.map(|at| at.draws(catalog, variant.tickets.max(1)));
        places.into_iter().flatten().chain(own).collect()
    }

    fn all_draws(&self, catalog: &Catalog) -> Vec<Draw> {
        let places = self.performances.iter().flat_map(|at| at.draws(catalog, 1));
        places.chain(self.variants.iter().flat_map(|it| self.draws(catalog, it.variant, None))).collect()
    }

    /// How many of the product's variants the step can be given together, all at one time.
    fn supply(&self, catalog: &Catalog, left: &Left) -> u32 {
        let at = |at: Option<&Performance<'_>>| {
            let sold = self.variants.iter().filter(|it| at.is_none_or(|at| is_sold_for(it.variant, at.show)));
            let of_each = sold.map(|it| {
                let count = left.count(&self.draws(catalog, it.variant, at)).min(it.max_quantity);
                if count < it.min_quantity { 0 } else { count }
            });
            let together = at.map_or(u32::MAX, |at| left.count(&at.draws(catalog, 1)));
            of_each.fold(0, u32::saturating_add).min(together)
        };
        if self.product.selections.is_empty() {
            return at(None);
        }
        self.performances.iter().map(|performance| at(Some(performance))).max().unwrap_or(0)
    }
}

impl Day<'_> {
    /// All that what is offered draws from.
    pub fn keys(&self, catalog: &Catalog) -> Vec<StockKey> {
        let products = self.steps.iter().flat_map(|step| &step.products);
        products.flat_map(|product| product.all_draws(catalog)).map(|draw| draw.key).collect()
    }

    /// Whether every step that must be taken can be.
    pub fn can_be_built(&self, catalog: &Catalog, left: &Left) -> bool {
        self.steps.iter().all(|day| {
            let supply = day.products.iter().map(|product| product.supply(catalog, left));
            supply.fold(0, u32::saturating_add) >= day.step.min_quantity
        })
    }
}

/// What was taken in a step.
#[derive(Clone, Copy, Debug)]
pub struct Taken<'c> {
    pub step: &'c BundleStep,
    pub offered: OfferedVariant<'c>,
    pub quantity: u32,
}

/// What a bundle is made of when so many of these variants are chosen, in the order of its steps; what is included without a
/// question is in it whether it is named or not.
///
/// # Errors
/// A refusal when a step is not satisfied, or when something is chosen that no step offers.
pub fn taken<'c>(
    catalog: &'c Catalog,
    bundle: &'c Bundle,
    chosen: &[(&VariantId, u32)],
) -> Result<Vec<Taken<'c>>, Refusal> {
    let mut all = Vec::new();
    for step in &bundle.steps {
        let is_included = catalog.step_kind(step) == StepKind::Included;
        let quantity = |it: &OfferedVariant<'_>| {
            let asked = chosen.iter().find(|(id, _)| **id == it.variant.id).map(|(_, quantity)| *quantity);
            asked.or(is_included.then_some(1)).unwrap_or(0)
        };
        let of_step = catalog.offered_in(step).map(|offered| Taken { step, offered, quantity: quantity(&offered) });
        let of_step: Vec<Taken<'c>> = of_step.filter(|it| it.quantity > 0).collect();
        satisfied(step, &of_step)?;
        all.extend(of_step);
    }
    // What no step offers, and what is named twice, was not taken for its name.
    let is_named = |it: &&Taken<'_>| chosen.iter().any(|(id, _)| **id == it.offered.variant.id);
    if all.iter().filter(is_named).count() != chosen.len() {
        return Err(Refusal::new(NOT_OFFERED));
    }
    Ok(all)
}

fn satisfied(step: &BundleStep, taken: &[Taken<'_>]) -> Result<(), Refusal> {
    for it in taken {
        let OfferedVariant { product, variant, min_quantity, max_quantity, .. } = it.offered;
        let name = format!("{}, {}", product.name, variant.name);
        if it.quantity < min_quantity {
            return Err(Refusal::new(VARIANT_MINIMUM).with("name", name).with("min", min_quantity));
        }
        if it.quantity > max_quantity {
            return Err(Refusal::new(VARIANT_MAXIMUM).with("name", name).with("max", max_quantity));
        }
    }
    let total = taken.iter().map(|it| it.quantity).fold(0, u32::saturating_add);
    if total < step.min_quantity {
        return Err(Refusal::new(STEP_MINIMUM).with("step", &step.label).with("min", step.min_quantity));
    }
    match step.max_quantity.filter(|most| total > *most) {
        Some(most) => Err(Refusal::new(STEP_MAXIMUM).with("step", &step.label).with("max", most)),
        None => Ok(()),
    }
}
