//! Health checks, and how a server stops.

use std::time::Duration;

use crate::support::{Shop, card, until};

#[tokio::test]
async fn server_without_its_database_is_alive_and_not_ready() {
    let mut shop = Shop::open().await;
    let supervisor = shop.shopper();
    supervisor.get("/health/live").await.expect_status(200);
    supervisor.get("/health/ready").await.expect_status(200);
    shop.app.db.clone().close().await.unwrap();
    supervisor.get("/health/live").await.expect_status(200);
    supervisor.get("/health/ready").await.expect_status(503);
    shop.restart().await;
    supervisor.at_server(shop.address).get("/health/ready").await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn server_answers_running_calls_before_it_stops() {
    let mut shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::SLOW).await.expect_status(200);
    let running = tokio::spawn({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move { ada.authorise(&payment).await }
    });
    until("the processor has authorised", || async { (shop.ledger().await[0].authorisations == 1).then_some(()) })
        .await;
    shop.server().request_stop();
    let answer = tokio::time::timeout(Duration::from_secs(10), running).await.unwrap().unwrap();
    answer.expect_success();
    shop.restart().await;
    ada.at_server(shop.address).submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn stopping_server_is_not_ready_and_still_answers_calls_for_a_while() {
    let shop = Shop::open().await;
    let replica = shop.replica_with(&[("STOP_DELAY", "5")]).await;
    let ada = replica.shopper();
    ada.open_shop().await;
    assert!(ada.get("/api/cart").await.headers.get("connection").is_none());
    replica.request_stop();
    until("it is not ready", || async { (ada.get("/health/ready").await.status == 503).then_some(()) }).await;
    ada.get("/health/live").await.expect_status(200);
    // Each response closes its connection, so no connection is left when the server ends.
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get("/api/cart").await.headers["connection"], "close");
    replica.stop().await;
    shop.stop().await;
}
