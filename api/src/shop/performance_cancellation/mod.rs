//! Performances that do not take place when they were sold for: everybody who has bought a place gets the money back, chooses
//! what to get instead, or gets a place on another date.
//!
//! Owns the table `performance_cancellation`. A cancellation or a move is written down once. The command that makes it, or any
//! worker, then refunds or moves the orders one after the other, each in its own transaction, so that it can stop and go on
//! anywhere. Each of these transactions holds the row, and does nothing if there is another decision by then. An order whose
//! units were refunded or moved is not found again.

mod actions;
mod affected;
mod canceling;
mod choice_end;
mod doctor;
mod entity;
mod known;
mod move_rules;
mod moving;
mod outcome;
mod refusals;
mod store;

pub use actions::{Progress, begin, go_on, go_on_with, look_again, plan};
pub use affected::{Affected, affected};
pub use choice_end::{choice_ends, zone_of_shop};
pub use doctor::doctor;
pub use entity::Model as Decision;
pub use moving::{Need, begin_move, need};
