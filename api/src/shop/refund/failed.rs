//! Refunds that a processor could not pay back: asking again, or paying back another way.

use std::collections::{BTreeMap, BTreeSet};

use super::asked::By;
use super::books;
use super::entity::payment::{Model as PaymentRow, State};
use super::store::{self, Answer};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::db::Transaction;
use crate::shop::order;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOT_FAILED: Text = Text { id: "refund.not-failed", default: "This order has no failed refunds." };
const OTHER_AMOUNT: Text = Text {
    id: "refund.other-amount",
    default: "The failed refunds for this order total {{amount}}, which isn't the amount you entered.",
};

/// Asks again for the refunded payments of an order that have failed, under new keys. Returns the ids of their refunds.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal if none has failed.
pub async fn again(app: &App, order_id: &str, by: By<'_>) -> Result<BTreeSet<String>> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let payments = lock_payments(&tx, order_id).await?;
    let mut last: BTreeMap<&str, i32> = BTreeMap::new();
    for row in &payments {
        let of_refund = last.entry(&row.refund_id).or_default();
        *of_refund = row.position.max(*of_refund);
    }
    let failed = failed(&payments)?;
    for row in &failed {
        close(&tx, row, State::Replaced, now).await?;
        let position = last.entry(&row.refund_id).or_default();
        *position += 1;
        store::insert_payment(&tx, again_at(row, *position, now)).await?;
    }
    record_failed(&tx, (order_id, "refund-again"), by, &failed, now).await?;
    tx.commit().await?;
    Ok(failed.iter().map(|row| row.refund_id.clone()).collect())
}

/// The same payment under another key.
fn again_at(row: &PaymentRow, position: i32, now: Instant) -> PaymentRow {
    PaymentRow {
        id: format!("{}-{position}", row.refund_id),
        position,
        state: State::Requested,
        reference: None,
        message: None,
        tries: 0,
        try_at: Some(now),
        changed_at: now,
        ..row.clone()
    }
}

/// Notes that the operator has paid back another way what the processor could not pay back. With `paid`, only if that was the
/// amount: another refund may have failed meanwhile. Returns the amount.
///
/// # Errors
/// As [`again`]; a refusal if another amount has failed.
pub async fn paid_elsewhere(app: &App, order_id: &str, paid: Option<Money>, by: By<'_>) -> Result<Money> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let payments = lock_payments(&tx, order_id).await?;
    let failed = failed(&payments)?;
    let amount = failed.iter().map(|row| row.amount).sum();
    if paid.is_some_and(|paid| paid != amount) {
        return Err(Refusal::new(OTHER_AMOUNT).with("amount", amount.display()).into());
    }
    for row in &failed {
        close(&tx, row, State::Elsewhere, now).await?;
    }
    record_failed(&tx, (order_id, "refund-elsewhere"), by, &failed, now).await?;
    tx.commit().await?;
    Ok(amount)
}

/// The refunded payments of an order that the shop asked for. The order is locked.
async fn lock_payments(tx: &Transaction, order_id: &str) -> Result<Vec<PaymentRow>> {
    order::lock_sold(tx, order_id).await?.ok_or(Error::NotFound)?;
    let refunds = store::of_order(tx, order_id).await?.into_iter();
    let asked = refunds.filter(|refund| refund.kind.is_of_shop());
    let ids: Vec<String> = asked.map(|refund| refund.id).collect();
    store::payments_of(tx, &ids).await
}

fn failed(payments: &[PaymentRow]) -> Result<Vec<&PaymentRow>> {
    let failed: Vec<&PaymentRow> = payments.iter().filter(|row| row.state == State::Failed).collect();
    if failed.is_empty() { Err(Refusal::new(NOT_FAILED).into()) } else { Ok(failed) }
}

async fn close(tx: &Transaction, row: &PaymentRow, to: State, now: Instant) -> Result<()> {
    let answer = Answer { to, reference: None, message: row.message.clone(), try_at: None };
    books::advance(tx, row, answer, now).await.map(drop)
}

async fn record_failed(
    tx: &Transaction,
    (order_id, action): (&str, &str),
    By { actor, reason }: By<'_>,
    failed: &[&PaymentRow],
    now: Instant,
) -> Result<()> {
    let deed = Deed { actor, action, subject: order_id, reason };
    audit::record(tx, deed, &failed.iter().map(|row| &row.id).collect::<Vec<_>>(), now).await
}
