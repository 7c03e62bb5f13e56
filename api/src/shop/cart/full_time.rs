//! A time that lacks places for a party, and the nearest times that have room for it, which the refusal offers instead.

use sea_orm::ConnectionTrait;

use super::line::{CartLine, ChosenPerformance};
use crate::error::{OtherTime, OtherTimes, Refusal, Result};
use crate::shop::inventory::{HeldClaims, LineClaim, Shortage};
use crate::shop::performance::{self, Availability, Performance};
use chrono::{Days, NaiveDate};
use midway_catalog::Catalog;
use midway_catalog::files::Product;
use midway_kernel::id::{PerformanceId, ProductId, SectionId, VariantId};
use midway_kernel::text::Text;
use midway_kernel::time::{DayRange, Instant, days, short_day_in_words, twelve_hours, with_offset};

const SOLD_OUT: Text = Text {
    id: "cart.sold-out-then",
    default: "Sorry, this is sold out: {{name}}, {{when}}. Please choose another date or time.",
};
const FEW_LEFT: Text = Text {
    id: "cart.few-left-then",
    default: "Sorry, only {{left}} left: {{name}}, {{when}}. Please choose fewer, or choose another date or time.",
};

/// How many other times a refusal offers.
const MAX_TIMES: usize = 3;

/// If the day of a full time has no other time, this many days before and after it are searched.
const DAYS_BEFORE: u64 = 7;
const DAYS_AFTER: u64 = 30;

/// A time that lacks places for the party of some lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullTime {
    product_id: ProductId,
    /// What is full: the product, or the part of a bundle, with the section if only that lacks places.
    name: String,
    variant_ids: Vec<VariantId>,
    /// The chosen performances of the product, one for each of its selections.
    chosen: Vec<ChosenPerformance>,
    /// The place of the full performance in `chosen`.
    at: usize,
    section: Option<SectionId>,
    /// Whether the day can be another one: nothing else is visited on it.
    may_change_day: bool,
    /// How many places the party needs in addition to those that it keeps.
    people: u32,
    left: u32,
}

/// What one variant of a line visits. A bundle visits what its parts do; a package says itself what they visit.
struct Visit<'l> {
    product_id: &'l ProductId,
    variant_id: &'l VariantId,
    name: &'l str,
    performances: &'l [ChosenPerformance],
}

fn visits(line: &CartLine) -> impl Iterator<Item = Visit<'_>> {
    let own = (!line.is_bundle()).then_some(Visit {
        product_id: &line.product_id,
        variant_id: &line.variant_id,
        name: &line.product_name,
        performances: &line.performances.0,
    });
    let parts = line.parts().filter(|_| line.is_bundle()).map(|part| Visit {
        product_id: &part.product_id,
        variant_id: &part.variant_id,
        name: &part.product_name,
        performances: &part.performances.0,
    });
    own.into_iter().chain(parts)
}

impl FullTime {
    /// The full time behind a shortage of these claims of lines; `None` if it is not a time that is full but, for
    /// example, one seat or a promotion. `kept` are the claims that the lines keep in any case.
    pub fn of(
        catalog: &Catalog,
        lines: &[CartLine],
        (claims, kept): (&[LineClaim], &HeldClaims),
        shortage: &Shortage,
        now: Instant,
    ) -> Option<Self> {
        if !shortage.key.is_shared() {
            return None;
        }
        let lines: Vec<&CartLine> =
            claims.iter().filter_map(|claim| lines.iter().find(|line| line.id == claim.line_id)).collect();
        let short = lines.iter().find(|line| line.id == shortage.line_id)?;
        let needs = |chosen: &ChosenPerformance| {
            let section = chosen.section.as_ref().map(|section| &section.id);
            performance::find(catalog, &chosen.performance_id).is_some_and(|performance| {
                performance.draws_at(catalog, 1, section, None).iter().any(|draw| draw.key == shortage.key)
            })
        };
        let (visit, at) = visits(short).find_map(|visit| {
            let at = visit.performances.iter().position(needs)?;
            Some((visit, at))
        })?;
        let full = &visit.performances[at];
        let of_party = lines.iter().flat_map(|line| visits(line)).filter(|other| {
            let goes = |chosen: &ChosenPerformance| chosen.performance_id == full.performance_id;
            other.product_id == visit.product_id && other.performances.iter().any(goes)
        });
        let variant_ids = of_party.map(|other| other.variant_id.clone()).collect();
        let needed = claims.iter().flat_map(|claim| &claim.draws).filter(|draw| draw.key == shortage.key);
        let needed = needed.map(|draw| draw.quantity).sum::<u32>();
        let held_by = |claim: &LineClaim| kept.units_held(&claim.line_id, &shortage.key, now);
        let held_by_all = claims.iter().map(held_by).sum::<u32>();
        // What is left includes the units that the line, and the lines claimed before it, hold already.
        let until_short = claims.iter().position(|claim| claim.line_id == shortage.line_id).unwrap_or(0);
        let held_so_far = claims[..=until_short].iter().map(held_by).sum::<u32>();
        let section = full.section.as_ref();
        Some(FullTime {
            product_id: visit.product_id.clone(),
            name: match section.filter(|_| shortage.key.is_section()) {
                Some(section) => format!("{}, {}", visit.name, section.name),
                None => visit.name.to_owned(),
            },
            variant_ids,
            chosen: visit.performances.to_vec(),
            at,
            may_change_day: visit.performances.len() == 1 && !short.is_bundle(),
            section: section.map(|section| section.id.clone()),
            people: needed.saturating_sub(held_by_all),
            left: shortage.left.saturating_sub(held_so_far),
        })
    }

