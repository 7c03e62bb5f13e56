//! Time: instants in UTC, and days and wall-clock times of a site. The shop's rules take the current time from a
//! [`Clock`].

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Days, Duration, LocalResult, NaiveDate, NaiveTime, SubsecRound, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// An instant. Stored instants have microsecond precision, as in PostgreSQL.
pub type Instant = DateTime<Utc>;

/// The source of the current time.
pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;
}

/// A clock that does not move until a test moves it.
#[derive(Debug)]
pub struct SetClock(AtomicI64);

impl SetClock {
    pub fn at(now: Instant) -> Self {
        SetClock(AtomicI64::new(now.timestamp_micros()))
    }

    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(by.num_microseconds().expect("a bounded step"), Ordering::SeqCst);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Instant {
        Utc.timestamp_micros(self.0.load(Ordering::SeqCst)).single().expect("an instant that was set")
    }
}

/// `instant` truncated to microseconds.
pub fn to_microseconds(instant: Instant) -> Instant {
    instant.trunc_subsecs(6)
}

/// The current day at a site.
pub fn day_at(now: Instant, zone: Tz) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// The instant of a wall-clock time at a site. A time that clocks skip is moved forward in steps of 30 minutes until it
/// exists. For an ambiguous time, the earlier instant is returned.
pub fn instant_at(date: NaiveDate, time: NaiveTime, zone: Tz) -> Instant {
    let mut wall = date.and_time(time);
    // Clocks are put forward by at most a few hours, so the loop is short. The limit of 48 steps ensures that it ends.
    for _ in 0..48 {
        match zone.from_local_datetime(&wall) {
            LocalResult::Single(instant) | LocalResult::Ambiguous(instant, _) => return instant.with_timezone(&Utc),
            LocalResult::None => wall += Duration::minutes(30),
        }
    }
    Utc.from_utc_datetime(&wall)
}

/// Whether a wall-clock time exists on a day at a site. It does not exist when clocks are put forward past it.
pub fn exists(date: NaiveDate, time: NaiveTime, zone: Tz) -> bool {
    !matches!(zone.from_local_datetime(&date.and_time(time)), LocalResult::None)
}

/// The instant in RFC 3339 with the site's offset.
pub fn with_offset(instant: Instant, zone: Tz) -> String {
    instant.with_timezone(&zone).to_rfc3339_opts(chrono::SecondsFormat::Secs, false)
}

/// `18:30` as `6:30 PM`. A text in any other form is returned unchanged.
pub fn twelve_hours(time: &str) -> String {
    NaiveTime::parse_from_str(time, "%H:%M").map_or_else(|_| time.to_owned(), |it| it.format("%-I:%M %p").to_string())
}

/// A day in words: `Saturday, November 21, 2026`.
pub fn day_in_words(day: NaiveDate) -> String {
    day.format("%A, %B %-d, %Y").to_string()
}

/// A day of the next months in short words: `Sat, Nov 21`.
pub fn short_day_in_words(day: NaiveDate) -> String {
    day.format("%a, %b %-d").to_string()
}

/// A day without its weekday: `November 21, 2026`.
pub fn date_in_words(day: NaiveDate) -> String {
    day.format("%B %-d, %Y").to_string()
}

/// A text with no-break spaces inside its dates, times, postal codes and places, so that no line ends inside
/// `December 18, 2026`, `9:00 PM`, `RI 02800` or `Row G`. A line may end after a weekday and between a date and a time,
/// because phones are too narrow for both. The app has the same function (`next-app/src/lib/dates.ts`); both run the
/// cases in `vectors/unbroken.json`.
pub fn unbroken(text: &str) -> String {
    let mut unbroken = String::with_capacity(text.len());
    for (at, now) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + now.len_utf8()..]);
        let is_inside =
            now == ' ' && (joins(before, after) || is_before_year(before, after) || is_before_name(before, after));
        unbroken.push(if is_inside { '\u{a0}' } else { now });
    }
    unbroken
}

/// Whether a word and a number that follow each other belong together, as in `December 18` and `9:00 PM`.
fn joins(before: &str, after: &str) -> bool {
    match (before.chars().next_back(), after.chars().next()) {
        (Some(last), Some(first)) => {
            last.is_alphabetic() && first.is_ascii_digit() || last.is_ascii_digit() && first.is_uppercase()
        }
        _ => false,
    }
}

