//! State shared by all calls: the ledger behind its lock, the clock, the API key and the public URL. The module also
//! reads the bodies of calls and writes the answers.

use std::future::Future;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::endpoint::{BoxEndpoint, EndpointExt, make};
use poem::http::{StatusCode, header};
use poem::{Body, IntoResponse, Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ledger::Ledger;
use crate::payment::{Decision, Manner, Payment, Refusal};
use crate::wire::{PaymentAnswer, Problem, ProblemCode};
use midway_kernel::secret::same;
use midway_kernel::time::{Clock, Instant, to_microseconds};

/// The maximum body in bytes. No valid call is larger.
const LARGEST_BODY_BYTES: usize = 8 * 1024;

/// The delay of the slow card: long enough for a shopper to become impatient, shorter than the client's timeout.
const SLOW_ANSWER: Duration = Duration::from_secs(3);

pub struct SandboxState {
    pub ledger: Mutex<Ledger>,
    pub clock: Arc<dyn Clock>,
    pub api_key: String,
    pub public_url: String,
}

/// An endpoint of the API. It checks the key before anything else.
pub fn keyed<F, Answer>(state: &Arc<SandboxState>, call: F) -> BoxEndpoint<'static, Response>
where
    F: Fn(Arc<SandboxState>, Request) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Result<Response, Refusal>> + Send + 'static,
{
    open(state, move |state, request| {
        let call = call.clone();
        async move {
            let key = request.header(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
            if !key.is_some_and(|key| same(key, &state.api_key)) {
                return Err(Refusal::WrongKey);
            }
            call(state, request).await
        }
    })
}

/// An endpoint for browsers. It does not need the API key.
pub fn open<F, Answer>(state: &Arc<SandboxState>, call: F) -> BoxEndpoint<'static, Response>
where
    F: Fn(Arc<SandboxState>, Request) -> Answer + Send + Sync + 'static,
    Answer: Future<Output = Result<Response, Refusal>> + Send + 'static,
{
    let state = state.clone();
    make(move |request| {
        let answer = call(state.clone(), request);
        async move { answer.await.unwrap_or_else(|refusal| refused(&refusal)) }
    })
    .boxed()
}

/// Performs one step of a payment: decides, writes the event and answers as the card's behaviour requires.
pub async fn step(
    state: &Arc<SandboxState>,
    request: &Request,
    decide: impl FnOnce(&Payment) -> Result<Decision, Refusal> + Send + 'static,
    tell: fn(&Payment, &str) -> PaymentAnswer,
) -> Result<Response, Refusal> {
    let payment_key = path_part(request, "payment_key");
    let (answer, manner) = with_ledger(state, move |ledger, state| {
        let decision = decide(ledger.payment(&payment_key)?)?;
        let (payment, manner) = ledger.commit(now(state), &payment_key, decision)?;
        Ok((tell(payment, &payment_key), manner))
    })
    .await?;
    answered(&answer, manner).await
}

pub async fn answered(answer: &PaymentAnswer, manner: Manner) -> Result<Response, Refusal> {
    match manner {
        Manner::Answered => {}
        Manner::Late => tokio::time::sleep(SLOW_ANSWER).await,
        Manner::Lost => lose_answer(),
        Manner::ServerError => return Err(Refusal::Broken("the test card asked for it".to_owned())),
    }
    Ok(json(StatusCode::OK, answer))
}

/// Runs `work` with exclusive access to the ledger, on a thread that may block on the disk. It completes even if its
/// caller disconnects.
pub async fn with_ledger<T: Send + 'static>(
    state: &Arc<SandboxState>,
    work: impl FnOnce(&mut Ledger, &SandboxState) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let state = state.clone();
    let work = move || {
        let mut ledger = state.ledger.lock().map_err(|_| Refusal::Broken("an earlier call panicked".to_owned()))?;
        work(&mut ledger, &state)
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Refusal::Broken(error.to_string()))?
}

pub fn now(state: &SandboxState) -> Instant {
    to_microseconds(state.clock.now())
}

pub fn path_part(request: &Request, name: &str) -> String {
    request.raw_path_param(name).unwrap_or_default().to_owned()
}

pub async fn body<T: DeserializeOwned>(request: &mut Request) -> Result<T, Refusal> {
    let bytes = request.take_body().into_bytes_limit(LARGEST_BODY_BYTES).await;
    let bytes = bytes.map_err(|_| Refusal::Invalid("the body cannot be read or is too large".to_owned()))?;
    // The parser's message may quote the input, which may be a card number, so the message is dropped.
    serde_json::from_slice(&bytes)
        .map_err(|_| Refusal::Invalid("the body does not have the fields of this call".to_owned()))
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

pub fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    match Body::from_json(answer) {
        Ok(body) => Response::builder()
            .status(status)
            .content_type("application/json; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-store")
            .body(body),
        Err(error) => error.to_string().with_status(StatusCode::INTERNAL_SERVER_ERROR).into_response(),
    }
}

/// Ends the connection's task, and so the connection, before any byte of the answer is sent. A failing body would not
/// have this effect, because poem would end the response properly. Resuming an unwind calls no panic hook, so nothing
/// is logged.
fn lose_answer() -> ! {
    resume_unwind(Box::new("this answer is lost on purpose"))
}
