//! Exchanging tickets for another day, time or seat: what the old ones pay of the new ones, what is paid back, and that
//! nobody gets anything twice. Each test ends with the doctor.

use midway::ops::worker::run_due_jobs;
use midway::shop::refund::{self, Asked, Chosen, What};
use midway_kernel::money::Money;
use serde_json::{Value, json};

use crate::purchases::media_codes;
use crate::support::catalogue::halls;
use crate::support::catalogue::table::{fee, offer, price_calendar, price_rule, together};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents, line, settings};
use crate::support::{Catalogue, Shop, card};

/// An adult costs 20.00 on weekdays, 30.00 on Saturdays and 10.00 on Sundays; with a fee of 1.25 and 8 % of tax on the
/// price.
const FRIDAY: &str = "tours.20261127.1200";
const SATURDAY: &str = "tours.20261128.1200";
const SUNDAY: &str = "tours.20261129.1200";
const ON_FRIDAY: i64 = 20_00 + 1_25 + 1_60;
const ON_SATURDAY: i64 = 30_00 + 1_25 + 2_40;
const ON_SUNDAY: i64 = 10_00 + 1_25 + 80;
/// An order costs 2.00 more.
const BOOKING: i64 = 2_00;

/// A park whose tours have these rules. Its worker does not run.
fn park(of_tours: &str) -> Catalogue {
    let rules: toml::Table = of_tours.parse().unwrap();
    let by_day = price_calendar("tour")
        .with(price_rule().weekdays(["sat"]).prices([("adult", 30_00)]))
        .with(price_rule().weekdays(["sun"]).prices([("adult", 10_00)]));
    Catalogue::park()
        .edit_tour(|tour| tour.set("cancellation", rules))
        .with([by_day, fee("booking", "Booking fee", "order", 2_00).products(["tour"])])
}

const FREE: &str = "exchange = { until_before = { hours = 2 } }";

async fn add(shopper: &Shopper, quantity: u32, performance: &str) {
    shopper.try_add(json!([line("tour", "adult", quantity, Some(performance))])).await.expect_success();
}

pub async fn buy(shopper: &Shopper) -> Value {
    shopper.save_settings("digital").await;
    let cart = shopper.get_cart().await;
    match cents(&cart["cartTotal"]) {
        0 => shopper.submit_without_payment().await.expect_success(),
        _ => {
            let (payment, authorised) = shopper.pay_with(card::GOOD).await;
            authorised.expect_success();
            assert_eq!(payment.amount, cart["cartTotal"]);
            shopper.submit(&payment).await.expect_success()
        }
    };
    shopper.get_order().await.json()
}

