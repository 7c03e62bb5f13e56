//! What happens to shoppers while something that the shop stands on is away, and afterwards.

use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;

use crate::support::redis::TestRedis;
use crate::support::shopper::{Answer, SATURDAY_NOON, Shopper, line};
use crate::support::{Park, Shop, card, database, until};

/// A refusal for lack of something that we need: in our shape, with the time to come back.
#[track_caller]
fn is_put_off(answer: &Answer) {
    let body = answer.expect_status(503).json();
    assert_eq!(body["success"], json!(false));
    assert!(!body["message"].as_str().unwrap().is_empty() && body["requestId"].is_string(), "{body}");
    let again: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&again));
}

async fn sees_the_product(shopper: &Shopper) {
    shopper.posts("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert!(!shopper.sees_days("tour").await.is_empty());
}

async fn is_ready(shopper: &Shopper) -> bool {
    shopper.gets("/health/ready").await.status == 200
}

/// A shop on a Redis of its own.
async fn shop_on(redis: &TestRedis) -> Shop {
    let park = Park { tour_capacity: 3, ..Park::default() };
    Shop::with(&park, &[("REDIS_URL", redis.url().as_str())]).await
}

#[tokio::test]
async fn while_redis_does_not_answer_pages_are_shown_and_afterwards_everything_is_as_it_was() {
    let Some(redis) = TestRedis::start().await else { return };
    let shop = shop_on(&redis).await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 2).await;
    ada.saves_settings("digital").await;
    let (payment, answer) = ada.pays_with(card::GOOD).await;
    answer.expect_success();

    redis.freezes().await;
    sees_the_product(&shop.shopper()).await;
    is_put_off(&ada.gets("/api/cart").await);
    is_put_off(&ada.tries_to_add(json!([line("book", "guide-book", 1, None)])).await);
    is_put_off(&ada.submits(&payment).await);
    assert!(!is_ready(&ada).await);
    ada.gets("/health/live").await.expect_status(200);
    assert_eq!(shop.charges().await, 0);

    redis.thaws().await;
    until("the shop is ready", || async { is_ready(&ada).await.then_some(()) }).await;
    assert_eq!(ada.sees_items().await[0]["quantity"], json!(2));
    ada.submits(&payment).await.expect_success();
    assert_eq!(shop.charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn a_redis_that_was_killed_is_found_again_and_costs_guests_their_session_alone() {
    let Some(mut redis) = TestRedis::start().await else { return };
    let shop = shop_on(&redis).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    bob.buys("adult", 1).await;
    ada.opens().await;
    ada.adds("adult", 1).await;

    redis.is_killed().await;
    sees_the_product(&shop.shopper()).await;
    is_put_off(&ada.gets("/api/cart").await);
    is_put_off(&bob.sees_order().await);

    redis.comes_back_empty().await;
    until("the shop is ready", || async { is_ready(&ada).await.then_some(()) }).await;
    assert_eq!(ada.sees_cart().await["cartEmpty"], json!(true));
    // The place that she held is hers no more and still nobody else's, until its deadline.
    assert_eq!(shop.counts("SELECT COUNT(*) FROM claim WHERE NOT sold").await, 2, "the tour and the day");
    ada.tries_to_add(json!([line("tour", "adult", 2, Some(SATURDAY_NOON))])).await.expect_refusal();
    ada.adds("adult", 1).await;
    ada.saves_settings("digital").await;
    let (payment, answer) = ada.pays_with(card::GOOD).await;
    answer.expect_success();
    ada.submits(&payment).await.expect_success();
    shop.passes(16);
    until("it is free", || async {
        (shop.counts("SELECT COUNT(*) FROM claim WHERE NOT sold").await == 0).then_some(())
    })
    .await;
    assert_eq!(shop.counts("SELECT COUNT(*) FROM \"order\"").await, 2);
    assert_eq!(shop.counts("SELECT COUNT(*) FROM ticket").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn an_emptied_redis_loses_no_payment_that_has_begun() {
    let Some(redis) = TestRedis::start().await else { return };
    let mut shop = shop_on(&redis).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    for shopper in [&ada, &bob] {
        shopper.opens().await;
        shopper.adds("adult", 1).await;
        shopper.saves_settings("digital").await;
    }
    let (adas, _) = ada.pays_with(card::GOOD).await;
    let (bobs, _) = bob.pays_with(card::GOOD).await;
    shop.loses_its_processor().await;
    assert_eq!(ada.submits(&adas).await.json()["paymentPending"], json!(true));
    redis.is_emptied().await;
    ada.submits(&adas).await.expect_status(404);
    bob.submits(&bobs).await.expect_status(404);
    shop.finds_its_processor().await;

    // What was submitted is finished; what was only authorised is given back.
    shop.passes(1);
    until("it is ordered", || async { (shop.counts("SELECT COUNT(*) FROM \"order\"").await == 1).then_some(()) }).await;
    shop.passes(31);
    until("it is given back", || async {
        let bobs = shop.ledger().await.into_iter().find(|it| it.payment_key == bobs.key)?;
        (bobs.voids == 1).then_some(())
    })
    .await;
    assert_eq!(shop.charges().await, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_answers_late_puts_shoppers_off_and_takes_nothing() {
    let settings = [("DATABASE_PATIENCE", "1"), ("MIDWAY_WORKER", "off")];
    let shop = Shop::with(&Park::default(), &settings).await;
    let ada = shop.shopper();
    ada.opens().await;
    ada.adds("adult", 1).await;

    // Somebody holds what every change of a cart needs.
    let mut one_connection = sea_orm::ConnectOptions::new(shop.database_url());
    one_connection.max_connections(1);
    let other = sea_orm::Database::connect(one_connection).await.unwrap();
    let lock = if database::server_url().is_some() {
        let tx = other.begin().await.unwrap();
        tx.execute_unprepared("LOCK TABLE cart IN ACCESS EXCLUSIVE MODE").await.unwrap();
        Some(tx)
    } else {
        other.execute_unprepared("BEGIN IMMEDIATE").await.unwrap();
        None
    };
    // More calls than there are connections.
    let adding = (0..12).map(|_| ada.tries_to_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])));
    for answer in join_all(adding).await {
        is_put_off(&answer);
    }
    match lock {
        Some(tx) => tx.rollback().await.unwrap(),
        None => drop(other.execute_unprepared("ROLLBACK").await.unwrap()),
    }
    other.close().await.unwrap();

    assert_eq!(ada.sees_items().await[0]["quantity"], json!(1));
    ada.adds("adult", 1).await;
    assert_eq!(ada.sees_items().await[0]["quantity"], json!(2));
    shop.stop().await;
}
