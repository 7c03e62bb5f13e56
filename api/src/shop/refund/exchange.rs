//! Exchanging units of an order for others. The buyer chooses them on the page of the order, and what they are worth then
//! pays for what the buyer puts into the cart. They are taken back when the cart is bought, and not before.

use std::collections::BTreeSet;

use sea_orm::prelude::async_trait;

use super::actions::{plan, plan_in, take_exchanged};
use super::asked::{Asked, What};
use super::cancellation::worth;
use super::choice::Order;
use super::entity::RefundedUnits;
use super::self_service::chosen;
use super::wire::UnitFields;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::{
    self, BuiltBundle, Cart, CartCommand, CartExchange, ExchangedItem, PriceFloors, places_of, seats_of,
};
use crate::shop::inventory::{self, Draw, HeldClaims};
use crate::shop::order::{self, Exchanges, OrderExchange, OrderLineRow, OrderRow, SoldOrder};
use crate::shop::ticket;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const CHANGED: Text = Text {
    id: "exchange.changed",
    default: "The value of your tickets has changed. Please start the exchange again from your order.",
};

fn asked(order_id: &str, units: RefundedUnits) -> Asked {
    Asked::by_shopper(order_id, What::Exchange(units))
}

/// Exchanges units of an order, which the visitor may see, for what the visitor puts into the cart. Nothing changes in the
/// order yet. It replaces an exchange with which the visitor has begun before.
///
/// # Errors
/// As [`plan`]; a refusal also for what the rules of the purchase do not let a buyer exchange now.
pub async fn begin(app: &App, visitor: &Visitor, order_id: &str, units: Vec<UnitFields>) -> Result<()> {
    let (now, catalog) = (app.clock.now(), app.catalog.current());
    let units = chosen(units);
    let plan = plan(app, &asked(order_id, units.clone())).await?;
    let db = app.db.read();
    let sold = order::sold(db, order_id).await?.ok_or(Error::NotFound)?;
    let tickets = ticket::of_order(db, order_id).await?;
    let order = Order { lines: &sold.lines, tickets: &tickets, refunded: Vec::new(), donations: BTreeSet::new() };
    let of_units = |(id, units): (&String, &Vec<i32>)| {
        let tickets = units.iter().flat_map(|unit| order.tickets_of(id, *unit));
        tickets.map(|ticket| ticket.id.clone()).collect::<Vec<_>>()
    };
    let item = |line: &OrderLineRow| {
        let units = units.0.get(&line.id)?.clone();
        let step = order::cancellation_step(&catalog, &sold.order, line, now);
        Some(ExchangedItem {
            line_id: line.id.clone(),
            product_id: line.product_id.clone(),
            variant_id: line.variant_id.clone(),
            // The other name of a bundle is its day.
            name: if line.is_bundle() { line.product_name.clone() } else { SoldOrder::name_of(line) },
            bundle: line.package.as_ref().and_then(BuiltBundle::of),
            visit: order::visit_in_words(line),
            seat_day: line.performances.0.first().filter(|chosen| chosen.seat.is_some()).map(|chosen| chosen.date),
            places: places_of(&line.performances),
            seats: seats_of(&line.performances),
            unit_price: worth(line),
            floors: floors_of(line, &units, now),
            units,
            percent: step.map_or(0, |(step, _)| step.percent),
        })
    };
    let exchange = CartExchange {
        order_id: sold.order.id.clone(),
        order_number: sold.order.number.clone(),
        items: sold.lines.iter().filter_map(item).collect(),
        tickets: units.0.iter().flat_map(of_units).collect(),
        worth: plan.amount + plan.kept.total(),
        fee: plan.kept.total(),
    };
    cart::execute_without_question(app, visitor, CartCommand::Exchange(Some(Box::new(exchange)))).await
}

/// The floors of these units of a line. A buyer with a choice could get everything back, so nothing is floored.
fn floors_of(line: &OrderLineRow, units: &[i32], now: Instant) -> PriceFloors {
    if order::choice_until(line, now).is_some() {
        return PriceFloors::default();
    }
    let floors = line.price_floors.iter().flat_map(|floors| &floors.0);
    PriceFloors(floors.filter(|(unit, _)| units.contains(unit)).map(|(unit, floor)| (*unit, *floor)).collect())
}

