//! Reconciling days, by a command and each night.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use chrono::{Duration, NaiveDate, NaiveTime, Timelike};
use chrono_tz::Tz;

use super::entity::{DayResult, Findings, Model as ReconciledDay};
use super::rules::{Item, ItemResult, Side};
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::shop::payment::processor::{
    Movement, MovementKind, MovementState, Outcome, PaymentRef, ProcessorPayment, ProcessorStatus,
};
use crate::shop::payment::{self, AttemptRow, AttemptState};
use crate::shop::refund::{self, PaidBack};
use crate::shop::{billing, order};
use midway_kernel::time::{Instant, day_at, instant_at};

/// How far beyond the days a processor's list is read, so that an item near their edges is found without a look-up.
const MARGIN: Duration = Duration::days(2);

/// The hour after which the day before is reconciled. Most payments of an evening are settled by then.
const FIRST_HOUR: u32 = 4;

/// How long after a comparison a day that does not agree is compared again.
const PAUSE: Duration = Duration::hours(20);

/// The same for a day on which a processor did not answer.
const PAUSE_UNANSWERED: Duration = Duration::hours(1);

/// For how long a day is compared again. A dispute is decided within some months.
const OPEN_DAYS: Duration = Duration::days(120);

/// The maximum number of days without a result that one night makes up for.
const MAX_MISSED: i64 = 31;

/// What a comparison of some days has found.
#[derive(Debug)]
pub struct Reconciled {
    pub zone: Tz,
    pub items: Vec<Item>,
    /// The processors that did not answer, with the reason.
    pub unanswered: Vec<String>,
}

impl Reconciled {
    pub fn count(&self, is_counted: impl Fn(ItemResult) -> bool) -> usize {
        self.items.iter().filter(|item| is_counted(item.result())).count()
    }

    pub fn differences(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| matches!(item.result(), ItemResult::Differs(_)))
    }

    /// The result of one of the days.
    fn of_day(&self, day: NaiveDate, now: Instant) -> ReconciledDay {
        let of_day = |item: &&Item| item.at().is_some_and(|at| day_at(at, self.zone) == day);
        let results: Vec<ItemResult> = self.items.iter().filter(of_day).map(Item::result).collect();
        let count = |is: fn(&&ItemResult) -> bool| i32::try_from(results.iter().filter(is).count()).unwrap_or(i32::MAX);
        let differences = count(|it| matches!(it, ItemResult::Differs(_)));
        let pending = count(|it| **it == ItemResult::Pending);
        let findings = self.differences().filter(of_day).map(ToString::to_string);
        ReconciledDay {
            day,
            made_at: now,
            result: match (self.unanswered.is_empty(), differences, pending) {
                (_, 1.., _) => DayResult::Differs,
                (false, ..) => DayResult::Unanswered,
                (true, _, 1..) => DayResult::Pending,
                _ => DayResult::Agrees,
            },
            agreed: count(|it| **it == ItemResult::Agrees),
            differences,
            pending,
            findings: Findings(findings.chain(self.unanswered.iter().cloned()).collect()),
        }
    }
}

/// The time zone of the shop's days: that of its first site. `None` before the first import.
fn zone(app: &App) -> Option<Tz> {
    app.catalog.current().folder().site.first().map(|site| site.time_zone)
}

/// Yesterday and today in the shop's time zone.
pub fn days(app: &App) -> Option<(NaiveDate, NaiveDate)> {
    let today = day_at(app.clock.now(), zone(app)?);
    Some((today.pred_opt()?, today))
}

/// Compares the days from `first` to `last`, and stores the result of each of them that is over.
pub async fn reconcile(app: &App, first: NaiveDate, last: NaiveDate) -> Result<Reconciled> {
    let now = app.clock.now();
    let zone = zone(app).unwrap_or(Tz::UTC);
    let start = |day: NaiveDate| instant_at(day, NaiveTime::MIN, zone);
    let time = start(first)..start(last + Duration::days(1));
    let reconciled = compare(app, zone, time).await?;
    for day in first.iter_days().take_while(|day| *day <= last && *day < day_at(now, zone)) {
        let row = reconciled.of_day(day, now);
        // What is known of a day is not forgotten because a processor does not answer now.
        let is_known = row.result == DayResult::Unanswered && store::try_again_later(app.db.write(), day, now).await?;
        if !is_known {
            store::keep(app.db.write(), row).await?;
        }
    }
    Ok(reconciled)
}

