//! Sign-in at the operator's identity provider. The tests run a real OpenID provider.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::identity::{IdentityProvider, Visit};
use crate::support::shopper::{Answer, PASSWORD, Shopper, unique_email};
use crate::support::{Shop, card};

const NOT_BEGUN: &str =
    "This sign-in was started in another browser, took too long, or has already been completed. Please start again.";
const NOT_GOOD: &str = "We couldn't verify the sign-in. Please start again.";

async fn open_shop_with_provider(provider: &IdentityProvider) -> Shop {
    Shop::open_with(&provider.variables()).await
}

async fn try_begin_sign_in(shopper: &Shopper) -> Answer {
    shopper.post("/api/account/open-id/begin", json!({ "returnUrl": "/cart" })).await
}

async fn begin_sign_in(shopper: &Shopper) -> String {
    try_begin_sign_in(shopper).await.expect_success()["value"]["url"].as_str().unwrap().to_owned()
}

async fn finish_sign_in(shopper: &Shopper, callback: &Value) -> Answer {
    shopper.post("/api/account/open-id/finish", callback.clone()).await
}

/// Makes all calls of a sign-in, from the first call to the callback.
async fn sign_in_at_provider(provider: &IdentityProvider, shopper: &Shopper, login: &str) -> Answer {
    let callback = provider.visit(&begin_sign_in(shopper).await, Visit::SignIn(login)).await;
    finish_sign_in(shopper, &callback).await
}

#[tokio::test]
async fn provider_sign_in_opens_account_and_keeps_guest_cart() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let (grace, email) = (shop.shopper(), unique_email());
    assert_eq!(grace.get("/api/settings").await.json()["openIdSignIn"], json!(true));
    grace.open_shop().await;
    grace.add_tours("adult", 2).await;
    let guests = grace.session_cookie().unwrap();

    let url = begin_sign_in(&grace).await;
    for part in ["code_challenge_method=S256", "code_challenge=", "state=", "nonce=", "scope=openid+email+profile"] {
        assert!(url.contains(part), "{part} {url}");
    }
    let callback = provider.visit(&url, Visit::SignIn(&email)).await;
    let finished = finish_sign_in(&grace, &callback).await.expect_success();
    assert_eq!(finished["value"], json!({ "returnUrl": "/cart" }));
    assert_ne!(grace.session_cookie().unwrap(), guests);
    assert_eq!(grace.get_lines().await[0]["quantity"], json!(2));
    assert_eq!(
        grace.get("/api/account").await.json(),
        json!({
            "emailAddress": email, "emailVerified": true, "hasPassword": false, "firstName": "Grace", "lastName": "Hopper"
        })
    );
    shop.wait_for_emails(0).await;
    assert!(shop.welcome_emails().is_empty(), "there is nothing to confirm");

    // In a different browser, the owner of the address signs in to the same account.
    let phone = shop.new_guest().await;
    sign_in_at_provider(&provider, &phone, &email).await.expect_success();
    assert_eq!(phone.get_lines().await[0]["quantity"], json!(2));
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM account_identity").await, 1);
    for heard in grace.received_bodies() {
        assert!(!heard.contains("a secret for tests alone"));
    }
    shop.stop().await;
}

