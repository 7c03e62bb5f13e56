//! Tickets as HTML, to show and to print. Every value is escaped; there are no scripts and no styles.

use super::entity::Model;
use super::facts::facts;
use super::links::{barcode_path, calendar_path};
use super::revocation::{REVOKED, why_revoked};
use crate::app::App;
use midway_catalog::Catalog;
use midway_kernel::html::escaped;
use midway_kernel::text::{Messages, Text};

pub const PASS_LEVEL: Text = Text { id: "ticket.pass-level", default: "Pass level" };
pub const CODE: Text = Text { id: "ticket.code", default: "QR code: {{product}}, {{variant}}" };
const CALENDAR: Text = Text { id: "ticket.calendar", default: "Add to calendar" };
const CALENDAR_OF: Text = Text { id: "ticket.calendar-of", default: ", ticket {{code}}" };

/// One article per ticket, with the image of its QR code. A revoked ticket shows the reason instead of its code. Call
/// it only for visitors who may see the tickets.
pub fn tickets_html(app: &App, tickets: &[Model]) -> String {
    let catalog = app.catalog.current();
    let notice = app.config.test_notice().map(|notice| format!("<p><strong>{}</strong></p>", escaped(notice)));
    let notice = notice.unwrap_or_default();
    tickets.iter().map(|ticket| ticket_html(&catalog, &app.secret, &notice, ticket)).collect()
}

/// The values that the texts of a ticket may contain.
pub fn values_of(ticket: &Model) -> [(&'static str, String); 3] {
    [
        ("code", ticket.media_code.clone()),
        ("product", ticket.product_name.clone()),
        ("variant", ticket.variant_name.clone()),
    ]
}

fn ticket_html(catalog: &Catalog, secret: &[u8], notice: &str, ticket: &Model) -> String {
    let values = values_of(ticket);
    let say = |text: Text| escaped(&catalog.message(text, &values));
    let level = ticket.pass_level.clone().map(|level| (PASS_LEVEL, level));
    let facts: String = facts(ticket)
        .into_iter()
        .chain(level)
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", say(name), escaped(&value)))
        .collect();
    let code = escaped(&ticket.media_code);
    let (left, note, calendar) = match why_revoked(ticket) {
        Some(why) => (format!("<p>{}</p>", say(REVOKED)), format!("<p>{}</p>", say(why)), String::new()),
        None => {
            let picture = format!(
                "<img src=\"{}\" width=\"240\" height=\"240\" alt=\"{}\"><p>{code}</p>",
                escaped(&barcode_path(secret, &ticket.media_code)),
                say(CODE)
            );
            // The link contains the ticket's name, because a page has one such link per ticket.
            let calendar = format!(
                "<p data-screen-only><a href=\"{}\" download=\"{code}.ics\">{}<span class=\"sr-only\">{}</span></a></p>",
                escaped(&calendar_path(secret, &ticket.media_code)),
                say(CALENDAR),
                say(CALENDAR_OF)
            );
            (picture, String::new(), if ticket.valid_on.is_some() { calendar } else { String::new() })
        }
    };
    format!(
        "<article class=\"ticket\"><div class=\"ticket-code\">{left}</div><div class=\"ticket-text\">{notice}<h3>{product}</h3>\
         <p>{variant}</p>{note}<dl>{facts}</dl>{calendar}</div></article>",
        product = escaped(&ticket.product_name),
        variant = escaped(&ticket.variant_name),
    )
}
