//! Submitting: from a cart that was authorised to an order with tickets, one restartable step after the other.
//!
//! 1. [`begin_capture`], one transaction: the version is still the payment's, expired places are taken again, claims are
//!    pinned, the cart stands still, the attempt is `capturing`.
//! 2. The processor captures; no transaction is open.
//! 3. [`complete`], one transaction: order, sales, tickets, cart closed, attempt `completed`.
//!
//! [`drive`] takes an attempt from wherever it stands to an end. Shoppers who press again, the worker and a restarted process
//! all call it; each step is a compare-and-set, so that it happens once.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::confirmation;
use super::entity::order;
use super::purchase::{Purchase, purchase};
use super::rules::Sale;
use super::viewer::Viewer;
use super::{installments, rules, store};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::platform::fault;
use crate::platform::limits::Limit;
use crate::shop::cart::{self, Cart, CartState};
use crate::shop::checkout::ready;
use crate::shop::inventory::{self, Draw, LineClaim, StockKey};
use crate::shop::pass;
use crate::shop::payment::{
    self, AttemptRow, AttemptState, CART_CHANGED, Details, IN_PROGRESS, Learnt, NOT_AUTHORISED, saved,
};
use crate::shop::performance::Left;
use crate::shop::reservation::{self, PaidVisit};
use crate::shop::ticket::{self, RevokedBecause};
use crate::shop::upgrade;
use midway_catalog::Catalog;
use midway_kernel::input::Secret;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// Spec 1 §5, card form.
const LONGEST_CARDHOLDER: usize = 26;

/// Orders that cost nothing, of one address: a school that books for each class, and nobody who has letters sent to strangers. How many
/// places of a free morning an address has is a setting ([`within_free_share`]).
const FREE_ORDERS: Limit = Limit { name: "free-orders", attempts: 30, window: Duration::from_secs(60 * 60) };

const FREE_SHARE: Text = Text {
    id: "order.free-share",
    words: "As many free places as one internet connection may book are booked already. Please choose another time, or contact us \
            about larger groups.",
};

/// How long a shopper waits for the end of a payment: what takes longer goes on, and their page asks again.
const LONGEST_WAIT: std::time::Duration = std::time::Duration::from_secs(5);

/// What came of a submit.
pub enum Submitted {
    Order(Box<order::Model>),
    /// The processor has to be asked; the worker does, and so does the next submit.
    Checking,
    /// The saved card was declined, with the processor's words: another may be tried.
    Declined(Option<String>),
}

/// What a shopper submits: the payment, if anything is due, and what goes with it.
#[derive(Clone, Debug)]
pub struct Submission {
    pub payment_key: Option<String>,
    pub details: Details,
}

/// Submits the visitor's cart. Submitting the same again gives the same order.
///
/// # Errors
/// A refusal when places are gone, the cart has changed or the payment failed; nothing is charged then. A refusal, too, when the
/// payment was submitted with other details before; nothing changes then.
pub async fn submit(app: &Arc<App>, visitor: &Visitor, submission: Submission) -> Result<Submitted> {
    let Submission { payment_key, details } = submission;
    if details.cardholder_name.as_ref().is_some_and(|name| name.chars().count() > LONGEST_CARDHOLDER) {
        return Err(Error::Malformed(format!("a cardholder's name has at most {LONGEST_CARDHOLDER} characters")));
    }
    let Some(cart_id) = cart::current_id(app, visitor).await? else { return Err(Error::NotFound) };
    let attempt = match payment_key {
        None => None,
        Some(key) => {
            let attempt = payment::for_cart(app.db.read(), &cart_id, &key).await?.ok_or(Error::NotFound)?;
            let account_id = visitor.session().await?.account_id;
            Some(payment::keep_details(app, attempt, &details, account_id.as_deref()).await?)
        }
    };
    if let Some(order) = store::of_cart(app.db.read(), &cart_id).await? {
        return match Viewer::of(&visitor.session().await?).sees(&order) {
            true => Ok(Submitted::Order(Box::new(order))),
            false => Err(Error::NotFound),
        };
    }
    match &attempt {
        None => visitor.attempt(FREE_ORDERS).await?,
        Some(attempt) if attempt.state == AttemptState::Opened => payment::call_processor(visitor).await?,
        Some(_) => {}
    }
    let greets = confirmation::greets(&visitor.session().await?, attempt.is_some());
    let app = app.clone();
    while_waited_for(async move {
        match attempt {
            None => complete_free(&app, &cart_id, greets).await,
            Some(attempt) => drive(&app, attempt).await,
        }
    })
    .await
}