#[tokio::test]
async fn callback_is_accepted_once_before_it_expires_and_only_in_the_browser_that_began_the_sign_in() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let (grace, eve) = (shop.shopper(), shop.shopper());
    let email = unique_email();
    for shopper in [&grace, &eve] {
        shopper.open_shop().await;
    }
    let callback = provider.visit(&begin_sign_in(&grace).await, Visit::SignIn(&email)).await;
    // A link of another person does not sign Eve in and does not end her attempt.
    assert_eq!(finish_sign_in(&eve, &callback).await.expect_refusal(), NOT_BEGUN);
    let of_eve = provider.visit(&begin_sign_in(&eve).await, Visit::SignIn(&unique_email())).await;
    assert_eq!(finish_sign_in(&eve, &callback).await.expect_refusal(), NOT_BEGUN);
    finish_sign_in(&eve, &of_eve).await.expect_success();

    let mut another_state = callback.clone();
    another_state["state"] = json!("made-up");
    assert_eq!(finish_sign_in(&grace, &another_state).await.expect_refusal(), NOT_BEGUN);
    finish_sign_in(&grace, &callback).await.expect_success();
    grace.sign_out().await;
    assert_eq!(
        finish_sign_in(&grace, &callback).await.expect_refusal(),
        NOT_BEGUN,
        "the callback is used a second time"
    );
    assert!(!grace.is_signed_in().await);

    let late = provider.visit(&begin_sign_in(&grace).await, Visit::SignIn(&email)).await;
    grace.get("/api/session").await;
    for _ in 0..2 {
        shop.clock.advance(Duration::minutes(15));
        grace.get("/api/session").await;
    }
    assert_eq!(finish_sign_in(&grace, &late).await.expect_refusal(), NOT_BEGUN, "half an hour is the limit");
    shop.stop().await;
}

#[tokio::test]
async fn callback_with_a_foreign_or_missing_code_or_from_a_different_provider_is_refused() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let (grace, eve) = (shop.shopper(), shop.shopper());
    for shopper in [&grace, &eve] {
        shopper.open_shop().await;
    }
    let stolen = provider.visit(&begin_sign_in(&grace).await, Visit::SignIn(&unique_email())).await;
    let mut injected = provider.visit(&begin_sign_in(&eve).await, Visit::SignIn(&unique_email())).await;
    injected["code"] = stolen["code"].clone();
    assert_eq!(
        finish_sign_in(&eve, &injected).await.expect_refusal(),
        NOT_GOOD,
        "the code was made for another verifier"
    );
    assert!(!eve.is_signed_in().await);

    let mut foreign = provider.visit(&begin_sign_in(&eve).await, Visit::SignIn(&unique_email())).await;
    foreign["iss"] = json!("https://evil.example");
    assert_eq!(finish_sign_in(&eve, &foreign).await.expect_refusal(), NOT_GOOD);
    let mut odd = provider.visit(&begin_sign_in(&eve).await, Visit::SignIn(&unique_email())).await;
    odd.as_object_mut().unwrap().remove("code");
    assert_eq!(finish_sign_in(&eve, &odd).await.expect_refusal(), NOT_GOOD);
    assert!(!eve.is_signed_in().await);
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn cancelled_provider_sign_in_reports_cancellation() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let grace = shop.new_guest().await;
    let callback = provider.visit(&begin_sign_in(&grace).await, Visit::Cancel).await;
    assert_eq!(callback["error"], "access_denied");
    let denied = finish_sign_in(&grace, &callback).await;
    assert_eq!(denied.expect_refusal(), "You weren't signed in because the sign-in was canceled or denied.");
    assert!(!grace.is_signed_in().await);
    sign_in_at_provider(&provider, &grace, &unique_email()).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_with_an_address_that_the_provider_has_not_verified_opens_no_account() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let grace = shop.new_guest().await;
    let refused = sign_in_at_provider(&provider, &grace, &format!("unproven-{}", unique_email())).await;
    assert_eq!(
        refused.expect_refusal(),
        "Your sign-in service doesn't have a confirmed email address for you. Please confirm your email address \
         there and try again."
    );
    assert!(!grace.is_signed_in().await);
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn verified_owner_takes_over_an_unverified_account_and_its_password_is_removed() {
    let provider = IdentityProvider::start().await;
    let mut shop = Shop::open().await;
    let (eve, email) = (shop.shopper(), unique_email());
    // Eve registers an address that belongs to another person, who has not visited the shop yet.
    eve.register_and_sign_in(&email).await;
    crate::saved_payments::save_card(&eve, card::GOOD).await;
    eve.add_tours("adult", 1).await;
    eve.save_settings("post").await;
    shop.restart_with(&provider.variables()).await;
    let (eve, grace) = (eve.at_server(shop.address), shop.shopper());
    assert!(eve.is_signed_in().await);
    grace.open_shop().await;
    sign_in_at_provider(&provider, &grace, &email).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 1);
    let account = grace.get("/api/account").await.json();
    assert_eq!((&account["emailVerified"], &account["hasPassword"]), (&json!(true), &json!(false)));
    crate::account_reset::assert_checkout_details_are_forgotten(&grace.get_cart().await);
    crate::account_reset::assert_no_payment_details(&grace).await;
    assert!(!eve.is_signed_in().await);
    shop.restart_with(&[]).await;
    let eve = eve.at_server(shop.address);
    eve.open_shop().await;
    eve.try_sign_in(&email, PASSWORD).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn password_of_a_verified_account_is_refused_while_a_provider_is_configured_and_accepted_afterwards() {
    let provider = IdentityProvider::start().await;
    let mut shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    ada.post("/api/account/send-verification", json!({})).await.expect_success();
    let mail = shop.wait_for_emails(1).await.remove(0);
    ada.post("/api/account/verify-email", json!({ "token": mail.token() })).await.expect_success();

    shop.restart_with(&provider.variables()).await;
    let ada = ada.at_server(shop.address);
    sign_in_at_provider(&provider, &ada, &email).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 1);
    let elsewhere = "Passwords for this shop are managed on a separate sign-in page. To continue, press Sign In.";
    assert_eq!(ada.try_sign_in(&email, PASSWORD).await.expect_refusal(), elsewhere);
    assert_eq!(ada.try_register(&unique_email(), PASSWORD).await.expect_refusal(), elsewhere);
    for (path, body) in [
        ("smart-login", json!({ "emailAddress": email })),
        ("request-password-reset", json!({ "emailAddress": email })),
        ("reset-password", json!({ "token": "made-up", "newPassword": PASSWORD })),
        ("change-password", json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD })),
    ] {
        assert_eq!(ada.post(&format!("/api/account/{path}"), body).await.expect_refusal(), elsewhere, "{path}");
    }
    shop.restart_with(&[]).await;
    let ada = ada.at_server(shop.address);
    ada.sign_out().await;
    ada.sign_in(&email).await;
    shop.stop().await;
}

