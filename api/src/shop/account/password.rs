//! Changing a password: with the current one, or with a link sent to the account's e-mail address.
//!
//! A request for a link gets the same response after the same work, whether the address has an account or not: it
//! writes a job, and only the worker looks for the account. A new password ends all of the account's sessions and
//! invalidates all other links.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::actions::{account, hand_to_owner, refuse_with_identity_provider};
use super::emails::{PASSWORD_CHANGED, PASSWORD_RESET, account_email};
use super::entity::reset;
use super::limits::{RESET_LINKS, RESETS, RESETS_BY_ADDRESS, SIGN_IN_FAILURES};
use super::rules::{Profile, new_password, wrong_field};
use super::store;
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::{SessionData, SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::sessions;
use crate::shop::order;
use crate::shop::site::EmailContext;
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::input::Secret;
use midway_kernel::secret::{fingerprint, random_id, random_token};
use midway_kernel::text::Text;

/// The job that sends a link. Its subject is random, so that two requests send two e-mails.
pub const SEND_RESET: &str = "password-reset";
/// The job that tells an account's owner by e-mail that the password was changed.
pub const SEND_CHANGED: &str = "password-changed";

const GOOD_FOR: Duration = Duration::hours(1);

const WRONG_PASSWORD: Text = Text { id: "account.wrong-password", default: "This isn't your current password" };
const STALE: Text =
    Text { id: "account.reset-stale", default: "This link is no longer valid. Please request a new one." };

#[derive(Serialize, Deserialize)]
struct ResetDocument {
    email_key: String,
}

#[derive(Serialize, Deserialize)]
struct ChangedDocument {
    account_id: String,
}

/// Sets a new password after checking the current one. This browser gets a new session; all other sessions of the
/// account end.
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; a refusal that names the invalid field; [`Error::TooMany`] after
/// too many wrong current passwords; a conflict when the password is changed at the same time.
pub async fn change(app: &App, signed_in: &SignedIn, current: &Secret, wanted: Secret) -> Result<()> {
    refuse_with_identity_provider(app)?;
    let account = account(app, signed_in).await?;
    let wanted = new_password(wanted, &account)?;
    // Wrong passwords are counted here separately from sign-ins, so that a stranger's failed sign-ins do not delay the
    // signed-in owner.
    let guessed_at = format!("{}.signed-in", fingerprint(&account.email_key));
    app.limits.begin(SIGN_IN_FAILURES, &guessed_at, app.clock.now()).await?;
    if !app.passwords.verify(current, account.password_hash.as_deref()).await? {
        return Err(wrong_field("currentPassword", WRONG_PASSWORD).into());
    }
    app.limits.succeeded(SIGN_IN_FAILURES, &guessed_at).await;
    let hash = app.passwords.hash(&wanted).await?;
    let tx = app.db.begin().await?;
    let now_kept = store::lock(&tx, &account.id).await?.ok_or(Error::SignIn)?;
    if now_kept.password_hash != account.password_hash {
        return Err(Error::Conflict(AGAIN));
    }
    let epoch = set(app, &tx, &account.id, hash).await?;
    tx.commit().await?;
    let session = signed_in.visitor.session().await?;
    signed_in.visitor.renew(SessionData { epoch, ..session }).await
}

/// Requests an e-mail with a link for an address, whether or not it has an account.
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; a refusal for an invalid address; [`Error::TooMany`] over the
/// limit per e-mail address or per network address.
pub async fn request_reset(app: &App, visitor: &Visitor, email_address: &str) -> Result<()> {
    refuse_with_identity_provider(app)?;
    let now = app.clock.now();
    if !is_email(email_address) {
        return Err(wrong_field("emailAddress", EMAIL).into());
    }
    let email_key = email_key(email_address);
    app.limits.attempt_by_clock(RESETS_BY_ADDRESS, visitor.address(), now).await?;
    app.limits.attempt_by_clock(RESETS, &fingerprint(&email_key), now).await?;
    let tx = app.db.begin().await?;
    jobs::enqueue(&tx, SEND_RESET, &random_id(), &ResetDocument { email_key }, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Sends the e-mail that a job requests. A retry sends a new link, and the earlier link stays valid.
pub async fn send_reset(app: &App, job: &Job) -> Result<(), Failure> {
    let document: ResetDocument = job.read()?;
    let Some(account) = store::by_email(app.db.read(), &document.email_key).await? else { return Ok(()) };
    let token = random_token();
    let row = reset::Model {
        token_fingerprint: fingerprint(&token),
        account_id: account.id.clone(),
        ends_at: app.clock.now() + GOOD_FOR,
    };
    store::insert_reset(app.db.write(), row).await?;
    let path = format!("reset-password?token={token}");
    let email = account_email(&EmailContext::of(app), &PASSWORD_RESET, &job.subject, &account.email_address, &path)?;
    Ok(app.mailer.send(&email).await?)
}

/// Sets a new password with a link. It ends all sessions of the account and begins none. Opening the link proves access
/// to the e-mail address; the first proof hands the account to its owner ([`hand_to_owner`]).
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; a refusal for a link that was used, has expired or is unknown; a
/// refusal that names the password field for an invalid password; [`Error::TooMany`] over the limit per network
/// address.
pub async fn reset(app: &App, visitor: &Visitor, token: &str, wanted: Secret) -> Result<()> {
    refuse_with_identity_provider(app)?;
    let now = app.clock.now();
    app.limits.attempt_by_clock(RESET_LINKS, visitor.address(), now).await?;
    let link = fingerprint(token);
    let stale = || Refusal::new(STALE);
    let account_id = store::resettable(app.db.read(), &link, now).await?.ok_or_else(stale)?;
    let account = store::find(app.db.read(), &account_id).await?.ok_or_else(stale)?;
    let wanted = new_password(wanted, &account)?;
    let hash = app.passwords.hash(&wanted).await?;
    let tx = app.db.begin().await?;
    let account = store::lock(&tx, &account_id).await?.ok_or_else(stale)?;
    if !store::take_reset(&tx, &link, now).await? {
        return Err(stale().into());
    }
    set(app, &tx, &account.id, hash).await?;
    if account.email_verified_at.is_none() {
        hand_to_owner(&tx, &account.id, Profile::default(), now).await?;
    }
    order::attach_by_email(&tx, &account.email_key, &account.id).await?;
    tx.commit().await?;
    // Wrong attempts at the old password must not delay a sign-in with the new password.
    app.limits.succeeded(SIGN_IN_FAILURES, &fingerprint(&account.email_key)).await;
    Ok(())
}

/// Sends the e-mail about a changed password.
pub async fn send_changed(app: &App, job: &Job) -> Result<(), Failure> {
    let document: ChangedDocument = job.read()?;
    let Some(account) = store::find(app.db.read(), &document.account_id).await? else { return Ok(()) };
    let context = EmailContext::of(app);
    let email = account_email(&context, &PASSWORD_CHANGED, &job.subject, &account.email_address, "forgot-password")?;
    Ok(app.mailer.send(&email).await?)
}

/// Writes a new password, ends all sessions of the account and queues the e-mail to its owner. Returns the epoch of
/// sessions that begin now.
async fn set(app: &App, tx: &Transaction, account_id: &str, hash: String) -> Result<i64> {
    store::set_password(tx, account_id, Some(hash)).await?;
    let document = ChangedDocument { account_id: account_id.to_owned() };
    jobs::enqueue(tx, SEND_CHANGED, &random_id(), &document, app.clock.now()).await?;
    sessions::begin_epoch(tx, account_id).await
}
