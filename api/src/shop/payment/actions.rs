//! Authorises, captures, queries and voids payment attempts. Every step is a compare-and-set along
//! `rules::TRANSITIONS` and may be repeated. No transaction is open during a call to a processor.

use chrono::Duration;

use super::entity::{AttemptState, LostCall, Model};
use super::processor::{Authorisation, CardShown, Decline, Outcome, Processor, ProcessorPayment, ProcessorStatus};
use super::rules::{
    CAPTURE_FAILED, CART_CHANGED, CHECKING, DECLINED, LENDER_DECLINED, NOT_AUTHORISED, NOT_LENT, NOT_SAVED,
    OTHER_DETAILS, TOO_MANY_DECLINED, TOO_MANY_TRIED, WRONG_AMOUNT,
};
use super::store::{self, PaymentUpdate, StoredDetails};
use super::submit_details::SubmitDetails;
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::platform::fault;
use crate::platform::limits::Limit;
use crate::shop::cart::{self};
use midway_catalog::files::LENDERS;
use midway_kernel::money::Money;
use midway_kernel::secret::fingerprint;
use midway_kernel::time::Instant;

/// An attempt that is not submitted within this time is treated as abandoned: its shopper has probably left.
const TIME_BEFORE_VOID: Duration = Duration::minutes(30);

/// The worker continues an attempt that has not changed for this long, because the process that worked on it has
/// probably stopped.
const TIME_BEFORE_RECOVERY: Duration = Duration::seconds(15);

/// The limit on declined cards per network address and hour.
pub(super) const DECLINES: Limit =
    Limit { name: "declined-cards", attempts: 30, window: std::time::Duration::from_secs(60 * 60) };

/// The limit on calls per network address and minute that make the shop call the processor.
const CALLS: Limit = Limit { name: "payment-calls", attempts: 300, window: std::time::Duration::from_secs(60) };

fn processor<'a>(app: &'a App, attempt: &Model) -> Result<&'a dyn Processor> {
    app.processors.get(&attempt.processor).ok_or_else(|| no_processor(attempt))
}

pub(super) fn no_processor(attempt: &Model) -> Error {
    Error::Internal(format!("payment {} names the unknown processor {}", attempt.id, attempt.processor))
}

/// Reserves the amount on the card entered in the form. Repeating the call cannot reserve the amount twice.
///
/// # Errors
/// [`Error::NotFound`] for an attempt of a different visitor, for a wrong session key and for an attempt with a lender;
/// a refusal when the cart or the amount has changed, or after too many calls or declined cards.
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

/// Counts a visitor's call that makes the shop call the processor. Without the limit, one network address could cause
/// so many calls that the processor blocks the shop.
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
    let outcome = processor.authorise(&attempt.payment(), attempt.amount).await;
    note_authorisation(app, attempt, outcome).await
}

/// Moves an attempt to the state that follows from the result of its authorisation.
pub(super) async fn note_authorisation(app: &App, attempt: Model, outcome: Outcome<Authorisation>) -> Result<Model> {
    fault::point(&app.config, "after_authorise");
    match outcome {
        Outcome::Done(Authorisation { reference, card }) => {
            move_to(app, attempt, AttemptState::Authorised, payment_update(Some(reference), Some(card), None)).await
        }
        Outcome::Declined(Decline { code, message }) => {
            tracing::info!(payment = attempt.id, ?code, "an authorisation was declined");
            move_to(app, attempt, AttemptState::Declined, payment_update(None, None, Some(message))).await
        }
        // This call reserved nothing: the shopper has not finished the form, or the payment was voided.
        Outcome::RequiresAction => Ok(attempt),
        Outcome::Refused { reason } => {
            tracing::info!(payment = attempt.id, reason, "an authorisation was refused");
            Ok(attempt)
        }
        outcome @ (Outcome::Pending | Outcome::Lost { .. }) => {
            let reason = outcome.done().err();
            tracing::warn!(payment = attempt.id, reason, "the result of an authorisation is unknown");
            let payment_update = PaymentUpdate { lost_call: Some(LostCall::Authorise), ..PaymentUpdate::default() };
            move_to(app, attempt, AttemptState::Unknown, payment_update).await
        }
    }
}

