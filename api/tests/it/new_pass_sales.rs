//! New passes that are bought on the page of a tag, each with its passholder.

use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, pay, set_passholder, with_field};
use crate::sale_contexts::{list_products, new_pupil, new_signed_in_shopper, priced, variants};
use crate::support::catalogue::table::{Table, new_pass_sale, product, tag_sale, variant, verified_offer};
use crate::support::shopper::{Answer, Shopper, cents, line, unique_email};
use crate::support::{Catalogue, Shop};

/// Season passes with an accessory that is not a pass, three evening passes, and a pass that is sold to members and to
/// schools.
fn new_passes() -> Vec<Table> {
    vec![
        product("season", "Season pass")
            .short_description("A year.")
            .tags(["season", "every"])
            .with(
                variant("season-adult", "Adult")
                    .price(10_000)
                    .season_pass()
                    .pass_level("Gold")
                    .max_birth_date("2013-12-31")
                    .max_quantity(4),
            )
            .with(
                variant("season-child", "Child")
                    .price(60_00)
                    .season_pass()
                    .pass_level("Gold")
                    .min_birth_date("2014-01-01")
                    .max_birth_date("2023-12-31")
                    .max_quantity(60),
            )
            .with(variant("season-case", "A case for it").price(8_00).tickets(0)),
        product("evenings", "Evenings")
            .short_description("From six.")
            .tags(["every"])
            .with(variant("evenings", "Adult").price(40_00).pass(2).valid_days(365).stock(3)),
        product("circle", "Circle")
            .short_description("For members.")
            .sold_publicly(false)
            .tags(["members", "school-year"])
            .with(variant("circle", "Adult").price(80_00).season_pass()),
        new_pass_sale("first", "First pass")
            .title("Your first pass")
            .description("<p>A year <script>alert(1)</script>ahead.</p>")
            .tags(["season"])
            .secondary_tag("every")
            .percent_off(10)
            .until("2026-11-25T00:00:00"),
        new_pass_sale("members", "Members").tags(["members"]).requires_login_challenge(true).price(70_00),
        new_pass_sale("past", "Past").tags(["every"]).until("2026-05-01T00:00:00").percent_off(50),
        verified_offer("school-year", "A year for schools")
            .title("Passes for schools")
            .tags(["school-year"])
            .email_domains(["school.example"])
            .price(50_00),
        tag_sale("gifts", "Gifts").tags(["season"]).price(1_00).requires_login_challenge(true),
    ]
}

const NOT_AVAILABLE: &str = "This offer isn't available.";
const CORRECT: &str = "Please correct errors above";

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(new_passes())).await
}

/// The sale context of a tag page.
fn by_tags(tags: &[&str]) -> Value {
    json!({ "saleFlowId": 3, "specificPromotionTypeId": 7, "tags": tags })
}

fn new_pass(variant: &str, first_name: &str, last_name: &str, birth_date: &str) -> Value {
    json!({
        "extProductVariantId": variant, "firstName": first_name, "lastName": last_name, "birthDate": birth_date,
    })
}

async fn add_passes(shopper: &Shopper, mut sale_context: Value, passes: &[Value]) -> Answer {
    sale_context["newPasses"] = json!(passes);
    shopper.post("/api/cart/add-pass-with-product", sale_context).await
}

fn ada_and_byron() -> [Value; 2] {
    [
        new_pass("season-adult", "  Ada ", "Lovelace", "1990-12-10"),
        new_pass("season-child", "Byron", "Lovelace", "2016-05-12"),
    ]
}

/// The invalid fields with their messages.
fn invalid_fields(refused: &Answer) -> Vec<(String, String)> {
    assert_eq!(refused.expect_refusal(), CORRECT);
    let errors = refused.json()["errors"].as_array().unwrap().clone();
    let text = |it: &Value, name: &str| it[name].as_str().unwrap().to_owned();
    errors.iter().map(|it| (text(it, "field"), text(it, "message"))).collect()
}

