//! A performance that does not take place: everybody who has bought a place gets the money back and an e-mail once, also if the
//! process that pays back is stopped in the middle.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::Duration;
use midway::error::Error;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::shop::performance_cancellation::{Decision, affected, begin, go_on, go_on_with, look_again};
use midway::shop::refund::{self, By};
use midway_kernel::id::PerformanceId;
use serde_json::json;

use crate::refunds::buy_with;
use crate::support::catalogue::promotions;
use crate::support::random::Random;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents, line};
use crate::support::transfers::{NORA, send_first};
use crate::support::{Catalogue, Shop, card, variable};

const NOON: &str = "tours.20261121.1200";
const BY: By<'static> = By { actor: "Mara", reason: Some("storm") };

fn noon() -> PerformanceId {
    PerformanceId(NOON.to_owned())
}

/// A park with packages and room for many at noon. Its worker does not run.
fn park(capacity: i64) -> Catalogue {
    Catalogue::park().with(promotions()).tour_capacity(capacity).guests_per_day(capacity)
}

/// The same without the tours of the day.
fn without_tours(capacity: i64) -> Catalogue {
    park(capacity).edit_schedule("tours", |tours| tours.closed(["2026-11-21"]))
}

async fn buy(shop: &Shop, items: serde_json::Value) -> (Shopper, serde_json::Value) {
    let shopper = shop.new_guest().await;
    shopper.try_add(items).await.expect_success();
    let order = buy_with(&shopper, card::GOOD, "post").await;
    (shopper, order)
}

async fn refusal(shop: &Shop) -> String {
    match begin(&shop.app, &noon(), None, BY).await {
        Err(Error::Refused(refused)) => ops::refund::in_words(&shop.app, &refused),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn everybody_gets_the_money_back_for_what_does_not_take_place_and_keeps_the_rest() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let tour = line("tour", "adult", 2, Some(NOON));
    let book = line("book", "guide-book", 1, None);
    let later = line("tour", "adult", 1, Some("tours.20261121.1400"));
    let (ada, with_book) = buy(&shop, json!([tour, book])).await;
    let (_, only_later) = buy(&shop, json!([later])).await;
    let pair = json!([{ "selectionIndex": 1, "performanceId": NOON },
                      { "selectionIndex": 2, "performanceId": "days.20261121.0900" }]);
    let package = json!({ "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": 1, "performances": pair });
    let (_, with_package) = buy(&shop, json!([package])).await;

    let on_sale = format!("First, remove {NOON} from the catalogue and import it with --withdraw.");
    assert_eq!(refusal(&shop).await, on_sale);
    shop.import_withdrawing(&without_tours(40)).await;
    assert_eq!(affected(&shop.app, &noon()).await.unwrap().len(), 2);
    assert!(
        ops::cancel_performance::listed(&shop.app, &noon(), None)
            .await
            .unwrap()
            .ends_with("2 orders would be refunded; nothing was changed")
    );
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), None, BY).await.unwrap();
    assert_eq!(done.to_string(), "2 orders were refunded, 0 were not");
    let again = ops::cancel_performance::cancel(&shop.app, &noon(), None, BY).await.unwrap();
    assert_eq!(again.to_string(), "0 orders were refunded, 0 were not");

    let paid_back = |order: &serde_json::Value| {
        let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM refund WHERE order_id = ";
        let sql = format!("{sql}'{}'", order["id"].as_str().unwrap());
        let shop = &shop;
        async move { shop.count(&sql).await }
    };
    // Two tours at 20.00 with fees of 1.25 and a tax of 1.60; the package is one unit.
    assert_eq!(paid_back(&with_book).await, 2 * 22_85);
    assert_eq!(paid_back(&with_package).await, cents(&with_package["orderTotal"]));
    assert_eq!(paid_back(&only_later).await, 0);
    let refunds = ada.get(&format!("/api/order/refunds/{}", with_book["id"].as_str().unwrap())).await.json();
    assert_eq!(refunds["refunds"][0]["standing"], json!("PaidBack"));

    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject.starts_with("Canceled: Garden tour")).collect();
    assert_eq!(told.len(), 2, "{:?}", mails.iter().map(|mail| &mail.subject).collect::<Vec<_>>());
    assert!(
        told[0].text.contains("cancel this visit: Garden tour, Saturday, November 21, 2026, 12:00 PM."),
        "{}",
        told[0].text
    );
    shop.stop().await;
}

