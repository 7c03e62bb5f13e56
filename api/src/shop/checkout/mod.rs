//! Checkout: delivery and payment methods, the cart's settings, and whether a cart can be paid.
//!
//! Owns no table. Only [`ready`] creates a [`ReadyToPay`], and payment and order accept nothing else, so nothing needs
//! to be checked twice.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use rules::{ReadyToPay, check_address, ready};
