//! Donations: which amounts are allowed, and when rounding up is offered.
//!
//! Owns no table: a donation is a line of the cart and later of the order.

mod actions;
pub mod api;
mod rules;
mod wire;
