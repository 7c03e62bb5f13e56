//! Offers: who may buy which items, in which sale flow and with which promotions, and how items are added to the cart.
//! The catalogue decides the price.
//!
//! Owns the table `single_use_code`. It uses the catalogue and the cart, because both decide: the catalogue defines the promotions, and
//! the contents of the cart open some of them.

mod addition;
pub mod api;
mod codes;
mod shopper_eligibility;
mod request;
mod resolver;
pub mod single_use_codes;
mod wire;

pub use request::SaleContextRequest;
pub use resolver::{Resolved, closed_refusal, cross_sells, require_open, resolve};
pub use wire::SaleContextFields;
