//! Bundles whose parts have several selections: the shopper chooses a time of each, and the shop assigns the places.

use midway::ops::worker::run_due_jobs;
use midway::shop::refund;
use serde_json::{Value, json};

use crate::pdf_tickets::{pdf_path, text_of};
use crate::support::catalogue::table::{
    Table, bundle, bundle_step, hall, price_calendar, price_rule, product, schedule, seat, seat_show, section,
    selection, step_variant, timed_show, variant,
};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, SATURDAY, Shopper, cents};
use crate::support::{Catalogue, Shop};

const EARLY: &str = "dinners.20261121.1700";
const LATE: &str = "dinners.20261121.1800";
const PLAY: &str = "plays.20261121.1930";
const LATE_PLAY: &str = "plays.20261121.2100";
const NIGHTCAP: &str = "nightcaps.20261121.2200";
const LATE_NIGHTCAP: &str = "nightcaps.20261121.2330";
const NO_TIME: &str = "There are no products available for this date / time";

/// An evening is a dinner, and a play at least two hours later in a hall with four seats and two places in the gallery.
/// A bundle is an evening for one to four, and a nightcap at least an hour after the play. Early dinners are cheaper.
fn evening() -> Vec<Table> {
    let rules = "steps = [{ until_before = { hours = 1 }, percent = 100 }]".parse::<toml::Table>().unwrap();
    let mut tables = vec![
        timed_show("dinner", "Dinner"),
        schedule("dinners", "dinner").capacity(6).slots(["17:00", "18:00"]),
        hall("lantern", [1000, 1000]).with(section("stalls", "Stalls")).with(section("gallery", "Gallery").capacity(2)),
        seat_show("play", "Play", "lantern"),
        schedule("plays", "play").slots(["19:30", "21:00"]),
        timed_show("nightcap", "Nightcap"),
        schedule("nightcaps", "nightcap").capacity(10).slots(["22:00", "23:30"]),
        product("evening", "Evening")
            .short_description("Dinner and a play.")
            .with(selection(["dinner"]).prompt("Your dinner"))
            .with(selection(["play"]).prompt("Your play").delay("previous", 120))
            .with(variant("evening-stalls", "Stalls").price(60_00).max_quantity(4).sections(["stalls"]))
            .with(variant("evening-gallery", "Gallery").price(40_00).max_quantity(4).sections(["gallery"])),
        price_calendar("evening").with(price_rule().starting_before("18:00").prices([("evening-stalls", 50_00)])),
        product("nightcap", "Nightcap")
            .short_description("On the terrace.")
            .with(selection(["nightcap"]))
            .with(variant("nightcap-glass", "Glass").price(10_00)),
        bundle("night", "A night out")
            .short_description("Dinner, a play, and a glass on the terrace.")
            .set("cancellation", rules)
            .with(
                bundle_step("evening", "Your evening", 1, 4)
                    .with(step_variant("evening-stalls").percent_off(10))
                    .with(step_variant("evening-gallery")),
            )
            .with(bundle_step("after", "Afterwards", 0, 4).delay("evening", 60).with(step_variant("nightcap-glass"))),
    ];
    tables.extend((1..=4).map(|nth| seat("lantern", "stalls", 1, nth)));
    tables
}

async fn shop() -> Shop {
    Shop::selling_with(&Catalogue::park().with(evening()), &[WORKER_OFF]).await
}

fn at<const N: usize>(product: &str, variant: &str, quantity: u32, times: [&str; N]) -> Value {
    let times = times.iter().zip(1..).map(|(id, index)| json!({ "selectionIndex": index, "performanceId": id }));
    json!({
        "productId": product, "productVariantId": variant, "quantity": quantity, "performances": times.collect::<Vec<_>>(),
    })
}

fn stalls<const N: usize>(quantity: u32, times: [&str; N]) -> Value {
    at("evening", "evening-stalls", quantity, times)
}

fn request(items: &[Value]) -> Value {
    json!({
        "items": items, "saleFlowId": 9, "specificPromotionTypeId": 19, "bundleId": "night", "bundleDate": SATURDAY,
    })
}

async fn add(shopper: &Shopper, items: &[Value]) -> Answer {
    shopper.post("/api/cart/add", request(items)).await
}

