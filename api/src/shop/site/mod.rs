//! Shop-wide data: settings, texts, sites, countries and states, redirects, and reports of browsers.
//!
//! Owns no table: everything comes from the catalogue. The chosen site is stored in the session.

pub mod api;
mod rules;
mod sender;
mod wire;

pub use sender::sender;
