//! Lender plans: the lender pays the shop immediately with a virtual card that is valid only once and only for the
//! order's amount.

use std::fs;
use std::path::Path;

use chrono::Duration;
use midway_sandbox::wire::{PaymentAnswer, Status};
use reqwest::Method;
use serde_json::{Value, json};

use crate::installment_plans::{add_pass, choose_plan, with_terms};
use crate::support::catalogue::table::{Table, lender_plan, payment_method, plan, product, variant};
use crate::support::process::ProcessShop;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, Shopper, cents, http};
use crate::support::{Catalogue, Shop, card, shop, until};

/// Two passes with a lender plan, and a pass with an in-house plan.
fn passes_with_lender_plan() -> Vec<Table> {
    vec![
        payment_method("lender", "Sandbox Lender", "sandbox-lender"),
        lender_plan("lent", "Pay over time", "sandbox-lender")
            .disclaimer("<p>Ask the <b>lender</b>.<script>alert(1)</script></p>"),
        plan("ten", "Ten months").down_payment(20_00).payments(10),
        product("season", "Season pass")
            .short_description("A year.")
            .with(variant("gold", "Gold").price(12_005).season_pass().plan("lent"))
            .with(variant("bronze", "Bronze").price(40_00).season_pass().plan("lent"))
            .with(variant("house", "House").price(90_00).season_pass().plan("ten")),
    ]
}

pub fn park() -> Catalogue {
    Catalogue::park().with(passes_with_lender_plan())
}

const ORDERS: &str = "SELECT COUNT(*) FROM \"order\"";
const CHECKING: &str = "We're checking your payment. Please don't pay again.";
const DECLINED: &str = "The lender declined the payment. You have not paid. Apply again, or pay in full.";
const NOT_LENT: &str = "The payment plan couldn't be used for this order. Please apply again.";
const CART_CHANGED: &str = "Your cart has changed. Please review it and pay again.";
const DO_NOT_COMBINE: &str =
    "The payment plans for these passes can't be combined. Please pay the full price, or buy the passes separately.";

const APPROVED: &str = "approved";
const CHARGE_DECLINED: &str = "charge-declined";
const ANSWER_LOST: &str = "answer-lost";

/// A payment that is open at the lender.
#[derive(Clone, Debug)]
pub struct Offer {
    pub setup: Value,
    pub key: String,
}

pub fn with_lender() -> Value {
    let mut settings = with_terms(true);
    settings["paymentMethodId"] = json!("lender");
    settings
}

pub async fn open_lender_payment(shopper: &Shopper) -> Offer {
    let setup = shopper.post("/api/payment/sandbox-lender/setup", json!({})).await.expect_success();
    Offer { key: setup["paymentKey"].as_str().unwrap().to_owned(), setup }
}

