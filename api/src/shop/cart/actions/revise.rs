//! Revises a cart: claims its places again after the hold expired, and adapts the lines to what can be sold now.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;

use super::hold_limits::{HoldAttempt, wait_for};
use super::{
    availability_of_lines, claims_of, current_id, find_cart, gone, hold_of, lock_open, lock_tickets, lost,
    needed_tickets, over_share, shortage_of, with_hold, with_other_payments, within_share,
};
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::entity::cart::{CartState, Model as Cart};
use crate::shop::cart::entity::revision::Totals;
use crate::shop::cart::installments::quote_of;
use crate::shop::cart::line::{CartLine, Lines};
use crate::shop::cart::revision::{Missing, Revised, doubtful, price_keys, revised, to_be_shown};
use crate::shop::cart::rules::{self, Hold, REVISED};
use crate::shop::cart::store;
use crate::shop::inventory::{self, HeldClaims, LineClaim, Shortage};
use crate::shop::performance::Availability;
use crate::shop::ticket;
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// Revises the visitor's cart. A cart that is being paid for stays as it is. So does a cart whose address must wait
/// before it may begin another hold: it is shown unchanged, and the next call tries again.
pub async fn revise(app: &App, visitor: &Visitor) -> Result<()> {
    let Some(cart_id) = current_id(app, visitor).await? else { return Ok(()) };
    match revise_cart(app, &cart_id).await {
        Err(Error::TooMany { .. }) => Ok(()),
        revised => revised.map(drop),
    }
}

/// Claims expired places again, reprices lines without held places, removes what cannot be sold, and stores the changes
/// for the shopper to see. Returns whether anything changed.
///
/// # Errors
/// [`Error::TooMany`] for an address with too many unpaid holds.
async fn revise_cart(app: &App, cart_id: &str) -> Result<bool> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let Some(found) = find_cart(app.db.read(), cart_id).await? else { return Ok(false) };
    // Most carts have not changed. Find that out without a write transaction.
    let holding = inventory::holding(app.db.read(), cart_id).await?;
    let left = Availability::of(app.db.read(), price_keys(&catalog, &found, &holding, now)).await?;
    let mut missing = without_ticket(app.db.read(), &catalog, &found, now).await?;
    let plan = revised(&catalog, &found, (hold_of(&found), &holding), &left, &missing, now);
    let has_run_out = found.held_until.is_some_and(|until| until <= now);
    if found.state != CartState::Open || plan.causes.is_empty() && to_claim(&catalog, &plan)?.is_empty() && !has_run_out
    {
        return Ok(false);
    }
    let (waiting, attempt) = count_hold_attempt(app, &catalog, &found, &plan, now).await?;
    missing.without_places(waiting);
    let revised = claim_again(app, &catalog, cart_id, missing, now).await;
    attempt.finish(app, matches!(revised, Ok((_, true))), now).await;
    revised.map(|(is_changed, _)| is_changed)
}

/// Checks and counts the holds that a revision begins. Returns the ids of the lines whose performances the address must
/// wait for: the cart loses them, as if other shoppers had taken the places.
async fn count_hold_attempt(
    app: &App,
    catalog: &Catalog,
    cart: &Cart,
    plan: &Revised,
    now: Instant,
) -> Result<(Vec<String>, HoldAttempt)> {
    let Some(holder) = &cart.holder else { return Ok((Vec::new(), HoldAttempt::nothing())) };
    let claimed: Vec<String> = to_claim(catalog, plan)?.iter().map(|claim| claim.line_id.to_owned()).collect();
    let (mut waiting, mut begun, mut chosen) = (Vec::new(), false, BTreeSet::new());
    for line in plan.lines.iter().filter(|line| claimed.contains(&line.id)) {
        match wait_for(app, holder, line, now).await {
            Ok(()) => {
                begun = true;
                chosen.extend(line.all_performances().map(|chosen| chosen.performance_id.clone()));
            }
            Err(Error::TooMany { .. }) => waiting.push(line.id.clone()),
            Err(other) => return Err(other),
        }
    }
    let attempt = match begun {
        true => HoldAttempt::begin(app, holder.clone(), Some(cart), chosen, now).await?,
        false => HoldAttempt::nothing(),
    };
    Ok((waiting, attempt))
}

/// The part of a revision that writes the cart; `missing` names the claims that are known to be lost. Returns whether
/// the cart has changed, and whether places were claimed again.
async fn claim_again(
    app: &App,
    catalog: &Catalog,
    cart_id: &str,
    mut missing: Missing,
    now: Instant,
) -> Result<(bool, bool)> {
    loop {
        let tx = app.db.begin().await?;
        let cart = match lock_open(&tx, Some(cart_id.to_owned())).await {
            Ok(Some(cart)) => cart,
            Ok(None) | Err(Error::Conflict(_)) => return Ok((false, false)),
            Err(other) => return Err(other),
        };
        let (holding, left) = held_and_left(&tx, catalog, &cart, &[], now).await?;
        let plan = revised(catalog, &cart, (hold_of(&cart), &holding), &left, &missing, now);
        let is_changed = !plan.causes.is_empty();
        let removed: Vec<CartLine> = plan.removed.iter().map(|line| CartLine { quantity: 0, ..line.clone() }).collect();
        let mut claims = to_claim(catalog, &plan)?;
        let is_taking = !claims.is_empty();
        let hold = match is_taking {
            false => hold_of(&cart).unwrap_or_else(|| rules::renewed(None, catalog.settings(), now)),
            true => rules::renewed(hold_of(&cart), catalog.settings(), now),
        };
        claims.extend(claims_of(catalog, &removed)?);
        let is_limited = holding.is_limited_with(&claims, now);
        let mut next = cart.clone();
        if is_changed {
            next.revision = Some(to_be_shown(&cart, &plan, totals(catalog, &cart)));
            next = with_other_payments(next, now);
        }
        next.lines = Lines(plan.lines.clone());
        let next = store::lines_update(with_hold(next, hold, is_limited));
        match inventory::claim(&tx, Some(next), holding, &claims, hold.until, now).await? {
            Ok(()) => match over_share(&tx, catalog, cart.holder.as_deref(), &claims, now).await? {
                Some(over) => missing.note(over),
                None => {
                    tx.commit().await?;
                    return Ok((is_changed, is_taking));
                }
            },
            // Each shortage removes a line, or its code, in the next iteration, so the loop ends.
            Err(shortage) => missing.note(shortage),
        }
    }
}

