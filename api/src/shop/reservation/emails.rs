//! E-mails about a reservation: that it is confirmed, has moved, or is cancelled, and a reminder on the day before the
//! visit. Each but the reminder contains the current visit as a calendar entry. All but the cancellation contain the
//! tickets.

use serde::{Deserialize, Serialize};

use super::entity::{Model, ReservationState, Visit};
use super::people::people_without_tickets;
use super::rules::{self, shown_code};
use super::store;
use super::tickets::tickets_of_party;
use crate::app::App;
use crate::error::Result;
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::mailer::{Email, File, Picture, PictureSource};
use crate::shop::site::{Button, EmailContext, EmailKind, EmailVisit, LargeCode, Letter, remind_at};
use crate::shop::ticket::{self, OPEN, TicketRow, WHEN, WHERE, calendar, email_pictures, email_tickets, qr_png};
use midway_catalog::Catalog;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_in_words, twelve_hours};

/// The kind of the job that sends an e-mail about a reservation; its subject is the e-mail's id.
pub const SEND_RESERVATION: &str = "reservation";

const CONFIRMED_SUBJECT: Text =
    Text { id: "mail.reservation.subject", default: "Reserved: your visit to {{park}} on {{day}} ({{code}})" };
const CONFIRMED_TITLE: Text = Text { id: "mail.reservation.title", default: "Your visit is reserved" };
const CONFIRMED: Text = Text {
    id: "mail.reservation.confirmed",
    default: "Thank you, {{firstName}}. We look forward to seeing you at {{park}}.",
};
const MOVED_SUBJECT: Text =
    Text { id: "mail.reservation.moved-subject", default: "Changed: your visit to {{park}} on {{day}} ({{code}})" };
const MOVED_TITLE: Text = Text { id: "mail.reservation.moved-title", default: "Your visit has been changed" };
const MOVED: Text = Text {
    id: "mail.reservation.moved",
    default: "Thank you, {{firstName}}. Your visit has been changed. Your code stays the same.",
};
const CANCELLED_SUBJECT: Text = Text {
    id: "mail.reservation.cancelled-subject",
    default: "Canceled: your visit to {{park}} on {{day}} ({{code}})",
};
const CANCELLED_TITLE: Text = Text { id: "mail.reservation.cancelled-title", default: "Your visit has been canceled" };
const CANCELLED: Text = Text {
    id: "mail.reservation.cancelled",
    default: "Hi {{firstName}}, your reservation has been canceled. You can use your tickets and passes for another visit.",
};
const REMINDER_SUBJECT: Text =
    Text { id: "mail.reservation.reminder-subject", default: "Your visit to {{park}} on {{day}} ({{code}})" };
const REMINDER_TITLE: Text = Text { id: "mail.reservation.reminder-title", default: "See you on {{day}}" };
const REMINDER: Text =
    Text { id: "mail.reservation.reminder", default: "Hi {{firstName}}, here's what you need for your visit." };
const CODE: Text = Text { id: "mail.reservation.code", default: "Code for your whole party" };
const CANCELLED_CODE: Text = Text { id: "mail.reservation.cancelled-code", default: "Code" };
const BEFORE: Text = Text { id: "mail.reservation.before", default: "Previously" };
const KEPT_ITEMS: Text = Text {
    id: "mail.reservation.kept-items",
    default: "Items you bought with your visit haven't been moved. They're still for the original day: {{day}}.",
};
const ENTRY: Text = Text { id: "mail.reservation.entry", default: "Entry" };
const PARTY: Text = Text { id: "mail.reservation.party", default: "Party" };
const PEOPLE: Text = Text { id: "mail.reservation.people", default: "{{count}} people" };
const PERSON: Text = Text { id: "mail.reservation.person", default: "1 person" };
const VIEW: Text = Text { id: "mail.reservation.view", default: "View my visit" };
const VIEW_OR_CHANGE: Text = Text { id: "mail.reservation.view-or-change", default: "View, move, or cancel my visit" };
const CHANGE_UNTIL: Text =
    Text { id: "mail.reservation.change-until", default: "You can move or cancel this visit until {{when}}." };
