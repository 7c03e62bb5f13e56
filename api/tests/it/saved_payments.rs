//! Saved cards of accounts: saved on request, and charged only for their owner and only with the security code, unless
//! the operator has set `suppress_saved_payment_code`.

use chrono::Duration;
use midway::shop::payment::processor::{Outcome, PaymentRef};
use midway_kernel::money::Money;
use serde_json::{Value, json};

use crate::account_reset::start_replica_with_shared_limits;
use crate::support::shopper::{Answer, Payment, Shopper, cents};
use crate::support::{Catalogue, Shop, card};

const NO_CODE: &str = "Security code must be 3 or 4 digits";
const WRONG_CODE: &str = "Incorrect security code. Nothing was charged. Please check the code and try again.";

/// Adds a ticket and opens the processor's form.
async fn open_payment_form(shopper: &Shopper) -> Payment {
    shopper.add_tours("adult", 1).await;
    shopper.save_settings("digital").await;
    shopper.open_payment().await
}

async fn set_up_payment(shopper: &Shopper) -> Value {
    shopper.post("/api/payment/sandbox/setup", json!({})).await.expect_success()
}

async fn submit_and_save(shopper: &Shopper, payment: &Payment) -> Answer {
    let body = json!({
        "paymentKey": payment.key, "cardholderName": "Ada Lovelace", "savePaymentToAccount": true,
        "cardholderAddress": "12 Quay Street, Albany, NY 12207, USA",
    });
    shopper.post("/api/order/submit", body).await
}

/// Buys a ticket, saves the card, and returns the card's id.
pub async fn save_card(shopper: &Shopper, number: &str) -> String {
    let payment = open_payment_form(shopper).await;
    shopper.enter_card(&payment, number).await.expect_status(200);
    if shopper.authorise(&payment).await.json()["paymentPending"] == json!(true) {
        shopper.authorise(&payment).await.expect_success();
    }
    if submit_and_save(shopper, &payment).await.json()["paymentPending"] == json!(true) {
        submit_and_save(shopper, &payment).await.expect_success();
    }
    list_saved_cards(shopper).await[0]["extAccountStoredPaymentId"].as_str().unwrap().to_owned()
}

async fn list_saved_cards(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/account/saved-payment").await.json().as_array().unwrap().clone()
}

async fn pay_with_saved(shopper: &Shopper, payment: &Payment, id: &str, code: Option<&str>) -> Answer {
    let body = json!({ "paymentKey": payment.key, "extAccountStoredPaymentId": id, "cvv": code });
    shopper.post("/api/order/submit-saved-payment", body).await
}

async fn stop_shop(shop: Shop) {
    assert_eq!(midway::ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn card_saved_on_request_can_be_charged_again_with_its_security_code() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let payment = open_payment_form(&ada).await;
    let setup = set_up_payment(&ada).await;
    assert_eq!(
        (&setup["canSavePayment"], &setup["savedPayments"], &setup["securityCodeRequired"]),
        (&json!(true), &json!([]), &json!(true))
    );
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    assert!(list_saved_cards(&ada).await.is_empty(), "saving was not requested");

    let id = save_card(&ada, card::GOOD).await;
    let shown = json!([{
        "extAccountStoredPaymentId": id, "cardNumberLast4": "4242", "cardBrand": "Visa", "cardValidThrough": "2030-12",
    }]);
    assert_eq!(json!(list_saved_cards(&ada).await), shown);
    save_card(&ada, card::GOOD).await;
    assert_eq!(json!(list_saved_cards(&ada).await), shown, "one card is saved once");

    let payment = open_payment_form(&ada).await;
    assert_eq!(set_up_payment(&ada).await["savedPayments"], shown);
    let order = pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success();
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success(), order, "submitted twice");
    let details = ada.get_order().await.json();
    assert_eq!(details["id"], order["orderId"]);
    let paid = &details["payments"][0];
    assert_eq!((&paid["cardBrand"], &paid["maskedCardNumber"]), (&json!("Visa"), &json!("•••• 4242")));
    assert_eq!(shop.count_charges().await, 4);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE card_token IS NOT NULL").await, 0);
    stop_shop(shop).await;
}

#[tokio::test]
async fn guest_can_neither_save_a_card_nor_pay_with_a_saved_card() {
    let shop = Shop::open().await;
    let guest = shop.new_guest().await;
    let payment = open_payment_form(&guest).await;
    let setup = set_up_payment(&guest).await;
    assert_eq!((&setup["canSavePayment"], &setup["savedPayments"]), (&json!(false), &json!([])));
    guest.enter_card(&payment, card::GOOD).await.expect_status(200);
    guest.authorise(&payment).await.expect_success();
    let refused = submit_and_save(&guest, &payment).await.expect_refusal();
    assert_eq!(refused, "Please sign in to save a card, or pay without saving it.");
    pay_with_saved(&guest, &payment, "any", Some("123")).await.expect_status(401);
    guest.submit(&payment).await.expect_success();
    stop_shop(shop).await;
}

