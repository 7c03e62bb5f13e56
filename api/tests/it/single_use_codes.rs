//! Codes that can be used for one order each.

use futures_util::future::join_all;
use midway::ops;
use serde_json::{Value, json};

use crate::support::catalogue::table::promotion_code;
use crate::support::shopper::{Answer, SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

const WRONG: &str = "Sorry, this promotion code isn't valid.";
const IN_USE: &str =
    "This promotion code can be used for only one order. It's in another cart or has already been used.";

fn park() -> Catalogue {
    let press = promotion_code("press", "Press", ["PRESS-ALL"]).products(["tour", "book"]).percent_off(50);
    Catalogue::park().with([press.set("single_use", true)])
}

async fn make(shop: &Shop, count: u32) -> Vec<String> {
    let mut csv = Vec::new();
    ops::codes::make(&shop.server().app, &"press".into(), count, &mut csv).await.unwrap();
    let text = String::from_utf8(csv).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "code,page");
    rows[1..].iter().map(|row| row.split(',').next().unwrap().to_owned()).collect()
}

/// The rows of the list: code, state and order.
async fn list(shop: &Shop) -> Vec<(String, String, String)> {
    let mut csv = Vec::new();
    ops::codes::list(&shop.server().app, None, &mut csv).await.unwrap();
    let text = String::from_utf8(csv).unwrap();
    let row = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!((cells[1], cells[4].is_empty()), ("press", cells[5].is_empty()), "{row}");
        (cells[0].to_owned(), cells[3].to_owned(), cells[4].to_owned())
    };
    text.lines().skip(1).map(row).collect()
}

async fn state(shop: &Shop, code: &str) -> String {
    list(shop).await.into_iter().find(|(it, ..)| it == code).unwrap().1
}

async fn add(shopper: &Shopper, code: &str, items: Value) -> Answer {
    shopper.post("/api/cart/add", json!({ "items": items, "saleFlowId": 5, "promotionCode": code })).await
}

fn tours(quantity: u32, performance: &str) -> Value {
    json!([line("tour", "adult", quantity, Some(performance))])
}

async fn prices(shopper: &Shopper) -> Vec<i64> {
    shopper.get_lines().await.iter().map(|line| cents(&line["unitPrice"])).collect()
}

#[tokio::test]
async fn code_is_for_one_order_and_free_again_when_it_leaves_the_cart() {
    let shop = Shop::selling(&park()).await;
    let codes = make(&shop, 3).await;
    for code in &codes {
        assert!(code.len() == 14 && !code.contains(['0', 'O', '1', 'I']), "{code}");
    }
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    let typed = codes[0].replace('-', "").to_lowercase();
    add(&ada, &typed, tours(2, SATURDAY_NOON)).await.expect_success();
    add(&ada, &codes[0], tours(1, SATURDAY_TWO)).await.expect_success();
    assert_eq!(prices(&ada).await, [10_00, 10_00], "all tickets of one order");
    assert_eq!(ada.get_lines().await[0]["promotionCode"], json!(codes[0]));
    assert_eq!(state(&shop, &codes[0]).await, "in a cart");
    assert_eq!(add(&ben, &codes[0], tours(1, SATURDAY_NOON)).await.expect_refusal(), IN_USE);

    // One of the two lines leaves, then the other.
    let ids: Vec<String> = ada.get_lines().await.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect();
    ada.change_quantity(&ids[0], 0).await.expect_success();
    assert_eq!(add(&ben, &codes[0], tours(1, SATURDAY_NOON)).await.expect_refusal(), IN_USE);
    ada.change_quantity(&ids[1], 0).await.expect_success();
    add(&ben, &codes[0], tours(1, SATURDAY_NOON)).await.expect_success();
    ben.check_out().await;
    assert_eq!(add(&ada, &codes[0], tours(1, SATURDAY_NOON)).await.expect_refusal(), IN_USE);
    let number = ben.get_order().await.json()["invoiceNumber"].as_str().unwrap().to_owned();
    let used: Vec<_> = list(&shop).await.into_iter().filter(|(_, state, _)| state != "free").collect();
    assert_eq!(used, [(codes[0].clone(), "used".to_owned(), number)]);

    // A code that the operator has written can be used often.
    for shopper in [&ada, &shop.new_guest().await] {
        add(shopper, "press-all", tours(1, SATURDAY_NOON)).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_carts_cannot_hold_one_code() {
    let shop = Shop::selling(&park()).await;
    for code in make(&shop, 5).await {
        let first = shop.shopper();
        let two = [first.other_browser(), first.other_browser()];
        join_all(two.iter().map(Shopper::open_shop)).await;
        let answers = join_all(two.iter().map(|one| add(one, &code, tours(1, SATURDAY_NOON)))).await;
        assert_eq!(answers.iter().filter(|answer| answer.succeeded()).count(), 1, "{code}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn expired_hold_frees_the_code_and_the_line_gets_the_public_price_if_another_cart_has_it() {
    let shop = Shop::selling(&park()).await;
    let code = make(&shop, 1).await.remove(0);
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, &code, json!([line("book", "guide-book", 1, None)])).await.expect_success();
    shop.advance(16);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(false), "it is claimed again");
    shop.advance(16);
    add(&ben, &code, tours(1, SATURDAY_NOON)).await.expect_success();
    let before = prices(&ada).await[0];
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], prices(&ada).await), (&json!(true), vec![2 * before]));
    ben.check_out().await;
    shop.stop().await;
}

