//! Opens, authorises, captures, queries and voids payment attempts. Every step is a compare-and-set along
//! `rules::TRANSITIONS` and may be repeated. No transaction is open during a call to a processor.

use chrono::Duration;

use super::entity::{AttemptState, LostCall, Model};
use super::processor::{
    AuthoriseOutcome, CaptureOutcome, CardShown, LookupOutcome, NewSession, OfferOutcome, OpenOutcome, PaymentKey,
    Processor, ProcessorPayment, ProcessorStatus, SessionKey, VoidOutcome,
};
use super::rules::{
    CAPTURE_FAILED, CART_CHANGED, CHECKING, DECLINED, IN_PROGRESS, LENDER_DECLINED, LENDER_UNAVAILABLE, NO_PROCESSOR,
    NOT_AUTHORISED, NOT_LENT, NOT_SAVED, NOTHING_TO_PAY, OTHER_DETAILS, TOO_MANY_DECLINED, TOO_MANY_TRIED, UNAVAILABLE,
    WRONG_AMOUNT,
};
use super::store::{self, PaymentUpdate};
use super::submit_details::SubmitDetails;
use super::wire::LenderOrder;
use crate::app::App;
use crate::error::{AGAIN, Error, FieldFault, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::fault;
use crate::platform::limits::Limit;
use crate::shop::cart::{self, Cart, CartState};
use crate::shop::checkout::ready;
use midway_catalog::files::LENDERS;
use midway_kernel::money::Money;
use midway_kernel::secret::{fingerprint, random_id};

/// An attempt that is not submitted within this time is treated as abandoned: its shopper has probably left.
const TIME_BEFORE_VOID: Duration = Duration::minutes(30);

/// The worker continues an attempt that has not changed for this long, because the process that worked on it has
/// probably stopped.
const TIME_BEFORE_RECOVERY: Duration = Duration::seconds(15);

/// The limit on payments opened per network address and hour. A paid order resets the count for its cart. Each opened
/// payment is a call to the processor and another chance to test a stolen card.
const SETUPS: Limit = Limit { name: "payment-setup", attempts: 60, window: std::time::Duration::from_secs(60 * 60) };

/// The limit on declined cards per network address and hour.
pub(super) const DECLINES: Limit =
    Limit { name: "declined-cards", attempts: 30, window: std::time::Duration::from_secs(60 * 60) };

/// The limit on calls per network address and minute that make the shop query the processor.
const CALLS: Limit = Limit { name: "payment-calls", attempts: 300, window: std::time::Duration::from_secs(60) };

/// How many opened attempts for earlier versions of a cart are queried before the next attempt is opened. The worker
/// settles the others later.
const MAX_LOOKED_AT: usize = 3;

fn processor<'a>(app: &'a App, attempt: &Model) -> Result<&'a dyn Processor> {
    app.processors.get(&attempt.processor).ok_or_else(|| no_processor(attempt))
}

pub(super) fn no_processor(attempt: &Model) -> Error {
    Error::Internal(format!("payment {} names the unknown processor {}", attempt.id, attempt.processor))
}

/// An attempt, and the order data that a lender needs.
pub struct Opened {
    pub attempt: Model,
    pub order: LenderOrder,
}

