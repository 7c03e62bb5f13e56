//! The doctor: corruptions are planted one by one in a healthy shop, found, and undone.

use midway::ops::catalog_follower::align_capacities;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use serde_json::json;

use crate::support::process::run_to_end;
use crate::support::shop::WORKER_OFF;

use crate::support::shop::variables;
use crate::support::shopper::{SATURDAY_NOON, line};
use crate::support::{Catalogue, Shop, database};

/// A corruption: its name, the tables that it changes, its statements, and a part of the finding.
struct Corruption {
    name: &'static str,
    tables: &'static [&'static str],
    sql: &'static [&'static str],
    found: &'static str,
}

const fn corruption(
    name: &'static str,
    tables: &'static [&'static str],
    sql: &'static [&'static str],
    found: &'static str,
) -> Corruption {
    Corruption { name, tables, sql, found }
}

/// The corruptions assume a shop that has one order of two tickets, one cart that holds places, and one cart under
/// payment.
const CORRUPTIONS: &[Corruption] = &[
    corruption(
        "a capture at the processor whose attempt is gone",
        &["payment_attempt"],
        &["DELETE FROM payment_attempt WHERE state = 'completed'"],
        "was captured at its processor, but the shop does not know it",
    ),
    corruption(
        "a captured payment whose order is gone",
        &["order", "order_line", "order_confirmation", "ticket"],
        &["DELETE FROM ticket", "DELETE FROM order_line", "DELETE FROM order_confirmation", "DELETE FROM \"order\""],
        "is completed but has no order",
    ),
    corruption(
        "places that are sold without an order",
        &["order_line"],
        &["DELETE FROM order_line"],
        "are sold without an order",
    ),
    corruption(
        "a sold place's claim is gone, and the stock agrees",
        &["claim", "stock"],
        &[
            "DELETE FROM claim WHERE sold AND stock_key LIKE 'performance:%'",
            "UPDATE stock SET sold = 0 WHERE key LIKE 'performance:%'",
        ],
        "was sold 4 units but has claims on 2",
    ),
    corruption(
        "a claim is smaller than its order line, and the stock agrees",
        &["claim", "stock"],
        &[
            "UPDATE claim SET quantity = quantity - 1 WHERE sold AND stock_key LIKE 'performance:%'",
            "UPDATE stock SET sold = sold - 1 WHERE key LIKE 'performance:%'",
        ],
        "was sold 4 units but has claims on 3",
    ),
    corruption(
        "a stock counts more sales than it has claims",
        &["stock"],
        &["UPDATE stock SET sold = sold + 1 WHERE key LIKE 'performance:%'"],
        "its claims say",
    ),
    corruption("claims without their stock", &["stock"], &["DELETE FROM stock"], "which has no stock"),
    corruption(
        "a capacity that is not the catalogue's",
        &["stock"],
        &["UPDATE stock SET capacity = capacity + 1 WHERE key LIKE 'performance:%'"],
        "the catalogue says",
    ),
    corruption(
        "a cart stuck in its payment",
        &["cart"],
        &["UPDATE cart SET state = 'paying' WHERE state = 'open'"],
        "is in payment but has no draft of its order",
    ),
    corruption(
        "a cart that waits for a payment that failed long ago",
        &["payment_attempt"],
        &[
            "UPDATE payment_attempt SET state = 'failed', changed_at = '2026-11-01T00:00:00+00:00' WHERE state = 'unknown'",
        ],
        "waits for a payment that makes no progress",
    ),
    corruption(
        "a draft of a cart that is not being paid for",
        &["cart"],
        &["UPDATE cart SET state = 'open' WHERE state = 'paying'"],
        "remains, although the cart is not in payment",
    ),
    corruption(
        "a claim that is pinned for ever",
        &["claim"],
        &["UPDATE claim SET pinned = TRUE WHERE owner_id IN (SELECT id FROM cart WHERE state = 'open')"],
        "are pinned, but nothing is in payment",
    ),
    corruption(
        "an attempt in question for long",
        &["payment_attempt"],
        &["UPDATE payment_attempt SET opened_at = '2026-11-01T00:00:00+00:00' WHERE state = 'unknown'"],
        "is still Unknown; it was opened",
    ),
    corruption(
        "an attempt captured for long",
        &["payment_attempt"],
        &[
            "UPDATE payment_attempt SET state = 'captured', opened_at = '2026-11-01T00:00:00+00:00' WHERE state = 'unknown'",
        ],
        "is still Captured; it was opened",
    ),
    corruption(
        "an attempt that the shop believes captured and the processor does not",
        &["payment_attempt"],
        &["UPDATE payment_attempt SET state = 'captured' WHERE state = 'unknown'"],
        "but not captured at its processor",
    ),
    corruption(
        "an attempt that the shop believes voided and the processor captured",
        &["payment_attempt"],
        &["UPDATE payment_attempt SET state = 'voided' WHERE state = 'completed'"],
        "captured at its processor, but Voided in the shop",
    ),
    corruption(
        "an attempt of another amount than its capture",
        &["payment_attempt"],
        &["UPDATE payment_attempt SET amount = amount + 1 WHERE state = 'completed'"],
        "was captured at its processor, ",
    ),
    corruption(
        "an order whose payment is gone",
        &["order"],
        &["UPDATE \"order\" SET attempt_id = 'gone'"],
        "its payment gone does not exist",
    ),
    corruption(
        "an order that nobody paid",
        &["order"],
        &["UPDATE \"order\" SET attempt_id = NULL"],
        "nothing was paid",
    ),
    corruption(
        "an order whose cart is open again",
        &["cart"],
        &["UPDATE cart SET state = 'open' WHERE state = 'ordered'"],
        "is not closed",
    ),
    corruption(
        "a closed cart without its order",
        &["order"],
        &["UPDATE \"order\" SET cart_id = 'gone'"],
        "is closed but has no order",
    ),
    corruption(
        "a closed cart with places that are not sold",
        &["claim"],
        &["UPDATE claim SET sold = FALSE WHERE sold"],
        "is closed and holds places that were not sold",
    ),
    corruption(
        "places held for a line that is not there",
        &["claim"],
        &["UPDATE claim SET line_id = 'gone' WHERE owner_id IN (SELECT id FROM cart WHERE state = 'open')"],
        "holds places for line gone, which it does not have",
    ),
    corruption("an order without lines", &["order_line"], &["DELETE FROM order_line"], "it has no lines"),
    corruption(
        "lines that do not add up",
        &["order_line"],
        &["UPDATE order_line SET unit_price = unit_price + 1"],
        "its lines do not add up to",
    ),
    corruption(
        "a ticket that is gone",
        &["ticket"],
        &["DELETE FROM ticket WHERE position = 0"],
        "should have 2 tickets but has 1",
    ),
    corruption(
        "tickets of a line that is not there",
        &["ticket"],
        &["UPDATE ticket SET order_line_id = 'gone'"],
        "tickets of line gone belong to no order",
    ),
    corruption(
        "a ticket whose passholder is gone",
        &["ticket"],
        &["UPDATE ticket SET passholder_id = 'gone' WHERE position = 0"],
        "its passholder does not exist",
    ),
    corruption(
        "an order without a confirmation",
        &["order_confirmation"],
        &["DELETE FROM order_confirmation"],
        "it has no confirmation",
    ),
    corruption("a confirmation without its job", &["job"], &["DELETE FROM job"], "no job sends it"),
    corruption(
        "a job that was given up",
        &["job"],
        &["UPDATE job SET due_at = NULL, done_at = NULL"],
        "was given up after",
    ),
    corruption(
        "an order that is not in the ledger",
        &["ledger_line", "ledger_entry"],
        &["DELETE FROM ledger_entry", "DELETE FROM ledger_line"],
        "is not in the ledger",
    ),
    corruption(
        "a ledger entry whose debits are not its credits",
        &["ledger_line"],
        &["UPDATE ledger_line SET debit = debit + 1 WHERE debit > 0"],
        "its debits are 45.71, its credits 45.70",
    ),
    corruption("a ledger line without its entry", &["ledger_entry"], &["DELETE FROM ledger_entry"], "has no entry"),
    corruption(
        "a ledger that has another amount at the processor than the payments",
        &["ledger_line"],
        &[
            "UPDATE ledger_line SET debit = debit + 1 WHERE account = 'processor'",
            "UPDATE ledger_line SET credit = credit + 1 WHERE account = 'tax'",
        ],
        "on the account Processor at sandbox, but it should be 45.70",
    ),
    corruption(
        "a ledger that has earned another amount than the orders",
        &["ledger_line"],
        &["UPDATE ledger_line SET account = 'fees' WHERE account = 'sales'"],
        "on the account Sales, but it should be -40.00",
    ),
    corruption(
        "a ledger entry about an order that does not exist",
        &["ledger_entry"],
        &["UPDATE ledger_entry SET subject = 'gone'"],
        "the ledger has entries about order gone, which does not exist",
    ),
];

