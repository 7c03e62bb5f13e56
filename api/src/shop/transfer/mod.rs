//! What the owner of an order does with its tickets: sending one to somebody else, taking it back, getting a fresh
//! code for it, and changing the name of its holder.
//!
//! Owns the table `transfer`. A ticket stays in its order; a transfer is a link to this one ticket that its recipient can
//! open without knowing anything of the order. At most one transfer of a ticket is open. Taking it back closes the link
//! and gives the ticket a fresh code, so that what the recipient has kept does not admit.

mod actions;
pub mod api;
mod emails;
mod entity;
mod links;
mod store;
mod wire;

pub use actions::{tell_of_cancellation, tell_of_move, tell_recipients, tell_recipients_of, tell_that_valid_again};
pub use emails::{
    SEND_CANCELED, SEND_CHOICE, SEND_MOVED, SEND_TAKES_PLACE, SEND_TICKET, canceled_samples, choice_samples,
    moved_samples, samples, send as send_ticket, send_canceled, send_choice, send_moved, send_takes_place,
    takes_place_samples,
};
