//! Sets of days as operators write them: dates, days of every year, ranges, weekdays by rule, and holidays by their ids.

use std::fmt;

use chrono::{Datelike, Days, NaiveDate, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::suggestion::did_you_mean;
use midway_kernel::id::{HolidayId, is_slug};

/// A set of days: those that any of its entries includes. An empty set includes no day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DaySet(pub Vec<DayRule>);

/// One entry of a set of days.
#[derive(Clone, Debug, PartialEq)]
pub enum DayRule {
    /// `2027-07-04`, or `07-04` for every year.
    Day(SeasonDay),
    /// `2027-07-04 to 2027-07-11`: both ends and all days between them.
    Dates { from: NaiveDate, until: NaiveDate },
    /// `12-20 to 01-03` or `last mon of may to first mon of september`: the same in every year. It may span New Year.
    EveryYear { from: YearDay, until: YearDay },
    /// `mon`, `first mon`, `sun of march` or `last sun of march`.
    Weekday(WeekdayRule),
    /// The id of a holiday. Its days are known in a [`Catalog`](crate::Catalog); the files contain only the id.
    Holiday { id: HolidayId, days: Vec<DayRule> },
}

/// A day of one year, such as `2027-07-04`, or a day of every year, such as `07-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonDay {
    Once(NaiveDate),
    EveryYear { month: u32, day: u32 },
}

/// A day that every year has once: the end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YearDay {
    Date { month: u32, day: u32 },
    Weekday(WeekdayRule),
}

/// The days of the year on a weekday; only those in one month, and only one of each month, if they are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeekdayRule {
    pub nth: Option<Nth>,
    pub weekday: Weekday,
    /// 1 to 12.
    pub month: Option<u32>,
}

/// Which of the days of a month with the same weekday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nth {
    First,
    Second,
    Third,
    Fourth,
    /// Not every month has one.
    Fifth,
    Last,
}

const PLACES: [(Nth, [&str; 2]); 6] = [
    (Nth::First, ["first", "1st"]),
    (Nth::Second, ["second", "2nd"]),
    (Nth::Third, ["third", "3rd"]),
    (Nth::Fourth, ["fourth", "4th"]),
    (Nth::Fifth, ["fifth", "5th"]),
    (Nth::Last, ["last", "last"]),
];

/// The names of the weekdays, in short and in full.
const WEEKDAYS: [(Weekday, [&str; 2]); 7] = [
    (Weekday::Mon, ["mon", "monday"]),
    (Weekday::Tue, ["tue", "tuesday"]),
    (Weekday::Wed, ["wed", "wednesday"]),
    (Weekday::Thu, ["thu", "thursday"]),
    (Weekday::Fri, ["fri", "friday"]),
    (Weekday::Sat, ["sat", "saturday"]),
    (Weekday::Sun, ["sun", "sunday"]),
];

const MONTHS: [(u32, [&str; 2]); 12] = [
    (1, ["january", "jan"]),
    (2, ["february", "feb"]),
    (3, ["march", "mar"]),
    (4, ["april", "apr"]),
    (5, ["may", "may"]),
    (6, ["june", "jun"]),
    (7, ["july", "jul"]),
    (8, ["august", "aug"]),
    (9, ["september", "sep"]),
    (10, ["october", "oct"]),
    (11, ["november", "nov"]),
    (12, ["december", "dec"]),
];

/// The names of weekdays, for suggestions.
pub(crate) fn weekday_names<'n>() -> impl Iterator<Item = &'n str> {
    all_names(&WEEKDAYS)
}

fn named<T: Copy, const N: usize>(names: &[(T, [&str; 2]); N], word: &str) -> Option<T> {
    names.iter().find(|(_, names)| names.contains(&word)).map(|(value, _)| *value)
}

