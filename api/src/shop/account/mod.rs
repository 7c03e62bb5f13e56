//! Accounts: registering, signing in and out, what their owners say of themselves, and another password.
//!
//! Owns the tables `account`, `account_identity` and `password_reset`. No answer tells whether an account exists: an unknown e-mail and a wrong password are refused in
//! the same words after the same work, and registering answers alike whether the e-mail was free or not. A sign-in takes the guest's cart and orders
//! along, and gives the browser another session.

mod actions;
pub mod api;
mod entity;
mod emails;
mod open_id;
mod password;
mod rules;
mod store;
mod verification;
mod wire;

pub use password::{SEND_CHANGED, SEND_RESET, send_changed, send_reset};
pub use store::{is_any, is_registered, sweep};
pub use verification::{SEND_VERIFICATION, send_letter as send_verification};