const NO_CHANGE: Text = Text {
    id: "mail.reservation.no-change",
    default: "It's too late to move or cancel this visit. If you can't make it, please call us.",
};
const AGAIN: Text = Text { id: "mail.reservation.again", default: "Reserve another visit" };
const TICKETS: Text = Text { id: "mail.reservation.tickets", default: "Tickets" };
const PASSES: Text = Text { id: "mail.reservation.passes", default: "Passes" };
const TICKETS_AND_PASSES: Text = Text { id: "mail.reservation.tickets-and-passes", default: "Tickets and passes" };
const FOOTER: Text = Text {
    id: "mail.reservation.footer",
    default: "You received this email because a visit was reserved at {{site}} using this email address.",
};

const CALENDAR_FILE: &str = "visit.ics";

/// The event that an e-mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    Confirmed,
    Moved,
    Cancelled,
    /// The visit is on the next day.
    Reminder,
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

/// Queues an e-mail, in the caller's transaction, and with the e-mail about a confirmed visit its reminder.
pub async fn queue_email(tx: &Transaction, catalog: &Catalog, row: &Model, about: About, now: Instant) -> Result<()> {
    enqueue(tx, row, (about, None), (now, now)).await?;
    if about == About::Confirmed { queue_reminder(tx, catalog, row, now).await } else { Ok(()) }
}

/// Queues the e-mail about a move, which names the previous visit, and the reminder of the new visit.
pub async fn queue_move_email(
    tx: &Transaction,
    catalog: &Catalog,
    row: &Model,
    before: Visit,
    now: Instant,
) -> Result<()> {
    enqueue(tx, row, (About::Moved, Some(before)), (now, now)).await?;
    queue_reminder(tx, catalog, row, now).await
}

/// Queues the reminder of a visit, unless it would have been sent already.
async fn queue_reminder(tx: &Transaction, catalog: &Catalog, row: &Model, now: Instant) -> Result<()> {
    let (Some(visit), Some(site)) = (&row.visit, catalog.site(&row.site_id)) else { return Ok(()) };
    let at = remind_at(site, visit.date);
    if now < at && catalog.settings().visit_reminders {
        enqueue(tx, row, (About::Reminder, None), (now, at)).await?;
    }
    Ok(())
}

/// Queues an e-mail that is sent at `due_at`.
async fn enqueue(
    tx: &Transaction,
    row: &Model,
    (about, before): (About, Option<Visit>),
    (now, due_at): (Instant, Instant),
) -> Result<()> {
    let Some(visit) = row.visit.clone() else { return Ok(()) };
    let (reservation_id, changes) = (row.id.clone(), row.changes);
    let document = Document { reservation_id, about, visit, before, changes, changed_at: now };
    jobs::enqueue_for(tx, SEND_RESERVATION, &random_id(), &document, (now, due_at)).await
}

/// Whether a reminder is still right: the reservation still has this visit, and its day has not come.
fn is_still_to_come(context: &EmailContext, row: &Model, visit: &Visit) -> bool {
    let has_visit = row.visit.as_ref().is_some_and(|now| now.performance_id == visit.performance_id);
    let site = context.catalog.site(&row.site_id);
    let is_to_come = site.is_some_and(|site| context.now.with_timezone(&site.time_zone).date_naive() < visit.date);
    row.state == ReservationState::Confirmed && has_visit && is_to_come && context.catalog.settings().visit_reminders
}

/// Sends a queued e-mail about a reservation.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = job.read()?;
    let found = store::find(app.db.read(), &document.reservation_id).await?;
    let Some(row) = found else { return Err(Failure::Permanent("its reservation does not exist".to_owned())) };
    let context = EmailContext::of(app);
    if document.about == About::Reminder && !is_still_to_come(&context, &row, &document.visit) {
        return Ok(());
    }
    let mut tickets = tickets_of_party(app.db.read(), &row.party).await?;
    for ticket in &mut tickets {
        let of_party = row.party.tickets.iter().find(|it| it.ticket_id == ticket.id);
        if let Some(of_party) = of_party.filter(|it| !it.has_entered_code(ticket)) {
            // Hide the full code: the guest of the reservation might not be the buyer of the order, or no longer the holder.
            ticket.media_code = shown_code(of_party, ticket);
            ticket.token.clear();
        }
    }
    let email = reservation_email(&context, &row, &tickets, &document, &job.subject)?;
    Ok(app.mailer.send(&email).await?)
}

