//! A payment is never charged twice, never without an order, and never for an amount that the shopper was not shown.

use serde_json::json;

use crate::support::database::{self, rows};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{NOON_IS_SOLD_OUT, Payment, SATURDAY_NOON, Shopper, cents, line};
use crate::support::{Catalogue, Shop, card, until};

const ORDERS: &str = "SELECT COUNT(*) FROM \"order\"";
const CHECKING: &str = "We're checking your payment. Please don't pay again.";
const CART_CHANGED: &str = "Your cart has changed. Please review it and pay again.";

/// A shopper whose cart is ready to be paid for.
async fn prepare_cart(shop: &Shop) -> Shopper {
    prepare_cart_of(shop.shopper()).await
}

async fn prepare_cart_of(shopper: Shopper) -> Shopper {
    shopper.open_shop().await;
    shopper.add_tours("adult", 1).await;
    shopper.save_settings("digital").await;
    shopper
}

async fn find_in_ledger(shop: &Shop, payment: &Payment) -> midway_sandbox::wire::PaymentAnswer {
    shop.ledger().await.into_iter().find(|it| it.payment_key == payment.key).expect("the sandbox has the payment")
}

#[tokio::test]
async fn payment_with_an_unknown_processor_cannot_be_opened() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let refused = ada.post("/api/payment/elsewhere/setup", json!({})).await;
    assert_eq!(refused.expect_refusal(), "Unable to open payment processor");
    assert!(shop.ledger().await.is_empty());
    shop.stop().await;
}

/// Runs SQL directly on the database, to create a state that no call to the API would create.
async fn run_sql(shop: &Shop, sql: &str) {
    sea_orm::ConnectionTrait::execute_unprepared(shop.app.db.write(), sql).await.unwrap();
}

#[tokio::test]
async fn second_card_is_charged_in_a_new_attempt_after_a_decline() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (declined, answer) = ada.pay_with(card::DECLINED).await;
    let answer = answer.json();
    assert_eq!(answer["success"], json!(false));
    assert_eq!(answer["paymentMessage"], "Your card was declined. Use another card, or ask your bank why.");
    assert_eq!(answer["paymentPending"], json!(false));
    let refused = ada.submit(&declined).await;
    assert_eq!(refused.expect_refusal(), "Your card was declined. Please try another card.");

    let (payment, answer) = ada.pay_with(card::GOOD).await;
    assert_ne!(payment.key, declined.key);
    answer.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn opening_a_payment_twice_returns_the_same_payment() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let first = ada.open_payment().await;
    assert_eq!(ada.open_payment().await.key, first.key);
    ada.add_tours("adult", 1).await;
    assert_ne!(ada.open_payment().await.key, first.key, "another cart, another amount");
    shop.stop().await;
}

#[tokio::test]
async fn payments_opened_without_an_order_are_limited_to_sixty_an_hour_per_network_address() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let opens_sixty = async |visitor: &Shopper| {
        let line = visitor.get_lines().await[0]["id"].as_str().unwrap().to_owned();
        for quantity in [1, 2].into_iter().cycle().take(60) {
            visitor.change_quantity(&line, quantity).await.expect_success();
            visitor.open_payment().await;
            // Opening the same payment again is not counted.
            visitor.open_payment().await;
        }
    };
    opens_sixty(&ada).await;
    let neighbour = prepare_cart_of(ada.other_browser_at_same_address()).await;
    let refused = neighbour.post("/api/payment/sandbox/setup", json!({})).await;
    assert!(refused.expect_status(429).headers.contains_key("retry-after"));
    prepare_cart(&shop).await.open_payment().await;

    // After the order is written, the attempts of its cart do not count towards the limit.
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    ada.submit(&payment).await.expect_success();
    opens_sixty(&neighbour).await;
    let third = prepare_cart_of(ada.other_browser_at_same_address()).await;
    third.post("/api/payment/sandbox/setup", json!({})).await.expect_status(429);
    shop.clock.advance(chrono::Duration::hours(1));
    prepare_cart_of(ada.other_browser_at_same_address()).await.open_payment().await;
    shop.stop().await;
}

