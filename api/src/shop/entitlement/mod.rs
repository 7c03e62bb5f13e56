//! Entitlements: rights that a pass or an account gives beyond admission. The holder can redeem each one for a limited
//! quantity of some products at a special price.
//!
//! Owns no table: entitlements follow from the account and its linked passes. Each entitlement is a stock: a redemption
//! claims its units like any other cart line ([`Redemption::draws`]), and [`Grant::remaining`] computes the remaining
//! quantity.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{of_visitor, pass_levels};
pub use rules::{Grant, Redemption, held_back};
