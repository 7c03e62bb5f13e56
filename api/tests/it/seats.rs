//! Sections and seats: the shopper's choice and the shop's best seats.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::catalogue::{halls, table};
use crate::support::shopper::{Shopper, cents};
use crate::support::{Catalogue, Shop};

const CONCERT: &str = "concerts.20261121.2000";
const PLAY: &str = "plays.20261121.1900";

async fn open_shop_with(rows: u32, seats: u32) -> Shop {
    Shop::selling(&Catalogue::park().with(halls(rows, seats))).await
}

fn line_at(variant: &str, quantity: u32, performance: Value) -> Value {
    let product = if performance["performanceId"] == CONCERT { "evening" } else { "theatre" };
    json!({ "productId": product, "productVariantId": variant, "quantity": quantity, "performances": [performance] })
}

fn seat(id: &str) -> Value {
    json!({ "selectionIndex": 1, "performanceId": CONCERT, "seatId": id })
}

fn best_seats() -> Value {
    json!({ "selectionIndex": 1, "performanceId": CONCERT, "bestSeats": true })
}

fn section(id: &str) -> Value {
    json!({ "selectionIndex": 1, "performanceId": PLAY, "showCategoryId": id })
}

async fn list_seats_in_cart(shopper: &Shopper) -> Vec<String> {
    let items = shopper.get_lines().await;
    let of = |item: &Value| {
        format!("{} {}", item["seats"][0]["row"].as_str().unwrap(), item["seats"][0]["seat"].as_str().unwrap())
    };
    items.iter().map(of).collect()
}

