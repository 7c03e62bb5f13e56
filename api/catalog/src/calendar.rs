//! The price of a variant by day and time: the operator's price calendars, indexed for reading. The functions read
//! neither the clock nor a database.
//!
//! A calendar answers two questions: the price of one visit, and the lowest and highest price of each day of the window
//! that is on sale. The second answer is computed once for a product and cached until it may change: at the end of the
//! day, or earlier, when a performance can no longer be bought, or when a rule begins or ends some hours before one.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{Datelike, Days, Duration, NaiveDate, NaiveTime};
use chrono_tz::Tz;

use crate::days::is_in_season;
use crate::files::{
    Folder, ListedPrice, PriceCalendar, PriceRule, PriceStep, Product, Schedule, Selection, Slot, Variant, WallTime,
};
use crate::{Catalog, Visit};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::{Instant, days, instant_at, last_of};

/// The price calendars of a catalogue, by product.
#[derive(Debug, Default)]
pub(crate) struct Calendars {
    by_product: HashMap<ProductId, Calendar>,
    windows: RwLock<HashMap<ProductId, Arc<PriceWindow>>>,
}

/// One product's prices.
#[derive(Debug, Default)]
pub(crate) struct Calendar {
    shows_weeks: bool,
    /// Listed prices by variant and day; prices for part of a day come first. They take precedence over all rules.
    listed: HashMap<VariantId, HashMap<NaiveDate, Vec<ListedPrice>>>,
    /// Price rules by variant, the most specific first.
    rules: HashMap<VariantId, Vec<(Arc<PriceRule>, Money)>>,
    /// The price steps. The step with the lowest limit of remaining places comes first.
    steps: Vec<PriceStep>,
    /// The time zone of the product's site.
    zone: Tz,
    /// The different numbers of hours before a performance at which rules begin or end.
    lead_hours: BTreeSet<u32>,
}

/// The price of a variant at a visit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitPrice {
    pub price: Money,
    /// Whether promotion codes lower the price.
    pub takes_codes: bool,
}

impl ListedPrice {
    fn is_at(&self, time: WallTime) -> bool {
        is_within(self.from_time, self.until_time, time)
    }

    fn is_of_whole_day(&self) -> bool {
        self.from_time.is_none() && self.until_time.is_none()
    }
}

fn is_within(from: Option<WallTime>, until: Option<WallTime>, time: WallTime) -> bool {
    from.is_none_or(|from| from <= time) && until.is_none_or(|until| time < until)
}

impl PriceRule {
    fn is_for(&self, date: NaiveDate, time: WallTime) -> bool {
        self.is_on(date) && is_within(self.from_time, self.until_time, time)
    }

    /// How specific the rule is. A larger value means a more specific rule.
    fn specificity(&self) -> (u32, bool, bool) {
        let has_season = self.from.is_some() || self.until.is_some();
        let days = match self.dates.is_empty() {
            true => 2 * u32::from(has_season) + u32::from(!self.weekdays.is_empty()),
            false => 4,
        };
        (days, self.from_time.is_some() || self.until_time.is_some(), self.has_lead())
    }

    fn is_on(&self, date: NaiveDate) -> bool {
        (self.dates.is_empty() || self.dates.includes(date))
            && (self.weekdays.is_empty() || self.weekdays.contains(&date.weekday()))
            && is_in_season(self.from, self.until, date)
    }
}

impl PriceStep {
    /// The price after this step. A free price stays free.
    fn of(&self, price: Money) -> Money {
        if price.is_zero() {
            return price;
        }
        let percent = self.percent_up.map_or(Money::ZERO, |percent| {
            BasisPoints(i32::try_from(percent.saturating_mul(100)).unwrap_or(i32::MAX)).of(price)
        });
        price + percent + self.amount_up.unwrap_or_default()
    }
}

impl Calendar {
    fn price(&self, variant: &Variant, (date, time): (NaiveDate, WallTime), now: Instant) -> VisitPrice {
        let plain = |price: Money| VisitPrice { price, takes_codes: true };
        let of_day = self.listed.get(&variant.id).and_then(|days| days.get(&date));
        let listed = of_day.into_iter().flatten().find(|listed| listed.is_at(time)).map(|listed| plain(listed.price));
        let ruled = || {
            let mut rules = self.rules.get(&variant.id).into_iter().flatten();
            let is_its = |rule: &PriceRule| rule.is_for(date, time) && rule.is_bought_at((date, time), self.zone, now);
            let found = rules.find(|(rule, _)| is_its(rule));
            found.map(|(rule, price)| VisitPrice { price: *price, takes_codes: rule.codes })
        };
        listed.or_else(ruled).unwrap_or_else(|| plain(variant.price.unwrap_or_default()))
    }

    /// The price of one visit at this moment, raised by the step that its performance has reached, if any.
    pub(crate) fn price_of(&self, variant: &Variant, visit: Visit, now: Instant) -> VisitPrice {
        let VisitPrice { price, takes_codes } = self.price(variant, (visit.date, visit.time), now);
        let percent_left = visit.percent_left.unwrap_or(100);
        let step = self.steps.iter().find(|step| percent_left < step.below_percent);
        VisitPrice { price: step.map_or(price, |step| step.of(price)), takes_codes }
    }

