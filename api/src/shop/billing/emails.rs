//! E-mails about the later payments of a plan: before a payment is charged, after one or several were charged, after one
//! was declined, and when the bank wants the shopper to confirm one.

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
const DUE: Text = Text {
    id: "mail.payment-due.body",
    default: "We'll charge this payment to your card. You don't have to do anything.",
};
const DUE_WAYS: Text = Text {
    id: "mail.payment-due.ways",
    default: "In your account, you can pay early, pay the full balance, or change your card.",
};

const CHARGED_SUBJECT: Text =
    Text { id: "mail.payment-charged.subject", default: "We received a payment for your {{site}} order {{order}}" };
const CHARGED_TITLE: Text = Text { id: "mail.payment-charged.title", default: "Thank you for your payment" };
const CHARGED: Text = Text {
    id: "mail.payment-charged.body",
    default: "Payment {{payment}} of {{count}} for order {{order}} was charged to your card.",
};
const SEVERAL_SUBJECT: Text = Text {
    id: "mail.payment-charged.several-subject",
    default: "We received {{number}} payments for your {{site}} order {{order}}",
};
const SEVERAL_TITLE: Text = Text { id: "mail.payment-charged.several-title", default: "Thank you for your payments" };
const SEVERAL: Text = Text {
    id: "mail.payment-charged.several",
    default: "{{number}} payments for order {{order}} were charged to your card, {{amount}} in total.",
};
const NEXT: Text = Text { id: "mail.payment-charged.next", default: "Next payment" };
const NO_NEXT: Text = Text { id: "mail.payment-charged.no-next", default: "None. You've paid in full." };

const DECLINED_SUBJECT: Text =
    Text { id: "mail.declined.subject", default: "A payment for your {{site}} order {{order}} was declined" };
const DECLINED_TITLE: Text = Text { id: "mail.declined.title", default: "Your payment was declined" };
const DECLINED: Text = Text {
    id: "mail.declined.body",
    default: "We couldn't charge payment {{payment}} of {{count}} ({{amount}}) for order {{order}} to your card \
              ({{card}}).",
};
const AGAIN: Text = Text {
    id: "mail.declined.again",
    default: "We'll try again on {{day}}. Please make sure the card can be charged that day.",
};
const NOT_AGAIN: Text = Text {
    id: "mail.declined.not-again",
    default: "We won't try again automatically. Please make this payment yourself, using another card if necessary.",
};
const WAYS: Text = Text {
    id: "mail.declined.ways",
    default: "In your account, you can make this payment now, pay the full balance, or change your card.",
};

const CONFIRM_SUBJECT: Text =
    Text { id: "mail.to-confirm.subject", default: "Please confirm a payment for your {{site}} order {{order}}" };
const CONFIRM_TITLE: Text = Text { id: "mail.to-confirm.title", default: "Please confirm your payment" };
const CONFIRM: Text = Text {
    id: "mail.to-confirm.body",
    default: "Your bank has asked you to confirm payment {{payment}} of {{count}} ({{amount}}) for order {{order}}. \
              Nothing has been charged yet.",
};
const CONFIRM_HOW: Text = Text {
    id: "mail.to-confirm.how",
    default: "Open the link, enter your card details, and confirm the payment on your bank's page.",
};
const CONFIRM_BUTTON: Text = Text { id: "mail.to-confirm.button", default: "Confirm payment" };

const ORDER: Text = Text { id: "mail.payment.order", default: "Order" };
const PAYMENT: Text = Text { id: "mail.payment.payment", default: "Payment" };
const PAYMENT_OF: Text = Text { id: "mail.payment.payment-of", default: "{{payment}} of {{count}}" };
const PAYMENTS: Text = Text { id: "mail.payment.payments", default: "Payments" };
const AMOUNT: Text = Text { id: "mail.payment.amount", default: "Amount" };
const CARD: Text = Text { id: "mail.payment.card", default: "Card" };
const BUTTON: Text = Text { id: "mail.payment.button", default: "Open my payment plan" };
const FOOTER: Text = Text {
    id: "mail.payment.footer",
    default: "You received this email because of a payment plan for an order at {{site}}.",
};

/// Payments of a plan that one e-mail is about: several if they were charged together, otherwise one.
pub struct PlanPayments {
    pub email_address: String,
    pub order_number: String,
    /// The card's display text.
    pub card: String,
    /// The payments, sorted by number.
    pub each: Vec<OnePayment>,
    /// How many payments the plan has.
    pub count: usize,
    pub event: PaymentEvent,
}

