//! What buyers cancel themselves: what they get back by the rules of the purchase, until when, and that nobody gets back
//! more. Each test ends with the doctor.

use midway::ops::worker::run_due_jobs;
use midway::shop::refund::{self, Asked, Chosen, What};
use midway_kernel::money::Money;
use serde_json::{Value, json};

use crate::passes::{buy_pass, pay};
use crate::support::catalogue::table::{offer, promotion_code, ticket_entitlement, together};
use crate::support::catalogue::{season_passes, weekend_bundle};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents, line};
use crate::support::{Catalogue, Shop, card};

const NOON: &str = "performance:tours.20261121.1200";

/// The rules of a product, as the file has them.
fn rules(rules: &str) -> toml::Table {
    rules.parse().unwrap()
}

/// Everything until 25 hours before the tour, half until 24 hours before it, less 1.50 each.
const IN_STEPS: &str = r#"
    fee = "1.50"
    steps = [
        { until_before = { hours = 25 }, percent = 100 },
        { until_before = { hours = 24 }, percent = 50 },
    ]
"#;

/// A park whose tours have these rules. Its worker does not run.
fn park(of_tours: &str) -> Catalogue {
    let of_tours = rules(of_tours);
    Catalogue::park().edit_tour(|tour| tour.set("cancellation", of_tours))
}

async fn buy(shopper: &Shopper) -> Value {
    shopper.post("/api/cart/settings", crate::support::shopper::settings("digital")).await.expect_success();
    let (payment, authorised) = shopper.pay_with(card::GOOD).await;
    authorised.expect_success();
    shopper.submit(&payment).await.expect_success();
    shopper.get_order().await.json()
}