/// A connection without foreign key checks, because some corruptions violate the keys and no call of the shop could
/// cause them.
pub async fn connect_without_foreign_keys(shop: &Shop) -> DatabaseConnection {
    let mut one = ConnectOptions::new(shop.database_url());
    one.max_connections(1).min_connections(1).sqlx_logging(false);
    let planter = Database::connect(one).await.unwrap();
    let unchecked = match database::server_url() {
        Some(_) => "SET session_replication_role = replica",
        None => "PRAGMA foreign_keys = OFF",
    };
    planter.execute_unprepared(unchecked).await.unwrap();
    if database::server_url().is_none() {
        allow_changes_of_the_ledger(&planter).await;
    }
    planter
}

/// Removes what prevents changes of the ledger. On PostgreSQL a replica's session may make them.
async fn allow_changes_of_the_ledger(sqlite: &DatabaseConnection) {
    for table in ["ledger_entry", "ledger_line"] {
        for change in ["update", "delete"] {
            sqlite.execute_unprepared(&format!("DROP TRIGGER IF EXISTS {table}_no_{change}")).await.unwrap();
        }
    }
    for check in ["ledger_entry_is_balanced", "ledger_line_is_open"] {
        sqlite.execute_unprepared(&format!("DROP TRIGGER IF EXISTS {check}")).await.unwrap();
    }
}

