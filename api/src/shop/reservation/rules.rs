//! Who may reserve what, and which stock it needs. Pure.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::entity::{Guest, Model, Party, PartyTicket, ReservationState, UsedBenefit, Visit};
use super::refusals::{
    EMAIL, FIRST_NAME, LAST_NAME, NO_TICKETS, OVERDUE, PHONE, TOO_MANY_ADDITIONAL, TOO_MANY_CHILDREN, TOO_MANY_GUESTS,
    ZIP,
};
use crate::error::{FieldFault, Refusal};
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{self, Performance};
use crate::shop::ticket::TicketRow;
use midway_catalog::Catalog;
use midway_catalog::files::{Property, ReservationBenefit, Settings};
use midway_kernel::address::{CANADA, MAX_NAME_LENGTH, USA, clean_phone, clean_zip, is_email, is_zip};
use midway_kernel::coded::{CapacityLevel, TicketType, VisitLevel};
use midway_kernel::id::{BenefitId, SiteId};
use midway_kernel::secret::fingerprint;
use midway_kernel::time::{Instant, day_at};

/// The maximum length of an e-mail address, in characters.
const MAX_EMAIL_LENGTH: usize = 200;
const PHONE_DIGITS: usize = 10;
/// The length of a party's code. 8 letters and digits are 40 bits; a unique constraint excludes duplicates.
pub const CODE_LENGTH: usize = 8;

/// Checks and normalises a guest's data.
///
/// # Errors
/// A refusal with one entry per invalid field, in the order of the form.
pub fn guest(typed: Guest) -> Result<Guest, Refusal> {
    let within = |text: &str, most: usize| (1..=most).contains(&text.trim().chars().count());
    let checks = [
        ("firstName", within(&typed.first_name, MAX_NAME_LENGTH), FIRST_NAME),
        ("lastName", within(&typed.last_name, MAX_NAME_LENGTH), LAST_NAME),
        ("emailAddress", within(&typed.email_address, MAX_EMAIL_LENGTH) && is_email(typed.email_address.trim()), EMAIL),
        ("phoneNumber", clean_phone(&typed.phone_number, true).len() == PHONE_DIGITS, PHONE),
        ("zip", is_zip(&typed.zip, Some(USA)) || is_zip(&typed.zip, Some(CANADA)), ZIP),
    ];
    let wrong = checks.into_iter().filter(|(_, is_right, _)| !is_right);
    let fields: Vec<FieldFault> =
        wrong.map(|(field, _, text)| FieldFault { field: field.to_owned(), text, values: Vec::new() }).collect();
    match fields.first().map(|first| first.text) {
        Some(text) => Err(Refusal { fields, ..Refusal::new(text) }),
        None => Ok(Guest {
            first_name: typed.first_name.trim().to_owned(),
            last_name: typed.last_name.trim().to_owned(),
            email_address: typed.email_address.trim().to_owned(),
            phone_number: clean_phone(&typed.phone_number, true),
            zip: clean_zip(&typed.zip),
        }),
    }
}

pub fn ticket_type(ticket: &TicketRow) -> TicketType {
    if ticket.pass.is_some() { TicketType::Pass } else { TicketType::Ticket }
}

/// A code shared by the tickets of one order that does not reveal the order's id. `None` for passes, which are reserved
/// one by one, and for imported tickets.
pub fn reservation_code(ticket: &TicketRow) -> Option<String> {
    let order_id = ticket.order_id.as_ref().filter(|_| ticket.pass.is_none())?;
    Some(fingerprint(&format!("reservation {order_id}"))[..16].to_owned())
}

/// Whether a park admits a ticket.
pub fn admits(property: &Property, ticket: &TicketRow) -> bool {
    ticket.product_id.as_ref().is_some_and(|product| property.admits(product))
}

/// How many people without tickets the party may take along: the highest number that one of its tickets allows.
pub fn max_additional(catalog: &Catalog, tickets: &[TicketRow], now: Instant) -> u32 {
    tickets.iter().map(|ticket| additional_people(catalog, ticket, now)).max().unwrap_or(0)
}

pub fn additional_people(catalog: &Catalog, ticket: &TicketRow, now: Instant) -> u32 {
    let giving = ticket.variant_id.as_ref().filter(|_| !ticket.is_overdue(catalog, now));
    giving.and_then(|id| catalog.variant(id)).map_or(0, |(_, variant)| variant.additional_people)
}

