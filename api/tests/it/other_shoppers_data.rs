//! If a call names data of another shopper by its id, the answer is the same as for a missing id, and nothing changes.
//! One test compares the lists below with the API document and fails if a call that takes an id is in none of them.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::passes::{buy_pass, list_cart_passes, list_linked_passes};
use crate::saved_payments::save_card;
use crate::support::catalogue::season_passes;
use crate::support::catalogue::table::{
    Table, property, reservation_benefit, schedule, ticket_entitlement, timed_show, upgrade,
};
use crate::support::shopper::{SATURDAY_NOON, Shopper, line};
use crate::support::{Catalogue, Shop, card};

/// The kind of data that a call's id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    CartLine,
    CartPass,
    LinkedPass,
    Order,
    Ticket,
    Entitlement,
    SavedPayment,
    /// A confirmed reservation.
    Reservation,
    /// A ticket of the reservation in progress.
    ReservationTicket,
}

/// Calls with an id of a shopper's data. The id replaces `{}` in path and body.
const OWNED: &[(&str, &str, &str, Of)] = &[
    (
        "POST",
        "/cart/add",
        r#"{"saleFlowId":2,"items":[{"productId":"tour","productVariantId":"adult","quantity":1,
        "entitlementId":"{}","performances":[{"selectionIndex":1,"performanceId":"tours.20261121.1200"}]}]}"#,
        Of::Entitlement,
    ),
    (
        "POST",
        "/cart/quote",
        r#"{"saleFlowId":2,"items":[{"productId":"tour","productVariantId":"adult","quantity":1,
        "entitlementId":"{}","performances":[{"selectionIndex":1,"performanceId":"tours.20261121.1200"}]}]}"#,
        Of::Entitlement,
    ),
    ("POST", "/cart/modify", r#"{"items":[{"id":"{}","quantity":0}]}"#, Of::CartLine),
    ("GET", "/cart/pass/{}", "", Of::CartPass),
    (
        "POST",
        "/cart/pass/{}",
        r#"{"firstName":"Eve","lastName":"E","birthDate":"1990-12-10","address1":"1","city":"A",
        "state":"NY","zip":"12207","phoneNumber":"5185550123"}"#,
        Of::CartPass,
    ),
    ("GET", "/cart/pass/{}/image", "", Of::CartPass),
    ("POST", "/cart/pass/{}/image", "", Of::CartPass),
    ("POST", "/cart/remove-pass", r#"{"extCartTicketId":"{}"}"#, Of::CartPass),
    (
        "POST",
        "/cart/pass-product",
        r#"{"passes":[{"extCartTicketId":"{}","extProductVariantId":"season-child"}]}"#,
        Of::CartPass,
    ),
    ("POST", "/product/pass-renewal-product", r#"{"id":"{}","isRenewal":false}"#, Of::CartPass),
    ("POST", "/product/ticket-upgrade-product", r#"{"id":"{}"}"#, Of::CartPass),
    ("POST", "/cart/add-renewal-pass", r#"{"extUserAccountTicketIds":["{}"]}"#, Of::LinkedPass),
    ("POST", "/account/unlink-pass", r#"{"extUserAccountTicketId":"{}"}"#, Of::LinkedPass),
    ("POST", "/upgrade/remove-linked-upgrade-ticket", r#"{"id":"{}"}"#, Of::Ticket),
    ("POST", "/upgrade/select", r#"{"selections":[{"id":"{}"}]}"#, Of::Ticket),
    ("POST", "/order/resend-confirmation", r#"{"extOrderId":"{}","email":"eve@example.org"}"#, Of::Order),
    ("POST", "/account/installment-billing/{}/pay", r#"{"throughPaymentNumber":1}"#, Of::Order),
    ("POST", "/account/installment-billing/{}/card-form", "{}", Of::Order),
    ("POST", "/account/installment-billing/{}/card", r#"{"sessionKey":"any"}"#, Of::Order),
    ("POST", "/account/remove-saved-payment", r#"{"extAccountStoredPaymentId":"{}"}"#, Of::SavedPayment),
    ("GET", "/order/details/my/{}", "", Of::Order),
    ("GET", "/order/digital-tickets/my/{}", "", Of::Order),
    ("GET", "/order/digital-tickets/pdf/{}", "", Of::Order),
    ("GET", "/order/calendar/{}", "", Of::Order),
    ("GET", "/order/refunds/{}", "", Of::Order),
    ("GET", "/order/cancellation/{}", "", Of::Order),
    ("POST", "/order/cancellation/{}", r#"{"units":[],"agreedRefund":0}"#, Of::Order),
    ("POST", "/order/cancellation/{}/quote", r#"{"units":[]}"#, Of::Order),
    ("POST", "/order/exchange/{}", r#"{"units":[]}"#, Of::Order),
    ("GET", "/transfer/order/{}", "", Of::Order),
    (
        "POST",
        "/transfer/send",
        r#"{"extOrderId":"{}","ticketId":"any","senderName":"Eve","recipientName":"Mallory"}"#,
        Of::Order,
    ),
    ("POST", "/transfer/take-back", r#"{"extOrderId":"{}","ticketId":"any"}"#, Of::Order),
    ("POST", "/transfer/fresh-code", r#"{"extOrderId":"{}","ticketId":"any"}"#, Of::Order),
    ("POST", "/transfer/rename", r#"{"extOrderId":"{}","ticketId":"any","name":"Mallory"}"#, Of::Order),
    ("GET", "/account/pass/{}/image", "", Of::Ticket),
    ("GET", "/ticket/account/{}/html", "", Of::Ticket),
    ("GET", "/ticket/account-grouping/{}/html", "", Of::Order),
    ("GET", "/reservation/my/{}", "", Of::Reservation),
    ("DELETE", "/reservation/my/{}", "{}", Of::Reservation),
    ("GET", "/reservation/my/{}/item", "", Of::Reservation),
    ("GET", "/reservation/my/{}/barcode", "", Of::Reservation),
    ("GET", "/reservation/my/{}/calendar", "", Of::Reservation),
    ("GET", "/reservation/my/{}/performance", "", Of::Reservation),
    (
        "PUT",
        "/reservation/my/{}/performance",
        r#"{"performanceId":"entries.20261121.1400","bringAFriendDayTicketCount":0}"#,
        Of::Reservation,
    ),
    ("DELETE", "/reservation/ticket/{}", "{}", Of::ReservationTicket),
    (
        "POST",
        "/reservation/ticket-finalize",
        r#"{"underAgeTicketCount":0,"additionalGuests":0,"reservationEntitlements":[],
        "entitlements":[{"reservationTicketId":"{}","entitlementId":"tea","sequence":1}]}"#,
        Of::ReservationTicket,
    ),
    ("POST", "/performance/product-date", r#"{"productIds":["tour"],"lineIds":["{}"]}"#, Of::CartLine),
    (
        "POST",
        "/performance/product-date-performance",
        r#"{"productId":"tour","date":"2026-11-21","lineIds":["{}"]}"#,
        Of::CartLine,
    ),
    ("POST", "/performance/dynamic", r#"{"productId":"tour","lineIds":["{}"]}"#, Of::CartLine),
    (
        "POST",
        "/performance/performance-detail",
        r#"{"productId":"tour","performanceIds":["tours.20261121.1200"],"lineIds":["{}"]}"#,
        Of::CartLine,
    ),
    (
        "POST",
        "/performance/show-category-detail",
        r#"{"productId":"tour","performanceId":"tours.20261121.1200","showCategoryId":"a",
        "lineIds":["{}"]}"#,
        Of::CartLine,
    ),
    (
        "POST",
        "/performance/seat-detail",
        r#"{"productId":"tour","performanceId":"tours.20261121.1200","seatId":"a","lineIds":["{}"]}"#,
        Of::CartLine,
    ),
];

/// Calls of the desk. Its key opens all of them, and no session opens any (`desk.rs`).
const OF_DESK: &[&str] = &[
    "GET /desk/order/{number}",
    "GET /desk/order/{number}/audit",
    "POST /desk/order/{number}/paid-elsewhere",
    "POST /desk/order/{number}/refund",
    "POST /desk/order/{number}/refund-again",
    "POST /desk/order/{number}/void",
    "POST /desk/performance/{id}/cancel",
];

/// Other calls with an id: an id of the catalogue, or a secret id that gives its holder access to the data. Payments
/// and links of e-mails are tested in `other_sessions_data.rs`, `saved_payments.rs`, `lender_plans.rs`, `order_lookup.rs`
/// and `transfers.rs`, which also names tickets of other orders.
const OPEN: &[&str] = &[
    "GET /bundle/builder/{id}",
    "POST /bundle/steps/{id}",
    "POST /config/web-site/{id}",
    "GET /product/page/{id}",
    "GET /resource/{id}",
    "GET /waiting-room/{id}/place",
    "POST /order/details/external",
    "POST /order/submit",
    "POST /order/submit-saved-payment",
    "POST /payment/{processor}/process-card",
    "PUT /payment/{processor}/sent-error",
    "POST /payment/{processor}/setup",
    "POST /payment/{processor}/submit-order",
    "GET /ticket/barcode/{reservationCode}",
    "GET /ticket/calendar/{reservationCode}",
    "GET /transfer/calendar/{id}",
    "GET /transfer/pdf/{id}",
    "POST /transfer/received",
    "GET /venue/{id}",
    "GET /venue/{id}/day/{date}",
];

/// The field names of ids of shoppers' data.
const NAMES: [&str; 11] = [
    "id",
    "entitlementId",
    "extAccountStoredPaymentId",
    "extCartTicketId",
    "extOrderId",
    "extOrderTokenId",
    "extUserAccountTicketId",
    "extUserAccountTicketIds",
    "lineIds",
    "paymentKey",
    "reservationTicketId",
];

/// Collects the field names of a schema at every depth.
fn collect_names(document: &Value, schema: &Value, found: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        collect_names(document, &document["components"]["schemas"][name], found);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for part in schema[key].as_array().into_iter().flatten() {
            collect_names(document, part, found);
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        found.insert(name.clone());
        collect_names(document, property, found);
    }
    if schema["items"].is_object() {
        collect_names(document, &schema["items"], found);
    }
}

#[tokio::test]
async fn every_call_that_takes_an_id_is_listed() {
    let document: Value = serde_json::from_str(&midway::ops::document::document().await.unwrap()).unwrap();
    let mut taking = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let mut found = BTreeSet::new();
            for content in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                collect_names(&document, &content.1["schema"], &mut found);
            }
            if path.contains('{') || NAMES.iter().any(|name| found.contains(*name)) {
                taking.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    let owned = OWNED.iter().map(|(method, path, ..)| format!("{method} {}", path.replace("{}", "{id}")));
    let known: BTreeSet<String> = owned.chain(OPEN.iter().chain(OF_DESK).map(|call| (*call).to_owned())).collect();
    assert_eq!(taking, known);
}

async fn call_with_id(shopper: &Shopper, (method, path, body, _): (&str, &str, &str, Of), id: &str) -> (u16, String) {
    let path = format!("/api{}", path.replace("{}", id));
    let answer = match (method, body) {
        ("GET", _) => shopper.get(&path).await,
        (_, "") => shopper.upload(&path, "uploadFile", b"no picture").await,
        _ => {
            // An empty body has no place for an id.
            let body = if body == "{}" { body.to_owned() } else { body.replace("{}", id) };
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            shopper.call(method, &path, Some(serde_json::from_str(&body).unwrap()), &[]).await
        }
    };
    (answer.status.as_u16(), answer.text())
}

/// A park for which visits are reserved with a pass.
fn garden_visits() -> Vec<Table> {
    vec![
        timed_show("entry", "Gate"),
        schedule("entries", "entry").capacity(9).slots(["10:00", "14:00"]),
        property("garden", "Garden", "entry", ["season"]),
        reservation_benefit("tea", "Tea").held(["season-adult"]).selection_type(1).quantity(2),
    ]
}

/// Reserves a visit with a pass and returns the id of the confirmed reservation.
async fn reserve_visit(ada: &Shopper, pass: &str, performance: &str) -> String {
    begin_reservation(ada, pass).await;
    let visit = json!({ "performanceId": performance, "bringAFriendDayTicketCount": 0 });
    ada.call(Method::PUT, "/api/reservation/performance", Some(visit), &[]).await.expect_success();
    let submitted = ada.post("/api/reservation/submit", json!({})).await.expect_success();
    submitted["reservationId"].as_str().unwrap().to_owned()
}

async fn begin_reservation(ada: &Shopper, pass: &str) {
    let guest = json!({
        "firstName": "Ada", "lastName": "Lovelace", "emailAddress": "ada@example.org", "phoneNumber": "5185550123",
        "zip": "12207",
    });
    ada.post("/api/reservation/begin", guest).await.expect_success();
    ada.post("/api/reservation/ticket", json!({ "barcode": pass, "ticketTypeId": 1 })).await.expect_success();
    let party = json!({
        "underAgeTicketCount": 0, "additionalGuests": 0, "entitlements": [], "reservationEntitlements": [],
    });
    ada.post("/api/reservation/ticket-finalize", party).await.expect_success();
}

/// Buys a pass for Eve and returns the pass's number.
async fn buy_pass_for_eve(eve: &Shopper) -> String {
    buy_pass(eve).await["platformAccountId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn id_of_another_shoppers_data_gets_the_same_answer_as_a_nonexistent_id() {
    let guests = ticket_entitlement("guests", "Guests").held(["season-adult"]).variants(["adult"]).price(0).quantity(3);
    let tour_counts = upgrade("up", "Up").held(["adult"]).products(["season"]);
    let catalogue = Catalogue::park().with(season_passes()).with([guests, tour_counts]).with(garden_visits());
    let shop = Shop::selling(&catalogue).await;
    let ((ada, _), (eve, _), guest) = (shop.new_account().await, shop.new_account().await, shop.shopper());
    guest.open_shop().await;
    buy_pass(&ada).await;
    let pass = list_linked_passes(&ada).await.remove(0);
    let saved = save_card(&ada, card::GOOD).await;
    let order = ada.get("/api/account/order").await.json()[0]["id"].as_str().unwrap().to_owned();
    let tickets = ada.get("/api/account/ticket").await.json();
    let ticket = tickets[0]["accountId"].as_str().unwrap().to_owned();
    let codes = json!({ "barcodes": [pass["platformAccountId"]] });
    ada.post("/api/upgrade/link-upgrade-ticket", codes).await.expect_success();
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_success();
    ada.post("/api/cart/add-new-pass", json!({})).await.expect_success();
    let blank = list_cart_passes(&ada).await.pop().unwrap()["extCartTicketId"].as_str().unwrap().to_owned();
    let cart_line = ada.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    let given = ada.get("/api/product/entitlement").await.json()["value"][0]["entitlements"][0]["id"].clone();
    let number = pass["platformAccountId"].as_str().unwrap();
    let reservation = reserve_visit(&ada, number, "entries.20261121.1000").await;
    begin_reservation(&ada, number).await;
    let eves = buy_pass_for_eve(&eve).await;
    begin_reservation(&eve, &eves).await;
    let of_party = ada.get("/api/reservation").await.json()["tickets"][0]["id"].as_str().unwrap().to_owned();
    let state = |ada: &Shopper| {
        let ada = ada.clone();
        async move {
            let mut all = Vec::new();
            for path in [
                "cart",
                "cart/pass",
                "account/linked-pass-details",
                "account/order",
                "account/saved-payment",
                "account/ticket",
                "product/entitlement",
                "reservation",
                "upgrade/linked-upgrade-ticket",
            ] {
                let mut seen = ada.get(&format!("/api/{path}")).await.json();
                if let Some(cart) = seen.as_object_mut() {
                    cart.remove("now");
                }
                all.push(seen);
            }
            all
        }
    };
    let before = state(&ada).await;
    for owned in OWNED {
        let hers = match owned.3 {
            Of::CartLine => cart_line.as_str(),
            Of::CartPass => blank.as_str(),
            Of::LinkedPass => pass["extUserAccountTicketId"].as_str().unwrap(),
            Of::Order => order.as_str(),
            Of::Ticket => ticket.as_str(),
            Of::Entitlement => given.as_str().unwrap(),
            Of::SavedPayment => saved.as_str(),
            Of::Reservation => reservation.as_str(),
            Of::ReservationTicket => of_party.as_str(),
        };
        let nobodys: String = hers.chars().rev().collect();
        for (who, shopper) in [("another account", &eve), ("a guest", &guest)] {
            let (anothers, unknown) =
                (call_with_id(shopper, *owned, hers).await, call_with_id(shopper, *owned, &nobodys).await);
            assert_eq!(anothers, unknown, "{} {} of {who} reveals whether it exists", owned.0, owned.1);
            assert!(
                anothers.0 >= 400 || anothers.1.contains("\"success\":false"),
                "{} {}: {anothers:?}",
                owned.0,
                owned.1
            );
        }
        assert_eq!(state(&ada).await, before, "{} {} changed something", owned.0, owned.1);
    }
    shop.stop().await;
}
