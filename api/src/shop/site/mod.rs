//! Shop-wide data: settings, texts, sites, countries and states, and redirects. The slice also returns the visitor's
//! session, and contains what all e-mails have in common.
//!
//! Owns no table: the data is in the catalogue. The chosen site is stored in the session.

pub mod api;
mod email_style;
mod emails;
mod rules;
mod wire;

pub use email_style::brand_color;
pub use emails::{
    Button, Contact, EmailContext, EmailKind, EmailLayout, EmailPicture, EmailSample, EmailTicket, EmailTickets,
    EmailVisit, LargeCode, Letter, Withheld, message_id, remind_at,
};
pub use rules::analytics_hosts;
