//! A performance that takes place on another date: everybody who has bought a place has the same one there, with the same
//! tickets, and gets one e-mail, also if the process that moves the orders is stopped in the middle.

use chrono::Duration;
use midway::error::Error;
use midway::ops;
use midway::ops::move_performance::{listed, move_to};
use midway::ops::worker::run_due_jobs;
use midway::shop::performance_cancellation::{affected, begin, begin_move, go_on, go_on_with, look_again};
use midway::shop::refund::{self, Asked, By};
use midway::shop::ticket::verified_claims;
use midway_kernel::id::PerformanceId;
use serde_json::{Value, json};

use crate::bundles::{add_bundle, family_selection};
use crate::passes::{ada_as_passholder, list_cart_passes, pass_id, set_passholder};
use crate::purchases::{media_codes, read_qr};
use crate::refunds::{ALL, asked, buy_with, units};
use crate::support::catalogue::table::upgrade;
use crate::support::catalogue::{halls, promotions, season_passes, weekend_bundle};
use crate::support::emails::ReadEmail;
use crate::support::random::Random;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, cents, line};
use crate::support::transfers::{NORA, send_first};
use crate::support::{Catalogue, Shop, card};

const SATURDAY: &str = "tours.20261121.1200";
const SUNDAY: &str = "tours.20261122.1200";
const BY: By<'static> = By { actor: "Mara", reason: Some("storm") };

fn id(text: &str) -> PerformanceId {
    PerformanceId(text.to_owned())
}

/// A park with packages and so many places at each tour. Its worker does not run.
fn park(capacity: i64) -> Catalogue {
    Catalogue::park().with(promotions()).tour_capacity(capacity).guests_per_day(40)
}

async fn buy(shop: &Shop, items: Value) -> (Shopper, Value) {
    buy_delivered(shop, items, "digital").await
}

async fn buy_delivered(shop: &Shop, items: Value, delivery: &str) -> (Shopper, Value) {
    let shopper = shop.new_guest().await;
    shopper.try_add(items).await.expect_success();
    let order = buy_with(&shopper, card::GOOD, delivery).await;
    (shopper, order)
}

fn tours(quantity: u32, performance: &str) -> Value {
    json!([line("tour", "adult", quantity, Some(performance))])
}

/// Moves the tours of Saturday to Sunday, and says what the command says.
async fn to_sunday(shop: &Shop, choose_until: Option<&str>) -> String {
    let day = choose_until.map(|day| day.parse().unwrap());
    move_to(&shop.app, (&id(SATURDAY), &id(SUNDAY)), day, BY).await.unwrap().to_string()
}

async fn refusal(shop: &Shop, (from, to): (&str, &str), choose_until: Option<&str>) -> String {
    let day = choose_until.map(|day| day.parse().unwrap());
    match move_to(&shop.app, (&id(from), &id(to)), day, BY).await {
        Err(Error::Refused(refused)) => ops::refund::in_words(&shop.app, &refused),
        other => panic!("{other:?}"),
    }
}

/// The e-mails about the move so far.
async fn told(shop: &Shop) -> Vec<ReadEmail> {
    run_due_jobs(&shop.app, || false).await.unwrap();
    shop.emails().into_iter().filter(|mail| mail.subject.starts_with("New date")).collect()
}

/// The places sold at a performance.
async fn sold_at(shop: &Shop, performance: &str) -> i64 {
    let sql =
        format!("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = 'performance:{performance}'");
    shop.count(&sql).await
}

async fn guests_on(shop: &Shop, day: &str) -> i64 {
    let sql = format!("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key LIKE 'pool:guests.{day}%'");
    shop.count(&sql).await
}

async fn assert_in_order(shop: &Shop) {
    assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
}

/// The order that the link of an e-mail opens in another browser.
async fn opened_by_link(shop: &Shop, mail: &ReadEmail) -> Value {
    let (link, token) = mail.order_link();
    let reader = shop.new_guest().await;
    let opened = json!({ "extOrderTokenId": link, "token": token, "phoneNumber": "5185550123" });
    reader.post("/api/order/details/external", opened).await.expect_success()["value"].clone()
}

/// The code of the tour that was not sent to somebody else; that of a book comes after it.
fn tour_codes(html: &str) -> Vec<String> {
    media_codes(html).into_iter().take(1).collect()
}

fn number(order: &Value) -> &str {
    order["invoiceNumber"].as_str().unwrap()
}

