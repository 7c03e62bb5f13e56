//! Answers requests for pages and files: finds out what a request is for, and sends the page from the cache or from one
//! of the app's servers.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use chrono::NaiveDate;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use tokio::time::Instant;
use url::{Url, form_urlencoded};

use super::app_servers::AppServers;
use super::cache::{Key, PageCache, Rendered};
use super::existence::{Exists, Parameter, exists, names_visitors_choice, needs_stores};
use super::files::Files;
use super::forms::{self, Posted, PostedTo};
use super::headers::{self, Trust, policy};
use super::pages::{Kind, Page, Pages};
use super::redirects;
use super::stored::{Failure, Inline, StoredPage, failure, without_nonce};
use super::unavailable;
use super::waiting::{self, Gate};
use crate::app::App;
use crate::error::Result;
use crate::http::edge::caller;
use crate::http::encoding::accepted;
use crate::http::state::EdgeState;
use crate::http::visitor::Visitor;
use crate::http::visitor_address;
use crate::platform::metrics::RenderResult;
use midway_kernel::secret::random_id;

/// A path at which the app has no page, so that it renders its page for paths that do not exist.
const NOT_FOUND: &str = "/not-found";

/// The longest path with its query, in bytes.
const MAX_TARGET: usize = 8 * 1024;

/// The longest name of a page in the cache, in bytes. A request with a longer one is rendered for its visitor alone.
const MAX_NAME: usize = 8 * 1024;

/// A request of the app's router, which loads the data of a page without its document.
const RSC: HeaderName = HeaderName::from_static("rsc");

/// What the router says about the page that it already has. Its data depends on these headers.
const OF_ROUTER: [HeaderName; 4] = [
    HeaderName::from_static("next-router-state-tree"),
    HeaderName::from_static("next-router-prefetch"),
    HeaderName::from_static("next-router-segment-prefetch"),
    HeaderName::from_static("next-url"),
];

/// The query parameter in which the router repeats a digest of its headers, for caches that do not know them.
const ROUTER_DIGEST: &str = "_rsc";

/// The query parameter with the first day that a calendar shows.
const FIRST_DAY: &str = "starting";

/// What is percent-encoded in the segment of a path: everything but what RFC 3986 calls unreserved (section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The headers of a visitor that a page may depend on. The app gets no other header of a visitor.
const OF_VISITOR: [HeaderName; 4] =
    [header::ACCEPT, header::COOKIE, header::USER_AGENT, HeaderName::from_static("sec-fetch-site")];

/// The header from which the app's renderer takes the nonce of its scripts.
const POLICY: HeaderName = header::CONTENT_SECURITY_POLICY;

/// The revision of the catalogue, for which the app keeps the settings and texts.
const REVISION: HeaderName = HeaderName::from_static("x-midway-revision");

/// Says that a page is older than pages may be, because it cannot be rendered again now.
const STALE: HeaderName = HeaderName::from_static("x-midway-stale");

/// How long the database and the sessions count as available after they have answered.
const STORES_ANSWER_FOR: Duration = Duration::from_secs(1);

pub struct PageServer {
    app: Arc<App>,
    edge: Arc<EdgeState>,
    pages: Pages,
    files: Files,
    servers: Arc<AppServers>,
    cache: Arc<PageCache>,
    /// When the database and the sessions were last asked and answered.
    stores_answered: Mutex<Option<Instant>>,
}

/// What metrics call a built file, and a path at which there is neither a page nor a file.
const FILE: &str = "file";
const OTHER: &str = "other";

/// A response, and what metrics call what was delivered: the pattern of a page's path, or [`FILE`] or [`OTHER`].
pub struct Delivered {
    pub what: &'static str,
    pub response: Response,
}

/// A request for a page of the app.
struct PageRequest {
    page: Arc<Page>,
    /// The values of the path's parameters, decoded.
    params: Vec<String>,
    query: Vec<Parameter>,
}

/// A request for a page that is the same for all visitors.
enum Shared {
    Response(Response),
    /// There is no such page.
    NotFound,
    /// The page must be rendered for each visitor now.
    ForEachVisitor,
}

