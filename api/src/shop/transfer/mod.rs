//! What the owner of an order does with its tickets: sending one to somebody else, taking it back, getting a fresh
//! code for it, and changing the name of its holder.
//!
//! Owns no table: the slice `ticket` has the rows of `transfer`, because it does not show the code of a sent ticket to its
//! owner. A ticket stays in its order; a transfer is a link to this one ticket that its recipient can open without knowing
//! anything of the order. At most one transfer of a ticket is open. Sending a ticket and taking it back gives it a fresh
//! code, so that what the other one has kept does not admit.

mod actions;
pub mod api;
mod emails;
mod links;
mod wire;

pub use actions::{tell_of_cancellation, tell_of_move, tell_recipients, tell_recipients_of, tell_that_valid_again};
pub use emails::{
    SEND_CANCELED, SEND_CHOICE, SEND_MOVED, SEND_TAKES_PLACE, SEND_TICKET, canceled_samples, choice_samples,
    moved_samples, samples, send as send_ticket, send_canceled, send_choice, send_moved, send_takes_place,
    takes_place_samples,
};