pub fn id(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

/// Units of the first line.
pub fn units(order: &Value, numbers: &[u32]) -> Value {
    numbers.iter().map(|unit| json!({ "orderItemId": order["items"][0]["id"], "unit": unit })).collect()
}

pub async fn begin(shopper: &Shopper, order: &Value, units: Value) {
    let path = format!("/api/order/exchange/{}", id(order));
    shopper.post(&path, json!({ "units": units })).await.expect_success();
}

pub async fn refusal(shopper: &Shopper, order: &Value, units: Value) -> String {
    let path = format!("/api/order/exchange/{}", id(order));
    shopper.post(&path, json!({ "units": units })).await.expect_refusal()
}

/// A guest who opens an order by the link of its e-mail, and the order as this guest sees it.
pub async fn reader(shop: &Shop, order: &Value) -> (Shopper, Value) {
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    // The e-mail of the new order names the old one as well.
    let number = order["invoiceNumber"].as_str().unwrap();
    let is_its =
        |text: &str| text.contains(number) && !text.contains(&format!("Exchanged tickets from order {number}"));
    let mail = mails.iter().find(|mail| is_its(&mail.text)).unwrap();
    let (id, token) = mail.order_link();
    let guest = shop.new_guest().await;
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": "5185550123" });
    guest.post("/api/order/details/external", asked).await.expect_success();
    let order = guest.get(&format!("/api/order/details/external?extOrderTokenId={id}")).await.json();
    (guest, order)
}

pub async fn paid_back(shop: &Shop) -> i64 {
    refund::settle(&shop.app).await.unwrap();
    let refunds = shop.ledger().await.into_iter().flat_map(|payment| payment.refunds);
    refunds.map(|refund| refund.amount_cents).sum()
}

pub async fn sold(shop: &Shop, performance: &str) -> i64 {
    let sum = "SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = ";
    shop.count(&format!("{sum}'performance:{performance}'")).await
}

pub fn everything(order: &Value) -> Asked {
    Asked {
        order_id: id(order).to_owned(),
        what: What::Units(Chosen::All { with_donations: false }),
        keep_places: false,
        canceled_performance: None,
        actor: "test".to_owned(),
        reason: None,
    }
}

#[tokio::test]
async fn dearer_day_costs_the_difference_and_the_new_order_gives_everything_back() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 3, FRIDAY).await;
    let old = buy(&ada).await;
    assert_eq!(cents(&old["orderTotal"]), 3 * ON_FRIDAY + BOOKING);
    assert_eq!(old["isExchangeable"], json!(true));
    let policy = "Cancellation isn't available. You can change the date, time, or seats for free until November 27, 2026, \
                  10:00 AM.";
    assert_eq!(old["items"][0]["cancellationPolicy"], json!(policy));

    begin(&ada, &old, units(&old, &[0, 2])).await;
    let exchange = &ada.get_cart().await["exchange"];
    assert_eq!(exchange["items"][0]["quantity"], json!(2));
    assert_eq!(exchange["items"][0]["visit"], json!("Friday, November 27, 2026, 12:00 PM"));
    assert_eq!((cents(&exchange["worth"]), cents(&exchange["credit"])), (2 * ON_FRIDAY, 0));

    // The new places are held while the old ones are still sold.
    add(&ada, 2, SATURDAY).await;
    let cart = ada.get_cart().await;
    assert_eq!(cents(&cart["cartTotal"]), 2 * (ON_SATURDAY - ON_FRIDAY));
    assert_eq!((cents(&cart["exchange"]["credit"]), cents(&cart["exchange"]["refund"])), (2 * ON_FRIDAY, 0));
    assert_eq!(sold(&shop, FRIDAY).await, 3);
    let new = buy(&ada).await;
    assert_eq!((sold(&shop, FRIDAY).await, sold(&shop, SATURDAY).await), (1, 2));
    assert_eq!(cents(&new["orderTotal"]), 2 * ON_SATURDAY);
    assert_eq!(cents(&new["exchange"]["credit"]), 2 * ON_FRIDAY);
    assert_eq!(new["exchange"]["invoiceNumber"], old["invoiceNumber"]);
    assert_eq!(cents(&new["payments"][0]["amount"]), 2 * (ON_SATURDAY - ON_FRIDAY));
    let exchanged = "SELECT COUNT(*) FROM ticket WHERE revoked_because = 'exchanged'";
    assert_eq!(shop.count(exchanged).await, 2);
    let refunds = ada.get(&format!("/api/order/refunds/{}", id(&old))).await.json();
    let seen = &refunds["refunds"][0];
    assert_eq!((&seen["standing"], &seen["exchangedFor"]), (&json!("Exchanged"), &new["invoiceNumber"]));
    assert_eq!((cents(&seen["amount"]), cents(&seen["exchangeCredit"])), (0, 2 * ON_FRIDAY));
    assert_eq!(paid_back(&shop).await, 0);

    // The new order gives back what both orders paid for its tickets, the old one the rest.
    assert_eq!(refund::make(&shop.app, &everything(&new)).await.unwrap().amount, Money(2 * ON_SATURDAY));
    assert_eq!(paid_back(&shop).await, 2 * ON_SATURDAY);
    assert_eq!(refund::make(&shop.app, &everything(&old)).await.unwrap().amount, Money(ON_FRIDAY + BOOKING));
    assert_eq!(paid_back(&shop).await, 2 * ON_SATURDAY + ON_FRIDAY + BOOKING);
    assert_eq!((sold(&shop, FRIDAY).await, sold(&shop, SATURDAY).await), (0, 0));
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_because IS NULL").await, 0);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    // Two orders, and the two refunds that the operator made.
    assert_eq!(mails.len(), 4, "{:?}", mails.iter().map(|mail| &mail.subject).collect::<Vec<_>>());
    let told = mails.iter().find(|mail| mail.text.contains(new["invoiceNumber"].as_str().unwrap())).unwrap();
    assert!(
        told.text.contains(&format!("Exchanged tickets from order {}", old["invoiceNumber"].as_str().unwrap())),
        "{}",
        told.text
    );
    shop.stop().await;
}

