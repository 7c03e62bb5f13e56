//! `midway new`: a new catalogue sells at once, and the command refuses bad options and used folders. Tests that buy end
//! with the doctor.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chrono_tz::Tz;
use midway::ops::new::{Kind, NewShop, write};
use serde_json::{Value, json};

use crate::passes::{ada_as_passholder, list_cart_passes, set_passholder};
use crate::support::Shop;
use crate::support::process::{CommandOutput, run_to_end};
use crate::support::shop::variables;
use crate::support::shopper::{Shopper, line};

#[tokio::test]
async fn shop_with_a_new_catalogue_sells_tickets_to_guests_and_a_pass_to_an_account() {
    let shop = Shop::open().await;
    let folder = shop.data().join("museum");
    let museum = NewShop {
        name: "Museum \"für alle\"".to_owned(),
        time_zone: Tz::America__New_York,
        sells: BTreeSet::from(Kind::ALL),
    };
    write(&folder, &museum, shop.app.clock.now()).unwrap();
    shop.import_folder(&folder).await;
    for (product, variant) in
        [("timed-entry", "timed-entry-child"), ("day-ticket", "day-ticket-adult"), ("concert", "concert-adult")]
    {
        let guest = shop.new_guest().await;
        let performance = first_performance(&guest, product).await;
        let mut item = line(product, variant, 2, Some(&performance));
        if product == "concert" {
            item["performances"][0]["bestSeats"] = json!(true);
        }
        guest.try_add(json!([item])).await.expect_success();
        guest.check_out().await;
        assert_eq!(count_tickets(&guest).await, 2, "{product}");
    }
    let (holder, _) = shop.new_account().await;
    holder.try_add(json!([line("annual-pass", "annual-pass-adult", 1, None)])).await.expect_success();
    let pass = list_cart_passes(&holder).await.remove(0);
    set_passholder(&holder, &pass, ada_as_passholder()).await.expect_success();
    holder.check_out().await;
    assert_eq!(count_tickets(&holder).await, 1);
    let mails = shop.wait_for_emails(4).await;
    assert!(mails.iter().all(|mail| mail.subject.contains("Museum \"für alle\"")), "{:?}", mails[0].subject);
    shop.stop().await;
}

/// The first performance of a product on its first day.
async fn first_performance(guest: &Shopper, product: &str) -> String {
    let day = guest.list_days(product).await.remove(0);
    let performance: Value = guest.list_performances(product, &day).await.remove(0);
    performance["performanceId"].as_str().unwrap().to_owned()
}

async fn count_tickets(shopper: &Shopper) -> usize {
    shopper.get("/api/order/digital-tickets").await.text().matches("<article").count()
}

/// Runs `midway new` without a terminal.
async fn new(root: &Path, folder: &str, options: &[&str]) -> CommandOutput {
    let folder = root.join(folder).display().to_string();
    let arguments: Vec<&str> = ["new", &folder].into_iter().chain(options.iter().copied()).collect();
    run_to_end(&variables(root, "sqlite::memory:"), &arguments).await
}

const OPTIONS: [&str; 6] =
    ["--name", "O'Hara's \"Zoo\"", "--time-zone", "America/Chicago", "--sells", "passes,timed-entry"];

#[tokio::test]
async fn written_folder_can_be_checked_and_the_command_says_how() {
    let root = tempfile::tempdir().unwrap();
    let said = new(root.path(), "my zoo", &OPTIONS).await;
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let folder = root.path().join("my zoo").display().to_string();
    for line in [format!("check '{folder}'"), format!("scripts/run --catalog '{folder}'")] {
        assert!(said.out.lines().any(|written| written.ends_with(&line)), "{line}: {}", said.out);
    }
    let checked = run_to_end(
        &variables(root.path(), &format!("sqlite://{}/shop.db?mode=rwc", root.path().display())),
        &["check", &folder],
    )
    .await;
    assert_eq!(checked.code, 0, "{}", checked.err);
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let expected = [
        ".catalogue.schema.json",
        "checkout.toml",
        "country.csv",
        "legal.toml",
        "passes.toml",
        "shop.toml",
        "state.csv",
        "timed-entry.toml",
        "venue.toml",
    ];
    assert_eq!(files, expected);
}

#[tokio::test]
async fn missing_and_bad_options_are_refused_with_code_2_and_nothing_is_written() {
    let root = tempfile::tempdir().unwrap();
    let said = new(root.path(), "shop", &OPTIONS[..2]).await;
    let sentence = "missing, and there is no terminal to ask for it: --time-zone, --sells\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (2, "", sentence));
    for (nth, bad, reason) in [
        (1, " ", "the shop needs a name"),
        (3, "Chicago", "there is no time zone \"Chicago\"; did you mean America/Chicago?"),
        (5, "parking", "\"parking\" is none of timed-entry, dated-ticket, performances, passes"),
    ] {
        let mut options = OPTIONS;
        options[nth] = bad;
        let said = new(root.path(), "shop", &options).await;
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{bad}");
        assert!(said.err.contains(reason), "{}", said.err);
    }
    assert!(!root.path().join("shop").exists());
}

#[tokio::test]
async fn folder_that_is_not_empty_is_refused_and_stays_as_it_is() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("empty")).unwrap();
    assert_eq!(new(root.path(), "empty", &OPTIONS).await.code, 0);
    fs::create_dir(root.path().join("used")).unwrap();
    fs::write(root.path().join("used/.notes"), "").unwrap();
    fs::write(root.path().join("file"), "").unwrap();
    for name in ["used", "file"] {
        let said = new(root.path(), name, &OPTIONS).await;
        let path = root.path().join(name);
        let sentence = format!("{} exists and is not an empty folder\n", path.display());
        assert_eq!((said.code, said.err), (1, sentence));
    }
    assert_eq!(fs::read_dir(root.path().join("used")).unwrap().count(), 1);
    let below_a_file = new(root.path(), "file/shop", &OPTIONS).await;
    assert_eq!(below_a_file.code, 1, "{}", below_a_file.err);
}
