//! The register of what was issued: one ticket per admission, each with a media code and a signed token that a gate checks
//! offline.
//!
//! Owns the tables `ticket` and `passholder`. Tickets are written with their order, or imported, and never changed but to be revoked. A pass
//! is a ticket that is somebody's for a time: its passholder stays from one pass to the next.

pub mod api;
pub mod calendar;
mod entity;
mod holder;
mod html;
mod qr;
mod signer;
mod store;

pub use entity::Model as TicketRow;
pub use entity::passholder::Model as PassholderRow;
pub use holder::{Holder, age, is_child};
pub use html::tickets_html;
pub use qr::png as qr_png;
pub use signer::{Claims, TicketSigner, verify};
pub use store::{by_ids, by_media_code, counts, holders, insert, lines_to_come, of_order, of_orders, write_holders};
