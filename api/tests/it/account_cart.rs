//! Carts and orders at sign-in and sign-out. Each test ends with a run of the doctor, which finds lost and duplicate
//! claims.

use serde_json::{Value, json};

use crate::support::catalogue::promotions;
use crate::support::shopper::{NOON_IS_SOLD_OUT_BUT_NOT_TWO, SATURDAY_NOON, SATURDAY_TWO, Shopper, line, unique_email};
use crate::support::{Catalogue, Shop, until};

const CLAIMED: &str = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM claim WHERE NOT sold";
const CARTS: &str = "SELECT COUNT(*) FROM cart";
const ORDERS_OF_ACCOUNTS: &str = r#"SELECT COUNT(*) FROM "order" WHERE account_id IS NOT NULL"#;

fn tour_line(variant: &str, quantity: u32, performance: &str) -> Value {
    json!([line("tour", variant, quantity, Some(performance))])
}

async fn list_quantities(shopper: &Shopper) -> Vec<Value> {
    shopper.get_lines().await.into_iter().map(|item| item["quantity"].clone()).collect()
}

/// Registers an account in a browser of its own. Returns the e-mail address.
async fn register_account(shop: &Shop) -> String {
    let (shopper, email) = (shop.shopper(), unique_email());
    shopper.open_shop().await;
    shopper.try_register(&email, crate::support::shopper::PASSWORD).await.expect_success();
    email
}

/// Adds tickets for the tour at noon to an account's cart and signs out.
async fn leave_cart_in_account(shopper: &Shopper, email: &str, quantity: u32) {
    shopper.open_shop().await;
    shopper.sign_in(email).await;
    shopper.add_tours("adult", quantity).await;
    shopper.sign_out().await;
}

#[tokio::test]
async fn at_sign_in_the_guest_cart_becomes_the_account_cart_if_the_account_has_none() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.add_tours("adult", 2).await;
    let before = ada.get_lines().await;
    ada.sign_in(&email).await;
    assert_eq!(ada.get_lines().await, before, "the same lines under the same ids");
    assert_eq!(ada.get("/api/cart/mini-cart").await.json()["itemCount"], json!(2));
    assert_eq!((shop.count(CLAIMED).await, shop.count(CARTS).await), (4, 1));
    ada.add_tours("adult", 1).await;
    assert_eq!(list_quantities(&ada).await, [3]);
    shop.stop().await;
}

#[tokio::test]
async fn account_cart_survives_sign_out_and_is_shown_in_every_browser_of_the_account() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), register_account(&shop).await);
    leave_cart_in_account(&ada, &email, 2).await;
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true), "a guest does not see it");
    phone.open_shop().await;
    phone.sign_in(&email).await;
    assert_eq!(list_quantities(&phone).await, [2]);
    ada.sign_in(&email).await;
    ada.add_tours("adult", 1).await;
    assert_eq!(list_quantities(&phone).await, [3]);
    shop.stop().await;
}

#[tokio::test]
async fn signed_in_browser_shows_the_account_cart_that_was_begun_in_a_different_browser() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), register_account(&shop).await);
    for browser in [&ada, &phone] {
        browser.open_shop().await;
        browser.sign_in(&email).await;
    }
    phone.add_tours("adult", 2).await;
    ada.add_tours("adult", 1).await;
    assert_eq!(list_quantities(&ada).await, [3]);
    assert_eq!(shop.count(CARTS).await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn guest_lines_and_their_claims_move_to_the_account_cart_at_sign_in() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(3)).await;
    let (ada, bob, email) = (shop.shopper(), shop.shopper(), register_account(&shop).await);
    leave_cart_in_account(&ada, &email, 2).await;
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    ada.try_add(tour_line("child", 2, SATURDAY_TWO)).await.expect_success();
    let claimed = shop.count(CLAIMED).await;
    ada.sign_in(&email).await;
    assert_eq!(list_quantities(&ada).await.len(), 3);
    assert_eq!(shop.count(CLAIMED).await, claimed, "no claim changed");
    bob.open_shop().await;
    assert_eq!(bob.try_add(tour_line("adult", 1, SATURDAY_NOON)).await.expect_refusal(), NOON_IS_SOLD_OUT_BUT_NOT_TWO);

    // All tickets in the merged cart can be bought.
    ada.check_out().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket").await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn guest_claims_count_for_the_guests_network_address_after_sign_in_if_the_account_cart_holds_no_places() {
    let shop = Shop::selling(
        &Catalogue::park().setting("max_held_places_by_address", 8).setting("max_held_percent_by_address", 0),
    )
    .await;
    let (at_home, email) = (shop.shopper(), register_account(&shop).await);
    leave_cart_in_account(&at_home, &email, 1).await;
    shop.advance(16);
    let at_work = at_home.at_other_address();
    at_work.open_shop().await;
    at_work.add_tours("adult", 6).await;
    at_work.sign_in(&email).await;
    let (neighbour, colleague) = (at_home.other_browser_at_same_address(), at_work.other_browser_at_same_address());
    for (visitor, is_taken) in [(&neighbour, true), (&colleague, false)] {
        visitor.open_shop().await;
        assert_eq!(visitor.try_add(tour_line("adult", 3, SATURDAY_NOON)).await.succeeded(), is_taken);
    }
    shop.stop().await;
}

