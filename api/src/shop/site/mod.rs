//! Shop-wide data: settings, texts, sites, countries and states, redirects, and reports of browsers.
//!
//! Owns no table: all of this data is in the catalogue. The chosen site is stored in the session.

pub mod api;
mod emails;
mod rules;
mod wire;

pub use emails::{EmailContext, EmailKind, EmailLayout, EmailSample, message_id};
