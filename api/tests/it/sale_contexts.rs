//! Sale contexts: what each one shows and sells, and to whom.

use serde_json::{Value, json};

use crate::support::catalogue::table::{
    Table, add_on_sale, advance_sale_by_code, cross_sell, product, promotion_code, selection, tag_sale, variant,
    verified_offer,
};
use crate::support::catalogue::{sale_contexts, season_passes};
use crate::support::shopper::{Answer, SATURDAY, SATURDAY_NOON, SATURDAY_TWO, Shopper, cents, line, unique_email};
use crate::support::{Catalogue, Shop};

const NOT_AVAILABLE: &str = "This offer isn't available.";
const FOR_GOLD: &str = "This offer is for holders of these passes: Gold.";

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().edit_tour(|tour| tour.tags(["garden"])).with(sale_contexts())).await
}

async fn new_guest_with_tour(shop: &Shop) -> Shopper {
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    guest
}

pub async fn new_signed_in_shopper(shop: &Shop) -> Shopper {
    let (shopper, _) = shop.new_account().await;
    shopper
}

/// A shopper with a verified address of the school.
pub async fn new_pupil(shop: &Shop) -> Shopper {
    let (pupil, email) = (shop.shopper(), unique_email().replace("example.org", "school.example"));
    pupil.register_and_sign_in(&email).await;
    shop.verify_address(&pupil, &email).await;
    pupil
}

/// The body of a request that adds one unit of a variant in a sale context.
fn request_in(sale_context: Value, product: &str, variant: &str) -> Value {
    let performance = (product == "tour").then_some(SATURDAY_NOON);
    let mut body = sale_context;
    body["items"] = json!([line(product, variant, 1, performance)]);
    body
}

async fn add_in(shopper: &Shopper, sale_context: Value, product: &str, variant: &str) -> Answer {
    shopper.post("/api/cart/add", request_in(sale_context, product, variant)).await
}

pub async fn list_products(shopper: &Shopper, sale_context: Value) -> Value {
    shopper.post("/api/product/multi", sale_context).await.expect_success()
}

/// The variants of a page with their prices.
pub fn variants(page: &Value) -> Vec<(String, i64)> {
    let products = page["value"]["products"].as_array().unwrap().iter();
    let variants = products.flat_map(|product| product["variants"].as_array().unwrap());
    variants.map(|it| (it["id"].as_str().unwrap().to_owned(), cents(&it["displayPrice"]))).collect()
}

pub fn priced(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    expected.iter().map(|(id, price)| ((*id).to_owned(), *price)).collect()
}

enum Who {
    Guest,
    /// A guest whose cart holds a tour.
    TourBuyer,
    SignedIn,
    Pupil,
}

