//! Life after the first payment: what is due is charged on its day, once, whatever workers and processors do.

use chrono::Duration;
use midway::ops;
use midway::ops::installments::{Which, installments};
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use serde_json::Value;

use crate::installments::{PASSES, adds, chooses, with_terms};
use crate::passes::somebody;
use crate::support::chance::Chance;
use crate::support::shopper::{Shopper, cents};
use crate::support::{Park, Shop, card};

async fn shop() -> Shop {
    Shop::with(&Park { more: PASSES, ..Park::default() }, &[("MIDWAY_WORKER", "off")]).await
}

/// Buys a pass of 120.05 in ten payments, the first of which is on December 20.
async fn buys_over_time(shop: &Shop, number: &str) -> (Shopper, Value) {
    let (buyer, _) = somebody(shop).await;
    adds(&buyer, "gold").await;
    chooses(&buyer, true).await.expect_success();
    buyer.posts("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pays_with(number).await;
    answer.expect_success();
    buyer.submits(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    let order = buyer.gets("/api/order/details").await.json();
    (buyer, order)
}

/// All that the processor took, in cents.
async fn taken(shop: &Shop) -> i64 {
    shop.ledger().await.iter().map(|it| it.amount_cents * i64::from(it.charges)).sum()
}

async fn all_is_well(shop: &Shop) {
    assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
}

/// A worker that is killed somewhere on its way.
async fn is_killed(shop: &Shop, chance: &mut Chance) {
    let app = shop.app.clone();
    let work = tokio::spawn(async move { charge_due(&app).await });
    for _ in 0..chance.below(60) {
        tokio::task::yield_now().await;
    }
    work.abort();
    drop(work.await);
}

#[tokio::test]
async fn in_a_year_each_payment_is_charged_once_on_its_day_by_workers_that_are_doubled_and_killed() {
    let shop = shop().await;
    let replica = shop.replica().await;
    let (_, order) = buys_over_time(&shop, card::GOOD).await;
    let total = cents(&order["orderTotal"]);
    let mut chance = Chance::of(20_261_120);
    assert_eq!(shop.counts("SELECT COUNT(*) FROM billing_payment").await, 10);
    for _ in 0..365 {
        shop.clock.passes(Duration::days(1));
        if chance.once_in(2) {
            is_killed(&shop, &mut chance).await;
            shop.clock.passes(Duration::seconds(61));
        }
        let (one, two, three) = tokio::join!(charge_due(&shop.app), charge_due(&replica.app), charge_due(&shop.app));
        one.unwrap();
        two.unwrap();
        three.unwrap();
    }
    assert_eq!(shop.counts("SELECT COUNT(*) FROM billing_payment WHERE state = 'paid' AND tries = 1").await, 10);
    assert_eq!(taken(&shop).await, total, "to the cent");
    assert!(shop.ledger().await.iter().all(|payment| payment.charges == 1));
    // The steps of this test are whole days at ten in the morning: what is due at nine is charged on its day.
    let late = "SELECT COUNT(*) FROM billing_payment WHERE CAST(paid_at AS TEXT) NOT LIKE CAST(due_on AS TEXT) || '%'";
    assert_eq!(shop.counts(late).await, 0);
    let known = "SELECT (SELECT COUNT(*) FROM billing_agreement WHERE card_token IS NOT NULL)
                 + (SELECT COUNT(*) FROM payment_attempt WHERE card_token IS NOT NULL)";
    assert_eq!(shop.counts(known).await, 0, "the card is forgotten");
    all_is_well(&shop).await;
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn nothing_is_charged_before_its_day() {
    let shop = shop().await;
    let (_, order) = buys_over_time(&shop, card::GOOD).await;
    let today = cents(&order["payments"][0]["amount"]);
    // Nine in the morning of December 20 is half an hour ahead.
    shop.clock.passes(Duration::days(30) - Duration::minutes(90));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    assert_eq!(taken(&shop).await, today);
    shop.clock.passes(Duration::minutes(31));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_eq!(taken(&shop).await, today + 1_000);
    assert_eq!(installments(&shop.app, Which::Overdue).await.unwrap(), Vec::<String>::new());
    let due = installments(&shop.app, Which::Due).await.unwrap();
    assert!(due.is_empty(), "the next is in a month and a day: {due:?}");
    shop.stop().await;
}

#[tokio::test]
async fn a_declined_payment_is_told_and_tried_three_more_times() {
    let shop = shop().await;
    let (_, order) = buys_over_time(&shop, card::DECLINED_LATER).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    shop.clock.passes(Duration::days(30));
    for (tries, pause, again) in [
        (1, 3, "We try again on Wednesday, December 23, 2026."),
        (2, 5, "We try again on Monday, December 28, 2026."),
        (3, 7, "We try again on Monday, January 4, 2027."),
        (4, 14, "We do not try again by ourselves."),
    ] {
        assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
        assert_eq!(charge_due(&shop.app).await.unwrap(), 0, "not before its day");
        run_due_jobs(&shop.app, || false).await.unwrap();
        run_due_jobs(&shop.app, || false).await.unwrap();
        let letters = shop.letters();
        let told: Vec<_> = letters.iter().filter(|it| it.subject.contains("was declined")).collect();
        assert_eq!(told.len(), tries, "one letter for each try");
        let latest = told.iter().find(|it| it.text.contains(again)).unwrap_or_else(|| panic!("nobody says {again}"));
        assert!(latest.subject.contains(number));
        assert!(latest.text.contains("Payment 2 of 11") && latest.text.contains("$10.00"), "{}", latest.text);
        assert!(latest.text.contains("•••• 9987"), "{}", latest.text);
        shop.clock.passes(Duration::days(pause));
    }
    assert_eq!(shop.counts("SELECT tries FROM billing_payment WHERE number = 1").await, 4);
    let overdue = installments(&shop.app, Which::Overdue).await.unwrap();
    assert_eq!(overdue.len(), 1, "{overdue:?}");
    for said in ["2026-12-20", number, "payment 2", "10.00", "tried 4 times", "Your card was declined."] {
        assert!(overdue[0].contains(said), "{said} is missing in {}", overdue[0]);
    }
    all_is_well(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn what_became_of_a_charge_is_asked_for_when_the_processor_is_back() {
    let mut shop = shop().await;
    buys_over_time(&shop, card::GOOD).await;
    shop.clock.passes(Duration::days(30));
    shop.loses_its_processor().await;
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    assert_eq!(shop.counts("SELECT COUNT(*) FROM billing_payment WHERE state = 'charging'").await, 1);
    shop.finds_its_processor().await;
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0, "it is asked for after a while");
    shop.clock.passes(Duration::seconds(61));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.counts("SELECT tries FROM billing_payment WHERE number = 1").await, 1, "under the same key");
    assert_eq!(shop.charges().await, 2);
    all_is_well(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn an_order_that_is_paid_at_once_leaves_no_card_and_nothing_due() {
    let shop = shop().await;
    let (buyer, _) = somebody(&shop).await;
    adds(&buyer, "gold").await;
    buyer.posts("/api/cart/settings", with_terms(false)).await.expect_success();
    let (payment, answer) = buyer.pays_with(card::GOOD).await;
    answer.expect_success();
    buyer.submits(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.counts("SELECT COUNT(*) FROM billing_agreement").await, 0);
    assert_eq!(shop.counts("SELECT COUNT(*) FROM payment_attempt WHERE card_token IS NOT NULL").await, 0);
    all_is_well(&shop).await;
    shop.stop().await;
}
