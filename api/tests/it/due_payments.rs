//! Due payments of installment plans: each is charged once, even if workers are killed or the processor fails.

use chrono::Duration;
use midway::ops;
use midway::ops::installments::{Which, installments};
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::installment_plans::{add_pass, choose_plan, with_terms};
use crate::support::catalogue::passes_with_plans;
use crate::support::catalogue::table::{Table, account_entitlement, ticket_entitlement};
use crate::support::random::Random;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, Payment, Shopper, cents, line};
use crate::support::{Catalogue, Shop, card};

async fn open_shop_with_plans() -> Shop {
    Shop::selling_with(&Catalogue::park().with(passes_with_plans()), &[WORKER_OFF]).await
}

/// Buys a pass for 120.05 with a down payment and ten later payments, the first of them due on December 20.
async fn buy_in_installments(shop: &Shop, number: &str) -> (Shopper, String, Value) {
    let (buyer, email) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(number).await;
    answer.expect_success();
    buyer.submit(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    let order = buyer.get("/api/order/details").await.json();
    (buyer, email, order)
}

/// Signs in again, because the session has expired after days without a call.
async fn sign_in_again(buyer: &Shopper, email: &str) {
    buyer.open_shop().await;
    buyer.sign_in(email).await;
}

/// The total amount that the processor has charged, in cents.
async fn count_taken_cents(shop: &Shop) -> i64 {
    shop.ledger().await.iter().map(|it| it.amount_cents * i64::from(it.charges)).sum()
}

async fn assert_doctor_finds_nothing(shop: &Shop) {
    assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
}

/// Runs a worker and stops it at a random moment.
async fn run_killed_worker(shop: &Shop, chance: &mut Random) {
    let app = shop.app.clone();
    let work = tokio::spawn(async move { charge_due(&app).await });
    for _ in 0..chance.below(60) {
        tokio::task::yield_now().await;
    }
    work.abort();
    drop(work.await);
}

#[tokio::test]
async fn each_payment_of_a_year_is_charged_once_on_its_day_despite_concurrent_and_killed_workers() {
    let shop = open_shop_with_plans().await;
    let replica = shop.replica().await;
    let (_, _, order) = buy_in_installments(&shop, card::GOOD).await;
    let total = cents(&order["orderTotal"]);
    let mut chance = Random::seeded(20_261_120);
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_payment").await, 10);
    for _ in 0..365 {
        shop.clock.advance(Duration::days(1) - Duration::seconds(2 * 61));
        if chance.once_in(2) {
            run_killed_worker(&shop, &mut chance).await;
        }
        // Workers run every few seconds; a later worker continues an interrupted charge.
        for _ in 0..2 {
            let (one, two, three) =
                tokio::join!(charge_due(&shop.app), charge_due(&replica.app), charge_due(&shop.app));
            one.unwrap();
            two.unwrap();
            three.unwrap();
            shop.clock.advance(Duration::seconds(61));
        }
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_payment WHERE state = 'paid' AND tries = 1").await, 10);
    assert_eq!(count_taken_cents(&shop).await, total, "to the cent");
    assert!(shop.ledger().await.iter().all(|payment| payment.charges == 1));
    // The clock of this test starts at ten in the morning and moves by whole days, so a payment that is due at nine is
    // charged on its day.
    let late = "SELECT COUNT(*) FROM billing_payment WHERE CAST(paid_at AS TEXT) NOT LIKE CAST(due_on AS TEXT) || '%'";
    assert_eq!(shop.count(late).await, 0);
    let known = "SELECT (SELECT COUNT(*) FROM billing_agreement WHERE card_token IS NOT NULL)
                 + (SELECT COUNT(*) FROM payment_attempt WHERE card_token IS NOT NULL)";
    assert_eq!(shop.count(known).await, 0, "the card is deleted");
    assert_doctor_finds_nothing(&shop).await;
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn due_payment_is_charged_from_nine_in_the_morning_of_its_day_and_not_earlier() {
    let shop = open_shop_with_plans().await;
    let (_, _, order) = buy_in_installments(&shop, card::GOOD).await;
    let today = cents(&order["payments"][0]["amount"]);
    // It is half an hour before nine in the morning of December 20.
    shop.clock.advance(Duration::days(30) - Duration::minutes(90));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    assert_eq!(count_taken_cents(&shop).await, today);
    shop.clock.advance(Duration::minutes(31));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_eq!(count_taken_cents(&shop).await, today + 1_000);
    assert_eq!(installments(&shop.app, Which::Overdue).await.unwrap(), Vec::<String>::new());
    let due = installments(&shop.app, Which::Due).await.unwrap();
    assert!(due.is_empty(), "the next is in a month and a day: {due:?}");
    shop.stop().await;
}

#[tokio::test]
async fn due_payment_is_announced_three_days_before_and_acknowledged_after_it_is_charged() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::GOOD).await;
    let of = |word: &str| -> Vec<_> { shop.emails().into_iter().filter(|it| it.subject.contains(word)).collect() };
    // It is a minute before nine in the morning of December 17.
    shop.clock.advance(Duration::days(27) - Duration::minutes(61));
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert!(of("next payment").is_empty());
    shop.clock.advance(Duration::minutes(1));
    run_due_jobs(&shop.app, || false).await.unwrap();
    let [announced] = &of("next payment")[..] else { panic!("one e-mail") };
    assert!(announced.subject.ends_with("is on Sunday, December 20, 2026"), "{}", announced.subject);
    for line in ["Payment: 2 of 11", "Amount: $10.00", "Card: Visa •••• 4242"] {
        assert!(announced.text.lines().any(|it| it == line), "{line}: {}", announced.text);
    }

    shop.clock.advance(Duration::days(3));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let [charged] = &of("We received a payment")[..] else { panic!("one e-mail") };
    assert!(charged.text.contains("Next payment: $10.00, Wednesday, January 20, 2027"), "{}", charged.text);

    // A payment that the shopper makes early is acknowledged too, but not announced.
    sign_in_again(&buyer, &email).await;
    pay_until(&buyer, &list_plans(&buyer).await[0], 2).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    let charged = of("We received a payment");
    assert_eq!(charged.len(), 2);
    let early = charged.iter().find(|it| it.text.contains("Payment: 3 of 11")).unwrap();
    for line in ["Amount: $10.00", "Card: Visa •••• 4242", "Next payment: $10.00, Saturday, February 20, 2027"]
    {
        assert!(early.text.lines().any(|it| it == line), "{line}: {}", early.text);
    }
    shop.clock.advance(Duration::days(31));
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!((of("next payment").len(), of("We received a payment").len()), (1, 2));
    shop.stop().await;
}

#[tokio::test]
async fn declined_due_payment_is_retried_three_times_with_an_email_after_each_attempt() {
    let shop = open_shop_with_plans().await;
    let (_, _, order) = buy_in_installments(&shop, card::DECLINED_LATER).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    shop.clock.advance(Duration::days(30));
    for (tries, pause, again) in [
        (1, 3, "We'll try again on Wednesday, December 23, 2026."),
        (2, 5, "We'll try again on Monday, December 28, 2026."),
        (3, 7, "We'll try again on Monday, January 4, 2027."),
        (4, 14, "We won't try again automatically."),
    ] {
        assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
        assert_eq!(charge_due(&shop.app).await.unwrap(), 0, "not before its day");
        run_due_jobs(&shop.app, || false).await.unwrap();
        run_due_jobs(&shop.app, || false).await.unwrap();
        let mails = shop.emails();
        let declined: Vec<_> = mails.iter().filter(|it| it.subject.contains("was declined")).collect();
        assert_eq!(declined.len(), tries, "one e-mail for each attempt");
        let latest =
            declined.iter().find(|it| it.text.contains(again)).unwrap_or_else(|| panic!("no e-mail says {again}"));
        assert!(latest.subject.contains(number));
        assert!(latest.text.contains("payment 2 of 11") && latest.text.contains("$10.00"), "{}", latest.text);
        assert!(latest.text.contains("Visa •••• 9987"), "{}", latest.text);
        let sale_context = "In your account, you can make this payment now, pay the full balance, or change your card.";
        assert!(latest.text.contains(sale_context) && latest.text.contains("/profile#plans"), "{}", latest.text);
        shop.clock.advance(Duration::days(pause));
    }
    assert_eq!(shop.count("SELECT tries FROM billing_payment WHERE number = 1").await, 4);
    let overdue = installments(&shop.app, Which::Overdue).await.unwrap();
    assert_eq!(overdue.len(), 1, "{overdue:?}");
    for said in ["2026-12-20", number, "payment 2", "10.00", "tried 4 times", "Your card was declined."] {
        assert!(overdue[0].contains(said), "{said} is missing in {}", overdue[0]);
    }
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn charge_with_unknown_result_is_looked_up_when_the_processor_is_available_again() {
    let mut shop = open_shop_with_plans().await;
    buy_in_installments(&shop, card::GOOD).await;
    shop.clock.advance(Duration::days(30));
    shop.stop_processor().await;
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_payment WHERE state = 'charging'").await, 1);
    shop.start_processor().await;
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0, "it is looked up after a while");
    shop.clock.advance(Duration::seconds(61));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.count("SELECT tries FROM billing_payment WHERE number = 1").await, 1, "under the same key");
    assert_eq!(shop.count_charges().await, 2);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn order_paid_in_full_has_no_stored_card_and_no_due_payments() {
    let shop = open_shop_with_plans().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    buyer.post("/api/cart/settings", with_terms(false)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    buyer.submit(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_agreement").await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt WHERE card_token IS NOT NULL").await, 0);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

async fn list_plans(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/account/installment-billing").await.json().as_array().unwrap().clone()
}

async fn pay_until(shopper: &Shopper, plan: &Value, number: i32) -> Answer {
    let path = format!("/api/account/installment-billing/{}/pay", plan["id"].as_str().unwrap());
    shopper.post(&path, json!({ "throughPaymentNumber": number })).await
}

async fn open_card_form(shopper: &Shopper, plan: &Value) -> Payment {
    let path = format!("/api/account/installment-billing/{}/card-form", plan["id"].as_str().unwrap());
    let form = shopper.post(&path, json!({})).await.expect_success()["value"].clone();
    Payment::of(&json!({
        "paymentKey": "", "sessionKey": form["sessionKey"], "iFrame": form["iFrame"], "amount": 0,
    }))
}

async fn change_card(shopper: &Shopper, plan: &Value, session: &str) -> Answer {
    let path = format!("/api/account/installment-billing/{}/card", plan["id"].as_str().unwrap());
    shopper.post(&path, json!({ "sessionKey": session })).await
}

/// The states of a plan's payments in order, such as `Paid Paid Due`.
fn payment_states(plan: &Value) -> String {
    let each = plan["payments"].as_array().unwrap().iter().map(|payment| payment["standing"].as_str().unwrap());
    each.collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn after_forty_attempts_to_pay_a_plan_further_payments_and_card_changes_are_refused_for_an_hour() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::GOOD).await;
    let plan = list_plans(&buyer).await.remove(0);
    for _ in 0..40 {
        pay_until(&buyer, &plan, 99).await.expect_status(404);
    }
    pay_until(&buyer, &plan, 1).await.expect_status(429);
    change_card(&buyer, &plan, "nothing").await.expect_status(429);
    shop.clock.advance(Duration::hours(1));
    sign_in_again(&buyer, &email).await;
    open_card_form(&buyer, &plan).await;
    shop.stop().await;
}

#[tokio::test]
async fn due_payment_that_the_bank_wants_confirmed_is_not_charged_and_is_paid_with_a_different_card() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::CONFIRMED_EACH_TIME).await;
    shop.clock.advance(Duration::days(30));
    charge_due(&shop.app).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.count_charges().await, 1, "only today's payment was charged, in the form");
    sign_in_again(&buyer, &email).await;
    let plan = list_plans(&buyer).await.remove(0);
    let asked = "Your bank has asked you to confirm this payment. We've emailed you a link.";
    let payment = &plan["payments"][0];
    assert_eq!((&payment["standing"], &payment["message"]), (&json!("Declined"), &json!(asked)));
    assert_eq!(pay_until(&buyer, &plan, 1).await.expect_refusal(), format!("The payment was declined. {asked}"));
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::GOOD).await.expect_status(200);
    change_card(&buyer, &plan, &form.session).await.expect_success();
    pay_until(&buyer, &plan, 1).await.expect_success();
    assert_eq!(shop.count_charges().await, 2);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn declined_payment_can_be_paid_with_a_different_card() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, order) = buy_in_installments(&shop, card::DECLINED_LATER).await;
    shop.clock.advance(Duration::days(30));
    charge_due(&shop.app).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    sign_in_again(&buyer, &email).await;
    let plan = list_plans(&buyer).await.remove(0);
    assert_eq!((&plan["invoiceNumber"], &plan["maskedCardNumber"]), (&order["invoiceNumber"], &json!("•••• 9987")));
    let declined = &plan["payments"][0];
    assert_eq!(
        (&declined["standing"], &declined["triedAgainDate"], &declined["message"]),
        (
            &json!("Declined"),
            &json!("2026-12-23"),
            &json!("Your card was declined. Use another card, or ask your bank why.")
        )
    );
    let refused = pay_until(&buyer, &plan, 1).await.expect_refusal();
    assert_eq!(refused, "The payment was declined. Your card was declined. Use another card, or ask your bank why.");
    // An attempt by the shopper is not counted as a scheduled attempt and sends no e-mail.
    let again = list_plans(&buyer).await.remove(0);
    assert_eq!(again["payments"][0]["triedAgainDate"], json!("2026-12-23"));
    run_due_jobs(&shop.app, || false).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.emails().iter().filter(|it| it.subject.contains("was declined")).count(), 1);

    let form = open_card_form(&buyer, &plan).await;
    let hasty = change_card(&buyer, &plan, &form.session).await.expect_refusal();
    assert_eq!(hasty, "Your card hasn't been accepted yet. Please enter your card details again.");
    buyer.enter_card(&form, card::MASTERCARD).await.expect_status(200);
    change_card(&buyer, &plan, &form.session).await.expect_success();
    change_card(&buyer, &plan, &form.session).await.expect_status(404);
    let plan = list_plans(&buyer).await.remove(0);
    assert_eq!((&plan["cardBrand"], &plan["maskedCardNumber"]), (&json!("Mastercard"), &json!("•••• 4444")));
    let paid = pay_until(&buyer, &plan, 1).await.expect_success()["value"].clone();
    assert!(payment_states(&paid).starts_with("Paid Due Due"), "{paid}");
    assert_eq!(paid["payments"][0]["paidDate"], json!("2026-12-20"));
    assert_eq!(shop.count_charges().await, 2);
    pay_until(&buyer, &plan, 1).await.expect_success();
    assert_eq!(shop.count_charges().await, 2, "submitted twice");
    shop.clock.advance(Duration::days(31));
    charge_due(&shop.app).await.unwrap();
    sign_in_again(&buyer, &email).await;
    assert!(payment_states(&list_plans(&buyer).await[0]).starts_with("Paid Paid Due"));
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn new_card_is_charged_the_next_day_if_the_old_card_was_declined_at_every_scheduled_attempt() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::DECLINED_LATER).await;
    for days in [30, 3, 5, 7] {
        shop.clock.advance(Duration::days(days));
        charge_due(&shop.app).await.unwrap();
    }
    shop.clock.advance(Duration::days(2));
    sign_in_again(&buyer, &email).await;
    let plan = list_plans(&buyer).await.remove(0);
    assert_eq!(plan["payments"][0]["triedAgainDate"], Value::Null);
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::GOOD).await.expect_status(200);
    let changed = change_card(&buyer, &plan, &form.session).await.expect_success()["value"].clone();
    assert_eq!(changed["payments"][0]["triedAgainDate"], json!("2027-01-07"));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    shop.clock.advance(Duration::days(1));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn card_unknown_to_the_processor_is_reported_and_can_be_replaced() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::GOOD).await;
    let gone = "UPDATE billing_agreement SET card_token = 'card_gone'";
    shop.app.db.write().execute_unprepared(gone).await.unwrap();
    shop.clock.advance(Duration::days(30));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    sign_in_again(&buyer, &email).await;
    let plan = list_plans(&buyer).await.remove(0);
    assert!(payment_states(&plan).starts_with("Declined Due"), "{plan}");
    assert_eq!(plan["payments"][0]["message"], json!("This card can no longer be charged. Please use another card."));
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::MASTERCARD).await.expect_status(200);
    change_card(&buyer, &plan, &form.session).await.expect_success();
    pay_until(&buyer, &plan, 1).await.expect_success();
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn email_about_a_declined_payment_names_the_current_card() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, _) = buy_in_installments(&shop, card::GOOD).await;
    let plan = list_plans(&buyer).await.remove(0);
    pay_until(&buyer, &plan, 1).await.expect_success();
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::DECLINED_LATER).await.expect_status(200);
    change_card(&buyer, &plan, &form.session).await.expect_success();
    let refused = pay_until(&buyer, &plan, 3).await.expect_refusal();
    assert!(refused.starts_with("The payment was declined."), "{refused}");
    shop.clock.advance(Duration::days(62));
    charge_due(&shop.app).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let declined = mails.iter().find(|it| it.subject.contains("was declined")).unwrap();
    assert!(declined.text.contains("to your card (Visa •••• 9987)."), "{}", declined.text);
    sign_in_again(&buyer, &email).await;
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn plan_paid_in_full_early_is_not_charged_again() {
    let shop = open_shop_with_plans().await;
    let (buyer, email, order) = buy_in_installments(&shop, card::GOOD).await;
    let plan = list_plans(&buyer).await.remove(0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE owed").await, 1, "it gives no credit for an upgrade yet");
    assert_eq!(cents(&plan["remaining"]), 10_005);
    pay_until(&buyer, &plan, 11).await.expect_status(404);
    let (one, two) = tokio::join!(pay_until(&buyer, &plan, 10), pay_until(&buyer, &plan, 10));
    assert!(one.status == 200 || two.status == 200);
    let paid = pay_until(&buyer, &plan, 10).await.expect_success()["value"].clone();
    assert_eq!((payment_states(&paid), cents(&paid["remaining"])), (["Paid"; 10].join(" "), 0));
    assert_eq!(count_taken_cents(&shop).await, cents(&order["orderTotal"]), "to the cent");
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE owed").await, 0);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let receipts: Vec<_> = shop.emails().into_iter().filter(|it| it.subject.contains("We received")).collect();
    let [receipt] = &receipts[..] else { panic!("one receipt for all payments, not {}", receipts.len()) };
    for part in ["We received 10 payments", "2 of 11: $10.00", "11 of 11: $10.05", "Amount: $100.05", "paid in full"] {
        assert!(receipt.subject.contains(part) || receipt.text.contains(part), "{part}: {}", receipt.text);
    }
    shop.clock.advance(Duration::days(400));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    sign_in_again(&buyer, &email).await;
    let path = format!("/api/account/installment-billing/{}/card-form", plan["id"].as_str().unwrap());
    let refused = buyer.post(&path, json!({})).await.expect_refusal();
    assert_eq!(refused, "This payment plan is paid in full.");
    assert_eq!(shop.count("SELECT COUNT(*) FROM billing_agreement WHERE card_token IS NOT NULL").await, 0);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn payment_with_unknown_result_is_not_charged_twice() {
    let mut shop = open_shop_with_plans().await;
    let (buyer, _, _) = buy_in_installments(&shop, card::GOOD).await;
    let plan = list_plans(&buyer).await.remove(0);
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::MASTERCARD).await.expect_status(200);
    shop.stop_processor().await;
    pay_until(&buyer, &plan, 1).await.expect_status(409);
    shop.start_processor().await;
    assert!(payment_states(&list_plans(&buyer).await[0]).starts_with("Checking Due"));
    let asked = pay_until(&buyer, &plan, 1).await;
    asked.expect_status(409);
    assert_eq!(asked.json()["message"], json!("We're checking your payment. Please don't pay again."));
    // The running charge continues with the card with which it began.
    change_card(&buyer, &plan, &form.session).await.expect_success();
    shop.clock.advance(Duration::seconds(61));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 1);
    assert!(payment_states(&list_plans(&buyer).await[0]).starts_with("Paid Due"));
    let charged = shop.ledger().await.into_iter().find(|it| it.payment_key.ends_with("-1-1")).unwrap();
    assert_eq!(charged.masked_card_number.as_deref(), Some("•••• 4242"));
    pay_until(&buyer, &plan, 2).await.expect_success();
    let charged = shop.ledger().await.into_iter().find(|it| it.payment_key.ends_with("-2-1")).unwrap();
    assert_eq!(charged.masked_card_number.as_deref(), Some("•••• 4444"));
    assert_eq!(shop.count_charges().await, 3);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn another_account_cannot_see_pay_or_change_a_plan() {
    let shop = open_shop_with_plans().await;
    let (buyer, _, _) = buy_in_installments(&shop, card::GOOD).await;
    let (eve, _) = shop.new_account().await;
    let plan = list_plans(&buyer).await.remove(0);
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::MASTERCARD).await.expect_status(200);
    assert!(list_plans(&eve).await.is_empty());
    let unknown = json!({ "id": "0123456789abcdef" });
    for other in [&plan, &unknown] {
        pay_until(&eve, other, 1).await.expect_status(404);
        change_card(&eve, other, &form.session).await.expect_status(404);
        let path = format!("/api/account/installment-billing/{}/card-form", other["id"].as_str().unwrap());
        eve.post(&path, json!({})).await.expect_status(404);
    }
    change_card(&buyer, &plan, "another-session").await.expect_status(404);
    assert_eq!(shop.count_charges().await, 1);
    assert_eq!(list_plans(&buyer).await[0]["maskedCardNumber"], json!("•••• 4242"));
    shop.stop().await;
}