/// A case: its name, the shopper, the sale context of the request, product and variant, and the price if it is sold.
type Row = (&'static str, Who, Value, (&'static str, &'static str), Option<i64>);

/// Valid and invalid requests in sale contexts.
fn all_cases() -> Vec<Row> {
    let tag = |flow: i32, tag: &str| json!({ "saleFlowId": flow, "tags": [tag] });
    let code = |flow: i32, code: &str| json!({ "saleFlowId": flow, "promotionCode": code });
    let flow = |flow: i32| json!({ "saleFlowId": flow });
    let named = |mut sale_context: Value, id: &str| {
        sale_context["extPromotionId"] = json!(id);
        sale_context
    };
    let cross_sell = json!({ "saleFlowId": 6, "specificPromotionTypeId": 18 });
    let walk = ("walk", "walk-adult");
    let tour = ("tour", "adult");
    vec![
        ("the public", Who::Guest, flow(1), walk, Some(10_00)),
        ("the public, not sold publicly", Who::Guest, flow(1), ("class", "pupil"), None),
        ("the public, not yet on sale", Who::Guest, flow(1), ("premiere", "premiere"), None),
        ("a product that asks to sign in, a guest", Who::Guest, flow(1), ("evening", "evening"), None),
        ("a product that asks to sign in", Who::SignedIn, flow(1), ("evening", "evening"), Some(11_00)),
        ("redemption without an entitlement", Who::Guest, flow(2), walk, None),
        ("a tag", Who::Guest, tag(3, "winter"), walk, Some(8_00)),
        (
            "a tag and its type",
            Who::Guest,
            json!({ "saleFlowId": 3, "specificPromotionTypeId": 5, "tags": ["winter"] }),
            walk,
            Some(8_00),
        ),
        ("a tag without a sale", Who::Guest, tag(3, "walks"), walk, Some(10_00)),
        ("no tag", Who::Guest, flow(3), walk, None),
        ("a wrong tag", Who::Guest, tag(3, "winter-weekends"), walk, None),
        ("another product's tag", Who::Guest, tag(3, "winter"), tour, None),
        ("a tag sale that is over", Who::Guest, tag(3, "spring"), walk, None),
        ("a tag sale that is to come", Who::Guest, tag(3, "summer"), walk, None),
        ("a tag sale for members, a guest", Who::Guest, tag(3, "members"), walk, None),
        ("a tag sale for members", Who::SignedIn, tag(3, "members"), walk, Some(7_00)),
        (
            "a tag and another type",
            Who::Guest,
            json!({ "saleFlowId": 3, "specificPromotionTypeId": 10, "tags": ["winter"] }),
            walk,
            None,
        ),
        ("a verified offer's tag as a sale's", Who::Guest, tag(3, "school"), ("class", "pupil"), None),
        ("an add-on", Who::TourBuyer, flow(4), ("locker", "locker-large"), Some(9_00)),
        ("an add-on to nothing", Who::Guest, flow(4), ("locker", "locker-large"), None),
        ("no add-on", Who::TourBuyer, flow(4), walk, None),
        ("a code", Who::Guest, code(5, "two"), tour, Some(18_00)),
        ("a code and no flow", Who::Guest, json!({ "promotionCode": "TWO" }), tour, None),
        ("a flow and no code", Who::Guest, flow(5), tour, None),
        ("a wrong code", Who::Guest, code(5, "THREE"), tour, None),
        ("a code for something else", Who::Guest, code(5, "TWO"), walk, None),
        ("a code for what is not sold publicly", Who::Guest, code(5, "TWO"), ("class", "pupil"), None),
        ("a code that is over", Who::Guest, code(5, "PAST"), tour, None),
        ("a code that is to come", Who::Guest, code(5, "COMING"), tour, None),
        ("an advance sale's code", Who::Guest, code(5, "EARLY"), ("premiere", "premiere"), None),
        ("a cross-sell", Who::TourBuyer, cross_sell.clone(), ("photo", "photo"), Some(9_00)),
        ("a cross-sell without a type", Who::TourBuyer, flow(6), ("photo", "photo"), Some(9_00)),
        (
            "a cross-sell over the page of add-ons",
            Who::TourBuyer,
            json!({ "saleFlowId": 4, "specificPromotionTypeId": 18,
            "promotionSaleFlowId": 6 }),
            ("photo", "photo"),
            Some(9_00),
        ),
        ("a cross-sell without its host", Who::Guest, cross_sell.clone(), ("photo", "photo"), None),
        ("a cross-sell of tier 3", Who::TourBuyer, cross_sell.clone(), ("map", "map"), Some(3_00)),
        ("a cross-sell of tier 3 without its host", Who::Guest, cross_sell.clone(), ("map", "map"), None),
        ("a cross-sell that is over", Who::TourBuyer, cross_sell.clone(), ("poster", "poster"), None),
        ("no cross-sell", Who::TourBuyer, cross_sell, walk, None),
        ("a verified offer", Who::Pupil, tag(7, "school"), ("class", "pupil"), Some(4_00)),
        ("a verified offer, a guest", Who::Guest, tag(7, "school"), ("class", "pupil"), None),
        ("a verified offer, another shopper", Who::SignedIn, tag(7, "school"), ("class", "pupil"), None),
        ("a verified offer that is over", Who::Pupil, tag(7, "old-school"), ("class", "pupil"), None),
        ("a verified offer, another product", Who::Pupil, tag(7, "school"), walk, None),
        ("a sale's tag as a verified offer's", Who::Pupil, tag(7, "winter"), walk, None),
        ("a promotion by its id", Who::TourBuyer, named(flow(6), "photo-beside"), ("photo", "photo"), Some(9_00)),
        ("another promotion's id", Who::TourBuyer, named(flow(6), "locker-beside"), ("photo", "photo"), None),
        (
            "a sale's id with an offer's tag",
            Who::Pupil,
            named(tag(7, "school"), "winter-weekends"),
            ("class", "pupil"),
            None,
        ),
        ("an offer's id with a sale's tag", Who::Guest, named(tag(3, "winter"), "school"), walk, Some(10_00)),
        ("another promotion's id with a code", Who::Guest, named(code(5, "TWO"), "tours-past"), tour, None),
        ("a promotion's id without its code", Who::Guest, named(flow(1), "tours-off"), tour, Some(20_00)),
        ("a donation", Who::Guest, flow(8), walk, None),
        ("a bundle's way without its bundle", Who::Guest, flow(9), walk, None),
        ("an advance sale", Who::Guest, code(14, "early"), ("premiere", "premiere"), Some(25_00)),
        ("an advance sale without its code", Who::Guest, flow(14), ("premiere", "premiere"), None),
        ("an advance sale, a promotion's code", Who::Guest, code(14, "TWO"), ("premiere", "premiere"), None),
        ("an advance sale that is over", Who::Guest, code(14, "LATE"), ("premiere", "premiere"), None),
        ("an advance sale of something else", Who::Guest, code(14, "EARLY"), walk, None),
        ("an account's entitlement", Who::SignedIn, flow(15), walk, None),
    ]
}

#[tokio::test]
async fn each_sale_context_sells_only_its_own_products_at_its_own_price() {
    let shop = open_shop().await;
    let pupil = new_pupil(&shop).await;
    let member = new_signed_in_shopper(&shop).await;
    for (why, who, sale_context, (product, variant), price) in all_cases() {
        let shopper = match who {
            Who::Guest => shop.new_guest().await,
            Who::TourBuyer => new_guest_with_tour(&shop).await,
            Who::SignedIn => member.clone(),
            Who::Pupil => pupil.clone(),
        };
        let before = shopper.get_lines().await.len();
        let answer = add_in(&shopper, sale_context, product, variant).await;
        let items = shopper.get_lines().await;
        match price {
            Some(price) => {
                answer.expect_success();
                assert_eq!(cents(&items.last().unwrap()["unitPrice"]), price, "{why}");
            }
            None => {
                assert!(!answer.expect_refusal().is_empty(), "{why}");
                assert_eq!(items.len(), before, "{why}");
            }
        }
        shopper.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn tag_page_has_its_own_heading_products_and_prices() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let page = list_products(&guest, json!({ "saleFlowId": 3, "tagsCsv": "winter" })).await;
    assert_eq!(variants(&page), priced(&[("walk-adult", 8_00)]));
    assert_eq!(cents(&page["value"]["products"][0]["variants"][0]["regularDisplayPrice"]), 10_00);
    assert_eq!(page["value"]["pageTitle"], json!("Weekends in winter"));
    assert_eq!(page["value"]["pageDescription"], json!("<p>Warm drinks included.</p>"));
    assert_eq!(page["value"]["requiresLoginChallenge"], json!(false));

    let plain = list_products(&guest, json!({ "saleFlowId": 3, "tagsCsv": "walks" })).await;
    assert_eq!((variants(&plain), &plain["value"]["pageTitle"]), (priced(&[("walk-adult", 10_00)]), &json!("Walks")));

    for (tag, message) in [("spring", "This offer has ended."), ("summer", "This offer hasn't started yet.")] {
        let page = list_products(&guest, json!({ "saleFlowId": 3, "tagsCsv": tag })).await;
        assert_eq!((variants(&page), &page["message"]), (Vec::new(), &json!(message)));
    }
    guest.post("/api/product/multi", json!({ "saleFlowId": 3, "tagsCsv": "nothing" })).await.expect_status(404);
    guest.post("/api/product/multi", json!({ "saleFlowId": 7, "tagsCsv": "winter" })).await.expect_status(404);
    let everybody = guest.post("/api/product/multi", json!({ "saleFlowId": 1 })).await;
    assert_eq!(everybody.expect_refusal(), NOT_AVAILABLE);
    shop.stop().await;
}

#[tokio::test]
async fn tag_pages_with_a_title_are_listed_while_they_run() {
    let shop = open_shop().await;
    let pages = shop.new_guest().await.get("/api/product/on-sale").await.json()["tagPages"].clone();
    assert_eq!(
        pages,
        json!([{
            "tag": "winter",
            "title": "Weekends in winter",
            "description": "<p>Warm drinks included.</p>",
            "isVerified": false,
            "sellsPasses": false
        }])
    );
    shop.stop().await;
}

#[tokio::test]
async fn products_for_signed_in_shoppers_require_sign_in() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    assert_eq!(
        add_in(&guest, json!({}), "evening", "evening").await.expect_refusal(),
        "Please sign in to use this offer."
    );
    for sale_context in
        [json!({ "saleFlowId": 3, "tagsCsv": "members" }), json!({ "saleFlowId": 7, "tagsCsv": "school" })]
    {
        let page = list_products(&guest, sale_context).await;
        assert_eq!((variants(&page), &page["value"]["requiresLoginChallenge"]), (Vec::new(), &json!(true)));
        assert_eq!(page.get("message"), None, "the sign-in page shows the texts");
    }
    let shopper = new_signed_in_shopper(&shop).await;
    let page = list_products(&shopper, json!({ "saleFlowId": 3, "tagsCsv": "members" })).await;
    assert_eq!(variants(&page), priced(&[("walk-adult", 7_00)]));
    let page = list_products(&shopper, json!({ "saleFlowId": 7, "tagsCsv": "school" })).await;
    assert_eq!((variants(&page), &page["value"]["requiresLoginChallenge"]), (Vec::new(), &json!(true)));
    assert_eq!(page["message"], json!("This offer is for accounts with a confirmed email address at school.example."));
    shop.stop().await;
}

#[tokio::test]
async fn verified_offer_requires_a_verified_address_of_its_domain() {
    let shop = open_shop().await;
    let (pupil, email) = (shop.shopper(), unique_email().replace("example.org", "physics.school.example"));
    pupil.register_and_sign_in(&email).await;
    let school = json!({ "saleFlowId": 7, "tagsCsv": "school" });
    assert_eq!(variants(&list_products(&pupil, school.clone()).await), [], "anyone can enter such an address");
    shop.verify_address(&pupil, &email).await;
    assert_eq!(variants(&list_products(&pupil, school.clone()).await), priced(&[("pupil", 4_00)]));
    let single = json!({ "extProductId": "class", "saleFlowId": 7, "tagsCsv": "school" });
    let shown = pupil.post("/api/product/single", single.clone()).await.expect_success();
    assert_eq!(cents(&shown["value"]["variants"][0]["unitPrice"]), 4_00);

    // The offer is closed after the sign-out. At the next sign-in, the address is still verified.
    pupil.sign_out().await;
    assert_eq!(variants(&list_products(&pupil, school.clone()).await), []);
    let shown = pupil.post("/api/product/single", single).await.expect_success();
    assert_eq!((&shown["value"]["variants"], &shown["value"]["requiresLoginChallenge"]), (&json!([]), &json!(true)));
    pupil.sign_in(&email).await;
    assert_eq!(variants(&list_products(&pupil, school).await), priced(&[("pupil", 4_00)]));
    let again = pupil.post("/api/account/send-verification", json!({})).await.expect_refusal();
    assert!(again.ends_with("has already been confirmed."), "{again}");
    shop.stop().await;
}

#[tokio::test]
async fn passholder_of_a_pass_level_gets_the_offers_and_the_advance_sale_of_that_level() {
    fn sales_for_gold_passes() -> Vec<Table> {
        vec![
            verified_offer("gold", "For gold passes").tags(["golden"]).pass_levels(["Gold"]).price(6_00),
            advance_sale_by_code("gold-first", "Gold passes first", "GOLDFIRST")
                .pass_levels(["Gold"])
                .products(["gala"])
                .price(35_00),
            advance_sale_by_code("gala-code", "Guests of honour", "HONOUR").products(["gala"]),
            product("supper", "Supper")
                .short_description("In the orangery.")
                .tags(["golden"])
                .with(variant("supper", "Seat").price(30_00)),
            product("gala", "Gala")
                .short_description("Once a year.")
                .on_sale_from("2027-01-01T00:00:00")
                .with(variant("gala", "Seat").price(40_00)),
        ]
    }
    let shop = Shop::selling(&Catalogue::park().with(season_passes()).with(sales_for_gold_passes())).await;
    let (holder, _) = shop.new_account().await;
    let (guest, member) = (shop.new_guest().await, new_signed_in_shopper(&shop).await);
    let golden = json!({ "saleFlowId": 7, "tagsCsv": "golden" });
    let early = json!({ "saleFlowId": 14 });
    let gala = json!({ "saleFlowId": 14, "extProductId": "gala" });
    let supper = json!([line("supper", "supper", 1, None)]);
    let buys_supper = json!({ "items": supper, "saleFlowId": 7, "tags": ["golden"] });
    for (shopper, challenged) in
        [(&guest, "Please sign in to use this offer."), (&member, FOR_GOLD), (&holder, FOR_GOLD)]
    {
        let page = list_products(shopper, golden.clone()).await;
        assert_eq!((variants(&page), &page["value"]["requiresLoginChallenge"]), (Vec::new(), &json!(true)));
        let is_guest = challenged != FOR_GOLD;
        let opened_by = if is_guest { json!([]) } else { json!(["Gold"]) };
        assert_eq!((&page["value"]["passLevels"], &page["value"]["emailDomains"]), (&opened_by, &json!([])));
        let shown = shopper.post("/api/product/single", gala.clone()).await.expect_success();
        assert_eq!(shown.get("message"), (!is_guest).then(|| json!(FOR_GOLD)).as_ref(), "a guest signs in first");
        assert_eq!(
            (&shown["value"]["variants"], &shown["value"]["requiresLoginChallenge"]),
            (&json!([]), &json!(true)),
            "the page asks for sign-in"
        );
        assert_eq!(add_in(shopper, early.clone(), "gala", "gala").await.expect_refusal(), challenged);
        assert_eq!(shopper.post("/api/cart/add", buys_supper.clone()).await.expect_refusal(), challenged);
    }
    let honoured = json!({ "saleFlowId": 14, "promotionCode": "HONOUR" });
    add_in(&guest, honoured, "gala", "gala").await.expect_success();

    crate::passes::buy_pass(&holder).await;
    let page = list_products(&holder, golden.clone()).await;
    assert_eq!(variants(&page), priced(&[("supper", 6_00)]));
    let shown = holder.post("/api/product/single", gala).await.expect_success();
    assert_eq!(
        (&shown["value"]["isOnSale"], cents(&shown["value"]["variants"][0]["unitPrice"])),
        (&json!(true), 35_00)
    );
    holder.post("/api/cart/add", buys_supper.clone()).await.expect_success();
    add_in(&holder, early.clone(), "gala", "gala").await.expect_success();
    let seats = holder.get_lines().await;
    let gala = seats.iter().find(|item| item["productVariantId"] == "gala").unwrap();
    assert_eq!(
        (&gala["promotionName"], gala.get("promotionCode")),
        (&json!("Gold passes first"), None),
        "no code was entered"
    );
    crate::passes::pay(&holder).await;

    // After the pass and the session have expired, the offer is closed.
    shop.advance(366 * 24 * 60);
    holder.open_shop().await;
    assert_eq!(variants(&list_products(&holder, golden).await), []);
    shop.stop().await;
}

#[tokio::test]
async fn add_ons_and_each_tier_of_cross_sells_are_listed_separately() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let list = async |tier: Option<i32>| {
        variants(&list_products(&guest, json!({ "saleFlowId": 4, "promotionCrossSellTypeId": tier })).await)
    };
    for tier in [None, Some(1), Some(2), Some(3)] {
        assert_eq!(list(tier).await, [], "an empty cart has no add-ons: {tier:?}");
    }
    guest.add_tours("adult", 1).await;
    assert_eq!(list(None).await, priced(&[("locker-large", 9_00)]), "the list of add-ons has no cross-sells");
    assert_eq!(list(Some(1)).await, priced(&[("locker", 8_00)]));
    assert_eq!(list(Some(2)).await, priced(&[("photo", 9_00)]));
    assert_eq!(list(Some(3)).await, priced(&[("map", 3_00)]));
    let all = guest.get("/api/product/cross-sell").await.json();
    for (nth, tier) in [1, 2, 3].into_iter().enumerate() {
        let alone = list_products(&guest, json!({ "saleFlowId": 4, "promotionCrossSellTypeId": tier })).await;
        assert_eq!(all[nth], json!({ "displayCategory": tier, "products": alone["value"]["products"] }));
    }
    let page = guest.get("/api/cart/page").await.json();
    assert_eq!((&page["cart"], &page["crossSells"]), (&guest.get_cart().await, &all));
    assert_eq!(shop.new_guest().await.get("/api/product/cross-sell").await.json(), json!([]), "an empty cart has none");
    assert_eq!(shop.new_guest().await.get("/api/cart/page").await.json()["crossSells"], json!([]));
    shop.stop().await;
}

