//! Password reset by e-mail.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::emails::ReadEmail;
use crate::support::shopper::{Answer, PASSWORD, Shopper, unique_email};
use crate::support::{Shop, card, until};

const OTHER: &str = "Difference engine No. 2";
const STALE: &str = "This link is no longer valid. Please request a new one.";

async fn request_reset(shopper: &Shopper, email: &str) -> Answer {
    shopper.post("/api/account/request-password-reset", json!({ "emailAddress": email })).await
}

async fn reset_password(shopper: &Shopper, token: &str, password: &str) -> Answer {
    shopper.post("/api/account/reset-password", json!({ "token": token, "newPassword": password })).await
}

fn reset_token(mail: &ReadEmail) -> String {
    let (_, rest) = mail.text.split_once("http://localhost:3000/reset-password?token=").expect("a link");
    let token = rest.split_whitespace().next().unwrap().to_owned();
    assert!(token.len() >= 43, "256 bits take 43 characters");
    assert!(mail.html.contains(&token), "both forms of the e-mail have the link");
    token
}

/// Waits for this number of e-mails. Returns the tokens of the reset links in them, in no particular order.
async fn wait_for_link_emails(shop: &Shop, mails: usize) -> Vec<String> {
    let mails = shop.wait_for_emails(mails).await;
    mails.iter().filter(|mail| mail.subject.starts_with("Reset your ")).map(reset_token).collect()
}

async fn register_account(shop: &Shop) -> (Shopper, String) {
    let (ada, email) = shop.new_account().await;
    (ada, email)
}

#[tokio::test]
async fn reset_link_sets_password_once_and_ends_every_session() {
    let shop = Shop::open().await;
    let (ada, email) = register_account(&shop).await;
    let guest = shop.new_guest().await;
    request_reset(&guest, &email.to_uppercase()).await.expect_success();
    let links = wait_for_link_emails(&shop, 1).await;
    assert!(ada.is_signed_in().await, "a request changes nothing");
    assert_eq!(
        shop.count(&format!("SELECT COUNT(*) FROM password_reset WHERE token_fingerprint = '{}'", links[0])).await,
        0,
        "the token itself is not stored"
    );

    let simple = reset_password(&guest, &links[0], "simple").await;
    assert_eq!(simple.expect_refusal(), "Please correct the following:");
    assert_eq!(simple.json()["errors"][0]["field"], "newPassword");
    reset_password(&guest, &links[0], OTHER).await.expect_success();
    assert!(!guest.is_signed_in().await, "the reset does not sign in");
    assert!(!ada.is_signed_in().await);
    assert_eq!(reset_password(&guest, &links[0], "Third engine No. 3").await.expect_refusal(), STALE);
    guest.try_sign_in(&email, PASSWORD).await.expect_refusal();
    guest.try_sign_in(&email, OTHER).await.expect_success();
    assert_eq!(guest.get("/api/account").await.json()["emailVerified"], json!(true), "the e-mail was read");
    shop.wait_for_emails(2).await;
    shop.stop().await;
}

#[tokio::test]
async fn reset_request_does_not_reveal_whether_an_account_exists() {
    let shop = Shop::open().await;
    let (_, hers) = register_account(&shop).await;
    let guest = shop.new_guest().await;
    let (known, unknown) = (request_reset(&guest, &hers).await, request_reset(&guest, &unique_email()).await);
    known.expect_success();
    assert_eq!((known.status, known.body), (unknown.status, unknown.body));
    assert_eq!(known.headers.get("set-cookie"), unknown.headers.get("set-cookie"));
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM job WHERE kind = 'password-reset'").await,
        2,
        "the request writes the same rows for both; only the worker looks for the account"
    );
    let mails = shop.wait_for_emails(1).await;
    assert_eq!(mails[0].to, hers);
    let wrong = request_reset(&guest, "ada").await;
    wrong.expect_refusal();
    assert_eq!(
        wrong.json()["errors"],
        json!([{ "field": "emailAddress", "message": "A valid email address is required" }])
    );
    shop.stop().await;
}

