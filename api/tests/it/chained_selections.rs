//! Products for which the shopper chooses several performances, with a minimum delay between them.

use serde_json::{Value, json};

use crate::support::catalogue::table::{
    Table, hall, price_calendar, price_rule, product, schedule, seat, seat_show, section, selection, timed_show,
    variant,
};
use crate::support::shopper::cents;
use crate::support::{Catalogue, Shop};

/// A morning walk, a lunch that begins at least 90 minutes after the walk, and a show that begins at least two hours
/// after the walk.
fn chained_selections() -> Vec<Table> {
    vec![
        timed_show("morning", "Morning walk"),
        timed_show("lunch", "Lunch"),
        timed_show("finale", "Finale"),
        schedule("mornings", "morning").capacity(20).slots(["10:00", "11:00"]),
        schedule("lunches", "lunch").capacity(20).slots(["11:29", "11:30", "12:30"]),
        schedule("finales", "finale").capacity(20).slots(["12:00", "14:00"]),
        product("grand-day", "Grand day")
            .short_description("All of it.")
            .with(selection(["morning"]).prompt("Choose your morning"))
            .with(selection(["lunch"]).prompt("Choose your lunch").delay("previous", 90))
            .with(selection(["finale"]).delay("first", 120))
            .with(variant("grand", "Grand day").price(80_00)),
    ]
}

fn whole_day(date: &str, times: [&str; 3]) -> Value {
    let performances: Vec<Value> = ["mornings", "lunches", "finales"]
        .iter()
        .zip(times)
        .zip(1..)
        .map(|((schedule, time), index)| json!({ "selectionIndex": index, "performanceId": format!("{schedule}.{date}.{time}") }))
        .collect();
    json!([{ "productId": "grand-day", "productVariantId": "grand", "quantity": 1, "performances": performances }])
}

#[tokio::test]
async fn later_selection_must_keep_its_minimum_delay_after_the_earlier_selection() {
    let shop = Shop::selling(&Catalogue::park().with(chained_selections())).await;
    let ada = shop.new_guest().await;
    let offered = ada.list_performances("grand-day", "2026-11-21").await;
    let delay = |id: &str| {
        let it = offered.iter().find(|it| it["performanceId"] == id).unwrap();
        (it["delayTypeId"].as_i64(), it["delaySelectionDateTime"].as_str().map(str::to_owned))
    };
    assert_eq!(delay("mornings.20261121.1000"), (None, None));
    assert_eq!(delay("lunches.20261121.1130"), (Some(3), Some("2026-11-21T10:00:00-05:00".to_owned())));
    assert_eq!(delay("finales.20261121.1200"), (Some(2), Some("2026-11-21T10:00:00-05:00".to_owned())));

    let refused = "There are no products available for this date / time";
    for times in [["1000", "1129", "1200"], ["1100", "1230", "1200"], ["1100", "1130", "1400"]] {
        assert_eq!(ada.try_add(whole_day("20261121", times)).await.expect_refusal(), refused, "{times:?}");
    }
    for times in [["1000", "1130", "1200"], ["1100", "1230", "1400"]] {
        ada.try_add(whole_day("20261121", times)).await.expect_success();
    }
    let mut two_days = whole_day("20261121", ["1000", "1130", "1200"]);
    two_days[0]["performances"][2]["performanceId"] = json!("finales.20261122.1400");
    assert_eq!(ada.try_add(two_days).await.expect_refusal(), refused, "a visit is on one day");
    let items = ada.get_lines().await;
    assert_eq!(items.len(), 2);
    // Each choice in the cart has the prompt of its selection, if the selection has one.
    let prompts: Vec<&Value> =
        items[0]["performances"].as_array().unwrap().iter().map(|it| &it["showUIPrompt"]).collect();
    assert_eq!(prompts, [&json!("Choose your morning"), &json!("Choose your lunch"), &Value::Null]);
    shop.stop().await;
}

#[tokio::test]
async fn selection_with_times_offers_only_performances_that_start_then() {
    let evening = product("evening-ticket", "Evening ticket")
        .short_description("After five.")
        .with(selection(["morning"]).set("until_time", "11:00"))
        .with(selection(["finale"]).set("from_time", "14:00"))
        .with(variant("late", "Late").price(10_00));
    let shop = Shop::selling(&Catalogue::park().with(chained_selections()).with([evening])).await;
    let ada = shop.new_guest().await;
    let offered = ada.list_performances("evening-ticket", "2026-11-21").await;
    let ids: Vec<&Value> = offered.iter().map(|it| &it["performanceId"]).collect();
    assert_eq!(ids, ["mornings.20261121.1000", "finales.20261121.1400"]);
    let at = |times: [&str; 2]| {
        let performances = ["mornings", "finales"].iter().zip(times).zip(1..).map(|((schedule, time), index)| {
            json!({ "selectionIndex": index, "performanceId": format!("{schedule}.20261121.{time}") })
        });
        let performances: Vec<Value> = performances.collect();
        json!([{ "productId": "evening-ticket", "productVariantId": "late", "quantity": 1, "performances": performances }])
    };
    for times in [["1100", "1400"], ["1000", "1200"]] {
        let refused = "There are no products available for this date / time";
        assert_eq!(ada.try_add(at(times)).await.expect_refusal(), refused, "{times:?}");
    }
    ada.try_add(at(["1000", "1400"])).await.expect_success();
    shop.stop().await;
}

