//! Reading the cart.

use super::visitors_cart;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::cart::line::CartLine;
use crate::shop::cart::wire::CartView;
use midway_catalog::pricing::LineOffer;
use midway_kernel::money::Money;

/// The visitor's cart as pages show it; an empty one when the visitor has none.
pub async fn view(app: &App, visitor: &Visitor) -> Result<CartView> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    Ok(match visitors_cart(app, visitor).await? {
        Some(cart) => CartView::new(&cart, &catalog, now),
        None => CartView::empty(now),
    })
}

/// The number of items in the visitor's cart.
pub async fn mini_cart(app: &App, visitor: &Visitor) -> Result<u64> {
    let cart = visitors_cart(app, visitor).await?;
    Ok(cart.iter().flat_map(|cart| cart.lines.iter()).map(|line| u64::from(line.quantity)).sum())
}

/// A line's total price after offers, without tax and fees. The lines of a cart add up to its subtotal.
pub fn item_total(line: &CartLine) -> Money {
    line.unit_price.times(line.quantity) + line.offers.0.iter().map(LineOffer::adjustment_total).sum()
}

/// A line's per-ticket fees after offers.
pub fn item_fees(line: &CartLine) -> Money {
    let off = line.offers.0.iter().map(|offer| offer.unit_fees_adjustment.times(offer.quantity));
    line.unit_fees.times(line.quantity) + off.sum()
}
