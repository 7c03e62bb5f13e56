//! Passes: their passholders, photos, linking and renewal. Each test ends with the doctor.

use serde_json::{Value, json};

use crate::support::catalogue::season_passes;
use crate::support::shopper::{Shopper, cents};
use crate::support::{Catalogue, Shop};

pub const DAY: i64 = 24 * 60;

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(season_passes())).await
}

pub fn new_passes(variant: &str, quantity: u32) -> Value {
    json!([{ "productId": "season", "productVariantId": variant, "quantity": quantity }])
}

pub fn ada_as_passholder() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "emailAddress": "ada@example.org", "birthDate": "1990-12-10",
        "address1": "12 Quay Street", "city": "Albany", "state": "NY", "zip": "12207-", "phoneNumber": "(518) 555-0123",
    })
}

pub fn with_field(mut body: Value, field: &str, value: &str) -> Value {
    body[field] = json!(value);
    body
}

pub async fn list_cart_passes(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/cart/pass").await.json()["passes"].as_array().unwrap().clone()
}

pub fn pass_id(pass: &Value) -> String {
    pass["extCartTicketId"].as_str().unwrap().to_owned()
}

pub async fn set_passholder(shopper: &Shopper, pass: &Value, holder: Value) -> crate::support::shopper::Answer {
    shopper.post(&format!("/api/cart/pass/{}", pass_id(pass)), holder).await
}

pub async fn list_linked_passes(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/account/linked-pass-details").await.json()["passes"].as_array().unwrap().clone()
}

pub async fn pay(shopper: &Shopper) -> Value {
    shopper.check_out().await;
    shopper.get("/api/order/details").await.json()
}

/// Buys an adult pass for Ada and returns the pass.
pub async fn buy_pass(shopper: &Shopper) -> Value {
    shopper.try_add(new_passes("season-adult", 1)).await.expect_success();
    let pass = list_cart_passes(shopper).await.remove(0);
    set_passholder(shopper, &pass, ada_as_passholder()).await.expect_success();
    pay(shopper).await;
    list_linked_passes(shopper).await.remove(0)
}

