//! Packages and bundles with shows in a hall: the shop assigns the places of their parts.

use serde_json::{Value, json};

use crate::support::catalogue::table::{
    Table, bundle, bundle_step, hall, part, product, schedule, seat, seat_show, section, selection, step_variant,
    timed_show, variant,
};
use crate::support::shopper::{Answer, SATURDAY, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

const PLAY: &str = "plays.20261121.2000";
const DINNER: &str = "dinners.20261121.1700";

/// A dinner, and a play with six seats in the stalls and two places in the gallery. A package of a dinner for two with
/// two seats, and a bundle of dinners with seats or places in the gallery.
fn dinner_and_play() -> Vec<Table> {
    let couple = variant("couple", "Couple")
        .with(part("dinner-guest").set("quantity", 2).set("selections", vec![1]))
        .with(part("play-stalls").set("quantity", 2).set("selections", vec![2]));
    let mut tables = vec![
        timed_show("dinner", "Dinner"),
        schedule("dinners", "dinner").capacity(20).slots(["17:00", "18:30"]),
        hall("lantern", [1000, 1000]).with(section("stalls", "Stalls")).with(section("gallery", "Gallery").capacity(2)),
        seat_show("play", "Play", "lantern"),
        schedule("plays", "play").slots(["20:00"]),
        product("dinner", "Dinner")
            .short_description("Three courses.")
            .with(selection(["dinner"]))
            .with(variant("dinner-guest", "Guest").price(30_00)),
        product("play", "Play")
            .short_description("A play.")
            .with(selection(["play"]))
            .with(variant("play-stalls", "Stalls").price(40_00).max_quantity(6).sections(["stalls"]))
            .with(variant("play-gallery", "Gallery").price(20_00).max_quantity(6).sections(["gallery"])),
        product("evening", "Evening for two")
            .short_description("Dinner and a play.")
            .package(10, "Save 10 %")
            .with(selection(["dinner"]))
            .with(selection(["play"]))
            .with(couple.set("max_quantity", 3)),
        bundle("night", "A night out")
            .short_description("Dinner, then a play.")
            .with(bundle_step("eat", "Dinner", 1, 6).with(step_variant("dinner-guest")))
            .with(
                bundle_step("see", "Play", 1, 6)
                    .delay("eat", 120)
                    .with(step_variant("play-stalls").set("percent_off", 50))
                    .with(step_variant("play-gallery")),
            ),
    ];
    tables.extend((1..=6).map(|nth| seat("lantern", "stalls", 1, nth)));
    tables
}

async fn shop() -> Shop {
    Shop::selling(&Catalogue::park().with(dinner_and_play())).await
}

async fn add_packages(shopper: &Shopper, quantity: u32) -> Answer {
    let performances = json!([
        { "selectionIndex": 1, "performanceId": DINNER },
        { "selectionIndex": 2, "performanceId": PLAY },
    ]);
    let line = json!({
        "productId": "evening", "productVariantId": "couple", "quantity": quantity, "performances": performances,
    });
    shopper.try_add(json!([line])).await
}

async fn add_bundle(shopper: &Shopper, variant: &str, quantity: u32) -> Answer {
    add_bundle_after(shopper, DINNER, variant, quantity).await
}

async fn add_bundle_after(shopper: &Shopper, dinner: &str, variant: &str, quantity: u32) -> Answer {
    let items = vec![line("dinner", "dinner-guest", 1, Some(dinner)), line("play", variant, quantity, Some(PLAY))];
    let request = json!({
        "items": items, "saleFlowId": 9, "specificPromotionTypeId": 19, "bundleId": "night", "bundleDate": SATURDAY,
    });
    shopper.post("/api/cart/add", request).await
}

/// The seats of the parts of each line of a package or a bundle.
async fn seats(shopper: &Shopper) -> Vec<Vec<String>> {
    let cart = shopper.get_cart().await;
    let groups = cart["itemGroups"].as_array().unwrap().clone();
    let seats = |group: &Value| {
        let of_parts = group["packageItemGroups"].as_array().unwrap().iter();
        let items = of_parts.flat_map(|part| part["items"].as_array().unwrap());
        items
            .flat_map(|item| item["seats"].as_array().unwrap())
            .map(|seat| seat["seat"].as_str().unwrap().to_owned())
            .collect()
    };
    groups.iter().map(seats).collect()
}

#[tokio::test]
async fn packages_get_seats_together_and_each_is_a_line_of_its_own() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let asked = json!({ "productId": "evening", "performanceIds": [DINNER, PLAY] });
    let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success()["value"].clone();
    let asks = (&detail["showTypeId"], &detail["seats"], &detail["showCategories"], &detail["seatingChart"]);
    assert_eq!(asks, (&json!(1), &json!([]), &json!([]), &Value::Null), "the page asks for no seats");
    assert_eq!(detail["productVariants"].as_array().unwrap().len(), 1);

    add_packages(&ada, 2).await.expect_success();
    assert_eq!(seats(&ada).await, [["1", "2"], ["3", "4"]]);
    let lines = ada.get_lines().await;
    let shown: Vec<(i64, &Value)> = lines.iter().map(|it| (cents(&it["displayPrice"]), &it["quantity"])).collect();
    assert_eq!(shown, [(12_600, &json!(1)), (12_600, &json!(1))]);
    assert!(lines.iter().all(|line| line["maxQuantity"] == 1), "{lines:?}");
    bob.try_add(json!([{
        "productId": "play", "productVariantId": "play-stalls", "quantity": 1,
        "performances": [{ "selectionIndex": 1, "performanceId": PLAY, "seatId": "lantern-stalls-1-2" }],
    }]))
    .await
    .expect_refusal();
    let three = add_packages(&bob, 2).await;
    assert_eq!(three.expect_refusal(), "Sorry, not enough seats are left for a party of 4. Please choose fewer.");

    // A removed package comes back with its seats.
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 0).await.expect_success();
    assert_eq!(seats(&ada).await, [["3", "4"]]);
    ada.change_quantity(&id, 1).await.expect_success();
    assert_eq!(seats(&ada).await, [["1", "2"], ["3", "4"]]);

    // The seats are claimed again after the hold has ended.
    shop.advance(16);
    ada.get("/api/cart?revise=true").await.expect_status(200);
    assert_eq!(seats(&ada).await, [["1", "2"], ["3", "4"]]);
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    for seat in 1..=4 {
        assert_eq!(page.matches(&format!("Stalls, row 1, seat {seat}<")).count(), 1, "{page}");
    }
    let mail = shop.wait_for_emails(1).await.remove(0);
    assert!(mail.text.replace('\u{a0}', " ").contains("2 × Play, Stalls"), "{}", mail.text);
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND sold = 1").await, 4);
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn bundle_gets_seats_or_places_and_keeps_them_when_it_is_revised() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add_bundle(&ada, "play-stalls", 3).await.expect_success();
    assert_eq!(seats(&ada).await, [["1", "2", "3"]]);
    assert_eq!(cents(&ada.get_lines().await[0]["displayPrice"]), 90_00);
    add_bundle(&bob, "play-gallery", 2).await.expect_success();
    let full = add_bundle(&ada, "play-gallery", 1).await;
    assert!(!full.succeeded(), "the gallery is full");
    let sections: Vec<Value> = bob.get_cart().await["itemGroups"][0]["packageItemGroups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["items"][0]["performances"][0]["showCategoryName"].clone())
        .collect();
    assert_eq!(sections, [Value::Null, json!("Gallery")]);

    // A bundle that is built again in its place may keep its seats, which are free for it.
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let items = vec![line("dinner", "dinner-guest", 2, Some(DINNER)), line("play", "play-stalls", 6, Some(PLAY))];
    let larger = json!({
        "items": items, "saleFlowId": 9, "specificPromotionTypeId": 19, "bundleId": "night", "bundleDate": SATURDAY,
        "replaces": [id],
    });
    ada.post("/api/cart/add", larger).await.expect_success();
    assert_eq!(seats(&ada).await, [["1", "2", "3", "4", "5", "6"]]);
    ada.change_quantity(&id, 0).await.expect_success();
    add_bundle(&ada, "play-stalls", 3).await.expect_success();

    let late = add_bundle_after(&bob, "dinners.20261121.1830", "play-stalls", 1).await;
    let reason = "Play: choose a time at or after 8:30 PM, at least 120 minutes after Dinner.";
    assert_eq!(late.expect_refusal(), reason);

    shop.advance(16);
    ada.get("/api/cart?revise=true").await.expect_status(200);
    assert_eq!(seats(&ada).await, [["1", "2", "3"]]);
    let twice = vec![
        line("dinner", "dinner-guest", 1, Some(DINNER)),
        line("play", "play-stalls", 1, Some(PLAY)),
        line("play", "play-stalls", 1, Some(PLAY)),
    ];
    let twice = json!({
        "items": twice, "saleFlowId": 9, "specificPromotionTypeId": 19, "bundleId": "night", "bundleDate": SATURDAY,
    });
    assert!(!bob.post("/api/cart/add", twice).await.succeeded(), "a variant is named once");
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    assert_eq!(page.matches("Stalls, row 1, seat ").count(), 3, "{page}");
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}
