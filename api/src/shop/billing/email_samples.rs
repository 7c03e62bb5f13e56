//! Samples of the e-mails about due payments.

use chrono::Days;

use super::emails::{OnePayment, PaymentEvent, PlanPayments, payment_email};
use crate::error::Result;
use crate::shop::site::{EmailContext, EmailSample};
use midway_kernel::money::Money;

/// A payment that will be charged in three days.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn due_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let due_on = context.now.date_naive() + Days::new(3);
    Ok(vec![sample(context, "payment-due", PaymentEvent::DueOn(due_on))?])
}

/// Payments that were charged: one that another payment follows, the last one, and all of them together.
pub fn charged_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let next = (context.now.date_naive() + Days::new(30), Money(30_00));
    Ok(vec![
        sample(context, "payment-charged", PaymentEvent::Charged { next: Some(next) })?,
        sample_of(context, "payment-charged-last", PaymentEvent::Charged { next: None }, &[4])?,
        sample_of(context, "payment-charged-together", PaymentEvent::Charged { next: None }, &[2, 3, 4])?,
    ])
}

/// Two declined payments: one that will be tried again, and one that will not be tried again.
pub fn declined_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let retry = context.now.date_naive() + Days::new(3);
    Ok(vec![
        sample(context, "declined-payment", PaymentEvent::Declined { next_try_on: Some(retry) })?,
        sample(context, "declined-payment-final", PaymentEvent::Declined { next_try_on: None })?,
    ])
}

/// A payment that the bank wants the shopper to confirm.
pub fn to_confirm_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let path = "installment-billing/payment#sample-2.key".to_owned();
    Ok(vec![sample(context, "payment-to-confirm", PaymentEvent::ToConfirm { path })?])
}

fn sample(context: &EmailContext, name: &'static str, event: PaymentEvent) -> Result<EmailSample> {
    sample_of(context, name, event, &[2])
}

fn sample_of(context: &EmailContext, name: &'static str, event: PaymentEvent, numbers: &[i32]) -> Result<EmailSample> {
    let payments = PlanPayments {
        email_address: "nora@example.org".to_owned(),
        order_number: "M7K2Q9XA".to_owned(),
        card: "Visa •••• 1111".to_owned(),
        each: numbers.iter().map(|number| OnePayment { number: *number, amount: Money(30_00) }).collect(),
        count: 4,
        event,
    };
    Ok(EmailSample { name, email: payment_email(context, &payments, "sample-1")? })
}
