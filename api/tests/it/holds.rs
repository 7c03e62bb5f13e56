//! How long places are held, what a hold guarantees, and how much a cart and a network address may hold and order.

use serde_json::json;

use crate::support::catalogue::promotions;
use crate::support::catalogue::table::{Table, product, schedule, selection, timed_show, variant};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{
    Answer, NOON_IS_SOLD_OUT_BUT_NOT_TWO, PASSWORD, SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line,
};
use crate::support::{Catalogue, Shop, until};

const CLAIMED: &str = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM claim WHERE NOT sold";
const TAKEN: &str = "SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.1200'";

fn park_with_one_place() -> Catalogue {
    Catalogue::park().tour_capacity(1)
}

#[tokio::test]
async fn each_added_ticket_extends_the_hold_up_to_its_maximum() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let minutes_left = |cart: &serde_json::Value| {
        let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
        (at("heldUntil") - at("now")).num_minutes()
    };
    assert_eq!(minutes_left(&ada.get_cart().await), 15);
    shop.advance(10);
    assert_eq!(minutes_left(&ada.get_cart().await), 5, "reading the cart does not extend the hold");
    for passed in [10, 22, 34, 46] {
        ada.add_tours("adult", 1).await;
        assert_eq!(minutes_left(&ada.get_cart().await), 15.min(60 - passed), "after {passed} minutes");
        shop.advance(12);
    }
    ada.add_tours("adult", 1).await;
    assert_eq!(minutes_left(&ada.get_cart().await), 2, "the hold ends 60 minutes after the first claim");
    shop.stop().await;
}

#[tokio::test]
async fn worker_releases_expired_claims_and_keeps_the_line() {
    let shop = Shop::selling(&park_with_one_place()).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.advance(15);
    until("the place is free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
    assert_eq!(ada.get_lines().await.len(), 1);
    let bob = shop.new_guest().await;
    bob.add_tours("adult", 1).await;
    shop.stop().await;
}

#[tokio::test]
async fn places_of_an_expired_hold_can_be_bought_while_the_worker_is_stopped() {
    let shop = Shop::selling_with(&park_with_one_place(), &[WORKER_OFF]).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.add_tours("adult", 1).await;
    shop.advance(14);
    let full = bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(full.expect_refusal(), NOON_IS_SOLD_OUT_BUT_NOT_TWO);
    shop.advance(1);
    bob.add_tours("adult", 1).await;
    shop.stop().await;
}

#[tokio::test]
async fn increase_of_a_held_line_claims_only_the_difference() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(5)).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.add_tours("adult", 3).await;
    bob.add_tours("adult", 1).await;
    let line_id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let refused = ada.change_quantity(&line_id, 5).await;
    assert_eq!(refused.expect_refusal(), "Sorry, only 4 left: Tour. Please choose fewer.", "including her own three");
    assert_eq!(shop.count(TAKEN).await, 4, "nothing has changed");
    ada.change_quantity(&line_id, 4).await.expect_success();
    assert_eq!(shop.count(TAKEN).await, 5);
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 4, "one of the tour, one of the day for each line");
    bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn changing_the_quantity_of_an_expired_line_claims_the_whole_line() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(5), &[WORKER_OFF]).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.add_tours("adult", 3).await;
    shop.advance(16);
    bob.add_tours("adult", 4).await;
    let line_id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        ada.change_quantity(&line_id, 5).await.expect_refusal(),
        "Sorry, only 1 left: Tour. Please choose fewer."
    );
    ada.change_quantity(&line_id, 1).await.expect_success();
    assert_eq!(shop.count(TAKEN).await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn request_whose_lines_together_exceed_the_places_left_is_refused_with_the_number_left() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(3)).await;
    let ada = shop.new_guest().await;
    for (adults, children) in [(2, 2), (3, 1), (1, 3), (0, 4)] {
        let family = json!([
            line("tour", "adult", adults, Some(SATURDAY_NOON)),
            line("tour", "child", children, Some(SATURDAY_NOON))
        ]);
        let few = "Sorry, only 3 left: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose fewer, or choose \
                   another date or time.";
        assert_eq!(ada.try_add(family).await.expect_refusal(), few);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM claim").await, 0, "nothing is held");
    shop.stop().await;
}

