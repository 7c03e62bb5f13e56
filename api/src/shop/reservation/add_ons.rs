//! Decides which products of a cart are add-ons of a reservation. An order that contains such add-ons confirms the
//! reservation. Pure.

use super::entity::{Model, Visit};
use crate::shop::cart::{Cart, CartLine};
use midway_catalog::Catalog;

pub fn has_add_ons(catalog: &Catalog, row: &Model, cart: &Cart) -> bool {
    cart.lines.iter().any(|line| is_add_on(catalog, row, line))
}

/// Whether a cart line is an add-on of the reservation: its park offers the product, and the line is for the day of the
/// visit (for a moved visit, its original day) or for no particular day.
pub fn is_add_on(catalog: &Catalog, row: &Model, line: &CartLine) -> bool {
    let is_for_day = |visit: &Visit| line.all_performances().all(|chosen| chosen.date == visit.day_of_add_ons());
    is_offered(catalog, row, line) && row.visit.as_ref().is_some_and(is_for_day)
}

/// Whether a cart line is a product that the reservation's park offers, for any day.
pub fn is_offered(catalog: &Catalog, row: &Model, line: &CartLine) -> bool {
    let property = row.visit.as_ref().and_then(|visit| catalog.property(&visit.property_id));
    property.is_some_and(|property| property.add_ons.contains(&line.product_id))
}
