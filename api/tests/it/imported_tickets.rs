//! The import of passes and tickets that the operator sold elsewhere (docs/OPERATIONS.md), its errors, and what
//! holders do with an imported pass.

use std::path::{Path, PathBuf};

use midway::ops::import_tickets::{TicketImport, import_tickets};
use midway::shop::ticket::{PerformanceMark, barcode_path};
use serde_json::{Value, json};

use crate::purchases::{media_codes, read_qr};
use crate::support::catalogue::season_passes;
use crate::support::process::run_to_end;
use crate::support::shop::variables;
use crate::support::shopper::{SATURDAY_NOON, Shopper, line};
use crate::support::{Catalogue, Shop};

/// The code of the adult pass in the example.
const PASS: &str = "7000000000014417";

fn example_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tickets.csv")
}

fn write_file(shop: &Shop, text: &str) -> PathBuf {
    let file = shop.data().join("tickets.csv");
    std::fs::write(&file, text).unwrap();
    file
}

async fn import_file(shop: &Shop, file: &Path) -> TicketImport {
    import_tickets(&shop.app, file).await.unwrap().unwrap()
}

/// A file with a pass and a ticket.
const TWO: &str = "\
media_code,variant,first_name,last_name,birth_date,address1,zip,valid_from,valid_until,date,paid
A1,season-adult,Ada,Lovelace,1990-12-10,Rear house,12207,2026-01-01,2026-12-31,,199.00
B2,adult,,,,,,,,2026-11-21,
";

/// Imports [`TWO`] after replacing a part of its text.
async fn import_changed(shop: &Shop, before: &str, after: &str) -> TicketImport {
    assert!(TWO.contains(before), "{before}");
    import_file(shop, &write_file(shop, &TWO.replace(before, after))).await
}

const fn report(added: usize, changed: usize, unchanged: usize) -> TicketImport {
    TicketImport { added, changed, unchanged }
}

/// Lists the problems of a file. Fails if anything of the file was imported.
async fn list_problems(shop: &Shop, text: &str) -> Vec<String> {
    let tickets = "SELECT COUNT(*) FROM ticket";
    let before = shop.count(tickets).await;
    let problems = import_tickets(&shop.app, &write_file(shop, text)).await.unwrap().unwrap_err();
    assert_eq!(shop.count(tickets).await, before);
    let file = format!("{}/", shop.data().display());
    problems.iter().map(|problem| problem.to_string().replace(&file, "")).collect()
}

async fn link_pass(shopper: &Shopper, code: &str, zip: &str) -> Value {
    let proof = json!({ "passholderId": code, "validationData": zip });
    shopper.post("/api/account/link-pass", proof).await.json()
}

async fn list_linked(shopper: &Shopper) -> Vec<Value> {
    shopper.get("/api/account/linked-pass-details").await.json()["passes"].as_array().unwrap().clone()
}

#[tokio::test]
async fn example_file_is_imported_once_and_its_passes_can_be_linked_and_renewed() {
    let shop = Shop::open_demo().await;
    assert_eq!(import_file(&shop, &example_file()).await, report(5, 0, 0));
    assert_eq!(import_file(&shop, &example_file()).await, report(0, 0, 5));
    let file = example_file().display().to_string();
    let said = run_to_end(&variables(shop.data(), shop.database_url()), &["import-tickets", &file]).await;
    assert_eq!((said.code, said.out.trim()), (0, "0 added, 0 changed, 5 unchanged"), "{}", said.err);
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket").await, 5);
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder").await, 2);

    // A code alone does not show a ticket, because codes of other systems can be guessed one after the other. With a
    // link of the shop, the QR code of each imported ticket is shown. Its signed content has the valid days, as for any
    // other ticket.
    let guest = shop.shopper();
    for code in [PASS, "PRESS0042", "VOUCHER17"] {
        guest.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(404);
    }
    let claims = async |code: &str| {
        let barcode = guest.get(&barcode_path(&shop.app.secret, code)).await;
        shop.app.tickets.public_keys().claims(&read_qr(&barcode.body)).unwrap()
    };
    let press = claims("PRESS0042").await;
    assert_eq!(press.performance, Some(PerformanceMark::of("deep-time-days.20261121.1030")));
    let day = press.first_day.unwrap();
    assert_eq!(day.begins_at().to_rfc3339(), "2026-11-21T05:00:00+00:00");
    assert_eq!(press.time.map(|time| time.to_string()).as_deref(), Some("10:30:00"));
    assert_eq!(claims("PRESS0043").await.holder.as_deref(), Some("Ada Lovelace"));
    assert_eq!(claims("VOUCHER17").await.last_day.map(|day| day.date.to_string()).as_deref(), Some("2027-06-30"));
    assert_eq!(claims(PASS).await.holder.as_deref(), Some("Zoë Müller-Łukasz"));
    assert_linked_and_renewed(&shop).await;
    shop.stop().await;
}

