//! Dated tickets as a calendar file (RFC 5545): one event for each performance, at its instant in UTC, so that no calendar has to
//! know the site's zone. Admission for a whole day is an event of that day.

use super::entity::Model;
use crate::kernel::secret::fingerprint;
use crate::kernel::time::Instant;

pub const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";

/// RFC 5545 §3.1: octets of a line, without its end.
const LONGEST_LINE: usize = 75;

/// The events of `tickets`; none when no ticket has a date. `host` makes their ids unique in the world.
pub fn calendar(tickets: &[Model], host: &str) -> Option<String> {
    let mut events: Vec<Vec<&Model>> = Vec::new();
    for ticket in tickets.iter().filter(|ticket| ticket.valid_on.is_some() && !ticket.is_revoked()) {
        match events.iter_mut().find(|event| is_same_visit(event[0], ticket)) {
            Some(event) => event.push(ticket),
            None => events.push(vec![ticket]),
        }
    }
    if events.is_empty() {
        return None;
    }
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Midway//Tickets//EN".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
    ];
    events.iter().for_each(|event| lines.extend(event_lines(event, host)));
    lines.push("END:VCALENDAR".to_owned());
    Some(lines.iter().map(|line| folded(line)).collect())
}

fn is_same_visit(one: &Model, other: &Model) -> bool {
    let visit = |it: &Model| (it.valid_on, it.starts_at, it.entry_time.is_some());
    visit(one) == visit(other) && one.product_name == other.product_name && one.show_name == other.show_name
}

fn event_lines(tickets: &[&Model], host: &str) -> Vec<String> {
    let first = tickets[0];
    let show = first.show_name.as_deref().filter(|show| *show != first.product_name);
    let summary = show.map_or_else(|| first.product_name.clone(), |show| format!("{}: {show}", first.product_name));
    let codes: Vec<String> =
        tickets.iter().map(|ticket| format!("{}: {}", ticket.variant_name, ticket.media_code)).collect();
    let mut lines = vec!["BEGIN:VEVENT".to_owned(), format!("UID:{}@{host}", id_of(first))];
    lines.push(format!("DTSTAMP:{}", utc(first.issued_at)));
    match (first.starts_at, first.entry_time.is_some(), first.valid_on) {
        (Some(starts_at), true, _) => {
            lines.push(format!("DTSTART:{}", utc(starts_at)));
            lines.extend(first.ends_at.map(|ends_at| format!("DTEND:{}", utc(ends_at))));
        }
        (_, _, Some(day)) => {
            lines.push(format!("DTSTART;VALUE=DATE:{}", day.format("%Y%m%d")));
            // A day in the park does not make its visitor unavailable.
            lines.push("TRANSP:TRANSPARENT".to_owned());
        }
        _ => {}
    }
    lines.push(format!("SUMMARY:{}", escaped(&summary)));
    lines.push(format!("LOCATION:{}", escaped(&first.site_name)));
    lines.push(format!("DESCRIPTION:{}", escaped(&codes.join("\n"))));
    lines.push("END:VEVENT".to_owned());
    lines
}

/// The same visit of the same order is the same event, whichever file it comes in.
fn id_of(ticket: &Model) -> String {
    let visit = format!(
        "{} {:?} {:?} {} {:?}",
        ticket.order_id.as_ref().unwrap_or(&ticket.id),
        ticket.valid_on,
        ticket.starts_at,
        ticket.product_name,
        ticket.show_name
    );
    fingerprint(&visit)[..32].to_owned()
}

fn utc(instant: Instant) -> String {
    instant.format("%Y%m%dT%H%M%SZ").to_string()
}

/// RFC 5545 §3.3.11.
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

/// A line with its end, folded between characters where it is too long.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 8);
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > LONGEST_LINE {
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

    #[test]
    fn tickets_of_one_performance_are_one_event_in_utc() {
        let file = calendar(&[ticket("AAAA", Some("12:00")), ticket("BBBB", Some("12:00"))], "shop.example").unwrap();
        assert_eq!(file.matches("BEGIN:VEVENT").count(), 1);
        assert!(file.contains("\r\nDTSTART:20261121T170000Z\r\nDTEND:20261121T174500Z\r\n"), "{file}");
        assert!(file.contains("Adult: AAAA\\nAdult: BBBB"), "{file}");
    }

    #[test]
    fn lines_are_escaped_and_folded() {
        let file = calendar(&[ticket("AAAA", Some("12:00"))], "shop.example").unwrap();
        assert!(file.split("\r\n").all(|line| line.len() <= 75), "{file}");
        assert!(!file.replace("\r\n", "").contains(['\r', '\n']), "{file}");
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains("SUMMARY:Tour: Garden\\; roses\\, and a very long name"), "{unfolded}");
        assert!(unfolded.contains("wörd for wörd: \\\\o/"), "{unfolded}");
    }

    #[test]
    fn a_ticket_for_a_day_is_an_event_of_that_day_and_one_without_a_date_is_none() {
        let file = calendar(&[ticket("AAAA", None)], "shop.example").unwrap();
        assert!(file.contains("DTSTART;VALUE=DATE:20261121\r\n") && !file.contains("DTEND"), "{file}");
        let undated = Model { valid_on: None, starts_at: None, ..ticket("AAAA", None) };
        assert_eq!(calendar(&[undated], "shop.example"), None);
    }
}
