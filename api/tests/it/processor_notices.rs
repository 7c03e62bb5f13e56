//! Notices of Stripe: only genuine ones are stored, each once, and they continue payments in any order.

use chrono::Duration;
use data_encoding::HEXLOWER;
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit, Mac};
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::payment::processor::DisputeState;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::conformance::stripe_contract::ContractServer;
use crate::installment_plans::{add_pass, choose_plan, with_terms};
use crate::support::catalogue::{Catalogue, passes_with_plans};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, Payment, Shopper, http};
use crate::support::{Shop, card, until};

const SECRET: &str = "whsec_notices";

async fn shop_with(stripe: &ContractServer, worker: bool) -> Shop {
    let url = stripe.url();
    let mut settings = stripe.settings(&url, SECRET).to_vec();
    if !worker {
        settings.push(WORKER_OFF);
    }
    Shop::selling_with(&Catalogue::park().paid_by("stripe"), &settings).await
}

/// Sends a notice as Stripe does, signed by `secret` at the shop's time.
async fn send(shop: &Shop, secret: &str, body: &str) -> Answer {
    let at = shop.app.clock.now().timestamp();
    send_signed_at(shop, secret, at, body).await
}

async fn send_signed_at(shop: &Shop, secret: &str, at: i64, body: &str) -> Answer {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    let header = format!("t={at},v1={}", HEXLOWER.encode(&mac.finalize().into_bytes()));
    let call = http().post(format!("http://{}/api/payment/stripe/webhook", shop.address));
    let call = call.header("stripe-signature", header).header("content-type", "application/json");
    Answer::of(call.body(body.to_owned()).send().await.unwrap()).await.unwrap()
}

fn event(id: &str, kind: &str, object: &Value) -> String {
    json!({ "id": id, "object": "event", "type": kind, "created": 1, "data": { "object": object } }).to_string()
}

/// An event about a payment's intent. Its amount and status are wrong, because the shop must not believe them.
fn event_of(id: &str, kind: &str, payment: &Payment) -> String {
    let (intent, _) = payment.session.split_once("_secret_").unwrap();
    let metadata = json!({ "midway_payment": payment.key, "midway_shop": "localhost" });
    event(id, kind, &json!({ "id": intent, "amount": 1, "status": "succeeded", "metadata": metadata }))
}

async fn count(shop: &Shop, condition: &str) -> i64 {
    shop.count(&format!("SELECT COUNT(*) FROM processor_notice WHERE {condition}")).await
}

async fn process_card(shopper: &Shopper, payment: &Payment) -> Answer {
    let asked = json!({ "paymentKey": payment.key, "sessionKey": payment.session, "priceOverride": payment.amount });
    shopper.post("/api/payment/stripe/process-card", asked).await
}

/// A shopper with a ticket in the cart who has filled in checkout.
async fn ready_to_pay(shop: &Shop) -> Shopper {
    let shopper = shop.new_guest().await;
    shopper.add_tours("adult", 1).await;
    shopper.save_settings("digital").await;
    shopper
}

