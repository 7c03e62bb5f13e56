//! Empties the cart and releases its places. The shopper must confirm it if the cart holds scarce places, unless the
//! request forces it.

use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, ask, with_claims_until};
use crate::shop::cart::command::ClearCart;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::{hold_of, renewed};
use crate::shop::cart::line::{CartLine, Lines};
use crate::shop::cart::questions::Question;
use crate::shop::cart::stock::is_scarce;

pub fn clear(cart: &Cart, request: &ClearCart, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    let scarce: Vec<&CartLine> = cart.lines.iter().filter(|line| is_scarce(catalog, &facts.held, line, now)).collect();
    if !scarce.is_empty() && !request.force {
        ask(Question::clear(cart, &scarce), request.context.as_deref())?;
    }
    let emptied = Cart { lines: Lines::default(), revision: None, blank_passes: None, exchange: None, ..cart.clone() };
    // Keep the deadline of the hold. A reservation that is paid with the cart has the same deadline, which the release
    // of other places must not extend.
    let hold = hold_of(cart).unwrap_or_else(|| renewed(None, catalog.settings(), now));
    let change = with_claims_until(hold, cart, emptied, &[], facts)?;
    Ok(CartChange { changes_settings: cart.exchange.is_some(), ..change })
}
