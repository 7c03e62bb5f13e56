//! `midway reconcile`: compares the shop's captures, refunds and disputes with those of the processors.

use std::fmt;
use std::io::Write;

use chrono::{Duration, NaiveDate};

use super::answers::without_formula;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::payment::processor::{MovementKind, MovementState};
use crate::shop::reconciliation::{self, DayResult, Item, ItemResult, Reconciled, ReconciledDay, Side};
use midway_kernel::money::Money;
use midway_kernel::time::{day_at, with_offset};

/// The maximum number of days that are compared at once, because all their payments are held in memory.
const MAX_DAYS: i64 = 366;

/// How many days `--last` shows.
const LAST_DAYS: u64 = 31;

const HEADERS: [&str; 13] = [
    "day",
    "time",
    "kind",
    "processor",
    "payment",
    "reference",
    "order",
    "shop_amount",
    "shop_state",
    "processor_amount",
    "processor_state",
    "result",
    "reason",
];

/// The days to compare: yesterday, unless others are asked for; until yesterday, if only the first one is named.
///
/// # Errors
/// What is wrong with the days.
pub fn days(app: &App, from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<(NaiveDate, NaiveDate), String> {
    let (yesterday, today) = reconciliation::days(app).ok_or("this shop has no catalogue yet, so nothing was sold")?;
    let last = to.unwrap_or(yesterday);
    let first = from.unwrap_or(last);
    if last > today {
        return Err(format!("{last} is in the future: today is {today}"));
    }
    if first > last {
        return Err(format!("the first day, {first}, is after the last day, {last}"));
    }
    if last - first >= Duration::days(MAX_DAYS) {
        return Err(format!("at most {MAX_DAYS} days can be compared at once"));
    }
    Ok((first, last))
}

/// What was compared.
#[derive(Debug)]
pub struct Report {
    first: NaiveDate,
    last: NaiveDate,
    reconciled: Reconciled,
}

/// Compares days, and stores the result of those that are over.
pub async fn reconcile(app: &App, (first, last): (NaiveDate, NaiveDate)) -> Result<Report> {
    Ok(Report { first, last, reconciled: reconciliation::reconcile(app, first, last).await? })
}

/// What a comparison says, as the command's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that is decided agrees.
    Agrees,
    Differs,
    /// A processor did not answer.
    NotCompared,
}

impl Report {
    pub fn verdict(&self) -> Verdict {
        if self.reconciled.differences().next().is_some() {
            Verdict::Differs
        } else if self.reconciled.unanswered.is_empty() {
            Verdict::Agrees
        } else {
            Verdict::NotCompared
        }
    }

    /// Writes the differences as CSV with a header, or everything that was compared.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&self, everything: bool, output: impl Write) -> Result<()> {
        let mut csv = csv::Writer::from_writer(output);
        csv.write_record(HEADERS).map_err(Error::internal)?;
        for item in &self.reconciled.items {
            let result = item.result();
            let reason = match result {
                ItemResult::Differs(why) => why,
                _ if everything => "",
                _ => continue,
            };
            let at = item.at().unwrap_or_default();
            let amount = |side: Option<Side>| side.map(|side| side.amount.to_string()).unwrap_or_default();
            let state = |side: Option<Side>| side.map_or("", |side| reconciliation::state_word(side.state));
            let record = [
                &day_at(at, self.reconciled.zone).to_string(),
                &with_offset(at, self.reconciled.zone),
                reconciliation::kind_word(item.kind),
                &item.processor,
                &item.payment,
                item.reference.as_deref().unwrap_or_default(),
                item.order_number.as_deref().unwrap_or_default(),
                &amount(item.shop),
                state(item.shop),
                &amount(item.there),
                state(item.there),
                result.word(),
                reason,
            ];
            csv.write_record(record.map(without_formula)).map_err(Error::internal)?;
        }
        csv.flush().map_err(Error::internal)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reconciled { zone, items, unanswered } = &self.reconciled;
        writeln!(f, "{} to {}, {zone}", self.first, self.last)?;
        for kind in [MovementKind::Capture, MovementKind::Refund, MovementKind::Dispute] {
            let sum = |side: fn(&Item) -> Option<Side>| {
                let sides = items.iter().filter(|item| item.kind == kind).filter_map(side);
                sides.filter(|side| side.state == MovementState::Settled).map(|side| side.amount).sum::<Money>()
            };
            let (shop, there) = (sum(|item| item.shop), sum(|item| item.there));
            writeln!(f, "  {}s: {shop} in the shop, {there} at the processors", reconciliation::kind_word(kind))?;
        }
        for item in self.reconciled.differences() {
            writeln!(f, "{item}")?;
        }
        for reason in unanswered {
            writeln!(f, "{reason}")?;
        }
        let count = |is: fn(ItemResult) -> bool| self.reconciled.count(is);
        write!(
            f,
            "{} agree, {} are not decided, {} differ",
            count(|it| it == ItemResult::Agrees),
            count(|it| it == ItemResult::Pending),
            count(|it| matches!(it, ItemResult::Differs(_)))
        )
    }
}

/// The stored results of the latest days, in words, the last day first, and whether all of them agree.
pub async fn last(app: &App) -> Result<(Vec<String>, bool)> {
    let rows = reconciliation::latest(app.db.read(), LAST_DAYS).await?;
    let agree = rows.iter().all(|row| row.result != DayResult::Differs);
    let in_words = |row: ReconciledDay| {
        let ReconciledDay { day, result, agreed, differences, pending, findings, .. } = row;
        let result = match result {
            DayResult::Agrees => "agrees",
            DayResult::Pending => "agrees so far",
            DayResult::Differs => "differs",
            DayResult::Unanswered => "was not compared",
        };
        let counts = format!("{day} {result}: {agreed} agree, {pending} are not decided, {differences} differ");
        std::iter::once(counts).chain(findings.0.into_iter().map(|finding| format!("  {finding}")))
    };
    Ok((rows.into_iter().flat_map(in_words).collect(), agree))
}
