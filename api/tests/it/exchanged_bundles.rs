//! Exchanging bundles and packages for another day: each as a whole, and with everything that it had. Each test ends with
//! the doctor.

use chrono::Duration;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::platform::db::Db;
use midway::shop::order;
use midway::shop::performance_cancellation::go_on;
use midway::shop::refund::{self, By, What};
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use serde_json::{Value, json};

use crate::bundles::add_bundle;
use crate::exchanges::{begin, buy, everything, id, paid_back, reader, refusal, sold, units};
use crate::passes::{buy_pass, pay};
use crate::refunds::asked;
use crate::support::catalogue::table::{
    bundle_step, fee, price_calendar, price_rule, step_variant, ticket_entitlement,
};
use crate::support::catalogue::{promotions, season_passes, weekend_bundle};
use crate::support::process::ProcessShop;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{SATURDAY, Shopper, cents, line};
use crate::support::{Catalogue, Shop, card, database, shop, until};

/// The bundle is sold on weekends. In it, a place for the car costs 5.00, an adult a quarter less, and a child 2.50 less. Tours
/// have a fee of 1.25 and 8 % of tax.
const NOON: &str = "tours.20261121.1200";
const LATER: &str = "tours.20261121.1400";
const SUNDAY: &str = "2026-11-22";
const SUNDAY_NOON: &str = "tours.20261122.1200";
const NEXT: &str = "2026-11-28";
const NEXT_NOON: &str = "tours.20261128.1200";
/// An adult costs 20.00, on Sundays 12.00, and on the next Saturday 28.00.
const ADULT: i64 = 15_00 + 1_25 + 1_20;
const ADULT_ON_SUNDAY: i64 = 9_00 + 1_25 + 72;
const ADULT_ON_NEXT: i64 = 21_00 + 1_25 + 1_68;
const CHILD: i64 = 10_00 + 1_25 + 80;
const CAR: i64 = 5_00;
/// An order costs 2.00 more.
const BOOKING: i64 = 2_00;

const FREE: &str = "exchange = { until_before = { hours = 2 } }";

/// A park whose bundles and packages have these rules.
fn park(of_bundles: &str) -> Catalogue {
    let rules: toml::Table = of_bundles.parse().unwrap();
    let by_day = price_calendar("tour")
        .with(price_rule().weekdays(["sun"]).prices([("adult", 12_00)]))
        .with(price_rule().set("dates", vec![NEXT]).prices([("adult", 28_00)]));
    Catalogue::park()
        .with(promotions())
        .with(weekend_bundle())
        .with([by_day, fee("booking", "Booking fee", "order", 2_00).products(["tour"])])
        .edit("bundle", "weekend", |bundle| bundle.set("cancellation", rules.clone()))
        .edit_product("garden-day", |package| package.set("cancellation", rules))
}

async fn open(of_bundles: &str) -> Shop {
    Shop::selling_with(&park(of_bundles), &[WORKER_OFF]).await
}

/// A bundle of so many adults and children at a tour.
async fn add(shopper: &Shopper, (adults, children): (u32, u32), performance: &str, date: &str) {
    let mut items = Vec::new();
    for (variant, quantity) in [("adult", adults), ("child", children)] {
        if quantity > 0 {
            items.push(line("tour", variant, quantity, Some(performance)));
        }
    }
    add_bundle(shopper, items, date).await.expect_success();
}

/// Packages of two tours and two days, with a book.
fn package(quantity: u32, tour: &str, day: &str) -> Value {
    json!([{ "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": quantity,
             "performances": [{ "selectionIndex": 1, "performanceId": tour },
                              { "selectionIndex": 2, "performanceId": day }] }])
}

/// Buys what is in the cart and has goods.
async fn buy_by_post(shopper: &Shopper) -> Value {
    shopper.save_settings("post").await;
    let (payment, authorised) = shopper.pay_with(card::GOOD).await;
    authorised.expect_success();
    shopper.submit(&payment).await.expect_success();
    shopper.get_order().await.json()
}

fn units_of(order: &Value, positions: &[usize]) -> Value {
    positions.iter().map(|at| json!({ "orderItemId": order["items"][*at]["id"], "unit": 0 })).collect()
}

async fn unmet(shopper: &Shopper) -> Value {
    shopper.get_cart().await["unmet"].clone()
}

