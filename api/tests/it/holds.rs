//! How long places are held, and what a hold guarantees.

use serde_json::json;

use crate::support::shopper::{SATURDAY_NOON, cents, line};
use crate::support::{Park, Shop, card, until};

const CLAIMED: &str = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM claim WHERE NOT sold";
const TAKEN: &str = "SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.1200'";

fn one_place() -> Park {
    Park { tour_capacity: 1, ..Park::default() }
}

#[tokio::test]
async fn each_change_renews_the_hold_up_to_its_longest() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;
    let minutes_left = |cart: &serde_json::Value| {
        let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
        (at("heldUntil") - at("now")).num_minutes()
    };
    assert_eq!(minutes_left(&ada.sees_cart().await), 15);
    shop.passes(10);
    assert_eq!(minutes_left(&ada.sees_cart().await), 5, "reading renews nothing");
    for passed in [10, 22, 34, 46] {
        ada.adds("adult", 1).await;
        assert_eq!(minutes_left(&ada.sees_cart().await), 15.min(60 - passed), "after {passed} minutes");
        shop.passes(12);
    }
    ada.adds("adult", 1).await;
    assert_eq!(minutes_left(&ada.sees_cart().await), 2, "60 minutes after the first claim it ends");
    shop.stop().await;
}

#[tokio::test]
async fn the_worker_frees_what_ran_out_and_the_line_stays() {
    let shop = Shop::selling(&one_place()).await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;
    shop.passes(15);
    until("the place is free", || async { (shop.counts(CLAIMED).await == 0).then_some(()) }).await;
    assert_eq!(ada.sees_items().await.len(), 1);
    let bob = shop.shopper();
    bob.opens().await;
    bob.adds("adult", 1).await;
    shop.stop().await;
}

#[tokio::test]
async fn a_stopped_worker_keeps_no_place_from_a_buyer() {
    let shop = Shop::with(&one_place(), &[("MIDWAY_WORKER", "off")]).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.opens().await;
    bob.opens().await;
    ada.adds("adult", 1).await;
    shop.passes(14);
    let full = bob.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(full.expect_refusal(), "Sorry, Tour is sold out.");
    shop.passes(1);
    bob.adds("adult", 1).await;
    shop.stop().await;
}

#[tokio::test]
async fn more_of_a_line_takes_only_what_is_missing() {
    let shop = Shop::selling(&Park { tour_capacity: 5, ..Park::default() }).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.opens().await;
    bob.opens().await;
    ada.adds("adult", 3).await;
    bob.adds("adult", 1).await;
    let line_id = ada.sees_items().await[0]["id"].as_str().unwrap().to_owned();
    let refused = ada.modifies(&line_id, 5).await;
    assert_eq!(refused.expect_refusal(), "Sorry, only 4 left of Tour.", "her own three are among them");
    assert_eq!(shop.counts(TAKEN).await, 4, "nothing has changed");
    ada.modifies(&line_id, 4).await.expect_success();
    assert_eq!(shop.counts(TAKEN).await, 5);
    assert_eq!(shop.counts("SELECT COUNT(*) FROM claim").await, 4, "one of the tour, one of the day for each line");
    bob.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn more_of_a_line_whose_hold_ran_out_takes_all_of_it() {
    let shop = Shop::with(&Park { tour_capacity: 5, ..Park::default() }, &[("MIDWAY_WORKER", "off")]).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.opens().await;
    bob.opens().await;
    ada.adds("adult", 3).await;
    shop.passes(16);
    bob.adds("adult", 4).await;
    let line_id = ada.sees_items().await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.modifies(&line_id, 5).await.expect_refusal(), "Sorry, only 1 left of Tour.");
    ada.modifies(&line_id, 1).await.expect_success();
    assert_eq!(shop.counts(TAKEN).await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn adding_to_a_line_that_lost_its_places_takes_all_of_them() {
    let shop = Shop::selling(&Park { tour_capacity: 5, ..Park::default() }).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.opens().await;
    bob.opens().await;
    ada.adds("adult", 3).await;
    shop.passes(16);
    until("the places are free", || async { (shop.counts(CLAIMED).await == 0).then_some(()) }).await;
    // The cart has a hold again, which does not speak for the line that lost its own.
    ada.tries_to_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    bob.adds("adult", 2).await;
    let refused = ada.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(refused.expect_refusal(), "Sorry, only 3 left of Tour.");
    assert_eq!(shop.counts(TAKEN).await, 2, "what was taken in between has been given back");
    let items = bob.sees_items().await;
    bob.modifies(items[0]["id"].as_str().unwrap(), 1).await.expect_success();
    ada.adds("adult", 1).await;
    assert_eq!(shop.counts(TAKEN).await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn the_price_is_kept_while_the_place_is_held() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;
    shop.imports(&Park { adult_price: "27.00", ..Park::default() }).await;
    assert_eq!(cents(&ada.sees_cart().await["cartTotal"]), 22_85);
    ada.saves_settings("digital").await;
    let (payment, _) = ada.pays_with(card::GOOD).await;
    ada.submits(&payment).await.expect_success();
    assert_eq!(cents(&ada.sees_order().await.json()["orderTotal"]), 22_85);

    let bob = shop.shopper();
    bob.opens().await;
    bob.adds("adult", 1).await;
    assert_eq!(cents(&bob.sees_items().await[0]["unitPrice"]), 27_00);
    shop.stop().await;
}

#[tokio::test]
async fn revising_takes_the_same_places_again_after_the_hold_ran_out() {
    let shop = Shop::selling(&one_place()).await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;
    shop.passes(16);
    until("the place is free", || async { (shop.counts(CLAIMED).await == 0).then_some(()) }).await;
    ada.gets("/api/cart?revise=true").await.expect_status(200);
    let bob = shop.shopper();
    bob.opens().await;
    bob.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn revising_takes_a_line_again_whose_hold_ran_out_before_another_was_added() {
    let shop = Shop::selling(&one_place()).await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;
    shop.passes(16);
    until("the place is free", || async { (shop.counts(CLAIMED).await == 0).then_some(()) }).await;
    ada.tries_to_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    ada.gets("/api/cart?revise=true").await.expect_status(200);
    let bob = shop.shopper();
    bob.opens().await;
    let taken = bob.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(taken.expect_refusal(), "Sorry, Tour is sold out.");
    shop.stop().await;
}
