//! E-mails about a reservation: that it is confirmed, has moved, or is cancelled. Each contains the current visit as a
//! calendar entry. The e-mail about a confirmed or moved visit also contains the tickets.

use askama::Template;
use lettre::Address;
use serde::{Deserialize, Serialize};

use super::entity::{Model, Visit};
use super::rules::shown_code;
use super::store;
use super::tickets::tickets_of_party;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::mailer::{Email, File, Picture};
use crate::shop::site::{EmailContext, EmailKind, EmailLayout, message_id};
use crate::shop::ticket::{TicketRow, calendar, qr_png};
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_in_words, twelve_hours};

/// The kind of the job that sends an e-mail about a reservation; its subject is the e-mail's id.
pub const SEND_RESERVATION: &str = "reservation";

const CONFIRMED_SUBJECT: Text =
    Text { id: "mail.reservation.subject", default: "Your visit to {{park}} on {{day}} is reserved: {{code}}" };
const MOVED_SUBJECT: Text =
    Text { id: "mail.reservation.moved-subject", default: "Your visit to {{park}} has moved to {{day}}: {{code}}" };
const CANCELLED_SUBJECT: Text = Text {
    id: "mail.reservation.cancelled-subject",
    default: "Your visit to {{park}} on {{day}} is canceled: {{code}}",
};
const CONFIRMED: Text = Text {
    id: "mail.reservation.confirmed",
    default: "Thank you, {{firstName}}. We look forward to seeing you at {{park}}. This code covers your whole party:",
};
const MOVED: Text = Text {
    id: "mail.reservation.moved",
    default: "Thank you, {{firstName}}. Your reservation has been moved. Your code stays the same and covers your whole party:",
};
const CANCELLED: Text = Text {
    id: "mail.reservation.cancelled",
    default: "Dear {{firstName}}, your reservation has been canceled. You can use your tickets and passes for another visit.",
};
const WHEN: Text = Text { id: "mail.reservation.when", default: "When: {{day}}{{time}}" };
const BEFORE: Text = Text { id: "mail.reservation.before", default: "Instead of: {{day}}{{time}}" };
const KEPT_ITEMS: Text = Text {
    id: "mail.reservation.kept-items",
    default: "Items you bought with your visit for {{day}} are not moved: they stay in your order for that day.",
};
const HOURS: Text = Text { id: "mail.reservation.hours", default: "The park is open {{hours}}." };
const PARTY: Text = Text { id: "mail.reservation.party", default: "Party: {{count}}" };
const LINK: Text = Text { id: "mail.reservation.link", default: "View, move or cancel your visit: {{link}}" };
const TICKETS: Text = Text { id: "mail.reservation.tickets", default: "Tickets and passes" };
const FOOTER: Text = Text {
    id: "mail.reservation.footer",
    default: "You received this email because a visit was reserved at {{site}} with this address.",
};

const CALENDAR_FILE: &str = "visit.ics";

/// The event that an e-mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    Confirmed,
    Moved,
    Cancelled,
}

/// The content of an e-mail, as it was at the time of the event.
#[derive(Serialize, Deserialize)]
pub struct Document {
    pub reservation_id: String,
    pub about: About,
    pub visit: Visit,
    /// The visit before a move; `None` for an e-mail about a different event.
    #[serde(default)]
    pub before: Option<Visit>,
    /// The reservation's change count at the time of the event, and the time of its last change.
    pub changes: i32,
    pub changed_at: Instant,
}

/// Queues an e-mail, in the caller's transaction.
pub async fn queue_email(tx: &Transaction, row: &Model, about: About, now: Instant) -> Result<()> {
    enqueue(tx, row, about, None, now).await
}

/// Queues the e-mail about a move, which names the previous visit.
pub async fn queue_move_email(tx: &Transaction, row: &Model, before: Visit, now: Instant) -> Result<()> {
    enqueue(tx, row, About::Moved, Some(before), now).await
}

async fn enqueue(tx: &Transaction, row: &Model, about: About, before: Option<Visit>, now: Instant) -> Result<()> {
    let Some(visit) = row.visit.clone() else { return Ok(()) };
    let (reservation_id, changes) = (row.id.clone(), row.changes);
    let document = Document { reservation_id, about, visit, before, changes, changed_at: now };
    jobs::enqueue(tx, SEND_RESERVATION, &random_id(), &document, now).await
}

/// Sends a queued e-mail about a reservation.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = serde_json::from_str(&job.document)
        .map_err(|error| Failure::Permanent(format!("its document cannot be read: {error}")))?;
    let found = store::find(app.db.read(), &document.reservation_id).await?;
    let Some(row) = found else { return Err(Failure::Permanent("its reservation does not exist".to_owned())) };
    let mut tickets = tickets_of_party(app.db.read(), &row.party).await?;
    for ticket in &mut tickets {
        let of_party = row.party.tickets.iter().find(|it| it.ticket_id == ticket.id);
        if let Some(of_party) = of_party.filter(|it| it.added_with_order) {
            // Hide the full code, because the guest of the reservation might not be the buyer of the order.
            ticket.media_code = shown_code(of_party, ticket);
            ticket.token.clear();
        }
    }
    let email = reservation_email(&EmailContext::of(app), &row, &tickets, &document, &job.subject)?;
    Ok(app.mailer.send(&email).await?)
}

