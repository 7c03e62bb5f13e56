//! `midway demo`: it creates its data once, only in an empty shop, and its accounts can sign in. Each test ends with a
//! run of the doctor.

use std::path::{Path, PathBuf};

use midway::ops::demo::{Demo, DemoAccount, DemoRefusal, PASSWORD, demo};
use midway::platform::db::Db;
use serde_json::{Value, json};

use crate::passes::{list_cart_passes, list_linked_passes};
use crate::support::Shop;
use crate::support::database::{TestDatabase, number};
use crate::support::process::run_to_end;
use crate::support::shop::variables;
use crate::support::shopper::Shopper;

fn catalog() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog")
}

/// The variable for a shop without Redis. The demo's accounts have the same addresses in each shop, so shops that share
/// a Redis would share their rate limits.
const NO_REDIS: (&str, &str) = ("REDIS_URL", "");

async fn run_demo(shop: &Shop) -> Demo {
    demo(&shop.app, &catalog()).await.unwrap().unwrap()
}

/// A demo account and a browser that is signed in to it.
async fn sign_in_to_demo<'d>(shop: &Shop, demo: &'d Demo, email: &str) -> (&'d DemoAccount, Shopper) {
    let shopper = shop.new_guest().await;
    shopper.try_sign_in(email, PASSWORD).await.expect_success();
    (demo.accounts.iter().find(|account| account.email == email).unwrap(), shopper)
}

/// A query for one number that contains the row counts of the tables that the demo fills.
const ROWS: &str = r#"SELECT (SELECT COUNT(*) FROM account) + 100 * (SELECT COUNT(*) FROM "order")
    + 10000 * (SELECT COUNT(*) FROM ticket) + 1000000 * (SELECT COUNT(*) FROM passholder)
    + 100000000 * (SELECT COUNT(*) FROM catalog_revision)"#;

#[tokio::test]
async fn second_demo_run_changes_nothing_and_the_demo_accounts_own_passes_tickets_and_a_plan() {
    let shop = Shop::open_demo_with(&[NO_REDIS]).await;
    let demo = run_demo(&shop).await;
    assert!(demo.is_new);
    let (rows, charges) = (shop.count(ROWS).await, shop.count_charges().await);
    let again = run_demo(&shop).await;
    assert!(!again.is_new);
    let accounts = |demo: &Demo| demo.accounts.iter().map(|it| it.owned.to_string()).collect::<Vec<_>>();
    assert_eq!(accounts(&again), accounts(&demo));
    assert_eq!((shop.count(ROWS).await, shop.count_charges().await), (rows, charges), "the second run changed nothing");
    let mails = shop.wait_for_emails(6).await;
    assert!(mails.iter().all(|mail| mail.to.ends_with("@merrowpoint.example")));
    assert_passes_tickets_and_entitlements(&shop, &demo).await;
    assert_day_tickets_can_be_upgraded(&shop, &demo).await;
    assert_installment_plan_and_saved_card(&shop, &demo).await;
    assert_no_entry_time_is_offered_after_its_start(&shop);
    shop.stop().await;
}

fn assert_no_entry_time_is_offered_after_its_start(shop: &Shop) {
    let catalog = shop.app.catalog.current();
    for park in &catalog.folder().property {
        for schedule in catalog.schedules_of(&park.show) {
            assert!(schedule.closes_after_minutes <= 0, "the entry times of {} stay open", park.name);
        }
    }
}

async fn assert_passes_tickets_and_entitlements(shop: &Shop, demo: &Demo) {
    let (family, nora) = sign_in_to_demo(shop, demo, "family@merrowpoint.example").await;
    assert_eq!(family.name, "Nora Harper");
    let mut passes: Vec<_> = family.owned.passes.iter().map(|it| (it.first_name.as_str(), it.is_renewable)).collect();
    passes.sort_unstable();
    assert_eq!(passes, [("Nora", false), ("Theo", true)]);
    assert_eq!((family.owned.orders.len(), family.owned.tickets.len()), (3, 5));
    assert!(family.owned.tickets.iter().all(|ticket| ticket.validity_end_date.is_some()), "all of them have a day");
    assert_eq!(family.owned.tickets.iter().filter(|ticket| ticket.entry_time.is_some()).count(), 2);
    let reserved: Vec<&str> = family.owned.reservations.iter().map(|it| it.visit.property_name.as_str()).collect();
    assert_eq!(reserved, ["Merrow Point"]);
    let friends =
        family.owned.entitlements.iter().find(|it| it.entitlement_name == "Free day tickets for friends").unwrap();
    assert_eq!(friends.remaining_quantity, 2);

    let said = demo.to_string();
    assert!(said.contains(PASSWORD) && said.contains("family@merrowpoint.example"), "{said}");
    let held = list_linked_passes(&nora).await;
    let tickets = nora.get("/api/account/ticket?includeLinkedPasses=false&includePurchasedPasses=false").await.json();
    let orders = nora.get("/api/account/order").await.json();
    let of = |answer: &Value, name: &str| -> Vec<String> {
        answer.as_array().unwrap().iter().map(|it| it[name].as_str().unwrap().to_owned()).collect()
    };
    let owned = [of(&json!(held), "platformAccountId"), of(&tickets, "barcode"), of(&orders, "invoiceNumber")];
    assert_eq!(owned.each_ref().map(Vec::len), [2, 5, 3]);
    for code in owned.concat() {
        assert!(said.contains(&code), "{code}: {said}");
    }

    // The child's pass can be renewed, and the passes that the demo lists for linking can be linked.
    let theo = held.iter().find(|pass| pass["firstName"] == "Theo").unwrap();
    let renewal = json!({ "extUserAccountTicketIds": [theo["extUserAccountTicketId"]] });
    nora.post("/api/cart/add-renewal-pass", renewal).await.expect_success();
    assert_eq!(list_cart_passes(&nora).await[0]["isRenewal"], json!(true));
    for pass in &demo.to_link {
        assert!(said.contains(pass.number) && said.contains(pass.zip), "{said}");
        let proof = json!({ "passholderId": pass.number, "validationData": pass.zip });
        nora.post("/api/account/link-pass", proof).await.expect_success();
        let theirs = list_linked_passes(&nora).await;
        let pass = theirs.iter().find(|it| it["platformAccountId"] == pass.number).unwrap();
        assert_eq!(pass["availableForUpgrade"], json!(true));
    }
}

