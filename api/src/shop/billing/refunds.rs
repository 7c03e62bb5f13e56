//! What refunds need of payment plans: what was paid, and reducing what is still to be paid.

use sea_orm::ConnectionTrait;

use super::entity::payment::State;
use super::rules::{paid_until, reduced};
use super::store;
use crate::error::{Error, Refusal, Result};
use crate::platform::db::Transaction;
use crate::shop::order;
use crate::shop::payment::processor::PaymentRef;
use crate::shop::ticket;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const CHARGE_RUNS: Text = Text {
    id: "billing.charge-runs",
    default: "A payment for this plan is being processed. Please try again in a few minutes.",
};
const NOT_OPEN: Text =
    Text { id: "billing.not-open", default: "The payment plan is being set up. Please try again in a minute." };

/// A later payment that was charged.
pub struct ChargedPayment {
    pub processor: String,
    pub payment: PaymentRef,
    pub amount: Money,
    pub paid_at: Instant,
}

/// The later payments of an order that were charged, the latest first.
pub async fn charged(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<ChargedPayment>> {
    let Some(agreed) = store::agreement(db, order_id).await? else { return Ok(Vec::new()) };
    let rows = store::payments(db, order_id).await?;
    let mut charged: Vec<ChargedPayment> = rows
        .into_iter()
        .filter(|row| row.state == State::Paid)
        .map(|row| ChargedPayment {
            processor: agreed.processor.clone(),
            payment: PaymentRef::without_session(&row.key()),
            amount: row.amount,
            paid_at: row.paid_at.unwrap_or(row.changed_at),
        })
        .collect();
    charged.sort_by_key(|payment| std::cmp::Reverse(payment.paid_at));
    Ok(charged)
}

/// The order of a charge with this key; `None` if it is not the key of a charge.
pub async fn order_of_charge(db: &impl ConnectionTrait, key: &str) -> Result<Option<String>> {
    let Some((id, _)) = key.rsplit_once('-') else { return Ok(None) };
    Ok(store::payment(db, id).await?.map(|row| row.agreement_id))
}

/// What is still to be paid of an order's plan, while it is locked; zero without an in-house plan.
///
/// # Errors
/// A refusal while a payment is being charged, or before the plan is set up.
pub async fn lock_unpaid(tx: &Transaction, order_id: &str) -> Result<Money> {
    if order::installment_order(tx, order_id).await?.is_none() {
        return Ok(Money::ZERO);
    }
    let rows = store::lock_payments(tx, order_id).await?;
    if rows.is_empty() {
        return Err(Refusal::new(NOT_OPEN).into());
    }
    if rows.iter().any(|row| row.state == State::Charging) {
        return Err(Refusal::new(CHARGE_RUNS).into());
    }
    Ok(rows.iter().filter(|row| row.state.is_open()).map(|row| row.amount).sum())
}

/// Reduces the payments that are still due, each by its share. Call it after [`lock_unpaid`] in the same transaction.
///
/// # Errors
/// A refusal when the charge of a payment has begun since then.
pub async fn reduce(tx: &Transaction, order_id: &str, by: Money, now: Instant) -> Result<()> {
    if by.is_zero() {
        return Ok(());
    }
    let due: Vec<_> = store::payments(tx, order_id).await?.into_iter().filter(|row| row.state == State::Due).collect();
    let amounts: Vec<Money> = due.iter().map(|row| row.amount).collect();
    let reduced = reduced(&amounts, by)
        .ok_or_else(|| Error::Internal(format!("the plan of order {order_id} has less than {by} left to pay")))?;
    let reduced: Vec<_> = due.into_iter().zip(reduced).collect();
    if !store::reduce(tx, order_id, &reduced, by, now).await? {
        return Err(Refusal::new(CHARGE_RUNS).into());
    }
    let paid_until = paid_until(&store::payments(tx, order_id).await?);
    ticket::note_paid_until(tx, order_id, paid_until).await?;
    if paid_until.is_none() {
        store::forget_card(tx, order_id).await?;
    }
    Ok(())
}
