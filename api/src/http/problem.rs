//! The error responses of the shop's calls and of the web framework, in one format: `{success: false, message, errors?,
//! requestId?}`. Status codes of the shop's errors are chosen only here. The internal cause of a failure is logged once
//! and never part of a response.

use poem::error::{MethodNotAllowedError, NotFoundError, ResponseError};
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::error::{AuthorizationError, ContentTypeError};
use serde::Serialize;

use crate::error::{Error, OtherTime, OtherTimes, Refusal};
use midway_kernel::text::{Messages, Text};

const MALFORMED: Text = Text { id: "error.malformed", default: "We couldn't process your request." };
const SIGN_IN: Text = Text { id: "error.sign-in", default: "Please sign in to continue." };
/// The message when a call needs a reservation in progress and there is none, usually because it has ended (status
/// 401).
const SESSION_ENDED: Text = Text { id: "error.session-ended", default: "Your session has timed out due to inactivity" };
const DESK_KEY: Text = Text { id: "error.desk-key", default: "This call requires the desk key." };
const FORBIDDEN: Text =
    Text { id: "error.forbidden", default: "We couldn't verify your request. Please reload the page and try again." };
const NOT_FOUND: Text = Text { id: "error.not-found", default: "Not Found" };
const TOO_LARGE: Text =
    Text { id: "error.too-large", default: "That file or entry is too large. Please use a smaller one." };
const TOO_MANY: Text = Text { id: "error.too-many", default: "Too many attempts. Please try again later." };
const INTERNAL: Text = Text { id: "error.internal", default: "Something went wrong on our end. Please try again." };
/// Follows the reason of a refusal.
const OTHER_TIMES: Text =
    Text { id: "error.other-times", default: "Still available for {{people}} people: {{times}}." };
const OTHER_TIMES_FOR_ONE: Text = Text { id: "error.other-times-one", default: "Still available: {{times}}." };
const UNAVAILABLE: Text =
    Text { id: "error.unavailable", default: "We can't process your request right now. Please try again in a moment." };

/// The Retry-After value in seconds when a required service is unavailable. A restarted service is usually available
/// again by then.
pub const RETRY_AFTER_SECONDS: u64 = 5;

impl ResponseError for Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::Refused(_) => StatusCode::OK,
            Error::Malformed(_) => StatusCode::BAD_REQUEST,
            Error::SignIn | Error::ReservationEnded => StatusCode::UNAUTHORIZED,
            Error::Forbidden => StatusCode::FORBIDDEN,
            Error::NotFound => StatusCode::NOT_FOUND,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::Unavailable { .. } | Error::PaymentUnknown { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Problem<'a> {
    success: bool,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ProblemField>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_times: Vec<ProblemTime<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

#[derive(Serialize)]
struct ProblemField {
    field: String,
    message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProblemTime<'a> {
    selection_index: u32,
    performance_id: &'a str,
    show_id: &'a str,
    performance_date_time: &'a str,
    name: &'a str,
}

impl<'a> From<&'a OtherTime> for ProblemTime<'a> {
    fn from(time: &'a OtherTime) -> Self {
        ProblemTime {
            selection_index: time.selection_index,
            performance_id: time.performance_id.as_str(),
            show_id: time.show_id.as_str(),
            performance_date_time: &time.starts_at,
            name: &time.name,
        }
    }
}

/// The response to an error, with the operator's texts where they replace the defaults.
pub fn to_response(error: poem::Error, messages: &dyn Messages, request_id: &str) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    if let Some(error) = error.downcast_ref::<Error>() {
        return shop_problem(error, messages, request_id);
    }
    let status = error.status();
    let text = match status {
        StatusCode::NOT_FOUND => NOT_FOUND,
        _ if error.is::<AuthorizationError>() => DESK_KEY,
        StatusCode::PAYLOAD_TOO_LARGE => TOO_LARGE,
        _ if status.is_server_error() => INTERNAL,
        _ => MALFORMED,
    };
    if status.is_server_error() {
        tracing::error!(request_id, %error, "a call failed");
    }
    let mut message = messages.message(text, &[]);
    if status == StatusCode::BAD_REQUEST && !error.is::<NotFoundError>() {
        // The message of a parse error helps developers and contains nothing internal.
        message = format!("{message} ({error})");
    } else if error.is::<MethodNotAllowedError>() || error.is::<ContentTypeError>() {
        message = error.to_string();
    }
    render(status, message, Vec::new(), request_id)
}