    /// The next moment after `now` at which the price of a visit may change because a number of hours before its start
    /// is reached.
    fn next_lead(&self, date: NaiveDate, time: WallTime, now: Instant) -> Option<Instant> {
        let longest = self.lead_hours.last()?;
        let starts = instant_at(date, time.0, self.zone);
        if now < starts - Duration::hours((*longest).into()) - Duration::days(2) {
            // The prices of all visits are computed again tomorrow.
            return None;
        }
        let edges = self.lead_hours.iter().map(|hours| starts - Duration::hours((*hours).into()));
        edges.filter(|edge| now < *edge).min()
    }

    /// The highest price to which these steps can raise a price.
    fn at_most(&self, price: Money) -> Money {
        self.steps.first().map_or(price, |step| step.of(price))
    }
}

impl Calendars {
    pub(crate) fn new(folder: &Folder) -> Self {
        let mut by_product: HashMap<ProductId, Calendar> = HashMap::new();
        let zone_of = |id: &ProductId| {
            let product = folder.product.iter().find(|product| product.id == *id)?;
            folder.site.iter().find(|site| site.id == product.site).map(|site| site.time_zone)
        };
        let variants =
            folder.product.iter().flat_map(|product| product.variants.iter().map(move |it| (&it.id, product)));
        let product_of: HashMap<&VariantId, &Product> = variants.collect();
        for listed in &folder.price {
            let Some(product) = product_of.get(&listed.variant) else { continue };
            let days = &mut by_product.entry(product.id.clone()).or_default().listed;
            let of_day = days.entry(listed.variant.clone()).or_default().entry(listed.date).or_default();
            of_day.push(listed.clone());
        }
        for written in &folder.price_calendar {
            by_product.entry(written.product.clone()).or_default().add_rules(written);
        }
        for (product, calendar) in &mut by_product {
            calendar.zone = zone_of(product).unwrap_or_default();
            // The sort is stable: of two equally specific rules, the first one in the file stays first.
            calendar.rules.values_mut().for_each(|rules| rules.sort_by_key(|(rule, _)| Reverse(rule.specificity())));
            let days = calendar.listed.values_mut().flat_map(HashMap::values_mut);
            days.for_each(|listed| listed.sort_by_key(ListedPrice::is_of_whole_day));
            calendar.steps.sort_by_key(|step| step.below_percent);
        }
        Calendars { by_product, windows: RwLock::default() }
    }
}

impl Calendar {
    fn add_rules(&mut self, written: &PriceCalendar) {
        self.shows_weeks = written.week_calendar;
        self.steps.clone_from(&written.steps);
        for rule in &written.rules {
            self.lead_hours.extend(rule.lead_hours());
            let rule = Arc::new(rule.clone());
            for (variant, price) in &rule.prices {
                self.rules.entry(variant.clone()).or_default().push((rule.clone(), *price));
            }
        }
    }
}

/// The lowest and the highest price of each variant on each day of a product's window on which the product can be
/// visited.
#[derive(Debug, Default)]
pub(crate) struct PriceWindow {
    /// When the window must be computed again.
    until: Instant,
    days: HashMap<NaiveDate, HashMap<VariantId, PriceRange>>,
    /// The prices of each variant over all days.
    whole: HashMap<VariantId, PriceRange>,
}

/// The lowest and the highest price of several visits: of those whose price promotion codes lower, and of the others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PriceRange {
    pub with_codes: Option<(Money, Money)>,
    pub without_codes: Option<(Money, Money)>,
}

impl PriceRange {
    fn include(&mut self, price: VisitPrice, highest: Money) {
        let range = if price.takes_codes { &mut self.with_codes } else { &mut self.without_codes };
        let (lowest_before, highest_before) = range.unwrap_or((price.price, highest));
        *range = Some((lowest_before.min(price.price), highest_before.max(highest)));
    }
}

impl PriceWindow {
    /// The price range of one day, or of all days; `None` when the variant is not on sale then.
    pub(crate) fn range(&self, variant: &VariantId, date: Option<NaiveDate>) -> Option<PriceRange> {
        date.map_or(Some(&self.whole), |date| self.days.get(&date))?.get(variant).copied()
    }
}

impl Catalog {
    pub(crate) fn calendar(&self, product: &Product) -> Option<&Calendar> {
        self.calendars().by_product.get(&product.id)
    }

    /// Whether a product has a price calendar or listed prices, so its prices can differ by day and time.
    pub fn is_priced_by_date(&self, product: &Product) -> bool {
        self.calendar(product).is_some()
    }

    /// Whether a product's own page shows weeks with prices instead of months.
    pub fn shows_weeks(&self, product: &Product) -> bool {
        self.calendar(product).is_some_and(|calendar| calendar.shows_weeks)
    }

    /// Whether the price of a variant, or of one of its parts, rises as places of its performance are sold.
    pub fn price_has_steps(&self, product: &Product, variant: &Variant) -> bool {
        let has_steps = |product| self.calendar(product).is_some_and(|calendar| !calendar.steps.is_empty());
        has_steps(product)
            || variant.parts.iter().any(|part| self.variant(&part.variant).is_some_and(|(of, _)| has_steps(of)))
    }