#[tokio::test]
async fn addition_to_an_expired_line_claims_the_whole_line() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(5)).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.add_tours("adult", 3).await;
    shop.advance(16);
    until("the places are free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
    // The cart has a hold again, but the hold does not include the expired line.
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    bob.add_tours("adult", 2).await;
    let refused = ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    let few = "Sorry, only 3 left: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose fewer, or choose \
               another date or time. Still available for 4 people: 2:00 PM.";
    assert_eq!(refused.expect_refusal(), few, "her three are not held any more");
    assert_eq!(shop.count(TAKEN).await, 2, "partial claims were released");
    let items = bob.get_lines().await;
    bob.change_quantity(items[0]["id"].as_str().unwrap(), 1).await.expect_success();
    ada.add_tours("adult", 1).await;
    assert_eq!(shop.count(TAKEN).await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn price_does_not_change_while_the_place_is_held() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.import(&Catalogue::park().adult_price(27_00)).await;
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 22_85);
    ada.check_out().await;
    assert_eq!(cents(&ada.get_order().await.json()["orderTotal"]), 22_85);

    let bob = shop.new_guest().await;
    bob.add_tours("adult", 1).await;
    assert_eq!(cents(&bob.get_lines().await[0]["unitPrice"]), 27_00);
    shop.stop().await;
}

#[tokio::test]
async fn revision_reclaims_the_same_places_after_the_hold_expires() {
    let shop = Shop::selling(&park_with_one_place()).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.advance(16);
    until("the place is free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
    ada.get("/api/cart?revise=true").await.expect_status(200);
    let bob = shop.new_guest().await;
    bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn revision_reclaims_a_line_that_expired_before_a_second_line_was_added() {
    let shop = Shop::selling(&park_with_one_place()).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.advance(16);
    until("the place is free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    ada.get("/api/cart?revise=true").await.expect_status(200);
    let bob = shop.new_guest().await;
    let refused = bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(refused.expect_refusal(), NOON_IS_SOLD_OUT_BUT_NOT_TWO);
    shop.stop().await;
}

/// Tours with 40 places. A cart can hold at most 8 places. A network address can hold at most 10 places of a tour, in
/// at most 3 carts.
fn park_with_address_limits() -> Catalogue {
    Catalogue::park()
        .setting("max_held_places", 8)
        .setting("max_held_places_by_address", 10)
        .setting("max_held_percent_by_address", 0)
        .setting("max_holds_by_address", 3)
}

/// Visitors at one network address, each with a separate session.
async fn new_visitors_at_one_address(shop: &Shop, count: usize) -> Vec<Shopper> {
    let mut visitors = vec![shop.shopper()];
    while visitors.len() < count {
        visitors.push(visitors[0].other_browser_at_same_address());
    }
    for visitor in &visitors {
        visitor.open_shop().await;
    }
    visitors
}

async fn hold_places(shopper: &Shopper, quantity: u32) -> Answer {
    shopper.try_add(json!([line("tour", "adult", quantity, Some(SATURDAY_NOON))])).await
}

const FROM_THIS_CONNECTION: &str = "Too many spots are being held by people on your internet connection right now. \
                                    Please buy or remove some, or try again in 15 minutes.";

#[tokio::test]
async fn cart_holds_a_limited_number_of_places_and_can_only_be_reduced_after_the_limit_is_lowered() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let ada = shop.new_guest().await;
    hold_places(&ada, 8).await.expect_success();
    let refused = hold_places(&ada, 1).await.expect_refusal();
    assert_eq!(
        refused,
        "A cart can hold up to 8 tickets. Please place more than one order, or contact us about larger groups."
    );
    shop.import(&Catalogue::park().setting("max_held_places", 4)).await;
    let id = ada.get_lines().await[0]["id"].clone();
    for (quantity, is_taken) in [(6, true), (7, false), (5, true)] {
        let changed = ada.post("/api/cart/modify", json!({ "items": [{ "id": id, "quantity": quantity }] })).await;
        assert_eq!(changed.succeeded(), is_taken, "{quantity}: {}", changed.text());
    }
    shop.stop().await;
}

#[tokio::test]
async fn one_network_address_can_hold_only_its_share_of_a_performance() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let replica = shop.replica().await;
    let same = new_visitors_at_one_address(&shop, 3).await;
    hold_places(&same[0], 6).await.expect_success();
    let elsewhere = same[1].at_server(replica.address);
    assert_eq!(hold_places(&elsewhere, 5).await.expect_refusal(), FROM_THIS_CONNECTION);
    hold_places(&elsewhere, 4).await.expect_success();
    assert_eq!(hold_places(&same[2], 1).await.expect_refusal(), FROM_THIS_CONNECTION);
    let other = shop.new_guest().await;
    hold_places(&other, 8).await.expect_success();
    // Places that were bought are no longer counted as held.
    same[0].check_out().await;
    hold_places(&same[2], 6).await.expect_success();
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_requests_from_one_network_address_do_not_exceed_its_share_of_places() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let same = new_visitors_at_one_address(&shop, 3).await;
    let answers = futures_util::future::join_all(same.iter().map(|visitor| hold_places(visitor, 5))).await;
    assert_eq!(answers.iter().filter(|answer| answer.succeeded()).count(), 2);
    assert_eq!(shop.count(TAKEN).await, 10);
    shop.stop().await;
}

#[tokio::test]
async fn held_places_count_for_the_network_address_that_claimed_them_even_if_the_cart_is_used_from_another() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let same = new_visitors_at_one_address(&shop, 2).await;
    hold_places(&same[0], 6).await.expect_success();
    let held = same[0].get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let elsewhere = same[0].at_other_address();
    elsewhere.change_quantity(&held, 6).await.expect_success();
    elsewhere.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(hold_places(&same[1], 5).await.expect_refusal(), FROM_THIS_CONNECTION);
    hold_places(&same[1], 4).await.expect_success();
    // Places that are reclaimed from a different address are counted for that address.
    shop.advance(15);
    elsewhere.change_quantity(&held, 6).await.expect_success();
    hold_places(&same[1], 4).await.expect_success();
    assert_eq!(
        hold_places(&elsewhere.new_guest_at_same_address().await, 5).await.expect_refusal(),
        FROM_THIS_CONNECTION
    );
    shop.stop().await;
}

