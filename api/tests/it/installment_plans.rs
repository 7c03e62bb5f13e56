//! Passes that are paid with an in-house installment plan.

use chrono::{Days, Months, NaiveDate};
use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, set_passholder, with_field};
use crate::support::catalogue::passes_with_plans;
use crate::support::catalogue::table::{Table, sale_price, variant};
use crate::support::shopper::{Shopper, cents, settings};
use crate::support::{Catalogue, Shop, card};

const NO_PLAN: &str = "You can't use a payment plan for these items. Please pay in full.";
const DO_NOT_COMBINE: &str =
    "The payment plans for these passes can't be combined. Please pay the full price, or buy the passes separately.";
const TERMS: &str = "Please accept the payment plan terms.";

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(passes_with_plans())).await
}

pub async fn add_pass(shopper: &Shopper, variant: &str) {
    let line = json!([{ "productId": "season", "productVariantId": variant, "quantity": 1 }]);
    shopper.try_add(line).await.expect_success();
    for pass in list_cart_passes(shopper).await {
        set_passholder(shopper, &pass, with_field(ada_as_passholder(), "emailAddress", "ada@example.org"))
            .await
            .expect_success();
    }
}

pub async fn choose_plan(shopper: &Shopper, plan: bool) -> crate::support::shopper::Answer {
    let call = if plan { "set" } else { "clear" };
    shopper.post(&format!("/api/cart/{call}-installment-billing"), json!({})).await
}

async fn cart_plan(shopper: &Shopper) -> Value {
    shopper.get_cart().await["installmentBilling"].clone()
}

pub fn with_terms(accepted: bool) -> Value {
    let mut settings = settings("digital");
    settings["acceptInstallmentTerms"] = json!(accepted);
    settings
}

fn amounts(plan: &Value) -> Vec<i64> {
    plan["payments"].as_array().unwrap().iter().map(|payment| cents(&payment["paymentAmount"])).collect()
}

#[tokio::test]
async fn pass_is_paid_in_installments_as_disclosed() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    buyer.add_tours("adult", 1).await;
    let full = buyer.get_cart().await;
    let offered = full["installmentBilling"].clone();
    assert_eq!(
        (&offered["eligible"], &offered["blocked"], &offered["selected"]),
        (&json!(true), &json!(false), &Value::Null)
    );
    assert_eq!(offered["planTypeId"], json!(1));
    assert_eq!(offered["planDisclaimer"], json!("<p>Payments <b>cannot</b> be stopped.</p>"));

    choose_plan(&buyer, true).await.expect_success();
    choose_plan(&buyer, true).await.expect_success();
    let cart = buyer.get_cart().await;
    let plan = cart["installmentBilling"].clone();
    assert_eq!(plan["selected"], json!(true));
    assert_eq!(cents(&cart["feeTotal"]), cents(&full["feeTotal"]) + 1_000, "the fee of the plan");
    for at in [&full, &cart] {
        assert_eq!(at["installmentBilling"]["fullPrice"], full["cartTotal"], "without the fee of the plan");
    }
    assert_eq!(
        (cents(&offered["planFee"]), cents(&plan["planFee"])),
        (1_000, 1_000),
        "and is disclosed before the choice"
    );
    assert_eq!(
        cart["fees"].as_array().unwrap().last().unwrap(),
        &json!({ "name": "Payment plan fee", "amount": plan["planFee"], "included": false })
    );
    // The amount of 120.05 minus 20.00 is paid in ten payments. The last payment includes the cents that do not divide
    // evenly.
    assert_eq!(amounts(&plan), [vec![1_000; 9], vec![1_005]].concat());
    let total = cents(&cart["cartTotal"]);
    assert_eq!(cents(&plan["downPayment"]), total - 10_005);
    assert_eq!((cents(&plan["amountFinanced"]), cents(&plan["totalOfPayments"])), (10_005, 10_005));
    assert_eq!((cents(&plan["financeCharge"]), cents(&plan["totalSalesPrice"])), (0, total));
    assert_eq!(
        (&plan["apr"], &plan["paymentDivisor"], &plan["numberOfPayments"]),
        (&json!(0.0), &json!(10), &json!(11))
    );
    // The cost that is shown before a plan is chosen equals the cost after the choice.
    assert_eq!(offered["payments"], plan["payments"]);
    assert_eq!(offered["downPayment"], plan["downPayment"]);
    let today: NaiveDate = "2026-11-20".parse().unwrap();
    for (payment, month) in plan["payments"].as_array().unwrap().iter().zip(1..) {
        assert_eq!(payment["paymentNumber"], json!(month));
        assert_eq!(payment["paymentDate"], json!((today + Months::new(month)).to_string()));
    }

    let refused = buyer.post("/api/cart/settings", with_terms(false)).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"], json!([{ "field": "acceptInstallmentTerms", "message": TERMS }]));
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_eq!(cents(&payment.amount), cents(&plan["downPayment"]), "nothing more is charged today");
    buyer.submit(&payment).await.expect_success();

    let order = buyer.get("/api/order/details").await.json();
    assert_eq!(cents(&order["orderTotal"]), total);
    assert_eq!(cents(&order["payments"][0]["amount"]), total - 10_005);
    let mut agreed = plan.clone();
    let only_of_carts = agreed.as_object_mut().unwrap();
    only_of_carts.remove("selectionWarning").expect("an item of the cart has no plan");
    only_of_carts.remove("fullPrice").unwrap();
    assert_eq!(order["installmentBilling"], agreed, "there is nothing left to select");
    let today = total - 10_005;
    let paid_today = format!("${}.{:02} paid today with Visa •••• 4242", today / 100, today % 100);
    let mail = shop.wait_for_emails(1).await.remove(0);
    let html = mail.html.replace('\u{a0}', " ");
    assert!(html.contains("</strong><br>Ada Lovelace<br>"), "the price of a pass names its passholder: {html}");
    for (name, value) in [
        ("Your 11-month payment plan", ""),
        ("Payment 2, December 20, 2026", "$10.00"),
        ("Payment 11, September 20, 2027", "$10.05"),
        ("Annual percentage rate (APR)", "0.00%"),
        (&paid_today, ""),
        ("Payment in full due today (no payment plan): Tour, Adult", ""),
        ("The down payment includes the plan fee for each pass.", ""),
        ("The total sales price includes taxes and fees.", ""),
    ] {
        let row = if value.is_empty() { name.to_owned() } else { format!("{name}: {value}") };
        assert!(mail.text.contains(&row), "{row} is missing in\n{}", mail.text);
        assert!(html.contains(name) && html.contains(value), "{row} is missing in the e-mail's HTML");
    }
    shop.stop().await;
}

