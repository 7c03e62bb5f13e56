//! Entitlements: what a pass or an account may redeem beyond admission, a quantity of some products at a special price.
//!
//! Owns no table: the account and its linked passes give entitlements. Each entitlement
//! is a stock: a redemption claims its units like any other cart line ([`Redemption::draws`]), and [`Grant::remaining`]
//! computes what is left.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{of_visitor, pass_levels};
pub use rules::{Grant, Redemption, held_back};
