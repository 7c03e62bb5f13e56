//! E-mails about due payments.

use askama::Template;
use chrono::NaiveDate;
use lettre::Address;

use crate::error::{Error, Result};
use crate::platform::mailer::Email;
use crate::shop::site::{EmailContext, EmailKind, EmailLayout, message_id};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::day_in_words;

const SUBJECT: Text =
    Text { id: "mail.declined.subject", default: "A payment for your {{site}} order {{order}} was declined" };
const BODY: Text = Text {
    id: "mail.declined.body",
    default: "Payment {{payment}} of {{count}} ({{amount}}) for your order {{order}} could not be charged to your card {{card}}.",
};
const AGAIN: Text = Text {
    id: "mail.declined.again",
    default: "We will try again on {{day}}. Please make sure that the card can be charged then.",
};
const NOT_AGAIN: Text = Text {
    id: "mail.declined.not-again",
    default: "We will not try again automatically. Please pay it, with another card if necessary.",
};
const WAYS: Text = Text {
    id: "mail.declined.ways",
    default: "In your account you can pay it now, pay the full balance, or change the card: {{link}}",
};
const FOOTER: Text = Text {
    id: "mail.declined.footer",
    default: "You received this email because of a payment plan for an order at {{site}}.",
};

/// A declined payment.
pub struct Declined {
    pub email_address: String,
    pub order_number: String,
    /// The card's display text.
    pub card: String,
    /// The number of the payment; the payment made with the order is number 1.
    pub number: i32,
    pub count: usize,
    pub amount: Money,
    /// When the card is charged again; `None` if only the shopper can start the next charge attempt.
    pub next_try_on: Option<NaiveDate>,
}

/// The data for the e-mail's template.
struct DeclinedEmail {
    body: String,
    next_try: String,
    ways_to_pay: String,
}

#[derive(Template)]
#[template(path = "email/declined-payment.html")]
struct Html<'a> {
    layout: &'a EmailLayout,
    email: &'a DeclinedEmail,
}

#[derive(Template)]
#[template(path = "email/declined-payment.txt")]
struct PlainText<'a> {
    layout: &'a EmailLayout,
    email: &'a DeclinedEmail,
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
pub fn declined_email(context: &EmailContext, declined: &Declined, id: &str) -> Result<Email> {
    let values = [
        ("site", context.shop().to_owned()),
        ("order", declined.order_number.clone()),
        ("payment", declined.number.to_string()),
        ("count", declined.count.to_string()),
        ("amount", declined.amount.display()),
        ("card", declined.card.clone()),
        ("link", context.link("profile#plans")),
        ("day", declined.next_try_on.map(day_in_words).unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let to: Address = declined.email_address.parse().map_err(Error::internal)?;
    let layout = &context.layout(message(SUBJECT), message(FOOTER));
    let email = &DeclinedEmail {
        body: message(BODY),
        next_try: message(if declined.next_try_on.is_some() { AGAIN } else { NOT_AGAIN }),
        ways_to_pay: message(WAYS),
    };
    let id = message_id(&context.config, EmailKind::DeclinedPayment, id);
    context.email((id, to), layout, &Html { layout, email }, &PlainText { layout, email })
}
