//! The orders and tickets of an account. No other account sees them.

use serde_json::{Value, json};

use crate::support::catalogue::season_passes;
use crate::support::shopper::{Shopper, line, settings, unique_email};
use crate::support::{Catalogue, Shop, card};

async fn register_shopper(shop: &Shop) -> Shopper {
    let (shopper, _) = shop.new_account().await;
    shopper
}

async fn buy_cart(shopper: &Shopper) -> Value {
    shopper.check_out().await
}

/// Buys two adult tickets for a tour and a pass for Ada. Returns the order's id.
async fn buy_tickets_and_pass(shopper: &Shopper) -> String {
    shopper.add_tours("adult", 2).await;
    shopper.try_add(json!([line("season", "season-adult", 1, None)])).await.expect_success();
    let passes = shopper.get("/api/cart/pass").await.json();
    let pass = passes["passes"][0]["extCartTicketId"].as_str().unwrap().to_owned();
    let ada = json!({
        "firstName": "Ada", "lastName": "Lovelace", "birthDate": "1990-12-10", "address1": "12 Quay Street",
        "city": "Albany", "state": "NY", "zip": "12207", "phoneNumber": "5185550123",
    });
    shopper.post(&format!("/api/cart/pass/{pass}"), ada).await.expect_success();
    buy_cart(shopper).await["orderId"].as_str().unwrap().to_owned()
}

async fn list_tickets(shopper: &Shopper, query: &str) -> Vec<Value> {
    shopper.get(&format!("/api/account/ticket{query}")).await.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn addresses_and_delivery_of_the_last_order_are_offered_only_to_its_account() {
    let shop = Shop::open().await;
    let (ada, bob) = (register_shopper(&shop).await, register_shopper(&shop).await);
    assert_eq!(ada.get("/api/account/last-details").await.json(), json!({}), "nothing before the first order");
    for (method, city) in [("digital", "Albany"), ("post", "Troy")] {
        ada.add_tours("adult", 1).await;
        let mut typed = settings(method);
        typed["city"] = json!(city);
        ada.post("/api/cart/settings", typed).await.expect_success();
        let (payment, answer) = ada.pay_with(card::GOOD).await;
        answer.expect_success();
        ada.submit(&payment).await.expect_success();
        shop.advance(5);
    }
    let last = ada.get("/api/account/last-details").await;
    let details = last.json();
    assert_eq!(
        (&details["city"], &details["shippingAddress1"], &details["deliveryMethodId"]),
        (&json!("Troy"), &settings("post")["shippingAddress1"], &json!("post"))
    );
    assert_eq!(last.headers["cache-control"], "no-store");
    assert_eq!(bob.get("/api/account/last-details").await.json(), json!({}));
    shop.stop().await;
}

/// The account lists the order, but does not offer its delivery details for new purchases.
#[tokio::test]
async fn addresses_of_a_strangers_order_are_not_offered_to_the_account_whose_email_address_was_entered() {
    let shop = Shop::open().await;
    let (eve, email) = (shop.shopper(), unique_email());
    let carol = shop.shopper();
    carol.register_and_sign_in(&email).await;
    shop.verify_address(&carol, &email).await;
    eve.open_shop().await;
    eve.add_tours("adult", 1).await;
    let mut typed = settings("digital");
    typed["emailAddress"] = json!(email);
    typed["address1"] = json!("66 Thief Road");
    eve.post("/api/cart/settings", typed).await.expect_success();
    let (payment, answer) = eve.pay_with(card::GOOD).await;
    answer.expect_success();
    eve.submit(&payment).await.expect_success();
    carol.sign_out().await;
    carol.sign_in(&email).await;
    assert_eq!(carol.get("/api/account/order").await.json().as_array().unwrap().len(), 1);
    assert_eq!(carol.get("/api/account/last-details").await.json(), json!({}));
    shop.stop().await;
}

#[tokio::test]
async fn account_lists_its_own_orders_and_tickets() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    let ada = register_shopper(&shop).await;
    let first = buy_tickets_and_pass(&ada).await;
    shop.advance(5);
    ada.add_tours("child", 1).await;
    let second = buy_cart(&ada).await["orderId"].as_str().unwrap().to_owned();
    let orders = ada.get("/api/account/order").await.json();
    let ids: Vec<&str> = orders.as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [second.as_str(), first.as_str()], "the latest first");
    let bought = |name: &str, quantity: u32| json!({ "productDisplayName": name, "quantity": quantity });
    assert_eq!(orders[1]["items"], json!([bought("Tour", 2), bought("Season pass", 1)]));
    assert_eq!(orders[0]["items"], json!([bought("Tour", 1)]));
    let details = ada.get(&format!("/api/order/details/my/{first}")).await.json();
    assert_eq!(details["invoiceNumber"], orders[1]["invoiceNumber"]);
    let shown = ada.get(&format!("/api/order/digital-tickets/my/{first}")).await.text();
    assert_eq!(shown.matches("<article").count(), 3);
    assert_eq!(ada.get(&format!("/api/ticket/account-grouping/{first}/html")).await.text(), shown);

    let held = list_tickets(&ada, "").await;
    let types: Vec<i64> = held.iter().map(|ticket| ticket["ticketTypeId"].as_i64().unwrap()).collect();
    assert_eq!(types, [1, 3, 3, 3]);
    assert_eq!(
        (&held[0]["firstName"], &held[0]["zipCode"], &held[0]["validityEndDate"]),
        (&json!("Ada"), &json!("12207"), &json!("2027-11-19"))
    );
    assert_eq!(list_tickets(&ada, "?includePurchasedTickets=false").await, held[..1]);
    assert_eq!(list_tickets(&ada, "?includePurchasedPasses=false").await, held[1..]);
    let one = ada.get(&format!("/api/ticket/account/{}/html", held[0]["accountId"].as_str().unwrap())).await;
    assert!(one.text().contains("Ada Lovelace") && !one.text().contains("/api/ticket/calendar/"), "a pass has no date");
    let tour = ada.get(&format!("/api/ticket/account/{}/html", held[1]["accountId"].as_str().unwrap())).await.text();
    let (_, link) = tour.split_once("/api/ticket/calendar/").expect("a ticket for a day links to its calendar file");
    let link = format!("/api/ticket/calendar/{}", link.split('"').next().unwrap());
    shop.shopper().get(&link).await.expect_status(200);
    assert!(!shown.contains("/api/ticket/calendar/"), "the page of the order has one link for all tickets");
    shop.stop().await;
}

