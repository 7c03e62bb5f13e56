//! Cards that accounts have saved: the processor's name for each and its last four digits, nothing else of a card.
//!
//! A card is saved with the order that it paid, when its shopper asked for it. It is used with its security code, which passes through
//! and is never kept; guessing it has a limit.

mod actions;
pub mod api;
mod entity;
mod store;
mod wire;

pub(super) use actions::of_account;
pub use actions::{SavedPayment, authorise, forget_saved, keep};
pub use wire::SavedPaymentView;
