//! Writing down that lines of an order are for another performance than the one that was bought.

use sea_orm::entity::prelude::*;

use super::cancellation::{choice_before_visits, choice_until, may_be_exchanged};
use super::confirmation::{self, About};
use super::entity::{Moved, PerformanceChange, line};
use super::moved_email::MovedVisit;
use super::refunds::SoldOrder;
use super::rules::ticket_times;
use super::{reminder, store};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::shop::cart::{ChosenPerformances, LinePackage};
use crate::shop::catalog::moment_in_words;
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::time::Instant;

/// What of a line changes when one of its performances takes place at another time.
pub struct LineMove {
    pub line_id: String,
    pub moved: Moved,
    pub performances: ChosenPerformances,
    pub package: Option<LinePackage>,
    /// How many units of limited stock are sold to the line afterwards.
    pub units_sold: i64,
}

/// Until when the buyer of a line may choose something else after it was moved: no shorter than was promised before, and not
/// once a visit of the line has begun.
fn choice_after(row: &line::Model, changed: &LineMove, until: Option<Instant>, now: Instant) -> Option<Instant> {
    let parts = changed.package.iter().flat_map(|package| &package.parts).map(|part| &part.performances);
    let visits = std::iter::once(&changed.performances).chain(parts).flat_map(|chosen| &chosen.0);
    choice_before_visits(choice_until(row, now).max(until)?, visits, now)
}

/// Changes lines of an order, which the caller has locked with its tickets, and those tickets of these lines that may still
/// admit, and queues the e-mail to the buyer and the reminders of the new visits. With `until`, the buyer may choose until then
/// to get something else. Returns the tickets that are valid and were moved.
///
/// # Errors
/// Those of the database.
pub async fn move_lines(
    app: &App,
    tx: &Transaction,
    sold: &SoldOrder,
    (moves, until): (&[LineMove], Option<Instant>),
) -> Result<Vec<TicketRow>> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let order = &sold.order;
    let first = moves.first().ok_or_else(|| Error::internal("nothing of the order is moved"))?;
    let mut promised: Vec<Instant> = Vec::new();
    for changed in moves {
        let row = sold.lines.iter().find(|line| line.id == changed.line_id).ok_or_else(|| Error::internal("a line"))?;
        let until = choice_after(row, changed, until, now);
        promised.extend(until);
        let mut changes = row.performance_changes.clone().unwrap_or_default();
        changes.add(PerformanceChange::Moved { moved: Box::new(changed.moved.clone()), has_choice: until.is_some() });
        line::Entity::update_many()
            .col_expr(line::Column::Performances, Expr::value(changed.performances.clone()))
            .col_expr(line::Column::Package, Expr::value(changed.package.clone()))
            .col_expr(line::Column::UnitsSold, Expr::value(changed.units_sold))
            .col_expr(line::Column::PerformanceChanges, Expr::value(Some(changes)))
            .col_expr(line::Column::ChoiceUntil, Expr::value(until))
            .filter(line::Column::Id.eq(changed.line_id.as_str()))
            .exec(tx)
            .await?;
    }
    let mut moved = Vec::new();
    for ticket in ticket::of_order(tx, &order.id).await? {
        // Gates go on refusing its code on the day for which it was issued.
        if ticket.is_revoked_for_good() {
            continue;
        }
        let is_its =
            |it: &&LineMove| Some(&it.line_id) == ticket.order_line_id.as_ref() && it.moved.from.is_of(&ticket);
        let Some(LineMove { moved: Moved { to, .. }, .. }) = moves.iter().find(is_its) else { continue };
        let product = ticket.product_id.as_ref().and_then(|id| catalog.product(id));
        let zone = product.map_or_else(|| order.zone(), |product| catalog.zone_of(product));
        let times = ticket_times(&catalog, to);
        moved.push(ticket::move_to(tx, &app.tickets, ticket, (&to.performance_id, times, zone), now).await?);
    }
    moved.retain(|ticket| !ticket.is_revoked());
    reminder::enqueue(tx, &catalog, &order.id, &moved, now).await?;
    let of_move = |line: &&line::Model| moves.iter().any(|it| it.line_id == line.id);
    let visit = MovedVisit {
        name: first.moved.to.show_name.clone(),
        from: first.moved.from.when_in_words(),
        to: first.moved.to.when_in_words(),
        choice_until: promised.into_iter().min().map(|until| moment_in_words(until, order.zone())),
        only_money: !sold.lines.iter().filter(of_move).any(|line| may_be_exchanged(&catalog, line)),
    };
    let position = store::confirmations(tx, &order.id).await?;
    confirmation::enqueue_about(tx, &app.config, order, (position, About::Moved(visit)), now).await?;
    Ok(moved)
}
