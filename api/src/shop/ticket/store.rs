//! All SQL of tickets.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, Iterable, JoinType, QueryOrder, QuerySelect};

use super::entity::{Column, Entity, Model, RevokedBecause, passholder, retired_code, transfer};
use super::visit::sort_by_visit;
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use midway_kernel::time::Instant;

/// The maximum number of rows per statement, because SQLite binds at most 32,766 values.
const MAX_BOUND: usize = 1_000;

pub async fn insert(tx: &impl ConnectionTrait, tickets: &[Model]) -> Result<()> {
    for batch in tickets.chunks(MAX_BOUND) {
        Entity::insert_many(batch.iter().cloned().map(IntoActiveModel::into_active_model))
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The tickets of an order, sorted by visit. The function does not check who may see them.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<Model>> {
    of_orders(db, &[order_id.to_owned()]).await
}

/// The tickets of orders for their owners, sorted by visit, with the names of those to whom they were sent. The function does
/// not check who may see them.
pub async fn of_orders(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<Vec<Model>> {
    with_recipients(db, order_ids, JoinType::LeftJoin).await
}

/// Those of the tickets of orders that were sent to somebody else, as in [`of_orders`].
pub async fn sent_of_orders(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<Vec<Model>> {
    with_recipients(db, order_ids, JoinType::InnerJoin).await
}

async fn with_recipients(db: &impl ConnectionTrait, order_ids: &[String], join: JoinType) -> Result<Vec<Model>> {
    let open_transfer = Entity::belongs_to(transfer::Entity)
        .from(Column::Id)
        .to(transfer::Column::TicketId)
        .on_condition(|_, sent| Condition::all().add(Expr::col((sent, transfer::Column::TakenBackAt)).is_null()));
    let found = Entity::find().join(join, open_transfer.into()).select_also(transfer::Entity);
    let found = found.filter(Column::OrderId.is_in(order_ids)).all(db).await?;
    let with_recipient = |(ticket, sent): (Model, Option<transfer::Model>)| Model {
        sent_to: sent.map(|transfer| transfer.recipient_name),
        ..ticket
    };
    let mut tickets: Vec<Model> = found.into_iter().map(with_recipient).collect();
    sort_by_visit(&mut tickets);
    Ok(tickets)
}

/// The units of these orders whose tickets were upgraded, each with its line.
pub async fn upgraded_units(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<Vec<(String, i32)>> {
    let mut found = Vec::new();
    for batch in order_ids.chunks(MAX_BOUND) {
        let upgraded = Entity::find().filter(Column::OrderId.is_in(batch)).filter(Column::OrderLineId.is_not_null());
        let upgraded = upgraded.filter(Column::RevokedBecause.eq(RevokedBecause::Upgraded)).select_only();
        let units: Vec<(String, i32)> =
            upgraded.columns([Column::OrderLineId, Column::Unit]).into_tuple().all(db).await?;
        found.extend(units);
    }
    Ok(found)
}

/// The ticket with this media code. The function does not check who may see it.
pub async fn by_media_code(db: &impl ConnectionTrait, media_code: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::MediaCode.eq(media_code)).one(db).await?)
}

/// The tickets with these media codes, for the operator's commands. The function does not check who may see them.
pub async fn by_media_codes(db: &impl ConnectionTrait, media_codes: &[String]) -> Result<Vec<Model>> {
    let mut found = Vec::new();
    for batch in media_codes.chunks(MAX_BOUND) {
        let batch = batch.iter().map(String::as_str);
        found.extend(Entity::find().filter(Column::MediaCode.is_in(batch)).all(db).await?);
    }
    Ok(found)
}

/// Overwrites imported tickets. Never changes tickets that were sold by this shop.
pub async fn update_imported(tx: &impl ConnectionTrait, tickets: Vec<Model>) -> Result<()> {
    for ticket in tickets {
        let ticket = ticket.into_active_model().reset_all();
        Entity::update(ticket).validate()?.filter(Column::OrderId.is_null()).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// The order lines with valid tickets for a visit that has not started. A visit that has started does not prevent an
/// import from withdrawing its performance.
pub async fn lines_to_come(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<String>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::OrderLineId)
        .distinct()
        .filter(Column::OrderLineId.is_not_null())
        .filter(Column::StartsAt.gt(now))
        .filter(Column::RevokedAt.is_null())
        .into_tuple()
        .all(db)
        .await?)
}

/// The number of tickets issued per order line.
pub async fn counts(db: &impl ConnectionTrait) -> Result<HashMap<String, i64>> {
    let mut counts = HashMap::new();
    let of_lines = Entity::find().filter(Column::OrderLineId.is_not_null());
    let lines: Vec<String> = of_lines.select_only().column(Column::OrderLineId).into_tuple().all(db).await?;
    for line in lines {
        *counts.entry(line).or_default() += 1;
    }
    Ok(counts)
}

/// The tickets with these ids.
pub async fn by_ids(db: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.is_in(ids)).order_by_asc(Column::MediaCode).all(db).await?)
}

/// Revokes tickets in the caller's transaction; returns how many this call has revoked. A ticket that was revoked
/// before is unchanged and not counted.
pub async fn revoke(tx: &impl ConnectionTrait, ids: &[String], because: RevokedBecause, now: Instant) -> Result<u64> {
    let mut revoked = 0;
    for batch in ids.chunks(MAX_BOUND) {
        let changed = Entity::update_many()
            .col_expr(Column::RevokedAt, Expr::value(now))
            .col_expr(Column::RevokedBecause, Expr::value(because))
            .filter(Column::Id.is_in(batch.iter().map(String::as_str)))
            .filter(Column::RevokedAt.is_null())
            .exec(tx)
            .await?;
        revoked += changed.rows_affected;
    }
    Ok(revoked)
}

/// Makes tickets valid again that were revoked because they were upgraded: the upgrade was refunded. Other tickets are
/// unchanged.
pub async fn restore_upgraded(tx: &impl ConnectionTrait, ids: &[&str]) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(None::<Instant>))
        .col_expr(Column::RevokedBecause, Expr::value(None::<RevokedBecause>))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::RevokedBecause.eq(RevokedBecause::Upgraded))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stores the last day up to which the due payments of an order's passes are paid; `None` when everything is paid.