#[tokio::test]
async fn forged_old_and_malformed_notices_are_refused_and_nothing_is_stored() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe, false).await;
    let body = event("evt_1", "payment_intent.succeeded", &json!({ "id": "pi_1" }));
    send(&shop, "whsec_guess", &body).await.expect_status(400);
    let now = shop.app.clock.now().timestamp();
    send_signed_at(&shop, SECRET, now - 301, &body).await.expect_status(400);
    send_signed_at(&shop, SECRET, now + 301, &body).await.expect_status(400);
    let unsigned = http().post(format!("http://{}/api/payment/stripe/webhook", shop.address)).body(body.clone());
    assert_eq!(unsigned.send().await.unwrap().status().as_u16(), 400);
    for malformed in ["", "{", "[]", r#"{"id":"evt_1"}"#, r#"{"id":1,"type":"x","data":{"object":{}}}"#] {
        send(&shop, SECRET, malformed).await.expect_status(400);
    }
    let long = event(&"e".repeat(300), "x", &json!({}));
    send(&shop, SECRET, &long).await.expect_status(400);
    let oversized = event("evt_1", "x", &json!({ "id": "x".repeat(70_000) }));
    send(&shop, SECRET, &oversized).await.expect_status(413);
    let read = http().get(format!("http://{}/api/payment/stripe/webhook", shop.address)).send().await.unwrap();
    assert_eq!(read.status().as_u16(), 405);
    assert_eq!(count(&shop, "1 = 1").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn sandbox_signs_notices_that_make_the_shop_look_at_a_payment() {
    let mut shop = Shop::open_with(&[WORKER_OFF]).await;
    shop.restart_processor_with_notices().await;
    let shopper = ready_to_pay(&shop).await;
    let payment = shopper.open_payment().await;
    shopper.enter_card(&payment, card::GOOD).await.expect_status(200);
    shopper.authorise(&payment).await.expect_success();
    until("the notices arrive", || async { (count(&shop, "kind = 'payment.changed'").await == 2).then_some(()) }).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(count(&shop, "processor = 'sandbox' AND state = 'handled' AND kind = 'payment.changed'").await, 2);
    shopper.submit_until_settled(&payment).await.expect_success();
    let forged = http().post(format!("http://{}/api/payment/sandbox/webhook", shop.address));
    let forged = forged.header("sandbox-signature", "t=1,v1=00").body(event("evt_1", "payment.changed", &json!({})));
    assert_eq!(forged.send().await.unwrap().status().as_u16(), 400);
    shop.stop().await;
}

#[tokio::test]
async fn shop_without_stripe_has_no_address_for_its_notices() {
    let shop = Shop::open().await;
    send(&shop, SECRET, &event("evt_1", "x", &json!({}))).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn notice_that_is_sent_several_times_is_stored_and_worked_on_once() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe, false).await;
    let body = event("evt_1", "charge.dispute.created", &json!({ "id": "dp_1" }));
    let sent = join_all([(); 8].map(|()| send(&shop, SECRET, &body))).await;
    for answer in sent {
        answer.expect_status(200);
    }
    assert_eq!(count(&shop, "state = 'received'").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE kind = 'handle-notice'").await, 1);
    run_due_jobs(&shop.app, || false).await.unwrap();
    send(&shop, SECRET, &body).await.expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(count(&shop, "state = 'kept' AND kind = 'charge.dispute.created'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn notices_in_the_wrong_order_and_with_wrong_data_change_only_what_stripe_confirms() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe, false).await;
    let shopper = ready_to_pay(&shop).await;
    let payment = shopper.open_payment_at("stripe").await;
    let state = async || {
        let is = |state: &str| {
            format!("SELECT COUNT(*) FROM payment_attempt WHERE id = '{}' AND state = '{state}'", payment.key)
        };
        let mut found = Vec::new();
        for name in ["opened", "authorised", "completed"] {
            if shop.count(&is(name)).await == 1 {
                found.push(name);
            }
        }
        found
    };
    // Stripe has not even a card.
    send(&shop, SECRET, &event_of("evt_3", "payment_intent.succeeded", &payment)).await.expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(state().await, ["opened"]);
    stripe.with(|it| it.enter_card(&payment.session, "4242424242424242", None));
    send(&shop, SECRET, &event_of("evt_2", "payment_intent.amount_capturable_updated", &payment))
        .await
        .expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(state().await, ["authorised"]);
    // The shopper's browser had no answer, and submits.
    shopper.submit_until_settled(&payment).await.expect_success();
    send(&shop, SECRET, &event_of("evt_1", "payment_intent.created", &payment)).await.expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(state().await, ["completed"]);
    assert_eq!(count(&shop, "state = 'handled'").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn notice_about_the_payment_of_another_session_is_kept() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe, false).await;
    let shopper = ready_to_pay(&shop).await;
    let payment = shopper.open_payment_at("stripe").await;
    stripe.with(|it| it.enter_card(&payment.session, "4242424242424242", None));
    let other = Payment { session: "pi_9_secret_x".to_owned(), ..payment.clone() };
    send(&shop, SECRET, &event_of("evt_1", "payment_intent.succeeded", &other)).await.expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(count(&shop, "state = 'kept'").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE state = 'opened'").await, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_that_race_with_the_browser_end_in_one_order_and_one_charge() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe, true).await;
    for round in 0..5 {
        let shopper = ready_to_pay(&shop).await;
        let payment = shopper.open_payment_at("stripe").await;
        stripe.with(|it| it.enter_card(&payment.session, "4242424242424242", None));
        let notices = async {
            for (number, kind) in ["amount_capturable_updated", "succeeded", "created"].into_iter().enumerate() {
                let body = event_of(&format!("evt_{round}_{number}"), &format!("payment_intent.{kind}"), &payment);
                for _ in 0..2 {
                    send(&shop, SECRET, &body).await.expect_status(200);
                }
            }
        };
        let workers = async {
            for _ in 0..6 {
                run_due_jobs(&shop.app, || false).await.unwrap();
            }
        };
        let browser = async {
            process_card(&shopper, &payment).await.expect_success();
            let (one, other) =
                tokio::join!(shopper.submit_until_settled(&payment), shopper.submit_until_settled(&payment));
            assert_eq!(one.expect_success()["orderId"], other.expect_success()["orderId"]);
        };
        tokio::join!(notices, workers, browser);
    }
    until("all notices are worked on", || async { (count(&shop, "state = 'received'").await == 0).then_some(()) })
        .await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 5);
    let taken = shop.app.processors.card("stripe").unwrap().captures().await.unwrap();
    assert_eq!(taken.len(), 5);
    shop.stop().await;
}

#[tokio::test]
async fn dispute_of_a_later_payment_is_written_down_though_its_notice_names_only_the_intent() {
    let stripe = ContractServer::start().await;
    let url = stripe.url();
    let settings = [&stripe.settings(&url, SECRET)[..], &[WORKER_OFF]].concat();
    let catalogue = Catalogue::park().paid_by("stripe").with(passes_with_plans());
    let shop = Shop::selling_with(&catalogue, &settings).await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let payment = buyer.open_payment_at("stripe").await;
    stripe.with(|it| it.enter_card(&payment.session, card::GOOD, None));
    process_card(&buyer, &payment).await.expect_success();
    buyer.submit(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    stripe.with(|it| it.pass_a_day());
    let charged = stripe.with(|it| it.newest_secret());
    assert_ne!(charged, payment.session);
    stripe.with(|it| it.dispute(&charged, DisputeState::Open));
    let (intent, _) = charged.split_once("_secret_").unwrap();
    let notice = |id: &str, intent: &str| {
        event(id, "charge.dispute.created", &json!({ "id": "dp_1", "amount": 1, "payment_intent": intent }))
    };
    send(&shop, SECRET, &notice("evt_1", intent)).await.expect_status(200);
    send(&shop, SECRET, &notice("evt_2", "pi_999")).await.expect_status(200);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let disputed = "SELECT CAST(amount AS BIGINT) FROM refund WHERE kind = 'dispute'";
    assert_eq!(shop.count(disputed).await, 10_00);
    assert_eq!((count(&shop, "state = 'handled'").await, count(&shop, "state = 'kept'").await), (1, 1));
    shop.stop().await;
}
