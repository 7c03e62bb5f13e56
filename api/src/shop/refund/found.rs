//! Finding what a refund is: the order is locked, and either the rules say what the units that somebody asks for are
//! worth, or the buyer has agreed to it with the order that they pay.

use std::collections::BTreeSet;

use super::amounts::Amounts;
use super::asked::{Asked, What};
use super::cancellation;
use super::choice::{Chosen, Order};
use super::entity::RefundedUnits;
use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::exchangeable;
use super::payments::{self, Paid};
use super::plan::Plan;
use super::rules::{Kept, Refundable, Remaining, distributed, kept_of, no_longer_due, reduction, shared};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::db::Transaction;
use crate::shop::billing;
use crate::shop::cart;
use crate::shop::order::{self, OrderExchange, OrderLineRow, SoldOrder};
use crate::shop::ticket::{self, TicketRow};
use crate::shop::upgrade;
use midway_catalog::Catalog;
use midway_catalog::files::RefundSettings;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOTHING_CHOSEN: Text =
    Text { id: "refund.nothing-chosen", default: "There's nothing left to refund in this order." };
const NOT_THERE: Text =
    Text { id: "refund.not-there", default: "This order no longer has tickets for that performance." };
const TOO_MUCH: Text = Text { id: "refund.too-much", default: "Only {{left}} of this order can still be refunded." };
const NOT_AN_AMOUNT: Text = Text { id: "refund.not-an-amount", default: "The amount must be more than zero." };
const VISIT_RESERVED: Text = Text {
    id: "refund.visit-reserved",
    default: "A visit is reserved with ticket {{code}}. The visit must be canceled first.",
};
const BEING_UPGRADED: Text = Text {
    id: "refund.being-upgraded",
    default: "A ticket in this order is being upgraded or exchanged. Please try again in a few minutes.",
};
const AMOUNT_CHANGED: Text = Text {
    id: "refund.amount-changed",
    default: "Your refund would now be {{amount}}. Please check it and confirm again.",
};
const CHOOSE: Text = Text { id: "cancellation.nothing-chosen", default: "Please choose what you'd like to cancel." };
const CHOOSE_TO_EXCHANGE: Text =
    Text { id: "exchange.nothing-chosen", default: "Please choose the tickets you'd like to change." };

/// A visit that goes on another day keeps what was paid for the order as a whole.
const OF_EXCHANGE: RefundSettings = RefundSettings { order_fees: false, delivery: false, donations: false };

/// A refund as it would be written.
pub struct Found {
    pub plan: Plan,
    pub row: RefundRow,
    pub payments: Vec<PaymentRow>,
    pub sold: SoldOrder,
    /// The tickets of the refunded units.
    pub tickets: Vec<TicketRow>,
    /// The earlier refunds of the order.
    pub earlier: Vec<RefundRow>,
}

/// Finds by the rules what somebody asks for.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal for what cannot be refunded.
pub async fn by_rules(app: &App, tx: &Transaction, asked: &Asked, refund_id: String) -> Result<Found> {
    let (now, catalog) = (app.clock.now(), app.catalog.current());
    let order = Locked::of(tx, &catalog, &asked.order_id).await?;
    if asked.what != What::Void {
        payments::check_disputes(tx, &order.paid).await?;
    }
    if matches!(asked.what, What::Cancellation { .. } | What::Exchange(_)) {
        payments::check_paid_back_otherwise(tx, &order.paid).await?;
    }
    let refundable = payments::refundable(tx, &order.paid, &order.earlier).await?;
    let left: Money = refundable.iter().map(|it| it.left).sum();
    let settings = &catalog.settings().refunds;
    let units = order.units(&asked.what, settings)?;
    if let Some(performance) = &asked.canceled_performance
        && !order.have_places_at(&units, performance)
    {
        return Err(Refusal::new(NOT_THERE).into());
    }
    let returned = order.tickets_of(&units);
    check_use(tx, &catalog, (&order.tickets, &returned), now).await?;

    let worth = match &asked.what {
        What::Goodwill(amount) => goodwill(*amount, left)?,
        What::Void => order.unpaid(),
        What::Exchange(_) => order.worth(Kind::Exchange, &units, &OF_EXCHANGE),
        What::Units(_) | What::Cancellation { .. } => order.worth(Kind::Units, &units, settings),
    };
    // Goodwill that was given back before is taken off the last refunds.
    let in_full = worth.paid().min(left);
    if matches!(asked.what, What::Cancellation { .. } | What::Exchange(_)) {
        cancellation::check(tx, &catalog, &order.sold, (&units, &order.tickets), now).await?;
    }
    let kept = match &asked.what {
        What::Cancellation { .. } => kept_of(in_full, &cancellation::lines(&catalog, &order.sold, &units, now)?),
        What::Exchange(_) => {
            let fee = exchangeable::fee(&catalog, &order.sold, &units, now)?.min(in_full);
            Kept { fee, ..Kept::default() }
        }
        _ => Kept::default(),
    };
    let amount = in_full - kept.total();
    if let What::Cancellation { agreed: Some(agreed), .. } = asked.what
        && agreed != amount
    {
        return Err(Refusal::new(AMOUNT_CHANGED).with("amount", amount.display()).into());
    }
    let terms = Terms { worth, in_full, kept, paid_back: amount, exchanged_for: None };
    order.found(asked, refund_id, (units, returned), &refundable, terms, now)
}

