//! The request and response types of the donation calls.

use poem_openapi::Object;

use midway_kernel::id::VariantId;
use midway_kernel::input::Line;
use midway_kernel::money::Money;

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DonationProduct {
    pub ext_variant_id: VariantId,
    pub product_display_name: String,
    /// The purpose of the donation, in one sentence.
    pub product_short_description: String,
    /// Sanitised HTML.
    pub product_long_description: String,
    pub product_disclaimer: String,
}

/// The options of the donation page. The call is refused if the shop takes no donations.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DonationSettings {
    pub success: bool,
    pub message: Option<String>,
    pub product: Option<DonationProduct>,
    pub round_up_enabled: bool,
    pub round_up_minimum: Money,
    /// The amount that raises the total of this visitor's cart to a whole dollar, if rounding up is offered.
    pub round_up_amount: Option<Money>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DonationLine {
    pub product_variant_id: VariantId,
    /// The amount of the donation, from 0.00 to 10,000.00. An amount of 0 does not change the cart.
    pub amount: Money,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DonationRequest {
    /// Exactly one donation, because a cart contains at most one.
    #[oai(validator(min_items = 1, max_items = 1))]
    pub items: Vec<DonationLine>,
    pub re_submit_context: Option<Line>,
}
