//! All SQL of linked passes. Every finder takes the account.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel};

use super::entity::{Column, Entity, Model};
use crate::error::Result;

/// Links passes; one that the account has stays as it is.
pub async fn link(tx: &impl ConnectionTrait, rows: Vec<Model>) -> Result<()> {
    for row in rows {
        let once = OnConflict::columns([Column::AccountId, Column::TicketId]).do_nothing().to_owned();
        Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// The passes of an account.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::AccountId.eq(account_id)).all(db).await?)
}

/// Takes a pass out of the account's list; false when it is not in it.
pub async fn unlink(db: &impl ConnectionTrait, account_id: &str, id: &str) -> Result<bool> {
    let gone =
        Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::AccountId.eq(account_id)).exec(db).await?;
    Ok(gone.rows_affected == 1)
}
