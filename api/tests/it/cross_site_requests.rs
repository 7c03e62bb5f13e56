//! Calls that pages of other sites make change nothing.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Shop;
use crate::support::shopper::{SATURDAY_NOON, line};

/// POST calls that only read. They need no anti-forgery token.
const READING: [&str; 15] = [
    "/bundle/steps/{id}",
    "/cart/quote",
    "/product/multi",
    "/product/pass-renewal-product",
    "/product/single",
    "/product/ticket-upgrade-product",
    "/performance/dynamic",
    "/performance/product-date",
    "/performance/product-date-performance",
    "/performance/performance-detail",
    "/performance/seat-availability",
    "/performance/seat-detail",
    "/performance/show-category-detail",
    "/resource/pre-load",
    "/transfer/received",
];

/// Whether a call requires the anti-forgery token. Calls of the desk require its key instead, which no browser sends by
/// itself.
fn requires_token(path: &str) -> bool {
    !READING.contains(&path) && !path.starts_with("/desk/")
}

#[tokio::test]
async fn request_without_a_valid_anti_forgery_token_or_from_another_site_changes_nothing() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    eve.open_shop().await;
    eve.add_tours("adult", 1).await;
    let before = ada.get_cart().await;
    let (hers, of_eve) = (ada.cookie("XSRF-TOKEN").unwrap(), eve.cookie("XSRF-TOKEN").unwrap());
    let changed = hers.replace(&hers[hers.len() - 3..], "abc");
    let wanted = json!({ "items": [line("tour", "adult", 1, Some(SATURDAY_NOON))] });
    let forged: [(&str, &[(&str, &str)]); 7] = [
        ("missing", &[("x-xsrf-token", "")]),
        ("made up", &[("x-xsrf-token", "made.up")]),
        ("another session's", &[("x-xsrf-token", &of_eve)]),
        ("changed", &[("x-xsrf-token", &changed)]),
        ("another site's page", &[("origin", "https://evil.example")]),
        ("a sandboxed frame", &[("origin", "null")]),
        ("a cross-site fetch", &[("sec-fetch-site", "cross-site")]),
    ];
    for (why, headers) in forged {
        for (path, body) in [("/api/cart/add", wanted.clone()), ("/api/cart/clear", json!({}))] {
            let answer = ada.call(Method::POST, path, Some(body), headers).await;
            assert_eq!(answer.status.as_u16(), 403, "{why}: {path}");
            let body = answer.json();
            assert!(body["success"] == json!(false) && body["message"].is_string(), "{why}: {body}");
        }
    }
    assert_eq!(ada.get_cart().await, before);
    ada.add_tours("adult", 1).await;
    shop.stop().await;
}

#[tokio::test]
async fn anti_forgery_token_set_by_a_neighbouring_site_is_rejected() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    eve.open_shop().await;
    ada.set_cookie("XSRF-TOKEN", &eve.cookie("XSRF-TOKEN").unwrap());
    ada.set_cookie("midway_visitor", &eve.cookie("midway_visitor").unwrap());
    let answer = ada.post("/api/cart/clear", json!({})).await;
    answer.expect_status(403);
    shop.stop().await;
}

#[tokio::test]
async fn every_call_that_changes_data_requires_the_anti_forgery_token() {
    let shop = Shop::open().await;
    let program = shop.shopper();
    let document: Value = program.get("/api/openapi.json").await.json();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|method| *method != "get") {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let sent = format!("/api{}", path.replace(['{', '}'], ""));
            let answer = program.call(method.clone(), &sent, Some(json!({})), &[]).await;
            let is_refused = answer.status.as_u16() == 403;
            assert_eq!(is_refused, requires_token(path), "{method} {path} answered {}", answer.status);
            asked += 1;
        }
    }
    assert!(asked >= 12, "only {asked} calls were tried");
    shop.stop().await;
}