#[tokio::test]
async fn saved_card_is_available_only_to_its_owner() {
    let shop = Shop::open().await;
    let ((ada, _), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    let hers = save_card(&ada, card::GOOD).await;
    let payment = open_payment_form(&eve).await;
    assert_eq!(set_up_payment(&eve).await["savedPayments"], json!([]));
    let another = pay_with_saved(&eve, &payment, &hers, Some("123")).await;
    let unknown = pay_with_saved(&eve, &payment, "0123456789abcdef", Some("123")).await;
    another.expect_status(404);
    assert_eq!(another.text(), unknown.text());
    // The owner of the card cannot use it for another shopper's payment either.
    pay_with_saved(&ada, &payment, &hers, Some("123")).await.expect_status(404);
    assert_eq!(shop.count_charges().await, 1);

    let remove = json!({ "extAccountStoredPaymentId": hers });
    eve.post("/api/account/remove-saved-payment", remove.clone()).await.expect_status(404);
    assert_eq!(list_saved_cards(&ada).await.len(), 1);
    ada.post("/api/account/remove-saved-payment", remove.clone()).await.expect_success();
    assert!(list_saved_cards(&ada).await.is_empty());
    ada.post("/api/account/remove-saved-payment", remove).await.expect_status(404);
    let payment = open_payment_form(&ada).await;
    pay_with_saved(&ada, &payment, &hers, Some("123")).await.expect_status(404);
    stop_shop(shop).await;
}

#[tokio::test]
async fn wrong_security_code_charges_nothing_and_attempts_are_limited_to_five() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    let payment = open_payment_form(&ada).await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &ada).await;
    for no_code in [None, Some(""), Some("12"), Some("12345"), Some("12x"), Some("１２３")] {
        let refused = pay_with_saved(&ada, &payment, &id, no_code).await;
        assert_eq!(refused.expect_refusal(), NO_CODE, "{no_code:?}");
        assert_eq!(refused.json()["errors"], json!([{ "field": "cvv", "message": NO_CODE }]));
    }
    for nth in 0..5 {
        let refused = pay_with_saved(&servers[nth % 2], &payment, &id, Some(&format!("99{nth}"))).await;
        assert_eq!(refused.expect_refusal(), WRONG_CODE);
        assert_eq!(refused.json()["errors"], json!([{ "field": "cvv", "message": WRONG_CODE }]));
    }
    for server in &servers {
        let wait = pay_with_saved(server, &payment, &id, Some("123")).await;
        wait.expect_status(429);
        assert_eq!(wait.json()["message"], json!("Too many attempts. Please try again later."));
    }
    assert_eq!(shop.count_charges().await, 1);
    // The form still accepts a card for the same payment.
    ada.enter_card(&payment, card::MASTERCARD).await.expect_status(200);
    ada.authorise(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    if let Some(replica) = replica {
        replica.stop().await;
    }
    stop_shop(shop).await;
}

#[tokio::test]
async fn right_security_code_is_not_counted_as_an_attempt() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    for _ in 0..7 {
        let payment = open_payment_form(&ada).await;
        pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success();
    }
    stop_shop(shop).await;
}

#[tokio::test]
async fn saved_card_needs_no_security_code_if_the_operator_has_disabled_the_code() {
    let shop = Shop::selling(&Catalogue::park().setting("suppress_saved_payment_code", true)).await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    let payment = open_payment_form(&ada).await;
    assert_eq!(set_up_payment(&ada).await["securityCodeRequired"], json!(false));
    pay_with_saved(&ada, &payment, &id, None).await.expect_success();
    stop_shop(shop).await;
}

#[tokio::test]
async fn declined_saved_card_is_reported_and_a_different_card_is_accepted() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::DECLINED_LATER).await;
    let payment = open_payment_form(&ada).await;
    let declined = pay_with_saved(&ada, &payment, &id, Some("123")).await.json();
    assert_eq!(declined["success"], json!(false));
    assert_eq!(declined["paymentMessage"], json!("Your card was declined. Use another card, or ask your bank why."));
    let again = ada.open_payment().await;
    assert_ne!(again.key, payment.key);
    ada.enter_card(&again, card::GOOD).await.expect_status(200);
    ada.authorise(&again).await.expect_success();
    ada.submit(&again).await.expect_success();
    stop_shop(shop).await;
}

