//! Entitlements: what a pass or an account may redeem beyond admission, a quantity of some products at a special price.
//!
//! Owns no table: the account and its linked passes give entitlements, and stock counts how much of them is used. A cart
//! line that redeems one claims its stock like a place (`entitlement_draws` in `shop/cart/stock.rs`).

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{of_visitor, pass_levels};
pub use rules::{Grant, Redemption, held_back};
