//! Reservations from guest info to the gate. Each test ends with the doctor.

use chrono::NaiveDate;
use futures_util::future::join_all;
use midway::ops::import_tickets::import_tickets;
use midway::ops::orders;
use midway::ops::worker::run_due_jobs;
use midway::shop::billing::charge_due;
use midway::shop::order::OrderFilter;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::unbroken;
use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::catalogue::list_withdrawn;
use crate::passes::DAY;
use crate::support::catalogue::table::{
    Table, offer, part, plan, price_calendar, price_rule, product, property, schedule, selection, site, timed_show,
    together, upgrade, variant,
};
use crate::support::catalogue::{better_passes, reservations};
use crate::support::database::{rows, server_url, wait_for_blocked_cart};
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Answer, SATURDAY, SATURDAY_NOON, Shopper, cents, line, unique_email};
use crate::support::{Catalogue, Shop, card};

const TEN: &str = "entries.20261121.1000";
const TWO: &str = "entries.20261121.1400";
const SUNDAY: &str = "entries.20261122.1000";
const OVERDUE: &str = "A payment for one of your passes is past due. That pass's benefits aren't available until you \
    pay. Please go back and continue without them.";
const NOT_CONFIRMED: &str = "Nothing was charged. Because its reservation was changed or has ended, this visit is \
                             no longer part of the payment: The Garden, Saturday, November 21, 2026. Reserve the \
                             visit again first, or pay again to buy only the items in your cart.";
const TIME_GONE: &str = "There's no longer enough room for your party at this time. Please choose another time.";

/// The park with reserved visits.
fn park() -> Catalogue {
    Catalogue::park().with(reservations())
}

/// A shop with imported passes `P1` to `P9` with the postal code 12207, and tickets `T1` to `T4` for the first
/// Saturday.
async fn open_shop() -> Shop {
    open_shop_with(&park()).await
}

async fn open_shop_with(catalogue: &Catalogue) -> Shop {
    let shop = Shop::selling(catalogue).await;
    import_tickets_and_passes(&shop, 9).await;
    shop
}

/// The upgrade of a day ticket to a season pass.
fn day_ticket_upgrade() -> Table {
    upgrade("up", "Up").held(["day-adult"]).products(["season"])
}

async fn open_shop_of_two_sites() -> Shop {
    let zoo = [
        site("zoo", "Zoo", "2"),
        timed_show("zoo", "Zoo").set("site", "zoo"),
        schedule("zoos", "zoo").capacity(9).slots(["10:00"]),
        property("zoo", "Zoo", "zoo", ["season"]).set("site", "zoo"),
    ];
    open_shop_with(&park().with(zoo)).await
}

async fn import_tickets_and_passes(shop: &Shop, passes: usize) {
    let mut file =
        "media_code,variant,first_name,last_name,birth_date,zip,valid_from,valid_until,date,paid\n".to_owned();
    for nth in 1..=passes {
        file += &format!("P{nth},season-adult,Ada,Lovelace,1990-12-10,12207,2026-01-01,2027-06-30,,\n");
    }
    for nth in 1..=4 {
        file += &format!("T{nth},day-adult,,,,,,,{SATURDAY},30.00\n");
    }
    let path = shop.data().join("tickets.csv");
    std::fs::write(&path, file).unwrap();
    import_tickets(&shop.app, &path).await.unwrap().unwrap();
}

fn guest() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "emailAddress": "ada@example.org", "phoneNumber": "(518) 555-0123",
        "zip": "12207",
    })
}

async fn put(shopper: &Shopper, path: &str, body: Value) -> Answer {
    shopper.call(Method::PUT, path, Some(body), &[]).await
}

async fn delete(shopper: &Shopper, path: &str) -> Answer {
    shopper.call(Method::DELETE, path, None, &[]).await
}

async fn begin_reservation(shop: &Shop) -> Shopper {
    let shopper = shop.new_guest().await;
    shopper.post("/api/reservation/begin", guest()).await.expect_success();
    shopper
}

async fn try_pass(shopper: &Shopper, code: &str, zip: &str) -> Answer {
    shopper.post("/api/reservation/ticket", json!({ "barcode": code, "ticketTypeId": 1, "validationData1": zip })).await
}

async fn add_pass(shopper: &Shopper, code: &str) {
    try_pass(shopper, code, "12207").await.expect_success();
}

async fn try_ticket(shopper: &Shopper, code: &str) -> Answer {
    shopper.post("/api/reservation/ticket", json!({ "barcode": code, "ticketTypeId": 3 })).await
}

fn party(children: u32, guests: u32) -> Value {
    json!({ "underAgeTicketCount": children, "additionalGuests": guests, "entitlements": [], "reservationEntitlements": [] })
}

async fn finalize_party(shopper: &Shopper, party: Value) -> Answer {
    shopper.post("/api/reservation/ticket-finalize", party).await
}

async fn choose_property(shopper: &Shopper, id: &str) {
    put(shopper, "/api/reservation/property", json!({ "webSitePropertyId": id })).await.expect_success();
}

async fn try_time(shopper: &Shopper, performance: &str, friends: u32) -> Answer {
    let visit = json!({ "performanceId": performance, "bringAFriendDayTicketCount": friends });
    put(shopper, "/api/reservation/performance", visit).await
}

async fn get_reservation(shopper: &Shopper) -> Value {
    shopper.get("/api/reservation").await.json()
}

async fn list_days(shopper: &Shopper, query: &str) -> Value {
    let answer = shopper.get(&format!("/api/reservation/performance{query}")).await;
    answer.expect_status(200);
    answer.json()
}

/// Starts a reservation with a pass and children, and chooses a time in the garden.
async fn hold_visit(shop: &Shop, code: &str, children: u32, performance: &str) -> Shopper {
    let shopper = begin_reservation(shop).await;
    add_pass(&shopper, code).await;
    finalize_party(&shopper, party(children, 0)).await.expect_success();
    choose_property(&shopper, "garden").await;
    try_time(&shopper, performance, 0).await.expect_success();
    shopper
}

async fn submit_reservation(shopper: &Shopper) -> Value {
    shopper.post("/api/reservation/submit", json!({})).await.expect_success()
}

fn id_of(submitted: &Value) -> String {
    submitted["reservationId"].as_str().unwrap().to_owned()
}

async fn count_taken(shop: &Shop, key: &str) -> i64 {
    shop.count(&format!("SELECT COALESCE(MAX(claimed + sold), 0) FROM stock WHERE key = '{key}'")).await
}

#[tokio::test]
async fn reservation_begins_with_validated_guest_info_that_can_be_changed_later() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    assert_eq!(get_reservation(&ada).await["reservationInProgress"], json!(false));
    for (method, path) in [
        (Method::GET, "property"),
        (Method::GET, "performance"),
        (Method::GET, "item"),
        (Method::GET, "add-on"),
        (Method::DELETE, "ticket/none"),
    ] {
        let answer = ada.call(method, &format!("/api/reservation/{path}"), None, &[]).await;
        answer.expect_status(401);
        assert_eq!(answer.json()["message"], json!("Your session has timed out due to inactivity"));
    }
    finalize_party(&ada, party(0, 0)).await.expect_status(401);
    try_time(&ada, TEN, 0).await.expect_status(401);

    let empty = json!({ "firstName": "", "lastName": " ", "emailAddress": "ada", "phoneNumber": "555", "zip": "1" });
    let wrong = ada.post("/api/reservation/begin", empty).await;
    assert_eq!(wrong.expect_refusal(), "First Name is required");
    let said: Vec<(String, String)> = wrong.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["field"].as_str().unwrap().to_owned(), it["message"].as_str().unwrap().to_owned()))
        .collect();
    let expected = [
        ("firstName", "First Name is required"),
        ("lastName", "Last Name is required"),
        ("emailAddress", "A valid email address is required"),
        ("phoneNumber", "A ten digit phone number is required"),
        ("zip", "A 5 digit US or 6 character Canadian postal code is required"),
    ];
    assert_eq!(said, expected.map(|(field, message)| (field.to_owned(), message.to_owned())));
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation").await, 0);

    ada.post("/api/reservation/begin", guest()).await.expect_success();
    let mut other = guest();
    other["firstName"] = json!("Augusta");
    put(&ada, "/api/reservation/personal-information", other).await.expect_success();
    let seen = get_reservation(&ada).await;
    assert_eq!(
        (&seen["reservationInProgress"], &seen["firstName"], &seen["phoneNumber"], &seen["ticketValidationCompleted"]),
        (&json!(true), &json!("Augusta"), &json!("5185550123"), &json!(false))
    );
    // Beginning again continues the same reservation.
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn family_reserves_a_visit_and_receives_one_code_for_all_and_its_tickets_in_an_email() {
    let shop = open_shop().await;
    let ada = begin_reservation(&shop).await;
    let refused = try_pass(&ada, "P1", "12208").await.expect_refusal();
    assert_eq!(refused, "We couldn't find a pass with this ID and these details. Please check both and try again.");
    let refused = try_ticket(&ada, "P1").await.expect_refusal();
    assert_eq!(refused, "We couldn't find a ticket with this barcode. Please check it and try again.");
    add_pass(&ada, "p1").await;
    add_pass(&ada, "P2").await;
    try_ticket(&ada, "T1").await.expect_success();
    assert_eq!(try_ticket(&ada, "T1").await.expect_refusal(), "This ticket or pass is already in your reservation.");
    let seen = get_reservation(&ada).await;
    let tickets = seen["tickets"].as_array().unwrap();
    let kinds: Vec<&Value> = tickets.iter().map(|it| &it["ticketTypeId"]).collect();
    assert_eq!(kinds, [&json!(1), &json!(1), &json!(3)]);
    assert_eq!((&tickets[0]["maxAdditionalPeople"], &tickets[2]["activeFrom"]), (&json!(2), &json!(SATURDAY)));
    assert_eq!((&tickets[0]["passholderAccountId"], tickets[2].get("passholderAccountId")), (&json!("P1"), None));
    let picture = ada.get(tickets[0]["qrCode"].as_str().unwrap()).await;
    let claims = shop.app.tickets.public_keys().claims(&crate::purchases::read_qr(&picture.body)).unwrap();
    assert_eq!(claims.holder.as_deref(), Some("Ada Lovelace"));

    let early = try_time(&ada, TEN, 0).await.expect_refusal();
    assert_eq!(early, "Tickets were not added successfully. Let's try again.");
    finalize_party(&ada, party(1, 1)).await.expect_success();
    let parks = ada.get("/api/reservation/property").await.json();
    let admits: Vec<(&Value, &Value)> = parks.as_array().unwrap().iter().map(|it| (&it["id"], &it["admits"])).collect();
    assert_eq!(admits, [(&json!("garden"), &json!(true)), (&json!("pond"), &json!(false))]);
    choose_property(&ada, "garden").await;
    let days = list_days(&ada, "").await;
    assert_eq!((&days["places"], &days["nextAvailableDate"]), (&json!(5), &json!(SATURDAY)), "the ticket's only day");
    assert_eq!(days["onlyDate"], json!(SATURDAY), "the ticket fixes the day of the passes");
    let day = |date: &str| {
        days["dates"].as_array().unwrap().iter().find(|it| it["businessDate"] == json!(date)).unwrap().clone()
    };
    assert_eq!(day(SATURDAY)["capacityLevel"], json!(4));
    assert_eq!(day(SATURDAY)["propertyHours"], json!("9:00 AM to 6:30 PM"));
    assert_eq!((&day(SATURDAY)["openTime"], &day(SATURDAY)["closeTime"]), (&json!("09:00"), &json!("18:30")));
    assert_eq!(day("2026-11-22")["capacityLevel"], json!(6), "the ticket is for Saturday");
    assert_eq!(day("2026-11-25")["capacityLevel"], json!(5));

    try_time(&ada, TEN, 0).await.expect_success();
    let seen = get_reservation(&ada).await;
    assert_eq!((&seen["visit"]["performanceTime"], &seen["hasAddOns"]), (&json!("10:00"), &json!(true)));
    assert!(seen["heldUntil"].is_string());
    assert!(seen["code"].is_null(), "there is no code for a gate yet");
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 5);
    let items = ada.get("/api/reservation/item").await.json();
    let kinds: Vec<&str> = items.as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["ticket", "ticket", "ticket", "child", "guest"]);
    let details: Vec<&str> = items.as_array().unwrap()[..3].iter().map(|it| it["detail"].as_str().unwrap()).collect();
    assert_eq!(details, ["Ada Lovelace, …P1", "Ada Lovelace, …P2", "Saturday, November 21, 2026"]);

    let submitted = submit_reservation(&ada).await;
    assert_eq!(submit_reservation(&ada).await, submitted, "once, however often it is submitted");
    assert_eq!(submitted["proceedToCheckout"], json!(false));
    let code = submitted["reservationCode"].as_str().unwrap();
    let mails = shop.wait_for_emails(1).await;
    assert!(mails[0].subject.contains(code), "{}", mails[0].subject);
    assert_eq!(mails[0].to, "ada@example.org");
    for part in [
        "The Garden",
        "Saturday, November 21, 2026",
        "10:00 AM",
        "Entry: Garden gate",
        "Party: 5 people",
        "Children without tickets: 1",
        "T1",
    ] {
        assert!(mails[0].text.contains(part), "{part} in {}", mails[0].text);
    }
    assert_eq!(mails[0].pictures.len(), 4, "a code for the party and for each ticket");
    let calendar = mails[0].calendar.as_ref().unwrap();
    assert!(calendar.contains("SUMMARY:The Garden") && calendar.contains("DTSTART:20261121T150000Z"), "{calendar}");
    let file = ada.get(&format!("/api/reservation/my/{}/calendar", id_of(&submitted))).await;
    assert_eq!(file.headers["content-type"], "text/calendar; charset=utf-8");
    assert_eq!(file.headers["content-disposition"], format!("attachment; filename=\"{code}.ics\""));
    let without_stamp =
        |file: &str| file.lines().filter(|line| !line.starts_with("DTSTAMP")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_stamp(&file.text()), without_stamp(calendar), "the same entry as in the e-mail");
    let mine = ada.get(&format!("/api/reservation/my/{}", id_of(&submitted))).await.json();
    assert_eq!((&mine["state"], &mine["code"], &mine["changeable"]), (&json!("confirmed"), &json!(code), &json!(true)));
    assert_eq!(mine["confirmedAt"], mine["now"], "the clock of the test stands still");
    let barcode = ada.get(&format!("/api/reservation/my/{}/barcode", id_of(&submitted))).await;
    assert_eq!(crate::purchases::read_qr(&barcode.body), code);
    assert_eq!(get_reservation(&ada).await["reservationInProgress"], json!(false));
    // A confirmed reservation is no longer in progress, so this call finds none.
    assert_eq!(try_time(&ada, TWO, 0).await.status, 404);
    shop.stop().await;
}

