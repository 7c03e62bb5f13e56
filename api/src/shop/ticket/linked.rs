//! The passes linked to an account: the passes that it bought, and the passes that were linked by number. Every query
//! is limited to one account.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel};

use super::entity::Model as Ticket;
use super::entity::linked_pass::{Column, Entity, Model};
use super::passholder::Passholder;
use super::store::{by_ids, passholders};
use crate::error::Result;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// A pass linked to an account, with its passholder.
#[derive(Clone, Debug)]
pub struct AccountPass {
    /// The id of the link.
    pub id: String,
    /// Whether the account bought the pass.
    pub purchased: bool,
    pub ticket: Ticket,
    pub passholder: Passholder,
}

/// Links passes to an account. Existing links are unchanged.
pub async fn link(
    tx: &impl ConnectionTrait,
    account_id: &str,
    ticket_ids: Vec<String>,
    purchased: bool,
    now: Instant,
) -> Result<()> {
    for ticket_id in ticket_ids {
        let row = Model { id: random_id(), account_id: account_id.to_owned(), ticket_id, purchased, linked_at: now };
        let once = OnConflict::columns([Column::AccountId, Column::TicketId]).do_nothing().to_owned();
        Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Unlinks a pass; false when the pass is not linked.
pub async fn unlink(db: &impl ConnectionTrait, account_id: &str, id: &str) -> Result<bool> {
    let gone =
        Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::AccountId.eq(account_id)).exec(db).await?;
    Ok(gone.rows_affected == 1)
}

/// Whether a ticket is a pass linked to the account, valid or revoked.
pub async fn is_linked(db: &impl ConnectionTrait, account_id: &str, ticket_id: &str) -> Result<bool> {
    let of_account = Entity::find().filter(Column::AccountId.eq(account_id));
    Ok(of_account.filter(Column::TicketId.eq(ticket_id)).count(db).await? > 0)
}

/// The passes linked to an account that are not revoked, in the order of linking; passes of one order are sorted as in
/// that order.
pub async fn passes_of(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<AccountPass>> {
    let rows = Entity::find().filter(Column::AccountId.eq(account_id)).all(db).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.ticket_id.clone()).collect();
    let tickets = by_ids(db, &ids).await?;
    let known = passholders(db, tickets.iter().filter_map(|ticket| ticket.passholder_id.as_deref())).await?;
    let tickets: HashMap<&str, &Ticket> =
        tickets.iter().filter(|it| !it.is_revoked()).map(|it| (it.id.as_str(), it)).collect();
    let pass = |row: Model| {
        let ticket = (*tickets.get(row.ticket_id.as_str())?).clone();
        let passholder = ticket.passholder_id.as_ref().and_then(|id| known.get(id)).cloned().map(Passholder::from);
        let pass =
            AccountPass { id: row.id, purchased: row.purchased, ticket, passholder: passholder.unwrap_or_default() };
        Some((row.linked_at, pass))
    };
    let mut passes: Vec<(Instant, AccountPass)> = rows.into_iter().filter_map(pass).collect();
    passes.sort_by_key(|(linked_at, pass)| (*linked_at, pass.ticket.position));
    Ok(passes.into_iter().map(|(_, pass)| pass).collect())
}