fn entitlements_of_gold() -> Vec<Table> {
    vec![
        ticket_entitlement("guests", "Bring a friend").held(["gold"]).variants(["adult"]).price(0).quantity(3),
        account_entitlement("members", "Members").held(["gold"]).variants(["child"]).price(1_00).quantity(2),
    ]
}

/// The entitlements of passes and of the account: for each, the remaining quantity and the reason why it is withheld.
async fn list_entitlements(shopper: &Shopper) -> Vec<(Value, Value)> {
    let of_passes = shopper.get("/api/product/entitlement").await.json()["value"].as_array().unwrap().clone();
    let of_account = shopper.get("/api/product/account-entitlement").await.json()["value"].clone();
    let of_account = of_account.as_array().unwrap().iter().map(|it| it["variants"][0]["entitlement"].clone());
    let of_passes = of_passes.iter().map(|it| (it["remainingQuantity"].clone(), it["heldBackReason"].clone()));
    of_passes.chain(of_account.map(|it| (it["remainingRedemptions"].clone(), it["heldBackReason"].clone()))).collect()
}

async fn redeem(shopper: &Shopper, flow: u32, variant: &str) -> Answer {
    let call = if flow == 2 { "entitlement" } else { "account-entitlement" };
    let listed = shopper.get(&format!("/api/product/{call}")).await.json()["value"].clone();
    let id = match flow {
        2 => {
            let of_variant = |it: &&Value| it["productVariantId"] == json!(variant);
            listed.as_array().unwrap().iter().find(of_variant).unwrap()["entitlements"][0]["id"].clone()
        }
        _ => listed[0]["variants"][0]["entitlement"]["id"].clone(),
    };
    let mut item = line("tour", variant, 1, Some("tours.20261226.1200"));
    item["entitlementId"] = id;
    shopper.post("/api/cart/add", json!({ "items": [item], "saleFlowId": flow })).await
}

