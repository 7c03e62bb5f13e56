//! Sale prices for the first units sold, and the number of units of a product.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, promotion_code, sale_price};
use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

/// An adult's tour costs 15.00 for the first three, then 17.00 for the next two, then 20.00.
fn tiers() -> Vec<Table> {
    vec![
        sale_price("first-three", "First three").variants(["adult"]).price(15_00).first(3),
        sale_price("next-two", "Next two").variants(["adult"]).price(17_00).first(2),
    ]
}

fn park() -> Catalogue {
    Catalogue::park().edit_tour(|tour| tour.category("Visit")).with(tiers())
}

fn per(counted: &str) -> Catalogue {
    let first = sale_price("first", "First").variants(["adult"]).price(15_00).first(1).set("first_per", counted);
    Catalogue::park().edit_tour(|tour| tour.category("Visit")).with([first])
}

/// The net price of an adult's tour on its page, and how many units the page says are left at it.
async fn shown(shopper: &Shopper) -> (i64, Option<u64>) {
    let page = shopper.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    let adult = &page["value"]["variants"][0];
    let on_sale = shopper.get("/api/product/on-sale").await.json();
    let sections = on_sale["sections"].as_array().unwrap().iter();
    let listed = sections.flat_map(|it| it["products"].as_array().unwrap()).find(|it| it["id"] == "tour").unwrap();
    assert_eq!(listed["variants"][0]["unitPrice"], adult["unitPrice"], "lists show the same price");
    (cents(&adult["unitPrice"]), adult.get("unitsAtPrice").and_then(Value::as_u64))
}

async fn add(shopper: &Shopper, quantity: u32) {
    shopper.add_tours("adult", quantity).await;
}

/// The lines of the cart: quantity and net unit price.
async fn lines(shopper: &Shopper) -> Vec<(u64, i64)> {
    let of = |line: &Value| (line["quantity"].as_u64().unwrap(), cents(&line["unitPrice"]));
    shopper.get_lines().await.iter().map(of).collect()
}

#[tokio::test]
async fn first_units_have_the_lower_price_and_the_next_ones_the_next_price() {
    let shop = Shop::selling(&park()).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    assert_eq!(shown(&ada).await, (15_00, Some(3)));
    add(&ada, 2).await;
    assert_eq!(lines(&ada).await, [(2, 15_00)]);
    assert_eq!(shown(&ben).await, (15_00, Some(1)), "what is in a cart counts");

    let wanted = json!({ "items": [line("tour", "adult", 4, Some(SATURDAY_NOON))], "saleFlowId": 1 });
    let quote = ben.post("/api/cart/quote", wanted).await.expect_success();
    assert_eq!(cents(&quote["value"]["displayTotal"]), 15_00 + 2 * 17_00 + 20_00 + 4 * 1_25);
    add(&ben, 4).await;
    assert_eq!(lines(&ben).await, [(1, 15_00), (2, 17_00), (1, 20_00)]);
    assert_eq!(shown(&shop.new_guest().await).await, (20_00, None));

    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    assert_eq!(shown(&ada).await, (15_00, Some(2)), "units that leave a cart are free");
    ben.check_out().await;
    assert_eq!(shop.count("SELECT CAST(SUM(sold) AS BIGINT) FROM stock WHERE key LIKE 'price:%'").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn shopper_who_wants_more_than_are_left_at_the_price_is_asked_first() {
    let shop = Shop::selling(&park()).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 2).await;
    let mut wanted = line("tour", "adult", 3, Some(SATURDAY_NOON));
    wanted["unitPrice"] = json!(15);
    let add = |context: Option<Value>| json!({ "items": [wanted], "saleFlowId": 1, "reSubmitContext": context });
    let asked = ben.post("/api/cart/add", add(None)).await.json();
    assert_eq!(asked["confirmationTitleHtml"], "Only 1 left at $16.25", "{asked:#}");
    let message = asked["confirmationMessageHtml"].as_str().unwrap();
    assert!(message.contains("Adult: 1 at $16.25, and the rest at today's price: 2 × $18.25."), "{message}");
    assert_eq!(ben.get_lines().await.len(), 0);
    let context = asked["confirmationReSubmitContext"].clone();
    ben.post("/api/cart/add", add(Some(context))).await.expect_success();
    assert_eq!(lines(&ben).await, [(1, 15_00), (2, 17_00)]);

    // More units of a line have today's price, after the shopper has agreed.
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let asked = ada.change_quantity(&id, 3).await.json();
    let message = asked["confirmationMessageHtml"].as_str().unwrap();
    assert!(message.contains("Adult $21.25 (was $16.25)"), "{message}");
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_units_are_sold_at_the_lower_price_than_the_operator_allows() {
    let shop = Shop::selling(&park()).await;
    let first = shop.shopper();
    let shoppers: Vec<Shopper> = (0..20).map(|_| first.other_browser()).collect();
    join_all(shoppers.iter().map(Shopper::open_shop)).await;
    join_all(shoppers.iter().map(|shopper| add(shopper, 1))).await;
    let mut prices: Vec<i64> = Vec::new();
    for shopper in &shoppers {
        prices.extend(lines(shopper).await.iter().map(|(_, price)| *price));
    }
    prices.sort_unstable();
    assert_eq!(prices, [&[15_00; 3][..], &[17_00; 2], &[20_00; 15]].concat());
    shop.stop().await;
}

#[tokio::test]
async fn held_line_keeps_its_price_and_an_expired_one_gets_what_is_left_at_it() {
    let shop = Shop::selling(&park()).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 3).await;
    add(&ben, 1).await;
    assert_eq!(lines(&ben).await, [(1, 17_00)]);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], lines(&ada).await), (&json!(false), vec![(3, 15_00)]));

    shop.advance(16);
    let cleo = shop.new_guest().await;
    add(&cleo, 2).await;
    assert_eq!(lines(&cleo).await, [(2, 15_00)], "the hold of the others is over");
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], lines(&ada).await), (&json!(true), vec![(1, 15_00), (2, 17_00)]));
    ada.check_out().await;
    shop.stop().await;
}

