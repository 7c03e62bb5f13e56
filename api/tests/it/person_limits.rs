//! Limits of products and promotions per person, over all orders.

use serde_json::{Value, json};

use crate::support::catalogue::table::promotion_code;
use crate::support::shopper::{Answer, SATURDAY_NOON, Shopper, line, settings};
use crate::support::{Catalogue, Shop, card};

const ONE_MORE: &str = "The limit for Tour is 3 per person across all orders. You can buy 1 more.";
const OF_ADDRESS: &str =
    "The limit for Tour is 3 per person across all orders with the same email address. Please choose fewer.";

fn park() -> Catalogue {
    Catalogue::park().edit_tour(|tour| tour.max_per_account(3))
}

fn tours(quantity: u32) -> Value {
    json!([line("tour", "adult", quantity, Some(SATURDAY_NOON))])
}

async fn save_address(shopper: &Shopper, email: &str) {
    let mut given = settings("digital");
    given["emailAddress"] = json!(email);
    shopper.post("/api/cart/settings", given).await.expect_success();
}

async fn open(shopper: &Shopper) -> Answer {
    shopper.post("/api/payment/sandbox/setup", json!({})).await
}

/// Adds tours, and pays for them with this address.
async fn buy(shopper: &Shopper, quantity: u32, email: &str) {
    shopper.try_add(tours(quantity)).await.expect_success();
    save_address(shopper, email).await;
    let (payment, authorised) = shopper.pay_with(card::GOOD).await;
    authorised.expect_success();
    shopper.submit(&payment).await.expect_success();
}

#[tokio::test]
async fn account_is_refused_when_it_adds_more_than_it_may_still_buy() {
    let shop = Shop::selling(&park()).await;
    let (ada, email) = shop.new_account().await;
    let page = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert_eq!(page["value"]["limits"], json!(["Up to 3 per person"]));
    buy(&ada, 2, &email).await;
    assert_eq!(ada.try_add(tours(2)).await.expect_refusal(), ONE_MORE);
    ada.try_add(tours(1)).await.expect_success();
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.change_quantity(&id, 2).await.expect_refusal(), ONE_MORE);
    // Other products and other accounts are free.
    ada.try_add(json!([line("book", "guide-book", 5, None)])).await.expect_success();
    shop.new_account().await.0.try_add(tours(3)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn guest_is_refused_before_the_payment_opens_however_the_address_is_written() {
    let shop = Shop::selling(&park()).await;
    buy(&shop.new_guest().await, 3, "Ben@Example.org").await;
    let ben = shop.new_guest().await;
    ben.try_add(tours(1)).await.expect_success();
    save_address(&ben, "ben@example.ORG ").await;
    assert_eq!(open(&ben).await.expect_refusal(), OF_ADDRESS);
    save_address(&ben, "cleo@example.org").await;
    open(&ben).await.expect_success();
    // An account that pays with the address of the guest has the same limit.
    let (dora, _) = shop.new_account().await;
    dora.try_add(tours(1)).await.expect_success();
    save_address(&dora, "ben@example.org").await;
    assert_eq!(open(&dora).await.expect_refusal(), OF_ADDRESS);
    shop.stop().await;
}

#[tokio::test]
async fn two_carts_that_are_paid_at_the_same_time_cannot_exceed_the_limit_together() {
    let shop = Shop::selling(&park()).await;
    let (one, other) = (shop.new_guest().await, shop.new_guest().await);
    let mut payments = Vec::new();
    for shopper in [&one, &other] {
        shopper.try_add(tours(2)).await.expect_success();
        save_address(shopper, "ben@example.org").await;
        let (payment, authorised) = shopper.pay_with(card::GOOD).await;
        authorised.expect_success();
        payments.push(payment);
    }
    one.submit(&payments[0]).await.expect_success();
    assert_eq!(other.submit(&payments[1]).await.expect_refusal(), OF_ADDRESS);
    assert_eq!(shop.count("SELECT CAST(SUM(sold) AS BIGINT) FROM stock WHERE key LIKE 'who:%'").await, 2);
    assert_eq!(shop.count_charges().await, 1);
    // With one ticket, the other cart can be paid.
    let id = other.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    other.change_quantity(&id, 1).await.expect_success();
    let (payment, authorised) = other.pay_with(card::GOOD).await;
    authorised.expect_success();
    other.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn declined_capture_leaves_the_limit_as_it_was() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    ada.try_add(tours(3)).await.expect_success();
    save_address(&ada, "ada@example.org").await;
    let (payment, authorised) = ada.pay_with(card::CAPTURE_FAILS).await;
    authorised.expect_success();
    ada.submit(&payment).await.expect_refusal();
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    ada.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn promotion_is_limited_per_person() {
    let code = promotion_code("welcome", "Welcome", ["WELCOME"]).products(["tour"]).percent_off(50).uses_per_account(1);
    let shop = Shop::selling(&Catalogue::park().with([code])).await;
    let (ada, email) = shop.new_account().await;
    let add = async |quantity: u32| {
        let body = json!({ "items": tours(quantity), "saleFlowId": 5, "promotionCode": "WELCOME" });
        ada.post("/api/cart/add", body).await
    };
    let limit = "The limit for Welcome is 1 per person across all orders.";
    assert_eq!(add(2).await.expect_refusal(), format!("{limit} You can buy 1 more."));
    add(1).await.expect_success();
    save_address(&ada, &email).await;
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    ada.submit(&payment).await.expect_success();
    let reached = "The limit for Welcome is 1 per person across all orders, and you've reached it.";
    assert_eq!(add(1).await.expect_refusal(), reached);
    ada.try_add(tours(1)).await.expect_success();
    shop.stop().await;
}
