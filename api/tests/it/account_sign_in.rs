//! Registration, sign-in and sign-out. Responses do not reveal which accounts exist.

use chrono::Duration;
use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};

use crate::support::shopper::{Answer, PASSWORD, Shopper, settings, unique_email};
use crate::support::{Shop, card};

const WRONG: &str = "Analytical engine No. 2";
const NO_MATCH: &str = "The email and password don't match. Please check both and try again.";
const TOO_MANY: &str = "Too many attempts. Please try again later.";

/// The number of seconds to wait that the refusal states.
#[track_caller]
fn retry_after(answer: &Answer) -> u64 {
    answer.expect_status(429);
    assert_eq!(answer.json()["message"], json!(TOO_MANY));
    answer.headers[RETRY_AFTER].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn registered_user_can_sign_in_and_read_the_account_details() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), unique_email());
    ada.open_shop().await;
    ada.try_register(&email, PASSWORD).await.expect_success();
    assert!(!ada.is_signed_in().await, "registering does not sign in");
    ada.get("/api/account").await.expect_status(401);
    ada.sign_in(&email).await;
    assert!(ada.is_signed_in().await);
    let account = ada.get("/api/account").await.json();
    assert_eq!(
        account,
        json!({
            "emailAddress": email, "firstName": "Ada", "lastName": "Lovelace", "emailVerified": false, "hasPassword": true
        })
    );
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM account WHERE password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'").await,
        1
    );
    shop.stop().await;
}

#[tokio::test]
async fn link_in_the_only_email_to_a_new_account_verifies_its_address_and_a_used_address_gets_no_second_email() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    ada.try_register(&email, WRONG).await.expect_success();
    shop.wait_for_emails(0).await;
    let mail = shop.welcome_emails().remove(0);
    assert_eq!(mail.to, email);
    ada.post("/api/account/verify-email", json!({ "token": mail.token() })).await.expect_success();
    assert_eq!(ada.get("/api/account").await.json()["emailVerified"], json!(true));
    shop.wait_for_emails(0).await;
    assert_eq!(shop.welcome_emails().len(), 1);
    shop.stop().await;
}

#[tokio::test]
async fn letter_case_of_an_email_address_is_ignored_at_sign_in_and_registration() {
    let shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    ada.sign_out().await;
    ada.sign_in(&email.to_uppercase()).await;
    assert!(ada.is_signed_in().await);
    ada.try_register(&email.to_uppercase(), WRONG).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn every_invalid_registration_field_is_reported_with_a_message() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let form = json!({
        "emailAddress": "ada", "firstName": "", "lastName": "x".repeat(36), "phoneNumber": "1234567890123456",
        "password": "password"
    });
    let refused = ada.post("/api/account/register", form).await;
    assert_eq!(refused.expect_refusal(), "Please correct the following:");
    let name = "First name and last name must be between 1 and 35 characters";
    assert_eq!(
        refused.json()["errors"],
        json!([
            { "field": "firstName", "message": name },
            { "field": "lastName", "message": name },
            { "field": "emailAddress", "message": "A valid email address is required" },
            { "field": "phoneNumber",
              "message": "Phone number cannot be longer than 15 numeric digits for other countries" },
            { "field": "password", "message": "Use 8 to 128 characters, with a lowercase letter, an uppercase \
                letter, a digit, and a symbol" },
        ])
    );
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_and_registration_answers_do_not_reveal_whether_an_account_exists() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    let (hers, nobodys) = (unique_email(), unique_email());
    ada.register_and_sign_in(&hers).await;
    eve.open_shop().await;

    let wrong = eve.try_sign_in(&hers, WRONG).await;
    let unknown = eve.try_sign_in(&nobodys, WRONG).await;
    assert_eq!(wrong.expect_refusal(), NO_MATCH);
    assert_eq!((wrong.status, wrong.body), (unknown.status, unknown.body));

    let ask = |email: String| eve.post("/api/account/smart-login", json!({ "emailAddress": email }));
    let (known, other) = (ask(hers.clone()).await, ask(nobodys.clone()).await);
    assert_eq!(known.expect_success()["value"], json!({ "nextPage": "login" }));
    assert_eq!(known.body, other.body);

    let taken = eve.try_register(&hers, WRONG).await;
    let free = eve.try_register(&nobodys, WRONG).await;
    taken.expect_success();
    assert_eq!((taken.body, taken.headers.get("set-cookie")), (free.body, free.headers.get("set-cookie")));
    assert_eq!(eve.try_sign_in(&hers, WRONG).await.expect_refusal(), NO_MATCH, "the owner's password has not changed");
    ada.sign_out().await;
    ada.sign_in(&hers).await;
    shop.stop().await;
}

