//! Registering and signing in. What these answer, and how long they take, is the same whether an account exists or not.

use super::entity;
use super::rules::{self, GUESSES, GUESSES_BY_ADDRESS, NOT_KNOWN, QUESTIONS, REGISTRATIONS, Registration, email_key};
use super::store;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::{SessionData, SignedIn, Visitor};
use crate::kernel::address::{EMAIL, is_email};
use crate::kernel::input::Secret;
use crate::kernel::secret::{fingerprint, random_id};
use crate::shop::{cart, order};

/// Makes an account, unless its e-mail has one.
///
/// # Errors
/// A refusal with one entry per wrong field; [`Error::TooMany`] past the limit of the caller's address.
pub async fn register(app: &App, visitor: &Visitor, registration: Registration) -> Result<()> {
    let now = app.clock.now();
    app.limits.attempt(REGISTRATIONS, visitor.address()).await?;
    let registration = rules::checked(registration)?;
    // Hashed and written in any case: the work must not tell what the answer does not.
    let password_hash = app.passwords.hash(&registration.password).await?;
    let row = entity::Model {
        id: random_id(),
        email_key: email_key(&registration.email_address),
        email_address: registration.email_address,
        first_name: registration.first_name,
        last_name: registration.last_name,
        phone_number: registration.phone_number,
        password_hash,
        created_at: now,
        email_verified_at: None,
    };
    store::insert(app.db.write(), row).await?;
    Ok(())
}

/// Checks an e-mail's form before its owner is asked for more.
///
/// # Errors
/// A refusal when it cannot be an address.
pub async fn smart_login(app: &App, visitor: &Visitor, email_address: &str) -> Result<()> {
    app.limits.attempt(QUESTIONS, visitor.address()).await?;
    if !is_email(email_address) {
        let field = FieldFault { field: "emailAddress".to_owned(), text: EMAIL, values: Vec::new() };
        return Err(Refusal { text: EMAIL, values: Vec::new(), fields: vec![field] }.into());
    }
    Ok(())
}

/// Signs a visitor in. The guest's cart and orders become the account's; somebody else's, who was signed in here before, stay
/// where they are.
///
/// # Errors
/// One refusal for an unknown e-mail and for a wrong password; [`Error::TooMany`] for a guesser; those of [`cart::merge`].
pub async fn sign_in(app: &App, visitor: &Visitor, email_address: &str, password: &Secret) -> Result<()> {
    let now = app.clock.now();
    let key = email_key(email_address);
    // Counted for e-mails without an account too, and under a name that tells nothing of it.
    let secret = fingerprint(&key);
    app.limits.attempt(GUESSES_BY_ADDRESS, visitor.address()).await?;
    app.limits.begin(GUESSES, &secret, now).await?;
    let found = store::by_email(app.db.read(), &key).await?;
    let kept = found.as_ref().map(|account| account.password_hash.as_str());
    if !app.passwords.verify(password, kept).await? {
        return Err(Refusal::new(NOT_KNOWN).into());
    }
    let account = found.ok_or(Refusal::new(NOT_KNOWN))?;
    app.limits.succeeded(GUESSES, &secret).await;
    app.limits.give_back(GUESSES_BY_ADDRESS, visitor.address()).await;
    let data = bring_along(app, visitor, &account).await?;
    visitor.renew(data).await
}

/// Hands the guest's cart and orders to the account, in one transaction; answers what the new session holds.
async fn bring_along(app: &App, visitor: &Visitor, account: &entity::Model) -> Result<SessionData> {
    let now = app.clock.now();
    let session = visitor.session().await?;
    let account_id = account.id.as_str();
    let verified_email = account.verified_email();
    let (cart_id, previous_cart_id) = match &session.account_id {
        None => (session.cart_id, session.previous_cart_id),
        Some(same) if same == account_id => return Ok(SessionData { verified_email, ..session }),
        Some(_) => (None, None),
    };
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    store::lock(&tx, account_id).await?;
    let own_cart = cart::merge(&tx, &catalog, cart_id.as_deref(), account_id, now).await?;
    let bought: Vec<String> = cart_id.into_iter().chain(previous_cart_id).collect();
    let latest = order::attach(&tx, &bought, account_id).await?;
    tx.commit().await?;
    // Without a cart to go on with, the one that was bought is still this visitor's latest.
    let (cart_id, previous_cart_id) = if own_cart.is_some() { (own_cart, latest) } else { (latest, None) };
    // What a guest has proven stays this person's; what another account has, does not.
    let proven_orders = if session.account_id.is_none() { session.proven_orders } else { Vec::new() };
    let site_id = session.site_id;
    let account_id = Some(account_id.to_owned());
    Ok(SessionData { account_id, verified_email, cart_id, previous_cart_id, site_id, proven_orders })
}

/// The account of who is signed in.
///
/// # Errors
/// [`Error::SignIn`] when it does not exist any more.
pub async fn account(app: &App, signed_in: &SignedIn) -> Result<entity::Model> {
    store::find(app.db.read(), &signed_in.account_id).await?.ok_or(Error::SignIn)
}
