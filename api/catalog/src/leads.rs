//! Prices that depend on how long before the performance a ticket is bought. The functions are pure.

use chrono::{Days, Duration, NaiveDate, NaiveTime};
use chrono_tz::Tz;

use crate::files::{Lead, PriceRule, WallTime};
use midway_kernel::time::{Instant, instant_at};

impl Lead {
    /// The first moment that is at most this long before a performance: the beginning of a day, or a number of hours
    /// before the start.
    fn begins(self, date: NaiveDate, time: WallTime, zone: Tz) -> Instant {
        match self.days {
            Some(days) => midnight(date.checked_sub_days(Days::new(days.into())), date, zone),
            None => self.before_start(date, time, zone),
        }
    }

    /// The first moment that is less than this long before a performance: the end of a day, or a number of hours before
    /// the start.
    pub fn ends(self, date: NaiveDate, time: WallTime, zone: Tz) -> Instant {
        match self.days {
            Some(days) => {
                let next = date.checked_sub_days(Days::new(days.into())).and_then(|day| day.succ_opt());
                midnight(next, date, zone)
            }
            None => self.before_start(date, time, zone),
        }
    }

    fn before_start(self, date: NaiveDate, time: WallTime, zone: Tz) -> Instant {
        instant_at(date, time.0, zone) - Duration::hours(self.hours.unwrap_or_default().into())
    }
}

fn midnight(day: Option<NaiveDate>, otherwise: NaiveDate, zone: Tz) -> Instant {
    instant_at(day.unwrap_or(otherwise), NaiveTime::MIN, zone)
}

impl PriceRule {
    pub(crate) fn has_lead(&self) -> bool {
        self.until_before.is_some() || self.from_before.is_some()
    }

    /// Whether the rule applies to a purchase at this moment.
    pub(crate) fn is_bought_at(&self, (date, time): (NaiveDate, WallTime), zone: Tz, now: Instant) -> bool {
        self.from_before.is_none_or(|lead| lead.begins(date, time, zone) <= now)
            && self.until_before.is_none_or(|lead| now < lead.ends(date, time, zone))
    }

    /// The hours of the rule's leads. Leads of days begin and end at midnight.
    pub(crate) fn lead_hours(&self) -> impl Iterator<Item = u32> {
        [self.until_before, self.from_before].into_iter().flatten().filter_map(|lead| lead.hours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    const ZONE: Tz = Tz::America__New_York;

    fn lead(days: Option<u32>, hours: Option<u32>) -> Lead {
        Lead { days, hours }
    }

    fn local(text: &str) -> Instant {
        let wall = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
        ZONE.from_local_datetime(&wall).single().unwrap().to_utc()
    }

    #[test]
    fn days_are_whole_days_of_the_venue_and_hours_are_counted_back_from_the_start() {
        // Clocks go forward on March 14, 2027, so that the day before a start at 10:00 on March 15 has 23 hours less.
        let date = "2027-03-15".parse().unwrap();
        let time = WallTime(NaiveTime::from_hms_opt(10, 0, 0).unwrap());
        for (lead, begins, ends) in [
            (lead(Some(0), None), "2027-03-15 00:00", "2027-03-16 00:00"),
            (lead(Some(1), None), "2027-03-14 00:00", "2027-03-15 00:00"),
            (lead(Some(14), None), "2027-03-01 00:00", "2027-03-02 00:00"),
            (lead(None, Some(2)), "2027-03-15 08:00", "2027-03-15 08:00"),
            (lead(None, Some(34)), "2027-03-13 23:00", "2027-03-13 23:00"),
        ] {
            assert_eq!(lead.begins(date, time, ZONE), local(begins), "{lead:?}");
            assert_eq!(lead.ends(date, time, ZONE), local(ends), "{lead:?}");
        }
    }
}