#[tokio::test]
async fn reserved_visits_are_listed_with_the_orders_until_they_are_cancelled() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 1, TEN).await;
    let id = id_of(&submit_reservation(&ada).await);
    hold_visit(&shop, "P2", 0, TWO).await;
    let listed = async |filter: OrderFilter| {
        let mut csv = Vec::new();
        orders::write(&shop.app, &filter, &mut csv).await.unwrap();
        String::from_utf8(csv).unwrap().lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let visit = ",reserved,Ada Lovelace,ada@example.org,5185550123,2026-11-20T10:00:00-05:00,,The Garden,,\
                 entries.20261121.1000,2026-11-21,10:00,,2";
    assert_eq!(listed(OrderFilter::default()).await, [visit], "a visit that is only held is none");
    let at = |id: &str| OrderFilter { performance: Some(PerformanceId(id.to_owned())), ..OrderFilter::default() };
    assert_eq!((listed(at(TEN)).await.len(), listed(at(TWO)).await.len()), (1, 0));
    let of = |id: &str| OrderFilter { product: Some(id.into()), ..OrderFilter::default() };
    assert_eq!((listed(of("season")).await.len(), listed(of("day-ticket")).await.len()), (1, 0));
    let on = |day| OrderFilter { on: NaiveDate::from_ymd_opt(2026, 11, day), ..OrderFilter::default() };
    assert_eq!((listed(on(21)).await.len(), listed(on(22)).await.len()), (1, 0));
    let since = |day| OrderFilter { since: NaiveDate::from_ymd_opt(2026, 11, day), ..OrderFilter::default() };
    assert_eq!((listed(since(20)).await.len(), listed(since(21)).await.len()), (1, 0));
    delete(&ada, &format!("/api/reservation/my/{id}")).await.expect_success();
    assert_eq!(listed(OrderFilter::default()).await, Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn each_party_limit_has_its_own_message() {
    let shop = open_shop_with(
        &park().setting("reservation_max_order_quantity", 5).setting("reservation_max_under_age_tickets", 2),
    )
    .await;
    let ada = begin_reservation(&shop).await;
    let none = finalize_party(&ada, party(1, 0)).await.expect_refusal();
    assert_eq!(none, "You must add at least one (1) ID or barcode as instructed above before you can continue.");
    add_pass(&ada, "P1").await;
    for (children, guests, expected) in [
        (3, 2, "Reservations are limitied to a maximum of 5 guests"),
        (3, 0, "You can only have a max of 2 non-ticketed child(ren) per reservation"),
        (0, 3, "You can only have a max of 2 additional adult(s) or child(ren) (4+) per reservation"),
    ] {
        assert_eq!(finalize_party(&ada, party(children, guests)).await.expect_refusal(), expected);
    }
    assert_eq!(get_reservation(&ada).await["ticketValidationCompleted"], json!(false));
    finalize_party(&ada, party(2, 2)).await.expect_success();
    for nth in 2..=5 {
        add_pass(&ada, &format!("P{nth}")).await;
    }
    let many = try_pass(&ada, "P6", "12207").await.expect_refusal();
    assert_eq!(many, "Reservations are limitied to a maximum of 5 guests");
    choose_property(&ada, "garden").await;
    // The added passes make the party incomplete again.
    assert_eq!(
        try_time(&ada, SUNDAY, 0).await.expect_refusal(),
        "Tickets were not added successfully. Let's try again."
    );
    finalize_party(&ada, party(0, 0)).await.expect_success();
    assert_eq!(try_time(&ada, SUNDAY, 3).await.expect_refusal(), "The reservation only allows 2 bring a friends");
    assert_eq!(try_time(&ada, TEN, 1).await.expect_refusal(), "The reservation only allows 0 bring a friends");
    try_time(&ada, SUNDAY, 2).await.expect_success();
    assert_eq!(count_taken(&shop, &format!("performance:{SUNDAY}")).await, 7);
    shop.stop().await;
}

#[tokio::test]
async fn reserving_with_a_ticket_that_has_a_place_in_the_day_pool_takes_no_second_place_there() {
    let shop = open_shop_with(&park().guests_per_day(3)).await;
    let buyer = shop.new_guest().await;
    buyer.try_add(json!([line("day-ticket", "day-adult", 2, Some("days.20261121.0900"))])).await.expect_success();
    buyer.check_out().await;
    let codes = crate::purchases::media_codes(&buyer.get("/api/order/digital-tickets").await.text());
    assert_eq!(codes.len(), 2);
    let pool = "pool:guests.20261121";
    assert_eq!(count_taken(&shop, pool).await, 2);

    buyer.post("/api/reservation/begin", guest()).await.expect_success();
    for code in &codes {
        try_ticket(&buyer, code).await.expect_success();
    }
    finalize_party(&buyer, party(1, 0)).await.expect_success();
    choose_property(&buyer, "garden").await;
    try_time(&buyer, TEN, 0).await.expect_success();
    assert_eq!(count_taken(&shop, pool).await, 3, "only the child is new");
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 3);
    // These tickets allow only one visit: a different reservation reports them as booked at every time of the day.
    submit_reservation(&buyer).await;
    let other = begin_reservation(&shop).await;
    try_ticket(&other, &codes[0]).await.expect_success();
    finalize_party(&other, party(0, 0)).await.expect_success();
    choose_property(&other, "garden").await;
    let days = list_days(&other, "?startDate=2026-11-21&endDate=2026-11-21").await;
    let booked: Vec<&Value> =
        days["dates"][0]["performances"].as_array().unwrap().iter().map(|it| &it["isAlreadyBooked"]).collect();
    assert_eq!(booked, [&json!(true), &json!(true)]);
    assert!(days["nextAvailableDate"].is_null());
    let refused = try_time(&other, TWO, 0).await.expect_refusal();
    assert_eq!(
        refused,
        "One of your party's tickets or passes is already used in another reservation. Please choose another visit, \
         use another ticket or pass, or cancel the other reservation."
    );
    shop.stop().await;
}

#[tokio::test]
async fn number_of_upcoming_visits_of_a_pass_is_limited() {
    let shop = open_shop_with(&park().setting("reservation_max_coming_visits", 2)).await;
    submit_reservation(&hold_visit(&shop, "P1", 0, TEN).await).await;
    let second = hold_visit(&shop, "P1", 0, "entries.20261122.1000").await;
    let moved = id_of(&submit_reservation(&second).await);
    let third = begin_reservation(&shop).await;
    add_pass(&third, "P1").await;
    finalize_party(&third, party(0, 0)).await.expect_success();
    choose_property(&third, "garden").await;
    let refused = try_time(&third, "entries.20261123.1000", 0).await.expect_refusal();
    assert_eq!(
        refused,
        "One of your party's tickets or passes already has the maximum number of upcoming visits (2). Please \
         complete or cancel one of them first."
    );
    // An existing visit may be moved.
    let to = json!({ "performanceId": "entries.20261124.1000", "bringAFriendDayTicketCount": 0 });
    put(&second, &format!("/api/reservation/my/{moved}/performance"), to).await.expect_success();
    // One day later the first visit has begun, so it is no longer counted.
    shop.advance(24 * 60);
    let fourth = begin_reservation(&shop).await;
    add_pass(&fourth, "P1").await;
    finalize_party(&fourth, party(0, 0)).await.expect_success();
    choose_property(&fourth, "garden").await;
    try_time(&fourth, "entries.20261123.1000", 0).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn upcoming_visits_are_counted_for_each_pass_of_a_party() {
    let shop = open_shop_with(&park().setting("reservation_max_coming_visits", 2)).await;
    let comes = async |passes: &[&str], time: &str| {
        let shopper = begin_reservation(&shop).await;
        for pass in passes {
            add_pass(&shopper, pass).await;
        }
        finalize_party(&shopper, party(0, 0)).await.expect_success();
        choose_property(&shopper, "garden").await;
        let chosen = try_time(&shopper, time, 0).await;
        if chosen.succeeded() {
            submit_reservation(&shopper).await;
        }
        chosen.succeeded()
    };
    assert!(comes(&["P1", "P2"], TEN).await);
    assert!(comes(&["P1", "P2"], "entries.20261122.1000").await, "each has one visit, and both have two");
    assert!(!comes(&["P1"], "entries.20261123.1000").await);
    assert!(!comes(&["P3", "P2"], "entries.20261123.1000").await, "one of the party has two");
    assert!(comes(&["P3"], "entries.20261123.1000").await);
    shop.stop().await;
}

#[tokio::test]
async fn reservations_started_from_one_network_address_are_limited() {
    let shop = open_shop_of_two_sites().await;
    let ada = shop.new_guest().await;
    let begins_at = async |site: &str| {
        ada.post(&format!("/api/config/web-site/{site}"), json!({})).await.expect_success();
        ada.post("/api/reservation/begin", guest()).await
    };
    // Each reservation ends the previous reservation, which is at the other site.
    for site in ["park", "zoo"].into_iter().cycle().take(300) {
        begins_at(site).await.expect_success();
    }
    begins_at("park").await.expect_status(429);
    let other = shop.new_guest().await;
    other.post("/api/config/web-site/zoo", json!({})).await.expect_success();
    other.post("/api/reservation/begin", guest()).await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn pass_can_have_only_one_reservation_for_a_time() {
    let shop = open_shop().await;
    let first = hold_visit(&shop, "P1", 0, TEN).await;
    let second = begin_reservation(&shop).await;
    add_pass(&second, "P1").await;
    finalize_party(&second, party(0, 0)).await.expect_success();
    choose_property(&second, "garden").await;
    let refused = try_time(&second, TEN, 0).await.expect_refusal();
    assert_eq!(
        refused,
        "One of your party's tickets or passes is already used in another reservation. Please choose another visit, \
         use another ticket or pass, or cancel the other reservation."
    );
    // The visit is held and not sold: after it is released, the other shopper can reserve it.
    try_time(&first, TWO, 0).await.expect_success();
    try_time(&second, TEN, 0).await.expect_success();
    submit_reservation(&first).await;
    submit_reservation(&second).await;
    shop.stop().await;
}

#[tokio::test]
async fn ticket_can_be_booked_again_for_the_same_time_if_the_site_allows_it() {
    let allows_multiple_bookings = |site: Table| site.set("allow_same_ticket_same_performance_multiple_booking", true);
    let shop = open_shop_with(&park().edit("site", "park", allows_multiple_bookings)).await;
    for nth in 1..=2 {
        let shopper = begin_reservation(&shop).await;
        try_ticket(&shopper, "T1").await.expect_success();
        finalize_party(&shopper, party(0, 0)).await.expect_success();
        choose_property(&shopper, "garden").await;
        let days = list_days(&shopper, "").await;
        assert_eq!(days["nextAvailableDate"], json!(SATURDAY));
        assert_eq!(days["dates"][1]["performances"][0]["isAlreadyBooked"], json!(nth == 2));
        try_time(&shopper, TEN, 0).await.expect_success();
        submit_reservation(&shopper).await;
    }
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_with_an_upcoming_visit_cannot_be_upgraded() {
    let shop = open_shop_with(&park().with([day_ticket_upgrade()])).await;
    let (ada, _) = shop.new_account().await;
    ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": ["T1"] })).await.expect_success();
    let standing = async || {
        let linked = ada.get("/api/upgrade/linked-upgrade-ticket").await.json();
        (linked[0]["eligibleForUpgrade"].clone(), linked[0]["notEligibleReason"].clone())
    };
    assert_eq!(standing().await, (json!(true), Value::Null));
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    try_ticket(&ada, "T1").await.expect_success();
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    let id = id_of(&submit_reservation(&ada).await);
    let reserved = "This ticket or pass is reserved for a visit. You can upgrade it once the visit has started, or if you cancel the reservation.";
    assert_eq!(standing().await, (json!(false), json!(reserved)));
    delete(&ada, &format!("/api/reservation/my/{id}")).await.expect_success();
    assert_eq!(standing().await, (json!(true), Value::Null));

    // An upgrade in the cart is not paid for while a visit is reserved.
    let linked = ada.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let select = json!({ "selections": [{ "id": linked[0]["id"] }] });
    ada.post("/api/upgrade/select", select).await.expect_success();
    let pass = crate::passes::list_cart_passes(&ada).await.remove(0);
    let chosen =
        json!({ "passes": [{ "extCartTicketId": pass["extCartTicketId"], "extProductVariantId": "season-adult" }] });
    ada.post("/api/cart/pass-product", chosen).await.expect_success();
    crate::passes::set_passholder(&ada, &pass, crate::passes::ada_as_passholder()).await.expect_success();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    try_ticket(&ada, "T1").await.expect_success();
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    submit_reservation(&ada).await;
    let payment = ada.authorise_cart().await;
    assert_eq!(ada.submit(&payment).await.expect_refusal(), reserved);
    assert_eq!(shop.count_charges().await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_whose_upgrade_is_being_paid_for_cannot_reserve_a_visit() {
    let mut shop = open_shop_with(&park().with([day_ticket_upgrade()])).await;
    let visitor = begin_reservation(&shop).await;
    try_ticket(&visitor, "T1").await.expect_success();
    finalize_party(&visitor, party(0, 0)).await.expect_success();
    choose_property(&visitor, "garden").await;
    let (ada, _) = shop.new_account().await;
    ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": ["T1"] })).await.expect_success();
    let linked = ada.get("/api/upgrade/linked-upgrade-ticket").await.json();
    let select = json!({ "selections": [{ "id": linked[0]["id"] }] });
    ada.post("/api/upgrade/select", select).await.expect_success();
    let pass = crate::passes::list_cart_passes(&ada).await.remove(0);
    let chosen =
        json!({ "passes": [{ "extCartTicketId": pass["extCartTicketId"], "extProductVariantId": "season-adult" }] });
    ada.post("/api/cart/pass-product", chosen).await.expect_success();
    crate::passes::set_passholder(&ada, &pass, crate::passes::ada_as_passholder()).await.expect_success();
    let payment = ada.authorise_cart().await;
    shop.stop_processor().await;
    assert_eq!(ada.submit(&payment).await.json()["paymentPending"], json!(true));
    let refused = try_time(&visitor, TEN, 0).await.expect_refusal();
    assert_eq!(refused, "A ticket or pass for this visit is being upgraded. Please try again in a few minutes.");
    shop.start_processor().await;
    crate::support::until("the order is there", || async { ada.submit(&payment).await.succeeded().then_some(()) })
        .await;
    assert_eq!(
        try_time(&visitor, TEN, 0).await.expect_refusal(),
        "A ticket or pass for this visit is no longer valid."
    );
    shop.stop().await;
}

#[tokio::test]
async fn doctor_finds_a_visit_with_an_upgraded_ticket() {
    let shop = open_shop().await;
    let visitor = begin_reservation(&shop).await;
    try_ticket(&visitor, "T1").await.expect_success();
    finalize_party(&visitor, party(0, 0)).await.expect_success();
    choose_property(&visitor, "garden").await;
    try_time(&visitor, TEN, 0).await.expect_success();
    submit_reservation(&visitor).await;
    let db = shop.app.db.write();
    let upgraded = "revoked_at = '2026-11-01 10:00:00+00:00', revoked_because = 'upgraded'";
    db.execute_unprepared(&format!("UPDATE ticket SET {upgraded} WHERE media_code = 'T1'")).await.unwrap();
    let findings = midway::ops::doctor::doctor(&shop.app).await.unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("which was upgraded before the visit"), "{findings:?}");
    db.execute_unprepared("UPDATE ticket SET revoked_at = NULL, revoked_because = NULL").await.unwrap();
    shop.stop().await;
}

#[tokio::test]
async fn undated_ticket_cannot_be_upgraded_after_the_day_of_its_visit() {
    let shed = property("shed", "The Shed", "entry", ["workshop"]);
    let workshop_counts = upgrade("up", "Up").held(["workshop-place"]).products(["season"]);
    let shop = Shop::selling(&park().with([shed, workshop_counts])).await;
    let file = shop.data().join("undated.csv");
    std::fs::write(&file, "media_code,variant,paid\nW1,workshop-place,10.00\n").unwrap();
    import_tickets(&shop.app, &file).await.unwrap().unwrap();
    let reason = async || {
        let ada = shop.new_guest().await;
        ada.post("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": ["W1"] })).await.expect_success();
        ada.get("/api/upgrade/linked-upgrade-ticket").await.json()[0]["notEligibleReason"].clone()
    };
    assert_eq!(reason().await, Value::Null);
    let ada = begin_reservation(&shop).await;
    try_ticket(&ada, "W1").await.expect_success();
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "shed").await;
    try_time(&ada, TEN, 0).await.expect_success();
    submit_reservation(&ada).await;
    let reserved = "This ticket or pass is reserved for a visit. You can upgrade it once the visit has started, or if you cancel the reservation.";
    assert_eq!(reason().await, json!(reserved));
    shop.advance(DAY + 60);
    assert_eq!(reason().await, Value::Null, "a visitor in the park may still upgrade it to a pass");
    shop.advance(DAY);
    assert_eq!(reason().await, json!("The visit date for this ticket has passed."));
    shop.stop().await;
}

#[tokio::test]
async fn benefit_used_by_a_confirmed_reservation_cannot_be_used_in_another() {
    let shop = open_shop().await;
    let ada = begin_reservation(&shop).await;
    add_pass(&ada, "P1").await;
    let seen = get_reservation(&ada).await;
    let ticket = seen["tickets"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(seen["tickets"][0]["entitlements"].as_array().unwrap().len(), 2);
    let card = &seen["reservationEntitlements"][0];
    assert_eq!(
        (&card["id"], &card["entitlementTypeId"], &card["maxQuantity"], &card["cardTitle"]),
        (&json!("guest"), &json!(2), &json!(3), &json!("Bring a guest for free"))
    );
    let with = |sequence: u32, guests: u32| {
        json!({
            "underAgeTicketCount": 0, "additionalGuests": 0,
            "entitlements": [{ "reservationTicketId": ticket, "entitlementId": "tea", "sequence": sequence }],
            "reservationEntitlements": [{ "entitlementId": "guest", "quantity": guests }],
        })
    };
    assert_eq!(finalize_party(&ada, with(3, 0)).await.status, 404, "there are two");
    finalize_party(&ada, with(2, 9)).await.expect_success();
    assert_eq!(
        get_reservation(&ada).await["reservationEntitlements"][0]["quantity"],
        json!(3),
        "never more than is left"
    );
    finalize_party(&ada, with(2, 2)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 3, "a pass and two guests");
    submit_reservation(&ada).await;

    let again = begin_reservation(&shop).await;
    add_pass(&again, "P1").await;
    let seen = get_reservation(&again).await;
    let redeemed: Vec<&Value> = seen["tickets"][0]["entitlements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["redeemedOtherReservation"])
        .collect();
    assert_eq!(redeemed, [&json!(false), &json!(true)]);
    assert_eq!(seen["reservationEntitlements"][0]["maxQuantity"], json!(1));
    let ticket = seen["tickets"][0]["id"].as_str().unwrap();
    let mut spent = party(0, 0);
    spent["entitlements"] = json!([{ "reservationTicketId": ticket, "entitlementId": "tea", "sequence": 2 }]);
    finalize_party(&again, spent).await.expect_success();
    choose_property(&again, "garden").await;
    let refused = try_time(&again, TWO, 0).await.expect_refusal();
    assert_eq!(refused, "One of the benefits you chose is no longer available. Please choose again.");
    // A benefit is valid for visits until its last day.
    let mut guests = party(0, 0);
    guests["reservationEntitlements"] = json!([{ "entitlementId": "guest", "quantity": 1 }]);
    finalize_party(&again, guests).await.expect_success();
    let late = list_days(&again, "?startDate=2026-12-31&endDate=2027-01-01").await;
    let levels: Vec<&Value> = late["dates"].as_array().unwrap().iter().map(|it| &it["capacityLevel"]).collect();
    assert_eq!(levels, [&json!(4), &json!(6)]);
    shop.stop().await;
}

/// The choices of a party of one pass: a cup of tea, and guests.
fn with_tea(ticket: &Value, sequence: u32, guests: u32) -> Value {
    json!({
        "underAgeTicketCount": 0, "additionalGuests": 0,
        "entitlements": [{ "reservationTicketId": ticket, "entitlementId": "tea", "sequence": sequence }],
        "reservationEntitlements": [{ "entitlementId": "guest", "quantity": guests }],
    })
}

#[tokio::test]
async fn upgraded_pass_has_only_the_remaining_benefits_of_the_old_pass() {
    let for_both = |benefit: Table| benefit.held(["season-adult", "platinum"]);
    let catalogue = park()
        .with(better_passes())
        .edit("reservation_benefit", "tea", for_both)
        .edit("reservation_benefit", "guest", for_both)
        .edit("property", "garden", |garden| garden.products(["season", "better"]));
    let shop = open_shop_with(&catalogue).await;
    let (ada, email) = shop.new_account().await;
    let pass = crate::passes::buy_pass(&ada).await["platformAccountId"].as_str().unwrap().to_owned();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    add_pass(&ada, &pass).await;
    let ticket = get_reservation(&ada).await["tickets"][0]["id"].clone();
    finalize_party(&ada, with_tea(&ticket, 2, 2)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    submit_reservation(&ada).await;
    // The pass is upgraded after the visit.
    shop.advance(3 * crate::passes::DAY);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    crate::entitlements::upgrade_pass(&ada).await;
    let pass =
        crate::passes::list_linked_passes(&ada).await.remove(0)["platformAccountId"].as_str().unwrap().to_owned();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    assert_eq!(
        get_reservation(&ada).await["reservationEntitlements"][0]["maxQuantity"],
        json!(1),
        "before the pass is in the party"
    );
    add_pass(&ada, &pass).await;
    let seen = get_reservation(&ada).await;
    let redeemed: Vec<&Value> = seen["tickets"][0]["entitlements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["redeemedOtherReservation"])
        .collect();
    assert_eq!(redeemed, [&json!(false), &json!(true)]);
    assert_eq!(seen["reservationEntitlements"][0]["maxQuantity"], json!(1));
    let ticket = &seen["tickets"][0]["id"];
    finalize_party(&ada, with_tea(ticket, 2, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    let next = "entries.20261128.1000";
    let refused = try_time(&ada, next, 0).await.expect_refusal();
    assert_eq!(refused, "One of the benefits you chose is no longer available. Please choose again.");
    finalize_party(&ada, with_tea(ticket, 1, 3)).await.expect_success();
    try_time(&ada, next, 0).await.expect_success();
    assert_eq!(count_taken(&shop, &format!("performance:{next}")).await, 2, "the pass and the one remaining guest");
    submit_reservation(&ada).await;
    shop.stop().await;
}

#[tokio::test]
async fn pass_with_an_overdue_plan_admits_but_gives_no_benefits() {
    let ten = plan("ten", "Ten months").down_payment(20_00).fee(10_00).payments(10);
    let ten = ten.disclaimer("<p>Payments cannot be stopped.</p>");
    let catalogue = park().with([ten]).edit_variant("season", "season-adult", |pass| pass.plan("ten"));
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let (ada, email) = shop.new_account().await;
    crate::installment_plans::add_pass(&ada, "season-adult").await;
    crate::installment_plans::choose_plan(&ada, true).await.expect_success();
    ada.post("/api/cart/settings", crate::installment_plans::with_terms(true)).await.expect_success();
    let (payment, answer) = ada.pay_with(card::DECLINED_LATER).await;
    answer.expect_success();
    ada.submit(&payment).await.expect_success();
    run_due_jobs(&shop.app, || false).await.unwrap();
    let pass =
        crate::passes::list_linked_passes(&ada).await.remove(0)["platformAccountId"].as_str().unwrap().to_owned();

    // While the payments of its plan are on time, the pass gives the same benefits as any other pass.
    shop.advance(30 * crate::passes::DAY - 60);
    ada.open_shop().await;
    ada.sign_in(&email).await;
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    add_pass(&ada, &pass).await;
    let seen = get_reservation(&ada).await;
    assert_eq!(seen["tickets"][0]["maxAdditionalPeople"], json!(2));
    let ticket = seen["tickets"][0]["id"].clone();
    finalize_party(&ada, with_tea(&ticket, 1, 1)).await.expect_success();
    choose_property(&ada, "garden").await;
    let visit = "entries.20261222.1000";
    try_time(&ada, visit, 0).await.expect_success();

    // After a payment for the pass was declined, a visit that is already held with its benefits is not confirmed.
    shop.advance(10);
    charge_due(&shop.app).await.unwrap();
    let refused = ada.post("/api/reservation/submit", json!({})).await.expect_refusal();
    assert_eq!(refused, OVERDUE);
    let seen = get_reservation(&ada).await;
    assert_eq!(seen["tickets"][0]["entitlements"], json!([]));
    assert_eq!(seen["tickets"][0]["maxAdditionalPeople"], json!(0));
    assert_eq!(seen["reservationEntitlements"], json!([]));
    let refused = finalize_party(&ada, with_tea(&ticket, 1, 0)).await.expect_refusal();
    assert_eq!(refused, "One of the benefits you chose is no longer available. Please choose again.");
    assert!(!finalize_party(&ada, party(0, 1)).await.succeeded(), "the pass allows no guest");
    finalize_party(&ada, party(1, 0)).await.expect_success();
    submit_reservation(&ada).await;
    assert_eq!(count_taken(&shop, &format!("performance:{visit}")).await, 2, "the pass and a child");
    shop.stop().await;
}

#[tokio::test]
async fn visit_with_add_ons_is_confirmed_by_the_paid_order() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 1, TEN).await;
    let add_ons = ada.get("/api/reservation/add-on").await.json();
    let names: Vec<&Value> = add_ons.as_array().unwrap().iter().map(|it| &it["productId"]).collect();
    assert_eq!(names, [&json!("book"), &json!("tour")]);
    assert_eq!(get_reservation(&ada).await["paidWithCart"], json!(false));
    let nothing_of_it = (Value::Null, json!(false), json!(false));
    ada.try_add(json!([line("workshop", "workshop-place", 1, None)])).await.expect_success();
    assert_eq!(get_cart_visit(&ada).await, nothing_of_it, "a workshop is not part of a visit");
    let tour = add_ons[1]["times"][0]["performanceId"].as_str().unwrap();
    assert!(tour.contains("20261121"), "for the day of the visit: {tour}");
    ada.try_add(json!([line("tour", "adult", 1, Some(tour))])).await.expect_success();
    // A tour on a different day does not belong to this visit.
    ada.try_add(json!([line("tour", "adult", 1, Some("tours.20261122.1200"))])).await.expect_success();
    let items = ada.get("/api/reservation/item").await.json();
    let bought: Vec<&Value> = items.as_array().unwrap().iter().filter(|it| it["kind"] == json!("addOn")).collect();
    assert_eq!(bought.len(), 1);
    assert_eq!(bought[0]["amount"], json!(21.25));
    // A shopper who opens the cart early is told that paying for the cart does not confirm the visit yet.
    assert_eq!(get_cart_visit(&ada).await, (json!(SATURDAY), json!(false), json!(true)));

    let submitted = submit_reservation(&ada).await;
    assert_eq!((&submitted["proceedToCheckout"], &submitted["reservationId"]), (&json!(true), &Value::Null));
    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true), "however often it is submitted");
    assert_eq!(get_reservation(&ada).await["paidWithCart"], json!(true));
    let payment = ada.authorise_cart().await;
    let order = ada.submit(&payment).await.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    let submitted = submit_reservation(&ada).await;
    let mine = ada.get(&format!("/api/reservation/my/{}", id_of(&submitted))).await.json();
    assert_eq!((&mine["state"], &mine["orderId"]), (&json!("confirmed"), &order["orderId"]));
    let details = ada.get("/api/order/details").await.json();
    assert_eq!((&details["reservationId"], &details["reservationCode"]), (&mine["id"], &mine["code"]));
    let items = ada.get(&format!("/api/reservation/my/{}/item", id_of(&submitted))).await.json();
    assert_eq!(items.as_array().unwrap().iter().filter(|it| it["kind"] == json!("addOn")).count(), 1);
    // The link in the order's e-mail also gives access to the visit that the order confirmed.
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.text.contains("/order-lookup/anonymous/")).unwrap();
    let (_, rest) = mail.text.split_once("/order-lookup/anonymous/").unwrap();
    let (link, rest) = rest.split_once('/').unwrap();
    let token = rest.split_whitespace().next().unwrap();
    let elsewhere = shop.new_guest().await;
    let path = format!("/api/reservation/my/{}", id_of(&submitted));
    elsewhere.get(&path).await.expect_status(404);
    let proof = json!({ "extOrderTokenId": link, "token": token, "phoneNumber": "5185550123" });
    elsewhere.post("/api/order/details/external", proof).await.expect_status(200);
    elsewhere.get(&path).await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn payment_for_a_visit_whose_places_were_lost_is_refused_and_another_time_can_be_chosen() {
    let shop = open_shop_with(&park()).await;
    let ada = begin_reservation(&shop).await;
    add_pass(&ada, "P1").await;
    finalize_party(&ada, party(3, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    submit_reservation(&ada).await;
    ada.save_settings("post").await;
    let (payment, paid) = ada.pay_with(card::GOOD).await;
    paid.expect_success();
    shop.advance(16);
    // Simulates that other shoppers take all places that have become free.
    let filling = "UPDATE stock SET capacity = claimed + sold WHERE key = 'performance:entries.20261121.1000'";
    midway::ops::worker::release_expired_holds(&shop.app).await.unwrap();
    sea_orm::ConnectionTrait::execute_unprepared(shop.app.db.write(), filling).await.unwrap();
    assert_eq!(ada.submit(&payment).await.expect_refusal(), TIME_GONE);
    assert_eq!(shop.count_charges().await, 0);
    assert_eq!(get_reservation(&ada).await["reservationInProgress"], json!(true), "another time can be chosen");
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE cart_id IS NOT NULL").await, 0, "shown once");
    try_time(&ada, TWO, 0).await.expect_success();
    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
    let (payment, paid) = ada.pay_with(card::GOOD).await;
    paid.expect_success();
    ada.submit(&payment).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    // Restores the capacity of the catalogue.
    midway::ops::worker::sweep(&shop.app).await;
    shop.stop().await;
}

/// Holds a visit in the garden at ten with a book in the cart, ready for checkout.
async fn hold_visit_and_book(shop: &Shop, ada: &Shopper, code: &str) {
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    add_pass(ada, code).await;
    finalize_party(ada, party(0, 0)).await.expect_success();
    choose_property(ada, "garden").await;
    try_time(ada, TEN, 0).await.expect_success();
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(submit_reservation(ada).await["proceedToCheckout"], json!(true));
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE cart_id IS NOT NULL").await, 1);
}

#[tokio::test]
async fn second_account_that_signs_in_with_old_guest_cookies_does_not_get_the_visit_of_the_first_account() {
    let shop = open_shop().await;
    let (ada, eve) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    for name in ["midway_session", "midway_cart", "XSRF-TOKEN"] {
        eve.set_cookie(name, &ada.cookie(name).unwrap());
    }
    ada.register_and_sign_in(&unique_email()).await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    // The session store no longer knows that the guest's session has ended.
    let marks = "DELETE FROM session WHERE fingerprint LIKE 'ended:%'";
    sea_orm::ConnectionTrait::execute_unprepared(shop.app.db.write(), marks).await.unwrap();
    eve.register_and_sign_in(&unique_email()).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE cart_id IS NOT NULL").await, 1);
    pay(&ada).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'confirmed'").await, 1);
    shop.stop().await;
}

/// The visit that belongs to the cart: its day, whether paying for the cart confirms it, and whether this session can
/// continue it.
async fn get_cart_visit(shopper: &Shopper) -> (Value, Value, Value) {
    let seen = shopper.get("/api/reservation/cart").await.json();
    (seen["visit"]["businessDate"].clone(), seen["paidWithCart"].clone(), seen["reservationInProgress"].clone())
}

async fn pay(ada: &Shopper) -> Answer {
    ada.save_settings("post").await;
    let (payment, paid) = ada.pay_with(card::GOOD).await;
    paid.expect_success();
    ada.submit(&payment).await
}

#[tokio::test]
async fn after_a_party_change_the_first_payment_is_refused_and_the_visit_can_be_confirmed_separately() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    add_pass(&ada, "P2").await;
    assert_eq!(get_cart_visit(&ada).await, (json!(SATURDAY), json!(false), json!(true)));
    assert_eq!(pay(&ada).await.expect_refusal(), NOT_CONFIRMED);
    assert_eq!(shop.count_charges().await, 0);
    pay(&ada).await.expect_success();
    assert_eq!(shop.count_charges().await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'open' AND cart_id IS NULL").await, 1);
    finalize_party(&ada, party(0, 0)).await.expect_success();
    try_time(&ada, TEN, 0).await.expect_success();
    assert!(submit_reservation(&ada).await["reservationId"].is_string());
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn reservation_can_be_confirmed_after_the_account_cart_has_paid_for_a_second_reservation() {
    let shop = open_shop().await;
    let (phone, laptop, email) = (shop.shopper(), shop.shopper(), unique_email());
    phone.register_and_sign_in(&email).await;
    hold_visit_and_book(&shop, &phone, "P1").await;
    laptop.open_shop().await;
    laptop.sign_in(&email).await;
    hold_visit_and_book(&shop, &laptop, "P2").await;
    pay(&laptop).await.expect_success();
    let confirmed = "SELECT COUNT(*) FROM reservation WHERE state = 'confirmed'";
    assert_eq!(shop.count(confirmed).await, 1);
    assert!(submit_reservation(&phone).await["reservationId"].is_string(), "no cart contains it any longer");
    assert_eq!(shop.count(confirmed).await, 2);
    shop.stop().await;
}

#[tokio::test]
async fn payment_after_sign_in_confirms_the_visit_that_the_guest_reserved() {
    let shop = open_shop().await;
    let email = unique_email();
    let before = shop.shopper();
    before.register_and_sign_in(&email).await;
    before.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await.expect_success();
    before.sign_out().await;
    let ada = shop.new_guest().await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    ada.sign_in(&email).await;
    pay(&ada).await.expect_success();
    assert!(submit_reservation(&ada).await["reservationId"].is_string());
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'confirmed' AND order_id IS NOT NULL").await,
        1
    );
    shop.stop().await;
}

#[tokio::test]
async fn entry_time_of_a_visit_in_a_cart_is_not_withdrawn_while_the_cart_is_held() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 1, TEN).await;
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_success();
    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
    shop.advance(10);
    // The change of the cart extends the hold of everything in it.
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    shop.advance(10);
    let at = |time: &Value| chrono::DateTime::parse_from_rfc3339(time.as_str().unwrap()).unwrap();
    assert_eq!(at(&get_reservation(&ada).await["heldUntil"]), at(&ada.get_cart().await["heldUntil"]));
    let closed = park().edit_schedule("entries", |entries| entries.closed([SATURDAY]));
    assert_eq!(list_withdrawn(&shop, &closed).await, [format!("performance {TEN}: 1 reserved visit")]);
    shop.advance(10);
    assert!(list_withdrawn(&shop, &closed).await.is_empty(), "the hold has ended");
    shop.stop().await;
}

#[tokio::test]
async fn order_without_the_add_ons_of_a_visit_does_not_confirm_the_visit() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    assert_eq!(get_reservation(&ada).await["paidWithCart"], json!(true));
    assert_eq!(get_cart_visit(&ada).await, (json!(SATURDAY), json!(true), json!(true)));
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    assert_eq!(get_reservation(&ada).await["paidWithCart"], json!(false));
    assert_eq!(get_cart_visit(&ada).await, (json!(SATURDAY), json!(false), json!(true)), "the empty cart says so");
    ada.try_add(json!([line("workshop", "workshop-place", 1, None)])).await.expect_success();
    pay(&ada).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'confirmed'").await, 0);
    assert!(submit_reservation(&ada).await["reservationId"].is_string());
    shop.stop().await;
}

#[tokio::test]
async fn emptied_cart_does_not_extend_the_hold_of_a_visit() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    let deadlines = "SELECT DISTINCT CAST(held_until AS TEXT) AS held_until FROM claim
                     UNION SELECT CAST(held_until AS TEXT) FROM cart
                     UNION SELECT CAST(held_until AS TEXT) FROM reservation";
    let before = rows(shop.app.db.read(), deadlines).await;
    assert_eq!(before.len(), 1, "one deadline for all: {before:?}");
    shop.advance(5);
    ada.post("/api/cart/clear", json!({ "force": true })).await.expect_success();
    assert!(ada.get_lines().await.is_empty());
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 1, "the visit keeps its claims");
    assert_eq!(rows(shop.app.db.read(), deadlines).await, before);
    shop.stop().await;
}

#[tokio::test]
async fn visit_extends_the_hold_of_its_cart_only_to_the_maximum() {
    let shop = open_shop().await;
    let ada = shop.new_guest().await;
    hold_visit_and_book(&shop, &ada, "P1").await;
    for passed in (9..60).step_by(9) {
        shop.advance(9);
        // Choosing a different property releases the claims, so a new hold of the visit starts.
        choose_property(&ada, "pond").await;
        choose_property(&ada, "garden").await;
        try_time(&ada, TEN, 0).await.expect_success();
        assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
        let cart = ada.get_cart().await;
        let at = |name: &str| chrono::DateTime::parse_from_rfc3339(cart[name].as_str().unwrap()).unwrap();
        assert_eq!((at("heldUntil") - at("now")).num_minutes(), 15.min(60 - passed), "after {passed} minutes");
        let deadlines = "SELECT DISTINCT CAST(held_until AS TEXT) AS held_until FROM claim
                         UNION SELECT CAST(held_until AS TEXT) FROM cart
                         UNION SELECT CAST(held_until AS TEXT) FROM reservation";
        let deadlines = rows(shop.app.db.read(), deadlines).await;
        assert_eq!(deadlines.len(), 1, "one deadline for all: {deadlines:?}");
    }
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stocks_of_a_cart_and_of_its_visit_are_locked_together_in_the_order_of_their_keys() {
    if server_url().is_none() {
        return; // SQLite has one writer at a time.
    }
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_success();
    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
    let payment = ada.authorise_cart().await;
    shop.advance(16);
    midway::ops::worker::release_expired_holds(&shop.app).await.unwrap();
    // Another transaction locks the first stock. While the submit waits for it, the later stock is not locked yet.
    let other = shop.app.db.begin().await.unwrap();
    let lock = |key: &str| format!("SELECT 1 FROM stock WHERE key = 'performance:{key}' FOR UPDATE NOWAIT");
    other.execute_unprepared(&lock(TEN)).await.unwrap();
    let submit = tokio::spawn({
        let (ada, payment) = (ada.clone(), payment.clone());
        async move { ada.submit(&payment).await }
    });
    wait_for_blocked_cart(&shop.app.db).await;
    other.execute_unprepared(&lock(SATURDAY_NOON)).await.expect("the submit has locked no later stock");
    other.rollback().await.unwrap();
    submit.await.unwrap().expect_success();
    assert_eq!(shop.count_charges().await, 1);
    assert!(submit_reservation(&ada).await["reservationId"].is_string());
    shop.stop().await;
}

#[tokio::test]
async fn my_reservations_are_paged_with_the_latest_visit_first() {
    let shop = open_shop_with(&park().setting("max_imported_codes_per_hour", 23)).await;
    import_tickets_and_passes(&shop, 23).await;
    let (ada, _) = shop.new_account().await;
    for nth in 1..=23 {
        ada.post("/api/reservation/begin", guest()).await.expect_success();
        add_pass(&ada, &format!("P{nth}")).await;
        finalize_party(&ada, party(0, 0)).await.expect_success();
        choose_property(&ada, "garden").await;
        try_time(&ada, if nth <= 2 { SUNDAY } else { TEN }, 0).await.expect_success();
        submit_reservation(&ada).await;
    }
    let mut seen = Vec::new();
    let mut path = "/api/reservation/my".to_owned();
    for (count, has_more) in [(10, true), (10, true), (3, false)] {
        let page = ada.get(&path).await.json();
        let reservations = page["reservations"].as_array().unwrap();
        assert_eq!((reservations.len(), &page["hasMore"]), (count, &json!(has_more)));
        seen.extend(reservations.iter().map(|it| (it["visit"]["businessDate"].clone(), it["id"].clone())));
        path = format!("/api/reservation/my?after={}", reservations[count - 1]["id"].as_str().unwrap());
    }
    assert!(seen[..2].iter().all(|(day, _)| *day == json!("2026-11-22")), "{seen:?}");
    assert!(seen[2..].iter().all(|(day, _)| *day == json!(SATURDAY)), "{seen:?}");
    seen.sort_by_key(|(_, id)| id.to_string());
    seen.dedup();
    assert_eq!(seen.len(), 23, "each of them once");
    // The list cannot be continued after an unknown reservation.
    ada.get("/api/reservation/my?after=nobodys").await.expect_status(404);
    shop.stop().await;
}

#[tokio::test]
async fn calendar_entry_of_a_visit_keeps_its_id_through_move_and_cancellation() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 1, TEN).await;
    let id = id_of(&submit_reservation(&ada).await);
    shop.advance(1);
    let path = format!("/api/reservation/my/{id}");
    let to = json!({ "performanceId": TWO, "bringAFriendDayTicketCount": 0 });
    put(&ada, &format!("{path}/performance"), to).await.expect_success();
    shop.advance(1);
    delete(&ada, &path).await.expect_success();
    let mails = shop.wait_for_emails(3).await;
    let entry = |words: &str| -> Vec<String> {
        let mail = mails.iter().find(|mail| mail.subject.contains(words)).unwrap();
        let file = mail.calendar.as_ref().expect("a calendar file").replace("\r\n ", "");
        assert_eq!(file.matches("BEGIN:VEVENT").count(), 1, "{file}");
        let value = |name: &str| {
            file.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim_end().to_owned()
        };
        ["UID:", "SEQUENCE:", "DTSTAMP:", "DTSTART:", "STATUS:"].map(value).to_vec()
    };
    let uid = entry("Reserved: your visit")[0].clone();
    assert_eq!(entry("Reserved: your visit"), [&uid, "0", "20261120T150000Z", "20261121T150000Z", "CONFIRMED"]);
    assert_eq!(entry("Changed: your visit"), [&uid, "1", "20261120T150100Z", "20261121T190000Z", "CONFIRMED"]);
    assert_eq!(entry("Canceled: your visit"), [&uid, "2", "20261120T150200Z", "20261121T190000Z", "CANCELLED"]);
    let says = |words: &str, line: &str| {
        let mail = mails.iter().find(|mail| mail.subject.contains(words)).unwrap();
        line.split(": ").all(|part| mail.html.contains(&unbroken(part))) && mail.text.contains(line)
    };
    let (was, is) = ("Previously: Saturday, November 21, 2026, 10:00 AM", "When: Saturday, November 21, 2026, 2:00 PM");
    assert!(says("Changed: your visit", was) && says("Changed: your visit", is) && says("Canceled: your visit", is));
    assert!(!says("Canceled: your visit", "Previously") && !says("Reserved: your visit", "Previously"));
    shop.stop().await;
}

