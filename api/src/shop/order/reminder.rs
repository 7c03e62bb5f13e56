//! Reminds shoppers of their visit by e-mail on the day before, with their tickets and what they need to know of the
//! place. An order for several days has a reminder for each of them.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::emails::{TICKETS, TICKETS_HINT};
use super::entity::{line, order};
use super::lookup::page_path;
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::mailer::Email;
use crate::shop::performance;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter, remind_at};
use crate::shop::ticket::{self, OPEN, TicketRow, VisitDays, WHEN, WHERE, email_pictures, email_visits, site_named};
use midway_catalog::Catalog;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_in_words};

/// The kind of the job that sends a reminder; its subject is the order's id and the day.
pub const SEND_REMINDER: &str = "visit-reminder";

const SUBJECT: Text = Text { id: "mail.reminder.subject", default: "Your visit to {{place}} on {{day}}" };
const TITLE: Text = Text { id: "mail.reminder.title", default: "See you on {{day}}" };
const BODY: Text =
    Text { id: "mail.reminder.body", default: "Here's what you need for your visit. Your tickets are below." };
const ORDER: Text = Text { id: "mail.reminder.order", default: "Confirmation number" };
const DIRECTIONS: Text = Text { id: "mail.reminder.directions", default: "Get directions" };
const VIEW: Text = Text { id: "mail.reminder.view", default: "View your order" };
const FOOTER: Text = Text {
    id: "mail.reminder.footer",
    default: "You received this email because tickets for this visit were ordered at {{site}} using this email \
              address.",
};

#[derive(Serialize, Deserialize)]
struct Document {
    order_id: String,
    day: NaiveDate,
}

/// Queues the reminders of an order, in its transaction. A visit whose reminder would have been sent already has none.
pub async fn enqueue(
    tx: &Transaction,
    catalog: &Catalog,
    order_id: &str,
    tickets: &[TicketRow],
    now: Instant,
) -> Result<()> {
    if !catalog.settings().visit_reminders {
        return Ok(());
    }
    let times: BTreeSet<(NaiveDate, Instant)> = tickets
        .iter()
        .filter_map(|ticket| {
            let day = ticket.valid_on?;
            Some((day, remind_at(site_named(catalog, &ticket.site_name)?, day)))
        })
        .filter(|(_, at)| now < *at)
        .collect();
    for (day, at) in times {
        let document = Document { order_id: order_id.to_owned(), day };
        jobs::enqueue_for(tx, SEND_REMINDER, &format!("{order_id}-{day}"), &document, (now, at)).await?;
    }
    Ok(())
}

/// Sends a queued reminder of the visits that take place, unless there is none on that day any more, or the day has come.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let Document { order_id, day } = job.read()?;
    let Some(order) = store::find(app.db.read(), &order_id).await? else {
        return Err(Failure::Permanent("its order does not exist".to_owned()));
    };
    let context = EmailContext::of(app);
    let mut tickets = ticket::of_order(app.db.read(), &order_id).await?;
    let days = VisitDays::of(&tickets);
    let lines = store::lines(app.db.read(), &order_id).await?;
    let takes_place = |ticket: &TicketRow| !is_withdrawn(&context.catalog, &lines, ticket);
    tickets.retain(|ticket| days.day_of(ticket) == Some(day) && !ticket.is_revoked() && takes_place(ticket));
    // Those who have all tickets of the day come without the buyer.
    if tickets.iter().all(|ticket| ticket.sent_to.is_some()) {
        return Ok(());
    }
    let Some(site) = tickets.first().and_then(|first| site_named(&context.catalog, &first.site_name)) else {
        return Ok(());
    };
    let has_come = day <= context.now.with_timezone(&site.time_zone).date_naive();
    if has_come || !context.catalog.settings().visit_reminders {
        return Ok(());
    }
    let page = page_path(app, &order_id).await?.unwrap_or_else(|| "order-lookup".to_owned());
    Ok(app.mailer.send(&reminder_email(&context, &order, &tickets, (day, &page), &job.subject)?).await?)
}

/// Whether the performance of a ticket is no longer in the catalogue.
fn is_withdrawn(catalog: &Catalog, lines: &[line::Model], ticket: &TicketRow) -> bool {
    let of_ticket = lines.iter().filter(|line| ticket.order_line_id.as_ref() == Some(&line.id));
    let chosen = of_ticket.flat_map(line::Model::all_performances).filter(|chosen| chosen.is_of(ticket));
    let mut performances = chosen.map(|chosen| performance::find(catalog, &chosen.performance_id)).peekable();
    performances.peek().is_some() && performances.all(|found| found.is_none())
}

/// Builds the e-mail about the tickets of one day. `page` is the path of the order's page; `id` is the same for each attempt to
/// send it.
///
/// # Errors
/// When the order's e-mail address or a template is invalid.
pub fn reminder_email(
    context: &EmailContext,
    order: &order::Model,
    tickets: &[TicketRow],
    (day, page): (NaiveDate, &str),
    id: &str,
) -> Result<Email> {
    let catalog = &context.catalog;
    let places: BTreeSet<&str> = tickets.iter().map(|ticket| ticket.site_name.as_str()).collect();
    let places: Vec<&str> = places.into_iter().collect();
    let values = [("site", context.shop().to_owned()), ("place", places.join(", ")), ("day", day_in_words(day))];
    let message = |text: Text| context.message(text, &values);
    let mut facts = vec![(message(WHEN), day_in_words(day))];
    let mut map_url = None;
    let mut visits = email_visits(context, tickets);
    // The facts of several places would not say to which of them they belong. Then each visit names its own.
    if let [place] = places[..] {
        let site = site_named(catalog, place);
        let hours = site.and_then(|site| site.hours_on(day)).map(|hours| (message(OPEN), hours.in_words()));
        facts.extend(hours);
        facts.push((message(WHERE), ticket::location(catalog, place)));
        facts.extend(ticket::preparation(catalog, place).into_iter().map(|(name, fact)| (message(name), fact)));
        map_url = site.and_then(|site| site.map_url.clone());
        visits.iter_mut().for_each(|visit| visit.venue.clear());
    }
    facts.push((message(ORDER), order.number.clone()));
    let button = match map_url {
        Some(link) => Button { label: message(DIRECTIONS), link },
        None => Button { label: message(VIEW), link: context.link(page) },
    };
    let letter = Letter {
        title: message(TITLE),
        paragraphs: vec![message(BODY)],
        facts,
        button: Some(button),
        tickets_heading: message(TICKETS),
        tickets_hint: message(TICKETS_HINT),
        visits,
        ..Letter::default()
    };
    let texts = (message(SUBJECT), message(FOOTER));
    let mut email = context.letter((EmailKind::VisitReminder, id), &order.email_address, texts, &letter)?;
    email.pictures.extend(email_pictures(context, tickets)?);
    Ok(email)
}
