//! The commands that only change the deadline of a cart's hold. Most changes of the lines renew the hold too, see
//! `change.rs`.

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, with_hold};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::{Hold, live_hold_of, renewed, together};
use crate::shop::cart::refusals::HOLD_OVER;

/// Extends the hold at the shopper's request, within the maximum hold.
pub fn extend(cart: &Cart, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let held = live_hold_of(cart, facts.now).ok_or_else(|| Refusal::new(HOLD_OVER))?;
    let hold = renewed(Some(held), facts.catalog.settings(), facts.now);
    Ok(CartChange::of_hold(with_hold(cart.clone(), hold, true), hold))
}

/// Gives all claims of the cart one common deadline, after claims with the hold `newer` were moved to it.
pub fn share(cart: &Cart, newer: Hold, facts: &Facts<'_>) -> CartChange {
    let own = live_hold_of(cart, facts.now);
    let hold = own.map_or(newer, |own| together(own, newer, facts.catalog.settings()));
    CartChange::of_hold(with_hold(cart.clone(), hold, true), hold)
}
