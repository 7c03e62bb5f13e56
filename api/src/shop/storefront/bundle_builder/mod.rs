//! The bundle builder: the days of a bundle, and what its steps offer.

mod actions;
pub mod api;
mod wire;
