//! The days of a bundle, and the rules of its steps. Pure.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{Datelike, Duration, NaiveDate};
use chrono_tz::Tz;

use crate::error::Refusal;
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{self, Availability, Performance, is_sold_for};
use midway_catalog::files::{Bundle, BundleStep, Product, Variant};
use midway_catalog::{Catalog, OfferedVariant, StepKind};
use midway_kernel::id::{PerformanceId, PromotionRuleId, VariantId};
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at, days, last_of, twelve_hours};

pub const UNAVAILABLE: Text = Text {
    id: "bundle.not-available",
    default: "Bundle not available on the selected date. Please choose a different date.",
};
const NOT_OFFERED: Text = Text {
    id: "bundle.not-offered",
    default: "This bundle no longer includes everything you chose. Please build it again.",
};
const STEP_MINIMUM: Text = Text { id: "bundle.step-minimum", default: "{{step}}: choose at least {{min}}." };
const STEP_MAXIMUM: Text = Text { id: "bundle.step-maximum", default: "{{step}}: choose up to {{max}}." };
const TOO_EARLY: Text = Text {
    id: "bundle.too-early",
    default: "{{step}}: choose a time at or after {{time}}, at least {{minutes}} minutes after {{other}}.",
};
const VARIANT_MINIMUM: Text =
    Text { id: "bundle.variant-minimum", default: "{{name}}: choose at least {{min}}, or none." };
const VARIANT_MAXIMUM: Text = Text { id: "bundle.variant-maximum", default: "{{name}}: choose up to {{max}}." };

/// What a bundle offers on a day, regardless of availability.
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

/// The variants of one product that a step offers, and for each of its selections the performances on the day that can
/// still be bought.
#[derive(Debug)]
pub struct DayProduct<'c> {
    pub product: &'c Product,
    pub variants: Vec<OfferedVariant<'c>>,
    pub selections: Vec<Vec<Performance<'c>>>,
}

/// The days for which a bundle can be built: the days of its rule within the shop's sale window, regardless of
/// availability.
pub fn days_of(catalog: &Catalog, bundle: &Bundle, now: Instant) -> impl Iterator<Item = NaiveDate> + use<> {
    let zone = catalog.site(&bundle.site).map_or(chrono_tz::UTC, |site| site.time_zone);
    let today = day_at(now, zone);
    let last = last_of(today, catalog.settings().look_ahead_days);
    let first = bundle.from.map_or(today, |from| from.max(today));
    let last = bundle.until.map_or(last, |until| until.min(last));
    let weekdays = bundle.weekdays.clone();
    days(first, last).filter(move |date| weekdays.contains(&date.weekday()))
}

/// Whether a bundle can be built for a day, regardless of availability.
pub fn is_offered_on(catalog: &Catalog, bundle: &Bundle, date: NaiveDate, now: Instant) -> bool {
    days_of(catalog, bundle, now).any(|day| day == date)
}

/// What a bundle offers on a day: products on sale, at performances that can still be bought.
pub fn day<'c>(catalog: &'c Catalog, bundle: &'c Bundle, date: NaiveDate, now: Instant) -> Day<'c> {
    let of_step = |step: &'c BundleStep| {
        let mut products: Vec<DayProduct<'c>> = Vec::new();
        for it in catalog.offered_in(step).filter(|it| catalog.is_on_sale(it.product, now)) {
            match products.iter_mut().find(|found| found.product.id == it.product.id) {
                Some(found) => found.variants.push(it),
                None => products.push(DayProduct {
                    product: it.product,
                    variants: vec![it],
                    selections: selections(catalog, it.product, date, now),
                }),
            }
        }
        for DayProduct { variants, selections, .. } in &mut products {
            for performances in selections {
                performances.retain(|at| variants.iter().any(|it| is_sold_for(it.variant, at.show)));
            }
        }
        products.retain(|found| found.variants.iter().any(|it| found.can_be_visited(it.variant)));
        DayStep { step, products }
    };
    Day { date, steps: bundle.steps.iter().map(of_step).collect() }
}

fn selections<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    date: NaiveDate,
    now: Instant,
) -> Vec<Vec<Performance<'c>>> {
    let (first, last) = catalog.window_of(product, now);
    let is_sold = first <= date && date <= last;
    let open = |selection| match is_sold {
        true => performance::for_selection(catalog, selection, date, now),
        false => Vec::new(),
    };
    product.selections.iter().map(open).collect()
}

