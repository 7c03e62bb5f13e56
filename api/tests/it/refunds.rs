//! Refunds: what is paid back, what is no longer valid, and that each cent is paid back once. Each test ends with the
//! doctor, which compares the shop's refunds with the processor's.

use std::collections::BTreeMap;

use chrono::Duration;
use midway::error::Error;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::refund::{self, Asked, By, Chosen, Plan, What};
use midway_kernel::money::Money;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::installment_plans::{add_pass, choose_plan, with_terms};
use crate::lender_plans;
use crate::passes::{ada_as_passholder, list_cart_passes, list_linked_passes, pass_id, pay, set_passholder};
use crate::pdf_tickets::pdf_path;
use crate::support::catalogue::table::{fee, offer, together};
use crate::support::catalogue::{better_passes, donations_and_order_fee, passes_with_plans, promotions, season_passes};
use crate::support::process::run_to_end;
use crate::support::random::Random;
use crate::support::shop::{WORKER_OFF, variables};
use crate::support::shopper::{Shopper, cents, http, line};
use crate::support::{Catalogue, Shop, card};

pub const REFUNDS_FAIL: &str = "4000000000005126";
pub const REFUNDS_STAY_PENDING: &str = "4000000000007726";

const NOON: &str = "performance:tours.20261121.1200";

/// A shop with offers, codes, a package, donations and a fee per order. Its worker does not run.
pub async fn open_shop() -> Shop {
    let catalogue = Catalogue::park().with(promotions()).with(donations_and_order_fee());
    Shop::selling_with(&catalogue, &[WORKER_OFF]).await
}

/// Buys the contents of the cart and returns the order.
pub async fn buy(shopper: &Shopper, number: &str) -> Value {
    buy_with(shopper, number, "digital").await
}

pub async fn buy_with(shopper: &Shopper, number: &str, delivery: &str) -> Value {
    shopper.post("/api/cart/settings", crate::support::shopper::settings(delivery)).await.expect_success();
    let (payment, authorised) = shopper.pay_with(number).await;
    authorised.expect_success();
    shopper.submit(&payment).await.expect_success();
    shopper.get_order().await.json()
}

pub fn asked(order: &Value, what: What) -> Asked {
    Asked {
        order_id: order["id"].as_str().unwrap().to_owned(),
        what,
        keep_places: false,
        canceled_performance: None,
        actor: "test".to_owned(),
        reason: Some("rain".to_owned()),
    }
}

pub fn units(position: usize, quantity: u32) -> What {
    What::Units(Chosen::Some { lines: vec![(position, Some(quantity))], tickets: Vec::new() })
}

pub const BY: By<'static> = By { actor: "test", reason: None };

pub const ALL: What = What::Units(Chosen::All { with_donations: false });

pub async fn make(shop: &Shop, order: &Value, what: What) -> Plan {
    let asked = asked(order, what);
    let expected = refund::plan(&shop.app, &asked).await.unwrap();
    let plan = refund::make(&shop.app, &asked).await.unwrap();
    assert_eq!((plan.amount, plan.amounts), (expected.amount, expected.amounts), "the plan says what is done");
    plan
}

/// The message of a refusal.
async fn refusal(shop: &Shop, order: &Value, what: What) -> String {
    match refund::make(&shop.app, &asked(order, what)).await {
        Err(Error::Refused(refused)) => ops::refund::in_words(&shop.app, &refused),
        other => panic!("{other:?}"),
    }
}

/// What the processor has paid back of all payments, in cents.
async fn count_paid_back(shop: &Shop) -> i64 {
    let refunds = shop.ledger().await.into_iter().flat_map(|payment| payment.refunds);
    refunds.filter(|refund| refund.message.is_none()).map(|refund| refund.amount_cents).sum()
}

async fn count_sold(shop: &Shop, key: &str) -> i64 {
    shop.count(&format!("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = '{key}'")).await
}

async fn count_valid_tickets(shop: &Shop) -> i64 {
    shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await
}

