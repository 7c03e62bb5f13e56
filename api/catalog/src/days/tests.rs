//! Tests of sets of days.

use proptest::prelude::*;

use super::*;

fn set(rules: &[&str]) -> DaySet {
    DaySet(rules.iter().map(|text| DayRule::parse(text).unwrap()).collect())
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The days of a set from the first to the last one, in short.
fn days_of(rules: &[&str], first: &str, last: &str) -> String {
    let set = set(rules);
    let days = midway_kernel::time::days(day(first), day(last)).filter(|date| set.includes(*date));
    days.map(|date| date.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn set_includes_the_days_of_each_entry() {
    for (rules, first, last, expected) in [
        (&["2026-12-25", "01-01"][..], "2026-12-01", "2028-01-31", "2026-12-25 2027-01-01 2028-01-01"),
        (&["12-30 to 01-02"], "2026-12-01", "2027-01-31", "2026-12-30 2026-12-31 2027-01-01 2027-01-02"),
        (&["2026-12-31 to 2027-01-01"], "2026-01-01", "2028-12-31", "2026-12-31 2027-01-01"),
        (&["fourth thu of november"], "2026-01-01", "2028-12-31", "2026-11-26 2027-11-25 2028-11-23"),
        (&["LAST Sunday of Mar"], "2026-01-01", "2027-12-31", "2026-03-29 2027-03-28"),
        (&["1st mon"], "2026-11-01", "2027-01-31", "2026-11-02 2026-12-07 2027-01-04"),
        (&["fifth sat"], "2026-01-01", "2026-06-30", "2026-01-31 2026-05-30"),
        (&["tue of february"], "2027-01-01", "2027-12-31", "2027-02-02 2027-02-09 2027-02-16 2027-02-23"),
        (&["wednesday"], "2026-12-24", "2027-01-07", "2026-12-30 2027-01-06"),
        (
            &["last mon of may to 05-31"],
            "2026-01-01",
            "2027-12-31",
            "2026-05-25 2026-05-26 2026-05-27 2026-05-28 2026-05-29 2026-05-30 2026-05-31 2027-05-31",
        ),
        (
            &["09-01 to first mon of september"],
            "2026-08-01",
            "2026-12-31",
            "2026-09-01 2026-09-02 2026-09-03 2026-09-04 2026-09-05 2026-09-06 2026-09-07",
        ),
        (&[], "2026-01-01", "2026-12-31", ""),
    ] {
        assert_eq!(days_of(rules, first, last), expected, "{rules:?}");
    }
}

#[test]
fn leap_day_is_a_day_of_leap_years_only() {
    assert_eq!(days_of(&["02-29"], "2027-01-01", "2032-12-31"), "2028-02-29 2032-02-29");
    assert_eq!(days_of(&["02-29 to 03-01"], "2027-01-01", "2028-12-31"), "2027-03-01 2028-02-29 2028-03-01");
    assert_eq!(days_of(&["02-28 to 02-29"], "2027-01-01", "2028-12-31"), "2027-02-28 2028-02-28 2028-02-29");
    assert_eq!(days_of(&["last sun of february"], "2032-01-01", "2032-12-31"), "2032-02-29");
}

#[test]
fn holiday_includes_its_days_and_names_them() {
    let of = |rules: &[&str]| DayRule::Holiday { id: "break".into(), days: set(rules).0 };
    let days = DaySet(vec![DayRule::parse("12-24").unwrap(), of(&["12-25", "12-31 to 01-01"])]);
    let named = ["2026-12-24", "2026-12-25", "2026-12-26", "2027-01-01"]
        .map(|date| (days.includes(day(date)), days.holiday_on(day(date)).map(HolidayId::as_str)));
    assert_eq!(named, [(true, None), (true, Some("break")), (false, None), (true, Some("break"))]);
    assert!(!DayRule::parse("break").unwrap().includes(day("2026-12-25")), "the files do not say its days here");
}

#[test]
fn set_is_over_after_its_last_day_unless_it_returns_every_year() {
    for (rules, over) in [
        (&["2026-12-25", "2026-12-30 to 2027-01-01"][..], "2027-01-01"),
        (&["2026-12-25", "2026-12-24"], "2026-12-25"),
        (&["2026-12-25", "12-24"], ""),
        (&["mon"], ""),
        (&["2026-12-30 to 2027-01-01", "12-30 to 01-01"], ""),
    ] {
        let mut days = midway_kernel::time::days(day("2026-12-20"), day("2027-01-10"));
        let found = days.find(|date| set(rules).is_over_after(*date)).map(|date| date.to_string());
        assert_eq!(found.unwrap_or_default(), over, "{rules:?}");
    }
    assert!(set(&[]).is_over_after(day("2026-12-20")));
}

#[test]
fn entry_is_written_in_one_spelling() {
    for (text, written) in [
        ("2026-12-25", "2026-12-25"),
        ("12-25", "12-25"),
        ("2026-12-25 to  2027-01-02", "2026-12-25 to 2027-01-02"),
        ("12-25 to 01-02", "12-25 to 01-02"),
        ("4th Thursday of Nov", "fourth thu of november"),
        ("Last  sun", "last sun"),
        ("Monday", "mon"),
        ("sat of June", "sat of june"),
        ("last mon of may to first monday of september", "last mon of may to first mon of september"),
        ("school-break", "school-break"),
    ] {
        let rule = DayRule::parse(text).unwrap();
        assert_eq!(rule.to_string(), written);
        assert_eq!(DayRule::parse(written), Ok(rule), "{written}");
    }
}

#[test]
fn text_that_is_not_a_day_is_refused_with_what_is_wrong() {
    let not_a_day = |text: &str| super::not_a_day(text);
    for (text, reason) in [
        (
            "frist mon",
            "\"frist\" in \"frist mon\" is not first, second, third, fourth, fifth or last; did you mean \"first\"?"
                .to_owned(),
        ),
        ("last sunn of march", "\"sunn\" in \"last sunn of march\" is not a weekday; did you mean \"sun\"?".to_owned()),
        ("last sun of mrach", "\"mrach\" in \"last sun of mrach\" is not a month; did you mean \"march\"?".to_owned()),
        ("2027-01-03 to 2026-12-20", "\"2027-01-03 to 2026-12-20\" ends before it begins".to_owned()),
        (
            "09-06 to first mon of september",
            "\"09-06 to first mon of september\" ends before it begins in some years".to_owned(),
        ),
        (
            "first sat of may to first sun of may",
            "\"first sat of may to first sun of may\" ends before it begins in some years".to_owned(),
        ),
        (
            "12-20 to 2027-01-03",
            "\"12-20 to 2027-01-03\": either both ends of a range have a year, or neither".to_owned(),
        ),
        (
            "mon to fri",
            "\"mon\" is not the end of a range: write a day like \"07-04\" or \"first mon of september\"".to_owned(),
        ),
        (
            "fifth mon of may to 06-30",
            "\"fifth mon of may\" is not the end of a range: write a day like \"07-04\" or \"first mon of september\""
                .to_owned(),
        ),
        ("2026-02-29", not_a_day("2026-02-29")),
        ("02-30", not_a_day("02-30")),
        ("2026-12-20/2026-12-24", not_a_day("2026-12-20/2026-12-24")),
        ("12-20 to 13-01", not_a_day("13-01")),
        ("first mon in may", not_a_day("first mon in may")),
        ("School_break", not_a_day("School_break")),
        ("", not_a_day("")),
    ] {
        assert_eq!(DayRule::parse(text), Err(reason), "{text}");
    }
}

/// The days of a month with a weekday, counted on a calendar.
fn weekdays_of_month(year: i32, month: u32, weekday: Weekday) -> Vec<NaiveDate> {
    let days = (1..=31).filter_map(|day| NaiveDate::from_ymd_opt(year, month, day));
    days.filter(|date| date.weekday() == weekday).collect()
}

fn days_of_year(year: i32) -> impl Iterator<Item = NaiveDate> {
    midway_kernel::time::days(day(&format!("{year}-01-01")), day(&format!("{year}-12-31")))
}

/// A rule of weekdays: positions in the lists of places, weekdays and months.
fn a_weekday_rule() -> impl Strategy<Value = (Option<usize>, usize, Option<usize>)> {
    (proptest::option::of(0usize..6), 0usize..7, proptest::option::of(0usize..12))
}

fn text_of((nth, weekday, month): (Option<usize>, usize, Option<usize>)) -> String {
    let nth = nth.map(|nth| format!("{} ", PLACES[nth].1[1])).unwrap_or_default();
    let month = month.map(|month| format!(" of {}", MONTHS[month].1[1])).unwrap_or_default();
    format!("{nth}{}{month}", WEEKDAYS[weekday].1[1])
}

/// Whether a day is one of a rule's, found by counting.
fn is_counted((nth, weekday, month): (Option<usize>, usize, Option<usize>), date: NaiveDate) -> bool {
    let days = weekdays_of_month(date.year(), date.month(), WEEKDAYS[weekday].0);
    let of_month = match nth {
        None => days,
        Some(5) => days.last().copied().into_iter().collect(),
        Some(nth) => days.get(nth).copied().into_iter().collect(),
    };
    of_month.contains(&date) && month.is_none_or(|month| MONTHS[month].0 == date.month())
}

proptest! {
    #[test]
    fn weekday_rule_includes_the_days_that_a_calendar_counts(rule in a_weekday_rule(), from in 0u64..3_000) {
        let parsed = set(&[&text_of(rule)]);
        let first = day("2024-01-01") + Days::new(from);
        for date in midway_kernel::time::days(first, first + Days::new(400)) {
            prop_assert_eq!(parsed.includes(date), is_counted(rule, date), "{} {}", text_of(rule), date);
        }
    }

    #[test]
    fn range_includes_the_days_that_walking_from_its_first_to_its_last_day_passes(
        first in 0usize..366, length in 0usize..366, year in 2024i32..2033,
    ) {
        // Walks around a leap year, which has all days.
        let all: Vec<String> = days_of_year(2024).map(|date| date.format("%m-%d").to_string()).collect();
        let walked: Vec<&String> = all.iter().cycle().skip(first).take(length + 1).collect();
        let range = format!("{} to {}", walked[0], walked[length]);
        let parsed = set(&[&range]);
        for date in days_of_year(year) {
            let is_walked = walked.contains(&&date.format("%m-%d").to_string());
            prop_assert_eq!(parsed.includes(date), is_walked, "{} {}", &range, date);
        }
    }
}
