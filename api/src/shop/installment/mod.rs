//! Payment plans for passes. For an in-house plan, this slice computes today's payment, the later payments with their
//! due days, and the terms to disclose. With a lender plan the lender pays the shop immediately, and the shop only
//! shows the lender's disclaimer.
//!
//! The rules are pure: they read a catalogue and a price quote, but neither the database nor the clock. A cart's terms
//! are not stored, but computed whenever they are needed; an order stores the [`Terms`] that its shopper accepted.

pub mod api;
mod apr;
mod rules;
mod wire;

pub use rules::{DuePayment, Eligibility, PlanLine, Terms, eligibility, terms};
pub use wire::InstallmentBillingView;