impl DayProduct<'_> {
    /// Whether a visit of the day is sold for a variant: one performance of each selection, with the delays between them.
    /// A product without selections needs no performances.
    pub fn can_be_visited(&self, variant: &Variant) -> bool {
        self.has_visit(|at| is_sold_for(variant, at.show))
    }

    /// Whether these performances include one of each selection that keep the delays of the product.
    fn has_visit(&self, is_possible: impl Fn(&Performance<'_>) -> bool) -> bool {
        let mut starts = Vec::with_capacity(self.selections.len());
        for performances in &self.selections {
            let possible = performances.iter().filter(|at| is_possible(at)).map(|at| at.starts_at);
            let fits = |start: &Instant| performance::keeps_delays(self.product, &[&starts[..], &[*start]].concat());
            // The earliest start leaves the most time for later selections, because a delay has no maximum.
            let Some(earliest) = possible.filter(fits).min() else { return false };
            starts.push(earliest);
        }
        true
    }

    /// The largest number that each performance of a visit has. `number` says how much a performance has.
    fn most_of_a_visit(&self, number: impl Fn(&Performance<'_>) -> u32) -> u32 {
        let of_each: HashMap<&PerformanceId, u32> =
            self.selections.iter().flatten().map(|at| (&at.id, number(at))).collect();
        let mut numbers: Vec<u32> = of_each.values().copied().collect();
        numbers.sort_unstable_by_key(|number| Reverse(*number));
        numbers.dedup();
        numbers.into_iter().find(|least| self.has_visit(|at| of_each[&at.id] >= *least)).unwrap_or(0)
    }

    /// The stock that one unit of a variant needs, including places if `at` is a performance.
    pub fn draws(&self, catalog: &Catalog, variant: &Variant, at: Option<&Performance<'_>>) -> Vec<Draw> {
        let own = variant.stock.map(|capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity: 1 });
        let of_product =
            self.product.stock.map(|capacity| Draw { key: StockKey::product(&self.product.id), capacity, quantity: 1 });
        let places = at.map(|at| {
            let section = performance::only_section(at, variant).map(|section| &section.id);
            at.draws_at(catalog, variant.tickets.max(1), section, None)
        });
        places.into_iter().flatten().chain(own).chain(of_product).collect()
    }

    fn all_draws(&self, catalog: &Catalog) -> Vec<Draw> {
        let at = |at: Option<&Performance<'_>>| {
            self.variants.iter().flat_map(|it| self.draws(catalog, it.variant, at)).collect::<Vec<_>>()
        };
        let places = self.selections.iter().flatten().flat_map(|performance| at(Some(performance)));
        places.chain(at(None)).collect()
    }

    /// An upper bound on the number of units of the product that can be bought together: for the visit where this number
    /// is highest, or in total if the product has no performances.
    fn supply(&self, catalog: &Catalog, availability: &Availability) -> u32 {
        let of_variant = |it: &OfferedVariant<'_>, at: Option<&Performance<'_>>| {
            let count = availability.count(&self.draws(catalog, it.variant, at)).min(it.max_quantity);
            let is_sold = at.is_none_or(|at| is_sold_for(it.variant, at.show));
            if is_sold && count >= it.min_quantity { count } else { 0 }
        };
        let of_all = |at: Option<&Performance<'_>>| {
            self.variants.iter().map(|it| of_variant(it, at)).fold(0, u32::saturating_add)
        };
        if self.selections.is_empty() {
            return of_all(None);
        }
        let together = self.most_of_a_visit(|at| of_all(Some(at)).min(availability.count(&at.draws(catalog, 1))));
        let of_each = self.variants.iter().map(|it| self.most_of_a_visit(|at| of_variant(it, Some(at))));
        together.min(of_each.fold(0, u32::saturating_add))
    }
}

impl Day<'_> {
    /// The stocks of everything that the bundle offers on the day.
    pub fn keys(&self, catalog: &Catalog) -> Vec<StockKey> {
        let products = self.steps.iter().flat_map(|step| &step.products);
        products.flat_map(|product| product.all_draws(catalog)).map(|draw| draw.key).collect()
    }

    /// Whether each step that needs a choice offers something on the day, sold out or not.
    pub fn is_open(&self) -> bool {
        self.steps.iter().all(|day| day.step.min_quantity == 0 || !day.products.is_empty())
    }

    /// Whether each step, looked at alone, has enough units available for its minimum.
    pub fn can_be_built(&self, catalog: &Catalog, availability: &Availability) -> bool {
        self.steps.iter().all(|day| {
            let supply = day.products.iter().map(|product| product.supply(catalog, availability));
            supply.fold(0, u32::saturating_add) >= day.step.min_quantity
        })
    }
}

