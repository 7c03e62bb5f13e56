//! Comparing the shop's captures, refunds and disputes with those of the processor.

use chrono::{Duration, NaiveDate};
use midway::ops;
use midway::ops::reconcile::{Report, Verdict};
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::reconciliation::nightly;
use midway::shop::refund;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::conformance::Card;
use crate::conformance::stripe_contract::ContractServer;
use crate::lender_plans;
use crate::refunds::{ALL, REFUNDS_FAIL, REFUNDS_STAY_PENDING, buy, buy_two_passes_on_a_plan, make, open_shop, units};
use crate::support::catalogue::passes_with_plans;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents, http};
use crate::support::{Catalogue, Shop, card};
use crate::ticket_revocation::run_command;

/// The day of the shop's clock, and of the orders of most tests.
const FRIDAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();

async fn compare(shop: &Shop, from: NaiveDate, to: NaiveDate) -> Report {
    let days = ops::reconcile::days(&shop.app, Some(from), Some(to)).unwrap();
    ops::reconcile::reconcile(&shop.app, days).await.unwrap()
}

async fn friday(shop: &Shop) -> Report {
    compare(shop, FRIDAY, FRIDAY).await
}

/// The last line of a report: how many agree, are not decided and differ.
fn counts(report: &Report) -> String {
    report.to_string().lines().last().unwrap().to_owned()
}

