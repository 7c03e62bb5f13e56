//! Runs commands on carts: locks the cart, loads the facts, decides, writes the row and the claims, and commits. Only
//! the executor runs commands.

use super::Cart;
use super::address_limits::{HoldAttempt, address_of, over_limit_of_address};
use super::change::{CartChange, Declined};
use super::command::{CartCommand, Changed, Missing};
use super::entity::cart::CartState;
use super::facts::{load, read_for_revision};
use super::hold::Hold;
use super::installments::NO_PLAN;
use super::lookup::{current_id, find_cart, lock_cart, lock_open, lock_or_create};
use super::refusals::{BUSY, HELD_BY_ADDRESS, HOLD_OVER, REVISED, out_of_stock};
use super::store;
use super::transition::{decide, revise::lines_to_claim};
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, LineClaim, Shortage};
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// The result of a command. After [`Outcome::Declined`] and [`Outcome::Short`], the caller must roll back its
/// transaction.
enum Outcome {
    Changed(Box<CartChange>),
    Unchanged,
    Declined(Declined),
    /// A claim failed, or the network address would hold too much. The refusal is the text for the shopper.
    Short(Shortage, Refusal),
}

/// Runs a command on the visitor's cart, in a new transaction.
///
/// # Errors
/// A refusal of the command; [`Error::NotFound`] for something that is not in this visitor's cart; [`Error::Conflict`]
/// while the cart is being paid for; [`Error::TooMany`] for a network address with too many unpaid holds.
pub async fn execute(
    app: &App,
    visitor: &Visitor,
    catalog: &Catalog,
    command: CartCommand<'_>,
    now: Instant,
) -> Result<Changed> {
    let attempt = HoldAttempt::of_command(app, visitor, catalog, &command, now).await?;
    let changed = execute_at(app, visitor, catalog, &command, now).await;
    attempt.finish(app, matches!(changed, Ok(Changed::Done)), now).await;
    changed
}

/// Runs a command on the visitor's cart now, for a call that has no way to ask the shopper a question.
///
/// # Errors
/// The errors of [`execute`], and [`Error::Internal`] for a question.
pub async fn execute_without_question(app: &App, visitor: &Visitor, command: CartCommand<'_>) -> Result<()> {
    match execute(app, visitor, &app.catalog.current(), command, app.clock.now()).await? {
        Changed::Done => Ok(()),
        Changed::Asked(question) => Err(error_of(Declined::Asked(Box::new(question)))),
    }
}