#[tokio::test]
async fn buyers_have_the_same_tickets_on_the_new_date_and_everybody_is_told_once() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let book = line("book", "guide-book", 1, None);
    let items = json!([line("tour", "adult", 2, Some(SATURDAY)), book]);
    let (ada, of_ada) = buy_delivered(&shop, items, "post").await;
    let (_, of_later) = buy(&shop, tours(1, SUNDAY)).await;
    let pair = json!([{ "selectionIndex": 1, "performanceId": SATURDAY },
                      { "selectionIndex": 2, "performanceId": "days.20261121.0900" }]);
    let package = json!({ "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": 1, "performances": pair });
    let (bob, _) = buy_delivered(&shop, json!([package]), "post").await;
    send_first(&ada, &of_ada).await;
    let before = tour_codes(&ada.get("/api/order/digital-tickets").await.text());
    let places = (sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await);
    let guests = (guests_on(&shop, "20261121").await, guests_on(&shop, "20261122").await);
    assert_eq!(places.1, 1);
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;

    // The guests of the day and the tours have room for 40; one is sold.
    let dry = listed(&shop.app, (&id(SATURDAY), &id(SUNDAY)), None).await.unwrap();
    assert!(dry.contains(&format!("{} places are needed, and {SUNDAY} has 39", places.0)), "{dry}");
    assert!(dry.ends_with("2 orders would be moved; nothing was changed"), "{dry}");
    assert_eq!(sold_at(&shop, SUNDAY).await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation").await, 0);

    assert_eq!(to_sunday(&shop, None).await, "2 orders were moved, 0 were not");
    assert_eq!(to_sunday(&shop, None).await, "0 orders were moved, 0 were not");
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (0, 1 + places.0));
    // The day tickets of the package stay on Saturday.
    let moved_guests = (guests_on(&shop, "20261121").await, guests_on(&shop, "20261122").await);
    assert_eq!(moved_guests, (guests.0 - places.0, guests.1 + places.0));
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entry WHERE action = 'move' AND actor = 'Mara'").await, 2);

    let seen = ada.get_order().await.json();
    assert_eq!(seen["items"][0]["performances"][0]["performanceDate"], "2026-11-22");
    assert_eq!((&seen["orderTotal"], &seen["choices"]), (&of_ada["orderTotal"], &json!([])));
    let html = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    assert!(html.contains("Sunday, November 22, 2026") && !html.contains("November 21"), "{html}");
    let after = tour_codes(&html);
    assert!(after.len() == before.len() && !after.iter().any(|code| before.contains(code)), "each has a fresh code");
    for code in &before {
        let sql = format!("SELECT COUNT(*) FROM retired_code WHERE media_code = '{code}' AND last_day = '2026-11-21'");
        assert_eq!(shop.count(&sql).await, 1, "gates refuse the earlier code on the earlier day");
    }
    let picture = html.split("/api/ticket/barcode/").nth(1).unwrap().split('"').next().unwrap();
    let calendar = ada.get(&format!("/api/ticket/calendar/{picture}")).await.expect_status(200).text();
    assert!(calendar.contains("20261122") && !calendar.contains("20261121T1"), "{calendar}");
    let qr = read_qr(&ada.get(&format!("/api/ticket/barcode/{picture}")).await.expect_status(200).body);
    let claims = verified_claims(&shop.app.tickets.public_keys(), &qr).unwrap();
    let admitted = |days| claims.admit(None, shop.app.clock.now() + Duration::days(days)).is_ok();
    assert_eq!((admitted(1), admitted(2)), (false, true), "gates admit on Sunday");
    let of_package = bob.get_order().await.json().to_string();
    assert!(of_package.contains("2026-11-22") && of_package.contains("days.20261121.0900"), "{of_package}");

    let mails = told(&shop).await;
    let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["ada@example.org", "ada@example.org", NORA]);
    let of_ada = mails.iter().find(|mail| mail.text.contains(number(&of_ada))).unwrap();
    let says = "new date: Sunday, November 22, 2026, 12:00 PM (originally Saturday, November 21, 2026, 12:00 PM).";
    assert!(of_ada.text.replace("\r\n", " ").contains(says), "{}", of_ada.text);
    assert!(of_ada.pdf.is_some() && !of_ada.text.contains("a refund"));
    assert!(!mails.iter().any(|mail| mail.text.contains(number(&of_later))));
    opened_by_link(&shop, of_ada).await;
    let of_nora = mails.iter().find(|mail| mail.to == NORA).unwrap();
    assert!(of_nora.text.contains("Sunday, November 22, 2026"), "{}", of_nora.text);

    // It is Friday, 10:00. The reminder is for Sunday.
    shop.advance_by(Duration::hours(24));
    run_due_jobs(&shop.app, || false).await.unwrap();
    let reminded = shop.emails().into_iter().filter(|mail| mail.subject.contains("on Sunday, November 22, 2026"));
    assert_eq!(reminded.filter(|mail| mail.subject.starts_with("Your visit to")).count(), 3);
    assert_eq!(told(&shop).await.len(), 3);
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn order_without_room_is_left_over_and_refunded_by_a_cancellation() {
    let shop = Shop::selling_with(&park(3), &[WORKER_OFF]).await;
    let (_, of_two) = buy(&shop, tours(2, SATURDAY)).await;
    shop.advance(1);
    let (ada, of_one) = buy(&shop, tours(1, SATURDAY)).await;
    buy(&shop, tours(1, SUNDAY)).await;
    shop.import_withdrawing(&park(3).no_tours_on(["2026-11-21"])).await;
    let dry = listed(&shop.app, (&id(SATURDAY), &id(SUNDAY)), None).await.unwrap();
    assert!(dry.contains(&format!("3 places are needed, and {SUNDAY} has 2")), "{dry}");
    let left =
        format!("order {} was not moved: There isn't enough room at the new time: 1 needed, 0 left.", number(&of_one));
    assert_eq!(to_sunday(&shop, None).await, format!("{left}\n1 order was moved, 1 was not"));
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert!(findings.len() == 1 && findings[0].contains(number(&of_one)), "{findings:?}");
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (1, 3));

    let done = ops::cancel_performance::cancel(&shop.app, &id(SATURDAY), None, BY).await.unwrap();
    assert_eq!(done.to_string(), "1 order was refunded, 0 were not");
    assert_eq!(shop.count("SELECT CAST(SUM(amount) AS BIGINT) FROM refund").await, cents(&of_one["orderTotal"]));
    assert_eq!(ada.get_order().await.json()["items"][0]["performances"][0]["performanceDate"], "2026-11-21");
    let mails = told(&shop).await;
    assert!(mails.len() == 1 && mails[0].text.contains(number(&of_two)));
    assert_eq!(sold_at(&shop, SATURDAY).await, 0);
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn seats_stay_the_same_and_an_order_whose_seat_is_taken_is_left_over_as_a_whole() {
    const OLD: &str = "concerts.20261121.2000";
    const NEW: &str = "concerts.20261122.2000";
    let halls = || Catalogue::park().with(halls(2, 4));
    let shop = Shop::selling_with(&halls(), &[WORKER_OFF]).await;
    let seats = |performance: &str, ids: &[&str]| {
        let line = |seat| {
            let at = json!([{ "selectionIndex": 1, "performanceId": performance, "seatId": seat }]);
            json!({ "productId": "evening", "productVariantId": "listener", "quantity": 1, "performances": at })
        };
        ids.iter().map(line).collect::<Value>()
    };
    let (ada, _) = buy(&shop, seats(OLD, &["stalls-1-1", "stalls-1-2"])).await;
    let (_, of_bob) = buy(&shop, seats(OLD, &["stalls-2-1", "stalls-2-2"])).await;
    buy(&shop, seats(NEW, &["stalls-2-2"])).await;
    shop.import_withdrawing(&halls().edit_schedule("concerts", |it| it.closed(["2026-11-21"]))).await;
    let dry = listed(&shop.app, (&id(OLD), &id(NEW)), None).await.unwrap();
    assert!(dry.contains("1 of the seats is taken there"), "{dry}");
    let done = move_to(&shop.app, (&id(OLD), &id(NEW)), None, BY).await.unwrap().to_string();
    let left = format!("order {} was not moved: Stalls, row 2, seat 2 is taken at the new time.", number(&of_bob));
    assert_eq!(done, format!("{left}\n1 order was moved, 1 was not"));
    let seat = |performance: &str, id: &str| {
        let sql =
            format!("SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT) FROM stock WHERE key = 'seat:{performance}/{id}'");
        let shop = &shop;
        async move { shop.count(&sql).await }
    };
    assert_eq!((seat(OLD, "stalls-1-1").await, seat(NEW, "stalls-1-1").await), (0, 1));
    assert_eq!((seat(OLD, "stalls-2-1").await, seat(NEW, "stalls-2-1").await), (1, 0), "both or none");
    let html = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    assert!(html.contains("Sunday, November 22, 2026") && html.contains("row 1, seat 2"), "{html}");
    ops::cancel_performance::cancel(&shop.app, &id(OLD), None, BY).await.unwrap();
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn bundle_is_moved_within_its_day_and_not_to_another() {
    const LATER: &str = "tours.20261121.1400";
    let catalogue = || Catalogue::park().with(weekend_bundle());
    let shop = Shop::selling_with(&catalogue(), &[WORKER_OFF]).await;
    let ada = shop.new_guest().await;
    add_bundle(&ada, family_selection(SATURDAY), "2026-11-21").await.expect_success();
    let order = buy_with(&ada, card::GOOD, "post").await;
    let before = sold_at(&shop, SATURDAY).await;
    shop.import_withdrawing(&catalogue().edit_schedule("tours", |tours| tours.slots(["14:00"]))).await;
    let done = move_to(&shop.app, (&id(SATURDAY), &id("tours.20261122.1400")), None, BY).await.unwrap().to_string();
    let reason = "is a bundle for one day, and the new time is on a different day.";
    assert!(done.contains(number(&order)) && done.contains(reason), "{done}");
    let done = move_to(&shop.app, (&id(SATURDAY), &id(LATER)), None, BY).await.unwrap().to_string();
    assert_eq!(done, "1 order was moved, 0 were not");
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, LATER).await), (0, before));
    let seen = ada.get_order().await.json().to_string();
    assert!(seen.contains(LATER) && !seen.contains(SATURDAY), "{seen}");
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn performance_that_is_sold_again_and_closed_again_is_left_to_the_operator() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    to_sunday(&shop, None).await;
    shop.advance(1);
    shop.import(&park(40)).await;
    buy(&shop, tours(1, SATURDAY)).await;
    assert_eq!(look_again(&shop.app).await.unwrap(), 0);
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    assert_eq!((look_again(&shop.app).await.unwrap(), go_on(&shop.app).await.unwrap()), (0, 0));
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (1, 0));
    shop.stop().await;
}

