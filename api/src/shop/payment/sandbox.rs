//! The client of the sandbox card processor ([`midway_sandbox`]). [`lender`] is the client of its lender.

mod lender;

use std::path::PathBuf;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::{Method, StatusCode, redirect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::processor::{
    Authorisation, BrowserForm, BrowserOrigins, Capabilities, Captured, CardProcessor, CardShown, CardToken, Decline,
    DeclineCode, Dispute, DisputeState, Movement, MovementKind, MovementState, NewSession, Outcome, PaymentKey,
    PaymentRef, Processor, ProcessorPayment, ProcessorStatus, Refund, RefundKey, RefundState, Session, SessionKey,
};
use crate::error::with_causes;
use midway_kernel::input::Secret;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;
use midway_sandbox::wire::{
    self, AskRefund, Authorise, AuthoriseSaved, Capture, Charge, LedgerAnswer, OpenSession, PaymentAnswer, Problem,
    ProblemCode, SessionOpened, Status,
};

/// How the API finds the sandbox server.
#[derive(Clone, Debug)]
pub enum SandboxAddress {
    /// The address from the configuration.
    Fixed(Url),
    /// The address from the file that the sandbox writes when it starts. The file is read at each call, because a
    /// restarted sandbox has a different port.
    File(PathBuf),
}

#[derive(Clone, Debug)]
pub struct SandboxClientConfig {
    pub address: SandboxAddress,
    /// The sandbox's address for browsers, when it differs from the address for the API.
    pub public_url: Option<Url>,
    pub api_key: String,
    /// The public key that the shop's page shows to the lender.
    pub public_key: String,
    /// How long to wait for an answer before it is treated as lost.
    pub timeout: Duration,
}

/// The `timeout` that the shop uses. The slow test card is answered well within this time.
pub const TIMEOUT: Duration = Duration::from_secs(10);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// The argument for a request without a body.
const NOTHING: Option<&()> = None;

pub struct SandboxProcessor {
    config: SandboxClientConfig,
    http: reqwest::Client,
}

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The request did not reach the sandbox.
    #[error("the sandbox cannot be reached: {0}")]
    NotReached(String),
    #[error("the sandbox's answer is lost: {0}")]
    Lost(String),
    #[error("the sandbox refused the call: {message} ({code:?})")]
    Refused { code: ProblemCode, message: String },
}

impl<T> From<CallError> for Outcome<T> {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Refused { .. } => Outcome::Refused { reason: error.to_string() },
            CallError::NotReached(_) | CallError::Lost(_) => Outcome::Lost { reason: error.to_string() },
        }
    }
}

impl SandboxProcessor {
    pub fn new(config: SandboxClientConfig) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(config.timeout)
            // Open a new connection for each call. A pooled connection may be dead already, and that failure would look
            // like a lost answer.
            .pool_max_idle_per_host(0)
            // The HTTP client must not repeat a call about money. Only the caller knows whether that is safe.
            .retry(reqwest::retry::never())
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(SandboxProcessor { config, http })
    }

    /// Every payment in the sandbox's ledger, for the doctor and for tests.
    pub async fn ledger(&self) -> Result<Vec<PaymentAnswer>, CallError> {
        let ledger: LedgerAnswer = self.call(Method::GET, &["ledger"], NOTHING).await?;
        Ok(ledger.payments)
    }

    /// A call about a payment that is not part of the interface to processors: what the operator or the bank does.
    pub async fn control(
        &self,
        payment: &PaymentKey,
        call: &str,
        request: Option<&impl Serialize>,
    ) -> Result<PaymentAnswer, CallError> {
        self.step(payment, call, request).await
    }

    async fn payment(&self, payment: &PaymentKey) -> Result<PaymentAnswer, CallError> {
        self.call(Method::GET, &["payments", payment.as_str()], NOTHING).await
    }

    async fn step(
        &self,
        payment: &PaymentKey,
        step: &str,
        request: Option<&impl Serialize>,
    ) -> Result<PaymentAnswer, CallError> {
        self.call(Method::POST, &["payments", payment.as_str(), step], request).await
    }

    /// Runs a step that reserves the amount.
    async fn authorised_by(
        &self,
        payment: &PaymentKey,
        step: &str,
        request: &impl Serialize,
    ) -> Outcome<Authorisation> {
        authorisation(self.step(payment, step, Some(request)).await)
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        request: Option<&impl Serialize>,
    ) -> Result<T, CallError> {
        let address = self.address().await?;
        let first = self.exchange(&method, &address, path, request).await;
        let Err(CallError::NotReached(_)) = first else { return first };
        // Nothing was sent, so the call may be repeated at the sandbox's new address.
        let moved = self.address().await?;
        if moved == address { first } else { self.exchange(&method, &moved, path, request).await }
    }

    async fn exchange<T: DeserializeOwned>(
        &self,
        method: &Method,
        address: &Url,
        path: &[&str],
        request: Option<&impl Serialize>,
    ) -> Result<T, CallError> {
        let mut url = address.clone();
        url.path_segments_mut()
            .map_err(|()| CallError::NotReached(format!("{address} is not a URL")))?
            .pop_if_empty()
            .push("v1")
            .extend(path);
        let mut call = self.http.request(method.clone(), url).bearer_auth(&self.config.api_key);
        if let Some(request) = request {
            call = call.json(request);
        }
        let answer = call.send().await.map_err(|error| match error.is_connect() {
            true => CallError::NotReached(with_causes(&error)),
            false => CallError::Lost(with_causes(&error)),
        })?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| CallError::Lost(with_causes(&error)))?;
        read_answer(status, &body)
    }

    async fn address(&self) -> Result<Url, CallError> {
        match &self.config.address {
            SandboxAddress::Fixed(url) => Ok(url.clone()),
            SandboxAddress::File(path) => {
                let unread = |error: &dyn std::fmt::Display| {
                    CallError::NotReached(format!("{} contains no address: {error}", path.display()))
                };
                let text = tokio::fs::read_to_string(path).await.map_err(|error| unread(&error))?;
                Url::parse(text.trim()).map_err(|error| unread(&error))
            }
        }
    }
}

