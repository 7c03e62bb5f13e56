//! Opens agreements, charges due payments, and informs shoppers of them.

use chrono::Duration;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use super::books;
use super::emails::{OnePayment, PaymentEvent, PlanPayments, payment_email};
use super::entity::agreement;
use super::entity::payment::{Model as PaymentRow, State};
use super::links;
use super::rules::{CANNOT_BE_CHARGED, NOT_CONFIRMED, announce_at, first_try, next_try, paid_until};
use super::store::{self, By};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::fault;
use crate::platform::jobs::{self, Failure, Job, Nothing};
use crate::shop::ledger::{Books, Cause};
use crate::shop::order::{self, InstallmentOrder};
use crate::shop::payment::processor::{CardToken, Decline, Outcome, PaymentRef, ProcessorPayment, ProcessorStatus};
use crate::shop::payment::{self, Captures, Processors};
use crate::shop::site::EmailContext;
use crate::shop::ticket;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The kind of the job that opens the agreement of an order; its subject is the order's id.
pub const OPEN_BILLING: &str = order::OPEN_BILLING;
/// The kind of the job that informs a shopper of a declined payment; its subject is the payment's id and its number of
/// charge attempts.
pub const SEND_DECLINED: &str = "billing-declined";
/// The kind of the job that asks a shopper to confirm a payment, because the bank wants it; its subject is like that of
/// [`SEND_DECLINED`].
pub const SEND_TO_CONFIRM: &str = "billing-to-confirm";
/// The kind of the job that informs a shopper of a payment some days before it is charged; its subject is the payment's
/// id.
pub const SEND_DUE: &str = "billing-due";
/// The kind of the job that sends a receipt; its subject is the id of the first payment in it.
pub const SEND_CHARGED: &str = "billing-charged";

/// How long a receipt waits for the rest of its payments, if nothing says earlier that they have ended.
const WAIT_FOR_PAYMENTS: Duration = Duration::minutes(2);

/// The maximum number of payments charged in one round.
const BATCH: u64 = 50;

/// A charge attempt without a result for this long is repeated with the same key, because its process has probably
/// stopped or its answer was lost.
const TIME_BEFORE_REPEAT: Duration = Duration::seconds(60);

/// A result that stays unknown for longer than this is reported by `midway doctor`.
const MAX_UNSETTLED: Duration = Duration::hours(1);

/// Opens the agreement of an order with an in-house plan. Repeating it changes nothing.
pub async fn open(app: &App, job: &Job) -> Result<(), Failure> {
    let now = app.clock.now();
    let Some(sold) = order::installment_order(app.db.read(), &job.subject).await? else {
        return Err(Failure::Permanent("its order has no in-house plan".to_owned()));
    };
    if store::agreement(app.db.read(), &sold.order_id).await?.is_some() {
        return Ok(());
    }
    let Some(card_token) = sold.card_token else {
        return Err(Failure::Permanent("the card of its first payment is not known".to_owned()));
    };
    let rows = sold.terms.payments.iter().map(|due| PaymentRow {
        id: format!("{}-{}", sold.order_id, due.number),
        agreement_id: sold.order_id.clone(),
        number: i32::try_from(due.number).unwrap_or(i32::MAX),
        due_on: due.due,
        amount: due.amount,
        state: State::Due,
        tries: 0,
        scheduled_tries: 0,
        try_at: Some(first_try(due.due, sold.zone)),
        payment_key: None,
        card_token: None,
        form_session: None,
        message: None,
        paid_at: None,
        changed_at: now,
    });
    let agreed = agreement::Model {
        id: sold.order_id.clone(),
        processor: sold.processor,
        card_token: Some(card_token),
        masked_card_number: sold.masked_card_number,
        card_brand: sold.card_brand,
        card_form_key: None,
        card_form_session: None,
        made_at: now,
        reduced_by: Money::ZERO,
    };
    let tx = app.db.begin().await.map_err(Error::from)?;
    let rows: Vec<PaymentRow> = rows.collect();
    for row in &rows {
        let at = announce_at(row.due_on, sold.zone);
        if now < at {
            jobs::enqueue_for(&tx, SEND_DUE, &row.id, &Nothing {}, (now, at)).await?;
        }
    }
    store::insert(&tx, agreed, rows).await?;
    payment::forget_card(&tx, &sold.attempt_id).await?;
    ticket::note_paid_until(&tx, &sold.order_id, sold.terms.payments.first().map(|first| first.due)).await?;
    tx.commit().await.map_err(Error::from)?;
    Ok(())
}