#[tokio::test]
async fn pass_can_be_paid_for_only_after_its_passholder_is_entered() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let added = buyer.try_add(new_passes("season-adult", 1)).await;
    assert_eq!(added.json()["proceedToPassFlow"], json!(true));
    buyer.try_add(new_passes("season-child", 1)).await.expect_success();
    let two = list_cart_passes(&buyer).await;
    for pass in &two {
        assert_eq!(
            (&pass["isComplete"], &pass["isRenewal"], &pass["requiresProductSelection"], &pass["allowNameChange"]),
            (&json!(false), &json!(false), &json!(false), &json!(true))
        );
        assert_eq!(pass["today"], json!("2026-11-20"));
    }
    let early = buyer.post("/api/cart/pass-finalize-demographics", json!({})).await.expect_refusal();
    assert_eq!(early, "Please complete the details for every passholder first.");
    buyer.save_settings("digital").await;
    let refused = buyer.post("/api/payment/sandbox/setup", json!({})).await.expect_refusal();
    assert_eq!(refused, "Please enter the details for each passholder before you pay.");

    let empty = json!({ "firstName": "", "lastName": "", "address1": "", "city": "", "state": "", "zip": "", "phoneNumber": "" });
    let wrong = set_passholder(&buyer, &two[0], empty).await;
    assert_eq!(wrong.expect_refusal(), "Please correct errors above");
    let wrong: Vec<String> = wrong.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["message"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        wrong,
        [
            "First name is required",
            "Last name is required",
            "A valid birth date is required (mm/dd/yyyy)",
            "Address1 is required",
            "City is required",
            "State is required",
            "A 5 digit US or 6 character Canadian postal code is required",
            "A 10 digit phone number is required",
        ]
    );
    set_passholder(&buyer, &two[0], ada_as_passholder()).await.expect_success();
    // A child's pass needs the birth date of a child, and no e-mail address is stored for it.
    let grown = set_passholder(&buyer, &two[1], ada_as_passholder()).await;
    assert_eq!(grown.json()["errors"][0]["message"], json!("The passholder's age doesn't qualify for this pass."));
    let child = with_field(with_field(ada_as_passholder(), "firstName", "Byron"), "birthDate", "2016-05-12");
    set_passholder(&buyer, &two[1], child).await.expect_success();
    assert_eq!(list_cart_passes(&buyer).await[1]["emailAddress"], json!(""));
    buyer.post("/api/cart/pass-finalize-demographics", json!({})).await.expect_success();

    let order = pay(&buyer).await;
    assert_eq!(cents(&order["orderTotalNetTaxesAndFees"]), 15_900);
    let items = order["items"].as_array().unwrap();
    let names: Vec<&Value> = items.iter().map(|item| &item["firstName"]).collect();
    assert_eq!(names, ["Ada", "Byron"]);
    let held = list_linked_passes(&buyer).await;
    let period = |pass: &Value| {
        (pass["firstName"].clone(), pass["effectiveStartDate"].clone(), pass["effectiveEndDate"].clone())
    };
    assert_eq!(period(&held[0]), (json!("Ada"), json!("2026-11-20"), json!("2027-11-19")));
    assert_eq!(held[0]["availableForUpgrade"], json!(false), "it is not about to end");
    assert_eq!(held[0]["renewableFrom"], json!("2027-09-20"), "60 days before its end");
    assert_eq!(held[0]["initialValidationData"], json!("12207"), "the proof");
    let tickets = buyer.get("/api/order/digital-tickets").await.text();
    assert!(tickets.contains("Ada Lovelace") && tickets.contains("Byron Lovelace"), "{tickets}");
    // Everything calls them passes, because the order has no other tickets.
    assert!(tickets.contains("Pass 1 of 2") && !tickets.contains("Ticket 1 of 2"), "{tickets}");
    assert_eq!(order["ticketsArePasses"], json!(true));
    let pdf = buyer.get(&format!("/api/order/digital-tickets/pdf/{}", order["id"].as_str().unwrap())).await;
    let name = format!("attachment; filename=\"passes-{}.pdf\"", order["invoiceNumber"].as_str().unwrap());
    assert_eq!(pdf.headers["content-disposition"], name);
    // An offline gate reads the passholder and the validity from the QR code.
    let code = held[0]["platformAccountId"].as_str().unwrap();
    let barcode = buyer.get(&format!("/api/ticket/barcode/{code}")).await;
    let claims = shop.app.tickets.public_keys().claims(&crate::purchases::read_qr(&barcode.body)).unwrap();
    assert_eq!((claims.variant.as_str(), claims.holder.as_deref()), ("season-adult", Some("Ada Lovelace")));
    let days = [claims.first_day, claims.last_day].map(|day| day.map(|day| day.date.to_string()));
    assert_eq!(days, [Some("2026-11-20".to_owned()), Some("2027-11-19".to_owned())]);
    shop.stop().await;
}

/// What the cart says about each new pass whose passholder has the same pass already; null for the other lines. The
/// passes of the cart, read together or alone, say the same.
async fn same_passes(shopper: &Shopper) -> Vec<Value> {
    let of_lines: Vec<Value> = shopper.get_lines().await.iter().map(|line| line["samePass"].clone()).collect();
    let passes = list_cart_passes(shopper).await;
    for (pass, of_line) in passes.iter().zip(&of_lines) {
        assert_eq!(&pass["samePass"], of_line);
        let alone = shopper.get(&format!("/api/cart/pass/{}", pass_id(pass))).await.json();
        assert_eq!(&alone["samePass"], of_line);
    }
    assert_eq!(passes.len(), of_lines.len());
    of_lines
}