/// How the app is asked for a page that is the same for all visitors.
struct SharedRequest {
    /// The path with the query parameters that the page reads.
    target: String,
    /// What the app's router says.
    headers: HeaderMap,
}

impl PageServer {
    /// # Errors
    /// When the app's built files cannot be read.
    pub fn new(app: Arc<App>) -> Result<Self> {
        Ok(PageServer {
            edge: app.edge(),
            pages: Pages::of_the_app(),
            files: Files::read(app.config.app_static.as_deref())?,
            servers: AppServers::new(&app.config.app_urls)?,
            cache: PageCache::new(),
            stores_answered: Mutex::default(),
            app,
        })
    }

    /// What the log calls a path: itself, or the pattern of its page if the path contains a secret.
    pub fn name_in_log(&self, path: &str) -> String {
        match self.pages.find(path) {
            Some((page, _)) if page.kind == Kind::Secret => page.path.to_owned(),
            _ => path.to_owned(),
        }
    }

    /// The page to which a form was posted that works without scripts. A page that redirects has no form.
    pub fn posted_to(&self, request: &Request) -> Option<PostedTo> {
        let (path, target) = (request.uri().path(), request.uri().path_and_query()?.as_str());
        if *request.method() != Method::POST || target.len() > MAX_TARGET || !is_normal(path) {
            return None;
        }
        let (page, params) = self.pages.find(path)?;
        let form = forms::of_page(page.path)?;
        let query = parameters(request);
        let is_redirected = page.kind != Kind::Secret
            && redirects::of(&self.app.catalog.current(), &self.app.config.public_url, target, &query).is_some();
        (!is_redirected).then(|| PostedTo { page, form, params, query, target: target.to_owned() })
    }

    /// The answer to a code for early access; `None` if the request brings none.
    pub async fn posted_code(&self, request: &mut Request) -> Option<Delivered> {
        if *request.method() != Method::POST {
            return None;
        }
        let visitor = self.visitor(request, request.headers());
        let response = waiting::posted_code(&self.app, request, &visitor, &self.pages.unavailable_style).await?;
        Some(Delivered { what: OTHER, response })
    }

