//! The sandbox card processor and lender: `midway sandbox`. It is a separate process with its own origin and ledger, so
//! it keeps its charges when the API is killed. It behaves like a processor on the internet, faults included: the card
//! that the shopper types, or the applicant that the shopper chooses at the lender, selects the fault, so each fault
//! can be tried by hand.
//!
//! It accepts only its [test cards](cards), and never logs or stores a card number or a security code. It does not
//! depend on the shop: the two share only the wire types in [`wire`] and the files in [`shared_files`].

mod card_calls;
mod card_form;
mod cards;
mod ledger;
mod lender;
mod lender_calls;
mod lender_page;
mod notices;
mod opening;
mod page;
mod payment;
mod server;
pub mod shared_files;
mod state;
pub mod wire;

pub use server::{Sandbox, SandboxConfig, SandboxError, serve};
