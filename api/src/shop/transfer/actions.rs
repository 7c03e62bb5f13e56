//! Sending a ticket, taking it back, fresh codes, and another holder's name.
//!
//! Each change locks the ticket first, so that of two at once the second sees what the first has done.

use std::time::Duration;

use chrono_tz::Tz;
use sea_orm::ConnectionTrait;
use serde_json::json;

use super::emails;
use super::links::{is_valid_key, path};
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::audit::{self, Deed};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Nothing};
use crate::platform::limits::Limit;
use crate::shop::order::{self, ValidAgain};
use crate::shop::refund;
use crate::shop::ticket::{self, TicketRow, TransferRow, open_transfers_of};
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NAME: Text = Text { id: "transfer.name", default: "Enter a name of 60 characters or fewer" };
const SENT_ALREADY: Text = Text {
    id: "transfer.sent-already",
    default: "This ticket was sent to {{name}}. Take it back before you send it to someone else.",
};
const NAME_IS_WITH: Text = Text {
    id: "transfer.name-is-with",
    default: "This ticket was sent to {{name}}. Take it back before you change the name.",
};
const NOT_SENT: Text =
    Text { id: "transfer.not-sent", default: "This ticket hasn't been sent to anyone, or it was taken back." };
const STAYS: Text =
    Text { id: "transfer.pass", default: "Only the passholder can use a pass, so it can't be sent to anyone else." };

/// How often tickets of an order may be sent, and how many e-mails an address and a visitor may cause.
const SENDS_OF_ORDER: Limit = Limit { name: "transfer", attempts: 30, window: Duration::from_secs(86_400) };
const EMAILS_OF_VISITOR: Limit = Limit { name: "transfer-by", attempts: 30, window: Duration::from_secs(3_600) };
const EMAILS_FOR_ADDRESS: Limit = Limit { name: "transfer-to", attempts: 10, window: Duration::from_secs(86_400) };
/// Wrong links per network address.
const GUESSES: Limit = Limit { name: "transfer-link", attempts: 30, window: Duration::from_secs(300) };

const MAX_NAME_LENGTH: usize = 60;

/// A ticket of an order, for its owner.
pub struct OwnedTicket {
    pub ticket: TicketRow,
    /// Of a ticket with the name of its holder: why the name cannot be changed now, if so.
    pub name_locked: Option<Refusal>,
    /// Why it can get no fresh code now, and cannot be taken back.
    pub locked: Option<Refusal>,
    pub can_be_sent: bool,
    /// The open transfer with the path of its page.
    pub sent: Option<(TransferRow, String)>,
    /// The time zone of the order.
    pub zone: Tz,
}

impl OwnedTicket {
    fn new(app: &App, ticket: TicketRow, sent: Option<TransferRow>, zone: Tz) -> Self {
        let now = app.clock.now();
        let refusal = |checked| match checked {
            Err(Error::Refused(refusal)) => Some(refusal),
            _ => None,
        };
        let locked = refusal(ticket.check_unused(now));
        let name_locked = refusal(ticket.check_name(zone_of(app, &ticket, zone), now));
        let sent = sent.map(|transfer| {
            let path = path(&app.secret, &transfer.id);
            (transfer, path)
        });
        let can_be_sent = ticket.check_to_come(now).is_ok() && ticket.pass.is_none();
        OwnedTicket { ticket, name_locked, locked, can_be_sent, sent, zone }
    }
}

/// A ticket to send, and to whom.
pub struct Sending {
    pub order_id: String,
    pub ticket_id: String,
    pub sender_name: String,
    pub recipient_name: String,
    /// Where an e-mail with the link is sent.
    pub email: Option<String>,
}

