//! The payment calls as they look on the wire (spec 1 §7).

use poem_openapi::Object;

use super::saved::SavedPaymentView;
use crate::http::reply::FieldError;
use crate::kernel::input::Line;
use crate::kernel::money::Money;

/// A session with the card processor.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PaymentSetup {
    pub success: bool,
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// The address of the processor's card form, to be shown in a frame.
    #[oai(rename = "iFrame")]
    pub i_frame: Option<String>,
    /// The origin of that form: messages from any other are ignored.
    pub i_frame_origin: Option<String>,
    pub session_key: Option<String>,
    /// Names the attempt in the calls that follow.
    pub payment_key: Option<String>,
    pub amount: Option<Money>,
    /// Whether the card may be saved: by those who have signed in.
    pub can_save_payment: Option<bool>,
    /// The cards that may be paid with instead of typing one.
    pub saved_payments: Option<Vec<SavedPaymentView>>,
    /// Whether a saved card is used with its security code.
    pub security_code_required: Option<bool>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProcessCardRequest {
    pub session_key: Line,
    pub payment_key: Line,
    /// Must equal the attempt's amount.
    pub price_override: Option<Money>,
}

/// What came of an authorisation.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CardResult {
    pub success: bool,
    /// Ends the card dialog.
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// Shown inside the card dialog: another card may be tried.
    pub payment_message: Option<String>,
    /// The processor's answer was lost and is being asked for: repeat the call, never open another payment.
    pub payment_pending: bool,
    pub masked_card_number: Option<String>,
    pub card_brand: Option<String>,
}
