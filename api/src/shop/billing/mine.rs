//! The shopper's view of due payments: making a payment early, paying off a plan, and changing the card. Every function
//! is limited to the account of the signed-in visitor.

use std::sync::Arc;
use std::time::Instant;

use chrono::Duration;

use super::actions::{Receipt, TryResult, charge_now};
use super::entity::agreement::Model as AgreementRow;
use super::entity::payment::Model as PaymentRow;
use super::rules::{DECLINED, NOTHING_DUE, PARTLY_DECLINED, SO_FAR};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::SignedIn;
use crate::platform::limits::Limit;
use crate::shop::order::{self, InstallmentOrder};
use crate::shop::payment::processor::PaymentRef;
use crate::shop::payment::{self, CHECKING, CardForm};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;

/// The time between a card change and the next charge attempt of a payment with too many declines. During this time,
/// the shopper can make the payment instead.
const UNTIL_TRIED_AGAIN: Duration = Duration::days(1);

/// The time after which a call that makes several payments starts no further payment, because the processor may be
/// slow. The next call makes the remaining payments.
const MAX_CALL: std::time::Duration = std::time::Duration::from_secs(40);

/// The limit on card forms opened, cards stored and payments made, counted together per account and hour. Each of these
/// actions can be used to test a stolen card.
const TRIES: Limit = Limit { name: "billing", attempts: 40, window: std::time::Duration::from_secs(60 * 60) };

/// An order with an in-house plan, and the state of its later payments.
#[derive(Clone, Debug)]
pub struct Plan {
    pub sold: InstallmentOrder,
    pub agreed: AgreementRow,
    /// The later payments, sorted by number.
    pub payments: Vec<PaymentRow>,
}

/// All in-house plans of an account, running and completed, newest first.
pub async fn plans(app: &App, signed_in: &SignedIn) -> Result<Vec<Plan>> {
    let mut plans = Vec::new();
    for sold in order::installment_orders_of(app.db.read(), &signed_in.account_id).await? {
        plans.extend(opened(app, sold).await?);
    }
    Ok(plans)
}

/// Returns a plan of the account for a call that makes a payment or changes the card. The call counts towards the
/// limit.
///
/// # Errors
/// [`Error::NotFound`] for a plan of a different account; [`Error::TooMany`] over the limit.
async fn plan_within_limit(app: &App, signed_in: &SignedIn, id: &str) -> Result<Plan> {
    let found = plan(app, signed_in, id).await?;
    app.limits.attempt_by_clock(TRIES, &signed_in.account_id, app.clock.now()).await?;
    Ok(found)
}

/// A plan of the account.
///
/// # Errors
/// [`Error::NotFound`] for a plan of a different account.
pub async fn plan(app: &App, signed_in: &SignedIn, id: &str) -> Result<Plan> {
    let sold = order::installment_order(app.db.read(), id).await?;
    let own = sold.filter(|sold| sold.account_id.as_deref() == Some(&signed_in.account_id)).ok_or(Error::NotFound)?;
    opened(app, own).await?.ok_or(Error::NotFound)
}

/// The plan with its payments; `None` until the job that follows the order has opened the agreement.
async fn opened(app: &App, sold: InstallmentOrder) -> Result<Option<Plan>> {
    // Read from the writing connection, which sees the latest changes.
    let db = app.db.write();
    let Some(agreed) = store::agreement(db, &sold.order_id).await? else { return Ok(None) };
    let payments = store::payments(db, &agreed.id).await?;
    Ok(Some(Plan { sold, agreed, payments }))
}

/// Pays the remaining payments of a plan now, in order, up to the given number. Paid payments are skipped, so repeating
/// the call charges nothing twice.
///
/// # Errors
/// [`Error::NotFound`] for a plan of a different account, or for a number that the plan does not have; a refusal when a
/// payment was declined, or when the call took too long to make all payments; a conflict when the result of a payment
/// is unknown. After a refusal or a conflict, the payments before that payment are paid. [`Error::TooMany`] for an
/// account over the limit, also from [`open_card_form`] and [`change_card`].
pub async fn pay(app: &Arc<App>, signed_in: &SignedIn, id: &str, through: i32) -> Result<Plan> {
    let found = plan_within_limit(app, signed_in, id).await?;
    if !found.payments.iter().any(|row| row.number == through) {
        return Err(Error::NotFound);
    }
    let open: Vec<PaymentRow> =
        found.payments.into_iter().filter(|row| row.number <= through && row.state.is_open()).collect();
    let Some(first) = open.first() else { return plan(app, signed_in, id).await };
    let receipt = Receipt::of(first, through);
    let for_task = app.clone();
    // The payments run in a separate task, because a closed browser must not stop a payment between two steps.
    let work = tokio::spawn(async move {
        let made = make(&for_task, open, &receipt).await;
        made.and(receipt.complete(&for_task).await)
    });
    work.await.map_err(Error::internal)??;
    plan(app, signed_in, id).await
}

/// Makes payments in order, until one of them fails.
async fn make(app: &App, open: Vec<PaymentRow>, receipt: &Receipt) -> Result<()> {
    let begun = Instant::now();
    let mut paid = Money::ZERO;
    for row in open {
        if begun.elapsed() > MAX_CALL {
            return Err(Refusal::new(SO_FAR).with("amount", paid.display()).into());
        }
        let amount = row.amount;
        match charge_now(app, row, receipt).await? {
            TryResult::Paid => paid = paid + amount,
            TryResult::Declined { reason } => {
                let text = if paid.is_zero() { DECLINED } else { PARTLY_DECLINED };
                return Err(Refusal::new(text).with("amount", paid.display()).with("reason", reason).into());
            }
            TryResult::Unsettled => return Err(Error::Conflict(CHECKING)),
        }
    }
    Ok(())
}

/// Opens the processor's form for a new card. No money moves.
///
/// # Errors
/// [`Error::NotFound`] for a plan of a different account; a refusal when nothing is left to pay, or when the processor
/// does not answer.
pub async fn open_card_form(app: &App, signed_in: &SignedIn, id: &str, parent_origin: &str) -> Result<CardForm> {
    let Plan { agreed, .. } = plan_within_limit(app, signed_in, id).await?;
    if agreed.card_token.is_none() {
        return Err(Refusal::new(NOTHING_DUE).into());
    }
    let key = random_id();
    let form = payment::open_card_form(app, &agreed.processor, &key, Money::ZERO, parent_origin).await?;
    store::note_card_form(app.db.write(), &agreed.id, &key, &form.session_key).await?;
    Ok(form)
}

/// Uses the card entered in the form for all remaining payments; nothing is charged now. A payment with too many
/// declines is scheduled once more. A running charge keeps the card with which it has begun.
///
/// # Errors
/// [`Error::NotFound`] for a plan of a different account, or for a form that is not the latest form of this plan; a
/// refusal when no card was entered, or when the processor does not answer.
pub async fn change_card(app: &App, signed_in: &SignedIn, id: &str, session_key: &str) -> Result<Plan> {
    let Plan { agreed, .. } = plan_within_limit(app, signed_in, id).await?;
    let key = agreed.card_form_key.filter(|_| agreed.card_form_session.as_deref() == Some(session_key));
    let key = key.ok_or(Error::NotFound)?;
    let form = PaymentRef::new(&key, session_key);
    let card = payment::collected_card(app, &agreed.processor, &form).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    if !store::change_card(&tx, &agreed.id, &key, &card).await? {
        return Err(Error::NotFound);
    }
    store::try_again(&tx, &agreed.id, now + UNTIL_TRIED_AGAIN).await?;
    tx.commit().await?;
    plan(app, signed_in, id).await
}