#[tokio::test]
async fn pass_gives_no_entitlements_after_a_due_payment_is_declined_until_nothing_is_overdue() {
    let catalogue = Catalogue::park().with(passes_with_plans()).with(entitlements_of_gold());
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (buyer, email, _) = buy_in_installments(&shop, card::DECLINED_LATER).await;
    assert_eq!(list_entitlements(&buyer).await, [(json!(3), Value::Null), (json!(2), Value::Null)]);
    redeem(&buyer, 2, "adult").await.expect_success();
    buyer.save_settings("digital").await;
    buyer.submit_without_payment().await.expect_success();

    // On the day of the next payment, before it is charged, no payment is overdue.
    shop.clock.advance(Duration::days(30) - Duration::minutes(70));
    sign_in_again(&buyer, &email).await;
    assert_eq!(list_entitlements(&buyer).await, [(json!(2), Value::Null), (json!(2), Value::Null)]);
    redeem(&buyer, 2, "adult").await.expect_success();
    redeem(&buyer, 15, "child").await.expect_success();
    let payment = buyer.authorise_cart().await;
    shop.clock.advance(Duration::minutes(11));
    assert_eq!(charge_due(&shop.app).await.unwrap(), 0);
    const OVERDUE: &str = "A payment for this pass is past due. You can use this benefit again after you make the \
                           payment.";
    assert_eq!(buyer.submit(&payment).await.expect_refusal(), OVERDUE, "a waiting cart cannot be ordered");
    assert_eq!(shop.count_charges().await, 1, "nothing is captured for it");
    assert_eq!(list_entitlements(&buyer).await, [(json!(0), json!(OVERDUE)), (json!(0), json!(OVERDUE))]);
    assert_eq!(redeem(&buyer, 2, "adult").await.expect_refusal(), OVERDUE);
    assert_eq!(redeem(&buyer, 15, "child").await.expect_refusal(), OVERDUE);
    buyer.get("/api/cart?revise=true").await;
    assert!(buyer.get_lines().await.is_empty(), "the line was removed from the cart");

    // After the last scheduled attempt, the pass still gives no entitlements.
    for pause in [3, 5, 7, 30] {
        shop.clock.advance(Duration::days(pause));
        charge_due(&shop.app).await.unwrap();
    }
    sign_in_again(&buyer, &email).await;
    assert_eq!(list_entitlements(&buyer).await[0], (json!(0), json!(OVERDUE)));

    // After the due payments are paid with a different card, the pass gives its remaining entitlements again.
    let plan = list_plans(&buyer).await.remove(0);
    let form = open_card_form(&buyer, &plan).await;
    buyer.enter_card(&form, card::MASTERCARD).await.expect_status(200);
    change_card(&buyer, &plan, &form.session).await.expect_success();
    pay_until(&buyer, &plan, 1).await.expect_success();
    assert_eq!(list_entitlements(&buyer).await[0], (json!(0), json!(OVERDUE)), "the second is overdue too");
    pay_until(&buyer, &plan, 2).await.expect_success();
    assert_eq!(list_entitlements(&buyer).await, [(json!(2), Value::Null), (json!(2), Value::Null)]);
    assert_doctor_finds_nothing(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn pass_gives_no_entitlements_from_the_day_after_an_uncharged_due_payment_until_it_is_charged() {
    let catalogue = Catalogue::park().with(passes_with_plans()).with(entitlements_of_gold());
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (buyer, email, _) = buy_in_installments(&shop, card::GOOD).await;
    shop.clock.advance(Duration::days(31));
    sign_in_again(&buyer, &email).await;
    assert_eq!(list_entitlements(&buyer).await[0].0, json!(0));
    charge_due(&shop.app).await.unwrap();
    assert_eq!(list_entitlements(&buyer).await[0], (json!(3), Value::Null));
    shop.stop().await;
}

#[tokio::test]
async fn entitlement_withheld_until_paid_in_full_is_listed_with_its_reason() {
    let catalogue = Catalogue::park().with(passes_with_plans()).with(entitlements_of_gold());
    let catalogue = catalogue.edit("ticket_entitlement", "guests", |guests| guests.while_owed(false));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (buyer, _, _) = buy_in_installments(&shop, card::GOOD).await;
    const OWED: &str = "Available once the pass is paid in full.";
    assert_eq!(list_entitlements(&buyer).await, [(json!(0), json!(OWED)), (json!(2), Value::Null)]);
    assert_eq!(redeem(&buyer, 2, "adult").await.expect_refusal(), OWED);
    redeem(&buyer, 15, "child").await.expect_success();
    let plan = list_plans(&buyer).await.remove(0);
    pay_until(&buyer, &plan, 10).await.expect_success();
    assert_eq!(list_entitlements(&buyer).await[0], (json!(3), Value::Null));
    redeem(&buyer, 2, "adult").await.expect_success();
    shop.stop().await;
}
