//! Halls with all kinds of places: numbered seats, sections without numbers, boxes that are sold as a whole, rows that
//! bend, seats with restricted views, and accessible places.

use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, hall, product, schedule, seat, seat_show, section, selection, variant};
use crate::support::shopper::Shopper;
use crate::support::{Catalogue, Shop};

const GIG: &str = "gigs.20261121.2000";

/// Four seats in row 1, of which the middle ones have a restricted view; a row around the stage; a floor for three; two
/// boxes for four.
fn arena() -> Vec<Table> {
    let seat = |section: &str, row: &str, nth: u32, [x, y]: [u32; 2]| {
        seat("arena", section, 1, nth).set("row", row).set("x", x).set("y", y)
    };
    let mut tables = vec![
        hall("arena", [1000, 1000])
            .with(section("stalls", "Stalls"))
            .with(section("ring", "Ring"))
            .with(section("boxes", "Boxes"))
            .with(section("floor", "Floor").capacity(3)),
        seat_show("gig", "Gig", "arena"),
        schedule("gigs", "gig").slots(["20:00"]),
        product("rock", "Rock")
            .short_description("Loud.")
            .with(selection(["gig"]))
            .with(variant("fan", "Fan").price(30_00).max_quantity(6).sections(["stalls", "ring", "floor"]))
            .with(variant("box", "Box").price(90_00).set("tickets", 4).sections(["boxes"])),
    ];
    for nth in 1..=4 {
        let is_behind_a_column = nth == 2 || nth == 3;
        let features = if is_behind_a_column { "restricted-view" } else { "aisle" };
        tables.push(seat("stalls", "1", nth, [nth * 30, 100]).set("features", features));
    }
    // Down the left side, along the back, and up the right side.
    let around = [[300, 300], [300, 330], [300, 360], [330, 360], [360, 360], [360, 330], [360, 300]];
    tables.extend(around.into_iter().zip(1..).map(|(at, nth)| seat("ring", "R", nth, at)));
    tables.extend([1, 2].map(|nth| seat("boxes", "Box", nth, [nth * 200, 700]).set("places", 4)));
    tables
}

fn line(variant: &str, quantity: u32, place: Value) -> Value {
    let mut performance = json!({ "selectionIndex": 1, "performanceId": GIG });
    performance.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    json!({ "productId": "rock", "productVariantId": variant, "quantity": quantity, "performances": [performance] })
}

/// The refusal of two people where only one place is left.
fn one_left_of(name: &str) -> String {
    format!(
        "Sorry, only 1 left: {name}, Saturday, November 21, 2026, 8:00 PM. Please choose fewer, or choose another \
         date or time. Still available for 2 people: Fri, Nov 20, 8:00 PM; Sun, Nov 22, 8:00 PM; Mon, Nov 23, 8:00 PM."
    )
}

async fn list_seats(shopper: &Shopper) -> Vec<String> {
    let items = shopper.get_lines().await;
    let place = |item: &Value| item["seats"][0]["seat"].as_str().unwrap_or("none").to_owned();
    items.iter().map(place).collect()
}

