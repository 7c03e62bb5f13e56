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
use crate::shop::cart::ChosenPerformance;
use crate::shop::catalog::moment_in_words;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// Lets the buyer of an order choose until then what to get instead of these lines with a performance, and writes to the
/// buyer. The choice for a line ends before its first visit begins. Returns false if the buyer was told before, or if each
/// line has a visit that has begun.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn offer_choice(
    app: &App,
    order_id: &str,
    (performance, line_ids): (&PerformanceId, &[String]),
    until: Instant,
) -> Result<bool> {
    let tx = app.db.begin().await?;
    store::lock(&tx, order_id).await?;
    let order = store::find(&tx, order_id).await?.ok_or(Error::NotFound)?;
    let lines = store::lines(&tx, order_id).await?;
    let now = app.clock.now();
    // A choice because of a move says nothing of the new date.
    let has_choice = |line: &line::Model| line.moved.is_none() && choice_until(line, now).is_some();
    let is_new =
        |line: &&line::Model| line_ids.contains(&line.id) && line.at(performance).is_some() && !has_choice(line);
    let with_end = |line| Some((line, choice_before_visits(until, line::Model::all_performances(line), now)?));
    let new: Vec<(&line::Model, Instant)> = lines.iter().filter(is_new).filter_map(with_end).collect();
    let Some((first, mut earliest)) = new.first().copied() else { return Ok(false) };
    for (line, until) in &new {
        earliest = earliest.min(*until);
        line::Entity::update_many()
            .col_expr(line::Column::ChoiceUntil, Expr::value(*until))
            .col_expr(line::Column::Moved, Expr::value(None::<Moved>))
            .filter(line::Column::Id.eq(line.id.as_str()))
            .exec(&tx)
            .await?;
    }
    let catalog = app.catalog.current();
    let choice = Choice {
        visit: product_and_visit(first),
        until: moment_in_words(earliest, order.zone()),
        only_money: !new.iter().any(|(line, _)| may_be_exchanged(&catalog, line)),
    };
    let position = store::confirmations(&tx, order_id).await?;
    confirmation::enqueue_about(&tx, &app.config, &order, (position, About::Choice(choice)), now).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends the choice instead of a performance, because it takes place after all. A choice because of a move goes on.
pub async fn end_choice(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<()> {
    let lines = lines_at(db, id).await?.into_iter().map(|(_, line)| line);
    let lines = lines.filter(|line| line.choice_until.is_some() && line.moved.is_none());
    line::Entity::update_many()
        .col_expr(line::Column::ChoiceUntil, Expr::value(None::<Instant>))
        .filter(line::Column::Id.is_in(lines.map(|line| line.id)))
        .exec(db)
        .await?;
    Ok(())
}

/// A performance as somebody has bought it.
pub async fn bought_performance(db: &impl ConnectionTrait, id: &PerformanceId) -> Result<Option<ChosenPerformance>> {
    Ok(lines_at(db, id).await?.iter().find_map(|(_, line)| line.at(id).cloned()))
}
