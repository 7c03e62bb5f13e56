//! What a buyer may exchange now, and what the rules of the purchase say about it.

use super::entity::RefundedUnits;
use crate::error::Refusal;
use crate::shop::order::{self, NotExchangeable, OrderLineRow, OrderRow, SoldOrder};
use midway_catalog::Catalog;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOT_EXCHANGEABLE: Text =
    Text { id: "exchange.not-exchangeable", default: "The date and time of {{name}} can't be changed online." };
const PASS: Text = Text { id: "exchange.pass", default: "{{name}} is a pass, so there's no date or time to change." };
const REDEEMED: Text =
    Text { id: "exchange.redeemed", default: "{{name}} was redeemed, so its date and time can't be changed online." };
const GOODS: Text = Text {
    id: "exchange.goods",
    default: "{{name}} includes merchandise, so its date and time can't be changed online.",
};
const TOO_LATE: Text = Text { id: "exchange.too-late", default: "It's too late to change {{name}}." };
const NO_LONGER_SOLD: Text = Text { id: "exchange.no-longer-sold", default: "{{name}} is no longer available." };

/// The moment until when a line can be exchanged.
///
/// # Errors
/// A refusal for a line that cannot be exchanged, or no longer.
pub fn ends(catalog: &Catalog, order: &OrderRow, line: &OrderLineRow, now: Instant) -> Result<Instant, Refusal> {
    let refusal = |reason| Refusal::new(text_of(reason)).with("name", SoldOrder::name_of(line));
    order::exchange_ends(catalog, order, line, now).map_err(refusal)
}

fn text_of(reason: NotExchangeable) -> Text {
    match reason {
        NotExchangeable::Pass => PASS,
        NotExchangeable::Redeemed => REDEEMED,
        NotExchangeable::Goods => GOODS,
        NotExchangeable::NoLongerSold => NO_LONGER_SOLD,
        NotExchangeable::NotInRules => NOT_EXCHANGEABLE,
        NotExchangeable::TooLate => TOO_LATE,
    }
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