/// The valid tickets of an order that the visitor may see.
///
/// # Errors
/// [`Error::NotFound`] for any other order.
pub async fn owned(app: &App, visitor: &Visitor, order_id: &str) -> Result<Vec<OwnedTicket>> {
    let purchase = order::visible(app, visitor, order_id).await?;
    let tickets: Vec<TicketRow> = purchase.tickets.into_iter().filter(|ticket| !ticket.is_revoked()).collect();
    let ids: Vec<&str> = tickets.iter().map(|ticket| ticket.id.as_str()).collect();
    let mut sent = open_transfers_of(app.db.read(), &ids).await?;
    let zone = purchase.order.zone();
    let owned = |ticket: TicketRow| {
        let transfer = sent.remove(&ticket.id);
        OwnedTicket::new(app, ticket, transfer, zone)
    };
    Ok(tickets.into_iter().map(owned).collect())
}

/// A transaction in which the ticket of an order is locked.
struct Locked {
    tx: Transaction,
    order_id: String,
    zone: Tz,
    ticket: TicketRow,
    sent: Option<TransferRow>,
    now: Instant,
}

/// A check of a ticket at a moment.
type Check = fn(&TicketRow, Instant) -> Result<()>;

/// Locks a ticket of an order that the visitor may see, if it passes the check.
///
/// # Errors
/// [`Error::NotFound`] for any other ticket; the refusals of the check.
async fn lock(app: &App, visitor: &Visitor, (order_id, ticket_id): (&str, &str), check: Check) -> Result<Locked> {
    let purchase = order::visible(app, visitor, order_id).await?;
    if !purchase.tickets.iter().any(|ticket| ticket.id == ticket_id) {
        return Err(Error::NotFound);
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let ticket = ticket::lock(&tx, &[ticket_id.to_owned()]).await?.pop().ok_or(Error::NotFound)?;
    check(&ticket, now)?;
    let sent = open_transfers_of(&tx, &[ticket_id]).await?.remove(ticket_id);
    Ok(Locked { tx, zone: purchase.order.zone(), order_id: purchase.order.id, ticket, sent, now })
}

/// Records a deed of the shopper with a ticket.
async fn record(
    tx: &impl ConnectionTrait,
    (action, order_id): (&str, &str),
    document: serde_json::Value,
    now: Instant,
) -> Result<()> {
    audit::record(tx, Deed { actor: "shopper", action, subject: order_id, reason: None }, &document, now).await
}

/// Sends a ticket to somebody else. It gets a fresh code if it cannot have been used.
///
/// # Errors
/// Those of [`lock`]; refusals for a pass, for a ticket that is sent already, for names and an address that are none;
/// [`Error::TooMany`] over the limits.
pub async fn send(app: &App, visitor: &Visitor, sending: Sending) -> Result<OwnedTicket> {
    let Sending { order_id, ticket_id, sender_name, recipient_name, email } = sending;
    let email = email.filter(|email| !email.is_empty());
    let faults = [
        ("recipientName", NAME, is_name(&recipient_name)),
        ("email", EMAIL, email.as_deref().is_none_or(is_email)),
        ("senderName", NAME, is_name(&sender_name)),
    ];
    let faults = faults.into_iter().filter(|(.., is_good)| !is_good);
    let fields: Vec<FieldFault> =
        faults.map(|(field, text, _)| FieldFault { field: field.to_owned(), text, values: Vec::new() }).collect();
    if let Some(text) = fields.first().map(|first| first.text) {
        return Err(Refusal { fields, ..Refusal::new(text) }.into());
    }
    let order_id = order::visible_id(app, visitor, &order_id).await?;
    let now = app.clock.now();
    app.limits.attempt_by_clock(SENDS_OF_ORDER, &order_id, now).await?;
    if let Some(email) = &email {
        app.limits.attempt_by_clock(EMAILS_OF_VISITOR, visitor.address(), now).await?;
        app.limits.attempt_by_clock(EMAILS_FOR_ADDRESS, &fingerprint(&email_key(email)), now).await?;
    }
    let Locked { tx, zone, ticket, sent, now, .. } =
        lock(app, visitor, (&order_id, &ticket_id), TicketRow::check_to_come).await?;
    if ticket.pass.is_some() {
        return Err(Refusal::new(STAYS).into());
    }
    if let Some(sent) = sent {
        return Err(Refusal::new(SENT_ALREADY).with("name", sent.recipient_name).into());
    }
    // The copies of the sender do not admit any more, unless they may have been used.
    let (ticket, retired) = match ticket.check_unused(now) {
        Ok(()) => (ticket::give_fresh_code(&tx, &app.tickets, &ticket, now).await?, Some(ticket.media_code)),
        Err(_) => (ticket, None),
    };
    let transfer = TransferRow {
        id: random_id(),
        ticket_id: ticket.id.clone(),
        sender_name,
        recipient_name,
        recipient_email: email.clone(),
        sent_at: now,
        taken_back_at: None,
    };
    ticket::insert_transfer(&tx, transfer.clone()).await?;
    let document = json!({ "ticket": ticket.id, "transfer": transfer.id, "retired": retired });
    record(&tx, ("send-ticket", &order_id), document, now).await?;
    if email.is_some() {
        jobs::enqueue(&tx, emails::SEND_TICKET, &transfer.id, &Nothing {}, now).await?;
    }
    tx.commit().await?;
    Ok(OwnedTicket::new(app, ticket, Some(transfer), zone))
}

/// Takes a ticket back from the person to whom it was sent.
///
/// # Errors
/// Those of [`lock`]; a refusal for a ticket that is not sent.
pub async fn take_back(app: &App, visitor: &Visitor, order_id: &str, ticket_id: &str) -> Result<OwnedTicket> {
    let Locked { tx, order_id, zone, ticket, sent, now } =
        lock(app, visitor, (order_id, ticket_id), TicketRow::check_unused).await?;
    let Some(sent) = sent else { return Err(Refusal::new(NOT_SENT).into()) };
    if !ticket::close_transfer(&tx, &sent.id, now).await? {
        return Err(Refusal::new(NOT_SENT).into());
    }
    let fresh = ticket::give_fresh_code(&tx, &app.tickets, &ticket, now).await?;
    let document = json!({ "ticket": ticket.id, "transfer": sent.id, "retired": ticket.media_code });
    record(&tx, ("take-ticket-back", &order_id), document, now).await?;
    tx.commit().await?;
    Ok(OwnedTicket::new(app, fresh, None, zone))
}

/// Gives a ticket a fresh code. Whoever has the ticket by a link sees the fresh one.
///
/// # Errors
/// Those of [`lock`]; a refusal above the limit.
pub async fn fresh_code(app: &App, visitor: &Visitor, order_id: &str, ticket_id: &str) -> Result<OwnedTicket> {
    let Locked { tx, order_id, zone, ticket, sent, now } =
        lock(app, visitor, (order_id, ticket_id), TicketRow::check_unused).await?;
    ticket::within_limit(&tx, &ticket, now).await?;
    let fresh = ticket::give_fresh_code(&tx, &app.tickets, &ticket, now).await?;
    let document = json!({ "ticket": ticket.id, "retired": ticket.media_code });
    record(&tx, ("fresh-code", &order_id), document, now).await?;
    tx.commit().await?;
    Ok(OwnedTicket::new(app, fresh, sent, zone))
}

/// Changes the name of a ticket's holder: on all tickets of this person, which get fresh codes, and in the answers of the
/// order.
///
/// # Errors
/// [`Error::NotFound`] for a ticket that the visitor may not see, or that has no name; refusals for a name that is none, after
/// the end of the time for it, for a ticket that is with somebody else, and above the limit.
pub async fn rename(
    app: &App,
    visitor: &Visitor,
    (order_id, ticket_id): (&str, &str),
    typed: &str,
) -> Result<OwnedTicket> {
    let purchase = order::visible(app, visitor, order_id).await?;
    let (order_id, zone) = (purchase.order.id.as_str(), purchase.order.zone());
    let key_of = |ticket: &TicketRow| ticket.asked_holder().map(|(_, asked)| asked.key.clone());
    let key = purchase.tickets.iter().find(|it| it.id == ticket_id).and_then(key_of).ok_or(Error::NotFound)?;
    let is_of_person = |ticket: &&TicketRow| !ticket.is_revoked() && key_of(ticket).as_ref() == Some(&key);
    let mut ids: Vec<String> = purchase.tickets.iter().filter(is_of_person).map(|ticket| ticket.id.clone()).collect();
    // A revoked ticket is locked too, so that its refusal says why.
    ids.extend((!ids.iter().any(|id| id == ticket_id)).then(|| ticket_id.to_owned()));
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let name = order::change_answer(&tx, &app.catalog.current(), (order_id, &key), typed).await?;
    let tickets = ticket::lock(&tx, &ids).await?;
    let ids: Vec<&str> = tickets.iter().map(|ticket| ticket.id.as_str()).collect();
    if let Some(sent) = open_transfers_of(&tx, &ids).await?.into_values().next() {
        return Err(Refusal::new(NAME_IS_WITH).with("name", sent.recipient_name).into());
    }
    let mut renamed = None;
    for ticket in tickets {
        // The name stays, and so does the code.
        if ticket.holder_name.as_ref() == Some(&name) {
            renamed = Some(ticket).filter(|ticket| ticket.id == ticket_id).or(renamed);
            continue;
        }
        ticket.check_name(zone_of(app, &ticket, zone), now)?;
        ticket::within_limit(&tx, &ticket, now).await?;
        let retired = ticket.media_code.clone();
        let ticket = ticket::rename(&tx, &app.tickets, ticket, &name, now).await?;
        let document = json!({ "ticket": ticket.id, "retired": retired });
        record(&tx, ("rename-ticket", order_id), document, now).await?;
        renamed = Some(ticket).filter(|ticket| ticket.id == ticket_id).or(renamed);
    }
    tx.commit().await?;
    Ok(OwnedTicket::new(app, renamed.ok_or(Error::NotFound)?, None, zone))
}

/// Queues the e-mails to those who have tickets by a link that a refund has revoked. Doing it again changes nothing.
///
/// # Errors
/// Those of the database.
pub async fn tell_recipients(app: &App, refund_id: &str) -> Result<()> {
    tell_recipients_of(app, &refund::revoked_tickets(app.db.read(), refund_id).await?).await
}

/// Queues the e-mails to those who have these revoked tickets by a link. Doing it again changes nothing.
///
/// # Errors
/// Those of the database.
pub async fn tell_recipients_of(app: &App, revoked: &[TicketRow]) -> Result<()> {
    let ids: Vec<&str> = revoked.iter().map(|ticket| ticket.id.as_str()).collect();
    for transfer in open_transfers_of(app.db.read(), &ids).await?.into_values() {
        if transfer.recipient_email.is_some() {
            let now = app.clock.now();
            jobs::enqueue(app.db.write(), emails::SEND_CANCELED, &transfer.id, &Nothing {}, now).await?;
        }
    }
    Ok(())
}

/// Queues the e-mails to those who have these tickets by a link that they are for another performance now, in the
/// transaction that moves the tickets.
///
/// # Errors
/// Those of the database.
pub async fn tell_of_move(tx: &Transaction, tickets: &[TicketRow], now: Instant) -> Result<()> {
    tell_of(tx, emails::SEND_MOVED, tickets, now).await
}

/// Queues the e-mails to those who have these tickets by a link that their performance does not take place and that the buyer
/// chooses what to get instead, in the transaction that asks the buyer.
///
/// # Errors
/// Those of the database.
pub async fn tell_of_cancellation(tx: &Transaction, tickets: &[TicketRow], now: Instant) -> Result<()> {
    tell_of(tx, emails::SEND_CHOICE, tickets, now).await
}

async fn tell_of(tx: &Transaction, kind: &'static str, tickets: &[TicketRow], now: Instant) -> Result<()> {
    let ids: Vec<&str> = tickets.iter().map(|ticket| ticket.id.as_str()).collect();
    for transfer in open_transfers_of(tx, &ids).await?.into_values() {
        enqueue_change(tx, kind, transfer, now).await?;
    }
    Ok(())
}

async fn enqueue_change(tx: &Transaction, kind: &'static str, transfer: TransferRow, now: Instant) -> Result<()> {
    if transfer.recipient_email.is_none() {
        return Ok(());
    }
    // It may happen again to the same ticket, such as a move back to where it was. Each time has e-mails of its own.
    let subject = format!("{}-{}", transfer.id, random_id());
    jobs::enqueue(tx, kind, &subject, &emails::OfTransfer { transfer_id: transfer.id }, now).await
}

/// Queues the e-mails that a performance takes place after all, to those who have these tickets by a link and were told
/// otherwise, in the transaction that ends the choices of the buyers. An e-mail that says otherwise and was not sent yet is not
/// sent any more.
///
/// # Errors
/// Those of the database.
pub async fn tell_that_valid_again(tx: &Transaction, tickets: &[ValidAgain], now: Instant) -> Result<()> {
    let ids: Vec<&str> = tickets.iter().map(|it| it.ticket.id.as_str()).collect();
    let mut transfers = open_transfers_of(tx, &ids).await?;
    for ValidAgain { ticket, asked_at } in tickets {
        let Some(transfer) = transfers.remove(&ticket.id) else { continue };
        let is_later = asked_at.is_some_and(|at| at < transfer.sent_at);
        if is_later || jobs::withdraw(tx, emails::SEND_CHOICE, &format!("{}-", transfer.id), now).await? {
            continue;
        }
        enqueue_change(tx, emails::SEND_TAKES_PLACE, transfer, now).await?;
    }
    Ok(())
}

/// The time zone of a ticket's venue; that of its order if its product has left the catalogue.
fn zone_of(app: &App, ticket: &TicketRow, of_order: Tz) -> Tz {
    let catalog = app.catalog.current();
    let product = ticket.product_id.as_ref().and_then(|id| catalog.product(id));
    product.map_or(of_order, |product| catalog.zone_of(product))
}

/// The ticket of an open transfer, for a visitor with its link.
///
/// # Errors
/// [`Error::NotFound`] for a wrong link, and for one whose ticket was taken back; [`Error::TooMany`] after too many.
pub async fn received(app: &App, visitor: &Visitor, id: &str, key: &str) -> Result<(TransferRow, TicketRow)> {
    if is_valid_key(&app.secret, id, key) {
        // Whoever opens the right link again and again guesses nothing.
        let transfer = ticket::open_transfer(app.db.read(), id).await?.ok_or(Error::NotFound)?;
        let ticket = ticket::by_ids(app.db.read(), std::slice::from_ref(&transfer.ticket_id)).await?.pop();
        return Ok((transfer, ticket.ok_or(Error::NotFound)?));
    }
    app.limits.attempt_by_clock(GUESSES, visitor.address(), app.clock.now()).await?;
    Err(Error::NotFound)
}

/// Whether a text may stand in an e-mail to a stranger as a name: short, and without what makes an address.
fn is_name(text: &str) -> bool {
    // What mail programs turn into links, such as `prize.example`. An initial or a title is followed by a blank.
    let has_domain = text.split('.').skip(1).any(|after| after.chars().take_while(|it| it.is_alphabetic()).count() > 1);
    let has_address = text.contains(['/', ':', '@', '<', '>']) || has_domain;
    (1..=MAX_NAME_LENGTH).contains(&text.chars().count()) && !has_address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_not_a_name() {
        for name in ["Ada", "Zoë Müller-Łukasz", "Mr. O’Neill, Jr.", "J.R. Smith"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(MAX_NAME_LENGTH + 1);
        for text in [
            "",
            "http://example.org",
            "www.example.org",
            "WWW.example",
            "win-a-prize.com",
            "a@b.c",
            "<b>",
            "a/b",
            &long,
        ] {
            assert!(!is_name(text), "{text}");
        }
    }
}
