//! Bundles: their days, steps and prices. A bundle is bought as a whole or not at all.

use futures_util::future::join_all;
use midway::shop::catalog::CatalogError;
use serde_json::{Value, json};

use crate::pdf_tickets::{pdf_path, text_of};
use crate::support::catalogue::table::{price_calendar, price_rule, price_step};
use crate::support::catalogue::{weekend_bundle, weekend_bundle_with};
use crate::support::shopper::{Answer, SATURDAY, SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line, unique_email};
use crate::support::{Catalogue, Shop, card};

const SUNDAY: &str = "2026-11-22";
const SUNDAY_NOON: &str = "tours.20261122.1200";
const UNAVAILABLE: &str = "Bundle not available on the selected date. Please choose a different date.";

fn park() -> Catalogue {
    Catalogue::park().with(weekend_bundle())
}

/// The selection of a family: two adult tickets and a child ticket for a tour, and a book.
pub fn family_selection(performance: &str) -> Vec<Value> {
    vec![
        line("tour", "adult", 2, Some(performance)),
        line("tour", "child", 1, Some(performance)),
        line("book", "guide-book", 1, None),
    ]
}

fn bundle_request(items: Vec<Value>, date: &str) -> Value {
    json!({
        "items": items, "saleFlowId": 9, "specificPromotionTypeId": 19, "bundleId": "weekend", "bundleDate": date,
    })
}

pub async fn add_bundle(shopper: &Shopper, items: Vec<Value>, date: &str) -> Answer {
    shopper.post("/api/cart/add", bundle_request(items, date)).await
}

async fn list_days(shopper: &Shopper) -> Vec<String> {
    let bundle = shopper.get("/api/bundle/builder/weekend").await.expect_success();
    let days = bundle["bundleDates"].as_array().unwrap().iter();
    days.map(|day| day.as_str().unwrap().to_owned()).collect()
}

async fn list_steps(shopper: &Shopper, date: &str) -> Answer {
    shopper.post("/api/bundle/steps/weekend", json!({ "date": date })).await
}

async fn count_claimed(shop: &Shop, key: &str) -> i64 {
    shop.count(&format!("SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock WHERE key = '{key}'")).await
}

async fn count_claims(shop: &Shop) -> i64 {
    shop.count("SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock").await
}

#[tokio::test]
async fn bundle_requires_sign_in_when_one_of_its_products_requires_it() {
    for asks in [false, true] {
        let catalogue = park().edit_tour(|tour| tour.requires_login_challenge(asks));
        let shop = Shop::selling(&catalogue).await;
        let ada = shop.new_guest().await;
        let shown = ada.get("/api/bundle/builder/weekend").await.expect_success();
        assert_eq!(shown["requiresLoginChallenge"], json!(asks));
        if asks {
            let refused = add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await;
            assert_eq!(refused.expect_refusal(), "Please sign in to use this offer.");
            ada.register_and_sign_in(&unique_email()).await;
        }
        add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
        shop.stop().await;
    }
}

#[tokio::test]
async fn bundle_page_shows_its_texts_and_available_days() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    let shown = ada.get("/api/bundle/builder/weekend").await.expect_success();
    assert_eq!(shown["pageTitle"], json!("Weekend in the garden"));
    assert_eq!(shown["pageDescription"], json!("<p>Two hours among cedars.</p>"), "sanitised");
    // The lowest price of the bundle is the price of two child tickets at 10.00 with their fees, and of the car at
    // 5.00.
    assert_eq!(cents(&shown["bundle"]["fromPrice"]), 2 * 11_25 + 5_00);
    assert_eq!(shown["bundle"]["fromPriceFor"], json!("2 × Child"), "the car is in every bundle");
    let saving = cents(&shown["bundle"]["saving"]);
    assert_eq!(saving, 2 * 2_50 + 10_00, "outside the bundle, a child pays 12.50 and a car 15.00");
    assert_eq!(shown["bundle"]["site"]["timeZone"], json!("America/New_York"));
    assert_eq!(shown["bundle"]["category"], json!("Together"));
    assert_eq!(shown["venues"].as_array().unwrap().len(), 1, "everything that it offers is at one site");
    assert_eq!(shown["venues"][0]["id"], shown["bundle"]["site"]["id"]);
    let days = list_days(&ada).await;
    assert_eq!(days[..3], [SATURDAY, SUNDAY, "2026-11-28"]);
    assert_eq!(days.last().unwrap(), "2026-12-27", "the last weekend before it ends");
    ada.get("/api/bundle/builder/nosuch").await.expect_status(404);
    ada.post("/api/bundle/steps/nosuch", json!({ "date": SATURDAY })).await.expect_status(404);

    let on_sale = ada.get("/api/product/on-sale").await.json();
    let together = &on_sale["sections"][0];
    assert_eq!((&together["title"], &together["bundles"][0]["id"]), (&json!("Together"), &json!("weekend")));
    shop.stop().await;
}

