//! The ledger: what each cause enters, and what the database refuses. Every test of the shop ends with the doctor, which
//! compares the ledger with all orders, payments and refunds.

use chrono::Duration;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::refund::{self, What};
use midway_kernel::money::Money;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::doctor::connect_without_foreign_keys;
use crate::refunds::{
    ALL, BY, REFUNDS_FAIL, REFUNDS_STAY_PENDING, buy, buy_two_passes_on_a_plan, donate, make, open_shop, units,
};
use crate::support::catalogue::passes_with_plans;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{cents, http};
use crate::support::{Catalogue, Shop, card};

/// The debits of an account minus its credits, in cents.
async fn balance(shop: &Shop, account: &str) -> i64 {
    shop.count(&format!(
        "SELECT CAST(COALESCE(SUM(debit - credit), 0) AS BIGINT) FROM ledger_line WHERE account = '{account}'"
    ))
    .await
}

/// The balances of several accounts.
async fn balances<const N: usize>(shop: &Shop, accounts: [&str; N]) -> [i64; N] {
    let mut found = [0; N];
    for (at, account) in accounts.iter().enumerate() {
        found[at] = balance(shop, account).await;
    }
    found
}

const EARNED: [&str; 5] = ["sales", "donations", "fees", "tax", "delivery"];

fn id_of(order: &Value) -> String {
    order["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn order_is_entered_with_its_price_donation_fees_and_taxes_by_line() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    donate(&ada).await;
    let order = buy(&ada, card::GOOD).await;
    assert_eq!(cents(&order["orderTotal"]), 52_70);
    let [sales, donations, fees, tax, delivery] = balances(&shop, EARNED).await;
    // Two adults at 20.00 with fees of 1.25 and a tax of 1.60, and a fee of 2.00 per order.
    assert_eq!((sales, fees, tax, delivery), (-40_00, -4_50, -3_20, 0));
    assert_eq!((donations, balance(&shop, "processor").await), (-5_00, 52_70));
    let at = "SELECT COUNT(*) FROM ledger_line WHERE account = 'processor' AND processor = 'sandbox'";
    assert_eq!(shop.count(at).await, 1);
    let by_line = "SELECT COUNT(*) FROM ledger_line AS it JOIN order_line ON order_line.id = it.order_line_id
        WHERE order_line.product_id = 'tour' AND it.visit_on = '2026-11-21'";
    assert_eq!(shop.count(by_line).await, 3, "its price, fees and tax");
    let of_whole =
        "SELECT CAST(SUM(credit) AS BIGINT) FROM ledger_line WHERE account = 'fees' AND order_line_id IS NULL";
    assert_eq!(shop.count(of_whole).await, 2_00);
    shop.stop().await;
}

#[tokio::test]
async fn refund_is_owed_until_it_is_paid_back_and_everything_returned_leaves_nothing() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("child", 1).await;
    ada.add_tours("adult", 2).await;
    donate(&ada).await;
    let order = buy(&ada, card::GOOD).await;
    let plan = make(&shop, &order, units(1, 1)).await;
    assert_eq!(balance(&shop, "refunds-payable").await, -plan.amount.0);
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(balance(&shop, "refunds-payable").await, 0);
    assert_eq!(balance(&shop, "processor").await, cents(&order["orderTotal"]) - plan.amount.0);
    let everything = What::Units(refund::Chosen::All { with_donations: true });
    make(&shop, &order, everything).await;
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(balances(&shop, EARNED).await, [0; 5]);
    assert_eq!(balances(&shop, ["processor", "refunds-payable"]).await, [0; 2]);
    shop.stop().await;
}