    /// The headers that a call of the API gets from the door.
    pub fn of_door(&self, request: &Request, request_id: &str) -> HeaderMap {
        let headers = [
            (HeaderName::from_static("x-request-id"), Some(request_id.to_owned())),
            (HeaderName::from_static(visitor_address::HEADER), self.sealed_address(request)),
        ];
        let sent = headers.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::from_str(&value?).ok()?)));
        sent.collect()
    }

    /// The page to which a form was posted, with what it says about the form.
    pub async fn again(self: &Arc<Self>, request: &Request, page: PostedTo, posted: &Posted, id: &str) -> Response {
        let PostedTo { page, params, query, target, .. } = page;
        let page_request = PageRequest { page, params, query };
        let mut response = self.of_visitor(request, &target, &page_request, id, Some(posted)).await;
        posted.complete(&mut response);
        response
    }

    pub async fn answer(self: &Arc<Self>, request: &Request, request_id: &str) -> Delivered {
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        let path = request.uri().path();
        if let Some(response) = refusal(request.method(), target) {
            return Delivered { what: OTHER, response };
        }
        if !is_normal(path) {
            return Delivered { what: OTHER, response: self.not_found(request, Kind::Public).await };
        }
        if let Some(response) = self.file(request, target).await {
            return Delivered { what: FILE, response };
        }
        let found = self.pages.find(path);
        let what = found.as_ref().map_or(OTHER, |(page, _)| page.path);
        Delivered { what, response: self.page(request, target, found, request_id).await }
    }

    /// A built file of the app; `None` if the path is not that of a file.
    async fn file(&self, request: &Request, target: &str) -> Option<Response> {
        let path = request.uri().path();
        if let Some(file) = self.files.get(path) {
            return Some(file.respond(request.headers()));
        }
        if !Files::may_be_at(path) {
            return None;
        }
        // The app's server has the file if this process does not know the files, or if the app was built later.
        match self.servers.send(target, &HeaderMap::new()).await {
            Ok(arrived) => Some(arrived.into_response(accepted(request.headers()))),
            Err(_) => Some(self.unavailable()),
        }
    }

    /// The page that was found at the path of a request, if any.
    async fn page(
        self: &Arc<Self>,
        request: &Request,
        target: &str,
        found: Option<(Arc<Page>, Vec<String>)>,
        request_id: &str,
    ) -> Response {
        let query = parameters(request);
        // The operator's list does not apply to a page with a secret address.
        if !matches!(&found, Some((page, _)) if page.kind == Kind::Secret) {
            let catalog = self.app.catalog.current();
            if let Some(response) = redirects::of(&catalog, &self.app.config.public_url, target, &query) {
                return response;
            }
        }
        let Some((page, params)) = found else { return self.not_found(request, Kind::Public).await };
        let visitor = || self.visitor(request, request.headers());
        let style = &self.pages.unavailable_style;
        let gate = waiting::gate(&self.app, request, (&page, &params), visitor, style).await;
        let page_request = PageRequest { page, params, query };
        match gate {
            Ok(Gate::Open) => self.admitted(request, target, page_request, request_id).await,
            Ok(Gate::Inside(visitor)) => {
                let is_public = page_request.page.kind == Kind::Public;
                let response = self.admitted(request, target, page_request, request_id).await;
                waiting::of_visitor_alone(response, &visitor, is_public, self.app.config.is_https())
            }
            Ok(Gate::Waits(response)) => response,
            Err(error) => {
                tracing::warn!(%error, "a waiting room is unavailable");
                self.unavailable()
            }
        }
    }

    /// A page for a visitor who does not have to wait.
    async fn admitted(
        self: &Arc<Self>,
        request: &Request,
        target: &str,
        page_request: PageRequest,
        request_id: &str,
    ) -> Response {
        if !is_shared(request, &page_request) {
            return self.of_visitor(request, target, &page_request, request_id, None).await;
        }
        let shared_request = shared_request(request, &page_request);
        match self.shared(request, shared_request, Some((page_request.page.clone(), page_request.params.clone()))).await
        {
            Shared::Response(response) => response,
            Shared::NotFound => self.not_found(request, Kind::Public).await,
            Shared::ForEachVisitor => self.of_visitor(request, target, &page_request, request_id, None).await,
        }
    }

    /// The page for paths that do not exist. `kind` is the kind of the page that is missing: if it is not public, it may
    /// exist for another visitor, so a shared cache must not keep this answer.
    async fn not_found(self: &Arc<Self>, request: &Request, kind: Kind) -> Response {
        let shared_request = SharedRequest { target: NOT_FOUND.to_owned(), headers: HeaderMap::new() };
        match self.shared(request, shared_request, None).await {
            Shared::Response(mut response) => {
                headers::set(response.headers_mut(), kind, self.app.config.is_https());
                response
            }
            Shared::NotFound | Shared::ForEachVisitor => self.unavailable(),
        }
    }

    /// A page that is the same for all visitors. `page` is what the path means, or `None` for the page of paths that do
    /// not exist.
    async fn shared(
        self: &Arc<Self>,
        request: &Request,
        shared_request: SharedRequest,
        page: Option<(Arc<Page>, Vec<String>)>,
    ) -> Shared {
        let name = shared_request.name();
        if name.len() > MAX_NAME {
            return Shared::ForEachVisitor;
        }
        let key = Key { revision: self.app.catalog.current().revision, name };
        let (server, address) = (self.clone(), caller(&self.edge, request));
        let render = move || async move {
            let rendered = server.render(shared_request, page, address).await;
            server.app.metrics.rendered(match &rendered {
                Rendered::Page(_) => RenderResult::Page,
                Rendered::NotFound => RenderResult::NotFound,
                Rendered::ForEachVisitor => RenderResult::ForEachVisitor,
                Rendered::Failed => RenderResult::Failed,
            });
            rendered
        };
        let answer = self.cache.get(key, render).await;
        let mut response = match answer.rendered {
            Rendered::Page(page) => page.respond(request.headers()),
            Rendered::NotFound => return Shared::NotFound,
            Rendered::ForEachVisitor => return Shared::ForEachVisitor,
            Rendered::Failed => return Shared::Response(self.unavailable()),
        };
        if answer.is_stale {
            self.app.metrics.delivered_stale();
            response.headers_mut().insert(STALE, HeaderValue::from_static("1"));
        }
        Shared::Response(response)
    }

    /// Renders a page that is the same for all visitors, if it is.
    async fn render(
        &self,
        shared_request: SharedRequest,
        page: Option<(Arc<Page>, Vec<String>)>,
        address: Option<IpAddr>,
    ) -> Rendered {
        let began = Instant::now();
        let anonymous = Visitor::new(self.edge.clone(), &HeaderMap::new(), address);
        if let Some((page, params)) = &page {
            match self.check(page, params, &[], &anonymous, &anonymous).await {
                Ok(Exists::ForAll) => {}
                Ok(Exists::ForEachVisitor) => return Rendered::ForEachVisitor,
                Ok(Exists::No) => return Rendered::NotFound,
                Err(_) => return Rendered::Failed,
            }
        }
        let expected = if page.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let nonce = random_id();
        let mut headers = shared_request.headers;
        headers.insert(POLICY, self.policy_of_nonce(Kind::Public, &nonce).await);
        headers.insert(REVISION, self.app.catalog.current().revision.into());
        let Ok(arrived) = self.servers.send(&shared_request.target, &headers).await else { return Rendered::Failed };
        match arrived.status {
            status if status == expected => {}
            StatusCode::NOT_FOUND => return Rendered::NotFound,
            status if status.is_server_error() => {
                tracing::warn!(target = shared_request.target, %status, "the app cannot render a page");
                return Rendered::Failed;
            }
            _ => return Rendered::ForEachVisitor,
        }
        if arrived.headers.contains_key(header::SET_COOKIE) {
            return Rendered::ForEachVisitor;
        }
        let headers = arrived.headers.clone();
        match arrived.body().await {
            Ok(body) => self.stored(began, expected, &headers, &nonce, body).await,
            Err(error) => {
                tracing::warn!(target = shared_request.target, %error, "a page did not arrive");
                Rendered::Failed
            }
        }
    }

    /// The page to store: its nonce is replaced by hashes of the inline scripts that have it.
    async fn stored(&self, began: Instant, status: StatusCode, sent: &HeaderMap, nonce: &str, body: Bytes) -> Rendered {
        let Ok(text) = std::str::from_utf8(&body) else {
            tracing::warn!("a page is no text");
            return Rendered::Failed;
        };
        match failure(text) {
            None => {}
            Some(Failure::NotFound) if status == StatusCode::NOT_FOUND => {}
            Some(Failure::NotFound) => return Rendered::NotFound,
            Some(Failure::Redirect) => return Rendered::ForEachVisitor,
            Some(Failure::Error) => {
                tracing::warn!("the app could not render a part of a page");
                return Rendered::Failed;
            }
        }
        let (text, inline) = without_nonce(text, nonce);
        let mut headers = of_content(sent, nonce);
        headers::set(&mut headers, Kind::Public, self.app.config.is_https());
        let Inline { scripts, styles } = &inline;
        let policy = policy(&self.app, Kind::Public, Trust::Hashes { scripts, styles }, &self.pages.styles).await;
        let Ok(policy) = HeaderValue::from_str(&policy) else {
            tracing::warn!(policy, "a policy is no header");
            return Rendered::Failed;
        };
        headers.insert(POLICY, policy);
        let make = move || StoredPage::new(began, status, headers, Bytes::from(text));
        // Compressing takes milliseconds.
        match tokio::task::spawn_blocking(make).await {
            Ok(page) => Rendered::Page(Arc::new(page)),
            Err(_) => Rendered::Failed,
        }
    }

    /// A page that is rendered for its visitor alone, perhaps after a form was posted to it.
    async fn of_visitor(
        self: &Arc<Self>,
        request: &Request,
        target: &str,
        page_request: &PageRequest,
        request_id: &str,
        posted: Option<&Posted>,
    ) -> Response {
        let PageRequest { page, params, query } = page_request;
        let kind = match page.kind {
            // What was typed may be in the page.
            Kind::Public | Kind::Personal if posted.is_some() => Kind::Private,
            // A public page is rendered here only if its offer depends on the visitor.
            Kind::Public => Kind::Personal,
            kind => kind,
        };
        let visitor = self.visitor(request, request.headers());
        let anonymous = self.visitor(request, &HeaderMap::new());
        match self.check(page, params, query, &visitor, &anonymous).await {
            Ok(Exists::ForAll | Exists::ForEachVisitor) => {}
            Ok(Exists::No) => return self.not_found(request, kind).await,
            Err(_) => return self.unavailable(),
        }
        let nonce = random_id();
        let policy = self.policy_of_nonce(kind, &nonce).await;
        let mut headers = copied(request.headers(), OF_VISITOR);
        headers.extend(of_router(request));
        headers.insert(POLICY, policy.clone());
        headers.insert(REVISION, self.app.catalog.current().revision.into());
        headers.extend(self.of_door(request, request_id));
        if let Some(posted) = posted {
            posted.tell(&mut headers);
        }
        let Ok(arrived) = self.servers.send(target, &headers).await else { return self.unavailable() };
        let mut response = arrived.into_response(accepted(request.headers()));
        headers::set(response.headers_mut(), kind, self.app.config.is_https());
        response.headers_mut().insert(POLICY, policy);
        response
    }

    /// For whom a page exists, if it can be rendered now.
    ///
    /// # Errors
    /// When something that the page needs is unavailable. The cause is logged.
    async fn check(
        &self,
        page: &Page,
        params: &[String],
        query: &[Parameter],
        visitor: &Visitor,
        anonymous: &Visitor,
    ) -> Result<Exists> {
        let checked = async {
            let exists = exists(&self.app, page, params, query, visitor, anonymous).await?;
            if exists != Exists::No && needs_stores(page) {
                self.require_stores().await?;
            }
            Ok(exists)
        };
        checked.await.inspect_err(|error| tracing::warn!(page = page.path, %error, "a page cannot be shown now"))
    }

    /// Checks that the database and the sessions answer, if they did not just do so.
    ///
    /// # Errors
    /// When one of them does not.
    async fn require_stores(&self) -> Result<()> {
        let answered = || *self.stores_answered.lock().unwrap_or_else(PoisonError::into_inner);
        if answered().is_some_and(|at| at.elapsed() < STORES_ANSWER_FOR) {
            return Ok(());
        }
        let asked = Instant::now();
        self.app.db.ping().await?;
        self.app.sessions.ping().await?;
        *self.stores_answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked);
        Ok(())
    }

    fn visitor(&self, request: &Request, headers: &HeaderMap) -> Visitor {
        Visitor::new(self.edge.clone(), headers, caller(&self.edge, request))
    }

    fn sealed_address(&self, request: &Request) -> Option<String> {
        let address = caller(&self.edge, request)?;
        Some(visitor_address::seal(&self.app.secret, address, self.app.clock.now()))
    }

    async fn policy_of_nonce(&self, kind: Kind, nonce: &str) -> HeaderValue {
        let policy = policy(&self.app, kind, Trust::Nonce(nonce), &self.pages.styles).await;
        // A policy contains only origins, hashes and the nonce.
        HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
    }

    fn unavailable(&self) -> Response {
        unavailable::page(&self.app.catalog.current(), &self.pages.unavailable_style, self.app.config.is_https())
    }
}

