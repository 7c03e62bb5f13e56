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
const PASS: Text = Text { id: "exchange.pass", default: "{{name}} is a pass. It has no date or time to change." };
const REDEEMED: Text =
    Text { id: "exchange.redeemed", default: "{{name}} was redeemed, so its date and time can't be changed online." };
const GOODS: Text = Text {
    id: "exchange.goods",
    default: "{{name}} includes items that you keep, so its date and time can't be changed online.",
};
const TOO_LATE: Text = Text { id: "exchange.too-late", default: "It is too late to change {{name}}." };
const NO_LONGER_SOLD: Text = Text { id: "exchange.no-longer-sold", default: "{{name}} is no longer sold." };

/// The moment until when a line can be exchanged.
///
/// # Errors
/// A refusal for a line that cannot be exchanged, or no longer.
pub fn ends(catalog: &Catalog, order: &OrderRow, line: &OrderLineRow, now: Instant) -> Result<Instant, Refusal> {
    let refusal = |text| Refusal::new(text).with("name", SoldOrder::name_of(line));
    if line.first_name.is_some() {
        return Err(refusal(PASS));
    }
    if line.entitlement_id.is_some() {
        return Err(refusal(REDEEMED));
    }
    let rule = line.cancellation.as_ref().and_then(|rules| rules.exchange);
    // A bundle may have been built of nothing that has a time.
    let rule = rule.filter(|_| order::purchased(catalog, order, line).visit.is_some());
    if rule.is_none() && order::choice_until(line, now).is_none() {
        return Err(refusal(NOT_EXCHANGEABLE));
    }
    if line.is_bundle_with_goods() {
        return Err(refusal(GOODS));
    }
    if !order::is_sold(catalog, line) {
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
