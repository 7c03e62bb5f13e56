//! The shop, one folder a topic, by rank: a slice uses only slices above it in this list.

pub mod catalog;
pub mod payment;
