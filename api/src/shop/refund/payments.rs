//! The payments of an order: what is left of each, and which of them pay a refund back.

use sea_orm::ConnectionTrait;

use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::Model as RefundRow;
use super::rules::{Refundable, distributed};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::db::Transaction;
use crate::shop::billing;
use crate::shop::order::{self, SoldOrder};
use crate::shop::payment::processor::PaymentRef;
use crate::shop::payment::{self, AttemptState};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const DISPUTED: Text = Text {
    id: "refund.disputed",
    default: "A payment for this order is disputed and can't be refunded until the bank decides.",
};
const PAID_BACK_OTHERWISE: Text = Text {
    id: "cancellation.paid-back-otherwise",
    default: "Part of this order has already been refunded. Please contact us to cancel the rest.",
};

/// A payment of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    pub processor: String,
    pub payment: PaymentRef,
    /// Whether it was made for an earlier order, whose tickets were exchanged for this one.
    pub is_carried: bool,
}

impl Paid {
    fn carried_by(row: &PaymentRow) -> Self {
        Paid { processor: row.processor.clone(), payment: row.payment(), is_carried: true }
    }
}

/// The payments of an order with their amounts, the latest first; those that paid exchanged tickets last.
pub async fn paid(db: &impl ConnectionTrait, sold: &SoldOrder) -> Result<Vec<(Paid, Money)>> {
    let mut paid: Vec<(Paid, Money)> = billing::charged(db, &sold.order.id)
        .await?
        .into_iter()
        .map(|it| (Paid { processor: it.processor, payment: it.payment, is_carried: false }, it.amount))
        .collect();
    if let Some(id) = &sold.order.attempt_id
        && let Some(attempt) = payment::find(db, id).await?
        && attempt.state == AttemptState::Completed
    {
        let (payment, processor) = (attempt.payment(), attempt.processor);
        paid.push((Paid { processor, payment, is_carried: false }, attempt.amount));
    }
    let carried = store::carried_to(db, &sold.order.id).await?.into_iter();
    paid.extend(carried.map(|row| (Paid::carried_by(&row), row.amount)));
    Ok(paid)
}

/// The payments of an order, the latest first, with what is left of each. A lost answer counts as paid back. Of a payment that
/// belongs to another order as well, no more is left than the processor has.
pub async fn refundable(
    tx: &Transaction,
    paid: &[(Paid, Money)],
    earlier: &[RefundRow],
) -> Result<Vec<Refundable<Paid>>> {
    let refunded = store::refunded_by_payment(tx, earlier).await?;
    let is_exchanged = earlier.iter().any(|refund| refund.exchanged_for.is_some());
    let mut refundable = Vec::new();
    for (payment, amount) in paid {
        let key = payment.payment.key.as_str();
        let mut left = *amount - refunded.get(key).copied().unwrap_or_default();
        if is_exchanged || payment.is_carried {
            let gone = store::gone_from_processor(tx, &payment.processor, key).await?;
            left = left.min(captured(tx, payment).await? - gone);
        }
        refundable.push(Refundable { left: left.max(Money::ZERO), payment: payment.clone() });
    }
    Ok(refundable)
}

/// The amount of a payment when it was captured.
async fn captured(tx: &Transaction, paid: &Paid) -> Result<Money> {
    let key = paid.payment.key.as_str();
    if let Some(attempt) = payment::find(tx, key).await? {
        return Ok(attempt.amount);
    }
    let Some(order_id) = billing::order_of_charge(tx, key).await? else { return Ok(Money::ZERO) };
    let charges = billing::charged(tx, &order_id).await?.into_iter();
    Ok(charges.filter(|charge| charge.payment.key == paid.payment.key).map(|charge| charge.amount).sum())
}

/// Refuses a refund while the bank decides who gets the money of a payment: what it takes would be paid back twice, and
/// what it leaves could not be paid back any more.
pub async fn check_disputes(tx: &Transaction, paid: &[(Paid, Money)]) -> Result<()> {
    let keys: Vec<String> = paid.iter().map(|(paid, _)| paid.payment.key.to_string()).collect();
    match store::are_disputed(tx, &keys).await? {
        true => Err(Refusal::new(DISPUTED).into()),
        false => Ok(()),
    }
}

/// Refuses a cancellation by the buyer of an order of which the operator or the bank has paid something back at the
/// processor: the shop does not know what it was for, and would pay for it again.
pub async fn check_paid_back_otherwise(tx: &Transaction, paid: &[(Paid, Money)]) -> Result<()> {
    let keys: Vec<String> = paid.iter().map(|(paid, _)| paid.payment.key.to_string()).collect();
    match store::are_paid_back_otherwise(tx, &keys).await? {
        true => Err(Refusal::new(PAID_BACK_OTHERWISE).into()),
        false => Ok(()),
    }
}

/// The payments that pay an amount of another order: what is left of them after these parts are paid back. What a dispute
/// has taken meanwhile is missing; then the first payment has the rest, because the shopper has agreed to the amount.
pub fn carried(refundable: &[Refundable<Paid>], parts: &[(Paid, Money)], amount: Money) -> Vec<(Paid, Money)> {
    let back = |paid: &Paid| parts.iter().filter(|(part, _)| part == paid).map(|(_, amount)| *amount).sum();
    let left: Vec<Refundable<Paid>> = refundable
        .iter()
        .map(|it| Refundable { left: it.left - back(&it.payment), payment: it.payment.clone() })
        .collect();
    let all: Money = left.iter().map(|it| it.left).sum();
    let mut carried = distributed(&left, amount.min(all)).unwrap_or_default();
    let missing = amount - amount.min(all);
    match (carried.first_mut(), refundable.first()) {
        (_, _) if missing.is_zero() => {}
        (Some((_, first)), _) => *first = *first + missing,
        (None, Some(first)) => carried.push((first.payment.clone(), missing)),
        (None, None) => {}
    }
    carried
}

pub fn payment_row(refund_id: &str, position: i32, paid: &Paid, amount: Money, now: Instant) -> PaymentRow {
    PaymentRow {
        id: format!("{refund_id}-{position}"),
        refund_id: refund_id.to_owned(),
        position,
        processor: paid.processor.clone(),
        payment_key: paid.payment.key.to_string(),
        session_key: paid.payment.session.as_ref().map(ToString::to_string),
        amount,
        state: State::Requested,
        reference: None,
        message: None,
        tries: 0,
        try_at: Some(now),
        changed_at: now,
    }
}

/// The payments of an order, each by its processor and key.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn payments_of_order(app: &App, order_id: &str) -> Result<Vec<(String, String)>> {
    let db = app.db.read();
    let sold = order::sold(db, order_id).await?.ok_or(Error::NotFound)?;
    let paid = paid(db, &sold).await?.into_iter();
    Ok(paid.map(|(paid, _)| (paid.processor, paid.payment.key.to_string())).collect())
}