#[tokio::test]
async fn saved_card_is_charged_with_its_own_billing_address() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::NEEDS_ADDRESS).await;
    let payment = open_payment_form(&ada).await;
    pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success();

    // An earlier version saved cards without an address. The bank declines this card without an address.
    let forgets = "UPDATE saved_payment SET cardholder_address = NULL";
    sea_orm::ConnectionTrait::execute_unprepared(shop.app.db.write(), forgets).await.unwrap();
    let payment = open_payment_form(&ada).await;
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.json()["success"], json!(false));
    let of_others = "SELECT COUNT(*) FROM payment_attempt WHERE cardholder_address IS NOT NULL AND saved_for IS NULL";
    assert_eq!(shop.count(of_others).await, 0);
    stop_shop(shop).await;
}

#[tokio::test]
async fn payment_with_a_saved_card_and_a_lost_answer_is_looked_up_and_charged_once() {
    let mut shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::AUTHORISE_LOST).await;
    let payment = open_payment_form(&ada).await;
    let total = cents(&payment.amount);
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.json()["paymentPending"], json!(true));
    shop.stop_processor().await;
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success();
    let there = shop.ledger().await.into_iter().find(|it| it.payment_key == payment.key).unwrap();
    assert_eq!((there.authorisations, there.charges, there.amount_cents), (1, 1, total));
    stop_shop(shop).await;
}

#[tokio::test]
async fn payment_with_a_saved_card_is_refused_after_the_cart_has_changed() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    let payment = open_payment_form(&ada).await;
    ada.add_tours("adult", 1).await;
    let refused = pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_refusal();
    assert_eq!(refused, "Your cart has changed. Please review it and pay again.");
    assert_eq!(shop.count_charges().await, 1);
    stop_shop(shop).await;
}

/// Simulates that the processor has reserved the amount and the shop stopped before it recorded that.
async fn forget_authorisation(shop: &Shop, shopper: &Shopper, payment: &Payment, number: &str) {
    shopper.enter_card(payment, number).await.expect_status(200);
    let opened = PaymentRef::new(&payment.key, &payment.session);
    let processor = shop.app.processors.card("sandbox").unwrap();
    let outcome = processor.authorise(&opened, Money(cents(&payment.amount))).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

#[tokio::test]
async fn unrecorded_authorisation_is_found_when_the_order_is_submitted() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let payment = open_payment_form(&ada).await;
    forget_authorisation(&shop, &ada, &payment, card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    stop_shop(shop).await;
}

#[tokio::test]
async fn unrecorded_authorisation_is_voided_when_the_next_payment_opens() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    let payment = open_payment_form(&ada).await;
    forget_authorisation(&shop, &ada, &payment, card::MASTERCARD).await;
    let second = ada.open_payment().await;
    assert_ne!(second.key, payment.key, "its form accepts no other card");
    pay_with_saved(&ada, &second, &id, Some("123")).await.expect_success();
    let first = shop.ledger().await.into_iter().find(|it| it.payment_key == payment.key).unwrap();
    assert_eq!((first.authorisations, first.voids, first.charges), (1, 1, 0));
    let details = ada.get_order().await.json();
    assert_eq!(details["payments"][0]["maskedCardNumber"], json!("•••• 4242"));
    stop_shop(shop).await;
}

#[tokio::test]
async fn started_payment_is_completed_after_its_saved_card_was_removed() {
    let mut shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let id = save_card(&ada, card::AUTHORISE_LOST).await;
    let payment = open_payment_form(&ada).await;
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.json()["paymentPending"], json!(true));
    shop.stop_processor().await;
    ada.post("/api/account/remove-saved-payment", json!({ "extAccountStoredPaymentId": id })).await.expect_success();
    assert_eq!(pay_with_saved(&ada, &payment, &id, Some("123")).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    pay_with_saved(&ada, &payment, &id, Some("123")).await.expect_success();
    stop_shop(shop).await;
}

#[tokio::test]
async fn security_code_attempts_are_limited_to_fifteen_a_day() {
    let shop = Shop::open().await;
    let (mut ada, email) = shop.new_account().await;
    let id = save_card(&ada, card::GOOD).await;
    for hour in 0..4 {
        // Open a new payment each time, because an unsubmitted payment is voided after half an hour.
        let payment = open_payment_form(&ada).await;
        for _ in 0..5 {
            let guess = pay_with_saved(&ada, &payment, &id, Some("999")).await;
            match hour {
                3 => drop(guess.expect_status(429)),
                _ => assert_eq!(guess.expect_refusal(), WRONG_CODE),
            }
        }
        shop.clock.advance(Duration::minutes(61));
        // The limit applies in every browser of the account.
        ada = ada.other_browser();
        ada.open_shop().await;
        ada.sign_in(&email).await;
    }
    stop_shop(shop).await;
}