/// Checks the details that an attempt is submitted with, and returns what [`store::advance`] stores of them when the
/// capture begins. Later submits must send the same details.
///
/// # Errors
/// A refusal when the attempt was submitted with different details, or when a guest asks to save the card. It is not a
/// conflict, because a retry cannot help.
pub fn details_to_store(attempt: &Model, details: &SubmitDetails, account_id: Option<&str>) -> Result<StoredDetails> {
    let saved_for = account_id.filter(|_| details.save_to_account).map(str::to_owned);
    let submitted = StoredDetails {
        cardholder_name: details.cardholder_name.clone(),
        cardholder_address: details.cardholder_address.clone().filter(|_| saved_for.is_some()),
        saved_for,
        submitted_with: fingerprint(&serde_json::to_string(details).map_err(Error::internal)?),
    };
    check_same_details(attempt, &submitted)?;
    if attempt.submitted_with.is_none() && details.save_to_account && account_id.is_none() {
        return Err(Refusal::new(NOT_SAVED).into());
    }
    Ok(submitted)
}

/// Checks that an attempt was not submitted with different details.
///
/// # Errors
/// A refusal after a submit with different details.
pub fn check_same_details(attempt: &Model, submitted: &StoredDetails) -> Result<()> {
    match &attempt.submitted_with {
        Some(earlier) if *earlier != submitted.submitted_with => Err(Refusal::new(OTHER_DETAILS).into()),
        _ => Ok(()),
    }
}

/// Begins the capture of an authorised attempt, and stores the details that it was submitted with. `None` if another
/// process was faster.
pub async fn begin_capture(
    tx: &Transaction,
    attempt: &Model,
    submitted: Option<&StoredDetails>,
    now: Instant,
) -> Result<Option<Model>> {
    let payment_update = PaymentUpdate { submitted: submitted.cloned(), ..PaymentUpdate::default() };
    store::advance(tx, &attempt.id, AttemptState::Authorised, AttemptState::Capturing, payment_update, now).await
}

/// The result of a capture.
pub enum Capture {
    /// The shopper was charged. If the attempt is still in state `capturing`, the caller records the capture together
    /// with the order.
    Confirmed(Model),
    /// The attempt in the state that follows from any other result.
    Moved(Model),
}

/// Captures the amount of an attempt in state `capturing`, whose places are pinned. Repeating the call cannot charge the
/// shopper twice. An attempt in state `captured` needs no call to the processor.
pub async fn capture(app: &App, attempt: Model) -> Result<Capture> {
    if attempt.state == AttemptState::Captured {
        return Ok(Capture::Confirmed(attempt));
    }
    let processor = processor(app, &attempt)?;
    fault::point(&app.config, "before_capture");
    let outcome = processor.capture(&attempt.payment(), attempt.amount).await;
    fault::point(&app.config, "after_capture");
    let moved = match outcome {
        Outcome::Done(()) => {
            tracing::info!(payment = attempt.id, "a payment was captured");
            return Ok(Capture::Confirmed(attempt));
        }
        Outcome::Declined(Decline { message, .. }) => {
            move_to(app, attempt, AttemptState::Failed, payment_update(None, None, Some(message))).await
        }
        outcome => {
            let reason = outcome.done().err();
            tracing::warn!(payment = attempt.id, reason, "the result of a capture is unknown");
            let payment_update = PaymentUpdate { lost_call: Some(LostCall::Capture), ..PaymentUpdate::default() };
            move_to(app, attempt, AttemptState::Unknown, payment_update).await
        }
    };
    Ok(Capture::Moved(moved?))
}

/// Records that the amount of an attempt in state `capturing` was captured, when its order cannot be written.
pub async fn note_captured(app: &App, attempt: Model) -> Result<Model> {
    move_to(app, attempt, AttemptState::Captured, PaymentUpdate::default()).await
}

