//! The types of the calls.

use poem_openapi::Object;

use super::actions::{OwnedTicket, Sending};
use crate::app::App;
use crate::shop::ticket::when_in_words;
use midway_kernel::input::Line;
use midway_kernel::text::Messages;
use midway_kernel::time::with_offset;

/// A ticket of an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct TicketRequest {
    pub ext_order_id: Line,
    pub ticket_id: Line,
}

/// A ticket of an order, and the name of its holder.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RenameTicketRequest {
    pub ext_order_id: Line,
    pub ticket_id: Line,
    pub name: Line,
}

/// A ticket of an order, and to whom it is sent.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SendTicketRequest {
    pub ext_order_id: Line,
    pub ticket_id: Line,
    pub sender_name: Line,
    pub recipient_name: Line,
    /// Where an e-mail with the link is sent; absent if the sender passes the link on.
    pub email: Option<Line>,
}

impl From<SendTicketRequest> for Sending {
    fn from(request: SendTicketRequest) -> Self {
        Sending {
            order_id: request.ext_order_id.0,
            ticket_id: request.ticket_id.0,
            sender_name: request.sender_name.0,
            recipient_name: request.recipient_name.0,
            email: request.email.map(|email| email.0),
        }
    }
}

/// A valid ticket of an order, for its owner.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OwnedTicketView {
    pub id: String,
    /// What the ticket is for: the passholder, the show or the product.
    pub name: String,
    /// What it was sold as, as far as the name does not say so.
    pub sold_as: Option<String>,
    /// The day and the entry time in words; absent for a ticket without a day.
    pub when: Option<String>,
    pub place: Option<String>,
    /// The code that people read out; absent while somebody else has the ticket.
    pub media_code: Option<String>,
    /// Why the ticket can get no fresh code now and cannot be taken back; absent if it can.
    pub locked: Option<String>,
    /// Whether the ticket can be sent to somebody else. A pass stays with its passholder.
    pub can_be_sent: bool,
    /// The holder's name, if it was asked for.
    pub holder: Option<HolderView>,
    pub sent: Option<SentView>,
}

/// The name of a ticket's holder.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct HolderView {
    /// What the shopper was asked, such as `Name on the badge`.
    pub label: String,
    pub name: String,
    /// Why the name cannot be changed now; absent if it can.
    pub locked: Option<String>,
}

/// The open transfer of a ticket.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SentView {
    pub recipient_name: String,
    /// RFC 3339 with the site's offset.
    pub sent_at: String,
    /// The path of the page that the recipient opens. It is secret.
    pub path: String,
}

/// A ticket as its recipient sees it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReceivedTicket {
    pub sender_name: String,
    pub recipient_name: String,
    /// The ticket as HTML, to show and to print.
    pub ticket_html: String,
    pub pdf_path: String,
    /// Whether the ticket still admits. Otherwise `ticketHtml` says why not.
    pub is_valid: bool,
    /// Absent for a ticket without a day, and for a revoked one.
    pub calendar_path: Option<String>,
}

/// The link of a transfer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReceivedRequest {
    pub id: Line,
    pub key: Line,
}

impl OwnedTicketView {
    pub fn new(app: &App, owned: OwnedTicket) -> Self {
        let OwnedTicket { ticket, name_locked, locked, can_be_sent, sent, zone } = owned;
        let catalog = app.catalog.current();
        OwnedTicketView {
            media_code: sent.is_none().then(|| ticket.media_code.clone()),
            name: ticket.title().to_owned(),
            sold_as: ticket.sold_as(),
            when: when_in_words(&ticket),
            locked: locked.map(|why| catalog.message(why.text, &why.values)),
            holder: ticket.asked_holder().map(|(asked, _)| HolderView {
                label: asked.label.clone(),
                name: asked.answer.clone(),
                locked: name_locked.map(|why| catalog.message(why.text, &why.values)),
            }),
            can_be_sent,
            sent: sent.map(|(transfer, path)| SentView {
                recipient_name: transfer.recipient_name,
                sent_at: with_offset(transfer.sent_at, zone),
                path,
            }),
            id: ticket.id,
            place: ticket.place,
        }
    }
}
