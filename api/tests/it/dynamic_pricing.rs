//! Prices by day and time: the week calendar, the cart and the charge agree to the cent.

use futures_util::future::join_all;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::catalogue::promotions;
use crate::support::catalogue::table::{Table, price_calendar, price_rule, price_step, promotion_code};
use crate::support::database::{server_url, wait_for_blocked_cart};
use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

/// Adults pay 20.00 before 14:00 and 18.00 later, 30.00 on Saturdays, and 45.00 before 14:00 on the day when the clocks
/// go forward. Children pay 11.00 from 14:00.
fn calendar() -> Vec<Table> {
    vec![
        price_calendar("tour")
            .with(price_rule().starting_from("14:00").prices([("adult", 18_00), ("child", 11_00)]))
            .with(price_rule().weekdays(["sat"]).prices([("adult", 30_00)]))
            .with(price_rule().dates(["2027-03-14"]).starting_before("14:00").prices([("adult", 45_00)])),
    ]
}

fn price_steps() -> Vec<Table> {
    vec![price_calendar("tour").with(price_step(50, 5_00))]
}

const NOON: &str = "performance:tours.20261121.1200";
const MONDAY_NOON: &str = "tours.20261123.1200";

fn park_with(more: Vec<Table>) -> Catalogue {
    Catalogue::park().with(more)
}

async fn list_week(shopper: &Shopper, from: &str, until: &str) -> Vec<Value> {
    let asked = json!({ "productId": "tour", "startDate": from, "endDate": until });
    shopper.post("/api/performance/dynamic", asked).await.expect_success()["dates"].as_array().unwrap().clone()
}

fn prices(day: &Value) -> Option<(i64, i64)> {
    Some((cents(day.get("minDefaultPrice")?), cents(day.get("maxDefaultPrice")?)))
}

/// The net price of a variant at a performance, as the week calendar shows it.
fn shown_price(days: &[Value], performance: &str, variant: &str) -> Value {
    let performances = days.iter().flat_map(|day| day["performances"].as_array().unwrap());
    let found = performances.into_iter().find(|it| it["performanceId"] == json!(performance)).unwrap();
    let variants = found["variants"].as_array().unwrap();
    variants.iter().find(|it| it["id"] == json!(variant)).unwrap()["unitPrice"].clone()
}

async fn add_at(shopper: &Shopper, performance: &str, quantity: u32, seen: &Value, context: Option<&Value>) -> Value {
    let mut wanted = line("tour", "adult", quantity, Some(performance));
    wanted["unitPrice"] = seen.clone();
    let body = json!({ "items": [wanted], "saleFlowId": 1, "reSubmitContext": context });
    let answer = shopper.post("/api/cart/add", body).await;
    answer.expect_status(200);
    answer.json()
}

async fn list_unit_prices(shopper: &Shopper) -> Vec<i64> {
    shopper.get_lines().await.iter().map(|item| cents(&item["unitPrice"])).collect()
}

#[tokio::test]
async fn tickets_have_the_shown_price_when_they_are_held_moved_and_charged() {
    let shop = Shop::selling(&park_with(calendar())).await;
    let ada = shop.new_guest().await;
    let days = list_week(&ada, "2026-11-20", "2026-11-24").await;
    let ranges: Vec<Option<(i64, i64)>> = days.iter().map(prices).collect();
    let weekday = Some((19_25, 21_25));
    assert_eq!(ranges, [weekday, Some((31_25, 31_25)), weekday, weekday, weekday], "with the fee of 1.25");
    let detail = json!({ "productId": "tour", "performanceIds": [SATURDAY_NOON] });
    let detail = ada.post("/api/performance/performance-detail", detail).await.expect_success();
    let adult = &detail["value"]["productVariants"][0];
    assert_eq!((cents(&adult["unitPrice"]), &adult["displayPriceIsFrom"]), (30_00, &json!(false)));
    assert_eq!(cents(&shown_price(&days, SATURDAY_NOON, "adult")), 30_00);
    assert_eq!(cents(&shown_price(&days, SATURDAY_TWO, "child")), 11_00, "children have no Saturday price");

    let added = add_at(&ada, SATURDAY_NOON, 2, &shown_price(&days, SATURDAY_NOON, "adult"), None).await;
    assert_eq!(added["success"], json!(true), "{added}");
    assert_eq!(list_unit_prices(&ada).await, [30_00]);
    let item = ada.get_lines().await[0]["id"].clone();
    let moved = json!([{ "selectionIndex": 1, "performanceId": MONDAY_NOON }]);
    let moved = json!({ "items": [{ "id": item, "quantity": 2, "performances": moved }] });
    ada.post("/api/cart/modify", moved).await.expect_success();
    assert_eq!(list_unit_prices(&ada).await, [20_00]);

    // The total is 2 × (20.00 + 1.25) and a tax of 8 % of 20.00 for each ticket.
    let cart = ada.get_cart().await;
    assert_eq!(cents(&cart["cartTotal"]), 45_70);
    let payment = ada.authorise_cart().await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(cents(&ada.get_order().await.json()["orderTotal"]), 45_70);
    let ledger = shop.ledger().await;
    assert_eq!(ledger.iter().map(|payment| payment.amount_cents).collect::<Vec<_>>(), [45_70]);
    shop.stop().await;
}