#[tokio::test]
async fn cheaper_day_pays_the_difference_back_less_the_fee() {
    let shop =
        Shop::selling_with(&park("exchange = { until_before = { days = 1 }, fee = \"3.00\" }"), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0, 1])).await;
    add(&ada, 2, SUNDAY).await;
    let cart = ada.get_cart().await;
    let difference = 2 * (ON_FRIDAY - ON_SUNDAY - 3_00);
    let exchange = &cart["exchange"];
    assert_eq!((cents(&cart["cartTotal"]), cents(&exchange["fee"]), cents(&exchange["refund"])), (0, 6_00, difference));
    let new = buy(&ada).await;
    assert_eq!(new["payments"], json!([]));
    assert_eq!(cents(&new["exchange"]["refund"]), difference);
    assert_eq!(paid_back(&shop).await, difference);
    // A second exchange of what was exchanged pays with the payment of the first order.
    begin(&ada, &new, units(&new, &[1])).await;
    add(&ada, 1, SATURDAY).await;
    let newest = buy(&ada).await;
    assert_eq!(cents(&newest["payments"][0]["amount"]), ON_SATURDAY - (ON_SUNDAY - 3_00));
    assert_eq!(refund::make(&shop.app, &everything(&newest)).await.unwrap().amount, Money(ON_SATURDAY));
    assert_eq!(refund::make(&shop.app, &everything(&new)).await.unwrap().amount, Money(ON_SUNDAY));
    assert_eq!(paid_back(&shop).await, difference + ON_SATURDAY + ON_SUNDAY);
    shop.stop().await;
}

#[tokio::test]
async fn tickets_are_only_exchanged_for_as_many_of_the_same_kind_and_stay_valid_until_then() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 3, FRIDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0, 1])).await;
    // Nothing was chosen, too few, and another kind.
    ada.try_add(json!([line("tour", "child", 2, Some(SATURDAY))])).await.expect_success();
    add(&ada, 1, SATURDAY).await;
    ada.save_settings("digital").await;
    let missing = "Please choose a new date, time, or seat for 1 × Tour, Adult. A different type of ticket must cost at \
                   least as much.";
    let cart = ada.get_cart().await;
    assert_eq!((&cart["unmet"], &cart["exchange"]["missing"][0]["reason"]), (&json!([missing]), &json!(missing)));
    let setup = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert!(!setup.succeeded(), "{}", setup.text());
    // Without the exchange, the cart costs what it costs.
    ada.post("/api/cart/clear-exchange", json!({})).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((&cart["unmet"], &cart["exchange"]), (&json!([]), &Value::Null));
    assert!(cents(&cart["cartTotal"]) > ON_SATURDAY);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 3);
    // What is emptied exchanges nothing.
    begin(&ada, &old, units(&old, &[2])).await;
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    assert_eq!(ada.get_cart().await["exchange"], Value::Null);
    shop.stop().await;
}

#[tokio::test]
async fn buyer_who_keeps_the_tickets_may_remove_what_was_chosen_instead_with_the_exchange() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0, 1])).await;
    add(&ada, 2, SATURDAY).await;
    ada.try_add(json!([line("tour", "child", 1, Some(SATURDAY))])).await.expect_success();
    let items = |cart: &Value| -> Vec<(String, String)> {
        let groups = cart["itemGroups"].as_array().unwrap().iter();
        let items = groups.flat_map(|group| group["items"].as_array().unwrap().clone());
        let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
        items.map(|item| (text(&item, "id"), text(&item, "productVariantId"))).collect()
    };
    let in_cart = items(&ada.get_cart().await);
    let adults = &in_cart.iter().find(|(_, variant)| variant == "adult").unwrap().0;
    let end = async |remove: Value| ada.post("/api/cart/clear-exchange", json!({ "remove": remove })).await;
    // A line that another tab has removed meanwhile: nothing changes.
    end(json!([adults, "gone"])).await.expect_status(404);
    let cart = ada.get_cart().await;
    assert_eq!((items(&cart).len(), cart["exchange"]["invoiceNumber"].is_string()), (2, true));

    end(json!([adults])).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((items(&cart).len(), &cart["exchange"]), (1, &Value::Null), "what else was added stays");
    assert_eq!(cart["lastRemoved"], json!([adults]));
    let claimed = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM claim WHERE line_id = ";
    assert_eq!(shop.count(&format!("{claimed}'{adults}'")).await, 0, "its places are free again");
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, 2);
    let bought = buy(&ada).await;
    assert_eq!(bought["exchange"], Value::Null);
    shop.stop().await;
}

