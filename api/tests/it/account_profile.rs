//! The profile of an account, its password, and the end of all its sessions.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::Shop;
use crate::support::shopper::{Answer, PASSWORD, Shopper, unique_email};

const OTHER: &str = "Difference engine No. 2";
const NO_MATCH: &str = "The email and password don't match. Please check both and try again.";

fn profile(change: &[(&str, Value)]) -> Value {
    let mut profile = json!({
        "firstName": "Ada", "lastName": "King", "phoneNumber": "(518) 555-0123", "countryId": 80,
        "address1": "12 Analytical Way", "city": "Albany", "stateProvinceId": 33, "zipCode": "12207"
    });
    for (name, value) in change {
        profile[name] = value.clone();
    }
    profile
}

async fn save_profile(shopper: &Shopper, profile: Value) -> Answer {
    shopper.post("/api/account/profile", profile).await
}

async fn change_password(shopper: &Shopper, current: &str, wanted: &str) -> Answer {
    let asked = json!({ "currentPassword": current, "newPassword": wanted });
    shopper.post("/api/account/change-password", asked).await
}

#[track_caller]
fn wrong_fields(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.expect_refusal(), "Please correct the following:");
    let errors = answer.json()["errors"].as_array().unwrap().clone();
    errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn saved_profile_is_shown_and_saving_it_changes_neither_the_email_address_nor_another_account() {
    let shop = Shop::open().await;
    let (ada, bob, email) = (shop.shopper(), shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    bob.register_and_sign_in(&unique_email()).await;
    let of_bob = bob.get("/api/account").await.json();
    save_profile(&ada, profile(&[("emailAddress", json!("eve@example.org"))])).await.expect_success();
    assert_eq!(
        ada.get("/api/account").await.json(),
        json!({
            "emailAddress": email, "emailVerified": false, "hasPassword": true,
            "firstName": "Ada", "lastName": "King", "phoneNumber": "5185550123", "phoneUseNanpFormat": true,
            "countryId": 80, "address1": "12 Analytical Way", "city": "Albany", "stateProvinceId": 33, "zipCode": "12207"
        })
    );
    assert_eq!(bob.get("/api/account").await.json(), of_bob);

    save_profile(&ada, json!({ "firstName": "Ada", "lastName": "King", "countryId": 80 })).await.expect_success();
    assert_eq!(
        ada.get("/api/account").await.json(),
        json!({
            "emailAddress": email, "emailVerified": false, "hasPassword": true, "firstName": "Ada", "lastName": "King"
        }),
        "a country alone is not an address"
    );
    shop.stop().await;
}

#[tokio::test]
async fn profile_fields_are_accepted_at_their_limits_and_rejected_past_them() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let long = |length: usize| json!("x".repeat(length));
    for (field, right, wrong) in [
        ("firstName", long(35), long(36)),
        ("firstName", json!("A"), json!("")),
        ("lastName", long(35), long(36)),
        ("lastName", json!("K"), json!(" ")),
        ("phoneNumber", json!("5185550123"), json!("518555012")),
        ("phoneNumber", json!("518-555-0123"), json!("2 518 555 0123")),
        ("address1", long(100), long(101)),
        ("address1", json!("1"), json!("")),
        ("address2", long(100), long(101)),
        ("city", long(50), long(51)),
        ("city", json!("A"), json!("")),
        ("stateProvinceId", json!(33), json!(7)),
        ("zipCode", json!("12207"), json!("122070")),
        ("zipCode", json!("12207"), json!("1220")),
    ] {
        save_profile(&ada, profile(&[(field, right)])).await.expect_success();
        let before = ada.get("/api/account").await.json();
        assert_eq!(
            wrong_fields(&save_profile(&ada, profile(&[(field, wrong.clone())])).await),
            [field],
            "{field} {wrong}"
        );
        assert_eq!(ada.get("/api/account").await.json(), before, "{field} {wrong}");
    }
    save_profile(&ada, profile(&[("phoneNumber", json!(""))])).await.expect_success();
    let only_a_street = json!({ "firstName": "Ada", "lastName": "King", "address1": "12 Analytical Way" });
    assert_eq!(wrong_fields(&save_profile(&ada, only_a_street).await), ["countryId", "city"]);
    shop.stop().await;
}

