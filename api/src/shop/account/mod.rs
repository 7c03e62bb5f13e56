//! Accounts: registering, signing in and out, profiles, and changing passwords.
//!
//! Owns the tables `account`, `account_identity` and `password_reset`. No response reveals whether an account exists:
//! an unknown e-mail address and a wrong password get the same refusal after the same work, and a registration gets the
//! same response for a free and a used address. After a sign-in, the browser has a new session, and the account has the
//! guest's cart and the guest orders that were placed with its verified e-mail address.

mod actions;
pub mod api;
mod email_samples;
mod emails;
mod entity;
mod limits;
mod open_id;
mod password;
mod rules;
mod store;
mod verification;
mod wire;

pub use email_samples::{password_changed_samples, password_reset_samples, verification_samples, welcome_samples};
pub use password::{SEND_CHANGED, SEND_RESET, send_changed, send_reset};
pub use store::{is_any, is_registered, sweep};
pub use verification::{SEND_VERIFICATION, SEND_WELCOME, send_link as send_verification, send_welcome};
