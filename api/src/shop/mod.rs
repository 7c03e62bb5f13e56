//! The shop, one folder per topic, ordered by rank: a slice may use only the slices above it in this list.
//!
//! A test checks the order (`tests/it/architecture.rs`). `inventory` and `performance` come early because almost
//! everything sold needs them. `order` comes late because completing a sale uses almost everything. `account` is last
//! because a sign-in takes over a guest's cart and orders.

pub mod catalog;
pub mod site;
pub mod waiting_room;
pub mod ledger;
pub mod ticket;
pub mod inventory;
pub mod performance;
pub mod installment;
pub mod bundle;
pub mod entitlement;
pub mod cart;
pub mod offers;
pub mod storefront;
pub mod notify;
pub mod pass;
pub mod upgrade;
pub mod donation;
pub mod checkout;
pub mod payment;
pub mod reservation;
pub mod order;
pub mod billing;
pub mod refund;
pub mod reconciliation;
pub mod transfer;
pub mod performance_cancellation;
pub mod desk;
pub mod account;
