//! The e-mails to the recipient of a ticket: with its link, and when it was canceled or its performance was moved, does not take
//! place, or does after all.

use serde::{Deserialize, Serialize};

use super::links::path;
use crate::app::App;
use crate::error::Result;
use crate::platform::jobs::{Failure, Job};
use crate::platform::mailer::Email;
use crate::shop::order;
use crate::shop::site::{Button, EmailContext, EmailKind, EmailSample, Letter};
use crate::shop::ticket::{self, TicketRow, TransferRow, WHEN, WHERE, location, when_in_words};
use midway_kernel::text::Text;

/// The kinds of the jobs that send the e-mails; their subject is the transfer's id.
pub const SEND_TICKET: &str = "ticket-sent";
pub const SEND_CANCELED: &str = "sent-ticket-canceled";
/// The kinds of the jobs that tell of a move, of a performance that does not take place, and of one that does after all; their
/// subject begins with the transfer's id.
pub const SEND_MOVED: &str = "sent-ticket-moved";
pub const SEND_CHOICE: &str = "sent-ticket-choice";
pub const SEND_TAKES_PLACE: &str = "sent-ticket-takes-place";

const SUBJECT: Text = Text { id: "mail.ticket-sent.subject", default: "{{sender}} sent you a ticket: {{ticket}}" };
const TITLE: Text = Text { id: "mail.ticket-sent.title", default: "A ticket for you from {{sender}}" };
const BODY: Text = Text {
    id: "mail.ticket-sent.body",
    default: "Hello {{recipient}}, open your ticket on your phone and show its code at the gate. Keep this link private: \
              anyone who has it can use the ticket.",
};
const BUTTON: Text = Text { id: "mail.ticket-sent.button", default: "Open the ticket" };
const FOOTER: Text = Text {
    id: "mail.ticket-sent.footer",
    default: "You received this email because {{sender}} sent you a ticket from {{site}} using this email address. This \
              is a one-time email.",
};

const CANCELED_SUBJECT: Text =
    Text { id: "mail.sent-ticket-canceled.subject", default: "Canceled: {{ticket}}, sent by {{sender}}" };
const CANCELED_TITLE: Text = Text { id: "mail.sent-ticket-canceled.title", default: "Your ticket was canceled" };
const CANCELED_BODY: Text = Text {
    id: "mail.sent-ticket-canceled.body",
    default: "Hello {{recipient}}, {{sender}} sent you a ticket for {{ticket}}. The ticket was canceled and is no \
              longer valid. Please ask {{sender}} if you have questions.",
};
const CANCELED_FOOTER: Text = Text {
    id: "mail.sent-ticket-canceled.footer",
    default: "You received this email because {{sender}} sent you a ticket from {{site}} using this email address. This \
              is a one-time email.",
};

const MOVED_SUBJECT: Text =
    Text { id: "mail.sent-ticket-moved.subject", default: "New date: {{ticket}}, sent by {{sender}}" };
const MOVED_TITLE: Text = Text { id: "mail.sent-ticket-moved.title", default: "Your ticket has a new date" };
const MOVED_BODY: Text = Text {
    id: "mail.sent-ticket-moved.body",
    default: "Hello {{recipient}}, {{sender}} sent you a ticket for {{ticket}}, which now has a new date. Your \
              ticket is valid for the new date. Please open it again, because any copy you saved or printed still \
              shows the old date.",
};
const MOVED_FOOTER: Text = Text {
    id: "mail.sent-ticket-moved.footer",
    default: "You received this email because {{sender}} sent you a ticket from {{site}} using this email address. This \
              is a one-time email.",
};

const CHOICE_SUBJECT: Text =
    Text { id: "mail.sent-ticket-choice.subject", default: "Visit canceled: {{ticket}}, sent by {{sender}}" };
const CHOICE_TITLE: Text = Text { id: "mail.sent-ticket-choice.title", default: "Canceled: {{ticket}}" };
const CHOICE_BODY: Text = Text {
    id: "mail.sent-ticket-choice.body",
    default: "Hello {{recipient}}, {{sender}} sent you a ticket for {{ticket}}. We're sorry, but this visit was \
              canceled. We've emailed {{sender}} about it. Please ask {{sender}} what happens next.",
};
const CHOICE_FOOTER: Text = Text {
    id: "mail.sent-ticket-choice.footer",
    default: "You received this email because {{sender}} sent you a ticket from {{site}} using this email address. \
              This is a one-time email.",
};