#[tokio::test]
async fn bundle_steps_of_a_day_offer_available_variants_at_bundle_prices() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    let answer = list_steps(&ada, SATURDAY).await.json();
    let steps = answer.as_array().unwrap();
    let bounds = |step: &Value| (step["minQuantity"].clone(), step.get("maxQuantity").cloned());
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[0]["promotionRuleId"], json!("arriving"));
    assert_eq!(bounds(&steps[0]), (json!(1), Some(json!(1))));
    assert_eq!(
        (&steps[1]["uiLabel"], &steps[1]["uiDescription"]),
        (&json!("Your tour"), &json!("All of you walk together."))
    );

    let tour = &steps[1]["products"][0];
    let times = tour["performances"].as_array().unwrap();
    assert_eq!(times[0]["performanceId"], json!(SATURDAY_NOON));
    assert_eq!(times[1]["performanceId"], json!(SATURDAY_TWO));
    let adult = &tour["variants"][0];
    assert_eq!((&adult["minQuantity"], &adult["maxQuantity"]), (&json!(1), &json!(4)));
    assert_eq!(tour["variants"][1]["maxQuantity"], json!(6), "the step allows less than the variant");
    assert_eq!(adult["requiresPerformance"], json!(true));
    assert_eq!((cents(&adult["displayPrice"]), cents(&adult["regularDisplayPrice"])), (16_25, 21_25));
    let at_noon = &adult["performancePrices"][0];
    assert_eq!((&at_noon["performanceId"], cents(&at_noon["displayPrice"])), (&json!(SATURDAY_NOON), 16_25));
    // The night tour also takes place on Saturdays. It is not sold for children.
    assert_eq!(adult["performancePrices"].as_array().unwrap().len(), 3);
    assert_eq!(tour["variants"][1]["performancePrices"].as_array().unwrap().len(), 2);

    let book = &steps[2]["products"][0]["variants"][0];
    assert_eq!((&book["requiresPerformance"], &book["maxQuantity"]), (&json!(false), &json!(1)));
    assert_eq!(book["capacityLevelId"], json!(1));
    shop.stop().await;
}

#[tokio::test]
async fn day_without_capacity_for_a_required_step_is_not_offered() {
    let shop = Shop::selling(&park().tour_capacity(6)).await;
    let ada = shop.new_guest().await;
    assert_eq!(list_steps(&ada, "2026-11-23").await.expect_refusal(), UNAVAILABLE, "a Monday");
    assert_eq!(list_steps(&ada, "2027-01-02").await.expect_refusal(), UNAVAILABLE, "after its last day");
    for at in ["1200", "1400"] {
        let performance = format!("tours.20261122.{at}");
        ada.try_add(json!([line("tour", "group", 5, Some(&performance))])).await.expect_success();
    }
    // One place is left at each time, and the step needs at least two.
    assert!(!list_days(&ada).await.contains(&SUNDAY.to_owned()));
    assert_eq!(list_steps(&ada, SUNDAY).await.expect_refusal(), UNAVAILABLE);
    assert!(list_days(&ada).await.contains(&SATURDAY.to_owned()));

    let grace = shop.new_guest().await;
    grace.try_add(json!([line("parking", "car", 40, None)])).await.expect_success();
    assert_eq!(list_days(&ada).await, Vec::<String>::new(), "without a parking place there is no bundle");
    shop.stop().await;
}

