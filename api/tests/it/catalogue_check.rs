//! `midway check`: what an import would do, and that the command writes nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use midway::ops::check::{Preview, check};
use midway::platform::clock::SystemClock;
use midway::platform::db::Db;
use midway_kernel::time::Clock;
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::support::catalogue::halls;
use crate::support::catalogue::table::PARK;
use crate::support::process::{begin, run_to_end};
use crate::support::shop::variables;
use crate::support::shopper::{SATURDAY_NOON, line};
use crate::support::wait::until;
use crate::support::{Catalogue, Shop};

/// Checks a catalogue against the database of a shop.
async fn preview(shop: &Shop, catalogue: &Catalogue) -> Preview {
    let folder = tempfile::tempdir().unwrap();
    catalogue.write(folder.path());
    let now = shop.app.clock.now();
    check(shop.database_url(), folder.path(), now).await.unwrap().unwrap()
}

/// All files below a folder, with the time of their last change.
fn files(folder: &Path) -> BTreeMap<String, SystemTime> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => {
                let changed = path.metadata().unwrap().modified().unwrap();
                BTreeMap::from([(path.display().to_string(), changed)])
            }
        })
        .collect()
}

#[tokio::test]
async fn without_a_database_everything_is_new_and_nothing_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let (catalogue, data) = (folder.path().join("catalog"), folder.path().join("data"));
    Catalogue::park().write(&catalogue);
    let before = files(folder.path());
    let url = format!("sqlite://{}/shop.db?mode=rwc", data.display());
    let preview = check(&url, &catalogue, "2026-11-20T12:00:00Z".parse().unwrap()).await.unwrap().unwrap();
    let words = preview.to_string();
    assert!(words.starts_with("No problems. The shop has no catalogue yet, so everything is new:\n"), "{words}");
    assert!(words.contains("\n  + product: ") && !preview.needs_withdraw(), "{words}");
    assert!(!data.exists());
    assert_eq!(files(folder.path()), before);
}

#[tokio::test]
async fn check_reports_the_changes_to_the_current_revision_and_writes_nothing() {
    let shop = Shop::open().await;
    let revision = shop.app.catalog.current().revision;
    let same = preview(&shop, &Catalogue::park()).await.to_string();
    assert_eq!(same, format!("No problems. An import would change nothing: revision {revision} is current."));
    let changed = preview(&shop, &Catalogue::park().adult_price(31_00)).await;
    let expected = format!("No problems. An import would change revision {revision}:\n  ~ product tour: ");
    let words = changed.to_string();
    assert!(words.starts_with(&expected) && words.contains("variant.adult.price "), "{words}");
    assert!(words.ends_with(" → \"31.00\"") && !changed.needs_withdraw(), "{words}");
    shop.app.catalog.refresh(shop.app.db.write()).await.unwrap();
    assert_eq!(shop.app.catalog.current().revision, revision);
    shop.stop().await;
}

#[tokio::test]
async fn check_leaves_the_files_of_a_stopped_shop_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = folder.path().join("catalog");
    Catalogue::park().write(&catalogue);
    let data = folder.path().join("data");
    let url = format!("sqlite://{}/shop.db?mode=rwc", data.display());
    let db = Db::connect(&url, 2).await.unwrap();
    Migrator::up(&db.schema(), None).await.unwrap();
    db.close().await.unwrap();
    let before = files(&data);
    let now = "2026-11-20T12:00:00Z".parse().unwrap();
    let words = check(&url, &catalogue, now).await.unwrap().unwrap().to_string();
    assert!(words.contains("The shop has no catalogue yet"), "{words}");
    assert_eq!(files(&data), before);
}