/// A dinner at one of two times, and at least 90 minutes later a play with four seats in the stalls and two places in the
/// gallery. Early dinners are cheaper.
fn dinner_and_play() -> Vec<Table> {
    let mut tables = vec![
        timed_show("dinner", "Dinner"),
        schedule("dinners", "dinner").capacity(20).slots(["17:00", "18:30"]),
        hall("lantern", [1000, 1000]).with(section("stalls", "Stalls")).with(section("gallery", "Gallery").capacity(2)),
        seat_show("play", "Play", "lantern"),
        schedule("plays", "play").slots(["20:00"]),
        product("evening", "Evening")
            .short_description("Dinner and a play.")
            .with(selection(["dinner"]))
            .with(selection(["play"]).delay("previous", 90))
            .with(variant("stalls", "Stalls").price(60_00).max_quantity(4).sections(["stalls"]))
            .with(variant("gallery", "Gallery").price(45_00).max_quantity(4).sections(["gallery"])),
        price_calendar("evening").with(price_rule().starting_before("18:00").prices([("stalls", 50_00)])),
    ];
    tables.extend((1..=4).map(|nth| seat("lantern", "stalls", 1, nth)));
    tables
}

fn evening(variant: &str, quantity: u32, dinner: &str, place: Value) -> Value {
    let mut play = json!({ "selectionIndex": 2, "performanceId": "plays.20261121.2000" });
    play.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    let dinner = json!({ "selectionIndex": 1, "performanceId": dinner });
    json!([{ "productId": "evening", "productVariantId": variant, "quantity": quantity, "performances": [dinner, play] }])
}

#[tokio::test]
async fn place_is_chosen_for_the_selection_whose_show_is_in_a_hall() {
    let shop = Shop::selling(&Catalogue::park().with(dinner_and_play())).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let (early, late, play) = ("dinners.20261121.1700", "dinners.20261121.1830", "plays.20261121.2000");
    let asked = json!({ "productId": "evening", "performanceIds": [early, play] });
    let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success()["value"].clone();
    assert_eq!(detail["performanceId"], play);
    let seats: Vec<&Value> = detail["seats"].as_array().unwrap().iter().map(|seat| &seat["seatId"]).collect();
    assert_eq!(seats.len(), 4);
    let first = seats[0].clone();

    // The price is that of the dinner's time.
    for (dinner, price) in [(early, 50_00), (late, 60_00)] {
        let at = json!({
            "productId": "evening", "performanceId": play, "performanceIds": [dinner, play], "seatId": first,
        });
        let sold = ada.post("/api/performance/seat-detail", at).await.expect_success();
        assert_eq!(cents(&sold["value"]["productVariants"][0]["displayPrice"]), price, "{dinner}: {sold}");
        let section = json!({
            "productId": "evening", "performanceId": play, "performanceIds": [dinner, play],
            "showCategoryId": "stalls",
        });
        let sold = ada.post("/api/performance/show-category-detail", section).await.expect_success();
        assert_eq!(cents(&sold["value"]["productVariants"][0]["displayPrice"]), price, "{dinner}: {sold}");
    }
    let elsewhere =
        json!({ "productId": "evening", "performanceId": play, "performanceIds": [early], "seatId": first });
    ada.post("/api/performance/seat-detail", elsewhere).await.expect_status(404);

    ada.try_add(evening("stalls", 1, early, json!({ "seatId": first }))).await.expect_success();
    let taken = bob.try_add(evening("stalls", 1, late, json!({ "seatId": first }))).await;
    assert_eq!(taken.expect_refusal(), "Sorry, row 1, seat 1 was just taken. Please choose another.");
    bob.try_add(evening("stalls", 2, late, json!({ "bestSeats": true }))).await.expect_success();
    bob.try_add(evening("gallery", 2, late, json!({ "bestSeats": true }))).await.expect_success();
    let full = ada.try_add(evening("gallery", 1, early, json!({ "showCategoryId": "gallery" }))).await;
    let reason = "Sorry, this is sold out: Evening, Gallery, Saturday, November 21, 2026, 8:00 PM. Please choose \
                  another date or time.";
    assert_eq!(full.expect_refusal(), reason);
    let too_early = ada.try_add(evening("stalls", 1, "dinners.20261121.1900", json!({ "bestSeats": true }))).await;
    assert_eq!(too_early.expect_refusal(), "There are no products available for this date / time");
    let without = ada.try_add(evening("stalls", 1, early, json!({}))).await;
    assert_eq!(without.expect_refusal(), "Please choose a seat.");

    let prices: Vec<i64> = bob.get_lines().await.iter().map(|line| cents(&line["displayPrice"])).collect();
    assert_eq!(prices, [60_00, 60_00, 45_00]);
    ada.check_out().await;
    bob.check_out().await;
    let page = bob.get("/api/order/digital-tickets").await.text();
    assert!(page.contains(r#"<p class="ticket-place">Gallery</p>"#), "{page}");
    assert_eq!(page.replace('\u{a0}', " ").matches("Stalls, row 1").count(), 2, "{page}");
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}