/// Parses an answer of the sandbox. An answer in any other form, for example from a different server at the sandbox's
/// old port or from a proxy, is treated as lost, because it does not prove that nothing happened.
fn read_answer<T: DeserializeOwned>(status: StatusCode, body: &[u8]) -> Result<T, CallError> {
    if status.is_success() {
        return serde_json::from_slice(body).map_err(|error| CallError::Lost(format!("an unreadable answer: {error}")));
    }
    match serde_json::from_slice::<Problem>(body) {
        Ok(problem) if status.is_client_error() => {
            Err(CallError::Refused { code: problem.code, message: problem.message })
        }
        _ => Err(CallError::Lost(format!("answered with {status}"))),
    }
}

impl Processor for SandboxProcessor {
    fn capture<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<()>> {
        async move {
            match self.step(&payment.key, "capture", Some(&Capture { amount_cents: amount.cents() })).await {
                Ok(PaymentAnswer { status: Status::Captured, .. }) => Outcome::Done(()),
                Ok(answer) if answer.status == Status::CaptureFailed => declined(answer),
                Ok(answer) => out_of_place(answer.status),
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn void<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<()>> {
        async move {
            match self.step(&payment.key, "void", NOTHING).await {
                // A declined payment reserved nothing, so it is treated as voided.
                Ok(PaymentAnswer { status: Status::Voided | Status::Declined, .. }) => Outcome::Done(()),
                Ok(answer) => out_of_place(answer.status),
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn refund<'a>(
        &'a self,
        payment: &'a PaymentRef,
        refund: &'a RefundKey,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Refund>> {
        async move {
            let request = AskRefund { refund_key: refund.to_string(), amount_cents: amount.cents() };
            let path = ["payments", payment.key.as_str(), "refunds"];
            let refund: wire::Refund = match self.call(Method::POST, &path, Some(&request)).await {
                Ok(refund) => refund,
                Err(error) => return error.into(),
            };
            match refund.state {
                wire::RefundState::Succeeded => Outcome::Done(refund_shown(refund)),
                wire::RefundState::Pending => Outcome::Pending,
                wire::RefundState::Failed => Outcome::Declined(Decline {
                    code: DeclineCode::CardDeclined,
                    message: refund.message.unwrap_or_default(),
                }),
            }
        }
        .boxed()
    }

    fn look_up<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<Option<ProcessorPayment>>> {
        async move {
            match self.payment(&payment.key).await {
                Ok(answer) => Outcome::Done(Some(payment_shown(answer))),
                Err(CallError::Refused { code: ProblemCode::NoSuchPayment, .. }) => Outcome::Done(None),
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn payment_named<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Outcome<Option<PaymentKey>>> {
        // The sandbox names payments by the shop's keys.
        async move {
            let payment = PaymentRef::without_session(name);
            self.look_up(&payment).await.map(|found| found.map(|_| payment.key.clone()))
        }
        .boxed()
    }

    fn captures(&self) -> BoxFuture<'_, Result<Vec<Captured>, String>> {
        async move {
            let ledger = self.ledger().await.map_err(|error| error.to_string())?;
            let captured = |it: PaymentAnswer| {
                let refunds = it.refunds.iter().filter(|refund| refund.state != wire::RefundState::Failed);
                Captured {
                    amount: Money(it.captured_cents),
                    refunded: Money(refunds.map(|refund| refund.amount_cents).sum()),
                    payment: PaymentKey(it.payment_key),
                }
            };
            Ok(ledger.into_iter().filter(|payment| payment.captured_cents > 0).map(captured).collect())
        }
        .boxed()
    }

    fn movements(&self, from: Instant, to: Instant) -> BoxFuture<'_, Result<Vec<Movement>, String>> {
        async move {
            let ledger = self.ledger().await.map_err(|error| error.to_string())?;
            let mut movements: Vec<Movement> = ledger.into_iter().flat_map(movements_of).collect();
            movements.retain(|movement| (from..to).contains(&movement.at));
            Ok(movements)
        }
        .boxed()
    }

    fn browser_origins(&self) -> BoxFuture<'_, BrowserOrigins> {
        async move {
            let url = match &self.config.public_url {
                Some(url) => Some(url.clone()),
                None => self.address().await.ok(),
            };
            // Its script only shows a frame, and the page's own script loads it.
            let frames = url.map(|url| url.origin().ascii_serialization()).into_iter().collect();
            BrowserOrigins { frames, ..BrowserOrigins::default() }
        }
        .boxed()
    }
}

impl CardProcessor for SandboxProcessor {
    fn capabilities(&self) -> Capabilities {
        Capabilities { form: BrowserForm::Frame, saves_cards: true, checks_security_code: true, charges_later: true }
    }

    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, Outcome<Session>> {
        async move {
            let request = OpenSession {
                payment_key: session.payment.to_string(),
                amount_cents: session.amount.cents(),
                currency: "USD".to_owned(),
                parent_origin: session.parent_origin.clone(),
            };
            match self.call(Method::POST, &["sessions"], Some(&request)).await {
                Ok(SessionOpened { session_key, card_form_url }) => {
                    Outcome::Done(Session { key: SessionKey(session_key), url: card_form_url })
                }
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn authorise<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<Authorisation>> {
        async move {
            let session_key = payment.session.as_ref().map(ToString::to_string).unwrap_or_default();
            let request = Authorise { session_key, amount_cents: amount.cents() };
            self.authorised_by(&payment.key, "authorise", &request).await
        }
        .boxed()
    }

    fn authorise_saved<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        holder_address: Option<&'a str>,
        security_code: Option<&'a Secret>,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Authorisation>> {
        async move {
            let request = AuthoriseSaved {
                card_token: card.to_string(),
                holder_address: holder_address.map(str::to_owned),
                security_code: security_code.map(|code| code.expose().to_owned()),
                amount_cents: amount.cents(),
            };
            match self.step(&payment.key, "authorise-saved", Some(&request)).await {
                Err(CallError::Refused { code: ProblemCode::WrongCode, message }) => {
                    Outcome::Declined(Decline { code: DeclineCode::WrongSecurityCode, message })
                }
                answer => authorisation(answer),
            }
        }
        .boxed()
    }

    fn charge<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<String>> {
        async move {
            let request = Charge { card_token: card.to_string(), amount_cents: amount.cents() };
            let answer = match self.step(&payment.key, "charge", Some(&request)).await {
                Ok(answer) => answer,
                Err(error) => return error.into(),
            };
            match (answer.status, &answer.reference) {
                (Status::Captured, Some(reference)) => Outcome::Done(reference.clone()),
                (Status::Declined | Status::CaptureFailed, _) => declined(answer),
                (Status::RequiresAction, _) => Outcome::RequiresAction,
                (status, _) => out_of_place(status),
            }
        }
        .boxed()
    }
}

fn authorisation(answer: Result<PaymentAnswer, CallError>) -> Outcome<Authorisation> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return error.into(),
    };
    match (answer.status, &answer.reference, card_shown(&answer)) {
        (Status::Authorised, Some(reference), Some(card)) => {
            Outcome::Done(Authorisation { reference: reference.clone(), card })
        }
        (Status::Declined, ..) => declined(answer),
        (Status::RequiresAction, ..) => Outcome::RequiresAction,
        (status, ..) => out_of_place(status),
    }
}

fn declined<T>(answer: PaymentAnswer) -> Outcome<T> {
    let code = match answer.decline_code {
        Some(wire::DeclineCode::InsufficientFunds) => DeclineCode::InsufficientFunds,
        Some(wire::DeclineCode::CardDeclined) | None => DeclineCode::CardDeclined,
    };
    match answer.message {
        Some(message) => Outcome::Declined(Decline { code, message }),
        None => out_of_place(answer.status),
    }
}

fn card_shown(answer: &PaymentAnswer) -> Option<CardShown> {
    Some(CardShown {
        masked_number: answer.masked_card_number.clone()?,
        brand: answer.card_brand.clone()?,
        valid_through: answer.card_valid_through.clone(),
        token: answer.card_token.clone().map(CardToken),
    })
}

/// The capture, the refunds and the dispute of a payment.
fn movements_of(answer: PaymentAnswer) -> Vec<Movement> {
    let captured = Money(answer.captured_cents);
    let movement = |kind, reference: String, amount, state, at: Option<Instant>| {
        let payment = PaymentKey(answer.payment_key.clone());
        at.map(|at| Movement { kind, payment, refund: None, reference, amount, state, at })
    };
    let reference = answer.reference.clone().unwrap_or_default();
    let capture = movement(MovementKind::Capture, reference, captured, MovementState::Settled, answer.captured_at);
    let dispute = dispute_shown(&answer).and_then(|dispute| {
        let Dispute { reference, amount, state } = dispute;
        movement(MovementKind::Dispute, reference, amount, state.into(), answer.disputed_at)
    });
    let refunds = answer.refunds.iter().filter_map(|refund| {
        let at = refund.made_at;
        let Refund { key, reference, amount, state, .. } = refund_shown(refund.clone());
        let movement = movement(MovementKind::Refund, reference, amount, state.into(), at)?;
        Some(Movement { refund: key, ..movement })
    });
    refunds.chain(capture).chain(dispute).collect()
}

fn dispute_shown(answer: &PaymentAnswer) -> Option<Dispute> {
    answer.dispute.map(|state| Dispute {
        reference: format!("SD-{}", answer.payment_key),
        amount: Money(answer.captured_cents),
        state: match state {
            wire::DisputeState::Open => DisputeState::Open,
            wire::DisputeState::Won => DisputeState::Won,
            wire::DisputeState::Lost => DisputeState::Lost,
        },
    })
}

fn payment_shown(answer: PaymentAnswer) -> ProcessorPayment {
    let captured = Money(answer.captured_cents);
    let dispute = dispute_shown(&answer);
    ProcessorPayment {
        status: match answer.status {
            Status::Created => ProcessorStatus::Created,
            Status::RequiresAction => ProcessorStatus::RequiresAction,
            Status::CardAccepted => ProcessorStatus::CardAccepted,
            Status::Authorised => ProcessorStatus::Authorised,
            Status::Declined => ProcessorStatus::Declined,
            Status::Captured | Status::Refunded => ProcessorStatus::Captured,
            Status::CaptureFailed => ProcessorStatus::CaptureFailed,
            Status::Voided => ProcessorStatus::Voided,
        },
        amount: Money(answer.amount_cents),
        captured,
        card: card_shown(&answer),
        refunds: answer.refunds.into_iter().map(refund_shown).collect(),
        disputes: dispute.into_iter().collect(),
        message: answer.message,
        reference: answer.reference,
    }
}

fn refund_shown(refund: wire::Refund) -> Refund {
    Refund {
        key: refund.refund_key.map(RefundKey),
        reference: refund.reference,
        amount: Money(refund.amount_cents),
        state: match refund.state {
            wire::RefundState::Pending => RefundState::Pending,
            wire::RefundState::Succeeded => RefundState::Succeeded,
            wire::RefundState::Failed => RefundState::Failed,
        },
        message: refund.message,
    }
}

/// The answer to a call whose payment has a status that cannot follow from the call.
fn out_of_place<T>(status: Status) -> Outcome<T> {
    Outcome::Lost { reason: format!("the sandbox answered with a payment that is {status:?}") }
}

#[cfg(test)]
mod test_sandbox;
#[cfg(test)]
mod tests;
