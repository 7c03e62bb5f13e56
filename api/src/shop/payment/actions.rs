//! Opening and authorising an attempt, capturing it, asking about it, giving it up. Every step is a compare-and-set along
//! `rules::ARROWS` and may be repeated; no transaction is open while a processor is called.

use chrono::Duration;

use super::details::Details;
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
use super::store::{self, Learnt};
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

/// An attempt that nobody submits is given up after this; its shopper has left.
const PATIENCE_WITH_SHOPPERS: Duration = Duration::minutes(30);

/// A step that has not been taken for this long is taken by the worker: its process was stopped.
const PATIENCE_WITH_PROCESSES: Duration = Duration::seconds(15);

/// Payments that are opened from one address and come to no order, in an hour: each asks the processor, and is another card to be tried.
const SETUPS: Limit = Limit { name: "payment-setup", attempts: 60, window: std::time::Duration::from_secs(60 * 60) };

/// Cards of one address that are declined in an hour.
pub(super) const DECLINES: Limit =
    Limit { name: "declined-cards", attempts: 30, window: std::time::Duration::from_secs(60 * 60) };

/// Calls of one address by which a processor is asked about payments that nothing was sent for, in a minute.
const CALLS: Limit = Limit { name: "payment-calls", attempts: 300, window: std::time::Duration::from_secs(60) };

/// Of attempts that were opened for earlier versions of a cart, so many are asked about before the next one is opened; the worker comes to
/// all of them.
const MOST_LOOKED_AT: usize = 3;

fn processor<'a>(app: &'a App, attempt: &Model) -> Result<&'a dyn Processor> {
    app.processors.get(&attempt.processor).ok_or_else(|| no_processor(attempt))
}

pub(super) fn no_processor(attempt: &Model) -> Error {
    Error::Internal(format!("payment {}: no processor {}", attempt.id, attempt.processor))
}

/// An attempt, and what a lender is told of the order that it is for.
pub struct Opened {
    pub attempt: Model,
    pub order: LenderOrder,
}

/// Opens an attempt for the visitor's cart, or finds the one that is open for the same version and amount: pressing twice,
/// closing and coming back give the same.
///
/// # Errors
/// A refusal while the cart is not ready, or, with an entry for `processor`, while that does not answer; a conflict while a payment is
/// running or nobody can tell what became of one; [`Error::TooMany`] for an address from which too many were opened in vain.
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
    if let Some(attempt) = wanted.among(store::alive(app.db.read(), &paid_cart.id).await?) {
        return Ok(Opened { attempt, order });
    }
    let id = random_id();
    let session = NewSession { payment: PaymentKey(id.clone()), amount, parent_origin: parent_origin.to_owned() };
    let opened = async {
        if let Some(holder) = &paid_cart.holder {
            app.limits.attempt_by_clock(SETUPS, holder, now).await?;
        }
        open_at(app, processor_name, &session).await
    };
    let opened = opened.await;
    if let (Some(holder), Err(_)) = (&paid_cart.holder, &opened) {
        give_setups_back(app, holder, 1).await;
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
    // Under the cart's lock, so that of two that are opened at once the first one is the only one. The other's session at the
    // processor is never used.
    let tx = app.db.begin().await?;
    cart::lock_cart(&tx, &attempt.cart_id).await?;
    let others = store::alive(&tx, &attempt.cart_id).await?;
    if others.iter().any(|other| may_be_charged(other, paid_cart)) {
        return Err(Error::Conflict(CHECKING));
    }
    if let Some(first) = wanted.among(others) {
        return Ok(Opened { attempt: first, order });
    }
    store::insert(&tx, attempt.clone()).await?;
    tx.commit().await?;
    Ok(Opened { attempt, order })
}

/// Of the payments that were opened for a cart one became its order, and none was in vain: neither those for what it was before nor those of
/// declined cards.
///
/// # Errors
/// Where the database cannot be asked.
pub async fn opened_to_buy(app: &App, cart: &Cart) -> Result<()> {
    let Some(holder) = cart.holder.as_deref() else { return Ok(()) };
    let since = app.clock.now() - Duration::hours(1);
    let opened = store::opened_since(app.db.read(), &cart.id, since).await?;
    give_setups_back(app, holder, opened).await;
    Ok(())
}

