//! Rules for pools, shows and schedules.

use std::collections::HashMap;

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeZone, Weekday};
use chrono_tz::Tz;

use super::Check;
use super::seasons::{days as days_of, exceptions};
use crate::files::{Folder, Schedule, Show, Slot};
use crate::problem::{Origins, Problem};
use midway_kernel::id::is_slug;
use midway_kernel::time::{Instant, day_at, days, exists, last_of};

/// The maximum length of a slot's id, in characters. With a schedule's key of 60 characters, a date of 8 and two dots,
/// the id of a performance then stays below its maximum of 120 characters.
const MAX_SLOT_ID_LENGTH: usize = 40;
/// The maximum number of slots of a day: one every five minutes.
const MAX_SLOTS: usize = 288;
/// A week in minutes: the maximum length of a show, and the maximum time between the start of a performance and the end
/// of its sale.
const MAX_MINUTES: u32 = 7 * 24 * 60;

pub(crate) fn check(check: &mut Check) {
    pools(check);
    shows(check);
    schedules(check);
}

fn pools(check: &mut Check) {
    let folder = check.folder;
    check.ids("pool", folder.pool.iter().map(|pool| pool.id.0.clone()));
    for (position, pool) in folder.pool.iter().enumerate() {
        check.capacity("pool", position, "capacity", pool.capacity);
        exceptions(check, "pool", position, pool.exceptions.iter().map(|exception| &exception.days));
        for (nth, exception) in pool.exceptions.iter().enumerate() {
            check.capacity("pool", position, &format!("exception.{nth}.capacity"), exception.capacity);
        }
    }
}

fn shows(check: &mut Check) {
    let folder = check.folder;
    check.ids("show", folder.show.iter().map(|show| show.id.0.clone()));
    for (position, show) in folder.show.iter().enumerate() {
        check.line("show", position, "name", &show.name);
        let site = folder.site.iter().any(|site| site.id == show.site);
        check.refers(site, "show", position, "site", "site", show.site.as_str());
        if let Some(minutes) = show.duration_minutes {
            check.say_unless((1..=MAX_MINUTES).contains(&minutes), "show", position, "duration_minutes", || {
                format!("`duration_minutes` is from 1 to {MAX_MINUTES}")
            });
        }
    }
}

fn schedules(check: &mut Check) {
    let folder = check.folder;
    check.ids("schedule", folder.schedule.iter().map(|schedule| schedule.id.0.clone()));
    for (position, schedule) in folder.schedule.iter().enumerate() {
        let show = folder.show.iter().find(|show| show.id == schedule.show);
        check.refers(show.is_some(), "schedule", position, "show", "show", schedule.show.as_str());
        season(check, "schedule", position, schedule.from, schedule.until, &schedule.weekdays);
        closing(check, position, schedule);
        capacities(check, position, schedule, show);
        slots(check, position, "slot", &schedule.slots, show);
        if let Some(only_day) = schedule.from.filter(|from| schedule.until == Some(*from)) {
            times_of_day(check, position, "slot", &schedule.slots, show, only_day);
        }
        exceptions(check, "schedule", position, schedule.exceptions.iter().map(|exception| &exception.days));
        for (nth, exception) in schedule.exceptions.iter().enumerate() {
            let path = format!("exception.{nth}.slot");
            slots(check, position, &path, &exception.slots, show);
            for (_, date) in exception.days.dates() {
                times_of_day(check, position, &path, &exception.slots, show, date);
            }
        }
        days_of(check, "schedule", position, "days", &schedule.days);
        days_of(check, "schedule", position, "closed", &schedule.closed);
    }
}

/// Checks the season and weekdays of a schedule or a bundle.
pub(crate) fn season(
    check: &mut Check,
    table: &str,
    position: usize,
    from: Option<NaiveDate>,
    until: Option<NaiveDate>,
    weekdays: &[Weekday],
) {
    if let (Some(from), Some(until)) = (from, until) {
        check
            .say_unless(from <= until, table, position, "until", || format!("`until` {until} is before `from` {from}"));
    }
    check.say_unless(!weekdays.is_empty(), table, position, "weekdays", || {
        "`weekdays` is empty: leave it out for every day".to_owned()
    });
    let mut seen = HashMap::new();
    for (nth, day) in weekdays.iter().enumerate() {
        check.first_use(&mut seen, table, position, &format!("weekdays.{nth}"), *day);
    }
}

fn closing(check: &mut Check, position: usize, schedule: &Schedule) {
    let minutes = schedule.closes_after_minutes.unsigned_abs();
    check.say_unless(minutes <= MAX_MINUTES, "schedule", position, "closes_after_minutes", || {
        format!("`closes_after_minutes` is at most {MAX_MINUTES} in either direction")
    });
    check.say_unless(!schedule.slots.is_empty(), "schedule", position, "slot", || {
        "a schedule has at least one slot".to_owned()
    });
}

