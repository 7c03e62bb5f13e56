//! The e-mail to the buyer of a performance that does not take place.

use serde::{Deserialize, Serialize};

use super::entity::order;
use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use midway_kernel::id::PerformanceId;
use midway_kernel::text::Text;

const SUBJECT: Text = Text { id: "mail.choice.subject", default: "Action needed for your canceled visit: {{visit}}" };
const TITLE: Text = Text { id: "mail.choice.title", default: "Canceled: {{visit}}" };
const BODY: Text = Text {
    id: "mail.choice.body",
    default: "We're sorry. Please choose what you'd like instead: tickets for another day or time, or a refund. You \
              have until {{until}}.",
};
const DEFAULT: Text = Text {
    id: "mail.choice.default",
    default: "If you don't choose by then, we'll refund your original payment method.",
};
const MONEY: Text = Text {
    id: "mail.choice.money",
    default: "We're sorry. These tickets can't be exchanged, so we'll refund your original payment method after \
              {{until}}. To get your refund right away, cancel your tickets on your order page.",
};
const CHOOSE: Text = Text { id: "mail.choice.choose", default: "Choose now" };
const SEE: Text = Text { id: "mail.choice.see", default: "See my order" };
const ORDER: Text = Text { id: "mail.choice.order", default: "Order" };
const FOOTER: Text = Text {
    id: "mail.choice.footer",
    default: "You received this email because of an order placed at {{site}}. Questions? Please have your \
              confirmation number ready.",
};

/// What the e-mail says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The performance that does not take place; `None` in an e-mail that an earlier version of the shop has queued.
    #[serde(default)]
    pub performance: Option<PerformanceId>,
    /// What does not take place, in words.
    pub visit: String,
    /// Until when, in words.
    pub until: String,
    /// Whether nothing can be exchanged for other tickets.
    #[serde(default)]
    pub only_money: bool,
}

/// Builds the e-mail. `link` leads to the order, and `id` is the same for each attempt to send it.
///
/// # Errors
/// When the order's e-mail address is invalid or a template cannot be rendered.
pub fn choice_email(
    context: &EmailContext,
    order: &order::Model,
    choice: &Choice,
    (id, link): (&str, String),
) -> Result<Email> {
    let values =
        [("site", context.shop().to_owned()), ("visit", choice.visit.clone()), ("until", choice.until.clone())];
    let message = |text: Text| context.message(text, &values);
    let (subject, paragraphs, button) = match choice.only_money {
        true => (TITLE, vec![message(MONEY)], SEE),
        false => (SUBJECT, vec![message(BODY), message(DEFAULT)], CHOOSE),
    };
    let letter = Letter {
        title: message(TITLE),
        paragraphs,
        facts: vec![(message(ORDER), order.number.clone())],
        button: Some(Button { label: message(button), link }),
        ..Letter::default()
    };
    context.letter((EmailKind::Choice, id), &order.email_address, (message(subject), message(FOOTER)), &letter)
}
