//! Adding to a cart and changing it.

use serde_json::json;

use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, cents, line};
use crate::support::{Catalogue, Shop};

#[tokio::test]
async fn adding_the_same_ticket_increases_the_quantity_of_its_line_and_a_different_time_creates_a_new_line() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.add_tours("adult", 1).await;
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_TWO))])).await.expect_success();
    let quantities: Vec<_> = ada.get_lines().await.iter().map(|item| item["quantity"].clone()).collect();
    assert_eq!(quantities, [json!(3), json!(1)]);
    assert_eq!(ada.get("/api/cart/mini-cart").await.json(), json!({ "itemCount": 4 }));
    shop.stop().await;
}

#[tokio::test]
async fn increased_line_claims_more_places_and_removed_lines_release_theirs() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.add_tours("child", 1).await;
    let claimed = "SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.1200'";
    assert_eq!(shop.count(claimed).await, 3);

    let items = ada.get_lines().await;
    ada.change_quantity(items[0]["id"].as_str().unwrap(), 4).await.expect_success();
    assert_eq!(shop.count(claimed).await, 5);
    ada.change_quantity(items[1]["id"].as_str().unwrap(), 0).await.expect_success();
    assert_eq!(shop.count(claimed).await, 4);
    let items = ada.get_lines().await;
    assert_eq!(items.len(), 1);
    assert_eq!(cents(&items[0]["itemTotal"]), 80_00);

    ada.post("/api/cart/clear", json!({})).await.expect_success();
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    assert_eq!(shop.count(claimed).await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn line_that_moves_to_the_visit_of_another_one_joins_it_wherever_they_stand() {
    let shop = Shop::open().await;
    for moved in [0, 1] {
        let ada = shop.new_guest().await;
        ada.add_tours("child", 1).await;
        ada.try_add(json!([line("tour", "child", 2, Some(SATURDAY_TWO))])).await.expect_success();
        let visits = [SATURDAY_NOON, SATURDAY_TWO];
        let lines = ada.get_lines().await;
        let change = json!({ "items": [{
            "id": lines[moved]["id"], "quantity": lines[moved]["quantity"],
            "performances": [{ "selectionIndex": 1, "performanceId": visits[1 - moved] }],
        }] });
        ada.post("/api/cart/modify", change).await.expect_success();
        let joined: Vec<_> = ada.get_lines().await.iter().map(|line| line["quantity"].clone()).collect();
        assert_eq!(joined, [json!(3)], "the line at position {moved} has moved");
    }
    shop.stop().await;
}

#[tokio::test]
async fn removed_line_can_be_restored_with_its_places_until_the_cart_changes_again() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.add_tours("child", 1).await;
    let claimed = "SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.1200'";
    let before = ada.get_lines().await;
    let [adult, child] = [0, 1].map(|at| before[at]["id"].as_str().unwrap().to_owned());

    ada.change_quantity(&adult, 0).await.expect_success();
    assert_eq!(shop.count(claimed).await, 1);
    ada.change_quantity(&adult, 2).await.expect_success();
    assert_eq!(shop.count(claimed).await, 3);
    assert_eq!(ada.get_lines().await, before, "in its place");

    ada.change_quantity(&adult, 0).await.expect_success();
    assert_eq!(ada.get_cart().await["lastRemoved"], json!([adult]));
    ada.change_quantity(&child, 2).await.expect_success();
    assert_eq!(ada.get_cart().await["lastRemoved"], json!([]));
    ada.change_quantity(&adult, 2).await.expect_status(404);
    assert_eq!(shop.count(claimed).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn line_that_another_tab_has_removed_is_removed_again_and_can_still_be_restored() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.add_tours("child", 1).await;
    let before = ada.get_lines().await;
    let adult = before[0]["id"].as_str().unwrap().to_owned();
    for _tab in 0..2 {
        ada.change_quantity(&adult, 0).await.expect_success();
        assert_eq!(ada.get_cart().await["lastRemoved"], json!([adult]));
    }
    ada.change_quantity(&adult, 2).await.expect_success();
    assert_eq!(ada.get_lines().await, before);
    shop.stop().await;
}

#[tokio::test]
async fn removed_line_is_not_restored_if_another_shopper_has_bought_its_places() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(1)).await;
    let (ada, ben) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 1).await;
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 0).await.expect_success();
    ben.add_tours("adult", 1).await;
    ada.change_quantity(&id, 1).await.expect_refusal();
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    // The line can still be restored once the places are free again.
    ben.post("/api/cart/clear", json!({})).await.expect_success();
    ada.change_quantity(&id, 1).await.expect_success();
    assert_eq!(ada.get_lines().await.len(), 1);
    shop.stop().await;
}