#[tokio::test]
async fn tickets_of_a_group_offer_are_refunded_by_what_the_others_cost_alone() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("child", 1).await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    // Two adults at 20.00 with fees of 1.25 and a tax of 1.60, a free child, and a fee of 2.00 per order.
    assert_eq!(cents(&order["orderTotal"]), 2 * 22_85 + 2_00);
    assert_eq!(count_sold(&shop, NOON).await, 3);

    // Without the second adult the child costs 12.50, 1.25 and 1.00. Both tickets stay valid, so 8.10 is paid back.
    let adults = if order["items"][0]["productVariantId"] == json!("adult") { 1 } else { 2 };
    let plan = make(&shop, &order, units(adults, 1)).await;
    assert_eq!(plan.amount, Money(22_85 - 14_75));
    assert_eq!((count_sold(&shop, NOON).await, count_valid_tickets(&shop).await), (2, 2));
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(count_paid_back(&shop).await, 8_10);

    // The last two are the whole rest: with them goes the fee per order.
    let plan = make(&shop, &order, ALL).await;
    assert_eq!(plan.amount, Money(22_85 + 14_75 + 2_00));
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(count_paid_back(&shop).await, cents(&order["orderTotal"]));
    assert_eq!((count_sold(&shop, NOON).await, count_valid_tickets(&shop).await), (0, 0));
    assert_eq!(refusal(&shop, &order, ALL).await, "There's nothing left to refund in this order.");

    let id = order["id"].as_str().unwrap();
    let shown = ada.get(&format!("/api/order/refunds/{id}")).await.json();
    assert_eq!(cents(&shown["refundedTotal"]), cents(&order["orderTotal"]));
    assert_eq!(shown["refunds"][0]["standing"], json!("PaidBack"));
    assert_eq!(shown["refunds"][0]["items"][0]["quantity"], json!(1));
    assert_eq!(shown["refunds"][1]["items"].as_array().unwrap().len(), 2);
    let stranger = shop.new_guest().await;
    stranger.get(&format!("/api/order/refunds/{id}")).await.expect_status(404);

    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let told = |amount: &str| mails.iter().filter(|mail| mail.subject.contains(&format!("refund of {amount}"))).count();
    assert_eq!((told("$8.10"), told("$39.60")), (1, 1), "{:?}", mails.iter().map(|it| &it.subject).collect::<Vec<_>>());
    shop.stop().await;
}

#[tokio::test]
async fn nothing_is_paid_back_while_the_remaining_tickets_would_have_cost_more() {
    let half_off = together(4, ["adult"]).percent_off(50);
    let catalogue = Catalogue::park().with([offer("four", "Four for half").with(half_off)]);
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 4).await;
    let order = buy(&ada, card::GOOD).await;
    let (half, whole) = (10_00 + 1_25 + 80, 20_00 + 1_25 + 1_60);
    assert_eq!(cents(&order["orderTotal"]), 4 * half);
    // Three cost more than four did.
    assert_eq!(make(&shop, &order, units(1, 1)).await.amount, Money::ZERO);
    assert_eq!(count_valid_tickets(&shop).await, 3);
    assert_eq!(make(&shop, &order, units(1, 1)).await.amount, Money(4 * half - 2 * whole));
    assert_eq!(make(&shop, &order, units(1, 1)).await.amount, Money(whole));
    assert_eq!(make(&shop, &order, units(1, 1)).await.amount, Money(whole));
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(count_paid_back(&shop).await, 4 * half);
    shop.stop().await;
}

/// Adds random tickets, goods, a package and a donation to the cart.
pub async fn add_at_random(shopper: &Shopper, chance: &mut Random) {
    shopper.try_add(json!(items_at_random(chance))).await.expect_success();
    if chance.once_in(3) {
        donate(shopper).await;
    }
}

