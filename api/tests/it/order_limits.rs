//! The limits of products per order and per day, and variants that are sold only together with others.

use serde_json::{Value, json};

use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, Shopper, line};
use crate::support::{Catalogue, Shop};

const SUNDAY_NOON: &str = "tours.20261122.1200";
const SATURDAY: &str = "Saturday, November 21, 2026";

/// A park whose tour takes children only with adults, up to two for each.
fn park() -> Catalogue {
    let with = toml::toml! {
        variants = ["adult"]
        each = 2
    };
    Catalogue::park().edit_variant("tour", "child", |child| child.set("only_with", with))
}

fn tours(variant: &str, quantity: u32, performance: &str) -> Value {
    line("tour", variant, quantity, Some(performance))
}

async fn refusal_of(shopper: &Shopper, lines: Value) -> String {
    shopper.try_add(lines).await.expect_refusal()
}

#[tokio::test]
async fn limits_per_order_and_per_day_count_all_variants_of_a_product() {
    let catalogue = Catalogue::park().edit_tour(|tour| tour.max_per_order(6).max_per_day(4).min_per_order(2));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let page = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert_eq!(page["value"]["limits"], json!(["From 2 to 6 per order", "Up to 4 per day"]));

    ada.try_add(json!([tours("adult", 1, SATURDAY_NOON)])).await.expect_success();
    let least = "The minimum for Tour is 2 per order. Please add more or remove it.";
    assert_eq!(ada.get_cart().await["unmet"], json!([least]));
    ada.save_settings("digital").await;
    assert_eq!(ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal(), least);

    let day = format!("The limit for Tour is 4 on {SATURDAY}.");
    assert_eq!(refusal_of(&ada, json!([tours("child", 4, SATURDAY_TWO)])).await, day);
    ada.try_add(json!([tours("child", 3, SATURDAY_TWO)])).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!(cart["unmet"], json!([]));
    let lines = ada.get_lines().await;
    let bounds: Vec<_> = lines.iter().map(|it| (it["quantity"].as_u64(), it["maxQuantity"].as_u64())).collect();
    assert_eq!(bounds, [(Some(1), Some(1)), (Some(3), Some(3))], "the day is full");
    let first = lines[0]["id"].as_str().unwrap();
    assert_eq!(ada.change_quantity(first, 2).await.expect_refusal(), day);

    ada.try_add(json!([tours("adult", 2, SUNDAY_NOON)])).await.expect_success();
    let order = "The limit for Tour is 6 per order.";
    assert_eq!(refusal_of(&ada, json!([tours("adult", 1, SUNDAY_NOON)])).await, order);
    let quote = json!({ "saleFlowId": 1, "items": [tours("adult", 7, SUNDAY_NOON)] });
    assert_eq!(ada.post("/api/cart/quote", quote).await.expect_refusal(), order, "also before it is in the cart");
    // A cart may always shrink.
    ada.change_quantity(first, 0).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn minimum_per_day_is_named_with_the_day_that_lacks_tickets() {
    let shop = Shop::selling(&Catalogue::park().edit_tour(|tour| tour.min_per_day(3))).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([tours("adult", 2, SATURDAY_NOON), tours("adult", 3, SUNDAY_NOON)])).await.expect_success();
    let least = format!("The minimum for Tour is 3 on {SATURDAY}. Please add more or remove it.");
    assert_eq!(ada.get_cart().await["unmet"], json!([least]));
    ada.try_add(json!([tours("child", 1, SATURDAY_TWO)])).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([]));
    shop.stop().await;
}

#[tokio::test]
async fn cart_above_a_limit_that_was_lowered_can_shrink_and_be_paid_but_not_grow() {
    let shop = Shop::selling(&Catalogue::park()).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 5).await;
    shop.import(&Catalogue::park().edit_tour(|tour| tour.max_per_order(3))).await;
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 6).await.expect_refusal();
    ada.change_quantity(&id, 4).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([]));
    shop.stop().await;
}

#[tokio::test]
async fn child_is_sold_only_with_an_adult_of_the_same_day_and_up_to_two_for_each() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    let page = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    let variants = page["value"]["variants"].as_array().unwrap();
    let child = variants.iter().find(|it| it["id"] == "child").unwrap();
    assert_eq!(child["quantityRestrictionText"], "Up to 2 for each Adult");

    let alone = format!("Tour (Child) is sold only with Adult for the same day ({SATURDAY}).");
    assert_eq!(refusal_of(&ada, json!([tours("child", 1, SATURDAY_NOON)])).await, alone);
    let other_day = json!([tours("child", 1, SATURDAY_NOON), tours("adult", 1, SUNDAY_NOON)]);
    assert_eq!(refusal_of(&ada, other_day).await, alone);
    let many = format!("The limit for Tour (Child) is 2 for each Adult on {SATURDAY}.");
    let three = json!([tours("adult", 1, SATURDAY_TWO), tours("child", 3, SATURDAY_NOON)]);
    assert_eq!(refusal_of(&ada, three).await, many);
    let family = json!([tours("adult", 1, SATURDAY_TWO), tours("child", 2, SATURDAY_NOON)]);
    ada.try_add(family).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([]));

    // Without the adult the cart can be kept, but not bought.
    let lines = ada.get_lines().await;
    let adult = lines.iter().find(|it| it["productVariantId"] == "adult").unwrap()["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&adult, 0).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([alone]));
    ada.save_settings("digital").await;
    assert_eq!(ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal(), alone);
    ada.change_quantity(&adult, 1).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([]), "the adult is back");
    shop.stop().await;
}

#[tokio::test]
async fn guest_cart_that_exceeds_a_limit_with_the_accounts_cart_is_merged_up_to_it() {
    let shop = Shop::selling(&Catalogue::park().edit_tour(|tour| tour.max_per_order(3))).await;
    let (ada, email) = shop.new_account().await;
    ada.add_tours("adult", 2).await;
    let guest = shop.new_guest().await;
    guest.add_tours("child", 2).await;
    guest.sign_in(&email).await;
    let cart = guest.get("/api/cart?revise=true").await.json();
    let lines: Vec<_> = guest.get_lines().await.iter().map(|it| it["productVariantId"].clone()).collect();
    assert_eq!((lines, &cart["cartRevised"]), (vec![json!("adult")], &json!(true)));
    shop.stop().await;
}