#[tokio::test]
async fn first_unit_of_each_time_or_day_is_cheaper_and_calendars_show_it_while_it_is_left() {
    for (counted, later_on_saturday) in [("time", 15_00), ("day", 20_00)] {
        let shop = Shop::selling(&per(counted)).await;
        let ada = shop.new_guest().await;
        assert_eq!(shown(&ada).await, (15_00, None), "for some visit");
        add(&ada, 2).await;
        assert_eq!(lines(&ada).await, [(1, 15_00), (1, 20_00)], "{counted}");
        let page = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
        let adult = &page["value"]["variants"][0];
        assert_eq!((cents(&adult["unitPrice"]), &adult["displayPriceIsFrom"]), (15_00, &json!(true)), "{counted}");
        assert_eq!(cents(&adult["highestDisplayPrice"]), 21_25);

        let detail = async |performance: &str| {
            let asked = json!({ "productId": "tour", "performanceIds": [performance] });
            let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success();
            cents(&detail["value"]["productVariants"][0]["unitPrice"])
        };
        let prices = (detail(SATURDAY_NOON).await, detail(SATURDAY_TWO).await, detail("tours.20261122.1200").await);
        assert_eq!(prices, (20_00, later_on_saturday, 15_00), "{counted}");
        shop.stop().await;
    }
}

#[tokio::test]
async fn lower_of_the_first_units_price_and_a_codes_price_applies() {
    let code = promotion_code("friends", "Friends", ["FRIENDS"]).products(["tour"]).percent_off(20);
    let shop = Shop::selling(&park().with([code])).await;
    let ada = shop.new_guest().await;
    let items = json!([line("tour", "adult", 6, Some(SATURDAY_NOON))]);
    ada.post("/api/cart/add", json!({ "items": items, "saleFlowId": 5, "promotionCode": "FRIENDS" }))
        .await
        .expect_success();
    // 20 % off the regular price is 16.00, less than the second sale price.
    assert_eq!(lines(&ada).await, [(3, 15_00), (3, 16_00)]);
    shop.stop().await;
}

#[tokio::test]
async fn no_more_units_of_a_product_are_sold_than_its_stock_over_all_variants_and_days() {
    let shop = Shop::selling(&Catalogue::park().edit_tour(|tour| tour.stock(4))).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    ada.try_add(json!([line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "child", 1, Some(SATURDAY_TWO))]))
        .await
        .expect_success();
    let two = json!([line("tour", "adult", 2, Some("tours.20261122.1200"))]);
    assert_eq!(ben.try_add(two).await.expect_refusal(), "Sorry, only 1 left: Tour. Please choose fewer.");
    ben.try_add(json!([line("tour", "child", 1, Some("tours.20261122.1200"))])).await.expect_success();
    let refused = shop.new_guest().await.try_add(json!([line("tour", "child", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(refused.expect_refusal(), "Sorry, Tour is sold out.", "for every day");
    let asked = json!({ "productIds": ["tour"], "startDate": "2026-11-21", "endDate": "2026-11-24" });
    let days = ada.post("/api/performance/product-date", asked).await.json();
    let levels: Vec<bool> = days.as_array().unwrap().iter().map(|day| day["hasRoom"].as_bool().unwrap()).collect();
    assert_eq!(levels, [false; 4], "{days:#}");
    shop.stop().await;
}

#[tokio::test]
async fn expired_line_that_would_be_split_but_lacks_places_leaves_the_cart() {
    let shop = Shop::selling(&park().tour_capacity(5)).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 3).await;
    shop.advance(16);
    add(&ben, 2).await;
    ben.add_tours("child", 1).await;
    // Ada's three tours would now have two prices, and only two places are left.
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], lines(&ada).await), (&json!(true), vec![]));
    shop.stop().await;
}

#[tokio::test]
async fn smallest_and_largest_quantity_of_a_variant_apply_to_its_units_at_all_prices_together() {
    let bounded = park().edit_variant("tour", "adult", |adult| adult.set("min_quantity", 2).max_quantity(4));
    let shop = Shop::selling(&bounded).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, 2).await;
    let tours = |quantity| json!([line("tour", "adult", quantity, Some(SATURDAY_NOON))]);
    assert_eq!(ben.try_add(tours(1)).await.expect_refusal(), "Minimum quantity is 2");
    ben.try_add(tours(2)).await.expect_success();
    assert_eq!(lines(&ben).await, [(1, 15_00), (1, 17_00)]);
    assert_eq!(ben.try_add(tours(3)).await.expect_refusal(), "Maximum quantity is 4");
    let id = ben.get_lines().await[1]["id"].as_str().unwrap().to_owned();
    assert_eq!(ben.change_quantity(&id, 4).await.expect_refusal(), "Maximum quantity is 4");
    shop.stop().await;
}
