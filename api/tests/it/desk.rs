//! The desk: calls for the shop's staff, which the key of the desk opens and nothing else. They do what the operator's
//! commands do, and a call that is repeated does nothing twice.

use midway::ops::worker::run_due_jobs;
use midway::shop::performance_cancellation::go_on;
use midway_kernel::id::PerformanceId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::refunds::{REFUNDS_FAIL, buy, buy_two_passes_on_a_plan};
use crate::support::catalogue::passes_with_plans;
use crate::support::process::ProcessShop;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, SATURDAY_NOON, Shopper, cents, line};
use crate::support::transfers::send_first;
use crate::support::{Catalogue, Shop, card};

const KEY: &str = "Kq3vY8sN1tR6wZ0xB5mC9dF2hJ7gL4pA";

/// The staff's tool: it has the key, and neither cookies nor an anti-forgery token.
struct Desk {
    caller: Shopper,
    authorization: String,
}

impl Desk {
    fn of(shop: &Shop) -> Self {
        Desk::with(shop.shopper(), KEY)
    }

    fn with(caller: Shopper, key: &str) -> Self {
        Desk { caller, authorization: format!("Bearer {key}") }
    }

    async fn get(&self, path: &str) -> Answer {
        let headers = [("authorization", self.authorization.as_str())];
        self.caller.call(Method::GET, &format!("/api/desk/{path}"), None, &headers).await
    }

    async fn post(&self, path: &str, key: &str, body: Value) -> Answer {
        let headers = [("authorization", self.authorization.as_str()), ("idempotency-key", key)];
        let mut request = json!({ "actor": "Mara", "reason": "storm" });
        request.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        self.caller.call(Method::POST, &format!("/api/desk/{path}"), Some(request), &headers).await
    }

    async fn refund(&self, order: &Value, key: &str, body: Value) -> Answer {
        self.post(&format!("order/{}/refund", number(order)), key, body).await
    }

    async fn audit(&self, order: &Value) -> Vec<Value> {
        self.get(&format!("order/{}/audit", number(order))).await.json().as_array().unwrap().clone()
    }
}

fn number(order: &Value) -> &str {
    order["invoiceNumber"].as_str().unwrap()
}

async fn open_shop() -> Shop {
    Shop::selling_with(&Catalogue::park(), &[WORKER_OFF, ("DESK_KEY", KEY)]).await
}

async fn buy_tours(shop: &Shop, quantity: u32, card: &str) -> (Shopper, Value) {
    let ada = shop.new_guest().await;
    ada.add_tours("adult", quantity).await;
    let order = buy(&ada, card).await;
    (ada, order)
}

/// What the processor has paid back, in cents.
async fn count_paid_back(shop: &Shop) -> i64 {
    shop.ledger().await.into_iter().flat_map(|payment| payment.refunds).map(|refund| refund.amount_cents).sum()
}