async fn give_setups_back(app: &App, holder: &str, count: u64) {
    for _ in 0..count {
        app.limits.give_back_by_clock(SETUPS, holder, app.clock.now()).await;
    }
}

/// Opens a session where the payment is to be made: its key, and the address of what the page shows.
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
        // It is named, so that the page tells this from a refusal of the cart.
        let processor = FieldFault { field: "processor".to_owned(), text: unavailable, values: Vec::new() };
        Refusal { fields: vec![processor], ..Refusal::new(unavailable) }.into()
    })
}

/// What an attempt has to be for, and at whom, to be joined.
struct Wanted<'a> {
    cart_version: i64,
    amount: Money,
    processor: &'a str,
}

impl Wanted<'_> {
    fn among(&self, attempts: Vec<Model>) -> Option<Model> {
        attempts.into_iter().find(|it| {
            it.state == AttemptState::Opened
                && (it.cart_version, it.amount, it.processor.as_str())
                    == (self.cart_version, self.amount, self.processor)
        })
    }
}

/// Settles what earlier attempts of a cart have left, so that none of them reserves money beside the one that is opened next:
/// what is unknown is asked about, what is authorised and was not submitted is given back. Its form takes no other card, so
/// nobody who comes back could go on with it.
///
/// An attempt for an earlier version of the cart can never be captured, so that one which cannot be settled keeps nobody from
/// paying for the cart as it is now; the worker comes back to it.
///
/// # Errors
/// A conflict when an attempt for this version may still lead to a charge, and nobody can tell.
async fn settle_others(app: &App, cart: &Cart) -> Result<()> {
    let is_superseded = |it: &Model| it.state == AttemptState::Opened && it.cart_version != cart.version;
    let (superseded, others): (Vec<Model>, Vec<Model>) =
        store::alive(app.db.read(), &cart.id).await?.into_iter().partition(is_superseded);
    for attempt in others.into_iter().chain(superseded.into_iter().take(MOST_LOOKED_AT)) {
        let mut attempt = look_again(app, attempt).await?;
        if attempt.state == AttemptState::Unknown {
            attempt = ask(app, attempt).await?;
        }
        if attempt.state == AttemptState::Authorised {
            attempt = give_up(app, attempt).await?;
        }
        if may_be_charged(&attempt, cart) {
            return Err(Error::Conflict(CHECKING));
        }
    }
    Ok(())
}

/// Whether an attempt that has got beyond its form may still be charged for this version of its cart, or was.
fn may_be_charged(attempt: &Model, cart: &Cart) -> bool {
    use AttemptState::{Authorised, Captured, Capturing, Completed, Unknown};
    attempt.cart_version == cart.version
        && matches!(attempt.state, Authorised | Capturing | Captured | Completed | Unknown)
}

/// Reserves the amount on the card that the form collected. Repeating it tells what came of it.
///
/// # Errors
/// [`Error::NotFound`] for an attempt of somebody else's; a refusal when cart or amount have changed, or when too many cards were
/// declined.
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
        AttemptState::Unknown => ask(app, attempt).await,
        _ => Ok(attempt),
    }
}

/// Counts a call by which the processor is asked about a payment that nothing was sent for: those of one address are not to become so many
/// that the processor refuses all that the shop asks.
///
/// # Errors
/// A refusal for an address from which too many came: nothing was asked.
pub async fn call_processor(visitor: &Visitor) -> Result<()> {
    visitor.attempt(CALLS).await.map_err(|error| match error {
        Error::TooMany { .. } => Refusal::new(TOO_MANY_TRIED).into(),
        other => other,
    })
}

/// Counts a card as declined before it is tried, so that those that are tried at once count too.
///
/// # Errors
/// A refusal for an address from which too many were declined: nothing was tried, which an answer of another kind would leave open.
pub(super) async fn try_card(visitor: &Visitor) -> Result<()> {
    call_processor(visitor).await?;
    visitor.attempt(DECLINES).await.map_err(|error| match error {
        Error::TooMany { .. } => Refusal::new(TOO_MANY_DECLINED).into(),
        other => other,
    })
}

/// Takes that back unless it was declined.
pub(super) async fn tried_card(visitor: &Visitor, attempt: &Result<Model>) {
    if !matches!(attempt, Ok(attempt) if attempt.state == AttemptState::Declined) {
        visitor.give_back(DECLINES).await;
    }
}

