//! Requests for one e-mail when a product can be bought: its sale has begun, or places are free again.

mod actions;
pub mod api;
mod emails;
mod entity;
mod store;
mod wire;

pub use actions::{NOTIFY, send, sweep, tell};
pub use emails::samples;
