//! Performances: the dates and times that schedules produce, and their availability.
//!
//! Owns no table: performances are computed from rules, and the first claim creates the row of a stock.

mod actions;
pub mod api;
pub mod best;
mod availability;
mod rules;
mod states;
mod wire;

pub use actions::Offered;
pub use availability::Availability;
pub use rules::{
    Performance, capacity_of, find, for_selection, is_sold_for, is_sold_in, keeps_delays, on_day, withdrawn,
    withdrawn_places,
};
pub use wire::{PickerPerformance, capacity_description};
