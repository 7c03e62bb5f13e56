//! Proving an e-mail address: by a link that is sent there. Some offers are for those who have done so.

use chrono::{DateTime, Duration};
use lettre::Address;
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};

use super::entity;
use super::rules::{VERIFICATIONS, VERIFICATIONS_BY_ADDRESS, email_key};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::problem::words;
use crate::http::visitor::SignedIn;
use crate::kernel::html::escaped;
use crate::kernel::secret::{random_id, same, sign};
use crate::kernel::text::Text;
use crate::kernel::time::Instant;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::mailer::Letter;
use crate::shop::order;

/// The job that sends the link. Its subject is random: whoever asks twice gets two letters.
pub const SEND_VERIFICATION: &str = "email-verification";

const GOOD_FOR: Duration = Duration::hours(48);

const STALE: Text = Text {
    id: "account.verification-stale",
    words: "This link is no longer good. Please ask for a new one and open it in the account that it is for.",
};
const VERIFIED_ALREADY: Text =
    Text { id: "account.verified-already", words: "Your e-mail address {{email}} is confirmed already." };
const SUBJECT: Text = Text { id: "mail.verification.subject", words: "Your e-mail address at {{site}}" };
const BODY: Text = Text {
    id: "mail.verification.body",
    words: "Please confirm that this is your e-mail address. The link is good for two days.",
};
const BUTTON: Text = Text { id: "mail.verification.button", words: "Confirm my e-mail address" };
const FOOTER: Text = Text {
    id: "mail.verification.footer",
    words: "You get this letter because somebody asked for it at {{site}}. If it was not you, there is nothing to do.",
};

#[derive(Serialize, Deserialize)]
struct Document {
    account_id: String,
}

/// Asks for a letter with the link. An address that is proven needs none: this session learns of it.
///
/// # Errors
/// A refusal when it is proven; [`Error::TooMany`] past the limits of one account and of one address of the network.
pub async fn send(app: &App, signed_in: &SignedIn) -> Result<()> {
    let account = super::actions::account(app, signed_in).await?;
    if let Some(email) = account.verified_email() {
        signed_in.visitor.change(|session| session.verified_email = Some(email.clone())).await?;
        return Err(Refusal::new(VERIFIED_ALREADY).with("email", email).into());
    }
    app.limits.attempt(VERIFICATIONS, &signed_in.account_id).await?;
    app.limits.attempt(VERIFICATIONS_BY_ADDRESS, signed_in.visitor.address()).await?;
    let tx = app.db.begin().await?;
    let document = Document { account_id: account.id };
    jobs::enqueue(&tx, SEND_VERIFICATION, &random_id(), &document, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Sends the letter that a job asks for.
pub async fn send_letter(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document =
        serde_json::from_str(&job.document).map_err(|error| Failure::Never(format!("its document: {error}")))?;
    let Some(account) = store::find(app.db.read(), &document.account_id).await? else { return Ok(()) };
    Ok(app.mailer.send(&letter(app, &account, &job.subject)?).await?)
}

fn letter(app: &App, account: &entity::Model, id: &str) -> Result<Letter> {
    let catalog = app.catalog.current();
    let now = app.clock.now();
    // Nothing of what somebody typed at registering goes to an address that may be another's.
    let values = [("site", catalog.settings().web_site_name.clone())];
    let say = |text: Text| words(&catalog, text, &values);
    let root = app.config.public_url.as_str().trim_end_matches('/');
    let link = format!("{root}/verify-email?token={}", token(app, account, now + GOOD_FOR));
    let to: Address = account.email_address.parse().map_err(Error::internal)?;
    let (body, button, footer) = (say(BODY), say(BUTTON), say(FOOTER));
    Ok(Letter {
        message_id: format!("<verification-{id}@{}>", app.config.host_name()),
        from: order::sender(app, &catalog)?,
        to: Mailbox::new(None, to),
        subject: say(SUBJECT),
        date: now,
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

/// Takes a link's token as the proof that the account's address is its owner's, now and in this session.
///
/// # Errors
/// A refusal when it is too old, was not made here, or for another account or address.
pub async fn verify(app: &App, signed_in: &SignedIn, given: &str) -> Result<()> {
    let now = app.clock.now();
    let account = super::actions::account(app, signed_in).await?;
    let until = given.split_once('.').and_then(|(seconds, _)| DateTime::from_timestamp(seconds.parse().ok()?, 0));
    let is_good = until.is_some_and(|until| now < until && same(given, &token(app, &account, until)));
    if !is_good {
        return Err(Refusal::new(STALE).into());
    }
    store::verify_email(app.db.write(), &account.id, now).await?;
    signed_in.visitor.change(|session| session.verified_email = Some(account.email_address.clone())).await
}

/// The end of its time and a digest over it, the account and the address: nothing needs to be kept.
fn token(app: &App, account: &entity::Model, until: Instant) -> String {
    let seconds = until.timestamp();
    let key = email_key(&account.email_address);
    format!("{seconds}.{}", sign(&app.secret, &format!("verify-email|{}|{key}|{seconds}", account.id)))
}
