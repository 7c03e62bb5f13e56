//! Random shopping, alone and concurrent, while prices change, days close, time passes, the card processor stops, and
//! the API is restarted or killed. No place is sold twice, payments equal orders, and the doctor finds nothing. A seed
//! chooses the acts; `scripts/soak` runs a longer walk with a different seed.

use std::path::PathBuf;

use chrono::{Days, Duration};
use futures_util::future::join_all;
use midway::platform::db::Db;
use midway_sandbox::wire::Status;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::catalogue::table::{Table, sale_price};
use crate::support::catalogue::{donations_and_order_fee, halls, promotions_with};
use crate::support::process::{ProcessShop, logs_in};
use crate::support::random::Random;
use crate::support::shopper::{Answer, PASSWORD, Payment, Shopper, line, settings, unique_email};
use crate::support::{Catalogue, card, database, shop, until, until_ok, variable};

const CARDS: [&str; 7] = [
    card::GOOD,
    card::GOOD,
    card::MASTERCARD,
    card::DECLINED,
    card::AUTHORISE_LOST,
    card::CAPTURE_LOST,
    card::CAPTURE_FAILS,
];

const SHOPPERS: usize = 6;
const ACCOUNTS: usize = 3;

/// The size of the concert hall's stalls: small enough to sell out, or to leave no room for a party.
const ROWS: u32 = 3;
const SEATS: u32 = 6;

/// Number of operations after which all payments are settled and everything is compared.
const A_ROUND: usize = 250;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_shopping_keeps_payments_orders_and_stock_consistent() {
    let number = |name: &str| variable(name).map(|text| text.parse::<u64>().expect("a number"));
    let seed = number("MIDWAY_TEST_WALK_SEED").unwrap_or(20_261_120);
    let operations = usize::try_from(number("MIDWAY_TEST_WALK_OPERATIONS").unwrap_or(500)).unwrap();
    println!("seed {seed}, {operations} operations");
    let mut walk = Walk::begins(seed).await;
    let mut rounds = 0;
    while walk.operations < operations {
        walk.goes_on().await;
        assert_eq!(walk.count("SELECT COUNT(*) FROM stock WHERE claimed + sold > capacity").await, 0);
        if walk.operations / A_ROUND > rounds {
            rounds = walk.operations / A_ROUND;
            walk.assert_consistent().await;
        }
    }
    walk.end().await;
}

/// One act of a shopper.
#[derive(Clone, Debug)]
enum Act {
    Looks,
    Adds {
        items: Value,
        code: Option<&'static str>,
    },
    Gives {
        cents: u32,
    },
    /// Changes the line at this index, modulo the number of lines; lines that a revision removed are included.
    Modifies {
        at: usize,
        quantity: u32,
        visit: Option<Value>,
    },
    Clears {
        force: bool,
    },
    Revises,
    AcceptsRevision,
    Extends,
    Saves {
        delivery: &'static str,
    },
    Pays {
        card: &'static str,
    },
    Submits,
    /// Adds something to the cart, completes the checkout settings, pays and submits the order.
    Buys {
        items: Value,
        card: &'static str,
    },
    Registers,
    SignsIn {
        account: usize,
    },
    SignsOut,
    /// Continues as a different shopper.
    Leaves,
}

/// One browser, the e-mail addresses of the accounts that all browsers share, the last payment that the browser opened,
/// and the folder of the API's logs.
struct Walker {
    shopper: Shopper,
    accounts: Vec<String>,
    payment: Option<Payment>,
    logs: PathBuf,
}

impl Walker {
    /// Returns true if the act was done, and false if the API stopped during it.
    async fn does(&mut self, act: &Act) -> bool {
        self.try_call(act).await.is_some()
    }

