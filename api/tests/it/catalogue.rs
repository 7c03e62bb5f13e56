//! Catalogue imports into a shop that is already selling, and the calendar.

use midway::ops::catalog_follower::{CatalogFollower, align_capacities};
use midway::ops::worker::release_expired_holds;
use midway::shop::catalog;
use midway::shop::inventory::{self, Draw, LineClaim, StockKey};
use midway::shop::performance::capacity_of;
use midway_catalog::{Catalog, Revision};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::purchases::media_codes;
use crate::support::catalogue::halls;
use crate::support::catalogue::table::{PARK, opening_hours};
use crate::support::database::{server_url, wait_for_blocked_table};
use crate::support::process::{ProcessShop, run_to_end};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{SATURDAY, SATURDAY_NOON, line};
use crate::support::{Catalogue, Shop, until};

/// The ids of performances.
pub fn ids(performances: &[Value]) -> Vec<String> {
    performances.iter().map(|it| it["performanceId"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn performance_ids_are_stable_over_time_and_across_restarts_and_replicas() {
    let mut shop = Shop::open().await;
    let replica = shop.replica().await;
    let first = ids(&shop.shopper().list_performances("tour", SATURDAY).await);
    assert_eq!(first, ["tours.20261121.1200", "tours.20261121.1400", "nights.20261121.2100"]);
    assert_eq!(ids(&replica.shopper().list_performances("tour", SATURDAY).await), first);
    shop.restart().await;
    shop.advance(10 * 60);
    assert_eq!(ids(&shop.shopper().list_performances("tour", SATURDAY).await), first);
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn second_replica_loads_an_import_without_a_restart() {
    let shop = Shop::open().await;
    let replica = shop.replica().await;
    shop.import(&Catalogue::park().adult_price(31_00)).await;
    let bob = replica.shopper();
    until("the replica serves the new price", || async {
        let answer = bob.post("/api/product/single", json!({ "extProductId": "tour" })).await;
        answer.text().contains("31").then_some(())
    })
    .await;
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn serve_imports_the_folder_of_its_option_at_every_start_and_does_not_start_if_it_is_refused() {
    let mut shop = ProcessShop::selling(&Catalogue::park(), "info").await;
    let folder = shop.folder.path().join("own");
    let options = ["--catalog", folder.to_str().unwrap()];
    for price in [31, 32] {
        Catalogue::park().adult_price(price * 100).write(&folder);
        shop.start_with(&shop.variables(), &options).await;
        let shopper = shop.shopper(shop.address().await);
        let page = shopper.post("/api/product/single", json!({ "extProductId": "tour" })).await.text();
        assert!(page.contains(&price.to_string()), "{price}: {page}");
        shop.end().await;
    }
    std::fs::write(folder.join("mistake.toml"), "nonsense = 1").unwrap();
    let said = run_to_end(&shop.variables(), &["serve", options[0], options[1]]).await;
    assert_eq!(said.code, 1);
    assert!(said.err.starts_with("mistake.toml:1: "), "{}", said.err);
    shop.stop().await;
}

#[tokio::test]
async fn session_and_cart_are_the_same_on_every_replica() {
    let shop = Shop::open().await;
    let replica = shop.replica().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let there = ada.at_server(replica.address);
    there.add_tours("adult", 1).await;
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn capacity_is_never_lowered_below_its_claims() {
    let shop = Shop::open().await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 3).await;
    bob.open_shop().await;
    bob.add_tours("adult", 2).await;
    shop.import(&Catalogue::park().tour_capacity(2)).await;
    let capacity = "SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'";
    assert_eq!(shop.count(capacity).await, 5);
    let cleo = shop.new_guest().await;
    cleo.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_refusal();
    // A stock without claims has the new capacity.
    let other = json!([line("tour", "adult", 3, Some("tours.20261122.1200"))]);
    cleo.try_add(other).await.expect_refusal();
    shop.import(&Catalogue::park().tour_capacity(6)).await;
    cleo.add_tours("adult", 1).await;
    shop.stop().await;
}

/// Makes a claim that expires immediately, which creates the row of the stock with the capacity that `catalog` states.
/// A call that began with this catalogue creates the row in the same way.
async fn claim_by(shop: &Shop, catalog: &Catalog, performance: &str) {
    let key = StockKey::performance(&performance.into());
    let capacity = capacity_of(catalog, &key).unwrap();
    let line = LineClaim { line_id: "line".to_owned(), draws: vec![Draw { key, capacity, quantity: 1 }] };
    let (now, tx) = (shop.app.clock.now(), shop.app.db.begin().await.unwrap());
    let held = inventory::holding(&tx, "owner").await.unwrap();
    inventory::claim(&tx, held, &[line], now, now).await.unwrap().unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn capacity_set_by_a_call_that_began_before_the_import_is_corrected() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(10), &[WORKER_OFF]).await;
    let capacity = "SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'";
    let mut follower = CatalogFollower::default();
    follower.follow(&shop.app).await.unwrap();
    let before = shop.app.catalog.current();
    shop.import(&Catalogue::park().tour_capacity(5)).await;
    follower.follow(&shop.app).await.unwrap();
    claim_by(&shop, &before, SATURDAY_NOON).await;
    assert_eq!(shop.count(capacity).await, 10);
    drop(before);
    follower.follow(&shop.app).await.unwrap();
    assert_eq!(shop.count(capacity).await, 5);
    release_expired_holds(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn capacities_that_could_not_be_set_after_an_import_are_set_by_the_next_attempt() {
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(10), &[WORKER_OFF]).await;
    let rename = async |from, to| {
        shop.app.db.write().execute_unprepared(&format!("ALTER TABLE {from} RENAME TO {to}")).await.unwrap();
    };
    let before = shop.app.catalog.current();
    shop.import(&Catalogue::park().tour_capacity(5)).await;
    claim_by(&shop, &before, SATURDAY_NOON).await;
    let mut follower = CatalogFollower::default();
    rename("stock", "hidden").await;
    assert!(follower.follow(&shop.app).await.is_err());
    rename("hidden", "stock").await;
    follower.follow(&shop.app).await.unwrap();
    assert_eq!(shop.count("SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 5);
    release_expired_holds(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn capacity_correction_that_waited_for_an_import_sets_the_newly_imported_capacities() {
    // The test needs PostgreSQL. On SQLite both transactions use the one writer, so neither can be stopped midway.
    if server_url().is_none() {
        return;
    }
    let shop = Shop::selling_with(&Catalogue::park().tour_capacity(10), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    // An import has written everything, and has not yet committed.
    let files = shop.data().join("next");
    Catalogue::park().tour_capacity(5).write(&files);
    let document = catalog::prepare(&files, &shop.app.pictures, shop.app.clock.now()).await.unwrap().document;
    let (now, import) = (shop.app.clock.now(), shop.app.db.begin().await.unwrap());
    let number = catalog::publish(&import, &document, now).await.unwrap().revision;
    import.execute_unprepared("LOCK TABLE stock IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let next = Catalog::new(Revision { number, imported_at: now, document });
    inventory::change_capacities(&import, |key| capacity_of(&next, key)).await.unwrap();
    let app = shop.app.clone();
    let aligning = tokio::spawn(async move { align_capacities(&app).await });
    wait_for_blocked_table(&shop.app.db).await;
    import.commit().await.unwrap();
    aligning.await.unwrap().unwrap();
    assert_eq!(shop.count("SELECT capacity FROM stock WHERE key = 'performance:tours.20261121.1200'").await, 5);
    shop.stop().await;
}

#[tokio::test]
async fn visitors_can_load_the_converted_pictures_of_the_catalogue_but_not_its_original_files() {
    let shop = Shop::open().await;
    let files = shop.data().join("with-logo");
    Catalogue::park().setting("site_logo", "logo.png").write(&files);
    std::fs::create_dir_all(files.join("pictures")).unwrap();
    image::RgbImage::from_pixel(300, 100, image::Rgb([20, 120, 60])).save(files.join("pictures/logo.png")).unwrap();
    let document = catalog::prepare(&files, &shop.app.pictures, shop.app.clock.now()).await.unwrap().document;
    let logo = &document.pictures["logo.png"];
    let status = async |name: &str| shop.shopper().get(&format!("/api/picture/{name}")).await.status;
    assert!(shop.app.pictures.has(&logo.original).await.unwrap());
    assert_eq!(status(&logo.original).await, 404);
    assert_eq!(status(&logo.share).await, 200);
    for source in &logo.sources {
        assert_eq!(status(&source.name).await, 200, "{}", source.name);
    }
    shop.stop().await;
}

#[tokio::test]
async fn import_of_an_unchanged_folder_changes_nothing() {
    let shop = Shop::open().await;
    let revision = shop.app.catalog.current().revision;
    shop.import(&Catalogue::park()).await;
    assert_eq!(shop.app.catalog.current().revision, revision);
    shop.stop().await;
}

#[tokio::test]
async fn list_of_products_on_sale_contains_the_time_of_the_last_catalogue_change() {
    let mut shop = Shop::open().await;
    let read_change = async |at: &crate::support::shopper::Shopper| {
        at.get("/api/product/on-sale").await.json()["catalogDate"].clone()
    };
    assert_eq!(read_change(&shop.shopper()).await, json!("2026-11-20T15:00:00Z"));
    shop.advance(90);
    shop.import(&Catalogue::park()).await;
    assert_eq!(read_change(&shop.shopper()).await, json!("2026-11-20T15:00:00Z"), "nothing has changed");
    shop.import(&Catalogue::park().adult_price(21_00)).await;
    assert_eq!(read_change(&shop.shopper()).await, json!("2026-11-20T16:30:00Z"));
    shop.advance(1);
    shop.restart().await;
    assert_eq!(read_change(&shop.shopper()).await, json!("2026-11-20T16:30:00Z"));
    shop.stop().await;
}

#[tokio::test]
async fn product_is_sold_only_within_its_sale_period() {
    let catalogue = Catalogue::park()
        .edit_tour(|tour| tour.on_sale_from("2026-11-20T10:30:00").on_sale_until("2026-11-20T12:00:00"));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let wanted = json!([line("tour", "adult", 1, Some(SATURDAY_NOON))]);
    // The calls below are made at 10:00, 10:30, 11:59 and 12:00 on the park's clock.
    ada.try_add(wanted.clone()).await.expect_refusal();
    assert!(ada.list_days("tour").await.is_empty());
    shop.advance(30);
    ada.try_add(wanted.clone()).await.expect_success();
    assert!(!ada.list_days("tour").await.is_empty());
    shop.advance(89);
    ada.try_add(wanted.clone()).await.expect_success();
    shop.advance(1);
    ada.try_add(wanted).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn closed_day_is_neither_shown_nor_sold() {
    let park = Catalogue::park().no_tours_on(["2026-11-22"]);
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    let days = ada.list_days("tour").await;
    assert!(days.contains(&"2026-11-21".to_owned()) && days.contains(&"2026-11-23".to_owned()));
    assert!(!days.contains(&"2026-11-22".to_owned()));
    assert!(ada.list_performances("tour", "2026-11-22").await.is_empty());
    ada.try_add(json!([line("tour", "adult", 1, Some("tours.20261122.1200"))])).await.expect_refusal();
    shop.stop().await;
}

#[tokio::test]
async fn today_is_offered_until_its_last_performance_in_the_time_zone_of_the_park() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    assert_eq!(ids(&ada.list_performances("tour", "2026-11-20").await), ["tours.20261120.1200", "tours.20261120.1400"]);
    shop.advance(2 * 60);
    assert_eq!(ids(&ada.list_performances("tour", "2026-11-20").await), ["tours.20261120.1400"]);
    shop.advance(2 * 60);
    assert_eq!(ada.list_days("tour").await[0], SATURDAY);
    shop.stop().await;
}

#[tokio::test]
async fn calendar_starts_with_the_first_day_on_sale_even_if_it_is_far_ahead() {
    let shop = Shop::selling(&Catalogue::park().edit_schedule("days", |days| days.from("2027-04-01"))).await;
    let ada = shop.shopper();
    assert_eq!(ada.list_days("day-ticket").await[0], "2027-04-01");
    shop.stop().await;
}

#[tokio::test]
async fn page_of_a_product_shows_what_the_calls_for_product_days_and_times_return() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(1)).await;
    let ada = shop.new_guest().await;
    let page = async |address: &str| ada.get(&format!("/api/product/page/{address}")).await;
    for from in [None, Some("2026-11-28")] {
        let address = from.map_or("tour".to_owned(), |from| format!("tour?startDate={from}"));
        let shown = page(&address).await.json();
        let product = ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.json();
        assert_eq!(shown["product"], product["value"]);
        let mut asked = json!({ "productIds": ["tour"] });
        if let Some(from) = from {
            asked["startDate"] = json!(from);
        }
        let days = ada.post("/api/performance/product-date", asked).await.json();
        assert_eq!(shown["dates"].as_array().unwrap(), &days.as_array().unwrap()[..60]);
        let times = ada.list_performances("tour", days[0]["date"].as_str().unwrap()).await;
        assert_eq!(shown["nextPerformance"], times[0]);
    }
    // The noon tour of the first day has one place, and then none.
    let first = page("tour").await.json()["nextPerformance"]["performanceId"].clone();
    let line = line("tour", "adult", 1, Some(first.as_str().unwrap()));
    ada.try_add(json!([line])).await.expect_success();
    let next = page("tour").await.json();
    assert_ne!(next["nextPerformance"]["performanceId"], first);
    assert_eq!(next["nextPerformance"]["capacityLevelId"], json!(1));
    let book = page("book").await.json();
    assert_eq!((&book["dates"], book.get("nextPerformance")), (&json!([]), None));
    assert_eq!(page("nothing").await.status, 404);
    shop.stop().await;
}

#[tokio::test]
async fn calendar_filters_by_show_and_by_required_variants() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let days = |more: Value| {
        let mut asked = json!({ "productIds": ["tour"], "startDate": "2026-11-20", "endDate": "2026-11-29" });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let ada = ada.clone();
        async move {
            let found = ada.post("/api/performance/product-date", asked).await.json();
            let dates = found.as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap()[8..].to_owned());
            dates.collect::<Vec<_>>().join(" ")
        }
    };
    assert_eq!(days(json!({})).await, "20 21 22 23 24 25 26 27 28 29");
    assert_eq!(days(json!({ "extShowId": "night" })).await, "21 28");
    assert_eq!(days(json!({ "extShowId": "night", "requiredProductVariantIds": ["adult"] })).await, "21 28");
    assert_eq!(days(json!({ "extShowId": "night", "requiredProductVariantIds": ["child"] })).await, "");
    assert_eq!(days(json!({ "extShowId": "tour", "requiredProductVariantIds": ["child"] })).await.len(), 29);
    assert_eq!(days(json!({ "extShowId": "opera" })).await, "");
    assert_eq!(days(json!({ "requiredProductVariantIds": ["nobody"] })).await, "");
    shop.stop().await;
}

#[tokio::test]
async fn month_calendar_says_closed_on_days_without_opening_hours_of_the_venue() {
    let weekends = Catalogue::park().edit_schedule("tours", |tours| tours.weekdays(["fri", "sat", "sun"])).edit(
        "site",
        PARK,
        |site| site.with(opening_hours("09:00", "18:30").weekdays(["fri", "sat", "sun", "mon"])),
    );
    let shop = Shop::selling(&weekends).await;
    let ada = shop.shopper();
    let days = async |asked: Value| -> Vec<String> {
        let found = ada.post("/api/performance/product-date", asked).await.json();
        let day =
            |day: &Value| format!("{} {}", day["date"].as_str().unwrap(), day["capacityDescription"].as_str().unwrap());
        found.as_array().unwrap().iter().take(5).map(day).collect()
    };
    let month = json!({ "productIds": ["tour"], "startDate": "2026-11-20", "endDate": "2026-11-25" });
    // On Monday the park is open without a tour.
    assert_eq!(
        days(month).await,
        [
            "2026-11-20 Available",
            "2026-11-21 Available",
            "2026-11-22 Available",
            "2026-11-24 Closed",
            "2026-11-25 Closed"
        ]
    );
    let first = days(json!({ "productIds": ["tour"] })).await;
    assert_eq!(first[3], "2026-11-27 Available", "the first days on sale are without closed days");
    shop.stop().await;
}

#[tokio::test]
async fn shown_capacity_level_follows_the_claims() {
    let park = Catalogue::park().tour_capacity(10);
    let shop = Shop::selling(&park).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    let mut seen = Vec::new();
    for _ in 0..11 {
        let performances = bob.list_performances("tour", SATURDAY).await;
        seen.push(performances[0]["capacityLevelId"].as_i64().unwrap());
        let _refused_when_full = ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await;
    }
    assert_eq!(seen, [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4]);
    shop.stop().await;
}

#[tokio::test]
async fn performances_share_the_day_capacity_pool() {
    let park = Catalogue::park().guests_per_day(4);
    let shop = Shop::selling(&park).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 3).await;
    let too_many = ada.try_add(json!([line("day-ticket", "day-adult", 2, Some("days.20261121.0900"))])).await;
    let few = "Sorry, only 1 left: Day ticket, Saturday, November 21, 2026. Please choose fewer, or choose another \
               date or time. Still available for 2 people: Fri, Nov 20; Sun, Nov 22; Mon, Nov 23.";
    assert_eq!(too_many.expect_refusal(), few);
    ada.try_add(json!([line("day-ticket", "day-adult", 1, Some("days.20261121.0900"))])).await.expect_success();
    shop.stop().await;
}

/// The items that an import of this catalogue would withdraw. The list is empty if the catalogue was imported.
pub async fn list_withdrawn(shop: &Shop, park: &Catalogue) -> Vec<String> {
    let folder = shop.data().join("catalog");
    park.write(&folder);
    match midway::ops::import::import(&shop.app, &folder).await.unwrap() {
        Ok(_) => Vec::new(),
        Err(midway::shop::catalog::CatalogError::Withdraws { items, .. }) => items,
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn sold_or_held_performance_is_withdrawn_only_with_the_withdraw_option() {
    let shop = Shop::open().await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 1).await;
    bob.open_shop().await;
    bob.try_add(json!([line("tour", "adult", 1, Some("tours.20261123.1400"))])).await.expect_success();
    let closed = Catalogue::park().no_tours_on(["2026-11-21", "2026-11-22", "2026-11-23"]);
    assert_eq!(
        list_withdrawn(&shop, &closed).await,
        ["performance tours.20261121.1200: 1 sold in 1 order", "performance tours.20261123.1400: 1 held in 1 cart",]
    );
    let revision = shop.app.catalog.current().revision;
    // After the hold has expired, only the sold place is reported.
    shop.advance(16);
    let claimed = "SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock";
    until("it is free", || async { (shop.count(claimed).await == 0).then_some(()) }).await;
    assert_eq!(list_withdrawn(&shop, &closed).await, ["performance tours.20261121.1200: 1 sold in 1 order"]);
    assert_eq!(shop.app.catalog.current().revision, revision);
    midway::ops::import::import_and_withdraw(&shop.app, &shop.data().join("catalog")).await.unwrap().unwrap();
    assert_eq!(shop.app.catalog.current().revision, revision + 1);
    // The sold ticket stays valid, with its day and time.
    let tickets = ada.get("/api/order/digital-tickets").await.text();
    let codes = media_codes(&tickets);
    assert_eq!(codes.len(), 1);
    assert!(tickets.contains("November\u{a0}21,\u{a0}2026") && tickets.contains("12:00\u{a0}PM"), "{tickets}");
    ada.get(&format!("/api/ticket/barcode/{}", codes[0])).await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn import_that_removes_a_sold_or_held_performance_limited_by_a_pool_is_refused_until_its_day_is_over() {
    let shop = Shop::open().await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.try_add(json!([line("day-ticket", "day-adult", 1, Some("days.20261121.0900"))])).await.expect_success();
    ada.save_settings("digital").await;
    let (payment, answer) = ada.pay_with(crate::support::card::GOOD).await;
    answer.expect_success();
    ada.submit(&payment).await.expect_success();
    bob.open_shop().await;
    bob.try_add(json!([line("day-ticket", "day-adult", 1, Some("days.20261122.0900"))])).await.expect_success();
    let closed =
        Catalogue::park().edit_schedule("days", |days| days.closed(["2026-11-21", "2026-11-22", "2026-11-23"]));
    assert_eq!(
        list_withdrawn(&shop, &closed).await,
        ["performance days.20261121.0900: 1 sold in 1 order", "performance days.20261122.0900: 1 held in 1 cart",]
    );
    // A past day does not prevent an import.
    shop.advance(48 * 60);
    assert!(list_withdrawn(&shop, &closed).await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn sold_or_held_seat_or_section_is_withdrawn_only_with_the_withdraw_option() {
    let with_halls = Catalogue::park().with(halls(2, 4));
    let shop = Shop::selling(&with_halls).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    let seat = |id: &str| json!({ "selectionIndex": 1, "performanceId": "concerts.20261121.2000", "seatId": id });
    let of = |product: &str, variant: &str, performance: serde_json::Value| json!([{ "productId": product, "productVariantId": variant, "quantity": 1, "performances": [performance] }]);
    ada.open_shop().await;
    ada.try_add(of("evening", "listener", seat("stalls-2-1"))).await.expect_success();
    ada.save_settings("digital").await;
    let (payment, answer) = ada.pay_with(crate::support::card::GOOD).await;
    answer.expect_success();
    ada.submit(&payment).await.expect_success();
    bob.open_shop().await;
    bob.try_add(of("evening", "listener", seat("stalls-2-2"))).await.expect_success();
    let floor = json!({ "selectionIndex": 1, "performanceId": "plays.20261121.1900", "showCategoryId": "floor" });
    bob.try_add(of("theatre", "anywhere", floor)).await.expect_success();

    let smaller = with_halls.without_row("2").without_child("hall", "house", "section", "floor").without_child(
        "product",
        "theatre",
        "variant",
        "floor-seat",
    );
    assert_eq!(
        list_withdrawn(&shop, &smaller).await,
        [
            "seat stalls-2-1 at concerts.20261121.2000: 1 sold",
            "seat stalls-2-2 at concerts.20261121.2000: 1 held",
            "section floor at plays.20261121.1900: 1 held",
        ]
    );
    // After the hold has expired, only the sold place is reported.
    shop.advance(16);
    let claimed = "SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock";
    until("it is free", || async { (shop.count(claimed).await == 0).then_some(()) }).await;
    assert_eq!(list_withdrawn(&shop, &smaller).await, ["seat stalls-2-1 at concerts.20261121.2000: 1 sold"]);
    shop.import_withdrawing(&smaller).await;
    shop.stop().await;
}

#[tokio::test]
async fn import_that_removes_a_held_section_is_refused_even_if_the_section_also_has_an_expired_claim() {
    let with_halls = Catalogue::park().with(halls(2, 4));
    let shop = Shop::selling_with(&with_halls, &[WORKER_OFF]).await;
    let floor = json!([{ "productId": "theatre", "productVariantId": "anywhere", "quantity": 1, "performances": [
        { "selectionIndex": 1, "performanceId": "plays.20261121.1900", "showCategoryId": "floor" },
    ] }]);
    let (ada, bob) = (shop.new_guest().await, shop.new_guest().await);
    ada.try_add(floor.clone()).await.expect_success();
    shop.advance(8);
    bob.try_add(floor).await.expect_success();
    shop.advance(8);
    let no_floor = with_halls.without_child("hall", "house", "section", "floor").without_child(
        "product",
        "theatre",
        "variant",
        "floor-seat",
    );
    assert_eq!(list_withdrawn(&shop, &no_floor).await, ["section floor at plays.20261121.1900: 1 held"]);
    release_expired_holds(&shop.app).await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn import_that_removes_a_held_or_sold_product_or_variant_is_refused_until_the_hold_or_visit_is_over() {
    let shop = Shop::open().await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 1).await;
    bob.open_shop().await;
    bob.try_add(json!([line("tour", "child", 1, Some(SATURDAY_NOON)), line("book", "guide-book", 1, None)]))
        .await
        .expect_success();
    let no_child = Catalogue::park().without_child("product", "tour", "variant", "child");
    assert_eq!(list_withdrawn(&shop, &no_child).await, ["variant child of product tour: 1 held in 1 cart"]);
    let no_book = Catalogue::park().without("product", "book");
    assert_eq!(list_withdrawn(&shop, &no_book).await, ["product book: 1 held in 1 cart"]);
    shop.advance(16);
    let claimed = "SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock";
    until("it is free", || async { (shop.count(claimed).await == 0).then_some(()) }).await;
    // The book's hold has expired, so the book can be withdrawn.
    shop.import(&no_book).await;
    // The variant of the sold ticket is still reported, because its visit is not over.
    let no_adult = Catalogue::park().without_child("product", "tour", "variant", "adult");
    assert_eq!(list_withdrawn(&shop, &no_adult).await, ["variant adult of product tour: 1 sold in 1 order"]);
    shop.advance(48 * 60);
    shop.import(&no_adult).await;
    shop.stop().await;
}

#[tokio::test]
async fn performance_at_a_time_skipped_by_daylight_saving_does_not_exist() {
    let catalogue = Catalogue::park().edit_schedule("tours", |tours| tours.slots(["02:30", "12:00"]));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    // In New York the clocks go from 2:00 to 3:00 on this day.
    assert_eq!(ids(&ada.list_performances("tour", "2027-03-14").await), ["tours.20270314.1200"]);
    let mut around = ids(&ada.list_performances("tour", "2027-03-15").await);
    assert_eq!(around, ["tours.20270315.0230", "tours.20270315.1200"]);
    around.push("tours.20270314.0230".to_owned());
    let mut sold = Vec::new();
    for id in &around {
        sold.push(ada.try_add(json!([line("tour", "adult", 1, Some(id))])).await.succeeded());
    }
    assert_eq!(sold, [true, true, false]);
    let week = json!({ "productId": "tour", "startDate": "2027-03-14", "endDate": "2027-03-15" });
    let days = ada.post("/api/performance/dynamic", week).await.expect_success()["dates"].clone();
    let shown = |day: usize| ids(days[day]["performances"].as_array().unwrap());
    assert_eq!((shown(0), shown(1).len()), (vec!["tours.20270314.1200".to_owned()], 2));
    shop.stop().await;

    // A day is closed if its only performance is at a skipped time.
    let catalogue = Catalogue::park().edit_schedule("tours", |tours| tours.slots(["02:30"]));
    let shop = Shop::selling(&catalogue).await;
    // Moves the clock so that the day is within the calendar's range.
    shop.advance(60 * 24 * 60);
    let days = shop.shopper().list_days("tour").await;
    assert!(days.contains(&"2027-03-13".to_owned()) && days.contains(&"2027-03-15".to_owned()), "{days:?}");
    assert!(!days.contains(&"2027-03-14".to_owned()));
    shop.stop().await;
}