/// Charges due payments and settles interrupted charge attempts; returns how many payments were charged. Several
/// workers may run it at the same time.
pub async fn charge_due(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let mut charged = 0;
    for row in store::to_charge(app.db.read(), now, now - TIME_BEFORE_REPEAT, BATCH).await? {
        match charge_on_schedule(app, row).await {
            Ok(TryResult::Paid) => charged += 1,
            Ok(_) => {}
            // A payment that cannot be charged must not block the other payments.
            Err(error) => tracing::error!(%error, "a payment that is due could not be charged"),
        }
    }
    Ok(charged)
}

/// The result of a charge attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TryResult {
    Paid,
    Declined {
        reason: String,
    },
    /// The result is unknown, another process is making the attempt, or nothing is left to charge.
    Unsettled,
}

/// Makes a scheduled charge attempt, or repeats an interrupted one. The shopper is informed of the result by e-mail.
async fn charge_on_schedule(app: &App, row: PaymentRow) -> Result<TryResult> {
    let now = app.clock.now();
    let begun = match row.state {
        State::Due => {
            let scheduled_tries = row.scheduled_tries + 1;
            let next = PaymentRow { scheduled_tries, try_at: next_try(scheduled_tries, now), ..row };
            begin(app, next, By::Schedule).await?
        }
        State::Charging => Some(row),
        State::Paid | State::Ended => None,
    };
    let Some(begun) = begun else { return Ok(TryResult::Unsettled) };
    let receipt = Receipt::of(&begun, begun.number);
    charge(app, begun, By::Schedule, &receipt).await
}

/// Attempts a charge that the shopper requests and waits for. The shopper is informed of a payment by `receipt`, but
/// not of a decline, which does not change the schedule.
pub(super) async fn charge_now(app: &App, row: PaymentRow, receipt: &Receipt) -> Result<TryResult> {
    match begin(app, row, By::Shopper).await? {
        Some(begun) => charge(app, begun, By::Shopper, receipt).await,
        None => Ok(TryResult::Unsettled),
    }
}

/// The receipt for payments that are made together.
pub(super) struct Receipt {
    first: String,
    document: ReceiptDocument,
}

/// The document of the job that sends a receipt.
#[derive(Serialize, Deserialize)]
struct ReceiptDocument {
    /// The number of the last payment that is made with the first one. `None` in a job of an earlier version of the
    /// shop, whose receipts have one payment.
    #[serde(default)]
    through: Option<i32>,
}

impl Receipt {
    /// The receipt for the payments from `first` up to the one with the number `through`.
    pub(super) fn of(first: &PaymentRow, through: i32) -> Self {
        Receipt { first: first.id.clone(), document: ReceiptDocument { through: Some(through) } }
    }

    /// Queues the receipt with the payment `paid`. It waits for the payments after that one.
    async fn queue(&self, tx: &impl ConnectionTrait, paid: &PaymentRow, now: Instant) -> Result<()> {
        let is_complete = self.document.through == Some(paid.number);
        let due_at = if is_complete { now } else { now + WAIT_FOR_PAYMENTS };
        jobs::enqueue_for(tx, SEND_CHARGED, &self.first, &self.document, (now, due_at)).await
    }

    /// Sends the receipt without further payments, if it has one.
    pub(super) async fn complete(&self, app: &App) -> Result<()> {
        jobs::bring_forward(app.db.write(), SEND_CHARGED, &self.first, app.clock.now()).await
    }
}

