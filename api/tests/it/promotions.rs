//! Sale prices, codes, offers and packages.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::catalogue::promotions;
use crate::support::catalogue::table::{promotion_code, tag_sale, variant};
use crate::support::shopper::{Answer, SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line, unique_email};
use crate::support::{Catalogue, Shop, card};

fn park() -> Catalogue {
    Catalogue::park().with(promotions())
}

async fn open_shop() -> Shop {
    Shop::selling(&park()).await
}

async fn add_with_code(shopper: &Shopper, code: &str, items: Value) -> Answer {
    shopper.post("/api/cart/add", json!({ "items": items, "saleFlowId": 5, "promotionCode": code })).await
}

fn tours(variant: &str, quantity: u32) -> Value {
    json!([line("tour", variant, quantity, Some(SATURDAY_NOON))])
}

fn package(quantity: u32) -> Value {
    json!([{
        "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": quantity,
        "performances": [
            { "selectionIndex": 1, "performanceId": SATURDAY_NOON },
            { "selectionIndex": 2, "performanceId": "days.20261121.0900" },
        ],
    }])
}

async fn get_product(shopper: &Shopper, id: &str, code: Option<&str>) -> Answer {
    shopper.post("/api/product/single", json!({ "extProductId": id, "promotionCode": code })).await
}

/// Fails unless the rows add up to the cart's totals, to the cent.
fn assert_adds_up(cart: &Value) {
    let items = cart["itemGroups"].as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap());
    let of = |item: &Value| {
        let units = cents(&item["unitPrice"]) * item["quantity"].as_i64().unwrap();
        let offers = item["offers"].as_array().unwrap().iter();
        let total = cents(&item["itemTotal"]);
        assert_eq!(total, units + offers.map(|offer| cents(&offer["adjustmentTotal"])).sum::<i64>(), "{item:#}");
        total
    };
    assert_eq!(items.map(of).sum::<i64>(), cents(&cart["cartTotalNetTaxesAndFees"]), "{cart:#}");
    let parts = ["cartTotalNetTaxesAndFees", "taxTotal", "feeTotal", "deliveryTotal"];
    assert_eq!(parts.iter().map(|part| cents(&cart[*part])).sum::<i64>(), cents(&cart["cartTotal"]));
}

#[tokio::test]
async fn sale_price_is_shown_with_the_regular_price_until_the_sale_ends() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let shown = get_product(&ada, "day-ticket", None).await.expect_success();
    let variant = &shown["value"]["variants"][0];
    assert_eq!((cents(&variant["displayPrice"]), cents(&variant["regularDisplayPrice"])), (27_00, 30_00));
    assert_eq!(variant["promotionName"], json!("Autumn days"));

    let day = json!([line("day-ticket", "day-adult", 1, Some("days.20261201.0900"))]);
    ada.try_add(day.clone()).await.expect_success();
    shop.advance(14 * 24 * 60);
    let shown = get_product(&ada, "day-ticket", None).await.expect_success();
    assert_eq!(cents(&shown["value"]["variants"][0]["displayPrice"]), 30_00);
    assert_eq!(shown["value"]["variants"][0].get("regularDisplayPrice"), None);
    let grace = shop.new_guest().await;
    grace.try_add(json!([line("day-ticket", "day-adult", 1, Some("days.20261210.0900"))])).await.expect_success();
    assert_eq!(cents(&grace.get_lines().await[0]["unitPrice"]), 30_00);
    shop.stop().await;
}

#[tokio::test]
async fn held_price_stays_after_the_sale_ends() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    // It is ten minutes before midnight in the park, when the sale ends.
    shop.advance(minutes_until_sale_ends(&shop) - 10);
    let day = json!([line("day-ticket", "day-adult", 2, Some("days.20261205.0900"))]);
    ada.open_shop().await;
    ada.try_add(day.clone()).await.expect_success();
    shop.advance(11);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cents(&cart["cartTotalNetTaxesAndFees"]), 54_00);
    ada.try_add(day).await.expect_success();
    let prices: Vec<i64> = ada.get_lines().await.iter().map(|item| cents(&item["unitPrice"])).collect();
    assert_eq!(prices, [27_00, 30_00], "an added unit has today's price, in its own line");
    shop.stop().await;
}