#[tokio::test]
async fn opened_payments_that_cannot_be_stored_do_not_count_towards_the_limit() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    database::refuse_new_rows(&shop.app.db, "payment_attempt").await;
    for _ in 0..61 {
        let answer = ada.post("/api/payment/sandbox/setup", json!({})).await;
        assert!(answer.status.is_server_error(), "{}", answer.text());
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt").await, 0);
    database::accept_new_rows(&shop.app.db, "payment_attempt").await;
    ada.open_payment().await;
    shop.stop().await;
}

#[tokio::test]
async fn processor_calls_of_one_network_address_are_limited_per_minute() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    let busy = "Too many payments were attempted from your internet connection. Nothing was charged. Please try again \
                in a minute.";
    for nth in 1..=150 {
        ada.open_payment().await;
        let no_card_was_typed = ada.submit(&payment).await.expect_refusal();
        assert_eq!(no_card_was_typed == busy, nth == 150, "{} calls: {no_card_was_typed}", 1 + 2 * nth);
    }
    let again = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(again.expect_refusal(), busy);
    assert_eq!(ada.submit(&payment).await.expect_refusal(), busy);
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    assert_eq!(ada.authorise(&payment).await.expect_refusal(), busy);
    prepare_cart(&shop).await.open_payment().await;
    shop.clock.advance(chrono::Duration::minutes(1));
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn after_thirty_declined_cards_a_network_address_can_authorise_no_card() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    for _ in 0..30 {
        let (_, answer) = ada.pay_with(card::DECLINED).await;
        assert!(answer.json()["paymentMessage"].is_string());
    }
    let (_, answer) = ada.pay_with(card::GOOD).await;
    assert_eq!(
        answer.expect_refusal(),
        "Too many card payments from your internet connection were declined. Nothing was charged. Please try again \
         in an hour."
    );
    let bob = prepare_cart(&shop).await;
    let (payment, answer) = bob.pay_with(card::GOOD).await;
    answer.expect_success();
    bob.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn opening_a_payment_looks_up_at_most_three_opened_payments_for_earlier_versions_of_the_cart() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let ada = prepare_cart(&shop).await;
    for _ in 0..5 {
        ada.pay_with(card::GOOD).await.1.expect_success();
        ada.add_tours("adult", 1).await;
        shop.clock.advance(chrono::Duration::seconds(1));
    }
    ada.open_payment().await;
    let voided = "SELECT COUNT(*) FROM payment_attempt WHERE state = 'voided'";
    assert_eq!(shop.count(voided).await, 5, "the authorisation is voided whatever its amount");
    // Simulates that no authorisation got an answer.
    run_sql(&shop, "UPDATE payment_attempt SET state = 'opened'").await;
    ada.add_tours("adult", 1).await;
    ada.open_payment().await;
    assert_eq!(shop.count(voided).await, 2, "the last of the three newest has no card");
    shop.stop().await;
}

#[tokio::test]
async fn payment_with_a_lost_authorisation_answer_is_pending_until_looked_up() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::AUTHORISE_LOST).await;
    let answer = answer.json();
    assert_eq!((&answer["success"], &answer["paymentPending"]), (&json!(false), &json!(true)), "{answer}");
    assert_eq!(answer["paymentMessage"], CHECKING);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.authorisations, there.charges), (1, 1));
    shop.stop().await;
}