/// Tours at noon, and perhaps a book, a day or a package.
pub fn items_at_random(chance: &mut Random) -> Vec<Value> {
    let day = json!([{ "selectionIndex": 1, "performanceId": "days.20261121.0900" }]);
    let pair = json!([{ "selectionIndex": 1, "performanceId": "tours.20261121.1400" },
                      { "selectionIndex": 2, "performanceId": "days.20261121.0900" }]);
    let mut items = vec![line("tour", "adult", chance.between(1, 5), Some("tours.20261121.1200"))];
    if chance.once_in(2) {
        items.push(line("tour", "child", chance.between(1, 4), Some("tours.20261121.1200")));
    }
    if chance.once_in(3) {
        items.push(line("book", "guide-book", chance.between(1, 3), None));
    }
    if chance.once_in(3) {
        items.push(json!({ "productId": "day-ticket", "productVariantId": "day-adult",
                           "quantity": chance.between(1, 3), "performances": day }));
    }
    if chance.once_in(3) {
        items.push(json!({ "productId": "garden-day", "productVariantId": "garden-day-pair",
                           "quantity": chance.between(1, 2), "performances": pair }));
    }
    items
}

pub async fn donate(shopper: &Shopper) {
    let items = json!([{ "productVariantId": "gift", "amount": 5.0 }]);
    shopper.post("/api/cart/add-donation", json!({ "items": items })).await.expect_success();
}

#[tokio::test]
async fn order_that_is_returned_in_random_parts_is_paid_back_to_the_cent() {
    let shop = open_shop().await;
    let mut chance = Random::seeded(20_261_129);
    for round in 0..12 {
        let ada = shop.new_guest().await;
        add_at_random(&ada, &mut chance).await;
        let has_goods = ada
            .get_lines()
            .await
            .iter()
            .any(|item| ["guide-book", "garden-day-pair"].map(Value::from).contains(&item["productVariantId"]));
        let order = buy_with(&ada, card::GOOD, if has_goods { "post" } else { "digital" }).await;
        let total = cents(&order["orderTotal"]);
        let mut left: BTreeMap<usize, u32> = (1..)
            .zip(order["items"].as_array().unwrap())
            .map(|(position, item)| (position, u32::try_from(item["quantity"].as_u64().unwrap()).unwrap()))
            .collect();
        let before = count_paid_back(&shop).await;
        let mut paid_back = 0;
        while !left.is_empty() {
            let positions: Vec<usize> = left.keys().copied().collect();
            let position = chance.one_of(&positions);
            let quantity = chance.between(1, left[&position]);
            let plan = make(&shop, &order, units(position, quantity)).await;
            assert!(plan.amount >= Money::ZERO);
            paid_back += plan.amount.0;
            assert!(paid_back <= total, "round {round}: {paid_back} of {total}");
            match left[&position] - quantity {
                0 => drop(left.remove(&position)),
                rest => drop(left.insert(position, rest)),
            }
            refund::settle(&shop.app).await.unwrap();
        }
        assert_eq!(paid_back, total, "round {round}: everything is paid back in the end");
        assert_eq!(count_paid_back(&shop).await - before, total);
        assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
    }
    assert_eq!(
        shop.count("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock").await,
        0,
        "everything is for sale again"
    );
    shop.stop().await;
}

