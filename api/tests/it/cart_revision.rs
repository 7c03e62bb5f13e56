//! Revision of carts after a hold has expired, a price has changed, or a product was withdrawn.

use serde_json::{Value, json};

use crate::support::catalogue::table::promotion_code;
use crate::support::shopper::{NOON_IS_SOLD_OUT, SATURDAY_NOON, Shopper, cents, line};
use crate::support::{Catalogue, Shop, card, until};

const CLAIMED: &str = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM claim WHERE NOT sold";
const SATURDAY_AFTERNOON: &str = "tours.20261121.1400";

async fn let_hold_expire(shop: &Shop) {
    shop.advance(16);
    until("the places are free", || async { (shop.count(CLAIMED).await == 0).then_some(()) }).await;
}

async fn revise(shopper: &Shopper) -> Value {
    let answer = shopper.get("/api/cart?revise=true").await;
    answer.expect_status(200);
    answer.json()
}

fn lines(cart: &Value) -> Vec<Value> {
    let groups = cart["itemGroups"].as_array().unwrap();
    groups.iter().flat_map(|group| group["items"].as_array().unwrap().clone()).collect()
}

fn line_id(item: &Value) -> String {
    item["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn line_lost_to_other_buyers_is_removed_and_reported_until_the_shopper_continues() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.try_add(json!([
        line("tour", "adult", 2, Some(SATURDAY_NOON)),
        line("tour", "child", 2, Some(SATURDAY_AFTERNOON)),
    ]))
    .await
    .expect_success();
    let before = ada.get_cart().await;
    let_hold_expire(&shop).await;
    bob.add_tours("adult", 1).await;

    let cart = revise(&ada).await;
    assert_eq!(cart["cartRevised"], true);
    assert_eq!(cart["reviseCartMessage"], "Some items in your cart are no longer available and have been removed.");
    let remaining = lines(&cart);
    assert_eq!(remaining.len(), 1, "the line that is still available is kept: {cart}");
    assert_eq!(remaining[0]["displayName"], "Child");
    let previous = &cart["previousCart"];
    assert_eq!(lines(previous).len(), 2);
    assert_eq!(cents(&previous["cartTotal"]), cents(&before["cartTotal"]));
    assert!(cents(&cart["cartTotal"]) < cents(&before["cartTotal"]));
    assert_eq!(shop.count(CLAIMED).await, 2 * (2 + 1), "the child's places and days are held, and Bob's");

    let again = revise(&ada).await;
    assert_eq!((&again["previousCart"], &again["cartRevised"]), (previous, &json!(true)), "it is still shown");
    ada.post("/api/cart/accept-revision", json!({})).await.expect_success();
    let accepted = revise(&ada).await;
    assert_eq!((&accepted["cartRevised"], &accepted["previousCart"]), (&json!(false), &Value::Null));
    assert_eq!(accepted["cartTotal"], cart["cartTotal"]);
    shop.stop().await;
}