    /// The refusal that names the time.
    pub fn refusal(&self) -> Refusal {
        let full = &self.chosen[self.at];
        let when = performance::visit_in_words(full.date, full.time, full.valid_all_day);
        let text = if self.left == 0 { SOLD_OUT } else { FEW_LEFT };
        Refusal::new(text).with("name", &self.name).with("when", when).with("left", self.left)
    }

    /// The nearest times with room for the party: other times of the same show on the same day or, if there are none and
    /// the day can be another one, on days near it that are within `range`.
    pub async fn other_times(
        &self,
        db: &impl ConnectionTrait,
        catalog: &Catalog,
        range: DayRange,
        now: Instant,
    ) -> Result<OtherTimes> {
        let full = &self.chosen[self.at];
        let mut times = self.with_room(db, catalog, (full.date, full.date), now).await?;
        if times.is_empty() && self.may_change_day {
            let from = full.date.checked_sub_days(Days::new(DAYS_BEFORE)).unwrap_or(full.date);
            let until = full.date.checked_add_days(Days::new(DAYS_AFTER)).unwrap_or(full.date);
            times = self.with_room(db, catalog, (from, until), now).await?;
            times.retain(|it| range.holds(it.date));
            times.sort_by_key(|it| self.distance(it));
            // One time of each day is enough: when the day is chosen, the shopper sees the others.
            times.dedup_by_key(|it| it.date);
        }
        times.sort_by_key(|it| self.distance(it));
        times.truncate(MAX_TIMES);
        times.sort_by_key(|it| it.starts_at);
        let other = |it: &Performance<'_>| OtherTime {
            selection_index: full.selection_index,
            performance_id: it.id.clone(),
            show_id: it.show.id.clone(),
            starts_at: with_offset(it.starts_at, catalog.zone_of_show(it.show)),
            name: match (it.date == full.date, it.show.valid_all_day) {
                (true, _) => twelve_hours(&it.time.wire()),
                (false, true) => short_day_in_words(it.date),
                (false, false) => format!("{}, {}", short_day_in_words(it.date), twelve_hours(&it.time.wire())),
            },
        };
        Ok(OtherTimes { people: self.people, times: times.iter().map(other).collect() })
    }

    /// How far another performance is from the full one: the days between them, whether it is on a later day, and the
    /// minutes between their times of day.
    fn distance(&self, other: &Performance<'_>) -> (i64, bool, i64) {
        let full = &self.chosen[self.at];
        let days = (other.date - full.date).num_days();
        let minutes = (other.time.0 - full.time.0).num_minutes();
        (days.abs(), days > 0, minutes.abs())
    }

    /// The other performances of these days that have room for the party and fit its other choices.
    async fn with_room<'c>(
        &self,
        db: &impl ConnectionTrait,
        catalog: &'c Catalog,
        (from, until): (NaiveDate, NaiveDate),
        now: Instant,
    ) -> Result<Vec<Performance<'c>>> {
        let Some(product) = catalog.product(&self.product_id) else { return Ok(Vec::new()) };
        let (first, last) = catalog.window_of(product, now);
        let days = days(from.max(first), until.min(last));
        let open: Vec<Performance<'c>> = days.flat_map(|date| self.alternatives(catalog, product, date, now)).collect();
        let needed = |it: &Performance<'_>| it.draws_at(catalog, self.people, self.section.as_ref(), None);
        let keys = open.iter().flat_map(&needed).map(|draw| draw.key).collect();
        let availability = Availability::of(db, keys).await?;
        Ok(open.into_iter().filter(|it| availability.holds(&needed(it))).collect())
    }

    /// The other performances of the show on a day that the party may choose instead, full or not.
    fn alternatives<'c>(
        &self,
        catalog: &'c Catalog,
        product: &'c Product,
        date: NaiveDate,
        now: Instant,
    ) -> Vec<Performance<'c>> {
        let full = &self.chosen[self.at];
        let Some(selection) = product.selections.get(full.selection_index as usize - 1) else { return Vec::new() };
        let is_sold = |it: &Performance<'_>| {
            self.variant_ids.iter().all(|id| {
                catalog.variant(id).is_some_and(|(_, variant)| {
                    performance::is_sold_for(variant, it.show)
                        && self.section.as_ref().is_none_or(|section| performance::is_sold_in(variant, section))
                })
            })
        };
        let keeps_delays = |it: &Performance<'_>| {
            let start =
                |(at, chosen): (usize, &ChosenPerformance)| if at == self.at { it.starts_at } else { chosen.starts_at };
            let starts: Vec<Instant> = self.chosen.iter().enumerate().map(start).collect();
            performance::keeps_delays(product, &starts)
        };
        let mut open = performance::for_selection(catalog, selection, date, now);
        open.retain(|it| {
            let is_other = |id: &PerformanceId| it.id != *id;
            it.show.id == full.show_id && is_other(&full.performance_id) && is_sold(it) && keeps_delays(it)
        });
        open
    }
}