#[tokio::test]
async fn only_the_key_opens_the_calls_of_the_desk() {
    let mut shop = open_shop().await;
    let (ada, order) = buy_tours(&shop, 1, card::GOOD).await;
    let document: Value = serde_json::from_str(&midway::ops::document::document().await.unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let calls: Vec<(Method, String, &Value)> = paths
        .iter()
        .filter(|(path, _)| path.starts_with("/desk/"))
        .flat_map(|(path, operations)| {
            let path = path.replace("{number}", number(&order)).replace("{id}", SATURDAY_NOON);
            operations.as_object().unwrap().iter().map(move |(method, operation)| {
                (method.to_uppercase().parse::<Method>().unwrap(), format!("/api{path}"), operation)
            })
        })
        .collect();
    assert_eq!(calls.len(), 8);
    let refused = json!({ "success": false, "message": "This call requires the desk key." });
    let everything = json!({ "actor": "Eve", "reason": "greed", "everything": true });
    let wrong = format!("Bearer {}", KEY.to_lowercase());
    let no_bearer = format!("Basic {KEY}");
    let wrong_keys = ["", wrong.as_str(), no_bearer.as_str(), KEY, "Bearer"];
    for (method, path, operation) in &calls {
        assert_eq!(operation["security"], json!([{ "DeskKey": [] }]), "{path}");
        for authorization in wrong_keys {
            // The buyer is signed in to the order, and sends the anti-forgery token of the session.
            let buyer = ada.at_other_address();
            let headers = [("authorization", authorization), ("idempotency-key", "a-key-of-eve")];
            let body = Some(everything.clone()).filter(|_| *method == Method::POST);
            let answer = buyer.call(method.clone(), path, body, &headers).await;
            answer.expect_status(401);
            assert_eq!((answer.json(), answer.cookies()), (refused.clone(), Vec::new()), "{path}");
        }
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 0);

    let sessions = shop.count("SELECT COUNT(*) FROM session").await;
    let desk = Desk::of(&shop);
    let seen = desk.get(&format!("order/{}", number(&order))).await;
    seen.expect_status(200);
    assert_eq!(seen.headers["cache-control"], "no-store");
    assert_eq!(seen.cookies(), Vec::<String>::new());
    desk.refund(&order, "first-refund", json!({ "everything": true })).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM session").await, sessions);

    shop.restart_with(&[WORKER_OFF]).await;
    let closed = Desk::of(&shop).get(&format!("order/{}", number(&order))).await;
    assert_eq!(closed.expect_status(401).json(), refused, "a shop without a key has no desk");
    let empty = Desk::with(shop.shopper(), "").get(&format!("order/{}", number(&order))).await;
    empty.expect_status(401);
    shop.stop().await;
}

#[tokio::test]
async fn wrong_keys_are_limited_per_network_address() {
    let shop = open_shop().await;
    let eve = Desk::with(shop.shopper(), "wrong");
    for _ in 0..10 {
        eve.get("order/NOBODY22").await.expect_status(401);
    }
    let waits = eve.get("order/NOBODY22").await;
    waits.expect_status(429);
    assert_eq!(waits.headers["retry-after"], "30");
    Desk::with(eve.caller.other_browser_at_same_address(), KEY).get("order/NOBODY22").await.expect_status(404);
    Desk::of(&shop).get("order/NOBODY22").await.expect_status(404);
    shop.advance(1);
    Desk::with(eve.caller.clone(), KEY).get("order/NOBODY22").await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn desk_sees_an_order_and_refunds_units_tickets_and_amounts() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 3, card::GOOD).await;
    let desk = Desk::of(&shop);
    let seen = desk.get(&format!("order/{}", number(&order).to_lowercase())).await.json();
    assert_eq!(cents(&seen["orderTotal"]), 3 * 22_85);
    let line = &seen["lines"][0];
    assert_eq!((&line["line"], &line["displayName"]), (&json!(1), &json!("Tour, Adult")));
    assert_eq!((&line["quantity"], &line["unitsLeft"]), (&json!(3), &json!(3)));
    let code = line["tickets"][2]["code"].as_str().unwrap();

    let one = json!({ "lines": [{ "line": 1, "quantity": 1 }], "dryRun": true });
    let planned = desk.refund(&order, "only-planned", one).await.expect_success();
    assert_eq!((&planned["value"]["isMade"], cents(&planned["value"]["amount"])), (&json!(false), 22_85));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 0);

    let made = desk.refund(&order, "one-ticket", json!({ "tickets": [code.to_lowercase()] })).await.expect_success();
    let made = &made["value"];
    assert_eq!((&made["isMade"], cents(&made["amount"])), (&json!(true), 22_85));
    assert_eq!((cents(&made["price"]), cents(&made["fees"]), cents(&made["tax"])), (20_00, 1_25, 1_60));
    assert_eq!(made["items"], json!([{ "displayName": "Tour, Adult", "quantity": 1 }]));
    assert_eq!((&made["tickets"], &made["notPaidBack"]), (&json!([code]), &json!([])));
    assert_eq!(count_paid_back(&shop).await, 22_85, "the processor was asked at once");
    shop.advance(1);
    let other = json!({ "lines": [{ "line": 1, "quantity": 1 }], "keepPlaces": true });
    desk.refund(&order, "other-line", other).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE places_kept").await, 1);
    shop.advance(1);
    desk.refund(&order, "goodwill", json!({ "amount": 5.0 })).await.expect_success();
    let seen = desk.get(&format!("order/{}", number(&order))).await.json();
    assert_eq!(seen["lines"][0]["unitsLeft"], json!(1));
    let valid = seen["lines"][0]["tickets"].as_array().unwrap().iter().filter(|it| it["isValid"] == json!(true));
    assert_eq!(valid.count(), 1);
    assert_eq!((seen["refunds"].as_array().unwrap().len(), cents(&seen["refundedTotal"])), (3, 2 * 22_85 + 5_00));
    assert_eq!(seen["refunds"][0]["standing"], json!("PaidBack"));

    let audit = desk.audit(&order).await;
    assert_eq!(audit.len(), 3);
    assert_eq!((&audit[0]["actor"], &audit[0]["action"]), (&json!("Mara"), &json!("refund")));
    assert_eq!((&audit[0]["reason"], cents(&audit[2]["amount"])), (&json!("storm"), 5_00));
    let item = json!([{ "line": 1, "displayName": "Tour, Adult", "quantity": 1 }]);
    assert_eq!((&audit[0]["items"], &audit[2]["items"]), (&item, &json!([])));
    let names = audit.iter().flat_map(|entry| entry.as_object().unwrap().keys());
    let known = ["madeAt", "actor", "action", "reason", "amount", "items", "tickets"];
    assert!(names.clone().all(|name| known.contains(&name.as_str())), "{:?}", names.collect::<Vec<_>>());
    shop.stop().await;
}