#[tokio::test]
async fn removed_line_can_be_moved_to_a_different_time_or_dismissed() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.try_add(json!([
        line("tour", "adult", 1, Some(SATURDAY_NOON)),
        line("tour", "child", 1, Some(SATURDAY_NOON)),
        line("book", "guide-book", 1, None),
    ]))
    .await
    .expect_success();
    let_hold_expire(&shop).await;
    bob.add_tours("adult", 2).await;
    let cart = revise(&ada).await;
    assert_eq!(lines(&cart).len(), 1);
    let removed: Vec<Value> =
        lines(&cart["previousCart"]).into_iter().filter(|it| it["displayName"] != "Guide book").collect();
    let [adult, child] = &removed[..] else { panic!("{removed:?}") };

    let refused = ada.change_quantity(&line_id(adult), 1).await;
    assert_eq!(refused.expect_refusal(), NOON_IS_SOLD_OUT);
    let moved = json!({ "items": [{ "id": line_id(adult), "quantity": 2,
        "performances": [{ "selectionIndex": 1, "performanceId": SATURDAY_AFTERNOON }] }] });
    ada.post("/api/cart/modify", moved).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!(lines(&cart).iter().map(|it| it["quantity"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(
        lines(&cart["previousCart"]).iter().map(line_id).collect::<Vec<_>>(),
        [line_id(child)],
        "the other change is still unconfirmed"
    );
    assert_eq!((&cart["cartRevised"], &cart["previousCart"]["cartTotal"]), (&json!(true), &Value::Null));

    ada.change_quantity(&line_id(child), 0).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((&cart["cartRevised"], &cart["previousCart"]), (&json!(false), &Value::Null));
    ada.change_quantity(&line_id(child), 1).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn reclaimed_line_gets_the_new_price_and_the_change_is_reported() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    shop.import(&Catalogue::park().adult_price(27_00)).await;
    let held = revise(&ada).await;
    assert_eq!((cents(&lines(&held)[0]["unitPrice"]), &held["cartRevised"]), (20_00, &json!(false)));
    let_hold_expire(&shop).await;
    let cart = revise(&ada).await;
    assert_eq!(cents(&lines(&cart)[0]["unitPrice"]), 27_00);
    assert_eq!(cents(&lines(&cart["previousCart"])[0]["unitPrice"]), 20_00);
    assert_eq!(cart["reviseCartMessage"], "Prices in your cart have changed.");
    assert_eq!(line_id(&lines(&cart)[0]), line_id(&lines(&cart["previousCart"])[0]), "it is the same line");
    ada.add_tours("child", 1).await;
    assert_eq!(ada.get_cart().await["cartRevised"], false, "a change by the shopper ends it");
    shop.stop().await;
}

#[tokio::test]
async fn line_of_a_withdrawn_performance_is_removed_even_if_its_places_are_held() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    shop.import_withdrawing(&Catalogue::park().no_tours_on(["2026-11-21"])).await;
    let cart = revise(&ada).await;
    assert_eq!(lines(&cart).len(), 1);
    assert_eq!(lines(&cart)[0]["displayName"], "Guide book");
    assert_eq!(cart["cartRevised"], true);
    assert_eq!(shop.count(CLAIMED).await, 1, "the tour's claims are released");
    shop.stop().await;
}

#[tokio::test]
async fn line_of_an_exhausted_code_is_repriced_at_the_public_price() {
    let code = promotion_code("one", "One", ["ONE"]).percent_off(50).uses(1);
    let shop = Shop::selling(&Catalogue::park().with([code])).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    for shopper in [&ada, &bob] {
        shopper.open_shop().await;
    }
    let with_code =
        json!({ "items": [line("tour", "adult", 1, Some(SATURDAY_NOON))], "saleFlowId": 5, "promotionCode": "ONE" });
    ada.post("/api/cart/add", with_code.clone()).await.expect_success();
    let_hold_expire(&shop).await;
    bob.post("/api/cart/add", with_code).await.expect_success();
    let cart = revise(&ada).await;
    assert_eq!(cents(&lines(&cart)[0]["unitPrice"]), 20_00);
    assert_eq!(cents(&lines(&cart["previousCart"])[0]["unitPrice"]), 10_00);
    assert_eq!(cart["reviseCartMessage"], "A promotion in your cart has ended or no longer applies.");
    shop.stop().await;
}

#[tokio::test]
async fn revised_cart_can_be_paid_only_after_the_revision_was_shown() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(2)).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    bob.open_shop().await;
    ada.add_tours("adult", 1).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    ada.save_settings("post").await;
    let_hold_expire(&shop).await;
    bob.add_tours("adult", 2).await;
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(refused.expect_refusal(), "Your cart has changed. Please review it before you pay.");
    let cart = ada.get_cart().await;
    assert_eq!((&cart["cartRevised"], lines(&cart).len()), (&json!(true), 1));
    // The shopper has now seen the revised cart and pays for it.
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    assert_eq!(ada.get_order().await.json()["orderTotal"], cart["cartTotal"]);
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn submit_after_an_expired_hold_and_a_price_change_is_refused_and_charges_nothing() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let payment = ada.authorise_cart().await;
    shop.import(&Catalogue::park().adult_price(27_00)).await;
    let_hold_expire(&shop).await;
    let refused = ada.submit(&payment).await;
    assert_eq!(refused.expect_refusal(), "Your cart has changed. Please review it before you pay.");
    assert_eq!(shop.count_charges().await, 0);
    assert_eq!(revise(&ada).await["cartRevised"], true);
    shop.stop().await;
}

