//! The API calls for the codes and calendar files of tickets, and for gates.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, PlainText};
use poem_openapi::{ApiResponse, OpenApi};

use super::calendar::calendar;
use super::entity::{Model, media_code};
use super::html::values_of;
use super::keys::JsonWebKeySet;
use super::revocation::signed_list;
use super::transfers::with_recipient;
use super::withheld::withheld;
use super::{links, qr, store};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

/// Whether a ticket belongs to the visitor: it is in an order that the visitor may see, or it is a pass that is linked
/// to the visitor's account. This slice must not use the slice `order`, which decides this, so the function is passed
/// in.
pub type Owns = fn(Arc<App>, Visitor, Model) -> BoxFuture<'static, Result<bool>>;

/// The number of the order with this id. This slice must not use the slice `order`, so the function is passed in.
pub type OrderNumber = fn(Arc<App>, String) -> BoxFuture<'static, Result<Option<String>>>;

pub struct TicketApi {
    app: Arc<App>,
    owns: Owns,
    order_number: OrderNumber,
}

/// Limits the requests by visitors who do not own the ticket, per network address and whether or not the ticket exists.
/// Without the limit, codes of imported tickets could be guessed by counting.
const BARCODE_GUESSES: Limit = Limit { name: "barcode", attempts: 30, window: Duration::from_secs(300) };

/// The response with the picture of a QR code.
#[derive(ApiResponse)]
pub enum Barcode {
    /// The picture.
    #[oai(status = 200, content_type = "image/png")]
    Png(Binary<Vec<u8>>),
}

/// The response with a calendar file.
#[derive(ApiResponse)]
pub enum Calendar {
    /// The file.
    #[oai(status = 200, content_type = "text/calendar; charset=utf-8")]
    File(Binary<Vec<u8>>, #[oai(header = "Content-Disposition")] String),
}

impl Calendar {
    /// The file for download. Its name is the code of the ticket or the reservation.
    pub fn named(code: &str, file: Vec<u8>) -> Self {
        Calendar::File(Binary(file), format!("attachment; filename=\"{code}.ics\""))
    }
}

impl TicketApi {
    pub fn new(app: Arc<App>, owns: Owns, order_number: OrderNumber) -> Self {
        TicketApi { app, owns, order_number }
    }
}

#[OpenApi(prefix_path = "/ticket")]
impl TicketApi {
    /// Returns the QR code of the ticket with this media code, as a PNG. Only the ticket's owner may make the call, or
    /// a caller with the link key, which the links on the shop's pages contain.
    #[oai(path = "/barcode/:reservationCode", method = "get", operation_id = "getTicketBarcode")]
    async fn barcode(
        &self,
        visitor: Visitor,
        #[oai(name = "reservationCode")] code: Path<String>,
        key: Query<Option<String>>,
    ) -> poem::Result<Barcode> {
        let ticket = self.ticket(visitor, &code.0, (links::is_barcode_key, key.0.as_deref())).await?;
        Ok(Barcode::Png(Binary(qr::png(&ticket.token)?)))
    }

    /// Returns the visit of the ticket with this media code, as a calendar file. Returns 404 for a ticket without a
    /// date. Only the ticket's owner may make the call, or a caller with the link key, which the links on the shop's
    /// pages contain.
    #[oai(path = "/calendar/:reservationCode", method = "get", operation_id = "getTicketCalendar")]
    async fn calendar(
        &self,
        visitor: Visitor,
        #[oai(name = "reservationCode")] code: Path<String>,
        key: Query<Option<String>>,
    ) -> poem::Result<Calendar> {
        let ticket = self.ticket(visitor, &code.0, (links::is_calendar_key, key.0.as_deref())).await?;
        let code = ticket.media_code.clone();
        let number = match ticket.order_id.clone() {
            Some(order_id) => (self.order_number)(self.app.clone(), order_id).await?,
            None => None,
        };
        let catalog = self.app.catalog.current();
        let file =
            calendar(&catalog, &[ticket], number.as_deref(), self.app.config.host_name()).ok_or(Error::NotFound)?;
        Ok(Calendar::named(&code, file.into_bytes()))
    }

    /// Returns the public keys with which gates verify tickets and the list of revoked tickets offline.
    #[oai(path = "/keys", method = "get", operation_id = "getTicketKeys")]
    async fn keys(&self) -> Json<JsonWebKeySet> {
        Json(JsonWebKeySet::from(&self.app.tickets.public_keys()))
    }

    /// Returns the media codes of all revoked tickets, except those whose last valid day is more than two days ago, as
    /// one signed text.
    #[oai(path = "/revocations", method = "get", operation_id = "getTicketRevocations")]
    async fn revocations(&self) -> poem::Result<PlainText<String>> {
        let app = &self.app;
        Ok(PlainText(signed_list(app.db.read(), &app.tickets, app.clock.now()).await?))
    }
}

impl TicketApi {
    /// Returns a ticket to its owner, or for a request with a valid link key. Other visitors learn nothing, not even
    /// whether the ticket exists.
    ///
    /// # Errors
    /// A refusal with the reason, for a revoked ticket, and for the owner of a ticket that was sent to somebody else; [`Error::NotFound`] for other visitors, or [`Error::TooMany`]
    /// after too many requests.
    async fn ticket(
        &self,
        visitor: Visitor,
        code: &str,
        (is_key, key): (links::KeyCheck, Option<&str>),
    ) -> Result<Model> {
        let app = &self.app;
        let found = match media_code(code) {
            Some(code) => store::by_media_code(app.db.read(), &code).await?,
            None => None,
        };
        if let Some(ticket) = found {
            let has_link = key.is_some_and(|key| is_key(&app.secret, &ticket.media_code, key));
            if has_link || (self.owns)(app.clone(), visitor.clone(), ticket.clone()).await? {
                // The link is on the page of the person who has the ticket.
                let ticket = if has_link { ticket } else { with_recipient(app.db.read(), ticket).await? };
                return match withheld(&ticket) {
                    None => Ok(ticket),
                    Some(it) => Err(Refusal { values: values_of(&ticket).into(), ..Refusal::new(it.reason) }.into()),
                };
            }
        }
        app.limits.attempt_by_clock(BARCODE_GUESSES, visitor.address(), app.clock.now()).await?;
        Err(Error::NotFound)
    }
}