#[tokio::test]
async fn each_order_is_moved_once_although_workers_are_stopped_in_the_middle() {
    const ORDERS: u32 = 12;
    const MOVED: &str = "SELECT COUNT(*) FROM audit_entry WHERE action = 'move'";
    let shop = Shop::selling_with(&park(2_000).guests_per_day(2_000), &[WORKER_OFF]).await;
    let mut chance = Random::seeded(20_261_130);
    let mut places = 0;
    for _ in 0..ORDERS {
        let quantity = chance.between(1, 3);
        buy(&shop, tours(quantity, SATURDAY)).await;
        places += i64::from(quantity);
    }
    shop.import_withdrawing(&park(2_000).guests_per_day(2_000).no_tours_on(["2026-11-21"])).await;
    begin_move(&shop.app, (&id(SATURDAY), &id(SUNDAY)), None, BY).await.unwrap();
    while !affected(&shop.app, &id(SATURDAY)).await.unwrap().is_empty() {
        let (app, other) = (shop.app.clone(), shop.app.clone());
        let work = tokio::spawn(async move { go_on(&app).await });
        let beside = tokio::spawn(async move { go_on(&other).await });
        let enough = shop.count(MOVED).await + i64::from(chance.between(1, 4));
        while !work.is_finished() && shop.count(MOVED).await < enough {
            tokio::task::yield_now().await;
        }
        for _ in 0..chance.between(0, 400) {
            tokio::task::yield_now().await;
        }
        work.abort();
        beside.abort();
        drop(work.await);
        drop(beside.await);
    }
    go_on(&shop.app).await.unwrap();
    assert_eq!(shop.count(MOVED).await, i64::from(ORDERS));
    assert_eq!(told(&shop).await.len(), ORDERS as usize);
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (0, places));
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation WHERE ended_at IS NULL").await, 0);
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn buyers_may_choose_other_tickets_or_the_money_and_otherwise_the_new_date_stands() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let (ada, of_ada) = buy(&shop, tours(1, SATURDAY)).await;
    let (bob, of_bob) = buy(&shop, tours(1, SATURDAY)).await;
    let (_, of_eve) = buy(&shop, tours(1, SATURDAY)).await;
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    let done = to_sunday(&shop, Some("2026-11-20")).await;
    assert_eq!(done, "3 orders were moved, 0 were not; until November 20, 2026 the buyers may choose something else");
    let mails = told(&shop).await;
    assert_eq!(mails.len(), 3);
    let says = "choose other tickets or a refund by November 20, 2026.";
    assert!(mails[0].text.replace("\r\n", " ").contains(says), "{}", mails[0].text);
    let choice = "Moved: Garden tour, Saturday, November 21, 2026, 12:00 PM. New time: Sunday, November 22, 2026, \
                  12:00 PM. Your tickets are valid for the new time. If it doesn't work for you, choose other \
                  tickets or a refund by November 20, 2026.";
    assert_eq!(ada.get_order().await.json()["choices"], json!([choice]));

    // The tour has no rules for cancellations or exchanges: the choice stands above them.
    let units = |order: &Value| json!([{ "orderItemId": order["items"][0]["id"], "unit": 0 }]);
    let exchange = format!("/api/order/exchange/{}", of_ada["id"].as_str().unwrap());
    ada.post(&exchange, json!({ "units": units(&of_ada) })).await.expect_success();
    ada.try_add(tours(1, "tours.20261123.1200")).await.expect_success();
    ada.save_settings("digital").await;
    assert_eq!(cents(&ada.get_cart().await["cartTotal"]), 0);
    ada.submit_without_payment().await.expect_success();
    let cancel = format!("/api/order/cancellation/{}", of_bob["id"].as_str().unwrap());
    let body = json!({ "units": units(&of_bob), "agreedRefund": of_bob["orderTotal"] });
    bob.post(&cancel, body).await.expect_success();
    assert_eq!((sold_at(&shop, SUNDAY).await, sold_at(&shop, "tours.20261123.1200").await), (1, 1));

    // It is Friday, 10:00. The day ends at midnight, and nothing happens.
    shop.advance(14 * 60);
    assert_eq!((go_on(&shop.app).await.unwrap(), look_again(&shop.app).await.unwrap()), (0, 0));
    let mail = mails.iter().find(|mail| mail.text.contains(number(&of_eve))).unwrap();
    let seen = opened_by_link(&shop, mail).await;
    assert_eq!((&seen["choices"], &seen["isCancelable"]), (&json!([]), &json!(false)));
    assert_eq!(seen["items"][0]["performances"][0]["performanceDate"], "2026-11-22");
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, 2);
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    assert_in_order(&shop).await;

    // Sunday does not take place either: a choice because of the move says nothing of that.
    let without = park(40).no_tours_on(["2026-11-21", "2026-11-22"]);
    shop.import_withdrawing(&without).await;
    let day = Some("2026-11-21".parse().unwrap());
    let asked = ops::cancel_performance::cancel(&shop.app, &id(SUNDAY), day, BY).await.unwrap();
    assert_eq!(asked.progress.asked, 1);
    let choices = opened_by_link(&shop, mail).await["choices"].to_string();
    assert!(choices.contains("Canceled: ") && choices.contains("Sunday, November 22, 2026, 12:00 PM."), "{choices}");
    shop.stop().await;
}

