//! Orders: submitting a cart, completing the sale, and showing what was bought.
//!
//! Owns the tables `order`, `order_line` and `order_draft`. A draft is the whole sale as it was agreed when its capture began, so
//! that nothing which happens to the catalogue meanwhile can change it or keep it from being completed. Completing a sale is the one moment that touches everything: claims become sales,
//! tickets are issued, the cart is closed, the payment is done. It happens in one transaction, once per cart and per payment.

mod actions;
pub mod api;
mod entity;
mod recover;
mod rules;
mod store;
mod wire;

pub use recover::recover;
pub use store::{attach, doctor, sold_performances};