/// Begins a charge attempt with the agreement's current card. A repetition of the attempt uses the same card, even if
/// the agreement has a different card by then.
async fn begin(app: &App, row: PaymentRow, by: By) -> Result<Option<PaymentRow>> {
    let Some(agreed) = store::agreement(app.db.write(), &row.agreement_id).await? else {
        return Err(Error::Internal(format!("payment {} has no agreement", row.id)));
    };
    // The agreement's card is deleted after everything is paid, so without a card there is nothing left to charge.
    let Some(card_token) = agreed.card_token else { return Ok(None) };
    give_up_form(app, &agreed.processor, &row).await;
    store::begin(app.db.write(), PaymentRow { card_token: Some(card_token), ..row }, by, app.clock.now()).await
}

/// Releases what a form has reserved, if one is open. If the processor does not answer, the reservation ends at the
/// bank: nothing captures it.
pub(super) async fn give_up_form(app: &App, processor: &str, row: &PaymentRow) {
    let (Some(_), Some(processor)) = (&row.form_session, app.processors.card(processor)) else { return };
    if let Err(reason) = processor.void(&row.attempt()).await.done() {
        tracing::warn!(payment = row.id, reason, "the form of a payment could not be given up");
    }
}

/// Calls the processor for a charge attempt that has begun. The call uses the key of the attempt, so repeating it
/// cannot charge twice.
pub(super) async fn charge(app: &App, begun: PaymentRow, by: By, receipt: &Receipt) -> Result<TryResult> {
    let Some(agreed) = store::agreement(app.db.write(), &begun.agreement_id).await? else {
        return Err(Error::Internal(format!("payment {} has no agreement", begun.id)));
    };
    // Earlier versions of the shop did not store the card of a charge attempt. Such an attempt uses the agreement's
    // card.
    let token = begun.card_token.clone().or(agreed.card_token);
    let (Some(processor), Some(token)) = (app.processors.card(&agreed.processor), token) else {
        return Err(Error::Internal(format!("payment {} has no card to charge", begun.id)));
    };
    let attempt = begun.attempt();
    fault::point(&app.config, "before_charge");
    let outcome = match &attempt.session {
        // The amount was reserved in the form.
        Some(_) => processor.capture(&attempt, begun.amount).await,
        None => processor.charge(&attempt, &CardToken(token), begun.amount).await.map(drop),
    };
    fault::point(&app.config, "after_charge");
    let now = app.clock.now();
    let must_confirm = outcome == Outcome::RequiresAction;
    let (ended, result) = match outcome {
        Outcome::Done(()) => {
            let paid =
                PaymentRow { state: State::Paid, try_at: None, message: None, paid_at: Some(now), ..begun.clone() };
            (paid, TryResult::Paid)
        }
        Outcome::Declined(Decline { message, .. }) => {
            let reason = message.clone();
            (PaymentRow { state: State::Due, message: Some(message), ..begun.clone() }, TryResult::Declined { reason })
        }
        // The processor rejects the call as invalid and would reject every repetition. If no earlier call with this key
        // charged anything, the attempt has ended.
        Outcome::RequiresAction => {
            let reason = NOT_CONFIRMED.default.to_owned();
            let ended = PaymentRow { state: State::Due, message: Some(reason.clone()), ..begun.clone() };
            (ended, TryResult::Declined { reason })
        }
        Outcome::Refused { reason } if charged_nothing(&processor.look_up(&attempt).await) => {
            tracing::error!(payment = begun.id, reason, "a charge was refused");
            let said = CANNOT_BE_CHARGED.default.to_owned();
            let ended = PaymentRow { state: State::Due, message: Some(said.clone()), ..begun.clone() };
            (ended, TryResult::Declined { reason: said })
        }
        outcome => {
            let reason = outcome.done().err();
            tracing::warn!(
                payment = begun.id,
                reason,
                "the outcome of a charge is unknown; it will be tried again with the same key"
            );
            store::record_try(app.db.write(), &begun, now).await?;
            return Ok(TryResult::Unsettled);
        }
    };
    tracing::info!(payment = begun.id, tries = begun.tries, state = ?ended.state, "a payment that was due");
    let tx = app.db.begin().await?;
    let ended = PaymentRow { changed_at: now, ..ended };
    if !store::end(&tx, &begun, ended.clone()).await? {
        return Ok(TryResult::Unsettled);
    }
    books::enter(&tx, &agreed.processor, &ended).await?;
    let paid_until = paid_until(&store::lock_payments(&tx, &begun.agreement_id).await?);
    ticket::note_paid_until(&tx, &begun.agreement_id, paid_until).await?;
    if paid_until.is_none() {
        store::forget_card(&tx, &begun.agreement_id).await?;
    }
    match (&result, by) {
        (TryResult::Paid, _) => receipt.queue(&tx, &begun, now).await?,
        _ if must_confirm => jobs::enqueue(&tx, SEND_TO_CONFIRM, &begun.key(), &Nothing {}, now).await?,
        (_, By::Schedule) => jobs::enqueue(&tx, SEND_DECLINED, &begun.key(), &Nothing {}, now).await?,
        // The shopper waits for the answer.
        (_, By::Shopper) => {}
    }
    tx.commit().await?;
    Ok(result)
}

