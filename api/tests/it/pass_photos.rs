//! Pass photos: stored in a folder and in an object store in the same way, and deleted when no pass uses them.

use chrono::Duration;
use midway::shop::pass::sweep_photos;
use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, pay, set_passholder};
use crate::support::catalogue::season_passes;
use crate::support::object_store::TestBucket;
use crate::support::process::ProcessShop;
use crate::support::shopper::{Shopper, unique_email};
use crate::support::{Catalogue, Shop};

async fn open_shop(bucket: Option<&TestBucket>) -> Shop {
    let settings = bucket.map(TestBucket::settings).unwrap_or_default();
    let settings: Vec<(&'static str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Shop::selling_with(&Catalogue::park().with(season_passes()), &settings).await
}

/// Adds a pass to a new buyer's cart and returns the buyer and the path of the pass.
async fn new_buyer(shop: &Shop) -> (Shopper, String) {
    add_pass(shop.shopper()).await
}

async fn add_pass(buyer: Shopper) -> (Shopper, String) {
    buyer.register_and_sign_in(&unique_email()).await;
    let pass = json!([{ "productId": "season", "productVariantId": "season-adult", "quantity": 1 }]);
    buyer.try_add(pass).await.expect_success();
    let pass = buyer.get("/api/cart/pass").await.json()["passes"][0]["extCartTicketId"].clone();
    (buyer, format!("/api/cart/pass/{}", pass.as_str().unwrap()))
}

fn png_of_side(side: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(side, side, image::Rgb([120, 90, 60]));
    image::DynamicImage::from(drawn).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

async fn upload_photo(buyer: &Shopper, pass: &str, side: u32) {
    buyer.upload(&format!("{pass}/image"), "uploadFile", &png_of_side(side)).await.expect_success();
}

async fn list_photo_names(shop: &Shop) -> Vec<String> {
    let mut names = shop.app.pass_photos.names().await.unwrap();
    names.sort();
    names
}

async fn check_store_replace_and_read(shop: Shop) -> String {
    let (buyer, pass) = new_buyer(&shop).await;
    upload_photo(&buyer, &pass, 300).await;
    let first = list_photo_names(&shop).await;
    assert_eq!(first.len(), 1);
    upload_photo(&buyer, &pass, 400).await;
    let second = list_photo_names(&shop).await;
    assert_eq!(second.len(), 1, "the replaced photo is deleted");
    assert_ne!(first, second);
    let shown = buyer.get(&format!("{pass}/image")).await;
    let read = image::load_from_memory(&shown.body).unwrap();
    assert_eq!((read.width(), read.height()), (400, 400));
    assert!(shop.app.pass_photos.has(&second[0]).await.unwrap());
    assert!(!shop.app.pass_photos.has(&first[0]).await.unwrap());
    assert_eq!(shop.app.pass_photos.get(&second[0]).await.unwrap(), Some(shown.body));
    assert_eq!(shop.app.pass_photos.get(&first[0]).await.unwrap(), None);
    shop.app.pass_photos.remove(&first[0]).await.unwrap();
    shop.stop().await;
    second[0].clone()
}

#[tokio::test]
async fn photo_is_stored_replaced_and_read_in_a_folder() {
    check_store_replace_and_read(open_shop(None).await).await;
}

#[tokio::test]
async fn photo_is_stored_replaced_and_read_in_a_bucket() {
    let bucket = TestBucket::start().await;
    let shop = open_shop(Some(&bucket)).await;
    let photos = shop.data().join("pass-photos");
    let name = check_store_replace_and_read(shop).await;
    assert!(bucket.has(&format!("of-the-shop/pass-photos/{name}")).await);
    assert!(!photos.exists(), "the upload left no file in the data folder");
}

async fn check_unused_photo_is_deleted(shop: Shop) {
    let (buying, bought) = new_buyer(&shop).await;
    upload_photo(&buying, &bought, 200).await;
    let ada = json!({
        "firstName": "Ada", "lastName": "Lovelace", "birthDate": "1990-12-10", "address1": "12 Quay Street",
        "city": "Albany", "state": "NY", "zip": "12207", "phoneNumber": "5185550123",
    });
    buying.post(&bought, ada).await.expect_success();
    buying.check_out().await;
    let of_a_holder = list_photo_names(&shop).await.remove(0);

    let (waiting, waits) = new_buyer(&shop).await;
    upload_photo(&waiting, &waits, 200).await;
    let (blank, _) = new_buyer(&shop).await;
    let added: Value = blank.post("/api/cart/add-new-pass", json!({})).await.json();
    upload_photo(&blank, &format!("/api/cart/pass/{}", added["value"].as_str().unwrap()), 200).await;
    let (leaving, leaves) = new_buyer(&shop).await;
    upload_photo(&leaving, &leaves, 200).await;
    let before = list_photo_names(&shop).await;
    assert_eq!(before.len(), 4);
    leaving.post("/api/cart/clear", json!({})).await.expect_success();
    // The store also contains a photo whose upload was interrupted before the cart referred to it, and a file that is
    // not a pass photo.
    for name in ["20261120t150000-0123456789abcdef.jpg", "a-picture.jpg"] {
        shop.app.pass_photos.put(name, b"picture").await.unwrap();
    }
    assert_eq!(sweep_photos(&shop.app).await.unwrap(), 0, "a day has not passed");
    assert_eq!(list_photo_names(&shop).await.len(), 6);

    // The name of this photo contains only an id, as in an earlier version. That version no longer runs, so no pass
    // will refer to the photo later.
    shop.app.pass_photos.put("0123456789abcdef0123456789abcdef.jpg", b"picture").await.unwrap();
    assert_eq!(sweep_photos(&shop.app).await.unwrap(), 1);
    assert_eq!(list_photo_names(&shop).await.len(), 6);

    shop.clock.advance(Duration::days(1) + Duration::minutes(1));
    assert_eq!(sweep_photos(&shop.app).await.unwrap(), 2);
    let after = list_photo_names(&shop).await;
    assert_eq!(after.len(), 4);
    assert!(after.contains(&of_a_holder) && after.contains(&"a-picture.jpg".to_owned()));
    assert_eq!(before.iter().filter(|name| after.contains(name)).count(), 3);
    assert_eq!(sweep_photos(&shop.app).await.unwrap(), 0);
    shop.stop().await;
}

#[tokio::test]
async fn photo_without_a_pass_is_deleted_from_a_folder() {
    check_unused_photo_is_deleted(open_shop(None).await).await;
}

#[tokio::test]
async fn photo_without_a_pass_is_deleted_from_a_bucket() {
    let bucket = TestBucket::start().await;
    check_unused_photo_is_deleted(open_shop(Some(&bucket)).await).await;
}

#[tokio::test]
async fn unavailable_object_store_affects_only_photos() {
    let mut bucket = TestBucket::start().await;
    let shop = open_shop(Some(&bucket)).await;
    let (buyer, pass) = new_buyer(&shop).await;
    upload_photo(&buyer, &pass, 200).await;
    bucket.stop().await;
    let image = format!("{pass}/image");
    for answer in [buyer.get(&image).await, buyer.upload(&image, "uploadFile", &png_of_side(300)).await] {
        answer.expect_status(503);
        assert!(answer.headers.contains_key("retry-after"));
    }
    let shown = buyer.get("/api/cart/pass").await.json();
    assert_eq!(shown["passes"][0]["hasPicture"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn photo_upload_gets_status_503_while_too_many_uploads_are_running_and_succeeds_afterwards() {
    let shop = open_shop(None).await;
    let (buyer, pass) = new_buyer(&shop).await;
    let places = shop.app.uploads.available_permits();
    let permits = shop.app.uploads.clone().acquire_many_owned(places.try_into().unwrap()).await.unwrap();
    let refused = buyer.upload(&format!("{pass}/image"), "uploadFile", &png_of_side(300)).await;
    assert!(refused.expect_status(503).headers.contains_key("retry-after"));
    drop(permits);
    upload_photo(&buyer, &pass, 300).await;
    assert_eq!(shop.app.uploads.available_permits(), places);
    shop.stop().await;
}

#[tokio::test]
async fn photo_uploads_of_one_account_are_limited() {
    let shop = open_shop(None).await;
    let (buyer, _) = new_buyer(&shop).await;
    for _ in 0..40 {
        buyer.upload("/api/cart/pass/nothing/image", "uploadFile", &png_of_side(10)).await.expect_status(404);
    }
    buyer.upload("/api/cart/pass/nothing/image", "uploadFile", &png_of_side(10)).await.expect_status(429);
    shop.stop().await;
}

/// The size to which a chunk of the tested pictures inflates, in bytes.
const INFLATED: usize = 256 * 1024 * 1024;

fn inflating_chunk() -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let megabyte = vec![0; 1024 * 1024];
    (0..INFLATED / megabyte.len()).for_each(|_| encoder.write_all(&megabyte).unwrap());
    encoder.finish().unwrap()
}

/// A small PNG with a chunk of this type after its header.
fn png_with(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut checksum = flate2::Crc::new();
    checksum.update(kind);
    checksum.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    let chunk = [&length, kind.as_slice(), data, &checksum.sum().to_be_bytes()].concat();
    let mut png = png_of_side(120);
    // 33 is the length of the signature (8) and of the header (13) with its frame (12).
    png.splice(33..33, chunk);
    png
}

#[tokio::test]
async fn account_shows_the_photo_of_a_pass_that_it_bought_and_not_of_a_pass_that_it_linked() {
    let shop = open_shop(None).await;
    let (buyer, pass) = new_buyer(&shop).await;
    let of_cart = list_cart_passes(&buyer).await.remove(0);
    set_passholder(&buyer, &of_cart, ada_as_passholder()).await.expect_success();
    upload_photo(&buyer, &pass, 300).await;
    let photo = buyer.get(&format!("{pass}/image")).await.body;
    pay(&buyer).await;
    let held = async |shopper: &Shopper| shopper.get("/api/account/ticket").await.json()[0].clone();
    let own = held(&buyer).await;
    assert_eq!((&own["hasPhoto"], &own["siteName"]), (&json!(true), &json!("Cedar Park")));
    let image = format!("/api/account/pass/{}/image", own["accountId"].as_str().unwrap());
    let answer = buyer.get(&image).await;
    assert_eq!((answer.status.as_u16(), &answer.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    assert!(answer.body == photo, "the same photo");

    let (friend, _) = shop.new_account().await;
    friend.get(&image).await.expect_status(404);
    let proof = json!({ "passholderId": own["barcode"], "validationData": "12207" });
    friend.post("/api/account/link-pass", proof).await.expect_success();
    let linked = held(&friend).await;
    assert_eq!((&linked["accountId"], &linked["hasPhoto"]), (&own["accountId"], &json!(false)));
    friend.get(&image).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn decompression_bombs_do_not_exhaust_the_memory() {
    let mut shop = ProcessShop::selling(&Catalogue::park().with(season_passes()), "info").await;
    shop.start(None).await;
    let (buyer, pass) = add_pass(shop.shopper(shop.address().await)).await;
    let image = format!("{pass}/image");
    buyer.upload(&image, "uploadFile", &png_of_side(300)).await.expect_success();
    let before = shop.peak_memory();
    let bomb = inflating_chunk();
    assert!(bomb.len() < 512 * 1024, "{} bytes", bomb.len());
    let named = |name: &[u8]| [name, &bomb].concat();
    for (kind, data) in
        [(b"iCCP", named(b"profile\0\0")), (b"zTXt", named(b"Comment\0\0")), (b"iTXt", named(b"Comment\0\x01\0\0\0"))]
    {
        buyer.upload(&image, "uploadFile", &png_with(kind, &data)).await.expect_success();
    }
    // The system measures memory only approximately, so some growth is allowed.
    let grown = shop.peak_memory().saturating_sub(before);
    assert!(grown < INFLATED as u64 / 4, "{} MB more", grown / 1024 / 1024);
    shop.stop().await;
}
