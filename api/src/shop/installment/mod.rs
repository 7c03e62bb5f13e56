//! Paying for passes over time. By a plan of the house: what is paid today, what is due later and when, and what has to be disclosed.
//! By a lender's plan the shop is paid at once, and says no more than the lender's disclaimer.
//!
//! Pure: it reads a catalogue and a quote, never the database or the time. A cart's figures are made anew with every change; an order
//! keeps the [`Terms`] that its shopper agreed to.

pub mod api;
mod apr;
mod rules;
mod wire;

pub use rules::{DuePayment, Eligibility, PlanLine, Terms, eligibility, terms};
pub use wire::InstallmentBillingView;
