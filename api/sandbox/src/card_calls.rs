//! The calls of the card processor: API calls that need the key, and calls of the card form in its frame.

use std::collections::HashMap;
use std::sync::Arc;

use poem::http::StatusCode;
use poem::{Request, Response, Route, get, post};

use crate::card_form::{self, Page};
use crate::cards::{self, AcceptedCard, Behaviour};
use crate::ledger::Ledger;
use crate::opening::{check_opening, check_terms};
use crate::payment::{Manner, Opening, PaidBy, Payment, Refusal};
use crate::state::{SandboxState, answered, body, json, keyed, now, open, path_part, step, with_ledger};
use crate::wire::{
    AskRefund, Authorise, AuthoriseSaved, Capture, CardAccepted, CardEntry, CardErrors, CardRefused, ChallengeAnswer,
    ChallengeResult, ChangeDispute, Charge, LedgerAnswer, OpenSession, SessionOpened, SettleRefund,
};
use midway_kernel::secret::{random_code, random_token};

const UNKNOWN_CARD: Refusal = Refusal::Conflict("no card with this token was used here");

pub fn with_routes(route: Route, state: &Arc<SandboxState>) -> Route {
    route
        .at("/v1/sessions", post(keyed(state, open_session)))
        .at("/v1/payments/:payment_key", get(keyed(state, look_up)))
        .at("/v1/payments/:payment_key/authorise", post(keyed(state, authorise)))
        .at("/v1/payments/:payment_key/authorise-saved", post(keyed(state, authorise_saved)))
        .at("/v1/payments/:payment_key/capture", post(keyed(state, capture)))
        .at("/v1/payments/:payment_key/charge", post(keyed(state, charge)))
        .at("/v1/payments/:payment_key/void", post(keyed(state, void)))
        .at("/v1/payments/:payment_key/refund", post(keyed(state, refund_rest)))
        .at("/v1/payments/:payment_key/refunds", post(keyed(state, refund)))
        .at("/v1/payments/:payment_key/settle-refund", post(keyed(state, settle_refund)))
        .at("/v1/payments/:payment_key/dispute", post(keyed(state, dispute)))
        .at("/v1/ledger", get(keyed(state, show_ledger)))
        .at("/figtree.woff2", get(open(state, |_, _| async { Ok(card_form::font()) })))
        .at("/card/:session_key", get(open(state, show_form)).post(open(state, accept_card)))
        .at("/card/:session_key/challenge", post(open(state, end_challenge)))
}

async fn open_session(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: OpenSession = body(&mut request).await?;
    // An amount of 0 is allowed: in that case, the form only collects the card, which is charged later.
    let amount_cents = if asked.amount_cents == 0 { 1 } else { asked.amount_cents };
    check_opening(&asked.payment_key, amount_cents, &asked.currency, &asked.parent_origin)?;
    let opening = Opening {
        session_key: random_token(),
        amount_cents: asked.amount_cents,
        currency: asked.currency,
        parent_origin: asked.parent_origin,
        paid_by: PaidBy::Card,
    };
    let opened =
        move |ledger: &mut Ledger, state: &SandboxState| ledger.open_or_find(now(state), &asked.payment_key, opening);
    let session_key = with_ledger(&state, opened).await?;
    let card_form_url = format!("{}/card/{session_key}", state.public_url.trim_end_matches('/'));
    Ok(json(StatusCode::OK, &SessionOpened { session_key, card_form_url }))
}

async fn look_up(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    let payment_key = path_part(&request, "payment_key");
    let answer = with_ledger(&state, move |ledger, _| Ok(ledger.payment(&payment_key)?.answer(&payment_key))).await?;
    Ok(json(StatusCode::OK, &answer))
}

async fn show_ledger(state: Arc<SandboxState>, _: Request) -> Result<Response, Refusal> {
    let payments = with_ledger(&state, |ledger, _| {
        Ok(ledger.payments().map(|(payment_key, payment)| payment.answer(payment_key)).collect())
    })
    .await?;
    Ok(json(StatusCode::OK, &LedgerAnswer { payments }))
}

