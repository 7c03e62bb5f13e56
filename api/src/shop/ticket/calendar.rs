//! Calendar files (RFC 5545): one event per visit. The time of an event is in UTC, so that calendar programs need not
//! know the site's time zone. Admission for a whole day is an all-day event.

use chrono::NaiveDate;

use super::entity::Model;
use super::facts::{OPEN, ORDER, location, opening_hours};
use crate::shop::site::Contact;
use midway_catalog::Catalog;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::Instant;

pub const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";

/// The maximum length of a line in octets, without its line break (RFC 5545 §3.1).
const MAX_LINE_LENGTH: usize = 75;

/// A calendar entry. A later file with the same id and a higher sequence replaces it (RFC 5546 §2.1.5).
pub struct Event<'e> {
    /// The id of the visit; its digest is a part of the event's `UID`.
    pub id: &'e str,
    /// How often the visit has changed since its first file was sent.
    pub sequence: i32,
    pub is_cancelled: bool,
    pub changed_at: Instant,
    pub when: When,
    pub summary: &'e str,
    pub location: &'e str,
    pub description: &'e str,
}

#[derive(Clone, Copy)]
pub enum When {
    Day(NaiveDate),
    Time { starts_at: Instant, ends_at: Option<Instant> },
}

/// The calendar file with these events. `host` is part of their ids, which makes the ids globally unique.
pub fn file<'e>(events: impl IntoIterator<Item = Event<'e>>, host: &str) -> String {
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Midway//Tickets//EN".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
    ];
    events.into_iter().for_each(|event| lines.extend(event.lines(host)));
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

impl Event<'_> {
    fn lines(&self, host: &str) -> Vec<String> {
        let mut lines = vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@{host}", &fingerprint(self.id)[..32]),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", utc(self.changed_at)),
            format!("STATUS:{}", if self.is_cancelled { "CANCELLED" } else { "CONFIRMED" }),
        ];
        match self.when {
            When::Time { starts_at, ends_at } => {
                lines.push(format!("DTSTART:{}", utc(starts_at)));
                lines.extend(ends_at.map(|ends_at| format!("DTEND:{}", utc(ends_at))));
            }
            When::Day(day) => {
                lines.push(format!("DTSTART;VALUE=DATE:{}", day.format("%Y%m%d")));
                // A visit to the park does not make the visitor unavailable.
                lines.push("TRANSP:TRANSPARENT".to_owned());
            }
        }
        lines.push(format!("SUMMARY:{}", escaped(self.summary)));
        lines.push(format!("LOCATION:{}", escaped(self.location)));
        lines.push(format!("DESCRIPTION:{}", escaped(self.description)));
        lines.push("END:VEVENT".to_owned());
        lines
    }
}

/// The visits of `tickets`, one event each; `None` when their owner has no valid ticket with a date. `order_number` is the number of
/// the tickets' order, if it is known.
pub fn calendar(catalog: &Catalog, tickets: &[Model], order_number: Option<&str>, host: &str) -> Option<String> {
    let mut visits: Vec<Vec<&Model>> = Vec::new();
    for ticket in tickets.iter().filter(|ticket| ticket.valid_on.is_some() && ticket.is_owners()) {
        match visits.iter_mut().find(|visit| is_same_visit(visit[0], ticket)) {
            Some(visit) => visit.push(ticket),
            None => visits.push(vec![ticket]),
        }
    }
    let of_visits: Vec<(&[&Model], [String; 4])> =
        visits.iter().map(|visit| (visit.as_slice(), words(catalog, visit, order_number))).collect();
    let events = of_visits.iter().filter_map(|(visit, [id, summary, location, description])| {
        let first = visit[0];
        let when = match (first.starts_at, first.entry_time.is_some(), first.valid_on) {
            (Some(starts_at), true, _) => When::Time { starts_at, ends_at: first.ends_at },
            (_, _, day) => When::Day(day?),
        };
        let moves = visit.iter().filter_map(|ticket| ticket.moves.as_ref());
        Some(Event {
            id,
            // A ticket whose upgrade was refunded after the others were moved may have been moved less often.
            sequence: moves.clone().map(|moves| moves.count).max().unwrap_or(0),
            is_cancelled: false,
            changed_at: moves.map(|moves| moves.last_at).max().unwrap_or(first.issued_at),
            when,
            summary,
            location,
            description,
        })
    });
    (!of_visits.is_empty()).then(|| file(events, host))
}

