//! Products whose selections have shows in several halls: the shopper chooses a place at each.

use serde_json::{Value, json};

use crate::support::catalogue::table::{
    Table, hall, part, product, schedule, seat, seat_show, section, section_show, selection, variant,
};
use crate::support::shopper::{Answer, Shopper, cents};
use crate::support::{Catalogue, Shop};

const MATINEE: &str = "matinees.20261121.1400";
const GALA: &str = "galas.20261121.1900";
const TALK: &str = "talks.20261121.2200";

/// A matinee with four seats in the loft, a gala at least four hours later with four seats in the stalls and two places
/// in the gallery, and a talk in one of two sections. Whoever sees the gala in the gallery pays less.
fn two_performances() -> Vec<Table> {
    let mut tables = vec![
        hall("loft", [1000, 1000]).with(section("floor", "Floor")),
        hall("opera", [1000, 1000]).with(section("stalls", "Stalls")).with(section("gallery", "Gallery").capacity(2)),
        hall("foyer", [1000, 1000])
            .with(section("front", "Front").capacity(1))
            .with(section("back", "Back").capacity(5)),
        seat_show("matinee", "Matinee", "loft"),
        seat_show("gala", "Gala", "opera"),
        section_show("talk", "Talk", "foyer"),
        schedule("matinees", "matinee").slots(["14:00", "16:00"]),
        schedule("galas", "gala").slots(["19:00"]),
        schedule("talks", "talk").slots(["22:00"]),
        product("double-bill", "Double bill")
            .short_description("A matinee, a gala and a talk.")
            .with(selection(["matinee"]))
            .with(selection(["gala"]).delay("previous", 240))
            .with(selection(["talk"]))
            .with(variant("best", "Best").price(90_00).max_quantity(4).sections(["floor", "stalls", "front", "back"]))
            .with(variant("plain", "Plain").price(60_00).max_quantity(4).sections(["floor", "gallery", "back"])),
        product("pair", "A double bill for two")
            .short_description("Two of each.")
            .package(10, "Save 10 %")
            .with(selection(["matinee"]))
            .with(selection(["gala"]))
            .with(variant("couple", "Couple").with(part("both").set("quantity", 2).set("selections", vec![1, 2]))),
        product("both-plays", "Both plays")
            .short_description("A matinee and a gala.")
            .with(selection(["matinee"]))
            .with(selection(["gala"]))
            .with(variant("both", "Both").price(50_00).max_quantity(4).sections(["floor", "stalls"])),
    ];
    tables.extend((1..=4).map(|nth| seat("loft", "floor", 1, nth)));
    tables.extend((1..=4).map(|nth| seat("opera", "stalls", 1, nth)));
    tables
}

async fn shop() -> Shop {
    Shop::selling(&Catalogue::park().with(two_performances())).await
}

fn places(matinee: Value, gala: Value, talk: &str) -> Value {
    let at = |index: u32, id: &str, place: &Value| {
        let mut performance = json!({ "selectionIndex": index, "performanceId": id });
        performance.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        performance
    };
    json!([at(1, MATINEE, &matinee), at(2, GALA, &gala), at(3, TALK, &json!({ "showCategoryId": talk }))])
}

fn line(variant: &str, quantity: u32, performances: &Value) -> Value {
    json!({
        "productId": "double-bill", "productVariantId": variant, "quantity": quantity, "performances": performances,
    })
}

/// The n-th seat of each hall.
fn seats(matinee: u32, gala: u32) -> Value {
    let id = |section: &str, nth: u32| json!({ "seatId": format!("{section}-1-{nth}") });
    places(id("floor", matinee), id("stalls", gala), "back")
}

async fn add(shopper: &Shopper, performances: Value) -> Answer {
    shopper.try_add(json!([line("best", 1, &performances)])).await
}

/// The places of each line, by performance.
async fn places_in_cart(shopper: &Shopper) -> Vec<Vec<String>> {
    let places = |item: &Value| {
        let place = |performance: &Value| {
            let words = ["showCategoryName", "seatDescription"].iter().filter_map(|key| performance[key].as_str());
            words.collect::<Vec<_>>().join(" ")
        };
        item["performances"].as_array().unwrap().iter().map(place).collect()
    };
    shopper.get_lines().await.iter().map(places).collect()
}

