//! Upgrading tickets to passes: finding tickets by their codes, and deciding which of them can be upgraded to which
//! products.
//!
//! Owns no table. Found tickets are stored in the session. A chosen ticket leads to a pass in the cart that upgrades
//! the ticket, and the order of that pass revokes the ticket.

mod actions;
pub mod api;
mod rules;
mod wire;

pub use actions::{reserved_visits, upgradable};
