//! Deciding a refund: one transaction, in which the order is locked.

use serde::Serialize;

use super::asked::{Asked, By, What};
use super::books;
use super::emails::SEND_REFUNDED;
use super::entity::RefundedUnits;
use super::entity::payment::{Model as PaymentRow, State};
use super::failed;
use super::found::{Found, as_agreed, by_rules};
use super::lookup::revoked_tickets;
use super::plan::Plan;
use super::rules::Kept;
use super::settle::settle_all_of;
use super::store;
use super::take_back::take_back;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Nothing};
use crate::shop::billing;
use crate::shop::order::{self, OrderExchange};
use crate::shop::ticket::RevokedBecause;
use midway_kernel::money::Money;
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const KEY_USED: Text = Text {
    id: "refund.key-used",
    default: "This idempotency key was already used for a different request on this order.",
};

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
    Ok(by_rules(app, tx, asked, random_id()).await?.plan)
}

/// Decides a refund: its tickets are revoked, its places are free, and its payments wait to be paid back, which
/// [`super::settle`] does.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal for what cannot be refunded, also while a payment of
/// the order's plan is being charged.
pub async fn make(app: &App, asked: &Asked) -> Result<Plan> {
    decide(app, asked, None).await
}

/// As [`make`], but once for each idempotency key: asked again with the same key, it returns what was decided then, and
/// changes nothing.
///
/// # Errors
/// As [`make`]; a refusal for a key with which something else was asked.
async fn make_once(app: &App, asked: &Asked, key: &str) -> Result<Plan> {
    let id = fingerprint(&format!("{}|{key}", asked.order_id)).chars().take(32).collect();
    let digest = fingerprint(&format!("{:?}|{}", asked.what, asked.keep_places));
    decide(app, asked, Some(Request { id, digest })).await
}

/// A request that may be repeated.
struct Request {
    /// The id of its refund, which follows from the order and the idempotency key.
    id: String,
    /// The digest of what is asked for.
    digest: String,
}

/// What was decided for a request earlier. The order is locked, so that another call with the same key waits.
async fn made(tx: &Transaction, order_id: &str, Request { id, digest }: &Request) -> Result<Option<Plan>> {
    let sold = order::lock_sold(tx, order_id).await?.ok_or(Error::NotFound)?;
    let Some(row) = store::find(tx, id).await? else { return Ok(None) };
    let entries = audit::of_subject(tx, order_id).await?;
    if !entries.iter().any(|it| it.document["refund"] == *id && it.document["request"] == *digest) {
        return Err(Refusal::new(KEY_USED).into());
    }
    let payments = store::payments_of(tx, std::slice::from_ref(id)).await?;
    let codes = revoked_tickets(tx, id).await?.into_iter().map(|ticket| ticket.media_code).collect();
    Ok(Some(Plan::new(&sold, &row, &payments, codes, Kept::default())))
}

/// As [`make`], in a transaction of the caller. The order stays locked.
///
/// # Errors
/// As [`make`].
pub async fn make_in(app: &App, tx: &Transaction, asked: &Asked) -> Result<Plan> {
    decide_in(app, tx, asked, None).await
}

async fn decide(app: &App, asked: &Asked, request: Option<Request>) -> Result<Plan> {
    let tx = app.db.begin().await?;
    if let Some(request) = &request
        && let Some(plan) = made(&tx, &asked.order_id, request).await?
    {
        tx.rollback().await?;
        return Ok(plan);
    }
    let plan = decide_in(app, &tx, asked, request).await?;
    tx.commit().await?;
    tracing::info!(order = plan.order_number, refund = plan.refund_id, amount = %plan.amount, "a refund was decided");
    Ok(plan)
}