/// Imports the park without tours on these days, and moves them.
async fn moved(shop: &Shop, closed: &[&str], (from, to): (&str, &str)) -> String {
    shop.advance(1);
    shop.import_withdrawing(&park(40).no_tours_on(closed)).await;
    look_again(&shop.app).await.unwrap();
    move_to(&shop.app, (&id(from), &id(to)), None, BY).await.unwrap().to_string()
}

#[tokio::test]
async fn recipients_are_told_of_each_move_and_the_entry_in_the_calendar_stays_the_same() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let (ada, order) = buy(&shop, tours(2, SATURDAY)).await;
    let order_id = order["id"].as_str().unwrap();
    send_first(&ada, &order).await;
    // The events of the files of all tickets and of one, without the parts that name codes.
    let events = async || {
        let html = ada.get("/api/order/digital-tickets").await.text();
        let one = html.split("/api/ticket/barcode/").nth(1).unwrap().split('"').next().unwrap();
        let of_order = ada.get(&format!("/api/order/calendar/{order_id}")).await.expect_status(200).text();
        let of_one = ada.get(&format!("/api/ticket/calendar/{one}")).await.expect_status(200).text();
        let field = |name: &str| {
            let values = [&of_order, &of_one].map(|file| {
                assert_eq!(file.matches("BEGIN:VEVENT").count(), 1);
                let file = file.replace("\r\n ", "");
                file.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned()
            });
            assert_eq!(values[0], values[1], "{name}");
            values[0].clone()
        };
        (field("UID:"), field("SEQUENCE:"), field("DTSTART:"), field("DTSTAMP:"))
    };
    let bought = events().await;
    assert_eq!(bought.1, "0");
    let mut stamps = vec![bought.3.clone()];
    for (nth, (closed, way, day)) in [
        ("2026-11-21", (SATURDAY, SUNDAY), "20261122"),
        ("2026-11-22", (SUNDAY, SATURDAY), "20261121"),
        ("2026-11-21", (SATURDAY, SUNDAY), "20261122"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(moved(&shop, &[closed], way).await, "1 order was moved, 0 were not");
        let to_nora = told(&shop).await.into_iter().filter(|mail| mail.to == NORA).count();
        assert_eq!(to_nora, nth + 1, "each move is told once");
        let (uid, sequence, starts, stamp) = events().await;
        assert_eq!((&uid, sequence), (&bought.0, (nth + 1).to_string()));
        assert!(starts.starts_with(day), "{starts}");
        assert!(!stamps.contains(&stamp), "each file has the time of its change");
        stamps.push(stamp);
    }
    shop.stop().await;
}

