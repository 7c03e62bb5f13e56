//! Confirmation e-mails: the first confirmation of each order, and the confirmations that shoppers request again.
//!
//! [`enqueue`] queues a confirmation in the caller's transaction; [`send`] is the job that sends it. Each confirmation
//! has one Message-ID for all attempts to send it, and a link to the order with a separate token. The token is stored
//! in the job until it is done, so that a retry after a crash sends the same e-mail. Afterwards only its fingerprint
//! remains.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::choice_email::{Choice, choice_email};
use super::entity::{confirmation, order};
use super::moved_email::{MovedVisit, moved_email};
use super::purchase::{SEND_CONFIRMATION, purchase};
use super::takes_place_email::{TakesPlace, takes_place_email};
use super::viewer::Viewer;
use super::{emails, store};
use crate::app::App;
use crate::config::Config;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::{SessionData, Visitor};
use crate::platform::db::Transaction;
use crate::platform::fault;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::limits::Limit;
use crate::platform::mailer::File;
use crate::shop::site::{self, EmailContext, EmailKind};
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::address::{EMAIL, is_email};
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

pub const RESENT: Text = Text { id: "confirmation.resent", default: "Confirmation resent" };
pub const NOT_RESENT: Text = Text {
    id: "confirmation.resend-closed",
    default: "The confirmation for this order can't be sent again. If you need help, please contact us.",
};

/// The limits on sending confirmations again, per order and per network address. They allow for a few mistyped e-mail
/// addresses and for a family, and prevent many e-mails to strangers.
const RESENDS_OF_ORDER: Limit = Limit { name: "resend", attempts: 5, window: Duration::from_secs(3_600) };
const RESENDS_OF_VISITOR: Limit = Limit { name: "resend-by", attempts: 10, window: Duration::from_secs(3_600) };

const TICKETS_FILE: &str = "tickets.pdf";
const PASSES_FILE: &str = "passes.pdf";

#[derive(Serialize, Deserialize)]
struct Document {
    token: String,
    /// Whether the e-mail names the buyer.
    #[serde(default)]
    names_buyer: bool,
    /// What the buyer is to choose, if that is what the e-mail is about.
    #[serde(default)]
    choice: Option<Choice>,
    /// What was moved, if that is what the e-mail is about.
    #[serde(default)]
    moved: Option<MovedVisit>,
    /// What takes place after all, if that is what the e-mail is about.
    #[serde(default)]
    takes_place: Option<TakesPlace>,
}

/// What an e-mail with a link to the order is about, if not the order itself.
pub enum About {
    Choice(Choice),
    Moved(MovedVisit),
    TakesPlace(TakesPlace),
}

/// Whether an e-mail names the buyer: only for a paid order, or when the shopper has verified an e-mail address.
/// Otherwise anyone could have the shop send a text of their choice, as a name, to any address.
pub fn names_buyer(session: &SessionData, is_paid: bool) -> bool {
    is_paid || session.verified_email.is_some()
}

/// Queues a confirmation of an order to an address, in the caller's transaction. `position` is the number of
/// confirmations that the order already has; `names_buyer` is the result of [`names_buyer()`].
pub async fn enqueue(
    tx: &Transaction,
    config: &Config,
    (order, position): (&order::Model, i32),
    (email_address, names_buyer): (&str, bool),
    now: Instant,
) -> Result<()> {
    write(tx, config, (order, position), (email_address, names_buyer, None), now).await.map(drop)
}

/// Queues the e-mail to the buyer about a performance that was moved, does not take place, or does after all, in the caller's
/// transaction, as [`enqueue`] does. Returns its id.
pub async fn enqueue_about(
    tx: &Transaction,
    config: &Config,
    order: &order::Model,
    (position, about): (i32, About),
    now: Instant,
) -> Result<String> {
    write(tx, config, (order, position), (&order.email_address, order.is_paid(), Some(about)), now).await
}

async fn write(
    tx: &Transaction,
    config: &Config,
    (order, position): (&order::Model, i32),
    (email_address, names_buyer, about): (&str, bool, Option<About>),
    now: Instant,
) -> Result<String> {
    // The id and the token have 128 random bits each, so they cannot be guessed.
    let (id, token) = (random_id(), random_id());
    let mut document = Document { token, names_buyer, choice: None, moved: None, takes_place: None };
    let kind = match about {
        None => EmailKind::OrderConfirmation,
        Some(About::Choice(choice)) => {
            document.choice = Some(choice);
            EmailKind::Choice
        }
        Some(About::Moved(moved)) => {
            document.moved = Some(moved);
            EmailKind::Moved
        }
        Some(About::TakesPlace(takes_place)) => {
            document.takes_place = Some(takes_place);
            EmailKind::TakesPlace
        }
    };
    let name = if position == 0 { order.id.clone() } else { format!("{}-{id}", order.id) };
    let row = confirmation::Model {
        message_id: site::message_id(config, kind, &name),
        id,
        order_id: order.id.clone(),
        position,
        token_fingerprint: fingerprint(&document.token),
        email_address: email_address.to_owned(),
        made_at: now,
    };
    let subject = row.id.clone();
    store::insert_confirmation(tx, row).await?;
    jobs::enqueue(tx, SEND_CONFIRMATION, &subject, &document, now).await?;
    Ok(subject)
}

