//! All SQL of accounts.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ConnectionTrait, IntoActiveModel, QuerySelect};

use super::entity;
use crate::error::Result;
use crate::kernel::time::Instant;

/// The account with this e-mail, by its key.
pub async fn by_email(db: &impl ConnectionTrait, key: &str) -> Result<Option<entity::Model>> {
    Ok(entity::Entity::find().filter(entity::Column::EmailKey.eq(key)).one(db).await?)
}

/// The account that a session names.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<entity::Model>> {
    Ok(entity::Entity::find_by_id(id).one(db).await?)
}

/// Keeps other sign-ins to this account waiting until the transaction ends, so that two browsers bring their carts one after the other.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<()> {
    entity::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    Ok(())
}

/// Writes an account unless its e-mail has one already; tells whether it did.
pub async fn insert(db: &impl ConnectionTrait, row: entity::Model) -> Result<bool> {
    let inserted = entity::Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::column(entity::Column::EmailKey).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(inserted == 1)
}

/// Writes down that an account's address is proven, the first time.
pub async fn verify_email(db: &impl ConnectionTrait, id: &str, now: Instant) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::EmailVerifiedAt, Expr::value(now))
        .filter(entity::Column::Id.eq(id))
        .filter(entity::Column::EmailVerifiedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}