    /// The first and the last day for which a product is sold today, in the time zone of its site.
    pub fn window_of(&self, product: &Product, now: Instant) -> (NaiveDate, NaiveDate) {
        if self.shows_weeks(product) {
            return self.weeks_of(product, now);
        }
        let today = self.today_of(product, now);
        (today, last_of(today, self.settings().look_ahead_days))
    }

    /// The first and the last day that a week calendar shows for the product, even if the product's own page shows
    /// months.
    pub fn weeks_of(&self, product: &Product, now: Instant) -> (NaiveDate, NaiveDate) {
        let today = self.today_of(product, now);
        (today, last_of(today, self.settings().week_look_ahead_days()))
    }

    /// The prices of a product's window, if it has a calendar.
    pub(crate) fn price_window(&self, product: &Product, now: Instant) -> Option<Arc<PriceWindow>> {
        let calendar = self.calendar(product)?;
        let windows = &self.calendars().windows;
        let known = windows.read().unwrap_or_else(PoisonError::into_inner).get(&product.id).cloned();
        if let Some(known) = known.filter(|known| now < known.until) {
            return Some(known);
        }
        let window = Arc::new(self.compute_window(product, calendar, now));
        windows.write().unwrap_or_else(PoisonError::into_inner).insert(product.id.clone(), window.clone());
        Some(window)
    }

    /// Whether each of a product's selections has a performance on a day.
    pub fn is_open_on(&self, product: &Product, date: NaiveDate) -> bool {
        product.selections.iter().all(|selection| {
            let mut schedules = selection.shows.iter().flat_map(|show| self.schedules_of(show));
            schedules
                .any(|schedule| self.slots_on(schedule, date).any(|slot| selection.offers(&schedule.show, slot.time)))
        })
    }

    /// The performances on a day that a selection offers.
    fn slots_of<'c>(
        &'c self,
        selection: &'c Selection,
        date: NaiveDate,
    ) -> impl Iterator<Item = (&'c Schedule, &'c Slot)> {
        let schedules = selection.shows.iter().flat_map(|show| self.schedules_of(show));
        let slots = schedules.flat_map(move |it| self.slots_on(it, date).map(move |slot| (it, slot)));
        slots.filter(|(schedule, slot)| selection.offers(&schedule.show, slot.time))
    }

    /// The times on a day at which a product can still be visited.
    pub(crate) fn open_times<'c>(
        &'c self,
        product: &'c Product,
        date: NaiveDate,
        now: Instant,
    ) -> impl Iterator<Item = WallTime> + 'c {
        let zone = self.zone_of(product);
        let selection = product.selections.first().filter(|_| self.is_open_on(product, date));
        let slots = selection.into_iter().flat_map(move |selection| self.slots_of(selection, date));
        let is_open = move |(schedule, slot): &(&Schedule, &Slot)| {
            let after = Duration::minutes(i64::from(schedule.closes_after_minutes));
            now < instant_at(date, slot.time.0, zone) + after
        };
        slots.filter(is_open).map(|(_, slot)| slot.time)
    }

    fn compute_window(&self, product: &Product, calendar: &Calendar, now: Instant) -> PriceWindow {
        let zone = self.zone_of(product);
        let (today, last) = self.window_of(product, now);
        let mut window =
            PriceWindow { until: instant_at(today + Days::new(1), NaiveTime::MIN, zone), ..PriceWindow::default() };
        let Some(selection) = product.selections.first() else { return window };
        for date in days(today, last).filter(|date| self.is_open_on(product, *date)) {
            let of_day = window.days.entry(date).or_default();
            for (schedule, slot) in self.slots_of(selection, date) {
                let after = Duration::minutes(i64::from(schedule.closes_after_minutes));
                // A performance that does not meet this condition closes after today has ended, so it is on sale, and
                // the cached window stays valid for it.
                if date.signed_duration_since(today) <= Duration::days(1) - after {
                    let closes = instant_at(date, slot.time.0, zone) + after;
                    if closes <= now {
                        continue;
                    }
                    window.until = window.until.min(closes);
                }
                if let Some(lead) = calendar.next_lead(date, slot.time, now) {
                    window.until = window.until.min(lead);
                }
                let is_sold = |it: &&Variant| it.shows.is_empty() || it.shows.contains(&schedule.show);
                for variant in product.variants.iter().filter(is_sold) {
                    let price = calendar.price(variant, (date, slot.time), now);
                    let highest = calendar.at_most(price.price);
                    for ranges in [&mut *of_day, &mut window.whole] {
                        ranges.entry(variant.id.clone()).or_default().include(price, highest);
                    }
                }
            }
        }
        window
    }

    /// When the prices that are shown before a performance is chosen may change next; `None` without a calendar.
    pub fn window_ends(&self, product: &Product, now: Instant) -> Option<Instant> {
        self.price_window(product, now).map(|window| window.until)
    }
}

#[cfg(test)]
mod tests;
