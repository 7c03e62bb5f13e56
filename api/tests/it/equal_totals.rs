//! Twenty random carts of the demo: the cart, payment, ledger, order, e-mail and order link show the same totals to the
//! cent.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::emails::ReadEmail;
use crate::support::random::Random;
use crate::support::shopper::{Shopper, cents, line, settings};
use crate::support::{Shop, card};

const CARTS: usize = 20;
const DAYS: [&str; 4] = ["20261121", "20261122", "20261125", "20261128"];

#[tokio::test]
async fn total_of_each_of_twenty_random_carts_stays_the_same_from_the_cart_to_the_email() {
    let shop = Shop::open_demo().await;
    let mut chance = Random::seeded(20_261_120);
    let mut seen = Seen::default();
    let mut bought = Vec::with_capacity(CARTS);
    for number in 1..=CARTS {
        let shopper = shop.new_guest().await;
        fill_cart(&shopper, &mut chance, number % 5 == 0).await;
        assert_equal_totals(&shop, &shopper, &mut chance, number, &mut seen).await;
        bought.push(shopper);
    }
    let mails = shop.wait_for_emails(CARTS).await;
    for shopper in bought {
        assert_totals_after_order(&shopper, &mails).await;
    }
    // The random carts include offers, promotion codes, packages and donations.
    let Seen { offers, codes, packages, gifts, postages, free } = seen;
    for (what, count) in [("offers", offers), ("codes", codes), ("packages", packages), ("gifts", gifts)] {
        assert!(count >= 3, "{count} carts with {what}");
    }
    // Delivery by post is not available for the next few days, so fewer carts have it.
    assert!(postages >= 2 && free >= 2, "{postages} by post, {free} free");
    shop.stop().await;
}

/// The number of carts with each feature.
#[derive(Debug, Default)]
struct Seen {
    offers: usize,
    codes: usize,
    packages: usize,
    gifts: usize,
    postages: usize,
    free: usize,
}

impl Seen {
    fn count(&mut self, cart: &Value) {
        let groups = cart["itemGroups"].as_array().unwrap();
        let items: Vec<&Value> = groups.iter().flat_map(|group| group["items"].as_array().unwrap()).collect();
        let count = |seen: &mut usize, is: bool| *seen += usize::from(is);
        count(&mut self.offers, items.iter().any(|item| item["offers"] != json!([])));
        count(&mut self.codes, items.iter().any(|item| item.get("promotionCode").is_some()));
        count(&mut self.packages, groups.iter().any(|group| group["isPackage"] == json!(true)));
        count(&mut self.gifts, groups.iter().any(|group| group["isDonation"] == json!(true)));
        count(&mut self.postages, cents(&cart["deliveryTotal"]) > 0);
        count(&mut self.free, cents(&cart["cartTotal"]) == 0);
    }
}

/// Fills a cart with random tickets, seats, goods, packages and donations of the demo, or only with free tickets.
async fn fill_cart(shopper: &Shopper, chance: &mut Random, is_free: bool) {
    let day = chance.one_of(&DAYS);
    if is_free {
        let place = line(
            "community-morning",
            "community-morning-place",
            chance.between(1, 6),
            Some("community-mornings.20261122.0930"),
        );
        shopper.try_add(json!([place])).await.expect_success();
        return;
    }
    let (park_day, museum) =
        (format!("park-days.{day}.day"), format!("deep-time-days.{day}.{}", chance.one_of(&["1030", "1400"])));
    for _ in 0..chance.between(1, 4) {
        let few = chance.between(1, 5);
        let ticket =
            |product: &str, variant: &str, performance: &str| json!([line(product, variant, few, Some(performance))]);
        let (items, code) = match chance.below(9) {
            0 => (ticket("park-day", "park-day-adult", &park_day), None),
            1 => (ticket("park-day", "park-day-child", &park_day), None),
            2 => (ticket("park-day", "park-day-senior", &park_day), Some("ferry10")),
            3 => (ticket("deep-time", "deep-time-adult", &museum), None),
            4 => (ticket("deep-time", "deep-time-youth", &museum), None),
            5 => {
                let evening = "keepers-daughter-evenings.20261121.evening";
                let mut seats = line("lantern-evening", "lantern-standard", few.min(4), Some(evening));
                seats["performances"][0]["showCategoryId"] = json!("stalls");
                (json!([seats]), Some("CURTAIN"))
            }
            6 => (ticket("park-parking", "parking-car", &format!("harbor-lot-days.{day}.day")), None),
            7 => (json!([line("harbor-guide", "guide-softcover", few, None)]), None),
            _ => {
                let variant = chance.one_of(&["park-and-museum-two", "park-and-museum-family"]);
                let performances = [(1, &museum), (2, &park_day)]
                    .map(|(index, id)| json!({ "selectionIndex": index, "performanceId": id }));
                let package = json!([{
                    "productId": "park-and-museum", "productVariantId": variant, "quantity": few.min(3), "performances": performances,
                }]);
                (package, None)
            }
        };
        let flow = if code.is_some() { 5 } else { 1 };
        let wanted = json!({ "items": items, "saleFlowId": flow, "promotionCode": code });
        let answer = shopper.post("/api/cart/add", wanted).await;
        if !answer.succeeded() {
            // The shop refused the addition because of a limit. The cart is unchanged.
            let words = answer.expect_refusal();
            assert!(words.contains("at most") || words.contains("Maximum"), "{words}");
        }
    }
    if chance.once_in(2) {
        let amount: Value =
            serde_json::from_str(&format!("{}.{:02}", chance.between(0, 60), chance.between(1, 99))).unwrap();
        let gift = json!([{ "productVariantId": "harbor-fund-gift", "amount": amount }]);
        shopper.post("/api/cart/add-donation", json!({ "items": gift })).await.expect_success();
    }
}

