//! The response types of the calls for refunds.

use std::collections::HashMap;

use poem_openapi::{Enum, Object};

use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use crate::shop::cart::{PerformanceView, SeatView};
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
    /// What the shop keeps of a cancellation or an exchange, by the rules of the purchase.
    pub kept: Money,
    /// The confirmation number of the order for which the units were exchanged.
    pub exchanged_for: Option<String>,
    /// What the units pay of that order.
    pub exchange_credit: Money,
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
    /// There was nothing to pay back: it pays for another order.
    Exchanged,
}

impl OrderRefunds {
    /// `numbers` are the confirmation numbers of the orders for which units were exchanged.
    pub fn new(
        sold: &SoldOrder,
        refunds: &[RefundRow],
        payments: &[PaymentRow],
        numbers: &HashMap<String, String>,
    ) -> Self {
        let is_shown = |refund: &&RefundRow| is_shown(refund, payments);
        let counted = payments.iter().filter(|payment| {
            payment.state.counts()
                && payment.state != State::Carried
                && refunds.iter().any(|it| it.id == payment.refund_id && is_shown(&it))
        });
        let view = |refund: &RefundRow| RefundView {
            refund_date: with_offset(refund.made_at, sold.order.time_zone.parse().unwrap_or(chrono_tz::UTC)),
            amount: refund.amount - carried(refund, payments),
            no_longer_due: refund.no_longer_due,
            kept: refund.kept().total(),
            exchanged_for: refund.exchanged_for.as_ref().and_then(|id| numbers.get(id).cloned()),
            exchange_credit: carried(refund, payments),
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
        Kind::Units | Kind::Exchange | Kind::Goodwill | Kind::Void => true,
    }
}

fn carried(refund: &RefundRow, payments: &[PaymentRow]) -> Money {
    let of_refund = payments.iter().filter(|payment| payment.refund_id == refund.id && payment.state == State::Carried);
    of_refund.map(|payment| payment.amount).sum()
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
    if refund.kind == Kind::Exchange && states.clone().all(|state| state == State::Carried) {
        return RefundStanding::Exchanged;
    }
    if states.peek().is_none() {
        return RefundStanding::Canceled;
    }
    states.fold(RefundStanding::PaidBack, |all, state| match (all, state) {
        (RefundStanding::NotPaidBack, _) | (_, State::Failed) => RefundStanding::NotPaidBack,
        (all, State::Succeeded | State::Elsewhere | State::Carried) => all,
        _ => RefundStanding::OnItsWay,
    })
}

/// What of an order its buyer can cancel or exchange now.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Cancelable {
    pub order_id: String,
    /// The confirmation number.
    pub invoice_number: String,
    /// The lines of which any unit is left.
    pub items: Vec<CancelableItem>,
}

/// A line with the units that are left.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CancelableItem {
    pub order_item_id: String,
    /// Such as `Season Pass, Child`.
    pub display_name: String,
    pub is_pass: bool,
    /// The passholder of a pass.
    pub holder_name: Option<String>,
    pub performances: Vec<PerformanceView>,
    pub seats: Vec<SeatView>,
    /// What one unit cost with its fees, without tax and before offers.
    pub display_price: Money,
    /// The rules of the purchase in words; absent if it has none.
    pub policy: Option<String>,
    /// Why nothing of the line can be canceled; absent if something can.
    pub refusal: Option<String>,
    /// Until when the present share is paid back, in words.
    pub until: Option<String>,
    /// Why nothing of the line can be exchanged; absent if something can.
    pub exchange_refusal: Option<String>,
    /// Until when it can be exchanged, in words.
    pub exchange_until: Option<String>,
    /// What the shop keeps of each unit that is exchanged.
    pub exchange_fee: Money,
    pub units: Vec<CancelableUnit>,
}

/// One unit of a line, such as a ticket or a package.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CancelableUnit {
    /// The number of the unit in its line, from 0.
    pub unit: i32,
    /// The barcodes of its tickets; none for goods.
    pub barcodes: Vec<String>,
    /// Why this unit can neither be canceled nor exchanged; absent if it can.
    pub refusal: Option<String>,
}

/// A unit that the buyer chooses.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct UnitFields {
    #[oai(validator(max_length = 64))]
    pub order_item_id: String,
    #[oai(validator(minimum(value = "0")))]
    pub unit: i32,
}

/// Asks what units would give back.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CancellationQuoteRequest {
    #[oai(validator(max_items = 2000))]
    pub units: Vec<UnitFields>,
}

/// Cancels units.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CancellationRequest {
    #[oai(validator(max_items = 2000))]
    pub units: Vec<UnitFields>,
    /// The `refund` of the quote that the buyer has seen.
    pub agreed_refund: Money,
}

/// Exchanges units for what the buyer then puts into the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ExchangeRequest {
    #[oai(validator(max_items = 2000))]
    pub units: Vec<UnitFields>,
}

/// What the buyer would get back, and how it is computed:
/// `worth` + `adjustment` - `keptShare` - `fee` - `noLongerDue` = `refund`.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CancellationQuote {
    /// What the units cost, with fees and taxes and before offers.
    pub worth: Money,
    /// What offers, order fees and delivery change. Negative if an offer does not apply to the units that are kept.
    pub adjustment: Money,
    /// The share that the shop keeps.
    pub kept_share: Money,
    /// The fees that the shop keeps.
    pub fee: Money,
    /// What is no longer charged of a payment plan.
    pub no_longer_due: Money,
    /// What is paid back.
    pub refund: Money,
}
