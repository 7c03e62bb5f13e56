//! Performances: what schedules unfold to, and how much of each is left.
//!
//! Owns no table: a performance exists by rule, and its stock's row is made by the first claim on it.

mod actions;
pub mod api;
pub mod best;
mod left;
mod rules;
mod states;
mod wire;

pub use actions::Offered;
pub use left::Left;
pub use rules::{
    Performance, capacity_of, find, for_selection, is_sold_for, is_sold_in, keeps_delays, on_day, withdrawn,
    withdrawn_places,
};
pub use wire::{PickerPerformance, capacity_description};
