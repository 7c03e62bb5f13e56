//! What a payment tells of itself beyond its state.

use serde::Serialize;

/// What a payment is submitted with besides its key.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Details {
    pub cardholder_name: Option<String>,
    pub cardholder_address: Option<String>,
    pub save_to_account: bool,
    /// The saved card that it is paid with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_payment: Option<String>,
}
