//! Shop-wide data: settings, texts, sites, countries and states, and redirects. The slice also returns the visitor's
//! session, and contains what all e-mails have in common.
//!
//! Owns no table: the data is in the catalogue. The chosen site is stored in the session.

pub mod api;
mod emails;
mod rules;
mod wire;

pub use emails::{EmailContext, EmailKind, EmailLayout, EmailSample, message_id};
pub use rules::analytics_hosts;
