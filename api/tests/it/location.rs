//! Addresses at checkout: the location acknowledgement, Canada, and the texts of the refusals.

use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, country, state};
use crate::support::shopper::{SATURDAY_NOON, Shopper, cents, line, settings};
use crate::support::{Catalogue, Shop, card};

fn more_countries_and_states() -> Vec<Table> {
    vec![
        state(12, 80, "Hawaii", "HI").require_location_acknowledgement(true),
        state(60, 17, "Ontario", "ON"),
        country(17, "Canada", "CA").phone_use_nanp_format(true),
        country(3, "France", "FR"),
    ]
}

async fn open_international_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(more_countries_and_states())).await
}

/// Valid settings with some fields changed.
fn settings_with(delivery: &str, changes: &[(&str, Value)]) -> Value {
    let mut all = settings(delivery);
    for (name, value) in changes {
        all[*name] = value.clone();
    }
    all
}

impl Shopper {
    /// Sends settings that are refused. Returns each invalid field with its message.
    async fn try_settings(&self, settings: Value) -> Vec<(String, String)> {
        let answer = self.post("/api/cart/settings", settings).await;
        assert_eq!(answer.expect_refusal(), "Please correct the following:");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let errors = answer.json()["errors"].as_array().unwrap().clone();
        errors.iter().map(|error| (text(&error["field"]), text(&error["message"]))).collect()
    }
}

