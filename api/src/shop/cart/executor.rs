//! Runs commands on carts: locks the cart, loads the facts, decides, writes the row and the claims, and commits. Only
//! the executor runs commands.

use super::Cart;
use super::address_limits::{HoldAttempt, address_of, is_counted, over_limit_of_address};
use super::change::{CartChange, Declined};
use super::command::{CartCommand, Changed, Missing};
use super::entity::cart::CartState;
use super::facts::{Facts, load, needs_locks, read_for_revision, without_database};
use super::full_time::FullTime;
use super::hold::Hold;
use super::installments::NO_PLAN;
use super::lookup::{
    current_id, find_cart, lock_cart, lock_open, lock_or_create, name_cart_in_session, remembered_cart,
};
use super::person_limits::over_limit_of_person;
use super::refusals::{BUSY, HELD_BY_ADDRESS, HOLD_OVER, REVISED, shortage_of};
use super::store;
use super::transition::{decide, revise::lines_to_claim};
use super::waited;
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::platform::metrics::ClaimResult;
use crate::shop::inventory::{self, ClaimsAtOnce, HeldClaims, LineClaim, NewRow, OwnerWrite, Shortage, new_row};
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// The result of a command. After [`Outcome::Declined`] and [`Outcome::Short`], the caller must roll back its
/// transaction.
enum Outcome {
    Changed(Box<CartChange>),
    Unchanged,
    Declined(Declined),
    /// A claim failed, or the network address would hold too much.
    Short(Box<Short>),
}

struct Short {
    shortage: Shortage,
    /// The text for the shopper.
    refusal: Refusal,
    /// The change that could not be made.
    change: CartChange,
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
    let found = remembered_cart(app, visitor).await?;
    waited::check(app, visitor, (catalog, found.as_ref()), &command, now).await?;
    let attempt = HoldAttempt::of_command(app, visitor, (catalog, found.as_ref()), &command, now).await?;
    let changed = match execute_at_once(app, visitor, (catalog, found), &command, now).await {
        Ok(true) => Ok(Changed::Done),
        Ok(false) => execute_locked(app, visitor, catalog, &command, now).await,
        Err(error) => Err(error),
    };
    let is_done = matches!(changed, Ok(Changed::Done));
    if is_done && matches!(command, CartCommand::Add(_)) {
        app.metrics.claimed(ClaimResult::Held);
    }
    attempt.finish(app, is_done, now).await;
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

/// Runs a command on the visitor's cart without locking the cart first, if the command needs nothing from the database
/// but the cart and releases nothing. Returns false when nothing was done: the command needs more, it was declined, or
/// another call has changed the cart since it was read.
async fn execute_at_once(
    app: &App,
    visitor: &Visitor,
    (catalog, found): (&Catalog, Option<Cart>),
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<bool> {
    let is_new = found.is_none();
    let cart = match found {
        Some(cart) => Some(cart),
        None => new_cart_of_guest(visitor, command, now).await?,
    };
    let Some(mut cart) = cart.filter(|cart| cart.state == CartState::Open) else { return Ok(false) };
    if command.sets_address() {
        cart.address_digest = address_of(app, visitor, Some(&cart), now);
    }
    let Some(facts) = without_database(catalog, &cart, command, now) else { return Ok(false) };
    match decide(&cart, command, &facts) {
        Ok(Some(change)) => UnlockedChange { cart: &cart, is_new, facts, change }.write(app, None).await,
        Ok(None) | Err(_) => Ok(false),
    }
}

/// A change of a cart that was not locked, and the facts by which it was decided. It is not written yet.
pub struct UnlockedChange<'c> {
    /// The cart as it was read.
    cart: &'c Cart,
    is_new: bool,
    facts: Facts<'c>,
    change: CartChange,
}

impl UnlockedChange<'_> {
    /// Writes the change and remembers the cart. Returns false when nothing was written: the change concerns more than
    /// the cart's row and claims, or releases units, or something has changed since the cart was read. A change that
    /// keeps the hold can insert a row of the cart, `with` which it is written.
    pub async fn write(self, app: &App, with: Option<NewRow>) -> Result<bool> {
        let (id, writes) = (&self.cart.id, self.cart.writes + i64::from(!self.is_new));
        let written = Cart { writes, ..self.change.cart.clone() };
        let is_done = self.write_if_unchanged(app, with).await;
        match is_done {
            Ok(true) => app.recent_carts.remember(written),
            _ => app.recent_carts.forget(id),
        }
        is_done
    }

