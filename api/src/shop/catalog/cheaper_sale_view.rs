//! The wire type of a sale that is open to everyone and sells a variant for less.

use poem_openapi::Object;

use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, CheaperSale, PromotionKind, PublicPrice};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A sale that sells a variant for less: on the page of a tag, with a public promotion code, or, in a cart, beside other
/// items. It has either a `tag` or a `code`. A sale beside other items has neither, and its sale context has the sale flow
/// 6 and the promotion type 18.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CheaperSaleView {
    pub title: String,
    /// The tag of the sale's page. The sale context has the sale flow 3, the promotion type 5, or 7 if `sellsPasses` is
    /// set, and this tag.
    pub tag: Option<String>,
    /// Whether the sale is one of new passes, whose page is `/product/multi/pass/tag/`.
    pub sells_passes: bool,
    /// A tag whose passes the page shows on request, in addition to the passes with its own tag.
    pub secondary_tag: Option<String>,
    /// The public promotion code. The sale context has the sale flow 5 and this code.
    pub code: Option<String>,
    /// The price of one unit: the net price plus the per-ticket fees, without tax. If prices differ by day and time and
    /// no performance is chosen, this is the lowest price of the upcoming days.
    pub display_price: Money,
}

impl CheaperSaleView {
    /// The cheapest of the sales that sell variants of a product for less than these prices.
    pub fn cheapest_of(
        catalog: &Catalog,
        product: &Product,
        prices: &[(&Variant, PublicPrice)],
        now: Instant,
    ) -> Option<Self> {
        let sales = prices.iter().flat_map(|(variant, prices)| catalog.cheaper_sales(product, variant, *prices, now));
        sales.min_by_key(|sale| sale.display_price).map(CheaperSaleView::from)
    }
}

impl From<CheaperSale<'_>> for CheaperSaleView {
    fn from(sale: CheaperSale<'_>) -> Self {
        let CheaperSale { kind, promotion, tag, code, display_price, .. } = sale;
        CheaperSaleView {
            title: promotion.title.as_ref().unwrap_or(&promotion.name).clone(),
            tag: tag.map(str::to_owned),
            sells_passes: kind == PromotionKind::NewPassSale,
            secondary_tag: promotion.secondary_tag.clone(),
            code: code.map(str::to_owned),
            display_price,
        }
    }
}
