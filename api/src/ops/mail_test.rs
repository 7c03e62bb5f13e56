//! `midway mail-test ADDRESS`: sends one e-mail as the shop sends its own, to try the mail server.

use std::fmt;

use lettre::Address;
use lettre::message::Mailbox;

use crate::app::App;
use crate::error::Result;
use crate::shop::site::{EmailContext, Letter};
use midway_kernel::secret::random_id;

/// An e-mail that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub from: Mailbox,
    pub to: Address,
    /// Whether an SMTP server has it; otherwise it is a file.
    by_smtp: bool,
    folder: String,
}

/// Sends the e-mail at once, without a job: it is sent once, or the command says why not.
///
/// # Errors
/// When the mail server does not answer or refuses the e-mail, with its answer.
pub async fn send(app: &App, to: Address) -> Result<Sent> {
    let context = EmailContext::of(app);
    let letter = Letter {
        title: "The mail server works".to_owned(),
        paragraphs: vec![
            "If it is in the folder for spam, the mail server does not sign it (DKIM), or the domain of the sender does \
             not name the server (SPF)."
                .to_owned(),
        ],
        ..Letter::default()
    };
    let message_id = format!("<mail-test-{}@{}>", random_id(), app.config.host_name());
    let subject = format!("A test of the mail server of {}", context.shop());
    let footer = format!("`midway mail-test` of {} has sent this e-mail.", app.config.public_url);
    let email = context.letter_with_id(message_id, to.as_ref(), (subject, footer), &letter)?;
    app.mailer.send(&email).await?;
    let folder = app.config.data.join("mail").display().to_string();
    Ok(Sent { from: email.from, to, by_smtp: app.config.smtp_url.is_some(), folder })
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sent { from, to, by_smtp, folder } = self;
        match by_smtp {
            true => write!(
                f,
                "the mail server has accepted an e-mail from {from} to {to}; see whether it arrives, and not as spam"
            ),
            false => write!(f, "there is no SMTP_URL, so the e-mail from {from} to {to} is a file in {folder}"),
        }
    }
}