#[tokio::test]
async fn passholder_details_entered_by_a_guest_reach_the_order() {
    let shop = open_shop().await;
    let (_, email) = shop.new_account().await;
    let guest = shop.new_guest().await;
    let added = add_passes(&guest, by_tags(&["season"]), &ada_and_byron()).await.expect_success();
    assert_eq!((&added["proceedToPassFlow"], &added["confirmationRequired"]), (&json!(true), &json!(false)));
    assert_eq!(added["analyticsEvent"]["category"], json!("addToCart"));
    assert_eq!(added["analyticsEvent"]["eventData"]["items"].as_array().unwrap().len(), 2);
    let items = guest.get_lines().await;
    let names_and_prices: Vec<_> = items
        .iter()
        .map(|item| (item["firstName"].as_str().unwrap(), cents(&item["unitPrice"]), cents(&item["regularPrice"])))
        .collect();
    assert_eq!(names_and_prices, [("Ada", 90_00, 10_000), ("Byron", 54_00, 60_00)]);
    assert!(items.iter().all(|item| item["quantity"] == json!(1) && item["promotionName"] == json!("First pass")));

    // The passholders' details can be completed only after a sign-in.
    guest.post("/api/cart/pass-finalize-demographics", json!({})).await.expect_status(401);
    guest.save_settings("digital").await;
    let refused = guest.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert_eq!(refused, "Please enter the details for each passholder before you pay.");
    guest.sign_in(&email).await;
    let passes = list_cart_passes(&guest).await;
    let known: Vec<_> = passes
        .iter()
        .map(|pass| (pass["firstName"].clone(), pass["birthDate"].clone(), pass["isComplete"].clone()))
        .collect();
    assert_eq!(
        known,
        [(json!("Ada"), json!("1990-12-10"), json!(false)), (json!("Byron"), json!("2016-05-12"), json!(false))]
    );
    set_passholder(&guest, &passes[0], ada_as_passholder()).await.expect_success();
    let byron = with_field(with_field(ada_as_passholder(), "firstName", "Byron"), "birthDate", "2016-05-12");
    set_passholder(&guest, &passes[1], byron).await.expect_success();
    assert_eq!(list_cart_passes(&guest).await[1]["emailAddress"], json!(""), "a child has no e-mail address");
    let order = pay(&guest).await;
    assert_eq!(cents(&order["orderTotalNetTaxesAndFees"]), 14_400);
    let names: Vec<&Value> = order["items"].as_array().unwrap().iter().map(|item| &item["firstName"]).collect();
    assert_eq!(names, ["Ada", "Byron"]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder WHERE first_name = 'Byron'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn name_and_birth_date_of_a_new_pass_are_accepted_at_their_limits_and_rejected_past_them() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let long = |length: usize| "é".repeat(length);
    let refused = add_passes(
        &guest,
        by_tags(&["season", "every"]),
        &[
            new_pass("season-adult", &long(35), &long(35), "2013-12-31"),
            new_pass("season-adult", "", " ", ""),
            new_pass("season-adult", &long(36), &long(36), "2014-01-01"),
            new_pass("season-child", "Ada", "Lovelace", "2013-12-31"),
            new_pass("season-child", "Ada", "Lovelace", "2016-02-30"),
            new_pass("evenings", "Ada", "Lovelace", "2026-11-21"),
        ],
    )
    .await;
    let (first, last) = ("First name is required", "Last name is required");
    let (date, age) =
        ("A valid birth date is required (mm/dd/yyyy)", "The passholder's age doesn't qualify for this pass.");
    let expected = [
        ("newPasses.1.firstName", first),
        ("newPasses.1.lastName", last),
        ("newPasses.1.birthDate", date),
        ("newPasses.2.firstName", first),
        ("newPasses.2.lastName", last),
        ("newPasses.2.birthDate", age),
        ("newPasses.3.birthDate", age),
        ("newPasses.4.birthDate", date),
        ("newPasses.5.birthDate", date),
    ];
    assert_eq!(invalid_fields(&refused), expected.map(|(field, text)| (field.to_owned(), text.to_owned())));
    assert_eq!(guest.get_lines().await, Vec::<Value>::new());
    let right = [
        new_pass("season-adult", &long(35), &long(35), "2013-12-31"),
        new_pass("season-child", "A", "L", "2014-01-01"),
        new_pass("season-child", "A", "L", "2023-12-31"),
    ];
    add_passes(&guest, by_tags(&["season"]), &right).await.expect_success();
    assert_eq!(guest.get_lines().await[0]["firstName"], json!(long(35)));
    let unborn = [new_pass("season-child", "A", "L", "2024-01-01")];
    let refused = add_passes(&guest, by_tags(&["season"]), &unborn).await;
    assert_eq!(invalid_fields(&refused), [("newPasses.0.birthDate".to_owned(), age.to_owned())]);
    // A missing field makes the request invalid.
    let nameless = json!({ "extProductVariantId": "season-adult", "birthDate": "1990-12-10", "lastName": "Lovelace" });
    add_passes(&guest, by_tags(&["season"]), &[nameless]).await.expect_status(400);
    shop.stop().await;
}

#[tokio::test]
async fn passes_per_call_and_per_cart_are_limited() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let children = |count: usize| vec![new_pass("season-child", "A", "L", "2016-05-12"); count];
    let sale_context = || by_tags(&["season"]);
    assert_eq!(add_passes(&guest, sale_context(), &[]).await.expect_refusal(), "Please choose at least one ticket.");
    add_passes(&guest, sale_context(), &children(51)).await.expect_status(400);
    let adults = vec![new_pass("season-adult", "A", "L", "1990-12-10"); 5];
    assert_eq!(add_passes(&guest, sale_context(), &adults).await.expect_refusal(), "Maximum quantity is 4");
    add_passes(&guest, sale_context(), &adults[..4]).await.expect_success();
    assert_eq!(add_passes(&guest, sale_context(), &adults[..1]).await.expect_refusal(), "Maximum quantity is 4");
    let full = "A cart can hold up to 50 different items. Please buy these first, or remove some.";
    assert_eq!(add_passes(&guest, sale_context(), &children(47)).await.expect_refusal(), full);
    add_passes(&guest, sale_context(), &children(46)).await.expect_success();
    assert_eq!(guest.get_lines().await.len(), 50);
    assert_eq!(add_passes(&guest, sale_context(), &children(1)).await.expect_refusal(), full);
    guest.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    add_passes(&guest, sale_context(), &children(50)).await.expect_success();
    shop.stop().await;
}

