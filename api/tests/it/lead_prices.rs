//! Prices that depend on how long before the visit a ticket is bought.

use serde_json::{Value, json};

use crate::support::catalogue::table::{price_calendar, price_rule, promotion_code};
use crate::support::shopper::{Shopper, cents, line};
use crate::support::{Catalogue, Shop};

const TODAY_TWO: &str = "tours.20261120.1400";
const FRIDAY_NOON: &str = "tours.20261127.1200";

/// Adults pay 20.00, 15.00 until seven days before the tour, and 25.00 from three hours before it.
fn park() -> Catalogue {
    Catalogue::park().with([price_calendar("tour")
        .with(price_rule().bought_until("days", 7).prices([("adult", 15_00)]).set("codes", false))
        .with(price_rule().bought_from("hours", 3).prices([("adult", 25_00)]))])
}

/// The lowest and the highest price of each day, without the fee of 1.25.
async fn list_prices(shopper: &Shopper, from: &str, until: &str) -> Vec<(i64, i64)> {
    let asked = json!({ "productId": "tour", "startDate": from, "endDate": until });
    let week = shopper.post("/api/performance/dynamic", asked).await.expect_success();
    let price = |day: &Value, key: &str| cents(&day[key]) - 1_25;
    let days = week["dates"].as_array().unwrap().iter();
    days.map(|day| (price(day, "minDefaultPrice"), price(day, "maxDefaultPrice"))).collect()
}

async fn add(shopper: &Shopper, performance: &str, seen: i64, context: Option<&Value>) -> Value {
    let mut wanted = line("tour", "adult", 1, Some(performance));
    wanted["unitPrice"] = json!(seen / 100);
    let body = json!({ "items": [wanted], "saleFlowId": 1, "reSubmitContext": context });
    shopper.post("/api/cart/add", body).await.json()
}

async fn list_unit_prices(shopper: &Shopper) -> Vec<i64> {
    shopper.get_lines().await.iter().map(|item| cents(&item["unitPrice"])).collect()
}

/// The price from which the page of the tour says adults are admitted, and the highest one.
async fn read_page(shopper: &Shopper) -> (i64, i64) {
    let page = shopper.get("/api/product/page/tour").await.json();
    let adult = &page["product"]["variants"][0];
    (cents(&adult["displayPrice"]) - 1_25, cents(&adult["highestDisplayPrice"]) - 1_25)
}

#[tokio::test]
async fn calendar_and_from_price_follow_the_time_until_each_performance() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    // It is Friday, 10:00. Tours are at 12:00 and 14:00.
    assert_eq!(list_prices(&ada, "2026-11-20", "2026-11-20").await, [(20_00, 25_00)]);
    assert_eq!(list_prices(&ada, "2026-11-26", "2026-11-27").await, [(20_00, 20_00), (15_00, 15_00)]);
    assert_eq!(read_page(&ada).await, (15_00, 25_00));
    shop.advance(59);
    assert_eq!(list_prices(&ada, "2026-11-20", "2026-11-20").await, [(20_00, 25_00)]);
    shop.advance(1);
    assert_eq!(list_prices(&ada, "2026-11-20", "2026-11-20").await, [(25_00, 25_00)]);
    // The early price ends with the day, at midnight in the time zone of the park.
    shop.advance(12 * 60 + 59);
    assert_eq!(list_prices(&ada, "2026-11-27", "2026-11-28").await, [(15_00, 15_00), (15_00, 15_00)]);
    shop.advance(1);
    assert_eq!(list_prices(&ada, "2026-11-27", "2026-11-28").await, [(20_00, 20_00), (15_00, 15_00)]);
    assert_eq!(read_page(&ada).await, (15_00, 20_00), "no tour begins within three hours of midnight");
    shop.stop().await;
}

#[tokio::test]
async fn held_ticket_keeps_its_price_and_a_shopper_who_saw_the_earlier_price_confirms_the_later_one() {
    let shop = Shop::selling(&park()).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    shop.advance(50);
    assert_eq!(add(&ada, TODAY_TWO, 20_00, None).await["success"], json!(true));
    assert_eq!(list_unit_prices(&ada).await, [20_00]);
    shop.advance(10);
    assert_eq!(list_unit_prices(&ada).await, [20_00], "her place is held");
    let question = add(&bob, TODAY_TWO, 20_00, None).await;
    assert_eq!(question["confirmationRequired"], json!(true), "{question}");
    let words = question["confirmationMessageHtml"].as_str().unwrap();
    assert!(words.contains("Adult $26.25 (was $21.25)"), "{words}");
    assert!(bob.get_lines().await.is_empty());
    let context = &question["confirmationReSubmitContext"];
    assert_eq!(add(&bob, TODAY_TWO, 20_00, Some(context)).await["success"], json!(true));
    assert_eq!(list_unit_prices(&bob).await, [25_00]);
    assert_eq!(add(&ada, TODAY_TWO, 25_00, None).await["success"], json!(true));
    assert_eq!(list_unit_prices(&ada).await, [20_00, 25_00], "a further ticket has the price of its own time");
    shop.advance(20);
    ada.get("/api/cart?revise=true").await.expect_status(200);
    assert_eq!(list_unit_prices(&ada).await, [25_00, 25_00], "her hold has ended");
    shop.stop().await;
}

#[tokio::test]
async fn code_lowers_no_price_of_a_rule_without_codes() {
    let park = park().with([promotion_code("half", "Half price", ["HALF"]).variants(["adult"]).percent_off(50)]);
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    let asked = json!({
        "productId": "tour", "startDate": "2026-11-26", "endDate": "2026-11-27", "saleFlowId": 5, "promotionCode": "HALF",
    });
    let week = ada.post("/api/performance/dynamic", asked).await.expect_success();
    let lowest: Vec<i64> =
        week["dates"].as_array().unwrap().iter().map(|day| cents(&day["minDefaultPrice"]) - 1_25).collect();
    assert_eq!(lowest, [10_00, 15_00]);
    assert_eq!(cents(&week["product"]["variants"][0]["displayPrice"]), 10_00 + 1_25, "the lowest of all days");
    for (performance, price) in [("tours.20261126.1200", 10_00), (FRIDAY_NOON, 15_00)] {
        let items = json!([line("tour", "adult", 1, Some(performance))]);
        let added = json!({ "items": items, "saleFlowId": 5, "promotionCode": "HALF" });
        ada.post("/api/cart/add", added).await.expect_success();
        let line = ada.get_lines().await.pop().unwrap();
        assert_eq!(cents(&line["unitPrice"]), price, "{performance}");
        let code = line.get("promotionCode").and_then(Value::as_str);
        assert_eq!(code, (price == 10_00).then_some("HALF"));
    }
    shop.stop().await;
}

#[tokio::test]
async fn public_code_is_named_only_where_it_lowers_the_price() {
    let code = promotion_code("half", "Half price", ["HALF"]).variants(["adult"]).percent_off(50).public(true);
    let shop = Shop::selling(&park().with([code])).await;
    let ada = shop.new_guest().await;
    for (performance, seen) in [("tours.20261126.1200", 20_00), (FRIDAY_NOON, 15_00)] {
        assert_eq!(add(&ada, performance, seen, None).await["success"], json!(true));
    }
    let lines = ada.get_lines().await;
    let sales: Vec<Option<&str>> = lines.iter().map(|line| line["cheaperSale"]["code"].as_str()).collect();
    assert_eq!(sales, [Some("HALF"), None]);
    shop.stop().await;
}