/// Finds what the buyer has agreed to: units that were exchanged for another order, which is written now. Nothing is
/// checked again, because the claims of the units were pinned while that order was paid.
pub async fn as_agreed(
    app: &App,
    tx: &Transaction,
    asked: &Asked,
    refund_id: String,
    (agreed, new_order_id): (&OrderExchange, &str),
) -> Result<Found> {
    let (now, catalog) = (app.clock.now(), app.catalog.current());
    let order = Locked::of(tx, &catalog, &asked.order_id).await?;
    let refundable = payments::refundable(tx, &order.paid, &order.earlier).await?;
    let units = order.units(&asked.what, &OF_EXCHANGE)?;
    let returned = order.tickets_of(&units);
    let terms = Terms {
        worth: order.worth(Kind::Exchange, &units, &OF_EXCHANGE),
        in_full: agreed.credit + agreed.paid_back + agreed.fee,
        kept: Kept { fee: agreed.fee, ..Kept::default() },
        paid_back: agreed.paid_back,
        exchanged_for: Some(new_order_id.to_owned()),
    };
    order.found(asked, refund_id, (units, returned), &refundable, terms, now)
}

/// By how much an order is worth less.
struct Worth {
    kind: Kind,
    amounts: Amounts,
    /// The part of it that is no longer charged of a payment plan.
    no_longer_due: Money,
}

impl Worth {
    /// The part that was paid.
    fn paid(&self) -> Money {
        self.amounts.total() - self.no_longer_due
    }
}

fn goodwill(amount: Money, left: Money) -> Result<Worth, Refusal> {
    if amount <= Money::ZERO {
        return Err(Refusal::new(NOT_AN_AMOUNT));
    }
    if amount > left {
        return Err(Refusal::new(TOO_MUCH).with("left", left.display()));
    }
    let amounts = Amounts { price: amount, ..Amounts::default() };
    Ok(Worth { kind: Kind::Goodwill, amounts, no_longer_due: Money::ZERO })
}

/// What becomes of what the order is worth less.
struct Terms {
    worth: Worth,
    /// What the buyer would get if the shop kept nothing.
    in_full: Money,
    kept: Kept,
    /// What is paid back of the rest. What is not pays for another order.
    paid_back: Money,
    /// That order.
    exchanged_for: Option<String>,
}

/// An order, locked with its tickets and its plan until the transaction ends.
struct Locked {
    sold: SoldOrder,
    /// What is not paid yet of its plan.
    unpaid: Money,
    tickets: Vec<TicketRow>,
    /// The earlier refunds.
    earlier: Vec<RefundRow>,
    /// The payments with their amounts, the latest first.
    paid: Vec<(Paid, Money)>,
    /// The ids of the lines that are donations.
    donations: BTreeSet<String>,
}