#[tokio::test]
async fn later_payments_are_owed_by_the_buyer_until_they_are_charged_or_no_longer_due() {
    let shop = Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await;
    let (_, _, order) = buy_two_passes_on_a_plan(&shop).await;
    let total = cents(&order["orderTotal"]);
    // Of each pass 100.05 is paid later.
    assert_eq!(balances(&shop, ["installments-receivable", "processor"]).await, [20_010, total - 20_010]);
    run_due_jobs(&shop.app, || false).await.unwrap();
    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    let owed = balance(&shop, "installments-receivable").await;
    assert_eq!(owed, shop.count("SELECT CAST(SUM(amount) AS BIGINT) FROM billing_payment WHERE state = 'due'").await);
    assert_eq!(balance(&shop, "processor").await, total - owed);
    let plan = make(&shop, &order, units(1, 1)).await;
    assert!(plan.no_longer_due > Money::ZERO, "{plan:?}");
    assert_eq!(balance(&shop, "installments-receivable").await, owed - plan.no_longer_due.0);
    make(&shop, &order, What::Void).await;
    assert_eq!(balance(&shop, "installments-receivable").await, 0);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn goodwill_is_an_expense_and_a_failed_refund_is_owed_until_it_is_paid_elsewhere() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada, REFUNDS_FAIL).await;
    make(&shop, &order, What::Goodwill(Money(5_00))).await;
    refund::settle(&shop.app).await.unwrap();
    let accounts = ["goodwill", "refunds-payable", "paid-elsewhere"];
    assert_eq!(balances(&shop, accounts).await, [5_00, -5_00, 0]);
    refund::again(&shop.app, &id_of(&order), BY).await.unwrap();
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(balances(&shop, accounts).await, [5_00, -5_00, 0]);
    refund::paid_elsewhere(&shop.app, &id_of(&order), None, BY).await.unwrap();
    assert_eq!(balances(&shop, accounts).await, [5_00, 0, -5_00]);
    assert_eq!(balance(&shop, "processor").await, cents(&order["orderTotal"]));
    shop.stop().await;
}

#[tokio::test]
async fn refund_that_stays_pending_is_owed_until_it_succeeds() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada, REFUNDS_STAY_PENDING).await;
    let total = cents(&order["orderTotal"]);
    make(&shop, &order, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(balances(&shop, ["processor", "refunds-payable"]).await, [total, -total]);
    let pending = shop.ledger().await.into_iter().find(|it| !it.refunds.is_empty()).unwrap();
    let url = format!("{}/v1/payments/{}/settle-refund", shop.processor(), pending.payment_key);
    let settled = json!({ "reference": pending.refunds[0].reference, "state": "succeeded" });
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    assert!(http().post(url).bearer_auth(&key).json(&settled).send().await.unwrap().status().is_success());
    refund::look_at_payment(&shop.app, "sandbox", &pending.payment_key).await.unwrap();
    assert_eq!(balances(&shop, ["processor", "refunds-payable"]).await, [0, 0]);
    shop.stop().await;
}

#[tokio::test]
async fn dispute_and_refund_at_the_processor_have_accounts_of_their_own() {
    let shop = open_shop().await;
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    let mut orders = Vec::new();
    for _ in 0..3 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        orders.push(buy(&ada, card::GOOD).await);
    }
    let total = cents(&orders[0]["orderTotal"]);
    let mut payments = Vec::new();
    for order in &orders {
        payments.extend(refund::payments_of_order(&shop.app, &id_of(order)).await.unwrap());
    }
    let dispute = async |payment: &str, state: &str| {
        let url = format!("{}/v1/payments/{payment}/dispute", shop.processor());
        let answer = http().post(url).bearer_auth(&key).json(&json!({ "state": state })).send().await.unwrap();
        assert!(answer.status().is_success(), "{answer:?}");
        assert!(refund::look_at_payment(&shop.app, "sandbox", payment).await.unwrap());
    };
    let [won, lost, refunded] = [&payments[0].1, &payments[1].1, &payments[2].1];
    dispute(won, "open").await;
    dispute(lost, "open").await;
    let accounts = ["processor", "disputed", "dispute-losses", "refunds-at-processor"];
    assert_eq!(balances(&shop, accounts).await, [total, 2 * total, 0, 0]);
    dispute(won, "won").await;
    dispute(lost, "lost").await;
    shop.refund_at_processor(refunded).await;
    for _ in 0..2 {
        refund::look_at_payment(&shop.app, "sandbox", refunded).await.unwrap();
    }
    assert_eq!(balances(&shop, accounts).await, [total, 0, total, total]);
    assert_eq!(balance(&shop, "sales").await, -3 * 20_00, "nothing says what they were for");
    shop.stop().await;
}

