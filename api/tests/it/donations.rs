//! Donations: cart lines with a chosen amount, at most one per cart.

use serde_json::{Value, json};

use crate::support::catalogue::donations_and_order_fee;
use crate::support::shopper::{Answer, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

async fn open_shop_with_fund() -> Shop {
    Shop::selling(&Catalogue::park().with(donations_and_order_fee())).await
}

impl Shopper {
    async fn donate(&self, amount: &str) -> Answer {
        self.donate_in_context(amount, None).await
    }

    async fn donate_in_context(&self, amount: &str, context: Option<&str>) -> Answer {
        let amount: Value = serde_json::from_str(amount).unwrap();
        let items = json!([{ "productVariantId": "gift", "amount": amount }]);
        self.post("/api/cart/add-donation", json!({ "items": items, "reSubmitContext": context })).await
    }
}

#[tokio::test]
async fn donation_is_a_line_without_fees_or_tax() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let before = ada.get_cart().await;
    let answer = ada.donate("12.5").await.expect_success();
    assert_eq!(answer["analyticsEvent"]["category"], "donate");
    assert_eq!(cents(&answer["analyticsEvent"]["eventData"]["value"]), 12_50);

    let cart = ada.get_cart().await;
    assert_eq!(cents(&cart["cartTotal"]), cents(&before["cartTotal"]) + 12_50);
    assert_eq!((&cart["feeTotal"], &cart["taxTotal"]), (&before["feeTotal"], &before["taxTotal"]));
    assert_eq!(cart["itemGroups"][0]["isDonation"], json!(false));
    let group = &cart["itemGroups"][1];
    assert_eq!((&group["isDonation"], &group["productDisplayName"]), (&json!(true), &json!("Garden fund")));
    let gift = &group["items"][0];
    assert_eq!((cents(&gift["unitPrice"]), cents(&gift["unitFees"]), cents(&gift["itemTotal"])), (12_50, 0, 12_50));
    assert_eq!((&gift["quantity"], &gift["minQuantity"], &gift["maxQuantity"]), (&json!(1), &json!(1), &json!(1)));

    let id = gift["id"].as_str().unwrap();
    assert_eq!(ada.change_quantity(id, 2).await.expect_refusal(), "Maximum quantity is 1");
    ada.change_quantity(id, 0).await.expect_success();
    assert_eq!(ada.get_cart().await["cartTotal"], before["cartTotal"]);
    shop.stop().await;
}

#[tokio::test]
async fn donation_page_shows_the_operators_texts_and_offers_to_round_up_the_total() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    let offered = ada.get("/api/product/donation-settings").await.expect_success();
    assert_eq!(
        offered["product"],
        json!({
            "extVariantId": "gift", "productDisplayName": "Garden fund", "productShortDescription": "A gift.",
            "productLongDescription": "<p>Trees.</p>", "productDisclaimer": "Not deductible."
        })
    );
    assert_eq!((&offered["roundUpEnabled"], cents(&offered["roundUpMinimum"])), (&json!(true), 25));
    assert_eq!(offered["roundUpAmount"], Value::Null, "a total of zero is not rounded up");

    // The total is 24.85: 20.00, fees of 1.25, tax of 1.60 and an order fee of 2.00. A donation of 0.15 is too small to
    // be offered.
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get("/api/product/donation-settings").await.json()["roundUpAmount"], Value::Null);
    // The child ticket adds 12.50, a fee of 1.25 and tax of 1.00, so the total is 39.60.
    ada.add_tours("child", 1).await;
    let offered = ada.get("/api/product/donation-settings").await.json();
    assert_eq!(cents(&offered["roundUpAmount"]), 40);
    ada.donate("0.40").await.expect_success();
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]) % 100, 0);
    shop.stop().await;
}

#[tokio::test]
async fn shop_without_a_donation_product_accepts_no_donations() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let none = "We aren't accepting donations right now.";
    assert_eq!(ada.get("/api/product/donation-settings").await.expect_refusal(), none);
    assert_eq!(ada.donate("5").await.expect_refusal(), none);
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn invalid_donation_is_refused_and_a_donation_of_zero_changes_nothing() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    for amount in ["-1", "10000.01", "999999"] {
        let refused = ada.donate(amount).await;
        assert_eq!(refused.expect_refusal(), "Enter an amount from $0.00 to $10,000.00.", "{amount}");
        assert_eq!(refused.json()["errors"][0]["field"], "items.0.amount");
    }
    for amount in ["0.105", "1e2", "\"5\"", "null"] {
        ada.donate(amount).await.expect_status(400);
    }
    let two = json!([{ "productVariantId": "gift", "amount": 1 }, { "productVariantId": "gift", "amount": 2 }]);
    ada.post("/api/cart/add-donation", json!({ "items": two })).await.expect_status(400);
    ada.post("/api/cart/add-donation", json!({ "items": [] })).await.expect_status(400);
    let ticket = json!([{ "productVariantId": "adult", "amount": 1 }]);
    ada.post("/api/cart/add-donation", json!({ "items": ticket })).await.expect_refusal();
    for nothing in ["0", "0.00"] {
        ada.donate(nothing).await.expect_success();
    }
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true), "a donation of zero adds no line");
    ada.donate("10000").await.expect_success();
    ada.donate("0").await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 1_000_000);
    shop.stop().await;
}