impl Locked {
    async fn of(tx: &Transaction, catalog: &Catalog, order_id: &str) -> Result<Self> {
        let sold = order::lock_sold(tx, order_id).await?.ok_or(Error::NotFound)?;
        let unpaid = billing::lock_unpaid(tx, order_id).await?;
        // An upgrade that commits now would otherwise be overlooked.
        let ids: Vec<String> = ticket::of_order(tx, order_id).await?.into_iter().map(|ticket| ticket.id).collect();
        ticket::lock(tx, &ids).await?;
        let tickets = ticket::of_order(tx, order_id).await?;
        let earlier = store::of_order(tx, order_id).await?;
        let paid = payments::paid(tx, &sold).await?;
        let donations = sold.lines.iter().filter(|line| order::is_donation(catalog, line));
        let donations = donations.map(|line| line.id.clone()).collect();
        Ok(Locked { sold, unpaid, tickets, earlier, paid, donations })
    }

    fn order(&self) -> Order<'_> {
        Order {
            lines: &self.sold.lines,
            tickets: &self.tickets,
            refunded: self.earlier.iter().map(|refund| &refund.units).collect(),
            donations: self.donations.iter().map(String::as_str).collect(),
        }
    }

    /// Whether all these units have places at a performance: their order may have been moved to another one.
    fn have_places_at(&self, units: &RefundedUnits, performance: &PerformanceId) -> bool {
        let lines = &self.sold.lines;
        units.0.keys().all(|id| lines.iter().any(|line| line.id == *id && line.at(performance).is_some()))
    }

    /// The units that are taken back; none for goodwill.
    fn units(&self, what: &What, settings: &RefundSettings) -> Result<RefundedUnits, Refusal> {
        let (chosen, none) = match what {
            What::Units(Chosen::All { with_donations }) => {
                (Chosen::All { with_donations: *with_donations || settings.donations }, NOTHING_CHOSEN)
            }
            What::Units(chosen) => (chosen.clone(), NOTHING_CHOSEN),
            What::Void => (Chosen::All { with_donations: true }, NOTHING_CHOSEN),
            What::Cancellation { units, .. } => (Chosen::Units(units.clone()), CHOOSE),
            What::Exchange(units) => (Chosen::Units(units.clone()), CHOOSE_TO_EXCHANGE),
            What::Goodwill(_) => return Ok(RefundedUnits::default()),
        };
        let units = self.order().units(&chosen)?;
        if units.0.is_empty() { Err(Refusal::new(none)) } else { Ok(units) }
    }

    fn tickets_of(&self, units: &RefundedUnits) -> Vec<TicketRow> {
        let order = self.order();
        let of_units = units.0.iter().flat_map(|(id, units)| units.iter().flat_map(|unit| order.tickets_of(id, *unit)));
        of_units.cloned().collect()
    }

    /// By how much the order is worth less without these units.
    fn worth(&self, kind: Kind, units: &RefundedUnits, settings: &RefundSettings) -> Worth {
        let of_units = self.earlier.iter().filter(|it| it.kind.is_of_units());
        let reduced = of_units.map(|it| it.amounts() + it.kept()).sum();
        let order = self.order();
        let remaining = |line| {
            let line: &OrderLineRow = line;
            let gone = units.0.get(&line.id).map_or(0, Vec::len);
            let units = order.units_left(line).len().saturating_sub(gone);
            let is_donation = self.donations.contains(&line.id);
            Remaining { line, units: u32::try_from(units).unwrap_or(0), is_donation }
        };
        let after: Vec<Remaining<'_>> = self.sold.lines.iter().map(remaining).collect();
        let amounts = reduction(&self.sold.order, reduced, &after, settings);
        let due = no_longer_due_of(self.unpaid, &self.sold.lines, &order, units);
        Worth { kind, amounts, no_longer_due: due.min(amounts.total()) }
    }

    /// Of an order that is ended, only what is not paid yet is worth less.
    fn unpaid(&self) -> Worth {
        let amounts = Amounts { price: self.unpaid, ..Amounts::default() };
        Worth { kind: Kind::Void, amounts, no_longer_due: self.unpaid }
    }

    /// The rows of the refund, with the payments from which it is paid back.
    fn found(
        self,
        asked: &Asked,
        refund_id: String,
        (units, returned): (RefundedUnits, Vec<TicketRow>),
        refundable: &[Refundable<Paid>],
        terms: Terms,
        now: Instant,
    ) -> Result<Found> {
        let Terms { worth: Worth { kind, amounts, no_longer_due }, in_full, kept, paid_back, exchanged_for } = terms;
        let amounts = Amounts { price: amounts.price - (amounts.total() - no_longer_due - in_full), ..amounts };
        let kept_parts = shared(kept.total(), amounts);
        let amounts = amounts - kept_parts;
        let amount = in_full - kept.total();
        let parts = distributed(refundable, paid_back)
            .ok_or_else(|| Error::Internal(format!("order {} has less than {amount} left", self.sold.order.number)))?;
        let carried = payments::carried(refundable, &parts, amount - paid_back);
        let row = RefundRow {
            id: refund_id,
            order_id: asked.order_id.clone(),
            position: self.earlier.last().map_or(1, |last| last.position + 1),
            kind,
            units,
            price: amounts.price,
            fees: amounts.fees,
            tax: amounts.tax,
            delivery: amounts.delivery,
            amount,
            no_longer_due,
            kept_price: kept_parts.price,
            kept_fees: kept_parts.fees,
            kept_tax: kept_parts.tax,
            kept_delivery: kept_parts.delivery,
            places_kept: asked.keep_places,
            canceled_performance: asked.canceled_performance.clone(),
            exchanged_for,
            reason: asked.reason.clone(),
            made_at: now,
        };
        let asked_back = parts.iter().map(|part| (State::Requested, part));
        let payments: Vec<PaymentRow> = (1..)
            .zip(asked_back.chain(carried.iter().map(|part| (State::Carried, part))))
            .map(|(position, (state, (paid, amount)))| PaymentRow {
                state,
                try_at: Some(now).filter(|_| state == State::Requested),
                ..payments::payment_row(&row.id, position, paid, *amount, now)
            })
            .collect();
        let codes = returned.iter().filter(|it| !it.is_revoked()).map(|it| it.media_code.clone()).collect();
        let plan = Plan::new(&self.sold, &row, &payments, codes, kept);
        Ok(Found { plan, row, payments, tickets: returned, sold: self.sold, earlier: self.earlier })
    }
}