/// Sends a queued confirmation.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let Document { token, names_buyer, choice, moved, takes_place } = job.read()?;
    let found = store::confirmation(app.db.read(), &job.subject).await?;
    let Some((row, order)) = found else { return Err(Failure::Permanent("its order does not exist".to_owned())) };
    let context = EmailContext::of(app);
    let link = context.link(&format!("order-lookup/anonymous/{}/{token}", row.id));
    let name = format!("{}-{}", order.id, row.id);
    if let Some(choice) = choice {
        let lines = store::lines(app.db.read(), &order.id).await?;
        // An attempt may have failed, and since then the performance takes place after all.
        if choice.performance.as_ref().is_some_and(|id| !lines.iter().any(|line| line.was_asked_about(id))) {
            return Ok(());
        }
        return Ok(app.mailer.send(&choice_email(&context, &order, &choice, (&name, link))?).await?);
    }
    if let Some(moved) = moved {
        let mut email = moved_email(&context, &order, &moved, (&name, link))?;
        let tickets = ticket::of_order(app.db.read(), &order.id).await?;
        email.files.extend(tickets_file(app, tickets, order.number, names_buyer).await?);
        return Ok(app.mailer.send(&email).await?);
    }
    if let Some(takes_place) = takes_place {
        return Ok(app.mailer.send(&takes_place_email(&context, &order, &takes_place, (&name, link))?).await?);
    }
    let to =
        row.email_address.parse().map_err(|error| Failure::Permanent(format!("its address is not valid: {error}")))?;
    let mut purchase = purchase(app, order).await?;
    if !names_buyer {
        without_recipients(&mut purchase.tickets);
    }
    let mut email = emails::order_email(&context, &purchase, &row, (token.as_str(), names_buyer), to)?;
    email.files.extend(tickets_file(app, purchase.tickets, purchase.order.number, names_buyer).await?);
    fault::point(&app.config, "before_mail");
    app.mailer.send(&email).await?;
    fault::point(&app.config, "after_mail");
    Ok(())
}

/// Leaves out the names of those to whom tickets were sent, which are texts of the shopper's choice.
fn without_recipients(tickets: &mut [TicketRow]) {
    for name in tickets.iter_mut().filter_map(|ticket| ticket.sent_to.as_mut()) {
        name.clear();
    }
}

/// The tickets of an order as a PDF file; `None` if the buyer has no code of any.
async fn tickets_file(
    app: &App,
    mut tickets: Vec<TicketRow>,
    order_number: String,
    names_buyer: bool,
) -> Result<Option<File>> {
    if ticket::why_no_code_of(&tickets).is_some() {
        return Ok(None);
    }
    let name = if ticket::are_passes(&tickets) { PASSES_FILE } else { TICKETS_FILE };
    if !names_buyer {
        for ticket in tickets.iter_mut().filter(|ticket| ticket.asked_holder().is_some()) {
            ticket.holder_name = None;
        }
        tickets.iter_mut().for_each(|ticket| ticket.answers = None);
        without_recipients(&mut tickets);
    }
    let pdf = ticket::tickets_pdf(app, tickets, Some(order_number)).await?;
    Ok(Some(File { name: name.to_owned(), media_type: "application/pdf".to_owned(), bytes: pdf.to_vec() }))
}

/// Sends the confirmation of an order again, to any address, if the visitor may see the order.
///
/// # Errors
/// [`Error::NotFound`] for an order that this visitor cannot see; a refusal when the operator does not allow sending
/// confirmations again, or for an invalid e-mail address; [`Error::TooMany`] over the limits.
pub async fn resend(app: &App, visitor: &Visitor, order_id: &str, email_address: &str) -> Result<()> {
    let now = app.clock.now();
    let session = visitor.session().await?;
    let viewer = Viewer::of(&session);
    let order = store::for_viewer(app.db.read(), &viewer, order_id).await?.ok_or(Error::NotFound)?;
    if !app.catalog.current().settings().allow_confirmation_resend {
        return Err(Refusal::new(NOT_RESENT).into());
    }
    if !is_email(email_address) {
        let fault = FieldFault { field: "email".to_owned(), text: EMAIL, values: Vec::new() };
        return Err(Refusal { fields: vec![fault], ..Refusal::new(EMAIL) }.into());
    }
    app.limits.attempt_by_clock(RESENDS_OF_VISITOR, visitor.address(), now).await?;
    let names_buyer = names_buyer(&session, order.is_paid());
    enqueue_again(app, &order, (email_address, names_buyer), now).await
}

/// Queues one more confirmation of an order.
///
/// # Errors
/// [`Error::TooMany`] over the limit of the order.
pub async fn enqueue_again(
    app: &App,
    order: &order::Model,
    (email_address, names_buyer): (&str, bool),
    now: Instant,
) -> Result<()> {
    app.limits.attempt_by_clock(RESENDS_OF_ORDER, &order.id, now).await?;
    let tx = app.db.begin().await?;
    // Lock the order, so that simultaneous requests count each other.
    store::lock(&tx, &order.id).await?;
    let position = store::confirmations(&tx, &order.id).await?;
    enqueue(&tx, &app.config, (order, position), (email_address, names_buyer), now).await?;
    tx.commit().await?;
    Ok(())
}
