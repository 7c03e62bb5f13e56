//! Checks for `midway doctor`: orders against their lines, carts, payments and confirmations.

use std::collections::{HashMap, HashSet};

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::books;
use super::entity::{line, order};
use super::purchase::SEND_CONFIRMATION;
use super::store;
use crate::error::Result;
use crate::platform::jobs;
use crate::shop::cart::{self, CartState};
use crate::shop::ledger::{Books, Cause};
use crate::shop::payment::{self, AttemptRow, AttemptState};
use crate::shop::{inventory, reservation, ticket};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A cart whose payment failed should reopen within seconds when a worker runs. If it is still in payment after this
/// time, the doctor reports it.
const MAX_RELEASE: Duration = Duration::hours(1);

/// All findings about orders. `db` is a snapshot, so all tables are read at the same moment. What differs in the books is
/// among their findings.
pub async fn doctor(db: &impl ConnectionTrait, ledger: &mut Books, now: Instant) -> Result<Vec<String>> {
    let orders = store::all(db).await?;
    let lines = store::all_lines(db).await?;
    let attempts: HashMap<String, AttemptRow> =
        payment::all(db).await?.into_iter().map(|attempt| (attempt.id.clone(), attempt)).collect();
    compare_books(ledger, &orders, &lines, &attempts);
    let mut findings = of_lines(db, &orders, &lines).await?;
    findings.extend(of_figures(&orders, &lines));
    findings.extend(of_payments(&orders, &attempts));
    findings.extend(of_carts(db, &orders, &attempts, now).await?);
    findings.extend(of_confirmations(db, &orders, now).await?);
    Ok(findings)
}

/// Compares the ledger with what each order would enter.
fn compare_books(
    ledger: &mut Books,
    orders: &[order::Model],
    lines: &[line::Model],
    attempts: &HashMap<String, AttemptRow>,
) {
    let mut by_order: HashMap<&str, Vec<line::Model>> = HashMap::new();
    for line in lines {
        by_order.entry(&line.order_id).or_default().push(line.clone());
    }
    for order in orders {
        let lines = by_order.remove(order.id.as_str()).unwrap_or_default();
        let attempt = order.attempt_id.as_ref().and_then(|id| attempts.get(id));
        let processor = attempt.map(|attempt| attempt.processor.as_str());
        let expected = books::entered(order, &lines, processor, ledger.donation_lines());
        ledger.compare(Cause::Sale, &order.id, &expected);
    }
}

/// Checks that each line has its tickets and its sold units, that all sales and issued tickets belong to lines, and
/// that the passholders of tickets exist.
async fn of_lines(db: &impl ConnectionTrait, orders: &[order::Model], lines: &[line::Model]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut sold = inventory::sold_units(db).await?;
    // A cart's own claims, such as a code for one order, belong to its whole order.
    let of_orders = orders.iter().map(|order| order.cart_id.clone());
    for id in reservation::ids(db).await?.into_iter().chain(of_orders) {
        sold.remove(&id);
    }
    let mut issued = ticket::counts(db).await?;
    for line in lines {
        let tickets = issued.remove(&line.id).unwrap_or(0);
        if tickets != line.tickets {
            findings.push(format!("order line {} should have {} tickets but has {tickets}", line.id, line.tickets));
        }
        let units = sold.remove(&line.id).unwrap_or(0);
        if units != line.units_sold {
            findings
                .push(format!("order line {} was sold {} units but has claims on {units}", line.id, line.units_sold));
        }
    }
    findings.extend(sold.into_keys().map(|line| format!("places of line {line} are sold without an order")));
    findings.extend(issued.into_keys().map(|line| format!("tickets of line {line} belong to no order")));
    findings.extend(
        ticket::without_passholder(db)
            .await?
            .into_iter()
            .map(|id| format!("ticket {id}: its passholder does not exist")),
    );
    Ok(findings)
}

fn of_figures(orders: &[order::Model], lines: &[line::Model]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut sums: HashMap<&str, Money> = HashMap::new();
    for line in lines {
        let sum = sums.entry(&line.order_id).or_default();
        *sum = *sum + line.item_total();
    }
    for order in orders {
        let figures = order.subtotal + order.tax_total + order.fee_total + order.delivery_total;
        if figures != order.total {
            findings.push(format!("order {}: its amounts add up to {figures}, not {}", order.number, order.total));
        }
        match sums.get(order.id.as_str()) {
            None => findings.push(format!("order {}: it has no lines", order.number)),
            Some(sum) if *sum != order.subtotal => {
                findings.push(format!("order {}: its lines do not add up to {}", order.number, order.subtotal));
            }
            Some(_) => {}
        }
    }
    findings
}