/// Checks that the tickets of a party, and the tickets whose benefits it uses, still give the additional people and
/// benefits that it uses.
///
/// # Errors
/// A refusal when they no longer give enough, because a payment for one of the tickets is overdue.
pub fn still_gives(catalog: &Catalog, party: &Party, tickets: &[TicketRow], now: Instant) -> Result<(), Refusal> {
    let brings = |ticket: &TicketRow| party.benefits.iter().any(|used| used.ticket_id == ticket.id);
    let overdue: Vec<&TicketRow> = tickets.iter().filter(|ticket| ticket.is_overdue(catalog, now)).collect();
    let takes_too_many = !overdue.is_empty() && party.guests > max_additional(catalog, tickets, now);
    match takes_too_many || overdue.into_iter().any(brings) {
        true => Err(Refusal::new(OVERDUE)),
        false => Ok(()),
    }
}

/// Checks that a party takes a place, that it has a ticket or uses a benefit, and that it is within its limits.
///
/// # Errors
/// A refusal for a party without a place, or with neither tickets nor benefits; then for the first exceeded limit:
/// guests in total, then children, then additional people.
pub fn within_limits(party: &Party, max_additional: u32, settings: &Settings) -> Result<(), Refusal> {
    let tickets = u32::try_from(party.tickets.len()).unwrap_or(u32::MAX);
    if party.places() == 0 || (party.tickets.is_empty() && party.benefits.is_empty()) {
        return Err(Refusal::new(NO_TICKETS));
    }
    let together = tickets.saturating_add(party.children).saturating_add(party.guests);
    for (count, most, text) in [
        (together, settings.reservation_max_order_quantity, TOO_MANY_GUESTS),
        (party.children, settings.reservation_max_under_age_tickets, TOO_MANY_CHILDREN),
        (party.guests, max_additional, TOO_MANY_ADDITIONAL),
    ] {
        if count > most {
            return Err(Refusal::new(text).with("count", most));
        }
    }
    Ok(())
}

/// Whether a ticket is valid on a day.
pub fn is_good_on(ticket: &TicketRow, date: NaiveDate) -> bool {
    ticket.first_day().is_none_or(|first| first <= date) && ticket.last_day().is_none_or(|last| date <= last)
}

/// Whether there is a day on which all tickets are valid.
pub fn share_a_day(tickets: &[TicketRow]) -> bool {
    shared_days(tickets).is_none_or(|(first, last)| first <= last)
}

/// The only day on which all tickets are valid; `None` if there are several or none.
pub fn only_day(tickets: &[TicketRow]) -> Option<NaiveDate> {
    shared_days(tickets).filter(|(first, last)| first == last).map(|(first, _)| first)
}

/// The first and the last day on which all tickets are valid; `None` if one of them is not limited. The last day lies
/// before the first one if no day is shared.
fn shared_days(tickets: &[TicketRow]) -> Option<(NaiveDate, NaiveDate)> {
    let first = tickets.iter().filter_map(TicketRow::first_day).max();
    let last = tickets.iter().filter_map(TicketRow::last_day).min();
    first.zip(last)
}

/// A benefit that a ticket gives to whole reservations, and its remaining quantity.
#[derive(Clone, Copy, Debug)]
pub struct AvailableBenefit<'t, 'c> {
    pub ticket: &'t TicketRow,
    pub benefit: &'c ReservationBenefit,
    pub remaining: u32,
}

/// Distributes the wanted quantity of each benefit over the tickets that give it on a day in a park, in the order of
/// the tickets. If the tickets do not give the wanted quantity, the result contains less.
pub fn distribute(
    available: &[AvailableBenefit<'_, '_>],
    wanted: &[(BenefitId, u32)],
    property: &Property,
    date: NaiveDate,
) -> Vec<UsedBenefit> {
    let gives = |it: &&AvailableBenefit<'_, '_>| {
        admits(property, it.ticket) && is_good_on(it.ticket, date) && it.benefit.is_good_on(date)
    };
    let mut used: Vec<UsedBenefit> = Vec::new();
    for (benefit_id, quantity) in wanted {
        let mut wanted = *quantity;
        for AvailableBenefit { ticket, benefit, remaining } in
            available.iter().filter(gives).filter(|it| it.benefit.id == *benefit_id)
        {
            let is_used = used.iter().any(|it| it.benefit_id == *benefit_id && it.ticket_id == ticket.id);
            let quantity = if is_used { 0 } else { wanted.min(*remaining) };
            wanted -= quantity;
            if quantity > 0 {
                used.push(UsedBenefit {
                    benefit_id: benefit.id.clone(),
                    ticket_id: ticket.id.clone(),
                    entitled_as: ticket.entitled_as.clone(),
                    sequence: None,
                    quantity,
                    places: quantity.saturating_mul(benefit.places),
                });
            }
        }
    }
    used
}

