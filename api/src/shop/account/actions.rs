//! Registering and signing in. What these answer, and how long they take, is the same whether an account exists or not.

use super::entity;
use super::rules::{self, GUESSES, GUESSES_BY_ADDRESS, NOT_KNOWN, Profile, QUESTIONS, REGISTRATIONS, Registration};
use super::store;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::{SessionData, SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::platform::sessions;
use crate::shop::cart::{self, Address};
use crate::shop::order;
use crate::shop::payment;
use crate::shop::reservation;
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::input::Secret;
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const ELSEWHERE: Text =
    Text { id: "account.elsewhere", words: "Passwords are not managed in this shop. Please use Sign In." };

/// Where the operator's identity provider knows the shoppers, no password of ours lets anybody in or is made.
///
/// # Errors
/// A refusal that says so.
pub fn refuse_where_a_provider_knows(app: &App) -> Result<(), Refusal> {
    if app.open_id.is_some() { Err(Refusal::new(ELSEWHERE)) } else { Ok(()) }
}

/// Makes an account, unless its e-mail has one.
///
/// # Errors
/// A refusal with one entry per wrong field; [`Error::TooMany`] past the limit of the caller's address.
pub async fn register(app: &App, visitor: &Visitor, registration: Registration) -> Result<()> {
    refuse_where_a_provider_knows(app)?;
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
        address: None,
        password_hash: Some(password_hash),
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
    refuse_where_a_provider_knows(app)?;
    app.limits.attempt(QUESTIONS, visitor.address()).await?;
    if !is_email(email_address) {
        let field = FieldFault { field: "emailAddress".to_owned(), text: EMAIL, values: Vec::new() };
        return Err(Refusal { text: EMAIL, values: Vec::new(), fields: vec![field] }.into());
    }
    Ok(())
}

/// Signs a visitor in. The guest's cart becomes the account's, and so do orders of guests that were placed under the e-mail address which
/// the account has proven. What another account, which was signed in here before, has stays its own.
///
/// # Errors
/// One refusal for an unknown e-mail and for a wrong password; [`Error::TooMany`] for a guesser; those of [`cart::merge`].
pub async fn sign_in(app: &App, visitor: &Visitor, email_address: &str, password: &Secret) -> Result<()> {
    refuse_where_a_provider_knows(app)?;
    let now = app.clock.now();
    let key = email_key(email_address);
    // Counted for e-mails without an account too, and under a name that tells nothing of it.
    let secret = fingerprint(&key);
    // A stranger's wrong guesses do not keep the owner waiting where the owner has signed in before.
    let guessed_at =
        visitor.known_device(&secret).map_or_else(|| secret.clone(), |device| format!("{secret}.{device}"));
    app.limits.begin(GUESSES_BY_ADDRESS, visitor.address(), now).await?;
    app.limits.begin(GUESSES, &guessed_at, now).await?;
    let found = store::by_email(app.db.read(), &key).await?;
    let kept = found.as_ref().and_then(|account| account.password_hash.as_deref());
    if !app.passwords.verify(password, kept).await? {
        return Err(Refusal::new(NOT_KNOWN).into());
    }
    let account = found.ok_or(Refusal::new(NOT_KNOWN))?;
    app.limits.succeeded(GUESSES, &guessed_at).await;
    app.limits.take_back(GUESSES_BY_ADDRESS, visitor.address()).await;
    visitor.remember_device(&secret);
    enter(app, visitor, &account).await
}

/// Begins the session of somebody whom a password or a provider has shown to be the owner of `account`.
///
/// # Errors
/// A refusal when the account's password was changed since; those of [`cart::merge`].
pub async fn enter(app: &App, visitor: &Visitor, account: &entity::Model) -> Result<()> {
    let data = bring_along(app, visitor, account).await?;
    visitor.renew(data).await
}

/// Hands the guest's cart, and what was bought under the account's proven address, to the account in one transaction; answers what the
/// new session holds. Orders under other addresses stay guests' orders: this session sees those that the guest saw.
async fn bring_along(app: &App, visitor: &Visitor, shown: &entity::Model) -> Result<SessionData> {
    let now = app.clock.now();
    let session = visitor.session().await?;
    let account_id = shown.id.as_str();
    let tx = app.db.begin().await?;
    let account = store::lock(&tx, account_id).await?.ok_or(Refusal::new(NOT_KNOWN))?;
    if account.password_hash != shown.password_hash {
        // Changed while it was verified: the old one opens nothing any more.
        return Err(Refusal::new(NOT_KNOWN).into());
    }
    let epoch = sessions::epoch(&tx, account_id).await?;
    let verified_email = account.verified_email();
    if let Some(email) = &verified_email {
        order::attach_by_email(&tx, &email_key(email), account_id).await?;
    }
    let is_guest = session.account_id.is_none();
    if !is_guest && session.account_id.as_deref() == Some(account_id) {
        tx.commit().await?;
        return Ok(SessionData { verified_email, epoch, begun_sign_in: None, ..session });
    }
    // What another account has in this browser stays its own, and so does what it has proven.
    let guest = if is_guest { session } else { SessionData { site_id: session.site_id, ..SessionData::default() } };
    let catalog = app.catalog.current();
    let own_cart = cart::merge(&tx, &catalog, guest.cart_id.as_deref(), account_id, now).await?;
    if let Some(from) = &guest.cart_id {
        reservation::follow_cart(&tx, &catalog, from, own_cart.as_ref(), now).await?;
    }
    reservation::attach(&tx, &guest.reservations(), account_id, verified_email.as_deref()).await?;
    // A session that was lost and found again by its cart may name one that has become another account's.
    let carts: Vec<String> = guest.cart_id.into_iter().chain(guest.previous_cart_id).collect();
    let bought = cart::of_guest_or_account(&tx, &carts, account_id).await?;
    let latest = order::first_bought(&tx, &bought, account_id).await?;
    tx.commit().await?;
    // Without a cart to go on with, the one that was bought is still this visitor's latest.
    let (cart_id, previous_cart_id) = if own_cart.is_some() { (own_cart, latest) } else { (latest, None) };
    Ok(SessionData {
        account_id: Some(account_id.to_owned()),
        epoch,
        verified_email,
        cart_id,
        is_recovered: false,
        is_unreceived: false,
        site_id: guest.site_id,
        previous_cart_id,
        proven_orders: guest.proven_orders,
        reservation_id: guest.reservation_id,
        proven_reservations: guest.proven_reservations,
        begun_sign_in: None,
        linked_tickets: guest.linked_tickets,
    })
}

/// Ends, at the first proof of an account's address that does not come from its own session, what somebody else may have left who
/// registered it: what was said of its owner, what its checkouts were told and the cards that it saved. Its orders stay its own.
pub async fn hand_to_owner(tx: &Transaction, account_id: &str, profile: Profile, now: Instant) -> Result<()> {
    store::save_profile(tx, account_id, profile).await?;
    // Payments before carts, as they are locked where an order is written.
    payment::forget_saved(tx, account_id).await?;
    cart::forget_checkout(tx, account_id, now).await?;
    store::verify_email(tx, account_id, now).await
}

/// The account of who is signed in.
///
/// # Errors
/// [`Error::SignIn`] when it does not exist any more.
pub async fn account(app: &App, signed_in: &SignedIn) -> Result<entity::Model> {
    store::find(app.db.read(), &signed_in.account_id).await?.ok_or(Error::SignIn)
}

/// Saves what the owner says of himself.
///
/// # Errors
/// A refusal with one entry per wrong field.
pub async fn save_profile(app: &App, signed_in: &SignedIn, typed: Address) -> Result<()> {
    let profile = rules::profile(&app.catalog.current(), typed)?;
    store::save_profile(app.db.write(), &signed_in.account_id, profile).await
}

/// Ends every session of the account, this one with them.
pub async fn sign_out_everywhere(app: &App, signed_in: &SignedIn) -> Result<()> {
    let tx = app.db.begin().await?;
    sessions::begin_epoch(&tx, &signed_in.account_id).await?;
    tx.commit().await?;
    signed_in.visitor.end().await
}
