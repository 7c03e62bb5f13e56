//! Entitlements of passes and accounts: they are listed, claimed by a cart, released, and used up by the order. No
//! account can redeem more than it has, or an entitlement of another account. Each test ends with a run of the doctor.

use futures_util::future::join_all;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::catalogue::list_withdrawn;
use crate::passes::{
    DAY, ada_as_passholder, buy_pass, list_cart_passes, list_linked_passes, new_passes, pay, set_passholder,
};
use crate::sale_contexts::{list_products, variants};
use crate::support::catalogue::table::{Table, account_entitlement, add_on_sale, product, ticket_entitlement, variant};
use crate::support::catalogue::{better_passes, season_passes};
use crate::support::database::{server_url, wait_for_blocked_cart};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents};
use crate::support::{Catalogue, Shop, card};

/// An adult pass gives three free tour tickets for guests and a book at half price. An account gives two books at 5.00.
/// A member, which is an account with an adult pass, gets two tours at 1.00.
fn entitlements() -> Vec<Table> {
    vec![
        ticket_entitlement("guests", "Bring a friend")
            .held(["season-adult"])
            .variants(["adult", "child"])
            .price(0)
            .quantity(3),
        ticket_entitlement("half-a-book", "Half a book")
            .held(["season-adult"])
            .products(["book"])
            .percent_off(50)
            .quantity(1),
        account_entitlement("welcome", "Welcome").products(["book"]).price(5_00).quantity(2),
        account_entitlement("members", "Members").held(["season-adult"]).variants(["adult"]).price(1_00).quantity(2),
    ]
}

#[tokio::test]
async fn add_ons_leave_out_what_a_pass_in_the_cart_includes_and_keep_what_it_only_reduces() {
    let gifts = vec![
        product("locker", "Locker")
            .short_description("A locker.")
            .tags(["beside"])
            .with(variant("locker", "Locker").price(8_00))
            .with(variant("locker-large", "Large locker").price(12_00)),
        product("map", "Map").short_description("A map.").tags(["beside"]).with(variant("map", "Map").price(3_00)),
        add_on_sale("beside", "With your pass").tags(["beside"]),
        ticket_entitlement("map", "Half a map").held(["season-adult"]).variants(["map"]).percent_off(50).quantity(1),
        ticket_entitlement("locker", "A locker").held(["season-adult"]).variants(["locker"]).price(0).quantity(1),
        ticket_entitlement("large", "A large locker")
            .held(["season-adult"])
            .variants(["locker-large"])
            .price(0)
            .quantity(1)
            .while_owed(false),
    ];
    let shop = open_shop_with(gifts).await;
    let (ada, _) = shop.new_account().await;
    let add_ons = async || {
        let listed = variants(&list_products(&ada, json!({ "saleFlowId": 4 })).await).into_iter();
        listed.map(|(id, _)| id).collect::<Vec<String>>()
    };
    ada.try_add(new_passes("season-child", 1)).await.expect_success();
    assert_eq!(add_ons().await, ["locker", "locker-large", "map"]);
    ada.try_add(new_passes("season-adult", 1)).await.expect_success();
    assert_eq!(add_ons().await, ["locker-large", "map"], "a pass paid over time gives no large locker yet");
    shop.stop().await;
}

const OF_PASS: u32 = 2;
const OF_ACCOUNT: u32 = 15;

async fn open_shop() -> Shop {
    open_shop_with(Vec::new()).await
}

async fn open_shop_with(more: Vec<Table>) -> Shop {
    Shop::selling(&park_with_entitlements().with(more)).await
}

/// The park with season passes that give entitlements.
fn park_with_entitlements() -> Catalogue {
    Catalogue::park().with(season_passes()).with(entitlements())
}

async fn list_pass_entitlements(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/product/entitlement").await.json()["value"].as_array().unwrap().clone()
}

