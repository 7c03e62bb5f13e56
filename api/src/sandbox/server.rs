//! The sandbox's server: the calls of the API behind the key, and the card form that a browser frames. The lender's are in
//! [`super::lender_calls`].

use std::collections::HashMap;
use std::fs;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::endpoint::{BoxEndpoint, EndpointExt, make};
use poem::http::{StatusCode, header};
use poem::listener::{Acceptor, Listener, TcpAcceptor, TcpListener};
use poem::{Body, IntoResponse, Request, Response, Route, Server, get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::signal::unix::{SignalKind, signal};

use super::cards::{self, Behaviour};
use super::form::{self, Page};
use super::ledger::{Ledger, LedgerError};
use super::lender_calls;
use super::payment::{AcceptedCard, Decision, Manner, Opening, PaidBy, Payment, Refusal};
use super::place;
use super::wire::{
    Authorise, AuthoriseSaved, Capture, CardAccepted, CardEntry, CardErrors, CardRefused, Charge, LedgerAnswer,
    OpenSession, PaymentAnswer, Problem, ProblemCode, SessionOpened,
};
use midway_kernel::money::LARGEST;
use midway_kernel::secret::{random_code, random_token, same};
use midway_kernel::time::{Clock, to_microseconds};

/// No call has more to say; a larger body is a mistake or an attack.
const LARGEST_BODY_BYTES: usize = 8 * 1024;

/// The longest payment key. Keys are the shop's ids, used in paths as they are.
const LONGEST_PAYMENT_KEY: usize = 120;

/// How late the slow card is answered: longer than a shopper's patience, shorter than the client's.
const SLOW_ANSWER: Duration = Duration::from_secs(3);

/// How long a stopping sandbox lets calls end that have begun.
const LAST_CALLS: Duration = Duration::from_secs(5);

const UNKNOWN_CARD: Refusal = Refusal::Conflict("no card of this name was used here");

#[derive(Debug)]
pub struct SandboxConfig {
    /// Port 0 takes a free one.
    pub listen: SocketAddr,
    pub data: PathBuf,
    /// Where browsers reach the card form, when that is not the address that is listened on.
    pub public_url: Option<String>,
    /// The key of both processes; without one they share the key that is kept in the data folder.
    pub api_key: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("the sandbox cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("the sandbox cannot use its folder {folder}: {source}", folder = folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("the sandbox cannot open its ledger in {folder}: {source}", folder = folder.display())]
    Ledger { folder: PathBuf, source: LedgerError },
    #[error("the sandbox's public address {url} is no http or https address")]
    PublicUrl { url: String },
    #[error("the sandbox stopped: {0}")]
    Stopped(io::Error),
}

impl SandboxError {
    /// Whether another sandbox uses this one's folder.
    pub fn is_in_use(&self) -> bool {
        matches!(self, SandboxError::Ledger { source: LedgerError::InUse, .. })
    }
}

/// Runs the sandbox until the process is told to stop.
pub async fn serve(config: SandboxConfig, clock: Arc<dyn Clock>) -> Result<(), SandboxError> {
    let mut terminate = signal(SignalKind::terminate()).map_err(SandboxError::Stopped)?;
    let sandbox = Sandbox::open(config, clock).await?;
    tracing::info!(address = sandbox.address(), "the sandbox card processor listens");
    sandbox
        .run(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        })
        .await
}

/// A sandbox that listens and has published its address, and answers as soon as it is run.
pub struct Sandbox {
    acceptor: TcpAcceptor,
    office: Arc<Office>,
    address: String,
    data: PathBuf,
}

impl Sandbox {
    pub async fn open(config: SandboxConfig, clock: Arc<dyn Clock>) -> Result<Self, SandboxError> {
        let folder = place::folder(&config.data);
        let in_folder = |source| SandboxError::Folder { folder: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(in_folder)?;
        let ledger = Ledger::open(&folder).map_err(|source| SandboxError::Ledger { folder: folder.clone(), source })?;
        let api_key = match config.api_key {
            Some(key) => key,
            None => place::api_key(&config.data).map_err(in_folder)?,
        };
        let not_listening = |source| SandboxError::Listen { address: config.listen, source };
        let acceptor = TcpListener::bind(config.listen).into_acceptor().await.map_err(not_listening)?;
        let local = acceptor.local_addr().iter().find_map(|address| address.as_socket_addr().copied());
        let address = base_url(local.unwrap_or(config.listen));
        let public_url = config.public_url.unwrap_or_else(|| address.clone());
        if !is_web_address(&public_url) {
            return Err(SandboxError::PublicUrl { url: public_url });
        }
        place::write_address(&config.data, &address).map_err(in_folder)?;
        let office = Office { ledger: Mutex::new(ledger), clock, api_key, public_url };
        Ok(Sandbox { acceptor, office: Arc::new(office), address, data: config.data })
    }

    /// The base URL for server-to-server calls.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), SandboxError> {
        let server = Server::new_with_acceptor(self.acceptor).name("sandbox");
        let ended = server.run_with_graceful_shutdown(routes(&self.office), stop, Some(LAST_CALLS)).await;
        // The port may soon be another program's, which should not be sent the key.
        let removed = fs::remove_file(place::address_file(&self.data));
        ended.and(removed).map_err(SandboxError::Stopped)
    }
}

/// Where this machine reaches a listener: one that listens everywhere is reached on the loopback address.
fn base_url(local: SocketAddr) -> String {
    let host = match local {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        _ => local.ip(),
    };
    format!("http://{}", SocketAddr::new(host, local.port()))
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// What all calls share.
pub(super) struct Office {
    ledger: Mutex<Ledger>,
    pub clock: Arc<dyn Clock>,
    pub api_key: String,
    pub public_url: String,
}

fn routes(office: &Arc<Office>) -> Route {
    let route = Route::new()
        .at("/v1/sessions", post(keyed(office, open_session)))
        .at("/v1/payments/:payment_key", get(keyed(office, look_up)))
        .at("/v1/payments/:payment_key/authorise", post(keyed(office, authorise)))
        .at("/v1/payments/:payment_key/authorise-saved", post(keyed(office, authorise_saved)))
        .at("/v1/payments/:payment_key/capture", post(keyed(office, capture)))
        .at("/v1/payments/:payment_key/charge", post(keyed(office, charge)))
        .at("/v1/payments/:payment_key/void", post(keyed(office, void)))
        .at("/v1/payments/:payment_key/refund", post(keyed(office, refund)))
        .at("/v1/ledger", get(keyed(office, show_ledger)))
        .at("/card/:session_key", get(open(office, show_form)).post(open(office, accept_card)));
    lender_calls::with_routes(route, office)
}

/// A call of the API: it proves its key before anything else is looked at.
pub(super) fn keyed<F, Answer>(office: &Arc<Office>, call: F) -> BoxEndpoint<'static, Response>
where
    F: Fn(Arc<Office>, Request) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Result<Response, Refusal>> + Send + 'static,
{
    open(office, move |office, request| {
        let call = call.clone();
        async move {
            let key = request.header(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
            if !key.is_some_and(|key| same(key, &office.api_key)) {
                return Err(Refusal::WrongKey);
            }
            call(office, request).await
        }
    })
}

/// A call that a browser may make: the session key in its path is all that it needs.
pub(super) fn open<F, Answer>(office: &Arc<Office>, call: F) -> BoxEndpoint<'static, Response>
where
    F: Fn(Arc<Office>, Request) -> Answer + Send + Sync + 'static,
    Answer: Future<Output = Result<Response, Refusal>> + Send + 'static,
{
    let office = office.clone();
    make(move |request| {
        let answer = call(office.clone(), request);
        async move { answer.await.unwrap_or_else(|refusal| refused(&refusal)) }
    })
    .boxed()
}

async fn open_session(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let asked: OpenSession = body(&mut request).await?;
    // Of nothing, too: the card is collected to be charged later.
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
        move |ledger: &mut Ledger, office: &Office| ledger.open_or_find(now(office), &asked.payment_key, opening);
    let session_key = with_ledger(&office, opened).await?;
    let card_form_url = format!("{}/card/{session_key}", office.public_url.trim_end_matches('/'));
    Ok(json(StatusCode::OK, &SessionOpened { session_key, card_form_url }))
}

async fn look_up(office: Arc<Office>, request: Request) -> Result<Response, Refusal> {
    let payment_key = path_part(&request, "payment_key");
    let answer = with_ledger(&office, move |ledger, _| Ok(ledger.payment(&payment_key)?.answer(&payment_key))).await?;
    Ok(json(StatusCode::OK, &answer))
}

async fn show_ledger(office: Arc<Office>, _: Request) -> Result<Response, Refusal> {
    let payments = with_ledger(&office, |ledger, _| {
        Ok(ledger.payments().map(|(payment_key, payment)| payment.answer(payment_key)).collect())
    })
    .await?;
    Ok(json(StatusCode::OK, &LedgerAnswer { payments }))
}

async fn authorise(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Authorise = body(&mut request).await?;
    let reference = format!("SB-{}", random_code(10));
    let decide = move |payment: &Payment| payment.authorise(&asked.session_key, asked.amount_cents, reference);
    step(&office, &request, decide, Payment::authorisation_answer).await
}

/// Reserves an amount on a card that was used before, for a payment whose form nobody fills in. Asked again, it tells what came of it.
async fn authorise_saved(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let asked: AuthoriseSaved = body(&mut request).await?;
    let payment_key = path_part(&request, "payment_key");
    let (answer, manner) = with_ledger(&office, move |ledger, office| {
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
            (_, manner) = ledger.commit(now(office), &payment_key, decision)?;
            if manner != Manner::Answered {
                break;
            }
        }
        Ok((ledger.payment(&payment_key)?.authorisation_answer(&payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

async fn capture(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Capture = body(&mut request).await?;
    let decide = move |payment: &Payment| payment.capture(asked.amount_cents);
    step(&office, &request, decide, Payment::capture_answer).await
}

/// Charges a card that was used before, for a payment that nobody opens a form for. Asked again, it tells what came of it.
async fn charge(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let asked: Charge = body(&mut request).await?;
    let payment_key = path_part(&request, "payment_key");
    check_terms(&payment_key, asked.amount_cents)?;
    let (answer, manner) = with_ledger(&office, move |ledger, office| {
        let card = ledger.card(&asked.card_token).cloned().ok_or(UNKNOWN_CARD)?;
        if ledger.payment(&payment_key).is_err() {
            let opening = Opening {
                session_key: random_token(),
                amount_cents: asked.amount_cents,
                currency: "USD".to_owned(),
                parent_origin: String::new(),
                paid_by: PaidBy::Card,
            };
            ledger.open_payment(now(office), &payment_key, opening)?;
        }
        let mut manner = Manner::Answered;
        let reference = format!("SB-{}", random_code(10));
        while let Some(decision) =
            ledger.payment(&payment_key)?.charge(card.clone(), asked.amount_cents, reference.clone())?
        {
            (_, manner) = ledger.commit(now(office), &payment_key, decision)?;
        }
        Ok((ledger.payment(&payment_key)?.answer(&payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

async fn void(office: Arc<Office>, request: Request) -> Result<Response, Refusal> {
    step(&office, &request, Payment::void, Payment::answer).await
}

async fn refund(office: Arc<Office>, request: Request) -> Result<Response, Refusal> {
    step(&office, &request, Payment::refund, Payment::answer).await
}

/// One step of a payment: decide, write, and answer in the manner of its card.
pub(super) async fn step(
    office: &Arc<Office>,
    request: &Request,
    decide: impl FnOnce(&Payment) -> Result<Decision, Refusal> + Send + 'static,
    tell: fn(&Payment, &str) -> PaymentAnswer,
) -> Result<Response, Refusal> {
    let payment_key = path_part(request, "payment_key");
    let (answer, manner) = with_ledger(office, move |ledger, office| {
        let decision = decide(ledger.payment(&payment_key)?)?;
        let (payment, manner) = ledger.commit(now(office), &payment_key, decision)?;
        Ok((tell(payment, &payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

async fn answered(answer: &PaymentAnswer, manner: Manner) -> Result<Response, Refusal> {
    match manner {
        Manner::Answered => {}
        Manner::Late => tokio::time::sleep(SLOW_ANSWER).await,
        Manner::Lost => lose_answer(),
        Manner::ServerError => return Err(Refusal::Broken("the test card asked for it".to_owned())),
    }
    Ok(json(StatusCode::OK, answer))
}

/// What every payment is opened with that a page is framed for.
pub(super) fn check_opening(
    payment_key: &str,
    amount_cents: i64,
    currency: &str,
    parent_origin: &str,
) -> Result<(), Refusal> {
    check_terms(payment_key, amount_cents)?;
    if currency != "USD" {
        return Err(Refusal::Invalid("the currency is USD".to_owned()));
    }
    if !is_web_origin(parent_origin) {
        return Err(Refusal::Invalid("the parent origin is a scheme, a host and a port at most".to_owned()));
    }
    Ok(())
}

fn check_terms(payment_key: &str, amount_cents: i64) -> Result<(), Refusal> {
    if !is_payment_key(payment_key) {
        return Err(Refusal::Invalid(
            "the payment key is 1 to 120 letters, digits, hyphens and underscores".to_owned(),
        ));
    }
    if !(1..=LARGEST.cents()).contains(&amount_cents) {
        return Err(Refusal::Invalid("the amount is more than nothing and at most ten million dollars".to_owned()));
    }
    Ok(())
}

async fn show_form(office: Arc<Office>, request: Request) -> Result<Response, Refusal> {
    let options: HashMap<String, String> = request.params().unwrap_or_default();
    let session_key = path_part(&request, "session_key");
    let session = session_key.clone();
    let found = with_ledger(&office, move |ledger, _| {
        let payment = ledger.payment(ledger.payment_key_of(&session).ok_or(Refusal::NoSuchPayment)?)?;
        payment.is_paid_by(PaidBy::Card)?;
        Ok(payment.opening.parent_origin.clone())
    })
    .await;
    match found {
        Ok(parent_origin) => Ok(form::show(&Page {
            session_key: &session_key,
            parent_origin: &parent_origin,
            theme: options.get("theme").map(String::as_str),
            button: options.get("button").map(String::as_str),
            now: office.clock.now(),
        })),
        Err(Refusal::NoSuchPayment) => Ok(form::gone()),
        Err(refusal) => Err(refusal),
    }
}

async fn accept_card(office: Arc<Office>, mut request: Request) -> Result<Response, Refusal> {
    let session_key = path_part(&request, "session_key");
    let entry: CardEntry = body(&mut request).await?;
    let card = match cards::read(&entry, office.clock.now()) {
        Ok(card) => card,
        Err(errors) => {
            let message = "Check the card details".to_owned();
            return Ok(json(StatusCode::UNPROCESSABLE_ENTITY, &CardRefused { message, errors }));
        }
    };
    if card.behaviour == Behaviour::FormFails {
        let message = "An error occurred initializing your transaction. Please try again.".to_owned();
        return Ok(json(StatusCode::INTERNAL_SERVER_ERROR, &CardRefused { message, errors: CardErrors::default() }));
    }
    let masked_card_number = with_ledger(&office, move |ledger, office| {
        let payment_key = ledger.payment_key_of(&session_key).ok_or(Refusal::NoSuchPayment)?.to_owned();
        let accepted = match ledger.card_numbered(card) {
            Some(known) => known.clone(),
            None => AcceptedCard::of(card, format!("card_{}", random_token())),
        };
        let masked_card_number = accepted.masked_number();
        let decision = ledger.payment(&payment_key)?.accept_card(accepted)?;
        ledger.commit(now(office), &payment_key, decision)?;
        Ok(masked_card_number)
    })
    .await?;
    let answer = CardAccepted { masked_card_number, card_brand: card.brand.name() };
    Ok(json(StatusCode::OK, &answer))
}

/// Runs `work` alone with the ledger, on a thread that may wait for the disk. It ends even when its caller has gone.
pub(super) async fn with_ledger<T: Send + 'static>(
    office: &Arc<Office>,
    work: impl FnOnce(&mut Ledger, &Office) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let office = office.clone();
    let work = move || {
        let mut ledger = office.ledger.lock().map_err(|_| Refusal::Broken("an earlier call panicked".to_owned()))?;
        work(&mut ledger, &office)
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Refusal::Broken(error.to_string()))?
}

pub(super) fn now(office: &Office) -> midway_kernel::time::Instant {
    to_microseconds(office.clock.now())
}

pub(super) fn path_part(request: &Request, name: &str) -> String {
    request.raw_path_param(name).unwrap_or_default().to_owned()
}

pub(super) async fn body<T: DeserializeOwned>(request: &mut Request) -> Result<T, Refusal> {
    let bytes = request.take_body().into_bytes_limit(LARGEST_BODY_BYTES).await;
    let bytes = bytes.map_err(|_| Refusal::Invalid("the body cannot be read or is too large".to_owned()))?;
    // The parser's own message may quote what was sent, and that may be a card.
    serde_json::from_slice(&bytes).map_err(|_| Refusal::Invalid("the body is not what this call takes".to_owned()))
}

fn is_payment_key(text: &str) -> bool {
    (1..=LONGEST_PAYMENT_KEY).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// A host may hold signs that mean something in a policy or in HTML, `;` for one: only plain ones pass.
fn is_web_origin(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:/[]".contains(&b))
        && is_web_address(text)
        && url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}

fn refused(refusal: &Refusal) -> Response {
    let code = refusal.code();
    let status = match code {
        ProblemCode::WrongKey => StatusCode::UNAUTHORIZED,
        ProblemCode::NoSuchPayment => StatusCode::NOT_FOUND,
        ProblemCode::Conflict => StatusCode::CONFLICT,
        ProblemCode::Invalid | ProblemCode::WrongCode => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemCode::Broken => {
            tracing::error!(%refusal, "a call failed");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    };
    json(status, &Problem { code, message: refusal.to_string() })
}

pub(super) fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    match Body::from_json(answer) {
        Ok(body) => Response::builder()
            .status(status)
            .content_type("application/json; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-store")
            .body(body),
        Err(error) => error.to_string().with_status(StatusCode::INTERNAL_SERVER_ERROR).into_response(),
    }
}

/// Ends the connection's task, and with it the connection, before a single byte of an answer. A body that fails would not
/// do: poem ends it in good order. Resuming an unwind calls no panic hook, so nothing is logged.
fn lose_answer() -> ! {
    resume_unwind(Box::new("this answer is lost on purpose"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_an_origin_and_nothing_more() {
        for origin in ["http://localhost:3000", "https://shop.example", "http://[::1]:3000"] {
            assert!(is_web_origin(origin), "{origin}");
        }
        for other in ["https://shop.example/", "https://shop.example/x", "shop.example", "data:x", "https://a.b;x", "*"]
        {
            assert!(!is_web_origin(other), "{other}");
        }
    }

    #[test]
    fn a_sandbox_that_listens_everywhere_is_reached_on_loopback() {
        assert_eq!(base_url("0.0.0.0:81".parse().unwrap()), "http://127.0.0.1:81");
        assert_eq!(base_url("[::]:81".parse().unwrap()), "http://[::1]:81");
        assert_eq!(base_url("192.0.2.7:81".parse().unwrap()), "http://192.0.2.7:81");
    }
}
