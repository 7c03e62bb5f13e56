//! E-mails about due payments.

use chrono::NaiveDate;
use lettre::Address;
use lettre::message::Mailbox;

use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::mailer::Email;
use crate::shop::order::InstallmentOrder;
use crate::shop::site;
use midway_kernel::html::escaped;
use midway_kernel::money::Money;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::day_in_words;

const SUBJECT: Text =
    Text { id: "mail.declined.subject", default: "A payment for your {{site}} order {{order}} was declined" };
const BODY: Text = Text {
    id: "mail.declined.body",
    default: "Payment {{payment}} of {{count}} for your order {{order}}, {{amount}}, could not be charged to your card {{card}}.",
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
    /// The card's display text.
    pub card: String,
    /// Counts today's payment of the order as number 1.
    pub number: i32,
    pub count: usize,
    pub amount: Money,
    pub tried_again_on: Option<NaiveDate>,
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
pub fn declined(app: &App, sold: &InstallmentOrder, said: &Declined, id: &str) -> Result<Email> {
    let catalog = app.catalog.current();
    let values = [
        ("site", catalog.settings().web_site_name.clone()),
        ("order", sold.number.clone()),
        ("payment", said.number.to_string()),
        ("count", said.count.to_string()),
        ("amount", said.amount.display()),
        ("card", said.card.clone()),
        ("link", app.config.public_url.join("profile#plans").map_err(Error::internal)?.to_string()),
        ("day", said.tried_again_on.map(day_in_words).unwrap_or_default()),
    ];
    let say = |text: Text| catalog.message(text, &values);
    let next = say(if said.tried_again_on.is_some() { AGAIN } else { NOT_AGAIN });
    let (body, ways, footer) = (say(BODY), say(WAYS), say(FOOTER));
    let to: Address = sold.email_address.parse().map_err(Error::internal)?;
    Ok(Email {
        message_id: format!("<declined-{id}@{}>", app.config.host_name()),
        from: site::sender(app, &catalog)?,
        to: Mailbox::new(None, to),
        subject: say(SUBJECT),
        date: app.clock.now(),
        text: format!("{body}\n\n{next}\n\n{ways}\n\n{footer}\n"),
        html: format!(
            "<!doctype html><html><body style=\"font-family:sans-serif;font-size:16px;line-height:1.5\"><p>{}</p><p>{}</p><p>{}</p>\
             <p style=\"font-size:14px\">{}</p></body></html>",
            escaped(&body),
            escaped(&next),
            escaped(&ways),
            escaped(&footer)
        ),
        pictures: Vec::new(),
        files: Vec::new(),
    })
}
