//! Comparing the shop's captures, refunds and disputes with those that the processors list, in both directions.
//!
//! Owns the table `reconciliation`: the result of each day. A day is one of the first site's time zone. What the shop
//! knows belongs to the day on which it was written down here; what only a processor knows, to the day that the processor
//! names. Both are found by key on any day, so that the clocks of the shop and of a processor need not agree.

mod actions;
mod doctor;
mod entity;
mod rules;
mod store;

pub use actions::{Reconciled, days, nightly, reconcile};
pub use doctor::doctor;
pub use entity::{DayResult, Model as ReconciledDay};
pub use rules::{Item, ItemResult, Side, kind_word, state_word};
pub use store::latest;
