//! Resending an order confirmation.

use serde_json::{Value, json};

use crate::support::shopper::{Answer, Shopper};
use crate::support::{Catalogue, Shop};

async fn resend(shopper: &Shopper, order: &Value, email: &str) -> Answer {
    let asked = json!({ "extOrderId": order["orderId"], "email": email });
    shopper.post("/api/order/resend-confirmation", asked).await
}

#[tokio::test]
async fn confirmation_is_resent_to_any_address_as_a_new_email() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 2).await;
    let first = shop.wait_for_emails(1).await.remove(0);
    let shown = ada.get_order().await.json();
    assert_eq!(shown["allowConfirmationResend"], json!(true));
    assert_eq!(shown["lastConfirmEmailAddress"], "ada@example.org");

    let answer = resend(&ada, &order, "charles@example.org").await.expect_success();
    assert_eq!(answer["message"], "Confirmation resent");
    let mails = shop.wait_for_emails(2).await;
    let second = mails.iter().find(|mail| mail.to == "charles@example.org").unwrap();
    assert_ne!(second.message_id, first.message_id);
    assert_ne!(second.order_link(), first.order_link(), "each e-mail has its own link");
    assert_eq!(second.pictures, first.pictures, "and the same tickets");
    let says_so = |text: &str| text.contains("This confirmation was sent again by request.");
    assert_eq!(
        [&first.text, &first.html, &second.text, &second.html].map(|it| says_so(it)),
        [false, false, true, true]
    );
    assert_eq!(ada.get_order().await.json()["lastConfirmEmailAddress"], "charles@example.org");
    assert_eq!(ada.get_order().await.json()["emailAddress"], "ada@example.org");
    shop.stop().await;
}

#[tokio::test]
async fn order_shows_a_transaction_number_derived_from_the_payment_key_and_a_ticket_code_with_barcode_and_calendar() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let (payment, _) = ada.pay_with(crate::support::card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    let said = order["transactions"][0]["transactionString"].as_str().unwrap().to_owned();
    assert_eq!(said.len(), 14);
    assert!(payment.key.starts_with(&said.replace('-', "").to_lowercase()), "{said} of {}", payment.key);
    let code = order["ticketingReservationCode"].as_str().unwrap();
    ada.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(200);
    let calendar = ada.get(&format!("/api/ticket/calendar/{code}")).await;
    calendar.expect_status(200);
    assert_eq!(calendar.headers["content-type"], "text/calendar; charset=utf-8");
    assert!(calendar.text().starts_with("BEGIN:VCALENDAR\r\n") && calendar.text().contains("DTSTART:20261121T170000Z"));
    ada.get("/api/ticket/calendar/AAAABBBBCCCCDDDD").await.expect_status(404);
    assert_eq!(order["hasCalendar"], json!(true));
    let visits = ada.get(&format!("/api/order/calendar/{}", order["id"].as_str().unwrap())).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    assert_eq!(visits.headers["content-disposition"], format!("attachment; filename=\"{number}.ics\""));
    assert_eq!(visits.text().matches("BEGIN:VEVENT").count(), 1);
    assert!(visits.text().contains("DTSTART:20261121T170000Z") && visits.text().contains(number));
    shop.stop().await;
}

#[tokio::test]
async fn confirmation_of_another_shopper_cannot_be_resent() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    let order = ada.buy_tours("adult", 1).await;
    eve.open_shop().await;
    let hers = resend(&eve, &order, "eve@example.org").await;
    let unknown = resend(&eve, &json!({ "orderId": "nosuchorder" }), "eve@example.org").await;
    hers.expect_status(404);
    unknown.expect_status(404);
    assert_eq!(hers.text(), unknown.text());
    shop.wait_for_emails(1).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM job").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn resends_are_limited_to_five_an_hour() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 1).await;
    for _ in 0..5 {
        resend(&ada, &order, "ada@example.org").await.expect_success();
    }
    let stopped = resend(&ada, &order, "ada@example.org").await;
    stopped.expect_status(429);
    let wait: i64 = stopped.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3_600).contains(&wait), "{wait}");
    shop.clock.advance(chrono::Duration::seconds(wait));
    ada.open_shop().await;
    shop.wait_for_emails(6).await;
    shop.stop().await;
}

#[tokio::test]
async fn operator_can_disable_resends() {
    let shop = Shop::selling(&Catalogue::park().setting("allow_confirmation_resend", false)).await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 1).await;
    assert_eq!(ada.get_order().await.json()["allowConfirmationResend"], json!(false));
    resend(&ada, &order, "ada@example.org").await.expect_refusal();
    shop.wait_for_emails(1).await;
    shop.stop().await;
}