/// How many units of these performances are held and sold.
async fn taken<const N: usize>(shop: &Shop, ids: [&str; N]) -> [i64; N] {
    let mut taken = [0; N];
    for (count, id) in taken.iter_mut().zip(ids) {
        let sum = "SELECT CAST(COALESCE(SUM(claimed + sold), 0) AS BIGINT) FROM stock";
        *count = shop.count(&format!("{sum} WHERE key = 'performance:{id}'")).await;
    }
    taken
}

async fn is_consistent(shop: &Shop) {
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
}

#[tokio::test]
async fn step_offers_the_times_of_all_selections_and_the_price_of_the_first() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    let steps = ada.post("/api/bundle/steps/night", json!({ "date": SATURDAY })).await.json();
    let evening = &steps[0]["products"][0];
    let times: Vec<Value> = evening["performances"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| json!([it["selectionIndex"], it["performanceId"], it["uiPrompt"], it["delayTypeId"]]))
        .collect();
    let (dinner, play) = ("Your dinner", "Your play");
    assert_eq!(
        times,
        [
            json!([1, EARLY, dinner, null]),
            json!([1, LATE, dinner, null]),
            json!([2, PLAY, play, 3]),
            json!([2, LATE_PLAY, play, 3]),
        ]
    );
    assert_eq!(evening["performances"][2]["delaySelectionDateTime"], json!("2026-11-21T17:30:00-05:00"));
    let in_stalls = &evening["variants"][0];
    let prices: Vec<Value> = in_stalls["performancePrices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| json!([it["performanceId"], cents(&it["displayPrice"])]))
        .collect();
    assert_eq!(
        prices,
        [json!([EARLY, 45_00]), json!([LATE, 54_00]), json!([PLAY, 45_00]), json!([LATE_PLAY, 45_00])],
        "the dinner decides on the price"
    );
    assert_eq!(cents(&in_stalls["displayPrice"]), 45_00);
    assert_eq!(in_stalls["capacityLevelId"], json!(1));

    for (dinner, play) in [(EARLY, PLAY), (LATE, LATE_PLAY)] {
        add(&shop.new_guest().await, &[stalls(4, [dinner, play])]).await.expect_success();
    }
    let steps = ada.post("/api/bundle/steps/night", json!({ "date": SATURDAY })).await.json();
    let levels: Vec<bool> = steps[0]["products"][0]["variants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|variant| variant["capacityLevelId"] == json!(4))
        .collect();
    assert_eq!(levels, [true, false], "the stalls are full at both plays, and the gallery is not: {steps}");
    shop.stop().await;
}

#[tokio::test]
async fn bundle_holds_a_place_at_every_time_and_its_tickets_name_them() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    add(&ada, &[stalls(2, [LATE, LATE_PLAY]), at("nightcap", "nightcap-glass", 2, [NIGHTCAP])]).await.expect_success();
    assert_eq!(taken(&shop, [EARLY, LATE, PLAY, LATE_PLAY, NIGHTCAP]).await, [0, 2, 0, 2, 2]);
    let cart = ada.get_cart().await;
    let group = &cart["itemGroups"][0];
    assert_eq!(cents(&group["items"][0]["displayPrice"]), 2 * 54_00 + 2 * 10_00);
    let part = &group["packageItemGroups"][0]["items"][0];
    let visits: Vec<&Value> = part["performances"].as_array().unwrap().iter().map(|it| &it["performanceId"]).collect();
    assert_eq!((visits, &part["quantity"]), (vec![&json!(LATE), &json!(LATE_PLAY)], &json!(2)));
    let seats: Vec<Value> =
        part["seats"].as_array().unwrap().iter().map(|seat| json!([seat["showName"], seat["seat"]])).collect();
    assert_eq!(seats, [json!([null, "1"]), json!([null, "2"])], "only the play is in a hall");

    // A revision keeps the times and the seats.
    shop.advance(16);
    ada.get("/api/cart?revise=true").await.expect_status(200);
    assert_eq!(taken(&shop, [LATE, LATE_PLAY, NIGHTCAP]).await, [2, 2, 2]);
    let order = ada.check_out().await;
    let shown = ada.get_order().await.json();
    let parts = &shown["items"][0]["packageItems"];
    assert_eq!(parts[0]["items"][0]["performances"].as_array().unwrap().len(), 2, "{parts}");
    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, &ada.get(&pdf_path(&order["orderId"])).await.body).unwrap();
    let pdf = format!("{} {}", text_of(&file, 1).await, text_of(&file, 2).await);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mail = shop.emails().remove(0).text;
    for (where_, text) in [("the page", &page), ("the PDF", &pdf), ("the e-mail", &mail)] {
        for words in ["Dinner", "6:00 PM", "Play", "9:00 PM", "Stalls, row 1, seat 2", "10:00 PM"] {
            assert!(text.replace('\u{a0}', " ").contains(words), "{where_} says {words}: {text}");
        }
    }
    is_consistent(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn bundle_without_a_time_of_each_selection_or_against_a_delay_is_refused_and_holds_nothing() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    let glass = |time| at("nightcap", "nightcap-glass", 1, [time]);
    let too_early = "Afterwards: choose a time at or after 10:00 PM, at least 60 minutes after Your evening.";
    for (why, items, message) in [
        ("no play", vec![stalls(1, [EARLY])], "Please choose a date and time."),
        ("a dinner too soon before the play", vec![stalls(1, [LATE, PLAY])], NO_TIME),
        ("the times of the selections are exchanged", vec![stalls(1, [PLAY, EARLY])], NO_TIME),
        ("a play on another day", vec![stalls(1, [EARLY, "plays.20261122.1930"])], NO_TIME),
        ("both on another day", vec![stalls(1, ["dinners.20261122.1700", "plays.20261122.1930"])], NO_TIME),
    ] {
        assert_eq!(add(&ada, &items).await.expect_refusal(), message, "{why}");
    }
    assert_eq!(taken(&shop, [EARLY, LATE, PLAY, LATE_PLAY]).await, [0; 4]);
    add(&ada, &[stalls(1, [EARLY, PLAY]), glass(NIGHTCAP)]).await.expect_success();
    // The nightcap is at least an hour after the play, which is the last time of its step.
    let at_nine = [stalls(1, [EARLY, LATE_PLAY]), glass(NIGHTCAP)];
    add(&ada, &at_nine).await.expect_success();
    let catalogue = Catalogue::park().with(evening());
    let catalogue = catalogue.edit("schedule", "nightcaps", |it| it.slots(["21:30", "23:30"]));
    shop.stop().await;
    let shop = Shop::selling(&catalogue).await;
    let bob = shop.new_guest().await;
    let soon = "nightcaps.20261121.2130";
    assert_eq!(add(&bob, &[stalls(1, [EARLY, LATE_PLAY]), glass(soon)]).await.expect_refusal(), too_early);
    add(&bob, &[stalls(1, [EARLY, PLAY]), glass(soon)]).await.expect_success();
    add(&bob, &[stalls(1, [EARLY, LATE_PLAY]), glass(LATE_NIGHTCAP)]).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn full_second_time_is_named_with_another_that_keeps_the_delay() {
    let shop = shop().await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&bob, &[at("evening", "evening-gallery", 2, [EARLY, PLAY])]).await.expect_success();
    let refused = add(&ada, &[at("evening", "evening-gallery", 1, [EARLY, PLAY])]).await;
    let message = "Sorry, this is sold out: Evening, Gallery, Saturday, November 21, 2026, 7:30 PM. Please choose \
                   another date or time. Still available: 9:00 PM.";
    assert_eq!(refused.expect_refusal(), message);
    let others = refused.json()["otherTimes"].clone();
    assert_eq!((&others[0]["selectionIndex"], &others[0]["performanceId"]), (&json!(2), &json!(LATE_PLAY)), "{others}");
    assert_eq!(taken(&shop, [EARLY, PLAY]).await, [2, 2], "nothing is held for the second bundle");
    add(&ada, &[at("evening", "evening-gallery", 1, [EARLY, LATE_PLAY])]).await.expect_success();
    is_consistent(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn edited_bundle_moves_one_of_its_times_and_keeps_the_other() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    add(&ada, &[stalls(2, [EARLY, PLAY])]).await.expect_success();
    let id = ada.get_lines().await[0]["id"].clone();
    let replace = async |items: &[Value]| {
        let mut request = request(items);
        request["replaces"] = json!([id]);
        ada.post("/api/cart/add", request).await
    };
    let before = ada.get_lines().await;
    assert_eq!(replace(&[stalls(2, [LATE, PLAY])]).await.expect_refusal(), NO_TIME);
    assert_eq!(ada.get_lines().await, before);
    replace(&[stalls(2, [EARLY, LATE_PLAY])]).await.expect_success();
    assert_eq!(taken(&shop, [EARLY, PLAY, LATE_PLAY]).await, [2, 0, 2]);
    replace(&[stalls(3, [LATE, LATE_PLAY])]).await.expect_success();
    assert_eq!(taken(&shop, [EARLY, LATE, PLAY, LATE_PLAY]).await, [0, 3, 0, 3]);
    let line = &ada.get_lines().await[0];
    assert_eq!((&line["id"], cents(&line["displayPrice"])), (&id, 3 * 54_00));
    is_consistent(&shop).await;
    ada.change_quantity(id.as_str().unwrap(), 0).await.expect_success();
    assert_eq!(taken(&shop, [LATE, LATE_PLAY]).await, [0, 0]);
    shop.stop().await;
}

#[tokio::test]
async fn canceled_bundle_gives_back_the_places_of_all_its_times() {
    let shop = shop().await;
    let ada = shop.new_guest().await;
    add(&ada, &[stalls(4, [EARLY, PLAY]), at("nightcap", "nightcap-glass", 1, [NIGHTCAP])]).await.expect_success();
    ada.check_out().await;
    let order = ada.get_order().await.json();
    assert_eq!(taken(&shop, [EARLY, PLAY, NIGHTCAP]).await, [4, 4, 1]);
    let path = format!("/api/order/cancellation/{}", order["id"].as_str().unwrap());
    let units = json!([{ "orderItemId": order["items"][0]["id"], "unit": 0 }]);
    let quote = ada.post(&format!("{path}/quote"), json!({ "units": units })).await.expect_status(200).json();
    assert_eq!(cents(&quote["refund"]), 4 * 45_00 + 10_00);
    ada.post(&path, json!({ "units": units, "agreedRefund": quote["refund"] })).await.expect_success();
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(taken(&shop, [EARLY, PLAY, NIGHTCAP]).await, [0, 0, 0]);
    let bob = shop.new_guest().await;
    add(&bob, &[stalls(4, [EARLY, PLAY])]).await.expect_success();
    is_consistent(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn part_at_two_shows_in_halls_has_seats_at_each() {
    let mut tables = vec![
        hall("loft", [1000, 1000]).with(section("floor", "Floor")),
        hall("opera", [1000, 1000]).with(section("stalls", "Stalls")),
        seat_show("matinee", "Matinee", "loft"),
        seat_show("gala", "Gala", "opera"),
        schedule("matinees", "matinee").slots(["14:00"]),
        schedule("galas", "gala").slots(["19:00"]),
        product("both-plays", "Both plays")
            .short_description("A matinee and a gala.")
            .with(selection(["matinee"]))
            .with(selection(["gala"]).delay("first", 240))
            .with(variant("both", "Both").price(50_00).max_quantity(4).sections(["floor", "stalls"])),
        bundle("night", "A long day")
            .short_description("Two plays.")
            .with(bundle_step("plays", "Two plays", 1, 4).with(step_variant("both").percent_off(10))),
    ];
    tables.extend((1..=4).map(|nth| seat("loft", "floor", 1, nth)));
    tables.extend((1..=4).map(|nth| seat("opera", "stalls", 1, nth)));
    let shop = Shop::selling(&Catalogue::park().with(tables)).await;
    let ada = shop.new_guest().await;
    let (matinee, gala) = ("matinees.20261121.1400", "galas.20261121.1900");
    add(&ada, &[at("both-plays", "both", 2, [matinee, gala])]).await.expect_success();
    let part = ada.get_cart().await["itemGroups"][0]["packageItemGroups"][0]["items"][0].clone();
    let seats: Vec<Value> = part["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| json!([seat["showName"], seat["seatCategoryName"], seat["seat"]]))
        .collect();
    let seat = |show: &str, section: &str, seat: &str| json!([show, section, seat]);
    assert_eq!(
        seats,
        [
            seat("Matinee", "Floor", "1"),
            seat("Gala", "Stalls", "1"),
            seat("Matinee", "Floor", "2"),
            seat("Gala", "Stalls", "2"),
        ]
    );
    // A change of the quantity keeps the time of each show; the bundle's own seats are free for it.
    let id = ada.get_lines().await[0]["id"].clone();
    let mut more = request(&[at("both-plays", "both", 4, [matinee, gala])]);
    more["replaces"] = json!([id]);
    ada.post("/api/cart/add", more).await.expect_success();
    assert_eq!(taken(&shop, [matinee, gala]).await, [4, 4]);
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    for seat in ["Floor, row 1, seat 4", "Stalls, row 1, seat 4"] {
        assert!(page.contains(seat), "{seat}: {page}");
    }
    is_consistent(&shop).await;
    shop.stop().await;
}
