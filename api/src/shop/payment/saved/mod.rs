//! Saved cards of accounts. Of a card, only the processor's token, the last four digits, the brand, the last valid month
//! and the cardholder's address are stored.
//!
//! A card is saved with the order that it paid, when the shopper asked for it. Using it requires its security code,
//! unless the operator has set `suppress_saved_payment_code`. The code is passed on and never stored. The number of
//! wrong codes is limited.

mod actions;
pub mod api;
mod entity;
mod store;
mod wire;

pub use actions::{SavedPayment, authorise, forget_saved, save_card};
pub(super) use actions::{needs_code, of_account};
pub use wire::SavedPaymentView;
