//! Random histories of orders at a shop whose processes are killed while requests run: the shop itself, a worker beside it,
//! the operator's commands and the card processor. Orders are bought, canceled by the buyer, refunded by the operator and
//! at the processor, and disputed. Each order that a shopper was told about exists, no purchase makes two orders, nothing
//! is paid back twice, and no place is sold twice. A seed chooses the acts; `scripts/soak` runs more histories with a
//! different seed. `crate::money_histories` compares more, in a single process.

use std::path::Path;
use std::time::Duration;

use futures_util::future::join_all;
use midway::platform::db::Db;
use midway_sandbox::shared_files;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::process::Child;

use crate::money_histories::park;
use crate::refunds::items_at_random;
use crate::support::process::{ProcessShop, begin, run_to_end};
use crate::support::random::Random;
use crate::support::shopper::{Answer, Payment, Shopper, cents, http, settings};
use crate::support::{Catalogue, card, database, shop, until, variable};

/// Histories that go on at the same time.
const TOGETHER: usize = 6;

/// A shop sees this many times histories go on together. Afterwards it is too late to book the tours.
const BATCHES_OF_A_PARK: usize = 4;

/// The attempts after which a shopper must have an order. A kill ends an attempt, or a payment that is being checked.
const MAX_ATTEMPTS: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_survive_kills_while_they_are_bought_canceled_refunded_and_disputed() {
    let number = |name: &str| variable(name).map(|text| text.parse::<u64>().expect("a number"));
    let seed = number("MIDWAY_TEST_HISTORIES_SEED").unwrap_or(20_261_129);
    let histories = usize::try_from(number("MIDWAY_TEST_KILLED_HISTORIES").unwrap_or(12)).unwrap();
    println!("seed {seed}, {histories} histories");
    let batches: Vec<usize> = (0..histories.div_ceil(TOGETHER)).collect();
    for (number, of_park) in batches.chunks(BATCHES_OF_A_PARK).enumerate() {
        let mut park = Park::opens(seed + number as u64).await;
        for _ in of_park {
            park.lives_through_histories().await;
        }
        park.ends().await;
    }
}

/// `MIDWAY_TEST_CANCELED_ORDERS` says how many orders there are; `scripts/soak` has 500.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_order_of_a_canceled_performance_is_refunded_once_although_processes_are_killed() {
    const NOON: &str = "tours.20261121.1200";
    let count = variable("MIDWAY_TEST_CANCELED_ORDERS").map_or(18, |text| text.parse::<usize>().expect("a number"));
    let roomy = Catalogue::park().tour_capacity(4_000).guests_per_day(4_000);
    let mut park = Park::opens_with(&roomy, 20_261_129).await;
    let mut paid = 0;
    for _ in 0..count {
        let buyer = park.shop.shopper(park.shop.address().await);
        buyer.buy_tours("adult", park.chance.between(1, 3)).await;
        paid += cents(&buyer.get_order().await.json()["orderTotal"]);
    }
    assert!(park.shop.import(&roomy.no_tours_on(["2026-11-21"]), &["--withdraw"]).await);
    let operator = Operator(park.shop.variables());
    let refunds = "SELECT COUNT(DISTINCT order_id) FROM refund";
    let all = i64::try_from(count).unwrap();
    // The command is killed as well.
    while park.count(refunds).await < all {
        let moment = Duration::from_millis(park.chance.between(50, 600).into());
        let begins = operator.runs(&["cancel-performance", NOON], Some(moment));
        park.while_processes_are_killed(begins).await;
        park.start_again(&mut []).await;
    }
    park.shop.settle(&park.db).await;
    let done = park.shop.run(&["cancel-performance", NOON]).await;
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(park.count("SELECT COUNT(*) FROM refund").await, all);
    let payments = shop::ledger(park.shop.folder.path()).await;
    let refunded = payments.iter().flat_map(|payment| &payment.refunds);
    assert_eq!(refunded.map(|refund| refund.amount_cents).sum::<i64>(), paid);
    assert!(payments.iter().all(|payment| payment.refunds.len() == 1), "{payments:?}");
    park.nothing_is_wrong().await;
    park.orders = count;
    park.ends().await;
}

/// A shop of processes, and what happens to it.
struct Park {
    shop: ProcessShop,
    /// A worker beside the one in the API's process.
    worker: Option<Child>,
    db: Db,
    chance: Random,
    kills: usize,
    orders: usize,
    sold_out: usize,
}

impl Park {
    async fn opens(seed: u64) -> Self {
        // Too few places for all shoppers together.
        Self::opens_with(&park().tour_capacity(25), seed).await
    }