#[tokio::test]
async fn reminder_of_a_visit_follows_its_moves_and_ends_with_its_cancellation() {
    let shop = open_shop().await;
    let (stays, goes) = (hold_visit(&shop, "P1", 1, SUNDAY).await, hold_visit(&shop, "P2", 0, SUNDAY).await);
    let moved = id_of(&submit_reservation(&stays).await);
    let cancelled = id_of(&submit_reservation(&goes).await);
    let to = json!({ "performanceId": "entries.20261122.1400", "bringAFriendDayTicketCount": 0 });
    put(&stays, &format!("/api/reservation/my/{moved}/performance"), to).await.expect_success();
    delete(&goes, &format!("/api/reservation/my/{cancelled}")).await.expect_success();
    shop.wait_for_emails(4).await;
    shop.advance(24 * 60);
    let mails = shop.wait_for_emails(5).await;
    let reminder = mails.iter().find(|mail| mail.text.contains("See you on Sunday, November 22, 2026")).unwrap();
    for part in ["When: Sunday, November 22, 2026, 2:00 PM", "Entry: Garden gate"] {
        assert!(reminder.text.contains(part), "{part} in {}", reminder.text);
    }
    assert!(reminder.calendar.is_none(), "the calendar has the visit already");
    shop.stop().await;
}

