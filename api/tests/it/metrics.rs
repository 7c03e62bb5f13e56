//! The metrics that Prometheus reads.

use std::collections::HashMap;
use std::net::TcpListener;

use serde_json::json;

use crate::support::fake_app::FakeApp;
use crate::support::shopper::{SATURDAY_NOON, http, line};
use crate::support::{Catalogue, Shop, until};

/// All samples, by their name with its labels.
async fn samples(address: &str) -> HashMap<String, f64> {
    let answer = http().get(format!("http://{address}/metrics")).send().await.unwrap();
    let media_type = answer.headers()["content-type"].to_str().unwrap().to_owned();
    assert_eq!(
        (answer.status().as_u16(), media_type.as_str()),
        (200, "application/openmetrics-text; version=1.0.0; charset=utf-8")
    );
    let text = answer.text().await.unwrap();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(name, value)| (name.to_owned(), value.parse().unwrap()))
        .collect()
}

/// A free address of this machine.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[tokio::test]
async fn metrics_count_calls_claims_orders_and_jobs_and_name_nobody() {
    let address = free_address();
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(2), &[("METRICS_BIND", &address)]).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 2).await;
    bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    ada.check_out().await;
    let sent = until("the confirmation is sent", || async {
        let samples = samples(&address).await;
        let done = "midway_jobs_total{kind=\"order-confirmation\",result=\"done\"}";
        (samples.get(done) == Some(&1.0)).then_some(samples)
    })
    .await;
    let value = |name: &str| *sent.get(name).unwrap_or_else(|| panic!("{name} is not among {:?}", sent.keys()));
    assert_eq!(value("midway_orders_total"), 1.0);
    assert_eq!(value("midway_claims_total{result=\"held\"}"), 1.0);
    assert_eq!(value("midway_claims_total{result=\"refused\"}"), 1.0);
    assert_eq!(value("midway_calls_total{call=\"addToCart\",status=\"200\"}"), 2.0);
    assert_eq!(value("midway_call_seconds_count{call=\"addToCart\"}"), 2.0);
    assert_eq!(value("midway_jobs_given_up"), 0.0);
    assert_eq!(value("midway_reconciliation_differences"), 0.0);
    assert_eq!(value("midway_catalog_revision"), 1.0);
    let order = ada.get_order().await.json();
    let (id, email) = (order["id"].as_str().unwrap(), "ada@example.org");
    assert!(
        sent.keys().all(|name| !name.contains(id) && !name.contains(email)),
        "no metric names an order or a person"
    );
    shop.stop().await;
}

#[tokio::test]
async fn paths_that_visitors_make_up_are_one_metric_and_public_address_has_none() {
    let address = free_address();
    let shop = Shop::open_with(&[("METRICS_BIND", &address)]).await;
    let ada = shop.shopper();
    for path in ["/api/no-such-call", "/api/no-such-call-either", "/metrics", "/api/metrics"] {
        ada.get(path).await.expect_status(404);
    }
    let samples = samples(&address).await;
    assert_eq!(samples["midway_calls_total{call=\"other\",status=\"404\"}"], 4.0);
    shop.stop().await;
}

#[tokio::test]
async fn pages_are_counted_by_the_pattern_of_their_path_and_renderings_by_their_result() {
    let address = free_address();
    let app = FakeApp::start().await;
    let variables = [("METRICS_BIND", address.as_str()), ("APP_URL", app.url.as_str())];
    let shop = Shop::selling_with(&Catalogue::park(), &variables).await;
    let get = async |target: &str| {
        let answer = http().get(format!("http://{}{target}", shop.address)).send().await.unwrap();
        (answer.status().as_u16(), answer.headers().contains_key("x-midway-stale"))
    };
    for (target, status) in [
        ("/product/single/tour", 200),
        ("/product/single/tour?unknown=1", 200),
        ("/product/single/no-such-product", 404),
        ("/cart", 200),
        ("/icon.svg", 200),
        ("/no-such-page", 404),
        ("/nor-this", 404),
    ] {
        assert_eq!(get(target).await.0, status, "{target}");
    }
    let counted = samples(&address).await;
    let count = |name: &str| *counted.get(name).unwrap_or_else(|| panic!("{name} is not among {:?}", counted.keys()));
    assert_eq!(count("midway_pages_total{page=\"/product/single/[id]\",status=\"200\"}"), 2.0);
    assert_eq!(count("midway_pages_total{page=\"/product/single/[id]\",status=\"404\"}"), 1.0);
    assert_eq!(count("midway_page_seconds_count{page=\"/product/single/[id]\"}"), 3.0);
    assert_eq!(count("midway_pages_total{page=\"/cart\",status=\"200\"}"), 1.0);
    assert_eq!(count("midway_pages_total{page=\"file\",status=\"200\"}"), 1.0);
    assert_eq!(count("midway_pages_total{page=\"other\",status=\"404\"}"), 2.0);
    // The page of the tour, and the page for paths that do not exist.
    assert_eq!(count("midway_renders_total{result=\"page\"}"), 2.0);
    assert_eq!(count("midway_renders_total{result=\"not_found\"}"), 1.0);
    assert_eq!(count("midway_stale_pages_total"), 0.0);

    app.answers_with(500);
    until("a page is late", || async { get("/product/single/tour").await.1.then_some(()) }).await;
    let counted = samples(&address).await;
    assert!(counted["midway_stale_pages_total"] >= 1.0 && counted["midway_renders_total{result=\"failed\"}"] >= 1.0);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn metrics_fail_without_the_database() {
    let address = free_address();
    let mut shop = Shop::open_with(&[("METRICS_BIND", &address)]).await;
    shop.app.db.clone().close().await.unwrap();
    let answer = http().get(format!("http://{address}/metrics")).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 503);
    shop.restart().await;
    shop.stop().await;
}