#[tokio::test]
async fn product_lists_and_pages_show_only_the_requested_promotion() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour(&shop).await;
    let named = |id: &str| json!({ "saleFlowId": 6, "extPromotionId": id, "extProductId": "photo" });
    assert_eq!(variants(&list_products(&guest, named("photo-beside")).await), priced(&[("photo", 9_00)]));
    assert_eq!(variants(&list_products(&guest, named("winter-weekends")).await), []);
    let shown = guest.post("/api/product/single", named("photo-beside")).await.expect_success();
    assert_eq!(cents(&shown["value"]["variants"][0]["unitPrice"]), 9_00);
    guest.post("/api/product/single", named("locker-beside")).await.expect_status(404);
    shop.stop().await;
}

/// Tours that are not on public sale, and the promotions that sell them, each at a different price.
fn guided_tours() -> Vec<Table> {
    vec![
        product("guided", "Guided tour")
            .short_description("A walk with somebody who knows.")
            .sold_publicly(false)
            .tags(["guided"])
            .with(selection(["tour"]))
            .with(variant("guided", "Adult").price(30_00))
            .with(variant("guided-child", "Child").price(20_00)),
        product("preview", "Preview")
            .short_description("A walk before everybody's.")
            .on_sale_from("2026-11-20T23:00:00")
            .with(selection(["tour"]))
            .with(variant("preview", "Adult").price(30_00)),
        tag_sale("guided-week", "A week of guides").tags(["guided"]).price(25_00),
        verified_offer("guided-school", "Guides for schools")
            .tags(["guided"])
            .email_domains(["school.example"])
            .price(24_00),
        add_on_sale("guided-too", "A guide too").tags(["guided"]).price(23_00),
        cross_sell("guided-beside", "With your book").tier(2).variants(["guided"]).hosts(["book"]).price(22_00),
        promotion_code("guided-code", "A guide for friends", ["GUIDE"]).products(["guided"]).price(21_00),
        advance_sale_by_code("preview-friends", "Friends first", "FIRST").products(["preview"]),
    ]
}