/// Runs the steps of a submit in a task of their own: a browser that hangs up must not stop a payment between two of them, and a processor
/// that does not answer must not keep its shopper waiting.
async fn while_waited_for(steps: impl Future<Output = Result<Submitted>> + Send + 'static) -> Result<Submitted> {
    match tokio::time::timeout(LONGEST_WAIT, tokio::spawn(steps)).await {
        Ok(ended) => ended.map_err(Error::internal)?,
        Err(_) => Ok(Submitted::Checking),
    }
}

/// Submits the visitor's cart, paid with a card that the account has saved. Submitting the same again gives the same order.
///
/// # Errors
/// As [`submit`], and as [`saved::authorise`].
pub async fn submit_saved(
    app: &Arc<App>,
    signed_in: &SignedIn,
    payment_key: &str,
    saved_payment: &str,
    security_code: Option<Secret>,
) -> Result<Submitted> {
    let (app, signed_in) = (app.clone(), signed_in.clone());
    let (payment_key, saved_payment) = (payment_key.to_owned(), saved_payment.to_owned());
    while_waited_for(async move {
        let attempt = saved::authorise(&app, &signed_in, &payment_key, &saved_payment, security_code.as_ref()).await?;
        match attempt.state {
            AttemptState::Unknown => return Ok(Submitted::Checking),
            AttemptState::Declined => return Ok(Submitted::Declined(attempt.message)),
            _ => {}
        }
        let details = Details { saved_payment: Some(saved_payment), ..Details::default() };
        submit(&app, &signed_in.visitor, Submission { payment_key: Some(attempt.id), details }).await
    })
    .await
}

/// Takes an attempt from wherever it stands to an order, to a refusal, or to the question that only its processor can answer.
pub async fn drive(app: &App, mut attempt: AttemptRow) -> Result<Submitted> {
    let mut looked = false;
    // Each round is one step forward; the longest way (unknown, capturing, captured, completed) takes far fewer.
    for _ in 0..12 {
        attempt = match attempt.state {
            AttemptState::Opened if !looked => {
                looked = true;
                payment::look_again(app, attempt).await?
            }
            AttemptState::Opened => return Err(payment::not_authorised(&attempt).into()),
            AttemptState::Authorised => begin_capture(app, attempt).await?,
            AttemptState::Capturing => payment::capture(app, attempt).await?,
            AttemptState::Unknown => {
                let asked = payment::ask(app, attempt).await?;
                if asked.state == AttemptState::Unknown {
                    return Ok(Submitted::Checking);
                }
                asked
            }
            AttemptState::Captured => complete(app, attempt).await?,
            AttemptState::Completed => {
                let order = store::of_cart(app.db.write(), &attempt.cart_id).await?;
                return order
                    .map(|order| Submitted::Order(Box::new(order)))
                    .ok_or_else(|| Error::Internal(format!("payment {} is completed and has no order", attempt.id)));
            }
            AttemptState::Failed | AttemptState::Declined | AttemptState::Voided => {
                release(app, &attempt).await?;
                return Err(payment::why_not(&attempt).into());
            }
        };
    }
    Ok(Submitted::Checking)
}

