//! Which units of a cart replace which units of an earlier order. Pure.

use super::exchanged_bundles::BuiltBundle;
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;

/// What a unit is, apart from its date, time and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind<'k> {
    pub product_id: &'k ProductId,
    pub variant_id: &'k VariantId,
    /// What a bundle is made of; `None` for anything else.
    pub bundle: Option<BuiltBundle>,
}

impl Kind<'_> {
    /// Whether it is a kind of the same product, or a bundle with the same id.
    pub fn is_of_product_of(&self, other: &Kind<'_>) -> bool {
        self.product_id == other.product_id && self.bundle.is_some() == other.bundle.is_some()
    }

    /// Whether it is the other kind, or a bundle with everything of the other one.
    pub fn includes(&self, other: &Kind<'_>) -> bool {
        match (&self.bundle, &other.bundle) {
            (Some(own), Some(bundle)) => own.has_all_of(bundle),
            _ => self.variant_id == other.variant_id,
        }
    }
}

/// Units that are exchanged.
#[derive(Clone, Debug)]
pub struct ExchangedUnits<'e> {
    pub kind: Kind<'e>,
    /// What one of them cost.
    pub price: Money,
    /// What another unit of their kind must cost at least; `None` if it may cost anything.
    pub floor: Option<Money>,
    pub quantity: u32,
}

/// Units of the cart that may replace exchanged ones.
#[derive(Clone, Debug)]
pub struct NewUnits<'n> {
    pub kind: Kind<'n>,
    /// What one of them costs.
    pub price: Money,
    pub quantity: u32,
}

/// Why a new unit may replace an exchanged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suitability {
    /// It is of the same kind and costs no less than the floor.
    ByKind,
    /// It is of the same product and does not cost less.
    ByPrice,
}

fn suitability(exchanged: &ExchangedUnits<'_>, new: &NewUnits<'_>) -> Option<Suitability> {
    if !new.kind.is_of_product_of(&exchanged.kind) {
        return None;
    }
    if new.kind.includes(&exchanged.kind) && exchanged.floor.is_none_or(|floor| new.price >= floor) {
        return Some(Suitability::ByKind);
    }
    (new.price >= exchanged.price).then_some(Suitability::ByPrice)
}

/// The floor of a new unit that replaces an exchanged one, for its own exchange: the one that it was exchanged with, or the
/// price for which it may be of another kind.
pub fn floor_after(exchanged: &ExchangedUnits<'_>, new: &NewUnits<'_>) -> Option<Money> {
    match suitability(exchanged, new)? {
        Suitability::ByKind => exchanged.floor,
        Suitability::ByPrice => Some(exchanged.price),
    }
}

/// How many of each of these new units replace how many of each of the exchanged ones, by the positions of both:
/// `replaced[exchanged][new]`. Each new unit replaces one. As many as possible are replaced, and by units of the same kind
/// rather than by price.
pub fn replacements(exchanged: &[ExchangedUnits<'_>], new: &[NewUnits<'_>]) -> Vec<Vec<u32>> {
    let suits = |units: &ExchangedUnits<'_>| new.iter().map(|new| suitability(units, new)).collect();
    let mut matching = Matching {
        suits: exchanged.iter().map(suits).collect(),
        free: new.iter().map(|units| units.quantity).collect(),
        replaced: vec![vec![0; new.len()]; exchanged.len()],
    };
    let mut missing: Vec<u32> = exchanged.iter().map(|units| units.quantity).collect();
    for round in [Round::ByKind, Round::OthersKeepTheirKind, Round::ByPrice] {
        for (position, missing) in missing.iter_mut().enumerate() {
            let by_price = round != Round::ByKind;
            while *missing > 0 && matching.replaces_one((position, by_price), round, &mut vec![false; new.len()]) {
                *missing -= 1;
            }
        }
    }
    matching.replaced
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// Units are replaced by those of their kind.
    ByKind,
    /// Those that are missing are replaced by price, too. Others may have to take different new ones, but then of their kind, if
    /// they have one of their kind.
    OthersKeepTheirKind,
    /// Every unit may be replaced by price.
    ByPrice,
}

