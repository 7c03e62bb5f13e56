//! `midway orders`: who bought what; and that a shop with orders is never a preview.

use chrono::NaiveDate;
use midway::ops;
use midway::ops::import::{Withdrawal, publish_folder};
use midway::ops::void::void;
use midway::shop::order::OrderFilter;
use midway_kernel::id::PerformanceId;
use serde_json::json;

use crate::purchases::media_codes;
use crate::support::shopper::{SATURDAY_NOON, line};
use crate::support::{Catalogue, Shop};

const SUNDAY_NOON: &str = "tours.20261122.1200";

/// The rows of the list without its header.
async fn rows(shop: &Shop, filter: &OrderFilter) -> Vec<String> {
    let mut csv = Vec::new();
    ops::orders::write(&shop.app, filter, &mut csv).await.unwrap();
    let text = String::from_utf8(csv).unwrap();
    let mut lines = text.lines().map(str::to_owned);
    let header = "order,state,name,email,phone,placed,total,product,variant,performance,visit,time,place,quantity";
    assert_eq!(lines.next().unwrap(), header);
    lines.collect()
}

#[tokio::test]
async fn orders_are_listed_by_performance_product_day_of_visit_and_day_of_sale() {
    let shop = Shop::open().await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    let lines = [
        line("tour", "adult", 2, Some(SATURDAY_NOON)),
        line("tour", "child", 1, Some(SUNDAY_NOON)),
        line("day-ticket", "day-adult", 1, Some("days.20261122.0900")),
    ];
    ada.try_add(json!(lines)).await.expect_success();
    ada.check_out().await;
    let codes = media_codes(&ada.get("/api/order/digital-tickets").await.text());
    assert_eq!(codes.len(), 4);
    shop.advance(24 * 60);
    bob.open_shop().await;
    bob.try_add(json!([line("tour", "adult", 1, Some(SUNDAY_NOON))])).await.expect_success();
    bob.check_out().await;

    let all = rows(&shop, &OrderFilter::default()).await;
    assert_eq!(all.len(), 4, "{all:?}");
    let placed = "2026-11-20T10:00:00-05:00";
    let is_adas = |row: &str| row.contains(",valid,Ada Lovelace,ada@example.org,") && row.contains(placed);
    assert!(all[..3].iter().all(|row| is_adas(row)), "{all:?}");
    assert!(all[0].ends_with(",Tour,Adult,tours.20261121.1200,2026-11-21,12:00,,2"), "{all:?}");
    assert!(all.iter().any(|row| row.contains(",days.20261122.0900,2026-11-22,")), "{all:?}");

    let of = async |filter: OrderFilter| rows(&shop, &filter).await.len();
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day);
    let at = |id: &str| Some(PerformanceId(id.to_owned()));
    assert_eq!(of(OrderFilter { performance: at(SATURDAY_NOON), ..OrderFilter::default() }).await, 1);
    assert_eq!(of(OrderFilter { performance: at("tours.20261129.1200"), ..OrderFilter::default() }).await, 0);
    assert_eq!(of(OrderFilter { product: Some("day-ticket".into()), ..OrderFilter::default() }).await, 1);
    assert_eq!(of(OrderFilter { on: day(22), ..OrderFilter::default() }).await, 3);
    assert_eq!(of(OrderFilter { since: day(21), ..OrderFilter::default() }).await, 1);
    assert_eq!(of(OrderFilter { until: day(20), on: day(22), ..OrderFilter::default() }).await, 2);

    assert!(!all.iter().any(|row| codes.iter().any(|code| row.contains(code.as_str()))), "no codes of tickets");
    for code in &codes {
        void(&shop.app, code).await.unwrap();
    }
    let saturday = rows(&shop, &OrderFilter { on: day(21), ..OrderFilter::default() }).await;
    assert!(saturday[0].contains(",revoked,"), "{saturday:?}");
    shop.stop().await;
}

#[tokio::test]
async fn edited_folder_does_not_withdraw_from_a_shop_that_has_orders() {
    let shop = Shop::open().await;
    let folder = shop.data().join("edited");
    let closed = Catalogue::park().no_tours_on(["2026-11-21"]);
    closed.write(&folder);
    publish_folder(&shop.app, &folder, Withdrawal::AllowedInPreview).await.unwrap().unwrap();
    Catalogue::park().write(&folder);
    publish_folder(&shop.app, &folder, Withdrawal::AllowedInPreview).await.unwrap().unwrap();

    shop.shopper().buy_tours("adult", 1).await;
    let revision = shop.app.catalog.current().revision;
    closed.write(&folder);
    let refused = publish_folder(&shop.app, &folder, Withdrawal::AllowedInPreview).await.unwrap_err().to_string();
    assert!(refused.contains(" has orders, ") && refused.contains("scripts/run --catalog FOLDER --watch"), "{refused}");
    assert_eq!(shop.app.catalog.current().revision, revision);
    shop.stop().await;
}