#[tokio::test]
async fn password_change_requires_current_password_and_signs_out_other_browsers() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    phone.open_shop().await;
    phone.sign_in(&email).await;
    ada.add_tours("adult", 2).await;
    let session = ada.session_cookie().unwrap();

    let wrong = change_password(&ada, OTHER, OTHER).await;
    assert_eq!(wrong_fields(&wrong), ["currentPassword"]);
    assert_eq!(wrong.json()["errors"][0]["message"], "This isn't your current password");
    assert_eq!(wrong_fields(&change_password(&ada, PASSWORD, "too simple").await), ["newPassword"]);
    assert!(phone.is_signed_in().await);

    change_password(&ada, PASSWORD, OTHER).await.expect_success();
    assert_ne!(ada.session_cookie().unwrap(), session);
    assert!(ada.is_signed_in().await);
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2), "the cart has not changed");
    assert!(!phone.is_signed_in().await);
    phone.get("/api/account").await.expect_status(401);
    assert_eq!(phone.get_cart().await["cartEmpty"], json!(true));
    let thief = shop.shopper();
    thief.set_cookie("midway_session", &session);
    assert!(!thief.is_signed_in().await);

    phone.open_shop().await;
    assert_eq!(phone.try_sign_in(&email, PASSWORD).await.expect_refusal(), NO_MATCH);
    phone.try_sign_in(&email, OTHER).await.expect_success();
    assert_eq!(phone.get_lines().await[0]["quantity"], json!(2));
    assert!(ada.is_signed_in().await);
    let mails = shop.wait_for_emails(1).await;
    assert_eq!(mails[0].to, email);
    assert!(mails[0].subject.ends_with(" password was changed"));
    shop.stop().await;
}

#[tokio::test]
async fn password_of_8_to_128_characters_is_accepted_and_a_shorter_or_longer_one_is_refused() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let mut current = PASSWORD.to_owned();
    for (right, wrong) in [(format!("aB1 {}", "x".repeat(4)), format!("aB1 {}", "x".repeat(3)))]
        .into_iter()
        .chain([(format!("aB1 {}", "x".repeat(124)), format!("aB1 {}", "x".repeat(125)))])
    {
        assert_eq!(wrong_fields(&change_password(&ada, &current, &wrong).await), ["newPassword"]);
        change_password(&ada, &current, &right).await.expect_success();
        current = right;
    }
    shop.wait_for_emails(2).await;
    shop.stop().await;
}

#[tokio::test]
async fn wrong_current_passwords_are_limited_separately_from_sign_in_attempts() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    phone.open_shop().await;
    for _ in 0..5 {
        phone.try_sign_in(&email, OTHER).await.expect_refusal();
    }
    phone.try_sign_in(&email, PASSWORD).await.expect_status(429);
    for _ in 0..5 {
        change_password(&ada, OTHER, OTHER).await.expect_refusal();
    }
    let waits = change_password(&ada, PASSWORD, OTHER).await;
    waits.expect_status(429);
    assert_eq!(waits.headers["retry-after"], "30");
    shop.clock.advance(Duration::seconds(30));
    change_password(&ada, PASSWORD, OTHER).await.expect_success();
    shop.wait_for_emails(1).await;
    shop.stop().await;
}

#[tokio::test]
async fn only_one_of_several_concurrent_password_changes_succeeds() {
    let shop = Shop::open().await;
    let (ada, phone, email) = (shop.shopper(), shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    phone.open_shop().await;
    phone.sign_in(&email).await;
    let (one, other) =
        tokio::join!(change_password(&ada, PASSWORD, OTHER), change_password(&phone, PASSWORD, "Third engine No. 3"));
    let made = [&one, &other].iter().filter(|answer| answer.succeeded()).count();
    assert_eq!(made, 1, "{} {}", one.text(), other.text());
    let (winner, loser) = if one.succeeded() { (&ada, &phone) } else { (&phone, &ada) };
    assert!(winner.is_signed_in().await);
    assert!(!loser.is_signed_in().await);
    shop.wait_for_emails(1).await;
    shop.stop().await;
}

#[tokio::test]
async fn sign_out_everywhere_ends_all_sessions_of_that_account_and_no_others() {
    let shop = Shop::open().await;
    let (ada, phone, bob, email) = (shop.shopper(), shop.shopper(), shop.shopper(), unique_email());
    ada.register_and_sign_in(&email).await;
    bob.register_and_sign_in(&unique_email()).await;
    let replica = shop.replica().await;
    let phone = phone.at_server(replica.address);
    phone.open_shop().await;
    phone.sign_in(&email).await;
    ada.post("/api/account/sign-out-everywhere", json!({})).await.expect_success();
    for browser in [&ada, &phone] {
        assert!(!browser.is_signed_in().await);
        browser.get("/api/account").await.expect_status(401);
    }
    assert!(bob.is_signed_in().await);
    // The other browser of the account immediately continues as a guest and can sign in again.
    phone.add_tours("adult", 1).await;
    phone.sign_in(&email).await;
    assert!(phone.is_signed_in().await);
    assert!(!ada.is_signed_in().await);
    replica.stop().await;
    shop.stop().await;
}
