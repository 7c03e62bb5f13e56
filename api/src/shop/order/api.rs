//! The API calls for orders.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, PlainText};

use super::actions::{self, Submission, Submitted};
use super::confirmation::{self, RESENT};
use super::lookup;
use super::lost_link;
use super::purchase::Purchase;
use super::wire::{
    ExternalOrderRequest, LostLinkRequest, OrderConfirmation, OrderSubmitRequest, OrderSubmitResponse, OrderView,
    ResendRequest, SavedPaymentSubmitRequest, TicketsPdf, purchase_event,
};
use crate::app::App;
use crate::http::reply::{Done, Envelope, reply};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::payment::{CHECKING, DECLINED, NOT_AUTHORISED, payment_unknown};
use crate::shop::ticket::{Calendar, tickets_html};
use crate::shop::waiting_room;
use midway_kernel::input::Line;
use midway_kernel::text::Messages;

pub struct OrderApi(pub Arc<App>);

#[OpenApi(prefix_path = "/order")]
impl OrderApi {
    /// Buys the contents of the cart. Repeating the call returns the same order. Sending the same payment with
    /// different details is refused.
    #[oai(path = "/submit", method = "post", operation_id = "submitOrder")]
    async fn submit(
        &self,
        visitor: Visitor,
        request: Json<OrderSubmitRequest>,
    ) -> poem::Result<Json<OrderSubmitResponse>> {
        let submission = Submission::from(request.0);
        let is_paid = submission.payment_key.is_some();
        let submitted = actions::submit(&self.0, &visitor, submission).await;
        let submitted = if is_paid { submitted.map_err(payment_unknown) } else { submitted };
        Ok(self.submitted(&visitor, submitted?).await)
    }

    /// Buys the contents of the cart with a saved card. Repeating the call returns the same order.
    #[oai(path = "/submit-saved-payment", method = "post", operation_id = "submitOrderWithSavedPayment")]
    async fn submit_saved_payment(
        &self,
        signed_in: SignedIn,
        request: Json<SavedPaymentSubmitRequest>,
    ) -> poem::Result<Json<OrderSubmitResponse>> {
        let SavedPaymentSubmitRequest { payment_key, ext_account_stored_payment_id, cvv } = request.0;
        let (key, saved) = (payment_key.as_str(), ext_account_stored_payment_id.as_str());
        let submitted = actions::submit_saved(&self.0, &signed_in, key, saved, cvv).await;
        let submitted = submitted.map_err(payment_unknown)?;
        Ok(self.submitted(&signed_in.visitor, submitted).await)
    }

    /// Returns the visitor's latest order.
    #[oai(path = "/details", method = "get", operation_id = "getOrderDetails")]
    async fn details(&self, visitor: Visitor) -> poem::Result<Json<OrderView>> {
        let purchase = actions::latest(&self.0, &visitor).await?;
        Ok(Json(self.placed(&purchase)))
    }

    /// Returns the visitor's latest order with its tickets: what `order/details` and `order/digital-tickets` return.
    #[oai(path = "/confirmation", method = "get", operation_id = "getOrderConfirmation")]
    async fn confirmation(&self, visitor: Visitor) -> poem::Result<Json<OrderConfirmation>> {
        let signed_in = visitor.session().await?.account_id.is_some();
        let purchase = actions::latest(&self.0, &visitor).await?;
        let tickets_html = match purchase.tickets.is_empty() {
            true => None,
            false => Some(tickets_html(&self.0, &purchase.tickets, Some(&purchase.order.number))?),
        };
        Ok(Json(OrderConfirmation { signed_in, order: self.placed(&purchase), tickets_html }))
    }

    /// Returns the tickets of the visitor's latest order, as HTML to show and to print.
    #[oai(path = "/digital-tickets", method = "get", operation_id = "getDigitalTickets")]
    async fn digital_tickets(&self, visitor: Visitor) -> poem::Result<PlainText<String>> {
        let purchase = actions::latest(&self.0, &visitor).await?;
        Ok(PlainText(tickets_html(&self.0, &purchase.tickets, Some(&purchase.order.number))?))
    }

    /// Returns the order to which the link of a confirmation leads. The order's phone number is required unless this
    /// visitor may see the order anyway: it was placed or opened in this session, or it belongs to the signed-in
    /// account.
    #[oai(path = "/details/external", method = "post", operation_id = "getExternalOrderDetails")]
    async fn external_details(
        &self,
        visitor: Visitor,
        request: Json<ExternalOrderRequest>,
    ) -> poem::Result<Json<Envelope<OrderView>>> {
        let ExternalOrderRequest { ext_order_token_id, token, phone_number } = request.0;
        let phone = phone_number.as_ref().map(Line::as_str);
        let purchase = lookup::by_link(&self.0, &visitor, &ext_order_token_id.0, &token.0, phone).await?;
        Ok(reply(OrderView::new(&purchase, &self.0.catalog.current())))
    }

