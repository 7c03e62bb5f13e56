//! Existing passes: linking them to an account, renewing them, and the passholders of passes in the cart. The rules for
//! buying a pass are in `cart/pass_rules.rs`.
//!
//! Owns no table: linked passes are stored with the tickets. Buying a pass links it. Other passes are linked with the
//! pass number and a fact about the passholder. An account sees only the passes that are linked to it.

mod actions;
pub mod api;
mod photo;
mod proof;
mod wire;

pub use actions::{LinkedPass, is_linked, link_purchased, linked, proven, sweep_photos};
pub use wire::PassOptionView;