#[tokio::test]
async fn reset_link_is_invalid_after_an_hour_or_after_another_link_was_used_or_the_password_was_changed() {
    let shop = Shop::open().await;
    let (ada, email) = register_account(&shop).await;
    let guest = shop.new_guest().await;
    request_reset(&guest, &email).await.expect_success();
    let late = wait_for_link_emails(&shop, 1).await.remove(0);
    shop.clock.advance(Duration::minutes(60));
    assert_eq!(reset_password(&guest, &late, OTHER).await.expect_refusal(), STALE);

    for _ in 0..2 {
        request_reset(&guest, &email).await.expect_success();
    }
    let all = wait_for_link_emails(&shop, 3).await;
    let fresh: Vec<&String> = all.iter().filter(|link| **link != late).collect();
    shop.clock.advance(Duration::minutes(59));
    reset_password(&guest, fresh[0], OTHER).await.expect_success();
    assert_eq!(reset_password(&guest, fresh[1], OTHER).await.expect_refusal(), STALE, "the other link is invalid too");

    request_reset(&guest, &email).await.expect_success();
    let last = wait_for_link_emails(&shop, 5).await.into_iter().find(|link| !all.contains(link)).unwrap();
    ada.open_shop().await;
    ada.try_sign_in(&email, OTHER).await.expect_success();
    let change = json!({ "currentPassword": OTHER, "newPassword": PASSWORD });
    ada.post("/api/account/change-password", change).await.expect_success();
    assert_eq!(reset_password(&guest, &last, OTHER).await.expect_refusal(), STALE);
    assert_eq!(reset_password(&guest, "made-up", OTHER).await.expect_refusal(), STALE);
    assert!(ada.is_signed_in().await);
    shop.wait_for_emails(6).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM password_reset").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn only_one_of_several_concurrent_uses_of_a_reset_link_succeeds() {
    let shop = Shop::open().await;
    let (_, email) = register_account(&shop).await;
    let guest = shop.new_guest().await;
    request_reset(&guest, &email).await.expect_success();
    let link = wait_for_link_emails(&shop, 1).await.remove(0);
    let passwords: Vec<String> = (0..6).map(|number| format!("Engine of number {number}!")).collect();
    let answers =
        futures_util::future::join_all(passwords.iter().map(|password| reset_password(&guest, &link, password))).await;
    let made: Vec<usize> = (0..6).filter(|number| answers[*number].succeeded()).collect();
    assert_eq!(made.len(), 1);
    guest.try_sign_in(&email, &passwords[made[0]]).await.expect_success();
    shop.wait_for_emails(2).await;
    shop.stop().await;
}

#[tokio::test]
async fn wrong_sign_in_attempts_before_a_password_reset_do_not_block_the_new_password() {
    let shop = Shop::open().await;
    let (_, email) = register_account(&shop).await;
    let (eve, guest) = (shop.new_guest().await, shop.new_guest().await);
    for _ in 0..5 {
        eve.try_sign_in(&email, OTHER).await.expect_refusal();
    }
    guest.try_sign_in(&email, PASSWORD).await.expect_status(429);
    request_reset(&guest, &email).await.expect_success();
    let link = wait_for_link_emails(&shop, 1).await.remove(0);
    reset_password(&guest, &link, OTHER).await.expect_success();
    guest.try_sign_in(&email, OTHER).await.expect_success();
    shop.wait_for_emails(2).await;
    shop.stop().await;
}

/// Starts a second server that shares the limits of the first server. Servers share limits only through Redis, so
/// without Redis no second server is started.
pub async fn start_replica_with_shared_limits(
    shop: &Shop,
    shopper: &Shopper,
) -> (Option<crate::support::shop::Replica>, [Shopper; 2]) {
    if shop.app.config.redis_url.is_none() {
        return (None, [shopper.clone(), shopper.clone()]);
    }
    let replica = shop.replica().await;
    let other = shopper.at_server(replica.address);
    (Some(replica), [shopper.clone(), other])
}

#[tokio::test]
async fn reset_requests_for_one_email_address_are_limited_to_five_an_hour() {
    let shop = Shop::open().await;
    let (_, email) = register_account(&shop).await;
    for hers in [&email, &unique_email()] {
        for guess in 0..5 {
            let guest = shop.new_guest().await;
            let (replica, servers) = start_replica_with_shared_limits(&shop, &guest).await;
            request_reset(&servers[guess % 2], hers).await.expect_success();
            if let Some(replica) = replica {
                replica.stop().await;
            }
        }
        let refused = request_reset(&shop.new_guest().await, hers).await;
        refused.expect_status(429);
        let wait: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=3600).contains(&wait), "{wait}");
    }
    shop.wait_for_emails(5).await;
    shop.clock.advance(Duration::hours(1));
    request_reset(&shop.new_guest().await, &email).await.expect_success();
    shop.wait_for_emails(6).await;
    shop.stop().await;
}

