//! Offers on tickets that are bought together: which units of a cart are used for which offer, and by how much each
//! unit is reduced.
//!
//! Each unit is used for at most one offer. The result depends only on the contents of the cart, not on the order in
//! which they were added: lines are sorted by price, variant, day and id. Up to [`MAX_CASES_IN_ANY_ORDER`] offers that
//! compete for the same units (a same-day offer counts once per day) are tried in every order and with several counts
//! each, and the combination with the largest reduction is chosen. If two combinations have the same reduction, the
//! offer with the lower id takes precedence. If more offers or more than [`MAX_UNITS_IN_ANY_ORDER`] units compete,
//! which does not happen in the cart of a family, each of the strongest offers is tried first, followed by the other
//! offers in the order of their strength.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::line::{LineOffer, LineOffers, UnitPrice};
use crate::files::{Offer, OfferGroup};
use crate::{Catalog, Reduction};
use midway_kernel::id::{PromotionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::Instant;

/// The maximum number of competing cases ([`Case`]) that are tried in every order.
const MAX_CASES_IN_ANY_ORDER: usize = 4;
/// The maximum number of units for which competing offers are tried in every order. Even the cart of several school
/// classes has fewer units.
const MAX_UNITS_IN_ANY_ORDER: u32 = 400;
/// The number of sequences of offers that are tried if one of these limits is exceeded. Each sequence begins with a
/// different one of the strongest offers.
const MAX_TRIED_FIRST: usize = 8;

/// A line that offers may apply to: its units have their public price.
#[derive(Clone, Debug)]
pub struct CandidateLine<'a> {
    pub id: &'a str,
    pub variant: &'a VariantId,
    /// The day of the line's first performance.
    pub date: Option<NaiveDate>,
    pub unit: UnitPrice,
    /// The tax rate of the price. Fees have their own tax, which an offer changes only if it makes the unit free.
    pub tax_rate: BasisPoints,
    pub quantity: u32,
}

/// The offers of each line, in the order of the lines. The offers in `kept` already apply to the cart and stay valid
/// even if they have ended.
pub fn offers(
    catalog: &Catalog,
    lines: &[CandidateLine<'_>],
    kept: &BTreeSet<PromotionId>,
    now: Instant,
) -> Vec<LineOffers> {
    let order = by_price(lines);
    let sorted: Vec<&CandidateLine<'_>> = order.iter().map(|&at| &lines[at]).collect();
    best_offers(&sorted, &order, &cases(catalog, &sorted, kept, now))
}

/// The positions of the lines, the most expensive first. The order does not depend on the order of the lines.
fn by_price(lines: &[CandidateLine<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&one, &other| {
        let key = |at: usize| (lines[at].variant, lines[at].date, lines[at].id);
        lines[other].unit.price.cmp(&lines[one].unit.price).then_with(|| key(one).cmp(&key(other)))
    });
    order
}

/// The offers of each line. `sorted` are the lines by price, `order` says which line each of them is.
fn best_offers(sorted: &[&CandidateLine<'_>], order: &[usize], cases: &[Case<'_>]) -> Vec<LineOffers> {
    let mut found: Vec<LineOffers> = vec![LineOffers::default(); order.len()];
    for competing_sets in competing_sets(cases) {
        let remaining: Vec<u32> = sorted.iter().map(|line| line.quantity).collect();
        let search = Search { lines: sorted, cases: &competing_sets };
        for (case, share) in search.best(remaining) {
            note(&mut found[order[share.line]].0, case.offer, &share);
        }
    }
    for offers in &mut found {
        let key = |offer: &LineOffer| (offer.promotion_id.clone(), offer.unit_price_adjustment);
        offers.0.sort_by_key(key);
    }
    found
}

fn note(offers: &mut Vec<LineOffer>, offer: &Offer, share: &Share) {
    let same = |it: &&mut LineOffer| it.promotion_id == offer.id && it.unit_price_adjustment == share.change.price;
    match offers.iter_mut().find(same) {
        Some(there) => there.quantity += share.quantity,
        None => offers.push(LineOffer {
            promotion_id: offer.id.clone(),
            display_name: offer.name.clone(),
            quantity: share.quantity,
            unit_price_adjustment: share.change.price,
            unit_fees_adjustment: share.change.fees,
            unit_tax_adjustment: share.change.tax,
        }),
    }
}

/// An offer with the lines that each of its groups may take units from. An offer whose tickets must be for the same day
/// has one case per day.
struct Case<'c> {
    offer: &'c Offer,
    /// The position of the offer in the order of ids.
    rank: usize,
    groups: Vec<Vec<usize>>,
}

