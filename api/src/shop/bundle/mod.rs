//! Bundles: on which days one can be built, what its steps offer then, and whether a choice satisfies them.
//!
//! Owns no table: a bundle that was built is a line of the cart, whose parts are what was chosen. The cart asks here what a
//! composition is worth; it claims the places itself.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use rules::{Taken, UNAVAILABLE, is_offered_on, taken};
