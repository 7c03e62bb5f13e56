//! Product lists as responses.

use super::actions::{self, ProductList};
use super::wire::{CrossSells, MultiProduct};
use crate::shop::cart::Cart;
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, UnitsLeft};
use midway_kernel::time::Instant;

/// The products of a list with the variants that it lists.
pub fn listed(catalog: &Catalog, list: &ProductList<'_>, now: Instant) -> MultiProduct {
    let is_listed = |product: &Product, variant: &Variant| list.lists(catalog, product, variant, now);
    MultiProduct::new(catalog, &list.sale_context, is_listed, now)
}

/// The lists of cross-sells for a cart, in the order of the page. Lists without products are left out.
pub fn cross_sells(catalog: &Catalog, cart: Option<&Cart>, left: UnitsLeft, now: Instant) -> Vec<CrossSells> {
    let lists = actions::cross_sells(catalog, cart, left, now).into_iter();
    let lists = lists.map(|(display_category, list)| {
        let products = listed(catalog, &list, now).products;
        CrossSells { display_category, products }
    });
    lists.filter(|list| !list.products.is_empty()).collect()
}
