//! What travels between the sandbox and its client: amounts in cents, never a card number.

use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenSession {
    pub payment_key: String,
    pub amount_cents: i64,
    pub currency: String,
    /// The origin of the page that frames the card form: alone may it frame, and alone is it told.
    pub parent_origin: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionOpened {
    pub session_key: String,
    pub card_form_url: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Authorise {
    pub session_key: String,
    pub amount_cents: i64,
}

/// Opens what a shopper may apply for at the lender.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenOffer {
    pub payment_key: String,
    pub amount_cents: i64,
    pub currency: String,
    /// The origin of the page that frames the lender's: alone may it frame, and alone is it told.
    pub parent_origin: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferOpened {
    pub up_code: String,
    pub script_url: String,
}

/// A virtual card, as the lender issues it to the shopper's page. It has no `Debug`, so that it cannot be logged by accident.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VirtualCard {
    pub token_number: String,
    pub token_type: String,
    pub verification_code: String,
    pub validity_month: String,
    pub validity_year: String,
}

/// Reserves an amount on a virtual card. It has no `Debug` either.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UseVirtualCard {
    pub amount_cents: i64,
    pub token_number: String,
    pub token_type: String,
    pub verification_code: String,
    pub validity_month: String,
    pub validity_year: String,
    pub display_name: String,
    pub address: String,
}

/// What a shop says went wrong after the lender's offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentError {
    /// `booking`: the shop could not use the virtual card; `fatal`: anything else.
    pub kind: String,
    pub message: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    pub amount_cents: i64,
}

/// Charges a card again that was used before.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charge {
    pub card_token: String,
    pub amount_cents: i64,
}

/// Reserves an amount on a card that was used before, with its holder there. It has no `Debug`, so that it cannot be logged by accident.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthoriseSaved {
    pub card_token: String,
    /// One line.
    pub holder_address: Option<String>,
    /// None where the shop does not ask for it.
    pub security_code: Option<String>,
    pub amount_cents: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Created,
    CardAccepted,
    Authorised,
    Declined,
    Captured,
    CaptureFailed,
    Voided,
    Refunded,
}

/// A payment: the answer to a step has that step's status, a look-up has the status of now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentAnswer {
    pub payment_key: String,
    pub status: Status,
    pub amount_cents: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked_card_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_brand: Option<String>,
    /// An opaque name of the card, worth nothing outside of the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_token: Option<String>,
    /// Why it was declined or could not be captured, fit for a shopper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the shopper's bank would print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// How often each change really happened: the proof that a repeated call changed nothing.
    pub authorisations: u32,
    pub charges: u32,
    pub voids: u32,
    pub refunds: u32,
    /// What a shop reported to the lender.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<SentError>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct LedgerAnswer {
    pub payments: Vec<PaymentAnswer>,
}

/// Why a call was refused. A client that finds another body than this one did not reach the sandbox.
#[derive(Debug, Serialize, Deserialize)]
pub struct Problem {
    pub code: ProblemCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    WrongKey,
    NoSuchPayment,
    Conflict,
    Invalid,
    /// The security code is not the card's; nothing was changed.
    WrongCode,
    Broken,
}

/// What the card form sends to its own origin. It has no `Debug`, so that it cannot be logged by accident.
#[derive(Deserialize)]
pub struct CardEntry {
    pub number: String,
    pub expiry: String,
    pub code: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CardAccepted {
    pub masked_card_number: String,
    pub card_brand: &'static str,
}

/// What is wrong with each field of a card form.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct CardErrors {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiry: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
}

/// The form's answer when no card was accepted: the fields to correct, or none when the session is of no use any more.
#[derive(Debug, Serialize)]
pub struct CardRefused {
    pub message: String,
    pub errors: CardErrors,
}
