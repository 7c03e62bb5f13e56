//! Merges a guest's cart, with the places that it holds, into the account's cart at sign-in. A line that exceeds a
//! limit of the account's cart is removed and can be restored later.

use std::collections::HashSet;

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::address_limits::{address_of_merged, claims_of_new_address};
use crate::shop::cart::answers::both_answers;
use crate::shop::cart::change::{CartChange, Declined, after_change};
use crate::shop::cart::entity::revision::{Cause, Revision};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::{hold_of, live_hold_of, renewed};
use crate::shop::cart::line::count_with;
use crate::shop::cart::line::{CartLine, Lines, MAX_LINES};
use crate::shop::cart::order_limits::within_maximums;
use crate::shop::cart::pass_details::{BlankPass, BlankPasses};
use crate::shop::cart::prices::write_offers;
use crate::shop::cart::quantities::{TOO_MANY_LINES, uses, within_uses};
use crate::shop::cart::stock::claim_of_cart;
use crate::shop::inventory::LineClaim;
use midway_catalog::Catalog;

pub fn merge(own: &Cart, guest: &Cart, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    if guest.lines.len() + own.lines.len() > MAX_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
    }
    // The merged cart has one deadline: extend the older of the two holds, within its maximum.
    let holds = [guest, own].into_iter().filter_map(|cart| live_hold_of(cart, now));
    let hold = renewed(holds.min_by_key(|hold| hold.first_claimed_at), catalog.settings(), now);
    let growing = claims_of_new_address(catalog, own, guest, now);
    let mut next = with_settings_of(own.clone(), guest);
    next.address_digest = address_of_merged(own, guest, now);
    if guest.lines.iter().any(CartLine::is_donation) {
        // A cart has at most one donation: the guest's donation replaces the account's donation.
        next.lines.retain(|line| !line.is_donation());
    }
    let removed = take_in(catalog, &mut next, guest.lines.to_vec());
    next.revision = both_revisions(own.revision.clone(), guest.revision.clone());
    next.blank_passes = both_blank_passes(&next, guest.blank_passes.as_ref());
    // Together, the lines may qualify for offers that neither cart qualified for.
    write_offers(catalog, &mut next.lines, hold_of(own), now);
    // What the guest's cart held as a whole becomes the account's.
    let of_guest = facts.held.claimed_by(&guest.id).next().map(|_| guest.id.clone());
    let left = removed.iter().map(|line| line.id.clone()).chain(of_guest);
    let mut claims: Vec<LineClaim> = left.map(|line_id| LineClaim { line_id, draws: Vec::new() }).collect();
    let of_cart = claim_of_cart(catalog, &own.id, &next.lines);
    claims.extend((!of_cart.draws.is_empty()).then_some(of_cart));
    let mut next = after_change(next, hold, facts.held.is_limited_with(&claims, now), now);
    if !removed.is_empty() {
        let revision = next.revision.get_or_insert_default();
        revision.causes.insert(Cause::Removed);
        revision.add_removed(removed);
    }
    let emptied = Cart { lines: Lines::default(), revision: None, blank_passes: None, exchange: None, ..guest.clone() };
    let emptied = Some(Box::new(after_change(emptied, hold, false, now)));
    Ok(CartChange { claims, growing, changes_settings: true, emptied, ..CartChange::of_hold(next, hold) })
}

/// Moves lines into a cart within the limits per cart on variants, codes and places. Each line moves as a whole, with
/// its places, or not at all. Returns the lines that did not fit.
fn take_in(catalog: &Catalog, cart: &mut Cart, lines: Vec<CartLine>) -> Vec<CartLine> {
    let mut rest = Vec::new();
    for line in lines {
        let before = cart.lines.clone();
        let together = count_with(cart.lines.iter(), &line).saturating_add(line.quantity);
        let most = catalog.variant(&line.variant_id).map(|(_, variant)| variant.max_quantity);
        // Limits per variant do not apply to bundles and donations.
        let is_within = line.is_donation() || line.is_bundle() || most.is_none_or(|most| together <= most);
        cart.lines.push(line);
        let is_within = is_within
            && within_uses(catalog, &uses(catalog, &before), &uses(catalog, &cart.lines)).is_ok()
            && within_maximums(catalog, &before, &cart.lines).is_ok();
        if !is_within {
            rest.extend(cart.lines.pop());
        }
    }
    rest
}

/// The passes without a product of both carts, up to the limit of one cart. When two passes renew or upgrade the same
/// ticket, the first pass stays.
fn both_blank_passes(own: &Cart, guest: Option<&BlankPasses>) -> Option<BlankPasses> {
    let mut followed: HashSet<String> =
        own.lines.iter().filter_map(|line| line.follows()).map(|held| held.ticket_id.clone()).collect();
    let both = own.blank_passes.iter().chain(guest).flat_map(|blank| &blank.0);
    let is_new =
        |pass: &&BlankPass| pass.details.follows.as_ref().is_none_or(|held| followed.insert(held.ticket_id.clone()));
    let room = MAX_LINES.saturating_sub(own.lines.len());
    let blank: Vec<BlankPass> = both.filter(is_new).take(room).cloned().collect();
    (!blank.is_empty()).then_some(BlankPasses(blank))
}

/// The revision of the merged cart: the removed lines of both carts, which can be restored.
fn both_revisions(own: Option<Revision>, guest: Option<Revision>) -> Option<Revision> {
    match (own, guest) {
        (Some(mut own), Some(guest)) => {
            own.add_removed(guest.removed);
            Some(own)
        }
        (own, guest) => own.or(guest),
    }
}

/// Merges checkout settings. The guest's settings are newer and take precedence; an empty setting does not overwrite an
/// existing one. Acceptance of terms is dropped, because the contents have changed.
fn with_settings_of(own: Cart, guest: &Cart) -> Cart {
    Cart {
        email_address: guest.email_address.clone().or(own.email_address),
        billing_address: guest.billing_address.clone().or(own.billing_address),
        shipping_address: guest.shipping_address.clone().or(own.shipping_address),
        delivery_method_id: guest.delivery_method_id.clone().or(own.delivery_method_id),
        payment_method_id: guest.payment_method_id.clone().or(own.payment_method_id),
        accept_terms: false,
        acknowledge_location: guest.acknowledge_location || own.acknowledge_location,
        pays_by_plan: guest.pays_by_plan.or(own.pays_by_plan),
        exchange: guest.exchange.clone().or(own.exchange),
        answers: both_answers(own.answers, guest.answers.clone()),
        ..own
    }
}
