//! The order calls.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, PlainText};

use super::actions::{self, Submission, Submitted};
use super::wire::{OrderSubmitRequest, OrderSubmitResponse, OrderView, purchase_event};
use crate::app::App;
use crate::http::problem::words;
use crate::http::visitor::Visitor;
use crate::shop::payment::CHECKING;
use crate::shop::ticket::tickets_html;

pub struct OrderApi(pub Arc<App>);

#[OpenApi(prefix_path = "/order")]
impl OrderApi {
    /// Buys what is in the cart. Sending it again, whenever and however often, gives the same order; sending the same payment
    /// with other details is refused.
    #[oai(path = "/submit", method = "post", operation_id = "submitOrder")]
    async fn submit(
        &self,
        visitor: Visitor,
        request: Json<OrderSubmitRequest>,
    ) -> poem::Result<Json<OrderSubmitResponse>> {
        let submitted = actions::submit(&self.0, &visitor, Submission::from(request.0)).await?;
        Ok(Json(match submitted {
            Submitted::Order(order) => OrderSubmitResponse {
                success: true,
                order_id: Some(order.id),
                invoice_number: Some(order.number),
                ..OrderSubmitResponse::default()
            },
            Submitted::Checking => OrderSubmitResponse {
                payment_pending: true,
                message: Some(words(&self.0.catalog.current(), CHECKING, &[])),
                ..OrderSubmitResponse::default()
            },
        }))
    }

    /// The order that this visitor placed last.
    #[oai(path = "/details", method = "get", operation_id = "getOrderDetails")]
    async fn details(&self, visitor: Visitor) -> poem::Result<Json<OrderView>> {
        let purchase = actions::latest(&self.0, &visitor).await?;
        let analytics_event = Some(purchase_event(&purchase));
        Ok(Json(OrderView { analytics_event, ..OrderView::from(&purchase) }))
    }

    /// Its tickets, as HTML to show and to print.
    #[oai(path = "/digital-tickets", method = "get", operation_id = "getDigitalTickets")]
    async fn digital_tickets(&self, visitor: Visitor) -> poem::Result<PlainText<String>> {
        let purchase = actions::latest(&self.0, &visitor).await?;
        Ok(PlainText(tickets_html(&purchase.tickets)))
    }
}