/// Opens an attempt for the visitor's cart, or returns the open attempt for the same version, amount and processor. So
/// a second click or a return to the page does not open a second attempt.
///
/// # Errors
/// A refusal while the cart is not ready; a refusal with an entry for `processor` while the processor does not answer;
/// a conflict while a payment is running or the result of an earlier payment is unknown; [`Error::TooMany`] for a
/// network address that opened too many payments without a paid order.
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
    settle_others(app, paid_cart).await?;
    cart::hold_for_payment(app, &paid_cart.id).await?;
    let now = app.clock.now();
    let wanted = Wanted { cart_version: paid_cart.version, amount, processor: processor_name };
    if let Some(attempt) = wanted.find_reusable(store::unfinished_of_cart(app.db.read(), &paid_cart.id).await?) {
        return Ok(Opened { attempt, order });
    }
    let id = random_id();
    let session = NewSession { payment: PaymentKey(id.clone()), amount, parent_origin: parent_origin.to_owned() };
    let opened = async {
        if let Some(address_digest) = &paid_cart.address_digest {
            app.limits.attempt_by_clock(SETUPS, address_digest, now).await?;
        }
        open_at(app, processor_name, &session).await
    };
    let opened = opened.await;
    if let (Some(address_digest), Err(_)) = (&paid_cart.address_digest, &opened) {
        undo_attempts(app, address_digest, 1).await;
    }
    let (session_key, form_url) = opened?;
    let attempt = Model {
        id,
        cart_id: paid_cart.id.clone(),
        cart_version: paid_cart.version,
        amount,
        processor: processor_name.to_owned(),
        session_key,
        form_url,
        state: AttemptState::Opened,
        lost_call: None,
        reference: None,
        masked_card_number: None,
        card_brand: None,
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
    // Store the attempt under the cart's lock. If two attempts are opened at the same time, only the first attempt is
    // stored, and the processor session of the second attempt is never used.
    let tx = app.db.begin().await?;
    cart::lock_cart(&tx, &attempt.cart_id).await?;
    let others = store::unfinished_of_cart(&tx, &attempt.cart_id).await?;
    if others.iter().any(|other| may_be_charged(other, paid_cart)) {
        return Err(Error::Conflict(CHECKING));
    }
    if let Some(first) = wanted.find_reusable(others) {
        return Ok(Opened { attempt: first, order });
    }
    store::insert(&tx, attempt.clone()).await?;
    tx.commit().await?;
    Ok(Opened { attempt, order })
}

/// After a paid order, removes the payments that were opened for its cart from the count of the limit, including
/// payments for earlier versions and payments with declined cards.
///
/// # Errors
/// When the database query fails.
pub async fn undo_setups(app: &App, cart: &Cart) -> Result<()> {
    let Some(address_digest) = cart.address_digest.as_deref() else { return Ok(()) };
    let since = app.clock.now() - Duration::hours(1);
    let opened = store::opened_since(app.db.read(), &cart.id, since).await?;
    undo_attempts(app, address_digest, opened).await;
    Ok(())
}

async fn undo_attempts(app: &App, address_digest: &str, count: u64) {
    for _ in 0..count {
        app.limits.undo_attempt_by_clock(SETUPS, address_digest, app.clock.now()).await;
    }
}

/// Opens a session at the processor or lender. Returns its key, and the address of the card form or the lender's
/// script.
async fn open_at(app: &App, processor_name: &str, session: &NewSession) -> Result<(String, String)> {
    let (opened, unavailable) = if let Some(lender) = app.processors.lender(processor_name) {
        let opened = match lender.open_offer(session).await {
            OfferOutcome::Opened { up_code, script_url } => Ok((up_code.0, script_url)),
            OfferOutcome::Unavailable { reason } | OfferOutcome::Refused { reason } => Err(reason),
        };
        (opened, LENDER_UNAVAILABLE)
    } else {
        let Some(processor) = app.processors.card(processor_name) else {
            return Err(Refusal::new(NO_PROCESSOR).into());
        };
        let opened = match processor.open_session(session).await {
            OpenOutcome::Opened { session, card_form_url } => Ok((session.0, card_form_url)),
            OpenOutcome::Unavailable { reason } | OpenOutcome::Refused { reason } => Err(reason),
        };
        (opened, UNAVAILABLE)
    };
    opened.map_err(|reason| {
        tracing::warn!(reason, "no payment session could be opened");
        // Name the field `processor`, so that the page can distinguish this refusal from a refusal about the cart.
        let processor = FieldFault { field: "processor".to_owned(), text: unavailable, values: Vec::new() };
        Refusal { fields: vec![processor], ..Refusal::new(unavailable) }.into()
    })
}