/// What is sold of a stock, and what is held of it.
async fn taken(shop: &Shop, key: &str) -> (i64, i64) {
    let sum = |what: &str| format!("SELECT CAST(COALESCE(SUM({what}), 0) AS BIGINT) FROM stock WHERE key = '{key}'");
    (shop.count(&sum("sold")).await, shop.count(&sum("claimed")).await)
}

#[tokio::test]
async fn dearer_day_costs_the_difference_and_all_places_of_the_bundle_move() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    assert_eq!(cents(&old["orderTotal"]), 2 * ADULT + CHILD + CAR + BOOKING);
    assert_eq!(old["isExchangeable"], json!(true));
    let shown = ada.get(&format!("/api/order/cancellation/{}", id(&old))).await.json();
    let item = &shown["items"][0];
    assert_eq!((item.get("exchangeRefusal"), item["units"].as_array().unwrap().len()), (None, 1), "it is one unit");
    assert_eq!(item["units"][0]["barcodes"].as_array().unwrap().len(), 4, "three tours and the car");

    begin(&ada, &old, units(&old, &[0])).await;
    let cart = ada.get_cart().await;
    let exchanged = &cart["exchange"]["items"][0];
    assert_eq!((&exchanged["displayName"], &exchanged["isBundle"]), (&json!("Weekend in the garden"), &json!(true)));
    assert_eq!((&exchanged["quantity"], &exchanged["productId"]), (&json!(1), &json!("weekend")));
    let missing = "Please choose a new date, time, or seat for 1 × Weekend in the garden, which you're exchanging.";
    assert_eq!(cart["unmet"], json!([missing]));
    add(&ada, (2, 1), NEXT_NOON, NEXT).await;
    let cart = ada.get_cart().await;
    assert_eq!((&cart["unmet"], cents(&cart["cartTotal"])), (&json!([]), 2 * (ADULT_ON_NEXT - ADULT)));
    for (key, expected) in [
        (format!("performance:{NOON}"), (3, 0)),
        (format!("performance:{NEXT_NOON}"), (0, 3)),
        ("pool:guests.20261121".to_owned(), (3, 0)),
        ("pool:guests.20261128".to_owned(), (0, 3)),
        ("variant:car".to_owned(), (1, 1)),
    ] {
        assert_eq!(taken(&shop, &key).await, expected, "{key} before");
    }
    let new = buy(&ada).await;
    for (key, expected) in [
        (format!("performance:{NOON}"), (0, 0)),
        (format!("performance:{NEXT_NOON}"), (3, 0)),
        ("pool:guests.20261121".to_owned(), (0, 0)),
        ("pool:guests.20261128".to_owned(), (3, 0)),
        ("variant:car".to_owned(), (1, 0)),
    ] {
        assert_eq!(taken(&shop, &key).await, expected, "{key} after");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_because = 'exchanged'").await, 4);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 4);
    assert_eq!(cents(&new["payments"][0]["amount"]), 2 * (ADULT_ON_NEXT - ADULT));
    assert_eq!(paid_back(&shop).await, 0);
    // The new order gives back what both orders paid.
    let total = 2 * ADULT_ON_NEXT + CHILD + CAR;
    assert_eq!(refund::make(&shop.app, &everything(&new)).await.unwrap().amount, Money(total));
    assert_eq!(paid_back(&shop).await, total);
    assert_eq!(shop.count("SELECT CAST(COALESCE(SUM(sold + claimed), 0) AS BIGINT) FROM stock").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn cheaper_day_pays_the_difference_back_less_one_fee_for_the_whole_bundle() {
    let shop = open("exchange = { until_before = { days = 0 }, fee = \"3.00\" }").await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    let policy = old["items"][0]["cancellationPolicy"].as_str().unwrap();
    assert!(policy.contains("For $3.00 per ticket or item,"), "{policy}");
    // Goodwill that was given before comes off, as far as it is more than what stays with the old order.
    let goodwill = refund::make(&shop.app, &asked(&old, What::Goodwill(Money(4_00)))).await.unwrap();
    assert_eq!(goodwill.amount, Money(4_00));
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 1), SUNDAY_NOON, SUNDAY).await;
    let cart = ada.get_cart().await;
    let difference = 2 * (ADULT - ADULT_ON_SUNDAY) - 3_00 - (4_00 - BOOKING);
    let exchange = &cart["exchange"];
    assert_eq!((cents(&cart["cartTotal"]), cents(&exchange["fee"]), cents(&exchange["refund"])), (0, 3_00, difference));
    let new = buy(&ada).await;
    assert_eq!((&new["payments"], cents(&new["exchange"]["refund"])), (&json!([]), difference));
    assert_eq!(paid_back(&shop).await, 4_00 + difference);
    // A bundle that was exchanged is exchanged again.
    begin(&ada, &new, units(&new, &[0])).await;
    add(&ada, (2, 1), NEXT_NOON, NEXT).await;
    let newest = buy(&ada).await;
    assert_eq!(cents(&newest["payments"][0]["amount"]), 2 * (ADULT_ON_NEXT - ADULT_ON_SUNDAY) + 3_00);
    assert_eq!((sold(&shop, SUNDAY_NOON).await, sold(&shop, NEXT_NOON).await), (0, 3));
    shop.stop().await;
}