#[tokio::test]
async fn bundle_is_one_line_with_the_total_cost_and_all_claims_and_tickets_of_its_parts() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    let added = add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    assert_eq!(added["analyticsEvent"]["category"], json!("addToCart"));
    let cart = ada.get_cart().await;
    // The cart contains two adult tickets and a child ticket, the book, and the car, which the bundle adds by itself.
    assert_eq!(cents(&cart["cartTotalNetTaxesAndFees"]), 2 * 15_00 + 10_00 + 12_00 + 5_00);
    assert_eq!((cents(&cart["feeTotal"]), cents(&cart["taxTotal"])), (3 * 1_25, 2 * 1_20 + 80));
    let groups = cart["itemGroups"].as_array().unwrap();
    assert_eq!(groups.len(), 1);
    let group = &groups[0];
    assert_eq!((&group["isPackage"], &group["isBundle"]), (&json!(true), &json!(true)));
    assert_eq!(group["packageDisplayName"], json!("Weekend in the garden"));
    assert_eq!(group.get("packageDiscountPercentage"), None, "each part has its own price");
    assert_eq!((&group["allowPerformanceChange"], &group["performanceDate"]), (&json!(false), &json!(SATURDAY)));
    assert_eq!(group["actualPerformanceDate"], json!("2026-11-21T12:00:00-05:00"), "in the bundle's zone");
    let item = &group["items"][0];
    assert_eq!(item["displayName"], json!("Bundle for Saturday, November 21, 2026"));
    assert_eq!((&item["quantity"], &item["maxQuantity"]), (&json!(1), &json!(1)));
    assert_eq!(cents(&item["regularPrice"]), 2 * 20_00 + 12_50 + 18_00 + 15_00);
    let parts = group["packageItemGroups"].as_array().unwrap();
    let names: Vec<&Value> = parts.iter().map(|part| &part["productDisplayName"]).collect();
    assert_eq!(names, [&json!("Parking"), &json!("Tour"), &json!("Guide book")]);
    assert!(parts.iter().all(|part| part["siteName"] == json!("Cedar Park")), "{parts:?}");
    for (key, places) in [
        ("performance:tours.20261121.1200", 3),
        ("pool:guests.20261121", 3),
        ("variant:guide-book", 1),
        ("variant:car", 1),
    ] {
        assert_eq!(count_claimed(&shop, key).await, places, "{key}");
    }

    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!(order["orderTotal"], payment.amount);
    assert_eq!(order["items"][0]["packageItems"].as_array().unwrap().len(), 3);
    let tickets = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(tickets.matches("<article").count(), 5);
    let mails = shop.wait_for_emails(1).await;
    assert!(mails[0].text.contains("Weekend in the garden") && mails[0].text.contains("Parking"));
    shop.stop().await;
}

