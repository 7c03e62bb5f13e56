//! Upgrades: a ticket is found by its code and exchanged for a pass at the price difference. The order of the pass
//! revokes the ticket. Each test ends with the doctor.

use serde_json::{Value, json};

use crate::passes::{DAY, ada_as_passholder, list_cart_passes, list_linked_passes, pass_id, pay, set_passholder};
use crate::support::catalogue::table::{Table, upgrade};
use crate::support::catalogue::{better_passes, passes_with_plans, season_passes};
use crate::support::shopper::{Shopper, cents, line};
use crate::support::{Catalogue, Shop};

fn upgrades_to_passes() -> Vec<Table> {
    vec![
        upgrade("tour-counts", "Your tour counts").held(["adult", "child"]).products(["season"]),
        upgrade("child-to-adult", "Your pass counts").held(["season-child"]).variants(["season-adult"]),
    ]
}

const TOUR: &str = "tours.20261121.1200";

async fn open_shop() -> Shop {
    open_shop_with(upgrades_to_passes()).await
}

/// A shop with season passes and these catalogue tables.
async fn open_shop_with(tables: Vec<Table>) -> Shop {
    Shop::selling(&Catalogue::park().with(season_passes()).with(tables)).await
}

/// A new browser in which the account signs in after this number of minutes.
async fn return_after(shop: &Shop, email: &str, minutes: i64) -> Shopper {
    shop.advance(minutes);
    let shopper = shop.new_guest().await;
    shopper.sign_in(email).await;
    shopper
}

/// A guest who has entered the code of another shopper's tour ticket.
async fn new_guest_with_tour_code(shop: &Shop) -> Shopper {
    let (owner, _) = shop.new_account().await;
    let code = buy_tour(&owner).await;
    let guest = shop.new_guest().await;
    link_tickets(&guest, json!([code])).await.expect_success();
    guest
}

/// Buys a tour for tomorrow and returns the code of its ticket.
async fn buy_tour(shopper: &Shopper) -> String {
    buy_tour_at(shopper, TOUR).await
}

async fn buy_tour_at(shopper: &Shopper, performance: &str) -> String {
    let before = list_codes(shopper).await;
    let tour = json!([{ "productId": "tour", "productVariantId": "adult", "quantity": 1,
        "performances": [{ "selectionIndex": 1, "performanceId": performance }] }]);
    shopper.try_add(tour).await.expect_success();
    pay(shopper).await;
    list_codes(shopper).await.into_iter().find(|code| !before.contains(code)).unwrap()
}

/// The codes of the account's tickets, without purchased passes.
async fn list_codes(shopper: &Shopper) -> Vec<String> {
    let held = shopper.get("/api/account/ticket?includePurchasedPasses=false").await.json();
    held.as_array().unwrap().iter().map(|ticket| ticket["barcode"].as_str().unwrap().to_owned()).collect()
}

async fn link_tickets(shopper: &Shopper, barcodes: Value) -> crate::support::shopper::Answer {
    shopper.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": barcodes })).await
}

async fn list_linked_tickets(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/upgrade/linked-upgrade-ticket").await.json().as_array().unwrap().clone()
}

async fn select_tickets(shopper: &Shopper, ids: &[&Value]) -> crate::support::shopper::Answer {
    let selections: Vec<Value> = ids.iter().map(|id| json!({ "id": id })).collect();
    shopper.post("/api/upgrade/select", json!({ "selections": selections })).await
}

async fn list_options(shopper: &Shopper, pass: &str) -> Vec<Value> {
    let answer = shopper.post("/api/product/ticket-upgrade-product", json!({ "id": pass })).await;
    answer.expect_success()["value"].as_array().unwrap().clone()
}

