//! The name of a ticket's holder: asked at the checkout, printed, in the code that gates read, and changed by the buyer.

use midway::ops;
use midway::shop::order::AnswerFilter;
use midway::shop::ticket::verified_claims;
use serde_json::{Value, json};

use crate::pdf_tickets::text_of;
use crate::purchases::read_qr;
use crate::support::catalogue::table::{Table, question};
use crate::support::shopper::{Answer, Shopper, settings};
use crate::support::transfers::{owned, try_send};
use crate::support::{Catalogue, Shop, card};

/// A park whose tours ask for the name of each holder, which may be changed as `rule` says.
fn park(rule: &str) -> Catalogue {
    let rule = rule.parse::<toml::Table>().unwrap();
    let name: Table = question("holder", "Name on the ticket", "text")
        .set("ask", "ticket")
        .set("products", vec!["tour"])
        .set("required", true)
        .set("max_length", 20)
        .set("holder_name", rule);
    Catalogue::park().with([name])
}

const UNTIL_THE_DAY_BEFORE: &str = "change_until = { days = 1 }";

/// Buys a ticket for each name, for Saturday at noon. Returns the order's id.
async fn buy(shopper: &Shopper, names: &[&str]) -> String {
    shopper.open_shop().await;
    shopper.add_tours("adult", u32::try_from(names.len()).unwrap()).await;
    let asked = shopper.get_cart().await["questions"].as_array().unwrap().clone();
    let mut settings = settings("digital");
    let answers = asked.iter().zip(names).map(|(it, name)| json!({ "key": it["key"], "answer": name }));
    settings["answers"] = answers.collect();
    shopper.post("/api/cart/settings", settings).await.expect_success();
    let (payment, _) = shopper.pay_with(card::GOOD).await;
    shopper.submit(&payment).await.expect_success()["orderId"].as_str().unwrap().to_owned()
}

/// The ticket with this holder.
async fn of(shopper: &Shopper, order: &str, name: &str) -> Value {
    owned(shopper, order).await.into_iter().find(|ticket| ticket["holder"]["name"] == name).unwrap()
}

async fn rename(shopper: &Shopper, order: &str, ticket: &Value, name: &str) -> Answer {
    let request = json!({ "extOrderId": order, "ticketId": ticket["id"], "name": name });
    shopper.post("/api/transfer/rename", request).await
}

/// Whom the code of a ticket names.
async fn named_by_code(shop: &Shop, shopper: &Shopper, ticket: &Value) -> Option<String> {
    let code = ticket["mediaCode"].as_str().unwrap();
    let qr = read_qr(&shopper.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(200).body);
    verified_claims(&shop.app.tickets.public_keys(), &qr).unwrap().holder
}