/// The first entitlement to a variant: its id, its quantity, and the remaining quantity.
async fn find_entitlement(shopper: &Shopper, variant: &str) -> (String, u64, u64) {
    let found = list_pass_entitlements(shopper).await.into_iter().find(|it| it["productVariantId"] == variant).unwrap();
    let id = found["entitlements"][0]["id"].as_str().unwrap().to_owned();
    (id, found["totalQuantity"].as_u64().unwrap(), found["remainingQuantity"].as_u64().unwrap())
}

async fn find_first_tour(shopper: &Shopper, date: &str) -> String {
    shopper.list_performances("tour", date).await[0]["performanceId"].as_str().unwrap().to_owned()
}

fn redemption(flow: u32, variant: &str, quantity: u32, entitlement: Option<&str>, performance: Option<&str>) -> Value {
    let product = if variant == "guide-book" { "book" } else { "tour" };
    let mut item = json!({ "productId": product, "productVariantId": variant, "quantity": quantity });
    if let Some(entitlement) = entitlement {
        item["entitlementId"] = json!(entitlement);
    }
    if let Some(performance) = performance {
        item["performances"] = json!([{ "selectionIndex": 1, "performanceId": performance }]);
    }
    json!({ "items": [item], "saleFlowId": flow })
}

async fn redeem(shopper: &Shopper, body: Value) -> crate::support::shopper::Answer {
    shopper.post("/api/cart/add", body).await
}

#[tokio::test]
async fn pass_entitlement_is_claimed_when_added_to_a_cart_released_when_removed_and_used_up_when_ordered() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    assert!(list_pass_entitlements(&ada).await.is_empty(), "without a pass there is no entitlement");
    buy_pass(&ada).await;
    let tour = list_pass_entitlements(&ada).await.remove(0);
    assert_eq!(
        (&tour["productId"], &tour["productVariantId"], &tour["entitlementName"], cents(&tour["displayPrice"])),
        (&json!("tour"), &json!("adult"), &json!("Bring a friend"), 0)
    );
    assert_eq!((&tour["totalQuantity"], &tour["remainingQuantity"]), (&json!(3), &json!(3)));
    assert_eq!((&tour["accountFirstName"], &tour["accountLastName"]), (&json!("Ada"), &json!("Lovelace")));
    assert_eq!((&tour["validityStartDate"], &tour["validityEndDate"]), (&json!("2026-11-20"), &json!("2027-11-19")));

    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    redeem(&ada, redemption(OF_PASS, "adult", 2, Some(&guests), Some(&tour))).await.expect_success();
    assert_eq!(find_entitlement(&ada, "adult").await.2, 1);
    assert_eq!(find_entitlement(&ada, "child").await.2, 1, "all of its variants count together");
    let item = ada.get_lines().await.remove(0);
    assert_eq!((cents(&item["unitPrice"]), &item["promotionName"]), (0, &json!("Bring a friend")));
    assert_eq!(item["entitlements"], json!([{ "id": guests, "displayName": "Bring a friend" }]));

    let message = redeem(&ada, redemption(OF_PASS, "child", 2, Some(&guests), Some(&tour))).await.expect_refusal();
    assert_eq!(message, "You can redeem only 1 more: Tour. Please choose fewer.");
    redeem(&ada, redemption(OF_PASS, "child", 1, Some(&guests), Some(&tour))).await.expect_success();
    let message = redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_refusal();
    assert_eq!(message, "You can redeem only 2 more: Tour. Please choose fewer.", "including those in the cart");

    ada.change_quantity(item["id"].as_str().unwrap(), 0).await.expect_success();
    assert_eq!(find_entitlement(&ada, "adult").await.2, 2, "a removed line releases its claims");
    shop.advance(20);
    redeem(&ada, redemption(OF_PASS, "adult", 3, Some(&guests), Some(&find_first_tour(&ada, "2026-11-22").await)))
        .await
        .expect_success();
    ada.get("/api/cart?revise=true").await;
    let remaining = ada.get_lines().await;
    assert_eq!(remaining.len(), 1, "the same shopper used it up meanwhile: {remaining:?}");

    ada.save_settings("digital").await;
    ada.submit_without_payment().await;
    let order = ada.get_order().await.json();
    assert_eq!((&order["orderTypeId"], cents(&order["orderTotal"])), (&json!(2), 0));
    assert_eq!(order["items"][0]["entitlements"][0]["displayName"], json!("Bring a friend"));
    assert_eq!(find_entitlement(&ada, "adult").await, (guests.clone(), 3, 0));
    let tickets = |query: &'static str| {
        let ada = ada.clone();
        async move { ada.get(&format!("/api/account/ticket?includePurchasedPasses=false{query}")).await.json() }
    };
    assert_eq!(tickets("").await.as_array().unwrap().len(), 3);
    assert_eq!(tickets("&includePurchasedTickets=false").await.as_array().unwrap().len(), 3);
    assert_eq!(tickets("&includePurchasedEntitlements=false").await, json!([]));
    shop.stop().await;
}

