//! The API calls for checkout.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{
    self, CartSettingsRequest, CheckoutView, DeliveryMethodView, PaymentMethodView, WithheldDeliveryView,
};
use crate::app::App;
use crate::http::reply::{Done, done};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, KnownPasses};

pub struct CheckoutApi(pub Arc<App>);

#[OpenApi(prefix_path = "/cart")]
impl CheckoutApi {
    /// Saves the e-mail address, the addresses, the delivery and payment methods, the answers to the cart's questions, and
    /// the acceptance of the terms.
    #[oai(path = "/settings", method = "post", operation_id = "saveCartSettings")]
    async fn settings(&self, visitor: Visitor, request: Json<CartSettingsRequest>) -> poem::Result<Json<Done>> {
        let ignore_faults = request.ignore_validation_errors.unwrap_or(false);
        actions::save(&self.0, &visitor, request.0.into(), ignore_faults).await?;
        Ok(done())
    }

    /// Returns what the checkout page shows of the cart: the cart and the methods that the three calls below return.
    #[oai(path = "/checkout", method = "get", operation_id = "getCheckout")]
    async fn checkout(&self, visitor: Visitor) -> poem::Result<Json<CheckoutView>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        let signed_in = visitor.session().await?.account_id.is_some();
        let known = KnownPasses::read(&self.0, &visitor, cart.as_ref()).await?;
        let (catalog, now) = (self.0.catalog.current(), self.0.clock.now());
        Ok(Json(CheckoutView::new(signed_in, cart.as_ref(), &known, &catalog, now)))
    }

    /// Returns the delivery methods that can deliver the contents of the cart in time for the first visit in the cart.
    #[oai(path = "/delivery-method", method = "get", operation_id = "getDeliveryMethods")]
    async fn delivery_methods(&self, visitor: Visitor) -> poem::Result<Json<Vec<DeliveryMethodView>>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        Ok(Json(wire::delivery_methods(&self.0.catalog.current(), cart.as_ref(), self.0.clock.now())))
    }

    /// Returns the delivery methods that are not offered because an item in the cart must be handed over, or because
    /// they may deliver too late.
    #[oai(path = "/delivery-method/withheld", method = "get", operation_id = "getWithheldDeliveryMethods")]
    async fn withheld_delivery_methods(&self, visitor: Visitor) -> poem::Result<Json<Vec<WithheldDeliveryView>>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        Ok(Json(wire::withheld_delivery(&self.0.catalog.current(), cart.as_ref(), self.0.clock.now())))
    }

    /// Returns the payment methods for the cart: only the lender's methods if the shopper chose a lender plan,
    /// otherwise all methods except lenders' methods.
    #[oai(path = "/payment-method", method = "get", operation_id = "getPaymentMethods")]
    async fn payment_methods(&self, visitor: Visitor) -> poem::Result<Json<Vec<PaymentMethodView>>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        Ok(Json(wire::payment_methods(&self.0.catalog.current(), cart.as_ref(), self.0.clock.now())))
    }
}
