//! What visitors of a venue are told.

use serde_json::json;

use crate::support::catalogue::table::{PARK, opening_hours, part, product, selection, site, variant};
use crate::support::{Catalogue, Shop};

#[tokio::test]
async fn venue_has_its_address_its_next_hours_and_what_visitors_need_to_know() {
    let told = Catalogue::park().edit("site", PARK, |site| {
        site.with(opening_hours("10:00", "20:00").weekdays(["sat", "sun"]))
            .with(opening_hours("12:00", "01:00").from("2026-11-25").until("2026-11-25"))
            .set("map_url", "https://maps.example.org/cedar")
            .set("directions", "<p onclick=\"steal()\">Bus 4.</p><script>1</script>")
            .set("what_to_bring", vec!["A coat", "Good shoes"])
            .accessibility(["step-free"])
            .set("accessibility_description", "<p>Ask at the gate.</p>")
    });
    let shop = Shop::selling(&told).await;
    let ada = shop.shopper();
    let venue = ada.get("/api/venue/park").await.expect_status(200).json();
    let expected = json!({
        "id": "park",
        "name": "Cedar Park",
        "street": "1 Gate Road",
        "city": "Albany",
        "state": "NY",
        "zip": "12207",
        "hours": [
            { "date": "2026-11-20" },
            { "date": "2026-11-21", "hours": { "opens": "10:00", "closes": "20:00" } },
            { "date": "2026-11-22", "hours": { "opens": "10:00", "closes": "20:00" } },
            { "date": "2026-11-23" },
            { "date": "2026-11-24" },
            { "date": "2026-11-25", "hours": { "opens": "12:00", "closes": "01:00" } },
            { "date": "2026-11-26" },
        ],
        "mapUrl": "https://maps.example.org/cedar",
        "directions": "<p>Bus 4.</p>",
        "whatToBring": ["A coat", "Good shoes"],
        "accessibility": ["step-free"],
        "accessibilityDescription": "<p>Ask at the gate.</p>",
    });
    assert_eq!(venue, expected, "seven days from Friday; the park is closed on days without hours");
    let page = ada.get("/api/product/page/tour").await.expect_status(200).json();
    assert_eq!(page["venues"], json!([expected]));
    ada.get("/api/venue/moon").await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn page_of_a_package_has_the_venues_of_its_parts_each_once() {
    let both = Catalogue::park().with([
        site("museum", "Museum", "2 Pier Street"),
        product("fossils", "Fossils")
            .set("site", "museum")
            .short_description("Old bones.")
            .with(variant("fossils-adult", "Adult").price(10_00)),
        product("park-and-museum", "Park and museum")
            .short_description("Both on one day.")
            .package(10, "Save 10 % together")
            .with(selection(["day"]))
            .with(
                variant("park-and-museum-adult", "Adult")
                    .with(part("day-adult").selections(vec![1]))
                    .with(part("fossils-adult"))
                    .with(part("guide-book")),
            ),
    ]);
    let shop = Shop::selling(&both).await;
    let page = shop.shopper().get("/api/product/page/park-and-museum").await.expect_status(200).json();
    let names: Vec<&str> =
        page["venues"].as_array().unwrap().iter().map(|venue| venue["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Cedar Park", "Museum"]);
    assert_eq!(page["venues"][1]["hours"], json!([]), "the operator has written no hours of the museum");
    shop.stop().await;
}

#[tokio::test]
async fn day_of_a_venue_has_its_opening_hours_however_far_ahead_and_none_where_none_are_written() {
    let told = Catalogue::park()
        .edit("site", PARK, |site| site.with(opening_hours("10:00", "20:00").weekdays(["sat", "sun"])));
    let shop = Shop::selling(&told).await;
    let ada = shop.shopper();
    let saturday = ada.get("/api/venue/park/day/2027-05-15").await.expect_status(200).json();
    assert_eq!(saturday, json!({ "date": "2027-05-15", "hours": { "opens": "10:00", "closes": "20:00" } }));
    let monday = ada.get("/api/venue/park/day/2027-05-17").await.expect_status(200).json();
    assert_eq!(monday, json!({ "date": "2027-05-17" }));
    ada.get("/api/venue/park/day/2027-02-30").await.expect_status(400);
    ada.get("/api/venue/moon/day/2027-05-15").await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn venue_that_is_closed_all_week_shows_the_hours_of_its_next_open_days() {
    let festival = Catalogue::park()
        .edit("site", PARK, |site| site.with(opening_hours("12:00", "23:00").from("2027-06-18").until("2027-06-20")));
    let shop = Shop::selling(&festival).await;
    let venue = shop.shopper().get("/api/venue/park").await.expect_status(200).json();
    let days: Vec<&str> = venue["hours"].as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap()).collect();
    assert_eq!(days, ["2027-06-18", "2027-06-19", "2027-06-20"]);
    shop.stop().await;
}