async fn decide_in(app: &App, tx: &Transaction, asked: &Asked, request: Option<Request>) -> Result<Plan> {
    let action = match asked.what {
        What::Void => "void",
        What::Cancellation { .. } => "cancel",
        What::Exchange(_) => {
            return Err(Error::Internal("units are exchanged by the order of the others".to_owned()));
        }
        What::Units(_) | What::Goodwill(_) => "refund",
    };
    let now = app.clock.now();
    let (id, digest) = request.map_or_else(|| (random_id(), None), |request| (request.id, Some(request.digest)));
    let found = by_rules(app, tx, asked, id).await?;
    take_back(tx, &found, RevokedBecause::Refunded, now).await?;
    billing::reduce(tx, &asked.order_id, found.row.no_longer_due, now).await?;
    write(tx, found, (asked, action), digest.as_deref(), now).await
}

/// Takes exchanged units back in the transaction that writes the order that they pay. The shopper has agreed to what they
/// pay.
pub async fn take_exchanged(app: &App, tx: &Transaction, asked: &Asked, agreed: (&OrderExchange, &str)) -> Result<()> {
    let now = app.clock.now();
    let found = as_agreed(app, tx, asked, random_id(), agreed).await?;
    take_back(tx, &found, RevokedBecause::Exchanged, now).await?;
    write(tx, found, (asked, "exchange"), None, now).await.map(drop)
}

/// Writes a refund with its payments, its entries in the books and in the audit table, and the job of its e-mail.
async fn write(
    tx: &Transaction,
    found: Found,
    (asked, action): (&Asked, &str),
    request: Option<&str>,
    now: Instant,
) -> Result<Plan> {
    let Found { plan, row, payments, sold, .. } = found;
    let deed = Deed { actor: &asked.actor, action, subject: &asked.order_id, reason: asked.reason.as_deref() };
    let recorded = Recorded { refund: &row.id, amount: row.amount, units: &row.units, request };
    audit::record(tx, deed, &recorded, now).await?;
    jobs::enqueue(tx, SEND_REFUNDED, &row.id, &Nothing {}, now).await?;
    books::enter(tx, &row, &sold.lines).await?;
    let carried: Vec<PaymentRow> = payments.iter().filter(|it| it.state == State::Carried).cloned().collect();
    store::insert(tx, row.clone(), payments).await?;
    for payment in &carried {
        books::enter_seen(tx, &row, payment).await?;
    }
    Ok(plan)
}

/// The document of the audit table.
#[derive(Serialize)]
struct Recorded<'r> {
    refund: &'r str,
    amount: Money,
    units: &'r RefundedUnits,
    /// The digest of what was asked for with an idempotency key.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<&'r str>,
}

/// What the operator's refund has done.
#[derive(Debug)]
pub enum Done {
    /// Nothing: it was only planned.
    Planned(Plan),
    /// The plan, and the payments that are not paid back yet with the reason.
    Refunded(Plan, Vec<String>),
}

/// Refunds what the operator asks for and asks the processors to pay it back, or plans it. With an idempotency key it is
/// refunded once.
///
/// # Errors
/// As [`make`]; a refusal for a key with which something else was asked.
pub async fn refund(app: &App, asked: &Asked, dry_run: bool, key: Option<&str>) -> Result<Done> {
    if dry_run {
        return Ok(Done::Planned(plan(app, asked).await?));
    }
    let plan = match key {
        Some(key) => make_once(app, asked, key).await?,
        None => make(app, asked).await?,
    };
    let open = settle_all_of(app, &plan.refund_id).await?;
    Ok(Done::Refunded(plan, open))
}

/// Asks the processors again for the refunds of an order that have failed. Returns the payments that are not paid back yet,
/// in words.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist; a refusal if none has failed.
pub async fn settle_again(app: &App, order_id: &str, by: By<'_>) -> Result<Vec<String>> {
    let mut open = Vec::new();
    for refund_id in failed::again(app, order_id, by).await? {
        open.extend(settle_all_of(app, &refund_id).await?);
    }
    Ok(open)
}
