//! Tests of imports, of exports, and of the revision that running replicas read.

use std::path::Path;

use chrono::{TimeZone, Utc};
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectOptions, Database, DatabaseConnection};
use tempfile::TempDir;

use super::super::{
    CatalogError, CatalogHandle, changes, current, latest_revision, prepare, problems, publish, read, write,
};
use super::{Files, PROMOTIONS};
use crate::platform::pictures::Pictures;
use midway_catalog::files::Folder;
use midway_catalog::load::load;
use midway_catalog::{Changes, Difference, Document, ImportReport, Revision};
use midway_kernel::time::Instant;

/// The data of a shop: a database and a picture store in a temporary folder.
struct Shop {
    db: DatabaseConnection,
    pictures: Pictures,
    data: TempDir,
}

impl Shop {
    async fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", data.path().join("shop.db").display());
        let db = Database::connect(ConnectOptions::new(url).max_connections(1).to_owned()).await.unwrap();
        Migrator::up(&db, None).await.unwrap();
        Shop { db, pictures: Pictures::in_folder(&data.path().join("pictures")).unwrap(), data }
    }

    async fn import(&self, folder: &Path) -> ImportReport {
        let document = prepare(folder, &self.pictures, noon()).await.unwrap().document;
        publish(&self.db, &document, noon()).await.unwrap()
    }

    async fn import_files(&self, files: &Files) -> ImportReport {
        let folder = tempfile::tempdir().unwrap();
        files.write(folder.path());
        self.import(folder.path()).await
    }

    fn stored_pictures(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.data.path().join("pictures")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }
}

