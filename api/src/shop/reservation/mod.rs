//! Reservations: a booked visit, its party with their tickets, its date and time, and the claims for its places.
//!
//! Owns the table `reservation`. A row contains the party and the visit. Its claims belong to the reservation itself,
//! or to the cart with which it is paid. Its places, the visits of its tickets and its used benefits are claimed
//! together, all or nothing.

mod actions;
mod add_ons;
pub mod api;
mod calendar;
mod change;
mod claims;
mod doctor;
mod entity;
mod email_samples;
mod emails;
mod in_progress;
mod limits;
mod lookup;
mod paid_with_cart;
mod people;
mod refusals;
mod rules;
mod store;
mod tickets;
mod view;
mod visit_list;
mod wire;

pub use claims::refusal_of;
pub use doctor::{doctor, ids, performances};
pub use email_samples::email_samples;
pub use emails::{SEND_RESERVATION, send};
pub use entity::Model as ReservationRow;
pub use lookup::attach;
pub use paid_with_cart::{PaidVisit, confirm, detach_lost_visit, follow_cart, of_order, paid_visit, save_paid_visit};
pub use refusals::BEING_UPGRADED;
pub use rules::admits;
pub use store::sweep;
pub use tickets::reservable;
pub use visit_list::{ListedVisit, listed_visits};