fn minutes_until_sale_ends(shop: &Shop) -> i64 {
    let end = chrono::DateTime::parse_from_rfc3339("2026-12-01T05:00:00Z").unwrap();
    (end.to_utc() - shop.app.clock.now()).num_minutes()
}

#[tokio::test]
async fn price_of_a_promotion_code_is_shown_and_charged_regardless_of_letter_case() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let shown = get_product(&ada, "tour", Some(" friends ")).await.expect_success();
    let adult = &shown["value"]["variants"][0];
    assert_eq!((cents(&adult["unitPrice"]), cents(&adult["regularDisplayPrice"])), (19_00, 21_25));
    let asked = json!({ "productId": "tour", "performanceIds": [SATURDAY_NOON], "promotionCode": "GARDEN10" });
    let detail = ada.post("/api/performance/performance-detail", asked).await.expect_success();
    assert_eq!(cents(&detail["value"]["productVariants"][0]["unitPrice"]), 19_00);

    add_with_code(&ada, "garden10", tours("adult", 1)).await.expect_success();
    let items = ada.get_lines().await;
    assert_eq!((cents(&items[0]["unitPrice"]), cents(&items[0]["regularPrice"])), (19_00, 20_00));
    assert_eq!(items[0]["promotionCode"], json!("GARDEN10"));
    assert_adds_up(&ada.get_cart().await);
    shop.stop().await;
}

#[tokio::test]
async fn line_shows_the_promotion_code_in_the_operators_spelling() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    for code in ["friends", "GARDEN10", "Friends"] {
        add_with_code(&ada, code, tours("adult", 1)).await.expect_success();
    }
    let lines = |items: &[Value]| {
        let line = |item: &Value| (item["promotionCode"].as_str().unwrap().to_owned(), item["quantity"].clone());
        items.iter().map(line).collect::<Vec<_>>()
    };
    let expected = [("Friends".to_owned(), json!(2)), ("GARDEN10".to_owned(), json!(1))];
    assert_eq!(lines(&ada.get_lines().await), expected, "in the operator's spelling");
    shop.advance(20);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(false), "{cart:#}");
    assert_eq!(lines(&ada.get_lines().await), expected, "when its places are claimed again");
    shop.stop().await;
}

#[tokio::test]
async fn lower_of_sale_price_and_code_price_is_charged_and_a_code_that_does_not_lower_the_price_is_not_used() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let day = json!([line("day-ticket", "day-adult", 1, Some("days.20261121.0900"))]);
    add_with_code(&ada, "GARDEN10", day).await.expect_success();
    let items = ada.get_lines().await;
    assert_eq!(cents(&items[0]["unitPrice"]), 27_00, "the sale price, and not 5 % off 30.00 or both");
    assert_eq!((&items[0]["promotionName"], items[0].get("promotionCode")), (&json!("Autumn days"), None));
    shop.stop().await;
}

