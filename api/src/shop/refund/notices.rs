//! The job that works on a processor's notice: it continues the payment that the notice is about, and writes down what
//! the processor paid back: refunds that the operator made there, and disputes.

use super::books;
use super::entity::RefundedUnits;
use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::settle;
use super::store::{self, Answer};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::jobs::{Failure, Job};
use crate::shop::payment::notices::{self, NoticeState, Subject};
use crate::shop::payment::processor::{Dispute, DisputeState, Outcome, PaymentRef, Refund, RefundState};
use crate::shop::{billing, order, payment};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;

/// Looks at the payment of a notice. Working on a notice twice, or on an old one after a newer one, changes nothing.
pub async fn handle_notice(app: &App, job: &Job) -> Result<(), Failure> {
    let Some(notice) = notices::notice(app.db.read(), &job.subject).await? else {
        return Err(Failure::Permanent("its notice does not exist".to_owned()));
    };
    let state = match notices::subject_of(app, &notice).await? {
        Subject::Attempt(attempt) => {
            order::look_at(app, *attempt).await?;
            NoticeState::Handled
        }
        Subject::PaidBack(payment) if look_at_payment(app, &notice.processor, &payment).await? => NoticeState::Handled,
        Subject::PaidBack(_) | Subject::Other => NoticeState::Kept,
    };
    Ok(notices::conclude(app, &notice.id, state).await?)
}

/// A refund as the processor shows it, whether somebody asked for it or a bank did.
struct Seen {
    kind: Kind,
    refund: Refund,
}

impl Seen {
    fn of_dispute(dispute: Dispute) -> Self {
        let state = match dispute.state {
            DisputeState::Open => RefundState::Pending,
            DisputeState::Lost => RefundState::Succeeded,
            DisputeState::Won => RefundState::Failed,
        };
        let Dispute { reference, amount, .. } = dispute;
        Seen { kind: Kind::Dispute, refund: Refund { key: None, reference, amount, state, message: None } }
    }
}

/// Compares the refunds and disputes of a payment at its processor with the shop's. Returns false for a payment that no
/// order has.
///
/// # Errors
/// When the processor gives no usable answer.
pub async fn look_at_payment(app: &App, processor: &str, key: &str) -> Result<bool> {
    let Some((order_id, payment)) = order_of(app, processor, key).await? else { return Ok(false) };
    let Some(at) = app.processors.get(processor) else { return Ok(false) };
    // Read before the processor is asked: what changes meanwhile may be newer than its answer.
    let known = store::of_payment(app.db.write(), processor, key).await?;
    let found = match at.look_up(&payment).await {
        Outcome::Done(Some(found)) => found,
        Outcome::Done(None) => return Ok(false),
        other => return Err(Error::Internal(other.map(drop).done().err().unwrap_or_default())),
    };
    let refunds = found.refunds.into_iter().map(|refund| Seen { kind: Kind::AtProcessor, refund });
    for seen in refunds.chain(found.disputes.into_iter().map(Seen::of_dispute)) {
        note(app, (processor, &payment, &order_id), &known, seen).await?;
    }
    Ok(true)
}

/// The order of a payment, and the payment as the processor names it.
async fn order_of(app: &App, processor: &str, key: &str) -> Result<Option<(String, PaymentRef)>> {
    let db = app.db.read();
    if let Some(attempt) = payment::find(db, key).await?.filter(|attempt| attempt.processor == processor) {
        let order_id = order::id_by_payment(db, key).await?;
        return Ok(order_id.map(|id| (id, attempt.payment())));
    }
    let order_id = billing::order_of_charge(db, key).await?;
    Ok(order_id.map(|id| (id, PaymentRef::without_session(key))))
}

/// Writes down what the processor shows of one refund. `before` are the refunds of the payment before the processor was
/// asked.
///
/// # Errors
/// When the refund has changed since then; then the processor must be asked again.
async fn note(
    app: &App,
    (processor, payment, order_id): (&str, &PaymentRef, &str),
    before: &[PaymentRow],
    seen: Seen,
) -> Result<()> {
    let now = app.clock.now();
    let Seen { kind, refund } = seen;
    let tx = app.db.begin().await?;
    // Only one process at a time writes down what it sees.
    let Some(sold) = order::lock_sold(&tx, order_id).await? else { return Ok(()) };
    let known = store::of_payment(&tx, processor, payment.key.as_str()).await?;
    let is_it = |row: &&PaymentRow| match &refund.key {
        Some(key) => row.key() == *key,
        None => row.reference.as_ref() == Some(&refund.reference),
    };
    if let Some(row) = known.iter().find(is_it) {
        let answer = settle::of(&refund, now);
        if !before.contains(row) {
            return Err(Error::Internal(format!("refund {} has changed while the processor was asked", row.id)));
        }
        let is_new = row.state != answer.to && row.state != State::Requested && row.state != State::Replaced;
        if is_new && super::rules::is_allowed(row.state, answer.to) {
            books::advance(&tx, row, answer, now).await?;
            tx.commit().await?;
        }
        return Ok(());
    }
    let Answer { to, reference, message, .. } = settle::of(&refund, now);
    let row = RefundRow {
        id: random_id(),
        order_id: order_id.to_owned(),
        position: store::of_order(&tx, order_id).await?.last().map_or(1, |last| last.position + 1),
        kind,
        units: RefundedUnits::default(),
        price: refund.amount,
        fees: Money::ZERO,
        tax: Money::ZERO,
        delivery: Money::ZERO,
        amount: refund.amount,
        no_longer_due: Money::ZERO,
        kept_price: Money::ZERO,
        kept_fees: Money::ZERO,
        kept_tax: Money::ZERO,
        kept_delivery: Money::ZERO,
        places_kept: true,
        canceled_performance: None,
        exchanged_for: None,
        reason: None,
        made_at: now,
    };
    let paid_back = PaymentRow {
        id: format!("{}-1", row.id),
        refund_id: row.id.clone(),
        position: 1,
        processor: processor.to_owned(),
        payment_key: payment.key.to_string(),
        session_key: payment.session.as_ref().map(ToString::to_string),
        amount: refund.amount,
        state: to,
        reference,
        message,
        tries: 0,
        // The worker looks refunds up by their keys, and this one has none. Its next notice says how it ended.
        try_at: None,
        changed_at: now,
    };
    let action = if kind == Kind::Dispute { "dispute" } else { "refund-at-processor" };
    let deed = Deed { actor: processor, action, subject: order_id, reason: None };
    audit::record(&tx, deed, &refund.reference, now).await?;
    tracing::warn!(order = sold.order.number, amount = %refund.amount, state = ?to, action, "the processor paid back");
    books::enter_seen(&tx, &row, &paid_back).await?;
    store::insert(&tx, row, vec![paid_back]).await?;
    tx.commit().await?;
    Ok(())
}
