//! The operator's questions at the checkout, from the cart to the order, its e-mail, its tickets and the list of
//! answers.

use midway::ops;
use midway::shop::order::AnswerFilter;
use serde_json::{Value, json};

use crate::pdf_tickets::{pdf_path, text_of};
use crate::support::catalogue::donations_and_order_fee;
use crate::support::catalogue::table::{Table, part, product, question, selection, variant};
use crate::support::shopper::{SATURDAY_NOON, Shopper, line, settings};
use crate::support::{Catalogue, Shop, card};

const MISSING: &str = "Enter an answer";

/// Each ticket needs a name, which the ticket prints. Each order with a tour may have a diet, and one of them a note.
fn questions() -> Vec<Table> {
    vec![
        question("name", "Name on the badge", "text")
            .set("ask", "ticket")
            .set("products", vec!["tour"])
            .set("required", true)
            .set("max_length", 20)
            .set("print", true),
        question("diet", "Diets", "several")
            .set("products", vec!["tour"])
            .set("choices", vec!["Vegetarian", "Vegan", "Other"]),
        question("note", "Which diet?", "long_text").set("products", vec!["tour"]).set("required", true).set(
            "only_if",
            toml::toml! { question = "diet"
            answer = "Other" },
        ),
    ]
}

fn park() -> Catalogue {
    Catalogue::park().with(questions())
}

async fn asked(shopper: &Shopper) -> Vec<Value> {
    shopper.get_cart().await["questions"].as_array().unwrap().clone()
}

/// The keys of the questions with this label.
async fn keys_of(shopper: &Shopper, label: &str) -> Vec<String> {
    let asked = asked(shopper).await;
    let of_label = asked.iter().filter(|question| question["label"] == label);
    of_label.map(|question| question["key"].as_str().unwrap().to_owned()).collect()
}

fn with_answers(answers: &[(&str, &str)]) -> Value {
    let mut settings = settings("digital");
    settings["answers"] = answers.iter().map(|(key, answer)| json!({ "key": key, "answer": answer })).collect();
    settings
}

async fn save(shopper: &Shopper, answers: &[(&str, &str)]) -> Value {
    shopper.post("/api/cart/settings", with_answers(answers)).await.json()
}

/// The fields in errors, with their messages.
fn errors(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| (text(&error["field"]), text(&error["message"]))).collect()
}

fn missing(key: &str) -> (String, String) {
    (format!("answers.{key}"), MISSING.to_owned())
}

/// Pays for a cart whose settings and answers are saved.
async fn pay(shopper: &Shopper) {
    let (payment, _) = shopper.pay_with(card::GOOD).await;
    shopper.submit(&payment).await.expect_success();
}

async fn answers_as_csv(shop: &Shop, filter: &AnswerFilter) -> String {
    let mut csv = Vec::new();
    ops::answers::write(&shop.server().app, filter, &mut csv).await.unwrap();
    String::from_utf8(csv).unwrap()
}