#[tokio::test]
async fn section_without_numbers_is_sold_by_its_capacity_beside_numbered_seats() {
    let shop = Shop::selling(&Catalogue::park().with(arena())).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let detail = json!({ "productId": "rock", "performanceIds": [GIG] });
    let detail = ada.post("/api/performance/performance-detail", detail).await.expect_success();
    let sections = detail["value"]["showCategories"].as_array().unwrap();
    let numbered: Vec<&Value> = sections.iter().map(|section| &section["isNumbered"]).collect();
    assert_eq!(numbered, [true, true, true, false]);

    ada.try_add(json!([line("fan", 2, json!({ "showCategoryId": "floor" }))])).await.expect_success();
    let item = ada.get_lines().await.remove(0);
    assert_eq!((&item["performances"][0]["showCategoryName"], &item["seats"]), (&json!("Floor"), &json!([])));
    let two = json!([line("fan", 2, json!({ "showCategoryId": "floor", "bestSeats": true }))]);
    let refused = bob.try_add(two).await;
    assert_eq!(refused.expect_refusal(), one_left_of("Rock, Floor"));
    let one = json!([line("fan", 1, json!({ "showCategoryId": "floor", "bestSeats": true }))]);
    bob.try_add(one).await.expect_success();
    let of_seats = bob.try_add(json!([line("fan", 1, json!({ "showCategoryId": "stalls" }))])).await;
    assert_eq!(of_seats.expect_refusal(), "Please choose a seat.");
    bob.try_add(json!([line("fan", 1, json!({ "bestSeats": true }))])).await.expect_success();
    assert_eq!(list_seats(&bob).await[0], "none");
    assert_ne!(list_seats(&bob).await[1], "none", "the best seats are numbered");
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text();
    assert!(page.contains(r#"<p class="ticket-place">Floor</p>"#), "{page}");
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn product_shows_only_the_sections_and_seats_for_which_it_is_sold() {
    let ring = product("ring", "Around the stage")
        .short_description("Close.")
        .with(selection(["gig"]))
        .with(variant("ring-fan", "Fan").price(50_00).sections(["ring"]));
    let shop = Shop::selling(&Catalogue::park().with(arena()).with([ring])).await;
    let ada = shop.new_guest().await;
    let detail = json!({ "productId": "ring", "performanceIds": [GIG] });
    let detail = ada.post("/api/performance/performance-detail", detail).await.expect_success();
    let sections = |list: &Value| -> Vec<String> {
        let ids = list.as_array().unwrap().iter().map(|each| each["showCategoryId"].as_str().unwrap().to_owned());
        ids.collect()
    };
    assert_eq!(sections(&detail["value"]["showCategories"]), ["ring"]);
    assert_eq!(sections(&detail["value"]["seats"]), ["ring"; 7]);
    shop.stop().await;
}

#[tokio::test]
async fn box_is_one_unit_with_a_ticket_for_each_place_and_counts_its_people() {
    let halls = Catalogue::park().with(arena()).edit_schedule("gigs", |gigs| gigs.capacity(9));
    let shop = Shop::selling(&halls).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.try_add(json!([line("box", 1, json!({ "seatId": "boxes-box-1" }))])).await.expect_success();
    let item = ada.get_lines().await.remove(0);
    assert_eq!(item["seats"], json!([{ "seatCategoryName": "Boxes", "row": "Box", "seat": "1", "places": 4 }]));
    let taken = bob.try_add(json!([line("box", 1, json!({ "seatId": "boxes-box-1" }))])).await;
    assert_eq!(taken.expect_refusal(), "Sorry, Box 1 (seats 4) was just taken. Please choose another.");
    bob.try_add(json!([line("box", 1, json!({ "seatId": "boxes-box-2" }))])).await.expect_success();
    let floor = json!({ "showCategoryId": "floor" });
    let two = bob.try_add(json!([line("fan", 2, floor)])).await;
    assert_eq!(two.expect_refusal(), one_left_of("Rock"), "eight of nine people are in");
    let single = bob.try_add(json!([line("fan", 1, json!({ "seatId": "boxes-box-2" }))])).await;
    assert_eq!(single.expect_refusal(), "There are no products available for this date / time");
    ada.check_out().await;
    let page = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(page.replace('\u{a0}', " ").matches("Boxes, Box 1 (seats 4)").count(), 4, "{page}");
    let mail = shop.wait_for_emails(1).await.remove(0);
    assert!(mail.text.lines().any(|line| line == "Boxes, Box 1 (seats 4)"), "{}", mail.text);
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn best_places_of_tickets_for_different_sections_are_found_for_each() {
    let standing = variant("standing", "Standing").price(15_00).max_quantity(3).sections(["floor"]);
    let halls = Catalogue::park().with(arena()).edit_product("rock", |rock| rock.with(standing));
    let halls = halls.edit_variant("rock", "fan", |fan| fan.sections(["stalls", "ring"]));
    let shop = Shop::selling(&halls).await;
    let ada = shop.new_guest().await;
    let best = || json!({ "bestSeats": true });
    let family = json!([line("fan", 2, best()), line("box", 1, best()), line("standing", 1, best())]);
    ada.try_add(family).await.expect_success();
    let items = ada.get_lines().await;
    let place = |item: &Value| item["performances"][0]["showCategoryId"].as_str().unwrap().to_owned();
    let mut places: Vec<String> = items.iter().map(place).collect();
    places.sort();
    assert_eq!(places[0..2], ["boxes", "floor"]);
    assert_eq!(places[2], places[3], "the two fans sit together");
    shop.stop().await;
}

#[tokio::test]
async fn seats_of_an_accessible_section_are_assigned_only_to_who_asks_for_it() {
    let mut tables = arena();
    tables[0] = hall("arena", [1000, 1000])
        .with(section("stalls", "Stalls").set("accessible", true))
        .with(section("ring", "Ring"))
        .with(section("boxes", "Boxes"))
        .with(section("floor", "Floor").capacity(3))
        .set("accessible", toml::from_str::<toml::Table>("sale = \"declaration\"").unwrap());
    let shop = Shop::selling(&Catalogue::park().with(tables)).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("fan", 1, json!({ "bestSeats": true, "accessibilityDeclared": true }))]))
        .await
        .expect_success();
    let first = ada.get_lines().await.remove(0);
    assert_eq!(first["performances"][0]["showCategoryId"], "ring", "although the stalls are the better section");
    let asked = json!({ "bestSeats": true, "showCategoryId": "stalls" });
    let refused = ada.try_add(json!([line("fan", 1, asked)])).await;
    let statement = "Please confirm: A guest in my party needs a wheelchair space or a companion seat.";
    assert_eq!(refused.expect_refusal(), statement);
    let asked = json!({ "bestSeats": true, "showCategoryId": "stalls", "accessibilityDeclared": true });
    ada.try_add(json!([line("fan", 1, asked)])).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn best_seats_follow_a_row_that_bends_and_take_restricted_views_last() {
    let shop = Shop::selling(&Catalogue::park().with(arena())).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.try_add(json!([line("fan", 5, json!({ "bestSeats": true, "showCategoryId": "ring" }))])).await.expect_success();
    assert_eq!(list_seats(&ada).await, ["1", "2", "3", "4", "5"], "around both corners");
    bob.try_add(json!([line("fan", 1, json!({ "bestSeats": true, "showCategoryId": "stalls" }))]))
        .await
        .expect_success();
    bob.try_add(json!([line("fan", 1, json!({ "bestSeats": true, "showCategoryId": "stalls" }))]))
        .await
        .expect_success();
    assert_eq!(list_seats(&bob).await, ["1", "4"], "the middle of the row has a restricted view");
    let detail = json!({ "productId": "rock", "performanceIds": [GIG] });
    let detail = bob.post("/api/performance/performance-detail", detail).await.expect_success();
    let seats = detail["value"]["seats"].as_array().unwrap();
    let features: Vec<&Value> = seats.iter().take(5).map(|seat| &seat["features"]).collect();
    let (aisle, restricted) = (json!(["aisle"]), json!(["restrictedView"]));
    assert_eq!(features, [&aisle, &restricted, &restricted, &aisle, &Value::Null]);
    shop.stop().await;
}

#[tokio::test]
async fn restricted_view_is_named_from_the_cart_to_the_ticket() {
    let catalogue = Catalogue::park()
        .with(arena())
        .with([seat("arena", "stalls", 1, 9).set("row", "2").set("features", "aisle step-free hearing-loop")]);
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let seats = ["stalls-1-1", "stalls-1-2", "stalls-2-9"].map(|id| line("fan", 1, json!({ "seatId": id })));
    ada.try_add(json!(seats)).await.expect_success();
    let features: Vec<Value> = ada.get_lines().await.iter().map(|line| line["seats"][0]["features"].clone()).collect();
    let (view, access) = (json!(["restrictedView"]), json!(["stepFree", "hearingLoop"]));
    assert_eq!(features, [Value::Null, view, access], "who has bought a seat finds the aisle");
    ada.check_out().await;
    let tickets = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    for place in ["row 1, seat 1<", "row 1, seat 2, restricted view<", "row 2, seat 9, step-free, hearing loop<"] {
        assert!(tickets.contains(place), "{place}");
    }
    shop.stop().await;
}

/// The arena with two wheelchair spaces and three companion seats, sold by these rules.
fn with_accessible_places(rules: &str) -> Catalogue {
    let kinds = ["wheelchair", "companion", "companion", "companion", "wheelchair"];
    let places = kinds.into_iter().zip(1..).map(|(kind, nth)| {
        seat("arena", "stalls", 1, nth).set("row", "W").set("x", nth * 30).set("y", 50).set("kind", kind)
    });
    let rules: toml::Table = toml::from_str(rules).unwrap();
    Catalogue::park()
        .setting("phone", "(401) 555-0134")
        .with(arena())
        .with(places)
        .edit("hall", "arena", |arena| arena.set("accessible", rules))
}

fn place(nth: u32, declared: bool) -> Value {
    line("fan", 1, json!({ "seatId": format!("stalls-w-{nth}"), "accessibilityDeclared": declared }))
}

#[tokio::test]
async fn accessible_place_is_sold_to_who_declares_the_need_and_companions_only_beside_a_space() {
    let rules = "sale = \"declaration\"\nstatement = \"One of us uses a wheelchair.\"\ncompanions = 2";
    let shop = Shop::selling(&with_accessible_places(rules)).await;
    let ada = shop.new_guest().await;
    let detail = json!({ "productId": "rock", "performanceIds": [GIG] });
    let detail = ada.post("/api/performance/performance-detail", detail).await.expect_success();
    let told = json!({ "statement": "One of us uses a wheelchair.", "companions": 2 });
    assert_eq!(detail["value"]["accessiblePlaces"], told);

    let undeclared = ada.try_add(json!([place(1, false)])).await;
    assert_eq!(undeclared.expect_refusal(), "Please confirm: One of us uses a wheelchair.");
    let lonely = "Companion seats are sold only with a wheelchair space. Please choose a wheelchair space too.";
    assert_eq!(ada.try_add(json!([place(2, true)])).await.expect_refusal(), lonely);
    ada.try_add(json!([place(1, true), place(2, true), place(3, true)])).await.expect_success();
    let kinds: Vec<Value> = ada.get_lines().await.iter().map(|line| line["seats"][0]["kind"].clone()).collect();
    assert_eq!(kinds, ["wheelchair", "companion", "companion"]);
    let third = ada.try_add(json!([place(4, true)])).await;
    assert_eq!(third.expect_refusal(), "The limit for companion seats is 2 per wheelchair space.");
    // The space may leave alone, but then nothing can be paid.
    let space = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&space, 0).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([lonely]));
    ada.try_add(json!([place(5, true)])).await.expect_success();
    assert_eq!(ada.get_cart().await["unmet"], json!([]));
    ada.check_out().await;
    shop.stop().await;
}

