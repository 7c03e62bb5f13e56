//! All SQL of later payments.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::payment::State;
use super::entity::{agreement, payment};
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use crate::shop::payment::CollectedCard;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// Writes an agreement with its payments; does nothing when the agreement exists already.
pub async fn insert(tx: &impl ConnectionTrait, row: agreement::Model, payments: Vec<payment::Model>) -> Result<()> {
    let once = OnConflict::column(agreement::Column::Id).do_nothing().to_owned();
    agreement::Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    let once = OnConflict::column(payment::Column::Id).do_nothing().to_owned();
    let rows = payments.into_iter().map(IntoActiveModel::into_active_model);
    payment::Entity::insert_many(rows).on_conflict(once).exec_without_returning(tx).await?;
    Ok(())
}

pub async fn agreement(db: &impl ConnectionTrait, id: &str) -> Result<Option<agreement::Model>> {
    Ok(agreement::Entity::find_by_id(id).one(db).await?)
}

pub async fn payment(db: &impl ConnectionTrait, id: &str) -> Result<Option<payment::Model>> {
    Ok(payment::Entity::find_by_id(id).one(db).await?)
}

/// Payments to charge now, and charge attempts without a result since `before`, in the order of their last change.
pub async fn to_charge(
    db: &impl ConnectionTrait,
    now: Instant,
    before: Instant,
    limit: u64,
) -> Result<Vec<payment::Model>> {
    let is_due = Condition::all().add(payment::Column::State.eq(State::Due)).add(payment::Column::TryAt.lte(now));
    let has_stopped =
        Condition::all().add(payment::Column::State.eq(State::Charging)).add(payment::Column::ChangedAt.lt(before));
    Ok(payment::Entity::find()
        .filter(Condition::any().add(is_due).add(has_stopped))
        .order_by_asc(payment::Column::ChangedAt)
        .limit(limit)
        .all(db)
        .await?)
}

/// The payments that were charged from `from` until before `to`, and those whose charge began then and has no result.
pub async fn charged_between(db: &impl ConnectionTrait, from: Instant, to: Instant) -> Result<Vec<payment::Model>> {
    let within = |column: payment::Column| Condition::all().add(column.gte(from)).add(column.lt(to));
    let is_paid = within(payment::Column::PaidAt).add(payment::Column::State.eq(State::Paid));
    let is_running = within(payment::Column::ChangedAt).add(payment::Column::State.eq(State::Charging));
    let found = payment::Entity::find().filter(Condition::any().add(is_paid).add(is_running));
    Ok(found.order_by_asc(payment::Column::Id).all(db).await?)
}

/// Who started a charge attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Schedule,
    /// The shopper started the charge attempt. It does not change the schedule.
    Shopper,
}

/// Begins a charge attempt of a due payment and returns it; `None` when another process was faster.
pub async fn begin(
    db: &impl ConnectionTrait,
    row: payment::Model,
    by: By,
    now: Instant,
) -> Result<Option<payment::Model>> {
    let seen = row.tries;
    let begun = payment::Model { state: State::Charging, tries: seen + 1, changed_at: now, ..row };
    let begun = payment::Model { payment_key: Some(begun.key()), form_session: None, ..begun };
    let mut update = payment::Entity::update_many()
        .col_expr(payment::Column::State, Expr::value(State::Charging))
        .col_expr(payment::Column::Tries, Expr::value(begun.tries))
        .col_expr(payment::Column::PaymentKey, Expr::value(begun.payment_key.clone()))
        .col_expr(payment::Column::CardToken, Expr::value(begun.card_token.clone()))
        .col_expr(payment::Column::FormSession, Expr::value(None::<String>))
        .col_expr(payment::Column::ChangedAt, Expr::value(now));
    if by == By::Schedule {
        update = update
            .col_expr(payment::Column::ScheduledTries, Expr::value(begun.scheduled_tries))
            .col_expr(payment::Column::TryAt, Expr::value(begun.try_at));
    }
    let updated = update
        .filter(payment::Column::Id.eq(begun.id.as_str()))
        .filter(payment::Column::State.eq(State::Due))
        .filter(payment::Column::Tries.eq(seen))
        // A refund may have reduced the payment since it was read.
        .filter(payment::Column::Amount.eq(begun.amount))
        .exec(db)
        .await?;
    Ok((updated.rows_affected == 1).then_some(begun))
}

/// Takes the number of a new charge attempt, in which the shopper pays with a form, before the form is opened: no other
/// attempt may have its key, even if the answer about the form is lost. Returns the payment with that number; `None` when
/// another attempt came first.
pub async fn begin_attempt_with_form(
    db: &impl ConnectionTrait,
    row: &payment::Model,
) -> Result<Option<payment::Model>> {
    let next = payment::Model { tries: row.tries + 1, form_session: None, ..row.clone() };
    let updated = payment::Entity::update_many()
        .col_expr(payment::Column::Tries, Expr::value(next.tries))
        .col_expr(payment::Column::FormSession, Expr::value(None::<String>))
        .filter(payment::Column::Id.eq(row.id.as_str()))
        .filter(payment::Column::State.eq(State::Due))
        .filter(payment::Column::Tries.eq(row.tries))
        .filter(payment::Column::Amount.eq(row.amount))
        .exec(db)
        .await?;
    Ok((updated.rows_affected == 1).then_some(next))
}

