//! Visits: the tickets of an order that admit at the same time to the same venue. Pages, e-mails and PDF tickets show an
//! order's tickets visit by visit.

use super::entity::{Model, are_passes};
use super::place::place_key;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{day_in_words, twelve_hours};

const TICKET: Text = Text { id: "ticket.count-one", default: "1 ticket" };
const TICKETS: Text = Text { id: "ticket.count", default: "{{count}} tickets" };
const PASS: Text = Text { id: "ticket.pass-count-one", default: "1 pass" };
const PASSES: Text = Text { id: "ticket.pass-count", default: "{{count}} passes" };

/// Sorts tickets by day, entry time and venue, and the tickets of a visit by their place. Tickets without a day come
/// last.
pub fn sort_by_visit(tickets: &mut [Model]) {
    tickets.sort_by_cached_key(|ticket| {
        let day = (ticket.valid_on.is_none(), ticket.valid_on, ticket.entry_time.clone());
        (day, ticket.site_name.clone(), ticket.place.as_deref().map(place_key), ticket.position)
    });
}

/// The tickets of each visit. `tickets` are sorted by visit.
pub fn visits(tickets: &[Model]) -> impl Iterator<Item = &[Model]> {
    let visit = |ticket: &Model| (ticket.valid_on, ticket.entry_time.clone(), ticket.site_name.clone());
    tickets.chunk_by(move |one, other| visit(one) == visit(other))
}

/// The day and the entry time of a ticket: `Saturday, November 28, 2026, 10:00 AM`. `None` for a ticket without a day.
pub fn when_in_words(ticket: &Model) -> Option<String> {
    let day = day_in_words(ticket.valid_on?);
    Some(match &ticket.entry_time {
        Some(time) => format!("{day}, {}", twelve_hours(time)),
        None => day,
    })
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
        let grouped: Vec<Vec<String>> = visits(&tickets).map(ids).collect();
        assert_eq!(grouped, [vec!["saturday"], vec!["seat 2", "seat 12"], vec!["sunday"], vec!["guide"]]);
        let when: Vec<_> = visits(&tickets).map(|visit| when_in_words(&visit[0])).collect();
        assert_eq!(when[1].as_deref(), Some("Saturday, November 28, 2026, 7:30 PM"));
        assert_eq!(when[3], None);
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