/// The properties that an open attempt must have in order to be used again.
struct Wanted<'a> {
    cart_version: i64,
    amount: Money,
    processor: &'a str,
}

impl Wanted<'_> {
    fn find_reusable(&self, attempts: Vec<Model>) -> Option<Model> {
        attempts.into_iter().find(|it| {
            it.state == AttemptState::Opened
                && (it.cart_version, it.amount, it.processor.as_str())
                    == (self.cart_version, self.amount, self.processor)
        })
    }
}

/// Settles earlier attempts of a cart, so that none of them still reserves money in addition to the new attempt.
/// Unknown attempts are queried; attempts that are authorised but not submitted are voided. (The form of an authorised
/// attempt accepts no other card, so a returning shopper could not continue with that attempt.)
///
/// An attempt for an earlier version of the cart can never be captured. Therefore an earlier attempt that cannot be
/// settled does not block the payment of the current version; the worker settles it later.
///
/// # Errors
/// A conflict when an attempt for this version may still be charged and its result is unknown.
async fn settle_others(app: &App, cart: &Cart) -> Result<()> {
    let is_superseded = |it: &Model| it.state == AttemptState::Opened && it.cart_version != cart.version;
    let (superseded, others): (Vec<Model>, Vec<Model>) =
        store::unfinished_of_cart(app.db.read(), &cart.id).await?.into_iter().partition(is_superseded);
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

/// Whether the attempt was or may still be charged for this version of the cart. That requires an authorised or later
/// state.
fn may_be_charged(attempt: &Model, cart: &Cart) -> bool {
    use AttemptState::{Authorised, Captured, Capturing, Completed, Unknown};
    attempt.cart_version == cart.version
        && matches!(attempt.state, Authorised | Capturing | Captured | Completed | Unknown)
}

/// Reserves the amount on the card entered in the form. Repeating the call returns the result of the first call.
///
/// # Errors
/// [`Error::NotFound`] for an attempt of a different visitor; a refusal when the cart or the amount has changed, or
/// after too many declined cards.
pub async fn authorise(
    app: &App,
    visitor: &Visitor,
    payment_key: &str,
    session_key: &str,
    price: Option<Money>,
) -> Result<Model> {
    let Some(owned) = cart::visitors_cart(app, visitor).await? else { return Err(Error::NotFound) };
    let attempt = store::for_cart(app.db.read(), &owned.id, payment_key).await?.ok_or(Error::NotFound)?;
    if attempt.session_key != session_key || app.processors.card(&attempt.processor).is_none() {
        return Err(Error::NotFound);
    }
    if price.is_some_and(|price| price != attempt.amount) {
        return Err(Refusal::new(WRONG_AMOUNT).into());
    }
    match attempt.state {
        AttemptState::Opened if attempt.cart_version != owned.version => Err(Refusal::new(CART_CHANGED).into()),
        AttemptState::Opened => {
            try_card(visitor).await?;
            let authorised = call_authorise(app, attempt).await;
            tried_card(visitor, &authorised).await;
            authorised
        }
        AttemptState::Unknown => look_up(app, attempt).await,
        _ => Ok(attempt),
    }
}

/// Counts a call that queries the processor without sending a payment. Without the limit, one network address could
/// cause so many queries that the processor blocks the shop.
///
/// # Errors
/// A refusal over the limit; the processor was not called.
pub async fn call_processor(visitor: &Visitor) -> Result<()> {
    visitor.attempt(CALLS).await.map_err(|error| match error {
        Error::TooMany { .. } => Refusal::new(TOO_MANY_TRIED).into(),
        other => other,
    })
}

/// Counts a card as declined before it is tried, so that simultaneous attempts count too. [`tried_card`] corrects the
/// count.
///
/// # Errors
/// A refusal over the limit. It must be a refusal, because that tells the caller that nothing was tried.
pub(super) async fn try_card(visitor: &Visitor) -> Result<()> {
    call_processor(visitor).await?;
    visitor.attempt(DECLINES).await.map_err(|error| match error {
        Error::TooMany { .. } => Refusal::new(TOO_MANY_DECLINED).into(),
        other => other,
    })
}

/// Reverts the count of [`try_card`], unless the card was declined.
pub(super) async fn tried_card(visitor: &Visitor, attempt: &Result<Model>) {
    if !matches!(attempt, Ok(attempt) if attempt.state == AttemptState::Declined) {
        visitor.undo_attempt(DECLINES).await;
    }
}

async fn call_authorise(app: &App, attempt: Model) -> Result<Model> {
    let processor = app.processors.card(&attempt.processor).ok_or_else(|| no_processor(&attempt))?;
    let (payment, session) = (PaymentKey(attempt.id.clone()), SessionKey(attempt.session_key.clone()));
    let outcome = processor.authorise(&payment, &session, attempt.amount).await;
    note_authorisation(app, attempt, outcome).await
}

/// Moves an attempt to the state that follows from the result of its authorisation.
pub(super) async fn note_authorisation(app: &App, attempt: Model, outcome: AuthoriseOutcome) -> Result<Model> {
    fault::point(&app.config, "after_authorise");
    match outcome {
        AuthoriseOutcome::Authorised { reference, card } => {
            move_to(app, attempt, AttemptState::Authorised, payment_update(Some(reference), Some(card), None)).await
        }
        AuthoriseOutcome::Declined { message } => {
            move_to(app, attempt, AttemptState::Declined, payment_update(None, None, Some(message))).await
        }
        AuthoriseOutcome::Lost { reason } => {
            tracing::warn!(payment = attempt.id, reason, "the answer to an authorisation was lost");
            let payment_update = PaymentUpdate { lost_call: Some(LostCall::Authorise), ..PaymentUpdate::default() };
            move_to(app, attempt, AttemptState::Unknown, payment_update).await
        }
        // The form has not accepted a card, the payment was voided, or the virtual card was issued for a different
        // payment. Nothing is reserved.
        AuthoriseOutcome::Refused { reason } => {
            tracing::info!(payment = attempt.id, reason, "an authorisation was refused");
            Ok(attempt)
        }
    }
}

/// Stores the details that an attempt is submitted with. The first submit sets them, and later submits must send the
/// same details. Nothing is stored while the attempt is in state `opened`.
///
/// # Errors
/// A refusal when the attempt was submitted with different details, or when a guest asks to save the card. It is not a
/// conflict, because a retry cannot help.
pub async fn keep_details(
    app: &App,
    attempt: Model,
    details: &SubmitDetails,
    account_id: Option<&str>,
) -> Result<Model> {
    if attempt.state == AttemptState::Opened {
        return Ok(attempt);
    }
    let submitted_with = fingerprint(&serde_json::to_string(details).map_err(Error::internal)?);
    let db = app.db.write();
    let kept = match attempt.submitted_with {
        Some(_) => attempt,
        None if details.save_to_account && account_id.is_none() => return Err(Refusal::new(NOT_SAVED).into()),
        None => {
            let saved_for = account_id.filter(|_| details.save_to_account);
            store::keep_details(db, &attempt.id, details, saved_for, &submitted_with).await?;
            store::find(db, &attempt.id).await?.ok_or(Error::NotFound)?
        }
    };
    if kept.submitted_with == Some(submitted_with) { Ok(kept) } else { Err(Refusal::new(OTHER_DETAILS).into()) }
}

/// Captures the amount of an attempt in state `capturing`, whose places are pinned.
pub async fn capture(app: &App, attempt: Model) -> Result<Model> {
    let processor = processor(app, &attempt)?;
    fault::point(&app.config, "before_capture");
    let outcome = processor.capture(&PaymentKey(attempt.id.clone()), attempt.amount).await;
    fault::point(&app.config, "after_capture");
    match outcome {
        CaptureOutcome::Captured => move_to(app, attempt, AttemptState::Captured, PaymentUpdate::default()).await,
        CaptureOutcome::Failed { message } => {
            move_to(app, attempt, AttemptState::Failed, payment_update(None, None, Some(message))).await
        }
        CaptureOutcome::Lost { reason } | CaptureOutcome::Refused { reason } => {
            tracing::warn!(payment = attempt.id, reason, "the answer to a capture was lost");
            let payment_update = PaymentUpdate { lost_call: Some(LostCall::Capture), ..PaymentUpdate::default() };
            move_to(app, attempt, AttemptState::Unknown, payment_update).await
        }
    }
}

/// Queries the processor about an attempt in state `opened`. The processor may already have a later state, if the
/// calling process stopped before the answer arrived.
pub async fn look_up_opened(app: &App, attempt: Model) -> Result<Model> {
    if attempt.state != AttemptState::Opened {
        return Ok(attempt);
    }
    let found = match processor(app, &attempt)?.lookup(&PaymentKey(attempt.id.clone())).await {
        LookupOutcome::Found(found) => found,
        LookupOutcome::NotFound | LookupOutcome::Lost { .. } | LookupOutcome::Refused { .. } => return Ok(attempt),
    };
    let ProcessorPayment { status, card, message, reference, .. } = found;
    let to = match status {
        ProcessorStatus::Authorised => AttemptState::Authorised,
        ProcessorStatus::Declined => AttemptState::Declined,
        ProcessorStatus::Voided => AttemptState::Voided,
        _ => return Ok(attempt),
    };
    move_to(app, attempt, to, payment_update(reference, card, message)).await
}

/// Settles an unknown attempt by querying the processor. If a lost capture did not happen, the attempt returns to
/// `capturing`. The capture is then repeated with the same key, so the shopper is charged only once.
pub async fn look_up(app: &App, attempt: Model) -> Result<Model> {
    let lost = attempt.lost_call;
    let found = match processor(app, &attempt)?.lookup(&PaymentKey(attempt.id.clone())).await {
        LookupOutcome::Found(found) => found,
        // The processor has lost a session that it had opened. After a lost authorisation nothing is reserved under
        // this key. After a lost capture this proves nothing: the money may have been taken first.
        LookupOutcome::NotFound if lost == Some(LostCall::Authorise) => {
            tracing::error!(payment = attempt.id, "the processor does not know a payment that it has opened");
            return move_to(app, attempt, AttemptState::Voided, PaymentUpdate::default()).await;
        }
        LookupOutcome::NotFound | LookupOutcome::Lost { .. } | LookupOutcome::Refused { .. } => return Ok(attempt),
    };
    let ProcessorPayment { status, card, message, reference, .. } = found;
    let to = match (status, lost) {
        (ProcessorStatus::Captured, _) => AttemptState::Captured,
        (ProcessorStatus::CaptureFailed, _) => AttemptState::Failed,
        (ProcessorStatus::Authorised, Some(LostCall::Capture)) => AttemptState::Capturing,
        (ProcessorStatus::Authorised, _) => AttemptState::Authorised,
        (ProcessorStatus::Declined, _) => AttemptState::Declined,
        (ProcessorStatus::Voided | ProcessorStatus::Refunded, _) => AttemptState::Voided,
        // The payment is not authorised yet, but the lost call may still arrive. Repeating the call settles both cases.
        (ProcessorStatus::Created | ProcessorStatus::CardAccepted, _) => AttemptState::Opened,
    };
    move_to(app, attempt, to, payment_update(reference, card, message)).await
}

/// Voids an attempt for which nothing was captured.
pub async fn void(app: &App, attempt: Model) -> Result<Model> {
    match processor(app, &attempt)?.void(&PaymentKey(attempt.id.clone())).await {
        VoidOutcome::Voided => move_to(app, attempt, AttemptState::Voided, PaymentUpdate::default()).await,
        VoidOutcome::Lost { reason } | VoidOutcome::Refused { reason } => {
            tracing::warn!(payment = attempt.id, reason, "a payment could not be abandoned; the worker will try again");
            Ok(attempt)
        }
    }
}

/// Moves an attempt to a state and reads it again. So if another process was faster, the caller sees that process's
/// result.
async fn move_to(app: &App, attempt: Model, to: AttemptState, payment_update: PaymentUpdate) -> Result<Model> {
    let moved = store::advance(app.db.write(), &attempt.id, attempt.state, to, payment_update, app.clock.now()).await?;
    tracing::info!(payment = attempt.id, from = ?attempt.state, ?to, moved, "payment");
    store::find(app.db.write(), &attempt.id).await?.ok_or(Error::NotFound)
}

fn payment_update(reference: Option<String>, card: Option<CardShown>, message: Option<String>) -> PaymentUpdate {
    let card_token = card.as_ref().and_then(|card| card.token.clone()).map(|token| token.0);
    let (masked_card_number, card_brand) = card.map(|card| (card.masked_number, card.brand)).unzip();
    PaymentUpdate { lost_call: None, reference, masked_card_number, card_brand, card_token, message }
}

/// The unfinished attempts that the worker finds.
pub struct Unfinished {
    /// Attempts for which money may have been captured. Complete their orders, or return the money.
    pub running: Vec<Model>,
    /// Attempts for which the answer to the authorisation was lost. Only query them: the shopper has not submitted
    /// them.
    pub unknown: Vec<Model>,
    /// Attempts that were not submitted in time. Void them.
    pub abandoned: Vec<Model>,
}

/// Attempts that a stopped process or a departed shopper has left unfinished.
pub async fn unfinished(app: &App, limit: u64) -> Result<Unfinished> {
    use AttemptState::{Authorised, Captured, Capturing, Opened, Unknown};
    let now = app.clock.now();
    let db = app.db.read();
    let stopped =
        store::unchanged_since(db, &[Capturing, Captured, Unknown], now - TIME_BEFORE_RECOVERY, limit).await?;
    let (unknown, running) =
        stopped.into_iter().partition(|it| it.state == Unknown && it.lost_call == Some(LostCall::Authorise));
    Ok(Unfinished {
        running,
        unknown,
        abandoned: store::unchanged_since(db, &[Opened, Authorised], now - TIME_BEFORE_VOID, limit).await?,
    })
}

/// Whether an attempt ended without a charge.
pub fn has_failed(attempt: &Model) -> bool {
    use AttemptState::{Declined, Failed, Voided};
    matches!(attempt.state, Declined | Failed | Voided)
}

/// The error to return when a payment call failed for a temporary or unknown reason. Whether anything was reserved or
/// charged must be queried first, so the answer must neither deny a charge nor ask the shopper to pay again.
pub fn payment_unknown(error: Error) -> Error {
    match error {
        Error::Unavailable { .. } | Error::Internal(_) | Error::Conflict(AGAIN) => {
            Error::PaymentUnknown { text: CHECKING, cause: error.to_string() }
        }
        other => other,
    }
}

/// The message for an attempt that ended without a charge.
pub fn why_not(attempt: &Model) -> Refusal {
    let declined = if is_from_lender(attempt) { LENDER_DECLINED } else { DECLINED };
    Refusal::new(if attempt.state == AttemptState::Declined { declined } else { CAPTURE_FAILED })
}

/// The message for an attempt that is not authorised yet.
pub fn not_authorised(attempt: &Model) -> Refusal {
    Refusal::new(if is_from_lender(attempt) { NOT_LENT } else { NOT_AUTHORISED })
}

fn is_from_lender(attempt: &Model) -> bool {
    LENDERS.contains(&attempt.processor.as_str())
}
