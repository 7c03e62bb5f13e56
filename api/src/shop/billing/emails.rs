//! E-mails about the later payments of a plan: before a payment is charged, after it was charged, and after it was
//! declined.

use chrono::NaiveDate;

use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::day_in_words;

const DUE_SUBJECT: Text =
    Text { id: "mail.payment-due.subject", default: "Your next payment for {{site}} order {{order}} is on {{day}}" };
const DUE_TITLE: Text = Text { id: "mail.payment-due.title", default: "Your next payment is on {{day}}" };
const DUE: Text =
    Text { id: "mail.payment-due.body", default: "We'll charge it to your card. You don't have to do anything." };
const DUE_WAYS: Text = Text {
    id: "mail.payment-due.ways",
    default: "In your account, you can pay early, pay the full balance, or change the card.",
};

const CHARGED_SUBJECT: Text =
    Text { id: "mail.payment-charged.subject", default: "We received a payment for your {{site}} order {{order}}" };
const CHARGED_TITLE: Text = Text { id: "mail.payment-charged.title", default: "Thank you for your payment" };
const CHARGED: Text = Text {
    id: "mail.payment-charged.body",
    default: "Payment {{payment}} of {{count}} for your order {{order}} was charged to your card.",
};
const NEXT: Text = Text { id: "mail.payment-charged.next", default: "Next payment" };
const NO_NEXT: Text = Text { id: "mail.payment-charged.no-next", default: "None. You've paid in full." };

const DECLINED_SUBJECT: Text =
    Text { id: "mail.declined.subject", default: "A payment for your {{site}} order {{order}} was declined" };
const DECLINED_TITLE: Text = Text { id: "mail.declined.title", default: "Your payment was declined" };
const DECLINED: Text = Text {
    id: "mail.declined.body",
    default: "We couldn't charge payment {{payment}} of {{count}} ({{amount}}) for your order {{order}} to your card ({{card}}).",
};
const AGAIN: Text = Text {
    id: "mail.declined.again",
    default: "We'll try again on {{day}}. Please make sure that the card can be charged that day.",
};
const NOT_AGAIN: Text = Text {
    id: "mail.declined.not-again",
    default: "We won't try again automatically. Please make this payment yourself, using another card if necessary.",
};
const WAYS: Text = Text {
    id: "mail.declined.ways",
    default: "In your account, you can make this payment now, pay the full balance, or change your card.",
};

const ORDER: Text = Text { id: "mail.payment.order", default: "Order" };
const PAYMENT: Text = Text { id: "mail.payment.payment", default: "Payment" };
const PAYMENT_OF: Text = Text { id: "mail.payment.payment-of", default: "{{payment}} of {{count}}" };
const AMOUNT: Text = Text { id: "mail.payment.amount", default: "Amount" };
const CARD: Text = Text { id: "mail.payment.card", default: "Card" };
const BUTTON: Text = Text { id: "mail.payment.button", default: "Open my payment plan" };
const FOOTER: Text = Text {
    id: "mail.payment.footer",
    default: "You received this email because of a payment plan for an order at {{site}}.",
};

/// A payment of a plan.
pub struct PlanPayment {
    pub email_address: String,
    pub order_number: String,
    /// The card's display text.
    pub card: String,
    /// The number of the payment; the payment made with the order is number 1.
    pub number: i32,
    pub count: usize,
    pub amount: Money,
    pub event: PaymentEvent,
}

/// What an e-mail about a payment says.
pub enum PaymentEvent {
    /// The payment will be charged on this day.
    DueOn(NaiveDate),
    /// The payment was charged; the next payment with its day, if there is one.
    Charged { next: Option<(NaiveDate, Money)> },
    /// The payment was declined. `next_try_on` is when the card is charged again; `None` if only the shopper can start
    /// the next charge attempt.
    Declined { next_try_on: Option<NaiveDate> },
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
///
/// # Errors
/// When an address is invalid or a template cannot be rendered.
pub fn payment_email(context: &EmailContext, payment: &PlanPayment, id: &str) -> Result<Email> {
    let day = match payment.event {
        PaymentEvent::DueOn(day) => Some(day),
        PaymentEvent::Declined { next_try_on } => next_try_on,
        PaymentEvent::Charged { .. } => None,
    };
    let values = [
        ("site", context.shop().to_owned()),
        ("order", payment.order_number.clone()),
        ("payment", payment.number.to_string()),
        ("count", payment.count.to_string()),
        ("amount", payment.amount.display()),
        ("card", payment.card.clone()),
        ("day", day.map(day_in_words).unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let (kind, subject, title, paragraphs, notes) = match payment.event {
        PaymentEvent::DueOn(_) => (EmailKind::PaymentDue, DUE_SUBJECT, DUE_TITLE, vec![DUE], vec![DUE_WAYS]),
        PaymentEvent::Charged { .. } => {
            (EmailKind::PaymentCharged, CHARGED_SUBJECT, CHARGED_TITLE, vec![CHARGED], Vec::new())
        }
        PaymentEvent::Declined { next_try_on } => {
            let next = if next_try_on.is_some() { AGAIN } else { NOT_AGAIN };
            (EmailKind::DeclinedPayment, DECLINED_SUBJECT, DECLINED_TITLE, vec![DECLINED, next], vec![WAYS])
        }
    };
    let mut facts = vec![
        (message(ORDER), payment.order_number.clone()),
        (message(PAYMENT), message(PAYMENT_OF)),
        (message(AMOUNT), payment.amount.display()),
        (message(CARD), payment.card.clone()),
    ];
    if let PaymentEvent::Charged { next } = payment.event {
        let next = next.map(|(day, amount)| format!("{}, {}", amount.display(), day_in_words(day)));
        facts.push((message(NEXT), next.unwrap_or_else(|| message(NO_NEXT))));
    }
    let letter = Letter {
        title: message(title),
        paragraphs: paragraphs.into_iter().map(message).collect(),
        facts,
        button: Some(Button { label: message(BUTTON), link: context.link("profile#plans") }),
        notes: notes.into_iter().map(message).collect(),
        ..Letter::default()
    };
    context.letter((kind, id), &payment.email_address, (message(subject), message(FOOTER)), &letter)
}