/// The total quantity of these used benefits.
pub fn count(used: &[UsedBenefit]) -> u32 {
    used.iter().map(|used| used.quantity).fold(0, u32::saturating_add)
}

/// A party with its tickets, to compute the stock that it needs.
pub struct Visitors<'a> {
    catalog: &'a Catalog,
    party: &'a Party,
    tickets: &'a [TicketRow],
    /// For each ticket, the stocks from which a place was sold with the ticket.
    sold: Vec<HashSet<StockKey>>,
    /// Whether a ticket can be booked only once for a performance.
    is_once: bool,
}

impl<'a> Visitors<'a> {
    /// `sold` contains, for each ticket, the stocks from which a place was sold with the ticket.
    pub fn new(
        catalog: &'a Catalog,
        property: &Property,
        party: &'a Party,
        tickets: &'a [TicketRow],
        sold: Vec<HashSet<StockKey>>,
    ) -> Self {
        let is_once = !allows_several(catalog, property);
        Visitors { catalog, party, tickets, sold, is_once }
    }

    /// The places that the party needs. No further place is needed for a dated ticket that was sold with a place from
    /// the same stock.
    pub fn places(&self, performance: &Performance<'_>, friends: u32) -> Vec<Draw> {
        let places = self.party.places().saturating_add(friends);
        let needed = |draw: Draw| {
            let already_sold = self.sold.iter().filter(|keys| keys.contains(&draw.key)).count();
            let quantity = draw.quantity.saturating_sub(u32::try_from(already_sold).unwrap_or(u32::MAX));
            (quantity > 0).then_some(Draw { quantity, ..draw })
        };
        performance.draws(self.catalog, places).into_iter().filter_map(needed).collect()
    }

    /// The visits that the party needs: one per ticket at this performance. Where a ticket can be booked only once,
    /// each ticket that is not a pass also needs its single visit ([`StockKey::only_visit`]).
    pub fn visits(&self, performance: &Performance<'_>) -> Vec<Draw> {
        let capacity = if self.is_once { 1 } else { MAX_VISITS };
        let of_ticket = |ticket: &TicketRow| {
            let only = (self.is_once && ticket.pass.is_none()).then(|| StockKey::only_visit(&ticket.id));
            std::iter::once(StockKey::visit(&ticket.id, &performance.id)).chain(only)
        };
        self.tickets.iter().flat_map(of_ticket).map(|key| Draw { key, capacity, quantity: 1 }).collect()
    }

    /// All stock that the party needs: places, visits and used benefits.
    pub fn draws(&self, performance: &Performance<'_>, friends: u32) -> Vec<Draw> {
        let of_benefit = |used: &UsedBenefit| {
            let benefit = self.catalog.benefit(&used.benefit_id)?;
            let (key, capacity) = used.stock(benefit);
            Some(Draw { key, capacity, quantity: used.quantity })
        };
        let benefits = self.party.benefits.iter().filter_map(of_benefit);
        self.places(performance, friends).into_iter().chain(self.visits(performance)).chain(benefits).collect()
    }

    /// Whether a park admits all tickets, and all tickets and used benefits are valid on a day.
    pub fn may_come_on(&self, property: &Property, date: NaiveDate) -> bool {
        let is_good = |used: &UsedBenefit| self.catalog.benefit(&used.benefit_id).is_some_and(|it| it.is_good_on(date));
        self.tickets.iter().all(|ticket| admits(property, ticket) && is_good_on(ticket, date))
            && self.party.benefits.iter().all(is_good)
    }
}

/// Whether the site allows several bookings of a ticket for the same performance.
pub fn allows_several(catalog: &Catalog, property: &Property) -> bool {
    catalog.site(&property.site).is_some_and(|site| site.allow_same_ticket_same_performance_multiple_booking)
}

