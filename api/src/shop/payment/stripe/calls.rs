//! HTTP calls to Stripe: forms in, JSON out, and what an answer proves.

use std::time::Duration;

use reqwest::{Method, StatusCode, header, redirect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::{Url, form_urlencoded};

use super::super::processor::{Decline, DeclineCode, Outcome};
use crate::error::with_causes;
use midway_kernel::input::Secret;

/// The version of Stripe's API that this client was written for. An account's own version does not matter.
pub const API_VERSION: &str = "2025-04-30.basil";

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long to wait for an answer before it is treated as lost. A payment usually takes two seconds.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// The parameters of a call, as names and values of a form.
pub type Form<'a> = Vec<(&'a str, String)>;

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// There is no usable answer, or Stripe asks to repeat the call later. It may have been carried out.
    #[error("Stripe's answer is lost: {0}")]
    Lost(String),
    /// A card's bank declined.
    #[error("Stripe declined: {message}")]
    Declined { code: String, message: String },
    #[error("Stripe does not know this object: {0}")]
    NotFound(String),
    #[error("Stripe refused the call: {0}")]
    Refused(String),
}

impl<T> From<CallError> for Outcome<T> {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Lost(_) => Outcome::Lost { reason: error.to_string() },
            CallError::NotFound(_) | CallError::Refused(_) => Outcome::Refused { reason: error.to_string() },
            CallError::Declined { code, message } => declined(&code, message),
        }
    }
}

/// The code of a decline after which the cardholder must confirm the payment at the bank.
pub const AUTHENTICATION_REQUIRED: &str = "authentication_required";

pub fn declined<T>(code: &str, message: String) -> Outcome<T> {
    let code = match code {
        AUTHENTICATION_REQUIRED => return Outcome::RequiresAction,
        "insufficient_funds" => DeclineCode::InsufficientFunds,
        "expired_card" => DeclineCode::CardExpired,
        "incorrect_cvc" | "invalid_cvc" => DeclineCode::WrongSecurityCode,
        "payment_intent_authentication_failure" | "setup_intent_authentication_failure" => DeclineCode::NotConfirmed,
        _ => DeclineCode::CardDeclined,
    };
    Outcome::Declined(Decline { code, message })
}

#[derive(Deserialize)]
struct Problem {
    error: Fault,
}

/// What went wrong, as Stripe says it. The message is for people.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Fault {
    #[serde(default)]
    pub code: Option<String>,
    /// The reason that the card's bank gave, which is more exact than `code`.
    #[serde(default)]
    pub decline_code: Option<String>,
    #[serde(default)]
    pub message: Option<String>,
}

impl Fault {
    /// The most exact code, and the message.
    pub fn parts(self) -> (String, String) {
        let code = match (self.code, self.decline_code) {
            (Some(code), _) if code == AUTHENTICATION_REQUIRED => code,
            (_, Some(code)) | (Some(code), None) => code,
            (None, None) => String::new(),
        };
        (code, self.message.unwrap_or_default())
    }
}

pub struct Calls {
    url: Url,
    secret_key: Secret,
    http: reqwest::Client,
}

impl Calls {
    /// # Errors
    /// When the system offers no TLS certificates.
    pub fn new(url: Url, secret_key: Secret) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            // A pooled connection may be dead already, and that failure would look like a lost answer.
            .pool_max_idle_per_host(0)
            // The HTTP client must not repeat a call about money. Only the caller knows whether that is safe.
            .retry(reqwest::retry::never())
            .redirect(redirect::Policy::none())
            .build()?;
        Ok(Calls { url, secret_key, http })
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &[&str], query: &Form<'_>) -> Result<T, CallError> {
        let mut url = self.address(path)?;
        url.query_pairs_mut().extend_pairs(query);
        self.send(self.http.request(Method::GET, url)).await
    }

    /// Makes a call that changes something. Stripe carries it out once for each `key` and returns its first answer to
    /// repeated calls, for at least 24 hours.
    pub async fn post<T: DeserializeOwned>(&self, path: &[&str], key: &str, form: &Form<'_>) -> Result<T, CallError> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let call = self.http.request(Method::POST, self.address(path)?);
        let call = call.header("Idempotency-Key", key);
        self.send(call.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)).await
    }

    fn address(&self, path: &[&str]) -> Result<Url, CallError> {
        let mut url = self.url.clone();
        url.path_segments_mut()
            .map_err(|()| CallError::Refused(format!("{} is not a URL of an API", self.url)))?
            .pop_if_empty()
            .push("v1")
            .extend(path);
        Ok(url)
    }

    async fn send<T: DeserializeOwned>(&self, call: reqwest::RequestBuilder) -> Result<T, CallError> {
        let call = call.bearer_auth(self.secret_key.expose()).header("Stripe-Version", API_VERSION);
        let answer = call.send().await.map_err(|error| CallError::Lost(with_causes(&error)))?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| CallError::Lost(with_causes(&error)))?;
        read_answer(status, &body)
    }
}

