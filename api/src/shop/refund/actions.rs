//! Deciding a refund: one transaction, in which the order is locked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sea_orm::ConnectionTrait;
use serde::Serialize;

use super::amounts::Amounts;
use super::books;
use super::cancellation;
use super::choice::{Chosen, Order};
use super::emails::SEND_REFUNDED;
use super::entity::RefundedUnits;
use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::exchangeable;
use super::rules::{Kept, Refundable, Remaining, distributed, kept_of, no_longer_due, reduction, shared};
use super::store::{self, Answer};
use super::wire::OrderRefunds;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Nothing};
use crate::shop::billing;
use crate::shop::cart;
use crate::shop::inventory::{self, Draw};
use crate::shop::order::{self, OrderExchange, OrderLineRow, SoldOrder};
use crate::shop::payment::processor::PaymentRef;
use crate::shop::payment::{self, AttemptState};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use crate::shop::upgrade;
use midway_catalog::Catalog;
use midway_catalog::files::RefundSettings;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOTHING_CHOSEN: Text = Text { id: "refund.nothing-chosen", default: "Nothing of this order is left to refund." };
const TOO_MUCH: Text = Text { id: "refund.too-much", default: "Only {{left}} of this order can still be paid back." };
const NOT_AN_AMOUNT: Text = Text { id: "refund.not-an-amount", default: "The amount must be more than zero." };
const VISIT_RESERVED: Text = Text {
    id: "refund.visit-reserved",
    default: "A visit is reserved with ticket {{code}}. The visit must be canceled first.",
};
const DISPUTED: Text = Text {
    id: "refund.disputed",
    default: "A payment of this order is disputed. It can be refunded once the bank has decided.",
};
const BEING_UPGRADED: Text = Text {
    id: "refund.being-upgraded",
    default: "A ticket of this order is being upgraded or exchanged. Please try again in a few minutes.",
};
const AMOUNT_CHANGED: Text = Text {
    id: "refund.amount-changed",
    default: "You would now get back {{amount}}. Please check it and confirm again.",
};
const CHOOSE: Text = Text { id: "cancellation.nothing-chosen", default: "Please choose what you'd like to cancel." };
const CHOOSE_TO_EXCHANGE: Text =
    Text { id: "exchange.nothing-chosen", default: "Please choose the tickets that you'd like to change." };
const PAID_BACK_OTHERWISE: Text = Text {
    id: "cancellation.paid-back-otherwise",
    default: "Part of this order was already paid back. Please contact us to cancel the rest.",
};
const NOT_FAILED: Text = Text { id: "refund.not-failed", default: "No refund of this order has failed." };

/// A refund that somebody asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    pub order_id: String,
    pub what: What,
    /// Whether the places stay taken, instead of being sold again.
    pub keep_places: bool,
    /// The performance that does not take place, if that is why.
    pub canceled_performance: Option<PerformanceId>,
    /// Who asks, as the audit table names them.
    pub actor: String,
    pub reason: Option<String>,
}

/// Who decides something about a refund, and why.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    pub actor: &'a str,
    pub reason: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Units(Chosen),
    /// An amount, without taking anything back.
    Goodwill(Money),
    /// All units that are left, without paying anything back.
    Void,
    /// Units that the buyer cancels, by the rules of the purchase.
    Cancellation {
        units: RefundedUnits,
        /// What the buyer expects to get back; a refusal if it is another amount. `None` to ask for the amount.
        agreed: Option<Money>,
    },
    /// Units that the buyer exchanges, by the rules of the purchase.
    Exchange(RefundedUnits),
}

