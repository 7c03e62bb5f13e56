//! What a cart costs. Pure: it reads a catalogue and values, never the database or the time.
//!
//! One function, [`quote`], makes every figure that a shopper sees: cart, checkout, payment, order and e-mail use it, so that
//! they cannot differ.

mod rules;

pub use rules::{Basket, BasketLine, LineTotals, Quote, UnitPrice, quote, unit_price};