/// A pass with a plan. The pass is so cheap that nothing remains to be paid later.
fn tin() -> Table {
    variant("tin", "Tin").price(20_00).season_pass().plan("ten")
}

#[tokio::test]
async fn pass_too_cheap_for_its_plan_is_paid_in_full_today() {
    let catalogue = Catalogue::park().with(passes_with_plans()).edit_product("season", |season| season.with(tin()));
    let shop = Shop::selling(&catalogue).await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    add_pass(&buyer, "tin").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    buyer.submit(&payment).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE pass IS NOT NULL").await, 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE owed").await, 1, "of the other one");
    shop.stop().await;
}

#[tokio::test]
async fn down_payment_in_percent_is_a_part_of_the_price_after_promotions() {
    let catalogue = Catalogue::park()
        .with(passes_with_plans())
        .with([sale_price("spring", "Spring sale").variants(["gold"]).price(10_000)])
        .edit("plan", "ten", |plan| plan.set("down_payment", "33.33 %").fee(0).payments(3));
    let shop = Shop::selling(&catalogue).await;
    let (buyer, _) = shop.new_account().await;
    let page = buyer.get("/api/product/page/season").await.json();
    let words = &page["product"]["variants"][0]["installmentBillingPlanDescription"];
    assert_eq!(words, &json!("$33.33 today and 3 monthly payments of about $22.22"));
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    let plan = cart_plan(&buyer).await;
    assert_eq!((cents(&plan["downPayment"]), amounts(&plan)), (33_33, vec![22_22, 22_22, 22_23]));
    assert_eq!((cents(&plan["totalOfPayments"]), cents(&plan["totalSalesPrice"])), (66_67, 10_000));
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_eq!(cents(&payment.amount), 33_33);
    buyer.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn shopper_can_decline_the_plan_and_pay_the_full_price() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    let full = cents(&buyer.get_cart().await["cartTotal"]);
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    choose_plan(&buyer, false).await.expect_success();
    let cart = buyer.get_cart().await;
    assert_eq!(cents(&cart["cartTotal"]), full, "the plan's fee is removed");
    assert_eq!(
        (&cart["installmentBilling"]["selected"], &cart["acceptInstallmentTerms"]),
        (&json!(false), &json!(false))
    );
    buyer.post("/api/cart/settings", with_terms(false)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    assert_eq!(cents(&payment.amount), full);
    buyer.submit(&payment).await.expect_success();
    let order = buyer.get("/api/order/details").await.json();
    assert_eq!(order["installmentBilling"], Value::Null);
    shop.stop().await;
}

#[tokio::test]
async fn payment_is_not_charged_if_the_plan_choice_changes_after_the_card_entry() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    let (payment, answer) = buyer.pay_with(card::GOOD).await;
    answer.expect_success();
    choose_plan(&buyer, false).await.expect_success();
    buyer.submit(&payment).await.expect_refusal();
    assert_eq!(shop.count_charges().await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn finance_charge_is_disclosed_with_its_rate() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "silver").await;
    let plan = cart_plan(&buyer).await;
    // A credit of 76.00 for ten monthly payments of 8.00 has a rate of 11.32 %, computed by the method of Regulation Z,
    // appendix J.
    assert_eq!((cents(&plan["amountFinanced"]), cents(&plan["financeCharge"])), (7_600, 400));
    assert_eq!((&plan["apr"], cents(&plan["totalOfPayments"])), (&json!(11.32), 8_000));
    shop.stop().await;
}

