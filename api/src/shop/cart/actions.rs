//! Use cases of the cart. Each reads the time once, works in one transaction, and leaves lines and claims in step.

mod add;
mod merge;
mod modify;
mod revise;
mod view;

pub use add::{AddLines, add};
pub use merge::{current_id, merge};
pub use modify::{LineChange, clear, modify};
pub use revise::revise;
pub use view::{line_totals, mini_cart, quote_of, view};

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DatabaseTransaction};

use super::entity::cart::{self, CartState};
use super::entity::line;
use super::rules::{self, BUSY, FEW_LEFT, Hold, NO_LONGER_AVAILABLE, SOLD_OUT, renewed};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::kernel::id::{DeliveryMethodId, PaymentMethodId};
use crate::kernel::time::Instant;
use crate::shop::catalog::Catalog;
use crate::shop::inventory::{self, LineClaim, Shortage, StockKey};

use super::entity::address::Address;

/// A cart with its lines, as one transaction or one read saw it.
#[derive(Clone, Debug)]
pub struct Cart {
    pub row: cart::Model,
    pub lines: Vec<line::Model>,
}

/// The open or paying cart of a visitor; nothing when there is none.
pub async fn visitors_cart(app: &App, visitor: &Visitor) -> Result<Option<Cart>> {
    let Some(id) = current_id(app, visitor).await? else { return Ok(None) };
    let cart = find_cart(app.db.read(), &id).await?;
    Ok(cart.filter(|cart| cart.row.state != CartState::Ordered))
}

/// A cart by its id, whoever's: for payments and the worker, which got the id from an attempt.
pub async fn find_cart(db: &impl ConnectionTrait, id: &str) -> Result<Option<Cart>> {
    let Some(row) = store::find(db, id).await? else { return Ok(None) };
    let lines = store::lines(db, id).await?;
    Ok(Some(Cart { row, lines }))
}

/// A cart by its id, whatever its state, kept from changing by others until the transaction ends.
pub async fn lock_cart(tx: &DatabaseTransaction, id: &str) -> Result<Option<Cart>> {
    let Some(row) = store::lock(tx, id).await? else { return Ok(None) };
    let lines = store::lines(tx, id).await?;
    Ok(Some(Cart { row, lines }))
}

/// The cart that a session names, locked and open. The session is read before the transaction begins: it may have to be
/// written, and SQLite has one writer.
///
/// # Errors
/// [`Error::Conflict`] while it is being paid for.
async fn lock_open(tx: &DatabaseTransaction, cart_id: Option<String>) -> Result<Option<Cart>> {
    let Some(id) = cart_id else { return Ok(None) };
    let Some(cart) = lock_cart(tx, &id).await? else { return Ok(None) };
    match cart.row.state {
        CartState::Ordered => Ok(None),
        CartState::Paying => Err(Error::Conflict(BUSY)),
        CartState::Open => Ok(Some(cart)),
    }
}

/// Notes a change of what is bought: a new version, and the hold renewed for what is still held. `claims_more` tells of claims
/// that the same transaction still makes.
async fn finish_change(
    tx: &DatabaseTransaction,
    mut row: cart::Model,
    hold: Hold,
    claims_more: bool,
    now: Instant,
) -> Result<()> {
    row.version += 1;
    row.changed_at = now;
    let is_limited = inventory::extend(tx, &row.id, hold.until, now).await? || claims_more;
    store::save(tx, with_hold(row, hold, is_limited)).await
}

/// Moves the deadline of all that a cart holds. A cart that holds nothing limited has none.
async fn save_hold(tx: &DatabaseTransaction, row: cart::Model, hold: Hold, now: Instant) -> Result<()> {
    let is_limited = inventory::extend(tx, &row.id, hold.until, now).await?;
    store::save(tx, with_hold(row, hold, is_limited)).await
}

fn with_hold(row: cart::Model, hold: Hold, is_limited: bool) -> cart::Model {
    let first_claimed_at = is_limited.then_some(hold.first_claimed_at);
    cart::Model { first_claimed_at, held_until: is_limited.then_some(hold.until), ..row }
}

fn hold_of(row: &cart::Model) -> Option<Hold> {
    row.first_claimed_at.zip(row.held_until).map(|(first_claimed_at, until)| Hold { first_claimed_at, until })
}

/// Lets these lines hold what they need for their quantities, in place of what they held. A line of quantity 0 gives back all
/// that it held.
///
/// # Errors
/// A refusal that names the first line whose places are gone, or that the catalogue has no more.
async fn claim_lines(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    cart_id: &str,
    lines: &[&line::Model],
    hold: Hold,
    now: Instant,
) -> Result<()> {
    claim(tx, cart_id, lines, &claims_of(catalog, lines)?, hold, now).await
}