#[tokio::test]
async fn reset_requests_and_uses_of_invalid_reset_links_from_one_network_address_are_limited() {
    let shop = Shop::open().await;
    let guest = shop.new_guest().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &guest).await;
    for number in 0..20 {
        request_reset(&servers[number % 2], &unique_email()).await.expect_success();
    }
    for server in &servers {
        request_reset(server, &unique_email()).await.expect_status(429);
    }
    for number in 0..30 {
        assert_eq!(reset_password(&servers[number % 2], "made-up", OTHER).await.expect_refusal(), STALE);
    }
    for server in &servers {
        reset_password(server, "made-up", OTHER).await.expect_status(429);
    }
    request_reset(&shop.new_guest().await, &unique_email()).await.expect_success();
    shop.clock.advance(Duration::hours(1));
    request_reset(&guest, &unique_email()).await.expect_success();
    assert_eq!(reset_password(&guest, "made-up", OTHER).await.expect_refusal(), STALE);
    if let Some(replica) = replica {
        replica.stop().await;
    }
    shop.wait_for_emails(0).await;
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_attempts_are_counted_across_servers() {
    let shop = Shop::open().await;
    let (ada, email) = register_account(&shop).await;
    ada.sign_out().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &ada).await;
    for guess in 0..5 {
        servers[guess % 2].try_sign_in(&email, OTHER).await.expect_refusal();
    }
    for server in &servers {
        let refused = server.try_sign_in(&email, PASSWORD).await;
        refused.expect_status(429);
        assert_eq!(refused.headers["retry-after"], "30");
    }
    shop.clock.advance(Duration::seconds(30));
    servers[1].sign_in(&email).await;
    if let Some(replica) = replica {
        replica.stop().await;
    }
    shop.stop().await;
}

#[tokio::test]
async fn completed_reset_job_is_empty_and_no_answer_contains_the_token_or_the_password() {
    let shop = Shop::open().await;
    let (ada, email) = register_account(&shop).await;
    request_reset(&ada, &email).await.expect_success();
    let link = wait_for_link_emails(&shop, 1).await.remove(0);
    reset_password(&ada, &link, OTHER).await.expect_success();
    shop.wait_for_emails(2).await;
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM job WHERE document <> '{}'").await,
        0,
        "a completed job stores no address"
    );
    for heard in ada.received_bodies() {
        assert!(!heard.contains(&link) && !heard.contains(OTHER), "{heard}");
    }
    shop.stop().await;
}

