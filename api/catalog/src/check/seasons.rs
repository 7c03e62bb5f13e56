//! Rules for seasons and opening hours.

use chrono::Weekday;

use super::Check;
use crate::files::{OpeningHours, SeasonDay};

/// The maximum number of entries of a list with seasons.
pub(crate) const MAX_RULES: usize = 60;

/// Checks the opening hours of a park or a site.
pub(crate) fn opening_hours(check: &mut Check, table: &str, position: usize, all: &[OpeningHours]) {
    check.say_unless(all.len() <= MAX_RULES, table, position, "hours", || format!("`hours` has at most {MAX_RULES}"));
    for (nth, hours) in all.iter().enumerate() {
        let path = format!("hours.{nth}");
        season(check, table, position, &path, hours.from, hours.until, &hours.weekdays);
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