/// Checks that each performance has a capacity from its schedule, its slot, its hall or a pool. Otherwise it would
/// never sell out.
fn capacities(check: &mut Check, position: usize, schedule: &Schedule, show: Option<&Show>) {
    if let Some(capacity) = schedule.capacity {
        check.capacity("schedule", position, "capacity", capacity);
    }
    let mut pools = HashMap::new();
    for (nth, id) in schedule.pools.iter().enumerate() {
        let path = format!("pools.{nth}");
        let found = check.folder.pool.iter().any(|pool| pool.id == *id);
        check.refers(found, "schedule", position, &path, "pool", id.as_str());
        check.first_use(&mut pools, "schedule", position, &path, id.clone());
    }
    let every_slot = |slots: &[Slot]| slots.iter().all(|slot| slot.capacity.is_some());
    let limited = schedule.capacity.is_some()
        || !schedule.pools.is_empty()
        || show.is_some_and(|show| show.hall.is_some())
        || every_slot(&schedule.slots) && schedule.exceptions.iter().all(|exception| every_slot(&exception.slots));
    check.say_unless(limited, "schedule", position, "", || {
        format!("the schedule \"{}\" has neither a capacity nor a pool", schedule.id)
    });
}

/// Checks the slots of a date: their times must exist on that day. On days of a season or another rule, slots at times that
/// clocks skip are left out without an error.
fn times_of_day(check: &mut Check, position: usize, path: &str, slots: &[Slot], show: Option<&Show>, date: NaiveDate) {
    let site = show.and_then(|show| check.folder.site.iter().find(|site| site.id == show.site));
    let Some(zone) = site.map(|site| site.time_zone) else { return };
    for (nth, slot) in slots.iter().enumerate() {
        let at = date.and_time(slot.time.0);
        local_time(check, ("schedule", position, &format!("{path}.{nth}.time")), Some(at), zone);
    }
}

/// Checks that clocks do not skip a local time.
pub(super) fn local_time(
    check: &mut Check,
    (table, position, path): (&str, usize, &str),
    at: Option<NaiveDateTime>,
    zone: Tz,
) {
    if let Some(at) = at.filter(|at| !exists(at.date(), at.time(), zone)) {
        check.say(table, position, path, skipped(at.date(), at.time(), zone));
    }
}

fn skipped(date: NaiveDate, time: NaiveTime, zone: Tz) -> String {
    format!("there is no {} on {date} in {zone}: clocks are moved forward then", time.format("%H:%M"))
}

/// Warnings about the slots of a rule on the days on which clocks skip their times: the shop sells no performance
/// then. Only days that can be booked from `now` on are considered.
pub(super) fn skipped_slots(folder: &Folder, origins: &Origins, now: Instant) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let folder = folder.clone().with_holidays();
    for (position, schedule) in folder.schedule.iter().enumerate() {
        let show = folder.show.iter().find(|show| show.id == schedule.show);
        let site = show.and_then(|show| folder.site.iter().find(|site| site.id == show.site));
        let Some(zone) = site.map(|site| site.time_zone) else { continue };
        let today = day_at(now, zone);
        for day in days(today, last_of(today, folder.settings.look_ahead_days)).filter(|day| has_new_offset(*day, zone))
        {
            for slot in schedule.written_slots_on(day).iter().filter(|slot| !exists(day, slot.time.0, zone)) {
                let what = format!("{}, so nothing is sold for it", skipped(day, slot.time.0, zone));
                warnings.push(origins.problem("schedule", position, &path_of(schedule, slot), what));
            }
        }
    }
    warnings
}

/// The path of a slot's time within its schedule.
fn path_of(schedule: &Schedule, slot: &Slot) -> String {
    let place = |slots: &[Slot]| slots.iter().position(|other| std::ptr::eq(other, slot));
    let in_exception = || {
        let mut exceptions = schedule.exceptions.iter().enumerate();
        exceptions.find_map(|(at, exception)| Some(format!("exception.{at}.slot.{}.time", place(&exception.slots)?)))
    };
    let in_rule = place(&schedule.slots).map(|nth| format!("slot.{nth}.time"));
    in_rule.or_else(in_exception).unwrap_or_default()
}

/// Whether clocks are changed on a day.
fn has_new_offset(day: NaiveDate, zone: Tz) -> bool {
    let offset = |day: NaiveDate| zone.offset_from_utc_datetime(&day.and_time(NaiveTime::MIN)).fix();
    offset(day) != offset(day + Days::new(1))
}

fn slots(check: &mut Check, position: usize, path: &str, slots: &[Slot], show: Option<&Show>) {
    check.say_unless(slots.len() <= MAX_SLOTS, "schedule", position, path, || {
        format!("more than {MAX_SLOTS} slots a day")
    });
    let valid_all_day = show.is_some_and(|show| show.valid_all_day);
    check.say_unless(!valid_all_day || slots.len() <= 1, "schedule", position, path, || {
        "a show that is valid all day has one slot a day".to_owned()
    });
    let (mut keys, mut times) = (HashMap::new(), HashMap::new());
    for (nth, slot) in slots.iter().enumerate() {
        let at = |key: &str| format!("{path}.{nth}.{key}");
        if let Some(id) = &slot.id {
            check.say_unless(is_slug(id) && id.len() <= MAX_SLOT_ID_LENGTH, "schedule", position, &at("id"), || {
                format!(
                    "\"{id}\" is not the id of a slot: small letters, digits and hyphens, at most {MAX_SLOT_ID_LENGTH}"
                )
            });
        }
        // A slot without an id has its time as its key. The keys are compared only if the times differ, because
        // otherwise one duplicate would be reported twice.
        if check.first_use(&mut times, "schedule", position, &at("time"), slot.time.wire()) {
            check.first_use(&mut keys, "schedule", position, &at("id"), slot.key());
        }
        check.optional_line("schedule", position, &at("label"), slot.label.as_deref());
        if let Some(capacity) = slot.capacity {
            check.capacity("schedule", position, &at("capacity"), capacity);
        }
    }
}
