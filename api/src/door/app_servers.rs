//! The connections to the app's servers, which render the pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use poem::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use poem::{Body, Response};
use thiserror::Error;
use url::Url;

use crate::error::{Error, Result, with_causes};
use crate::http::encoding::{Accepted, gzip_parts};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a server may take until the headers of its answer, and for each further part of the body. It is longer than
/// a call of the API may wait for the database.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// How long an idle connection is kept. The app's server keeps it longer (`next-app/scripts/connections.mjs`), so that no
/// request arrives at a connection that is being closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// How often a server that failed is asked whether it answers again, and how long it may take.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// A file of the app that needs no call of the API.
const PROBE: &str = "/icon.svg";

/// The largest page that is read into memory, in bytes.
const MAX_PAGE: usize = 8 * 1024 * 1024;

/// Headers that are for one connection and are not passed on (RFC 9110, section 7.6.1).
const OF_ONE_CONNECTION: [&str; 8] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Why a request got no answer.
#[derive(Debug, Error)]
pub enum NoAnswer {
    #[error("none of the app's servers answers")]
    NoServer,
    #[error("the address cannot be sent: {0}")]
    Address(url::ParseError),
    #[error("no answer within {ANSWER_TIMEOUT:?}")]
    Late,
    #[error("the page is larger than {MAX_PAGE} bytes")]
    TooLarge,
    #[error("{}", with_causes(.0))]
    Failed(reqwest::Error),
}

/// All servers of the app. The one with the fewest requests in progress gets the next one. A server that fails is left
/// out until it answers again.
pub struct AppServers {
    servers: Vec<Arc<Server>>,
    http: reqwest::Client,
}

struct Server {
    /// Scheme, host and port.
    origin: String,
    /// The number of requests in progress.
    busy: AtomicUsize,
    has_failed: AtomicBool,
}

impl Server {
    async fn answers(&self, http: &reqwest::Client) -> bool {
        http.get(format!("{}{PROBE}", self.origin)).timeout(PROBE_TIMEOUT).send().await.is_ok()
    }
}

/// An answer whose body has not been read yet.
pub struct Arrived {
    pub status: StatusCode,
    pub headers: HeaderMap,
    answer: reqwest::Response,
    in_progress: InProgress,
}

/// Counts a request until it is dropped.
struct InProgress(Arc<Server>);

impl InProgress {
    fn at(server: &Arc<Server>) -> Self {
        server.busy.fetch_add(1, Ordering::Relaxed);
        InProgress(server.clone())
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

impl AppServers {
    /// # Errors
    /// When the HTTP client cannot be created.
    pub fn new(urls: &[Url]) -> Result<Arc<Self>> {
        // The visitor's client decides about redirects and compression.
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .no_gzip()
            .no_brotli()
            .no_deflate()
            .no_zstd()
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .read_timeout(ANSWER_TIMEOUT)
            .build()
            .map_err(Error::internal)?;
        let server = |url: &Url| {
            let origin = url.origin().ascii_serialization();
            Arc::new(Server { origin, busy: AtomicUsize::new(0), has_failed: AtomicBool::new(false) })
        };
        Ok(Arc::new(AppServers { servers: urls.iter().map(server).collect(), http }))
    }

    /// Asks for a page or a file. If a server cannot be reached, the next one is asked: pages are only read, so asking
    /// twice changes nothing.
    ///
    /// # Errors
    /// [`NoAnswer`] if no server sends the headers of an answer.
    pub async fn send(self: &Arc<Self>, target: &str, headers: &HeaderMap) -> Result<Arrived, NoAnswer> {
        let mut last = NoAnswer::NoServer;
        for server in self.in_order() {
            match self.send_to(&server, target, headers).await {
                Ok(arrived) => return Ok(arrived),
                Err(error) => {
                    tracing::warn!(server = server.origin, %error, "a server of the app does not answer");
                    match error {
                        // The page may be slow at every server, and the server may answer other requests.
                        NoAnswer::Late => {
                            self.leave_out_if_silent(&server);
                            return Err(error);
                        }
                        NoAnswer::Address(_) => return Err(error),
                        _ => self.leave_out(&server),
                    }
                    last = error;
                }
            }
        }
        Err(last)
    }

    /// The servers that have not failed, the least busy first.
    fn in_order(&self) -> Vec<Arc<Server>> {
        let works = |server: &&Arc<Server>| !server.has_failed.load(Ordering::Relaxed);
        let mut servers: Vec<_> = self.servers.iter().filter(works).cloned().collect();
        // The numbers change during the sort, so each is read once.
        servers.sort_by_cached_key(|server| server.busy.load(Ordering::Relaxed));
        servers
    }

    async fn send_to(&self, server: &Arc<Server>, target: &str, headers: &HeaderMap) -> Result<Arrived, NoAnswer> {
        let url = Url::parse(&format!("{}{target}", server.origin)).map_err(NoAnswer::Address)?;
        let in_progress = InProgress::at(server);
        let sent = self.http.get(url).headers(headers.clone()).send();
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, sent).await.map_err(|_| NoAnswer::Late)?;
        let answer = answer.map_err(|error| match error {
            error if error.is_timeout() && !error.is_connect() => NoAnswer::Late,
            // The address may contain a secret.
            error => NoAnswer::Failed(error.without_url()),
        })?;
        let (status, headers) = (answer.status(), of_all_connections(answer.headers()));
        Ok(Arrived { status, headers, answer, in_progress })
    }

    /// Leaves a server out until it answers again.
    fn leave_out(&self, server: &Arc<Server>) {
        if server.has_failed.swap(true, Ordering::Relaxed) {
            return;
        }
        let (http, server) = (self.http.clone(), Arc::downgrade(server));
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(PROBE_INTERVAL).await;
                let Some(server) = server.upgrade() else { return };
                if server.answers(&http).await {
                    tracing::info!(server = server.origin, "a server of the app answers again");
                    server.has_failed.store(false, Ordering::Relaxed);
                    return;
                }
            }
        });
    }

    /// Leaves a server out if it does not even deliver a file.
    fn leave_out_if_silent(self: &Arc<Self>, server: &Arc<Server>) {
        let (servers, server) = (self.clone(), server.clone());
        tokio::spawn(async move {
            if !server.answers(&servers.http).await {
                servers.leave_out(&server);
            }
        });
    }
}

