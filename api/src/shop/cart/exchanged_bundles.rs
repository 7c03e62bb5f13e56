//! What a bundle is made of. A bundle is one unit, but two bundles with the same id may have different parts and prices.
//! Pure.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::line::LinePackage;
use midway_kernel::id::{PerformanceId, VariantId};

/// What a bundle is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltBundle {
    pub date: NaiveDate,
    /// How many it has of each variant.
    pub parts: BTreeMap<VariantId, u32>,
    pub performances: BTreeSet<PerformanceId>,
}

impl BuiltBundle {
    /// The contents of a bundle; `None` for a package of the operator.
    pub fn of(package: &LinePackage) -> Option<Self> {
        let date = package.bundle_date?;
        let mut parts: BTreeMap<VariantId, u32> = BTreeMap::new();
        for part in &package.parts {
            let of_variant = parts.entry(part.variant_id.clone()).or_default();
            *of_variant = of_variant.saturating_add(part.quantity);
        }
        let chosen = package.parts.iter().flat_map(|part| &part.performances.0);
        Some(BuiltBundle { date, parts, performances: chosen.map(|it| it.performance_id.clone()).collect() })
    }

    /// Whether it has everything that an exchanged bundle has.
    pub fn has_all_of(&self, exchanged: &Self) -> bool {
        exchanged.parts.iter().all(|(variant, quantity)| self.parts.get(variant).is_some_and(|own| own >= quantity))
    }

    /// Whether it is an exchanged bundle again, perhaps with more in it and perhaps at a lower price: it has all of it, at
    /// the same times.
    pub fn repeats(&self, exchanged: &Self) -> bool {
        let is_at_same_times = match exchanged.performances.is_empty() {
            true => self.date == exchanged.date,
            false => exchanged.performances.is_subset(&self.performances),
        };
        is_at_same_times && self.has_all_of(exchanged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "tours.20261121.1200";
    const TWO: &str = "tours.20261121.1400";
    const NEXT_DAY: &str = "tours.20261122.1200";

    /// Two adults and a car, or what else is given, at a time.
    fn bundle(parts: &[(&str, u32)], performance: &str) -> BuiltBundle {
        let day = performance.split('.').nth(1).unwrap_or("20261121");
        BuiltBundle {
            date: NaiveDate::parse_from_str(day, "%Y%m%d").unwrap(),
            parts: parts.iter().map(|(variant, quantity)| ((*variant).into(), *quantity)).collect(),
            performances: (!performance.is_empty())
                .then(|| PerformanceId(performance.to_owned()))
                .into_iter()
                .collect(),
        }
    }

    const PAIR: &[(&str, u32)] = &[("adult", 2), ("car", 1)];
    const FAMILY: &[(&str, u32)] = &[("adult", 2), ("child", 2), ("car", 1)];
    const CHILDREN: &[(&str, u32)] = &[("child", 2), ("car", 1)];

    #[test]
    fn bundle_at_the_same_times_with_everything_is_the_same_again() {
        let exchanged = bundle(PAIR, NOON);
        for (why, parts, performance, has_all, repeats) in [
            ("the same time", PAIR, NOON, true, true),
            ("the same time with more", FAMILY, NOON, true, true),
            ("another time of the day", PAIR, TWO, true, false),
            ("more, another day", FAMILY, NEXT_DAY, true, false),
            ("less, the same time", CHILDREN, NOON, false, false),
            ("less, another day", CHILDREN, NEXT_DAY, false, false),
        ] {
            let new = bundle(parts, performance);
            assert_eq!((new.has_all_of(&exchanged), new.repeats(&exchanged)), (has_all, repeats), "{why}");
        }
    }

    #[test]
    fn bundle_without_times_is_another_one_on_another_day() {
        let parking = |day: &str| BuiltBundle { date: day.parse().unwrap(), ..bundle(&[("car", 1)], "") };
        assert!(parking("2026-11-21").repeats(&parking("2026-11-21")));
        assert!(!parking("2026-11-22").repeats(&parking("2026-11-21")));
    }
}