#[tokio::test]
async fn check_names_how_much_is_sold_and_held_of_what_would_be_withdrawn_or_lowered() {
    let with_halls = Catalogue::park().with(halls(2, 4)).tour_capacity(10).guide_books(20);
    let shop = Shop::selling(&with_halls).await;
    let (ada, bob) = (shop.shopper(), shop.shopper());
    ada.buy_tours("adult", 3).await;
    bob.open_shop().await;
    let floor = json!([{ "productId": "theatre", "productVariantId": "anywhere", "quantity": 2, "performances": [
        { "selectionIndex": 1, "performanceId": "plays.20261121.1900", "showCategoryId": "floor" },
    ] }]);
    bob.try_add(floor).await.expect_success();
    bob.try_add(json!([line("tour", "child", 2, Some(SATURDAY_NOON)), line("book", "guide-book", 1, None)]))
        .await
        .expect_success();

    let lower = preview(&shop, &with_halls.clone().tour_capacity(4).guide_books(5)).await;
    assert!(!lower.needs_withdraw());
    let words = lower.to_string();
    assert!(words.contains("\n  ~ product book: variant.guide-book.stock 20 → 5"), "{words}");
    let expected = "\nWith a lower capacity although sold or held:\
                    \n  ~ performance tours.20261121.1200: capacity 10 → 4; 3 sold, 2 held, so it stays at 5\
                    \n  ~ variant guide-book: capacity 20 → 5; 1 held";
    assert!(words.ends_with(expected), "{words}");

    let without = with_halls
        .clone()
        .no_tours_on(["2026-11-21"])
        .without("product", "book")
        .without_child("product", "tour", "variant", "child")
        .without_child("hall", "house", "section", "floor")
        .without_child("product", "theatre", "variant", "floor-seat");
    let gone = preview(&shop, &without).await;
    assert!(gone.needs_withdraw());
    let words = gone.to_string();
    let expected = "\nWithdrawn although sold, held or reserved:\
                    \n  - performance tours.20261121.1200: 3 sold in 1 order, 2 held in 1 cart\
                    \n  - product book: 1 held in 1 cart\
                    \n  - section floor at plays.20261121.1900: 2 held\
                    \n  - variant child of product tour: 2 held in 1 cart\
                    \nWho bought them, with name, email and phone:\
                    \n  midway orders --performance tours.20261121.1200\
                    \nWith a lower capacity although sold or held:\
                    \n  ~ performance plays.20261121.1900: capacity 5 → 2; 2 held";
    assert!(words.ends_with(expected), "{words}");
    shop.stop().await;
}

#[tokio::test]
async fn new_name_or_time_zone_of_a_site_is_a_warning_while_tickets_for_coming_days_are_sold() {
    let shop = Shop::open().await;
    let moved = Catalogue::park()
        .edit("site", PARK, |site| site.set("name", "Harbor Park").set("time_zone", "America/Chicago"));
    assert!(preview(&shop, &moved).await.warnings.is_empty(), "nothing is sold yet");
    shop.shopper().buy_tours("adult", 2).await;
    let warnings = preview(&shop, &moved).await.warnings;
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("its name changes from \"") && warnings[0].contains("to \"Harbor Park\""));
    assert!(warnings[1].contains("its time zone changes from America/New_York to America/Chicago"));
    assert!(warnings.iter().all(|warning| warning.ends_with(": 2 sold in 1 order")), "{warnings:?}");
    shop.advance(48 * 60);
    assert!(preview(&shop, &moved).await.warnings.is_empty(), "the visits are over");
    shop.stop().await;
}

#[tokio::test]
async fn import_of_the_checked_folder_reports_the_same_lowered_capacities() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(10)).await;
    shop.shopper().buy_tours("adult", 3).await;
    let folder = tempfile::tempdir().unwrap();
    Catalogue::park().tour_capacity(4).write(folder.path());
    let imported = midway::ops::import::import(&shop.app, folder.path()).await.unwrap().unwrap();
    let words = imported.to_string();
    assert!(words.ends_with("\n  ~ performance tours.20261121.1200: capacity 10 → 4; 3 sold"), "{words}");
    shop.stop().await;
}

