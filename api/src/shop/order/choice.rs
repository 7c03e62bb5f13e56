//! A performance of an order does not take place, and its buyer chooses what to get instead; or it takes place after all. The
//! e-mails that say so have links of their own, as a confirmation has.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;

use super::cancellation::{choice_before_visits, choice_until, may_be_exchanged, named_visit};
use super::choice_email::Choice;
use super::confirmation::{self, About};
use super::entity::{PerformanceChange, PerformanceChanges, line};
use super::purchase::SEND_CONFIRMATION;
use super::refunds::{SoldOrder, lines_at, lock_sold};
use super::store;
use super::takes_place_email::TakesPlace;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::platform::jobs;
use crate::shop::cart::ChosenPerformance;
use crate::shop::catalog::moment_in_words;
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Whose buyer was asked.
#[derive(Default)]
pub struct AskedLines {
    /// Whether the buyer was not asked before about the performance, for a line at least.
    pub is_new: bool,
    /// The valid tickets for the performance of the lines that are new.
    pub tickets: Vec<TicketRow>,
    /// When the first of the choices ends, also of those that are not new.
    pub until: Option<Instant>,
    /// The lines without a choice: none is offered or promised, or a visit has begun.
    pub without_choice: Vec<String>,
}

/// Asks the buyer of an order what to get instead of a performance of these lines, and queues the e-mail to the buyer, in the
/// caller's transaction. `until` is until when the buyer chooses; with `None`, only buyers are asked who were promised a choice
/// for the line because of another performance. A choice ends no earlier than was promised before, and before the first visit
/// of its line begins.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn ask_buyer(
    app: &App,
    tx: &Transaction,
    order_id: &str,
    (performance, line_ids): (&PerformanceId, &[String]),
    until: Option<Instant>,
) -> Result<AskedLines> {
    let SoldOrder { order, lines } = lock_sold(tx, order_id).await?.ok_or(Error::NotFound)?;
    let now = app.clock.now();
    let mut asked = AskedLines::default();
    let mut new: Vec<(&line::Model, Instant)> = Vec::new();
    for line in lines.iter().filter(|line| line_ids.contains(&line.id) && line.at(performance).is_some()) {
        let promised = choice_until(line, now);
        match choice_of_line(line, until, now) {
            None => asked.without_choice.push(line.id.clone()),
            Some(_) if promised.is_some() && line.was_asked_about(performance) => {
                asked.until = asked.until.into_iter().chain(promised).min();
            }
            Some(until) => new.push((line, until)),
        }
    }
    let Some((first, _)) = new.first().copied() else { return Ok(asked) };
    let earliest = new.iter().map(|(_, until)| *until).min().unwrap_or(now);
    let catalog = app.catalog.current();
    let choice = Choice {
        performance: Some(performance.clone()),
        visit: named_visit(first, first.at(performance)),
        until: moment_in_words(earliest, order.zone()),
        only_money: !new.iter().any(|(line, _)| may_be_exchanged(&catalog, line)),
    };
    let position = store::confirmations(tx, order_id).await?;
    let id = confirmation::enqueue_about(tx, &app.config, &order, (position, About::Choice(choice)), now).await?;
    for (line, until) in &new {
        let mut changes = line.performance_changes.clone().unwrap_or_default();
        changes.add(PerformanceChange::Canceled {
            performance_id: performance.clone(),
            confirmation_id: Some(id.clone()),
        });
        write_choice(tx, line, changes, Some(*until)).await?;
    }
    let new: Vec<&line::Model> = new.into_iter().map(|(line, _)| line).collect();
    asked.until = asked.until.into_iter().chain([earliest]).min();
    asked.tickets = valid_tickets(tx, &new, performance).await?;
    Ok(AskedLines { is_new: true, ..asked })
}

/// Until when the buyer of a line chooses if a decision about one of its performances lets buyers choose until `until`. A choice
/// that was promised is not shortened by it, and goes on without it. `None` if the buyer does not choose.
pub fn choice_of_line(line: &line::Model, until: Option<Instant>, now: Instant) -> Option<Instant> {
    choice_until(line, now).max(until).and_then(|until| choice_before_visits(until, line.all_performances(), now))
}

/// The lines of an order whose buyer chooses now, each with the time until when. The order is locked until the transaction ends.
pub async fn promised_choices(tx: &Transaction, order_id: &str, now: Instant) -> Result<BTreeMap<String, Instant>> {
    store::lock(tx, order_id).await?;
    let lines = store::lines(tx, order_id).await?;
    Ok(lines.into_iter().filter_map(|line| choice_until(&line, now).map(|until| (line.id, until))).collect())
}