    async fn try_call(&mut self, act: &Act) -> Option<()> {
        // The session may have ended since the last call. In that case, this call gives the browser a new token.
        self.get("/api/session").await?;
        match act {
            Act::Looks => {
                for path in ["/api/cart", "/api/cart/mini-cart", "/api/order/details", "/api/product/donation-settings"]
                {
                    self.get(path).await?;
                }
            }
            Act::Adds { items, code } => {
                let sale_flow = if code.is_some() { 5 } else { 1 };
                let body = json!({ "items": items, "saleFlowId": sale_flow, "promotionCode": code });
                self.confirms("/api/cart/add", body).await?;
            }
            Act::Gives { cents } => {
                let amount: Value = serde_json::from_str(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap();
                let items = json!([{ "productVariantId": "gift", "amount": amount }]);
                self.confirms("/api/cart/add-donation", json!({ "items": items })).await?;
            }
            Act::Modifies { at, quantity, visit } => {
                let cart = self.get("/api/cart").await?.json();
                let groups = [&cart["itemGroups"], &cart["previousCart"]["itemGroups"]];
                let groups = groups.into_iter().filter_map(Value::as_array).flatten();
                let ids: Vec<&Value> =
                    groups.flat_map(|group| group["items"].as_array().unwrap()).map(|item| &item["id"]).collect();
                if let Some(id) = ids.get(at % ids.len().max(1)) {
                    let mut change = json!({ "id": id, "quantity": quantity });
                    if let Some(visit) = visit {
                        change["performances"] = json!([visit]);
                    }
                    self.confirms("/api/cart/modify", json!({ "items": [change] })).await?;
                }
            }
            Act::Clears { force } => drop(self.confirms("/api/cart/clear", json!({ "force": force })).await?),
            Act::Revises => drop(self.get("/api/cart?revise=true").await?),
            Act::AcceptsRevision => drop(self.post("/api/cart/accept-revision", json!({})).await?),
            Act::Extends => drop(self.post("/api/cart/extend", json!({})).await?),
            Act::Saves { delivery } => drop(self.post("/api/cart/settings", settings(delivery)).await?),
            Act::Pays { card } => self.pays(card).await?,
            Act::Submits => self.submit().await?,
            Act::Buys { items, card } => {
                self.confirms("/api/cart/add", json!({ "items": items, "saleFlowId": 1 })).await?;
                self.get("/api/cart?revise=true").await?;
                if !self.post("/api/cart/settings", settings("digital")).await?.succeeded() {
                    self.post("/api/cart/settings", settings("post")).await?;
                }
                self.pays(card).await?;
                self.submit().await?;
            }
            Act::Registers => {
                let email = unique_email();
                let form =
                    json!({ "emailAddress": email, "firstName": "Ada", "lastName": "Lovelace", "password": PASSWORD });
                self.post("/api/account/register", form).await?;
                self.sign_in(&email).await?;
            }
            Act::SignsIn { account } => self.sign_in(&self.accounts[*account].clone()).await?,
            Act::SignsOut => drop(self.post("/api/account/sign-out", json!({})).await?),
            Act::Leaves => {
                self.shopper = self.shopper.other_browser();
                self.payment = None;
            }
        }
        Some(())
    }

    async fn sign_in(&self, email: &str) -> Option<()> {
        let form = json!({ "emailAddress": email, "password": PASSWORD });
        self.post("/api/account/sign-in", form).await.map(drop)
    }

    async fn pays(&mut self, card: &str) -> Option<()> {
        let cart = self.get("/api/cart").await?.json();
        let setup = self.post("/api/payment/sandbox/setup", json!({})).await?;
        if !setup.succeeded() {
            // No payment can be opened, for example because the cart is free. The next submit then has no payment.
            self.payment = None;
            return Some(());
        }
        let payment = Payment::of(&setup.json());
        let after = self.get("/api/cart").await?.json();
        if cart["cartTotal"] == after["cartTotal"] {
            assert_eq!(payment.amount, cart["cartTotal"], "the payment's amount is the cart's");
        }
        // The processor may be unavailable, and an authorised attempt accepts no further card.
        let _typed = self.shopper.try_card(&payment, card).await;
        let (key, session) = (&payment.key, &payment.session);
        let asked = json!({ "paymentKey": key, "sessionKey": session, "priceOverride": payment.amount });
        self.payment = Some(payment.clone());
        self.post("/api/payment/sandbox/process-card", asked).await.map(drop)
    }

    async fn submit(&self) -> Option<()> {
        let key = self.payment.as_ref().map(|payment| &payment.key);
        self.post("/api/order/submit", json!({ "paymentKey": key, "cardholderName": "Ada Lovelace" })).await.map(drop)
    }

    /// Confirms up to four questions. Another browser of the account may change the cart between two questions, so the
    /// API may ask again.
    async fn confirms(&self, path: &str, mut body: Value) -> Option<Answer> {
        const MAX_QUESTIONS: usize = 4;
        let mut answer = self.post(path, body.clone()).await?;
        for _ in 0..MAX_QUESTIONS {
            let said = answer.json();
            if said["confirmationRequired"] != json!(true) {
                break;
            }
            body["reSubmitContext"] = said["confirmationReSubmitContext"].clone();
            answer = self.post(path, body.clone()).await?;
        }
        Some(answer)
    }

    async fn get(&self, path: &str) -> Option<Answer> {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Option<Answer> {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Sends a call, and repeats it as a page does while the API asks to try again later, because the database or Redis
    /// was too slow, or because a concurrent change came first. Any other cause is an error of the API.
    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Option<Answer> {
        const TEMPORARY: [&str; 2] = ["does not answer: ", "conflict: "];
        const MAX_TRIES: usize = 5;
        for _ in 0..MAX_TRIES {
            let answer = self.shopper.try_call(method.clone(), path, body.clone(), &[]).await.ok()?;
            let cause = self.logged(&answer);
            if answer.status == StatusCode::SERVICE_UNAVAILABLE && TEMPORARY.iter().any(|text| cause.contains(text)) {
                println!("{path} is sent again: {cause}");
                continue;
            }
            let status = answer.status.as_u16();
            assert!(status < 500 && status != 400 && status != 422, "{path}: {status} {} {cause}", answer.text());
            return Some(answer);
        }
        panic!("{path}: no answer after {MAX_TRIES} tries");
    }

    /// What the API has logged about a failed call: the cause, which the answer does not name. Empty for any other call.
    fn logged(&self, answer: &Answer) -> String {
        if !answer.status.is_server_error() {
            return String::new();
        }
        let Some(id) = answer.json()["requestId"].as_str().map(str::to_owned) else { return String::new() };
        logs_in(&self.logs).lines().filter(|line| line.contains(&id)).collect::<Vec<_>>().join(" ")
    }
}

struct Walk {
    chance: Random,
    shop: ProcessShop,
    db: Db,
    walkers: Vec<Walker>,
    operations: usize,
    /// Number of acts that a kill interrupted.
    cut_off: usize,
}

impl Walk {
    async fn begins(seed: u64) -> Walk {
        let mut chance = Random::seeded(seed);
        let mut shop = ProcessShop::selling(&park(&mut chance, 0, Vec::new()), "warn,midway=info").await;
        shop.start(None).await;
        let db = Db::connect(&shop.database.url, 2).await.unwrap();
        let first = shop.shopper(shop.address().await);
        let accounts: Vec<String> = (0..ACCOUNTS).map(|_| unique_email()).collect();
        first.open_shop().await;
        for email in &accounts {
            first.try_register(email, PASSWORD).await.expect_success();
        }
        let logs = shop.folder.path().to_owned();
        let walker = |_| Walker {
            shopper: first.other_browser(),
            accounts: accounts.clone(),
            payment: None,
            logs: logs.clone(),
        };
        Walk { chance, shop, db, walkers: (0..SHOPPERS).map(walker).collect(), operations: 0, cut_off: 0 }
    }

    async fn goes_on(&mut self) {
        match self.chance.below(100) {
            0..=64 => {
                let (who, act) = (self.chance.below(SHOPPERS), self.act());
                assert!(self.walkers[who].does(&act).await, "the API did not answer {act:?}");
                self.operations += 1;
            }
            65..=76 => self.all_act().await,
            77..=79 => self.all_act_and_the_api_is_killed().await,
            80 => {
                self.shop.end().await;
                self.starts_again().await;
                self.operations += 1;
            }
            81..=82 => {
                self.shop.stop_processor().await;
                self.all_act().await;
                self.shop.start_processor().await;
            }
            83..=86 => self.import().await,
            87..=96 => self.minutes_pass(1, 9),
            97..=98 => self.minutes_pass(16, 75),
            _ => self.minutes_pass(5 * 60, 26 * 60),
        }
    }

    async fn all_act(&mut self) {
        let acts: Vec<Act> = (0..SHOPPERS).map(|_| self.act()).collect();
        let doing = self.walkers.iter_mut().zip(&acts).map(|(walker, act)| walker.does(act));
        let done = join_all(doing).await;
        assert!(done.iter().all(|done| *done), "the API did not answer one of {acts:?}");
        self.operations += SHOPPERS;
    }

    async fn all_act_and_the_api_is_killed(&mut self) {
        let acts: Vec<Act> = (0..SHOPPERS).map(|_| self.act()).collect();
        // The kill happens at a random moment during the acts.
        let moment = std::time::Duration::from_micros(self.chance.between(0, 60_000).into());
        let killing = async {
            tokio::time::sleep(moment).await;
            self.shop.kill().await;
        };
        let doing = self.walkers.iter_mut().zip(&acts).map(|(walker, act)| walker.does(act));
        let (done, ()) = tokio::join!(join_all(doing), killing);
        self.cut_off += done.iter().filter(|done| !**done).count();
        self.starts_again().await;
        self.operations += SHOPPERS;
    }

    async fn starts_again(&mut self) {
        self.shop.start(None).await;
        let address = self.shop.address().await;
        for walker in &mut self.walkers {
            walker.shopper = walker.shopper.at_server(address);
        }
    }

    fn minutes_pass(&mut self, least: u32, most: u32) {
        self.shop.advance(Duration::minutes(self.chance.between(least, most).into()));
        self.operations += 1;
    }

    async fn import(&mut self) {
        let closed = if self.chance.once_in(3) { vec![self.day("%F")] } else { Vec::new() };
        let closes = !closed.is_empty();
        let park = park(&mut self.chance, self.operations, closed);
        let withdrawn = self.chance.once_in(2);
        let is_taken = self.shop.import(&park, if withdrawn { &["--withdraw"] } else { &[] }).await;
        assert!(is_taken || !withdrawn && closes, "the import was refused");
        self.operations += 1;
    }

    /// Today or one of the next two days in the park, as a text in this format.
    fn day(&mut self, format: &str) -> String {
        let today = self.shop.now().with_timezone(&chrono_tz::America::New_York).date_naive();
        (today + Days::new(self.chance.below(3) as u64)).format(format).to_string()
    }

    fn act(&mut self) -> Act {
        let chance = &mut self.chance;
        match chance.below(43) {
            0..=1 => Act::Looks,
            2..=12 => self.add_tours(),
            13..=14 => Act::Gives { cents: chance.between(1, 4_000) },
            15..=18 => Act::Modifies { at: chance.below(6), quantity: chance.between(0, 4), visit: None },
            19..=20 => {
                let (at, quantity) = (chance.below(6), chance.between(1, 3));
                let visit = match chance.below(3) {
                    0 => self.seat(),
                    1 => self.section(),
                    _ => json!({ "selectionIndex": 1, "performanceId": self.tour() }),
                };
                Act::Modifies { at, quantity, visit: Some(visit) }
            }
            21 => Act::Clears { force: chance.once_in(2) },
            22..=24 => Act::Revises,
            25 => Act::AcceptsRevision,
            26 => Act::Extends,
            27 => Act::Saves { delivery: chance.one_of(&["digital", "post"]) },
            28..=29 => Act::Pays { card: chance.one_of(&CARDS) },
            30..=31 => Act::Submits,
            32..=36 => Act::Buys { card: chance.one_of(&CARDS), items: self.items() },
            37 => Act::Registers,
            38..=39 => Act::SignsIn { account: chance.below(ACCOUNTS) },
            40..=41 => Act::SignsOut,
            _ => Act::Leaves,
        }
    }

    fn add_tours(&mut self) -> Act {
        let code = self.chance.one_of(&["GARDEN10", "friends", "TEN", "ten", "OLD"]);
        Act::Adds { code: self.chance.once_in(4).then_some(code), items: self.items() }
    }

    fn tour(&mut self) -> String {
        format!("tours.{}.{}", self.day("%Y%m%d"), self.chance.one_of(&["1200", "1400"]))
    }

    /// A named seat at one of the concerts.
    fn seat(&mut self) -> Value {
        let (day, row, nth) = (self.day("%Y%m%d"), self.chance.between(1, ROWS), self.chance.between(1, SEATS));
        let seat = self.chance.one_of(&["stalls", "stalls", "stalls", "box"]);
        let seat = if seat == "box" { format!("box-90-{}", nth.min(2)) } else { format!("stalls-{row}-{nth}") };
        json!({ "selectionIndex": 1, "performanceId": format!("concerts.{day}.2000"), "seatId": seat })
    }

    /// The best seats at one of the concerts, in any section or in the stalls.
    fn best_seats(&mut self) -> Value {
        let section = self.chance.once_in(2).then_some("stalls");
        let performance = format!("concerts.{}.2000", self.day("%Y%m%d"));
        json!({
            "selectionIndex": 1, "performanceId": performance, "bestSeats": true, "showCategoryId": section,
        })
    }

    /// A section at one of the plays.
    fn section(&mut self) -> Value {
        let section = self.chance.one_of(&["floor", "balcony"]);
        let performance = format!("plays.{}.1900", self.day("%Y%m%d"));
        json!({ "selectionIndex": 1, "performanceId": performance, "showCategoryId": section })
    }

    /// Cart lines with random places in the halls.
    fn places(&mut self) -> Value {
        let of = |product: &str, variant: &str, quantity: u32, visit: Value| {
            let mut line = line(product, variant, quantity, None);
            line["performances"] = json!([visit]);
            line
        };
        match self.chance.below(4) {
            0 => json!([of("evening", "listener", 1, self.seat()), of("evening", "listener", 1, self.seat())]),
            1..=2 => json!([of("evening", "listener", self.chance.between(1, 4), self.best_seats())]),
            _ => json!([of("theatre", "anywhere", self.chance.between(1, 2), self.section())]),
        }
    }

    fn items(&mut self) -> Value {
        let tour = self.tour();
        let of_day = format!("days.{}.0900", &tour[6..14]);
        if self.chance.once_in(4) {
            return self.places();
        }
        let chance = &mut self.chance;
        let (of_tour, few) = (Some(tour.as_str()), chance.between(1, 3));
        match chance.below(9) {
            0..=2 => json!([line("tour", "adult", few, of_tour)]),
            3 => json!([line("tour", "adult", 2, of_tour), line("tour", "child", 1, of_tour)]),
            4 => json!([line("tour", "group", 5, of_tour)]),
            5 => json!([line("day-ticket", "day-adult", few, Some(&of_day))]),
            6 => json!([line("book", "guide-book", few, None)]),
            7 => json!([line("leaflet", "free-leaflet", few, None)]),
            _ => json!([{
                "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": 1,
                "performances": [
                    { "selectionIndex": 1, "performanceId": tour }, { "selectionIndex": 2, "performanceId": of_day },
                ],
            }]),
        }
    }

    async fn count(&self, sql: &str) -> i64 {
        database::number(self.db.read(), sql).await
    }

    /// Fails if the doctor finds anything, either now or after all shoppers have left and all payments are settled.
    /// Also fails if the charged money does not equal the orders.
    async fn assert_consistent(&mut self) {
        self.doctor_finds_nothing().await;
        self.shop.settle(&self.db).await;
        self.doctor_finds_nothing().await;
        let (agrees, said) = self.shop.reconcile(&[]).await;
        assert!(agrees && said.contains(" agree, 0 are not decided, 0 differ"), "{said}");
        let mut captured = 0;
        for payment in shop::ledger(self.shop.folder.path()).await {
            assert!(payment.charges <= 1 && payment.kept_cents() >= 0, "{payment:?}");
            assert_eq!(payment.kept_cents() > 0, payment.status == Status::Captured, "{payment:?}");
            captured += payment.kept_cents();
        }
        let ordered = "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM \"order\"";
        assert_eq!(captured, self.count(ordered).await, "after {} operations", self.operations);
        assert!(captured > 0, "it sells nothing");
    }

    async fn doctor_finds_nothing(&self) {
        until_ok("capacities are those of the catalogue", || async {
            let (is_well, findings) = self.shop.doctor().await;
            // A stock whose row was created while a new revision was loaded gets the new capacity when that revision is
            // served.
            let follows =
                |line: &str| line.is_empty() || line.ends_with("findings") || line.contains(": its capacity is ");
            assert!(is_well || findings.lines().all(follows), "after {} operations: {findings}", self.operations);
            if is_well { Ok(()) } else { Err(findings) }
        })
        .await;
    }

    /// Ends the walk: compares everything once more, lets all holds expire, prints the counts and stops the shop.
    async fn end(mut self) {
        self.assert_consistent().await;
        self.shop.advance(Duration::hours(2));
        until("no place is claimed", || async {
            (self.count("SELECT CAST(COALESCE(SUM(claimed), 0) AS BIGINT) FROM stock").await == 0).then_some(())
        })
        .await;
        println!(
            "{} operations, {} of them cut off, {} carts, {} payments, {} orders, {} tickets",
            self.operations,
            self.cut_off,
            self.count("SELECT COUNT(*) FROM cart").await,
            self.count("SELECT COUNT(*) FROM payment_attempt").await,
            self.count("SELECT COUNT(*) FROM \"order\"").await,
            self.count("SELECT COUNT(*) FROM ticket").await,
        );
        let seats = self.count("SELECT COUNT(*) FROM stock WHERE key LIKE 'seat:%' AND sold = 1").await;
        println!("{seats} seats were sold");
        assert!(seats > 0, "it sells no seats");
        self.db.close().await.unwrap();
        self.shop.stop().await;
    }
}

/// The park with random prices, capacities and promotions, as the operator imports them during the walk. The
/// stock of the guide book and the uses of the code TEN grow with the number of operations.
fn park(chance: &mut Random, operations: usize, closed: Vec<String>) -> Catalogue {
    let uses = i64::try_from(10 + operations / 20).unwrap();
    let until = chance.one_of(&["2026-11-20T12:00:00", "2026-11-25T00:00:00", "2027-06-01T00:00:00"]);
    let offer_ends = chance.once_in(3);
    let catalogue = Catalogue::park()
        .adult_price(chance.one_of(&[20_00, 19_99, 24_35]))
        .child_price(chance.one_of(&[12_50, 9_05]))
        .tour_capacity(chance.between(10, 40))
        .guests_per_day(chance.between(25, 70))
        .guide_books(chance.between(20, 60) + u32::try_from(operations / 10).unwrap())
        .edit_tour(match chance.below(3) {
            0 => |tour| tour,
            1 => |tour: Table| tour.confirm_release(true).replaces(["book"]),
            _ => |tour: Table| tour.allow_performance_change(false),
        })
        .no_tours_on(closed)
        .with(promotions_with(uses, until))
        .with([sale_price("first-children", "First children")
            .variants(["child"])
            .price(8_00)
            .first(chance.between(5, 40))])
        .with(donations_and_order_fee())
        .with(halls(ROWS, SEATS));
    if offer_ends { catalogue.edit("offer", "family", |offer| offer.until("2026-11-22T00:00:00")) } else { catalogue }
}
