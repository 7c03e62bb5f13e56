//! What was refunded of an order.

use std::collections::{BTreeSet, HashMap};

use sea_orm::ConnectionTrait;

use super::entity::refund::Kind;
use super::store;
use super::take_back::units_of;
use super::wire::OrderRefunds;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::order::{self, OrderLineRow, SoldOrder};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use midway_kernel::money::Money;

/// The id of the order with this confirmation number, as people write it.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub async fn order_id(app: &App, number: &str) -> Result<String> {
    order::id_by_number(app.db.read(), number).await?.ok_or(Error::NotFound)
}

/// The tickets that a refund has revoked. Those of its units that were revoked before, for another reason, are not among them.
///
/// # Errors
/// Those of the database.
pub async fn revoked_tickets(db: &impl ConnectionTrait, refund_id: &str) -> Result<Vec<TicketRow>> {
    let Some(refund) = store::find(db, refund_id).await? else { return Ok(Vec::new()) };
    let because = match refund.kind {
        Kind::Exchange => RevokedBecause::Exchanged,
        _ => RevokedBecause::Refunded,
    };
    let mut tickets = ticket::of_order(db, &refund.order_id).await?;
    tickets.retain(|ticket| {
        let units = ticket.order_line_id.as_ref().and_then(|line| refund.units.0.get(line));
        ticket.revoked_because == Some(because) && units.is_some_and(|units| units.contains(&ticket.unit))
    });
    Ok(tickets)
}

/// The units of these orders that were refunded, by line.
///
/// # Errors
/// Those of the database.
pub async fn refunded_units(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<HashMap<String, BTreeSet<i32>>> {
    let mut refunded: HashMap<String, BTreeSet<i32>> = HashMap::new();
    for (line_id, units) in store::of_orders(db, order_ids).await?.into_iter().flat_map(|refund| refund.units.0) {
        refunded.entry(line_id).or_default().extend(units);
    }
    Ok(refunded)
}

/// The amounts of the refunds of an order and of their payments, by what the audit table names: the id of a refund, that of a
/// payment, or the processor's id of a refund that was not made by the shop.
///
/// # Errors
/// Those of the database.
pub async fn recorded_amounts(db: &impl ConnectionTrait, order_id: &str) -> Result<HashMap<String, Money>> {
    let refunds = store::of_order(db, order_id).await?;
    let ids: Vec<String> = refunds.iter().map(|refund| refund.id.clone()).collect();
    let payments = store::payments_of(db, &ids).await?;
    let by_reference = payments.iter().filter_map(|row| Some((row.reference.clone()?, row.amount)));
    let mut amounts: HashMap<String, Money> = by_reference.collect();
    amounts.extend(payments.iter().map(|row| (row.id.clone(), row.amount)));
    amounts.extend(refunds.into_iter().map(|refund| (refund.id, refund.amount)));
    Ok(amounts)
}

/// How many units of a line have places: those that are left, and those that were refunded while their places stay taken.
pub async fn units_with_places(db: &impl ConnectionTrait, line: &OrderLineRow) -> Result<i64> {
    let refunds = store::of_order(db, &line.order_id).await?;
    let kept: i64 = refunds.iter().filter(|it| it.places_kept).map(|it| units_of(it, line)).sum();
    Ok(line.quantity - line.units_refunded + kept)
}

/// The refunds of an order, as its buyer sees them.
pub async fn of_order(app: &App, sold: &SoldOrder) -> Result<OrderRefunds> {
    let db = app.db.read();
    let refunds = store::of_order(db, &sold.order.id).await?;
    let ids: Vec<String> = refunds.iter().map(|refund| refund.id.clone()).collect();
    let exchanged = refunds.iter().filter_map(|refund| refund.exchanged_for.clone()).collect();
    let numbers = order::numbers(db, exchanged).await?;
    Ok(OrderRefunds::new(sold, &refunds, &store::payments_of(db, &ids).await?, &numbers))
}

/// What the operator sees of an order.
#[derive(Debug)]
pub struct Listing {
    pub number: String,
    pub total: Money,
    pub lines: Vec<ListedLine>,
    pub refunds: OrderRefunds,
}

/// A line of an order with what is left of it.
#[derive(Debug)]
pub struct ListedLine {
    pub name: String,
    pub quantity: i64,
    /// How many units can still be refunded.
    pub left: u32,
    pub tickets: Vec<TicketRow>,
}

/// The lines of an order with what is left of them, and its refunds.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn listing(app: &App, order_id: &str) -> Result<Listing> {
    let sold = order::sold(app.db.read(), order_id).await?.ok_or(Error::NotFound)?;
    let refunds = of_order(app, &sold).await?;
    let tickets = ticket::of_order(app.db.read(), order_id).await?;
    let line = |line: &OrderLineRow| ListedLine {
        name: SoldOrder::name_of(line),
        quantity: line.quantity,
        left: line.units_left(),
        tickets: tickets.iter().filter(|it| it.order_line_id.as_ref() == Some(&line.id)).cloned().collect(),
    };
    Ok(Listing {
        lines: sold.lines.iter().map(line).collect(),
        refunds,
        number: sold.order.number,
        total: sold.order.total,
    })
}
