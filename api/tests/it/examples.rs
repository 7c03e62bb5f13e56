//! The example catalogues: each variant of each example is bought, and the totals are those of a table that was computed
//! without the shop. Each test ends with the doctor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, set_passholder};
use crate::support::shopper::{Shopper, cents, line, settings};
use crate::support::{Shop, card};

/// A row of a table of totals. An amount for today says that the shopper chooses the payment plan, and a code that the lines
/// are added with it.
#[derive(Deserialize)]
struct Row {
    what: String,
    lines: String,
    subtotal: String,
    fees: String,
    tax: String,
    total: String,
    today: String,
    code: String,
}

/// What is bought, by the ids of the variants.
struct Variant {
    product: String,
    is_pass: bool,
}

#[tokio::test]
async fn totals_of_each_example_are_those_of_its_table_and_each_variant_is_bought() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = fs::read_dir(&examples).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    for folder in folders {
        let example = folder.file_name().unwrap().to_str().unwrap();
        let variants = read_variants(&folder);
        let shop = Shop::open().await;
        shop.import_folder(&folder).await;
        let mut table = csv::Reader::from_path(examples.join(format!("{example}-totals.csv"))).unwrap();
        let mut bought = BTreeSet::new();
        for row in table.deserialize() {
            let row: Row = row.unwrap();
            let at = format!("{example}: {}", row.what);
            buy(&shop, &variants, &row, &at).await;
            bought.extend(row.lines.split("; ").map(|text| variant_of(text).to_owned()));
        }
        let sold: BTreeSet<String> = variants.into_keys().collect();
        assert_eq!(bought, sold, "{example}: each variant is in a row");
        shop.stop().await;
    }
}

/// The variants of all TOML files of a catalogue.
fn read_variants(folder: &Path) -> BTreeMap<String, Variant> {
    let mut variants = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let file: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        for product in tables(&file, "product") {
            for variant in tables(product, "variant") {
                let id = |table: &toml::Table| table["id"].as_str().unwrap().to_owned();
                let is_pass = variant.contains_key("pass");
                variants.insert(id(variant), Variant { product: id(product), is_pass });
            }
        }
    }
    variants
}

fn tables<'a>(table: &'a toml::Table, key: &str) -> impl Iterator<Item = &'a toml::Table> {
    let list = table.get(key).and_then(toml::Value::as_array);
    list.into_iter().flatten().map(|entry| entry.as_table().unwrap())
}

fn variant_of(text: &str) -> &str {
    text.split(' ').next().unwrap()
}

/// Buys a row and compares the order's amounts with the row's.
async fn buy(shop: &Shop, variants: &BTreeMap<String, Variant>, row: &Row, at: &str) {
    let texts: Vec<&str> = row.lines.split("; ").collect();
    let with_passes = texts.iter().any(|text| variants[variant_of(text)].is_pass);
    let shopper = if with_passes { shop.new_account().await.0 } else { shop.new_guest().await };
    let mut items = Vec::with_capacity(texts.len());
    for text in texts {
        if let Some((variant, amount)) = text.split_once(" for ") {
            let amount: f64 = amount.parse().unwrap();
            let gift = json!({ "items": [{ "productVariantId": variant, "amount": amount }] });
            shopper.post("/api/cart/add-donation", gift).await.expect_success();
        } else {
            items.push(read_line(&shopper, variants, (text, &row.code)).await);
        }
    }
    let mut add = json!({ "items": items, "saleFlowId": 1 });
    if !row.code.is_empty() {
        add["saleFlowId"] = json!(5);
        add["promotionCode"] = json!(row.code);
    }
    let added = shopper.post("/api/cart/add", add).await;
    assert!(added.succeeded(), "{at}: {}", added.text());
    if with_passes {
        for pass in list_cart_passes(&shopper).await {
            set_passholder(&shopper, &pass, ada_as_passholder()).await.expect_success();
        }
    }
    let mut settings = settings("digital");
    if !row.today.is_empty() {
        shopper.post("/api/cart/set-installment-billing", json!({})).await.expect_success();
        settings["acceptInstallmentTerms"] = json!(true);
    }
    settings["answers"] = answers(&shopper).await;
    shopper.post("/api/cart/settings", settings).await.expect_success();
    let (payment, authorised) = shopper.pay_with(card::GOOD).await;
    authorised.expect_success();
    shopper.submit(&payment).await.expect_success();

    let order = shopper.get_order().await.json();
    let got = ["orderTotalNetTaxesAndFees", "feeTotal", "taxTotal", "orderTotal"].map(|key| cents(&order[key]));
    assert_eq!(got, [&row.subtotal, &row.fees, &row.tax, &row.total].map(|amount| cents_of(amount)), "{at}");
    let today = if row.today.is_empty() { &row.total } else { &row.today };
    assert_eq!(cents(&order["payments"][0]["amount"]), cents_of(today), "{at}: what is paid today");
}