#[tokio::test]
async fn line_that_was_refunded_in_part_moves_with_what_is_left_and_the_places_that_were_kept() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let (ada, order) = buy(&shop, tours(4, SATURDAY)).await;
    refund::make(&shop.app, &asked(&order, units(1, 1))).await.unwrap();
    refund::make(&shop.app, &Asked { keep_places: true, ..asked(&order, units(1, 1)) }).await.unwrap();
    assert_eq!((sold_at(&shop, SATURDAY).await, guests_on(&shop, "20261121").await), (3, 3));
    assert_eq!(moved(&shop, &["2026-11-21"], (SATURDAY, SUNDAY)).await, "1 order was moved, 0 were not");
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (0, 3));
    assert_eq!((guests_on(&shop, "20261121").await, guests_on(&shop, "20261122").await), (0, 3));
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL AND valid_on = '2026-11-22'").await, 2);
    let of_saturday = "SELECT COUNT(*) FROM ticket WHERE revoked_at IS NOT NULL AND valid_on = '2026-11-21'";
    assert_eq!(
        shop.count(of_saturday).await,
        2,
        "gates refuse the refunded ones on the day for which they were printed"
    );
    assert_eq!(shop.count("SELECT COUNT(*) FROM retired_code").await, 2, "only valid tickets get fresh codes");
    let html = ada.get("/api/order/digital-tickets").await.text().replace('\u{a0}', " ");
    assert!(html.contains("Sunday, November 22, 2026"), "{html}");
    // The place that was kept stays taken when the rest is refunded.
    refund::make(&shop.app, &asked(&order, ALL)).await.unwrap();
    assert_eq!((sold_at(&shop, SUNDAY).await, guests_on(&shop, "20261122").await), (1, 1));
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    let paid_back = shop.ledger().await.into_iter().flat_map(|it| it.refunds).map(|it| it.amount_cents).sum::<i64>();
    assert_eq!(paid_back, cents(&order["orderTotal"]));
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn ticket_that_was_upgraded_moves_with_the_others_and_is_valid_again_on_the_new_date() {
    let counts = || upgrade("tour-counts", "Your tour counts").held(["adult"]).products(["season"]);
    let park = || Catalogue::park().with(season_passes()).with([counts()]);
    let shop = Shop::selling_with(&park(), &[WORKER_OFF]).await;
    let (ada, _) = shop.new_account().await;
    ada.try_add(tours(2, SATURDAY)).await.expect_success();
    ada.check_out().await;
    let of_tours = ada.get_order().await.json();
    shop.advance(1);
    let held = ada.get("/api/account/ticket?includePurchasedPasses=false").await.json();
    ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": [held[0]["barcode"]] })).await.expect_success();
    let waiting = ada.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let selections = json!({ "selections": [{ "id": waiting[0]["id"] }] });
    ada.post("/api/upgrade/select", selections).await.expect_success();
    let pass = list_cart_passes(&ada).await.remove(0);
    let chosen = json!({ "passes": [{ "extCartTicketId": pass_id(&pass), "extProductVariantId": "season-adult" }] });
    ada.post("/api/cart/pass-product", chosen).await.expect_success();
    set_passholder(&ada, &pass, ada_as_passholder()).await.expect_success();
    ada.check_out().await;
    let of_pass = ada.get_order().await.json();
    assert_ne!(number(&of_pass), number(&of_tours));
    let valid = async |day: &str| {
        shop.count(&format!("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL AND valid_on = '{day}'")).await
    };
    assert_eq!(valid("2026-11-21").await, 1);

    shop.import_withdrawing(&park().no_tours_on(["2026-11-21"])).await;
    let left = affected(&shop.app, &id(SATURDAY)).await.unwrap();
    assert_eq!(left.iter().flat_map(|it| it.units.0.values()).map(Vec::len).sum::<usize>(), 1);
    assert_eq!(to_sunday(&shop, None).await, "1 order was moved, 0 were not");
    assert_eq!((valid("2026-11-21").await, valid("2026-11-22").await), (0, 1));
    // Without the pass, the tour counts again: on Sunday, as that of the others.
    refund::make(&shop.app, &asked(&of_pass, ALL)).await.unwrap();
    assert_eq!((valid("2026-11-21").await, valid("2026-11-22").await), (0, 2));
    refund::make(&shop.app, &asked(&of_tours, ALL)).await.unwrap();
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    assert_eq!((sold_at(&shop, SATURDAY).await, sold_at(&shop, SUNDAY).await), (0, 0));
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn buyer_of_a_package_chooses_until_its_other_visit_and_not_afterwards() {
    const LATER: &str = "tours.20261121.1400";
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let package = |tour: &str| {
        let pair = json!([{ "selectionIndex": 1, "performanceId": tour },
                          { "selectionIndex": 2, "performanceId": "days.20261121.0900" }]);
        json!([{ "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": 1, "performances": pair }])
    };
    let (ada, of_ada) = buy_delivered(&shop, package(SATURDAY), "post").await;
    let (_, of_bob) = buy_delivered(&shop, package(LATER), "post").await;
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    // The day tickets of the package are for Saturday at 9:00.
    to_sunday(&shop, Some("2026-11-21")).await;
    let choices = ada.get_order().await.json()["choices"].to_string();
    assert!(choices.contains("until November 21, 2026, 9:00 AM"), "{choices}");
    let until = Some(shop.app.clock.now() + Duration::hours(30));
    begin_move(&shop.app, (&id(LATER), &id("tours.20261122.1400")), until, BY).await.unwrap();
    // It is Friday, 10:00.
    shop.advance(23 * 60);
    assert_eq!(go_on(&shop.app).await.unwrap(), 1);
    assert_eq!(sold_at(&shop, LATER).await, 0);
    let mails = told(&shop).await;
    for (order, may_choose) in [(&of_ada, true), (&of_bob, false)] {
        let mail = mails.iter().find(|mail| mail.text.contains(number(order))).unwrap();
        assert_eq!(mail.text.contains("refund"), may_choose, "{}", mail.text);
        assert_eq!(opened_by_link(&shop, mail).await["choices"], json!([]));
    }
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn second_move_does_not_shorten_the_choice_of_the_first_one() {
    const MONDAY: &str = "tours.20261123.1200";
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    let (ada, of_ada) = buy(&shop, tours(1, SATURDAY)).await;
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    to_sunday(&shop, Some("2026-11-21")).await;
    shop.advance(1);
    let closed = ["2026-11-21", "2026-11-22"];
    shop.import_withdrawing(&park(40).no_tours_on(closed)).await;
    let friday = Some("2026-11-20".parse().unwrap());
    let done = move_to(&shop.app, (&id(SUNDAY), &id(MONDAY)), friday, BY).await.unwrap();
    assert_eq!(done.progress.moved, 1);
    let choice = "Moved: Garden tour, Sunday, November 22, 2026, 12:00 PM. New time: Monday, November 23, 2026, \
                  12:00 PM. Your tickets are valid for the new time. If it doesn't work for you, choose other \
                  tickets or a refund by November 21, 2026.";
    assert_eq!(ada.get_order().await.json()["choices"], json!([choice]));
    let mails = told(&shop).await;
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.text.replace("\r\n", " ").contains("a refund by November 21, 2026.")));
    // It is Saturday. The choice of the second move alone would be over.
    shop.advance(15 * 60);
    let cancel = format!("/api/order/cancellation/{}", of_ada["id"].as_str().unwrap());
    let unit = json!([{ "orderItemId": of_ada["items"][0]["id"], "unit": 0 }]);
    let (link, token) = mails[1].order_link();
    let reader = shop.new_guest().await;
    let opened = json!({ "extOrderTokenId": link, "token": token, "phoneNumber": "5185550123" });
    reader.post("/api/order/details/external", opened).await.expect_success();
    let all = json!({ "units": unit, "agreedRefund": of_ada["orderTotal"] });
    reader.post(&cancel, all).await.expect_success();
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    assert_eq!((sold_at(&shop, SUNDAY).await, sold_at(&shop, MONDAY).await), (0, 0));
    assert_in_order(&shop).await;
    shop.stop().await;
}

