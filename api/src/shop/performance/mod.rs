//! Performances: the dates and times that schedules produce, and their availability.
//!
//! Owns no table: performances are computed from rules, and the first claim creates the row of a stock.

mod availability;
pub mod best_seats;
mod rules;
mod wire;

pub use availability::{Availability, limited_price_keys, units_left};
pub use rules::{
    Performance, WITHDRAWN, capacity_of, find, for_selection, is_over, is_sold_for, is_sold_in, is_withdrawn,
    is_withdrawn_place, keeps_delays, latest_start_before, on_day, only_section, visit_in_words,
};
pub use wire::{SeatFeatureView, SeatKindView};
