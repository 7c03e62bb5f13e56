//! How much a refund is, and the states of a refunded payment. Pure.
//!
//! A refund is what the order is worth less: what was paid for it so far, minus what the remaining units would have cost
//! in the same order. The prices, fees and taxes of the purchase stay; the offers of the purchase are applied again to
//! the remaining units. So whoever returns three of five tickets with a group discount gets back what five cost more than
//! two. If the remaining units would have cost more than all of them did, nothing is paid back. However an order is
//! returned in parts, never more is paid back than was paid, and in the end everything is.
//!
//! The fees per order, the plan fees and the delivery go back with the last unit that is not a donation, as far as the
//! operator's settings say so. An amount that was given back as goodwill is taken off the last refunds.
//!
//! Of what a shopper cancels, the rules of the purchase decide which share of this amount is paid back, and which fee per
//! unit is kept of that share. What is kept was paid for units that are gone, so later refunds do not pay it back.
//!
//! Of a pass that is paid in installments, the unpaid share is no longer due, and the paid share is paid back.

use super::amounts::Amounts;
use super::entity::payment::State::{self, *};
use crate::shop::order::{OrderLineRow, OrderRow};
use midway_catalog::files::RefundSettings;
use midway_kernel::money::Money;

/// A line of an order, and how many of its units remain.
#[derive(Clone, Copy)]
pub struct Remaining<'o> {
    pub line: &'o OrderLineRow,
    pub units: u32,
    pub is_donation: bool,
}