async fn call_authorise(app: &App, attempt: Model) -> Result<Model> {
    let processor = app.processors.card(&attempt.processor).ok_or_else(|| no_processor(&attempt))?;
    let (payment, session) = (PaymentKey(attempt.id.clone()), SessionKey(attempt.session_key.clone()));
    let outcome = processor.authorise(&payment, &session, attempt.amount).await;
    note_authorisation(app, attempt, outcome).await
}

/// Moves an attempt to where the answer to its authorisation leads.
pub(super) async fn note_authorisation(app: &App, attempt: Model, outcome: AuthoriseOutcome) -> Result<Model> {
    fault::point(&app.config, "after_authorise");
    match outcome {
        AuthoriseOutcome::Authorised { reference, card } => {
            go(app, attempt, AttemptState::Authorised, known(Some(reference), Some(card), None)).await
        }
        AuthoriseOutcome::Declined { message } => {
            go(app, attempt, AttemptState::Declined, known(None, None, Some(message))).await
        }
        AuthoriseOutcome::Lost { reason } => {
            tracing::warn!(payment = attempt.id, reason, "the answer of an authorisation was lost");
            let learnt = Learnt { lost_call: Some(LostCall::Authorise), ..Learnt::default() };
            go(app, attempt, AttemptState::Unknown, learnt).await
        }
        // The form has not accepted a card yet, the session is over, or the card is not for this: nothing is reserved.
        AuthoriseOutcome::Refused { reason } => {
            tracing::info!(payment = attempt.id, reason, "an authorisation was refused");
            Ok(attempt)
        }
    }
}

/// Keeps what an attempt is submitted with: the first to submit it decide, and everybody after them has to say the same. Before
/// a card was accepted nothing is decided.
///
/// # Errors
/// A refusal when it was submitted with other details, or when a guest asks for the card to be saved. Not a conflict: trying again never
/// helps.
pub async fn keep_details(app: &App, attempt: Model, details: &Details, account_id: Option<&str>) -> Result<Model> {
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
            store::one(db, &attempt.id).await?.ok_or(Error::NotFound)?
        }
    };
    if kept.submitted_with == Some(submitted_with) { Ok(kept) } else { Err(Refusal::new(OTHER_DETAILS).into()) }
}

/// Takes the money of an attempt whose places are pinned (state `capturing`).
pub async fn capture(app: &App, attempt: Model) -> Result<Model> {
    let processor = processor(app, &attempt)?;
    fault::point(&app.config, "before_capture");
    let outcome = processor.capture(&PaymentKey(attempt.id.clone()), attempt.amount).await;
    fault::point(&app.config, "after_capture");
    match outcome {
        CaptureOutcome::Captured => go(app, attempt, AttemptState::Captured, Learnt::default()).await,
        CaptureOutcome::Failed { message } => {
            go(app, attempt, AttemptState::Failed, known(None, None, Some(message))).await
        }
        CaptureOutcome::Lost { reason } | CaptureOutcome::Refused { reason } => {
            tracing::warn!(payment = attempt.id, reason, "the answer of a capture was lost");
            let learnt = Learnt { lost_call: Some(LostCall::Capture), ..Learnt::default() };
            go(app, attempt, AttemptState::Unknown, learnt).await
        }
    }
}

/// An attempt that stands as opened may have gone further at its processor, when whoever called was stopped before the answer came.
pub async fn look_again(app: &App, attempt: Model) -> Result<Model> {
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
    go(app, attempt, to, known(reference, card, message)).await
}

