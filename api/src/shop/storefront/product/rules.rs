//! Which products and bundles the shop lists for everyone. Pure.

use midway_catalog::Catalog;
use midway_catalog::files::{Bundle, Product};
use midway_kernel::time::Instant;

/// Whether the home page and the search list a product: it has a heading, and the public can buy it now, if there are
/// places, or will be able to.
pub fn is_listed(catalog: &Catalog, product: &Product, now: Instant) -> bool {
    product.sold_publicly && product.category.is_some() && !catalog.is_sale_over(product, now)
}

/// Whether the home page and the search list a bundle: it has a heading, and its last day has not passed.
pub fn is_listed_bundle(catalog: &Catalog, bundle: &Bundle, now: Instant) -> bool {
    bundle.category.is_some() && catalog.is_running_bundle(bundle, now)
}
