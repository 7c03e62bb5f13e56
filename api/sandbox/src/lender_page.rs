//! The lender's page, made for a frame in the shop, and the script with which the shop frames it. The shop receives the result, but never
//! the applicant's data.

use poem::Response;
use poem::http::{StatusCode, header};

use crate::card_form::{page_response, theme};
use crate::lender::{MONTHS, TEST_APPLICANTS, each_month, lends};
use midway_kernel::money::Money;
use midway_kernel::secret::random_token;
use midway_kernel::text::fill;

pub struct Offer<'a> {
    pub up_code: &'a str,
    pub parent_origin: &'a str,
    pub amount: Money,
    /// `light` or `dark`; any other value follows the browser's setting.
    pub theme: Option<&'a str>,
}

pub fn show(offer: &Offer<'_>) -> Response {
    let nonce = random_token();
    let html = fill(
        include_str!("../templates/lender.html"),
        &[
            ("style", include_str!("../templates/page.css")),
            ("ownStyle", include_str!("../templates/lender.css")),
            ("script", include_str!("../templates/lender.js")),
            ("theme", &theme(offer.theme)),
            ("nonce", &nonce),
            ("upCode", offer.up_code),
            ("parentOrigin", offer.parent_origin),
            ("cents", &offer.amount.cents().to_string()),
            ("amount", &offer.amount.display()),
            ("offered", &lends(offer.amount).to_string()),
            ("terms", &terms(offer.amount)),
            ("applicants", &applicants()),
        ],
    );
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         form-action 'none'; base-uri 'none'; frame-ancestors {}",
        offer.parent_origin
    );
    page_response(StatusCode::OK, &policy, html)
}

/// The page for an unknown offer.
pub fn gone() -> Response {
    let html = "<!doctype html><html lang=\"en-US\"><title>Sandbox Lender</title><p>This offer is no longer valid.</p>";
    page_response(StatusCode::NOT_FOUND, "default-src 'none'; form-action 'none'; base-uri 'none'", html.to_owned())
}

/// The script that the shop's page loads; the same for all visitors.
pub fn script() -> Response {
    Response::builder()
        .content_type("text/javascript; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header("cross-origin-resource-policy", "cross-origin")
        .body(include_str!("../templates/lender_script.js"))
}

fn terms(amount: Money) -> String {
    let choice = |months: u32| {
        let checked = if months == MONTHS[0] { " checked" } else { "" };
        let each = each_month(amount, months).display();
        format!(
            "<label class=\"choice term\"><input type=\"radio\" name=\"months\" value=\"{months}\" \
             data-terms=\"{months} monthly payments of {each}\"{checked}> <span>{months} months</span> \
             <strong>{each} a month</strong></label>"
        )
    };
    MONTHS.map(choice).concat()
}

fn applicants() -> String {
    let choice = |nth: usize| {
        let it = &TEST_APPLICANTS[nth];
        let checked = if nth == 0 { " checked" } else { "" };
        format!(
            "<label class=\"choice\"><input type=\"radio\" name=\"applicant\" value=\"{}\"{checked}> {}</label>",
            it.id, it.label
        )
    };
    (0..TEST_APPLICANTS.len()).map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "https://shop.example";

    async fn page(amount: i64) -> (String, String) {
        let offer = Offer { up_code: "u-p_c", parent_origin: SHOP, amount: Money(amount), theme: Some("dark") };
        let shown = show(&offer);
        let policy = shown.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        (policy, shown.into_body().into_string().await.unwrap())
    }

    #[tokio::test]
    async fn offer_is_framed_by_and_reports_to_its_shop_only() {
        let (policy, html) = page(10_000).await;
        assert!(policy.starts_with("default-src 'none'; ") && policy.ends_with(&format!("frame-ancestors {SHOP}")));
        assert!(!policy.contains("unsafe") && !html.contains(" style="));
        assert!(html.contains("data-up-code=\"u-p_c\" data-parent-origin=\"https://shop.example\""));
        assert_eq!(html.matches("postMessage(").count(), 1);
        assert!(html.contains("type, upCode, ...more }, parentOrigin)"));
        assert!(html.contains("event.origin !== parentOrigin || event.source !== window.parent"));
        assert!(html.contains("<html lang=\"en-US\" data-theme=\"dark\">") && !html.contains("{{"));
    }

    #[tokio::test]
    async fn offer_shows_monthly_payments_and_applicants() {
        let (_, html) = page(10_000).await;
        assert!(html.contains("data-offered=\"true\"") && html.contains("Pay $100.00 over time"));
        for each in ["$33.33 a month", "$16.66 a month", "$8.33 a month"] {
            assert!(html.contains(each), "{each}");
        }
        for it in &TEST_APPLICANTS {
            assert!(html.contains(&format!("value=\"{}\"", it.id)) && html.contains(it.label), "{}", it.id);
        }
        assert!(page(4_999).await.1.contains("data-offered=\"false\""));
    }

    #[tokio::test]
    async fn page_sends_every_event() {
        let (_, html) = page(10_000).await;
        let events =
            ["OFFER_AVAILABLE", "TOKEN_AVAILABLE", "TOKEN_RETRIEVED", "OFFER_UNAVAILABLE", "SERVICE_UNAVAILABLE"];
        for event in events {
            assert!(html.contains(&format!("\"{event}\"")), "{event}");
        }
        assert_eq!(include_str!("../templates/lender_script.js").matches("window.SandboxLender =").count(), 1);
    }
}
