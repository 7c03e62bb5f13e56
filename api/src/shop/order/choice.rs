//! A performance of an order does not take place, and its buyer chooses what to get instead. The e-mail that says so has a
//! link of its own, as a confirmation has.

use std::collections::BTreeMap;

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

/// What was offered to the buyer of an order.
#[derive(Default)]
pub struct Offer {
    /// Whether the buyer may choose for a line for which this was not offered before.
    pub is_new: bool,
    /// The valid tickets for the performance of these lines.
    pub tickets: Vec<TicketRow>,
    /// The lines without a choice, because their first visit has begun.
    pub begun: Vec<String>,
}

/// Lets the buyer of an order choose until then what to get instead of these lines with a performance, and queues the e-mail
/// to the buyer, in the caller's transaction. The choice for a line ends before its first visit begins, and no earlier than was
/// promised before.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn offer_choice(
    app: &App,
    tx: &Transaction,
    order_id: &str,
    (performance, line_ids): (&PerformanceId, &[String]),
    until: Instant,
) -> Result<Offer> {
    store::lock(tx, order_id).await?;
    let order = store::find(tx, order_id).await?.ok_or(Error::NotFound)?;
    let lines = store::lines(tx, order_id).await?;
    let now = app.clock.now();
    // A choice because of a move says nothing of the new date.
    let has_choice = |line: &line::Model| line.moved.is_none() && choice_until(line, now).is_some();
    let is_new =
        |line: &&line::Model| line_ids.contains(&line.id) && line.at(performance).is_some() && !has_choice(line);
    let (mut new, mut begun): (Vec<(&line::Model, Instant)>, Vec<String>) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(is_new) {
        let until = choice_until(line, now).map_or(until, |promised| promised.max(until));
        match choice_before_visits(until, line.all_performances(), now) {
            Some(until) => new.push((line, until)),
            None => begun.push(line.id.clone()),
        }
    }
    let Some((first, mut earliest)) = new.first().copied() else { return Ok(Offer { begun, ..Offer::default() }) };
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
        visit: product_and_visit(first, first.at(performance)),
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
    Ok(Offer { is_new: true, tickets, begun })
}

/// Ends the choice instead of a performance, because it takes place after all, in the caller's transaction. It reads all order
/// lines, as [`lines_at`] does. A choice because of a move goes on.
pub async fn end_choice(tx: &Transaction, id: &PerformanceId) -> Result<()> {
    let mut lines_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (order, line) in lines_at(tx, id).await? {
        if line.choice_until.is_some() && line.moved.is_none() {
            lines_of.entry(order.id).or_default().push(line.id);
        }
    }
    for (order_id, line_ids) in lines_of {
        store::lock(tx, &order_id).await?;
        line::Entity::update_many()
            .col_expr(line::Column::ChoiceUntil, Expr::value(None::<Instant>))
            .filter(line::Column::Id.is_in(line_ids))
            // It may have been moved in the meantime.
            .filter(line::Column::Moved.is_null())
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// A performance as somebody has bought it. It reads all order lines, as [`lines_at`] does.
pub async fn bought_performance(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Option<ChosenPerformance>> {
    Ok(lines_at(db, id).await?.iter().find_map(|(_, line)| line.at(id).cloned()))
}