#[tokio::test]
async fn smart_login_rejects_an_invalid_address() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let refused = ada.post("/api/account/smart-login", json!({ "emailAddress": "ada" })).await;
    assert_eq!(refused.expect_refusal(), "A valid email address is required");
    assert_eq!(refused.json()["errors"][0]["field"], json!("emailAddress"));
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_starts_a_new_session_and_the_old_cookie_belongs_to_a_guest() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), unique_email());
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    let (session, token) = (ada.session_cookie().unwrap(), ada.cookie("XSRF-TOKEN").unwrap());
    ada.try_register(&email, PASSWORD).await.expect_success();
    ada.sign_in(&email).await;
    assert_ne!(ada.session_cookie().unwrap(), session);
    assert_ne!(ada.cookie("XSRF-TOKEN").unwrap(), token);

    let thief = shop.shopper();
    thief.set_cookie("midway_session", &session);
    thief.set_cookie("XSRF-TOKEN", &token);
    assert_eq!(thief.get_cart().await["cartEmpty"], json!(true));
    thief.get("/api/account").await.expect_status(401);
    assert!(!thief.is_signed_in().await);

    ada.set_cookie("XSRF-TOKEN", &token);
    ada.post("/api/cart/clear", json!({})).await.expect_status(403);
    shop.stop().await;
}

#[tokio::test]
async fn sign_out_ends_the_session_in_every_browser_that_has_its_cookie() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let session = ada.session_cookie().unwrap();
    let out = ada.post("/api/account/sign-out", json!({})).await;
    out.expect_success();
    assert!(out.cookies().iter().any(|it| it.starts_with("midway_session=;") && it.contains("Max-Age=0")));
    assert!(!ada.is_signed_in().await);
    ada.get("/api/account").await.expect_status(401);
    let thief = shop.shopper();
    thief.set_cookie("midway_session", &session);
    assert!(!thief.is_signed_in().await);
    // The browser immediately continues as a guest, without loading a page first.
    ada.add_tours("adult", 1).await;
    ada.sign_out().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM session WHERE fingerprint NOT LIKE 'ended:%'").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn wrong_passwords_lengthen_the_delay_and_right_password_is_accepted_after_it() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    let (hers, nobodys) = (unique_email(), unique_email());
    ada.register_and_sign_in(&hers).await;
    ada.sign_out().await;
    eve.open_shop().await;
    for email in [&hers, &nobodys] {
        for _ in 0..5 {
            assert_eq!(eve.try_sign_in(email, WRONG).await.expect_refusal(), NO_MATCH);
        }
        assert_eq!(retry_after(&eve.try_sign_in(email, WRONG).await), 30);
        assert_eq!(retry_after(&eve.try_sign_in(email, PASSWORD).await), 30, "not even with the right password");
    }
    let another = shop.new_guest().await;
    assert_eq!(retry_after(&another.try_sign_in(&hers, PASSWORD).await), 30, "from any address");
    shop.clock.advance(Duration::seconds(30));
    assert_eq!(eve.try_sign_in(&hers, WRONG).await.expect_refusal(), NO_MATCH);
    assert_eq!(retry_after(&eve.try_sign_in(&hers, WRONG).await), 60);
    shop.clock.advance(Duration::seconds(60));
    ada.sign_in(&hers).await;
    assert_eq!(eve.try_sign_in(&hers, WRONG).await.expect_refusal(), NO_MATCH, "and the count is reset");
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_wrong_passwords_are_all_counted() {
    let shop = Shop::open().await;
    let email = unique_email();
    let guesses = (0..12).map(|_| async {
        let eve = shop.new_guest().await;
        eve.try_sign_in(&email, WRONG).await.status.as_u16()
    });
    let answers = futures_util::future::join_all(guesses).await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 5, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 429).count(), 7, "{answers:?}");
    shop.stop().await;
}

#[tokio::test]
async fn wrong_passwords_from_one_network_address_delay_only_that_address() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    let email = unique_email();
    eve.register_and_sign_in(&email).await;
    for _ in 0..3 {
        eve.sign_in(&email).await;
    }
    for _ in 0..30 {
        assert_eq!(eve.try_sign_in(&unique_email(), WRONG).await.expect_refusal(), NO_MATCH);
    }
    assert_eq!(retry_after(&eve.try_sign_in(&unique_email(), WRONG).await), 30);
    assert_eq!(retry_after(&eve.try_sign_in(&email, PASSWORD).await), 30);
    ada.open_shop().await;
    ada.sign_in(&email).await;

    // A successful sign-in is not counted as an attempt, and it does not reset earlier attempts.
    shop.clock.advance(Duration::seconds(30));
    eve.sign_in(&email).await;
    assert_eq!(retry_after(&eve.try_sign_in(&unique_email(), WRONG).await), 30);
    shop.clock.advance(Duration::seconds(30));
    assert_eq!(eve.try_sign_in(&unique_email(), WRONG).await.expect_refusal(), NO_MATCH);
    assert_eq!(retry_after(&eve.try_sign_in(&unique_email(), WRONG).await), 60);
    shop.clock.advance(Duration::hours(1));
    for _ in 0..30 {
        assert_eq!(eve.try_sign_in(&unique_email(), WRONG).await.expect_refusal(), NO_MATCH, "the count is reset");
    }
    shop.stop().await;
}