async fn execute_at(
    app: &App,
    visitor: &Visitor,
    catalog: &Catalog,
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<Changed> {
    let (tx, cart) = match command.creates_cart() {
        true => lock_or_create(app, visitor, now).await?,
        false => {
            let cart_id = current_id(app, visitor).await?;
            let tx = app.db.begin().await?;
            let Some(cart) = lock_open(&tx, cart_id).await? else { return without_cart(command) };
            (tx, cart)
        }
    };
    let cart = match command.sets_address() {
        true => Cart { address_digest: address_of(app, visitor, Some(&cart), now), ..cart },
        false => cart,
    };
    match run(&tx, catalog, &cart, command, now).await? {
        Outcome::Changed(_) | Outcome::Unchanged => {
            tx.commit().await?;
            Ok(Changed::Done)
        }
        Outcome::Declined(Declined::Asked(question)) => Ok(Changed::Asked(*question)),
        Outcome::Declined(declined) => Err(error_of(declined)),
        Outcome::Short(_, refusal) => Err(refusal.into()),
    }
}

/// The result of a command for a visitor who has no cart.
fn without_cart(command: &CartCommand<'_>) -> Result<Changed> {
    match command {
        CartCommand::Clear(_) | CartCommand::RemoveBlankPasses | CartCommand::AcceptRevision => Ok(Changed::Done),
        CartCommand::PayByPlan(true) => Err(Refusal::new(NO_PLAN).into()),
        CartCommand::PayByPlan(false) => Ok(Changed::Done),
        CartCommand::ExtendHold => Err(Refusal::new(HOLD_OVER).into()),
        _ => Err(Error::NotFound),
    }
}

/// The error of a declined command for a caller that cannot ask the shopper a question.
fn error_of(declined: Declined) -> Error {
    match declined {
        Declined::Refused(refusal) => refusal.into(),
        Declined::NotFound => Error::NotFound,
        Declined::Asked(question) => Error::Internal(format!("this caller cannot ask \"{}\"", question.title.id)),
    }
}

/// Runs a command on a cart that is locked in this transaction.
async fn run(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<Outcome> {
    let facts = load(tx, catalog, cart, command, now).await?;
    let change = match decide(cart, command, &facts) {
        Ok(Some(change)) => change,
        Ok(None) => return Ok(Outcome::Unchanged),
        Err(declined) => return Ok(Outcome::Declined(declined)),
    };
    if let Some(guest) = &change.emptied {
        inventory::hand_over(tx, &guest.id, &cart.id).await?;
        store::run(tx, Some(store::lines_update(Cart::clone(guest)))).await?;
    }
    let row = match change.changes_settings {
        true => {
            store::save(tx, change.cart.clone()).await?;
            None
        }
        false => Some(store::lines_update(change.cart.clone())),
    };
    let Some(hold) = change.hold else {
        store::run(tx, row).await?;
        return Ok(Outcome::Changed(Box::new(change)));
    };
    // The stocks stay locked until the transaction commits, so that simultaneous additions from one address to the same
    // stock are all counted.
    match inventory::claim(tx, row, facts.held, &change.claims, hold.until, now).await? {
        Err(shortage) => {
            let line = change.cart.lines.iter().find(|line| line.id == shortage.line_id);
            let refusal = line.map_or_else(|| Refusal::new(REVISED), |line| out_of_stock(line, &shortage));
            Ok(Outcome::Short(shortage, refusal))
        }
        Ok(()) => {
            match over_limit_of_address(tx, catalog, change.cart.address_digest.as_deref(), &change.growing, now)
                .await?
            {
                Some(shortage) => {
                    let refusal = Refusal::new(HELD_BY_ADDRESS).with("minutes", catalog.settings().hold_minutes);
                    Ok(Outcome::Short(shortage, refusal))
                }
                None => Ok(Outcome::Changed(Box::new(change))),
            }
        }
    }
}

/// Runs a command that asks no question on a cart that the caller has locked. The caller must roll back its transaction
/// on any error.
async fn run_within(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    command: CartCommand<'_>,
    now: Instant,
) -> Result<Result<CartChange, (Shortage, Refusal)>> {
    match run(tx, catalog, cart, &command, now).await? {
        Outcome::Changed(change) => Ok(Ok(*change)),
        Outcome::Unchanged => Err(Error::Internal("a command of the shop changed nothing".to_owned())),
        Outcome::Declined(declined) => Err(error_of(declined)),
        Outcome::Short(shortage, refusal) => Ok(Err((shortage, refusal))),
    }
}

/// Gives all claims of an open cart, locked in this transaction, one common deadline, after claims with the given
/// `hold` were moved to it. Returns the combined hold.
pub async fn share_hold(tx: &Transaction, catalog: &Catalog, cart: Cart, hold: Hold, now: Instant) -> Result<Hold> {
    let changed = run_within(tx, catalog, &cart, CartCommand::ShareHold(hold), now).await?;
    Ok(changed.map_err(|(_, refusal)| refusal)?.hold.unwrap_or(hold))
}

/// Renews a cart's hold and claims the same places again for lines whose hold expired, together with the claims `also`
/// that are paid with the cart. All stocks are claimed in one order, so that two transactions cannot deadlock. The
/// caller must roll back its transaction on any error, so that either all places are claimed or none.
///
/// # Errors
/// A refusal when a place of the cart is gone or a revision would change the cart, because the shopper must see the
/// changes before paying. The inner error is a [`Shortage`] of a claim in `also`.
pub async fn reclaim(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    also: Vec<LineClaim>,
    now: Instant,
) -> Result<Result<Hold, Shortage>> {
    let others: Vec<String> = also.iter().map(|claim| claim.line_id.clone()).collect();
    match run_within(tx, catalog, cart, CartCommand::Reclaim(also), now).await? {
        Ok(change) => change.hold.map(Ok).ok_or_else(|| Error::Internal("a reclaimed cart has no hold".to_owned())),
        Err((shortage, _)) if others.contains(&shortage.line_id) => Ok(Err(shortage)),
        Err((_, refusal)) => Err(refusal.into()),
    }
}

/// Moves a guest's cart to an account: it becomes the account's cart, or its lines move into the cart that the account
/// already has. Returns the id of the account's cart, if it has one now.
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
    // Lock the carts in id order, so that two merges of the same carts cannot deadlock.
    let mut ids: Vec<&str> = guest_cart_id.into_iter().chain(own_id.as_deref()).collect();
    ids.sort_unstable();
    let (mut guest, mut own) = (None, None);
    for id in ids {
        let cart = lock_cart(tx, id).await?.filter(|cart| cart.state != CartState::Ordered);
        if Some(id) == own_id.as_deref() { own = cart } else { guest = cart }
    }
    let guest = guest.filter(|cart| cart.account_id.is_none() && !is_untouched(cart));
    let Some(guest) = guest else { return Ok(own.map(|cart| cart.id)) };
    if [Some(&guest), own.as_ref()].into_iter().flatten().any(|cart| cart.state == CartState::Paying) {
        return Err(Error::Conflict(BUSY));
    }
    let Some(own) = own else {
        let id = guest.id.clone();
        store::save(tx, Cart { account_id: Some(account_id.to_owned()), ..guest }).await?;
        return Ok(Some(id));
    };
    let merged = run_within(tx, catalog, &own, CartCommand::MergeGuestCart(Box::new(guest)), now).await?;
    Ok(Some(merged.map_err(|(_, refusal)| refusal)?.cart.id))
}

/// Whether an open cart has neither lines nor passes without a product, so that a merge ignores it.
fn is_untouched(cart: &Cart) -> bool {
    cart.lines.is_empty() && cart.blank_passes.is_none() && cart.state == CartState::Open
}

/// Revises the visitor's cart. A cart that is being paid for does not change. Neither does a cart whose address must
/// wait before it may begin a new hold; the next call tries again.
pub async fn revise(app: &App, visitor: &Visitor) -> Result<()> {
    let Some(cart_id) = current_id(app, visitor).await? else { return Ok(()) };
    match revise_cart(app, &cart_id).await {
        Err(Error::TooMany { .. }) => Ok(()),
        revised => revised.map(drop),
    }
}

/// Revises a cart and stores the changes for the shopper to see. Returns whether anything changed for the shopper.
///
/// # Errors
/// [`Error::TooMany`] for a network address with too many unpaid holds.
async fn revise_cart(app: &App, cart_id: &str) -> Result<bool> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let Some(found) = find_cart(app.db.read(), cart_id).await? else { return Ok(false) };
    let facts = read_for_revision(app.db.read(), &catalog, &found, now).await?;
    let revise = CartCommand::Revise(Missing::default());
    if found.state != CartState::Open || matches!(decide(&found, &revise, &facts), Ok(None)) {
        return Ok(false);
    }
    let lines = lines_to_claim(&found, &facts)?;
    // Treat the places for which the cart's address must wait as if other shoppers had taken them: remove their lines.
    let (attempt, waiting) = HoldAttempt::of_lines(app, &found, &lines, now).await?;
    let mut missing = Missing::default();
    missing.without_places(waiting);
    let change = revise_without(app, &catalog, cart_id, missing, now).await;
    let is_taking = matches!(&change, Ok(Some((_, change))) if !change.growing.is_empty());
    attempt.finish(app, is_taking, now).await;
    Ok(change?.is_some_and(|(before, change)| change.cart.version != before))
}