    async fn write_if_unchanged(self, app: &App, with: Option<NewRow>) -> Result<bool> {
        let UnlockedChange { cart: read, is_new, facts, change } = self;
        let CartChange { cart: changed, claims, growing, hold, changes_settings, emptied } = change;
        let Some(hold) = hold else {
            return match is_new || emptied.is_some() || with.is_some() {
                true => Ok(false),
                false => store::save_if_unchanged(app.db.write(), changed, changes_settings).await,
            };
        };
        let (catalog, now) = (facts.catalog, facts.now);
        let claims = ClaimsAtOnce::of(facts.held, &claims, hold.until, now);
        let Some(claims) = claims.filter(|_| !changes_settings && emptied.is_none()) else { return Ok(false) };
        let address_digest = changed.address_digest.clone();
        let write = match is_new {
            true => OwnerWrite::Insert(new_row(&changed)),
            false => OwnerWrite::Update {
                unchanged: store::unchanged(read),
                update: store::lines_update(changed),
                with: with.map(Box::new),
            },
        };
        if !is_counted(address_digest.as_deref(), &growing) {
            return claims.claim(&app.db, write).await;
        }
        let tx = app.db.begin().await?;
        let is_done = claims.claim_in(&tx, write).await?
            && over_limit_of_address(&tx, catalog, address_digest.as_deref(), &growing, now).await?.is_none();
        match is_done {
            true => tx.commit().await?,
            false => tx.rollback().await?,
        }
        Ok(is_done)
    }
}

/// A cart for a guest whose session names none, if the command creates one. It is not written yet.
async fn new_cart_of_guest(visitor: &Visitor, command: &CartCommand<'_>, now: Instant) -> Result<Option<Cart>> {
    let session = visitor.session().await?;
    if !command.creates_cart() || session.account_id.is_some() || session.cart_id.is_some() {
        return Ok(None);
    }
    let id = name_cart_in_session(visitor, None).await?;
    Ok(Some(store::new_cart(id, None, now)))
}

async fn execute_locked(
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
    app.recent_carts.forget(&cart.id);
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
        Outcome::Short(short) => {
            tx.rollback().await?;
            app.metrics.claimed(ClaimResult::Refused);
            Err(with_other_times(app, catalog, command, *short, now).await?.into())
        }
    }
}

/// The refusal of a change for lack of places. If a time that the shopper chose is full, it names that time and others.
async fn with_other_times(
    app: &App,
    catalog: &Catalog,
    command: &CartCommand<'_>,
    Short { shortage, refusal, change }: Short,
    now: Instant,
) -> Result<Refusal> {
    if !command.chooses_times() || refusal.text == HELD_BY_ADDRESS {
        return Ok(refusal);
    }
    // Places that move are free for the line that has them. The claims are read, because the facts may have derived them.
    let kept = match command.moves_places() {
        true => HeldClaims::nothing(&change.cart.id),
        false => inventory::holding(app.db.read(), &change.cart.id).await?,
    };
    let full = FullTime::of(catalog, &change.cart.lines, (&change.claims, &kept), &shortage, now);
    let Some(full) = full else { return Ok(refusal) };
    let other_times = full.other_times(app.db.read(), catalog, command.days(), now).await?;
    Ok(Refusal { other_times, ..full.refusal() })
}

