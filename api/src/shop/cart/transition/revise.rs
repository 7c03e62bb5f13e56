//! Revises a cart when time, the catalogue or other shoppers have changed what it contains: claims its places again
//! after the hold expired, and adapts the lines to what can be sold now. When an order is submitted, [`reclaim`]
//! only checks the lines and does not adapt them, because the shopper must see any change first.
//!
//! A line keeps its price while its places are held, the catalogue still has it, and the host that it may need is in
//! the cart. Any other line is repriced at today's price, or removed when it can no longer be sold. A donation keeps
//! its amount.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::bundles;
use crate::shop::cart::change::{CartChange, Declined, released, tickets_are_good, with_hold, with_new_version};
use crate::shop::cart::command::Missing;
use crate::shop::cart::entity::revision::{Cause, Revision, Totals};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::{hold_of, renewed};
use crate::shop::cart::installments::quote_of;
use crate::shop::cart::line::count_with;
use crate::shop::cart::line::{CartLine, Lines};
use crate::shop::cart::prices::{has_its_host, price_line, price_lines, terms_now, write_offers};
use crate::shop::cart::quantities::{most, within_bounds};
use crate::shop::cart::refusals::{REVISED, no_longer_available, ticket_lost};
use crate::shop::cart::sellable::{WantedLine, sellable};
use crate::shop::cart::stock::{claim_of_cart, claims_of, code_for_one_order, first_units, is_held, may_be_repriced};
use crate::shop::inventory::LineClaim;
use crate::shop::performance::Availability;
use midway_catalog::{Catalog, Terms};
use midway_kernel::time::Instant;

/// Revises a cart. `missing` names the lines whose places or code uses could not be claimed.
pub fn revise(cart: &Cart, missing: &Missing, facts: &Facts<'_>) -> Result<Option<CartChange>, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    let plan = plan(cart, missing, facts);
    let to_claim = to_claim(catalog, &plan)?;
    let has_expired = cart.held_until.is_some_and(|until| until <= now);
    let of_cart = claim_of_cart(catalog, &cart.id, &plan.lines);
    let holds_all = to_claim.is_empty() && facts.held.covers(&cart.id, &of_cart.draws, now);
    if plan.causes.is_empty() && holds_all && !has_expired {
        return Ok(None);
    }
    let hold = match holds_all {
        true => hold_of(cart).unwrap_or_else(|| renewed(None, catalog.settings(), now)),
        false => renewed(hold_of(cart), catalog.settings(), now),
    };
    let mut claims = to_claim.clone();
    claims.extend(released(cart, &plan.lines, facts));
    let is_limited = facts.held.is_limited_with(&claims, now);
    let mut next = cart.clone();
    if !plan.causes.is_empty() {
        next.revision = Some(to_be_shown(cart, &plan, totals(catalog, cart)));
        next = with_new_version(next, now);
    }
    next.lines = Lines(plan.lines);
    let next = with_hold(next, hold, is_limited);
    Ok(Some(CartChange { claims, growing: to_claim, ..CartChange::of_hold(next, hold) }))
}

/// Renews the hold and claims the same places again for lines whose hold expired. The lines do not change, so the
/// version stays the same.
pub fn reclaim(cart: &Cart, also: &[LineClaim], facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    tickets_are_good(&cart.lines, facts)?;
    let plan = revised(cart, &Missing::default(), facts);
    if let Some(line) = plan.removed.first() {
        return Err(no_longer_available(line).into());
    }
    if !plan.causes.is_empty() {
        return Err(Refusal::new(REVISED).into());
    }
    let hold = renewed(hold_of(cart), catalog.settings(), now);
    let growing = to_claim(catalog, &plan)?;
    let of_cart = claim_of_cart(catalog, &cart.id, &cart.lines);
    let claims = [growing.as_slice(), also, &[of_cart]].concat();
    let is_limited = facts.held.is_limited_with(&claims, now);
    let next = with_hold(cart.clone(), hold, is_limited);
    Ok(CartChange { claims, growing, ..CartChange::of_hold(next, hold) })
}

/// The lines that a revision claims again.
pub fn lines_to_claim(cart: &Cart, facts: &Facts<'_>) -> Result<Vec<CartLine>, Refusal> {
    let plan = plan(cart, &Missing::default(), facts);
    let claimed = to_claim(facts.catalog, &plan)?;
    let is_claimed = |line: &CartLine| claimed.iter().any(|claim| claim.line_id == line.id);
    Ok(plan.lines.into_iter().filter(is_claimed).collect())
}

/// Revises the lines. A line is also treated as missing if it depends on a ticket that no longer gives what it needs.
fn plan(cart: &Cart, missing: &Missing, facts: &Facts<'_>) -> Revised {
    let (catalog, now) = (facts.catalog, facts.now);
    let mut missing = missing.clone();
    let lost = cart.lines.iter().filter(|line| ticket_lost(catalog, line, &facts.tickets, now).is_some());
    missing.without_places(lost.map(|line| line.id.clone()));
    revised(cart, &missing, facts)
}

/// The claims of the lines that do not hold their places.
fn to_claim(catalog: &Catalog, plan: &Revised) -> Result<Vec<LineClaim>, Refusal> {
    let claims = claims_of(catalog, plan.lines.iter().filter(|line| plan.unheld.contains(&line.id)))?;
    Ok(claims.into_iter().filter(|claim| !claim.draws.is_empty()).collect())
}