#[tokio::test]
async fn entitlement_that_a_held_line_redeems_is_withdrawn_only_with_the_withdraw_option() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (half_a_book, ..) = find_entitlement(&ada, "guide-book").await;
    redeem(&ada, redemption(OF_PASS, "guide-book", 1, Some(&half_a_book), None)).await.expect_success();
    let without = park_with_entitlements().without("ticket_entitlement", "half-a-book");
    assert_eq!(list_withdrawn(&shop, &without).await, ["promotion half-a-book: 1 held in 1 cart"]);
    shop.import_withdrawing(&without).await;
    shop.stop().await;
}

/// Redeeming an entitlement also locks its ticket before the stocks, so the opposite order could deadlock.
#[tokio::test]
async fn free_order_locks_the_ticket_of_an_entitlement_before_the_stock_of_its_places() {
    // The test needs PostgreSQL. SQLite has one writer, so no transaction waits in the middle of another transaction.
    if server_url().is_none() {
        return;
    }
    let shop = Shop::selling_with(&park_with_entitlements(), &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_success();
    ada.save_settings("digital").await;
    let other = shop.app.db.begin().await.unwrap();
    other.execute_unprepared("SELECT 1 FROM ticket FOR NO KEY UPDATE").await.unwrap();
    let submitting = tokio::spawn({
        let ada = ada.clone();
        async move { ada.submit_without_payment().await }
    });
    wait_for_blocked_cart(&shop.app.db).await;
    other.execute_unprepared("SELECT 1 FROM stock FOR NO KEY UPDATE NOWAIT").await.unwrap();
    other.rollback().await.unwrap();
    submitting.await.unwrap().expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn places_ordered_with_an_entitlement_do_not_count_towards_the_hold_limit() {
    let shop = Shop::selling(&park_with_entitlements().setting("max_hold_minutes", 15)).await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    for _ in 0..3 {
        redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_success();
        ada.save_settings("digital").await;
        ada.submit_without_payment().await.expect_success();
        shop.advance(16);
    }
    let neighbour = ada.other_browser_at_same_address();
    neighbour.open_shop().await;
    redeem(&neighbour, redemption(1, "adult", 1, None, Some(&tour))).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn redemption_with_a_price_costs_that_price_and_is_ordered_as_a_purchase() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (half, total, remaining) = find_entitlement(&ada, "guide-book").await;
    assert_eq!((total, remaining), (1, 1));
    redeem(&ada, redemption(OF_PASS, "guide-book", 1, Some(&half), None)).await.expect_success();
    let cart = ada.get_cart().await;
    let item = &cart["itemGroups"][0]["items"][0];
    assert_eq!(cents(&item["unitPrice"]) * 2, cents(&item["regularPrice"]));
    assert_eq!(cents(&cart["feeTotal"]), cents(&item["unitFees"]), "{cart}");
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!(order["orderTypeId"], json!(1), "amounts include taxes and fees");
    shop.stop().await;
}

#[tokio::test]
async fn redemption_with_an_entitlement_of_another_account_or_product_or_in_a_wrong_sale_flow_is_refused() {
    let shop = open_shop().await;
    let ((ada, _), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    buy_pass(&ada).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    let guest = shop.new_guest().await;
    guest.get("/api/product/entitlement").await.expect_status(401);
    guest.get("/api/product/account-entitlement").await.expect_status(401);
    let good = || redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour));
    assert_eq!(redeem(&guest, good()).await.expect_refusal(), "Please sign in to use this offer.");
    assert!(list_pass_entitlements(&eve).await.is_empty());
    for (who, body) in [
        (&eve, good()),
        (&ada, redemption(OF_PASS, "adult", 1, None, Some(&tour))),
        (&ada, redemption(OF_PASS, "adult", 1, Some("guests/nobody"), Some(&tour))),
        (&ada, redemption(OF_PASS, "guide-book", 1, Some(&guests), None)),
        (&ada, redemption(OF_ACCOUNT, "adult", 1, Some(&guests), Some(&tour))),
        (&ada, redemption(1, "adult", 1, Some(&guests), Some(&tour))),
        (&ada, redemption(3, "adult", 1, Some(&guests), Some(&tour))),
    ] {
        let answer = body.to_string();
        assert_eq!(redeem(who, body).await.expect_refusal(), "This offer isn't available.", "{answer}");
    }
    assert_eq!(find_entitlement(&ada, "adult").await.2, 3);
    assert!(ada.get_lines().await.is_empty() && eve.get_lines().await.is_empty());

    // All accounts that have linked the pass share its entitlements.
    let pass = list_linked_passes(&ada).await.remove(0);
    let proof = json!({ "passholderId": pass["platformAccountId"], "validationData": "12207" });
    eve.post("/api/account/link-pass", proof).await.expect_success();
    redeem(&eve, good()).await.expect_success();
    assert_eq!(find_entitlement(&ada, "adult").await.2, 2);
    shop.stop().await;
}

#[tokio::test]
async fn pass_entitlement_is_valid_on_the_days_of_its_pass() {
    let shop = open_shop().await;
    let (ada, email) = shop.new_account().await;
    buy_pass(&ada).await;
    shop.advance(350 * DAY);
    let ada = shop.new_guest().await;
    ada.sign_in(&email).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let (half, ..) = find_entitlement(&ada, "guide-book").await;
    let on = |date: &'static str| {
        let (ada, guests) = (ada.clone(), guests.clone());
        async move {
            let tour = find_first_tour(&ada, date).await;
            redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await
        }
    };
    on("2027-11-19").await.expect_success();
    let message = on("2027-11-20").await.expect_refusal();
    assert_eq!(
        message,
        "You can redeem this benefit only on these dates: November 20, 2026 through November 19, 2027. Please \
         choose another date."
    );
    // The shopper moves the line to a different date.
    let item = ada.get_lines().await.remove(0);
    let moved = json!({ "items": [{ "id": item["id"], "quantity": 1, "performances": [
        { "selectionIndex": 1, "performanceId": find_first_tour(&ada, "2027-11-21").await }] }] });
    let message = ada.post("/api/cart/modify", moved).await.expect_refusal();
    assert_eq!(
        message,
        "You can redeem this benefit only on these dates: November 20, 2026 through November 19, 2027. Please \
         choose another date."
    );

    shop.advance(15 * DAY);
    let ada = shop.new_guest().await;
    ada.sign_in(&email).await;
    assert!(list_pass_entitlements(&ada).await.is_empty(), "it is over");
    redeem(&ada, redemption(OF_PASS, "guide-book", 1, Some(&half), None)).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn account_entitlement_can_be_redeemed_only_by_its_own_account() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    let listed = |ada: &Shopper| {
        let ada = ada.clone();
        async move { ada.get("/api/product/account-entitlement").await.json()["value"].clone() }
    };
    let before = listed(&ada).await;
    assert_eq!(before.as_array().unwrap().len(), 1, "{before}");
    let book = &before[0];
    assert_eq!((&book["id"], &book["variants"][0]["id"]), (&json!("book"), &json!("guide-book")));
    let entitlement = &book["variants"][0]["entitlement"];
    assert_eq!((&entitlement["maxRedemptions"], &entitlement["remainingRedemptions"]), (&json!(2), &json!(2)));
    buy_pass(&ada).await;
    let with_pass = listed(&ada).await;
    assert_eq!(with_pass.as_array().unwrap().len(), 2, "{with_pass}");

    let id = entitlement["id"].as_str().unwrap();
    redeem(&ada, redemption(OF_ACCOUNT, "guide-book", 2, Some(id), None)).await.expect_success();
    assert_eq!(cents(&ada.get_lines().await[0]["unitPrice"]), 500);
    redeem(&ada, redemption(OF_ACCOUNT, "guide-book", 1, Some(id), None)).await.expect_refusal();
    ada.save_settings("post").await;
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    ada.submit(&payment).await.expect_success();
    redeem(&ada, redemption(OF_ACCOUNT, "guide-book", 1, Some(id), None)).await.expect_refusal();
    let (eve, _) = shop.new_account().await;
    redeem(&eve, redemption(OF_ACCOUNT, "guide-book", 1, Some(id), None)).await.expect_refusal();
    shop.stop().await;
}

