//! Pickers of days, times, sections and seats, with availability and prices.

mod actions;
pub mod api;
mod sale_states;
mod shared;
mod wire;

pub use actions::Offered;
pub use wire::{PickerPerformance, capacity_description};