pub async fn note_paid_until(tx: &impl ConnectionTrait, order_id: &str, day: Option<NaiveDate>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Owed, Expr::value(day.is_some()))
        .col_expr(Column::PaidUntil, Expr::value(day))
        .filter(Column::OrderId.eq(order_id))
        .filter(Column::Owed.eq(true))
        .exec(tx)
        .await?;
    Ok(())
}

/// Locks tickets until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.is_in(ids)).order_by_asc(Column::Id).lock(ROW_LOCK).all(tx).await?)
}

/// The codes of revoked tickets whose last valid day is `since` or later, or that do not expire, sorted.
pub async fn revoked_codes(db: &impl ConnectionTrait, since: NaiveDate) -> Result<Vec<String>> {
    let is_to_come = |column: Column| Condition::any().add(column.is_null()).add(column.gte(since));
    Ok(Entity::find()
        .select_only()
        .column(Column::MediaCode)
        .filter(Column::RevokedAt.is_not_null())
        .filter(is_to_come(Column::ValidOn))
        .filter(is_to_come(Column::ValidUntil))
        .order_by_asc(Column::MediaCode)
        .into_tuple()
        .all(db)
        .await?)
}

/// The codes that tickets had before they got fresh ones, as [`revoked_codes`].
pub async fn retired_codes(db: &impl ConnectionTrait, since: NaiveDate) -> Result<Vec<String>> {
    let last_day = retired_code::Column::LastDay;
    let is_to_come = Condition::any().add(last_day.is_null()).add(last_day.gte(since));
    let codes = retired_code::Entity::find().select_only().column(retired_code::Column::MediaCode);
    Ok(codes.filter(is_to_come).into_tuple().all(db).await?)
}

/// The passholders with these ids.
pub async fn passholders(
    db: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = &str>,
) -> Result<HashMap<String, passholder::Model>> {
    let ids: Vec<&str> = ids.into_iter().collect();
    let mut found = HashMap::new();
    for batch in ids.chunks(MAX_BOUND) {
        let rows =
            passholder::Entity::find().filter(passholder::Column::Id.is_in(batch.iter().copied())).all(db).await?;
        found.extend(rows.into_iter().map(|row| (row.id.clone(), row)));
    }
    Ok(found)
}

/// The tickets whose passholder has no record, for the doctor.
pub async fn without_passholder(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let known: Vec<String> =
        passholder::Entity::find().select_only().column(passholder::Column::Id).into_tuple().all(db).await?;
    let known: HashSet<String> = known.into_iter().collect();
    let passes = Entity::find().filter(Column::PassholderId.is_not_null()).select_only();
    let passes: Vec<(String, String)> =
        passes.column(Column::Id).column(Column::PassholderId).into_tuple().all(db).await?;
    Ok(passes.into_iter().filter(|(_, passholder)| !known.contains(passholder)).map(|(id, _)| id).collect())
}

/// The photos with these names that belong to a passholder.
pub async fn pictures_of_passholders(db: &impl ConnectionTrait, names: &[String]) -> Result<HashSet<String>> {
    let mut found = HashSet::new();
    for batch in names.chunks(MAX_BOUND) {
        let of_batch: Vec<String> = passholder::Entity::find()
            .select_only()
            .column(passholder::Column::Picture)
            .filter(passholder::Column::Picture.is_in(batch.iter().map(String::as_str)))
            .into_tuple()
            .all(db)
            .await?;
        found.extend(of_batch);
    }
    Ok(found)
}

/// Writes new passholders.
pub async fn insert_passholders(tx: &impl ConnectionTrait, passholders: Vec<passholder::Model>) -> Result<()> {
    for batch in passholders.chunks(MAX_BOUND) {
        passholder::Entity::insert_many(batch.iter().cloned().map(IntoActiveModel::into_active_model))
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Writes passholders: inserts new ones and updates known ones.
pub async fn write_passholders(tx: &impl ConnectionTrait, passholders: Vec<passholder::Model>) -> Result<()> {
    for row in passholders {
        let others = passholder::Column::iter().filter(|column| !matches!(column, passholder::Column::Id));
        let if_known = OnConflict::column(passholder::Column::Id).update_columns(others).to_owned();
        passholder::Entity::insert(row.into_active_model()).on_conflict(if_known).exec_without_returning(tx).await?;
    }
    Ok(())
}