/// The name of a value that is written first.
fn name_of<T: Copy + PartialEq, const N: usize>(names: &[(T, [&'static str; 2]); N], value: T) -> &'static str {
    names.iter().find(|(named, _)| *named == value).map_or("", |(_, names)| names[0])
}

fn all_names<'n, const N: usize, T>(names: &'n [(T, [&'static str; 2]); N]) -> impl Iterator<Item = &'n str> {
    names.iter().flat_map(|(_, names)| names.iter().copied())
}

impl DaySet {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn includes(&self, date: NaiveDate) -> bool {
        self.0.iter().any(|rule| rule.includes(date))
    }

    /// The first holiday of the set that includes a day.
    pub fn holiday_on(&self, date: NaiveDate) -> Option<&HolidayId> {
        self.0.iter().find_map(|rule| match rule {
            DayRule::Holiday { id, .. } if rule.includes(date) => Some(id),
            _ => None,
        })
    }

    /// Whether the set includes no day after this one.
    pub fn is_over_after(&self, day: NaiveDate) -> bool {
        self.0.iter().all(|rule| rule.is_over_after(day))
    }

    /// The entries that are one date each, with their positions.
    pub fn dates(&self) -> impl Iterator<Item = (usize, NaiveDate)> {
        self.0.iter().enumerate().filter_map(|(nth, rule)| match rule {
            DayRule::Day(SeasonDay::Once(date)) => Some((nth, *date)),
            _ => None,
        })
    }
}

impl DayRule {
    pub fn includes(&self, date: NaiveDate) -> bool {
        match self {
            DayRule::Day(day) => day.is(date),
            DayRule::Dates { from, until } => *from <= date && date <= *until,
            DayRule::EveryYear { from, until } => {
                let (from, until) = (from.in_year(date.year()), until.in_year(date.year()));
                is_between(from, until, date)
            }
            DayRule::Weekday(rule) => rule.includes(date),
            DayRule::Holiday { days, .. } => days.iter().any(|rule| rule.includes(date)),
        }
    }

    fn is_over_after(&self, day: NaiveDate) -> bool {
        match self {
            DayRule::Day(SeasonDay::Once(last)) | DayRule::Dates { until: last, .. } => *last <= day,
            DayRule::Day(SeasonDay::EveryYear { .. }) | DayRule::EveryYear { .. } | DayRule::Weekday(_) => false,
            DayRule::Holiday { days, .. } => days.iter().all(|rule| rule.is_over_after(day)),
        }
    }

    /// Reads one entry.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some(day) = SeasonDay::parse(text) {
            return Ok(DayRule::Day(day));
        }
        if let Some((from, until)) = text.split_once(" to ") {
            return range(text, from.trim(), until.trim());
        }
        if text.contains(char::is_whitespace) || named(&WEEKDAYS, &text.to_lowercase()).is_some() {
            return WeekdayRule::parse(text).map(DayRule::Weekday);
        }
        let is_like_a_date = text.bytes().all(|byte| byte.is_ascii_digit() || !byte.is_ascii_alphanumeric());
        if is_like_a_date || !is_slug(text) {
            return Err(not_a_day(text));
        }
        Ok(DayRule::Holiday { id: HolidayId(text.to_owned()), days: Vec::new() })
    }
}

/// Whether a day of the year is from the first to the last one, which may be in the next year.
fn is_between(first: (u32, u32), last: (u32, u32), date: NaiveDate) -> bool {
    let day = (date.month(), date.day());
    if first <= last { first <= day && day <= last } else { first <= day || day <= last }
}

fn range(text: &str, from: &str, until: &str) -> Result<DayRule, String> {
    let once = |text: &str| match SeasonDay::parse(text) {
        Some(SeasonDay::Once(date)) => Some(date),
        _ => None,
    };
    match (once(from), once(until)) {
        (Some(from), Some(until)) if until < from => Err(format!("\"{text}\" ends before it begins")),
        (Some(from), Some(until)) => Ok(DayRule::Dates { from, until }),
        (None, None) => {
            let (from, until) = (YearDay::parse(from)?, YearDay::parse(until)?);
            let (earliest, latest) = (from.span(), until.span());
            if earliest.1 <= latest.0 || latest.1 < earliest.0 {
                return Ok(DayRule::EveryYear { from, until });
            }
            Err(format!("\"{text}\" ends before it begins in some years"))
        }
        _ => Err(format!("\"{text}\": either both ends of a range have a year, or neither")),
    }
}

impl YearDay {
    fn parse(text: &str) -> Result<Self, String> {
        match DayRule::parse(text)? {
            DayRule::Day(SeasonDay::EveryYear { month, day }) => Ok(YearDay::Date { month, day }),
            DayRule::Weekday(rule) if rule.month.is_some() && rule.nth.is_some_and(|nth| nth != Nth::Fifth) => {
                Ok(YearDay::Weekday(rule))
            }
            _ => Err(format!(
                "\"{text}\" is not the end of a range: write a day like \"07-04\" or \"first mon of september\""
            )),
        }
    }

    /// The first and the last day of the year on which it may be, each with its month.
    fn span(self) -> ((u32, u32), (u32, u32)) {
        match self {
            YearDay::Date { month, day } => ((month, day), (month, day)),
            YearDay::Weekday(rule) => {
                let days = (2000..2028).map(|year| self.in_year(year).1);
                let (first, last) = (days.clone().min().unwrap_or(1), days.max().unwrap_or(1));
                let month = rule.month.unwrap_or(1);
                ((month, first), (month, last))
            }
        }
    }

    /// The month and the day in a year. February 29 is only compared with other days, so it may be in any year.
    fn in_year(self, year: i32) -> (u32, u32) {
        match self {
            YearDay::Date { month, day } => (month, day),
            YearDay::Weekday(rule) => {
                let month = rule.month.unwrap_or(1);
                let days = (1..=31).filter_map(|day| NaiveDate::from_ymd_opt(year, month, day));
                let day = days.into_iter().find(|date| rule.includes(*date)).map_or(1, |date| date.day());
                (month, day)
            }
        }
    }
}

impl WeekdayRule {
    fn includes(&self, date: NaiveDate) -> bool {
        self.weekday == date.weekday()
            && self.month.is_none_or(|month| month == date.month())
            && self.nth.is_none_or(|nth| nth.is_of_month(date))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let (nth, weekday, month) = match words.as_slice() {
            [weekday] => (None, weekday, None),
            [nth, weekday] => (Some(nth), weekday, None),
            [weekday, "of", month] => (None, weekday, Some(month)),
            [nth, weekday, "of", month] => (Some(nth), weekday, Some(month)),
            _ => return Err(not_a_day(text)),
        };
        let wrong = |word: &str, what: &str, hint: String| format!("\"{word}\" in \"{text}\" is not {what}{hint}");
        let place = |word: &str| {
            let hint = || did_you_mean(word, all_names(&PLACES));
            let known = "first, second, third, fourth, fifth or last";
            named(&PLACES, word).ok_or_else(|| match hint() {
                // "Dec 25" is a day written in another way, and no misspelt place.
                hint if hint.is_empty() => not_a_day(text),
                hint => wrong(word, known, hint),
            })
        };
        let month_of = |word: &str| {
            named(&MONTHS, word).ok_or_else(|| wrong(word, "a month", did_you_mean(word, all_names(&MONTHS))))
        };
        let weekday_of = |word: &str| {
            let hint = || did_you_mean(word, all_names(&WEEKDAYS));
            named(&WEEKDAYS, word).ok_or_else(|| wrong(word, "a weekday", hint()))
        };
        Ok(WeekdayRule {
            nth: nth.map(|word| place(word)).transpose()?,
            weekday: weekday_of(weekday)?,
            month: month.map(|word| month_of(word)).transpose()?,
        })
    }
}

impl Nth {
    /// Whether a day is at this place among the days of its month with the same weekday.
    fn is_of_month(self, date: NaiveDate) -> bool {
        let week = date.day0() / 7;
        match self {
            Nth::First => week == 0,
            Nth::Second => week == 1,
            Nth::Third => week == 2,
            Nth::Fourth => week == 3,
            Nth::Fifth => week == 4,
            Nth::Last => date.checked_add_days(Days::new(7)).is_none_or(|next| next.month() != date.month()),
        }
    }
}

impl SeasonDay {
    fn parse(text: &str) -> Option<Self> {
        if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            return (text.len() == 10).then_some(SeasonDay::Once(date));
        }
        // 2024 is a leap year, so the parser accepts 29 February.
        let date = NaiveDate::parse_from_str(&format!("2024-{text}"), "%Y-%m-%d").ok()?;
        (text.len() == 5).then_some(SeasonDay::EveryYear { month: date.month(), day: date.day() })
    }

    fn is(self, date: NaiveDate) -> bool {
        match self {
            SeasonDay::Once(day) => day == date,
            SeasonDay::EveryYear { month, day } => (date.month(), date.day()) == (month, day),
        }
    }
}

/// Whether a day is within a season. A season whose two ends are yearly may span New Year.
pub(crate) fn is_in_season(from: Option<SeasonDay>, until: Option<SeasonDay>, date: NaiveDate) -> bool {
    use SeasonDay::{EveryYear, Once};
    match (from, until) {
        (Some(EveryYear { month, day }), Some(EveryYear { month: last_month, day: last_day })) => {
            is_between((month, day), (last_month, last_day), date)
        }
        (from, until) => {
            let once = |day: Option<SeasonDay>| match day {
                Some(Once(date)) => Some(date),
                _ => None,
            };
            once(from).is_none_or(|from| from <= date) && once(until).is_none_or(|until| date <= until)
        }
    }
}

fn not_a_day(text: &str) -> String {
    format!(
        "\"{text}\" is not a day: write a date like 2027-07-04, a day of every year like \"07-04\", a range like \
         \"12-20 to 01-03\", weekdays like \"first mon\" or \"fourth thu of november\", or the id of a [[holiday]]"
    )
}

impl fmt::Display for SeasonDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeasonDay::Once(date) => write!(f, "{date}"),
            SeasonDay::EveryYear { month, day } => write!(f, "{month:02}-{day:02}"),
        }
    }
}

impl fmt::Display for YearDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            YearDay::Date { month, day } => write!(f, "{month:02}-{day:02}"),
            YearDay::Weekday(rule) => write!(f, "{rule}"),
        }
    }
}

