//! The days and entry times of a park, for one party.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Days, NaiveDate};

use super::claims::sold_with;
use super::entity::Model;
use super::refusals::CHOOSE_PARK;
use super::rules::{self, AvailableBenefit, Visitors, property_of, today};
use super::tickets::{remaining_benefits, tickets_of_party, tickets_with_benefits_of_visit};
use super::wire::{EntryTimeView, ReservationDateView, ReservationDates};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::inventory::{self, StockKey};
use crate::shop::performance::{Availability, Performance};
use crate::shop::ticket::TicketRow;
use midway_catalog::Catalog;
use midway_catalog::files::{OpeningHours, Property};
use midway_kernel::coded::VisitLevel;
use midway_kernel::id::BenefitId;
use midway_kernel::time::{Instant, days, last_of};

/// The maximum number of days in one response. [`SHOWN`] is the default number.
const MAX_RANGE: u64 = 100;
const SHOWN: u64 = 42;

/// The requested days.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    start: Option<NaiveDate>,
    end: Option<NaiveDate>,
}

/// Parses the requested days.
///
/// # Errors
/// [`Error::Malformed`] for an invalid date.
pub fn range(start: Option<&str>, end: Option<&str>) -> Result<Range> {
    let day =
        |text: &str| text.parse().map_err(|_| Error::Malformed(format!("\"{text}\" is not a day like 2026-12-24")));
    Ok(Range { start: start.map(day).transpose()?, end: end.map(day).transpose()? })
}

/// The days of the park for a party. The places that the reservation already has are treated as free, because choosing
/// a different time releases them.
///
/// # Errors
/// A refusal that asks for the park when there are several.
pub async fn dates(app: &App, visitor: &Visitor, row: &Model, range: Range) -> Result<ReservationDates> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let property = property_of(&catalog, row).ok_or_else(|| Refusal::new(CHOOSE_PARK))?;
    let tickets = tickets_of_party(app.db.read(), &row.party).await?;
    let first = today(&catalog, row, now);
    let last = last_of(first, catalog.settings().look_ahead_days);
    let wanted = row.party.benefits_by_quantity();
    let benefit_tickets = match wanted.is_empty() {
        true => Vec::new(),
        false => {
            let account_id = visitor.session().await?.account_id;
            tickets_with_benefits_of_visit(app.db.read(), (&catalog, now), row, account_id.as_deref()).await?
        }
    };
    let available = remaining_benefits(app.db.read(), (&catalog, now), row, &benefit_tickets).await?;
    let query = DaysQuery::new(app, &catalog, property, row, (&tickets, wanted, available), now).await?;
    let start = range.start.unwrap_or(first);
    let after = |days: u64| start.checked_add_days(Days::new(days - 1)).unwrap_or(start);
    let end = range.end.unwrap_or(after(SHOWN)).min(after(MAX_RANGE));
    let shown = query.days(app, start.max(first), end.min(last)).await?;
    let mut next_available = shown.iter().find(|day| query.is_open(day)).map(|day| day.business_date.clone());
    if start > first || next_available.is_none() {
        next_available = query.next_available(app, first, last).await?;
    }
    Ok(ReservationDates {
        property_id: property.id.clone(),
        first_date: first.to_string(),
        last_date: last.to_string(),
        next_available_date: next_available,
        only_date: rules::only_day(&tickets).map(|day| day.to_string()),
        places: row.party.places(),
        allow_same_ticket_same_performance_multiple_booking: rules::allows_several(&catalog, property),
        dates: shown,
    })
}

/// The data from which the days are computed.
struct DaysQuery<'a> {
    catalog: &'a Catalog,
    property: &'a Property,
    visitors: Visitors<'a>,
    tickets: &'a [TicketRow],
    /// The benefits that are chosen for the whole reservation, with their quantities.
    wanted: Vec<(BenefitId, u32)>,
    available: Vec<AvailableBenefit<'a, 'a>>,
    /// The visits of these tickets in other reservations.
    booked: HashSet<StockKey>,
    /// The units that this reservation holds already. They are treated as free.
    own: HashMap<StockKey, u32>,
    now: Instant,
}

