//! What a pass, or an account, may redeem beyond admission: so many of some products at a price of their own (spec 1 §2.3,
//! entitlement redeem).
//!
//! Owns no table: who has what is told by the passes in an account's list and by the account, how much of it is taken is stock.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{of_visitor, pass_levels};
pub use rules::{Grant, Redemption, held_back};