/// The maximum number of bookings of a ticket for the same performance, where the site allows several.
const MAX_VISITS: u32 = 1_000;

/// The entry times of a park on a day that have not closed, sorted by time.
pub fn open_times<'c>(
    catalog: &'c Catalog,
    property: &'c Property,
    date: NaiveDate,
    now: Instant,
) -> Vec<Performance<'c>> {
    let schedules = catalog.schedules_of(&property.show);
    let mut open: Vec<Performance<'_>> = schedules
        .flat_map(|schedule| performance::on_day(catalog, schedule, date))
        .filter(|performance| performance.is_open(catalog, now))
        .collect();
    open.sort_by(|one, other| (one.time, &one.id).cmp(&(other.time, &other.id)));
    open
}

/// The availability level to show to a party. Without room for the party it is [`VisitLevel::Reached`].
pub fn visit_level(level: CapacityLevel, has_room: bool) -> VisitLevel {
    match level {
        _ if !has_room => VisitLevel::Reached,
        CapacityLevel::Available => VisitLevel::Available,
        CapacityLevel::Limited => VisitLevel::Nearing,
        CapacityLevel::AlmostFull => VisitLevel::Almost,
        CapacityLevel::Full => VisitLevel::Reached,
        CapacityLevel::Unavailable => VisitLevel::Unavailable,
    }
}

/// Whether a day or a time with this level can be chosen: the reservation levels 2 to 4.
pub fn is_available(level: VisitLevel) -> bool {
    matches!(level, VisitLevel::Almost | VisitLevel::Nearing | VisitLevel::Available)
}

/// A visit can be moved or cancelled until just before this time.
pub fn change_until(visit: &Visit, settings: &Settings) -> Instant {
    visit.starts_at - chrono::Duration::hours(i64::from(settings.reservation_change_hours))
}

pub fn is_changeable(reservation: &Model, settings: &Settings, now: Instant) -> bool {
    let visit = reservation.visit.as_ref();
    reservation.state == ReservationState::Confirmed && visit.is_some_and(|visit| now < change_until(visit, settings))
}

/// The site for a visitor's reservation: the chosen site if it has parks, or the only site with parks.
pub fn site_of(catalog: &Catalog, chosen: Option<&SiteId>) -> Option<SiteId> {
    let with_parks = |site: &SiteId| catalog.properties_of(site).next().is_some();
    if let Some(chosen) = chosen.filter(|site| with_parks(site)) {
        return Some(chosen.clone());
    }
    let mut sites = catalog.folder().site.iter().map(|site| &site.id).filter(|site| with_parks(site));
    sites.next().filter(|_| sites.next().is_none()).cloned()
}

/// The park of a reservation: the chosen park, or the only park of its site.
pub fn property_of<'c>(catalog: &'c Catalog, row: &Model) -> Option<&'c Property> {
    if let Some(id) = &row.property_id {
        return catalog.property(id).filter(|property| property.site == row.site_id);
    }
    let mut properties = catalog.properties_of(&row.site_id);
    properties.next().filter(|_| properties.next().is_none())
}

/// Today in the time zone of the reservation's site.
pub fn today(catalog: &Catalog, row: &Model, now: Instant) -> NaiveDate {
    day_at(now, catalog.site(&row.site_id).map_or(chrono_tz::UTC, |site| site.time_zone))
}

/// The code of a ticket: complete if the visitor entered it, otherwise only its end.
pub fn shown_code(of_party: &PartyTicket, ticket: &TicketRow) -> String {
    match of_party.has_entered_code(ticket) {
        true => ticket.media_code.clone(),
        false => end_of_code(ticket),
    }
}

/// The last characters of a code, for example `…4RBC`. They distinguish tickets but do not admit anyone.
pub fn end_of_code(ticket: &TicketRow) -> String {
    let hidden = ticket.media_code.len().saturating_sub(4);
    format!("…{}", &ticket.media_code[hidden..])
}

#[cfg(test)]
mod tests {
    use super::super::entity::PartyTicket;
    use super::*;

    fn ada() -> Guest {
        Guest {
            first_name: " Ada ".to_owned(),
            last_name: "Lovelace".to_owned(),
            email_address: "ada@example.org".to_owned(),
            phone_number: "(518) 555-0123".to_owned(),
            zip: "k1a-0b6".to_owned(),
        }
    }

