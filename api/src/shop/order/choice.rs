//! A performance of an order does not take place, and its buyer chooses what to get instead. The e-mail that says so has a
//! link of its own, as a confirmation has.

use sea_orm::entity::prelude::*;

use super::cancellation::product_and_visit;
use super::choice_email::Choice;
use super::confirmation;
use super::entity::line;
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::catalog::moment_in_words;
use midway_kernel::time::Instant;

/// Lets the buyer of an order choose until then, and at the latest until a performance would begin, what to get instead of
/// these lines, and writes to the buyer. Returns false if the buyer was told before, or it is too late.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn offer_choice(app: &App, order_id: &str, line_ids: &[String], until: Instant) -> Result<bool> {
    let tx = app.db.begin().await?;
    store::lock(&tx, order_id).await?;
    let order = store::find(&tx, order_id).await?.ok_or(Error::NotFound)?;
    let lines = store::lines(&tx, order_id).await?;
    let now = app.clock.now();
    let ends = |line: &line::Model| first_start(line).map_or(until, |start| until.min(start));
    let is_new = |line: &&line::Model| line_ids.contains(&line.id) && line.choice_until.is_none() && now < ends(line);
    let new: Vec<&line::Model> = lines.iter().filter(is_new).collect();
    let Some(first) = new.first() else { return Ok(false) };
    for line in &new {
        let update = line::Entity::update_many().col_expr(line::Column::ChoiceUntil, Expr::value(ends(line)));
        update.filter(line::Column::Id.eq(line.id.as_str())).exec(&tx).await?;
    }
    let until = new.iter().map(|line| ends(line)).min().unwrap_or(until);
    let choice = Choice { visit: product_and_visit(first), until: moment_in_words(until, order.zone()) };
    let position = store::confirmations(&tx, order_id).await?;
    confirmation::enqueue_choice(&tx, &app.config, &order, (position, choice), now).await?;
    tx.commit().await?;
    Ok(true)
}

/// When the first performance of a line would begin.
fn first_start(line: &line::Model) -> Option<Instant> {
    let parts = line.package.iter().flat_map(|package| &package.parts).map(|part| &part.performances);
    let all = std::iter::once(&line.performances).chain(parts).flat_map(|chosen| &chosen.0);
    all.map(|chosen| chosen.starts_at).min()
}
