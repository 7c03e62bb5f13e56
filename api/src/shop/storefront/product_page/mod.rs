//! The page of a product on public sale: everything that it shows first, in one answer.

pub mod api;
mod wire;