#[tokio::test]
async fn lines_that_replace_others_are_quoted_and_sold_as_if_their_places_were_free() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 6).await;
    let id = ada.get_lines().await[0]["id"].clone();
    let five = json!({
        "items": [line("tour", "adult", 5, Some(SATURDAY_NOON))], "saleFlowId": 1, "replaces": [id],
    });
    let quoted = ada.post("/api/cart/quote", five.clone()).await.expect_success();
    assert_eq!(cents(&quoted["value"]["displayTotal"]), 5 * 21_25, "all ten places are free for the new line");
    ada.post("/api/cart/add", five).await.expect_success();
    assert_eq!(list_unit_prices(&ada).await, [20_00]);
    shop.stop().await;
}

#[tokio::test]
async fn each_time_of_a_day_has_the_prices_of_the_price_calendar() {
    let shop = Shop::selling(&park_with(calendar())).await;
    let ada = shop.new_guest().await;
    let adults = |performances: Vec<Value>| -> Vec<i64> {
        let first =
            |it: &Value| (it["prices"][0]["extProductVariantId"].clone(), cents(&it["prices"][0]["displayPrice"]));
        performances.iter().map(first).inspect(|(id, _)| assert_eq!(id, "adult")).map(|(_, price)| price).collect()
    };
    assert_eq!(adults(ada.list_performances("tour", "2026-11-23").await), [21_25, 19_25]);
    assert_eq!(adults(ada.list_performances("tour", "2026-11-21").await), [31_25; 3]);
    shop.stop().await;
}

#[tokio::test]
async fn product_page_shows_the_lowest_price_and_the_month_calendar_shows_the_lowest_price_of_each_day() {
    let shop = Shop::selling(&park_with(calendar())).await;
    let ada = shop.new_guest().await;
    let product = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert_eq!(product["value"]["isPricedByDate"], json!(true));
    let adult = &product["value"]["variants"][0];
    let figures = (cents(&adult["displayPrice"]), &adult["displayPriceIsFrom"], cents(&adult["highestDisplayPrice"]));
    assert_eq!(figures, (19_25, &json!(true), 46_25));
    let group = &product["value"]["variants"][2];
    assert_eq!((&group["displayPriceIsFrom"], group.get("highestDisplayPrice")), (&json!(false), None));
    let asked = json!({ "productIds": ["tour"], "startDate": "2026-11-20", "endDate": "2026-11-21" });
    let month = ada.post("/api/performance/product-date", asked).await.json();
    let from: Vec<i64> = month.as_array().unwrap().iter().map(|day| cents(&day["fromPrice"])).collect();
    assert_eq!(from, [19_25, 31_25]);
    let asked = json!({ "productIds": ["day-ticket"], "startDate": "2026-11-20", "endDate": "2026-11-20" });
    let month = ada.post("/api/performance/product-date", asked).await.json();
    assert_eq!(month[0].get("fromPrice"), None, "equal prices are not listed for each day");
    shop.stop().await;
}

#[tokio::test]
async fn month_calendar_of_a_package_shows_prices_if_those_of_a_part_differ_by_day() {
    let shop = Shop::selling(&park_with(calendar()).with(promotions())).await;
    let asked = json!({ "productIds": ["garden-day"], "startDate": "2026-11-20", "endDate": "2026-11-21" });
    let month = shop.shopper().post("/api/performance/product-date", asked).await.json();
    let from: Vec<i64> = month.as_array().unwrap().iter().map(|day| cents(&day["fromPrice"])).collect();
    assert_eq!(from[1] - from[0], 2 * (27_00 - 16_20), "two tours, each 10 % less than 30.00 or 18.00");
    shop.stop().await;
}