#[tokio::test]
async fn payment_whose_authorisation_answer_is_lost_is_not_charged_unless_submitted() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::AUTHORISE_LOST).await;
    assert_eq!(answer.json()["paymentPending"], json!(true));
    shop.advance(1);
    // The worker runs once and queries the payment at its processor.
    midway::shop::order::recover(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE state = 'authorised'").await, 1);
    midway::shop::order::recover(&shop.app).await.unwrap();
    assert_eq!(shop.count_charges().await, 0, "it was not submitted");
    assert_eq!(shop.count(ORDERS).await, 0);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn no_payment_opens_while_the_state_of_an_earlier_payment_is_unknown() {
    let mut shop = Shop::open_with(&[WORKER_OFF]).await;
    let ada = prepare_cart(&shop).await;
    let (unknown, answer) = ada.pay_with(card::AUTHORISE_LOST).await;
    assert_eq!(answer.json()["paymentPending"], json!(true));
    shop.stop_processor().await;
    shop.advance(5);
    let everything = "SELECT p.*, c.version, c.held_until FROM payment_attempt p, cart c";
    let before = rows(shop.app.db.read(), everything).await;
    for _ in 0..2 {
        let refused = ada.post("/api/payment/sandbox/setup", json!({})).await.expect_status(409).json();
        assert_eq!(refused["success"], json!(false));
        assert!(refused["message"].as_str().unwrap().contains("Please don't pay again"), "{refused}");
    }
    assert_eq!(rows(shop.app.db.read(), everything).await, before, "nothing changes");

    // The processor knows that the amount was reserved. The shop voids this payment before a different card is used.
    shop.start_processor().await;
    let (second, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_ne!(second.key, unknown.key);
    let there = find_in_ledger(&shop, &unknown).await;
    assert_eq!((there.authorisations, there.charges, there.voids), (1, 0, 1));
    ada.submit(&second).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn decline_with_a_lost_answer_is_looked_up_and_a_new_payment_can_be_opened() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (declined, _) = ada.pay_with(card::DECLINED).await;
    // Simulates that the answer with the decline was lost.
    run_sql(&shop, "UPDATE payment_attempt SET state = 'unknown', lost_call = 'authorise'").await;
    let (second, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_ne!(second.key, declined.key);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE state = 'declined'").await, 1);
    ada.submit(&second).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn authorisation_that_never_reached_the_processor_is_repeated_in_the_same_payment() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    shop.stop_processor().await;
    assert_eq!(ada.authorise(&payment).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    assert_eq!(ada.open_payment().await.key, payment.key);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.authorisations, there.charges), (1, 1));
    shop.stop().await;
}

#[tokio::test]
async fn payment_unknown_to_its_processor_does_not_lock_the_cart() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (unknown, _) = ada.pay_with(card::AUTHORISE_LOST).await;
    shop.stop_processor().await;
    std::fs::remove_file(midway_sandbox::shared_files::folder(shop.data()).join("ledger.jsonl")).unwrap();
    shop.start_processor().await;
    let (second, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_ne!(second.key, unknown.key);
    ada.submit(&second).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn unsubmitted_authorisation_is_voided_before_a_second_card_is_used() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (first, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    let (second, answer) = ada.pay_with(card::MASTERCARD).await;
    assert_ne!(second.key, first.key);
    answer.expect_success();
    assert_eq!(find_in_ledger(&shop, &first).await.voids, 1);
    ada.submit(&first).await.expect_refusal();
    ada.submit(&second).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn payment_with_unknown_state_for_a_changed_cart_is_settled_without_charge() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (unknown, _) = ada.pay_with(card::AUTHORISE_LOST).await;
    ada.add_tours("adult", 1).await;
    let (second, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    ada.submit(&unknown).await.expect_refusal();
    ada.submit(&second).await.expect_success();
    let there = find_in_ledger(&shop, &unknown).await;
    assert_eq!((there.charges, there.voids), (0, 1));
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn payment_cannot_be_submitted_again_with_different_details() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    let body = json!({ "paymentKey": payment.key, "cardholderName": "Ada Lovelace" });
    let with = |name: &str, value: serde_json::Value| {
        let mut other = body.clone();
        other[name] = value;
        other
    };
    let others = [
        with("cardholderName", json!("Eve")),
        with("cardholderName", serde_json::Value::Null),
        with("cardholderAddress", json!("1 Elsewhere")),
        with("savePaymentToAccount", json!(true)),
    ];
    let refuses_the_others = async || {
        for other in &others {
            let refused = ada.post("/api/order/submit", other.clone()).await.expect_refusal();
            assert!(refused.contains("different details"), "{other}: {refused}");
        }
    };
    shop.stop_processor().await;
    assert_eq!(ada.post("/api/order/submit", body.clone()).await.json()["paymentPending"], json!(true));
    refuses_the_others().await;
    shop.start_processor().await;
    let order = ada.post("/api/order/submit", body.clone()).await.expect_success();
    refuses_the_others().await;
    assert_eq!(ada.post("/api/order/submit", body).await.expect_success(), order);
    assert_eq!(read_name_on_card(&shop).await, "Ada Lovelace");
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn submit_before_a_card_is_accepted_is_refused_and_stores_no_details() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    let hasty = json!({ "paymentKey": payment.key, "cardholderName": "A" });
    ada.post("/api/order/submit", hasty).await.expect_refusal();
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(read_name_on_card(&shop).await, "Ada Lovelace");
    shop.stop().await;
}

/// The name on the card of the only attempt.
async fn read_name_on_card(shop: &Shop) -> String {
    rows(shop.app.db.read(), "SELECT cardholder_name FROM payment_attempt").await[0][0].1.clone()
}

#[tokio::test]
async fn payment_that_cannot_be_settled_does_not_block_the_worker() {
    let mut shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, bob) = (prepare_cart(&shop).await, prepare_cart(&shop).await);
    ada.pay_with(card::AUTHORISE_LOST).await;
    let (bobs, _) = bob.pay_with(card::GOOD).await;
    shop.stop_processor().await;
    assert_eq!(bob.submit(&bobs).await.json()["paymentPending"], json!(true));
    let recover = async |shop: &Shop| midway::shop::order::recover(&shop.app).await.unwrap();
    for _ in 0..2 {
        shop.advance(1);
        assert_eq!(recover(&shop).await, 2, "one may be authorised, one may be captured");
        assert_eq!(recover(&shop).await, 0, "both were looked up just now");
    }
    shop.start_processor().await;
    shop.advance(1);
    assert_eq!(recover(&shop).await, 2);
    assert_eq!(shop.count(ORDERS).await, 1);
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn opening_a_payment_extends_the_hold() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    shop.advance(10);
    ada.open_payment().await;
    shop.advance(10);
    let bob = shop.new_guest().await;
    let all = json!([line("tour", "group", 20, Some(SATURDAY_NOON)), line("tour", "adult", 10, Some(SATURDAY_NOON))]);
    bob.try_add(all).await.expect_success();
    let the_rest = json!([line("tour", "child", 10, Some(SATURDAY_NOON))]);
    let few = "Sorry, only 9 left: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose fewer, or choose \
               another date or time. Still available for 10 people: 2:00 PM.";
    assert_eq!(bob.try_add(the_rest).await.expect_refusal(), few);
    shop.stop().await;
}

#[tokio::test]
async fn payment_whose_capture_answer_is_lost_is_looked_up_and_charged_once() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::CAPTURE_LOST).await;
    answer.expect_success();
    until("the order is there", || async { ada.submit(&payment).await.succeeded().then_some(()) }).await;
    assert_eq!(find_in_ledger(&shop, &payment).await.charges, 1);
    assert_eq!(shop.count(ORDERS).await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn captured_payment_gets_a_new_order_number_when_its_number_is_taken() {
    let mut shop = Shop::open().await;
    let (ada, bob) = (prepare_cart(&shop).await, prepare_cart(&shop).await);
    let (bobs, answer) = bob.pay_with(card::GOOD).await;
    answer.expect_success();
    let number_in_use = bob.submit(&bobs).await.expect_success()["invoiceNumber"].as_str().unwrap().to_owned();
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    shop.stop_processor().await;
    assert_eq!(ada.submit(&payment).await.json()["paymentPending"], json!(true));
    // Gives Ada's draft the number of Bob's order.
    let draft = rows(shop.app.db.read(), "SELECT document FROM order_draft").await[0][0].1.clone();
    let mut sale: serde_json::Value = serde_json::from_str(&draft).unwrap();
    sale["order"]["number"] = json!(number_in_use);
    run_sql(&shop, &format!("UPDATE order_draft SET document = '{}'", sale.to_string().replace('\'', "''"))).await;
    shop.start_processor().await;

    let number = ada.submit(&payment).await.expect_success()["invoiceNumber"].clone();
    assert_ne!(number, json!(number_in_use));
    assert_eq!(ada.get_order().await.json()["invoiceNumber"], number);
    assert_eq!(shop.count(ORDERS).await, 2);
    assert_eq!(shop.count_charges().await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn cart_is_locked_while_a_payment_is_checked() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    shop.stop_processor().await;
    let pending = ada.submit(&payment).await.json();
    assert_eq!((&pending["success"], &pending["paymentPending"]), (&json!(false), &json!(true)), "{pending}");
    assert_eq!(pending["message"], CHECKING);

    let cart = ada.get_cart().await;
    assert_eq!(cart["paymentInProgress"], json!(true));
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_status(409);
    ada.change_quantity(&id, 2).await.expect_status(409);
    ada.change_quantity(&id, 0).await.expect_status(409);
    ada.post("/api/cart/clear", json!({})).await.expect_status(409);
    ada.post("/api/cart/settings", crate::support::shopper::settings("post")).await.expect_status(409);
    ada.post("/api/payment/sandbox/setup", json!({})).await.expect_status(409);
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), cents(&cart["cartTotal"]));
    // Places that may have been paid for are not released, even long after their hold has expired.
    shop.advance(5 * 60);
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim WHERE pinned").await, 2, "the tour and the day");

    shop.start_processor().await;
    // The worker may have just queried the payment and retries only later.
    shop.advance(1);
    until("the worker has completed it", || async { (shop.count(ORDERS).await == 1).then_some(()) }).await;
    assert_eq!(find_in_ledger(&shop, &payment).await.charges, 1);
    shop.stop().await;
}

#[tokio::test]
async fn failed_capture_reopens_the_cart_with_its_places() {
    let park = Catalogue::park().tour_capacity(1);
    let shop = Shop::selling(&park).await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::CAPTURE_FAILS).await;
    answer.expect_success();
    let refused = ada.submit(&payment).await;
    assert_eq!(refused.expect_refusal(), "We couldn't complete the payment. Nothing was charged. Please try again.");
    assert_eq!(shop.count_charges().await, 0);
    assert_eq!(ada.get_cart().await["paymentInProgress"], json!(false));

    let bob = shop.new_guest().await;
    let wanted = json!([line("tour", "adult", 1, Some(SATURDAY_NOON))]);
    bob.try_add(wanted.clone()).await.expect_refusal();
    shop.advance(15);
    bob.try_add(wanted).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn resubmit_of_a_failed_payment_does_not_disturb_the_running_payment() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (failed, _) = ada.pay_with(card::CAPTURE_FAILS).await;
    ada.submit(&failed).await.expect_refusal();
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    shop.stop_processor().await;
    assert_eq!(ada.submit(&payment).await.json()["paymentPending"], json!(true));
    ada.submit(&failed).await.expect_refusal();
    assert_eq!(ada.get_cart().await["paymentInProgress"], json!(true));
    shop.start_processor().await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn worker_reopens_a_cart_after_a_failed_capture_of_a_stopped_process() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, _) = ada.pay_with(card::CAPTURE_FAILS).await;
    shop.stop_processor().await;
    assert_eq!(ada.submit(&payment).await.json()["paymentPending"], json!(true));
    // A process leaves this state when it stops between recording the failure and reopening the cart.
    let failed = format!("UPDATE payment_attempt SET state = 'failed', lost_call = NULL WHERE id = '{}'", payment.key);
    run_sql(&shop, &failed).await;
    shop.start_processor().await;
    shop.advance(1);
    until("the cart is open", || async { (ada.get_cart().await["paymentInProgress"] == json!(false)).then_some(()) })
        .await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim WHERE pinned").await, 0);
    let (second, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&second).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn payment_for_a_cart_changed_after_authorisation_is_voided_and_not_charged() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.submit(&payment).await.expect_refusal(), CART_CHANGED);
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.charges, there.voids), (0, 1), "the authorisation is voided");
    let (second, _) = ada.pay_with(card::GOOD).await;
    assert_eq!(cents(&second.amount), 45_70);
    ada.submit(&second).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn payment_for_a_cart_changed_before_authorisation_is_not_authorised() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.authorise(&payment).await.expect_refusal(), CART_CHANGED);
    assert_eq!(find_in_ledger(&shop, &payment).await.authorisations, 0);
    shop.stop().await;
}