impl SharedRequest {
    /// The page's name in the cache.
    fn name(&self) -> String {
        let mut name = self.target.clone();
        for (header, value) in &self.headers {
            name.push('\n');
            name.push_str(header.as_str());
            name.push(' ');
            name.push_str(value.to_str().unwrap_or_default());
        }
        name
    }
}

/// The answer to a request that is for no page or file, whatever its path.
fn refusal(method: &Method, target: &str) -> Option<Response> {
    if target.len() > MAX_TARGET {
        return Some(StatusCode::URI_TOO_LONG.into_response());
    }
    match *method {
        Method::GET | Method::HEAD => None,
        Method::POST => Some(redirects::see_other(target)),
        _ => Some(StatusCode::METHOD_NOT_ALLOWED.with_header(header::ALLOW, "GET, HEAD, POST").into_response()),
    }
}

fn parameters(request: &Request) -> Vec<Parameter> {
    form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect()
}

/// Whether a path stays as it is when a URL is parsed. The app would get a different path than the one that was decided
/// about here if it had segments such as `..` or a backslash. Browsers send no such paths.
fn is_normal(path: &str) -> bool {
    !path.starts_with("//") && Url::parse(&format!("http://app{path}")).is_ok_and(|url| url.path() == path)
}

/// Whether a page is the same for all visitors, as far as its address says. A document at an address of the app's router
/// is not, nor is the router's data at the address of a document: a cache in front that does not know the router's headers
/// must not keep them.
fn is_shared(request: &Request, page_request: &PageRequest) -> bool {
    let PageRequest { page, query, .. } = page_request;
    let is_of_router = query.iter().any(|(name, _)| name == ROUTER_DIGEST);
    page.kind == Kind::Public
        && !names_visitors_choice(page, query)
        && is_of_router == request.headers().contains_key(RSC)
}

