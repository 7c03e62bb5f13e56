//! The API calls for the cart.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::command::CartCommand;
use super::executor::{self, execute, execute_without_question};
use super::lookup;
use super::same_passes::KnownPasses;
use super::wire::{CartAddResponse, CartClearRequest, CartModifyRequest, CartView, ClearExchangeRequest, MiniCart};
use crate::app::App;
use crate::http::reply::{Done, done};
use crate::http::visitor::Visitor;

pub struct CartApi(pub Arc<App>);

#[OpenApi(prefix_path = "/cart")]
impl CartApi {
    /// Returns the cart. With `revise`, the call first claims expired places again, reprices lines without held places,
    /// and removes lines that can no longer be sold.
    #[oai(path = "/", method = "get", operation_id = "getCart")]
    async fn get(&self, visitor: Visitor, revise: Query<Option<bool>>) -> poem::Result<Json<CartView>> {
        if revise.0 == Some(true) {
            executor::revise(&self.0, &visitor).await?;
        }
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let cart = lookup::visitors_cart(&self.0, &visitor).await?;
        let known = KnownPasses::read(&self.0, &visitor, cart.as_ref()).await?;
        Ok(Json(CartView::of(cart.as_ref(), &known, &catalog, now)))
    }

    /// Changes quantities and performances. A quantity of 0 removes a line.
    #[oai(path = "/modify", method = "post", operation_id = "modifyCart")]
    async fn modify(&self, visitor: Visitor, request: Json<CartModifyRequest>) -> poem::Result<Json<CartAddResponse>> {
        self.changed(&visitor, CartCommand::ChangeLines(request.0.into())).await
    }

    /// Empties the cart.
    #[oai(path = "/clear", method = "post", operation_id = "clearCart")]
    async fn clear(&self, visitor: Visitor, request: Json<CartClearRequest>) -> poem::Result<Json<CartAddResponse>> {
        self.changed(&visitor, CartCommand::Clear(request.0.into())).await
    }

    /// Extends the hold on the cart's places, within the operator's limit.
    #[oai(path = "/extend", method = "post", operation_id = "extendCart")]
    async fn extend(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        execute_without_question(&self.0, &visitor, CartCommand::ExtendHold).await?;
        Ok(done())
    }

    /// Chooses the payment plan that the cart offers.
    #[oai(path = "/set-installment-billing", method = "post", operation_id = "setInstallmentBilling")]
    async fn set_installment_billing(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        execute_without_question(&self.0, &visitor, CartCommand::PayByPlan(true)).await?;
        Ok(done())
    }

    /// Chooses to pay the full price today, without a payment plan.
    #[oai(path = "/clear-installment-billing", method = "post", operation_id = "clearInstallmentBilling")]
    async fn clear_installment_billing(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        execute_without_question(&self.0, &visitor, CartCommand::PayByPlan(false)).await?;
        Ok(done())
    }

    /// Exchanges no tickets for the cart any more, and removes these lines.
    #[oai(path = "/clear-exchange", method = "post", operation_id = "clearExchange")]
    async fn clear_exchange(&self, visitor: Visitor, request: Json<ClearExchangeRequest>) -> poem::Result<Json<Done>> {
        execute_without_question(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Accepts a revision: the shopper has seen the changes, and the previous cart is no longer returned.
    #[oai(path = "/accept-revision", method = "post", operation_id = "acceptCartRevision")]
    async fn accept_revision(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        execute_without_question(&self.0, &visitor, CartCommand::AcceptRevision).await?;
        Ok(done())
    }

    /// Returns the number of units in the cart, and whether tickets are exchanged for them.
    #[oai(path = "/mini-cart", method = "get", operation_id = "getMiniCart")]
    async fn mini_cart(&self, visitor: Visitor) -> poem::Result<Json<MiniCart>> {
        Ok(Json(MiniCart::of(lookup::visitors_cart(&self.0, &visitor).await?.as_ref())))
    }
}

impl CartApi {
    async fn changed(&self, visitor: &Visitor, command: CartCommand<'_>) -> poem::Result<Json<CartAddResponse>> {
        let catalog = self.0.catalog.current();
        let changed = execute(&self.0, visitor, &catalog, command, self.0.clock.now()).await?;
        Ok(Json(CartAddResponse::new(changed, &catalog)))
    }
}
