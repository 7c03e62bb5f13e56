//! The days on which a ticket admits, by the clock of its site.

use chrono::NaiveDate;

use super::entity::Model;
use midway_catalog::Catalog;
use midway_kernel::time::{Instant, day_at};

impl Model {
    /// None where it admits from when it was sold on.
    pub fn first_day(&self) -> Option<NaiveDate> {
        self.valid_from.or(self.valid_on)
    }

    /// None where it admits for ever.
    pub fn last_day(&self) -> Option<NaiveDate> {
        self.valid_until.or(self.valid_on)
    }

    /// The day that it is where it admits; at the first site where the catalogue knows it no more.
    pub fn today(&self, catalog: &Catalog, now: Instant) -> NaiveDate {
        let product = self.variant_id.as_ref().and_then(|id| catalog.variant(id)).map(|(product, _)| product);
        let zone = product.map(|product| catalog.zone_of(product));
        day_at(now, zone.or_else(|| Some(catalog.folder().site.first()?.time_zone)).unwrap_or_default())
    }

    /// Whether a payment for it is due and was not made: it admits, and gives nothing else.
    pub fn is_overdue(&self, catalog: &Catalog, now: Instant) -> bool {
        self.owed && self.paid_until.is_some_and(|last| last < self.today(catalog, now))
    }

    /// Whether its last day is over.
    pub fn is_over(&self, catalog: &Catalog, now: Instant) -> bool {
        self.last_day().is_some_and(|last| last < self.today(catalog, now))
    }
}
