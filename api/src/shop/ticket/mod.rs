//! The register of issued tickets: one ticket per admission, each with a media code and a signed token that a gate
//! checks offline.
//!
//! Owns the tables `ticket`, `retired_code`, `transfer`, `passholder` and `linked_pass`. Tickets are written with their order, or
//! imported. A sold ticket changes only when a payment of its plan is charged or declined, when it gets a fresh code or
//! another holder's name, when its performance takes place at another time, and when it is revoked. A revocation is final, except that a
//! refunded upgrade makes the upgraded ticket valid again.
//! A pass is a ticket for a person and a period; its passholder stays the same from one pass to the next.

mod answers;
pub mod api;
pub mod calendar;
mod claims;
mod emails;
mod entity;
mod facts;
mod fresh_code;
mod gate;
mod holder;
mod passholder;
mod html;
mod imported;
mod keys;
mod linked;
mod links;
mod moved;
mod pdf;
mod place;
mod qr;
mod revocation;
mod signed;
mod signer;
mod store;
mod transfers;
mod typed;
mod validity;
mod visit;
mod withheld;

pub use answers::{AskedHolder, TicketAnswer, TicketAnswers};
pub use api::{Barcode, Calendar, Owns};
pub use claims::{Claims, PerformanceMark};
pub use emails::{email_pictures, email_tickets, email_visits};
pub use entity::passholder::Model as PassholderRow;
pub use entity::transfer::Model as TransferRow;
pub use entity::{Model as TicketRow, RevokedBecause, are_passes, media_code};
pub use facts::{OPEN, WHEN, WHERE, full_name, location, preparation, site_named};
pub use fresh_code::{MEDIA_CODE_LENGTH, give_fresh_code, within_limit};
pub use gate::{NotAdmitted, revocations, verified_claims};
pub use holder::rename;
pub use html::{ticket_html, tickets_html};
pub use imported::count_found;
pub use keys::{JsonWebKeySet, PublicKeys};
pub use linked::{AccountPass, is_linked, link, passes_of, unlink};
pub use links::barcode_path;
pub use moved::{TicketTimes, move_to};
pub use passholder::{Passholder, age, is_child};
pub use pdf::tickets_pdf;
pub use place::{SeatMark, place_in_words, place_key};
pub use qr::png as qr_png;
pub use revocation::Revocations;
pub use signer::TicketSigner;
pub use store::{
    by_ids, by_media_code, by_media_codes, counts, insert, insert_passholders, lines_to_come, lock, note_paid_until,
    of_order, of_orders, passholders, pictures_of_passholders, restore_upgraded, revoke, sent_of_orders,
    update_imported, upgraded_units, without_passholder, write_passholders,
};
pub use transfers::{close_transfer, insert_transfer, open_transfer, open_transfers_of, with_recipient};
pub use typed::typed;
pub use visit::{VisitDays, have_several_days, when_in_words};
pub use withheld::why_no_code_of;
