//! What is still due of orders that are paid over time, and charging it.
//!
//! Owns the tables `billing_agreement` and `billing_payment`. An agreement is written by the job that follows its order; its later
//! payments are charged on their days to the card of the first one, each under a key of its own for every try, so that a worker
//! that is killed or doubled charges nothing twice. A declined one is tried again on a written schedule (`rules::PAUSES`) and its shopper
//! is told, and may pay it, pay all of it off, or change the card.

mod actions;
pub mod api;
mod entity;
mod emails;
mod mine;
mod rules;
mod store;
mod wire;

pub use actions::{OPEN_BILLING, SEND_DECLINED, charge_due, doctor, open, send_declined};
pub use store::{Due, due, overdue};