/// What a cart holds, and the availability on which the prices of lines that may be repriced depend. `also` is claimed
/// together with the cart. The holding is read again after the stocks are locked, so that both are consistent: places
/// of the cart that were released before the lock no longer count as its own.
async fn held_and_left(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    also: &[LineClaim<'_>],
    now: Instant,
) -> Result<(HeldClaims, Availability)> {
    let holding = inventory::holding(tx, &cart.id).await?;
    let lines: Vec<&CartLine> = doubtful(catalog, cart, &holding, now).collect();
    if !lines.iter().any(|line| rules::has_steps(catalog, line)) {
        return Ok((holding, Availability::default()));
    }
    let also = also.iter().flat_map(|claim| claim.draws.iter().cloned()).collect();
    let left = availability_of_lines(tx, catalog, &lines, Vec::new(), also).await?;
    Ok((inventory::holding(tx, &cart.id).await?, left))
}

/// Marks the lines as missing whose required ticket was revoked, or gives nothing until it is paid.
async fn without_ticket(db: &impl ConnectionTrait, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<Missing> {
    let needed = needed_tickets(&cart.lines);
    if needed.is_empty() {
        return Ok(Missing::default());
    }
    let ids: Vec<String> = needed.iter().map(|(_, ticket_id)| ticket_id.clone()).collect();
    let tickets = ticket::by_ids(db, &ids).await?;
    Ok(Missing::lines(lost(catalog, &needed, &tickets, now).map(|(line, _)| line.id.clone())))
}

/// The claims of the lines that do not hold their places.
fn to_claim<'l>(catalog: &Catalog, plan: &'l Revised) -> Result<Vec<LineClaim<'l>>> {
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

/// Accepts the latest revision: the shopper has seen the changes.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn accept_revision(app: &App, visitor: &Visitor) -> Result<()> {
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(cart) = lock_open(&tx, cart_id).await? else { return Ok(()) };
    store::save_lines(&tx, Cart { revision: None, ..cart }).await?;
    tx.commit().await.map_err(Error::from)
}

/// Renews a cart's hold and claims the same places again for lines whose hold expired, together with the claims `also`
/// that are paid with the cart. All stocks are claimed in one order, so that two transactions cannot deadlock. The
/// lines do not change, so the version stays the same. The caller must roll back its transaction on any error, so that
/// either all places are claimed or none.
///
/// # Errors
/// A refusal when a revision would change the cart: the shopper must see it before paying. The inner error is a
/// [`Shortage`] of a claim in `also`.
pub async fn reclaim(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    also: &[LineClaim<'_>],
    now: Instant,
) -> Result<Result<Hold, Shortage>> {
    lock_tickets(tx, catalog, &cart.lines, now).await?;
    let (holding, left) = held_and_left(tx, catalog, cart, also, now).await?;
    let plan = revised(catalog, cart, (hold_of(cart), &holding), &left, &Missing::default(), now);
    if let Some(line) = plan.removed.first() {
        return Err(gone(line));
    }
    if !plan.causes.is_empty() {
        return Err(Refusal::new(REVISED).into());
    }
    let hold = rules::renewed(hold_of(cart), catalog.settings(), now);
    let claims = to_claim(catalog, &plan)?;
    let all = [&claims, also].concat();
    let is_limited = holding.is_limited_with(&all, now);
    let row = store::lines_update(with_hold(cart.clone(), hold, is_limited));
    match inventory::claim(tx, Some(row), holding, &all, hold.until, now).await? {
        Err(shortage) if also.iter().any(|claim| claim.line_id == shortage.line_id) => return Ok(Err(shortage)),
        claimed => claimed.map_err(|shortage| shortage_of(&cart.lines, &shortage))?,
    }
    within_share(tx, catalog, cart.holder.as_deref(), &claims, now).await?;
    Ok(Ok(hold))
}

/// The ids of the tickets that the cart's lines depend on.
pub fn tickets_of(cart: &Cart) -> impl Iterator<Item = String> {
    needed_tickets(&cart.lines).into_iter().map(|(_, ticket_id)| ticket_id)
}

/// Revises a cart when payment begins and renews its hold, so that the shopper sees changes before entering a card.
///
/// # Errors
/// A refusal when the revision has changed anything; a conflict while the cart is being paid for.
pub async fn hold_for_payment(app: &App, cart_id: &str) -> Result<()> {
    if revise_cart(app, cart_id).await? {
        return Err(Refusal::new(REVISED).into());
    }
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    if let Some(cart) = lock_open(&tx, Some(cart_id.to_owned())).await? {
        reclaim(&tx, &catalog, &cart, &[], now).await?.map_err(|_| Error::Conflict(AGAIN))?;
    }
    tx.commit().await?;
    Ok(())
}
