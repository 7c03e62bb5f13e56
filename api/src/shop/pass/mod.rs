//! Existing passes: linking them to an account, renewing them, and the passholders of passes in the cart.
//!
//! Owns no table: linked passes are stored with the tickets. Buying a pass links it. Others are linked with the pass
//! number and a fact about the passholder. Only the linked account sees them.

mod actions;
pub mod api;
mod photo;
mod rules;
mod wire;

pub use actions::{LinkedPass, is_linked, link_purchased, linked, proven, sweep_photos};
pub use wire::PassOptionView;
