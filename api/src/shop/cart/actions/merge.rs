//! Which cart belongs to a visitor, and how a guest's cart is merged into the account's at sign-in.

use std::collections::HashSet;

use super::{after_change, claim, hold_of, live_hold_of, lock_cart, within_share};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::entity::cart::{CartState, Model as Cart};
use crate::shop::cart::entity::pass::{BlankPass, BlankPasses};
use crate::shop::cart::entity::revision::{Cause, Revision};
use crate::shop::cart::line::CartLine;
use crate::shop::cart::rules::{self, BUSY, MOST_LINES, TOO_MANY_LINES};
use crate::shop::cart::store;
use crate::shop::inventory::{self, LineClaim};
use crate::shop::performance::Availability;
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// The id of the visitor's cart. A guest's session names it. An account has the same cart in all browsers; the session
/// stores its id too, so that the order can be found later.
pub async fn current_id(app: &App, visitor: &Visitor) -> Result<Option<String>> {
    let session = visitor.session().await?;
    let Some(account_id) = session.account_id else {
        let Some(id) = session.cart_id.clone().filter(|_| session.is_recovered) else { return Ok(session.cart_id) };
        // The cart may belong to an account by now.
        let found = store::find(app.db.read(), &id).await?;
        return Ok(found.is_none_or(|cart| cart.account_id.is_none()).then_some(id));
    };
    match store::of_account(app.db.read(), &account_id).await? {
        Some(row) if session.cart_id.as_ref() != Some(&row.id) => {
            let id = row.id.clone();
            visitor.change(|session| session.previous_cart_id = session.cart_id.replace(id.clone())).await?;
            Ok(Some(row.id))
        }
        _ => Ok(session.cart_id),
    }
}

/// Moves a guest's cart to an account: it becomes the account's cart, or its lines move into the cart that the account
/// already has, with the places they hold. A line that exceeds a limit there is removed and can be restored later.
/// Returns the id of the account's cart, if it has one now.
///
/// # Errors
/// A conflict while either cart is being paid for; a refusal when both together would hold too many lines, or more
/// places than the address of the account's cart may hold.
pub async fn merge(
    tx: &Transaction,
    catalog: &Catalog,
    guest_cart_id: Option<&str>,
    account_id: &str,
    now: Instant,
) -> Result<Option<String>> {
    let own_id = store::of_account(tx, account_id).await?.map(|row| row.id);
    // Lock them in id order, so that two merges of the same carts cannot deadlock.
    let mut ids: Vec<&str> = guest_cart_id.into_iter().chain(own_id.as_deref()).collect();
    ids.sort_unstable();
    let (mut guest, mut own) = (None, None);
    for id in ids {
        let cart = lock_cart(tx, id).await?.filter(|cart| cart.state != CartState::Ordered);
        if Some(id) == own_id.as_deref() { own = cart } else { guest = cart }
    }
    let guest = guest.filter(|cart| cart.account_id.is_none() && !is_untouched(cart));
    let Some(mut guest) = guest else { return Ok(own.map(|cart| cart.id)) };
    if [Some(&guest), own.as_ref()].into_iter().flatten().any(|cart| cart.state == CartState::Paying) {
        return Err(Error::Conflict(BUSY));
    }
    let Some(mut own) = own else {
        let id = guest.id.clone();
        store::save(tx, Cart { account_id: Some(account_id.to_owned()), ..guest }).await?;
        return Ok(Some(id));
    };
    if guest.lines.len() + own.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    if live_hold_of(&own, now).is_none() {
        own.holder.clone_from(&guest.holder);
    }
    // Places that move from one address to another count towards the limit of the new one.
    let moves = live_hold_of(&guest, now).is_some() && guest.holder != own.holder;
    let lines: Vec<CartLine> = if moves { guest.lines.to_vec() } else { Vec::new() };
    let moving: Vec<LineClaim<'_>> = lines
        .iter()
        .filter_map(|line| Some(LineClaim { line_id: &line.id, draws: rules::draws(catalog, line)? }))
        .collect();
    Availability::locked(tx, moving.iter().flat_map(|claim| claim.draws.iter().cloned()).collect()).await?;
    let holder = own.holder.clone();
    inventory::hand_over(tx, &guest.id, &own.id).await?;
    // One cart has one deadline: the older hold is extended for both, within its own maximum.
    let holds = [&guest, &own].into_iter().filter_map(|cart| live_hold_of(cart, now));
    let oldest = holds.min_by_key(|hold| hold.first_claimed_at);
    let hold = rules::renewed(oldest, catalog.settings(), now);
    let id = own.id.clone();
    if guest.lines.iter().any(CartLine::is_donation) {
        // A cart has at most one donation: the newer one replaces the older one.
        own.lines.retain(|line| !line.is_donation());
    }
    let removed = take_in(catalog, &mut own, std::mem::take(&mut guest.lines.0));
    own.revision = both(own.revision.take(), guest.revision.take());
    own.blank_passes = blank_of_both(&own, guest.blank_passes.take());
    // Together, the lines may qualify for offers that neither cart qualified for.
    let held = hold_of(&own);
    rules::write_offers(catalog, &mut own.lines, held, now);
    let holding = inventory::holding(tx, &id).await?;
    let freed: Vec<LineClaim<'_>> =
        removed.iter().map(|line| LineClaim { line_id: &line.id, draws: Vec::new() }).collect();
    let is_limited = holding.is_limited_with(&freed, now);
    let mut own = after_change(with_settings_of(own, &guest), hold, is_limited, now);
    if !removed.is_empty() {
        let revision = own.revision.get_or_insert_default();
        revision.causes.insert(Cause::Removed);
        revision.wait(removed.iter().cloned());
    }
    store::save(tx, own).await?;
    let guest = store::lines_update(after_change(guest, hold, false, now));
    claim(tx, Some(guest), holding, &[], &freed, hold, now).await?;
    within_share(tx, catalog, holder.as_deref(), &moving, now).await?;
    Ok(Some(id))
}