fn shop_problem(error: &Error, messages: &dyn Messages, request_id: &str) -> Response {
    let status = error.status();
    let text = match error {
        Error::Refused(refusal) => return refused(refusal, messages),
        Error::Malformed(why) => {
            return render(status, format!("{} ({why})", messages.message(MALFORMED, &[])), Vec::new(), request_id);
        }
        Error::Conflict(text) => *text,
        Error::SignIn => SIGN_IN,
        Error::ReservationEnded => SESSION_ENDED,
        Error::Forbidden => FORBIDDEN,
        Error::NotFound => NOT_FOUND,
        Error::TooMany { retry_after_seconds } => {
            let mut response = render(status, messages.message(TOO_MANY, &[]), Vec::new(), request_id);
            response.headers_mut().insert(header::RETRY_AFTER, (*retry_after_seconds).into());
            return response;
        }
        Error::Unavailable { .. } | Error::PaymentUnknown { .. } => {
            tracing::error!(request_id, %error, "a call failed");
            let text = if let Error::PaymentUnknown { text, .. } = error { *text } else { UNAVAILABLE };
            let mut response = render(status, messages.message(text, &[]), Vec::new(), request_id);
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into());
            return response;
        }
        Error::Internal(_) => {
            tracing::error!(request_id, %error, "a call failed");
            INTERNAL
        }
    };
    render(status, messages.message(text, &[]), Vec::new(), request_id)
}

fn refused(refusal: &Refusal, messages: &dyn Messages) -> Response {
    let fields = refusal
        .fields
        .iter()
        .map(|fault| ProblemField { field: fault.field.clone(), message: messages.message(fault.text, &fault.values) })
        .collect();
    let message = [Some(messages.message(refusal.text, &refusal.values)), in_words(&refusal.other_times, messages)];
    let other_times = refusal.other_times.times.iter().map(ProblemTime::from).collect();
    let message = message.into_iter().flatten().collect::<Vec<_>>().join(" ");
    respond(StatusCode::OK, &Problem { success: false, message, errors: fields, other_times, request_id: None })
}

/// The times that the shopper can choose instead; `None` if there are none.
fn in_words(other: &OtherTimes, messages: &dyn Messages) -> Option<String> {
    let names: Vec<&str> = other.times.iter().map(|time| time.name.as_str()).collect();
    let separator = if names.iter().any(|name| name.contains(',')) { "; " } else { ", " };
    let times = names.join(separator);
    let text = if other.people > 1 { OTHER_TIMES } else { OTHER_TIMES_FOR_ONE };
    (!times.is_empty()).then(|| messages.message(text, &[("people", other.people.to_string()), ("times", times)]))
}

fn render(status: StatusCode, message: String, errors: Vec<ProblemField>, request_id: &str) -> Response {
    let request_id = status.is_server_error().then_some(request_id);
    respond(status, &Problem { success: false, message, errors, other_times: Vec::new(), request_id })
}

fn respond(status: StatusCode, problem: &Problem<'_>) -> Response {
    let body = serde_json::to_string(problem).unwrap_or_default();
    Response::builder().status(status).content_type("application/json; charset=utf-8").body(body)
}

/// The response when a handler panicked. The panic's message is only written to standard error.
pub fn panicked(request_id: &str, messages: &dyn Messages) -> Response {
    render(StatusCode::INTERNAL_SERVER_ERROR, messages.message(INTERNAL, &[]), Vec::new(), request_id).into_response()
}