/// The calendar file of a confirmed or cancelled reservation, with the same entry as in its e-mails; `None` without a
/// visit.
pub fn calendar_file(context: &EmailContext, row: &Model) -> Option<File> {
    let about = if row.state == ReservationState::Cancelled { About::Cancelled } else { About::Confirmed };
    let document = Document {
        reservation_id: row.id.clone(),
        about,
        visit: row.visit.clone()?,
        before: None,
        changes: row.changes,
        changed_at: context.now,
    };
    Some(entry(context, row, &document))
}

/// The visit as a calendar entry. All versions have the same id, so that calendars update one entry.
fn entry(context: &EmailContext, row: &Model, document: &Document) -> File {
    let visit = &document.visit;
    let is_cancelled = document.about == About::Cancelled;
    let code = (!is_cancelled).then(|| (context.message(CODE, &[]), row.code.clone()));
    let lines =
        code.into_iter().chain(facts(context, row, (document, &[]))).map(|(name, fact)| format!("{name}: {fact}"));
    let event = calendar::Event {
        id: &format!("reservation {}", row.id),
        sequence: document.changes,
        is_cancelled,
        changed_at: document.changed_at,
        when: match visit.valid_all_day {
            true => calendar::When::Day(visit.date),
            false => calendar::When::Time { starts_at: visit.starts_at, ends_at: None },
        },
        summary: &visit.property_name,
        location: &ticket::location(&context.catalog, &visit.site_name),
        description: &lines.collect::<Vec<_>>().join("\n"),
    };
    File {
        name: CALENDAR_FILE.to_owned(),
        media_type: calendar::MEDIA_TYPE.to_owned(),
        bytes: calendar::file([event], context.config.host_name()).into_bytes(),
    }
}