/// How the app is asked for a public page: without anything of the visitor, and without query parameters that the page
/// does not read, so that they cannot change what others see.
fn shared_request(request: &Request, page_request: &PageRequest) -> SharedRequest {
    let headers = of_router(request);
    let is_read = |(name, value): &&Parameter| match name.as_str() {
        ROUTER_DIGEST => headers.contains_key(RSC),
        // The app ignores what is not a day. Kept, each such text would be a page of its own in the cache.
        FIRST_DAY if NaiveDate::parse_from_str(value, "%Y-%m-%d").is_err() => false,
        name => page_request.page.query.iter().any(|it| it == name),
    };
    let mut read: Vec<&Parameter> = page_request.query.iter().filter(is_read).collect();
    read.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut target = canonical(request.uri().path());
    if !read.is_empty() {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(read).finish();
        target.push('?');
        target.push_str(&query);
    }
    SharedRequest { target, headers }
}

/// A path in which each segment is encoded in one way, so that different spellings are one page in the cache.
fn canonical(path: &str) -> String {
    let encoded = |segment| match percent_decode_str(segment).decode_utf8() {
        Ok(text) => utf8_percent_encode(&text, ENCODED).to_string(),
        Err(_) => segment.to_owned(),
    };
    path.split('/').map(encoded).collect::<Vec<_>>().join("/")
}

