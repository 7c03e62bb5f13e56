//! Tickets in e-mails: the data for the templates, and the pictures of the codes.

use super::entity::Model;
use super::facts::{site_color, validity, venue_facts};
use super::html::values_of;
use super::qr;
use super::visit::{Visit, count_in_words, visits};
use super::withheld::withheld;
use crate::error::Result;
use crate::platform::mailer::{Picture, PictureSource};
use crate::shop::site::{EmailContext, EmailTicket, EmailTickets, EmailVisit, Withheld};
use midway_kernel::text::Text;

const CODE: Text = Text { id: "mail.ticket.code", default: "QR code for ticket {{code}}" };

/// Tickets by visit. Each visit says when and where it is, so its tickets do not.
pub fn email_visits(context: &EmailContext, tickets: &[Model]) -> Vec<EmailVisit> {
    let catalog = &context.catalog;
    let visit = |visit: Visit<'_>| {
        let first = &visit.tickets[0];
        EmailVisit {
            heading: visit.when_in_words().unwrap_or_else(|| first.site_name.clone()),
            color: site_color(catalog, &first.site_name).to_owned(),
            count: count_in_words(catalog, visit.tickets),
            venue: venue_facts(catalog, first).map(|fact| named(context, fact)).collect(),
            tickets: listed(context, visit.tickets, visit.has_day()),
        }
    };
    visits(tickets).into_iter().map(visit).collect()
}

/// Tickets that are not grouped by visit, each with what it differs in.
pub fn email_tickets(context: &EmailContext, tickets: &[Model]) -> EmailTickets {
    listed(context, tickets, false)
}

fn listed(context: &EmailContext, tickets: &[Model], visit_has_day: bool) -> EmailTickets {
    EmailTickets::of(tickets.iter().map(|ticket| email_ticket(context, ticket, visit_has_day)).collect())
}

/// A ticket without a token has no picture.
fn email_ticket(context: &EmailContext, ticket: &Model, visit_has_day: bool) -> EmailTicket {
    let days = validity(&context.catalog, ticket, visit_has_day).map(|fact| named(context, fact));
    EmailTicket {
        name: Some(ticket.title().to_owned()),
        sold_as: ticket.sold_as(),
        place: ticket.place.clone(),
        facts: days.into_iter().collect(),
        code: ticket.media_code.clone(),
        picture: has_picture(ticket).then(|| content_id(context, ticket)),
        picture_label: context.message(CODE, &[("code", ticket.media_code.clone())]),
        withheld: withheld(ticket).map(|it| Withheld {
            label: context.message(it.label, &values_of(ticket)),
            reason: context.message(it.reason, &values_of(ticket)),
        }),
    }
}

fn named(context: &EmailContext, (name, fact): (Text, String)) -> String {
    format!("{}: {fact}", context.message(name, &[]))
}

/// The pictures that [`email_tickets`] names.
///
/// # Errors
/// When a code cannot be built: an error in the code.
pub fn email_pictures(context: &EmailContext, tickets: &[Model]) -> Result<Vec<Picture>> {
    let picture = |ticket: &Model| {
        let source = PictureSource::Png(qr::png(&ticket.token)?);
        Ok(Picture { content_id: content_id(context, ticket), source })
    };
    tickets.iter().filter(|ticket| has_picture(ticket)).map(picture).collect()
}

fn has_picture(ticket: &Model) -> bool {
    !ticket.token.is_empty() && ticket.is_owners()
}

fn content_id(context: &EmailContext, ticket: &Model) -> String {
    format!("{}@{}", ticket.media_code, context.config.host_name())
}
