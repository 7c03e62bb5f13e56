//! What all of the shop's e-mails have in common: their kinds, their sender, their Message-IDs and their layout.
//!
//! The templates are in `api/templates/email`, each in one version for HTML and one for plain text. Values are escaped
//! in `.html` templates.

use std::sync::Arc;

use askama::Template;
use lettre::Address;
use lettre::message::Mailbox;
use sea_orm::EnumIter;

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::platform::mailer::Email;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::Instant;

/// The kinds of e-mails that the shop sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter)]
pub enum EmailKind {
    OrderConfirmation,
    DeclinedPayment,
    Reservation,
    AddressVerification,
    PasswordReset,
    PasswordChanged,
}

impl EmailKind {
    /// The name with which the Message-IDs of this kind begin.
    pub fn name(self) -> &'static str {
        match self {
            EmailKind::OrderConfirmation => "order",
            EmailKind::DeclinedPayment => "declined",
            EmailKind::Reservation => "reservation",
            EmailKind::AddressVerification => "verification",
            EmailKind::PasswordReset => "password-reset",
            EmailKind::PasswordChanged => "password-changed",
        }
    }
}

/// The data of the shop that an e-mail needs.
pub struct EmailContext {
    pub catalog: Arc<Catalog>,
    pub config: Arc<Config>,
    pub now: Instant,
}

/// What the layouts `layout.html` and `layout.txt` show in every e-mail.
pub struct EmailLayout {
    pub subject: String,
    pub footer: String,
    /// The notice of a test shop.
    pub notice: Option<&'static str>,
}

/// A sample of an e-mail, which `midway email-samples` writes for the operator.
pub struct EmailSample {
    pub name: &'static str,
    pub email: Email,
}

impl EmailContext {
    pub fn of(app: &App) -> Self {
        EmailContext { catalog: app.catalog.current(), config: app.config.clone(), now: app.clock.now() }
    }

    pub fn message(&self, text: Text, values: &[(&'static str, String)]) -> String {
        self.catalog.message(text, values)
    }

    /// The shop's name.
    pub fn shop(&self) -> &str {
        &self.catalog.settings().web_site_name
    }

    /// The address of one of the shop's pages.
    pub fn link(&self, path: &str) -> String {
        format!("{}/{path}", self.config.public_url.as_str().trim_end_matches('/'))
    }

    pub fn layout(&self, subject: String, footer: String) -> EmailLayout {
        EmailLayout { subject, footer, notice: self.config.test_notice() }
    }

    /// An e-mail from its two templates, without pictures and attachments.
    ///
    /// # Errors
    /// When the sender's address is invalid, or a template cannot be rendered.
    pub fn email(
        &self,
        (message_id, to): (String, Address),
        layout: &EmailLayout,
        html: &impl Template,
        text: &impl Template,
    ) -> Result<Email> {
        Ok(Email {
            message_id,
            from: self.sender()?,
            to: Mailbox::new(None, to),
            subject: layout.subject.clone(),
            date: self.now,
            text: text.render().map_err(Error::internal)?,
            html: html.render().map_err(Error::internal)?,
            pictures: Vec::new(),
            files: Vec::new(),
        })
    }

    /// The sender: from the configuration, otherwise from the catalogue, otherwise the shop's default.
    ///
    /// # Errors
    /// When the configured address is invalid.
    fn sender(&self) -> Result<Mailbox> {
        if let Some(sender) = &self.config.mail_from {
            return Ok(sender.clone());
        }
        match &self.catalog.settings().mail_from {
            Some(sender) => sender.parse().map_err(Error::internal),
            None => {
                let address = Address::new("tickets", self.config.host_name()).map_err(Error::internal)?;
                Ok(Mailbox::new(Some(self.shop().to_owned()), address))
            }
        }
    }
}

/// The Message-ID of an e-mail; `id` is the same for each attempt to send it.
pub fn message_id(config: &Config, kind: EmailKind, id: &str) -> String {
    format!("<{}-{id}@{}>", kind.name(), config.host_name())
}
