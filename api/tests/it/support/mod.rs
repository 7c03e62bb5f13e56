//! Support for all tests: real servers, real files, and a shopper who calls the API over HTTP. Tests read the database
//! only for data that no response shows.

pub mod object_store;
pub mod catalogue;
pub mod random;
pub mod clock;
pub mod database;
pub mod identity;
pub mod emails;
pub mod fake_app;
pub mod wait;
pub mod process;
pub mod proxy;
pub mod python;
pub mod raw_http;
pub mod redis;
pub mod shop;
pub mod shopper;
pub mod smtp;
pub mod transfers;

pub use catalogue::Catalogue;
pub use database::variable;
pub use shop::Shop;
pub use wait::{until, until_ok};

/// Test cards by their effect (docs/SANDBOX.md).
pub mod card {
    pub const GOOD: &str = "4242424242424242";
    pub const MASTERCARD: &str = "5555555555554444";
    pub const DECLINED: &str = "4000000000000002";
    pub const SLOW: &str = "4000000000000077";
    pub const AUTHORISE_LOST: &str = "4000000000000101";
    pub const CAPTURE_LOST: &str = "4000000000000259";
    pub const CAPTURE_FAILS: &str = "4000000000000341";
    pub const DECLINED_LATER: &str = "4000000000009987";
    pub const NEEDS_ADDRESS: &str = "4000000000000010";
    /// Its bank asks the shopper for a confirmation, also whenever the stored card is charged.
    pub const CONFIRMED_EACH_TIME: &str = "4000002760003184";
}
