//! The card form: a self-contained page, made for a frame in the shop. The shop's page frames it, receives its messages
//! and may ask it to submit, but never sees the typed text.

use askama::Template;
use chrono::{Datelike, Months};
use poem::Response;
use poem::http::{StatusCode, header};

use crate::cards::{self, TEST_CARDS, TestCard};
use crate::page;
use crate::payment::Refusal;
use midway_kernel::secret::random_token;
use midway_kernel::time::Instant;

#[derive(Template)]
#[template(path = "card_form.html")]
struct Html<'a> {
    style: &'static str,
    own_style: &'static str,
    script: &'static str,
    theme: Option<&'a str>,
    has_button: bool,
    nonce: &'a str,
    session_key: &'a str,
    parent_origin: &'a str,
    this_month: String,
    good_until: String,
    again: bool,
    test_cards: Vec<TestCardButton>,
}

/// A button that fills in a test card.
struct TestCardButton {
    number: String,
    code: &'static str,
    label: &'static str,
}

/// The data from which the form is rendered.
pub struct Page<'a> {
    pub session_key: &'a str,
    pub parent_origin: &'a str,
    /// `light` or `dark`; any other value follows the browser's setting.
    pub theme: Option<&'a str>,
    /// `shop` hides the form's button; the shop's own button then submits the form.
    pub button: Option<&'a str>,
    /// `1` fills in the expiration date of the card that was typed before in the same tab.
    pub again: Option<&'a str>,
    pub now: Instant,
}

pub fn show(form: &Page<'_>) -> Result<Response, Refusal> {
    let nonce = random_token();
    let html = Html {
        style: include_str!("../templates/page.css"),
        own_style: include_str!("../templates/card_form.css"),
        script: include_str!("../templates/card_form.js"),
        theme: page::theme(form.theme),
        has_button: form.button != Some("shop"),
        nonce: &nonce,
        session_key: form.session_key,
        parent_origin: form.parent_origin,
        this_month: cards::this_month(form.now).format("%Y%m").to_string(),
        good_until: good_until(form.now),
        again: form.again == Some("1"),
        test_cards: test_cards(),
    };
    page::response(StatusCode::OK, &page::policy(&nonce, form.parent_origin), &html)
}

/// The shop's typeface, so that the form does not look foreign in the shop's dialog.
pub fn font() -> Response {
    Response::builder()
        .content_type("font/woff2")
        .header(header::CACHE_CONTROL, "public, max-age=86400")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .body(include_bytes!("../fonts/figtree-latin.woff2").as_slice())
}

/// The page for an unknown session.
pub fn gone() -> Result<Response, Refusal> {
    page::Gone { title: "Card details", message: "This card form is no longer valid." }.response()
}

/// A valid expiration date for the buttons that fill in a test card.
fn good_until(now: Instant) -> String {
    let month = cards::this_month(now) + Months::new(24);
    format!("{:02} / {:02}", month.month(), month.year() % 100)
}

fn test_cards() -> Vec<TestCardButton> {
    let button = |card: &TestCard| TestCardButton {
        number: card.grouped(),
        code: if card.brand.code_length() == 4 { "1234" } else { "123" },
        label: card.label,
    };
    TEST_CARDS.iter().map(button).collect()
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use poem::http::HeaderMap;

    use super::*;

    const SHOP: &str = "https://shop.example";

    async fn page(theme: Option<&str>, button: Option<&str>) -> (HeaderMap, String) {
        let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
        let shown =
            show(&Page { session_key: "s-e_s", parent_origin: SHOP, theme, button, again: Some("1"), now }).unwrap();
        let headers = shown.headers().clone();
        (headers, shown.into_body().into_string().await.unwrap())
    }

    fn policy(headers: &HeaderMap) -> &str {
        headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap()
    }

    #[tokio::test]
    async fn form_can_be_framed_only_by_its_own_shop_and_runs_only_its_own_script() {
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
    async fn form_exchanges_messages_only_with_its_shop_and_loads_nothing_external() {
        let (_, html) = page(None, None).await;
        assert!(html.contains("data-session-key=\"s-e_s\" data-parent-origin=\"https://shop.example\""));
        assert_eq!(html.matches("postMessage(").count(), 1);
        assert!(html.contains("type, sessionKey, ...more }, parentOrigin)"));
        assert!(html.contains("event.origin !== parentOrigin || event.source !== window.parent"));
        assert!(!html.contains("http://") && html.matches("https://").count() == 1, "nothing external");
        assert!(!html.contains("{{"), "no placeholder is left");
    }

    #[tokio::test]
    async fn card_fields_have_labels_error_elements_and_autocomplete_values_and_the_test_cards_are_listed() {
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
    async fn form_applies_only_known_themes_and_hides_its_submit_button_if_the_shop_shows_the_button() {
        assert!(page(Some("dark"), None).await.1.contains("<html lang=\"en-US\" data-theme=\"dark\">"));
        assert!(page(Some("\"><script>"), None).await.1.contains("<html lang=\"en-US\">"));
        assert!(page(None, Some("shop")).await.1.contains("type=\"submit\" hidden>"));
        assert!(page(None, None).await.1.contains("type=\"submit\">"));
        assert!(page(None, None).await.1.contains("data-again=\"true\""));
    }

    #[test]
    fn sandbox_document_lists_every_test_card() {
        let document = include_str!("../../../docs/SANDBOX.md");
        for card in &TEST_CARDS {
            assert!(document.contains(&format!("| {} |", card.grouped())), "{}", card.grouped());
        }
    }
}
