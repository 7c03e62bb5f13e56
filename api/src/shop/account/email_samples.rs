//! Samples of the e-mails about an account.

use super::emails::{EmailTexts, PASSWORD_CHANGED, PASSWORD_RESET, VERIFICATION, WELCOME, account_email};
use crate::error::Result;
use crate::shop::site::{EmailContext, EmailSample};

/// The sample of the e-mail with the link that verifies an address.
///
/// # Errors
/// When the e-mail cannot be built: an error in the configuration or in the code.
pub fn verification_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    samples(context, "address-verification", &VERIFICATION, "verify-email?token=sample")
}

/// The sample of the e-mail with the link that sets a new password.
pub fn password_reset_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    samples(context, "password-reset", &PASSWORD_RESET, "reset-password?token=sample")
}

/// The sample of the e-mail about a changed password.
pub fn password_changed_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    samples(context, "password-changed", &PASSWORD_CHANGED, "forgot-password")
}

/// The sample of the e-mail to the owner of a new account.
pub fn welcome_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    samples(context, "welcome", &WELCOME, "verify-email?token=sample")
}

fn samples(context: &EmailContext, name: &'static str, texts: &EmailTexts, path: &str) -> Result<Vec<EmailSample>> {
    Ok(vec![EmailSample { name, email: account_email(context, texts, "sample", "nora@example.org", path)? }])
}
