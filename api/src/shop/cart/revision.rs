//! What becomes of a cart when time, the catalogue or other shoppers have changed what it was filled with. Pure.
//!
//! A line keeps its price while its places are held and the catalogue has them (DESIGN "Stock and claims"); any other is sold anew
//! at today's price, or taken out when it cannot be sold.

use std::collections::{BTreeMap, BTreeSet};

use super::bundles;
use super::entity::cart::Model as Cart;
use super::entity::line::CartLine;
use super::entity::revision::{Cause, Revision, Totals};
use super::passes;
use super::rules::{self, Hold, WantedLine};
use crate::shop::inventory::{Holding, Shortage, StockKey};
use crate::shop::performance::{self, Left};
use midway_catalog::{Catalog, Terms};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const REMOVED: Text = Text {
    id: "cart.revised-removed",
    words: "Some items in your cart are no longer available and have been removed.",
};
const PROMOTION: Text =
    Text { id: "cart.revised-promotion", words: "A promotion in your cart has ended or no longer applies." };
const PRICE: Text = Text { id: "cart.revised-price", words: "Prices in your cart have changed." };

impl Cause {
    pub fn text(self) -> Text {
        match self {
            Cause::Removed => REMOVED,
            Cause::Promotion => PROMOTION,
            Cause::Price => PRICE,
        }
    }
}

/// What claiming again has found gone, by line: places, without which a line is taken out, or uses of a code, without which it
/// is sold at the price of everybody.
#[derive(Debug, Default)]
pub struct Missing {
    places: BTreeSet<String>,
    uses: BTreeSet<String>,
}

impl Missing {
    /// Without these lines from the beginning.
    pub fn lines(ids: impl IntoIterator<Item = String>) -> Self {
        Missing { places: ids.into_iter().collect(), ..Missing::default() }
    }

    /// Without these too.
    pub fn without_places(&mut self, ids: impl IntoIterator<Item = String>) {
        self.places.extend(ids);
    }

    pub fn note(&mut self, shortage: Shortage) {
        let missing = if shortage.key.is_promotion() { &mut self.uses } else { &mut self.places };
        missing.insert(shortage.line_id);
    }
}

/// A cart's lines after a revision, before the question of places.
#[derive(Debug, Default)]
pub struct Revised {
    pub lines: Vec<CartLine>,
    /// As they were.
    pub removed: Vec<CartLine>,
    /// Those of `lines` that hold nothing yet, by their ids.
    pub unheld: BTreeSet<String>,
    /// Empty when everything is as the shopper has seen it.
    pub causes: BTreeSet<Cause>,
}

/// Whether a line's price is guaranteed: it is limited, it holds all that it needs, and the catalogue still has it.
pub fn is_held(catalog: &Catalog, holding: &Holding, line: &CartLine, now: Instant) -> bool {
    let has_performances =
        || line.performances.0.iter().all(|chosen| performance::find(catalog, &chosen.performance_id).is_some());
    rules::draws(catalog, line)
        .is_some_and(|draws| !draws.is_empty() && holding.covers(&line.id, &draws, now) && has_performances())
}

/// The terms on which a line that holds nothing is sold, beside these lines: what follows a ticket is sold for as long as it may follow, and
/// not at all after that.
pub fn terms_now<'c>(catalog: &'c Catalog, line: &'c CartLine, lines: &[CartLine], now: Instant) -> Option<Terms<'c>> {
    match line.follows() {
        Some(held) => passes::option_after(catalog, held, &line.variant_id, now).map(|option| option.terms),
        None => Some(rules::terms_of(catalog, line, lines)),
    }
}

/// The lines that a revision may sell anew: those that are not held, and those whose host may leave.
pub fn doubtful<'l>(
    catalog: &Catalog,
    cart: &'l Cart,
    holding: &Holding,
    now: Instant,
) -> impl Iterator<Item = &'l CartLine> {
    let is_doubtful = move |line: &&CartLine| line.sale_flow.needs_host() || !is_held(catalog, holding, line, now);
    cart.lines.iter().filter(is_doubtful)
}

/// What the prices depend on, beyond the catalogue, of the lines that a revision may sell anew.
pub fn price_keys(catalog: &Catalog, cart: &Cart, holding: &Holding, now: Instant) -> Vec<StockKey> {
    doubtful(catalog, cart, holding, now).flat_map(|line| rules::price_keys(catalog, line)).collect()
}