fn units_of(exchange: &CartExchange) -> RefundedUnits {
    RefundedUnits(exchange.items.iter().map(|item| (item.line_id.clone(), item.units.clone())).collect())
}

/// Takes exchanged units back when the order that they pay is written.
pub struct InOrders;

#[async_trait::async_trait]
impl Exchanges for InOrders {
    async fn check(&self, app: &App, tx: &Transaction, cart: &Cart) -> Result<()> {
        let Some(exchange) = &cart.exchange else { return Ok(()) };
        let plan = plan_in(app, tx, &asked(&exchange.order_id, units_of(exchange))).await?;
        if (plan.amount, plan.kept.total()) != (exchange.credit(), exchange.fee) {
            return Err(Refusal::new(CHANGED).into());
        }
        let sold = order::sold(tx, &exchange.order_id).await?.ok_or(Error::NotFound)?;
        let now = app.clock.now();
        let percent = |line_id: &str| {
            let line = sold.lines.iter().find(|line| line.id == line_id)?;
            Some(order::cancellation_step(&app.catalog.current(), &sold.order, line, now)?.0.percent)
        };
        // Its performance may have been moved, and a choice that left out the floors may be over.
        let is_as_told = |item: &ExchangedItem, line: &OrderLineRow| {
            places_of(&line.performances) == item.places
                && worth(line) == item.unit_price
                && floors_of(line, &item.units, now) == item.floors
        };
        let line_of = |item: &ExchangedItem| sold.lines.iter().find(|line| line.id == item.line_id);
        if !exchange.items.iter().all(|item| line_of(item).is_some_and(|line| is_as_told(item, line))) {
            return Err(Refusal::new(CHANGED).into());
        }
        // What the new tickets give back follows from what the old ones would give back now.
        if exchange.items.iter().any(|item| percent(&item.line_id).unwrap_or(0) < item.percent) {
            return Err(Refusal::new(CHANGED).into());
        }
        let catalog = app.catalog.current();
        let at_payment = cart::claim_at_payment(&catalog, cart).map(|claim| claim.draws).unwrap_or_default();
        let needed = cart::needed_stock(&catalog, &cart.lines).into_iter().chain(at_payment).collect();
        lock_stocks(tx, exchange, needed).await
    }

    async fn lock(&self, tx: &Transaction, exchange: &CartExchange, held: &HeldClaims) -> Result<()> {
        order::lock_sold(tx, &exchange.order_id).await?;
        let tickets = ticket::of_order(tx, &exchange.order_id).await?;
        ticket::lock(tx, &tickets.into_iter().map(|ticket| ticket.id).collect::<Vec<_>>()).await?;
        let draw = |(key, quantity): (&inventory::StockKey, u32)| Draw { key: key.clone(), capacity: 0, quantity };
        lock_stocks(tx, exchange, held.claimed().map(draw).collect()).await
    }

    async fn take_back(&self, app: &App, tx: &Transaction, exchange: &CartExchange, order: &OrderRow) -> Result<()> {
        let agreed: &OrderExchange = order.exchange.as_ref().ok_or(Error::NotFound)?;
        take_exchanged(app, tx, &asked(&exchange.order_id, units_of(exchange)), (agreed, &order.id)).await
    }
}

/// Locks these stocks and those of the exchanged lines. Stocks are always locked in the order of their keys.
async fn lock_stocks(tx: &Transaction, exchange: &CartExchange, mut draws: Vec<Draw>) -> Result<()> {
    for item in &exchange.items {
        draws.extend(inventory::sold_to(tx, &item.line_id).await?);
    }
    draws.sort_by(|one, other| one.key.cmp(&other.key));
    draws.dedup_by(|one, other| one.key == other.key);
    for draw in &draws {
        inventory::lock(tx, draw).await?;
    }
    Ok(())
}