#[tokio::test]
async fn confirmations_and_changes_of_visits_from_one_network_address_are_limited_to_thirty() {
    let shop = open_shop().await;
    let ada = begin_reservation(&shop).await;
    add_pass(&ada, "P1").await;
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    let id = id_of(&submit_reservation(&ada).await);
    let path = format!("/api/reservation/my/{id}/performance");
    let to = |nth: usize| json!({ "performanceId": if nth.is_multiple_of(2) { TEN } else { TWO }, "bringAFriendDayTicketCount": 0 });
    let mut moved = 0;
    let refused = loop {
        let answer = put(&ada, &path, to(moved + 1)).await;
        if answer.status != 200 {
            break answer;
        }
        moved += 1;
    };
    refused.expect_status(429);
    assert_eq!(moved, 29, "with the one that was confirmed");
    shop.stop().await;
}

#[tokio::test]
async fn choosing_a_different_site_starts_a_new_reservation() {
    let shop = open_shop_of_two_sites().await;
    let ada = shop.new_guest().await;
    let refused = ada.post("/api/reservation/begin", guest()).await.expect_refusal();
    assert_eq!(refused, "First, please choose where you'd like to visit.");
    let sites = ada.get("/api/config/web-site").await.json();
    let named: Vec<(&Value, &Value)> = sites.as_array().unwrap().iter().map(|it| (&it["id"], &it["name"])).collect();
    assert_eq!(named[1], (&json!("zoo"), &json!("Zoo")), "{sites}");
    assert_eq!(named[0].0, &json!("park"));
    ada.post("/api/config/web-site/park", json!({})).await.expect_success();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    add_pass(&ada, "P1").await;
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    ada.post("/api/config/web-site/zoo", json!({})).await.expect_success();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 0);
    let seen = get_reservation(&ada).await;
    assert_eq!((&seen["siteId"], seen["tickets"].as_array().unwrap().len()), (&json!("zoo"), 0));
    shop.stop().await;
}

