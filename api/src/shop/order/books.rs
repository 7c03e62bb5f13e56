//! What the ledger says about an order: what was earned, and who owes or has paid it.

use std::collections::BTreeSet;

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::entity::{line, order};
use super::store;
use crate::error::Result;
use crate::platform::db::{Db, Transaction};
use crate::shop::ledger::{self, Account, Cause, Entry, Line};
use crate::shop::payment;
use midway_catalog::Catalog;
use midway_kernel::money::Money;

/// Whether a line is a donation. Of a product that has left the catalogue, a donation is what is neither a ticket nor
/// goods.
pub fn is_donation(catalog: &Catalog, line: &line::Model) -> bool {
    let is_nothing_else = || line.tickets == 0 && !line.delivery_item && line.package.is_none();
    catalog.product(&line.product_id).map_or_else(is_nothing_else, |product| product.donation.is_some())
}

/// Enters an order in its transaction.
pub(super) async fn enter(
    tx: &Transaction,
    catalog: &Catalog,
    order: &order::Model,
    lines: &[line::Model],
) -> Result<()> {
    let processor = match &order.attempt_id {
        Some(id) => payment::find(tx, id).await?.map(|attempt| attempt.processor),
        None => None,
    };
    let donations = lines.iter().filter(|line| is_donation(catalog, line)).map(|line| line.id.clone()).collect();
    ledger::record(
        tx,
        Entry {
            order_id: order.id.clone(),
            cause: Cause::Sale,
            subject: order.id.clone(),
            number: 0,
            occurred_at: order.placed_at,
            lines: entered(order, lines, processor.as_deref(), &donations),
        },
    )
    .await
}

/// The lines of an order's entry. What belongs to no line of the order, such as a fee per order, is its rest.
pub(super) fn entered(
    order: &order::Model,
    lines: &[line::Model],
    processor: Option<&str>,
    donations: &BTreeSet<String>,
) -> Vec<Line> {
    let mut entered = Vec::new();
    let paid = order.due_when_placed();
    entered.extend(processor.map(|processor| Line::debit(Account::Processor, paid).at(processor)));
    let credit = order.exchange_credit();
    entered.push(Line::debit(Account::Exchanges, credit));
    entered.push(Line::debit(Account::InstallmentsReceivable, order.total - credit - paid));
    let (mut fees, mut tax) = (order.fee_total, order.tax_total);
    for line in lines {
        let account = if donations.contains(&line.id) { Account::Donations } else { Account::Sales };
        let parts = [(account, line.item_total()), (Account::Fees, line.item_fees()), (Account::Tax, line.item_tax())];
        entered.extend(parts.map(|(account, amount)| Line::credit(account, amount).of(&line.id, line.first_day())));
        (fees, tax) = (fees - line.item_fees(), tax - line.item_tax());
    }
    let rest = [(Account::Fees, fees), (Account::Tax, tax), (Account::Delivery, order.delivery_total)];
    entered.extend(rest.map(|(account, amount)| Line::credit(account, amount)));
    entered
}

/// The number of orders that are entered in one transaction.
const BATCH: u64 = 200;

/// Enters the orders that are not in the ledger, because an earlier version of the shop has written them. Returns their
/// number.
pub async fn enter_missing(db: &Db, catalog: &Catalog) -> Result<u64> {
    let mut after = String::new();
    let mut entered = 0;
    loop {
        let orders = order::Entity::find().filter(order::Column::Total.gt(Money::ZERO));
        let orders = orders.filter(order::Column::Id.gt(after.as_str())).order_by_asc(order::Column::Id).limit(BATCH);
        let orders = orders.all(db.read()).await?;
        let Some(last) = orders.last() else { return Ok(entered) };
        after.clone_from(&last.id);
        let tx = db.begin().await?;
        for order in &orders {
            if !ledger::is_entered(&tx, Cause::Sale, &order.id).await? {
                enter(&tx, catalog, order, &store::lines(&tx, &order.id).await?).await?;
                entered += 1;
            }
        }
        tx.commit().await?;
    }
}
