//! The layers that every call passes, from the outside in: request id and log, error format, visitor, and for unsafe
//! methods the body limit and the anti-forgery check.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::{FutureExt, StreamExt};
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use poem_openapi::OperationId;
use tokio::sync::OwnedSemaphorePermit;

use super::problem;
use super::state::EdgeState;
use super::visitor::Visitor;
use super::visitor_address;
use super::xsrf::SentByOwnPage;
use crate::error::{Error, Result};
use crate::platform::limits::Limit;
use midway_kernel::secret::random_id;

/// The maximum size of a body in bytes, except for picture uploads. The largest other valid request, a cart with the
/// maximum number of lines, is smaller.
const LARGEST_BODY: usize = 64 * 1024;

/// The maximum size of the body of a picture upload in bytes: 8 MB for the picture, and some space for the multipart
/// form around it. Only signed-in visitors may upload pictures.
const LARGEST_UPLOAD: usize = 8 * 1024 * 1024 + 16 * 1024;

/// The limit of picture uploads per account.
const PICTURES: Limit = Limit { name: "pass-picture", attempts: 40, window: Duration::from_secs(15 * 60) };

/// The limit of picture uploads per network address. Several families may share one address.
const PICTURES_BY_ADDRESS: Limit =
    Limit { name: "pass-picture-by", attempts: 200, window: Duration::from_secs(15 * 60) };

/// How many bytes of an oversized body are read before it is refused. They are read because a proxy in front would
/// return its own error if the connection were closed while the proxy is still sending.
const LARGEST_DRAIN: usize = 16 * 1024 * 1024;

/// What metrics call a call without an operation of the API's document: pictures, health checks, notices of processors,
/// unknown paths, and calls that were refused before their operation was reached.
const NO_OPERATION: &str = "other";

/// The value of the Strict-Transport-Security header, for calls and pages.
pub const HTTPS_ONLY: &str = "max-age=63072000; includeSubDomains";

/// The maximum time for reading a body: enough for the largest body on a slow connection.
const BODY: Duration = Duration::from_secs(60);

/// The endpoint that wraps all calls of the API and applies the layers of this module to them.
pub struct Edge<E> {
    state: Arc<EdgeState>,
    /// Paths whose unsafe methods need no anti-forgery token: calls that only read, and reports that browsers send
    /// without a script. A path that ends in a slash includes everything below it.
    without_token: &'static [&'static str],
    inner: E,
}

impl<E> Edge<E> {
    pub fn new(state: Arc<EdgeState>, without_token: &'static [&'static str], inner: E) -> Self {
        Edge { state, without_token, inner }
    }

    /// A permit for a large body if the call may upload a picture. Only signed-in visitors get one, so that anonymous
    /// clients cannot fill the memory, and the number of permits is limited.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the rate limits; [`Error::Unavailable`] while all permits are taken.
    async fn place_of_upload(&self, path: &str, visitor: &Visitor) -> Result<Option<OwnedSemaphorePermit>> {
        if !(path.starts_with("/api/cart/pass/") && path.ends_with("/image")) {
            return Ok(None);
        }
        let Some(account_id) = visitor.session().await?.account_id else { return Ok(None) };
        self.state.limits.attempt(PICTURES, &account_id).await?;
        visitor.attempt(PICTURES_BY_ADDRESS).await?;
        let full =
            |_| Error::Unavailable { service: "the upload queue", cause: "too many requests are waiting".to_owned() };
        self.state.uploads.clone().try_acquire_owned().map(Some).map_err(full)
    }
}

impl<E: Endpoint> Endpoint for Edge<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> poem::Result<Response> {
        let began = Instant::now();
        let request_id = request_id(request.headers());
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let messages = self.state.shop.messages();
        let visitor = Visitor::new(self.state.clone(), request.headers(), caller(&self.state, &request));
        let mut place = None;
        let handled = async {
            if is_unsafe(&method) {
                place = match self.place_of_upload(&path, &visitor).await {
                    Ok(place) => place,
                    Err(refused) => {
                        // The body is read and discarded, because a proxy in front passes the answer on only after it
                        // has sent the whole body.
                        read_body(&mut request, 0).await.ok();
                        return Err(refused.into());
                    }
                };
                read_body(&mut request, if place.is_some() { LARGEST_UPLOAD } else { LARGEST_BODY }).await?;
                let exempt = self.without_token.iter().any(|open| is_of(open, &path))
                    || request.extensions().get::<SentByOwnPage>().is_some();
                if !exempt && !visitor.is_genuine(request.headers()) {
                    return Err(Error::Forbidden.into());
                }
            }
            request.extensions_mut().insert(visitor.clone());
            self.inner.call(request).await.map(IntoResponse::into_response)
        };
        let handled = AssertUnwindSafe(handled).catch_unwind().await;
        let operation = match &handled {
            Ok(Ok(response)) => response.data::<OperationId>(),
            Ok(Err(error)) => error.data::<OperationId>(),
            Err(_) => None,
        };
        let call = operation.map_or(NO_OPERATION, |operation| operation.0);
        let mut response = match handled {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => problem::to_response(error, messages.as_ref(), &request_id),
            Err(_) => problem::panicked(&request_id, messages.as_ref()),
        };
        let (status, took) = (response.status(), began.elapsed());
        self.state.metrics.called(call, status.as_u16(), took);
        self.state.pace.answered(took, status == StatusCode::SERVICE_UNAVAILABLE);
        let headers = response.headers_mut();
        for cookie in visitor.cookies() {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                headers.append(header::SET_COOKIE, value);
            }
        }
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        if self.state.is_stopping.load(Ordering::Relaxed) {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if self.state.config.is_https() {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
        }
        if let Ok(value) = HeaderValue::from_str(&request_id) {
            headers.insert("x-request-id", value);
        }
        tracing::debug!(request_id, %method, path, status = response.status().as_u16(), "called");
        Ok(response)
    }
}