/// Whether a day and its year follow each other, as in `December 18, 2026`.
fn is_before_year(before: &str, after: &str) -> bool {
    let ends_with_day = before.strip_suffix(',').is_some_and(|day| day.ends_with(|last: char| last.is_ascii_digit()));
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    ends_with_day && digits == 4
}

/// Whether a row or a seat and its name follow each other, as in `Row G`.
fn is_before_name(before: &str, after: &str) -> bool {
    let word = before.rsplit(|letter: char| !letter.is_alphabetic()).next();
    word.is_some_and(|word| ["row", "Row", "seat", "Seat"].contains(&word)) && after.starts_with(char::is_uppercase)
}

/// The last of `count` days that start with `first`. A count of 0 is treated as 1.
pub fn last_of(first: NaiveDate, count: u32) -> NaiveDate {
    first + Days::new(u64::from(count.saturating_sub(1)))
}

/// The days from `first` to `last`, both included; none when `last` is earlier.
pub fn days(first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    std::iter::successors(Some(first), |day| day.checked_add_days(Days::new(1))).take_while(move |day| *day <= last)
}

/// The days from `first` to `last`, both included. Without `first` or `last` the range is open on that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<NaiveDate>,
}

impl DayRange {
    pub fn holds(self, day: NaiveDate) -> bool {
        self.first.is_none_or(|first| first <= day) && self.last.is_none_or(|last| day <= last)
    }

    /// The smallest range that contains this range and `other`.
    pub fn with(self, other: DayRange) -> DayRange {
        DayRange {
            first: self.first.zip(other.first).map(|(one, other)| one.min(other)),
            last: self.last.zip(other.last).map(|(one, other)| one.max(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::America::New_York;

    fn at(date: &str, time: &str) -> String {
        instant_at(date.parse().unwrap(), time.parse().unwrap(), New_York).to_rfc3339()
    }

    #[test]
    fn day_range_is_unlimited_by_default_includes_both_end_days_and_can_be_extended_by_another_range() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let season = DayRange { first: Some(day("2026-03-01")), last: Some(day("2026-10-31")) };
        for (at, holds) in [("2026-02-28", false), ("2026-03-01", true), ("2026-10-31", true), ("2026-11-01", false)] {
            assert_eq!(season.holds(day(at)), holds, "{at}");
        }
        assert!(DayRange::default().holds(day("1999-01-01")));
        let later = DayRange { first: Some(day("2026-05-01")), last: None };
        assert_eq!(season.with(later), DayRange { first: season.first, last: None });
    }

    #[test]
    fn local_time_that_clocks_skip_is_moved_forward() {
        assert_eq!(at("2026-03-08", "02:30:00"), "2026-03-08T07:00:00+00:00", "03:00 daylight time");
    }

    #[test]
    fn local_time_exists_unless_daylight_saving_skips_it() {
        let exists = |date: &str, time: &str| exists(date.parse().unwrap(), time.parse().unwrap(), New_York);
        for (date, time, there) in [
            ("2027-03-14", "01:59:00", true),
            ("2027-03-14", "02:00:00", false),
            ("2027-03-14", "02:59:00", false),
            ("2027-03-14", "03:00:00", true),
            ("2027-03-15", "02:30:00", true),
            ("2027-11-07", "01:30:00", true),
        ] {
            assert_eq!(exists(date, time), there, "{date} {time}");
        }
    }

    #[test]
    fn ambiguous_local_time_is_read_as_the_earlier_instant() {
        assert_eq!(at("2026-11-01", "01:30:00"), "2026-11-01T05:30:00+00:00");
    }

    #[test]
    fn time_is_displayed_in_the_twelve_hour_format() {
        assert_eq!(twelve_hours("18:30"), "6:30 PM");
        assert_eq!(twelve_hours("09:05"), "9:05 AM");
    }

    #[test]
    fn day_and_utc_offset_of_an_instant_are_those_of_the_given_time_zone() {
        let late = Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).unwrap();
        assert_eq!(day_at(late, New_York).to_string(), "2026-11-20");
        assert_eq!(with_offset(late, New_York), "2026-11-20T22:00:00-05:00");
    }

    #[test]
    fn no_line_ends_inside_a_date_a_time_a_postal_code_or_a_place() {
        let vectors: Vec<[String; 2]> = serde_json::from_str(include_str!("../../vectors/unbroken.json")).unwrap();
        for [text, shown] in vectors {
            assert_eq!(unbroken(&text).replace('\u{a0}', "·"), shown);
        }
    }
}