/// What the remaining units of a line would have cost in the order, with the offers of the purchase as far as they still
/// apply.
fn of_line(order: &OrderRow, remaining: &[Remaining<'_>], at: usize) -> Amounts {
    let Remaining { line, units, .. } = remaining[at];
    let unit = Amounts { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax, ..Amounts::default() };
    let mut amounts = Amounts {
        price: unit.price.times(units),
        fees: unit.fees.times(units),
        tax: unit.tax.times(units),
        ..Amounts::default()
    };
    let is_whole = remaining.iter().all(|it| i64::from(it.units) == it.line.quantity);
    let offers = match &order.kept_offers {
        _ if is_whole => line.offers.iter().flat_map(|offers| offers.0.clone()).collect(),
        None => Vec::new(),
        Some(kept) => {
            let left = |id: &str| remaining.iter().find(|it| it.line.id == id).map_or(0, |it| it.units);
            kept.applied(left).remove(line.id.as_str()).unwrap_or_default().0
        }
    };
    for offer in offers {
        amounts = amounts
            + Amounts {
                price: offer.unit_price_adjustment.times(offer.quantity),
                fees: offer.unit_fees_adjustment.times(offer.quantity),
                tax: offer.unit_tax_adjustment.times(offer.quantity),
                ..Amounts::default()
            };
    }
    amounts
}

fn of_lines(order: &OrderRow, remaining: &[Remaining<'_>]) -> Amounts {
    (0..remaining.len()).map(|at| of_line(order, remaining, at)).sum()
}

/// The fees per order with those of payment plans, and the delivery, each with its tax.
fn of_whole_order(order: &OrderRow, all: &[Remaining<'_>]) -> (Amounts, Amounts) {
    let rest = Amounts::of_order(order) - of_lines(order, all);
    let fee_tax = order.fees.0.iter().map(|fee| fee.tax).sum();
    let fees = Amounts { fees: rest.fees, tax: fee_tax, ..Amounts::default() };
    (fees, Amounts { price: rest.price, ..rest - fees })
}

/// What an order is worth while these units remain.
fn worth(order: &OrderRow, remaining: &[Remaining<'_>], settings: &RefundSettings) -> Amounts {
    let all: Vec<Remaining<'_>> = remaining.iter().map(|it| Remaining { units: sold(it.line), ..*it }).collect();
    let (fees, delivery) = of_whole_order(order, &all);
    let is_over = remaining.iter().all(|it| it.units == 0 || it.is_donation);
    let kept = |amounts: Amounts, goes_back: bool| if is_over && goes_back { Amounts::default() } else { amounts };
    of_lines(order, remaining) + kept(fees, settings.order_fees) + kept(delivery, settings.delivery)
}

fn sold(line: &OrderLineRow) -> u32 {
    u32::try_from(line.quantity).unwrap_or(0)
}

/// By how much an order is reduced if only these units remain. `reduced` is by how much earlier refunds of units have
/// reduced it. Zero if the remaining units would have cost more than what is left.
pub fn reduction(
    order: &OrderRow,
    reduced: Amounts,
    remaining: &[Remaining<'_>],
    settings: &RefundSettings,
) -> Amounts {
    let reduction = Amounts::of_order(order) - reduced - worth(order, remaining, settings);
    if reduction.total() > Money::ZERO { reduction } else { Amounts::default() }
}

/// What is no longer due of a payment plan: the share of the passes that are returned in the unpaid payments of all
/// passes with the plan. `before` and `after` are the prices of these passes.
pub fn no_longer_due(unpaid: Money, before: Money, after: Money) -> Money {
    if before <= Money::ZERO || after >= before {
        return Money::ZERO;
    }
    let stays = i128::from(unpaid.0) * i128::from(after.0.max(0)) / i128::from(before.0);
    unpaid - Money(i64::try_from(stays).unwrap_or(0))
}

/// Units of a line that a shopper cancels.
#[derive(Clone, Copy, Debug)]
pub struct CanceledLine {
    /// What the units cost, with fees and taxes and without offers.
    pub worth: Money,
    /// The share that is paid back.
    pub percent: u32,
    /// The fee for all of the units.
    pub fee: Money,
}

/// What the shop keeps of a cancellation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The share that is not paid back.
    pub share: Money,
    /// The fees per unit, at most what is left.
    pub fee: Money,
}

impl Kept {
    pub fn total(self) -> Money {
        self.share + self.fee
    }
}

/// What the shop keeps of the amount that these units would give back in full. If the lines have different shares, each
/// counts as much as its units are worth. Half a cent goes to the shopper.
pub fn kept_of(in_full: Money, lines: &[CanceledLine]) -> Kept {
    let worth: i128 = lines.iter().map(|line| i128::from(line.worth.0)).sum();
    let least = lines.iter().map(|line| line.percent).min().unwrap_or_default();
    let shares: i128 = lines.iter().map(|line| i128::from(line.worth.0) * i128::from(line.percent)).sum();
    let (share, whole) = if worth > 0 { (shares, worth * 100) } else { (i128::from(least), 100) };
    let back = (i128::from(in_full.0) * share * 2 + whole) / (whole * 2);
    let back = Money(i64::try_from(back).unwrap_or(0)).min(in_full);
    let fees: Money = lines.iter().map(|line| line.fee).sum();
    Kept { share: in_full - back, fee: fees.min(back) }
}

/// The part of each amount if `part` of their total is taken. The prices take what is left by rounding.
pub fn shared(part: Money, amounts: Amounts) -> Amounts {
    let total = i128::from(amounts.total().0);
    if total <= 0 {
        return Amounts { price: part, ..Amounts::default() };
    }
    let of = |amount: Money| {
        let share = i128::from(amount.0) * i128::from(part.0) / total;
        Money(i64::try_from(share).unwrap_or(0))
    };
    let (fees, tax, delivery) = (of(amounts.fees), of(amounts.tax), of(amounts.delivery));
    Amounts { price: part - fees - tax - delivery, fees, tax, delivery }
}

/// A payment of an order, and how much of it is not paid back yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refundable<P> {
    pub payment: P,
    pub left: Money,
}

/// From which payments an amount is paid back: from the first ones, as much as is left of each. `None` if too little is
/// left.
pub fn distributed<P: Clone>(payments: &[Refundable<P>], amount: Money) -> Option<Vec<(P, Money)>> {
    let mut rest = amount;
    let mut parts = Vec::new();
    for Refundable { payment, left } in payments {
        let part = rest.min(*left);
        if part > Money::ZERO {
            parts.push((payment.clone(), part));
            rest = rest - part;
        }
    }
    rest.is_zero().then_some(parts)
}

/// Every allowed transition of a refunded payment. No other transition can happen.
pub const TRANSITIONS: &[(State, State)] = &[
    (Requested, Sent),
    // Another process asks again, because the one that asked has stopped.
    (Sent, Sent),
    (Sent, Unknown),
    (Sent, Pending),
    (Sent, Succeeded),
    (Sent, Failed),
    // The answer is looked up, or asked for again with the same key.
    (Unknown, Sent),
    (Unknown, Pending),
    (Unknown, Succeeded),
    (Unknown, Failed),
    (Pending, Succeeded),
    (Pending, Failed),
    // A bank may send money back long after it was paid, and a dispute may be decided again.
    (Succeeded, Failed),
    (Failed, Succeeded),
    (Failed, Pending),
    (Failed, Replaced),
    (Failed, Elsewhere),
];

pub fn is_allowed(from: State, to: State) -> bool {
    TRANSITIONS.contains(&(from, to))
}
