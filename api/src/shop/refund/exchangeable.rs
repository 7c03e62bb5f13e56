//! What a buyer may exchange now, and what the rules of the purchase say about it.

use super::entity::RefundedUnits;
use crate::error::Refusal;
use crate::shop::order::{self, OrderLineRow, OrderRow, SoldOrder};
use midway_catalog::Catalog;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOT_EXCHANGEABLE: Text =
    Text { id: "exchange.not-exchangeable", default: "The date and time of {{name}} can't be changed online." };
const TOO_LATE: Text = Text { id: "exchange.too-late", default: "It is too late to change {{name}}." };
const NO_LONGER_SOLD: Text = Text { id: "exchange.no-longer-sold", default: "{{name}} is no longer sold." };
/// The moment until when a line can be exchanged.
///
/// # Errors
/// A refusal for a line that cannot be exchanged, or no longer.
pub fn ends(catalog: &Catalog, order: &OrderRow, line: &OrderLineRow, now: Instant) -> Result<Instant, Refusal> {
    let refusal = |text| Refusal::new(text).with("name", SoldOrder::name_of(line));
    let has_rule = order::choice_until(line, now).is_some()
        || line.cancellation.as_ref().is_some_and(|rules| rules.exchange.is_some());
    if !has_rule {
        return Err(refusal(NOT_EXCHANGEABLE));
    }
    if catalog.variant(&line.variant_id).is_none() {
        return Err(refusal(NO_LONGER_SOLD));
    }
    order::exchange_ends(catalog, order, line, now).ok_or_else(|| refusal(TOO_LATE))
}

/// What the shop keeps of these units when they are exchanged.
///
/// # Errors
/// As [`ends`].
pub fn fee(catalog: &Catalog, sold: &SoldOrder, units: &RefundedUnits, now: Instant) -> Result<Money, Refusal> {
    let mut fee = Money::ZERO;
    for line in &sold.lines {
        let Some(units) = units.0.get(&line.id) else { continue };
        ends(catalog, &sold.order, line, now)?;
        fee = fee + fee_of_unit(line, now).times(u32::try_from(units.len()).unwrap_or(0));
    }
    Ok(fee)
}

/// What the shop keeps of a unit of a line when it is exchanged.
pub fn fee_of_unit(line: &OrderLineRow, now: Instant) -> Money {
    if order::choice_until(line, now).is_some() {
        return Money::ZERO;
    }
    line.cancellation.as_ref().and_then(|rules| rules.exchange).map_or(Money::ZERO, |rule| rule.fee)
}
