//! Data of another session is not found.

use serde_json::json;

use crate::support::shopper::Answer;
use crate::support::{Shop, card};

#[track_caller]
fn assert_both_not_found(of_another: &Answer, unknown: &Answer) {
    of_another.expect_status(404);
    unknown.expect_status(404);
    assert_eq!(of_another.text(), unknown.text(), "the answers reveal whether it exists");
}

#[tokio::test]
async fn cart_line_of_another_shopper_is_not_found() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.add_tours("adult", 2).await;
    eve.open_shop().await;
    eve.add_tours("adult", 1).await;
    let hers = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    for quantity in [0, 5] {
        let unknown = eve.change_quantity("nosuchline", quantity).await;
        assert_both_not_found(&eve.change_quantity(&hers, quantity).await, &unknown);
    }
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    shop.stop().await;
}

#[tokio::test]
async fn visitor_without_a_cart_gets_not_found_for_every_line() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.add_tours("adult", 2).await;
    eve.open_shop().await;
    let hers = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    assert_both_not_found(&eve.change_quantity(&hers, 0).await, &eve.change_quantity("nosuchline", 0).await);
    shop.stop().await;
}

#[tokio::test]
async fn payment_of_another_shopper_can_be_neither_authorised_nor_submitted() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    for shopper in [&ada, &eve] {
        shopper.open_shop().await;
        shopper.add_tours("adult", 1).await;
        shopper.save_settings("digital").await;
    }
    let payment = ada.open_payment().await;
    ada.enter_card(&payment, card::GOOD).await.expect_status(200);
    let mut unknown = payment.clone();
    unknown.key = "nosuchpayment".to_owned();
    assert_both_not_found(&eve.authorise(&payment).await, &eve.authorise(&unknown).await);
    ada.authorise(&payment).await.expect_success();
    assert_both_not_found(&eve.submit(&payment).await, &eve.submit(&unknown).await);
    assert_eq!(shop.count_charges().await, 0);

    let mut with_another_session = payment.clone();
    with_another_session.session = eve.open_payment().await.session;
    ada.authorise(&with_another_session).await.expect_status(404);
    ada.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn order_is_shown_only_to_the_session_that_placed_it() {
    let shop = Shop::open().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 1).await;
    eve.open_shop().await;
    eve.add_tours("adult", 1).await;
    for path in ["/api/order/details", "/api/order/digital-tickets", "/api/order/confirmation"] {
        ada.get(path).await.expect_status(200);
        eve.get(path).await.expect_status(404);
        shop.shopper().get(path).await.expect_status(404);
    }
    shop.stop().await;
}
