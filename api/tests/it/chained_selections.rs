//! Products for which the shopper chooses several performances, with a minimum delay between them.

use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, product, schedule, selection, timed_show, variant};
use crate::support::{Catalogue, Shop};

/// A morning walk, a lunch that begins at least 90 minutes after the walk, and a show that begins at least two hours
/// after the walk.
fn chained_selections() -> Vec<Table> {
    vec![
        timed_show("morning", "Morning walk"),
        timed_show("lunch", "Lunch"),
        timed_show("finale", "Finale"),
        schedule("mornings", "morning").capacity(20).slots(["10:00", "11:00"]),
        schedule("lunches", "lunch").capacity(20).slots(["11:29", "11:30", "12:30"]),
        schedule("finales", "finale").capacity(20).slots(["12:00", "14:00"]),
        product("grand-day", "Grand day")
            .short_description("All of it.")
            .with(selection(["morning"]).prompt("Choose your morning"))
            .with(selection(["lunch"]).prompt("Choose your lunch").delay("previous", 90))
            .with(selection(["finale"]).delay("first", 120))
            .with(variant("grand", "Grand day").price(80_00)),
    ]
}

fn whole_day(date: &str, times: [&str; 3]) -> Value {
    let performances: Vec<Value> = ["mornings", "lunches", "finales"]
        .iter()
        .zip(times)
        .zip(1..)
        .map(|((schedule, time), index)| json!({ "selectionIndex": index, "performanceId": format!("{schedule}.{date}.{time}") }))
        .collect();
    json!([{ "productId": "grand-day", "productVariantId": "grand", "quantity": 1, "performances": performances }])
}

#[tokio::test]
async fn later_selection_must_keep_its_minimum_delay_after_the_earlier_selection() {
    let shop = Shop::selling(&Catalogue::park().with(chained_selections())).await;
    let ada = shop.new_guest().await;
    let offered = ada.list_performances("grand-day", "2026-11-21").await;
    let delay = |id: &str| {
        let it = offered.iter().find(|it| it["performanceId"] == id).unwrap();
        (it["delayTypeId"].as_i64(), it["delaySelectionDateTime"].as_str().map(str::to_owned))
    };
    assert_eq!(delay("mornings.20261121.1000"), (None, None));
    assert_eq!(delay("lunches.20261121.1130"), (Some(3), Some("2026-11-21T10:00:00-05:00".to_owned())));
    assert_eq!(delay("finales.20261121.1200"), (Some(2), Some("2026-11-21T10:00:00-05:00".to_owned())));

    let refused = "There are no products available for this date / time";
    for times in [["1000", "1129", "1200"], ["1100", "1230", "1200"], ["1100", "1130", "1400"]] {
        assert_eq!(ada.try_add(whole_day("20261121", times)).await.expect_refusal(), refused, "{times:?}");
    }
    for times in [["1000", "1130", "1200"], ["1100", "1230", "1400"]] {
        ada.try_add(whole_day("20261121", times)).await.expect_success();
    }
    let mut two_days = whole_day("20261121", ["1000", "1130", "1200"]);
    two_days[0]["performances"][2]["performanceId"] = json!("finales.20261122.1400");
    assert_eq!(ada.try_add(two_days).await.expect_refusal(), refused, "a visit is on one day");
    let items = ada.get_lines().await;
    assert_eq!(items.len(), 2);
    // Each choice in the cart has the prompt of its selection, if the selection has one.
    let prompts: Vec<&Value> =
        items[0]["performances"].as_array().unwrap().iter().map(|it| &it["showUIPrompt"]).collect();
    assert_eq!(prompts, [&json!("Choose your morning"), &json!("Choose your lunch"), &Value::Null]);
    shop.stop().await;
}

#[tokio::test]
async fn selection_with_times_offers_only_performances_that_start_then() {
    let evening = product("evening-ticket", "Evening ticket")
        .short_description("After five.")
        .with(selection(["morning"]).set("until_time", "11:00"))
        .with(selection(["finale"]).set("from_time", "14:00"))
        .with(variant("late", "Late").price(10_00));
    let shop = Shop::selling(&Catalogue::park().with(chained_selections()).with([evening])).await;
    let ada = shop.new_guest().await;
    let offered = ada.list_performances("evening-ticket", "2026-11-21").await;
    let ids: Vec<&Value> = offered.iter().map(|it| &it["performanceId"]).collect();
    assert_eq!(ids, ["mornings.20261121.1000", "finales.20261121.1400"]);
    let at = |times: [&str; 2]| {
        let performances = ["mornings", "finales"].iter().zip(times).zip(1..).map(|((schedule, time), index)| {
            json!({ "selectionIndex": index, "performanceId": format!("{schedule}.20261121.{time}") })
        });
        let performances: Vec<Value> = performances.collect();
        json!([{ "productId": "evening-ticket", "productVariantId": "late", "quantity": 1, "performances": performances }])
    };
    for times in [["1100", "1400"], ["1000", "1200"]] {
        let refused = "There are no products available for this date / time";
        assert_eq!(ada.try_add(at(times)).await.expect_refusal(), refused, "{times:?}");
    }
    ada.try_add(at(["1000", "1400"])).await.expect_success();
    shop.stop().await;
}
