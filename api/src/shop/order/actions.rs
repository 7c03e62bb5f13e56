//! Submitting a cart: from an authorised payment to an order with tickets, in three restartable steps. A free cart needs
//! no payment, so it is ordered in one transaction.
//!
//! 1. [`begin_capture`], one transaction: checks that the payment is for the cart's current version, makes new claims
//!    for places whose claims have expired, pins all claims, stores the draft, and sets the cart to `paying` and the
//!    attempt to `capturing`.
//! 2. The processor captures. No transaction is open during the call.
//! 3. [`complete`], one transaction: writes the order and its tickets, turns the claims into sales, closes the cart, and
//!    sets the attempt to `completed`. Only if that fails is the attempt set to `captured`.
//!
//! [`advance_payment`] continues an attempt from any state to its end. A repeated submit, the worker and a restarted
//! process all call it. Each step is a compare-and-set, so it happens once.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::confirmation;
use super::entity::order;
use super::purchase::{Purchase, purchase};
use super::rules::Sale;
use super::viewer::Viewer;
use super::{books, installments, reminder, rules, store};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::platform::fault;
use crate::platform::limits::Limit;
use crate::shop::cart::{self, Cart, CartState};
use crate::shop::checkout::{ready, still_ready};
use crate::shop::inventory::{self, Draw, LineClaim, StockKey};
use crate::shop::pass;
use crate::shop::payment::{
    self, AttemptRow, AttemptState, CART_CHANGED, Capture, IN_PROGRESS, PaymentUpdate, StoredDetails, SubmitDetails,
    saved,
};
use crate::shop::reservation::{self, PaidVisit};
use crate::shop::ticket::calendar::calendar;
use crate::shop::ticket::{self, RevokedBecause};
use crate::shop::upgrade;
use midway_catalog::Catalog;
use midway_kernel::input::Secret;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at};

/// The maximum number of characters that the card form accepts for a cardholder's name.
const MAX_CARDHOLDER_LENGTH: usize = 26;

/// The limit on free orders per network address and hour. It is high enough for a school that books for each class, and
/// too low for sending e-mails to many strangers. A setting limits how many free places of one performance an address
/// may order ([`within_free_share`]).
const FREE_ORDERS: Limit = Limit { name: "free-orders", attempts: 30, window: Duration::from_secs(60 * 60) };

const FREE_SHARE: Text = Text {
    id: "order.free-share",
    default: "No more free spots can be booked from your internet connection. Please choose another time, or contact \
              us about larger groups.",
};

/// How long a submit waits for the payment to end. After that time the payment continues in the background, and the
/// page repeats the submit.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_secs(5);

/// The result of a submit.
pub enum Submitted {
    Order(Box<order::Model>),
    /// The result is unknown. The worker and the next submit query the processor.
    Checking,
    /// The saved card was declined, with the processor's message. The shopper may try a different card.
    Declined(Option<String>),
    /// The bank of the saved card wants the shopper to confirm the payment in the browser. Nothing is reserved yet.
    ToConfirm,
}

/// The payment, if an amount is due, and the details of a submit.
#[derive(Clone, Debug)]
pub struct Submission {
    pub payment_key: Option<String>,
    pub details: SubmitDetails,
}

