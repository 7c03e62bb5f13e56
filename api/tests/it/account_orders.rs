//! Guest orders join the account that has verified their address, and no other account, even if a different account
//! signs in next. A new account gets the billing address of an order only in the session that placed the order.

use serde_json::{Value, json};

use crate::support::Shop;
use crate::support::card;
use crate::support::shopper::{Answer, PASSWORD, Shopper, settings, unique_email};

const PHONE: &str = "(518) 555-0123";

/// Buys as a guest with an e-mail address.
async fn buy_as_guest(guest: &Shopper, email: &str) {
    buy_as_guest_of(guest, email, "Albany").await;
}

/// Buys as a guest with an e-mail address and a city.
async fn buy_as_guest_of(guest: &Shopper, email: &str, city: &str) {
    guest.open_shop().await;
    guest.add_tours("adult", 1).await;
    let mut typed = settings("digital");
    typed["emailAddress"] = json!(email);
    typed["city"] = json!(city);
    guest.post("/api/cart/settings", typed).await.expect_success();
    let (payment, authorised) = guest.pay_with(card::GOOD).await;
    authorised.expect_success();
    guest.submit(&payment).await.expect_success();
}

async fn count_account_orders(shop: &Shop) -> i64 {
    shop.count(r#"SELECT COUNT(*) FROM "order" WHERE account_id IS NOT NULL"#).await
}

#[tokio::test]
async fn guest_orders_join_the_account_that_verified_their_address() {
    let shop = Shop::open().await;
    let (desk, ada, email) = (shop.shopper(), shop.shopper(), unique_email());
    buy_as_guest(&desk, &email.to_uppercase()).await;
    buy_as_guest(&shop.shopper(), &unique_email()).await;
    ada.register_and_sign_in(&email).await;
    assert_eq!(count_account_orders(&shop).await, 0, "anyone can register with an address");
    shop.wait_for_emails(2).await;
    shop.verify_address(&ada, &email).await;
    assert_eq!(count_account_orders(&shop).await, 1, "only her orders");

    // Later guest purchases join the account at its next sign-in.
    ada.sign_out().await;
    buy_as_guest(&shop.shopper(), &email).await;
    assert_eq!(count_account_orders(&shop).await, 1);
    ada.sign_in(&email).await;
    assert_eq!(count_account_orders(&shop).await, 2);
    shop.wait_for_emails(4).await;
    shop.stop().await;
}

/// The numbers of orders and tickets that the signed-in account lists.
async fn list_orders_and_tickets(shopper: &Shopper) -> (usize, usize) {
    let count = |answer: Answer| answer.json().as_array().unwrap().len();
    (count(shopper.get("/api/account/order").await), count(shopper.get("/api/account/ticket").await))
}

#[tokio::test]
async fn guest_order_is_listed_for_the_owner_of_its_email_address_and_not_for_the_next_account_in_the_browser() {
    let shop = Shop::open().await;
    let (ada, bob) = (unique_email(), format!("bob-{}", unique_email()));
    for email in [&ada, &bob] {
        let shopper = shop.shopper();
        shopper.register_and_sign_in(email).await;
        shop.verify_address(&shopper, email).await;
    }
    let browser = shop.shopper();
    buy_as_guest(&browser, &ada.to_uppercase()).await;
    let order = browser.get_order().await.json();
    let mails = shop.wait_for_emails(3).await;
    let (id, token) = mails.iter().find(|mail| mail.to == ada.to_uppercase()).unwrap().order_link();

    browser.sign_in(&bob).await;
    assert_eq!(list_orders_and_tickets(&browser).await, (0, 0), "it is not Bob's");
    browser.get(&format!("/api/order/details/my/{}", order["id"].as_str().unwrap())).await.expect_status(404);
    assert_eq!(count_account_orders(&shop).await, 0);
    assert_eq!(
        browser.get_order().await.json()["id"],
        order["id"],
        "the session that placed the order sees it until the session ends"
    );
    // Opening the order's link does not assign the order to an account either, and the link keeps working for guests.
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": PHONE });
    browser.post("/api/order/details/external", asked.clone()).await.expect_success();
    assert_eq!(list_orders_and_tickets(&browser).await, (0, 0));
    browser.sign_out().await;
    browser.get_order().await.expect_status(404);
    let guest = shop.new_guest().await;
    guest.post("/api/order/details/external", asked).await.expect_success();

    browser.sign_in(&ada).await;
    assert_eq!(list_orders_and_tickets(&browser).await, (1, 1));
    assert_eq!(browser.get("/api/account/order").await.json()[0]["id"], order["id"]);
    shop.stop().await;
}

#[tokio::test]
async fn order_opened_with_its_link_stays_a_guest_order_when_another_account_signs_in() {
    let shop = Shop::open().await;
    let (desk, reader, email) = (shop.shopper(), shop.shopper(), unique_email());
    buy_as_guest(&desk, &format!("desk-{email}")).await;
    let (id, token) = shop.wait_for_emails(1).await[0].order_link();
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": PHONE });
    reader.open_shop().await;
    reader.post("/api/order/details/external", asked).await.expect_success();
    reader.try_register(&email, PASSWORD).await.expect_success();
    reader.sign_in(&email).await;
    assert_eq!((count_account_orders(&shop).await, list_orders_and_tickets(&reader).await), (0, (0, 0)));
    let without_number = json!({ "extOrderTokenId": id, "token": token });
    reader.post("/api/order/details/external", without_number).await.expect_success();
    shop.stop().await;
}

/// The street and the city of the account's home address.
async fn home(shopper: &Shopper) -> (Value, Value) {
    let account = shopper.get("/api/account").await.json();
    (account["address1"].clone(), account["city"].clone())
}

#[tokio::test]
async fn account_made_in_the_session_of_an_order_gets_its_billing_address_unless_it_has_an_address() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), unique_email());
    buy_as_guest(&ada, &email.to_uppercase()).await;
    ada.try_register(&email, PASSWORD).await.expect_success();
    ada.sign_in(&email).await;
    assert_eq!(home(&ada).await, (json!("12 Analytical Way"), json!("Albany")));

    ada.sign_out().await;
    buy_as_guest_of(&ada, &email, "Troy").await;
    ada.sign_in(&email).await;
    assert_eq!(home(&ada).await, (json!("12 Analytical Way"), json!("Albany")), "the first address stays");
    shop.stop().await;
}