#[tokio::test]
async fn incompatible_plans_are_blocked_with_a_message() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    for (variant, payments) in [("gold", 10_005), ("silver", 18_005)] {
        add_pass(&buyer, variant).await;
        assert_eq!(cents(&cart_plan(&buyer).await["totalOfPayments"]), payments, "plans of ten payments combine");
    }
    choose_plan(&buyer, true).await.expect_success();
    let by_plan = cents(&buyer.get_cart().await["cartTotal"]);
    add_pass(&buyer, "bronze").await;
    let plan = cart_plan(&buyer).await;
    assert_eq!((&plan["eligible"], &plan["blocked"]), (&json!(false), &json!(true)));
    assert_eq!(plan["selectionWarning"], json!(DO_NOT_COMBINE));
    assert_eq!(plan["payments"], json!([]));
    assert_eq!(choose_plan(&buyer, true).await.expect_refusal(), NO_PLAN);
    assert_eq!(buyer.get("/api/cart/pass").await.json()["installmentBillingBlocked"], json!(true));
    // The choice and its fees apply again after the incompatible pass is removed.
    let item = buyer.get_lines().await.into_iter().find(|it| it["productVariantId"] == "bronze").unwrap();
    buyer.change_quantity(item["id"].as_str().unwrap(), 0).await.expect_success();
    assert_eq!(cart_plan(&buyer).await["selected"], json!(true));
    assert_eq!(cents(&buyer.get_cart().await["cartTotal"]), by_plan);
    shop.stop().await;
}

#[tokio::test]
async fn lines_without_a_plan_are_paid_today() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    assert_eq!(choose_plan(&buyer, true).await.expect_refusal(), NO_PLAN, "an empty cart");
    add_pass(&buyer, "plain").await;
    assert_eq!(cart_plan(&buyer).await, Value::Null);
    assert_eq!(choose_plan(&buyer, true).await.expect_refusal(), NO_PLAN);
    add_pass(&buyer, "bronze").await;
    let plan = cart_plan(&buyer).await;
    assert_eq!(amounts(&plan), [250, 250, 250, 250], "60.00 less 50.00; the other pass is paid today");
    let plain = buyer.get_cart().await["itemGroups"][0]["productDisplayName"].as_str().unwrap().to_owned();
    let warning = plan["selectionWarning"].as_str().unwrap();
    let named = warning.strip_prefix("Payment in full due today (no payment plan): ").unwrap();
    assert!(named.starts_with(&plain) && !named.contains(';'), "only the pass without a plan: {warning}");
    shop.stop().await;
}

#[tokio::test]
async fn product_shows_the_plan_of_each_pass_with_its_fee_and_the_amount_paid_today() {
    let words = |today: &str, each: &str, fee: &str, taxes: &str| {
        json!(format!(
            "{today}{taxes} today and 10 monthly payments of {each}; today's payment includes the {fee} plan fee"
        ))
    };
    let untaxed = Catalogue::park().with(passes_with_plans());
    let taxed = untaxed.clone().edit("plan", "ten", |plan| plan.tax_class("sales"));
    for (catalogue, taxes) in [(untaxed, ""), (taxed, " plus tax")] {
        let shop = Shop::selling(&catalogue).await;
        let product = shop.shopper().post("/api/product/single", json!({ "extProductId": "season" })).await.json();
        let variants = product["value"]["variants"].as_array().unwrap();
        let of = |name: &str| variants.iter().map(|it| it[name].clone()).collect::<Vec<_>>();
        assert_eq!(
            of("installmentBillingPlanDescription"),
            [
                words("$30.00", "about $10.00", "$10.00", taxes),
                words("$4.00", "$8.00", "$4.00", ""),
                json!("In four parts"),
                Value::Null
            ]
        );
        let fees = of("installmentBillingPlanFee");
        assert_eq!(fees[..3].iter().map(cents).collect::<Vec<_>>(), [1_000, 400, 0]);
        let today = of("installmentBillingPlanToday");
        assert_eq!(today[..2].iter().map(cents).collect::<Vec<_>>(), [3_000, 400]);
        assert_eq!([&fees[3], &today[3]], [&Value::Null; 2]);
        shop.stop().await;
    }
}

