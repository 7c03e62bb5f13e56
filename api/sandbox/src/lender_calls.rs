//! The HTTP endpoints of the lender: API endpoints that require the sandbox's API key, and endpoints of the lender's
//! page, which the shop shows in a frame.

use std::collections::HashMap;
use std::sync::Arc;

use poem::http::StatusCode;
use poem::{Request, Response, Route, get, post, put};
use serde::{Deserialize, Serialize};

use crate::lender::{self, Applicant, MONTHS};
use crate::lender_page::{self, Offer};
use crate::opening::check_opening;
use crate::payment::{Opening, PaidBy, Payment, Refusal};
use crate::shared_files::public_key;
use crate::state::{SandboxState, body, json, keyed, now, open, path_part, step, with_ledger};
use crate::wire::{OfferOpened, OpenOffer, SentError, UseVirtualCard};
use midway_kernel::money::Money;
use midway_kernel::secret::{random_code, random_token, same};

/// The maximum length of a stored error message.
const MAX_MESSAGE_LENGTH: usize = 500;

pub fn with_routes(route: Route, state: &Arc<SandboxState>) -> Route {
    route
        .at("/v1/offers", post(keyed(state, open_offer)))
        .at("/v1/payments/:payment_key/authorise-virtual-card", post(keyed(state, authorise)))
        .at("/v1/payments/:payment_key/sent-error", put(keyed(state, note_error)))
        .at("/lender/script.js", get(open(state, |_, _| async { Ok(lender_page::script()) })))
        .at("/lender/offer/:up_code", get(open(state, show_offer)).post(open(state, apply)))
        .at("/lender/offer/:up_code/token", post(open(state, issue)))
}

async fn open_offer(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let asked: OpenOffer = body(&mut request).await?;
    check_opening(&asked.payment_key, asked.amount_cents, &asked.currency, &asked.parent_origin)?;
    let opening = Opening {
        session_key: random_token(),
        amount_cents: asked.amount_cents,
        currency: asked.currency,
        parent_origin: asked.parent_origin,
        paid_by: PaidBy::Lender,
    };
    let up_code =
        with_ledger(&state, move |ledger, state| ledger.open_or_find(now(state), &asked.payment_key, opening));
    let script_url = format!("{}/lender/script.js", state.public_url.trim_end_matches('/'));
    Ok(json(StatusCode::OK, &OfferOpened { up_code: up_code.await?, script_url }))
}

/// Authorises a payment with the virtual card that was issued for it. The card works once and only for the exact
/// amount.
async fn authorise(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let used: UseVirtualCard = body(&mut request).await?;
    if used.display_name.is_empty() || used.address.is_empty() {
        return Err(Refusal::Invalid("a virtual card needs a name and an address".to_owned()));
    }
    let reference = format!("SB-{}", random_code(10));
    let api_key = state.api_key.clone();
    let decide = move |payment: &Payment| {
        let is_card_of_loan = |loan: &_| lender::is_card_of_loan(&api_key, &payment.opening.session_key, loan, &used);
        payment.authorise_virtual_card(is_card_of_loan, used.amount_cents, reference)
    };
    step(&state, &request, decide, Payment::authorisation_answer).await
}

async fn note_error(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let mut error: SentError = body(&mut request).await?;
    if !["booking", "fatal"].contains(&error.kind.as_str()) {
        return Err(Refusal::Invalid("the kind is booking or fatal".to_owned()));
    }
    error.message = error.message.chars().take(MAX_MESSAGE_LENGTH).collect();
    tracing::warn!(kind = error.kind, message = error.message, "a shop reports an error");
    step(&state, &request, move |payment| payment.note_error(error), Payment::answer).await
}

/// Runs `look` on the payment of an offer. Fails if there is no such offer or the payment is not paid by the lender.
async fn of_offer<T: Send + 'static>(
    state: &Arc<SandboxState>,
    up_code: &str,
    look: impl FnOnce(&Payment) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let up_code = up_code.to_owned();
    with_ledger(state, move |ledger, _| {
        let payment_key = ledger.payment_key_of(&up_code).ok_or(Refusal::NoSuchPayment)?;
        let payment = ledger.payment(payment_key)?;
        payment.is_paid_by(PaidBy::Lender)?;
        look(payment)
    })
    .await
}

async fn show_offer(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    let options: HashMap<String, String> = request.params().unwrap_or_default();
    let up_code = path_part(&request, "up_code");
    let api_key = options.get("apiKey").map(String::as_str).unwrap_or_default();
    if !same(api_key, &public_key(&state.api_key)) {
        return lender_page::gone();
    }
    match of_offer(&state, &up_code, |payment| Ok(payment.opening.clone())).await {
        Ok(opening) => lender_page::show(&Offer {
            up_code: &up_code,
            parent_origin: &opening.parent_origin,
            amount: Money(opening.amount_cents),
            theme: options.get("theme").map(String::as_str),
        }),
        Err(Refusal::NoSuchPayment) => lender_page::gone(),
        Err(refusal) => Err(refusal),
    }
}

#[derive(Deserialize)]
struct Application {
    applicant: Applicant,
    months: u32,
}

#[derive(Serialize)]
struct Decided {
    status: &'static str,
}

async fn apply(state: Arc<SandboxState>, mut request: Request) -> Result<Response, Refusal> {
    let up_code = path_part(&request, "up_code");
    let Application { applicant, months } = body(&mut request).await?;
    if !MONTHS.contains(&months) {
        return Err(Refusal::Invalid("the months must be among those of the offer".to_owned()));
    }
    if applicant == Applicant::ServiceFails {
        return Err(Refusal::Broken("the test applicant asked for it".to_owned()));
    }
    let amount = of_offer(&state, &up_code, |payment| Ok(Money(payment.opening.amount_cents))).await?;
    let Some(behaviour) = applicant.behaviour().filter(|_| lender::lends(amount)) else {
        return Ok(json(StatusCode::OK, &Decided { status: "OFFER_UNAVAILABLE" }));
    };
    with_ledger(&state, move |ledger, state| {
        let payment_key = ledger.payment_key_of(&up_code).ok_or(Refusal::NoSuchPayment)?.to_owned();
        let loan = lender::loan(&state.api_key, &up_code, behaviour, months, state.clock.now());
        let decision = ledger.payment(&payment_key)?.approve(loan)?;
        ledger.commit(now(state), &payment_key, decision)?;
        Ok(())
    })
    .await?;
    Ok(json(StatusCode::OK, &Decided { status: "TOKEN_AVAILABLE" }))
}

/// Issues the virtual card of an approved loan.
async fn issue(state: Arc<SandboxState>, request: Request) -> Result<Response, Refusal> {
    let up_code = path_part(&request, "up_code");
    let loan = of_offer(&state, &up_code, |payment| payment.usable_loan().cloned()).await?;
    Ok(json(StatusCode::OK, &lender::issue(&state.api_key, &up_code, &loan)))
}
