//! Payment plans for passes. For an in-house plan: what is paid today, what is due later and when, and what must be
//! disclosed. With a lender plan the lender pays the shop at once, and the shop only shows the lender's disclaimer.
//!
//! Pure: it reads a catalogue and a price quote, never the database or the time. A cart's terms are recalculated with
//! every change; an order keeps the [`Terms`] that its shopper accepted.

pub mod api;
mod apr;
mod rules;
mod wire;

pub use rules::{DuePayment, Eligibility, PlanLine, Terms, eligibility, terms};
pub use wire::InstallmentBillingView;