/// Submits the visitor's cart. Repeating the submit returns the same order.
///
/// # Errors
/// A refusal when places are not available, the cart has changed or the payment failed; nothing is charged then. Also a
/// refusal when the payment was submitted earlier with different details; nothing changes then. [`Error::NotFound`]
/// without a cart, for a payment of a different cart, and for an order that the visitor may not see;
/// [`Error::Malformed`] for a cardholder's name that is too long; [`Error::TooMany`] for a network address with too
/// many free orders.
pub async fn submit(app: &Arc<App>, visitor: &Visitor, submission: Submission) -> Result<Submitted> {
    let Submission { payment_key, details } = submission;
    if details.cardholder_name.as_ref().is_some_and(|name| name.chars().count() > MAX_CARDHOLDER_LENGTH) {
        return Err(Error::Malformed(format!("a cardholder's name has at most {MAX_CARDHOLDER_LENGTH} characters")));
    }
    let Some(cart_id) = cart::current_id(app, visitor).await? else { return Err(Error::NotFound) };
    // The attempt is read after the order. So if there is an order, the details it was submitted with are known.
    let order = store::of_cart(app.db.read(), &cart_id).await?;
    let attempt = match payment_key {
        None => None,
        Some(key) => {
            let attempt = payment::for_cart(app.db.read(), &cart_id, &key).await?.ok_or(Error::NotFound)?;
            let account_id = visitor.session().await?.account_id;
            let submitted = payment::details_to_store(&attempt, &details, account_id.as_deref())?;
            Some((attempt, submitted))
        }
    };
    if let Some(order) = order {
        return match Viewer::of(&visitor.session().await?).sees(&order) {
            true => Ok(Submitted::Order(Box::new(order))),
            false => Err(Error::NotFound),
        };
    }
    match &attempt {
        None => visitor.attempt(FREE_ORDERS).await?,
        Some((attempt, _)) if attempt.state == AttemptState::Opened => payment::call_processor(visitor).await?,
        Some(_) => {}
    }
    let names_buyer = confirmation::names_buyer(&visitor.session().await?, attempt.is_some());
    let app = app.clone();
    answer_in_time(async move {
        match attempt {
            None => complete_free(&app, &cart_id, names_buyer).await,
            Some((attempt, submitted)) => advance_payment(&app, attempt, Some(&submitted)).await,
        }
    })
    .await
}

/// Runs the steps of a submit in a separate task. A closed browser must not stop a payment between two steps, and the
/// shopper must not wait for a processor that does not answer.
async fn answer_in_time(steps: impl Future<Output = Result<Submitted>> + Send + 'static) -> Result<Submitted> {
    match tokio::time::timeout(MAX_WAIT, tokio::spawn(steps)).await {
        Ok(ended) => ended.map_err(Error::internal)?,
        Err(_) => Ok(Submitted::Checking),
    }
}

/// Submits the visitor's cart, paid with a saved card of the account. Repeating the submit returns the same order.
///
/// # Errors
/// The errors of [`submit`] and of [`saved::authorise`].
pub async fn submit_saved(
    app: &Arc<App>,
    signed_in: &SignedIn,
    payment_key: &str,
    saved_payment: &str,
    security_code: Option<Secret>,
) -> Result<Submitted> {
    let (app, signed_in) = (app.clone(), signed_in.clone());
    let (payment_key, saved_payment) = (payment_key.to_owned(), saved_payment.to_owned());
    answer_in_time(async move {
        let attempt = saved::authorise(&app, &signed_in, &payment_key, &saved_payment, security_code.as_ref()).await?;
        match attempt.state {
            AttemptState::Unknown => return Ok(Submitted::Checking),
            AttemptState::Declined => return Ok(Submitted::Declined(attempt.message)),
            AttemptState::Opened => return Ok(Submitted::ToConfirm),
            _ => {}
        }
        let details = SubmitDetails { saved_payment: Some(saved_payment), ..SubmitDetails::default() };
        submit(&app, &signed_in.visitor, Submission { payment_key: Some(attempt.id), details }).await
    })
    .await
}