const TAKES_PLACE_SUBJECT: Text =
    Text { id: "mail.sent-ticket-takes-place.subject", default: "Back on: {{ticket}}, sent by {{sender}}" };
const TAKES_PLACE_TITLE: Text = Text { id: "mail.sent-ticket-takes-place.title", default: "Back on: {{ticket}}" };
const TAKES_PLACE_BODY: Text = Text {
    id: "mail.sent-ticket-takes-place.body",
    default: "Hello {{recipient}}, we told you that {{ticket}} was canceled, but it will take place after all. The \
              ticket {{sender}} sent you is still valid. You don't need to do anything.",
};
const TAKES_PLACE_FOOTER: Text = Text {
    id: "mail.sent-ticket-takes-place.footer",
    default: "You received this email because {{sender}} sent you a ticket from {{site}} using this email address. \
              This is a one-time email.",
};

/// The document of the jobs whose subject is not the transfer's id alone.
#[derive(Serialize, Deserialize)]
pub struct OfTransfer {
    pub transfer_id: String,
}

/// What the e-mail names.
struct Sent<'a> {
    sender: &'a str,
    recipient: &'a str,
    ticket: &'a TicketRow,
    path: &'a str,
}

impl<'a> Sent<'a> {
    fn of(transfer: &'a TransferRow, ticket: &'a TicketRow, path: &'a str) -> Self {
        Sent { sender: &transfer.sender_name, recipient: &transfer.recipient_name, ticket, path }
    }
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

/// What an e-mail says that the ticket has changed since it was sent.
struct Change {
    kind: EmailKind,
    subject: Text,
    title: Text,
    body: Text,
    footer: Text,
}

/// Says that the ticket admits no longer.
const CANCELED: Change = Change {
    kind: EmailKind::TicketCanceled,
    subject: CANCELED_SUBJECT,
    title: CANCELED_TITLE,
    body: CANCELED_BODY,
    footer: CANCELED_FOOTER,
};

/// Says that the ticket is valid at another time.
const MOVED: Change = Change {
    kind: EmailKind::TicketMoved,
    subject: MOVED_SUBJECT,
    title: MOVED_TITLE,
    body: MOVED_BODY,
    footer: MOVED_FOOTER,
};

/// Says that the performance does not take place, and that the sender chooses what to get instead.
const CHOICE: Change = Change {
    kind: EmailKind::TicketChoice,
    subject: CHOICE_SUBJECT,
    title: CHOICE_TITLE,
    body: CHOICE_BODY,
    footer: CHOICE_FOOTER,
};

/// Says that the performance takes place after all.
const TAKES_PLACE: Change = Change {
    kind: EmailKind::TicketTakesPlace,
    subject: TAKES_PLACE_SUBJECT,
    title: TAKES_PLACE_TITLE,
    body: TAKES_PLACE_BODY,
    footer: TAKES_PLACE_FOOTER,
};

fn change_email(context: &EmailContext, change: &Change, sent: &Sent<'_>, (to, id): (&str, &str)) -> Result<Email> {
    let values = [
        ("site", context.shop().to_owned()),
        ("sender", sent.sender.to_owned()),
        ("recipient", sent.recipient.to_owned()),
        ("ticket", sent.ticket.title().to_owned()),
    ];
    let message = |text: Text| context.message(text, &values);
    let letter = Letter {
        title: message(change.title),
        paragraphs: vec![message(change.body)],
        facts: when_in_words(sent.ticket).into_iter().map(|when| (message(WHEN), when)).collect(),
        button: Some(Button { label: message(BUTTON), link: context.link(sent.path.trim_start_matches('/')) }),
        ..Letter::default()
    };
    context.letter((change.kind, id), to, (message(change.subject), message(change.footer)), &letter)
}

/// An open transfer with its ticket and the address of its recipient; `None` if it was taken back.
async fn found(app: &App, transfer_id: &str) -> Result<Option<(TransferRow, TicketRow, String)>> {
    let db = app.db.read();
    let Some(transfer) = ticket::open_transfer(db, transfer_id).await? else { return Ok(None) };
    let ticket = ticket::by_ids(db, std::slice::from_ref(&transfer.ticket_id)).await?.pop();
    let to = transfer.recipient_email.clone();
    Ok(ticket.zip(to).map(|(ticket, to)| (transfer, ticket, to)))
}

/// Sends the e-mail with the link, unless the ticket was taken back or revoked before.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let found = found(app, &job.subject).await?.filter(|(_, ticket, _)| !ticket.is_revoked());
    let Some((transfer, ticket, to)) = found else { return Ok(()) };
    let path = path(&app.secret, &transfer.id);
    let sent = Sent::of(&transfer, &ticket, &path);
    Ok(app.mailer.send(&email(&EmailContext::of(app), &sent, &to, &job.subject)?).await?)
}