fn id(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

/// Units of the line of a variant.
fn units(order: &Value, variant: &str, numbers: &[u32]) -> Value {
    let lines = order["items"].as_array().unwrap();
    let line = lines.iter().find(|line| line["productVariantId"] == json!(variant)).unwrap();
    numbers.iter().map(|unit| json!({ "orderItemId": line["id"], "unit": unit })).collect()
}

async fn quote(shopper: &Shopper, order: &Value, units: &Value) -> Value {
    let path = format!("/api/order/cancellation/{}/quote", id(order));
    shopper.post(&path, json!({ "units": units })).await.expect_status(200).json()
}

/// Cancels units for what their quote says, and returns this amount.
async fn cancel(shopper: &Shopper, order: &Value, units: &Value) -> i64 {
    let quote = quote(shopper, order, units).await;
    let [worth, adjustment, kept, fee, due, refund] =
        ["worth", "adjustment", "keptShare", "fee", "noLongerDue", "refund"].map(|key| cents(&quote[key]));
    assert_eq!(worth + adjustment - kept - fee - due, refund, "{quote}");
    let body = json!({ "units": units, "agreedRefund": quote["refund"] });
    shopper.post(&format!("/api/order/cancellation/{}", id(order)), body).await.expect_success();
    refund
}

/// The message with which the quote is refused.
async fn refusal(shopper: &Shopper, order: &Value, units: &Value) -> String {
    let path = format!("/api/order/cancellation/{}/quote", id(order));
    shopper.post(&path, json!({ "units": units })).await.expect_refusal()
}

async fn settle(shop: &Shop) {
    refund::settle(&shop.app).await.unwrap();
}

async fn count_paid_back(shop: &Shop) -> i64 {
    let refunds = shop.ledger().await.into_iter().flat_map(|payment| payment.refunds);
    refunds.map(|refund| refund.amount_cents).sum()
}

async fn count_sold(shop: &Shop) -> i64 {
    shop.count(&format!("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = '{NOON}'")).await
}

/// Lets an hour pass, in which the visitor opens pages, so that the session does not end.
async fn pass_an_hour(shop: &Shop, shopper: &Shopper) {
    for _ in 0..6 {
        shop.advance(10);
        shopper.get("/api/cart").await.expect_status(200);
    }
}

#[tokio::test]
async fn what_cannot_be_canceled_online_says_so_before_payment_and_in_the_confirmation_email() {
    let visit = "You can't cancel this or change its date or time online.";
    let goods = "You can't cancel this online.";
    let shop = Shop::selling(&Catalogue::park().with(weekend_bundle())).await;
    let ada = shop.new_guest().await;
    for (product, policy) in [("tour", visit), ("leaflet", goods)] {
        let shown = ada.post("/api/product/single", json!({ "extProductId": product })).await.expect_success();
        assert_eq!(shown["value"]["cancellationPolicy"], json!(policy), "{product}");
    }
    let bundle = ada.get("/api/bundle/builder/weekend").await.expect_success();
    assert_eq!(bundle["bundle"]["cancellationPolicy"], json!(visit));

    ada.add_tours("adult", 1).await;
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    let lines = ada.get_lines().await;
    let policies: Vec<&Value> = lines.iter().map(|line| &line["cancellationPolicy"]).collect();
    assert_eq!(policies, [&json!(visit), &json!(goods)]);
    buy(&ada).await;
    let email = shop.wait_for_emails(1).await.remove(0);
    for sentence in [visit, goods] {
        assert!(email.text.contains(sentence), "{}", email.text);
    }
    shop.stop().await;
}

#[tokio::test]
async fn buyer_cancels_tickets_for_what_the_rules_say_at_that_time() {
    let shop = Shop::selling_with(&park(IN_STEPS), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 4).await;
    let order = buy(&ada).await;
    // An adult costs 20.00 with fees of 1.25 and a tax of 1.60.
    let whole = 22_85;
    assert_eq!(cents(&order["orderTotal"]), 4 * whole);
    let policy = "You can cancel for a refund of 100% until November 20, 2026, 11:00 AM. You can cancel for a refund \
                  of 50% until November 20, 2026, 12:00 PM. A cancellation fee of $1.50 applies to each ticket or \
                  item. After that, you can't cancel.";
    assert_eq!(order["items"][0]["cancellationPolicy"], json!(policy));
    let shown = ada.get(&format!("/api/order/cancellation/{}", id(&order))).await.json();
    assert_eq!(shown["items"][0]["units"].as_array().unwrap().len(), 4);
    assert_eq!(shown["items"][0]["until"], json!("November 20, 2026, 11:00 AM"));

    assert_eq!(cancel(&ada, &order, &units(&order, "adult", &[1])).await, whole - 1_50);
    assert_eq!(count_sold(&shop).await, 3);

    // 25 hours before the tour, the first step ends.
    pass_an_hour(&shop, &ada).await;
    let quoted = quote(&ada, &order, &units(&order, "adult", &[0, 2])).await;
    assert_eq!((cents(&quoted["keptShare"]), cents(&quoted["fee"])), (whole, 3_00));
    assert_eq!(cancel(&ada, &order, &units(&order, "adult", &[0, 2])).await, whole - 3_00);
    pass_an_hour(&shop, &ada).await;
    let last = units(&order, "adult", &[3]);
    assert_eq!(refusal(&ada, &order, &last).await, "It's too late to cancel Tour, Adult.");
    settle(&shop).await;
    assert_eq!(count_paid_back(&shop).await, 2 * whole - 4_50);

    // What was kept is not paid back by a later refund of the operator.
    let everything = Asked {
        order_id: id(&order).to_owned(),
        what: What::Units(Chosen::All { with_donations: false }),
        keep_places: false,
        canceled_performance: None,
        actor: "test".to_owned(),
        reason: None,
    };
    assert_eq!(refund::make(&shop.app, &everything).await.unwrap().amount, Money(whole));
    settle(&shop).await;
    assert_eq!(count_sold(&shop).await, 0);

    let refunds = ada.get(&format!("/api/order/refunds/{}", id(&order))).await.json();
    assert_eq!(cents(&refunds["refunds"][0]["kept"]), 1_50);
    run_due_jobs(&shop.app, || false).await.unwrap();
    let mails = shop.emails();
    let told = mails.iter().find(|mail| mail.subject.contains("refund of $21.35")).unwrap();
    assert!(told.text.contains("Not refunded") && told.text.contains("$1.50"), "{}", told.text);
    let audited = "SELECT COUNT(*) FROM audit_entry WHERE action = 'cancel' AND actor = 'shopper'";
    assert_eq!(shop.count(audited).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn two_of_five_tickets_of_a_group_offer_give_back_what_five_cost_more_than_three() {
    let group = together(5, ["adult"]).percent_off(20);
    let steps = "steps = [{ until_before = { hours = 1 }, percent = 50 }]";
    let catalogue = park(steps).with([offer("five", "Five for less").with(group)]);
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 5).await;
    let order = buy(&ada).await;
    let (whole, reduced) = (20_00 + 1_25 + 1_60, 16_00 + 1_25 + 1_28);
    assert_eq!(cents(&order["orderTotal"]), 5 * reduced);
    let two = units(&order, "adult", &[3, 4]);
    let quoted = quote(&ada, &order, &two).await;
    let in_full = 5 * reduced - 3 * whole;
    assert_eq!((cents(&quoted["worth"]), cents(&quoted["adjustment"])), (2 * whole, in_full - 2 * whole));
    assert_eq!(cancel(&ada, &order, &two).await, in_full / 2);
    settle(&shop).await;
    // Alone, the others give back what they cost, and never more than was paid.
    assert_eq!(cancel(&ada, &order, &units(&order, "adult", &[0, 1, 2])).await, (3 * whole + 1) / 2);
    settle(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn rules_of_the_purchase_stay_and_those_of_a_promotion_take_precedence() {
    let code = promotion_code("autumn", "Autumn", ["AUTUMN"]).percent_off(50).products(["tour"]);
    let free = "steps = [{ until_before = { hours = 1 }, percent = 100 }]";
    let never = rules("steps = []");
    let catalogue = park(free).with([code.set("cancellation", never)]);
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let order = buy(&ada).await;
    let bob = shop.new_guest().await;
    let tour = json!([line("tour", "adult", 1, Some("tours.20261121.1200"))]);
    let with_code = json!({ "items": tour, "saleFlowId": 5, "promotionCode": "AUTUMN" });
    bob.post("/api/cart/add", with_code).await.expect_success();
    let with_code = buy(&bob).await;
    assert_eq!(with_code["items"][0]["cancellationPolicy"], json!("Cancellation isn't available."));
    let refused = "Tour, Adult can't be canceled online.";
    assert_eq!(refusal(&bob, &with_code, &units(&with_code, "adult", &[0])).await, refused);
    // Without rules in the catalogue of today, those of the purchase still hold.
    shop.import(&Catalogue::park()).await;
    assert_eq!(cancel(&ada, &order, &units(&order, "adult", &[0])).await, 22_85);
    let later = shop.new_guest().await;
    later.add_tours("adult", 1).await;
    let later_order = buy(&later).await;
    assert_eq!(refusal(&later, &later_order, &units(&later_order, "adult", &[0])).await, refused);
    settle(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn wrong_forged_and_repeated_cancellations_change_nothing() {
    let shop = Shop::selling_with(&park(IN_STEPS), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    let order = buy(&ada).await;
    let bob = shop.new_guest().await;
    bob.add_tours("adult", 1).await;
    let of_bob = buy(&bob).await;
    let path = format!("/api/order/cancellation/{}", id(&order));
    let one = units(&order, "adult", &[0]);

    // Somebody else's order, units of it in one's own order, units that do not exist, and nothing.
    bob.get(&path).await.expect_status(404);
    bob.post(&format!("{path}/quote"), json!({ "units": one })).await.expect_status(404);
    bob.post(&path, json!({ "units": one, "agreedRefund": 21.35 })).await.expect_status(404);
    let gone = "Some of these tickets have already been canceled.";
    assert_eq!(refusal(&ada, &order, &units(&of_bob, "adult", &[0])).await, gone);
    assert_eq!(refusal(&ada, &order, &units(&order, "adult", &[2])).await, gone);
    assert_eq!(refusal(&ada, &order, &json!([])).await, "Please choose what you'd like to cancel.");
    let negative = json!([{ "orderItemId": one[0]["orderItemId"], "unit": -1 }]);
    ada.post(&format!("{path}/quote"), json!({ "units": negative })).await.expect_status(400);

    // An amount that is not the one of the quote.
    for wrong in [22.85, 0.0, -21.35, 99.0] {
        let refused = ada.post(&path, json!({ "units": one, "agreedRefund": wrong })).await.expect_refusal();
        assert_eq!(refused, "Your refund would now be $21.35. Please check it and confirm again.");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 0);

    // The same call twice, also at once, cancels once.
    let body = json!({ "units": [one[0], one[0]], "agreedRefund": 21.35 });
    let (first, second) = tokio::join!(ada.post(&path, body.clone()), ada.post(&path, body.clone()));
    assert_eq!([first.succeeded(), second.succeeded()].iter().filter(|it| **it).count(), 1);
    assert_eq!(ada.post(&path, body).await.expect_refusal(), gone);
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 1);
    settle(&shop).await;
    assert_eq!(count_paid_back(&shop).await, 21_35);
    shop.stop().await;
}

#[tokio::test]
async fn pass_can_be_canceled_until_it_is_used() {
    let steps = rules("steps = [{ days_after_purchase = 14, percent = 100 }]");
    let guests = ticket_entitlement("guests", "Bring a friend").held(["season-adult"]).variants(["adult"]);
    let catalogue = Catalogue::park().with(season_passes()).with([guests.price(1_00).quantity(3)]);
    let catalogue = catalogue.edit_product("season", |pass| pass.set("cancellation", steps));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let first = ada.get_order().await.json();
    assert_eq!(cancel(&ada, &first, &units(&first, "season-adult", &[0])).await, cents(&first["orderTotal"]));

    let pass = buy_pass(&ada).await;
    let second = ada.get_order().await.json();
    let offered = ada.get("/api/product/entitlement").await.json()["value"][0].clone();
    let performance = json!([{ "selectionIndex": 1, "performanceId": "tours.20261121.1200" }]);
    let item = json!({
        "productId": "tour", "productVariantId": "adult", "quantity": 1,
        "entitlementId": offered["entitlements"][0]["id"], "performances": performance,
    });
    ada.post("/api/cart/add", json!({ "items": [item], "saleFlowId": 2 })).await.expect_success();
    pay(&ada).await;
    let used =
        format!("Pass {} has been used, so it can't be canceled online.", pass["platformAccountId"].as_str().unwrap());
    let one = units(&second, "season-adult", &[0]);
    assert_eq!(refusal(&ada, &second, &one).await, used);
    let shown = ada.get(&format!("/api/order/cancellation/{}", id(&second))).await.json();
    assert_eq!(shown["items"][0]["units"][0]["refusal"], json!(used));
    settle(&shop).await;
    shop.stop().await;
}
