//! The e-mail with the link to a ticket that somebody has sent.

use serde::{Deserialize, Serialize};

use super::links::path;
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::platform::jobs::{Failure, Job};
use crate::platform::mailer::Email;
use crate::shop::order;
use crate::shop::site::{Button, EmailContext, EmailKind, EmailSample, Letter};
use crate::shop::ticket::{self, TicketRow, WHEN, WHERE, location, when_in_words};
use midway_kernel::text::Text;

/// The kind of the job that sends the e-mail; its subject is the transfer's id.
pub const SEND_TICKET: &str = "ticket-sent";

const SUBJECT: Text = Text { id: "mail.ticket-sent.subject", default: "{{sender}} sent you a ticket: {{ticket}}" };
const TITLE: Text = Text { id: "mail.ticket-sent.title", default: "A ticket for you from {{sender}}" };
const BODY: Text = Text {
    id: "mail.ticket-sent.body",
    default: "Hello {{recipient}}, open your ticket on your phone and show its code at the gate. Keep this link to \
              yourself: whoever has it can use the ticket.",
};
const BUTTON: Text = Text { id: "mail.ticket-sent.button", default: "Open the ticket" };
const FOOTER: Text = Text {
    id: "mail.ticket-sent.footer",
    default: "You received this email because {{sender}} sent you a ticket of {{site}} and entered this email address. It \
              is sent once.",
};

/// The document of the job. It alone has the address.
#[derive(Serialize, Deserialize)]
pub struct Document {
    pub transfer_id: String,
    pub email_address: String,
}

/// What the e-mail names.
struct Sent<'a> {
    sender: &'a str,
    recipient: &'a str,
    ticket: &'a TicketRow,
    path: &'a str,
}

fn email(context: &EmailContext, sent: &Sent<'_>, to: &str, id: &str) -> Result<Email> {
    let values = [
        ("site", context.shop().to_owned()),
        ("sender", sent.sender.to_owned()),
        ("recipient", sent.recipient.to_owned()),
        ("ticket", sent.ticket.title().to_owned()),
    ];
    let message = |text: Text| context.message(text, &values);
    let when = when_in_words(sent.ticket).map(|when| (message(WHEN), when));
    let place = sent.ticket.place.clone().map(|place| (sent.ticket.title().to_owned(), place));
    let at = (message(WHERE), location(&context.catalog, &sent.ticket.site_name));
    let letter = Letter {
        title: message(TITLE),
        paragraphs: vec![message(BODY)],
        facts: when.into_iter().chain(place).chain([at]).collect(),
        button: Some(Button { label: message(BUTTON), link: context.link(sent.path.trim_start_matches('/')) }),
        ..Letter::default()
    };
    context.letter((EmailKind::TicketSent, id), to, (message(SUBJECT), message(FOOTER)), &letter)
}

/// Sends the e-mail, unless the ticket was taken back or revoked before.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = job.read()?;
    let db = app.db.read();
    let Some(transfer) = store::open(db, &document.transfer_id).await? else { return Ok(()) };
    let found = ticket::by_ids(db, std::slice::from_ref(&transfer.ticket_id)).await?.pop();
    let Some(ticket) = found.filter(|ticket| !ticket.is_revoked()) else { return Ok(()) };
    let sent = Sent {
        sender: &transfer.sender_name,
        recipient: &transfer.recipient_name,
        ticket: &ticket,
        path: &path(&app.secret, &transfer.id),
    };
    Ok(app.mailer.send(&email(&EmailContext::of(app), &sent, &document.email_address, &job.subject)?).await?)
}

/// The sample of the e-mail.
///
/// # Errors
/// When the e-mail cannot be built: an error in the configuration or in the code.
pub fn samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let ticket = order::sample_ticket(context);
    let sent = Sent { sender: "Ada", recipient: "Nora", ticket: &ticket, path: "/ticket/sent/sample/key" };
    Ok(vec![EmailSample { name: "ticket-sent", email: email(context, &sent, "nora@example.org", "sample")? }])
}