async fn list_dates(shopper: &Shopper, product: &str, lines: &[&str]) -> Answer {
    let asked = json!({ "productIds": [product], "endDate": "2026-11-22", "lineIds": lines });
    shopper.post("/api/performance/product-date", asked).await
}

/// The variants of a performance with their prices, for a shopper who has these lines.
async fn get_detail(shopper: &Shopper, product: &str, performance: &str, lines: &[&str]) -> Vec<(String, i64)> {
    let asked = json!({ "productId": product, "performanceIds": [performance], "lineIds": lines });
    let answer = shopper.post("/api/performance/performance-detail", asked).await.expect_success();
    let variants = answer["value"]["productVariants"].as_array().unwrap().iter();
    variants.map(|it| (it["id"].as_str().unwrap().to_owned(), cents(&it["unitPrice"]))).collect()
}

#[tokio::test]
async fn days_times_and_prices_for_moving_a_line_are_those_of_its_sale_context() {
    let shop = Shop::selling(&Catalogue::park().with(guided_tours())).await;
    let pupil = new_pupil(&shop).await;
    let tag = |flow: i32| json!({ "saleFlowId": flow, "tags": ["guided"] });
    let code = |flow: i32, code: &str| json!({ "saleFlowId": flow, "promotionCode": code });
    let public = json!({ "saleFlowId": 1 });
    for (sale_context, product, variant, price) in [
        (tag(3), "guided", "guided", 25_00),
        (tag(7), "guided", "guided", 24_00),
        (json!({ "saleFlowId": 4 }), "guided", "guided", 23_00),
        (json!({ "saleFlowId": 6 }), "guided", "guided", 22_00),
        (code(5, "GUIDE"), "guided", "guided", 21_00),
        (code(14, "FIRST"), "preview", "preview", 30_00),
        (public, "tour", "adult", 20_00),
    ] {
        pupil.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
        let mut wanted = sale_context.clone();
        wanted["items"] = json!([line(product, variant, 1, Some(SATURDAY_NOON))]);
        pupil.post("/api/cart/add", wanted).await.expect_success();
        let id = pupil.get_lines().await.last().unwrap()["id"].as_str().unwrap().to_owned();

        let days = list_dates(&pupil, product, &[&id]).await.json();
        let days: Vec<&Value> = days.as_array().unwrap().iter().map(|day| &day["date"]).collect();
        assert_eq!(days, ["2026-11-20", "2026-11-21", "2026-11-22"], "{sale_context}");
        let asked = json!({ "productId": product, "date": SATURDAY, "lineIds": [id] });
        let times = pupil.post("/api/performance/product-date-performance", asked).await.expect_success();
        assert_eq!(times["value"].as_array().unwrap().len(), if product == "tour" { 3 } else { 2 }, "{sale_context}");
        let there = [(variant.to_owned(), price)];
        assert_eq!(
            get_detail(&pupil, product, SATURDAY_TWO, &[&id]).await,
            there,
            "its own variant, at its own price: {sale_context}"
        );

        let visit = json!([{ "selectionIndex": 1, "performanceId": SATURDAY_TWO }]);
        let moved = json!({ "items": [{ "id": id, "quantity": 1, "performances": visit }] });
        pupil.post("/api/cart/modify", moved).await.expect_success();
        assert_eq!(cents(&pupil.get_lines().await.last().unwrap()["unitPrice"]), price, "{sale_context}");
        pupil.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn performance_detail_for_lines_of_two_sale_contexts_shows_the_offers_of_both() {
    let shop = Shop::selling(&Catalogue::park().with(guided_tours())).await;
    let guest = shop.new_guest().await;
    for (flow, variant) in [
        (json!({ "saleFlowId": 3, "tags": ["guided"] }), "guided"),
        (json!({ "saleFlowId": 5, "promotionCode": "GUIDE" }), "guided-child"),
    ] {
        let mut wanted = flow;
        wanted["items"] = json!([line("guided", variant, 1, Some(SATURDAY_NOON))]);
        guest.post("/api/cart/add", wanted).await.expect_success();
    }
    let items = guest.get_lines().await;
    let ids: Vec<&str> = items.iter().map(|item| item["id"].as_str().unwrap()).collect();
    let both = priced(&[("guided", 25_00), ("guided-child", 20_00)]);
    assert_eq!(get_detail(&guest, "guided", SATURDAY_TWO, &ids).await, both, "no code raises a price of 20.00");
    shop.stop().await;
}

#[tokio::test]
async fn id_of_a_line_removed_by_a_revision_still_shows_the_offers_of_its_sale_context() {
    let shop = Shop::selling(&Catalogue::park().with(guided_tours()).tour_capacity(2)).await;
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    let mut wanted = json!({ "saleFlowId": 3, "tags": ["guided"] });
    wanted["items"] = json!([line("guided", "guided", 1, Some(SATURDAY_NOON))]);
    ada.post("/api/cart/add", wanted).await.expect_success();
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    shop.advance(15);
    bob.add_tours("adult", 2).await;
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartEmpty"], json!(true));
    assert_eq!(get_detail(&ada, "guided", SATURDAY_TWO, &[&id]).await, priced(&[("guided", 25_00)]));
    shop.stop().await;
}

#[tokio::test]
async fn line_id_of_another_shopper_shows_no_offers() {
    let shop = Shop::selling(&Catalogue::park().with(guided_tours())).await;
    let (ada, eve) = (shop.new_guest().await, new_guest_with_tour(&shop).await);
    let mut wanted = json!({ "saleFlowId": 3, "tags": ["guided"] });
    wanted["items"] = json!([line("guided", "guided", 1, Some(SATURDAY_NOON))]);
    ada.post("/api/cart/add", wanted).await.expect_success();
    let hers = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let own = eve.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    for lines in [&[hers.as_str()][..], &["nosuchline"], &[&own, &hers]] {
        list_dates(&eve, "guided", lines).await.expect_status(404);
        let asked = json!({ "productId": "guided", "performanceIds": [SATURDAY_NOON], "lineIds": lines });
        eve.post("/api/performance/performance-detail", asked).await.expect_status(404);
    }
    assert_eq!(list_dates(&eve, "guided", &[&own]).await.json(), json!([]), "her own line leads to its variant");
    shop.stop().await;
}

#[tokio::test]
async fn cross_sell_keeps_its_price_while_its_host_is_in_the_cart() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour(&shop).await;
    let sale_context = json!({ "saleFlowId": 6, "specificPromotionTypeId": 18 });
    add_in(&guest, sale_context.clone(), "photo", "photo").await.expect_success();
    add_in(&guest, sale_context, "map", "map").await.expect_success();
    let items = guest.get_lines().await;
    let tour = items[0]["id"].as_str().unwrap().to_owned();
    assert_eq!((cents(&items[1]["unitPrice"]), cents(&items[1]["regularPrice"])), (9_00, 15_00));
    assert_eq!(items[1]["promotionName"], json!("With your tour"));
    let cart = guest.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(false));

    guest.change_quantity(&tour, 0).await.expect_success();
    let cart = guest.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["cartRevised"], json!(false));
    let [photo, map] = [1, 2].map(|at| items[at]["id"].as_str().unwrap().to_owned());
    assert_eq!(cart["lastRemoved"], json!([tour, map]), "the photo stays");
    let alone = guest.get_lines().await;
    assert_eq!(alone.len(), 1, "the map is sold only beside a tour: {alone:#?}");
    assert_eq!((&alone[0]["id"], cents(&alone[0]["unitPrice"])), (&json!(photo), 15_00));
    assert_eq!(alone[0]["saleFlowId"], json!(1));

    let restored = json!({ "items": [{ "id": tour, "quantity": 1 }, { "id": map, "quantity": 1 }] });
    guest.post("/api/cart/modify", restored).await.expect_success();
    assert_eq!(guest.get("/api/cart?revise=true").await.json()["cartRevised"], json!(false));
    assert_eq!(guest.get_lines().await, items, "with its host the photo has its price again");
    shop.stop().await;
}