/// The day with the time, if admission is not for the whole day.
fn when(visit: &Visit) -> String {
    let day = day_in_words(visit.date);
    if visit.valid_all_day { day } else { format!("{day}, {}", twelve_hours(&visit.time.wire())) }
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
pub fn reservation_email(
    context: &EmailContext,
    row: &Model,
    tickets: &[TicketRow],
    document: &Document,
    id: &str,
) -> Result<Email> {
    let Document { about, visit, .. } = document;
    let values = [
        ("site", context.shop().to_owned()),
        ("park", visit.property_name.clone()),
        ("day", day_in_words(visit.date)),
        ("code", row.code.clone()),
        ("firstName", row.guest.first_name.clone()),
    ];
    let message = |text: Text| context.message(text, &values);
    let (subject, title, greeting) = match about {
        About::Confirmed => (CONFIRMED_SUBJECT, CONFIRMED_TITLE, CONFIRMED),
        About::Moved => (MOVED_SUBJECT, MOVED_TITLE, MOVED),
        About::Cancelled => (CANCELLED_SUBJECT, CANCELLED_TITLE, CANCELLED),
        About::Reminder => (REMINDER_SUBJECT, REMINDER_TITLE, REMINDER),
    };
    let is_expected = *about != About::Cancelled;
    let tickets = if is_expected { tickets } else { &[] };
    let mut paragraphs = vec![message(greeting)];
    if let Some(day) = visit.add_ons_for.filter(|day| *about == About::Moved && *day != visit.date) {
        paragraphs.push(context.message(KEPT_ITEMS, &[("day", day_in_words(day))]));
    }
    let zone = context.catalog.site(&row.site_id).map_or(chrono_tz::UTC, |site| site.time_zone);
    let until = rules::change_until(visit, context.catalog.settings()).with_timezone(&zone);
    let (view, note) = if context.now < until { (VIEW_OR_CHANGE, CHANGE_UNTIL) } else { (VIEW, NO_CHANGE) };
    let until = format!("{}, {}", day_in_words(until.date_naive()), until.format("%-I:%M %p"));
    let note = is_expected.then(|| context.message(note, &[("when", until)]));
    let cancelled_code = (!is_expected).then(|| (message(CANCELLED_CODE), row.code.clone()));
    let letter = Letter {
        title: message(title),
        paragraphs,
        code: is_expected.then(|| LargeCode {
            label: message(CODE),
            code: row.code.clone(),
            picture: code_picture(context, row),
        }),
        facts: cancelled_code.into_iter().chain(facts(context, row, (document, tickets))).collect(),
        button: Some(match is_expected {
            true => Button { label: message(view), link: context.link(&visit_path(row)) },
            false => Button { label: message(AGAIN), link: context.link("reservation/site") },
        }),
        notes: note.into_iter().collect(),
        tickets_heading: message(heading_of(tickets)),
        visits: of_party(context, tickets),
        ..Letter::default()
    };
    let is_reminder = *about == About::Reminder;
    let kind = if is_reminder { EmailKind::VisitReminder } else { EmailKind::Reservation };
    let texts = (message(subject), message(FOOTER));
    let mut email = context.letter((kind, id), &row.guest.email_address, texts, &letter)?;
    email.pictures.extend(email_pictures(context, tickets)?);
    if let Some(shown) = &letter.code {
        let source = PictureSource::Png(qr_png(&shown.code)?);
        email.pictures.push(Picture { content_id: shown.picture.clone(), source });
    }
    Ok(Email { files: if is_reminder { Vec::new() } else { vec![entry(context, row, document)] }, ..email })
}

/// The page of a visit. Its code is filled in for visitors who must look the visit up with their phone number.
fn visit_path(row: &Model) -> String {
    format!("reservation/my/{}?code={}", row.id, row.code)
}

/// The content id of the picture of the party's code.
fn code_picture(context: &EmailContext, row: &Model) -> String {
    format!("{}@{}", row.code, context.config.host_name())
}

/// The facts about the visit. A reminder also says how to get there and what to bring. `tickets` are the party's;
/// without them, the facts only count the party.
fn facts(context: &EmailContext, row: &Model, (document, tickets): (&Document, &[TicketRow])) -> Vec<(String, String)> {
    let Document { about, visit, before, .. } = document;
    let name = |text: Text| context.message(text, &[]);
    let mut facts = vec![(name(WHEN), when(visit))];
    // A move may change only the number of friends. In that case, there is no previous visit to name.
    if let Some(before) = before.as_ref().filter(|before| before.performance_id != visit.performance_id) {
        facts.push((name(BEFORE), when(before)));
    }
    facts.push((name(WHERE), ticket::location(&context.catalog, &visit.site_name)));
    if *about == About::Cancelled {
        return facts;
    }
    facts.push((name(ENTRY), visit.name.clone()));
    facts.extend(visit.hours.clone().map(|hours| (name(OPEN), hours)));
    facts.push((name(PARTY), party(context, row, (visit, tickets))));
    if *about == About::Reminder {
        let preparation = ticket::preparation(&context.catalog, &visit.site_name);
        facts.extend(preparation.into_iter().map(|(text, fact)| (name(text), fact)));
    }
    facts
}

/// What the party's tickets are called together.
fn heading_of(tickets: &[TicketRow]) -> Text {
    match (ticket::are_passes(tickets), tickets.iter().any(|ticket| ticket.pass.is_some())) {
        (true, _) => PASSES,
        (false, true) => TICKETS_AND_PASSES,
        (false, false) => TICKETS,
    }
}

/// How many people come, and line by line who they are.
fn party(context: &EmailContext, row: &Model, (visit, tickets): (&Visit, &[TicketRow])) -> String {
    let places = row.party.places().saturating_add(visit.friends);
    let text = if places == 1 { PERSON } else { PEOPLE };
    let mut lines = vec![context.message(text, &[("count", places.to_string())])];
    if !tickets.is_empty() {
        let name = |ticket: &TicketRow| {
            ticket.holder_name.clone().unwrap_or_else(|| {
                ticket::full_name(&ticket.product_name, &ticket.variant_name, ticket.pass_level.as_deref())
            })
        };
        lines.extend(tickets.iter().map(name));
        let others = people_without_tickets(&context.catalog, &row.party, visit.friends);
        let brought = row.party.benefits_by_quantity().into_iter().filter_map(|(id, count)| {
            let benefit = context.catalog.benefit(&id).filter(|benefit| benefit.places > 0)?;
            Some((benefit.name.clone(), count))
        });
        let others = others.into_iter().map(|(_, name, count)| (name, count)).chain(brought);
        lines.extend(others.map(|(name, count)| format!("{name}: {count}")));
    }
    lines.join("\n")
}

/// The tickets and passes of the party. The e-mail says when the visit is, so they do not.
fn of_party(context: &EmailContext, tickets: &[TicketRow]) -> Vec<EmailVisit> {
    if tickets.is_empty() {
        return Vec::new();
    }
    let mut tickets = email_tickets(context, tickets);
    tickets.each.iter_mut().for_each(|ticket| ticket.facts.clear());
    vec![EmailVisit { tickets, ..EmailVisit::default() }]
}