/// What an answer proves. An answer in any other form, for example of a proxy, is lost, because it does not prove that
/// nothing happened.
fn read_answer<T: DeserializeOwned>(status: StatusCode, body: &[u8]) -> Result<T, CallError> {
    if status.is_success() {
        return serde_json::from_slice(body).map_err(|error| CallError::Lost(format!("unreadable: {error}")));
    }
    let Ok(Problem { error }) = serde_json::from_slice::<Problem>(body) else {
        return Err(CallError::Lost(format!("answered with {status}")));
    };
    let (code, message) = error.parts();
    let said = format!("{status} {code}: {message}");
    Err(match status {
        StatusCode::PAYMENT_REQUIRED => CallError::Declined { code, message },
        StatusCode::NOT_FOUND => CallError::NotFound(said),
        // The same call is running, or too many calls were made: the call must be repeated later.
        StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS | StatusCode::FAILED_DEPENDENCY => CallError::Lost(said),
        status if status.is_client_error() => CallError::Refused(said),
        _ => CallError::Lost(said),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(status: u16, body: &Value) -> Result<Value, CallError> {
        read_answer(StatusCode::from_u16(status).unwrap(), body.to_string().as_bytes())
    }

    fn problem(code: &str) -> Value {
        json!({ "error": { "type": "invalid_request_error", "code": code, "message": "no" } })
    }

    #[test]
    fn server_errors_conflicts_and_limits_are_lost_and_other_client_errors_refused() {
        for status in [409, 424, 429, 500, 502, 503, 504] {
            assert!(matches!(read(status, &problem("x")), Err(CallError::Lost(_))), "{status}");
        }
        for status in [400, 401, 403] {
            assert!(matches!(read(status, &problem("x")), Err(CallError::Refused(_))), "{status}");
        }
        assert!(matches!(read(404, &problem("resource_missing")), Err(CallError::NotFound(_))));
    }

    #[test]
    fn answer_that_is_not_of_stripe_is_lost() {
        for status in [302, 400, 402, 404] {
            assert!(matches!(read(status, &json!("a proxy")), Err(CallError::Lost(_))), "{status}");
        }
        let unreadable: Result<Vec<u8>, CallError> = read_answer(StatusCode::OK, b"<html>");
        assert!(matches!(unreadable, Err(CallError::Lost(_))));
    }

    #[test]
    fn decline_keeps_the_reason_of_the_bank_and_the_need_for_a_confirmation() {
        let declined = |code: &str, decline_code: &str| -> Outcome<()> {
            let body = json!({ "error": { "code": code, "decline_code": decline_code, "message": "no" } });
            read(402, &body).unwrap_err().into()
        };
        let with = |code: DeclineCode| Outcome::Declined(Decline { code, message: "no".to_owned() });
        assert_eq!(declined("card_declined", "insufficient_funds"), with(DeclineCode::InsufficientFunds));
        assert_eq!(declined("card_declined", "do_not_honor"), with(DeclineCode::CardDeclined));
        assert_eq!(declined("expired_card", "expired_card"), with(DeclineCode::CardExpired));
        assert_eq!(declined("authentication_required", "authentication_required"), Outcome::RequiresAction);
    }
}
