//! The API calls for an account's purchases. They require a signed-in visitor.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, PlainText};

use super::mine::{self, Which};
use super::wire::{AccountOrder, AccountTicket, LastDetails, OrderView};
use crate::app::App;
use crate::http::visitor::SignedIn;
use crate::shop::ticket::{ticket_html, tickets_html};

pub struct AccountOrderApi(pub Arc<App>);

#[OpenApi]
impl AccountOrderApi {
    /// Returns the orders of the account, newest first.
    #[oai(path = "/account/order", method = "get", operation_id = "getAccountOrders")]
    async fn orders(&self, signed_in: SignedIn) -> poem::Result<Json<Vec<AccountOrder>>> {
        let orders = mine::orders(&self.0, &signed_in).await?;
        Ok(Json(orders.into_iter().map(|(order, lines, sent)| AccountOrder::new(order, &lines, &sent)).collect()))
    }

    /// Returns the addresses and the delivery method of the latest order that was placed with the account's own cart.
    #[oai(path = "/account/last-details", method = "get", operation_id = "getLastDetails")]
    async fn last_details(&self, signed_in: SignedIn) -> poem::Result<Json<LastDetails>> {
        let last = mine::last_order(&self.0, &signed_in).await?;
        let catalog = self.0.catalog.current();
        Ok(Json(last.map(|order| LastDetails::new(&order, &catalog)).unwrap_or_default()))
    }

    /// Returns an order of the account. Returns 404 for an order that is not in the account.
    #[oai(path = "/order/details/my/:id", method = "get", operation_id = "getMyOrderDetails")]
    async fn details(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<Json<OrderView>> {
        let purchase = mine::order(&self.0, &signed_in, &id.0).await?;
        Ok(Json(OrderView::new(&purchase, &self.0.catalog.current())))
    }

    /// Returns the tickets of an order of the account, as HTML to show and to print.
    #[oai(path = "/order/digital-tickets/my/:id", method = "get", operation_id = "getMyDigitalTickets")]
    async fn digital_tickets(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<PlainText<String>> {
        let purchase = mine::order(&self.0, &signed_in, &id.0).await?;
        Ok(PlainText(tickets_html(&self.0, &purchase.tickets, Some(&purchase.order.number))?))
    }

    /// Returns the tickets and passes of the account. An `include…` parameter with the value `false` excludes its kind.
    #[oai(path = "/account/ticket", method = "get", operation_id = "getAccountTickets")]
    async fn tickets(
        &self,
        signed_in: SignedIn,
        #[oai(name = "includeLinkedPasses")] linked_passes: Query<Option<bool>>,
        #[oai(name = "includePurchasedPasses")] purchased_passes: Query<Option<bool>>,
        #[oai(name = "includePurchasedEntitlements")] purchased_entitlements: Query<Option<bool>>,
        #[oai(name = "includePurchasedTickets")] purchased_tickets: Query<Option<bool>>,
        /// Whether to return only tickets that can be added to a reservation. The default is `false`.
        #[oai(name = "forReservation")]
        for_reservation: Query<Option<bool>>,
    ) -> poem::Result<Json<Vec<AccountTicket>>> {
        let which = Which {
            linked_passes: linked_passes.0.unwrap_or(true),
            purchased_passes: purchased_passes.0.unwrap_or(true),
            purchased_tickets: purchased_tickets.0.unwrap_or(true),
            purchased_entitlements: purchased_entitlements.0.unwrap_or(true),
            for_reservation: for_reservation.0.unwrap_or(false),
        };
        let held = mine::tickets(&self.0, &signed_in, which).await?;
        Ok(Json(held.into_iter().map(AccountTicket::from).collect()))
    }

    /// Returns the tickets of the account that can be upgraded to a pass.
    #[oai(path = "/account/upgradable-ticket", method = "get", operation_id = "getUpgradableTickets")]
    async fn upgradable(&self, signed_in: SignedIn) -> poem::Result<Json<Vec<AccountTicket>>> {
        let held = mine::upgradable(&self.0, &signed_in).await?;
        Ok(Json(held.into_iter().map(AccountTicket::from).collect()))
    }

    /// Returns a ticket of the account, as HTML to show and to print.
    #[oai(path = "/ticket/account/:id/html", method = "get", operation_id = "getAccountTicketHtml")]
    async fn ticket(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<PlainText<String>> {
        let (ticket, order_number) = mine::ticket(&self.0, &signed_in, &id.0).await?;
        Ok(PlainText(ticket_html(&self.0, &ticket, order_number.as_deref())?))
    }

    /// Returns all tickets of an order of the account, as HTML to show and to print.
    #[oai(path = "/ticket/account-grouping/:id/html", method = "get", operation_id = "getAccountTicketGroupHtml")]
    async fn tickets_of_order(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<PlainText<String>> {
        let purchase = mine::order(&self.0, &signed_in, &id.0).await?;
        Ok(PlainText(tickets_html(&self.0, &purchase.tickets, Some(&purchase.order.number))?))
    }
}