/// On PostgreSQL, makes the alignment of capacities wait until the transaction ends. The shop aligns them when the last
/// user of its first, empty catalogue is gone, and would repair a corruption before the doctor sees it.
async fn hold_back_alignment(shop: &Shop) -> Option<DatabaseTransaction> {
    database::server_url()?;
    let connection = Database::connect(shop.database_url()).await.unwrap();
    let tx = connection.begin().await.unwrap();
    tx.execute_unprepared("LOCK TABLE catalog_revision IN EXCLUSIVE MODE").await.unwrap();
    Some(tx)
}

async fn run_doctor(shop: &Shop) -> Vec<String> {
    midway::ops::doctor::doctor(&shop.app).await.unwrap()
}

/// A shop with an order, a cart that holds places and a cart under payment.
async fn open_shop_with_order() -> Shop {
    let mut shop = Shop::open_with(&[WORKER_OFF]).await;
    let (ada, bob, cyd) = (shop.shopper(), shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 2).await;
    bob.open_shop().await;
    bob.add_tours("adult", 1).await;
    cyd.open_shop().await;
    cyd.add_tours("adult", 3).await;
    let payment = cyd.authorise_cart().await;
    shop.stop_processor().await;
    assert_eq!(cyd.submit(&payment).await.json()["paymentPending"], json!(true));
    shop.start_processor().await;
    shop
}

#[tokio::test]
async fn doctor_finds_each_planted_corruption() {
    let shop = open_shop_with_order().await;
    assert_eq!(run_doctor(&shop).await, Vec::<String>::new());
    let planter = connect_without_foreign_keys(&shop).await;
    let alignment = hold_back_alignment(&shop).await;
    let mut unseen = Vec::new();
    for Corruption { name, tables, sql, found } in CORRUPTIONS {
        for table in *tables {
            planter
                .execute_unprepared(&format!("CREATE TABLE kept_{table} AS SELECT * FROM \"{table}\""))
                .await
                .unwrap();
        }
        for statement in *sql {
            let changed = planter.execute_unprepared(statement).await.unwrap().rows_affected();
            assert!(changed > 0, "{name}: {statement} changed nothing");
        }
        let findings = run_doctor(&shop).await;
        if !findings.iter().any(|finding| finding.contains(found)) {
            unseen.push(format!("{name}: {findings:#?}"));
        }
        for table in *tables {
            let back = format!(
                "DELETE FROM \"{table}\"; INSERT INTO \"{table}\" SELECT * FROM kept_{table}; DROP TABLE kept_{table}"
            );
            planter.execute_unprepared(&back).await.unwrap();
        }
        assert_eq!(run_doctor(&shop).await, Vec::<String>::new(), "after {name}");
    }
    assert!(unseen.is_empty(), "not found: {}", unseen.join("\n"));
    planter.close().await.unwrap();
    if let Some(alignment) = alignment {
        alignment.rollback().await.unwrap();
    }
    shop.stop().await;
}

