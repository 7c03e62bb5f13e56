//! Entitlements: what a pass or an account may redeem beyond admission, a quantity of some products at a special price.
//!
//! Owns no table: the account and its linked passes give entitlements. How much of them is used is counted by stock:
//! `cart/stock.rs` computes the units that a redemption needs, and `inventory` claims and sells them.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{of_visitor, pass_levels};
pub use rules::{Grant, Redemption, held_back};
