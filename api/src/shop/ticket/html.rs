//! Tickets as HTML, to show and to print. The template is `tickets.html`; it has no scripts and no styles.

use askama::Template;

use super::entity::Model;
use super::facts::{BRING, GETTING_THERE, ORDER, WHERE, facts, site_named};
use super::links::{barcode_path, calendar_path};
use super::revocation::{REVOKED, why_revoked};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::site::Contact;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};

pub const PASS_LEVEL: Text = Text { id: "ticket.pass-level", default: "Pass level" };
pub const CODE: Text = Text { id: "ticket.code", default: "QR code: {{product}}, {{variant}}" };
const POSITION: Text = Text { id: "ticket.position", default: "Ticket {{number}} of {{count}}" };
const ENTRY: Text =
    Text { id: "ticket.entry", default: "Show this code at the entrance of {{site}}, on your phone or on paper." };
const CALENDAR: Text = Text { id: "ticket.calendar", default: "Add to calendar" };
const OF_TICKET: Text = Text { id: "ticket.of-ticket", default: ", ticket {{code}}" };

#[derive(Template)]
#[template(path = "tickets.html")]
struct Html<'a> {
    /// The notice of a test shop.
    notice: Option<&'static str>,
    tickets: Vec<TicketArticle<'a>>,
}

struct TicketArticle<'a> {
    /// The key of the site's theme.
    theme: &'a str,
    site: &'a str,
    /// Present if the page has several tickets.
    position: Option<String>,
    product: &'a str,
    variant: &'a str,
    code: &'a str,
    /// The path of the QR code's picture, and the text for readers who cannot see it.
    picture: String,
    picture_label: String,
    /// How to get in.
    entry: String,
    /// The facts above the code, and those below it.
    facts: Vec<Fact>,
    more_facts: Vec<Fact>,
    revocation: Option<Revocation>,
    /// How to call the operator.
    contact: Option<Contact>,
    /// Present only for a valid ticket whose site tells visitors more.
    venue: Option<Venue<'a>>,
    /// Present only for a valid ticket with a date.
    calendar: Option<CalendarLink>,
    /// The end of the names of links and controls, which are the same for each ticket otherwise.
    of_ticket: String,
}

struct Fact {
    /// The last part of the text's id, such as `when`.
    id: &'static str,
    name: String,
    value: String,
}

struct Revocation {
    /// The text shown instead of the code.
    label: String,
    reason: String,
}

struct Venue<'a> {
    label: String,
    /// HTML that the import has sanitised.
    directions: &'a str,
    bring_label: String,
    bring: &'a [String],
}

struct CalendarLink {
    path: String,
    label: String,
}

/// One article per ticket, with the image of its QR code. A revoked ticket shows the reason instead of its code. Call
/// it only for visitors who may see the tickets. `order_number` is the number of the tickets' order, if it is known.
pub fn tickets_html(app: &App, tickets: &[Model], order_number: Option<&str>) -> Result<String> {
    let catalog = app.catalog.current();
    let count = tickets.len();
    let numbered = tickets.iter().zip(1..);
    let articles = numbered.map(|(ticket, number)| TicketArticle {
        position: (count > 1).then(|| position(&catalog, number, count)),
        ..article(&catalog, &app.secret, ticket, order_number)
    });
    Html { notice: app.config.test_notice(), tickets: articles.collect() }.render().map_err(Error::internal)
}

fn position(catalog: &Catalog, number: usize, count: usize) -> String {
    catalog.message(POSITION, &[("number", number.to_string()), ("count", count.to_string())])
}

/// The values for the placeholders in a ticket's texts.
pub fn values_of(ticket: &Model) -> [(&'static str, String); 4] {
    [
        ("code", ticket.media_code.clone()),
        ("product", ticket.product_name.clone()),
        ("variant", ticket.variant_name.clone()),
        ("site", ticket.site_name.clone()),
    ]
}

fn article<'a>(
    catalog: &'a Catalog,
    secret: &[u8],
    ticket: &'a Model,
    order_number: Option<&str>,
) -> TicketArticle<'a> {
    let values = values_of(ticket);
    let message = |text: Text| catalog.message(text, &values);
    let fact = |(name, value): (Text, String)| Fact {
        id: name.id.rsplit('.').next().unwrap_or_default(),
        name: message(name),
        value,
    };
    let (below, above): (Vec<_>, Vec<_>) =
        facts(catalog, ticket).into_iter().partition(|(name, _)| name.id == WHERE.id);
    let level = ticket.pass_level.clone().map(|level| (PASS_LEVEL, level));
    let order = order_number.map(|number| (ORDER, number.to_owned()));
    let is_valid = !ticket.is_revoked();
    let site = site_named(catalog, &ticket.site_name);
    let venue = site.filter(|site| is_valid && !site.directions.is_empty()).map(|site| Venue {
        label: message(GETTING_THERE),
        directions: &site.directions,
        bring_label: message(BRING),
        bring: &site.what_to_bring,
    });
    let calendar = (ticket.valid_on.is_some() && is_valid)
        .then(|| CalendarLink { path: calendar_path(secret, &ticket.media_code), label: message(CALENDAR) });
    TicketArticle {
        theme: site.and_then(|site| site.css_key.as_deref()).unwrap_or_default(),
        site: &ticket.site_name,
        position: None,
        product: &ticket.product_name,
        variant: &ticket.variant_name,
        code: &ticket.media_code,
        picture: barcode_path(secret, &ticket.media_code),
        picture_label: message(CODE),
        entry: message(ENTRY),
        facts: above.into_iter().chain(level).map(fact).collect(),
        more_facts: below.into_iter().chain(order).map(fact).collect(),
        revocation: why_revoked(ticket).map(|why| Revocation { label: message(REVOKED), reason: message(why) }),
        contact: Contact::of(catalog),
        venue,
        calendar,
        of_ticket: message(OF_TICKET),
    }
}