/// What lines need for their quantities: nothing for a quantity of 0.
fn claims_of<'l>(catalog: &Catalog, lines: &[&'l line::Model]) -> Result<Vec<LineClaim<'l>>> {
    let claim_of = |line: &&'l line::Model| -> Result<LineClaim<'l>> {
        let draws = if line.quantity == 0 {
            Vec::new()
        } else {
            let (_, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
            rules::draws(catalog, variant, &line.performances.0, line.count())
        };
        Ok(LineClaim { line_id: &line.id, draws })
    };
    lines.iter().map(claim_of).collect()
}

async fn claim(
    tx: &DatabaseTransaction,
    cart_id: &str,
    lines: &[&line::Model],
    claims: &[LineClaim<'_>],
    hold: Hold,
    now: Instant,
) -> Result<()> {
    inventory::claim(tx, cart_id, claims, hold.until, now).await?.map_err(|shortage| {
        let short = lines.iter().find(|line| line.id == shortage.line_id);
        short.map_or(Error::NotFound, |line| shortage_refusal(line, &shortage).into())
    })
}

fn shortage_refusal(line: &line::Model, shortage: &Shortage) -> Refusal {
    let text = if shortage.left == 0 { SOLD_OUT } else { FEW_LEFT };
    Refusal::new(text).with("name", &line.product_name).with("left", shortage.left)
}

fn gone(line: &line::Model) -> Error {
    Refusal::new(NO_LONGER_AVAILABLE).with("name", &line.product_name).into()
}

/// Renews a cart's hold and takes the same places again for lines whose hold has run out. Nothing about what is bought
/// changes, so the version stays. The caller's transaction is rolled back when anything is gone: not one place is taken while
/// another is missing.
///
/// # Errors
/// A refusal that names what is no longer available.
pub async fn hold_again(tx: &DatabaseTransaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<()> {
    let live = inventory::claims_of_cart(tx, &cart.row.id, now).await?;
    let hold = renewed(hold_of(&cart.row), catalog.settings(), now);
    let lost = lost_lines(catalog, &cart.lines, &live)?;
    for line in &lost {
        // Its places may be gone, its day may be over: a new claim obeys the rules of a new line.
        rules::sellable(catalog, &rules::WantedLine::from(*line), line.sale_flow, now).map_err(|_| gone(line))?;
    }
    if !lost.is_empty() {
        claim_lines(tx, catalog, &cart.row.id, &lost, hold, now).await?;
    }
    save_hold(tx, cart.row.clone(), hold, now).await
}

/// The lines that do not hold all that they need.
///
/// # Errors
/// A refusal that names a line that the catalogue has no more.
fn lost_lines<'l>(
    catalog: &Catalog,
    lines: &'l [line::Model],
    live: &HashMap<String, HashMap<StockKey, u32>>,
) -> Result<Vec<&'l line::Model>> {
    let mut lost = Vec::new();
    for line in lines {
        let (_, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
        let draws = rules::draws(catalog, variant, &line.performances.0, line.count());
        let held = live.get(&line.id);
        let is_whole = draws.iter().all(|draw| held.and_then(|held| held.get(&draw.key)) == Some(&draw.quantity));
        if !is_whole || (held.is_none() && !line.performances.0.is_empty()) {
            lost.push(line);
        }
    }
    Ok(lost)
}

/// Renews the hold when payment begins, so that what was taken again is told before a card is asked for.
///
/// # Errors
/// A refusal that names what is no longer available; a conflict while the cart is being paid for.
pub async fn hold_for_payment(app: &App, cart_id: &str) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    if let Some(cart) = lock_open(&tx, Some(cart_id.to_owned())).await? {
        hold_again(&tx, &catalog, &cart, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// What checkout saves with a cart.
#[derive(Clone, Debug, Default)]
pub struct CheckoutSettings {
    pub email_address: Option<String>,
    pub billing_address: Option<Address>,
    pub shipping_address: Option<Address>,
    pub delivery_method_id: Option<DeliveryMethodId>,
    pub payment_method_id: Option<PaymentMethodId>,
    pub accept_terms: bool,
}

/// Saves what checkout found valid. The delivery method decides the price, so a new one makes a new version.
///
/// # Errors
/// [`Error::NotFound`] when the visitor has no cart, [`Error::Conflict`] while it is being paid for.
pub async fn save_settings(app: &App, visitor: &Visitor, settings: CheckoutSettings) -> Result<()> {
    let now = app.clock.now();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(Cart { mut row, .. }) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    if row.delivery_method_id != settings.delivery_method_id {
        row.version += 1;
    }
    row.email_address = settings.email_address;
    row.billing_address = settings.billing_address;
    row.shipping_address = settings.shipping_address;
    row.delivery_method_id = settings.delivery_method_id;
    row.payment_method_id = settings.payment_method_id;
    row.accept_terms = settings.accept_terms;
    row.changed_at = now;
    store::save(&tx, row).await?;
    tx.commit().await?;
    Ok(())
}