/// The visit as a calendar entry. All versions have the same id, so that calendars update one entry.
fn entry(row: &Model, document: &Document, description: &str, host: &str) -> String {
    let visit = &document.visit;
    calendar::file(
        [calendar::Event {
            id: &format!("reservation {}", row.id),
            sequence: document.changes,
            is_cancelled: document.about == About::Cancelled,
            changed_at: document.changed_at,
            when: match visit.valid_all_day {
                true => calendar::When::Day(visit.date),
                false => calendar::When::Time { starts_at: visit.starts_at, ends_at: None },
            },
            summary: &visit.property_name,
            location: &visit.site_name,
            description,
        }],
        host,
    )
}

/// The time as it follows the day in a text, for example `, 10:00 AM`; empty when admission is for the whole day.
fn time_of(visit: &Visit) -> String {
    if visit.valid_all_day { String::new() } else { format!(", {}", twelve_hours(&visit.time.wire())) }
}

/// The data for the e-mail's template.
struct ReservationEmail {
    paragraphs: Vec<String>,
    tickets_heading: String,
    tickets: Vec<TicketOfParty>,
}

/// A ticket or pass of the party.
struct TicketOfParty {
    /// The product, the passholder and the code.
    name: String,
    code: String,
    /// The content id of the QR code's picture; `None` for a ticket whose code the recipient must not see.
    picture: Option<String>,
}

#[derive(Template)]
#[template(path = "email/reservation.html")]
struct Html<'a> {
    layout: &'a EmailLayout,
    email: &'a ReservationEmail,
}

#[derive(Template)]
#[template(path = "email/reservation.txt")]
struct PlainText<'a> {
    layout: &'a EmailLayout,
    email: &'a ReservationEmail,
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
pub fn reservation_email(
    context: &EmailContext,
    row: &Model,
    tickets: &[TicketRow],
    document: &Document,
    id: &str,
) -> Result<Email> {
    let Document { about, visit, before, .. } = document;
    let places = row.party.places().saturating_add(visit.friends);
    let values = [
        ("site", context.shop().to_owned()),
        ("park", visit.property_name.clone()),
        ("day", day_in_words(visit.date)),
        ("time", time_of(visit)),
        ("hours", visit.hours.clone().unwrap_or_default()),
        ("code", row.code.clone()),
        ("firstName", row.guest.first_name.clone()),
        ("count", places.to_string()),
        ("link", context.link("reservation/my")),
    ];
    let message = |text: Text| context.message(text, &values);
    let (subject, greeting) = match about {
        About::Confirmed => (CONFIRMED_SUBJECT, CONFIRMED),
        About::Moved => (MOVED_SUBJECT, MOVED),
        About::Cancelled => (CANCELLED_SUBJECT, CANCELLED),
    };
    let is_expected = *about != About::Cancelled;
    let tickets = if is_expected { tickets } else { &[] };
    let mut paragraphs = vec![message(greeting)];
    if is_expected {
        paragraphs.push(row.code.clone());
    }
    paragraphs.push(message(WHEN));
    // A move may change only the number of friends. In that case, there is no previous visit to name.
    if let Some(before) = before.as_ref().filter(|before| before.performance_id != visit.performance_id) {
        let values = [("day", day_in_words(before.date)), ("time", time_of(before))];
        paragraphs.push(context.message(BEFORE, &values));
    }
    if let Some(day) = visit.add_ons_for.filter(|day| *about == About::Moved && *day != visit.date) {
        paragraphs.push(context.message(KEPT_ITEMS, &[("day", day_in_words(day))]));
    }
    if is_expected {
        paragraphs.extend(visit.hours.is_some().then(|| message(HOURS)));
        paragraphs.push(message(PARTY));
        paragraphs.push(message(LINK));
    }
    let host = context.config.host_name();
    let calendar = entry(row, document, &paragraphs.join("\n"), host);
    let content_id = |ticket: &TicketRow| format!("{}@{host}", ticket.media_code);
    let has_picture = |ticket: &&TicketRow| !ticket.token.is_empty();
    let of_party = |ticket: &TicketRow| {
        let holder = ticket.holder_name.as_ref().map_or_else(String::new, |name| format!(", {name}"));
        TicketOfParty {
            name: format!("{}, {}{holder}: {}", ticket.product_name, ticket.variant_name, ticket.media_code),
            code: ticket.media_code.clone(),
            picture: Some(ticket).filter(has_picture).map(content_id),
        }
    };
    let picture = |ticket: &TicketRow| Ok(Picture { content_id: content_id(ticket), png: qr_png(&ticket.token)? });
    let to: Address = row.guest.email_address.parse().map_err(Error::internal)?;
    let layout = &context.layout(message(subject), message(FOOTER));
    let email = &ReservationEmail {
        paragraphs,
        tickets_heading: message(TICKETS),
        tickets: tickets.iter().map(of_party).collect(),
    };
    let id = message_id(&context.config, EmailKind::Reservation, id);
    Ok(Email {
        pictures: tickets.iter().filter(has_picture).map(picture).collect::<Result<_>>()?,
        files: vec![File {
            name: CALENDAR_FILE.to_owned(),
            media_type: calendar::MEDIA_TYPE.to_owned(),
            bytes: calendar.into_bytes(),
        }],
        ..context.email((id, to), layout, &Html { layout, email }, &PlainText { layout, email })?
    })
}
