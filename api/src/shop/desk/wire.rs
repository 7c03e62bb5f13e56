//! The request and response types of the desk's calls.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::shop::refund::{ListedLine, Listing, Plan, RefundView};
use crate::shop::waiting_room::{ActiveRoom, Figures};
use midway_kernel::id::PerformanceId;
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// An order with what can still be refunded of it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskOrder {
    /// The confirmation number.
    pub invoice_number: String,
    pub order_total: Money,
    pub lines: Vec<DeskLine>,
    /// The refunds, the first one first.
    pub refunds: Vec<RefundView>,
    /// What was paid back or is on its way.
    pub refunded_total: Money,
}

/// A line of an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskLine {
    /// The position of the line in the order, from 1.
    pub line: u32,
    /// Such as `Season Pass, Child`.
    pub display_name: String,
    pub quantity: u32,
    /// How many units can still be refunded.
    pub units_left: u32,
    pub tickets: Vec<DeskTicket>,
}

/// A ticket of a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskTicket {
    pub code: String,
    /// False after it was revoked.
    pub is_valid: bool,
}

impl From<Listing> for DeskOrder {
    fn from(listing: Listing) -> Self {
        let line = |(line, it): (u32, ListedLine)| DeskLine {
            line,
            display_name: it.name,
            quantity: u32::try_from(it.quantity).unwrap_or(0),
            units_left: it.left,
            tickets: it
                .tickets
                .into_iter()
                .map(|ticket| DeskTicket { is_valid: !ticket.is_revoked(), code: ticket.media_code })
                .collect(),
        };
        DeskOrder {
            invoice_number: listing.number,
            order_total: listing.total,
            lines: (1..).zip(listing.lines).map(line).collect(),
            refunds: listing.refunds.refunds,
            refunded_total: listing.refunds.refunded_total,
        }
    }
}

/// Units of a line that are refunded.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskUnits {
    /// The position of the line in the order, from 1.
    #[oai(validator(minimum(value = "1")))]
    pub line: u32,
    /// How many units; all that are left if it is absent.
    #[oai(validator(minimum(value = "1")))]
    pub quantity: Option<u32>,
}

/// Refunds what is chosen: either everything, or lines and tickets, or an amount.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskRefundRequest {
    /// Who does it, in at most 100 characters.
    pub actor: Line,
    /// Why.
    pub reason: Line,
    /// All units that are left. Donations only if the settings of the catalogue say so.
    #[oai(default)]
    pub everything: bool,
    /// With `everything`: donations too.
    #[oai(default)]
    pub with_donations: bool,
    #[oai(default, validator(max_items = 500))]
    pub lines: Vec<DeskUnits>,
    /// The units to which the tickets with these codes belong.
    #[oai(default, validator(max_items = 2000))]
    pub tickets: Vec<Line>,
    /// An amount as goodwill. Nothing is taken back.
    pub amount: Option<Money>,
    /// Whether the places stay taken.
    #[oai(default)]
    pub keep_places: bool,
    /// Returns what would happen, and changes nothing.
    #[oai(default)]
    pub dry_run: bool,
}

/// Ends an order without giving money back.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskVoidRequest {
    /// Who does it, in at most 100 characters.
    pub actor: Line,
    /// Why.
    pub reason: Line,
    /// Whether the places stay taken.
    #[oai(default)]
    pub keep_places: bool,
    /// Returns what would happen, and changes nothing.
    #[oai(default)]
    pub dry_run: bool,
}

/// Who does something, and why.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskRequest {
    /// Who does it, in at most 100 characters.
    pub actor: Line,
    /// Why.
    pub reason: Line,
}

/// What was paid back another way, by whom and why.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskPaidElsewhereRequest {
    /// Who does it, in at most 100 characters.
    pub actor: Line,
    /// Why.
    pub reason: Line,
    pub amount: Money,
}

/// Cancels a performance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskCancellationRequest {
    /// Who does it, in at most 100 characters.
    pub actor: Line,
    /// Why.
    pub reason: Line,
    /// The last day on which buyers choose what they get instead. If it is absent, everybody is refunded at once.
    pub choose_until: Option<NaiveDate>,
    /// Returns how many orders there are, and changes nothing.
    #[oai(default)]
    pub dry_run: bool,
}

