//! Tells the sets of days of a catalogue the days of the holidays that they name.

use std::collections::HashMap;

use crate::days::{DayRule, DaySet};
use crate::files::Folder;

impl Folder {
    /// The folder in which all sets of days know the days of their holidays.
    pub(crate) fn with_holidays(mut self) -> Self {
        let of_holiday: HashMap<_, _> =
            self.holiday.iter().map(|holiday| (holiday.id.clone(), holiday.days.0.clone())).collect();
        for rule in self.day_sets().flat_map(|set| &mut set.0) {
            if let DayRule::Holiday { id, days } = rule {
                *days = of_holiday.get(id).cloned().unwrap_or_default();
            }
        }
        self
    }

    /// All sets of days except those of the holidays themselves.
    fn day_sets(&mut self) -> impl Iterator<Item = &mut DaySet> {
        let of_sites = self.site.iter_mut().flat_map(|site| {
            let of_hours = site.hours.iter_mut().map(|hours| &mut hours.days);
            of_hours.chain([&mut site.closed])
        });
        let of_parks = self.property.iter_mut().flat_map(|park| {
            let of_hours = park.hours.iter_mut().map(|hours| &mut hours.days);
            let of_friends = park.bring_a_friend.iter_mut().map(|days| &mut days.days);
            of_hours.chain(of_friends).chain([&mut park.closed])
        });
        let of_schedules = self.schedule.iter_mut().flat_map(|schedule| {
            let of_exceptions = schedule.exceptions.iter_mut().map(|exception| &mut exception.days);
            of_exceptions.chain([&mut schedule.days, &mut schedule.closed])
        });
        let exceptions = self.pool.iter_mut().flat_map(|pool| &mut pool.exceptions);
        let rules = self.price_calendar.iter_mut().flat_map(|calendar| &mut calendar.rules);
        of_sites
            .chain(of_parks)
            .chain(of_schedules)
            .chain(exceptions.map(|exception| &mut exception.days))
            .chain(rules.map(|rule| &mut rule.dates))
    }
}
