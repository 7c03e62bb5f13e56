//! Visits: the tickets of an order that admit at the same time to the same venue. Pages, e-mails and PDF tickets show an
//! order's tickets visit by visit.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use super::entity::{Model, are_passes};
use super::place::place_key;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{day_in_words, twelve_hours};

const TICKET: Text = Text { id: "ticket.count-one", default: "1 ticket" };
const TICKETS: Text = Text { id: "ticket.count", default: "{{count}} tickets" };
const PASS: Text = Text { id: "ticket.pass-count-one", default: "1 pass" };
const PASSES: Text = Text { id: "ticket.pass-count", default: "{{count}} passes" };

/// On which day each ticket is used, as far as that is known.
pub struct VisitDays {
    /// The only day of the dated tickets of each order line; `None` if they have several days.
    of_lines: HashMap<String, Option<NaiveDate>>,
}

impl VisitDays {
    /// The days of tickets, which must contain all tickets of their order lines.
    pub fn of(tickets: &[Model]) -> Self {
        let (revoked, valid): (Vec<&Model>, Vec<&Model>) = tickets.iter().partition(|ticket| ticket.is_revoked());
        let mut of_lines = only_days(&revoked);
        // What was revoked may be for the day before the performance of the others was moved.
        of_lines.extend(only_days(&valid));
        VisitDays { of_lines }
    }

    /// The day of a ticket. A part of a bundle or package that needs no day of its own, such as a ferry ticket, belongs
    /// to the day of the other parts, if they have only one. A pass has no day.
    pub fn day_of(&self, ticket: &Model) -> Option<NaiveDate> {
        let has_own_days = ticket.pass.is_some() || ticket.first_day().is_some() || ticket.last_day().is_some();
        if has_own_days {
            return ticket.valid_on;
        }
        *self.of_lines.get(ticket.order_line_id.as_ref()?)?
    }
}

/// The only day of the dated tickets of each order line; `None` if they have several days.
fn only_days(tickets: &[&Model]) -> HashMap<String, Option<NaiveDate>> {
    let mut of_lines = HashMap::new();
    for (line, day) in tickets.iter().filter_map(|ticket| ticket.order_line_id.clone().zip(ticket.valid_on)) {
        let known = of_lines.entry(line).or_insert(Some(day));
        *known = known.filter(|known| *known == day);
    }
    of_lines
}

/// The tickets of an order that admit at the same time to the same venue.
pub struct Visit<'t> {
    /// `None` for tickets that are not for a day.
    day: Option<NaiveDate>,
    /// At least one, those with a day of their own first.
    pub tickets: &'t [Model],
}

impl Visit<'_> {
    pub fn has_day(&self) -> bool {
        self.day.is_some()
    }

    /// The day and the entry time, as in [`when_in_words`].
    pub fn when_in_words(&self) -> Option<String> {
        Some(day_and_time(self.day?, self.tickets[0].entry_time.as_deref()))
    }
}

/// Sorts tickets by day, entry time and venue, and the tickets of a visit by their place. A visit without a ticket that
/// must be used on its day, such as a ferry ride of a bundle, is the last of its day. Tickets without a day come last.
pub fn sort_by_visit(tickets: &mut [Model]) {
    let days = VisitDays::of(tickets);
    let visit = |ticket: &Model| (days.day_of(ticket), ticket.entry_time.clone(), ticket.site_name.clone());
    let bound: HashSet<_> = tickets.iter().filter(|ticket| ticket.valid_on.is_some()).map(visit).collect();
    tickets.sort_by_cached_key(|ticket| {
        let visit = visit(ticket);
        let within = (ticket.valid_on.is_none(), ticket.place.as_deref().map(place_key), ticket.position);
        (visit.0.is_none(), visit.0, !bound.contains(&visit), visit.1, visit.2, within)
    });
}

/// The visits of tickets, which are sorted by visit.
pub fn visits(tickets: &[Model]) -> Vec<Visit<'_>> {
    let days = VisitDays::of(tickets);
    let visit = |ticket: &Model| (days.day_of(ticket), ticket.entry_time.clone(), ticket.site_name.clone());
    let of_visits = tickets.chunk_by(|one, other| visit(one) == visit(other));
    of_visits.map(|tickets| Visit { day: days.day_of(&tickets[0]), tickets }).collect()
}

/// Whether the valid tickets among tickets, which are sorted by visit, are for several days. Tickets that are not for a
/// day do not count.
pub fn have_several_days(tickets: &[Model]) -> bool {
    let of_valid = visits(tickets).into_iter().filter(|visit| visit.tickets.iter().any(|ticket| !ticket.is_revoked()));
    let mut days = of_valid.filter_map(|visit| visit.day);
    days.next().is_some_and(|first| days.any(|day| day != first))
}

/// The day and the entry time of a ticket: `Saturday, November 28, 2026, 10:00 AM`. `None` for a ticket without a day.
pub fn when_in_words(ticket: &Model) -> Option<String> {
    Some(day_and_time(ticket.valid_on?, ticket.entry_time.as_deref()))
}

fn day_and_time(day: NaiveDate, entry_time: Option<&str>) -> String {
    let day = day_in_words(day);
    entry_time.map_or_else(|| day.clone(), |time| format!("{day}, {}", twelve_hours(time)))
}

/// How many of the tickets are valid: `3 tickets`. `None` if none of them is.
pub fn count_in_words(catalog: &Catalog, tickets: &[Model]) -> Option<String> {
    let count = tickets.iter().filter(|ticket| !ticket.is_revoked()).count();
    let text = match (count, are_passes(tickets)) {
        (0, _) => return None,
        (1, true) => PASS,
        (1, false) => TICKET,
        (_, true) => PASSES,
        (_, false) => TICKETS,
    };
    Some(catalog.message(text, &[("count", count.to_string())]))
}

