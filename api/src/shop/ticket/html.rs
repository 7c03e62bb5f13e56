//! Tickets as HTML, to show and to print. The template is `tickets.html`; it has no scripts and no styles.

use askama::Template;

use super::entity::{Model, are_passes};
use super::facts::{BRING, GETTING_THERE, OPEN, ORDER, VALID, WHEN, WHERE, address, facts, site_named};
use super::links::{barcode_path, calendar_path};
use super::visit::{self, count_in_words, visits};
use super::withheld::withheld;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::site::Contact;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::unbroken;

pub const CODE: Text = Text { id: "ticket.code", default: "QR code: {{product}}, {{variant}}" };
const POSITION: Text = Text { id: "ticket.position", default: "Ticket {{number}} of {{count}}" };
const PASS_POSITION: Text = Text { id: "ticket.pass-position", default: "Pass {{number}} of {{count}}" };
const CALENDAR: Text = Text { id: "ticket.calendar", default: "Add to calendar" };
const OF_SITE: Text = Text { id: "ticket.of-site", default: ", {{site}}" };

/// The width and height of the shown part of a picture, in pixels of a screen with two pixels per CSS pixel.
const PHOTO_SIZE: (u32, u32) = (352, 480);

#[derive(Template)]
#[template(path = "tickets.html")]
struct Html<'a> {
    /// The notice of a test shop.
    notice: Option<&'static str>,
    visits: Vec<Visit<'a>>,
    /// What the tickets of a venue have in common.
    venues: Vec<Venue<'a>>,
}

struct Visit<'a> {
    /// Present if the page has several tickets.
    heading: Option<VisitHeading>,
    tickets: Vec<TicketArticle<'a>>,
}

struct VisitHeading {
    /// When the visit is, or where for tickets without a day.
    name: String,
    /// Where the visit is, and the number of its tickets.
    details: String,
}

struct TicketArticle<'a> {
    /// The id of the ticket: the account links to `#ticket-` and the id.
    id: &'a str,
    /// The key of the site's theme.
    theme: &'a str,
    site: &'a str,
    /// Present if the page has several tickets.
    position: Option<String>,
    title: &'a str,
    place: Option<String>,
    sold_as: Option<String>,
    code: &'a str,
    /// The path of a picture of the product, which is a decoration.
    photo: Option<String>,
    /// The path of the QR code's picture, and the text for readers who cannot see it.
    picture: String,
    picture_label: String,
    facts: Vec<Fact>,
    withheld: Option<Withheld>,
}

struct Fact {
    /// The last part of the text's id, such as `when`.
    id: &'static str,
    name: String,
    value: String,
}

struct Withheld {
    /// The text shown in place of the code.
    label: String,
    reason: String,
}

struct Venue<'a> {
    /// The key of the site's theme.
    theme: &'a str,
    site: &'a str,
    /// Absent if the current catalogue has no such site.
    address: Option<String>,
    /// How to call the operator.
    contact: Option<Contact>,
    /// Present only if the site tells visitors more.
    preparation: Option<Preparation<'a>>,
    calendar: Option<CalendarLink>,
}

struct Preparation<'a> {
    label: String,
    /// The end of the label for readers who cannot see which venue it belongs to.
    of_site: String,
    /// HTML that the import has sanitised.
    directions: &'a str,
    bring_label: String,
    bring: &'a [String],
}

struct CalendarLink {
    path: String,
    file: String,
    label: String,
}

/// One section per visit, with an article per ticket and the image of its QR code, followed by one section per venue with
/// its address. A ticket that is revoked or was sent to somebody else shows that in place of its code. Call it only for visitors who may see the tickets,
/// which are sorted by visit. `order_number` is the number of the tickets' order, if it is known.
pub fn tickets_html(app: &App, tickets: &[Model], order_number: Option<&str>) -> Result<String> {
    let catalog = app.catalog.current();
    let venues = valid_at_each_site(tickets).map(|ticket| venue(&catalog, ticket)).collect();
    render(app, &catalog, tickets, order_number, venues)
}

/// A single ticket, as in [`tickets_html`], with a link to its calendar file if it has a date. The pages of orders have
/// one such link for all tickets.
pub fn ticket_html(app: &App, ticket: &Model, order_number: Option<&str>) -> Result<String> {
    let catalog = app.catalog.current();
    let mut calendar = ticket.valid_on.filter(|_| ticket.is_owners()).map(|_| CalendarLink {
        path: calendar_path(&app.secret, &ticket.media_code),
        file: format!("{}.ics", ticket.media_code),
        label: catalog.message(CALENDAR, &values_of(ticket)),
    });
    let tickets = std::slice::from_ref(ticket);
    let venues = valid_at_each_site(tickets)
        .map(|ticket| Venue { calendar: calendar.take(), ..venue(&catalog, ticket) })
        .collect();
    render(app, &catalog, tickets, order_number, venues)
}

