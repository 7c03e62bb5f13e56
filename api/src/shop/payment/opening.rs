//! Opens payment attempts, after earlier attempts of the same cart are settled.

use super::actions::{call_processor, look_up, look_up_opened, void};
use super::entity::{AttemptState, Model};
use super::processor::{NewSession, PaymentKey, Session};
use super::rules::{CHECKING, IN_PROGRESS, LENDER_UNAVAILABLE, NO_PROCESSOR, NOTHING_TO_PAY, UNAVAILABLE};
use super::store::{self};
use super::wire::LenderOrder;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use crate::shop::cart::{self, Cart, CartState, UnlockedChange};
use crate::shop::checkout::ready;
use crate::shop::installment::Terms;
use crate::shop::inventory::new_row;
use chrono::Duration;
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// The limit on payments opened per network address and hour. After a paid order, the payments opened for its cart no
/// longer count. Each opened payment is a call to the processor and another chance to test a stolen card.
const SETUPS: Limit = Limit { name: "payment-setup", attempts: 60, window: std::time::Duration::from_secs(60 * 60) };

/// How many opened attempts for earlier versions of a cart are queried before the next attempt is opened. The worker
/// settles the others later.
const MAX_LOOKED_AT: usize = 3;

/// An attempt, and the order data that a lender needs.
pub struct Opened {
    pub attempt: Model,
    pub order: LenderOrder,
}

/// Opens an attempt for the visitor's cart, or returns the open attempt for the same version, amount and processor. So
/// a second click or a return to the page does not open a second attempt.
///
/// # Errors
/// [`Error::NotFound`] without a cart; a refusal while the cart is not ready or nothing is due, for a processor other
/// than the one of the chosen payment method, and after too many calls; a refusal with an entry for `processor` while
/// the processor does not answer; a conflict while a payment is running or the result of an earlier payment is unknown;
/// [`Error::TooMany`] for a network address that opened too many payments without a paid order.
pub async fn open(app: &App, visitor: &Visitor, processor_name: &str, parent_origin: &str) -> Result<Opened> {
    let catalog = app.catalog.current();
    if app.processors.get(processor_name).is_none() {
        return Err(Refusal::new(NO_PROCESSOR).into());
    }
    let Some(found) = cart::visitors_cart(app, visitor).await? else { return Err(Error::NotFound) };
    if found.state == CartState::Paying {
        return Err(Error::Conflict(IN_PROGRESS));
    }
    let paid_for = ready(&catalog, found, app.clock.now())?;
    let (paid_cart, amount) = (&paid_for.cart, paid_for.due_today());
    if amount <= Money::ZERO {
        return Err(Refusal::new(NOTHING_TO_PAY).into());
    }
    if paid_for.payment_method.is_none_or(|method| method.processor != processor_name) {
        return Err(Refusal::new(NO_PROCESSOR).into());
    }
    let order = LenderOrder::of(&catalog, &paid_for);
    call_processor(visitor).await?;
    cart::within_person_limits(app.db.read(), &catalog, paid_cart).await?;
    let unfinished = store::unfinished_of_cart(app.db.read(), &paid_cart.id).await?;
    let has_unfinished = !unfinished.is_empty();
    settle(app, paid_cart, unfinished).await?;
    let now = app.clock.now();
    // A renewal that needs no lock is written together with the attempt.
    let mut renewal = cart::renewal(app, &catalog, paid_cart, now).await?;
    let is_renewed = match renewal.take_if(|_| has_unfinished) {
        Some(renewal) => renewal.write(app, None).await?,
        None => false,
    };
    if renewal.is_none() && !is_renewed {
        cart::hold_for_payment(app, &paid_cart.id).await?;
    }
    let keeps_card =
        paid_for.installments().is_some_and(Terms::is_in_house) || visitor.session().await?.account_id.is_some();
    let wanted = Wanted { cart: paid_cart, amount, processor: processor_name, keeps_card };
    if has_unfinished
        && let Some(attempt) = wanted.find_reusable(store::unfinished_of_cart(app.db.read(), &paid_cart.id).await?)
    {
        return Ok(Opened { attempt, order });
    }
    let opened = open_new(app, &wanted, parent_origin, renewal, now).await;
    if let (Some(address_digest), Err(_)) = (&paid_cart.address_digest, &opened) {
        app.limits.undo_attempt_by_clock(SETUPS, address_digest, now).await;
    }
    Ok(Opened { attempt: opened?, order })
}