    /// Returns an order that this session has opened by its link.
    #[oai(path = "/details/external", method = "get", operation_id = "getOpenedOrderDetails")]
    async fn opened_details(
        &self,
        visitor: Visitor,
        #[oai(name = "extOrderTokenId")] link: Query<String>,
    ) -> poem::Result<Json<OrderView>> {
        let purchase = lookup::proven(&self.0, &visitor, Some(&link.0)).await?;
        Ok(Json(OrderView::new(&purchase, &self.0.catalog.current())))
    }

    /// Returns the tickets of an order that this session has opened by its link, as HTML. Without `extOrderTokenId`,
    /// the call returns the tickets of the latest opened order.
    #[oai(path = "/digital-tickets/external", method = "get", operation_id = "getExternalDigitalTickets")]
    async fn external_digital_tickets(
        &self,
        visitor: Visitor,
        #[oai(name = "extOrderTokenId")] link: Query<Option<String>>,
    ) -> poem::Result<PlainText<String>> {
        let purchase = lookup::proven(&self.0, &visitor, link.0.as_deref()).await?;
        Ok(PlainText(tickets_html(&self.0, &purchase.tickets, Some(&purchase.order.number))?))
    }

    /// Returns the tickets of an order that this visitor may see, as a PDF to keep or to print.
    #[oai(path = "/digital-tickets/pdf/:id", method = "get", operation_id = "getTicketsPdf")]
    async fn pdf(&self, visitor: Visitor, id: Path<String>) -> poem::Result<TicketsPdf> {
        let purchase = lookup::visible(&self.0, &visitor, &id.0).await?;
        Ok(actions::tickets_on_paper(&self.0, purchase).await?.into())
    }

    /// Returns the visits of an order that this visitor may see, as a calendar file. Returns 404 for an order without a
    /// valid ticket for a date.
    #[oai(path = "/calendar/:id", method = "get", operation_id = "getOrderCalendar")]
    async fn calendar(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Calendar> {
        let purchase = lookup::visible(&self.0, &visitor, &id.0).await?;
        let file = actions::calendar_of(&self.0, &purchase)?;
        Ok(Calendar::named(&purchase.order.number, file.into_bytes()))
    }

    /// Sends the confirmation of an order again, to any e-mail address. The visitor must be allowed to see the order.
    #[oai(path = "/resend-confirmation", method = "post", operation_id = "resendConfirmation")]
    async fn resend_confirmation(&self, visitor: Visitor, request: Json<ResendRequest>) -> poem::Result<Json<Done>> {
        let ResendRequest { ext_order_id, email } = request.0;
        confirmation::resend(&self.0, &visitor, &ext_order_id.0, &email.0).await?;
        let message = self.0.catalog.current().message(RESENT, &[]);
        Ok(Json(Done { success: true, message: Some(message), errors: None }))
    }

    /// Sends the confirmation of an order with its link to the e-mail address with which it was bought. The response is
    /// the same whether or not there is an order with this number and address.
    #[oai(path = "/send-link", method = "post", operation_id = "sendOrderLink")]
    async fn send_link(&self, visitor: Visitor, request: Json<LostLinkRequest>) -> poem::Result<Json<Done>> {
        let LostLinkRequest { order_number, email } = request.0;
        lost_link::request(&self.0, &visitor, &order_number.0, &email.0).await?;
        let message = self.0.catalog.current().message(lost_link::SENT, &[]);
        Ok(Json(Done { success: true, message: Some(message), errors: None }))
    }
}

impl OrderApi {
    /// An order as the confirmation shows it.
    fn placed(&self, purchase: &Purchase) -> OrderView {
        let analytics_event = Some(purchase_event(purchase));
        OrderView { analytics_event, ..OrderView::new(purchase, &self.0.catalog.current()) }
    }

    async fn submitted(&self, visitor: &Visitor, submitted: Submitted) -> Json<OrderSubmitResponse> {
        if matches!(submitted, Submitted::Order(_)) {
            waiting_room::finished(&self.0, &self.0.catalog.current(), visitor).await;
        }
        Json(match submitted {
            Submitted::Order(order) => OrderSubmitResponse {
                success: true,
                order_id: Some(order.id),
                invoice_number: Some(order.number),
                ..OrderSubmitResponse::default()
            },
            Submitted::Checking => OrderSubmitResponse {
                payment_pending: true,
                message: Some(self.0.catalog.current().message(CHECKING, &[])),
                ..OrderSubmitResponse::default()
            },
            Submitted::ToConfirm => OrderSubmitResponse {
                confirmation_required: true,
                message: Some(self.0.catalog.current().message(NOT_AUTHORISED, &[])),
                ..OrderSubmitResponse::default()
            },
            Submitted::Declined(message) => OrderSubmitResponse {
                payment_message: Some(message.unwrap_or_else(|| self.0.catalog.current().message(DECLINED, &[]))),
                ..OrderSubmitResponse::default()
            },
        })
    }
}