#[tokio::test]
async fn billing_address_of_an_order_is_given_to_no_account_in_another_session_or_with_another_email_address() {
    let shop = Shop::open().await;
    let (ada, eve, email) = (shop.shopper(), shop.shopper(), unique_email());
    buy_as_guest(&ada, &email.to_uppercase()).await;
    let (id, token) = shop.wait_for_emails(1).await[0].order_link();

    // Eve knows the order and its e-mail address, and even proves that she can read its e-mails.
    eve.open_shop().await;
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": PHONE });
    eve.post("/api/order/details/external", asked).await.expect_success();
    eve.try_register(&email, PASSWORD).await.expect_success();
    eve.sign_in(&email).await;
    assert_eq!(home(&eve).await, (Value::Null, Value::Null));
    shop.verify_address(&eve, &email).await;
    eve.sign_out().await;
    eve.sign_in(&email).await;
    assert_eq!(list_orders_and_tickets(&eve).await, (1, 1));
    assert_eq!(home(&eve).await, (Value::Null, Value::Null));
    assert_eq!(eve.get("/api/account/last-details").await.json(), json!({}));

    let other = format!("other-{email}");
    ada.try_register(&other, PASSWORD).await.expect_success();
    ada.sign_in(&other).await;
    assert_eq!(home(&ada).await, (Value::Null, Value::Null));
    shop.stop().await;
}