/// Checks that each order has the payment that was due, and that each completed payment has an order.
fn of_payments(orders: &[order::Model], attempts: &HashMap<String, AttemptRow>) -> Vec<String> {
    let mut findings = Vec::new();
    for order in orders {
        let due = order.due_when_placed();
        let Some(id) = &order.attempt_id else {
            if due > Money::ZERO {
                findings.push(format!("order {}: nothing was paid", order.number));
            }
            continue;
        };
        match attempts.get(id) {
            None => findings.push(format!("order {}: its payment {id} does not exist", order.number)),
            Some(attempt) if attempt.state != AttemptState::Completed || attempt.amount != due => {
                findings.push(format!(
                    "order {}: {due} was due, but payment {id} is {:?} with {}",
                    order.number, attempt.state, attempt.amount
                ));
            }
            Some(_) => {}
        }
    }
    let paid: HashSet<&str> = orders.iter().filter_map(|order| order.attempt_id.as_deref()).collect();
    let completed = attempts.values().filter(|attempt| attempt.state == AttemptState::Completed);
    let without = completed.filter(|attempt| !paid.contains(attempt.id.as_str()));
    findings.extend(without.map(|attempt| format!("payment {} is completed but has no order", attempt.id)));
    findings
}

/// Checks that each cart in payment has a draft and a payment that makes progress, that only such carts have drafts and
/// pinned claims, that each ordered cart has an order, and that the cart of each order is closed.
async fn of_carts(
    db: &impl ConnectionTrait,
    orders: &[order::Model],
    attempts: &HashMap<String, AttemptRow>,
    now: Instant,
) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut closed = cart::in_state(db, CartState::Ordered).await?;
    for order in orders {
        if !closed.remove(&order.cart_id) {
            findings.push(format!("order {}: its cart {} is not closed", order.number, order.cart_id));
        }
    }
    findings.extend(closed.into_iter().map(|cart| format!("cart {cart} is closed but has no order")));
    let paying = cart::in_state(db, CartState::Paying).await?;
    let mut waiting = paying.clone();
    for sale in store::all_drafts(db).await? {
        let attempt = sale.order.attempt_id.as_ref().and_then(|id| attempts.get(id));
        if !waiting.remove(&sale.order.cart_id) {
            findings
                .push(format!("the draft of cart {} remains, although the cart is not in payment", sale.order.cart_id));
        } else if !attempt.is_some_and(|attempt| is_under_way(attempt, now)) {
            findings.push(format!("cart {} waits for a payment that makes no progress", sale.order.cart_id));
        }
    }
    findings.extend(waiting.into_iter().map(|cart| format!("cart {cart} is in payment but has no draft of its order")));
    let pinned = inventory::pinned_owners(db).await?.into_iter().filter(|owner| !paying.contains(owner));
    findings.extend(pinned.map(|owner| format!("claims of {owner} are pinned, but nothing is in payment")));
    Ok(findings)
}

/// Whether an attempt is still running, or failed so recently that its cart might not be reopened yet.
fn is_under_way(attempt: &AttemptRow, now: Instant) -> bool {
    use AttemptState::{Captured, Capturing, Unknown};
    let is_running = matches!(attempt.state, Capturing | Captured | Unknown);
    is_running || payment::has_failed(attempt) && attempt.changed_at > now - MAX_RELEASE
}

/// Checks that each order has a confirmation, and that each confirmation has a job, as long as jobs are stored.
async fn of_confirmations(db: &impl ConnectionTrait, orders: &[order::Model], now: Instant) -> Result<Vec<String>> {
    let confirmations = store::all_confirmations(db).await?;
    let confirmed: HashSet<&str> = confirmations.iter().map(|row| row.order_id.as_str()).collect();
    let jobs = jobs::subjects(db, SEND_CONFIRMATION).await?;
    let unconfirmed = orders.iter().filter(|order| !confirmed.contains(order.id.as_str()));
    let mut findings: Vec<String> =
        unconfirmed.map(|order| format!("order {}: it has no confirmation", order.number)).collect();
    let recent = confirmations.iter().filter(|row| row.made_at > now - jobs::KEEP_DONE);
    let unsent = recent.filter(|row| !jobs.contains(&row.id));
    findings.extend(unsent.map(|row| format!("confirmation {}: no job sends it", row.id)));
    Ok(findings)
}