#[tokio::test]
async fn guest_who_signs_in_keeps_the_code() {
    let shop = Shop::selling(&park()).await;
    let code = make(&shop, 1).await.remove(0);
    let (account, email) = shop.new_account().await;
    account.add_tours("child", 1).await;
    let guest = shop.new_guest().await;
    add(&guest, &code, tours(1, SATURDAY_NOON)).await.expect_success();
    guest.sign_in(&email).await;
    assert_eq!(state(&shop, &code).await, "in a cart");
    guest.check_out().await;
    assert_eq!(state(&shop, &code).await, "used");
    shop.stop().await;
}

#[tokio::test]
async fn withdrawn_code_is_wrong_and_a_cart_keeps_it_until_its_hold_ends() {
    let shop = Shop::selling(&park()).await;
    let codes = make(&shop, 2).await;
    let ada = shop.new_guest().await;
    add(&ada, &codes[0], tours(1, SATURDAY_NOON)).await.expect_success();
    let asked = [codes[0].clone(), codes[1].to_lowercase(), "NONE-NONE-NONE".to_owned()];
    let report = ops::codes::withdraw(&shop.server().app, &asked).await.unwrap();
    assert_eq!(
        report,
        [
            format!("{} is withdrawn", codes[0]),
            format!("{} is withdrawn", codes[1].to_lowercase()),
            "NONE-NONE-NONE does not exist".to_owned()
        ]
    );
    let ben = shop.new_guest().await;
    assert_eq!(add(&ben, &codes[1], tours(1, SATURDAY_NOON)).await.expect_refusal(), WRONG);
    assert_eq!(prices(&ada).await, [10_00]);
    shop.advance(16);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], prices(&ada).await), (&json!(true), vec![20_00]));
    shop.stop().await;
}

#[tokio::test]
async fn wrong_single_use_codes_are_limited_like_all_codes_and_codes_need_a_promotion_for_them() {
    let shop = Shop::selling(&park()).await;
    let code = make(&shop, 1).await.remove(0);
    let ada = shop.new_guest().await;
    for _ in 0..20 {
        assert_eq!(add(&ada, "7KQM-2XWD-R9TB", tours(1, SATURDAY_NOON)).await.expect_refusal(), WRONG);
    }
    add(&ada, &code, tours(1, SATURDAY_NOON)).await.expect_status(429);
    let refused = ops::codes::make(&shop.server().app, &"unknown".into(), 1, Vec::new()).await.unwrap_err();
    assert!(
        refused.to_string().contains("there is no [[promotion_code]] \"unknown\"; with `single_use = true` there is: ")
    );
    assert_eq!(list(&shop).await.len(), 1);
    shop.stop().await;
}
