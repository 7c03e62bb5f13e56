//! Finding an order without its e-mail: by number and e-mail address, with an answer that reveals nothing.

use serde_json::{Value, json};

use crate::support::shopper::{Answer, Shopper, unique_email};
use crate::support::{Catalogue, Shop};

const SENT: &str =
    "If this confirmation number and email address match an order, we've sent its confirmation to that address.";

async fn request(shopper: &Shopper, number: &str, email: &str) -> Answer {
    shopper.post("/api/order/send-link", json!({ "orderNumber": number, "email": email })).await
}

fn number(order: &Value) -> String {
    order["invoiceNumber"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn confirmation_is_sent_to_the_buyer_alone_and_the_answer_does_not_say_whether_there_is_an_order() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let number = number(&ada.buy_tours("adult", 2).await);
    let first = shop.wait_for_emails(1).await.remove(0);

    let stranger = shop.new_guest().await;
    let wrong_address = request(&stranger, &number, "eve@example.org").await.expect_success();
    let wrong_number = request(&stranger, "AAAA2222", "ada@example.org").await.expect_success();
    let typed = format!(" {}-{} ", number[..4].to_lowercase(), &number[4..]);
    let right = request(&stranger, &typed, " ADA@example.org ").await.expect_success();
    assert_eq!(right["message"], SENT);
    assert_eq!((&wrong_address, &wrong_number), (&right, &right));

    let mails = shop.wait_for_emails(2).await;
    assert!(mails.iter().all(|mail| mail.to == "ada@example.org"));
    let again = mails.iter().find(|mail| mail.message_id != first.message_id).unwrap();
    assert_ne!(again.order_link(), first.order_link(), "the link is a new one");
    assert_eq!(again.pictures, first.pictures);
    shop.stop().await;
}

#[tokio::test]
async fn bad_input_is_refused_and_requests_are_limited() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    for (number, email, fields) in [
        ("", "ada@example.org", &["orderNumber"][..]),
        ("—", "ada@example.org", &["orderNumber"]),
        ("AAAA-222", "ada@example.org", &["orderNumber"]),
        ("AAAA 2222 3", "ada@example.org", &["orderNumber"]),
        ("AAAA2222", "ada", &["email"]),
        (" ", "", &["orderNumber", "email"]),
    ] {
        let answer = request(&ada, number, email).await;
        answer.expect_status(200);
        let refusal = answer.json();
        assert_eq!(refusal["success"], json!(false));
        let named: Vec<&str> =
            refusal["errors"].as_array().unwrap().iter().map(|it| it["field"].as_str().unwrap()).collect();
        assert_eq!(named, fields);
    }
    // Tests with Redis share it, and with it the limit of an address.
    let email = unique_email();
    for _ in 0..5 {
        request(&ada, "AAAA2222", &email).await.expect_success();
    }
    let stopped = request(&ada, "AAAA3333", &email.to_uppercase()).await;
    stopped.expect_status(429);
    assert!(stopped.headers.contains_key("retry-after"));
    shop.stop().await;
}

#[tokio::test]
async fn operator_can_disable_the_request() {
    let shop = Shop::selling(&Catalogue::park().setting("allow_confirmation_resend", false)).await;
    let ada = shop.new_guest().await;
    let refusal = request(&ada, "AAAA2222", "ada@example.org").await.expect_refusal();
    assert_eq!(refusal, "The confirmation for this order can't be sent again. If you need help, please contact us.");
    shop.stop().await;
}
