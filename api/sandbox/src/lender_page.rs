//! The lender's page, made for a frame in the shop, and the script with which the shop frames it. The shop receives the
//! result, but never the applicant's data.

use askama::Template;
use poem::Response;
use poem::http::{StatusCode, header};

use crate::lender::{MONTHS, TEST_APPLICANTS, TestApplicant, each_month, lends};
use crate::page;
use crate::payment::Refusal;
use midway_kernel::money::Money;
use midway_kernel::secret::random_token;

#[derive(Template)]
#[template(path = "lender.html")]
struct Html<'a> {
    style: &'static str,
    own_style: &'static str,
    script: &'static str,
    theme: Option<&'a str>,
    nonce: &'a str,
    up_code: &'a str,
    parent_origin: &'a str,
    cents: i64,
    amount: String,
    is_offered: bool,
    terms: Vec<Term>,
    applicants: &'static [TestApplicant],
}

/// A number of monthly payments that the applicant can choose.
struct Term {
    months: u32,
    each: String,
}

pub struct Offer<'a> {
    pub up_code: &'a str,
    pub parent_origin: &'a str,
    pub amount: Money,
    /// `light` or `dark`; any other value follows the browser's setting.
    pub theme: Option<&'a str>,
}

pub fn show(offer: &Offer<'_>) -> Result<Response, Refusal> {
    let nonce = random_token();
    let term = |months: u32| Term { months, each: each_month(offer.amount, months).display() };
    let html = Html {
        style: include_str!("../templates/page.css"),
        own_style: include_str!("../templates/lender.css"),
        script: include_str!("../templates/lender.js"),
        theme: page::theme(offer.theme),
        nonce: &nonce,
        up_code: offer.up_code,
        parent_origin: offer.parent_origin,
        cents: offer.amount.cents(),
        amount: offer.amount.display(),
        is_offered: lends(offer.amount),
        terms: MONTHS.map(term).into(),
        applicants: &TEST_APPLICANTS,
    };
    page::response(StatusCode::OK, &page::policy(&nonce, offer.parent_origin), &html)
}

/// The page for an unknown offer.
pub fn gone() -> Result<Response, Refusal> {
    page::Gone { title: "Sandbox Lender", message: "This offer is no longer valid." }.response()
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

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "https://shop.example";

    async fn page(amount: i64) -> (String, String) {
        let offer = Offer { up_code: "u-p_c", parent_origin: SHOP, amount: Money(amount), theme: Some("dark") };
        let shown = show(&offer).unwrap();
        let policy = shown.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        (policy, shown.into_body().into_string().await.unwrap())
    }

    #[tokio::test]
    async fn lender_page_can_be_framed_only_by_its_own_shop_and_exchanges_messages_only_with_it() {
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
    async fn lender_page_shows_monthly_payments_and_applicants_and_offers_no_loan_below_the_minimum() {
        let html = page(10_000).await.1.replace("&#39;", "'");
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
    async fn lender_page_contains_every_message_type_that_reports_a_result() {
        let (_, html) = page(10_000).await;
        let events =
            ["OFFER_AVAILABLE", "TOKEN_AVAILABLE", "TOKEN_RETRIEVED", "OFFER_UNAVAILABLE", "SERVICE_UNAVAILABLE"];
        for event in events {
            assert!(html.contains(&format!("\"{event}\"")), "{event}");
        }
        assert_eq!(include_str!("../templates/lender_script.js").matches("window.SandboxLender =").count(), 1);
    }
}