#[tokio::test]
async fn what_buyers_do_with_tickets_is_listed_with_the_codes_of_the_tickets() {
    let shop = open_shop().await;
    let (ada, order) = buy_tours(&shop, 2, card::GOOD).await;
    let sent = send_first(&ada, &order).await;
    let audit = Desk::of(&shop).audit(&order).await;
    let code = &audit[0]["tickets"][0];
    assert_eq!((audit.len(), &audit[0]["actor"]), (1, &json!("shopper")));
    let seen = Desk::of(&shop).get(&format!("order/{}", number(&order))).await.json();
    let codes = seen["lines"][0]["tickets"].as_array().unwrap();
    assert!(codes.iter().any(|ticket| ticket["code"] == *code), "{audit:?}");
    assert!(!audit[0].to_string().contains(sent["id"].as_str().unwrap()), "{audit:?}");
    shop.stop().await;
}

#[tokio::test]
async fn refunds_and_moves_are_listed_with_their_lines_and_dates() {
    const SUNDAY_NOON: &str = "tours.20261122.1200";
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let lines = [line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "adult", 1, Some(SUNDAY_NOON))];
    ada.try_add(json!(lines)).await.expect_success();
    let order = buy(&ada, card::GOOD).await;
    let desk = Desk::of(&shop);
    let of = |line: &Value| line["tickets"].as_array().unwrap().len();
    let seen = desk.get(&format!("order/{}", number(&order))).await.json();
    let saturday = if of(&seen["lines"][0]) == 2 { 1 } else { 2 };
    let one = json!({ "lines": [{ "line": saturday, "quantity": 1 }] });
    desk.refund(&order, "one-ticket", one).await.expect_success();
    shop.advance(1);
    shop.import_withdrawing(&Catalogue::park().no_tours_on(["2026-11-21"])).await;
    let (from, to) = (SATURDAY_NOON.to_owned(), "tours.20261122.1400".to_owned());
    let by = midway::shop::refund::By { actor: "Mara", reason: None };
    let ways = (&PerformanceId(from.clone()), &PerformanceId(to.clone()));
    midway::ops::move_performance::move_to(&shop.app, ways, None, by).await.unwrap();
    let audit = desk.audit(&order).await;
    let item = json!([{ "line": saturday, "displayName": "Tour, Adult", "quantity": 1 }]);
    let actions: Vec<&Value> = audit.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["refund", "move"]);
    assert_eq!((&audit[0]["items"], &audit[1]["items"]), (&item, &item));
    assert_eq!((&audit[1]["movedFrom"], &audit[1]["movedTo"]), (&json!(from), &json!(to)));
    shop.stop().await;
}

