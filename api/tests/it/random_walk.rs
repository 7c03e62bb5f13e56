//! Shoppers who do anything in any order: whatever they do, money and orders stay equal, and stock and claims in step. The walk
//! is the same in every run; its seed names it.

use serde_json::json;

use crate::support::shopper::{Payment, SATURDAY_NOON, SATURDAY_TWO, Shopper, line};
use crate::support::{Park, Shop, card, until};

const CARDS: [&str; 6] =
    [card::GOOD, card::MASTERCARD, card::DECLINED, card::AUTHORISE_LOST, card::CAPTURE_LOST, card::CAPTURE_FAILS];

/// Knuth's generator: enough to choose what happens next.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// No step may end in a fault of ours.
#[track_caller]
fn is_no_fault(answer: &crate::support::shopper::Answer, step: usize) {
    assert!(answer.status.as_u16() < 500, "step {step}: {} {}", answer.status, answer.text());
}

async fn pays(shopper: &Shopper, number: &str) -> Option<Payment> {
    let setup = shopper.posts("/api/payment/sandbox/setup", json!({})).await;
    if !setup.succeeded() {
        return None;
    }
    let payment = shopper.opens_payment().await;
    // An attempt that was authorised before takes no other card.
    shopper.types_card(&payment, number).await;
    shopper.authorises(&payment).await;
    Some(payment)
}

/// Tells how many orders it ended with.
async fn walks(seed: u64, steps: usize) -> i64 {
    let mut chance = Chance(seed);
    let mut shop = Shop::selling(&Park { tour_capacity: 14, day_capacity: 22, ..Park::default() }).await;
    let shoppers = [shop.shopper(), shop.shopper(), shop.shopper(), shop.shopper()];
    let mut payments: [Option<Payment>; 4] = [None, None, None, None];
    for shopper in &shoppers {
        shopper.opens().await;
    }
    for step in 0..steps {
        let who = chance.below(shoppers.len());
        let shopper = shoppers[who].moves_to(shop.address);
        match chance.below(12) {
            0..=2 => {
                let performance = [SATURDAY_NOON, SATURDAY_TWO][chance.below(2)];
                let variant = ["adult", "child"][chance.below(2)];
                let quantity = 1 + u32::try_from(chance.below(3)).unwrap();
                let wanted = json!([line("tour", variant, quantity, Some(performance))]);
                is_no_fault(&shopper.tries_to_add(wanted).await, step);
                is_no_fault(
                    &shopper.posts("/api/cart/settings", crate::support::shopper::settings("digital")).await,
                    step,
                );
            }
            3 => {
                for item in shopper.sees_items().await {
                    let quantity = u32::try_from(chance.below(4)).unwrap();
                    is_no_fault(&shopper.modifies(item["id"].as_str().unwrap(), quantity).await, step);
                }
            }
            4 => is_no_fault(&shopper.posts("/api/cart/clear", json!({})).await, step),
            5 => is_no_fault(&shopper.gets("/api/cart?revise=true").await, step),
            6..=7 => payments[who] = pays(&shopper, CARDS[chance.below(CARDS.len())]).await.or(payments[who].take()),
            8..=9 => {
                if let Some(payment) = &payments[who] {
                    is_no_fault(&shopper.submits(payment).await, step);
                }
            }
            10 => shop.passes(1 + i64::try_from(chance.below(9)).unwrap()),
            _ => match chance.below(3) {
                0 => shop.restarts().await,
                1 => {
                    shop.loses_its_processor().await;
                    if let Some(payment) = &payments[who] {
                        is_no_fault(&shopper.submits(payment).await, step);
                    }
                    shop.finds_its_processor().await;
                }
                _ => {
                    let capacity = [9, 14, 20][chance.below(3)];
                    shop.imports(&Park { tour_capacity: capacity, day_capacity: 22, ..Park::default() }).await;
                }
            },
        }
        let taken_too_much = "SELECT COUNT(*) FROM stock WHERE claimed + sold > capacity";
        assert_eq!(shop.counts(taken_too_much).await, 0, "step {step}");
    }
    // Everybody leaves; the worker settles what is open.
    shop.passes(31);
    let open = "SELECT COUNT(*) FROM payment_attempt WHERE state IN ('opened', 'authorised', 'capturing', 'captured', 'unknown')";
    until("all payments are settled", || async {
        let is_open = shop.counts(open).await > 0;
        if is_open {
            // What was settled a moment ago has its patience anew.
            shop.passes(31);
        }
        (!is_open).then_some(())
    })
    .await;
    let orders = shop.counts("SELECT COUNT(*) FROM \"order\" WHERE total > 0").await;
    assert_eq!(i64::from(shop.charges().await), orders, "seed {seed}");
    shop.stop().await;
    orders
}

#[tokio::test]
async fn a_walk_of_four_shoppers_keeps_money_orders_and_stock_in_step() {
    assert!(walks(20_261_120, 160).await > 0, "it sells nothing");
}

#[tokio::test]
async fn another_walk_does_too() {
    assert!(walks(7, 160).await > 0, "it sells nothing");
}