async fn assert_linked_and_renewed(shop: &Shop) {
    let (zoe, _) = shop.new_account().await;
    assert_eq!(link_pass(&zoe, PASS, "12208").await["success"], json!(false));
    assert_eq!(link_pass(&zoe, "7000-0000-0001-44170-1", "12207").await["success"], json!(false), "longer than a code");
    assert_eq!(link_pass(&zoe, "7000-0000-0001-4417", "12207").await["success"], json!(true), "as it is printed");
    let pass = list_linked(&zoe).await.remove(0);
    assert_eq!(
        (&pass["firstName"], &pass["effectiveEndDate"], &pass["availableForUpgrade"]),
        (&json!("Zoë"), &json!("2026-12-31"), &json!(true))
    );
    let held = zoe.get("/api/account/ticket").await.json();
    assert_eq!((&held[0]["barcode"], held[0].get("orderId")), (&json!(PASS), None));

    let renewed = json!({ "extUserAccountTicketIds": [pass["extUserAccountTicketId"]] });
    zoe.post("/api/cart/add-renewal-pass", renewed).await.expect_success();
    let renewal = zoe.get("/api/cart/pass").await.json()["passes"][0].clone();
    assert_eq!(renewal["demographicsUpdateRequired"], json!(true), "the shop has not confirmed the details");
    let id = renewal["extCartTicketId"].as_str().unwrap();
    let described = json!({
        "firstName": "Zoë", "lastName": "Müller-Łukasz", "emailAddress": "zoe@example.org", "birthDate": "1988-04-02",
        "address1": "1 New Street", "city": "Albany", "state": "NY", "zip": "12207", "phoneNumber": "5185550123",
    });
    zoe.post(&format!("/api/cart/pass/{id}"), described).await.expect_success();
    let chosen = json!({ "passes": [{ "extCartTicketId": id, "extProductVariantId": "season-pass-gold" }] });
    zoe.post("/api/cart/pass-product", chosen).await.expect_success();
    zoe.check_out().await;
    let passes = list_linked(&zoe).await;
    let mut days: Vec<&str> = passes.iter().map(|pass| pass["effectiveEndDate"].as_str().unwrap()).collect();
    days.sort_unstable();
    assert_eq!(days, ["2026-12-31", "2027-12-31"], "it starts when the imported pass ends");
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder").await, 2, "she is the same person");

    // A later import does not overwrite the address, because the passholder has entered it in this shop after the
    // import.
    assert_eq!(import_file(shop, &example_file()).await, report(0, 0, 5));
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder WHERE address1 = '1 New Street'").await, 1);
}

