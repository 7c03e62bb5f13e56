//! What the ledger says about later payments: what was owed is now at the processor.

use sea_orm::ConnectionTrait;

use super::entity::payment::{Model as PaymentRow, State};
use super::store;
use crate::error::Result;
use crate::platform::db::Db;
use crate::shop::ledger::{self, Account, Cause, Entry, Line};

/// Enters a charged payment in the transaction of its result.
pub(super) async fn enter(tx: &impl ConnectionTrait, processor: &str, paid: &PaymentRow) -> Result<()> {
    ledger::record(
        tx,
        Entry {
            order_id: paid.agreement_id.clone(),
            cause: Cause::Charge,
            subject: paid.id.clone(),
            number: 0,
            occurred_at: paid.paid_at.unwrap_or(paid.changed_at),
            lines: entered(processor, paid),
        },
    )
    .await
}

/// The lines of a payment's entry; none before it is charged.
pub(super) fn entered(processor: &str, row: &PaymentRow) -> Vec<Line> {
    if row.state != State::Paid {
        return Vec::new();
    }
    vec![
        Line::debit(Account::Processor, row.amount).at(processor),
        Line::credit(Account::InstallmentsReceivable, row.amount),
    ]
}

/// Enters the charged payments that are not in the ledger, because an earlier version of the shop has charged them.
/// Returns their number.
pub async fn enter_missing(db: &Db) -> Result<u64> {
    let mut entered = 0;
    for agreed in store::agreements(db.read()).await? {
        for row in store::payments(db.read(), &agreed.id).await?.iter().filter(|row| row.state == State::Paid) {
            if !ledger::is_entered(db.read(), Cause::Charge, &row.id).await? {
                let tx = db.begin().await?;
                enter(&tx, &agreed.processor, row).await?;
                tx.commit().await?;
                entered += 1;
            }
        }
    }
    Ok(entered)
}
