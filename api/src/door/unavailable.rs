//! The page that visitors see while the app's servers do not answer, or while what the page needs is unavailable.

use askama::Template;
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Response};

use super::headers;
use super::pages::Kind;
use midway_catalog::Catalog;
use midway_kernel::secret::random_token;
use midway_kernel::text::{Messages, Text};

const TITLE: Text = Text { id: "away.title", default: "We'll be right back" };
const BODY: Text = Text {
    id: "away.body",
    default: "The shop is temporarily unavailable. Please try again in a minute. Your cart is saved.",
};
const RETRY: Text = Text { id: "away.retry", default: "Try again" };

/// How long a visitor should wait before the next try, in seconds.
const RETRY_AFTER: u32 = 30;

#[derive(Template)]
#[template(path = "unavailable.html")]
struct Page<'a> {
    nonce: &'a str,
    style: &'a str,
    style_key: &'a str,
    shop: &'a str,
    title: String,
    body: String,
    retry: String,
}

/// A page in the theme of the shop, without scripts and other files, with status 503.
pub fn page(catalog: &Catalog, style: &str, is_https: bool) -> Response {
    let nonce = random_token();
    let text = |text| catalog.message(text, &[]);
    let settings = catalog.settings();
    let page = Page {
        nonce: &nonce,
        style,
        style_key: settings.style_key.as_deref().unwrap_or("default"),
        shop: &settings.web_site_name,
        title: text(TITLE),
        body: text(BODY),
        retry: text(RETRY),
    };
    let Ok(html) = page.render() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let mut response = Response::builder()
        .status(StatusCode::SERVICE_UNAVAILABLE)
        .content_type("text/html; charset=utf-8")
        .header(header::RETRY_AFTER, RETRY_AFTER)
        .body(html);
    // The address may contain a secret.
    headers::set(response.headers_mut(), Kind::Secret, is_https);
    if let Ok(policy) = policy.parse() {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