/// What is no longer due of the order's plan. The passes with the plan are those that are not paid in full.
fn no_longer_due_of(unpaid: Money, lines: &[OrderLineRow], order: &Order<'_>, units: &RefundedUnits) -> Money {
    let is_owed = |line: &&OrderLineRow| {
        order.tickets.iter().any(|ticket| ticket.owed && ticket.order_line_id.as_ref() == Some(&line.id))
    };
    let price = |line: &OrderLineRow, units: usize| line.unit_price.times(u32::try_from(units).unwrap_or(0));
    let (mut before, mut after) = (Money::ZERO, Money::ZERO);
    for line in lines.iter().filter(is_owed) {
        let left = order.units_left(line).len();
        let gone = units.0.get(&line.id).map_or(0, Vec::len);
        before = before + price(line, left);
        after = after + price(line, left.saturating_sub(gone));
    }
    no_longer_due(unpaid, before, after)
}

/// Refuses to refund anything while a ticket of the order is being upgraded or exchanged, because that changes what the
/// others are worth; and a ticket with which a visit is reserved that has not begun. The tickets are locked, so that no
/// visit is reserved until the transaction ends.
async fn check_use(
    tx: &Transaction,
    catalog: &Catalog,
    (all, returned): (&[TicketRow], &[TicketRow]),
    now: Instant,
) -> Result<()> {
    let ids: Vec<String> = all.iter().map(|ticket| ticket.id.clone()).collect();
    if cart::are_being_replaced(tx, &ids).await? {
        return Err(Refusal::new(BEING_UPGRADED).into());
    }
    for ticket in returned.iter().filter(|ticket| !ticket.is_revoked()) {
        if upgrade::reserved_visits(tx, catalog, &ticket.id, now).await?.is_to_come {
            return Err(Refusal::new(VISIT_RESERVED).with("code", &ticket.media_code).into());
        }
    }
    Ok(())
}
