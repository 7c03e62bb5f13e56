//! The response type of a product's page.

use poem_openapi::Object;

use crate::shop::storefront::calendar::{PickerPerformance, ProductDate, SaleState};
use crate::shop::storefront::product::ProductView;
use crate::shop::storefront::venue::VenueView;

/// What the page of a product shows before a visitor chooses anything.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProductPage {
    pub product: ProductView,
    /// Why the product cannot be bought on any day; absent if it can be.
    pub sale_state: Option<SaleState>,
    /// The next days on which the product can be visited, at most 60. Empty for a product without performances.
    pub dates: Vec<ProductDate>,
    /// The first performance that is not full, on the first of these days that is not full.
    pub next_performance: Option<PickerPerformance>,
    /// The venue of the product, for its visitors, then the other venues of the parts of a package.
    pub venues: Vec<VenueView>,
}
