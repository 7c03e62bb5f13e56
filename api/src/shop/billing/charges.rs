//! Charges of later payments, to compare them with the processor's.

use sea_orm::ConnectionTrait;

use super::entity::payment::{Model as PaymentRow, State};
use super::store;
use crate::error::Result;
use crate::shop::payment::processor::{MovementState, PaymentRef};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The charge of a later payment under one key.
pub struct Charge {
    pub order_id: String,
    pub processor: String,
    pub payment: PaymentRef,
    pub amount: Money,
    pub state: MovementState,
    pub at: Instant,
}

/// The later payments that were charged from `from` until before `to`, and those whose charge began then and is not
/// settled.
pub async fn charges_between(db: &impl ConnectionTrait, from: Instant, to: Instant) -> Result<Vec<Charge>> {
    let mut charges = Vec::new();
    for row in store::charged_between(db, from, to).await? {
        let key = row.key();
        charges.extend(charge(db, row, &key).await?);
    }
    Ok(charges)
}

/// The charge with this key; `None` if it is not the key of a charge.
pub async fn charge_by_key(db: &impl ConnectionTrait, key: &str) -> Result<Option<Charge>> {
    let Some((id, _)) = key.rsplit_once('-') else { return Ok(None) };
    match store::payment(db, id).await? {
        Some(row) => charge(db, row, key).await,
        None => Ok(None),
    }
}

async fn charge(db: &impl ConnectionTrait, row: PaymentRow, key: &str) -> Result<Option<Charge>> {
    let Some(agreed) = store::agreement(db, &row.agreement_id).await? else { return Ok(None) };
    let state = match row.state {
        // Another try has charged it.
        _ if row.key() != key => MovementState::Failed,
        State::Paid => MovementState::Settled,
        State::Charging => MovementState::Pending,
        State::Due | State::Ended => MovementState::Failed,
    };
    Ok(Some(Charge {
        processor: agreed.processor,
        payment: PaymentRef::without_session(key),
        amount: row.amount,
        state,
        at: row.paid_at.unwrap_or(row.changed_at),
        order_id: row.agreement_id,
    }))
}