/// Each order is either moved or refunded, and what was decided last has ended.
async fn assert_moved_or_refunded(shop: &Shop, orders: i64) {
    let moved = shop.count("SELECT COUNT(DISTINCT subject) FROM audit_entry WHERE action = 'move'").await;
    let refunded = shop.count("SELECT COUNT(DISTINCT order_id) FROM refund").await;
    assert_eq!(moved + refunded, orders, "{moved} were moved and {refunded} refunded");
    assert_eq!(shop.count("SELECT COUNT(*) FROM refund").await, refunded);
    assert_eq!((sold_at(shop, SATURDAY).await, sold_at(shop, SUNDAY).await), (0, moved));
    assert_eq!(shop.count("SELECT COUNT(*) FROM ticket WHERE revoked_at IS NULL").await, moved);
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation WHERE ended_at IS NULL").await, 0);
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    assert_in_order(shop).await;
}

#[tokio::test]
async fn of_a_move_and_a_cancellation_at_the_same_moment_one_stands_for_each_order() {
    const ORDERS: i64 = 8;
    // Both are decided at once; or the second one while two workers go on with the first.
    for (starts_with_move, is_begun) in [(true, false), (false, false), (true, true), (false, true)] {
        let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
        for _ in 0..ORDERS {
            buy(&shop, tours(1, SATURDAY)).await;
        }
        shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
        let (from, to) = (id(SATURDAY), id(SUNDAY));
        let moves = async || begin_move(&shop.app, (&from, &to), None, BY).await.map(drop);
        let cancels = async || begin(&shop.app, &from, None, BY).await.map(drop);
        match (starts_with_move, is_begun) {
            (true, false) => drop(tokio::try_join!(moves(), cancels()).unwrap()),
            (false, false) => drop(tokio::try_join!(cancels(), moves()).unwrap()),
            (true, true) => {
                moves().await.unwrap();
                tokio::try_join!(go_on(&shop.app), go_on(&shop.app), cancels()).unwrap();
            }
            (false, true) => {
                cancels().await.unwrap();
                tokio::try_join!(go_on(&shop.app), go_on(&shop.app), moves()).unwrap();
            }
        }
        tokio::try_join!(go_on(&shop.app), go_on(&shop.app)).unwrap();
        assert!(affected(&shop.app, &from).await.unwrap().is_empty());
        assert_moved_or_refunded(&shop, ORDERS).await;
        shop.stop().await;
    }
}

