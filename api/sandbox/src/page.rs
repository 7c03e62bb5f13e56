//! What the sandbox's HTML pages have in common. Their templates are in `api/sandbox/templates`; values are escaped.

use askama::Template;
use poem::Response;
use poem::http::{StatusCode, header};

use crate::payment::Refusal;

/// The page for an unknown session or offer. It sends no messages, because its parent is unknown.
#[derive(Template)]
#[template(path = "gone.html")]
pub struct Gone {
    pub title: &'static str,
    pub message: &'static str,
}

impl Gone {
    pub fn response(&self) -> Result<Response, Refusal> {
        response(StatusCode::NOT_FOUND, "default-src 'none'; form-action 'none'; base-uri 'none'", self)
    }
}

/// Renders a page.
///
/// # Errors
/// [`Refusal::Broken`] when the template fails.
pub fn response(status: StatusCode, policy: &str, page: &impl Template) -> Result<Response, Refusal> {
    let html = page.render().map_err(|error| Refusal::Broken(error.to_string()))?;
    Ok(Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .body(html))
}

/// The Content-Security-Policy of a page that has one script and one style and that only `parent_origin` may frame. The
/// origin was validated when the payment was opened, so it cannot add a directive.
pub fn policy(nonce: &str, parent_origin: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors {parent_origin}"
    )
}

/// The requested theme; `None` if there is no theme of that name.
pub fn theme(requested: Option<&str>) -> Option<&str> {
    requested.filter(|theme| matches!(*theme, "light" | "dark"))
}