fn cases<'c>(
    catalog: &'c Catalog,
    lines: &[&CandidateLine<'_>],
    kept: &BTreeSet<PromotionId>,
    now: Instant,
) -> Vec<Case<'c>> {
    let mut offers: Vec<&Offer> = catalog.folder().offer.iter().collect();
    offers.sort_by(|one, other| one.id.cmp(&other.id));
    cases_of(offers, lines, |offer, group, line| {
        let product = catalog.variant(line.variant).map(|(product, _)| product);
        let is_running = |product| kept.contains(&offer.id) || offer.is_running(catalog, product, now);
        product.is_some_and(|product| offer.groups[group].takes(product, line.variant) && is_running(product))
    })
}

/// The cases of offers, which are sorted by id. `takes` says whether a group of an offer, named by its position, may take
/// units from a line.
fn cases_of<'c>(
    offers: Vec<&'c Offer>,
    lines: &[&CandidateLine<'_>],
    takes: impl Fn(&Offer, usize, &CandidateLine<'_>) -> bool,
) -> Vec<Case<'c>> {
    let days: BTreeSet<Option<NaiveDate>> = lines.iter().map(|line| line.date).collect();
    let mut cases = Vec::new();
    for (rank, offer) in offers.into_iter().enumerate() {
        let groups_on = |day: Option<Option<NaiveDate>>| -> Option<Vec<Vec<usize>>> {
            let group = |group: usize| {
                let is_of_day = |line: &CandidateLine<'_>| day.is_none_or(|day| line.date == day);
                let found = (0..lines.len()).filter(|&at| is_of_day(lines[at]) && takes(offer, group, lines[at]));
                Some(found.collect::<Vec<usize>>()).filter(|found| !found.is_empty())
            };
            (0..offer.groups.len()).map(group).collect()
        };
        if offer.same_day {
            cases.extend(days.iter().filter_map(|day| Some(Case { offer, rank, groups: groups_on(Some(*day))? })));
        } else {
            cases.extend(groups_on(None).map(|groups| Case { offer, rank, groups }));
        }
    }
    cases
}

/// The offers that apply to the lines of an order, with all that is needed to apply them again to fewer units, whatever
/// the catalogue says by then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptOffers {
    lines: Vec<KeptLine>,
    offers: Vec<KeptOffer>,
}

midway_kernel::documents!(KeptOffers);

/// A line that offers may apply to, as a [`CandidateLine`] says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptLine {
    id: String,
    variant: VariantId,
    date: Option<NaiveDate>,
    unit: UnitPrice,
    tax_rate: BasisPoints,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptOffer {
    offer: Offer,
    /// For each group of the offer, the ids of the lines from which it may take units.
    takes: Vec<BTreeSet<String>>,
}

impl KeptOffers {
    /// Keeps the offers that are used by some line. `used` are the offers of each line.
    pub fn of(catalog: &Catalog, lines: &[CandidateLine<'_>], used: &[LineOffers]) -> Self {
        let used: BTreeSet<&PromotionId> =
            used.iter().flat_map(|offers| &offers.0).map(|offer| &offer.promotion_id).collect();
        let offers = catalog.folder().offer.iter().filter(|offer| used.contains(&offer.id)).map(|offer| {
            let takes = |group: &OfferGroup| {
                let is_taken = |line: &&CandidateLine<'_>| {
                    catalog.variant(line.variant).is_some_and(|(product, _)| group.takes(product, line.variant))
                };
                lines.iter().filter(is_taken).map(|line| line.id.to_owned()).collect()
            };
            KeptOffer { offer: offer.clone(), takes: offer.groups.iter().map(takes).collect() }
        });
        let offers: Vec<KeptOffer> = offers.collect();
        let is_needed = |line: &&CandidateLine<'_>| {
            offers.iter().flat_map(|offer| &offer.takes).any(|lines| lines.contains(line.id))
        };
        let kept = |line: &CandidateLine<'_>| KeptLine {
            id: line.id.to_owned(),
            variant: line.variant.clone(),
            date: line.date,
            unit: line.unit,
            tax_rate: line.tax_rate,
        };
        KeptOffers { lines: lines.iter().filter(is_needed).map(kept).collect(), offers }
    }

    /// The offers of each line with these quantities, by line id.
    pub fn applied(&self, quantity: impl Fn(&str) -> u32) -> BTreeMap<&str, LineOffers> {
        let lines: Vec<CandidateLine<'_>> = self.lines.iter().map(|line| line.candidate(quantity(&line.id))).collect();
        let order = by_price(&lines);
        let sorted: Vec<&CandidateLine<'_>> = order.iter().map(|&at| &lines[at]).collect();
        let mut offers: Vec<&KeptOffer> = self.offers.iter().collect();
        offers.sort_by(|one, other| one.offer.id.cmp(&other.offer.id));
        let takes: BTreeMap<&PromotionId, &Vec<BTreeSet<String>>> =
            offers.iter().map(|kept| (&kept.offer.id, &kept.takes)).collect();
        let cases = cases_of(offers.iter().map(|kept| &kept.offer).collect(), &sorted, |offer, group, line| {
            line.quantity > 0 && takes.get(&offer.id).is_some_and(|takes| takes[group].contains(line.id))
        });
        let found = best_offers(&sorted, &order, &cases);
        self.lines.iter().map(|line| line.id.as_str()).zip(found).collect()
    }
}