/// Step 1. When the cart is not what was authorised, or its places are gone, the authorisation is given up.
async fn begin_capture(app: &App, attempt: AttemptRow) -> Result<AttemptRow> {
    match pin(app, &attempt).await {
        Ok(attempt) => Ok(attempt),
        Err(Error::Refused(refusal)) => {
            payment::give_up(app, attempt).await?;
            Err(refusal.into())
        }
        Err(other) => Err(other),
    }
}

async fn pin(app: &App, attempt: &AttemptRow) -> Result<AttemptRow> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    // The attempt first, then the cart, here as in `complete`: two who hold one of them each would wait for ever.
    let Some(locked) = payment::lock(&tx, &attempt.id).await? else { return Err(Error::NotFound) };
    if locked.state != AttemptState::Authorised {
        return Ok(locked);
    }
    let Some(found) = cart::lock_cart(&tx, &attempt.cart_id).await? else { return Err(Error::NotFound) };
    if found.state == CartState::Paying {
        // Another attempt of the same cart came first.
        return Err(Refusal::new(IN_PROGRESS).into());
    }
    if found.state != CartState::Open || found.version != attempt.cart_version {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    let paid_for = ready(&catalog, found, now)?;
    if paid_for.due_today() != attempt.amount {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    within_free_share(&tx, &catalog, &paid_for.cart).await?;
    let tx = hold_again(app, tx, &paid_for.cart, now).await?;
    inventory::pin(&tx, &attempt.cart_id).await?;
    store::keep_draft(&tx, &rules::sale(&catalog, &app.tickets, &paid_for, Some(&locked), now)).await?;
    cart::change_state(&tx, &attempt.cart_id, CartState::Open, CartState::Paying).await?;
    let (from, to) = (AttemptState::Authorised, AttemptState::Capturing);
    payment::advance(&tx, &attempt.id, from, to, Learnt::default(), now).await?;
    tx.commit().await?;
    Ok(AttemptRow { state: to, changed_at: now, ..locked })
}

/// Holds what a cart needs, and the visit that is paid with it, and sees to it that no ticket is given up with which a visit is reserved. A
/// visit that is lost is told once: after that the cart can be bought without it.
async fn hold_again(app: &App, tx: Transaction, cart: &Cart, now: Instant) -> Result<Transaction> {
    let catalog = app.catalog.current();
    let visit = match reservation::needs(&tx, &catalog, cart, now).await {
        // It is not lost: what it waits for ends by itself.
        Err(Error::Refused(refusal)) if refusal.text == reservation::BEING_UPGRADED => return Err(refusal.into()),
        Err(Error::Refused(refusal)) => return Err(without_visit(app, tx, cart, refusal).await?),
        visit => visit?,
    };
    let of_visit: Vec<LineClaim<'_>> = visit.iter().filter_map(PaidVisit::claim).collect();
    let hold = match cart::hold_again(&tx, &catalog, cart, &of_visit, now).await? {
        Ok(hold) => hold,
        Err(shortage) => return Err(without_visit(app, tx, cart, reservation::why(&shortage)).await?),
    };
    // Its ticket is locked: nobody reserves a visit with it from here to the end of this transaction.
    for held in cart.lines.iter().filter_map(|line| line.passholder.as_ref()?.upgrades()) {
        let ticket = (held.ticket_id.as_str(), held.passholder_id.is_some());
        if let Some(text) = upgrade::visits_against(&tx, &catalog, ticket, now).await? {
            return Err(Refusal::new(text).into());
        }
    }
    if let Some(visit) = visit {
        reservation::keep(&tx, visit, hold).await?;
    }
    Ok(tx)
}

/// Lets a cart go on without its visit, which is lost; answers what its shopper is told.
async fn without_visit(app: &App, tx: Transaction, cart: &Cart, refusal: Refusal) -> Result<Error> {
    tx.rollback().await?;
    reservation::leave(app, &cart.id).await?;
    Ok(refusal.into())
}

/// Step 3.
async fn complete(app: &App, attempt: AttemptRow) -> Result<AttemptRow> {
    let now = app.clock.now();
    fault::point(&app.config, "before_order");
    let tx = app.db.begin().await?;
    let Some(locked) = payment::lock(&tx, &attempt.id).await? else { return Err(Error::NotFound) };
    if locked.state != AttemptState::Captured {
        return Ok(locked);
    }
    let sale = store::take_draft(&tx, &attempt.cart_id).await?;
    let sale = sale.ok_or_else(|| Error::Internal(format!("payment {} was captured without a draft", attempt.id)))?;
    saved::keep(&tx, &locked, now).await?;
    let is_paid_at_once = rules::of_the_house(&sale.order.installment_terms).is_none();
    let bought = cart::find_cart(&tx, &attempt.cart_id).await?;
    write(app, &tx, sale, CartState::Paying, true, now).await?;
    if is_paid_at_once {
        payment::forget_card(&tx, &attempt.id).await?;
    }
    payment::advance(&tx, &attempt.id, AttemptState::Captured, AttemptState::Completed, Learnt::default(), now).await?;
    tx.commit().await?;
    // What costs nothing is held again for nothing: only who pays is known to buy.
    if let Some(cart) = &bought {
        cart::held_to_buy(app, cart).await;
        // The order stands, whatever becomes of the counts.
        if let Err(error) = payment::opened_to_buy(app, cart).await {
            tracing::warn!(%error, "payments of a cart that was bought stay counted");
        }
    }
    fault::point(&app.config, "after_order");
    Ok(AttemptRow { state: AttemptState::Completed, changed_at: now, ..locked })
}

/// A cart that costs nothing needs no payment: all three steps are one transaction.
async fn complete_free(app: &App, cart_id: &str, greets: bool) -> Result<Submitted> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    let Some(found) = cart::lock_cart(&tx, cart_id).await? else { return Err(Error::NotFound) };
    if found.state == CartState::Ordered {
        let order = store::of_cart(&tx, cart_id).await?.ok_or(Error::NotFound)?;
        return Ok(Submitted::Order(Box::new(order)));
    }
    let paid_for = ready(&catalog, found.clone(), now)?;
    if found.state != CartState::Open || !paid_for.due_today().is_zero() {
        return Err(Refusal::new(NOT_AUTHORISED).into());
    }
    within_free_share(&tx, &catalog, &found).await?;
    let tx = hold_again(app, tx, &found, now).await?;
    let sale = rules::sale(&catalog, &app.tickets, &paid_for, None, now);
    let order = write(app, &tx, sale, CartState::Open, greets, now).await?;
    tx.commit().await?;
    cart::held_for_nothing(app, &found).await;
    Ok(Submitted::Order(Box::new(order)))
}