fn calendar_and_code() -> Vec<Table> {
    vec![
        price_calendar("tour").with(price_rule().weekdays(["sat"]).prices([("adult", 30_00)])),
        promotion_code("two-off", "Two dollars off", ["TWO"]).variants(["adult"]).amount_off(2_00),
    ]
}

#[tokio::test]
async fn promotion_price_follows_the_price_of_each_day() {
    let shop = Shop::selling(&park_with(calendar_and_code())).await;
    let ada = shop.new_guest().await;
    let sale_context = json!({ "productId": "tour", "productIds": ["tour"], "saleFlowId": 5, "promotionCode": "two" });
    let asked = |range: (&str, &str)| {
        let mut asked = sale_context.clone();
        (asked["startDate"], asked["endDate"]) = (json!(range.0), json!(range.1));
        asked
    };
    let weekend = asked(("2026-11-21", "2026-11-22"));
    let week = ada.post("/api/performance/dynamic", weekend.clone()).await.expect_success();
    let days = week["dates"].as_array().unwrap();
    let by_code = [28_00 + 1_25, 18_00 + 1_25];
    assert_eq!([0, 1].map(|at: usize| prices(&days[at]).unwrap().0), by_code);
    assert_eq!(cents(&week["product"]["variants"][0]["displayPrice"]), by_code[1], "the lowest of the coming days");
    let month = ada.post("/api/performance/product-date", weekend).await.json();
    assert_eq!([0, 1].map(|at: usize| cents(&month[at]["fromPrice"])), by_code);

    let items = json!([line("tour", "adult", 1, Some(SATURDAY_NOON))]);
    let added = json!({ "items": items, "saleFlowId": 5, "promotionCode": "TWO" });
    ada.post("/api/cart/add", added).await.expect_success();
    assert_eq!(list_unit_prices(&ada).await, [28_00]);
    shop.stop().await;
}