fn render<'a>(
    app: &App,
    catalog: &'a Catalog,
    tickets: &'a [Model],
    order_number: Option<&str>,
    venues: Vec<Venue<'a>>,
) -> Result<String> {
    let count = tickets.len();
    let mut numbers = 1..;
    let mut numbered = |ticket: &'a Model, visit_has_day: bool| TicketArticle {
        position: numbers.next().filter(|_| count > 1).map(|number| position(catalog, tickets, number)),
        ..article(catalog, &app.secret, (ticket, visit_has_day), order_number)
    };
    let visit = |of_visit: visit::Visit<'a>| Visit {
        heading: (count > 1).then(|| heading(catalog, &of_visit)),
        tickets: of_visit.tickets.iter().map(|ticket| numbered(ticket, of_visit.has_day())).collect(),
    };
    let visits = visits(tickets).into_iter().map(visit).collect();
    Html { notice: app.config.test_notice(), visits, venues }.render().map_err(Error::internal)
}

fn heading(catalog: &Catalog, visit: &visit::Visit<'_>) -> VisitHeading {
    let site = visit.tickets[0].site_name.clone();
    let count = count_in_words(catalog, visit.tickets);
    match visit.when_in_words() {
        Some(when) => VisitHeading {
            name: unbroken(&when),
            details: std::iter::once(site).chain(count).collect::<Vec<_>>().join(", "),
        },
        None => VisitHeading { name: site, details: count.unwrap_or_default() },
    }
}

/// The first valid ticket of each site, in the order of the tickets.
fn valid_at_each_site(tickets: &[Model]) -> impl Iterator<Item = &Model> {
    let valid = |ticket: &&Model| !ticket.is_revoked();
    tickets
        .iter()
        .enumerate()
        .filter(move |(at, ticket)| {
            valid(ticket) && !tickets[..*at].iter().filter(valid).any(|earlier| earlier.site_name == ticket.site_name)
        })
        .map(|(_, ticket)| ticket)
}

/// Which of the tickets the ticket with this number is: `Ticket 1 of 2`.
pub fn position(catalog: &Catalog, tickets: &[Model], number: usize) -> String {
    let text = if are_passes(tickets) { PASS_POSITION } else { POSITION };
    catalog.message(text, &[("number", number.to_string()), ("count", tickets.len().to_string())])
}

/// The values for the placeholders in a ticket's texts.
pub fn values_of(ticket: &Model) -> [(&'static str, String); 5] {
    [
        ("code", ticket.media_code.clone()),
        ("product", ticket.product_name.clone()),
        ("variant", ticket.variant_name.clone()),
        ("site", ticket.site_name.clone()),
        ("recipient", ticket.sent_to.clone().unwrap_or_default()),
    ]
}

/// What a ticket has in common with all tickets of its venue.
fn venue<'a>(catalog: &'a Catalog, ticket: &'a Model) -> Venue<'a> {
    let values = values_of(ticket);
    let message = |text: Text| catalog.message(text, &values);
    let site = site_named(catalog, &ticket.site_name);
    Venue {
        theme: site.and_then(|site| site.css_key.as_deref()).unwrap_or_default(),
        site: &ticket.site_name,
        address: site.map(|site| address(&site.address)),
        contact: Contact::of(catalog),
        preparation: site.filter(|site| !site.directions.is_empty()).map(|site| Preparation {
            label: message(GETTING_THERE),
            of_site: message(OF_SITE),
            directions: &site.directions,
            bring_label: message(BRING),
            bring: &site.what_to_bring,
        }),
        calendar: None,
    }
}

fn photo(catalog: &Catalog, ticket: &Model) -> Option<String> {
    let picture = catalog.product(ticket.product_id.as_ref()?)?.pictures.first()?;
    let (width, height) = PHOTO_SIZE;
    Some(format!("/api/picture/{}", catalog.picture(&picture.file)?.covering(width, height)?.name))
}

fn article<'a>(
    catalog: &'a Catalog,
    secret: &[u8],
    (ticket, visit_has_day): (&'a Model, bool),
    order_number: Option<&str>,
) -> TicketArticle<'a> {
    let values = values_of(ticket);
    let message = |text: Text| catalog.message(text, &values);
    let fact = |(name, value): (Text, String)| Fact {
        id: name.id.rsplit('.').next().unwrap_or_default(),
        name: message(name),
        value: if [WHEN.id, VALID.id, OPEN.id].contains(&name.id) { unbroken(&value) } else { value },
    };
    // The venue's section says where it is.
    let facts = facts(catalog, ticket, visit_has_day).filter(|(name, _)| name.id != WHERE.id);
    let answers = ticket.answers.iter().flat_map(|answers| &answers.0);
    let answers = answers.map(|it| Fact { id: "answer", name: it.label.clone(), value: it.answer.clone() });
    let order = order_number.map(|number| (ORDER, number.to_owned()));
    TicketArticle {
        id: &ticket.id,
        theme: site_named(catalog, &ticket.site_name).and_then(|site| site.css_key.as_deref()).unwrap_or_default(),
        site: &ticket.site_name,
        position: None,
        title: ticket.title(),
        place: ticket.place.as_deref().map(unbroken),
        sold_as: ticket.sold_as(),
        code: &ticket.media_code,
        photo: photo(catalog, ticket),
        picture: barcode_path(secret, &ticket.media_code),
        picture_label: message(CODE),
        facts: facts.map(fact).chain(answers).chain(order.map(fact)).collect(),
        withheld: withheld(ticket).map(|it| Withheld { label: message(it.label), reason: message(it.reason) }),
    }
}