#[tokio::test]
async fn operator_can_set_the_text_of_the_plan_terms() {
    let without = open_shop().await;
    let terms = without.shopper().get("/api/payment/installment-billing/terms").await.json();
    assert_eq!(terms, json!({ "label": "I accept the payment plan terms" }));
    without.stop().await;
    let catalogue = Catalogue::park()
        .with(passes_with_plans())
        .message("checkout.installmentTermsHtml", "<h2>Terms</h2><script>x</script>");
    let published = Shop::selling(&catalogue).await;
    let terms = published.shopper().get("/api/payment/installment-billing/terms").await.json();
    assert_eq!(terms["content"], json!("<h2>Terms</h2>"));
    published.stop().await;
}

#[tokio::test]
async fn invalid_plan_is_refused_with_its_problem() {
    let valid = Catalogue::park().with(passes_with_plans());
    let with_plan = |id: &str, change: fn(Table) -> Table| valid.clone().edit("plan", id, change);
    let unknown_plan = valid.clone().edit_variant("season", "bronze", |bronze| bronze.plan("five"));
    for (wrong, what) in [
        (with_plan("four", |plan| plan.payments(0)), "`payments` are from 1 to 36, not 0"),
        (with_plan("four", |plan| plan.payments(37)), "`payments` are from 1 to 36, not 37"),
        (unknown_plan, "five"),
        (with_plan("ten-charged", |plan| plan.fee(0)), "something is paid today"),
        (with_plan("four", |plan| plan.down_payment(-1_00)), "`down_payment` is from 0.00"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        wrong.write(folder.path());
        let problems = midway::shop::catalog::problems(folder.path());
        assert!(problems.iter().any(|problem| problem.to_string().contains(what)), "{what}: {problems:?}");
    }
}

#[tokio::test]
async fn due_days_are_computed_in_the_time_zone_of_the_site() {
    let shop = open_shop().await;
    shop.advance(10 * 60);
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    let first = cart_plan(&buyer).await["payments"][0]["paymentDate"].clone();
    let here = "2026-11-20".parse::<NaiveDate>().unwrap();
    assert_ne!(first, json!((here + Days::new(1) + Months::new(1)).to_string()));
    assert_eq!(first, json!((here + Months::new(1)).to_string()));
    shop.stop().await;
}

#[tokio::test]
async fn emptied_cart_discards_its_plan_choice_and_asks_again() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let by_removing = |item: Value| json!({ "items": [{ "id": item["id"], "quantity": 0 }] });
    for empties in ["/api/cart/modify", "/api/cart/clear"] {
        add_pass(&buyer, "gold").await;
        choose_plan(&buyer, true).await.expect_success();
        buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
        let item = buyer.get_lines().await.remove(0);
        let body = if empties.ends_with("modify") { by_removing(item) } else { json!({}) };
        buyer.post(empties, body).await.expect_success();
        add_pass(&buyer, "gold").await;
        let cart = buyer.get_cart().await;
        assert_eq!(cart["installmentBilling"]["selected"], Value::Null, "{empties}");
        assert_eq!(cart["acceptInstallmentTerms"], json!(false), "{empties}");
        buyer.post("/api/cart/clear", json!({})).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn acceptance_of_plan_terms_ends_when_the_cart_changes() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    add_pass(&buyer, "gold").await;
    choose_plan(&buyer, true).await.expect_success();
    let is_accepted = async || buyer.get_cart().await["acceptInstallmentTerms"] == json!(true);
    let pays = async || buyer.post("/api/payment/sandbox/setup", json!({})).await;
    let is_asked_for_it = async || {
        let refused = pays().await;
        refused.expect_refusal();
        assert_eq!(refused.json()["errors"], json!([{ "field": "acceptInstallmentTerms", "message": TERMS }]));
    };
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    assert!(is_accepted().await);
    let payments = amounts(&cart_plan(&buyer).await);

    add_pass(&buyer, "gold").await;
    assert_ne!(amounts(&cart_plan(&buyer).await), payments);
    assert!(!is_accepted().await);
    is_asked_for_it().await;
    buyer.post("/api/cart/settings", with_terms(true)).await.expect_success();
    pays().await.expect_success();

    let (line, rest) = (buyer.get_lines().await.remove(0), buyer.get_lines().await.len() - 1);
    buyer.change_quantity(line["id"].as_str().unwrap(), 0).await.expect_success();
    assert_eq!((buyer.get_lines().await.len(), is_accepted().await), (rest, false));
    is_asked_for_it().await;
    shop.stop().await;
}
