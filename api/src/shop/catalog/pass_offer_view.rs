//! The wire type of an offer that sells a pass for less.

use poem_openapi::Object;

use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, PassOffer};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A sale of new passes that sells a pass to everyone for less. Its page is `/product/multi/pass/tag/`, and its sale
/// context has the sale flow 3, the promotion type 7 and `tag`.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassOfferView {
    pub title: String,
    pub tag: String,
    /// A tag whose passes the page shows on request, in addition to the passes with its own tag.
    pub secondary_tag: Option<String>,
    /// The price of one pass: the net price plus the per-ticket fees, without tax.
    pub display_price: Money,
}

impl PassOfferView {
    /// The offer that sells a pass for less than `price`, the price of one unit without tax and fees.
    pub fn cheaper(
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        price: Money,
        now: Instant,
    ) -> Option<Self> {
        let PassOffer { promotion, tag, quote } = catalog.pass_offer(product, variant, price, now)?;
        Some(PassOfferView {
            title: promotion.title.clone()?,
            tag: tag.to_owned(),
            secondary_tag: promotion.secondary_tag.clone(),
            display_price: quote.display_price(catalog),
        })
    }
}