#[tokio::test]
async fn ticket_is_upgraded_to_a_pass_for_the_price_difference() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let code = buy_tour(&buyer).await;
    let own = buyer.get("/api/account/upgradable-ticket").await.json();
    assert_eq!((&own[0]["barcode"], own.as_array().unwrap().len()), (&json!(code), 1), "no code has to be entered");
    assert_eq!(link_tickets(&buyer, json!([" , - "])).await.expect_refusal(), "No valid barcodes found");
    let many: Vec<String> = (0..21).map(|nth| format!("T{nth}")).collect();
    assert_eq!(link_tickets(&buyer, json!(many)).await.expect_refusal(), "You can upgrade up to 20 tickets at once.");
    let spelled = format!("{}-{}", &code[..4].to_lowercase(), &code[4..]);
    link_tickets(&buyer, json!([spelled])).await.expect_success();
    link_tickets(&buyer, json!([code])).await.expect_success();
    let [ticket] = list_linked_tickets(&buyer).await.try_into().unwrap();
    assert_eq!(
        (&ticket["mediaCode"], &ticket["eligibleForUpgrade"], &ticket["selected"], &ticket["visitDate"]),
        (&json!(code), &json!(true), &json!(false), &json!("2026-11-21")),
        "once, however often it is entered"
    );
    assert_eq!(select_tickets(&buyer, &[]).await.expect_refusal(), "No tickets selected for upgrade");
    select_tickets(&buyer, &[&ticket["id"]]).await.expect_success();
    select_tickets(&buyer, &[&ticket["id"]]).await.expect_success();
    let [pass] = list_cart_passes(&buyer).await.try_into().unwrap();
    assert_eq!(
        (&pass["isTicketUpgrade"], &pass["isRenewal"], &pass["requiresProductSelection"], &pass["allowNameChange"]),
        (&json!(true), &json!(false), &json!(true), &json!(true))
    );
    assert_eq!((&pass["upgradedProductName"], &pass["upgradedVariantName"]), (&json!("Tour"), &json!("Adult")));
    let offered = list_options(&buyer, &pass_id(&pass)).await;
    let prices: Vec<_> =
        offered.iter().map(|it| (it["extProductVariantId"].as_str().unwrap(), cents(&it["price"]))).collect();
    let fees = prices[0].1 - (99_00 - 20_00);
    assert_eq!(prices, [("season-adult", 79_00 + fees), ("season-child", 40_00 + fees)]);
    assert_eq!(cents(&offered[0]["regularPrice"]), 99_00 + fees);
    let renewal = json!({ "id": pass_id(&pass), "isRenewal": false });
    assert_eq!(
        buyer.post("/api/product/pass-renewal-product", renewal).await.expect_success()["value"]
            .as_array()
            .unwrap()
            .len(),
        2,
        "the options do not depend on the shopper"
    );

    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
    buyer.post("/api/cart/pass-product", chosen).await.expect_success();
    let item = buyer.get_lines().await.remove(0);
    assert_eq!((cents(&item["unitPrice"]), &item["promotionName"]), (79_00, &json!("Your tour counts")));
    set_passholder(&buyer, &pass, ada_as_passholder()).await.expect_success();
    assert_eq!(list_linked_tickets(&buyer).await[0]["selected"], json!(true));
    pay(&buyer).await;

    // The old code is revoked, and the pass exists.
    assert_eq!(list_linked_passes(&buyer).await.len(), 1);
    let upgradable = buyer.get("/api/account/ticket?includePurchasedPasses=false&includeLinkedPasses=false").await;
    assert_eq!(upgradable.json(), json!([]));
    assert_eq!(buyer.get("/api/account/upgradable-ticket").await.json().as_array().unwrap().len(), 0);
    assert!(list_linked_tickets(&buyer).await.is_empty(), "nothing more can be done with it");
    let again = link_tickets(&buyer, json!([code])).await.expect_refusal();
    assert_eq!(again, format!("Already upgraded: {code}"));
    assert_eq!(select_tickets(&buyer, &[&ticket["id"]]).await.expect_refusal(), "No tickets selected for upgrade");
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_because = 'upgraded'").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_can_be_upgraded_in_only_one_cart_at_a_time() {
    let shop = open_shop().await;
    let ((ada, _), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    let code = buy_tour(&ada).await;
    for shopper in [&ada, &eve] {
        link_tickets(shopper, json!([code])).await.expect_success();
        select_tickets(shopper, &[&list_linked_tickets(shopper).await[0]["id"]]).await.expect_success();
    }
    let choose = |shopper: &Shopper| {
        let shopper = shopper.clone();
        async move {
            let pass = list_cart_passes(&shopper).await.remove(0);
            let chosen =
                json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
            shopper.post("/api/cart/pass-product", chosen).await
        }
    };
    choose(&ada).await.expect_success();
    assert_eq!(
        choose(&eve).await.expect_refusal(),
        "This ticket or pass is being upgraded or renewed in another cart or has already been upgraded or renewed."
    );
    let seen = list_linked_tickets(&eve).await.remove(0);
    assert_eq!(
        seen["notEligibleReason"],
        json!("This ticket or pass is being upgraded or renewed in a cart or has already been upgraded or renewed.")
    );
    // Removing the upgrade from one cart allows the other cart to upgrade the ticket.
    let pass = list_cart_passes(&ada).await.remove(0);
    ada.post("/api/cart/remove-pass", json!({ "extCartTicketId": pass_id(&pass) })).await.expect_success();
    choose(&eve).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn ticket_that_cannot_be_upgraded_shows_the_reason() {
    let shop = open_shop().await;
    let ((ada_, email), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    crate::passes::buy_pass(&ada_).await;
    let pass = list_linked_passes(&ada_).await.remove(0)["platformAccountId"].as_str().unwrap().to_owned();
    link_tickets(&ada_, json!([pass])).await.expect_success();
    let own = list_linked_tickets(&ada_).await.remove(0);
    assert_eq!(
        (&own["notEligibleReason"], &own["firstName"], &own["birthDate"]),
        (&json!("There's no upgrade for this ticket or pass."), &json!("Ada"), &json!("1990-12-10"))
    );
    link_tickets(&eve, json!([pass])).await.expect_success();
    let anothers = list_linked_tickets(&eve).await.remove(0);
    assert_eq!(
        (&anothers["notEligibleReason"], &anothers["firstName"], &anothers["birthDate"]),
        (&json!("Please link this pass to your account before you upgrade it."), &json!(""), &Value::Null),
        "a code does not reveal whose it is"
    );

    let code = buy_tour(&ada_).await;
    let later = return_after(&shop, &email, 3 * DAY).await;
    link_tickets(&later, json!([code])).await.expect_success();
    let past = list_linked_tickets(&later).await.remove(0);
    assert_eq!(past["notEligibleReason"], json!("The visit date for this ticket has passed."));
    later.post("/api/upgrade/remove-linked-upgrade-ticket", json!({ "id": past["id"] })).await.expect_success();
    assert!(list_linked_tickets(&later).await.is_empty());
    later.post("/api/upgrade/remove-linked-upgrade-ticket", json!({ "id": past["id"] })).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn free_ticket_is_upgraded_only_when_the_upgrade_has_a_discount() {
    let tour_counts = upgrade("tour-counts", "Your tour counts").held(["adult"]).products(["season"]);
    for (upgrade, reason, price) in [
        (tour_counts.clone(), json!("There's no upgrade for this ticket or pass."), None),
        (tour_counts.amount_off(9_00), Value::Null, Some(90_00)),
    ] {
        let catalogue = Catalogue::park().adult_price(0).with(season_passes()).with([upgrade]);
        let shop = Shop::selling(&catalogue).await;
        let (ada_, _) = shop.new_account().await;
        let tour = json!([line("tour", "adult", 1, Some(TOUR))]);
        ada_.try_add(tour).await.expect_success();
        ada_.save_settings("digital").await;
        ada_.submit_without_payment().await.expect_success();
        let held = ada_.get("/api/account/ticket").await.json();
        link_tickets(&ada_, json!([held[0]["barcode"]])).await.expect_success();
        let ticket = list_linked_tickets(&ada_).await.remove(0);
        assert_eq!(ticket["notEligibleReason"], reason);
        let own = ada_.get("/api/account/upgradable-ticket").await.json();
        assert_eq!(own.as_array().unwrap().len(), usize::from(price.is_some()));
        let selected = select_tickets(&ada_, &[&ticket["id"]]).await;
        match price {
            None => assert_eq!(selected.expect_refusal(), "No tickets selected for upgrade"),
            Some(price) => {
                selected.expect_success();
                let pass = list_cart_passes(&ada_).await.remove(0);
                assert_eq!(cents(&list_options(&ada_, &pass_id(&pass)).await[0]["price"]), price);
            }
        }
        shop.stop().await;
    }
}

#[tokio::test]
async fn attempts_with_unknown_ticket_codes_are_limited_to_twenty_and_right_codes_are_not_counted() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    let code = buy_tour(&ada).await;
    for nth in 0..20 {
        link_tickets(&ada, json!([code])).await.expect_success();
        let message = link_tickets(&ada, json!([format!("NOSUCH{nth}")])).await.expect_refusal();
        assert_eq!(
            message,
            format!("We couldn't find tickets for these barcodes: NOSUCH{nth}. Please check them and try again.")
        );
    }
    let refused = link_tickets(&ada, json!(["NOSUCH20"])).await;
    refused.expect_status(429);
    assert!(refused.headers.contains_key("retry-after"));
    shop.stop().await;
}

#[tokio::test]
async fn upgrade_of_a_pass_keeps_the_name_and_offers_only_passes_for_the_age_of_the_passholder() {
    let shop = open_shop().await;
    let (ada_, _) = shop.new_account().await;
    let child = json!([{ "productId": "season", "productVariantId": "season-child", "quantity": 1 }]);
    ada_.try_add(child).await.expect_success();
    let pass = list_cart_passes(&ada_).await.remove(0);
    let mut holder = ada_as_passholder();
    holder["birthDate"] = json!("2014-01-01");
    holder["emailAddress"] = json!("");
    set_passholder(&ada_, &pass, holder).await.expect_success();
    pay(&ada_).await;
    let number = list_linked_passes(&ada_).await.remove(0)["platformAccountId"].clone();
    link_tickets(&ada_, json!([number])).await.expect_success();
    select_tickets(&ada_, &[&list_linked_tickets(&ada_).await[0]["id"]]).await.expect_success();
    let upgrade = list_cart_passes(&ada_).await.remove(0);
    assert_eq!(
        (&upgrade["firstName"], &upgrade["allowNameChange"], &upgrade["isTicketUpgrade"]),
        (&json!("Ada"), &json!(false), &json!(true))
    );
    assert_eq!(list_options(&ada_, &pass_id(&upgrade)).await.len(), 0, "an adult's pass is not for a child");
    shop.stop().await;
}

#[tokio::test]
async fn upgraded_pass_ends_when_the_old_pass_would_have_ended() {
    let shop = open_shop_with(better_passes()).await;
    let (buyer, email) = shop.new_account().await;
    crate::passes::buy_pass(&buyer).await;
    let mut pass = list_linked_passes(&buyer).await.remove(0);
    let ends = pass["effectiveEndDate"].clone();
    let later = return_after(&shop, &email, 300 * DAY).await;
    for (variant, difference) in [("platinum", 5_100), ("diamond", 10_000)] {
        link_tickets(&later, json!([pass["platformAccountId"]])).await.expect_success();
        let waiting = list_linked_tickets(&later).await;
        let ticket = waiting.iter().find(|it| it["eligibleForUpgrade"] == json!(true)).unwrap();
        select_tickets(&later, &[&ticket["id"]]).await.expect_success();
        let upgrade = list_cart_passes(&later).await.remove(0);
        let offered = list_options(&later, &pass_id(&upgrade)).await;
        let option = offered.iter().find(|it| it["extProductVariantId"] == json!(variant)).unwrap();
        assert_eq!(
            (cents(&option["price"]), &option["validUntil"]),
            (difference, &ends),
            "everything paid before counts, and the end is shown"
        );
        let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&upgrade), "extProductVariantId": variant }] });
        later.post("/api/cart/pass-product", chosen).await.expect_success();
        set_passholder(&later, &upgrade, ada_as_passholder()).await.expect_success();
        pay(&later).await;
        pass = list_linked_passes(&later).await.remove(0);
        assert_eq!(pass["effectiveEndDate"], ends);
    }
    shop.stop().await;
}