#[tokio::test]
async fn cart_says_when_the_passholder_of_a_new_pass_has_the_same_pass_already() {
    let shop = open_shop().await;
    let (buyer, email) = shop.new_account().await;
    let bought = buy_pass(&buyer).await;

    // Three passes: Ada's second, Ada's third, and one for somebody else of the same age.
    buyer.try_add(new_passes("season-adult", 3)).await.expect_success();
    assert_eq!(same_passes(&buyer).await, [json!(null), json!(null), json!(null)], "no passholder is entered yet");
    let three = list_cart_passes(&buyer).await;
    let loud_ada = with_field(ada_as_passholder(), "firstName", "ADA");
    set_passholder(&buyer, &three[0], loud_ada).await.expect_success();
    set_passholder(&buyer, &three[1], ada_as_passholder()).await.expect_success();
    set_passholder(&buyer, &three[2], with_field(ada_as_passholder(), "firstName", "Mary")).await.expect_success();
    let linked = json!({ "inCart": false, "validUntil": "2027-11-19" });
    assert_eq!(same_passes(&buyer).await, [linked.clone(), linked.clone(), json!(null)]);
    // The pages of the cart and of checkout say the same.
    let page = buyer.get("/api/cart/page").await.json();
    let checkout = buyer.get("/api/cart/checkout").await.json();
    for cart in [&page["cart"], &checkout["cart"]] {
        assert_eq!(cart["itemGroups"][0]["items"][0]["samePass"], linked);
    }

    // Another account sees nothing of Ada's pass, only its own cart.
    let (stranger, _) = shop.new_account().await;
    stranger.try_add(new_passes("season-adult", 2)).await.expect_success();
    for pass in list_cart_passes(&stranger).await {
        set_passholder(&stranger, &pass, ada_as_passholder()).await.expect_success();
    }
    assert_eq!(same_passes(&stranger).await, [json!(null), json!({ "inCart": true })]);

    // A linked pass counts like a bought one, and a pass that is not linked any more does not.
    let number = bought["platformAccountId"].as_str().unwrap();
    let link = json!({ "passholderId": number, "validationData": "12207" });
    stranger.post("/api/account/link-pass", link).await.expect_success();
    assert_eq!(same_passes(&stranger).await, [linked.clone(), linked.clone()]);

    // The shopper can buy the passes nevertheless. Passes that are over do not count.
    pay(&buyer).await;
    shop.advance(367 * DAY);
    buyer.sign_in(&email).await;
    buyer.try_add(new_passes("season-adult", 1)).await.expect_success();
    let next = list_cart_passes(&buyer).await.remove(0);
    set_passholder(&buyer, &next, ada_as_passholder()).await.expect_success();
    assert_eq!(same_passes(&buyer).await, [json!(null)]);
    shop.stop().await;
}

