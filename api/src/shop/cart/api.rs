//! The calls of the cart.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::actions::{self, AddLines};
use super::questions::Changed;
use super::wire::{
    CartAddRequest, CartAddResponse, CartClearRequest, CartModifyRequest, CartQuote, CartQuoteRequest, CartView,
    MiniCart, NewPassesRequest, added_event,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::Visitor;

pub struct CartApi(pub Arc<App>);

#[OpenApi(prefix_path = "/cart")]
impl CartApi {
    /// The cart. With `revise`, expired places are claimed again first, and lines that can no longer be sold are
    /// removed.
    #[oai(path = "/", method = "get", operation_id = "getCart")]
    async fn get(&self, visitor: Visitor, revise: Query<Option<bool>>) -> poem::Result<Json<CartView>> {
        if revise.0 == Some(true) {
            actions::revise(&self.0, &visitor).await?;
        }
        Ok(Json(actions::view(&self.0, &visitor).await?))
    }

    /// Adds lines with their places: all of them, or none.
    #[oai(path = "/add", method = "post", operation_id = "addToCart")]
    async fn add(&self, visitor: Visitor, request: Json<CartAddRequest>) -> poem::Result<Json<CartAddResponse>> {
        self.added(&visitor, request.0.into()).await
    }

    /// The price of lines before they are added, including the offers that the cart would show. Nothing is held.
    #[oai(path = "/quote", method = "post", operation_id = "quoteLines")]
    async fn quote(
        &self,
        visitor: Visitor,
        request: Json<CartQuoteRequest>,
    ) -> poem::Result<Json<Envelope<CartQuote>>> {
        let lines = actions::quote(&self.0, &visitor, request.0.into()).await?;
        Ok(reply(CartQuote::new(&lines)))
    }

    /// Adds new passes, each with the person who will hold it and as a line of its own: all of them, or none. The other
    /// data of a passholder is entered after sign-in.
    #[oai(path = "/add-pass-with-product", method = "post", operation_id = "addPassesWithProduct")]
    async fn add_passes(
        &self,
        visitor: Visitor,
        request: Json<NewPassesRequest>,
    ) -> poem::Result<Json<CartAddResponse>> {
        let lines = request.0.lines(&self.0.catalog.current()).map_err(Error::from)?;
        self.added(&visitor, lines).await
    }

    /// Changes quantities and performances. A quantity of 0 removes a line.
    #[oai(path = "/modify", method = "post", operation_id = "modifyCart")]
    async fn modify(&self, visitor: Visitor, request: Json<CartModifyRequest>) -> poem::Result<Json<CartAddResponse>> {
        let changed = actions::modify(&self.0, &visitor, request.0.into()).await?;
        Ok(Json(CartAddResponse::new(changed, &self.0.catalog.current())))
    }

    /// Empties the cart.
    #[oai(path = "/clear", method = "post", operation_id = "clearCart")]
    async fn clear(&self, visitor: Visitor, request: Json<CartClearRequest>) -> poem::Result<Json<CartAddResponse>> {
        let changed = actions::clear(&self.0, &visitor, request.0.into()).await?;
        Ok(Json(CartAddResponse::new(changed, &self.0.catalog.current())))
    }

    /// Extends the hold on the cart's places, within the operator's limit.
    #[oai(path = "/extend", method = "post", operation_id = "extendCart")]
    async fn extend(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        actions::extend(&self.0, &visitor).await?;
        Ok(done())
    }

    /// Chooses the payment plan that the cart offers.
    #[oai(path = "/set-installment-billing", method = "post", operation_id = "setInstallmentBilling")]
    async fn set_installment_billing(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        actions::pay_by_plan(&self.0, &visitor, true).await?;
        Ok(done())
    }

    /// Chooses to pay the full price.
    #[oai(path = "/clear-installment-billing", method = "post", operation_id = "clearInstallmentBilling")]
    async fn clear_installment_billing(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        actions::pay_by_plan(&self.0, &visitor, false).await?;
        Ok(done())
    }

    /// Accepts a revision: the shopper has seen the changes, and the previous cart is no longer returned.
    #[oai(path = "/accept-revision", method = "post", operation_id = "acceptCartRevision")]
    async fn accept_revision(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        actions::accept_revision(&self.0, &visitor).await?;
        Ok(done())
    }

    /// The number of units in the cart.
    #[oai(path = "/mini-cart", method = "get", operation_id = "getMiniCart")]
    async fn mini_cart(&self, visitor: Visitor) -> poem::Result<Json<MiniCart>> {
        Ok(Json(MiniCart { item_count: actions::mini_cart(&self.0, &visitor).await? }))
    }
}

impl CartApi {
    async fn added(&self, visitor: &Visitor, lines: AddLines) -> poem::Result<Json<CartAddResponse>> {
        let catalog = self.0.catalog.current();
        let event = added_event(&catalog, &lines);
        let proceed_to_pass_flow = lines.bring_passes(&catalog);
        let changed = actions::add(&self.0, visitor, lines).await?;
        if changed != Changed::Done {
            return Ok(Json(CartAddResponse::new(changed, &catalog)));
        }
        let analytics_event = Some(event);
        Ok(Json(CartAddResponse { analytics_event, proceed_to_pass_flow, ..CartAddResponse::new(changed, &catalog) }))
    }
}