/// Reconciles yesterday, and the days before that have no result, do not agree or wait for a decision. Does nothing
/// before the night is over, and in a shop that has no orders.
pub async fn nightly(app: &App) -> Result<()> {
    let now = app.clock.now();
    let (Some(zone), Some((yesterday, _))) = (zone(app), days(app)) else { return Ok(()) };
    if now.with_timezone(&zone).hour() < FIRST_HOUR || !order::is_any(app.db.read()).await? {
        return Ok(());
    }
    let earliest = yesterday - Duration::days(MAX_MISSED - 1);
    let known: BTreeSet<NaiveDate> = store::days_since(app.db.read(), earliest).await?.into_iter().collect();
    let first = known.first().copied().unwrap_or(yesterday);
    let is_due = |row: &ReconciledDay| {
        let pause = if row.result == DayResult::Unanswered { PAUSE_UNANSWERED } else { PAUSE };
        row.made_at < now - pause
    };
    let open = store::open_since(app.db.read(), yesterday - OPEN_DAYS).await?;
    let again = open.into_iter().filter(is_due).map(|row| row.day);
    let missed = first.iter_days().take_while(|day| *day <= yesterday).filter(|day| !known.contains(day));
    for day in again.chain(missed).collect::<BTreeSet<_>>() {
        let mut reconciled = reconcile(app, day, day).await?;
        if look_at_decided(app, &reconciled.items).await {
            reconciled = reconcile(app, day, day).await?;
        }
        let row = reconciled.of_day(day, now);
        match row.result {
            DayResult::Differs => tracing::error!(
                %day,
                differences = row.differences,
                "the processors' books and the shop's differ: `midway reconcile --last` lists what"
            ),
            DayResult::Unanswered => tracing::warn!(%day, "a day could not be reconciled: a processor did not answer"),
            result => tracing::info!(%day, ?result, agreed = row.agreed, pending = row.pending, "a day was reconciled"),
        }
    }
    Ok(())
}

/// Looks at the refunds and disputes that only the processor has decided: its notice was lost. Returns whether there are
/// any.
async fn look_at_decided(app: &App, items: &[Item]) -> bool {
    let is_pending = |side: Option<Side>| side.is_some_and(|side| side.state == MovementState::Pending);
    let is_decided = |item: &&Item| {
        item.kind != MovementKind::Capture && is_pending(item.shop) && item.there.is_some() && !is_pending(item.there)
    };
    let payments: BTreeSet<(&str, &str)> =
        items.iter().filter(is_decided).map(|item| (item.processor.as_str(), item.payment.as_str())).collect();
    for (processor, payment) in &payments {
        if let Err(error) = refund::look_at_payment(app, processor, payment).await {
            tracing::warn!(payment, %error, "a payment that was paid back could not be looked at");
        }
    }
    !payments.is_empty()
}

/// What the shop knows of a capture, a refund or a dispute.
struct Known {
    kind: MovementKind,
    processor: String,
    payment: PaymentRef,
    /// The key of a refund that the shop asks for.
    key: Option<String>,
    reference: Option<String>,
    order_id: Option<String>,
    side: Side,
}

impl Known {
    fn of_attempt(row: &AttemptRow) -> Self {
        use AttemptState::{Captured, Capturing, Completed, Unknown};
        let state = match row.state {
            Captured | Completed => MovementState::Settled,
            Capturing | Unknown => MovementState::Pending,
            _ => MovementState::Failed,
        };
        Known {
            kind: MovementKind::Capture,
            processor: row.processor.clone(),
            payment: row.payment(),
            key: None,
            reference: row.reference.clone(),
            order_id: None,
            side: Side { amount: row.amount, state, at: row.changed_at },
        }
    }

    fn of_charge(charge: billing::Charge) -> Self {
        Known {
            kind: MovementKind::Capture,
            processor: charge.processor,
            payment: charge.payment,
            key: None,
            reference: None,
            order_id: Some(charge.order_id),
            side: Side { amount: charge.amount, state: charge.state, at: charge.at },
        }
    }

    fn of_refund(paid_back: PaidBack) -> Self {
        Known {
            kind: paid_back.kind,
            processor: paid_back.processor,
            payment: paid_back.payment,
            key: Some(paid_back.key),
            reference: paid_back.reference,
            order_id: Some(paid_back.order_id),
            side: Side { amount: paid_back.amount, state: paid_back.state, at: paid_back.at },
        }
    }