#[tokio::test]
async fn quantity_outside_its_limits_is_refused_and_changes_nothing() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let too_few = ada.try_add(json!([line("tour", "group", 4, Some(SATURDAY_NOON))])).await;
    assert_eq!(too_few.expect_refusal(), "Minimum quantity is 5");
    let too_many = ada.try_add(json!([line("tour", "adult", 11, Some(SATURDAY_NOON))])).await;
    assert_eq!(too_many.expect_refusal(), "Maximum quantity is 10");
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));

    ada.add_tours("adult", 8).await;
    let together = ada.try_add(json!([line("tour", "adult", 3, Some(SATURDAY_NOON))])).await;
    assert_eq!(together.expect_refusal(), "Maximum quantity is 10");
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 11).await.expect_refusal();
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(8));
    assert_eq!(shop.count("SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 8);
    ada.try_add(json!([])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn one_invalid_line_of_a_request_prevents_the_addition_of_all_its_lines() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let with_a_night_for_children =
        json!([line("tour", "adult", 1, Some(SATURDAY_NOON)), line("tour", "child", 1, Some("nights.20261121.2100")),]);
    ada.try_add(with_a_night_for_children).await.expect_refusal();
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn line_with_an_invalid_variant_performance_or_sale_flow_is_refused() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let (not_for_sale, none) =
        ("This product isn't available.", "There are no products available for this date / time");
    let closed = "Booking has closed for Thursday, November 19, 2026, 12:00 PM. Please choose another date or time.";
    for (why, wanted, words) in [
        ("another product's variant", line("day-ticket", "adult", 1, Some(SATURDAY_NOON)), not_for_sale),
        ("no such variant", line("tour", "giant", 1, Some(SATURDAY_NOON)), not_for_sale),
        ("no performance", line("tour", "adult", 1, None), "Please choose a date and time."),
        ("another product's show", line("tour", "adult", 1, Some("days.20261121.0900")), none),
        ("a time that no tour has", line("tour", "adult", 1, Some("tours.20261121.1215")), none),
        ("a day that is past", line("tour", "adult", 1, Some("tours.20261119.1200")), closed),
        ("a day beyond the window", line("tour", "adult", 1, Some("tours.20291121.1200")), none),
        ("a performance of what has none", line("book", "guide-book", 1, Some(SATURDAY_NOON)), none),
    ] {
        assert_eq!(ada.try_add(json!([wanted])).await.expect_refusal(), words, "{why}");
    }
    let staff_flow = json!({ "items": [line("tour", "adult", 1, Some(SATURDAY_NOON))], "saleFlowId": 5 });
    ada.post("/api/cart/add", staff_flow).await.expect_refusal();
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn price_sent_by_the_browser_is_never_charged() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let mut wanted = line("tour", "adult", 1, Some(SATURDAY_NOON));
    wanted["price"] = json!(0.01);
    // The price that the page showed. The shopper must confirm the current price, which is higher.
    wanted["unitPrice"] = json!(0.01);
    let asked = ada.try_add(json!([wanted])).await.expect_success();
    assert_eq!(asked["confirmationRequired"], json!(true), "{asked}");
    let context = &asked["confirmationReSubmitContext"];
    let confirmed = json!({ "items": [wanted], "saleFlowId": 1, "reSubmitContext": context });
    ada.post("/api/cart/add", confirmed).await.expect_success();
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 22_85);
    shop.stop().await;
}