/// The chosen quantity of one variant in a step.
#[derive(Clone, Copy, Debug)]
pub struct BundlePart<'c> {
    pub step: &'c BundleStep,
    pub offered: OfferedVariant<'c>,
    pub quantity: u32,
}

/// The contents of a bundle for the chosen quantities, in the order of its steps. Items that are always included are
/// added even if they were not chosen.
///
/// # Errors
/// A refusal when a step is not satisfied, or when something was chosen that no step offers.
pub fn chosen_parts<'c>(
    catalog: &'c Catalog,
    bundle: &'c Bundle,
    chosen: &[(&VariantId, u32)],
) -> Result<Vec<BundlePart<'c>>, Refusal> {
    let mut all = Vec::new();
    for step in &bundle.steps {
        let is_included = catalog.step_kind(step) == StepKind::Included;
        let quantity = |it: &OfferedVariant<'_>| {
            let asked = chosen.iter().find(|(id, _)| **id == it.variant.id).map(|(_, quantity)| *quantity);
            asked.or(is_included.then_some(1)).unwrap_or(0)
        };
        let of_step =
            catalog.offered_in(step).map(|offered| BundlePart { step, offered, quantity: quantity(&offered) });
        let of_step: Vec<BundlePart<'c>> = of_step.filter(|it| it.quantity > 0).collect();
        satisfied(step, &of_step)?;
        all.extend(of_step);
    }
    // Refuse items that no step offers and items that are named twice. In both cases, the two counts differ.
    let is_named = |it: &&BundlePart<'_>| chosen.iter().any(|(id, _)| **id == it.offered.variant.id);
    if all.iter().filter(is_named).count() != chosen.len() {
        return Err(Refusal::new(NOT_OFFERED));
    }
    Ok(all)
}

/// Checks the delays between the steps of a bundle. `starts` are the performances that were chosen, each with its step.
///
/// # Errors
/// A refusal that names the step whose performances start too early.
pub fn keeps_delays<'c>(
    bundle: &Bundle,
    starts: impl Iterator<Item = (&'c BundleStep, Instant)> + Clone,
    zone: Tz,
) -> Result<(), Refusal> {
    for step in &bundle.steps {
        let Some(delay) = &step.delay else { continue };
        let of = |id: &PromotionRuleId| -> Vec<Instant> {
            starts.clone().filter(|(step, _)| step.id == *id).map(|(_, start)| start).collect()
        };
        let (before, own) = (of(&delay.after).into_iter().max(), of(&step.id).into_iter().min());
        let (Some(before), Some(own)) = (before, own) else { continue };
        let earliest = before + Duration::minutes(i64::from(delay.minutes));
        if own < earliest {
            let other = bundle.steps.iter().find(|step| step.id == delay.after).map(|step| step.label.as_str());
            let time = twelve_hours(&earliest.with_timezone(&zone).format("%H:%M").to_string());
            return Err(Refusal::new(TOO_EARLY)
                .with("step", &step.label)
                .with("time", time)
                .with("minutes", delay.minutes)
                .with("other", other.unwrap_or_default()));
        }
    }
    Ok(())
}