/// The result of a command for a visitor who has no cart.
fn without_cart(command: &CartCommand<'_>) -> Result<Changed> {
    match command {
        CartCommand::Clear(_) | CartCommand::RemoveBlankPasses | CartCommand::AcceptRevision => Ok(Changed::Done),
        CartCommand::PayByPlan(true) => Err(Refusal::new(NO_PLAN).into()),
        CartCommand::PayByPlan(false) | CartCommand::Exchange(None) => Ok(Changed::Done),
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
    if matches!(command, CartCommand::Add(_) | CartCommand::ChangeLines(_))
        && let Some(refusal) = over_limit_of_person(tx, catalog, (cart, &change.cart)).await?
    {
        return Ok(Outcome::Declined(refusal.into()));
    }
    if let Some(guest) = &change.emptied {
        inventory::hand_over(tx, &guest.id, &cart.id).await?;
        store::save(tx, Cart::clone(guest)).await?;
    }
    match change.changes_settings {
        true => store::save(tx, change.cart.clone()).await?,
        false => store::save_lines(tx, change.cart.clone()).await?,
    }
    let Some(hold) = change.hold else { return Ok(Outcome::Changed(Box::new(change))) };
    // The stocks stay locked until the transaction commits, so that simultaneous additions from one address to the same
    // stock are all counted.
    match inventory::claim(tx, facts.held, &change.claims, hold.until, now).await? {
        Err(shortage) => {
            let (lines, nothing_kept) = (&change.cart.lines, HeldClaims::nothing(&cart.id));
            let full = FullTime::of(catalog, lines, (&change.claims, &nothing_kept), &shortage, now);
            let refusal = match full {
                Some(full) if shortage.left == 0 => full.refusal(),
                _ => shortage_of(catalog, lines, &shortage),
            };
            Ok(Outcome::Short(Box::new(Short { shortage, refusal, change })))
        }
        Ok(()) => {
            match over_limit_of_address(tx, catalog, change.cart.address_digest.as_deref(), &change.growing, now)
                .await?
            {
                Some(shortage) => {
                    let refusal = Refusal::new(HELD_BY_ADDRESS).with("minutes", catalog.settings().hold_minutes);
                    Ok(Outcome::Short(Box::new(Short { shortage, refusal, change })))
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
        Outcome::Short(short) => Ok(Err((short.shortage, short.refusal))),
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

/// Whether an open cart has neither lines nor passes without a product and exchanges nothing, so that a merge ignores it.
fn is_untouched(cart: &Cart) -> bool {
    let is_empty = cart.lines.is_empty() && cart.blank_passes.is_none() && cart.exchange.is_none();
    is_empty && cart.state == CartState::Open
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
            Outcome::Short(short) => missing.note(of_known_line(&cart, &short.change, short.shortage)),
        }
    }
}

/// The shortage of a line that the cart had before the change. A line that the change has split comes first of its parts.
fn of_known_line(cart: &Cart, change: &CartChange, shortage: Shortage) -> Shortage {
    let is_known = |id: &str| id == cart.id || cart.lines.iter().any(|line| line.id == id);
    if is_known(&shortage.line_id) {
        return shortage;
    }
    let until_short = change.cart.lines.iter().take_while(|line| line.id != shortage.line_id);
    match until_short.filter(|line| is_known(&line.id)).last() {
        Some(origin) => Shortage { line_id: origin.id.clone(), ..shortage },
        None => shortage,
    }
}

/// The renewal of the hold of a cart that a revision would not change and that holds all its places; `None` for any other
/// cart.
pub async fn renewal<'c>(
    app: &App,
    catalog: &'c Catalog,
    cart: &'c Cart,
    now: Instant,
) -> Result<Option<UnlockedChange<'c>>> {
    let facts = read_for_revision(app.db.read(), catalog, cart, now).await?;
    let (revise, reclaim) = (CartCommand::Revise(Missing::default()), CartCommand::Reclaim(Vec::new()));
    let is_current = cart.state == CartState::Open && matches!(decide(cart, &revise, &facts), Ok(None));
    if !is_current || needs_locks(cart, &reclaim, &facts) {
        return Ok(None);
    }
    match decide(cart, &reclaim, &facts) {
        Ok(Some(change)) if change.growing.is_empty() => {
            Ok(Some(UnlockedChange { cart, is_new: false, facts, change }))
        }
        _ => Ok(None),
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
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    if let Some(cart) = lock_open(&tx, Some(cart_id.to_owned())).await? {
        reclaim(&tx, &catalog, &cart, Vec::new(), app.clock.now()).await?.map_err(|_| Error::Conflict(AGAIN))?;
    }
    tx.commit().await?;
    Ok(())
}
