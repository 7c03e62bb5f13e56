//! Waiting rooms: who enters, in which order, and that nobody gets past one.

use std::collections::BTreeSet;
use std::time::Duration as Seconds;

use chrono::Duration;
use midway::platform::redis::Redis;
use midway::shop::waiting_room::{Asking, Figures, Lines, Rules, Standing};
use midway_kernel::secret::random_id;
use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, waiting_room};
use crate::support::fake_app::FakeApp;
use crate::support::random::Random;
use crate::support::shopper::{Answer, SATURDAY_NOON, Shopper, http, line};
use crate::support::{Catalogue, Shop, variable};

const TOUR: &str = "/product/single/tour";
const DESK_KEY: &str = "the-key-of-the-desk-in-tests-of-waiting-rooms";
const WAIT_FIRST: &str = "There's a waiting room for this sale. Please open its page again to get your place in line.";

/// Tests that share a Redis share its lines, so each test has a room of its own.
fn room_id() -> String {
    format!("room-{}", random_id())
}

/// A shop with a waiting room and a server in the place of the app's.
struct Crowded {
    app: FakeApp,
    shop: Shop,
    room: String,
}

impl Crowded {
    async fn opens(table: impl FnOnce(&str) -> Table) -> Self {
        let (app, room) = (FakeApp::start().await, room_id());
        let variables = [("APP_URL", app.url.as_str()), ("DESK_KEY", DESK_KEY)];
        let shop = Shop::selling_with(&Catalogue::park().with([table(&room)]), &variables).await;
        Crowded { app, shop, room }
    }

    /// A waiting room in front of the tours that is open and starts in half an hour.
    async fn opens_before_the_start(max_shoppers: i64) -> Self {
        Self::opens(|id| waiting_room(id, ["tour"], max_shoppers).set("starts", "2026-11-20T10:30:00")).await
    }

    async fn guests(&self, count: usize) -> Vec<Shopper> {
        let mut guests = Vec::new();
        for _ in 0..count {
            guests.push(self.shop.new_guest().await);
        }
        guests
    }

    async fn place_of(&self, shopper: &Shopper) -> Value {
        shopper.get(&format!("/api/waiting-room/{}/place", self.room)).await.json()
    }

    /// Those of these shoppers who are inside. Each of them asks.
    async fn inside(&self, shoppers: &[Shopper]) -> BTreeSet<usize> {
        let mut inside = BTreeSet::new();
        for (nth, shopper) in shoppers.iter().enumerate() {
            if self.place_of(shopper).await["state"] == json!("Inside") {
                inside.insert(nth);
            }
        }
        inside
    }

    async fn figures(&self) -> Value {
        let url = format!("http://{}/api/desk/waiting-rooms", self.shop.address);
        let answer = http().get(url).bearer_auth(DESK_KEY).send().await.unwrap();
        answer.json::<Value>().await.unwrap()[0].clone()
    }

    async fn post_code(&self, shopper: &Shopper, code: &str) -> Answer {
        let fields = [("back", TOUR), ("code", code)];
        let path = format!("/waiting-room/{}", self.room);
        shopper.post_form(&path, &fields, &[("sec-fetch-site", "same-origin")]).await
    }

    async fn ends(self) {
        self.shop.stop().await;
        self.app.stop().await;
    }
}

async fn try_tour(shopper: &Shopper) -> Answer {
    shopper.try_add(json!([line("tour", "adult", 1, Some(SATURDAY_NOON))])).await
}

