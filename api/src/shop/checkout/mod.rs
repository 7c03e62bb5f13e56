//! Checkout: delivery and payment methods, the cart's settings, and whether a cart can be paid.
//!
//! Owns no table. Only [`ready`] creates a [`ReadyToPay`]. The slices `payment` and `order` accept only this type, so
//! they need not check the cart again.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use rules::{ReadyToPay, check_address, ready, still_ready};