impl KeptLine {
    fn candidate(&self, quantity: u32) -> CandidateLine<'_> {
        CandidateLine {
            id: &self.id,
            variant: &self.variant,
            date: self.date,
            unit: self.unit,
            tax_rate: self.tax_rate,
            quantity,
        }
    }
}

/// Groups the cases into sets that compete: they need units of the same lines, or they are cases of one offer whose
/// number of uses is limited. The cases of a set are in the order of `cases`, which decides between equal reductions.
fn competing_sets<'a, 'c>(cases: &'a [Case<'c>]) -> Vec<Vec<&'a Case<'c>>> {
    let compete = |one: &Case<'_>, other: &Case<'_>| {
        one.rank == other.rank && one.offer.times_per_cart.is_some()
            || one.groups.iter().flatten().any(|line| other.groups.iter().flatten().any(|it| it == line))
    };
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for at in 0..cases.len() {
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set: &Vec<usize>| set.iter().any(|&other| compete(&cases[at], &cases[other])));
        let mut merged: Vec<usize> = with.into_iter().flatten().chain([at]).collect();
        merged.sort_unstable();
        sets = without;
        sets.push(merged);
    }
    sets.into_iter().map(|set| set.into_iter().map(|at| &cases[at]).collect()).collect()
}

/// A number of units of one line that are used for a case, and the price change of each unit.
#[derive(Clone, Debug)]
struct Share {
    line: usize,
    quantity: u32,
    change: UnitPrice,
}

/// The units that one or more cases take, and the total reduction.
#[derive(Clone, Default)]
struct Taken<'a, 'c> {
    shares: Vec<(&'a Case<'c>, Share)>,
    saved: Money,
}

/// The state of a search: the remaining units of each line and, in the order of cases, whether a case is still to be
/// tried and how often it has been applied.
#[derive(Clone)]
struct State {
    remaining: Vec<u32>,
    open: Vec<bool>,
    times: Vec<u32>,
}

struct Search<'s, 'a, 'c, 'l> {
    lines: &'s [&'s CandidateLine<'l>],
    cases: &'s [&'a Case<'c>],
}

impl<'a, 'c> Search<'_, 'a, 'c, '_> {
    fn best(&self, remaining: Vec<u32>) -> Vec<(&'a Case<'c>, Share)> {
        let state = State { remaining, open: vec![true; self.cases.len()], times: vec![0; self.cases.len()] };
        let wanted: BTreeSet<usize> =
            self.cases.iter().flat_map(|case| case.groups.iter().flatten().copied()).collect();
        let units = wanted.iter().map(|&line| self.lines[line].quantity).fold(0, u32::saturating_add);
        let best = if self.cases.len() <= MAX_CASES_IN_ANY_ORDER && units <= MAX_UNITS_IN_ANY_ORDER {
            self.best_in_any_order(&state)
        } else {
            self.by_strength(&state)
        };
        best.shares
    }

    /// The best result over every order of the open cases. Each case is tried with the result of [`Search::max_uses`]
    /// as its number of uses, and with one and two uses fewer.
    fn best_in_any_order(&self, state: &State) -> Taken<'a, 'c> {
        let mut best = Taken::default();
        for at in (0..self.cases.len()).filter(|&at| state.open[at]) {
            let max_uses = self.max_uses(at, state);
            for times in (max_uses.saturating_sub(2).max(1)..=max_uses).rev() {
                let Some((mut result, mut next)) = self.applied(at, times, state) else { continue };
                next.open[at] = false;
                let rest = self.best_in_any_order(&next);
                result.saved = result.saved + rest.saved;
                result.shares.extend(rest.shares);
                if result.saved > best.saved {
                    best = result;
                }
            }
        }
        best
    }