/// Sends the e-mail that the ticket was canceled, unless the ticket was taken back before, or its visit is over.
pub async fn send_canceled(app: &App, job: &Job) -> Result<(), Failure> {
    let is_over = |ticket: &TicketRow| ticket.is_over(&app.catalog.current(), app.clock.now());
    let found = found(app, &job.subject).await?.filter(|(_, ticket, _)| !is_over(ticket));
    let Some((transfer, ticket, to)) = found else { return Ok(()) };
    let path = path(&app.secret, &transfer.id);
    let sent = Sent::of(&transfer, &ticket, &path);
    Ok(app.mailer.send(&change_email(&EmailContext::of(app), &CANCELED, &sent, (&to, &job.subject))?).await?)
}

/// Sends the e-mail that the ticket is valid at another time, unless the ticket was taken back or revoked before.
pub async fn send_moved(app: &App, job: &Job) -> Result<(), Failure> {
    send_change(app, job, &MOVED, |_| true).await
}

/// Sends the e-mail that the performance does not take place, unless the ticket was taken back or revoked before, or the
/// performance was moved or takes place after all.
pub async fn send_choice(app: &App, job: &Job) -> Result<(), Failure> {
    send_change(app, job, &CHOICE, |is_canceled| is_canceled).await
}

/// Sends the e-mail that the performance takes place after all, unless the ticket was taken back or revoked before, or the
/// performance was canceled again.
pub async fn send_takes_place(app: &App, job: &Job) -> Result<(), Failure> {
    send_change(app, job, &TAKES_PLACE, |is_canceled| !is_canceled).await
}

/// `is_right` says whether the e-mail is, if the performance is canceled or not: it may have become wrong while it was waiting.
async fn send_change(
    app: &App,
    job: &Job,
    change: &Change,
    is_right: impl Fn(bool) -> bool + Send,
) -> Result<(), Failure> {
    let OfTransfer { transfer_id } = job.read()?;
    let found = found(app, &transfer_id).await?.filter(|(_, ticket, _)| !ticket.is_revoked());
    let Some((transfer, ticket, to)) = found else { return Ok(()) };
    if !is_right(order::was_asked_about_ticket(app.db.read(), &ticket).await?) {
        return Ok(());
    }
    let path = path(&app.secret, &transfer.id);
    let sent = Sent::of(&transfer, &ticket, &path);
    Ok(app.mailer.send(&change_email(&EmailContext::of(app), change, &sent, (&to, &job.subject))?).await?)
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

/// The sample of the e-mail about a moved ticket.
///
/// # Errors
/// As [`samples`].
pub fn moved_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    change_samples(context, "sent-ticket-moved", &MOVED)
}

/// The sample of the e-mail about a ticket whose performance does not take place.
///
/// # Errors
/// As [`samples`].
pub fn choice_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    change_samples(context, "sent-ticket-choice", &CHOICE)
}

/// The sample of the e-mail about a ticket whose performance takes place after all.
///
/// # Errors
/// As [`samples`].
pub fn takes_place_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    change_samples(context, "sent-ticket-takes-place", &TAKES_PLACE)
}

/// The sample of the e-mail about a canceled ticket.
///
/// # Errors
/// As [`samples`].
pub fn canceled_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    change_samples(context, "sent-ticket-canceled", &CANCELED)
}

fn change_samples(context: &EmailContext, name: &'static str, change: &Change) -> Result<Vec<EmailSample>> {
    let ticket = order::sample_ticket(context);
    let sent = Sent { sender: "Ada", recipient: "Nora", ticket: &ticket, path: "/ticket/sent/sample/key" };
    Ok(vec![EmailSample { name, email: change_email(context, change, &sent, ("nora@example.org", "sample"))? }])
}