/// Continues an attempt from any state until there is an order or a refusal, or until only the processor knows the
/// result. `submitted` are the details of a submit; the worker has none.
///
/// # Errors
/// A refusal when nothing is charged, and when a submit with different details has begun the capture.
pub async fn advance_payment(
    app: &App,
    mut attempt: AttemptRow,
    submitted: Option<&StoredDetails>,
) -> Result<Submitted> {
    let mut looked = false;
    // Each iteration is one transition. Even a long path (opened, authorised, capturing, captured, completed) needs far
    // fewer.
    for _ in 0..12 {
        attempt = match attempt.state {
            AttemptState::Opened if !looked => {
                looked = true;
                payment::look_up_opened(app, attempt).await?
            }
            AttemptState::Opened => return Err(payment::not_authorised(&attempt).into()),
            AttemptState::Authorised => begin_capture(app, attempt, submitted).await?,
            AttemptState::Capturing | AttemptState::Captured => match payment::capture(app, attempt).await? {
                Capture::Moved(attempt) => attempt,
                Capture::Confirmed(attempt) => match complete(app, attempt).await? {
                    Completion::Written(order) => return Ok(Submitted::Order(order)),
                    Completion::FoundIn(attempt) => *attempt,
                },
            },
            AttemptState::Unknown => {
                let asked = payment::look_up(app, attempt).await?;
                if asked.state == AttemptState::Unknown {
                    return Ok(Submitted::Checking);
                }
                asked
            }
            AttemptState::Completed => {
                let order = store::of_cart(app.db.write(), &attempt.cart_id).await?;
                return order
                    .map(|order| Submitted::Order(Box::new(order)))
                    .ok_or_else(|| Error::Internal(format!("payment {} is completed but has no order", attempt.id)));
            }
            AttemptState::Failed | AttemptState::Declined | AttemptState::Voided => {
                reopen_cart(app, &attempt).await?;
                return Err(payment::why_not(&attempt).into());
            }
        };
    }
    Ok(Submitted::Checking)
}

/// Step 1. Voids the authorisation if the capture is refused, for example because the cart has changed or its places
/// are not available.
async fn begin_capture(app: &App, attempt: AttemptRow, submitted: Option<&StoredDetails>) -> Result<AttemptRow> {
    match pin(app, &attempt, submitted).await {
        Ok(Pinned::Here(attempt)) => Ok(attempt),
        Ok(Pinned::Elsewhere(attempt)) => {
            if let Some(submitted) = submitted {
                payment::check_same_details(&attempt, submitted)?;
            }
            Ok(attempt)
        }
        Err(Error::Refused(refusal)) => {
            payment::void(app, attempt).await?;
            Err(refusal.into())
        }
        Err(other) => Err(other),
    }
}

/// Who has pinned the claims of an attempt.
enum Pinned {
    Here(AttemptRow),
    /// Another process was faster. This is the attempt as that process left it.
    Elsewhere(AttemptRow),
}

