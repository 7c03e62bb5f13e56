//! E-mails about an account: a sentence, a link button, and why the recipient gets it. They contain no text that was
//! entered at registration, because the address may belong to another person.

use lettre::Address;
use lettre::message::Mailbox;

use super::entity;
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::mailer::Email;
use crate::shop::site;
use midway_kernel::html::escaped;
use midway_kernel::text::{Messages, Text};

/// The texts of an e-mail. `{{site}}` in them stands for the shop's name.
pub struct EmailTexts {
    pub subject: Text,
    pub body: Text,
    pub button: Text,
    pub footer: Text,
}

/// An e-mail to an account's owner. `id` is the same for each attempt to send it; `path` is the page that the button
/// opens.
pub fn letter(app: &App, account: &entity::Model, id: &str, said: &EmailTexts, path: &str) -> Result<Email> {
    let catalog = app.catalog.current();
    let values = [("site", catalog.settings().web_site_name.clone())];
    let say = |text: Text| catalog.message(text, &values);
    let link = format!("{}{path}", app.config.public_url.as_str().trim_end_matches('/'));
    let to: Address = account.email_address.parse().map_err(Error::internal)?;
    let (body, button, footer) = (say(said.body), say(said.button), say(said.footer));
    Ok(Email {
        message_id: format!("<{id}@{}>", app.config.host_name()),
        from: site::sender(app, &catalog)?,
        to: Mailbox::new(None, to),
        subject: say(said.subject),
        date: app.clock.now(),
        text: format!("{body}\n\n{button}:\n{link}\n\n{footer}\n"),
        html: format!(
            "<!doctype html><html><body style=\"font-family:sans-serif;font-size:16px;line-height:1.5\"><p>{}</p>\
             <p><a href=\"{}\">{}</a></p><p style=\"font-size:14px\">{}</p></body></html>",
            escaped(&body),
            escaped(&link),
            escaped(&button),
            escaped(&footer)
        ),
        pictures: Vec::new(),
        files: Vec::new(),
    })
}