#[tokio::test]
async fn line_at_the_public_price_names_the_cross_sell_that_its_cart_allows_and_is_bought_again_in_it() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    guest.try_add(json!([line("photo", "photo", 2, None)])).await.expect_success();
    assert_eq!(guest.get_lines().await[0]["cheaperSale"], json!(null), "there is no tour in the cart");
    guest.add_tours("adult", 1).await;
    let photos = guest.get_lines().await[0].clone();
    let sale = &photos["cheaperSale"];
    assert_eq!((&sale["title"], &sale["tag"], &sale["code"]), (&json!("With your tour"), &json!(null), &json!(null)));
    assert_eq!((cents(&photos["unitPrice"]), cents(&sale["displayPrice"])), (15_00, 9_00));

    let replaced = json!({
        "saleFlowId": 6, "specificPromotionTypeId": 18, "items": [line("photo", "photo", 2, None)],
        "replaces": [photos["id"]],
    });
    guest.post("/api/cart/add", replaced).await.expect_success();
    let lines = guest.get_lines().await;
    let photos = lines.iter().find(|line| line["productVariantId"] == json!("photo")).unwrap();
    assert_eq!((lines.len(), cents(&photos["unitPrice"])), (2, 9_00));
    assert_eq!(photos["cheaperSale"], json!(null));
    shop.stop().await;
}