#[tokio::test]
async fn expired_pass_gives_no_benefits_and_a_visit_can_move_to_another_time_of_a_fully_booked_day() {
    let shop = open_shop_with(&park().guests_per_day(3)).await;
    let (ada, _) = shop.new_account().await;
    let old = "media_code,variant,first_name,last_name,birth_date,zip,valid_from,valid_until\n\
        OLD,season-adult,Ada,Lovelace,1990-12-10,12207,2025-01-01,2025-12-31\n";
    let path = shop.data().join("old.csv");
    std::fs::write(&path, old).unwrap();
    import_tickets(&shop.app, &path).await.unwrap().unwrap();
    let link = json!({ "passholderId": "OLD", "validationData": "12207" });
    ada.post("/api/account/link-pass", link).await.expect_success();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    assert_eq!(get_reservation(&ada).await["reservationEntitlements"], json!([]));
    let mut free = party(0, 0);
    free["reservationEntitlements"] = json!([{ "entitlementId": "guest", "quantity": 3 }]);
    let refused = finalize_party(&ada, free).await.expect_refusal();
    assert_eq!(refused, "You must add at least one (1) ID or barcode as instructed above before you can continue.");

    let three = hold_visit(&shop, "P1", 2, TEN).await;
    let id = id_of(&submit_reservation(&three).await);
    let to = json!({ "performanceId": TWO, "bringAFriendDayTicketCount": 0 });
    put(&three, &format!("/api/reservation/my/{id}/performance"), to).await.expect_success();
    assert_eq!(count_taken(&shop, "pool:guests.20261121").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn confirmed_visit_moves_as_a_whole_and_can_be_cancelled_until_the_deadline() {
    let shop = open_shop().await;
    let full = hold_visit(&shop, "P2", 4, SUNDAY).await;
    submit_reservation(&full).await;
    let ada = hold_visit(&shop, "P1", 2, TEN).await;
    let id = id_of(&submit_reservation(&ada).await);
    let path = format!("/api/reservation/my/{id}/performance");
    let to = |performance: &str| json!({ "performanceId": performance, "bringAFriendDayTicketCount": 0 });
    // A different shopper can neither see nor change the reservation.
    let stranger = begin_reservation(&shop).await;
    for (method, path) in
        [(Method::GET, format!("/api/reservation/my/{id}")), (Method::DELETE, format!("/api/reservation/my/{id}"))]
    {
        stranger.call(method, &path, None, &[]).await.expect_status(404);
    }
    put(&stranger, &path, to(TWO)).await.expect_status(404);

    let days = ada.get(&format!("{path}?startDate={SATURDAY}&endDate={SATURDAY}")).await.json();
    assert_eq!(days["dates"][0]["performances"][0]["isAlreadyBooked"], json!(false), "its own visit does not count");
    let squeeze = "UPDATE stock SET capacity = claimed + sold WHERE key = 'performance:entries.20261122.1000'";
    sea_orm::ConnectionTrait::execute_unprepared(shop.app.db.write(), squeeze).await.unwrap();
    assert_eq!(put(&ada, &path, to(SUNDAY)).await.expect_refusal(), TIME_GONE);
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 3, "the old visit is kept");
    assert_eq!(ada.get(&format!("/api/reservation/my/{id}")).await.json()["visit"]["performanceId"], json!(TEN));

    put(&ada, &path, to(TWO)).await.expect_success();
    put(&ada, &path, to(TWO)).await.expect_success();
    assert_eq!(
        (
            count_taken(&shop, &format!("performance:{TEN}")).await,
            count_taken(&shop, &format!("performance:{TWO}")).await
        ),
        (0, 3)
    );
    // A guest without an account finds the reservation by its code and phone number, in any browser.
    let code = ada.get(&format!("/api/reservation/my/{id}")).await.json()["code"].as_str().unwrap().to_owned();
    let elsewhere = shop.new_guest().await;
    let looks = |phone: &str| json!({ "reservationCode": code.to_lowercase(), "phoneNumber": phone });
    let refused = elsewhere.post("/api/reservation/lookup", looks("5185550124")).await.expect_refusal();
    assert_eq!(
        refused,
        "We couldn't find a reservation with this code and phone number. Please check both and try again."
    );
    let found = elsewhere.post("/api/reservation/lookup", looks("+1 518 555 0123")).await.expect_success();
    assert_eq!(found["value"], json!(id));
    delete(&elsewhere, &format!("/api/reservation/my/{id}")).await.expect_success();
    assert_eq!(count_taken(&shop, &format!("performance:{TWO}")).await, 0);
    assert_eq!(shop.count(&format!("SELECT COUNT(*) FROM claim WHERE line_id = '{id}'")).await, 0);
    let seen = ada.get(&format!("/api/reservation/my/{id}")).await.json();
    assert_eq!((&seen["state"], &seen["changeable"]), (&json!("cancelled"), &json!(false)));
    assert_eq!(
        put(&ada, &path, to(TEN)).await.expect_refusal(),
        "This reservation can no longer be moved or canceled."
    );
    let mails = shop.wait_for_emails(4).await;
    let about = |event: &str| mails.iter().find(|mail| mail.subject.contains(event)).unwrap();
    assert!(about("Changed: your visit").text.contains(&code));
    assert!(about("Canceled: your visit").text.contains(&format!("Code: {code}\r\n")));

    // The reservation cannot be changed in the last two hours before its start.
    let late = hold_visit(&shop, "P3", 0, TEN).await;
    let id = id_of(&submit_reservation(&late).await);
    shop.advance(22 * 60);
    let elsewhere = shop.new_guest().await;
    let code: String = {
        let sql = format!("SELECT code FROM reservation WHERE id = '{id}'");
        let rows = sea_orm::ConnectionTrait::query_one_raw(
            shop.app.db.read(),
            sea_orm::Statement::from_string(sea_orm::ConnectionTrait::get_database_backend(shop.app.db.read()), sql),
        );
        rows.await.unwrap().unwrap().try_get_by_index(0).unwrap()
    };
    let known = json!({ "reservationCode": code, "phoneNumber": "5185550123" });
    elsewhere.post("/api/reservation/lookup", known).await.expect_success();
    let refused = delete(&elsewhere, &format!("/api/reservation/my/{id}")).await.expect_refusal();
    assert_eq!(refused, "This reservation can no longer be moved or canceled.");
    // Restores the capacities of the catalogue.
    midway::ops::worker::sweep(&shop.app).await;
    shop.stop().await;
}

#[tokio::test]
async fn guest_learns_before_and_after_confirming_whether_a_visit_can_still_be_changed() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    let seen = get_reservation(&ada).await;
    assert_eq!((&seen["changeUntil"], &seen["changeable"]), (&json!("2026-11-21T08:00:00-05:00"), &json!(true)));
    submit_reservation(&ada).await;
    let mail = shop.wait_for_emails(1).await.remove(0);
    for part in [
        "You can move or cancel this visit until Saturday, November 21, 2026, 8:00 AM.",
        "View, move, or cancel my visit",
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }

    // It is nine o'clock on the day of the visit.
    shop.advance(23 * 60);
    let eve = hold_visit(&shop, "P2", 0, TEN).await;
    assert_eq!(get_reservation(&eve).await["changeable"], json!(false));
    submit_reservation(&eve).await;
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.text.contains("P2")).unwrap();
    for part in ["too late to move or cancel this visit.", "View my visit"] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
    shop.stop().await;
}