#[tokio::test]
async fn delivery_method_with_a_different_price_needs_a_new_payment() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.save_settings("post").await;
    ada.submit(&payment).await.expect_refusal();
    let (second, _) = ada.pay_with(card::GOOD).await;
    assert_eq!(cents(&second.amount), cents(&payment.amount) + 4_50 + 36);
    ada.submit(&second).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn places_whose_hold_expired_before_the_order_is_submitted_are_reclaimed() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(1)).await;
    let ada = prepare_cart(&shop).await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    shop.advance(16);
    until("the place is free", || async { (shop.count("SELECT COUNT(*) FROM claim").await == 0).then_some(()) }).await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count("SELECT sold FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn places_lost_before_submit_are_reported_and_nothing_is_charged() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(1)).await;
    let ada = prepare_cart(&shop).await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    shop.advance(16);
    let bob = shop.new_guest().await;
    bob.add_tours("adult", 1).await;
    assert_eq!(ada.submit(&payment).await.expect_refusal(), NOON_IS_SOLD_OUT);
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.charges, there.voids), (0, 1));
    ada.get_order().await.expect_status(404);
    assert_eq!(ada.get_lines().await.len(), 1, "the line stays for the shopper to decide");
    shop.stop().await;
}

#[tokio::test]
async fn authorisation_with_a_different_amount_or_session_is_refused() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    let cheaper = Payment { amount: json!(1), ..payment.clone() };
    let refused = ada.authorise(&cheaper).await;
    assert_eq!(refused.expect_refusal(), "The amount has changed. Please review your cart and pay again.");
    let elsewhere = Payment { session: "another".to_owned(), ..payment.clone() };
    ada.authorise(&elsewhere).await.expect_status(404);
    assert_eq!(find_in_ledger(&shop, &payment).await.authorisations, 0);
    ada.authorise(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn payment_without_a_card_is_neither_authorised_nor_ordered() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    let answer = ada.authorise(&payment).await.json();
    assert_eq!(answer["success"], json!(false), "{answer}");
    let refused = ada.submit(&payment).await;
    assert_eq!(refused.expect_refusal(), "Your card hasn't been accepted yet. Please enter your card details again.");
    assert_eq!(shop.count(ORDERS).await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn unavailable_processor_is_reported_and_the_cart_can_be_paid_for_afterwards() {
    let mut shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    shop.stop_processor().await;
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(refused.expect_refusal(), "Credit card processing is unavailable");
    assert_eq!(refused.json()["errors"][0]["field"], json!("processor"), "the refusal is not about the cart");
    shop.start_processor().await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn worker_voids_an_authorisation_after_its_shopper_leaves() {
    let shop = Shop::open().await;
    let ada = prepare_cart(&shop).await;
    let (payment, answer) = ada.pay_with(card::GOOD).await;
    answer.expect_success();
    shop.advance(31);
    until("the payment is voided", || async { (find_in_ledger(&shop, &payment).await.voids == 1).then_some(()) }).await;
    assert_eq!(shop.count(ORDERS).await, 0);
    shop.stop().await;
}
