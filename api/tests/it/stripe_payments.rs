//! A shop that is paid through Stripe: which catalogues it takes, what its pages may load, and due payments that the
//! cardholder must confirm.

use chrono::Duration;
use midway::app::App;
use midway::ops::import::import;
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::catalog::CatalogError;
use midway_catalog::problem::Problem;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::conformance::Card;
use crate::conformance::stripe_contract::ContractServer;
use crate::installment_plans::{add_pass, choose_plan, with_terms};
use crate::support::catalogue::passes_with_plans;
use crate::support::emails::ReadEmail;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, Shopper, cents};
use crate::support::{Catalogue, Shop};

async fn shop_with(stripe: &ContractServer) -> Shop {
    let url = stripe.url();
    let settings = [&stripe.settings(&url, "whsec_1")[..], &[WORKER_OFF]].concat();
    Shop::selling_with(&Catalogue::park().paid_by("stripe").with(passes_with_plans()), &settings).await
}

async fn refusal(app: &App, shop: &Shop, catalogue: &Catalogue) -> String {
    let files = shop.data().join("refused");
    catalogue.write(&files);
    match import(app, &files).await.unwrap() {
        Err(CatalogError::Wrong(problems)) => problems.iter().map(Problem::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn catalogue_whose_processor_the_shop_does_not_have_is_refused_with_what_to_do() {
    let plain = Shop::open().await;
    let refused = refusal(&plain.app, &plain, &Catalogue::park().paid_by("stripe")).await;
    assert!(
        refused.contains("\"card\" is of the processor stripe") && refused.contains("STRIPE_SECRET_KEY"),
        "{refused}"
    );
    plain.stop().await;
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    let refused = refusal(&shop.app, &shop, &Catalogue::park()).await;
    assert!(refused.contains("has no sandbox"), "{refused}");
    shop.new_guest().await.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn setup_names_the_script_its_key_and_the_secret_of_the_payment() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    let shopper = shop.new_guest().await;
    shopper.add_tours("adult", 1).await;
    shopper.save_settings("digital").await;
    let setup = shopper.post("/api/payment/stripe/setup", json!({})).await.expect_success();
    assert_eq!(
        (&setup["formKind"], &setup["apiKey"], &setup["securityCodeRequired"], &setup["iFrame"]),
        (&json!("script"), &json!("pk_test_contract"), &json!(false), &Value::Null)
    );
    assert_eq!(setup["script"], format!("{}/js.stripe.com/v3/", stripe.url()));
    assert_eq!(setup["scriptOrigin"], stripe.url());
    assert!(setup["sessionKey"].as_str().unwrap().starts_with("pi_"), "{setup}");
    shop.stop().await;
}

#[tokio::test]
async fn saved_card_that_the_bank_wants_confirmed_pays_after_the_confirmation() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    let (buyer, _) = shop.new_account().await;
    let open = async || {
        buyer.add_tours("adult", 1).await;
        buyer.save_settings("digital").await;
        buyer.open_payment_at("stripe").await
    };
    let first = open().await;
    enter(&stripe, &first.session);
    let paid = json!({ "paymentKey": first.key, "sessionKey": first.session, "priceOverride": first.amount });
    buyer.post("/api/payment/stripe/process-card", paid).await.expect_success();
    let order = json!({ "paymentKey": first.key, "cardholderName": "Ada", "savePaymentToAccount": true });
    buyer.post("/api/order/submit", order).await.expect_success();

    let second = open().await;
    let cards = buyer.get("/api/account/saved-payment").await.json();
    let saved = json!({
        "paymentKey": second.key, "extAccountStoredPaymentId": cards[0]["extAccountStoredPaymentId"],
    });
    let submit = async || buyer.post("/api/order/submit-saved-payment", saved.clone()).await;
    for _ in 0..2 {
        let asked = submit().await;
        asked.expect_refusal();
        assert_eq!(asked.json()["confirmationRequired"], true);
    }
    assert_eq!(stripe.with(|it| it.status_of(&second.session)), "requires_action");
    enter(&stripe, &second.session);
    let placed = submit().await.expect_success();
    assert_eq!(submit().await.expect_success()["orderId"], placed["orderId"]);
    assert_eq!(captured_cents(&shop).await.len(), 2);
    shop.stop().await;
}

#[tokio::test]
async fn file_that_verifies_the_domain_for_apple_pay_is_served_if_the_operator_has_one() {
    let stripe = ContractServer::start().await;
    let path = "/.well-known/apple-developer-merchantid-domain-association";
    let shop = shop_with(&stripe).await;
    shop.shopper().get(path).await.expect_status(404);
    shop.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("association");
    std::fs::write(&file, "7B22").unwrap();
    let url = stripe.url();
    let domain = [("APPLE_PAY_DOMAIN_FILE", file.to_str().unwrap())];
    let settings = [&stripe.settings(&url, "whsec_1")[..], &domain].concat();
    let shop = Shop::selling_with(&Catalogue::park().paid_by("stripe"), &settings).await;
    assert_eq!(shop.shopper().get(path).await.expect_status(200).text(), "7B22");
    shop.stop().await;
}

/// Buys a pass on a plan of eleven payments with a card whose bank wants a confirmation each time.
async fn buy_on_plan(shop: &Shop, stripe: &ContractServer) -> Shopper {
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let payment = buyer.open_payment_at("stripe").await;
    enter(stripe, &payment.session);
    let paid = json!({ "paymentKey": payment.key, "sessionKey": payment.session, "priceOverride": payment.amount });
    buyer.post("/api/payment/stripe/process-card", paid).await.expect_success();
    buyer.submit(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    buyer
}

fn enter(stripe: &ContractServer, session: &str) {
    stripe.with(|it| it.enter_card(session, Card::ConfirmedEachTime.number(), Some(true)));
}

/// Charges the first due payment, which its bank does not allow, and returns the link of the e-mail.
async fn link_to_confirm(shop: &Shop) -> String {
    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let mail: &ReadEmail =
        mails.iter().find(|it| it.subject.starts_with("Please confirm a payment")).expect("an e-mail");
    assert!(mail.text.contains("payment 2 of 11 ($10.00)"), "{}", mail.text);
    assert!(!mails.iter().any(|it| it.subject.contains("declined")), "one e-mail is enough");
    let (_, rest) = mail.text.split_once("/installment-billing/payment#").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

const PAYMENT: &str = "/api/installment-billing/payment";

async fn find(shopper: &Shopper, link: &str) -> Answer {
    shopper.post(PAYMENT, json!({ "link": link })).await
}

async fn try_form(shopper: &Shopper, link: &str) -> Answer {
    shopper.post(&format!("{PAYMENT}/card-form"), json!({ "link": link })).await
}

async fn open_form(shopper: &Shopper, link: &str) -> String {
    let form = try_form(shopper, link).await.expect_success()["value"].clone();
    assert_eq!(form["formKind"], "script");
    form["sessionKey"].as_str().unwrap().to_owned()
}

async fn pay(shopper: &Shopper, link: &str, session: &str) -> Answer {
    shopper.post(&format!("{PAYMENT}/pay"), json!({ "link": link, "sessionKey": session })).await
}

async fn captured_cents(shop: &Shop) -> Vec<i64> {
    let stripe = shop.app.processors.card("stripe").unwrap();
    stripe.captures().await.unwrap().iter().map(|it| it.amount.cents()).collect()
}

#[tokio::test]
async fn due_payment_that_the_bank_wants_confirmed_is_made_once_with_the_link_of_an_email_and_without_an_account() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    buy_on_plan(&shop, &stripe).await;
    let link = link_to_confirm(&shop).await;
    let guest = shop.new_guest().await;
    let shown = find(&guest, &link).await.expect_success()["value"].clone();
    assert_eq!(
        (&shown["paymentNumber"], &shown["numberOfPayments"], cents(&shown["paymentAmount"]), &shown["standing"]),
        (&json!(2), &json!(11), 1_000, &json!("Declined"))
    );
    for forged in [format!("{link}x"), link.replacen("-1.", "-2.", 1), String::new()] {
        find(&guest, &forged).await.expect_status(404);
        try_form(&guest, &forged).await.expect_status(404);
    }

    let session = open_form(&guest, &link).await;
    pay(&guest, &link, &session).await.expect_refusal();
    pay(&guest, &link, "pi_9_secret_x").await.expect_status(404);
    enter(&stripe, &session);
    for _ in 0..2 {
        let paid = pay(&guest, &link, &session).await.expect_success()["value"].clone();
        assert_eq!(paid["standing"], "Paid");
    }
    try_form(&guest, &link).await.expect_refusal();
    assert_eq!(captured_cents(&shop).await.iter().filter(|it| **it == 1_000).count(), 1);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert!(shop.emails().iter().any(|it| it.subject.starts_with("We received a payment")));
    shop.stop().await;
}

#[tokio::test]
async fn lost_answer_to_the_capture_of_a_confirmed_payment_is_settled_by_the_worker() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    buy_on_plan(&shop, &stripe).await;
    let link = link_to_confirm(&shop).await;
    let guest = shop.new_guest().await;
    let session = open_form(&guest, &link).await;
    enter(&stripe, &session);
    // The process stopped after the attempt began.
    let begun = "UPDATE billing_payment SET state = 'charging' WHERE form_session IS NOT NULL";
    shop.app.db.write().execute_unprepared(begun).await.unwrap();
    shop.clock.advance(Duration::minutes(2));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_eq!(pay(&guest, &link, &session).await.expect_success()["value"]["standing"], "Paid");
    assert_eq!(captured_cents(&shop).await.iter().filter(|it| **it == 1_000).count(), 1);
    shop.stop().await;
}

#[tokio::test]
async fn form_of_a_due_payment_is_cancelled_at_stripe_when_another_attempt_begins_or_another_form_is_opened() {
    let stripe = ContractServer::start().await;
    let shop = shop_with(&stripe).await;
    buy_on_plan(&shop, &stripe).await;
    let link = link_to_confirm(&shop).await;
    let guest = shop.new_guest().await;
    let first = open_form(&guest, &link).await;
    let second = open_form(&guest, &link).await;
    assert_eq!(stripe.with(|it| it.status_of(&first)), "canceled");
    enter(&stripe, &second);
    assert_eq!(stripe.with(|it| it.status_of(&second)), "requires_capture");
    // The schedule tries again after three days.
    shop.clock.advance(Duration::days(3));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    assert_eq!(stripe.with(|it| it.status_of(&second)), "canceled");
    for session in [first, second] {
        pay(&guest, &link, &session).await.expect_status(404);
    }
    assert_eq!(captured_cents(&shop).await.len(), 1, "only the first payment");
    shop.stop().await;
}
