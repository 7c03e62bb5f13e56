//! The calls for sending tickets, taking them back and getting fresh codes.

use std::sync::Arc;

use bytes::Bytes;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{
    OwnedTicketView, ReceivedRequest, ReceivedTicket, RenameTicketRequest, SendTicketRequest, TicketRequest,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;
use crate::shop::order::TicketsPdf;
use crate::shop::ticket::{self, Calendar, TicketRow, tickets_html};

pub struct TransferApi(pub Arc<App>);

#[OpenApi(prefix_path = "/transfer")]
impl TransferApi {
    /// Returns the valid tickets of an order that the visitor may see, and to whom each was sent.
    #[oai(path = "/order/:id", method = "get", operation_id = "getOwnedTickets")]
    async fn owned(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<Vec<OwnedTicketView>>> {
        let owned = actions::owned(&self.0, &visitor, &id.0).await?;
        Ok(Json(owned.into_iter().map(|ticket| OwnedTicketView::new(&self.0, ticket)).collect()))
    }

    /// Sends a ticket of an order that the visitor may see to somebody else: makes the link that opens this ticket, and
    /// sends it by e-mail if an address is given. Returns the ticket with the link.
    #[oai(path = "/send", method = "post", operation_id = "sendTicket")]
    async fn send(
        &self,
        visitor: Visitor,
        request: Json<SendTicketRequest>,
    ) -> poem::Result<Json<Envelope<OwnedTicketView>>> {
        let sent = actions::send(&self.0, &visitor, request.0.into()).await?;
        Ok(reply(OwnedTicketView::new(&self.0, sent)))
    }

    /// Takes a sent ticket back: its link opens it no longer, and the ticket gets a fresh code.
    #[oai(path = "/take-back", method = "post", operation_id = "takeTicketBack")]
    async fn take_back(
        &self,
        visitor: Visitor,
        request: Json<TicketRequest>,
    ) -> poem::Result<Json<Envelope<OwnedTicketView>>> {
        let TicketRequest { ext_order_id, ticket_id } = request.0;
        let ticket = actions::take_back(&self.0, &visitor, ext_order_id.as_str(), ticket_id.as_str()).await?;
        Ok(reply(OwnedTicketView::new(&self.0, ticket)))
    }

    /// Gives a ticket of an order that the visitor may see a fresh code. The code that it had before admits no longer.
    #[oai(path = "/fresh-code", method = "post", operation_id = "getFreshCode")]
    async fn fresh_code(
        &self,
        visitor: Visitor,
        request: Json<TicketRequest>,
    ) -> poem::Result<Json<Envelope<OwnedTicketView>>> {
        let TicketRequest { ext_order_id, ticket_id } = request.0;
        let ticket = actions::fresh_code(&self.0, &visitor, ext_order_id.as_str(), ticket_id.as_str()).await?;
        Ok(reply(OwnedTicketView::new(&self.0, ticket)))
    }

    /// Changes the name of the holder of a ticket of an order that the visitor may see, if the rule of the purchase allows it.
    /// All tickets of this person get the name and fresh codes.
    #[oai(path = "/rename", method = "post", operation_id = "renameTicket")]
    async fn rename(
        &self,
        visitor: Visitor,
        request: Json<RenameTicketRequest>,
    ) -> poem::Result<Json<Envelope<OwnedTicketView>>> {
        let RenameTicketRequest { ext_order_id, ticket_id, name } = request.0;
        let which = (ext_order_id.as_str(), ticket_id.as_str());
        let ticket = actions::rename(&self.0, &visitor, which, name.as_str()).await?;
        Ok(reply(OwnedTicketView::new(&self.0, ticket)))
    }

    /// Returns the ticket to which the link of a transfer leads, and nothing else of its order.
    #[oai(path = "/received", method = "post", operation_id = "getReceivedTicket")]
    async fn received(&self, visitor: Visitor, request: Json<ReceivedRequest>) -> poem::Result<Json<ReceivedTicket>> {
        let ReceivedRequest { id, key } = request.0;
        let (transfer, ticket) = actions::received(&self.0, &visitor, id.as_str(), key.as_str()).await?;
        let path = |file: &str| format!("/api/transfer/{file}/{}?key={}", transfer.id, key.as_str());
        let has_calendar = ticket.valid_on.is_some() && !ticket.is_revoked();
        Ok(Json(ReceivedTicket {
            is_valid: !ticket.is_revoked(),
            ticket_html: tickets_html(&self.0, &[ticket], None)?,
            pdf_path: path("pdf"),
            calendar_path: has_calendar.then(|| path("calendar")),
            sender_name: transfer.sender_name,
            recipient_name: transfer.recipient_name,
        }))
    }

    /// Returns the ticket to which the link of a transfer leads, as a PDF.
    #[oai(path = "/pdf/:id", method = "get", operation_id = "getReceivedPdf")]
    async fn pdf(&self, visitor: Visitor, id: Path<String>, key: Query<String>) -> poem::Result<TicketsPdf> {
        let (_, ticket) = actions::received(&self.0, &visitor, &id.0, &key.0).await?;
        let name = format!("ticket-{}.pdf", ticket.media_code);
        let file: Bytes = ticket::tickets_pdf(&self.0, vec![ticket], None).await?;
        Ok((name, file).into())
    }

    /// Returns the visit of the ticket to which the link of a transfer leads, as a calendar file. Returns 404 for a ticket
    /// without a day.
    #[oai(path = "/calendar/:id", method = "get", operation_id = "getReceivedCalendar")]
    async fn calendar(&self, visitor: Visitor, id: Path<String>, key: Query<String>) -> poem::Result<Calendar> {
        let (_, ticket) = actions::received(&self.0, &visitor, &id.0, &key.0).await?;
        let code = ticket.media_code.clone();
        Ok(Calendar::named(&code, self.file(ticket)?))
    }
}

impl TransferApi {
    fn file(&self, ticket: TicketRow) -> crate::error::Result<Vec<u8>> {
        let catalog = self.0.catalog.current();
        let file = ticket::calendar::calendar(&catalog, &[ticket], None, self.0.config.host_name());
        Ok(file.ok_or(Error::NotFound)?.into_bytes())
    }
}