#[tokio::test]
async fn bundle_is_only_exchanged_for_one_with_everything_or_one_that_costs_no_less() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    let less = "Please choose a new date or time for 1 × Weekend in the garden with everything it includes now. If \
                you leave anything out, the new one must cost at least as much.";
    let none = "Please choose a new date, time, or seat for 1 × Weekend in the garden, which you're exchanging.";
    for (why, people, performance, date, expected) in [
        ("without the child", (2, 0), SUNDAY_NOON, SUNDAY, json!([less])),
        ("as many people for less", (0, 3), SUNDAY_NOON, SUNDAY, json!([less])),
        ("the same again", (2, 1), NOON, SATURDAY, json!([none])),
        ("the same with more people", (2, 2), NOON, SATURDAY, json!([none])),
        ("another time of the day", (2, 1), LATER, SATURDAY, json!([])),
        ("more people at a cheaper price", (2, 2), SUNDAY_NOON, SUNDAY, json!([])),
        ("other people for more", (0, 5), SUNDAY_NOON, SUNDAY, json!([])),
    ] {
        add(&ada, people, performance, date).await;
        let lines = ada.get_lines().await;
        assert_eq!(lines.len(), 1, "{why}");
        assert_eq!(unmet(&ada).await, expected, "{why}");
        ada.save_settings("digital").await;
        let setup = ada.post("/api/payment/sandbox/setup", json!({})).await;
        if let Some(refused) = expected.get(0) {
            assert_eq!(setup.json()["message"], *refused, "{why}");
        }
        assert_eq!(ada.change_quantity(lines[0]["id"].as_str().unwrap(), 0).await.json()["success"], json!(true));
    }
    // Its tours alone are no bundle.
    ada.try_add(json!([line("tour", "adult", 6, Some(SUNDAY_NOON))])).await.expect_success();
    assert_eq!(unmet(&ada).await, json!([none]));
    assert_eq!((sold(&shop, NOON).await, sold(&shop, SUNDAY_NOON).await), (3, 0));
    shop.stop().await;
}

/// A dear day without the child costs no less. From there, a cheap day would pay the child's price back, too.
#[tokio::test]
async fn bundle_that_came_by_its_price_keeps_it_for_the_next_exchange() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 0), NEXT_NOON, NEXT).await;
    let dear = buy(&ada).await;
    assert_eq!(cents(&dear["payments"][0]["amount"]), 2 * (ADULT_ON_NEXT - ADULT) - CHILD);
    begin(&ada, &dear, units(&dear, &[0])).await;
    let below = format!(
        "Please choose a new date, time, or seat for 1 × Weekend in the garden. Because of an earlier exchange, the \
         new one must cost at least {}, including taxes and fees.",
        Money(2 * ADULT + CHILD + CAR).display()
    );
    for (people, expected) in [((2, 0), json!([below])), ((2, 3), json!([])), ((2, 1), json!([below]))] {
        add(&ada, people, SUNDAY_NOON, SUNDAY).await;
        assert_eq!(unmet(&ada).await, expected, "{people:?}");
        let line = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
        assert_eq!(ada.change_quantity(&line, 0).await.json()["success"], json!(true));
    }
    add(&ada, (2, 3), SUNDAY_NOON, SUNDAY).await;
    buy(&ada).await;
    assert_eq!((sold(&shop, NEXT_NOON).await, sold(&shop, SUNDAY_NOON).await), (0, 5));
    shop.stop().await;
}