#[tokio::test]
async fn work_on_a_move_stops_at_a_cancellation_and_says_so() {
    const ORDERS: usize = 8;
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    for _ in 0..ORDERS {
        buy(&shop, tours(1, SATURDAY)).await;
    }
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    let (from, to) = (id(SATURDAY), id(SUNDAY));
    let decision = begin_move(&shop.app, (&from, &to), None, BY).await.unwrap();
    let works = go_on_with(&shop.app, &decision, |_| ());
    let (progress, _) = tokio::try_join!(works, begin(&shop.app, &from, None, BY)).unwrap();
    let moved = shop.count("SELECT COUNT(DISTINCT subject) FROM audit_entry WHERE action = 'move'").await;
    assert_eq!((i64::try_from(progress.moved).unwrap(), progress.refunded), (moved, 0), "{progress:?}");
    assert!(progress.is_replaced || progress.moved == ORDERS, "{progress:?}");
    assert_eq!(progress.is_complete(), !progress.is_replaced);
    go_on(&shop.app).await.unwrap();
    assert_moved_or_refunded(&shop, i64::try_from(ORDERS).unwrap()).await;
    shop.stop().await;
}

#[tokio::test]
async fn move_is_repeated_although_no_stored_import_has_the_old_date_any_more() {
    let shop = Shop::selling_with(&park(40), &[WORKER_OFF]).await;
    buy(&shop, tours(1, SATURDAY)).await;
    shop.import_withdrawing(&park(40).no_tours_on(["2026-11-21"])).await;
    assert_eq!(to_sunday(&shop, None).await, "1 order was moved, 0 were not");
    // The shop stores the last 20 revisions.
    for more in 1..=20 {
        shop.import(&park(40 + more).no_tours_on(["2026-11-21"])).await;
    }
    assert_eq!(to_sunday(&shop, None).await, "0 orders were moved, 0 were not");
    let other = refusal(&shop, (SATURDAY, "tours.20261123.1200"), None).await;
    assert_eq!(other, format!("{SATURDAY} was never sold and has never been in the catalogue."));
    assert_in_order(&shop).await;
    shop.stop().await;
}