#[tokio::test]
async fn unavailable_provider_is_reported_and_its_new_keys_are_accepted_after_a_restart() {
    let mut provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let (grace, email) = (shop.shopper(), unique_email());
    grace.open_shop().await;
    provider.stop().await;
    let away = try_begin_sign_in(&grace).await;
    away.expect_status(503);
    assert_eq!(away.headers["retry-after"], "5");
    grace.add_tours("adult", 1).await;
    provider.restart().await;
    let callback = provider.visit(&begin_sign_in(&grace).await, Visit::SignIn(&email)).await;
    provider.stop().await;
    finish_sign_in(&grace, &callback).await.expect_status(503);
    assert!(!grace.is_signed_in().await);
    provider.restart().await;
    sign_in_at_provider(&provider, &grace, &email).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn provider_sign_in_can_neither_start_nor_finish_if_no_provider_is_configured() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    assert_eq!(ada.get("/api/settings").await.json()["openIdSignIn"], json!(false));
    try_begin_sign_in(&ada).await.expect_status(404);
    finish_sign_in(&ada, &json!({ "state": "made-up", "code": "made-up" })).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_first_sign_ins_create_one_account() {
    let provider = IdentityProvider::start().await;
    let shop = open_shop_with_provider(&provider).await;
    let email = unique_email();
    let browsers: Vec<Shopper> = (0..4).map(|_| shop.shopper()).collect();
    let mut callbacks = Vec::new();
    for browser in &browsers {
        browser.open_shop().await;
        callbacks.push(provider.visit(&begin_sign_in(browser).await, Visit::SignIn(&email)).await);
    }
    let ends = browsers.iter().zip(&callbacks).map(|(browser, callback)| finish_sign_in(browser, callback));
    for end in futures_util::future::join_all(ends).await {
        end.expect_success();
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 1);
    shop.stop().await;
}