fn noon() -> Instant {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn first_import_reports_everything_as_added() {
    let shop = Shop::new().await;
    assert_eq!(latest_revision(&shop.db).await.unwrap(), 0);
    let report = shop.import_files(&Files::good()).await;
    assert_eq!(report.revision, 1);
    let Changes(tables) = report.changes.unwrap();
    assert_eq!(tables["product"], Difference { added: ids(&["day-ticket", "guide"]), ..Difference::default() });
    assert_eq!(tables["picture"].added, ids(&["day.png", "logo.png"]));
    let Revision { number: revision, document, .. } = current(&shop.db).await.unwrap().unwrap();
    assert_eq!((revision, document.folder.product.len()), (1, 2));
}

#[tokio::test]
async fn repeated_import_changes_nothing() {
    let shop = Shop::new().await;
    shop.import_files(&Files::good()).await;
    let report = shop.import_files(&Files::good()).await;
    assert_eq!((report.revision, &report.changes), (1, &None));
    assert_eq!(report.to_string(), "Nothing changed: revision 1 stays current.");
    assert_eq!(latest_revision(&shop.db).await.unwrap(), 1);
}

#[tokio::test]
async fn import_reports_what_it_added_changed_and_withdrew() {
    let shop = Shop::new().await;
    shop.import_files(&Files::good()).await;
    let files = Files::good().with("products.toml", "price = \"24.00\"", "price = \"26.00\"").with(
        "selling.toml",
        "id = \"download\"",
        "id = \"e-mail\"",
    );
    let report = shop.import_files(&files).await;
    assert_eq!(
        report.to_string(),
        "Revision 2 is current.\n  + delivery_method: e-mail\n  - delivery_method: download\n  ~ product day-ticket: \
         variant.adult.price \"24.00\" → \"26.00\""
    );
}

#[tokio::test]
async fn import_reports_changes_of_halls_and_seats() {
    let shop = Shop::new().await;
    let seats = "hall,section,row,seat,x,y\nlantern,stalls,A,1,400,240\nlantern,stalls,A,2,430,240\n";
    let hall = |size: u32| {
        format!(
            "[[hall]]\nid = \"lantern\"\nsize = [{size}, 500]\nsection = [{{ id = \"stalls\", name = \"Stalls\" }}]\n"
        )
    };
    shop.import_files(&Files::good().and("halls.toml", &hall(900)).and("seat.csv", seats)).await;
    let files = Files::good().and("halls.toml", &hall(901)).and("seat.csv", &seats.replace(",A,1,400", ",B,1,400"));
    let report = shop.import_files(&files.with("seat.csv", "430", "440")).await;
    assert_eq!(
        report.to_string(),
        "Revision 2 is current.\n  ~ hall lantern: size [900,500] → [901,500]\n  + seat: 1 in section stalls of lantern\n  \
         ~ seat: 1 in section stalls of lantern\n  - seat: 1 in section stalls of lantern"
    );
}

#[tokio::test]
async fn import_reports_which_keys_of_settings_texts_and_entries_changed() {
    let shop = Shop::new().await;
    shop.import_files(&Files::good()).await;
    let long = "A description that is much too long to be repeated in a report.";
    let files = Files::good()
        .with("shop.toml", "hold_minutes = 15", "hold_minutes = 20\nphone = \"(401) 555-0134\"")
        .with("shop.toml", "Gardens by the sea.", long)
        .with("shop.toml", "\"Come in\"", "\"Welcome to the gardens by the sea, open all year\"")
        .with("times.toml", "capacity = 500", "capacity = 300")
        .with("times.toml", "days = [2026-12-24]\ncapacity = 200", "days = [2026-12-25]\ncapacity = 200")
        .with("times.toml", "{ time = \"20:00\", id = \"late\" }", "{ time = \"20:30\", id = \"late\" }")
        .with("products.toml", "tags = [\"family\"]", "tags = [\"family\", \"sea\"]");
    assert_eq!(
        shop.import_files(&files).await.to_string(),
        "Revision 2 is current.\
         \n  ~ pool guests: capacity 500 → 300, exception.2026-12-24 removed, exception.2026-12-25 added\
         \n  ~ product day-ticket: tags [\"family\"] → [\"family\",\"sea\"]\
         \n  ~ schedule evenings: slot.late.time \"20:00\" → \"20:30\"\
         \n  ~ settings: description, hold_minutes 15 → 20, phone none → \"(401) 555-0134\"\
         \n  ~ text home.title: \"Come in\" → \"Welcome to the gardens by the sea, open …\""
    );
}

#[tokio::test]
async fn report_shows_at_most_twelve_entries_and_six_keys_of_each_list() {
    let shop = Shop::new().await;
    let classes =
        |rate: u32| (0..20).map(move |nth| format!("[[tax_class]]\nid = \"c{nth}\"\nname = \"C\"\nrate = {rate}\n"));
    let files = |rate: u32| Files::good().and("taxes.toml", &classes(rate).collect::<String>());
    let first = shop.import_files(&files(100)).await.to_string();
    assert!(first.contains("+ tax_class: sales, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 and 9 more"), "{first}");
    let second = shop.import_files(&files(200)).await.to_string();
    assert_eq!(second.lines().count(), 14, "{second}");
    assert!(second.contains("  ~ tax_class c11: rate 100 → 200\n  ~ tax_class: 8 more"), "{second}");
}

#[tokio::test]
async fn document_that_is_only_read_equals_the_one_that_is_imported_and_stores_no_picture() {
    let shop = Shop::new().await;
    let folder = tempfile::tempdir().unwrap();
    Files::good().write(folder.path());
    let document = read(folder.path(), noon()).unwrap().document;
    assert!(!shop.data.path().join("pictures").exists());
    assert!(changes(&shop.db, &document).await.unwrap().is_some());
    shop.import(folder.path()).await;
    assert_eq!(changes(&shop.db, &document).await.unwrap(), None);
}

#[tokio::test]
async fn import_of_a_broken_catalogue_changes_nothing() {
    let shop = Shop::new().await;
    shop.import_files(&Files::good()).await;
    let folder = tempfile::tempdir().unwrap();
    Files::good().with("products.toml", "price = \"24.00\"", "price = \"-1\"").write(folder.path());
    let refused = prepare(folder.path(), &shop.pictures, noon()).await;
    assert!(matches!(refused, Err(CatalogError::Wrong(problems)) if problems.len() == 1));
    assert_eq!(latest_revision(&shop.db).await.unwrap(), 1);
}

#[tokio::test]
async fn only_the_last_twenty_revisions_remain_stored() {
    let shop = Shop::new().await;
    for capacity in 1..=23 {
        let mut folder = Folder::default();
        folder.settings.session_timeout = capacity;
        let report = publish(&shop.db, &Document::from(folder), noon()).await.unwrap();
        assert_eq!(report.revision, i32::try_from(capacity).unwrap());
    }
    use sea_orm::ConnectionTrait;
    let rows = shop.db.query_all_raw(sea_orm::Statement::from_string(
        shop.db.get_database_backend(),
        "SELECT revision FROM catalog_revision ORDER BY revision",
    ));
    let kept: Vec<i32> = rows.await.unwrap().iter().map(|row| row.try_get("", "revision").unwrap()).collect();
    assert_eq!(kept, (4..=23).collect::<Vec<i32>>());
}

#[tokio::test]
async fn running_replica_loads_a_new_revision() {
    let shop = Shop::new().await;
    let replica = CatalogHandle::load(&shop.db).await.unwrap();
    assert_eq!(replica.current().revision, 0);
    assert!(!replica.refresh(&shop.db).await.unwrap(), "there is no revision yet");
    shop.import_files(&Files::good()).await;
    let in_use = replica.current();
    assert!(replica.refresh(&shop.db).await.unwrap());
    assert!(replica.current().product(&"day-ticket".into()).is_some());
    assert!(
        in_use.product(&"day-ticket".into()).is_none(),
        "an action in progress keeps the revision with which it began"
    );
    assert!(!replica.refresh(&shop.db).await.unwrap());
}

#[tokio::test]
async fn importing_an_export_changes_nothing() {
    let shop = Shop::new().await;
    let files = Files::good().and("promotions.toml", PROMOTIONS).with(
        "shop.toml",
        "checkout.termsHtml = \"<p>Terms</p>\"",
        "checkout.termsHtml = \"\"\"\n<h2>Terms</h2>\n<p>\"Quoted\" &amp; <b>bold\n\"\"\"",
    );
    shop.import_files(&files).await;
    let document = current(&shop.db).await.unwrap().unwrap().document;
    let exported = shop.data.path().join("exported");
    write(&document, &shop.pictures, &exported).await.unwrap();
    let report = shop.import(&exported).await;
    assert!(report.changes.is_none(), "{report}");
    let again = write(&document, &shop.pictures, &exported).await;
    assert!(matches!(again, Err(CatalogError::Folder { .. })), "an export into a folder that is not empty is refused");
}

#[tokio::test]
async fn picture_is_stored_in_the_sizes_that_pages_need() {
    let shop = Shop::new().await;
    let folder = tempfile::tempdir().unwrap();
    Files::good().write(folder.path());
    let wide = image::RgbImage::from_fn(2000, 1000, |x, y| image::Rgb([(x / 8) as u8, (y / 4) as u8, 90]));
    wide.save(folder.path().join("pictures/day.png")).unwrap();
    shop.import(folder.path()).await;
    let document = current(&shop.db).await.unwrap().unwrap().document;
    let set = &document.pictures["day.png"];
    assert_eq!((set.width, set.height), (1600, 800));
    assert_eq!(set.sources.iter().map(|source| source.width).collect::<Vec<_>>(), [240, 480, 720, 960, 1600]);
    for source in &set.sources {
        let bytes = shop.pictures.get(&source.name).await.unwrap().unwrap();
        assert_eq!(image::guess_format(&bytes).unwrap(), image::ImageFormat::WebP);
        assert_eq!(image::load_from_memory(&bytes).unwrap().width(), source.width);
    }
    let share = shop.pictures.get(&set.share).await.unwrap().unwrap();
    let share = image::load_from_memory_with_format(&share, image::ImageFormat::Jpeg).unwrap();
    assert_eq!((share.width(), share.height()), (1200, 630));
    assert_eq!(document.pictures["logo.png"].sources.len(), 1, "a small picture is not enlarged");
    assert_eq!(shop.stored_pictures().len(), 7 + 3);
}

#[tokio::test]
async fn stored_picture_is_not_converted_again() {
    let shop = Shop::new().await;
    shop.import_files(&Files::good()).await;
    let document = current(&shop.db).await.unwrap().unwrap().document;
    let name = &document.pictures["day.png"].sources[0].name;
    shop.pictures.put(name, b"kept").await.unwrap();
    shop.import_files(&Files::good()).await;
    assert_eq!(shop.pictures.get(name).await.unwrap().as_deref(), Some(b"kept".as_slice()));
}

#[test]
fn demo_catalogue_has_no_problems() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog");
    assert_eq!(problems(&demo), []);
}

#[test]
fn demo_variant_names_do_not_repeat_their_pass_level() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog");
    let products = load(&demo).folder.product;
    let passes = products
        .iter()
        .flat_map(|product| &product.variants)
        .filter_map(|it| Some((&it.name, it.pass_level.as_ref()?)));
    let passes: Vec<_> = passes.collect();
    assert!(!passes.is_empty());
    for (name, level) in passes {
        assert!(!name.contains(level), "the level is shown beside the name: {name} ({level})");
    }
}