#[tokio::test]
async fn abandoned_reservation_ends_and_releases_its_claims() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 2, TEN).await;
    shop.advance(16);
    ada.get("/api/session").await.expect_status(200);
    midway::ops::worker::release_expired_holds(&shop.app).await.unwrap();
    assert_eq!(count_taken(&shop, &format!("performance:{TEN}")).await, 0);
    assert_eq!(
        submit_reservation(&ada).await["proceedToCheckout"],
        json!(false),
        "what is still available is claimed again"
    );

    let late = hold_visit(&shop, "P2", 0, TEN).await;
    shop.advance(23);
    let over = try_time(&late, TWO, 0).await;
    over.expect_status(401);
    assert_eq!(over.json()["message"], json!("Your session has timed out due to inactivity"));
    assert_eq!(get_reservation(&late).await["reservationInProgress"], json!(false));
    late.post("/api/reservation/begin", guest()).await.expect_success();
    shop.advance(8 * 24 * 60);
    midway::ops::worker::release_expired_holds(&shop.app).await.unwrap();
    midway::ops::worker::sweep(&shop.app).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'open'").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn tickets_of_one_order_stay_together_if_the_operator_requires_it() {
    let shop = open_shop_with(&park().setting("allow_partial_ticketing_reservations", false)).await;
    let buyer = shop.new_guest().await;
    buyer.try_add(json!([line("day-ticket", "day-adult", 3, Some("days.20261121.0900"))])).await.expect_success();
    buyer.check_out().await;
    let codes = crate::purchases::media_codes(&buyer.get("/api/order/digital-tickets").await.text());
    buyer.post("/api/reservation/begin", guest()).await.expect_success();
    add_pass(&buyer, "P1").await;
    try_ticket(&buyer, &codes[1]).await.expect_success();
    let tickets = get_reservation(&buyer).await["tickets"].as_array().unwrap().clone();
    assert_eq!(tickets.len(), 4);
    let shown: Vec<&str> = tickets[1..].iter().map(|it| it["barcode"].as_str().unwrap()).collect();
    assert_eq!(shown.iter().filter(|code| codes.iter().any(|known| known == *code)).count(), 1, "the entered ticket");
    assert_eq!(shown.iter().filter(|code| code.starts_with('…') && code.chars().count() == 5).count(), 2);
    let together: std::collections::HashSet<&str> =
        tickets.iter().filter_map(|it| it["reservationCode"].as_str()).collect();
    assert_eq!(together.len(), 1);
    delete(&buyer, &format!("/api/reservation/ticket/{}", tickets[3]["id"].as_str().unwrap())).await.expect_success();
    let tickets = get_reservation(&buyer).await["tickets"].as_array().unwrap().clone();
    assert_eq!(tickets.len(), 1);
    assert_eq!(tickets[0]["ticketTypeId"], json!(1));
    shop.stop().await;
}