#[tokio::test]
async fn changed_name_is_on_the_ticket_in_its_code_and_in_the_order() {
    let shop = Shop::selling(&park(UNTIL_THE_DAY_BEFORE)).await;
    let ada = shop.shopper();
    let order = buy(&ada, &["Ada", "Grace"]).await;
    let (of_ada, of_grace) = (of(&ada, &order, "Ada").await, of(&ada, &order, "Grace").await);
    assert_eq!(of_ada["holder"], json!({ "label": "Name on the ticket", "name": "Ada" }));
    assert_eq!(of_ada["name"], "Garden tour", "the name is no title");
    assert_eq!(named_by_code(&shop, &ada, &of_ada).await.as_deref(), Some("Ada"));

    assert_eq!(rename(&ada, &order, &of_ada, " ").await.expect_refusal(), "Enter a name");
    let long = rename(&ada, &order, &of_ada, &"x".repeat(21)).await;
    assert_eq!(long.expect_refusal(), "Use 20 characters or fewer");
    let renamed = rename(&ada, &order, &of_ada, "Zoë <b>").await.expect_success()["value"].clone();
    assert_eq!(renamed["holder"]["name"], "Zoë <b>");
    assert_ne!(renamed["mediaCode"], of_ada["mediaCode"], "the old code would admit under the old name");
    assert_eq!(named_by_code(&shop, &ada, &renamed).await.as_deref(), Some("Zoë <b>"));
    assert_eq!(of(&ada, &order, "Grace").await, of_grace, "the other ticket stays as it is");
    let same = rename(&ada, &order, &renamed, "Zoë <b>").await.expect_success()["value"].clone();
    assert_eq!(same["mediaCode"], renamed["mediaCode"], "the printed ticket stays valid");

    let html = ada.get("/api/order/digital-tickets").await.text();
    assert!(html.contains("Zoë &#60;b&#62;") && html.contains("Grace") && !html.contains("Ada<"), "{html}");
    let shown = ada.get_order().await.json();
    let names: Vec<&Value> =
        shown["answers"].as_array().unwrap().iter().map(|group| &group["answers"][0]["answer"]).collect();
    assert_eq!(names, ["Zoë <b>", "Grace"]);
    let mut csv = Vec::new();
    ops::answers::write(&shop.app, &AnswerFilter::default(), &mut csv).await.unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.contains(",Zoë <b>,") && !csv.contains(",Ada,"), "{csv}");
    let audited = "SELECT COUNT(*) FROM audit_entry WHERE action = 'rename-ticket' AND actor = 'shopper'";
    assert_eq!(shop.count(audited).await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM retired_code").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn name_on_a_ticket_of_others_or_sent_away_or_revoked_stays() {
    let shop = Shop::selling(&park(UNTIL_THE_DAY_BEFORE)).await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    let order = buy(&ada, &["Ada", "Grace"]).await;
    let hers = buy(&eve, &["Eve"]).await;
    let (of_ada, of_eve) = (of(&ada, &order, "Ada").await, of(&eve, &hers, "Eve").await);
    for (order, ticket) in [(&order, &of_ada), (&hers, &of_ada), (&order, &of_eve)] {
        rename(&eve, order, ticket, "Mallory").await.expect_status(404);
    }

    try_send(&ada, &order, of_ada["id"].as_str().unwrap(), json!({})).await.expect_success();
    let with_nora = "This ticket was sent to Nora. Take it back before you change the name.";
    assert_eq!(rename(&ada, &order, &of_ada, "Nora").await.expect_refusal(), with_nora);

    let of_grace = of(&ada, &order, "Grace").await;
    ops::void::void(&shop.app, of_grace["mediaCode"].as_str().unwrap()).await.unwrap();
    let canceled = "This ticket or pass is no longer valid because it was canceled.";
    assert_eq!(rename(&ada, &order, &of_grace, "Hopper").await.expect_refusal(), canceled);
    let shown = ada.get_order().await.json();
    assert!(shown["answers"].to_string().contains("Grace"), "a refused change leaves the answers as they are");
    shop.stop().await;
}

#[tokio::test]
async fn name_is_changed_until_the_rule_of_the_purchase_says() {
    let shop = Shop::selling(&park("change_until = { hours = 24 }")).await;
    let ada = shop.shopper();
    let order = buy(&ada, &["Ada"]).await;
    let (link, token) = shop.wait_for_emails(1).await.remove(0).order_link();
    // The catalogue has another rule now.
    shop.import(&park("")).await;
    let eve = shop.shopper();
    let hers = buy(&eve, &["Eve"]).await;
    let stays = "The name on this ticket can't be changed.";
    let of_eve = of(&eve, &hers, "Eve").await;
    assert_eq!(of_eve["holder"]["locked"], stays);
    assert_eq!(rename(&eve, &hers, &of_eve, "Mallory").await.expect_refusal(), stays);

    let of_ada = of(&ada, &order, "Ada").await;
    let renamed = rename(&ada, &order, &of_ada, "Grace").await.expect_success()["value"].clone();
    // It is Friday, 10:00. At noon, 24 hours are left.
    shop.advance(121);
    let late = "It's too late to change the name on this ticket.";
    let ada = shop.new_guest().await;
    let looked_up = json!({ "extOrderTokenId": link, "token": token, "phoneNumber": "5185550123" });
    ada.post("/api/order/details/external", looked_up).await.expect_success();
    assert_eq!(of(&ada, &order, "Grace").await["holder"]["locked"], late);
    assert_eq!(rename(&ada, &order, &renamed, "Hopper").await.expect_refusal(), late);
    shop.stop().await;
}

#[tokio::test]
async fn email_of_a_free_order_to_an_unproven_address_names_no_holder() {
    let free = park(UNTIL_THE_DAY_BEFORE).edit_variant("tour", "adult", |adult| adult.price(0));
    let shop = Shop::selling(&free).await;
    let ada = shop.shopper();
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    let asked = ada.get_cart().await["questions"].clone();
    let mut settings = settings("digital");
    settings["answers"] = json!([{ "key": asked[0]["key"], "answer": "prize.example" }]);
    ada.post("/api/cart/settings", settings).await.expect_success();
    ada.submit_without_payment().await.expect_success();
    let mail = shop.wait_for_emails(1).await.remove(0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, mail.pdf.as_ref().unwrap()).unwrap();
    let text = text_of(&file, 1).await;
    assert!(!text.contains("prize") && !mail.text.contains("prize") && !mail.html.contains("prize"), "{text}");
    shop.stop().await;
}
