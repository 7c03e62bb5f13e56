//! The response types of the calls for refunds.

use poem_openapi::{Enum, Object};

use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use crate::shop::order::{OrderLineRow, SoldOrder};
use midway_kernel::money::Money;
use midway_kernel::time::with_offset;

/// The refunds of an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OrderRefunds {
    /// The refunds, the first one first.
    pub refunds: Vec<RefundView>,
    /// What was paid back or is on its way.
    pub refunded_total: Money,
}

/// A refund, as the buyer sees it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RefundView {
    /// RFC 3339 with the offset of the order's site.
    pub refund_date: String,
    /// What is paid back.
    pub amount: Money,
    /// What is no longer charged of a payment plan.
    pub no_longer_due: Money,
    pub standing: RefundStanding,
    /// What was refunded; empty for an amount that was given back alone.
    pub items: Vec<RefundedItem>,
}

/// Units of a line that were refunded.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RefundedItem {
    pub order_item_id: String,
    /// Such as `Season Pass, Child`.
    pub display_name: String,
    pub quantity: u32,
}

/// Whether the money is paid back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum RefundStanding {
    /// The processor has not confirmed it yet.
    OnItsWay,
    PaidBack,
    /// It could not be paid back; the operator has to deal with it.
    NotPaidBack,
    /// There was nothing to pay back.
    Canceled,
}

impl OrderRefunds {
    pub fn new(sold: &SoldOrder, refunds: &[RefundRow], payments: &[PaymentRow]) -> Self {
        let is_shown = |refund: &&RefundRow| is_shown(refund, payments);
        let counted = payments.iter().filter(|payment| {
            payment.state.counts() && refunds.iter().any(|it| it.id == payment.refund_id && is_shown(&it))
        });
        let view = |refund: &RefundRow| RefundView {
            refund_date: with_offset(refund.made_at, sold.order.time_zone.parse().unwrap_or(chrono_tz::UTC)),
            amount: refund.amount,
            no_longer_due: refund.no_longer_due,
            standing: standing(refund, payments),
            items: sold.lines.iter().filter_map(|line| item(line, refund)).collect(),
        };
        OrderRefunds {
            refunds: refunds.iter().filter(is_shown).map(view).collect(),
            refunded_total: counted.map(|payment| payment.amount).sum(),
        }
    }
}

/// Whether the buyer sees a refund: not a dispute that the bank has not decided for the cardholder, and not what the
/// operator could not pay back at the processor.
fn is_shown(refund: &RefundRow, payments: &[PaymentRow]) -> bool {
    let mut states = payments.iter().filter(|payment| payment.refund_id == refund.id).map(|payment| payment.state);
    match refund.kind {
        Kind::Dispute => states.all(|state| state == State::Succeeded),
        Kind::AtProcessor => states.all(|state| state != State::Failed),
        Kind::Units | Kind::Goodwill | Kind::Void => true,
    }
}

fn item(line: &OrderLineRow, refund: &RefundRow) -> Option<RefundedItem> {
    let units = refund.units.0.get(&line.id)?.len();
    Some(RefundedItem {
        order_item_id: line.id.clone(),
        display_name: SoldOrder::name_of(line),
        quantity: u32::try_from(units).unwrap_or(0),
    })
}

fn standing(refund: &RefundRow, payments: &[PaymentRow]) -> RefundStanding {
    let mut states = payments
        .iter()
        .filter(|payment| payment.refund_id == refund.id && payment.state != State::Replaced)
        .map(|payment| payment.state)
        .peekable();
    if states.peek().is_none() {
        return RefundStanding::Canceled;
    }
    states.fold(RefundStanding::PaidBack, |all, state| match (all, state) {
        (RefundStanding::NotPaidBack, _) | (_, State::Failed) => RefundStanding::NotPaidBack,
        (all, State::Succeeded | State::Elsewhere) => all,
        _ => RefundStanding::OnItsWay,
    })
}