/// An answer to each question that must be answered.
async fn answers(shopper: &Shopper) -> Value {
    let cart = shopper.get_cart().await;
    let asked = cart["questions"].as_array().unwrap().iter();
    let required = asked.filter(|question| question["required"] == json!(true) && question["onlyIf"].is_null());
    let answer = |question: &Value| if question["kind"] == "consent" { "yes" } else { "Ada" };
    required.map(|question| json!({ "key": question["key"], "answer": answer(question) })).collect()
}

/// The cents of an amount of the table.
fn cents_of(amount: &str) -> i64 {
    let (dollars, cents) = amount.split_once('.').unwrap();
    assert_eq!(cents.len(), 2, "{amount}");
    format!("{dollars}{cents}").parse().unwrap()
}

/// Reads `variant x quantity`, followed by `@ date` if there are days to choose, by a time for each choice that has times,
/// and in a hall by `best`, `seat ID` or `section ID`. `code` is the promotion code of the purchase, or empty.
async fn read_line(shopper: &Shopper, variants: &BTreeMap<String, Variant>, (text, code): (&str, &str)) -> Value {
    let (what, when) = text.split_once(" @ ").map_or((text, None), |(what, when)| (what, Some(when)));
    let (variant, quantity) = what.split_once(" x ").unwrap();
    let product = &variants[variant].product;
    let mut item = line(product, variant, quantity.parse().unwrap(), None);
    let Some(when) = when else { return item };
    let mut words = when.split(' ').peekable();
    let date = words.next().unwrap();
    let mut times = Vec::new();
    while let Some(time) = words.next_if(|word| word.contains(':')) {
        times.push(time);
    }
    let place = match (words.next(), words.next()) {
        (None, _) => json!({}),
        (Some("best"), None) => json!({ "bestSeats": true }),
        (Some("seat"), Some(seat)) => json!({ "seatId": seat, "accessibilityDeclared": true }),
        (Some("section"), Some(section)) => json!({ "showCategoryId": section }),
        _ => panic!("{text}"),
    };
    let mut asked = json!({ "productId": product, "date": date });
    if !code.is_empty() {
        asked["saleFlowId"] = json!(5);
        asked["promotionCode"] = json!(code);
    }
    let answer = shopper.post("/api/performance/product-date-performance", asked).await.expect_success();
    let offered = answer["value"].as_array().unwrap().clone();
    let fits = |it: &Value| it["validAllDay"] == json!(true) || times.iter().any(|time| it["performanceTime"] == *time);
    let indexes: BTreeSet<i64> = offered.iter().map(|it| it["selectionIndex"].as_i64().unwrap()).collect();
    assert!(!indexes.is_empty(), "{text}: nothing is offered on the day");
    let mut performances = Vec::with_capacity(indexes.len());
    for index in indexes {
        let found: Vec<&Value> = offered.iter().filter(|it| it["selectionIndex"] == json!(index) && fits(it)).collect();
        let [performance] = found[..] else { panic!("{text}: {} performances", found.len()) };
        let mut chosen = json!({ "selectionIndex": index, "performanceId": performance["performanceId"] });
        chosen.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        performances.push(chosen);
    }
    item["performances"] = json!(performances);
    item
}
