//! Every error response has one format, reveals nothing internal, and changes nothing.

use serde_json::{Value, json};

use crate::support::Shop;
use crate::support::raw_http::{RawAnswer, send};
use crate::support::shopper::Shopper;

/// Fails unless the body is `success: false` with a message and without internal details.
#[track_caller]
fn assert_error_shape(why: &str, status: u16, expected: &[u16], body: &str) {
    assert!(expected.contains(&status), "{why}: {status} {body}");
    let answer: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{why}: {status} without JSON: {body}"));
    assert_eq!(answer["success"], json!(false), "{why}: {body}");
    assert!(answer["message"].as_str().is_some_and(|message| !message.is_empty()), "{why}: {body}");
    for inside in ["panick", "src/", ".rs", "sqlx", "SELECT", "poem"] {
        assert!(!body.contains(inside), "{why} tells {inside}: {body}");
    }
}

/// A request with the shopper's cookies and token, and with any method, path, headers and body.
fn request(shopper: &Shopper, target: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let cookies = ["midway_session", "midway_visitor"];
    let cookies: Vec<String> =
        cookies.iter().filter_map(|name| shopper.cookie(name).map(|value| format!("{name}={value}"))).collect();
    let token = shopper.cookie("XSRF-TOKEN").unwrap();
    let head = format!(
        "{target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {}\r\nx-xsrf-token: {token}\r\n\
         x-forwarded-for: {}\r\n{headers}\r\n",
        cookies.join("; "),
        shopper.address
    );
    [head.as_bytes(), body].concat()
}

async fn post_raw(shop: &Shop, shopper: &Shopper, path: &str, content_type: &str, body: &[u8]) -> RawAnswer {
    let headers = format!("content-type: {content_type}\r\ncontent-length: {}\r\n", body.len());
    send(shop.address, &request(shopper, &format!("POST {path}"), &headers, body)).await
}

#[tokio::test]
async fn malformed_body_or_wrong_content_type_gets_the_error_format_and_changes_nothing() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let before = ada.get_cart().await;
    let (add, json) = ("/api/cart/add", "application/json");

    let bodies: [(&str, &[u8]); 12] = [
        ("nothing", b""),
        ("half an object", br#"{"items": ["#),
        ("no JSON at all", b"items=1"),
        ("a list", b"[]"),
        ("a text", b"\"items\""),
        ("null", b"null"),
        ("a missing field", br#"{"items": [{"productId": "tour", "quantity": 1}]}"#),
        ("a wrong type", br#"{"items": [{"productId": "tour", "productVariantId": "adult", "quantity": "one"}]}"#),
        ("half a ticket", br#"{"items": [{"productId": "tour", "productVariantId": "adult", "quantity": 1.5}]}"#),
        ("a negative number", br#"{"items": [{"productId": "tour", "productVariantId": "adult", "quantity": -1}]}"#),
        ("a NUL character", br#"{"items": [{"productId": "tour\u0000", "productVariantId": "adult", "quantity": 1}]}"#),
        ("no UTF-8", b"{\"items\": [{\"productId\": \"\xff\xfe\"}]}"),
    ];
    for (why, body) in bodies {
        let answer = post_raw(&shop, &ada, add, json, body).await;
        assert_error_shape(why, answer.status, &[400, 422], &answer.body);
    }
    let deep = "[".repeat(20_000);
    let answer = post_raw(&shop, &ada, add, json, deep.as_bytes()).await;
    assert_error_shape("a deep nest", answer.status, &[400], &answer.body);
    let nul = br#"{"firstName": "A\u0000da", "ignoreValidationErrors": true}"#;
    let answer = post_raw(&shop, &ada, "/api/cart/settings", json, nul).await;
    assert_error_shape("a NUL in a name", answer.status, &[400], &answer.body);
    let nul = b"{\"items\": [{\"id\": \"x\\u0000y\", \"quantity\": 0}]}";
    let answer = post_raw(&shop, &ada, "/api/cart/modify", json, nul).await;
    assert_error_shape("a NUL in an id", answer.status, &[400], &answer.body);

    for content_type in ["text/plain", "application/xml", "application/x-www-form-urlencoded"] {
        let answer = post_raw(&shop, &ada, add, content_type, b"{}").await;
        assert_error_shape(content_type, answer.status, &[415], &answer.body);
    }
    assert_eq!(ada.get_cart().await, before);
    shop.stop().await;
}

#[tokio::test]
async fn oversized_body_is_refused_with_or_without_a_declared_length() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let before = ada.get_cart().await;

    let large = vec![b' '; 200_000];
    let answer = post_raw(&shop, &ada, "/api/cart/clear", "application/json", &large).await;
    assert_error_shape("with its length", answer.status, &[413], &answer.body);

    let mut chunked = Vec::new();
    for _ in 0..20 {
        chunked.extend_from_slice(b"2710\r\n");
        chunked.extend_from_slice(&[b' '; 10_000]);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let headers = "content-type: application/json\r\ntransfer-encoding: chunked\r\n";
    let answer = send(shop.address, &request(&ada, "POST /api/cart/clear", headers, &chunked)).await;
    assert_error_shape("in chunks", answer.status, &[413], &answer.body);
    assert_eq!(ada.get_cart().await, before);
    shop.stop().await;
}

#[tokio::test]
async fn unknown_paths_methods_and_ids_and_malformed_queries_get_the_error_format() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    for (why, target, expected) in [
        ("an unknown path", "GET /api/nothing/here", &[404][..]),
        ("an unknown path outside of the API", "GET /nothing", &[404]),
        ("a wrong method", "GET /api/cart/add", &[405]),
        ("another wrong method", "DELETE /api/cart", &[405]),
        ("a half percent encoding", "GET /api/resource/%zz", &[400, 404]),
        ("bytes that are not UTF-8", "GET /api/resource/%ff%fe", &[400, 404]),
        ("a NUL in the path", "GET /api/resource/a%00b", &[400, 404]),
        ("a NUL in a ticket's code", "GET /api/ticket/barcode/a%00b", &[400, 404]),
        ("a NUL in a site", "POST /api/config/web-site/a%00b", &[400, 404]),
        ("an unknown site", "POST /api/config/web-site/moon", &[404]),
        ("an unknown picture", "GET /api/picture/nothing.webp", &[404]),
        ("a way out of the pictures", "GET /api/picture/..%2fsecret", &[404]),
        ("an unknown ticket", "GET /api/ticket/barcode/AAAABBBBCCCCDDDD", &[404]),
        ("a malformed query", "GET /api/cart?revise=perhaps", &[400]),
        ("a missing query", "GET /api/cms/redirect", &[400]),
        ("an unknown processor", "POST /api/payment/nobody/setup", &[200]),
    ] {
        let answer = send(shop.address, &request(&ada, target, "content-length: 0\r\n", b"")).await;
        assert_error_shape(why, answer.status, expected, &answer.body);
    }
    shop.stop().await;
}

#[tokio::test]
async fn internal_error_reveals_only_its_request_id() {
    let mut shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.app.db.clone().close().await.unwrap();
    let answer = ada.get("/api/cart").await;
    assert_error_shape("the database is gone", answer.status.as_u16(), &[500, 503], &answer.text());
    let problem = answer.json();
    assert_eq!(problem["requestId"].as_str().unwrap(), answer.headers["x-request-id"].to_str().unwrap());
    shop.restart().await;
    shop.stop().await;
}