/// The headers of the app's router; empty for a request of a document.
fn of_router(request: &Request) -> HeaderMap {
    if !request.headers().contains_key(RSC) {
        return HeaderMap::new();
    }
    let mut headers = copied(request.headers(), OF_ROUTER);
    // A header that is no text could have the same name in the cache as another.
    let others: Vec<HeaderName> =
        headers.iter().filter(|(_, value)| value.to_str().is_err()).map(|(name, _)| name.clone()).collect();
    for name in others {
        headers.remove(name);
    }
    headers.insert(RSC, HeaderValue::from_static("1"));
    headers
}

fn copied<const N: usize>(headers: &HeaderMap, names: [HeaderName; N]) -> HeaderMap {
    let mut copied = HeaderMap::new();
    for name in names {
        for value in headers.get_all(&name) {
            copied.append(name.clone(), value.clone());
        }
    }
    copied
}

/// The headers of a rendered page that belong to its content.
fn of_content(sent: &HeaderMap, nonce: &str) -> HeaderMap {
    let with_nonce = format!("; nonce=\"{nonce}\"");
    let mut headers = HeaderMap::new();
    for (name, value) in sent {
        if ![header::CONTENT_TYPE, header::LINK, header::VARY].contains(name) && !name.as_str().starts_with("x-nextjs-")
        {
            continue;
        }
        let value = value.to_str().ok().and_then(|text| HeaderValue::from_str(&text.replace(&with_nonce, "")).ok());
        if let Some(value) = value {
            headers.append(name.clone(), value);
        }
    }
    headers
}