#[tokio::test]
async fn what_goes_back_with_the_whole_order_follows_the_settings() {
    let catalogue = |refunds: &str| {
        Catalogue::park().with(donations_and_order_fee()).setting("refunds", refunds.parse::<toml::Table>().unwrap())
    };
    let shop = Shop::selling_with(&catalogue("order_fees = false\ndelivery = false"), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    donate(&ada).await;
    let order = buy_with(&ada, card::GOOD, "post").await;
    // The book costs 18.00, the fee per order 2.00, the donation 5.00, the delivery 4.50 with a tax of 0.36.
    assert_eq!(cents(&order["orderTotal"]), 18_00 + 2_00 + 5_00 + 4_86);
    assert_eq!(refund::plan(&shop.app, &asked(&order, ALL)).await.unwrap().amount, Money(18_00));
    for (refunds, amount) in [
        ("order_fees = true\ndelivery = false", 20_00),
        ("order_fees = false\ndelivery = true", 22_86),
        ("", 24_86),
        ("donations = true", 29_86),
    ] {
        shop.import(&catalogue(refunds)).await;
        let plan = refund::plan(&shop.app, &asked(&order, ALL)).await.unwrap();
        assert_eq!(plan.amount, Money(amount), "{refunds}");
    }
    let with_donations = What::Units(Chosen::All { with_donations: true });
    assert_eq!(make(&shop, &order, with_donations).await.amount, Money(29_86));
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn goodwill_takes_nothing_back_and_comes_off_the_last_refund() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    let total = cents(&order["orderTotal"]);
    assert_eq!(refusal(&shop, &order, What::Goodwill(Money(0))).await, "The amount must be more than zero.");
    let too_much = What::Goodwill(Money(total + 1));
    assert_eq!(refusal(&shop, &order, too_much).await, "Only $47.70 of this order can still be refunded.");
    make(&shop, &order, What::Goodwill(Money(5_00))).await;
    assert_eq!(count_valid_tickets(&shop).await, 2);
    assert_eq!(make(&shop, &order, units(1, 1)).await.amount, Money(22_85));
    assert_eq!(make(&shop, &order, ALL).await.amount, Money(total - 22_85 - 5_00));
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(count_paid_back(&shop).await, total);
    let one_cent = What::Goodwill(Money(1));
    assert_eq!(refusal(&shop, &order, one_cent).await, "Only $0.00 of this order can still be refunded.");
    shop.stop().await;
}

#[tokio::test]
async fn wrong_choices_are_refused_and_change_nothing() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    let other = shop.new_guest().await;
    other.add_tours("adult", 1).await;
    let others = buy(&other, card::GOOD).await;
    let of_ticket = |code: &str| What::Units(Chosen::Some { lines: Vec::new(), tickets: vec![code.to_owned()] });
    let foreign = others["ticketingReservationCode"].as_str().unwrap();
    assert_eq!(refusal(&shop, &order, units(1, 3)).await, "Only 2 × Tour, Adult can still be refunded.");
    assert_eq!(refusal(&shop, &order, units(2, 1)).await, "This order has no line 2.");
    assert_eq!(refusal(&shop, &order, units(0, 1)).await, "This order has no line 0.");
    let message = refusal(&shop, &order, of_ticket(foreign)).await;
    assert_eq!(message, format!("This order has no ticket {foreign}."));
    let own = order["ticketingReservationCode"].as_str().unwrap();
    assert_eq!(make(&shop, &order, of_ticket(own)).await.tickets, [own]);
    assert_eq!(refusal(&shop, &order, of_ticket(own)).await, format!("Ticket {own} has already been refunded."));
    let missing = Asked { order_id: "nobody".to_owned(), ..asked(&order, ALL) };
    assert!(matches!(refund::make(&shop.app, &missing).await, Err(Error::NotFound)));
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 1);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn of_two_refunds_of_the_same_tickets_at_once_one_is_refused() {
    let shop = open_shop().await;
    for _ in 0..4 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        let order = buy(&ada, card::GOOD).await;
        let before = count_paid_back(&shop).await;
        let asked = asked(&order, ALL);
        let (one, other) = tokio::join!(refund::make(&shop.app, &asked), refund::make(&shop.app, &asked));
        assert_eq!(u8::from(one.is_ok()) + u8::from(other.is_ok()), 1);
        let (one, other) = tokio::join!(refund::settle(&shop.app), refund::settle(&shop.app));
        one.unwrap();
        other.unwrap();
        assert_eq!(count_paid_back(&shop).await - before, cents(&order["orderTotal"]));
    }
    shop.stop().await;
}

#[tokio::test]
async fn email_of_a_refund_opens_the_order_whose_tickets_are_printed_no_more() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    ada.get(&pdf_path(&order["id"])).await.expect_status(200);
    make(&shop, &order, ALL).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Your refund of ")).unwrap();
    let (id, token) = mail.order_link();
    let reader = shop.new_guest().await;
    let open = async |token: &str, phone: &str| {
        let request = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": phone });
        reader.post("/api/order/details/external", request).await
    };
    open(&token, "5185550124").await.expect_status(404);
    open(&token[1..], "5185550123").await.expect_status(404);
    let opened = open(&token, "5185550123").await.expect_success();
    assert_eq!(opened["value"]["invoiceNumber"], order["invoiceNumber"]);
    assert_eq!((&opened["value"]["hasTickets"], &opened["value"]["hasValidTickets"]), (&json!(true), &json!(false)));
    let refused = reader.get(&pdf_path(&order["id"])).await.expect_refusal();
    assert_eq!(refused, "The tickets in this order are no longer valid.");
    shop.stop().await;
}