#[tokio::test]
async fn one_of_two_bundles_is_exchanged_and_the_other_one_stays() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 0), NOON, SATURDAY).await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    ada.try_add(json!([line("tour", "adult", 2, Some(LATER))])).await.expect_success();
    let old = buy(&ada).await;
    let paid = 4 * ADULT + CHILD + 2 * CAR + 2 * (20_00 + 1_25 + 1_60) + BOOKING;
    assert_eq!(cents(&old["orderTotal"]), paid);
    begin(&ada, &old, units_of(&old, &[1])).await;
    add(&ada, (2, 1), NEXT_NOON, NEXT).await;
    let new = buy(&ada).await;
    assert_eq!((sold(&shop, NOON).await, sold(&shop, LATER).await, sold(&shop, NEXT_NOON).await), (2, 2, 3));
    assert_eq!(taken(&shop, "variant:car").await, (2, 0));
    let refused = refusal(&ada, &old, units_of(&old, &[1])).await;
    assert_eq!(refused, "Some of these tickets have already been canceled.");
    // The operator takes back the rest of the old order, and the buyer exchanges what is left of neither.
    let rest = paid - (2 * ADULT + CHILD + CAR);
    assert_eq!(refund::make(&shop.app, &everything(&old)).await.unwrap().amount, Money(rest));
    let of_new = 2 * ADULT_ON_NEXT + CHILD + CAR;
    assert_eq!(refund::make(&shop.app, &everything(&new)).await.unwrap().amount, Money(of_new));
    assert_eq!(paid_back(&shop).await, rest + of_new);
    assert_eq!(refusal(&ada, &new, units(&new, &[0])).await, "Some of these tickets have already been canceled.");
    assert_eq!(shop.count("SELECT CAST(COALESCE(SUM(sold + claimed), 0) AS BIGINT) FROM stock").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn two_bundles_are_exchanged_together_each_for_one_that_suits_it() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 0), NOON, SATURDAY).await;
    add(&ada, (2, 1), LATER, SATURDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units_of(&old, &[0, 1])).await;
    add(&ada, (2, 1), SUNDAY_NOON, SUNDAY).await;
    let one = "Please choose a new date, time, or seat for 1 × Weekend in the garden, which you're exchanging.";
    assert_eq!(unmet(&ada).await, json!([one]));
    add(&ada, (2, 0), SUNDAY_NOON, SUNDAY).await;
    assert_eq!(unmet(&ada).await, json!([]));
    let back = 4 * (ADULT - ADULT_ON_SUNDAY);
    assert_eq!(cents(&ada.get_cart().await["exchange"]["refund"]), back);
    buy(&ada).await;
    assert_eq!(paid_back(&shop).await, back);
    assert_eq!((sold(&shop, NOON).await, sold(&shop, LATER).await, sold(&shop, SUNDAY_NOON).await), (0, 0, 5));
    shop.stop().await;
}

#[tokio::test]
async fn foreign_partial_late_and_doubled_exchanges_of_a_bundle_change_nothing() {
    let shop = open(FREE).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    add(&ada, (2, 0), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    add(&bob, (2, 0), NOON, SATURDAY).await;
    let of_bob = buy(&bob).await;
    let path = format!("/api/order/exchange/{}", id(&old));
    bob.post(&path, json!({ "units": units(&old, &[0]) })).await.expect_status(404);
    let gone = "Some of these tickets have already been canceled.";
    assert_eq!(refusal(&ada, &old, units(&of_bob, &[0])).await, gone);
    // A bundle is one unit, so nothing of it can be named.
    assert_eq!(refusal(&ada, &old, units(&old, &[1])).await, gone);
    let part = json!([{ "orderItemId": "weekend", "unit": 0 }]);
    assert_eq!(refusal(&ada, &old, part).await, gone);

    // Two carts exchange the same bundle: the second one is told so, and pays nothing.
    let (eve, of_eve) = reader(&shop, &old).await;
    for (shopper, order) in [(&ada, &old), (&eve, &of_eve)] {
        begin(shopper, order, units(order, &[0])).await;
        add(shopper, (2, 0), NEXT_NOON, NEXT).await;
        shopper.save_settings("digital").await;
    }
    let (payment, authorised) = eve.pay_with(card::GOOD).await;
    authorised.expect_success();
    buy(&ada).await;
    assert_eq!(eve.submit(&payment).await.expect_refusal(), gone);
    let captured = shop.ledger().await.iter().filter(|payment| payment.captured_cents > 0).count();
    assert_eq!(captured, 3);
    assert_eq!(sold(&shop, NOON).await, 2);

    // It is Friday, 10:00; the rules end on Saturday at 10:00.
    shop.advance(24 * 60);
    let (late, seen) = reader(&shop, &of_bob).await;
    let refused = refusal(&late, &seen, units(&seen, &[0])).await;
    assert_eq!(refused, "It's too late to change Weekend in the garden, Bundle for Saturday, November 21, 2026.");
    shop.stop().await;
}

#[tokio::test]
async fn exchanging_a_bundle_gives_no_better_cancellation() {
    let rules = "steps = [{ until_before = { days = 3 }, percent = 100 }, { until_before = { hours = 3 }, percent = 40 }]\n\
                 exchange = { until_before = { hours = 2 } }";
    let shop = open(rules).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 0), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 0), "tours.20261219.1200", "2026-12-19").await;
    let new = buy(&ada).await;
    let path = format!("/api/order/cancellation/{}/quote", id(&new));
    let quote = ada.post(&path, json!({ "units": units(&new, &[0]) })).await.expect_status(200).json();
    assert_eq!(cents(&quote["refund"]), (2 * ADULT + CAR) * 40 / 100);
    shop.stop().await;
}