/// What a refund does, or would do.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskRefund {
    /// False if it was only planned.
    pub is_made: bool,
    /// What is paid back.
    pub amount: Money,
    /// The parts of `amount` and `noLongerDue`.
    pub price: Money,
    pub fees: Money,
    pub tax: Money,
    pub delivery: Money,
    /// What is no longer charged of a payment plan.
    pub no_longer_due: Money,
    pub items: Vec<DeskRefundedItem>,
    /// The codes of the tickets that are revoked.
    pub tickets: Vec<String>,
    /// How much is paid back of each payment.
    pub payments: Vec<DeskPayment>,
    /// The payments that are not paid back yet, in words. A worker goes on with those that have not failed.
    pub not_paid_back: Vec<String>,
}

/// Units of a line that are refunded.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskRefundedItem {
    /// Such as `Season Pass, Child`.
    pub display_name: String,
    pub quantity: u32,
}

/// What is paid back of a payment.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskPayment {
    /// The key of the payment at its processor.
    pub payment_key: String,
    pub amount: Money,
}

impl DeskRefund {
    /// `open` are the payments that are not paid back yet; `None` for a plan.
    pub fn new(plan: Plan, open: Option<Vec<String>>) -> Self {
        let item = |(display_name, units)| DeskRefundedItem {
            display_name,
            quantity: u32::try_from(units).unwrap_or(u32::MAX),
        };
        let payment = |(payment_key, amount)| DeskPayment { payment_key, amount };
        DeskRefund {
            is_made: open.is_some(),
            amount: plan.amount,
            price: plan.amounts.price,
            fees: plan.amounts.fees,
            tax: plan.amounts.tax,
            delivery: plan.amounts.delivery,
            no_longer_due: plan.no_longer_due,
            items: plan.units.into_iter().map(item).collect(),
            tickets: plan.tickets,
            payments: plan.payments.into_iter().map(payment).collect(),
            not_paid_back: open.unwrap_or_default(),
        }
    }
}

/// What is still open after failed refunds were asked for again.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskAskedAgain {
    /// The payments that are not paid back yet, in words.
    pub not_paid_back: Vec<String>,
}

/// What was paid back another way.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskPaidElsewhere {
    pub amount: Money,
}

/// A canceled performance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DeskCancellation {
    /// False if it was only planned.
    pub is_made: bool,
    /// The number of orders with places at it that are not refunded yet. A worker refunds them, or asks their buyers to choose;
    /// it may have begun already.
    pub orders: u32,
    /// Until when the buyers choose, in RFC 3339; absent if they do not.
    pub choice_until: Option<String>,
}

/// What somebody did with an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DeskAuditEntry {
    /// RFC 3339 in UTC.
    pub made_at: String,
    /// A person at a command or at the desk, `shopper`, or the name of a processor.
    pub actor: String,
    /// What was done, such as `refund`.
    pub action: String,
    pub reason: Option<String>,
    /// How much was to be paid back by it, or was asked for again, or was paid another way.
    pub amount: Option<Money>,
    /// The units that were taken back or moved.
    pub items: Vec<DeskAuditItem>,
    /// The tickets that were sent, taken back or got a fresh code, by the codes that they have now.
    pub tickets: Vec<String>,
    /// The performance from which the items were moved; absent also for moves by an earlier version.
    pub moved_from: Option<PerformanceId>,
    /// The performance to which they were moved.
    pub moved_to: Option<PerformanceId>,
}

/// Units of a line with which something was done.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeskAuditItem {
    /// The position of the line in the order, from 1.
    pub line: u32,
    /// Such as `Season Pass, Child`.
    pub display_name: String,
    pub quantity: u32,
}

/// A waiting room that is active now.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DeskWaitingRoom {
    pub id: String,
    /// What shoppers wait for, if the catalogue says it.
    pub name: Option<String>,
    /// Whether shoppers wait for the start, when the first of them enter.
    pub is_before_start: bool,
    /// How many shoppers wait now, and how many are inside.
    pub waiting: u64,
    pub inside: u64,
    /// How many got a place in line, entered, ordered, and were refused a place, since the room is active.
    pub joined: u64,
    pub entered: u64,
    pub finished: u64,
    pub refused: u64,
}

impl DeskWaitingRoom {
    pub fn new(active: &ActiveRoom<'_>, figures: Figures, now: Instant) -> Self {
        let Figures { waiting, inside, joined, entered, finished, refused } = figures;
        DeskWaitingRoom {
            id: active.room.id.clone(),
            name: active.room.name.clone(),
            is_before_start: active.is_before_start(now),
            waiting,
            inside,
            joined,
            entered,
            finished,
            refused,
        }
    }
}
