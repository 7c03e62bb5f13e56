//! Pickers of days, times, sections and seats, with availability and prices.

mod actions;
pub mod api;
mod sale_states;
mod shared;
mod wire;

pub use actions::{DatesAsked, GroupSize, Offered, dates, is_open_on, of_day, on_date};
pub use sale_states::{not_for_sale, sale_states_of, state_without_places};
pub use shared::{SharedAnswers, ShopState};
pub use wire::{PickerPerformance, ProductDate, SaleState, capacity_description};
