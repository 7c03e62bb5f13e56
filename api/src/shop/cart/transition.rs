//! What each command does to a cart: pure functions of the cart, the command and the facts, one file per command; the
//! two commands that only move the deadline of the hold are here. The `executor` claims the places and writes the
//! result.
//!
//! Pure, except for the random ids of new lines.

pub mod add;
mod clear;
mod donate;
mod merge;
mod modify;
mod passes;
pub mod revise;
mod seats;
mod settings;
#[cfg(test)]
mod tests;

use super::Cart;
use super::change::{CartChange, Declined, with_hold};
use super::command::CartCommand;
use super::facts::Facts;
use super::hold::{Hold, live_hold_of, renewed, together};
use super::refusals::HOLD_OVER;
use crate::error::Refusal;

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
        CartCommand::ExtendHold => extend_hold(cart, facts).map(Some),
        CartCommand::ShareHold(hold) => Ok(Some(share_hold(cart, *hold, facts))),
        CartCommand::Revise(missing) => revise::revise(cart, missing, facts),
        CartCommand::AcceptRevision => Ok(Some(settings::accept_revision(cart))),
        CartCommand::Reclaim(also) => revise::reclaim(cart, also, facts).map(Some),
        CartCommand::MergeGuestCart(guest) => merge::merge(cart, guest, facts).map(Some),
        CartCommand::PayByPlan(by_plan) => settings::pay_by_plan(cart, *by_plan, facts),
        CartCommand::SaveCheckout(checkout) => Ok(Some(settings::save_checkout(cart, checkout, facts))),
    }
}

/// Extends the hold at the shopper's request, within the maximum hold.
fn extend_hold(cart: &Cart, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let held = live_hold_of(cart, facts.now).ok_or_else(|| Refusal::new(HOLD_OVER))?;
    let hold = renewed(Some(held), facts.catalog.settings(), facts.now);
    Ok(CartChange::of_hold(with_hold(cart.clone(), hold, true), hold))
}

/// Gives the cart one common deadline with claims that were moved to it and have the hold `newer`.
fn share_hold(cart: &Cart, newer: Hold, facts: &Facts<'_>) -> CartChange {
    let own = live_hold_of(cart, facts.now);
    let hold = own.map_or(newer, |own| together(own, newer, facts.catalog.settings()));
    CartChange::of_hold(with_hold(cart.clone(), hold, true), hold)
}
