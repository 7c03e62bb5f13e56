//! The order link of a confirmation e-mail, which asks for the buyer's phone number.

use serde_json::json;

use crate::support::Shop;
use crate::support::emails::ReadEmail;
use crate::support::shopper::{Answer, Shopper};

const PHONE: &str = "(518) 555-0123";

async fn look_up(shopper: &Shopper, id: &str, token: &str, phone: Option<&str>) -> Answer {
    let mut asked = json!({ "extOrderTokenId": id, "token": token });
    if let Some(phone) = phone {
        asked["phoneNumber"] = json!(phone);
    }
    shopper.post("/api/order/details/external", asked).await
}

async fn buy_and_read_email(shop: &Shop) -> (Shopper, ReadEmail) {
    let ada = shop.shopper();
    ada.buy_tours("adult", 2).await;
    (ada, shop.wait_for_emails(1).await.remove(0))
}

#[tokio::test]
async fn order_link_with_the_right_phone_number_shows_the_order_and_its_tickets() {
    let shop = Shop::open().await;
    let (ada, mail) = buy_and_read_email(&shop).await;
    let (id, token) = mail.order_link();
    let reader = shop.new_guest().await;
    look_up(&reader, &id, &token, None).await.expect_status(404);
    reader.get("/api/order/digital-tickets/external").await.expect_status(404);
    let opened = format!("/api/order/details/external?extOrderTokenId={id}");
    reader.get(&opened).await.expect_status(404);

    let shown = look_up(&reader, &id, &token, Some(PHONE)).await.expect_success();
    let mut order = ada.get_order().await.json();
    // Only the session that made the purchase reports it to analytics.
    assert!(order.as_object_mut().unwrap().remove("analyticsEvent").is_some());
    assert_eq!(shown["value"], order);
    assert_eq!(reader.get(&opened).await.expect_status(200).json(), order);
    let html = reader.get("/api/order/digital-tickets/external").await.expect_status(200).text();
    assert_eq!(html, ada.get("/api/order/digital-tickets").await.text());
    let path = format!("/api/order/digital-tickets/external?extOrderTokenId={id}");
    assert_eq!(reader.get(&path).await.text(), html);

    // The session remembers the proof, so a reload or a resend does not ask for the phone number again.
    look_up(&reader, &id, &token, None).await.expect_success();
    let resend = json!({ "extOrderId": order["id"], "email": "reader@example.org" });
    reader.post("/api/order/resend-confirmation", resend).await.expect_success();
    shop.wait_for_emails(2).await;
    shop.stop().await;
}

#[tokio::test]
async fn session_that_placed_the_order_opens_its_link_without_a_phone_number() {
    let shop = Shop::open().await;
    let (ada, mail) = buy_and_read_email(&shop).await;
    let (id, token) = mail.order_link();
    look_up(&ada, &id, &token, None).await.expect_success();
    ada.get("/api/order/digital-tickets/external").await.expect_status(200);
    // Even after a successful lookup, the link's token is needed.
    look_up(&ada, &id, "0123456789abcdef0123456789abcdef", None).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn wrong_order_lookups_get_the_same_answer_and_a_malformed_phone_number_is_reported() {
    let shop = Shop::open().await;
    let (_, mail) = buy_and_read_email(&shop).await;
    let (id, token) = mail.order_link();
    let other = "0123456789abcdef0123456789abcdef";
    let reader = shop.new_guest().await;
    let wrong = [
        look_up(&reader, &id, &token, None).await,
        look_up(&reader, &id, &token, Some("518 555 0124")).await,
        look_up(&reader, &id, other, Some(PHONE)).await,
        look_up(&reader, other, &token, Some(PHONE)).await,
        look_up(&reader, other, other, None).await,
        look_up(&reader, "", "", Some(PHONE)).await,
        reader.get(&format!("/api/order/digital-tickets/external?extOrderTokenId={id}")).await,
        reader.get(&format!("/api/order/digital-tickets/external?extOrderTokenId={other}")).await,
    ];
    for answer in &wrong {
        answer.expect_status(404);
        assert_eq!(answer.text(), wrong[0].text());
    }
    for number in ["Ada", "", "1234567890123456", "555-CALL-NOW"] {
        let answer = look_up(&reader, &id, &token, Some(number)).await;
        if number.is_empty() {
            answer.expect_status(404);
        } else {
            assert_eq!(answer.expect_refusal(), "A valid, numeric phone number is required", "{number}");
        }
    }
    shop.stop().await;
}

#[tokio::test]
async fn right_phone_number_is_refused_after_five_wrong_ones_until_the_wait_is_over() {
    let shop = Shop::open().await;
    let (_, mail) = buy_and_read_email(&shop).await;
    let (id, token) = mail.order_link();
    let reader = shop.new_guest().await;
    for last in 0..5 {
        look_up(&reader, &id, &token, Some(&format!("51855501{last}0"))).await.expect_status(404);
    }
    let stopped = look_up(&reader, &id, &token, Some(PHONE)).await;
    stopped.expect_status(429);
    let wait: i64 = stopped.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=900).contains(&wait), "{wait}");
    // The limit applies to the link and not to the address. The same id with a different token is a different link.
    let elsewhere = shop.new_guest().await;
    look_up(&elsewhere, &id, &token, Some(PHONE)).await.expect_status(429);
    look_up(&elsewhere, &id, "0123456789abcdef0123456789abcdef", Some(PHONE)).await.expect_status(404);
    shop.clock.advance(chrono::Duration::seconds(wait));
    look_up(&reader, &id, &token, Some(PHONE)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn unknown_order_link_allows_five_lookups_like_a_known_link() {
    let shop = Shop::open().await;
    let reader = shop.new_guest().await;
    let id = midway_kernel::secret::random_id();
    for _ in 0..5 {
        look_up(&reader, &id, &id, Some(PHONE)).await.expect_status(404);
    }
    look_up(&reader, &id, &id, Some(PHONE)).await.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn token_of_an_order_link_is_in_no_answer_and_not_stored_with_jobs_confirmations_or_sessions() {
    let shop = Shop::open().await;
    let (ada, mail) = buy_and_read_email(&shop).await;
    let (id, token) = mail.order_link();
    look_up(&ada, &id, &token, None).await.expect_success();
    for (table, column) in [("job", "document"), ("order_confirmation", "token_fingerprint"), ("session", "document")] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%{token}%'");
        assert_eq!(shop.count(&sql).await, 0, "{table}");
    }
    assert!(ada.received_bodies().iter().all(|body| !body.contains(&token)), "no answer reveals it");
    shop.stop().await;
}