fn header(answer: &Answer, name: &str) -> Option<String> {
    answer.headers.get(name).map(|value| value.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn whoever_comes_before_the_start_waits_for_it_and_then_so_many_enter_as_may_be_inside() {
    let crowded = Crowded::opens_before_the_start(2).await;
    let guests = crowded.guests(5).await;
    for guest in &guests {
        let page = guest.get(TOUR).await;
        assert_eq!(page.status.as_u16(), 429);
        assert_eq!(
            (header(&page, "cache-control").as_deref(), header(&page, "x-robots-tag")),
            (Some("no-store"), None)
        );
        let html = page.text();
        assert!(html.contains("The sale starts in 30 minutes."), "{html}");
        assert!(
            html.contains("<noscript><meta http-equiv=\"refresh\" content=\"30;url=/product/single/tour\">"),
            "{html}"
        );
        assert_eq!(try_tour(guest).await.expect_refusal(), WAIT_FIRST);
    }
    assert_eq!(crowded.app.targets(), Vec::<String>::new(), "nothing was rendered");
    assert_eq!(guests[0].get("/product/single/book").await.status.as_u16(), 200, "another product");

    crowded.shop.advance_by(Duration::seconds(29 * 60 + 30));
    assert_eq!(crowded.inside(&guests).await, BTreeSet::new());
    crowded.shop.advance_by(Duration::seconds(30));
    // Those in front of the first one to ask enter with that call, and learn it with their own.
    crowded.inside(&guests).await;
    let inside = crowded.inside(&guests).await;
    assert_eq!(inside.len(), 2);
    for (nth, guest) in guests.iter().enumerate() {
        let page = guest.get(TOUR).await;
        if inside.contains(&nth) {
            assert_eq!(page.status.as_u16(), 200);
            assert_eq!(header(&page, "cache-control").as_deref(), Some("private, no-cache"));
            try_tour(guest).await.expect_success();
        } else {
            assert_eq!(page.status.as_u16(), 429);
            assert_eq!(try_tour(guest).await.expect_refusal(), WAIT_FIRST);
        }
    }
    let waiting: Vec<usize> = (0..5).filter(|nth| !inside.contains(nth)).collect();
    let mut ahead = BTreeSet::new();
    for nth in &waiting {
        let place = crowded.place_of(&guests[*nth]).await;
        assert_eq!(place["state"], json!("InLine"));
        ahead.insert(place["ahead"].as_u64().unwrap());
    }
    assert_eq!(ahead, BTreeSet::from([0, 1, 2]));

    // Whoever has ordered makes room for the next one.
    let buyer = &guests[*inside.first().unwrap()];
    buyer.check_out().await;
    crowded.inside(&guests).await;
    let now_inside = crowded.inside(&guests).await;
    assert_eq!(now_inside.len(), 2);
    assert!(!now_inside.contains(inside.first().unwrap()));
    let figures = crowded.figures().await;
    let expected = json!({ "id": crowded.room, "isBeforeStart": false, "waiting": 2, "inside": 2, "joined": 5, "entered": 3,
                           "finished": 1, "refused": 0 });
    assert_eq!(figures, expected);
    crowded.ends().await;
}

#[tokio::test]
async fn idle_shopper_makes_room_and_comes_back_to_the_end_of_the_line_and_can_pay_for_what_is_held() {
    let crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 1)).await;
    let guests = crowded.guests(3).await;
    assert_eq!(guests[0].get(TOUR).await.status.as_u16(), 200, "nobody waits in an empty shop");
    try_tour(&guests[0]).await.expect_success();
    for guest in &guests[1..] {
        crowded.shop.advance_by(Duration::seconds(1));
        assert_eq!(guest.get(TOUR).await.status.as_u16(), 429);
    }
    crowded.shop.advance_by(Duration::seconds(9 * 60 + 28));
    assert_eq!(crowded.inside(&guests[1..]).await, BTreeSet::new());
    crowded.shop.advance_by(Duration::seconds(31));
    assert_eq!(crowded.inside(&guests[1..]).await, BTreeSet::from([0]));
    let page = guests[0].get(TOUR).await;
    assert_eq!(page.status.as_u16(), 429);
    assert!(page.text().contains("One person is ahead of you."), "{}", page.text());
    assert_eq!(crowded.place_of(&guests[2]).await["ahead"], json!(0));
    assert_eq!(guests[0].get("/cart").await.status.as_u16(), 200);
    guests[0].check_out().await;
    crowded.ends().await;
}