#[tokio::test]
async fn orders_of_another_account_are_not_found_and_guests_must_sign_in() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    let (ada, eve, guest) = (register_shopper(&shop).await, register_shopper(&shop).await, shop.shopper());
    guest.open_shop().await;
    let order = buy_tickets_and_pass(&ada).await;
    let ticket = list_tickets(&ada, "").await[0]["accountId"].as_str().unwrap().to_owned();
    let calls = [
        ("/api/order/details/my/", &order, ""),
        ("/api/order/digital-tickets/my/", &order, ""),
        ("/api/ticket/account-grouping/", &order, "/html"),
        ("/api/ticket/account/", &ticket, "/html"),
    ];
    for (before, id, after) in calls {
        let theirs = eve.get(&format!("{before}{id}{after}")).await;
        let unknown = eve.get(&format!("{before}none{after}")).await;
        theirs.expect_status(404);
        assert_eq!(theirs.json()["message"], unknown.expect_status(404).json()["message"], "{before}");
        guest.get(&format!("{before}{id}{after}")).await.expect_status(401);
        ada.get(&format!("{before}{id}{after}")).await.expect_status(200);
    }
    assert_eq!(list_tickets(&eve, "").await, Vec::<Value>::new());
    shop.stop().await;
}

#[tokio::test]
async fn ticket_expires_after_its_last_day_in_the_time_zone_of_the_site() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    let ada = shop.shopper();
    let email = unique_email();
    ada.register_and_sign_in(&email).await;
    buy_tickets_and_pass(&ada).await;
    let over = async || -> Vec<bool> {
        list_tickets(&ada, "").await.iter().map(|ticket| ticket["over"].as_bool().unwrap()).collect()
    };
    // Moves the clock from Friday at 10:00 to the last minute of Saturday.
    shop.advance(38 * 60 - 1);
    ada.sign_in(&email).await;
    assert_eq!(over().await, [false, false, false]);
    shop.advance(1);
    assert_eq!(over().await, [false, true, true], "the pass is still valid");
    shop.stop().await;
}