#[tokio::test]
async fn moved_line_gets_the_current_price_and_is_merged_with_an_equal_line() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([
        line("tour", "adult", 2, Some(SATURDAY_NOON)),
        line("tour", "adult", 3, Some(SATURDAY_AFTERNOON)),
    ]))
    .await
    .expect_success();
    let [noon, afternoon] = &ada.get_lines().await[..] else { panic!("two lines") };
    let to = |item: &Value, quantity: u32, performance: &str| {
        json!({ "items": [{ "id": line_id(item), "quantity": quantity,
            "performances": [{ "selectionIndex": 1, "performanceId": performance }] }] })
    };
    let nowhere = ada.post("/api/cart/modify", to(noon, 2, "tours.20261121.1500")).await;
    assert_eq!(nowhere.expect_refusal(), "There are no products available for this date / time");
    ada.post("/api/cart/modify", to(afternoon, 3, SATURDAY_NOON)).await.expect_success();
    let joined = ada.get_lines().await;
    assert_eq!(joined.len(), 1);
    assert_eq!((line_id(&joined[0]), &joined[0]["quantity"]), (line_id(noon), &json!(5)));
    let claimed = "SELECT claimed FROM stock WHERE key = 'performance:tours.20261121.";
    assert_eq!(shop.count(&format!("{claimed}1200'")).await, 5);
    assert_eq!(shop.count(&format!("{claimed}1400'")).await, 0);

    shop.import(&Catalogue::park().adult_price(27_00).edit_tour(|tour| tour.allow_performance_change(false))).await;
    let refused = ada.post("/api/cart/modify", to(noon, 5, SATURDAY_AFTERNOON)).await;
    assert_eq!(refused.expect_refusal(), "The date and time for Tour can't be changed.");
    ada.change_quantity(&line_id(noon), 4).await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 20_00, "a new quantity is not a move");
    shop.import(&Catalogue::park().adult_price(27_00)).await;
    ada.post("/api/cart/modify", to(noon, 4, SATURDAY_AFTERNOON)).await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 27_00);
    shop.stop().await;
}

#[tokio::test]
async fn move_and_change_of_quantity_in_one_call_are_both_applied_in_either_order() {
    let shop = Shop::open().await;
    for move_first in [true, false] {
        let ada = shop.new_guest().await;
        ada.try_add(json!([line("tour", "adult", 2, Some(SATURDAY_NOON))])).await.expect_success();
        let id = line_id(&ada.get_lines().await[0]);
        let performances = [json!({ "selectionIndex": 1, "performanceId": SATURDAY_AFTERNOON })];
        let mut items =
            [json!({ "id": id, "quantity": 3, "performances": performances }), json!({ "id": id, "quantity": 3 })];
        if !move_first {
            items.reverse();
        }
        ada.post("/api/cart/modify", json!({ "items": items })).await.expect_success();
        let changed = &ada.get_lines().await[0];
        assert_eq!(
            (&changed["quantity"], &changed["performances"][0]["performanceId"]),
            (&json!(3), &json!(SATURDAY_AFTERNOON)),
            "move first: {move_first}"
        );
    }
    shop.stop().await;
}

