//! Computes how a cart changes when time, the catalogue or other shoppers have changed what it contains. Pure.
//!
//! A line keeps its price while its places are held and the catalogue still has it. Any other line is repriced at
//! today's price, or removed when it can no longer be sold.

use std::collections::{BTreeMap, BTreeSet};

use super::bundles;
use super::entity::cart::Model as Cart;
use super::entity::revision::{Cause, Revision, Totals};
use super::hold::Hold;
use super::limits::{count_with, most, within_bounds};
use super::line::CartLine;
use super::passes;
use super::prices::{self, has_its_host, price_line, terms_of, write_offers};
use super::sellable::{WantedLine, sellable};
use super::stock::draws;
use crate::shop::inventory::{HeldClaims, Shortage, StockKey};
use crate::shop::performance::{self, Availability};
use midway_catalog::{Catalog, Terms};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const REMOVED: Text = Text {
    id: "cart.revised-removed",
    default: "Some items in your cart are no longer available and have been removed.",
};
const PROMOTION: Text =
    Text { id: "cart.revised-promotion", default: "A promotion in your cart has ended or no longer applies." };
const PRICE: Text = Text { id: "cart.revised-price", default: "Prices in your cart have changed." };

impl Cause {
    pub fn text(self) -> Text {
        match self {
            Cause::Removed => REMOVED,
            Cause::Promotion => PROMOTION,
            Cause::Price => PRICE,
        }
    }
}

/// What could not be claimed again, by line id. A line without its places is removed. A line without its uses of a code
/// is repriced at the public price.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    places: BTreeSet<String>,
    uses: BTreeSet<String>,
}

impl Missing {
    /// Marks lines as missing.
    pub fn without_places(&mut self, ids: impl IntoIterator<Item = String>) {
        self.places.extend(ids);
    }

    pub fn note(&mut self, shortage: Shortage) {
        let missing = if shortage.key.is_promotion() { &mut self.uses } else { &mut self.places };
        missing.insert(shortage.line_id);
    }
}

/// A cart's lines after a revision, before their places are claimed.
#[derive(Debug, Default)]
pub struct Revised {
    pub lines: Vec<CartLine>,
    /// The removed lines, as they were.
    pub removed: Vec<CartLine>,
    /// The ids of those `lines` that do not hold their places yet.
    pub unheld: BTreeSet<String>,
    /// Empty when nothing has changed for the shopper.
    pub causes: BTreeSet<Cause>,
}

/// Whether a line's price is guaranteed: it is limited, it holds all that it needs, and the catalogue still has it.
pub fn is_held(catalog: &Catalog, holding: &HeldClaims, line: &CartLine, now: Instant) -> bool {
    let has_performances =
        || line.performances.0.iter().all(|chosen| performance::find(catalog, &chosen.performance_id).is_some());
    draws(catalog, line)
        .is_some_and(|draws| !draws.is_empty() && holding.covers(&line.id, &draws, now) && has_performances())
}

/// Whether a line holds places that other shoppers may take as soon as they are released.
pub fn is_scarce(catalog: &Catalog, holding: &HeldClaims, line: &CartLine, now: Instant) -> bool {
    line.products().any(|id| catalog.product(id).is_some_and(|product| product.confirm_release))
        && is_held(catalog, holding, line, now)
}

/// The sale terms of a line that holds nothing, given the other lines. A renewal or upgrade has terms only while it is
/// still allowed.
pub fn terms_now<'c>(catalog: &'c Catalog, line: &'c CartLine, lines: &[CartLine], now: Instant) -> Option<Terms<'c>> {
    match line.follows() {
        Some(held) => passes::option_after(catalog, held, &line.variant_id, now).map(|option| option.terms),
        None => Some(terms_of(catalog, line, lines)),
    }
}

/// The lines that a revision may reprice: those that are not held, and those that depend on another line that may be
/// removed.
pub fn doubtful<'l>(
    catalog: &Catalog,
    cart: &'l Cart,
    holding: &HeldClaims,
    now: Instant,
) -> impl Iterator<Item = &'l CartLine> {
    let is_doubtful = move |line: &&CartLine| line.sale_flow.needs_host() || !is_held(catalog, holding, line, now);
    cart.lines.iter().filter(is_doubtful)
}

/// The stocks on which the prices of those lines depend.
pub fn price_keys(catalog: &Catalog, cart: &Cart, holding: &HeldClaims, now: Instant) -> Vec<StockKey> {
    doubtful(catalog, cart, holding, now).flat_map(|line| prices::price_keys(catalog, line)).collect()
}

