//! What buyers cancel themselves on the page of their order.

use std::collections::{BTreeMap, BTreeSet};

use super::actions::{make, plan};
use super::asked::{Asked, What};
use super::cancellation;
use super::choice::Order;
use super::entity::RefundedUnits;
use super::exchangeable;
use super::plan::Plan;
use super::store;
use super::wire::{Cancelable, CancelableItem, CancelableUnit, CancellationQuote, UnitFields};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::shop::cart::{performance_views, seat_views};
use crate::shop::catalog::{cancellation_of_bought, moment_in_words};
use crate::shop::order::{self, OrderLineRow, SoldOrder};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_kernel::money::Money;
use midway_kernel::text::Messages;
use midway_kernel::time::Instant;

/// What of an order can be canceled now.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn cancelable(app: &App, order_id: &str) -> Result<Cancelable> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let db = app.db.read();
    let sold = order::sold(db, order_id).await?.ok_or(Error::NotFound)?;
    let tickets = ticket::of_order(db, order_id).await?;
    let earlier = store::of_order(db, order_id).await?;
    let order = Order {
        lines: &sold.lines,
        tickets: &tickets,
        refunded: earlier.iter().map(|refund| &refund.units).collect(),
        donations: BTreeSet::new(),
    };
    let mut items = Vec::new();
    for line in &sold.lines {
        let mut units = Vec::new();
        for unit in order.units_left(line) {
            let of_unit: Vec<&TicketRow> = order.tickets_of(&line.id, unit).collect();
            let refusal = cancellation::of_tickets(db, &catalog, &of_unit, now).await?;
            units.push(unit_view(&catalog, unit, &of_unit, refusal));
        }
        if !units.is_empty() {
            items.push(item(&catalog, &sold, line, units, now));
        }
    }
    Ok(Cancelable { order_id: sold.order.id.clone(), invoice_number: sold.order.number.clone(), items })
}

fn unit_view(catalog: &Catalog, unit: i32, tickets: &[&TicketRow], refusal: Option<Refusal>) -> CancelableUnit {
    CancelableUnit {
        unit,
        barcodes: tickets.iter().map(|ticket| ticket.media_code.clone()).collect(),
        refusal: refusal.map(|refusal| catalog.message(refusal.text, &refusal.values)),
    }
}

fn item(
    catalog: &Catalog,
    sold: &SoldOrder,
    line: &OrderLineRow,
    units: Vec<CancelableUnit>,
    now: Instant,
) -> CancelableItem {
    let step = cancellation::step(catalog, sold, line, now);
    let exchange_ends = exchangeable::ends(catalog, &sold.order, line, now);
    let message = |refusal: &Refusal| catalog.message(refusal.text, &refusal.values);
    let bought = order::purchased(catalog, &sold.order, line);
    let policy = line.cancellation.as_ref().map(|rules| cancellation_of_bought(catalog, Some(rules), &bought, now));
    CancelableItem {
        order_item_id: line.id.clone(),
        display_name: SoldOrder::name_of(line),
        is_pass: line.first_name.is_some(),
        holder_name: holder(line),
        performances: performance_views(&line.performances.0),
        seats: seat_views(&line.performances.0),
        display_price: line.unit_price + line.unit_fees,
        refusal: step.as_ref().err().map(message),
        exchange_refusal: exchange_ends.as_ref().err().map(message),
        exchange_until: exchange_ends.ok().map(|end| moment_in_words(end, bought.zone)),
        exchange_fee: exchangeable::fee_of_unit(line, now),
        until: step.ok().map(|(_, end)| moment_in_words(end, bought.zone)),
        policy,
        units,
    }
}

fn holder(line: &OrderLineRow) -> Option<String> {
    let name =
        [&line.first_name, &line.last_name].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// What the buyer would get back. Nothing changes.
///
/// # Errors
/// As [`super::plan`]; a refusal also for what the rules of the purchase do not let a buyer cancel now.
pub async fn quote(app: &App, order_id: &str, units: Vec<UnitFields>) -> Result<CancellationQuote> {
    let units = chosen(units);
    let sold = order::sold(app.db.read(), order_id).await?.ok_or(Error::NotFound)?;
    let worth: Money = sold.lines.iter().map(|line| worth_of(line, &units)).sum();
    let plan = plan(app, &asked(order_id, units, None)).await?;
    let in_full = plan.amount + plan.kept.total() + plan.no_longer_due;
    Ok(CancellationQuote {
        worth,
        adjustment: in_full - worth,
        kept_share: plan.kept.share,
        fee: plan.kept.fee,
        no_longer_due: plan.no_longer_due,
        refund: plan.amount,
    })
}

/// Cancels units for the amount to which the buyer agreed.
///
/// # Errors
/// As [`quote`]; a refusal also if the amount is another one now.
pub async fn cancel(app: &App, order_id: &str, units: Vec<UnitFields>, agreed: Money) -> Result<Plan> {
    make(app, &asked(order_id, chosen(units), Some(agreed))).await
}

fn asked(order_id: &str, units: RefundedUnits, agreed: Option<Money>) -> Asked {
    Asked::by_shopper(order_id, What::Cancellation { units, agreed })
}

pub fn chosen(units: Vec<UnitFields>) -> RefundedUnits {
    let mut chosen: BTreeMap<String, BTreeSet<i32>> = BTreeMap::new();
    for UnitFields { order_item_id, unit } in units {
        chosen.entry(order_item_id).or_default().insert(unit);
    }
    RefundedUnits(chosen.into_iter().map(|(id, units)| (id, units.into_iter().collect())).collect())
}

/// What the chosen units of a line cost.
fn worth_of(line: &OrderLineRow, units: &RefundedUnits) -> Money {
    let count = units.0.get(&line.id).map_or(0, Vec::len);
    cancellation::worth(line).times(u32::try_from(count).unwrap_or(0))
}