#[tokio::test]
async fn pass_cannot_be_renewed_and_upgraded_in_one_cart_and_the_refusal_names_the_reason() {
    let shop = open_shop_with(better_passes()).await;
    let (buyer, email) = shop.new_account().await;
    let pass = crate::passes::buy_pass(&buyer).await;
    let number = pass["platformAccountId"].as_str().unwrap();
    let buyer = return_after(&shop, &email, 350 * DAY).await;
    link_tickets(&buyer, json!([number])).await.expect_success();
    let ticket = list_linked_tickets(&buyer).await.remove(0)["id"].clone();
    let renews = || {
        buyer.post("/api/cart/add-renewal-pass", json!({ "extUserAccountTicketIds": [pass["extUserAccountTicketId"]] }))
    };

    renews().await.expect_success();
    let renewal = format!(
        "Your cart already includes a renewal for pass {number}. Please remove it before you \
                           upgrade this pass."
    );
    assert_eq!(select_tickets(&buyer, &[&ticket]).await.expect_refusal(), renewal);
    buyer.post("/api/cart/remove-blank-passes", json!({})).await.expect_success();
    select_tickets(&buyer, &[&ticket]).await.expect_success();
    // Nothing was chosen for the upgrade yet, so the renewal takes its place.
    renews().await.expect_success();
    let kept = list_cart_passes(&buyer).await;
    assert_eq!((kept.len(), &kept[0]["isRenewal"]), (1, &json!(true)));

    buyer.post("/api/cart/remove-blank-passes", json!({})).await.expect_success();
    select_tickets(&buyer, &[&ticket]).await.expect_success();
    let chosen = list_cart_passes(&buyer).await.remove(0);
    let better = list_options(&buyer, &pass_id(&chosen)).await.remove(0)["extProductVariantId"].clone();
    let choice = json!({ "passes": [{ "extCartTicketId": pass_id(&chosen), "extProductVariantId": better }] });
    buyer.post("/api/cart/pass-product", choice).await.expect_success();
    let upgrade = format!(
        "Your cart already includes an upgrade for pass {number}. Please remove it before you \
                           renew this pass."
    );
    assert_eq!(renews().await.expect_refusal(), upgrade);
    let kept = list_cart_passes(&buyer).await;
    assert_eq!((kept.len(), &kept[0]["isTicketUpgrade"]), (1, &json!(true)));
    shop.stop().await;
}