/// What the carts of exchanges say of what is still to be chosen: how many of which variant, and why.
fn missing(cart: &Value) -> Vec<(u64, &str, &str)> {
    let missing = cart["exchange"]["missing"].as_array().unwrap().iter();
    let told = missing.map(|it| {
        let text = |name: &str| it[name].as_str().unwrap();
        assert_eq!((&it["productId"], &it["isBundle"]), (&json!("tour"), &json!(false)));
        (it["quantity"].as_u64().unwrap(), text("variantName"), text("reason"))
    });
    told.collect()
}

#[tokio::test]
async fn unfinished_exchange_says_what_is_missing_and_promises_no_money_back() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    ada.try_add(json!([line("tour", "child", 1, Some(FRIDAY))])).await.expect_success();
    let old = buy(&ada).await;
    let all: Vec<Value> = [(0, 0), (0, 1), (1, 0)]
        .map(|(item, unit)| json!({ "orderItemId": old["items"][item]["id"], "unit": unit }))
        .into();
    begin(&ada, &old, all.into()).await;
    let adults = "Please choose a new date, time, or seat for 2 × Tour, Adult, which you're exchanging.";
    let child = "Please choose a new date, time, or seat for 1 × Tour, Child, which you're exchanging.";
    let cart = ada.get_cart().await;
    assert_eq!(missing(&cart), [(2, "Adult", adults), (1, "Child", child)]);
    assert_eq!(cart["exchange"]["items"][0]["variantName"], json!("Adult"));
    assert_eq!(cents(&cart["exchange"]["refund"]), 0);

    // The adults' tickets are cheaper, but the child's is missing.
    add(&ada, 2, SUNDAY).await;
    ada.save_settings("digital").await;
    let cart = ada.get_cart().await;
    assert_eq!(missing(&cart), [(1, "Child", child)]);
    assert_eq!((&cart["unmet"], cents(&cart["exchange"]["refund"])), (&json!([child]), 0));
    assert_eq!(ada.submit_without_payment().await.expect_refusal(), child);

    ada.try_add(json!([line("tour", "child", 1, Some(SUNDAY))])).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((missing(&cart), cents(&cart["cartTotal"])), (vec![], 0));
    assert!(cents(&cart["exchange"]["refund"]) >= 2 * (ON_FRIDAY - ON_SUNDAY));
    buy(&ada).await;
    shop.stop().await;
}

