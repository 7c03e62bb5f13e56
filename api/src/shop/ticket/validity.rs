//! The valid days of a ticket, in its site's time zone.

use chrono::NaiveDate;

use super::entity::Model;
use midway_catalog::Catalog;
use midway_kernel::time::{Instant, day_at};

impl Model {
    /// The first valid day; `None` when the ticket is valid from its sale on.
    pub fn first_day(&self) -> Option<NaiveDate> {
        self.valid_from.or(self.valid_on)
    }

    /// The last valid day; `None` when the ticket does not expire.
    pub fn last_day(&self) -> Option<NaiveDate> {
        self.valid_until.or(self.valid_on)
    }

    /// Today in the time zone of the ticket's site, or of the first site when the catalogue no longer contains the
    /// ticket's variant.
    pub fn today(&self, catalog: &Catalog, now: Instant) -> NaiveDate {
        let product = self.variant_id.as_ref().and_then(|id| catalog.variant(id)).map(|(product, _)| product);
        let zone = product.map(|product| catalog.zone_of(product));
        day_at(now, zone.or_else(|| Some(catalog.folder().site.first()?.time_zone)).unwrap_or_default())
    }

    /// Whether a due payment for the ticket is overdue. The ticket then still admits, but gives nothing else.
    pub fn is_overdue(&self, catalog: &Catalog, now: Instant) -> bool {
        self.owed && self.paid_until.is_some_and(|last| last < self.today(catalog, now))
    }

    /// Whether the ticket's last valid day has passed.
    pub fn is_over(&self, catalog: &Catalog, now: Instant) -> bool {
        self.last_day().is_some_and(|last| last < self.today(catalog, now))
    }
}