#[tokio::test]
async fn refund_whose_answer_is_lost_is_paid_back_once() {
    let mut shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    make(&shop, &order, units(1, 1)).await;
    shop.stop_processor().await;
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'unknown'").await, 1);
    shop.start_processor().await;
    assert_eq!(refund::settle(&shop.app).await.unwrap(), 0, "it waits a minute before it asks again");
    shop.advance_by(Duration::seconds(61));
    assert_eq!(refund::settle(&shop.app).await.unwrap(), 1);
    assert_eq!(count_paid_back(&shop).await, 22_85);
    shop.stop().await;
}

#[tokio::test]
async fn refund_of_killed_workers_is_paid_back_once() {
    let shop = open_shop().await;
    let mut chance = Random::seeded(20_261_130);
    let mut expected = 0;
    for _ in 0..10 {
        let ada = shop.new_guest().await;
        ada.add_tours("adult", 1).await;
        let order = buy(&ada, card::GOOD).await;
        expected += cents(&order["orderTotal"]);
        make(&shop, &order, ALL).await;
        let app = shop.app.clone();
        let work = tokio::spawn(async move { refund::settle(&app).await });
        for _ in 0..chance.below(80) {
            tokio::task::yield_now().await;
        }
        work.abort();
        drop(work.await);
        // A call that an abort has cut off may answer once more that its result is unknown.
        for _ in 0..2 {
            shop.advance_by(Duration::seconds(61));
            let (one, other) = tokio::join!(refund::settle(&shop.app), refund::settle(&shop.app));
            one.unwrap();
            other.unwrap();
        }
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'succeeded'").await, 10);
    assert_eq!(count_paid_back(&shop).await, expected);
    shop.stop().await;
}

#[tokio::test]
async fn failed_refund_is_reported_until_it_is_asked_for_again() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada, REFUNDS_FAIL).await;
    let id = order["id"].as_str().unwrap();
    let message = match refund::again(&shop.app, id, BY).await {
        Err(Error::Refused(refused)) => ops::refund::in_words(&shop.app, &refused),
        other => panic!("{other:?}"),
    };
    assert_eq!(message, "This order has no failed refunds.");
    make(&shop, &order, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.len() == 1 && findings[0].contains("account is closed"), "{findings:#?}");
    let shown = ada.get(&format!("/api/order/refunds/{id}")).await.json();
    assert_eq!((&shown["refunds"][0]["standing"], cents(&shown["refundedTotal"])), (&json!("NotPaidBack"), 0));
    assert_eq!(count_valid_tickets(&shop).await, 0, "the ticket stays revoked");
    refund::again(&shop.app, id, BY).await.unwrap();
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'replaced'").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'failed'").await, 1);
    let elsewhere = refund::paid_elsewhere(&shop.app, id, None, BY).await.unwrap();
    assert_eq!(elsewhere.0, cents(&order["orderTotal"]));
    let shown = ada.get(&format!("/api/order/refunds/{id}")).await.json();
    assert_eq!(shown["refunds"][0]["standing"], json!("PaidBack"));
    assert_eq!(
        refusal(&shop, &order, What::Goodwill(Money(1))).await,
        "Only $0.00 of this order can still be refunded."
    );
    shop.stop().await;
}

