//! The types of the call.

use poem_openapi::Object;

use midway_kernel::id::ProductId;
use midway_kernel::input::Line;

/// A request for an e-mail when a product can be bought.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct NotifyRequest {
    pub product_id: ProductId,
    pub email: Line,
}