#[tokio::test]
async fn cross_sell_that_needs_its_host_is_removed_and_restored_with_the_last_host() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour(&shop).await;
    guest.add_tours("child", 1).await;
    add_in(&guest, json!({ "saleFlowId": 6 }), "map", "map").await.expect_success();
    let before = guest.get_lines().await;
    let [adult, child, map] = [0, 1, 2].map(|at| before[at]["id"].as_str().unwrap().to_owned());
    assert_eq!((&before[2]["hostLines"], &before[0]["hostLines"]), (&json!([adult, child]), &json!([])));

    guest.change_quantity(&adult, 0).await.expect_success();
    assert_eq!(guest.get_cart().await["lastRemoved"], json!([adult]), "the map still has a host");
    for _tab in 0..2 {
        guest.change_quantity(&child, 0).await.expect_success();
        let cart = guest.get("/api/cart?revise=true").await.json();
        assert_eq!((&cart["cartEmpty"], &cart["cartRevised"]), (&json!(true), &json!(false)), "{cart:#}");
        assert_eq!(cart["lastRemoved"], json!([child, map]));
    }
    let restored = json!({ "items": [{ "id": map, "quantity": 1 }, { "id": child, "quantity": 1 }] });
    guest.post("/api/cart/modify", restored).await.expect_success();
    let after = guest.get_lines().await;
    assert_eq!(after.iter().map(|line| &line["id"]).collect::<Vec<_>>(), [&json!(child), &json!(map)]);
    assert_eq!((&after[1]["saleFlowId"], &after[1]["hostLines"]), (&json!(6), &json!([child])));
    shop.stop().await;
}

