//! Verifying an e-mail address with a link. Some offers require it.

use chrono::{DateTime, Duration};
use serde::{Deserialize, Serialize};

use super::emails::{EmailTexts, VERIFICATION, WELCOME, account_email};
use super::entity;
use super::limits::{VERIFICATIONS, VERIFICATIONS_BY_ADDRESS};
use super::store;
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::SignedIn;
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Failure, Job};
use crate::shop::order;
use crate::shop::site::EmailContext;
use midway_kernel::address::email_key;
use midway_kernel::secret::{random_id, same, sign};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The job that sends the link. Its subject is random, so that two requests send two e-mails.
pub const SEND_VERIFICATION: &str = "email-verification";

/// The job that welcomes the owner of a new account, with the link; its subject is the account's id.
pub const SEND_WELCOME: &str = "welcome";

const GOOD_FOR: Duration = Duration::hours(48);

const STALE: Text = Text {
    id: "account.verification-stale",
    default: "This link has expired or is for another account. Please request a new one and sign in to the same account before you open it.",
};
const VERIFIED_ALREADY: Text =
    Text { id: "account.verified-already", default: "Your email address ({{email}}) has already been confirmed." };

#[derive(Serialize, Deserialize)]
struct Document {
    account_id: String,
}

/// Requests an e-mail with the link. If the address is verified already, no e-mail is sent, and the session stores that
/// the address is verified.
///
/// # Errors
/// A refusal when the address is verified already; [`Error::TooMany`] over the limit per account or per network
/// address.
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

/// Sends the e-mail that a job requests.
pub async fn send_link(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = job.read()?;
    let Some(account) = store::find(app.db.read(), &document.account_id).await? else { return Ok(()) };
    send_to(app, &account, &VERIFICATION, job).await
}

/// Queues the e-mail to the owner of a new account.
pub async fn enqueue_welcome(tx: &Transaction, account_id: &str, now: Instant) -> Result<()> {
    jobs::enqueue(tx, SEND_WELCOME, account_id, &Document { account_id: account_id.to_owned() }, now).await
}

/// Sends the e-mail to the owner of a new account. Sends nothing if there is no such account, or if its address has been
/// verified meanwhile.
pub async fn send_welcome(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = job.read()?;
    let account = store::find(app.db.read(), &document.account_id).await?;
    match account.filter(|account| account.verified_email().is_none()) {
        Some(account) => send_to(app, &account, &WELCOME, job).await,
        None => Ok(()),
    }
}

/// Sends an e-mail with a new link.
async fn send_to(app: &App, account: &entity::Model, texts: &EmailTexts, job: &Job) -> Result<(), Failure> {
    let path = format!("verify-email?token={}", token(app, account, app.clock.now() + GOOD_FOR));
    let email = account_email(&EmailContext::of(app), texts, &job.subject, &account.email_address, &path)?;
    Ok(app.mailer.send(&email).await?)
}

/// Accepts a link's token as proof that the account's owner has access to its address, and stores this in the session
/// too. Guest orders that were placed with the address then belong to the account.
///
/// # Errors
/// A refusal for a token that has expired, has a wrong digest, or is for a different account or address.
pub async fn verify(app: &App, signed_in: &SignedIn, given: &str) -> Result<()> {
    let now = app.clock.now();
    let account = super::actions::account(app, signed_in).await?;
    let until = given.split_once('.').and_then(|(seconds, _)| DateTime::from_timestamp(seconds.parse().ok()?, 0));
    let is_good = until.is_some_and(|until| now < until && same(given, &token(app, &account, until)));
    if !is_good {
        return Err(Refusal::new(STALE).into());
    }
    let tx = app.db.begin().await?;
    store::verify_email(&tx, &account.id, now).await?;
    order::attach_by_email(&tx, &email_key(&account.email_address), &account.id).await?;
    tx.commit().await?;
    signed_in.visitor.change(|session| session.verified_email = Some(account.email_address.clone())).await
}

/// A token: its expiry time, and a keyed digest of that time, the account and the address. It can be checked without a
/// stored copy.
fn token(app: &App, account: &entity::Model, until: Instant) -> String {
    let seconds = until.timestamp();
    let key = email_key(&account.email_address);
    format!("{seconds}.{}", sign(&app.secret, &format!("verify-email|{}|{key}|{seconds}", account.id)))
}