/// Revises a cart without the places that are `missing`. Returns the version before and the change, if there is one.
async fn revise_without(
    app: &App,
    catalog: &Catalog,
    cart_id: &str,
    mut missing: Missing,
    now: Instant,
) -> Result<Option<(i64, CartChange)>> {
    loop {
        let tx = app.db.begin().await?;
        let cart = match lock_open(&tx, Some(cart_id.to_owned())).await {
            Ok(Some(cart)) => cart,
            Ok(None) | Err(Error::Conflict(_)) => return Ok(None),
            Err(other) => return Err(other),
        };
        match run(&tx, catalog, &cart, &CartCommand::Revise(missing.clone()), now).await? {
            Outcome::Changed(change) => {
                tx.commit().await?;
                return Ok(Some((cart.version, *change)));
            }
            Outcome::Unchanged => return Ok(None),
            Outcome::Declined(declined) => return Err(error_of(declined)),
            // The loop ends, because each shortage removes a line, or the promotion code of a line, in the next
            // iteration.
            Outcome::Short(shortage, _) => missing.note(shortage),
        }
    }
}

/// Revises a cart when payment begins and renews its hold, so that the shopper sees changes before entering a card.
///
/// # Errors
/// A refusal when the revision has changed anything; the errors of [`reclaim`]; a conflict while the cart is being paid
/// for; [`Error::TooMany`] for a network address with too many unpaid holds.
pub async fn hold_for_payment(app: &App, cart_id: &str) -> Result<()> {
    if revise_cart(app, cart_id).await? {
        return Err(Refusal::new(REVISED).into());
    }
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    if let Some(cart) = lock_open(&tx, Some(cart_id.to_owned())).await? {
        reclaim(&tx, &catalog, &cart, Vec::new(), now).await?.map_err(|_| Error::Conflict(AGAIN))?;
    }
    tx.commit().await?;
    Ok(())
}
