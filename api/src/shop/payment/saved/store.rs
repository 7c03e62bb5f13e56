//! All SQL of saved cards. Every function is limited to one account.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder};

use super::entity::{Column, Entity, Model};
use crate::error::Result;

/// Saves a card. If the account already has it, only the last valid month is updated, which changes when the bank renews
/// a card.
pub async fn insert(db: &impl ConnectionTrait, row: Model) -> Result<()> {
    let mut once = OnConflict::columns([Column::AccountId, Column::Processor, Column::CardToken]);
    match row.card_valid_through {
        Some(_) => once.update_column(Column::CardValidThrough),
        None => once.do_nothing(),
    };
    Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(db).await?;
    Ok(())
}

/// The cards of an account, newest first.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .order_by_desc(Column::SavedAt)
        .order_by_asc(Column::Id)
        .all(db)
        .await?)
}

pub async fn find(db: &impl ConnectionTrait, account_id: &str, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).filter(Column::AccountId.eq(account_id)).one(db).await?)
}

/// Deletes all cards of an account.
pub async fn delete_all(tx: &impl ConnectionTrait, account_id: &str) -> Result<()> {
    Entity::delete_many().filter(Column::AccountId.eq(account_id)).exec(tx).await?;
    Ok(())
}

/// Deletes a card; false when the account has no card with this id.
pub async fn delete(db: &impl ConnectionTrait, account_id: &str, id: &str) -> Result<bool> {
    let deleted =
        Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::AccountId.eq(account_id)).exec(db).await?;
    Ok(deleted.rows_affected == 1)
}
