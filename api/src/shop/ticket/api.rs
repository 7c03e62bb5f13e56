//! A ticket's code as a picture.

use std::sync::Arc;
use std::time::Duration;

use poem_openapi::param::Path;
use poem_openapi::payload::{Binary, Json, PlainText};
use poem_openapi::{ApiResponse, OpenApi};

use super::calendar::calendar;
use super::entity::{Model, media_code};
use super::keys::JsonWebKeySet;
use super::revocation::{signed_list, why_revoked};
use super::{qr, store};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

pub struct TicketApi(pub Arc<App>);

/// A page of tickets asks for one picture each; somebody who guesses asks for more that do not exist.
const BARCODE_GUESSES: Limit = Limit { name: "barcode", attempts: 30, window: Duration::from_secs(300) };

/// A picture of a code.
#[derive(ApiResponse)]
pub enum Barcode {
    /// The picture.
    #[oai(status = 200, content_type = "image/png")]
    Png(Binary<Vec<u8>>),
}

/// A calendar's file.
#[derive(ApiResponse)]
enum Calendar {
    /// The file.
    #[oai(status = 200, content_type = "text/calendar; charset=utf-8")]
    File(Binary<Vec<u8>>, #[oai(header = "Content-Disposition")] String),
}

#[OpenApi(prefix_path = "/ticket")]
impl TicketApi {
    /// The QR code of the ticket with this media code, as a PNG.
    #[oai(path = "/barcode/:reservationCode", method = "get", operation_id = "getTicketBarcode")]
    async fn barcode(
        &self,
        visitor: Visitor,
        #[oai(name = "reservationCode")] code: Path<String>,
    ) -> poem::Result<Barcode> {
        let ticket = self.ticket(&visitor, &code.0).await?;
        Ok(Barcode::Png(Binary(qr::png(&ticket.token)?)))
    }

    /// The visit that the ticket with this media code is for, as a file that calendars take. Only dated tickets have one.
    #[oai(path = "/calendar/:reservationCode", method = "get", operation_id = "getTicketCalendar")]
    async fn calendar(
        &self,
        visitor: Visitor,
        #[oai(name = "reservationCode")] code: Path<String>,
    ) -> poem::Result<Calendar> {
        let ticket = self.ticket(&visitor, &code.0).await?;
        let name = format!("attachment; filename=\"{}.ics\"", ticket.media_code);
        let file = calendar(&[ticket], self.0.config.host_name()).ok_or(Error::NotFound)?;
        Ok(Calendar::File(Binary(file.into_bytes()), name))
    }

    /// The public keys that tickets and the list of revoked ones are signed with, for gates that check them offline.
    #[oai(path = "/keys", method = "get", operation_id = "getTicketKeys")]
    async fn keys(&self) -> Json<JsonWebKeySet> {
        Json(JsonWebKeySet::from(&self.0.tickets.public_keys()))
    }

    /// The revoked tickets that would be good today or later, as one signed text.
    #[oai(path = "/revocations", method = "get", operation_id = "getTicketRevocations")]
    async fn revocations(&self) -> poem::Result<PlainText<String>> {
        let app = &self.0;
        Ok(PlainText(signed_list(app.db.read(), &app.tickets, app.clock.now()).await?))
    }
}

impl TicketApi {
    /// Whoever holds the code holds the ticket; guessing is counted.
    ///
    /// # Errors
    /// A refusal that says why, for a ticket that is revoked.
    async fn ticket(&self, visitor: &Visitor, code: &str) -> Result<Model> {
        let ticket = match media_code(code) {
            Some(code) => store::by_media_code(self.0.db.read(), &code).await?,
            None => None,
        };
        match ticket {
            Some(ticket) => match why_revoked(&ticket) {
                Some(why) => Err(Refusal::new(why).into()),
                None => Ok(ticket),
            },
            None => {
                self.0.limits.attempt_by_clock(BARCODE_GUESSES, visitor.address(), self.0.clock.now()).await?;
                Err(Error::NotFound)
            }
        }
    }
}
