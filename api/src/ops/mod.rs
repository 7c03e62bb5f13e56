//! The commands of the binary. Each is a function that the binary and the tests call alike.

pub mod doctor;
pub mod document;
pub mod export;
pub mod import;
pub mod serve;
pub mod worker;
