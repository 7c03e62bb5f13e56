//! Giving up a ticket for a pass: finding tickets by the codes on them, which of them may be upgraded, and to what (spec 2 §2).
//!
//! Owns no table. What was typed is remembered with the session; what is chosen becomes a pass of the cart that follows the ticket, and
//! the ticket dies with the order that brings the pass.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{upgradable, visits_against};