fn totals(catalog: &Catalog, cart: &Cart) -> Totals {
    let quote = quote_of(catalog, cart);
    Totals {
        subtotal: quote.subtotal,
        tax_total: quote.tax_total,
        fee_total: quote.fee_total,
        delivery_total: quote.delivery_total,
        total: quote.total,
    }
}

/// A cart's lines after a revision, before their places are claimed.
#[derive(Debug, Default)]
struct Revised {
    lines: Vec<CartLine>,
    /// The removed lines, as they were before the revision.
    removed: Vec<CartLine>,
    /// The ids of the `lines` that do not hold their places yet.
    unheld: BTreeSet<String>,
    /// The kinds of changes; empty when nothing has changed for the shopper.
    causes: BTreeSet<Cause>,
}

/// Revises the lines of a cart. `missing` names the lines whose places or code uses could not be claimed.
fn revised(cart: &Cart, missing: &Missing, facts: &Facts<'_>) -> Revised {
    let (catalog, held, now) = (facts.catalog, &facts.held, facts.now);
    let mut revised = Revised::default();
    // Places that the cart still holds are treated as available, so that claiming them again does not raise the price.
    let had = may_be_repriced(catalog, cart, held, now).flat_map(|line| held.claimed_by(&line.id));
    let mut availability = facts.availability.clone().without(had);
    // Process lines that need a host line last, because only then is it known which other lines stay.
    let (beside, others): (Vec<&CartLine>, Vec<&CartLine>) =
        cart.lines.iter().partition(|line| line.sale_flow.needs_host());
    let mut places = BTreeMap::new();
    for line in others.into_iter().chain(beside) {
        let lacks_code = missing.uses.contains(&cart.id) && code_for_one_order(catalog, line).is_some();
        let next = if missing.places.contains(&line.id) {
            None
        } else if !lacks_code && is_held(catalog, held, line, now) && has_its_host(catalog, line, &revised.lines) {
            if let Some(draw) = first_units(catalog, line).filter(|_| line.sale_flow.needs_host()) {
                availability.take(&draw);
            }
            Some(vec![line.clone()])
        } else {
            let terms = match lacks_code || missing.uses.contains(&line.id) {
                true => Some(None),
                false => terms_now(catalog, line, &revised.lines, now).map(Some),
            };
            let next = terms.and_then(|terms| reprice(catalog, (line, &cart.lines), terms, &mut availability, now));
            revised.unheld.extend(next.iter().flatten().map(|line| line.id.clone()));
            next
        };
        match next {
            Some(next) => {
                // The shopper asked for units at one price, and now has them at several.
                revised.causes.extend((next.len() > 1).then_some(Cause::Price));
                let place = cart.lines.iter().position(|before| before.id == line.id);
                places.extend(next.iter().map(|line| (line.id.clone(), place)));
                revised.lines.extend(next);
            }
            None => revised.removed.push(line.clone()),
        }
    }
    revised.lines.sort_by_key(|line| places.get(&line.id).copied());
    revised.removed.sort_by_key(|line| cart.lines.iter().position(|before| before.id == line.id));
    write_offers(catalog, &mut revised.lines, hold_of(cart), now);
    let before: BTreeMap<&str, &CartLine> = cart.lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let changes = revised.lines.iter().filter_map(|line| cause(before.get(line.id.as_str())?, line));
    let changes: Vec<Cause> = changes.chain((!revised.removed.is_empty()).then_some(Cause::Removed)).collect();
    revised.causes.extend(changes);
    revised
}

/// The line as it would be added now, or unchanged when it costs the same. There are several lines when a sale price has
/// too few units left. `None` when it cannot be sold. Without `terms`, it is sold at the public price that holds for any
/// number of units.
fn reprice(
    catalog: &Catalog,
    (line, lines): (&CartLine, &[CartLine]),
    terms: Option<Terms<'_>>,
    availability: &mut Availability,
    now: Instant,
) -> Option<Vec<CartLine>> {
    if line.is_donation() {
        let (product, _) = catalog.variant(&line.variant_id)?;
        return (product.donation.is_some() && catalog.is_on_sale(product, now)).then(|| vec![line.clone()]);
    }
    let mut repriced = match line.is_bundle() {
        true => vec![bundles::reprice(catalog, line, availability, now).ok()?],
        false => {
            let sellable = sellable(catalog, &WantedLine::from(line), terms.unwrap_or(Terms::public()), now).ok()?;
            // Lines of the same variant at other prices count towards the minimum. For the maximum, only this line's
            // own quantity counts.
            let count = count_with(lines, line).min(most(catalog, line)).max(line.quantity);
            within_bounds(catalog, sellable.variant, line.redemption(), count).ok()?;
            match terms {
                Some(terms) => price_lines(catalog, sellable, terms, availability, now),
                None => vec![price_line(catalog, sellable, Terms::public(), availability, now)],
            }
        }
    };
    // If the parts of a package or bundle have changed, it is no longer what the shopper chose. Remove it.
    let parts = |line: &CartLine| line.parts().map(|part| (part.variant_id.clone(), part.quantity)).collect::<Vec<_>>();
    let first = repriced.first_mut()?;
    if parts(first) != parts(line) {
        return None;
    }
    *first = match costs_the_same(first, line) {
        true => CartLine { quantity: first.quantity, ..line.clone() },
        false => CartLine { id: line.id.clone(), ..first.clone() },
    };
    Some(repriced)
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

/// The revision to show to the shopper: these changes, merged with the changes of an earlier revision that the shopper
/// has not accepted yet.
fn to_be_shown(cart: &Cart, revised: &Revised, before: Totals) -> Revision {
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
    shown.add_removed(removed);
    shown
}