enum Who {
    Guest,
    SignedIn,
    Pupil,
}

#[tokio::test]
async fn pass_is_sold_only_in_a_sale_context_that_is_open_to_the_shopper() {
    let shop = open_shop().await;
    let (pupil, member) = (new_pupil(&shop).await, new_signed_in_shopper(&shop).await);
    let flow = |flow: i32| json!({ "saleFlowId": flow });
    let typed =
        |flow: i32, kind: i32, tag: &str| json!({ "saleFlowId": flow, "specificPromotionTypeId": kind, "tags": [tag] });
    let named = |mut sale_context: Value, id: &str| {
        sale_context["extPromotionId"] = json!(id);
        sale_context
    };
    let with_code = |mut sale_context: Value| {
        sale_context["promotionCode"] = json!("FIRST");
        sale_context
    };
    for (why, who, sale_context, variant, price) in [
        ("its tag", Who::Guest, by_tags(&["season"]), "season-adult", Some(90_00)),
        ("two tags", Who::Guest, by_tags(&["season", "every"]), "evenings", Some(40_00)),
        ("a tag without a sale", Who::Guest, by_tags(&["every"]), "season-adult", None),
        ("another product's tag", Who::Guest, by_tags(&["season"]), "evenings", None),
        ("no tag", Who::Guest, by_tags(&[]), "season-adult", None),
        ("a wrong tag", Who::Guest, by_tags(&["seasons"]), "season-adult", None),
        ("the public sale context", Who::Guest, flow(1), "season-adult", Some(10_000)),
        ("no sale context", Who::Guest, json!({}), "season-adult", Some(10_000)),
        ("a product that is not a pass", Who::Guest, by_tags(&["season"]), "season-case", None),
        ("a variant without a pass, public", Who::Guest, flow(1), "season-case", None),
        ("an unknown variant", Who::Guest, by_tags(&["season"]), "season-dog", None),
        ("a ticket for a tour", Who::Guest, flow(1), "adult", None),
        ("what is not sold publicly", Who::Guest, flow(1), "circle", None),
        ("for members, a guest", Who::Guest, by_tags(&["members"]), "circle", None),
        ("for members, beside an open tag", Who::Guest, by_tags(&["season", "members"]), "circle", None),
        ("for members", Who::SignedIn, by_tags(&["members"]), "circle", Some(70_00)),
        ("a sale of gifts, as one of passes", Who::Guest, typed(3, 5, "season"), "season-adult", None),
        (
            "the gifts' id with the passes' way",
            Who::Guest,
            named(by_tags(&["season"]), "gifts"),
            "season-adult",
            Some(10_000),
        ),
        ("the members' id with an open tag", Who::Guest, named(by_tags(&["season"]), "members"), "circle", None),
        ("a verified offer, a guest", Who::Guest, typed(7, 10, "school-year"), "circle", None),
        ("a verified offer, another shopper", Who::SignedIn, typed(7, 10, "school-year"), "circle", None),
        ("a verified offer", Who::Pupil, typed(7, 10, "school-year"), "circle", Some(50_00)),
        ("a verified offer's tag as a sale's", Who::Pupil, by_tags(&["school-year"]), "circle", None),
        ("a sale's tag as a verified offer's", Who::Pupil, typed(7, 10, "season"), "season-adult", None),
        ("a verified offer of new passes' type", Who::Pupil, typed(7, 7, "school-year"), "circle", None),
        ("another flow's type", Who::Guest, typed(4, 7, "season"), "season-adult", None),
        ("an unknown code", Who::Guest, with_code(flow(5)), "season-adult", None),
        ("a code beside a tag", Who::Guest, with_code(by_tags(&["season"])), "season-adult", None),
        ("a redemption", Who::SignedIn, flow(2), "season-adult", None),
        ("a donation", Who::Guest, flow(8), "season-adult", None),
        ("a bundle", Who::Guest, flow(9), "season-adult", None),
        ("a bundle by its type", Who::Guest, typed(9, 19, "season"), "season-adult", None),
        ("an account's entitlement", Who::SignedIn, flow(15), "season-adult", None),
    ] {
        let shopper = match who {
            Who::Guest => shop.new_guest().await,
            Who::SignedIn => member.clone(),
            Who::Pupil => pupil.clone(),
        };
        let answer = add_passes(&shopper, sale_context, &[new_pass(variant, "Ada", "Lovelace", "1990-12-10")]).await;
        let items = shopper.get_lines().await;
        match price {
            Some(price) => {
                answer.expect_success();
                assert_eq!(cents(&items.last().unwrap()["unitPrice"]), price, "{why}");
            }
            None => {
                assert!(!answer.expect_refusal().is_empty(), "{why}");
                assert_eq!(items, Vec::<Value>::new(), "{why}");
            }
        }
        shopper.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn pass_in_the_cart_names_the_sale_that_sells_it_for_less_and_keeps_its_passholder_when_bought_with_it() {
    let shop = open_shop().await;
    let shopper = new_signed_in_shopper(&shop).await;
    let query = json!({ "extProductId": "season" });
    let page = shopper.post("/api/product/single", query.clone()).await.expect_success();
    let [adult, child, case] = page["value"]["variants"].as_array().unwrap().as_slice() else { panic!("{page:#}") };
    let sale = json!({
        "title": "Your first pass", "tag": "season", "sellsPasses": true, "secondaryTag": "every",
        "displayPrice": adult["cheaperSales"][0]["displayPrice"]
    });
    assert_eq!(adult["cheaperSales"], json!([sale]));
    let prices = [adult, child].map(|variant| cents(&variant["cheaperSales"][0]["displayPrice"]));
    assert_eq!(prices, [90_00, 54_00]);
    assert_eq!(case["cheaperSales"], json!([]), "it is not a pass");

    let adults = json!([line("season", "season-adult", 2, None)]);
    shopper.try_add(adults).await.expect_success();
    let passes = list_cart_passes(&shopper).await;
    set_passholder(&shopper, &passes[1], ada_as_passholder()).await.expect_success();
    let before = shopper.get_lines().await;
    assert_eq!((&before[0]["cheaperSale"], &before[1]["cheaperSale"]), (&sale, &sale));
    let mut change = by_tags(&["season"]);
    change["items"] = json!([line("season", "season-adult", 1, None)]);
    change["replaces"] = json!([before[1]["id"]]);
    shopper.post("/api/cart/add", change).await.expect_success();
    let after = shopper.get_lines().await;
    let shown: Vec<_> =
        after.iter().map(|it| (cents(&it["unitPrice"]), &it["firstName"], &it["cheaperSale"])).collect();
    assert_eq!(shown, [(10_000, &Value::Null, &sale), (90_00, &json!("Ada"), &Value::Null)]);
    let passes = list_cart_passes(&shopper).await;
    let known: Vec<_> = passes.iter().map(|pass| (&pass["city"], &pass["isComplete"])).collect();
    assert_eq!(known, [(&json!(""), &json!(false)), (&json!("Albany"), &json!(true))]);

    shop.advance(5 * 24 * 60);
    let page = shop.new_guest().await.post("/api/product/single", query).await.expect_success();
    assert_eq!(page["value"]["variants"][0]["cheaperSales"], json!([]), "the sale has ended");
    shop.stop().await;
}

#[tokio::test]
async fn passes_are_added_together_or_not_at_all_and_a_higher_price_is_confirmed_first() {
    let shop = open_shop().await;
    let (one, other) = (shop.new_guest().await, shop.new_guest().await);
    let evenings = |count: usize| vec![new_pass("evenings", "Ada", "Lovelace", "1990-12-10"); count];
    add_passes(&one, by_tags(&["every", "season"]), &evenings(2)).await.expect_success();
    let mixed = [&ada_and_byron()[..], &evenings(2)].concat();
    let refused = add_passes(&other, by_tags(&["every", "season"]), &mixed).await.expect_refusal();
    assert_eq!(refused, "Sorry, only 1 left: Evenings. Please choose fewer.", "no other buyer gets more");
    assert_eq!(other.get_lines().await, Vec::<Value>::new());

    let mut seen = ada_and_byron();
    seen[0]["unitPrice"] = json!(85);
    seen[1]["unitPrice"] = json!(54);
    let asked = add_passes(&other, by_tags(&["season"]), &seen).await.expect_success();
    assert_eq!((&asked["confirmationRequired"], &asked["proceedToPassFlow"]), (&json!(true), &json!(false)));
    assert!(asked["confirmationMessageHtml"].as_str().unwrap().contains("Adult $90.00 (was $85.00)"), "{asked}");
    assert_eq!(other.get_lines().await, Vec::<Value>::new());
    let mut answered = by_tags(&["season"]);
    answered["reSubmitContext"] = asked["confirmationReSubmitContext"].clone();
    add_passes(&other, answered, &seen).await.expect_success();
    assert_eq!(other.get_lines().await.len(), 2);
    shop.stop().await;
}

#[tokio::test]
async fn one_of_three_concurrent_buyers_gets_both_requested_passes_and_the_others_get_none() {
    let shop = open_shop().await;
    let buyers = [shop.new_guest().await, shop.new_guest().await, shop.new_guest().await];
    let two =
        [new_pass("evenings", "Ada", "Lovelace", "1990-12-10"), new_pass("evenings", "Mary", "Shelley", "1997-08-30")];
    let answers = futures_util::future::join_all(
        buyers.iter().map(|buyer| add_passes(buyer, by_tags(&["every", "season"]), &two)),
    )
    .await;
    assert_eq!(answers.iter().filter(|answer| answer.succeeded()).count(), 1);
    for (buyer, answer) in buyers.iter().zip(&answers) {
        let expected = if answer.succeeded() { 2 } else { 0 };
        assert_eq!(buyer.get_lines().await.len(), expected, "{}", answer.text());
    }
    assert_eq!(shop.count("SELECT claimed FROM stock WHERE key = 'variant:evenings'").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn pass_whose_sale_ends_is_repriced_at_the_public_price_and_keeps_its_passholder() {
    let shop = open_shop().await;
    let (buyer, email) = shop.new_account().await;
    add_passes(&buyer, by_tags(&["season"]), &ada_and_byron()).await.expect_success();
    shop.advance(5 * 24 * 60);
    buyer.sign_in(&email).await;
    let cart = buyer.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(true));
    let items = buyer.get_lines().await;
    let names_and_prices: Vec<_> = items.iter().map(|item| (&item["firstName"], cents(&item["unitPrice"]))).collect();
    assert_eq!(names_and_prices, [(&json!("Ada"), 10_000), (&json!("Byron"), 60_00)]);
    let known: Vec<Value> = list_cart_passes(&buyer).await.iter().map(|pass| pass["birthDate"].clone()).collect();
    assert_eq!(known, ["1990-12-10", "2016-05-12"]);
    shop.stop().await;
}

#[tokio::test]
async fn tag_page_of_new_passes_lists_passes_with_birth_date_limits_and_prices_and_no_other_products() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let page = |flow: i32, kind: i32, tags: &str| json!({ "saleFlowId": flow, "specificPromotionTypeId": kind, "tagsCsv": tags });
    let season = list_products(&guest, page(3, 7, "season")).await["value"].clone();
    assert_eq!(
        variants(&json!({ "value": season })),
        priced(&[("season-adult", 90_00), ("season-child", 54_00)]),
        "products that are not passes are not listed"
    );
    assert_eq!(season["pageTitle"], json!("Your first pass"));
    assert_eq!(season["pageDescription"], json!("<p>A year ahead.</p>"));
    let ages: Vec<_> = season["products"][0]["variants"].as_array().unwrap().iter().collect();
    assert_eq!((ages[0].get("minBirthDate"), &ages[0]["maxBirthDate"]), (None, &json!("2013-12-31")));
    assert_eq!((&ages[1]["minBirthDate"], &ages[1]["maxBirthDate"]), (&json!("2014-01-01"), &json!("2023-12-31")));

    let both = list_products(&guest, page(3, 7, "season,every")).await;
    assert_eq!(
        variants(&both),
        priced(&[("season-adult", 90_00), ("season-child", 54_00), ("evenings", 40_00)]),
        "each at its best price"
    );
    let ended = list_products(&guest, page(3, 7, "every")).await;
    assert_eq!((variants(&ended), &ended["message"]), (Vec::new(), &json!("This offer has ended.")));
    for (flow, kind, tag) in [(3, 7, "nothing"), (3, 7, "garden"), (7, 10, "season")] {
        guest.post("/api/product/multi", page(flow, kind, tag)).await.expect_status(404);
    }
    let challenged = list_products(&guest, page(3, 7, "members")).await["value"].clone();
    assert_eq!((&challenged["products"], &challenged["requiresLoginChallenge"]), (&json!([]), &json!(true)));
    let refused = guest.post("/api/product/multi", page(3, 9, "season")).await.expect_refusal();
    assert_eq!(refused, NOT_AVAILABLE);
    shop.stop().await;
}

#[tokio::test]
async fn tag_pages_that_sell_only_passes_are_marked_as_pass_pages() {
    let shop = open_shop().await;
    let pages = shop.new_guest().await.get("/api/product/on-sale").await.json()["tagPages"].clone();
    assert_eq!(
        pages,
        json!([
            {
                "tag": "season", "title": "Your first pass", "description": "<p>A year ahead.</p>",
                "isVerified": false, "sellsPasses": true, "secondaryTag": "every"
            },
            {
                "tag": "school-year", "title": "Passes for schools", "description": "",
                "isVerified": true, "sellsPasses": true
            }
        ])
    );
    shop.stop().await;
}

#[tokio::test]
async fn passholder_is_not_shown_to_another_shopper() {
    let shop = open_shop().await;
    let (ada, eve) = (shop.new_guest().await, shop.shopper());
    add_passes(&ada, by_tags(&["season"]), &ada_and_byron()).await.expect_success();
    eve.register_and_sign_in(&unique_email()).await;
    assert_eq!(list_cart_passes(&eve).await, Vec::<Value>::new());
    assert!(!eve.received_bodies().iter().any(|answer| answer.contains("Byron")));
    shop.stop().await;
}
