//! The commands of the binary. Each is a function that the binary and the tests call alike.

pub mod demo;
pub mod doctor;
pub mod document;
pub mod export;
pub mod import;
pub mod installments;
pub mod import_tickets;
pub mod serve;
pub mod verify;
pub mod void;
pub mod worker;