#[tokio::test]
async fn registrations_and_smart_login_calls_of_one_network_address_are_limited() {
    let shop = Shop::open().await;
    let eve = shop.new_guest().await;
    for _ in 0..120 {
        eve.try_register("eve", WRONG).await.expect_refusal();
    }
    assert_eq!(retry_after(&eve.try_register("eve", WRONG).await), 60 * 60);
    let asks = || eve.post("/api/account/smart-login", json!({ "emailAddress": "eve@example.org" }));
    for _ in 0..100 {
        asks().await.expect_success();
    }
    assert_eq!(retry_after(&asks().await), 15 * 60);
    shop.stop().await;
}

#[tokio::test]
async fn no_answer_to_sign_in_or_registration_contains_a_password() {
    let shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    ada.try_sign_in(&email, WRONG).await;
    ada.try_register("ada", WRONG).await;
    for odd in [json!({ "secret": WRONG }), json!([WRONG]), json!(WRONG.repeat(40)), Value::Null] {
        ada.post("/api/account/sign-in", json!({ "emailAddress": email, "password": odd })).await.expect_status(400);
    }
    for heard in ada.received_bodies() {
        assert!(!heard.contains(PASSWORD) && !heard.contains(WRONG) && !heard.contains("argon2"), "{heard}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn wrong_attempts_by_others_do_not_lock_the_owner_out_in_a_known_browser() {
    let shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    ada.sign_out().await;
    let guesses = async |shopper: &Shopper| shopper.try_sign_in(&email, "Wrong engine No. 3").await;
    for _ in 0..5 {
        let stranger = shop.new_guest().await;
        guesses(&stranger).await.expect_refusal();
    }
    let elsewhere = shop.new_guest().await;
    elsewhere.try_sign_in(&email, PASSWORD).await.expect_status(429);
    ada.sign_in(&email).await;
    ada.sign_out().await;
    // The sign-in in the known browser does not end the wait in other browsers.
    elsewhere.try_sign_in(&email, PASSWORD).await.expect_status(429);

    // The known browser has a limit too, and a forged cookie does not make a browser known.
    for _ in 0..5 {
        guesses(&ada).await.expect_refusal();
    }
    guesses(&ada).await.expect_status(429);
    elsewhere.set_cookie("midway_device", "0123456789abcdef0123456789abcdef.made-up");
    elsewhere.try_sign_in(&email, PASSWORD).await.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn common_passwords_and_personal_details_are_rejected_with_a_reason() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let email = format!("countess-{}@example.org", unique_email().split('@').next().unwrap());
    let own = format!("{}-A1", email.split('@').next().unwrap());
    for (password, message) in [
        ("Password1!", "This password is too easy to guess."),
        ("P@ssw0rd2026", "This password is too easy to guess."),
        ("Lovelace-1815", "Please choose a password that doesn't include your name or email address."),
        (own.as_str(), "Please choose a password that doesn't include your name or email address."),
    ] {
        let refused = ada.try_register(&email, password).await;
        refused.expect_refusal();
        let error = refused.json()["errors"][0].clone();
        assert_eq!(error["field"], "password", "{password}");
        assert!(error["message"].as_str().unwrap().starts_with(message), "{password}: {error}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn addresses_with_similar_looking_letters_are_separate_accounts() {
    let shop = Shop::open().await;
    let (kate, eve) = (shop.shopper(), shop.shopper());
    let email = unique_email().replacen('@', "-kate@", 1);
    // Under Unicode case folding, the Kelvin sign becomes a small k.
    let kelvin = email.replace('k', "\u{212a}");
    kate.open_shop().await;
    kate.try_register(&email, PASSWORD).await.expect_success();
    eve.open_shop().await;
    eve.try_register(&kelvin, "Quite another 1").await.expect_success();
    eve.try_sign_in(&kelvin, "Quite another 1").await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 2);
    kate.try_sign_in(&email.to_uppercase(), PASSWORD).await.expect_success();
    assert_eq!(kate.get("/api/account").await.json()["emailAddress"], json!(email));

    // Kate's account does not get the guest orders of the other address.
    shop.verify_address(&kate, &email).await;
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    let mut typed = settings("digital");
    typed["emailAddress"] = json!(kelvin);
    guest.post("/api/cart/settings", typed).await.expect_success();
    let (payment, answer) = guest.pay_with(card::GOOD).await;
    answer.expect_success();
    guest.submit(&payment).await.expect_success();
    kate.sign_out().await;
    kate.sign_in(&email).await;
    assert_eq!(kate.get("/api/account/order").await.json().as_array().unwrap().len(), 0);
    shop.stop().await;
}
