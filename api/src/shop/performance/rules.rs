//! Computes the performances of a schedule on a day, and finds the performance of an id. Pure.

use chrono::{Datelike, Duration, NaiveDate};

use crate::error::Refusal;
use crate::shop::inventory::{Draw, StockKey};
use midway_catalog::files::{
    AccessiblePlaces, Delay, DelayAfter, FirstPer, PoolPer, Product, Schedule, Selection, Show, Slot, Variant, WallTime,
};
use midway_catalog::{Catalog, FirstUnits, Seating, SeatingSection};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{EntitlementId, PerformanceId, SeatId, SectionId};
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at, day_in_words, instant_at, last_of, twelve_hours};

const CLOSED: Text =
    Text { id: "performance.closed", default: "Booking has closed for {{when}}. Please choose another date or time." };
/// For a performance that the operator has taken out of the catalogue.
pub const WITHDRAWN: Text = Text {
    id: "performance.withdrawn",
    default: "The time you chose is no longer offered. Please choose another date or time.",
};

/// One performance of a show.
#[derive(Clone, Debug)]
pub struct Performance<'c> {
    pub id: PerformanceId,
    pub show: &'c Show,
    /// The hall, for a show that sells sections or seats.
    pub seating: Option<&'c Seating>,
    pub schedule: &'c Schedule,
    pub date: NaiveDate,
    pub time: WallTime,
    pub label: Option<&'c str>,
    pub capacity: Option<u32>,
    pub starts_at: Instant,
}

impl Performance<'_> {
    /// Whether the performance can be bought, regardless of availability: it has not yet closed, and its day is not
    /// after the sale window.
    pub fn is_open(&self, catalog: &Catalog, now: Instant) -> bool {
        self.is_before_closing(now) && self.date <= last_day(catalog, self.show, now)
    }

    /// The refusal for a performance that is not open any more.
    pub fn closed(&self) -> Refusal {
        Refusal::new(CLOSED).with("when", self.in_words())
    }

    /// The day and, unless the visit may begin at any time of it, the time.
    pub fn in_words(&self) -> String {
        visit_in_words(self.date, self.time, self.show.valid_all_day)
    }

    fn is_before_closing(&self, now: Instant) -> bool {
        now < self.starts_at + Duration::minutes(i64::from(self.schedule.closes_after_minutes))
    }

    /// How the accessible places are sold; `None` if they are sold like all others, or have been released to everybody.
    pub fn accessible_places(&self, now: Instant) -> Option<&AccessiblePlaces> {
        let places = self.seating?.accessible.as_ref()?;
        let release = places.release_hours_before.map(|hours| self.starts_at - Duration::hours(i64::from(hours)));
        release.is_none_or(|release| now < release).then_some(places)
    }

    /// Whether accessible places are sold to everybody now, because they have been released.
    pub fn has_released_places(&self, now: Instant) -> bool {
        self.seating.is_some_and(|seating| seating.accessible.is_some()) && self.accessible_places(now).is_none()
    }

    /// The stock that `quantity` visitors need, in one section if it is named, and in one seat if it is given.
    pub fn draws_at(
        &self,
        catalog: &Catalog,
        quantity: u32,
        section: Option<&SectionId>,
        seat: Option<&SeatId>,
    ) -> Vec<Draw> {
        let mut draws = self.draws(catalog, quantity);
        let section = section.and_then(|id| self.seating?.section(id));
        draws.extend(section.map(|section| self.draw_of_section(section, quantity)));
        // A box for several people is one unit.
        let places = seat.and_then(|id| self.seating?.seat(id)).map_or(1, |place| place.places);
        let quantity = quantity.div_ceil(places);
        draws.extend(seat.map(|seat| Draw { key: StockKey::seat(&self.id, seat), capacity: 1, quantity }));
        draws
    }

    pub fn draw_of_section(&self, section: &SeatingSection, quantity: u32) -> Draw {
        Draw { key: StockKey::section(&self.id, &section.id), capacity: section.capacity, quantity }
    }

    /// The sections of a show that sells only sections; empty for all other shows.
    pub fn sections_sold(&self) -> &[SeatingSection] {
        let seating = self.seating.filter(|_| self.show.show_type == ShowType::Sections);
        seating.map_or(&[], |seating| &seating.sections)
    }

    /// The stock that decides whether a group of this size fits. A single visitor fits if the performance is not full.
    pub fn draws_for_group(&self, catalog: &Catalog, group_size: u32) -> Vec<Draw> {
        let mut draws = self.draws(catalog, 1);
        if group_size > 1 {
            draws.extend(self.sections_sold().iter().map(|section| self.draw_of_section(section, 1)));
        }
        draws
    }

    /// The stock that `quantity` visitors of this performance need, regardless of section and seat.
    pub fn draws(&self, catalog: &Catalog, quantity: u32) -> Vec<Draw> {
        let own = self.capacity.map(|capacity| Draw { key: StockKey::performance(&self.id), capacity, quantity });
        let pools = self.schedule.pools.iter().filter_map(|id| catalog.pool(id)).map(|pool| Draw {
            key: match pool.per {
                PoolPer::Day => StockKey::pool_of_day(&pool.id, self.date),
                PoolPer::Time => StockKey::pool_of_time(&pool.id, self.date, self.time),
            },
            capacity: pool.capacity_on(self.date),
            quantity,
        });
        own.into_iter().chain(pools).collect()
    }
}