/// The id of the visit, the title and the place of its event, and its description: the opening hours, the number of the
/// order, the names, places and codes of the tickets, and the operator's phone number.
fn words(catalog: &Catalog, tickets: &[&Model], order_number: Option<&str>) -> [String; 4] {
    let first = tickets[0];
    let product = &first.product_name;
    // A product may begin with the name of its show.
    let show = first.named_show().filter(|show| !product.starts_with(show));
    let summary = show.map_or_else(|| product.clone(), |show| format!("{product}: {show}"));
    let named = |text: Text, value: String| format!("{}: {value}", catalog.message(text, &[]));
    let facts = opening_hours(catalog, first).map(|hours| named(OPEN, hours)).into_iter();
    let facts = facts.chain(order_number.map(|number| named(ORDER, number.to_owned())));
    let codes = tickets.iter().map(|ticket| {
        let for_whom: Vec<&str> = ticket.named_variant().into_iter().chain(ticket.place.as_deref()).collect();
        format!("{}: {}", for_whom.join(", "), ticket.media_code)
    });
    let contact = Contact::of(catalog).map(|contact| contact.text);
    let description: Vec<String> = facts.chain(codes).chain(contact).collect();
    [id_of(first), summary, location(catalog, &first.site_name), description.join("\n")]
}

/// Whether two tickets are for the same visit and were sold for the same one: what was moved to the time of another visit of
/// the order keeps its event.
fn is_same_visit(one: &Model, other: &Model) -> bool {
    let visit = |it: &Model| (it.valid_on, it.starts_at, it.entry_time.is_some(), sold_for(it));
    visit(one) == visit(other) && one.product_name == other.product_name && one.show_name == other.show_name
}

/// The day and the time for which a ticket was sold.
fn sold_for(ticket: &Model) -> (Option<NaiveDate>, Option<Instant>) {
    ticket.moves.as_ref().map_or((ticket.valid_on, ticket.starts_at), |moves| moves.sold_for)
}

/// The id of a ticket's visit. It is the same in every file for the same visit of the same order, also after its performance
/// was moved.
fn id_of(ticket: &Model) -> String {
    let (day, time) = sold_for(ticket);
    format!(
        "{} {:?} {:?} {} {:?}",
        ticket.order_id.as_ref().unwrap_or(&ticket.id),
        day,
        time,
        ticket.product_name,
        ticket.show_name
    )
}