#[tokio::test]
async fn audit_names_the_amount_of_each_refund_while_others_are_made() {
    const REFUNDS: usize = 12;
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 1, card::GOOD).await;
    let (one, other) = (Desk::of(&shop), Desk::of(&shop));
    let refunds = async {
        for nth in 0..REFUNDS {
            one.refund(&order, &format!("goodwill-{nth}"), json!({ "amount": 0.5 })).await.expect_success();
        }
    };
    let reads = async {
        loop {
            let audit = other.audit(&order).await;
            assert!(audit.iter().all(|entry| cents(&entry["amount"]) == 50), "{audit:?}");
            if audit.len() == REFUNDS {
                break;
            }
        }
    };
    tokio::join!(refunds, reads);
    shop.stop().await;
}

#[tokio::test]
async fn repeated_refund_names_only_the_tickets_that_it_has_revoked() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let desk = Desk::of(&shop);
    let seen = desk.get(&format!("order/{}", number(&order))).await.json();
    let code = |nth: usize| seen["lines"][0]["tickets"][nth]["code"].as_str().unwrap();
    midway::ops::void::void(&shop.app, code(0)).await.unwrap();
    shop.advance(1);
    let everything = json!({ "everything": true });
    let made = desk.refund(&order, "everything", everything.clone()).await.expect_success();
    assert_eq!(made["value"]["tickets"], json!([code(1)]), "the other one was void");
    shop.advance(1);
    assert_eq!(desk.refund(&order, "everything", everything).await.expect_success(), made);
    shop.stop().await;
}

#[tokio::test]
async fn key_of_a_refund_is_refused_for_a_void_and_the_other_way_round() {
    const USED: &str = "This idempotency key was already used for a different request on this order.";
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let desk = Desk::of(&shop);
    let void = format!("order/{}/void", number(&order));
    let one = json!({ "lines": [{ "line": 1, "quantity": 1 }] });
    desk.refund(&order, "of-refund", one.clone()).await.expect_success();
    assert_eq!(desk.post(&void, "of-refund", json!({})).await.expect_refusal(), USED);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 1);
    desk.post(&void, "of-the-void", json!({})).await.expect_success();
    assert_eq!(desk.refund(&order, "of-the-void", one.clone()).await.expect_refusal(), USED);
    assert_eq!(desk.refund(&order, "of-the-void", json!({ "amount": 5.0 })).await.expect_refusal(), USED);
    assert_eq!(count_paid_back(&shop).await, 22_85);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn equal_calls_at_the_same_time_end_an_order_once() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let (one, other) = (Desk::of(&shop), Desk::of(&shop));
    let path = format!("order/{}/void", number(&order));
    let (first, second) =
        tokio::join!(one.post(&path, "the-same", json!({})), other.post(&path, "the-same", json!({})));
    let made = first.expect_success();
    assert_eq!(made, second.expect_success());
    assert_eq!(made["value"]["tickets"].as_array().unwrap().len(), 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 1);
    assert_eq!(one.audit(&order).await.len(), 1);
    // With other keys, one of them finds nothing left.
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let path = format!("order/{}/void", number(&order));
    let answers = tokio::join!(one.post(&path, "one-of-two", json!({})), other.post(&path, "two-of-two", json!({})));
    let made = [&answers.0, &answers.1].map(|answer| answer.json()["success"] == json!(true));
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn repeated_refund_is_made_once() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let desk = Desk::of(&shop);
    let amount = json!({ "amount": 5.0 });
    let (one, other) =
        tokio::join!(desk.refund(&order, "the-same", amount.clone()), desk.refund(&order, "the-same", amount.clone()));
    let later = desk.refund(&order, "the-same", amount.clone()).await;
    for answer in [&one, &other, &later] {
        assert_eq!(cents(&answer.expect_success()["value"]["amount"]), 5_00);
    }
    assert_eq!(count_paid_back(&shop).await, 5_00);
    assert_eq!(later.json()["value"]["notPaidBack"], json!([]));
    let more = desk.refund(&order, "the-same", json!({ "amount": 6.0 })).await.expect_refusal();
    assert_eq!(more, "This idempotency key was already used for a different request on this order.");
    desk.refund(&order, "another-one", amount).await.expect_success();
    assert_eq!(count_paid_back(&shop).await, 10_00);

    let line = json!({ "lines": [{ "line": 1, "quantity": 1 }] });
    let made = desk.refund(&order, "one-line", line.clone()).await.expect_success();
    assert_eq!(desk.refund(&order, "one-line", line).await.expect_success(), made);
    assert_eq!(count_paid_back(&shop).await, 10_00 + 22_85);

    let (_, another_order) = buy_tours(&shop, 1, card::GOOD).await;
    desk.refund(&another_order, "one-line", json!({ "everything": true })).await.expect_success();
    assert_eq!(count_paid_back(&shop).await, 10_00 + 2 * 22_85, "a key belongs to its order");
    assert_eq!(desk.audit(&order).await.len(), 3);
    shop.stop().await;
}

