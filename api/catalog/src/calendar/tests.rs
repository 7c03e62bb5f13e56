//! Price calendars: which rule sets the price of a visit, and which prices are shown before a performance is chosen.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, NaiveTime, TimeZone, Utc, Weekday};
use proptest::prelude::*;

use crate::days::{DayRule, DaySet, SeasonDay};
use crate::files::{Lead, PriceRule, WallTime};
use crate::testing::{self, now};
use crate::{Catalog, Terms, UnitQuote, Visit};
use midway_kernel::money::Money;

/// A ticket with performances at 10:00 and 19:00 on each day except Mondays, a package of two such tickets, half price
/// for children, and the given calendar.
fn catalog(calendar: &str) -> Catalog {
    testing::catalog(&format!(
        r#"
        {calendar}

        [settings]
        look_ahead_days = 40

        [[show]]
        id = "visit"
        site = "park"
        name = "Visit"
        type = 1

        [[schedule]]
        id = "visits"
        show = "visit"
        capacity = 100
        weekdays = ["tue", "wed", "thu", "fri", "sat", "sun"]
        slot = [{{ time = "10:00" }}, {{ time = "19:00" }}]

        [[product]]
        id = "ticket"
        site = "park"
        name = "Ticket"
        short_description = ""
        selection = [{{ shows = ["visit"] }}]
        variant = [
          {{ id = "adult", name = "Adult", price = "40.00" }},
          {{ id = "child", name = "Child", price = "20.00" }},
          {{ id = "baby", name = "Baby", price = "0.00" }},
        ]

        [[product]]
        id = "pair"
        site = "park"
        name = "Pair"
        short_description = ""
        package = {{ discount_percentage = 10 }}
        selection = [{{ shows = ["visit"] }}]
        variant = [{{ id = "pair", name = "Pair", part = [
          {{ variant = "adult", selections = [1] }},
          {{ variant = "child", selections = [1] }},
        ] }}]

        [[sale_price]]
        id = "half"
        name = "Half"
        variants = ["child"]
        percent_off = 50
        "#
    ))
}

fn visit(date: &str, hour: u32) -> Visit {
    let time = WallTime(NaiveTime::from_hms_opt(hour, 0, 0).unwrap());
    Visit { date: date.parse().unwrap(), time, percent_left: Some(100) }
}

fn unit_quote<'c>(catalog: &'c Catalog, variant: &str, visits: &[Visit]) -> UnitQuote<'c> {
    let (product, variant) = catalog.variant(&variant.into()).unwrap();
    catalog.unit_quote(product, variant, Terms::public(), visits, now())
}

fn price(catalog: &Catalog, date: &str, hour: u32) -> Money {
    unit_quote(catalog, "adult", &[visit(date, hour)]).price
}

const RULES: &str = r#"
    [[price_calendar]]
    product = "ticket"

    [[price_calendar.rule]]
    from_time = "17:00"
    prices = { adult = "25.00" }

    [[price_calendar.rule]]
    weekdays = ["sat", "sun"]
    prices = { adult = "50.00" }

    [[price_calendar.rule]]
    from = "12-20"
    until = "01-05"
    prices = { adult = "60.00" }

    [[price_calendar.rule]]
    from = "12-20"
    until = "01-05"
    weekdays = ["sat", "sun"]
    prices = { adult = "65.00" }

    [[price_calendar.rule]]
    dates = ["12-26", "2026-12-31"]
    prices = { adult = "70.00" }

    [[price_calendar.rule]]
    dates = ["12-26"]
    from_time = "17:00"
    prices = { adult = "30.00" }

    [[price_calendar.rule]]
    dates = ["12-26"]
    prices = { adult = "99.00" }

    [[price]]
    variant = "adult"
    date = "2026-12-31"
    price = "80.00"
"#;

#[test]
fn first_of_the_most_specific_price_rules_applies() {
    let catalog = catalog(RULES);
    for (why, date, hour, cents) in [
        ("no rule: the variant's own", "2026-12-01", 10, 40_00),
        ("an evening", "2026-12-01", 19, 25_00),
        ("a weekend, which comes before an evening", "2026-12-05", 19, 50_00),
        ("a season", "2026-12-22", 10, 60_00),
        ("a season over New Year", "2027-01-05", 10, 60_00),
        ("the day after it", "2027-01-06", 10, 40_00),
        ("a weekend of the season", "2027-01-02", 10, 65_00),
        ("a date of every year, the first that was written", "2027-12-26", 10, 70_00),
        ("the same date's evening", "2026-12-26", 19, 30_00),
        ("a listed price, before a date", "2026-12-31", 10, 80_00),
        ("the same day of another year: its season", "2027-12-31", 10, 60_00),
    ] {
        assert_eq!(price(&catalog, date, hour), Money(cents), "{why}: {date} {hour}:00");
    }
}

