//! Which bundles are exchanged for which. A bundle is one unit, but two bundles with the same id may have different parts
//! and prices. Pure.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::line::LinePackage;
use midway_kernel::id::{PerformanceId, VariantId};
use midway_kernel::money::Money;

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
            let quantity = parts.entry(part.variant_id.clone()).or_default();
            *quantity = quantity.saturating_add(part.quantity);
        }
        let chosen = package.parts.iter().flat_map(|part| &part.performances.0);
        Some(BuiltBundle { date, parts, performances: chosen.map(|it| it.performance_id.clone()).collect() })
    }

    /// Whether it has everything that another bundle has.
    fn has_all_of(&self, other: &Self) -> bool {
        other.parts.iter().all(|(variant, quantity)| self.parts.get(variant).is_some_and(|own| own >= quantity))
    }

    /// Whether it is the other bundle again, perhaps with more in it and perhaps at a lower price: it has all of it, at the
    /// same times.
    fn repeats(&self, other: &Self) -> bool {
        let is_at_same_times = match other.performances.is_empty() {
            true => self.date == other.date,
            false => other.performances.is_subset(&self.performances),
        };
        is_at_same_times && self.has_all_of(other)
    }
}

/// A bundle with its price and its fees.
pub type Priced = (BuiltBundle, Money);

/// The positions of the exchanged bundles that none of these new ones replaces, and whether any of these is another one at
/// all. A bundle is replaced by one that has everything that it had, or that does not cost less. Each new one replaces one,
/// and as many as possible are replaced.
pub fn not_replaced(exchanged: &[(&BuiltBundle, Money)], new: &[Priced]) -> (Vec<usize>, bool) {
    let is_other = |bundle: &BuiltBundle| !exchanged.iter().any(|(old, _)| bundle.repeats(old));
    let others: Vec<&Priced> = new.iter().filter(|(bundle, _)| is_other(bundle)).collect();
    let suits = |(old, old_price): &(&BuiltBundle, Money)| -> Vec<usize> {
        let suits = |(bundle, price): &&Priced| bundle.has_all_of(old) || price >= old_price;
        (0..others.len()).filter(|nth| suits(&others[*nth])).collect()
    };
    let suitable: Vec<Vec<usize>> = exchanged.iter().map(suits).collect();
    let mut replaced: Vec<Option<usize>> = vec![None; others.len()];
    let mut missing = Vec::new();
    for old in 0..exchanged.len() {
        if !finds_one(old, &suitable, &mut replaced, &mut BTreeSet::new()) {
            missing.push(old);
        }
    }
    (missing, !others.is_empty())
}

/// Finds a new bundle for an exchanged one. Another exchanged one may have to take a different one for it. `replaced` names
/// the exchanged bundle that each new one replaces, and `tried` the new ones that were looked at.
fn finds_one(old: usize, suitable: &[Vec<usize>], replaced: &mut [Option<usize>], tried: &mut BTreeSet<usize>) -> bool {
    for new in &suitable[old] {
        if !tried.insert(*new) {
            continue;
        }
        let is_free = match replaced[*new] {
            None => true,
            Some(other) => finds_one(other, suitable, replaced, tried),
        };
        if is_free {
            replaced[*new] = Some(old);
            return true;
        }
    }
    false
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

    fn unmet(exchanged: &[(BuiltBundle, i64)], new: &[(BuiltBundle, i64)]) -> (Vec<usize>, bool) {
        let exchanged: Vec<(&BuiltBundle, Money)> = exchanged.iter().map(|(it, price)| (it, Money(*price))).collect();
        let new: Vec<Priced> = new.iter().map(|(it, price)| (it.clone(), Money(*price))).collect();
        not_replaced(&exchanged, &new)
    }

    #[test]
    fn a_bundle_is_replaced_by_one_with_everything_or_one_that_costs_no_less() {
        let old = [(bundle(PAIR, NOON), 50_00)];
        for (why, parts, performance, price, missing, has_others) in [
            ("another day, cheaper", PAIR, NEXT_DAY, 40_00, false, true),
            ("another time of the day", PAIR, TWO, 50_00, false, true),
            ("the same time", PAIR, NOON, 40_00, true, false),
            ("the same time with more", FAMILY, NOON, 80_00, true, false),
            ("more, another day", FAMILY, NEXT_DAY, 45_00, false, true),
            ("less, another day", CHILDREN, NEXT_DAY, 49_99, true, true),
            ("less for the same money", CHILDREN, NEXT_DAY, 50_00, false, true),
            ("fewer people at the same time for the same money", CHILDREN, NOON, 50_00, false, true),
        ] {
            let expected = (if missing { vec![0] } else { vec![] }, has_others);
            assert_eq!(unmet(&old, &[(bundle(parts, performance), price)]), expected, "{why}");
        }
        assert_eq!(unmet(&old, &[]), (vec![0], false));
    }

    #[test]
    fn a_bundle_without_times_is_another_one_on_another_day() {
        let goods = |day: &str| BuiltBundle { date: day.parse().unwrap(), ..bundle(&[("car", 1)], "") };
        let old = [(goods("2026-11-21"), 5_00)];
        assert_eq!(unmet(&old, &[(goods("2026-11-21"), 5_00)]), (vec![0], false));
        assert_eq!(unmet(&old, &[(goods("2026-11-22"), 5_00)]), (vec![], true));
    }

    #[test]
    fn each_new_bundle_replaces_one_and_as_many_as_possible_are_replaced() {
        // The family's bundle suits both, the other one only the pair.
        let old = [(bundle(PAIR, NOON), 50_00), (bundle(FAMILY, NOON), 80_00)];
        let family = (bundle(FAMILY, NEXT_DAY), 70_00);
        let pair = (bundle(PAIR, NEXT_DAY), 40_00);
        assert_eq!(unmet(&old, &[family.clone(), pair.clone()]), (vec![], true));
        assert_eq!(unmet(&old, &[family]), (vec![1], true));
        assert_eq!(unmet(&old, &[pair.clone(), pair]), (vec![1], true));
    }

    #[test]
    fn bundles_that_change_places_are_not_new_ones() {
        let old = [(bundle(PAIR, NOON), 50_00), (bundle(PAIR, NEXT_DAY), 50_00)];
        let again = [(bundle(PAIR, NEXT_DAY), 40_00), (bundle(PAIR, NOON), 40_00)];
        assert_eq!(unmet(&old, &again), (vec![0, 1], false));
    }
}
