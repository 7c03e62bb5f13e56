//! Days, times and sections that have room for a whole group.

use serde_json::{Value, json};

use crate::support::catalogue::halls;
use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, Shopper};
use crate::support::{Catalogue, Shop};

const SATURDAY: &str = "2026-11-21";
const PLAY: &str = "plays.20261121.1900";

/// The tours of Saturday and whether a group fits.
async fn list_tours(shopper: &Shopper, size: Option<u32>) -> Vec<(String, bool)> {
    let mut asked = json!({ "productId": "tour", "date": SATURDAY });
    asked["groupSize"] = json!(size);
    let answer = shopper.post("/api/performance/product-date-performance", asked).await.expect_success();
    let times = answer["value"].as_array().unwrap().iter().filter(|it| it["showId"] == "tour");
    times.map(|it| (it["performanceId"].as_str().unwrap().to_owned(), it["hasRoom"].as_bool().unwrap())).collect()
}

/// Whether Saturday has room for a group, in the month and in the week calendar.
async fn saturday_has_room(shopper: &Shopper, product: &str, size: u32) -> (Value, Value) {
    let range = json!({ "startDate": SATURDAY, "endDate": SATURDAY, "groupSize": size });
    let with = |field: &str, value: Value| {
        let mut asked = range.clone();
        asked[field] = value;
        asked
    };
    let month = shopper.post("/api/performance/product-date", with("productIds", json!([product]))).await.json();
    let week = shopper.post("/api/performance/dynamic", with("productId", json!(product))).await.json();
    (month[0]["hasRoom"].clone(), week["dates"][0]["hasRoom"].clone())
}

#[tokio::test]
async fn time_has_room_for_a_group_while_enough_places_are_left() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(5)).await;
    let (ada, bob) = (shop.new_guest().await, shop.shopper());
    bob.open_shop().await;
    ada.add_tours("adult", 3).await;
    let noon_and_two = |noon: bool, two: bool| vec![(SATURDAY_NOON.to_owned(), noon), (SATURDAY_TWO.to_owned(), two)];
    for (size, expected) in [
        (None, noon_and_two(true, true)),
        (Some(2), noon_and_two(true, true)),
        (Some(3), noon_and_two(false, true)),
        (Some(6), noon_and_two(false, false)),
    ] {
        assert_eq!(list_tours(&bob, size).await, expected, "{size:?} people");
    }
    assert_eq!(saturday_has_room(&bob, "tour", 10).await, (json!(true), json!(true)), "the night tour holds ten");
    assert_eq!(saturday_has_room(&bob, "tour", 11).await, (json!(false), json!(false)));
    ada.add_tours("adult", 2).await;
    assert_eq!(list_tours(&bob, None).await, noon_and_two(false, true), "noon is full");
    shop.stop().await;
}

#[tokio::test]
async fn group_fits_into_a_show_with_sections_only_if_one_section_has_room() {
    let shop = Shop::selling(&Catalogue::park().with(halls(1, 2))).await;
    let ada = shop.new_guest().await;
    let asked = json!({ "productId": "theatre", "performanceIds": [PLAY], "groupSize": 3 });
    let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success();
    let sections: Vec<(&Value, &Value)> = detail["value"]["showCategories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|section| (&section["showCategoryId"], &section["hasRoom"]))
        .collect();
    assert_eq!(sections, [(&json!("floor"), &json!(true)), (&json!("balcony"), &json!(false))]);
    assert_eq!(saturday_has_room(&ada, "theatre", 3).await.0, json!(true), "on the floor");
    assert_eq!(saturday_has_room(&ada, "theatre", 4).await.0, json!(false), "five places, but three and two");
    shop.stop().await;
}

#[tokio::test]
async fn size_of_a_group_is_a_number_between_1_and_100() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    for size in [json!(0), json!(101), json!(-1), json!(1.5), json!("4")] {
        let asked = json!({ "productIds": ["tour"], "groupSize": size });
        ada.post("/api/performance/product-date", asked).await.expect_status(400);
    }
    shop.stop().await;
}