#[tokio::test]
async fn sign_in_moves_claims_only_if_the_share_of_the_network_address_allows_it() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let (home, email) = shop.new_account().await;
    hold_places(&home, 1).await.expect_success();
    hold_places(&home.new_guest_at_same_address().await, 6).await.expect_success();
    let away = shop.new_guest().await;
    hold_places(&away, 4).await.expect_success();
    let refused = away.try_sign_in(&email, PASSWORD).await;
    assert_eq!(refused.expect_refusal(), FROM_THIS_CONNECTION);
    let line = away.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    away.change_quantity(&line, 3).await.expect_success();
    away.try_sign_in(&email, PASSWORD).await.expect_success();
    let held: u64 = away.get_lines().await.iter().map(|item| item["quantity"].as_u64().unwrap()).sum();
    assert_eq!(held, 4);
    assert_eq!(shop.count(TAKEN).await, 10);
    shop.stop().await;
}

#[tokio::test]
async fn one_network_address_can_use_only_its_share_of_a_limited_code() {
    let shop = Shop::selling(
        &Catalogue::park()
            .with(promotions())
            .setting("max_held_places_by_address", 4)
            .setting("max_held_percent_by_address", 0),
    )
    .await;
    let same = new_visitors_at_one_address(&shop, 2).await;
    // The code can be used ten times in total. Each use is for a performance with enough places.
    let with_code = async |visitor: &Shopper, quantity: u32, performance: &str| {
        let items = json!([line("tour", "adult", quantity, Some(performance))]);
        visitor.post("/api/cart/add", json!({ "items": items, "saleFlowId": 5, "promotionCode": "TEN" })).await
    };
    with_code(&same[0], 3, "tours.20261127.1200").await.expect_success();
    let refused = with_code(&same[1], 2, "tours.20261128.1200").await;
    assert_eq!(refused.expect_refusal(), FROM_THIS_CONNECTION);
    with_code(&same[1], 1, "tours.20261128.1200").await.expect_success();
    let other = shop.new_guest().await;
    with_code(&other, 4, "tours.20261128.1200").await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn carts_of_one_network_address_that_hold_places_are_limited_and_a_revision_respects_the_limit() {
    let shop = Shop::selling(&park_with_address_limits()).await;
    let same = new_visitors_at_one_address(&shop, 4).await;
    for visitor in &same[..3] {
        hold_places(visitor, 1).await.expect_success();
    }
    assert_eq!(hold_places(&same[3], 1).await.expect_refusal(), FROM_THIS_CONNECTION);
    shop.advance(15);
    hold_places(&same[3], 8).await.expect_success();
    // The holds of the first three visitors have expired, and their address can hold two more places.
    for (visitor, is_kept) in same.iter().zip([true, true, false]) {
        visitor.get("/api/cart?revise=true").await.expect_status(200);
        assert_eq!(visitor.get_lines().await.len(), usize::from(is_kept));
    }
    shop.stop().await;
}

#[tokio::test]
async fn repeated_holds_of_one_network_address_are_limited_until_a_purchase() {
    let shop = Shop::open().await;
    let same = new_visitors_at_one_address(&shop, 3).await;
    let holds_and_clears = async |visitor: &Shopper| {
        let held = hold_places(visitor, 1).await;
        visitor.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
        held
    };
    for nth in 0..60 {
        holds_and_clears(&same[nth % 2]).await.expect_success();
    }
    let refused = hold_places(&same[2], 1).await;
    assert_eq!(refused.expect_status(429).headers["retry-after"], "5");
    let other = shop.new_guest().await;
    hold_places(&other, 1).await.expect_success();
    shop.clock.advance(chrono::Duration::seconds(5));
    same[2].buy_tours("adult", 1).await;
    for _ in 0..3 {
        holds_and_clears(&same[0]).await.expect_success();
    }
    shop.stop().await;
}

/// Revises the cart. Returns whether the cart holds its places afterwards.
async fn revise(visitor: &Shopper) -> bool {
    let cart = visitor.get("/api/cart?revise=true").await.expect_status(200).json();
    let at = |name: &str| cart[name].as_str().map(|at| chrono::DateTime::parse_from_rfc3339(at).unwrap());
    at("heldUntil") > at("now")
}

#[tokio::test]
async fn holds_begun_by_a_revision_or_a_change_of_a_line_are_limited_like_those_begun_by_an_addition() {
    let shop = Shop::open().await;
    let same = new_visitors_at_one_address(&shop, 3).await;
    for _ in 0..58 {
        hold_places(&same[2], 1).await.expect_success();
        same[2].post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    }
    for visitor in &same[..2] {
        hold_places(visitor, 1).await.expect_success();
    }
    let line = same[1].get_lines().await[0]["id"].as_str().unwrap().to_owned();
    shop.advance(16);
    assert!(revise(&same[0]).await);
    assert!(!revise(&same[1]).await, "the cart is shown unchanged");
    assert_eq!(same[1].get_lines().await.len(), 1);
    let refused = same[1].change_quantity(&line, 1).await;
    assert_eq!(refused.expect_status(429).headers["retry-after"], "10");
    same[1].save_settings("digital").await;
    same[1].post("/api/payment/sandbox/setup", json!({})).await.expect_status(429);
    shop.clock.advance(chrono::Duration::seconds(10));
    assert!(revise(&same[1]).await);
    shop.stop().await;
}

#[tokio::test]
async fn network_address_can_hold_the_same_places_only_three_times_without_an_order() {
    let shop = Shop::selling(&Catalogue::park().setting("max_hold_minutes", 15)).await;
    let same = new_visitors_at_one_address(&shop, 2).await;
    let (ada, bob) = (&same[0], &same[1]);
    // Moves the clock and then loads the carts, because a session without calls would end.
    let passes = async |minutes: i64| {
        shop.advance(minutes);
        for visitor in &same {
            visitor.get_cart().await;
        }
    };
    // Holds of several carts at the same time are counted as one hold.
    hold_places(ada, 1).await.expect_success();
    hold_places(bob, 1).await.expect_success();
    hold_places(ada, 1).await.expect_success();
    passes(16).await;
    assert!(revise(ada).await);
    passes(16).await;
    hold_places(bob, 1).await.expect_success();
    passes(16).await;
    // The next hold is allowed forty-five minutes after the third hold began.
    assert_eq!(hold_places(bob, 1).await.expect_status(429).headers["retry-after"], "1740");
    assert!(!revise(ada).await);
    assert_eq!(ada.get_lines().await.len(), 0, "the line can be restored");
    let removed = ada.get_cart().await["previousCart"]["itemGroups"][0]["items"][0]["id"].clone();
    ada.change_quantity(removed.as_str().unwrap(), 1).await.expect_status(429);
    let elsewhere = json!([line("tour", "adult", 1, Some(SATURDAY_TWO))]);
    ada.try_add(elsewhere).await.expect_success();
    let other = shop.new_guest().await;
    hold_places(&other, 1).await.expect_success();
    passes(15).await;
    passes(14).await;
    // An order resets the limit.
    bob.buy_tours("adult", 1).await;
    for _ in 0..3 {
        hold_places(bob, 1).await.expect_success();
        passes(16).await;
    }
    hold_places(bob, 1).await.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn resubmitting_an_order_does_not_reset_the_hold_limit() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    ada.submit(&payment).await.expect_success();
    let neighbour = ada.other_browser_at_same_address();
    neighbour.open_shop().await;
    for _ in 0..60 {
        hold_places(&neighbour, 1).await.expect_success();
        neighbour.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    }
    ada.submit(&payment).await.expect_success();
    hold_places(&neighbour, 1).await.expect_status(429);
    shop.stop().await;
}

const FREE_SHARE: &str = "No more free spots can be booked from your internet connection. Please choose another \
    time, or contact us about larger groups.";

/// A shop whose tours have six places and are free for adults.
async fn open_free_shop() -> Shop {
    Shop::selling(&Catalogue::park().adult_price(0).tour_capacity(6)).await
}

/// Orders free places as a new guest at the shopper's network address.
async fn order_free_tours(shopper: &Shopper, quantity: u32) -> Answer {
    let visitor = shopper.new_guest_at_same_address().await;
    hold_places(&visitor, quantity).await.expect_success();
    visitor.save_settings("digital").await;
    visitor.submit_without_payment().await
}

#[tokio::test]
async fn one_network_address_can_order_at_most_half_of_the_places_of_a_performance_for_free() {
    let shop = open_free_shop().await;
    let guest = shop.shopper();
    order_free_tours(&guest, 2).await.expect_success();
    assert_eq!(order_free_tours(&guest, 2).await.expect_refusal(), FREE_SHARE);
    order_free_tours(&guest, 1).await.expect_success();
    order_free_tours(&shop.shopper(), 1).await.expect_success();
    assert_eq!(shop.count("SELECT sold FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 4);
    shop.stop().await;
}

#[tokio::test]
async fn paid_lines_do_not_raise_the_share_of_places_that_a_network_address_can_order_for_free() {
    let shop = open_free_shop().await;
    let guest = shop.shopper();
    let pays = async |quantity: u32| {
        let visitor = guest.new_guest_at_same_address().await;
        hold_places(&visitor, quantity).await.expect_success();
        visitor.try_add(json!([line("tour", "child", 1, Some(SATURDAY_TWO))])).await.expect_success();
        let payment = visitor.authorise_cart().await;
        visitor.submit(&payment).await
    };
    pays(2).await.expect_success();
    assert_eq!(pays(2).await.expect_refusal(), FREE_SHARE);
    pays(1).await.expect_success();
    assert_eq!(shop.count_charges().await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn free_places_in_a_cart_with_a_payment_in_progress_are_counted_as_ordered() {
    let mut shop = open_free_shop().await;
    let guest = shop.shopper();
    let payer = guest.new_guest_at_same_address().await;
    hold_places(&payer, 2).await.expect_success();
    payer.try_add(json!([line("tour", "child", 1, Some(SATURDAY_TWO))])).await.expect_success();
    let payment = payer.authorise_cart().await;
    shop.stop_processor().await;
    assert_eq!(payer.submit(&payment).await.json()["paymentPending"], json!(true));
    assert_eq!(order_free_tours(&guest, 2).await.expect_refusal(), FREE_SHARE);
    order_free_tours(&guest, 1).await.expect_success();
    shop.start_processor().await;
    payer.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn ordering_one_place_for_free_does_not_reset_the_hold_limit() {
    let shop = Shop::selling(&Catalogue::park().child_price(0).setting("max_hold_minutes", 15)).await;
    let guest = shop.shopper();
    for nth in 0..4 {
        let visitor = guest.new_guest_at_same_address().await;
        let held = hold_places(&visitor, 1).await;
        if nth == 3 {
            held.expect_status(429);
            break;
        }
        held.expect_success();
        let family = guest.new_guest_at_same_address().await;
        family.try_add(json!([line("tour", "child", 1, Some(SATURDAY_NOON))])).await.expect_success();
        family.save_settings("digital").await;
        family.submit_without_payment().await.expect_success();
        shop.advance(16);
    }
    shop.stop().await;
}

fn free_mornings() -> Vec<Table> {
    vec![
        timed_show("morning", "Open morning"),
        schedule("mornings", "morning").capacity(6).slots(["09:00"]),
        product("morning", "Open morning")
            .short_description("For all.")
            .with(selection(["morning"]))
            .with(variant("morning-place", "Place").price(0)),
    ]
}

#[tokio::test]
async fn ordered_places_of_a_free_show_do_not_count_towards_the_hold_limit() {
    let shop = Shop::selling(
        &Catalogue::park()
            .with(free_mornings())
            .setting("max_hold_minutes", 15)
            .setting("max_free_percent_by_address", 100),
    )
    .await;
    let school = shop.shopper();
    for _ in 0..5 {
        let visitor = school.new_guest_at_same_address().await;
        let place = line("morning", "morning-place", 1, Some("mornings.20261121.0900"));
        visitor.try_add(json!([place])).await.expect_success();
        visitor.save_settings("digital").await;
        visitor.submit_without_payment().await.expect_success();
        shop.advance(16);
    }
    shop.stop().await;
}

#[tokio::test]
async fn quantity_changes_in_a_held_cart_are_not_counted_as_new_holds() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    let book = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    for quantity in [2, 1].into_iter().cycle().take(62) {
        ada.change_quantity(&book, quantity).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn sessions_of_one_network_address_are_limited() {
    let shop = Shop::open().await;
    let first = shop.shopper();
    let mut answers = Vec::new();
    for _ in 0..301 {
        let visitor = first.other_browser_at_same_address();
        visitor.open_shop().await;
        answers.push(visitor.post("/api/config/web-site/park", json!({})).await);
    }
    let last = answers.pop().unwrap();
    answers.iter().for_each(|answer| {
        answer.expect_status(200);
    });
    last.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn free_orders_of_one_network_address_are_limited_to_thirty_an_hour() {
    let shop = Shop::open().await;
    let guest = shop.shopper();
    let order_free_tours = async |shopper: &Shopper| {
        let visitor = shopper.other_browser_at_same_address();
        visitor.open_shop().await;
        visitor.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
        visitor.save_settings("digital").await;
        visitor.submit_without_payment().await
    };
    for _ in 0..30 {
        order_free_tours(&guest).await.expect_success();
    }
    order_free_tours(&guest).await.expect_status(429);
    order_free_tours(&shop.shopper()).await.expect_success();
    shop.clock.advance(chrono::Duration::hours(1));
    order_free_tours(&guest).await.expect_success();
    shop.stop().await;
}
