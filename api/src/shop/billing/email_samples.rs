//! Samples of the e-mails about due payments.

use chrono::Days;

use super::emails::{Declined, declined_email};
use crate::error::Result;
use crate::shop::site::{EmailContext, EmailSample};
use midway_kernel::money::Money;

/// Two e-mails: one about a declined payment that will be tried again, and one about a declined payment that will not
/// be tried again.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn email_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let retry = context.now.date_naive() + Days::new(3);
    let samples = [("declined-payment", Some(retry)), ("declined-payment-final", None)];
    let sample = |(name, next_try_on)| {
        let payment = Declined {
            email_address: "nora@example.org".to_owned(),
            order_number: "M7K2Q9XA".to_owned(),
            card: "Visa ending in 1111".to_owned(),
            number: 2,
            count: 4,
            amount: Money(30_00),
            next_try_on,
        };
        Ok(EmailSample { name, email: declined_email(context, &payment, "sample-1")? })
    };
    samples.into_iter().map(sample).collect()
}