#[test]
fn listed_price_applies_only_to_its_variant_day_and_hours_and_a_price_with_hours_overrides_one_without() {
    let catalog = catalog(
        r#"
        price = [
          { variant = "adult", date = "2026-12-01", price = "31.00" },
          { variant = "child", date = "2026-12-01", price = "11.00" },
          { variant = "adult", date = "2026-12-02", from_time = "17:00", price = "32.00" },
          { variant = "adult", date = "2026-12-03", price = "33.00" },
          { variant = "adult", date = "2026-12-03", from_time = "17:00", price = "34.00" },
          { variant = "adult", date = "2026-12-03", until_time = "12:00", price = "35.00" },
        ]
        "#,
    );
    for (why, date, hour, cents) in [
        ("a whole day", "2026-12-01", 10, 31_00),
        ("its evening", "2026-12-01", 19, 31_00),
        ("before the hours", "2026-12-02", 10, 40_00),
        ("within them", "2026-12-02", 19, 32_00),
        ("a morning comes before a whole day, whatever was written first", "2026-12-03", 10, 35_00),
        ("and so does an evening", "2026-12-03", 19, 34_00),
        ("the hours between", "2026-12-03", 14, 33_00),
        ("another day", "2026-12-04", 10, 40_00),
    ] {
        assert_eq!(price(&catalog, date, hour), Money(cents), "{why}: {date} {hour}:00");
    }
}

#[test]
fn package_price_excludes_a_day_whose_last_performance_has_begun() {
    let catalog = catalog(
        r#"
        [[price_calendar]]
        product = "ticket"
        rule = [{ prices = { adult = "50.00" } }]
        "#,
    );
    // The last performance of the day has begun: it exists but has no price any more.
    let evening = Utc.with_ymd_and_hms(2026, 11, 21, 1, 0, 0).unwrap();
    let (product, variant) = catalog.variant(&"pair".into()).unwrap();
    let pair = catalog.unit_quote(product, variant, Terms::public(), &[], evening);
    assert_eq!((pair.price, pair.highest.is_none()), (Money(45_00 + 10_00), true));
}

#[test]
fn price_without_a_chosen_day_is_a_range_over_the_upcoming_days() {
    let catalog = catalog(RULES);
    let adult = unit_quote(&catalog, "adult", &[]);
    assert_eq!((adult.price, adult.highest.map(|it| it.price)), (Money(25_00), Some(Money(70_00))));
    let child = unit_quote(&catalog, "child", &[]);
    assert_eq!(
        (child.price, child.highest.is_none()),
        (Money(10_00), true),
        "a variant with one price has no highest price"
    );
}

#[test]
fn sale_price_reduces_the_calendar_price_of_the_day() {
    let catalog = catalog(
        r#"price_calendar = [{ product = "ticket", rule = [{ weekdays = ["sat"], prices = { child = "30.00" } }] }]"#,
    );
    for (date, regular, price) in [("2026-11-21", 30_00, 15_00), ("2026-11-22", 20_00, 10_00)] {
        let child = unit_quote(&catalog, "child", &[visit(date, 10)]);
        assert_eq!((child.regular, child.price), (Money(regular), Money(price)), "{date}");
    }
}

#[test]
fn package_costs_the_sum_of_the_reduced_prices_of_its_parts_on_the_day_of_the_visit() {
    let catalog = catalog(
        r#"price_calendar = [{ product = "ticket", rule = [
          { weekdays = ["sat"], prices = { adult = "50.00", child = "30.00" } },
          { weekdays = ["mon"], prices = { adult = "1.00" } },
          { weekdays = ["tue"], prices = { adult = "30.00", child = "50.00" } },
        ] }]"#,
    );
    // The child's half price is lower than the price with the package's discount of ten percent.
    let on = |date| unit_quote(&catalog, "pair", &[visit(date, 10)]).price;
    assert_eq!([on("2026-11-21"), on("2026-11-24"), on("2026-11-25")], [Money(60_00), Money(52_00), Money(46_00)]);
    let pair = unit_quote(&catalog, "pair", &[]);
    assert_eq!(
        (pair.price, pair.highest.unwrap().price),
        (Money(46_00), Money(60_00)),
        "there is no price for Mondays, when it is closed"
    );
}

