//! All SQL of transfers: which tickets their owners have sent to somebody else. The slice `transfer` decides what is sent and
//! taken back; the rows are here, because pages, e-mails and files of an order do not show the code of a sent ticket.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel};

use super::entity;
use super::entity::transfer::{Column, Entity, Model};
use crate::error::Result;
use midway_kernel::time::Instant;

pub async fn insert_transfer(tx: &impl ConnectionTrait, transfer: Model) -> Result<()> {
    Entity::insert(transfer.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// The open transfers of tickets, by ticket.
pub async fn open_transfers_of(db: &impl ConnectionTrait, ticket_ids: &[&str]) -> Result<HashMap<String, Model>> {
    let open = Entity::find().filter(Column::TicketId.is_in(ticket_ids.iter().copied()));
    let open = open.filter(Column::TakenBackAt.is_null()).all(db).await?;
    Ok(open.into_iter().map(|transfer| (transfer.ticket_id.clone(), transfer)).collect())
}

/// The open transfer with this id. The function does not check who may see it.
pub async fn open_transfer(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).filter(Column::TakenBackAt.is_null()).one(db).await?)
}

/// Closes an open transfer. Returns whether it was open.
pub async fn close_transfer(tx: &impl ConnectionTrait, id: &str, now: Instant) -> Result<bool> {
    let closed = Entity::update_many()
        .col_expr(Column::TakenBackAt, Expr::value(now))
        // Nobody is told any more.
        .col_expr(Column::RecipientEmail, Expr::value(None::<String>))
        .filter(Column::Id.eq(id))
        .filter(Column::TakenBackAt.is_null())
        .exec(tx)
        .await?;
    Ok(closed.rows_affected > 0)
}

/// A ticket with the name of the person to whom it was sent, for its owner.
pub async fn with_recipient(db: &impl ConnectionTrait, ticket: entity::Model) -> Result<entity::Model> {
    let sent = open_transfers_of(db, &[&ticket.id]).await?.remove(&ticket.id);
    Ok(entity::Model { sent_to: sent.map(|transfer| transfer.recipient_name), ..ticket })
}
