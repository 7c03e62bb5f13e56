//! The response type of the cart page.

use poem_openapi::Object;

use crate::shop::cart::CartView;
use crate::shop::storefront::product::CrossSells;

/// What the cart page shows.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CartPage {
    pub cart: CartView,
    /// The cross-sells for the cart, in the order of the page. Lists without products are left out.
    pub cross_sells: Vec<CrossSells>,
}