    /// The names under which the processor may list it.
    fn names(&self) -> Vec<Name> {
        let names = match self.kind {
            MovementKind::Capture => vec![self.payment.key.to_string()],
            _ => self.key.iter().chain(&self.reference).cloned().collect(),
        };
        names.into_iter().map(|name| (self.kind, name)).collect()
    }

    /// Its side in a payment that was looked up.
    fn found_in(&self, payment: &ProcessorPayment) -> Option<Side> {
        let is_it = |key: Option<&str>, reference: &str| match key {
            Some(key) => self.key.as_deref() == Some(key),
            None => self.reference.as_deref() == Some(reference),
        };
        let side = |amount, state| Side { amount, state, at: self.side.at };
        match self.kind {
            MovementKind::Capture => {
                (payment.status == ProcessorStatus::Captured).then(|| side(payment.captured, MovementState::Settled))
            }
            MovementKind::Refund => {
                let mut refunds = payment.refunds.iter();
                let found = refunds.find(|it| is_it(it.key.as_ref().map(|key| key.as_str()), &it.reference))?;
                Some(side(found.amount, found.state.into()))
            }
            MovementKind::Dispute => {
                let found = payment.disputes.iter().find(|it| is_it(None, &it.reference))?;
                Some(side(found.amount, found.state.into()))
            }
        }
    }
}

/// How a movement is named: a capture by its payment, a refund by the shop's key or else by the processor's id, a dispute
/// by the processor's id.
type Name = (MovementKind, String);

fn name_of(movement: &Movement) -> Name {
    let name = match (movement.kind, &movement.refund) {
        (MovementKind::Capture, _) => movement.payment.to_string(),
        (_, Some(key)) => key.to_string(),
        (_, None) => movement.reference.clone(),
    };
    (movement.kind, name)
}

async fn compare(app: &App, zone: Tz, time: Range<Instant>) -> Result<Reconciled> {
    // The processors are asked first, so that nothing is missing here that was written down meanwhile.
    let Listed { mut movements, silent, unanswered } = listed(app, &time).await;
    let mut items = Vec::new();
    let mut unknown_orders = Vec::new();
    for known in known(app, &time).await? {
        let movement = known.names().iter().find_map(|name| movements.remove(name));
        let (there, is_answered) = match &movement {
            Some((_, movement)) => (Some(side(movement)), true),
            None if silent.contains(known.processor.as_str()) => (None, false),
            None => looked_up(app, &known).await,
        };
        let reference = movement.map(|(_, movement)| movement.reference).or_else(|| known.reference.clone());
        unknown_orders.push((items.len(), known.order_id));
        items.push(Item {
            kind: known.kind,
            processor: known.processor,
            payment: known.payment.key.to_string(),
            reference,
            order_number: None,
            shop: Some(known.side),
            there,
            is_answered,
        });
    }
    let mut returned: HashMap<String, bool> = HashMap::new();
    for (processor, movement) in movements.into_values().filter(|(_, movement)| time.contains(&movement.at)) {
        let known = known_as(app, processor, &movement).await?;
        // What the shop has captured or refunded belongs to the shop's day. What the shop does not believe captured has none.
        let has_own_day =
            |known: &Known| known.kind != MovementKind::Capture || known.side.state != MovementState::Failed;
        if known.as_ref().is_some_and(|known| has_own_day(known) && !time.contains(&known.side.at)) {
            continue;
        }
        let payment = movement.payment.to_string();
        if known.is_none() && movement.kind != MovementKind::Dispute && !is_known_payment(app, &payment).await? {
            // A capture without an order that was refunded is settled.
            let is_returned = match returned.get(&payment) {
                Some(is_returned) => *is_returned,
                None => is_returned(app, processor, &movement).await,
            };
            returned.insert(payment.clone(), is_returned);
            if is_returned {
                continue;
            }
        }
        unknown_orders.push((items.len(), known.as_ref().and_then(|known| known.order_id.clone())));
        items.push(Item {
            kind: movement.kind,
            processor: known.as_ref().map_or_else(|| processor.to_owned(), |known| known.processor.clone()),
            payment,
            reference: Some(movement.reference.clone()),
            order_number: None,
            shop: known.map(|known| {
                let at = if time.contains(&known.side.at) { known.side.at } else { movement.at };
                Side { at, ..known.side }
            }),
            there: Some(side(&movement)),
            is_answered: true,
        });
    }
    name_orders(app, &mut items, unknown_orders).await?;
    items.sort_by_key(|item| (item.at(), item.kind, item.payment.clone()));
    Ok(Reconciled { zone, items, unanswered })
}

