//! Portraits of passholders: the same in a folder and in a bucket, and gone when they are nobody's.

use chrono::Duration;
use midway::shop::pass::sweep_portraits;
use serde_json::{Value, json};

use crate::support::bucket::TestBucket;
use crate::support::given::PASSES;
use crate::support::shopper::{Shopper, an_email};
use crate::support::{Park, Shop, card};

async fn shop(bucket: Option<&TestBucket>) -> Shop {
    let settings = bucket.map(TestBucket::settings).unwrap_or_default();
    let settings: Vec<(&'static str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Shop::with(&Park { more: PASSES, ..Park::default() }, &settings).await
}

/// Somebody with a pass in the cart: where its picture is.
async fn buyer(shop: &Shop) -> (Shopper, String) {
    let buyer = shop.shopper();
    buyer.joins(&an_email()).await;
    let pass = json!([{ "productId": "season", "productVariantId": "season-adult", "quantity": 1 }]);
    buyer.tries_to_add(pass).await.expect_success();
    let pass = buyer.gets("/api/cart/pass").await.json()["passes"][0]["extCartTicketId"].clone();
    (buyer, format!("/api/cart/pass/{}", pass.as_str().unwrap()))
}

fn picture(side: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(side, side, image::Rgb([120, 90, 60]));
    image::DynamicImage::from(drawn).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

async fn uploads(buyer: &Shopper, pass: &str, side: u32) {
    buyer.uploads(&format!("{pass}/image"), "uploadFile", &picture(side)).await.expect_success();
}

async fn names(shop: &Shop) -> Vec<String> {
    let mut names = shop.app.portraits.names().await.unwrap();
    names.sort();
    names
}

async fn is_kept_replaced_and_read(shop: Shop) -> String {
    let (buyer, pass) = buyer(&shop).await;
    uploads(&buyer, &pass, 300).await;
    let first = names(&shop).await;
    assert_eq!(first.len(), 1);
    uploads(&buyer, &pass, 400).await;
    let second = names(&shop).await;
    assert_eq!(second.len(), 1, "the one that it replaced is gone");
    assert_ne!(first, second);
    let shown = buyer.gets(&format!("{pass}/image")).await;
    let read = image::load_from_memory(&shown.body).unwrap();
    assert_eq!((read.width(), read.height()), (400, 400));
    assert!(shop.app.portraits.has(&second[0]).await.unwrap());
    assert!(!shop.app.portraits.has(&first[0]).await.unwrap());
    assert_eq!(shop.app.portraits.get(&second[0]).await.unwrap(), Some(shown.body));
    assert_eq!(shop.app.portraits.get(&first[0]).await.unwrap(), None);
    shop.app.portraits.remove(&first[0]).await.unwrap();
    shop.stop().await;
    second[0].clone()
}

#[tokio::test]
async fn a_portrait_is_kept_in_a_folder() {
    is_kept_replaced_and_read(shop(None).await).await;
}

#[tokio::test]
async fn a_portrait_is_kept_in_a_bucket() {
    let bucket = TestBucket::start().await;
    let shop = shop(Some(&bucket)).await;
    let portraits = shop.data().join("portraits");
    let name = is_kept_replaced_and_read(shop).await;
    assert!(bucket.has(&format!("of-the-shop/portraits/{name}")).await);
    assert!(!portraits.exists(), "nothing of it is in the data folder");
}

async fn is_swept_when_it_is_nobodys(shop: Shop) {
    let (buying, bought) = buyer(&shop).await;
    uploads(&buying, &bought, 200).await;
    let ada = json!({
        "firstName": "Ada", "lastName": "Lovelace", "birthDate": "1990-12-10", "address1": "12 Quay Street",
        "city": "Albany", "state": "NY", "zip": "12207", "phoneNumber": "5185550123",
    });
    buying.posts(&bought, ada).await.expect_success();
    buying.saves_settings("digital").await;
    let (payment, authorised) = buying.pays_with(card::GOOD).await;
    authorised.expect_success();
    buying.submits(&payment).await.expect_success();
    let of_a_holder = names(&shop).await.remove(0);

    let (waiting, waits) = buyer(&shop).await;
    uploads(&waiting, &waits, 200).await;
    let (blank, _) = buyer(&shop).await;
    let added: Value = blank.posts("/api/cart/add-new-pass", json!({})).await.json();
    uploads(&blank, &format!("/api/cart/pass/{}", added["value"].as_str().unwrap()), 200).await;
    let (leaving, leaves) = buyer(&shop).await;
    uploads(&leaving, &leaves, 200).await;
    let before = names(&shop).await;
    assert_eq!(before.len(), 4);
    leaving.posts("/api/cart/clear", json!({})).await.expect_success();
    // One whose process stopped before its cart knew of it, and something that is no portrait of ours.
    for name in ["20261120t150000-0123456789abcdef.jpg", "a-picture.jpg"] {
        shop.app.portraits.put(name, b"picture").await.unwrap();
    }
    assert_eq!(sweep_portraits(&shop.app).await.unwrap(), 0, "a day has not passed");
    assert_eq!(names(&shop).await.len(), 6);

    // An earlier version named its portraits by ids alone. It runs no more, so that nothing of it waits for its pass.
    shop.app.portraits.put("0123456789abcdef0123456789abcdef.jpg", b"picture").await.unwrap();
    assert_eq!(sweep_portraits(&shop.app).await.unwrap(), 1);
    assert_eq!(names(&shop).await.len(), 6);

    shop.clock.passes(Duration::days(1) + Duration::minutes(1));
    assert_eq!(sweep_portraits(&shop.app).await.unwrap(), 2);
    let after = names(&shop).await;
    assert_eq!(after.len(), 4);
    assert!(after.contains(&of_a_holder) && after.contains(&"a-picture.jpg".to_owned()));
    assert_eq!(before.iter().filter(|name| after.contains(name)).count(), 3);
    assert_eq!(sweep_portraits(&shop.app).await.unwrap(), 0);
    shop.stop().await;
}

#[tokio::test]
async fn a_portrait_of_nobody_is_swept_from_a_folder() {
    is_swept_when_it_is_nobodys(shop(None).await).await;
}

#[tokio::test]
async fn a_portrait_of_nobody_is_swept_from_a_bucket() {
    let bucket = TestBucket::start().await;
    is_swept_when_it_is_nobodys(shop(Some(&bucket)).await).await;
}

#[tokio::test]
async fn while_the_store_is_away_a_portrait_is_asked_for_later_and_nothing_else_stops() {
    let mut bucket = TestBucket::start().await;
    let shop = shop(Some(&bucket)).await;
    let (buyer, pass) = buyer(&shop).await;
    uploads(&buyer, &pass, 200).await;
    bucket.goes_down().await;
    let image = format!("{pass}/image");
    for answer in [buyer.gets(&image).await, buyer.uploads(&image, "uploadFile", &picture(300)).await] {
        answer.expect_status(503);
        assert!(answer.headers.contains_key("retry-after"));
    }
    let shown = buyer.gets("/api/cart/pass").await.json();
    assert_eq!(shown["passes"][0]["hasPicture"], json!(true));
    shop.stop().await;
}