/// Fails unless the cart still has lines and has no checkout details.
pub fn assert_checkout_details_are_forgotten(cart: &Value) {
    assert_eq!(cart["cartEmpty"], json!(false));
    let revealed = cart.as_object().unwrap().iter().filter(|(key, value)| {
        let is_of_checkout = [
            "firstName",
            "lastName",
            "phone",
            "address",
            "city",
            "state",
            "zip",
            "shipping",
            "email",
            "extDelivery",
            "extPayment",
            "defaultDelivery",
            "accept",
            "acknowledge",
        ];
        let is_empty = value.is_null() || **value == json!("") || **value == json!(false);
        is_of_checkout.iter().any(|start| key.starts_with(start)) && !is_empty
    });
    assert_eq!(revealed.map(|(key, _)| key.as_str()).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(crate::support::shopper::cents(&cart["deliveryTotal"]), 0);
}

#[tokio::test]
async fn names_and_checkout_details_of_an_unverified_user_are_cleared_when_the_owner_resets_the_password() {
    let shop = Shop::open().await;
    // A person who cannot read the e-mails of this address registers the account and fills its cart.
    let (stranger, email) = register_account(&shop).await;
    stranger.add_tours("adult", 1).await;
    stranger.save_settings("post").await;
    let owner = shop.new_guest().await;
    let name = async |shopper: &Shopper| {
        let account = shopper.get("/api/account").await.json();
        (account["firstName"].clone(), account["lastName"].clone())
    };
    request_reset(&owner, &email).await.expect_success();
    let link = wait_for_link_emails(&shop, 1).await.remove(0);
    reset_password(&owner, &link, OTHER).await.expect_success();
    owner.try_sign_in(&email, OTHER).await.expect_success();
    assert_eq!(name(&owner).await, (Value::Null, Value::Null));
    assert_checkout_details_are_forgotten(&owner.get_cart().await);

    // Details that the owner enters later stay stored, even after another reset.
    let said = json!({ "firstName": "Grace", "lastName": "Hopper", "countryId": 80 });
    owner.post("/api/account/profile", said).await.expect_success();
    owner.sign_out().await;
    request_reset(&owner, &email).await.expect_success();
    let again = wait_for_link_emails(&shop, 3).await.into_iter().find(|other| *other != link).unwrap();
    reset_password(&owner, &again, PASSWORD).await.expect_success();
    owner.try_sign_in(&email, PASSWORD).await.expect_success();
    assert_eq!(name(&owner).await, (json!("Grace"), json!("Hopper")));
    shop.wait_for_emails(4).await;
    shop.stop().await;
}

/// Resets the password with the link from an e-mail. `mails` is the number of e-mails that were sent before. Returns
/// the owner's signed-in browser.
async fn verify_by_reset_link(shop: &Shop, email: &str, mails: usize) -> Shopper {
    let owner = shop.new_guest().await;
    request_reset(&owner, email).await.expect_success();
    let link = wait_for_link_emails(shop, mails + 1).await.remove(0);
    reset_password(&owner, &link, OTHER).await.expect_success();
    owner.try_sign_in(email, OTHER).await.expect_success();
    owner
}

/// Fails if a saved card or details of an earlier order are offered.
pub async fn assert_no_payment_details(owner: &Shopper) {
    assert_eq!(owner.get("/api/account/last-details").await.json(), json!({}));
    assert_eq!(owner.get("/api/account/saved-payment").await.json(), json!([]));
}

#[tokio::test]
async fn owner_is_not_offered_addresses_and_cards_of_the_unverified_user() {
    let shop = Shop::open().await;
    let (stranger, email) = register_account(&shop).await;
    crate::saved_payments::save_card(&stranger, card::GOOD).await;
    let owner = verify_by_reset_link(&shop, &email, 1).await;
    assert_no_payment_details(&owner).await;
    // Details of the owner's orders are offered, even after another password reset.
    crate::saved_payments::save_card(&owner, card::GOOD).await;
    owner.sign_out().await;
    // The e-mails are not sorted, so the new link is the link that was not there before.
    let tokens = |mails: Vec<ReadEmail>| -> Vec<String> {
        mails.iter().filter(|mail| mail.subject.starts_with("Reset your ")).map(reset_token).collect()
    };
    let used = tokens(shop.emails());
    request_reset(&owner, &email).await.expect_success();
    let known = tokens(shop.wait_for_emails(5).await);
    let again = known.iter().find(|link| !used.contains(link)).unwrap();
    reset_password(&owner, again, PASSWORD).await.expect_success();
    owner.sign_in(&email).await;
    assert_eq!(owner.get("/api/account/last-details").await.json()["city"], json!("Albany"));
    assert_eq!(owner.get("/api/account/saved-payment").await.json().as_array().unwrap().len(), 1);
    shop.stop().await;
}

#[tokio::test]
async fn payment_in_progress_at_verification_stores_no_details_of_the_unverified_user() {
    for (number, is_paid) in [(card::CAPTURE_FAILS, false), (card::GOOD, true)] {
        let mut shop = Shop::open().await;
        let (stranger, email) = register_account(&shop).await;
        stranger.add_tours("adult", 1).await;
        stranger.save_settings("post").await;
        let (payment, answer) = stranger.pay_with(number).await;
        answer.expect_success();
        shop.stop_processor().await;
        let saving = json!({ "paymentKey": payment.key, "savePaymentToAccount": true });
        let pending = stranger.post("/api/order/submit", saving).await;
        assert_eq!(pending.json()["paymentPending"], json!(true), "{is_paid}");

        let owner = verify_by_reset_link(&shop, &email, 0).await;
        shop.start_processor().await;
        shop.advance(1);
        let has_ended = || async { (owner.get_cart().await["paymentInProgress"] == json!(false)).then_some(()) };
        until("the payment has ended", has_ended).await;
        assert_eq!(shop.count_charges().await, u32::from(is_paid));
        assert_eq!(owner.get("/api/account/order").await.json().as_array().unwrap().len(), usize::from(is_paid));
        if !is_paid {
            assert_checkout_details_are_forgotten(&owner.get_cart().await);
        }
        assert_no_payment_details(&owner).await;
        assert_eq!(midway::ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
        shop.stop().await;
    }
}