fn satisfied(step: &BundleStep, parts: &[BundlePart<'_>]) -> Result<(), Refusal> {
    for it in parts {
        let OfferedVariant { product, variant, min_quantity, max_quantity, .. } = it.offered;
        let name = format!("{}, {}", product.name, variant.name);
        if it.quantity < min_quantity {
            return Err(Refusal::new(VARIANT_MINIMUM).with("name", name).with("min", min_quantity));
        }
        if it.quantity > max_quantity {
            return Err(Refusal::new(VARIANT_MAXIMUM).with("name", name).with("max", max_quantity));
        }
    }
    let total = parts.iter().map(|it| it.quantity).fold(0, u32::saturating_add);
    if total < step.min_quantity {
        return Err(Refusal::new(STEP_MINIMUM).with("step", &step.label).with("min", step.min_quantity));
    }
    match step.max_quantity.filter(|most| total > *most) {
        Some(most) => Err(Refusal::new(STEP_MAXIMUM).with("step", &step.label).with("max", most)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use midway_catalog::files::BundleVariant;
    use midway_catalog::testing::{self, now};
    use midway_kernel::text::fill;

    /// A park with tours at noon and at 2 p.m., a night tour for adults on Saturdays, and extras for a visit.
    const PARK: &str = r#"
        [settings]
        look_ahead_days = 30

        [[show]]
        id = "day"
        site = "park"
        name = "Day"
        type = 4

        [[show]]
        id = "night"
        site = "park"
        name = "Night"
        type = 4

        [[schedule]]
        id = "days"
        show = "day"
        capacity = 6
        slot = [{ time = "12:00" }, { time = "14:00" }]

        [[schedule]]
        id = "nights"
        show = "night"
        capacity = 3
        weekdays = ["sat"]
        slot = [{ time = "21:00" }]

        [[product]]
        id = "tour"
        site = "park"
        name = "Tour"
        short_description = ""
        selection = [{ shows = ["day", "night"] }]
        variant = [
          { id = "adult", name = "Adult", price = "20.00", max_quantity = 10 },
          { id = "child", name = "Child", price = "10.00", max_quantity = 8, shows = ["day"] },
        ]

        [[product]]
        id = "parking"
        site = "park"
        name = "Parking"
        short_description = ""
        variant = [{ id = "car", name = "Car", price = "15.00", stock = 40 }]

        [[product]]
        id = "shop"
        site = "park"
        name = "Shop"
        short_description = ""
        variant = [
          { id = "book", name = "Book", price = "18.00", stock = 5 },
          { id = "leaflet", name = "Leaflet", price = "0.00" },
          { id = "poster", name = "Poster", price = "6.00" },
        ]

        [[product]]
        id = "almanac"
        site = "park"
        name = "Almanac"
        short_description = ""
        on_sale_until = "2026-01-01T00:00:00"
        variant = [{ id = "almanac", name = "Almanac", price = "9.00" }]
    "#;

    /// Parking that is always included, a tour for two to six people, and optional souvenirs.
    const STEPS: &str = r#"
        [[bundle.step]]
        id = "arriving"
        label = "Your place to park"
        min_quantity = 1
        max_quantity = 1
        variant = [{ variant = "car" }]

        [[bundle.step]]
        id = "walking"
        label = "Your tour"
        min_quantity = 2
        max_quantity = 6
        variant = [{ variant = "adult", max_quantity = 4 }, { variant = "child", min_quantity = 2 }]

        [[bundle.step]]
        id = "taking-home"
        label = "To take home"
        min_quantity = 0
        max_quantity = 2
        variant = [{ variant = "book" }, { variant = "leaflet" }, { variant = "poster" }, { variant = "almanac" }]
    "#;

    /// The park with a bundle that has these steps. `keys` sets the bundle's days.
    fn catalog(park: &str, keys: &str, steps: &str) -> Catalog {
        let bundle = "[[bundle]]\nid = \"weekend\"\nsite = \"park\"\nname = \"Weekend\"\nshort_description = \"\"";
        testing::catalog(&format!("{park}\n{bundle}\n{keys}\n{steps}"))
    }

    fn bundle(catalog: &Catalog) -> &Bundle {
        catalog.bundle(&"weekend".into()).unwrap()
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn step(min_quantity: u32, max_quantity: Option<u32>, variants: Vec<BundleVariant>) -> BundleStep {
        let (label, description) = ("Step".to_owned(), String::new());
        BundleStep { id: "step".into(), label, description, min_quantity, max_quantity, delay: None, variants }
    }

    fn of(variant: &str, max_quantity: Option<u32>) -> BundleVariant {
        let variant = variant.into();
        BundleVariant { variant, min_quantity: None, max_quantity, percent_off: None, amount_off: None, price: None }
    }

    #[test]
    fn bundle_is_offered_on_its_dates_and_weekdays_within_the_look_ahead_days_of_the_shop() {
        for (keys, first, last, count) in [
            ("", "2026-11-20", "2026-12-19", 30),
            ("from = \"2026-11-01\"", "2026-11-20", "2026-12-19", 30),
            ("from = \"2026-12-01\"", "2026-12-01", "2026-12-19", 19),
            ("until = \"2026-11-22\"", "2026-11-20", "2026-11-22", 3),
            ("until = \"2027-06-01\"", "2026-11-20", "2026-12-19", 30),
            ("from = \"2026-12-01\"\nuntil = \"2026-12-01\"", "2026-12-01", "2026-12-01", 1),
            ("weekdays = [\"sat\", \"sun\"]", "2026-11-21", "2026-12-19", 9),
        ] {
            let catalog = catalog(PARK, keys, STEPS);
            let all: Vec<NaiveDate> = days_of(&catalog, bundle(&catalog), now()).collect();
            assert_eq!((all[0], all[all.len() - 1], all.len()), (date(first), date(last), count), "{keys}");
            for on in days(date("2026-11-18"), date("2026-12-22")) {
                let is_offered = is_offered_on(&catalog, bundle(&catalog), on, now());
                assert_eq!(is_offered, all.contains(&on), "{keys} on {on}");
            }
        }
        for keys in ["until = \"2026-11-19\"", "from = \"2026-12-20\""] {
            let catalog = catalog(PARK, keys, STEPS);
            assert_eq!(days_of(&catalog, bundle(&catalog), now()).count(), 0, "{keys}");
        }
    }

    #[test]
    fn first_bundle_day_is_today_in_the_time_zone_of_the_site() {
        let catalog = catalog(PARK, "", STEPS);
        // 03:00 UTC is 22:00 of the previous day in New York.
        let late = Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).unwrap();
        assert_eq!(days_of(&catalog, bundle(&catalog), late).next(), Some(date("2026-11-20")));
    }

    #[test]
    fn kind_of_a_step_depends_on_its_variants_and_quantities() {
        let catalog = catalog(PARK, "", STEPS);
        for (least, most, variants, kind) in [
            (1, Some(1), vec!["car"], StepKind::Included),
            (1, Some(1), vec!["adult"], StepKind::Timed),
            (0, Some(1), vec!["car"], StepKind::List),
            (1, None, vec!["car"], StepKind::List),
            (1, Some(2), vec!["book", "leaflet"], StepKind::List),
            (2, Some(2), vec!["book", "leaflet"], StepKind::List),
            (2, Some(6), vec!["adult", "child"], StepKind::Timed),
            (0, None, vec!["book", "child"], StepKind::Timed),
        ] {
            let step = step(least, most, variants.iter().map(|id| of(id, None)).collect());
            assert_eq!(catalog.step_kind(&step), kind, "{least} to {most:?} of {variants:?}");
        }
    }

    #[test]
    fn maximum_quantity_of_a_variant_is_the_smallest_of_its_limits_and_one_in_a_list_step() {
        let catalog = catalog(PARK, "", STEPS);
        for (of_step, of_variant, variant, most) in [
            (Some(6), None, "adult", 6),
            (Some(6), Some(4), "adult", 4),
            (Some(6), Some(9), "adult", 6),
            (None, None, "adult", 10),
            (None, Some(4), "adult", 4),
            (Some(12), None, "adult", 10),
            // A checklist item can be chosen only once.
            (Some(5), None, "leaflet", 1),
            (None, Some(3), "leaflet", 1),
        ] {
            let step = step(0, of_step, vec![of(variant, of_variant)]);
            let offered = catalog.offered_in(&step).next().unwrap();
            assert_eq!(offered.max_quantity, most, "{variant}: {of_step:?} and {of_variant:?}");
        }
    }

    /// The contents of the bundle for the chosen quantities, or the text of the refusal.
    fn choosing(catalog: &Catalog, chosen: &[(&str, u32)]) -> Result<Vec<(String, u32)>, String> {
        let chosen: Vec<(VariantId, u32)> = chosen.iter().map(|(id, quantity)| ((*id).into(), *quantity)).collect();
        let chosen: Vec<(&VariantId, u32)> = chosen.iter().map(|(id, quantity)| (id, *quantity)).collect();
        match chosen_parts(catalog, bundle(catalog), &chosen) {
            Ok(all) => Ok(all.iter().map(|it| (it.offered.variant.id.to_string(), it.quantity)).collect()),
            Err(refusal) => {
                let values: Vec<(&str, &str)> =
                    refusal.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
                Err(fill(refusal.text.default, &values))
            }
        }
    }

    #[test]
    fn valid_choice_is_accepted_and_its_parts_are_returned_in_step_order() {
        let catalog = catalog(PARK, "", STEPS);
        for (why, chosen, made) in [
            ("the minimum", vec![("adult", 2)], vec![("car", 1), ("adult", 2)]),
            ("the included part is requested too", vec![("car", 1), ("adult", 2)], vec![("car", 1), ("adult", 2)]),
            ("the maximum of the tour", vec![("child", 2), ("adult", 4)], vec![("car", 1), ("adult", 4), ("child", 2)]),
            ("only children", vec![("child", 6)], vec![("car", 1), ("child", 6)]),
            ("one variant of the list", vec![("book", 1), ("adult", 2)], vec![("car", 1), ("adult", 2), ("book", 1)]),
            (
                "the maximum of the list",
                vec![("adult", 2), ("poster", 1), ("leaflet", 1)],
                vec![("car", 1), ("adult", 2), ("leaflet", 1), ("poster", 1)],
            ),
        ] {
            let made: Vec<(String, u32)> = made.into_iter().map(|(id, quantity)| (id.to_owned(), quantity)).collect();
            assert_eq!(choosing(&catalog, &chosen), Ok(made), "{why}");
        }
    }

    #[test]
    fn choice_that_breaks_a_rule_of_the_bundle_is_refused_with_the_reason() {
        let catalog = catalog(PARK, "", STEPS);
        let not_offered = "This bundle no longer includes everything you chose. Please build it again.";
        for (why, chosen, words) in [
            ("no choice", vec![], "Your tour: choose at least 2."),
            ("too few", vec![("adult", 1)], "Your tour: choose at least 2."),
            ("only a variant of the list", vec![("book", 1)], "Your tour: choose at least 2."),
            ("too many", vec![("adult", 4), ("child", 3)], "Your tour: choose up to 6."),
            ("too many of one variant", vec![("adult", 5)], "Tour, Adult: choose up to 4."),
            ("too few of one variant", vec![("adult", 2), ("child", 1)], "Tour, Child: choose at least 2, or none."),
            ("two of a variant of the list", vec![("adult", 2), ("leaflet", 2)], "Shop, Leaflet: choose up to 1."),
            (
                "too many variants of a list",
                vec![("adult", 2), ("book", 1), ("leaflet", 1), ("poster", 1)],
                "To take home: choose up to 2.",
            ),
            ("two of the included part", vec![("adult", 2), ("car", 2)], "Parking, Car: choose up to 1."),
            ("none of the included part", vec![("adult", 2), ("car", 0)], "Your place to park: choose at least 1."),
            ("the same variant twice", vec![("adult", 2), ("adult", 2)], not_offered),
            ("a variant that the bundle does not offer", vec![("adult", 2), ("senior", 1)], not_offered),
        ] {
            assert_eq!(choosing(&catalog, &chosen), Err(words.to_owned()), "{why}");
        }
    }

    #[test]
    fn step_without_a_maximum_is_limited_only_by_its_variants() {
        let steps = STEPS.replace("min_quantity = 2\n        max_quantity = 6", "min_quantity = 2");
        let catalog = catalog(PARK, "", &steps.replace(", max_quantity = 4", ""));
        let all = [("car", 1), ("adult", 10), ("child", 8)].map(|(id, quantity)| (id.to_owned(), quantity));
        assert_eq!(choosing(&catalog, &[("adult", 10), ("child", 8)]), Ok(all.to_vec()));
        assert_eq!(choosing(&catalog, &[("adult", 11)]), Err("Tour, Adult: choose up to 10.".to_owned()));
    }

    /// The performances that the second step offers on a day.
    fn times(catalog: &Catalog, on: &str) -> Vec<String> {
        let day = day(catalog, bundle(catalog), date(on), now());
        let products = day.steps[1].products.iter();
        products.flat_map(|product| product.selections.iter().flatten()).map(|at| at.id.to_string()).collect()
    }

    #[test]
    fn bundle_day_offers_only_performances_that_can_still_be_bought_for_a_variant_of_the_step() {
        let catalog = catalog(PARK, "", STEPS);
        for (on, expected) in [
            ("2026-11-21", vec!["days.20261121.1200", "days.20261121.1400", "nights.20261121.2100"]),
            ("2026-11-22", vec!["days.20261122.1200", "days.20261122.1400"]),
            // The time is noon, so the tour at noon has begun.
            ("2026-11-20", vec!["days.20261120.1400"]),
            ("2026-11-19", vec![]),
            ("2026-12-20", vec![]),
        ] {
            assert_eq!(times(&catalog, on), expected, "{on}");
        }
        let children = STEPS.replace("{ variant = \"adult\", max_quantity = 4 }, ", "");
        let catalog = self::catalog(PARK, "", &children);
        let of_the_day = ["days.20261121.1200", "days.20261121.1400"];
        assert_eq!(times(&catalog, "2026-11-21"), of_the_day, "the night is for adults");
    }

    #[test]
    fn bundle_day_offers_products_on_sale_and_lists_their_stocks() {
        let catalog = catalog(PARK, "", STEPS);
        let day = day(&catalog, bundle(&catalog), date("2026-11-22"), now());
        let products = day.steps.iter().flat_map(|step| &step.products);
        let variants: Vec<&str> =
            products.flat_map(|product| &product.variants).map(|it| it.variant.id.as_str()).collect();
        assert_eq!(variants, ["car", "adult", "child", "book", "leaflet", "poster"], "the almanac's sale is over");
        let mut keys: Vec<String> = day.keys(&catalog).iter().map(ToString::to_string).collect();
        keys.sort();
        keys.dedup();
        let of_tours = ["performance:days.20261122.1200", "performance:days.20261122.1400"];
        assert_eq!(keys, [of_tours.as_slice(), &["variant:book", "variant:car"]].concat());
    }

    #[test]
    fn bundle_can_be_built_exactly_when_every_required_step_is_available() {
        let (saturday, sunday) = ("2026-11-21", "2026-11-22");
        let nothing = ("", "");
        let one_place = ("capacity = 6", "capacity = 1");
        let no_poster = ("price = \"6.00\" }", "price = \"6.00\", stock = 0 }");
        let optional = "min_quantity = 0\n        max_quantity = 2";
        let (two, three) = ((optional, "min_quantity = 2"), (optional, "min_quantity = 3"));
        for (why, in_park, in_steps, on, can_be_built) in [
            ("all is there", nothing, nothing, sunday, true),
            ("no place for the car", ("stock = 40", "stock = 0"), nothing, sunday, false),
            ("two places at a time", ("capacity = 6", "capacity = 2"), nothing, sunday, true),
            ("one place at each time", one_place, nothing, sunday, false),
            ("one place, and a night with three", one_place, nothing, saturday, true),
            ("an optional step without its book", ("stock = 5", "stock = 0"), nothing, sunday, true),
            ("two of a list", no_poster, two, sunday, true),
            ("three of a list of which two are left", no_poster, three, sunday, false),
            (
                "the tour's sale is over",
                ("selection = [", "on_sale_until = \"2026-01-01T00:00:00\"\nselection = ["),
                nothing,
                sunday,
                false,
            ),
            ("after the shop's window", nothing, nothing, "2026-12-20", false),
        ] {
            let changed = |text: &str, (before, after): (&str, &str)| {
                assert!(text.contains(before), "{why}");
                if before.is_empty() { text.to_owned() } else { text.replace(before, after) }
            };
            let catalog = catalog(&changed(PARK, in_park), "", &changed(STEPS, in_steps));
            let day = day(&catalog, bundle(&catalog), date(on), now());
            assert_eq!(day.can_be_built(&catalog, &Availability::default()), can_be_built, "{why}");
        }
    }

    #[test]
    fn bundle_is_open_unless_a_required_step_offers_nothing_on_the_day() {
        let (saturday, sunday) = ("2026-11-21", "2026-11-22");
        let tuesdays = ("capacity = 6", "capacity = 6\n        weekdays = [\"tue\"]");
        for (why, (before, after), on, is_open) in [
            ("all is there", ("", ""), sunday, true),
            ("the car park is sold out", ("stock = 40", "stock = 0"), sunday, true),
            ("no tours on the day", tuesdays, sunday, false),
            ("the night tour alone", tuesdays, saturday, true),
            (
                "the souvenirs are optional",
                ("name = \"Shop\"", "name = \"Shop\"\non_sale_until = \"2026-01-01T00:00:00\""),
                sunday,
                true,
            ),
        ] {
            let park = if before.is_empty() { PARK.to_owned() } else { PARK.replace(before, after) };
            let catalog = catalog(&park, "", STEPS);
            assert_eq!(day(&catalog, bundle(&catalog), date(on), now()).is_open(), is_open, "{why}");
        }
    }

    /// A dinner for four at one of two times, then a play at least two hours later. Two variants, of which one is not sold
    /// for the later play.
    const EVENING: &str = r#"
        [[show]]
        id = "dinner"
        site = "park"
        name = "Dinner"
        type = 4

        [[show]]
        id = "early-play"
        site = "park"
        name = "Play"
        type = 4

        [[show]]
        id = "late-play"
        site = "park"
        name = "Late play"
        type = 4

        [[schedule]]
        id = "dinners"
        show = "dinner"
        slot = [{ time = "17:00", capacity = 4 }, { time = "18:30", capacity = 4 }]

        [[schedule]]
        id = "early-plays"
        show = "early-play"
        slot = [{ time = "19:00", capacity = 4 }]

        [[schedule]]
        id = "late-plays"
        show = "late-play"
        slot = [{ time = "20:30", capacity = 3 }]

        [[product]]
        id = "evening"
        site = "park"
        name = "Evening"
        short_description = ""
        selection = [
          { shows = ["dinner"] },
          { shows = ["early-play", "late-play"], delay = { after = "previous", minutes = 120 } },
        ]
        variant = [
          { id = "grown-up", name = "Adult", price = "60.00", max_quantity = 10 },
          { id = "junior", name = "Child", price = "30.00", max_quantity = 10, shows = ["dinner", "early-play"] },
        ]
    "#;

    #[test]
    fn step_has_the_supply_of_one_visit_with_all_its_times_and_delays() {
        let sunday = date("2026-11-22");
        for (why, changes, variants, supply) in [
            ("both dinners and both plays", vec![], "grown-up", 4),
            ("only the late play", vec![("\"19:00\", capacity = 4", "\"19:00\", capacity = 0")], "grown-up", 3),
            (
                "the early dinner is full, and the early play is too soon after the late one",
                vec![("\"17:00\", capacity = 4", "\"17:00\", capacity = 0")],
                "grown-up",
                3,
            ),
            ("the late dinner is before the late play", vec![("minutes = 120", "minutes = 121")], "grown-up", 3),
            ("no play is late enough after any dinner", vec![("minutes = 120", "minutes = 300")], "grown-up", 0),
            ("the late dinner is full", vec![("\"18:30\", capacity = 4", "\"18:30\", capacity = 0")], "junior", 4),
            (
                "the early dinner is full, and children see only the early play",
                vec![("\"17:00\", capacity = 4", "\"17:00\", capacity = 0")],
                "junior",
                0,
            ),
        ] {
            let mut evening = EVENING.to_owned();
            for (before, after) in changes {
                assert!(evening.contains(before), "{why}");
                evening = evening.replace(before, after);
            }
            let step = format!(
                "[[bundle.step]]\nid = \"night\"\nlabel = \"Night\"\nmin_quantity = 1\nvariant = [{{ variant = \
                 \"{variants}\" }}]"
            );
            let catalog = catalog(&evening, "", &step);
            let day = day(&catalog, bundle(&catalog), sunday, now());
            let products = day.steps[0].products.iter();
            let supplies: Vec<u32> =
                products.map(|product| product.supply(&catalog, &Availability::default())).collect();
            // Without a visit that its delays allow, the product is not offered.
            let is_offered = !why.starts_with("no play");
            assert_eq!(supplies, if is_offered { vec![supply] } else { vec![] }, "{why}");
            assert_eq!(day.can_be_built(&catalog, &Availability::default()), supply > 0, "{why}");
            assert_eq!(day.is_open(), is_offered, "{why}");
        }
    }

    #[test]
    fn delay_between_steps_is_measured_from_the_last_time_to_the_first() {
        let steps = "[[bundle.step]]\nid = \"one\"\nlabel = \"One\"\nmin_quantity = 1\nvariant = [{ variant = \"adult\" }]\n\
            [[bundle.step]]\nid = \"two\"\nlabel = \"Two\"\nmin_quantity = 1\nvariant = [{ variant = \"grown-up\" }]\n\
            delay = { after = \"one\", minutes = 60 }";
        let catalog = catalog(&format!("{PARK}{EVENING}"), "", steps);
        let bundle = bundle(&catalog);
        let at = |hour| Utc.with_ymd_and_hms(2026, 11, 22, hour, 0, 0).unwrap();
        let keeps = |one: [u32; 2], two: [u32; 2]| {
            let of = |step: usize, hours: [u32; 2]| hours.map(|hour| (&bundle.steps[step], at(hour)));
            keeps_delays(bundle, of(0, one).into_iter().chain(of(1, two)), Tz::UTC).is_ok()
        };
        assert!(keeps([10, 12], [13, 15]));
        assert!(!keeps([10, 13], [13, 15]), "an hour after the second time of the first step");
        assert!(!keeps([12, 10], [15, 12]), "the times are in any order");
    }
}