#[tokio::test]
async fn blank_pass_gets_the_chosen_variant_and_can_be_removed() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let added = buyer.post("/api/cart/add-new-pass", json!({})).await;
    assert!(added.succeeded());
    let pass = list_cart_passes(&buyer).await.remove(0);
    assert_eq!(json!(pass_id(&pass)), added.json()["value"]);
    assert_eq!(pass["requiresProductSelection"], json!(true));
    assert_eq!(buyer.get("/api/cart/mini-cart").await.json()["itemCount"], json!(0), "a blank pass is not counted");
    set_passholder(&buyer, &pass, ada_as_passholder()).await.expect_success();
    let asked = json!({ "id": pass_id(&pass), "isRenewal": false });
    let options = buyer.post("/api/product/pass-renewal-product", asked).await.json();
    let variants: Vec<&Value> =
        options["value"].as_array().unwrap().iter().map(|option| &option["extProductVariantId"]).collect();
    assert_eq!(variants, [&json!("season-adult")], "only variants for her age");
    let chosen =
        |variant: &str| json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": variant }] });
    let refused = buyer.post("/api/cart/pass-product", chosen("season-child")).await.expect_refusal();
    assert_eq!(refused, "This product isn't available.");
    buyer.post("/api/cart/pass-product", chosen("adult")).await.expect_refusal();
    for _ in 0..2 {
        buyer.post("/api/cart/pass-product", chosen("season-adult")).await.expect_success();
    }
    assert_eq!(buyer.get_lines().await.len(), 1);
    assert_eq!(list_cart_passes(&buyer).await[0]["firstName"], json!("Ada"), "the passholder is the same");
    buyer.post("/api/cart/remove-pass", json!({ "extCartTicketId": pass_id(&pass) })).await.expect_success();
    assert_eq!(list_cart_passes(&buyer).await, Vec::<Value>::new());
    let added = buyer.post("/api/cart/add-new-pass", json!({})).await.json();
    buyer.post("/api/cart/remove-pass", json!({ "extCartTicketId": added["value"] })).await.expect_success();
    buyer.post("/api/cart/remove-pass", json!({ "extCartTicketId": added["value"] })).await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn blank_passes_get_a_variant_only_up_to_its_maximum_quantity() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    buyer.try_add(new_passes("season-adult", 3)).await.expect_success();
    let mut blank = Vec::new();
    for _ in 0..2 {
        let added = buyer.post("/api/cart/add-new-pass", json!({})).await.expect_success();
        blank.push(json!({ "extCartTicketId": added["value"], "extProductVariantId": "season-adult" }));
    }
    let refused = buyer.post("/api/cart/pass-product", json!({ "passes": blank })).await.expect_refusal();
    assert_eq!(refused, "Maximum quantity is 4");
    assert_eq!(buyer.get_lines().await.len(), 3, "all or none");
    buyer.post("/api/cart/pass-product", json!({ "passes": blank[..1] })).await.expect_success();
    let refused = buyer.post("/api/cart/pass-product", json!({ "passes": blank[1..] })).await.expect_refusal();
    assert_eq!(refused, "Maximum quantity is 4");
    blank[1]["extProductVariantId"] = json!("season-child");
    buyer.post("/api/cart/pass-product", json!({ "passes": blank[1..] })).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn pass_is_linked_only_with_its_number_and_the_postal_code_of_its_passholder() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let pass = buy_pass(&buyer).await;
    let number = pass["platformAccountId"].as_str().unwrap().to_owned();
    let (other, _) = shop.new_account().await;
    let link = |number: &str, zip: &str| json!({ "passholderId": number, "validationData": zip });
    let unknown = other.post("/api/account/link-pass", link("ABCD2345EFGH6789", "12207")).await;
    let wrong = other.post("/api/account/link-pass", link(&number, "12208")).await;
    assert_eq!(unknown.expect_refusal(), wrong.expect_refusal(), "neither reveals what was wrong");
    let missing = other.post("/api/account/link-pass", link("", "")).await.json();
    let messages: Vec<&Value> = missing["errors"].as_array().unwrap().iter().map(|it| &it["message"]).collect();
    assert_eq!(messages, [&json!("Season Pass ID is required"), &json!("Zip Code is required")]);
    for _ in 0..2 {
        other.post("/api/account/link-pass", link(&number.to_lowercase(), "12207")).await.expect_success();
    }
    let theirs = list_linked_passes(&other).await;
    assert_eq!(theirs.len(), 1);
    assert_ne!(theirs[0]["extUserAccountTicketId"], pass["extUserAccountTicketId"]);
    let unlink = |pass: &Value| json!({ "extUserAccountTicketId": pass["extUserAccountTicketId"] });
    other.post("/api/account/unlink-pass", unlink(&pass)).await.expect_status(404);
    other.post("/api/account/unlink-pass", unlink(&theirs[0])).await.expect_success();
    assert_eq!((list_linked_passes(&other).await.len(), list_linked_passes(&buyer).await.len()), (0, 1));
    shop.stop().await;
}