#[tokio::test]
async fn email_of_an_exchange_names_the_old_codes_and_the_money() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 3, FRIDAY).await;
    let old = buy(&ada).await;
    let codes = media_codes(&ada.get("/api/order/digital-tickets").await.text());
    begin(&ada, &old, units(&old, &[0, 1])).await;
    add(&ada, 2, SUNDAY).await;
    let new = buy(&ada).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let number = |order: &Value| order["invoiceNumber"].as_str().unwrap().to_owned();
    let mails = shop.emails();
    let subject = format!("Your Cedar Park tickets have been changed: order {}", number(&new));
    let mail = mails.iter().find(|mail| mail.subject == subject).unwrap();
    assert!(mail.text.contains("Your tickets have been changed"), "{}", mail.text);
    let revoked = format!("The tickets you exchanged from order {} are no longer valid: ", number(&old));
    assert!(mail.text.contains(&revoked), "{}", mail.text);
    let (_, listed) = mail.text.split_once(&revoked).unwrap();
    let listed = listed.split('.').next().unwrap();
    let is_listed: Vec<bool> = codes.iter().map(|code| listed.contains(code.as_str())).collect();
    assert_eq!(is_listed, [true, true, false], "{listed} of {codes:?}");
    let back = Money(2 * (ON_FRIDAY - ON_SUNDAY)).display();
    let back = format!("We'll refund {back} to your original payment method.");
    assert!(mail.text.contains(&back), "{}", mail.text);

    // Nothing is paid back for a dearer day, and the e-mail says nothing of it.
    begin(&ada, &new, units(&new, &[0])).await;
    add(&ada, 1, SATURDAY).await;
    let newest = buy(&ada).await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let mail = mails.iter().find(|mail| mail.subject.ends_with(&number(&newest))).unwrap();
    assert!(mail.text.contains("are no longer valid: ") && !mail.text.contains("We'll refund"), "{}", mail.text);
    shop.stop().await;
}

/// A child's ticket that became one for an adult on a dear day is worth its price at least, also on the way to a cheap day.
#[tokio::test]
async fn ticket_that_came_for_another_kind_keeps_its_price_for_the_next_exchange() {
    const CHILD: i64 = 12_50 + 1_25 + 1_00;
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    add(&ada, 2, FRIDAY).await;
    ada.try_add(json!([line("tour", "child", 1, Some(FRIDAY))])).await.expect_success();
    let old = buy(&ada).await;
    let both: Vec<Value> = [(0, 0), (0, 1), (1, 0)]
        .map(|(item, unit)| json!({ "orderItemId": old["items"][item]["id"], "unit": unit }))
        .into();
    begin(&ada, &old, both.into()).await;
    add(&ada, 3, SATURDAY).await;
    let dear = buy(&ada).await;
    assert_eq!(cents(&dear["exchange"]["credit"]), 2 * ON_FRIDAY + CHILD);

    // Its last unit is the one for the child's ticket.
    begin(&ada, &dear, units(&dear, &[0, 1, 2])).await;
    add(&ada, 3, SUNDAY).await;
    let below = "Please choose a new date, time, or seat for 1 × Tour, Adult. Because of an earlier exchange, the \
                 new one must cost at least $14.75, including taxes and fees.";
    assert_eq!(ada.get_cart().await["unmet"], json!([below]));
    ada.save_settings("digital").await;
    assert_eq!(ada.submit_without_payment().await.expect_refusal(), below);
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();

    // The others were exchanged for their own kind, and get the difference back.
    begin(&ada, &dear, units(&dear, &[0, 1])).await;
    add(&ada, 2, SUNDAY).await;
    buy(&ada).await;
    assert_eq!(paid_back(&shop).await, 2 * (ON_SATURDAY - ON_SUNDAY));
    // This one goes to a day that costs enough, and keeps its floor.
    begin(&ada, &dear, units(&dear, &[2])).await;
    add(&ada, 1, FRIDAY).await;
    let medium = buy(&ada).await;
    assert_eq!(paid_back(&shop).await, 2 * (ON_SATURDAY - ON_SUNDAY) + ON_SATURDAY - ON_FRIDAY);
    begin(&ada, &medium, units(&medium, &[0])).await;
    add(&ada, 1, SUNDAY).await;
    assert_eq!(ada.get_cart().await["unmet"], json!([below]));
    // One more ticket does not help, and a dearer day does.
    add(&ada, 1, SUNDAY).await;
    assert_eq!(ada.get_cart().await["unmet"], json!([below]));
    add(&ada, 1, SATURDAY).await;
    assert_eq!(ada.get_cart().await["unmet"], json!([]));
    shop.stop().await;
}

