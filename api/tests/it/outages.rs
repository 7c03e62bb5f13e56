//! Outages of the database, Redis and the card processor: what shoppers see, and the recovery.

use std::time::Duration;

use futures_util::future::join_all;
use midway::platform::db::Db;
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};
use serde_json::json;

use crate::support::proxy::TcpProxy;
use crate::support::redis::TestRedis;
use crate::support::shop::Replica;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, Payment, SATURDAY_NOON, Shopper, line};
use crate::support::{Catalogue, Shop, card, database, until};

/// Fails unless the response is a 503 in the shop's error format, with a time to retry.
#[track_caller]
fn assert_unavailable(answer: &Answer) {
    let body = answer.expect_status(503).json();
    assert_eq!(body["success"], json!(false));
    assert!(!body["message"].as_str().unwrap().is_empty() && body["requestId"].is_string(), "{body}");
    let retry_after: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&retry_after));
}

async fn assert_product_is_shown(shopper: &Shopper) {
    shopper.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert!(!shopper.list_days("tour").await.is_empty());
}

async fn check_ready(shopper: &Shopper) -> bool {
    shopper.get("/health/ready").await.status == 200
}

/// A shop that uses this Redis and has three places for each tour.
async fn open_shop_on(redis: &TestRedis) -> Shop {
    Shop::selling_with(&Catalogue::park().tour_capacity(3), &[("REDIS_URL", redis.url().as_str())]).await
}

#[tokio::test]
async fn product_is_shown_while_redis_does_not_answer_and_sessions_and_payments_continue_afterwards() {
    let Some(redis) = TestRedis::start().await else { return };
    let shop = open_shop_on(&redis).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let payment = ada.authorise_cart().await;

    redis.freeze().await;
    assert_product_is_shown(&shop.shopper()).await;
    assert_unavailable(&ada.get("/api/cart").await);
    assert_unavailable(&ada.try_add(json!([line("book", "guide-book", 1, None)])).await);
    assert_unavailable(&ada.submit(&payment).await);
    assert!(!check_ready(&ada).await);
    ada.get("/health/live").await.expect_status(200);
    assert_eq!(shop.count_charges().await, 0);

    redis.thaw().await;
    until("the shop is ready", || async { check_ready(&ada).await.then_some(()) }).await;
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn guests_keep_carts_and_orders_after_redis_was_killed_and_started_without_data() {
    let Some(mut redis) = TestRedis::start().await else { return };
    let shop = open_shop_on(&redis).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    bob.buy_tours("adult", 1).await;
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;

    redis.kill().await;
    assert_product_is_shown(&shop.shopper()).await;
    assert_unavailable(&ada.get("/api/cart").await);
    assert_unavailable(&bob.get_order().await);

    redis.start_empty().await;
    until("the shop is ready", || async { check_ready(&ada).await.then_some(()) }).await;
    // Ada keeps her place, and Bob sees his order.
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(1));
    bob.get_order().await.expect_status(200);
    shop.shopper().get("/api/order/details").await.expect_status(404);
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    ada.check_out().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn cart_cookie_opens_no_cart_with_an_unknown_session_or_after_its_session_has_expired() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    let cart = ada.cookie("midway_cart").expect("the browser gets the cart cookie");
    // Eve has the cart's cookie, but not the right session cookie.
    eve.open_shop().await;
    eve.set_cookie("midway_session", &ada.session_cookie().unwrap().replace(|_: char| true, "x"));
    eve.set_cookie("midway_cart", &cart);
    assert_eq!(eve.get_cart().await["cartEmpty"], json!(true));
    // The session has timed out, and the cart has expired together with the session.
    shop.advance(23);
    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true));
    shop.stop().await;
}