/// Revises the lines of a cart that holds `holding`. `availability` is the availability of what [`price_keys`] names; `missing`
/// is what could not be claimed.
pub fn revised(
    catalog: &Catalog,
    cart: &Cart,
    (hold, holding): (Option<Hold>, &HeldClaims),
    availability: &Availability,
    missing: &Missing,
    now: Instant,
) -> Revised {
    let mut revised = Revised::default();
    // Places that the cart still holds count as available, so that claiming them again costs no more.
    let had = doubtful(catalog, cart, holding, now).flat_map(|line| holding.claimed_by(&line.id));
    let availability = availability.clone().without(had);
    // Lines that need a host line come last, when it is known which other lines stay.
    let (beside, others): (Vec<&CartLine>, Vec<&CartLine>) =
        cart.lines.iter().partition(|line| line.sale_flow.needs_host());
    for line in others.into_iter().chain(beside) {
        let next = if missing.places.contains(&line.id) {
            None
        } else if is_held(catalog, holding, line, now) && has_its_host(catalog, line, &revised.lines) {
            Some(line.clone())
        } else {
            revised.unheld.insert(line.id.clone());
            let terms = match missing.uses.contains(&line.id) {
                true => Some(Terms::public()),
                false => terms_now(catalog, line, &revised.lines, now),
            };
            terms.and_then(|terms| reprice(catalog, (line, &cart.lines), terms, &availability, now))
        };
        match next {
            Some(next) => revised.lines.push(next),
            None => revised.removed.push(line.clone()),
        }
    }
    let place = |line: &CartLine| cart.lines.iter().position(|before| before.id == line.id);
    revised.lines.sort_by_key(place);
    revised.removed.sort_by_key(place);
    write_offers(catalog, &mut revised.lines, hold, now);
    let before: BTreeMap<&str, &CartLine> = cart.lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let changes = revised.lines.iter().filter_map(|line| cause(before.get(line.id.as_str())?, line));
    revised.causes = changes.chain((!revised.removed.is_empty()).then_some(Cause::Removed)).collect();
    revised
}

/// The line as it would be added now, or unchanged when it costs the same. `None` when it cannot be sold.
fn reprice(
    catalog: &Catalog,
    (line, lines): (&CartLine, &[CartLine]),
    terms: Terms<'_>,
    availability: &Availability,
    now: Instant,
) -> Option<CartLine> {
    if line.is_donation() {
        let (product, _) = catalog.variant(&line.variant_id)?;
        return (product.donation.is_some() && catalog.is_on_sale(product, now)).then(|| line.clone());
    }
    let anew = match line.is_bundle() {
        true => bundles::reprice(catalog, line, availability, now).ok()?,
        false => {
            let sellable = sellable(catalog, &WantedLine::from(line), terms, now).ok()?;
            // Lines of the same variant at other prices count towards the minimum. For the maximum, only this line's
            // own quantity counts.
            let count = count_with(lines, line).min(most(catalog, line)).max(line.quantity);
            within_bounds(catalog, sellable.variant, line.redemption(), count).ok()?;
            price_line(catalog, sellable, terms, availability, now)
        }
    };
    // A package or bundle whose parts have changed is not what the shopper chose.
    let parts = |line: &CartLine| line.parts().map(|part| (part.variant_id.clone(), part.quantity)).collect::<Vec<_>>();
    if parts(&anew) != parts(line) {
        return None;
    }
    Some(if costs_the_same(&anew, line) { line.clone() } else { CartLine { id: line.id.clone(), ..anew } })
}

fn costs_the_same(one: &CartLine, other: &CartLine) -> bool {
    let prices = |line: &CartLine| (line.unit_price, line.unit_fees, line.unit_tax);
    let part_prices = |line: &CartLine| line.parts().map(|part| part.unit_price).collect::<Vec<_>>();
    prices(one) == prices(other) && one.promotion == other.promotion && part_prices(one) == part_prices(other)
}

fn cause(before: &CartLine, after: &CartLine) -> Option<Cause> {
    if before.promotion != after.promotion || before.offers != after.offers {
        Some(Cause::Promotion)
    } else if !costs_the_same(before, after) {
        Some(Cause::Price)
    } else {
        None
    }
}

/// The revision to show to the shopper: these changes, merged with those of an earlier revision that the shopper has
/// not accepted yet.
pub fn to_be_shown(cart: &Cart, revised: &Revised, before: Totals) -> Revision {
    let earlier = cart.revision.clone().unwrap_or_default();
    let at_first = |line: &CartLine| {
        let seen = earlier.kept.iter().find(|kept| kept.id == line.id);
        seen.unwrap_or(line).clone()
    };
    let is_removed = |line: &CartLine| revised.removed.iter().any(|removed| removed.id == line.id);
    let kept = cart.lines.iter().filter(|line| !is_removed(line)).map(at_first).collect();
    let removed: Vec<CartLine> = revised.removed.iter().map(at_first).collect();
    let causes = earlier.causes.union(&revised.causes).copied().collect();
    let mut shown = Revision { kept, removed: earlier.removed, totals: earlier.totals.or(Some(before)), causes };
    shown.wait(removed);
    shown
}
