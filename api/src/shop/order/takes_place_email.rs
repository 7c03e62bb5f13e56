//! The e-mail to the buyer of a performance that takes place after all.

use serde::{Deserialize, Serialize};

use super::entity::order;
use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use midway_kernel::text::Text;

const SUBJECT: Text = Text { id: "mail.takes-place.subject", default: "Back on: {{visit}}" };
const TITLE: Text = Text { id: "mail.takes-place.title", default: "Back on: {{visit}}" };
const BODY: Text = Text {
    id: "mail.takes-place.body",
    default: "Good news: this visit was canceled but will take place after all, at the original time: {{visit}}.",
};
const VALID: Text =
    Text { id: "mail.takes-place.valid", default: "Your tickets are still valid. You don't need to do anything." };
const OTHER: Text = Text {
    id: "mail.takes-place.other",
    default: "A different visit included in these tickets was canceled or moved. You can still choose what you'd \
              like instead on your order page. You have until {{until}}.",
};
const ORDER: Text = Text { id: "mail.takes-place.order", default: "Order" };
const SEE: Text = Text { id: "mail.takes-place.see", default: "See my order" };
const FOOTER: Text = Text {
    id: "mail.takes-place.footer",
    default: "You received this email because of an order placed at {{site}}. Questions? Please have your \
              confirmation number ready.",
};

/// What the e-mail says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TakesPlace {
    /// What takes place, in words.
    pub visit: String,
    /// Until when the buyer may choose because of another visit, in words; `None` without such a choice.
    pub other_choice_until: Option<String>,
}

/// Builds the e-mail. `link` leads to the order, and `id` is the same for each attempt to send it.
///
/// # Errors
/// When the order's e-mail address is invalid or a template cannot be rendered.
pub fn takes_place_email(
    context: &EmailContext,
    order: &order::Model,
    takes_place: &TakesPlace,
    (id, link): (&str, String),
) -> Result<Email> {
    let values = [
        ("site", context.shop().to_owned()),
        ("visit", takes_place.visit.clone()),
        ("until", takes_place.other_choice_until.clone().unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let then = if takes_place.other_choice_until.is_some() { OTHER } else { VALID };
    let letter = Letter {
        title: message(TITLE),
        paragraphs: vec![message(BODY), message(then)],
        facts: vec![(message(ORDER), order.number.clone())],
        button: Some(Button { label: message(SEE), link }),
        ..Letter::default()
    };
    context.letter((EmailKind::TakesPlace, id), &order.email_address, (message(SUBJECT), message(FOOTER)), &letter)
}