#[tokio::test]
async fn guest_with_a_ticket_code_can_choose_an_upgrade_but_cannot_complete_the_passholder_details() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour_code(&shop).await;
    let [ticket] = list_linked_tickets(&guest).await.try_into().unwrap();
    assert_eq!(ticket["eligibleForUpgrade"], json!(true));
    assert_eq!(ticket["firstName"], json!(""), "a code alone reveals no name");
    select_tickets(&guest, &[&ticket["id"]]).await.expect_success();
    let [pass] = list_cart_passes(&guest).await.try_into().unwrap();
    let options = list_options(&guest, pass["extCartTicketId"].as_str().unwrap()).await;
    let chosen = json!({ "passes": [{
        "extCartTicketId": pass["extCartTicketId"], "extProductVariantId": options[0]["extProductVariantId"]
    }] });
    guest.post("/api/cart/pass-product", chosen).await.expect_success();
    let finalized = guest.post("/api/cart/pass-finalize-demographics", json!({})).await;
    assert_eq!(finalized.status.as_u16(), 401);
    shop.stop().await;
}

#[tokio::test]
async fn guest_removes_upgrades_from_the_cart_and_pays_for_the_rest() {
    let shop = open_shop().await;
    let guest = new_guest_with_tour_code(&shop).await;
    choose_linked(&guest).await;
    guest.add_tours("adult", 1).await;
    let cart = guest.get_cart().await;
    assert_eq!((&cart["openPasses"], &cart["blankPasses"]), (&json!(1), &json!(0)));
    guest.save_settings("digital").await;
    guest.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    let pass = pass_id(&list_cart_passes(&guest).await[0]);
    guest.change_quantity(&pass, 0).await.expect_success();
    assert_eq!(guest.get_cart().await["openPasses"], json!(0));
    assert_eq!(list_linked_tickets(&guest).await[0]["selected"], json!(false));
    pay(&guest).await;
    shop.stop().await;
}

