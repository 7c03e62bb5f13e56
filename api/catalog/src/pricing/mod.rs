//! The price of a cart. Pure: it reads a catalogue and values, never the database or the time.
//!
//! One function, [`quote`], computes all figures that a shopper sees. Cart, checkout, payment, order and e-mail use it,
//! so that they cannot differ. [`offers`] computes the reductions for tickets that are bought together; the cart stores
//! them on its lines with each change.

mod bought_together;
#[cfg(test)]
mod props;
mod line;
mod quote;

pub use bought_together::{CandidateLine, offers, units_in_offers};
pub use line::{LineOffer, LineOffers, UnitPrice, unit_price};
pub use quote::{Basket, BasketLine, LineTotals, NamedFee, NamedFees, Quote, quote};