#[cfg(test)]
mod tests {
    use midway_kernel::coded::PassKind;

    use super::*;

    fn ticket(id: &str, day: Option<&str>, entry_time: Option<&str>, place: Option<&str>) -> Model {
        Model {
            id: id.to_owned(),
            valid_on: day.map(|day| day.parse().unwrap()),
            entry_time: entry_time.map(str::to_owned),
            place: place.map(str::to_owned),
            site_name: "Park".to_owned(),
            ..Model::default()
        }
    }

    #[test]
    fn tickets_are_sorted_by_visit_and_place_and_grouped_by_visit() {
        let (saturday, sunday) = (Some("2026-11-28"), Some("2026-11-29"));
        let mut tickets = [
            ticket("guide", None, None, None),
            ticket("sunday", sunday, None, None),
            ticket("seat 12", saturday, Some("19:30"), Some("Stalls, row A, seat 12")),
            ticket("seat 2", saturday, Some("19:30"), Some("Stalls, row A, seat 2")),
            ticket("saturday", saturday, None, None),
        ];
        sort_by_visit(&mut tickets);
        let ids = |tickets: &[Model]| tickets.iter().map(|ticket| ticket.id.clone()).collect::<Vec<_>>();
        let visits = visits(&tickets);
        let grouped: Vec<Vec<String>> = visits.iter().map(|visit| ids(visit.tickets)).collect();
        assert_eq!(grouped, [vec!["saturday"], vec!["seat 2", "seat 12"], vec!["sunday"], vec!["guide"]]);
        let when: Vec<_> = visits.iter().map(Visit::when_in_words).collect();
        assert_eq!(when[1].as_deref(), Some("Saturday, November 28, 2026, 7:30 PM"));
        assert_eq!(when[3], None);
    }

    #[test]
    fn part_without_a_day_belongs_to_the_only_day_of_its_bundle() {
        let (saturday, sunday) = (Some("2026-11-28"), Some("2026-11-29"));
        let part = |id: &str, line: &str, day: Option<&str>, entry_time: Option<&str>| Model {
            order_line_id: Some(line.to_owned()),
            ..ticket(id, day, entry_time, None)
        };
        let ferry = part("ferry", "bundle", None, None);
        let mut tickets = [
            part("picnic", "two days", None, None),
            part("first", "two days", saturday, None),
            part("second", "two days", sunday, None),
            Model { site_name: "Harbor".to_owned(), ..ferry.clone() },
            Model { id: "basket".to_owned(), ..ferry },
            part("show", "bundle", saturday, Some("19:30")),
            part("park", "bundle", saturday, None),
            Model { pass: Some(PassKind::SeasonPass), ..part("pass", "bundle", None, None) },
            part("guide", "alone", None, None),
        ];
        sort_by_visit(&mut tickets);
        let ids = |visit: &Visit<'_>| visit.tickets.iter().map(|ticket| ticket.id.clone()).collect::<Vec<_>>();
        let visits = visits(&tickets);
        let grouped: Vec<Vec<String>> = visits.iter().map(ids).collect();
        let expected: [&[&str]; 5] =
            [&["first", "park", "basket"], &["show"], &["ferry"], &["second"], &["picnic", "pass", "guide"]];
        assert_eq!(grouped, expected);
        let when: Vec<_> = visits.iter().map(Visit::when_in_words).collect();
        assert_eq!([&when[0], &when[2]], [&Some("Saturday, November 28, 2026".to_owned()); 2]);
        assert_eq!(when[4], None);
    }

    #[test]
    fn part_without_a_day_goes_with_the_valid_tickets_of_a_line_that_was_moved() {
        let of_line = |id: &str, day: Option<&str>| Model {
            order_line_id: Some("package".to_owned()),
            ..ticket(id, day, None, None)
        };
        let refunded = |ticket: Model| Model { revoked_at: Some(chrono::DateTime::UNIX_EPOCH), ..ticket };
        let ferry = of_line("ferry", None);
        let tickets = [refunded(of_line("refunded", Some("2026-11-28"))), of_line("moved", Some("2026-11-29")), ferry];
        assert_eq!(VisitDays::of(&tickets).day_of(&tickets[2]), tickets[1].valid_on);
        let tickets = tickets.map(refunded);
        assert_eq!(VisitDays::of(&tickets).day_of(&tickets[2]), None);
    }

    #[test]
    fn only_valid_tickets_for_days_have_several_days() {
        let (saturday, sunday) = (Some("2026-11-28"), Some("2026-11-29"));
        let mut tickets = vec![
            ticket("park", saturday, None, None),
            ticket("show", saturday, Some("19:30"), None),
            ticket("photos", None, None, None),
        ];
        assert!(!have_several_days(&tickets));
        tickets.insert(2, ticket("sunday", sunday, None, None));
        assert!(have_several_days(&tickets));
        tickets[2].revoked_at = Some(Default::default());
        assert!(!have_several_days(&tickets));
    }

    #[test]
    fn revoked_tickets_are_not_counted() {
        let catalog = Catalog::empty();
        let mut tickets = [ticket("one", None, None, None), ticket("two", None, None, None)];
        assert_eq!(count_in_words(&catalog, &tickets).as_deref(), Some("2 tickets"));
        tickets[0].revoked_at = Some(Default::default());
        assert_eq!(count_in_words(&catalog, &tickets).as_deref(), Some("1 ticket"));
    }
}
