//! The data exchanged between the sandbox and its clients. Amounts are in cents. Only [`CardEntry`] and the virtual
//! cards contain a card number; the answers about payments never do.

use serde::{Deserialize, Serialize};

use midway_kernel::time::Instant;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenSession {
    pub payment_key: String,
    pub amount_cents: i64,
    pub currency: String,
    /// The origin of the page that frames the card form. Only this origin may frame it and receives its messages.
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

/// Opens an offer: the payment that a shopper may finance at the lender.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenOffer {
    pub payment_key: String,
    pub amount_cents: i64,
    pub currency: String,
    /// The origin of the page that frames the lender's page. Only this origin may frame it and receives its messages.
    pub parent_origin: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferOpened {
    pub up_code: String,
    pub script_url: String,
}

/// A virtual card that the lender issues to the shopper's page. It does not implement `Debug`, so that it cannot be
/// logged by accident.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VirtualCard {
    pub token_number: String,
    pub token_type: String,
    pub verification_code: String,
    pub validity_month: String,
    pub validity_year: String,
}

/// Authorises an amount on a virtual card. It does not implement `Debug`, so that the card cannot be logged by
/// accident.
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

/// An error that the shop reports to the lender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentError {
    /// `booking` if the shop could not use the virtual card, `fatal` for anything else.
    pub kind: String,
    pub message: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    pub amount_cents: i64,
}

/// Charges a saved card.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charge {
    pub card_token: String,
    pub amount_cents: i64,
}

/// Authorises an amount on a saved card while its holder is present. It does not implement `Debug`, so that the
/// security code cannot be logged by accident.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthoriseSaved {
    pub card_token: String,
    /// The address in one line.
    pub holder_address: Option<String>,
    /// The security code; `None` if the shop does not ask for it.
    pub security_code: Option<String>,
    pub amount_cents: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Created,
    /// The card's bank asks the cardholder to confirm the payment.
    RequiresAction,
    CardAccepted,
    Authorised,
    Declined,
    Captured,
    CaptureFailed,
    Voided,
    /// Everything that was captured was refunded.
    Refunded,
}

/// Why a payment was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineCode {
    CardDeclined,
    InsufficientFunds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// The refund is on its way. It succeeds or fails later.
    Pending,
    Succeeded,
    Failed,
}

/// A dispute: the cardholder asked the bank to take the payment back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeState {
    Open,
    /// The shop keeps the money.
    Won,
    /// The money went back to the cardholder.
    Lost,
}

/// A refund of a captured payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The key under which the shop asked for the refund; `None` if the operator made it at the sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refund_key: Option<String>,
    pub reference: String,
    pub amount_cents: i64,
    pub state: RefundState,
    /// Why the refund failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_at: Option<Instant>,
}

/// Asks for a refund.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskRefund {
    pub refund_key: String,
    pub amount_cents: i64,
}

/// Settles a pending refund, as the bank does.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettleRefund {
    pub reference: String,
    pub state: RefundState,
}

/// Opens or ends a dispute, as the bank does.
#[derive(Debug, Serialize, Deserialize)]
pub struct ChangeDispute {
    pub state: DisputeState,
}

/// A payment. The answer to an authorisation or a capture has the status after that step; every other answer has the
/// current status.
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
    /// The last month in which the card is valid, such as `2030-12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_valid_through: Option<String>,
    /// An opaque token of the card, useless outside the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_token: Option<String>,
    /// Why the payment was declined or could not be captured, as a text for the shopper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_code: Option<DeclineCode>,
    /// The reference that a bank statement would show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// How often each change took effect. Tests use it to prove that a repeated call changed nothing.
    pub authorisations: u32,
    pub charges: u32,
    pub voids: u32,
    pub captured_cents: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<Instant>,
    /// All refunds, oldest first.
    pub refunds: Vec<Refund>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<DisputeState>,
    /// When the dispute was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed_at: Option<Instant>,
    /// The errors that the shop reported to the lender.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<SentError>,
}

impl PaymentAnswer {
    /// What was captured and not paid back.
    pub fn kept_cents(&self) -> i64 {
        let succeeded = self.refunds.iter().filter(|refund| refund.state == RefundState::Succeeded);
        self.captured_cents - succeeded.map(|refund| refund.amount_cents).sum::<i64>()
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct LedgerAnswer {
    pub payments: Vec<PaymentAnswer>,
}

/// Why a call was refused. An error body in any other form was not sent by the sandbox and proves nothing about
/// the call.
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
    /// The security code is wrong; nothing was changed.
    WrongCode,
    Broken,
}

/// The data that the card form sends to its own origin. It does not implement `Debug`, so that it cannot be logged by
/// accident.
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
    /// Whether the card's bank asks the shopper to confirm the payment first. The card is accepted after that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub challenge: bool,
}

/// How a shopper has answered the challenge of the card's bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeResult {
    Passed,
    Failed,
    Abandoned,
}

/// The answer of the challenge page to its own origin.
#[derive(Deserialize)]
pub struct ChallengeAnswer {
    pub result: ChallengeResult,
}

/// The error of each field of the card form.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct CardErrors {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiry: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
}

/// The answer to the card form when no card was accepted: the fields to correct, or no fields if the form itself fails.
#[derive(Debug, Serialize)]
pub struct CardRefused {
    pub message: String,
    pub errors: CardErrors,
}
