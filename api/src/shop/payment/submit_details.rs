//! The details with which a payment is submitted.

use serde::Serialize;

/// The details of a submit, apart from the payment key.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SubmitDetails {
    pub cardholder_name: Option<String>,
    pub cardholder_address: Option<String>,
    pub save_to_account: bool,
    /// The saved card used for the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_payment: Option<String>,
}
