//! Rules for holidays, sets of days, seasons and opening hours.

use std::collections::HashMap;

use chrono::Weekday;

use super::Check;
use crate::days::{DayRule, DaySet, SeasonDay};
use crate::files::OpeningHours;

/// The maximum number of entries of a list with seasons.
pub(crate) const MAX_RULES: usize = 60;

/// The maximum number of entries of a set of days.
const MAX_DAYS: usize = 400;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids("holiday", folder.holiday.iter().map(|holiday| holiday.id.0.clone()));
    for (position, holiday) in folder.holiday.iter().enumerate() {
        let id = &holiday.id;
        let is_a_name = !matches!(DayRule::parse(id.as_str()), Ok(DayRule::Day(_) | DayRule::Weekday(_)));
        check.say_unless(is_a_name, "holiday", position, "id", || {
            format!("\"{id}\" means a day in lists of days: choose another id")
        });
        check.line("holiday", position, "name", &holiday.name);
        named_days(check, "holiday", position, "days", &holiday.days);
        for (nth, rule) in holiday.days.0.iter().enumerate() {
            let is_other = matches!(rule, DayRule::Holiday { .. });
            check.say_unless(!is_other, "holiday", position, &format!("days.{nth}"), || {
                "a holiday cannot name other holidays: write the days".to_owned()
            });
        }
    }
}

/// Checks a set of days, which may be empty.
pub(crate) fn days(check: &mut Check, table: &str, position: usize, path: &str, days: &DaySet) {
    check.say_unless(days.0.len() <= MAX_DAYS, table, position, path, || {
        format!("`{path}` has at most {MAX_DAYS} entries", path = super::key_of(path))
    });
    let mut seen = HashMap::new();
    for (nth, rule) in days.0.iter().enumerate() {
        let path = format!("{path}.{nth}");
        check.first_use(&mut seen, table, position, &path, rule.to_string());
        if let DayRule::Holiday { id, .. } = rule {
            let is_known = check.folder.holiday.iter().any(|holiday| holiday.id == *id);
            check.refers(is_known, table, position, &path, "holiday", id.as_str());
        }
    }
}

/// Checks a set of days that must not be empty.
pub(crate) fn named_days(check: &mut Check, table: &str, position: usize, path: &str, set: &DaySet) {
    check.say_unless(!set.is_empty(), table, position, path, || {
        format!("`{}` names at least one day", super::key_of(path))
    });
    days(check, table, position, path, set);
}

/// Checks that no two exceptions name the same days.
pub(crate) fn exceptions<'d>(check: &mut Check, table: &str, position: usize, all: impl Iterator<Item = &'d DaySet>) {
    let mut seen = HashMap::new();
    for (nth, set) in all.enumerate() {
        named_days(check, table, position, &format!("exception.{nth}.days"), set);
        for (at, rule) in set.0.iter().enumerate() {
            let is_repeated = set.0[..at].contains(rule);
            if !is_repeated {
                let path = format!("exception.{nth}.days.{at}");
                check.first_use(&mut seen, table, position, &path, rule.to_string());
            }
        }
    }
}

/// Checks the opening hours of a park or a site.
pub(crate) fn opening_hours(check: &mut Check, table: &str, position: usize, all: &[OpeningHours], closed: &DaySet) {
    days(check, table, position, "closed", closed);
    check.say_unless(all.len() <= MAX_RULES, table, position, "hours", || format!("`hours` has at most {MAX_RULES}"));
    for (nth, hours) in all.iter().enumerate() {
        let path = format!("hours.{nth}");
        season(check, table, position, &path, hours.from, hours.until, &hours.weekdays);
        days(check, table, position, &format!("{path}.days"), &hours.days);
        check.say_unless(hours.opens != hours.closes, table, position, &format!("{path}.closes"), || {
            "`closes` is the same time as `opens`".to_owned()
        });
    }
}

/// Checks a season. A yearly season needs both ends, because it may span New Year. A season of a single year must not
/// end before it begins.
pub(crate) fn season(
    check: &mut Check,
    table: &str,
    position: usize,
    path: &str,
    from: Option<SeasonDay>,
    until: Option<SeasonDay>,
    weekdays: &[Weekday],
) {
    use SeasonDay::{EveryYear, Once};
    let fault = match (from, until) {
        (Some(Once(from)), Some(Once(until))) if until < from => {
            Some(format!("`until` {until} is before `from` {from}"))
        }
        (Some(Once(_)) | None, Some(Once(_)) | None) | (Some(EveryYear { .. }), Some(EveryYear { .. })) => None,
        _ => Some("a season of every year has `from` and `until` without a year".to_owned()),
    };
    if let Some(fault) = fault {
        check.say(table, position, path, fault);
    }
    let twice = weekdays.iter().enumerate().any(|(nth, day)| weekdays[..nth].contains(day));
    check.say_unless(!twice, table, position, &format!("{path}.weekdays"), || "a weekday appears twice".to_owned());
}
