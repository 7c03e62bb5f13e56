//! A performance of an order does not take place, and its buyer chooses what to get instead. The e-mail that says so has a
//! link of its own, as a confirmation has.

use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;

use super::cancellation::{choice_before_visits, choice_until, may_be_exchanged, product_and_visit};
use super::choice_email::Choice;
use super::confirmation::{self, About};
use super::entity::{Moved, line};
use super::refunds::lines_at;
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::shop::cart::ChosenPerformance;
use crate::shop::catalog::moment_in_words;
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Lets the buyer of an order choose until then what to get instead of these lines with a performance, and queues the e-mail
/// to the buyer, in the caller's transaction. The choice for a line ends before its first visit begins. Returns the valid
/// tickets for the performance; `None` if the buyer was told before, or if each line has a visit that has begun.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn offer_choice(
    app: &App,
    tx: &Transaction,
    order_id: &str,
    (performance, line_ids): (&PerformanceId, &[String]),
    until: Instant,
) -> Result<Option<Vec<TicketRow>>> {
    store::lock(tx, order_id).await?;
    let order = store::find(tx, order_id).await?.ok_or(Error::NotFound)?;
    let lines = store::lines(tx, order_id).await?;
    let now = app.clock.now();
    // A choice because of a move says nothing of the new date.
    let has_choice = |line: &line::Model| line.moved.is_none() && choice_until(line, now).is_some();
    let is_new =
        |line: &&line::Model| line_ids.contains(&line.id) && line.at(performance).is_some() && !has_choice(line);
    let with_end = |line| Some((line, choice_before_visits(until, line::Model::all_performances(line), now)?));
    let new: Vec<(&line::Model, Instant)> = lines.iter().filter(is_new).filter_map(with_end).collect();
    let Some((first, mut earliest)) = new.first().copied() else { return Ok(None) };
    for (line, until) in &new {
        earliest = earliest.min(*until);
        line::Entity::update_many()
            .col_expr(line::Column::ChoiceUntil, Expr::value(*until))
            .col_expr(line::Column::Moved, Expr::value(None::<Moved>))
            .filter(line::Column::Id.eq(line.id.as_str()))
            .exec(tx)
            .await?;
    }
    let catalog = app.catalog.current();
    let choice = Choice {
        visit: product_and_visit(first),
        until: moment_in_words(earliest, order.zone()),
        only_money: !new.iter().any(|(line, _)| may_be_exchanged(&catalog, line)),
    };
    let position = store::confirmations(tx, order_id).await?;
    confirmation::enqueue_about(tx, &app.config, &order, (position, About::Choice(choice)), now).await?;
    let mut tickets = ticket::of_order(tx, order_id).await?;
    tickets.retain(|ticket| {
        let line = new.iter().find(|(line, _)| Some(&line.id) == ticket.order_line_id.as_ref());
        !ticket.is_revoked()
            && line.and_then(|(line, _)| line.at(performance)).is_some_and(|chosen| chosen.is_of(ticket))
    });
    Ok(Some(tickets))
}

/// Ends the choice instead of a performance, because it takes place after all, in the caller's transaction. A choice because of
/// a move goes on.
pub async fn end_choice(tx: &Transaction, id: &PerformanceId) -> Result<()> {
    let lines = lines_at(tx, id).await?.into_iter().map(|(_, line)| line);
    let ids: Vec<String> =
        lines.filter(|line| line.choice_until.is_some() && line.moved.is_none()).map(|line| line.id).collect();
    // SQLite binds at most 32,766 values per statement.
    for ids in ids.chunks(1_000) {
        line::Entity::update_many()
            .col_expr(line::Column::ChoiceUntil, Expr::value(None::<Instant>))
            .filter(line::Column::Id.is_in(ids))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// A performance as somebody has bought it. It reads all order lines, as [`lines_at`] does.
pub async fn bought_performance(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Option<ChosenPerformance>> {
    Ok(lines_at(db, id).await?.iter().find_map(|(_, line)| line.at(id).cloned()))
}