    fn by_strength(&self, state: &State) -> Taken<'a, 'c> {
        let alone = |at: usize| self.applied_most(at, state).map_or(Money::ZERO, |(result, _)| result.saved);
        let mut order: Vec<(Money, usize)> = (0..self.cases.len()).map(|at| (alone(at), at)).collect();
        order.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        let order: Vec<usize> = order.into_iter().map(|(_, at)| at).collect();
        let mut best = Taken::default();
        for &first in order.iter().take(MAX_TRIED_FIRST) {
            let mut all = Taken::default();
            let mut state = state.clone();
            for &at in std::iter::once(&first).chain(order.iter().filter(|&&at| at != first)) {
                if let Some((result, next)) = self.applied_most(at, &state) {
                    all.saved = all.saved + result.saved;
                    all.shares.extend(result.shares);
                    state = next;
                }
            }
            if all.saved > best.saved {
                best = all;
            }
        }
        best
    }

    /// Applies a case as often as the units allow. Units that suffice for some count also suffice for every smaller
    /// count, so a binary search finds the maximum.
    fn applied_most(&self, at: usize, state: &State) -> Option<(Taken<'a, 'c>, State)> {
        let orders = orders(self.cases[at]);
        let suffice = |times| {
            orders.iter().any(|order| self.units_of_groups(self.cases[at], order, times, &state.remaining).is_some())
        };
        let (mut times, mut max_uses) = (0, self.max_uses(at, state));
        while times < max_uses {
            let tried = max_uses - (max_uses - times) / 2;
            if suffice(tried) {
                times = tried;
            } else {
                max_uses = tried - 1;
            }
        }
        self.applied(at, times, state)
    }

    /// An upper limit on how often a case can be applied, computed from the remaining units and the remaining uses of
    /// its offer. A case with a group of unlimited size is applied once.
    fn max_uses(&self, at: usize, state: &State) -> u32 {
        let case = self.cases[at];
        let of_lines = |lines: &[usize]| lines.iter().map(|&line| state.remaining[line]).fold(0, u32::saturating_add);
        let of_groups =
            case.groups.iter().zip(&case.offer.groups).map(|(lines, group)| of_lines(lines) / group.quantity);
        let all: BTreeSet<usize> = case.groups.iter().flatten().copied().collect();
        let units_per_use = case.offer.groups.iter().map(|group| group.quantity).fold(0, u32::saturating_add);
        let together = of_lines(&all.into_iter().collect::<Vec<_>>()) / units_per_use.max(1);
        let applied = self.cases.iter().zip(&state.times).filter(|(other, _)| other.rank == case.rank);
        let applied: u32 = applied.map(|(_, times)| *times).sum();
        let allowed = case.offer.times_per_cart.map_or(u32::MAX, |max_uses| max_uses.saturating_sub(applied));
        let once = if case.offer.groups.iter().any(|group| group.or_more) { 1 } else { u32::MAX };
        of_groups.min().unwrap_or(0).min(together).min(allowed).min(once)
    }

    /// Applies a case `times` times, taking the units that give the largest reduction; `None` if too few
    /// units are left or nothing is reduced.
    fn applied(&self, at: usize, times: u32, state: &State) -> Option<(Taken<'a, 'c>, State)> {
        let case = self.cases[at];
        let mut best: Option<(Money, Vec<Share>, Vec<u32>)> = None;
        for order in orders(case) {
            let Some((shares, remaining)) = self.units_of_groups(case, &order, times, &state.remaining) else {
                continue;
            };
            let saved = -shares.iter().map(|share| share.change.total().times(share.quantity)).sum::<Money>();
            if saved > best.as_ref().map_or(Money::ZERO, |(largest, ..)| *largest) {
                best = Some((saved, shares, remaining));
            }
        }
        let (saved, shares, remaining) = best?;
        let mut next = State { remaining, ..state.clone() };
        next.times[at] += times;
        Some((Taken { saved, shares: shares.into_iter().map(|share| (case, share)).collect() }, next))
    }

