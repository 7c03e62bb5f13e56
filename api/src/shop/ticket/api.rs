//! A ticket's code as a picture.

use std::sync::Arc;
use std::time::Duration;

use poem_openapi::param::Path;
use poem_openapi::payload::Binary;
use poem_openapi::{ApiResponse, OpenApi};

use super::{qr, store};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;

pub struct TicketApi(pub Arc<App>);

/// A page of tickets asks for one picture each; somebody who guesses asks for more that do not exist.
const BARCODE_GUESSES: Limit = Limit { name: "barcode", attempts: 30, window: Duration::from_secs(300) };

/// A picture of a code.
#[derive(ApiResponse)]
enum Barcode {
    /// The picture.
    #[oai(status = 200, content_type = "image/png")]
    Png(Binary<Vec<u8>>),
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
        Ok(Barcode::Png(Binary(self.barcode_png(&visitor, &code.0).await?)))
    }
}

impl TicketApi {
    async fn barcode_png(&self, visitor: &Visitor, code: &str) -> Result<Vec<u8>> {
        let is_code = code.len() <= 17 && code.bytes().all(|b| b.is_ascii_alphanumeric());
        let ticket = if is_code { store::by_media_code(self.0.db.read(), code).await? } else { None };
        match ticket.filter(|ticket| !ticket.revoked) {
            Some(ticket) => qr::png(&ticket.token),
            None => {
                self.0.limits.attempt(BARCODE_GUESSES, visitor.address()).await?;
                Err(Error::NotFound)
            }
        }
    }
}