#[tokio::test]
async fn guest_who_signs_in_during_a_reservation_continues_it() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    let before = get_reservation(&ada).await["id"].clone();
    ada.register_and_sign_in(&unique_email()).await;
    assert_eq!(get_reservation(&ada).await["id"], before);
    let id = id_of(&submit_reservation(&ada).await);
    let mine = ada.get("/api/reservation/my").await.json();
    assert_eq!(mine["reservations"].as_array().unwrap().len(), 1);
    ada.sign_out().await;
    ada.get(&format!("/api/reservation/my/{id}")).await.expect_status(404);
    shop.stop().await;
}

async fn list_kept(browser: &Shopper) -> usize {
    browser.get("/api/reservation/my").await.json()["reservations"].as_array().unwrap().len()
}

#[tokio::test]
async fn guest_visit_belongs_to_the_owner_of_its_email_address_and_not_to_the_next_account_in_the_browser() {
    let shop = open_shop().await;
    let (owner, bob) = ("ada@example.org".to_owned(), format!("bob-{}", unique_email()));
    for email in [&owner, &bob] {
        let shopper = shop.shopper();
        shopper.register_and_sign_in(email).await;
        shop.verify_address(&shopper, email).await;
    }
    let browser = hold_visit(&shop, "P1", 0, TEN).await;
    submit_reservation(&browser).await;
    browser.sign_in(&bob).await;
    assert_eq!(list_kept(&browser).await, 1, "the session that reserved the visit sees it until the session ends");
    let accounts_own = async |browser: &Shopper| {
        let mine = browser.get("/api/reservation/my").await.json();
        mine["reservations"][0]["accountsOwn"].clone()
    };
    assert_eq!(accounts_own(&browser).await, json!(false));
    browser.sign_out().await;
    browser.sign_in(&bob).await;
    assert_eq!(list_kept(&browser).await, 0);

    let browser = hold_visit(&shop, "P2", 0, TEN).await;
    submit_reservation(&browser).await;
    for _ in 0..2 {
        browser.sign_in(&owner).await;
        assert_eq!(list_kept(&browser).await, 1);
        assert_eq!(accounts_own(&browser).await, json!(true));
        browser.sign_out().await;
    }
    shop.stop().await;
}

#[tokio::test]
async fn wrong_ticket_codes_and_wrong_phone_numbers_of_a_reservation_are_rate_limited() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    let code = submit_reservation(&ada).await["reservationCode"].as_str().unwrap().to_owned();
    let guesser = shop.new_guest().await;
    for nth in 0..5 {
        let guess = json!({ "reservationCode": code, "phoneNumber": format!("518555{nth:04}") });
        guesser.post("/api/reservation/lookup", guess).await.expect_refusal();
    }
    let right = json!({ "reservationCode": code, "phoneNumber": "5185550123" });
    guesser.post("/api/reservation/lookup", right).await.expect_status(429);
    let other = begin_reservation(&shop).await;
    for nth in 0..20 {
        try_ticket(&other, &format!("NONE{nth}")).await.expect_refusal();
    }
    try_ticket(&other, "T1").await.expect_status(429);
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_parties_compete_for_a_hundred_places_and_each_gets_all_of_its_places_or_none() {
    let shop = Shop::selling(&park()).await;
    import_tickets_and_passes(&shop, 300).await;
    let first = shop.shopper();
    let parties: Vec<Shopper> = (0..300).map(|_| first.other_browser()).collect();
    join_all(parties.iter().map(Shopper::open_shop)).await;
    // Each party is a pass with zero to five other people: up to four children, and a guest in every tenth party.
    let sizes: Vec<u32> = (0..300).map(|nth| nth % 5).collect();
    for (nth, party_of) in parties.iter().enumerate() {
        party_of.post("/api/reservation/begin", guest()).await.expect_success();
        add_pass(party_of, &format!("P{}", nth + 1)).await;
        let guests = u32::from(nth % 10 == 9);
        finalize_party(party_of, party(sizes[nth], guests)).await.expect_success();
        choose_property(party_of, "garden").await;
    }
    let people = |nth: usize| i64::from(1 + sizes[nth] + u32::from(nth % 10 == 9));
    assert_eq!((0..300).map(people).max(), Some(6));
    let storm = parties.iter().map(|party_of| {
        let party_of = party_of.clone();
        tokio::spawn(async move {
            let held = try_time(&party_of, TEN, 0).await;
            if !held.succeeded() {
                assert_eq!(held.expect_refusal(), TIME_GONE);
                return false;
            }
            submit_reservation(&party_of).await["reservationId"].is_string()
        })
    });
    let came: Vec<bool> = join_all(storm).await.into_iter().map(Result::unwrap).collect();
    let expected: i64 = came.iter().enumerate().filter(|(_, came)| **came).map(|(nth, _)| people(nth)).sum();
    let sold = "SELECT sold FROM stock WHERE key = 'performance:entries.20261121.1000'";
    assert_eq!(shop.count(sold).await, expected, "whole parties");
    assert!((95..=100).contains(&expected), "{expected} of 100 places");
    let confirmed = "SELECT COUNT(*) FROM reservation WHERE state = 'confirmed'";
    assert_eq!(shop.count(confirmed).await, i64::try_from(came.iter().filter(|came| **came).count()).unwrap());
    shop.stop().await;
}

#[tokio::test]
async fn only_reservable_tickets_of_an_account_are_offered_for_a_reservation() {
    let shop = open_shop().await;
    let (ada, _) = shop.new_account().await;
    let tour = ada.list_performances("tour", SATURDAY).await[0]["performanceId"].as_str().unwrap().to_owned();
    let days =
        json!([line("day-ticket", "day-adult", 2, Some("days.20261121.0900")), line("tour", "adult", 1, Some(&tour)),]);
    ada.try_add(days).await.expect_success();
    ada.check_out().await;

    let offered = async || ada.get("/api/account/ticket?forReservation=true").await.json().as_array().unwrap().clone();
    assert_eq!(ada.get("/api/account/ticket").await.json().as_array().unwrap().len(), 3);
    let before = offered().await;
    assert_eq!(before.len(), 2, "no property accepts the tour");
    assert_eq!(before[0]["reservationSiteIds"], json!(["park"]));
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    try_ticket(&ada, before[0]["barcode"].as_str().unwrap()).await.expect_success();
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    submit_reservation(&ada).await;
    let after = offered().await;
    assert_eq!(after.len(), 1, "a ticket that admits once is reserved once");
    assert_eq!(after[0]["barcode"], before[1]["barcode"]);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_for_a_day_without_another_entry_time_is_not_offered_for_a_reservation() {
    let shop = open_shop().await;
    // It is three o'clock on Saturday, an hour after the last entry.
    shop.advance(29 * 60);
    let (ada, _) = shop.new_account().await;
    let days = json!([
        line("day-ticket", "day-adult", 1, Some("days.20261121.0900")),
        line("day-ticket", "day-adult", 1, Some("days.20261122.0900")),
    ]);
    ada.try_add(days).await.expect_success();
    ada.check_out().await;
    let offered = ada.get("/api/account/ticket?forReservation=true").await.json();
    let days: Vec<&Value> = offered.as_array().unwrap().iter().map(|it| &it["validityStartDate"]).collect();
    assert_eq!(days, [&json!("2026-11-22")]);
    shop.stop().await;
}

#[tokio::test]
async fn ticket_for_another_day_than_the_visit_or_the_other_tickets_cannot_be_added() {
    let shop = open_shop().await;
    import_tickets_and_passes(&shop, 1).await;
    let file = format!("media_code,variant,date,paid\nS1,day-adult,2026-11-22,30.00\nT5,day-adult,{SATURDAY},30.00\n");
    let path = shop.data().join("sunday.csv");
    std::fs::write(&path, file).unwrap();
    import_tickets(&shop.app, &path).await.unwrap().unwrap();

    let ada = begin_reservation(&shop).await;
    try_ticket(&ada, "T1").await.expect_success();
    let no_day =
        "This ticket or pass can't be reserved with the others because there's no day when all of them are valid.";
    assert_eq!(try_ticket(&ada, "S1").await.expect_refusal(), no_day);
    try_ticket(&ada, "T2").await.expect_success();
    add_pass(&ada, "P1").await;

    let eve = hold_visit(&shop, "P1", 0, TEN).await;
    let other_day = "This ticket or pass isn't valid on the day of your visit: Saturday, November 21, 2026.";
    assert_eq!(try_ticket(&eve, "S1").await.expect_refusal(), other_day);
    try_ticket(&eve, "T5").await.expect_success();
    shop.stop().await;
}

#[tokio::test]
async fn ended_reservation_is_not_confirmed_by_a_payment() {
    let shop = open_shop().await;
    let (laptop, phone, email) = (shop.shopper(), shop.shopper(), unique_email());
    laptop.register_and_sign_in(&email).await;
    hold_visit_and_book(&shop, &laptop, "P1").await;
    phone.open_shop().await;
    phone.sign_in(&email).await;
    let elsewhere = (json!(SATURDAY), json!(true), json!(false));
    assert_eq!(get_cart_visit(&phone).await, elsewhere, "the cart names the reservation, whichever session made it");
    shop.advance(61);
    phone.open_shop().await;
    phone.sign_in(&email).await;
    assert_eq!(get_cart_visit(&phone).await.0, Value::Null);
    assert_eq!(pay(&phone).await.expect_refusal(), NOT_CONFIRMED);
    assert_eq!(shop.count_charges().await, 0);
    pay(&phone).await.expect_success();
    assert_eq!(shop.count("SELECT COUNT(*) FROM reservation WHERE state = 'open' AND cart_id IS NULL").await, 1);
    shop.stop().await;
}

async fn get_add_ons(shopper: &Shopper, path: &str) -> Vec<(String, String)> {
    let items = shopper.get(path).await.json();
    let words = |item: &Value, name: &str| item[name].as_str().unwrap_or_default().to_owned();
    let of_park = |item: &&Value| item["kind"] == json!("addOn") || item["kind"] == json!("otherDay");
    items.as_array().unwrap().iter().filter(of_park).map(|it| (words(it, "kind"), words(it, "detail"))).collect()
}

#[tokio::test]
async fn add_ons_for_a_different_day_are_reported_before_and_after_payment() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    ada.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await.expect_success();
    let of = |kind: &str, detail: &str| vec![(kind.to_owned(), detail.to_owned())];
    let path = "/api/reservation/item";
    assert_eq!(get_add_ons(&ada, path).await, of("addOn", "Adult"));
    try_time(&ada, SUNDAY, 0).await.expect_success();
    assert_eq!(get_add_ons(&ada, path).await, of("otherDay", "Adult, Saturday, November 21, 2026"));
    try_time(&ada, TEN, 0).await.expect_success();

    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
    ada.check_out().await;
    let mine = format!("/api/reservation/my/{}", id_of(&submit_reservation(&ada).await));
    let moves = async |performance: &str| {
        let to = json!({ "performanceId": performance, "bringAFriendDayTicketCount": 0 });
        put(&ada, &format!("{mine}/performance"), to).await.expect_success();
        get_add_ons(&ada, &format!("{mine}/item")).await
    };
    for _ in 0..2 {
        assert_eq!(moves(SUNDAY).await, of("addOn", "Adult, Saturday, November 21, 2026"));
        assert_eq!(moves(TWO).await, of("addOn", "Adult"));
    }
    let mails = shop.wait_for_emails(6).await;
    let kept = "Items you bought with your visit haven't been moved. They're still for the original day: \
        Saturday, November 21, 2026.";
    let telling = mails.iter().filter(|mail| mail.text.contains(kept)).count();
    assert_eq!(telling, 2, "those of the moves to Sunday");
    shop.stop().await;
}