#[tokio::test]
async fn accessible_places_that_are_sold_by_phone_are_released_to_everybody_before_the_start() {
    let rules = "sale = \"contact\"\nrelease_hours_before = 3";
    let shop = Shop::selling(&with_accessible_places(rules)).await;
    let ada = shop.new_guest().await;
    let by_phone = "To book wheelchair spaces and companion seats, please call (401) 555-0134.";
    assert_eq!(ada.try_add(json!([place(1, true)])).await.expect_refusal(), by_phone);
    // The best seats do not take them either.
    ada.try_add(json!([line("fan", 4, json!({ "bestSeats": true, "showCategoryId": "stalls" }))]))
        .await
        .expect_success();
    let none = ada.try_add(json!([line("fan", 1, json!({ "bestSeats": true, "showCategoryId": "stalls" }))])).await;
    assert_eq!(none.expect_refusal(), "Sorry, no seats are left. Please choose a different time or section.");

    // The gig starts 34 hours after the shop's morning.
    shop.advance(34 * 60 - (3 * 60 + 1));
    let ada = shop.new_guest().await;
    assert_eq!(ada.try_add(json!([place(2, false)])).await.expect_refusal(), by_phone);
    shop.advance(2);
    ada.try_add(json!([place(2, false)])).await.expect_success();
    let bob = shop.new_guest().await;
    bob.try_add(json!([line("fan", 1, json!({ "bestSeats": true, "showCategoryId": "stalls" }))]))
        .await
        .expect_success();
    let detail = json!({ "productId": "rock", "performanceIds": [GIG] });
    let detail = bob.post("/api/performance/performance-detail", detail).await.expect_success();
    assert_eq!(detail["value"]["accessiblePlaces"], Value::Null);
    shop.stop().await;
}

#[tokio::test]
async fn places_without_numbers_move_to_another_performance_together() {
    let halls = Catalogue::park().with(arena());
    let shop = Shop::selling(&halls.edit_product("rock", |rock| rock.set("allow_performance_change", true))).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("fan", 2, json!({ "showCategoryId": "floor" }))])).await.expect_success();
    let id = ada.get_lines().await[0]["id"].clone();
    let to = |section: &str| {
        let next = json!({ "selectionIndex": 1, "performanceId": "gigs.20261122.2000", "showCategoryId": section,
            "bestSeats": true });
        json!({ "items": [{ "id": id, "quantity": 2, "performances": [next] }] })
    };
    let seats = ada.post("/api/cart/modify", to("stalls")).await;
    assert_eq!(seats.expect_refusal(), "Please choose a seat.");
    ada.post("/api/cart/modify", to("floor")).await.expect_success();
    let moved = ada.get_lines().await.remove(0);
    assert_eq!((&moved["quantity"], &moved["performances"][0]["performanceDate"]), (&json!(2), &json!("2026-11-22")));
    shop.stop().await;
}