#[tokio::test]
async fn payment_that_had_begun_before_the_cancellation_is_refunded_afterwards() {
    let mut shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let late = shop.new_guest().await;
    late.try_add(json!([line("tour", "adult", 1, Some(NOON))])).await.expect_success();
    late.post("/api/cart/settings", crate::support::shopper::settings("digital")).await.expect_success();
    let (payment, authorised) = late.pay_with(card::GOOD).await;
    authorised.expect_success();
    shop.stop_processor().await;
    late.submit(&payment).await;
    assert_eq!(shop.count(r#"SELECT COUNT(*) FROM "order""#).await, 0, "the processor does not answer");
    shop.import_withdrawing(&without_tours(40)).await;
    assert_eq!(ops::cancel_performance::cancel(&shop.app, &noon(), None, BY).await.unwrap().progress.refunded, 0);
    shop.start_processor().await;
    shop.advance(2);
    midway::shop::order::recover(&shop.app).await.unwrap();
    assert_eq!(look_again(&shop.app).await.unwrap(), 1);
    shop.advance(2);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn order_in_dispute_is_left_over_and_refunded_when_the_command_runs_again() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let (_, order) = buy(&shop, json!([line("tour", "adult", 1, Some(NOON))])).await;
    let (_, _) = buy(&shop, json!([line("tour", "adult", 1, Some(NOON))])).await;
    let id = order["id"].as_str().unwrap();
    let (processor, payment) = refund::payments_of_order(&shop.app, id).await.unwrap().pop().unwrap();
    let disputed = async |state: &str| {
        let url = format!("{}/v1/payments/{payment}/dispute", shop.processor());
        let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
        let sent =
            crate::support::shopper::http().post(url).bearer_auth(key).json(&json!({ "state": state })).send().await;
        assert!(sent.unwrap().status().is_success());
        refund::look_at_payment(&shop.app, &processor, &payment).await.unwrap();
    };
    disputed("open").await;
    shop.import_withdrawing(&without_tours(40)).await;
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), None, BY).await.unwrap();
    let number = order["invoiceNumber"].as_str().unwrap();
    let reason = "A payment for this order is disputed and can't be refunded until the bank decides.";
    assert_eq!(done.to_string(), format!("order {number} was not refunded: {reason}\n1 order was refunded, 1 was not"));
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.len() == 1 && findings[0].contains(number), "{findings:?}");
    disputed("won").await;
    assert_eq!(look_again(&shop.app).await.unwrap(), 1, "a worker tries again");
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), None, BY).await.unwrap();
    assert_eq!((done.progress.refunded, done.progress.left_over.len()), (0, 0));
    shop.stop().await;
}