/// Whether the processor's answer about a key means that no call with this key has charged anything.
fn charged_nothing(found: &Outcome<Option<ProcessorPayment>>) -> bool {
    use ProcessorStatus::{Authorised, Captured, Pending};
    match found {
        Outcome::Done(None) => true,
        Outcome::Done(Some(found)) => !matches!(found.status, Authorised | Captured | Pending),
        _ => false,
    }
}

/// Informs a shopper that a payment will be charged, unless it was paid or its day has come.
pub async fn send_due(app: &App, job: &Job) -> Result<(), Failure> {
    let (row, sold) = payment_of_job(app, &job.subject).await?;
    let is_to_come = row.state == State::Due && row.tries == 0 && row.try_at.is_some_and(|at| app.clock.now() < at);
    if !is_to_come {
        return Ok(());
    }
    let event = PaymentEvent::DueOn(row.due_on);
    send_email(app, &[&row], sold, event, &job.subject).await
}

/// Sends a receipt for a payment that was charged, and for those that were charged with it.
pub async fn send_charged(app: &App, job: &Job) -> Result<(), Failure> {
    let (first, sold) = payment_of_job(app, &job.subject).await?;
    let through = job.read::<ReceiptDocument>()?.through.unwrap_or(first.number);
    let payments = store::payments(app.db.read(), &first.agreement_id).await?;
    let is_listed = |row: &&PaymentRow| {
        row.id == first.id
            || ((first.number..=through).contains(&row.number)
                && row.state == State::Paid
                && row.paid_at >= first.paid_at)
    };
    let paid: Vec<&PaymentRow> = payments.iter().filter(is_listed).collect();
    let next = payments.iter().filter(|row| row.state.is_open()).min_by_key(|row| row.due_on);
    let event = PaymentEvent::Charged { next: next.map(|next| (next.due_on, next.amount)) };
    send_email(app, &paid, sold, event, &job.subject).await
}

/// Informs a shopper of a declined payment, unless the payment was paid or tried again after the decline.
pub async fn send_declined(app: &App, job: &Job) -> Result<(), Failure> {
    let Some((row, sold)) = declined_of_job(app, job).await? else { return Ok(()) };
    let next_try_on = row.try_at.map(|at| at.with_timezone(&sold.zone).date_naive());
    send_email(app, &[&row], sold, PaymentEvent::Declined { next_try_on }, &job.subject).await
}

/// Asks a shopper to confirm a payment, unless the payment was paid or tried again.
pub async fn send_to_confirm(app: &App, job: &Job) -> Result<(), Failure> {
    let Some((row, sold)) = declined_of_job(app, job).await? else { return Ok(()) };
    let event = PaymentEvent::ToConfirm { path: links::path(app, &row.id) };
    send_email(app, &[&row], sold, event, &job.subject).await
}

/// The payment of a job whose subject is a payment and a charge attempt, and its order; `None` when the payment was paid
/// or tried again since.
async fn declined_of_job(app: &App, job: &Job) -> Result<Option<(PaymentRow, InstallmentOrder)>, Failure> {
    let Some((id, tries)) = job.subject.rsplit_once('-') else {
        return Err(Failure::Permanent("its subject is not a payment and a try".to_owned()));
    };
    let (row, sold) = payment_of_job(app, id).await?;
    let is_current = row.state == State::Due && row.tries.to_string() == tries;
    Ok(is_current.then_some((row, sold)))
}

