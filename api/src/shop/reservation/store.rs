//! All SQL of reservations.

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::{Column, Entity, Model, ReservationState};
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use midway_kernel::time::Instant;

/// How long an open reservation is stored after it expired: longer than it takes to settle an unknown payment.
const KEPT: chrono::Duration = chrono::Duration::days(7);

/// Finds a reservation by its id, without checking the visitor.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// Finds a reservation by its id, as [`find`] does, and locks it until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).lock(ROW_LOCK).one(tx).await?)
}

pub async fn by_code(db: &impl ConnectionTrait, code: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::Code.eq(code)).one(db).await?)
}

fn open_of_cart(cart_id: &str) -> Select<Entity> {
    Entity::find().filter(Column::CartId.eq(cart_id)).filter(Column::State.eq(ReservationState::Open))
}

/// The open reservation that a cart pays for.
pub async fn find_of_cart(db: &impl ConnectionTrait, cart_id: &str) -> Result<Option<Model>> {
    Ok(open_of_cart(cart_id).one(db).await?)
}

/// The open reservation that a cart pays for, locked until the transaction ends.
pub async fn of_cart(tx: &impl ConnectionTrait, cart_id: &str) -> Result<Option<Model>> {
    Ok(open_of_cart(cart_id).lock(ROW_LOCK).one(tx).await?)
}

/// The reservation that an order confirmed.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::OrderId.eq(order_id)).one(db).await?)
}

/// Confirmed and cancelled reservations of an account or with these ids, latest visit first: at most `limit`
/// reservations that follow the given one.
pub async fn settled(
    db: &impl ConnectionTrait,
    (account_id, ids): (Option<&str>, &[String]),
    after: Option<&Model>,
    limit: usize,
) -> Result<Vec<Model>> {
    let mut whose = Condition::any().add(Column::Id.is_in(ids));
    if let Some(account_id) = account_id {
        whose = whose.add(Column::AccountId.eq(account_id));
    }
    let mut found = Entity::find().filter(whose).filter(Column::State.ne(ReservationState::Open));
    if let Some(after) = after {
        let of_same_time = Condition::all().add(Column::VisitAt.eq(after.visit_at)).add(Column::Id.lt(&after.id));
        found = found.filter(Condition::any().add(Column::VisitAt.lt(after.visit_at)).add(of_same_time));
    }
    let sorted = found.order_by_desc(Column::VisitAt).order_by_desc(Column::Id);
    Ok(sorted.limit(limit as u64).all(db).await?)
}

pub async fn insert(tx: &impl ConnectionTrait, row: Model) -> Result<()> {
    Entity::insert(with_visit_at(row).into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

fn with_visit_at(row: Model) -> Model {
    Model { visit_at: row.visit.as_ref().map(|visit| visit.starts_at), ..row }
}

/// Writes all columns of a reservation that was locked in this transaction.
pub async fn save(tx: &impl ConnectionTrait, row: Model) -> Result<()> {
    Entity::update(with_visit_at(row).into_active_model().reset_all()).exec_without_returning(tx).await?;
    Ok(())
}

/// The reservations with these ids that belong to no account.
pub async fn of_guests(db: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Model>> {
    let found = Entity::find().filter(Column::Id.is_in(ids)).filter(Column::AccountId.is_null());
    Ok(found.all(db).await?)
}

/// Assigns the reservations with these ids to an account, except reservations that already belong to an account.
pub async fn attach(tx: &impl ConnectionTrait, ids: &[String], account_id: &str) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::AccountId, Expr::value(account_id))
        .filter(Column::Id.is_in(ids))
        .filter(Column::AccountId.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// All confirmed reservations, in the order in which they were confirmed.
pub async fn confirmed(db: &impl ConnectionTrait) -> Result<Vec<Model>> {
    let confirmed = Entity::find().filter(Column::State.eq(ReservationState::Confirmed));
    Ok(confirmed.order_by_asc(Column::ConfirmedAt).order_by_asc(Column::Id).all(db).await?)
}

/// All reservations, for the doctor.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find().order_by_asc(Column::Id).all(db).await?)
}

/// Deletes open reservations that expired a week ago. Their holds expired long before.
pub async fn sweep(db: &impl ConnectionTrait, now: Instant) -> Result<u64> {
    let deleted = Entity::delete_many()
        .filter(Column::State.eq(ReservationState::Open))
        .filter(Column::ExpiresAt.lt(now - KEPT))
        .exec(db)
        .await?;
    Ok(deleted.rows_affected)
}
