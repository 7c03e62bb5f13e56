//! Card numbers and security codes appear in no file, database, log or response, and not in Redis.

use std::fs;
use std::path::Path;

use midway::platform::db::Db;
use redis::{AsyncCommands, ValueType};
use reqwest::StatusCode;
use serde_json::json;

use crate::support::process::ProcessShop;
use crate::support::shopper::{Payment, Shopper, line};
use crate::support::{card, database, until};

const CARDS: [(&str, &str); 5] = [
    (card::GOOD, "917"),
    (card::MASTERCARD, "863"),
    ("378282246310005", "7391"),
    (card::DECLINED, "529"),
    (card::CAPTURE_FAILS, "648"),
];

/// The ways in which a card number may be written, and its first twelve digits.
fn spellings(number: &str) -> Vec<String> {
    let grouped = |by: &str| {
        let digits: Vec<char> = number.chars().collect();
        digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(by)
    };
    vec![number.to_owned(), grouped(" "), grouped("-"), number[..12].to_owned()]
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[track_caller]
fn assert_no_card(place: &str, bytes: &[u8]) {
    for (number, code) in CARDS {
        for spelling in spellings(number) {
            assert!(!contains(bytes, &spelling), "{place} contains the card number {spelling}");
        }
        // A security code has three or four digits, which also occur by chance. The code is therefore reported only
        // next to its field name.
        for spelling in [
            format!("\"code\":\"{code}\""),
            format!("\"code\": \"{code}\""),
            format!("\\\"code\\\":\\\"{code}\\\""),
            format!("code: \"{code}\""),
            format!("code={code}"),
            format!("cvv={code}"),
        ] {
            assert!(!contains(bytes, &spelling), "{place} contains a security code: {spelling}");
        }
    }
}

fn assert_no_card_in_files(folder: &Path) -> usize {
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            seen += assert_no_card_in_files(&path);
        } else {
            assert_no_card(&path.display().to_string(), &fs::read(&path).unwrap());
            seen += 1;
        }
    }
    seen
}

async fn enter_card(payment: &Payment, number: &str, code: &str) -> StatusCode {
    let entry = json!({ "number": number, "expiry": "12 / 30", "code": code });
    crate::support::shopper::http().post(&payment.form).json(&entry).send().await.unwrap().status()
}

async fn pay_with_card(shopper: &Shopper, number: &str, code: &str) {
    let tomorrow = &shopper.list_days("tour").await[1];
    let performance = shopper.list_performances("tour", tomorrow).await[0]["performanceId"].clone();
    shopper.try_add(json!([line("tour", "adult", 1, performance.as_str())])).await.expect_success();
    shopper.save_settings("digital").await;
    let payment = shopper.open_payment().await;
    assert_eq!(enter_card(&payment, number, code).await, StatusCode::OK);
    shopper.authorise(&payment).await.expect_status(200);
    shopper.submit(&payment).await.expect_status(200);
    shopper.get("/api/cart").await.expect_status(200);
    shopper.get_order().await;
    shopper.get("/api/order/digital-tickets").await;
}

#[tokio::test]
async fn card_numbers_and_security_codes_are_stored_nowhere_after_purchases() {
    let shop = ProcessShop::open(None).await;
    let address = shop.address().await;
    let mut heard = Vec::new();
    for (number, code) in CARDS {
        let shopper = shop.shopper(address);
        shopper.open_shop().await;
        pay_with_card(&shopper, number, code).await;
        heard.extend(shopper.received_bodies());
    }
    assert!(heard.len() > 50);
    for answer in &heard {
        assert_no_card("an answer", answer.as_bytes());
    }

    let logs = until("the purchases are logged", || async {
        let logs = shop.logs();
        logs.contains("a payment was captured").then_some(logs)
    })
    .await;
    assert_no_card("a log", logs.as_bytes());
    assert!(assert_no_card_in_files(shop.folder.path()) > 5);

    let db = Db::connect(&shop.database.url, 2).await.unwrap();
    for table in [
        "account",
        "session",
        "stock",
        "claim",
        "cart",
        "payment_attempt",
        "order",
        "order_line",
        "order_draft",
        "ticket",
    ] {
        for row in database::rows(db.read(), &format!("SELECT * FROM \"{table}\"")).await {
            assert_no_card(&format!("the table {table}"), format!("{row:?}").as_bytes());
        }
    }
    db.close().await.unwrap();

    if let Some(url) = database::redis_url() {
        let client = redis::Client::open(url).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let keys: Vec<String> = connection.keys("*").await.unwrap();
        assert!(!keys.is_empty(), "sessions are in Redis");
        for key in keys {
            let values: Vec<Vec<u8>> = match connection.key_type(&key).await.unwrap() {
                ValueType::String => Vec::from_iter(connection.get::<_, Option<Vec<u8>>>(&key).await.unwrap()),
                ValueType::Set => connection.smembers(&key).await.unwrap(),
                // After the keys were listed, another test's session may have ended, so the key may no longer exist.
                ValueType::None => Vec::new(),
                other => panic!("the test cannot read {key}, which is of the type {other:?}"),
            };
            values.iter().for_each(|value| assert_no_card(&key, value));
        }
    }
    shop.stop().await;
}