#[tokio::test]
async fn guest_cookies_show_neither_cart_nor_order_after_their_guest_has_signed_in() {
    let shop = Shop::open().await;
    let (victim, attacker) = (shop.shopper(), shop.shopper());
    victim.open_shop().await;
    victim.add_tours("adult", 1).await;
    // Gives a shopper the victim's cookies, as if both shoppers used the same browser.
    let keeps = |shopper: &crate::support::shopper::Shopper| {
        for name in ["midway_session", "midway_cart", "XSRF-TOKEN"] {
            shopper.set_cookie(name, &victim.cookie(name).unwrap());
        }
    };
    keeps(&attacker);
    let (late, intruder) = (shop.shopper(), shop.shopper());
    keeps(&late);
    keeps(&intruder);
    assert_eq!(attacker.get_cart().await["cartEmpty"], json!(false));
    victim.register_and_sign_in(&crate::support::shopper::unique_email()).await;
    assert_eq!(victim.get_cart().await["cartEmpty"], json!(false), "the cart was taken over");
    for _ in 0..2 {
        assert_eq!(attacker.get("/api/cart").await.json()["cartEmpty"], json!(true));
        attacker.get("/api/session").await;
    }
    let forgotten = "DELETE FROM session WHERE fingerprint LIKE 'ended:%'";
    shop.app.db.write().execute_unprepared(forgotten).await.unwrap();
    intruder.try_add(json!([line("tour", "child", 1, Some(SATURDAY_NOON))])).await;
    assert_eq!(victim.get_lines().await.len(), 1, "no other session adds to an account's cart");
    victim.check_out().await;
    attacker.get("/api/order/details").await.expect_status(404);
    let code = crate::purchases::media_codes(&victim.get("/api/order/digital-tickets").await.text()).remove(0);
    // Cart and order also stay hidden if the session store no longer knows that the session has ended: the cart belongs
    // to an account.
    shop.app.db.write().execute_unprepared(forgotten).await.unwrap();
    assert_eq!(late.get("/api/cart").await.json()["cartEmpty"], json!(true));
    for _ in 0..2 {
        late.get("/api/order/details").await.expect_status(404);
        late.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(404);
        late.get("/api/session").await;
    }
    // Cart and order also stay hidden after signing in to a different account.
    late.register_and_sign_in(&crate::support::shopper::unique_email()).await;
    assert_eq!(late.get("/api/cart").await.json()["cartEmpty"], json!(true));
    late.get("/api/order/details").await.expect_status(404);
    late.get("/api/order/digital-tickets").await.expect_status(404);
    late.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(404);
    victim.get_order().await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn started_payment_survives_the_loss_of_all_redis_data() {
    let Some(redis) = TestRedis::start().await else { return };
    let mut shop = open_shop_on(&redis).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    for shopper in [&ada, &bob] {
        shopper.open_shop().await;
        shopper.add_tours("adult", 1).await;
        shopper.save_settings("digital").await;
    }
    let (adas, _) = ada.pay_with(card::GOOD).await;
    let (bobs, _) = bob.pay_with(card::GOOD).await;
    shop.stop_processor().await;
    assert_eq!(ada.submit(&adas).await.json()["paymentPending"], json!(true));
    redis.flush_all().await;
    // The shopper's page repeats the submit until it gets the result.
    assert_eq!(ada.submit(&adas).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    until("the order is there", || async { ada.submit(&adas).await.succeeded().then_some(()) }).await;
    ada.get_order().await.expect_status(200);

    // An authorisation without a submit is voided after its shopper has left.
    shop.advance(31);
    until("the payment is voided", || async {
        let bobs = shop.ledger().await.into_iter().find(|it| it.payment_key == bobs.key)?;
        (bobs.voids == 1).then_some(())
    })
    .await;
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_to_a_slow_database_return_unavailable_and_claim_nothing() {
    let settings = [("DATABASE_TIMEOUT", "1"), WORKER_OFF];
    let shop = Shop::open_with(&settings).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;

    // Another transaction locks the table of carts; on SQLite it locks the whole database for writing.
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
    // Send more calls than the pool has connections.
    let adding = (0..12).map(|_| ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])));
    for answer in join_all(adding).await {
        assert_unavailable(&answer);
    }
    match lock {
        Some(tx) => tx.rollback().await.unwrap(),
        None => drop(other.execute_unprepared("ROLLBACK").await.unwrap()),
    }
    other.close().await.unwrap();

    assert_eq!(ada.get_lines().await[0]["quantity"], json!(1));
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    shop.stop().await;
}

/// A shopper with an authorised payment, ready to submit.
async fn authorise_new_cart(shop: &Shop) -> (Shopper, Payment) {
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    (ada, payment)
}

/// Fails unless the response says that the payment is being checked: it must not say that nothing was charged, or ask
/// for another payment.
#[track_caller]
fn assert_being_checked(answer: &Answer) {
    assert_unavailable(answer);
    assert_eq!(answer.json()["message"], "We're checking your payment. Please don't pay again.");
}