#[tokio::test]
async fn days_that_are_not_on_sale_are_marked_differently_from_closed_days() {
    let closed = park_with(calendar()).setting("dp_look_ahead_days", 4).no_tours_on(["2026-11-23"]);
    let shop = Shop::selling(&closed).await;
    let ada = shop.new_guest().await;
    let days = list_week(&ada, "2026-11-18", "2026-11-25").await;
    let days: Vec<(u64, bool)> =
        days.iter().map(|day| (day["capacityLevelId"].as_u64().unwrap(), day["isClosed"] == json!(true))).collect();
    let (past, open, shut) = ((99, false), (1, false), (99, true));
    assert_eq!(days, [past, past, open, open, open, shut, past, past]);
    assert_eq!(ada.get("/api/settings").await.json()["dpLookAheadDays"], json!(4));
    let asked = json!({ "productId": "tuor" });
    ada.post("/api/performance/dynamic", asked).await.expect_status(404);
    let asked = json!({ "productId": "tour", "promotionCode": "NONSENSE" });
    ada.post("/api/performance/dynamic", asked).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn full_day_still_shows_its_price() {
    let shop = Shop::selling(&park_with(calendar()).tour_capacity(2)).await;
    let ada = shop.new_guest().await;
    let monday = list_week(&ada, "2026-11-23", "2026-11-23").await;
    let sold = prices(&monday[0]);
    assert!(sold.is_some());
    for performance in monday[0]["performances"].as_array().unwrap() {
        let performance = performance["performanceId"].as_str().unwrap();
        let seen = shown_price(&monday, performance, "adult");
        assert_eq!(add_at(&ada, performance, 2, &seen, None).await["success"], json!(true));
    }
    let full = list_week(&ada, "2026-11-23", "2026-11-23").await;
    assert_eq!(full[0]["capacityLevelId"], json!(4));
    assert_eq!(prices(&full[0]), sold);
    shop.stop().await;
}

#[tokio::test]
async fn prices_on_the_day_of_a_daylight_saving_change_follow_its_local_time() {
    let shop = Shop::selling(&park_with(calendar())).await;
    let ada = shop.new_guest().await;
    let days = list_week(&ada, "2027-03-13", "2027-03-15").await;
    let noon = |day: &Value| day["performances"][0]["performanceDateTime"].as_str().unwrap().to_owned();
    assert_eq!(noon(&days[0]), "2027-03-13T12:00:00-05:00");
    assert_eq!(noon(&days[1]), "2027-03-14T12:00:00-04:00");
    assert_eq!(prices(&days[1]), Some((19_25, 46_25)), "only the morning is more expensive");
    let seen = shown_price(&days, "tours.20270314.1200", "adult");
    assert_eq!(add_at(&ada, "tours.20270314.1200", 1, &seen, None).await["success"], json!(true));
    assert_eq!(list_unit_prices(&ada).await, [45_00]);
    shop.stop().await;
}

#[tokio::test]
async fn price_that_has_risen_since_the_shopper_saw_it_needs_confirmation() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let seen = shown_price(&list_week(&ada, "2026-11-21", "2026-11-21").await, SATURDAY_NOON, "adult");
    assert_eq!(cents(&seen), 20_00);
    bob.add_tours("adult", 6).await;
    let question = add_at(&ada, SATURDAY_NOON, 1, &seen, None).await;
    assert_eq!(question["confirmationRequired"], json!(true), "{question}");
    let words = question["confirmationMessageHtml"].as_str().unwrap();
    assert!(words.contains("Adult $26.25 (was $21.25)"), "{words}");
    assert_eq!(ada.get_lines().await.len(), 0, "nothing is added before the answer");
    let context = &question["confirmationReSubmitContext"];
    assert_eq!(add_at(&ada, SATURDAY_NOON, 1, &seen, Some(context)).await["success"], json!(true));
    assert_eq!(list_unit_prices(&ada).await, [25_00]);
    // A shopper who saw the new price is not asked. A shopper who saw a higher price pays the lower price without a
    // question.
    let seen = shown_price(&list_week(&ada, "2026-11-21", "2026-11-21").await, SATURDAY_NOON, "adult");
    assert_eq!(add_at(&ada, SATURDAY_NOON, 1, &seen, None).await["success"], json!(true));
    assert_eq!(add_at(&ada, MONDAY_NOON, 1, &seen, None).await["success"], json!(true));
    assert_eq!(list_unit_prices(&ada).await, [25_00, 20_00], "two at noon, joined, and one on Monday");
    shop.stop().await;
}

#[tokio::test]
async fn price_step_does_not_change_held_prices_and_ignores_the_places_of_the_line_itself() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 6).await;
    assert_eq!(list_unit_prices(&ada).await, [20_00]);
    bob.add_tours("adult", 1).await;
    assert_eq!(list_unit_prices(&bob).await, [25_00], "four of ten were left");
    ada.add_tours("adult", 1).await;
    assert_eq!(list_unit_prices(&ada).await, [20_00, 25_00], "held units keep their price; added units have today's");
    // When Ada reclaims her places, only Bob's places reduce the availability that determines her price.
    shop.advance(15);
    bob.add_tours("adult", 1).await;
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(list_unit_prices(&ada).await, [20_00, 20_00], "{cart:#}");
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_freed_while_a_revision_waits_for_the_stock_are_subtracted_from_the_claimed_places_only_once() {
    if server_url().is_none() {
        return; // SQLite has one writer at a time: nothing changes while a revision waits.
    }
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 1).await;
    shop.advance(10);
    bob.add_tours("adult", 6).await;
    let freeing = shop.app.db.begin().await.unwrap();
    freeing.execute_unprepared(&format!("SELECT 1 FROM stock WHERE key = '{NOON}' FOR UPDATE")).await.unwrap();
    shop.advance(6);
    let revision = tokio::spawn({
        let ada = ada.clone();
        async move { ada.get("/api/cart?revise=true").await.json() }
    });
    wait_for_blocked_cart(&shop.app.db).await;
    // Ada's hold has expired, and Bob's hold has not. Another transaction now releases Ada's claim.
    let free = format!("DELETE FROM claim WHERE stock_key = '{NOON}' AND quantity = 1");
    freeing.execute_unprepared(&free).await.unwrap();
    freeing.execute_unprepared(&format!("UPDATE stock SET claimed = 6 WHERE key = '{NOON}'")).await.unwrap();
    freeing.commit().await.unwrap();
    revision.await.unwrap();
    assert_eq!(list_unit_prices(&ada).await, [25_00], "four of ten are left");
    shop.stop().await;
}

