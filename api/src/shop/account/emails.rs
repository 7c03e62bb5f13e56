//! E-mails about an account. Each has a sentence, a link button, and the reason why the recipient gets it. No e-mail
//! contains text that was entered at registration, because the address may belong to another person.

use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use midway_kernel::text::Text;

/// The texts of an e-mail. `{{site}}` is replaced by the shop's name.
pub struct EmailTexts {
    pub kind: EmailKind,
    pub subject: Text,
    pub body: Text,
    pub button: Text,
    pub footer: Text,
}

pub const VERIFICATION: EmailTexts = EmailTexts {
    kind: EmailKind::AddressVerification,
    subject: Text { id: "mail.verification.subject", default: "Confirm your email address for {{site}}" },
    body: Text {
        id: "mail.verification.body",
        default: "Please confirm your email address. This link expires in two days.",
    },
    button: Text { id: "mail.verification.button", default: "Confirm my email address" },
    footer: Text {
        id: "mail.verification.footer",
        default: "You received this email because someone requested it at {{site}}. If that wasn't you, you can \
                  ignore this email.",
    },
};

pub const PASSWORD_RESET: EmailTexts = EmailTexts {
    kind: EmailKind::PasswordReset,
    subject: Text { id: "mail.password-reset.subject", default: "Reset your {{site}} password" },
    body: Text {
        id: "mail.password-reset.body",
        default: "Choose a new password here. This link expires in one hour and works only once.",
    },
    button: Text { id: "mail.password-reset.button", default: "Choose a new password" },
    footer: Text {
        id: "mail.password-reset.footer",
        default: "You received this email because someone requested it at {{site}}. If that wasn't you, you can \
                  ignore this email. Your password hasn't changed.",
    },
};

pub const PASSWORD_CHANGED: EmailTexts = EmailTexts {
    kind: EmailKind::PasswordChanged,
    subject: Text { id: "mail.password-changed.subject", default: "Your {{site}} password was changed" },
    body: Text {
        id: "mail.password-changed.body",
        default: "Your password was just changed, and every other device was signed out. If this wasn't you, choose a new password right away.",
    },
    button: Text { id: "mail.password-changed.button", default: "Choose a new password" },
    footer: Text {
        id: "mail.password-changed.footer",
        default: "You received this email because you have an account at {{site}}.",
    },
};

pub const WELCOME: EmailTexts = EmailTexts {
    kind: EmailKind::Welcome,
    subject: Text { id: "mail.welcome.subject", default: "Welcome to {{site}}" },
    body: Text {
        id: "mail.welcome.body",
        default: "Your account is ready. It keeps your orders, tickets, passes, and reservations in one place. Please \
              confirm your email address, and we'll add everything you've already bought using that address. The \
              confirmation link expires in two days.",
    },
    button: Text { id: "mail.welcome.button", default: "Confirm my email address" },
    footer: Text {
        id: "mail.welcome.footer",
        default: "You received this email because someone created an account using this email address at {{site}}. \
                  If that wasn't you, you can ignore this email.",
    },
};

/// An e-mail to an account's owner. `id` is the same for each attempt to send it; `path` is the page that the button
/// opens.
pub fn account_email(
    context: &EmailContext,
    texts: &EmailTexts,
    id: &str,
    email_address: &str,
    path: &str,
) -> Result<Email> {
    let values = [("site", context.shop().to_owned())];
    let message = |text: Text| context.message(text, &values);
    let letter = Letter {
        title: message(texts.subject),
        paragraphs: vec![message(texts.body)],
        button: Some(Button { label: message(texts.button), link: context.link(path) }),
        ..Letter::default()
    };
    context.letter((texts.kind, id), email_address, (message(texts.subject), message(texts.footer)), &letter)
}
