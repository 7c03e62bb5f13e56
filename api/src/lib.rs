//! Midway: an open ticket and season-pass shop. Read it in the order of this list.

pub mod kernel;
pub mod platform;
pub mod sandbox;
pub mod shop;
