//! Midway: an open ticket and season-pass shop. Read the modules in the order of this list.

pub mod error;
pub mod config;
pub mod platform;
pub mod app;
pub mod http;
pub mod shop;
pub mod door;
pub mod server;
pub mod ops;