#[tokio::test]
async fn offer_applies_to_lines_of_merged_carts_together() {
    let shop = Shop::selling(&Catalogue::park().with(promotions())).await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    ada.add_tours("adult", 2).await;
    let of_account = ada.get_cart().await;
    ada.sign_out().await;
    ada.open_shop().await;
    ada.add_tours("child", 1).await;
    assert!(ada.get_lines().await.iter().all(|item| item["offers"] == json!([])));
    ada.sign_in(&email).await;
    let items = ada.get_lines().await;
    let child = items.iter().find(|item| item["productVariantId"] == "child").unwrap();
    assert_eq!(child["offers"][0]["displayName"], "One child free with two adults");
    let cart = ada.get_cart().await;
    assert_eq!(cart["cartTotal"], of_account["cartTotal"], "the child is free, without fee and tax");

    // The amount of the payment is the total of the cart.
    let payment = ada.authorise_cart().await;
    assert_eq!(payment.amount, cart["cartTotal"]);
    ada.submit(&payment).await.expect_success();
    assert_eq!(ada.get_order().await.json()["orderTotal"], cart["cartTotal"]);
    shop.stop().await;
}

#[tokio::test]
async fn merged_cart_is_held_at_most_sixty_minutes_after_the_first_claim_of_the_older_cart() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    ada.add_tours("adult", 1).await;
    for _ in 0..4 {
        shop.advance(12);
        ada.add_tours("adult", 1).await;
    }
    ada.sign_out().await;
    ada.open_shop().await;
    ada.try_add(tour_line("child", 1, SATURDAY_TWO)).await.expect_success();
    ada.sign_in(&email).await;
    let cart = ada.get_cart().await;
    let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
    assert_eq!((at("heldUntil") - at("now")).num_minutes(), 12, "the hold ends 60 minutes after the very first claim");
    shop.advance(12);
    until("all places are free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
    assert_eq!(list_quantities(&ada).await.len(), 2, "the lines stay");
    shop.stop().await;
}

#[tokio::test]
async fn expired_hold_of_the_account_cart_does_not_change_the_hold_of_the_guest_cart_at_sign_in() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    leave_cart_in_account(&ada, &email, 2).await;
    shop.advance(60);
    ada.open_shop().await;
    ada.add_tours("adult", 2).await;
    ada.sign_in(&email).await;
    let cart = ada.get_cart().await;
    let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
    assert_eq!((at("heldUntil") - at("now")).num_minutes(), 15);
    assert_eq!(
        shop.count("SELECT CAST(SUM(quantity) AS BIGINT) FROM claim WHERE stock_key LIKE 'performance:%'").await,
        2
    );
    shop.stop().await;
}

#[tokio::test]
async fn guest_order_stays_visible_after_sign_in_but_does_not_join_an_account_with_an_unverified_address() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.buy_tours("adult", 1).await;
    let order = ada.get_order().await.json();
    ada.sign_in(&email).await;
    assert_eq!(shop.count(ORDERS_OF_ACCOUNTS).await, 0);
    assert_eq!(ada.get_order().await.json()["id"], order["id"]);
    ada.add_tours("adult", 2).await;
    assert_eq!(ada.get_order().await.json()["id"], order["id"], "a new cart does not hide it");
    shop.stop().await;
}