/// Settles an unknown attempt by asking the processor. A capture that had not happened goes back to `capturing`: the same call
/// under the same key then happens once, whatever became of the first.
pub async fn ask(app: &App, attempt: Model) -> Result<Model> {
    let lost = attempt.lost_call;
    let found = match processor(app, &attempt)?.lookup(&PaymentKey(attempt.id.clone())).await {
        LookupOutcome::Found(found) => found,
        // A session was opened there and is forgotten: nothing is reserved under this key that could be captured. Of a capture
        // that says nothing: the money may have been taken before it was forgotten.
        LookupOutcome::NotFound if lost == Some(LostCall::Authorise) => {
            tracing::error!(payment = attempt.id, "the processor does not know a payment that it has opened");
            return go(app, attempt, AttemptState::Voided, Learnt::default()).await;
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
        // Not yet done, and it may still arrive: repeating the call settles it either way.
        (ProcessorStatus::Created | ProcessorStatus::CardAccepted, _) => AttemptState::Opened,
    };
    go(app, attempt, to, known(reference, card, message)).await
}

/// Gives up an attempt that nothing was taken for.
pub async fn give_up(app: &App, attempt: Model) -> Result<Model> {
    match processor(app, &attempt)?.void(&PaymentKey(attempt.id.clone())).await {
        VoidOutcome::Voided => go(app, attempt, AttemptState::Voided, Learnt::default()).await,
        VoidOutcome::Lost { reason } | VoidOutcome::Refused { reason } => {
            tracing::warn!(payment = attempt.id, reason, "a payment could not be given up; the worker tries again");
            Ok(attempt)
        }
    }
}

/// Moves an attempt on, and reads it as it then is: whoever was overtaken finds what the other did.
async fn go(app: &App, attempt: Model, to: AttemptState, learnt: Learnt) -> Result<Model> {
    let moved = store::advance(app.db.write(), &attempt.id, attempt.state, to, learnt, app.clock.now()).await?;
    tracing::info!(payment = attempt.id, from = ?attempt.state, ?to, moved, "payment");
    store::one(app.db.write(), &attempt.id).await?.ok_or(Error::NotFound)
}

fn known(reference: Option<String>, card: Option<CardShown>, message: Option<String>) -> Learnt {
    let card_token = card.as_ref().and_then(|card| card.token.clone()).map(|token| token.0);
    let (masked_card_number, card_brand) = card.map(|card| (card.masked_number, card.brand)).unzip();
    Learnt { lost_call: None, reference, masked_card_number, card_brand, card_token, message }
}

/// What the worker finds unfinished.
pub struct Unfinished {
    /// Money may have been taken: to be brought to an order, or back.
    pub running: Vec<Model>,
    /// The answer of their authorisation was lost: to be asked about and no more, for nobody has submitted them.
    pub in_question: Vec<Model>,
    /// Nobody will submit them any more: to be given up.
    pub abandoned: Vec<Model>,
}

/// Attempts that a stopped process or a shopper who left have not finished.
pub async fn unfinished(app: &App, limit: u64) -> Result<Unfinished> {
    use AttemptState::{Authorised, Captured, Capturing, Opened, Unknown};
    let now = app.clock.now();
    let db = app.db.read();
    let stopped = store::resting(db, &[Capturing, Captured, Unknown], now - PATIENCE_WITH_PROCESSES, limit).await?;
    let (in_question, running) =
        stopped.into_iter().partition(|it| it.state == Unknown && it.lost_call == Some(LostCall::Authorise));
    Ok(Unfinished {
        running,
        in_question,
        abandoned: store::resting(db, &[Opened, Authorised], now - PATIENCE_WITH_SHOPPERS, limit).await?,
    })
}

/// Whether an attempt is over without money.
pub fn came_to_nothing(attempt: &Model) -> bool {
    use AttemptState::{Declined, Failed, Voided};
    matches!(attempt.state, Declined | Failed | Voided)
}

/// What a call about a payment answers that failed for a reason which passes, or for none that is known: whether anything was reserved or
/// charged is found out by asking, so that nobody is told that nothing was, or to pay again.
pub fn in_question(error: Error) -> Error {
    match error {
        Error::Unavailable { .. } | Error::Internal(_) | Error::Conflict(AGAIN) => {
            Error::InQuestion { text: CHECKING, cause: error.to_string() }
        }
        other => other,
    }
}

/// The words for an attempt that came to nothing.
pub fn why_not(attempt: &Model) -> Refusal {
    let declined = if is_lent(attempt) { LENDER_DECLINED } else { DECLINED };
    Refusal::new(if attempt.state == AttemptState::Declined { declined } else { CAPTURE_FAILED })
}

/// The words for an attempt for which nothing is reserved yet.
pub fn not_authorised(attempt: &Model) -> Refusal {
    Refusal::new(if is_lent(attempt) { NOT_LENT } else { NOT_AUTHORISED })
}

fn is_lent(attempt: &Model) -> bool {
    LENDERS.contains(&attempt.processor.as_str())
}