#[tokio::test]
async fn move_that_cannot_be_made_is_refused_and_changes_nothing() {
    let shop = Shop::selling_with(&park(40).with(halls(2, 4)), &[WORKER_OFF]).await;
    buy(&shop, tours(1, SATURDAY)).await;
    assert_eq!(refusal(&shop, (SUNDAY, SUNDAY), None).await, format!("{SUNDAY} can't be moved to itself."));
    let on_sale = format!("First, remove {SATURDAY} from the catalogue and import it with --withdraw.");
    assert_eq!(refusal(&shop, (SATURDAY, SUNDAY), None).await, on_sale);
    shop.import_withdrawing(&park(40).with(halls(2, 4)).no_tours_on(["2026-11-21"])).await;
    for (to, why) in [
        ("tours.20261122.1300", "isn't in the catalogue."),
        ("plays.20261122.1900", "belongs to a different show."),
        ("tours.20261119.1200", "has already started."),
    ] {
        assert_eq!(refusal(&shop, (SATURDAY, to), None).await, format!("{to} {why}"));
    }
    let unknown = refusal(&shop, ("rides.20261121.1200", SUNDAY), None).await;
    assert_eq!(unknown, "rides.20261121.1200 was never sold and has never been in the catalogue.");
    for never in ["tours.20261121.1207", "tours.20260230.1200", "tours.20261121"] {
        let why = "was never sold and has never been in the catalogue.";
        assert_eq!(refusal(&shop, (never, SUNDAY), None).await, format!("{never} {why}"));
    }
    let past = refusal(&shop, (SATURDAY, SUNDAY), Some("2026-11-19")).await;
    assert_eq!(past, "The deadline for buyers to choose has already passed.");
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation").await, 0);

    // Buyers who were asked to choose until a day are not told otherwise.
    let day = Some("2026-11-20".parse().unwrap());
    ops::cancel_performance::cancel(&shop.app, &id(SATURDAY), day, BY).await.unwrap();
    let choosing = "Buyers have already been told their deadline, so it can't be changed.";
    assert_eq!(refusal(&shop, (SATURDAY, SUNDAY), None).await, choosing);
    assert_eq!(sold_at(&shop, SATURDAY).await, 1);
    shop.stop().await;
}