    /// Takes the units of a case group by group in the given order; `None` if too few units are left for one of them.
    fn units_of_groups(
        &self,
        case: &Case<'c>,
        order: &[usize],
        times: u32,
        remaining: &[u32],
    ) -> Option<(Vec<Share>, Vec<u32>)> {
        let mut remaining = remaining.to_vec();
        let mut shares = Vec::new();
        for &nth in order {
            let wanted = case.offer.groups[nth].quantity.saturating_mul(times);
            if self.take(case, nth, wanted, &mut remaining, &mut shares) > 0 {
                return None;
            }
        }
        // Groups that may have more take the remaining units after all groups have their required number.
        for &nth in order {
            let more = case.offer.groups[nth].more(times);
            if more > 0 {
                self.take(case, nth, more, &mut remaining, &mut shares);
            }
        }
        Some((shares, remaining))
    }

    /// Takes units for one group: the most expensive if the group has a reduction, otherwise the cheapest. Returns how
    /// many units are missing.
    fn take(
        &self,
        case: &Case<'c>,
        nth: usize,
        mut wanted: u32,
        remaining: &mut [u32],
        shares: &mut Vec<Share>,
    ) -> u32 {
        let reduction = case.offer.groups[nth].reduction();
        let lines = &case.groups[nth];
        let dearest_first: Box<dyn Iterator<Item = &usize>> =
            if reduction.is_some() { Box::new(lines.iter()) } else { Box::new(lines.iter().rev()) };
        for &line in dearest_first {
            let quantity = remaining[line].min(wanted);
            if quantity > 0 {
                remaining[line] -= quantity;
                wanted -= quantity;
                shares.push(Share { line, quantity, change: change(self.lines[line], reduction) });
            }
        }
        wanted
    }
}

/// Returns the sequences in which groups take units. Up to three are tried: groups with a reduction first, groups
/// without a reduction first, and groups with the fewest lines first.
fn orders(case: &Case<'_>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..case.groups.len()).collect();
    let is_reduced = |nth: &usize| case.offer.groups[*nth].reduction().is_some();
    let (reduced, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|nth| is_reduced(nth));
    let mut narrow = all;
    narrow.sort_by_key(|&nth| (case.groups[nth].len(), nth));
    let mut orders = vec![[reduced.clone(), others.clone()].concat()];
    for order in [[others, reduced].concat(), narrow] {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// How the price, fees and tax of one unit change. A unit that becomes free has neither fees nor tax.
fn change(line: &CandidateLine<'_>, reduction: Option<Reduction>) -> UnitPrice {
    let unit = line.unit;
    let price = reduction.map_or(unit.price, |reduction| reduction.of(unit.price));
    if price == unit.price {
        UnitPrice::default()
    } else if price.is_zero() {
        UnitPrice { price: -unit.price, fees: -unit.fees, tax: -unit.tax }
    } else {
        let tax = line.tax_rate.of(price) - line.tax_rate.of(unit.price);
        UnitPrice { price: price - unit.price, fees: Money::ZERO, tax: tax.max(-unit.tax).min(Money::ZERO) }
    }
}

impl OfferGroup {
    /// How many units beyond its required quantity the group may have when the offer applies `times` times.
    fn more(&self, times: u32) -> u32 {
        match (self.or_more, self.up_to) {
            (true, _) => u32::MAX,
            (false, max_quantity) => {
                max_quantity.unwrap_or_default().saturating_sub(self.quantity).saturating_mul(times)
            }
        }
    }
}

/// The number of units in each offer, for checks that no unit is used for two offers.
pub fn units_in_offers(offers: &LineOffers) -> BTreeMap<&PromotionId, u32> {
    let mut units = BTreeMap::new();
    for offer in &offers.0 {
        *units.entry(&offer.promotion_id).or_insert(0) += offer.quantity;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_competing_offers_stay_in_the_order_of_the_offers() {
        let offer = Offer {
            id: "any".into(),
            name: String::new(),
            description: None,
            from: None,
            until: None,
            same_day: false,
            times_per_cart: None,
            groups: Vec::new(),
        };
        let on_lines = [vec![0], vec![1], vec![0], vec![0, 1]];
        let case = |(rank, lines): (usize, &Vec<usize>)| Case { offer: &offer, rank, groups: vec![lines.clone()] };
        let cases: Vec<Case<'_>> = on_lines.iter().enumerate().map(case).collect();
        let sets = competing_sets(&cases);
        assert_eq!(sets.len(), 1, "the last offer competes with all others");
        assert_eq!(sets[0].iter().map(|case| case.rank).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
