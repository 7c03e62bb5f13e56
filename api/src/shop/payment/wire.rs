//! The request and response types of the payment calls.

use poem_openapi::{Enum, Object};

use super::processor::{SentError, SentErrorKind, VirtualCard};
use super::saved::SavedPaymentView;
use crate::http::reply::FieldError;
use crate::shop::cart::CartLine;
use crate::shop::checkout::ReadyToPay;
use midway_catalog::Catalog;
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// A session with a card processor, or a lender's offer.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PaymentSetup {
    pub success: bool,
    pub message: Option<String>,
    /// Contains the field `processor` if the processor opened no payment.
    pub errors: Option<Vec<FieldError>>,
    /// How the page collects the card. Each kind has its own fields. Absent for a lender.
    pub form_kind: Option<FormKind>,
    /// The address of the processor's card form, to show in a frame.
    #[oai(rename = "iFrame")]
    pub i_frame: Option<String>,
    /// The origin of the card form. The page must ignore messages from other origins.
    pub i_frame_origin: Option<String>,
    /// The processor's key of the session. For a script, it is the secret with which the script works on this payment.
    pub session_key: Option<String>,
    /// The address of the processor's page, to which the browser goes.
    pub redirect: Option<String>,
    /// The key that identifies the payment attempt in later calls.
    pub payment_key: Option<String>,
    pub amount: Option<Money>,
    /// Whether the card may be saved. Only signed-in visitors may save a card.
    pub can_save_payment: Option<bool>,
    /// The saved cards that can be used instead of the form.
    pub saved_payments: Option<Vec<SavedPaymentView>>,
    /// Whether a saved card requires its security code.
    pub security_code_required: Option<bool>,
    /// The lender's key of the offer.
    pub up_code: Option<String>,
    /// The shop's public key at the lender, or at the processor of a script.
    pub api_key: Option<String>,
    /// The data of the order for the lender's offer.
    pub order: Option<LenderOrder>,
    /// The address of the script of the lender or the processor, which shows their form.
    pub script: Option<String>,
    /// The origin of the script. The page of the shop must ignore messages from other origins.
    pub script_origin: Option<String>,
}

/// How the page collects the card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum FormKind {
    /// A page of the processor in a frame: `iFrame`, `iFrameOrigin`, `sessionKey`.
    #[default]
    Frame,
    /// A script of the processor, which shows its own elements: `script`, `scriptOrigin`, `apiKey`, `sessionKey`.
    Script,
    /// A page of the processor, to which the browser goes: `redirect`.
    Redirect,
}

/// The order data that a lender needs.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LenderOrder {
    pub locale: String,
    pub currency: String,
    pub amount: Money,
    pub items: Vec<LenderItem>,
    pub contact: LenderContact,
    pub billing_address: LenderAddress,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LenderItem {
    pub name: String,
    pub quantity: u32,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LenderContact {
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub phone_number: String,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LenderAddress {
    pub address1: Line,
    pub address2: Option<Line>,
    pub city: Line,
    /// The postal abbreviation of the state, or the name of another region if the shop has no states for the country.
    pub state: Option<Line>,
    pub zip_code: Line,
    /// ISO 3166-1 alpha-2 code.
    pub country: Line,
}

impl LenderAddress {
    fn line(&self) -> String {
        let filled = [Some(&self.address1), self.address2.as_ref(), Some(&self.city), self.state.as_ref()];
        let rest = [Some(&self.zip_code), Some(&self.country)];
        let parts = filled.into_iter().chain(rest).flatten().map(Line::as_str).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl LenderOrder {
    pub fn of(catalog: &Catalog, paid_for: &ReadyToPay<'_>) -> Self {
        let address = &paid_for.billing_address;
        let line = |text: &str| Line(text.to_owned());
        let filled = |text: &str| Some(line(text)).filter(|line| !line.0.is_empty());
        let state = address.state_province_id.and_then(|id| catalog.state(id));
        let country = address.country_id.and_then(|id| catalog.country(id));
        LenderOrder {
            locale: "en-US".to_owned(),
            currency: "USD".to_owned(),
            amount: paid_for.due_today(),
            items: paid_for.cart.lines.iter().map(LenderItem::from).collect(),
            contact: LenderContact {
                first_name: address.first_name.clone(),
                last_name: address.last_name.clone(),
                email_address: paid_for.email_address.clone(),
                phone_number: address.phone_number.clone(),
            },
            billing_address: LenderAddress {
                address1: line(&address.address1),
                address2: filled(&address.address2),
                city: line(&address.city),
                state: state
                    .map_or_else(|| filled(&address.other_state_province), |state| Some(line(&state.abbreviation))),
                zip_code: line(&address.zip_code),
                country: country.map(|country| line(&country.code)).unwrap_or_default(),
            },
        }
    }
}

impl From<&CartLine> for LenderItem {
    fn from(item: &CartLine) -> Self {
        LenderItem { name: item.product_name.clone(), quantity: item.quantity, unit_price: item.unit_price }
    }
}

/// A lender's virtual card. The type does not implement `Debug`, so that the card cannot be logged by accident.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct SubmitOrderRequest {
    pub payment_key: Line,
    pub display_name: Line,
    pub token_number: Line,
    pub token_type: Line,
    pub verification_code: Line,
    /// The month as `MM`.
    pub validity_month: Line,
    /// The year as `YYYY`.
    pub validity_year: Line,
    pub address: LenderAddress,
}

impl From<SubmitOrderRequest> for VirtualCard {
    fn from(request: SubmitOrderRequest) -> Self {
        VirtualCard {
            token_number: request.token_number.0,
            token_type: request.token_type.0,
            verification_code: request.verification_code.0,
            validity_month: request.validity_month.0,
            validity_year: request.validity_year.0,
            display_name: request.display_name.0,
            address: request.address.line(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SentErrorRequest {
    pub payment_key: Line,
    pub kind: SentErrorKind,
    pub message: Line,
}

impl From<SentErrorRequest> for SentError {
    fn from(request: SentErrorRequest) -> Self {
        SentError { kind: request.kind, message: request.message.0 }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProcessCardRequest {
    pub session_key: Line,
    pub payment_key: Line,
    /// If present, must equal the attempt's amount.
    pub price_override: Option<Money>,
}

/// The result of an authorisation.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CardResult {
    pub success: bool,
    /// A message that ends the card dialog.
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// The message about a payment that is not authorised, to show in the card dialog. Unless `paymentPending` is true,
    /// the shopper may try a different card.
    pub payment_message: Option<String>,
    /// Whether the processor's answer was lost and is being looked up. If so, repeat the call, and never open a new
    /// payment.
    pub payment_pending: bool,
    pub masked_card_number: Option<String>,
    pub card_brand: Option<String>,
}