/// The members' entitlement: its id and the remaining quantity.
async fn find_member_entitlement(shopper: &Shopper) -> (String, u64) {
    let products = shopper.get("/api/product/account-entitlement").await.json()["value"].clone();
    let variants = products.as_array().unwrap().iter().flat_map(|it| it["variants"].as_array().unwrap().clone());
    let found = variants.map(|it| it["entitlement"].clone()).find(|it| it["extPromotionId"] == "members").unwrap();
    (found["id"].as_str().unwrap().to_owned(), found["remainingRedemptions"].as_u64().unwrap())
}

async fn redeem_as_member(shopper: &Shopper, quantity: u32) -> crate::support::shopper::Answer {
    let (members, _) = find_member_entitlement(shopper).await;
    let tour = find_first_tour(shopper, "2026-11-21").await;
    redeem(shopper, redemption(OF_ACCOUNT, "adult", quantity, Some(&members), Some(&tour))).await
}

async fn link_pass_of(owner: &Shopper, shopper: &Shopper) {
    let pass = list_linked_passes(owner).await.remove(0);
    let proof = json!({ "passholderId": pass["platformAccountId"], "validationData": "12207" });
    shopper.post("/api/account/link-pass", proof).await.expect_success();
}

#[tokio::test]
async fn accounts_that_linked_the_same_pass_share_its_account_entitlement() {
    let shop = open_shop().await;
    let ((ada, _), (eve, _), (zoe, _)) = (shop.new_account().await, shop.new_account().await, shop.new_account().await);
    buy_pass(&ada).await;
    link_pass_of(&ada, &eve).await;
    redeem_as_member(&ada, 1).await.expect_success();
    assert_eq!(
        (find_member_entitlement(&ada).await.1, find_member_entitlement(&eve).await.1),
        (1, 1),
        "while it is in a cart"
    );
    let message = redeem_as_member(&eve, 2).await.expect_refusal();
    assert_eq!(message, "You can redeem only 1 more: Tour. Please choose fewer.");
    pay(&ada).await;
    redeem_as_member(&eve, 1).await.expect_success();
    pay(&eve).await;
    link_pass_of(&ada, &zoe).await;
    for shopper in [&ada, &eve, &zoe] {
        assert_eq!(find_member_entitlement(shopper).await.1, 0);
        let message = redeem_as_member(shopper, 1).await.expect_refusal();
        assert_eq!(message, "Tour has been fully redeemed or is already in a cart.");
    }
    shop.stop().await;
}