#[tokio::test]
async fn refund_that_the_processor_decides_later_is_looked_up_until_it_has_ended() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada, REFUNDS_STAY_PENDING).await;
    let id = order["id"].as_str().unwrap();
    make(&shop, &order, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    let standing =
        || async { ada.get(&format!("/api/order/refunds/{id}")).await.json()["refunds"][0]["standing"].clone() };
    assert_eq!(standing().await, json!("OnItsWay"));
    let payment = shop.ledger().await.into_iter().find(|payment| payment.refunds.len() == 1).unwrap();
    let url = format!("{}/v1/payments/{}/settle-refund", shop.processor(), payment.payment_key);
    let settled = json!({ "reference": payment.refunds[0].reference, "state": "succeeded" });
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    assert!(http().post(url).bearer_auth(key).json(&settled).send().await.unwrap().status().is_success());
    shop.advance_by(Duration::minutes(61));
    refund::settle(&shop.app).await.unwrap();
    ada.open_shop().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'succeeded'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn refunds_and_disputes_at_the_processor_are_written_down_once() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    let id = order["id"].as_str().unwrap();
    let (processor, payment) = refund::payments_of_order(&shop.app, id).await.unwrap().pop().unwrap();
    let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
    let dispute = |state: &str| {
        let url = format!("{}/v1/payments/{payment}/dispute", shop.processor());
        http().post(url).bearer_auth(&key).json(&json!({ "state": state })).send()
    };
    assert!(dispute("open").await.unwrap().status().is_success());
    for _ in 0..2 {
        assert!(refund::look_at_payment(&shop.app, &processor, &payment).await.unwrap());
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE kind = 'dispute'").await, 1);
    let disputed = "A payment for this order is disputed and can't be refunded until the bank decides.";
    assert_eq!(refusal(&shop, &order, What::Goodwill(Money(1))).await, disputed);
    assert_eq!(refusal(&shop, &order, ALL).await, disputed);
    let shown = ada.get(&format!("/api/order/refunds/{id}")).await.json();
    assert_eq!((&shown["refunds"], cents(&shown["refundedTotal"])), (&json!([]), 0), "nothing is decided");
    assert!(dispute("won").await.unwrap().status().is_success());
    refund::look_at_payment(&shop.app, &processor, &payment).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund_payment WHERE state = 'failed'").await, 1);

    make(&shop, &order, units(1, 1)).await;
    refund::settle(&shop.app).await.unwrap();
    shop.refund_at_processor(&payment).await;
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.len() == 1 && findings[0].contains("--look"), "{findings:#?}");
    for _ in 0..2 {
        assert_eq!(ops::refund::look(&shop.app, id).await.unwrap(), 1);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund WHERE kind = 'at-processor'").await, 1);
    assert_eq!(count_valid_tickets(&shop).await, 1, "the shop cannot know what the operator means");
    let void = make(&shop, &order, What::Void).await;
    assert_eq!((void.amount, count_valid_tickets(&shop).await), (Money::ZERO, 0));
    assert!(!refund::look_at_payment(&shop.app, &processor, "nobody").await.unwrap());
    shop.stop().await;
}

/// Buys two gold passes on a plan. Each costs 120.05: 20.00 and a fee of 10.00 today, and ten later payments.
pub async fn buy_two_passes_on_a_plan(shop: &Shop) -> (Shopper, String, Value) {
    let (buyer, email) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    buyer.submit(&payment).await.expect_success();
    let order = buyer.get_order().await.json();
    (buyer, email, order)
}

#[tokio::test]
async fn pass_on_a_plan_is_refunded_by_what_was_paid_and_the_rest_is_no_longer_charged() {
    let shop = Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await;
    let (_, _, order) = buy_two_passes_on_a_plan(&shop).await;
    let total = cents(&order["orderTotal"]);
    assert_eq!(
        refusal(&shop, &order, units(1, 1)).await,
        "The payment plan is being set up. Please try again in a minute."
    );
    run_due_jobs(&shop.app, || false).await.unwrap();
    // The first of ten payments is charged: of each pass a tenth of 100.05.
    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    let unpaid =
        || shop.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM billing_payment WHERE state = 'due'");
    let before = unpaid().await;
    let paid = total - before;

    let plan = make(&shop, &order, units(1, 1)).await;
    assert_eq!(plan.no_longer_due, Money(before - before / 2), "half of what is still to be paid");
    // The price of one pass goes back as far as it is paid. The fees of the plan stay until the last pass goes.
    assert_eq!(plan.amount, Money(12_005) - plan.no_longer_due);
    assert_eq!(unpaid().await, before - plan.no_longer_due.0);
    refund::settle(&shop.app).await.unwrap();
    let taken: i64 = shop.ledger().await.iter().map(|it| it.captured_cents).sum();
    assert_eq!(taken, paid);
    assert_eq!(count_paid_back(&shop).await, plan.amount.0);

    shop.clock.advance(Duration::days(31));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    let rest = make(&shop, &order, ALL).await;
    assert_eq!(unpaid().await, 0);
    refund::settle(&shop.app).await.unwrap();
    let taken: i64 = shop.ledger().await.iter().map(|it| it.captured_cents).sum();
    assert_eq!(count_paid_back(&shop).await, taken, "everything that was taken is paid back");
    assert_eq!(plan.amount + plan.no_longer_due + rest.amount + rest.no_longer_due, Money(total));
    shop.clock.advance(Duration::days(365));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0, "nothing is charged any more");
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_agreement WHERE card_token IS NOT NULL").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn lender_is_told_of_a_refund() {
    let shop = Shop::selling_with(&lender_plans::park(), &[WORKER_OFF]).await;
    let buyer = lender_plans::prepare_buyer(&shop).await;
    let (offer, answer) = lender_plans::pay_by_plan(&buyer, "approved").await;
    answer.expect_success();
    lender_plans::submit_order(&buyer, &offer).await.expect_success();
    let order = buyer.get_order().await.json();
    assert_eq!(make(&shop, &order, ALL).await.amount.0, cents(&order["orderTotal"]));
    refund::settle(&shop.app).await.unwrap();
    let lent = shop.ledger().await.into_iter().find(|it| it.payment_key == offer.key).unwrap();
    assert_eq!(lent.kept_cents(), 0);
    shop.stop().await;
}