#[tokio::test]
async fn addition_with_an_unknown_expired_or_inapplicable_code_or_a_mismatch_of_code_and_sale_flow_is_refused() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    for (why, body) in [
        ("a flow without its code", json!({ "items": tours("adult", 1), "saleFlowId": 5 })),
        ("a code without its flow", json!({ "items": tours("adult", 1), "saleFlowId": 1, "promotionCode": "TEN" })),
        ("no such code", json!({ "items": tours("adult", 1), "saleFlowId": 5, "promotionCode": "ELEVEN" })),
        ("a code that is over", json!({ "items": tours("adult", 1), "saleFlowId": 5, "promotionCode": "OLD" })),
        ("a code for something else", json!({ "items": tours("child", 1), "saleFlowId": 5, "promotionCode": "TEN" })),
        (
            "a code that does not apply to packages",
            json!({ "items": package(1), "saleFlowId": 5, "promotionCode": "GARDEN10" }),
        ),
        ("more than a cart may", json!({ "items": tours("adult", 7), "saleFlowId": 5, "promotionCode": "GARDEN10" })),
    ] {
        let answer = ada.post("/api/cart/add", body).await;
        assert!(!answer.expect_refusal().is_empty(), "{why}");
    }
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));

    // A promotion type, a second sale flow and tags do not change the price in the public sale flow.
    let forged = json!({
        "items": tours("adult", 1), "saleFlowId": 1, "specificPromotionTypeId": 11, "promotionSaleFlowId": 5,
        "tags": ["family"],
    });
    ada.post("/api/cart/add", forged).await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 20_00);

    add_with_code(&ada, "GARDEN10", tours("adult", 6)).await.expect_success();
    let with_code = ada.get_lines().await[1]["id"].as_str().unwrap().to_owned();
    let more = ada.change_quantity(&with_code, 7).await.expect_refusal();
    assert_eq!(more, "The limit for this offer is 6 per order.");
    shop.stop().await;
}