#[tokio::test]
async fn chosen_seat_is_held_shown_and_sold_once() {
    let shop = open_shop_with(2, 4).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    let two = json!([line_at("listener", 1, seat("stalls-1-2")), line_at("listener", 1, seat("stalls-1-3"))]);
    ada.try_add(two).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 2", "1 3"]);
    let items = ada.get_lines().await;
    assert_eq!((&items[0]["minQuantity"], &items[0]["maxQuantity"]), (&json!(1), &json!(1)));
    assert_eq!(items[0]["performances"][0]["showCategoryName"], "Stalls");

    let refused = bob.try_add(json!([line_at("listener", 1, seat("stalls-1-3"))])).await;
    assert_eq!(refused.expect_refusal(), "Sorry, row 1, seat 3 was just taken. Please choose another.");
    let again = ada.try_add(json!([line_at("listener", 1, seat("stalls-1-3"))])).await;
    assert_eq!(again.expect_refusal(), "Sorry, row 1, seat 3 was just taken. Please choose another.");
    let more = ada.change_quantity(items[0]["id"].as_str().unwrap(), 2).await;
    assert_eq!(more.expect_refusal(), "Each seat is for one person. Please choose one seat per person.");

    let detail = json!({ "productId": "evening", "performanceIds": [CONCERT] });
    let detail = bob.post("/api/performance/performance-detail", detail).await.expect_success();
    let value = &detail["value"];
    assert_eq!((&value["showTypeId"], value["seats"].as_array().unwrap().len()), (&json!(3), 10));
    assert_eq!((&value["seatingChart"]["width"], &value["seatingChart"]["height"]), (&json!(1000), &json!(1000)));
    let free = |id: &str| {
        value["seats"].as_array().unwrap().iter().find(|it| it["seatId"] == id).unwrap()["isAvailable"].clone()
    };
    assert_eq!((free("stalls-1-2"), free("stalls-1-1")), (json!(false), json!(true)));
    let asked = json!({ "productId": "evening", "performanceId": CONCERT });
    let gone = bob.post("/api/performance/seat-availability", asked).await.json();
    assert_eq!(gone["takenSeatIds"], json!(["stalls-1-2", "stalls-1-3"]));

    ada.check_out().await;
    let order = ada.get_order().await.json();
    let sold = &order["items"][0]["seats"];
    assert_eq!(sold, &json!([{ "seatCategoryName": "Stalls", "row": "1", "seat": "2" }]), "{order}");
    let mails = shop.wait_for_emails(1).await;
    assert!(mails[0].text.lines().any(|line| line == "Stalls, row 1, seat 2"), "{}", mails[0].text);

    // A section without numbered seats is named alone.
    bob.try_add(json!([line_at("floor-seat", 1, section("floor"))])).await.expect_success();
    bob.check_out().await;
    let page = bob.get("/api/order/digital-tickets").await.text();
    assert!(page.contains(r#"<p class="ticket-place">Floor</p>"#), "{page}");
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.text.contains("Theatre")).unwrap();
    assert!(mail.text.lines().any(|line| line == "Floor"), "{}", mail.text);
    shop.stop().await;
}

#[tokio::test]
async fn seats_of_an_order_are_listed_by_number_however_they_were_added() {
    let shop = open_shop_with(2, 12).await;
    let ada = shop.shopper();
    ada.open_shop().await;
    let seats = ["stalls-1-9", "stalls-1-10", "stalls-1-8"].map(|id| line_at("listener", 1, seat(id)));
    ada.try_add(json!(seats)).await.expect_success();
    ada.add_tours("adult", 1).await;
    ada.check_out().await;
    let order = ada.get_order().await.json();
    let sold = order["items"].as_array().unwrap().iter().map(|item| item["seats"][0]["seat"].as_str());
    assert_eq!(sold.collect::<Vec<_>>(), [Some("8"), Some("9"), Some("10"), None], "{order}");
    // The e-mail lists the seats with their ticket once, and its tickets are in the same order.
    let mail = shop.wait_for_emails(1).await.remove(0);
    let listed = "8:00 PM\r\nStalls, row 1, seat 8\r\nStalls, row 1, seat 9\r\nStalls, row 1, seat 10\r\n\
                  You can't cancel this or change its date or time online.\r\n3 × ";
    assert!(mail.text.contains(listed), "{}", mail.text);
    let place = |seat: u32| mail.html.find(&format!("seat\u{a0}{seat}</strong>")).unwrap();
    assert!(place(8) < place(9) && place(9) < place(10), "{}", mail.html);
    shop.stop().await;
}

#[tokio::test]
async fn line_is_replaced_at_its_own_seat_in_one_step_or_not_at_all() {
    let shop = open_shop_with(2, 4).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let one = |id: &str| json!([line_at("listener", 1, seat(id))]);
    ada.try_add(one("stalls-1-2")).await.expect_success();
    bob.try_add(one("stalls-1-3")).await.expect_success();
    let chosen = ada.get_lines().await.remove(0);
    let at = &chosen["performances"][0];
    assert_eq!((&at["showCategoryId"], &at["seatId"]), (&json!("stalls"), &json!("stalls-1-2")));
    let replace = |items: Value, id: &Value| json!({ "saleFlowId": 1, "items": items, "replaces": [id] });

    let taken = ada.post("/api/cart/add", replace(one("stalls-1-3"), &chosen["id"])).await;
    assert_eq!(taken.expect_refusal(), "Sorry, row 1, seat 3 was just taken. Please choose another.");
    assert_eq!(ada.get_lines().await[0]["id"], chosen["id"]);
    let others = bob.get_lines().await[0]["id"].clone();
    assert_eq!(ada.post("/api/cart/add", replace(one("stalls-1-4"), &others)).await.status, 404);
    assert_eq!(list_seats_in_cart(&ada).await, ["1 2"]);
    assert_eq!(list_seats_in_cart(&bob).await, ["1 3"]);

    ada.try_add(one("stalls-1-1")).await.expect_success();
    ada.post("/api/cart/add", replace(one("stalls-1-2"), &chosen["id"])).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 2", "1 1"], "the new line stands where the old one stood");
    assert_ne!(ada.get_lines().await[0]["id"], chosen["id"]);
    let gone = ada.post("/api/cart/add", replace(one("stalls-1-4"), &chosen["id"])).await;
    assert_eq!(gone.status, 404);
    ada.check_out().await;
    shop.stop().await;
}

#[tokio::test]
async fn missing_or_invalid_choice_of_a_seat_or_section_is_refused() {
    let shop = open_shop_with(2, 4).await;
    let ada = shop.new_guest().await;
    let nowhere = json!({ "selectionIndex": 1, "performanceId": CONCERT });
    let no_section = json!({ "selectionIndex": 1, "performanceId": PLAY });
    let nothing = "There are no products available for this date / time";
    for (wanted, words) in [
        (line_at("listener", 1, nowhere), "Please choose a seat."),
        (line_at("listener", 1, seat("stalls-9-9")), nothing),
        (line_at("guest", 1, seat("stalls-1-1")), nothing),
        (line_at("listener", 2, seat("stalls-1-1")), "Each seat is for one person. Please choose one seat per person."),
        (line_at("anywhere", 1, no_section), "Please choose a section."),
        (line_at("anywhere", 1, section("gallery")), nothing),
        (line_at("floor-seat", 1, section("balcony")), nothing),
        (line_at("anywhere", 1, json!({ "selectionIndex": 1, "performanceId": PLAY, "bestSeats": true })), nothing),
        (
            line_at("anywhere", 1, json!({ "selectionIndex": 1, "performanceId": PLAY, "seatId": "stalls-1-1" })),
            nothing,
        ),
    ] {
        assert_eq!(ada.try_add(json!([wanted])).await.expect_refusal(), words, "{wanted}");
    }
    let of = |path: &str, body: Value| {
        let ada = ada.clone();
        let path = format!("/api/performance/{path}");
        async move { ada.post(&path, body).await }
    };
    let names = |answer: &Value| {
        let variants = answer["value"]["productVariants"].as_array().unwrap();
        variants.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let floor = json!({ "productId": "theatre", "performanceId": PLAY, "showCategoryId": "floor" });
    assert_eq!(names(&of("show-category-detail", floor).await.expect_success()), ["floor-seat", "anywhere"]);
    let balcony = json!({ "productId": "theatre", "performanceId": PLAY, "showCategoryId": "balcony" });
    assert_eq!(names(&of("show-category-detail", balcony).await.expect_success()), ["anywhere"]);
    let unknown = json!({ "productId": "theatre", "performanceId": PLAY, "showCategoryId": "gallery" });
    of("show-category-detail", unknown).await.expect_status(404);
    let stalls = json!({ "productId": "evening", "performanceId": CONCERT, "seatId": "stalls-1-1" });
    assert_eq!(names(&of("seat-detail", stalls.clone()).await.expect_success()), ["listener"]);
    ada.try_add(json!([line_at("listener", 1, seat("stalls-1-1"))])).await.expect_success();
    assert!(names(&of("seat-detail", stalls).await.expect_success()).is_empty(), "it is sold");
    shop.stop().await;
}

#[tokio::test]
async fn each_section_has_its_own_capacity_and_lists_its_prices_in_the_order_of_the_variants() {
    let shop = open_shop_with(1, 2).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.try_add(json!([line_at("floor-seat", 2, section("floor"))])).await.expect_success();
    let refused = bob.try_add(json!([line_at("anywhere", 2, section("floor"))])).await;
    let few = "Sorry, only 1 left: Theatre, Floor, Saturday, November 21, 2026, 7:00 PM. Please choose fewer, or \
               choose another date or time. Still available for 2 people: Fri, Nov 20, 7:00 PM; Sun, Nov 22, 7:00 \
               PM; Mon, Nov 23, 7:00 PM.";
    assert_eq!(refused.expect_refusal(), few);
    bob.try_add(json!([line_at("anywhere", 1, section("floor")), line_at("anywhere", 2, section("balcony"))]))
        .await
        .expect_success();
    assert_eq!(bob.get_lines().await.len(), 2, "one line for each section");
    let detail = json!({ "productId": "theatre", "performanceIds": [PLAY] });
    let detail = bob.post("/api/performance/performance-detail", detail).await.expect_success();
    let sections = detail["value"]["showCategories"].as_array().unwrap();
    assert!(sections.iter().all(|section| section["capacityLevelId"] == 4), "{sections:?}");
    let prices: Vec<(&Value, i64)> = sections[0]["prices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|price| (&price["extProductVariantId"], cents(&price["displayPrice"])))
        .collect();
    assert_eq!(
        prices,
        [(&json!("floor-seat"), 40_00), (&json!("anywhere"), 25_00)],
        "in the order of the variants, so that the standard price comes first"
    );
    shop.stop().await;
}

/// The prices of Saturday and Sunday in the month calendar, in cents.
async fn list_day_prices(shopper: &Shopper, product: &str, group_size: u32) -> Vec<i64> {
    let asked = json!({
        "productIds": [product], "startDate": "2026-11-21", "endDate": "2026-11-22", "groupSize": group_size,
    });
    let month = shopper.post("/api/performance/product-date", asked).await.json();
    month.as_array().unwrap().iter().map(|day| cents(&day["fromPrice"])).collect()
}

#[tokio::test]
async fn month_calendar_shows_the_standard_price_of_the_cheapest_section_with_room() {
    let halls = Catalogue::park().with(halls(1, 2));
    let shop =
        Shop::selling(&halls.edit_variant("evening", "listener", |listener| listener.sections(["stalls"]))).await;
    let ada = shop.new_guest().await;
    assert_eq!(list_day_prices(&ada, "theatre", 1).await, [25_00, 25_00], "the balcony");
    assert_eq!(list_day_prices(&ada, "theatre", 3).await, [40_00, 40_00], "the balcony has two places");
    ada.try_add(json!([line_at("anywhere", 2, section("balcony"))])).await.expect_success();
    assert_eq!(list_day_prices(&ada, "theatre", 1).await, [40_00, 25_00]);

    assert_eq!(list_day_prices(&ada, "evening", 4).await, [30_00, 30_00], "a group may choose seats in both sections");
    let both = json!([line_at("listener", 1, seat("stalls-1-1")), line_at("listener", 1, seat("stalls-1-2"))]);
    ada.try_add(both).await.expect_success();
    assert_eq!(list_day_prices(&ada, "evening", 1).await, [90_00, 30_00], "the box");
    shop.stop().await;
}

#[tokio::test]
async fn best_seats_are_adjacent_for_the_whole_party_and_split_only_after_confirmation() {
    let shop = open_shop_with(2, 6).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.try_add(json!([line_at("listener", 4, best_seats())])).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1", "1 2", "1 3", "1 4"], "no single free seat is left beside them");
    // Only the second row still has six adjacent free seats.
    bob.try_add(json!([line_at("listener", 6, best_seats())])).await.expect_success();
    assert_eq!(list_seats_in_cart(&bob).await, ["2 1", "2 2", "2 3", "2 4", "2 5", "2 6"]);
    let most = bob.try_add(json!([line_at("listener", 1, best_seats())])).await;
    assert_eq!(most.expect_refusal(), "Maximum quantity is 6", "seats count together");

    let (cleo, eve) = (shop.shopper(), shop.shopper());
    cleo.open_shop().await;
    eve.open_shop().await;
    eve.try_add(json!([line_at("listener", 1, seat("stalls-1-5")), line_at("listener", 1, seat("box-90-1"))]))
        .await
        .expect_success();
    let mut two = json!({ "items": [line_at("listener", 2, best_seats())], "saleFlowId": 1 });
    let asked = cleo.post("/api/cart/add", two.clone()).await.expect_success();
    let words = (&asked["confirmationRequired"], asked["confirmationMessageHtml"].as_str().unwrap());
    assert_eq!(
        words,
        (&json!(true), "<p>We don't have 2 seats together. We can split your party up like this: 1 + 1.</p>")
    );
    two["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    cleo.post("/api/cart/add", two).await.expect_success();
    assert_eq!(list_seats_in_cart(&cleo).await, ["1 6", "90 2"]);
    let none = cleo.try_add(json!([line_at("listener", 3, best_seats())])).await;
    assert_eq!(none.expect_refusal(), "Sorry, not enough seats are left for a party of 3. Please choose fewer.");
    shop.stop().await;
}

/// Best seats for `quantity` listeners on an evening of November 2026.
fn best_seats_on(day: u32, quantity: u32) -> Value {
    let performance = format!("concerts.202611{day}.2000");
    json!({ "productId": "evening", "productVariantId": "listener", "quantity": quantity,
        "performances": [{ "selectionIndex": 1, "performanceId": performance, "bestSeats": true }] })
}

#[tokio::test]
async fn best_seats_of_two_evenings_in_one_call_may_be_the_same_seats_of_the_hall() {
    let shop = open_shop_with(1, 4).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([best_seats_on(21, 4), best_seats_on(22, 4)])).await.expect_success();
    let row = ["1 1", "1 2", "1 3", "1 4"];
    assert_eq!(list_seats_in_cart(&ada).await, [row, row].concat());
    shop.stop().await;
}

#[tokio::test]
async fn one_question_covers_all_parties_of_a_request_for_whom_no_adjacent_seats_are_left() {
    let shop = open_shop_with(1, 3).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let evenings = 21..=27;
    for day in evenings.clone() {
        let performance = format!("concerts.202611{day}.2000");
        let seats = ["stalls-1-2", "box-90-1"].map(|id| {
            let place = json!({ "selectionIndex": 1, "performanceId": performance, "seatId": id });
            json!({ "productId": "evening", "productVariantId": "listener", "quantity": 1, "performances": [place] })
        });
        bob.try_add(json!(seats)).await.expect_success();
    }
    let parties: Vec<Value> = evenings.map(|day| best_seats_on(day, if day == 21 { 3 } else { 2 })).collect();
    let mut items = json!({ "items": parties, "saleFlowId": 1 });
    let asked = ada.post("/api/cart/add", items.clone()).await.expect_success();
    assert_eq!(
        asked["confirmationMessageHtml"],
        "<p>We don't have 3 and 2 and 2 and 2 and 2 and 2 and 2 seats together. We can split your party up \
         like this: 1 + 1 + 1 and 1 + 1 and 1 + 1 and 1 + 1 and 1 + 1 and 1 + 1 and 1 + 1.</p>"
    );
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    items["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    let added = ada.post("/api/cart/add", items).await.expect_success();
    assert_eq!(added["confirmationRequired"], json!(false), "{added}");
    assert_eq!(list_seats_in_cart(&ada).await.len(), 15);
    shop.stop().await;
}

#[tokio::test]
async fn expired_seats_are_reclaimed_or_reported_as_unavailable() {
    let shop = open_shop_with(1, 4).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.try_add(json!([line_at("listener", 1, seat("stalls-1-1")), line_at("listener", 1, seat("stalls-1-2"))]))
        .await
        .expect_success();
    shop.advance(16);
    bob.try_add(json!([line_at("listener", 1, seat("stalls-1-2"))])).await.expect_success();
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], true);
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1"]);
    let removed = cart["previousCart"]["itemGroups"][0]["items"][1]["id"].as_str().unwrap().to_owned();
    let elsewhere = json!({ "items": [{ "id": removed, "quantity": 1, "performances": [seat("stalls-1-3")] }] });
    ada.post("/api/cart/modify", elsewhere).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1", "1 3"]);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_parties_take_nearly_all_of_five_hundred_seats_and_no_seat_is_held_twice() {
    let shop = open_shop_with(20, 25).await;
    let first = shop.shopper();
    let parties: Vec<Shopper> = (0..200).map(|_| first.other_browser()).collect();
    join_all(parties.iter().map(Shopper::open_shop)).await;
    let storm = parties.iter().enumerate().map(|(nth, party)| {
        let party = party.clone();
        tokio::spawn(async move {
            let size = nth % 4 + 1;
            if nth % 2 == 0 {
                let mut items = json!({ "items": [line_at("listener", size as u32, best_seats())], "saleFlowId": 1 });
                let answer = party.post("/api/cart/add", items.clone()).await.json();
                if answer["confirmationRequired"] == true {
                    items["reSubmitContext"] = answer["confirmationReSubmitContext"].clone();
                    party.post("/api/cart/add", items).await;
                }
            } else {
                // Each party chooses adjacent seats, and chooses once more if they were taken.
                for again in 0..2 {
                    let (row, from) = ((nth * 7 + again * 3) % 20 + 1, (nth * 5 + again * 11) % (25 - size) + 1);
                    let items: Vec<Value> = (from..from + size)
                        .map(|it| line_at("listener", 1, seat(&format!("stalls-{row}-{it}"))))
                        .collect();
                    if party.try_add(json!(items)).await.succeeded() {
                        break;
                    }
                }
            }
        })
    });
    for party in join_all(storm).await {
        party.unwrap();
    }
    // The last parties take the remaining seats, adjacent or not.
    let late: Vec<Shopper> = (0..120).map(|_| first.other_browser()).collect();
    join_all(late.iter().map(Shopper::open_shop)).await;
    let rest = late.iter().map(|party| async move {
        let mut items = json!({ "items": [line_at("listener", 3, best_seats())], "saleFlowId": 1 });
        let answer = party.post("/api/cart/add", items.clone()).await.json();
        if answer["confirmationRequired"] == true {
            items["reSubmitContext"] = answer["confirmationReSubmitContext"].clone();
            party.post("/api/cart/add", items).await;
        }
    });
    join_all(rest).await;
    let sold = shop.count("SELECT COUNT(*) FROM claim WHERE stock_key LIKE 'seat:%'").await;
    assert!(sold >= 475, "{sold} of 500 seats are taken");
    let carts = join_all(parties.iter().chain(&late).map(Shopper::get_lines)).await;
    let seats: Vec<String> = carts
        .iter()
        .flatten()
        .map(|item| {
            format!("{} {} {}", item["seats"][0]["seatCategoryName"], item["seats"][0]["row"], item["seats"][0]["seat"])
        })
        .collect();
    assert_eq!(seats.len() as i64, sold, "every claim is in a cart");
    assert_eq!(seats.iter().collect::<HashSet<_>>().len(), seats.len(), "no seat is held twice");
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn moved_line_releases_its_old_seats_only_after_its_new_seats_are_held() {
    let shop = open_shop_with(2, 4).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    let two = json!([line_at("listener", 1, seat("stalls-1-1")), line_at("listener", 1, seat("stalls-1-2"))]);
    ada.try_add(two).await.expect_success();
    bob.try_add(json!([line_at("listener", 1, seat("stalls-2-2"))])).await.expect_success();
    let ids: Vec<Value> = ada.get_lines().await.iter().map(|item| item["id"].clone()).collect();
    let to = |seats: [&str; 2]| {
        let lines = ids.iter().zip(seats);
        let line = |(id, to): (&Value, &str)| json!({ "id": id, "quantity": 1, "performances": [seat(to)] });
        json!({ "items": lines.map(line).collect::<Vec<_>>() })
    };

    let short = ada.post("/api/cart/modify", to(["stalls-2-1", "stalls-2-2"])).await;
    assert_eq!(short.expect_refusal(), "Sorry, row 2, seat 2 was just taken. Please choose another.");
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1", "1 2"], "both or neither");
    bob.try_add(json!([line_at("listener", 1, seat("stalls-1-1"))])).await.expect_refusal();

    ada.post("/api/cart/modify", to(["stalls-2-3", "stalls-2-4"])).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["2 3", "2 4"]);
    bob.try_add(json!([line_at("listener", 1, seat("stalls-1-1"))])).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn wheelchair_spaces_and_companion_seats_are_chosen_by_shoppers_and_never_assigned() {
    let accessible = [(1, "wheelchair"), (2, "companion")]
        .map(|(nth, kind)| table::seat("small-hall", "stalls", 2, nth).set("kind", kind));
    let shop = Shop::selling(&Catalogue::park().with(halls(1, 2)).with(accessible.to_vec())).await;
    let ada = shop.new_guest().await;
    let asked = json!({ "productId": "evening", "performanceIds": [CONCERT] });
    let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success();
    let seats = detail["value"]["seats"].as_array().unwrap();
    let kinds: Vec<&Value> = seats.iter().filter(|it| it["row"] == "2").map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["wheelchair", "companion"]);

    let mut in_stalls = best_seats();
    in_stalls["showCategoryId"] = json!("stalls");
    let three = ada.try_add(json!([line_at("listener", 3, in_stalls.clone())])).await;
    assert_eq!(three.expect_refusal(), "Sorry, not enough seats are left for a party of 3. Please choose fewer.");
    ada.try_add(json!([line_at("listener", 2, in_stalls.clone())])).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1", "1 2"]);
    let one = shop.new_guest().await.try_add(json!([line_at("listener", 1, in_stalls)])).await;
    assert_eq!(one.expect_refusal(), "Sorry, no seats are left. Please choose a different time or section.");
    let two = json!([line_at("listener", 1, seat("stalls-2-1")), line_at("listener", 1, seat("stalls-2-2"))]);
    ada.try_add(two).await.expect_success();
    assert_eq!(list_seats_in_cart(&ada).await, ["1 1", "1 2", "2 1", "2 2"]);
    shop.stop().await;
}