/// Moves lines into a cart within the limits per cart on variants, codes and places. Each line moves as a whole, with
/// its places, or not at all. Returns the lines that did not fit.
fn take_in(catalog: &Catalog, cart: &mut Cart, lines: Vec<CartLine>) -> Vec<CartLine> {
    let mut rest = Vec::new();
    for line in lines {
        let used = rules::uses(&cart.lines);
        let together = rules::count_with(&cart.lines, &line).saturating_add(line.quantity);
        let most = catalog.variant(&line.variant_id).map(|(_, variant)| variant.max_quantity);
        // Limits per variant do not apply to bundles and donations.
        let is_within = line.is_donation() || line.is_bundle() || most.is_none_or(|most| together <= most);
        cart.lines.push(line);
        if !is_within || rules::within_uses(catalog, &used, &rules::uses(&cart.lines)).is_err() {
            rest.extend(cart.lines.pop());
        }
    }
    rest
}

/// The passes without a product of both carts, up to the limit of one cart. When two follow the same ticket, the first
/// one stays.
fn blank_of_both(own: &Cart, guest: Option<BlankPasses>) -> Option<BlankPasses> {
    let mut followed: HashSet<String> =
        own.lines.iter().filter_map(|line| line.follows()).map(|held| held.ticket_id.clone()).collect();
    let both = own.blank_passes.iter().chain(&guest).flat_map(|blank| &blank.0);
    let is_new =
        |pass: &&BlankPass| pass.passholder.follows.as_ref().is_none_or(|held| followed.insert(held.ticket_id.clone()));
    let room = MOST_LINES.saturating_sub(own.lines.len());
    let blank: Vec<BlankPass> = both.filter(is_new).take(room).cloned().collect();
    (!blank.is_empty()).then_some(BlankPasses(blank))
}

/// The removed lines of both carts that can be restored.
fn both(own: Option<Revision>, guest: Option<Revision>) -> Option<Revision> {
    match (own, guest) {
        (Some(mut own), Some(guest)) => {
            own.wait(guest.removed);
            Some(own)
        }
        (own, guest) => own.or(guest),
    }
}

/// Whether an open cart has neither lines nor passes, so that it need not be kept.
fn is_untouched(cart: &Cart) -> bool {
    cart.lines.is_empty() && cart.blank_passes.is_none() && cart.state == CartState::Open
}

/// Merges checkout settings. The guest's are newer and win; empty ones do not overwrite. Acceptance of terms is
/// dropped, because the contents have changed.
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
        ..own
    }
}