#[tokio::test]
async fn cross_sell_without_its_host_is_paid_at_the_public_price() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour(&shop).await;
    add_in(&guest, json!({ "saleFlowId": 6 }), "photo", "photo").await.expect_success();
    let tour = guest.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    guest.change_quantity(&tour, 0).await.expect_success();
    assert_eq!(cents(&guest.get_lines().await[0]["unitPrice"]), 15_00);
    let payment = guest.authorise_cart().await;
    guest.submit(&payment).await.expect_success();
    assert_eq!(guest.get_order().await.json()["orderTotal"], payment.amount);
    shop.stop().await;
}

#[tokio::test]
async fn lines_of_sale_contexts_have_the_same_total_in_the_cart_the_payment_and_the_order() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    add_in(&guest, json!({ "saleFlowId": 14, "promotionCode": "EARLY" }), "premiere", "premiere")
        .await
        .expect_success();
    add_in(&guest, json!({ "saleFlowId": 3, "tags": ["winter"] }), "walk", "walk-adult").await.expect_success();
    let total = guest.get_cart().await["cartTotal"].clone();
    let payment = guest.authorise_cart().await;
    assert_eq!(payment.amount, total);
    guest.submit(&payment).await.expect_success();
    let order = guest.get_order().await.json();
    assert_eq!(order["orderTotal"], total);
    assert_eq!(shop.count("SELECT sold FROM stock WHERE key = 'promotion:winter-weekends'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn uses_of_a_tag_sale_are_shared_by_all_shoppers() {
    let shop = open_shop().await;
    let winter = |quantity: u32| json!({ "saleFlowId": 3, "tags": ["winter"], "items": [line("walk", "walk-adult", quantity, None)] });
    let (ada, grace) = (shop.new_guest().await, shop.new_guest().await);
    ada.post("/api/cart/add", winter(4)).await.expect_success();
    assert!(!grace.post("/api/cart/add", winter(2)).await.expect_refusal().is_empty());
    grace.post("/api/cart/add", winter(1)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn advance_sale_code_opens_the_page_of_its_product_before_the_public_sale_and_an_ended_code_is_refused() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let single = |sale_context: Value| {
        let mut body = sale_context;
        body["extProductId"] = json!("premiere");
        body
    };
    let shown = guest.post("/api/product/single", single(json!({}))).await.expect_success();
    assert_eq!(
        (&shown["value"]["isOnSale"], &shown["value"]["hasAdvanceCode"]),
        (&json!(false), &json!(true)),
        "its page has a field for the code"
    );
    let walk = guest.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert_eq!(walk["value"]["hasAdvanceCode"], json!(false));
    let early = json!({ "saleFlowId": 14, "promotionCode": "EARLY" });
    let shown = guest.post("/api/product/single", single(early)).await.expect_success();
    assert_eq!((&shown["value"]["isOnSale"], shown["value"].get("onSaleFrom")), (&json!(true), None));
    let late = guest.post("/api/product/single", single(json!({ "saleFlowId": 14, "promotionCode": "LATE" }))).await;
    assert_eq!(late.expect_refusal(), "This offer has ended.");
    shop.stop().await;
}

#[tokio::test]
async fn code_page_lists_its_products_until_the_promotion_ends_and_then_shows_a_message() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let page = list_products(&guest, json!({ "saleFlowId": 5, "promotionCode": " two " })).await;
    assert_eq!(variants(&page), priced(&[("adult", 19_25)]), "18.00 and the service fee");
    assert_eq!(page["value"]["pageTitle"], json!("Two dollars off"));
    let page = list_products(&guest, json!({ "saleFlowId": 5, "promotionCode": "PAST" })).await;
    assert_eq!((variants(&page), &page["message"]), (Vec::new(), &json!("This offer has ended.")));
    for wrong in ["COMING", "NEVER"] {
        let refused = guest.post("/api/product/multi", json!({ "saleFlowId": 5, "promotionCode": wrong })).await;
        assert_eq!(refused.expect_refusal(), "Sorry, this promotion code isn't valid.");
    }
    for guess in 0..17 {
        guest.post("/api/product/multi", json!({ "saleFlowId": 14, "promotionCode": format!("GUESS{guess}") })).await;
    }
    guest.post("/api/product/multi", json!({ "saleFlowId": 5, "promotionCode": "TWO" })).await.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn product_not_sold_publicly_has_no_public_page() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour(&shop).await;
    let map = |sale_context: Value| {
        let mut body = sale_context;
        body["extProductId"] = json!("map");
        body
    };
    guest.post("/api/product/single", map(json!({}))).await.expect_status(404);
    guest.post("/api/product/single", map(json!({ "saleFlowId": 5, "promotionCode": "TWO" }))).await.expect_status(404);
    let shown = guest.post("/api/product/single", map(json!({ "saleFlowId": 6 }))).await.expect_success();
    assert_eq!(cents(&shown["value"]["variants"][0]["unitPrice"]), 3_00);
    // A sale context that is closed to this visitor shows only its own product.
    let of_school = |id: &str| json!({ "extProductId": id, "saleFlowId": 7, "tagsCsv": "school" });
    guest.post("/api/product/single", of_school("map")).await.expect_status(404);
    let closed = guest.post("/api/product/single", of_school("class")).await.expect_success();
    assert_eq!(closed["value"]["requiresLoginChallenge"], json!(true));
    let weeks = json!({ "productId": "map", "startDate": "2026-11-22", "endDate": "2026-11-28" });
    guest.post("/api/performance/dynamic", weeks).await.expect_status(404);
    // The cart does not link to the page of a product that is not sold publicly either.
    add_in(&guest, json!({ "saleFlowId": 6 }), "map", "map").await.expect_success();
    let cart = guest.get("/api/cart").await.json();
    let groups = cart["itemGroups"].as_array().unwrap().iter();
    let pages: Vec<(&Value, &Value)> = groups.map(|group| (&group["productId"], &group["hasPage"])).collect();
    assert_eq!(pages, [(&json!("tour"), &json!(true)), (&json!("map"), &json!(false))]);
    shop.stop().await;
}

#[tokio::test]
async fn page_heading_cannot_be_set_by_a_request() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let page = list_products(&guest, json!({ "saleFlowId": 3, "tagsCsv": "Call 555-0100 for refunds,walks" })).await;
    assert_eq!(page["value"]["pageTitle"], json!("Walks"));
    let nothing = json!({ "saleFlowId": 3, "tagsCsv": "Call 555-0100 for refunds" });
    guest.post("/api/product/multi", nothing).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn pass_is_a_separate_line_that_requires_a_passholder() {
    let shop = open_shop().await;
    let guest = shop.new_guest().await;
    let passes = |quantity: u32| json!([line("season", "season-gold", quantity, None)]);
    let added = guest.try_add(passes(2)).await.expect_success();
    assert_eq!(added["proceedToPassFlow"], json!(true));
    let items = guest.get_lines().await;
    assert_eq!(items.len(), 2);
    for item in &items {
        assert_eq!((&item["quantity"], &item["productVariantIsPass"]), (&json!(1), &json!(true)));
        assert_eq!(item["effectivePassLevelName"], json!("Gold"));
    }
    for too_many in [3, 1000] {
        assert_eq!(guest.try_add(passes(too_many)).await.expect_refusal(), "Maximum quantity is 4");
    }
    let one = items[0]["id"].as_str().unwrap();
    assert_eq!(
        guest.change_quantity(one, 2).await.expect_refusal(),
        "Each pass is for one person. Please add one pass per person."
    );
    guest.save_settings("digital").await;
    let refused = guest.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert_eq!(refused, "Please enter the details for each passholder before you pay.");
    shop.stop().await;
}

#[tokio::test]
async fn product_with_a_private_link_is_found_and_sold_only_with_the_code_of_the_link() {
    let catalogue = Catalogue::park().with([
        product("members-tour", "Tour for members")
            .short_description("A tour.")
            .sold_publicly(false)
            .with(variant("member", "Member").price(9_00)),
        promotion_code("members-link", "For members", ["9f3k-2w7q-members"]).set("products", vec!["members-tour"]),
    ]);
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let mention = async |path: &str| {
        let answer = ada.get(path).await;
        answer.expect_status(200).text().contains("members-tour")
    };
    for path in ["/api/product/on-sale", "/api/find", "/api/find?words=members", "/api/cart/page"] {
        assert!(!mention(path).await, "{path}");
    }
    let page = |sale: Value| {
        let mut request = sale;
        request["extProductId"] = json!("members-tour");
        ada.post("/api/product/single", request)
    };
    let by_code = |code: &str| json!({ "saleFlowId": 5, "promotionCode": code });
    page(json!({})).await.expect_status(404);
    page(by_code("9f3k-2w7q-member")).await.expect_refusal();
    let opened = page(by_code("9F3K-2W7Q-members")).await.expect_success();
    assert_eq!(opened["value"]["variants"][0]["unitPrice"], 9.0);

    add_in(&ada, json!({ "saleFlowId": 1 }), "members-tour", "member").await.expect_refusal();
    add_in(&ada, by_code("9f3k-2w7q-members"), "members-tour", "member").await.expect_success();
    let id = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    ada.change_quantity(&id, 2).await.expect_success();
    ada.check_out().await;
    shop.stop().await;
}
