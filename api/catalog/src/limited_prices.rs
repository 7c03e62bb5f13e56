//! Sale prices that hold only for the first units sold: which of them still have units. The functions are pure; the shop
//! supplies the numbers.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::files::{FirstPer, Product, SalePrice, WallTime};
use crate::promotions::is_within;
use crate::{Catalog, Visit};
use midway_kernel::id::PromotionId;
use midway_kernel::time::{Instant, days};

/// What the number of first units of a sale price counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FirstUnits {
    /// All units together.
    All,
    /// The units for visits on this day.
    OfDay(NaiveDate),
    /// The units for visits at this day and time.
    OfTime(NaiveDate, WallTime),
}

/// How many units are left of sale prices that hold only for the first units sold. Of the numbers that are not in the
/// map, none is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitsLeft(BTreeMap<(PromotionId, FirstUnits), u32>);

impl UnitsLeft {
    pub fn new(left: impl IntoIterator<Item = ((PromotionId, FirstUnits), u32)>) -> Self {
        UnitsLeft(left.into_iter().collect())
    }

    /// How many units of a sale price are left for a visit, or for an item without a visit; `None` if their number is not
    /// limited.
    pub(crate) fn of(&self, sale: &SalePrice, visit: Option<&Visit>) -> Option<u32> {
        let first = sale.first?;
        let units = sale.first_units(visit.map(|visit| (visit.date, visit.time)))?;
        Some(self.0.get(&(sale.id.clone(), units)).copied().unwrap_or(first))
    }

    /// The days and times for which a sale price has no units left.
    pub(crate) fn used_up(&self, sale: &SalePrice) -> impl Iterator<Item = FirstUnits> {
        self.0.iter().filter(|((id, _), left)| *id == sale.id && **left == 0).map(|((_, units), _)| *units)
    }
}

impl SalePrice {
    /// The number of first units to which a visit belongs; `None` if the number is counted for each day or time, and
    /// there is no visit.
    pub fn first_units(&self, visit: Option<(NaiveDate, WallTime)>) -> Option<FirstUnits> {
        match self.first_per {
            None => Some(FirstUnits::All),
            Some(FirstPer::Day) => visit.map(|(date, _)| FirstUnits::OfDay(date)),
            Some(FirstPer::Time) => visit.map(|(date, time)| FirstUnits::OfTime(date, time)),
        }
    }

    /// Whether the sale price is for a product or one of its variants.
    fn is_for(&self, product: &Product) -> bool {
        self.products.contains(&product.id) || product.variants.iter().any(|it| self.variants.contains(&it.id))
    }
}

impl Catalog {
    /// The sale prices that hold only for the first units sold.
    pub fn limited_prices(&self) -> impl Iterator<Item = &SalePrice> {
        self.folder().sale_price.iter().filter(|sale| sale.first.is_some())
    }

    pub fn limited_price(&self, id: &PromotionId) -> Option<&SalePrice> {
        self.limited_prices().find(|sale| sale.id == *id)
    }

    /// The running sale prices of a product that hold only for the first units sold.
    pub fn limited_prices_of<'c>(&'c self, product: &'c Product, now: Instant) -> impl Iterator<Item = &'c SalePrice> {
        let is_running = move |sale: &SalePrice| is_within(self, product, sale.from, sale.until, now);
        let is_its = move |sale: &&SalePrice| product.package.is_none() && sale.is_for(product) && is_running(sale);
        self.limited_prices().filter(is_its)
    }

    /// Whether prices of a product differ by day and time because the first units of each day or time are cheaper.
    pub(crate) fn has_first_units_by_date(&self, product: &Product, now: Instant) -> bool {
        self.limited_prices_of(product, now).any(|sale| sale.first_per.is_some())
    }

    /// Whether a sale price that is limited for each day or time has units left for any upcoming visit.
    pub(crate) fn is_left_for_any_visit(
        &self,
        sale: &SalePrice,
        product: &Product,
        left: &UnitsLeft,
        now: Instant,
    ) -> bool {
        let used_up: Vec<FirstUnits> = left.used_up(sale).collect();
        if used_up.is_empty() {
            return true;
        }
        let (first, last) = self.window_of(product, now);
        let mut visits =
            days(first, last).flat_map(|date| self.open_times(product, date, now).map(move |it| (date, it)));
        visits.any(|visit| sale.first_units(Some(visit)).is_some_and(|units| !used_up.contains(&units)))
    }
}
