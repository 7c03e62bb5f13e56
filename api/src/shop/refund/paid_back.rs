//! Payments that are paid back, to compare them with the processor's refunds and disputes.

use sea_orm::ConnectionTrait;

use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::Kind;
use super::store;
use crate::error::Result;
use crate::shop::payment::processor::{Movement, MovementKind, MovementState, PaymentRef};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A payment that is paid back.
pub struct PaidBack {
    pub kind: MovementKind,
    pub order_id: String,
    pub processor: String,
    pub payment: PaymentRef,
    /// The key under which the shop asks for it.
    pub key: String,
    /// The processor's id, as far as the shop knows it.
    pub reference: Option<String>,
    pub amount: Money,
    pub state: MovementState,
    pub at: Instant,
}

impl PaidBack {
    /// Whether the processor's refund or dispute is this one.
    pub fn is(&self, kind: MovementKind, key: Option<&str>, reference: &str) -> bool {
        let is_named = key.map_or(self.reference.as_deref() == Some(reference), |key| key == self.key);
        self.kind == kind && is_named
    }
}

/// The payments whose refund or dispute has changed from `from` until before `to`.
pub async fn paid_back_between(db: &impl ConnectionTrait, from: Instant, to: Instant) -> Result<Vec<PaidBack>> {
    let mut found = Vec::new();
    for row in store::changed_between(db, from, to).await? {
        found.extend(paid_back(db, row).await?);
    }
    Ok(found)
}

/// The refund or dispute that a processor lists; `None` if the shop does not know it.
pub async fn paid_back_as(db: &impl ConnectionTrait, processor: &str, movement: &Movement) -> Result<Option<PaidBack>> {
    for row in store::of_payment(db, processor, movement.payment.as_str()).await? {
        let key = movement.refund.as_ref().map(|key| key.as_str());
        let known = paid_back(db, row).await?.filter(|known| known.is(movement.kind, key, &movement.reference));
        if known.is_some() {
            return Ok(known);
        }
    }
    Ok(None)
}

async fn paid_back(db: &impl ConnectionTrait, row: PaymentRow) -> Result<Option<PaidBack>> {
    let Some(refund) = store::find(db, &row.refund_id).await? else { return Ok(None) };
    Ok(Some(PaidBack {
        kind: if refund.kind == Kind::Dispute { MovementKind::Dispute } else { MovementKind::Refund },
        order_id: refund.order_id,
        payment: row.payment(),
        state: match row.state {
            State::Succeeded => MovementState::Settled,
            // The processor did not pay it back.
            State::Failed | State::Replaced | State::Elsewhere => MovementState::Failed,
            State::Requested | State::Sent | State::Unknown | State::Pending => MovementState::Pending,
            State::Carried => return Ok(None),
        },
        processor: row.processor,
        key: row.id,
        reference: row.reference,
        amount: row.amount,
        at: row.changed_at,
    }))
}