impl<'a> DaysQuery<'a> {
    async fn new(
        app: &App,
        catalog: &'a Catalog,
        property: &'a Property,
        row: &'a Model,
        (tickets, wanted, available): (&'a [TicketRow], Vec<(BenefitId, u32)>, Vec<AvailableBenefit<'a, 'a>>),
        now: Instant,
    ) -> Result<Self> {
        let db = app.db.read();
        let own = inventory::units_by_stock(db, row.owner(), &row.id).await?;
        let visits: Vec<String> = tickets.iter().map(|ticket| StockKey::visits(&ticket.id)).collect();
        let mut booked = inventory::taken(db, &visits, now).await?;
        booked.retain(|key| !own.contains_key(key));
        let visitors = Visitors::new(catalog, property, &row.party, tickets, sold_with(db, catalog, tickets).await?);
        Ok(DaysQuery { catalog, property, visitors, tickets, wanted, available, booked, own, now })
    }

    /// The days from `start` to `end`, each with its entry times, read with one query.
    async fn days(&self, app: &App, start: NaiveDate, end: NaiveDate) -> Result<Vec<ReservationDateView>> {
        let mut of_days: BTreeMap<NaiveDate, Vec<Performance<'a>>> = BTreeMap::new();
        for date in days(start, end) {
            of_days.insert(date, rules::open_times(self.catalog, self.property, date, self.now));
        }
        let drawn = of_days.values().flatten().flat_map(|performance| performance.draws(self.catalog, 1));
        let availability = Availability::of(app.db.read(), drawn.map(|draw| draw.key).collect()).await?;
        let availability = availability.without(self.own.iter().map(|(key, quantity)| (key, *quantity)));
        Ok(of_days.into_iter().map(|(date, performances)| self.day(date, &performances, &availability)).collect())
    }

    fn day(
        &self,
        date: NaiveDate,
        performances: &[Performance<'_>],
        availability: &Availability,
    ) -> ReservationDateView {
        let hours = self.property.hours_on(date);
        let may_come = self.visitors.may_come_on(self.property, date) && self.gives_on(date);
        let times: Vec<EntryTimeView> = performances.iter().map(|it| self.time(it, may_come, availability)).collect();
        let emptiest = times.iter().map(|time| time.capacity_level).filter(|level| rules::is_available(*level)).max();
        let level = match emptiest {
            _ if times.is_empty() => VisitLevel::Closed,
            _ if !may_come => VisitLevel::Unavailable,
            Some(level) => level,
            None => VisitLevel::Reached,
        };
        ReservationDateView {
            business_date: date.to_string(),
            capacity_level: level,
            property_hours: hours.map(OpeningHours::in_words),
            open_time: hours.map(|hours| hours.opens.wire()),
            close_time: hours.map(|hours| hours.closes.wire()),
            max_bring_a_friend_day_ticket_count: self.property.friends_on(date),
            performances: times,
        }
    }

    fn time(&self, performance: &Performance<'_>, may_come: bool, availability: &Availability) -> EntryTimeView {
        let has_room = availability.holds(&self.visitors.places(performance, 0));
        let level = rules::visit_level(availability.level(self.catalog, &performance.draws(self.catalog, 1)), has_room);
        let is_booked = |ticket: &TicketRow| {
            self.booked.contains(&StockKey::visit(&ticket.id, &performance.id))
                || self.booked.contains(&StockKey::only_visit(&ticket.id))
        };
        EntryTimeView {
            id: performance.id.clone(),
            name: performance.label.unwrap_or(&performance.show.name).to_owned(),
            capacity_level: if may_come { level } else { VisitLevel::Unavailable },
            is_already_booked: self.tickets.iter().any(is_booked),
            performance_time: (!performance.show.valid_all_day).then(|| performance.time.wire()),
            performance_id: performance.id.clone(),
            always_prompt_performance: performance.show.always_prompt_performance,
        }
    }

    /// Whether the tickets that are valid on a day provide the benefits that the reservation uses. When all tickets
    /// together provide too little, no day would help; the days then stay open, and choosing a day reports the reason.
    fn gives_on(&self, date: NaiveDate) -> bool {
        let is_short = |(id, quantity): &(BenefitId, u32)| {
            let of_benefit = self.available.iter().filter(|it| it.benefit.id == *id);
            of_benefit.map(|it| it.remaining).sum::<u32>() < *quantity
        };
        let wanted: u32 = self.wanted.iter().map(|(_, quantity)| *quantity).sum();
        let taken = rules::distribute(&self.available, &self.wanted, self.property, date);
        rules::count(&taken) == wanted || self.wanted.iter().any(is_short)
    }

    /// Whether a day can be chosen: it has an available entry time, and no ticket of the party is already booked for
    /// one of its entry times, unless the site allows several bookings of a ticket.
    fn is_open(&self, day: &ReservationDateView) -> bool {
        let is_booked = day.performances.iter().any(|time| time.is_already_booked);
        rules::is_available(day.capacity_level) && (rules::allows_several(self.catalog, self.property) || !is_booked)
    }

    /// The first day that can be chosen.
    async fn next_available(&self, app: &App, first: NaiveDate, last: NaiveDate) -> Result<Option<String>> {
        let mut start = first;
        while start <= last {
            let end = (start + Days::new(SHOWN - 1)).min(last);
            if let Some(day) = self.days(app, start, end).await?.into_iter().find(|day| self.is_open(day)) {
                return Ok(Some(day.business_date));
            }
            start = end + Days::new(1);
        }
        Ok(None)
    }
}