#[tokio::test]
async fn account_with_several_passes_redeems_only_one_entitlement_and_other_holders_keep_theirs() {
    let shop = open_shop().await;
    let ((ada, _), (eve, _), (zoe, _)) = (shop.new_account().await, shop.new_account().await, shop.new_account().await);
    buy_pass(&ada).await;
    buy_pass(&eve).await;
    // Passes are sorted by the time at which they were linked, so the clock moves before the second pass is linked.
    shop.advance(1);
    link_pass_of(&eve, &ada).await;
    redeem_as_member(&ada, 1).await.expect_success();
    redeem_as_member(&ada, 1).await.expect_success();
    assert_eq!(ada.get_lines().await.len(), 1, "both units are of the same pass");
    assert_eq!((find_member_entitlement(&ada).await.1, find_member_entitlement(&eve).await.1), (0, 2));
    redeem_as_member(&ada, 1).await.expect_refusal();
    pay(&ada).await;
    assert_eq!(find_member_entitlement(&ada).await.1, 0, "one redemption, even with several passes");

    // Zoe links two passes: the entitlement of the first is used up, and the entitlement of the second is not.
    link_pass_of(&ada, &zoe).await;
    assert_eq!(find_member_entitlement(&zoe).await.1, 0);
    shop.advance(1);
    link_pass_of(&eve, &zoe).await;
    assert_eq!(find_member_entitlement(&zoe).await.1, 2);
    redeem_as_member(&zoe, 2).await.expect_success();
    assert_eq!(find_member_entitlement(&eve).await.1, 0);
    shop.stop().await;
}