#[tokio::test]
async fn captured_payment_is_pending_until_its_order_can_be_written() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, payment) = authorise_new_cart(&shop).await;
    database::refuse_new_rows(&shop.app.db, "order").await;
    for _ in 0..3 {
        assert_being_checked(&ada.submit(&payment).await);
        assert_eq!(shop.count_charges().await, 1);
    }
    database::accept_new_rows(&shop.app.db, "order").await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn calls_return_unavailable_and_the_server_is_not_ready_while_the_database_is_read_only() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, payment) = authorise_new_cart(&shop).await;
    database::set_read_only(&shop.app.db, shop.database_url(), true).await;
    // Send more calls than the number of connections that were ended.
    for _ in 0..10 {
        assert_being_checked(&ada.submit(&payment).await);
        ada.get("/health/ready").await.expect_status(503);
    }
    assert_unavailable(&ada.try_add(json!([line("book", "guide-book", 1, None)])).await);
    assert_eq!(shop.count_charges().await, 0);

    database::set_read_only(&shop.app.db, shop.database_url(), false).await;
    until("the order is there", || async { ada.submit(&payment).await.succeeded().then_some(()) }).await;
    until("the shop is ready", || async { check_ready(&ada).await.then_some(()) }).await;
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn calls_return_unavailable_while_the_database_is_full_and_succeed_after_space_is_freed() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(500), &[WORKER_OFF]).await;
    database::fill(&shop.app.db).await;
    // Some inserts still fit into existing pages.
    for _ in 0..500 {
        let shopper = shop.new_guest().await;
        let answer = shopper.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
        if !answer.succeeded() {
            assert_unavailable(&answer);
            database::free_space(&shop.app.db).await;
            // SQLite rolls a transaction back when it runs out of space. Later statements must not run in a new
            // transaction by mistake.
            for _ in 0..3 {
                shopper.add_tours("adult", 1).await;
                assert_eq!(shopper.get_lines().await.len(), 1, "the cart keeps its line");
            }
            return shop.stop().await;
        }
    }
    panic!("no call failed although the database is full");
}

/// SQLite itself ends a transaction when its disk is full or fails. The test simulates this with a `ROLLBACK`.
#[tokio::test]
async fn transaction_ended_by_the_database_does_not_affect_later_transactions() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    let ended = shop.app.db.begin().await.unwrap();
    ended.execute_unprepared("ROLLBACK").await.unwrap();
    drop(ended);
    // Simulates a call that fails after its transaction has begun: the transaction is dropped.
    drop(shop.app.db.begin().await.unwrap());
    ada.add_tours("adult", 1).await;
    assert!(shop.count("SELECT COUNT(*) FROM claim").await > 0, "every confirmed change is committed");
    assert_eq!(ada.get_lines().await.len(), 1);
    shop.stop().await;
}

/// Statements of SQLite are sent together with their transaction. If one fails, the transaction must not stay open.
#[tokio::test]
async fn failed_statement_undoes_the_statements_sent_with_it_and_blocks_no_other_writer() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("numbers.db").display());
    let db = Db::serving(&url, 2, Duration::from_secs(1)).await.unwrap();
    let other_process = Db::serving(&url, 2, Duration::from_secs(1)).await.unwrap();
    db.write().execute_unprepared("CREATE TABLE number (value INTEGER PRIMARY KEY)").await.unwrap();
    let insert = |numbers: &[i32]| {
        let inserts = numbers.iter().map(|number| format!("INSERT INTO number VALUES ({number}) RETURNING value"));
        let script = inserts.collect::<Vec<_>>().join("; ");
        db.run_in_transaction(Statement::from_string(DbBackend::Sqlite, script))
    };
    assert_eq!(insert(&[1, 2]).await.unwrap(), 2);
    for _ in 0..2 {
        insert(&[3, 1]).await.unwrap_err();
        let insert_4 = "INSERT INTO number VALUES (4) ON CONFLICT DO NOTHING";
        other_process.write().execute_unprepared(insert_4).await.unwrap();
        assert_eq!(database::number(db.read(), "SELECT SUM(value) FROM number").await, 1 + 2 + 4);
    }
    assert_eq!(insert(&[5]).await.unwrap(), 1);
    assert_eq!(database::number(other_process.read(), "SELECT COUNT(*) FROM number").await, 4);
}

/// A proxy in front of the service at this URL, and the URL of the service through the proxy.
async fn open_proxy(url: &str) -> (TcpProxy, String) {
    let mut url = url::Url::parse(url).unwrap();
    let (host, port) = (url.host_str().unwrap().to_owned(), url.port_or_known_default().unwrap_or(5432));
    let proxy = TcpProxy::before(format!("{host}:{port}")).await;
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(proxy.address.port())).unwrap();
    (proxy, url.to_string())
}

/// Retries a call until it succeeds. Until then every response must be a 503.
async fn retry_until_success<F: Future<Output = Answer>>(what: &str, call: impl Fn() -> F) {
    until(what, || async {
        let answer = tokio::time::timeout(Duration::from_secs(30), call()).await.expect("the call is answered");
        if answer.status == 200 {
            return Some(());
        }
        assert_unavailable(&answer);
        None
    })
    .await;
}