#[tokio::test]
async fn refund_of_an_upgrade_makes_the_upgraded_ticket_valid_again() {
    let catalogue = Catalogue::park().with(season_passes()).with(better_passes());
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    crate::passes::buy_pass(&ada).await;
    let first = ada.get_order().await.json();
    let number = list_linked_passes(&ada).await.remove(0)["platformAccountId"].clone();
    ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": [number] })).await.expect_success();
    let waiting = ada.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let selections = json!({ "selections": [{ "id": waiting[0]["id"] }] });
    ada.post("/api/upgrade/select", selections).await.expect_success();
    let pass = list_cart_passes(&ada).await.remove(0);
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "platinum" }] });
    ada.post("/api/cart/pass-product", chosen).await.expect_success();
    set_passholder(&ada, &pass, ada_as_passholder()).await.expect_success();
    pay(&ada).await;
    let upgraded = ada.get_order().await.json();
    assert_eq!(count_valid_tickets(&shop).await, 1);
    let message = refusal(&shop, &first, ALL).await;
    assert!(message.ends_with("was upgraded. The upgrade order must be refunded first."), "{message}");
    make(&shop, &upgraded, ALL).await;
    assert_eq!(count_valid_tickets(&shop).await, 1, "the old pass is valid again");
    make(&shop, &first, ALL).await;
    refund::settle(&shop.app).await.unwrap();
    assert_eq!(count_valid_tickets(&shop).await, 0);
    assert_eq!(count_paid_back(&shop).await, cents(&first["orderTotal"]) + cents(&upgraded["orderTotal"]));
    shop.stop().await;
}

#[tokio::test]
async fn places_that_are_kept_are_not_sold_again_but_codes_can_be_used_again() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    let tours = json!([line("tour", "adult", 2, Some("tours.20261121.1200"))]);
    let with_code = json!({ "items": tours, "saleFlowId": 5, "promotionCode": "TEN" });
    ada.post("/api/cart/add", with_code).await.expect_success();
    let order = buy(&ada, card::GOOD).await;
    assert_eq!(count_sold(&shop, "promotion:first-ten").await, 2);
    let kept = Asked { keep_places: true, ..asked(&order, units(1, 1)) };
    refund::make(&shop.app, &kept).await.unwrap();
    assert_eq!((count_sold(&shop, NOON).await, count_sold(&shop, "promotion:first-ten").await), (2, 1));
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn places_that_were_kept_stay_taken_when_more_is_refunded() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 4).await;
    let order = buy(&ada, card::GOOD).await;
    let kept = Asked { keep_places: true, ..asked(&order, units(1, 2)) };
    refund::make(&shop.app, &kept).await.unwrap();
    assert_eq!(count_sold(&shop, NOON).await, 4);
    make(&shop, &order, units(1, 1)).await;
    assert_eq!(count_sold(&shop, NOON).await, 3);
    make(&shop, &order, ALL).await;
    assert_eq!(count_sold(&shop, NOON).await, 2);
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn refund_that_has_failed_is_still_owed_when_more_is_refunded() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, REFUNDS_FAIL).await;
    make(&shop, &order, units(1, 1)).await;
    refund::settle(&shop.app).await.unwrap();
    let total = Money(cents(&order["orderTotal"]));
    let too_much = What::Goodwill(total - Money(22_85) + Money(1));
    assert_eq!(refusal(&shop, &order, too_much).await, "Only $24.85 of this order can still be refunded.");
    assert_eq!(make(&shop, &order, ALL).await.amount, total - Money(22_85));
    refund::settle(&shop.app).await.unwrap();
    let id = order["id"].as_str().unwrap();
    assert_eq!(refund::paid_elsewhere(&shop.app, id, None, BY).await.unwrap(), total);
    shop.stop().await;
}

