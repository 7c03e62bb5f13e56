//! The API call for the cart page.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::wire::CartPage;
use crate::app::App;
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartView, KnownPasses};
use crate::shop::performance;
use crate::shop::storefront::product::cross_sells;

pub struct CartPageApi(pub Arc<App>);

#[OpenApi(prefix_path = "/cart/page")]
impl CartPageApi {
    /// Returns the cart with its cross-sells. The cart is not revised.
    #[oai(path = "/", method = "get", operation_id = "getCartPage")]
    async fn page(&self, visitor: Visitor) -> poem::Result<Json<CartPage>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        let known = KnownPasses::read(&self.0, &visitor, cart.as_ref()).await?;
        let (catalog, now) = (self.0.catalog.current(), self.0.clock.now());
        let left = performance::units_left(self.0.db.read(), &catalog, now).await?;
        Ok(Json(CartPage {
            cart: CartView::of(cart.as_ref(), &known, &catalog, now),
            cross_sells: cross_sells(&catalog, cart.as_ref(), left, now),
        }))
    }
}
