//! What visitors of a venue are told: where it is, when it is open, what to bring, and its accessibility.

pub mod api;
mod wire;

pub use wire::{VenueView, venues};
