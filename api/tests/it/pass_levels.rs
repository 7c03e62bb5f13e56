//! The comparison of passes.

use serde_json::{Value, json};
use toml::Table as Toml;

use crate::support::catalogue::season_passes;
use crate::support::catalogue::table::{PARK, product, site, variant};
use crate::support::shopper::cents;
use crate::support::{Catalogue, Shop};

/// A benefit of a pass level as it is written in the file.
fn benefit(name: &str, text: Option<&str>) -> toml::Value {
    let name = ("name".to_owned(), name.into());
    let text = text.map(|text| ("text".to_owned(), text.into()));
    toml::Value::Table(std::iter::once(name).chain(text).collect::<Toml>())
}

fn level(name: &str, benefits: Vec<toml::Value>) -> toml::Value {
    toml::Value::Table(
        [("name".to_owned(), name.into()), ("benefits".to_owned(), benefits.into())].into_iter().collect(),
    )
}

#[tokio::test]
async fn levels_of_passes_on_public_sale_are_compared_by_site() {
    let gold = vec![benefit("Visits", Some("Every day")), benefit("Parking", None)];
    let silver = vec![benefit("Visits", Some("Weekdays")), benefit("Fast lane", Some("1"))];
    let sold = Catalogue::park().with(season_passes()).edit_product("season", |season| {
        season
            .with(variant("season-silver", "Adult").price(49_00).season_pass().pass_level("Silver"))
            .with(variant("summer-gold", "Summer").price(59_00).set("pass", 1).valid_days(90).pass_level("Gold"))
            .set("pass_level", vec![level("Gold", gold), level("Silver", silver)])
    });
    let hidden = product("staff", "Staff pass")
        .short_description("For those who work here.")
        .sold_publicly(false)
        .with(variant("staff", "Staff").price(1_00).season_pass());
    let later = product("later", "Later pass")
        .short_description("Not yet.")
        .on_sale_from("2027-01-01T00:00:00")
        .with(variant("later", "Adult").price(1_00).season_pass());
    let shop = Shop::selling(&sold.with([site("island", "Island", "2 Pier Road"), hidden, later])).await;
    let sites = shop.shopper().get("/api/product/pass-levels").await.expect_status(200).json();
    let [park] = sites.as_array().unwrap().as_slice() else { panic!("one site sells passes: {sites}") };
    assert_eq!(park["id"], json!(PARK));
    assert_eq!(park["benefits"], json!(["Visits", "Parking", "Fast lane"]));

    let levels = park["levels"].as_array().unwrap();
    let told: Vec<Value> = levels
        .iter()
        .map(|level| {
            let ids: Vec<&Value> = level["variants"].as_array().unwrap().iter().map(|variant| &variant["id"]).collect();
            json!([level["levelName"], level["valid"], ids])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!(["Gold", { "days": 365 }, ["season-adult", "season-child"]]),
            json!(["Silver", { "days": 365 }, ["season-silver"]]),
            json!(["Gold", { "days": 90 }, ["summer-gold"]]),
        ],
        "passes that are valid for another time are a level of their own"
    );
    assert_eq!(levels[0]["benefits"], json!([{ "name": "Visits", "text": "Every day" }, { "name": "Parking" }]));
    assert_eq!(
        levels[1]["benefits"],
        json!([{ "name": "Visits", "text": "Weekdays" }, { "name": "Fast lane", "text": "1" }])
    );
    assert_eq!(levels[0]["productDisplayName"], json!("Season pass"));
    assert_eq!(cents(&levels[1]["variants"][0]["displayPrice"]), 49_00);
    shop.stop().await;
}

#[tokio::test]
async fn shop_without_passes_compares_nothing() {
    let shop = Shop::selling(&Catalogue::park()).await;
    assert_eq!(shop.shopper().get("/api/product/pass-levels").await.expect_status(200).json(), json!([]));
    shop.stop().await;
}