#[tokio::test]
async fn answers_are_kept_with_the_order_and_shown_mailed_printed_and_listed() {
    let shop = Shop::selling(&park()).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(asked(&ada).await, Vec::<Value>::new(), "nothing is asked about a book");
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();

    ada.add_tours("adult", 2).await;
    let questions = asked(&ada).await;
    let shown: Vec<_> = questions.iter().map(|it| (&it["group"], &it["ticket"], &it["label"])).collect();
    let first = json!("Ticket 1: Adult, Saturday, November 21, 2026");
    let second = json!("Ticket 2: Adult, Saturday, November 21, 2026");
    let (tour, order) = (json!("Tour"), json!("About your order"));
    assert_eq!(
        shown,
        [
            (&tour, &first, &json!("Name on the badge")),
            (&tour, &second, &json!("Name on the badge")),
            (&order, &Value::Null, &json!("Diets")),
            (&order, &Value::Null, &json!("Which diet?")),
        ]
    );

    let names = keys_of(&ada, "Name on the badge").await;
    let refused = save(&ada, &[]).await;
    assert_eq!(errors(&refused), [missing(&names[0]), missing(&names[1])]);
    let long = "x".repeat(21);
    let refused = save(&ada, &[(&names[0], "=Ada <b>"), (&names[1], &long), ("order_diet", "Other\nVegan")]).await;
    let too_long = (format!("answers.{}", names[1]), "Use 20 characters or fewer".to_owned());
    assert_eq!(errors(&refused), [too_long, missing("order_note")]);
    let note = "No nuts\nand no milk";
    let all =
        [(names[0].as_str(), "=Ada <b>"), (&names[1], "Grace"), ("order_diet", "Other\nVegan"), ("order_note", note)];
    assert_eq!(save(&ada, &all).await["success"], true);
    let stored: Vec<_> = asked(&ada).await.iter().map(|it| it["answer"].clone()).collect();
    assert_eq!(stored, [json!("=Ada <b>"), json!("Grace"), json!("Vegan\nOther"), json!(note)]);
    pay(&ada).await;

    // The order keeps the words, whatever the catalogue says later.
    shop.import(&Catalogue::park()).await;
    let order = ada.get_order().await.json();
    let answers = json!([
        { "heading": format!("Tour, {}", first.as_str().unwrap()),
          "answers": [{ "label": "Name on the badge", "answer": "=Ada <b>" }] },
        { "heading": format!("Tour, {}", second.as_str().unwrap()),
          "answers": [{ "label": "Name on the badge", "answer": "Grace" }] },
        { "heading": "About your order",
          "answers": [{ "label": "Diets", "answer": "Vegan, Other" }, { "label": "Which diet?", "answer": note }] },
    ]);
    assert_eq!(order["answers"], answers);
    let html = ada.get("/api/order/confirmation").await.json()["ticketsHtml"].as_str().unwrap().to_owned();
    assert!(html.contains("=Ada &#60;b&#62;") && html.contains("Grace") && !html.contains("Vegan"), "{html}");
    let pdf = ada.get(&pdf_path(&order["id"])).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, &pdf.body).unwrap();
    let text = text_of(&file, 1).await;
    assert!(text.contains("Name on the badge =Ada <b>") && text.contains("Name on the badge Grace"), "{text}");
    let mail = shop.wait_for_emails(1).await.remove(0);
    for words in ["Your answers", "Name on the badge: =Ada <b>", "Diets: Vegan, Other"] {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
    assert!(mail.html.contains("=Ada &#60;b&#62;"), "{}", mail.html);

    let csv = answers_as_csv(&shop, &AnswerFilter::default()).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    let row = format!(
        "{number},2026-11-20T10:00:00-05:00,Ada Lovelace,ada@example.org,Tour,\"Ticket 1: Adult, Saturday, November \
         21, 2026\",name,Name on the badge,'=Ada <b>,"
    );
    assert!(csv.lines().any(|line| line == row), "{csv}");
    assert_eq!(csv.matches(number).count(), 4);
    let of = |product: Option<&str>, question: Option<&str>| AnswerFilter {
        product: product.map(Into::into),
        question: question.map(Into::into),
    };
    assert_eq!(answers_as_csv(&shop, &of(Some("tour"), Some("name"))).await.matches(number).count(), 2);
    assert!(!answers_as_csv(&shop, &of(Some("book"), None)).await.contains(number));
    shop.stop().await;
}

#[tokio::test]
async fn changed_cart_asks_only_about_what_is_new() {
    let shop = Shop::selling(&park()).await;
    let (ada, email) = shop.new_account().await;
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    let names = keys_of(&guest, "Name on the badge").await;
    save(&guest, &[(&names[0], "Ada")]).await;
    let id = guest.get_lines().await[0]["id"].as_str().unwrap().to_owned();
    guest.change_quantity(&id, 2).await.expect_success();
    let two = keys_of(&guest, "Name on the badge").await;
    assert_eq!(two[0], names[0]);
    assert_eq!(errors(&save(&guest, &[]).await), [missing(&two[1])]);

    // A line that the shopper removes and restores keeps its answers.
    guest.change_quantity(&id, 0).await.expect_success();
    save(&guest, &[]).await;
    guest.change_quantity(&id, 1).await.expect_success();
    assert_eq!(save(&guest, &[]).await["success"], true);

    // So does one that becomes part of an account's cart.
    ada.sign_out().await;
    guest.sign_in(&email).await;
    assert_eq!(asked(&guest).await[0]["answer"], "Ada");
    shop.stop().await;
}

#[tokio::test]
async fn payment_does_not_begin_without_required_answers_and_an_import_does_not_stop_one_that_has_begun() {
    let shop = Shop::selling(&Catalogue::park()).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    ada.save_settings("digital").await;
    let (payment, authorised) = ada.pay_with(card::GOOD).await;
    authorised.expect_success();
    shop.import(&park()).await;
    ada.submit(&payment).await.expect_success();

    let grace = shop.new_guest().await;
    grace.add_tours("adult", 1).await;
    let names = keys_of(&grace, "Name on the badge").await;
    save(&grace, &[]).await;
    let mut saved = with_answers(&[]);
    saved["ignoreValidationErrors"] = json!(true);
    grace.post("/api/cart/settings", saved).await.expect_success();
    let refused = grace.post("/api/payment/sandbox/setup", json!({})).await.json();
    assert_eq!(errors(&refused), [missing(&names[0])]);
    save(&grace, &[(&names[0], "Grace")]).await;
    let (payment, authorised) = grace.pay_with(card::GOOD).await;
    authorised.expect_success();
    // A payment is for the answers of its time.
    save(&grace, &[(&names[0], "Hopper")]).await;
    grace.submit(&payment).await.expect_refusal();
    pay(&grace).await;
    assert_eq!(grace.get_order().await.json()["answers"][0]["answers"][0]["answer"], "Hopper");
    shop.stop().await;
}