/// Counts a new attempt, opens its session at the processor and stores it. Returns the attempt, or the one that another
/// call has stored for the same version, amount and processor in the meantime. After an error, the caller undoes the
/// count.
async fn open_new(
    app: &App,
    wanted: &Wanted<'_>,
    parent_origin: &str,
    renewal: Option<UnlockedChange<'_>>,
    now: Instant,
) -> Result<Model> {
    let &Wanted { cart, amount, processor, .. } = wanted;
    if let Some(address_digest) = &cart.address_digest {
        app.limits.attempt_by_clock(SETUPS, address_digest, now).await?;
    }
    let id = random_id();
    let session = NewSession {
        payment: PaymentKey(id.clone()),
        amount,
        keeps_card: wanted.keeps_card,
        parent_origin: parent_origin.to_owned(),
    };
    let Session { key: session_key, url: form_url } = open_at(app, processor, &session).await?;
    let attempt = Model {
        id,
        cart_id: cart.id.clone(),
        cart_version: cart.version,
        amount,
        processor: processor.to_owned(),
        session_key: session_key.0,
        form_url,
        state: AttemptState::Opened,
        lost_call: None,
        reference: None,
        masked_card_number: None,
        card_brand: None,
        card_valid_through: None,
        card_token: None,
        cardholder_name: None,
        cardholder_address: None,
        saved_for: None,
        submitted_with: None,
        message: None,
        submits: 0,
        tries: 0,
        opened_at: now,
        changed_at: now,
    };
    if let Some(renewal) = renewal {
        if renewal.write(app, Some(new_row(&attempt))).await? {
            return Ok(attempt);
        }
        cart::hold_for_payment(app, &cart.id).await?;
    }
    // Store the attempt under the cart's lock. If two attempts for the same version, amount and processor are opened at
    // the same time, only the first attempt is stored, and the processor session of the second attempt is never used.
    let tx = app.db.begin().await?;
    cart::count_write(&tx, &attempt.cart_id).await?;
    let others = store::unfinished_of_cart(&tx, &attempt.cart_id).await?;
    if others.iter().any(|other| may_be_charged(other, cart)) {
        return Err(Error::Conflict(CHECKING));
    }
    if let Some(first) = wanted.find_reusable(others) {
        return Ok(first);
    }
    store::insert(&tx, attempt.clone()).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Call it after a paid order: the payments that were opened for its cart in the last hour then no longer count towards
/// the limit. This includes payments for earlier versions and payments with declined cards.
///
/// # Errors
/// When the database query fails.
pub async fn undo_setups(app: &App, cart: &Cart) -> Result<()> {
    let Some(address_digest) = cart.address_digest.as_deref() else { return Ok(()) };
    let since = app.clock.now() - Duration::hours(1);
    let opened = store::opened_since(app.db.read(), &cart.id, since).await?;
    for _ in 0..opened {
        app.limits.undo_attempt_by_clock(SETUPS, address_digest, app.clock.now()).await;
    }
    Ok(())
}

/// Opens a session at the processor or lender.
async fn open_at(app: &App, processor_name: &str, session: &NewSession) -> Result<Session> {
    let (opened, unavailable) = if let Some(lender) = app.processors.lender(processor_name) {
        (lender.open_offer(session).await, LENDER_UNAVAILABLE)
    } else {
        let Some(processor) = app.processors.card(processor_name) else {
            return Err(Refusal::new(NO_PROCESSOR).into());
        };
        (processor.open_session(session).await, UNAVAILABLE)
    };
    opened.done().map_err(|reason| {
        tracing::warn!(reason, "no payment session could be opened");
        // Name the field `processor`, so that the page can distinguish this refusal from a refusal about the cart.
        let processor = FieldFault { field: "processor".to_owned(), text: unavailable, values: Vec::new() };
        Refusal { fields: vec![processor], ..Refusal::new(unavailable) }.into()
    })
}

/// The properties that an open attempt must have in order to be used again.
struct Wanted<'a> {
    cart: &'a Cart,
    amount: Money,
    processor: &'a str,
    keeps_card: bool,
}

impl Wanted<'_> {
    fn find_reusable(&self, attempts: Vec<Model>) -> Option<Model> {
        attempts.into_iter().find(|it| {
            it.state == AttemptState::Opened
                && (it.cart_version, it.amount, it.processor.as_str())
                    == (self.cart.version, self.amount, self.processor)
        })
    }
}

/// Settles the earlier attempts of a cart, so that none of them still reserves money in addition to the new one. Opened
/// and unknown attempts are queried; attempts that are authorised but not submitted are voided. (The form of an
/// authorised attempt accepts no other card, so a returning shopper could not continue with that attempt.)
///
/// An attempt for an earlier version of the cart can never be captured. Therefore an earlier attempt that cannot be
/// settled does not block the payment of the current version; the worker settles it later.
///
/// # Errors
/// A conflict when an attempt for this version may still be charged and its result is unknown.
async fn settle(app: &App, cart: &Cart, earlier: Vec<Model>) -> Result<()> {
    let is_superseded = |it: &Model| it.state == AttemptState::Opened && it.cart_version != cart.version;
    let (superseded, others): (Vec<Model>, Vec<Model>) = earlier.into_iter().partition(is_superseded);
    for attempt in others.into_iter().chain(superseded.into_iter().take(MAX_LOOKED_AT)) {
        let mut attempt = look_up_opened(app, attempt).await?;
        if attempt.state == AttemptState::Unknown {
            attempt = look_up(app, attempt).await?;
        }
        if attempt.state == AttemptState::Authorised {
            attempt = void(app, attempt).await?;
        }
        if may_be_charged(&attempt, cart) {
            return Err(Error::Conflict(CHECKING));
        }
    }
    Ok(())
}

/// Whether the attempt was charged, or may still be charged, for this version of the cart: its state is authorised or
/// later, or unknown.
fn may_be_charged(attempt: &Model, cart: &Cart) -> bool {
    use AttemptState::{Authorised, Captured, Capturing, Completed, Unknown};
    attempt.cart_version == cart.version
        && matches!(attempt.state, Authorised | Capturing | Captured | Completed | Unknown)
}
