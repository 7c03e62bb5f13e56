//! Findings for `midway doctor`: refunds that contradict their order, their payments or the processor, and refunds that
//! have failed or make no progress.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::books;
use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::store;
use crate::error::Result;
use crate::shop::ledger::{Books, Cause};
use crate::shop::order;
use crate::shop::payment::Captures;
use crate::shop::ticket;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A refund that was asked for should be settled within seconds.
const MAX_UNSETTLED: Duration = Duration::hours(1);

/// A bank rarely takes longer to decide about a refund.
const MAX_PENDING: Duration = Duration::days(30);

/// All findings about refunds. `db` is a snapshot.
pub async fn doctor(
    db: &impl ConnectionTrait,
    captures: &Captures,
    ledger: &mut Books,
    now: Instant,
) -> Result<Vec<String>> {
    let refunds = store::all(db).await?;
    let payments = store::all_payments(db).await?;
    compare_books(db, ledger, &refunds, &payments).await?;
    let mut findings = of_sums(&refunds, &payments);
    findings.extend(of_units(db, &refunds).await?);
    findings.extend(of_progress(&refunds, &payments, now));
    findings.extend(of_processors(captures, &refunds, &payments));
    findings.extend(of_exchanges(db, &refunds, &payments).await?);
    Ok(findings)
}

/// Checks that exchanged tickets pay what their orders say.
async fn of_exchanges(
    db: &impl ConnectionTrait,
    refunds: &[RefundRow],
    payments: &[PaymentRow],
) -> Result<Vec<String>> {
    let exchanged = refunds.iter().filter_map(|refund| Some((refund.id.as_str(), refund.exchanged_for.as_deref()?)));
    let exchanged: HashMap<&str, &str> = exchanged.collect();
    let mut carried: BTreeMap<&str, Money> = BTreeMap::new();
    for row in payments.iter().filter(|row| row.state == State::Carried) {
        let sum = carried.entry(exchanged.get(row.refund_id.as_str()).copied().unwrap_or_default()).or_default();
        *sum = *sum + row.amount;
    }
    let mut findings = Vec::new();
    for (order_id, credit) in order::exchange_credits(db).await? {
        let paid = carried.remove(order_id.as_str()).unwrap_or_default();
        if paid != credit {
            findings
                .push(format!("order {order_id}: exchanged tickets pay {credit} of it, but {paid} was carried to it"));
        }
    }
    let rest = carried.into_iter();
    findings.extend(
        rest.map(|(id, paid)| format!("{paid} was carried to order {id:?}, which was not paid by an exchange")),
    );
    Ok(findings)
}

/// Compares the ledger with what each refund and each of its payments would enter.
async fn compare_books(
    db: &impl ConnectionTrait,
    ledger: &mut Books,
    refunds: &[RefundRow],
    payments: &[PaymentRow],
) -> Result<()> {
    for refund in refunds {
        let lines = order::sold(db, &refund.order_id).await?.map(|sold| sold.lines).unwrap_or_default();
        let decided = books::decided(refund, &lines, ledger.donation_lines());
        ledger.compare(Cause::Refund, &refund.id, &decided);
    }
    let kinds: HashMap<&str, Kind> = refunds.iter().map(|refund| (refund.id.as_str(), refund.kind)).collect();
    for row in payments {
        if let Some(kind) = kinds.get(row.refund_id.as_str()) {
            ledger.compare(Cause::PaymentBack, &row.id, &books::paid_back(*kind, row));
        }
    }
    Ok(())
}

/// Checks that the parts of each refund add up, and that its payments are what it pays back.
fn of_sums(refunds: &[RefundRow], payments: &[PaymentRow]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut paid: HashMap<&str, Money> = HashMap::new();
    for payment in payments.iter().filter(|payment| payment.state != State::Replaced) {
        let sum = paid.entry(&payment.refund_id).or_default();
        *sum = *sum + payment.amount;
    }
    for refund in refunds {
        let (parts, whole) = (refund.amounts().total(), refund.amount + refund.no_longer_due);
        if parts != whole {
            findings.push(format!("refund {}: its parts add up to {parts}, not {whole}", refund.id));
        }
        let paid = paid.remove(refund.id.as_str()).unwrap_or_default();
        if paid != refund.amount {
            findings.push(format!("refund {}: its payments add up to {paid}, not {}", refund.id, refund.amount));
        }
    }
    findings
}