async fn authorise(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Authorise = body(&mut request).await?;
    let reference = format!("SB-{}", random_code(10));
    let decide = move |payment: &Payment| payment.authorise(&asked.session_key, asked.amount_cents, reference);
    step(&state, &request, decide, Payment::authorisation_answer).await
}

/// Authorises an amount on a saved card, for a payment whose card form is not used. A repeated call does not authorise
/// the amount again.
async fn authorise_saved(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: AuthoriseSaved = body(&mut request).await?;
    let payment_key = path_part(&request, "payment_key");
    let (answer, manner) = with_ledger(&state, move |ledger, state| {
        let card = ledger.card(&asked.card_token).cloned().ok_or(UNKNOWN_CARD)?;
        let code = asked.security_code.as_deref();
        let has_address = asked.holder_address.is_some_and(|address| !address.trim().is_empty());
        let mut manner = Manner::Answered;
        let reference = format!("SB-{}", random_code(10));
        while let Some(decision) = ledger.payment(&payment_key)?.authorise_saved(
            card.clone(),
            has_address,
            code,
            asked.amount_cents,
            reference.clone(),
        )? {
            (_, manner) = ledger.commit(now(state), &payment_key, decision)?;
            if manner != Manner::Answered {
                break;
            }
        }
        Ok((ledger.payment(&payment_key)?.authorisation_answer(&payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

async fn capture(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Capture = body(&mut request).await?;
    let decide = move |payment: &Payment| payment.capture(asked.amount_cents);
    step(&state, &request, decide, Payment::capture_answer).await
}

/// Charges a saved card for a payment without a card form. A repeated call does not charge the card again.
async fn charge(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Charge = body(&mut request).await?;
    let payment_key = path_part(&request, "payment_key");
    check_terms(&payment_key, asked.amount_cents)?;
    let (answer, manner) = with_ledger(&state, move |ledger, state| {
        let card = ledger.card(&asked.card_token).cloned().ok_or(UNKNOWN_CARD)?;
        if ledger.payment(&payment_key).is_err() {
            let opening = Opening {
                session_key: random_token(),
                amount_cents: asked.amount_cents,
                currency: "USD".to_owned(),
                parent_origin: String::new(),
                paid_by: PaidBy::Card,
            };
            ledger.open_payment(now(state), &payment_key, opening)?;
        }
        let mut manner = Manner::Answered;
        let reference = format!("SB-{}", random_code(10));
        while let Some(decision) =
            ledger.payment(&payment_key)?.charge(card.clone(), asked.amount_cents, reference.clone())?
        {
            (_, manner) = ledger.commit(now(state), &payment_key, decision)?;
        }
        Ok((ledger.payment(&payment_key)?.answer(&payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

async fn void(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    step(&state, &request, Payment::void, Payment::answer).await
}

/// Refunds a part of the captured amount under a key of the shop.
async fn refund(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: AskRefund = body(&mut request).await?;
    check_terms(&asked.refund_key, asked.amount_cents)?;
    let payment_key = path_part(&request, "payment_key");
    let refund = with_ledger(&state, move |ledger, state| {
        let reference = format!("SR-{}", random_code(10));
        let payment = ledger.payment(&payment_key)?;
        let decision = payment.refund(Some(asked.refund_key.clone()), Some(asked.amount_cents), reference)?;
        let (payment, _) = ledger.commit(now(state), &payment_key, decision)?;
        payment.refund_of(&asked.refund_key).cloned().ok_or(Refusal::NoSuchPayment)
    })
    .await?;
    Ok(json(StatusCode::OK, &refund))
}

/// Refunds everything that is left of the captured amount, as the operator does at the processor.
async fn refund_rest(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    let reference = format!("SR-{}", random_code(10));
    step(&state, &request, move |payment| payment.refund(None, None, reference), Payment::answer).await
}

async fn settle_refund(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: SettleRefund = body(&mut request).await?;
    let decide = move |payment: &Payment| payment.settle_refund(&asked.reference, asked.state);
    step(&state, &request, decide, Payment::answer).await
}

async fn dispute(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: ChangeDispute = body(&mut request).await?;
    step(&state, &request, move |payment| payment.dispute(asked.state), Payment::answer).await
}

async fn show_form(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    let options: HashMap<String, String> = request.params().unwrap_or_default();
    let session_key = path_part(&request, "session_key");
    let session = session_key.clone();
    let found = with_ledger(&state, move |ledger, _| {
        let payment = ledger.payment(ledger.payment_key_of(&session).ok_or(Refusal::NoSuchPayment)?)?;
        payment.is_paid_by(PaidBy::Card)?;
        Ok(payment.opening.parent_origin.clone())
    })
    .await;
    match found {
        Ok(parent_origin) => card_form::show(&Page {
            session_key: &session_key,
            parent_origin: &parent_origin,
            theme: options.get("theme").map(String::as_str),
            button: options.get("button").map(String::as_str),
            again: options.get("again").map(String::as_str),
            now: state.clock.now(),
        }),
        Err(Refusal::NoSuchPayment) => card_form::gone(),
        Err(refusal) => Err(refusal),
    }
}

async fn accept_card(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let session_key = path_part(&request, "session_key");
    let entry: CardEntry = body(&mut request).await?;
    let (card, valid_through) = match cards::read(&entry, state.clock.now()) {
        Ok(read) => read,
        Err(errors) => {
            let message = "Check the card details".to_owned();
            return Ok(json(StatusCode::UNPROCESSABLE_ENTITY, &CardRefused { message, errors }));
        }
    };
    if card.behaviour == Behaviour::FormFails {
        let message = "An error occurred initializing your transaction. Please try again.".to_owned();
        return Ok(json(StatusCode::INTERNAL_SERVER_ERROR, &CardRefused { message, errors: CardErrors::default() }));
    }
    let masked_card_number = with_ledger(&state, move |ledger, state| {
        let payment_key = ledger.payment_key_of(&session_key).ok_or(Refusal::NoSuchPayment)?.to_owned();
        let accepted = match ledger.card_numbered(card) {
            Some(known) => AcceptedCard { valid_through: Some(valid_through), ..known.clone() },
            None => AcceptedCard::of(card, valid_through, format!("card_{}", random_token())),
        };
        let masked_card_number = accepted.masked_number();
        let decision = ledger.payment(&payment_key)?.accept_card(accepted)?;
        ledger.commit(now(state), &payment_key, decision)?;
        Ok(masked_card_number)
    })
    .await?;
    let challenge = card.behaviour.is_challenged();
    Ok(json(StatusCode::OK, &CardAccepted { masked_card_number, card_brand: card.brand.name(), challenge }))
}

/// Ends the challenge of the card's bank. The card is accepted if the shopper has passed.
async fn end_challenge(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let session_key = path_part(&request, "session_key");
    let ChallengeAnswer { result } = body(&mut request).await?;
    let card = with_ledger(&state, move |ledger, state| {
        let payment_key = ledger.payment_key_of(&session_key).ok_or(Refusal::NoSuchPayment)?.to_owned();
        let decision = ledger.payment(&payment_key)?.end_challenge(result)?;
        let (payment, _) = ledger.commit(now(state), &payment_key, decision)?;
        Ok(payment.accepted().cloned())
    })
    .await?;
    match (card, result) {
        (Some(card), ChallengeResult::Passed) => {
            let (masked_card_number, card_brand) = (card.masked_number(), card.brand.name());
            Ok(json(StatusCode::OK, &CardAccepted { masked_card_number, card_brand, challenge: false }))
        }
        _ => {
            let message = "Your bank did not confirm the payment. Nothing was charged. Use another card.".to_owned();
            Ok(json(StatusCode::UNPROCESSABLE_ENTITY, &CardRefused { message, errors: CardErrors::default() }))
        }
    }
}