async fn pin(app: &App, attempt: &AttemptRow, submitted: Option<&StoredDetails>) -> Result<Pinned> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    // This also locks the attempt, here and in `complete` before the cart; the opposite order could deadlock.
    let Some(locked) = payment::begin_capture(&tx, attempt, submitted, now).await? else {
        return payment::find(&tx, &attempt.id).await?.map(Pinned::Elsewhere).ok_or(Error::NotFound);
    };
    let Some(found) = cart::lock_cart(&tx, &attempt.cart_id).await? else { return Err(Error::NotFound) };
    if found.state == CartState::Paying {
        // A different attempt for the same cart has begun its capture first.
        return Err(Refusal::new(IN_PROGRESS).into());
    }
    if found.state != CartState::Open || found.version != attempt.cart_version {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    let paid_for = still_ready(&catalog, found, now)?;
    if paid_for.due_today() != attempt.amount {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    app.exchanges.check(app, &tx, &paid_for.cart).await?;
    let tx = reclaim(app, tx, &paid_for.cart, now).await?;
    within_free_share(&tx, &catalog, &paid_for.cart).await?;
    inventory::pin(&tx, &attempt.cart_id).await?;
    store::keep_draft(&tx, &rules::sale(&catalog, &app.tickets, &paid_for, Some(&locked), now)).await?;
    cart::change_state(&tx, &attempt.cart_id, CartState::Open, CartState::Paying).await?;
    tx.commit().await?;
    Ok(Pinned::Here(locked))
}

/// Claims what a cart and the reservation paid with it need, and refuses to upgrade a ticket with which a visit is
/// reserved. When the visit can no longer be reserved, the reservation is detached from the cart. So the shopper sees
/// the message only once and can then buy the cart without the visit.
async fn reclaim(app: &App, tx: Transaction, cart: &Cart, now: Instant) -> Result<Transaction> {
    let catalog = app.catalog.current();
    let visit = match reservation::paid_visit(&tx, &catalog, cart, now).await {
        // Keep the visit: only a running upgrade of its ticket blocks it, and that upgrade will end soon.
        Err(Error::Refused(refusal)) if refusal.text == reservation::BEING_UPGRADED => return Err(refusal.into()),
        Err(Error::Refused(refusal)) => return Err(without_visit(app, tx, cart, refusal).await?),
        visit => visit?,
    };
    let of_visit = visit.iter().filter_map(PaidVisit::claim);
    let also: Vec<LineClaim> = of_visit.chain(cart::claim_at_payment(&catalog, cart)).collect();
    let hold = match cart::reclaim(&tx, &catalog, cart, also, now).await? {
        Ok(hold) => hold,
        Err(shortage) if shortage.line_id == cart.id => {
            return Err(cart::shortage_of(&catalog, &cart.lines, &shortage).into());
        }
        Err(shortage) => return Err(without_visit(app, tx, cart, reservation::refusal_of(&shortage)).await?),
    };
    // The ticket is locked, so no visit can be reserved with it until this transaction ends.
    for line in cart.lines.iter() {
        let Some(held) = line.pass_details().and_then(|details| details.upgrades()) else { continue };
        let upgrade = line.sold_by.as_ref().and_then(|id| catalog.promotion(id));
        let visits = upgrade::reserved_visits(&tx, &catalog, &held.ticket_id, now).await?;
        if let Some(refusal) =
            visits.refusal(&catalog, (&held.variant_id, upgrade), day_at(now, cart::zone_of(&catalog, line)))
        {
            return Err(refusal.into());
        }
    }
    if let Some(visit) = visit {
        reservation::save_paid_visit(&tx, visit, hold).await?;
    }
    Ok(tx)
}

/// Detaches the reservation from the cart when its visit can no longer be reserved; returns the error to show to the
/// shopper.
async fn without_visit(app: &App, tx: Transaction, cart: &Cart, refusal: Refusal) -> Result<Error> {
    tx.rollback().await?;
    reservation::detach_lost_visit(app, &cart.id).await?;
    Ok(refusal.into())
}

/// The result of step 3.
enum Completion {
    /// The order that was written.
    Written(Box<order::Model>),
    /// Another process was faster. This is the attempt as that process left it.
    FoundIn(Box<AttemptRow>),
}

/// Step 3. If the order cannot be written, records at least that the payment was captured.
async fn complete(app: &App, attempt: AttemptRow) -> Result<Completion> {
    let completion = write_order(app, &attempt).await;
    if completion.is_err() && attempt.state == AttemptState::Capturing {
        let id = attempt.id.clone();
        if let Err(error) = payment::note_captured(app, attempt).await {
            tracing::error!(payment = id, %error, "a capture could not be recorded; the worker will try again");
        }
    }
    completion
}

/// Writes the order of a payment that the processor has captured.
async fn write_order(app: &App, attempt: &AttemptRow) -> Result<Completion> {
    let now = app.clock.now();
    fault::point(&app.config, "before_order");
    let tx = app.db.begin().await?;
    let (from, to) = (attempt.state, AttemptState::Completed);
    let Some(locked) = payment::advance(&tx, &attempt.id, from, to, PaymentUpdate::default(), now).await? else {
        let found = payment::find(&tx, &attempt.id).await?.ok_or(Error::NotFound)?;
        return Ok(Completion::FoundIn(Box::new(found)));
    };
    let sale = store::take_draft(&tx, &attempt.cart_id).await?;
    let sale = sale.ok_or_else(|| Error::Internal(format!("payment {} was captured without a draft", attempt.id)))?;
    saved::save_card(&tx, &locked, now).await?;
    let is_paid_at_once = rules::in_house_terms(&sale.order.installment_terms).is_none();
    let (order, bought) = write(app, &tx, sale, CartState::Paying, true, now).await?;
    if is_paid_at_once && locked.card_token.is_some() {
        payment::forget_card(&tx, &attempt.id).await?;
    }
    tx.commit().await?;
    app.metrics.ordered();
    // A free order does not show that the shoppers at this address buy what they hold, so only a paid order resets all
    // counts.
    cart::forget_after_paid_order(app, &bought).await;
    // The order is complete even if the counts cannot be updated.
    if let Err(error) = payment::undo_setups(app, &bought).await {
        tracing::warn!(%error, "payments of a cart that was bought stay counted");
    }
    fault::point(&app.config, "after_order");
    Ok(Completion::Written(Box::new(order)))
}

/// Orders a free cart. It needs no payment, so one transaction does everything.
async fn complete_free(app: &App, cart_id: &str, names_buyer: bool) -> Result<Submitted> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    let Some(found) = cart::lock_cart(&tx, cart_id).await? else { return Err(Error::NotFound) };
    if found.state == CartState::Ordered {
        let order = store::of_cart(&tx, cart_id).await?.ok_or(Error::NotFound)?;
        return Ok(Submitted::Order(Box::new(order)));
    }
    let paid_for = ready(&catalog, found, now)?;
    if paid_for.cart.state != CartState::Open {
        return Err(Refusal::new(IN_PROGRESS).into());
    }
    if !paid_for.due_today().is_zero() {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    app.exchanges.check(app, &tx, &paid_for.cart).await?;
    let tx = reclaim(app, tx, &paid_for.cart, now).await?;
    within_free_share(&tx, &catalog, &paid_for.cart).await?;
    let sale = rules::sale(&catalog, &app.tickets, &paid_for, None, now);
    let names_buyer = names_buyer || sale.order.is_paid();
    let (order, _) = write(app, &tx, sale, CartState::Open, names_buyer, now).await?;
    tx.commit().await?;
    app.metrics.ordered();
    cart::forget_after_free_order(app, &paid_for.cart).await;
    Ok(Submitted::Order(Box::new(order)))
}

/// Checks that a network address does not order more free places than allowed. Its earlier orders, this cart and its
/// carts with a running payment are counted. Call it after [`reclaim`], which locks the stocks of a cart with free
/// places until the transaction commits, so that simultaneous orders count each other.
///
/// # Errors
/// A refusal when the network address exceeds its share.
async fn within_free_share(tx: &Transaction, catalog: &Catalog, cart: &Cart) -> Result<()> {
    let draws = cart::free_places(catalog, &cart.lines);
    let Some(address_digest) = cart.address_digest.as_deref().filter(|_| !draws.is_empty()) else { return Ok(()) };
    let keys: Vec<&StockKey> = draws.iter().map(|draw| &draw.key).collect();
    let mut places_by_key =
        inventory::sold_by(tx, (cart::ids_bought_by(address_digest), store::free_lines(address_digest)), &keys).await?;
    let paying = cart::paying_of(tx, address_digest).await?;
    for draw in paying.iter().flat_map(|cart| cart::free_places(catalog, &cart.lines)).chain(draws.clone()) {
        *places_by_key.entry(draw.key).or_default() += draw.quantity;
    }
    let is_over = |draw: &Draw| {
        let most = cart::most_free_from_one_address(catalog.settings(), draw.capacity);
        places_by_key.get(&draw.key).is_some_and(|places| *places > most)
    };
    if draws.iter().any(is_over) { Err(Refusal::new(FREE_SHARE).into()) } else { Ok(()) }
}

/// Writes a sale: the order is inserted and entered in the ledger, upgraded tickets are revoked, passes are linked to the
/// account, claims become sales, the reservation paid with the cart is confirmed, and the cart is closed. The confirmation
/// e-mail and the job that opens the agreement of an in-house plan are queued, and the reminders of its visits.
/// Exchanged tickets are taken back. `names_buyer` says whether the e-mail names the buyer. Returns the order and the closed cart.
async fn write(
    app: &App,
    tx: &Transaction,
    mut sale: Sale,
    from: CartState,
    names_buyer: bool,
    now: Instant,
) -> Result<(order::Model, Cart)> {
    let holding = inventory::holding(tx, &sale.order.cart_id).await?;
    let exchange = sale.exchange.take();
    if let Some(exchange) = &exchange {
        app.exchanges.lock(tx, exchange, &holding).await?;
    }
    for line in &mut sale.lines {
        line.units_sold = holding.units_of(&line.id);
    }
    ticket::revoke(tx, &sale.upgraded, RevokedBecause::Upgraded, now).await?;
    let lines = sale.lines.clone();
    let (order, tickets) = store::insert(tx, sale).await?;
    let catalog = app.catalog.current();
    books::enter(tx, &catalog, &order, &lines).await?;
    let cart_id = order.cart_id.clone();
    if let Some(account_id) = &order.account_id {
        pass::link_purchased(tx, account_id, &tickets, now).await?;
    }
    installments::enqueue(tx, &order, now).await?;
    confirmation::enqueue(tx, &app.config, (&order, 0), (order.email_address.as_str(), names_buyer), now).await?;
    inventory::sell(tx, holding).await?;
    if let Some(exchange) = exchange {
        app.exchanges.take_back(app, tx, &exchange, &order).await?;
    }
    reminder::enqueue(tx, &catalog, &order.id, &tickets, now).await?;
    reservation::confirm(tx, &catalog, &cart_id, (&order.id, order.account_id.as_ref()), now).await?;
    let closed = cart::change_state(tx, &cart_id, from, CartState::Ordered).await?;
    let was_other = || Error::Internal(format!("cart {cart_id} was not {from:?} when its order was written"));
    Ok((order, closed.ok_or_else(was_other)?))
}

/// Reopens the cart after a failed capture. Its places then expire at their deadline. Does nothing when a different
/// payment has begun for the cart since then; the draft names the payment for which the cart is `paying`.
async fn reopen_cart(app: &App, attempt: &AttemptRow) -> Result<()> {
    let tx = app.db.begin().await?;
    payment::lock(&tx, &attempt.id).await?;
    let draft = store::take_draft(&tx, &attempt.cart_id).await?;
    let is_its_own = draft.is_some_and(|sale| sale.order.attempt_id.as_ref() == Some(&attempt.id));
    if is_its_own && cart::change_state(&tx, &attempt.cart_id, CartState::Paying, CartState::Open).await?.is_some() {
        inventory::unpin(&tx, &attempt.cart_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Reopens carts whose payment failed in a process that stopped before it reopened the cart; returns the number of such
/// carts.
pub async fn release_stopped(app: &App, limit: u64) -> Result<u64> {
    let mut released = 0;
    for sale in store::drafts(app.db.read(), limit).await? {
        let Some(id) = sale.order.attempt_id else { continue };
        if let Some(attempt) = payment::find(app.db.read(), &id).await?
            && payment::has_failed(&attempt)
        {
            reopen_cart(app, &attempt).await?;
            released += 1;
        }
    }
    Ok(released)
}

/// The visitor's latest order.
///
/// # Errors
/// [`Error::NotFound`] when this session has no order.
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

/// The visits of an order as a calendar file.
///
/// # Errors
/// [`Error::NotFound`] when no valid ticket has a date.
pub fn calendar_of(app: &App, purchase: &Purchase) -> Result<String> {
    let catalog = app.catalog.current();
    let number = Some(purchase.order.number.as_str());
    calendar(&catalog, &purchase.tickets, number, app.config.host_name()).ok_or(Error::NotFound)
}

/// The PDF tickets of an order: the file's name and its content.
///
/// # Errors
/// [`Error::NotFound`] when the order has no tickets; a refusal when the buyer has no code of any; the errors of
/// [`ticket::tickets_pdf`].
pub async fn tickets_on_paper(app: &App, purchase: Purchase) -> Result<(String, Bytes)> {
    if purchase.tickets.is_empty() {
        return Err(Error::NotFound);
    }
    if let Some(why) = ticket::why_no_code_of(&purchase.tickets) {
        return Err(Refusal::new(why).into());
    }
    let kind = if ticket::are_passes(&purchase.tickets) { "passes" } else { "tickets" };
    let name = format!("{kind}-{}.pdf", purchase.order.number);
    Ok((name, ticket::tickets_pdf(app, purchase.tickets, Some(purchase.order.number)).await?))
}