/// The payment with this id, and its order.
async fn payment_of_job(app: &App, id: &str) -> Result<(PaymentRow, InstallmentOrder), Failure> {
    let Some(row) = store::payment(app.db.read(), id).await? else {
        return Err(Failure::Permanent("its payment does not exist".to_owned()));
    };
    let Some(sold) = order::installment_order(app.db.read(), &row.agreement_id).await? else {
        return Err(Failure::Permanent("its order does not exist".to_owned()));
    };
    Ok((row, sold))
}

/// Sends an e-mail about payments of an order. `id` is the same for each attempt to send it.
async fn send_email(
    app: &App,
    rows: &[&PaymentRow],
    sold: InstallmentOrder,
    event: PaymentEvent,
    id: &str,
) -> Result<(), Failure> {
    let agreed = store::agreement(app.db.read(), &sold.order_id).await?;
    let card = agreed.map_or_else(|| sold.card_name(), |agreed| agreed.card_name());
    let payments = PlanPayments {
        email_address: sold.email_address,
        order_number: sold.number,
        card,
        each: rows.iter().map(|row| OnePayment { number: row.number + 1, amount: row.amount }).collect(),
        count: sold.terms.number_of_payments(),
        event,
    };
    let email = payment_email(&EmailContext::of(app), &payments, id)?;
    Ok(app.mailer.send(&email).await?)
}

/// Findings for `midway doctor`: differences between orders with in-house plans, their agreements, and the charges that
/// the processors report; unknown processors, cards that are still stored after everything is paid, and charges whose
/// result stays unknown.
pub async fn doctor(
    db: &impl ConnectionTrait,
    processors: &Processors,
    captures: &mut Captures,
    ledger: &mut Books,
    now: Instant,
) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let agreements = store::agreements(db).await?;
    for order_id in order::all_installment_orders(db).await? {
        let is_open = agreements.iter().any(|agreed| agreed.id == order_id);
        if !is_open && jobs::job_state(db, OPEN_BILLING, &order_id).await? != Some(jobs::JobState::Waiting) {
            findings.push(format!("order {order_id} has an in-house plan but no agreement"));
        }
    }
    for agreed in agreements {
        let rows = store::payments(db, &agreed.id).await?;
        match order::installment_order(db, &agreed.id).await? {
            None => findings.push(format!("agreement {} has no order with an in-house plan", agreed.id)),
            Some(sold) => {
                let sum: Money = rows.iter().map(|row| row.amount).sum();
                let agreed_sum = sold.terms.total_of_payments - agreed.reduced_by;
                if sum != agreed_sum {
                    findings.push(format!("agreement {}: its payments add up to {sum}, not {agreed_sum}", agreed.id));
                }
            }
        }
        if agreed.card_token.is_some() && !rows.iter().any(|row| row.state.is_open()) {
            findings.push(format!("agreement {} is fully paid, but its card is still stored", agreed.id));
        }
        for row in &rows {
            ledger.compare(Cause::Charge, &row.id, &books::entered(&agreed.processor, row));
        }
        if processors.get(&agreed.processor).is_none() {
            findings.push(format!("agreement {} names the unknown processor {}", agreed.id, agreed.processor));
        }
        if !captures.are_reported_by(&agreed.processor) {
            continue;
        }
        for row in rows {
            // Check the keys of all charge attempts, to find a payment that was charged twice.
            let mut charged = Vec::new();
            for tries in 1..=row.tries {
                let is_expected = row.state == State::Paid && tries == row.tries;
                let key = PaymentRef::without_session(&PaymentRow { tries, ..row.clone() }.key());
                charged.extend(captures.take(processors, &agreed.processor, key, is_expected).await);
            }
            let expected = if row.state == State::Paid { vec![row.amount] } else { Vec::new() };
            if row.state == State::Charging && row.changed_at < now - MAX_UNSETTLED {
                findings.push(format!("payment {}: the outcome of its charge is unknown", row.id));
            }
            if row.state != State::Charging && charged != expected {
                findings.push(format!("payment {}: {:?} in the shop, charged {charged:?}", row.id, row.state));
            }
        }
    }
    Ok(findings)
}
