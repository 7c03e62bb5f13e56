//! Concurrent calls never sell more than the stock, and never charge or sell twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::Duration;
use futures_util::future::join_all;
use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::database::{server_url, wait_for_blocked_cart};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{NOON_IS_SOLD_OUT_BUT_NOT_TWO, SATURDAY_NOON, SATURDAY_TWO, Shopper, line};
use crate::support::{Catalogue, Shop, card, until};

const NOON: &str = "performance:tours.20261121.1200";

async fn new_shoppers(shop: &Shop, count: usize) -> Vec<Shopper> {
    let first = shop.shopper();
    let shoppers: Vec<Shopper> = (0..count).map(|_| first.other_browser()).collect();
    join_all(shoppers.iter().map(Shopper::open_shop)).await;
    shoppers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_concurrent_buyers_get_exactly_the_hundred_available_places() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(100)).await;
    let buyers = new_shoppers(&shop, 500).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let watcher = tokio::spawn({
        let (is_over, app) = (is_over.clone(), shop.app.clone());
        async move {
            let mut most = 0;
            while !is_over.load(Ordering::SeqCst) {
                let in_use = format!("SELECT COALESCE(MAX(claimed + sold), 0) FROM stock WHERE key = '{NOON}'");
                most = most.max(crate::support::database::number(app.db.read(), &in_use).await);
                tokio::task::yield_now().await;
            }
            most
        }
    });
    let tries = buyers.iter().map(|buyer| {
        let buyer = buyer.clone();
        tokio::spawn(async move { buyer.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await })
    });
    let answers: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    is_over.store(true, Ordering::SeqCst);

    let accepted = answers.iter().filter(|answer| answer.succeeded()).count();
    let refused = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::OK && !answer.succeeded())
        .map(|answer| answer.expect_refusal())
        .filter(|message| message == NOON_IS_SOLD_OUT_BUT_NOT_TWO)
        .count();
    assert_eq!((accepted, refused), (100, 400));
    assert_eq!(watcher.await.unwrap(), 100, "claimed and sold never exceeded the capacity");
    let claims = format!("SELECT COUNT(*) FROM claim WHERE stock_key = '{NOON}'");
    assert_eq!(shop.count(&claims).await, 100);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_buyers_gets_the_last_place() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(1)).await;
    for day in 21..31 {
        let two = new_shoppers(&shop, 2).await;
        let performance = format!("tours.202611{day}.1200");
        let tries = two.iter().map(|one| one.try_add(json!([line("tour", "adult", 1, Some(&performance))])));
        let got: Vec<bool> = join_all(tries).await.iter().map(|answer| answer.succeeded()).collect();
        assert_eq!(got.iter().filter(|got| **got).count(), 1, "day {day}");
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buyers_claiming_the_same_places_in_opposite_order_do_not_deadlock() {
    let shop = Shop::open().await;
    let buyers = new_shoppers(&shop, 8).await;
    let rounds = buyers.iter().enumerate().map(|(nth, buyer)| async move {
        let mut items = [line("tour", "adult", 1, Some(SATURDAY_NOON)), line("tour", "adult", 1, Some(SATURDAY_TWO))];
        if nth % 2 == 1 {
            items.reverse();
        }
        for _ in 0..15 {
            buyer.try_add(json!(items)).await.expect_success();
            let changed: Vec<Value> =
                buyer.get_lines().await.iter().map(|item| json!({ "id": item["id"], "quantity": 2 })).collect();
            buyer.post("/api/cart/modify", json!({ "items": changed })).await.expect_success();
            buyer.post("/api/cart/clear", json!({})).await.expect_success();
        }
    });
    join_all(rounds).await;
    assert_eq!(shop.count("SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn database_itself_refuses_overbooked_or_negative_stocks_and_empty_claims() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    for forged in [
        "UPDATE stock SET claimed = capacity + 1",
        "UPDATE stock SET sold = capacity - claimed + 1",
        "UPDATE stock SET capacity = 1",
        "UPDATE stock SET claimed = -1",
        "UPDATE stock SET sold = -1",
        "UPDATE claim SET quantity = 0",
        "INSERT INTO stock (key, capacity, claimed, sold) VALUES ('forged', 1, 1, 1)",
    ] {
        let refused = shop.app.db.write().execute_unprepared(forged).await.unwrap_err().to_string();
        assert!(refused.contains("stock_") || refused.contains("claim_"), "{forged}: {refused}");
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_concurrent_submits_of_one_cart_get_equal_answers_and_create_one_charge_and_one_order() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let payment = ada.authorise_cart().await;
    let submits = (0..50).map(|_| {
        let (ada, payment) = (ada.clone(), payment.clone());
        tokio::spawn(async move { ada.submit(&payment).await })
    });
    let answers: Vec<Value> =
        join_all(submits).await.into_iter().map(|answer| answer.unwrap().expect_success()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    assert_eq!(shop.count_charges().await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket").await, 2);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_payments_of_one_cart_submitted_together_create_one_charge_and_one_order() {
    let shop = Shop::open().await;
    for round in 1..=4 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        ada.save_settings("digital").await;
        // Before the API opens a payment, it voids an authorised payment of the same cart, so the test hides the first
        // payment while the second payment opens. Even if a cart has two authorised payments, only one of them is
        // charged.
        let (first, answer) = ada.pay_with(card::GOOD).await;
        answer.expect_success();
        let becomes = |state: &str| format!("UPDATE payment_attempt SET state = '{state}' WHERE id = '{}'", first.key);
        shop.app.db.write().execute_unprepared(&becomes("declined")).await.unwrap();
        let (second, answer) = ada.pay_with(card::GOOD).await;
        assert_ne!(first.key, second.key);
        answer.expect_success();
        shop.app.db.write().execute_unprepared(&becomes("authorised")).await.unwrap();
        let answers = tokio::join!(ada.submit(&first), ada.submit(&second));
        assert!(answers.0.succeeded() || answers.1.succeeded(), "{} {}", answers.0.text(), answers.1.text());
        assert_eq!(shop.count_charges().await, round);
        assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, i64::from(round));
        assert_eq!(ada.submit(&first).await.expect_success(), ada.submit(&second).await.expect_success());
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_submits_with_two_cardholder_names_succeed_for_one_name_only() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    let submits = (0..20).map(|nth| {
        let (ada, key) = (ada.clone(), payment.key.clone());
        let name = if nth % 2 == 0 { "Ada Lovelace" } else { "Augusta King" };
        tokio::spawn(async move {
            let body = json!({ "paymentKey": key, "cardholderName": name });
            (name, ada.post("/api/order/submit", body).await)
        })
    });
    let answers: Vec<_> = join_all(submits).await.into_iter().map(Result::unwrap).collect();
    let accepted: Vec<_> = answers.iter().filter(|(_, answer)| answer.succeeded()).collect();
    assert_eq!(accepted.len(), 10);
    assert!(accepted.iter().all(|(name, answer)| *name == accepted[0].0 && answer.json() == accepted[0].1.json()));
    for (name, answer) in &answers {
        assert!(*name == accepted[0].0 || answer.expect_refusal().contains("different details"));
    }
    let named = format!("SELECT COUNT(*) FROM payment_attempt WHERE cardholder_name = '{}'", accepted[0].0);
    assert_eq!(shop.count(&named).await, 1);
    assert_eq!(shop.count_charges().await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_concurrent_calls_that_open_a_payment_return_the_same_payment() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let payments = join_all((0..10).map(|_| ada.open_payment())).await;
    assert!(payments.iter().all(|payment| payment.key == payments[0].key), "{payments:#?}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt").await, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_additions_and_settings_of_one_cart_are_all_kept() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(100)).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let changes = (0..24).map(|nth| {
        let ada = ada.clone();
        tokio::spawn(async move {
            match nth % 3 {
                0 => ada.add_tours("child", 1).await,
                1 => ada.add_tours("adult", 1).await,
                _ => ada.save_settings("digital").await,
            }
        })
    });
    join_all(changes).await.into_iter().for_each(|changed| changed.unwrap());
    let lines = ada.get_lines().await;
    let quantity = |nth: usize| lines[nth]["quantity"].as_i64().unwrap();
    assert_eq!((lines.len(), quantity(0) + quantity(1)), (2, 17), "{lines:#?}");
    assert_eq!(shop.count(&format!("SELECT claimed FROM stock WHERE key = '{NOON}'")).await, 17);
    let claimed = format!("SELECT CAST(SUM(quantity) AS BIGINT) FROM claim WHERE stock_key = '{NOON}'");
    assert_eq!(shop.count(&claimed).await, 17);
    assert_eq!(shop.count("SELECT COUNT(DISTINCT held_until) FROM claim").await, 1, "one deadline for all claims");
    // Everything that the payment needs is stored.
    ada.open_payment().await;
    shop.stop().await;
}

/// Each server remembers the carts that it has written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_one_cart_through_two_servers_in_turn_are_all_kept() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(6)).await;
    let replica = shop.replica().await;
    let ada = shop.new_guest().await;
    let servers = [ada.clone(), ada.at_server(replica.address)];
    for nth in 0..6 {
        servers[nth % 2].add_tours(if nth < 3 { "adult" } else { "child" }, 1).await;
        let lines = servers[nth % 2].get_lines().await;
        let quantities: Vec<_> = lines.iter().map(|line| line["quantity"].as_i64().unwrap()).collect();
        assert_eq!(quantities.iter().sum::<i64>(), nth as i64 + 1, "{lines:#?}");
    }
    let adults = servers[0].get_lines().await[0]["id"].clone();
    servers[0].change_quantity(adults.as_str().unwrap(), 0).await.expect_success();
    servers[1].add_tours("child", 3).await;
    let lines = servers[0].get_lines().await;
    assert_eq!((lines.len(), lines[0]["quantity"].as_i64()), (1, Some(6)), "{lines:#?}");
    assert_eq!(shop.count(&format!("SELECT claimed FROM stock WHERE key = '{NOON}'")).await, 6);
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cart_is_charged_and_ordered_once_when_its_payment_is_submitted_while_a_second_payment_opens() {
    let shop = Shop::open().await;
    for round in 0..6 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        ada.save_settings("digital").await;
        let (first, answer) = ada.pay_with(card::GOOD).await;
        answer.expect_success();
        let opens = ada.post("/api/payment/sandbox/setup", json!({}));
        let (submitted, _opened_or_told_to_wait) = tokio::join!(ada.submit(&first), opens);
        if !submitted.succeeded() {
            let (second, answer) = ada.pay_with(card::GOOD).await;
            answer.expect_success();
            ada.submit(&second).await.expect_success();
        }
        assert_eq!(shop.count_charges().await, round + 1, "round {round}: {}", submitted.text());
        assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, i64::from(round + 1));
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_authorisations_of_one_payment_reserve_the_amount_once() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    let answers = join_all((0..20).map(|_| ada.authorise(&payment))).await;
    assert!(answers.iter().all(|answer| answer.expect_success() == answers[0].json()));
    assert_eq!(shop.ledger().await[0].authorisations, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cart_changed_during_submit_is_sold_as_it_was_or_not_at_all() {
    let shop = Shop::open().await;
    for round in 0..6 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        let payment = ada.authorise_cart().await;
        let more = json!([line("tour", "child", 1, Some(SATURDAY_NOON))]);
        let (submitted, changed) = tokio::join!(ada.submit(&payment), ada.try_add(more));
        let order = ada.get_order().await;
        if submitted.succeeded() {
            assert_eq!(order.json()["orderTotal"], payment.amount, "round {round}");
        } else {
            order.expect_status(404);
            assert!(changed.succeeded(), "round {round}: {} {}", submitted.text(), changed.text());
        }
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stocks_and_claims_stay_consistent_during_additions_expiring_holds_and_imports() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(10)).await;
    let buyers = new_shoppers(&shop, 12).await;
    let buying = join_all(buyers.iter().enumerate().map(|(nth, buyer)| async move {
        for round in 0..6 {
            let performance = if (nth + round) % 2 == 0 { SATURDAY_NOON } else { SATURDAY_TWO };
            let answer = buyer.try_add(json!([line("tour", "adult", 2, Some(performance))])).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        }
    }));
    let turning = async {
        for capacity in [4, 12, 8, 10] {
            shop.advance(6);
            shop.import(&Catalogue::park().tour_capacity(capacity)).await;
        }
    };
    tokio::join!(buying, turning);
    shop.stop().await;
}

/// When a transaction changes a claim twice, PostgreSQL checks the claim's foreign key and locks its stock for that.
#[tokio::test]
async fn capture_begins_while_a_transaction_that_has_locked_the_same_stock_waits() {
    // The test needs PostgreSQL. SQLite has one writer, so no transaction waits in the middle of another transaction.
    if server_url().is_none() {
        return;
    }
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let both = json!([line("tour", "adult", 1, Some(SATURDAY_NOON)), line("tour", "adult", 1, Some(SATURDAY_TWO))]);
    bob.try_add(both).await.expect_success();
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    // The capture extends Ada's hold and then pins it.
    shop.advance(1);
    let other = shop.app.db.begin().await.unwrap();
    let two = "SELECT 1 FROM stock WHERE key = 'performance:tours.20261121.1400' FOR NO KEY UPDATE";
    other.execute_unprepared(two).await.unwrap();
    let clearing = tokio::spawn({
        let bob = bob.clone();
        async move { bob.post("/api/cart/clear", json!({})).await }
    });
    wait_for_blocked_cart(&shop.app.db).await;
    let submitting = tokio::spawn({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move { ada.submit(&payment).await }
    });
    let paying = || async { (shop.count("SELECT COUNT(*) FROM cart WHERE state = 'paying'").await == 1).then_some(()) };
    until("the capture has begun", paying).await;
    other.rollback().await.unwrap();
    clearing.await.unwrap().expect_success();
    submitting.await.unwrap().expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn cart_whose_claims_are_released_while_it_is_paid_for_claims_them_again() {
    // The test needs PostgreSQL, as the test above.
    if server_url().is_none() {
        return;
    }
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(2), &[WORKER_OFF]).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.add_tours("adult", 2).await;
    let payment = ada.authorise_cart().await;
    // A worker whose clock is slightly ahead is releasing Ada's places. Two seconds of her hold are left.
    shop.advance_by(Duration::minutes(15) - Duration::seconds(2));
    let worker = shop.app.db.begin().await.unwrap();
    worker.execute_unprepared(&format!("UPDATE stock SET claimed = 0 WHERE key = '{NOON}'")).await.unwrap();
    worker.execute_unprepared(&format!("DELETE FROM claim WHERE stock_key = '{NOON}'")).await.unwrap();
    let submitting = tokio::spawn({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move { ada.submit(&payment).await }
    });
    wait_for_blocked_cart(&shop.app.db).await;
    worker.commit().await.unwrap();
    submitting.await.unwrap().expect_success();
    assert_eq!(shop.count(&format!("SELECT sold FROM stock WHERE key = '{NOON}'")).await, 2);
    bob.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn claim_release_does_not_block_a_change_of_its_cart() {
    // The test needs PostgreSQL. SQLite has one writer, so no transaction waits in the middle of another transaction.
    if server_url().is_none() {
        return;
    }
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.advance(1);
    // Simulates a worker whose clock is slightly ahead: it has locked the claim in order to release it. The change of
    // the cart does not wait for this lock.
    let worker = shop.app.db.begin().await.unwrap();
    worker.execute_unprepared(&format!("SELECT 1 FROM claim WHERE stock_key = '{NOON}' FOR UPDATE")).await.unwrap();
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    worker.rollback().await.unwrap();
    shop.stop().await;
}