#[tokio::test]
async fn order_placed_while_signed_in_belongs_to_account_and_next_cart_is_new() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), register_account(&shop).await);
    phone.open_shop().await;
    phone.sign_in(&email).await;
    ada.open_shop().await;
    ada.sign_in(&email).await;
    ada.buy_tours("adult", 1).await;
    assert_eq!(shop.count(ORDERS_OF_ACCOUNTS).await, 1);
    assert_eq!(phone.get_cart().await["cartEmpty"], json!(true));
    phone.add_tours("adult", 2).await;
    assert_eq!(list_quantities(&ada).await, [2]);
    assert_eq!(shop.count(CARTS).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn cart_begun_in_one_browser_is_paid_for_in_a_second_browser_and_a_repeated_submit_returns_the_same_order() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), register_account(&shop).await);
    for browser in [&ada, &phone] {
        browser.open_shop().await;
        browser.sign_in(&email).await;
    }
    ada.add_tours("adult", 2).await;
    let payment = phone.authorise_cart().await;
    let first = phone.submit(&payment).await.expect_success();
    let again = phone.submit(&payment).await.expect_success();
    assert_eq!(first["orderId"], again["orderId"]);
    assert_eq!(phone.get_order().await.json()["id"], first["orderId"]);
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn cart_and_order_of_an_account_are_not_shown_to_the_next_account_in_the_browser() {
    let shop = Shop::open().await;
    let (browser, ada, bob) = (shop.shopper(), register_account(&shop).await, register_account(&shop).await);
    browser.open_shop().await;
    browser.sign_in(&ada).await;
    browser.buy_tours("adult", 1).await;
    browser.add_tours("adult", 2).await;
    browser.sign_in(&bob).await;
    assert_eq!(browser.get_cart().await["cartEmpty"], json!(true));
    browser.get_order().await.expect_status(404);
    browser.sign_in(&ada).await;
    assert_eq!(list_quantities(&browser).await, [2]);
    browser.sign_in(&ada).await;
    assert_eq!(list_quantities(&browser).await, [2], "signing in again changes nothing");
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_is_refused_while_the_payment_of_the_guest_cart_is_in_progress() {
    let mut shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    shop.stop_processor().await;
    assert_eq!(ada.submit(&payment).await.json()["paymentPending"], json!(true));
    let refused = ada.try_sign_in(&email, crate::support::shopper::PASSWORD).await;
    refused.expect_status(409);
    let message = "Your payment is in progress. Please wait until it's finished.";
    assert_eq!(refused.json()["message"], json!(message));
    assert!(!ada.is_signed_in().await);
    shop.start_processor().await;
    until("the order is there", || async { ada.submit(&payment).await.succeeded().then_some(()) }).await;
    ada.sign_in(&email).await;
    ada.get_order().await.expect_status(200);
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_is_refused_if_the_merged_cart_would_have_more_lines_than_the_limit() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    let days = ada.list_days("tour").await;
    let items: Vec<Value> = days
        .iter()
        .take(13)
        .flat_map(|day| ["1200", "1400"].map(|slot| format!("tours.{}.{slot}", day.replace('-', ""))))
        .map(|performance| line("tour", "adult", 1, Some(&performance)))
        .collect();
    assert_eq!(items.len(), 26);
    ada.sign_in(&email).await;
    ada.try_add(json!(items)).await.expect_success();
    ada.sign_out().await;
    ada.open_shop().await;
    ada.try_add(json!(items)).await.expect_success();
    let refused = ada.try_sign_in(&email, crate::support::shopper::PASSWORD).await;
    assert_eq!(
        refused.expect_refusal(),
        "A cart can hold up to 50 different items. Please buy these first, or remove some."
    );
    assert_eq!(list_quantities(&ada).await.len(), 26, "the guest's cart has not changed");
    let first = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&first, 0).await.expect_success();
    let second = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&second, 0).await.expect_success();
    ada.sign_in(&email).await;
    assert_eq!(list_quantities(&ada).await.len(), 50);
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_sign_ins_of_several_browsers_keep_the_lines_of_every_guest_cart() {
    let shop = Shop::open().await;
    let email = register_account(&shop).await;
    let browsers: Vec<Shopper> = (0..4).map(|_| shop.shopper()).collect();
    for browser in &browsers {
        browser.open_shop().await;
        browser.add_tours("adult", 1).await;
    }
    let claimed = shop.count(CLAIMED).await;
    futures_util::future::join_all(browsers.iter().map(|browser| browser.sign_in(&email))).await;
    for browser in &browsers {
        assert_eq!(list_quantities(browser).await, [1, 1, 1, 1]);
    }
    assert_eq!(shop.count(CLAIMED).await, claimed);
    shop.stop().await;
}