/// The weekend bundle with a price calendar: an adult costs 30.00 before 14:00, and 5.00 more at any time while less
/// than half of the places are left.
#[tokio::test]
async fn part_of_a_bundle_that_needs_no_day_is_listed_with_the_day_of_its_bundle() {
    let shop = Shop::selling(&park()).await;
    let (ada, _) = shop.new_account().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    ada.try_add(json!([line("parking", "car", 1, None)])).await.expect_success();
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    let order = ada.submit(&payment).await.expect_success();
    let held = ada.get("/api/account/ticket").await.json();
    let days = |product: &str| -> Vec<Value> {
        let of_product = held.as_array().unwrap().iter().filter(|ticket| ticket["productName"] == *product);
        of_product.map(|ticket| json!([ticket["visitDate"], ticket["validityEndDate"]])).collect()
    };
    assert_eq!(days("Tour"), vec![json!([SATURDAY, SATURDAY]); 3]);
    assert_eq!(days("Parking"), [json!([SATURDAY, null]), json!([null, null])], "the second one was bought alone");
    let html = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    let headings: Vec<&str> = html.split("<h3>").skip(1).map(|rest| rest.split("</h3>").next().unwrap()).collect();
    let day = "Saturday, November 21, 2026";
    // The last two are for the ticket for any day and for the venue.
    assert_eq!(headings, [&format!("{day}, 12:00 PM"), day, "Cedar Park", "Cedar Park"], "{html}");
    let mail = shop.wait_for_emails(1).await.remove(0).text;
    for (validity, count) in [("Any day (planned for this visit)", 2), ("Any day", 1)] {
        assert_eq!(html.matches(&format!("<dd>{validity}</dd>")).count(), count, "{html}");
        assert_eq!(mail.matches(&format!("Valid: {validity}\r\n")).count(), count, "{mail}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, &ada.get(&pdf_path(&order["orderId"])).await.body).unwrap();
    let pdf = format!("{} {}", text_of(&file, 1).await, text_of(&file, 2).await);
    assert_eq!(pdf.matches("Any day (planned for this visit)").count(), 2, "{pdf}");
    shop.stop().await;
}

fn bundle_with_price_calendar() -> Catalogue {
    let rule = price_rule().starting_before("14:00").prices([("adult", 30_00)]);
    park().with([price_calendar("tour").with(rule).with(price_step(50, 5_00))])
}

#[tokio::test]
async fn bundle_has_the_prices_of_the_chosen_time_and_a_higher_price_needs_confirmation() {
    let shop = Shop::selling(&bundle_with_price_calendar().tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let steps = list_steps(&ada, SATURDAY).await.json();
    let adult = &steps[1]["products"][0]["variants"][0];
    let prices = [0, 1].map(|at: usize| cents(&adult["performancePrices"][at]["displayPrice"]));
    assert_eq!(prices, [22_50 + 1_25, 15_00 + 1_25], "the price is reduced by a quarter, at noon and at two");

    bob.add_tours("adult", 6).await;
    let mut pair = bundle_request(vec![line("tour", "adult", 2, Some(SATURDAY_NOON))], SATURDAY);
    pair["bundlePrice"] = json!(52.5);
    let question = ada.post("/api/cart/add", pair.clone()).await.json();
    assert_eq!(question["confirmationRequired"], json!(true), "{question}");
    let words = question["confirmationMessageHtml"].as_str().unwrap();
    assert!(words.contains("$60.00 (was $52.50)"), "{words}");
    pair["reSubmitContext"] = question["confirmationReSubmitContext"].clone();
    ada.post("/api/cart/add", pair).await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 2 * 26_25 + 5_00);
    shop.stop().await;
}

#[tokio::test]
async fn bundle_with_an_invalid_selection_day_or_sale_context_is_refused() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    let tour = |variant: &str, quantity| line("tour", variant, quantity, Some(SATURDAY_NOON));
    let not_made_of = "This bundle no longer includes everything you chose. Please build it again.";
    for (why, items, message) in [
        ("too few of a step", vec![tour("adult", 1)], "Your tour: choose at least 2."),
        ("too many of a step", vec![tour("adult", 4), tour("child", 3)], "Your tour: choose up to 6."),
        ("too many of a variant", vec![tour("adult", 5)], "Tour, Adult: choose up to 4."),
        (
            "a list ticked twice",
            [family_selection(SATURDAY_NOON), vec![line("leaflet", "free-leaflet", 2, None)]].concat(),
            "Leaflet, Leaflet: choose up to 1.",
        ),
        (
            "two of what is included",
            vec![tour("adult", 2), line("parking", "car", 2, None)],
            "Parking, Car: choose up to 1.",
        ),
        ("a variant of no step", vec![tour("adult", 2), tour("group", 5)], not_made_of),
        ("a variant twice", vec![tour("adult", 2), tour("adult", 2)], not_made_of),
        ("no tour at all", vec![line("book", "guide-book", 1, None)], "Your tour: choose at least 2."),
        ("no time", vec![line("tour", "adult", 2, None)], "Please choose a date and time."),
        (
            "a time of another day",
            vec![line("tour", "adult", 2, Some(SUNDAY_NOON))],
            "There are no products available for this date / time",
        ),
        (
            "a time for which it is not sold",
            vec![line("tour", "child", 2, Some("nights.20261121.2100"))],
            "There are no products available for this date / time",
        ),
        (
            "under another product",
            vec![line("day-ticket", "adult", 2, Some(SATURDAY_NOON))],
            "This product isn't available.",
        ),
    ] {
        assert_eq!(add_bundle(&ada, items, SATURDAY).await.expect_refusal(), message, "{why}");
    }
    assert_eq!(
        add_bundle(&ada, family_selection("tours.20261123.1200"), "2026-11-23").await.expect_refusal(),
        UNAVAILABLE
    );
    let good = bundle_request(family_selection(SATURDAY_NOON), SATURDAY);
    for (key, value) in [
        ("saleFlowId", json!(1)),
        ("saleFlowId", json!(6)),
        ("specificPromotionTypeId", json!(18)),
        ("specificPromotionTypeId", Value::Null),
        ("bundleId", json!("nosuch")),
        ("bundleId", Value::Null),
        ("bundleDate", Value::Null),
    ] {
        let mut forged = good.clone();
        forged[key] = value.clone();
        assert_eq!(
            ada.post("/api/cart/add", forged).await.expect_refusal(),
            "This offer isn't available.",
            "{key} {value}"
        );
    }
    assert_eq!(count_claims(&shop).await, 0);
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn bundle_in_the_cart_cannot_be_increased_or_moved_and_is_removed_as_a_whole() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let items = ada.get_lines().await;
    assert_eq!(items.len(), 2, "another bundle is another line");
    let id = items[0]["id"].as_str().unwrap();
    assert_eq!(ada.change_quantity(id, 2).await.expect_refusal(), "Maximum quantity is 1");
    let moved = json!({ "items": [{ "id": id, "quantity": 1, "performances": [
        { "selectionIndex": 1, "performanceId": SATURDAY_TWO },
    ] }] });
    let refusal = ada.post("/api/cart/modify", moved).await.expect_refusal();
    assert_eq!(refusal, "The date and time for Weekend in the garden can't be changed.");
    ada.change_quantity(id, 1).await.expect_success();
    ada.change_quantity(id, 0).await.expect_success();
    assert_eq!(count_claimed(&shop, "variant:car").await, 1);
    assert_eq!(count_claimed(&shop, "performance:tours.20261121.1200").await, 3);
    shop.stop().await;
}

/// A request to replace a line of the cart with a bundle.
fn replacement(id: &Value, items: Vec<Value>, date: &str) -> Value {
    let mut request = bundle_request(items, date);
    request["replaces"] = json!([id]);
    request
}

async fn list_steps_for(shopper: &Shopper, date: &str, line_id: &Value) -> Answer {
    shopper.post("/api/bundle/steps/weekend", json!({ "date": date, "lineId": line_id })).await
}

#[tokio::test]
async fn edited_bundle_finds_its_own_places_free_and_changes_in_one_step_or_not_at_all() {
    let shop = Shop::selling(&park().tour_capacity(6)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add_bundle(&ada, family_selection(SUNDAY_NOON), SUNDAY).await.expect_success();
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    for (places, performance) in [(3, SUNDAY_NOON), (5, "tours.20261122.1400")] {
        bob.try_add(json!([line("tour", "adult", places, Some(performance))])).await.expect_success();
    }
    let before = ada.get_lines().await;
    let id = &before[0]["id"];
    assert!(!list_days(&ada).await.contains(&SUNDAY.to_owned()), "one place is left at two, and none at noon");
    assert_eq!(list_steps(&ada, SUNDAY).await.expect_refusal(), UNAVAILABLE);
    let path = format!("/api/bundle/builder/weekend?lineId={}", id.as_str().unwrap());
    let editing = ada.get(&path).await.expect_success();
    assert!(editing["bundleDates"].as_array().unwrap().contains(&json!(SUNDAY)), "the line holds three places");
    let steps = list_steps_for(&ada, SUNDAY, id).await.json();
    let noon = &steps[1]["products"][0]["performances"][0];
    assert_eq!((&noon["performanceId"], &noon["hasRoom"]), (&json!(SUNDAY_NOON), &json!(true)));

    let held = count_claims(&shop).await;
    let four = vec![line("tour", "adult", 4, Some(SUNDAY_NOON))];
    let refused = ada.post("/api/cart/add", replacement(id, four, SUNDAY)).await.expect_refusal();
    let few = "Sorry, only 3 left: Tour, Sunday, November 22, 2026, 12:00 PM. Please choose fewer, or choose \
               another date or time.";
    assert_eq!(refused, few, "no other time of the day has room for four");
    assert_eq!((ada.get_lines().await, count_claims(&shop).await), (before.clone(), held));

    let adults = vec![line("tour", "adult", 3, Some(SUNDAY_NOON)), line("leaflet", "free-leaflet", 1, None)];
    ada.post("/api/cart/add", replacement(id, adults, SUNDAY)).await.expect_success();
    let after = ada.get_lines().await;
    let ids: Vec<&Value> = after.iter().map(|line| &line["id"]).collect();
    assert_eq!(ids, [id, &before[1]["id"]], "the bundle keeps its place and its id");
    assert_eq!(cents(&after[0]["unitPrice"]), 3 * 15_00 + 5_00);
    for (key, places) in [
        ("performance:tours.20261122.1200", 6),
        ("performance:tours.20261122.1400", 5),
        ("variant:guide-book", 0),
        ("variant:car", 1),
    ] {
        assert_eq!(count_claimed(&shop, key).await, places, "{key}");
    }
    let group = &ada.get_cart().await["itemGroups"][0];
    assert_eq!(group["bundleDate"], json!(SUNDAY));
    assert_eq!(group["packageItemGroups"][1]["items"][0]["performances"][0]["showId"], json!("tour"));
    shop.stop().await;
}

#[tokio::test]
async fn only_a_line_of_this_bundle_in_the_visitors_cart_can_be_edited() {
    let shop = Shop::selling(&park()).await;
    let (ada, eve) = (shop.new_guest().await, shop.new_guest().await);
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    let before = ada.get_lines().await;
    for (who, shopper, id) in [
        ("a visitor without a cart", &eve, &before[0]["id"]),
        ("a line of another product", &ada, &before[1]["id"]),
        ("no line", &ada, &json!("nosuch")),
    ] {
        let path = format!("/api/bundle/builder/weekend?lineId={}", id.as_str().unwrap());
        assert_eq!(shopper.get(&path).await.status, 404, "{who}");
        assert_eq!(list_steps_for(shopper, SATURDAY, id).await.status, 404, "{who}");
    }
    add_bundle(&eve, family_selection(SATURDAY_TWO), SATURDAY).await.expect_success();
    let own = eve.get_lines().await;
    let hers = replacement(&before[0]["id"], family_selection(SATURDAY_TWO), SATURDAY);
    assert_eq!(eve.post("/api/cart/add", hers).await.status, 404);
    assert_eq!((ada.get_lines().await, eve.get_lines().await), (before, own));
    shop.stop().await;
}

#[tokio::test]
async fn edited_bundle_has_the_prices_without_its_own_places() {
    let shop = Shop::selling(&bundle_with_price_calendar().tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let adults = |count| vec![line("tour", "adult", count, Some(SATURDAY_NOON))];
    add_bundle(&ada, adults(4), SATURDAY).await.expect_success();
    bob.add_tours("adult", 3).await;
    let id = &ada.get_lines().await[0]["id"];
    let price = |steps: Value| cents(&steps[1]["products"][0]["variants"][0]["performancePrices"][0]["displayPrice"]);
    assert_eq!(price(list_steps(&bob, SATURDAY).await.json()), 26_25 + 1_25, "three of ten places are left");
    assert_eq!(price(list_steps_for(&ada, SATURDAY, id).await.json()), 22_50 + 1_25, "seven of ten are free for Ada");
    let mut three = replacement(id, adults(3), SATURDAY);
    three["bundlePrice"] = json!(76.25);
    let replaced = ada.post("/api/cart/add", three).await.expect_success();
    assert_eq!(replaced["confirmationRequired"], json!(false), "{replaced}");
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 3 * 22_50 + 5_00);
    shop.stop().await;
}

#[tokio::test]
async fn edited_bundle_asks_before_it_gives_up_scarce_places() {
    let shop = Shop::selling(&park().edit_tour(|tour| tour.confirm_release(true))).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let id = &ada.get_lines().await[0]["id"];
    let more = vec![line("tour", "adult", 4, Some(SATURDAY_NOON))];
    let same_time = ada.post("/api/cart/add", replacement(id, more, SATURDAY)).await.expect_success();
    assert_eq!(same_time["confirmationRequired"], json!(false), "{same_time}");
    let mut later = replacement(id, family_selection(SATURDAY_TWO), SATURDAY);
    let asked = ada.post("/api/cart/add", later.clone()).await.expect_success();
    assert_eq!(asked["confirmationTitleHtml"], json!("Give up your spots?"), "{asked}");
    assert_eq!(count_claimed(&shop, "performance:tours.20261121.1200").await, 4);
    later["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    ada.post("/api/cart/add", later).await.expect_success();
    let held = [SATURDAY_NOON, SATURDAY_TWO].map(|at| format!("performance:{at}"));
    assert_eq!((count_claimed(&shop, &held[0]).await, count_claimed(&shop, &held[1]).await), (0, 3));
    shop.stop().await;
}

#[tokio::test]
async fn bundle_that_a_revision_removed_can_be_edited_and_returns_to_the_cart() {
    let shop = Shop::selling(&park().guide_books(1)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let id = &ada.get_lines().await[0]["id"];
    shop.advance(16);
    bob.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(ada.get("/api/cart?revise=true").await.json()["cartEmpty"], json!(true));
    list_steps_for(&ada, SATURDAY, id).await.expect_status(200);
    let without_book = family_selection(SATURDAY_NOON)[..2].to_vec();
    ada.post("/api/cart/add", replacement(id, without_book, SATURDAY)).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((&cart["itemGroups"][0]["items"][0]["id"], cart.get("previousCart")), (id, None));
    assert_eq!(count_claimed(&shop, "performance:tours.20261121.1200").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn held_bundle_keeps_its_price_and_expired_bundle_is_repriced() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let promised = ada.get_cart().await["cartTotal"].clone();
    let with_higher_price = Catalogue::park().with(weekend_bundle_with(7_00, 2));
    shop.import(&with_higher_price).await;
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartTotal"], &cart["cartRevised"]), (&promised, &json!(false)));
    shop.advance(16);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(true));
    assert_eq!(cents(&cart["cartTotal"]), cents(&promised) + 2_00);
    assert_eq!(count_claimed(&shop, "variant:car").await, 1, "it is held again");

    // The bundle now requires more tour tickets than the bundle in the cart contains.
    shop.import(&Catalogue::park().with(weekend_bundle_with(7_00, 4))).await;
    assert_eq!(ada.get("/api/cart?revise=true").await.json()["cartEmpty"], json!(false), "the price is kept");
    shop.advance(16);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartEmpty"], json!(true));
    let removed = &cart["previousCart"]["itemGroups"][0];
    assert_eq!(removed["packageDisplayName"], json!("Weekend in the garden"));
    assert_eq!(count_claims(&shop).await, 0);
    let id = removed["items"][0]["id"].as_str().unwrap();
    assert_eq!(ada.change_quantity(id, 1).await.expect_refusal(), "Your tour: choose at least 4.");
    shop.import(&with_higher_price).await;
    let asked = ada.change_quantity(id, 1).await.expect_success();
    assert_eq!(asked["confirmationRequired"], json!(true), "its price has risen: {asked}");
    let context = &asked["confirmationReSubmitContext"];
    let back = json!({ "items": [{ "id": id, "quantity": 1 }], "reSubmitContext": context });
    ada.post("/api/cart/modify", back).await.expect_success();
    assert_eq!(count_claimed(&shop, "performance:tours.20261121.1200").await, 3, "the whole bundle is back");
    shop.stop().await;
}

#[tokio::test]
async fn withdrawn_bundle_is_removed_as_a_whole_and_releases_its_claims() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let folder = shop.data().join("catalog");
    Catalogue::park().write(&folder);
    let refused = midway::ops::import::import(&shop.app, &folder).await.unwrap().unwrap_err();
    let CatalogError::Withdraws { items: held, .. } = refused else { panic!("{refused}") };
    assert_eq!(held, ["bundle weekend: 1 held in 1 cart", "product parking: 1 held in 1 cart"]);
    shop.import_withdrawing(&Catalogue::park()).await;
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartEmpty"], &cart["cartRevised"]), (&json!(true), &json!(true)));
    assert_eq!(count_claims(&shop).await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn bundle_with_one_unavailable_part_claims_nothing() {
    let shop = Shop::selling(&park().guide_books(1)).await;
    let (ada, grace) = (shop.new_guest().await, shop.new_guest().await);
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let before = count_claims(&shop).await;
    let refusal = add_bundle(&grace, family_selection(SATURDAY_NOON), SATURDAY).await.expect_refusal();
    let short = "Sorry, part of Weekend in the garden just sold out. Please choose another time or date.";
    assert_eq!(refusal, short);
    assert_eq!(count_claims(&shop).await, before);
    assert_eq!(grace.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_buyers_of_a_scarce_part_never_get_an_incomplete_bundle() {
    let shop = Shop::selling(&park().guide_books(7)).await;
    let first = shop.shopper();
    let buyers: Vec<Shopper> = (0..60).map(|_| first.other_browser()).collect();
    join_all(buyers.iter().map(Shopper::open_shop)).await;
    let tries = buyers.iter().enumerate().map(|(nth, buyer)| {
        let buyer = buyer.clone();
        let mut items = family_selection(if nth % 2 == 0 { SATURDAY_NOON } else { SATURDAY_TWO });
        items.rotate_left(nth % 3);
        tokio::spawn(async move { add_bundle(&buyer, items, SATURDAY).await })
    });
    let answers: Vec<Answer> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers.iter().filter(|answer| answer.succeeded()).count(), 7);
    answers.iter().filter(|answer| !answer.succeeded()).for_each(|answer| drop(answer.expect_refusal()));
    for (key, places) in [("variant:guide-book", 7), ("variant:car", 7), ("pool:guests.20261121", 21)] {
        assert_eq!(count_claimed(&shop, key).await, places, "{key}");
    }
    let tours = count_claimed(&shop, "performance:tours.20261121.1200").await
        + count_claimed(&shop, "performance:tours.20261121.1400").await;
    assert_eq!(tours, 21);
    shop.stop().await;
}

#[tokio::test]
async fn product_that_replaces_a_part_removes_the_whole_bundle() {
    let shop = Shop::selling(&park().edit_tour(|tour| tour.replaces(["book"]))).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY_NOON), SATURDAY).await.expect_success();
    let another = json!([line("tour", "adult", 1, Some(SATURDAY_TWO))]);
    let asked = ada.try_add(another.clone()).await.expect_success();
    assert_eq!(asked["confirmationRequired"], json!(true));
    let context = &asked["confirmationReSubmitContext"];
    ada.post("/api/cart/add", json!({ "items": another, "reSubmitContext": context })).await.expect_success();
    let items = ada.get_lines().await;
    assert_eq!((items.len(), &items[0]["displayName"]), (1, &json!("Adult")));
    assert_eq!(
        (count_claims(&shop).await, count_claimed(&shop, "variant:car").await),
        (2, 0),
        "one place, of the tour and of the park"
    );
    shop.stop().await;
}