/// `MIDWAY_TEST_CANCELED_ORDERS` says how many orders there are; `scripts/soak` has 500.
#[tokio::test]
async fn each_order_is_refunded_once_although_workers_are_stopped_in_the_middle() {
    const REFUNDS: &str = "SELECT COUNT(*) FROM refund";
    let orders: u32 = variable("MIDWAY_TEST_CANCELED_ORDERS").map_or(24, |text| text.parse().expect("a number"));
    let shop = Shop::selling_with(&park(2_000), &[WORKER_OFF]).await;
    let mut chance = Random::seeded(20_261_129);
    let mut paid = 0;
    for _ in 0..orders {
        let (_, order) = buy(&shop, json!([line("tour", "adult", chance.between(1, 3), Some(NOON))])).await;
        paid += cents(&order["orderTotal"]);
    }
    shop.import_withdrawing(&without_tours(2_000)).await;
    begin(&shop.app, &noon(), None, BY).await.unwrap();
    let mut stopped = 0;
    while !affected(&shop.app, &noon()).await.unwrap().is_empty() {
        let (app, other) = (shop.app.clone(), shop.app.clone());
        let work = tokio::spawn(async move { go_on(&app).await });
        let payer = tokio::spawn(async move { refund::settle(&other).await });
        // A worker reads all orders before it refunds the first one, so that the time until then grows with their number.
        let enough = shop.count(REFUNDS).await + i64::from(chance.between(1, orders / 6));
        while !work.is_finished() && shop.count(REFUNDS).await < enough {
            tokio::task::yield_now().await;
        }
        for _ in 0..chance.between(0, 400) {
            tokio::task::yield_now().await;
        }
        work.abort();
        payer.abort();
        stopped += u32::from(work.await.is_err());
        drop(payer.await);
    }
    println!("stopped {stopped} times");
    go_on(&shop.app).await.unwrap();
    for _ in 0..(orders / 50 + 2) * 2 {
        shop.advance_by(chrono::Duration::seconds(61));
        let (one, other) = tokio::join!(refund::settle(&shop.app), refund::settle(&shop.app));
        one.unwrap();
        other.unwrap();
    }
    let count = shop.count("SELECT COUNT(DISTINCT order_id) FROM refund").await;
    assert_eq!((count, shop.count(REFUNDS).await), (i64::from(orders), i64::from(orders)));
    let refunds = shop.ledger().await.into_iter().flat_map(|payment| payment.refunds);
    assert_eq!(refunds.map(|refund| refund.amount_cents).sum::<i64>(), paid);
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation WHERE ended_at IS NULL").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn buyers_choose_other_tickets_or_the_money_and_whoever_does_not_gets_it_afterwards() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let one = || json!([line("tour", "adult", 1, Some(NOON))]);
    let (ada, of_ada) = buy(&shop, one()).await;
    let (bob, of_bob) = buy(&shop, one()).await;
    let (_, of_eve) = buy(&shop, one()).await;
    shop.import_withdrawing(&without_tours(40)).await;
    let day = |day: &str| Some(day.parse().unwrap());
    let past = ops::cancel_performance::cancel(&shop.app, &noon(), day("2026-11-19"), BY).await;
    assert!(matches!(past, Err(Error::Refused(_))));
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), day("2026-11-20"), BY).await.unwrap();
    let asked = "3 buyers were asked to choose until November 20, 2026; then a worker refunds the others";
    assert_eq!(done.to_string(), asked);
    let again = ops::cancel_performance::cancel(&shop.app, &noon(), day("2026-11-20"), BY).await.unwrap();
    assert_eq!((again.progress.asked, again.progress.refunded), (0, 0));
    assert_eq!((go_on(&shop.app).await.unwrap(), look_again(&shop.app).await.unwrap()), (0, 0));
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let told: Vec<_> =
        mails.iter().filter(|mail| mail.subject.starts_with("Action needed for your canceled visit: Tour")).collect();
    assert_eq!(told.len(), 3);
    assert!(told[0].text.contains("You have until November 20, 2026."), "{}", told[0].text);
    let reader = shop.new_guest().await;
    let (id, token) = told[0].order_link();
    let opened = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": "5185550123" });
    reader.post("/api/order/details/external", opened).await.expect_success();

    // Neither tour has rules for cancellations or exchanges: the choice stands above them.
    let seen = ada.get_order().await.json();
    let choice = "Canceled: Tour, Saturday, November 21, 2026, 12:00 PM. You can choose other tickets or a refund \
                  until November 20, 2026. After that, we'll refund your original payment method.";
    assert_eq!(seen["choices"], json!([choice]));
    let units = |order: &serde_json::Value| json!([{ "orderItemId": order["items"][0]["id"], "unit": 0 }]);
    let exchange = format!("/api/order/exchange/{}", of_ada["id"].as_str().unwrap());
    ada.post(&exchange, json!({ "units": units(&of_ada) })).await.expect_success();
    ada.try_add(json!([line("tour", "adult", 1, Some("tours.20261122.1200"))])).await.expect_success();
    ada.save_settings("digital").await;
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 0);
    ada.submit_without_payment().await.expect_success();

    let cancel = format!("/api/order/cancellation/{}", of_bob["id"].as_str().unwrap());
    let body = json!({ "units": units(&of_bob), "agreedRefund": 27.71 });
    bob.post(&cancel, body).await.expect_success();

    // It is Friday, 10:00. The day ends at midnight.
    shop.advance(13 * 60 + 59);
    assert_eq!(go_on(&shop.app).await.unwrap(), 0);
    shop.advance(1);
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    let of_eve = of_eve["id"].as_str().unwrap();
    assert_eq!(shop.count(&format!("SELECT COUNT(*) FROM refund WHERE order_id = '{of_eve}'")).await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 3);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn buyer_of_what_is_no_longer_sold_is_offered_only_the_money() {
    let shop = Shop::selling_with(&Catalogue::park(), &[WORKER_OFF]).await;
    let (ada, order) = buy(&shop, json!([line("tour", "child", 1, Some(NOON))])).await;
    let without = Catalogue::park().without_child("product", "tour", "variant", "child");
    shop.import_withdrawing(&without.no_tours_on(["2026-11-21"])).await;
    let day = Some("2026-11-20".parse().unwrap());
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), day, BY).await.unwrap();
    assert_eq!(done.progress.asked, 1);
    let seen = ada.get_order().await.json();
    let choice = "Canceled: Tour, Saturday, November 21, 2026, 12:00 PM. We'll refund your original payment method \
                  after November 20, 2026, or right away if you cancel your tickets here.";
    assert_eq!(seen["choices"], json!([choice]));
    assert_eq!((&seen["isExchangeable"], &seen["isCancelable"]), (&json!(false), &json!(true)));
    run_due_jobs(&shop.app, || false).await.unwrap();
    let number = order["invoiceNumber"].as_str().unwrap();
    let mails = shop.emails();
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Canceled: ") && mail.text.contains(number));
    let text = mail.expect("the e-mail").text.replace("\r\n", " ");
    assert!(text.contains("can't be exchanged") && !text.contains("another day or time"), "{text}");
    shop.stop().await;
}