#[tokio::test]
async fn upgrade_that_was_only_looked_at_is_not_in_the_cart_and_does_not_stop_a_payment() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let (one, two) = (buy_tour(&buyer).await, buy_tour(&buyer).await);
    link_tickets(&buyer, json!([one, two])).await.expect_success();
    let tickets = list_linked_tickets(&buyer).await;
    select_tickets(&buyer, &[&tickets[0]["id"], &tickets[1]["id"]]).await.expect_success();
    let cart = buyer.get_cart().await;
    assert_eq!((&cart["openPasses"], &cart["blankPasses"], &cart["cartEmpty"]), (&json!(0), &json!(0), &json!(true)));
    buyer.post("/api/cart/pass-finalize-demographics", json!({})).await.expect_success();

    // Back at the tickets, both are still selected and eligible. Another selection takes the place of the first one.
    let seen = list_linked_tickets(&buyer).await;
    assert!(seen.iter().all(|it| it["selected"] == json!(true) && it["eligibleForUpgrade"] == json!(true)), "{seen:?}");
    select_tickets(&buyer, &[&tickets[1]["id"]]).await.expect_success();
    let [pass] = list_cart_passes(&buyer).await.try_into().unwrap();
    assert!(!list_options(&buyer, &pass_id(&pass)).await.is_empty());
    let selected: Vec<Value> = list_linked_tickets(&buyer).await.iter().map(|it| it["selected"].clone()).collect();
    assert_eq!(selected, [json!(false), json!(true)]);

    buyer.add_tours("adult", 1).await;
    pay(&buyer).await;
    assert_eq!(list_cart_passes(&buyer).await, Vec::<Value>::new(), "it ends with the cart");
    let kept = list_linked_tickets(&buyer).await;
    assert!(
        kept.iter().all(|it| it["selected"] == json!(false) && it["eligibleForUpgrade"] == json!(true)),
        "{kept:?}"
    );
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_because IS NOT NULL").await, 0);
    shop.stop().await;
}