#[tokio::test]
async fn bundle_whose_performance_is_canceled_is_exchanged_by_the_choice_of_its_buyer() {
    let shop = Shop::selling_with(&Catalogue::park().with(weekend_bundle()), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 1), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    assert_eq!(old["isExchangeable"], json!(false), "its bundle has no rules");
    let without = Catalogue::park().with(weekend_bundle()).no_tours_on([SATURDAY]);
    shop.import_withdrawing(&without).await;
    let day = Some("2026-11-20".parse().unwrap());
    let by = By { actor: "Mara", reason: Some("storm") };
    let noon = PerformanceId(NOON.to_owned());
    let done = ops::cancel_performance::cancel(&shop.app, &noon, day, by).await.unwrap();
    assert_eq!(done.progress.asked, 1);
    let seen = ada.get_order().await.json();
    let choice = "Canceled: Weekend in the garden, Saturday, November 21, 2026, 12:00 PM. You can choose other \
                  tickets or a refund until November 20, 2026. After that, we'll refund your original payment \
                  method.";
    assert_eq!((&seen["choices"], &seen["isExchangeable"]), (&json!([choice]), &json!(true)));
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Action needed")).expect("the e-mail");
    assert!(!mail.text.contains("can't be exchanged"), "{}", mail.text);
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 1), SUNDAY_NOON, SUNDAY).await;
    ada.save_settings("digital").await;
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 0);
    ada.submit_without_payment().await.expect_success();
    assert_eq!((sold(&shop, NOON).await, sold(&shop, SUNDAY_NOON).await), (0, 3));
    shop.stop().await;
}

#[tokio::test]
async fn bundle_that_is_no_longer_sold_stays_as_it_is() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 0), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    shop.import_withdrawing(&Catalogue::park().with(promotions())).await;
    let refused = refusal(&ada, &old, units(&old, &[0])).await;
    assert_eq!(refused, "Weekend in the garden, Bundle for Saturday, November 21, 2026 is no longer available.");
    assert_eq!(ada.get_order().await.json()["isExchangeable"], json!(false));
    shop.stop().await;
}

#[tokio::test]
async fn packages_are_exchanged_for_other_days_of_all_their_visits() {
    // Its book is a file.
    let catalogue = park(FREE).edit_variant("book", "guide-book", |book| book.delivery_item(false));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.try_add(package(2, NOON, "days.20261121.0900")).await.expect_success();
    let old = buy(&ada).await;
    assert_eq!(old["isExchangeable"], json!(true));
    begin(&ada, &old, units(&old, &[1])).await;
    // The same visits are no new ones; another time of one of them is.
    ada.try_add(package(1, NOON, "days.20261121.0900")).await.expect_success();
    assert_eq!(unmet(&ada).await.as_array().unwrap().len(), 1);
    let same = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.change_quantity(&same, 0).await.json()["success"], json!(true));
    ada.try_add(package(1, SUNDAY_NOON, "days.20261122.0900")).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((&cart["unmet"], cents(&cart["exchange"]["fee"])), (&json!([]), 0));
    let back = cents(&cart["exchange"]["refund"]);
    buy(&ada).await;
    assert_eq!(paid_back(&shop).await, back);
    for (performance, places) in [(NOON, 2), (SUNDAY_NOON, 2)] {
        assert_eq!(sold(&shop, performance).await, places, "{performance}");
    }
    assert_eq!(taken(&shop, "pool:guests.20261121").await, (4, 0));
    assert_eq!(taken(&shop, "pool:guests.20261122").await, (4, 0));
    assert_eq!(taken(&shop, "variant:guide-book").await, (2, 0));
    shop.stop().await;
}

