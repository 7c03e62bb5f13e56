//! What the whole shop shares: settings, texts, sites, countries and states, old addresses, reports of the browser.
//!
//! Owns no table: all of it is the catalogue's. The chosen site is in the session.

pub mod api;
mod rules;
mod sender;
mod wire;

pub use sender::sender;