/// Lets buyers choose until the evening.
async fn let_choose(shop: &Shop, id: &PerformanceId) -> Decision {
    let evening = shop.app.clock.now() + Duration::hours(10);
    begin(&shop.app, id, Some(evening), BY).await.unwrap()
}

async fn count_choices(shop: &Shop) -> i64 {
    shop.count("SELECT COUNT(*) FROM order_line WHERE choice_until IS NOT NULL").await
}

#[tokio::test]
async fn no_order_is_refunded_after_a_newer_decision_has_let_buyers_choose() {
    const ORDERS: i64 = 6;
    // The newer decision comes after so many orders.
    for done_before in [0, 1, 3] {
        let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
        for _ in 0..ORDERS {
            buy(&shop, json!([line("tour", "adult", 1, Some(NOON))])).await;
        }
        shop.import_withdrawing(&without_tours(40)).await;
        let count_refunds = async || shop.count("SELECT COUNT(*) FROM refund").await;
        let refunds_all = begin(&shop.app, &noon(), None, BY).await.unwrap();
        let done = AtomicUsize::new(0);
        let works = go_on_with(&shop.app, &refunds_all, |progress| done.store(progress.refunded, Ordering::Relaxed));
        let chooses = async {
            while done.load(Ordering::Relaxed) < done_before {
                tokio::task::yield_now().await;
            }
            let_choose(&shop, &noon()).await;
            count_refunds().await
        };
        let (progress, refunded) = tokio::join!(works, chooses);
        assert_eq!(count_refunds().await, refunded, "none follows");
        let progress = progress.unwrap();
        assert_eq!((i64::try_from(progress.refunded).unwrap(), progress.asked), (refunded, 0));
        assert!(progress.is_replaced || refunded == ORDERS, "{progress:?}");
        go_on(&shop.app).await.unwrap();
        assert_eq!((count_refunds().await, count_choices(&shop).await), (refunded, ORDERS - refunded));
        refund::settle(&shop.app).await.unwrap();
        shop.stop().await;
    }
}