/// Queries the processor about an attempt in state `opened`. The processor may already have a later state, if the
/// calling process stopped before the answer arrived.
pub async fn look_up_opened(app: &App, attempt: Model) -> Result<Model> {
    if attempt.state != AttemptState::Opened {
        return Ok(attempt);
    }
    let Outcome::Done(Some(found)) = processor(app, &attempt)?.look_up(&attempt.payment()).await else {
        return Ok(attempt);
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
/// `capturing`. The capture is then repeated with the same key, so the shopper is charged only once. Without a usable
/// answer, the attempt stays unknown.
pub async fn look_up(app: &App, attempt: Model) -> Result<Model> {
    let lost = attempt.lost_call;
    let found = match processor(app, &attempt)?.look_up(&attempt.payment()).await {
        Outcome::Done(Some(found)) => found,
        // The processor has lost a session that it had opened. After a lost authorisation nothing is reserved under
        // this key. After a lost capture this proves nothing: the money may have been taken first.
        Outcome::Done(None) if lost == Some(LostCall::Authorise) => {
            tracing::error!(payment = attempt.id, "the processor does not know a payment that it has opened");
            return move_to(app, attempt, AttemptState::Voided, PaymentUpdate::default()).await;
        }
        _ => return Ok(attempt),
    };
    let is_refunded = found.is_refunded();
    let ProcessorPayment { status, card, message, reference, .. } = found;
    let to = match (status, lost) {
        (ProcessorStatus::Pending, _) => return Ok(attempt),
        (ProcessorStatus::Captured, _) if is_refunded => AttemptState::Voided,
        (ProcessorStatus::Captured, _) => AttemptState::Captured,
        (ProcessorStatus::CaptureFailed, _) => AttemptState::Failed,
        (ProcessorStatus::Authorised, Some(LostCall::Capture)) => AttemptState::Capturing,
        (ProcessorStatus::Authorised, _) => AttemptState::Authorised,
        (ProcessorStatus::Declined, _) => AttemptState::Declined,
        (ProcessorStatus::Voided, _) => AttemptState::Voided,
        // The payment is not authorised yet. Whether or not the lost call still arrives, repeating the call settles the
        // payment.
        (ProcessorStatus::Created | ProcessorStatus::RequiresAction | ProcessorStatus::CardAccepted, _) => {
            AttemptState::Opened
        }
    };
    move_to(app, attempt, to, payment_update(reference, card, message)).await
}

/// Voids an attempt for which nothing was captured.
pub async fn void(app: &App, attempt: Model) -> Result<Model> {
    match processor(app, &attempt)?.void(&attempt.payment()).await.done() {
        Ok(()) => move_to(app, attempt, AttemptState::Voided, PaymentUpdate::default()).await,
        Err(reason) => {
            tracing::warn!(payment = attempt.id, reason, "a payment could not be abandoned; the worker will try again");
            Ok(attempt)
        }
    }
}

/// Moves an attempt to a state. If another process was faster, reads the attempt, so that the caller sees that process's
/// result.
async fn move_to(app: &App, attempt: Model, to: AttemptState, payment_update: PaymentUpdate) -> Result<Model> {
    let moved = store::advance(app.db.write(), &attempt.id, attempt.state, to, payment_update, app.clock.now()).await?;
    tracing::info!(payment = attempt.id, from = ?attempt.state, ?to, moved = moved.is_some(), "payment");
    match moved {
        Some(moved) => Ok(moved),
        None => store::find(app.db.write(), &attempt.id).await?.ok_or(Error::NotFound),
    }
}

fn payment_update(reference: Option<String>, card: Option<CardShown>, message: Option<String>) -> PaymentUpdate {
    let card_token = card.as_ref().and_then(|card| card.token.clone()).map(|token| token.0);
    let card_valid_through = card.as_ref().and_then(|card| card.valid_through.clone());
    let (masked_card_number, card_brand) = card.map(|card| (card.masked_number, card.brand)).unzip();
    PaymentUpdate {
        reference,
        masked_card_number,
        card_brand,
        card_valid_through,
        card_token,
        message,
        ..PaymentUpdate::default()
    }
}

/// The unfinished attempts that the worker finds.
pub struct Unfinished {
    /// Attempts for which money may have been captured. Complete their orders, or reopen their carts if nothing was
    /// captured.
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
    let (running, unknown) = stopped.into_iter().partition(may_be_captured);
    Ok(Unfinished {
        running,
        unknown,
        abandoned: store::unchanged_since(db, &[Opened, Authorised], now - TIME_BEFORE_VOID, limit).await?,
    })
}

/// Whether the attempt was submitted and is not finished, so that its money may have been captured.
pub fn may_be_captured(attempt: &Model) -> bool {
    use AttemptState::{Captured, Capturing, Unknown};
    match attempt.state {
        Capturing | Captured => true,
        Unknown => attempt.lost_call != Some(LostCall::Authorise),
        _ => false,
    }
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
