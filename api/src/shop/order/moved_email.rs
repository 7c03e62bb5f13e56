//! The e-mail to the buyer of a performance that takes place at another time.

use serde::{Deserialize, Serialize};

use super::entity::order;
use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use midway_kernel::text::Text;

const SUBJECT: Text = Text { id: "mail.moved.subject", default: "New date for {{name}}: {{to}}" };
const TITLE: Text = Text { id: "mail.moved.title", default: "{{name}} has a new date" };
const BODY: Text = Text {
    id: "mail.moved.body",
    default: "{{name}} has a new date: {{to}} (originally {{from}}). If the new date works for you, just bring the new \
              tickets.",
};
const TICKETS: Text = Text {
    id: "mail.moved.tickets",
    default: "Please use the tickets in this email or on your order page. Any tickets you printed or saved earlier \
              are no longer valid.",
};
const CHOICE: Text = Text {
    id: "mail.moved.choice",
    default: "If the new date doesn't work for you, choose other tickets or a refund by {{until}}.",
};
const MONEY: Text = Text {
    id: "mail.moved.money",
    default: "If the new date doesn't work for you, you can get a refund until {{until}}. Just cancel your tickets on \
              your order page.",
};
const ORDER: Text = Text { id: "mail.moved.order", default: "Order" };
const BEFORE: Text = Text { id: "mail.moved.before", default: "Original date" };
const NOW: Text = Text { id: "mail.moved.now", default: "New date" };
const SEE: Text = Text { id: "mail.moved.see", default: "See my order" };
const FOOTER: Text = Text {
    id: "mail.moved.footer",
    default: "You received this email because of an order placed at {{site}}. Questions? Please have your \
              confirmation number ready.",
};

/// What the e-mail says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovedVisit {
    /// The show.
    pub name: String,
    /// When it was to take place, in words.
    pub from: String,
    /// When it takes place, in words.
    pub to: String,
    /// Until when the buyer may choose other tickets or the money, in words; `None` without this choice.
    pub choice_until: Option<String>,
    /// Whether nothing can be exchanged for other tickets.
    pub only_money: bool,
}

/// Builds the e-mail. `link` leads to the order, and `id` is the same for each attempt to send it.
///
/// # Errors
/// When the order's e-mail address is invalid or a template cannot be rendered.
pub fn moved_email(
    context: &EmailContext,
    order: &order::Model,
    moved: &MovedVisit,
    (id, link): (&str, String),
) -> Result<Email> {
    let values = [
        ("site", context.shop().to_owned()),
        ("name", moved.name.clone()),
        ("from", moved.from.clone()),
        ("to", moved.to.clone()),
        ("until", moved.choice_until.clone().unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let choice = moved.choice_until.is_some().then(|| message(if moved.only_money { MONEY } else { CHOICE }));
    let letter = Letter {
        title: message(TITLE),
        paragraphs: [message(BODY), message(TICKETS)].into_iter().chain(choice).collect(),
        facts: vec![
            (message(ORDER), order.number.clone()),
            (message(BEFORE), moved.from.clone()),
            (message(NOW), moved.to.clone()),
        ],
        button: Some(Button { label: message(SEE), link }),
        ..Letter::default()
    };
    context.letter((EmailKind::Moved, id), &order.email_address, (message(SUBJECT), message(FOOTER)), &letter)
}