#[tokio::test]
async fn work_on_a_decision_that_was_replaced_does_nothing_and_says_so() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    buy(&shop, json!([line("tour", "adult", 1, Some(NOON))])).await;
    shop.import_withdrawing(&without_tours(40)).await;
    // Nobody has bought the second one.
    for id in [noon(), PerformanceId("tours.20261121.1400".to_owned())] {
        let refunds_all = begin(&shop.app, &id, None, BY).await.unwrap();
        let_choose(&shop, &id).await;
        let progress = go_on_with(&shop.app, &refunds_all, |_| ()).await.unwrap();
        assert_eq!((progress.is_replaced, progress.refunded, progress.asked), (true, 0, 0), "{id}");
    }
    assert_eq!((shop.count("SELECT COUNT(*) FROM refund").await, count_choices(&shop).await), (0, 0));
    shop.stop().await;
}

#[tokio::test]
async fn nobody_is_asked_to_choose_any_more_once_the_performance_is_sold_again() {
    const ORDERS: usize = 6;
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    for _ in 0..ORDERS {
        buy(&shop, json!([line("tour", "adult", 1, Some(NOON))])).await;
    }
    shop.import_withdrawing(&without_tours(40)).await;
    let asks = let_choose(&shop, &noon()).await;
    shop.advance(1);
    shop.import(&park(40)).await;
    let done = AtomicUsize::new(0);
    let works = go_on_with(&shop.app, &asks, |progress| done.store(progress.asked, Ordering::Relaxed));
    let ends = async {
        while done.load(Ordering::Relaxed) < 2 {
            tokio::task::yield_now().await;
        }
        look_again(&shop.app).await
    };
    let (progress, ended) = tokio::join!(works, ends);
    ended.unwrap();
    let progress = progress.unwrap();
    assert!(progress.is_replaced || progress.asked == ORDERS, "{progress:?}");
    assert_eq!(count_choices(&shop).await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn buyers_choose_no_longer_than_until_the_performance_whether_or_not_anybody_has_bought_it() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    shop.import_withdrawing(&without_tours(40)).await;
    let sunday = Some("2026-11-22".parse().unwrap());
    let done = ops::cancel_performance::cancel(&shop.app, &noon(), sunday, BY).await.unwrap();
    assert_eq!(done.choice_until.as_deref(), Some("November 21, 2026, 12:00 PM"));
    shop.stop().await;
}

#[tokio::test]
async fn recipient_of_a_ticket_is_told_when_its_buyer_is_asked_to_choose() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let tour = line("tour", "adult", 2, Some(NOON));
    let later = line("tour", "adult", 1, Some("tours.20261122.1200"));
    let (ada, order) = buy(&shop, json!([tour])).await;
    let (bob, of_bob) = buy(&shop, json!([later])).await;
    send_first(&ada, &order).await;
    send_first(&bob, &of_bob).await;
    shop.import_withdrawing(&without_tours(40)).await;
    let told = async || {
        // The job about a refund makes that of the recipient.
        for _ in 0..2 {
            run_due_jobs(&shop.app, || false).await.unwrap();
        }
        let mails = shop.emails().into_iter().filter(|mail| mail.to == NORA);
        mails.filter(|mail| !mail.subject.contains("sent you a ticket")).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let day = Some("2026-11-20".parse().unwrap());
        ops::cancel_performance::cancel(&shop.app, &noon(), day, BY).await.unwrap();
        let mails = told().await;
        assert_eq!(mails.len(), 1, "Nora is told once, and not of Sunday");
        assert_eq!(mails[0].subject, "Visit canceled: Garden tour, sent by Ada Lovelace");
        let text = mails[0].text.replace("\r\n", " ");
        assert!(text.contains("We've emailed Ada Lovelace about it."), "{text}");
        assert!(text.contains("Saturday, November 21, 2026"), "{text}");
        assert!(!text.contains(order["invoiceNumber"].as_str().unwrap()) && !text.contains('$'), "{text}");
        shop.advance(1);
    }
    // It is Friday, 10:02. Ada chooses nothing until midnight.
    shop.advance(14 * 60);
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    let mails = told().await;
    let canceled = mails.iter().filter(|mail| mail.subject == "Canceled: Garden tour, sent by Ada Lovelace").count();
    assert_eq!((mails.len(), canceled), (2, 1));
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}
