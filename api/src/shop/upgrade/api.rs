//! The API calls for upgrading tickets. They need only the codes on the tickets, not a signed-in visitor. Guests sign
//! in when they enter the passholders.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{
    LinkUpgradeTicketRequest, LinkedUpgradeTicket, RemoveUpgradeTicketRequest, SelectUpgradeRequest,
    UpgradeProductRequest,
};
use crate::app::App;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::Visitor;
use crate::shop::cart;
use crate::shop::pass::PassOptionView;

pub struct UpgradeApi(pub Arc<App>);

#[OpenApi]
impl UpgradeApi {
    /// Returns the tickets that this visitor has linked for upgrading.
    #[oai(path = "/upgrade/linked-upgrade-ticket", method = "get", operation_id = "getLinkedUpgradeTickets")]
    async fn linked(&self, visitor: Visitor) -> poem::Result<Json<Vec<LinkedUpgradeTicket>>> {
        let catalog = self.0.catalog.current();
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        let passes = cart.map(|cart| cart::passes(&cart)).unwrap_or_default();
        let given_up: Vec<String> =
            passes.iter().filter_map(|pass| Some(pass.details.upgrades()?.ticket_id.clone())).collect();
        let linked = actions::linked(&self.0, &visitor).await?.into_iter();
        let view = |it: actions::LinkedTicket| {
            let selected = given_up.contains(&it.ticket.id);
            LinkedUpgradeTicket::new(&catalog, it, selected)
        };
        Ok(Json(linked.map(view).collect()))
    }

    /// Links tickets by the codes on them.
    #[oai(path = "/upgrade/link-upgrade-ticket", method = "post", operation_id = "linkUpgradeTicket")]
    async fn link(&self, visitor: Visitor, request: Json<LinkUpgradeTicketRequest>) -> poem::Result<Json<Done>> {
        actions::link(&self.0, &visitor, request.0.barcodes.iter().map(|code| code.as_str()).collect()).await?;
        Ok(done())
    }

    /// Removes a linked ticket.
    #[oai(path = "/upgrade/remove-linked-upgrade-ticket", method = "post", operation_id = "removeLinkedUpgradeTicket")]
    async fn unlink(&self, visitor: Visitor, request: Json<RemoveUpgradeTicketRequest>) -> poem::Result<Json<Done>> {
        actions::unlink(&self.0, &visitor, request.0.id.as_str()).await?;
        Ok(done())
    }

    /// Adds a pass to the cart for each of the given linked tickets. The shopper then chooses the product of each pass.
    #[oai(path = "/upgrade/select", method = "post", operation_id = "selectUpgrades")]
    async fn select(&self, visitor: Visitor, request: Json<SelectUpgradeRequest>) -> poem::Result<Json<Done>> {
        let ids: Vec<String> = request.0.selections.into_iter().map(|selected| selected.id.0).collect();
        actions::select(&self.0, &visitor, &ids).await?;
        Ok(done())
    }

    /// Returns the products to which a ticket can be upgraded, with the difference in price.
    #[oai(path = "/product/ticket-upgrade-product", method = "post", operation_id = "getTicketUpgradeProducts")]
    async fn products(
        &self,
        visitor: Visitor,
        request: Json<UpgradeProductRequest>,
    ) -> poem::Result<Json<Envelope<Vec<PassOptionView>>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let pass = actions::one_of_cart(&self.0, &visitor, request.0.id.as_str()).await?;
        let options = pass.options(&catalog, now);
        Ok(reply(options.iter().map(|option| PassOptionView::new(&catalog, &pass, option, now)).collect()))
    }
}
