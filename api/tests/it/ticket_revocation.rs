//! Revoked tickets: what their holders see, what they no longer allow, and how gates learn about them.

use chrono::Duration;
use data_encoding::HEXLOWER;
use futures_util::future::join_all;
use midway::error::Error;
use midway::ops::void::void;
use midway::platform::clock::SystemClock;
use midway::shop::ticket::Revocations;
use midway_kernel::time::{Clock, Instant};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::purchases::{media_codes, read_qr};
use crate::support::Shop;
use crate::support::process::{CommandOutput, run_to_end};
use crate::support::shop::variables;
use crate::support::shopper::{SATURDAY_NOON, Shopper};

const NO_LONGER: &str = "This ticket or pass is no longer valid because it was canceled.";

async fn list_codes(shopper: &Shopper) -> Vec<String> {
    media_codes(&shopper.get("/api/order/digital-tickets").await.text())
}

/// The text of a ticket's QR code.
async fn qr_text(shopper: &Shopper, code: &str) -> String {
    read_qr(&shopper.get(&format!("/api/ticket/barcode/{code}")).await.body)
}

async fn get_revocation_list(shop: &Shop) -> String {
    shop.shopper().get("/api/ticket/revocations").await.expect_status(200).text()
}

async fn count_revoked(shop: &Shop) -> Revocations {
    shop.app.tickets.public_keys().verified(&get_revocation_list(shop).await).unwrap()
}