/// Whether an address has no more places that cost nothing than it may, this cart's among them and those of its carts whose payment runs.
/// Their stocks are locked until the commit, so that of orders at once each counts those before it.
///
/// # Errors
/// A refusal when it has more.
async fn within_free_share(tx: &Transaction, catalog: &Catalog, cart: &Cart) -> Result<()> {
    let draws = cart::places_for_nothing(catalog, &cart.lines);
    let Some(holder) = cart.holder.as_deref().filter(|_| !draws.is_empty()) else { return Ok(()) };
    Left::locked(tx, draws.clone()).await?;
    let keys: Vec<&StockKey> = draws.iter().map(|draw| &draw.key).collect();
    let mut had =
        inventory::sold_by(tx, (cart::ids_bought_by(holder), store::lines_for_nothing(holder)), &keys).await?;
    let paying = cart::paying_of(tx, holder).await?;
    for draw in paying.iter().flat_map(|cart| cart::places_for_nothing(catalog, &cart.lines)).chain(draws.clone()) {
        *had.entry(draw.key).or_default() += draw.quantity;
    }
    let is_over = |draw: &Draw| {
        let most = cart::most_free_from_one_address(catalog.settings(), draw.capacity);
        had.get(&draw.key).is_some_and(|had| *had > most)
    };
    if draws.iter().any(is_over) { Err(Refusal::new(FREE_SHARE).into()) } else { Ok(()) }
}