/// Changes a line. `to` contains the performance to which the line moves and the price that the shopper saw for it.
async fn change_line(
    shopper: &Shopper,
    item: &Value,
    quantity: u32,
    to: Option<(&str, &Value)>,
    context: Option<&Value>,
) -> Value {
    let mut change = json!({ "id": item["id"], "quantity": quantity });
    if let Some((performance, seen)) = to {
        change["performances"] = json!([{ "selectionIndex": 1, "performanceId": performance }]);
        change["unitPrice"] = seen.clone();
    }
    let answer = shopper.post("/api/cart/modify", json!({ "items": [change], "reSubmitContext": context })).await;
    answer.expect_success()
}

/// Like [`change_line`], but confirms a higher price.
async fn change_line_at_any_price(shopper: &Shopper, item: &Value, quantity: u32, to: Option<(&str, &Value)>) {
    let mut answer = change_line(shopper, item, quantity, to, None).await;
    while answer["confirmationRequired"] == json!(true) {
        let context = answer["confirmationReSubmitContext"].clone();
        answer = change_line(shopper, item, quantity, to, Some(&context)).await;
    }
}

#[tokio::test]
async fn added_units_cost_the_current_price_and_an_increase_needs_confirmation() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 1).await;
    let line = ada.get_lines().await[0].clone();
    change_line(&ada, &line, 2, None, None).await;
    assert_eq!(list_unit_prices(&ada).await, [20_00], "the same price joins the same line");
    bob.add_tours("adult", 4).await;
    let question = change_line(&ada, &line, 4, None, None).await;
    assert_eq!(question["confirmationRequired"], json!(true), "{question}");
    let words = question["confirmationMessageHtml"].as_str().unwrap();
    assert!(words.contains("Adult $26.25 (was $21.25)"), "{words}");
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2), "nothing has changed before the answer");
    let context = &question["confirmationReSubmitContext"];
    assert_eq!(change_line(&ada, &line, 4, None, Some(context)).await["confirmationRequired"], json!(false));
    let items = ada.get_lines().await;
    let figures: Vec<(i64, &Value)> = items.iter().map(|it| (cents(&it["unitPrice"]), &it["quantity"])).collect();
    assert_eq!(figures, [(20_00, &json!(2)), (25_00, &json!(2))], "held units keep their price");
    // Both lines have the same variant, and at most ten units of it can be bought.
    let more = json!({ "items": [{ "id": line["id"], "quantity": 9 }] });
    assert_eq!(ada.post("/api/cart/modify", more).await.expect_refusal(), "Maximum quantity is 10");
    change_line(&ada, &line, 1, None, None).await;
    assert_eq!(list_unit_prices(&ada).await, [20_00, 25_00], "reducing a quantity asks nothing");
    shop.stop().await;
}

