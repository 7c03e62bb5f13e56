//! What the ledger says about refunds. A refund that the shop decides is owed to the buyer at once, and no longer when it
//! is paid back. What a processor or a bank pays back without being asked is entered as it goes.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;

use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::store::{self, Answer};
use crate::error::{Error, Result};
use crate::platform::db::Db;
use crate::shop::ledger::{self, Account, Cause, Entry, Line, Share, allotted};
use crate::shop::order::{self, OrderLineRow};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// Enters a refund in the transaction that decides it.
pub(super) async fn enter(tx: &impl ConnectionTrait, refund: &RefundRow, lines: &[OrderLineRow]) -> Result<()> {
    let donations = ledger::donation_lines(tx, &refund.order_id).await?;
    ledger::record(
        tx,
        Entry {
            order_id: refund.order_id.clone(),
            cause: Cause::Refund,
            subject: refund.id.clone(),
            number: 0,
            occurred_at: refund.made_at,
            lines: decided(refund, lines, &donations),
        },
    )
    .await
}

/// The lines of the entry for a decision. What processors and banks decide is entered with its payment.
pub(super) fn decided(refund: &RefundRow, lines: &[OrderLineRow], donations: &BTreeSet<String>) -> Vec<Line> {
    let mut entered = match refund.kind {
        Kind::Units | Kind::Exchange | Kind::Void => returned(refund, lines, donations),
        Kind::Goodwill => vec![Line::debit(Account::Goodwill, refund.amount)],
        Kind::AtProcessor | Kind::Dispute => return Vec::new(),
    };
    entered.push(Line::credit(Account::RefundsPayable, refund.amount));
    entered.push(Line::credit(Account::InstallmentsReceivable, refund.no_longer_due));
    entered
}

/// By how much a refund reduces what was earned. A donation goes back as it was given; the other parts are divided among
/// the lines whose units were returned.
fn returned(refund: &RefundRow, lines: &[OrderLineRow], donations: &BTreeSet<String>) -> Vec<Line> {
    let units = |line: &OrderLineRow| refund.units.0.get(&line.id).map_or(0, Vec::len);
    let returned: Vec<&OrderLineRow> = lines.iter().filter(|line| units(line) > 0).collect();
    let is_donation = |line: &OrderLineRow| donations.contains(&line.id);
    let (given, sold): (Vec<&OrderLineRow>, Vec<&OrderLineRow>) =
        returned.into_iter().partition(|line| is_donation(line));
    let shares = |lines: &[&OrderLineRow], of_unit: fn(&OrderLineRow) -> Money| {
        let share = |line: &&OrderLineRow| {
            let cost = of_unit(line).times(u32::try_from(units(line)).unwrap_or(0));
            Share { of: (line.id.clone(), line.first_day()), cost }
        };
        lines.iter().map(share).collect::<Vec<_>>()
    };
    // A void takes back only what is not paid yet, and a donation was paid at once.
    let given = if refund.kind == Kind::Void { Vec::new() } else { shares(&given, |line| line.unit_price) };
    let all_given: Money = given.iter().map(|share| share.cost).sum();
    let donated = all_given.min(refund.price).max(Money::ZERO);
    let parts = [
        (Account::Donations, donated, given),
        (Account::Sales, refund.price - donated, shares(&sold, |line| line.unit_price)),
        (Account::Fees, refund.fees, shares(&sold, |line| line.unit_fees)),
        (Account::Tax, refund.tax, shares(&sold, |line| line.unit_tax)),
        (Account::Delivery, refund.delivery, Vec::new()),
    ];
    let mut entered = Vec::new();
    for (account, amount, shares) in parts {
        for (line, part) in allotted(amount, &shares) {
            let debit = Line::debit(account, part);
            entered.push(match line {
                Some((id, day)) => debit.of(&id, day),
                None => debit,
            });
        }
    }
    entered
}

/// The accounts that a refunded payment debits and credits in its state, if any.
fn standing(kind: Kind, state: State) -> Option<(Account, Account)> {
    use Account::{DisputeLosses, Disputed, Exchanges, PaidElsewhere, Processor, RefundsAtProcessor, RefundsPayable};
    match (kind, state) {
        (Kind::Dispute, State::Failed) | (Kind::AtProcessor, State::Failed) => None,
        (Kind::Dispute, State::Succeeded) => Some((DisputeLosses, Processor)),
        // The bank takes the money back when the dispute begins.
        (Kind::Dispute, _) => Some((Disputed, Processor)),
        (Kind::AtProcessor, State::Succeeded) => Some((RefundsAtProcessor, Processor)),
        (Kind::AtProcessor, _) => Some((RefundsAtProcessor, RefundsPayable)),
        (_, State::Succeeded) => Some((RefundsPayable, Processor)),
        (_, State::Elsewhere) => Some((RefundsPayable, PaidElsewhere)),
        (_, State::Carried) => Some((RefundsPayable, Exchanges)),
        // It is still owed.
        (Kind::Units | Kind::Exchange | Kind::Goodwill | Kind::Void, _) => None,
    }
}

