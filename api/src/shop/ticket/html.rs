//! Tickets as HTML, to show and to print. The template is `tickets.html`; it has no scripts and no styles.

use askama::Template;

use super::entity::Model;
use super::facts::facts;
use super::links::{barcode_path, calendar_path};
use super::revocation::{REVOKED, why_revoked};
use crate::app::App;
use crate::error::{Error, Result};
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};

pub const PASS_LEVEL: Text = Text { id: "ticket.pass-level", default: "Pass level" };
pub const CODE: Text = Text { id: "ticket.code", default: "QR code: {{product}}, {{variant}}" };
const CALENDAR: Text = Text { id: "ticket.calendar", default: "Add to calendar" };
const CALENDAR_OF: Text = Text { id: "ticket.calendar-of", default: ", ticket {{code}}" };

#[derive(Template)]
#[template(path = "tickets.html")]
struct Html<'a> {
    /// The notice of a test shop.
    notice: Option<&'static str>,
    tickets: Vec<TicketArticle<'a>>,
}

struct TicketArticle<'a> {
    product: &'a str,
    variant: &'a str,
    code: &'a str,
    /// The path of the QR code's picture, and the text for readers who cannot see it.
    picture: String,
    picture_label: String,
    facts: Vec<(String, String)>,
    revocation: Option<Revocation>,
    /// Present only for a valid ticket with a date.
    calendar: Option<CalendarLink>,
}

struct Revocation {
    /// The text shown instead of the code.
    label: String,
    reason: String,
}

struct CalendarLink {
    path: String,
    label: String,
    label_of_ticket: String,
}

/// One article per ticket, with the image of its QR code. A revoked ticket shows the reason instead of its code. Call
/// it only for visitors who may see the tickets.
pub fn tickets_html(app: &App, tickets: &[Model]) -> Result<String> {
    let catalog = app.catalog.current();
    let articles = tickets.iter().map(|ticket| article(&catalog, &app.secret, ticket)).collect();
    Html { notice: app.config.test_notice(), tickets: articles }.render().map_err(Error::internal)
}

/// The values for the placeholders in a ticket's texts.
pub fn values_of(ticket: &Model) -> [(&'static str, String); 3] {
    [
        ("code", ticket.media_code.clone()),
        ("product", ticket.product_name.clone()),
        ("variant", ticket.variant_name.clone()),
    ]
}

fn article<'a>(catalog: &Catalog, secret: &[u8], ticket: &'a Model) -> TicketArticle<'a> {
    let values = values_of(ticket);
    let message = |text: Text| catalog.message(text, &values);
    let level = ticket.pass_level.clone().map(|level| (PASS_LEVEL, level));
    let facts = facts(catalog, ticket).into_iter().chain(level).map(|(name, value)| (message(name), value)).collect();
    let calendar = (ticket.valid_on.is_some() && !ticket.is_revoked()).then(|| CalendarLink {
        path: calendar_path(secret, &ticket.media_code),
        label: message(CALENDAR),
        label_of_ticket: message(CALENDAR_OF),
    });
    TicketArticle {
        product: &ticket.product_name,
        variant: &ticket.variant_name,
        code: &ticket.media_code,
        picture: barcode_path(secret, &ticket.media_code),
        picture_label: message(CODE),
        facts,
        revocation: why_revoked(ticket).map(|why| Revocation { label: message(REVOKED), reason: message(why) }),
        calendar,
    }
}
