//! Upgrading tickets to passes: finding tickets by the codes on them, which of them can be upgraded, and to what.
//!
//! Owns no table. Found tickets are stored in the session. A chosen one becomes a pass of the cart that upgrades the
//! ticket, and the order of that pass revokes the ticket.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{upgradable, visits_against};
