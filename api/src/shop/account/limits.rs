//! How often sign-in, registration, password resets and verifications may be tried. Pure.

use std::time::Duration;

use crate::platform::limits::{Delay, Limit};

/// The limit on failed sign-ins per e-mail address, from all network addresses. A browser where the owner has signed in
/// before has a separate count.
pub const SIGN_IN_FAILURES: Delay = Delay {
    name: "sign-in",
    free: 5,
    first: Duration::from_secs(30),
    longest: Duration::from_secs(15 * 60),
    forgotten_after: Duration::from_secs(24 * 60 * 60),
    together: Duration::ZERO,
};

/// The limit on failed sign-ins per network address, for all accounts: an attacker may try one password on many
/// accounts. Successful sign-ins do not count.
pub const SIGN_IN_FAILURES_BY_ADDRESS: Delay = Delay {
    name: "sign-in-address",
    free: 30,
    first: Duration::from_secs(30),
    longest: Duration::from_secs(15 * 60),
    forgotten_after: Duration::from_secs(60 * 60),
    together: Duration::ZERO,
};

/// The limit on registrations per network address. A household needs a few registrations; a script would make
/// thousands.
pub const REGISTRATIONS: Limit = Limit { name: "register", attempts: 120, window: Duration::from_secs(60 * 60) };

/// The limit on verification e-mails per account. It allows more than one e-mail, because an e-mail may get lost.
pub const VERIFICATIONS: Limit = Limit { name: "verification", attempts: 5, window: Duration::from_secs(60 * 60) };
/// The limit on verification e-mails per network address, for all accounts.
pub const VERIFICATIONS_BY_ADDRESS: Limit =
    Limit { name: "verification-address", attempts: 20, window: Duration::from_secs(60 * 60) };

/// The limit on password e-mails per e-mail address, with or without an account.
pub const RESETS: Limit = Limit { name: "password-reset", attempts: 5, window: Duration::from_secs(60 * 60) };
/// The limit on password e-mails per network address, for all e-mail addresses.
pub const RESETS_BY_ADDRESS: Limit =
    Limit { name: "password-reset-address", attempts: 20, window: Duration::from_secs(60 * 60) };
/// The limit on reset links tried per network address. A link cannot be guessed, but each attempt costs computing time.
pub const RESET_LINKS: Limit =
    Limit { name: "password-reset-link", attempts: 30, window: Duration::from_secs(60 * 60) };

/// The limit on sign-ins begun or finished at the identity provider, per network address. Each of them can make the
/// shop send a request to the provider.
pub const PROVIDED_SIGN_INS: Limit = Limit { name: "open-id", attempts: 60, window: Duration::from_secs(15 * 60) };

/// The limit on e-mail checks per network address. A check reveals nothing, but it costs computing time.
pub const QUESTIONS: Limit = Limit { name: "smart-login", attempts: 100, window: Duration::from_secs(15 * 60) };
