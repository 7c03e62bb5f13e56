//! What each command does to a cart: pure functions of the cart, the command and the facts, one file per topic.
//! The `executor` claims the places and writes the result.
//!
//! Pure, except for the random ids of new lines.

pub mod add;
mod clear;
mod donate;
mod hold;
mod merge;
mod modify;
mod passes;
pub mod revise;
mod seats;
mod settings;
#[cfg(test)]
mod tests;

use super::Cart;
use super::change::{CartChange, Declined};
use super::command::CartCommand;
use super::facts::Facts;

/// Decides a command; `None` when there is nothing to change.
pub fn decide(cart: &Cart, command: &CartCommand<'_>, facts: &Facts<'_>) -> Result<Option<CartChange>, Declined> {
    match command {
        CartCommand::Add(addition) => add::add(cart, addition, facts).map(Some),
        CartCommand::Donate(donation) => donate::donate(cart, donation, facts).map(Some),
        CartCommand::AddBlankPasses(adding) => passes::add_blank(cart, adding, facts).map(Some),
        CartCommand::ChoosePassProducts(wanted) => passes::choose_products(cart, wanted, facts).map(Some),
        CartCommand::DescribePass { id, passholder } => passes::describe(cart, id, passholder, facts).map(Some),
        CartCommand::SetPassPhoto { id, name } => passes::set_photo(cart, id, name, facts).map(Some),
        CartCommand::RemovePass { id } => passes::remove(cart, id, facts).map(Some),
        CartCommand::RemoveBlankPasses => Ok(Some(passes::remove_blank(cart, facts))),
        CartCommand::ChangeLines(change) => modify::modify(cart, change, facts).map(Some),
        CartCommand::Clear(request) => clear::clear(cart, request, facts).map(Some),
        CartCommand::ExtendHold => hold::extend(cart, facts).map(Some),
        CartCommand::ShareHold(newer) => Ok(Some(hold::share(cart, *newer, facts))),
        CartCommand::Revise(missing) => revise::revise(cart, missing, facts),
        CartCommand::AcceptRevision => Ok(Some(settings::accept_revision(cart))),
        CartCommand::Reclaim(also) => revise::reclaim(cart, also, facts).map(Some),
        CartCommand::MergeGuestCart(guest) => merge::merge(cart, guest, facts).map(Some),
        CartCommand::PayByPlan(by_plan) => settings::pay_by_plan(cart, *by_plan, facts),
        CartCommand::Exchange(exchange) => Ok(settings::exchange(cart, exchange.as_deref(), facts)),
        CartCommand::SaveCheckout(checkout) => Ok(Some(settings::save_checkout(cart, checkout, facts))),
    }
}