    async fn opens_with(catalogue: &Catalogue, seed: u64) -> Self {
        let mut shop = ProcessShop::selling(catalogue, "warn,midway=info").await;
        shop.start(None).await;
        let db = Db::connect(&shop.database.url, 2).await.unwrap();
        let worker = Some(worker(&shop));
        Park { shop, worker, db, chance: Random::seeded(seed), kills: 0, orders: 0, sold_out: 0 }
    }

    async fn lives_through_histories(&mut self) {
        let mut histories = Vec::new();
        for _ in 0..TOGETHER {
            let buyer = self.shop.shopper(self.shop.address().await);
            histories.push(History::new(buyer, &mut self.chance));
        }
        self.sells_to(&mut histories).await;
        histories.retain(|history| !history.is_sold_out);
        for _ in 0..self.chance.between(2, 5) {
            let acts: Vec<Act> = histories.iter().map(|_| Act::at_random(&mut self.chance)).collect();
            let (operator, data) = (Operator(self.shop.variables()), self.shop.folder.path().to_owned());
            let acting = histories.iter_mut().zip(acts).map(|(it, act)| it.does(act, &operator, &data));
            self.while_processes_are_killed(join_all(acting)).await;
            self.start_again(&mut histories).await;
        }
        self.compares(&mut histories).await;
        self.gives_all_places_back(&histories).await;
    }

    /// All shoppers buy. Afterwards each has an order, or was told that there is no place left.
    async fn sells_to(&mut self, histories: &mut [History]) {
        for attempt in 0.. {
            assert!(attempt < MAX_ATTEMPTS, "{:?}", histories.iter().map(|it| &it.said).collect::<Vec<_>>());
            let buying = join_all(histories.iter_mut().map(History::buys));
            if attempt < MAX_ATTEMPTS / 2 {
                self.while_processes_are_killed(buying).await;
                self.start_again(histories).await;
            } else {
                buying.await;
            }
            if histories.iter().all(History::has_bought) {
                break;
            }
            // The worker takes over what a killed process has begun.
            self.shop.advance(chrono::Duration::seconds(20));
        }
        self.sold_out += histories.iter().filter(|history| history.is_sold_out).count();
    }

    /// Kills some of the processes at a random moment while something happens.
    async fn while_processes_are_killed(&mut self, happens: impl Future) {
        let moment = Duration::from_micros(self.chance.between(0, 400_000).into());
        let which = self.chance.below(8);
        let killing = async {
            tokio::time::sleep(moment).await;
            if which < 5 {
                self.shop.kill().await;
                self.kills += 1;
            }
            if (4..=6).contains(&which) {
                self.worker.take().expect("the worker runs").kill().await.unwrap();
                self.kills += 1;
            }
            if which == 6 || which == 7 {
                self.shop.stop_processor().await;
                self.kills += 1;
            }
        };
        tokio::join!(happens, killing);
    }

    async fn start_again(&mut self, histories: &mut [History]) {
        if !self.shop.has_processor() {
            self.shop.start_processor().await;
        }
        if self.worker.is_none() {
            self.worker = Some(worker(&self.shop));
        }
        if !self.shop.is_running() {
            self.shop.start(None).await;
        }
        let address = self.shop.address().await;
        for history in histories {
            history.buyer = history.buyer.at_server(address);
        }
    }

