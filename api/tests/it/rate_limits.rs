//! Limits on attempts at codes, numbers and links, counted across servers. The refusal says how long to wait, and the
//! right value is accepted afterwards. Sign-ins and password resets are in [`crate::account_reset`]. Each test ends
//! with the doctor.

use chrono::Duration;
use midway_kernel::secret::random_bytes;
use reqwest::Method;
use serde_json::json;

use crate::account_reset::start_replica_with_shared_limits;
use crate::passes::{buy_pass, pay};
use crate::support::catalogue::table::{Table, upgrade};
use crate::support::catalogue::{promotions, season_passes};
use crate::support::shop::Replica;
use crate::support::shopper::{Answer, Shopper};
use crate::support::{Catalogue, Shop};

fn tour_upgrade() -> Vec<Table> {
    vec![upgrade("tour-counts", "Your tour counts").held(["adult"]).products(["season"])]
}

async fn open_shop() -> Shop {
    Shop::selling(&Catalogue::park().with(season_passes()).with(tour_upgrade())).await
}

/// The number of seconds to wait, as the refusal states it. Fails unless it is between 1 and `window`.
#[track_caller]
fn retry_after(answer: &Answer, window: i64) -> i64 {
    answer.expect_status(429);
    assert_eq!(answer.json()["message"], json!("Too many attempts. Please try again later."));
    let wait = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=window).contains(&wait), "{wait}");
    wait
}

async fn stop_all(shop: Shop, replica: Option<Replica>) {
    if let Some(replica) = replica {
        replica.stop().await;
    }
    shop.stop().await;
}

async fn link_pass(shopper: &Shopper, number: &str, zip: &str) -> Answer {
    shopper.post("/api/account/link-pass", json!({ "passholderId": number, "validationData": zip })).await
}

async fn link_ticket(shopper: &Shopper, code: &str) -> Answer {
    shopper.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": [code] })).await
}

/// A shopper with a ticket for a tour, and the code of the ticket.
async fn buy_tour(shop: &Shop) -> (Shopper, String) {
    let (ada, _) = shop.new_account().await;
    ada.add_tours("adult", 1).await;
    pay(&ada).await;
    let held = ada.get("/api/account/ticket").await.json();
    let code = held[0]["barcode"].as_str().unwrap().to_owned();
    (ada, code)
}

