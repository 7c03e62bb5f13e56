//! The request and response types of the calls for saved cards.

use poem_openapi::Object;

use super::entity::Model;
use midway_kernel::input::Line;

/// A saved card of the account.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SavedPaymentView {
    pub ext_account_stored_payment_id: String,
    pub card_number_last4: String,
    pub card_brand: String,
    /// The last month in which the card is valid, such as `2030-12`; absent if it is not known.
    pub card_valid_through: Option<String>,
}

impl From<Model> for SavedPaymentView {
    fn from(saved: Model) -> Self {
        let digits = saved.masked_card_number.chars().filter(char::is_ascii_digit);
        SavedPaymentView {
            ext_account_stored_payment_id: saved.id,
            card_number_last4: digits.collect(),
            card_brand: saved.card_brand,
            card_valid_through: saved.card_valid_through,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RemoveSavedPaymentRequest {
    pub ext_account_stored_payment_id: Line,
}
