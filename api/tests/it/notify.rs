//! E-mails to those who asked to be told when a product can be bought.

use chrono::Duration;
use serde_json::json;

use midway::shop::notify;

use crate::support::catalogue::table::{Table, product, schedule, selection, timed_show, variant};
use crate::support::fake_app::{FakeApp, shop_with};
use crate::support::shopper::{Answer, Shopper, line, unique_email};
use crate::support::{Catalogue, Shop};

const REQUESTED: &str = "We'll email you once, as soon as you can book.";
const GALA: &str = "galas.20261121.2000";

/// A gala with two places, a book whose sale begins on November 25, and a hidden product.
fn evenings() -> Vec<Table> {
    let sold = |id: &str, name: &str| product(id, name).short_description("One of few.").category("Evenings");
    vec![
        timed_show("gala", "Gala"),
        schedule("galas", "gala").from("2026-11-21").until("2026-11-21").capacity(2).slots(["20:00"]),
        sold("gala-night", "Gala night").with(selection(["gala"])).with(variant("gala-seat", "Guest").price(20_00)),
        sold("diary", "The <b>diary</b>")
            .on_sale_from("2026-11-25T10:00:00")
            .with(variant("diary-book", "Book").price(9_00)),
        product("gift", "Gift")
            .short_description("By link.")
            .sold_publicly(false)
            .with(variant("gift-card", "Card").price(5_00)),
    ]
}

async fn ask(shopper: &Shopper, product: &str, email: &str) -> Answer {
    shopper.post("/api/product/notify-me", json!({ "productId": product, "email": email })).await
}

async fn add_gala(shopper: &Shopper, quantity: u32) -> Answer {
    shopper.try_add(json!([line("gala-night", "gala-seat", quantity, Some(GALA))])).await
}

async fn waiting(shop: &Shop) -> i64 {
    shop.count("SELECT COUNT(*) FROM notify_request").await
}

#[tokio::test]
async fn those_who_asked_are_told_once_when_the_sale_begins() {
    let shop = Shop::selling(&Catalogue::park().with(evenings())).await;
    let ada = shop.new_guest().await;
    let first = ask(&ada, "diary", " Ada@example.org ").await.expect_success();
    assert_eq!(first["message"], REQUESTED);
    // The same address again, and a different one.
    assert_eq!(ask(&ada, "diary", "ada@EXAMPLE.org").await.expect_success(), first);
    ask(&ada, "diary", "bob@example.org").await.expect_success();
    notify::tell(&shop.app).await.unwrap();
    assert_eq!((waiting(&shop).await, shop.emails().len()), (2, 0));

    shop.advance_by(Duration::days(5));
    // Two workers at once send no e-mail twice.
    let (one, other) = tokio::join!(notify::tell(&shop.app), notify::tell(&shop.app));
    one.and(other).unwrap();
    let mails = shop.wait_for_emails(2).await;
    let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["Ada@example.org", "bob@example.org"]);
    assert_eq!(mails[0].subject, "You can now book The <b>diary</b>");
    assert!(mails[0].html.contains("You can now book The &#60;b&#62;diary&#60;/b&#62;"), "{}", mails[0].html);
    assert!(mails[0].text.contains("/product/single/diary"), "{}", mails[0].text);
    assert_eq!(waiting(&shop).await, 0, "the addresses are deleted");
    notify::tell(&shop.app).await.unwrap();
    assert_eq!(shop.wait_for_emails(2).await.len(), 2);
    shop.stop().await;
}

#[tokio::test]
async fn returned_places_are_told_to_a_few_at_a_time_in_the_order_of_their_requests() {
    let shop = Shop::selling(&Catalogue::park().with(evenings())).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    assert_eq!(ask(&bob, "gala-night", "bob@example.org").await.expect_refusal(), "Good news: you can book now.");
    add_gala(&ada, 2).await.expect_success();
    for nth in 0..7 {
        ask(&bob, "gala-night", &format!("guest{nth}@example.org")).await.expect_success();
        shop.advance_by(Duration::seconds(1));
    }
    notify::tell(&shop.app).await.unwrap();
    assert_eq!(waiting(&shop).await, 7, "nothing is left");

    let item = ada.get("/api/cart").await.json()["itemGroups"][0]["items"][0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&item, 1).await.expect_success();
    notify::tell(&shop.app).await.unwrap();
    let mut told: Vec<String> = shop.wait_for_emails(5).await.into_iter().map(|mail| mail.to).collect();
    told.sort_unstable();
    assert_eq!(told, (0..5).map(|nth| format!("guest{nth}@example.org")).collect::<Vec<_>>());
    assert_eq!(waiting(&shop).await, 2);

    // The place is taken again before the others are told.
    add_gala(&bob, 1).await.expect_success();
    notify::tell(&shop.app).await.unwrap();
    assert_eq!(waiting(&shop).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn request_waits_again_if_the_product_is_gone_before_its_email_is_sent() {
    let shop = Shop::selling(&Catalogue::park().with(evenings())).await;
    let later = shop.app.clock.now() + Duration::days(5);
    // A job whose time has come before the sale has begun.
    let document = json!({
        "id": "request", "product_id": "diary", "email_address": "eve@example.org", "email_key": "eve@example.org",
        "for_returns": false, "asked_at": later,
    });
    let tx = shop.app.db.begin().await.unwrap();
    midway::platform::jobs::enqueue(&tx, notify::NOTIFY, "request", &document, shop.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    shop.wait_for_emails(0).await;
    assert_eq!(waiting(&shop).await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn bad_requests_are_refused_and_requests_are_limited() {
    let shop = Shop::selling(&Catalogue::park().with(evenings())).await;
    let ada = shop.new_guest().await;
    for email in ["", "ada", "ada@", "a b@example.org"] {
        let refused = ask(&ada, "diary", email).await;
        refused.expect_refusal();
        assert_eq!(refused.json()["errors"][0]["field"], "email", "{email}");
    }
    for product in ["gift", "nothing"] {
        ask(&ada, product, "ada@example.org").await.expect_status(404);
    }
    let email = unique_email();
    for _ in 0..10 {
        ask(&ada, "diary", &email).await.expect_success();
    }
    ask(&ada, "diary", &email).await.expect_status(429);
    ask(&ada, "diary", &unique_email()).await.expect_success();
    assert_eq!(waiting(&shop).await, 2);
    shop.advance_by(Duration::days(366));
    notify::sweep(&shop.app).await.unwrap();
    assert_eq!(waiting(&shop).await, 0, "a request waits for a year");
    shop.stop().await;
}

#[tokio::test]
async fn form_works_without_scripts() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park().with(evenings())).await;
    let browser = shop.shopper();
    let sent = browser.post_form("/notify-me/diary?from=list", &[("email", "ada@example.org")], &[]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(sent.headers["location"], "/notify-me/diary?requested=1");
    let wrong = browser.post_form("/notify-me/diary", &[("email", "ada")], &[]).await;
    wrong.expect_status(422);
    browser.get("/notify-me/gift").await.expect_status(404);
    assert_eq!(waiting(&shop).await, 1);
    shop.stop().await;
    app.stop().await;
}
