//! Purchases from the first page to the tickets.

use midway::shop::ticket::PerformanceMark;
use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, delivery_method, product, schedule, selection, timed_show, variant};
use crate::support::shopper::{Answer, PASSWORD, SATURDAY_NOON, cents, line, settings, unique_email};
use crate::support::{Catalogue, Shop, card};

/// The text of the only QR code in a PNG.
pub fn read_qr(png: &[u8]) -> String {
    let mut codes = read_qrs(png);
    assert_eq!(codes.len(), 1, "one code is in the picture");
    codes.remove(0)
}

/// The texts of the QR codes that can be read in a PNG.
pub fn read_qrs(png: &[u8]) -> Vec<String> {
    let picture = image::load_from_memory(png).unwrap().to_luma8();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut picture =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| picture.get_pixel(x as u32, y as u32).0[0]);
    picture.detect_grids().iter().filter_map(|grid| grid.decode().ok()).map(|(_, text)| text).collect()
}

/// The media codes that the ticket page shows.
pub fn media_codes(html: &str) -> Vec<String> {
    let code = |part: &str| part.split('?').next().unwrap().to_owned();
    html.split("/api/ticket/barcode/").skip(1).map(code).collect()
}

#[tokio::test]
async fn two_timed_tickets_are_bought_and_their_qr_codes_are_signed_for_the_chosen_time() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;

    let cart = ada.get_cart().await;
    assert_eq!(cents(&cart["cartTotalNetTaxesAndFees"]), 40_00);
    assert_eq!(cents(&cart["feeTotal"]), 2_50);
    assert_eq!(cents(&cart["taxTotal"]), 3_20);
    assert_eq!(cents(&cart["cartTotal"]), 45_70);

    ada.save_settings("digital").await;
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    assert_eq!(cents(&payment.amount), 45_70);
    assert!(authorised.expect_success()["maskedCardNumber"].as_str().unwrap().ends_with("4242"));
    let submitted = ada.submit(&payment).await.expect_success();

    let order = ada.get_order().await.expect_status(200).json();
    assert_eq!(order["id"], submitted["orderId"]);
    assert_eq!(order["invoiceNumber"], submitted["invoiceNumber"]);
    assert_eq!(cents(&order["orderTotal"]), 45_70);
    assert_eq!(order["items"][0]["performances"][0]["performanceTime"], "12:00");
    assert_eq!(order["payments"][0]["paymentMethodName"], "Credit card");

    let html = ada.get("/api/order/digital-tickets").await.expect_status(200).text();
    assert_eq!(html.matches("ticket-info").count(), 1, "the venue is described once for both tickets");
    let codes = media_codes(&html);
    assert_eq!(codes.len(), 2);
    for code in codes {
        let barcode = ada.get(&format!("/api/ticket/barcode/{code}")).await;
        assert_eq!(barcode.expect_status(200).headers["content-type"], "image/png");
        let keys = shop.app.tickets.public_keys();
        let claims = keys.claims(&read_qr(&barcode.body)).expect("signed by this shop");
        assert_eq!(claims.media_code, code);
        assert_eq!(claims.performance, Some(PerformanceMark::of(SATURDAY_NOON)));
        let days = [claims.first_day, claims.last_day].map(|day| day.map(|day| day.date.to_string()));
        assert_eq!(days, [Some("2026-11-21".to_owned()), Some("2026-11-21".to_owned())]);
        assert_eq!(claims.time.map(|time| time.to_string()).as_deref(), Some("12:00:00"));
    }

    assert_eq!(ada.get_cart().await["cartEmpty"], json!(true), "a sold cart is closed");
    assert_eq!(shop.count_charges().await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn cart_after_an_order_is_new_and_the_order_stays_visible() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let first = ada.buy_tours("adult", 1).await;
    ada.add_tours("child", 1).await;
    assert_eq!(ada.get_lines().await.len(), 1);
    assert_eq!(ada.get_order().await.json()["id"], first["orderId"]);
    let second = {
        ada.save_settings("digital").await;
        let (payment, _) = ada.pay_with(card::MASTERCARD).await;
        ada.submit(&payment).await.expect_success()
    };
    assert_ne!(first["orderId"], second["orderId"]);
    assert_eq!(ada.get_order().await.json()["id"], second["orderId"]);
    assert_eq!(shop.count_charges().await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn free_cart_is_ordered_without_a_payment() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("leaflet", "free-leaflet", 3, None)])).await.expect_success();
    ada.save_settings("digital").await;
    let setup = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(setup.expect_refusal(), "There's nothing to pay for in this cart.");
    let submitted = ada.submit_without_payment().await.expect_success();
    let again = ada.submit_without_payment().await.expect_success();
    assert_eq!(submitted["orderId"], again["orderId"], "submitting again gives the same order");
    let order = ada.get_order().await.json();
    assert_eq!(cents(&order["orderTotal"]), 0);
    assert_eq!(order["payments"], json!([]));
    assert!(shop.ledger().await.is_empty());
    shop.stop().await;
}