/// The day of a visit and, unless it is valid all day, its time.
pub fn visit_in_words(date: NaiveDate, time: WallTime, valid_all_day: bool) -> String {
    let day = day_in_words(date);
    if valid_all_day { day } else { format!("{day}, {}", twelve_hours(&time.wire())) }
}

/// The last day of the sale window, in the show's time zone.
fn last_day(catalog: &Catalog, show: &Show, now: Instant) -> NaiveDate {
    let zone = catalog.zone_of_show(show);
    last_of(day_at(now, zone), catalog.settings().look_ahead_days)
}

/// The performances of a schedule on a day, sorted by time.
pub fn on_day<'c>(catalog: &'c Catalog, schedule: &'c Schedule, date: NaiveDate) -> Vec<Performance<'c>> {
    let Some(show) = catalog.show(&schedule.show) else { return Vec::new() };
    let mut slots = catalog.slots_on(schedule, date).peekable();
    if slots.peek().is_none() {
        return Vec::new();
    }
    let day = day_text(date);
    let mut performances: Vec<Performance<'c>> =
        slots.map(|slot| performance(catalog, show, schedule, (date, &day), slot)).collect();
    performances.sort_by_key(|performance| performance.time);
    performances
}

/// The performance with this id; `None` if the catalogue does not contain it.
pub fn find<'c>(catalog: &'c Catalog, id: &PerformanceId) -> Option<Performance<'c>> {
    let mut parts = id.as_str().split('.');
    let (schedule, date, slot_id) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || date.len() != 8 {
        return None;
    }
    let schedule = catalog.schedule(schedule)?;
    let show = catalog.show(&schedule.show)?;
    let date = NaiveDate::parse_from_str(date, "%Y%m%d").ok()?;
    let slot = catalog.slots_on(schedule, date).find(|slot| slot.key() == slot_id)?;
    Some(performance(catalog, show, schedule, (date, &day_text(date)), slot))
}

/// A day in the format of performance ids, for example `20261205`.
fn day_text(date: NaiveDate) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

fn performance<'c>(
    catalog: &'c Catalog,
    show: &'c Show,
    schedule: &'c Schedule,
    (date, day): (NaiveDate, &str),
    slot: &'c Slot,
) -> Performance<'c> {
    let zone = catalog.zone_of_show(show);
    let seating = show.hall.as_ref().and_then(|hall| catalog.hall(hall)).map(|(_, seating)| seating);
    Performance {
        id: PerformanceId(format!("{}.{day}.{}", schedule.id, slot.key())),
        show,
        schedule,
        date,
        time: slot.time,
        label: slot.label.as_deref(),
        capacity: slot.capacity.or(schedule.capacity).or(seating.map(Seating::capacity)),
        seating,
        starts_at: instant_at(date, slot.time.0, zone),
    }
}

/// The performances of one selection on one day that have not yet closed, sorted by time. The caller makes sure that
/// the day is within the product's sale window.
pub fn for_selection<'c>(
    catalog: &'c Catalog,
    selection: &'c Selection,
    date: NaiveDate,
    now: Instant,
) -> Vec<Performance<'c>> {
    let mut performances: Vec<Performance<'c>> = selection
        .shows
        .iter()
        .flat_map(|show| catalog.schedules_of(show))
        .flat_map(|schedule| on_day(catalog, schedule, date))
        .filter(|performance| selection.offers(&performance.show.id, performance.time))
        .filter(|performance| performance.is_before_closing(now))
        .collect();
    performances.sort_by(|one, other| (one.time, &one.id).cmp(&(other.time, &other.id)));
    performances
}

/// The latest time at which the earlier performance may start, if the performance with this delay starts at
/// `starts_at`.
pub fn latest_start_before(starts_at: Instant, delay: Delay) -> Instant {
    starts_at - Duration::minutes(i64::from(delay.minutes))
}