#[test]
fn price_rises_in_steps_as_places_sell_and_a_zero_price_stays_zero() {
    let catalog = catalog(
        r#"price_calendar = [{ product = "ticket", step = [
          { below_percent = 50, percent_up = 10 },
          { below_percent = 20, percent_up = 25 },
        ] }]"#,
    );
    let at = |variant, percent_left| {
        unit_quote(&catalog, variant, &[Visit { percent_left, ..visit("2026-12-01", 10) }]).price
    };
    let prices = [None, Some(50), Some(49), Some(20), Some(19), Some(0)].map(|percent_left| at("adult", percent_left));
    assert_eq!(prices, [40_00, 40_00, 44_00, 44_00, 50_00, 50_00].map(Money));
    assert_eq!(at("baby", Some(0)), Money::ZERO);
    assert_eq!(unit_quote(&catalog, "adult", &[]).highest.unwrap().price, Money(50_00));
}

#[test]
fn lowest_price_excludes_performances_of_today_that_are_no_longer_sold() {
    let catalog = catalog(
        r#"price_calendar = [{ product = "ticket", rule = [{ dates = ["2026-11-20"], prices = { adult = "5.00" } }] }]"#,
    );
    let (product, variant) = catalog.variant(&"adult".into()).unwrap();
    let at = |now| catalog.unit_quote(product, variant, Terms::public(), &[], now).price;
    assert_eq!(at(now()), Money(5_00), "there is an evening");
    assert_eq!(catalog.next_price_change(product, now()), Some(now() + chrono::Duration::hours(7)));
    assert_eq!(at(now() + chrono::Duration::hours(8)), Money(40_00), "there was");
}

#[test]
fn lowest_price_excludes_performances_of_later_days_that_are_no_longer_sold() {
    let calendar = r#"price_calendar = [{ product = "ticket", rule = [{ dates = ["2026-11-21"], prices = { adult = "5.00" } }] }]"#;
    let mut folder = catalog(calendar).folder().clone();
    folder.schedule[0].closes_after_minutes = -24 * 60;
    let catalog: Catalog = folder.into();
    let (product, variant) = catalog.variant(&"adult".into()).unwrap();
    let at = |now| catalog.unit_quote(product, variant, Terms::public(), &[], now).price;
    assert_eq!(at(now()), Money(5_00), "the evening of the next day is sold until this evening");
    assert_eq!(catalog.next_price_change(product, now()), Some(now() + chrono::Duration::hours(7)));
    assert_eq!(at(now() + chrono::Duration::hours(8)), Money(40_00));
}

#[test]
fn lowest_price_changes_when_a_rule_ends_or_begins_before_a_performance() {
    let catalog = catalog(
        r#"price_calendar = [{ product = "ticket", rule = [
          { until_before = { hours = 4 }, dates = ["2026-11-20"], prices = { adult = "5.00" } },
          { from_before = { days = 0 }, prices = { adult = "30.00" } },
          { until_before = { days = 39 }, prices = { adult = "25.00" } },
        ] }]"#,
    );
    let (product, variant) = catalog.variant(&"adult".into()).unwrap();
    let at = |now| catalog.unit_quote(product, variant, Terms::public(), &[], now).price;
    // It is noon, and this evening's performance is at 19:00. The last day on sale is 39 days ahead.
    for (hours, lowest, next) in [(0, 5_00, 3), (3, 25_00, 7), (12, 25_00, 18)] {
        let now = now() + chrono::Duration::hours(hours);
        assert_eq!(at(now), Money(lowest), "{hours}");
        let next = self::now() + chrono::Duration::hours(next);
        assert_eq!(catalog.next_price_change(product, now), Some(next), "{hours}");
    }
}

fn a_day() -> impl Strategy<Value = SeasonDay> {
    let once = (0u64..400).prop_map(|days| SeasonDay::Once(first_day() + Days::new(days)));
    let every_year = (1u32..=12, 1u32..=28).prop_map(|(month, day)| SeasonDay::EveryYear { month, day });
    prop_oneof![once, every_year]
}

fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

fn a_lead() -> impl Strategy<Value = Lead> {
    let days = (0u32..60).prop_map(|days| Lead { days: Some(days), hours: None });
    let hours = (1u32..1_000).prop_map(|hours| Lead { days: None, hours: Some(hours) });
    prop_oneof![days, hours]
}

/// How much longer than a lead it is from now until a visit, in hours: days count as whole days.
fn hours_beyond(lead: Lead, date: NaiveDate, time: WallTime) -> i64 {
    let zone = chrono_tz::America::New_York;
    match lead.days {
        Some(days) => 24 * ((date - now().with_timezone(&zone).date_naive()).num_days() - i64::from(days)),
        None => {
            let start = midway_kernel::time::instant_at(date, time.0, zone);
            (start - now()).num_hours() - i64::from(lead.hours.unwrap())
        }
    }
}