/// Writes a sale: its claims become sales, its cart is closed, its confirmation is asked for, which `greets` its buyer by name or does not.
async fn write(
    app: &App,
    tx: &Transaction,
    mut sale: Sale,
    from: CartState,
    greets: bool,
    now: Instant,
) -> Result<order::Model> {
    let holding = inventory::holding(tx, &sale.order.cart_id).await?;
    for line in &mut sale.lines {
        line.units_sold = holding.units_of(&line.id);
    }
    let tickets = sale.tickets.clone();
    let upgraded = sale.upgraded.clone();
    let order = store::insert(tx, sale).await?;
    let cart_id = order.cart_id.clone();
    ticket::revoke(tx, &upgraded, RevokedBecause::Upgraded, now).await?;
    if let Some(account_id) = &order.account_id {
        pass::link_purchased(tx, account_id, &tickets, now).await?;
    }
    installments::ask_for(tx, &order, now).await?;
    confirmation::ask_for(tx, &app.config, &order, (order.email_address.as_str(), greets), now).await?;
    inventory::sell(tx, holding).await?;
    reservation::confirm(tx, &cart_id, (&order.id, order.account_id.as_ref()), now).await?;
    if !cart::change_state(tx, &cart_id, from, CartState::Ordered).await? {
        return Err(Error::Internal(format!("cart {cart_id} was not {from:?} when its order was written")));
    }
    Ok(order)
}

/// After a capture that failed: the cart is its shopper's again, its places run out at their deadline. Nothing happens to a
/// cart that another payment has begun for meanwhile: the draft names the one that the cart stands still for.
async fn release(app: &App, attempt: &AttemptRow) -> Result<()> {
    let tx = app.db.begin().await?;
    payment::lock(&tx, &attempt.id).await?;
    let draft = store::take_draft(&tx, &attempt.cart_id).await?;
    let is_its_own = draft.is_some_and(|sale| sale.order.attempt_id.as_ref() == Some(&attempt.id));
    if is_its_own && cart::change_state(&tx, &attempt.cart_id, CartState::Paying, CartState::Open).await? {
        inventory::unpin(&tx, &attempt.cart_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Opens carts whose payment came to nothing in a process that stopped before it could; tells how many there were.
pub async fn release_stopped(app: &App, limit: u64) -> Result<u64> {
    let mut released = 0;
    for sale in store::drafts(app.db.read(), limit).await? {
        let Some(id) = sale.order.attempt_id else { continue };
        if let Some(attempt) = payment::one(app.db.read(), &id).await?
            && payment::came_to_nothing(&attempt)
        {
            release(app, &attempt).await?;
            released += 1;
        }
    }
    Ok(released)
}

/// The visitor's latest order.
///
/// # Errors
/// [`Error::NotFound`] when this session has placed none.
pub async fn latest(app: &App, visitor: &Visitor) -> Result<Purchase> {
    let session = visitor.session().await?;
    let viewer = Viewer::of(&session);
    for cart_id in &viewer.carts {
        let order = store::of_cart(app.db.read(), cart_id).await?;
        if let Some(order) = order.filter(|order| viewer.sees(order)) {
            return purchase(app, order).await;
        }
    }
    Err(Error::NotFound)
}

/// The tickets of an order on paper: the file's name, and the file.
///
/// # Errors
/// [`Error::NotFound`] when the order has no tickets.
pub async fn tickets_on_paper(app: &App, purchase: Purchase) -> Result<(String, Bytes)> {
    if purchase.tickets.is_empty() {
        return Err(Error::NotFound);
    }
    let name = format!("tickets-{}.pdf", purchase.order.number);
    Ok((name, ticket::tickets_pdf(app, purchase.tickets).await?))
}