#[tokio::test]
async fn revision_removes_lines_that_redeem_the_account_entitlement_of_a_revoked_pass() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    let pass = buy_pass(&ada).await;
    redeem_as_member(&ada, 1).await.expect_success();
    midway::ops::void::void(&shop.app, pass["platformAccountId"].as_str().unwrap()).await.unwrap();
    ada.get("/api/cart?revise=true").await;
    assert!(ada.get_lines().await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn only_three_of_a_hundred_concurrent_redemptions_succeed_if_three_uses_remain() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    let pass = list_linked_passes(&ada).await.remove(0);
    // Ten accounts have linked the same pass and send ten requests each.
    let mut friends = vec![ada.clone()];
    for _ in 1..10 {
        let (friend, _) = shop.new_account().await;
        let proof = json!({ "passholderId": pass["platformAccountId"], "validationData": "12207" });
        friend.post("/api/account/link-pass", proof).await.expect_success();
        friends.push(friend);
    }
    let press = |friend: &Shopper| {
        let (friend, body) = (friend.clone(), redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour)));
        async move { redeem(&friend, body).await.succeeded() }
    };
    let presses = (0..10).flat_map(|_| friends.iter()).map(press);
    let got = join_all(presses).await.into_iter().filter(|got| *got).count();
    assert_eq!(got, 3);
    let mut held = 0;
    for friend in &friends {
        for item in friend.get_lines().await {
            held += item["quantity"].as_u64().unwrap();
        }
    }
    assert_eq!((held, find_entitlement(&ada, "adult").await.2), (3, 0));
    let (late, _) = shop.new_account().await;
    let proof = json!({ "passholderId": pass["platformAccountId"], "validationData": "12207" });
    late.post("/api/account/link-pass", proof).await.expect_success();
    let message = redeem(&late, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_refusal();
    assert_eq!(message, "Tour has been fully redeemed or is already in a cart.");
    shop.stop().await;
}

/// An entitlement to two units of a variant that has a minimum of five units.
fn group_of_two() -> Vec<Table> {
    vec![account_entitlement("coach", "Coach driver").variants(["group"]).price(0).quantity(2)]
}

