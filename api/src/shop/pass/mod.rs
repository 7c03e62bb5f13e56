//! Passes that people hold: linking them to an account, renewing them, and saying whom the passes of a cart are for.
//!
//! Owns the table `linked_pass`. A pass is linked by whoever bought it, or by whoever knows its number and something of its
//! passholder; what is linked is seen by that account alone.

mod actions;
pub mod api;
mod entity;
mod portrait;
mod rules;
mod store;
mod wire;

pub use actions::{LinkedPass, link_purchased, linked};
