//! The API calls that add items to the cart.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::addition::{self, AddLines};
use super::wire::{CartAddRequest, CartQuote, CartQuoteRequest, NewPassesRequest, added_event};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartAddResponse, CartCommand, Changed};

pub struct OffersApi(pub Arc<App>);

#[OpenApi(prefix_path = "/cart")]
impl OffersApi {
    /// Adds lines to the cart and claims their places. If one line cannot be added, no line is added.
    #[oai(path = "/add", method = "post", operation_id = "addToCart")]
    async fn add(&self, visitor: Visitor, request: Json<CartAddRequest>) -> poem::Result<Json<CartAddResponse>> {
        self.added(&visitor, request.0.into()).await
    }

    /// Returns the price of lines before they are added to the cart, including the offers that apply to these lines
    /// alone. If the lines replace lines of the cart, returns the price of the cart after the change. The call holds no
    /// places.
    #[oai(path = "/quote", method = "post", operation_id = "quoteLines")]
    async fn quote(
        &self,
        visitor: Visitor,
        request: Json<CartQuoteRequest>,
    ) -> poem::Result<Json<Envelope<CartQuote>>> {
        let lines = addition::quote(&self.0, &visitor, request.0.into()).await?;
        Ok(reply(CartQuote::new(&lines)))
    }

    /// Adds new passes with their passholders, each pass as a separate line. If one pass cannot be added, no pass is
    /// added. The other data of a passholder is entered later.
    #[oai(path = "/add-pass-with-product", method = "post", operation_id = "addPassesWithProduct")]
    async fn add_passes(
        &self,
        visitor: Visitor,
        request: Json<NewPassesRequest>,
    ) -> poem::Result<Json<CartAddResponse>> {
        let lines = request.0.lines(&self.0.catalog.current()).map_err(Error::from)?;
        self.added(&visitor, lines).await
    }
}

impl OffersApi {
    async fn added(&self, visitor: &Visitor, lines: AddLines) -> poem::Result<Json<CartAddResponse>> {
        let catalog = self.0.catalog.current();
        let event = added_event(&catalog, &lines);
        let proceed_to_pass_flow = lines.contain_passes(&catalog);
        let now = self.0.clock.now();
        let addition = addition::check(&self.0, visitor, &catalog, lines, now).await?;
        let changed = cart::execute(&self.0, visitor, &catalog, CartCommand::Add(addition), now).await?;
        if changed != Changed::Done {
            return Ok(Json(CartAddResponse::new(changed, &catalog)));
        }
        let analytics_event = Some(event);
        Ok(Json(CartAddResponse { analytics_event, proceed_to_pass_flow, ..CartAddResponse::new(changed, &catalog) }))
    }
}