#[tokio::test]
async fn donation_is_added_only_by_its_own_call_and_has_no_page() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("fund", "gift", 1, None)])).await.expect_refusal();
    let asked = json!({ "items": [line("fund", "gift", 1, None)], "saleFlowId": 8 });
    ada.post("/api/cart/add", asked).await.expect_refusal();
    ada.post("/api/product/single", json!({ "extProductId": "fund" })).await.expect_status(404);
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn second_donation_replaces_the_first_only_after_confirmation() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.donate("5").await.expect_success();
    let asked = ada.donate("20").await.json();
    assert_eq!(asked["confirmationRequired"], json!(true));
    assert_eq!(asked["confirmationTitleHtml"], "Replace your donation?");
    assert!(asked["confirmationMessageHtml"].as_str().unwrap().contains("$5.00"));
    assert!(asked["confirmationMessageHtml"].as_str().unwrap().contains("$20.00"));
    assert!(asked["proceedButtonText"].is_string() && asked["cancelButtonText"].is_string());
    assert!(asked["analyticsEvent"].is_null());
    let context = asked["confirmationReSubmitContext"].as_str().unwrap();
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 5_00, "a request changes nothing");

    // The cart has changed, so the earlier confirmation is not accepted.
    ada.add_tours("adult", 1).await;
    let again = ada.donate_in_context("20", Some(context)).await.json();
    assert_eq!(again["confirmationRequired"], json!(true));
    let context = again["confirmationReSubmitContext"].as_str().unwrap();
    let done = ada.donate_in_context("20", Some(context)).await.expect_success();
    assert_eq!(done["confirmationRequired"], json!(false));
    let items = ada.get_lines().await;
    assert_eq!(items.len(), 2);
    assert_eq!(cents(&items[0]["unitPrice"]), 20_00);
    // The used context does not confirm another donation.
    assert_eq!(ada.donate_in_context("30", Some(context)).await.json()["confirmationRequired"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn order_with_only_a_donation_has_no_fees_and_no_tickets() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.donate("25").await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((cents(&cart["cartTotal"]), cents(&cart["feeTotal"])), (25_00, 0));
    let methods = ada.get("/api/cart/delivery-method").await.json();
    let ids: Vec<&Value> = methods.as_array().unwrap().iter().map(|method| &method["id"]).collect();
    assert_eq!(ids, [&json!("digital")], "a receipt is not mailed");
    let payment = ada.authorise_cart().await;
    assert_eq!(cents(&payment.amount), 25_00);
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!((cents(&order["orderTotal"]), &order["hasTickets"]), (25_00, &json!(false)));
    assert_eq!(order["items"][0]["productDisplayName"], "Garden fund");
    shop.stop().await;
}

#[tokio::test]
async fn order_with_a_donation_returns_an_analytics_event_with_its_number_and_total() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.donate("1.15").await.expect_success();
    let submitted = ada.check_out().await;
    for _ in 0..2 {
        let event = ada.get_order().await.json()["analyticsEvent"].clone();
        assert_eq!(event["category"], "purchase");
        assert_eq!(event["eventData"]["orderNumber"], submitted["invoiceNumber"]);
        assert_eq!(cents(&event["eventData"]["value"]), 26_00);
        assert_eq!(event["eventData"]["items"].as_array().unwrap().len(), 2);
        let text = event.to_string();
        assert!(!text.contains("Ada") && !text.contains("example.org"), "no personal data: {text}");
    }
    let order = ada.get_order().await.json();
    assert_eq!(order["hasTickets"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn donation_stays_in_the_cart_after_the_hold_has_expired() {
    let shop = open_shop_with_fund().await;
    let ada = shop.new_guest().await;
    ada.donate("5").await.expect_success();
    ada.add_tours("adult", 1).await;
    shop.clock.advance(chrono::Duration::minutes(16));
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["itemGroups"].as_array().unwrap().len(), 2);
    assert_eq!(cents(&cart["itemGroups"][0]["items"][0]["unitPrice"]), 5_00);
    shop.stop().await;
}

#[tokio::test]
async fn guest_donation_replaces_account_donation_at_sign_in() {
    let shop = open_shop_with_fund().await;
    let (ada, email) = shop.new_account().await;
    ada.donate("5").await.expect_success();
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    guest.donate("7").await.expect_success();
    guest.sign_in(&email).await;
    let gifts: Vec<Value> =
        guest.get_lines().await.into_iter().filter(|item| item["productVariantId"] == "gift").collect();
    assert_eq!(gifts.len(), 1, "a cart has at most one donation");
    assert_eq!(cents(&gifts[0]["unitPrice"]), 7_00);
    assert_eq!(ada.get_lines().await.len(), 2, "it is the account's cart");
    shop.stop().await;
}