#[tokio::test]
async fn browser_has_one_place_in_all_its_tabs_and_a_network_address_only_so_many() {
    let crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 1).set("max_per_address", 2)).await;
    let first = crowded.shop.new_guest().await;
    first.get(TOUR).await;
    let guests = crowded.guests(1).await;
    for _ in 0..4 {
        assert_eq!(guests[0].get(TOUR).await.status.as_u16(), 429);
    }
    assert_eq!(crowded.figures().await["waiting"], json!(1));
    let second = guests[0].new_guest_at_same_address().await;
    assert_eq!(second.get(TOUR).await.status.as_u16(), 429);
    let third = guests[0].new_guest_at_same_address().await;
    let page = third.get(TOUR).await;
    assert_eq!(page.status.as_u16(), 429);
    assert!(
        page.text().contains("Too many people on your internet connection are already in line."),
        "{}",
        page.text()
    );
    assert_eq!(crowded.figures().await["waiting"], json!(2));
    assert_eq!(crowded.figures().await["refused"], json!(1));
    crowded.ends().await;
}

#[tokio::test]
async fn requests_of_the_apps_router_and_prefetches_get_nobody_a_place() {
    let crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 1)).await;
    let url = format!("http://{}{TOUR}", crowded.shop.address);
    for (name, value) in [("rsc", "1"), ("sec-purpose", "prefetch")] {
        let answer = http().get(&url).header(name, value).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 429, "{name}");
        assert_eq!(answer.headers().get("set-cookie"), None, "{name}");
    }
    assert_eq!(crowded.figures().await["joined"], json!(0));
    crowded.ends().await;
}

#[tokio::test]
async fn code_for_early_access_opens_the_page_before_the_start() {
    let crowded = Crowded::opens(|id| {
        let room = waiting_room(id, ["tour"], 5).set("starts", "2026-11-20T10:30:00");
        room.set("early_access_codes", vec!["MEMBERS-FIRST"])
    })
    .await;
    let guest = crowded.shop.new_guest().await;
    assert!(guest.get(TOUR).await.text().contains("Early access code"));
    let wrong = crowded.post_code(&guest, "no-such-code").await;
    assert_eq!(wrong.status.as_u16(), 429);
    assert!(wrong.text().contains("This code isn&#39;t valid for this sale."), "{}", wrong.text());
    let right = crowded.post_code(&guest, " members-first").await;
    assert_eq!((right.status.as_u16(), header(&right, "location").as_deref()), (303, Some(TOUR)));
    assert_eq!(guest.get(TOUR).await.status.as_u16(), 200);
    try_tour(&guest).await.expect_success();
    let other = crowded.shop.new_guest().await;
    assert_eq!(other.get(TOUR).await.status.as_u16(), 429);
    crowded.ends().await;
}

#[tokio::test]
async fn place_that_was_copied_into_another_browser_takes_no_places_there() {
    let crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 5)).await;
    let [owner, other] = &crowded.guests(2).await[..] else { unreachable!() };
    owner.get(TOUR).await;
    let cookie = format!("midway_place_{}", crowded.room);
    let place = owner.cookie(&cookie).unwrap();
    try_tour(owner).await.expect_success();
    other.set_cookie(&cookie, &place);
    let told = "Your place in line was used in another browser. Please open the page again to get a new one.";
    assert_eq!(try_tour(other).await.expect_refusal(), told);
    // A place that this shop did not sign is none.
    other.set_cookie(&cookie, &place.replace('.', ".1"));
    assert_eq!(try_tour(other).await.expect_refusal(), WAIT_FIRST);
    try_tour(owner).await.expect_success();
    crowded.ends().await;
}

#[tokio::test]
async fn lost_line_is_formed_again_in_the_same_order_and_nobody_inside_is_sent_out() {
    if variable("MIDWAY_TEST_REDIS_URL").is_some() {
        return;
    }
    let mut crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 1)).await;
    let guests = crowded.guests(3).await;
    guests[0].get(TOUR).await;
    for guest in &guests[1..] {
        crowded.shop.advance_by(Duration::seconds(1));
        guest.get(TOUR).await;
    }
    crowded.shop.restart().await;
    let guests: Vec<Shopper> = guests.iter().map(|guest| guest.at_server(crowded.shop.address)).collect();
    assert_eq!(guests[2].get(TOUR).await.status.as_u16(), 200, "the first to ask again finds room");
    assert_eq!(guests[0].get(TOUR).await.status.as_u16(), 200);
    assert_eq!(guests[1].get(TOUR).await.status.as_u16(), 429);
    crowded.ends().await;
}

