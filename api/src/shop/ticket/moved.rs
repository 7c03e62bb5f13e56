//! Tickets whose performance takes place at another time.

use chrono::NaiveDate;
use chrono_tz::Tz;
use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;

use super::entity::{Column, Entity, Model, Moves};
use super::fresh_code::{MEDIA_CODE_LENGTH, retire_code};
use super::signer::TicketSigner;
use crate::error::Result;
use midway_kernel::id::PerformanceId;
use midway_kernel::secret::random_code;
use midway_kernel::time::Instant;

/// When a ticket admits, as in the columns of its row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicketTimes {
    pub valid_on: Option<NaiveDate>,
    pub entry_time: Option<String>,
    pub starts_at: Option<Instant>,
    pub ends_at: Option<Instant>,
}

/// Makes a ticket, which the caller has locked, valid for another performance in the same place. It gets a fresh code: with the
/// earlier one, gates would admit on the earlier day too. `zone` is the time zone of the visit. Returns the ticket.
pub async fn move_to(
    tx: &impl ConnectionTrait,
    signer: &TicketSigner,
    ticket: Model,
    (performance, times, zone): (&PerformanceId, TicketTimes, Tz),
    now: Instant,
) -> Result<Model> {
    retire_code(tx, &ticket, now).await?;
    let media_code = random_code(MEDIA_CODE_LENGTH);
    let before = ticket.moves.clone();
    let moves = Some(Moves {
        sold_for: before.as_ref().map_or((ticket.valid_on, ticket.starts_at), |moves| moves.sold_for),
        count: before.map_or(0, |moves| moves.count) + 1,
        last_at: now,
    });
    let TicketTimes { valid_on, entry_time, starts_at, ends_at } = times;
    let ticket = signer.issued(
        Model { media_code, valid_on, entry_time, starts_at, ends_at, moves, ..ticket },
        Some(performance),
        zone,
    );
    Entity::update_many()
        .col_expr(Column::MediaCode, Expr::value(ticket.media_code.as_str()))
        .col_expr(Column::Token, Expr::value(ticket.token.as_str()))
        .col_expr(Column::ValidOn, Expr::value(ticket.valid_on))
        .col_expr(Column::EntryTime, Expr::value(ticket.entry_time.clone()))
        .col_expr(Column::StartsAt, Expr::value(ticket.starts_at))
        .col_expr(Column::EndsAt, Expr::value(ticket.ends_at))
        .col_expr(Column::Moves, Expr::value(ticket.moves.clone()))
        .filter(Column::Id.eq(ticket.id.as_str()))
        .exec(tx)
        .await?;
    Ok(ticket)
}