/// What a refund would do, or did.
#[derive(Clone, Debug)]
pub struct Plan {
    pub refund_id: String,
    pub order_number: String,
    pub kind: Kind,
    /// By how much the order is reduced.
    pub amounts: Amounts,
    pub amount: Money,
    pub no_longer_due: Money,
    /// What the shop keeps of a cancellation.
    pub kept: Kept,
    /// The name and the number of units of each line.
    pub units: Vec<(String, usize)>,
    /// The codes of the tickets that are revoked.
    pub tickets: Vec<String>,
    /// How much is paid back of each payment.
    pub payments: Vec<(String, Money)>,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "order {}", self.order_number)?;
        for (name, units) in &self.units {
            writeln!(f, "  {units} × {name}")?;
        }
        if !self.tickets.is_empty() {
            writeln!(f, "  tickets no longer valid: {}", self.tickets.join(", "))?;
        }
        if self.kind != Kind::Void {
            let Amounts { price, fees, tax, delivery } = self.amounts;
            let parts = [("price", price), ("fees", fees), ("tax", tax), ("delivery", delivery)];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(_, amount)| !amount.is_zero())
                .map(|(name, amount)| format!("{name} {amount}"))
                .collect();
            let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
            writeln!(f, "  paid back: {}{parts}", self.amount)?;
        }
        if !self.no_longer_due.is_zero() {
            writeln!(f, "  no longer due: {}", self.no_longer_due)?;
        }
        for (payment, amount) in &self.payments {
            writeln!(f, "  payment {payment}: {amount}")?;
        }
        Ok(())
    }
}

/// What a refund would do. Nothing changes.
///
/// # Errors
/// As [`make`].
pub async fn plan(app: &App, asked: &Asked) -> Result<Plan> {
    let tx = app.db.begin().await?;
    let plan = plan_in(app, &tx, asked).await?;
    tx.rollback().await?;
    Ok(plan)
}

/// As [`plan`], in a transaction of the caller. The order and its tickets stay locked.
pub async fn plan_in(app: &App, tx: &Transaction, asked: &Asked) -> Result<Plan> {
    Ok(find(app, tx, asked).await?.plan)
}

/// Decides a refund: its tickets are revoked, its places are free, and its payments wait to be paid back, which
/// [`super::settle`] does.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal for what cannot be refunded, also while a payment of
/// the order's plan is being charged.
pub async fn make(app: &App, asked: &Asked) -> Result<Plan> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let found = find(app, &tx, asked).await?;
    take_back(&tx, &found, RevokedBecause::Refunded, now).await?;
    let Found { plan, row, payments, sold, .. } = found;
    billing::reduce(&tx, &asked.order_id, row.no_longer_due, now).await?;
    let deed = Deed {
        actor: &asked.actor,
        action: match asked.what {
            What::Void => "void",
            What::Cancellation { .. } => "cancel",
            What::Exchange(_) => {
                return Err(Error::Internal("units are exchanged by the order of the others".to_owned()));
            }
            What::Units(_) | What::Goodwill(_) => "refund",
        },
        subject: &asked.order_id,
        reason: asked.reason.as_deref(),
    };
    let recorded = Recorded { refund: &row.id, amount: row.amount, units: &row.units };
    audit::record(&tx, deed, &recorded, now).await?;
    jobs::enqueue(&tx, SEND_REFUNDED, &row.id, &Nothing {}, now).await?;
    books::enter(&tx, &row, &sold.lines).await?;
    store::insert(&tx, row, payments).await?;
    tx.commit().await?;
    tracing::info!(order = plan.order_number, refund = plan.refund_id, amount = %plan.amount, "a refund was decided");
    Ok(plan)
}

/// Takes exchanged units back in the transaction that writes the order that they pay. The shopper has agreed to what they
/// pay, so nothing is checked again: their claims were pinned while the order was paid.
pub async fn take_exchanged(
    app: &App,
    tx: &Transaction,
    order_id: &str,
    units: RefundedUnits,
    agreed: &OrderExchange,
    new_order_id: &str,
) -> Result<()> {
    let now = app.clock.now();
    let asked = Asked {
        order_id: order_id.to_owned(),
        what: What::Exchange(units),
        keep_places: false,
        canceled_performance: None,
        actor: "shopper".to_owned(),
        reason: None,
    };
    let found = found(app, tx, &asked, Some((agreed, new_order_id))).await?;
    take_back(tx, &found, RevokedBecause::Exchanged, now).await?;
    let Found { row, payments, sold, .. } = found;
    let deed = Deed { actor: &asked.actor, action: "exchange", subject: order_id, reason: None };
    let recorded = Recorded { refund: &row.id, amount: row.amount, units: &row.units };
    audit::record(tx, deed, &recorded, now).await?;
    jobs::enqueue(tx, SEND_REFUNDED, &row.id, &Nothing {}, now).await?;
    books::enter(tx, &row, &sold.lines).await?;
    let carried: Vec<PaymentRow> = payments.iter().filter(|it| it.state == State::Carried).cloned().collect();
    store::insert(tx, row.clone(), payments).await?;
    for payment in &carried {
        books::enter_seen(tx, &row, payment).await?;
    }
    Ok(())
}

