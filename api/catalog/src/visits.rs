//! Opening hours of sites and parks, and reserved visits: whom a park admits, and which benefits tickets give. The functions
//! are pure.

use chrono::{Datelike, NaiveDate, Weekday};

use crate::Catalog;
use crate::days::{DaySet, SeasonDay, is_in_season};
use crate::files::{BringAFriendDays, Holiday, OpeningHours, Property, ReservationBenefit, Site};
use midway_kernel::id::{BenefitId, HolidayId, ProductId, PropertyId, SiteId, VariantId};
use midway_kernel::time::twelve_hours;

impl Catalog {
    pub fn property(&self, id: &PropertyId) -> Option<&Property> {
        self.folder().property.iter().find(|property| property.id == *id)
    }

    /// The parks of a site, in the catalogue's order.
    pub fn properties_of<'c>(&'c self, site: &SiteId) -> impl Iterator<Item = &'c Property> + use<'c> {
        let site = site.clone();
        self.folder().property.iter().filter(move |property| property.site == site)
    }

    pub fn benefit(&self, id: &BenefitId) -> Option<&ReservationBenefit> {
        self.folder().reservation_benefit.iter().find(|benefit| benefit.id == *id)
    }

    pub fn holiday(&self, id: &HolidayId) -> Option<&Holiday> {
        self.folder().holiday.iter().find(|holiday| holiday.id == *id)
    }

    /// The benefits that tickets of a variant give to a reservation.
    pub fn benefits_of<'c>(&'c self, variant: &VariantId) -> impl Iterator<Item = &'c ReservationBenefit> + use<'c> {
        let variant = variant.clone();
        self.folder().reservation_benefit.iter().filter(move |benefit| benefit.held.contains(&variant))
    }
}

impl Property {
    pub fn admits(&self, product: &ProductId) -> bool {
        self.products.contains(product)
    }

    /// The opening hours on a day; `None` if no entry of the catalogue includes the day.
    pub fn hours_on(&self, date: NaiveDate) -> Option<&OpeningHours> {
        hours_on(&self.hours, &self.closed, date)
    }

    /// How many friends a reservation may bring on a day; 0 unless the day is listed.
    pub fn friends_on(&self, date: NaiveDate) -> u32 {
        let days = self.bring_a_friend.iter().find(|days| days.include(date));
        days.map_or(0, |days| days.friends)
    }
}

impl Site {
    /// The opening hours on a day; `None` if no entry of the catalogue includes the day.
    pub fn hours_on(&self, date: NaiveDate) -> Option<&OpeningHours> {
        hours_on(&self.hours, &self.closed, date)
    }

    /// The holiday that decides on the opening hours of a day: one on which the site is closed, or one of the days of the
    /// entry that applies.
    pub fn holiday_on(&self, date: NaiveDate) -> Option<&HolidayId> {
        let of_hours = || self.hours_on(date)?.days.holiday_on(date);
        self.closed.holiday_on(date).or_else(of_hours)
    }
}

impl OpeningHours {
    fn include(&self, date: NaiveDate) -> bool {
        is_on((self.from, self.until), &self.weekdays, &self.days, date)
    }

    /// The hours as a text, for example `10:00 AM to 8:00 PM`.
    pub fn in_words(&self) -> String {
        format!("{} to {}", twelve_hours(&self.opens.wire()), twelve_hours(&self.closes.wire()))
    }
}

impl BringAFriendDays {
    fn include(&self, date: NaiveDate) -> bool {
        is_on((self.from, self.until), &self.weekdays, &self.days, date)
    }
}

fn hours_on<'h>(hours: &'h [OpeningHours], closed: &DaySet, date: NaiveDate) -> Option<&'h OpeningHours> {
    hours.iter().find(|hours| hours.include(date)).filter(|_| !closed.includes(date))
}

impl ReservationBenefit {
    /// Whether the benefit is valid on a day.
    pub fn is_good_on(&self, date: NaiveDate) -> bool {
        self.from.is_none_or(|from| from <= date) && self.until.is_none_or(|until| date <= until)
    }
}

fn is_on(
    (from, until): (Option<SeasonDay>, Option<SeasonDay>),
    weekdays: &[Weekday],
    days: &DaySet,
    date: NaiveDate,
) -> bool {
    (weekdays.is_empty() || weekdays.contains(&date.weekday()))
        && (days.is_empty() || days.includes(date))
        && is_in_season(from, until, date)
}