#[tokio::test]
async fn places_of_each_hall_are_offered_among_the_variants_that_are_left() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    let chosen = [MATINEE, GALA, TALK];
    let detail = async |more: Value| {
        let mut asked = json!({ "productId": "double-bill", "performanceIds": chosen });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ada.post("/api/performance/performance-detail", asked).await
    };
    let sections = |value: &Value| {
        let sections = value["showCategories"].as_array().unwrap().iter();
        sections.map(|section| section["showCategoryId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = detail(json!({})).await.expect_success()["value"].clone();
    assert_eq!((&first["performanceId"], sections(&first)), (&json!(MATINEE), vec!["floor".to_owned()]));
    let gala = detail(json!({ "performanceId": GALA })).await.expect_success()["value"].clone();
    assert_eq!((&gala["showTypeId"], sections(&gala)), (&json!(3), vec!["stalls".to_owned(), "gallery".to_owned()]));
    assert_eq!(gala["seats"].as_array().unwrap().len(), 4);
    let asked = json!({ "performanceId": GALA, "productVariantIds": ["plain"] });
    let plain = detail(asked).await.expect_success()["value"].clone();
    assert_eq!((&plain["seats"], sections(&plain)), (&json!([]), vec!["gallery".to_owned()]));
    assert_eq!(plain["productVariants"].as_array().unwrap().len(), 1);
    let talk = detail(json!({ "performanceId": TALK, "productVariantIds": ["plain"] })).await.expect_success();
    assert_eq!(sections(&talk["value"]), ["back"]);
    detail(json!({ "performanceId": "galas.20261122.1900" })).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn shortage_at_the_second_hall_holds_nothing_at_the_first() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, seats(1, 1)).await.expect_success();
    assert_eq!(places_in_cart(&ada).await, [["Floor 1 1", "Stalls 1 1", "Back"]]);

    let taken = "Sorry, row 1, seat 1 at Gala was just taken. Please choose another.";
    assert_eq!(add(&bob, seats(2, 1)).await.expect_refusal(), taken);
    let taken = "Sorry, row 1, seat 1 at Matinee was just taken. Please choose another.";
    assert_eq!(add(&bob, seats(1, 2)).await.expect_refusal(), taken);
    let of_other_hall = places(json!({ "seatId": "stalls-1-3" }), json!({ "bestSeats": true }), "back");
    assert_eq!(add(&bob, of_other_hall).await.expect_refusal(), "There are no products available for this date / time");
    let without = places(json!({ "seatId": "floor-1-3" }), json!({}), "back");
    assert_eq!(add(&bob, without).await.expect_refusal(), "Please choose a seat.");
    // The variant is not sold in the gallery.
    let gallery = places(json!({ "seatId": "floor-1-3" }), json!({ "showCategoryId": "gallery" }), "back");
    assert_eq!(add(&bob, gallery).await.expect_refusal(), "There are no products available for this date / time");
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND claimed = 1").await, 2);
    let one_line = places(json!({ "bestSeats": true }), json!({ "bestSeats": true }), "front");
    let full = bob.try_add(json!([line("best", 2, &one_line)])).await;
    let few = "Sorry, only 1 left: Double bill, Front, Saturday, November 21, 2026, 10:00 PM. Please choose fewer, \
               or choose another date or time.";
    assert_eq!(full.expect_refusal(), few);
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND claimed = 1").await, 2);
    add(&bob, seats(2, 2)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn seat_at_one_of_two_halls_is_changed_alone() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, seats(1, 1)).await.expect_success();
    add(&bob, seats(2, 2)).await.expect_success();
    let id = ada.get_lines().await[0]["id"].clone();
    let to = |performances: Value| json!({ "items": [{ "id": id, "quantity": 1, "performances": performances }] });
    let taken = ada.post("/api/cart/modify", to(seats(1, 2))).await;
    assert_eq!(taken.expect_refusal(), "Sorry, row 1, seat 2 at Gala was just taken. Please choose another.");
    ada.post("/api/cart/modify", to(seats(1, 4))).await.expect_success();
    assert_eq!(places_in_cart(&ada).await, [["Floor 1 1", "Stalls 1 4", "Back"]]);
    add(&bob, seats(1, 1)).await.expect_refusal();
    add(&bob, seats(3, 1)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn order_names_every_place_with_its_show() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&bob, seats(2, 4)).await.expect_success();
    // The shop chooses the seats at both halls: together in the stalls; apart in the loft, which it asks about.
    let best = places(json!({ "bestSeats": true }), json!({ "bestSeats": true }), "back");
    ada.try_add(json!([line("best", 2, &best)])).await.expect_success();
    let gallery = places(json!({ "seatId": "floor-1-1" }), json!({ "showCategoryId": "gallery" }), "back");
    ada.try_add(json!([line("plain", 1, &gallery)])).await.expect_success();
    let mut chosen = places_in_cart(&ada).await;
    chosen.sort();
    let expected =
        [["Floor 1 1", "Gallery", "Back"], ["Floor 1 3", "Stalls 1 2", "Back"], ["Floor 1 4", "Stalls 1 3", "Back"]];
    assert_eq!(chosen, expected);
    let prices: Vec<i64> = ada.get_lines().await.iter().map(|line| cents(&line["displayPrice"])).collect();
    assert_eq!(prices, [90_00, 90_00, 60_00]);
    ada.check_out().await;

    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    for place in ["Floor, row 1, seat 1", "Floor, row 1, seat 3", "Stalls, row 1, seat 2", "Gallery"] {
        assert_eq!(page.matches(&format!("ticket-place\">{place}<")).count(), 1, "{place}: {page}");
    }
    assert_eq!(page.matches("<article").count(), 9, "a ticket for each person and show");
    let mail = shop.wait_for_emails(1).await.remove(0);
    let named = |show: &str, time: &str, place: &str| {
        let line = format!("{show}, Saturday, November 21, 2026, {time}, {place}");
        assert!(mail.text.lines().any(|it| it == line), "{line}: {}", mail.text);
    };
    named("Matinee", "2:00 PM", "Floor, row 1, seat 3");
    named("Gala", "7:00 PM", "Stalls, row 1, seat 2");
    named("Gala", "7:00 PM", "Gallery");
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND sold = 1").await, 5);
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn part_of_a_package_has_a_seat_at_each_of_its_halls() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    let performances = json!([
        { "selectionIndex": 1, "performanceId": MATINEE },
        { "selectionIndex": 2, "performanceId": GALA },
    ]);
    let couple = json!({
        "productId": "pair", "productVariantId": "couple", "quantity": 1, "performances": performances,
    });
    ada.try_add(json!([couple])).await.expect_success();
    // A revision claims the same seats again.
    shop.advance(16);
    ada.get("/api/cart?revise=true").await.expect_status(200);
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    let (floor, stalls) = (page.matches("Floor, row 1, seat ").count(), page.matches("Stalls, row 1, seat ").count());
    assert_eq!((floor, stalls), (2, 2), "{page}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND sold = 1").await, 4);
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}
