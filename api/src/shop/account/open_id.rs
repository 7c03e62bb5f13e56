//! Signing in at the operator's identity provider instead of with a password.
//!
//! A person at the provider is linked to one account. At the first sign-in, the person is linked to the account with
//! the e-mail address that the provider has verified, or to a new account. An unverified address is not used to find an
//! account, because anyone could have entered it.

use chrono::Duration;

use super::actions::{enter, hand_to_owner};
use super::entity::{self, identity};
use super::limits::PROVIDED_SIGN_INS;
use super::rules::{Profile, name_of};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::open_id::{Fault, Identity, OpenId};
use crate::platform::sessions;
use crate::shop::order;
use midway_kernel::address::{email_key, is_email};
use midway_kernel::secret::{random_id, same};
use midway_kernel::text::Text;

/// How long a visitor may spend at the provider, for example to find a password or wait for an e-mail.
const MAY_TAKE: Duration = Duration::minutes(30);

const NOT_BEGUN: Text = Text {
    id: "account.open-id-not-begun",
    default: "This sign-in was started in another browser, took too long, or has already been completed. Please \
              start again.",
};
const DENIED: Text =
    Text { id: "account.open-id-denied", default: "You weren't signed in because the sign-in was canceled or denied." };
const NOT_GOOD: Text =
    Text { id: "account.open-id-not-good", default: "We couldn't verify the sign-in. Please start again." };
const NO_EMAIL: Text = Text {
    id: "account.open-id-no-email",
    default: "Your sign-in service doesn't have a confirmed email address for you. Please confirm your email address \
              there and try again.",
};

/// The parameters with which the provider sends a browser back.
#[derive(Clone, Debug)]
pub struct Callback {
    pub state: String,
    pub code: Option<String>,
    /// The protocol's error code, if the sign-in failed and there is no authorization code.
    pub error: Option<String>,
    pub issuer: Option<String>,
}

/// Begins a sign-in; returns the address of the provider's page.
///
/// # Errors
/// [`Error::NotFound`] when no provider is configured; [`Error::Unavailable`] while it does not answer;
/// [`Error::TooMany`] over the limit.
pub async fn begin(app: &App, visitor: &Visitor, return_url: &str) -> Result<String> {
    let provider = provider(app)?;
    app.limits.attempt(PROVIDED_SIGN_INS, visitor.address()).await?;
    let (url, begun) = provider.begin(return_url, app.clock.now()).await.map_err(to_error)?;
    visitor.change(|session| session.begun_sign_in = Some(begun.clone())).await?;
    Ok(url.into())
}

/// Finishes a sign-in; returns the page that the visitor wanted to open.
///
/// # Errors
/// The errors of [`begin`]; a refusal for a callback that this browser did not request, has used already or receives
/// too late, when the provider or the visitor refused the sign-in, and when the provider has no verified e-mail address
/// for the visitor; the errors of [`enter`].
pub async fn finish(app: &App, visitor: &Visitor, callback: Callback) -> Result<String> {
    let provider = provider(app)?;
    let now = app.clock.now();
    app.limits.attempt(PROVIDED_SIGN_INS, visitor.address()).await?;
    // A callback with a different state does not end the sign-in in progress, so that a link on a foreign page cannot
    // disturb it.
    let begun = visitor.session().await?.begun_sign_in;
    let begun = begun.filter(|begun| same(&begun.state, &callback.state) && now - begun.begun_at < MAY_TAKE);
    let begun = begun.ok_or(Refusal::new(NOT_BEGUN))?;
    visitor.change(|session| session.begun_sign_in = None).await?;
    if callback.issuer.is_some_and(|issuer| !provider.is_issuer(&issuer)) {
        return Err(Refusal::new(NOT_GOOD).into());
    }
    let code = match (callback.error, callback.code) {
        (None, Some(code)) => code,
        (Some(error), _) if error == "access_denied" => return Err(Refusal::new(DENIED).into()),
        (error, _) => {
            tracing::warn!(error, "the identity provider did not sign the visitor in");
            return Err(Refusal::new(NOT_GOOD).into());
        }
    };
    let identity = provider.finish(&begun, &code, now).await.map_err(to_error)?;
    let account = find_or_create(app, identity).await?;
    enter(app, visitor, &account).await?;
    Ok(begun.return_url)
}

/// The account linked to the person, created if needed.
async fn find_or_create(app: &App, identity: Identity) -> Result<entity::Model> {
    if let Some(known) = store::by_identity(app.db.read(), &identity.issuer, &identity.subject).await? {
        return Ok(known);
    }
    let now = app.clock.now();
    let email_address = identity.verified_email.filter(|email| is_email(email)).ok_or(Refusal::new(NO_EMAIL))?;
    let key = email_key(&email_address);
    let profile = Profile {
        first_name: name_of(identity.first_name),
        last_name: name_of(identity.last_name),
        ..Profile::default()
    };
    let new = entity::Model {
        id: random_id(),
        email_address,
        email_key: key.clone(),
        first_name: profile.first_name.clone(),
        last_name: profile.last_name.clone(),
        phone_number: None,
        address: None,
        password_hash: None,
        created_at: now,
        email_verified_at: Some(now),
    };
    let tx = app.db.begin().await?;
    store::insert(&tx, new).await?;
    let gone = || Error::Internal("an existing account was not found".to_owned());
    let account = store::by_email(&tx, &key).await?.ok_or_else(gone)?;
    store::lock(&tx, &account.id).await?;
    if account.email_verified_at.is_none() {
        // The address was never verified, so another person may have registered the account: remove its password and
        // end its sessions.
        store::set_password(&tx, &account.id, None).await?;
        sessions::begin_epoch(&tx, &account.id).await?;
        hand_to_owner(&tx, &account.id, profile, now).await?;
    }
    let row = identity::Model {
        issuer: identity.issuer,
        subject: identity.subject,
        account_id: account.id.clone(),
        created_at: now,
    };
    store::insert_identity(&tx, row).await?;
    order::attach_by_email(&tx, &key, &account.id).await?;
    let account = store::find(&tx, &account.id).await?.ok_or_else(gone)?;
    tx.commit().await?;
    Ok(account)
}

fn provider(app: &App) -> Result<&OpenId> {
    app.open_id.as_ref().ok_or(Error::NotFound)
}

fn to_error(fault: Fault) -> Error {
    match fault {
        Fault::Unavailable(cause) => Error::Unavailable { service: "the identity provider", cause },
        Fault::NotGood(cause) => {
            tracing::warn!(cause, "a sign-in at the identity provider could not be verified");
            Refusal::new(NOT_GOOD).into()
        }
    }
}