#[tokio::test]
async fn redemption_is_limited_by_the_remaining_quantity_and_not_by_the_limits_of_the_variant() {
    let shop = open_shop_with(group_of_two()).await;
    let (ada, _) = shop.new_account().await;
    let products = ada.get("/api/product/account-entitlement").await.json()["value"].clone();
    let variants = products.as_array().unwrap().iter().flat_map(|it| it["variants"].as_array().unwrap().clone());
    let coach = variants.into_iter().find(|it| it["id"] == "group").unwrap();
    let coach = coach["entitlement"]["id"].as_str().unwrap().to_owned();

    let body = json!({ "extProductId": "tour", "extProductVariantId": "group", "saleFlowId": OF_ACCOUNT, "extPromotionId": "coach" });
    let shown = ada.post("/api/product/single", body).await.json()["value"]["variants"][0].clone();
    assert_eq!((&shown["minQuantity"], &shown["maxQuantity"]), (&json!(1), &json!(2)));

    let tour = find_first_tour(&ada, "2026-11-21").await;
    redeem(&ada, redemption(OF_ACCOUNT, "group", 1, Some(&coach), Some(&tour))).await.expect_success();
    let item = ada.get_lines().await.remove(0);
    assert_eq!((&item["minQuantity"], &item["maxQuantity"]), (&json!(1), &json!(2)));
    let id = item["id"].as_str().unwrap();
    ada.change_quantity(id, 2).await.expect_success();
    ada.change_quantity(id, 1).await.expect_success();
    assert_eq!(ada.change_quantity(id, 3).await.expect_refusal(), "Maximum quantity is 2");
    shop.advance(20);
    let cart = ada.get("/api/cart?revise=true").await.json();
    assert_eq!(cart["itemGroups"][0]["items"][0]["quantity"], json!(1), "an expired claim is claimed again");
    shop.stop().await;
}

/// Upgrades the shopper's only pass to a better pass.
pub async fn upgrade_pass(shopper: &Shopper) {
    let pass = list_linked_passes(shopper).await.remove(0)["platformAccountId"].clone();
    shopper.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": [pass] })).await.expect_success();
    let found = shopper.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let selected = json!({ "selections": [{ "id": found[0]["id"] }] });
    shopper.post("/api/upgrade/select", selected).await.expect_success();
    let pass = list_cart_passes(shopper).await.remove(0);
    let chosen =
        json!({ "passes": [{ "extCartTicketId": pass["extCartTicketId"], "extProductVariantId": "platinum" }] });
    shopper.post("/api/cart/pass-product", chosen).await.expect_success();
    set_passholder(shopper, &pass, ada_as_passholder()).await.expect_success();
    pay(shopper).await;
}

#[tokio::test]
async fn upgraded_pass_has_only_the_entitlements_that_the_old_pass_had_left() {
    let for_both = |entitlement: Table| entitlement.held(["season-adult", "platinum"]);
    let catalogue = park_with_entitlements().with(better_passes()).edit("ticket_entitlement", "guests", for_both).edit(
        "account_entitlement",
        "members",
        for_both,
    );
    let shop = Shop::selling(&catalogue).await;
    let (ada, _) = shop.new_account().await;
    buy_pass(&ada).await;
    let (guests, ..) = find_entitlement(&ada, "adult").await;
    let tour = find_first_tour(&ada, "2026-11-21").await;
    redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_success();
    ada.save_settings("digital").await;
    ada.submit_without_payment().await.expect_success();
    // Another account that has linked the pass holds one unit of the entitlement in its cart, and Ada holds one unit in
    // the cart with the better pass.
    let (eve, _) = shop.new_account().await;
    link_pass_of(&ada, &eve).await;
    for shopper in [&eve, &ada] {
        redeem(shopper, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_success();
    }
    upgrade_pass(&ada).await;
    assert_eq!(
        find_entitlement(&ada, "adult").await,
        (guests.clone(), 3, 0),
        "two are used up, and one is in another cart"
    );
    eve.get("/api/cart?revise=true").await;
    assert!(eve.get_lines().await.is_empty(), "the pass is no longer theirs");
    assert_eq!(find_entitlement(&ada, "adult").await.2, 1, "that cart's claims are released");
    redeem(&ada, redemption(OF_PASS, "adult", 1, Some(&guests), Some(&tour))).await.expect_success();
    ada.save_settings("digital").await;
    ada.submit_without_payment().await.expect_success();
    assert_eq!(find_entitlement(&ada, "adult").await.2, 0);
    shop.stop().await;
}