#[tokio::test]
async fn database_refuses_entries_that_are_unbalanced_and_changes_of_entries() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    buy(&ada, card::GOOD).await;
    let line = |entry: &str, position: i32, debit: i64, credit: i64| {
        format!(
            "INSERT INTO ledger_line (entry_id, position, account, debit, credit)
             VALUES ('{entry}', {position}, 'sales', {debit}, {credit})"
        )
    };
    let entry = |id: &str| {
        format!(
            "INSERT INTO ledger_entry (id, order_id, cause, subject, occurred_at)
             SELECT '{id}', id, 'sale', 'x', placed_at FROM \"order\""
        )
    };
    let own = "(SELECT id FROM ledger_entry)";
    let late = line("x", 90, 1, 0).replace("'x'", own);
    for (statements, reason) in [
        (vec!["UPDATE ledger_line SET debit = debit + 1 WHERE debit > 0".to_owned()], "cannot be changed"),
        (vec!["UPDATE ledger_entry SET subject = 'x'".to_owned()], "cannot be changed"),
        (vec!["DELETE FROM ledger_line".to_owned()], "cannot be"),
        (vec!["DELETE FROM ledger_entry".to_owned()], "cannot be"),
        (vec![late], "is closed"),
        (vec![entry("x")], "debits and credits"),
        (vec![line("x", 0, 5, 0), line("x", 1, 0, 4), entry("x")], "debits and credits"),
        (vec![line("x", 0, 5, 5)], "ledger_line_debit_or_credit"),
        (vec![line("x", 0, -5, 0)], "ledger_line_debit_or_credit"),
        (vec![line("x", 0, 5, 0), line("x", 1, 0, 5)], "FOREIGN KEY"),
    ] {
        let tx = shop.app.db.begin().await.unwrap();
        let mut refused = None;
        for statement in &statements {
            if let Err(error) = tx.execute_unprepared(statement).await {
                refused = Some(error.to_string());
                break;
            }
        }
        let refused = match refused {
            Some(refused) => refused,
            None => tx.commit().await.unwrap_err().to_string(),
        };
        assert!(refused.to_lowercase().contains(&reason.to_lowercase()), "{statements:?}: {refused}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM ledger_entry").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn migration_enters_what_an_earlier_version_has_written() {
    let shop = Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await;
    let (_, _, order) = buy_two_passes_on_a_plan(&shop).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    shop.clock.advance(Duration::days(30));
    charge_due(&shop.app).await.unwrap();
    make(&shop, &order, units(1, 1)).await;
    refund::settle(&shop.app).await.unwrap();
    let accounts = ["sales", "fees", "tax", "processor", "installments-receivable", "refunds-payable"];
    let before = balances(&shop, accounts).await;
    let entries = shop.count("SELECT COUNT(*) FROM ledger_entry").await;
    let planter = connect_without_foreign_keys(&shop).await;
    for table in ["ledger_line", "ledger_entry"] {
        planter.execute_unprepared(&format!("DELETE FROM {table}")).await.unwrap();
    }
    planter.close().await.unwrap();
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.iter().all(|finding| finding.contains("is not in the ledger")), "{findings:#?}");
    // An order, a later payment and a refund.
    assert_eq!(ops::migrate::migrate(&shop.app.db).await.unwrap(), 3);
    assert_eq!(ops::migrate::migrate(&shop.app.db).await.unwrap(), 0);
    assert_eq!(balances(&shop, accounts).await, before);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ledger_entry").await, entries);
    shop.stop().await;
}
