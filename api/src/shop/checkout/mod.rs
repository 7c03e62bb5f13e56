//! Checkout: delivery and payment methods, the cart's settings, and whether a cart may be paid for.
//!
//! Owns no table. [`ready`] alone makes a [`ReadyToPay`]; payment and order take nothing else, so nothing is checked twice.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use rules::{ReadyToPay, check_address, ready};