#[tokio::test]
async fn payment_of_a_plan_that_begins_to_be_charged_is_not_reduced() {
    let shop = Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await;
    let (_, _, order) = buy_two_passes_on_a_plan(&shop).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let write = shop.app.db.write();
    let one = "UPDATE billing_payment SET state = 'charging' WHERE number = 1";
    write.execute_unprepared(one).await.unwrap();
    let message = refusal(&shop, &order, units(1, 1)).await;
    assert_eq!(message, "A payment for this plan is being processed. Please try again in a few minutes.");
    assert_eq!(count_valid_tickets(&shop).await, 2);
    write.execute_unprepared("UPDATE billing_payment SET state = 'due' WHERE number = 1").await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn audit_table_says_who_refunded_and_cannot_be_changed() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada, card::GOOD).await;
    make(&shop, &order, ALL).await;
    let found = "SELECT COUNT(*) FROM audit_entry WHERE actor = 'test' AND action = 'refund' AND reason = 'rain'";
    assert_eq!(shop.count(found).await, 1);
    for change in ["UPDATE audit_entry SET actor = 'nobody'", "DELETE FROM audit_entry"] {
        let refused = shop.app.db.write().execute_unprepared(change).await.unwrap_err().to_string();
        assert!(refused.contains("an audit entry cannot be"), "{refused}");
    }
    refund::settle(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn operator_refunds_an_order_with_commands() {
    let catalogue = Catalogue::park().with([fee("processing", "Processing fee", "order", 2_00)]);
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada, card::GOOD).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    let variables = variables(shop.data(), shop.database_url());
    let run = async |arguments: &[&str]| run_to_end(&variables, arguments).await;
    let listed = run(&["refund", number]).await;
    assert!(listed.code == 0 && listed.out.contains("line 1: 2 × Tour, Adult"), "{listed:?}");
    let planned = run(&["refund", number, "--line", "1:1", "--dry-run"]).await;
    assert!(planned.out.contains("paid back: 22.85 (price 20.00, fees 1.25, tax 1.60)"), "{planned:?}");
    assert!(planned.out.contains("nothing was changed"), "{planned:?}");
    let wrong = run(&["refund", number, "--line", "one"]).await;
    assert!(wrong.err.contains("`one` is not a line"), "{wrong:?}");
    let both = run(&["refund", number, "--line", "1", "--all"]).await;
    assert!(both.err.contains("choose either"), "{both:?}");
    let refunded =
        run(&["refund", &number.to_lowercase(), "--line", "1:1", "--actor", "Mara", "--reason", "ill"]).await;
    assert!(refunded.code == 0, "{refunded:?}");
    assert_eq!(count_paid_back(&shop).await, 22_85);
    let all = run(&["refund", number, "--all"]).await;
    assert!(all.code == 0 && all.out.contains("paid back: 24.85"), "{all:?}");
    let again = run(&["refund", number, "--all"]).await;
    assert!(again.code == 1 && again.err.contains("There's nothing left to refund in this order."), "{again:?}");
    let missing = run(&["void", "NOBODY22"]).await;
    assert!(missing.code == 1 && missing.err.contains("no order has the number NOBODY22"), "{missing:?}");
    shop.stop().await;
}
