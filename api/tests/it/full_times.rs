//! What a shopper learns when a time is full or has closed: which one it is, and which others have room for the party.

use serde_json::{Value, json};

use crate::support::shopper::{Answer, NOON_IS_SOLD_OUT, SATURDAY_NOON, SATURDAY_TWO, Shopper, line};
use crate::support::{Catalogue, Shop};

async fn add(shopper: &Shopper, adults: u32, time: &str) -> Answer {
    shopper.try_add(json!([line("tour", "adult", adults, Some(time))])).await
}

/// The performances that a refusal offers.
fn offered(answer: &Answer) -> Vec<String> {
    let body = answer.json();
    let times = body["otherTimes"].as_array().cloned().unwrap_or_default();
    times.iter().map(|time| time["performanceId"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn refusal_of_a_full_time_offers_the_times_of_the_day_with_room_for_the_party() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(5)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 3, SATURDAY_NOON).await.expect_success();

    let three = add(&bob, 3, SATURDAY_NOON).await;
    let few = "Sorry, only 2 left: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose fewer, or choose \
               another date or time.";
    assert_eq!(three.expect_refusal(), format!("{few} Still available for 3 people: 2:00 PM."));
    let two = json!({
        "selectionIndex": 1,
        "performanceId": SATURDAY_TWO,
        "showId": "tour",
        "performanceDateTime": "2026-11-21T14:00:00-05:00",
        "name": "2:00 PM",
    });
    assert_eq!(three.json()["otherTimes"], json!([two]));

    // Adults and children of one request are one party.
    let family = json!([line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "child", 2, Some(SATURDAY_NOON))]);
    assert_eq!(bob.try_add(family).await.expect_refusal(), format!("{few} Still available for 4 people: 2:00 PM."));
    add(&bob, 2, SATURDAY_TWO).await.expect_success();
    add(&ada, 2, SATURDAY_NOON).await.expect_success();
    let one = add(&bob, 1, SATURDAY_NOON).await;
    assert_eq!(one.expect_refusal(), format!("{NOON_IS_SOLD_OUT} Still available: 2:00 PM."));
    shop.stop().await;
}

#[tokio::test]
async fn people_who_hold_places_of_a_full_time_are_not_counted_again() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(5)).await;
    let ada = shop.new_guest().await;
    add(&ada, 4, SATURDAY_NOON).await.expect_success();
    let refused = add(&ada, 2, SATURDAY_NOON).await;
    let few = "Sorry, only 1 left: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose fewer, or choose \
               another date or time. Still available for 2 people: 2:00 PM.";
    assert_eq!(refused.expect_refusal(), few);
    shop.stop().await;
}

#[tokio::test]
async fn refusal_offers_the_nearest_days_when_the_day_has_no_other_time() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    for time in [SATURDAY_NOON, SATURDAY_TWO, "tours.20261122.1200"] {
        add(&ada, 2, time).await.expect_success();
    }
    let refused = add(&bob, 2, SATURDAY_NOON).await;
    assert_eq!(offered(&refused), ["tours.20261120.1200", "tours.20261122.1400", "tours.20261123.1200"]);
    let times = "Fri, Nov 20, 12:00 PM; Sun, Nov 22, 2:00 PM; Mon, Nov 23, 12:00 PM";
    assert_eq!(refused.expect_refusal(), format!("{NOON_IS_SOLD_OUT} Still available for 2 people: {times}."));
    let many = bob.try_add(json!([line("tour", "adult", 3, Some(SATURDAY_NOON))])).await;
    assert_eq!((many.expect_refusal(), offered(&many)), (NOON_IS_SOLD_OUT.to_owned(), Vec::new()), "no time holds 3");
    shop.stop().await;
}

#[tokio::test]
async fn refusal_of_a_move_to_a_full_time_offers_times_too() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 2, SATURDAY_NOON).await.expect_success();
    add(&bob, 2, SATURDAY_TWO).await.expect_success();
    let id = bob.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let moved = json!([{ "selectionIndex": 1, "performanceId": SATURDAY_NOON }]);
    let moved = json!({ "items": [{ "id": id, "quantity": 2, "performances": moved }] });
    let refused = bob.post("/api/cart/modify", moved).await;
    refused.expect_refusal();
    assert_eq!(offered(&refused)[..1], ["tours.20261120.1200"], "the time that is left is his own");
    shop.stop().await;
}

#[tokio::test]
async fn time_that_closes_while_it_is_chosen_is_named() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let friday = "tours.20261120.1200";
    let detail = json!({ "productId": "tour", "performanceIds": [friday] });
    ada.post("/api/performance/performance-detail", detail.clone()).await.expect_success();
    shop.advance(2 * 60);
    let closed = "Booking has closed for Friday, November 20, 2026, 12:00 PM. Please choose another date or time.";
    let refused = ada.post("/api/performance/performance-detail", detail).await;
    assert_eq!(refused.expect_refusal(), closed);
    assert_eq!(add(&ada, 1, friday).await.expect_refusal(), closed);
    let withdrawn = json!({ "productId": "tour", "performanceIds": ["tours.20261120.1300"] });
    let refused = ada.post("/api/performance/performance-detail", withdrawn).await;
    let gone = "The time you chose is no longer offered. Please choose another date or time.";
    assert_eq!(refused.expect_refusal(), gone);
    let other_product: Value = json!({ "productId": "day-ticket", "performanceIds": [SATURDAY_NOON] });
    ada.post("/api/performance/performance-detail", other_product).await.expect_status(404);
    shop.stop().await;
}