#[tokio::test]
async fn invalid_import_reports_every_error_and_changes_nothing() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    let header = "media_code,variant,first_name,last_name,birth_date,state,zip,phone_number,valid_from,valid_until,date,performance,paid";
    let rows = [
        "TOO-LONG-A-CODE-FOR-ANY,season-adult,Ada,Lovelace,1990-12-10,NY,12207,,2026-01-01,2026-12-31,,,1.00",
        "A1,no-such-variant,,,,,,,,,,,",
        "A2,season-adult,,Lovelace,12/10/1990,XX,,12,2026-12-31,2026-01-01,,,1.005",
        "A3,season-child,Ada,Lovelace,1990-12-10,NY,12207,,2026-01-01,2026-12-31,2026-11-21,,",
        "A4,adult,Ada,,1990-12-10,,,,,2026-12-31,2026-11-22,tours.20261121.1200,-1",
        "A5,adult,,,,,,,,,,days.20261121.0900,",
        "a-5,adult,,,,,,,,,,nothing.20261121.1030,",
        ",,,,,,,,,,,,",
        "A7,adult",
    ];
    let problems = list_problems(&shop, &format!("{header}\n{}\n", rows.join("\n"))).await;
    let expected = [
        "tickets.csv:2: `media_code`: TOO-LONG-A-CODE-FOR-ANY is not a code of 1 to 17 letters and digits",
        "tickets.csv:3: `variant`: no-such-variant is not a variant of the catalogue",
        "tickets.csv:4: `birth_date`: 12/10/1990 is not a date like 2026-12-05",
        "tickets.csv:4: `first_name`: is missing: every pass has one",
        "tickets.csv:4: `paid`: 1.005 is not an amount like 149.00",
        "tickets.csv:4: `phone_number`: 12 is not accepted: A 10 digit phone number is required",
        "tickets.csv:4: `state`: XX is not accepted: State is required",
        "tickets.csv:4: `valid_until`: is before `valid_from`",
        "tickets.csv:4: `zip`: is missing: every pass has one",
        "tickets.csv:5: `birth_date`: season-child is not sold for this birth date",
        "tickets.csv:5: `date`: a pass is not for a single day",
        "tickets.csv:5: `date`: cannot be combined with `valid_from` or `valid_until`",
        "tickets.csv:6: `birth_date`: is only stored for passes",
        "tickets.csv:6: `date`: cannot be combined with `valid_from` or `valid_until`",
        "tickets.csv:6: `date`: the performance is on 2026-11-21",
        "tickets.csv:6: `paid`: -1 is not an amount like 149.00",
        "tickets.csv:7: `performance`: adult is not sold for day",
        "tickets.csv:8: `performance`: nothing.20261121.1030 is not a performance of the catalogue",
        "tickets.csv:9: `media_code`: is missing",
        "tickets.csv:9: `variant`: is missing",
        "tickets.csv:10: has 2 cells where the first line has 13",
    ];
    assert_eq!(problems, expected);

    let twice = "media_code,variant\nA-1,adult\na1,adult\n";
    assert_eq!(list_problems(&shop, twice).await, ["tickets.csv:3: `media_code`: A1 is also on line 2"]);
    let columns = list_problems(&shop, "code,variant,variant\n").await;
    let expected = [
        "tickets.csv:1: `code`: is not a known column",
        "tickets.csv:1: `media_code`: the column is missing",
        "tickets.csv:1: `variant`: appears twice",
    ];
    assert_eq!(columns, expected);
    let missing = import_tickets(&shop.app, &shop.data().join("none.csv")).await.unwrap().unwrap_err();
    assert!(missing[0].to_string().contains("cannot be read"), "{}", missing[0]);
    let file = shop.data().join("tickets.csv").display().to_string();
    let said = run_to_end(&variables(shop.data(), shop.database_url()), &["import-tickets", &file]).await;
    assert!(said.code == 1 && said.err.contains("tickets.csv:1: `code`") && said.out.is_empty(), "{}", said.err);
    shop.stop().await;
}

#[tokio::test]
async fn changed_row_updates_an_imported_ticket_but_never_a_ticket_sold_here() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    assert_eq!(import_file(&shop, &write_file(&shop, TWO)).await, report(2, 0, 0));
    let code = "'A1'";
    assert_eq!(import_changed(&shop, ",199.00", ",179.00").await, report(0, 1, 1));
    assert_eq!(shop.count(&format!("SELECT paid FROM ticket WHERE media_code = {code}")).await, 17_900);
    assert_eq!(import_changed(&shop, "Rear house", "Front house").await, report(0, 1, 1));
    assert_eq!(shop.count("SELECT COUNT(*) FROM passholder WHERE address1 = 'Front house'").await, 1);
    assert_eq!(shop.count(&format!("SELECT paid FROM ticket WHERE media_code = {code}")).await, 19_900);
    assert_eq!(
        import_changed(&shop, "2026-11-21", "2026-11-22").await,
        report(0, 2, 0),
        "the original address is restored too"
    );
    assert_eq!(import_file(&shop, &write_file(&shop, TWO)).await, report(0, 1, 1));

    // The code of a ticket that was sold in this shop is refused.
    let ada = shop.new_guest().await;
    let item = line("tour", "adult", 1, Some(SATURDAY_NOON));
    ada.try_add(json!([item])).await.expect_success();
    ada.check_out().await;
    let sold = media_codes(&ada.get("/api/order/digital-tickets").await.text()).remove(0);
    let problems = list_problems(&shop, &format!("media_code,variant\nNEW1,adult\n{sold},adult\n")).await;
    assert_eq!(problems, [format!("tickets.csv:3: `media_code`: {sold} is the code of a ticket that was sold here")]);

    // A revoked ticket stays revoked.
    midway::ops::void::void(&shop.app, "A1").await.unwrap();
    assert_eq!(import_changed(&shop, ",199.00", ",189.00").await, report(0, 1, 1));
    let revoked = format!("SELECT COUNT(*) FROM ticket WHERE media_code = {code} AND revoked_at IS NOT NULL");
    assert_eq!(shop.count(&revoked).await, 1);
    shop.stop().await;
}
