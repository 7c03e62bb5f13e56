//! All SQL of refunds.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, Iterable, QueryOrder, QuerySelect, QueryTrait};

use super::entity::payment::{self, State};
use super::entity::refund::{self, Kind};
use super::rules::is_allowed;
use crate::error::{Error, Result};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The refunds of an order, the first one first.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<refund::Model>> {
    let refunds = refund::Entity::find().filter(refund::Column::OrderId.eq(order_id));
    Ok(refunds.order_by_asc(refund::Column::Position).all(db).await?)
}

/// The refunds of orders.
pub async fn of_orders(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<Vec<refund::Model>> {
    let mut refunds = Vec::new();
    // SQLite binds at most 32,766 values per statement.
    for ids in order_ids.chunks(1_000) {
        refunds.extend(refund::Entity::find().filter(refund::Column::OrderId.is_in(ids)).all(db).await?);
    }
    Ok(refunds)
}

pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<refund::Model>> {
    Ok(refund::Entity::find_by_id(id).one(db).await?)
}

pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<refund::Model>> {
    let refunds = refund::Entity::find().order_by_asc(refund::Column::OrderId);
    Ok(refunds.order_by_asc(refund::Column::Position).all(db).await?)
}

pub async fn insert(tx: &impl ConnectionTrait, row: refund::Model, payments: Vec<payment::Model>) -> Result<()> {
    refund::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    for payment in payments {
        insert_payment(tx, payment).await?;
    }
    Ok(())
}

pub async fn insert_payment(tx: &impl ConnectionTrait, row: payment::Model) -> Result<()> {
    payment::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// The refunded payments of these refunds, in their order.
pub async fn payments_of(db: &impl ConnectionTrait, refund_ids: &[String]) -> Result<Vec<payment::Model>> {
    let payments = payment::Entity::find().filter(payment::Column::RefundId.is_in(refund_ids));
    let sorted = payments.order_by_asc(payment::Column::RefundId).order_by_asc(payment::Column::Position);
    Ok(sorted.all(db).await?)
}

/// What was refunded of a payment at a processor.
pub async fn of_payment(db: &impl ConnectionTrait, processor: &str, payment_key: &str) -> Result<Vec<payment::Model>> {
    let payments = payment::Entity::find().filter(payment::Column::PaymentKey.eq(payment_key));
    Ok(payments.filter(payment::Column::Processor.eq(processor)).all(db).await?)
}

pub async fn all_payments(db: &impl ConnectionTrait) -> Result<Vec<payment::Model>> {
    Ok(payment::Entity::find().order_by_asc(payment::Column::Id).all(db).await?)
}

/// The refunded payments that have changed from `from` until before `to`.
pub async fn changed_between(db: &impl ConnectionTrait, from: Instant, to: Instant) -> Result<Vec<payment::Model>> {
    let changed = payment::Entity::find().filter(payment::Column::ChangedAt.gte(from));
    let changed = changed.filter(payment::Column::ChangedAt.lt(to));
    Ok(changed.order_by_asc(payment::Column::ChangedAt).all(db).await?)
}

/// The refunded payments that are to be looked at now.
pub async fn due(db: &impl ConnectionTrait, now: Instant, limit: u64) -> Result<Vec<payment::Model>> {
    let due = payment::Entity::find().filter(payment::Column::TryAt.lte(now));
    Ok(due.order_by_asc(payment::Column::TryAt).limit(limit).all(db).await?)
}

/// How many refunded payments are to be looked at now or later, by their state.
pub async fn open_by_state(db: &impl ConnectionTrait) -> Result<Vec<(State, i64)>> {
    let open = payment::Entity::find().filter(payment::Column::TryAt.is_not_null());
    let counts = open
        .select_only()
        .column(payment::Column::State)
        .column_as(payment::Column::State.count(), "count")
        .group_by(payment::Column::State);
    Ok(counts.into_tuple().all(db).await?)
}

/// How much of each payment is paid back by these refunds of an order, or may be. What could not be paid back is still owed,
/// unless the shop did not ask for it.
pub async fn refunded_by_payment(
    db: &impl ConnectionTrait,
    refunds: &[refund::Model],
) -> Result<HashMap<String, Money>> {
    let ids: Vec<String> = refunds.iter().map(|refund| refund.id.clone()).collect();
    let mut sums: HashMap<String, Money> = HashMap::new();
    for row in payments_of(db, &ids).await? {
        let is_asked = || refunds.iter().any(|refund| refund.id == row.refund_id && refund.kind.is_of_shop());
        if row.state.counts() || row.state == State::Failed && is_asked() {
            let sum = sums.entry(row.payment_key).or_default();
            *sum = *sum + row.amount;
        }
    }
    Ok(sums)
}

/// The payments that belong to an order because tickets were exchanged for it, with their refund.
pub async fn carried_to(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<payment::Model>> {
    let refunds = refund::Entity::find().filter(refund::Column::ExchangedFor.eq(order_id)).all(db).await?;
    let ids: Vec<String> = refunds.into_iter().map(|refund| refund.id).collect();
    let payments = payments_of(db, &ids).await?.into_iter();
    Ok(payments.filter(|payment| payment.state == State::Carried).collect())
}

/// How much of a payment its processor no longer has, or will not have, whoever asked for it and for which order.
pub async fn gone_from_processor(db: &impl ConnectionTrait, processor: &str, payment_key: &str) -> Result<Money> {
    let is_gone = |state: &State| state.counts() && !matches!(state, State::Carried | State::Elsewhere);
    // What the shop could not pay back is still owed.
    let owed = Condition::all().add(payment::Column::State.eq(State::Failed)).add(is_of(Kind::is_of_shop));
    let gone_or_owed = Condition::any().add(payment::Column::State.is_in(State::iter().filter(is_gone))).add(owed);
    let gone = payment::Entity::find()
        .filter(payment::Column::PaymentKey.eq(payment_key))
        .filter(payment::Column::Processor.eq(processor))
        .filter(gone_or_owed);
    Ok(gone.all(db).await?.iter().map(|row| row.amount).sum())
}

/// Whether anything of these payments was paid back without being asked for by the shop, for whichever order.
pub async fn are_paid_back_otherwise(db: &impl ConnectionTrait, payment_keys: &[String]) -> Result<bool> {
    is_any_of(db, payment_keys, State::counts, |kind| !kind.is_of_shop()).await
}

/// Whether the bank has not decided about a dispute of one of these payments.
pub async fn are_disputed(db: &impl ConnectionTrait, payment_keys: &[String]) -> Result<bool> {
    is_any_of(db, payment_keys, State::is_open, |kind| kind == Kind::Dispute).await
}

/// Whether anything of these payments is in such a state, by a refund of such a kind.
async fn is_any_of(
    db: &impl ConnectionTrait,
    payment_keys: &[String],
    in_state: fn(State) -> bool,
    of_kind: fn(Kind) -> bool,
) -> Result<bool> {
    let found = payment::Entity::find()
        .filter(payment::Column::PaymentKey.is_in(payment_keys))
        .filter(payment::Column::State.is_in(State::iter().filter(|state| in_state(*state))))
        .filter(is_of(of_kind));
    Ok(found.one(db).await?.is_some())
}

/// Selects what was refunded by refunds of such a kind.
fn is_of(such: fn(Kind) -> bool) -> Expr {
    let kinds = Kind::iter().filter(|kind| such(*kind));
    let refunds = refund::Entity::find().filter(refund::Column::Kind.is_in(kinds));
    payment::Column::RefundId.in_subquery(refunds.select_only().column(refund::Column::Id).into_query())
}

/// What the processor said about a refunded payment.
#[derive(Clone, Debug)]
pub struct Answer {
    pub to: State,
    pub reference: Option<String>,
    pub message: Option<String>,
    /// When the worker looks at it next.
    pub try_at: Option<Instant>,
}

/// Moves a refunded payment along a transition if nobody has changed it since it was read. Returns it after the
/// transition; `None` if another process was faster.
pub async fn advance(
    db: &impl ConnectionTrait,
    row: &payment::Model,
    answer: Answer,
    now: Instant,
) -> Result<Option<payment::Model>> {
    if !is_allowed(row.state, answer.to) {
        return Err(Error::Internal(format!("refund {} may not go from {:?} to {:?}", row.id, row.state, answer.to)));
    }
    let tries = row.tries + i32::from(answer.to == State::Sent);
    let mut update = payment::Entity::update_many()
        .col_expr(payment::Column::State, Expr::value(answer.to))
        .col_expr(payment::Column::Tries, Expr::value(tries))
        .col_expr(payment::Column::Message, Expr::value(answer.message))
        .col_expr(payment::Column::TryAt, Expr::value(answer.try_at))
        .col_expr(payment::Column::ChangedAt, Expr::value(now));
    if answer.reference.is_some() {
        update = update.col_expr(payment::Column::Reference, Expr::value(answer.reference));
    }
    let moved = update
        .filter(payment::Column::Id.eq(row.id.as_str()))
        .filter(payment::Column::State.eq(row.state))
        .filter(payment::Column::Tries.eq(row.tries))
        .exec_with_returning(db)
        .await?;
    Ok(moved.into_iter().next())
}

/// Looks at a refunded payment again later.
pub async fn postpone(db: &impl ConnectionTrait, row: &payment::Model, try_at: Instant) -> Result<()> {
    payment::Entity::update_many()
        .col_expr(payment::Column::TryAt, Expr::value(try_at))
        .filter(payment::Column::Id.eq(row.id.as_str()))
        .filter(payment::Column::State.eq(row.state))
        .exec(db)
        .await?;
    Ok(())
}
