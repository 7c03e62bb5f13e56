//! Random histories of orders: parts are refunded by the operator, and canceled and exchanged by the buyer, goodwill is given,
//! payments are refunded and disputed at the processor, workers are interrupted, answers are lost and notices come twice. In the end no
//! cent is lost or paid back twice, and no place stays taken. A seed chooses the acts; `scripts/soak` runs more histories
//! with a different seed.

use std::collections::BTreeMap;

use chrono::Duration;
use midway::error::Error;
use midway::ops;
use midway::shop::refund::{self, Chosen, What};
use midway_kernel::money::Money;
use serde_json::{Value, json};

use crate::bundles::add_bundle;
use crate::refunds::{add_at_random, asked, buy_with, units};
use crate::support::catalogue::table::{price_calendar, price_rule};
use crate::support::catalogue::{donations_and_order_fee, promotions, weekend_bundle};
use crate::support::random::Random;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{SATURDAY, SATURDAY_NOON, Shopper, cents, http, line};
use crate::support::{Catalogue, Shop, card, variable};

/// Histories after which everything is compared with the processor.
const A_ROUND: usize = 10;

const SUNDAY_NOON: &str = "tours.20261122.1200";

/// Histories of one shop. Afterwards it is too late to book the tours.
const HISTORIES_OF_A_SHOP: usize = 100;

#[tokio::test]
async fn random_histories_of_orders_lose_no_cent_and_no_place() {
    let number = |name: &str| variable(name).map(|text| text.parse::<u64>().expect("a number"));
    let seed = number("MIDWAY_TEST_HISTORIES_SEED").unwrap_or(20_261_129);
    let histories = usize::try_from(number("MIDWAY_TEST_HISTORIES").unwrap_or(30)).unwrap();
    println!("seed {seed}, {histories} histories");
    let mut chance = Random::seeded(seed);
    let all: Vec<usize> = (1..=histories).collect();
    for of_shop in all.chunks(HISTORIES_OF_A_SHOP) {
        let mut shop = Shop::selling_with(&park(), &[WORKER_OFF]).await;
        for history in of_shop {
            let mut order = History::begins(&shop, &mut chance).await;
            for _ in 0..chance.between(1, 8) {
                order.goes_on(&mut shop, &mut chance).await;
            }
            order.ends(&shop).await;
            if history % A_ROUND == 0 {
                let findings = ops::doctor::doctor(&shop.app).await.unwrap();
                assert!(findings.is_empty(), "after {history} histories with the seed {seed}: {findings:#?}");
            }
        }
        let taken = "SELECT CAST(COALESCE(SUM(sold + claimed), 0) AS BIGINT) FROM stock";
        assert_eq!(shop.count(taken).await, 0, "every place is for sale again");
        shop.stop().await;
    }
}

/// A park with offers, codes, packages, bundles and donations, whose tours, bundles and books can be canceled.
pub fn park() -> Catalogue {
    let rules = |text: &str| text.parse::<toml::Table>().unwrap();
    let of_tours = rules(
        "fee = \"1.50\"\nsteps = [{ until_before = { hours = 1 }, percent = 70 }]\n\
         exchange = { until_before = { hours = 1 }, fee = \"0.75\" }",
    );
    let by_day = price_calendar("tour")
        .with(price_rule().weekdays(["sun"]).prices([("adult", 26_00), ("child", 15_00)]))
        .with(price_rule().weekdays(["mon"]).prices([("adult", 14_00), ("child", 8_00)]));
    let of_books = rules("steps = [{ days_after_purchase = 14, percent = 100 }]");
    Catalogue::park()
        .with(promotions())
        .with(donations_and_order_fee())
        .with([by_day])
        .with(weekend_bundle())
        .edit("bundle", "weekend", |bundle| bundle.set("cancellation", of_tours.clone()))
        .edit_tour(|tour| tour.set("cancellation", of_tours))
        .edit_product("book", |book| book.set("cancellation", of_books))
}

/// What a bundle of a history is made of.
fn party(performance: &str) -> Vec<Value> {
    vec![line("tour", "adult", 2, Some(performance)), line("tour", "child", 1, Some(performance))]
}