#[tokio::test]
async fn failed_refund_is_asked_for_again_and_noted_as_paid_elsewhere() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 1, REFUNDS_FAIL).await;
    let desk = Desk::of(&shop);
    let path = |name: &str| format!("order/{}/{name}", number(&order));
    let none = desk.post(&path("refund-again"), "", json!({})).await.expect_refusal();
    assert_eq!(none, "This order has no failed refunds.");
    let made = desk.refund(&order, "will-fail", json!({ "everything": true })).await.expect_success();
    let failed = made["value"]["notPaidBack"][0].as_str().unwrap().to_owned();
    assert!(failed.contains("has failed"), "{failed}");
    shop.advance(1);
    let again = desk.post(&path("refund-again"), "", json!({})).await.expect_success();
    assert_eq!(again["value"]["notPaidBack"], json!([failed]));
    shop.advance(1);
    let other = desk.post(&path("paid-elsewhere"), "", json!({ "amount": 10.0 })).await.expect_refusal();
    assert_eq!(other, "The failed refunds for this order total $22.85, which isn't the amount you entered.");
    let noted = desk.post(&path("paid-elsewhere"), "", json!({ "amount": 22.85 })).await.expect_success();
    assert_eq!(cents(&noted["value"]["amount"]), 22_85);
    let none = desk.post(&path("paid-elsewhere"), "", json!({ "amount": 22.85 })).await.expect_refusal();
    assert_eq!(none, "This order has no failed refunds.");
    let audit = desk.audit(&order).await;
    let actions: Vec<&Value> = audit.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["refund", "refund-again", "refund-elsewhere"]);
    assert!(audit.iter().all(|entry| cents(&entry["amount"]) == 22_85), "{audit:?}");
    shop.stop().await;
}