#[tokio::test]
async fn email_about_a_moved_visit_does_not_say_that_undated_add_ons_stay_behind() {
    let shop = open_shop().await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    ada.try_add(json!([line("book", "guide-book", 1, None)])).await.expect_success();
    assert_eq!(submit_reservation(&ada).await["proceedToCheckout"], json!(true));
    ada.save_settings("post").await;
    let (payment, paid) = ada.pay_with(card::GOOD).await;
    paid.expect_success();
    ada.submit(&payment).await.expect_success();
    let mine = format!("/api/reservation/my/{}", id_of(&submit_reservation(&ada).await));
    let to = json!({ "performanceId": SUNDAY, "bringAFriendDayTicketCount": 0 });
    put(&ada, &format!("{mine}/performance"), to).await.expect_success();
    let mails = shop.wait_for_emails(3).await;
    assert!(mails.iter().any(|mail| mail.subject.contains("Changed: your visit")));
    assert!(mails.iter().all(|mail| !mail.text.contains("haven't been moved")));
    shop.stop().await;
}

/// Imports two passes and links the passes with these codes to a new account: `OLD` is valid until the end of November,
/// and `NEW` is valid from December. Begins a reservation.
async fn register_with_old_and_new_pass(shop: &Shop, codes: &[&str]) -> Shopper {
    let (ada, _) = shop.new_account().await;
    let file = "media_code,variant,first_name,last_name,birth_date,zip,valid_from,valid_until\n\
        OLD,season-adult,Ada,Lovelace,1990-12-10,12207,2025-12-01,2026-11-30\n\
        NEW,season-adult,Ada,Lovelace,1990-12-10,12207,2026-12-01,2027-11-30\n";
    let path = shop.data().join("renewed.csv");
    std::fs::write(&path, file).unwrap();
    import_tickets(&shop.app, &path).await.unwrap().unwrap();
    for code in codes {
        let link = json!({ "passholderId": code, "validationData": "12207" });
        ada.post("/api/account/link-pass", link).await.expect_success();
    }
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    ada
}

fn with_guests(quantity: u32) -> Value {
    let mut party = party(0, 0);
    party["reservationEntitlements"] = json!([{ "entitlementId": "guest", "quantity": quantity }]);
    party
}

#[tokio::test]
async fn additional_guests_belong_to_the_pass_that_is_valid_on_the_visit_day() {
    let shop = open_shop().await;
    let ada = register_with_old_and_new_pass(&shop, &["OLD", "NEW"]).await;
    assert_eq!(
        get_reservation(&ada).await["reservationEntitlements"][0]["maxQuantity"],
        json!(3),
        "never valid on the same day"
    );
    finalize_party(&ada, with_guests(4)).await.expect_success();
    assert_eq!(get_reservation(&ada).await["reservationEntitlements"][0]["quantity"], json!(3));
    choose_property(&ada, "garden").await;
    let around = "startDate=2026-11-30&endDate=2026-12-01";
    let levels = |days: &Value| -> Vec<Value> {
        days["dates"].as_array().unwrap().iter().map(|it| it["capacityLevel"].clone()).collect()
    };
    assert_eq!(levels(&list_days(&ada, &format!("?{around}")).await), [json!(4), json!(4)]);
    try_time(&ada, "entries.20261201.1000", 0).await.expect_success();
    let path = format!("/api/reservation/my/{}/performance", id_of(&submit_reservation(&ada).await));
    // The first move assigns the guests to the other pass; the second move assigns them back to the first pass.
    assert_eq!(levels(&ada.get(&format!("{path}?{around}")).await.json()), [json!(4), json!(4)]);
    for to in [TEN, "entries.20261201.1000"] {
        let to = json!({ "performanceId": to, "bringAFriendDayTicketCount": 0 });
        put(&ada, &path, to).await.expect_success();
        assert_eq!(shop.count("SELECT CAST(SUM(sold) AS BIGINT) FROM stock WHERE key LIKE 'benefit:%'").await, 3);
    }
    shop.stop().await;
}

#[tokio::test]
async fn days_after_the_end_of_the_pass_that_gives_a_chosen_benefit_are_not_offered() {
    let shop = open_shop().await;
    let ada = register_with_old_and_new_pass(&shop, &["OLD"]).await;
    finalize_party(&ada, with_guests(1)).await.expect_success();
    choose_property(&ada, "garden").await;
    let days = list_days(&ada, "?startDate=2026-11-30&endDate=2026-12-01").await;
    let levels: Vec<&Value> = days["dates"].as_array().unwrap().iter().map(|it| &it["capacityLevel"]).collect();
    assert_eq!(levels, [&json!(4), &json!(6)]);
    shop.stop().await;
}

#[tokio::test]
async fn removing_a_ticket_keeps_the_benefits_of_other_passes() {
    let shop = open_shop().await;
    let ada = register_with_old_and_new_pass(&shop, &["OLD"]).await;
    try_ticket(&ada, "T1").await.expect_success();
    add_pass(&ada, "P1").await;
    finalize_party(&ada, with_guests(4)).await.expect_success();
    let seen = get_reservation(&ada).await;
    let quantity = |seen: &Value| seen["reservationEntitlements"][0]["quantity"].clone();
    assert_eq!(quantity(&seen), json!(4));
    let ticket = |nth: usize| format!("/api/reservation/ticket/{}", seen["tickets"][nth]["id"].as_str().unwrap());
    delete(&ada, &ticket(0)).await.expect_success();
    assert_eq!(quantity(&get_reservation(&ada).await), json!(4), "the ticket gave no benefit");
    delete(&ada, &ticket(1)).await.expect_success();
    assert_eq!(quantity(&get_reservation(&ada).await), json!(1), "the benefits of the account's pass");
    shop.stop().await;
}

#[tokio::test]
async fn tickets_in_a_reservation_have_the_ids_of_the_accounts_ticket_list_and_no_ids_for_a_guest() {
    let shop = open_shop_with(&park().setting("allow_partial_ticketing_reservations", false)).await;
    let (ada, _) = shop.new_account().await;
    ada.try_add(json!([line("day-ticket", "day-adult", 3, Some("days.20261121.0900"))])).await.expect_success();
    ada.check_out().await;
    let own = ada.get("/api/account/ticket?forReservation=true").await.json();
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    try_ticket(&ada, own[0]["barcode"].as_str().unwrap()).await.expect_success();
    let ids = |tickets: &Value| {
        let ids = tickets.as_array().unwrap().iter().map(|it| it["accountId"].as_str().unwrap().to_owned());
        ids.collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(ids(&get_reservation(&ada).await["tickets"]), ids(&own), "including those of the same order");
    let guest = begin_reservation(&shop).await;
    add_pass(&guest, "P1").await;
    assert_eq!(get_reservation(&guest).await["tickets"][0].get("accountId"), None);
    shop.stop().await;
}

#[tokio::test]
async fn add_on_has_a_price_for_each_time() {
    let from_two = price_rule().starting_from("14:00").prices([("adult", 28_00)]);
    let shop = open_shop_with(&park().with([price_calendar("tour").with(from_two)])).await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    let tour = ada.get("/api/reservation/add-on").await.json()[1].clone();
    let adult = &tour["variants"][0];
    assert_eq!((cents(&adult["displayPrice"]), cents(&adult["unitPrice"])), (21_25, 20_00));
    assert_eq!(adult["displayPriceIsFrom"], json!(true));
    let prices: Vec<Vec<(String, i64)>> = tour["times"]
        .as_array()
        .unwrap()
        .iter()
        .map(|time| {
            let prices = time["prices"].as_array().unwrap().iter();
            prices.map(|it| (it["id"].as_str().unwrap().to_owned(), cents(&it["displayPrice"]))).collect()
        })
        .collect();
    let of = |adult: i64, child: Option<i64>| -> Vec<(String, i64)> {
        let prices = [("adult", Some(adult)), ("child", child), ("group", Some(16_25))];
        prices.into_iter().filter_map(|(id, price)| Some((id.to_owned(), price?))).collect()
    };
    assert_eq!(prices, [of(21_25, Some(13_75)), of(29_25, Some(13_75)), of(29_25, None)], "noon, two, and the night");
    // A shopper who saw the price at noon must confirm the price at two.
    let mut wanted = line("tour", "adult", 1, Some("tours.20261121.1400"));
    wanted["unitPrice"] = adult["unitPrice"].clone();
    let asked = ada.post("/api/cart/add", json!({ "items": [wanted], "saleFlowId": 1 })).await.json();
    assert_eq!(asked["confirmationRequired"], json!(true), "{asked}");
    shop.stop().await;
}

#[tokio::test]
async fn add_ons_cost_the_same_in_the_review_of_a_visit_and_in_the_cart() {
    let family = offer("family", "One child free with two adults")
        .with(together(2, ["adult"]))
        .with(together(1, ["child"]).percent_off(100));
    let shop = open_shop_with(&park().with([family])).await;
    let ada = hold_visit(&shop, "P1", 0, TEN).await;
    let tours = [("adult", 2), ("child", 1)].map(|(id, count)| line("tour", id, count, Some(SATURDAY_NOON)));
    ada.try_add(json!(tours)).await.expect_success();
    let in_cart: i64 =
        ada.get_lines().await.iter().map(|item| cents(&item["itemTotal"]) + cents(&item["itemFees"])).sum();
    assert!(in_cart < 2 * 21_25 + 13_75, "{in_cart}");
    let items = ada.get("/api/reservation/item").await.json();
    let amounts = items.as_array().unwrap().iter().filter_map(|item| item.get("amount"));
    assert_eq!(amounts.map(cents).sum::<i64>(), in_cart);
    shop.stop().await;
}

#[tokio::test]
async fn night_ticket_of_a_package_has_no_place_in_the_day_pool_and_takes_one_for_a_reservation() {
    let package = product("day-and-night", "Day and night")
        .short_description("Both on one day.")
        .package(10, "Save 10 % together")
        .with(selection(["night"]))
        .with(selection(["day"]))
        .with(
            variant("day-and-night-one", "For one")
                .with(part("adult").selections(vec![1]))
                .with(part("day-adult").selections(vec![2])),
        );
    let catalogue =
        park().with([package]).edit("property", "garden", |garden| garden.products(["season", "day-ticket", "tour"]));
    let shop = open_shop_with(&catalogue).await;
    let ada = shop.new_guest().await;
    let mut both = line("day-and-night", "day-and-night-one", 1, None);
    both["performances"] = json!([
        { "selectionIndex": 1, "performanceId": "nights.20261121.2100" },
        { "selectionIndex": 2, "performanceId": "days.20261121.0900" },
    ]);
    ada.try_add(json!([both])).await.expect_success();
    ada.check_out().await;
    let codes = crate::purchases::media_codes(&ada.get("/api/order/digital-tickets").await.text());
    assert_eq!(codes.len(), 2);
    assert_eq!(count_taken(&shop, "pool:guests.20261121").await, 1, "the day's guest: a night tour draws from no pool");
    ada.post("/api/reservation/begin", guest()).await.expect_success();
    for code in &codes {
        try_ticket(&ada, code).await.expect_success();
    }
    finalize_party(&ada, party(0, 0)).await.expect_success();
    choose_property(&ada, "garden").await;
    try_time(&ada, TEN, 0).await.expect_success();
    assert_eq!(count_taken(&shop, "pool:guests.20261121").await, 2, "two people come");
    shop.stop().await;
}