/// Stores the form of a charge attempt. Returns false when another attempt came first.
pub async fn note_form(db: &impl ConnectionTrait, row: &payment::Model, session: &str) -> Result<bool> {
    let updated = payment::Entity::update_many()
        .col_expr(payment::Column::FormSession, Expr::value(session))
        .filter(payment::Column::Id.eq(row.id.as_str()))
        .filter(payment::Column::State.eq(State::Due))
        .filter(payment::Column::Tries.eq(row.tries))
        .exec(db)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Begins the charge attempt of a form and returns it; `None` when another attempt came first.
pub async fn begin_form(
    db: &impl ConnectionTrait,
    row: payment::Model,
    now: Instant,
) -> Result<Option<payment::Model>> {
    let begun = payment::Model {
        state: State::Charging,
        payment_key: Some(row.key()),
        card_token: None,
        changed_at: now,
        ..row
    };
    let updated = payment::Entity::update_many()
        .col_expr(payment::Column::State, Expr::value(State::Charging))
        .col_expr(payment::Column::PaymentKey, Expr::value(begun.payment_key.clone()))
        .col_expr(payment::Column::ChangedAt, Expr::value(now))
        .filter(payment::Column::Id.eq(begun.id.as_str()))
        .filter(payment::Column::State.eq(State::Due))
        .filter(payment::Column::Tries.eq(begun.tries))
        .filter(payment::Column::FormSession.eq(begun.form_session.clone()))
        .filter(payment::Column::Amount.eq(begun.amount))
        .exec(db)
        .await?;
    Ok((updated.rows_affected == 1).then_some(begun))
}

/// Ends a charge attempt. Returns false when another worker has ended it already.
pub async fn end(db: &impl ConnectionTrait, begun: &payment::Model, ended: payment::Model) -> Result<bool> {
    let mut update = payment::Entity::update_many()
        .col_expr(payment::Column::State, Expr::value(ended.state))
        .col_expr(payment::Column::CardToken, Expr::value(None::<String>))
        .col_expr(payment::Column::FormSession, Expr::value(None::<String>))
        .col_expr(payment::Column::Message, Expr::value(ended.message))
        .col_expr(payment::Column::PaidAt, Expr::value(ended.paid_at))
        .col_expr(payment::Column::ChangedAt, Expr::value(ended.changed_at));
    if ended.state == State::Paid {
        update = update.col_expr(payment::Column::TryAt, Expr::value(None::<Instant>));
    }
    let updated = update
        .filter(payment::Column::Id.eq(begun.id.as_str()))
        .filter(payment::Column::State.eq(State::Charging))
        .filter(payment::Column::Tries.eq(begun.tries))
        .exec(db)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Records an attempt to settle a charge, which postpones the next attempt to settle it.
pub async fn record_try(db: &impl ConnectionTrait, begun: &payment::Model, now: Instant) -> Result<()> {
    payment::Entity::update_many()
        .col_expr(payment::Column::ChangedAt, Expr::value(now))
        .filter(payment::Column::Id.eq(begun.id.as_str()))
        .filter(payment::Column::State.eq(State::Charging))
        .exec(db)
        .await?;
    Ok(())
}

/// Stores the form in which a new card is entered; it replaces an earlier form.
pub async fn note_card_form(db: &impl ConnectionTrait, id: &str, key: &str, session: &str) -> Result<()> {
    agreement::Entity::update_many()
        .col_expr(agreement::Column::CardFormKey, Expr::value(key))
        .col_expr(agreement::Column::CardFormSession, Expr::value(session))
        .filter(agreement::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Changes the card of an agreement to the card entered in this form. Returns false and changes nothing when a newer
/// form was opened, or when nothing is left to pay.
pub async fn change_card(tx: &impl ConnectionTrait, id: &str, form_key: &str, card: &CollectedCard) -> Result<bool> {
    let changed = agreement::Entity::update_many()
        .col_expr(agreement::Column::CardToken, Expr::value(card.token.as_str()))
        .col_expr(agreement::Column::MaskedCardNumber, Expr::value(card.masked_number.as_str()))
        .col_expr(agreement::Column::CardBrand, Expr::value(card.brand.as_str()))
        .col_expr(agreement::Column::CardFormKey, Expr::value(None::<String>))
        .col_expr(agreement::Column::CardFormSession, Expr::value(None::<String>))
        .filter(agreement::Column::Id.eq(id))
        .filter(agreement::Column::CardFormKey.eq(form_key))
        .filter(agreement::Column::CardToken.is_not_null())
        .exec(tx)
        .await?;
    Ok(changed.rows_affected == 1)
}

/// Schedules one more charge attempt, at the time `at`, for each payment of the agreement that is no longer tried
/// because of too many declines.
pub async fn try_again(tx: &impl ConnectionTrait, agreement_id: &str, at: Instant) -> Result<()> {
    payment::Entity::update_many()
        .col_expr(payment::Column::TryAt, Expr::value(at))
        .filter(payment::Column::AgreementId.eq(agreement_id))
        .filter(payment::Column::State.eq(State::Due))
        .filter(payment::Column::TryAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Locks the agreement and returns its payments. If two charge attempts end at the same time, the second one therefore
/// sees both results.
pub async fn lock_payments(tx: &impl ConnectionTrait, agreement_id: &str) -> Result<Vec<payment::Model>> {
    agreement::Entity::find_by_id(agreement_id).lock(ROW_LOCK).one(tx).await?;
    payments(tx, agreement_id).await
}

/// Deletes the card of an agreement that is completely paid.
pub async fn forget_card(tx: &impl ConnectionTrait, agreement_id: &str) -> Result<()> {
    agreement::Entity::update_many()
        .col_expr(agreement::Column::CardToken, Expr::value(None::<String>))
        .filter(agreement::Column::Id.eq(agreement_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stores the reduced amounts of payments that are due, and by how much more the agreement is reduced. A payment of zero
/// has ended. Returns false if a payment is no longer as it was read; the caller must then roll back.
pub async fn reduce(
    tx: &impl ConnectionTrait,
    agreement_id: &str,
    reduced: &[(payment::Model, Money)],
    by: Money,
    now: Instant,
) -> Result<bool> {
    for (before, amount) in reduced {
        let mut update = payment::Entity::update_many()
            .col_expr(payment::Column::Amount, Expr::value(*amount))
            // A form that was opened for the amount before would charge too much.
            .col_expr(payment::Column::FormSession, Expr::value(None::<String>))
            .col_expr(payment::Column::ChangedAt, Expr::value(now));
        if amount.is_zero() {
            update = update
                .col_expr(payment::Column::State, Expr::value(State::Ended))
                .col_expr(payment::Column::TryAt, Expr::value(None::<Instant>));
        }
        let unchanged = update
            .filter(payment::Column::Id.eq(before.id.as_str()))
            .filter(payment::Column::State.eq(State::Due))
            .filter(payment::Column::Amount.eq(before.amount));
        if unchanged.exec(tx).await?.rows_affected != 1 {
            return Ok(false);
        }
    }
    agreement::Entity::update_many()
        .col_expr(agreement::Column::ReducedBy, Expr::col(agreement::Column::ReducedBy).add(by.0))
        .filter(agreement::Column::Id.eq(agreement_id))
        .exec(tx)
        .await?;
    Ok(true)
}

/// A payment with its agreement.
pub type Due = (payment::Model, Option<agreement::Model>);

/// The unpaid payments due up to a day, inclusive, earliest first.
pub async fn due(db: &impl ConnectionTrait, until: NaiveDate) -> Result<Vec<Due>> {
    with_agreements(db, Condition::all().add(payment::Column::DueOn.lte(until))).await
}

/// The unpaid payments that were due before a day, earliest first.
pub async fn overdue(db: &impl ConnectionTrait, day: NaiveDate) -> Result<Vec<Due>> {
    with_agreements(db, Condition::all().add(payment::Column::DueOn.lt(day))).await
}

async fn with_agreements(db: &impl ConnectionTrait, which: Condition) -> Result<Vec<Due>> {
    let rows = payment::Entity::find()
        .filter(payment::Column::State.is_in([State::Due, State::Charging]))
        .filter(which)
        .order_by_asc(payment::Column::DueOn)
        .order_by_asc(payment::Column::Id)
        .all(db)
        .await?;
    let ids: Vec<&str> = rows.iter().map(|row| row.agreement_id.as_str()).collect();
    let agreements = agreement::Entity::find().filter(agreement::Column::Id.is_in(ids)).all(db).await?;
    let of = |row: &payment::Model| agreements.iter().find(|it| it.id == row.agreement_id).cloned();
    Ok(rows.into_iter().map(|row| (row.clone(), of(&row))).collect())
}

pub async fn agreements(db: &impl ConnectionTrait) -> Result<Vec<agreement::Model>> {
    Ok(agreement::Entity::find().order_by_asc(agreement::Column::Id).all(db).await?)
}

pub async fn payments(db: &impl ConnectionTrait, agreement_id: &str) -> Result<Vec<payment::Model>> {
    Ok(payment::Entity::find()
        .filter(payment::Column::AgreementId.eq(agreement_id))
        .order_by_asc(payment::Column::Number)
        .all(db)
        .await?)
}
