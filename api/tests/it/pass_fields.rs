//! The limits of the fields of passholders, pass links, ticket codes and order links, and the messages for values
//! beyond them. The pure rules have their own unit tests; these tests read the answers of the calls. Each test ends
//! with the doctor.

use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, set_passholder, with_field};
use crate::support::catalogue::season_passes;
use crate::support::shopper::Answer;
use crate::support::{Catalogue, Shop};

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(season_passes())).await
}

/// The only invalid field and its message.
#[track_caller]
fn invalid_field(answer: &Answer) -> (String, String) {
    answer.expect_refusal();
    let body = answer.json();
    let [fault] = body["errors"].as_array().unwrap().as_slice() else { panic!("no fault at this field: {body}") };
    let text = |name: &str| fault[name].as_str().unwrap().to_owned();
    (text("field"), text("message"))
}

fn text_of_length(length: usize) -> String {
    "é".repeat(length)
}

fn email_of_length(length: usize) -> String {
    let part = "x".repeat(60);
    let domain = format!("{part}.{part}.{part}.org");
    format!("{}@{domain}", "x".repeat(length - 1 - domain.len()))
}

#[tokio::test]
async fn every_passholder_field_is_accepted_at_its_limit_and_refused_past_it() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let items = json!([{ "productId": "season", "productVariantId": "season-adult", "quantity": 1 }]);
    buyer.try_add(items).await.expect_success();
    let pass = list_cart_passes(&buyer).await.remove(0);
    let zip = "A 5 digit US or 6 character Canadian postal code is required";
    let phone = "A 10 digit phone number is required";
    let born = "A valid birth date is required (mm/dd/yyyy)";
    let no_email = "Email address is invalid (email address is not required)";
    let limits: [(&str, &[String], &[String], &str); 10] = [
        (
            "firstName",
            &["é".to_owned(), text_of_length(35)],
            &[" ".to_owned(), text_of_length(36)],
            "First name is required",
        ),
        (
            "lastName",
            &["é".to_owned(), text_of_length(35)],
            &[" ".to_owned(), text_of_length(36)],
            "Last name is required",
        ),
        ("emailAddress", &[String::new(), email_of_length(200)], &["ada".to_owned(), email_of_length(201)], no_email),
        (
            "birthDate",
            &["2013-12-31".to_owned(), "1905-11-21".to_owned()],
            &["2026-11-21".to_owned(), "1905-11-20".to_owned(), "12/10/1990".to_owned(), "1990-02-30".to_owned()],
            born,
        ),
        (
            "address1",
            &["é".to_owned(), text_of_length(50)],
            &[String::new(), text_of_length(51)],
            "Address1 is required",
        ),
        (
            "address2",
            &[String::new(), text_of_length(50)],
            &[text_of_length(51)],
            "Apt/Suite can have up to 50 characters",
        ),
        ("city", &["é".to_owned(), text_of_length(50)], &[String::new(), text_of_length(51)], "City is required"),
        ("state", &["NY".to_owned()], &[String::new(), "New York".to_owned(), "ZZ".to_owned()], "State is required"),
        (
            "zip",
            &["12207".to_owned(), "122-07".to_owned(), "K1A 0B6".to_owned()],
            &["1220".to_owned(), "122077".to_owned(), "K1A 0B".to_owned(), "0K1 A0B".to_owned()],
            zip,
        ),
        (
            "phoneNumber",
            &["5185550123".to_owned(), "(518) 555-0123".to_owned()],
            &["518555012".to_owned(), "51855501234".to_owned(), "none".to_owned()],
            phone,
        ),
    ];
    for (field, right, wrong, message) in limits {
        for value in wrong {
            let answer = set_passholder(&buyer, &pass, with_field(ada_as_passholder(), field, value)).await;
            assert_eq!(invalid_field(&answer), (field.to_owned(), message.to_owned()), "{field} {value}");
            assert_eq!(answer.json()["message"], json!("Please correct errors above"));
        }
        for value in right {
            set_passholder(&buyer, &pass, with_field(ada_as_passholder(), field, value)).await.expect_success();
        }
    }
    shop.stop().await;
}

#[tokio::test]
async fn pass_number_is_limited_to_17_characters_and_a_missing_zip_or_phone_number_is_reported_as_configured() {
    for (method, missing) in [(2, "Zip Code is required"), (1, "Phone Number is required")] {
        let catalogue = Catalogue::park().with(season_passes()).setting("pass_validation_method_id", method);
        let shop = Shop::selling(&catalogue).await;
        let (buyer, _) = shop.new_account().await;
        let links = async |id: &str, proof: &str| {
            buyer.post("/api/account/link-pass", json!({ "passholderId": id, "validationData": proof })).await
        };
        assert_eq!(
            links(&"A".repeat(17), "5185550123").await.expect_refusal(),
            "We couldn't find a pass with this ID and these details. Please check both and try again."
        );
        for id in [String::new(), " - ".to_owned(), "A".repeat(18)] {
            let faulty = ("passholderId".to_owned(), "Season Pass ID is required".to_owned());
            assert_eq!(invalid_field(&links(&id, "5185550123").await), faulty, "{id}");
        }
        let faulty = ("validationData".to_owned(), missing.to_owned());
        assert_eq!(invalid_field(&links("A", " - ").await), faulty);
        let nothing = json!({ "extUserAccountTicketIds": [] });
        assert_eq!(
            buyer.post("/api/cart/add-renewal-pass", nothing).await.expect_refusal(),
            "No valid passes selected"
        );
        shop.stop().await;
    }
}

#[tokio::test]
async fn ticket_code_is_limited_to_17_characters() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    let links = async |codes: Value| {
        ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": codes })).await.expect_refusal()
    };
    let longest = "A".repeat(17);
    assert_eq!(
        links(json!([longest])).await,
        format!("We couldn't find tickets for these barcodes: {longest}. Please check them and try again.")
    );
    for none in [json!([]), json!([""]), json!([" - , / "])] {
        assert_eq!(links(none).await, "No valid barcodes found");
    }
    let too_long = "A".repeat(18);
    assert_eq!(
        links(json!([too_long])).await,
        format!("Too long: {too_long}. A barcode can have up to 17 letters and digits.")
    );
    let nothing = json!({ "selections": [] });
    assert_eq!(ada.post("/api/upgrade/select", nothing).await.expect_refusal(), "No tickets selected for upgrade");
    shop.stop().await;
}

#[tokio::test]
async fn phone_number_for_an_order_link_is_limited_to_15_digits() {
    let shop = Shop::open().await;
    shop.shopper().buy_tours("adult", 1).await;
    let (id, token) = shop.wait_for_emails(1).await.remove(0).order_link();
    let reader = shop.new_guest().await;
    let proves = async |phone: &str| {
        let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": phone });
        reader.post("/api/order/details/external", asked).await
    };
    proves("123456789012345").await.expect_status(404);
    for wrong in ["1234567890123456", "Ada", "()"] {
        assert_eq!(proves(wrong).await.expect_refusal(), "A valid, numeric phone number is required", "{wrong}");
    }
    proves("+1 (518) 555-0123").await.expect_success();
    shop.stop().await;
}