/// What is entered about a refunded payment when it reaches its state.
pub(super) fn paid_back(kind: Kind, row: &PaymentRow) -> Vec<Line> {
    let Some((debit, credit)) = standing(kind, row.state) else { return Vec::new() };
    let line = |account, amount| {
        let line = Line::debit(account, amount);
        if account == Account::Processor { line.at(&row.processor) } else { line }
    };
    vec![line(debit, row.amount), line(credit, -row.amount)]
}

/// Enters a new refunded payment that the shop did not ask for.
pub(super) async fn enter_seen(tx: &impl ConnectionTrait, refund: &RefundRow, row: &PaymentRow) -> Result<()> {
    enter_change(tx, refund, None, row).await
}

/// Moves a refunded payment along a transition, as [`store::advance`] does, and enters it.
pub(super) async fn advance(
    tx: &impl ConnectionTrait,
    row: &PaymentRow,
    answer: Answer,
    now: Instant,
) -> Result<Option<PaymentRow>> {
    let Some(after) = store::advance(tx, row, answer, now).await? else { return Ok(None) };
    let refund = store::find(tx, &row.refund_id).await?;
    let refund = refund.ok_or_else(|| Error::Internal(format!("refunded payment {} has no refund", row.id)))?;
    enter_change(tx, &refund, Some(row), &after).await?;
    Ok(Some(after))
}

async fn enter_change(
    tx: &impl ConnectionTrait,
    refund: &RefundRow,
    before: Option<&PaymentRow>,
    after: &PaymentRow,
) -> Result<()> {
    let reversed = |line: Line| Line { amount: -line.amount, ..line };
    let before = before.map(|row| paid_back(refund.kind, row)).unwrap_or_default();
    let after_lines = paid_back(refund.kind, after);
    if before == after_lines {
        return Ok(());
    }
    let lines = before.into_iter().map(reversed).chain(after_lines).collect();
    let number = ledger::entries_about(tx, &refund.order_id, Cause::PaymentBack, &after.id).await?;
    ledger::record(
        tx,
        Entry {
            order_id: refund.order_id.clone(),
            cause: Cause::PaymentBack,
            subject: after.id.clone(),
            number,
            occurred_at: after.changed_at,
            lines,
        },
    )
    .await
}

/// Enters the refunds that are not in the ledger, because an earlier version of the shop has written them. Returns their
/// number.
pub async fn enter_missing(db: &Db) -> Result<u64> {
    let mut entered = 0;
    for refund in store::all(db.read()).await? {
        let tx = db.begin().await?;
        let Some(sold) = order::lock_sold(&tx, &refund.order_id).await? else { continue };
        let is_new = !ledger::is_entered(&tx, Cause::Refund, &refund.id).await?;
        if is_new {
            enter(&tx, &refund, &sold.lines).await?;
        }
        let mut is_changed = false;
        for row in store::payments_of(&tx, std::slice::from_ref(&refund.id)).await? {
            let entries = ledger::entries_about(&tx, &refund.order_id, Cause::PaymentBack, &row.id).await?;
            if entries == 0 && !paid_back(refund.kind, &row).is_empty() {
                enter_seen(&tx, &refund, &row).await?;
                is_changed = true;
            }
        }
        tx.commit().await?;
        entered += u64::from(is_changed || is_new && !decided(&refund, &sold.lines, &BTreeSet::new()).is_empty());
    }
    Ok(entered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::Iterable;

    #[test]
    fn payment_back_credits_the_processor_only_while_the_money_is_gone_from_there() {
        for kind in Kind::iter() {
            for state in State::iter() {
                let is_gone = match kind {
                    Kind::Dispute => state != State::Failed,
                    _ => state == State::Succeeded,
                };
                let credits = standing(kind, state).is_some_and(|(_, credit)| credit == Account::Processor);
                assert_eq!(credits, is_gone, "{kind:?} {state:?}");
            }
        }
    }
}
