//! Days that the operator writes by rule: seasons, closed days, exceptional days and holidays.

use serde_json::json;

use crate::catalogue::{ids, list_withdrawn};
use crate::support::catalogue::table::{PARK, exception, holiday, opening_hours};
use crate::support::shopper::{Shopper, line};
use crate::support::{Catalogue, Shop};

/// The ids of the performances of a product on a day.
async fn times(shopper: &Shopper, product: &str, date: &str) -> Vec<String> {
    ids(&shopper.list_performances(product, date).await)
}

#[tokio::test]
async fn schedule_runs_in_its_seasons_except_on_holidays() {
    let park = Catalogue::park()
        .with([holiday("thanksgiving", "Thanksgiving", ["fourth thu of november"])])
        .edit_schedule("tours", |tours| {
            tours.days(["11-21 to 11-27", "first sat of december", "2027-01-02"]).closed(["thanksgiving", "11-23"])
        });
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    let days = ada.list_days("tour").await;
    // The product is also sold for the nights, which are on all Saturdays.
    let of_tours = ["2026-11-21", "2026-11-22", "2026-11-24", "2026-11-25", "2026-11-27"];
    assert_eq!(days[..6], [&of_tours[..], &["2026-11-28"]].concat());
    for (date, performances) in [
        ("2026-11-20", &[][..]),
        ("2026-11-21", &["tours.20261121.1200", "tours.20261121.1400", "nights.20261121.2100"]),
        ("2026-11-26", &[]),
        ("2026-11-28", &["nights.20261128.2100"]),
        ("2026-12-05", &["tours.20261205.1200", "tours.20261205.1400", "nights.20261205.2100"]),
        ("2027-01-02", &["tours.20270102.1200", "tours.20270102.1400", "nights.20270102.2100"]),
    ] {
        assert_eq!(times(&ada, "tour", date).await, performances, "{date}");
    }
    ada.try_add(json!([line("tour", "adult", 1, Some("tours.20261126.1200"))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn exception_by_rule_changes_the_times_and_the_capacity_of_its_days() {
    let park = Catalogue::park()
        .with([holiday("break", "Winter break", ["12-21 to 12-23"])])
        .edit_schedule("tours", |tours| {
            tours
                .with(exception(["2026-12-22"]).slots(["16:00"]))
                .with(exception(["break", "last sun"]).slots(["10:00"]))
        })
        .edit("pool", "guests", |pool| pool.with(exception(["break"]).capacity(2)));
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    for (date, performance) in [
        ("2026-11-29", "tours.20261129.1000"),
        ("2026-12-21", "tours.20261221.1000"),
        ("2026-12-22", "tours.20261222.1600"),
        ("2026-12-27", "tours.20261227.1000"),
    ] {
        assert_eq!(times(&ada, "tour", date).await, [performance]);
    }
    assert_eq!(times(&ada, "tour", "2026-12-24").await.len(), 2);
    ada.try_add(json!([line("tour", "adult", 3, Some("tours.20261222.1600"))])).await.expect_refusal();
    ada.try_add(json!([line("tour", "adult", 2, Some("tours.20261222.1600"))])).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn import_that_closes_a_sold_day_by_a_holiday_is_refused() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.try_add(json!([line("tour", "adult", 1, Some("tours.20261121.1200"))])).await.expect_success();
    let with_holiday = |days: [&str; 1]| {
        Catalogue::park()
            .with([holiday("third", "Third Saturday", days)])
            .edit_schedule("tours", |tours| tours.closed(["third"]))
    };
    shop.import(&with_holiday(["first sat"])).await;
    let withdrawn = list_withdrawn(&shop, &with_holiday(["third sat of november"])).await;
    assert_eq!(withdrawn, ["performance tours.20261121.1200: 1 held in 1 cart"]);
    shop.stop().await;
}

#[tokio::test]
async fn venue_names_the_holiday_on_which_it_is_closed_or_has_other_hours() {
    let park = Catalogue::park()
        .with([
            holiday("thanksgiving", "Thanksgiving", ["fourth thu of november"]),
            holiday("lights", "Night of lights", ["2026-11-25"]),
            holiday("unused", "Leap day", ["11-24"]),
        ])
        .edit("site", PARK, |site| {
            site.closed(["thanksgiving", "2026-11-23"])
                .with(opening_hours("18:00", "23:00").days(["lights", "2026-11-22"]))
                .with(opening_hours("10:00", "20:00"))
        });
    let shop = Shop::selling(&park).await;
    let venue = shop.shopper().get("/api/venue/park").await.expect_status(200).json();
    let usual = json!({ "opens": "10:00", "closes": "20:00" });
    let late = json!({ "opens": "18:00", "closes": "23:00" });
    assert_eq!(
        venue["hours"],
        json!([
            { "date": "2026-11-20", "hours": usual },
            { "date": "2026-11-21", "hours": usual },
            { "date": "2026-11-22", "hours": late },
            { "date": "2026-11-23" },
            { "date": "2026-11-24", "hours": usual },
            { "date": "2026-11-25", "hours": late, "holiday": "Night of lights" },
            { "date": "2026-11-26", "holiday": "Thanksgiving" },
        ])
    );
    shop.stop().await;
}
