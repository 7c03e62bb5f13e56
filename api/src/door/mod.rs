//! The public door of the shop. It answers calls of the API in this process and serves the app's pages and files. The
//! app's servers render the pages; only the door reaches them.
//!
//! Everything that must be known before a page is sent is decided here, where the catalogue is in memory: redirects,
//! whether the page exists, for whom, and its security headers. Pages that are the same for all visitors are cached.

mod app_servers;
mod cache;
mod existence;
mod files;
mod forms;
mod headers;
mod links;
mod page_server;
mod pages;
mod redirects;
mod stored;
mod unavailable;
mod waiting;
mod waiting_page;

pub use links::{Checked, Finding, LinkChecker};

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use poem::http::{HeaderValue, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use crate::app::App;
use crate::error::Result;
use crate::http::edge::request_id;
use forms::{Outcome, PostedTo};
use page_server::{Delivered, PageServer};

/// Where Apple looks for the file that verifies a domain. The API answers.
pub const APPLE_PAY_DOMAIN: &str = "/.well-known/apple-developer-merchantid-domain-association";

/// The endpoint of all requests to the shop.
pub struct Door<E> {
    app: Arc<App>,
    api: E,
    /// `None` if this process serves only the API.
    pages: Option<Arc<PageServer>>,
}

impl<E: Endpoint> Door<E> {
    /// # Errors
    /// When the app's built files cannot be read.
    pub fn new(app: Arc<App>, api: E) -> Result<Self> {
        let serves_pages = !app.config.app_urls.is_empty();
        let pages = if serves_pages { Some(Arc::new(PageServer::new(app.clone())?)) } else { None };
        Ok(Door { app, api, pages })
    }
}

impl<E: Endpoint> Endpoint for Door<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> poem::Result<Response> {
        let pages = match &self.pages {
            Some(pages) if !is_of_api(request.uri().path()) => pages,
            _ => return self.api.call(request).await.map(IntoResponse::into_response),
        };
        let began = Instant::now();
        let id = request_id(request.headers());
        let Delivered { what, mut response } = match pages.posted_to(&request) {
            Some(page) => self.posted(pages, page, &mut request, &id).await,
            None => match pages.posted_code(&mut request).await {
                Some(delivered) => delivered,
                None => pages.answer(&request, &id).await,
            },
        };
        let headers = response.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if self.app.is_stopping.load(Ordering::Relaxed) {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Ok(value) = HeaderValue::from_str(&id) {
            headers.insert("x-request-id", value);
        }
        let status = response.status().as_u16();
        let (method, path) = (request.method(), request.uri().path());
        self.app.metrics.delivered(what, status, began.elapsed());
        tracing::debug!(request_id = id, %method, path = pages.name_in_log(path), status, "shown");
        Ok(response)
    }
}

impl<E: Endpoint> Door<E> {
    /// The answer to a form that was posted to its page.
    async fn posted(&self, pages: &Arc<PageServer>, page: PostedTo, request: &mut Request, id: &str) -> Delivered {
        let of_door = pages.of_door(request, id);
        let what = page.page.path;
        let response = match forms::submit(&self.api, &self.app.config.public_url, &page, request, of_door).await {
            Outcome::Response(response) => response,
            Outcome::Again(posted) => pages.again(request, page, &posted, id).await,
        };
        Delivered { what, response }
    }
}

fn is_of_api(path: &str) -> bool {
    ["/api", "/health", APPLE_PAY_DOMAIN]
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}
