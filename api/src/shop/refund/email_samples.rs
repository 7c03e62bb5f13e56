//! Samples of the e-mail about a refund.

use super::emails::{RefundNews, refund_email};
use crate::error::Result;
use crate::shop::site::{EmailContext, EmailSample};
use midway_kernel::money::Money;

/// Two of five tickets, a pass that was paid in installments, and an order that was canceled without a payment.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let news = || RefundNews {
        email_address: "nora@example.org".to_owned(),
        order_number: "M7K2Q9XA".to_owned(),
        amount: Money(43_30),
        no_longer_due: Money::ZERO,
        kept: Money::ZERO,
        units: vec![("Day Ticket, Adult".to_owned(), 2)],
        codes: vec!["K3M9PQ7RTW2XHV4A".to_owned(), "B8D2FN5YJS6CGZ3E".to_owned()],
        canceled: None,
        is_over: false,
        card: Some("Visa •••• 1111".to_owned()),
        page: "order-lookup".to_owned(),
    };
    let pass = RefundNews {
        amount: Money(54_13),
        no_longer_due: Money(90_00),
        units: vec![("Season Pass, Adult (Gold)".to_owned(), 1)],
        is_over: true,
        ..news()
    };
    let free = RefundNews { amount: Money::ZERO, card: None, is_over: true, ..news() };
    let show = RefundNews {
        canceled: Some("Storm Glass, Saturday, December 5, 2026, 7:30 PM".to_owned()),
        kept: Money::ZERO,
        ..news()
    };
    let part = RefundNews { kept: Money(4_00), amount: Money(39_30), ..news() };
    let sample = |name, news| -> Result<EmailSample> {
        Ok(EmailSample { name, email: refund_email(context, &news, "sample-1")? })
    };
    Ok(vec![
        sample("refund", news())?,
        sample("refund-fee", part)?,
        sample("refund-performance", show)?,
        sample("refund-plan", pass)?,
        sample("refund-canceled", free)?,
    ])
}