#[tokio::test]
async fn waiting_room_of_the_whole_shop_is_in_front_of_all_pages_that_sell_and_of_no_others() {
    let crowded = Crowded::opens(|id| waiting_room(id, [], 1)).await;
    let [inside, guest] = &crowded.guests(2).await[..] else { unreachable!() };
    assert_eq!(inside.get("/").await.status.as_u16(), 200);
    for path in ["/", TOUR, "/find", "/passes", "/product/multi/add-on/pass"] {
        assert_eq!(guest.get(path).await.status.as_u16(), 429, "{path}");
    }
    for path in ["/cart", "/checkout", "/login", "/order-lookup", "/terms-of-use", "/reservation/site"] {
        assert_eq!(guest.get(path).await.status.as_u16(), 200, "{path}");
    }
    let book = json!([line("book", "guide-book", 1, None)]);
    assert_eq!(guest.try_add(book.clone()).await.expect_refusal(), WAIT_FIRST);
    inside.try_add(book).await.expect_success();
    crowded.ends().await;
}

/// The line in the process and the line in Redis are the same, whatever shoppers do.
#[tokio::test]
async fn lines_in_the_process_and_in_redis_say_the_same() {
    let Some(url) = variable("MIDWAY_TEST_REDIS_URL") else { return };
    let both = [Lines::in_process(), Lines::Redis(Redis::at(&url).unwrap())];
    for seed in 0..20 {
        let (mut chance, room) = (Random::seeded(seed), room_id());
        let mut now = 1_795_000_000_000;
        let rules = Rules {
            starts_at: now + i64::from(chance.between(0, 60)) * 1_000,
            max_inside: chance.between(1, 8),
            per_minute: f64::from(chance.between(6, 120)),
            idle: Seconds::from_secs(120),
            max_per_address: chance.between(2, 6),
        };
        for step in 0..300 {
            now += i64::from(chance.between(0, 9_000));
            let nth = chance.between(0, 30);
            let place = format!("place-{nth}");
            let rank = if nth < 15 { i64::from(nth * 7 % 15) - 2 } else { now - i64::from(nth) };
            let address = format!("address-{}", nth % 5);
            let asking = Asking {
                place: &place,
                rank,
                address: (nth % 4 > 0).then_some(&address),
                was_inside: chance.once_in(40),
                may_join: !chance.once_in(5),
            };
            let what = chance.below(10);
            let mut said: Vec<(Option<Standing>, Option<bool>, Figures)> = Vec::new();
            for lines in &both {
                let (mut standing, mut may) = (None, None);
                match what {
                    0 => lines.finish(&room, &place, now).await.unwrap(),
                    1 => {
                        let holder = format!("holder-{}", step % 2);
                        may = Some(lines.may_take(&room, rules.idle, (&place, &holder), now).await.unwrap());
                    }
                    _ => standing = Some(lines.ask(&room, &rules, &asking, now).await.unwrap()),
                }
                said.push((standing, may, lines.figures(&room, now).await.unwrap()));
            }
            assert_eq!(said[0], said[1], "seed {seed}, step {step}: {what} {asking:?} {rules:?}");
        }
    }
}

#[tokio::test]
async fn start_that_is_far_away_is_named_by_its_moment() {
    let crowded = Crowded::opens(|id| waiting_room(id, ["tour"], 1).set("starts", "2026-11-21T10:00:00")).await;
    let guest = crowded.shop.new_guest().await;
    let html = guest.get(TOUR).await.text();
    assert!(html.contains("The sale starts on November 21, 2026, 10:00 AM."), "{html}");
    crowded.ends().await;
}