/// Selects the first linked ticket and chooses the pass to exchange it for. Returns the pass in the cart.
async fn choose_linked(shopper: &Shopper) -> Value {
    select_tickets(shopper, &[&list_linked_tickets(shopper).await[0]["id"]]).await.expect_success();
    let pass = list_cart_passes(shopper).await.remove(0);
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
    shopper.post("/api/cart/pass-product", chosen).await.expect_success();
    pass
}

/// Buys a tour, chooses the pass to exchange it for, and returns the id of the cart line.
async fn choose_upgrade(buyer: &Shopper) -> String {
    let code = buy_tour(buyer).await;
    link_tickets(buyer, json!([code])).await.expect_success();
    let pass = choose_linked(buyer).await;
    set_passholder(buyer, &pass, ada_as_passholder()).await.expect_success();
    buyer.get_lines().await[0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn upgrade_of_an_expired_ticket_is_neither_restored_nor_reclaimed() {
    for is_removed_first in [true, false] {
        let shop = open_shop().await;
        let (buyer, email) = shop.new_account().await;
        let line = choose_upgrade(&buyer).await;
        let later = return_after(&shop, &email, 2 * DAY).await;
        if is_removed_first {
            later.get("/api/cart?revise=true").await.expect_status(200);
            assert_eq!(later.get_lines().await.len(), 0);
        }
        let refused = later.change_quantity(&line, 1).await.expect_refusal();
        assert_eq!(refused, "Sorry, Season pass is no longer available. Please check your cart.");
        later.get("/api/cart?revise=true").await.expect_status(200);
        assert_eq!(later.get_lines().await.len(), 0);
        shop.stop().await;
    }
}

#[tokio::test]
async fn ticket_of_a_past_visit_gives_no_credit_for_a_pass_in_a_cart() {
    let shop = open_shop().await;
    let (buyer, email) = shop.new_account().await;
    choose_upgrade(&buyer).await;
    let later = return_after(&shop, &email, 30 * DAY).await;
    later.get("/api/cart?revise=true").await.json();
    assert_eq!(later.get_lines().await, Vec::<Value>::new());

    // A pass without a chosen product gets no credit either.
    let code = buy_tour_at(&later, "tours.20261221.1200").await;
    link_tickets(&later, json!([code])).await.expect_success();
    let ticket = list_linked_tickets(&later).await.into_iter().find(|it| it["mediaCode"] == json!(code)).unwrap();
    select_tickets(&later, &[&ticket["id"]]).await.expect_success();
    let pass = list_cart_passes(&later).await.remove(0);
    assert!(!list_options(&later, &pass_id(&pass)).await.is_empty());
    shop.advance(2 * DAY);
    later.sign_in(&email).await;
    assert_eq!(list_options(&later, &pass_id(&pass)).await, Vec::<Value>::new());
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
    later.post("/api/cart/pass-product", chosen).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn guest_keeps_chosen_upgrades_and_entered_tickets_at_sign_in() {
    let shop = open_shop().await;
    let (owner, email) = shop.new_account().await;
    let (one, two) = (buy_tour(&owner).await, buy_tour(&owner).await);
    for with_cart_of_account in [false, true] {
        if with_cart_of_account {
            // The account's cart already upgrades the same ticket, so the merged cart upgrades it only once.
            link_tickets(&owner, json!([two])).await.expect_success();
            select_tickets(&owner, &[&list_linked_tickets(&owner).await.pop().unwrap()["id"]]).await.expect_success();
        }
        owner.sign_out().await;
        owner.open_shop().await;
        link_tickets(&owner, json!([one, two])).await.expect_success();
        let tickets = list_linked_tickets(&owner).await;
        assert_eq!(tickets.len(), 2);
        select_tickets(&owner, &[&tickets[0]["id"], &tickets[1]["id"]]).await.expect_success();
        owner.sign_in(&email).await;
        let chosen = list_cart_passes(&owner).await;
        assert_eq!(chosen.len(), 2, "{chosen:?}");
        assert!(chosen.iter().all(|pass| pass["isTicketUpgrade"] == json!(true)));
        let waiting = list_linked_tickets(&owner).await;
        assert_eq!(waiting.iter().filter(|it| it["selected"] == json!(true)).count(), 2, "{waiting:?}");
        owner.post("/api/cart/remove-blank-passes", json!({})).await.expect_success();
    }
    shop.stop().await;
}

#[tokio::test]
async fn second_account_in_a_browser_does_not_inherit_tickets_of_the_first_account() {
    let shop = open_shop().await;
    let ((ada, _), (_, email)) = (shop.new_account().await, shop.new_account().await);
    let code = buy_tour(&ada).await;
    link_tickets(&ada, json!([code])).await.expect_success();
    select_tickets(&ada, &[&list_linked_tickets(&ada).await[0]["id"]]).await.expect_success();
    ada.sign_in(&email).await;
    assert_eq!((list_linked_tickets(&ada).await, list_cart_passes(&ada).await), (vec![], vec![]));
    shop.stop().await;
}

#[tokio::test]
async fn down_payment_in_percent_is_a_part_of_the_price_difference() {
    let catalogue = Catalogue::park()
        .with(passes_with_plans())
        .with([upgrade("tour-counts", "Your tour counts").held(["adult"]).variants(["gold"])])
        .edit("plan", "ten", |plan| plan.set("down_payment", "33.33 %").fee(0).payments(3));
    let shop = Shop::selling(&catalogue).await;
    let (buyer, _) = shop.new_account().await;
    let code = buy_tour(&buyer).await;
    link_tickets(&buyer, json!([code])).await.expect_success();
    let ticket = list_linked_tickets(&buyer).await.remove(0);
    select_tickets(&buyer, &[&ticket["id"]]).await.expect_success();
    let pass = list_cart_passes(&buyer).await.remove(0);
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "gold" }] });
    buyer.post("/api/cart/pass-product", chosen).await.expect_success();
    set_passholder(&buyer, &pass, ada_as_passholder()).await.expect_success();
    buyer.post("/api/cart/set-installment-billing", json!({})).await.expect_success();
    let plan = buyer.get_cart().await["installmentBilling"].clone();
    // The pass of 120.05 costs 100.05 after the ticket of 20.00. 33.33 % of it are 33.346665.
    assert_eq!((cents(&plan["downPayment"]), cents(&plan["totalOfPayments"])), (33_35, 66_70));
    let payments = plan["payments"].as_array().unwrap().iter().map(|payment| cents(&payment["paymentAmount"]));
    assert_eq!(payments.collect::<Vec<_>>(), [22_23, 22_23, 22_24]);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_is_upgraded_for_a_part_of_its_price_until_some_days_after_the_visit_and_no_later() {
    let shop = open_shop_with(vec![
        upgrade("week", "Half of your tour counts")
            .held(["adult"])
            .variants(["season-adult"])
            .closes_days_after(7)
            .set("credit", "50 %"),
    ])
    .await;
    let (buyer, email) = shop.new_account().await;
    let (kept, code) = (buy_tour(&buyer).await, buy_tour(&buyer).await);
    // The tours are on November 21. It is November 28, and the tickets can be upgraded until midnight.
    let buyer = return_after(&shop, &email, 8 * DAY).await;
    link_tickets(&buyer, json!([code])).await.expect_success();
    let ticket = list_linked_tickets(&buyer).await.remove(0);
    assert_eq!(ticket["eligibleForUpgrade"], json!(true), "{ticket}");
    select_tickets(&buyer, &[&ticket["id"]]).await.expect_success();
    let pass = list_cart_passes(&buyer).await.remove(0);
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
    buyer.post("/api/cart/pass-product", chosen).await.expect_success();
    assert_eq!(cents(&buyer.get_lines().await[0]["unitPrice"]), 99_00 - 10_00);
    set_passholder(&buyer, &pass, ada_as_passholder()).await.expect_success();
    pay(&buyer).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE pass IS NOT NULL AND paid = 9900").await, 1);
    let buyer = return_after(&shop, &email, DAY).await;
    link_tickets(&buyer, json!([kept])).await.expect_success();
    let late = list_linked_tickets(&buyer).await.remove(0);
    assert_eq!(late["notEligibleReason"], json!("The deadline to upgrade this ticket was November 28, 2026."));
    shop.stop().await;
}