/// The result in the CSV file of each item, with its kind.
fn rows(report: &Report, everything: bool) -> Vec<Vec<String>> {
    let mut csv = Vec::new();
    report.write(everything, &mut csv).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

async fn order_for(shop: &Shop, number: &str) -> Value {
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    buy(&ada, number).await
}

async fn payment_of(shop: &Shop, order: &Value) -> String {
    let id = order["id"].as_str().unwrap();
    refund::payments_of_order(&shop.app, id).await.unwrap().pop().unwrap().1
}

async fn dispute(shop: &Shop, payment: &str, state: &str) {
    let url = format!("{}/v1/payments/{payment}/dispute", shop.processor());
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    let answer = http().post(url).bearer_auth(key).json(&json!({ "state": state })).send().await.unwrap();
    assert!(answer.status().is_success(), "{answer:?}");
}

#[tokio::test]
async fn orders_charges_refunds_and_disputes_agree_with_the_processor() {
    let shop = Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await;
    let kept = order_for(&shop, card::GOOD).await;
    let returned = order_for(&shop, card::GOOD).await;
    make(&shop, &returned, ALL).await;
    let failed = order_for(&shop, REFUNDS_FAIL).await;
    make(&shop, &failed, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let disputed = payment_of(&shop, &kept).await;
    dispute(&shop, &disputed, "open").await;
    dispute(&shop, &disputed, "lost").await;
    refund::look_at_payment(&shop.app, "sandbox", &disputed).await.unwrap();
    buy_two_passes_on_a_plan(&shop).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let report = friday(&shop).await;
    // Four captures, two refunds, one of which has failed, and a dispute.
    assert_eq!(counts(&report), "7 agree, 0 are not decided, 0 differ");
    assert_eq!(report.verdict(), Verdict::Agrees);
    let total = kept["orderTotal"].as_f64().unwrap();
    assert!(report.to_string().contains(&format!("refunds: {total:.2} in the shop, {total:.2} at")), "{report}");
    assert!(report.to_string().contains(&format!("disputes: {total:.2} in the shop, {total:.2} at")), "{report}");
    let all = rows(&report, true);
    let mut kinds: Vec<&str> = all.iter().map(|row| row[2].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["capture", "capture", "capture", "capture", "dispute", "refund", "refund"]);
    assert!(all.iter().all(|row| row[0] == "2026-11-20" && row[11] == "agrees" && row[6].len() > 4), "{all:?}");
    assert_eq!(rows(&report, false), Vec::<Vec<String>>::new());
    assert_eq!(shop.count("SELECT COUNT(*) FROM reconciliation").await, 0, "the day is not over");

    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    let later = FRIDAY + Duration::days(30);
    assert_eq!(counts(&compare(&shop, later, later).await), "1 agree, 0 are not decided, 0 differ");
    assert_eq!(counts(&compare(&shop, FRIDAY, later).await), "8 agree, 0 are not decided, 0 differ");
    assert_eq!(shop.count("SELECT COUNT(*) FROM reconciliation WHERE result = 'agrees'").await, 30);
    assert_eq!(shop.count("SELECT agreed FROM reconciliation WHERE day = '2026-11-20'").await, 7);
    refund::paid_elsewhere(&shop.app, failed["id"].as_str().unwrap(), None, crate::refunds::BY).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn payment_and_refund_of_a_lender_agree() {
    let shop = Shop::selling_with(&lender_plans::park(), &[WORKER_OFF]).await;
    let buyer = lender_plans::prepare_buyer(&shop).await;
    let (offer, answer) = lender_plans::pay_by_plan(&buyer, "approved").await;
    answer.expect_success();
    lender_plans::submit_order(&buyer, &offer).await.expect_success();
    let order = buyer.get_order().await.json();
    make(&shop, &order, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let report = friday(&shop).await;
    assert_eq!(counts(&report), "2 agree, 0 are not decided, 0 differ");
    assert!(rows(&report, true).iter().all(|row| row[3] == "sandbox-lender"), "{:?}", rows(&report, true));
    shop.stop().await;
}

#[tokio::test]
async fn each_difference_is_found_in_both_directions_with_its_reason() {
    let shop = open_shop().await;
    let order = order_for(&shop, card::GOOD).await;
    let (number, payment) = (order["invoiceNumber"].as_str().unwrap(), payment_of(&shop, &order).await);
    let returned = order_for(&shop, card::GOOD).await;
    make(&shop, &returned, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let lost = order_for(&shop, card::GOOD).await;
    let lost = payment_of(&shop, &lost).await;
    dispute(&shop, &lost, "open").await;
    refund::look_at_payment(&shop.app, "sandbox", &lost).await.unwrap();
    dispute(&shop, &lost, "lost").await;
    refund::look_at_payment(&shop.app, "sandbox", &lost).await.unwrap();
    assert_eq!(counts(&friday(&shop).await), "5 agree, 0 are not decided, 0 differ");
    let planter = crate::doctor::connect_without_foreign_keys(&shop).await;
    let of_payment = format!("WHERE id = '{payment}'");
    let changes = [
        (
            "payment_attempt",
            format!("UPDATE payment_attempt SET amount = amount + 1 {of_payment}"),
            "the amounts differ",
        ),
        (
            "payment_attempt",
            format!("UPDATE payment_attempt SET state = 'voided' {of_payment}"),
            "it has failed in the shop",
        ),
        (
            "payment_attempt",
            format!(
                "UPDATE payment_attempt SET state = 'voided', changed_at = '2026-11-10T12:00:00+00:00' {of_payment}"
            ),
            "it has failed in the shop",
        ),
        ("payment_attempt", format!("DELETE FROM payment_attempt {of_payment}"), "the shop does not know it"),
        (
            "payment_attempt",
            format!("UPDATE payment_attempt SET id = 'invented' {of_payment}"),
            "the processor does not know it",
        ),
        (
            "refund_payment",
            "UPDATE refund_payment SET state = 'failed' WHERE state = 'succeeded'".to_owned(),
            "it has failed in the shop",
        ),
        ("refund_payment", "UPDATE refund_payment SET amount = amount - 1".to_owned(), "the amounts differ"),
        ("refund_payment", "DELETE FROM refund_payment".to_owned(), "the shop does not know it"),
        (
            "refund_payment",
            "UPDATE refund_payment SET id = 'x-' || id, reference = 'x-' || reference".to_owned(),
            "the processor does not know it",
        ),
    ];
    for (table, change, reason) in changes {
        let keep = format!("CREATE TABLE kept AS SELECT * FROM {table}");
        planter.execute_unprepared(&keep).await.unwrap();
        assert!(planter.execute_unprepared(&change).await.unwrap().rows_affected() > 0, "{change}");
        let report = friday(&shop).await;
        let found = rows(&report, false);
        assert!(found.iter().any(|row| row[11] == "differs" && row[12] == reason), "{change}: {found:?}");
        assert_eq!(report.verdict(), Verdict::Differs, "{change}");
        if reason == "the amounts differ" && table == "payment_attempt" {
            assert_eq!((found[0][4].as_str(), found[0][6].as_str()), (payment.as_str(), number));
            assert_eq!((found[0][7].as_str(), found[0][9].as_str()), ("24.86", "24.85"));
        }
        let back = format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept; DROP TABLE kept");
        planter.execute_unprepared(&back).await.unwrap();
        assert_eq!(counts(&friday(&shop).await), "5 agree, 0 are not decided, 0 differ", "after {change}");
    }
    planter.close().await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn refund_at_the_processor_differs_until_it_is_written_down() {
    let shop = open_shop().await;
    let order = order_for(&shop, card::GOOD).await;
    let payment = payment_of(&shop, &order).await;
    shop.refund_at_processor(&payment).await;
    shop.clock.advance(Duration::days(1));
    let report = friday(&shop).await;
    assert_eq!(counts(&report), "1 agree, 0 are not decided, 1 differ");
    assert!(report.to_string().contains("nothing in the shop, 24.85 settled at sandbox"), "{report}");
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.iter().any(|it| it.contains("differ on 2026-11-20 in 1")), "{findings:#?}");
    let (lines, agree) = ops::reconcile::last(&shop.app).await.unwrap();
    assert_eq!(lines[0], "2026-11-20 differs: 1 agree, 0 are not decided, 1 differ");
    assert!(!agree && lines[1].contains("the shop does not know it"), "{lines:?}");
    refund::look_at_payment(&shop.app, "sandbox", &payment).await.unwrap();
    // It is written down on the next day.
    assert_eq!(counts(&friday(&shop).await), "1 agree, 0 are not decided, 0 differ");
    let saturday = FRIDAY + Duration::days(1);
    assert_eq!(counts(&compare(&shop, saturday, saturday).await), "1 agree, 0 are not decided, 0 differ");
    shop.stop().await;
}

#[tokio::test]
async fn capture_without_an_order_is_a_difference_until_it_is_refunded() {
    let shop = open_shop().await;
    let order = order_for(&shop, card::GOOD).await;
    let payment = payment_of(&shop, &order).await;
    let planter = crate::doctor::connect_without_foreign_keys(&shop).await;
    planter.execute_unprepared("CREATE TABLE kept AS SELECT * FROM payment_attempt").await.unwrap();
    planter.execute_unprepared("DELETE FROM payment_attempt").await.unwrap();
    assert_eq!(counts(&friday(&shop).await), "0 agree, 0 are not decided, 1 differ");
    shop.refund_at_processor(&payment).await;
    assert_eq!(counts(&friday(&shop).await), "0 agree, 0 are not decided, 0 differ");
    planter.execute_unprepared("INSERT INTO payment_attempt SELECT * FROM kept; DROP TABLE kept").await.unwrap();
    planter.close().await.unwrap();
    refund::look_at_payment(&shop.app, "sandbox", &payment).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn pending_refunds_and_unsettled_captures_are_not_differences() {
    let mut shop = open_shop().await;
    let pending = order_for(&shop, REFUNDS_STAY_PENDING).await;
    make(&shop, &pending, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let waiting = order_for(&shop, card::GOOD).await;
    make(&shop, &waiting, units(1, 1)).await;
    let cyd = shop.new_guest().await;
    cyd.add_tours("adult", 1).await;
    let payment = cyd.authorise_cart().await;
    shop.stop_processor().await;
    assert_eq!(cyd.submit(&payment).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    let report = friday(&shop).await;
    assert_eq!(counts(&report), "2 agree, 3 are not decided, 0 differ");
    assert_eq!(report.verdict(), Verdict::Agrees);
    cyd.submit_until_settled(&payment).await.expect_success();
    assert_eq!(counts(&friday(&shop).await), "3 agree, 2 are not decided, 0 differ");
    shop.clock.advance(Duration::days(1));
    friday(&shop).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM reconciliation WHERE result = 'pending' AND pending = 2").await, 1);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn day_is_the_shops_and_what_the_processor_dates_otherwise_is_found_by_its_key() {
    let shop = open_shop().await;
    order_for(&shop, card::GOOD).await;
    // 11:59 PM on Friday in New York is Saturday in UTC.
    shop.clock.advance(Duration::hours(13) + Duration::minutes(59));
    order_for(&shop, card::GOOD).await;
    assert_eq!(counts(&friday(&shop).await), "2 agree, 0 are not decided, 0 differ");
    // Written down after midnight here, and before it there; and far away from each other.
    for days in [1, 5] {
        shop.clock.advance(Duration::days(1));
        let moved = FRIDAY + Duration::days(days);
        let at = format!("{moved}T12:00:00+00:00");
        let change = format!("UPDATE payment_attempt SET changed_at = '{at}' WHERE state = 'completed'");
        shop.app.db.write().execute_unprepared(&change).await.unwrap();
        shop.clock.advance(Duration::days(days));
        assert_eq!(counts(&friday(&shop).await), "0 agree, 0 are not decided, 0 differ");
        assert_eq!(counts(&compare(&shop, moved, moved).await), "2 agree, 0 are not decided, 0 differ");
    }
    shop.stop().await;
}

#[tokio::test]
async fn each_night_reconciles_the_day_before_and_the_days_that_are_open() {
    let mut shop = open_shop().await;
    let pending = order_for(&shop, REFUNDS_STAY_PENDING).await;
    make(&shop, &pending, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let days = async |shop: &Shop, result: &str| {
        shop.count(&format!("SELECT COUNT(*) FROM reconciliation WHERE result = '{result}'")).await
    };
    // 3:59 AM on Saturday.
    shop.clock.advance(Duration::hours(17) + Duration::minutes(59));
    nightly(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM reconciliation").await, 0);
    shop.clock.advance(Duration::minutes(1));
    shop.stop_processor().await;
    nightly(&shop.app).await.unwrap();
    assert_eq!(days(&shop, "unanswered").await, 1);
    shop.start_processor().await;
    nightly(&shop.app).await.unwrap();
    assert_eq!(days(&shop, "unanswered").await, 1, "it waits an hour");
    shop.clock.advance(Duration::minutes(61));
    nightly(&shop.app).await.unwrap();
    assert_eq!(days(&shop, "pending").await, 1);

    // The worker was off for two nights. The refund has succeeded.
    shop.clock.advance(Duration::days(3));
    let payment = payment_of(&shop, &pending).await;
    let listed = shop.ledger().await.into_iter().find(|it| it.payment_key == payment).unwrap();
    let url = format!("{}/v1/payments/{payment}/settle-refund", shop.processor());
    let settled = json!({ "reference": listed.refunds[0].reference, "state": "succeeded" });
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    assert!(http().post(url).bearer_auth(&key).json(&settled).send().await.unwrap().status().is_success());
    refund::look_at_payment(&shop.app, "sandbox", &payment).await.unwrap();
    nightly(&shop.app).await.unwrap();
    assert_eq!(days(&shop, "agrees").await, 4);
    shop.stop().await;
}

#[tokio::test]
async fn night_looks_at_disputes_that_were_decided_without_a_notice() {
    let shop = open_shop().await;
    let order = order_for(&shop, card::GOOD).await;
    let payment = payment_of(&shop, &order).await;
    dispute(&shop, &payment, "open").await;
    refund::look_at_payment(&shop.app, "sandbox", &payment).await.unwrap();
    assert_eq!(counts(&friday(&shop).await), "1 agree, 1 are not decided, 0 differ");
    dispute(&shop, &payment, "lost").await;
    shop.clock.advance(Duration::days(1));
    assert_eq!(counts(&friday(&shop).await), "1 agree, 1 are not decided, 0 differ", "a comparison changes nothing");
    shop.clock.advance(Duration::days(1));
    nightly(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'succeeded'").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM reconciliation WHERE result = 'agrees'").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn command_exits_with_what_it_found_and_writes_a_csv_file() {
    let mut shop = open_shop().await;
    let order = order_for(&shop, card::GOOD).await;
    shop.clock.advance(Duration::days(1));
    let now = shop.app.clock.now();
    let csv = shop.data().join("books.csv");
    let csv = csv.to_str().unwrap();
    let agreed = run_command(&shop, now, &["reconcile", "--csv", csv, "--all"]).await;
    assert_eq!(agreed.code, 0, "{agreed:?}");
    assert!(agreed.out.starts_with("2026-11-20 to 2026-11-20, America/New_York"), "{agreed:?}");
    let written = std::fs::read_to_string(csv).unwrap();
    assert_eq!(written.lines().count(), 2, "{written}");
    shop.refund_at_processor(&payment_of(&shop, &order).await).await;
    let days = ["reconcile", "--from", "2026-11-20", "--to", "2026-11-21", "--csv", csv];
    let differs = run_command(&shop, now, &days).await;
    assert!(differs.code == 1 && differs.out.contains("the shop does not know it"), "{differs:?}");
    let written = std::fs::read_to_string(csv).unwrap();
    assert!(written.lines().nth(1).unwrap().ends_with(",24.85,settled,differs,the shop does not know it"), "{written}");
    let last = run_command(&shop, now, &["reconcile", "--last"]).await;
    assert!(last.code == 0 && last.out.starts_with("2026-11-20 agrees: 1 agree"), "{last:?}");
    for (wrong, reason) in [
        (["--from", "2026-11-21", "--to", "2026-11-20"], "is after the last day"),
        (["--from", "2026-11-20", "--to", "2026-11-22"], "is in the future"),
        (["--from", "2020-01-01", "--to", "2026-11-20"], "at most 366 days"),
        (["--csv", "/nowhere/books.csv", "--from", "2026-11-20"], "/nowhere/books.csv"),
    ] {
        let refused = run_command(&shop, now, &[&["reconcile"], &wrong[..]].concat()).await;
        assert!(refused.code == 2 && refused.err.contains(reason), "{refused:?}");
    }
    refund::look_at_payment(&shop.app, "sandbox", &payment_of(&shop, &order).await).await.unwrap();
    shop.stop_processor().await;
    let silent = run_command(&shop, now, &["reconcile"]).await;
    assert!(silent.code == 2 && silent.out.contains("does not list its payments"), "{silent:?}");
    shop.stop().await;
}

/// Buys a ticket that is paid at Stripe. Returns the session of the payment.
async fn buy_at_stripe(buyer: &Shopper, stripe: &ContractServer) -> String {
    buyer.add_tours("adult", 1).await;
    buyer.save_settings("digital").await;
    let payment = buyer.open_payment_at("stripe").await;
    stripe.with(|it| it.enter_card(&payment.session, Card::Works.number(), None));
    let paid = json!({ "paymentKey": payment.key, "sessionKey": payment.session, "priceOverride": payment.amount });
    buyer.post("/api/payment/stripe/process-card", paid).await.expect_success();
    buyer.submit(&payment).await.expect_success();
    payment.session
}

#[tokio::test]
async fn payments_at_stripe_agree_and_a_refund_in_its_dashboard_differs() {
    let stripe = ContractServer::start().await;
    let url = stripe.url();
    let settings = [&stripe.settings(&url, "whsec_1")[..], &[WORKER_OFF]].concat();
    let shop = Shop::selling_with(&Catalogue::park().paid_by("stripe"), &settings).await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        sessions.push(buy_at_stripe(&shop.new_guest().await, &stripe).await);
    }
    let ada = shop.new_guest().await;
    sessions.push(buy_at_stripe(&ada, &stripe).await);
    let order = ada.get_order().await.json();
    make(&shop, &order, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(counts(&friday(&shop).await), "5 agree, 0 are not decided, 0 differ");
    stripe.with(|it| it.refund_in_dashboard(&sessions[0], 1_00));
    let report = friday(&shop).await;
    assert_eq!(counts(&report), "5 agree, 0 are not decided, 1 differ");
    assert!(report.to_string().contains("nothing in the shop, 1.00 settled at stripe"), "{report}");
    let key = rows(&report, false)[0][4].clone();
    refund::look_at_payment(&shop.app, "stripe", &key).await.unwrap();
    assert_eq!(counts(&friday(&shop).await), "6 agree, 0 are not decided, 0 differ");
    assert_eq!(cents(&order["orderTotal"]), 22_85);
    shop.stop().await;
}