#[tokio::test]
async fn move_of_a_line_to_a_higher_price_than_the_shown_one_needs_confirmation() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(10)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let seen = shown_price(&list_week(&ada, "2026-11-21", "2026-11-21").await, SATURDAY_NOON, "adult");
    add_at(&ada, MONDAY_NOON, 1, &seen, None).await;
    let line = ada.get_lines().await[0].clone();
    bob.add_tours("adult", 6).await;
    let question = change_line(&ada, &line, 1, Some((SATURDAY_NOON, &seen)), None).await;
    let words = question["confirmationMessageHtml"].as_str().unwrap();
    assert!(words.contains("Adult $26.25 (was $21.25)"), "{words}");
    let item = &ada.get_lines().await[0];
    assert_eq!(item["performances"][0]["performanceId"], json!(MONDAY_NOON), "nothing changes before the answer");
    let context = &question["confirmationReSubmitContext"];
    change_line(&ada, &line, 1, Some((SATURDAY_NOON, &seen)), Some(context)).await;
    assert_eq!(list_unit_prices(&ada).await, [25_00]);
    let seen = json!(25.00);
    change_line(&ada, &line, 1, Some((MONDAY_NOON, &seen)), None).await;
    assert_eq!(list_unit_prices(&ada).await, [20_00], "a lower price needs no confirmation");
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_moves_and_additions_sell_exactly_the_places_before_the_price_step_at_the_lower_price() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(20)).await;
    let first = shop.shopper();
    let buyers: Vec<Shopper> = (0..10).map(|_| first.other_browser()).collect();
    join_all(buyers.iter().map(Shopper::open_shop)).await;
    let seen = json!(20.00);
    join_all(buyers.iter().map(|buyer| add_at(buyer, MONDAY_NOON, 1, &seen, None))).await;
    let each = buyers.iter().map(|buyer| {
        let (buyer, seen) = (buyer.clone(), seen.clone());
        tokio::spawn(async move {
            let line = buyer.get_lines().await[0].clone();
            change_line_at_any_price(&buyer, &line, 1, Some((SATURDAY_NOON, &seen))).await;
            change_line_at_any_price(&buyer, &line, 2, None).await;
        })
    });
    join_all(each).await.into_iter().for_each(|done| done.unwrap());
    let mut paid = Vec::new();
    for item in join_all(buyers.iter().map(Shopper::get_lines)).await.into_iter().flatten() {
        paid.extend(vec![cents(&item["unitPrice"]); item["quantity"].as_u64().unwrap() as usize]);
    }
    paid.sort_unstable();
    assert_eq!(paid, [vec![20_00; 11], vec![25_00; 9]].concat());
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_additions_sell_exactly_the_places_before_the_price_step_at_the_lower_price() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(20)).await;
    let first = shop.shopper();
    let buyers: Vec<Shopper> = (0..30).map(|_| first.other_browser()).collect();
    join_all(buyers.iter().map(Shopper::open_shop)).await;
    let tries = buyers.iter().map(|buyer| {
        let buyer = buyer.clone();
        tokio::spawn(async move {
            let added = buyer.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
            added.succeeded().then_some(buyer)
        })
    });
    let mut paid = Vec::new();
    for buyer in join_all(tries).await.into_iter().filter_map(Result::unwrap) {
        paid.extend(list_unit_prices(&buyer).await);
    }
    paid.sort_unstable();
    // Before the eleventh place is sold, half of the places are left; after that, less than half.
    let expected: Vec<i64> = [vec![20_00; 11], vec![25_00; 9]].concat();
    assert_eq!(paid, expected);
    shop.stop().await;
}

#[tokio::test]
async fn minimum_quantity_counts_all_lines_of_a_variant_and_a_cart_below_it_cannot_be_paid_for() {
    let shop = Shop::selling(&park_with(price_steps()).tour_capacity(20)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("group", 6).await;
    bob.add_tours("adult", 6).await;
    ada.add_tours("group", 1).await;
    assert_eq!(list_unit_prices(&ada).await, [15_00, 20_00], "the two lines together reach the minimum");
    let items = ada.get_lines().await;
    let refused = |item: Value, quantity: u32| {
        let ada = ada.clone();
        async move { ada.change_quantity(item["id"].as_str().unwrap(), quantity).await.expect_refusal() }
    };
    assert_eq!(refused(items[0].clone(), 3).await, "Minimum quantity is 5");
    // Two of the seven units may be removed.
    ada.change_quantity(items[0]["id"].as_str().unwrap(), 4).await.expect_success();
    assert_eq!(list_unit_prices(&ada).await, [15_00, 20_00]);
    // The revision keeps all five units.
    shop.advance(16);
    ada.get("/api/cart?revise=true").await.json();
    let quantities: Vec<i64> = ada.get_lines().await.iter().map(|it| it["quantity"].as_i64().unwrap()).collect();
    assert_eq!(quantities.iter().sum::<i64>(), 5, "{quantities:?}");
    // A line can be removed, but the remaining units are below the minimum and cannot be paid for.
    ada.change_quantity(items[0]["id"].as_str().unwrap(), 0).await.expect_success();
    ada.save_settings("digital").await;
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert_eq!(refused, "The minimum for Tour (Group) is 5. Please add more or remove it.");
    ada.change_quantity(items[1]["id"].as_str().unwrap(), 0).await.expect_success();
    assert!(ada.get_lines().await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn stored_line_below_its_minimum_quantity_cannot_be_paid_for() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("group", 5).await;
    ada.save_settings("digital").await;
    let document = "UPDATE cart SET lines = REPLACE(lines, '\"quantity\":5', '\"quantity\":1')";
    shop.app.db.write().execute_unprepared(document).await.unwrap();
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(1));
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert_eq!(refused, "The minimum for Tour (Group) is 5. Please add more or remove it.");
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    shop.stop().await;
}