#[tokio::test]
async fn doctor_reports_a_capture_without_an_order_until_it_is_refunded() {
    let shop = open_shop_with_order().await;
    let planter = connect_without_foreign_keys(&shop).await;
    // Simulates a restored backup that does not contain the sale and its tickets.
    for lost in [
        "DELETE FROM ticket",
        "DELETE FROM order_line",
        "DELETE FROM order_confirmation",
        "DELETE FROM ledger_line",
        "DELETE FROM ledger_entry",
        "DELETE FROM \"order\"",
        "DELETE FROM payment_attempt WHERE state = 'completed'",
        "DELETE FROM cart WHERE state = 'ordered'",
        "DELETE FROM claim WHERE sold",
        "UPDATE stock SET sold = 0",
    ] {
        planter.execute_unprepared(lost).await.unwrap();
    }
    planter.close().await.unwrap();
    let findings = run_doctor(&shop).await;
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert!(findings[0].contains("was captured at its processor, but the shop does not know it"), "{findings:#?}");
    let captured = shop.ledger().await.into_iter().find(|payment| payment.charges == 1).unwrap();
    shop.refund_at_processor(&captured.payment_key).await;
    assert_eq!(run_doctor(&shop).await, Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn refund_of_a_completed_order_at_the_processor_is_reported_until_the_shop_has_looked_at_it() {
    let shop = open_shop_with_order().await;
    for payment in shop.ledger().await.into_iter().filter(|payment| payment.charges == 1) {
        shop.refund_at_processor(&payment.payment_key).await;
    }
    assert!(shop.ledger().await.iter().any(|payment| payment.refunds.len() == 1));
    let findings = run_doctor(&shop).await;
    assert!(findings.len() == 1 && findings[0].contains("was paid back at its processor"), "{findings:#?}");
    let payment = findings[0].split([' ', ':']).nth(1).unwrap().to_owned();
    assert!(midway::shop::refund::look_at_payment(&shop.app, "sandbox", &payment).await.unwrap());
    assert_eq!(run_doctor(&shop).await, Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn doctor_reports_an_unavailable_processor_and_still_finds_other_problems() {
    let mut shop = open_shop_with_order().await;
    let alignment = hold_back_alignment(&shop).await;
    shop.stop_processor().await;
    let findings = run_doctor(&shop).await;
    assert!(findings.iter().all(|finding| finding.contains("does not report its captures")), "{findings:#?}");
    let planter = connect_without_foreign_keys(&shop).await;
    planter
        .execute_unprepared("UPDATE stock SET capacity = capacity + 1 WHERE key LIKE 'performance:%'")
        .await
        .unwrap();
    let more = run_doctor(&shop).await;
    assert_eq!(more.len(), findings.len() + 1, "{more:#?}");
    planter.close().await.unwrap();
    if let Some(alignment) = alignment {
        alignment.rollback().await.unwrap();
    }
    // The worker may have restored the capacities already, so they are not lowered here.
    align_capacities(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn capacity_below_held_places_takes_effect_when_they_are_released() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(10), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 8).await;
    shop.import(&Catalogue::park().tour_capacity(5)).await;
    assert_eq!(shop.count("SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 8);
    let bob = shop.new_guest().await;
    ada.post("/api/cart/clear", json!({})).await.expect_success();
    assert_eq!(shop.count("SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 5);
    bob.try_add(json!([line("tour", "adult", 6, Some(SATURDAY_NOON))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn doctor_runs_without_redis() {
    let shop = Shop::open().await;
    let mut variables = variables(shop.data(), shop.database_url());
    variables.retain(|(name, _)| *name != "REDIS_URL");
    // No Redis listens at this address.
    variables.push(("REDIS_URL", "redis://127.0.0.1:1/".to_owned()));
    let said = run_to_end(&variables, &["doctor"]).await;
    assert_eq!((said.code, said.out.trim()), (0, "0 findings"), "{}", said.err);
    shop.stop().await;
}