#[tokio::test]
async fn unresponsive_database_connections_are_replaced() {
    if database::server_url().is_none() {
        return;
    }
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(100), &[WORKER_OFF]).await;
    let (proxy, url) = open_proxy(shop.database_url()).await;
    let replica = shop.replica_with(&[("DATABASE_URL", &url), ("DATABASE_TIMEOUT", "1")]).await;
    let ada = replica.shopper();
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    // Concurrent calls open several connections of the pool.
    join_all((0..16).map(|_| ada.get("/api/cart"))).await;
    assert!(proxy.connections_made() > 1);
    proxy.silence_connections();
    let book = || async { ada.try_add(json!([line("book", "guide-book", 1, None)])).await };
    retry_until_success("it sells again", book).await;
    for answer in join_all((0..16).map(|_| ada.get("/api/cart"))).await {
        answer.expect_status(200);
    }
    tokio::time::timeout(Duration::from_secs(30), replica.stop()).await.expect("the server stops");
    shop.stop().await;
}

#[tokio::test]
async fn unresponsive_redis_connection_is_replaced() {
    let Some(redis) = TestRedis::start().await else { return };
    let (proxy, url) = open_proxy(&redis.url()).await;
    let shop = Shop::open_with(&[("REDIS_URL", url.as_str())]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    proxy.silence_connections();
    retry_until_success("sessions are there", || async { ada.get("/api/cart").await }).await;
    assert_eq!(ada.get_lines().await.len(), 1);
    shop.stop().await;
}

#[tokio::test]
async fn shop_started_without_redis_is_not_ready_and_sells_nothing_until_redis_is_available() {
    let Some(mut redis) = TestRedis::start().await else { return };
    redis.kill().await;
    let shop = open_shop_on(&redis).await;
    let ada = shop.shopper();
    assert!(!check_ready(&ada).await);
    ada.open_shop().await;
    assert_product_is_shown(&ada).await;
    assert_unavailable(&ada.try_add(json!([line("book", "guide-book", 1, None)])).await);
    redis.start_empty().await;
    until("the shop is ready", || async { check_ready(&ada).await.then_some(()) }).await;
    ada.add_tours("adult", 1).await;
    shop.stop().await;
}

/// A server whose card processor is behind a silent proxy, and shoppers who have submitted their payments.
async fn hang_processor(shop: &Shop, shoppers: usize) -> (Replica, TcpProxy, Vec<(Shopper, Payment)>) {
    let (proxy, url) = open_proxy(&shop.processor()).await;
    let replica = shop.replica_with(&[("SANDBOX_URL", &url), ("MIDWAY_WORKER", "on")]).await;
    let mut paying = Vec::new();
    for _ in 0..shoppers {
        let shopper = replica.shopper();
        shopper.open_shop().await;
        shopper.add_tours("adult", 1).await;
        shopper.save_settings("digital").await;
        let payment = shopper.open_payment().await;
        // The form belongs to the processor, so its page bypasses the proxy.
        shopper.enter_card(&payment, card::GOOD).await.expect_status(200);
        shopper.authorise(&payment).await.expect_success();
        paying.push((shopper, payment));
    }
    proxy.silence_all();
    let submits = paying.iter().map(|(shopper, payment)| shopper.submit(payment));
    for answer in join_all(submits).await {
        assert_eq!(answer.json()["paymentPending"], json!(true), "{}", answer.text());
    }
    (replica, proxy, paying)
}

#[tokio::test]
async fn submit_is_answered_while_the_processor_hangs() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let (replica, proxy, paying) = hang_processor(&shop, 1).await;
    // The shopper got the response before the call to the processor ended, and that call is still running.
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE state = 'capturing'").await, 1);
    proxy.silence_connections();
    let (shopper, payment) = &paying[0];
    until("the order is there", || async { shopper.submit(payment).await.succeeded().then_some(()) }).await;
    assert_eq!(shop.count_charges().await, 1);
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn hanging_processor_blocks_neither_hold_expiry_nor_shutdown() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(100), &[WORKER_OFF]).await;
    let (replica, proxy, paying) = hang_processor(&shop, 6).await;
    let bob = shop.new_guest().await;
    bob.add_tours("adult", 3).await;
    // The worker queries the payments at their processor.
    let before = proxy.connections_made();
    shop.advance(1);
    until("the worker looks the payment up", || async { (proxy.connections_made() > before).then_some(()) }).await;
    // Then Bob's hold expires.
    shop.advance(20);
    let held = "SELECT COUNT(*) FROM claim WHERE NOT sold AND NOT pinned";
    until("his claims are released", || async { (shop.count(held).await == 0).then_some(()) }).await;
    tokio::time::timeout(Duration::from_secs(30), replica.stop()).await.expect("the server stops although calls hang");
    assert_eq!(shop.count_charges().await, 0);
    // A worker with a processor that answers completes the payments.
    shop.advance(1);
    midway::shop::order::recover(&shop.app).await.unwrap();
    assert_eq!(shop.count_charges().await, u32::try_from(paying.len()).unwrap());
    shop.stop().await;
}
