//! The sandbox card processor and lender: `midway sandbox`, a process of its own with an origin and a ledger of its own, so that it
//! keeps what it charged when the API is killed. It behaves like a processor on the internet, faults included; the fault
//! belongs to the card that the shopper types, so every one of them can be seen through the shop's own screens.
//!
//! It takes its [test cards](cards) and no other, and never logs or writes a card number or a security code.
//! It knows nothing of the shop: only the wire types of [`wire`] and the files of [`place`] are shared.

mod cards;
mod form;
mod ledger;
mod lender;
mod lender_calls;
mod lender_page;
mod payment;
pub mod place;
mod server;
#[cfg(test)]
pub mod testing;
pub mod wire;

pub use server::{Sandbox, SandboxConfig, SandboxError, serve};