/// Checks that the refunded units are noted on their lines, and that their tickets are revoked.
async fn of_units(db: &impl ConnectionTrait, refunds: &[RefundRow]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut units: BTreeMap<&str, BTreeSet<i32>> = BTreeMap::new();
    for refund in refunds {
        for (line_id, numbers) in &refund.units.0 {
            for number in numbers {
                if !units.entry(line_id).or_default().insert(*number) {
                    findings.push(format!("unit {number} of line {line_id} was refunded twice"));
                }
            }
        }
    }
    for (line_id, noted) in order::refunded_units(db).await? {
        let found = units.get(line_id.as_str()).map_or(0, BTreeSet::len);
        if i64::try_from(found).unwrap_or(i64::MAX) != noted {
            findings.push(format!("order line {line_id}: {noted} units are noted as refunded, but {found} were"));
        }
    }
    let orders: Vec<String> =
        refunds.iter().map(|refund| refund.order_id.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    // SQLite binds at most 32,766 values per statement.
    for batch in orders.chunks(1_000) {
        for ticket in ticket::of_orders(db, batch).await? {
            let of_line = ticket.order_line_id.as_deref().and_then(|line| units.get(line));
            if of_line.is_some_and(|units| units.contains(&ticket.unit)) && !ticket.is_revoked() {
                findings.push(format!("ticket {} was refunded but is still valid", ticket.media_code));
            }
        }
    }
    Ok(findings)
}

/// Names the refunds that the operator must look after.
fn of_progress(refunds: &[RefundRow], payments: &[PaymentRow], now: Instant) -> Vec<String> {
    let kinds: HashMap<&str, Kind> = refunds.iter().map(|refund| (refund.id.as_str(), refund.kind)).collect();
    let finding = |row: &PaymentRow| {
        let is_asked = !matches!(kinds.get(row.refund_id.as_str()), Some(Kind::AtProcessor | Kind::Dispute));
        let since = now - row.changed_at;
        let message = row.message.as_deref().unwrap_or("no reason was given");
        match row.state {
            State::Failed if is_asked => Some(format!(
                "refund {} of {} has failed: {message}. Ask again with `midway refund ORDER --again`, or pay it back \
                 another way and note it with --paid-elsewhere",
                row.id, row.amount
            )),
            State::Requested | State::Sent | State::Unknown if since > MAX_UNSETTLED => {
                Some(format!("refund {} of {} is still {:?}: {message}", row.id, row.amount, row.state))
            }
            State::Pending if is_asked && since > MAX_PENDING => {
                Some(format!("refund {} of {} is pending since {}", row.id, row.amount, row.changed_at))
            }
            _ => None,
        }
    };
    payments.iter().filter_map(finding).collect()
}

/// Compares what the shop knows to be paid back with what the processors report. Disputes are not part of their reports,
/// and payments whose refund is not settled are left out.
fn of_processors(captures: &Captures, refunds: &[RefundRow], payments: &[PaymentRow]) -> Vec<String> {
    let disputes: BTreeSet<&str> =
        refunds.iter().filter(|refund| refund.kind == Kind::Dispute).map(|refund| refund.id.as_str()).collect();
    let mut here: BTreeMap<&str, Money> = BTreeMap::new();
    let mut unsettled: BTreeSet<&str> = BTreeSet::new();
    for row in payments.iter().filter(|row| !disputes.contains(row.refund_id.as_str())) {
        if !captures.are_reported_by(&row.processor)
            || matches!(row.state, State::Requested | State::Sent | State::Unknown)
        {
            unsettled.insert(&row.payment_key);
        }
        let sum = here.entry(&row.payment_key).or_default();
        if row.state.counts() && !matches!(row.state, State::Elsewhere | State::Carried) {
            *sum = *sum + row.amount;
        }
    }
    let there = captures.refunded();
    let keys: BTreeSet<&str> = here.keys().copied().chain(there.keys().map(String::as_str)).collect();
    let finding = |key: &str| {
        let there = there.get(key).copied().unwrap_or_default();
        let here = here.get(key).copied().unwrap_or_default();
        let differs = here != there && !unsettled.contains(key) && captures.is_known(key);
        differs.then(|| {
            format!(
                "payment {key}: {there} was paid back at its processor, but {here} in the shop. \
                 `midway refund ORDER --look` writes down what the processor shows"
            )
        })
    };
    keys.into_iter().filter_map(finding).collect()
}