#[tokio::test]
async fn repeated_wrong_codes_block_even_a_right_code() {
    let shop = open_shop().await;
    let mallory = shop.new_guest().await;
    for guess in 0..20 {
        let answer = get_product(&mallory, "tour", Some(&format!("GUESS{guess}"))).await;
        assert_eq!(answer.expect_refusal(), "Sorry, this promotion code isn't valid.");
    }
    for code in ["GUESS20", "GARDEN10"] {
        let put_off = get_product(&mallory, "tour", Some(code)).await;
        assert!(put_off.expect_status(429).headers.contains_key("retry-after"));
        add_with_code(&mallory, code, tours("adult", 1)).await.expect_status(429);
    }
    get_product(&mallory, "tour", None).await.expect_success();
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn code_limited_to_ten_is_used_by_ten_of_fifty_concurrent_buyers() {
    let shop = open_shop().await;
    let first = shop.shopper();
    let buyers: Vec<Shopper> = (0..50).map(|_| first.other_browser()).collect();
    join_all(buyers.iter().map(Shopper::open_shop)).await;
    let tries = buyers.iter().map(|buyer| {
        let buyer = buyer.clone();
        tokio::spawn(async move { add_with_code(&buyer, "ten", tours("adult", 1)).await })
    });
    let answers: Vec<Answer> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    let (accepted, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.succeeded());
    assert_eq!((accepted.len(), refused.len()), (10, 40));
    for answer in refused {
        assert_eq!(answer.expect_refusal(), "Sorry, this offer has reached its limit.");
    }
    let stock = |what: &str| format!("SELECT {what} FROM stock WHERE key = 'promotion:first-ten'");
    assert_eq!(shop.count(&stock("claimed")).await, 10);

    // One buyer removes the line, one buys, and eight holds expire. All uses become available again, except the use
    // that was sold.
    let mut holders = Vec::new();
    for buyer in &buyers {
        if buyer.get_cart().await["cartEmpty"] == json!(false) {
            holders.push(buyer.clone());
        }
    }
    holders[0].post("/api/cart/clear", json!({})).await.expect_success();
    assert_eq!(shop.count(&stock("claimed")).await, 9);
    let buyer = &holders[1];
    buyer.check_out().await;
    assert_eq!((shop.count(&stock("claimed")).await, shop.count(&stock("sold")).await), (8, 1));
    shop.advance(16);
    let late = shop.new_guest().await;
    let few = add_with_code(&late, "TEN", tours("adult", 10)).await.expect_refusal();
    assert_eq!(few, "Sorry, you can buy only 9 more at this price.");
    add_with_code(&late, "TEN", tours("adult", 9)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn quote_of_an_invalid_selection_is_refused_like_the_addition_to_the_cart() {
    let shop = Shop::selling(&park().tour_capacity(5_000)).await;
    let ada = shop.new_guest().await;
    let tours = |quantity: u32| line("tour", "adult", quantity, Some(SATURDAY_NOON));
    let of_two_hours =
        |quantity: u32| [SATURDAY_NOON, SATURDAY_TWO].map(|at| line("tour", "adult", quantity, Some(at)));
    for items in [
        json!([]),
        json!([tours(0)]),
        json!([tours(1_000)]),
        json!((0..50).map(|_| tours(3)).collect::<Vec<_>>()),
        json!(of_two_hours(60)),
    ] {
        let quoted = ada.post("/api/cart/quote", json!({ "items": items, "saleFlowId": 1 })).await;
        let added = ada.try_add(items.clone()).await;
        assert_eq!(quoted.expect_refusal(), added.expect_refusal(), "{items}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn quote_has_the_totals_of_the_cart_and_holds_no_places() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let shown = get_product(&ada, "tour", None).await.expect_success();
    let family = json!({ "displayName": "One child free with two adults", "description": "On the same day." });
    assert_eq!(shown["value"]["offers"], json!([family]));
    let other = get_product(&ada, "day-ticket", None).await.expect_success();
    assert_eq!(other["value"]["offers"], json!([]));
    let family = json!([line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "child", 1, Some(SATURDAY_NOON)),]);
    let quoted = ada.post("/api/cart/quote", json!({ "items": family, "saleFlowId": 1 })).await.expect_success();
    assert_eq!(cents(&quoted["value"]["displayTotal"]), 2 * 21_25, "the free child has no fee");
    let [offer] = quoted["value"]["offers"].as_array().unwrap().as_slice() else { panic!("{quoted:#}") };
    assert_eq!(
        (&offer["displayName"], &offer["quantity"], cents(&offer["displayAdjustmentTotal"])),
        (&json!("One child free with two adults"), &json!(1), -13_75),
        "with its fee, as the prices beside it"
    );
    assert!(ada.get_lines().await.is_empty());
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 0);

    ada.try_add(family).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!(
        (cents(&cart["displaySubtotal"]), cents(&cart["addedFeeTotal"])),
        (cents(&quoted["value"]["displayTotal"]), 0)
    );
    let alone = json!([line("tour", "adult", 1, Some(SATURDAY_NOON))]);
    let quoted = ada.post("/api/cart/quote", json!({ "items": alone, "saleFlowId": 1 })).await.expect_success();
    assert_eq!((cents(&quoted["value"]["displayTotal"]), &quoted["value"]["offers"]), (21_25, &json!([])));
    let unknown = json!([line("tour", "nobody", 1, Some(SATURDAY_NOON))]);
    ada.post("/api/cart/quote", json!({ "items": unknown, "saleFlowId": 1 })).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn quote_of_replaced_lines_has_the_total_of_the_cart_after_the_change() {
    let shop = open_shop().await;
    let (ada, eve) = (shop.new_guest().await, shop.new_guest().await);
    let tours = |variant: &str, quantity: u32| line("tour", variant, quantity, Some(SATURDAY_NOON));
    ada.try_add(json!([tours("adult", 2), tours("child", 1)])).await.expect_success();
    ada.try_add(json!([line("day-ticket", "day-adult", 1, Some("days.20261205.0900"))])).await.expect_success();
    let before = ada.get_cart().await;
    let lines = ada.get_lines().await;
    let id_of = |product: &str, variant: &str| {
        let group = before["itemGroups"].as_array().unwrap().iter().find(|group| group["productId"] == product);
        let items = group.unwrap()["items"].as_array().unwrap();
        items.iter().find(|item| item["productVariantId"] == variant).unwrap()["id"].clone()
    };
    let adults = id_of("tour", "adult");
    let quote = |items: Value, replaces: Value| json!({ "items": items, "saleFlowId": 1, "replaces": replaces });
    let one_adult = quote(json!([tours("adult", 1)]), json!([adults]));
    let quoted = ada.post("/api/cart/quote", one_adult.clone()).await.expect_success();
    assert_eq!(quoted["value"]["offers"], json!([]), "one adult brings no child for free");
    assert_eq!(ada.get_lines().await, lines, "nothing has changed");

    eve.post("/api/cart/quote", one_adult.clone()).await.expect_status(404);
    let changed = json!({ "items": one_adult["items"], "saleFlowId": 1, "replaces": [adults] });
    ada.post("/api/cart/add", changed).await.expect_success();
    let after = ada.get_cart().await;
    assert_eq!(cents(&quoted["value"]["displayTotal"]), cents(&after["displaySubtotal"]));
    assert_ne!(cents(&before["displaySubtotal"]), cents(&after["displaySubtotal"]));
    shop.stop().await;
}

#[tokio::test]
async fn public_code_is_named_at_its_product_and_in_the_cart_and_keeps_visit_and_quantity_when_used() {
    let riders = promotion_code("riders", "Ferry riders", ["FERRY", "BOAT"])
        .title("20% off for riders")
        .public(true)
        .variants(["adult"])
        .percent_off(20)
        .uses_per_cart(3);
    let shop = Shop::selling(&park().with(vec![riders])).await;
    let ada = shop.new_guest().await;
    let page = get_product(&ada, "tour", None).await.expect_success();
    let sales = page["value"]["variants"][0]["cheaperSales"].clone();
    let shown: Vec<_> =
        sales.as_array().unwrap().iter().map(|sale| (&sale["title"], &sale["code"], &sale["tag"])).collect();
    assert_eq!(shown, [(&json!("20% off for riders"), &json!("FERRY"), &Value::Null)], "GARDEN10 is not public");

    ada.try_add(tours("adult", 2)).await.expect_success();
    let before = ada.get_lines().await;
    assert_eq!(before[0]["cheaperSale"], sales[0]);
    let change = json!({
        "items": tours("adult", 2), "saleFlowId": 5, "promotionCode": "FERRY", "replaces": [before[0]["id"]]
    });
    ada.post("/api/cart/add", change).await.expect_success();
    let [after] = <[Value; 1]>::try_from(ada.get_lines().await).unwrap();
    let shown = (cents(&after["unitPrice"]), &after["quantity"], &after["cheaperSale"]);
    assert_eq!(shown, (16_00, &json!(2), &Value::Null));
    assert_eq!(after["performances"], before[0]["performances"]);

    ada.try_add(tours("adult", 2)).await.expect_success();
    let lines = ada.get_lines().await;
    let plain = lines.iter().find(|line| line["saleFlowId"] == 1).unwrap();
    assert_eq!(plain["cheaperSale"], Value::Null, "the cart may use the code for three tickets");

    let eve = shop.new_guest().await;
    let family = json!([line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "child", 1, Some(SATURDAY_NOON))]);
    eve.try_add(family).await.expect_success();
    let offered: Vec<_> = eve.get_lines().await.iter().map(|line| line["cheaperSale"].clone()).collect();
    assert_eq!(offered, [Value::Null, Value::Null], "an offer uses the tickets");
    shop.stop().await;
}

#[tokio::test]
async fn line_bought_with_a_code_names_an_open_sale_only_if_it_is_cheaper_than_the_code() {
    let snow = tag_sale("snow", "Snow").title("Snow days").tags(["snow"]).percent_off(15);
    let code = |id: &str, code: &str, percent| promotion_code(id, id, [code]).variants(["adult"]).percent_off(percent);
    let catalogue = park().with([snow, code("small", "SMALL", 10), code("large", "LARGE", 20)]);
    let shop = Shop::selling(&catalogue.edit_tour(|tour| tour.tags(["snow"]))).await;
    for (code, sale) in [("SMALL", json!("Snow days")), ("LARGE", Value::Null)] {
        let ada = shop.new_guest().await;
        add_with_code(&ada, code, tours("adult", 1)).await.expect_success();
        let before = ada.get_lines().await;
        assert_eq!(before[0]["cheaperSale"]["title"], sale, "{code}");
        if sale.is_null() {
            continue;
        }
        let change = json!({
            "items": tours("adult", 1), "saleFlowId": 3, "specificPromotionTypeId": 5, "tags": ["snow"],
            "replaces": [before[0]["id"]],
        });
        ada.post("/api/cart/add", change).await.expect_success();
        let after = ada.get_lines().await;
        let saved = cents(&before[0]["unitPrice"]) - cents(&after[0]["unitPrice"]);
        assert_eq!((after.len(), saved), (1, 1_00), "15% less of 20.00 in place of 10%");
        assert_eq!((&after[0]["saleFlowId"], &after[0]["cheaperSale"]), (&json!(3), &Value::Null));
    }
    shop.stop().await;
}

#[tokio::test]
async fn tickets_of_an_offer_name_an_open_sale_only_if_all_of_them_cost_less_with_it() {
    let snow = tag_sale("snow", "Snow").title("Snow days").tags(["snow"]).percent_off(15);
    let shop = Shop::selling(&park().with([snow]).edit_tour(|tour| tour.tags(["snow"]))).await;
    // The offer saves the child's 12.50 and its fee of 1.25; the sale saves 3.00 per adult and 1.87 for the child.
    for (adults, named) in [(3, Value::Null), (5, json!("Snow days"))] {
        let ada = shop.new_guest().await;
        let party = [line("tour", "adult", adults, Some(SATURDAY_NOON)), line("tour", "child", 1, Some(SATURDAY_NOON))];
        ada.try_add(json!(party)).await.expect_success();
        let before = ada.get_cart().await;
        let lines = ada.get_lines().await;
        let titles: Vec<&Value> = lines.iter().map(|line| &line["cheaperSale"]["title"]).collect();
        assert_eq!(titles, [&named, &named], "{adults} adults");
        if named.is_null() {
            continue;
        }
        let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
        let change = json!({
            "items": party, "saleFlowId": 3, "specificPromotionTypeId": 5, "tags": ["snow"], "replaces": ids,
        });
        ada.post("/api/cart/add", change).await.expect_success();
        let after = ada.get_cart().await;
        assert!(cents(&after["displaySubtotal"]) < cents(&before["displaySubtotal"]));
        assert!(ada.get_lines().await.iter().all(|line| line["offers"] == json!([])));
    }
    shop.stop().await;
}

#[tokio::test]
async fn cart_names_an_offer_that_one_more_ticket_would_bring_unless_a_sale_costs_less() {
    let near = async |shop: &Shop, party: &[(&str, u32)]| -> Vec<Value> {
        let ada = shop.new_guest().await;
        let noon = |(variant, quantity): &(&str, u32)| line("tour", variant, *quantity, Some(SATURDAY_NOON));
        ada.try_add(party.iter().map(noon).collect()).await.expect_success();
        let lines = ada.get_lines().await.into_iter();
        lines.map(|line| line["nearOffer"].clone()).filter(|near| !near.is_null()).collect()
    };
    let one_more = |variant: &str| {
        vec![json!({ "displayName": "One child free with two adults", "productVariantDisplayName": variant })]
    };
    let shop = open_shop().await;
    assert_eq!(near(&shop, &[("adult", 1)]).await, Vec::<Value>::new(), "two tickets are missing");
    assert_eq!(near(&shop, &[("adult", 2)]).await, one_more("Child"));
    assert_eq!(near(&shop, &[("adult", 1), ("child", 1)]).await, one_more("Adult"));
    assert_eq!(near(&shop, &[("adult", 2), ("child", 1)]).await, Vec::<Value>::new(), "it applies already");
    shop.stop().await;

    for (percent, expected) in [(15, one_more("Child")), (40, Vec::new())] {
        let snow = tag_sale("snow", "Snow").title("Snow days").tags(["snow"]).percent_off(percent);
        let shop = Shop::selling(&park().with([snow]).edit_tour(|tour| tour.tags(["snow"]))).await;
        assert_eq!(near(&shop, &[("adult", 2)]).await, expected, "{percent}% off everything");
        shop.stop().await;
    }
}

#[tokio::test]
async fn offers_change_with_the_cart_and_are_stored_with_the_order() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("child", 1).await;
    ada.add_tours("adult", 1).await;
    assert!(ada.get_lines().await.iter().all(|item| item["offers"] == json!([])));
    ada.add_tours("adult", 1).await;
    let items = ada.get_lines().await;
    assert_eq!(cents(&items[0]["offers"][0]["adjustmentTotal"]), -12_50);
    assert_eq!(cents(&items[0]["itemTotal"]), 0, "a free child costs nothing");
    assert_eq!(items[0]["offers"][0]["displayName"], json!("One child free with two adults"));
    assert_eq!((cents(&items[0]["itemFees"]), cents(&items[1]["itemFees"])), (0, 2_50), "a free ticket has no fee");
    assert_eq!(items[1]["offers"], json!([]), "the adults qualify the offer and keep their price");
    let cart = ada.get_cart().await;
    assert_adds_up(&cart);
    // The cart costs 2 x 20.00, the service fees of 2 x 1.25, and a tax of 8 % of the price. The free child has neither
    // fees nor tax.
    assert_eq!(
        ["cartTotalNetTaxesAndFees", "feeTotal", "taxTotal"].map(|part| cents(&cart[part])),
        [40_00, 2_50, 2 * 1_60]
    );

    let adults = items[1]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&adults, 1).await.expect_success();
    assert!(ada.get_lines().await.iter().all(|item| item["offers"] == json!([])));
    ada.change_quantity(&adults, 2).await.expect_success();
    let again = ada.get_cart().await;
    assert_eq!(again["cartTotal"], cart["cartTotal"]);

    let payment = ada.authorise_cart().await;
    assert_eq!(payment.amount, cart["cartTotal"]);
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!(order["orderTotal"], cart["cartTotal"]);
    assert_eq!(order["items"][0]["offers"], items[0]["offers"]);
    shop.stop().await;
}

#[tokio::test]
async fn ended_offer_applies_to_a_cart_while_its_places_are_held() {
    let catalogue = park().edit("offer", "family", |offer| offer.until("2026-12-01T00:00:00"));
    let shop = Shop::selling(&catalogue).await;
    shop.advance(minutes_until_sale_ends(&shop) - 10);
    let ada = shop.new_guest().await;
    let tour = |variant: &str, quantity| line("tour", variant, quantity, Some("tours.20261205.1200"));
    ada.try_add(json!([tour("adult", 2), tour("child", 1)])).await.expect_success();
    let discounts = async |shopper: &Shopper| -> usize {
        let items = shopper.get_lines().await;
        items.iter().map(|item| item["offers"].as_array().unwrap().len()).sum()
    };
    assert_eq!(discounts(&ada).await, 1);
    shop.advance(11);
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    assert_eq!(discounts(&ada).await, 1, "the places and their price are held");
    let late = shop.new_guest().await;
    late.try_add(json!([tour("adult", 2), tour("child", 1)])).await.expect_success();
    assert_eq!(discounts(&late).await, 0);

    shop.advance(61);
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    assert_eq!(discounts(&ada).await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_reduced_by_a_code_is_not_used_for_an_offer() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("child", 1).await;
    add_with_code(&ada, "GARDEN10", tours("adult", 2)).await.expect_success();
    assert!(ada.get_lines().await.iter().all(|item| item["offers"] == json!([])));
    shop.stop().await;
}

#[tokio::test]
async fn package_requires_sign_in_when_one_of_its_parts_requires_it() {
    let shop = Shop::selling(&park().edit_tour(|tour| tour.requires_login_challenge(true))).await;
    let ada = shop.new_guest().await;
    let shown = get_product(&ada, "garden-day", None).await.expect_success();
    assert_eq!(shown["value"]["requiresLoginChallenge"], json!(true));
    assert_eq!(ada.try_add(package(1)).await.expect_refusal(), "Please sign in to use this offer.");
    ada.register_and_sign_in(&unique_email()).await;
    ada.try_add(package(1)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn limit_of_places_per_cart_counts_each_person_of_a_family_ticket_and_of_a_package() {
    let catalogue = park()
        .setting("max_held_places", 8)
        .edit_tour(|tour| tour.with(variant("family", "Family").price(50_00).tickets(4)));
    let shop = Shop::selling(&catalogue).await;
    let refusal =
        "A cart can hold up to 8 tickets. Please place more than one order, or contact us about larger groups.";
    let families = |count| json!([line("tour", "family", count, Some(SATURDAY_NOON))]);
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    assert_eq!(ada.try_add(families(3)).await.expect_refusal(), refusal, "12 places");
    ada.try_add(families(2)).await.expect_success();

    // A package has two places at the tour and two in the park.
    assert_eq!(bob.try_add(package(3)).await.expect_refusal(), refusal, "12 places");
    bob.try_add(package(2)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn package_is_one_line_with_the_claims_and_tickets_of_its_parts() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let shown = get_product(&ada, "garden-day", None).await.expect_success();
    // The package lowers each unit price by 10 %: two tours from 20.00 to 18.00, two days from 30.00 to 27.00 (which is
    // also their price in the autumn sale), and a book from 18.00 to 16.20. Two service fees are added.
    let parts = 2 * 18_00 + 2 * 27_00 + 16_20;
    assert_eq!(cents(&shown["value"]["variants"][0]["displayPrice"]), parts + 2 * 1_25);
    assert_eq!(shown["value"]["packageDiscountPercentage"], json!(10));

    ada.try_add(package(1)).await.expect_success();
    let cart = ada.get_cart().await;
    assert_adds_up(&cart);
    let group = &cart["itemGroups"][0];
    assert_eq!(cents(&group["items"][0]["unitPrice"]), parts);
    assert_eq!(
        (&group["isPackage"], &group["packageDisplayName"], &group["packageDiscountPercentage"]),
        (&json!(true), &json!("Garden and park"), &json!(10))
    );
    let inside = group["packageItemGroups"].as_array().unwrap();
    assert_eq!(inside.len(), 3);
    assert_eq!((&inside[0]["items"][0]["quantity"], cents(&inside[0]["items"][0]["unitPrice"])), (&json!(2), 18_00));
    // The tour's tax of 8 % is rounded for each ticket; the day and the book have none.
    assert_eq!(cents(&cart["taxTotal"]), 2 * 1_44);
    assert_eq!(ada.get("/api/cart/mini-cart").await.json(), json!({ "itemCount": 1 }));
    let claimed = |key: &str| format!("SELECT claimed FROM stock WHERE key = '{key}'");
    for (key, places) in
        [("performance:tours.20261121.1200", 2), ("pool:guests.20261121", 4), ("variant:guide-book", 1)]
    {
        assert_eq!(shop.count(&claimed(key)).await, places, "{key}");
    }
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!(order["orderTotal"], payment.amount);
    assert_eq!(order["items"][0]["packageItems"].as_array().unwrap().len(), 3);
    let tickets = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(tickets.matches("<article").count(), 5);
    assert!(tickets.contains("Day ticket") && tickets.contains("Tour") && tickets.contains("Guide book"));
    shop.stop().await;
}

#[tokio::test]
async fn package_with_one_unavailable_part_claims_nothing() {
    let shop = Shop::selling(&park().guide_books(1)).await;
    let ada = shop.new_guest().await;
    ada.try_add(package(2)).await.expect_refusal();
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 0);
    ada.try_add(package(1)).await.expect_success();
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 2).await.expect_refusal();
    ada.change_quantity(&id, 0).await.expect_success();
    assert_eq!(shop.count("SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock").await, 0);

    let grace = shop.new_guest().await;
    grace.try_add(json!([line("tour", "group", 20, Some(SATURDAY_TWO))])).await.expect_success();
    shop.stop().await;
}