/// Whether each chosen performance starts late enough after the performance from which its selection keeps a delay.
/// `starts` is in the order of the product's selections.
pub fn keeps_delays(product: &Product, starts: &[Instant]) -> bool {
    product.selections.iter().enumerate().all(|(at, selection)| {
        let Some(delay) = selection.delay else { return true };
        let before = match delay.after {
            DelayAfter::First => starts.first(),
            DelayAfter::Previous => at.checked_sub(1).and_then(|previous| starts.get(previous)),
        };
        let (Some(before), Some(own)) = (before, starts.get(at)) else { return true };
        *before <= latest_start_before(*own, delay)
    })
}

/// Whether a variant is sold for a show.
pub fn is_sold_for(variant: &Variant, show: &Show) -> bool {
    variant.shows.is_empty() || variant.shows.contains(&show.id)
}

/// Whether a variant is sold for a section of a hall.
pub fn is_sold_in(variant: &Variant, section: &SectionId) -> bool {
    variant.sections.is_empty() || variant.sections.contains(section)
}

/// The only section of a performance's hall for which a variant is sold; `None` if there are several, or no hall.
pub fn only_section<'c>(performance: &Performance<'c>, variant: &Variant) -> Option<&'c SeatingSection> {
    let mut sold = performance.seating?.sections.iter().filter(|section| is_sold_in(variant, &section.id));
    let only = sold.next();
    only.filter(|_| sold.next().is_none())
}

/// Whether a performance is in the future and exists in `before` but not in `after`.
pub fn is_withdrawn(before: &Catalog, after: &Catalog, id: &PerformanceId, now: Instant) -> bool {
    find(before, id).is_some_and(|performance| now < performance.starts_at) && find(after, id).is_none()
}

/// Whether a stock is a seat or a section that no longer exists in `after`, at a future performance that still exists.
pub fn is_withdrawn_place(before: &Catalog, after: &Catalog, key: &StockKey, now: Instant) -> bool {
    let performance = key.performance_of_place();
    let performance = performance.as_ref().and_then(|performance| find(after, performance));
    performance.is_some_and(|performance| now < performance.starts_at)
        && capacity_of(before, key).is_some()
        && capacity_of(after, key).is_none()
}

/// Whether a stock belongs to a performance or a day that is over.
pub fn is_over(catalog: &Catalog, key: &StockKey, now: Instant) -> bool {
    if let Some(day) = key.day() {
        // A day begins at most twelve hours later somewhere than in UTC.
        return day < (now - Duration::hours(12)).date_naive();
    }
    let performance = key.as_str().strip_prefix("performance:").map(|id| PerformanceId(id.to_owned()));
    let performance = performance.or_else(|| key.performance_of_place());
    performance.is_some_and(|id| find(catalog, &id).is_none_or(|performance| performance.starts_at <= now))
}

/// The capacity of a stock in the catalogue; `None` when the catalogue no longer contains the stock or does not limit
/// it.
pub fn capacity_of(catalog: &Catalog, key: &StockKey) -> Option<u32> {
    let (kind, name) = key.as_str().split_once(':')?;
    match kind {
        "performance" => find(catalog, &PerformanceId(name.to_owned()))?.capacity,
        "pool" => {
            let mut parts = name.split('.');
            let pool = catalog.pool(&parts.next()?.into())?;
            let date = NaiveDate::parse_from_str(parts.next()?, "%Y%m%d").ok()?;
            Some(pool.capacity_on(date))
        }
        "section" => {
            let (performance, section) = name.split_once('/')?;
            let performance = find(catalog, &PerformanceId(performance.to_owned()))?;
            performance.seating?.section(&section.into()).map(|section| section.capacity)
        }
        "seat" => {
            let (performance, seat) = name.split_once('/')?;
            let performance = find(catalog, &PerformanceId(performance.to_owned()))?;
            performance.seating?.seat(&seat.into()).map(|_| 1)
        }
        "who" => match key.limited_by_person()? {
            ("product", id) => catalog.product(&id.into())?.max_per_account,
            (_, id) => catalog.promotion(&id.into())?.uses_per_account,
        },
        "product" => catalog.product(&name.into())?.stock,
        "variant" => catalog.variant(&name.into())?.1.stock,
        "promotion" => catalog.promotion(&name.into())?.uses,
        "price" => {
            let (sale, units) = key.sale_of_first_units()?;
            let sale = catalog.limited_price(&sale)?;
            // The operator may have changed what is counted.
            let counted = match units {
                FirstUnits::All => None,
                FirstUnits::OfDay(_) => Some(FirstPer::Day),
                FirstUnits::OfTime(..) => Some(FirstPer::Time),
            };
            sale.first.filter(|_| sale.first_per == counted)
        }
        "benefit" => {
            let mut parts = name.split('/');
            let benefit = catalog.benefit(&parts.next()?.into())?;
            Some(if parts.nth(1).is_some() { 1 } else { benefit.quantity })
        }
        "entitlement" => catalog.promotion(&EntitlementId(name.to_owned()).promotion())?.quantity,
        _ => None,
    }
}