async fn assert_day_tickets_can_be_upgraded(shop: &Shop, demo: &Demo) {
    let (visitor, sam) = sign_in_to_demo(shop, demo, "visitor@merrowpoint.example").await;
    let [ticket] = visitor.owned.tickets.as_slice() else { panic!("{:?}", visitor.owned.tickets) };
    assert_eq!(visitor.owned.upgradable, std::slice::from_ref(&ticket.barcode));
    let codes: Vec<&str> = demo.to_upgrade.iter().copied().chain([ticket.barcode.as_str()]).collect();
    for code in &codes {
        sam.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": [code] })).await.expect_success();
    }
    let linked = sam.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let eligible: Vec<&Value> = linked.as_array().unwrap().iter().map(|it| &it["eligibleForUpgrade"]).collect();
    assert_eq!(eligible, vec![&json!(true); codes.len()]);
    let chosen: Vec<Value> = linked.as_array().unwrap().iter().map(|it| json!({ "id": it["id"] })).collect();
    sam.post("/api/upgrade/select", json!({ "selections": chosen })).await.expect_success();
    assert_eq!(list_cart_passes(&sam).await.len(), codes.len());
}

async fn assert_installment_plan_and_saved_card(shop: &Shop, demo: &Demo) {
    let (visitor, sam) = sign_in_to_demo(shop, demo, "visitor@merrowpoint.example").await;
    let [card] = visitor.owned.cards.as_slice() else { panic!("{:?}", visitor.owned.cards) };
    assert_eq!((card.card_brand.as_str(), card.last_four.as_str()), ("Visa", "4242"));
    assert!(demo.to_string().contains("Visa ending in 4242"));
    let plans = sam.get("/api/account/installment-billing").await.json();
    assert_eq!(plans[0]["payments"].as_array().unwrap().len(), 10);
    assert_eq!(plans[0]["maskedCardNumber"], json!("•••• 4242"));
}

#[tokio::test]
async fn demo_command_does_not_change_a_shop_in_use() {
    for has_bought in [false, true] {
        let shop = Shop::open().await;
        let ada = shop.new_guest().await;
        match has_bought {
            false => drop(ada.try_register("ada@example.org", PASSWORD).await.expect_success()),
            true => drop(ada.buy_tours("adult", 1).await),
        }
        let rows = shop.count(ROWS).await;
        let refusal = demo(&shop.app, &catalog()).await.unwrap().unwrap_err();
        assert!(matches!(refusal, DemoRefusal::InUse), "{refusal}");
        assert_eq!(
            refusal.to_string(),
            "this shop already has accounts or orders: the demo needs an empty database. Nothing was changed"
        );
        assert_eq!(shop.count(ROWS).await, rows);
        shop.wait_for_emails(usize::from(has_bought)).await;
        shop.stop().await;
    }
}

#[tokio::test]
async fn demo_command_is_refused_after_an_earlier_run_was_interrupted() {
    let shop = Shop::open().await;
    let nora = shop.new_guest().await;
    for email in ["family@merrowpoint.example", "visitor@merrowpoint.example"] {
        nora.try_register(email, PASSWORD).await.expect_success();
        let rows = shop.count(ROWS).await;
        let refusal = demo(&shop.app, &catalog()).await.unwrap().unwrap_err();
        assert!(matches!(refusal, DemoRefusal::Begun), "{refusal}");
        assert_eq!(shop.count(ROWS).await, rows);
    }
    assert!(shop.ledger().await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn demo_command_refuses_a_different_catalogue() {
    let shop = Shop::open().await;
    let refusal = demo(&shop.app, &catalog()).await.unwrap().unwrap_err();
    assert!(matches!(refusal, DemoRefusal::NotSold("season-pass-silver")), "{refusal}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM account").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn demo_command_fills_an_empty_database_without_a_processor_and_the_doctor_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let mut variables = variables(folder.path(), &database.url);
    variables.push((NO_REDIS.0, NO_REDIS.1.to_owned()));
    let path = catalog().display().to_string();
    for beginning in ["The demo data was created.", "The demo data already exists."] {
        let said = run_to_end(&variables, &["demo", &path]).await;
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.starts_with(beginning), "{}", said.out);
        assert!(said.out.contains("HARBOR1926001, zip code 02840"), "{}", said.out);
    }
    let db = Db::connect(&database.url, 2).await.unwrap();
    assert_eq!(number(&db.read().clone(), r#"SELECT COUNT(*) FROM "order""#).await, 5);
    db.close().await.unwrap();
    let mut sandbox = crate::support::process::sandbox(&variables, folder.path()).await;
    let said = run_to_end(&variables, &["doctor"]).await;
    assert_eq!((said.code, said.out.trim()), (0, "0 findings"), "{}", said.err);
    sandbox.kill().await.unwrap();
    database.remove().await;
}
