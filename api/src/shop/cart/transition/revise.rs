//! Revises a cart: claims its places again after the hold expired, and adapts the lines to what can be sold now. Before
//! payment the same is only checked: the shopper must see any change first.

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, released, tickets_are_good, with_hold, with_other_payments};
use crate::shop::cart::entity::revision::Totals;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::{hold_of, renewed};
use crate::shop::cart::installments::quote_of;
use crate::shop::cart::line::{CartLine, Lines};
use crate::shop::cart::refusals::{REVISED, no_longer_available, ticket_lost};
use crate::shop::cart::revision::{Missing, Revised, revised, to_be_shown};
use crate::shop::cart::stock::claims_of;
use crate::shop::inventory::LineClaim;
use midway_catalog::Catalog;

/// `missing` names the places that are known to be lost.
pub fn revise(cart: &Cart, missing: &Missing, facts: &Facts<'_>) -> Result<Option<CartChange>, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    let plan = plan(cart, missing, facts);
    let to_claim = to_claim(catalog, &plan)?;
    let has_expired = cart.held_until.is_some_and(|until| until <= now);
    if plan.causes.is_empty() && to_claim.is_empty() && !has_expired {
        return Ok(None);
    }
    let hold = match to_claim.is_empty() {
        true => hold_of(cart).unwrap_or_else(|| renewed(None, catalog.settings(), now)),
        false => renewed(hold_of(cart), catalog.settings(), now),
    };
    let mut claims = to_claim.clone();
    claims.extend(released(cart, &plan.lines));
    let is_limited = facts.held.is_limited_with(&claims, now);
    let mut next = cart.clone();
    if !plan.causes.is_empty() {
        next.revision = Some(to_be_shown(cart, &plan, totals(catalog, cart)));
        next = with_other_payments(next, now);
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
    let plan = revised(catalog, cart, (hold_of(cart), &facts.held), &facts.availability, &Missing::default(), now);
    if let Some(line) = plan.removed.first() {
        return Err(no_longer_available(line).into());
    }
    if !plan.causes.is_empty() {
        return Err(Refusal::new(REVISED).into());
    }
    let hold = renewed(hold_of(cart), catalog.settings(), now);
    let growing = to_claim(catalog, &plan)?;
    let claims = [growing.as_slice(), also].concat();
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

/// The revision, given also that lines lose the tickets on which they depend.
fn plan(cart: &Cart, missing: &Missing, facts: &Facts<'_>) -> Revised {
    let (catalog, now) = (facts.catalog, facts.now);
    let mut missing = missing.clone();
    let lost = cart.lines.iter().filter(|line| ticket_lost(catalog, line, &facts.tickets, now).is_some());
    missing.without_places(lost.map(|line| line.id.clone()));
    revised(catalog, cart, (hold_of(cart), &facts.held), &facts.availability, &missing, now)
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