struct Matching {
    /// Why a new unit suits an exchanged one, by the positions of both, as in `replaced`.
    suits: Vec<Vec<Option<Suitability>>>,
    /// How many of the new units replace none.
    free: Vec<u32>,
    replaced: Vec<Vec<u32>>,
}

impl Matching {
    /// Finds a new unit for an exchanged one, which may be one that suits by its price. Another exchanged one may have to take a
    /// different new one for it. `tried` tells which new units were looked at.
    fn replaces_one(&mut self, (exchanged, by_price): (usize, bool), round: Round, tried: &mut [bool]) -> bool {
        for wanted in [Suitability::ByKind, Suitability::ByPrice] {
            for new in 0..tried.len() {
                let is_wanted = self.suits[exchanged][new] == Some(wanted);
                if !is_wanted
                    || (wanted == Suitability::ByPrice && !by_price)
                    || std::mem::replace(&mut tried[new], true)
                {
                    continue;
                }
                if self.free[new] > 0 {
                    self.free[new] -= 1;
                    self.replaced[exchanged][new] += 1;
                    return true;
                }
                for other in (0..self.replaced.len()).filter(|other| *other != exchanged) {
                    if self.replaced[other][new] == 0 {
                        continue;
                    }
                    let has_its_kind = self.suits[other][new] == Some(Suitability::ByKind);
                    let other_by_price = match round {
                        Round::ByKind => false,
                        Round::OthersKeepTheirKind => !has_its_kind,
                        Round::ByPrice => true,
                    };
                    if self.replaces_one((other, other_by_price), round, tried) {
                        self.replaced[other][new] -= 1;
                        self.replaced[exchanged][new] += 1;
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn tour<'k>(product_id: &'k ProductId, variant_id: &'k VariantId) -> Kind<'k> {
        Kind { product_id, variant_id, bundle: None }
    }

    /// How many of the exchanged units are not replaced, each with a variant, a price, a floor of 0 for none, and a quantity;
    /// and the floors of the new units, each with a variant, a price and a quantity.
    fn outcome(exchanged: &[(&str, i64, i64, u32)], new: &[(&str, i64, u32)]) -> (Vec<u32>, Vec<(i64, u32)>) {
        let product: ProductId = "tour".into();
        let ids: BTreeMap<&str, VariantId> = exchanged
            .iter()
            .map(|it| it.0)
            .chain(new.iter().map(|it| it.0))
            .map(|variant| (variant, VariantId::from(variant)))
            .collect();
        let exchanged: Vec<ExchangedUnits<'_>> = exchanged
            .iter()
            .map(|(variant, price, floor, quantity)| ExchangedUnits {
                kind: tour(&product, &ids[variant]),
                price: Money(*price),
                floor: (*floor > 0).then_some(Money(*floor)),
                quantity: *quantity,
            })
            .collect();
        let new: Vec<NewUnits<'_>> = new
            .iter()
            .map(|(variant, price, quantity)| NewUnits {
                kind: tour(&product, &ids[variant]),
                price: Money(*price),
                quantity: *quantity,
            })
            .collect();
        let replaced = replacements(&exchanged, &new);
        let missing = exchanged.iter().zip(&replaced).map(|(units, by)| units.quantity - by.iter().sum::<u32>());
        let mut floors = Vec::new();
        for (units, by) in exchanged.iter().zip(&replaced) {
            for (new, quantity) in new.iter().zip(by).filter(|(_, quantity)| **quantity > 0) {
                floors.extend(floor_after(units, new).map(|floor| (floor.0, *quantity)));
            }
        }
        (missing.collect(), floors)
    }

    #[test]
    fn unit_of_the_same_kind_may_cost_anything_and_another_kind_no_less() {
        for (why, new, missing, floors) in [
            ("the same kind, cheaper", vec![("adult", 10_00, 2)], 0, vec![]),
            ("too few", vec![("adult", 30_00, 1)], 1, vec![]),
            ("another kind, cheaper", vec![("child", 19_99, 2)], 2, vec![]),
            ("another kind for the same", vec![("child", 20_00, 2)], 0, vec![(20_00, 2)]),
            ("one of each", vec![("child", 20_00, 1), ("adult", 5_00, 1)], 0, vec![(20_00, 1)]),
            ("more than needed", vec![("child", 25_00, 5), ("adult", 5_00, 2)], 0, vec![]),
        ] {
            assert_eq!(outcome(&[("adult", 20_00, 0, 2)], &new), (vec![missing], floors), "{why}");
        }
    }

    #[test]
    fn unit_that_came_by_its_price_keeps_it_for_all_its_exchanges() {
        // A child's ticket for 15.00 became an adult's for 30.00.
        let adult = [("adult", 30_00, 15_00, 1)];
        for (why, new, missing, floors) in [
            ("a day that is too cheap", ("adult", 14_99, 1), 1, vec![]),
            ("the price of the child's ticket", ("adult", 15_00, 1), 0, vec![(15_00, 1)]),
            ("a dearer day", ("adult", 40_00, 1), 0, vec![(15_00, 1)]),
            ("a child again", ("child", 15_00, 1), 1, vec![]),
            ("another kind for more", ("senior", 31_00, 1), 0, vec![(30_00, 1)]),
        ] {
            assert_eq!(outcome(&adult, &[new]), (vec![missing], floors), "{why}");
        }
        // The other units of the line have no floor.
        let mixed = [("adult", 30_00, 0, 2), ("adult", 30_00, 15_00, 1)];
        assert_eq!(outcome(&mixed, &[("adult", 10_00, 3)]), (vec![0, 1], vec![]));
        assert_eq!(outcome(&mixed, &[("adult", 10_00, 2), ("adult", 20_00, 1)]), (vec![0, 0], vec![(15_00, 1)]));
    }

    #[test]
    fn as_many_as_possible_are_replaced() {
        // The dear ticket of an adult is needed for the child.
        let family = [("adult", 20_00, 0, 1), ("child", 15_00, 0, 1)];
        assert_eq!(outcome(&family, &[("adult", 30_00, 1), ("adult", 10_00, 1)]), (vec![0, 0], vec![(15_00, 1)]));
        assert_eq!(outcome(&family, &[("senior", 20_00, 1), ("senior", 15_00, 1)]).0, [0, 0]);
        assert_eq!(outcome(&family, &[("senior", 15_00, 2)]).0, [1, 0]);
        // The order of the new ones makes no difference.
        for new in [[("adult", 30_00, 1), ("senior", 20_00, 1)], [("senior", 20_00, 1), ("adult", 30_00, 1)]] {
            assert_eq!(
                outcome(&family, &new),
                (vec![0, 0], vec![(15_00, 1)]),
                "the adult has one of its kind: {new:?}"
            );
        }
        let many = [("adult", 20_00, 0, 2_000), ("child", 15_00, 0, 2_000)];
        assert_eq!(outcome(&many, &[("adult", 15_00, 3_000), ("child", 5_00, 999)]).0, [0, 1]);
    }

    #[test]
    fn units_of_another_product_replace_none() {
        let (tour_id, other_id, adult): (ProductId, ProductId, VariantId) =
            ("tour".into(), "day".into(), "adult".into());
        let exchanged = ExchangedUnits { kind: tour(&tour_id, &adult), price: Money(5_00), floor: None, quantity: 1 };
        let new = NewUnits { kind: tour(&other_id, &adult), price: Money(50_00), quantity: 1 };
        assert_eq!(replacements(&[exchanged], &[new]), [[0]]);
    }
}