#[tokio::test]
async fn wrong_proofs_for_one_pass_are_limited_to_five() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let number = buy_pass(&buyer).await["platformAccountId"].as_str().unwrap().to_owned();
    let (guesser, _) = shop.new_account().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &guesser).await;
    for nth in 0..5 {
        link_pass(&servers[nth % 2], &number, &format!("1000{nth}")).await.expect_refusal();
    }
    let mut wait = 0;
    for server in &servers {
        wait = retry_after(&link_pass(server, &number, "12207").await, 60);
    }
    shop.clock.advance(Duration::seconds(wait));
    link_pass(&servers[1], &number, "12207").await.expect_success();
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn twenty_attempts_to_link_unknown_passes_block_their_network_address_and_no_other_address() {
    let shop = open_shop().await;
    let (buyer, _) = shop.new_account().await;
    let number = buy_pass(&buyer).await["platformAccountId"].as_str().unwrap().to_owned();
    let (guesser, _) = shop.new_account().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &guesser).await;
    for nth in 0..20 {
        // A correct code is not counted.
        link_pass(&servers[nth % 2], &number, "12207").await.expect_success();
        link_pass(&servers[nth % 2], &format!("NOSUCH{nth}"), "12207").await.expect_refusal();
    }
    let mut wait = 0;
    for server in &servers {
        wait = retry_after(&link_pass(server, &number, "12207").await, 900);
    }
    link_pass(&shop.new_account().await.0, &number, "12207").await.expect_success();
    shop.clock.advance(Duration::seconds(wait));
    link_pass(&servers[1], &number, "12207").await.expect_success();
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn attempts_to_link_unknown_ticket_codes_for_upgrades_are_limited_to_twenty() {
    let shop = open_shop().await;
    let (ada, code) = buy_tour(&shop).await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &ada).await;
    for nth in 0..20 {
        link_ticket(&servers[nth % 2], &code).await.expect_success();
        link_ticket(&servers[nth % 2], &format!("NOSUCH{nth}")).await.expect_refusal();
    }
    let mut wait = 0;
    for server in &servers {
        retry_after(&link_ticket(server, "NOSUCH20").await, 900);
        wait = retry_after(&link_ticket(server, &code).await, 900);
    }
    link_ticket(&shop.new_account().await.0, &code).await.expect_success();
    shop.clock.advance(Duration::seconds(wait));
    link_ticket(&servers[1], &code).await.expect_success();
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn wrong_phone_numbers_for_one_order_link_are_limited_to_five() {
    let shop = Shop::open().await;
    shop.shopper().buy_tours("adult", 1).await;
    let (id, token) = shop.wait_for_emails(1).await.remove(0).order_link();
    let reader = shop.new_guest().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &reader).await;
    let tries = async |server: &Shopper, phone: &str| {
        let asked = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": phone });
        server.post("/api/order/details/external", asked).await
    };
    for nth in 0..5 {
        tries(&servers[nth % 2], &format!("518555019{nth}")).await.expect_status(404);
    }
    let mut wait = 0;
    for server in &servers {
        wait = retry_after(&tries(server, "5185550123").await, 900);
    }
    shop.clock.advance(Duration::seconds(wait));
    tries(&servers[1], "5185550123").await.expect_success();
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn lookups_of_unknown_order_links_from_one_network_address_are_limited_to_a_hundred() {
    let shop = Shop::open().await;
    let guesser = shop.new_guest().await;
    let tries = async |shopper: &Shopper, id: &str| {
        let asked = json!({ "extOrderTokenId": id, "token": "none", "phoneNumber": "5185550123" });
        shopper.post("/api/order/details/external", asked).await
    };
    for nth in 0..100 {
        tries(&guesser, &format!("nothing{nth}")).await.expect_status(404);
    }
    retry_after(&tries(&guesser, "nothing100").await, 900);
    let other = shop.new_guest().await;
    tries(&other, "nothing100").await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn requests_for_unknown_barcodes_are_limited_to_thirty_and_the_shoppers_own_barcodes_stay_visible() {
    let shop = open_shop().await;
    let (ada, code) = buy_tour(&shop).await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &ada).await;
    let barcode = async |server: &Shopper, code: &str| server.get(&format!("/api/ticket/barcode/{code}")).await;
    for nth in 0..30 {
        barcode(&servers[nth % 2], &format!("NOSUCH{nth}")).await.expect_status(404);
    }
    let mut wait = 0;
    for server in &servers {
        wait = retry_after(&barcode(server, "NOSUCH30").await, 300);
        // Attempts at unknown barcodes do not block a ticket that the shopper may see.
        barcode(server, &code).await.expect_status(200);
    }
    shop.clock.advance(Duration::seconds(wait));
    barcode(&servers[1], "NOSUCH31").await.expect_status(404);
    barcode(&servers[1], &code).await.expect_status(200);
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn confirmation_resends_are_limited_to_five_an_hour() {
    let shop = Shop::open().await;
    let (ada, email) = shop.new_account().await;
    ada.add_tours("adult", 1).await;
    pay(&ada).await;
    let order = ada.get_order().await.json()["id"].clone();
    let (replica, servers) = start_replica_with_shared_limits(&shop, &ada).await;
    let resends = async |server: &Shopper| {
        let asked = json!({ "extOrderId": order, "email": "ada@example.org" });
        server.post("/api/order/resend-confirmation", asked).await
    };
    for nth in 0..5 {
        resends(&servers[nth % 2]).await.expect_success();
    }
    let mut wait = 0;
    for server in &servers {
        wait = retry_after(&resends(server).await, 3_600);
    }
    shop.wait_for_emails(6).await;
    shop.clock.advance(Duration::seconds(wait));
    ada.sign_in(&email).await;
    resends(&servers[1]).await.expect_success();
    shop.wait_for_emails(7).await;
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn wrong_promotion_codes_are_limited_to_twenty() {
    let shop = Shop::selling(&Catalogue::park().with(promotions())).await;
    let mallory = shop.new_guest().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &mallory).await;
    let tries = async |server: &Shopper, code: &str| {
        server.post("/api/product/single", json!({ "extProductId": "tour", "promotionCode": code })).await
    };
    for nth in 0..20 {
        tries(&servers[nth % 2], "GARDEN10").await.expect_success();
        tries(&servers[nth % 2], &format!("GUESS{nth}")).await.expect_refusal();
    }
    let mut wait = 0;
    for server in &servers {
        for code in ["GUESS20", "GARDEN10"] {
            wait = retry_after(&tries(server, code).await, 300);
        }
    }
    let other = shop.new_guest().await;
    tries(&other, "GARDEN10").await.expect_success();
    shop.clock.advance(Duration::seconds(wait));
    tries(&servers[1], "GARDEN10").await.expect_success();
    stop_all(shop, replica).await;
}

/// Requests an unknown ticket with this `X-Forwarded-For` header, which the proxy in front of the shop sets.
async fn guess_from(guesser: &Shopper, forwarded: &str) -> Answer {
    let headers = [("x-forwarded-for", forwarded)];
    guesser.call(Method::GET, "/api/ticket/barcode/AAAABBBBCCCCDDDD", None, &headers).await
}

#[tokio::test]
async fn addresses_of_one_ipv6_network_share_a_limit_as_do_both_notations_of_one_ipv4_address() {
    let shop = Shop::open().await;
    let guesser = shop.shopper();
    let [a, b] = random_bytes().map(u16::from);
    let of_network = |host: u16| format!("2001:db8:{a:x}:{b:x}::{host:x}");
    for host in 0..30 {
        guess_from(&guesser, &of_network(host)).await.expect_status(404);
    }
    guess_from(&guesser, &of_network(999)).await.expect_status(429);
    let in_ipv4 = guesser.address.clone();
    for _ in 0..15 {
        guess_from(&guesser, &in_ipv4).await.expect_status(404);
        guess_from(&guesser, &format!("::ffff:{in_ipv4}")).await.expect_status(404);
    }
    guess_from(&guesser, &in_ipv4).await.expect_status(429);
    shop.stop().await;
}

#[tokio::test]
async fn invalid_last_forwarded_entry_does_not_make_earlier_entries_trusted() {
    let shop = Shop::open().await;
    let guesser = shop.shopper();
    // The last entry is not an address, so the attempts are counted for the peer of the connection, which is the test.
    let mut answers = Vec::new();
    for nth in 0..31 {
        answers.push(guess_from(&guesser, &format!("10.20.30.{nth}, unknown")).await.status.as_u16());
    }
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
    // The entries before the last entry come from the client and are ignored.
    for nth in 0..30 {
        let forwarded = format!("10.20.31.{nth}, {}", guesser.address);
        guess_from(&guesser, &forwarded).await.expect_status(404);
    }
    guess_from(&guesser, &format!("10.20.31.99, {}", guesser.address)).await.expect_status(429);
    shop.stop().await;
}

/// Imports tickets for the tour with consecutive codes.
async fn import_tours(shop: &Shop, count: usize) {
    let rows = (1..=count).map(|nth| format!("{},adult\n", 7_000_000 + nth)).collect::<String>();
    let file = shop.data().join("tickets.csv");
    std::fs::write(&file, format!("media_code,variant\n{rows}")).unwrap();
    midway::ops::import_tickets::import_tickets(&shop.app, &file).await.unwrap().unwrap();
}

#[tokio::test]
async fn codes_of_imported_tickets_cannot_be_enumerated_on_the_upgrade_page() {
    let shop = open_shop().await;
    import_tours(&shop, 42).await;
    let code = |nth: usize| (7_000_000 + nth).to_string();
    let family = shop.new_guest().await;
    let eight: Vec<String> = (1..=8).map(code).collect();
    for _ in 0..5 {
        family.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": eight })).await.expect_success();
    }

    let guest = shop.new_guest().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &guest).await;
    // Each code is tried in a new session and on alternating servers, as a program would do.
    for nth in 1..=20 {
        link_ticket(&servers[nth % 2].new_guest_at_same_address().await, &code(nth)).await.expect_success();
    }
    let refused = link_ticket(&servers[0].new_guest_at_same_address().await, &code(21)).await;
    let wait = retry_after(&refused, 3600);
    retry_after(&link_ticket(&servers[1], &code(21)).await, 3600);
    link_ticket(&family, &code(21)).await.expect_success();
    shop.clock.advance(Duration::seconds(wait));
    for nth in 21..=40 {
        link_ticket(&servers[nth % 2].new_guest_at_same_address().await, &code(nth)).await.expect_success();
    }
    shop.clock.advance(Duration::hours(1));
    retry_after(&link_ticket(&servers[0].new_guest_at_same_address().await, &code(41)).await, 24 * 3600);
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn linking_one_ticket_code_repeatedly_does_not_block_other_shoppers() {
    let shop = open_shop().await;
    import_tours(&shop, 2).await;
    let guest = shop.new_guest().await;
    let (replica, servers) = start_replica_with_shared_limits(&shop, &guest).await;
    for nth in 0..41 {
        link_ticket(&servers[nth % 2].new_guest_at_same_address().await, "7000001").await.expect_success();
    }
    link_ticket(&guest.new_guest_at_same_address().await, "7000002").await.expect_success();
    stop_all(shop, replica).await;
}

#[tokio::test]
async fn unknown_and_imported_codes_over_the_limit_get_the_same_answer_and_linked_tickets_stay() {
    let shop = open_shop().await;
    import_tours(&shop, 22).await;
    let code = |nth: usize| (7_000_000 + nth).to_string();
    let guest = shop.new_guest().await;
    for nth in 1..=19 {
        link_ticket(&guest.new_guest_at_same_address().await, &code(nth)).await.expect_success();
    }
    let several = json!({ "barcodes": [code(20), code(21)] });
    retry_after(&guest.post("/api/upgrade/link-upgrade-ticket", several).await, 3600);
    let linked = guest.get("/api/upgrade/linked-upgrade-ticket").await.json();
    assert_eq!(
        linked.as_array().unwrap().iter().map(|it| it["mediaCode"].clone()).collect::<Vec<_>>(),
        [json!(code(20))]
    );
    let (imported, unknown) = (link_ticket(&guest, &code(22)).await, link_ticket(&guest, "9999999").await);
    assert_eq!((imported.status, imported.json()), (unknown.status, unknown.json()));
    retry_after(&unknown, 3600);
    link_ticket(&guest.new_guest_at_same_address().await, &code(1)).await.expect_success();
    shop.stop().await;
}

/// Imports passes with consecutive numbers and one postal code.
async fn import_passes(shop: &Shop, count: usize) {
    let pass =
        |nth: usize| format!("{},season-adult,Ada,Lovelace,1990-12-10,12207,2026-01-01,2026-12-31\n", 8_000_000 + nth);
    let rows = (1..=count).map(pass).collect::<String>();
    let file = shop.data().join("passes.csv");
    let header = "media_code,variant,first_name,last_name,birth_date,zip,valid_from,valid_until";
    std::fs::write(&file, format!("{header}\n{rows}")).unwrap();
    midway::ops::import_tickets::import_tickets(&shop.app, &file).await.unwrap().unwrap();
}

#[tokio::test]
async fn numbers_of_imported_passes_cannot_be_enumerated_with_one_postal_code() {
    let shop = open_shop().await;
    import_passes(&shop, 22).await;
    import_tours(&shop, 1).await;
    let (ada, _) = shop.new_account().await;
    let proof = |number: usize| json!({ "passholderId": number.to_string(), "validationData": "12207" });
    for nth in 1..=20 {
        ada.post("/api/account/link-pass", proof(8_000_000 + nth)).await.expect_success();
    }
    let imported = ada.post("/api/account/link-pass", proof(8_000_021)).await;
    let unknown = ada.post("/api/account/link-pass", proof(9_000_000)).await;
    assert_eq!((imported.status, imported.json()), (unknown.status, unknown.json()));
    retry_after(&imported, 3600);
    retry_after(&link_ticket(&ada.new_guest_at_same_address().await, "7000001").await, 3600);
    ada.post("/api/account/link-pass", proof(8_000_001)).await.expect_success();
    // Passes that this shop sold have random numbers.
    let (eve, _) = shop.new_account().await;
    let sold = buy_pass(&eve).await;
    let proof = json!({ "passholderId": sold["platformAccountId"], "validationData": "12207" });
    ada.post("/api/account/link-pass", proof).await.expect_success();
    shop.stop().await;
}