/// Random price rules. Each may be limited to hours, to times before the visit, and either to dates or to a season and
/// weekdays.
fn a_rule() -> impl Strategy<Value = PriceRule> {
    let dates = prop_oneof![3 => Just(vec![]), 1 => proptest::collection::vec(a_day(), 1..4)];
    let season = proptest::option::of((a_day(), a_day()));
    let weekdays = proptest::sample::subsequence(vec![Weekday::Mon, Weekday::Sat, Weekday::Sun], 0..=3);
    let hour = || proptest::option::of(0u32..24);
    let leads = (proptest::option::of(a_lead()), proptest::option::of(a_lead()));
    let all = (dates, season, weekdays, hour(), hour(), leads, 1i64..10_000);
    all.prop_map(|(dates, season, weekdays, from, until, (until_before, from_before), cents)| {
        let time = |hour: u32| WallTime(NaiveTime::from_hms_opt(hour, 0, 0).unwrap());
        let is_dated = !dates.is_empty();
        let season =
            season.filter(|(from, until)| !is_dated && std::mem::discriminant(from) == std::mem::discriminant(until));
        PriceRule {
            from: season.map(|(from, _)| from),
            until: season.map(|(_, until)| until),
            weekdays: if is_dated { vec![] } else { weekdays },
            dates: DaySet(dates.into_iter().map(DayRule::Day).collect()),
            from_time: from.map(time),
            until_time: until.map(time),
            until_before,
            from_before,
            codes: cents % 2 == 0,
            prices: BTreeMap::from([("adult".into(), Money(cents))]),
        }
    })
}

/// Whether a rule applies, computed from the description in `docs/CATALOGUE.md` and not by the code under test.
fn applies(rule: &PriceRule, date: NaiveDate, time: WallTime) -> bool {
    let is = |day: &DayRule| day.to_string() == date.to_string() || day.to_string() == date.to_string()[5..];
    let season = match (rule.from, rule.until) {
        (Some(from), Some(until)) => {
            let (from, until) = (from.to_string(), until.to_string());
            let today = date.to_string()[10 - from.len()..].to_owned();
            if from.len() == 5 && from > until {
                from <= today || today <= until
            } else {
                from <= today && today <= until
            }
        }
        _ => true,
    };
    (rule.dates.is_empty() || rule.dates.0.iter().any(is))
        && season
        && (rule.weekdays.is_empty() || rule.weekdays.contains(&date.weekday()))
        && rule.from_time.is_none_or(|from| time >= from)
        && rule.until_time.is_none_or(|until| time < until)
        && rule.from_before.is_none_or(|lead| hours_beyond(lead, date, time) <= 0)
        && rule.until_before.is_none_or(|lead| match lead.days {
            Some(_) => hours_beyond(lead, date, time) >= 0,
            None => hours_beyond(lead, date, time) > 0,
        })
}

proptest! {
    #[test]
    fn price_of_a_visit_is_set_by_the_first_of_its_most_specific_rules_and_lies_in_the_shown_range(
        rules in proptest::collection::vec(a_rule(), 0..12),
        days in 0u64..800,
        hour in 0u32..24,
    ) {
        let mut folder = catalog("").folder().clone();
        let toml = "product = \"ticket\"";
        let mut calendar: super::super::files::PriceCalendar = toml::from_str(toml).unwrap();
        calendar.rules.clone_from(&rules);
        folder.price_calendar.push(calendar);
        let catalog: Catalog = folder.into();
        let (date, time) = (first_day() + Days::new(days), WallTime(NaiveTime::from_hms_opt(hour, 0, 0).unwrap()));
        let rank = |rule: &&PriceRule| {
            (!rule.dates.is_empty(), rule.from.is_some(), !rule.weekdays.is_empty(), rule.from_time.is_some() || rule.until_time.is_some(),
             rule.until_before.is_some() || rule.from_before.is_some())
        };
        let mut best: Option<&PriceRule> = None;
        for rule in rules.iter().filter(|rule| applies(rule, date, time)) {
            if best.is_none_or(|best| rank(&rule) > rank(&best)) {
                best = Some(rule);
            }
        }
        let expected = best.map_or(Money(40_00), |rule| rule.prices["adult"]);
        let asked = unit_quote(&catalog, "adult", &[Visit { date, time, percent_left: None }]);
        prop_assert_eq!(asked.price, expected);
        let window = unit_quote(&catalog, "adult", &[]);
        let is_shown = days < 40 && date.weekday() != Weekday::Mon && [10, 19].contains(&hour) && days > 0;
        let highest = window.highest.as_ref().map_or(window.price, |it| it.price);
        prop_assert!(!is_shown || (window.price <= expected && expected <= highest), "within the range that is shown");
    }
}