#[tokio::test]
async fn exit_code_tells_problems_from_an_import_that_needs_the_withdraw_option() {
    let shop = Shop::open().await;
    shop.shopper().buy_tours("adult", 3).await;
    // The commands read the shop's time from a file.
    let shift = shop.data().join("clock");
    let seconds = shop.app.clock.now() - SystemClock::new(None).now();
    std::fs::write(&shift, seconds.num_seconds().to_string()).unwrap();
    let mut variables = variables(shop.data(), shop.database_url());
    variables.push(("MIDWAY_CLOCK", shift.display().to_string()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let run = async |catalogue: &Catalogue, arguments: &[&str]| {
        catalogue.write(folder.path());
        run_to_end(&variables, &[arguments, &[path.as_str()]].concat()).await
    };

    let said = run(&Catalogue::park(), &["check"]).await;
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);

    let said = run(&Catalogue::park().edit_tour(|tour| tour.set("site", "prak")), &["check"]).await;
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains(": there is no site \"prak\"; did you mean \"park\"?\n"), "{}", said.err);
    assert!(said.err.ends_with("the catalogue has 1 problem; nothing was changed\n"), "{}", said.err);

    let closed = Catalogue::park().no_tours_on(["2026-11-21"]);
    let sold = "performance tours.20261121.1200: 3 sold in 1 order\n";
    let who = "  midway orders --performance tours.20261121.1200\n";
    let listed = format!("\n  - {sold}Who bought them, with name, email and phone:\n{who}");
    let said = run(&closed, &["check"]).await;
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.out.ends_with(&listed), "{}", said.out);
    let said = run(&closed, &["import"]).await;
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.starts_with(sold) && said.err.contains(who), "{}", said.err);
    let said = run(&closed, &["import", "--withdraw"]).await;
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.ends_with(&listed), "{}", said.out);

    assert_eq!(run_to_end(&variables, &["check"]).await.code, 2);
    shop.stop().await;
}

#[tokio::test]
async fn revision_that_cannot_be_read_is_replaced_only_with_the_withdraw_option() {
    let shop = Shop::open().await;
    let is_postgres = shop.database_url().starts_with("postgres");
    let bytes = if is_postgres { "'\\x00'" } else { "X'00'" };
    let damage = format!("UPDATE catalog_revision SET document = {bytes}");
    shop.app.db.write().execute_unprepared(&damage).await.unwrap();
    let variables = variables(shop.data(), shop.database_url());
    let folder = tempfile::tempdir().unwrap();
    Catalogue::park().edit_tour(|tour| tour.set("name", "New tour")).write(folder.path());
    let path = folder.path().display().to_string();
    let said = run_to_end(&variables, &["check", &path]).await;
    assert_eq!(said.code, 3, "{}", said.err);
    let warning = "warning: revision 1 of the catalogue cannot be read by this version: ";
    assert!(said.err.starts_with(warning), "{}", said.err);
    let said = run_to_end(&variables, &["import", &path]).await;
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("use --withdraw to replace it"), "{}", said.err);
    assert_eq!(shop.count("SELECT MAX(revision) FROM catalog_revision").await, 1);
    let said = run_to_end(&variables, &["import", "--withdraw", &path]).await;
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(shop.count("SELECT MAX(revision) FROM catalog_revision").await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn watched_folder_is_imported_again_when_a_file_is_saved_and_problems_change_nothing() {
    let shop = Shop::open().await;
    let variables = variables(shop.data(), shop.database_url());
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| Catalogue::park().edit_tour(|tour| tour.set("name", name));
    named("First").write(folder.path());
    let log = shop.data().join("watch.log");
    let path = folder.path().display().to_string();
    let mut watching = begin(&variables, &["import", "--withdraw", "--watch", &path], &log);
    let said = || std::fs::read_to_string(&log).unwrap_or_default();
    let until_waiting = async |times| {
        let is_waiting = || said().matches("waiting for changes of ").count() == times;
        until("the command waits", || async { is_waiting().then_some(()) }).await;
    };
    until_waiting(1).await;
    assert_eq!(shop.count("SELECT MAX(revision) FROM catalog_revision").await, 2);
    named("Broken").edit_tour(|tour| tour.set("site", "prak")).write(folder.path());
    until_waiting(2).await;
    assert!(said().contains("there is no site \"prak\"; did you mean \"park\"?"), "{}", said());
    assert_eq!(shop.count("SELECT MAX(revision) FROM catalog_revision").await, 2);
    named("Second").write(folder.path());
    until_waiting(3).await;
    assert_eq!(shop.count("SELECT MAX(revision) FROM catalog_revision").await, 3);
    assert!(said().contains("\nchanged: catalogue.toml\n"), "{}", said());
    watching.kill().await.unwrap();
    shop.stop().await;
}
