//! The desk: what the shop's staff do with orders and performances, by calls of the API. The calls are opened by the key of
//! the desk (`http/desk.rs`), and each change names who makes it and why, for the audit table.
//!
//! Owns no table. The decisions are those of `refund` and `performance_cancellation`; the commands of the operator make
//! the same ones.

mod actions;
pub mod api;
mod audit;
mod rules;
mod wire;