#[tokio::test]
async fn wrong_proofs_are_rate_limited_and_the_right_proof_works_after_the_delay() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let number = buy_pass(&buyer).await["platformAccountId"].as_str().unwrap().to_owned();
    let (guesser, _) = shop.new_account().await;
    let link = |zip: u32| json!({ "passholderId": number, "validationData": zip.to_string() });
    for zip in 10_000..10_005 {
        guesser.post("/api/account/link-pass", link(zip)).await.expect_refusal();
    }
    let wait = guesser.post("/api/account/link-pass", link(12_207)).await;
    wait.expect_status(429);
    let seconds: i64 = wait.headers["retry-after"].to_str().unwrap().parse().unwrap();
    shop.advance(seconds / 60 + 1);
    guesser.post("/api/account/link-pass", link(12_207)).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn ended_pass_is_renewed_once_from_the_current_day_at_the_renewal_price() {
    let shop = open_shop().await;
    let ((buyer, email), (rival, rivals_email)) = (shop.new_account().await, shop.new_account().await);
    let pass = buy_pass(&buyer).await;
    let number = pass["platformAccountId"].clone();
    let proof = json!({ "passholderId": number, "validationData": "12207" });
    rival.post("/api/account/link-pass", proof).await.expect_success();
    let early = json!({ "extUserAccountTicketIds": [pass["extUserAccountTicketId"]] });
    let refused = buyer.post("/api/cart/add-renewal-pass", early.clone()).await.expect_refusal();
    assert_eq!(refused, "No valid passes selected");
    // It is three days after the last day of the pass, and more than a year after the passholder's details were
    // entered.
    shop.advance(367 * DAY);
    buyer.sign_in(&email).await;
    rival.sign_in(&rivals_email).await;
    assert_eq!(list_linked_passes(&buyer).await[0]["availableForUpgrade"], json!(true));
    let renewable = buyer.get("/api/account/tenant-pass-renewable").await.json();
    assert_eq!(renewable["passes"], json!(list_linked_passes(&buyer).await));
    for _ in 0..2 {
        buyer.post("/api/cart/add-renewal-pass", early.clone()).await.expect_success();
    }
    let theirs = json!({ "extUserAccountTicketIds": [list_linked_passes(&rival).await[0]["extUserAccountTicketId"]] });
    rival.post("/api/cart/add-renewal-pass", early.clone()).await.expect_refusal();
    rival.post("/api/cart/add-renewal-pass", theirs).await.expect_success();
    let renewing = list_cart_passes(&buyer).await;
    assert_eq!(renewing.len(), 1, "a repeated request adds one pass");
    let renewal = &renewing[0];
    assert_eq!(
        (&renewal["platformAccountId"], &renewal["demographicsUpdateRequired"], &renewal["allowNameChange"]),
        (&number, &json!(true), &json!(false))
    );
    let renamed = set_passholder(&buyer, renewal, with_field(ada_as_passholder(), "lastName", "Byron")).await;
    assert_eq!(renamed.json()["errors"][0]["message"], json!("The name on this pass can't be changed."));
    set_passholder(&buyer, renewal, with_field(ada_as_passholder(), "address1", "9 New Street")).await.expect_success();
    let asked = json!({ "id": pass_id(renewal), "isRenewal": true });
    let options = buyer.post("/api/product/pass-renewal-product", asked).await.json();
    let option = &options["value"][0];
    assert_eq!((cents(&option["price"]), cents(&option["regularPrice"])), (8_910, 9_900));
    let choose = |pass: &Value| json!({ "passes": [{ "extCartTicketId": pass_id(pass), "extProductVariantId": "season-adult" }] });
    buyer.post("/api/cart/pass-product", choose(renewal)).await.expect_success();
    let rivals = list_cart_passes(&rival).await.remove(0);
    let refused = rival.post("/api/cart/pass-product", choose(&rivals)).await.expect_refusal();
    assert_eq!(
        refused,
        "This pass is being renewed or upgraded in another cart or has already been renewed or upgraded."
    );
    // The order has the renewal price.
    assert_eq!(cents(&pay(&buyer).await["orderTotalNetTaxesAndFees"]), 8_910);
    let held = list_linked_passes(&buyer).await;
    let days: Vec<_> = held.iter().map(|it| (&it["effectiveStartDate"], &it["effectiveEndDate"])).collect();
    assert_eq!(days[1], (&json!("2027-11-22"), &json!("2028-11-20")));
    assert_eq!((&held[0]["renewableFrom"], &held[1]["renewableFrom"]), (&Value::Null, &json!("2028-09-21")));
    assert!(held.iter().all(|it| it["availableForUpgrade"] == json!(false)));
    assert_eq!(buyer.get("/api/account/tenant-pass-renewable").await.json()["passes"], json!([]));
    let holders = "SELECT COUNT(*) FROM passholder";
    assert_eq!(shop.count(holders).await, 1, "both passes have one passholder");
    assert_eq!(shop.count(&format!("{holders} WHERE address1 = '9 New Street'")).await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn renewal_in_a_cart_is_removed_when_the_pass_can_no_longer_be_renewed() {
    let shop = open_shop().await;
    let (buyer, email) = shop.new_account().await;
    let pass = buy_pass(&buyer).await;
    shop.advance(367 * DAY);
    buyer.sign_in(&email).await;
    let renew = json!({ "extUserAccountTicketIds": [pass["extUserAccountTicketId"]] });
    buyer.post("/api/cart/add-renewal-pass", renew).await.expect_success();
    let renewal = list_cart_passes(&buyer).await.remove(0);
    set_passholder(&buyer, &renewal, ada_as_passholder()).await.expect_success();
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&renewal), "extProductVariantId": "season-adult" }] });
    buyer.post("/api/cart/pass-product", chosen).await.expect_success();
    let line = buyer.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    // Passes of this shop may be renewed for thirty days after their end.
    for (minutes, lines) in [(20 * DAY, 1), (20 * DAY, 0)] {
        shop.advance(minutes);
        buyer.sign_in(&email).await;
        buyer.get("/api/cart?revise=true").await.json();
        assert_eq!(buyer.get_lines().await.len(), lines);
    }
    let refused = buyer.change_quantity(&line, 1).await.expect_refusal();
    assert_eq!(refused, "Sorry, Season pass is no longer available. Please check your cart.");
    shop.stop().await;
}