/// What the processors list.
struct Listed {
    movements: BTreeMap<Name, (&'static str, Movement)>,
    /// The names of those that did not answer.
    silent: BTreeSet<&'static str>,
    unanswered: Vec<String>,
}

async fn listed(app: &App, time: &Range<Instant>) -> Listed {
    let mut listed = Listed { movements: BTreeMap::new(), silent: BTreeSet::new(), unanswered: Vec::new() };
    for (name, processor) in app.processors.all() {
        match processor.movements(time.start - MARGIN, time.end + MARGIN).await {
            Ok(movements) => {
                for movement in movements {
                    // The sandbox lists its card payments and those of its lender together.
                    listed.movements.entry(name_of(&movement)).or_insert((name, movement));
                }
            }
            Err(reason) => {
                listed.silent.insert(name);
                listed.unanswered.push(format!("processor {name} does not list its payments: {reason}"));
            }
        }
    }
    listed
}

fn side(movement: &Movement) -> Side {
    Side { amount: movement.amount, state: movement.state, at: movement.at }
}

/// What the shop wrote down in this time.
async fn known(app: &App, time: &Range<Instant>) -> Result<Vec<Known>> {
    let db = app.db.write();
    let attempts = payment::captured_between(db, time.start, time.end).await?;
    let mut known: Vec<Known> = attempts.iter().map(Known::of_attempt).collect();
    known.extend(billing::charges_between(db, time.start, time.end).await?.into_iter().map(Known::of_charge));
    known.extend(refund::paid_back_between(db, time.start, time.end).await?.into_iter().map(Known::of_refund));
    Ok(known)
}

/// What the shop knows of a movement.
async fn known_as(app: &App, processor: &str, movement: &Movement) -> Result<Option<Known>> {
    let db = app.db.write();
    if movement.kind == MovementKind::Capture {
        let key = movement.payment.as_str();
        if let Some(attempt) = payment::find(db, key).await? {
            return Ok(Some(Known::of_attempt(&attempt)));
        }
        return Ok(billing::charge_by_key(db, key).await?.map(Known::of_charge));
    }
    // The payment says at which of the processors it is that list together.
    let processor = payment::find(db, movement.payment.as_str())
        .await?
        .map(|attempt| attempt.processor)
        .unwrap_or_else(|| processor.to_owned());
    Ok(refund::paid_back_as(db, &processor, movement).await?.map(Known::of_refund))
}

async fn is_known_payment(app: &App, key: &str) -> Result<bool> {
    let db = app.db.write();
    Ok(payment::find(db, key).await?.is_some() || billing::charge_by_key(db, key).await?.is_some())
}

/// Asks the processor about something that it did not list. Returns whether it has answered.
async fn looked_up(app: &App, known: &Known) -> (Option<Side>, bool) {
    let Some(processor) = app.processors.get(&known.processor) else { return (None, true) };
    match processor.look_up(&known.payment).await {
        Outcome::Done(found) => (found.and_then(|payment| known.found_in(&payment)), true),
        _ => (None, false),
    }
}

/// Whether everything that was captured of a payment was paid back.
async fn is_returned(app: &App, processor: &str, movement: &Movement) -> bool {
    let Some(processor) = app.processors.get(processor) else { return false };
    let payment = PaymentRef { key: movement.payment.clone(), session: None };
    matches!(processor.look_up(&payment).await, Outcome::Done(Some(found)) if found.is_refunded())
}

/// Adds the numbers of the items' orders.
async fn name_orders(app: &App, items: &mut [Item], orders: Vec<(usize, Option<String>)>) -> Result<()> {
    let db = app.db.read();
    let payments: Vec<String> = items.iter().map(|item| item.payment.clone()).collect();
    let placed = order::placed_with_payments(db, &payments).await?;
    for (at, order_id) in orders {
        let number = match placed.get(&items[at].payment) {
            Some((_, number)) => Some(number.clone()),
            None => match order_id {
                Some(id) => order::sold(db, &id).await?.map(|sold| sold.order.number),
                None => None,
            },
        };
        items[at].order_number = number;
    }
    Ok(())
}
