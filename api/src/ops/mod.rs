//! The commands of the binary. The binary and the tests call the same functions.

pub mod answers;
pub mod cancel_performance;
pub mod codes;
pub mod catalog_follower;
pub mod check;
pub mod demo;
pub mod doctor;
pub mod document;
pub mod email_samples;
pub mod export;
pub mod impact;
pub mod import;
pub mod installments;
pub mod import_tickets;
pub mod links;
pub mod mail_test;
pub mod migrate;
pub mod new;
pub mod orders;
pub mod reconcile;
pub mod refund;
pub mod serve;
pub mod verify;
pub mod void;
pub mod watch;
pub mod worker;