async fn assert_equal_totals(shop: &Shop, shopper: &Shopper, chance: &mut Random, number: usize, seen: &mut Seen) {
    let methods = shopper.get("/api/cart/delivery-method").await.json();
    let methods: Vec<&str> = methods.as_array().unwrap().iter().map(|method| method["id"].as_str().unwrap()).collect();
    let mut saved = settings(chance.one_of(&methods));
    saved["stateProvinceId"] = json!(40);
    saved["shippingStateProvinceId"] = json!(40);
    shopper.post("/api/cart/settings", saved).await.expect_success();

    let cart = shopper.get_cart().await;
    seen.count(&cart);
    let items = shopper.get_lines().await;
    let total = cents(&cart["cartTotal"]);
    let figures = ["cartTotalNetTaxesAndFees", "taxTotal", "feeTotal", "deliveryTotal"].map(|name| cents(&cart[name]));
    assert_eq!(figures.iter().sum::<i64>(), total, "cart {number}: {cart:#}");
    let fees: i64 = cart["fees"].as_array().unwrap().iter().map(|fee| cents(&fee["amount"])).sum();
    assert_eq!(fees, figures[2], "cart {number}: the named fees add up to the fees");
    let of_lines: i64 = items.iter().map(line_total).sum();
    assert_eq!(of_lines, figures[0], "cart {number}: the lines add up to the subtotal");
    assert_displayed_amounts(&cart, &items, "cartTotalNetTaxesAndFees");
    let item_count: u64 = items.iter().map(|item| item["quantity"].as_u64().unwrap()).sum();
    assert_eq!(shopper.get("/api/cart/mini-cart").await.json(), json!({ "itemCount": item_count }));

    if total == 0 {
        shopper.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
        shopper.submit_without_payment().await.expect_success();
    } else {
        let (payment, authorised) = shopper.pay_with(card::GOOD).await;
        authorised.expect_success();
        assert_eq!(cents(&payment.amount), total, "cart {number}: the amount on the pay button");
        shopper.submit_until_settled(&payment).await.expect_success();
        let charged = shop.ledger().await.into_iter().find(|it| it.payment_key == payment.key).expect("a payment");
        assert_eq!((charged.amount_cents, charged.charges), (total, 1), "cart {number}: the charged amount");
    }

    let order = shopper.get_order().await.json();
    assert_eq!(cents(&order["orderTotal"]), total, "cart {number}");
    let ordered =
        ["orderTotalNetTaxesAndFees", "taxTotal", "feeTotal", "deliveryTotal"].map(|name| cents(&order[name]));
    assert_eq!(ordered, figures, "cart {number}: the order total");
    for name in ["fees", "displaySubtotal", "codeSavings", "addedFeeTotal"] {
        assert_eq!(order[name], cart[name], "cart {number}: {name}");
    }
    // The cart groups lines of the same product and time. The order lists its lines in the order in which they were
    // added.
    let amounts = |lines: &[Value]| -> BTreeMap<String, i64> {
        lines.iter().map(|line| (line["id"].as_str().unwrap().to_owned(), line_total(line))).collect()
    };
    let ordered = order["items"].as_array().unwrap();
    assert_eq!(amounts(ordered), amounts(&items), "cart {number}");
    assert_displayed_amounts(&order, ordered, "orderTotalNetTaxesAndFees");
    let paid: i64 = order["payments"].as_array().unwrap().iter().map(|payment| cents(&payment["amount"])).sum();
    assert_eq!(paid, total, "cart {number}: the paid amount");
}