#[tokio::test]
async fn passes_redeemed_tickets_and_goods_say_why_they_have_no_other_date() {
    let rules: toml::Table = FREE.parse().unwrap();
    let guests = ticket_entitlement("guests", "Bring a friend").held(["season-adult"]).variants(["adult"]);
    let catalogue = Catalogue::park().with(season_passes()).with([guests.price(1_00).quantity(3)]);
    let catalogue = catalogue.edit_tour(|tour| tour.set("cancellation", rules));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let of_pass = ada.get_order().await.json();
    let of_passes = "Season pass, Adult (Gold) is a pass, so there's no date or time to change.";
    assert_eq!(refusal(&ada, &of_pass, units(&of_pass, &[0])).await, of_passes);
    let offered = ada.get("/api/product/entitlement").await.json()["value"][0].clone();
    let item = json!({
        "productId": "tour", "productVariantId": "adult", "quantity": 1,
        "entitlementId": offered["entitlements"][0]["id"],
        "performances": [{ "selectionIndex": 1, "performanceId": NOON }],
    });
    ada.post("/api/cart/add", json!({ "items": [item], "saleFlowId": 2 })).await.expect_success();
    let of_redeemed = pay(&ada).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let of_goods = ada.get_order().await.json();
    for (order, expected) in [
        (&of_goods, "The date and time of Guide book can't be changed online."),
        (&of_pass, of_passes),
        (&of_redeemed, "Tour, Adult was redeemed, so its date and time can't be changed online."),
    ] {
        assert_eq!(order["isExchangeable"], json!(false), "{expected}");
        let shown = ada.get(&format!("/api/order/cancellation/{}", id(order))).await.json();
        assert_eq!(shown["items"][0]["exchangeRefusal"], json!(expected));
    }
    shop.stop().await;
}

/// The book may have been sent already, and another bundle or package would bring it again.
#[tokio::test]
async fn bundles_and_packages_with_goods_cannot_be_exchanged_and_give_the_money_back_if_they_are_canceled() {
    let shop = open(FREE).await;
    let ada = shop.new_guest().await;
    let items = vec![line("tour", "adult", 2, Some(NOON)), line("book", "guide-book", 1, None)];
    add_bundle(&ada, items, SATURDAY).await.expect_success();
    let bundle = buy_by_post(&ada).await;
    ada.try_add(package(1, NOON, "days.20261121.0900")).await.expect_success();
    let of_package = buy_by_post(&ada).await;
    for order in [&bundle, &of_package] {
        assert_eq!(order["isExchangeable"], json!(false));
        let refused = refusal(&ada, order, units(order, &[0])).await;
        let expected = "includes merchandise, so its date and time can't be changed online.";
        assert!(refused.contains(expected), "{refused}");
    }
    let without = park(FREE).no_tours_on([SATURDAY]);
    shop.import_withdrawing(&without).await;
    let noon = PerformanceId(NOON.to_owned());
    let by = By { actor: "Mara", reason: None };
    let day = Some("2026-11-20".parse().unwrap());
    ops::cancel_performance::cancel(&shop.app, &noon, day, by).await.unwrap();
    let seen = ada.get_order().await.json();
    let choice = "Canceled: Garden tour, Saturday, November 21, 2026, 12:00 PM. We'll refund your original payment \
                  method after November 20, 2026, or right away if you cancel your tickets here.";
    assert_eq!((&seen["choices"], &seen["isExchangeable"]), (&json!([choice]), &json!(false)));
    shop.stop().await;
}