pub struct OnePayment {
    /// The number of the payment; the payment made with the order is number 1.
    pub number: i32,
    pub amount: Money,
}

/// What an e-mail about payments says.
#[derive(Clone)]
pub enum PaymentEvent {
    /// The payment will be charged on this day.
    DueOn(NaiveDate),
    /// The payments were charged; the next payment with its day, if there is one.
    Charged { next: Option<(NaiveDate, Money)> },
    /// The payment was declined. `next_try_on` is when the card is charged again; `None` if only the shopper can start
    /// the next charge attempt.
    Declined { next_try_on: Option<NaiveDate> },
    /// The bank wants the shopper to confirm the payment, on the page with this path.
    ToConfirm { path: String },
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
///
/// # Errors
/// When an address is invalid or a template cannot be rendered.
pub fn payment_email(context: &EmailContext, payments: &PlanPayments, id: &str) -> Result<Email> {
    let event = &payments.event;
    let are_several = payments.each.len() > 1;
    let amount = payments.each.iter().map(|one| one.amount).sum::<Money>().display();
    let day = match event {
        PaymentEvent::DueOn(day) => Some(*day),
        PaymentEvent::Declined { next_try_on } => *next_try_on,
        PaymentEvent::Charged { .. } | PaymentEvent::ToConfirm { .. } => None,
    };
    let (button, path) = match event {
        PaymentEvent::ToConfirm { path } => (CONFIRM_BUTTON, path.as_str()),
        _ => (BUTTON, "profile#plans"),
    };
    let values = [
        ("site", context.shop().to_owned()),
        ("order", payments.order_number.clone()),
        ("payment", payments.each.first().map(|one| one.number.to_string()).unwrap_or_default()),
        ("count", payments.count.to_string()),
        ("number", payments.each.len().to_string()),
        ("amount", amount.clone()),
        ("card", payments.card.clone()),
        ("day", day.map(day_in_words).unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let (kind, subject, title, paragraphs, notes) = match event {
        PaymentEvent::DueOn(_) => (EmailKind::PaymentDue, DUE_SUBJECT, DUE_TITLE, vec![DUE], vec![DUE_WAYS]),
        PaymentEvent::Charged { .. } if are_several => {
            (EmailKind::PaymentCharged, SEVERAL_SUBJECT, SEVERAL_TITLE, vec![SEVERAL], Vec::new())
        }
        PaymentEvent::Charged { .. } => {
            (EmailKind::PaymentCharged, CHARGED_SUBJECT, CHARGED_TITLE, vec![CHARGED], Vec::new())
        }
        PaymentEvent::Declined { next_try_on } => {
            let next = if next_try_on.is_some() { AGAIN } else { NOT_AGAIN };
            (EmailKind::DeclinedPayment, DECLINED_SUBJECT, DECLINED_TITLE, vec![DECLINED, next], vec![WAYS])
        }
        PaymentEvent::ToConfirm { .. } => {
            (EmailKind::PaymentToConfirm, CONFIRM_SUBJECT, CONFIRM_TITLE, vec![CONFIRM, CONFIRM_HOW], Vec::new())
        }
    };
    let line = |one: &OnePayment| {
        let values = [("payment", one.number.to_string()), ("count", payments.count.to_string())];
        let name = context.message(PAYMENT_OF, &values);
        if are_several { format!("{name}: {}", one.amount.display()) } else { name }
    };
    let mut facts = vec![
        (message(ORDER), payments.order_number.clone()),
        (
            message(if are_several { PAYMENTS } else { PAYMENT }),
            payments.each.iter().map(line).collect::<Vec<_>>().join("\n"),
        ),
        (message(AMOUNT), amount),
        (message(CARD), payments.card.clone()),
    ];
    if let PaymentEvent::Charged { next } = event {
        let next = next.as_ref().map(|(day, amount)| format!("{}, {}", amount.display(), day_in_words(*day)));
        facts.push((message(NEXT), next.unwrap_or_else(|| message(NO_NEXT))));
    }
    let letter = Letter {
        title: message(title),
        paragraphs: paragraphs.into_iter().map(message).collect(),
        facts,
        button: Some(Button { label: message(button), link: context.link(path) }),
        notes: notes.into_iter().map(message).collect(),
        ..Letter::default()
    };
    context.letter((kind, id), &payments.email_address, (message(subject), message(FOOTER)), &letter)
}