#[tokio::test]
async fn merge_at_sign_in_respects_limits_of_variant_and_code() {
    let shop = Shop::selling(&Catalogue::park().with(promotions())).await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    let by_code = |variant: &str, quantity: u32| {
        let items = json!([line("tour", variant, quantity, Some(SATURDAY_NOON))]);
        json!({ "items": items, "saleFlowId": 5, "promotionCode": "GARDEN10" })
    };
    let many = |quantity: u32| json!([line("tour", "adult", quantity, Some(SATURDAY_TWO))]);
    ada.post("/api/cart/add", by_code("adult", 4)).await.expect_success();
    ada.try_add(many(10)).await.expect_success();
    ada.sign_out().await;
    ada.open_shop().await;
    // A cart may use the code at most six times and contain at most ten adult tickets for a performance.
    ada.post("/api/cart/add", by_code("child", 3)).await.expect_success();
    ada.try_add(many(1)).await.expect_success();
    ada.add_tours("child", 1).await;
    let claimed = shop.count(CLAIMED).await;
    ada.sign_in(&email).await;
    let mut kept = list_quantities(&ada).await;
    kept.sort_by_key(Value::as_i64);
    assert_eq!(kept, [1, 4, 10]);
    // The merge has released the claims of the two lines that it removed.
    assert!(shop.count(CLAIMED).await < claimed);
    let cart = ada.get_cart().await;
    let removed = cart["previousCart"]["itemGroups"].as_array().unwrap().iter();
    let removed: Vec<&Value> = removed.flat_map(|group| group["items"].as_array().unwrap()).collect();
    assert_eq!(removed.len(), 2, "{cart:#}");
    shop.stop().await;
}

#[tokio::test]
async fn latest_lines_removed_by_merges_are_stored_up_to_the_line_limit_of_a_cart() {
    let shop = Shop::selling(&Catalogue::park().setting("max_held_places", 30)).await;
    let (ada, email) = (shop.shopper(), register_account(&shop).await);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    for performance in [SATURDAY_NOON, SATURDAY_TWO, "tours.20261122.1200"] {
        ada.try_add(tour_line("adult", 10, performance)).await.expect_success();
    }
    let mut last = Vec::new();
    for _ in 0..3 {
        ada.sign_out().await;
        ada.open_shop().await;
        let days = (1..=13).flat_map(|day| [12, 14].map(|hour| format!("tours.202612{day:02}.{hour}00")));
        let many: Vec<Value> = days.take(25).map(|at| line("tour", "adult", 1, Some(&at))).collect();
        ada.try_add(json!(many)).await.expect_success();
        last = ada.get_lines().await.iter().map(|item| item["id"].clone()).collect();
        ada.sign_in(&email).await;
    }
    assert_eq!(list_quantities(&ada).await, [10, 10, 10]);
    let cart = ada.get_cart().await;
    let waiting = cart["previousCart"]["itemGroups"].as_array().unwrap().iter();
    let waiting: Vec<&Value> =
        waiting.flat_map(|group| group["items"].as_array().unwrap()).map(|it| &it["id"]).collect();
    assert_eq!(waiting.len(), 50);
    assert!(last.iter().all(|id| waiting.contains(&id)), "the newest ones");
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_first_additions_of_one_account_share_one_cart() {
    let shop = Shop::open().await;
    let email = register_account(&shop).await;
    let mut browsers = Vec::new();
    for _ in 0..6 {
        let browser = shop.new_guest().await;
        browser.sign_in(&email).await;
        browsers.push(browser);
    }
    let adding = browsers.iter().map(|browser| async {
        let wanted = crate::support::shopper::line("tour", "adult", 1, Some(crate::support::shopper::SATURDAY_NOON));
        browser.try_add(json!([wanted])).await.expect_success();
    });
    futures_util::future::join_all(adding).await;
    for browser in &browsers {
        assert_eq!(list_quantities(browser).await, [6]);
    }
    shop.stop().await;
}