async fn write_choice(
    tx: &Transaction,
    line: &line::Model,
    changes: PerformanceChanges,
    until: Option<Instant>,
) -> Result<()> {
    let changes = Some(changes).filter(|changes| !changes.0.is_empty());
    line::Entity::update_many()
        .col_expr(line::Column::ChoiceUntil, Expr::value(until))
        .col_expr(line::Column::PerformanceChanges, Expr::value(changes))
        .filter(line::Column::Id.eq(line.id.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

/// The valid tickets for a performance of lines of one order.
async fn valid_tickets(
    tx: &Transaction,
    lines: &[&line::Model],
    performance: &PerformanceId,
) -> Result<Vec<TicketRow>> {
    let Some(first) = lines.first() else { return Ok(Vec::new()) };
    let mut tickets = ticket::of_order(tx, &first.order_id).await?;
    tickets.retain(|ticket| {
        let line = lines.iter().find(|line| Some(&line.id) == ticket.order_line_id.as_ref());
        !ticket.is_revoked() && line.and_then(|line| line.at(performance)).is_some_and(|chosen| chosen.is_of(ticket))
    });
    Ok(tickets)
}

/// A ticket whose performance takes place after all.
pub struct ValidAgain {
    pub ticket: TicketRow,
    /// When its buyer was asked what to get instead; `None` if that is not known.
    pub asked_at: Option<Instant>,
}

/// Ends the choices instead of a performance, because it takes place after all, and queues the e-mails to the buyers who were
/// told otherwise, in the caller's transaction. An e-mail that asked and was not sent yet is not sent any more. It reads all
/// order lines, as [`lines_at`] does. A choice because of another performance goes on until the time that was promised. Returns
/// the valid tickets for the performance.
///
/// # Errors
/// Those of the database.
pub async fn end_choices(app: &App, tx: &Transaction, id: &PerformanceId) -> Result<Vec<ValidAgain>> {
    let of_asked =
        |(order, line): (super::entity::order::Model, line::Model)| line.was_asked_about(id).then_some(order.id);
    let order_ids: BTreeSet<String> = lines_at(tx, id).await?.into_iter().filter_map(of_asked).collect();
    let mut tickets = Vec::new();
    for order_id in order_ids {
        // It may have been moved in the meantime.
        let sold = lock_sold(tx, &order_id).await?.ok_or(Error::NotFound)?;
        tickets.extend(end_choices_of(app, tx, &sold, id).await?);
    }
    Ok(tickets)
}

async fn end_choices_of(app: &App, tx: &Transaction, sold: &SoldOrder, id: &PerformanceId) -> Result<Vec<ValidAgain>> {
    let now = app.clock.now();
    let (mut left, mut others): (Vec<&line::Model>, Vec<Instant>) = (Vec::new(), Vec::new());
    let mut emails: BTreeSet<Option<String>> = BTreeSet::new();
    for line in sold.lines.iter().filter(|line| line.was_asked_about(id)) {
        let mut changes = line.performance_changes.clone().unwrap_or_default();
        changes.0.retain(|change| match change {
            PerformanceChange::Canceled { performance_id, confirmation_id } if performance_id == id => {
                emails.insert(confirmation_id.clone());
                false
            }
            _ => true,
        });
        let goes_on = changes.0.iter().any(PerformanceChange::has_choice);
        write_choice(tx, line, changes, line.choice_until.filter(|_| goes_on)).await?;
        if line.units_left() > 0 {
            left.push(line);
            others.extend(choice_until(line, now).filter(|_| goes_on));
        }
    }
    let (mut was_told, mut asked_at) = (false, None);
    for email in emails {
        let Some(email) = email else {
            was_told = true;
            continue;
        };
        asked_at = asked_at.max(store::confirmation(tx, &email).await?.map(|(row, _)| row.made_at));
        was_told |= !jobs::withdraw(tx, SEND_CONFIRMATION, &email, now).await?;
    }
    let Some(first) = left.first().copied() else { return Ok(Vec::new()) };
    if was_told {
        let takes_place = TakesPlace {
            visit: named_visit(first, first.at(id)),
            other_choice_until: others.into_iter().min().map(|until| moment_in_words(until, sold.order.zone())),
        };
        let position = store::confirmations(tx, &sold.order.id).await?;
        confirmation::enqueue_about(tx, &app.config, &sold.order, (position, About::TakesPlace(takes_place)), now)
            .await?;
    }
    let tickets = valid_tickets(tx, &left, id).await?;
    Ok(tickets.into_iter().map(|ticket| ValidAgain { ticket, asked_at }).collect())
}

/// Whether the performance of a ticket does not take place, and its buyer was asked what to get instead.
pub async fn was_asked_about_ticket(db: &impl ConnectionTrait, ticket: &TicketRow) -> Result<bool> {
    let Some(line_id) = &ticket.order_line_id else { return Ok(false) };
    let Some(line) = line::Entity::find_by_id(line_id.as_str()).one(db).await? else { return Ok(false) };
    Ok(line.canceled().any(|canceled| line.at(canceled).is_some_and(|chosen| chosen.is_of(ticket))))
}

/// A performance as somebody has bought it. It reads all order lines, as [`lines_at`] does.
pub async fn bought_performance(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Option<ChosenPerformance>> {
    Ok(lines_at(db, id).await?.iter().find_map(|(_, line)| line.at(id).cloned()))
}
