//! A change of a cart that is decided but not yet written, and what most changes have in common: limits per cart,
//! offers, claims and the hold. Pure.

use super::Cart;
use super::accessible_places::companions_have_spaces;
use super::entity::revision::Revision;
use super::facts::Facts;
use super::hold::{Hold, hold_of, renewed};
use super::line::CartLine;
use super::order_limits::within_limits;
use super::prices::write_offers;
use super::quantities::{uses, within_uses};
use super::questions::Question;
use super::refusals::ticket_lost;
use super::stock::{claim_of_cart, claims_of};
use crate::error::Refusal;
use crate::shop::inventory::LineClaim;
use midway_kernel::time::Instant;

/// A change of a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartChange {
    /// The cart after the change.
    pub cart: Cart,
    /// The claims to make, by line. They replace the present claims of these lines. The entry of a removed line has no
    /// draws.
    pub claims: Vec<LineClaim>,
    /// The claims that count towards the limit of the cart's network address, because they take additional places or
    /// move places to this address.
    pub growing: Vec<LineClaim>,
    /// The deadline of all claims of the cart; `None` when the deadlines do not change.
    pub hold: Option<Hold>,
    /// Whether the change affects the checkout settings. If so, all columns of the cart are written.
    pub changes_settings: bool,
    /// The emptied cart of a guest, whose claims move to this cart.
    pub emptied: Option<Box<Cart>>,
}

/// Why a command does not change the cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declined {
    /// The shopper must answer first.
    Asked(Box<Question>),
    Refused(Refusal),
    /// The command names something that is not in this cart.
    NotFound,
}

impl From<Refusal> for Declined {
    fn from(refusal: Refusal) -> Self {
        Declined::Refused(refusal)
    }
}

impl CartChange {
    /// A change that does not affect claims.
    pub fn of_cart(cart: Cart) -> Self {
        CartChange { cart, claims: Vec::new(), growing: Vec::new(), hold: None, changes_settings: false, emptied: None }
    }

    /// A change that only sets the deadline of all claims.
    pub fn of_hold(cart: Cart, hold: Hold) -> Self {
        CartChange { hold: Some(hold), ..CartChange::of_cart(cart) }
    }
}

/// Asks the question, unless the context of the call already answers it.
pub fn ask(question: Question, context: Option<&str>) -> Result<(), Declined> {
    question.unless_answered(context).map_or(Ok(()), |question| Err(Declined::Asked(Box::new(question))))
}

/// Changes a cart from the lines of `before` to the lines of `after`. Checks the limits per cart and of its products, and
/// that companion seats have their wheelchair spaces; recalculates the offers for the new contents and renews the hold.
/// `changed` contains the lines of `after` that may need different claims.
pub fn with_lines(
    before: &Cart,
    mut after: Cart,
    changed: &[CartLine],
    facts: &Facts<'_>,
) -> Result<CartChange, Declined> {
    within_uses(facts.catalog, &uses(facts.catalog, &before.lines), &uses(facts.catalog, &after.lines))?;
    within_limits(facts.catalog, &before.lines, &after.lines)?;
    companions_have_spaces(facts.catalog, &before.lines, &after.lines, facts.now)?;
    write_offers(facts.catalog, &mut after.lines, hold_of(before), facts.now);
    with_claims(before, after, changed, facts)
}

/// Like [`with_lines`], but neither checks the limits nor recalculates the offers.
pub fn with_claims(
    before: &Cart,
    after: Cart,
    changed: &[CartLine],
    facts: &Facts<'_>,
) -> Result<CartChange, Declined> {
    let hold = renewed(hold_of(before), facts.catalog.settings(), facts.now);
    with_claims_until(hold, before, after, changed, facts)
}

/// Like [`with_claims`], but with the given hold instead of a renewed one.
pub fn with_claims_until(
    hold: Hold,
    before: &Cart,
    after: Cart,
    changed: &[CartLine],
    facts: &Facts<'_>,
) -> Result<CartChange, Declined> {
    let mut claims = claims_of(facts.catalog, changed)?;
    tickets_are_good(changed, facts)?;
    claims.extend(released(before, &after.lines, facts));
    let is_growing = |claim: &&LineClaim| !facts.held.covers(&claim.line_id, &claim.draws, facts.now);
    let growing = claims.iter().filter(is_growing).cloned().collect();
    let is_limited = facts.held.is_limited_with(&claims, facts.now);
    let cart = after_change(after, hold, is_limited, facts.now);
    Ok(CartChange { claims, growing, ..CartChange::of_hold(cart, hold) })
}

/// An empty claim for each line that is no longer in the cart, so that its places are released; and what the cart needs
/// as a whole, if it needs or holds anything.
pub fn released<'l>(
    before: &'l Cart,
    after: &'l [CartLine],
    facts: &Facts<'_>,
) -> impl Iterator<Item = LineClaim> + use<'l> {
    let of_cart = claim_of_cart(facts.catalog, &before.id, after);
    let is_whole = !of_cart.draws.is_empty() || facts.held.claimed_by(&before.id).next().is_some();
    let removed = before.lines.iter().filter(|line| after.iter().all(|kept| kept.id != line.id));
    let removed = removed.map(|line| LineClaim { line_id: line.id.clone(), draws: Vec::new() });
    removed.chain(is_whole.then_some(of_cart))
}

/// Refuses a change if a line depends on a ticket that no longer gives what the line needs.
pub fn tickets_are_good(lines: &[CartLine], facts: &Facts<'_>) -> Result<(), Declined> {
    let mut lost = lines.iter().filter_map(|line| ticket_lost(facts.catalog, line, &facts.tickets, facts.now));
    lost.next().map_or(Ok(()), |why| Err(Refusal::new(why).into()))
}

/// A cart after its lines have changed: a new version with its hold. A cart without limited items has no hold. Lines
/// that an earlier revision removed stay available to restore; lines that the shopper removed before do not. The choice
/// of a payment plan is cleared when the cart is empty, so that the shopper is asked again.
pub fn after_change(cart: Cart, hold: Hold, is_limited: bool, now: Instant) -> Cart {
    let mut cart = with_new_version(cart, now);
    cart.revision = cart.revision.and_then(Revision::after_change);
    cart.last_removed = None;
    if cart.lines.is_empty() {
        cart.pays_by_plan = None;
    }
    with_hold(cart, hold, is_limited)
}

/// A new version of a cart whose amount to pay may have changed. The payment-plan terms must be accepted again.
pub fn with_new_version(cart: Cart, now: Instant) -> Cart {
    Cart { version: cart.version + 1, accept_installment_terms: false, changed_at: now, ..cart }
}

pub fn with_hold(cart: Cart, hold: Hold, is_limited: bool) -> Cart {
    let first_claimed_at = is_limited.then_some(hold.first_claimed_at);
    Cart { first_claimed_at, held_until: is_limited.then_some(hold.until), ..cart }
}
