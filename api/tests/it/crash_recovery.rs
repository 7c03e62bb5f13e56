//! Crashes: the built binary stops at a named point between two steps of a payment or of its confirmation, and is
//! started again. The card processor is a separate process and keeps its state. Afterwards every captured payment has
//! exactly one order.

use chrono::Duration;
use midway::platform::db::Db;
use midway_sandbox::wire::{PaymentAnswer, Status};

use crate::support::emails::read_folder;
use crate::support::process::ProcessShop;
use crate::support::shopper::{Payment, Shopper, line};
use crate::support::{card, database, shop, until};
use serde_json::{Value, json};

/// A duration that is longer than the worker waits before it takes over a payment of a stopped process, and shorter
/// than a session.
const A_MINUTE: Duration = Duration::minutes(1);

/// A shopper with two tickets for the first tour of tomorrow, ready to pay.
async fn prepare_cart(shop: &ProcessShop) -> Shopper {
    let shopper = shop.shopper(shop.address().await);
    shopper.open_shop().await;
    let tomorrow = &shopper.list_days("tour").await[1];
    let performance = shopper.list_performances("tour", tomorrow).await[0]["performanceId"].clone();
    let wanted = line("tour", "adult", 2, performance.as_str());
    shopper.try_add(json!([wanted])).await.expect_success();
    shopper.save_settings("digital").await;
    shopper
}

async fn authorise_payment(shopper: &Shopper) -> Payment {
    let (payment, answer) = shopper.pay_with(card::GOOD).await;
    answer.expect_success();
    payment
}

/// Sends a call during which the server stops. Fails if the server answers.
async fn expect_cut_off(call: impl Future<Output = ()> + Send + 'static) {
    // The client panics when the connection ends without an answer.
    assert!(tokio::spawn(call).await.is_err(), "the server answered");
}

async fn find_in_ledger(shop: &ProcessShop, payment: &Payment) -> PaymentAnswer {
    let all = shop::ledger(shop.folder.path()).await;
    all.into_iter().find(|it| it.payment_key == payment.key).expect("the sandbox has the payment")
}

async fn count_orders(shop: &ProcessShop) -> i64 {
    let db = Db::connect(&shop.database.url, 2).await.unwrap();
    let count = database::number(db.read(), "SELECT COUNT(*) FROM \"order\"").await;
    db.close().await.unwrap();
    count
}

/// Stops the API at `fault` during a submit. `charged` and `ordered` are the expected numbers of captures and orders at
/// that moment.
async fn crash_while_submitting(fault: &str, charged: u32, ordered: i64) {
    let mut shop = ProcessShop::open(Some(fault)).await;
    let ada = prepare_cart(&shop).await;
    let payment = authorise_payment(&ada).await;
    expect_cut_off({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move {
            ada.submit(&payment).await;
        }
    })
    .await;
    shop.wait_for_crash().await;
    assert_eq!(find_in_ledger(&shop, &payment).await.charges, charged);
    assert_eq!(count_orders(&shop).await, ordered);

    shop.start(None).await;
    let ada = ada.at_server(shop.address().await);
    // The worker finishes the payment without any further call from the shopper.
    shop.advance(A_MINUTE);
    until("the order is there", || async { (count_orders(&shop).await == 1).then_some(()) }).await;
    let order = ada.get_order().await.expect_status(200).json();
    let again = ada.submit(&payment).await.expect_success();
    assert_eq!(again["orderId"], order["id"]);
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.status, there.charges, there.refunds.len()), (Status::Captured, 1, 0));
    assert_eq!(count_orders(&shop).await, 1);
    assert_confirmed_once(&shop, &order).await;
    shop.stop().await;
}

/// Fails unless the order has one e-mail and no e-mail waits to be sent.
async fn assert_confirmed_once(shop: &ProcessShop, order: &Value) {
    let db = Db::connect(&shop.database.url, 2).await.unwrap();
    until("the confirmation is sent", || async {
        (database::number(db.read(), "SELECT COUNT(*) FROM job WHERE done_at IS NOT NULL").await == 1).then_some(())
    })
    .await;
    assert_eq!(database::number(db.read(), "SELECT COUNT(*) FROM job").await, 1);
    db.close().await.unwrap();
    let mails = read_folder(shop.folder.path());
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].message_id, format!("order-{}@localhost", order["id"].as_str().unwrap()));
}

