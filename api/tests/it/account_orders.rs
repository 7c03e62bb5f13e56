//! Which orders of guests become an account's: those of its session, and those that its owner proves to be his.

use serde_json::json;

use crate::support::Shop;
use crate::support::card;
use crate::support::letters::ReadLetter;
use crate::support::shopper::{Shopper, an_email, settings};

const PHONE: &str = "(518) 555-0123";

/// Buys as a guest, under an e-mail.
async fn buys_under(guest: &Shopper, email: &str) {
    guest.opens().await;
    guest.adds("adult", 1).await;
    let mut typed = settings("digital");
    typed["emailAddress"] = json!(email);
    guest.posts("/api/cart/settings", typed).await.expect_success();
    let (payment, authorised) = guest.pays_with(card::GOOD).await;
    authorised.expect_success();
    guest.submits(&payment).await.expect_success();
}

async fn orders_of_accounts(shop: &Shop) -> i64 {
    shop.counts(r#"SELECT COUNT(*) FROM "order" WHERE account_id IS NOT NULL"#).await
}

async fn proves_its_email(shop: &Shop, shopper: &Shopper, letters: usize) {
    shopper.posts("/api/account/send-verification", json!({})).await.expect_success();
    let letters = shop.receives_letters(letters).await;
    let link = |letter: &ReadLetter| {
        Some(letter.text.split_once("/verify-email?token=")?.1.split_whitespace().next()?.to_owned())
    };
    let token = letters.iter().find_map(link).unwrap();
    shopper.posts("/api/account/verify-email", json!({ "token": token })).await.expect_success();
}

#[tokio::test]
async fn what_was_bought_elsewhere_under_an_e_mail_is_its_proven_owners() {
    let shop = Shop::open().await;
    let (desk, ada, email) = (shop.shopper(), shop.shopper(), an_email());
    buys_under(&desk, &email.to_uppercase()).await;
    buys_under(&shop.shopper(), &an_email()).await;
    ada.joins(&email).await;
    assert_eq!(orders_of_accounts(&shop).await, 0, "anybody may register under an address");
    proves_its_email(&shop, &ada, 3).await;
    assert_eq!(orders_of_accounts(&shop).await, 1, "hers, and nobody else's");

    // Later purchases as a guest come along with the next sign-in.
    ada.signs_out().await;
    buys_under(&shop.shopper(), &email).await;
    assert_eq!(orders_of_accounts(&shop).await, 1);
    ada.signs_in(&email).await;
    assert_eq!(orders_of_accounts(&shop).await, 2);
    shop.receives_letters(4).await;
    shop.stop().await;
}

#[tokio::test]
async fn the_link_and_the_number_give_an_order_to_whoever_is_signed_in_or_signs_in_next() {
    let shop = Shop::open().await;
    let (desk, ada, bob) = (shop.shopper(), shop.shopper(), shop.shopper());
    buys_under(&desk, &an_email()).await;
    let (id, token) = shop.receives_letters(1).await[0].link();
    let asks = |phone: Option<&str>| json!({ "extOrderTokenId": id, "token": token, "phoneNumber": phone });
    ada.joins(&an_email()).await;
    ada.posts("/api/order/details/external", asks(None)).await.expect_status(404);
    ada.posts("/api/order/details/external", asks(Some("5185550124"))).await.expect_status(404);
    assert_eq!(orders_of_accounts(&shop).await, 0);
    ada.posts("/api/order/details/external", asks(Some(PHONE))).await.expect_success();
    assert_eq!(orders_of_accounts(&shop).await, 1);

    // Whoever has it keeps it, whoever else knows the number.
    let of_bob = format!("bob-{}", an_email());
    bob.joins(&of_bob).await;
    bob.posts("/api/order/details/external", asks(Some(PHONE))).await.expect_success();
    let of_bob = format!(
        r#"SELECT COUNT(*) FROM "order" o JOIN account a ON a.id = o.account_id WHERE a.email_key = '{of_bob}'"#
    );
    assert_eq!((shop.counts(&of_bob).await, orders_of_accounts(&shop).await), (0, 1));
    shop.stop().await;
}

#[tokio::test]
async fn an_order_that_a_guest_has_proven_comes_along_with_the_sign_in() {
    let shop = Shop::open().await;
    let (desk, reader, email) = (shop.shopper(), shop.shopper(), an_email());
    buys_under(&desk, &an_email()).await;
    let (id, token) = shop.receives_letters(1).await[0].link();
    reader.opens().await;
    reader.tries_to_register(&email, crate::support::shopper::PASSWORD).await.expect_success();
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": PHONE });
    reader.posts("/api/order/details/external", asked).await.expect_success();
    assert_eq!(orders_of_accounts(&shop).await, 0);
    reader.signs_in(&email).await;
    assert_eq!(orders_of_accounts(&shop).await, 1);
    shop.stop().await;
}