#[tokio::test]
async fn foreign_repeated_late_and_forged_exchanges_change_nothing() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    let bob = shop.new_guest().await;
    add(&bob, 1, FRIDAY).await;
    let of_bob = buy(&bob).await;
    let path = format!("/api/order/exchange/{}", id(&old));
    bob.post(&path, json!({ "units": units(&old, &[0]) })).await.expect_status(404);
    let gone = "Some of these tickets have already been canceled.";
    assert_eq!(refusal(&ada, &old, units(&of_bob, &[0])).await, gone);
    assert_eq!(refusal(&ada, &old, units(&old, &[7])).await, gone);
    assert_eq!(refusal(&ada, &old, json!([])).await, "Please choose the tickets you'd like to change.");

    // Two carts exchange the same ticket: the second one is told so, and pays nothing.
    let (eve, of_eve) = reader(&shop, &old).await;
    for (shopper, order) in [(&ada, &old), (&eve, &of_eve)] {
        begin(shopper, order, units(order, &[0, 0])).await;
        add(shopper, 1, SATURDAY).await;
        shopper.save_settings("digital").await;
    }
    let (payment, authorised) = eve.pay_with(card::GOOD).await;
    authorised.expect_success();
    buy(&ada).await;
    assert_eq!(eve.submit(&payment).await.expect_refusal(), gone);
    assert_eq!(refusal(&eve, &of_eve, units(&of_eve, &[0])).await, gone);
    let captured = shop.ledger().await.iter().filter(|payment| payment.captured_cents > 0).count();
    assert_eq!(captured, 3);

    // The rules of the purchase end two hours before the tour.
    shop.advance(6 * 24 * 60 + 23 * 60 + 59);
    let late = "It's too late to change Tour, Adult.";
    let (again, seen) = reader(&shop, &old).await;
    begin(&again, &seen, units(&seen, &[1])).await;
    shop.advance(1);
    assert_eq!(refusal(&again, &seen, units(&seen, &[1])).await, late);
    shop.stop().await;
}

#[tokio::test]
async fn seats_are_exchanged_for_other_seats_of_the_same_performance() {
    let rules: toml::Table = FREE.parse().unwrap();
    let catalogue = Catalogue::park().with(halls(1, 4)).edit_product("evening", |it| it.set("cancellation", rules));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    let seat = |nth: u32| {
        let place = json!({ "selectionIndex": 1, "performanceId": "concerts.20261121.2000", "sectionId": "stalls",
                            "seatId": format!("stalls-1-{nth}") });
        json!([{ "productId": "evening", "productVariantId": "listener", "quantity": 1, "performances": [place] }])
    };
    ada.try_add(seat(1)).await.expect_success();
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    let own = json!([{ "performanceId": "concerts.20261121.2000", "seatId": "stalls-1-1" }]);
    assert_eq!(ada.get_cart().await["exchange"]["items"][0]["seats"], own, "the plan shows it as the buyer's");
    let taken = ada.try_add(seat(1)).await.expect_refusal();
    assert!(taken.contains("was just taken"), "{taken}");
    ada.try_add(seat(3)).await.expect_success();
    let new = buy(&ada).await;
    assert_eq!((cents(&new["exchange"]["refund"]), &new["payments"]), (0, &json!([])));
    let bob = shop.new_guest().await;
    bob.try_add(seat(1)).await.expect_success();
    bob.try_add(seat(3)).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn exchanging_gives_no_better_cancellation_and_counts_once_per_person() {
    let rules = "steps = [{ until_before = { days = 8 }, percent = 100 }, { until_before = { days = 1 }, percent = 50 }]\n\
                 exchange = { until_before = { hours = 2 } }";
    let catalogue = park(rules).edit_tour(|tour| tour.set("max_per_account", 2));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    // A ticket for a day so far away that it would be canceled for free.
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, 1, "tours.20261211.1200").await;
    let new = buy(&ada).await;
    let policy = new["items"][0]["cancellationPolicy"].as_str().unwrap();
    assert!(policy.starts_with("You can cancel for a refund of 50% until December 10, 2026."), "{policy}");
    // Two were bought; a third one is refused.
    add(&ada, 1, SATURDAY).await;
    ada.save_settings("digital").await;
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert!(refused.contains("The limit for Tour is 2 per person"), "{refused}");
    shop.stop().await;
}

