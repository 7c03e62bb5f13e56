//! The response type of the venue call.

use chrono::{Days, NaiveDate};
use poem_openapi::Object;

use crate::shop::catalog::PictureView;
use midway_catalog::Catalog;
use midway_catalog::files::Site;
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::id::SiteId;
use midway_kernel::time::{Instant, day_at, days};

/// For how many days the opening hours are given, including today.
const DAYS: u64 = 7;

/// How far ahead the next open day of a venue is looked for.
const LOOK_AHEAD_DAYS: u64 = 366;

/// A venue, for its visitors.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VenueView {
    pub id: SiteId,
    pub name: String,
    pub street: String,
    pub city: String,
    pub state: Option<String>,
    pub zip: String,
    /// The next seven days with their opening hours or, if the venue is closed on all of them, its next open days. Empty
    /// if the operator has written no hours for the next year.
    pub hours: Vec<VenueDay>,
    /// A picture of a map.
    pub map: Option<PictureView>,
    /// The venue at a provider of maps, for directions.
    pub map_url: Option<String>,
    /// How to get there. Sanitised HTML.
    pub directions: String,
    /// What visitors bring, one line each.
    pub what_to_bring: Vec<String>,
    pub accessibility: Vec<AccessibilityFeature>,
    /// More about visits of people with disabilities. Sanitised HTML.
    pub accessibility_description: String,
}

/// The opening hours of a day, `HH:mm` at the venue. A venue that closes after midnight closes on the next day.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DayHours {
    pub opens: String,
    pub closes: String,
}

/// What is known about a venue on one day.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VenueDay {
    pub date: NaiveDate,
    /// The opening hours; absent if the operator has written none for the day.
    pub hours: Option<DayHours>,
    /// The name of the holiday that decides on the hours: on which the venue is closed or has hours of its own.
    pub holiday: Option<String>,
}

impl VenueDay {
    pub fn new(catalog: &Catalog, site: &Site, date: NaiveDate) -> Self {
        let hours = site.hours_on(date);
        let holiday = site.holiday_on(date).and_then(|id| catalog.holiday(id));
        VenueDay {
            date,
            hours: hours.map(|hours| DayHours { opens: hours.opens.wire(), closes: hours.closes.wire() }),
            holiday: holiday.map(|holiday| holiday.name.clone()),
        }
    }
}

/// The days whose hours a venue shows: the next week or, if the venue is closed all week, the open days of the week that
/// begins with its next open day. None without opening hours.
fn next_days(site: &Site, today: NaiveDate) -> Vec<NaiveDate> {
    let is_open = |date: &NaiveDate| site.hours_on(*date).is_some();
    let week_from = |first: NaiveDate| days(first, first + Days::new(DAYS - 1));
    if week_from(today).any(|date| is_open(&date)) {
        return week_from(today).collect();
    }
    let next = days(today, today + Days::new(LOOK_AHEAD_DAYS)).find(is_open);
    next.map(|first| week_from(first).filter(is_open).collect()).unwrap_or_default()
}

/// The venues of these sites in this order, each once.
pub fn venues<'c>(catalog: &'c Catalog, sites: impl Iterator<Item = &'c SiteId>, now: Instant) -> Vec<VenueView> {
    let mut ids: Vec<&SiteId> = Vec::new();
    for id in sites {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.into_iter().filter_map(|id| catalog.site(id)).map(|site| VenueView::new(catalog, site, now)).collect()
}

impl VenueView {
    pub fn new(catalog: &Catalog, site: &Site, now: Instant) -> Self {
        let today = day_at(now, site.time_zone);
        VenueView {
            id: site.id.clone(),
            name: site.name.clone(),
            street: site.address.street.clone(),
            city: site.address.city.clone(),
            state: site.address.state.clone(),
            zip: site.address.zip.clone(),
            hours: next_days(site, today).into_iter().map(|date| VenueDay::new(catalog, site, date)).collect(),
            map: site.map.as_ref().and_then(|picture| PictureView::of(catalog, picture)),
            map_url: site.map_url.clone(),
            directions: site.directions.clone(),
            what_to_bring: site.what_to_bring.clone(),
            accessibility: site.accessibility.clone(),
            accessibility_description: site.accessibility_description.clone(),
        }
    }
}