/// Revises the lines of a cart that holds `holding`, with so much `left` of what [`price_keys`] names, knowing what is `missing`.
pub fn revised(
    catalog: &Catalog,
    cart: &Cart,
    (hold, holding): (Option<Hold>, &Holding),
    left: &Left,
    missing: &Missing,
    now: Instant,
) -> Revised {
    let mut revised = Revised::default();
    // The places that a cart had make it no dearer to take them again.
    let had = doubtful(catalog, cart, holding, now).flat_map(|line| holding.claimed_by(&line.id));
    let left = left.clone().without(had);
    // What is sold beside something else is looked at when it is known what else stays.
    let (beside, others): (Vec<&CartLine>, Vec<&CartLine>) =
        cart.lines.iter().partition(|line| line.sale_flow.needs_host());
    for line in others.into_iter().chain(beside) {
        let next = if missing.places.contains(&line.id) {
            None
        } else if is_held(catalog, holding, line, now) && rules::has_its_host(catalog, line, &revised.lines) {
            Some(line.clone())
        } else {
            revised.unheld.insert(line.id.clone());
            let terms = match missing.uses.contains(&line.id) {
                true => Some(Terms::public()),
                false => terms_now(catalog, line, &revised.lines, now),
            };
            terms.and_then(|terms| sold_anew(catalog, (line, &cart.lines), terms, &left, now))
        };
        match next {
            Some(next) => revised.lines.push(next),
            None => revised.removed.push(line.clone()),
        }
    }
    let place = |line: &CartLine| cart.lines.iter().position(|before| before.id == line.id);
    revised.lines.sort_by_key(place);
    revised.removed.sort_by_key(place);
    rules::write_offers(catalog, &mut revised.lines, hold, now);
    let before: BTreeMap<&str, &CartLine> = cart.lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let changes = revised.lines.iter().filter_map(|line| cause(before.get(line.id.as_str())?, line));
    revised.causes = changes.chain((!revised.removed.is_empty()).then_some(Cause::Removed)).collect();
    revised
}

/// The line as it would be added now; as it was, when it costs the same. Nothing when it cannot be sold.
fn sold_anew(
    catalog: &Catalog,
    (line, lines): (&CartLine, &[CartLine]),
    terms: Terms<'_>,
    left: &Left,
    now: Instant,
) -> Option<CartLine> {
    if line.is_donation() {
        let (product, _) = catalog.variant(&line.variant_id)?;
        return (product.donation.is_some() && catalog.is_on_sale(product, now)).then(|| line.clone());
    }
    let anew = match line.is_bundle() {
        true => bundles::sold_anew(catalog, line, left, now).ok()?,
        false => {
            let sellable = rules::sellable(catalog, &WantedLine::from(line), terms, now).ok()?;
            // Enough of it may be enough together with what is beside it at another price; too much of it is too much by itself.
            let count = rules::count_with(lines, line).min(rules::most(catalog, line)).max(line.quantity);
            rules::within_bounds(catalog, sellable.variant, line.redemption.as_ref(), count).ok()?;
            rules::priced(catalog, sellable, terms, left, now)
        }
    };
    // A package or a bundle of other parts is not what was chosen.
    let parts = |line: &CartLine| {
        let parts = line.package.iter().flat_map(|package| &package.parts);
        parts.map(|part| (part.variant_id.clone(), part.quantity)).collect::<Vec<_>>()
    };
    if parts(&anew) != parts(line) {
        return None;
    }
    Some(if costs_the_same(&anew, line) { line.clone() } else { CartLine { id: line.id.clone(), ..anew } })
}

fn costs_the_same(one: &CartLine, other: &CartLine) -> bool {
    let prices = |line: &CartLine| (line.unit_price, line.unit_fees, line.unit_tax);
    let part_prices = |line: &CartLine| {
        let parts = line.package.iter().flat_map(|package| &package.parts);
        parts.map(|part| part.unit_price).collect::<Vec<_>>()
    };
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

/// What the shopper is to see of a revision that takes `lines` away or makes them dearer or cheaper, together with what an
/// earlier one did that has not been dealt with.
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