#[tokio::test]
async fn hold_is_extended_on_request_up_to_its_maximum() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let nothing = ada.post("/api/cart/extend", json!({})).await;
    assert_eq!(nothing.expect_refusal(), "Your items are no longer held.");
    ada.add_tours("adult", 1).await;
    let version = "SELECT version FROM cart";
    let before = shop.count(version).await;
    let minutes_left = |cart: &Value| {
        let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
        (at("heldUntil") - at("now")).num_minutes()
    };
    for (passed, remaining) in [(10, 15), (12, 15), (12, 15), (12, 14)] {
        shop.advance(passed);
        assert_eq!(ada.get_cart().await["holdExtendable"], true);
        ada.post("/api/cart/extend", json!({})).await.expect_success();
        let cart = ada.get_cart().await;
        assert_eq!((minutes_left(&cart), &cart["holdExtendable"]), (remaining, &json!(false)));
    }
    shop.advance(5);
    assert_eq!(ada.get_cart().await["holdExtendable"], false, "60 minutes after the first claim it ends");
    assert_eq!(shop.count(version).await, before, "the cart's version is unchanged");
    let_hold_expire(&shop).await;
    ada.post("/api/cart/extend", json!({})).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn product_name_in_a_confirmation_question_is_escaped() {
    let catalogue = Catalogue::park()
        .edit_tour(|tour| tour.set("name", "<img src=x onerror=alert(1)> & more").replaces(["book"]))
        .edit_product("book", |book| book.set("name", "\"<b>\""));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    let add = json!({ "items": [line("tour", "adult", 1, Some(SATURDAY_NOON))] });
    let asked = ada.post("/api/cart/add", add).await.expect_success();
    let question = asked["confirmationMessageHtml"].as_str().unwrap();
    assert!(question.starts_with("<p>&lt;img src=x onerror=alert(1)&gt; &amp; more can't be"), "{question}");
    assert!(!question.contains("<img") && !question.contains("<b>"), "{question}");
    shop.stop().await;
}

#[tokio::test]
async fn replacing_a_line_and_releasing_a_scarce_line_need_confirmation() {
    let catalogue = Catalogue::park().edit_tour(|tour| tour.confirm_release(true).replaces(["book"]));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();

    // The shopper adds a tour, which replaces the book in the cart.
    let mut add = json!({ "items": [line("tour", "adult", 1, Some(SATURDAY_NOON))] });
    let asked = ada.post("/api/cart/add", add.clone()).await.expect_success();
    assert_eq!(asked["confirmationRequired"], true);
    assert_eq!(asked["confirmationTitleHtml"], "Replace what's in your cart?");
    assert!(asked["confirmationMessageHtml"].as_str().unwrap().contains("Tour can't be bought together with"));
    assert_eq!(ada.get_lines().await.len(), 1);
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    add["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    let asked = ada.post("/api/cart/add", add.clone()).await.expect_success();
    assert_eq!(asked["confirmationRequired"], true, "the cart has changed since");
    add["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    let done = ada.post("/api/cart/add", add).await.expect_success();
    assert_eq!(done["confirmationRequired"], false);
    let lines = ada.get_lines().await;
    assert_eq!(lines.iter().map(|it| it["displayName"].as_str().unwrap()).collect::<Vec<_>>(), ["Adult"]);
    assert_eq!(
        shop.count("SELECT claimed FROM stock WHERE key = 'variant:guide-book'").await,
        0,
        "the removed book is no longer claimed"
    );

    // The shopper moves a scarce line.
    let mut moved = json!({ "items": [{ "id": line_id(&lines[0]), "quantity": 1,
        "performances": [{ "selectionIndex": 1, "performanceId": SATURDAY_AFTERNOON }] }] });
    let asked = ada.post("/api/cart/modify", moved.clone()).await.expect_success();
    assert_eq!(
        (&asked["confirmationRequired"], &asked["confirmationTitleHtml"]),
        (&json!(true), &json!("Give up your spots?"))
    );
    moved["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    assert_eq!(ada.post("/api/cart/modify", moved).await.expect_success()["confirmationRequired"], false);

    // The shopper empties the cart.
    let asked = ada.post("/api/cart/clear", json!({})).await.expect_success();
    assert_eq!(
        (&asked["confirmationRequired"], &asked["confirmationTitleHtml"]),
        (&json!(true), &json!("Empty your cart?"))
    );
    assert_eq!(ada.get_lines().await.len(), 1);
    let cleared = ada.post("/api/cart/clear", json!({ "reSubmitContext": asked["confirmationReSubmitContext"] })).await;
    assert_eq!(cleared.expect_success()["confirmationRequired"], false);
    ada.add_tours("adult", 1).await;
    assert_eq!(
        ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success()["confirmationRequired"],
        false
    );
    assert_eq!(ada.get_lines().await.len(), 0);
    assert_eq!(shop.count(CLAIMED).await, 0);
    shop.stop().await;
}
