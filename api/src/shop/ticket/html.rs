//! Tickets as HTML to show and to print. Every value is escaped; no script, no style of its own.

use super::entity::Model;
use crate::kernel::html::escaped;
use crate::kernel::time::{day_in_words, twelve_hours};

/// One article per ticket, with the image of its QR code.
pub fn tickets_html(tickets: &[Model]) -> String {
    tickets.iter().filter(|ticket| !ticket.revoked).map(ticket_html).collect()
}

fn ticket_html(ticket: &Model) -> String {
    let when = [ticket.valid_on.map(day_in_words), ticket.entry_time.as_deref().map(twelve_hours)];
    let when: Vec<String> = when.into_iter().flatten().collect();
    let mut facts = String::new();
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            facts.push_str(&format!("<dt>{name}</dt><dd>{}</dd>", escaped(value)));
        }
    };
    fact("Pass holder", ticket.holder_name.as_deref().unwrap_or_default());
    let days = [ticket.valid_from, ticket.valid_until].into_iter().flatten().map(day_in_words);
    fact("Valid", &days.collect::<Vec<_>>().join(" to "));
    fact("When", &when.join(", "));
    fact("Show", ticket.show_name.as_deref().filter(|show| *show != ticket.product_name).unwrap_or_default());
    fact("Seat", ticket.place.as_deref().unwrap_or_default());
    fact("Where", &ticket.site_name);
    fact("Pass level", ticket.pass_level.as_deref().unwrap_or_default());
    format!(
        "<article class=\"ticket\"><div class=\"ticket-code\"><img src=\"/api/ticket/barcode/{code}\" width=\"240\" height=\"240\" \
         alt=\"QR code of ticket {code}\"><p>{code}</p></div><div class=\"ticket-text\"><h3>{product}</h3>\
         <p>{variant}</p><dl>{facts}</dl>{calendar}</div></article>",
        code = escaped(&ticket.media_code),
        product = escaped(&ticket.product_name),
        variant = escaped(&ticket.variant_name),
        calendar = if ticket.valid_on.is_some() { calendar_link(ticket) } else { String::new() },
    )
}

/// Said with the ticket's name, because a page has one such link for each.
fn calendar_link(ticket: &Model) -> String {
    format!(
        "<p data-screen-only><a href=\"/api/ticket/calendar/{code}\" download=\"{code}.ics\">Add to calendar\
         <span class=\"sr-only\">, ticket {code}</span></a></p>",
        code = escaped(&ticket.media_code),
    )
}
