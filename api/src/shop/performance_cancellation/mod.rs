//! Performances that do not take place: everybody who has bought a place gets the money back, or chooses what to get
//! instead.
//!
//! Owns the table `performance_cancellation`. A cancellation is written down once. The command that makes it, or any worker,
//! then refunds the orders one after the other, each in its own transaction, so that it can stop and go on anywhere. An
//! order whose units were refunded is not found again.

mod actions;
mod doctor;
mod entity;
mod store;

pub use actions::{Affected, Progress, affected, begin, check, go_on, go_on_with, look_again};
pub use doctor::doctor;