fn utc(instant: Instant) -> String {
    instant.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text (RFC 5545 §3.3.11) and removes its control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// A line with its line break, folded between characters if it is too long.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 8);
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > MAX_LINE_LENGTH {
            folded.push_str("\r\n ");
            octets = 1;
        }
        folded.push(c);
        octets += c.len_utf8();
    }
    folded + "\r\n"
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::shop::ticket::entity::Moves;

    fn ticket(code: &str, entry_time: Option<&str>) -> Model {
        let starts_at = Utc.with_ymd_and_hms(2026, 11, 21, 17, 0, 0).unwrap();
        Model {
            id: code.to_owned(),
            order_id: Some("order".to_owned()),
            media_code: code.to_owned(),
            product_name: "Tour".to_owned(),
            variant_name: "Adult".to_owned(),
            site_name: "Cedar Park".to_owned(),
            show_name: Some(
                "Garden; roses, and a very long name that has to be folded, wörd for wörd: \\o/".to_owned(),
            ),
            valid_on: Some(starts_at.date_naive()),
            entry_time: entry_time.map(str::to_owned),
            starts_at: Some(starts_at),
            ends_at: Some(starts_at + chrono::Duration::minutes(45)),
            issued_at: starts_at,
            ..Model::default()
        }
    }

    fn file_of(tickets: &[Model]) -> Option<String> {
        calendar(&midway_catalog::testing::catalog(""), tickets, Some("MW-1"), "shop.example")
    }

    #[test]
    fn place_of_an_event_is_the_site_with_its_address_if_the_catalogue_has_the_site() {
        let at = |site_name: &str| {
            let ticket = Model { site_name: site_name.to_owned(), ..ticket("AAAA", None) };
            file_of(&[ticket]).unwrap().replace("\r\n ", "")
        };
        assert!(at("Park").contains("\r\nLOCATION:Park\\, 1 Gate\\, Albany\\, NY 12207\r\n"), "{}", at("Park"));
        assert!(at("Former park").contains("\r\nLOCATION:Former park\r\n"));
    }

    #[test]
    fn tickets_of_one_performance_form_one_event_in_utc() {
        let file = file_of(&[ticket("AAAA", Some("12:00")), ticket("BBBB", Some("12:00"))]).unwrap();
        assert_eq!(file.matches("BEGIN:VEVENT").count(), 1);
        assert!(file.contains("\r\nDTSTART:20261121T170000Z\r\nDTEND:20261121T174500Z\r\n"), "{file}");
        assert!(file.contains("DESCRIPTION:Order: MW-1\\nAdult: AAAA\\nAdult: BBBB\r\n"), "{file}");
    }

    #[test]
    fn event_is_as_new_as_the_ticket_that_was_moved_most_often() {
        let sold = ticket("AAAA", Some("12:00"));
        let moved_at = sold.issued_at + chrono::Duration::hours(1);
        let moves = Moves { sold_for: (sold.valid_on, sold.starts_at), count: 2, last_at: moved_at };
        let moved = Model { moves: Some(moves), ..ticket("BBBB", Some("12:00")) };
        for tickets in [[sold.clone(), moved.clone()], [moved, sold]] {
            let file = file_of(&tickets).unwrap();
            assert_eq!(file.matches("BEGIN:VEVENT").count(), 1);
            assert!(file.contains("\r\nSEQUENCE:2\r\nDTSTAMP:20261121T180000Z\r\n"), "{file}");
        }
    }

    #[test]
    fn description_of_an_event_has_the_place_of_each_ticket() {
        let seat = |code: &str, seat: &str| Model {
            place: Some(format!("Stalls, row D, seat {seat}")),
            ..ticket(code, Some("12:00"))
        };
        let file = file_of(&[seat("AAAA", "3"), seat("BBBB", "5")]).unwrap().replace("\r\n ", "");
        let seats = "Adult\\, Stalls\\, row D\\, seat 3: AAAA\\nAdult\\, Stalls\\, row D\\, seat 5: BBBB\r\n";
        assert!(file.contains(seats), "{file}");
        let of_section = Model { variant_name: "Stalls".to_owned(), ..seat("AAAA", "3") };
        let file = file_of(&[of_section]).unwrap().replace("\r\n ", "");
        assert!(file.contains("\\nStalls\\, row D\\, seat 3: AAAA\r\n"), "{file}");
    }

    #[test]
    fn title_of_an_event_names_a_show_with_which_its_product_begins_once() {
        let title = |product: &str, show: &str| {
            let named = Model {
                product_name: product.to_owned(),
                show_name: Some(show.to_owned()),
                ..ticket("AAAA", Some("12:00"))
            };
            let file = file_of(&[named]).unwrap().replace("\r\n ", "");
            file.lines().find_map(|line| line.strip_prefix("SUMMARY:").map(str::to_owned)).unwrap()
        };
        assert_eq!(title("Deep Time: Fossils of the Shore", "Deep Time"), "Deep Time: Fossils of the Shore");
        assert_eq!(title("Museum", "Deep Time"), "Museum: Deep Time");
    }

    #[test]
    fn calendar_lines_are_escaped_and_folded() {
        let file = file_of(&[ticket("AAAA", Some("12:00"))]).unwrap();
        assert!(file.split("\r\n").all(|line| line.len() <= 75), "{file}");
        assert!(!file.replace("\r\n", "").contains(['\r', '\n']), "{file}");
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains("SUMMARY:Tour: Garden\\; roses\\, and a very long name"), "{unfolded}");
        assert!(unfolded.contains("wörd for wörd: \\\\o/"), "{unfolded}");
    }

    #[test]
    fn day_ticket_is_an_all_day_event_and_undated_ticket_has_no_event() {
        let file = file_of(&[ticket("AAAA", None)]).unwrap();
        assert!(file.contains("DTSTART;VALUE=DATE:20261121\r\n") && !file.contains("DTEND"), "{file}");
        let undated = Model { valid_on: None, starts_at: None, ..ticket("AAAA", None) };
        assert_eq!(file_of(&[undated]), None);
    }
}
