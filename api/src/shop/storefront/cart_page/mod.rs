//! The cart page: the cart and its cross-sells, in one answer.

pub mod api;
mod wire;
