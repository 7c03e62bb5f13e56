//! The ledger: the shop's books, with double entries.
//!
//! Owns the tables `ledger_entry` and `ledger_line`. Whatever changes what the shop has earned, owes or is owed is
//! entered in the transaction of its cause: an order, the charge of a later payment, a refund, and each payment that is
//! paid back. The debits of an entry equal its credits. Entries are never changed or deleted; the database refuses all
//! of this. A mistake is corrected by another entry.
//!
//! The slice does not know orders and refunds. Those who cause an entry say what its lines are, in files that are named
//! `books.rs`, and their doctors compare what they would enter with what was entered.

mod books;
mod entity;
mod rules;
mod store;

pub use books::Books;
pub use entity::Account;
pub use entity::entry::Cause;
pub use rules::{Line, Share, allotted};
pub use store::{Entry, donation_lines, entries_about, is_entered, record};