impl Arrived {
    /// The whole body.
    ///
    /// # Errors
    /// [`NoAnswer`] if it does not arrive or is too large.
    pub async fn body(self) -> Result<Bytes, NoAnswer> {
        let mut body = Vec::new();
        let mut parts = self.answer.bytes_stream();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|error| NoAnswer::Failed(error.without_url()))?;
            if body.len() + part.len() > MAX_PAGE {
                return Err(NoAnswer::TooLarge);
            }
            body.extend_from_slice(&part);
        }
        Ok(body.into())
    }

    /// The answer for the visitor, compressed if the visitor accepts it. Its body is read while it is sent.
    pub fn into_response(self, accepted: Accepted) -> Response {
        let mut response = Response::builder().status(self.status).finish();
        let is_text = self.headers.get(header::CONTENT_TYPE).is_some_and(is_text);
        let in_progress = self.in_progress;
        let body = counted(self.answer.bytes_stream().map_err(std::io::Error::other), in_progress);
        let headers = response.headers_mut();
        *headers = self.headers;
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if !accepted.gzip || !is_text {
            response.set_body(Body::from_bytes_stream(body));
        } else {
            headers.remove(header::CONTENT_LENGTH);
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response.set_body(Body::from_bytes_stream(gzip_parts(body)));
        }
        response
    }
}

/// Whether compressing makes an answer of this type smaller.
fn is_text(content_type: &HeaderValue) -> bool {
    let content_type = content_type.to_str().unwrap_or_default();
    ["text/", "application/javascript", "application/json", "image/svg"].iter().any(|it| content_type.starts_with(it))
}

/// The parts of a body. The request is in progress until the last part was read.
fn counted<S: Stream>(parts: S, in_progress: InProgress) -> impl Stream<Item = S::Item> {
    parts.map(move |part| {
        let _until_here = &in_progress;
        part
    })
}

/// The headers that are not for one connection only. These are the listed ones and the ones that the header
/// `Connection` names.
pub fn of_all_connections(headers: &HeaderMap) -> HeaderMap {
    let lists = headers.get_all(header::CONNECTION).iter().filter_map(|value| value.to_str().ok());
    let named: Vec<HeaderName> =
        lists.flat_map(|list| list.split(',')).filter_map(|name| name.trim().parse().ok()).collect();
    let mut kept = headers.clone();
    for name in OF_ONE_CONNECTION {
        kept.remove(name);
    }
    for name in named {
        kept.remove(name);
    }
    kept
}
