//! Payment: how money is asked for. What a processor answers is in [`processor`]; what it means for an order is decided
//! by the slices above.

pub mod processor;
pub mod sandbox;
