//! The API calls for refunds.

use std::sync::Arc;
use std::time::Duration;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::exchange;
use super::lookup::of_order;
use super::self_service;
use super::wire::{
    Cancelable, CancellationQuote, CancellationQuoteRequest, CancellationRequest, ExchangeRequest, OrderRefunds,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::Done;
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use crate::shop::cart;
use crate::shop::order::{self, BuyerDetails};
use midway_kernel::text::{Messages, Text};

/// The limit on quotes per order. Each quote locks its order.
const QUOTES: Limit = Limit { name: "cancellation-quotes", attempts: 200, window: Duration::from_secs(900) };

const CANCELED: Text = Text { id: "cancellation.done", default: "Your tickets have been canceled." };
const CANCELED_AND_REFUNDED: Text = Text {
    id: "cancellation.done-refunded",
    default: "Canceled. We'll refund {{amount}} to your original payment method.",
};

pub struct RefundApi(pub Arc<App>);

#[OpenApi(prefix_path = "/order")]
impl RefundApi {
    /// Returns the refunds of an order that the visitor may see: it was placed or opened in this session, or it belongs
    /// to the signed-in account.
    #[oai(path = "/refunds/:id", method = "get", operation_id = "getOrderRefunds")]
    async fn refunds(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<OrderRefunds>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        let sold = order::sold(self.0.db.read(), &order_id).await?.ok_or(Error::NotFound)?;
        Ok(Json(of_order(&self.0, &sold).await?))
    }

    /// Returns what of an order its buyer can cancel or exchange now, by the rules of the purchase. The visitor must be allowed to see
    /// the order.
    #[oai(path = "/cancellation/:id", method = "get", operation_id = "getCancellation")]
    async fn cancelable(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<Cancelable>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        Ok(Json(self_service::cancelable(&self.0, &order_id).await?))
    }

    /// Returns what the buyer would get back for these units. Nothing changes.
    #[oai(path = "/cancellation/:id/quote", method = "post", operation_id = "quoteCancellation")]
    async fn quote(
        &self,
        visitor: Visitor,
        id: Path<String>,
        request: Json<CancellationQuoteRequest>,
    ) -> poem::Result<Json<CancellationQuote>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        self.0.limits.attempt_by_clock(QUOTES, &order_id, self.0.clock.now()).await?;
        Ok(Json(self_service::quote(&self.0, &order_id, request.0.units).await?))
    }

    /// Exchanges units of an order for what the visitor then puts into the cart: what was paid for them, less the fee of
    /// their rules, pays for it. They stay valid until the cart is bought.
    #[oai(path = "/exchange/:id", method = "post", operation_id = "beginExchange")]
    async fn exchange(
        &self,
        visitor: Visitor,
        id: Path<String>,
        request: Json<ExchangeRequest>,
    ) -> poem::Result<Json<Done>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        self.0.limits.attempt_by_clock(QUOTES, &order_id, self.0.clock.now()).await?;
        exchange::begin(&self.0, &visitor, &order_id, request.0.units).await?;
        Ok(Json(Done { success: true, message: None, errors: None }))
    }

    /// Returns what the buyer has entered for the order whose tickets the visitor exchanges, for the checkout. Empty if none
    /// are, or if the visitor may no longer see that order.
    #[oai(path = "/exchange/details", method = "get", operation_id = "getExchangeDetails")]
    async fn exchange_details(&self, visitor: Visitor) -> poem::Result<Json<BuyerDetails>> {
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        let Some(exchange) = cart.and_then(|cart| cart.exchange) else { return Ok(Json(BuyerDetails::default())) };
        Ok(Json(order::buyer_details(&self.0, &visitor, &exchange.order_id).await?))
    }

    /// Cancels units of an order: their tickets are no longer valid, and the money is paid back the way it was paid. The
    /// units are canceled only for the amount that the buyer has seen.
    #[oai(path = "/cancellation/:id", method = "post", operation_id = "cancelUnits")]
    async fn cancel(
        &self,
        visitor: Visitor,
        id: Path<String>,
        request: Json<CancellationRequest>,
    ) -> poem::Result<Json<Done>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        let CancellationRequest { units, agreed_refund } = request.0;
        let plan = self_service::cancel(&self.0, &order_id, units, agreed_refund).await?;
        let text = if plan.amount.is_zero() { CANCELED } else { CANCELED_AND_REFUNDED };
        let message = self.0.catalog.current().message(text, &[("amount", plan.amount.display())]);
        Ok(Json(Done { success: true, message: Some(message), errors: None }))
    }
}