/// The document of the audit table.
#[derive(Serialize)]
struct Recorded<'r> {
    refund: &'r str,
    amount: Money,
    units: &'r RefundedUnits,
}

/// A refund as it would be written.
struct Found {
    plan: Plan,
    row: RefundRow,
    payments: Vec<PaymentRow>,
    sold: SoldOrder,
    /// The tickets of the refunded units.
    tickets: Vec<TicketRow>,
    /// The earlier refunds of the order.
    earlier: Vec<RefundRow>,
}

/// A payment of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Paid {
    processor: String,
    payment: PaymentRef,
}

async fn find(app: &App, tx: &Transaction, asked: &Asked) -> Result<Found> {
    found(app, tx, asked, None).await
}

/// A refund as it would be written. `exchange` is what the shopper has agreed to, and the id of the order that the units pay,
/// once that order is written.
async fn found(app: &App, tx: &Transaction, asked: &Asked, exchange: Option<(&OrderExchange, &str)>) -> Result<Found> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let sold = order::lock_sold(tx, &asked.order_id).await?.ok_or(Error::NotFound)?;
    let unpaid = billing::lock_unpaid(tx, &asked.order_id).await?;
    // An upgrade that commits now would otherwise be overlooked.
    let ids: Vec<String> = ticket::of_order(tx, &asked.order_id).await?.into_iter().map(|ticket| ticket.id).collect();
    ticket::lock(tx, &ids).await?;
    let tickets = ticket::of_order(tx, &asked.order_id).await?;
    let earlier = store::of_order(tx, &asked.order_id).await?;
    let paid = paid(tx, &sold).await?;
    if asked.what != What::Void && exchange.is_none() {
        check_disputes(tx, &paid).await?;
    }
    if matches!(asked.what, What::Cancellation { .. } | What::Exchange(_)) && exchange.is_none() {
        check_paid_back_otherwise(tx, &paid).await?;
    }
    let refundable = refundable(tx, paid, &earlier).await?;
    let left: Money = refundable.iter().map(|it| it.left).sum();

    let donations = donations(&catalog, &sold.lines);
    let order = Order {
        lines: &sold.lines,
        tickets: &tickets,
        refunded: earlier.iter().map(|refund| &refund.units).collect(),
        donations: donations.iter().map(String::as_str).collect(),
    };
    let units = match &asked.what {
        What::Units(Chosen::All { with_donations }) => {
            let with_donations = *with_donations || catalog.settings().refunds.donations;
            order.units(&Chosen::All { with_donations })?
        }
        What::Units(chosen) => order.units(chosen)?,
        What::Void => order.units(&Chosen::All { with_donations: true })?,
        What::Cancellation { units, .. } | What::Exchange(units) => order.units(&Chosen::Units(units.clone()))?,
        What::Goodwill(_) => RefundedUnits::default(),
    };
    match &asked.what {
        What::Cancellation { .. } if units.0.is_empty() => return Err(Refusal::new(CHOOSE).into()),
        What::Exchange(_) if units.0.is_empty() => return Err(Refusal::new(CHOOSE_TO_EXCHANGE).into()),
        What::Units(_) | What::Void if units.0.is_empty() => return Err(Refusal::new(NOTHING_CHOSEN).into()),
        _ => {}
    }
    let returned: Vec<TicketRow> = units
        .0
        .iter()
        .flat_map(|(id, units)| units.iter().flat_map(|unit| order.tickets_of(id, *unit)))
        .cloned()
        .collect();
    if exchange.is_none() {
        check_use(tx, &catalog, (&ids, &returned), now).await?;
    }

    let (kind, amounts, no_longer_due) = match &asked.what {
        What::Goodwill(amount) if *amount <= Money::ZERO => return Err(Refusal::new(NOT_AN_AMOUNT).into()),
        What::Goodwill(amount) if *amount > left => {
            return Err(Refusal::new(TOO_MUCH).with("left", left.display()).into());
        }
        What::Goodwill(amount) => (Kind::Goodwill, Amounts { price: *amount, ..Amounts::default() }, Money::ZERO),
        What::Void => (Kind::Void, Amounts { price: unpaid, ..Amounts::default() }, unpaid),
        What::Units(_) | What::Cancellation { .. } | What::Exchange(_) => {
            let of_units = earlier.iter().filter(|it| it.kind.is_of_units());
            let reduced = of_units.map(|it| it.amounts() + it.kept()).sum();
            let remaining = |line| {
                let line: &OrderLineRow = line;
                let gone = units.0.get(&line.id).map_or(0, Vec::len);
                let units = order.units_left(line).len().saturating_sub(gone);
                Remaining { line, units: u32::try_from(units).unwrap_or(0), is_donation: donations.contains(&line.id) }
            };
            let after: Vec<Remaining<'_>> = sold.lines.iter().map(remaining).collect();
            // A visit that goes on another day keeps what was paid for the order as a whole.
            let of_exchange = RefundSettings { order_fees: false, delivery: false, donations: false };
            let (kind, settings) = match asked.what {
                What::Exchange(_) => (Kind::Exchange, &of_exchange),
                _ => (Kind::Units, &catalog.settings().refunds),
            };
            let amounts = reduction(&sold.order, reduced, &after, settings);
            let due = no_longer_due_of(unpaid, &sold.lines, &order, &units);
            (kind, amounts, due.min(amounts.total()))
        }
    };
    // Goodwill that was given back before is taken off the last refunds.
    let in_full = match exchange {
        Some((agreed, _)) => agreed.credit + agreed.paid_back + agreed.fee,
        None => (amounts.total() - no_longer_due).min(left),
    };
    let amounts = Amounts { price: amounts.price - (amounts.total() - no_longer_due - in_full), ..amounts };
    let kept = match &asked.what {
        What::Cancellation { .. } => {
            cancellation::check(tx, &catalog, &sold, (&units, &tickets), now).await?;
            kept_of(in_full, &cancellation::lines(&catalog, &sold, &units, now)?)
        }
        What::Exchange(_) => {
            let fee = match exchange {
                Some((agreed, _)) => agreed.fee,
                None => {
                    cancellation::check(tx, &catalog, &sold, (&units, &tickets), now).await?;
                    exchangeable::fee(&catalog, &sold, &units, now)?.min(in_full)
                }
            };
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
    let kept_parts = shared(kept.total(), amounts);
    let amounts = amounts - kept_parts;
    let paid_back = exchange.map_or(amount, |(agreed, _)| agreed.paid_back);
    let parts = distributed(&refundable, paid_back)
        .ok_or_else(|| Error::Internal(format!("order {} has less than {amount} left", sold.order.number)))?;
    let carried = carried(&refundable, &parts, amount - paid_back);

    let row = RefundRow {
        id: random_id(),
        order_id: asked.order_id.clone(),
        position: earlier.last().map_or(1, |last| last.position + 1),
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
        exchanged_for: exchange.map(|(_, order_id)| order_id.to_owned()),
        reason: asked.reason.clone(),
        made_at: now,
    };
    let asked_back = parts.iter().map(|part| (State::Requested, part));
    let payments: Vec<PaymentRow> = (1..)
        .zip(asked_back.chain(carried.iter().map(|part| (State::Carried, part))))
        .map(|(position, (state, (paid, amount)))| PaymentRow {
            state,
            try_at: Some(now).filter(|_| state == State::Requested),
            ..payment_row(&row.id, position, paid, *amount, now)
        })
        .collect();
    let named = |line: &OrderLineRow| {
        let units = row.units.0.get(&line.id)?.len();
        Some((SoldOrder::name_of(line), units))
    };
    let plan = Plan {
        refund_id: row.id.clone(),
        order_number: sold.order.number.clone(),
        kind,
        amounts,
        amount,
        no_longer_due,
        kept,
        units: sold.lines.iter().filter_map(named).collect(),
        tickets: returned.iter().filter(|it| !it.is_revoked()).map(|it| it.media_code.clone()).collect(),
        payments: parts.iter().map(|(paid, amount)| (paid.payment.key.to_string(), *amount)).collect(),
    };
    Ok(Found { plan, row, payments, tickets: returned, sold, earlier })
}

/// The payments that pay an amount of another order: what is left of them after these parts are paid back. What a dispute
/// has taken meanwhile is missing; then the first payment has the rest, because the shopper has agreed to the amount.
fn carried(refundable: &[Refundable<Paid>], parts: &[(Paid, Money)], amount: Money) -> Vec<(Paid, Money)> {
    let back = |paid: &Paid| parts.iter().filter(|(part, _)| part == paid).map(|(_, amount)| *amount).sum();
    let left: Vec<Refundable<Paid>> = refundable
        .iter()
        .map(|it| Refundable { left: it.left - back(&it.payment), payment: it.payment.clone() })
        .collect();
    let all: Money = left.iter().map(|it| it.left).sum();
    let mut carried = distributed(&left, amount.min(all)).unwrap_or_default();
    let missing = amount - amount.min(all);
    match (carried.first_mut(), refundable.first()) {
        (_, _) if missing.is_zero() => {}
        (Some((_, first)), _) => *first = *first + missing,
        (None, Some(first)) => carried.push((first.payment.clone(), missing)),
        (None, None) => {}
    }
    carried
}

fn payment_row(refund_id: &str, position: i32, paid: &Paid, amount: Money, now: Instant) -> PaymentRow {
    PaymentRow {
        id: format!("{refund_id}-{position}"),
        refund_id: refund_id.to_owned(),
        position,
        processor: paid.processor.clone(),
        payment_key: paid.payment.key.to_string(),
        session_key: paid.payment.session.as_ref().map(ToString::to_string),
        amount,
        state: State::Requested,
        reference: None,
        message: None,
        tries: 0,
        try_at: Some(now),
        changed_at: now,
    }
}

/// The ids of the lines that are donations.
fn donations(catalog: &Catalog, lines: &[OrderLineRow]) -> BTreeSet<String> {
    let donations = lines.iter().filter(|line| order::is_donation(catalog, line));
    donations.map(|line| line.id.clone()).collect()
}

/// The payments of an order with their amounts, the latest first; those that paid exchanged tickets last.
async fn paid(db: &impl ConnectionTrait, sold: &SoldOrder) -> Result<Vec<(Paid, Money)>> {
    let mut paid: Vec<(Paid, Money)> = billing::charged(db, &sold.order.id)
        .await?
        .into_iter()
        .map(|it| (Paid { processor: it.processor, payment: it.payment }, it.amount))
        .collect();
    if let Some(id) = &sold.order.attempt_id
        && let Some(attempt) = payment::find(db, id).await?
        && attempt.state == AttemptState::Completed
    {
        paid.push((Paid { processor: attempt.processor.clone(), payment: attempt.payment() }, attempt.amount));
    }
    let carried = store::carried_to(db, &sold.order.id).await?;
    paid.extend(carried.into_iter().map(|row| (Paid { payment: row.payment(), processor: row.processor }, row.amount)));
    Ok(paid)
}

/// The payments of an order, the latest first, with what is left of each. A lost answer counts as paid back. Of a payment that
/// belongs to another order as well, no more is left than the processor has.
async fn refundable(
    tx: &Transaction,
    paid: Vec<(Paid, Money)>,
    earlier: &[RefundRow],
) -> Result<Vec<Refundable<Paid>>> {
    let refunded = store::refunded_by_payment(tx, earlier).await?;
    let mut refundable = Vec::new();
    for (payment, amount) in paid {
        let key = payment.payment.key.as_str();
        let gone = refunded.get(key).copied().unwrap_or_default();
        let left = amount - gone;
        let at_processor =
            captured(tx, &payment).await? - store::gone_from_processor(tx, &payment.processor, key).await?;
        refundable.push(Refundable { left: left.min(at_processor).max(Money::ZERO), payment });
    }
    Ok(refundable)
}

/// The amount of a payment when it was captured.
async fn captured(tx: &Transaction, paid: &Paid) -> Result<Money> {
    let key = paid.payment.key.as_str();
    if let Some(attempt) = payment::find(tx, key).await? {
        return Ok(attempt.amount);
    }
    let Some(order_id) = billing::order_of_charge(tx, key).await? else { return Ok(Money::ZERO) };
    let charges = billing::charged(tx, &order_id).await?.into_iter();
    Ok(charges.filter(|charge| charge.payment.key == paid.payment.key).map(|charge| charge.amount).sum())
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

/// Refuses a refund while the bank decides who gets the money of a payment: what it takes would be paid back twice, and
/// what it leaves could not be paid back any more.
async fn check_disputes(tx: &Transaction, paid: &[(Paid, Money)]) -> Result<()> {
    let keys: Vec<String> = paid.iter().map(|(paid, _)| paid.payment.key.to_string()).collect();
    match store::are_disputed(tx, &keys).await? {
        true => Err(Refusal::new(DISPUTED).into()),
        false => Ok(()),
    }
}

/// Refuses a cancellation by the buyer of an order of which the operator or the bank has paid something back at the
/// processor: the shop does not know what it was for, and would pay for it again.
async fn check_paid_back_otherwise(tx: &Transaction, paid: &[(Paid, Money)]) -> Result<()> {
    let keys: Vec<String> = paid.iter().map(|(paid, _)| paid.payment.key.to_string()).collect();
    match store::are_paid_back_otherwise(tx, &keys).await? {
        true => Err(Refusal::new(PAID_BACK_OTHERWISE).into()),
        false => Ok(()),
    }
}

/// Refuses to refund anything while a ticket of the order is being upgraded or exchanged, because that changes what the
/// others are worth; and a ticket with which a visit is reserved that has not begun. The tickets are locked, so that no
/// visit is reserved until the transaction ends.
async fn check_use(
    tx: &Transaction,
    catalog: &Catalog,
    (all, tickets): (&[String], &[TicketRow]),
    now: Instant,
) -> Result<()> {
    if cart::are_being_replaced(tx, all).await? {
        return Err(Refusal::new(BEING_UPGRADED).into());
    }
    for ticket in tickets.iter().filter(|ticket| !ticket.is_revoked()) {
        if upgrade::reserved_visits(tx, catalog, &ticket.id, now).await?.is_to_come {
            return Err(Refusal::new(VISIT_RESERVED).with("code", &ticket.media_code).into());
        }
    }
    Ok(())
}

/// Revokes the tickets of the refunded units, returns their stock, makes the tickets valid again that they upgraded, and
/// notes on the lines what was refunded.
async fn take_back(tx: &Transaction, found: &Found, because: RevokedBecause, now: Instant) -> Result<()> {
    let Found { row, sold, tickets, earlier, .. } = found;
    let ids: Vec<String> = tickets.iter().map(|ticket| ticket.id.clone()).collect();
    ticket::revoke(tx, &ids, because, now).await?;
    let cart_id = &sold.order.cart_id;
    let mut draws_by_line: BTreeMap<&str, Vec<Draw>> = BTreeMap::new();
    for line in sold.lines.iter().filter(|line| row.units.0.contains_key(&line.id)) {
        draws_by_line.insert(&line.id, inventory::sold_to(tx, &line.id).await?);
    }
    let of_cart = inventory::sold_to(tx, cart_id).await?;
    // Stocks are always locked in the order of their keys.
    let keys: BTreeMap<&str, &Draw> =
        draws_by_line.values().flatten().chain(&of_cart).map(|draw| (draw.key.as_str(), draw)).collect();
    for draw in keys.into_values() {
        inventory::lock(tx, draw).await?;
    }
    for line in &sold.lines {
        let Some(draws) = draws_by_line.get(line.id.as_str()) else { continue };
        let gone = units_of(row, line);
        let followed: Vec<&str> = draws.iter().filter_map(|draw| draw.key.followed_ticket()).collect();
        ticket::restore_upgraded(tx, &followed).await?;
        let left = Left {
            before: line.quantity - line.units_refunded,
            after: line.quantity - line.units_refunded - gone,
            kept: earlier.iter().filter(|it| it.places_kept).map(|it| units_of(it, line)).sum(),
            keeps: row.places_kept,
        };
        let draws: Vec<Draw> = draws.iter().map(|draw| left.of(draw)).filter(|draw| draw.quantity > 0).collect();
        exchange(tx, cart_id, &line.id, &draws, now).await?;
        let units_sold = draws.iter().map(|draw| i64::from(draw.quantity)).sum();
        order::note_refunded(tx, &line.id, line.units_refunded + gone, units_sold).await?;
    }
    // Exchanged units still count for their buyer, here and not in the order that they pay.
    if !of_cart.is_empty() && row.kind != Kind::Exchange && !row.units.0.is_empty() {
        let draws = draws_of_order(sold, &row.units, &draws_by_line, &of_cart);
        exchange(tx, cart_id, cart_id, &draws, now).await?;
    }
    Ok(())
}

fn units_of(refund: &RefundRow, line: &OrderLineRow) -> i64 {
    refund.units.0.get(&line.id).map_or(0, |units| i64::try_from(units.len()).unwrap_or(0))
}

/// How many units of a line are left.
struct Left {
    before: i64,
    after: i64,
    /// The units that were refunded earlier and whose places stay taken.
    kept: i64,
    /// Whether the places of the units that are refunded now stay taken.
    keeps: bool,
}

impl Left {
    /// What the line still draws from a stock. Every unit draws the same.
    fn of(&self, draw: &Draw) -> Draw {
        let (before, after) = match draw.key.is_resold() {
            true if self.keeps => return draw.clone(),
            true => (self.before + self.kept, self.after + self.kept),
            false => (self.before, self.after),
        };
        let share = i64::from(draw.quantity) * after;
        let quantity = (share + before - 1) / before.max(1);
        Draw { quantity: u32::try_from(quantity).unwrap_or(0), ..draw.clone() }
    }
}

/// What the order as a whole still draws: the limits of its buyer count the units that remain, and a code for one order
/// can be used again when nothing remains.
fn draws_of_order(
    sold: &SoldOrder,
    units: &RefundedUnits,
    draws_by_line: &BTreeMap<&str, Vec<Draw>>,
    draws: &[Draw],
) -> Vec<Draw> {
    // What was redeemed, renewed or upgraded does not count towards the limit of a product.
    let is_counted = |line: &OrderLineRow| {
        let mut draws = draws_by_line.get(line.id.as_str()).into_iter().flatten();
        line.entitlement_id.is_none() && !draws.any(|draw| draw.key.is_ticket())
    };
    let gone = |line: &OrderLineRow| units.0.get(&line.id).map_or(0, Vec::len);
    let is_over = sold.lines.iter().all(|line| i64::from(line.units_left()) <= i64::try_from(gone(line)).unwrap_or(0));
    let mut limited: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for line in &sold.lines {
        if is_counted(line) {
            *limited.entry(("product", line.product_id.as_str())).or_default() += gone(line);
        }
        if let Some(promotion) = &line.promotion {
            *limited.entry(("promotion", promotion.id.as_str())).or_default() += gone(line);
        }
    }
    let remaining = |draw: &Draw| {
        let less = draw.key.limited_by_person().and_then(|of| limited.get(&of)).copied().unwrap_or(0);
        // Of a person's limit, exchanged units stay taken when nothing else is left.
        let is_released = is_over && draw.key.limited_by_person().is_none();
        let quantity =
            if is_released { 0 } else { draw.quantity.saturating_sub(u32::try_from(less).unwrap_or(u32::MAX)) };
        Draw { quantity, ..draw.clone() }
    };
    draws.iter().map(remaining).filter(|draw| draw.quantity > 0).collect()
}

async fn exchange(tx: &Transaction, owner: &str, line: &str, draws: &[Draw], now: Instant) -> Result<()> {
    let exchanged = inventory::exchange(tx, owner, line, draws, now).await?;
    exchanged.map_err(|shortage| Error::Internal(format!("a refund needs more of {}", shortage.key)))
}

/// Asks again for the refunded payments of an order that have failed, under new keys. Returns the ids of their refunds.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal if none has failed.
pub async fn again(app: &App, order_id: &str, by: By<'_>) -> Result<BTreeSet<String>> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let payments = lock_payments(&tx, order_id).await?;
    let mut last: BTreeMap<&str, i32> = BTreeMap::new();
    for row in &payments {
        let of_refund = last.entry(&row.refund_id).or_default();
        *of_refund = row.position.max(*of_refund);
    }
    let failed = failed(&payments)?;
    for row in &failed {
        close(&tx, row, State::Replaced, now).await?;
        let position = last.entry(&row.refund_id).or_default();
        *position += 1;
        let paid = Paid { processor: row.processor.clone(), payment: row.payment() };
        store::insert_payment(&tx, payment_row(&row.refund_id, *position, &paid, row.amount, now)).await?;
    }
    record_failed(&tx, (order_id, "refund-again"), by, &failed, now).await?;
    tx.commit().await?;
    Ok(failed.iter().map(|row| row.refund_id.clone()).collect())
}

/// Notes that the operator has paid back another way what the processor could not pay back. Returns the amount.
///
/// # Errors
/// As [`again`].
pub async fn paid_elsewhere(app: &App, order_id: &str, by: By<'_>) -> Result<Money> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let payments = lock_payments(&tx, order_id).await?;
    let failed = failed(&payments)?;
    for row in &failed {
        close(&tx, row, State::Elsewhere, now).await?;
    }
    record_failed(&tx, (order_id, "refund-elsewhere"), by, &failed, now).await?;
    tx.commit().await?;
    Ok(failed.iter().map(|row| row.amount).sum())
}

/// The refunded payments of an order that the shop asked for. The order is locked.
async fn lock_payments(tx: &Transaction, order_id: &str) -> Result<Vec<PaymentRow>> {
    order::lock_sold(tx, order_id).await?.ok_or(Error::NotFound)?;
    let refunds = store::of_order(tx, order_id).await?.into_iter();
    let asked = refunds.filter(|refund| refund.kind.is_of_shop());
    let ids: Vec<String> = asked.map(|refund| refund.id).collect();
    store::payments_of(tx, &ids).await
}

fn failed(payments: &[PaymentRow]) -> Result<Vec<&PaymentRow>> {
    let failed: Vec<&PaymentRow> = payments.iter().filter(|row| row.state == State::Failed).collect();
    if failed.is_empty() { Err(Refusal::new(NOT_FAILED).into()) } else { Ok(failed) }
}

async fn close(tx: &Transaction, row: &PaymentRow, to: State, now: Instant) -> Result<()> {
    let answer = Answer { to, reference: None, message: row.message.clone(), try_at: None };
    books::advance(tx, row, answer, now).await.map(drop)
}

async fn record_failed(
    tx: &Transaction,
    (order_id, action): (&str, &str),
    By { actor, reason }: By<'_>,
    failed: &[&PaymentRow],
    now: Instant,
) -> Result<()> {
    let deed = Deed { actor, action, subject: order_id, reason };
    audit::record(tx, deed, &failed.iter().map(|row| &row.id).collect::<Vec<_>>(), now).await
}

/// The payments of an order, each by its processor and key.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn payments_of_order(app: &App, order_id: &str) -> Result<Vec<(String, String)>> {
    let db = app.db.read();
    let sold = order::sold(db, order_id).await?.ok_or(Error::NotFound)?;
    let paid = paid(db, &sold).await?.into_iter();
    Ok(paid.map(|(paid, _)| (paid.processor, paid.payment.key.to_string())).collect())
}

/// The tickets that a refund has revoked.
///
/// # Errors
/// Those of the database.
pub async fn revoked_tickets(db: &impl ConnectionTrait, refund_id: &str) -> Result<Vec<TicketRow>> {
    let Some(refund) = store::find(db, refund_id).await? else { return Ok(Vec::new()) };
    let mut tickets = ticket::of_order(db, &refund.order_id).await?;
    tickets.retain(|ticket| {
        let units = ticket.order_line_id.as_ref().and_then(|line| refund.units.0.get(line));
        ticket.is_revoked() && units.is_some_and(|units| units.contains(&ticket.unit))
    });
    Ok(tickets)
}

/// The units of a line that were refunded.
pub async fn units_of_line(app: &App, order_id: &str, line_id: &str) -> Result<BTreeSet<i32>> {
    let refunds = store::of_order(app.db.write(), order_id).await?;
    Ok(refunds.iter().filter_map(|refund| refund.units.0.get(line_id)).flatten().copied().collect())
}

/// How many units of a line have places: those that are left, and those that were refunded while their places stay taken.
pub async fn units_with_places(db: &impl ConnectionTrait, line: &OrderLineRow) -> Result<i64> {
    let refunds = store::of_order(db, &line.order_id).await?;
    let kept: i64 = refunds.iter().filter(|it| it.places_kept).map(|it| units_of(it, line)).sum();
    Ok(line.quantity - line.units_refunded + kept)
}

/// The refunds of an order, as its buyer sees them.
pub async fn of_order(app: &App, sold: &SoldOrder) -> Result<OrderRefunds> {
    let db = app.db.read();
    let refunds = store::of_order(db, &sold.order.id).await?;
    let ids: Vec<String> = refunds.iter().map(|refund| refund.id.clone()).collect();
    let exchanged = refunds.iter().filter_map(|refund| refund.exchanged_for.clone()).collect();
    let numbers = order::numbers(db, exchanged).await?;
    Ok(OrderRefunds::new(sold, &refunds, &store::payments_of(db, &ids).await?, &numbers))
}
