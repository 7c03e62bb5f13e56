//! Donations: what the operator asks for, which amounts may be given, and when rounding up is offered.
//!
//! Owns no table: an amount given is a line of the cart, and becomes one of the order.

mod actions;
pub mod api;
mod rules;
mod wire;