/// Sends a request to the lender's server, as the lender's page does.
async fn call_lender(offer: &Offer, path: &str, body: Value) -> (u16, Value) {
    let code = offer.setup["upCode"].as_str().unwrap();
    let origin = offer.setup["scriptOrigin"].as_str().unwrap();
    let address = format!("{origin}/lender/offer/{code}{path}");
    let answer = http().post(address).json(&body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// Applies for the plan and fetches the virtual card, as the lender's page does.
pub async fn apply(offer: &Offer, applicant: &str) -> Value {
    let (status, decided) = call_lender(offer, "", json!({ "applicant": applicant, "months": 6 })).await;
    assert_eq!((status, &decided["status"]), (200, &json!("TOKEN_AVAILABLE")), "{decided}");
    let (status, mut token) = call_lender(offer, "/token", json!({})).await;
    assert_eq!(status, 200, "{token}");
    token["displayName"] = json!("Ada Lovelace");
    token["address"] = offer.setup["order"]["billingAddress"].clone();
    token
}

pub async fn send_virtual_card(shopper: &Shopper, offer: &Offer, token: &Value) -> Answer {
    let mut body = token.clone();
    body["paymentKey"] = json!(offer.key);
    shopper.post("/api/payment/sandbox-lender/submit-order", body).await
}

pub async fn pay_by_plan(shopper: &Shopper, applicant: &str) -> (Offer, Answer) {
    let offer = open_lender_payment(shopper).await;
    let token = apply(&offer, applicant).await;
    let answer = send_virtual_card(shopper, &offer, &token).await;
    (offer, answer)
}

pub async fn submit_order(shopper: &Shopper, offer: &Offer) -> Answer {
    shopper.post("/api/order/submit", json!({ "paymentKey": offer.key, "cardholderName": "Ada Lovelace" })).await
}

/// A shopper who has chosen the lender plan and completed the checkout settings.
pub async fn prepare_buyer(shop: &Shop) -> Shopper {
    let (buyer, _) = shop.new_account().await;
    prepare_cart(&buyer).await;
    buyer
}

async fn prepare_cart(buyer: &Shopper) {
    add_pass(buyer, "gold").await;
    choose_plan(buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_lender()).await.expect_success();
}

async fn find_in_ledger(shop: &Shop, offer: &Offer) -> PaymentAnswer {
    shop.ledger().await.into_iter().find(|it| it.payment_key == offer.key).expect("the lender has the payment")
}

async fn list_payment_methods(shopper: &Shopper) -> Vec<String> {
    let methods = shopper.get("/api/cart/payment-method").await.json();
    methods.as_array().unwrap().iter().map(|it| it["processorUi"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn order_with_a_lender_plan_is_paid_in_full_by_the_lender_today() {
    let shop = Shop::selling(&park()).await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    buyer.add_tours("adult", 1).await;
    let full = buyer.get_cart().await;
    let offered = &full["installmentBilling"];
    assert_eq!(
        *offered,
        json!({
            "eligible": true, "blocked": false, "planTypeId": 2, "extPlanId": "lent", "planName": "Pay over time",
            "planDisclaimer": "<p>Ask the <b>lender</b>.</p>", "fullPrice": full["cartTotal"],
            "downPayment": full["cartTotal"], "payments": [],
        })
    );
    assert_eq!(list_payment_methods(&buyer).await, ["sandbox"], "the lender is offered only with its plan");
    let mut settings = with_lender();
    let refused = buyer.post("/api/cart/settings", settings.clone()).await;
    assert_eq!(
        refused.json()["errors"],
        json!([{ "field": "paymentMethodId", "message": "Payment method is required" }])
    );

    choose_plan(&buyer, true).await.expect_success();
    assert_eq!(list_payment_methods(&buyer).await, ["sandbox-lender"], "and nothing else is offered");
    settings["paymentMethodId"] = json!("card");
    assert_eq!(buyer.post("/api/cart/settings", settings).await.json()["errors"][0]["field"], "paymentMethodId");
    buyer.post("/api/cart/settings", with_lender()).await.expect_success();
    let refused = buyer.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(refused.expect_refusal(), "Unable to open payment processor");

    let total = cents(&full["cartTotal"]);
    let offer = open_lender_payment(&buyer).await;
    assert_eq!(open_lender_payment(&buyer).await.key, offer.key, "opening twice returns the same payment");
    let order = &offer.setup["order"];
    assert_eq!((cents(&offer.setup["amount"]), cents(&order["amount"])), (total, total));
    assert_eq!((&order["locale"], &order["currency"]), (&json!("en-US"), &json!("USD")));
    assert_eq!(order["items"][0], json!({ "name": "Season pass", "quantity": 1, "unitPrice": 120.05 }));
    assert_eq!(
        order["contact"],
        json!({
            "firstName": "Ada", "lastName": "Lovelace", "emailAddress": "ada@example.org", "phoneNumber": "5185550123",
        })
    );
    assert_eq!(
        order["billingAddress"],
        json!({
            "address1": "12 Analytical Way", "city": "Albany", "state": "NY", "zipCode": "12207", "country": "US",
        })
    );
    assert!(offer.setup["apiKey"].as_str().unwrap().starts_with("pk_"));
    let script = http().get(offer.setup["script"].as_str().unwrap()).send().await.unwrap();
    assert!(script.text().await.unwrap().contains("window.SandboxLender"));
    for absent in ["iFrame", "iFrameOrigin", "sessionKey", "canSavePayment"] {
        assert_eq!(offer.setup[absent], Value::Null, "{absent} is a card's");
    }

    let token = apply(&offer, APPROVED).await;
    let answer = send_virtual_card(&buyer, &offer, &token).await.expect_success();
    let number = token["tokenNumber"].as_str().unwrap();
    assert_eq!(answer["maskedCardNumber"], format!("•••• {}", &number[12..]));
    submit_order(&buyer, &offer).await.expect_success();
    let paid = find_in_ledger(&shop, &offer).await;
    assert_eq!((paid.status, paid.amount_cents, paid.charges), (Status::Captured, total, 1));
    assert_eq!(paid.card_token, None, "it is charged once");

    let order = buyer.get_order().await.json();
    assert_eq!((cents(&order["orderTotal"]), cents(&order["payments"][0]["amount"])), (total, total));
    let billing = &order["installmentBilling"];
    assert_eq!((&billing["selected"], &billing["planTypeId"]), (&json!(true), &json!(2)));
    assert_eq!(billing["payments"], json!([]));
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_agreement").await, 0, "nothing is due later");
    let mail = shop.wait_for_emails(1).await.remove(0);
    for absent in ["-month payment plan", "Annual percentage rate", "Paid"] {
        assert!(!mail.text.contains(absent), "{absent} is in\n{}", mail.text);
    }
    // Stopping the shop runs the doctor, which finds nothing.
    shop.stop().await;
}

#[tokio::test]
async fn application_can_be_repeated_after_the_lender_has_declined_the_payment() {
    let shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let (declined, answer) = pay_by_plan(&buyer, CHARGE_DECLINED).await;
    let answer = answer.json();
    assert_eq!((&answer["success"], &answer["paymentPending"]), (&json!(false), &json!(false)));
    assert_eq!(answer["paymentMessage"], DECLINED);
    let refused = submit_order(&buyer, &declined).await;
    assert_eq!(refused.expect_refusal(), "The lender declined the payment. You can apply again or pay in full.");
    let (offer, answer) = pay_by_plan(&buyer, APPROVED).await;
    assert_ne!(offer.key, declined.key);
    answer.expect_success();
    submit_order(&buyer, &offer).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn shopper_who_rejects_the_lender_pays_in_full_by_card() {
    let shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let offer = open_lender_payment(&buyer).await;
    let token = apply(&offer, APPROVED).await;
    choose_plan(&buyer, false).await.expect_success();
    assert_eq!(list_payment_methods(&buyer).await, ["sandbox"]);
    assert_eq!(send_virtual_card(&buyer, &offer, &token).await.expect_refusal(), CART_CHANGED);
    buyer.check_out().await;
    let order = buyer.get_order().await.json();
    assert_eq!(order["installmentBilling"], Value::Null);
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn payment_with_a_lost_lender_answer_is_pending_until_looked_up() {
    let shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let (offer, answer) = pay_by_plan(&buyer, ANSWER_LOST).await;
    let answer = answer.json();
    assert_eq!((&answer["success"], &answer["paymentPending"]), (&json!(false), &json!(true)), "{answer}");
    assert_eq!(answer["paymentMessage"], CHECKING);
    // A reloaded page has no virtual card any more, so submitting the order looks the payment up.
    submit_order(&buyer, &offer).await.expect_success();
    let paid = find_in_ledger(&shop, &offer).await;
    assert_eq!((paid.authorisations, paid.charges), (1, 1));
    shop.stop().await;
}

#[tokio::test]
async fn virtual_card_is_valid_only_for_its_order_and_amount() {
    let shop = Shop::selling(&park()).await;
    let (ada, byron) = (prepare_buyer(&shop).await, prepare_buyer(&shop).await);
    let (adas, byrons) = (open_lender_payment(&ada).await, open_lender_payment(&byron).await);
    let token = apply(&adas, APPROVED).await;
    let other = apply(&byrons, APPROVED).await;
    // The card of another order, a forged card, and a changed card are refused.
    assert_eq!(send_virtual_card(&byron, &byrons, &token).await.json()["paymentMessage"], NOT_LENT);
    for (field, value) in [("tokenNumber", "4242424242424242"), ("verificationCode", "1"), ("validityYear", "2099")] {
        let mut forged = token.clone();
        forged[field] = json!(value);
        let answer = send_virtual_card(&ada, &adas, &forged).await.json();
        assert_eq!((&answer["success"], &answer["paymentMessage"]), (&json!(false), &json!(NOT_LENT)), "{field}");
    }
    assert_eq!(submit_order(&ada, &adas).await.expect_refusal(), NOT_LENT);
    // An amount that the page adds is ignored.
    let total = cents(&ada.get_cart().await["cartTotal"]);
    assert!(total > 0);
    let mut forged = token.clone();
    forged["amount"] = json!(0.01);
    forged["priceOverride"] = json!(0.01);
    send_virtual_card(&ada, &adas, &forged).await.expect_success();
    send_virtual_card(&ada, &adas, &token).await.expect_success();
    submit_order(&ada, &adas).await.expect_success();
    let paid = find_in_ledger(&shop, &adas).await;
    assert_eq!((paid.amount_cents, paid.authorisations, paid.charges), (total, 1, 1));
    // A used card cannot pay for another order.
    let (status, error) = call_lender(&adas, "/token", json!({})).await;
    assert_eq!((status, &error["code"]), (409, &json!("conflict")));
    assert_eq!(send_virtual_card(&byron, &byrons, &token).await.json()["paymentMessage"], NOT_LENT);
    send_virtual_card(&byron, &byrons, &other).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn card_cannot_pay_a_lender_payment_and_lender_cannot_pay_a_card_payment() {
    let shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let offer = open_lender_payment(&buyer).await;
    let origin = offer.setup["scriptOrigin"].as_str().unwrap();
    let code = offer.setup["upCode"].as_str().unwrap();
    let entry = json!({ "number": card::GOOD, "expiry": "12 / 30", "code": "123" });
    let typed = http().post(format!("{origin}/card/{code}")).json(&entry).send().await.unwrap();
    assert_eq!(typed.status(), 404);
    let asked = json!({ "paymentKey": offer.key, "sessionKey": code, "priceOverride": offer.setup["amount"] });
    buyer.post("/api/payment/sandbox/process-card", asked).await.expect_status(404);
    let token = apply(&offer, APPROVED).await;
    for processor in ["sandbox", "elsewhere"] {
        let mut body = token.clone();
        body["paymentKey"] = json!(offer.key);
        buyer.post(&format!("/api/payment/{processor}/submit-order"), body).await.expect_status(404);
    }
    choose_plan(&buyer, false).await.expect_success();
    buyer.save_settings("digital").await;
    let payment = buyer.open_payment().await;
    let mut body = token.clone();
    body["paymentKey"] = json!(payment.key);
    buyer.post("/api/payment/sandbox-lender/submit-order", body).await.expect_status(404);
    assert_eq!(shop.count_charges().await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn lender_payment_of_another_shopper_is_not_found() {
    let shop = Shop::selling(&park()).await;
    let (ada, byron) = (prepare_buyer(&shop).await, prepare_buyer(&shop).await);
    let offer = open_lender_payment(&ada).await;
    let token = apply(&offer, APPROVED).await;
    let unknown = Offer { key: "0".repeat(32), ..offer.clone() };
    for stranger in [&byron, &shop.shopper()] {
        stranger.open_shop().await;
        let refused = send_virtual_card(stranger, &offer, &token).await;
        assert_eq!(refused.expect_status(404).text(), send_virtual_card(stranger, &unknown, &token).await.text());
        report_error(stranger, &offer, "booking", "mine now").await.expect_status(404);
    }
    assert_eq!(find_in_ledger(&shop, &offer).await.errors, []);
    shop.stop().await;
}

async fn report_error(shopper: &Shopper, offer: &Offer, kind: &str, message: &str) -> Answer {
    let report = json!({ "paymentKey": offer.key, "kind": kind, "message": message });
    shopper.call(Method::PUT, "/api/payment/sandbox-lender/sent-error", Some(report), &[]).await
}

#[tokio::test]
async fn browser_errors_are_reported_to_the_lender_and_limited_per_minute() {
    let mut shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let offer = open_lender_payment(&buyer).await;
    report_error(&buyer, &offer, "booking", DECLINED).await.expect_success();
    report_error(&buyer, &offer, "booking", DECLINED).await.expect_success();
    report_error(&buyer, &offer, "fatal", "too many calls").await.expect_success();
    let errors: Vec<_> =
        find_in_ledger(&shop, &offer).await.errors.into_iter().map(|it| (it.kind, it.message)).collect();
    let expected = [("booking", DECLINED), ("fatal", "too many calls")];
    assert_eq!(errors, expected.map(|(kind, message)| (kind.to_owned(), message.to_owned())));
    report_error(&buyer, &offer, "other", "x").await.expect_status(400);
    for _ in 0..57 {
        report_error(&buyer, &offer, "booking", DECLINED).await.expect_success();
    }
    report_error(&buyer, &offer, "booking", DECLINED).await.expect_status(429);
    shop.clock.advance(Duration::minutes(1));
    shop.stop_processor().await;
    report_error(&buyer, &offer, "fatal", "The lender is gone.").await.expect_success();
    shop.start_processor().await;
    shop.stop().await;
}

#[tokio::test]
async fn eleventh_virtual_card_of_a_cart_is_refused() {
    let shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    let offer = open_lender_payment(&buyer).await;
    let token = apply(&offer, APPROVED).await;
    let mut wrong = token.clone();
    wrong["verificationCode"] = json!("1");
    for _ in 0..9 {
        assert_eq!(send_virtual_card(&buyer, &offer, &wrong).await.json()["paymentMessage"], NOT_LENT);
    }
    let replica = shop.replica().await;
    let there = buyer.at_server(replica.address);
    let (declined, answer) = {
        buyer.add_tours("adult", 1).await;
        buyer.post("/api/cart/settings", with_lender()).await.expect_success();
        pay_by_plan(&there, CHARGE_DECLINED).await
    };
    assert_ne!(declined.key, offer.key, "another attempt of the same cart");
    assert_eq!(answer.json()["paymentMessage"], DECLINED);
    let (last, answer) = pay_by_plan(&buyer, APPROVED).await;
    assert_eq!(answer.expect_refusal(), "too many calls");
    let (_, answer) = pay_by_plan(&there, APPROVED).await;
    assert_eq!(answer.expect_refusal(), "too many calls", "the same at another replica");
    assert_eq!(submit_order(&buyer, &last).await.expect_refusal(), NOT_LENT);
    assert_eq!(shop.count_charges().await, 0);
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn lender_plans_and_in_house_plans_do_not_combine() {
    let shop = Shop::selling(&park()).await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    add_pass(&buyer, "bronze").await;
    let billing = buyer.get_cart().await["installmentBilling"].clone();
    assert_eq!((&billing["eligible"], &billing["planTypeId"]), (&json!(true), &json!(2)), "of one lender");
    add_pass(&buyer, "house").await;
    let billing = buyer.get_cart().await["installmentBilling"].clone();
    assert_eq!((&billing["eligible"], &billing["blocked"]), (&json!(false), &json!(true)));
    assert_eq!(billing["selectionWarning"], DO_NOT_COMBINE);
    assert_eq!(list_payment_methods(&buyer).await, ["sandbox"]);
    shop.stop().await;
}

#[tokio::test]
async fn lender_issues_no_virtual_card_for_a_too_small_amount_or_an_application_that_was_not_approved() {
    let shop = Shop::selling(&park()).await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "bronze").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_lender()).await.expect_success();
    let offer = open_lender_payment(&buyer).await;
    let amount = cents(&offer.setup["amount"]);
    assert!(amount < 5_000, "{amount}");
    let apply = |applicant: &str, months: u32| json!({ "applicant": applicant, "months": months });
    let unavailable = (200, json!({ "status": "OFFER_UNAVAILABLE" }));
    assert_eq!(call_lender(&offer, "", apply(APPROVED, 6)).await, unavailable);
    add_pass(&buyer, "gold").await;
    buyer.post("/api/cart/settings", with_lender()).await.expect_success();
    let offer = open_lender_payment(&buyer).await;
    assert_eq!(call_lender(&offer, "", apply("not-approved", 6)).await, unavailable);
    assert_eq!(call_lender(&offer, "", apply("service-fails", 6)).await.0, 500);
    assert_eq!(call_lender(&offer, "", apply(APPROVED, 7)).await.0, 422);
    assert_eq!(call_lender(&offer, "/token", json!({})).await.0, 409, "no loan was approved");
    assert_eq!(shop.count_charges().await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn unavailable_lender_is_reported() {
    let mut shop = Shop::selling(&park()).await;
    let buyer = prepare_buyer(&shop).await;
    shop.stop_processor().await;
    let refused = buyer.post("/api/payment/sandbox-lender/setup", json!({})).await;
    assert_eq!(
        refused.expect_refusal(),
        "The payment plan service is unavailable. Please try again later or pay in full."
    );
    assert_eq!(refused.json()["errors"][0]["field"], json!("processor"), "the refusal is not about the cart");
    shop.start_processor().await;
    shop.stop().await;
}

/// Payments at the lender that are not submitted are voided, like card payments.
#[tokio::test]
async fn approved_lender_payment_whose_order_is_not_submitted_is_voided() {
    let shop = Shop::selling_with(&park(), &[WORKER_OFF]).await;
    let buyer = prepare_buyer(&shop).await;
    let (offer, answer) = pay_by_plan(&buyer, APPROVED).await;
    answer.expect_success();
    shop.advance(31);
    midway::shop::order::recover(&shop.app).await.unwrap();
    assert_eq!(find_in_ledger(&shop, &offer).await.status, Status::Voided);
    assert_eq!(shop.count(ORDERS).await, 0);
    shop.stop().await;
}

/// The process stops after the lender's answer and before the shop records it. The reserved amount is neither lost nor
/// charged twice.
#[tokio::test]
async fn order_is_completed_when_the_api_crashes_between_approval_and_order() {
    let mut served = ProcessShop::selling(&park(), "debug,sqlx=debug,hyper=debug,reqwest=trace").await;
    served.start(Some("after_authorise")).await;
    let buyer = served.shopper(served.address().await);
    buyer.open_shop().await;
    buyer.register_and_sign_in(&crate::support::shopper::unique_email()).await;
    prepare_cart(&buyer).await;
    let offer = open_lender_payment(&buyer).await;
    let token = apply(&offer, APPROVED).await;
    let cut_off = tokio::spawn({
        let (buyer, offer, token) = (buyer.clone(), offer.clone(), token.clone());
        async move {
            send_virtual_card(&buyer, &offer, &token).await;
        }
    });
    assert!(cut_off.await.is_err(), "the server answered");
    served.wait_for_crash().await;
    let ledger = |served: &ProcessShop| {
        let (folder, key) = (served.folder.path().to_owned(), offer.key.clone());
        async move {
            let all = shop::ledger(&folder).await;
            all.into_iter().find(|it| it.payment_key == key).expect("the lender has the payment")
        }
    };
    assert_eq!(ledger(&served).await.status, Status::Authorised);

    served.start(None).await;
    let buyer = buyer.at_server(served.address().await);
    served.advance(Duration::minutes(1));
    send_virtual_card(&buyer, &offer, &token).await.expect_success();
    let ordered = submit_order(&buyer, &offer).await.expect_success();
    until("the order is there", || async {
        let order = buyer.get_order().await.expect_status(200).json();
        (order["id"] == ordered["orderId"]).then_some(())
    })
    .await;
    let paid = ledger(&served).await;
    assert_eq!((paid.status, paid.authorisations, paid.charges), (Status::Captured, 1, 1));
    let (fine, findings) = served.doctor().await;
    assert!(fine, "{findings}");
    // The virtual card is in no log and in no file of the shop or the lender. A SQLite database is one of the files.
    let number = token["tokenNumber"].as_str().unwrap();
    let code = format!("verificationCode\":{}", token["verificationCode"]);
    for secret in [number, &number[..12], &code] {
        assert!(!served.logs().contains(secret), "the log contains {secret}");
        assert!(!folder_contains(served.folder.path(), secret), "a file contains {secret}");
    }
    served.stop().await;
}

/// Whether a file below a folder contains a text.
fn folder_contains(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| match path.is_dir() {
        true => folder_contains(&path, text),
        false => fs::read(&path).unwrap().windows(text.len()).any(|window| window == text.as_bytes()),
    })
}