    #[test]
    fn guest_data_is_normalised_and_invalid_fields_are_named() {
        let kept = guest(ada()).unwrap();
        assert_eq!(
            (kept.first_name.as_str(), kept.phone_number.as_str(), kept.zip.as_str()),
            ("Ada", "5185550123", "K1A0B6")
        );
        let refusal = guest(Guest::default()).unwrap_err();
        let said: Vec<_> = refusal.fields.iter().map(|it| (it.field.as_str(), it.text.default)).collect();
        assert_eq!(
            said,
            [
                ("firstName", "First Name is required"),
                ("lastName", "Last Name is required"),
                ("emailAddress", "A valid email address is required"),
                ("phoneNumber", "A ten digit phone number is required"),
                ("zip", "A 5 digit US or 6 character Canadian postal code is required"),
            ]
        );
        let filled_in = guest(Guest { phone_number: "+1 518-555-0123".to_owned(), ..ada() }).unwrap();
        assert_eq!(filled_in.phone_number, "5185550123", "browsers write the country code too");
        let long = |count: usize| "x".repeat(count);
        assert!(guest(Guest { first_name: long(35), last_name: long(35), ..ada() }).is_ok());
        for wrong in [
            Guest { first_name: long(36), ..ada() },
            Guest { email_address: format!("{}@example.org", long(200)), ..ada() },
            Guest { phone_number: "25185550123".to_owned(), ..ada() },
            Guest { zip: "1234".to_owned(), ..ada() },
        ] {
            assert_eq!(guest(wrong).unwrap_err().fields.len(), 1);
        }
    }

    fn party(tickets: usize, children: u32, guests: u32) -> Party {
        let ticket = |nth: usize| PartyTicket {
            id: nth.to_string(),
            ticket_id: nth.to_string(),
            added_with_order: false,
            code: String::new(),
            reservation_code: None,
        };
        Party { tickets: (0..tickets).map(ticket).collect(), children, guests, ..Party::default() }
    }

    #[test]
    fn party_is_valid_at_each_limit_and_refused_for_the_first_exceeded_limit() {
        let settings =
            Settings { reservation_max_order_quantity: 6, reservation_max_under_age_tickets: 2, ..Settings::default() };
        let said = |party: Party| within_limits(&party, 2, &settings).map_err(|it| (it.text.default, it.values));
        for good in [party(1, 0, 0), party(2, 2, 2), party(6, 0, 0)] {
            assert_eq!(said(good), Ok(()));
        }
        let most = |count: u32| vec![("count", count.to_string())];
        for (wrong, words, values) in [
            (
                party(0, 0, 0),
                "You must add at least one (1) ID or barcode as instructed above before you can continue.",
                vec![],
            ),
            (party(3, 2, 2), "Reservations are limitied to a maximum of {{count}} guests", most(6)),
            (party(1, 3, 0), "You can only have a max of {{count}} non-ticketed child(ren) per reservation", most(2)),
            (
                party(1, 0, 3),
                "You can only have a max of {{count}} additional adult(s) or child(ren) (4+) per reservation",
                most(2),
            ),
        ] {
            assert_eq!(said(wrong), Err((words, values)));
        }
        // A party may have no tickets if it uses a benefit that takes a place and so admits a guest.
        let used = UsedBenefit {
            benefit_id: "friend".into(),
            ticket_id: "pass".to_owned(),
            entitled_as: None,
            sequence: None,
            quantity: 1,
            places: 1,
        };
        assert_eq!(said(Party { benefits: vec![used], ..Party::default() }), Ok(()));
    }

    #[test]
    fn reservation_level_depends_on_the_capacity_level_and_on_the_room_for_the_party() {
        use VisitLevel::{Almost, Available, Nearing, Reached};
        for (level, has_room, expected) in [
            (CapacityLevel::Available, true, Available),
            (CapacityLevel::Limited, true, Nearing),
            (CapacityLevel::AlmostFull, true, Almost),
            (CapacityLevel::AlmostFull, false, Reached),
            (CapacityLevel::Full, true, Reached),
        ] {
            assert_eq!(visit_level(level, has_room), expected);
        }
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|code| is_available(VisitLevel::from_code(code).unwrap())),
            [false, true, true, true, false, false]
        );
    }
}