/// Whether a path equals the listed path, or is below it if the listed path ends in a slash.
fn is_of(listed: &str, path: &str) -> bool {
    path == listed || listed.ends_with('/') && path.starts_with(listed)
}

fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE)
}

/// The request id that the caller sent, if it has a valid form, so that a request can be traced from the app; otherwise
/// a new one.
pub fn request_id(headers: &HeaderMap) -> String {
    let plain = |id: &&str| (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let sent = headers.get("x-request-id").and_then(|value| value.to_str().ok()).filter(plain);
    sent.map_or_else(random_id, str::to_owned)
}

/// Reads the body within [`BODY`] and up to `largest` bytes.
///
/// # Errors
/// Status 408 if it takes longer, and 413 if it is larger.
pub async fn read_body(request: &mut Request, largest: usize) -> poem::Result<()> {
    let read = tokio::time::timeout(BODY, limit_body(request, largest)).await;
    read.map_err(|_| poem::Error::from_status(StatusCode::REQUEST_TIMEOUT))?
}

/// Reads the body. A body above `largest` bytes is discarded, and the result is an error with status 413.
async fn limit_body(request: &mut Request, largest: usize) -> poem::Result<()> {
    let mut stream = request.take_body().into_bytes_stream();
    let (mut body, mut seen) = (Vec::new(), 0);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| Error::Malformed(error.to_string()))?;
        seen += chunk.len();
        if seen <= largest {
            body.extend_from_slice(&chunk);
        } else if seen > LARGEST_DRAIN {
            break;
        }
    }
    if seen > largest {
        return Err(poem::Error::from_status(StatusCode::PAYLOAD_TOO_LARGE));
    }
    request.set_body(Body::from_vec(body));
    Ok(())
}

/// The visitor's address for rate limits: the address that the app's server sends back, the last address that a trusted
/// proxy reports, or else the address of the peer.
pub fn caller(state: &EdgeState, request: &Request) -> Option<IpAddr> {
    let peer = request.remote_addr().as_socket_addr().map(|address| address.ip().to_canonical());
    let last = |name: &str| request.headers().get_all(name).iter().next_back()?.to_str().ok();
    let sealed = last(visitor_address::HEADER);
    let returned = sealed.and_then(|sealed| visitor_address::unseal(&state.secret, sealed, state.clock.now()));
    let is_proxy = peer.is_some_and(|peer| state.config.trusted_proxies.contains(&peer));
    let forwarded = last("x-forwarded-for").filter(|_| is_proxy).and_then(last_address);
    returned.or(forwarded).or(peer)
}

/// The last entry of a forwarded-address list. The calling proxy wrote only this entry. The client may have forged all
/// earlier entries, so they are never used.
fn last_address(list: &str) -> Option<IpAddr> {
    let last = list.rsplit(',').next()?;
    last.trim().parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn slow_request_body_times_out() {
        let first = futures_util::stream::iter([Ok::<_, std::io::Error>(b"{".to_vec())]);
        let drips = first.chain(futures_util::stream::pending());
        let mut request = Request::builder().body(Body::from_bytes_stream(drips));
        let began = tokio::time::Instant::now();
        let refused = read_body(&mut request, LARGEST_BODY).await.unwrap_err();
        assert_eq!((refused.status(), began.elapsed()), (StatusCode::REQUEST_TIMEOUT, BODY));
        let mut whole = Request::builder().body("{}");
        read_body(&mut whole, LARGEST_BODY).await.unwrap();
        assert_eq!(whole.take_body().into_string().await.unwrap(), "{}");
    }

    #[test]
    fn client_address_is_the_last_entry_of_the_forwarded_list_if_that_is_a_plain_ip_address() {
        let address = |list: &str| last_address(list).map(|address| address.to_string());
        assert_eq!(address("203.0.113.7").as_deref(), Some("203.0.113.7"));
        assert_eq!(address("198.51.100.1, 203.0.113.7 ").as_deref(), Some("203.0.113.7"));
        assert_eq!(address("::ffff:203.0.113.7").as_deref(), Some("203.0.113.7"));
        for other in ["203.0.113.7, unknown", "203.0.113.7, 203.0.113.8:4000", "203.0.113.7,", "", "[2001:db8::1]"] {
            assert_eq!(address(other), None, "{other}");
        }
    }
}