/// What was visited is not exchanged because something later does not take place.
#[tokio::test]
async fn choice_for_a_bundle_ends_before_its_first_visit() {
    let staying = bundle_step("staying", "Your day", 0, 6).with(step_variant("day-adult"));
    let park = || park(FREE).edit("bundle", "weekend", |bundle| bundle.with(staying.clone()));
    let shop = Shop::selling_with(&park(), &[WORKER_OFF]).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let tours = || line("tour", "adult", 2, Some(NOON));
    let items = vec![tours(), line("day-ticket", "day-adult", 2, Some("days.20261121.0900"))];
    add_bundle(&ada, items, SATURDAY).await.expect_success();
    let with_day = buy(&ada).await;
    add_bundle(&bob, vec![tours()], SATURDAY).await.expect_success();
    let without_day = buy(&bob).await;
    shop.import_withdrawing(&park().no_tours_on([SATURDAY])).await;
    let noon = PerformanceId(NOON.to_owned());
    let by = By { actor: "Mara", reason: None };
    let day = Some("2026-11-21".parse().unwrap());
    ops::cancel_performance::cancel(&shop.app, &noon, day, by).await.unwrap();
    for (shopper, until) in [(&ada, "9:00 AM"), (&bob, "12:00 PM")] {
        let choices = shopper.get_order().await.json()["choices"].to_string();
        assert!(
            choices.contains(&format!("You can choose other tickets or a refund until November 21, 2026, {until}.")),
            "{choices}"
        );
    }
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject.starts_with("Action needed")).collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().any(|mail| mail.text.contains("November 21, 2026, 9:00 AM")), "{}", told[0].text);
    // It is Friday, 10:00. When the day begins, its buyer gets the money back.
    shop.advance(23 * 60);
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    for (order, is_exchangeable) in [(&with_day, false), (&without_day, true)] {
        let (_, seen) = reader(&shop, order).await;
        assert_eq!(seen["isExchangeable"], json!(is_exchangeable));
        assert_eq!(seen["choices"].as_array().unwrap().is_empty(), !is_exchangeable);
    }
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.emails().iter().filter(|mail| mail.subject.starts_with("Action needed")).count(), 2);
    // The tour would have begun at noon. Then the other one does, too.
    shop.advance(3 * 60);
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn buyer_whose_visit_has_begun_gets_the_money_at_once_when_a_later_part_is_canceled() {
    let staying = bundle_step("staying", "Your day", 0, 6).with(step_variant("day-adult"));
    let park = || park(FREE).edit("bundle", "weekend", |bundle| bundle.with(staying.clone()));
    let shop = Shop::selling_with(&park(), &[WORKER_OFF]).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let tours = || line("tour", "adult", 2, Some(NOON));
    add_bundle(&ada, vec![tours(), line("day-ticket", "day-adult", 2, Some("days.20261121.0900"))], SATURDAY)
        .await
        .expect_success();
    let with_day = buy(&ada).await;
    add_bundle(&bob, vec![tours()], SATURDAY).await.expect_success();
    buy(&bob).await;
    // It is Friday, 10:00. The tour is canceled on Saturday at 9:30.
    shop.advance(23 * 60 + 30);
    shop.import_withdrawing(&park().no_tours_on([SATURDAY])).await;
    let by = By { actor: "Mara", reason: None };
    let (noon, day) = (PerformanceId(NOON.to_owned()), Some("2026-11-21".parse().unwrap()));
    let done = ops::cancel_performance::cancel(&shop.app, &noon, day, by).await.unwrap();
    assert_eq!((done.progress.refunded, done.progress.asked), (1, 1));
    let said = "1 buyer was asked to choose until November 21, 2026, 12:00 PM; then a worker refunds the others\n1 order was \
                refunded, 0 were not";
    assert_eq!(done.to_string(), said);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let refunds = shop.emails().into_iter().filter(|mail| mail.subject.starts_with("Canceled: ")).collect::<Vec<_>>();
    assert_eq!(refunds.len(), 1, "{:?}", shop.emails().iter().map(|mail| mail.subject.clone()).collect::<Vec<_>>());
    assert!(refunds[0].text.contains(with_day["invoiceNumber"].as_str().unwrap()), "{}", refunds[0].text);
    assert_eq!(shop.emails().iter().filter(|mail| mail.subject.starts_with("Action needed")).count(), 1);
    shop.stop().await;
}