/// An order and what was given back of it.
struct History {
    buyer: Shopper,
    order: Value,
    processor: String,
    payment: String,
    total: i64,
    /// What the shop has decided to pay back.
    decided: i64,
    /// Whether the payment was disputed, which is possible once.
    was_disputed: bool,
    /// Whether the bank has given the money of the payment to the cardholder.
    is_lost: bool,
    /// The orders for which tours were exchanged.
    exchanged: Vec<Value>,
    acts: Vec<String>,
}

impl History {
    async fn begins(shop: &Shop, chance: &mut Random) -> Self {
        let (buyer, _) = shop.new_account().await;
        add_at_random(&buyer, chance).await;
        if chance.once_in(2) {
            add_bundle(&buyer, party(SATURDAY_NOON), SATURDAY).await.expect_success();
        }
        let lines = buyer.get_lines().await;
        let are_goods = |item: &Value| {
            let variant = item["productVariantId"].as_str().unwrap_or_default();
            variant == "guide-book" || variant == "garden-day-pair"
        };
        let delivery = if lines.iter().any(are_goods) { "post" } else { "digital" };
        let order = buy_with(&buyer, card::GOOD, delivery).await;
        let id = order["id"].as_str().unwrap();
        let (processor, payment) = refund::payments_of_order(&shop.app, id).await.unwrap().pop().unwrap();
        let total = cents(&order["orderTotal"]);
        History {
            buyer,
            order,
            processor,
            payment,
            total,
            decided: 0,
            was_disputed: false,
            is_lost: false,
            exchanged: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// One random act.
    async fn goes_on(&mut self, shop: &mut Shop, chance: &mut Random) {
        let act = chance.below(11);
        self.acts.push(act.to_string());
        match act {
            0 | 1 => self.refunds_units(shop, chance).await,
            2 | 3 => self.buyer_cancels(chance).await,
            4 => {
                let amount = Money(i64::from(chance.between(1, 5_00)));
                self.decides(shop, What::Goodwill(amount)).await;
            }
            5 => self.is_settled_with_interruptions(shop, chance).await,
            6 => self.answers_are_lost(shop).await,
            7 => self.is_disputed(shop, chance).await,
            8 | 9 => self.buyer_exchanges(shop, chance).await,
            _ => {
                if chance.once_in(4) {
                    settle(shop).await;
                    if self.kept(shop).await > 0 && !self.is_lost {
                        shop.refund_at_processor(&self.payment).await;
                        self.is_looked_at(shop).await;
                    }
                }
            }
        }
    }

    async fn refunds_units(&mut self, shop: &Shop, chance: &mut Random) {
        let shown = self.cancelable().await;
        let Some(items) = shown["items"].as_array().filter(|items| !items.is_empty()) else { return };
        let positions = self.positions();
        let item = &items[chance.below(items.len())];
        let left = u32::try_from(item["units"].as_array().unwrap().len()).unwrap();
        let position = positions[item["orderItemId"].as_str().unwrap()];
        self.decides(shop, units(position, chance.between(1, left))).await;
    }

    /// The positions of the lines, from 1, by their ids.
    fn positions(&self) -> BTreeMap<String, usize> {
        let lines = self.order["items"].as_array().unwrap().iter().zip(1..);
        lines.map(|(line, position)| (line["id"].as_str().unwrap().to_owned(), position)).collect()
    }

    fn path(&self) -> String {
        format!("/api/order/cancellation/{}", self.order["id"].as_str().unwrap())
    }

    async fn cancelable(&self) -> Value {
        self.buyer.get(&self.path()).await.expect_status(200).json()
    }

    /// The buyer cancels some units, pressing twice.
    async fn buyer_cancels(&mut self, chance: &mut Random) {
        let shown = self.cancelable().await;
        let mut units = Vec::new();
        for item in shown["items"].as_array().unwrap() {
            for unit in item["units"].as_array().unwrap() {
                let is_possible = item.get("refusal").is_none() && unit.get("refusal").is_none();
                if is_possible && chance.once_in(2) {
                    units.push(json!({ "orderItemId": item["orderItemId"], "unit": unit["unit"] }));
                }
            }
        }
        if units.is_empty() {
            return;
        }
        let quote = self.buyer.post(&format!("{}/quote", self.path()), json!({ "units": units })).await.json();
        let Some(refund) = quote.get("refund").cloned() else {
            let message = quote["message"].as_str().unwrap();
            let is_expected =
                message.contains("disputed") || message.contains("Part of this order has already been refunded");
            assert!(is_expected, "{quote} after {:?}", self.acts);
            return;
        };
        assert!(cents(&refund) >= 0, "{quote}");
        let body = json!({ "units": units, "agreedRefund": refund });
        let path = self.path();
        let (first, second) = tokio::join!(self.buyer.post(&path, body.clone()), self.buyer.post(&path, body.clone()));
        let canceled = [first, second].iter().filter(|answer| answer.succeeded()).count();
        assert_eq!(canceled, 1, "after {:?}", self.acts);
        self.decided += cents(&refund);
    }

    /// The buyer exchanges tours or a bundle for those of a dearer or a cheaper day, and perhaps the operator refunds these.
    async fn buyer_exchanges(&mut self, shop: &Shop, chance: &mut Random) {
        let shown = self.cancelable().await;
        let items = shown["items"].as_array().unwrap();
        let exchangeable: Vec<&Value> = items.iter().filter(|item| item.get("exchangeRefusal").is_none()).collect();
        if exchangeable.is_empty() {
            return;
        }
        let item = exchangeable[chance.below(exchangeable.len())];
        let free = item["units"].as_array().unwrap().iter().filter(|unit| unit.get("refusal").is_none());
        let mut units: Vec<Value> =
            free.map(|unit| json!({ "orderItemId": item["orderItemId"], "unit": unit["unit"] })).collect();
        if units.is_empty() {
            return;
        }
        units.truncate(chance.between(1, u32::try_from(units.len()).unwrap()) as usize);
        let bought = self.order["items"].as_array().unwrap().iter().find(|it| it["id"] == item["orderItemId"]).unwrap();
        let variant = bought["productVariantId"].as_str().unwrap().to_owned();
        let path = format!("/api/order/exchange/{}", self.order["id"].as_str().unwrap());
        let begun = self.buyer.post(&path, json!({ "units": units })).await;
        if !begun.succeeded() {
            let refused = begun.expect_refusal();
            let is_expected =
                refused.contains("disputed") || refused.contains("Part of this order has already been refunded");
            assert!(is_expected, "{refused} after {:?}", self.acts);
            return;
        }
        let day = [SUNDAY_NOON, "tours.20261123.1200"][chance.below(2)];
        let quantity = u32::try_from(units.len()).unwrap();
        let added = match variant.as_str() {
            // Bundles are sold on weekends.
            "weekend" => add_bundle(&self.buyer, party(SUNDAY_NOON), "2026-11-22").await,
            _ => self.buyer.try_add(json!([line("tour", &variant, quantity, Some(day))])).await,
        };
        added.expect_success();
        self.buyer.save_settings("digital").await;
        let cart = self.buyer.get_cart().await;
        self.decided += cents(&cart["exchange"]["refund"]);
        match cents(&cart["cartTotal"]) {
            0 => {
                let (one, other) =
                    tokio::join!(self.buyer.submit_without_payment(), self.buyer.submit_without_payment());
                assert_eq!(one.expect_success()["orderId"], other.expect_success()["orderId"]);
            }
            _ => {
                let (payment, authorised) = self.buyer.pay_with(card::GOOD).await;
                authorised.expect_success();
                self.buyer.submit_until_settled(&payment).await.expect_success();
            }
        }
        let new = self.buyer.get_order().await.json();
        if chance.once_in(2) {
            let all = What::Units(Chosen::All { with_donations: true });
            match refund::make(&shop.app, &asked(&new, all)).await {
                Ok(plan) => {
                    let of_first = plan.payments.iter().filter(|(payment, _)| *payment == self.payment);
                    self.decided += of_first.map(|(_, amount)| amount.0).sum::<i64>();
                }
                Err(Error::Refused(_)) => {}
                Err(error) => panic!("{error} after {:?}", self.acts),
            }
        }
        self.exchanged.push(new);
    }

    /// The operator gives something back, unless it is refused.
    async fn decides(&mut self, shop: &Shop, what: What) {
        match refund::make(&shop.app, &asked(&self.order, what)).await {
            Ok(plan) => {
                assert!(plan.amount >= Money::ZERO);
                self.decided += plan.amount.0;
            }
            // More than is left, or a payment in dispute.
            Err(Error::Refused(_)) => {}
            Err(error) => panic!("{error} after {:?}", self.acts),
        }
    }

    /// A worker stops in the middle, and two others go on.
    async fn is_settled_with_interruptions(&self, shop: &Shop, chance: &mut Random) {
        let app = shop.app.clone();
        let work = tokio::spawn(async move { refund::settle(&app).await });
        for _ in 0..chance.below(80) {
            tokio::task::yield_now().await;
        }
        work.abort();
        drop(work.await);
        settle(shop).await;
    }

    async fn answers_are_lost(&self, shop: &mut Shop) {
        shop.stop_processor().await;
        refund::settle(&shop.app).await.unwrap();
        shop.start_processor().await;
        settle(shop).await;
    }

    /// The cardholder disputes the payment, and the bank decides.
    async fn is_disputed(&mut self, shop: &Shop, chance: &mut Random) {
        settle(shop).await;
        if self.kept(shop).await == 0 || self.was_disputed {
            return;
        }
        self.has_dispute(shop, "open").await;
        self.is_looked_at(shop).await;
        if chance.once_in(2) {
            self.refunds_units(shop, chance).await;
        }
        let is_lost = chance.once_in(3);
        self.has_dispute(shop, if is_lost { "lost" } else { "won" }).await;
        (self.was_disputed, self.is_lost) = (true, is_lost);
        self.is_looked_at(shop).await;
    }

    async fn has_dispute(&self, shop: &Shop, state: &str) {
        let url = format!("{}/v1/payments/{}/dispute", shop.processor(), self.payment);
        let key = midway_sandbox::shared_files::api_key(shop.data()).unwrap();
        let answer = http().post(url).bearer_auth(key).json(&json!({ "state": state })).send().await.unwrap();
        assert!(answer.status().is_success(), "{state}: {answer:?} after {:?}", self.acts);
    }

    /// The notice comes twice.
    async fn is_looked_at(&self, shop: &Shop) {
        for _ in 0..2 {
            assert!(refund::look_at_payment(&shop.app, &self.processor, &self.payment).await.unwrap());
        }
    }

    /// What the processor still has of the payment, in cents.
    async fn kept(&self, shop: &Shop) -> i64 {
        let payment = shop.ledger().await.into_iter().find(|payment| payment.payment_key == self.payment).unwrap();
        payment.kept_cents()
    }

    /// The rest of the order is ended, and everything that was decided is paid back.
    async fn ends(&mut self, shop: &Shop) {
        for order in self.exchanged.iter().chain([&self.order]) {
            match refund::make(&shop.app, &asked(order, What::Void)).await {
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => panic!("{error} after {:?}", self.acts),
            }
        }
        settle(shop).await;
        let payment = shop.ledger().await.into_iter().find(|payment| payment.payment_key == self.payment).unwrap();
        let is_of_shop = |refund: &&midway_sandbox::wire::Refund| refund.refund_key.is_some();
        let by_shop: i64 = payment.refunds.iter().filter(is_of_shop).map(|refund| refund.amount_cents).sum();
        let by_all: i64 = payment.refunds.iter().map(|refund| refund.amount_cents).sum();
        assert_eq!(by_shop, self.decided, "after {:?}", self.acts);
        assert!(by_all <= self.total, "{by_all} of {} after {:?}", self.total, self.acts);
    }
}

/// Pays back what is due, also what an interrupted worker has begun.
async fn settle(shop: &Shop) {
    for _ in 0..2 {
        shop.advance_by(Duration::seconds(61));
        let (one, other) = tokio::join!(refund::settle(&shop.app), refund::settle(&shop.app));
        one.unwrap();
        other.unwrap();
    }
}