/// Fails unless the confirmation, both forms of the e-mail, its link and analytics have the same totals.
async fn assert_totals_after_order(shopper: &Shopper, mails: &[ReadEmail]) {
    let mut order = shopper.get_order().await.json();
    let reported = order.as_object_mut().unwrap().remove("analyticsEvent").expect("the purchase is reported");
    assert_eq!(reported["eventData"]["value"], order["orderTotal"]);
    let id = format!("order-{}@", order["id"].as_str().unwrap());
    let mail = mails.iter().find(|mail| mail.message_id.starts_with(&id)).expect("its e-mail");
    assert_totals_in_email(mail, &order);
    let (id, token) = mail.order_link();
    let asked = json!({ "extOrderTokenId": id, "token": token });
    assert_eq!(shopper.post("/api/order/details/external", asked).await.expect_success()["value"], order);
}

/// The total of a line: the price of its units minus its offers.
fn line_total(item: &Value) -> i64 {
    let units = cents(&item["unitPrice"]) * item["quantity"].as_i64().unwrap();
    let offers = item["offers"].as_array().unwrap().iter();
    let total = cents(&item["itemTotal"]);
    assert_eq!(total, units + offers.map(|offer| cents(&offer["adjustmentTotal"])).sum::<i64>(), "{item:#}");
    total
}

/// Fails unless the displayed amounts of a cart or an order contain the fees per ticket, and add up with the other fees.
fn assert_displayed_amounts(shown: &Value, items: &[Value], subtotal: &str) {
    let displayed = |item: &Value| {
        let units = cents(&item["displayPrice"]) * item["quantity"].as_i64().unwrap();
        let offers = item["offers"].as_array().unwrap().iter();
        let total = cents(&item["displayTotal"]);
        assert_eq!(total, units + offers.map(|offer| cents(&offer["displayAdjustmentTotal"])).sum::<i64>(), "{item:#}");
        total
    };
    assert_eq!(items.iter().map(displayed).sum::<i64>(), cents(&shown["displaySubtotal"]), "{shown:#}");
    assert_eq!(shown_savings(shown).collect::<BTreeMap<_, _>>(), code_savings(items), "{shown:#}");
    let fees = |included: bool| -> i64 {
        let fees = shown["fees"].as_array().unwrap().iter();
        fees.filter(|fee| fee["included"] == json!(included)).map(|fee| cents(&fee["amount"])).sum()
    };
    assert_eq!(cents(&shown[subtotal]) + fees(true), cents(&shown["displaySubtotal"]), "{shown:#}");
    assert_eq!(fees(false), cents(&shown["addedFeeTotal"]), "{shown:#}");
}

/// Fails unless both forms of the e-mail list the totals of the lines and of the order, in the same order as the page,
/// and name each offer.
fn assert_totals_in_email(mail: &ReadEmail, order: &Value) {
    let mut shown = Vec::new();
    for item in order["items"].as_array().unwrap() {
        shown.push(cents(&item["displayTotal"]));
        for offer in item["offers"].as_array().unwrap() {
            let name = offer["displayName"].as_str().unwrap();
            assert!(mail.text.contains(name) && mail.html.contains(name), "{name}: {}", mail.text);
        }
    }
    let fees = |included: bool| {
        let fees = order["fees"].as_array().unwrap().iter().filter(move |fee| fee["included"] == json!(included));
        fees.map(|fee| cents(&fee["amount"]))
    };
    shown.push(cents(&order["displaySubtotal"]));
    shown.extend(shown_savings(order).map(|(_, saving)| -saving));
    shown.extend(fees(true));
    shown.extend(Some(cents(&order["deliveryTotal"])).filter(|delivery| *delivery > 0));
    shown.push(cents(&order["taxTotal"]));
    // A single fee has no heading with the sum.
    if fees(false).count() != 1 {
        shown.push(cents(&order["addedFeeTotal"]));
    }
    shown.extend(fees(false));
    shown.push(cents(&order["orderTotal"]));
    assert_eq!(mail.amounts_of_text(), shown, "{}", mail.text);
    assert_eq!(mail.amounts_of_html(), shown, "{}", mail.html);
}

/// What each code takes off the prices, in cents, as the cart or the order shows it.
fn shown_savings(shown: &Value) -> impl Iterator<Item = (&str, i64)> {
    let savings = shown["codeSavings"].as_array().unwrap().iter();
    savings.map(|saving| (saving["code"].as_str().unwrap(), cents(&saving["amount"])))
}

/// What each code takes off the prices of the items, in cents.
fn code_savings(items: &[Value]) -> BTreeMap<&str, i64> {
    let mut savings = BTreeMap::new();
    for item in items {
        if let (Some(code), regular @ Value::Number(_)) = (item["promotionCode"].as_str(), &item["regularDisplayPrice"])
        {
            let saving = cents(regular) * item["quantity"].as_i64().unwrap() - cents(&item["displayTotal"]);
            *savings.entry(code).or_default() += saving;
        }
    }
    savings.retain(|_, saving| *saving > 0);
    savings
}