#[tokio::test]
async fn revoked_pass_cannot_be_linked_renewed_or_paid_for() {
    let shop = open_shop().await;
    let ((buyer, email), (other, others_email)) = (shop.new_account().await, shop.new_account().await);
    let pass = buy_pass(&buyer).await;
    let number = pass["platformAccountId"].as_str().unwrap().to_owned();
    let proof = json!({ "passholderId": number, "validationData": "12207" });
    other.post("/api/account/link-pass", proof.clone()).await.expect_success();
    let ticket = buyer.get("/api/account/ticket").await.json()[0]["accountId"].as_str().unwrap().to_owned();
    shop.advance(367 * DAY);
    buyer.sign_in(&email).await;
    other.sign_in(&others_email).await;
    // Two shoppers are renewing the pass: one has an authorised payment, the other has not chosen a product.
    let renew = |pass: &Value| json!({ "extUserAccountTicketIds": [pass["extUserAccountTicketId"]] });
    for (shopper, of) in [(&buyer, &pass), (&other, &list_linked_passes(&other).await[0])] {
        shopper.post("/api/cart/add-renewal-pass", renew(of)).await.expect_success();
        let renewal = list_cart_passes(shopper).await.remove(0);
        set_passholder(shopper, &renewal, ada_as_passholder()).await.expect_success();
    }
    let choose = |pass: &Value| json!({ "passes": [{ "extCartTicketId": pass_id(pass), "extProductVariantId": "season-adult" }] });
    let (hers, theirs) = (list_cart_passes(&buyer).await.remove(0), list_cart_passes(&other).await.remove(0));
    buyer.post("/api/cart/pass-product", choose(&hers)).await.expect_success();
    let payment = buyer.authorise_cart().await;
    let before = shop.count_charges().await;

    midway::ops::void::void(&shop.app, &number).await.unwrap();

    let revoked = "A pass or ticket needed for this purchase is no longer valid.";
    buyer.submit(&payment).await.expect_refusal();
    assert_eq!(shop.count_charges().await, before, "nothing is charged for a pass that cannot be renewed");
    let cart = buyer.get("/api/cart?revise=true").await.json();
    assert_eq!((&cart["cartRevised"], &cart["cartEmpty"]), (&json!(true), &json!(true)), "{cart}");
    assert_eq!(other.post("/api/cart/pass-product", choose(&theirs)).await.expect_refusal(), revoked);
    for shopper in [&buyer, &other] {
        assert_eq!(list_linked_passes(shopper).await, Vec::<Value>::new());
        assert_eq!(shopper.get("/api/account/ticket").await.json(), json!([]));
        shopper.post("/api/cart/add-renewal-pass", renew(&pass)).await.expect_refusal();
        shopper.post("/api/account/link-pass", proof.clone()).await.expect_refusal();
        // The page of the revoked pass still exists. It shows that the pass is not valid, and it does not show the
        // number.
        let shown = shopper.get(&format!("/api/ticket/account/{ticket}/html")).await.text();
        assert!(shown.contains("This ticket or pass is no longer valid") && !shown.contains(&number), "{shown}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn passes_in_the_cart_of_another_account_are_not_found() {
    let shop = open_shop().await;
    let ((buyer, _), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    buyer.try_add(new_passes("season-adult", 1)).await.expect_success();
    eve.try_add(new_passes("season-adult", 1)).await.expect_success();
    let theirs = list_cart_passes(&buyer).await.remove(0);
    for unknown in [pass_id(&theirs), "none".to_owned()] {
        eve.get(&format!("/api/cart/pass/{unknown}")).await.expect_status(404);
        eve.post(&format!("/api/cart/pass/{unknown}"), ada_as_passholder()).await.expect_status(404);
        eve.post("/api/cart/remove-pass", json!({ "extCartTicketId": unknown })).await.expect_status(404);
        let asked = json!({ "id": unknown, "isRenewal": false });
        eve.post("/api/product/pass-renewal-product", asked).await.expect_status(404);
        let chosen = json!({ "passes": [{ "extCartTicketId": unknown, "extProductVariantId": "season-adult" }] });
        eve.post("/api/cart/pass-product", chosen).await.expect_status(404);
    }
    assert_eq!(list_cart_passes(&buyer).await, [theirs]);
    shop.stop().await;
}

fn png_of_size(width: u32, height: u32) -> Vec<u8> {
    let drawn = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([(x / 8) as u8, (y / 8) as u8, 120]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::from(drawn).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn list_photos(shop: &Shop) -> usize {
    std::fs::read_dir(shop.data().join("pass-photos")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn pass_photo_is_visible_only_to_the_buyer_of_the_pass_and_stays_with_the_pass() {
    let shop = open_shop().await;
    let ((buyer, _), (eve, _)) = (shop.new_account().await, shop.new_account().await);
    buyer.try_add(new_passes("season-adult", 1)).await.expect_success();
    let pass = list_cart_passes(&buyer).await.remove(0);
    let path = format!("/api/cart/pass/{}/image", pass_id(&pass));
    assert_eq!(pass["hasPicture"], json!(false));
    buyer.get(&path).await.expect_status(404);
    let first = buyer.upload(&path, "uploadFile", &png_of_size(1_200, 1_000)).await;
    first.expect_success();
    let kept = buyer.get(&path).await;
    assert_eq!(kept.headers["content-type"], "image/jpeg");
    assert_eq!(kept.headers["cache-control"], "no-store");
    let read = image::load_from_memory(&kept.body).unwrap();
    assert_eq!((read.width(), read.height()), (900, 750));
    buyer.upload(&path, "uploadFile", &png_of_size(300, 300)).await.expect_success();
    assert_eq!(list_photos(&shop), 1, "the replaced photo is deleted");
    eve.get(&path).await.expect_status(404);
    eve.upload(&path, "uploadFile", &png_of_size(300, 300)).await.expect_status(404);
    set_passholder(&buyer, &pass, ada_as_passholder()).await.expect_success();
    assert_eq!(list_cart_passes(&buyer).await[0]["hasPicture"], json!(true), "entering the details keeps it");
    pay(&buyer).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder WHERE picture IS NOT NULL").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn invalid_upload_is_refused_and_stores_nothing() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    buyer.try_add(new_passes("season-adult", 1)).await.expect_success();
    let path = format!("/api/cart/pass/{}/image", pass_id(&list_cart_passes(&buyer).await.remove(0)));
    let no_picture = "Please choose a PNG or JPEG file that isn't damaged.";
    let whole = png_of_size(400, 400);
    for (lie, file) in [
        ("nothing", Vec::new()),
        ("html", b"<html><script>alert(1)</script></html>".to_vec()),
        ("svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec()),
        ("half", whole[..whole.len() / 2].to_vec()),
    ] {
        assert_eq!(buyer.upload(&path, "uploadFile", &file).await.expect_refusal(), no_picture, "{lie}");
    }
    let large = buyer.upload(&path, "uploadFile", &vec![0; 8 * 1024 * 1024 + 1]).await.expect_refusal();
    assert!(large.contains("no larger than 8 MB"), "{large}");
    buyer.upload(&path, "uploadFile", &vec![0; 9 * 1024 * 1024]).await.expect_status(413);
    buyer.upload(&path, "another", &whole).await.expect_status(400);
    let guest = shop.new_guest().await;
    guest.upload(&path, "uploadFile", &vec![0; 100 * 1024]).await.expect_status(413);
    assert_eq!(list_photos(&shop), 0);
    shop.stop().await;
}
