//! The availability of performances: one query reads it for many performances, and levels and prices follow from it.

use std::collections::HashMap;

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::rules::Performance;
use crate::error::Result;
use crate::shop::inventory::{self, Draw, Level, StockKey, capacity_level, percent_left};
use midway_catalog::files::SalePrice;
use midway_catalog::{Catalog, FirstUnits, UnitsLeft, Visit};
use midway_kernel::coded::CapacityLevel;
use midway_kernel::time::{Instant, last_of};

/// The stocks of all sale prices that hold only for the first units sold: those that are counted for each day or time are
/// between the first and the last key, because [`inventory::levels`] reads all keys between two of a series.
pub fn limited_price_keys(catalog: &Catalog, now: Instant) -> Vec<StockKey> {
    // A day begins at most twelve hours later somewhere than in UTC.
    let today = (now - Duration::hours(12)).date_naive();
    let last = last_of(today, u32::from(u16::MAX));
    let keys = |sale: &SalePrice| match sale.first_per {
        None => vec![StockKey::first_units(&sale.id, FirstUnits::All)],
        Some(_) => [today, last].map(|day| StockKey::first_units(&sale.id, FirstUnits::OfDay(day))).into(),
    };
    catalog.limited_prices().flat_map(keys).collect()
}

/// Reads what is left of all sale prices that hold only for the first units sold.
pub async fn units_left(db: &impl ConnectionTrait, catalog: &Catalog, now: Instant) -> Result<UnitsLeft> {
    Ok(Availability::of(db, limited_price_keys(catalog, now)).await?.units_left())
}

/// The taken units of some stocks. An unused stock is not in the map.
#[derive(Clone, Debug, Default)]
pub struct Availability(HashMap<StockKey, Level>);

impl Availability {
    /// Reads the availability of these stocks.
    pub async fn of(db: &impl ConnectionTrait, keys: Vec<StockKey>) -> Result<Self> {
        if keys.is_empty() {
            return Ok(Availability::default());
        }
        Ok(Availability(inventory::levels(db, keys).await?))
    }

    /// The availability as if these units were not taken.
    pub fn without<'k>(mut self, taken: impl IntoIterator<Item = (&'k StockKey, u32)>) -> Self {
        for (key, quantity) in taken {
            if let Some(level) = self.0.get_mut(key) {
                level.taken = level.taken.saturating_sub(quantity);
            }
        }
        self
    }

    /// Counts the units of a draw as taken.
    pub fn take(&mut self, draw: &Draw) {
        let level = self.0.entry(draw.key.clone()).or_insert(Level { capacity: draw.capacity, taken: 0 });
        level.taken = level.taken.saturating_add(draw.quantity);
    }

    /// What is left of the sale prices whose [`limited_price_keys`] were read.
    pub fn units_left(&self) -> UnitsLeft {
        let left = |(key, level): (&StockKey, &Level)| Some((key.sale_of_first_units()?, level.left()));
        UnitsLeft::new(self.0.iter().filter_map(left))
    }

    /// The availability level of the fullest stock of these draws.
    pub fn level(&self, catalog: &Catalog, draws: &[Draw]) -> CapacityLevel {
        capacity_level(self.levels(draws), catalog.settings())
    }

    /// A visit to a performance, with the share of its places that is still available.
    pub fn visit(&self, catalog: &Catalog, performance: &Performance<'_>) -> Visit {
        let draws = performance.draws(catalog, 1);
        let percent_left = percent_left(self.levels(&draws));
        Visit { date: performance.date, time: performance.time, percent_left }
    }

    /// Whether all of these draws are available together.
    pub fn holds(&self, draws: &[Draw]) -> bool {
        self.levels(draws).zip(draws).all(|(level, draw)| draw.quantity <= level.left())
    }

    /// Whether a group of this size fits into a performance. A show that sells sections must have a section for the
    /// whole group. The availability must be that of [`Performance::draws_for_group`].
    pub fn has_room(&self, catalog: &Catalog, performance: &Performance<'_>, group_size: u32) -> bool {
        let fits_section = || {
            let sections = performance.sections_sold();
            let mut draws = sections.iter().map(|section| performance.draw_of_section(section, group_size));
            sections.is_empty() || draws.any(|draw| self.holds(&[draw]))
        };
        self.holds(&performance.draws(catalog, group_size)) && fits_section()
    }

    /// How many times all of these draws can be made; `u32::MAX` when there are no draws.
    pub fn count(&self, draws: &[Draw]) -> u32 {
        let of_each = self.levels(draws).zip(draws).map(|(level, draw)| level.left() / draw.quantity.max(1));
        of_each.min().unwrap_or(u32::MAX)
    }

    fn levels(&self, draws: &[Draw]) -> impl Iterator<Item = Level> {
        let untouched = |draw: &Draw| Level { capacity: draw.capacity, taken: 0 };
        draws.iter().map(move |draw| self.0.get(&draw.key).copied().unwrap_or_else(|| untouched(draw)))
    }
}
