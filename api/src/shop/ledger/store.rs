//! All SQL of the ledger.

use std::collections::BTreeSet;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::entry::Cause;
use super::entity::{Account, entry, line};
use super::rules::Line;
use crate::error::{Error, Result};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    pub order_id: String,
    pub cause: Cause,
    pub subject: String,
    /// How many entries about the subject there are already. Zero for a cause that happens once.
    pub number: u64,
    pub occurred_at: Instant,
    pub lines: Vec<Line>,
}

impl Entry {
    fn id(&self) -> String {
        let base = format!("{}-{}", self.cause.prefix(), self.subject);
        if self.number == 0 { base } else { format!("{base}-{}", self.number + 1) }
    }
}

/// Writes an entry in the transaction of its cause, once. Without amounts there is nothing to write.
///
/// # Errors
/// When its debits and credits differ.
pub async fn record(tx: &impl ConnectionTrait, entry: Entry) -> Result<()> {
    let id = entry.id();
    let amounts: Vec<&Line> = entry.lines.iter().filter(|line| !line.amount.is_zero()).collect();
    let sum: Money = amounts.iter().map(|line| line.amount).sum();
    if !sum.is_zero() {
        return Err(Error::Internal(format!("the debits of ledger entry {id} exceed its credits by {sum}")));
    }
    if amounts.is_empty() || entry::Entity::find_by_id(&id).one(tx).await?.is_some() {
        return Ok(());
    }
    let rows = (0..).zip(amounts).map(|(position, line)| {
        let row = line::Model {
            entry_id: id.clone(),
            position,
            account: line.account,
            debit: line.amount.max(Money::ZERO),
            credit: (-line.amount).max(Money::ZERO),
            processor: line.processor.clone(),
            order_line_id: line.order_line_id.clone(),
            visit_on: line.visit_on,
        };
        row.into_active_model()
    });
    line::Entity::insert_many(rows).exec_without_returning(tx).await?;
    // The entry closes its lines, so it is written last.
    let Entry { order_id, cause, subject, occurred_at, .. } = entry;
    let row = entry::Model { id, order_id, cause, subject, occurred_at };
    entry::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// How many entries there are about a subject.
pub async fn entries_about(db: &impl ConnectionTrait, order_id: &str, cause: Cause, subject: &str) -> Result<u64> {
    let entries = entry::Entity::find().filter(entry::Column::OrderId.eq(order_id));
    let entries = entries.filter(entry::Column::Cause.eq(cause)).filter(entry::Column::Subject.eq(subject));
    Ok(entries.count(db).await?)
}

/// Whether a subject was entered.
pub async fn is_entered(db: &impl ConnectionTrait, cause: Cause, subject: &str) -> Result<bool> {
    let id = format!("{}-{subject}", cause.prefix());
    Ok(entry::Entity::find_by_id(id).one(db).await?.is_some())
}

/// The ids of the order's lines that were entered as donations.
pub async fn donation_lines(db: &impl ConnectionTrait, order_id: &str) -> Result<BTreeSet<String>> {
    let sale = format!("{}-{order_id}", Cause::Sale.prefix());
    let lines = line::Entity::find().select_only().column(line::Column::OrderLineId);
    let lines = lines.filter(line::Column::EntryId.eq(sale)).filter(line::Column::Account.eq(Account::Donations));
    let ids: Vec<Option<String>> = lines.into_tuple().all(db).await?;
    Ok(ids.into_iter().flatten().collect())
}

/// All entries, the oldest first.
pub async fn all_entries(db: &impl ConnectionTrait) -> Result<Vec<entry::Model>> {
    let entries = entry::Entity::find().order_by_asc(entry::Column::OccurredAt).order_by_asc(entry::Column::Id);
    Ok(entries.all(db).await?)
}

pub async fn all_lines(db: &impl ConnectionTrait) -> Result<Vec<line::Model>> {
    let lines = line::Entity::find().order_by_asc(line::Column::EntryId).order_by_asc(line::Column::Position);
    Ok(lines.all(db).await?)
}
