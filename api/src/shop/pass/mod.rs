//! Passes that people hold: linking them to an account, renewing them, and saying whom the passes of a cart are for.
//!
//! Owns no table: what is in an account's list is kept with the tickets. A pass is linked by whoever bought it, or by whoever knows its number and something of its
//! passholder; what is linked is seen by that account alone.

mod actions;
pub mod api;
mod photo;
mod rules;
mod wire;

pub use actions::{LinkedPass, is_linked, link_purchased, linked, proven, sweep_portraits};
pub use wire::PassOptionView;