#[tokio::test]
async fn voided_order_keeps_its_money_and_is_voided_once() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 2, card::GOOD).await;
    let desk = Desk::of(&shop);
    let path = format!("order/{}/void", number(&order));
    let planned = desk.post(&path, "void-planned", json!({ "dryRun": true })).await.expect_success();
    assert_eq!(planned["value"]["tickets"].as_array().unwrap().len(), 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 2);
    let made = desk.post(&path, "void-once", json!({})).await.expect_success();
    assert_eq!(desk.post(&path, "void-once", json!({})).await.expect_success(), made);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 0);
    let more = desk.post(&path, "void-more", json!({})).await.expect_refusal();
    assert_eq!(more, "There's nothing left to refund in this order.");
    assert_eq!(count_paid_back(&shop).await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn wrong_input_is_refused_and_changes_nothing() {
    let shop = open_shop().await;
    let (_, order) = buy_tours(&shop, 1, card::GOOD).await;
    let desk = Desk::of(&shop);
    let all = json!({ "everything": true });
    let with = |name: &str, value: Value| {
        let mut body = all.clone();
        body[name] = value;
        body
    };
    for (body, message) in [
        (with("actor", json!("  ")), "Enter the name of the person making this change (1 to 100 characters)."),
        (
            with("actor", json!("a".repeat(101))),
            "Enter the name of the person making this change (1 to 100 characters).",
        ),
        (with("reason", json!("")), "Enter a reason (1 to 500 characters)."),
        (with("amount", json!(5)), "Choose exactly one: everything, lines and tickets, or an amount."),
        (json!({}), "Choose exactly one: everything, lines and tickets, or an amount."),
        (json!({ "amount": -5 }), "The amount must be more than zero."),
        (json!({ "lines": [{ "line": 2 }] }), "This order has no line 2."),
        (json!({ "tickets": ["NOBODY"] }), "This order has no ticket NOBODY."),
    ] {
        assert_eq!(desk.refund(&order, "wrong-input", body).await.expect_refusal(), message);
    }
    let empty = desk.refund(&order, "wrong-input", with("actor", json!(""))).await.json();
    assert_eq!(empty["errors"][0]["field"], json!("actor"));
    let long = "k".repeat(101);
    for (key, body) in [
        ("short", all.clone()),
        ("", all.clone()),
        (long.as_str(), all.clone()),
        ("wrong-input", with("actor", Value::Null)),
        ("wrong-input", with("reason", json!("a".repeat(501)))),
        ("wrong-input", json!({ "lines": [{ "line": 0 }] })),
        ("wrong-input", json!({ "lines": [{ "line": 1, "quantity": 0 }] })),
        ("wrong-input", json!({ "amount": 0.001 })),
    ] {
        let answer = desk.refund(&order, key, body).await;
        answer.expect_status(400);
        assert_eq!(answer.json()["success"], json!(false));
    }
    let far = json!({ "chooseUntil": "9999-12-31" });
    desk.post("performance/tours.20261121.1200/cancel", "", far).await.expect_status(400);
    for path in ["order/NOBODY22/refund", "order/NOBODY22/void", "order/NOBODY22/refund-again"] {
        desk.post(path, "wrong-input", all.clone()).await.expect_status(404);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entry").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn performance_is_canceled_and_a_worker_refunds_its_orders() {
    let shop = open_shop().await;
    let (ada, order) = buy_tours(&shop, 1, card::GOOD).await;
    let desk = Desk::of(&shop);
    let path = format!("performance/{SATURDAY_NOON}/cancel");
    let on_sale = desk.post(&path, "", json!({})).await.expect_refusal();
    assert!(on_sale.contains("from the catalogue and import it"), "{on_sale}");
    let without = Catalogue::park().edit_schedule("tours", |tours| tours.closed(["2026-11-21"]));
    shop.import_withdrawing(&without).await;
    let planned = desk.post(&path, "", json!({ "dryRun": true })).await.expect_success();
    assert_eq!(planned["value"], json!({ "isMade": false, "orders": 1 }));
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation").await, 0);
    let over = desk.post(&path, "", json!({ "chooseUntil": "2026-11-18" })).await;
    assert_eq!(over.json()["success"], json!(false));
    let made = desk.post(&path, "", json!({})).await.expect_success();
    assert_eq!(made["value"], json!({ "isMade": true, "orders": 1 }));
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    midway::shop::refund::settle(&shop.app).await.unwrap();
    let refunds = ada.get(&format!("/api/order/refunds/{}", order["id"].as_str().unwrap())).await.json();
    assert_eq!(cents(&refunds["refundedTotal"]), cents(&order["orderTotal"]));
    let audit = desk.audit(&order).await;
    assert_eq!((&audit[0]["actor"], &audit[0]["reason"]), (&json!("Mara"), &json!("storm")));
    shop.stop().await;
}

#[tokio::test]
async fn buyers_choose_when_the_desk_lets_them() {
    let shop = open_shop().await;
    buy_tours(&shop, 1, card::GOOD).await;
    let without = Catalogue::park().edit_schedule("tours", |tours| tours.closed(["2026-11-21"]));
    shop.import_withdrawing(&without).await;
    let path = format!("performance/{SATURDAY_NOON}/cancel");
    let made = Desk::of(&shop).post(&path, "", json!({ "chooseUntil": "2026-11-20" })).await.expect_success();
    assert_eq!(made["value"]["choiceUntil"], json!("2026-11-21T00:00:00-05:00"));
    go_on(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn of_two_days_that_are_told_at_once_one_is_refused() {
    let shop = open_shop().await;
    shop.import_withdrawing(&Catalogue::park().no_tours_on(["2026-11-21", "2026-11-22"])).await;
    let (one, other) = (Desk::of(&shop), Desk::of(&shop));
    let performances = ["20261121.1200", "20261121.1400", "20261122.1200", "20261122.1400"];
    for performance in performances {
        let path = format!("performance/tours.{performance}/cancel");
        let answers = tokio::join!(
            one.post(&path, "", json!({ "chooseUntil": "2026-11-20" })),
            other.post(&path, "", json!({ "chooseUntil": "2026-11-21" }))
        );
        let answers = [answers.0.json(), answers.1.json()];
        let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["success"] == json!(true));
        assert_eq!((made.len(), refused.len()), (1, 1), "{answers:?}");
        let told = "Buyers have already been told their deadline, so it can't be changed.";
        assert_eq!(refused[0]["message"], json!(told));
    }
    let deeds = shop.count("SELECT COUNT(*) FROM audit_entry WHERE action = 'cancel-performance'").await;
    assert_eq!(deeds, 4, "a refused call leaves nothing");
    shop.stop().await;
}

#[tokio::test]
async fn planned_cancellation_is_refused_as_the_real_one() {
    let shop = open_shop().await;
    buy_tours(&shop, 1, card::GOOD).await;
    shop.import_withdrawing(&Catalogue::park().no_tours_on(["2026-11-21"])).await;
    let desk = Desk::of(&shop);
    let path = format!("performance/{SATURDAY_NOON}/cancel");
    let until = |day: &str, dry_run: bool| json!({ "chooseUntil": day, "dryRun": dry_run });
    let listed = async |day: &str| {
        let id = PerformanceId(SATURDAY_NOON.to_owned());
        midway::ops::cancel_performance::listed(&shop.app, &id, Some(day.parse().unwrap())).await
    };
    for dry_run in [true, false] {
        let over = desk.post(&path, "", until("2026-11-18", dry_run)).await.expect_refusal();
        assert_eq!(over, "The deadline for buyers to choose has already passed.");
    }
    listed("2026-11-18").await.unwrap_err();
    let planned = desk.post(&path, "", until("2026-11-20", true)).await.expect_success();
    let ends = json!("2026-11-21T00:00:00-05:00");
    assert_eq!(planned["value"], json!({ "isMade": false, "orders": 1, "choiceUntil": ends }));
    let said = listed("2026-11-20").await.unwrap();
    assert!(said.ends_with("1 buyer would choose until November 20, 2026; nothing was changed"), "{said}");
    desk.post(&path, "", until("2026-11-20", false)).await.expect_success();
    for dry_run in [true, false] {
        let told = desk.post(&path, "", until("2026-11-21", dry_run)).await.expect_refusal();
        assert_eq!(told, "Buyers have already been told their deadline, so it can't be changed.");
        desk.post(&path, "", until("2026-11-20", dry_run)).await.expect_success();
    }
    listed("2026-11-21").await.unwrap_err();
    shop.stop().await;
}

#[tokio::test]
async fn pass_on_a_plan_is_refunded_with_what_is_no_longer_due() {
    let catalogue = Catalogue::park().with(passes_with_plans());
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF, ("DESK_KEY", KEY)]).await;
    let (_, _, order) = buy_two_passes_on_a_plan(&shop).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let made = Desk::of(&shop).refund(&order, "both-passes", json!({ "everything": true })).await.expect_success();
    let made = &made["value"];
    assert!(cents(&made["noLongerDue"]) > 0);
    let parts = ["price", "fees", "tax", "delivery"].map(|part| cents(&made[part])).iter().sum::<i64>();
    assert_eq!(parts, cents(&made["amount"]) + cents(&made["noLongerDue"]));
    let payments = made["payments"].as_array().unwrap().iter().map(|payment| cents(&payment["amount"]));
    assert_eq!(payments.sum::<i64>(), cents(&made["amount"]));
    shop.stop().await;
}

#[tokio::test]
async fn repeated_call_pays_back_what_a_killed_process_has_decided() {
    for (fault, paid_before) in [("before_refund", 0), ("after_refund", 22_85)] {
        let mut shop = ProcessShop::selling(&Catalogue::park(), "info").await;
        let mut variables = shop.variables();
        variables.push(("DESK_KEY", KEY.to_owned()));
        // A worker would go on as well.
        variables.push((WORKER_OFF.0, WORKER_OFF.1.to_owned()));
        let stops_there = variables.iter().cloned().chain([("MIDWAY_FAULT", fault.to_owned())]).collect::<Vec<_>>();
        shop.start_with(&stops_there, &[]).await;
        let ada = shop.shopper(shop.address().await);
        ada.buy_tours("adult", 1).await;
        let order = ada.get_order().await.json();
        let everything = json!({ "everything": true });
        let desk = Desk::with(shop.shopper(shop.address().await), KEY);
        let (of_call, body) = (order.clone(), everything.clone());
        // The caller panics when the connection ends without an answer.
        let call = tokio::spawn(async move { desk.refund(&of_call, "only-once", body).await.expect_success() });
        shop.wait_for_crash().await;
        assert!(call.await.is_err(), "the process answered");
        let paid_back = async || {
            let payments = crate::support::shop::ledger(shop.folder.path()).await;
            payments.into_iter().flat_map(|it| it.refunds).map(|it| it.amount_cents).sum::<i64>()
        };
        assert_eq!(paid_back().await, paid_before);

        shop.start_with(&variables, &[]).await;
        let desk = Desk::with(shop.shopper(shop.address().await), KEY);
        let made = desk.refund(&order, "only-once", everything.clone()).await.expect_success();
        assert_eq!((cents(&made["value"]["amount"]), &made["value"]["notPaidBack"]), (22_85, &json!([])));
        assert_eq!(desk.refund(&order, "only-once", everything).await.expect_success(), made);
        let payments = crate::support::shop::ledger(shop.folder.path()).await;
        let refunds: Vec<i64> = payments.into_iter().flat_map(|it| it.refunds).map(|it| it.amount_cents).collect();
        assert_eq!(refunds, [22_85], "{fault}");
        assert_eq!(desk.audit(&order).await.len(), 1);
        shop.stop().await;
    }
}

#[tokio::test]
async fn key_of_the_desk_is_in_no_log() {
    let mut shop = ProcessShop::selling(&Catalogue::park(), "trace").await;
    let mut variables = shop.variables();
    variables.push(("DESK_KEY", KEY.to_owned()));
    shop.start_with(&variables, &[]).await;
    let address = shop.address().await;
    Desk::with(shop.shopper(address), KEY).get("order/NOBODY22").await.expect_status(404);
    let wrong = format!("{KEY}x");
    Desk::with(shop.shopper(address), &wrong).get("order/NOBODY22").await.expect_status(401);
    shop.end().await;
    let logs = shop.logs();
    assert!(logs.contains("/api/desk/order/NOBODY22"), "the calls are in the log");
    assert!(!logs.contains(KEY));
    shop.stop().await;
}