#[tokio::test]
async fn consent_is_kept_with_its_exact_text_and_is_asked_again_after_the_text_has_changed() {
    let aid = |label: &str| question("aid", label, "consent").set("products", vec!["fund"]).set("required", true);
    let purpose =
        question("purpose", "Purpose", "choice").set("products", vec!["fund"]).set("choices", vec!["Trees", "Paths"]);
    let selling = |label: &str| {
        let terms = aid(label).set("terms", "<p>All <b>terms</b></p><script>x</script>");
        Catalogue::park().with(donations_and_order_fee()).with([purpose.clone(), terms])
    };
    let shop = Shop::selling(&selling("I pay income tax.")).await;
    let ada = shop.new_guest().await;
    let gift = json!({ "items": [{ "productVariantId": "gift", "amount": 5 }] });
    ada.post("/api/cart/add-donation", gift).await.expect_success();
    let old = keys_of(&ada, "I pay income tax.").await;
    assert_eq!(asked(&ada).await[1]["termsHtml"], "<p>All <b>terms</b></p>");
    assert_eq!(save(&ada, &[(&old[0], "yes"), ("order_purpose", "Trees")]).await["success"], true);

    shop.import(&selling("I pay income tax in this country.")).await;
    let new = keys_of(&ada, "I pay income tax in this country.").await;
    let refused = save(&ada, &[(&old[0], "yes")]).await;
    assert_eq!(errors(&refused), [(format!("answers.{}", new[0]), "Check the box to continue".to_owned())]);
    assert_eq!(save(&ada, &[(&new[0], "yes")]).await["success"], true);
    pay(&ada).await;
    let answers = json!([
        { "label": "Purpose", "answer": "Trees" },
        { "label": "I pay income tax in this country.", "answer": "Yes" },
    ]);
    assert_eq!(ada.get_order().await.json()["answers"], json!([{ "heading": "About your order", "answers": answers }]));
    let csv = answers_as_csv(&shop, &AnswerFilter::default()).await;
    assert!(csv.contains(",aid,I pay income tax in this country.,Yes,All terms"), "{csv}");
    shop.stop().await;
}

#[tokio::test]
async fn question_for_a_variant_is_asked_about_its_tickets_only() {
    let name = question("name", "Name", "text").set("ask", "ticket").set("variants", vec!["child"]);
    let shop = Shop::selling(&Catalogue::park().with([name])).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("tour", "adult", 2, Some(SATURDAY_NOON)), line("tour", "child", 2, Some(SATURDAY_NOON))]))
        .await
        .expect_success();
    let tickets: Vec<_> = asked(&ada).await.iter().map(|it| it["ticket"].clone()).collect();
    let child = |number: u32| json!(format!("Ticket {number}: Child, Saturday, November 21, 2026"));
    assert_eq!(tickets, [child(3), child(4)], "numbered among the tickets of the product");
    shop.stop().await;
}

#[tokio::test]
async fn email_of_a_free_order_to_an_unproven_address_carries_nothing_that_the_shopper_typed() {
    let park = park().edit_variant("tour", "adult", |adult| adult.price(0));
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let name = keys_of(&ada, "Name on the badge").await.remove(0);
    assert_eq!(save(&ada, &[(&name, "spam.example")]).await["success"], true);
    ada.submit_without_payment().await.expect_success();
    let mail = shop.wait_for_emails(1).await.remove(0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, mail.pdf.as_ref().unwrap()).unwrap();
    let text = text_of(&file, 1).await;
    assert!(!text.contains("spam.example") && !mail.text.contains("spam.example"), "{text} {}", mail.text);
    // The shopper's own tickets have it.
    assert!(ada.get("/api/order/digital-tickets").await.text().contains("spam.example"));
    shop.stop().await;
}

#[tokio::test]
async fn answers_about_the_parts_of_a_package_are_listed_with_the_package() {
    let package = product("pair", "Tour for two")
        .short_description("Both on one tour.")
        .package(10, "Save 10 % together")
        .with(selection(["tour"]))
        .with(variant("pair-one", "For two").with(part("adult").quantity(2).selections(vec![1])));
    let shop = Shop::selling(&park().with([package])).await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("pair", "pair-one", 1, Some(SATURDAY_NOON))])).await.expect_success();
    let names = keys_of(&ada, "Name on the badge").await;
    let all = [(names[0].as_str(), "Ada"), (&names[1], "Grace")];
    assert_eq!(save(&ada, &all).await["success"], true);
    pay(&ada).await;
    let of = |product: &str| AnswerFilter { product: Some(product.into()), ..AnswerFilter::default() };
    for product in ["pair", "tour"] {
        let csv = answers_as_csv(&shop, &of(product)).await;
        assert!(csv.contains("Ada") && csv.contains("Grace"), "{product}: {csv}");
    }
    shop.stop().await;
}