    /// Compares the shop with what its shoppers were told, and with the processor.
    async fn compares(&mut self, histories: &mut [History]) {
        for history in &mut *histories {
            history.reads_order().await.expect("the shop answers");
            // Refused if it is decided already, or there is none, because an answer was lost.
            let _decided = history.bank_decides(self.shop.folder.path(), "won").await;
        }
        self.shop.settle(&self.db).await;
        assert_eq!(self.count("SELECT COUNT(*) FROM stock WHERE claimed + sold > capacity").await, 0);
        self.orders += histories.len();
        let orders = self.count(r#"SELECT COUNT(*) FROM "order""#).await;
        assert_eq!(orders, i64::try_from(self.orders).unwrap(), "each purchase made one order");
        for history in &*histories {
            let number = history.number();
            // The operator writes down what was refunded and disputed at the processor, and pays back otherwise what the
            // processor refused after a dispute.
            let looked = self.shop.run(&["refund", number, "--look"]).await;
            assert_eq!(looked.code, 0, "{looked:?}");
            self.shop.run(&["refund", number, "--paid-elsewhere"]).await;
            self.compares_order(history).await;
        }
        self.nothing_is_wrong().await;
    }

    async fn compares_order(&self, history: &History) {
        let id = history.order["id"].as_str().unwrap();
        let of_order = |what: &str, sql: &str| format!("SELECT CAST({what} AS BIGINT) FROM {sql}").replace("?", id);
        let existing = of_order("COUNT(*)", r#""order" WHERE id = '?'"#);
        assert_eq!(self.count(&existing).await, 1, "{:?}", history.said);
        let goodwill = of_order("COALESCE(SUM(amount), 0)", "refund WHERE order_id = '?' AND kind = 'goodwill'");
        let goodwill = self.count(&goodwill).await;
        assert!(goodwill >= history.goodwill && goodwill <= history.goodwill + history.uncertain_goodwill);
        let units = of_order("COALESCE(SUM(amount), 0)", "refund WHERE order_id = '?' AND kind = 'units'");
        assert!(self.count(&units).await >= history.canceled, "{:?}", history.said);
        let payments = shop::ledger(self.shop.folder.path()).await;
        let captured = payments.iter().filter(|payment| history.payments.contains(&payment.payment_key));
        let captured: Vec<_> = captured.filter(|payment| payment.charges > 0).collect();
        assert!(matches!(captured[..], [payment] if payment.charges == 1), "{captured:?} {:?}", history.said);
        let paid_back: i64 = captured[0].refunds.iter().map(|refund| refund.amount_cents).sum();
        assert!(paid_back <= cents(&history.order["orderTotal"]), "{captured:?}");
    }

    /// Everything that is left is refunded, or ended if that is not possible.
    async fn gives_all_places_back(&mut self, histories: &[History]) {
        for history in histories {
            if self.shop.run(&["refund", history.number(), "--all"]).await.code != 0 {
                self.shop.run(&["void", history.number()]).await;
            }
        }
        self.shop.settle(&self.db).await;
        // Whoever was told that there is no place left still holds the rest of the cart.
        self.shop.advance(chrono::Duration::hours(2));
        until("every place is for sale again", || async {
            (self.count("SELECT CAST(COALESCE(SUM(sold + claimed), 0) AS BIGINT) FROM stock").await == 0).then_some(())
        })
        .await;
        self.nothing_is_wrong().await;
    }

    async fn nothing_is_wrong(&self) {
        let (is_well, findings) = self.shop.doctor().await;
        assert!(is_well, "{findings}");
        let list = self.shop.folder.path().join("reconciled.csv");
        let list = list.to_str().unwrap();
        let (agrees, said) = self.shop.reconcile(&["--csv", list, "--all"]).await;
        let is_well = agrees && said.contains(" agree, 0 are not decided, 0 differ");
        assert!(is_well, "{said}{}", std::fs::read_to_string(list).unwrap());
    }

    async fn count(&self, sql: &str) -> i64 {
        database::number(self.db.read(), sql).await
    }

    async fn ends(mut self) {
        println!("{} orders, {} shoppers found no place, {} kills", self.orders, self.sold_out, self.kills);
        assert!(self.orders > 0 && self.kills > 0);
        self.worker.take().expect("the worker runs").kill().await.unwrap();
        self.db.close().await.unwrap();
        self.shop.stop().await;
    }
}

fn worker(shop: &ProcessShop) -> Child {
    begin(&shop.variables(), &["worker"], &shop.folder.path().join("worker.log"))
}

/// Runs commands, which may be killed.
struct Operator(Vec<(&'static str, String)>);

impl Operator {
    /// Whether the command succeeded; `None` if it was killed.
    async fn runs(&self, arguments: &[&str], killed_after: Option<Duration>) -> Option<bool> {
        let never = Duration::from_secs(600);
        let run = run_to_end(&self.0, arguments);
        // The process is killed when its future is dropped.
        tokio::time::timeout(killed_after.unwrap_or(never), run).await.ok().map(|said| said.code == 0)
    }
}

/// What happens to an order. The moments are those at which a command is killed.
#[derive(Clone, Copy, Debug)]
enum Act {
    BuyerCancels { seed: u64 },
    UnitIsRefunded { seed: u64, killed_after: Option<Duration> },
    Goodwill { cents: u32, killed_after: Option<Duration> },
    IsDisputed { is_lost: bool },
    IsRefundedAtProcessor,
}

impl Act {
    fn at_random(chance: &mut Random) -> Self {
        // A command takes some 100 milliseconds.
        let moment = Duration::from_millis(chance.between(10, 300).into());
        let killed_after = chance.once_in(2).then_some(moment);
        let seed = u64::from(chance.between(0, 1_000_000));
        match chance.below(9) {
            0..=2 => Act::BuyerCancels { seed },
            3..=4 => Act::UnitIsRefunded { seed, killed_after },
            5..=6 => Act::Goodwill { cents: chance.between(1, 5_00), killed_after },
            7 => Act::IsDisputed { is_lost: chance.once_in(3) },
            _ => Act::IsRefundedAtProcessor,
        }
    }
}

/// A purchase and what was given back of it.
struct History {
    buyer: Shopper,
    items: Value,
    delivery: &'static str,
    payment: Option<Payment>,
    /// The keys of all payments that were opened.
    payments: Vec<String>,
    /// The order, as the shopper sees it; null as long as there is none.
    order: Value,
    is_sold_out: bool,
    /// What the buyer was told to get back for canceled units, in cents.
    canceled: i64,
    /// Goodwill of commands that succeeded, and of those that were killed.
    goodwill: i64,
    uncertain_goodwill: i64,
    dispute: Dispute,
    said: Vec<String>,
}

/// A payment can be disputed once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dispute {
    None,
    Open,
    Decided,
}

impl History {
    fn new(buyer: Shopper, chance: &mut Random) -> Self {
        let items = json!(items_at_random(chance));
        let are_goods = |item: &Value| item["productId"] == "book" || item["productId"] == "garden-day";
        let delivery = if items.as_array().unwrap().iter().any(are_goods) { "post" } else { "digital" };
        History {
            buyer,
            items,
            delivery,
            payment: None,
            payments: Vec::new(),
            order: Value::Null,
            is_sold_out: false,
            canceled: 0,
            goodwill: 0,
            uncertain_goodwill: 0,
            dispute: Dispute::None,
            said: Vec::new(),
        }
    }

    fn has_bought(&self) -> bool {
        self.is_sold_out || !self.order.is_null()
    }

    fn number(&self) -> &str {
        self.order["invoiceNumber"].as_str().unwrap()
    }

    /// Buys, or goes on buying after an attempt that was cut off. `None` if it is cut off again.
    async fn buys(&mut self) -> Option<()> {
        if self.has_bought() {
            return Some(());
        }
        self.get("/api/session").await?;
        if self.payment.is_none() {
            self.fills_cart().await?;
            if self.is_sold_out {
                return Some(());
            }
            self.post("/api/cart/settings", settings(self.delivery)).await?;
            let opened = self.post("/api/payment/sandbox/setup", json!({})).await?;
            if !opened.succeeded() {
                return None;
            }
            let payment = Payment::of(&opened.json());
            self.payments.push(payment.key.clone());
            self.payment = Some(payment);
        }
        let payment = self.payment.clone().expect("it is open");
        // An authorised payment accepts no further card, and the processor may be unavailable.
        let _entered = self.buyer.try_card(&payment, card::GOOD).await;
        let (key, session) = (&payment.key, &payment.session);
        let asked = json!({ "paymentKey": key, "sessionKey": session, "priceOverride": payment.amount });
        self.post("/api/payment/sandbox/process-card", asked).await?;
        let body = json!({ "paymentKey": key, "cardholderName": "Ada Lovelace" });
        let submitted = self.post("/api/order/submit", body).await?;
        if submitted.succeeded() {
            let id = submitted.json()["orderId"].clone();
            // From now on the order must exist, whatever happens to the next call.
            self.order = json!({ "id": id });
        } else if submitted.json()["paymentPending"] != json!(true) {
            self.payment = None;
        }
        Some(())
    }

    async fn fills_cart(&mut self) -> Option<()> {
        let cart = self.get("/api/cart").await?.json();
        if cart["itemGroups"].as_array().is_some_and(|groups| !groups.is_empty()) {
            return Some(());
        }
        let added = self.post("/api/cart/add", json!({ "items": self.items, "saleFlowId": 1 })).await?;
        if !added.succeeded() {
            let message = added.text();
            assert!(message.contains("sold out") || message.contains(" left: "), "{message}");
            self.is_sold_out = true;
        }
        Some(())
    }

    async fn does(&mut self, act: Act, operator: &Operator, data: &Path) -> Option<()> {
        self.said.push(format!("{act:?}"));
        self.reads_order().await?;
        match act {
            Act::BuyerCancels { seed } => self.cancels(&mut Random::seeded(seed)).await?,
            Act::UnitIsRefunded { seed, killed_after } => {
                let lines = self.order["items"].as_array().unwrap().len();
                let line = format!("{}:1", 1 + Random::seeded(seed).below(lines));
                operator.runs(&["refund", self.number(), "--line", &line], killed_after).await?;
            }
            Act::Goodwill { cents, killed_after } => {
                let amount = format!("{}.{:02}", cents / 100, cents % 100);
                let arguments = ["refund", self.number(), "--amount", &amount];
                match operator.runs(&arguments, killed_after).await {
                    Some(true) => self.goodwill += i64::from(cents),
                    // A command that was killed, or whose answer of the processor was lost, may have decided it.
                    None | Some(false) => self.uncertain_goodwill += i64::from(cents),
                }
            }
            Act::IsDisputed { is_lost } => {
                if self.dispute == Dispute::None {
                    // The answer may be lost.
                    self.dispute = Dispute::Open;
                    self.asks_processor(data, "dispute", json!({ "state": "open" })).await?;
                    self.is_looked_at_twice(operator).await;
                }
                self.bank_decides(data, if is_lost { "lost" } else { "won" }).await?;
                self.is_looked_at_twice(operator).await;
            }
            Act::IsRefundedAtProcessor => {
                self.asks_processor(data, "refund", json!({})).await?;
                self.is_looked_at_twice(operator).await;
            }
        }
        Some(())
    }

    /// Reads the order that the shopper was told about. `None` if it is cut off.
    async fn reads_order(&mut self) -> Option<()> {
        if self.order["invoiceNumber"].is_null() {
            let order = self.get("/api/order/details").await?.json();
            assert_eq!(order["id"], self.order["id"], "{:?}", self.said);
            self.order = order;
        }
        Some(())
    }

    async fn cancels(&mut self, chance: &mut Random) -> Option<()> {
        let path = format!("/api/order/cancellation/{}", self.order["id"].as_str().unwrap());
        let shown = self.get(&path).await?.json();
        let mut units = Vec::new();
        for item in shown["items"].as_array()? {
            for unit in item["units"].as_array().unwrap() {
                let is_possible = item.get("refusal").is_none() && unit.get("refusal").is_none();
                if is_possible && chance.once_in(2) {
                    units.push(json!({ "orderItemId": item["orderItemId"], "unit": unit["unit"] }));
                }
            }
        }
        let quote = self.post(&format!("{path}/quote"), json!({ "units": units })).await?.json();
        let refund = quote.get("refund")?.clone();
        let body = json!({ "units": units, "agreedRefund": refund });
        if self.post(&path, body).await?.succeeded() {
            self.canceled += cents(&refund);
        }
        Some(())
    }

    /// The bank decides about an open dispute.
    async fn bank_decides(&mut self, data: &Path, end: &str) -> Option<()> {
        if self.dispute == Dispute::Open {
            self.asks_processor(data, "dispute", json!({ "state": end })).await?;
            self.dispute = Dispute::Decided;
        }
        Some(())
    }

    async fn is_looked_at_twice(&self, operator: &Operator) {
        let look = ["refund", self.number(), "--look"];
        tokio::join!(operator.runs(&look, None), operator.runs(&look, None));
    }

    /// Does something at the processor, as its operator or a bank does. `None` if it is unavailable or refuses.
    async fn asks_processor(&self, data: &Path, what: &str, body: Value) -> Option<()> {
        let address = std::fs::read_to_string(shared_files::address_file(data)).ok()?;
        let payment = self.payment.as_ref().expect("it was paid");
        let url = format!("{address}/v1/payments/{}/{what}", payment.key);
        let key = shared_files::api_key(data).unwrap();
        let answer = http().post(url).bearer_auth(key).json(&body).send().await.ok()?;
        answer.status().is_success().then_some(())
    }

    async fn get(&mut self, path: &str) -> Option<Answer> {
        self.call(Method::GET, path, None).await
    }

    async fn post(&mut self, path: &str, body: Value) -> Option<Answer> {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Sends a call. `None` if the shop stops before it answers, or says that it is too busy.
    async fn call(&mut self, method: Method, path: &str, body: Option<Value>) -> Option<Answer> {
        let answer = self.buyer.try_call(method, path, body, &[]).await.ok()?;
        if path != "/api/session" {
            let text: String = answer.text().chars().take(300).collect();
            self.said.push(format!("{path}: {} {text}", answer.status));
        }
        let is_busy = answer.status == StatusCode::SERVICE_UNAVAILABLE;
        assert!(is_busy || answer.status.as_u16() < 500, "{:?}", self.said);
        (!is_busy).then_some(answer)
    }
}