/// Stops the API at `fault` while the confirmation is being sent. `written` is the expected number of e-mails at that
/// moment.
async fn crash_while_confirming(fault: &str, written: usize) {
    let mut shop = ProcessShop::open(Some(fault)).await;
    let ada = prepare_cart(&shop).await;
    let payment = authorise_payment(&ada).await;
    let submitting = tokio::spawn({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move {
            ada.submit(&payment).await;
        }
    });
    shop.wait_for_crash().await;
    // Whether the shopper gets an answer before the crash is random.
    let _answered = submitting.await;
    let before = read_folder(shop.folder.path());
    assert_eq!(before.len(), written);

    shop.start(None).await;
    // The lease of the stopped worker has to end first.
    shop.advance(A_MINUTE * 3);
    let ada = ada.at_server(shop.address().await);
    let order = ada.get_order().await.expect_status(200).json();
    assert_confirmed_once(&shop, &order).await;
    if let Some(before) = before.first() {
        let after = read_folder(shop.folder.path());
        assert!(before.raw == after[0].raw, "the second attempt made another e-mail");
    }
    shop.stop().await;
}

#[tokio::test]
async fn confirmation_is_sent_once_when_the_api_crashes_before_sending_it() {
    crash_while_confirming("before_mail", 0).await;
}

#[tokio::test]
async fn same_confirmation_is_sent_again_when_the_api_crashes_after_sending_it() {
    crash_while_confirming("after_mail", 1).await;
}

#[tokio::test]
async fn worker_captures_a_submitted_payment_once_when_the_api_crashes_before_capture() {
    crash_while_submitting("before_capture", 0, 0).await;
}

#[tokio::test]
async fn worker_writes_the_order_without_a_second_charge_when_the_api_crashes_after_capture() {
    crash_while_submitting("after_capture", 1, 0).await;
}

#[tokio::test]
async fn worker_writes_one_order_when_the_api_crashes_before_the_order_is_written() {
    crash_while_submitting("before_order", 1, 0).await;
}

#[tokio::test]
async fn no_second_order_is_created_when_the_api_crashes_after_the_order_is_written() {
    crash_while_submitting("after_order", 1, 1).await;
}

#[tokio::test]
async fn one_order_is_created_when_the_api_crashes_after_capture_and_the_shopper_resubmits_immediately() {
    let mut shop = ProcessShop::open(Some("after_capture")).await;
    let ada = prepare_cart(&shop).await;
    let payment = authorise_payment(&ada).await;
    expect_cut_off({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move {
            ada.submit(&payment).await;
        }
    })
    .await;
    shop.wait_for_crash().await;
    shop.start(None).await;
    let ada = ada.at_server(shop.address().await);
    ada.submit(&payment).await.expect_success();
    assert_eq!(find_in_ledger(&shop, &payment).await.charges, 1);
    assert_eq!(count_orders(&shop).await, 1);
    shop.stop().await;
}

/// Stops the API after the processor has authorised the payment and before the shop has recorded that. Then starts the
/// API again.
async fn crash_while_authorising() -> (ProcessShop, Shopper, Payment) {
    let mut shop = ProcessShop::open(Some("after_authorise")).await;
    let ada = prepare_cart(&shop).await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    expect_cut_off({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move {
            ada.authorise(&payment).await;
        }
    })
    .await;
    shop.wait_for_crash().await;
    assert_eq!(find_in_ledger(&shop, &payment).await.status, Status::Authorised);
    shop.start(None).await;
    let ada = ada.at_server(shop.address().await);
    (shop, ada, payment)
}

#[tokio::test]
async fn one_order_is_created_when_the_api_crashes_after_authorisation_and_the_shopper_retries() {
    let (shop, ada, payment) = crash_while_authorising().await;
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    let there = find_in_ledger(&shop, &payment).await;
    assert_eq!((there.authorisations, there.charges), (1, 1));
    shop.stop().await;
}

#[tokio::test]
async fn reserved_amount_is_released_when_the_api_crashes_after_authorisation_and_the_shopper_leaves() {
    let (mut shop, _, payment) = crash_while_authorising().await;
    shop.advance(A_MINUTE * 31);
    until("the payment is voided", || async { (find_in_ledger(&shop, &payment).await.voids == 1).then_some(()) }).await;
    assert_eq!(count_orders(&shop).await, 0);
    shop.stop().await;
}