#[tokio::test]
async fn tickets_of_a_group_offer_are_worth_what_the_others_do_not_cost_more() {
    let group = together(5, ["adult"]).percent_off(20);
    let catalogue = park(FREE).with([offer("five", "Five for less").with(group)]);
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 5, FRIDAY).await;
    let old = buy(&ada).await;
    let reduced = 16_00 + 1_25 + 1_28;
    begin(&ada, &old, units(&old, &[0, 1])).await;
    assert_eq!(cents(&ada.get_cart().await["exchange"]["worth"]), 5 * reduced - 3 * ON_FRIDAY);
    // All five together get the offer again.
    begin(&ada, &old, units(&old, &[0, 1, 2, 3, 4])).await;
    add(&ada, 5, "tours.20261204.1200").await;
    let cart = ada.get_cart().await;
    assert_eq!((cents(&cart["exchange"]["worth"]), cents(&cart["cartTotal"])), (5 * reduced, 0));
    let new = buy(&ada).await;
    assert_eq!(cents(&new["exchange"]["refund"]), 0);
    shop.stop().await;
}

#[tokio::test]
async fn what_was_paid_back_at_the_processor_is_not_paid_back_again_for_the_new_order() {
    let rules = "steps = [{ until_before = { days = 1 }, percent = 100 }]\nexchange = { until_before = { hours = 2 } }";
    let shop = Shop::selling_with(&park(rules), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, 1, "tours.20261204.1200").await;
    let new = buy(&ada).await;
    let (processor, payment) = refund::payments_of_order(&shop.app, id(&old)).await.unwrap().pop().unwrap();
    shop.refund_at_processor(&payment).await;
    assert!(refund::look_at_payment(&shop.app, &processor, &payment).await.unwrap());
    let path = format!("/api/order/cancellation/{}/quote", id(&new));
    let refused = ada.post(&path, json!({ "units": units(&new, &[0]) })).await.expect_refusal();
    assert_eq!(refused, "Part of this order has already been refunded. Please contact us to cancel the rest.");
    assert_eq!(refusal(&ada, &new, units(&new, &[0])).await, refused);
    // The operator takes the ticket back; nothing is left to pay back.
    assert_eq!(refund::make(&shop.app, &everything(&new)).await.unwrap().amount, Money(0));
    shop.stop().await;
}