#[tokio::test]
async fn billing_in_some_states_requires_a_location_acknowledgement_before_payment() {
    let shop = open_international_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let hawaii = settings_with("digital", &[("stateProvinceId", json!(12)), ("zipCode", json!("96801"))]);
    let wrong = ada.try_settings(hawaii.clone()).await;
    assert_eq!(wrong, [("acknowledgeLocation".to_owned(), "Please confirm the location.".to_owned())]);
    assert_eq!(ada.get_cart().await["acknowledgeLocation"], json!(false));

    // Settings can be saved without the acknowledgement, but the cart cannot be paid for.
    let mut saved = hawaii.clone();
    saved["ignoreValidationErrors"] = json!(true);
    ada.post("/api/cart/settings", saved).await.expect_success();
    let refused = ada.post("/api/payment/sandbox/setup", json!({})).await;
    refused.expect_refusal();
    assert_eq!(refused.json()["errors"][0]["field"], "acknowledgeLocation");
    assert!(shop.ledger().await.is_empty());

    let mut ticked = hawaii;
    ticked["acknowledgeLocation"] = json!(true);
    ada.post("/api/cart/settings", ticked).await.expect_success();
    assert_eq!(ada.get_cart().await["acknowledgeLocation"], json!(true), "it is stored with the cart");
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn free_order_requires_the_location_acknowledgement() {
    let shop = open_international_shop().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    let mut hawaii = settings_with("digital", &[("stateProvinceId", json!(12)), ("zipCode", json!("96801"))]);
    hawaii["ignoreValidationErrors"] = json!(true);
    ada.post("/api/cart/settings", hawaii.clone()).await.expect_success();
    ada.submit_without_payment().await.expect_refusal();
    hawaii["acknowledgeLocation"] = json!(true);
    ada.post("/api/cart/settings", hawaii).await.expect_success();
    ada.submit_without_payment().await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn shipping_address_requires_no_location_acknowledgement_and_a_state_of_another_country_is_refused() {
    let shop = open_international_shop().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let sent = settings_with("post", &[("shippingStateProvinceId", json!(12)), ("shippingZipCode", json!("96801"))]);
    ada.post("/api/cart/settings", sent).await.expect_success();
    // A state of another country is refused.
    let lost = settings_with(
        "digital",
        &[("countryId", json!(17)), ("stateProvinceId", json!(12)), ("zipCode", json!("K1A 0B1"))],
    );
    let wrong = ada.try_settings(lost).await;
    assert_eq!(wrong, [("stateProvinceId".to_owned(), "State / province is required".to_owned())]);
    shop.stop().await;
}

#[tokio::test]
async fn goods_can_be_shipped_to_canada_with_a_billing_address_in_the_usa() {
    let shop = open_international_shop().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    let canada = settings_with(
        "post",
        &[
            ("shippingCountryId", json!(17)),
            ("shippingStateProvinceId", json!(60)),
            ("shippingCity", json!("Ottawa")),
            ("shippingZipCode", json!("k1a 0b1")),
            ("shippingPhoneNumber", json!("(613) 555-0142")),
        ],
    );
    let american = settings_with("post", &[("shippingCountryId", json!(17)), ("shippingStateProvinceId", json!(60))]);
    let wrong = ada.try_settings(american).await;
    assert_eq!(wrong[0].0, "shippingZipCode");
    ada.post("/api/cart/settings", canada).await.expect_success();
    let cart = ada.get_cart().await;
    assert_eq!((&cart["countryId"], &cart["shippingCountryId"]), (&json!(80), &json!(17)));
    assert_eq!((&cart["shippingZipCode"], &cart["shippingPhoneNumber"]), (&json!("K1A0B1"), &json!("6135550142")));
    assert_eq!(cart["shippingPhoneUseNanpFormat"], json!(true));
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    assert_eq!((&order["deliveryMethodName"], cents(&order["deliveryTotal"])), (&json!("Post"), 4_50));
    let kept = shop.count("SELECT COUNT(*) FROM \"order\" WHERE CAST(shipping_address AS TEXT) LIKE '%Ottawa%'").await;
    assert_eq!(kept, 1);
    shop.stop().await;
}

/// The settings of a country, the invalid field with its value, and the expected message.
type Wrong<'a> = (&'a [(&'a str, Value)], &'a str, Value, &'a str);

/// The messages are fixed texts, most of them from `api/kernel/src/address.rs`.
#[tokio::test]
async fn refusals_of_checkout_fields_have_the_expected_texts() {
    let shop = open_international_shop().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_success();
    let name = "First name and last name must be between 1 and 35 characters";
    let zip = "5 digit US or 6 character Canadian code required, and it must be 10 characters or less";
    let nanp = "Phone number must be a 10 digit numeric value for NANP countries";
    let other = "Phone number cannot be longer than 15 numeric digits for other countries";
    let state = "State / province is required";
    let france = [("countryId", json!(3)), ("stateProvinceId", Value::Null)];
    let canada = [("countryId", json!(17)), ("stateProvinceId", json!(60))];
    let cases: Vec<Wrong> = vec![
        (&[], "deliveryMethodId", Value::Null, "Delivery method is required"),
        (&[], "deliveryMethodId", json!("pigeon"), "Delivery method is required"),
        (&[], "paymentMethodId", Value::Null, "Payment method is required"),
        (&[], "emailAddress", Value::Null, "A valid email address is required"),
        (&[], "emailAddress", json!("ada@"), "A valid email address is required"),
        (&[], "firstName", json!(""), name),
        (&[], "lastName", json!("x".repeat(36)), name),
        (&[], "phoneNumber", json!("555-0123"), nanp),
        (&canada, "phoneNumber", json!("555-0123"), nanp),
        (&france, "phoneNumber", json!("1234567890123456"), other),
        (&[], "city", json!(""), "City is required"),
        (&[], "city", json!("x".repeat(51)), "City is required"),
        (&[], "address1", json!(" "), "Street Address is required"),
        (&[], "stateProvinceId", Value::Null, state),
        (&[], "zipCode", json!("1220"), zip),
        (&[], "zipCode", json!("K1A 0B1"), zip),
        (&canada, "zipCode", json!("12207"), zip),
        (&france, "zipCode", json!("12345678901"), zip),
        (&[], "acceptTerms", json!(false), "Please accept the terms of sale and use."),
    ];
    for (base, field, value, words) in cases {
        let mut asked = settings_with("digital", base);
        if base.first().is_some_and(|(_, country)| *country == json!(17)) {
            asked["zipCode"] = json!("K1A 0B1");
        }
        asked[field] = value;
        assert_eq!(ada.try_settings(asked).await, [(field.to_owned(), words.to_owned())], "{field}");
    }
    let nowhere = ada.try_settings(settings_with("digital", &[("countryId", Value::Null)])).await;
    assert!(nowhere.contains(&("countryId".to_owned(), "Country selection is required".to_owned())), "{nowhere:?}");
    shop.stop().await;
}
