//! The price of a cart. All functions are pure: they read a catalogue and values, never the database or the time.
//!
//! One function, [`quote`], computes all figures that a shopper sees. Cart, checkout, payment and order use it, and
//! e-mails show what the order stored, so that their figures cannot differ. [`offers`] computes the reductions for
//! tickets that are bought together; each change of a cart stores them on its lines.

mod bought_together;
#[cfg(test)]
mod props;
mod line;
mod quote;

pub use bought_together::{CandidateLine, KeptOffers, offers, units_in_offers};
pub use line::{LineOffer, LineOffers, UnitPrice, unit_price};
pub use quote::{Basket, BasketLine, LineTotals, NamedFee, NamedFees, Quote, quote};
