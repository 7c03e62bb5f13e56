//! The register of what was issued: one ticket per admission, each with a media code and a signed token that a gate checks
//! offline.
//!
//! Owns the table `ticket`. Tickets are written with their order and never changed but to be revoked.

pub mod api;
pub mod calendar;
mod entity;
mod html;
mod qr;
mod signer;
mod store;

pub use entity::Model as TicketRow;
pub use html::tickets_html;
pub use qr::png as qr_png;
pub use signer::{Claims, TicketSigner, verify};
pub use store::{counts, insert, lines_to_come, of_order};