#[tokio::test]
async fn exchange_that_waited_until_less_would_be_paid_back_begins_again() {
    let rules =
        "steps = [{ until_before = { hours = 169 }, percent = 100 }]\nexchange = { until_before = { hours = 2 } }";
    let shop = Shop::selling_with(&park(rules), &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    add(&ada, 1, FRIDAY).await;
    let old = buy(&ada).await;
    begin(&ada, &old, units(&old, &[0])).await;
    add(&ada, 1, "tours.20261211.1200").await;
    ada.save_settings("digital").await;
    // Free cancellation ends after an hour.
    for _ in 0..6 {
        shop.advance(10);
        ada.get("/api/cart?revise=true").await.expect_status(200);
    }
    let changed = "The value of your tickets has changed. Please start the exchange again from your order.";
    assert_eq!(ada.submit_without_payment().await.expect_refusal(), changed);
    begin(&ada, &old, units(&old, &[0])).await;
    let new = buy(&ada).await;
    assert_eq!(new["isCancelable"], json!(false));
    shop.stop().await;
}

#[tokio::test]
async fn exchange_of_a_guest_stays_after_signing_in_and_limits_per_person_stay_taken() {
    let catalogue = park(FREE).edit_tour(|tour| tour.set("max_per_account", 2));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (ada, email) = shop.new_account().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    let (reader, seen) = reader(&shop, &old).await;
    begin(&reader, &seen, units(&seen, &[0])).await;
    reader.sign_in(&email).await;
    assert_eq!(reader.get_cart().await["exchange"]["invoiceNumber"], old["invoiceNumber"]);
    // The same tour is no other one.
    add(&reader, 1, FRIDAY).await;
    assert_eq!(reader.get_cart().await["unmet"].as_array().unwrap().len(), 1);
    reader.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    begin(&reader, &old, units(&old, &[0])).await;
    add(&reader, 1, SATURDAY).await;
    buy(&reader).await;
    // One of the two was exchanged and the other one is returned, so one more may be bought.
    refund::make(&shop.app, &everything(&old)).await.unwrap();
    assert_eq!(paid_back(&shop).await, ON_FRIDAY + BOOKING);
    reader.try_add(json!([line("tour", "adult", 2, Some(SUNDAY))])).await.expect_refusal();
    add(&reader, 1, SUNDAY).await;
    shop.stop().await;
}

#[tokio::test]
async fn checkout_of_an_exchange_gets_the_details_of_its_buyer_and_nobody_elses() {
    let shop = Shop::selling_with(&park(FREE), &[WORKER_OFF]).await;
    let details = async |shopper: &Shopper| {
        let answer = shopper.get("/api/order/exchange/details").await;
        answer.expect_status(200);
        answer.json()
    };
    let ada = shop.new_guest().await;
    add(&ada, 2, FRIDAY).await;
    let old = buy(&ada).await;
    assert_eq!(details(&ada).await, json!({}), "she exchanges nothing");
    begin(&ada, &old, units(&old, &[0])).await;
    let own = details(&ada).await;
    let expected = json!({
        "emailAddress": "ada@example.org", "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "5185550123",
        "countryId": 80, "address1": "12 Analytical Way", "city": "Albany", "stateProvinceId": 33, "zipCode": "12207",
        "deliveryMethodId": "digital",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(own[field], *value, "{field} of {own}");
    }
    // The cart stores them only when they are sent.
    assert_eq!(ada.get_cart().await.get("emailAddress"), None);
    ada.post("/api/cart/clear-exchange", json!({})).await.expect_success();
    assert_eq!(details(&ada).await, json!({}));

    // Whoever came by the link gets what the page of the order shows, and no address.
    let (guest, seen) = reader(&shop, &old).await;
    begin(&guest, &seen, units(&seen, &[0])).await;
    let of_guest = details(&guest).await;
    for field in ["emailAddress", "firstName", "lastName", "phoneNumber"] {
        assert_eq!(of_guest[field], seen[field], "{field}");
    }
    for field in ["address1", "city", "zipCode", "shippingAddress1", "deliveryMethodId"] {
        assert_eq!(of_guest.get(field), None, "{field}");
    }

    // The account that takes the cart over may see the order only in the browser that has opened the link.
    let (_, email) = shop.new_account().await;
    guest.sign_in(&email).await;
    assert_eq!(guest.get_cart().await["exchange"]["invoiceNumber"], old["invoiceNumber"]);
    assert_eq!(details(&guest).await["firstName"], json!("Ada"));
    let other = shop.new_guest().await;
    other.sign_in(&email).await;
    assert_eq!(other.get_cart().await["exchange"]["invoiceNumber"], old["invoiceNumber"]);
    assert_eq!(details(&other).await, json!({}));

    // An account gets the details of the orders of its own carts, in any browser.
    let (bob, email) = shop.new_account().await;
    add(&bob, 1, FRIDAY).await;
    let of_bob = buy(&bob).await;
    let elsewhere = shop.new_guest().await;
    elsewhere.sign_in(&email).await;
    begin(&elsewhere, &of_bob, units(&of_bob, &[0])).await;
    assert_eq!(details(&elsewhere).await["address1"], json!("12 Analytical Way"));
    shop.stop().await;
}

#[tokio::test]
async fn account_is_not_told_where_a_stranger_lives_who_entered_its_email_address() {
    let shop = Shop::selling(&park(FREE)).await;
    let (carol, email) = shop.new_account().await;
    shop.verify_address(&carol, &email).await;
    let eve = shop.new_guest().await;
    add(&eve, 1, FRIDAY).await;
    let mut typed = settings("digital");
    typed["emailAddress"] = json!(email);
    typed["address1"] = json!("66 Thief Road");
    eve.post("/api/cart/settings", typed).await.expect_success();
    let (payment, authorised) = eve.pay_with(card::GOOD).await;
    authorised.expect_success();
    eve.submit(&payment).await.expect_success();
    let order = eve.get_order().await.json();
    carol.sign_out().await;
    carol.sign_in(&email).await;
    begin(&carol, &order, units(&order, &[0])).await;
    let details = carol.get("/api/order/exchange/details").await.json();
    assert_eq!((&details["firstName"], details.get("address1")), (&json!("Ada"), None), "{details}");
    shop.stop().await;
}
