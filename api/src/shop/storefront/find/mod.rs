//! Finding something to buy: what is open on a day, by words, kind, site, audience, accessibility and price.

mod actions;
pub mod api;
mod wire;

pub use actions::{Item, on_sale};
