//! All SQL of accounts.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ConnectionTrait, IntoActiveModel, QuerySelect};

use super::entity::{self, HomeAddress, identity, reset};
use super::rules::Profile;
use crate::error::Result;
use crate::platform::db::ROW_LOCK;
use midway_kernel::address::email_key;
use midway_kernel::time::Instant;

/// The account with this e-mail key.
pub async fn by_email(db: &impl ConnectionTrait, key: &str) -> Result<Option<entity::Model>> {
    Ok(entity::Entity::find().filter(entity::Column::EmailKey.eq(key)).one(db).await?)
}

/// Whether an e-mail address has an account.
pub async fn is_registered(db: &impl ConnectionTrait, email_address: &str) -> Result<bool> {
    Ok(by_email(db, &email_key(email_address)).await?.is_some())
}

/// Whether there is any account.
pub async fn is_any(db: &impl ConnectionTrait) -> Result<bool> {
    Ok(entity::Entity::find().one(db).await?.is_some())
}

/// The account with this id.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<entity::Model>> {
    Ok(entity::Entity::find_by_id(id).one(db).await?)
}

/// Locks an account until the transaction ends. Other sign-ins and password changes wait: two browsers merge their
/// carts one after the other, and no sign-in succeeds with a password that is being changed.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<entity::Model>> {
    Ok(entity::Entity::find_by_id(id).lock(ROW_LOCK).one(tx).await?)
}

/// Creates an account unless the e-mail address has one; returns whether an account was created.
pub async fn insert(db: &impl ConnectionTrait, row: entity::Model) -> Result<bool> {
    let inserted = entity::Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::column(entity::Column::EmailKey).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(inserted == 1)
}

/// Stores when an account's address was first verified. A later call changes nothing.
pub async fn verify_email(db: &impl ConnectionTrait, id: &str, now: Instant) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::EmailVerifiedAt, Expr::value(now))
        .filter(entity::Column::Id.eq(id))
        .filter(entity::Column::EmailVerifiedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}

/// Writes the profile.
pub async fn save_profile(db: &impl ConnectionTrait, id: &str, profile: Profile) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::FirstName, Expr::value(profile.first_name))
        .col_expr(entity::Column::LastName, Expr::value(profile.last_name))
        .col_expr(entity::Column::PhoneNumber, Expr::value(profile.phone_number))
        .col_expr(entity::Column::Address, Expr::value(profile.address))
        .filter(entity::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Writes the home address of an account that has none.
pub async fn fill_address(db: &impl ConnectionTrait, id: &str, address: HomeAddress) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::Address, Expr::value(Some(address)))
        .filter(entity::Column::Id.eq(id))
        .filter(entity::Column::Address.is_null())
        .exec(db)
        .await?;
    Ok(())
}

/// Writes a new password, or none, and invalidates all reset links.
pub async fn set_password(tx: &impl ConnectionTrait, id: &str, password_hash: Option<String>) -> Result<()> {
    entity::Entity::update_many()
        .col_expr(entity::Column::PasswordHash, Expr::value(password_hash))
        .filter(entity::Column::Id.eq(id))
        .exec(tx)
        .await?;
    reset::Entity::delete_many().filter(reset::Column::AccountId.eq(id)).exec(tx).await?;
    Ok(())
}

pub async fn insert_reset(db: &impl ConnectionTrait, row: reset::Model) -> Result<()> {
    reset::Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// The account whose password this link may set, if the link has not expired.
pub async fn resettable(db: &impl ConnectionTrait, fingerprint: &str, now: Instant) -> Result<Option<String>> {
    let found = reset::Entity::find_by_id(fingerprint).filter(reset::Column::EndsAt.gt(now)).one(db).await?;
    Ok(found.map(|row| row.account_id))
}

/// Uses up a link. Of several simultaneous uses of the same link, only one returns true.
pub async fn take_reset(tx: &impl ConnectionTrait, fingerprint: &str, now: Instant) -> Result<bool> {
    let deleted = reset::Entity::delete_many()
        .filter(reset::Column::TokenFingerprint.eq(fingerprint))
        .filter(reset::Column::EndsAt.gt(now))
        .exec(tx)
        .await?;
    Ok(deleted.rows_affected == 1)
}

/// Deletes expired links. Writes nothing when there are none.
pub async fn sweep(db: &impl ConnectionTrait, now: Instant) -> Result<()> {
    let ended = || reset::Column::EndsAt.lte(now);
    if reset::Entity::find().filter(ended()).limit(1).one(db).await?.is_some() {
        reset::Entity::delete_many().filter(ended()).exec(db).await?;
    }
    Ok(())
}

/// The account linked to a person at an identity provider.
pub async fn by_identity(db: &impl ConnectionTrait, issuer: &str, subject: &str) -> Result<Option<entity::Model>> {
    let key = (issuer.to_owned(), subject.to_owned());
    let Some(found) = identity::Entity::find_by_id(key).one(db).await? else { return Ok(None) };
    find(db, &found.account_id).await
}

/// Links a person at an identity provider to an account. Does nothing if the person is already linked to an account.
pub async fn insert_identity(tx: &impl ConnectionTrait, row: identity::Model) -> Result<()> {
    let once = OnConflict::columns([identity::Column::Issuer, identity::Column::Subject]).do_nothing().to_owned();
    identity::Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    Ok(())
}
