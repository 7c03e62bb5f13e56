//! Rows of `payment_attempt`.

use sea_orm::entity::prelude::*;

use super::processor::PaymentRef;
use midway_kernel::money::Money;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "payment_attempt")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub cart_id: String,
    pub cart_version: i64,
    pub amount: Money,
    pub processor: String,
    pub session_key: String,
    /// The address of the session, which `processor::BrowserForm` describes.
    pub form_url: String,
    pub state: AttemptState,
    pub lost_call: Option<LostCall>,
    pub reference: Option<String>,
    pub masked_card_number: Option<String>,
    pub card_brand: Option<String>,
    /// The last month in which the card is valid, such as `2030-12`.
    pub card_valid_through: Option<String>,
    /// The processor's token for the card, stored as long as the order may need it.
    pub card_token: Option<String>,
    pub cardholder_name: Option<String>,
    /// The cardholder's address; stored only for a card that is to be saved.
    pub cardholder_address: Option<String>,
    /// The account for which the card is saved after the order is written.
    pub saved_for: Option<String>,
    /// The fingerprint of all details of the first submit.
    pub submitted_with: Option<String>,
    /// Why the payment was declined or failed, as a text for the shopper.
    pub message: Option<String>,
    /// How often a lender's virtual card was submitted.
    pub submits: i32,
    /// How often the worker has handled the attempt.
    pub tries: i32,
    pub opened_at: DateTimeUtc,
    pub changed_at: DateTimeUtc,
}

impl Model {
    /// The attempt's payment, as the processor knows it.
    pub fn payment(&self) -> PaymentRef {
        PaymentRef::new(&self.id, &self.session_key)
    }
}

/// The state of an attempt; `rules::TRANSITIONS` lists the transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum AttemptState {
    #[sea_orm(string_value = "opened")]
    Opened,
    #[sea_orm(string_value = "authorised")]
    Authorised,
    #[sea_orm(string_value = "capturing")]
    Capturing,
    #[sea_orm(string_value = "captured")]
    Captured,
    #[sea_orm(string_value = "completed")]
    Completed,
    #[sea_orm(string_value = "declined")]
    Declined,
    #[sea_orm(string_value = "failed")]
    Failed,
    #[sea_orm(string_value = "voided")]
    Voided,
    /// The answer to a call was lost: only the processor knows the result.
    #[sea_orm(string_value = "unknown")]
    Unknown,
}

/// The call whose answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum LostCall {
    #[sea_orm(string_value = "authorise")]
    Authorise,
    #[sea_orm(string_value = "capture")]
    Capture,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