/// Checkout settings without an address and a payment method.
fn contact() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "5185550123", "emailAddress": "ada@example.org",
        "deliveryMethodId": "digital", "acceptTerms": true
    })
}

#[tokio::test]
async fn confirmation_of_a_free_order_greets_a_shopper_with_a_verified_address_by_name() {
    let shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    shop.verify_address(&ada, &email).await;
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    ada.post("/api/cart/settings", contact()).await.expect_success();
    ada.submit_without_payment().await.expect_success();
    let mails = shop.wait_for_emails(2).await;
    assert!(mails.iter().any(|mail| mail.text.contains("Thank you, Ada.")));
    shop.stop().await;
}

#[tokio::test]
async fn free_cart_is_ordered_without_address_and_payment_method() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    let mut nobody = contact();
    nobody["phoneNumber"] = json!("");
    let refused = ada.post("/api/cart/settings", nobody).await;
    refused.expect_refusal();
    let errors = refused.json()["errors"].as_array().unwrap().clone();
    assert_eq!(errors.iter().map(|it| &it["field"]).collect::<Vec<_>>(), ["phoneNumber"]);
    ada.post("/api/cart/settings", contact()).await.expect_success();
    let setup = ada.post("/api/payment/sandbox/setup", json!({})).await;
    assert_eq!(setup.expect_refusal(), "There's nothing to pay for in this cart.");
    ada.submit_without_payment().await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!((&order["firstName"], &order["payments"]), (&json!("Ada"), &json!([])));
    let mails = shop.wait_for_emails(1).await;
    // Anyone can enter any name for a free order, so the e-mail does not greet the shopper by name.
    let mail = &mails[0];
    assert!(mail.text.contains("Thank you. Here's your order from Cedar Park."), "{}", mail.text);
    assert!(!mail.text.contains("Ada") && !mail.html.contains("Ada"), "{}", mail.html);
    let (id, token) = mails[0].order_link();
    let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": "5185550123" });
    let stranger = shop.new_guest().await;
    stranger.post("/api/order/details/external", asked).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn details_optional_for_a_free_cart_are_required_for_a_cart_with_a_total_above_zero() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let needed = ["paymentMethodId", "countryId", "address1", "city"];
    let missing = |refused: &Answer| {
        refused.expect_refusal();
        let errors = refused.json()["errors"].as_array().unwrap().clone();
        errors.iter().map(|it| it["field"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    let mut by_post = contact();
    by_post["deliveryMethodId"] = json!("post");
    let refused = missing(&ada.post("/api/cart/settings", by_post).await);
    assert_eq!(refused[..4], needed, "the postage is due");
    ada.post("/api/cart/settings", contact()).await.expect_success();
    ada.add_tours("adult", 1).await;
    for path in ["/api/payment/sandbox/setup", "/api/order/submit"] {
        assert_eq!(missing(&ada.post(path, json!({})).await), needed, "{path}");
    }
    assert_eq!(missing(&ada.post("/api/cart/settings", contact()).await), needed);
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 0);
    assert!(shop.ledger().await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn cart_with_a_total_above_zero_is_never_ordered_without_a_payment() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    ada.submit_without_payment().await.expect_refusal();
    ada.get_order().await.expect_status(404);
    assert_eq!(shop.count("SELECT COUNT(*) FROM \"order\"").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn delivery_method_unavailable_for_part_of_a_cart_is_listed_with_the_products_that_prevent_it() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let withheld = "/api/cart/delivery-method/withheld";
    let nothing = json!([]);
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get(withheld).await.json(), nothing);
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(ada.get(withheld).await.json(), json!([{ "name": "Digital tickets", "products": ["Guide book"] }]));
    let bob = shop.new_guest().await;
    bob.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(bob.get(withheld).await.json(), nothing, "a book alone is never delivered digitally");
    shop.stop().await;
}

#[tokio::test]
async fn checkout_is_read_in_one_call_as_the_cart_and_its_methods_are_read_alone() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    for is_signed_in in [false, true] {
        if is_signed_in {
            ada.add_tours("adult", 1).await;
            ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
            let email = unique_email();
            ada.try_register(&email, PASSWORD).await.expect_success();
            ada.sign_in(&email).await;
        }
        let alone = async |path: &str| ada.get(path).await.expect_status(200).json();
        let checkout = alone("/api/cart/checkout").await;
        assert_eq!(checkout["cart"], alone("/api/cart").await);
        assert_eq!(checkout["deliveryMethods"], alone("/api/cart/delivery-method").await);
        assert_eq!(checkout["withheldDeliveryMethods"], alone("/api/cart/delivery-method/withheld").await);
        assert_eq!(checkout["paymentMethods"], alone("/api/cart/payment-method").await);
        assert_eq!(checkout["signedIn"], json!(is_signed_in));
        assert_eq!(checkout["cart"]["cartEmpty"], json!(!is_signed_in));
    }
    shop.stop().await;
}

fn slow_delivery_methods() -> Vec<Table> {
    vec![delivery_method("overnight", "Overnight mail").lead_days(1), delivery_method("mail", "Mail").lead_days(2)]
}

#[tokio::test]
async fn delivery_that_may_arrive_after_the_visit_is_unavailable_with_a_reason() {
    let shop = Shop::selling(&Catalogue::park().with(slow_delivery_methods())).await;
    // It is ten minutes before midnight on Friday in the park. In UTC it is already Saturday.
    shop.advance(13 * 60 + 50);
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let offered = async || {
        let methods = ada.get("/api/cart/delivery-method").await.json();
        methods.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let too_late = |name: &str| json!({ "name": name, "products": [], "tooLateFor": "2026-11-21" });
    let withheld = "/api/cart/delivery-method/withheld";
    assert_eq!(offered().await, ["digital", "post", "overnight"]);
    assert_eq!(ada.get(withheld).await.json(), json!([too_late("Mail")]));
    let refused = ada.post("/api/cart/settings", settings("mail")).await;
    refused.expect_refusal();
    let errors = refused.json()["errors"].clone();
    assert_eq!(
        errors,
        json!([{ "field": "deliveryMethodId", "message": "Mail may arrive too late for your visit on Saturday, November \
            21, 2026. Please choose another delivery method." }])
    );
    ada.save_settings("overnight").await;
    // After midnight the day of the visit is today.
    shop.advance(15);
    assert_eq!(offered().await, ["digital", "post"]);
    assert_eq!(ada.get(withheld).await.json(), json!([too_late("Overnight mail"), too_late("Mail")]));
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"][0]["field"], "deliveryMethodId");
    ada.save_settings("digital").await;
    ada.pay_with(card::GOOD).await;
    shop.stop().await;
}

#[tokio::test]
async fn goods_may_arrive_after_the_visit_because_its_tickets_come_by_email() {
    let shop = Shop::selling(&Catalogue::park().with(slow_delivery_methods())).await;
    shop.advance(13 * 60 + 50);
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    let offered = ada.get("/api/cart/delivery-method").await.json();
    let offered: Vec<&Value> = offered.as_array().unwrap().iter().map(|method| &method["id"]).collect();
    assert_eq!(offered, ["post", "overnight", "mail"]);
    ada.save_settings("mail").await;
    ada.pay_with(card::GOOD).await.1.expect_success();
    shop.stop().await;
}

fn scarce_gala_and_poster() -> Vec<Table> {
    vec![
        timed_show("gala", "Gala"),
        schedule("galas", "gala").from("2026-11-21").until("2026-11-21").capacity(2).slots(["20:00"]),
        product("gala-night", "Gala night")
            .short_description("One night.")
            .category("Evenings")
            .with(selection(["gala"]))
            .with(variant("gala-seat", "Guest").price(20_00)),
        product("poster", "Poster")
            .short_description("One of one.")
            .category("Evenings")
            .with(variant("poster-print", "Print").price(9_00).stock(1)),
    ]
}

#[tokio::test]
async fn list_of_sale_states_contains_sold_out_and_ended_products() {
    let shop = Shop::selling(&Catalogue::park().with(scarce_gala_and_poster())).await;
    let ada = shop.new_guest().await;
    assert_eq!(ada.get("/api/performance/sale-state").await.json(), json!([]));
    let gala = |quantity| json!([line("gala-night", "gala-seat", quantity, Some("galas.20261121.2000"))]);
    ada.try_add(gala(1)).await.expect_success();
    assert_eq!(ada.get("/api/performance/sale-state").await.json(), json!([]), "one place is left");
    ada.try_add(gala(1)).await.expect_success();
    ada.try_add(json!([line("poster", "poster-print", 1, None)])).await.expect_success();
    let state = |id: &str, state: &str| json!({ "productId": id, "state": state });
    let page = async |id: &str| ada.get(&format!("/api/product/page/{id}")).await.json()["saleState"].clone();
    assert_eq!((page("gala-night").await, page("tour").await), (json!("soldOut"), Value::Null));
    let states = ada.get("/api/performance/sale-state").await.json();
    assert_eq!(states, json!([state("poster", "soldOut"), state("gala-night", "soldOut")]));
    shop.advance(2 * 24 * 60);
    let states = ada.get("/api/performance/sale-state").await.json();
    assert!(states.as_array().unwrap().contains(&state("gala-night", "ended")), "{states}");
    assert_eq!(page("gala-night").await, json!("ended"));
    shop.stop().await;
}

#[tokio::test]
async fn goods_are_mailed_to_a_shipping_address_and_postage_is_charged() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();

    let methods = ada.get("/api/cart/delivery-method").await.json();
    let ids: Vec<&Value> = methods.as_array().unwrap().iter().map(|method| &method["id"]).collect();
    assert_eq!(ids, [&json!("post")], "a book is not delivered digitally");
    let refused = ada.post("/api/cart/settings", crate::support::shopper::settings("digital")).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"][0]["field"], "deliveryMethodId");

    let mut without_address = crate::support::shopper::settings("post");
    without_address["shippingZipCode"] = json!("");
    let refused = ada.post("/api/cart/settings", without_address).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"][0]["field"], "shippingZipCode");

    ada.save_settings("post").await;
    let cart = ada.get_cart().await;
    assert_eq!(cents(&cart["deliveryTotal"]), 4_50);
    assert_eq!(cents(&cart["taxTotal"]), 36, "the tax class of the postage");
    assert_eq!(cart["shippingCity"], "Albany");
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!(cents(&order["orderTotal"]), 22_86);
    assert_eq!((&order["deliveryMethodName"], &order["deliveryIsDigital"]), (&json!("Post"), &json!(false)));
    let parcel = ["Ada Lovelace", "12 Analytical Way", "Albany, NY 12207", "United States"];
    assert_eq!(order["shippingAddress"], json!(parcel));
    let mail = shop.wait_for_emails(1).await.remove(0);
    let said: Vec<&str> = mail.text.lines().skip_while(|line| *line != "Sent to:").skip(1).take(4).collect();
    assert_eq!(said, parcel);
    assert!(mail.html.contains(&format!("Sent to:<br>{}", parcel.join("<br>"))), "{}", mail.html);
    shop.stop().await;
}

#[tokio::test]
async fn payment_does_not_open_until_the_checkout_settings_are_complete() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    let mut unaccepted = crate::support::shopper::settings("digital");
    unaccepted["acceptTerms"] = json!(false);
    unaccepted["ignoreValidationErrors"] = json!(true);
    ada.post("/api/cart/settings", unaccepted).await.expect_success();
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"][0]["field"], "acceptTerms");
    assert!(shop.ledger().await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn unknown_ticket_code_finds_no_ticket_and_attempts_are_limited() {
    let shop = Shop::open().await;
    let guesser = shop.shopper();
    for _ in 0..30 {
        guesser.get("/api/ticket/barcode/AAAABBBBCCCCDDDD").await.expect_status(404);
    }
    let stopped = guesser.get("/api/ticket/barcode/AAAABBBBCCCCDDDD").await;
    stopped.expect_status(429);
    assert!(stopped.headers.contains_key("retry-after"));
    shop.stop().await;
}

#[tokio::test]
async fn stranger_gets_barcode_and_calendar_of_a_ticket_only_with_its_signed_link() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    ada.buy_tours("adult", 1).await;
    let held = ada.get("/api/account/ticket").await.json();
    let page = format!("/api/ticket/account/{}/html", held[0]["accountId"].as_str().unwrap());
    let html = ada.get(&page).await.expect_status(200).text();
    let code = media_codes(&html).remove(0);
    let stranger = shop.shopper();
    let keys = ["barcode", "calendar"].map(|what| {
        let (_, link) = html.split_once(&format!("\"/api/ticket/{what}/{code}?")).expect("the page links to it");
        (what, link.split('"').next().unwrap())
    });
    for (what, _) in keys {
        let path = format!("/api/ticket/{what}/{code}");
        ada.get(&path).await.expect_status(200);
        stranger.get(&path).await.expect_status(404);
        stranger.get(&format!("{path}?key=")).await.expect_status(404);
        for (of, key) in keys {
            let link = format!("{path}?{key}");
            stranger.get(&link).await.expect_status(if of == what { 200 } else { 404 });
            stranger.get(&link.replace(&code, "AAAABBBBCCCCDDDD")).await.expect_status(404);
        }
    }
    shop.stop().await;
}

#[tokio::test]
async fn failed_barcode_requests_for_existing_and_unknown_tickets_have_the_same_limit() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let html = ada.get("/api/order/digital-tickets").await.text();
    let picture = format!("/api/ticket/barcode/{}", media_codes(&html)[0]);
    let guesser = shop.shopper();
    for _ in 0..30 {
        guesser.get(&picture).await.expect_status(404);
    }
    guesser.get(&picture).await.expect_status(429);
    guesser.get("/api/ticket/barcode/AAAABBBBCCCCDDDD").await.expect_status(429);
    ada.get(&picture).await.expect_status(200);
    shop.stop().await;
}