#[tokio::test]
async fn revoked_ticket_is_marked_on_the_ticket_page_and_in_a_resent_email_and_shows_no_code() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 2).await;
    let sold = list_codes(&ada).await;
    let voided = void(&shop.app, &sold[0].to_lowercase()).await.unwrap();
    assert_eq!(voided.to_string(), format!("ticket {} (Tour, Adult) is void", sold[0]));

    let html = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(media_codes(&html), [sold[1].clone()]);
    assert!(html.contains("<p>No longer valid</p>") && html.contains(NO_LONGER), "{html}");
    assert!(!html.contains(&sold[0]));
    for path in ["barcode", "calendar"] {
        let refused = ada.get(&format!("/api/ticket/{path}/{}", sold[0])).await;
        assert_eq!(refused.expect_refusal(), NO_LONGER, "{path}");
        ada.get(&format!("/api/ticket/{path}/{}", sold[1])).await.expect_status(200);
    }
    assert_eq!(ada.get_order().await.json()["ticketingReservationCode"], json!(sold[1]));

    shop.wait_for_emails(1).await;
    let again = json!({ "extOrderId": order["orderId"], "email": "charles@example.org" });
    ada.post("/api/order/resend-confirmation", again).await.expect_success();
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.to == "charles@example.org").unwrap();
    assert_eq!(mail.pictures.len(), 1);
    assert!(mail.text.contains(NO_LONGER) && mail.html.contains(NO_LONGER), "{}", mail.text);
    assert!(mail.text.contains(&sold[1]));
    for part in [&mail.text, &mail.html, mail.calendar.as_ref().unwrap()] {
        assert!(!part.contains(&sold[0]), "{part}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn only_the_first_of_several_revocations_of_a_ticket_is_reported_as_new() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let code = list_codes(&ada).await.remove(0);
    let voided = join_all((0..8).map(|_| void(&shop.app, &code))).await;
    let voided: Vec<_> = voided.into_iter().map(Result::unwrap).collect();
    assert_eq!(voided.iter().filter(|it| it.is_new).count(), 1);
    shop.advance(60);
    let later = void(&shop.app, &code).await.unwrap();
    assert_eq!(later.ticket, voided[0].ticket, "it stays revoked as it was");
    assert_eq!(later.to_string(), format!("ticket {code} (Tour, Adult) was already void, since 2026-11-20 15:00 UTC"));
    for unknown in ["ABCD2345EFGH6789", "no code", ""] {
        assert!(matches!(void(&shop.app, unknown).await, Err(Error::NotFound)), "{unknown}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn revocation_list_is_signed_and_omits_tickets_whose_day_is_over_in_every_time_zone() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let dated = list_codes(&ada).await.remove(0);
    let undated = {
        let item = json!([{ "productId": "leaflet", "productVariantId": "free-leaflet", "quantity": 1 }]);
        ada.try_add(item).await.expect_success();
        ada.save_settings("digital").await;
        ada.submit_without_payment().await.expect_success();
        list_codes(&ada).await.remove(0)
    };
    let now = shop.app.clock.now();
    assert_eq!(
        count_revoked(&shop).await,
        Revocations { issued_at: now.timestamp(), media_codes: Vec::new(), replaced: Vec::new() }
    );
    for code in [&dated, &undated] {
        void(&shop.app, code).await.unwrap();
    }
    let mut both = vec![dated, undated.clone()];
    both.sort();
    assert_eq!(count_revoked(&shop).await.media_codes, both);
    // The ticket is for the 21st. It stays in the list as long as the 21st may still be the current day, or the day of
    // a night visit, in some time zone.
    shop.clock.advance(Duration::days(3));
    assert_eq!(count_revoked(&shop).await.media_codes, both);
    shop.clock.advance(Duration::days(1));
    assert_eq!(count_revoked(&shop).await.media_codes, [undated]);

    let keys = shop.shopper().get("/api/ticket/keys").await.json();
    assert_eq!(keys["keys"].as_array().unwrap().len(), 1);
    let id = get_revocation_list(&shop).await.split('.').nth(1).unwrap().to_owned();
    assert_eq!((&keys["keys"][0]["kid"], &keys["keys"][0]["crv"]), (&json!(id), &json!("Ed25519")));
    shop.stop().await;
}

/// Runs the binary with a shop's folder and database, and with a clock that starts at this instant.
pub async fn run_command(shop: &Shop, now: Instant, arguments: &[&str]) -> CommandOutput {
    let clock = shop.data().join("clock");
    let shift = (now - SystemClock::new(None).now()).num_seconds();
    std::fs::write(&clock, shift.to_string()).unwrap();
    let mut variables = variables(shop.data(), shop.database_url());
    variables.push(("MIDWAY_CLOCK", clock.display().to_string()));
    run_to_end(&variables, arguments).await
}

#[tokio::test]
async fn operator_revokes_tickets_by_their_codes() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let code = list_codes(&ada).await.remove(0);
    let now = shop.app.clock.now();
    let said = run_command(&shop, now, &["void-ticket", &code]).await;
    assert_eq!((said.code, said.out.trim()), (0, format!("ticket {code} (Tour, Adult) is void").as_str()));
    let said = run_command(&shop, now, &["void-ticket", &code]).await;
    assert!(said.code == 0 && said.out.contains("was already void, since 2026-11-20"), "{}", said.out);
    let said = run_command(&shop, now, &["void-ticket", "ABCD2345EFGH6789"]).await;
    assert_eq!((said.code, said.err.trim()), (1, "no ticket has the code ABCD2345EFGH6789"));
    assert_eq!(list_codes(&ada).await, Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn gate_verifies_qr_codes_offline() {
    let mut shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 2).await;
    let sold = list_codes(&ada).await;
    let (good, void_soon) = (qr_text(&ada, &sold[0]).await, qr_text(&ada, &sold[1]).await);
    void(&shop.app, &sold[1]).await.unwrap();

    // A gate needs only two files and no database.
    let gate = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = gate.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let keys = file("keys.json", &ada.get("/api/ticket/keys").await.text());
    let of_the_day = get_revocation_list(&shop).await;
    let revocations = file("revocations", &of_the_day);
    let saturday = shop.app.clock.now() + Duration::days(1);
    let asks = async |token: &str, options: &[&str], now: Instant| {
        let clock = gate.path().join("clock");
        std::fs::write(&clock, (now - SystemClock::new(None).now()).num_seconds().to_string()).unwrap();
        let variables =
            [("MIDWAY_DATA", gate.path().display().to_string()), ("MIDWAY_CLOCK", clock.display().to_string())];
        run_to_end(&variables, &[&["verify-ticket", token], options].concat()).await
    };
    let both = ["--keys", &keys, "--revocations", &revocations];

    let valid = asks(&good, &both, saturday).await;
    assert_eq!(valid.code, 0, "{}", valid.out);
    let expected = format!(
        "VALID\nmedia code: {}\nvariant: adult\ndate: 2026-11-21\ntime: 12:00\nperformance: {}\n\
         revocations: as of 2026-11-20 15:00 UTC\n",
        sold[0],
        HEXLOWER.encode(&Sha256::digest(SATURDAY_NOON)[..4])
    );
    assert_eq!(valid.out, expected);
    let without_list = asks(&void_soon, &["--keys", &keys], saturday).await;
    assert!(without_list.code == 0 && without_list.out.ends_with("revocations: not checked\n"), "{}", without_list.out);

    let (others, others_list) = {
        shop.restart_with(&[("MIDWAY_TICKET_KEY", &"09".repeat(32))]).await;
        let ada = ada.at_server(shop.address);
        ada.buy_tours("adult", 1).await;
        (qr_text(&ada, &list_codes(&ada).await[0]).await, get_revocation_list(&shop).await)
    };
    let damaged = |text: &str| {
        // A character of the signature, which is at the end.
        let at = text.trim_end().len() - 30;
        let other = if text.as_bytes()[at] == b'A' { "B" } else { "A" };
        format!("{}{other}{}", &text[..at], &text[at + 1..])
    };
    let (tampered, foreign) = (file("tampered", &damaged(&of_the_day)), file("foreign", &others_list));
    let no_list = file("no-list", &good);
    let with = |list| ["--keys", &keys, "--revocations", list];
    let key_id = |text: &str| text.split('.').nth(1).unwrap().to_owned();
    for (token, options, now, why) in [
        (&good, both, saturday - Duration::days(1), "it is valid from 2026-11-21".to_owned()),
        (&good, both, saturday + Duration::days(1), "it has expired: it was valid until 2026-11-21".to_owned()),
        (&void_soon, both, saturday, "it was revoked".to_owned()),
        (&damaged(&good), both, saturday, "its signature is wrong: it is forged or damaged".to_owned()),
        (&others, both, saturday, format!("signed with the unknown key {}", key_id(&others_list))),
        (&sold[0], both, saturday, "this is not a ticket code".to_owned()),
        (&of_the_day, both, saturday, "this is not a ticket code".to_owned()),
        (
            &good,
            with(&tampered),
            saturday,
            "the signature of the list of revoked tickets is wrong: it is forged or damaged".to_owned(),
        ),
        (
            &good,
            with(&foreign),
            saturday,
            format!("the list of revoked tickets is signed with the unknown key {}", key_id(&others_list)),
        ),
        (&good, with(&no_list), saturday, "this is not a list of revoked tickets".to_owned()),
    ] {
        let said = asks(token, &options, now).await;
        assert_eq!((said.code, said.out.lines().next()), (1, Some(format!("NOT VALID: {why}").as_str())));
    }

    let missing = gate.path().join("missing").display().to_string();
    for options in [&["--keys", &missing][..], &["--keys", &revocations], &["--nonsense"], &[]] {
        let said = asks(&good, options, saturday).await;
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{options:?}: {}", said.err);
        assert!(!said.err.is_empty());
    }
    assert!(!gate.path().join("keys").exists(), "a check creates no key");

    // If the command runs with the shop's data folder, it needs no files as arguments.
    let here = run_command(&shop, saturday, &["verify-ticket", &good]).await;
    assert_eq!(here.code, 0, "{}{}", here.out, here.err);
    shop.stop().await;
}