/// The process stops when the card is charged for the new bundle, and before its order is written.
#[tokio::test]
async fn process_that_dies_between_the_payment_and_the_order_completes_the_exchange_once() {
    let mut shop = ProcessShop::selling(&park(FREE), "warn,midway=info").await;
    shop.start(None).await;
    let ada = shop.shopper(shop.address().await);
    ada.open_shop().await;
    let days = ada.get("/api/bundle/builder/weekend").await.expect_success();
    let day = |nth: usize| days["bundleDates"][nth].as_str().unwrap().to_owned();
    let noon = |day: &str| format!("tours.{}.1200", day.replace('-', ""));
    // The first days of the bundle are a Saturday and a Sunday, and the third one is dearer.
    add(&ada, (2, 1), &noon(&day(0)), &day(0)).await;
    let old = buy(&ada).await;
    shop.end().await;
    shop.start(Some("after_capture")).await;
    let ada = ada.at_server(shop.address().await);
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 1), &noon(&day(2)), &day(2)).await;
    ada.save_settings("digital").await;
    let due = cents(&ada.get_cart().await["cartTotal"]);
    assert!(due > 0);
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    let submitting = {
        let (ada, payment) = (ada.clone(), payment.clone());
        tokio::spawn(async move { ada.submit(&payment).await.succeeded() })
    };
    assert!(submitting.await.is_err(), "the server answered");
    shop.wait_for_crash().await;
    let db = Db::connect(&shop.database.url, 2).await.unwrap();
    let count = |sql: String| {
        let db = &db;
        async move { database::number(db.read(), &sql).await }
    };
    let orders = || count(r#"SELECT COUNT(*) FROM "order""#.to_owned());
    let valid = || count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL".to_owned());
    assert_eq!((orders().await, valid().await), (1, 4), "the old tickets are valid until the order is written");

    shop.start(None).await;
    let ada = ada.at_server(shop.address().await);
    shop.advance(Duration::minutes(1));
    until("the order is there", || async { (orders().await == 2).then_some(()) }).await;
    let new = ada.get_order().await.expect_status(200).json();
    assert_eq!(ada.submit(&payment).await.expect_success()["orderId"], new["id"]);
    assert_eq!((orders().await, valid().await), (2, 4));
    let sold = |performance: String| {
        count(format!(
            "SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = 'performance:{performance}'"
        ))
    };
    assert_eq!((sold(noon(&day(0))).await, sold(noon(&day(2))).await), (0, 3));
    let payments = shop::ledger(shop.folder.path()).await;
    let mut captured: Vec<(u32, i64)> = payments.iter().map(|it| (it.charges, it.captured_cents)).collect();
    captured.sort_unstable();
    assert_eq!(captured, [(1, due), (1, cents(&old["orderTotal"]))]);
    assert!(payments.iter().all(|payment| payment.refunds.is_empty()), "{payments:?}");
    let (is_well, findings) = shop.doctor().await;
    assert!(is_well, "{findings}");
    db.close().await.unwrap();
    shop.stop().await;
}

/// The answer of the processor is lost, and the process goes on later.
#[tokio::test]
async fn bundle_stays_valid_and_claimed_while_its_payment_is_unknown() {
    let mut shop = open(FREE).await;
    let ada = shop.new_guest().await;
    add(&ada, (2, 0), NOON, SATURDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, (2, 0), NEXT_NOON, NEXT).await;
    ada.save_settings("digital").await;
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    shop.stop_processor().await;
    ada.submit(&payment).await;
    assert_eq!((sold(&shop, NOON).await, taken(&shop, &format!("performance:{NEXT_NOON}")).await), (2, (0, 2)));
    let elsewhere = "A ticket in this order is being upgraded or exchanged. Please try again in a few minutes.";
    assert_eq!(refusal(&ada, &old, units(&old, &[0])).await, elsewhere);
    let refused = refund::make(&shop.app, &everything(&old)).await.unwrap_err();
    assert!(matches!(refused, midway::error::Error::Refused(_)), "{refused}");
    shop.start_processor().await;
    shop.advance(2);
    order::recover(&shop.app).await.unwrap();
    assert_eq!((sold(&shop, NOON).await, sold(&shop, NEXT_NOON).await), (0, 2));
    assert_eq!(shop.count(r#"SELECT COUNT(*) FROM "order""#).await, 2);
    assert_eq!(paid_back(&shop).await, 0);
    shop.stop().await;
}
