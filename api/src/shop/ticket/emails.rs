//! Tickets in e-mails: the data for the templates, and the pictures of the codes.

use super::entity::Model;
use super::facts::facts;
use super::qr;
use super::revocation::{REVOKED, why_revoked};
use crate::error::Result;
use crate::platform::mailer::Picture;
use crate::shop::site::{EmailContext, EmailTicket, Revocation};
use midway_kernel::text::Text;

const CODE: Text = Text { id: "mail.ticket.code", default: "QR code of ticket {{code}}" };

/// A ticket with its facts. A ticket without a token has no picture.
pub fn email_ticket(context: &EmailContext, ticket: &Model) -> EmailTicket {
    let name_of = |(name, fact): (Text, String)| format!("{}: {fact}", context.message(name, &[]));
    EmailTicket {
        name: full_name(&ticket.product_name, &ticket.variant_name, ticket.pass_level.as_deref()),
        facts: facts(&context.catalog, ticket).into_iter().map(name_of).collect(),
        code: ticket.media_code.clone(),
        picture: has_picture(ticket).then(|| content_id(context, ticket)),
        picture_label: context.message(CODE, &[("code", ticket.media_code.clone())]),
        revocation: why_revoked(ticket)
            .map(|why| Revocation { label: context.message(REVOKED, &[]), reason: context.message(why, &[]) }),
    }
}

/// The pictures that [`email_ticket`] names.
///
/// # Errors
/// When a code cannot be built: an error in the code.
pub fn email_pictures(context: &EmailContext, tickets: &[Model]) -> Result<Vec<Picture>> {
    let picture =
        |ticket: &Model| Ok(Picture { content_id: content_id(context, ticket), png: qr::png(&ticket.token)? });
    tickets.iter().filter(|ticket| has_picture(ticket)).map(picture).collect()
}

fn has_picture(ticket: &Model) -> bool {
    !ticket.token.is_empty() && !ticket.is_revoked()
}

fn content_id(context: &EmailContext, ticket: &Model) -> String {
    format!("{}@{}", ticket.media_code, context.config.host_name())
}

/// A product with its variant and pass level, such as `Season pass, Adult (Gold)`.
pub fn full_name(product: &str, variant: &str, level: Option<&str>) -> String {
    let level = level.map_or_else(String::new, |level| format!(" ({level})"));
    if product == variant { format!("{product}{level}") } else { format!("{product}, {variant}{level}") }
}