impl fmt::Display for WeekdayRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(nth) = self.nth {
            write!(f, "{} ", name_of(&PLACES, nth))?;
        }
        f.write_str(name_of(&WEEKDAYS, self.weekday))?;
        self.month.map_or(Ok(()), |month| write!(f, " of {}", name_of(&MONTHS, month)))
    }
}

impl fmt::Display for DayRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DayRule::Day(day) => write!(f, "{day}"),
            DayRule::Dates { from, until } => write!(f, "{from} to {until}"),
            DayRule::EveryYear { from, until } => write!(f, "{from} to {until}"),
            DayRule::Weekday(rule) => write!(f, "{rule}"),
            DayRule::Holiday { id, .. } => write!(f, "{id}"),
        }
    }
}

impl Serialize for SeasonDay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeasonDay {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        SeasonDay::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "\"{text}\" is not a day like \"2027-07-04\", or \"07-04\" for every year"
            ))
        })
    }
}

impl JsonSchema for SeasonDay {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeasonDay".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$" })
    }
}

impl Serialize for DayRule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DayRule {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        DayRule::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for DayRule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DayRule".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "`2027-07-04`, `07-04`, `12-20 to 01-03`, `first mon`, `fourth thu of november`, or the id of a holiday."
        })
    }
}

#[cfg(test)]
mod tests;
