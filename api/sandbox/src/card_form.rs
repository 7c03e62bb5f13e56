//! The card form: a self-contained page, made for a frame in the shop. The shop's page frames it, receives its messages and may ask it to
//! submit, but never sees what is typed.

use chrono::{Datelike, Months};
use poem::Response;
use poem::http::{StatusCode, header};

use crate::cards::{self, TEST_CARDS};
use midway_kernel::secret::random_token;
use midway_kernel::text::fill;
use midway_kernel::time::Instant;

pub struct Page<'a> {
    pub session_key: &'a str,
    pub parent_origin: &'a str,
    /// `light` or `dark`; any other value follows the browser's setting.
    pub theme: Option<&'a str>,
    /// `shop` hides the form's button; the shop's own button then submits the form.
    pub button: Option<&'a str>,
    pub now: Instant,
}

pub fn show(page: &Page<'_>) -> Response {
    let nonce = random_token();
    let this_month = cards::this_month(page.now);
    let button = if page.button == Some("shop") { " hidden" } else { "" };
    let html = fill(
        include_str!("../templates/card_form.html"),
        &[
            ("style", include_str!("../templates/page.css")),
            ("script", include_str!("../templates/card_form.js")),
            ("theme", &theme(page.theme)),
            ("button", button),
            ("nonce", &nonce),
            ("sessionKey", page.session_key),
            ("parentOrigin", page.parent_origin),
            ("thisMonth", &this_month.format("%Y%m").to_string()),
            ("goodUntil", &good_until(page.now)),
            ("testCards", &test_cards()),
        ],
    );
    // The origin was validated when the session was opened, so it cannot add a directive.
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         form-action 'none'; base-uri 'none'; frame-ancestors {}",
        page.parent_origin
    );
    page_response(StatusCode::OK, &policy, html)
}

/// The page for an unknown session. It sends no messages, because its parent is unknown.
pub fn gone() -> Response {
    let html =
        "<!doctype html><html lang=\"en-US\"><title>Card details</title><p>This card form is no longer valid.</p>";
    page_response(StatusCode::NOT_FOUND, "default-src 'none'; form-action 'none'; base-uri 'none'", html.to_owned())
}

/// The attribute for the requested theme.
pub fn theme(asked: Option<&str>) -> String {
    match asked {
        Some(theme @ ("light" | "dark")) => format!(" data-theme=\"{theme}\""),
        _ => String::new(),
    }
}

pub fn page_response(status: StatusCode, policy: &str, html: String) -> Response {
    Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .body(html)
}

/// A valid expiry date for the buttons that fill in a test card.
fn good_until(now: Instant) -> String {
    let month = cards::this_month(now) + Months::new(24);
    format!("{:02} / {:02}", month.month(), month.year() % 100)
}

fn test_cards() -> String {
    let mut rows = String::new();
    for card in &TEST_CARDS {
        let code = if card.brand.code_length() == 4 { "1234" } else { "123" };
        rows.push_str(&format!(
            "<li><button type=\"button\" data-number=\"{number}\" data-code=\"{code}\"><span \
             class=\"number\">{number}</span> <span class=\"label\">{label}</span></button></li>",
            number = card.grouped(),
            label = card.label,
        ));
    }
    rows
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use poem::http::HeaderMap;

    use super::*;

    const SHOP: &str = "https://shop.example";

    async fn page(theme: Option<&str>, button: Option<&str>) -> (HeaderMap, String) {
        let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
        let shown = show(&Page { session_key: "s-e_s", parent_origin: SHOP, theme, button, now });
        let headers = shown.headers().clone();
        (headers, shown.into_body().into_string().await.unwrap())
    }

    fn policy(headers: &HeaderMap) -> &str {
        headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap()
    }

    #[tokio::test]
    async fn form_is_framed_by_its_shop_only_and_runs_only_its_own_script() {
        let (headers, html) = page(None, None).await;
        let policy = policy(&headers);
        assert!(policy.starts_with("default-src 'none'; "));
        assert!(policy.ends_with(&format!("frame-ancestors {SHOP}")));
        let (_, rest) = policy.split_once("script-src 'nonce-").unwrap();
        let (nonce, _) = rest.split_once('\'').unwrap();
        assert_eq!(nonce.len(), 43);
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("<style").count(), 1);
        assert_eq!(html.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
        assert!(!policy.contains("unsafe") && !html.contains(" style="));
        assert_ne!(self::policy(&page(None, None).await.0), policy, "a nonce is used once");
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    }

    #[tokio::test]
    async fn form_sends_messages_to_its_shop_only() {
        let (_, html) = page(None, None).await;
        assert!(html.contains("data-session-key=\"s-e_s\" data-parent-origin=\"https://shop.example\""));
        assert_eq!(html.matches("postMessage(").count(), 1);
        assert!(html.contains("type, sessionKey, ...more }, parentOrigin)"));
        assert!(html.contains("event.origin !== parentOrigin || event.source !== window.parent"));
        assert!(!html.contains("http://") && html.matches("https://").count() == 1, "nothing external");
        assert!(!html.contains("{{"), "no placeholder is left");
    }

    #[tokio::test]
    async fn every_field_has_a_label_an_error_and_an_autocomplete_value() {
        let (_, html) = page(None, None).await;
        for (field, filled) in [("number", "cc-number"), ("expiry", "cc-exp"), ("code", "cc-csc")] {
            assert!(html.contains(&format!("<label for=\"{field}\">")), "{field}");
            assert!(html.contains(&format!("inputmode=\"numeric\" autocomplete=\"{filled}\"")), "{field}");
            assert!(html.contains(&format!("aria-describedby=\"{field}-error\"")), "{field}");
            assert!(html.contains(&format!("<p class=\"error\" id=\"{field}-error\">")), "{field}");
        }
        for card in &TEST_CARDS {
            assert!(html.contains(&card.grouped()), "{}", card.label);
        }
    }

    #[tokio::test]
    async fn unknown_theme_and_button_values_are_ignored() {
        assert!(page(Some("dark"), None).await.1.contains("<html lang=\"en-US\" data-theme=\"dark\">"));
        assert!(page(Some("\"><script>"), None).await.1.contains("<html lang=\"en-US\">"));
        assert!(page(None, Some("shop")).await.1.contains("type=\"submit\" hidden>"));
        assert!(page(None, None).await.1.contains("type=\"submit\">"));
    }

    #[test]
    fn sandbox_document_lists_every_test_card() {
        let document = include_str!("../../../docs/SANDBOX.md");
        for card in &TEST_CARDS {
            assert!(document.contains(&format!("| {} |", card.grouped())), "{}", card.grouped());
        }
    }
}
