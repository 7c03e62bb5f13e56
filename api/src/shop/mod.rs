//! The shop, one folder a topic, by rank: a slice uses only slices above it in this list.
//!
//! The order is checked by a test (`tests/it/architecture.rs`). `order` is late because completing a sale is the one moment that
//! touches everything, `account` last because a sign-in brings a guest's cart and orders along; `inventory` and `performance` are early because all that sells draws from them.

pub mod catalog;
pub mod site;
pub mod ticket;
pub mod inventory;
pub mod performance;
pub mod installment;
pub mod bundle;
pub mod entitlement;
pub mod cart;
pub mod pass;
pub mod upgrade;
pub mod donation;
pub mod checkout;
pub mod payment;
pub mod reservation;
pub mod order;
pub mod billing;
pub mod account;
